/* SPDX-License-Identifier: BSD-2-Clause */
/* Explains in words why a work request failed. All text goes into the caller's buffer. */
#include <inverbs/explain.h>
#include <inverbs/kernel/refusal_says.h>
#include <inverbs/kernel/softhca.h>

#include "explain.h"

/** A failed completion, and what was found about it. */
struct explanation {
	struct inverbs_text *text;
	struct inverbs_cq *cq;
	const struct ibv_wc *wc;
	const struct inverbs_provider *provider;
	struct explain_finding found;
};

static const char *name_or_number(const char *name)
{
	return name ? name : "an unnamed value";
}

/** "send", "receive", or "request" if unknown. */
static const char *request_kind(const struct explanation *e)
{
	if (e->found.kept != KEPT)
		return "request";
	return e->found.match.cqe.is_send ? "send" : "receive";
}

/* --- the sections of the text, in order -------------------------------------------------- */

static void say_status(struct inverbs_text *text, enum ibv_wc_status status)
{
	inverbs_text_add(text, "  status   %d, %s: %s\n", (int)status,
			 name_or_number(inverbs_wc_status_name(status)), ibv_wc_status_str(status));
}

static void say_adapter(struct explanation *e)
{
	const struct explain_finding *f = &e->found;

	inverbs_text_add(e->text, "  adapter  %s", e->provider->name);
	if (f->kept == KEPT)
		inverbs_text_add(e->text, ": syndrome 0x%02x %s", f->match.cqe.syndrome,
				 f->match.cqe.what);
	inverbs_text_add(e->text, ", vendor error 0x%02x%s\n", e->wc->vendor_err,
			 e->wc->vendor_err ? " (defined by the vendor)" : "");
}

bool inverbs_explain_reason(struct inverbs_cq *cq, const struct ibv_wc *wc,
			    const struct explain_finding *f, struct softhca_refusal *refusal)
{
	enum {
		SEND = 1,
		RECEIVE = 2,
	};
	struct inverbs_transport *t = inverbs_transport_of(cq->ibv.context);
	uint64_t question[4] = {wc->qp_num, wc->status, SEND | RECEIVE, 0};

	if (f->kept == KEPT) {
		question[2] = f->match.cqe.is_send ? SEND : RECEIVE;
		if (f->match.cqe.is_send && f->qp && !f->qp->sq.work)
			question[3] = (uint64_t)f->match.cqe.index_mask << 32 | f->match.cqe.index;
	}
	return t->ops->why && !t->ops->why(t, question, refusal) && refusal->reason;
}

/**
 * Add the reason that the emulator recorded. Returns false if there is no emulator, or it recorded
 * none.
 */
static bool say_reason(struct explanation *e)
{
	struct softhca_refusal refusal;
	const char *look;

	if (!inverbs_explain_reason(e->cq, e->wc, &e->found, &refusal))
		return false;
	inverbs_text_add(e->text, "  reason   ");
	softhca_refusal_says(e->text, &refusal);
	inverbs_text_add(e->text, "\n");
	look = softhca_refusal_look(refusal.reason);
	if (look)
		inverbs_text_add(e->text, "           Look at: %s\n", look);
	return true;
}

static bool is_connected_type(enum ibv_qp_type type)
{
	return type == IBV_QPT_RC || type == IBV_QPT_UC || type == IBV_QPT_XRC_SEND ||
	       type == IBV_QPT_XRC;
}

static void say_port(struct inverbs_text *text, struct ibv_context *context, uint8_t number)
{
	struct ibv_port_attr port;

	inverbs_text_add(text, "           port %u", number);
	if (ibv_query_port(context, number, &port))
		inverbs_text_add(text, ", whose state cannot be queried\n");
	else
		inverbs_text_add(text, ", which is %s, LID 0x%x\n", ibv_port_state_str(port.state),
				 port.lid);
}

