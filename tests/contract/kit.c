/* SPDX-License-Identifier: BSD-2-Clause */
#include "kit.h"

#include <poll.h>
#include <sched.h>
#include <time.h>

enum {
	QUIET_MS = 5, /* long enough for a completion that must not come */
};

/* --- which tests run --------------------------------------------------------------------- */

static bool first_is_iwarp(void)
{
	struct ibv_device **list = ibv_get_device_list(NULL);
	bool iwarp = list && *list && (*list)->transport_type == IBV_TRANSPORT_IWARP;

	ibv_free_device_list(list);
	return iwarp;
}

/** Runs or skips a TEST_NOT_IWARP. It decides when the test is due, since looking for devices would
 * start the emulator. */
static void unless_iwarp(void **state)
{
	const struct CMUnitTest *test = *state;

	if (first_is_iwarp()) {
		print_message("not on iWARP: %s\n", (const char *)test->initial_state);
		skip();
	}
	test->test_func(state);
}

int kit_run(const struct CMUnitTest *tests, size_t count)
{
	struct CMUnitTest *mine = calloc(count, sizeof(*mine));
	int failed;

	if (!mine)
		return 1;
	memcpy(mine, tests, count * sizeof(*mine));
	for (size_t i = 0; i < count; i++) {
		if (!tests[i].initial_state)
			continue;
		mine[i].test_func = unless_iwarp;
		mine[i].initial_state = (void *)(uintptr_t)&tests[i];
	}
	failed = _cmocka_run_group_tests("tests", mine, count, NULL, NULL);
	free(mine);
	return failed;
}

/* --- objects ----------------------------------------------------------------------------- */

const char *kit_name(int index)
{
	static __thread char names[2][IBV_SYSFS_NAME_MAX];
	struct ibv_device **list = ibv_get_device_list(NULL);

	assert_true(list && list[0] && index < 2 && list[index]);
	snprintf(names[index], sizeof(names[index]), "%s", ibv_get_device_name(list[index]));
	ibv_free_device_list(list);
	return names[index];
}

bool in_lab(void)
{
	return getenv("KIT_ONE_DEVICE");
}

struct ibv_context *kit_open(int index)
{
	int count;
	struct ibv_device **list = ibv_get_device_list(&count);
	struct ibv_context *ctx;

	if (in_lab())
		index = 0;
	assert_non_null(list);
	assert_true(index < count);
	ctx = ibv_open_device(list[index]);
	ibv_free_device_list(list);
	assert_non_null(ctx);
	return ctx;
}

static struct plan with_defaults(const struct plan *given)
{
	struct plan plan = *given;

	plan.type = plan.type ? plan.type : IBV_QPT_RC;
	plan.send_wr = plan.send_wr ? plan.send_wr : 16;
	plan.recv_wr = plan.recv_wr ? plan.recv_wr : 16;
	plan.sge = plan.sge ? plan.sge : 4;
	plan.cqe = plan.cqe ? plan.cqe : 64;
	plan.bytes = plan.bytes ? plan.bytes : 16384;
	plan.retry_cnt = plan.retry_cnt ? plan.retry_cnt : 1;
	plan.timeout = plan.timeout ? plan.timeout : in_lab() ? 18 : 8;
	plan.rnr_retry = plan.rnr_retry ? plan.rnr_retry : 7;
	if (plan.rnr_none)
		plan.rnr_retry = 0;
	plan.mtu = plan.mtu ? plan.mtu : IBV_MTU_1024;
	return plan;
}

struct ibv_qp *side_builder(const struct side *side, struct ibv_qp_init_attr *init, uint64_t ops)
{
	struct ibv_qp_init_attr_ex ex = {
		.qp_context = init->qp_context,
		.send_cq = init->send_cq,
		.recv_cq = init->recv_cq,
		.qp_type = init->qp_type,
		.sq_sig_all = init->sq_sig_all,
		.cap = init->cap,
		.comp_mask = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_SEND_OPS_FLAGS,
		.pd = side->pd,
		.send_ops_flags = ops,
	};
	struct ibv_qp *qp = ibv_create_qp_ex(side->ctx, &ex);

	if (qp)
		init->cap = ex.cap;
	return qp;
}

static void make_qp(struct side *side, const struct plan *plan)
{
	struct ibv_qp_init_attr init = {
		.qp_context = side,
		.send_cq = side->scq,
		.recv_cq = side->rcq,
		.qp_type = plan->type,
		.sq_sig_all = plan->sig_all,
		.cap = {.max_send_wr = plan->send_wr,
			.max_recv_wr = plan->recv_wr,
			.max_send_sge = plan->sge,
			.max_recv_sge = plan->sge,
			.max_inline_data = plan->inline_data},
	};

	side->qp = plan->send_ops ? side_builder(side, &init, plan->send_ops)
				  : ibv_create_qp(side->pd, &init);
	assert_non_null(side->qp);
	side->cap = init.cap;
}

