/* SPDX-License-Identifier: BSD-2-Clause */
#include "ledger.h"
#include "vector.h"

#include <stdlib.h>

enum {
	MAX_REQUESTS = 8192,
};

struct request {
	uint64_t wr_id;
	bool signaled;
	bool over; /* completed, or retired by a later completion */
};

struct list {
	struct request at[MAX_REQUESTS];
	size_t end;
};

struct ledger {
	struct list sends;
	struct list recvs;
};

struct ledger *ledger_new(void)
{
	struct ledger *l = calloc(1, sizeof(*l));

	if (!l)
		abort();
	return l;
}

static void add_request(struct list *list, uint64_t wr_id, bool signaled)
{
	if (list->end == MAX_REQUESTS)
		malformed("more requests than the ledger holds");
	list->at[list->end++] = (struct request){wr_id, signaled, false};
}

void ledger_sent(struct ledger *l, uint64_t wr_id, bool signaled)
{
	add_request(&l->sends, wr_id, signaled);
}

void ledger_received(struct ledger *l, uint64_t wr_id)
{
	add_request(&l->recvs, wr_id, true);
}

static struct request *find_request(struct list *list, uint64_t wr_id)
{
	for (size_t i = 0; i < list->end; i++) {
		if (!list->at[i].over && list->at[i].wr_id == wr_id)
			return &list->at[i];
	}
	return NULL;
}

/* Retires earlier requests. A successful completion must not retire signaled ones. */
static void retire_before(struct list *list, const struct request *until, bool good,
			  struct report *r)
{
	for (struct request *q = list->at; q != until; q++) {
		if (good && q->signaled && !q->over)
			fail(r, "request 0x%llx was skipped", (unsigned long long)q->wr_id);
		q->over = true;
	}
}

/* A flushed request completes alone; any other completion also retires the earlier requests. */
static void settle_completion(struct list *list, const struct ibv_wc *wc, struct report *r)
{
	const bool good = wc->status == IBV_WC_SUCCESS;
	struct request *q = find_request(list, wc->wr_id);

	if (!q) {
		fail(r, "0x%llx was reported twice, or never posted",
		     (unsigned long long)wc->wr_id);
		return;
	}
	if (good && !q->signaled)
		fail(r, "unsignaled request 0x%llx was reported as successful",
		     (unsigned long long)wc->wr_id);
	if (wc->status != IBV_WC_WR_FLUSH_ERR)
		retire_before(list, q, good, r);
	q->over = true;
}

void ledger_take(struct ledger *l, const struct ibv_wc *wc, struct report *r)
{
	bool recv = wc->opcode & IBV_WC_RECV;

	/* the opcode of a failed completion is undefined */
	if (wc->status != IBV_WC_SUCCESS && !find_request(recv ? &l->recvs : &l->sends, wc->wr_id))
		recv = !recv;
	settle_completion(recv ? &l->recvs : &l->sends, wc, r);
}

void ledger_clear(struct ledger *l)
{
	l->sends.end = 0;
	l->recvs.end = 0;
}

static void check_list(const struct list *list, struct report *r)
{
	for (const struct request *q = list->at; q != list->at + list->end; q++) {
		if (q->signaled && !q->over)
			fail(r, "request 0x%llx was never reported", (unsigned long long)q->wr_id);
	}
}

void ledger_check_empty(const struct ledger *l, struct report *r)
{
	check_list(&l->sends, r);
	check_list(&l->recvs, r);
}