static void say_connection(struct inverbs_text *text, const struct ibv_qp *qp,
			   const struct ibv_qp_attr *attr)
{
	inverbs_text_add(text, "           to queue pair 0x%x at ", attr->dest_qp_num);
	if (attr->ah_attr.is_global) {
		inverbs_text_add(text, "GID ");
		for (int i = 0; i < 16; i++)
			inverbs_text_add(text, "%02x", attr->ah_attr.grh.dgid.raw[i]);
		inverbs_text_add(text, ", own GID %u, ", attr->ah_attr.grh.sgid_index);
	}
	inverbs_text_add(text, "LID 0x%x\n", attr->ah_attr.dlid);
	if (qp->qp_type != IBV_QPT_UC)
		inverbs_text_add(text,
				 "           timeout %u, retry_cnt %u, rnr_retry %u, "
				 "max_rd_atomic %u\n",
				 attr->timeout, attr->retry_cnt, attr->rnr_retry,
				 attr->max_rd_atomic);
}

static void say_queue_pair(struct explanation *e)
{
	enum {
		WANTED = IBV_QP_STATE | IBV_QP_PORT | IBV_QP_AV | IBV_QP_DEST_QPN | IBV_QP_TIMEOUT |
			 IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | IBV_QP_MAX_QP_RD_ATOMIC,
	};
	struct ibv_qp *qp = e->found.qp ? &e->found.qp->ibv : NULL;
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr attr;
	int err;

	inverbs_text_add(e->text, "  queue    pair 0x%x", e->wc->qp_num);
	if (!qp) {
		inverbs_text_add(e->text, ": not in this context (destroyed, or an XRC target)\n");
		return;
	}
	inverbs_text_add(e->text, ", %s", name_or_number(inverbs_qp_type_name(qp->qp_type)));
	err = e->provider->query_qp ? e->provider->query_qp(e->found.qp, &attr, WANTED, &init)
				    : EOPNOTSUPP;
	if (err) {
		inverbs_text_add(e->text, ", state cannot be queried (errno %d)\n", err);
		return;
	}
	inverbs_text_add(e->text, ", now in state %s\n",
			 name_or_number(inverbs_qp_state_name(attr.qp_state)));
	say_port(e->text, qp->context, attr.port_num);
	if (is_connected_type(qp->qp_type))
		say_connection(e->text, qp, &attr);
}

static void say_cqe(struct explanation *e)
{
	const struct explain_finding *f = &e->found;

	switch (f->kept) {
	case KEPT:
		inverbs_text_add(e->text, "CQE\n    ");
		e->provider->dump->print_cqe(e->text, f->match.raw);
		inverbs_text_add(e->text, "\n");
		if (f->alike)
			inverbs_text_add(e->text,
					 "    the newest of %u with this status and "
					 "queue pair\n",
					 f->alike + 1);
		break;
	case KEPT_NOT:
		inverbs_text_add(e->text, "CQE: overwritten by later completions, or "
					  "polled from another queue\n");
		break;
	case KEPT_NONE:
		inverbs_text_add(e->text, "CQE: none, software generated the flush\n");
		break;
	case KEPT_BUSY:
		inverbs_text_add(e->text, "CQE: the queue is locked (by another "
					  "thread, or between ibv_start_poll and ibv_end_poll)\n");
		break;
	default:
		inverbs_text_add(e->text, "CQE: no printer for this adapter\n");
	}
}

static void say_wqe(struct explanation *e)
{
	const struct explain_finding *f = &e->found;
	const struct inverbs_dump *dump = e->provider->dump;

	switch (f->match.wqe_kept) {
	case KEPT:
		inverbs_text_add(e->text, "WQE %u, still in the %s queue\n", f->match.wqe_index,
				 f->match.shared        ? "shared receive"
				 : f->match.cqe.is_send ? "send"
							: "receive");
		if (f->match.cqe.is_send)
			inverbs_dump_send(e->text, "    ", dump, f->qp->ibv.qp_type, f->match.wqe,
					  f->match.wqe_bytes);
		else
			inverbs_dump_recv(e->text, "    ", dump, f->match.shared, f->match.wqe,
					  f->match.wqe_bytes);
		break;
	case KEPT_NOT:
		inverbs_text_add(e->text, "WQE: overwritten, its slot was posted to "
					  "again\n");
		break;
	case KEPT_BUSY:
		inverbs_text_add(e->text, "WQE: its queue is locked by another "
					  "thread\n");
		break;
	default:
		inverbs_text_add(e->text, "WQE: its position is not known\n");
	}
}

