/* SPDX-License-Identifier: BSD-2-Clause */
/* Sizes: from requested capabilities to strides, rings and granted capabilities. */
#include <errno.h>

#include "mlx4.h"

enum {
	/* Payload of a 64-byte chunk that begins with an inline header. */
	CHUNK_PAYLOAD = MLX4_WQE_CHUNK - MLX4_INLINE_HDR_SIZE,
	MAX_SLOT = 1 << MLX4_MAX_SQ_SHIFT,
};

/* Bytes in front of the payload for which the grants leave room. */
static uint32_t granted_front(int qp_type)
{
	if (qp_type == IBV_QPT_RAW_PACKET)
		return MLX4_CTRL_SIZE;
	return MLX4_CTRL_SIZE + (qp_type == IBV_QPT_UD ? MLX4_DATAGRAM_SIZE : MLX4_REMOTE_SIZE);
}

static uint32_t div_up(uint32_t v, uint32_t by)
{
	return (v + by - 1) / by;
}

/*
 * 16-byte units that the payload of the largest request takes. Inline data that starts after `lead`
 * bytes of its first chunk meets a header in each chunk it touches.
 */
static uint32_t payload_units(int qp_type, const struct ibv_qp_cap *cap)
{
	uint32_t lead = qp_type == IBV_QPT_UD ? 0 : MLX4_CTRL_SIZE + MLX4_REMOTE_SIZE;
	uint32_t headers = div_up(cap->max_inline_data + lead, CHUNK_PAYLOAD);
	uint32_t units = div_up(cap->max_inline_data + headers * MLX4_INLINE_HDR_SIZE,
				MLX4_DATA_SIZE);

	return units > cap->max_send_sge ? units : cap->max_send_sge;
}

static uint32_t send_entry_bytes(int qp_type, const struct ibv_qp_cap *cap, uint32_t tso_header)
{
	uint32_t bytes = granted_front(qp_type) + payload_units(qp_type, cap) * MLX4_DATA_SIZE;
	uint32_t atomic = MLX4_CTRL_SIZE + MLX4_REMOTE_SIZE + MLX4_ATOMIC_SIZE + MLX4_DATA_SIZE;
	uint32_t bind = MLX4_CTRL_SIZE + MLX4_BIND_SIZE;

	if ((qp_type == IBV_QPT_RC || qp_type == IBV_QPT_XRC_SEND) && bytes < atomic)
		bytes = atomic;
	if (bytes < bind)
		bytes = bind;
	/* Segmentation offload puts the packet header behind a word of its own. */
	if (tso_header)
		bytes += div_up(4 + tso_header, MLX4_DATA_SIZE) * MLX4_DATA_SIZE;
	return bytes;
}

/* The room for payload in a slot: the adapter's size field ends before the largest slot does. */
static uint32_t payload_room(int qp_type, uint32_t shift)
{
	uint32_t slot = 1U << shift;

	if (slot > MLX4_MAX_WQE_BYTES)
		slot = MLX4_MAX_WQE_BYTES;
	return slot - granted_front(qp_type);
}

static int send_geometry(int qp_type, const struct ibv_qp_cap *cap, uint32_t tso_header,
			 struct mlx4_geometry *g)
{
	uint32_t bytes = send_entry_bytes(qp_type, cap, tso_header);
	uint32_t room;

	if (bytes > MAX_SLOT)
		return EINVAL;
	g->sq_shift = mlx4_log2_up(bytes);
	if (g->sq_shift < MLX4_MIN_SQ_SHIFT)
		g->sq_shift = MLX4_MIN_SQ_SHIFT;
	g->sq_spare = (MLX4_PREFETCH_BYTES >> g->sq_shift) + 1;
	g->sq_entries = inverbs_round_up_pow2(cap->max_send_wr + g->sq_spare);
	g->max_post = g->sq_entries - g->sq_spare;
	room = payload_room(qp_type, g->sq_shift);
	g->max_send_sge = room / MLX4_DATA_SIZE;
	g->max_inline = room - MLX4_INLINE_HDR_SIZE * div_up(room, MLX4_WQE_CHUNK);
	/* Only the largest slot can fall short, by the unit that its size field cannot count. */
	return g->max_send_sge < cap->max_send_sge || g->max_inline < cap->max_inline_data ? EINVAL
											   : 0;
}

static void recv_geometry(const struct ibv_qp_cap *cap, struct mlx4_geometry *g)
{
	uint32_t sges = cap->max_recv_sge ? cap->max_recv_sge : 1;
	uint32_t wrs = cap->max_recv_wr ? cap->max_recv_wr : 1;

	g->rq_shift = mlx4_log2_up(sges * MLX4_DATA_SIZE); /* at least MLX4_MIN_RQ_SHIFT */
	g->rq_entries = inverbs_round_up_pow2(wrs);
}

int mlx4_qp_geometry(int qp_type, const struct ibv_qp_cap *cap, uint32_t tso_header, bool has_rq,
		     struct mlx4_geometry *out)
{
	struct mlx4_geometry g = {.rq_shift = mlx4_log2_up(MLX4_DATA_SIZE)};
	size_t sq_bytes, rq_bytes;
	int err = 0;

	if (qp_type != IBV_QPT_XRC_RECV)
		err = send_geometry(qp_type, cap, tso_header, &g);
	if (err)
		return err;
	if (has_rq)
		recv_geometry(cap, &g);
	sq_bytes = g.sq_entries ? (size_t)g.sq_entries << g.sq_shift : 0;
	rq_bytes = (size_t)g.rq_entries << g.rq_shift;
	/* The adapter expects the ring with the larger slots first. */
	if (g.rq_shift > g.sq_shift)
		g.sq_offset = (uint32_t)rq_bytes;
	else
		g.rq_offset = (uint32_t)sq_bytes;
	g.bytes = sq_bytes + rq_bytes;
	if (!g.bytes)
		g.sq_offset = g.rq_offset = 0;
	*out = g;
	return 0;
}

uint32_t mlx4_srq_shift(uint32_t max_sge)
{
	uint32_t shift = mlx4_log2_up(MLX4_SRQ_NEXT_SIZE + max_sge * MLX4_DATA_SIZE);

	return shift > MLX4_MIN_SRQ_SHIFT ? shift : MLX4_MIN_SRQ_SHIFT;
}
