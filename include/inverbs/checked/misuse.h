/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Support for the checked build: reports of misuse, addresses of freed objects, and object state
 * beyond the public members. Functions that are only declared here are in the archive.
 */
#include <infiniband/verbs.h> /* may end by including this file, hence before the guard */

#ifndef INVERBS_MISUSE_H
#define INVERBS_MISUSE_H

#include <inverbs/fast/objects.h>
#include <limits.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
	INVERBS_MOST_REQUESTS = 1 << 16, /**< no queue is longer; more cannot be posted */
};

/**
 * Report that the program used `function` wrongly: print one line to stderr that explains it. A
 * place for a debugger's breakpoint. With INVERBS_MISUSE=abort in the environment, it then aborts.
 * May be called from any thread.
 *
 * at: position of the work request in its list, from 1; 0 if this is not about a list.
 *
 * errno is unchanged.
 */
void inverbs_misuse(const char *function, int at, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/** Report a misuse. The value is the errno value with which the call is refused. */
#define INVERBS_REFUSED(error, ...) (inverbs_misuse(__VA_ARGS__), (error))

/**
 * The library returned a new object, perhaps at the address of a freed one. kind is the name of its
 * struct. NULL is ignored. This and the functions below may be called from any thread.
 */
void inverbs_object_made(const void *object, const char *kind);
/** An object is about to be freed; until then other threads may use it. */
void inverbs_object_going(const void *object);
/** The object was freed or, if `freed` is false, could not be freed. */
void inverbs_object_gone(const void *object, bool freed);
/**
 * Whether an object is known to be freed. Only the most recent ones are remembered, so false does
 * not mean that the object exists. Returns false for NULL.
 */
bool inverbs_is_freed(const void *object);

/** Freeing the object in `parameter` failed with EBUSY: print one line that names its users. */
void inverbs_object_busy(const char *function, const char *parameter, const void *object);

/**
 * A completion polled from `cq` has failed: explain it to stderr, unless its cause was already
 * explained for this queue pair.
 */
__attribute__((cold)) void inverbs_misuse_failed(struct ibv_cq *cq, const struct ibv_wc *wc);
/** The same, for the current completion of an extended poll. */
__attribute__((cold)) void inverbs_misuse_failed_in_place(struct ibv_cq_ex *cq);

/** Called after ibv_poll_cq() returned `count`. */
INVERBS_INLINE int inverbs_polled(struct ibv_cq *cq, const struct ibv_wc *wc, int count)
{
	for (int i = 0; i < count; i++) {
		if (wc[i].status != IBV_WC_SUCCESS)
			inverbs_misuse_failed(cq, &wc[i]);
	}
	return count;
}

/** Called after ibv_start_poll() or ibv_next_poll() returned `result`. */
INVERBS_INLINE int inverbs_polled_in_place(struct ibv_cq_ex *cq, int result)
{
	if (!result && cq->status != IBV_WC_SUCCESS)
		inverbs_misuse_failed_in_place(cq);
	return result;
}

INVERBS_INLINE bool inverbs_within(long long value, long long low, long long high)
{
	return value >= low && value <= high;
}

/** Bits of a mask that are not among the known ones; 32-bit masks may be signed. */
INVERBS_INLINE unsigned long long inverbs_beyond(unsigned long long value, unsigned long long known)
{
	const unsigned long long sign_bits = 0xffffffff00000000ULL;

	if ((value & sign_bits) == sign_bits)
		value &= ~sign_bits;
	return value & ~known;
}

INVERBS_INLINE const char *inverbs_named(const char *name)
{
	return name ? name : "no known value";
}

/* Object state beyond the public members. */

INVERBS_INLINE long long inverbs_max_send_sge(struct ibv_qp *qp)
{
	return inverbs_qp_of(qp)->sq.max_sge;
}

INVERBS_INLINE long long inverbs_max_recv_sge(struct ibv_qp *qp)
{
	return inverbs_qp_of(qp)->rq.max_sge;
}

INVERBS_INLINE long long inverbs_max_inline_data(struct ibv_qp *qp)
{
	return inverbs_qp_of(qp)->sq.max_inline;
}

INVERBS_INLINE long long inverbs_max_srq_sge(struct ibv_srq *srq)
{
	return inverbs_srq_of(srq)->max_sge;
}

/** Number of completion events read and not acknowledged. */
long long inverbs_events_to_acknowledge(struct ibv_cq *cq);

/**
 * How often an event may still be acknowledged. For an event of an object: once, unless events of
 * that object were acknowledged too often before. For an event of a port or a device: without
 * limit.
 */
long long inverbs_times_to_acknowledge(const struct ibv_async_event *event);

/**
 * Returns the first attribute that the transition requires and the mask lacks, as "lacks
 * IBV_QP_..."; NULL if there is none, or no such transition. Valid until this thread's next call.
 */
const char *inverbs_lacking_attribute(const struct ibv_qp *qp, const struct ibv_qp_attr *attr,
				      int attr_mask);

/** Number of bytes that a send copies when it is posted. */
INVERBS_INLINE long long inverbs_inline_bytes(const struct ibv_send_wr *wr)
{
	long long bytes = 0;

	if (wr->send_flags & IBV_SEND_INLINE) {
		for (int i = 0; i < wr->num_sge; i++)
			bytes += wr->sg_list[i].length;
	}
	return bytes;
}

#ifdef __cplusplus
}
#endif

#endif
