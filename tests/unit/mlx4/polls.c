/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Polling a completion queue of more queue pairs than it caches, of all types, in random order.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <inverbs/device/mlx4_device.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "mlx4/kernel.h"
#include "providers/gen/mlx4_ops.h"

static const struct inverbs_provider *const mlx4 = &inverbs_provider_mlx4;

enum {
	QPS = 20, /* more than INVERBS_SEEN */
	FIRST_QPN = 0x0a41c0,
	UNKNOWN_QPN = 0x0a7777,
	CQES = 64,
	LARGE_CQES = 256, /* after a resize */
	COMING = 4096,    /* more than can be outstanding */
	WAITING = 30,     /* outstanding CQEs while queue pairs are destroyed or rings resized */
	MOST = 9,         /* maximum of completions per call */
	ROUNDS = 4000,
	RENEWALS = 100,
};

/* An expected completion. */
struct coming {
	struct ibv_wc wc;
	bool is_unknown, counts; /* counts: byte_len is valid */
};

struct fixture {
	struct kernel kernel;
	struct inverbs_context ctx;
	struct inverbs_pd pd;
	struct inverbs_cq cq;
	struct inverbs_srq srq;
	struct inverbs_qp *qp[QPS];
	struct inverbs_qp *gone[QPS]; /* the previous one with this number, overwritten */
	uint32_t sent[QPS], received[QPS];
	uint32_t generation[QPS]; /* how often the number was reused; part of wr_ids */
	struct coming coming[COMING];
	uint32_t put, taken;
	uint32_t seed;
};

static uint32_t draw(struct fixture *f, uint32_t below)
{
	f->seed = f->seed * 1664525 + 1013904223;
	return (f->seed >> 8) % below;
}

/* The number of a queue pair; pairs of numbers have the same low bits. */
static uint32_t number_of(int which)
{
	return FIRST_QPN + (uint32_t)which * 7 % QPS;
}

static uint64_t id_of(const struct fixture *f, int which, bool is_send, uint32_t index)
{
	return (uint64_t)f->generation[which] << 48 | (uint64_t)number_of(which) << 16 |
	       (is_send ? 0x8000U : 0) | index;
}

static enum ibv_qp_type type_of(int which)
{
	return which % 4 == 1 ? IBV_QPT_UD : which % 4 == 2 ? IBV_QPT_UC : IBV_QPT_RC;
}

static bool is_shared(int which)
{
	return which % 5 == 3;
}

static void make_qp(struct fixture *f, int which)
{
	struct inverbs_qp *qp = aligned_alloc(__alignof__(*qp), sizeof(*qp));
	struct ibv_qp_init_attr_ex attr = {
		.qp_type = type_of(which),
		.cap = {.max_send_wr = 8, .max_recv_wr = 8, .max_send_sge = 1, .max_recv_sge = 1},
		.comp_mask = IBV_QP_INIT_ATTR_PD,
		.pd = &f->pd.ibv,
		.send_cq = &f->cq.ibv,
		.recv_cq = &f->cq.ibv,
		.srq = is_shared(which) ? &f->srq.ibv : NULL,
	};

	assert_non_null(qp);
	memset(qp, 0, sizeof(*qp));
	f->qp[which] = qp;
	f->kernel.qpn = number_of(which);
	qp->ibv.context = &f->ctx.ibv;
	assert_int_equal(mlx4->create_qp(&f->ctx, &attr, qp), 0);
	qp->ibv.qp_type = attr.qp_type;
	qp->ibv.send_cq = qp->ibv.recv_cq = &f->cq.ibv;
	f->sent[which] = f->received[which] = 0;
	f->generation[which]++;
	for (uint32_t i = 0; i < qp->sq.entries; i++)
		qp->sq.wr_id[i] = id_of(f, which, true, i);
	for (uint32_t i = 0; i < qp->rq.entries; i++)
		qp->rq.wr_id[i] = id_of(f, which, false, i);
}

static void destroy_qp(struct fixture *f, int which)
{
	uint32_t events;

	assert_int_equal(mlx4->destroy_qp(f->qp[which], &events), 0);
	free(f->gone[which]);
	f->gone[which] = f->qp[which];
	memset(f->gone[which], 0xa5, sizeof(*f->gone[which]));
	f->gone[which]->sq.qpn = number_of(which);
}

static unsigned int idle_calls;

/* Called by polls that find nothing, with the queue's lock held. */
static void count_idle(struct inverbs_cq *cq)
{
	assert_int_equal(cq->lock.held, 1);
	idle_calls++;
}

