/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/dma.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/carrier.h"
#include "base/objects.h"
#include "base/process.h"

enum {
	MAX_IOVECS = SOFTHCA_REACH_SPANS,
};

/* --- copying ----------------------------------------------------------------------------- */

/** A position in a list of spans. */
struct cursor {
	const struct dma_span *span;
	unsigned int left;
	uint64_t done; /**< bytes of *span already consumed */
};

/** Take the next spans, at most MAX_IOVECS spans and `limit` bytes. Returns how many bytes they
 * have. */
static size_t take_spans(struct cursor *c, size_t limit, struct iovec *iov, unsigned int *count)
{
	size_t total = 0;

	*count = 0;
	while (c->left && *count < MAX_IOVECS && total < limit) {
		uint64_t n = c->span->bytes - c->done;

		if (n > limit - total)
			n = limit - total;
		if (n) {
			iov[*count].iov_base = (void *)(uintptr_t)(c->span->addr + c->done);
			iov[(*count)++].iov_len = n;
		}
		total += n;
		c->done += n;
		if (c->done == c->span->bytes) {
			c->span++;
			c->left--;
			c->done = 0;
		}
	}
	return total;
}

/** Replace client addresses by ours. Returns false if one of them is not mapped here. */
static bool map_iovecs(const struct dma_space *space, struct iovec *iov, unsigned int count)
{
	for (unsigned int i = 0; i < count; i++) {
		if (!softhca_dma_map(space, (uintptr_t)iov[i].iov_base, iov[i].iov_len))
			return false;
	}
	for (unsigned int i = 0; i < count; i++)
		iov[i].iov_base = softhca_dma_map(space, (uintptr_t)iov[i].iov_base,
						  iov[i].iov_len);
	return true;
}

/** Copy between two lists of our own addresses, as many bytes as the shorter list has. */
static void copy_local(const struct iovec *to, unsigned int tos, const struct iovec *from,
		       unsigned int froms)
{
	size_t to_done = 0;
	size_t from_done = 0;

	while (tos && froms) {
		size_t to_left = to->iov_len - to_done;
		size_t from_left = from->iov_len - from_done;
		size_t n = to_left < from_left ? to_left : from_left;

		memmove((uint8_t *)to->iov_base + to_done,
			(const uint8_t *)from->iov_base + from_done, n);
		to_done += n;
		from_done += n;
		if (n == to_left) {
			to++;
			tos--;
			to_done = 0;
		}
		if (n == from_left) {
			from++;
			froms--;
			from_done = 0;
		}
	}
}

/**
 * Copy with one system call: `remote` has client addresses, `local` has ours, each `bytes` bytes.
 * The local side of the call is a buffer, because a call that waits for a page may continue long
 * after the loop has gone on. The call identifies the process by number, so its identity is checked
 * before writing and after reading: if the number was reused meanwhile, the bytes read are
 * discarded.
 */
static int copy_by_kernel(const struct dma_space *space, enum softhca_way way,
			  const struct iovec *local, unsigned int locals,
			  const struct iovec *remote, unsigned int remotes, size_t bytes)
{
	const struct iovec buffer = {.iov_base = softhca_reach_buffer(space), .iov_len = bytes};
	const bool copies = local->iov_base != buffer.iov_base;
	ssize_t n;

	if (!space->pid || (way == SOFTHCA_TO_CLIENT && !softhca_process_alive(space->process)))
		return EFAULT;
	if (way == SOFTHCA_TO_CLIENT && copies && !softhca_is_stalled(space))
		copy_local(&buffer, 1, local, locals);
	n = softhca_reach(space, way, &buffer, 1, remote, remotes);
	if (n == -EAGAIN || n == -EINPROGRESS)
		return way == SOFTHCA_TO_CLIENT ? (int)-n : EAGAIN;
	if (n < 0 || (size_t)n != bytes ||
	    (way == SOFTHCA_FROM_CLIENT && !softhca_process_alive(space->process)))
		return EFAULT;
	if (way == SOFTHCA_FROM_CLIENT && copies)
		copy_local(local, locals, &buffer, 1);
	return 0;
}

