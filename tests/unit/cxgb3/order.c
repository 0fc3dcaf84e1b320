/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The order of completions that software delivers: sends behind outstanding reads, sends behind
 * unsignaled ones, and CQEs that are queued because another queue pair of the same completion queue
 * is flushed.
 */
#include "bench.h"

#include <stdlib.h>

/* CQEs of a healthy queue pair are queued by software when another one is flushed. */
static void what_is_put_aside_keeps_its_order(void **state)
{
	struct t3 *w = open_world("T3B");
	struct t3_cq *c = make_cq(w, LOG2_CQ);
	struct t3_qp *a = make_qp(w, 65, 4, 4), *b = make_qp(w, 66, 4, 4);

	(void)state;
	assert_int_equal(post(a, IBV_WR_RDMA_READ, 1, IBV_SEND_SIGNALED), 0);
	assert_int_equal(post_send(a, 2), 0);
	complete(c, 0, 65, 1, false); /* the send overtakes the read */
	break_qp(b);
	*c->cq->attention = 1;
	expect_polled(c, NULL, 0);
	complete(c, 0, 65, 0, true);
	EXPECT_POLLED(c, 1, 2);
}

/* Sends that wait behind a read are delivered by the send completion queue, even if receives are
 * polled from another one meanwhile. */
static void a_receive_moves_no_send_to_its_queue(void **state)
{
	struct t3 *w = open_world("T3B");
	struct t3_cq *sends = make_cq(w, LOG2_CQ), *recvs = make_cq(w, LOG2_CQ);
	struct t3_qp *q = make_qp(w, 65, 3, 3);
	struct cxgb3_cqe cqe = {.qpid = 65, .operation = CXGB3_RDMA_SEND, .message = 1};
	struct ibv_wc wc = {0};

	(void)state;
	q->qp->ibv.recv_cq = &recvs->cq->ibv;
	assert_int_equal(post(q, IBV_WR_RDMA_READ, 1, IBV_SEND_SIGNALED), 0);
	assert_int_equal(post_send(q, 2), 0);
	assert_int_equal(post_send(q, 3), 0);
	assert_int_equal(post_recv(q, 9), 0);
	complete(sends, 0, 65, 1, false);
	complete(sends, 1, 65, 2, false);
	complete(sends, 2, 65, 0, true);
	assert_int_equal(ibv_poll_cq(&sends->cq->ibv, 1, &wc), 1);
	assert_int_equal(wc.wr_id, 1);
	put_entry(recvs, 0, cqe);
	EXPECT_POLLED(recvs, 9);
	EXPECT_POLLED(sends, 2, 3);
}

/* The completion of a send behind unsignaled ones is delivered by software, in order with other
 * CQEs that software has queued. */
static void what_is_put_aside_is_not_overtaken(void **state)
{
	const struct cxgb3_cqe received = {.qpid = 65, .operation = CXGB3_RDMA_SEND, .message = 1};
	struct t3 *w = open_world("T3B");
	struct t3_cq *c = make_cq(w, LOG2_CQ);
	struct t3_qp *a = make_qp(w, 65, 4, 4), *b = make_qp(w, 66, 4, 4);

	(void)state;
	assert_int_equal(post(a, IBV_WR_SEND, 1, 0), 0);
	assert_int_equal(post_send(a, 2), 0);
	assert_int_equal(post_recv(a, 3), 0);
	assert_int_equal(post_send(b, 4), 0);
	complete(c, 0, 65, 1, false);
	put_entry(c, 1, received);
	break_qp(b);
	*c->cq->attention = 1;
	EXPECT_POLLED(c, 2, 3, 4);
}

/* ---- any traffic: the same completions in the same order, whichever queue pair is flushed ---- */

enum {
	FIRST_QPN = 65,
	HEALTHY = 2, /* number of queue pairs that do not fail; the others fail or are reset */
	QPS = 5,
	STEPS = 400,
	LOG2_REQUESTS = 7,
	MOST = 100, /* sends or receives of a queue pair: few enough for no post to depend on a poll
		     */
	SEEDS = 100,
	FEW = 8, /* size of a software queue that is soon full */
};

/* What differs between runs of the same script. */
struct setting {
	bool two_cqs;
	bool few; /* the software queue gets full; queue pairs that fail then have no requests */
};

