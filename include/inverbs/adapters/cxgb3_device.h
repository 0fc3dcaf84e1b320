/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/adapters/cxgb3.yaml by `python3 -m codegen gen`. Edit the spec, not this
 * file. */

/*
 * cxgb3 from the adapter's side: reads what the fast path writes, writes what it polls. For the
 * emulator and the dump tools; records are those of <inverbs/device.h>.
 */
#ifndef INVERBS_ADAPTERS_CXGB3_DEVICE_H
#define INVERBS_ADAPTERS_CXGB3_DEVICE_H

#include <errno.h>
#include <inverbs/adapters/cxgb3_formats.h>
#include <inverbs/device.h>
#include <inverbs/objects.h>

/** True when the slot at `index` holds an entry for the adapter: both copies of the generation say
 * so. */
INVERBS_INLINE bool cxgb3_dev_ready(const void *slot, uint32_t index, uint32_t entries)
{
	const uint8_t *const at = (const uint8_t *)slot;
	const uint8_t expected = (index & entries) == 0;
	const uint64_t last = inverbs_observe64(at + 120);

	if (cxgb3_trailer_get(&last).generation != expected)
		return false;
	inverbs_found_elsewhere();
	return cxgb3_head_get(at).generation == expected;
}

/** Bytes of an entry, from its opening segment. */
INVERBS_INLINE uint32_t cxgb3_dev_bytes(const void *slot)
{
	return cxgb3_head_get(slot).flits;
}

/** True when the entry is a receive. */
INVERBS_INLINE bool cxgb3_dev_is_recv(const void *slot)
{
	return cxgb3_head_get(slot).opcode == CXGB3_WR_RECEIVE;
}

/** Count of sends that an entry carries; goes into its completion. */
INVERBS_INLINE uint32_t cxgb3_dev_serial(const void *slot)
{
	return cxgb3_head_get(slot).serial;
}

INVERBS_INLINE struct ibv_sge cxgb3_dev_piece(const uint8_t *at)
{
	const struct cxgb3_piece seg = cxgb3_piece_get(at);
	struct ibv_sge sge;

	sge.addr = seg.addr;
	sge.length = seg.length;
	sge.lkey = seg.stag;
	return sge;
}

/** Payload of `count` pieces or, with none, `length` bytes, in the `room` bytes at `at`. */
INVERBS_INLINE int cxgb3_dev_payload(const uint8_t *at, uint32_t room, uint32_t count,
				     uint32_t length, struct inverbs_dev_wr *out)
{
	if (count > room / 16 || count > INVERBS_DEV_MAX_SGE)
		return EINVAL;
	for (uint32_t i = 0; i < count; i++)
		out->sge[i] = cxgb3_dev_piece(at + (size_t)i * 16);
	out->num_sge = count;
	if (count)
		return 0;
	if (length > room || length > INVERBS_DEV_MAX_INLINE)
		return EINVAL;
	memcpy(out->inline_data, at, length);
	out->inline_len = length;
	out->send_flags |= IBV_SEND_INLINE;
	return 0;
}

/**
 * Read a send in a slot of ordinary memory. Returns 0, or EINVAL when it is not one that the fast
 * path of this adapter could have written.
 */
INVERBS_INLINE int cxgb3_dev_decode_send(const void *slot, struct inverbs_dev_wr *out)
{
	const uint8_t *const at = (const uint8_t *)slot;
	const struct cxgb3_head top = cxgb3_head_get(at);

	memset(out, 0, offsetof(struct inverbs_dev_wr, sge));
	out->inline_len = 0;
	out->hw_opcode = top.opcode;
	out->bytes = top.flits;
	if (top.read_fence)
		out->send_flags |= IBV_SEND_FENCE;
	if (top.solicited)
		out->send_flags |= IBV_SEND_SOLICITED;
	if (top.completion)
		out->send_flags |= IBV_SEND_SIGNALED;
	if (out->bytes > 104)
		return EINVAL;
	switch (top.opcode) {
	case CXGB3_WR_SEND: {
		const struct cxgb3_send seg = cxgb3_send_get(at + 16);

		out->opcode = IBV_WR_SEND;
		if (out->bytes < 32)
			return EINVAL;
		if (seg.operation)
			out->send_flags |= IBV_SEND_SOLICITED;
		return cxgb3_dev_payload(at + 32, out->bytes - 32, seg.pieces, seg.length, out);
	}
	case CXGB3_WR_RDMA_WRITE: {
		const struct cxgb3_write seg = cxgb3_write_get(at + 16);

		out->opcode = IBV_WR_RDMA_WRITE;
		if (out->bytes < 40)
			return EINVAL;
		out->rkey = seg.stag;
		out->remote_addr = seg.addr;
		return cxgb3_dev_payload(at + 40, out->bytes - 40, seg.pieces, seg.length, out);
	}
	case CXGB3_WR_RDMA_READ: {
		const struct cxgb3_read seg = cxgb3_read_get(at + 16);

		out->opcode = IBV_WR_RDMA_READ;
		if (out->bytes < 48)
			return EINVAL;
		out->rkey = seg.stag;
		out->remote_addr = seg.addr;
		out->num_sge = 1;
		out->sge[0].addr = seg.local_addr;
		out->sge[0].length = seg.length;
		out->sge[0].lkey = seg.local_stag;
		return 0;
	}
	default:
		return EINVAL;
	}
}