/** Copy between spans of a client and our contiguous memory. */
static int transfer_spans(const struct dma_space *space, enum softhca_way way,
			  const struct dma_span *spans, unsigned int count, void *ours)
{
	struct cursor c = {.span = spans, .left = count};
	struct iovec remote[MAX_IOVECS];
	struct iovec local = {.iov_base = ours};
	unsigned int n;
	int ret;

	while ((local.iov_len = take_spans(&c, SOFTHCA_REACH_BYTES, remote, &n))) {
		if (!map_iovecs(space, remote, n)) {
			ret = copy_by_kernel(space, way, &local, 1, remote, n, local.iov_len);
			if (ret)
				return ret;
		} else if (way == SOFTHCA_FROM_CLIENT) {
			copy_local(&local, 1, remote, n);
		} else {
			copy_local(remote, n, &local, 1);
		}
		local.iov_base = (uint8_t *)local.iov_base + local.iov_len;
	}
	return 0;
}

int softhca_dma_read(const struct dma_space *space, void *to, uint64_t addr, size_t bytes)
{
	const struct dma_span span = {.addr = addr, .bytes = bytes};

	return transfer_spans(space, SOFTHCA_FROM_CLIENT, &span, 1, to);
}

int softhca_dma_write(const struct dma_space *space, uint64_t addr, const void *from, size_t bytes)
{
	const struct dma_span span = {.addr = addr, .bytes = bytes};

	return transfer_spans(space, SOFTHCA_TO_CLIENT, &span, 1, (void *)(uintptr_t)from);
}

int softhca_dma_gather(const struct dma_space *space, void *to, const struct dma_span *from,
		       unsigned int count)
{
	return transfer_spans(space, SOFTHCA_FROM_CLIENT, from, count, to);
}

int softhca_dma_scatter(const struct dma_space *space, const struct dma_span *to,
			unsigned int count, const void *from)
{
	return transfer_spans(space, SOFTHCA_TO_CLIENT, to, count, (void *)(uintptr_t)from);
}

/* --- writes that wait while a process is stalled ------------------------------------------- */

struct late_write {
	struct softhca_link in_process; /**< first member: process.c frees the struct through it */
	struct dma_space space;
	unsigned int count;
	struct dma_span to[2];
	uint8_t bytes[];
};

static int queue_late_write(const struct dma_space *space, const struct dma_span *to,
			    unsigned int count, const void *from)
{
	struct late_write *late;
	size_t bytes = 0;

	for (unsigned int i = 0; i < count; i++)
		bytes += to[i].bytes;
	late = count <= 2 ? malloc(sizeof(*late) + bytes) : NULL;
	if (!late)
		return EFAULT;
	softhca_dma_space_init(&late->space, space->pid);
	late->space.process = space->process;
	late->count = count;
	memcpy(late->to, to, count * sizeof(*to));
	memcpy(late->bytes, from, bytes);
	softhca_list_add_last(&space->process->late, &late->in_process);
	return 0;
}

int softhca_dma_deliver(const struct dma_space *space, const struct dma_span *to,
			unsigned int count, const void *from)
{
	int ret = softhca_dma_scatter(space, to, count, from);

	if (ret == EAGAIN)
		return queue_late_write(space, to, count, from);
	return ret == EINPROGRESS ? 0 : ret;
}

void softhca_dma_write_late(struct softhca_process *process)
{
	struct softhca_link *pos, *after;

	softhca_for_each(pos, after, &process->late)
	{
		struct late_write *late = softhca_entry(pos, struct late_write, in_process);

		if (softhca_dma_scatter(&late->space, late->to, late->count, late->bytes) == EAGAIN)
			return;
		softhca_link_remove(pos);
		free(late);
	}
}

/* --- from client to client --------------------------------------------------------------- */

/** Copy between two lists of `bytes` bytes each; modifies the lists. */
static int copy_iovecs(const struct dma_space *to_space, struct iovec *to, unsigned int tos,
		       const struct dma_space *from_space, struct iovec *from, unsigned int froms,
		       size_t bytes, enum dma_side *failed)
{
	struct iovec middle = {.iov_base = softhca_reach_buffer(from_space), .iov_len = bytes};
	bool to_mapped = map_iovecs(to_space, to, tos);
	bool from_mapped = map_iovecs(from_space, from, froms);
	int ret;

	if (to_mapped && from_mapped) {
		copy_local(to, tos, from, froms);
		return 0;
	}
	if (!from_mapped) {
		*failed = DMA_SOURCE;
		ret = copy_by_kernel(from_space, SOFTHCA_FROM_CLIENT, to_mapped ? to : &middle,
				     to_mapped ? tos : 1, from, froms, bytes);
		if (ret || to_mapped)
			return ret;
		from = &middle;
		froms = 1;
	}
	*failed = DMA_DESTINATION;
	return copy_by_kernel(to_space, SOFTHCA_TO_CLIENT, from, froms, to, tos, bytes);
}

