/* SPDX-License-Identifier: BSD-2-Clause */
/* Polls that are not inlined: lists, datagrams, failed work requests, and invalid calls. */
#include <errno.h>

#include <inverbs/iba/fast.h>

#include "layer.h"

/* A list of completions that a poll fills in. */
struct list {
	struct inverbs_taker taker; /* `next` is the first free one */
	ib_wc_t *last;              /* the last one filled in */
};

/* Move the first free completion to the list's filled part, and return it for filling in. */
INVERBS_INLINE ib_wc_t *append_wc(struct list *list)
{
	ib_wc_t *const to = list->taker.next;

	list->last = to;
	list->taker.next = to->p_next;
	return to;
}

/* Called by the hot paths (type inverbs_take). */
INVERBS_INLINE void take_into_list(struct inverbs_taker *taker, uint64_t wr_id, uint64_t row,
				   const struct ibv_wc *rest)
{
	struct list *const list = (struct list *)(void *)taker;
	ib_wc_t *const to = append_wc(list);

	inverbs_iba_good(to, wr_id, row);
	if (rest)
		inverbs_iba_received(to, rest);
}

/* Translate a completion from verbs, of any kind. */
static void translate_wc(ib_wc_t *to, const struct ibv_wc *from)
{
	const uint32_t type = inverbs_iba_wc_type_of_verbs(from->opcode);

	to->wr_id = from->wr_id;
	if (from->status != IBV_WC_SUCCESS) {
		inverbs_iba_failed(to, from->status, from->vendor_err);
	} else if (from->opcode & IBV_WC_RECV) {
		inverbs_iba_good(to, from->wr_id, type | (uint64_t)from->byte_len << 32);
		inverbs_iba_received(to, from);
	} else {
		inverbs_iba_good(to, from->wr_id, type);
		if (from->opcode > IBV_WC_RDMA_WRITE && from->opcode <= IBV_WC_FETCH_ADD)
			to->length = from->byte_len;
	}
}

/*
 * Poll completions until the CQ is empty or the list is full. Those that the hot paths leave are
 * polled one by one. Returns their number, or the error of verbs if the first poll fails.
 */
static int fill_list_of_wc(struct ibv_cq *cq, struct list *list)
{
	struct ibv_wc wc = {0}; /* not all members are filled in */
	int found = 0, taken = 0;

	do {
		taken += inverbs_poll_run(cq, take_into_list, &list->taker);
		if (!list->taker.next)
			break;
		found = ibv_poll_cq(cq, 1, &wc);
		if (found > 0) {
			translate_wc(append_wc(list), &wc);
			taken++;
		}
	} while (found > 0 && list->taker.next);
	return taken ? taken : found;
}

ib_api_status_t inverbs_iba_poll_left(struct ibv_cq *cq, ib_wc_t **free_list, ib_wc_t **done_list)
{
	ib_wc_t *const first = *free_list;
	struct list list = {.taker.next = first};
	const int found = fill_list_of_wc(cq, &list);

	if (found <= 0)
		return found ? IB_ERROR : IB_NOT_FOUND;
	list.last->p_next = NULL;
	*done_list = first;
	*free_list = list.taker.next;
	return IB_SUCCESS;
}

ib_api_status_t inverbs_iba_poll_locked(struct ibv_cq *cq, ib_wc_t **free_list, ib_wc_t **done_list,
					struct inverbs_qp *qp, uintptr_t cursor, uint64_t row)
{
	ib_wc_t *const first = *free_list;
	struct inverbs_taker taker = {.next = first, .qp = qp, .cursor = cursor, .row = row};

	if (__builtin_expect(inverbs_poll_locked(cq, inverbs_iba_take, &taker) < 0, 0))
		return inverbs_iba_poll_left(cq, free_list, done_list);
	*done_list = first;
	*free_list = NULL;
	return IB_SUCCESS;
}

ib_api_status_t inverbs_iba_cq_refused(ib_cq_handle_t h_cq, const void *list, int result)
{
	if (!inverbs_iba_slot(h_cq, INVERBS_IBA_CQ))
		return iba_refusal(h_cq, IB_INVALID_CQ_HANDLE);
	if (!list)
		return IB_INVALID_PARAMETER;
	return result == -EOPNOTSUPP ? IB_UNSUPPORTED : IB_ERROR;
}
