/* SPDX-License-Identifier: BSD-2-Clause */
/* Actions that create, modify and destroy objects. */
#include <fcntl.h>
#include <sys/mman.h>

#include "program.h"

enum {
	ACCESS_BITS = 7,
	CQES = 64,
};

static void any_qp(struct program *p, struct end *e, struct input *in)
{
	static const enum ibv_qp_type types[] = {IBV_QPT_RC,       IBV_QPT_UC,
						 IBV_QPT_UD,       IBV_QPT_RAW_PACKET,
						 IBV_QPT_XRC_SEND, IBV_QPT_XRC_RECV};
	struct ibv_qp **at = &e->qp[1 + input_below(in, PROGRAM_QPS - 1)];
	struct ibv_qp_init_attr_ex init = {
		.qp_type = types[input_below(in, 6)],
		.send_cq = SOME(e->cq, in),
		.recv_cq = SOME(e->cq, in),
		.srq = SOME(e->srq, in),
		.pd = e->pd,
		.xrcd = e->xrcd,
		.comp_mask = IBV_QP_INIT_ATTR_PD,
		.cap = {.max_send_wr = input_below(in, 20),
			.max_recv_wr = input_below(in, 20),
			.max_send_sge = input_below(in, 5),
			.max_recv_sge = input_below(in, 5),
			.max_inline_data = input_u8(in)},
	};

	(void)p;
	if (*at && !ibv_destroy_qp(*at)) {
		*at = NULL;
		return;
	}
	if (*at || !e->pd)
		return;
	if (init.qp_type == IBV_QPT_XRC_RECV && e->xrcd) {
		init.comp_mask = IBV_QP_INIT_ATTR_XRCD;
		init.pd = NULL;
	}
	*at = ibv_create_qp_ex(e->ctx, &init);
}

/**
 * After a fatal error the kernel destroys objects that others still use. Here they must remain,
 * because the library's objects point to each other.
 */
static bool is_used(const struct end *e, const void *queue)
{
	for (int i = 0; i < PROGRAM_QPS; i++) {
		const struct ibv_qp *qp = e->qp[i];

		if (qp && (qp->send_cq == queue || qp->recv_cq == queue || qp->srq == queue))
			return true;
	}
	return queue == e->cq[0]; /* XRC SRQs use it */
}

static void any_cq(struct end *e, struct input *in)
{
	struct ibv_cq **at = &e->cq[input_below(in, PROGRAM_SLOTS)];
	const int cqes = (int)input_below(in, CQES);
	const uint8_t what = input_u8(in);

	if (*at && what & 1)
		ibv_resize_cq(*at, cqes);
	else if (*at && !is_used(e, *at) && !ibv_destroy_cq(*at))
		*at = NULL;
	else if (!*at)
		*at = ibv_create_cq(e->ctx, cqes, NULL, what & 2 ? e->channel : NULL,
				    what >> 2 & 1);
}

static void make_srq(struct end *e, struct ibv_srq **at, struct input *in)
{
	struct ibv_srq_init_attr_ex init = {
		.attr = {.max_wr = input_below(in, 20), .max_sge = input_below(in, 5)},
		.comp_mask = IBV_SRQ_INIT_ATTR_TYPE | IBV_SRQ_INIT_ATTR_PD,
		.srq_type = IBV_SRQT_BASIC,
		.pd = e->pd,
		.cq = e->cq[0],
		.xrcd = e->xrcd,
	};

	if (e->xrcd && e->cq[0] && input_u8(in) & 1) {
		init.srq_type = IBV_SRQT_XRC;
		init.comp_mask |= IBV_SRQ_INIT_ATTR_CQ | IBV_SRQ_INIT_ATTR_XRCD;
	}
	*at = ibv_create_srq_ex(e->ctx, &init);
}

static void any_srq(struct end *e, struct input *in)
{
	struct ibv_srq **at = &e->srq[input_below(in, PROGRAM_SLOTS)];
	const uint8_t what = input_u8(in);
	struct ibv_srq_attr attr = {.max_wr = what >> 4, .srq_limit = what >> 2 & 3};

	if (*at && what & 1)
		ibv_modify_srq(*at, &attr, what & 2 ? IBV_SRQ_LIMIT : IBV_SRQ_MAX_WR);
	else if (*at && what & 2)
		ibv_query_srq(*at, &attr);
	else if (*at && !is_used(e, *at) && !ibv_destroy_srq(*at))
		*at = NULL;
	else if (!*at)
		make_srq(e, at, in);
}