static int set_up_polls(void **state, void (*idle)(struct inverbs_cq *))
{
	struct ibv_cq_init_attr_ex cq_attr = {.cqe = CQES - 1};
	struct ibv_srq_init_attr_ex srq_attr = {.attr = {.max_wr = 60, .max_sge = 1}};
	struct fixture *f = calloc(1, sizeof(*f));

	kernel_init(&f->kernel);
	assert_int_equal(kernel_open(&f->kernel, 4, &f->ctx), 0);
	f->pd.ibv.context = &f->ctx.ibv;
	srq_attr.pd = &f->pd.ibv;
	f->cq.ibv.context = &f->ctx.ibv;
	f->cq.idle = idle;
	assert_int_equal(mlx4->create_cq(&f->ctx, &cq_attr, false, &f->cq), 0);
	f->srq.ibv.context = &f->ctx.ibv;
	assert_int_equal(mlx4->create_srq(&f->ctx, &srq_attr, &f->srq), 0);
	for (uint32_t i = 0; i < CQES; i++)
		mlx4_dev_init_cqe(f->cq.buf + ((size_t)i << f->cq.shift), 1U << f->cq.shift, i,
				  CQES);
	for (uint32_t i = 0; i < f->srq.entries; i++)
		f->srq.wr_id[i] = i;
	for (int i = 0; i < QPS; i++)
		make_qp(f, i);
	*state = f;
	return 0;
}

static int setup(void **state)
{
	return set_up_polls(state, NULL);
}

static int setup_with_idle(void **state)
{
	return set_up_polls(state, count_idle);
}

static int teardown(void **state)
{
	struct fixture *f = *state;
	uint32_t comp, async;

	for (int i = 0; i < QPS; i++) {
		destroy_qp(f, i);
		free(f->gone[i]);
	}
	assert_int_equal(mlx4->destroy_srq(&f->srq, &async), 0);
	assert_int_equal(mlx4->destroy_cq(&f->cq, &comp, &async), 0);
	mlx4->context_fini(&f->ctx);
	close(f->ctx.ibv.async_fd);
	free(f);
	return 0;
}

/* ---- the adapter's side ---- */

static void put_cqe(struct fixture *f, const struct inverbs_dev_cqe *in)
{
	const uint32_t entries = f->cq.entries;
	uint8_t *const slot = f->cq.buf + ((size_t)(f->put % entries) << f->cq.shift);

	assert_int_equal(mlx4_dev_encode_cqe(slot, 1U << f->cq.shift, in), 0);
	mlx4_dev_publish_cqe(slot, 1U << f->cq.shift, f->put, entries);
	f->put++;
}

static void put_send(struct fixture *f, int which, struct coming *c, struct inverbs_dev_cqe *in)
{
	struct inverbs_sq *const sq = &f->qp[which]->sq;
	static const struct {
		uint32_t code;
		enum ibv_wc_opcode opcode;
		unsigned int flags;
		bool counts;
	} kinds[] = {
		{MLX4_OP_SEND, IBV_WC_SEND, 0, false},
		{MLX4_OP_RDMA_WRITE, IBV_WC_RDMA_WRITE, 0, false},
		{MLX4_OP_RDMA_READ, IBV_WC_RDMA_READ, 0, true},
		{MLX4_OP_SEND_IMM, IBV_WC_SEND, IBV_WC_WITH_IMM, false},
	};
	const uint32_t kind = draw(f, 4);

	f->sent[which] += draw(f, 3); /* unsignaled sends before it */
	in->is_send = true;
	in->hw_opcode = kinds[kind].code;
	in->wqe_index = f->sent[which] & 0xffff;
	c->wc.opcode = kinds[kind].opcode;
	c->wc.wc_flags = kinds[kind].flags;
	c->counts = kinds[kind].counts;
	c->wc.wr_id = id_of(f, which, true, f->sent[which] & (sq->entries - 1));
	f->sent[which]++;
}

static void put_recv(struct fixture *f, int which, struct coming *c, struct inverbs_dev_cqe *in)
{
	static const struct {
		enum inverbs_dev_recv_kind recv;
		enum ibv_wc_opcode opcode;
		unsigned int flags;
	} kinds[] = {
		{INVERBS_DEV_RECV_SEND, IBV_WC_RECV, 0},
		{INVERBS_DEV_RECV_SEND_IMM, IBV_WC_RECV, IBV_WC_WITH_IMM},
		{INVERBS_DEV_RECV_WRITE_IMM, IBV_WC_RECV_RDMA_WITH_IMM, IBV_WC_WITH_IMM},
		{INVERBS_DEV_RECV_SEND_INV, IBV_WC_RECV, IBV_WC_WITH_INV},
	};
	const uint32_t kind = draw(f, 2) ? 0 : draw(f, 4);

	in->recv = kinds[kind].recv;
	in->imm = draw(f, 1 << 24);
	in->wqe_index = draw(f, f->srq.entries);
	c->wc.opcode = kinds[kind].opcode;
	c->wc.wc_flags = kinds[kind].flags;
	c->wc.imm_data = in->imm;
	c->counts = true;
	c->wc.wr_id = is_shared(which)
			      ? in->wqe_index
			      : id_of(f, which, false,
				      f->received[which]++ & (f->qp[which]->rq.entries - 1));
}

