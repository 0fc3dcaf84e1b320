/* SPDX-License-Identifier: BSD-2-Clause */
/* Errors: both sides get the right status, and stop. */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "scene.h"

/** Expect that the requester fails and the peer is not affected. */
static void expect_local(struct scene *f, enum ibv_wc_status status)
{
	scene_go(f);
	rig_expect(f->a->send_cq, 1, status);
	rig_expect_none(f->b->recv_cq);
	assert_int_equal(f->to->bytes[1], 0);
	scene_expect_states(f, f->a->k.type == IBV_QPT_RC ? IBV_QPS_ERR : IBV_QPS_SQE, IBV_QPS_RTS);
}

/**
 * Expect that the responder refuses the request: both go to the error state, the responder's
 * receive is flushed, and it gets an event.
 */
static void expect_refused(struct scene *f, enum ibv_wc_status status, enum ibv_event_type event)
{
	scene_go(f);
	rig_expect(f->a->send_cq, 1, status);
	rig_expect(f->b->recv_cq, 50, IBV_WC_WR_FLUSH_ERR);
	scene_expect_states(f, IBV_QPS_ERR, IBV_QPS_ERR);
	assert_int_equal(rig_events(f->rig, event, &f->b->k), 1);
	assert_int_equal(f->rig->num_events, 1);
}

/*
 * --- local errors -------------------------------------------------------------------------------
 */

static void unknown_lkey(void **state)
{
	struct scene f;

	scene_make(&f, state, IBV_QPT_RC, IBV_WR_SEND, 64);
	f.sge.lkey ^= 1;
	expect_local(&f, IBV_WC_LOC_PROT_ERR);
}

static void lkey_of_another_domain(void **state)
{
	struct scene f;

	scene_make(&f, state, IBV_QPT_RC, IBV_WR_SEND, 64);
	f.from->k.pd = &f.rig->a.other_pd;
	expect_local(&f, IBV_WC_LOC_PROT_ERR);
}

static void segment_beyond_its_region(void **state)
{
	struct scene f;

	scene_make(&f, state, IBV_QPT_RC, IBV_WR_SEND, 64);
	f.sge.addr += 4096 - 63;
	expect_local(&f, IBV_WC_LOC_PROT_ERR);
}

static void segment_that_wraps(void **state)
{
	struct scene f;

	scene_make(&f, state, IBV_QPT_RC, IBV_WR_SEND, 64);
	f.sge.addr = UINT64_MAX - 10;
	expect_local(&f, IBV_WC_LOC_PROT_ERR);
}

static void read_into_read_only_memory(void **state)
{
	struct scene f;

	scene_make(&f, state, IBV_QPT_RC, IBV_WR_RDMA_READ, 64);
	f.from->k.access = IBV_ACCESS_REMOTE_READ;
	expect_local(&f, IBV_WC_LOC_PROT_ERR);
}

static void too_long_a_message(void **state)
{
	struct scene f;

	scene_make(&f, state, IBV_QPT_RC, IBV_WR_SEND, (1U << 30) + 1);
	expect_local(&f, IBV_WC_LOC_LEN_ERR);
	assert_int_equal(rig_reason(f.a, IBV_WC_LOC_LEN_ERR), SOFTHCA_REASON_TOO_LONG);
}

static void atomic_of_four_bytes(void **state)
{
	struct scene f;

	scene_make(&f, state, IBV_QPT_RC, IBV_WR_ATOMIC_FETCH_AND_ADD, 4);
	expect_local(&f, IBV_WC_LOC_LEN_ERR);
}

static void read_with_no_credit(void **state)
{
	struct scene f;

	scene_make(&f, state, IBV_QPT_RC, IBV_WR_RDMA_READ, 64);
	f.a->k.attr.max_rd_atomic = 0;
	expect_local(&f, IBV_WC_LOC_QP_OP_ERR);
}

static void read_on_uc(void **state)
{
	struct scene f;

	scene_make(&f, state, IBV_QPT_UC, IBV_WR_RDMA_READ, 64);
	expect_local(&f, IBV_WC_LOC_QP_OP_ERR);
}

static void malformed_entry(void **state)
{
	struct scene f;

	scene_make(&f, state, IBV_QPT_RC, IBV_WR_SEND, 64);
	rig_post(f.a, &f.wr);
	f.a->u.sq.buf[3] = 0x1d; /* no such opcode */
	rig_run(f.rig);
	rig_expect(f.a->send_cq, 1, IBV_WC_LOC_QP_OP_ERR);
	assert_int_equal(rig_reason(f.a, IBV_WC_LOC_QP_OP_ERR), SOFTHCA_REASON_MALFORMED);
}

