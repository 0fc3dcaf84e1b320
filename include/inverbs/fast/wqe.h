/* SPDX-License-Identifier: BSD-2-Clause */
/* Code for building WQEs that the fast paths of all adapters share. */
#ifndef INVERBS_WQE_H
#define INVERBS_WQE_H

#include <inverbs/fast/barrier.h>
#include <inverbs/fast/bits.h>
#include <inverbs/fast/copy.h>
#include <inverbs/fast/objects.h>

/**
 * The values that decide how a WQE is built. They are read once, before the first barrier, so that
 * compilers can keep them in registers instead of loading them again after each barrier.
 */
struct inverbs_request {
	const struct ibv_send_wr *wr;
	uint32_t num_sge;
	uint32_t flags;    /**< send flags of the work request */
	uint32_t opcode;   /**< enum ibv_wr_opcode */
	uint32_t op;       /**< 1 << opcode */
	uint32_t traits;   /**< enum inverbs_sq_flag of the queue */
	uint32_t qp_type;  /**< enum ibv_qp_type */
	uint32_t front;    /**< bytes in front of the payload */
	bool empty_inside; /**< IBV_SEND_INLINE matters even without SGEs */
};

INVERBS_INLINE struct inverbs_request inverbs_request_of(const struct inverbs_sq *sq,
							 const struct ibv_send_wr *wr,
							 uint32_t opcode, uint32_t qp_type)
{
	struct inverbs_request req;

	req.wr = wr;
	req.num_sge = (uint32_t)wr->num_sge;
	req.opcode = opcode;
	req.flags = wr->send_flags;
	req.traits = sq->flags;
	req.qp_type = qp_type;
	req.op = 1U << (req.opcode & 31);
	req.front = 0;
	req.empty_inside = false;
	return req;
}

/** SGE i of the payload. */
INVERBS_INLINE const struct ibv_sge *inverbs_sge(const struct inverbs_request *req, uint32_t i)
{
	return &req->wr->sg_list[i];
}

/** Whether the payload goes into the WQE. */
INVERBS_INLINE bool inverbs_is_inline(const struct inverbs_request *req)
{
	return (req->flags & IBV_SEND_INLINE) && (req->num_sge != 0 || req->empty_inside);
}

/** Whether the window is on a zero-based region. */
INVERBS_INLINE bool inverbs_is_on_zero_based(const struct ibv_mw_bind_info *info)
{
	return info->mr && (inverbs_mr_of(info->mr)->access & IBV_ACCESS_ZERO_BASED);
}

/** Sum of the SGEs' lengths. An empty list may be NULL, and NULL + 0 is undefined in C. */
INVERBS_INLINE uint64_t inverbs_payload_bytes(const struct inverbs_request *req)
{
	const struct ibv_sge *sge = req->wr->sg_list;
	const struct ibv_sge *const end = req->num_sge ? sge + req->num_sge : sge;
	uint64_t total = 0;

	for (; sge != end; sge++)
		total += sge->length;
	return total;
}

/**
 * Number of payload bytes that are placed in front and left out of the SGEs. The header of a
 * segmented send is not payload.
 */
INVERBS_INLINE uint32_t inverbs_skipped(const struct inverbs_request *req)
{
	return req->opcode == IBV_WR_TSO ? 0 : req->front;
}

/** Remove the part of an SGE that lies within the first *bytes of the payload. */
INVERBS_INLINE void inverbs_skip(struct ibv_sge *sge, uint32_t *bytes)
{
	const uint32_t taken = sge->length < *bytes ? sge->length : *bytes;

	if (__builtin_expect(!taken, 1))
		return;
	sge->addr += taken;
	sge->length -= taken;
	*bytes -= taken;
}

/**
 * Copy the first `bytes` bytes of the payload, or all if it is shorter. SGEs of length 0 are not
 * dereferenced. Not inlined: few work requests need it, and it would cost the others registers.
 */
