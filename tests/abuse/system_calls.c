/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The n-th system call of a kind fails, for every n, in the daemon or in a program: the program may
 * fail with an errno value but must not hang; the daemon must survive and leak nothing, and other
 * programs must not be affected. Both are linked with failures.c.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../contract/kit.h"
#include "../emulator/daemon.h"
#include "failures.h"
#include "siege.h"

enum {
	CALLS_MAX = 24, /* calls of one kind that are tried; those in the daemon's loop never end */
	BYTES = 4096,
	PATIENCE_S = 120,
	PAUSE_US = 500,
	/* exit status of the program */
	WELL = 0,
	FAILED = 1,
	STUCK = 2,
	WITHOUT_REASON = 3,
};

static struct failures *failures;

static double seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* --- a program --------------------------------------------------------------------------- */

struct program {
	struct ibv_device **list;
	struct ibv_context *ctx;
	struct ibv_pd *pd;
	struct ibv_mr *mr;
	struct ibv_comp_channel *channel;
	struct ibv_cq *cq;
	struct ibv_srq *srq;
	struct ibv_qp *qp;
	uint8_t memory[2 * BYTES];
};

static int make_objects(struct program *p)
{
	struct ibv_srq_init_attr shared = {.attr = {.max_wr = 4, .max_sge = 1}};
	struct ibv_qp_init_attr init = {
		.qp_type = IBV_QPT_RC,
		.cap = {.max_send_wr = 4, .max_send_sge = 1, .max_recv_wr = 4, .max_recv_sge = 1},
	};

	p->list = ibv_get_device_list(NULL);
	if (!p->list || !p->list[0])
		return -1;
	p->ctx = ibv_open_device(p->list[0]);
	p->pd = p->ctx ? ibv_alloc_pd(p->ctx) : NULL;
	p->mr = p->pd ? ibv_reg_mr(p->pd, p->memory, sizeof(p->memory),
				   IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE)
		      : NULL;
	p->channel = p->mr ? ibv_create_comp_channel(p->ctx) : NULL;
	p->cq = p->channel ? ibv_create_cq(p->ctx, 8, NULL, p->channel, 0) : NULL;
	p->srq = p->cq ? ibv_create_srq(p->pd, &shared) : NULL;
	init.send_cq = init.recv_cq = p->cq;
	p->qp = p->srq ? ibv_create_qp(p->pd, &init) : NULL;
	return p->qp ? 0 : -1;
}

/* Connects the queue pair to itself. */
static int connect_it(struct program *p)
{
	struct ibv_qp_attr attr = {.qp_state = IBV_QPS_INIT,
				   .port_num = 1,
				   .qp_access_flags = IBV_ACCESS_REMOTE_WRITE};
	struct ibv_port_attr port;
	int err = ibv_query_port(p->ctx, 1, &port);

	if (!err)
		err = ibv_modify_qp(p->qp, &attr,
				    IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT |
					    IBV_QP_ACCESS_FLAGS);
	attr.qp_state = IBV_QPS_RTR;
	attr.path_mtu = IBV_MTU_1024;
	attr.dest_qp_num = p->qp->qp_num;
	attr.ah_attr = (struct ibv_ah_attr){.dlid = port.lid, .port_num = 1};
	if (!err)
		err = ibv_modify_qp(p->qp, &attr,
				    IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN |
					    IBV_QP_RQ_PSN | IBV_QP_MAX_DEST_RD_ATOMIC |
					    IBV_QP_MIN_RNR_TIMER);
	attr.qp_state = IBV_QPS_RTS;
	attr.timeout = 8;
	attr.retry_cnt = 1;
	if (!err)
		err = ibv_modify_qp(p->qp, &attr,
				    IBV_QP_STATE | IBV_QP_SQ_PSN | IBV_QP_TIMEOUT |
					    IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY |
					    IBV_QP_MAX_QP_RD_ATOMIC);
	errno = err;
	return err ? -1 : 0;
}