/* The adapter's state of a queue pair. */
struct traffic {
	struct t3_qp *q;
	bool failed; /* or was reset */
	bool signaled[MOST], read[MOST];
	uint32_t posted, sent, answered; /* sends: posted; next send and next read to complete */
	uint32_t recvs, received;
};

struct queue {
	struct t3_cq *c;
	uint32_t put;                           /* CQEs that the adapter wrote */
	uint64_t delivered[2 * HEALTHY * MOST]; /* wr_ids of healthy queue pairs, in order */
	size_t count;
};

struct run {
	struct setting setting;
	bool disturbed; /* queue pairs fail, and the program polls only now and then */
	struct traffic traffic[QPS];
	struct queue queues[2]; /* for sends, for receives */
	uint64_t random;
};

static uint32_t draw(struct run *run, uint32_t limit)
{
	run->random = run->random * 6364136223846793005ULL + 1442695040888963407ULL;
	return (uint32_t)(run->random >> 33) % limit;
}

static struct queue *queue_of(struct run *run, bool sends)
{
	return &run->queues[!sends && run->setting.two_cqs];
}

static int poll_some(struct queue *queue, int most)
{
	struct ibv_wc wc[8] = {0};
	const int got = ibv_poll_cq(&queue->c->cq->ibv, most, wc);

	assert_in_range(got, 0, most);
	for (int i = 0; i < got; i++) {
		if (wc[i].qp_num >= FIRST_QPN + HEALTHY)
			continue;
		assert_int_equal(wc[i].status, IBV_WC_SUCCESS);
		queue->delivered[queue->count++] = wc[i].wr_id;
	}
	return got;
}

static void poll_all(struct run *run)
{
	for (size_t i = 0; i < 2; i++) {
		while (run->queues[i].c && poll_some(&run->queues[i], 8) > 0)
			;
	}
}

static void report_to(struct run *run, bool send_queue, struct cxgb3_cqe cqe)
{
	struct queue *queue = queue_of(run, send_queue);
	const struct inverbs_cq *cq = queue->c->cq;

	if (queue->put - cq->head == cq->entries)
		poll_all(run);
	put_entry(queue->c, queue->put - cq->head, cqe);
	queue->put++;
}

static void post_some(struct run *run, struct traffic *t, uint32_t kind)
{
	const uint64_t wr_id = (uint64_t)t->q->id << 32 | kind << 16;

	if (t->posted == MOST || t->recvs == MOST)
		return;
	if (run->setting.few && t->q->id >= FIRST_QPN + HEALTHY)
		return;
	if (kind == 4) {
		assert_int_equal(post_recv(t->q, wr_id | t->recvs++), 0);
		return;
	}
	t->signaled[t->posted] = kind & 1;
	t->read[t->posted] = kind & 2;
	assert_int_equal(post(t->q, kind & 2 ? IBV_WR_RDMA_READ : IBV_WR_SEND, wr_id | t->posted,
			      kind & 1 ? IBV_SEND_SIGNALED : 0),
			 0);
	t->posted++;
}

/* Complete signaled sends in order, and reads in order among themselves. */
static void complete_some(struct run *run, struct traffic *t, uint32_t kind)
{
	struct cxgb3_cqe cqe = {.qpid = t->q->id, .operation = CXGB3_RDMA_SEND};
	uint32_t *next = kind == 1 ? &t->answered : &t->sent;

	if (kind == 2 && t->received < t->recvs) {
		cqe.message = ++t->received;
		report_to(run, false, cqe);
	}
	if (kind == 2)
		return;
	while (*next < t->posted &&
	       (kind == 1 ? !t->read[*next] : t->read[*next] || !t->signaled[*next]))
		++*next;
	if (*next == t->posted)
		return;
	cqe.is_send = kind != 1;
	if (cqe.is_send)
		cqe.serial = *next;
	else
		cqe.operation = CXGB3_RDMA_READ_RESP;
	++*next;
	report_to(run, true, cqe);
}

/*
 * An event of the kernel, a posted request and a change of state cause software to flush; RESET
 * drops all outstanding requests.
 */
