/* SPDX-License-Identifier: BSD-2-Clause */
/* Copying payload from one client's memory to another's. */
#include <errno.h>

#include "engine/base/internal.h"

enum engine_verdict softhca_engine_remote_fault(const struct engine_spans *to)
{
	return softhca_engine_is_process_alive(to->space) ? ENGINE_BAD_OPERATION : ENGINE_LOST;
}

/** Returns our address of a chunk if it is contiguous and mapped here, else NULL. */
static void *map_chunk(const struct engine_spans *spans, uint64_t bytes)
{
	if (spans->count != 1 || spans->span[0].bytes < bytes)
		return NULL;
	return softhca_dma_map(spans->space, spans->span[0].addr, bytes);
}

/** Fast path: both sides contiguous and mapped. */
static bool copy_mapped_chunk(const struct engine_spans *to, const struct engine_spans *from,
			      uint64_t bytes)
{
	void *out = map_chunk(to, bytes);
	const void *in = out ? map_chunk(from, bytes) : NULL;

	if (in)
		memmove(out, in, bytes);
	return in;
}

/**
 * Has the chunk's last call stalled and not ended, or moved the rest of the chunk since? If so,
 * *verdict is set.
 */
static bool has_stalled(const struct engine_packet *packet, enum engine_verdict *verdict)
{
	struct dma_progress *progress = packet->progress;

	if (!progress || (!progress->issued && !progress->moved))
		return false;
	*verdict = progress->issued ? ENGINE_PEER_STALL : ENGINE_DONE;
	if (!progress->issued && progress->moved < packet->bytes)
		return false;
	if (!progress->issued)
		*progress = (struct dma_progress){.moved = 0};
	return true;
}

/**
 * If the write has stalled, record that the whole chunk was issued: memory_accessible will report
 * its end.
 */
static int note_pending_write(const struct engine_packet *packet, const struct engine_spans *to,
			      int error)
{
	if (error == EINPROGRESS && packet->progress)
		*packet->progress = (struct dma_progress){
			.issued = packet->bytes,
			.process = to->space->process,
		};
	return error;
}

static bool is_stall(int error)
{
	return error == EAGAIN || error == EINPROGRESS;
}

/** The chunk was moved: reset its progress. */
static enum engine_verdict finish_chunk(const struct engine_packet *packet)
{
	if (packet->progress)
		*packet->progress = (struct dma_progress){.moved = 0};
	return ENGINE_DONE;
}

enum engine_verdict softhca_engine_write_chunk(const struct engine_packet *packet,
					       const struct engine_spans *to)
{
	enum dma_side side = DMA_DESTINATION;
	enum engine_verdict verdict;
	int failed;

	if (!packet->bytes ||
	    (!packet->inlined && copy_mapped_chunk(to, &packet->local, packet->bytes)))
		return ENGINE_DONE;
	if (has_stalled(packet, &verdict))
		return verdict;
	if (packet->inlined)
		failed = note_pending_write(
			packet, to,
			softhca_dma_scatter(to->space, to->span, to->count, packet->inlined));
	else
		failed = softhca_dma_copy(to->space, to->span, to->count, packet->local.space,
					  packet->local.span, packet->local.count, &side,
					  packet->progress);
	if (!failed)
		return finish_chunk(packet);
	if (is_stall(failed))
		return side == DMA_SOURCE ? ENGINE_LOCAL_STALL : ENGINE_PEER_STALL;
	return side == DMA_SOURCE ? ENGINE_LOCAL_FAULT : softhca_engine_remote_fault(to);
}

enum engine_verdict softhca_engine_read_chunk(const struct engine_packet *packet,
					      const struct engine_spans *from)
{
	enum engine_verdict verdict;
	enum dma_side side;
	int failed;

	if (!packet->bytes || copy_mapped_chunk(&packet->local, from, packet->bytes))
		return ENGINE_DONE;
	if (has_stalled(packet, &verdict))
		return verdict;
	failed = softhca_dma_copy(packet->local.space, packet->local.span, packet->local.count,
				  from->space, from->span, from->count, &side, packet->progress);
	if (!failed)
		return finish_chunk(packet);
	if (is_stall(failed))
		return side == DMA_DESTINATION ? ENGINE_LOCAL_STALL : ENGINE_PEER_STALL;
	return side == DMA_DESTINATION ? ENGINE_LOCAL_FAULT : softhca_engine_remote_fault(from);
}

enum engine_verdict softhca_engine_write_atomically(const struct engine_packet *packet,
						    const struct engine_spans *to)
{
	enum engine_verdict verdict;
	uint64_t word;
	int failed;

	if (has_stalled(packet, &verdict))
		return verdict;
	memcpy(&word, packet->inlined, sizeof(word));
	failed = note_pending_write(packet, to,
				    softhca_dma_store(to->space, to->span[0].addr, word));
	if (!failed)
		return finish_chunk(packet);
	return is_stall(failed) ? ENGINE_PEER_STALL : softhca_engine_remote_fault(to);
}
