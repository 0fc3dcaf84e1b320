/* SPDX-License-Identifier: BSD-2-Clause */
#include "deviations.h"

#include <netinet/in.h>
#include <sys/socket.h>

#include <rdma/ib_user_verbs.h>
#include <rdma/rdma_user_rxe.h>

enum {
	TYPE_RC = 2,
	TYPE_UC = 3,
	ATOMIC_BYTES = 8,
	NEWER_FLUSH = 14, /* not in the header that is read here */
	NEWER_ATOMIC_WRITE = 15,
};

/* Names of deviations end with a colon, their reasons follow. */
#define DEVIATION(name, why) "deviations " name ": " why

const char *const rxe_counted[] = {
	[COUNT_SENDS] = "send entries written alike",
	[COUNT_RECEIVES] = "receive entries written alike",
	[COUNT_COMPLETIONS] = "completions read alike",
	[COUNT_PRINTED] = "completions as the program printed them",
	[COUNT_BELLS] = "bells rung alike",
	[COUNT_KERNELS_WORDS] = DEVIATION("kernels_words",
					  "we post 0 in words that are the kernel's, "
					  "others leave or count something there"),
	[COUNT_WORKED_ON] = DEVIATION("worked_on", "the kernel had begun with it before the trace "
						   "looked; its progress is not compared"),
	[COUNT_UNUSED_IMM] = DEVIATION("unused_imm", "without immediate data we leave 0 there, "
						     "others what the program's request held"),
	[COUNT_UNUSED_IOVA] = DEVIATION("unused_iova", "the same without remote address"),
	[COUNT_UNUSED_SWAP] = DEVIATION("unused_swap", "the same where nothing is swapped"),
	[COUNT_WRONG_SUM] = DEVIATION("wrong_sum", "we write the sum of the pieces; the kernel "
						   "fails a request with another length"),
	[COUNT_TOO_MANY_PIECES] = DEVIATION("too_many_pieces", "refused; the kernel fails it"),
	[COUNT_TOO_MUCH_INLINE] = DEVIATION("too_much_inline", "refused"),
	[COUNT_UNKNOWN_OPCODE] = DEVIATION("unknown_opcode", "refused; the kernel fails it"),
	[COUNT_NEWER_OPCODE] = DEVIATION("newer_opcode", "refused; these verbs do not have it"),
	[COUNT_WRONG_TYPE] = DEVIATION("wrong_type", "refused; not for this type of queue pair, or "
						     "pieces where none belong"),
	[COUNT_BAD_ATOMIC] = DEVIATION("bad_atomic", "refused; not aligned, or no room for the old "
						     "value"),
	[COUNT_UNSEEN] = DEVIATION("unseen", "slots that the trace leaves out"),
	[COUNT_WITH_INV] = DEVIATION("with_inv", "a program printed the kernel's flag (4) of an "
						 "invalidated key, ours is IBV_WC_WITH_INV"),
	[RXE_COUNTS] = NULL,
};

_Static_assert((int)RXE_COUNTS <= (int)REPORT_COUNTS, "a report has room for all");

static bool has_op(const struct seen_send *s, uint32_t ops)
{
	return s->opcode < 32 && (1U << s->opcode & ops);
}

static bool always(const struct seen_send *s)
{
	(void)s;
	return true;
}

static bool is_worked_on(const struct seen_send *s)
{
	return s->worked_on;
}

static bool has_no_imm(const struct seen_send *s)
{
	return !has_op(s, seen_with_imm);
}

static bool has_no_iova(const struct seen_send *s)
{
	return s->datagram || !has_op(s, seen_with_remote);
}

static bool is_add(const struct seen_send *s)
{
	return s->opcode == IB_UVERBS_WR_ATOMIC_FETCH_AND_ADD;
}

bool has_wrong_sum(const struct seen_send *s)
{
	return s->payload.fits && s->payload.sum != s->payload.length;
}

#define FROM(member)           offsetof(struct rxe_send_wqe, member)
#define MEMBERS(first, behind) FROM(first), FROM(behind)
#define RECV_MEMBERS(first, behind)                                                                \
	offsetof(struct rxe_recv_wqe, first), offsetof(struct rxe_recv_wqe, behind)

/** Bytes that need not be alike where the condition holds. */
static const struct {
	enum rxe_count name;
	size_t from;
	size_t to;
	bool (*holds)(const struct seen_send *s);
} send_excuses[] = {
	{COUNT_KERNELS_WORDS, MEMBERS(mask, dma), always},
	{COUNT_KERNELS_WORDS, MEMBERS(dma.reserved, dma.sge), always},
	{COUNT_WORKED_ON, MEMBERS(status, iova), is_worked_on},
	{COUNT_WORKED_ON, MEMBERS(dma.resid, dma.num_sge), is_worked_on},
	{COUNT_WORKED_ON, MEMBERS(dma.sge_offset, dma.reserved), is_worked_on},
	{COUNT_UNUSED_IMM, MEMBERS(wr.ex, wr.wr), has_no_imm},
	{COUNT_UNUSED_IOVA, MEMBERS(iova, mask), has_no_iova},
	{COUNT_UNUSED_SWAP, MEMBERS(wr.wr.atomic.swap, wr.wr.atomic.rkey), is_add},
	{COUNT_WRONG_SUM, MEMBERS(dma.length, dma.cur_sge), has_wrong_sum},
};

