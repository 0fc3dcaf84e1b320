/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from zenith.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/*
 * zenith from the adapter's side: reads what the fast path writes, writes what it polls. For the
 * emulator and the dump tools; records are those of <inverbs/device.h>.
 */
#ifndef INVERBS_ADAPTERS_ZENITH_DEVICE_H
#define INVERBS_ADAPTERS_ZENITH_DEVICE_H

#include <errno.h>
#include <inverbs/adapters/zenith_formats.h>
#include <inverbs/device.h>
#include <inverbs/objects.h>

/** True when the slot at `index` holds an entry for the adapter: both copies of the generation say
 * so. */
INVERBS_INLINE bool zenith_dev_ready(const void *slot, uint32_t index, uint32_t entries)
{
	const uint8_t *const at = (const uint8_t *)slot;
	const uint8_t expected = (index & entries) == 0;
	const uint64_t last = inverbs_observe64(at + 120);

	if (zenith_again_get(&last).phase != expected)
		return false;
	inverbs_found_elsewhere();
	return zenith_top_get(at).phase == expected;
}

/** Bytes of an entry, from its opening segment. */
INVERBS_INLINE uint32_t zenith_dev_bytes(const void *slot)
{
	return zenith_top_get(slot).units;
}

/** True when the entry is a receive. */
INVERBS_INLINE bool zenith_dev_is_recv(const void *slot)
{
	return zenith_top_get(slot).job == ZENITH_JOB_TAKE;
}

/** Count of sends that an entry carries; goes into its completion. */
INVERBS_INLINE uint32_t zenith_dev_serial(const void *slot)
{
	return zenith_top_get(slot).serial;
}

INVERBS_INLINE struct ibv_sge zenith_dev_piece(const uint8_t *at)
{
	const struct zenith_piece seg = zenith_piece_get(at);
	struct ibv_sge sge;

	sge.addr = seg.at;
	sge.length = seg.size;
	sge.lkey = seg.key;
	return sge;
}

