/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The daemon is killed while programs use it: calls fail, none hangs or crashes, and objects can be
 * destroyed without leaks. Usage: orphans SOFTHCAD
 */
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../contract/kit.h"
#include "../emulator/daemon.h"

static const char *softhcad;

/* Indexes in the device list of the devices that start_daemon() adds to those of other tests. */
enum {
	T3 = 4,
	RXE = 6,
};

static void start_daemon(void)
{
	static const char *const more[] = {"--device", "cxgb3_2",  "--device",
					   "cxgb3_3",  "--device", "rxe_0",
					   "--device", "rxe_1",    NULL};

	assert_int_equal(daemon_start_with(softhcad, more), 0);
	assert_int_equal(setenv("INVERBS_EMULATOR", daemon_socket(), 1), 0);
}

static void kill_daemon(void)
{
	char path[128];

	assert_int_equal(kill(daemon_pid(), SIGKILL), 0);
	assert_int_equal(waitpid(daemon_pid(), NULL, 0), daemon_pid());
	/* files that the daemon could not remove */
	snprintf(path, sizeof(path), "%s.lock", daemon_socket());
	unlink(path);
	*strrchr(path, '.') = '\0';
	assert_int_equal(unlink(path), 0);
	*strrchr(path, '/') = '\0';
	assert_int_equal(rmdir(path), 0);
}

static void calls_fail_with_eio(void **state)
{
	struct ibv_port_attr port;
	struct pair pair;

	(void)state;
	start_daemon();
	pair_open(&pair, &(struct plan){.channel = true});
	kill_daemon();
	assert_int_equal(ibv_query_port(pair.a.ctx, 1, &port), EIO);
	errno = 0;
	assert_null(ibv_alloc_pd(pair.a.ctx));
	assert_int_equal(errno, EIO);
	errno = 0;
	assert_null(ibv_create_cq(pair.a.ctx, 10, NULL, NULL, 0));
	assert_int_equal(errno, EIO);
	errno = 0;
	assert_null(ibv_reg_mr(pair.a.pd, pair.a.buf, 10, 0));
	assert_int_equal(errno, EIO);
	errno = 0;
	assert_null(ibv_create_comp_channel(pair.a.ctx));
	assert_int_equal(errno, EIO);
	assert_int_equal(side_to(&pair.a, IBV_QPS_ERR), EIO);
	assert_int_equal(pair.a.qp->state, IBV_QPS_RTS);
	pair_close(&pair);
}

/* Polling alone returns what the daemon can no longer write: work requests posted before its death
 * and after are flushed, in order; those that had completed keep their status. */
static void polls_find_what_was_flushed(void **state)
{
	bool flushed = false;
	struct pair pair;
	struct ibv_wc wc;

	(void)state;
	start_daemon();
	pair_open(&pair, &(struct plan){.bytes = 1 << 20});
	post_receive(&pair.a, 20, 0, 100);
	for (uint64_t i = 0; i < 8; i++)
		post(&pair.a, &pair.b, IBV_WR_RDMA_WRITE, i, 0, 1 << 20);
	kill_daemon();
	for (uint64_t i = 0; i < 8; i++) {
		take_completions(pair.a.scq, &wc, 1);
		assert_int_equal(wc.wr_id, i);
		flushed |= wc.status == IBV_WC_WR_FLUSH_ERR;
		assert_int_equal(wc.status, flushed ? IBV_WC_WR_FLUSH_ERR : IBV_WC_SUCCESS);
	}
	expect(pair.a.rcq, 20, IBV_WC_WR_FLUSH_ERR);
	for (uint64_t i = 9; i < 40; i++) { /* more than a lap of both rings */
		post(&pair.a, &pair.b, IBV_WR_RDMA_WRITE, i, 0, 100);
		post_receive(&pair.b, i, 0, 100);
		assert_int_equal(ibv_req_notify_cq(pair.a.scq, 0), 0);
		wc = expect(pair.a.scq, i, IBV_WC_WR_FLUSH_ERR);
		assert_int_equal(wc.qp_num, pair.a.qp->qp_num);
		expect(pair.b.rcq, i, IBV_WC_WR_FLUSH_ERR);
	}
	expect_nothing(pair.a.scq);
	expect_nothing(pair.b.rcq);
	pair_close(&pair);
}