void side_open(struct side *side, int device, const struct plan *given)
{
	struct plan plan = with_defaults(given);

	memset(side, 0, sizeof(*side));
	side->ctx = kit_open(device);
	assert_int_equal(ibv_query_port(side->ctx, 1, &side->port), 0);
	side->pd = ibv_alloc_pd(side->ctx);
	assert_non_null(side->pd);
	if (plan.channel) {
		side->channel = ibv_create_comp_channel(side->ctx);
		assert_non_null(side->channel);
	}
	side->scq = ibv_create_cq(side->ctx, plan.cqe, &side->scq, side->channel, 0);
	side->rcq = ibv_create_cq(side->ctx, plan.cqe, &side->rcq, side->channel, 0);
	assert_non_null(side->scq);
	assert_non_null(side->rcq);
	make_qp(side, &plan);
	side->bytes = plan.bytes;
	side->buf = calloc(1, plan.bytes);
	assert_non_null(side->buf);
	side->mr = ibv_reg_mr(side->pd, side->buf, plan.bytes,
			      plan.no_remote ? IBV_ACCESS_LOCAL_WRITE : ALL_ACCESS);
	assert_non_null(side->mr);
}

void side_close(struct side *side)
{
	if (side->qp)
		assert_int_equal(ibv_destroy_qp(side->qp), 0);
	side_disconnect(side);
	if (side->mr)
		assert_int_equal(ibv_dereg_mr(side->mr), 0);
	assert_int_equal(ibv_destroy_cq(side->scq), 0);
	assert_int_equal(ibv_destroy_cq(side->rcq), 0);
	if (side->channel)
		assert_int_equal(ibv_destroy_comp_channel(side->channel), 0);
	assert_int_equal(ibv_dealloc_pd(side->pd), 0);
	assert_int_equal(ibv_close_device(side->ctx), 0);
	free(side->buf);
}

/* --- states ------------------------------------------------------------------------------ */

uint32_t kit_psn(uint32_t qpn)
{
	return (qpn * 0x10001 + 0x123) & 0xffffff;
}

struct ibv_qp_attr kit_attr(const struct plan *given, uint16_t dlid, uint32_t qpn)
{
	struct plan plan = with_defaults(given);

	return (struct ibv_qp_attr){
		.port_num = 1,
		.qp_access_flags = ALL_REMOTE,
		.path_mtu = plan.mtu,
		.dest_qp_num = qpn,
		.rq_psn = kit_psn(qpn),
		.max_rd_atomic = 4,
		.max_dest_rd_atomic = 8,
		.min_rnr_timer = 1,
		.timeout = plan.timeout,
		.retry_cnt = plan.retry_cnt,
		.rnr_retry = plan.rnr_retry,
		.ah_attr = {.dlid = dlid, .port_num = 1},
	};
}

int side_to_init(struct side *side, const struct plan *plan)
{
	struct ibv_qp_attr attr = kit_attr(plan, 0, 0);

	attr.qp_state = IBV_QPS_INIT;
	if (plan->type == IBV_QPT_UC)
		attr.qp_access_flags = IBV_ACCESS_REMOTE_WRITE;
	return ibv_modify_qp(side->qp, &attr, INIT_MASK);
}

void kit_route(struct ibv_ah_attr *attr, const struct side *to)
{
	attr->is_global = 1;
	attr->grh.hop_limit = 1;
	assert_int_equal(ibv_query_gid(to->ctx, 1, 0, &attr->grh.dgid), 0);
}

struct ibv_ah_attr kit_address(struct ibv_context *ctx)
{
	struct ibv_ah_attr attr = {.port_num = 1};
	struct side side = {.ctx = ctx};

	assert_int_equal(ibv_query_port(ctx, 1, &side.port), 0);
	attr.dlid = side.port.lid;
	if (on_ethernet(&side))
		kit_route(&attr, &side);
	return attr;
}

bool on_ethernet(const struct side *side)
{
	return side->port.link_layer == IBV_LINK_LAYER_ETHERNET;
}

int side_to_rtr(struct side *side, const struct plan *plan, const struct side *peer)
{
	struct ibv_qp_attr attr = kit_attr(plan, peer->port.lid, peer->qp->qp_num);

	if (on_ethernet(peer))
		kit_route(&attr.ah_attr, peer);
	attr.qp_state = IBV_QPS_RTR;
	return ibv_modify_qp(side->qp, &attr, plan->type == IBV_QPT_UC ? UC_RTR_MASK : RC_RTR_MASK);
}

