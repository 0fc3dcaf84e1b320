/* SPDX-License-Identifier: BSD-2-Clause */
/* Many copies from one client to another, with two system calls in all. */
#include <errno.h>
#include <string.h>

#include "base/carrier.h"
#include "base/dma.h"
#include "base/objects.h"
#include "base/process.h"

_Static_assert((int)DMA_MOVES_ROOM <= (int)SOFTHCA_REACH_BYTES &&
		       DMA_SHORT_BYTES * 8 >= 2 * (int)SOFTHCA_PAGE,
	       "the sources of one call fit the buffer, with the pages of short ones");

/** Consecutive moves whose sources are read as one range. */
struct source_run {
	uint64_t from;
	uint64_t end;
	unsigned int first;
};

static uint64_t count_page_crossings(uint64_t from, uint64_t end)
{
	return (end - 1) / SOFTHCA_PAGE - from / SOFTHCA_PAGE;
}

/**
 * Extend a run by a range that follows it, or by a short one on pages that the kernel looks up
 * anyway: looking up a page costs more than reading a few bytes. Returns false if neither applies.
 */
static bool extend_run(struct source_run *run, uint64_t addr, uint64_t bytes)
{
	const uint64_t from = addr < run->from ? addr : run->from;
	const uint64_t end = addr + bytes > run->end ? addr + bytes : run->end;

	if (addr != run->end &&
	    (bytes > DMA_SHORT_BYTES ||
	     count_page_crossings(from, end) > count_page_crossings(run->from, run->end)))
		return false;
	run->from = from;
	run->end = end;
	return true;
}

/** Find the runs of the moves that are not inline. Returns how many there are. */
static unsigned int find_runs(const struct dma_move *moves, unsigned int count,
			      struct source_run *runs)
{
	unsigned int n = 0;

	for (unsigned int i = 0; i < count; i++) {
		const struct dma_move *m = &moves[i];

		if (m->inlined || (n && extend_run(&runs[n - 1], m->from, m->bytes)))
			continue;
		runs[n++] = (struct source_run){m->from, m->from + m->bytes, i};
	}
	return n;
}

/** Copy inline payload into the buffer, from `used` on. */
static void add_inlined(const struct dma_move *moves, unsigned int count, uint8_t *buffer,
			size_t used, uint8_t **payload)
{
	for (unsigned int i = 0; i < count; i++) {
		if (!moves[i].inlined)
			continue;
		payload[i] = buffer + used;
		memcpy(payload[i], moves[i].inlined, moves[i].bytes);
		used += moves[i].bytes;
	}
}

/**
 * Read the sources of all moves into the buffer at once; payload[] is set to where each is. Returns
 * how many were read.
 */
static unsigned int fetch_sources(const struct dma_space *space, const struct dma_move *moves,
				  unsigned int count, uint8_t *buffer, uint8_t **payload)
{
	struct source_run runs[DMA_MOVES];
	struct iovec remote[DMA_MOVES];
	struct iovec local = {.iov_base = buffer};
	const unsigned int n = find_runs(moves, count, runs);
	unsigned int run = 0;
	size_t end = 0;
	ssize_t got = 0;

	for (unsigned int i = 0; i < n; i++) {
		remote[i].iov_base = (void *)(uintptr_t)runs[i].from;
		remote[i].iov_len = runs[i].end - runs[i].from;
		local.iov_len += remote[i].iov_len;
	}
	if (n)
		got = softhca_reach(space, SOFTHCA_FROM_CLIENT, &local, 1, remote, n);
	if (got < 0)
		return 0; /* the buffer may no longer be ours */
	add_inlined(moves, count, buffer, local.iov_len, payload);
	for (unsigned int i = 0; i < count; i++) {
		if (moves[i].inlined)
			continue;
		if (run < n && runs[run].first == i) {
			end += remote[run++].iov_len;
			if (end > (size_t)got)
				return i;
		}
		payload[i] = buffer + end - (runs[run - 1].end - moves[i].from);
	}
	return count;
}

static uint64_t bytes_of(const struct dma_move *moves, unsigned int count)
{
	uint64_t bytes = 0;

	for (unsigned int i = 0; i < count; i++)
		bytes += moves[i].bytes;
	return bytes;
}

