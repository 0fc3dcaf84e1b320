/* SPDX-License-Identifier: BSD-2-Clause */
/* Payload from one client's memory to another's. */
#include "engine/base/internal.h"

enum engine_verdict softhca_engine_remote_fault(const struct engine_spans *to)
{
	return softhca_engine_alive(to->space) ? ENGINE_BAD_OPERATION : ENGINE_LOST;
}

/** The address of a contiguous chunk that is mapped here, or NULL. */
static void *mapped(const struct engine_spans *spans, uint64_t bytes)
{
	if (spans->count != 1 || spans->span[0].bytes < bytes)
		return NULL;
	return softhca_dma_map(spans->space, spans->span[0].addr, bytes);
}

/** Fast path: both sides contiguous and mapped. */
static bool copied(const struct engine_spans *to, const struct engine_spans *from, uint64_t bytes)
{
	void *out = mapped(to, bytes);
	const void *in = out ? mapped(from, bytes) : NULL;

	if (in)
		memmove(out, in, bytes);
	return in;
}

enum engine_verdict softhca_engine_land(const struct engine_packet *packet,
					const struct engine_spans *to)
{
	enum dma_side side = DMA_DESTINATION;
	int failed;

	if (!packet->bytes || (!packet->inlined && copied(to, &packet->local, packet->bytes)))
		return ENGINE_DONE;
	if (packet->inlined)
		failed = softhca_dma_scatter(to->space, to->span, to->count, packet->inlined);
	else
		failed = softhca_dma_copy(to->space, to->span, to->count, packet->local.space,
					  packet->local.span, packet->local.count, &side);
	if (!failed)
		return ENGINE_DONE;
	return side == DMA_SOURCE ? ENGINE_LOCAL_FAULT : softhca_engine_remote_fault(to);
}

enum engine_verdict softhca_engine_fetch(const struct engine_packet *packet,
					 const struct engine_spans *from)
{
	enum dma_side side;

	if (!packet->bytes || copied(&packet->local, from, packet->bytes))
		return ENGINE_DONE;
	if (!softhca_dma_copy(packet->local.space, packet->local.span, packet->local.count,
			      from->space, from->span, from->count, &side))
		return ENGINE_DONE;
	return side == DMA_DESTINATION ? ENGINE_LOCAL_FAULT : softhca_engine_remote_fault(from);
}
