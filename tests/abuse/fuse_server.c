/* SPDX-License-Identifier: BSD-2-Clause */
#include "fuse_server.h"

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../contract/kit.h"
#include "../emulator/daemon.h"

enum {
	ROOT = FUSE_ROOT_ID,
	FILE_NODE,
	REQUEST_BYTES = FUSE_MIN_READ_BUFFER + FUSE_FILE_BYTES,
	HELD_MAX = 16,
	ASKED_TRIES = 6000, /* of 10 ms each */
	PAUSE_US = 10000,
	TICK_MS = 1,
	FOR_EVER = 1000000, /* seconds */
};

/** Shared by the server and the test. */
static struct shared {
	bool serve;
	unsigned int held;
} * shared;

/** Used by the server process only. */
static struct server {
	int dev;
	enum fuse_opcode hold[2];
	struct fuse_in_header held[HELD_MAX];
	uint8_t content[FUSE_FILE_BYTES];
} server;

/* --- the server -------------------------------------------------------------------------- */

static void send_response(const struct fuse_in_header *in, int error, const void *body,
			  size_t bytes)
{
	struct fuse_out_header out = {
		.len = (uint32_t)(sizeof(out) + bytes),
		.error = -error,
		.unique = in->unique,
	};
	struct iovec iov[2] = {
		{.iov_base = &out, .iov_len = sizeof(out)},
		{.iov_base = (void *)(uintptr_t)body, .iov_len = bytes},
	};

	/* the process that waited may have ended */
	if (writev(server.dev, iov, 2) < 0 && errno != ENOENT)
		_exit(1);
}

static struct fuse_attr attr_of(uint64_t node)
{
	return (struct fuse_attr){
		.ino = node,
		.size = node == ROOT ? 0 : FUSE_FILE_BYTES,
		.mode = node == ROOT ? S_IFDIR | 0700 : S_IFREG | 0600,
		.nlink = 1,
		.blksize = FUSE_FILE_BYTES,
	};
}

static void write_page(const struct fuse_in_header *in, const struct fuse_write_in *arg)
{
	const struct fuse_write_out out = {.size = arg->size};

	if (arg->offset + arg->size > FUSE_FILE_BYTES) {
		send_response(in, EINVAL, NULL, 0);
		return;
	}
	memcpy(server.content + arg->offset, arg + 1, arg->size);
	send_response(in, 0, &out, sizeof(out));
}

static void handle_request(const struct fuse_in_header *in)
{
	const struct fuse_init_out init = {
		.major = FUSE_KERNEL_VERSION,
		.minor = 31,
		.max_write = FUSE_FILE_BYTES,
		.time_gran = 1,
	};
	const struct fuse_entry_out entry = {
		.nodeid = FILE_NODE,
		.entry_valid = FOR_EVER,
		.attr = attr_of(FILE_NODE),
	};
	const struct fuse_attr_out attr = {.attr = attr_of(in->nodeid)};
	const struct fuse_open_out open = {.fh = 1};

	switch (in->opcode) {
	case FUSE_INIT:
		send_response(in, 0, &init, sizeof(init));
		break;
	case FUSE_LOOKUP:
		send_response(in, 0, &entry, sizeof(entry));
		break;
	case FUSE_GETATTR:
	case FUSE_SETATTR:
		send_response(in, 0, &attr, sizeof(attr));
		break;
	case FUSE_OPEN:
		send_response(in, 0, &open, sizeof(open));
		break;
	case FUSE_READ:
		send_response(in, 0, server.content, sizeof(server.content));
		break;
	case FUSE_WRITE:
		write_page(in, (const struct fuse_write_in *)(in + 1));
		break;
	case FUSE_FLUSH:
	case FUSE_RELEASE:
		send_response(in, 0, NULL, 0);
		break;
	case FUSE_FORGET:
	case FUSE_BATCH_FORGET:
	case FUSE_INTERRUPT:
		break; /* these requests have no response */
	default:
		send_response(in, ENOSYS, NULL, 0);
		break;
	}
}

static bool is_of_daemon(const struct fuse_in_header *in)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d/task/%u", (int)daemon_pid(), in->pid);
	return !access(path, F_OK);
}

