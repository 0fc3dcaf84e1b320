/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * verbs7 V20, V21, V30, V38 for memory windows: what binding grants and revokes, who may bind and
 * invalidate, and references between objects.
 */
#include "kit.h"

enum {
	BYTES = 64,
	REGION = 8192,
	OPENED = 4096, /* offset at which the window begins */
	WINDOW = 1024,
};

/* Called by pointer, so that the static analyser does not follow the call into code for other queue
 * pair types. */
static int (*volatile const bind_mw)(struct ibv_qp *, struct ibv_mw *,
				     struct ibv_mw_bind *) = ibv_bind_mw;

struct fixture {
	struct pair pair;
	struct ibv_mr *mr; /* b's region, with the right to bind windows */
	struct ibv_mw *mw;
	uint64_t id;
};

static void open_fixture(struct fixture *f, enum ibv_mw_type type)
{
	f->id = 100;
	pair_open(&f->pair, &(struct plan){.no_remote = true});
	f->mr = ibv_reg_mr(f->pair.b.pd, f->pair.b.buf, REGION,
			   IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_MW_BIND);
	f->mw = ibv_alloc_mw(f->pair.b.pd, type);
	assert_non_null(f->mr);
	assert_non_null(f->mw);
	assert_int_equal(f->mw->type, type);
	assert_ptr_equal(f->mw->pd, f->pair.b.pd);
	assert_ptr_equal(f->mw->context, f->pair.b.ctx);
}

static void close_fixture(struct fixture *f)
{
	if (f->mw)
		assert_int_equal(ibv_dealloc_mw(f->mw), 0);
	assert_int_equal(ibv_dereg_mr(f->mr), 0);
	pair_close(&f->pair);
}

/* Connect both ends again, which is necessary after a failure. */
static void reconnect(struct fixture *f)
{
	struct pair *pair = &f->pair;
	struct ibv_async_event event;

	while (readable(pair->b.ctx->async_fd, 5)) {
		assert_int_equal(ibv_get_async_event(pair->b.ctx, &event), 0);
		ibv_ack_async_event(&event);
	}
	assert_int_equal(side_to(&pair->a, IBV_QPS_RESET), 0);
	assert_int_equal(side_to(&pair->b, IBV_QPS_RESET), 0);
	pair_connect(pair, &(struct plan){0});
}

/* Access b's memory by a key, as a peer. */
static void access_memory(struct fixture *f, enum ibv_wr_opcode opcode, uint32_t rkey,
			  size_t offset, enum ibv_wc_status status)
{
	struct ibv_sge sge = side_sge(&f->pair.a, 0,
				      opcode == IBV_WR_ATOMIC_FETCH_AND_ADD ? 8 : BYTES);
	struct ibv_send_wr wr = side_wr(&sge, opcode, ++f->id, &f->pair.b, offset);

	if (opcode == IBV_WR_ATOMIC_FETCH_AND_ADD)
		wr.wr.atomic.rkey = rkey;
	else
		wr.wr.rdma.rkey = rkey;
	assert_int_equal(post_wr(&f->pair.a, &wr), 0);
	expect(f->pair.a.scq, f->id, status);
	if (status != IBV_WC_SUCCESS)
		reconnect(f);
}

static struct ibv_mw_bind_info bind_info_of(struct fixture *f, unsigned int access)
{
	return (struct ibv_mw_bind_info){f->mr, (uintptr_t)f->pair.b.buf + OPENED, WINDOW, access};
}

/* --- type 1 ------------------------------------------------------------------------------ */

static int try_bind(struct fixture *f, struct ibv_mw_bind_info info)
{
	struct ibv_mw_bind bind = {
		.wr_id = ++f->id, .send_flags = IBV_SEND_SIGNALED, .bind_info = info};

	return bind_mw(f->pair.b.qp, f->mw, &bind);
}

