/* SPDX-License-Identifier: BSD-2-Clause */
/* What a program does, as the input says. */
#include <fcntl.h>
#include <inverbs/fast/objects.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "host.h"
#include "program.h"
#include "wire.h"

enum {
	MOST_SGES = 3,
	ACCESS_BITS = 7,
	CQES = 64,
};

static struct end *some_end(struct program *p, struct input *in)
{
	return &p->end[input_u8(in) & 1];
}

static struct end *other_end(struct program *p, const struct end *e)
{
	return &p->end[e == &p->end[0]];
}

#define SOME(array, in) (array)[input_below(in, sizeof(array) / sizeof((array)[0]))]

/* --- posts and polls --------------------------------------------------------------------- */

static struct ibv_sge some_sge(const struct end *e, struct input *in)
{
	const struct ibv_mr *mr = SOME(e->mr, in);
	const uint8_t what = input_u8(in);
	struct ibv_sge sge = {
		.addr = (uintptr_t)e->memory + input_u16(in) % PROGRAM_BYTES,
		.length = what & 1 ? input_u16(in) : what,
		.lkey = mr ? mr->lkey : 0,
	};

	if (what == 0xff)
		sge.lkey += input_u8(in);
	if (what == 0xfe)
		sge.length = (uint32_t)input_number(in);
	return sge;
}

static void aim_remote(const struct end *to, struct ibv_send_wr *wr, struct input *in)
{
	const struct ibv_mr *mr = SOME(to->mr, in);
	const struct ibv_mw *mw = SOME(to->mw, in);
	const uint64_t at = (uintptr_t)to->memory + input_u8(in) * 8U;
	uint32_t key = mr ? mr->rkey : 0;

	if (mw && input_u8(in) & 1)
		key = mw->rkey;
	if (wr->opcode == IBV_WR_ATOMIC_CMP_AND_SWP || wr->opcode == IBV_WR_ATOMIC_FETCH_AND_ADD) {
		wr->wr.atomic.remote_addr = at;
		wr->wr.atomic.rkey = key;
		wr->wr.atomic.swap = 1;
		return;
	}
	wr->wr.rdma.remote_addr = at;
	wr->wr.rdma.rkey = key;
}

static void aim(struct program *p, struct end *e, struct ibv_qp *qp, struct ibv_send_wr *wr,
		struct input *in)
{
	struct end *to = other_end(p, e);

	if (qp->qp_type == IBV_QPT_UD) {
		wr->wr.ud.ah = SOME(e->ah, in);
		wr->wr.ud.remote_qpn = input_u8(in) & 1 ? 0xffffff
				       : to->qp[0]      ? to->qp[0]->qp_num
							: 0;
		wr->wr.ud.remote_qkey = 0x11;
		return;
	}
	aim_remote(to, wr, in);
	if (qp->qp_type == IBV_QPT_XRC_SEND)
		wr->qp_type.xrc.remote_srqn = input_u8(in);
	if (wr->opcode == IBV_WR_SEND_WITH_INV || wr->opcode == IBV_WR_LOCAL_INV)
		wr->invalidate_rkey = wr->wr.rdma.rkey;
	else
		wr->imm_data = 0x1234;
	if (wr->opcode == IBV_WR_BIND_MW) {
		wr->bind_mw.mw = SOME(e->mw, in);
		wr->bind_mw.rkey = wr->bind_mw.mw ? ibv_inc_rkey(wr->bind_mw.mw->rkey) : 0;
		wr->bind_mw.bind_info.mr = e->mr[0];
		wr->bind_mw.bind_info.addr = (uintptr_t)e->memory;
		wr->bind_mw.bind_info.length = input_u16(in);
		wr->bind_mw.bind_info.mw_access_flags = input_u8(in);
	}
}