int side_to_rts(struct side *side, const struct plan *plan)
{
	struct ibv_qp_attr attr = kit_attr(plan, 0, 0);

	attr.qp_state = IBV_QPS_RTS;
	attr.sq_psn = kit_psn(side->qp->qp_num);
	return ibv_modify_qp(side->qp, &attr, plan->type == IBV_QPT_UC ? UC_RTS_MASK : RC_RTS_MASK);
}

int side_to(struct side *side, enum ibv_qp_state state)
{
	struct ibv_qp_attr attr = {.qp_state = state};

	return ibv_modify_qp(side->qp, &attr, IBV_QP_STATE);
}

enum ibv_qp_state side_state(const struct side *side)
{
	struct ibv_qp_attr attr = {.qp_state = IBV_QPS_UNKNOWN};
	struct ibv_qp_init_attr init;

	assert_int_equal(ibv_query_qp(side->qp, &attr, IBV_QP_STATE, &init), 0);
	return attr.qp_state;
}

void side_connect(struct side *side, const struct plan *plan, const struct side *peer)
{
	assert_int_equal(side_to_init(side, plan), 0);
	assert_int_equal(side_to_rtr(side, plan, peer), 0);
	assert_int_equal(side_to_rts(side, plan), 0);
}

void pair_open_on(struct pair *pair, int first, const struct plan *plan)
{
	pair->plan = with_defaults(plan);
	side_open(&pair->a, first, plan);
	side_open(&pair->b, first + 1, plan);
	pair_connect(pair, plan);
}

void pair_open(struct pair *pair, const struct plan *plan)
{
	pair_open_on(pair, 0, plan);
}

bool on_iwarp(const struct side *side)
{
	return side->ctx->device->transport_type == IBV_TRANSPORT_IWARP;
}

/** On iWARP, the active side of a connection has to send before the passive side may. */
static void open_stream(struct pair *pair)
{
	struct ibv_sge none = {0, 0, 0};
	struct ibv_send_wr wr = side_wr(&none, IBV_WR_RDMA_WRITE, 0, &pair->b, 0);

	wr.num_sge = 0;
	assert_int_equal(post_wr(&pair->a, &wr), 0);
	expect(pair->a.scq, 0, IBV_WC_SUCCESS);
}

void pair_connect(struct pair *pair, const struct plan *plan)
{
	if (on_iwarp(&pair->a)) {
		assert_int_equal(side_to_init(&pair->a, plan), 0);
		assert_int_equal(side_to_init(&pair->b, plan), 0);
		cm_connect(&pair->a, &pair->b);
		open_stream(pair);
		return;
	}
	side_connect(&pair->a, plan, &pair->b);
	side_connect(&pair->b, plan, &pair->a);
}

void pair_close(struct pair *pair)
{
	side_close(&pair->a);
	side_close(&pair->b);
}

/* --- requests ---------------------------------------------------------------------------- */

struct ibv_sge side_sge(const struct side *side, size_t offset, uint32_t bytes)
{
	assert_true(offset + bytes <= side->bytes);
	return (struct ibv_sge){(uintptr_t)side->buf + offset, bytes, side->mr->lkey};
}

struct ibv_send_wr side_wr(struct ibv_sge *sge, enum ibv_wr_opcode opcode, uint64_t wr_id,
			   const struct side *peer, size_t remote_offset)
{
	struct ibv_send_wr wr = {
		.wr_id = wr_id,
		.sg_list = sge,
		.num_sge = 1,
		.opcode = opcode,
		.send_flags = IBV_SEND_SIGNALED,
	};
	uint64_t remote = peer->mr ? (uintptr_t)peer->buf + remote_offset : 0;
	uint32_t rkey = peer->mr ? peer->mr->rkey : 0;

	if (opcode == IBV_WR_ATOMIC_CMP_AND_SWP || opcode == IBV_WR_ATOMIC_FETCH_AND_ADD) {
		wr.wr.atomic.remote_addr = remote;
		wr.wr.atomic.rkey = rkey;
	} else {
		wr.wr.rdma.remote_addr = remote;
		wr.wr.rdma.rkey = rkey;
	}
	return wr;
}

int post_wr(struct side *side, struct ibv_send_wr *wr)
{
	struct ibv_send_wr *bad = NULL;
	int ret = ibv_post_send(side->qp, wr, &bad);

	assert_true(ret ? bad != NULL : bad == NULL);
	return ret;
}

void post(struct side *side, const struct side *peer, enum ibv_wr_opcode opcode, uint64_t wr_id,
	  size_t offset, uint32_t bytes)
{
	struct ibv_sge sge = side_sge(side, offset, bytes);
	struct ibv_send_wr wr = side_wr(&sge, opcode, wr_id, peer, offset);

	assert_int_equal(post_wr(side, &wr), 0);
}

