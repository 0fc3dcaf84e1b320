/* SPDX-License-Identifier: BSD-2-Clause */
#include "host.h"

#include <errno.h>
#include <fcntl.h>
#include <inverbs/kernel/softhca.h>
#include <netinet/in.h>
#include <poll.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include "server/server.h"

enum {
	MAX_DEVICES = 8,
	START_NS = 1000000000,
	TICK_NS = 100,        /* time that passes with each reading of the clock */
	LOOK_NS = 60000,      /* after this time the loop checks the sockets again */
	MAX_READINGS = 20000, /* of the clock, in one run */
	NOBODY = 1,           /* process ID that getpid() returns to the emulator */
	ADDRESS_BITS = 47,
};

/* An address that is free with and without sanitizers. */
static const uintptr_t MEMORY_AT = UINT64_C(1) << 45;

uint8_t *const host_memory = (uint8_t *)MEMORY_AT;
bool host_memory_repeats;
struct host_mutation host_mutation;

/* NULL without the leak sanitizer */
void __lsan_disable(void) __attribute__((weak));
void __lsan_enable(void) __attribute__((weak));

static struct {
	struct softhca_server server;
	bool running; /**< true while the emulator runs, false while a client runs */
	uint64_t now;
	unsigned int readings;
	uint32_t op; /**< of the last message */
} host;

static bool host_clients_leak;

/** Enters the emulator from a client; leave_emulator() returns. A client that gets a wrong reply
 * may leak memory. */
static void enter_emulator(void)
{
	host.running = true;
	if (host_clients_leak && __lsan_enable)
		__lsan_enable();
}

static void leave_emulator(void)
{
	host.running = false;
	if (host_clients_leak && __lsan_disable)
		__lsan_disable();
}

void host_leaks(bool allowed)
{
	if (allowed == host_clients_leak || !__lsan_disable || !__lsan_enable)
		return;
	host_clients_leak = allowed;
	if (allowed)
		__lsan_disable();
	else
		__lsan_enable();
}

/* --- system functions that the emulator calls --------------------------------------------- */

uint64_t __wrap_softhca_now(void);
pid_t __wrap_getpid(void);
int __wrap_ppoll(struct pollfd *fds, nfds_t n, const struct timespec *timeout,
		 const sigset_t *mask);
int __wrap_sched_yield(void);
ssize_t __wrap_process_vm_readv(pid_t pid, const struct iovec *local, unsigned long locals,
				const struct iovec *remote, unsigned long remotes,
				unsigned long flags);
ssize_t __wrap_process_vm_writev(pid_t pid, const struct iovec *local, unsigned long locals,
				 const struct iovec *remote, unsigned long remotes,
				 unsigned long flags);
int __wrap_softhca_dma_check(const struct dma_space *space, uint64_t addr, uint64_t bytes,
			     bool writable);
ssize_t __wrap_recvmsg(int sock, struct msghdr *msg, int flags);
ssize_t __wrap_sendmsg(int sock, const struct msghdr *msg, int flags);
int __wrap_connect(int sock, const struct sockaddr *address, socklen_t bytes);

pid_t __real_getpid(void);
int __real_softhca_dma_check(const struct dma_space *space, uint64_t addr, uint64_t bytes,
			     bool writable);
ssize_t __real_process_vm_readv(pid_t pid, const struct iovec *local, unsigned long locals,
				const struct iovec *remote, unsigned long remotes,
				unsigned long flags);
int __real_connect(int sock, const struct sockaddr *address, socklen_t bytes);
ssize_t __real_recvmsg(int sock, struct msghdr *msg, int flags);
ssize_t __real_sendmsg(int sock, const struct msghdr *msg, int flags);

uint64_t __wrap_softhca_now(void)
{
	/* stops an engine that never runs out of work */
	if (++host.readings > MAX_READINGS)
		host.server.stop = true;
	return host.now += TICK_NS;
}

pid_t __wrap_getpid(void)
{
	return host.running ? NOBODY : __real_getpid();
}

/** Called when the loop would sleep. */
int __wrap_ppoll(struct pollfd *fds, nfds_t n, const struct timespec *timeout, const sigset_t *mask)
{
	(void)fds;
	(void)n;
	(void)timeout;
	(void)mask;
	host.server.stop = true;
	return 0;
}

int __wrap_sched_yield(void)
{
	host.server.stop = true;
	return 0;
}

