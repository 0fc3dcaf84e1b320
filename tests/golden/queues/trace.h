/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Traces of programs that share rings in memory with the kernel: commands, and snapshots of rings.
 * Each snapshot becomes cases like those of vector files. What differs from adapter to adapter is
 * how WQEs and CQEs are read, which is done with the kernel's headers and none of ours.
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
	SHARED_COMMAND_BYTES = 32, /**< of POST_SEND, the doorbell of a send ring */
	SHARED_WC_BYTES = 48,      /**< of a completion */
};

/** Where the driver's part of a response tells of a ring: 8 bytes of offset, 4 of length. */
struct shared_place {
	enum shared_kind kind;
	size_t at;
};

/** The driver's part of a response to a command that makes rings. */
struct shared_response {
	size_t bytes;
	struct shared_place places[2];
};

/** What an adapter's part gives for traces. */
struct golden_traces {
	const struct golden_vocabulary *words;
	const struct inverbs_identity *identity;
	uint32_t abi_version;
	const struct shared_response *qp, *srq, *cq;
	/**
	 * A WQE as a request of a vector, with these members besides: `wqe_bytes` up to the end of
	 * its payload, `length` as it says, `worked_on` if the kernel had begun with it.
	 * NULL: it does not fit its slot.
	 */
	json_t *(*read_send)(const struct bytes *slot, const json_t *qp);
	json_t *(*read_recv)(const struct bytes *slot);
};

/** A ring that a command made. */
struct shared_ring {
	enum shared_kind kind;
	uint64_t offset; /**< by which it is mapped */
	uint32_t bytes;  /**< to be mapped */
	json_t *owner;   /**< "qp", "srq" or "cq" of a case */
	size_t last;     /**< of its snapshots, counted from 1 */
};

struct shared_rings {
	struct shared_ring *ring; /**< room for all that a trace can make */
	size_t count;
	bool srq_replaced; /**< a shared receive queue became another; only the program was told */
};

/** Learn what an event tells of rings: that one is made, or mapped. */
void shared_rings_learn(struct shared_rings *all, const struct golden_traces *traces,
			const json_t *event, struct report *r);
/** NULL: no such ring was created. */
struct shared_ring *shared_ring_at(struct shared_rings *all, uint64_t offset);
/** The send ring that a doorbell command speaks of, and what of the command is compared; NULL: it
 * is none. */
struct shared_ring *shared_ring_posted(struct shared_rings *all, const json_t *event,
				       uint8_t command[SHARED_COMMAND_BYTES]);

/** A transport that takes such commands and stores the same of them in the region "command". */
struct inverbs_transport *recording_transport(void);

/** Replay a trace. It sets `skipped` if there is no snapshot with WQEs or CQEs. */
void replay_trace(const struct golden_traces *traces, const json_t *trace, struct report *r);
/** A completion as it lies in a shared ring, with the members that polls assign. */
json_t *read_shared_wc(const uint8_t *cqe);
/** Put a number into each of its members that the traced kernel leaves at 0, and one of the
 * statuses, in turn. */
void fill_shared_wc(uint8_t *cqe, unsigned int nth);
/** True when a program's line has the kernel's flag of an invalidated key. */
bool prints_kernel_flag(const char *line);
/** True when a program's line may have been printed of this completion. */
bool is_printed(const char *line, const json_t *wc);
/** True when a line is about a completion. */
bool prints_completion(const char *line);

#endif
