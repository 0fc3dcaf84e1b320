/* SPDX-License-Identifier: BSD-2-Clause */
#include "seen.h"

#include <netinet/in.h>
#include <sys/socket.h>

#include <rdma/ib_user_verbs.h>
#include <rdma/rdma_user_rxe.h>
#include <string.h>

/* Flags that no header of the kernel shows to programs: those of requests are verbs' own, those of
 * completions are not. */
enum {
	SEND_INLINE = 1 << 3,
	WC_SHARED_FLAGS = 1 << 0 | 1 << 1, /* GRH, WITH_IMM */
	WC_WITH_INVALIDATE = 1 << 2,
	IBV_WC_WITH_INVALIDATE = 1 << 3,
	POSTED = 0,    /* state of an entry */
	STATUSES = 22, /* from IBV_WC_SUCCESS to IBV_WC_GENERAL_ERR, the kernel's are the same */
};

const uint32_t seen_with_imm = 1U << IB_UVERBS_WR_SEND_WITH_IMM |
			       1U << IB_UVERBS_WR_RDMA_WRITE_WITH_IMM |
			       1U << IB_UVERBS_WR_SEND_WITH_INV | 1U << IB_UVERBS_WR_LOCAL_INV;
const uint32_t seen_with_remote = 1U << IB_UVERBS_WR_RDMA_WRITE |
				  1U << IB_UVERBS_WR_RDMA_WRITE_WITH_IMM |
				  1U << IB_UVERBS_WR_RDMA_READ |
				  1U << IB_UVERBS_WR_ATOMIC_CMP_AND_SWP |
				  1U << IB_UVERBS_WR_ATOMIC_FETCH_AND_ADD;

static void read_pieces(const uint8_t *at, struct seen_payload *out)
{
	for (uint32_t i = 0; i < out->num_sge; i++) {
		struct rxe_sge sge;

		memcpy(&sge, at + i * sizeof(sge), sizeof(sge));
		out->piece[i] = (struct seen_piece){sge.addr, sge.length, sge.lkey};
		out->sum += sge.length;
	}
}

static void read_payload(const struct rxe_dma_info *dma, bool is_inline, const uint8_t *at,
			 size_t room, struct seen_payload *out)
{
	out->length = dma->length;
	out->num_sge = dma->num_sge;
	out->at = at;
	out->is_inline = is_inline;
	if (is_inline) {
		out->sum = out->length;
		out->fits = out->length <= room && out->num_sge <= SEEN_MAX_PIECES;
		return;
	}
	out->fits = out->num_sge <= room / sizeof(struct rxe_sge) &&
		    out->num_sge <= SEEN_MAX_PIECES;
	if (out->fits)
		read_pieces(at, out);
}

static void read_body(const struct rxe_send_wr *wr, struct seen_send *out)
{
	const uint32_t op = out->opcode < 32 ? 1U << out->opcode : 0;

	if (op & seen_with_imm)
		out->imm = wr->ex.invalidate_rkey;
	if (out->datagram) {
		out->qpn = wr->wr.ud.remote_qpn;
		out->qkey = wr->wr.ud.remote_qkey;
		out->ah_number = wr->wr.ud.ah_num;
		return;
	}
	switch (out->opcode) {
	case IB_UVERBS_WR_RDMA_WRITE:
	case IB_UVERBS_WR_RDMA_WRITE_WITH_IMM:
	case IB_UVERBS_WR_RDMA_READ:
		out->remote_addr = wr->wr.rdma.remote_addr;
		out->rkey = wr->wr.rdma.rkey;
		break;
	case IB_UVERBS_WR_ATOMIC_CMP_AND_SWP:
		out->swap = wr->wr.atomic.swap; /* fall through */
	case IB_UVERBS_WR_ATOMIC_FETCH_AND_ADD:
		out->remote_addr = wr->wr.atomic.remote_addr;
		out->compare_add = wr->wr.atomic.compare_add;
		out->rkey = wr->wr.atomic.rkey;
		break;
	case IB_UVERBS_WR_BIND_MW:
		out->bind.addr = wr->wr.mw.addr;
		out->bind.length = wr->wr.mw.length;
		out->bind.lkey = wr->wr.mw.mr_lkey;
		out->bind.old_rkey = wr->wr.mw.mw_rkey;
		out->bind.rkey = wr->wr.mw.rkey;
		out->bind.access = wr->wr.mw.access;
		break;
	default:
		break;
	}
}

static void read_kernels_words(const struct rxe_send_wqe *wqe, struct seen_send *out)
{
	out->kernels.status = wqe->status;
	out->kernels.state = wqe->state;
	out->kernels.mask = wqe->mask;
	out->kernels.first_psn = wqe->first_psn;
	out->kernels.last_psn = wqe->last_psn;
	out->kernels.ack_length = wqe->ack_length;
	out->kernels.ssn = wqe->ssn;
	out->kernels.has_rd_atomic = wqe->has_rd_atomic;
	out->kernels.cur_sge = wqe->dma.cur_sge;
	out->kernels.sge_offset = wqe->dma.sge_offset;
}