static bool in_memory(uint64_t addr, uint64_t bytes)
{
	return addr >= MEMORY_AT && bytes <= HOST_MEMORY_BYTES &&
	       addr - MEMORY_AT <= HOST_MEMORY_BYTES - bytes;
}

/**
 * Copies between the emulator and one range of a client's memory, split where the memory repeats.
 */
static bool copy_memory(uint8_t *ours, uint64_t addr, size_t bytes, bool to_client)
{
	if (!host_memory_repeats) {
		/* ioctl outputs go to the client's own variables */
		if (!in_memory(addr, bytes) && host.op != SOFTHCA_OP_IOCTL)
			return false;
		memcpy((void *)(uintptr_t)addr, ours, bytes);
		return true;
	}
	if (addr >> ADDRESS_BITS || (addr + bytes) >> ADDRESS_BITS)
		return false;
	while (bytes) {
		uint8_t *at = host_memory + addr % HOST_MEMORY_BYTES;
		size_t n = HOST_MEMORY_BYTES - addr % HOST_MEMORY_BYTES;

		n = n < bytes ? n : bytes;
		if (to_client)
			memcpy(at, ours, n);
		else
			memcpy(ours, at, n);
		ours += n;
		addr += n;
		bytes -= n;
	}
	return true;
}

/** Transfers, like process_vm_*(), the bytes before the first invalid address. */
static ssize_t transfer_vectors(const struct iovec *local, unsigned long locals,
				const struct iovec *remote, unsigned long remotes, bool to_client)
{
	size_t done = 0, used = 0;

	for (unsigned long i = 0; i < remotes; i++) {
		size_t here = 0;

		while (here < remote[i].iov_len && locals) {
			size_t n = local->iov_len - used;

			n = n < remote[i].iov_len - here ? n : remote[i].iov_len - here;
			if (!copy_memory((uint8_t *)local->iov_base + used,
					 (uintptr_t)remote[i].iov_base + here, n, to_client)) {
				errno = EFAULT;
				return done ? (ssize_t)done : -1;
			}
			here += n;
			used += n;
			done += n;
			if (used == local->iov_len) {
				local++;
				locals--;
				used = 0;
			}
		}
	}
	return (ssize_t)done;
}

ssize_t __wrap_process_vm_readv(pid_t pid, const struct iovec *local, unsigned long locals,
				const struct iovec *remote, unsigned long remotes,
				unsigned long flags)
{
	if (!host_memory_repeats)
		return __real_process_vm_readv(pid, local, locals, remote, remotes, flags);
	return transfer_vectors(local, locals, remote, remotes, false);
}

ssize_t __wrap_process_vm_writev(pid_t pid, const struct iovec *local, unsigned long locals,
				 const struct iovec *remote, unsigned long remotes,
				 unsigned long flags)
{
	(void)pid;
	(void)flags;
	return transfer_vectors(local, locals, remote, remotes, true);
}

int __wrap_softhca_dma_check(const struct dma_space *space, uint64_t addr, uint64_t bytes,
			     bool writable)
{
	if (!host_memory_repeats)
		return __real_softhca_dma_check(space, addr, bytes, writable);
	if (!bytes || addr + bytes < addr || (addr + bytes) >> ADDRESS_BITS)
		return EFAULT;
	return 0;
}

/* --- clients ----------------------------------------------------------------------------- */

static void mutate(uint8_t *payload, size_t bytes)
{
	for (uint32_t i = 0; i < host_mutation.words && bytes >= sizeof(uint32_t); i++) {
		const size_t at = host_mutation.word[i].at % (bytes - sizeof(uint32_t) + 1);
		const uint32_t value = host_mutation.word[i].value;
		uint32_t word;

		memcpy(&word, payload + at, sizeof(word));
		if (host_mutation.word[i].how % 3 == 0)
			word = value;
		else if (host_mutation.word[i].how % 3 == 1)
			word ^= value;
		else
			word += value;
		memcpy(payload + at, &word, sizeof(word));
	}
	host_mutation.words = 0;
}

