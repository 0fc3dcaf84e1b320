/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * verbs7 V20, V21: parent domains, and regions that are changed in place: what may be changed, and
 * the region's state after each kind of failure.
 */
#include <errno.h>

#include "kit.h"

enum {
	BYTES = 64,
	HALF = 8192,
	ANY_CHANGE = IBV_REREG_MR_CHANGE_TRANSLATION | IBV_REREG_MR_CHANGE_PD |
		     IBV_REREG_MR_CHANGE_ACCESS,
};

/* Called by pointer, so that the static analyser does not follow the call into code for other queue
 * pair types. */
static int (*volatile const bind_mw)(struct ibv_qp *, struct ibv_mw *,
				     struct ibv_mw_bind *) = ibv_bind_mw;

/* A pair, and a region of b that changes. */
struct fixture {
	struct pair pair;
	struct ibv_pd *other; /* another domain of b's context */
	struct ibv_mr *mr;    /* the first half of b's memory, for remote reading only */
	uint64_t id;
};

static void open_fixture(struct fixture *f)
{
	f->id = 0;
	pair_open(&f->pair, &(struct plan){.bytes = 2 * HALF, .no_remote = true});
	f->other = ibv_alloc_pd(f->pair.b.ctx);
	f->mr = ibv_reg_mr(f->pair.b.pd, f->pair.b.buf, HALF,
			   IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_READ);
	assert_non_null(f->other);
	assert_non_null(f->mr);
}

static void close_fixture(struct fixture *f)
{
	if (f->mr)
		assert_int_equal(ibv_dereg_mr(f->mr), 0);
	assert_int_equal(ibv_dealloc_pd(f->other), 0);
	pair_close(&f->pair);
}

static void reconnect(struct fixture *f)
{
	struct pair *pair = &f->pair;

	expect_refused(&pair->b, IBV_EVENT_QP_ACCESS_ERR);
	assert_int_equal(side_to(&pair->a, IBV_QPS_RESET), 0);
	assert_int_equal(side_to(&pair->b, IBV_QPS_RESET), 0);
	pair_connect(pair, &(struct plan){0});
}

static bool access_succeeds(struct fixture *f, enum ibv_wr_opcode opcode, size_t offset)
{
	struct ibv_sge sge = side_sge(&f->pair.a, 0, BYTES);
	struct ibv_send_wr wr = side_wr(&sge, opcode, ++f->id, &f->pair.b, offset);
	struct ibv_wc wc;

	wr.wr.rdma.rkey = f->mr->rkey;
	assert_int_equal(post_wr(&f->pair.a, &wr), 0);
	take_completions(f->pair.a.scq, &wc, 1);
	assert_true(wc.status == IBV_WC_SUCCESS || wc.status == IBV_WC_REM_ACCESS_ERR);
	if (wc.status == IBV_WC_SUCCESS)
		return true;
	reconnect(f);
	return false;
}

/* The region lets peers read or write the half of b's memory at `offset`, and nothing else. */
static void expect_open(struct fixture *f, bool read, bool write, size_t offset)
{
	assert_int_equal(access_succeeds(f, IBV_WR_RDMA_READ, offset), read);
	assert_int_equal(access_succeeds(f, IBV_WR_RDMA_WRITE, offset), write);
	/* the other half cannot be accessed */
	assert_false(access_succeeds(f, IBV_WR_RDMA_READ, offset ? 0 : HALF));
}

/* Some kernels cannot change regions; then every change fails and leaves the region as it is. */
static void skip_where_regions_stay(void)
{
	struct fixture f;
	int ret;

	open_fixture(&f);
	ret = ibv_rereg_mr(f.mr, IBV_REREG_MR_CHANGE_ACCESS, NULL, NULL, 0, 0);
	if (ret) {
		assert_int_equal(ret, IBV_REREG_MR_ERR_CMD);
		assert_int_equal(errno, EOPNOTSUPP);
		expect_open(&f, true, false, 0);
	}
	close_fixture(&f);
	if (ret)
		skip();
}

