/* SPDX-License-Identifier: BSD-2-Clause */
/* What is left in the rings of work that is done, for explanations. */
#include <inverbs/adapters/mlx4_print.h>

#include "mlx4.h"

/**
 * The adapter writes entries in order, each handed over by its owner bit. While the slot before has
 * not changed hands again, nothing was written here: asked after copying, this proves the copy.
 */
bool mlx4_cq_taken(const struct inverbs_cq *cq, uint32_t index, void *entry)
{
	const uint8_t *at = mlx4_cq_entry(cq, index);

	if (!mlx4_cqe_ready(at, index, cq->entries))
		return false;
	memcpy(entry, at, MLX4_CQE_SIZE);
	inverbs_from_device();
	return !mlx4_cq_entry_ready(cq, index + cq->entries - 1);
}

/** `spare` slots ahead of the producer, later chunks are overwritten by the guard. */
const void *mlx4_sq_kept(const struct inverbs_sq *sq, uint32_t index)
{
	const uint8_t *slot = inverbs_slot(sq->buf, index, sq->entries, sq->shift);
	uint32_t behind = inverbs_sq_head(sq) - index;

	if (behind > sq->entries || !mlx4_dump.send_owned(slot, index, sq->entries))
		return NULL;
	if (behind > sq->entries - sq->spare && mlx4_dump.send_bytes(slot) > MLX4_WQE_CHUNK)
		return NULL;
	return slot;
}