/* Write a CQE: mostly of a successful request, sometimes of a failed one, rarely of an unknown
 * queue pair. */
static void put_any(struct fixture *f)
{
	struct coming *const c = &f->coming[f->put % COMING];
	const int which = (int)draw(f, draw(f, 2) ? QPS : 2);
	struct inverbs_dev_cqe in = {.qpn = number_of(which),
				     .byte_len = draw(f, 1 << 20),
				     .src_qp = draw(f, 1 << 24),
				     .sl = 3,
				     .slid = 77};

	memset(c, 0, sizeof(*c));
	c->is_unknown = draw(f, 50) == 0;
	if (draw(f, 2))
		put_send(f, which, c, &in);
	else
		put_recv(f, which, c, &in);
	c->wc.qp_num = in.qpn;
	c->wc.byte_len = in.byte_len;
	c->wc.src_qp = in.src_qp;
	if (draw(f, 8) == 0) {
		c->wc.status = in.status = draw(f, 2) ? IBV_WC_WR_FLUSH_ERR : IBV_WC_REM_ACCESS_ERR;
		in.vendor_err = c->wc.vendor_err = 0x5a;
	}
	if (c->is_unknown) {
		f->sent[which] -= in.is_send;
		f->received[which] -= !in.is_send && !is_shared(which);
		in.qpn = UNKNOWN_QPN;
	}
	put_cqe(f, &in);
}

/* ---- the program's side ---- */

static void check_one(const struct fixture *f, const struct coming *c, const struct ibv_wc *wc)
{
	assert_int_equal(wc->wr_id, c->wc.wr_id);
	assert_int_equal(wc->status, c->wc.status);
	assert_int_equal(wc->qp_num, c->wc.qp_num);
	if (wc->status) {
		assert_int_equal(wc->vendor_err, c->wc.vendor_err);
		return;
	}
	assert_int_equal(wc->opcode, c->wc.opcode);
	assert_int_equal(wc->wc_flags, c->wc.wc_flags);
	if (c->counts)
		assert_int_equal(wc->byte_len, c->wc.byte_len);
	if (c->counts && (c->wc.wc_flags & IBV_WC_WITH_IMM))
		assert_int_equal(wc->imm_data, c->wc.imm_data);
	for (int i = 0; i < QPS; i++) {
		if (number_of(i) == wc->qp_num && type_of(i) == IBV_QPT_UD &&
		    (wc->opcode & IBV_WC_RECV)) {
			assert_int_equal(wc->src_qp, c->wc.src_qp);
			assert_int_equal(wc->sl, 3);
			assert_int_equal(wc->slid, 77);
		}
	}
	(void)f;
}

/* The number of completions that the next call has to return. */
static int due(const struct fixture *f, int room)
{
	int n = 0;

	if (room > 0 && f->taken != f->put && f->coming[f->taken % COMING].is_unknown)
		return -2;
	while (n < room && f->taken + (uint32_t)n != f->put &&
	       !f->coming[(f->taken + (uint32_t)n) % COMING].is_unknown)
		n++;
	return n;
}

static void poll_some(struct fixture *f, int room)
{
	const int expected = due(f, room);
	struct ibv_wc wc[MOST];

	memset(wc, 0xee, sizeof(wc));
	idle_calls = 0;
	assert_int_equal(mlx4_poll_cq(&f->cq.ibv, room, wc), expected);
	for (int i = 0; i < expected; i++)
		check_one(f, &f->coming[(f->taken + (uint32_t)i) % COMING], &wc[i]);
	f->taken += expected == -2 ? 1 : (uint32_t)expected;
	assert_int_equal(f->cq.head, f->taken);
	assert_int_equal(f->cq.lock.held, 0);
	assert_int_equal(idle_calls, f->cq.idle && room && !expected);
}

static void drain(struct fixture *f)
{
	while (f->taken != f->put)
		poll_some(f, 1 + (int)draw(f, MOST));
	poll_some(f, 1); /* these find nothing */
	poll_some(f, MOST);
	for (int i = 0; i < QPS; i++)
		assert_int_equal((uint16_t)f->qp[i]->rq.tail, (uint16_t)f->received[i]);
}

