/* SPDX-License-Identifier: BSD-2-Clause */
/* Transport for a device of the emulator: commands, mappings and shared memory. */
#define _GNU_SOURCE
#include "emulator_transport.h"

#include <inverbs/kernel/protocol.h>
#include <inverbs/kernel/refusal.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#include "runtime.h"

enum {
	SLEEP_NS = 1000, /* excluding the latency of the timer */
	LONG_YIELD_NS = 200000,
	CROWDED_NS = 20000000,
};

int inverbs_emulated_exchange(struct inverbs_emulated *file, struct inverbs_exchange *x)
{
	int err, cancel;

	if (file->owner != getpid())
		return EACCES;
	/*
	 * a thread cancelled during the exchange would keep the lock, and leave a response for the
	 * next command
	 */
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	pthread_mutex_lock(&file->lock);
	err = inverbs_exchange(file->sock, x);
	pthread_mutex_unlock(&file->lock);
	pthread_setcancelstate(cancel, &cancel);
	return err;
}

/* Returns the descriptor that a request refers to, or -1. Sending an invalid one gives EBADF. */
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

	/* a child may not use write(), but the ioctl is not restricted */
	if (file->owner != getpid())
		return inverbs_invoke_write(t, &file->driver_id, cmd, bytes);
	x.payload = cmd;
	x.bytes = bytes;
	x.most_fds = SOFTHCA_REPLY_FDS_MAX;
	/* A malformed header is left to the emulator, which refuses it as the kernel would. */
	if (!uverbs_parse(cmd, bytes, &p)) {
		err = inverbs_exchange_send_fd(&x, request_fd(&p));
		x.response = (void *)(uintptr_t)p.response;
		x.response_room = p.core_out + p.drv_out;
	}
	if (!err)
		err = inverbs_emulated_exchange(file, &x);
	return err ? err : inverbs_exchange_place_fds(&x);
}

static void *emulated_map(struct inverbs_transport *t, size_t bytes, int prot, off_t offset)
{
	struct inverbs_exchange x = inverbs_exchange_make(SOFTHCA_OP_MAP);
	void *at = MAP_FAILED;
	int err;

	x.arg[0] = (uint64_t)offset;
	x.arg[1] = bytes;
	x.arg[2] = (uint64_t)prot;
	x.most_fds = 1;
	err = inverbs_emulated_exchange((struct inverbs_emulated *)t, &x);
	if (!err && !x.fd_count)
		err = EPROTO;
	if (!err) {
		at = mmap(NULL, bytes, prot, MAP_SHARED, x.fds[0], (off_t)x.reply.arg[0]);
		err = at == MAP_FAILED ? errno : 0;
		close(x.fds[0]);
	}
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
	return err ? err : inverbs_emulated_exchange((struct inverbs_emulated *)t, &x);
}

static void emulated_unshare(struct inverbs_transport *t, void *addr, size_t bytes)
{
	struct inverbs_exchange x = inverbs_exchange_make(SOFTHCA_OP_UNSHARE);

	x.arg[0] = (uintptr_t)addr;
	x.arg[1] = bytes;
	inverbs_emulated_exchange((struct inverbs_emulated *)t, &x);
}

void inverbs_emulated_disconnect(struct inverbs_emulated *file)
{
	close(file->sock);
	if (file->attached_by)
		close(file->attached);
	pthread_mutex_destroy(&file->attached_lock);
	pthread_mutex_destroy(&file->lock);
}

static uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

/*
 * A yield to another spinning program returns soon. A yield to a program that computes returns only
 * when its time slice ends, milliseconds later; then a short sleep is better.
 */
static void emulated_idle(struct inverbs_transport *t)
{
	uint64_t *crowded_until = &((struct inverbs_emulated *)t)->crowded_until;
	const struct timespec moment = {.tv_nsec = SLEEP_NS};
	const uint64_t before = now_ns();

	if (before < __atomic_load_n(crowded_until, __ATOMIC_RELAXED)) {
		nanosleep(&moment, NULL);
		return;
	}
	sched_yield();
	if (now_ns() - before > LONG_YIELD_NS)
		__atomic_store_n(crowded_until, before + CROWDED_NS, __ATOMIC_RELAXED);
}

static int emulated_why(struct inverbs_transport *t, const uint64_t question[4],
			struct softhca_refusal *out)
{
	struct inverbs_exchange x = inverbs_exchange_make(SOFTHCA_OP_WHY);
	int err;

	memcpy(x.arg, question, sizeof(x.arg));
	x.response = out;
	x.response_room = sizeof(*out);
	err = inverbs_emulated_exchange((struct inverbs_emulated *)t, &x);
	return !err && x.reply.bytes != sizeof(*out) ? EPROTO : err;
}

static void emulated_close(struct inverbs_transport *t)
{
	inverbs_emulated_disconnect((struct inverbs_emulated *)t);
	free(t);
}

static const struct inverbs_transport_ops daemon_ops = {
	.command = emulated_command,
	.ioctl = inverbs_emulated_ioctl,
	.map = emulated_map,
	.share = emulated_share,
	.unshare = emulated_unshare,
	.idle = emulated_idle,
	.why = emulated_why,
	.close = emulated_close,
};

/* An in-process emulator ends with the program, and polls need not yield to it. */
static const struct inverbs_transport_ops inprocess_ops = {
	.command = emulated_command,
	.ioctl = inverbs_emulated_ioctl,
	.map = emulated_map,
	.share = emulated_share,
	.unshare = emulated_unshare,
	.why = emulated_why,
	.close = emulated_close,
};

/* INVERBS_IDLE=0 is for benchmarks, which measure polls as on real devices. */
static const struct inverbs_transport_ops *ops_for(const struct inverbs_emulated *dev)
{
	const char *idle = secure_getenv("INVERBS_IDLE");

	if (dev->emulator == getpid() || (idle && !strcmp(idle, "0")))
		return &inprocess_ops;
	return &daemon_ops;
}

void inverbs_emulated_allow_access(pid_t emulator)
{
	if (emulator > 0 && emulator != getpid())
		prctl(PR_SET_PTRACER, (unsigned long)emulator, 0, 0, 0);
}

int inverbs_emulated_connect(struct inverbs_emulated *file)
{
	file->sock = inverbs_emulator_connect(&file->emulator);
	if (file->sock < 0)
		return -file->sock;
	inverbs_emulated_allow_access(file->emulator);
	file->owner = getpid();
	pthread_mutex_init(&file->attached_lock, NULL);
	pthread_mutex_init(&file->lock, NULL);
	return 0;
}

static int open_device(struct inverbs_emulated *file, const char *name)
{
	struct inverbs_exchange x = inverbs_exchange_make(SOFTHCA_OP_OPEN);

	x.payload = name;
	x.bytes = strlen(name) + 1;
	return inverbs_emulated_exchange(file, &x);
}

struct inverbs_transport *inverbs_emulator_open(const struct inverbs_backend *b,
						const struct inverbs_device_info *info)
{
	struct inverbs_emulated *dev = calloc(1, sizeof(*dev));
	int err;

	(void)b;
	if (!dev)
		return inverbs_fail(ENOMEM);
	dev->driver_id = info->driver_id;
	err = inverbs_emulated_connect(dev);
	if (err) {
		free(dev);
		return inverbs_fail(err);
	}
	dev->base.ops = ops_for(dev);
	dev->base.fd = dev->sock;
	err = open_device(dev, info->name);
	if (!err)
		return &dev->base;
	inverbs_log("the emulator cannot open %s: %s", info->name, strerror(err));
	emulated_close(&dev->base);
	return inverbs_fail(err);
}
