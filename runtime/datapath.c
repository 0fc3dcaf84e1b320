/* SPDX-License-Identifier: BSD-2-Clause */
/* Posting, polling and arming with kernel commands. */
#include <inverbs/fast/datapath.h>
#include <inverbs/kernel/uverbs_call.h>

#include "runtime.h"

enum {
	STACK_CQES = 16, /* CQEs that can be polled without allocation */
};

/* One command: work requests of equal size, then the SGEs of all of them. */
struct batch {
	size_t wqe_bytes; /* of one work request */
	uint32_t wrs;
	uint32_t sges;
	uint8_t *list; /* work requests and SGEs */
	uint8_t *wqe;  /* position of the next work request */
	uint8_t *sge;  /* position of its SGEs */
};

static size_t list_bytes(const struct batch *b)
{
	return b->wrs * b->wqe_bytes + b->sges * sizeof(struct uverbs_sge);
}

/* Space for the list after the header and the request. */
static size_t list_capacity(void)
{
	return UVERBS_MESSAGE_MAX - sizeof(struct uverbs_cmd_hdr) -
	       sizeof(struct uverbs_post_send_req);
}

/* Add a work request to the count. Returns false if the command is full, or could never hold it. */
static bool count_in(struct batch *b, int num_sge)
{
	size_t more = b->wqe_bytes + (size_t)(uint32_t)num_sge * sizeof(struct uverbs_sge);

	if (num_sge < 0 || more > list_capacity() - list_bytes(b))
		return false;
	b->wrs++;
	b->sges += (uint32_t)num_sge;
	return true;
}

static bool batch_begin(struct batch *b)
{
	b->list = calloc(1, list_bytes(b) + 1);
	b->wqe = b->list;
	b->sge = b->list + b->wrs * b->wqe_bytes;
	return b->list != NULL;
}

static void put_request(struct batch *b, const void *wqe, const struct ibv_sge *sges, int n)
{
	memcpy(b->wqe, wqe, b->wqe_bytes);
	b->wqe += b->wqe_bytes;
	for (int i = 0; i < n; i++) {
		struct uverbs_sge sge = {
			.addr = sges[i].addr,
			.length = sges[i].length,
			.lkey = sges[i].lkey,
		};

		memcpy(b->sge, &sge, sizeof(sge));
		b->sge += sizeof(sge);
	}
}

/* ---- sends ---- */

static void put_remote(const struct ibv_send_wr *wr, struct uverbs_send_wr *to)
{
	switch (wr->opcode) {
	case IBV_WR_RDMA_WRITE:
	case IBV_WR_RDMA_WRITE_WITH_IMM:
	case IBV_WR_RDMA_READ:
		to->wr.rdma.remote_addr = wr->wr.rdma.remote_addr;
		to->wr.rdma.rkey = wr->wr.rdma.rkey;
		break;
	case IBV_WR_ATOMIC_CMP_AND_SWP:
	case IBV_WR_ATOMIC_FETCH_AND_ADD:
		to->wr.atomic.remote_addr = wr->wr.atomic.remote_addr;
		to->wr.atomic.compare_add = wr->wr.atomic.compare_add;
		to->wr.atomic.swap = wr->wr.atomic.swap;
		to->wr.atomic.rkey = wr->wr.atomic.rkey;
		break;
	default:
		break;
	}
}

static void put_send(struct batch *b, const struct ibv_qp *qp, const struct ibv_send_wr *wr)
{
	struct uverbs_send_wr to = {
		.wr_id = wr->wr_id,
		.num_sge = (uint32_t)wr->num_sge,
		.opcode = (uint32_t)wr->opcode,
		.send_flags = wr->send_flags,
		.ex = {.imm_data = wr->imm_data},
	};

	if (qp->qp_type == IBV_QPT_UD) {
		to.wr.ud.ah = wr->wr.ud.ah->handle;
		to.wr.ud.remote_qpn = wr->wr.ud.remote_qpn;
		to.wr.ud.remote_qkey = wr->wr.ud.remote_qkey;
	} else {
		put_remote(wr, &to);
	}
	put_request(b, &to, wr->sg_list, wr->num_sge);
}

/*
 * The number of the refused work request, counted from 1; 0 if the kernel named one that was not in
 * the command.
 */
static uint32_t failed_request(uint32_t named, const struct batch *b)
{
	return named <= b->wrs ? named : 0;
}

/* Post as many work requests as one command can hold. *rest becomes the first of those left. */
static int post_send_batch(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **rest,
			   uint32_t *bad)
{
	struct batch b = {.wqe_bytes = sizeof(struct uverbs_send_wr)};
	struct uverbs_post_send_req req = {.qp_handle = qp->handle,
					   .wqe_size = sizeof(struct uverbs_send_wr)};
	struct uverbs_post_send_resp resp = {0};
	int err;

	for (*rest = wr; *rest && count_in(&b, (*rest)->num_sge);)
		*rest = (*rest)->next;
	if (wr && !b.wrs)
		return EINVAL;
	if (!batch_begin(&b))
		return ENOMEM;
	for (; wr != *rest; wr = wr->next)
		put_send(&b, qp, wr);
	req.wr_count = b.wrs;
	req.sge_count = b.sges;
	err = uverbs_call_post_send(inverbs_transport_of(qp->context), &req, b.list, list_bytes(&b),
				    &resp);
	*bad = failed_request(resp.bad_wr, &b);
	free(b.list);
	return err;
}

int inverbs_command_post_send(struct ibv_qp *qp, struct ibv_send_wr *wr,
			      struct ibv_send_wr **bad_wr)
{
	struct ibv_send_wr *rest;