static bool hold_request(const struct fuse_in_header *in)
{
	if (__atomic_load_n(&shared->serve, __ATOMIC_ACQUIRE) ||
	    (in->opcode != server.hold[0] && in->opcode != server.hold[1]) ||
	    shared->held == HELD_MAX || !is_of_daemon(in))
		return false;
	server.held[shared->held] = *in;
	__atomic_add_fetch(&shared->held, 1, __ATOMIC_RELEASE);
	return true;
}

static void answer_held(void)
{
	if (!__atomic_load_n(&shared->serve, __ATOMIC_ACQUIRE))
		return;
	while (shared->held)
		handle_request(&server.held[--shared->held]);
}

_Noreturn static void run_server(void)
{
	static _Alignas(16) uint8_t request[REQUEST_BYTES];
	struct pollfd ready = {.fd = server.dev, .events = POLLIN};

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	fill(server.content, sizeof(server.content), FUSE_FILE_SEED);
	for (;;) {
		const struct fuse_in_header *in = (const struct fuse_in_header *)request;
		ssize_t n;

		answer_held();
		if (poll(&ready, 1, TICK_MS) <= 0)
			continue;
		n = read(server.dev, request, sizeof(request));
		if (n < 0 && errno == ENODEV)
			_exit(0);
		if (n >= (ssize_t)sizeof(*in) && !hold_request(in))
			handle_request(in);
	}
}

/* --- the test ---------------------------------------------------------------------------- */

static int mount_at(const char *dir)
{
	int dev = open("/dev/fuse", O_RDWR | O_CLOEXEC);
	char options[100];

	if (dev < 0)
		return -1;
	snprintf(options, sizeof(options), "fd=%d,rootmode=40000,user_id=0,group_id=0", dev);
	if (!mount("inverbs", dir, "fuse", MS_NOSUID | MS_NODEV, options))
		return dev;
	close(dev);
	return -1;
}

static int mount_new(char *dir)
{
	return mkdtemp(dir) ? mount_at(dir) : -1;
}

static void unmount(const char *dir)
{
	umount2(dir, MNT_DETACH);
	rmdir(dir);
}

bool fuse_permitted(void)
{
	char dir[] = "/tmp/inverbs-XXXXXX";
	int dev;

	if (geteuid() || unshare(CLONE_NEWNS) ||
	    mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL))
		return false;
	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1,
		      0);
	if (shared == MAP_FAILED)
		return false;
	dev = mount_new(dir);
	if (dev >= 0)
		close(dev);
	unmount(dir);
	return dev >= 0;
}

struct fuse_file fuse_start(enum fuse_opcode held, enum fuse_opcode also)
{
	char dir[] = "/tmp/inverbs-XXXXXX";
	struct fuse_file file;
	char path[40];

	*shared = (struct shared){.serve = false};
	server = (struct server){.dev = mount_new(dir), .hold = {held, also}};
	assert_true(server.dev >= 0);
	file.server = fork();
	assert_true(file.server >= 0);
	if (!file.server)
		run_server();
	close(server.dev);
	snprintf(path, sizeof(path), "%s/page", dir);
	file.fd = open(path, O_RDWR | O_CLOEXEC);
	unmount(dir);
	assert_true(file.fd >= 0);
	return file;
}

void fuse_serve(const struct fuse_file *file)
{
	assert_true(file->server > 0);
	__atomic_store_n(&shared->serve, true, __ATOMIC_RELEASE);
}

bool fuse_asked(const struct fuse_file *file)
{
	assert_true(file->server > 0);
	for (int i = 0; i < ASKED_TRIES; i++) {
		if (__atomic_load_n(&shared->held, __ATOMIC_ACQUIRE))
			return true;
		usleep(PAUSE_US);
	}
	return false;
}

void fuse_kill(struct fuse_file *file)
{
	assert_int_equal(kill(file->server, SIGKILL), 0);
	assert_int_equal(waitpid(file->server, NULL, 0), file->server);
	file->server = 0;
}

void fuse_end(struct fuse_file *file)
{
	if (file->server)
		fuse_kill(file);
	close(file->fd);
}