/* All combinations of the three changes; each change has its own effect only. */
static void V21_each_combination_of_changes(void **state)
{
	(void)state;
	skip_where_regions_stay();
	for (int flags = 1; flags <= ANY_CHANGE; flags++) {
		bool moves = flags & IBV_REREG_MR_CHANGE_TRANSLATION;
		bool leaves = flags & IBV_REREG_MR_CHANGE_PD;
		bool opens = flags & IBV_REREG_MR_CHANGE_ACCESS;
		struct fixture f;

		open_fixture(&f);
		expect_open(&f, true, false, 0);
		assert_int_equal(ibv_rereg_mr(f.mr, flags, leaves ? f.other : NULL,
					      moves ? f.pair.b.buf + HALF : NULL, moves ? HALF : 0,
					      opens ? IBV_ACCESS_LOCAL_WRITE | ALL_REMOTE : 0),
				 0);
		assert_ptr_equal(f.mr->pd, leaves ? f.other : f.pair.b.pd);
		assert_ptr_equal(f.mr->addr, f.pair.b.buf + (moves ? HALF : 0));
		assert_int_equal(f.mr->length, HALF);
		/* the queue pairs are in the first domain: they cannot access regions of another */
		expect_open(&f, !leaves, opens && !leaves, moves ? HALF : 0);
		assert_int_equal(ibv_dealloc_pd(f.other), leaves ? EBUSY : 0);
		if (!leaves)
			f.other = ibv_alloc_pd(f.pair.b.ctx);
		close_fixture(&f);
	}
}

static void expect_change_refused(struct fixture *f, int expected, int err, int flags,
				  struct ibv_pd *pd, void *addr, size_t length, int access)
{
	struct ibv_mr before = *f->mr;

	errno = 0;
	assert_int_equal(ibv_rereg_mr(f->mr, flags, pd, addr, length, access), expected);
	assert_int_equal(errno, err);
	assert_memory_equal(f->mr, &before, sizeof(before));
}

static void V21_bad_input_changes_nothing(void **state)
{
	enum {
		INPUT = IBV_REREG_MR_ERR_INPUT,
		MOVE = IBV_REREG_MR_CHANGE_TRANSLATION,
		ACCESS = IBV_REREG_MR_CHANGE_ACCESS,
	};
	struct fixture f;
	uint8_t *buf;

	(void)state;
	open_fixture(&f);
	buf = f.pair.b.buf;
	expect_change_refused(&f, INPUT, EINVAL, 0, NULL, NULL, 0, 0);
	expect_change_refused(&f, INPUT, EINVAL, ANY_CHANGE + 1, NULL, NULL, 0, 0);
	expect_change_refused(&f, INPUT, EINVAL, MOVE, NULL, buf, 0, 0);
	expect_change_refused(&f, INPUT, EINVAL, MOVE, NULL, NULL, HALF, 0);
	expect_change_refused(&f, INPUT, EINVAL, IBV_REREG_MR_CHANGE_PD, NULL, NULL, 0, 0);
	expect_change_refused(&f, INPUT, EINVAL, MOVE, NULL, buf, HALF, IBV_ACCESS_LOCAL_WRITE);
	expect_change_refused(&f, INPUT, EINVAL, ACCESS, NULL, NULL, 0, IBV_ACCESS_REMOTE_WRITE);
	expect_open(&f, true, false, 0);
	close_fixture(&f);
}

static void V21_a_refused_command_leaves_the_region_unchanged(void **state)
{
	static const char constant[HALF] = "read only";
	struct fixture f;

	(void)state;
	skip_where_regions_stay();
	open_fixture(&f);
	expect_change_refused(&f, IBV_REREG_MR_ERR_CMD, EFAULT, IBV_REREG_MR_CHANGE_TRANSLATION,
			      NULL, (void *)4096, HALF, 0);
	/* read-only memory, for a region with local write access */
	expect_change_refused(&f, IBV_REREG_MR_ERR_CMD, EFAULT, IBV_REREG_MR_CHANGE_TRANSLATION,
			      NULL, (void *)(uintptr_t)constant, sizeof(constant), 0);
	expect_open(&f, true, false, 0);
	close_fixture(&f);
}

static void V21_a_region_with_a_window_cannot_be_changed(void **state)
{
	struct ibv_mw_bind bind = {.wr_id = 77, .send_flags = IBV_SEND_SIGNALED};
	struct fixture f;
	struct ibv_mw *mw;

	(void)state;
	skip_where_regions_stay();
	open_fixture(&f);
	assert_int_equal(ibv_rereg_mr(f.mr, IBV_REREG_MR_CHANGE_ACCESS, NULL, NULL, 0,
				      IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_MW_BIND),
			 0);
	mw = ibv_alloc_mw(f.pair.b.pd, IBV_MW_TYPE_1);
	bind.bind_info = (struct ibv_mw_bind_info){f.mr, (uintptr_t)f.pair.b.buf, BYTES,
						   IBV_ACCESS_REMOTE_WRITE};
	assert_int_equal(bind_mw(f.pair.b.qp, mw, &bind), 0);
	expect(f.pair.b.scq, 77, IBV_WC_SUCCESS);
	expect_change_refused(&f, IBV_REREG_MR_ERR_CMD, EBUSY, IBV_REREG_MR_CHANGE_ACCESS, NULL,
			      NULL, 0, 0);
	expect_change_refused(&f, IBV_REREG_MR_ERR_CMD, EBUSY, IBV_REREG_MR_CHANGE_PD, f.other,
			      NULL, 0, 0);
	assert_int_equal(ibv_dealloc_mw(mw), 0);
	assert_int_equal(ibv_rereg_mr(f.mr, IBV_REREG_MR_CHANGE_PD, f.other, NULL, 0, 0), 0);
	close_fixture(&f);
}

