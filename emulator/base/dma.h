/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Access to the memory of clients. There are three kinds of ranges, cheapest first:
 *
 * - own: the client is this process (in-process mode); loads and stores at the client's address
 * - shared: the client has shared the range as a memfd; loads and stores through our mapping of it
 * - foreign: all others; process_vm_readv and process_vm_writev on the client's process
 *
 * softhca_dma_map() tells whether a range can be accessed without copying. Rings and doorbell
 * records should be mapped once, when they are created, and copied only if it returns NULL.
 *
 * Unless a comment says otherwise, functions return 0 or EFAULT, and an invalid foreign address
 * does no harm. Own addresses are trusted: registration has checked that they are mapped. While a
 * process does not serve a page fault (carrier.h), functions that access foreign memory also return
 * EAGAIN, if nothing was done to it, or EINPROGRESS, if a write was started; the upcall
 * memory_accessible reports its end.
 */
#ifndef EMULATOR_BASE_DMA_H
#define EMULATOR_BASE_DMA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <sys/uio.h>

/** A range of the client that is mapped here, too. */
struct dma_region {
	uint64_t addr; /**< in the client */
	uint64_t bytes;
	uint8_t *at; /**< in this process */
};

struct softhca_process;

/** A client's address space. Zeroed: pid 0, nothing accessible. */
struct dma_space {
	pid_t pid;
	struct softhca_process *process; /**< that pid must still identify; NULL: not checked */
	bool own;                        /**< pid is the emulator's own process */
	struct dma_region *regions;
	unsigned int count;
	unsigned int room;
	uint32_t generation; /**< incremented by every share and unshare, which make pointers from
				softhca_dma_map stale */
};

/** An element of a gather or scatter list: an address range in one address space. */
struct dma_span {
	uint64_t addr;
	uint64_t bytes;
};

void softhca_dma_space_init(struct dma_space *space, pid_t pid);
/**
 * Returns the address space of a process, which must outlive it. Another process that reuses the
 * process number is never accessed.
 */
struct dma_space softhca_dma_space_of(struct softhca_process *process);
void softhca_dma_space_fini(struct dma_space *space);
/**
 * Map `fd`, which the client has mapped MAP_SHARED at addr. Returns 0; EINVAL, also if addr or
 * bytes is not a multiple of the page size; ENOMEM; EPERM if the file is not sealed against
 * shrinking or has huge pages, since accesses could then raise SIGBUS. The caller keeps fd.
 */
int softhca_dma_share(struct dma_space *space, uint64_t addr, uint64_t bytes, int fd);
/**
 * Undo softhca_dma_share of exactly this range. Returns 0, or ENOENT if there is none. Pointers
 * from softhca_dma_map into it are invalid afterwards.
 */
int softhca_dma_unshare(struct dma_space *space, uint64_t addr, uint64_t bytes);

/**
 * Returns our pointer to the client's [addr, addr + bytes), or NULL if the range must be copied.
 * Valid until the range is unshared or the address space is destroyed.
 */
void *softhca_dma_map(const struct dma_space *space, uint64_t addr, uint64_t bytes);

int softhca_dma_read(const struct dma_space *space, void *to, uint64_t addr, size_t bytes);
int softhca_dma_write(const struct dma_space *space, uint64_t addr, const void *from, size_t bytes);

/**
 * Gather `count` spans of the client into contiguous memory, or scatter contiguous memory to spans,
 * with few system calls.
 */
int softhca_dma_gather(const struct dma_space *space, void *to, const struct dma_span *from,
		       unsigned int count);
int softhca_dma_scatter(const struct dma_space *space, const struct dma_span *to,
			unsigned int count, const void *from);

/**
 * Like softhca_dma_scatter, but if the process is stalled, the write is queued and made later.
 * Returns 0 or EFAULT.
 */
int softhca_dma_deliver(const struct dma_space *space, const struct dma_span *to,
			unsigned int count, const void *from);
/** Memory of the process may be accessible again: make its queued writes. */
void softhca_dma_write_late(struct softhca_process *process);

/**
 * How far a copy got before its process stalled, so that repeating it writes no byte twice. Zeroed:
 * not started.
 */