/** Skip `bytes` bytes. */
static void skip_bytes(struct cursor *c, uint64_t bytes)
{
	struct iovec iov[MAX_IOVECS];
	unsigned int count;

	while (bytes && c->left)
		bytes -= take_spans(c, bytes, iov, &count);
}

/** Copy the next part. *bytes is set to its size, or to 0 if the copy is complete. */
static int copy_part(const struct dma_space *to_space, struct cursor *out,
		     const struct dma_space *from_space, struct cursor *in, enum dma_side *failed,
		     size_t *bytes)
{
	struct iovec from[MAX_IOVECS];
	struct iovec to[MAX_IOVECS];
	unsigned int froms, tos;
	const struct cursor again = *in;
	size_t most;

	from[0].iov_base = NULL; /* for clang-tidy, which does not see that bytes imply spans */
	most = take_spans(in, SOFTHCA_REACH_BYTES, from, &froms);
	*bytes = take_spans(out, most, to, &tos);
	if (!*bytes)
		return 0;
	if (*bytes < most) {
		*in = again;
		take_spans(in, *bytes, from, &froms);
	}
	return copy_iovecs(to_space, to, tos, from_space, from, froms, *bytes, failed);
}

int softhca_dma_copy(const struct dma_space *to_space, const struct dma_span *to,
		     unsigned int to_count, const struct dma_space *from_space,
		     const struct dma_span *from, unsigned int from_count, enum dma_side *failed,
		     struct dma_progress *progress)
{
	struct cursor in = {.span = from, .left = from_count};
	struct cursor out = {.span = to, .left = to_count};
	struct dma_progress whole = {0};
	size_t bytes;
	int ret;

	if (!progress)
		progress = &whole;
	skip_bytes(&in, progress->moved);
	skip_bytes(&out, progress->moved);
	do {
		ret = copy_part(to_space, &out, from_space, &in, failed, &bytes);
		progress->moved += ret ? 0 : bytes;
	} while (!ret && bytes);
	if (ret == EINPROGRESS) {
		progress->issued = bytes;
		progress->process = to_space->process;
	}
	return ret;
}

/* --- atomics ----------------------------------------------------------------------------- */

int softhca_dma_compare_swap(const struct dma_space *space, uint64_t addr, uint64_t compare,
			     uint64_t swap, uint64_t *old)
{
	uint64_t *at = softhca_dma_map(space, addr, sizeof(*at));
	int ret;

	if (at) {
		*old = compare;
		__atomic_compare_exchange_n(at, old, swap, false, __ATOMIC_SEQ_CST,
					    __ATOMIC_SEQ_CST);
		return 0;
	}
	/*
	 * Atomic among the emulated adapters, which is the least that verbs guarantee: only this
	 * thread executes atomics.
	 */
	ret = softhca_dma_read(space, old, addr, sizeof(*old));
	if (ret)
		return ret;
	return *old == compare ? softhca_dma_write(space, addr, &swap, sizeof(swap)) : 0;
}

int softhca_dma_fetch_add(const struct dma_space *space, uint64_t addr, uint64_t add, uint64_t *old)
{
	uint64_t *at = softhca_dma_map(space, addr, sizeof(*at));
	uint64_t sum;
	int ret;

	if (at) {
		*old = __atomic_fetch_add(at, add, __ATOMIC_SEQ_CST);
		return 0;
	}
	ret = softhca_dma_read(space, old, addr, sizeof(*old));
	if (ret)
		return ret;
	sum = *old + add;
	return softhca_dma_write(space, addr, &sum, sizeof(sum));
}

int softhca_dma_store(const struct dma_space *space, uint64_t addr, uint64_t value)
{
	uint64_t *at = softhca_dma_map(space, addr, sizeof(*at));

	if (!at)
		return softhca_dma_write(space, addr, &value, sizeof(value));
	__atomic_store_n(at, value, __ATOMIC_SEQ_CST);
	return 0;
}
