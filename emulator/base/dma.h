/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Memory of a client as the adapter reaches it. Three ways, cheapest first:
 *   own      the client is this very process (in-process mode): plain loads and stores at the
 * client's address shared   the client shared the range as a memfd (SHARE): plain loads and stores
 * through our own mapping foreign  everything else: process_vm_readv and process_vm_writev on the
 * client's process softhca_dma_map() tells whether a range can be accessed without copying; rings
 * and doorbell records should be mapped once, at creation, and copied only when it returns NULL
 * (clients that do not share memory).
 *
 * All functions return 0 or EFAULT and never fault on a bad foreign address. An own address is
 * trusted: registration has checked that it was mapped. Of foreign memory they also return EAGAIN
 * or EINPROGRESS while the process does not serve a page fault (carrier.h): EAGAIN when nothing was
 * done to it, EINPROGRESS when a write was begun whose end upcall memory_back reports.
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
	struct softhca_process *process; /**< identity behind the number; NULL: not checked */
	bool own;                        /**< pid is this process */
	struct dma_region *regions;
	unsigned int count;
	unsigned int room;
	uint32_t generation; /**< incremented by every share and unshare: pointers from
				softhca_dma_map that were kept are stale then */
};

/** An element of a gather or scatter list: addresses of one space. */
struct dma_span {
	uint64_t addr;
	uint64_t bytes;
};

void softhca_dma_space_init(struct dma_space *space, pid_t pid);
/**
 * Set to the address space of a process, which must outlive it; a process that reuses the number is
 * never accessed.
 */
struct dma_space softhca_dma_space_of(struct softhca_process *process);
void softhca_dma_space_fini(struct dma_space *space);
/**
 * Map `fd` (the client has it MAP_SHARED at addr). 0; EINVAL, also unless addr and size are whole
 * pages; ENOMEM; EPERM unless it is sealed against shrinking and not of huge pages, so that
 * accesses cannot raise SIGBUS. fd stays the caller's.
 */
int softhca_dma_share(struct dma_space *space, uint64_t addr, uint64_t bytes, int fd);
/**
 * Undo softhca_dma_share of exactly this range; ENOENT. Pointers from softhca_dma_map into it are
 * invalid afterwards.
 */
int softhca_dma_unshare(struct dma_space *space, uint64_t addr, uint64_t bytes);

/**
 * Our pointer to [addr, addr + bytes) of the client, or NULL when it has to be copied. Valid until
 * the range is unshared or the address space is destroyed.
 */
void *softhca_dma_map(const struct dma_space *space, uint64_t addr, uint64_t bytes);

int softhca_dma_read(const struct dma_space *space, void *to, uint64_t addr, size_t bytes);
int softhca_dma_write(const struct dma_space *space, uint64_t addr, const void *from, size_t bytes);

/** Gather `count` spans of the client into contiguous memory / scatter contiguous memory to spans;
 * few system calls. */
int softhca_dma_gather(const struct dma_space *space, void *to, const struct dma_span *from,
		       unsigned int count);
int softhca_dma_scatter(const struct dma_space *space, const struct dma_span *to,
			unsigned int count, const void *from);

/** As softhca_dma_scatter, but a process that is stalled gets it later. 0 or EFAULT. */
int softhca_dma_deliver(const struct dma_space *space, const struct dma_span *to,
			unsigned int count, const void *from);
/** Memory of the process may be accessible again: write what it gets later. */
void softhca_dma_write_late(struct softhca_process *process);

/**
 * How far a copy got before its process stalled, so that repeating it writes no byte twice. Zeroed:
 * not begun.
 */
struct dma_progress {
	uint64_t moved;        /**< bytes written */
	uint64_t issued;       /**< bytes after those, of a write that has not ended */
	unsigned int messages; /**< softhca_dma_move: how many moves these bytes are; else 0 */
	const struct softhca_process *process; /**< process that they are written to */
};

/** memory_back: the write to this process that the copy waits for, if any, has ended. */
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
 * Move data from one client to another (or the same one; ranges must not overlap in a harmful way)
 * without needless copies: one bounce, none when both sides can be mapped. Moves as many
 * bytes as the shorter list has. On an error, failed tells which side it was. With progress, the
 * copy is continued from there; NULL: it may be made again as a whole.
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
	DMA_MOVES_ROOM = 256 * 1024, /**< maximum in all, as softhca_dma_room() counts */
	DMA_SHORT_BYTES = 1024, /**< below this, reading a page costs more than reading the bytes */
};

/** One of many copies. */
struct dma_move {
	uint64_t to;
	uint64_t from;
	const uint8_t *inlined; /**< not NULL: the bytes themselves, instead of `from` */
	uint64_t bytes;
};

/** What a move counts for: a short one may cause up to two pages to be read. */
static inline uint64_t softhca_dma_room(uint64_t bytes)
{
	return bytes > DMA_SHORT_BYTES * 8 ? bytes : DMA_SHORT_BYTES * 8;
}

/**
 * Copy many ranges from one client to another, in this order, with two system calls in all. No move
 * may read what an earlier one writes. Where several short moves write the same range in
 * succession, only the last need ever become visible. Returns how many moves were made, counted
 * from the first. The others have changed nothing, except that the first of them may have been made
 * in part, or be in progress as `progress` says, which is zeroed at first.
 */
unsigned int softhca_dma_move(const struct dma_space *to_space, const struct dma_space *from_space,
			      const struct dma_move *moves, unsigned int count,
			      struct dma_progress *progress);

/**
 * 8-byte atomics on client memory, naturally aligned; `old` gets the previous value, in the
 * client's byte order.
 */
int softhca_dma_compare_swap(const struct dma_space *space, uint64_t addr, uint64_t compare,
			     uint64_t swap, uint64_t *old);
int softhca_dma_fetch_add(const struct dma_space *space, uint64_t addr, uint64_t add,
			  uint64_t *old);

/** Store 8 naturally aligned bytes at once. 0 or EFAULT, as above. */
int softhca_dma_store(const struct dma_space *space, uint64_t addr, uint64_t value);

/** Does the process exist? True also when that cannot be determined. */
bool softhca_dma_exists(const struct dma_space *space);
/**
 * Does the kernel keep us from all memory of the process that it does not share (user namespaces,
 * Yama, seccomp)? EPERM or ENOSYS; 0: no, or that cannot be told.
 */
int softhca_dma_denied(const struct dma_space *space);
/** Can [addr, addr + bytes) be read? For small ranges: one system call. 0 or EFAULT. */
int softhca_dma_probe(const struct dma_space *space, uint64_t addr, uint64_t bytes);
/**
 * Is all of [addr, addr + bytes) mapped in the client and readable, and writable if `writable`? 0
 * or EFAULT.
 */
int softhca_dma_check(const struct dma_space *space, uint64_t addr, uint64_t bytes, bool writable);

#endif
