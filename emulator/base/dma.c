/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/dma.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "base/carrier.h"
#include "base/objects.h"
#include "base/process.h"
#include "base/quota.h"

enum {
	HUGE_PAGES = 0x958458f6, /**< f_type of hugetlbfs */
	BATCH = SOFTHCA_REACH_SPANS,
};

_Static_assert((int)DMA_MOVES_ROOM <= (int)SOFTHCA_REACH_BYTES &&
		       DMA_SHORT_BYTES * 8 >= 2 * (int)SOFTHCA_PAGE,
	       "all are fetched at once, a short one with the pages that it is on");

void softhca_dma_space_init(struct dma_space *space, pid_t pid)
{
	memset(space, 0, sizeof(*space));
	space->pid = pid;
	space->own = pid == getpid();
}

struct dma_space softhca_dma_space_of(struct softhca_process *process)
{
	struct dma_space space;

	softhca_dma_space_init(&space, process->pid);
	space.process = process;
	return space;
}

static int charge(const struct dma_space *space, uint64_t bytes)
{
	int ret = softhca_charge(space->process, SOFTHCA_MAPPINGS, 1, 0);

	if (ret)
		return ret;
	ret = softhca_charge(space->process, SOFTHCA_MAPPED_BYTES, bytes, 0);
	if (ret)
		softhca_uncharge(space->process, SOFTHCA_MAPPINGS, 1);
	return ret;
}

static void uncharge(const struct dma_space *space, uint64_t bytes)
{
	softhca_uncharge(space->process, SOFTHCA_MAPPINGS, 1);
	softhca_uncharge(space->process, SOFTHCA_MAPPED_BYTES, bytes);
}

static void unmap(const struct dma_space *space, struct dma_region *region)
{
	munmap(region->at, region->bytes);
	uncharge(space, region->bytes);
}

void softhca_dma_space_fini(struct dma_space *space)
{
	for (unsigned int i = 0; i < space->count; i++)
		unmap(space, &space->regions[i]);
	free(space->regions);
	memset(space, 0, sizeof(*space));
}

static int reserve(struct dma_space *space)
{
	unsigned int room = space->room ? space->room * 2 : 8;
	struct dma_region *regions;

	if (space->count < space->room)
		return 0;
	regions = reallocarray(space->regions, room, sizeof(*regions));
	if (!regions)
		return ENOMEM;
	space->regions = regions;
	space->room = room;
	return 0;
}