/* --- refused by the responder ---------------------------------------------------------------- */

static void unknown_rkey(void **state)
{
	struct scene f;

	scene_make(&f, state, IBV_QPT_RC, IBV_WR_RDMA_WRITE, 64);
	f.wr.wr.rdma.rkey ^= 1;
	expect_refused(&f, IBV_WC_REM_ACCESS_ERR, IBV_EVENT_QP_ACCESS_ERR);
	assert_int_equal(f.rig->b.dev.port[0].counters.access_errors, 1);
}

static void rkey_of_another_domain(void **state)
{
	struct scene f;

	scene_make(&f, state, IBV_QPT_RC, IBV_WR_RDMA_READ, 64);
	f.to->k.pd = &f.rig->b.other_pd;
	expect_refused(&f, IBV_WC_REM_ACCESS_ERR, IBV_EVENT_QP_ACCESS_ERR);
}

static void write_beyond_the_region(void **state)
{
	struct scene f;

	scene_make(&f, state, IBV_QPT_RC, IBV_WR_RDMA_WRITE, 64);
	f.wr.wr.rdma.remote_addr += 4096 - 63;
	expect_refused(&f, IBV_WC_REM_ACCESS_ERR, IBV_EVENT_QP_ACCESS_ERR);
}

static void write_without_permission(void **state)
{
	struct scene f;

	scene_make(&f, state, IBV_QPT_RC, IBV_WR_RDMA_WRITE_WITH_IMM, 64);
	f.to->k.access &= ~(uint32_t)IBV_ACCESS_REMOTE_WRITE;
	expect_refused(&f, IBV_WC_REM_ACCESS_ERR, IBV_EVENT_QP_ACCESS_ERR);
}

static void read_without_permission(void **state)
{
	struct scene f;

	scene_make(&f, state, IBV_QPT_RC, IBV_WR_RDMA_READ, 64);
	f.to->k.access &= ~(uint32_t)IBV_ACCESS_REMOTE_READ;
	expect_refused(&f, IBV_WC_REM_ACCESS_ERR, IBV_EVENT_QP_ACCESS_ERR);
}

static void atomic_without_permission(void **state)
{
	struct scene f;

	scene_make(&f, state, IBV_QPT_RC, IBV_WR_ATOMIC_CMP_AND_SWP, 8);
	f.to->k.access &= ~(uint32_t)IBV_ACCESS_REMOTE_ATOMIC;
	expect_refused(&f, IBV_WC_REM_ACCESS_ERR, IBV_EVENT_QP_ACCESS_ERR);
}

static void operation_the_queue_pair_forbids(void **state)
{
	struct scene f;

	scene_make(&f, state, IBV_QPT_RC, IBV_WR_RDMA_WRITE, 64);
	f.b->k.attr.qp_access_flags = IBV_ACCESS_REMOTE_READ;
	expect_refused(&f, IBV_WC_REM_INV_REQ_ERR, IBV_EVENT_QP_REQ_ERR);
}

static void misaligned_atomic(void **state)
{
	struct scene f;

	scene_make(&f, state, IBV_QPT_RC, IBV_WR_ATOMIC_FETCH_AND_ADD, 8);
	f.wr.wr.atomic.remote_addr += 4;
	expect_refused(&f, IBV_WC_REM_INV_REQ_ERR, IBV_EVENT_QP_REQ_ERR);
}

static void read_the_responder_has_no_room_for(void **state)
{
	struct scene f;

	scene_make(&f, state, IBV_QPT_RC, IBV_WR_RDMA_READ, 64);
	f.b->k.attr.max_dest_rd_atomic = 0;
	expect_refused(&f, IBV_WC_REM_INV_REQ_ERR, IBV_EVENT_QP_REQ_ERR);
}

static void receive_too_short(void **state)
{
	struct scene f;

	scene_make(&f, state, IBV_QPT_RC, IBV_WR_SEND, 64);
	rig_state(f.b, IBV_QPS_RESET); /* drops the long receive */
	rig_to_init(f.b);
	rig_to_rtr(f.b, f.a);
	rig_recv(f.b, 51, f.to, 63);
	scene_go(&f);
	rig_expect(f.a->send_cq, 1, IBV_WC_REM_INV_REQ_ERR);
	rig_expect(f.b->recv_cq, 51, IBV_WC_LOC_LEN_ERR);
	scene_expect_states(&f, IBV_QPS_ERR, IBV_QPS_ERR);
	assert_int_equal(f.to->bytes[0], 0);
}