static void bind_1(struct fixture *f, struct ibv_mw_bind_info info, enum ibv_wc_status status)
{
	const uint32_t before = f->mw->rkey;
	struct ibv_wc wc;

	assert_int_equal(try_bind(f, info), 0);
	wc = expect(f->pair.b.scq, f->id, status);
	if (status == IBV_WC_SUCCESS) {
		assert_int_equal(wc.opcode, IBV_WC_BIND_MW);
		return;
	}
	f->mw->rkey = before; /* some adapters require the current key */
	reconnect(f);
}

static void V30_a_type_1_window_gives_access_to_its_range(void **state)
{
	struct fixture f;

	(void)state;
	open_fixture(&f, IBV_MW_TYPE_1);
	bind_1(&f, bind_info_of(&f, IBV_ACCESS_REMOTE_WRITE), IBV_WC_SUCCESS);
	fill(f.pair.a.buf, BYTES, 1);
	access_memory(&f, IBV_WR_RDMA_WRITE, f.mw->rkey, OPENED, IBV_WC_SUCCESS);
	assert_true(filled(f.pair.b.buf + OPENED, BYTES, 1));
	access_memory(&f, IBV_WR_RDMA_WRITE, f.mw->rkey, OPENED + WINDOW - BYTES, IBV_WC_SUCCESS);
	/* one byte before it, one byte behind it, a right that it does not grant */
	access_memory(&f, IBV_WR_RDMA_WRITE, f.mw->rkey, OPENED - 1, IBV_WC_REM_ACCESS_ERR);
	access_memory(&f, IBV_WR_RDMA_WRITE, f.mw->rkey, OPENED + WINDOW - BYTES + 1,
		      IBV_WC_REM_ACCESS_ERR);
	access_memory(&f, IBV_WR_RDMA_READ, f.mw->rkey, OPENED, IBV_WC_REM_ACCESS_ERR);
	access_memory(&f, IBV_WR_ATOMIC_FETCH_AND_ADD, f.mw->rkey, OPENED, IBV_WC_REM_ACCESS_ERR);
	/* peers have no access to the region itself */
	access_memory(&f, IBV_WR_RDMA_WRITE, f.mr->rkey, OPENED, IBV_WC_REM_ACCESS_ERR);
	close_fixture(&f);
}

static void V30_each_access_right_of_a_window_is_separate(void **state)
{
	static const struct {
		unsigned int access;
		enum ibv_wr_opcode opcode;
	} rights[] = {
		{IBV_ACCESS_REMOTE_WRITE, IBV_WR_RDMA_WRITE},
		{IBV_ACCESS_REMOTE_READ, IBV_WR_RDMA_READ},
		{IBV_ACCESS_REMOTE_ATOMIC, IBV_WR_ATOMIC_FETCH_AND_ADD},
	};
	struct fixture f;

	(void)state;
	open_fixture(&f, IBV_MW_TYPE_1);
	for (size_t given = 0; given < COUNT(rights); given++) {
		for (size_t used = 0; used < COUNT(rights); used++) {
			bind_1(&f, bind_info_of(&f, rights[given].access), IBV_WC_SUCCESS);
			access_memory(&f, rights[used].opcode, f.mw->rkey, OPENED,
				      given == used ? IBV_WC_SUCCESS : IBV_WC_REM_ACCESS_ERR);
		}
	}
	close_fixture(&f);
}

static void V30_binding_again_returns_another_rkey(void **state)
{
	struct fixture f;
	uint32_t first;

	(void)state;
	open_fixture(&f, IBV_MW_TYPE_1);
	bind_1(&f, bind_info_of(&f, IBV_ACCESS_REMOTE_WRITE), IBV_WC_SUCCESS);
	first = f.mw->rkey;
	bind_1(&f, bind_info_of(&f, IBV_ACCESS_REMOTE_WRITE), IBV_WC_SUCCESS);
	assert_int_not_equal(f.mw->rkey, first);
	assert_int_equal(f.mw->rkey >> 8, first >> 8);
	access_memory(&f, IBV_WR_RDMA_WRITE, first, OPENED, IBV_WC_REM_ACCESS_ERR);
	access_memory(&f, IBV_WR_RDMA_WRITE, f.mw->rkey, OPENED, IBV_WC_SUCCESS);
	/* length 0 unbinds, whatever region is given */
	bind_1(&f, (struct ibv_mw_bind_info){0}, IBV_WC_SUCCESS);
	access_memory(&f, IBV_WR_RDMA_WRITE, f.mw->rkey, OPENED, IBV_WC_REM_ACCESS_ERR);
	close_fixture(&f);
}