/** Payload of `count` pieces or, with none, `length` bytes, in the `room` bytes at `at`. */
INVERBS_INLINE int zenith_dev_payload(const uint8_t *at, uint32_t room, uint32_t count,
				      uint32_t length, struct inverbs_dev_wr *out)
{
	if (count > room / 16 || count > INVERBS_DEV_MAX_SGE)
		return EINVAL;
	for (uint32_t i = 0; i < count; i++)
		out->sge[i] = zenith_dev_piece(at + (size_t)i * 16);
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
INVERBS_INLINE int zenith_dev_decode_send(const void *slot, struct inverbs_dev_wr *out)
{
	const uint8_t *const at = (const uint8_t *)slot;
	const struct zenith_top top = zenith_top_get(at);

	memset(out, 0, offsetof(struct inverbs_dev_wr, sge));
	out->inline_len = 0;
	out->hw_opcode = top.job;
	out->bytes = top.units;
	if (top.signaled)
		out->send_flags |= IBV_SEND_SIGNALED;
	if (top.solicited)
		out->send_flags |= IBV_SEND_SOLICITED;
	if (top.fence)
		out->send_flags |= IBV_SEND_FENCE;
	if (out->bytes > 112)
		return EINVAL;
	switch (top.job) {
	case ZENITH_JOB_PUT: {
		const struct zenith_outgoing seg = zenith_outgoing_get(at + 16);

		out->opcode = IBV_WR_SEND;
		if (out->bytes < 24)
			return EINVAL;
		return zenith_dev_payload(at + 24, out->bytes - 24, seg.parts, seg.total, out);
	}
	case ZENITH_JOB_WRITE: {
		const struct zenith_away seg = zenith_away_get(at + 16);

		out->opcode = IBV_WR_RDMA_WRITE;
		if (out->bytes < 40)
			return EINVAL;
		out->remote_addr = seg.addr;
		out->rkey = seg.key;
		return zenith_dev_payload(at + 40, out->bytes - 40, seg.parts, seg.total, out);
	}
	case ZENITH_JOB_READ: {
		const struct zenith_back seg = zenith_back_get(at + 16);

		out->opcode = IBV_WR_RDMA_READ;
		if (out->bytes < 48)
			return EINVAL;
		out->remote_addr = seg.addr;
		out->rkey = seg.key;
		out->num_sge = 1;
		out->sge[0].addr = seg.to;
		out->sge[0].length = seg.size;
		out->sge[0].lkey = seg.to_key;
		return 0;
	}
	default:
		return EINVAL;
	}
}

/** Read a receive. EINVAL: more pieces than a slot has. */
INVERBS_INLINE int zenith_dev_decode_recv(const void *slot, struct inverbs_dev_recv *out)
{
	const uint8_t *const at = (const uint8_t *)slot + 16;
	const uint32_t count = zenith_incoming_get(at).parts;

	out->next = 0;
	out->num_sge = 0;
	if (count > 3)
		return EINVAL;
	for (uint32_t i = 0; i < count; i++)
		out->sge[i] = zenith_dev_piece(at + 8 + (size_t)i * 16);
	out->num_sge = count;
	return 0;
}

/** The adapter's word for a completion status; the first that has it. */
INVERBS_INLINE uint8_t zenith_dev_status(enum ibv_wc_status status)
{
	switch (status) {
	case IBV_WC_SUCCESS:
		return 0;
	case IBV_WC_LOC_ACCESS_ERR:
		return ZENITH_FATE_KEY;
	case IBV_WC_LOC_LEN_ERR:
		return ZENITH_FATE_LENGTH;
	case IBV_WC_FATAL_ERR:
		return ZENITH_FATE_ORDER;
	default:
		return ZENITH_FATE_KEY;
	}
}

/** What a status of the adapter's means to a program. */
INVERBS_INLINE enum ibv_wc_status zenith_dev_meaning(uint8_t status)
{
	static const uint8_t meanings[] = {
		IBV_WC_SUCCESS,        /* 0x00 */
		IBV_WC_LOC_ACCESS_ERR, /* 0x01 KEY */
		IBV_WC_LOC_LEN_ERR,    /* 0x02 LENGTH */
		IBV_WC_GENERAL_ERR,    /* 0x03 */
		IBV_WC_GENERAL_ERR,    /* 0x04 */
		IBV_WC_GENERAL_ERR,    /* 0x05 */
		IBV_WC_FATAL_ERR,      /* 0x06 ORDER */
		IBV_WC_WR_FLUSH_ERR,   /* 0x07 FLUSHED */
	};

	return status < sizeof(meanings) ? (enum ibv_wc_status)meanings[status]
					 : IBV_WC_GENERAL_ERR;
}

/** What the completion of a send calls it; `code` is the entry's. */
INVERBS_INLINE uint8_t zenith_dev_reports(uint32_t code)
{
	switch (code) {
	case ZENITH_JOB_PUT:
		return ZENITH_EVENT_SENT;
	case ZENITH_JOB_WRITE:
		return ZENITH_EVENT_WRITTEN;
	case ZENITH_JOB_READ:
		return ZENITH_EVENT_READING;
	default:
		return 0;
	}
}

/** Write entry `index` and hand it over, its generation last. A late completion has `message` where
 * receives have it. */
INVERBS_INLINE void zenith_dev_put_cqe(void *cqe, const struct inverbs_done *in, uint32_t index,
				       uint32_t entries)
{
	const bool is_send = in->is_send && !in->is_late;
	struct zenith_news e;
	uint8_t image[16];
	uint32_t word;

	memset(&e, 0, sizeof(e));
	e.queue = in->number;
	e.outgoing = is_send;
	e.event = in->is_late ? (uint8_t)ZENITH_EVENT_ANSWERED : in->opcode;
	e.fate = in->status;
	e.size = in->length;
	if (is_send)
		e.serial = in->serial;
	else
		e.number = in->serial;
	e.phase = (index & entries) == 0;
	zenith_news_put(image, &e);
	memcpy(cqe, image, 12);
	memcpy((uint8_t *)cqe + 16, image + 16, 0);
	memcpy(&word, image + 12, sizeof(word));
	inverbs_handed_elsewhere();
	__atomic_store_n((uint32_t *)(void *)((uint8_t *)cqe + 12), word, __ATOMIC_RELEASE);
}

/** The kernel's part, where it posts for programs: entry `index`, complete in its slot, is the
 * adapter's now. */
INVERBS_INLINE void zenith_dev_hand_over(void *slot, uint32_t index, uint32_t entries)
{
	struct zenith_top top = zenith_top_get(slot);
	struct zenith_again end;

	memset(&end, 0, sizeof(end));
	top.phase = end.phase = (index & entries) == 0;
	zenith_top_put_last(slot, &top);
	zenith_again_put((uint8_t *)slot + 120, &end);
}

/** The kernel's part: the queue pair whose slot 0 this is failed. What the program has put there
 * stays. zenith.work.state */
INVERBS_INLINE void zenith_dev_fail(void *ring)
{
	struct zenith_health state;
	uint64_t word = 0;

	memset(&state, 0, sizeof(state));
	state.broken = 1;
	zenith_health_put(&word, &state);
	__atomic_fetch_or((uint64_t *)(void *)((uint8_t *)ring + 112), word, __ATOMIC_RELEASE);
}

/** The kernel's part: the program is not to ring, or may again. */
INVERBS_INLINE void zenith_dev_hold(void *ring, bool hold)
{
	uint64_t *const at = (uint64_t *)(void *)((uint8_t *)ring + 112);
	struct zenith_health state;
	uint64_t word = 0;

	memset(&state, 0, sizeof(state));
	state.quiet = 1;
	zenith_health_put(&word, &state);
	if (hold)
		__atomic_fetch_or(at, word, __ATOMIC_RELEASE);
	else
		__atomic_fetch_and(at, ~word, __ATOMIC_RELEASE);
}

/** The kernel's part: have the next poll look for queue pairs that failed; `ring` is entry 0.
 * zenith.report.attention */
INVERBS_INLINE void zenith_dev_attention(void *ring, uint32_t entries)
{
	__atomic_store_n((uint32_t *)(void *)((uint8_t *)ring + (size_t)entries * 16), 1,
			 __ATOMIC_RELEASE);
}

/** Bytes of a ring of completions, with what stands behind it. */
INVERBS_INLINE size_t zenith_dev_cq_bytes(uint32_t entries)
{
	return (size_t)entries * 16 + sizeof(uint32_t);
}

#endif
