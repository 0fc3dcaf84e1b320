/* SPDX-License-Identifier: BSD-2-Clause */
/* Creating, changing and destroying queue pairs and shared receive queues. */
#include <errno.h>
#include <string.h>

#include "transcript.h"

static struct inverbs_xrcd xrcd = {.ofed = {.handle = 0x71}};

/* ---- queue pairs ---- */

struct ibv_qp_init_attr_ex usual_qp(struct world *w, int type)
{
	return (struct ibv_qp_init_attr_ex){
		.qp_type = (enum ibv_qp_type)type,
		.cap = {.max_send_wr = 5,
			.max_recv_wr = 6,
			.max_send_sge = 2,
			.max_recv_sge = 3,
			.max_inline_data = 20},
		.comp_mask = IBV_QP_INIT_ATTR_PD,
		.pd = &w->pd.ibv,
		.xrcd = &xrcd.ibv,
		.send_cq = &w->cq[0].ibv,
		.recv_cq = &w->cq[1].ibv,
	};
}

bool make_qp(struct world *w, struct ibv_qp_init_attr_ex attr)
{
	struct inverbs_qp *qp = &w->qp;

	memset(qp, 0, sizeof(*qp));
	qp->ibv.context = &w->ctx.ibv;
	qp->ibv.send_cq = attr.send_cq;
	qp->ibv.recv_cq = attr.recv_cq;
	qp->ibv.srq = attr.srq;
	qp->ibv.qp_type = attr.qp_type;
	say(w, "create a queue pair of type %d, comp_mask %x", attr.qp_type, attr.comp_mask);
	print_cap(w, &attr.cap);
	if (!result(w, w->provider->create_qp(&w->ctx, &attr, qp)))
		return false;
	print_cap(w, &attr.cap);
	print_qp(w, qp);
	print_soft(w, &w->cq[0]);
	print_soft(w, &w->cq[1]);
	return true;
}

void drop_qp(struct world *w)
{
	uint32_t events = 7;

	say(w, "destroy it");
	result(w, w->provider->destroy_qp(&w->qp, &events));
	fprintf(w->out, "  events %u found %d\n", events,
		inverbs_lookup(&w->ctx.qps, w->qp.ibv.qp_num) == &w->qp);
	print_soft(w, &w->cq[0]);
	print_soft(w, &w->cq[1]);
}

static void try_qp(struct world *w, struct ibv_qp_init_attr_ex attr)
{
	if (make_qp(w, attr))
		drop_qp(w);
}

static void types_of_qps(struct world *w)
{
	static const int types[] = {
		IBV_QPT_RC,       IBV_QPT_UC,         IBV_QPT_UD,  IBV_QPT_XRC_SEND,
		IBV_QPT_XRC_RECV, IBV_QPT_RAW_PACKET, IBV_QPT_XRC, 40};

	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
		struct ibv_qp_init_attr_ex attr = usual_qp(w, types[i]);

		try_qp(w, attr);
		attr.sq_sig_all = 1;
		attr.comp_mask = 0x1ff;
		try_qp(w, attr);
	}
}

static void masks_of_qps(struct world *w)
{
	for (uint32_t bit = 1; bit < 0x200; bit *= 2) {
		struct ibv_qp_init_attr_ex attr = usual_qp(w, IBV_QPT_RC);

		attr.comp_mask |= bit;
		attr.max_tso_header = 100;
		try_qp(w, attr);
		attr.create_flags = IBV_QP_CREATE_SOURCE_QPN;
		attr.source_qpn = 0x999;
		try_qp(w, attr);
	}
}

static void capabilities(struct world *w)
{
	static const struct ibv_qp_cap caps[] = {
		{1, 1, 1, 1, 0},     {1, 0, 0, 0, 0},     {0, 0, 0, 0, 0},     {5, 5, 5, 16, 5},
		{5, 5, 2, 1, 28},    {5, 5, 2, 1, 29},    {63, 64, 1, 1, 0},   {16000, 1, 1, 1, 0},
		{16001, 1, 1, 1, 0}, {1, 16000, 1, 1, 0}, {1, 16001, 1, 1, 0}, {1, 1, 32, 1, 0},
		{1, 1, 33, 1, 0},    {1, 1, 1, 32, 0},    {1, 1, 1, 33, 0},    {1, 1, 1, 1, 912},
		{1, 1, 1, 1, 913},   {1, 1, 1, 1, 960},   {1, 1, 1, 1, 10000},
	};

	for (size_t i = 0; i < sizeof(caps) / sizeof(caps[0]); i++) {
		struct ibv_qp_init_attr_ex attr = usual_qp(w, IBV_QPT_RC);

		attr.cap = caps[i];
		try_qp(w, attr);
		w->more_recv = 1;
		if (i < 4)
			try_qp(w, attr);
		w->more_recv = 0;
	}
}