static void V30_ibv_bind_mw_checks_its_arguments(void **state)
{
	struct ibv_mw_bind_info info;
	struct fixture f;
	struct ibv_pd *other;
	struct ibv_mw *mw;
	uint32_t rkey;

	(void)state;
	open_fixture(&f, IBV_MW_TYPE_2);
	assert_int_equal(try_bind(&f, bind_info_of(&f, IBV_ACCESS_REMOTE_WRITE)), EINVAL);
	close_fixture(&f);
	open_fixture(&f, IBV_MW_TYPE_1);
	rkey = f.mw->rkey;
	info = bind_info_of(&f, IBV_ACCESS_REMOTE_WRITE);
	info.mr = NULL;
	assert_int_equal(try_bind(&f, info), EINVAL);
	other = ibv_alloc_pd(f.pair.b.ctx);
	mw = f.mw;
	f.mw = ibv_alloc_mw(other, IBV_MW_TYPE_1);
	assert_int_equal(try_bind(&f, bind_info_of(&f, IBV_ACCESS_REMOTE_WRITE)), EPERM);
	assert_int_equal(ibv_dealloc_mw(f.mw), 0);
	f.mw = mw;
	assert_int_equal(ibv_dealloc_pd(other), 0);
	assert_int_equal(f.mw->rkey, rkey);
	expect_nothing(f.pair.b.scq);
	close_fixture(&f);
}

static void V30_ud_queue_pairs_cannot_bind_windows(void **state)
{
	struct ibv_mw_bind bind = {.wr_id = 1};
	struct ibv_qp_init_attr init = {.qp_type = IBV_QPT_UD, .cap = {1, 1, 1, 1, 0}};
	struct fixture f;
	struct ibv_qp *qp;

	(void)state;
	open_fixture(&f, IBV_MW_TYPE_1);
	init.send_cq = f.pair.b.scq;
	init.recv_cq = f.pair.b.rcq;
	qp = ibv_create_qp(f.pair.b.pd, &init);
	assert_non_null(qp);
	bind.bind_info = bind_info_of(&f, IBV_ACCESS_REMOTE_READ);
	assert_int_equal(bind_mw(qp, f.mw, &bind), EINVAL);
	assert_int_equal(ibv_destroy_qp(qp), 0);
	close_fixture(&f);
}

static void V38_what_the_adapter_refuses_to_bind(void **state)
{
	struct ibv_mw_bind_info info;
	struct ibv_mr *closed, *read_only;
	struct fixture f;

	(void)state;
	open_fixture(&f, IBV_MW_TYPE_1);
	/* beyond the region */
	info = bind_info_of(&f, IBV_ACCESS_REMOTE_WRITE);
	info.length = REGION - OPENED + 1;
	bind_1(&f, info, IBV_WC_MW_BIND_ERR);
	info = bind_info_of(&f, IBV_ACCESS_REMOTE_WRITE);
	info.addr = (uintptr_t)f.pair.b.buf - 1;
	bind_1(&f, info, IBV_WC_MW_BIND_ERR);
	/*
	 * a region without the right to bind windows, and remote write access to a region without
	 * local write access
	 */
	closed = ibv_reg_mr(f.pair.b.pd, f.pair.b.buf, REGION, IBV_ACCESS_LOCAL_WRITE);
	info = bind_info_of(&f, IBV_ACCESS_REMOTE_WRITE);
	info.mr = closed;
	bind_1(&f, info, IBV_WC_MW_BIND_ERR);
	read_only = ibv_reg_mr(f.pair.b.pd, f.pair.b.buf, REGION, IBV_ACCESS_MW_BIND);
	info.mr = read_only;
	bind_1(&f, info, IBV_WC_MW_BIND_ERR);
	info.mw_access_flags = IBV_ACCESS_REMOTE_READ;
	bind_1(&f, info, IBV_WC_SUCCESS);
	assert_int_equal(ibv_dealloc_mw(f.mw), 0);
	f.mw = NULL;
	assert_int_equal(ibv_dereg_mr(read_only), 0);
	assert_int_equal(ibv_dereg_mr(closed), 0);
	close_fixture(&f);
}

