/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from nadir.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/*
 * nadir from the adapter's side: reads what the fast path writes, writes what it polls. For the
 * emulator and the dump tools; records are those of <inverbs/device.h>.
 */
#ifndef INVERBS_ADAPTERS_NADIR_DEVICE_H
#define INVERBS_ADAPTERS_NADIR_DEVICE_H

#include <errno.h>
#include <inverbs/adapters/nadir_formats.h>
#include <inverbs/adapters/nadir_queue.h>
#include <inverbs/device.h>

/** Bytes of a completion entry. */
#define NADIR_DEV_CQE_BYTES 32U
/** Bytes of one piece. */
#define NADIR_DEV_PIECE_BYTES 16U

INVERBS_INLINE struct ibv_sge nadir_dev_piece(const uint8_t *at)
{
	const struct nadir_piece seg = nadir_piece_get(at);
	struct ibv_sge sge;

	sge.addr = seg.at;
	sge.length = seg.bytes;
	sge.lkey = seg.key;
	return sge;
}

/** Size and payload of a send entry of `len` bytes. */
INVERBS_INLINE int nadir_dev_payload(const uint8_t *slot, uint32_t len, struct inverbs_dev_wr *out)
{
	const struct nadir_load seg = nadir_load_get(slot + 64);
	const uint8_t *const at = slot + 80;
	uint64_t total = 0;

	out->bytes = len;
	if (out->send_flags & IBV_SEND_INLINE || out->hw_opcode == NADIR_TASK_WORD) {
		if (seg.bytes > len - 80 || seg.bytes > INVERBS_DEV_MAX_INLINE)
			return EINVAL;
		out->inline_len = seg.bytes;
		memcpy(out->inline_data, at, out->inline_len);
		return 0;
	}
	if (seg.pieces > (len - 80) / 16 || seg.pieces > INVERBS_DEV_MAX_SGE)
		return EINVAL;
	out->num_sge = seg.pieces;
	for (uint32_t i = 0; i < out->num_sge; i++) {
		out->sge[i] = nadir_dev_piece(at + (size_t)i * 16);
		total += out->sge[i].length;
	}
	return total == seg.bytes ? 0 : EINVAL;
}

/** What stands behind the head. */
INVERBS_INLINE void nadir_dev_body(int qp_type, uint32_t code, const uint8_t *at,
				   struct inverbs_dev_wr *out)
{
	if (qp_type == IBV_QPT_UD) {
		const struct nadir_to seg = nadir_to_get(at);

		out->remote_qpn = seg.qpn;
		out->qkey = seg.qkey;
		out->ah_number = seg.handle;
		return;
	}
	switch (code) {
	case NADIR_TASK_STORE: {
		const struct nadir_away seg = nadir_away_get(at);

		out->remote_addr = seg.at;
		out->rkey = seg.key;
		return;
	}
	case NADIR_TASK_SWAP: {
		const struct nadir_change seg = nadir_change_get(at);

		out->remote_addr = seg.at;
		out->compare = seg.is;
		out->swap = seg.becomes;
		out->rkey = seg.key;
		return;
	}
	case NADIR_TASK_WORD: {
		const struct nadir_away seg = nadir_away_get(at);

		out->remote_addr = seg.at;
		out->rkey = seg.key;
		return;
	}
	case NADIR_TASK_OPEN: {
		const struct nadir_opening seg = nadir_opening_get(at);

		out->bind.addr = seg.at;
		out->bind.length = seg.bytes;
		out->bind.lkey = seg.region;
		out->bind.old_rkey = seg.before;
		out->bind.rkey = seg.after;
		out->bind.access = seg.rights;
		return;
	}
	default:
		return;
	}
}

/**
 * Read a send entry of `len` bytes that lies in ordinary memory. Returns 0, or EINVAL when it is
 * not one that the fast path of this adapter could have written; what the head says is in *out
 * then, too.
 */
INVERBS_INLINE int nadir_dev_decode_send(int qp_type, const void *entry, uint32_t len,
					 struct inverbs_dev_wr *out)
{
	const uint8_t *const slot = (const uint8_t *)entry;
	struct nadir_top seg;