void program_post_send(struct program *p, struct input *in)
{
	struct end *e = some_end(p, in);
	struct ibv_qp *qp = SOME(e->qp, in);
	struct ibv_sge sge[MOST_SGES];
	struct ibv_send_wr wr = {.wr_id = 1, .sg_list = sge}, *bad;
	uint8_t flags;

	/* no send queue, or, of a mutated command, not what the library takes it for */
	if (!qp || qp->qp_type == IBV_QPT_XRC_RECV || (p->mutated && qp != e->qp[0]))
		return;
	wr.opcode = (enum ibv_wr_opcode)input_below(in, IBV_WR_SEND_WITH_INV + 1);
	flags = input_u8(in);
	wr.send_flags = flags & 0x0f; /* fence, signaled, solicited, inline */
	wr.num_sge = (int)input_below(in, MOST_SGES + 1);
	for (int i = 0; i < wr.num_sge; i++)
		sge[i] = some_sge(e, in);
	aim(p, e, qp, &wr, in);
	if ((qp->qp_type == IBV_QPT_UD && !wr.wr.ud.ah) ||
	    (wr.opcode == IBV_WR_BIND_MW && (!wr.bind_mw.mw || !wr.bind_mw.bind_info.mr)))
		return; /* the program's own mistakes */
	ibv_post_send(qp, &wr, &bad);
}

void program_post_recv(struct program *p, struct input *in)
{
	struct end *e = some_end(p, in);
	struct ibv_qp *qp = SOME(e->qp, in);
	struct ibv_srq *srq = SOME(e->srq, in);
	struct ibv_sge sge[MOST_SGES];
	struct ibv_recv_wr wr = {.wr_id = 2, .sg_list = sge}, *bad;

	wr.num_sge = (int)input_below(in, MOST_SGES + 1);
	for (int i = 0; i < wr.num_sge; i++)
		sge[i] = some_sge(e, in);
	if (srq)
		ibv_post_srq_recv(srq, &wr, &bad);
	else if (qp)
		ibv_post_recv(qp, &wr, &bad);
}

void program_poll(struct program *p, struct input *in)
{
	struct end *e = some_end(p, in);
	struct ibv_cq *cq = SOME(e->cq, in);
	const uint8_t how = input_u8(in);
	struct ibv_wc wc[4];

	host_run();
	if (!cq)
		return;
	for (int i = 0; i < 4 && ibv_poll_cq(cq, 1 + (how & 3), wc) > 0; i++)
		;
	if (how & 4)
		ibv_req_notify_cq(cq, how & 8);
}

/* --- memory that the adapter reads ------------------------------------------------------- */

static const struct inverbs_qp *own(const struct ibv_qp *qp)
{
	return (const struct inverbs_qp *)((const uint8_t *)qp - offsetof(struct inverbs_qp, ibv));
}

uint8_t *program_ring(const struct ibv_qp *qp, size_t *bytes)
{
	*bytes = own(qp)->buf_bytes - own(qp)->recv_bytes;
	return own(qp)->buf; /* NULL: posts are commands */
}

/** From the receive queue on, wherever it is mapped. */
static uint8_t *receive_ring(const struct ibv_qp *qp, size_t *bytes)
{
	*bytes = (size_t)own(qp)->rq.entries << own(qp)->rq.shift;
	return own(qp)->buf ? own(qp)->rq.buf : NULL;
}

static uint8_t *shared_ring(const struct ibv_srq *srq, size_t *bytes)
{
	const struct inverbs_srq *s = (const struct inverbs_srq *)((const uint8_t *)srq -
								   offsetof(struct inverbs_srq,
									    ibv));

	*bytes = s->buf_bytes;
	return s->buf;
}

static uint8_t *record(const struct ibv_qp *qp, uint32_t which, size_t *bytes)
{
	*bytes = sizeof(uint32_t);
	if (!own(qp)->buf)
		return NULL;
	return (uint8_t *)(which & 1 ? own(qp)->sq.record : own(qp)->rq.record);
}

static uint8_t *victim(struct end *e, struct input *in, size_t *bytes)
{
	const uint32_t kind = input_below(in, 6);
	const struct ibv_qp *qp = SOME(e->qp, in);
	const struct ibv_srq *srq = SOME(e->srq, in);

	*bytes = 0;
	if (kind == 3 && srq)
		return shared_ring(srq, bytes);
	if (!qp)
		return NULL;
	if (kind == 4)
		return record(qp, 0, bytes);
	if (kind == 5)
		return record(qp, 1, bytes);
	return kind == 2 ? receive_ring(qp, bytes) : program_ring(qp, bytes);
}