/* Does one RDMA write. Returns false if no completion came. */
static bool write_once(struct program *p, int *failed)
{
	struct ibv_sge sge = {(uintptr_t)p->memory, BYTES, p->mr->lkey};
	struct ibv_send_wr wr = {.sg_list = &sge, .num_sge = 1, .opcode = IBV_WR_RDMA_WRITE}, *bad;
	const double end = seconds() + PATIENCE_S;
	struct ibv_wc wc;
	int got = 0;

	wr.send_flags = IBV_SEND_SIGNALED;
	wr.wr.rdma.remote_addr = (uintptr_t)p->memory + BYTES;
	wr.wr.rdma.rkey = p->mr->rkey;
	memset(p->memory, 7, BYTES);
	if (ibv_req_notify_cq(p->cq, 0) || ibv_post_send(p->qp, &wr, &bad)) {
		*failed = 1;
		return true;
	}
	while (!got && seconds() < end) {
		got = ibv_poll_cq(p->cq, 1, &wc);
		sched_yield();
	}
	*failed = got != 1 || wc.status != IBV_WC_SUCCESS ||
		  memcmp(p->memory, p->memory + BYTES, BYTES) != 0;
	return got;
}

static void destroy_objects(struct program *p)
{
	if (p->qp)
		ibv_destroy_qp(p->qp);
	if (p->srq)
		ibv_destroy_srq(p->srq);
	if (p->cq)
		ibv_destroy_cq(p->cq);
	if (p->channel)
		ibv_destroy_comp_channel(p->channel);
	if (p->mr)
		ibv_dereg_mr(p->mr);
	if (p->pd)
		ibv_dealloc_pd(p->pd);
	if (p->ctx)
		ibv_close_device(p->ctx);
	if (p->list)
		ibv_free_device_list(p->list);
}

static int run_program(void)
{
	static struct program p;
	int failed, ret;

	errno = 0;
	failed = make_objects(&p) || connect_it(&p);
	ret = failed ? errno ? FAILED : WITHOUT_REASON : WELL;
	if (!failed && !write_once(&p, &failed))
		ret = STUCK;
	else if (ret == WELL && failed)
		ret = FAILED;
	destroy_objects(&p);
	return ret;
}

/* --- one failure ------------------------------------------------------------------------- */

/** The call that fails, and how. */
struct failure {
	enum failing_call call;
	int error;
	const char *name;
	uint32_t many;
};

static void arm_failure(const struct failure *f, pid_t pid, uint32_t first)
{
	failures->pid = pid;
	failures->error = f->error;
	failures->first = first;
	failures->many = f->many;
	__atomic_store_n(&failures->seen, 0, __ATOMIC_RELAXED);
	__atomic_store_n(&failures->call, f->call, __ATOMIC_RELEASE);
}

static void disarm_failure(void)
{
	__atomic_store_n(&failures->call, FAIL_NONE, __ATOMIC_RELEASE);
}

/* Returns its exit status, or -1 if it was killed or does not end. */
static int wait_for(pid_t pid)
{
	const double end = seconds() + 2 * PATIENCE_S;
	int status = 0;

	while (seconds() < end) {
		if (waitpid(pid, &status, WNOHANG) == pid)
			return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
		usleep(PAUSE_US);
	}
	kill(pid, SIGKILL);
	waitpid(pid, &status, 0);
	return -1;
}

/* Run the program with this failure. Returns the number of calls of that kind. */
static uint32_t run_with_failure(const struct failure *f, uint32_t first, bool in_daemon)
{
	uint32_t seen;
	pid_t pid;
	int ret;

	if (in_daemon)
		arm_failure(f, daemon_pid(), first);
	pid = fork();
	assert_true(pid >= 0);
	if (!pid) {
		if (!in_daemon)
			arm_failure(f, getpid(), first);
		_exit(run_program());
	}
	ret = wait_for(pid);
	disarm_failure();
	seen = __atomic_load_n(&failures->seen, __ATOMIC_RELAXED);
	if (ret != WELL && (ret != FAILED || seen <= first))
		fail_msg("%s, errno %d, call %u of %u: the program ended with %d", f->name,
			 f->error, first, seen, ret);
	return seen;
}