/* Polls return as many as the completion queue holds, then the others. */
static void a_small_queue_has_all_of_them(void **state)
{
	struct pair pair;

	(void)state;
	start_daemon();
	pair_open(&pair, &(struct plan){.cqe = 3, .recv_wr = 16});
	for (uint64_t i = 0; i < 16; i++)
		post_receive(&pair.a, i, 0, 100);
	kill_daemon();
	for (uint64_t i = 0; i < 16; i++)
		expect(pair.a.rcq, i, IBV_WC_WR_FLUSH_ERR);
	expect_nothing(pair.a.rcq);
	pair_close(&pair);
}

static void extended_polls_on(int first)
{
	struct ibv_cq_init_attr_ex attr = {.cqe = 16, .wc_flags = IBV_WC_STANDARD_FLAGS};
	struct ibv_poll_cq_attr none = {0};
	struct ibv_cq_ex *cq;
	struct pair pair;
	int err;

	start_daemon();
	pair_open_on(&pair, first, &(struct plan){0});
	assert_int_equal(ibv_destroy_qp(pair.a.qp), 0);
	assert_int_equal(ibv_destroy_cq(pair.a.rcq), 0);
	cq = ibv_create_cq_ex(pair.a.ctx, &attr);
	assert_non_null(cq);
	pair.a.rcq = ibv_cq_ex_to_cq(cq);
	pair.a.qp = ibv_create_qp(pair.a.pd, &(struct ibv_qp_init_attr){
						     .send_cq = pair.a.scq,
						     .recv_cq = pair.a.rcq,
						     .cap = pair.a.cap,
						     .qp_type = IBV_QPT_RC,
					     });
	assert_non_null(pair.a.qp);
	assert_int_equal(side_to_init(&pair.a, &pair.plan), 0);
	post_receive(&pair.a, 1, 0, 100);
	post_receive(&pair.a, 2, 0, 100);
	kill_daemon();
	while ((err = ibv_start_poll(cq, &none)) == ENOENT)
		sched_yield();
	assert_int_equal(err, 0);
	assert_int_equal(cq->wr_id, 1);
	assert_int_equal(cq->status, IBV_WC_WR_FLUSH_ERR);
	assert_int_equal(ibv_next_poll(cq), 0);
	assert_int_equal(cq->wr_id, 2);
	assert_int_equal(ibv_wc_read_qp_num(cq), pair.a.qp->qp_num);
	assert_int_equal(ibv_next_poll(cq), ENOENT);
	ibv_end_poll(cq);
	pair_close(&pair);
}

static void extended_polls_find_it_too(void **state)
{
	(void)state;
	extended_polls_on(0);
}

static void extended_polls_by_index_find_it_too(void **state)
{
	(void)state;
	extended_polls_on(RXE);
}

/* --- receives of a shared queue ----------------------------------------------------------- */

enum {
	SHARED = 8, /* number of receives posted */
};

/* Opens a pair in which the first side's queue pair uses an SRQ. Returns the SRQ. */
static struct ibv_srq *open_shared(struct pair *pair, int first)
{
	struct ibv_srq_init_attr attr = {.attr = {.max_wr = SHARED, .max_sge = 1}};
	struct ibv_qp_init_attr init = {.qp_type = IBV_QPT_RC, .srq = NULL};

	side_open(&pair->a, first, &pair->plan);
	side_open(&pair->b, first + 1, &pair->plan);
	init.srq = ibv_create_srq(pair->a.pd, &attr);
	assert_non_null(init.srq);
	assert_int_equal(ibv_destroy_qp(pair->a.qp), 0);
	init.send_cq = pair->a.scq;
	init.recv_cq = pair->a.rcq;
	init.cap = pair->a.cap;
	pair->a.qp = ibv_create_qp(pair->a.pd, &init);
	assert_non_null(pair->a.qp);
	pair_connect(pair, &pair->plan);
	return init.srq;
}