void program_scribble(struct program *p, struct input *in)
{
	struct end *e = some_end(p, in);
	size_t bytes;
	uint8_t *ring = victim(e, in, &bytes);
	const size_t at = input_u16(in);
	const uint32_t n = 1 + input_below(in, 8);

	for (uint32_t i = 0; i < n; i++) {
		const uint8_t value = input_u8(in);

		if (ring && at + i < bytes)
			__atomic_store_n(&ring[at + i], value, __ATOMIC_RELAXED);
	}
}

/* --- objects ----------------------------------------------------------------------------- */

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

/** After a fatal error the kernel lets everything go; the library's objects still need each other.
 */
static bool used(const struct end *e, const void *queue)
{
	for (int i = 0; i < PROGRAM_QPS; i++) {
		const struct ibv_qp *qp = e->qp[i];

		if (qp && (qp->send_cq == queue || qp->recv_cq == queue || qp->srq == queue))
			return true;
	}
	return queue == e->cq[0]; /* that of XRC */
}

static void any_cq(struct end *e, struct input *in)
{
	struct ibv_cq **at = &e->cq[input_below(in, PROGRAM_SLOTS)];
	const int cqes = (int)input_below(in, CQES);
	const uint8_t what = input_u8(in);

	if (*at && what & 1)
		ibv_resize_cq(*at, cqes);
	else if (*at && !used(e, *at) && !ibv_destroy_cq(*at))
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
	else if (*at && !used(e, *at) && !ibv_destroy_srq(*at))
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

/** Of nobody else, or of a file. */
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

/* --- states, questions, trouble ---------------------------------------------------------- */

static const int masks[] = {
	IBV_QP_STATE,
	IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS,
	IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_QKEY,
	IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN,
	IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN |
		IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER,
	IBV_QP_STATE | IBV_QP_SQ_PSN,
	IBV_QP_STATE | IBV_QP_SQ_PSN | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY |
		IBV_QP_MAX_QP_RD_ATOMIC,
	IBV_QP_STATE | IBV_QP_EN_SQD_ASYNC_NOTIFY,
	IBV_QP_ALT_PATH | IBV_QP_PATH_MIG_STATE,
	IBV_QP_PATH_MIG_STATE,
	IBV_QP_ACCESS_FLAGS | IBV_QP_MIN_RNR_TIMER,
};

void program_modify(struct program *p, struct input *in)
{
	struct end *e = some_end(p, in);
	const struct end *to = some_end(p, in);
	struct ibv_qp *qp = SOME(e->qp, in);
	int mask = SOME(masks, in);
	struct ibv_qp_attr attr = {
		.qp_state = (enum ibv_qp_state)input_below(in, IBV_QPS_ERR + 1),
		.path_mig_state = (enum ibv_mig_state)input_below(in, 3),
		.path_mtu = IBV_MTU_1024,
		.port_num = 1,
		.alt_port_num = 1 + input_below(in, 2),
		.alt_timeout = 8,
		.timeout = input_below(in, 12),
		.retry_cnt = input_below(in, 8),
		.rnr_retry = input_below(in, 8),
		.min_rnr_timer = input_below(in, 32),
		.max_rd_atomic = 1,
		.max_dest_rd_atomic = 1,
		.qkey = 0x11,
		.qp_access_flags = input_u8(in) & 0xf,
		.ah_attr = {.dlid = to->port.lid, .port_num = 1},
		.alt_ah_attr = {.dlid = to->port.lid, .port_num = 1},
		.en_sqd_async_notify = 1,
	};

	if (!qp)
		return;
	if (to->port.link_layer == IBV_LINK_LAYER_ETHERNET)
		attr.ah_attr.is_global = 1;
	attr.ah_attr.grh.dgid = to->gid;
	attr.ah_attr.grh.hop_limit = 1;
	attr.alt_ah_attr.port_num = attr.alt_port_num;
	attr.dest_qp_num = to->qp[0] ? to->qp[0]->qp_num : 0;
	mask ^= (int)input_number(in);
	ibv_modify_qp(qp, &attr, mask & 0x1ffffff);
}

static void events(struct end *e)
{
	struct ibv_async_event event;
	struct ibv_cq *cq;
	void *context;

	if (host_readable(e->ctx->async_fd) && !ibv_get_async_event(e->ctx, &event))
		ibv_ack_async_event(&event);
	if (e->channel && host_readable(e->channel->fd) &&
	    !ibv_get_cq_event(e->channel, &cq, &context))
		ibv_ack_cq_events(cq, 1);
}

void program_ask(struct program *p, struct input *in)
{
	struct end *e = some_end(p, in);
	struct ibv_qp *qp = SOME(e->qp, in);
	const uint8_t index = input_u8(in);
	struct ibv_qp_init_attr init;
	struct ibv_gid_entry gid[4];
	struct ibv_device_attr device;
	struct ibv_port_attr port;
	struct ibv_qp_attr attr;
	__be16 pkey;

	switch (input_below(in, 7)) {
	case 0:
		if (!p->mutated) /* they name objects by what the program said */
			events(e);
		break;
	case 1:
		if (qp)
			ibv_query_qp(qp, &attr, (int)input_u32(in), &init);
		break;
	case 2:
		ibv_query_device(e->ctx, &device);
		break;
	case 3:
		ibv_query_port(e->ctx, index, &port);
		break;
	case 4:
		ibv_query_pkey(e->ctx, 1, index, &pkey);
		break;
	case 5:
		ibv_query_gid_ex(e->ctx, 1, index, gid, 0);
		break;
	default:
		ibv_query_gid_table(e->ctx, gid, 1 + index % 4, 0);
	}
}

void program_mutate(struct program *p, struct input *in)
{
	p->mutated = true;
	host_mutation.words = 1 + input_below(in, 4);
	for (uint32_t i = 0; i < host_mutation.words; i++) {
		host_mutation.word[i].at = input_u8(in) * 2U;
		host_mutation.word[i].how = input_u8(in);
		host_mutation.word[i].value = (uint32_t)input_number(in);
	}
}

static const char *const troubles[] = {
	"port %s 1 down",
	"port %s 1 up",
	"event %s qp_fatal %u",
	"event %s qp_access_err %u",
	"event %s path_mig %u",
	"event %s cq_err %u",
	"event %s srq_err %u",
	"event %s device_fatal",
	"event %s lid_change 1 %u",
	"event %s db_full",
	"event %s db_empty",
	"event %s gid_change 1 fe80::%u",
	"fault add lose request %2$u from %1$s",
	"fault add lose response %2$u to %1$s",
	"fault add delay 20ms request %2$u from %1$s",
	"fault add delay 20ms response %2$u from %1$s",
	"fault add duplicate request %2$u from %1$s",
	"fault add reorder request %2$u from %1$s",
	"fault add rnr request %2$u from %1$s",
	"fault add break request %2$u from %1$s",
	"fault add corrupt response 50%% to %1$s",
	"fault add down %1$s request %2$u",
	"fault add refuse ENOMEM command any %2$u from %1$s",
	"fault add delay 1ms command MODIFY_QP %2$u from %1$s",
	"fault clear",
	"counters",
	"objects",
};

void program_trouble(struct program *p, struct input *in)
{
	const char *format = SOME(troubles, in);
	const struct end *e = some_end(p, in);
	const uint32_t number = e->qp[0] && input_u8(in) & 1 ? e->qp[0]->qp_num : input_u8(in);
	char line[128];
	struct wire_message m = {.op = SOFTHCA_OP_CONTROL, .payload = line};
	struct wire w;

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
	m.bytes = (size_t)snprintf(line, sizeof(line), format, ibv_get_device_name(e->ctx->device),
				   number);
#pragma GCC diagnostic pop
	wire_open(&w, true);
	wire_exchange(&w, &m);
	wire_close(&w);
}

void program_time(struct input *in)
{
	host_sleep(UINT64_C(1) << input_below(in, 36));
}