static void receive_with_a_bad_key(void **state)
{
	struct scene f;

	scene_make(&f, state, IBV_QPT_RC, IBV_WR_SEND, 64);
	f.to->k.access = IBV_ACCESS_REMOTE_READ;
	scene_go(&f);
	rig_expect(f.a->send_cq, 1, IBV_WC_REM_OP_ERR);
	rig_expect(f.b->recv_cq, 50, IBV_WC_LOC_PROT_ERR);
	scene_expect_states(&f, IBV_QPS_ERR, IBV_QPS_ERR);
}

/** The memory is registered, but the process has unmapped it since. */
static void memory_that_went_away(void **state)
{
	struct scene f;
	void *hole;

	if (rig_mode == RIG_OWN)
		skip();
	scene_make(&f, state, IBV_QPT_RC, IBV_WR_SEND, 64);
	hole = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	f.to->k.start = (uintptr_t)hole;
	scene_go(&f);
	rig_expect(f.a->send_cq, 1, IBV_WC_REM_OP_ERR);
	rig_expect(f.b->recv_cq, 50, IBV_WC_LOC_PROT_ERR);
	assert_int_equal(rig_reason(f.a, IBV_WC_REM_OP_ERR), SOFTHCA_REASON_MEMORY_GONE);
	munmap(hole, 4096);
}

/*
 * From now on, the kernel denies this process access to other processes' memory, as if they were in
 * another user namespace.
 */
static bool without_memory_of_others(void)
{
	struct sock_filter steps[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_process_vm_readv, 1, 0),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_process_vm_writev, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	const struct sock_fprog filter = {.len = sizeof(steps) / sizeof(steps[0]), .filter = steps};

	return !prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) &&
	       !prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter);
}

/**
 * The queues are shared, so the engine can still read them. The filter cannot be removed, so the
 * test runs in a child.
 */
static void memory_that_the_kernel_denies(void **state)
{
	enum {
		NO_FILTERS = 77,
		EXPECTED = 42
	};
	struct scene f;
	void *hole;
	pid_t child;
	int status = 0;

	if (rig_mode != RIG_SHARED)
		skip();
	scene_make(&f, state, IBV_QPT_RC, IBV_WR_RDMA_WRITE, 64);
	hole = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	f.from->k.start = (uintptr_t)hole;
	child = fork();
	if (!child) {
		if (!without_memory_of_others())
			_exit(NO_FILTERS);
		expect_local(&f, IBV_WC_LOC_PROT_ERR);
		_exit(rig_reason(f.a, IBV_WC_LOC_PROT_ERR) == SOFTHCA_REASON_MEMORY_DENIED
			      ? EXPECTED
			      : 1);
	}
	munmap(hole, 4096);
	assert_int_equal(waitpid(child, &status, 0), child);
	if (WIFEXITED(status) && WEXITSTATUS(status) == NO_FILTERS)
		skip();
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == EXPECTED);
}

static void own_memory_that_went_away(void **state)
{
	struct scene f;
	void *hole;

	if (rig_mode == RIG_OWN)
		skip();
	scene_make(&f, state, IBV_QPT_RC, IBV_WR_RDMA_WRITE, 64);
	hole = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	f.from->k.start = (uintptr_t)hole;
	expect_local(&f, IBV_WC_LOC_PROT_ERR);
	assert_int_equal(rig_reason(f.a, IBV_WC_LOC_PROT_ERR), SOFTHCA_REASON_MEMORY_GONE);
	munmap(hole, 4096);
}

/** Let b belong to a process that has ended, but was not waited for. Returns its number. */
static pid_t kill_b(struct scene *f)
{
	pid_t pid = fork();

	if (!pid)
		_exit(0);
	while (waitid(P_PID, (id_t)pid, &(siginfo_t){0}, WEXITED | WNOWAIT))
		;
	f->rig->b.ctx.memory.pid = pid;
	return pid;
}

static void expect_no_answer(struct scene *f, enum softhca_reason reason)
{
	for (int i = 0; i <= RIG_RETRIES; i++)
		rig_advance(f->rig, RIG_TIMEOUT_NS);
	rig_expect(f->a->send_cq, 1, IBV_WC_RETRY_EXC_ERR);
	assert_int_equal(rig_reason(f->a, IBV_WC_RETRY_EXC_ERR), reason);
}

/**
 * When a process ends, its memory is unmapped before its queue pairs are destroyed. The peer times
 * out, and gets no NAK.
 */
static void memory_of_the_dead(void **state)
{
	struct scene f;
	pid_t pid;

	if (rig_mode != RIG_COPIED)
		skip();
	scene_make(&f, state, IBV_QPT_RC, IBV_WR_RDMA_WRITE, 64);
	pid = kill_b(&f);
	scene_go(&f);
	rig_expect_none(f.a->send_cq);
	rig_qp_destroy(f.b);
	expect_no_answer(&f, SOFTHCA_REASON_NO_PEER);
	waitpid(pid, NULL, 0);
}