/** Write the payload to the destinations. Returns how many moves were completed. */
static unsigned int write_moves(const struct dma_space *space, const struct dma_move *moves,
				unsigned int count, uint8_t *const *payload,
				struct dma_progress *progress)
{
	struct iovec local[DMA_MOVES], remote[DMA_MOVES];
	unsigned int after[DMA_MOVES]; /* moves completed when local[i] has been written */
	unsigned int locals = 0, remotes = 0, made = 0;
	uint64_t to = 0;
	ssize_t written;

	for (unsigned int i = 0; i < count; i++) {
		const struct dma_move *m = &moves[i];
		const bool again = i && m->to == m[-1].to && m->bytes == m[-1].bytes &&
				   m->bytes <= DMA_SHORT_BYTES;

		if (again) {
			locals--;
		} else if (i && m->to == to) {
			remote[remotes - 1].iov_len += m->bytes;
		} else {
			remote[remotes].iov_base = (void *)(uintptr_t)m->to;
			remote[remotes++].iov_len = m->bytes;
		}
		local[locals].iov_base = payload[i];
		local[locals].iov_len = m->bytes;
		after[locals++] = i + 1;
		to = m->to + m->bytes;
	}
	written = softhca_reach(space, SOFTHCA_TO_CLIENT, local, locals, remote, remotes);
	if (written == -EINPROGRESS)
		*progress = (struct dma_progress){
			.issued = bytes_of(moves, count),
			.messages = count,
			.process = space->process,
		};
	for (unsigned int i = 0; i < locals && written >= (ssize_t)local[i].iov_len; i++) {
		written -= (ssize_t)local[i].iov_len;
		made = after[i];
	}
	return made;
}

static bool is_mapped(const struct dma_space *space, uint64_t addr, uint64_t bytes)
{
	return softhca_dma_map(space, addr, bytes) != NULL;
}

/** Is the source or destination of any move mapped here? */
static bool any_mapped(const struct dma_space *to_space, const struct dma_space *from_space,
		       const struct dma_move *moves, unsigned int count)
{
	for (unsigned int i = 0; i < count; i++) {
		if (is_mapped(to_space, moves[i].to, moves[i].bytes) ||
		    (!moves[i].inlined && is_mapped(from_space, moves[i].from, moves[i].bytes)))
			return true;
	}
	return false;
}

/** Like softhca_dma_write, for one move. */
static int write_inlined(const struct dma_space *space, const struct dma_move *m,
			 struct dma_progress *progress)
{
	const int ret = softhca_dma_write(space, m->to, m->inlined, m->bytes);

	if (ret == EINPROGRESS)
		*progress = (struct dma_progress){.issued = m->bytes, .process = space->process};
	return ret;
}

static unsigned int move_singly(const struct dma_space *to_space,
				const struct dma_space *from_space, const struct dma_move *moves,
				unsigned int count, struct dma_progress *progress)
{
	enum dma_side side;

	for (unsigned int i = 0; i < count; i++) {
		const struct dma_move *m = &moves[i];
		const struct dma_span to = {.addr = m->to, .bytes = m->bytes};
		const struct dma_span from = {.addr = m->from, .bytes = m->bytes};

		*progress = (struct dma_progress){.moved = 0};
		if (m->inlined ? write_inlined(to_space, m, progress)
			       : softhca_dma_copy(to_space, &to, 1, from_space, &from, 1, &side,
						  progress))
			return i;
	}
	*progress = (struct dma_progress){.moved = 0};
	return count;
}

unsigned int softhca_dma_move(const struct dma_space *to_space, const struct dma_space *from_space,
			      const struct dma_move *moves, unsigned int count,
			      struct dma_progress *progress)
{
	uint8_t *buffer = softhca_reach_buffer(from_space);
	uint8_t *payload[DMA_MOVES];

	if (any_mapped(to_space, from_space, moves, count))
		return move_singly(to_space, from_space, moves, count, progress);
	count = fetch_sources(from_space, moves, count, buffer, payload);
	if (!count || !softhca_process_alive(from_space->process) ||
	    (to_space->process != from_space->process && !softhca_process_alive(to_space->process)))
		return 0;
	return write_moves(to_space, moves, count, payload, progress);
}
