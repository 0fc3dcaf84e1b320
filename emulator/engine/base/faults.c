/* SPDX-License-Identifier: BSD-2-Clause */
/* Injected faults for messages of a queue pair. */
#include "base/upcalls.h"
#include "engine/base/internal.h"

static struct softhca_fault_end fault_end_of(const struct softhca_port *port, uint32_t qpn)
{
	return (struct softhca_fault_end){
		.device = port ? port->device : NULL,
		.port = port ? port->number : 0,
		.qpn = qpn,
	};
}

enum softhca_fault softhca_engine_find_fault(struct engine_qp *eq, struct engine_passage *passage)
{
	const struct softhca_qp *qp = eq->qp;
	const struct softhca_fault_end here = fault_end_of(softhca_qp_port(qp), qp->qpn);
	const struct softhca_fault_end there = fault_end_of(passage->to, passage->to_qpn);
	const bool back = passage->subject == SOFTHCA_FAULT_RESPONSE;
	struct softhca_fault_candidate candidate = {
		.subject = passage->subject,
		.from = back ? there : here,
		.to = back ? here : there,
		.takes_receive = passage->takes_receive,
		.flow = (uint64_t)qp->device->index << 32 | qp->qpn,
		.counts = &eq->faults,
	};
	const struct softhca_fault_rule *rule = softhca_fault_find_rule(eq->engine->hca->faults,
									&candidate);

	if (!rule)
		return SOFTHCA_FAULT_NONE;
	if (softhca_traced(eq->engine->hca))
		softhca_trace_entry(qp->ctx, SOFTHCA_TRACE_KIND_FAULT, qp->qpn, candidate.seen,
				    candidate.number + 1, rule->text, strlen(rule->text));
	passage->delay = rule->delay;
	return rule->fault;
}

void softhca_engine_delay_chunk(struct engine_qp *eq, uint64_t ns, unsigned int passed)
{
	eq->passage |= (uint8_t)passed;
	eq->waiting = true;
	eq->lost = false;
	softhca_engine_timer_start(eq->engine, &eq->timer, eq->engine->now + ns);
}