bool seen_send_entry(const uint8_t *slot, size_t bytes, bool datagram, struct seen_send *out)
{
	struct rxe_send_wqe wqe;

	memset(out, 0, sizeof(*out));
	if (bytes < sizeof(wqe))
		return false;
	memcpy(&wqe, slot, sizeof(wqe));
	out->datagram = datagram;
	out->wr_id = wqe.wr.wr_id;
	out->opcode = wqe.wr.opcode;
	out->flags = wqe.wr.send_flags;
	out->worked_on = wqe.state != POSTED;
	read_body(&wqe.wr, out);
	read_kernels_words(&wqe, out);
	read_payload(&wqe.dma, out->flags & SEND_INLINE, slot + sizeof(wqe), bytes - sizeof(wqe),
		     &out->payload);
	return true;
}

bool seen_recv_entry(const uint8_t *slot, size_t bytes, struct seen_recv *out)
{
	struct rxe_recv_wqe wqe;

	memset(out, 0, sizeof(*out));
	if (bytes < sizeof(wqe))
		return false;
	memcpy(&wqe, slot, sizeof(wqe));
	out->wr_id = wqe.wr_id;
	out->worked_on = wqe.dma.resid < wqe.dma.length;
	read_payload(&wqe.dma, false, slot + sizeof(wqe), bytes - sizeof(wqe), &out->payload);
	return true;
}

uint32_t seen_wc_flags(uint32_t kernel_flags)
{
	return (kernel_flags & WC_SHARED_FLAGS) |
	       (kernel_flags & WC_WITH_INVALIDATE ? IBV_WC_WITH_INVALIDATE : 0);
}

void seen_completion(const uint8_t *slot, struct seen_wc *out)
{
	struct ib_uverbs_wc wc;

	memcpy(&wc, slot, sizeof(wc));
	*out = (struct seen_wc){
		.wr_id = wc.wr_id,
		.status = wc.status,
		.opcode = wc.opcode,
		.vendor_err = wc.vendor_err,
		.byte_len = wc.byte_len,
		.imm = wc.ex.invalidate_rkey,
		.qp_num = wc.qp_num,
		.src_qp = wc.src_qp,
		.flags = seen_wc_flags(wc.wc_flags),
		.pkey_index = wc.pkey_index,
		.slid = wc.slid,
		.sl = wc.sl,
		.path_bits = wc.dlid_path_bits,
	};
}

void seen_fill_completion(uint8_t *slot, unsigned int any)
{
	struct ib_uverbs_wc wc;

	memcpy(&wc, slot, sizeof(wc));
	wc.status = any % STATUSES;
	wc.vendor_err = 0x11223344;
	wc.pkey_index = 0x5566;
	wc.slid = 0x7788;
	wc.sl = 0x9;
	wc.dlid_path_bits = 0xaa;
	wc.port_num = 0xbb;
	memcpy(slot, &wc, sizeof(wc));
}

size_t seen_head_bytes(void)
{
	return sizeof(struct rxe_queue_buf);
}

size_t seen_send_bytes(void)
{
	return sizeof(struct rxe_send_wqe);
}

size_t seen_recv_bytes(void)
{
	return sizeof(struct rxe_recv_wqe);
}

size_t seen_wc_bytes(void)
{
	return sizeof(struct ib_uverbs_wc);
}

void seen_make_head(uint8_t *head, uint32_t log2_elem_size, uint32_t index_mask, uint32_t producer,
		    uint32_t consumer)
{
	struct rxe_queue_buf buf = {
		.log2_elem_size = log2_elem_size,
		.index_mask = index_mask,
		.producer_index = producer,
		.consumer_index = consumer,
	};

	memcpy(head, &buf, sizeof(buf));
}

uint32_t seen_producer(const uint8_t *head)
{
	return ((const struct rxe_queue_buf *)(const void *)head)->producer_index;
}

uint32_t seen_consumer(const uint8_t *head)
{
	return ((const struct rxe_queue_buf *)(const void *)head)->consumer_index;
}

bool seen_bell_command(const uint8_t *body, size_t bytes, struct seen_bell *out)
{
	struct ib_uverbs_post_send req;

	if (bytes != sizeof(req))
		return false;
	memcpy(&req, body, sizeof(req));
	*out = (struct seen_bell){
		.qp_handle = req.qp_handle,
		.wr_count = req.wr_count,
		.sge_count = req.sge_count,
		.known_size = req.wqe_size >= sizeof(struct ib_uverbs_send_wr),
	};
	return true;
}
