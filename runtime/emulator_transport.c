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

/* Store the numbers of the descriptors where the answer has room for them. */
static int place_fds(struct inverbs_exchange *x)
{
	for (int i = 0; i < x->fd_count; i++) {
		uint16_t at = x->reply.fd_at[i];

		if (at != SOFTHCA_FD_NOT_STORED && at + sizeof(uint32_t) > x->reply.bytes)
			return EPROTO;
	}
	for (int i = 0; i < x->fd_count; i++) {
		uint32_t number = (uint32_t)x->fds[i];

		if (x->reply.fd_at[i] != SOFTHCA_FD_NOT_STORED)
			memcpy((uint8_t *)x->answer + x->reply.fd_at[i], &number, sizeof(number));
	}
	x->fd_count = 0; /* they belong to whoever asked now */
	return 0;
}

static int emulated_command(struct inverbs_transport *t, const void *cmd, size_t bytes)
{
	struct inverbs_exchange x = inverbs_exchange_make(SOFTHCA_OP_COMMAND);
	struct uverbs_parsed p;
	int err;

	x.payload = cmd;
	x.bytes = bytes;
	/* A head that does not hold together is the emulator's to refuse, as the kernel would. */
	if (!uverbs_parse(cmd, bytes, &p)) {
		x.fd = request_fd(&p);
		if (x.fd < -1)
			return EBADF;
		x.answer = (void *)(uintptr_t)p.response;
		x.answer_room = p.core_out + p.drv_out;
	}
	err = inverbs_emulated_exchange((struct inverbs_emulated *)t, &x);
	if (err)
		return err;
	err = place_fds(&x);
	inverbs_exchange_drop_fds(&x);
	return err;
}

static int emulated_ioctl(struct inverbs_transport *t, void *hdr)
{
	(void)t;
	(void)hdr;
	return EOPNOTSUPP;
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
	x.fd = fd;
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
	pthread_mutex_destroy(&file->lock);
}

static void emulated_close(struct inverbs_transport *t)
{
	inverbs_emulated_disconnect((struct inverbs_emulated *)t);
	free(t);
}

static const struct inverbs_transport_ops emulated_ops = {
	.command = emulated_command,
	.ioctl = emulated_ioctl,
	.map = emulated_map,
	.share = emulated_share,
	.unshare = emulated_unshare,
	.close = emulated_close,
};

/* Where the kernel lets only ancestors look into a process, the emulator has to be let in. */
static void let_in(pid_t emulator)
{
	if (emulator > 0 && emulator != getpid())
		prctl(PR_SET_PTRACER, (unsigned long)emulator, 0, 0, 0);
}

int inverbs_emulated_connect(struct inverbs_emulated *file)
{
	pid_t emulator = 0;

	file->sock = inverbs_emulator_connect(&emulator);
	if (file->sock < 0)
		return -file->sock;
	let_in(emulator);
	file->owner = getpid();
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