static unsigned int open_files(void)
{
	char path[32];
	unsigned int n = 0;
	DIR *dir;

	snprintf(path, sizeof(path), "/proc/%d/fd", (int)daemon_pid());
	dir = opendir(path);
	assert_non_null(dir);
	while (readdir(dir))
		n++;
	closedir(dir);
	return n;
}

/* The daemon closes a program's files when it notices that the program has ended. */
static void expect_files(unsigned int before, const struct failure *f)
{
	const double end = seconds() + PATIENCE_S;

	while (open_files() != before) {
		if (seconds() > end)
			fail_msg("%s, errno %d: %u files are open, %u before", f->name, f->error,
				 open_files(), before);
		usleep(PAUSE_US);
	}
}

static void try_each_failure(const struct failure *all, size_t count, bool in_daemon)
{
	for (size_t i = 0; i < count; i++) {
		const unsigned int before = open_files();
		uint32_t first = 0;

		while (run_with_failure(&all[i], first, in_daemon) > first && ++first < CALLS_MAX)
			siege_canary(1);
		expect_files(before, &all[i]);
		siege_canary(1);
	}
	siege_peace();
}

#define ONCE(name, error)                                                                          \
	{                                                                                          \
		FAIL_##name, error, #name, 1                                                       \
	}
#define ALWAYS(name, error)                                                                        \
	{                                                                                          \
		FAIL_##name, error, #name, UINT32_MAX                                              \
	}

/* read() is not in the list: the daemon reads only its own pipes, which cannot fail. */
static void calls_of_the_daemon(void **state)
{
	static const struct failure all[] = {
		ONCE(accept4, EMFILE),
		ONCE(accept4, ECONNABORTED),
		ONCE(epoll_ctl, ENOSPC),
		ONCE(epoll_wait, EINTR),
		ONCE(ppoll, EINTR),
		ONCE(fcntl, EMFILE),
		ONCE(fstat, EIO),
		ONCE(fstatfs, EIO),
		ONCE(ftruncate, ENOSPC),
		ONCE(getsockopt, ENOMEM),
		ONCE(memfd_create, EMFILE),
		ONCE(memfd_create, ENOSYS),
		ONCE(mmap, ENOMEM),
		ONCE(pipe2, EMFILE),
		ONCE(poll, ENOMEM),
		ONCE(process_vm_readv, EPERM),
		ONCE(process_vm_readv, 0),
		ONCE(process_vm_writev, ENOMEM),
		ONCE(process_vm_writev, 0),

		ONCE(recvmsg, ENOMEM),
		ONCE(sendmsg, ENOBUFS),
		ONCE(sendmsg, EPIPE),
		ONCE(syscall, EMFILE),
		ONCE(write, EAGAIN),
		ALWAYS(process_vm_readv, ENOSYS),
		ALWAYS(process_vm_writev, ENOSYS),
	};

	(void)state;
	try_each_failure(all, COUNT(all), true);
}

static void calls_of_the_program(void **state)
{
	static const struct failure all[] = {
		ONCE(socket, EMFILE),       ONCE(connect, ECONNREFUSED),
		ONCE(fcntl, EINVAL),        ONCE(fstat, EIO),
		ONCE(ftruncate, ENOSPC),    ONCE(memfd_create, ENOSYS),
		ONCE(memfd_create, EMFILE), ONCE(mmap, ENOMEM),
		ONCE(poll, ENOMEM),         ONCE(read, EIO),
		ONCE(recvmsg, ECONNRESET),  ONCE(recvmsg, EINTR),
		ONCE(sendmsg, EINTR),       ONCE(sendmsg, ENOBUFS),
		ONCE(getsockopt, ENOMEM),   ONCE(write, EIO),
	};

	(void)state;
	try_each_failure(all, COUNT(all), false);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {TEST(calls_of_the_daemon), TEST(calls_of_the_program)};
	char path[] = "/tmp/inverbs-failures-XXXXXX";
	const int fd = mkstemp(path);
	int ret = 1;

	if (fd < 0)
		return 1;
	if (!ftruncate(fd, sizeof(*failures)) && !setenv("FAILURES", path, 1))
		failures = failures_open();
	if (failures)
		ret = siege_run(argc, argv, "system_calls", tests, COUNT(tests));
	close(fd);
	unlink(path);
	return ret;
}