static void queue_pairs_of_the_dead(void **state)
{
	struct scene f;
	pid_t pid;

	if (rig_mode != RIG_COPIED)
		skip();
	scene_make(&f, state, IBV_QPT_RC, IBV_WR_RDMA_WRITE, 64);
	pid = kill_b(&f);
	scene_go(&f);
	expect_no_answer(&f, SOFTHCA_REASON_PROCESS_GONE);
	waitpid(pid, NULL, 0);
}

static void empty_write_needs_no_key(void **state)
{
	struct scene f;

	scene_make(&f, state, IBV_QPT_RC, IBV_WR_RDMA_WRITE, 0);
	f.wr.wr.rdma.rkey = 0xdeadbeef;
	scene_go(&f);
	rig_expect(f.a->send_cq, 1, IBV_WC_SUCCESS);
	scene_expect_states(&f, IBV_QPS_RTS, IBV_QPS_RTS);
}

static void key_withdrawn_on_the_way(void **state)
{
	struct scene f;
	struct rig_mr *to;

	scene_make(&f, state, IBV_QPT_RC, IBV_WR_RDMA_WRITE, 64);
	scene_make_long(&f, &to);
	rig_post(f.a, &f.wr);
	softhca_engine_poll(&f.rig->hca);
	rig_expect_none(f.a->send_cq);
	rig_mr_dereg(to);
	rig_run(f.rig);
	rig_expect(f.a->send_cq, 1, IBV_WC_REM_ACCESS_ERR);
}

/* --- flushing ---------------------------------------------------------------------------- */

static void everything_behind_an_error_is_flushed(void **state)
{
	struct scene f;

	scene_make(&f, state, IBV_QPT_RC, IBV_WR_SEND, 64);
	f.sge.lkey = 0;
	rig_post(f.a, &f.wr);
	f.wr.send_flags = 0;
	for (f.wr.wr_id = 2; f.wr.wr_id < 40; f.wr.wr_id++)
		rig_post(f.a, &f.wr);
	for (uint64_t i = 100; i < 110; i++)
		rig_recv(f.a, i, NULL, 0);
	rig_run(f.rig);
	rig_expect(f.a->send_cq, 1, IBV_WC_LOC_PROT_ERR);
	for (uint64_t i = 2; i < 40; i++)
		rig_expect(f.a->send_cq, i, IBV_WC_WR_FLUSH_ERR);
	for (uint64_t i = 100; i < 110; i++)
		rig_expect(f.a->recv_cq, i, IBV_WC_WR_FLUSH_ERR);
	rig_expect_none(f.a->send_cq);
	rig_expect_none(f.a->recv_cq);
	assert_int_equal(f.rig->a.dev.port[0].counters.flushes, 48);
	assert_int_equal(f.rig->a.dev.port[0].counters.completion_errors, 1);
}

int test_errors(void)
{
	const struct CMUnitTest tests[] = {
		RIG_TEST(unknown_lkey),
		RIG_TEST(lkey_of_another_domain),
		RIG_TEST(segment_beyond_its_region),
		RIG_TEST(segment_that_wraps),
		RIG_TEST(read_into_read_only_memory),
		RIG_TEST(too_long_a_message),
		RIG_TEST(atomic_of_four_bytes),
		RIG_TEST(read_with_no_credit),
		RIG_TEST(read_on_uc),
		RIG_TEST(malformed_entry),
		RIG_TEST(unknown_rkey),
		RIG_TEST(rkey_of_another_domain),
		RIG_TEST(write_beyond_the_region),
		RIG_TEST(write_without_permission),
		RIG_TEST(read_without_permission),
		RIG_TEST(atomic_without_permission),
		RIG_TEST(operation_the_queue_pair_forbids),
		RIG_TEST(misaligned_atomic),
		RIG_TEST(read_the_responder_has_no_room_for),
		RIG_TEST(receive_too_short),
		RIG_TEST(receive_with_a_bad_key),
		RIG_TEST(memory_that_went_away),
		RIG_TEST(own_memory_that_went_away),
		RIG_TEST(memory_that_the_kernel_denies),
		RIG_TEST(memory_of_the_dead),
		RIG_TEST(queue_pairs_of_the_dead),
		RIG_TEST(empty_write_needs_no_key),
		RIG_TEST(key_withdrawn_on_the_way),
		RIG_TEST(everything_behind_an_error_is_flushed),
	};

	return cmocka_run_group_tests_name("errors", tests, NULL, NULL);
}