/* --- type 2 ------------------------------------------------------------------------------ */

static struct ibv_wc request(struct side *side, struct ibv_send_wr *wr, enum ibv_wc_status status)
{
	wr->send_flags = IBV_SEND_SIGNALED;
	assert_int_equal(post_wr(side, wr), 0);
	return expect(side->scq, wr->wr_id, status);
}

static void bind_2(struct fixture *f, struct side *on, uint32_t rkey, enum ibv_wc_status status)
{
	struct ibv_send_wr wr = {.wr_id = ++f->id, .opcode = IBV_WR_BIND_MW};

	wr.bind_mw.mw = f->mw;
	wr.bind_mw.rkey = rkey;
	wr.bind_mw.bind_info = bind_info_of(f, IBV_ACCESS_REMOTE_WRITE);
	request(on, &wr, status);
	if (status == IBV_WC_SUCCESS)
		f->mw->rkey = rkey;
	else
		reconnect(f);
}

static void invalidate(struct fixture *f, struct side *on, uint32_t rkey, enum ibv_wc_status status)
{
	struct ibv_send_wr wr = {
		.wr_id = ++f->id, .opcode = IBV_WR_LOCAL_INV, .invalidate_rkey = rkey};
	struct ibv_wc wc = request(on, &wr, status);

	if (status == IBV_WC_SUCCESS)
		assert_int_equal(wc.opcode, IBV_WC_LOCAL_INV);
	else
		reconnect(f);
}

static void V30_a_type_2_window_is_invalidated_before_it_is_bound_again(void **state)
{
	struct fixture f;
	uint32_t first;

	(void)state;
	open_fixture(&f, IBV_MW_TYPE_2);
	first = ibv_inc_rkey(f.mw->rkey);
	assert_int_equal(first >> 8, f.mw->rkey >> 8);
	assert_int_equal(first & 0xff, (f.mw->rkey + 1) & 0xff);
	bind_2(&f, &f.pair.b, first, IBV_WC_SUCCESS);
	access_memory(&f, IBV_WR_RDMA_WRITE, first, OPENED, IBV_WC_SUCCESS);
	bind_2(&f, &f.pair.b, ibv_inc_rkey(first), IBV_WC_MW_BIND_ERR);
	access_memory(&f, IBV_WR_RDMA_WRITE, first, OPENED, IBV_WC_SUCCESS);
	invalidate(&f, &f.pair.b, first, IBV_WC_SUCCESS);
	access_memory(&f, IBV_WR_RDMA_WRITE, first, OPENED, IBV_WC_REM_ACCESS_ERR);
	bind_2(&f, &f.pair.b, ibv_inc_rkey(first), IBV_WC_SUCCESS);
	access_memory(&f, IBV_WR_RDMA_WRITE, first, OPENED, IBV_WC_REM_ACCESS_ERR);
	access_memory(&f, IBV_WR_RDMA_WRITE, f.mw->rkey, OPENED, IBV_WC_SUCCESS);
	close_fixture(&f);
}