static void post_shared(struct ibv_srq *srq, const struct side *side, uint64_t wr_id)
{
	struct ibv_sge sge = side_sge(side, 0, 100);
	struct ibv_recv_wr wr = {.wr_id = wr_id, .sg_list = &sge, .num_sge = 1}, *bad;

	assert_int_equal(ibv_post_srq_recv(srq, &wr, &bad), 0);
}

static void close_shared(struct pair *pair, struct ibv_srq *srq)
{
	assert_int_equal(ibv_destroy_qp(pair->a.qp), 0);
	pair->a.qp = NULL;
	assert_int_equal(ibv_destroy_srq(srq), 0);
	pair_close(pair);
}

/* Some receives complete first, so that the remaining ones wrap around the end of the queue. */
static void shared_ones_on(int first)
{
	struct pair pair = {.plan = {0}};
	struct ibv_srq *srq;
	struct ibv_wc wc;

	start_daemon();
	srq = open_shared(&pair, first);
	for (uint64_t i = 0; i < SHARED; i++)
		post_shared(srq, &pair.a, i);
	for (uint64_t i = 0; i < 5; i++) {
		post(&pair.b, &pair.a, IBV_WR_SEND, i, 0, 100);
		expect(pair.b.scq, i, IBV_WC_SUCCESS);
		expect(pair.a.rcq, i, IBV_WC_SUCCESS);
		post_shared(srq, &pair.a, SHARED + i);
	}
	kill_daemon();
	for (uint64_t i = 5; i < SHARED + 5; i++) {
		wc = expect(pair.a.rcq, i, IBV_WC_WR_FLUSH_ERR);
		assert_int_equal(wc.qp_num, pair.a.qp->qp_num);
	}
	for (uint64_t i = 100; i < 140; i++) { /* more than one lap */
		post_shared(srq, &pair.a, i);
		expect(pair.a.rcq, i, IBV_WC_WR_FLUSH_ERR);
	}
	expect_nothing(pair.a.rcq);
	close_shared(&pair, srq);
}

static void receives_of_a_shared_list_are_flushed(void **state)
{
	(void)state;
	shared_ones_on(0);
}

static void receives_of_a_shared_ring_are_flushed(void **state)
{
	(void)state;
	shared_ones_on(RXE);
}

/* One receive has completed but was not polled, on another completion queue. */
static void shared_ones_complete_once_on(int first)
{
	struct pair pair = {.plan = {0}};
	unsigned int seen = 0, rounds = 0;
	struct ibv_qp_init_attr init;
	struct ibv_qp *other;
	struct ibv_srq *srq;
	struct ibv_wc wc;

	start_daemon();
	srq = open_shared(&pair, first);
	init = (struct ibv_qp_init_attr){.send_cq = pair.a.scq,
					 .recv_cq = pair.a.scq,
					 .srq = srq,
					 .cap = pair.a.cap,
					 .qp_type = IBV_QPT_RC};
	other = ibv_create_qp(pair.a.pd, &init);
	assert_non_null(other);
	for (uint64_t i = 0; i < SHARED; i++)
		post_shared(srq, &pair.a, i);
	post(&pair.b, &pair.a, IBV_WR_SEND, 1, 0, 100);
	expect(pair.b.scq, 1, IBV_WC_SUCCESS);
	kill_daemon();
	while (seen != (1U << SHARED) - 1) {
		struct ibv_cq *const cq = ++rounds % 1000 ? pair.a.scq : pair.a.rcq;
		const int got = ibv_poll_cq(cq, 1, &wc);

		if (!got)
			continue;
		assert_int_equal(got, 1);
		assert_false(seen >> wc.wr_id & 1);
		assert_int_equal(wc.status, wc.wr_id ? IBV_WC_WR_FLUSH_ERR : IBV_WC_SUCCESS);
		seen |= 1U << wc.wr_id;
	}
	expect_nothing(pair.a.scq);
	expect_nothing(pair.a.rcq);
	assert_int_equal(ibv_destroy_qp(other), 0);
	close_shared(&pair, srq);
}

