/* SPDX-License-Identifier: BSD-2-Clause */
/* Explanations for an adapter whose sends and receives share a ring and are flushed by software. */
#include <inverbs/adapters/cxgb3_formats.h>
#include <inverbs/explain.h>
#include <inverbs/fast/objects.h>

#include "tests/contract/kit.h"

static char text[INVERBS_EXPLAIN_BYTES];

static void says(const char *what)
{
	if (!strstr(text, what))
		print_error("'%s' is not in:\n%s", what, text);
	assert_non_null(strstr(text, what));
}

static void explain(struct ibv_cq *cq, const struct ibv_wc *wc)
{
	assert_true(inverbs_explain_wc_text(cq, wc, text, sizeof(text)) < sizeof(text));
}

static void a_flush_has_no_entry(void **state)
{
	struct ibv_send_wr wr;
	struct ibv_sge sge;
	struct pair pair;
	struct ibv_wc wc = {0};

	(void)state;
	pair_open(&pair, &(struct plan){0});
	sge = side_sge(&pair.a, 0, 8);
	wr = side_wr(&sge, IBV_WR_RDMA_WRITE, 7, &pair.b, 0);
	wr.wr.rdma.rkey ^= 0x3300;
	/* a write completes when it has been sent, perhaps before the peer refuses it */
	for (int tries = 0; tries < 10000; tries++) {
		assert_int_equal(post_wr(&pair.a, &wr), 0);
		take_completions(pair.a.scq, &wc, 1);
		if (wc.status != IBV_WC_SUCCESS)
			break;
	}
	assert_int_equal(wc.status, IBV_WC_WR_FLUSH_ERR);
	explain(pair.a.scq, &wc);
	says("reason   queue pair 0x");
	says("refused 8 bytes at 0x");
	says("no region or window has this key");
	says("IBV_WC_WR_FLUSH_ERR");
	says("adapter  cxgb3");
	says("state cannot be queried");
	says("CQE: none, software generated the flush");
	pair_close(&pair);
}

/** Turn the CQE at this index into that of a failed request. */
static void fail_entry(struct inverbs_cq *cq, uint32_t index)
{
	uint8_t *at = cq->buf + ((size_t)(index & (cq->entries - 1)) << cq->shift);
	struct cxgb3_cqe entry = cxgb3_cqe_get(at);

	entry.status = CXGB3_STATUS_BOUND;
	cxgb3_cqe_put(at, &entry);
}

/* Failures that only a real adapter reports: CQEs of successful requests are changed accordingly.
 */
static void failed_entries_lead_to_their_requests(void **state)
{
	struct inverbs_cq *cq;
	struct pair pair;
	struct ibv_wc wc;

	(void)state;
	pair_open(&pair, &(struct plan){0});
	post_receive(&pair.b, 5, 64, 40);
	post(&pair.a, &pair.b, IBV_WR_SEND, 9, 0, 24);
	wc = expect(pair.a.scq, 9, IBV_WC_SUCCESS);
	cq = inverbs_cq_of(pair.a.scq);
	fail_entry(cq, cq->head - 1);
	wc.status = IBV_WC_LOC_LEN_ERR;
	wc.vendor_err = CXGB3_STATUS_BOUND;
	explain(pair.a.scq, &wc);
	says("send with wr_id 0x9 failed");
	says("syndrome 0x06 BOUND");
	says("still in the send queue");
	says("cxgb3_send_wr operation=0x0 stag=0x0 length=0x18 sges=0x1");
	wc = expect(pair.b.rcq, 5, IBV_WC_SUCCESS);
	cq = inverbs_cq_of(pair.b.rcq);
	fail_entry(cq, cq->head - 1);
	wc.status = IBV_WC_LOC_LEN_ERR;
	wc.vendor_err = CXGB3_STATUS_BOUND;
	explain(pair.b.rcq, &wc);
	says("receive with wr_id 0x5 failed");
	says("still in the receive queue");
	says("cxgb3_receive sges=0x1");
	says("length=0x28");
	pair_close(&pair);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_flush_has_no_entry),
		TEST(failed_entries_lead_to_their_requests),
	};

	return RUN_TESTS(tests);
}