static void qps_with_other_objects(struct world *w)
{
	struct inverbs_td td = {.users = 0};
	struct inverbs_pd alone = {.td = &td.ibv, .parent = &w->pd};
	struct ibv_qp_init_attr_ex attr = usual_qp(w, IBV_QPT_RC);
	const struct inverbs_srq srq = {.ibv = {.handle = 0x55}};

	attr.pd = &alone.ibv;
	say(w, "in a thread domain");
	try_qp(w, attr);
	attr.pd = &w->pd.ibv;
	memset(&w->srq, 0, sizeof(w->srq));
	w->srq.ibv.handle = srq.ibv.handle;
	attr.srq = &w->srq.ibv;
	say(w, "with an SRQ");
	try_qp(w, attr);
	attr = usual_qp(w, IBV_QPT_RC);
	attr.recv_cq = attr.send_cq;
	say(w, "with one CQ");
	try_qp(w, attr);
	if (w->provider->control->joint)
		return;
	attr.recv_cq = attr.send_cq = NULL;
	say(w, "without CQs");
	try_qp(w, attr);
}

static void refused_qps(struct world *w)
{
	static const off_t offsets[] = {0, 0x10000, 0x20000, 0x30000};
	const struct ibv_qp_init_attr_ex attr = usual_qp(w, IBV_QPT_RC);

	w->refuse = UVERBS_CMD_CREATE_QP;
	say(w, "the next is refused");
	try_qp(w, attr);
	w->refuse = 0;
	for (size_t i = 0; i < sizeof(offsets) / sizeof(offsets[0]); i++) {
		w->refuse_map = 0x100000 * ((off_t)w->handle + 1) + offsets[i];
		say(w, "a mapping is refused");
		try_qp(w, attr);
	}
	w->refuse_map = NO_PAGE;
	w->shift = 8;
	say(w, "with slots that are too small");
	try_qp(w, attr);
	w->shift = 9;
	w->empty_recv = 1;
	say(w, "without a receive ring");
	try_qp(w, attr);
	w->empty_recv = 0;
	w->qpn = 0xffffff;
	say(w, "with a large number");
	try_qp(w, attr);
	w->qpn = 0x123;
	w->doorbell_at = 0xfff;
	say(w, "with its doorbell at the end of a page");
	try_qp(w, attr);
	w->doorbell_at = 0x48;
	if (!make_qp(w, attr))
		return;
	w->refuse = UVERBS_CMD_DESTROY_QP;
	drop_qp(w);
	print_qp(w, &w->qp);
	w->refusal = EIO;
	drop_qp(w);
	w->refuse = 0;
	w->refusal = EBUSY;
}

/* Let the first, the second, ... allocation fail, until there are no more. */
static void qps_without_memory(struct world *w)
{
	bool made = false;

	for (uint32_t n = 1; !made && n < 20; n++) {
		w->fail_at = n;
		made = make_qp(w, usual_qp(w, IBV_QPT_RC));
		w->fail_at = 0;
		print_soft(w, &w->cq[0]);
		print_soft(w, &w->cq[1]);
	}
	drop_qp(w);
}

/* ---- states of queue pairs ---- */

void modify_qp(struct world *w, enum ibv_qp_state from, enum ibv_qp_state to, int more)
{
	struct ibv_qp_attr attr = {.qp_state = to, .port_num = 1};

	w->qp.ibv.state = from;
	say(w, "modify it from %d to %d, mask %x", from, to, more);
	result(w, w->provider->modify_qp(&w->qp, &attr, IBV_QP_STATE | more));
	print_qp(w, &w->qp);
}

static void query(struct world *w)
{
	struct ibv_qp_init_attr init = {.sq_sig_all = 1};
	struct ibv_qp_attr attr = {.qp_state = IBV_QPS_RESET};

	say(w, "query it");
	result(w, w->provider->query_qp(&w->qp, &attr, IBV_QP_CAP, &init));
	print_cap(w, &attr.cap);
	print_cap(w, &init.cap);
	fprintf(w->out, "  state %d %d signal %d\n", attr.qp_state, attr.cur_qp_state,
		init.sq_sig_all);
}

