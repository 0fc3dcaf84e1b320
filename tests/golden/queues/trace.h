/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Traces of programs that share rings in memory with the kernel: commands, and snapshots of rings.
 * Each snapshot becomes cases like those of vector files. Adapters differ in how WQEs and CQEs are
 * read, which is done with the kernel's headers, not with ours.
 */
#ifndef GOLDEN_QUEUES_TRACE_H
#define GOLDEN_QUEUES_TRACE_H

#include <inverbs/kernel/identity.h>

#include "queues.h"

enum shared_kind {
	SHARED_NOTHING,
	SHARED_SENDS,
	SHARED_RECEIVES, /**< of a queue pair */
	SHARED_SRQ,
	SHARED_COMPLETIONS,
};

enum {
	SHARED_COMMAND_BYTES = 32, /**< size of POST_SEND, the doorbell of a send ring */
	SHARED_WC_BYTES = 48,      /**< size of a completion */
};

/** Where the driver-private part of a response describes a ring: 8 bytes of offset, 4 bytes of
 * length. */
struct shared_place {
	enum shared_kind kind;
	size_t at;
};

/** The driver-private part of the response to a command that creates rings. */
struct shared_response {
	size_t bytes;
	struct shared_place places[2];
};

/** What an adapter provides for traces. */
struct golden_traces {
	const struct golden_vocabulary *words;
	const struct inverbs_identity *identity;
	uint32_t abi_version;
	const struct shared_response *qp, *srq, *cq;
	/**
	 * Converts a WQE to a request of a vector, with additional members: `wqe_bytes` up to the
	 * end of its payload, `length` as stored in it, and `worked_on` if the kernel had begun to
	 * process it. Returns NULL if it does not fit into its slot.
	 */
	json_t *(*read_send)(const struct bytes *slot, const json_t *qp);
	json_t *(*read_recv)(const struct bytes *slot);
};

/** A ring that a command created. */
struct shared_ring {
	enum shared_kind kind;
	uint64_t offset; /**< offset for mmap() */
	uint32_t bytes;  /**< size to be mapped */
	json_t *owner;   /**< "qp", "srq" or "cq" of a case */
	size_t last;     /**< number of its last snapshot, counted from 1 */
};

struct shared_rings {
	struct shared_ring *ring; /**< room for all rings that a trace can create */
	size_t count;
	bool srq_replaced; /**< a shared receive queue was resized; only the program got its new
			    * offset */
};

/** Process an event that may create or map a ring. */
void shared_rings_learn(struct shared_rings *all, const struct golden_traces *traces,
			const json_t *event, struct report *r);
/** Returns NULL if no such ring was created. */
struct shared_ring *shared_ring_at(struct shared_rings *all, uint64_t offset);
/** Returns the send ring of a doorbell command, and the part of the command that is compared; NULL
 * if the event is something else. */
struct shared_ring *shared_ring_posted(struct shared_rings *all, const json_t *event,
				       uint8_t command[SHARED_COMMAND_BYTES]);

/** Returns a transport that accepts doorbell commands and stores that part in the region
 * "command". */
struct inverbs_transport *recording_transport(void);

/** Replay a trace. Sets `skipped` if it has no snapshot with WQEs or CQEs. */
void replay_trace(const struct golden_traces *traces, const json_t *trace, struct report *r);
/** Converts a completion in a shared ring to the members that polls assign. */
json_t *read_shared_wc(const uint8_t *cqe);
/** Set the members that the traced kernel leaves at 0, and one status after another. */
void fill_shared_wc(uint8_t *cqe, unsigned int nth);
/** Whether a printed line has the kernel's flag of an invalidated key. */
bool prints_kernel_flag(const char *line);
/** Whether a printed line may be about this completion. */
bool is_printed(const char *line, const json_t *wc);
/** Whether a printed line is about a completion. */
bool prints_completion(const char *line);

#endif