/* --- parent domains and thread domains --------------------------------------------------- */

static struct ibv_pd *make_parent(struct ibv_context *ctx, struct ibv_pd *pd, struct ibv_td *td)
{
	struct ibv_parent_domain_init_attr attr = {.pd = pd, .td = td};

	return ibv_alloc_parent_domain(ctx, &attr);
}

static struct ibv_td *make_td(struct ibv_context *ctx)
{
	struct ibv_td_init_attr attr = {0};

	return ibv_alloc_td(ctx, &attr);
}

static void V20_a_parent_domain_keeps_its_parts(void **state)
{
	struct ibv_context *ctx = kit_open(0);
	struct ibv_pd *pd = ibv_alloc_pd(ctx), *parent;
	struct ibv_td *td = make_td(ctx);

	(void)state;
	assert_non_null(td);
	assert_ptr_equal(td->context, ctx);
	parent = make_parent(ctx, pd, td);
	assert_non_null(parent);
	assert_ptr_equal(parent->context, ctx);
	assert_int_equal(ibv_dealloc_pd(pd), EBUSY);
	assert_int_equal(ibv_dealloc_td(td), EBUSY);
	assert_int_equal(ibv_dealloc_pd(parent), 0);
	assert_int_equal(ibv_dealloc_td(td), 0);
	/* a parent domain may also have no thread domain, or be based on another parent domain */
	parent = make_parent(ctx, pd, NULL);
	assert_non_null(parent);
	assert_int_equal(ibv_dealloc_pd(parent), 0);
	assert_int_equal(ibv_dealloc_pd(pd), 0);
	assert_int_equal(ibv_close_device(ctx), 0);
}

static void V20_a_parent_domain_in_use_is_busy(void **state)
{
	static char memory[64];
	struct ibv_context *ctx = kit_open(0);
	struct ibv_pd *pd = ibv_alloc_pd(ctx), *parent = make_parent(ctx, pd, NULL);
	struct ibv_ah_attr to = kit_address(ctx);
	struct ibv_srq_init_attr shared = {.attr = {4, 1, 0}};
	struct ibv_mr *mr = ibv_reg_mr(parent, memory, sizeof(memory), 0);
	struct ibv_mw *mw;
	struct ibv_srq *srq;
	struct ibv_ah *ah;

	(void)state;
	assert_non_null(mr);
	assert_ptr_equal(mr->pd, parent);
	assert_int_equal(ibv_dealloc_pd(parent), EBUSY);
	mw = ibv_alloc_mw(parent, IBV_MW_TYPE_1);
	assert_int_equal(ibv_dereg_mr(mr), 0);
	assert_int_equal(ibv_dealloc_pd(parent), EBUSY);
	srq = ibv_create_srq(parent, &shared);
	assert_int_equal(ibv_dealloc_mw(mw), 0);
	assert_int_equal(ibv_dealloc_pd(parent), EBUSY);
	ah = ibv_create_ah(parent, &to);
	assert_int_equal(ibv_destroy_srq(srq), 0);
	assert_int_equal(ibv_dealloc_pd(parent), EBUSY);
	assert_int_equal(ibv_destroy_ah(ah), 0);
	assert_int_equal(ibv_dealloc_pd(parent), 0);
	assert_int_equal(ibv_dealloc_pd(pd), 0);
	assert_int_equal(ibv_close_device(ctx), 0);
}

static void *no_memory(struct ibv_pd *pd, void *context, size_t size, size_t alignment,
		       uint64_t resource)
{
	(void)pd;
	(void)context;
	(void)size;
	(void)alignment;
	(void)resource;
	return NULL;
}