static void fail_one(struct run *run, struct traffic *t, uint32_t how)
{
	struct ibv_qp_attr attr = {.qp_state = how == 2 ? IBV_QPS_ERR : IBV_QPS_RESET};

	if (t->q->id < FIRST_QPN + HEALTHY || t->failed)
		return;
	t->failed = true;
	if (!run->disturbed)
		return;
	if (how < 3)
		break_qp(t->q);
	if (how == 0)
		*queue_of(run, true)->c->cq->attention = 1;
	else if (how == 1)
		assert_int_equal(post_send(t->q, 0), EINVAL);
	else
		assert_int_equal(ibv_modify_qp(&t->q->qp->ibv, &attr, IBV_QP_STATE), 0);
}

static void step(struct run *run)
{
	struct traffic *t = &run->traffic[draw(run, QPS)];
	const uint32_t what = draw(run, 10), kind = draw(run, 60);

	if (what == 9 && kind < 12)
		fail_one(run, t, kind % 4);
	else if (what == 9 && kind < 36 && run->disturbed)
		poll_some(queue_of(run, kind & 1), (int)(kind / 2 % 8) + 1);
	else if (what < 4 && !t->failed)
		post_some(run, t, kind % 5);
	else if (what < 9 && !t->failed)
		complete_some(run, t, kind % 3);
	if (!run->disturbed)
		poll_all(run);
}

static struct run *play(struct setting setting, uint64_t seed, bool disturbed)
{
	struct run *run = calloc(1, sizeof(*run));
	struct t3 *w = open_world("T3B");

	assert_non_null(run);
	*run = (struct run){
		.setting = setting, .disturbed = disturbed, .random = seed * 0x9e3779b97f4a7c15ULL};
	for (size_t i = 0; i < 1 + (size_t)setting.two_cqs; i++)
		run->queues[i].c = make_cq(w, LOG2_CQ);
	for (uint32_t i = 0; i < QPS; i++) {
		run->traffic[i].q = make_qp(w, FIRST_QPN + i, LOG2_REQUESTS, LOG2_REQUESTS);
		run->traffic[i].q->qp->ibv.recv_cq = &queue_of(run, false)->c->cq->ibv;
	}
	for (size_t i = 0; i < 2 && setting.few; i++) {
		if (run->queues[i].c)
			run->queues[i].c->cq->soft->entries = FEW;
	}
	for (int i = 0; i < STEPS; i++)
		step(run);
	poll_all(run);
	return run;
}

static void check_same(const struct queue *got, const struct queue *expected, unsigned int seed)
{
	for (size_t i = 0; i < got->count && i < expected->count; i++) {
		if (got->delivered[i] != expected->delivered[i])
			print_error("seed %u, completion %zu\n", seed, i);
		assert_int_equal(got->delivered[i], expected->delivered[i]);
	}
	assert_int_equal(got->count, expected->count);
}

static void a_flush_affects_only_its_queue(void **state)
{
	const struct setting *setting = *state;
	size_t count = 0;

	for (unsigned int seed = 0; seed < SEEDS; seed++) {
		struct run *expected = play(*setting, seed, false), *got;

		close_world(NULL);
		got = play(*setting, seed, true);
		for (size_t i = 0; i < 2; i++)
			check_same(&got->queues[i], &expected->queues[i], seed);
		count += got->queues[0].count;
		if (seed + 1 < SEEDS) /* the teardown closes the last one */
			close_world(NULL);
		free(expected);
		free(got);
	}
	assert_true(count > 1000); /* otherwise the test would be void */
}

int main(void)
{
	static struct setting settings[] = {
		{.two_cqs = false, .few = false},
		{.two_cqs = true, .few = false},
		{.two_cqs = false, .few = true},
		{.two_cqs = true, .few = true},
	};
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(what_is_put_aside_keeps_its_order, close_world),
		cmocka_unit_test_teardown(a_receive_moves_no_send_to_its_queue, close_world),
		cmocka_unit_test_teardown(what_is_put_aside_is_not_overtaken, close_world),
		{"a_flush_affects_only_its_queue: one queue", a_flush_affects_only_its_queue, NULL,
		 close_world, &settings[0]},
		{"a_flush_affects_only_its_queue: two queues", a_flush_affects_only_its_queue, NULL,
		 close_world, &settings[1]},
		{"a_flush_affects_only_its_queue: one queue, few places",
		 a_flush_affects_only_its_queue, NULL, close_world, &settings[2]},
		{"a_flush_affects_only_its_queue: two queues, few places",
		 a_flush_affects_only_its_queue, NULL, close_world, &settings[3]},
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