static void V38_invalidating_an_unbound_key_fails(void **state)
{
	struct fixture f;
	uint32_t rkey;

	(void)state;
	open_fixture(&f, IBV_MW_TYPE_2);
	invalidate(&f, &f.pair.b, f.mw->rkey, IBV_WC_LOC_QP_OP_ERR);
	rkey = ibv_inc_rkey(f.mw->rkey);
	bind_2(&f, &f.pair.b, rkey, IBV_WC_SUCCESS);
	invalidate(&f, &f.pair.b, ibv_inc_rkey(rkey), IBV_WC_LOC_QP_OP_ERR);
	/* a region or a type 1 window cannot be invalidated */
	invalidate(&f, &f.pair.b, f.mr->rkey, IBV_WC_LOC_QP_OP_ERR);
	access_memory(&f, IBV_WR_RDMA_WRITE, rkey, OPENED, IBV_WC_SUCCESS);
	close_fixture(&f);
}

/* Another queue pair of the same domain can neither use the window nor invalidate it. */
static void V30_a_type_2_window_belongs_to_its_queue_pair(void **state)
{
	struct plan plan = {0};
	struct side other;
	struct fixture f;
	uint32_t rkey;

	(void)state;
	open_fixture(&f, IBV_MW_TYPE_2);
	rkey = ibv_inc_rkey(f.mw->rkey);
	bind_2(&f, &f.pair.b, rkey, IBV_WC_SUCCESS);
	other = f.pair.b;
	other.qp = ibv_create_qp(other.pd, &(struct ibv_qp_init_attr){.send_cq = other.scq,
								      .recv_cq = other.rcq,
								      .qp_type = IBV_QPT_RC,
								      .cap = {8, 8, 1, 1, 0}});
	assert_non_null(other.qp);
	side_connect(&other, &plan, &other); /* to itself */
	{
		struct ibv_send_wr wr = {
			.wr_id = ++f.id, .opcode = IBV_WR_LOCAL_INV, .invalidate_rkey = rkey};

		request(&other, &wr, IBV_WC_LOC_QP_OP_ERR);
	}
	assert_int_equal(side_to(&other, IBV_QPS_RESET), 0);
	side_connect(&other, &plan, &other);
	{
		struct ibv_sge sge = {(uintptr_t)f.pair.b.buf, BYTES, f.pair.b.mr->lkey};
		struct ibv_send_wr wr = side_wr(&sge, IBV_WR_RDMA_WRITE, ++f.id, &other, OPENED);

		wr.wr.rdma.rkey = rkey;
		request(&other, &wr, IBV_WC_REM_ACCESS_ERR);
	}
	access_memory(&f, IBV_WR_RDMA_WRITE, rkey, OPENED, IBV_WC_SUCCESS);
	assert_int_equal(ibv_destroy_qp(other.qp), 0);
	close_fixture(&f);
}

static void send_with_invalidate(struct fixture *f, uint32_t rkey, enum ibv_wc_status status)
{
	struct ibv_sge sge = side_sge(&f->pair.a, 0, BYTES);
	struct ibv_send_wr wr = side_wr(&sge, IBV_WR_SEND_WITH_INV, ++f->id, &f->pair.b, 0);
	struct ibv_wc wc;

	post_receive(&f->pair.b, 7, 0, BYTES);
	wr.invalidate_rkey = rkey;
	request(&f->pair.a, &wr, status);
	if (status != IBV_WC_SUCCESS) {
		take_completions(f->pair.b.rcq, &wc, 1);
		reconnect(f);
		return;
	}
	wc = expect(f->pair.b.rcq, 7, IBV_WC_SUCCESS);
	assert_true(wc.wc_flags & IBV_WC_WITH_INV);
	assert_int_equal(wc.invalidated_rkey, rkey);
}