/** The same of receives that the kernel has begun to fill. */
static const struct {
	size_t from;
	size_t to;
} recv_progress[] = {
	{RECV_MEMBERS(dma.resid, dma.num_sge)},
	{RECV_MEMBERS(dma.sge_offset, dma.reserved)},
};

static const size_t excuses = sizeof(send_excuses) / sizeof(send_excuses[0]);

static size_t excuse_of(size_t byte, const struct seen_send *seen)
{
	size_t i = 0;

	while (i < excuses && (byte < send_excuses[i].from || byte >= send_excuses[i].to ||
			       !send_excuses[i].holds(seen)))
		i++;
	return i;
}

void compare_send(const uint8_t *ours, const uint8_t *theirs, size_t bytes,
		  const struct seen_send *seen, struct report *r)
{
	bool used[RXE_COUNTS] = {false};

	for (size_t i = 0; i < bytes; i++) {
		size_t excuse;

		if (ours[i] == theirs[i])
			continue;
		excuse = excuse_of(i, seen);
		if (excuse == excuses) {
			fail(r, "send entry: byte %zu is %02x, expected %02x", i, ours[i],
			     theirs[i]);
			return;
		}
		used[send_excuses[excuse].name] = true;
	}
	for (size_t i = 0; i < RXE_COUNTS; i++)
		r->counts[i] += used[i];
}

void compare_recv(const uint8_t *ours, const uint8_t *theirs, size_t bytes, bool worked_on,
		  struct report *r)
{
	bool used = false;

	for (size_t i = 0; i < bytes; i++) {
		bool excused = false;

		if (ours[i] == theirs[i])
			continue;
		for (size_t p = 0; p < sizeof(recv_progress) / sizeof(recv_progress[0]); p++)
			excused |= worked_on && i >= recv_progress[p].from &&
				   i < recv_progress[p].to;
		if (!excused) {
			fail(r, "receive entry: byte %zu is %02x, expected %02x", i, ours[i],
			     theirs[i]);
			return;
		}
		used = true;
	}
	r->counts[COUNT_WORKED_ON] += used;
}

/* ---- requests that are refused ---- */

static bool is_unknown(const struct seen_send *s, const struct queue *q)
{
	(void)q;
	return s->opcode > IB_UVERBS_WR_SEND_WITH_INV;
}

static bool is_newer(const struct seen_send *s, const struct queue *q)
{
	(void)q;
	return s->opcode == NEWER_FLUSH || s->opcode == NEWER_ATOMIC_WRITE;
}

static bool is_wrong_type(const struct seen_send *s, const struct queue *q)
{
	const uint32_t windows = 1U << IB_UVERBS_WR_LOCAL_INV | 1U << IB_UVERBS_WR_BIND_MW;
	const uint32_t datagrams = 1U << IB_UVERBS_WR_SEND | 1U << IB_UVERBS_WR_SEND_WITH_IMM;
	const uint32_t unreliable = datagrams | 1U << IB_UVERBS_WR_RDMA_WRITE |
				    1U << IB_UVERBS_WR_RDMA_WRITE_WITH_IMM |
				    1U << IB_UVERBS_WR_BIND_MW;

	if (has_op(s, windows) && s->payload.num_sge)
		return true;
	return q->qp_type != TYPE_RC && !has_op(s, q->qp_type == TYPE_UC ? unreliable : datagrams);
}

static bool has_too_many(const struct seen_send *s, const struct queue *q)
{
	return s->payload.num_sge > q->max_sge;
}

static bool has_too_much(const struct seen_send *s, const struct queue *q)
{
	return s->payload.is_inline && s->payload.length > q->max_inline;
}

static bool is_bad_atomic(const struct seen_send *s, const struct queue *q)
{
	const uint32_t atomics = 1U << IB_UVERBS_WR_ATOMIC_CMP_AND_SWP |
				 1U << IB_UVERBS_WR_ATOMIC_FETCH_AND_ADD;

	(void)q;
	return has_op(s, atomics) &&
	       (s->remote_addr % ATOMIC_BYTES || s->payload.sum < ATOMIC_BYTES);
}

static const struct {
	enum rxe_count name;
	bool kernel_fails;
	bool (*holds)(const struct seen_send *s, const struct queue *q);
} refusals[] = {
	{COUNT_NEWER_OPCODE, false, is_newer},        {COUNT_UNKNOWN_OPCODE, true, is_unknown},
	{COUNT_WRONG_TYPE, false, is_wrong_type},     {COUNT_TOO_MANY_PIECES, true, has_too_many},
	{COUNT_TOO_MUCH_INLINE, false, has_too_much}, {COUNT_BAD_ATOMIC, false, is_bad_atomic},
};

enum rxe_count why_refused(const struct seen_send *seen, const struct queue *q)
{
	for (size_t i = 0; i < sizeof(refusals) / sizeof(refusals[0]); i++) {
		if (refusals[i].holds(seen, q))
			return refusals[i].name;
	}
	return RXE_COUNTS;
}

bool kernel_fails(enum rxe_count reason)
{
	for (size_t i = 0; i < sizeof(refusals) / sizeof(refusals[0]); i++) {
		if (refusals[i].name == reason)
			return refusals[i].kernel_fails;
	}
	return false;
}
