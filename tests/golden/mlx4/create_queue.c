/* SPDX-License-Identifier: BSD-2-Clause */
/* create_qp and create_srq: sizes, granted capabilities and commands. */
#include "create.h"

#include <errno.h>
#include <inverbs/adapters/mlx4.h>
#include <stdlib.h>
#include <string.h>

#include "ops.h"
#include "workreq.h"

#define CHECK_MEMBER(name, actual)                                                                 \
	static void check_##name(void *run, const json_t *value, struct report *r)                 \
	{                                                                                          \
		const struct create *c = run;                                                      \
                                                                                                   \
		check_number(r, #name, actual, number_of(value));                                  \
	}

/* ---- create_qp ---- */

static uint32_t wanted_qpn(const struct create *c)
{
	struct bytes b = bytes(c->expect, "doorbell_qpn_bytes");
	uint32_t qpn = c->kernel.qpn;

	if (b.len == 4)
		qpn = (uint32_t)b.data[0] << 16 | (uint32_t)b.data[1] << 8 | b.data[2];
	free_bytes(&b);
	return qpn;
}

static void device_limits(struct create *c)
{
	const json_t *device = json_object_get(c->vector, "device");

	c->kernel.no_device_query = !device;
	c->kernel.max_qp_wr = (uint32_t)number(device, "max_qp_wr", 0);
	c->kernel.max_sge = (uint32_t)number(device, "max_sge", 0);
	c->kernel.qpn = wanted_qpn(c);
}

static struct ibv_qp_cap requested_cap(const json_t *cap)
{
	return (struct ibv_qp_cap){
		.max_send_wr = (uint32_t)number(cap, "max_send_wr", 0),
		.max_recv_wr = (uint32_t)number(cap, "max_recv_wr", 0),
		.max_send_sge = (uint32_t)number(cap, "max_send_sge", 0),
		.max_recv_sge = (uint32_t)number(cap, "max_recv_sge", 0),
		.max_inline_data = (uint32_t)number(cap, "max_inline_data", 0),
	};
}

static uint32_t comp_mask(const json_t *request)
{
	uint32_t mask = IBV_QP_INIT_ATTR_PD;

	if (json_object_get(request, "create_flags"))
		mask |= IBV_QP_INIT_ATTR_CREATE_FLAGS;
	if (json_object_get(request, "max_tso_header"))
		mask |= IBV_QP_INIT_ATTR_MAX_TSO_HEADER;
	return (uint32_t)number(request, "comp_mask", mask);
}

static void make_qp(struct create *c, int type)
{
	static struct inverbs_cq cq;
	static struct inverbs_srq srq;
	static struct inverbs_xrcd xrcd;
	struct ibv_qp_init_attr_ex attr = {
		.qp_type = (enum ibv_qp_type)type,
		.cap = requested_cap(json_object_get(c->request, "cap")),
		.sq_sig_all = (int)number(c->request, "sq_sig_all", 0),
		.comp_mask = comp_mask(c->request),
		.pd = &c->pd.ibv,
		.xrcd = &xrcd.ibv,
		.create_flags = (uint32_t)number(c->request, "create_flags", 0),
		.max_tso_header = (uint16_t)number(c->request, "max_tso_header", 0),
		.send_cq = &cq.ibv,
		.recv_cq = &cq.ibv,
		.srq = number(c->request, "srq", 0) ? &srq.ibv : NULL,
	};

	c->qp.ibv.context = &c->ctx.ibv;
	c->err = inverbs_provider_mlx4.create_qp(&c->ctx, &attr, &c->qp);
	c->cap = attr.cap;
}

/* Returns the creation command, and the capabilities in it. */
static const struct kernel_command *qp_command(const struct create *c, struct ibv_qp_cap *cap)
{
	const struct kernel_command *plain = kernel_last(&c->kernel, UVERBS_CMD_CREATE_QP, false);
	const struct kernel_command *ex = kernel_last(&c->kernel, UVERBS_EX_CMD_CREATE_QP, true);
	struct uverbs_create_qp_req req = {0};
	struct uverbs_ex_create_qp_req ex_req = {0};

	if (ex) {
		memcpy(&ex_req, ex->core, sizeof(ex_req));
		*cap = (struct ibv_qp_cap){ex_req.max_send_wr, ex_req.max_recv_wr,
					   ex_req.max_send_sge, ex_req.max_recv_sge,
					   ex_req.max_inline_data};
	} else if (plain) {
		memcpy(&req, plain->core, sizeof(req));
		*cap = (struct ibv_qp_cap){req.max_send_wr, req.max_recv_wr, req.max_send_sge,
					   req.max_recv_sge, req.max_inline_data};
	}
	return ex ? ex : plain;
}

static const char *const cap_members[] = {"max_send_wr",  "max_recv_wr",     "max_send_sge",
					  "max_recv_sge", "max_inline_data", NULL};

/*
 * In 1024-byte slots the reference counts the 64th unit of 16 bytes, which a WQE's size field
 * cannot express. One unit less is right.
 */
static void check_room(const struct create *c, const char *what, uint32_t actual, uint64_t expected,
		       uint32_t unit, struct report *r)
{
	if (c->qp.sq.shift == MLX4_MAX_SQ_SHIFT && actual + unit == expected)
		return;
	check_number(r, what, actual, expected);
}

static void check_send_room(const struct create *c, const char *what, const json_t *value,
			    const char *key, uint32_t actual, uint32_t unit, struct report *r)
{
	if (json_object_get(value, key))
		check_room(c, what, actual, number(value, key, 0), unit, r);
}

static void check_cap_after(void *run, const json_t *value, struct report *r)
{
	const struct create *c = run;

	check_known_members(value, cap_members, "cap_after", r);
	check_number(r, "granted max_send_wr", c->cap.max_send_wr,
		     number(value, "max_send_wr", c->cap.max_send_wr));
	check_number(r, "granted max_recv_wr", c->cap.max_recv_wr,
		     number(value, "max_recv_wr", c->cap.max_recv_wr));
	check_number(r, "granted max_recv_sge", c->cap.max_recv_sge,
		     number(value, "max_recv_sge", c->cap.max_recv_sge));
	check_send_room(c, "granted max_send_sge", value, "max_send_sge", c->cap.max_send_sge, 1,
			r);
	check_send_room(c, "granted max_inline_data", value, "max_inline_data",
			c->cap.max_inline_data, MLX4_WQE_UNIT, r);
}

static void check_core_cap(void *run, const json_t *value, struct report *r)
{
	struct ibv_qp_cap cap = {0};

	qp_command(run, &cap);
	check_known_members(value, cap_members, "command_core_cap", r);
	check_number(r, "command's max_send_wr", cap.max_send_wr,
		     number(value, "max_send_wr", cap.max_send_wr));
	check_number(r, "command's max_recv_wr", cap.max_recv_wr,
		     number(value, "max_recv_wr", cap.max_recv_wr));
	check_number(r, "command's max_send_sge", cap.max_send_sge,
		     number(value, "max_send_sge", cap.max_send_sge));
	check_number(r, "command's max_recv_sge", cap.max_recv_sge,
		     number(value, "max_recv_sge", cap.max_recv_sge));
	check_number(r, "command's max_inline_data", cap.max_inline_data,
		     number(value, "max_inline_data", cap.max_inline_data));
}

static void check_qp_command(void *run, const json_t *value, struct report *r)
{
	struct ibv_qp_cap cap;
	const struct kernel_command *cmd = qp_command(run, &cap);
	const char *actual = !cmd ? "none" : cmd->extended ? "EX_CREATE_QP" : "CREATE_QP";

	check_text(r, "command", actual, text_of(value));
}

static void check_qp_driver(void *run, const json_t *value, struct report *r)
{
	static const char *const known[] = {
		"bytes",         "buf_addr",       "db_addr",     "log_sq_bb_count",
		"log_sq_stride", "sq_no_prefetch", "inl_recv_sz", NULL};
	const struct create *c = run;
	struct mlx4_create_qp_in in = {0};
	struct ibv_qp_cap cap;
	const struct kernel_command *cmd = qp_command(c, &cap);

	if (!cmd) {
		fail(r, "no command was issued");
		return;
	}
	memcpy(&in, cmd->driver, sizeof(in));
	check_known_members(value, known, "command_driver", r);
	check_number(r, "driver bytes", cmd->driver_bytes, number(value, "bytes", 0));
	check_address("buf_addr", in.buf_addr, value, "buf_addr", "queue buffer", c->qp.buf, r);
	check_address("db_addr", in.db_addr, value, "db_addr", "receive doorbell record",
		      c->qp.rq.doorbell_record, r);
	check_number(r, "log_sq_bb_count", in.log_sq_bb_count, number(value, "log_sq_bb_count", 0));
	check_number(r, "log_sq_stride", in.log_sq_stride, number(value, "log_sq_stride", 0));
	check_number(r, "sq_no_prefetch", in.sq_no_prefetch, number(value, "sq_no_prefetch", 0));
	check_number(r, "inl_recv_sz", in.inl_recv_sz, number(value, "inl_recv_sz", 0));
}

/* Returns the offset of a ring in the buffer; the expected one for queues that do not exist. */
static uint64_t ring_offset(const struct create *c, const uint8_t *ring, const json_t *value)
{
	return ring ? (uint64_t)(ring - c->qp.buf) : number(value, "offset", 0);
}

static void check_sq_geometry(const struct create *c, const json_t *value, struct report *r)
{
	static const char *const known[] = {"wqe_cnt",         "wqe_shift", "offset",
					    "spare_wqes",      "max_post",  "max_sge",
					    "max_inline_data", NULL};
	const struct inverbs_sq *sq = &c->qp.sq;

	check_known_members(value, known, "geometry.sq", r);
	check_number(r, "send slots", sq->entries, number(value, "wqe_cnt", 0));
	check_number(r, "send slot shift", sq->shift, number(value, "wqe_shift", 0));
	check_number(r, "send ring offset", ring_offset(c, sq->buf, value),
		     number(value, "offset", 0));
	check_number(r, "spare send slots", sq->spare, number(value, "spare_wqes", 0));
	check_number(r, "sends outstanding", sq->max_post, number(value, "max_post", 0));
	check_send_room(c, "SGEs of a send", value, "max_sge", sq->max_sge, 1, r);
	check_send_room(c, "inline bytes", value, "max_inline_data", sq->max_inline, MLX4_WQE_UNIT,
			r);
}

static void check_rq_geometry(const struct create *c, const json_t *value, struct report *r)
{
	static const char *const known[] = {"wqe_cnt",  "wqe_shift", "offset",
					    "max_post", "max_sge",   NULL};
	const struct inverbs_rq *rq = &c->qp.rq;

	check_known_members(value, known, "geometry.rq", r);
	check_number(r, "receive slots", rq->entries, number(value, "wqe_cnt", 0));
	check_number(r, "receive slot shift", rq->shift, number(value, "wqe_shift", 0));
	check_number(r, "receive ring offset", ring_offset(c, rq->buf, value),
		     number(value, "offset", 0));
	check_number(r, "receives outstanding", rq->max_post, number(value, "max_post", 0));
	check_number(r, "receive SGEs", rq->max_sge, number(value, "max_sge", 0));
}

static void check_geometry(void *run, const json_t *value, struct report *r)
{
	static const char *const known[] = {"buf_size", "allocated_bytes", "sq", "rq", NULL};
	const struct create *c = run;

	check_known_members(value, known, "geometry", r);
	check_number(r, "buffer bytes", c->qp.buf_bytes, number(value, "buf_size", 0));
	check_number(r, "allocated bytes", allocated_bytes(c->qp.buf, c->qp.buf_bytes, r),
		     number(value, "allocated_bytes", 0));
	check_sq_geometry(c, json_object_get(value, "sq"), r);
	check_rq_geometry(c, json_object_get(value, "rq"), r);
}

static void check_rq_record(void *run, const json_t *value, struct report *r)
{
	const struct create *c = run;

	check_record("receive doorbell record", c->qp.rq.doorbell_record, value, r);
}

static void check_doorbell_bytes(void *run, const json_t *value, struct report *r)
{
	const struct create *c = run;
	struct mlx4_qp_doorbell doorbell = {.qpn = c->qp.sq.qpn};
	uint32_t word;

	mlx4_qp_doorbell_put(&word, &doorbell);
	check_record("send doorbell value", &word, value, r);
}

CHECK_MEMBER(has_record, c->qp.rq.doorbell_record != NULL)
CHECK_MEMBER(record_aligned, !((uintptr_t)c->qp.rq.doorbell_record & 3))
CHECK_MEMBER(qp_aligned, is_page_aligned(c->qp.buf))

static const struct expectation qp_expectations[] = {
	{"result", check_result},
	{"errno", check_errno},
	{"command_issued", check_issued},
	{"cap_after", check_cap_after},
	{"command", check_qp_command},
	{"command_core_cap", check_core_cap},
	{"command_driver", check_qp_driver},
	{"geometry", check_geometry},
	{"has_receive_doorbell_record", check_has_record},
	{"receive_doorbell_record_initial", check_rq_record},
	{"doorbell_record_alignment_ok_4", check_record_aligned},
	{"doorbell_qpn_bytes", check_doorbell_bytes},
	{"buffer_page_aligned", check_qp_aligned},
	{NULL, NULL},
};

/*
 * The request fits into a 1024-byte slot only with the unit that the size field cannot express: the
 * reference accepts it, but refusing it prevents broken WQEs.
 */
static bool refused_for_last_unit(const struct create *c)
{
	const json_t *driver = json_object_get(c->expect, "command_driver");
	const json_t *granted = json_object_get(c->expect, "cap_after");
	const json_t *cap = json_object_get(c->request, "cap");

	return c->err == EINVAL && number(driver, "log_sq_stride", 0) == MLX4_MAX_SQ_SHIFT &&
	       (number(cap, "max_send_sge", 0) + 1 > number(granted, "max_send_sge", 0) ||
		number(cap, "max_inline_data", 0) + MLX4_WQE_UNIT >
			number(granted, "max_inline_data", 0));
}

void mlx4_replay_create_qp(const json_t *vector, struct report *r)
{
	struct create *c = create_start(vector);
	int type = qp_type_named(text(c->request, "type"), r);

	device_limits(c);
	if (type >= 0 && create_open_pd(c, 4, r)) {
		make_qp(c, type);
		if (!refused_for_last_unit(c))
			check_expectations(c->expect, qp_expectations, c, r);
	}
	free(c);
}

/* ---- create_srq ---- */

static void make_srq(struct create *c)
{
	static struct inverbs_cq cq;
	static struct inverbs_xrcd xrcd;
	bool xrc = is_text(c->request, "type", "XRC");
	struct ibv_srq_init_attr_ex attr = {
		.attr =
			{
				.max_wr = (uint32_t)number(c->request, "max_wr", 0),
				.max_sge = (uint32_t)number(c->request, "max_sge", 0),
				.srq_limit = (uint32_t)number(c->request, "srq_limit", 0),
			},
		.comp_mask = IBV_SRQ_INIT_ATTR_TYPE | IBV_SRQ_INIT_ATTR_PD,
		.srq_type = xrc ? IBV_SRQT_XRC : IBV_SRQT_BASIC,
		.pd = &c->pd.ibv,
		.xrcd = &xrcd.ibv,
		.cq = &cq.ibv,
	};

	if (xrc)
		attr.comp_mask |= IBV_SRQ_INIT_ATTR_XRCD | IBV_SRQ_INIT_ATTR_CQ;
	c->err = inverbs_provider_mlx4.create_srq(&c->ctx, &attr, &c->srq);
	c->limit = attr.attr;
}

static const struct kernel_command *srq_command(const struct create *c)
{
	const struct kernel_command *xrc = kernel_last(&c->kernel, UVERBS_CMD_CREATE_XSRQ, false);

	return xrc ? xrc : kernel_last(&c->kernel, UVERBS_CMD_CREATE_SRQ, false);
}

static void check_srq_command(void *run, const json_t *value, struct report *r)
{
	const struct kernel_command *cmd = srq_command(run);
	const char *actual = !cmd                                    ? "none"
			     : cmd->number == UVERBS_CMD_CREATE_XSRQ ? "CREATE_XSRQ"
								     : "CREATE_SRQ";

	check_text(r, "command", actual, text_of(value));
}

static void check_srq_driver(void *run, const json_t *value, struct report *r)
{
	static const char *const known[] = {"bytes", "buf_addr", "db_addr", NULL};
	const struct create *c = run;
	const struct kernel_command *cmd = srq_command(c);
	struct mlx4_create_srq_in in = {0};

	if (!cmd) {
		fail(r, "no command was issued");
		return;
	}
	memcpy(&in, cmd->driver, sizeof(in));
	check_known_members(value, known, "command_driver", r);
	check_number(r, "driver bytes", cmd->driver_bytes, number(value, "bytes", 0));
	check_address("buf_addr", in.buf_addr, value, "buf_addr", "SRQ buffer", c->srq.buf, r);
	check_address("db_addr", in.db_addr, value, "db_addr", "SRQ doorbell record",
		      c->srq.doorbell_record, r);
}

static void check_image(void *run, const json_t *value, struct report *r)
{
	const struct create *c = run;
	struct bytes expected = expected_bytes(value, r);

	if (!c->srq.buf || expected.len > c->srq.buf_bytes)
		fail(r, "the image has %zu bytes, the ring %zu", expected.len, c->srq.buf_bytes);
	else
		check_bytes(r, "SRQ ring", c->srq.buf, expected.data, expected.len);
	free_bytes(&expected);
}

static void check_srq_record(void *run, const json_t *value, struct report *r)
{
	const struct create *c = run;

	check_record("SRQ doorbell record", c->srq.doorbell_record, value, r);
}

static void check_srq_allocated(void *run, const json_t *value, struct report *r)
{
	const struct create *c = run;

	check_number(r, "allocated bytes", allocated_bytes(c->srq.buf, c->srq.buf_bytes, r),
		     number_of(value));
}

CHECK_MEMBER(max_wr_after, c->limit.max_wr)
CHECK_MEMBER(max_sge_after, c->limit.max_sge)
CHECK_MEMBER(wqe_cnt, c->srq.entries)
CHECK_MEMBER(wqe_shift, c->srq.shift)
CHECK_MEMBER(max_sge, c->srq.max_sge)
CHECK_MEMBER(head, c->srq.head)
CHECK_MEMBER(tail, c->srq.tail)
CHECK_MEMBER(counter, c->srq.counter)
CHECK_MEMBER(srqn, c->srq.srqn)

static const struct expectation srq_expectations[] = {
	{"result", check_result},
	{"errno", check_errno},
	{"command_issued", check_issued},
	{"max_wr_after", check_max_wr_after},
	{"max_sge_after", check_max_sge_after},
	{"wqe_cnt", check_wqe_cnt},
	{"wqe_shift", check_wqe_shift},
	{"max_sge", check_max_sge},
	{"head", check_head},
	{"tail", check_tail},
	{"counter", check_counter},
	{"srqn", check_srqn},
	{"doorbell_record_initial", check_srq_record},
	{"allocated_bytes", check_srq_allocated},
	{"buffer_image", check_image},
	{"first_wqe_image", check_image},
	{"command", check_srq_command},
	{"command_driver", check_srq_driver},
	{NULL, NULL},
};

void mlx4_replay_create_srq(const json_t *vector, struct report *r)
{
	struct create *c = create_start(vector);

	c->kernel.srqn = (uint32_t)number(c->expect, "srqn", c->kernel.srqn);
	if (create_open_pd(c, 4, r)) {
		make_srq(c);
		check_expectations(c->expect, srq_expectations, c, r);
	}
	free(c);
}
