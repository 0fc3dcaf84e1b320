/* SPDX-License-Identifier: BSD-2-Clause */
#include "ledger.h"

#include <stdlib.h>

enum {
	MAX_REQUESTS = 8192,
};

struct request {
	uint64_t wr_id;
	bool signaled;
};

struct list {
	struct request at[MAX_REQUESTS];
	size_t first, end;
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

static void add(struct list *list, uint64_t wr_id, bool signaled)
{
	if (list->end == MAX_REQUESTS)
		abort();
	list->at[list->end++] = (struct request){wr_id, signaled};
}

void ledger_sent(struct ledger *l, uint64_t wr_id, bool signaled)
{
	add(&l->sends, wr_id, signaled);
}

void ledger_received(struct ledger *l, uint64_t wr_id)
{
	add(&l->recvs, wr_id, true);
}

/* Up to the reported one, only requests may be passed over that asked for no completion, unless the
 * queue pair failed. */
static void take(struct list *list, const struct ibv_wc *wc, const char *kind, struct report *r)
{
	const bool good = wc->status == IBV_WC_SUCCESS;

	for (size_t i = list->first; i < list->end; i++) {
		if (list->at[i].wr_id == wc->wr_id) {
			if (good && !list->at[i].signaled)
				fail(r, "unsignaled %s 0x%llx is reported as good", kind,
				     (unsigned long long)wc->wr_id);
			list->first = i + 1;
			return;
		}
		if (good && list->at[i].signaled)
			break;
	}
	fail(r, "%s 0x%llx is reported out of order, again, or was never posted", kind,
	     (unsigned long long)wc->wr_id);
}

void ledger_take(struct ledger *l, const struct ibv_wc *wc, struct report *r)
{
	if (wc->opcode & IBV_WC_RECV)
		take(&l->recvs, wc, "receive", r);
	else
		take(&l->sends, wc, "send", r);
}

void ledger_clear(struct ledger *l)
{
	l->sends.first = l->sends.end;
	l->recvs.first = l->recvs.end;
}

static void check_list(const struct list *list, const char *kind, struct report *r)
{
	for (size_t i = list->first; i < list->end; i++) {
		if (list->at[i].signaled)
			fail(r, "%s 0x%llx is never reported", kind,
			     (unsigned long long)list->at[i].wr_id);
	}
}

void ledger_check_empty(const struct ledger *l, struct report *r)
{
	check_list(&l->sends, "send", r);
	check_list(&l->recvs, "receive", r);
}