/** A client sends a message: the header and the payload are two I/O vectors. */
ssize_t __wrap_sendmsg(int sock, const struct msghdr *msg, int flags)
{
	static uint8_t changed[SOFTHCA_MESSAGE_MAX];
	struct msghdr copy = *msg;
	struct iovec parts[2];

	if (host.running)
		return __real_sendmsg(sock, msg, flags);
	memcpy(&host.op, msg->msg_iov[0].iov_base, sizeof(host.op));
	if (msg->msg_iovlen == 2 && host.op == SOFTHCA_OP_COMMAND && host_mutation.words &&
	    msg->msg_iov[1].iov_len <= sizeof(changed)) {
		memcpy(changed, msg->msg_iov[1].iov_base, msg->msg_iov[1].iov_len);
		mutate(changed, msg->msg_iov[1].iov_len);
		parts[0] = msg->msg_iov[0];
		parts[1] = (struct iovec){changed, msg->msg_iov[1].iov_len};
		copy.msg_iov = parts;
	}
	return __real_sendmsg(sock, &copy, flags);
}

/** A client waits for its reply, so the emulator runs. Time advances for replies that are
 * delayed. */
ssize_t __wrap_recvmsg(int sock, struct msghdr *msg, int flags)
{
	ssize_t n;

	if (host.running)
		return __real_recvmsg(sock, msg, flags);
	host_run();
	n = __real_recvmsg(sock, msg, flags | MSG_DONTWAIT);
	for (int i = 0; n < 0 && errno == EAGAIN && i < 10; i++) {
		host_sleep(UINT64_C(10000000000));
		n = __real_recvmsg(sock, msg, flags | MSG_DONTWAIT);
	}
	return n;
}

static int add_client(int fd)
{
	int ret;

	enter_emulator();
	ret = softhca_client_add(&host.server, fd);
	leave_emulator();
	return ret;
}

int host_connect(void)
{
	int pair[2];

	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair))
		abort();
	if (add_client(pair[1]))
		abort();
	return pair[0];
}

/**
 * When called by the runtime, connects to the emulator. When called by the emulator's connection
 * manager, which looks for a route, only the loopback network is reachable.
 */
int __wrap_connect(int sock, const struct sockaddr *address, socklen_t bytes)
{
	const struct sockaddr_in *to = (const struct sockaddr_in *)address;
	int fd;

	if (host.running && (address->sa_family != AF_INET ||
			     ntohl(to->sin_addr.s_addr) >> IN_CLASSA_NSHIFT != IN_LOOPBACKNET)) {
		errno = ENETUNREACH;
		return -1;
	}
	if (host.running)
		return __real_connect(sock, address, bytes);
	fd = host_connect();
	if (dup3(fd, sock, O_CLOEXEC) < 0)
		abort();
	close(fd);
	return 0;
}

/* --- running ----------------------------------------------------------------------------- */

/** Turns alternate between rings and sockets, so three handle everything. */
void host_run(void)
{
	for (int i = 0; i < 3; i++) {
		host.now += LOOK_NS;
		host.readings = 0;
		host.server.stop = false;
		enter_emulator();
		softhca_server_run(&host.server);
		leave_emulator();
	}
}

void host_sleep(uint64_t ns)
{
	host.now += ns;
	host_run();
}

bool host_readable(int fd)
{
	struct pollfd file = {.fd = fd, .events = POLLIN};

	host_run();
	return poll(&file, 1, 0) > 0 && file.revents & POLLIN;
}

static void clear_memory(void)
{
	static bool mapped;

	if (mapped) {
		memset(host_memory, 0, HOST_MEMORY_BYTES);
		return;
	}
	if (mmap(host_memory, HOST_MEMORY_BYTES, PROT_READ | PROT_WRITE,
		 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0) != host_memory) {
		perror("memory of clients");
		exit(1);
	}
	mapped = true;
}

bool host_start_fabric(const char *devices, const struct softhca_topology *topology)
{
	const char *names[MAX_DEVICES];
	char list[256];
	char *rest = list;
	unsigned int n = 0;
	int ret;

	clear_memory();
	snprintf(list, sizeof(list), "%s", devices);
	while (n < MAX_DEVICES && (names[n] = strtok_r(rest, ",", &rest)))
		n++;
	host.now = START_NS;
	host.readings = 0;
	host_mutation.words = 0;
	enter_emulator();
	ret = softhca_server_init(&host.server, names, n, topology, -1);
	leave_emulator();
	return !ret;
}

void host_start(const char *devices)
{
	if (host_start_fabric(devices, NULL))
		return;
	fprintf(stderr, "no server for %s\n", devices);
	exit(1);
}

struct softhca *host_emulator(void)
{
	return &host.server.hca;
}

void host_stop(void)
{
	host_run();
	enter_emulator();
	softhca_server_fini(&host.server);
	leave_emulator();
}