static void walk_states(struct world *w)
{
	modify_qp(w, IBV_QPS_RESET, IBV_QPS_INIT, IBV_QP_PORT);
	modify_qp(w, IBV_QPS_INIT, IBV_QPS_RTR, 0);
	modify_qp(w, IBV_QPS_RTR, IBV_QPS_RTS, 0);
	modify_qp(w, IBV_QPS_RTS, IBV_QPS_SQD, 0);
	modify_qp(w, IBV_QPS_SQD, IBV_QPS_RTS, 0);
	w->refuse = UVERBS_CMD_MODIFY_QP;
	modify_qp(w, IBV_QPS_RTS, IBV_QPS_ERR, 0);
	modify_qp(w, IBV_QPS_RTS, IBV_QPS_RESET, 0);
	w->refuse = 0;
	if (w->provider->query_qp) {
		query(w);
		w->refuse = UVERBS_CMD_QUERY_QP;
		query(w);
		w->refuse = 0;
	}
	modify_qp(w, IBV_QPS_RTS, IBV_QPS_ERR, 0);
	modify_qp(w, IBV_QPS_ERR, IBV_QPS_RESET, 0);
	drop_qp(w);
}

/* Checksum offload depends on type, link layer and device. */
static void ports_of_qps(struct world *w, int type)
{
	static const uint32_t caps[] = {0, IBV_DEVICE_UD_IP_CSUM, IBV_DEVICE_RAW_IP_CSUM};
	struct inverbs_facts *f = inverbs_facts_of(&w->ctx);

	for (int ethernet = 0; ethernet < 2; ethernet++) {
		for (size_t i = 0; i < 3; i++) {
			w->link_layer = ethernet ? IBV_LINK_LAYER_ETHERNET
						 : IBV_LINK_LAYER_INFINIBAND;
			f->device_cap_flags = caps[i];
			f->ports[0] = 0;
			if (!make_qp(w, usual_qp(w, type)))
				continue;
			modify_qp(w, IBV_QPS_RESET, IBV_QPS_INIT, IBV_QP_PORT);
			fprintf(w->out, "  port %x\n", f->ports[0]);
			f->ports[0] = INVERBS_PORT_KNOWN;
			modify_qp(w, IBV_QPS_INIT, IBV_QPS_INIT, IBV_QP_PORT);
			drop_qp(w);
		}
	}
	w->link_layer = IBV_LINK_LAYER_INFINIBAND;
}

static void states_of_qps(struct world *w)
{
	static const int types[] = {IBV_QPT_RC, IBV_QPT_UD, IBV_QPT_XRC_RECV, IBV_QPT_RAW_PACKET};

	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
		if (make_qp(w, usual_qp(w, types[i])))
			walk_states(w);
		if (w->provider->control->either_link)
			ports_of_qps(w, types[i]);
	}
}

/* ---- shared receive queues ---- */

static bool make_srq(struct world *w, struct ibv_srq_init_attr_ex attr)
{
	memset(&w->srq, 0, sizeof(w->srq));
	w->srq.ibv.context = &w->ctx.ibv;
	say(w, "create an SRQ of %u with %u SGEs, type %d comp_mask %x", attr.attr.max_wr,
	    attr.attr.max_sge, attr.srq_type, attr.comp_mask);
	if (!result(w, w->provider->create_srq(&w->ctx, &attr, &w->srq)))
		return false;
	fprintf(w->out, "  granted %u %u\n", attr.attr.max_wr, attr.attr.max_sge);
	print_srq(w, &w->srq);
	return true;
}

static void drop_srq(struct world *w)
{
	uint32_t events = 7;

	say(w, "destroy it");
	result(w, w->provider->destroy_srq(&w->srq, &events));
	fprintf(w->out, "  events %u\n", events);
}

static void try_srq(struct world *w, struct ibv_srq_init_attr_ex attr)
{
	if (make_srq(w, attr))
		drop_srq(w);
}

static struct ibv_srq_init_attr_ex usual_srq(struct world *w, uint32_t wr, uint32_t sge)
{
	return (struct ibv_srq_init_attr_ex){.attr = {.max_wr = wr, .max_sge = sge, .srq_limit = 1},
					     .pd = &w->pd.ibv};
}

