/* SPDX-License-Identifier: BSD-2-Clause */
/* Queue sizes: computes slots, rings and granted capabilities from requested capabilities. */
#include <errno.h>

#include "control.h"
#include "runtime/provider.h"

static uint32_t div_up(uint32_t v, uint32_t by)
{
	return (v + by - 1) / by;
}

static const struct inverbs_slot_type *slot_type_of(const struct inverbs_slots *slots, int qp_type)
{
	for (uint32_t i = 0; i < slots->count; i++) {
		if (slots->types[i].qp_type == qp_type)
			return &slots->types[i];
	}
	return NULL;
}

/*
 * The payload area of the largest WQE, in SGEs. Inline data needs a header in each chunk that it
 * touches.
 */
static uint32_t payload_units(const struct inverbs_slots *slots,
			      const struct inverbs_slot_type *type, const struct ibv_qp_cap *cap)
{
	const uint32_t room = slots->inline_chunk - slots->inline_header;
	const uint32_t headers = div_up(cap->max_inline_data + type->inline_front, room);
	const uint32_t units = div_up(cap->max_inline_data + headers * slots->inline_header,
				      slots->sge);

	return units > cap->max_send_sge ? units : cap->max_send_sge;
}

static uint32_t send_bytes(const struct inverbs_slots *slots, const struct inverbs_slot_type *type,
			   const struct ibv_qp_cap *cap, uint32_t tso_header)
{
	uint32_t bytes = type->front + payload_units(slots, type, cap) * slots->sge;

	if (bytes < type->least)
		bytes = type->least;
	/*
	 * With segmentation offload, the packet header follows a header like that of inline data.
	 */
	if (tso_header)
		bytes += div_up(slots->inline_header + tso_header, slots->sge) * slots->sge;
	return bytes;
}

/*
 * Room for payload in a slot. Less than the slot could hold if the adapter's size field cannot
 * express the largest slot.
 */
static uint32_t payload_room(const struct inverbs_slots *slots,
			     const struct inverbs_slot_type *type, uint32_t shift)
{
	uint32_t slot = 1U << shift;

	return (slot > slots->most_wqe ? slots->most_wqe : slot) - type->front;
}

static int send_geometry(const struct inverbs_slots *slots, int qp_type,
			 const struct ibv_qp_cap *cap, uint32_t tso_header,
			 struct inverbs_geometry *g)
{
	const struct inverbs_slot_type *type = slot_type_of(slots, qp_type);
	uint32_t bytes, room;

	if (!type)
		return EOPNOTSUPP;
	bytes = send_bytes(slots, type, cap, tso_header);
	if (bytes > slots->most)
		return EINVAL;
	g->sq_shift = inverbs_log2_up(bytes < slots->least ? slots->least : bytes);
	g->sq_spare = (slots->ahead >> g->sq_shift) + 1;
	g->sq_entries = inverbs_round_up_pow2(cap->max_send_wr + g->sq_spare);
	g->max_post = g->sq_entries - g->sq_spare;
	room = payload_room(slots, type, g->sq_shift);
	g->max_send_sge = room / slots->sge;
	g->max_inline = room - slots->inline_header * div_up(room, slots->inline_chunk);
	/*
	 * Only the largest slot can be too small, by the one unit that its size field cannot
	 * express.
	 */
	return g->max_send_sge < cap->max_send_sge || g->max_inline < cap->max_inline_data ? EINVAL
											   : 0;
}

static void recv_geometry(uint32_t sge, const struct ibv_qp_cap *cap, struct inverbs_geometry *g)
{
	uint32_t sges = cap->max_recv_sge ? cap->max_recv_sge : 1;
	uint32_t wrs = cap->max_recv_wr ? cap->max_recv_wr : 1;

	g->rq_shift = inverbs_log2_up(sges * sge);
	g->rq_entries = inverbs_round_up_pow2(wrs);
}

int inverbs_qp_geometry(const struct inverbs_control *control, int qp_type,
			const struct ibv_qp_cap *cap, uint32_t tso_header, bool has_rq,
			struct inverbs_geometry *out)
{
	struct inverbs_geometry g = {.rq_shift = inverbs_log2_up(control->recv_sge_bytes)};
	size_t sq_bytes, rq_bytes;
	int err = 0;

	if (qp_type != IBV_QPT_XRC_RECV)
		err = send_geometry(control->slots, qp_type, cap, tso_header, &g);
	if (err)
		return err;
	if (has_rq)
		recv_geometry(control->recv_sge_bytes, cap, &g);
	sq_bytes = g.sq_entries ? (size_t)g.sq_entries << g.sq_shift : 0;
	rq_bytes = (size_t)g.rq_entries << g.rq_shift;
	/* The adapter expects the ring with the larger slots first. */
	if (g.rq_shift > g.sq_shift)
		g.sq_offset = (uint32_t)rq_bytes;
	else
		g.rq_offset = (uint32_t)sq_bytes;
	g.bytes = sq_bytes + rq_bytes;
	*out = g;
	return 0;
}

uint32_t inverbs_srq_shift(const struct inverbs_control *control, uint32_t max_sge)
{
	const uint32_t bytes = control->srq_head_bytes + max_sge * control->recv_sge_bytes;

	return inverbs_log2_up(bytes > control->srq_least_slot ? bytes : control->srq_least_slot);
}