struct dma_progress {
	uint64_t moved;        /**< bytes written */
	uint64_t issued;       /**< bytes after those, in a write that has not ended */
	unsigned int messages; /**< softhca_dma_move: number of moves that the issued bytes
				  complete; else 0 */
	const struct softhca_process *process; /**< process that they are written to */
};

/**
 * For the upcall memory_accessible: the write to this process that the copy waits for, if any, has
 * ended. `done`: its bytes were written.
 */
static inline void softhca_dma_ended(struct dma_progress *progress,
				     const struct softhca_process *process, bool done)
{
	if (!progress->issued || progress->process != process)
		return;
	progress->moved += done ? progress->issued : 0;
	progress->messages = done ? progress->messages : 0;
	progress->issued = 0;
}

/**
 * Copy data from one client to another, or within one (ranges must not overlap in a harmful way),
 * with at most one bounce, and none if either side is mapped here. Copies as many bytes as the
 * shorter list has. On an error, *failed is the side that caused it. With `progress`, the copy
 * continues from there; NULL: it may be repeated as a whole.
 */
enum dma_side {
	DMA_SOURCE,
	DMA_DESTINATION
};
int softhca_dma_copy(const struct dma_space *to_space, const struct dma_span *to,
		     unsigned int to_count, const struct dma_space *from_space,
		     const struct dma_span *from, unsigned int from_count, enum dma_side *failed,
		     struct dma_progress *progress);

enum {
	DMA_MOVES = 32,              /**< maximum moves per call */
	DMA_MOVE_BYTES = 64 * 1024,  /**< longest move */
	DMA_MOVES_ROOM = 256 * 1024, /**< maximum sum of softhca_dma_room() per call */
	DMA_SHORT_BYTES = 1024,      /**< up to here, looking up a page costs more than copying */
};

/** One of many copies. */
struct dma_move {
	uint64_t to;
	uint64_t from;
	const uint8_t *inlined; /**< not NULL: inline payload here, instead of `from` */
	uint64_t bytes;
};

/** How much of DMA_MOVES_ROOM a move uses: a short one may cause up to two pages to be read. */
static inline uint64_t softhca_dma_room(uint64_t bytes)
{
	return bytes > DMA_SHORT_BYTES * 8 ? bytes : DMA_SHORT_BYTES * 8;
}

/**
 * Copy many ranges from one client to another, in this order, with two system calls in all. No move
 * may read what an earlier one writes. Where several short moves write the same range in
 * succession, only the last need ever become visible. Returns how many moves were completed,
 * counted from the first. The others have changed nothing, except that the first of them may have
 * been made in part, or is in progress if `progress` says so. The caller zeroes `progress` before
 * the first call.
 */
unsigned int softhca_dma_move(const struct dma_space *to_space, const struct dma_space *from_space,
			      const struct dma_move *moves, unsigned int count,
			      struct dma_progress *progress);

/**
 * 8-byte atomics on naturally aligned client memory; *old is set to the previous value, in the
 * client's byte order.
 */
int softhca_dma_compare_swap(const struct dma_space *space, uint64_t addr, uint64_t compare,
			     uint64_t swap, uint64_t *old);
int softhca_dma_fetch_add(const struct dma_space *space, uint64_t addr, uint64_t add,
			  uint64_t *old);

/** Store 8 naturally aligned bytes at once. */
int softhca_dma_store(const struct dma_space *space, uint64_t addr, uint64_t value);

/** Does the process exist? True also when that cannot be determined. */
bool softhca_dma_exists(const struct dma_space *space);
/**
 * Does the kernel deny us access to the process's memory, except what it shares (because of user
 * namespaces, Yama or seccomp)? Returns EPERM or ENOSYS if so; 0 if not, or if that cannot be
 * determined.
 */
int softhca_dma_check_permission(const struct dma_space *space);
/** Can [addr, addr + bytes) be read? For small ranges: one system call. Returns 0 or EFAULT. */
int softhca_dma_probe(const struct dma_space *space, uint64_t addr, uint64_t bytes);
/**
 * Is all of [addr, addr + bytes) mapped in the client and readable, and writable if `writable`?
 * Returns 0 or EFAULT.
 */
int softhca_dma_check(const struct dma_space *space, uint64_t addr, uint64_t bytes, bool writable);

#endif