static void V30_a_peer_may_invalidate_a_type_2_window(void **state)
{
	struct fixture f;
	uint32_t rkey;

	(void)state;
	open_fixture(&f, IBV_MW_TYPE_2);
	rkey = ibv_inc_rkey(f.mw->rkey);
	bind_2(&f, &f.pair.b, rkey, IBV_WC_SUCCESS);
	send_with_invalidate(&f, rkey, IBV_WC_SUCCESS);
	access_memory(&f, IBV_WR_RDMA_WRITE, rkey, OPENED, IBV_WC_REM_ACCESS_ERR);
	/* and the region can be deregistered, although the window still exists */
	assert_int_equal(ibv_dereg_mr(f.mr), 0);
	f.mr = ibv_reg_mr(f.pair.b.pd, f.pair.b.buf, REGION,
			  IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_MW_BIND);
	close_fixture(&f);
}

static void V38_a_peer_may_invalidate_nothing_else(void **state)
{
	struct fixture f;

	(void)state;
	open_fixture(&f, IBV_MW_TYPE_2);
	send_with_invalidate(&f, f.mr->rkey, IBV_WC_REM_ACCESS_ERR);
	close_fixture(&f);
}

/* --- references -------------------------------------------------------------------------- */

static void V21_a_region_with_a_window_is_busy(void **state)
{
	static const enum ibv_mw_type types[] = {IBV_MW_TYPE_1, IBV_MW_TYPE_2};

	(void)state;
	for (size_t i = 0; i < COUNT(types); i++) {
		struct fixture f;

		open_fixture(&f, types[i]);
		if (types[i] == IBV_MW_TYPE_1)
			bind_1(&f, bind_info_of(&f, IBV_ACCESS_REMOTE_WRITE), IBV_WC_SUCCESS);
		else
			bind_2(&f, &f.pair.b, ibv_inc_rkey(f.mw->rkey), IBV_WC_SUCCESS);
		assert_int_equal(ibv_dereg_mr(f.mr), EBUSY);
		access_memory(&f, IBV_WR_RDMA_WRITE, f.mw->rkey, OPENED, IBV_WC_SUCCESS);
		/* a bound window may be destroyed; its key becomes invalid */
		{
			uint32_t rkey = f.mw->rkey;

			assert_int_equal(ibv_dealloc_mw(f.mw), 0);
			f.mw = NULL;
			access_memory(&f, IBV_WR_RDMA_WRITE, rkey, OPENED, IBV_WC_REM_ACCESS_ERR);
		}
		close_fixture(&f);
	}
}

static void V20_a_domain_with_a_window_is_busy(void **state)
{
	struct ibv_context *ctx = kit_open(0);
	struct ibv_pd *pd = ibv_alloc_pd(ctx);
	struct ibv_mw *mw = ibv_alloc_mw(pd, IBV_MW_TYPE_1);

	(void)state;
	assert_non_null(mw);
	assert_int_equal(ibv_dealloc_pd(pd), EBUSY);
	assert_int_equal(ibv_dealloc_mw(mw), 0);
	errno = 0;
	assert_null(ibv_alloc_mw(pd, (enum ibv_mw_type)3));
	assert_int_equal(errno, EINVAL);
	assert_int_equal(ibv_dealloc_pd(pd), 0);
	assert_int_equal(ibv_close_device(ctx), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(V30_a_type_1_window_gives_access_to_its_range),
		TEST(V30_each_access_right_of_a_window_is_separate),
		TEST(V30_binding_again_returns_another_rkey),
		TEST(V30_ibv_bind_mw_checks_its_arguments),
		TEST(V30_ud_queue_pairs_cannot_bind_windows),
		TEST(V38_what_the_adapter_refuses_to_bind),
		TEST(V30_a_type_2_window_is_invalidated_before_it_is_bound_again),
		TEST(V38_invalidating_an_unbound_key_fails),
		TEST(V30_a_type_2_window_belongs_to_its_queue_pair),
		TEST(V30_a_peer_may_invalidate_a_type_2_window),
		TEST(V38_a_peer_may_invalidate_nothing_else),
		TEST(V21_a_region_with_a_window_is_busy),
		TEST(V20_a_domain_with_a_window_is_busy),
	};

	return RUN_TESTS(tests);
}
