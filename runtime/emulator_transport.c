/* SPDX-License-Identifier: BSD-2-Clause */
/* Commands, mappings and shared memory of one device of the emulator. */
#define _GNU_SOURCE
#include "emulator_transport.h"

#include <inverbs/kernel/protocol.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "runtime.h"

int inverbs_emulated_exchange(struct inverbs_emulated *file, struct inverbs_exchange *x)
{
	int err, cancel;

	if (file->owner != getpid())
		return EACCES;
	/* a thread that is cancelled meanwhile would keep the lock, and leave a reply to the next
	 */
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	pthread_mutex_lock(&file->lock);
	err = inverbs_exchange(file->sock, x);
	pthread_mutex_unlock(&file->lock);
	pthread_setcancelstate(cancel, &cancel);
	return err;
}

/* The descriptor that a request carries, -1 without. It may be no descriptor at all: then sending
 * it gives EBADF. */
static int request_fd(const struct uverbs_parsed *p)
{
	int offset = uverbs_request_fd_offset(p->command, p->extended);
	int32_t fd = -1;

	if (offset >= 0 && (size_t)offset + sizeof(fd) <= p->core_len)
		memcpy(&fd, (const uint8_t *)p->core + offset, sizeof(fd));
	return fd < -1 ? -2 : fd;
}

static int emulated_command(struct inverbs_transport *t, const void *cmd, size_t bytes)
{
	struct inverbs_exchange x = inverbs_exchange_make(SOFTHCA_OP_COMMAND);
	struct uverbs_parsed p;
	struct inverbs_emulated *file = (struct inverbs_emulated *)t;
	int err = 0;

	/* who has inherited the file may not write, but the ioctl has no such check */
	if (file->owner != getpid())
		return inverbs_invoke_write(t, &file->driver_id, cmd, bytes);
	x.payload = cmd;
	x.bytes = bytes;
	/* A head that does not hold together is the emulator's to refuse, as the kernel would. */
	if (!uverbs_parse(cmd, bytes, &p)) {
		err = inverbs_exchange_send_fd(&x, request_fd(&p));
		x.answer = (void *)(uintptr_t)p.response;
		x.answer_room = p.core_out + p.drv_out;
	}
	if (!err)
		err = inverbs_emulated_exchange(file, &x);
	if (err)
		return err;
	err = inverbs_exchange_place_fds(&x);
	inverbs_exchange_drop_fds(&x);
	return err;
}

static void *emulated_map(struct inverbs_transport *t, size_t bytes, int prot, off_t offset)
{
	struct inverbs_exchange x = inverbs_exchange_make(SOFTHCA_OP_MAP);
	void *at = MAP_FAILED;
	int err;

	x.arg[0] = (uint64_t)offset;
	x.arg[1] = bytes;
	x.arg[2] = (uint64_t)prot;
	err = inverbs_emulated_exchange((struct inverbs_emulated *)t, &x);
	if (!err && x.fd_count != 1)
		err = EPROTO;
	if (!err) {
		at = mmap(NULL, bytes, prot, MAP_SHARED, x.fds[0], (off_t)x.reply.arg[0]);
		err = at == MAP_FAILED ? errno : 0;
	}
	inverbs_exchange_drop_fds(&x);
	errno = err;
	return at;
}

static int emulated_share(struct inverbs_transport *t, void *addr, size_t bytes, int fd)
{
	struct inverbs_exchange x = inverbs_exchange_make(SOFTHCA_OP_SHARE);
	int err;

	x.arg[0] = (uintptr_t)addr;
	x.arg[1] = bytes;
	err = inverbs_exchange_send_fd(&x, fd);
	if (err)
		return err;
	err = inverbs_emulated_exchange((struct inverbs_emulated *)t, &x);
	inverbs_exchange_drop_fds(&x);
	return err;
}

static void emulated_unshare(struct inverbs_transport *t, void *addr, size_t bytes)
{
	struct inverbs_exchange x = inverbs_exchange_make(SOFTHCA_OP_UNSHARE);

	x.arg[0] = (uintptr_t)addr;
	x.arg[1] = bytes;
	inverbs_emulated_exchange((struct inverbs_emulated *)t, &x);
	inverbs_exchange_drop_fds(&x);
}

void inverbs_emulated_disconnect(struct inverbs_emulated *file)
{
	close(file->sock);
	if (file->attached_by)
		close(file->attached);
	pthread_mutex_destroy(&file->attached_lock);
	pthread_mutex_destroy(&file->lock);
}

static void emulated_close(struct inverbs_transport *t)
{
	inverbs_emulated_disconnect((struct inverbs_emulated *)t);
	free(t);
}

static const struct inverbs_transport_ops emulated_ops = {
	.command = emulated_command,
	.ioctl = inverbs_emulated_ioctl,
	.map = emulated_map,
	.share = emulated_share,
	.unshare = emulated_unshare,
	.close = emulated_close,
};

void inverbs_emulated_let_in(pid_t emulator)
{
	if (emulator > 0 && emulator != getpid())
		prctl(PR_SET_PTRACER, (unsigned long)emulator, 0, 0, 0);
}

int inverbs_emulated_connect(struct inverbs_emulated *file)
{
	file->sock = inverbs_emulator_connect(&file->emulator);
	if (file->sock < 0)
		return -file->sock;
	inverbs_emulated_let_in(file->emulator);
	file->owner = getpid();
	pthread_mutex_init(&file->attached_lock, NULL);
	pthread_mutex_init(&file->lock, NULL);
	return 0;
}

static int open_device(struct inverbs_emulated *file, const char *name)
{
	struct inverbs_exchange x = inverbs_exchange_make(SOFTHCA_OP_OPEN);
	int err;

	x.payload = name;
	x.bytes = strlen(name) + 1;
	err = inverbs_emulated_exchange(file, &x);
	inverbs_exchange_drop_fds(&x);
	return err;
}

struct inverbs_transport *inverbs_emulator_open(const struct inverbs_backend *b,
						const struct inverbs_device_info *info)
{
	struct inverbs_emulated *dev = calloc(1, sizeof(*dev));
	int err;

	(void)b;
	if (!dev)
		return inverbs_fail(ENOMEM);
	dev->base.ops = &emulated_ops;
	dev->driver_id = info->driver_id;
	err = inverbs_emulated_connect(dev);
	if (err) {
		free(dev);
		return inverbs_fail(err);
	}
	dev->base.fd = dev->sock;
	err = open_device(dev, info->name);
	if (!err)
		return &dev->base;
	inverbs_log("the emulator does not open %s: %s", info->name, strerror(err));
	emulated_close(&dev->base);
	return inverbs_fail(err);
}