/** Read a receive. EINVAL: more pieces than a slot has. */
INVERBS_INLINE int cxgb3_dev_decode_recv(const void *slot, struct inverbs_dev_recv *out)
{
	const uint8_t *const at = (const uint8_t *)slot + 16;
	const uint32_t count = cxgb3_receive_get(at).pieces;

	out->next = 0;
	out->num_sge = 0;
	if (count > 4)
		return EINVAL;
	for (uint32_t i = 0; i < count; i++)
		out->sge[i] = cxgb3_dev_piece(at + 8 + (size_t)i * 16);
	out->num_sge = count;
	return 0;
}

/** The adapter's word for a completion status; the first that has it. */
INVERBS_INLINE uint8_t cxgb3_dev_status(enum ibv_wc_status status)
{
	switch (status) {
	case IBV_WC_SUCCESS:
		return 0;
	case IBV_WC_LOC_ACCESS_ERR:
		return CXGB3_STATUS_STAG;
	case IBV_WC_LOC_PROT_ERR:
		return CXGB3_STATUS_PDID;
	case IBV_WC_GENERAL_ERR:
		return CXGB3_STATUS_WRAP;
	case IBV_WC_LOC_LEN_ERR:
		return CXGB3_STATUS_BOUND;
	case IBV_WC_MW_BIND_ERR:
		return CXGB3_STATUS_INVALIDATE_SHARED_MR;
	case IBV_WC_FATAL_ERR:
		return CXGB3_STATUS_CRC;
	default:
		return CXGB3_STATUS_STAG;
	}
}

/** What a status of the adapter's means to a program. */
INVERBS_INLINE enum ibv_wc_status cxgb3_dev_meaning(uint8_t status)
{
	static const uint8_t meanings[] = {
		IBV_WC_SUCCESS,        /* 0x00 */
		IBV_WC_LOC_ACCESS_ERR, /* 0x01 STAG */
		IBV_WC_LOC_PROT_ERR,   /* 0x02 PDID */
		IBV_WC_LOC_ACCESS_ERR, /* 0x03 QPID */
		IBV_WC_LOC_ACCESS_ERR, /* 0x04 ACCESS */
		IBV_WC_GENERAL_ERR,    /* 0x05 WRAP */
		IBV_WC_LOC_LEN_ERR,    /* 0x06 BOUND */
		IBV_WC_MW_BIND_ERR,    /* 0x07 INVALIDATE_SHARED_MR */
		IBV_WC_MW_BIND_ERR,    /* 0x08 INVALIDATE_MR_WITH_MW_BOUND */
		IBV_WC_GENERAL_ERR,    /* 0x09 ECC */
		IBV_WC_GENERAL_ERR,    /* 0x0a ECC_PSTAG */
		IBV_WC_GENERAL_ERR,    /* 0x0b PBL_ADDR_BOUND */
		IBV_WC_WR_FLUSH_ERR,   /* 0x0c SWFLUSH */
		IBV_WC_GENERAL_ERR,    /* 0x0d */
		IBV_WC_GENERAL_ERR,    /* 0x0e */
		IBV_WC_GENERAL_ERR,    /* 0x0f */
		IBV_WC_FATAL_ERR,      /* 0x10 CRC */
		IBV_WC_FATAL_ERR,      /* 0x11 MARKER */
		IBV_WC_FATAL_ERR,      /* 0x12 PDU_LEN */
		IBV_WC_FATAL_ERR,      /* 0x13 OUT_OF_RQE */
		IBV_WC_FATAL_ERR,      /* 0x14 DDP_VERSION */
		IBV_WC_FATAL_ERR,      /* 0x15 RDMA_VERSION */
		IBV_WC_FATAL_ERR,      /* 0x16 OPCODE */
		IBV_WC_FATAL_ERR,      /* 0x17 DDP_QUEUE_NUM */
		IBV_WC_FATAL_ERR,      /* 0x18 MSN */
		IBV_WC_FATAL_ERR,      /* 0x19 TBIT */
		IBV_WC_FATAL_ERR,      /* 0x1a MO */
		IBV_WC_GENERAL_ERR,    /* 0x1b MSN_GAP */
		IBV_WC_FATAL_ERR,      /* 0x1c MSN_RANGE */
		IBV_WC_FATAL_ERR,      /* 0x1d IRD_OVERFLOW */
		IBV_WC_GENERAL_ERR,    /* 0x1e RQE_ADDR_BOUND */
		IBV_WC_GENERAL_ERR,    /* 0x1f INTERNAL */
	};

	return status < sizeof(meanings) ? (enum ibv_wc_status)meanings[status]
					 : IBV_WC_GENERAL_ERR;
}