/* Errors, flushes and unknown queue pairs among good completions, in calls for various numbers,
 * while the ring wraps. */
static void every_completion_is_its_queue_pairs(void **state)
{
	struct fixture *f = *state;

	for (int round = 0; round < ROUNDS; round++) {
		for (uint32_t n = draw(f, 12); n && f->put - f->taken < CQES; n--)
			put_any(f);
		poll_some(f, (int)draw(f, 2) ? 1 : (int)draw(f, MOST + 1));
	}
	drain(f);
}

/* A destroyed queue pair is removed from the cache. */
static void a_new_queue_pair_of_the_same_number_gets_its_own(void **state)
{
	struct fixture *f = *state;

	for (int i = 0; i < RENEWALS; i++) {
		const int which = (int)draw(f, QPS);

		for (int n = 0; n < 40; n++)
			put_any(f);
		drain(f);
		destroy_qp(f, which);
		for (int n = 0; n < INVERBS_SEEN; n++)
			assert_ptr_not_equal(f->cq.seen[n], f->qp[which]);
		make_qp(f, which);
	}
}

static void put_some(struct fixture *f)
{
	while (f->put - f->taken < WAITING && draw(f, 12))
		put_any(f);
}

/* Outstanding CQEs of a destroyed queue pair are dropped; the others move up to the newest. */
static void drop_coming(struct fixture *f, int which)
{
	uint32_t to = f->put;

	for (uint32_t i = f->put; i != f->taken;) {
		const struct coming c = f->coming[--i % COMING];

		if (c.is_unknown || c.wc.qp_num != number_of(which))
			f->coming[--to % COMING] = c;
	}
	f->taken = to;
	assert_int_equal(f->cq.head, f->taken);
}

/* A queue pair is destroyed and its number reused at once, while completions of others are
 * outstanding. */
static void a_queue_pair_takes_its_completions_along(void **state)
{
	struct fixture *f = *state;

	for (int i = 0; i < RENEWALS; i++) {
		const int which = (int)draw(f, draw(f, 2) ? QPS : 2);

		put_some(f);
		poll_some(f, (int)draw(f, 3));
		destroy_qp(f, which);
		drop_coming(f, which);
		make_qp(f, which);
		put_some(f);
		poll_some(f, (int)draw(f, MOST));
	}
	drain(f);
}

/* The adapter's last CQE in the old ring takes an index, so outstanding CQEs move by one. */
static void resize(struct fixture *f, uint32_t entries)
{
	struct kernel_resize device = {.cq = &f->cq, .marker_index = f->put};

	for (uint32_t i = f->put; i != f->taken; i--)
		f->coming[i % COMING] = f->coming[(i - 1) % COMING];
	f->kernel.resize = &device;
	assert_int_equal(mlx4->resize_cq(&f->cq, (int)entries - 1), 0);
	f->kernel.resize = NULL;
	f->put++;
	f->taken++;
}

/*
 * The ring is resized with CQEs outstanding and the cursor anywhere, while queue pairs are in the
 * cache or have been destroyed.
 */
static void a_ring_is_replaced_between_polls(void **state)
{
	struct fixture *f = *state;

	for (int i = 0; i < RENEWALS; i++) {
		const int which = (int)draw(f, QPS);

		put_some(f);
		poll_some(f, (int)draw(f, MOST));
		resize(f, f->cq.entries == CQES ? LARGE_CQES : CQES);
		poll_some(f, (int)draw(f, 2));
		if (draw(f, 4) == 0) {
			destroy_qp(f, which);
			drop_coming(f, which);
			make_qp(f, which);
		}
		put_some(f);
		poll_some(f, (int)draw(f, MOST));
	}
	drain(f);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
/* The same with a function for polls that find nothing: then every poll takes the full path. */
#define TEST_WITH_IDLE(name) cmocka_unit_test_setup_teardown(name, setup_with_idle, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(every_completion_is_its_queue_pairs),
		TEST(a_new_queue_pair_of_the_same_number_gets_its_own),
		TEST(a_queue_pair_takes_its_completions_along),
		TEST(a_ring_is_replaced_between_polls),
		TEST_WITH_IDLE(every_completion_is_its_queue_pairs),
		TEST_WITH_IDLE(a_new_queue_pair_of_the_same_number_gets_its_own),
		TEST_WITH_IDLE(a_queue_pair_takes_its_completions_along),
		TEST_WITH_IDLE(a_ring_is_replaced_between_polls),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