/** If this work request was only flushed, describe the first failure. */
static void say_first_failure(struct explanation *e)
{
	const struct explain_finding *f = &e->found;

	if (e->wc->status != IBV_WC_WR_FLUSH_ERR || (f->kept != KEPT && f->kept != KEPT_NONE))
		return;
	if (f->have_first)
		inverbs_text_add(e->text,
				 "first failure of this queue pair: a %s with %s, syndrome 0x%02x "
				 "%s; explain that one\n",
				 f->first.is_send ? "send" : "receive",
				 name_or_number(inverbs_wc_status_name(f->first.status)),
				 f->first.syndrome, f->first.what);
	else
		inverbs_text_add(e->text,
				 "first failure of this queue pair: none among the completions "
				 "that are still in this queue\n");
}

static void say_causes(struct inverbs_text *text, enum ibv_wc_status status, enum inverbs_of of)
{
	static const char *const sides[] = {
		[INVERBS_LOCAL] = "here",
		[INVERBS_REMOTE] = "peer",
		[INVERBS_CONNECTION] = "between",
		[INVERBS_ADAPTER] = "adapter",
	};
	size_t count;
	const struct inverbs_cause *list = inverbs_wc_status_causes(status, &count);

	if (count)
		inverbs_text_add(text, "possible causes, likeliest first\n");
	for (size_t i = 0; i < count; i++) {
		if (of != INVERBS_OF_ANY && list[i].of != INVERBS_OF_ANY && list[i].of != of)
			continue;
		inverbs_text_add(text, "  %-8s %s.\n           Look at: %s\n", sides[list[i].side],
				 list[i].cause, list[i].look);
	}
}

/* --- the whole text ---------------------------------------------------------------------- */

static void explain_completion(struct explanation *e, bool rings)
{
	const struct ibv_wc *wc = e->wc;
	enum inverbs_of of = INVERBS_OF_ANY;
	bool known;

	inverbs_explain_find(e->cq, wc, rings ? e->provider : NULL, &e->found);
	if (e->found.kept == KEPT)
		of = e->found.match.cqe.is_send ? INVERBS_OF_SEND : INVERBS_OF_RECEIVE;
	inverbs_text_add(e->text, "%s with wr_id 0x%llx failed: %s\n", request_kind(e),
			 (unsigned long long)wc->wr_id, ibv_wc_status_str(wc->status));
	known = say_reason(e);
	say_status(e->text, wc->status);
	say_adapter(e);
	say_queue_pair(e);
	say_cqe(e);
	say_wqe(e);
	say_first_failure(e);
	if (!known)
		say_causes(e->text, wc->status, of);
}

size_t inverbs_explain_text(struct ibv_cq *cq, const struct ibv_wc *wc, bool rings, char *buf,
			    size_t room)
{
	struct inverbs_text text = inverbs_text_in(buf, room);
	struct explanation e = {
		.text = &text,
		.cq = inverbs_cq_of(cq),
		.wc = wc,
		.provider = inverbs_provider_of(cq->context),
	};
	int saved = errno;

	if (wc->status == IBV_WC_SUCCESS)
		inverbs_text_add(&text, "request with wr_id 0x%llx succeeded\n",
				 (unsigned long long)wc->wr_id);
	else
		explain_completion(&e, rings);
	errno = saved;
	return text.len;
}

size_t inverbs_explain_wc_text(struct ibv_cq *cq, const struct ibv_wc *wc, char *buf, size_t room)
{
	return inverbs_explain_text(cq, wc, true, buf, room);
}

void inverbs_explain_wc(struct ibv_cq *cq, const struct ibv_wc *wc, FILE *out)
{
	char buf[INVERBS_EXPLAIN_BYTES];
	size_t len = inverbs_explain_wc_text(cq, wc, buf, sizeof(buf));
	int saved = errno;

	if (!out)
		out = stderr;
	fputs(buf, out);
	if (len >= sizeof(buf))
		fprintf(out, "\n(cut: %zu bytes in all)\n", len);
	fflush(out);
	errno = saved;
}

size_t inverbs_explain_status(enum ibv_wc_status status, char *buf, size_t room)
{
	struct inverbs_text text = inverbs_text_in(buf, room);

	say_status(&text, status);
	say_causes(&text, status, INVERBS_OF_ANY);
	return text.len;
}