	do {
		uint32_t bad = 0;
		int err = post_send_batch(qp, wr, &rest, &bad);

		if (err || bad) {
			while (bad-- > 1)
				wr = wr->next;
			*bad_wr = wr;
			return err;
		}
		wr = rest;
	} while (rest);
	return 0;
}

/* ---- receives ---- */

static int post_recv_batch(struct ibv_qp *qp, struct ibv_recv_wr *wr, struct ibv_recv_wr **rest,
			   uint32_t *bad)
{
	struct batch b = {.wqe_bytes = sizeof(struct uverbs_recv_wr)};
	struct uverbs_post_recv_req req = {.qp_handle = qp->handle,
					   .wqe_size = sizeof(struct uverbs_recv_wr)};
	struct uverbs_post_recv_resp resp = {0};
	int err;

	for (*rest = wr; *rest && count_in(&b, (*rest)->num_sge);)
		*rest = (*rest)->next;
	if (wr && !b.wrs)
		return EINVAL;
	if (!batch_begin(&b))
		return ENOMEM;
	for (; wr != *rest; wr = wr->next) {
		struct uverbs_recv_wr to = {.wr_id = wr->wr_id, .num_sge = (uint32_t)wr->num_sge};

		put_request(&b, &to, wr->sg_list, wr->num_sge);
	}
	req.wr_count = b.wrs;
	req.sge_count = b.sges;
	err = uverbs_call_post_recv(inverbs_transport_of(qp->context), &req, b.list, list_bytes(&b),
				    &resp);
	*bad = failed_request(resp.bad_wr, &b);
	free(b.list);
	return err;
}

int inverbs_command_post_recv(struct ibv_qp *qp, struct ibv_recv_wr *wr,
			      struct ibv_recv_wr **bad_wr)
{
	struct ibv_recv_wr *rest;

	do {
		uint32_t bad = 0;
		int err = post_recv_batch(qp, wr, &rest, &bad);

		if (err || bad) {
			while (bad-- > 1)
				wr = wr->next;
			*bad_wr = wr;
			return err;
		}
		wr = rest;
	} while (rest);
	return 0;
}

/* ---- completions ---- */

static struct ibv_wc wc_of(const struct uverbs_wc *from)
{
	return (struct ibv_wc){
		.wr_id = from->wr_id,
		.status = (enum ibv_wc_status)from->status,
		.opcode = (enum ibv_wc_opcode)from->opcode,
		.vendor_err = from->vendor_err,
		.byte_len = from->byte_len,
		.imm_data = from->ex.imm_data,
		.qp_num = from->qp_num,
		.src_qp = from->src_qp,
		.wc_flags = from->wc_flags,
		.pkey_index = from->pkey_index,
		.slid = from->slid,
		.sl = from->sl,
		.dlid_path_bits = from->dlid_path_bits,
	};
}

static int poll_into(struct ibv_cq *cq, struct uverbs_wc *entries, uint32_t n, struct ibv_wc *wc)
{
	struct uverbs_poll_cq_req req = {.cq_handle = cq->handle, .ne = n};
	struct uverbs_poll_cq_resp resp = {0};
	int err = uverbs_call_poll_cq(inverbs_transport_of(cq->context), &req, &resp, entries,
				      n * sizeof(*entries));

	if (err) {
		errno = err;
		return -1;
	}
	if (resp.count > n)
		resp.count = n;
	for (uint32_t i = 0; i < resp.count; i++)
		wc[i] = wc_of(&entries[i]);
	return (int)resp.count;
}

int inverbs_command_poll_cq(struct ibv_cq *cq, int num_entries, struct ibv_wc *wc)
{
	const size_t most = (UVERBS_MESSAGE_MAX - sizeof(struct uverbs_poll_cq_resp)) /
			    sizeof(struct uverbs_wc);
	size_t n = num_entries < 0 ? 0 : (size_t)num_entries;
	struct uverbs_wc few[STACK_CQES], *many = NULL;
	int got;

	n = n < most ? n : most;
	if (n > STACK_CQES) {
		many = malloc(n * sizeof(*many));
		n = many ? n : STACK_CQES;
	}
	got = poll_into(cq, many ? many : few, (uint32_t)n, wc);
	free(many);
	return got;
}

/* The command is built in place: only the handle varies, and every post issues one. */
int inverbs_command_doorbell(struct ibv_qp *qp)
{
	struct inverbs_transport *const t = inverbs_transport_of(qp->context);
	struct uverbs_post_send_resp resp = {0};
	const struct {
		struct uverbs_cmd_hdr hdr;
		struct uverbs_post_send_req req;
	} doorbell = {
		.hdr = {.command = UVERBS_CMD_POST_SEND,
			.in_words = sizeof(doorbell) / 4,
			.out_words = sizeof(resp) / 4},
		.req = {.response = (uintptr_t)&resp,
			.qp_handle = qp->handle,
			.wqe_size = sizeof(struct uverbs_send_wr)},
	};

	if (uverbs_is_lacking(t, UVERBS_CMD_POST_SEND))
		return EOPNOTSUPP;
	return t->ops->command(t, &doorbell, sizeof(doorbell));
}

int inverbs_command_arm_cq(struct ibv_cq *cq, int solicited_only)
{
	struct uverbs_req_notify_cq_req req = {.cq_handle = cq->handle,
					       .solicited_only = solicited_only != 0};
	struct inverbs_lock *lock = &inverbs_cq_of(cq)->lock;
	int err;

	inverbs_lock(lock);
	err = uverbs_call_req_notify_cq(inverbs_transport_of(cq->context), &req);
	inverbs_unlock(lock);
	return err;
}