static INVERBS_NOINLINE INVERBS_UNUSED void
inverbs_copy_front(const struct ibv_sge *list, uint32_t count, uint8_t *to, uint32_t bytes)
{
	for (uint32_t n = 0; n < count && bytes; n++) {
		const uint32_t run = list[n].length < bytes ? list[n].length : bytes;

		inverbs_copy_payload(to, (const uint8_t *)(uintptr_t)list[n].addr, run);
		to += run;
		bytes -= run;
	}
}

/** Whether the opcode carries immediate data. */
INVERBS_INLINE bool inverbs_has_imm(const struct inverbs_request *req)
{
	return req->opcode == IBV_WR_SEND_WITH_IMM || req->opcode == IBV_WR_RDMA_WRITE_WITH_IMM;
}

/** The slot for a free-running index, in a ring whose size is a power of two. */
INVERBS_INLINE uint8_t *inverbs_slot(uint8_t *buf, uint32_t index, uint32_t entries, uint8_t shift)
{
	return buf + ((size_t)(index & (entries - 1)) << shift);
}

/* Like INVERBS_STORE_HOOK, for stores outside WQEs, which no ownership store has to follow. */
#ifndef INVERBS_GUARD_HOOK
#define INVERBS_GUARD_HOOK(addr, bytes) INVERBS_STORE_HOOK(addr, bytes)
#endif

/** Invalidate a chunk of a unit that contains no WQE. */
INVERBS_INLINE void inverbs_guard32(void *at, uint32_t v)
{
	memcpy(at, &v, sizeof(v));
	INVERBS_GUARD_HOOK(at, sizeof(v));
}

/** Fill a part of the ring that contains no WQE. */
INVERBS_INLINE void inverbs_fill(void *at, uint8_t byte, size_t bytes)
{
	memset(at, byte, bytes);
	INVERBS_STORE_HOOK(at, bytes);
}

/**
 * Take a free tag for a work request; the caller has checked that there is one, and holds the
 * queue's lock.
 */
INVERBS_INLINE uint64_t inverbs_take_tag(struct inverbs_tags *tags, uint64_t wr_id)
{
	uint16_t index;

	if (tags->wide)
		return wr_id;
	index = tags->pool[tags->next++];
	tags->wr_id[index] = wr_id;
	return (uint64_t)(tags->generation | index);
}

/**
 * Look up the wr_id for the tag in a CQE, and free the tag. Returns false if the tag does not
 * belong to this queue: the CQE is from an earlier queue with the same number. The caller holds the
 * queue's lock.
 */
INVERBS_INLINE bool inverbs_give_tag(struct inverbs_tags *tags, uint64_t tag, uint64_t *wr_id)
{
	const uint16_t index = (uint16_t)(tag & tags->mask);

	if (tags->wide) {
		*wr_id = tag;
		return true;
	}
	if ((tag & 0xffffU & ~(uint32_t)tags->mask) != tags->generation || tags->next == 0)
		return false;
	*wr_id = tags->wr_id[index];
	tags->pool[--tags->next] = index;
	return true;
}

/**
 * The first six bytes of the payload in memory order, which are a frame's destination MAC; missing
 * bytes are 0.
 */
static INVERBS_NOINLINE INVERBS_UNUSED uint64_t inverbs_mac_of(const struct ibv_sge *list,
							       uint32_t count)
{
	uint64_t mac = 0;

	inverbs_copy_front(list, count, (uint8_t *)&mac, 6);
	return mac;
}

/** The first two bytes of the MAC, as a number. */
INVERBS_INLINE uint16_t inverbs_mac_head(const struct inverbs_request *req)
{
	const uint64_t mac = inverbs_mac_of(req->wr->sg_list, req->num_sge);

	return INVERBS_BE16(inverbs_get16(&mac));
}

/** The last four bytes of the MAC, in memory order. */
INVERBS_INLINE uint32_t inverbs_mac_tail(const struct inverbs_request *req)
{
	const uint64_t mac = inverbs_mac_of(req->wr->sg_list, req->num_sge);

	return inverbs_get32((const uint8_t *)&mac + 2);
}

#endif