void overflow(struct side *side, const struct side *peer)
{
	struct ibv_sge sge = side_sge(side, 0, 8);
	int ret = 0;

	for (int i = 0; i < side->scq->cqe + 5 && !ret; i++) {
		struct ibv_send_wr wr = side_wr(&sge, IBV_WR_RDMA_WRITE, (uint64_t)i, peer, 0);

		ret = post_wr(side, &wr);
		/* the failure may come while we still post, and iWARP then refuses requests */
		assert_true(!ret || (ret == EINVAL && on_iwarp(side) && i > side->scq->cqe));
	}
}

void post_receive(struct side *side, uint64_t wr_id, size_t offset, uint32_t bytes)
{
	struct ibv_sge sge = side_sge(side, offset, bytes);
	struct ibv_recv_wr wr = {.wr_id = wr_id, .sg_list = &sge, .num_sge = 1}, *bad;

	assert_int_equal(ibv_post_recv(side->qp, &wr, &bad), 0);
}

/* --- completions ------------------------------------------------------------------------- */

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

void kit_sleep(unsigned int ms)
{
	const struct timespec t = {ms / 1000, (long)(ms % 1000) * 1000000};

	nanosleep(&t, NULL);
}

void take_completions(struct ibv_cq *cq, struct ibv_wc *wc, int n)
{
	double deadline = now() + KIT_SECONDS;
	int have = 0;

	while (have < n) {
		int got = ibv_poll_cq(cq, n - have, wc + have);

		assert_true(got >= 0);
		have += got;
		if (got)
			continue;
		if (now() > deadline)
			fail_msg("only %d of %d completions arrived", have, n);
		sched_yield();
	}
}

struct ibv_wc expect(struct ibv_cq *cq, uint64_t wr_id, enum ibv_wc_status status)
{
	struct ibv_wc wc;

	take_completions(cq, &wc, 1);
	if (wc.status != status)
		fail_msg("request %llu: %s instead of %s", (unsigned long long)wc.wr_id,
			 ibv_wc_status_str(wc.status), ibv_wc_status_str(status));
	assert_int_equal(wc.wr_id, wr_id);
	return wc;
}

void expect_nothing(struct ibv_cq *cq)
{
	struct ibv_wc wc;

	kit_sleep(QUIET_MS);
	assert_int_equal(ibv_poll_cq(cq, 1, &wc), 0);
}

bool readable(int fd, int ms)
{
	struct pollfd file = {.fd = fd, .events = POLLIN};

	return poll(&file, 1, ms) == 1 && file.revents & POLLIN;
}

struct ibv_async_event expect_async(struct ibv_context *ctx, enum ibv_event_type type)
{
	struct ibv_async_event event;

	if (!readable(ctx->async_fd, KIT_SECONDS * 1000))
		fail_msg("no event %s", ibv_event_type_str(type));
	assert_int_equal(ibv_get_async_event(ctx, &event), 0);
	ibv_ack_async_event(&event);
	if (event.event_type != type)
		fail_msg("event %d (%s), not %d", event.event_type,
			 ibv_event_type_str(event.event_type), type);
	return event;
}

void expect_refused(struct side *side, enum ibv_event_type type)
{
	if (in_lab())
		assert_false(readable(side->ctx->async_fd, QUIET_MS));
	else
		assert_ptr_equal(expect_async(side->ctx, type).element.qp, side->qp);
}

/* --- data -------------------------------------------------------------------------------- */

uint32_t noise(uint32_t *seed)
{
	*seed = *seed * 1664525 + 1013904223;
	return *seed >> 8;
}

/*
 * Eight bytes of a pattern. Generating bytes one by one took a sixth of these tests' time under
 * sanitizers.
 */
static uint64_t next_word(uint64_t *state)
{
	*state = *state * 6364136223846793005ULL + 1442695040888963407ULL;
	return *state ^ *state >> 32;
}

static size_t up_to_word(size_t left)
{
	return left < sizeof(uint64_t) ? left : sizeof(uint64_t);
}

void fill(uint8_t *at, size_t bytes, uint32_t seed)
{
	uint64_t state = seed;

	for (size_t i = 0; i < bytes; i += sizeof(state)) {
		const uint64_t word = next_word(&state);

		memcpy(at + i, &word, up_to_word(bytes - i));
	}
}

bool filled(const uint8_t *at, size_t bytes, uint32_t seed)
{
	uint64_t state = seed;

	for (size_t i = 0; i < bytes; i += sizeof(state)) {
		const uint64_t word = next_word(&state);

		if (memcmp(at + i, &word, up_to_word(bytes - i)) != 0)
			return false;
	}
	return true;
}