static void kinds_of_srqs(struct world *w)
{
	const uint32_t wr = w->provider->max_srq_wr, sge = w->provider->max_srq_sge;

	try_srq(w, usual_srq(w, 1, 1));
	try_srq(w, usual_srq(w, 7, 2));
	try_srq(w, usual_srq(w, 8, 3));
	if (wr) {
		try_srq(w, usual_srq(w, wr, 1));
		try_srq(w, usual_srq(w, wr + 1, 1));
		try_srq(w, usual_srq(w, 1, sge));
		try_srq(w, usual_srq(w, 1, sge + 1));
	}
	for (int type = IBV_SRQT_BASIC; type < IBV_SRQT_BASIC + 4; type++) {
		for (int i = 0; i < 8; i++) {
			struct ibv_srq_init_attr_ex attr = usual_srq(w, 3, 1);

			attr.srq_type = (enum ibv_srq_type)type;
			attr.comp_mask = i & 1 ? IBV_SRQ_INIT_ATTR_TYPE : 0;
			attr.xrcd = i & 2 ? &xrcd.ibv : NULL;
			attr.cq = i & 4 ? &w->cq[0].ibv : NULL;
			try_srq(w, attr);
		}
	}
}

static void srqs_without_memory(struct world *w)
{
	struct ibv_srq_init_attr_ex attr = usual_srq(w, 3, 1);
	bool made = false;

	if (w->provider->control->xrc) {
		attr.comp_mask = IBV_SRQ_INIT_ATTR_TYPE;
		attr.srq_type = IBV_SRQT_XRC;
		attr.xrcd = &xrcd.ibv;
		attr.cq = &w->cq[0].ibv;
	}
	for (uint32_t n = 1; !made && n < 20; n++) {
		w->fail_at = n;
		made = make_srq(w, attr);
		w->fail_at = 0;
	}
	drop_srq(w);
}

static void changed_srqs(struct world *w)
{
	struct ibv_srq_attr to = {.max_wr = 15, .srq_limit = 2};
	struct inverbs_td td = {.users = 0};
	struct inverbs_pd alone = {.td = &td.ibv, .parent = &w->pd};
	struct ibv_srq_init_attr_ex attr = usual_srq(w, 3, 1);

	attr.pd = &alone.ibv;
	if (!make_srq(w, attr))
		return;
	for (int mask = 1; mask < 4; mask++) {
		say(w, "modify it, mask %x", mask);
		result(w, w->provider->modify_srq(&w->srq, &to, mask));
		print_srq(w, &w->srq);
	}
	w->refuse = UVERBS_CMD_MODIFY_SRQ;
	say(w, "it is refused");
	result(w, w->provider->modify_srq(&w->srq, &to, 1));
	w->refuse = UVERBS_CMD_DESTROY_SRQ;
	drop_srq(w);
	print_srq(w, &w->srq);
	w->refusal = EIO;
	drop_srq(w);
	w->refuse = UVERBS_CMD_CREATE_SRQ;
	w->refusal = EBUSY;
	say(w, "the next is refused");
	try_srq(w, attr);
	w->refuse = UVERBS_CMD_CREATE_XSRQ;
	attr.comp_mask = IBV_SRQ_INIT_ATTR_TYPE;
	attr.srq_type = IBV_SRQT_XRC;
	attr.xrcd = &xrcd.ibv;
	attr.cq = &w->cq[0].ibv;
	try_srq(w, attr);
	w->refuse = 0;
}

/* ------------------------------------------------------------------------------------------ */

void write_few_qps(struct world *w)
{
	refused_qps(w);
	qps_without_memory(w);
	if (make_qp(w, usual_qp(w, IBV_QPT_RC)))
		walk_states(w);
	write_work(w, NULL);
}

void write_qps(struct world *w)
{
	types_of_qps(w);
	masks_of_qps(w);
	capabilities(w);
	qps_with_other_objects(w);
	refused_qps(w);
	qps_without_memory(w);
	states_of_qps(w);
	write_work(w, NULL);
	write_explained(w, NULL);
}

void write_srqs(struct world *w)
{
	if (!w->provider->create_srq)
		return;
	kinds_of_srqs(w);
	changed_srqs(w);
	srqs_without_memory(w);
	if (!make_srq(w, usual_srq(w, 5, 1)))
		return;
	write_work(w, &w->srq.ibv);
	print_srq(w, &w->srq);
	drop_srq(w);
	if (!make_srq(w, usual_srq(w, 5, 1)))
		return;
	write_explained(w, &w->srq.ibv);
	drop_srq(w);
}