static void any_mr(struct end *e, struct input *in)
{
	struct ibv_mr **at = &e->mr[input_below(in, PROGRAM_SLOTS)];
	uint8_t *start = e->memory + input_below(in, PROGRAM_BYTES);
	const size_t bytes = input_u16(in);
	const int access = (int)(input_u8(in) & ((1U << ACCESS_BITS) - 1));
	const uint8_t what = input_u8(in);

	if (*at && what & 1)
		ibv_rereg_mr(*at, what >> 1 & 7, e->pd, start, bytes, access);
	else if (*at && !ibv_dereg_mr(*at))
		*at = NULL;
	else if (!*at)
		*at = ibv_reg_mr_iova(e->pd, start, bytes, what & 2 ? 0 : (uintptr_t)start, access);
}

static void any_mw(struct end *e, struct input *in)
{
	struct ibv_mw **at = &e->mw[input_below(in, PROGRAM_SLOTS)];
	struct ibv_mw_bind bind = {
		.bind_info = {.mr = e->mr[0],
			      .addr = (uintptr_t)e->memory,
			      .length = input_u16(in),
			      .mw_access_flags = input_u8(in)},
	};
	const uint8_t what = input_u8(in);

	if (*at && what & 1 && e->qp[0] && e->mr[0])
		ibv_bind_mw(e->qp[0], *at, &bind);
	else if (*at && !ibv_dealloc_mw(*at))
		*at = NULL;
	else if (!*at)
		*at = ibv_alloc_mw(e->pd, what & 2 ? IBV_MW_TYPE_2 : IBV_MW_TYPE_1);
}

static void any_ah(struct program *p, struct end *e, struct input *in)
{
	struct ibv_ah **at = &e->ah[input_below(in, PROGRAM_SLOTS)];
	const struct end *to = some_end(p, in);
	const uint8_t what = input_u8(in);
	struct ibv_ah_attr attr = {
		.dlid = what & 4 ? 0xc001 : to->port.lid,
		.port_num = 1,
		.is_global = what & 1,
		.grh = {.dgid = to->gid, .hop_limit = 1},
	};

	if (what & 2)
		attr.grh.dgid.raw[0] = 0xff;
	if (*at && !ibv_destroy_ah(*at))
		*at = NULL;
	else if (!*at)
		*at = ibv_create_ah(e->pd, &attr);
}

static void any_group(struct end *e, struct input *in)
{
	struct ibv_qp *qp = SOME(e->qp, in);
	union ibv_gid gid = {.raw = {0xff, 0x0e, [15] = 1}};
	const uint8_t what = input_u8(in);

	gid.raw[14] = what >> 4;
	if (!qp)
		return;
	if (what & 1)
		ibv_detach_mcast(qp, &gid, 0xc001);
	else
		ibv_attach_mcast(qp, &gid, 0xc001);
}

/** Opens or closes an XRC domain of this context, or one that processes share by a file. */
static void any_domain(struct end *e, struct input *in)
{
	static int file = -1;
	struct ibv_xrcd_init_attr init = {
		.comp_mask = IBV_XRCD_INIT_ATTR_FD | IBV_XRCD_INIT_ATTR_OFLAGS,
		.fd = -1,
		.oflags = O_CREAT,
	};
	const uint8_t what = input_u8(in);

	if (file < 0)
		file = memfd_create("domain", MFD_CLOEXEC);
	if (what & 1)
		init.fd = file;
	if (what & 2)
		init.oflags |= O_EXCL;
	if (!e->xrcd)
		e->xrcd = ibv_open_xrcd(e->ctx, &init);
}

void program_object(struct program *p, struct input *in)
{
	struct end *e = some_end(p, in);

	switch (input_below(in, 9)) {
	case 0:
	case 1:
		any_qp(p, e, in);
		break;
	case 2:
		any_cq(e, in);
		break;
	case 3:
		any_srq(e, in);
		break;
	case 4:
		any_mr(e, in);
		break;
	case 5:
		any_mw(e, in);
		break;
	case 6:
		any_ah(p, e, in);
		break;
	case 7:
		any_group(e, in);
		break;
	default:
		any_domain(e, in);
	}
}