static void V20_invalid_attributes_of_domains_are_refused(void **state)
{
	struct ibv_context *ctx = kit_open(0), *other = kit_open(1);
	struct ibv_pd *pd = ibv_alloc_pd(ctx), *foreign = ibv_alloc_pd(other);
	struct ibv_td *td = make_td(other);
	struct ibv_td_init_attr more = {.comp_mask = 1};
	struct ibv_parent_domain_init_attr own = {
		.pd = pd,
		.comp_mask = IBV_PARENT_DOMAIN_INIT_ATTR_ALLOCATORS,
		.alloc = no_memory,
	};

	(void)state;
	errno = 0;
	assert_null(ibv_alloc_td(ctx, &more));
	assert_int_equal(errno, EINVAL);
	errno = 0;
	assert_null(make_parent(ctx, NULL, NULL));
	assert_int_equal(errno, EINVAL);
	errno = 0;
	assert_null(make_parent(ctx, foreign, NULL));
	assert_int_equal(errno, EINVAL);
	errno = 0;
	assert_null(make_parent(ctx, pd, td));
	assert_int_equal(errno, EINVAL);
	/* queue memory is always the library's, not the program's */
	errno = 0;
	assert_null(ibv_alloc_parent_domain(ctx, &own));
	assert_int_equal(errno, EOPNOTSUPP);
	own.comp_mask = 1 << 20;
	errno = 0;
	assert_null(ibv_alloc_parent_domain(ctx, &own));
	assert_int_equal(errno, EINVAL);
	assert_int_equal(ibv_dealloc_td(td), 0);
	assert_int_equal(ibv_dealloc_pd(foreign), 0);
	assert_int_equal(ibv_dealloc_pd(pd), 0);
	assert_int_equal(ibv_close_device(other), 0);
	assert_int_equal(ibv_close_device(ctx), 0);
}

/* Queues of a thread domain work like others; they take no lock. */
static void V20_queues_of_a_thread_domain_work(void **state)
{
	struct plan plan = {0};
	struct ibv_qp_init_attr init = {.qp_type = IBV_QPT_RC, .cap = {16, 16, 4, 4, 0}};
	struct ibv_pd *parent;
	struct ibv_td *td;
	struct pair pair;

	(void)state;
	side_open(&pair.a, 0, &plan);
	side_open(&pair.b, 1, &plan);
	td = make_td(pair.a.ctx);
	parent = make_parent(pair.a.ctx, pair.a.pd, td);
	assert_int_equal(ibv_destroy_qp(pair.a.qp), 0);
	init.send_cq = pair.a.scq;
	init.recv_cq = pair.a.rcq;
	pair.a.qp = ibv_create_qp(parent, &init);
	assert_non_null(pair.a.qp);
	assert_ptr_equal(pair.a.qp->pd, parent);
	pair_connect(&pair, &plan);
	for (uint64_t i = 0; i < 100; i++) {
		/* the region belongs to the original domain, which is the same one for the adapter
		 */
		fill(pair.a.buf, BYTES, (uint32_t)i);
		post_receive(&pair.b, i, 0, BYTES);
		post(&pair.a, &pair.b, IBV_WR_SEND, i, 0, BYTES);
		expect(pair.a.scq, i, IBV_WC_SUCCESS);
		expect(pair.b.rcq, i, IBV_WC_SUCCESS);
		assert_true(filled(pair.b.buf, BYTES, (uint32_t)i));
	}
	assert_int_equal(ibv_dealloc_pd(parent), EBUSY);
	assert_int_equal(ibv_destroy_qp(pair.a.qp), 0);
	pair.a.qp = NULL;
	assert_int_equal(ibv_dealloc_pd(parent), 0);
	assert_int_equal(ibv_dealloc_td(td), 0);
	pair_close(&pair);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST_NOT_IWARP(V21_each_combination_of_changes, "rereg_mr is refused"),
		TEST_NOT_IWARP(V21_bad_input_changes_nothing, "rereg_mr is refused"),
		TEST_NOT_IWARP(V21_a_refused_command_leaves_the_region_unchanged,
			       "rereg_mr is refused"),
		TEST_NOT_IWARP(V21_a_region_with_a_window_cannot_be_changed, "no memory windows"),
		TEST(V20_a_parent_domain_keeps_its_parts),
		TEST_NOT_IWARP(V20_a_parent_domain_in_use_is_busy,
			       "no shared receive queues, windows or address handles"),
		TEST(V20_invalid_attributes_of_domains_are_refused),
		TEST(V20_queues_of_a_thread_domain_work),
	};

	return RUN_TESTS(tests);
}