static void receives_of_a_shared_list_complete_once(void **state)
{
	(void)state;
	shared_ones_complete_once_on(0);
}

static void receives_of_a_shared_ring_complete_once(void **state)
{
	(void)state;
	shared_ones_complete_once_on(RXE);
}

static void receives_of_an_xrc_queue_are_flushed(void **state)
{
	struct ibv_xrcd_init_attr domain = {
		.comp_mask = IBV_XRCD_INIT_ATTR_FD | IBV_XRCD_INIT_ATTR_OFLAGS,
		.fd = -1,
		.oflags = O_CREAT,
	};
	struct ibv_srq_init_attr_ex attr = {
		.attr = {.max_wr = SHARED, .max_sge = 1},
		.comp_mask = IBV_SRQ_INIT_ATTR_TYPE | IBV_SRQ_INIT_ATTR_XRCD |
			     IBV_SRQ_INIT_ATTR_CQ | IBV_SRQ_INIT_ATTR_PD,
		.srq_type = IBV_SRQT_XRC,
	};
	struct ibv_srq *srq;
	struct side side;

	(void)state;
	start_daemon();
	side_open(&side, 0, &(struct plan){0});
	attr.xrcd = ibv_open_xrcd(side.ctx, &domain);
	assert_non_null(attr.xrcd);
	attr.cq = side.rcq;
	attr.pd = side.pd;
	srq = ibv_create_srq_ex(side.ctx, &attr);
	assert_non_null(srq);
	for (uint64_t i = 0; i < SHARED; i++)
		post_shared(srq, &side, i);
	kill_daemon();
	for (uint64_t i = 0; i < SHARED; i++)
		expect(side.rcq, i, IBV_WC_WR_FLUSH_ERR);
	expect_nothing(side.rcq);
	assert_int_equal(ibv_destroy_srq(srq), 0);
	assert_int_equal(ibv_close_xrcd(attr.xrcd), 0);
	side_close(&side);
}

/* --- other adapters ----------------------------------------------------------------------- */

/* Posting a send is a command, which fails and leaves nothing behind. */
static void polls_by_index_find_it(void **state)
{
	struct ibv_send_wr wr, *bad;
	struct ibv_sge sge;
	struct pair pair;

	(void)state;
	start_daemon();
	pair_open_on(&pair, RXE, &(struct plan){0});
	for (uint64_t i = 0; i < 4; i++)
		post_receive(&pair.a, 20 + i, 0, 100);
	for (uint64_t i = 0; i < 4; i++) /* they wait for receives */
		post(&pair.a, &pair.b, IBV_WR_SEND, i, 0, 100);
	kill_daemon();
	for (uint64_t i = 0; i < 4; i++)
		expect(pair.a.scq, i, IBV_WC_WR_FLUSH_ERR);
	for (uint64_t i = 0; i < 4; i++)
		expect(pair.a.rcq, 20 + i, IBV_WC_WR_FLUSH_ERR);
	sge = side_sge(&pair.a, 0, 100);
	wr = side_wr(&sge, IBV_WR_SEND, 5, &pair.b, 0);
	for (uint64_t i = 0; i < 40; i++) {
		assert_int_equal(ibv_post_send(pair.a.qp, &wr, &bad), EIO);
		post_receive(&pair.b, i, 0, 100);
		expect(pair.b.rcq, i, IBV_WC_WR_FLUSH_ERR);
	}
	expect_nothing(pair.a.scq);
	expect_nothing(pair.a.rcq);
	pair_close(&pair);
}