/** Index of the first region that ends after addr. Regions are sorted and do not overlap. */
static unsigned int position(const struct dma_space *space, uint64_t addr)
{
	unsigned int low = 0;
	unsigned int high = space->count;

	while (low < high) {
		unsigned int middle = (low + high) / 2;
		const struct dma_region *r = &space->regions[middle];

		if (r->addr + r->bytes <= addr)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/** Does the file hold that many bytes? An access beyond its end would raise SIGBUS. */
static bool holds(int fd, uint64_t bytes)
{
	struct stat st;

	return !fstat(fd, &st) && st.st_size >= 0 && (uint64_t)st.st_size >= bytes;
}

/**
 * Is the file unable to shrink? Only memfds can be sealed against it. Huge pages are refused: a
 * hole is filled on access, which raises SIGBUS when no huge page is left.
 */
static bool stays(int fd)
{
	int seals = fcntl(fd, F_GET_SEALS);
	struct statfs fs;

	return seals >= 0 && seals & F_SEAL_SHRINK && !fstatfs(fd, &fs) && fs.f_type != HUGE_PAGES;
}

int softhca_dma_share(struct dma_space *space, uint64_t addr, uint64_t bytes, int fd)
{
	unsigned int at;
	void *map;
	int ret;

	if (!bytes || addr + bytes < addr || bytes > SIZE_MAX / 2 || (addr | bytes) % SOFTHCA_PAGE)
		return EINVAL;
	/*
	 * In-process, a second mapping would hide from sanitizers that both sides access the same
	 * memory.
	 */
	if (space->own)
		return 0;
	at = position(space, addr);
	if (at < space->count && space->regions[at].addr < addr + bytes)
		return EINVAL;
	/* first: of a file that is not in memory, fstat() may wait for its server */
	if (!stays(fd))
		return EPERM;
	if (!holds(fd, bytes))
		return EINVAL;
	if (reserve(space))
		return ENOMEM;
	ret = charge(space, bytes);
	if (ret)
		return ret;
	map = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (map == MAP_FAILED) {
		ret = errno == ENOMEM ? ENOMEM : EINVAL;
		uncharge(space, bytes);
		return ret;
	}
	memmove(space->regions + at + 1, space->regions + at,
		(space->count - at) * sizeof(*space->regions));
	space->regions[at] = (struct dma_region){.addr = addr, .bytes = bytes, .at = map};
	space->count++;
	space->generation++;
	return 0;
}

int softhca_dma_unshare(struct dma_space *space, uint64_t addr, uint64_t bytes)
{
	unsigned int at;
	struct dma_region *region;

	if (space->own)
		return 0;
	at = position(space, addr);
	if (at == space->count)
		return ENOENT;
	region = &space->regions[at];
	if (region->addr != addr || region->bytes != bytes)
		return ENOENT;
	unmap(space, region);
	space->count--;
	space->generation++;
	memmove(region, region + 1, (space->count - at) * sizeof(*region));
	return 0;
}

void *softhca_dma_map(const struct dma_space *space, uint64_t addr, uint64_t bytes)
{
	const struct dma_region *region;
	unsigned int at;

	if (space->own)
		return (void *)(uintptr_t)addr;
	at = position(space, addr);
	if (at == space->count)
		return NULL;
	region = &space->regions[at];
	if (addr < region->addr || bytes > region->bytes ||
	    addr - region->addr > region->bytes - bytes)
		return NULL;
	return region->at + (addr - region->addr);
}

/* --- copying ----------------------------------------------------------------------------- */

/** A position in a list of spans. */
struct cursor {
	const struct dma_span *span;
	unsigned int left;
	uint64_t done; /**< bytes of *span already consumed */
};

/**
 * Take the next spans, at most BATCH and at most `limit` bytes; returns how many bytes they hold.
 */
static size_t take_spans(struct cursor *c, size_t limit, struct iovec *iov, unsigned int *count)
{
	size_t total = 0;

	*count = 0;
	while (c->left && *count < BATCH && total < limit) {
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

/** Replace client addresses by ours; false when one of them is not mapped here. */
static bool map_all(const struct dma_space *space, struct iovec *iov, unsigned int count)
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

/** Copy between two lists of our own addresses, as much as the shorter one holds. */
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
 * One system call: `remote` are client addresses, `local` are ours, both of `bytes` bytes. Our side
 * of the call is a buffer, because a call that waits for a page may go on long after it was given
 * up. The call names the process by number, so its identity is checked before writing and after
 * reading: if the number was reused meanwhile, what was read is discarded.
 */
static int cross(const struct dma_space *space, enum softhca_way way, const struct iovec *local,
		 unsigned int locals, const struct iovec *remote, unsigned int remotes,
		 size_t bytes)
{
	const struct iovec buffer = {.iov_base = softhca_reach_buffer(space), .iov_len = bytes};
	const bool copies = local->iov_base != buffer.iov_base;
	ssize_t n;

	if (!space->pid || (way == SOFTHCA_TO_CLIENT && !softhca_process_alive(space->process)))
		return EFAULT;
	if (way == SOFTHCA_TO_CLIENT && copies && !softhca_stalled(space))
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

/** Between spans of a client and contiguous memory of ours. */
static int transfer(const struct dma_space *space, enum softhca_way way,
		    const struct dma_span *spans, unsigned int count, void *ours)
{
	struct cursor c = {.span = spans, .left = count};
	struct iovec remote[BATCH];
	struct iovec local = {.iov_base = ours};
	unsigned int n;
	int ret;

	while ((local.iov_len = take_spans(&c, SOFTHCA_REACH_BYTES, remote, &n))) {
		if (!map_all(space, remote, n)) {
			ret = cross(space, way, &local, 1, remote, n, local.iov_len);
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

	return transfer(space, SOFTHCA_FROM_CLIENT, &span, 1, to);
}

int softhca_dma_write(const struct dma_space *space, uint64_t addr, const void *from, size_t bytes)
{
	const struct dma_span span = {.addr = addr, .bytes = bytes};

	return transfer(space, SOFTHCA_TO_CLIENT, &span, 1, (void *)(uintptr_t)from);
}

int softhca_dma_gather(const struct dma_space *space, void *to, const struct dma_span *from,
		       unsigned int count)
{
	return transfer(space, SOFTHCA_FROM_CLIENT, from, count, to);
}

int softhca_dma_scatter(const struct dma_space *space, const struct dma_span *to,
			unsigned int count, const void *from)
{
	return transfer(space, SOFTHCA_TO_CLIENT, to, count, (void *)(uintptr_t)from);
}

/* --- writes that wait until a process is not stalled any more ------------------------------ */

struct late_write {
	struct softhca_link in_process; /**< first: process.c frees it by this */
	struct dma_space space;
	unsigned int count;
	struct dma_span to[2];
	uint8_t bytes[];
};

static int keep_late(const struct dma_space *space, const struct dma_span *to, unsigned int count,
		     const void *from)
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
		return keep_late(space, to, count, from);
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

/** Both lists hold `bytes`; they are modified. */
static int copy_iovecs(const struct dma_space *to_space, struct iovec *to, unsigned int tos,
		       const struct dma_space *from_space, struct iovec *from, unsigned int froms,
		       size_t bytes, enum dma_side *failed)
{
	struct iovec middle = {.iov_base = softhca_reach_buffer(from_space), .iov_len = bytes};
	bool to_mapped = map_all(to_space, to, tos);
	bool from_mapped = map_all(from_space, from, froms);
	int ret;

	if (to_mapped && from_mapped) {
		copy_local(to, tos, from, froms);
		return 0;
	}
	if (!from_mapped) {
		*failed = DMA_SOURCE;
		ret = cross(from_space, SOFTHCA_FROM_CLIENT, to_mapped ? to : &middle,
			    to_mapped ? tos : 1, from, froms, bytes);
		if (ret || to_mapped)
			return ret;
		from = &middle;
		froms = 1;
	}
	*failed = DMA_DESTINATION;
	return cross(to_space, SOFTHCA_TO_CLIENT, from, froms, to, tos, bytes);
}

/** Leave out the first `bytes`. */
static void skip(struct cursor *c, uint64_t bytes)
{
	struct iovec iov[BATCH];
	unsigned int count;

	while (bytes && c->left)
		bytes -= take_spans(c, bytes, iov, &count);
}

/** The next part of a copy. *bytes: how many; 0: it is complete. */
static int copy_part(const struct dma_space *to_space, struct cursor *out,
		     const struct dma_space *from_space, struct cursor *in, enum dma_side *failed,
		     size_t *bytes)
{
	struct iovec from[BATCH];
	struct iovec to[BATCH];
	unsigned int froms, tos;
	const struct cursor again = *in;
	const size_t most = take_spans(in, SOFTHCA_REACH_BYTES, from, &froms);

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
	skip(&in, progress->moved);
	skip(&out, progress->moved);
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

/* --- many copies ------------------------------------------------------------------------- */

/** Consecutive moves whose sources are read as one range. */
struct source_run {
	uint64_t from;
	uint64_t end;
	unsigned int first;
};

static uint64_t pages(uint64_t from, uint64_t end)
{
	return (end - 1) / SOFTHCA_PAGE - from / SOFTHCA_PAGE;
}

/**
 * Add a range to a run: the next bytes, or a short range for which the kernel has to look at no
 * other page, because that costs more than its bytes.
 */
static bool joins(struct source_run *run, uint64_t addr, uint64_t bytes)
{
	const uint64_t from = addr < run->from ? addr : run->from;
	const uint64_t end = addr + bytes > run->end ? addr + bytes : run->end;

	if (addr != run->end &&
	    (bytes > DMA_SHORT_BYTES || pages(from, end) > pages(run->from, run->end)))
		return false;
	run->from = from;
	run->end = end;
	return true;
}

/** The runs of the moves that are not inlined; returns how many. */
static unsigned int find_runs(const struct dma_move *moves, unsigned int count,
			      struct source_run *runs)
{
	unsigned int n = 0;

	for (unsigned int i = 0; i < count; i++) {
		const struct dma_move *m = &moves[i];

		if (m->inlined || (n && joins(&runs[n - 1], m->from, m->bytes)))
			continue;
		runs[n++] = (struct source_run){m->from, m->from + m->bytes, i};
	}
	return n;
}

/** Put inline payload into the buffer, from `used` on. */
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
 * Read what is moved, many at once, into the buffer; payload: where each is then. Returns how many
 * were read.
 */
static unsigned int fetch(const struct dma_space *space, const struct dma_move *moves,
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
		return 0; /* perhaps the buffer is not ours any more */
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

/** Write what was read; returns how many moves were made. */
static unsigned int place(const struct dma_space *space, const struct dma_move *moves,
			  unsigned int count, uint8_t *const *payload,
			  struct dma_progress *progress)
{
	struct iovec local[DMA_MOVES], remote[DMA_MOVES];
	unsigned int after[DMA_MOVES]; /* moves made when that much of `local` was written */
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

/** Is there a move of which one end is mapped here? */
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

/** As softhca_dma_write, of a move. */
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
	count = fetch(from_space, moves, count, buffer, payload);
	if (!count || !softhca_process_alive(from_space->process) ||
	    (to_space->process != from_space->process && !softhca_process_alive(to_space->process)))
		return 0;
	return place(to_space, moves, count, payload, progress);
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
	 * Atomic among the emulated adapters, the least that verbs promise: this thread alone
	 * executes them.
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