/** What the completion of a send calls it; `code` is the entry's. */
INVERBS_INLINE uint8_t cxgb3_dev_reports(uint32_t code)
{
	switch (code) {
	case CXGB3_WR_SEND:
		return CXGB3_RDMA_SEND;
	case CXGB3_WR_RDMA_WRITE:
		return CXGB3_RDMA_RDMA_WRITE;
	case CXGB3_WR_RDMA_READ:
		return CXGB3_RDMA_READ_REQ;
	default:
		return 0;
	}
}

/** Write entry `index` and hand it over, its generation last. A late completion has `message` where
 * receives have it. */
INVERBS_INLINE void cxgb3_dev_put_cqe(void *cqe, const struct inverbs_done *in, uint32_t index,
				      uint32_t entries)
{
	const bool is_send = in->is_send && !in->is_late;
	struct cxgb3_cqe e;
	uint8_t image[16];
	uint32_t word;

	memset(&e, 0, sizeof(e));
	e.qpid = in->number;
	e.is_send = is_send;
	e.operation = in->is_late ? (uint8_t)CXGB3_RDMA_READ_RESP : in->opcode;
	e.status = in->status;
	e.length = in->length;
	if (is_send)
		e.serial = in->serial;
	else
		e.message = in->serial;
	e.generation = (index & entries) == 0;
	cxgb3_cqe_put(image, &e);
	memcpy((uint8_t *)cqe + 4, image + 4, 12);
	memcpy(&word, image + 0, sizeof(word));
	inverbs_handed_elsewhere();
	__atomic_store_n((uint32_t *)(void *)((uint8_t *)cqe + 0), word, __ATOMIC_RELEASE);
}

/** The kernel's part, where it posts for programs: entry `index`, complete in its slot, is the
 * adapter's now. */
INVERBS_INLINE void cxgb3_dev_hand_over(void *slot, uint32_t index, uint32_t entries)
{
	struct cxgb3_head top = cxgb3_head_get(slot);
	struct cxgb3_trailer end;

	memset(&end, 0, sizeof(end));
	top.generation = end.generation = (index & entries) == 0;
	cxgb3_head_put_last(slot, &top);
	cxgb3_trailer_put((uint8_t *)slot + 120, &end);
}

/** The kernel's part: the queue pair whose slot 0 this is failed. What the program has put there
 * stays. cxgb3.work.state */
INVERBS_INLINE void cxgb3_dev_fail(void *ring)
{
	struct cxgb3_ring_state state;
	uint64_t word = 0;

	memset(&state, 0, sizeof(state));
	state.error = 1;
	cxgb3_ring_state_put(&word, &state);
	__atomic_fetch_or((uint64_t *)(void *)((uint8_t *)ring + 104), word, __ATOMIC_RELEASE);
}

/** The kernel's part: the program is not to ring, or may again. */
INVERBS_INLINE void cxgb3_dev_hold(void *ring, bool hold)
{
	uint64_t *const at = (uint64_t *)(void *)((uint8_t *)ring + 104);
	struct cxgb3_ring_state state;
	uint64_t word = 0;

	memset(&state, 0, sizeof(state));
	state.no_bell = 1;
	cxgb3_ring_state_put(&word, &state);
	if (hold)
		__atomic_fetch_or(at, word, __ATOMIC_RELEASE);
	else
		__atomic_fetch_and(at, ~word, __ATOMIC_RELEASE);
}

/** The kernel's part: have the next poll look for queue pairs that failed; `ring` is entry 0.
 * cxgb3.report.attention */
INVERBS_INLINE void cxgb3_dev_attention(void *ring, uint32_t entries)
{
	__atomic_store_n((uint32_t *)(void *)((uint8_t *)ring + (size_t)entries * 16), 1,
			 __ATOMIC_RELEASE);
}

/** Bytes of a ring of completions, with what stands behind it. */
INVERBS_INLINE size_t cxgb3_dev_cq_bytes(uint32_t entries)
{
	return (size_t)entries * 16 + sizeof(uint32_t);
}

#endif