/* Those that had completed keep their status; then a failed queue pair accepts nothing. */
static void polls_in_order_find_it(void **state)
{
	bool flushed = false;
	struct pair pair;
	struct ibv_wc wc;

	(void)state;
	start_daemon();
	pair_open_on(&pair, T3, &(struct plan){.bytes = 1 << 20});
	for (uint64_t i = 0; i < 4; i++)
		post_receive(&pair.a, 20 + i, 0, 100);
	for (uint64_t i = 0; i < 8; i++)
		post(&pair.a, &pair.b, IBV_WR_RDMA_WRITE, i, 0, 1 << 20);
	kill_daemon();
	for (uint64_t i = 0; i < 8; i++) {
		take_completions(pair.a.scq, &wc, 1);
		assert_int_equal(wc.wr_id, i);
		flushed |= wc.status == IBV_WC_WR_FLUSH_ERR;
		assert_int_equal(wc.status, flushed ? IBV_WC_WR_FLUSH_ERR : IBV_WC_SUCCESS);
	}
	for (uint64_t i = 0; i < 4; i++)
		expect(pair.a.rcq, 20 + i, IBV_WC_WR_FLUSH_ERR);
	expect_nothing(pair.a.scq);
	expect_nothing(pair.a.rcq);
	pair_close(&pair);
}

/* ------------------------------------------------------------------------------------------ */

static void waiting_for_events_ends(void **state)
{
	struct ibv_async_event event;
	struct ibv_cq *cq;
	struct pair pair;
	void *context;

	(void)state;
	start_daemon();
	pair_open(&pair, &(struct plan){.channel = true});
	assert_int_equal(ibv_req_notify_cq(pair.a.scq, 0), 0);
	kill_daemon();
	errno = 0;
	assert_int_equal(ibv_get_cq_event(pair.a.channel, &cq, &context), -1);
	assert_int_equal(errno, EIO);
	assert_int_equal(ibv_get_async_event(pair.a.ctx, &event), 0);
	assert_int_equal(event.event_type, IBV_EVENT_DEVICE_FATAL);
	ibv_ack_async_event(&event);
	errno = 0;
	assert_int_equal(ibv_get_async_event(pair.a.ctx, &event), -1);
	assert_int_equal(errno, EIO);
	pair_close(&pair);
}

static void another_daemon_is_found(void **state)
{
	struct pair old, pair;

	(void)state;
	start_daemon();
	pair_open(&old, &(struct plan){0});
	kill_daemon();
	start_daemon();
	pair_open(&pair, &(struct plan){0});
	post(&pair.a, &pair.b, IBV_WR_RDMA_WRITE, 1, 0, 100);
	expect(pair.a.scq, 1, IBV_WC_SUCCESS);
	pair_close(&pair);
	pair_close(&old);
	assert_int_equal(daemon_stop(), 0);
}

static void no_daemon_gives_no_device_list(void **state)
{
	int count = 7;

	(void)state;
	assert_int_equal(setenv("INVERBS_EMULATOR", "/nonexistent/softhca.sock", 1), 0);
	errno = 0;
	assert_null(ibv_get_device_list(&count));
	assert_int_equal(errno, ENOENT);
	assert_int_equal(count, 0);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		TEST(calls_fail_with_eio),
		TEST(polls_find_what_was_flushed),
		TEST(a_small_queue_has_all_of_them),
		TEST(extended_polls_find_it_too),
		TEST(receives_of_a_shared_list_are_flushed),
		TEST(receives_of_a_shared_ring_are_flushed),
		TEST(receives_of_a_shared_list_complete_once),
		TEST(receives_of_a_shared_ring_complete_once),
		TEST(receives_of_an_xrc_queue_are_flushed),
		TEST(polls_by_index_find_it),
		TEST(extended_polls_by_index_find_it_too),
		TEST(polls_in_order_find_it),
		TEST(waiting_for_events_ends),
		TEST(another_daemon_is_found),
		TEST(no_daemon_gives_no_device_list),
	};

	if (argc != 2) {
		fprintf(stderr, "usage: %s SOFTHCAD\n", argv[0]);
		return 2;
	}
	softhcad = argv[1];
	return cmocka_run_group_tests_name("orphans", tests, NULL, NULL);
}
