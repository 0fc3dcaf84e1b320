/* SPDX-License-Identifier: BSD-2-Clause */
/* Failed completions, and what the library explains about them from the rings. */
#include <inverbs/device/device.h>
#include <inverbs/explain.h>
#include <string.h>

#include "runtime/explain.h"
#include "transcript.h"

enum {
	MOST = 8, /* completions of one poll */
	VENDOR_ERR = 0x88,
};

/* The completions that were polled last. */
static struct ibv_wc polled[MOST];
static int polled_count;

static void explain(struct world *w, struct inverbs_cq *cq, const struct ibv_wc *wc, bool rings)
{
	char text[INVERBS_EXPLAIN_BYTES], *causes;

	say(w, "explain wr_id %llx of QP %x, status %d", (unsigned long long)wc->wr_id, wc->qp_num,
	    wc->status);
	inverbs_explain_text(&cq->ibv, wc, rings, text, sizeof(text));
	causes = strstr(text, "possible causes"); /* their list is not the provider's */
	if (causes)
		snprintf(causes, 8, "causes\n");
	fputs(text, w->out);
}

static void explain_polled(struct world *w, struct inverbs_cq *cq, bool rings)
{
	for (int i = 0; i < polled_count; i++)
		explain(w, cq, &polled[i], rings);
}

static void poll_all(struct world *w, struct inverbs_cq *cq)
{
	memset(polled, 0, sizeof(polled));
	polled_count = w->ctx.ibv.ops.poll_cq(&cq->ibv, MOST, polled);
	say(w, "polled %d", polled_count);
}

/* The adapter completes the request at this index, or in this slot of the SRQ. */
static void put(struct world *w, struct inverbs_cq *cq, uint32_t nth, bool is_send, uint32_t index,
		enum ibv_wc_status status)
{
	const struct inverbs_dev_cqe cqe = {
		.qpn = w->qpn,
		.is_send = is_send,
		.status = status,
		.vendor_err = status == IBV_WC_WR_FLUSH_ERR ? 0 : VENDOR_ERR,
		.wqe_index = index,
	};

	w->provider->control->cq_write(cq, cq->head + nth, &cqe);
}

static void to_rts(struct world *w)
{
	modify_qp(w, IBV_QPS_RESET, IBV_QPS_INIT, IBV_QP_PORT);
	modify_qp(w, IBV_QPS_INIT, IBV_QPS_RTS, 0);
	w->qp.ibv.state = IBV_QPS_RTS;
}

/* One succeeds, two fail alike, the others are flushed. */
static void failed_sends(struct world *w)
{
	struct ibv_qp_init_attr_ex attr = usual_qp(w, IBV_QPT_RC);
	struct inverbs_cq *cq = &w->cq[0];

	attr.cap.max_send_sge = 5;
	if (!make_qp(w, attr))
		return;
	to_rts(w);
	for (int lap = 0; lap < 4; lap++) {
		const uint32_t first = w->qp.sq.tail;

		post_sends(w, 3, 1);
		post_sends(w, 2, 5);
		put(w, cq, 0, true, first, IBV_WC_SUCCESS);
		for (uint32_t i = 1; i < 5; i++)
			put(w, cq, i, true, first + i,
			    i < 3 ? IBV_WC_REM_ACCESS_ERR : IBV_WC_WR_FLUSH_ERR);
		poll_all(w, cq);
		explain_polled(w, cq, true);
	}
	explain_polled(w, cq, false);
	w->qp.sq.lock.held = 1;
	explain(w, cq, &polled[1], true);
	w->qp.sq.lock.held = 0;
	cq->lock.held = 1;
	explain(w, cq, &polled[1], true);
	cq->lock.held = 0;
	post_sends(w, 15, 1); /* the next lap begins */
	explain_polled(w, cq, true);
	polled[1].qp_num++;
	explain(w, cq, &polled[1], true);
	polled[1].qp_num += 1U << 17; /* another number with the same low bits */
	polled[1].qp_num--;
	explain(w, cq, &polled[1], true);
	drop_qp(w);
	polled[1].qp_num = w->qpn;
	explain(w, cq, &polled[1], true);
}

static void failed_receives(struct world *w, struct ibv_srq *srq)
{
	struct ibv_qp_init_attr_ex attr = usual_qp(w, IBV_QPT_RC);
	struct inverbs_cq *cq = &w->cq[1];

	attr.srq = srq;
	if (!make_qp(w, attr))
		return;
	to_rts(w);
	for (int lap = 0; lap < 3; lap++) {
		/* the SRQ's slots, of which the first three are free, come back in this order */
		const uint32_t slot = srq ? w->srq.head : 0;

		post_receives(w, srq ? 1 : 3);
		if (srq) {
			put(w, cq, 0, false, slot, IBV_WC_LOC_LEN_ERR);
		} else {
			put(w, cq, 0, false, 0, IBV_WC_SUCCESS);
			put(w, cq, 1, false, 0, IBV_WC_LOC_LEN_ERR);
			put(w, cq, 2, false, 0, IBV_WC_WR_FLUSH_ERR);
		}
		poll_all(w, cq);
		explain_polled(w, cq, true);
	}
	w->qp.rq.lock.held = 1;
	w->srq.lock.held = 1;
	explain(w, cq, &polled[polled_count - 1], true);
	w->qp.rq.lock.held = 0;
	w->srq.lock.held = 0;
	post_receives(w, srq ? 2 : 5);
	explain_polled(w, cq, true);
	drop_qp(w);
}

/* Where software flushes, no CQE ever existed. */
static void flushed_by_software(struct world *w)
{
	if (!w->provider->qp_event || !make_qp(w, usual_qp(w, IBV_QPT_RC)))
		return;
	post_sends(w, 2, 1);
	post_receives(w, 2);
	w->provider->qp_event(&w->qp, IBV_EVENT_QP_FATAL);
	for (int i = 0; i < 2; i++) {
		w->provider->control->cq_seek(&w->cq[i]);
		poll_all(w, &w->cq[i]);
		explain_polled(w, &w->cq[i], true);
	}
	drop_qp(w);
}

void write_explained(struct world *w, struct ibv_srq *srq)
{
	flushed_by_software(w);
	if (!w->provider->control->cq_write || !w->provider->dump)
		return;
	if (!srq)
		failed_sends(w);
	failed_receives(w, srq);
}