	memset(out, 0, offsetof(struct inverbs_dev_wr, sge));
	out->inline_len = 0;
	if (len < 80)
		return EINVAL;
	seg = nadir_top_get(slot);
	out->hw_opcode = seg.task;
	if (seg.inside)
		out->send_flags |= IBV_SEND_INLINE;
	if (seg.report)
		out->send_flags |= IBV_SEND_SIGNALED;
	if (seg.solicited)
		out->send_flags |= IBV_SEND_SOLICITED;
	if (seg.fence)
		out->send_flags |= IBV_SEND_FENCE;
	out->wr_id = seg.id;
	switch (seg.task) {
	case NADIR_TASK_PUT:
		out->opcode = IBV_WR_SEND;
		break;
	case NADIR_TASK_PUT_NOTE:
		out->opcode = IBV_WR_SEND_WITH_IMM;
		out->imm = seg.note;
		break;
	case NADIR_TASK_PUT_END:
		out->opcode = IBV_WR_SEND_WITH_INV;
		out->invalidate_rkey = seg.end;
		break;
	case NADIR_TASK_STORE:
		out->opcode = IBV_WR_RDMA_WRITE;
		break;
	case NADIR_TASK_SWAP:
		out->opcode = IBV_WR_ATOMIC_CMP_AND_SWP;
		break;
	case NADIR_TASK_WORD:
		out->opcode = IBV_WR_ATOMIC_WRITE;
		break;
	case NADIR_TASK_OPEN:
		out->opcode = IBV_WR_BIND_MW;
		break;
	case NADIR_TASK_END:
		out->opcode = IBV_WR_LOCAL_INV;
		out->invalidate_rkey = seg.end;
		break;
	default:
		return EINVAL;
	}
	nadir_dev_body(qp_type, seg.task, slot + 24, out);
	return nadir_dev_payload(slot, len, out);
}

/** Read a receive entry of `len` bytes. EINVAL: shorter than its head, or more pieces than there is
 * room for; its wr_id is in *out then, too. */
INVERBS_INLINE int nadir_dev_decode_recv(const void *entry, uint32_t len,
					 struct inverbs_dev_recv *out)
{
	const uint8_t *const slot = (const uint8_t *)entry;
	struct nadir_blank seg;

	memset(out, 0, offsetof(struct inverbs_dev_recv, sge));
	if (len < 16)
		return EINVAL;
	seg = nadir_blank_get(slot);
	out->wr_id = seg.id;
	if (seg.pieces > (len - 16) / 16 || seg.pieces > INVERBS_DEV_MAX_SGE)
		return EINVAL;
	out->num_sge = seg.pieces;
	for (uint32_t i = 0; i < out->num_sge; i++) {
		const struct nadir_piece part = nadir_piece_get(slot + 16 + (size_t)i * 16);

		out->sge[i].addr = part.at;
		out->sge[i].length = part.bytes;
		out->sge[i].lkey = part.key;
	}
	return 0;
}

/** Code of a completion status. */
INVERBS_INLINE uint32_t nadir_dev_status(enum ibv_wc_status status)
{
	switch (status) {
	case IBV_WC_SUCCESS:
		return 0;
	case IBV_WC_LOC_PROT_ERR:
		return NADIR_FATE_KEY;
	case IBV_WC_WR_FLUSH_ERR:
	default:
		return NADIR_FATE_FLUSHED;
	}
}

/** What the completion calls it: of a send as its entry says, of a receive as what arrived says. */
INVERBS_INLINE uint32_t nadir_dev_reports(const struct inverbs_dev_cqe *in)
{
	if (!in->is_send)
		return NADIR_DEED_CAME;
	switch (in->hw_opcode) {
	case NADIR_TASK_PUT:
	case NADIR_TASK_PUT_NOTE:
	case NADIR_TASK_PUT_END:
		return NADIR_DEED_PUT;
	case NADIR_TASK_STORE:
		return NADIR_DEED_STORED;
	case NADIR_TASK_SWAP:
		return NADIR_DEED_SWAPPED;
	case NADIR_TASK_WORD:
		return NADIR_DEED_WORDED;
	case NADIR_TASK_OPEN:
		return NADIR_DEED_OPENED;
	case NADIR_TASK_END:
		return NADIR_DEED_ENDED;
	default:
		return 0;
	}
}

/** Fill a completion entry. Nothing but number and status is told of a request that failed. */
INVERBS_INLINE void nadir_dev_encode_cqe(void *cqe, const struct inverbs_dev_cqe *in)
{
	struct nadir_news e;

	memset(&e, 0, sizeof(e));
	e.id = in->wr_id;
	e.qpn = in->qpn;
	e.fate = nadir_dev_status(in->status);
	if (in->status == IBV_WC_SUCCESS) {
		e.deed = nadir_dev_reports(in);
		e.bytes = in->byte_len;
		e.from = in->is_send ? 0 : in->src_qp;
		if (!in->is_send && in->recv == INVERBS_DEV_RECV_SEND_INV) {
			e.end = in->imm;
			e.ended = 1;
		} else if (!in->is_send && in->recv != INVERBS_DEV_RECV_SEND) {
			e.note = in->imm;
			e.noted = 1;
		}
	}
	nadir_news_put(cqe, &e);
}

#endif
