/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Posts, polls and rearms in checked programs: explains an invalid handle before the call refuses
 * it, and also refuses address vectors of other adapters. Only checked programs link this file.
 */
#include <inverbs/checked/misuse.h>
#include <inverbs/iba/fast.h>

#include "layer.h"
#include "slots.h"

/* A handle argument, and the kind of object that it must refer to. */
struct argument {
	const char *function;
	const char *name;
	enum inverbs_iba_kind kind;
	const char *status;
};

static const char *const kinds[] = {
	[INVERBS_IBA_AL] = "an instance",         [INVERBS_IBA_CA] = "an adapter",
	[INVERBS_IBA_PD] = "a protection domain", [INVERBS_IBA_CQ] = "a completion queue",
	[INVERBS_IBA_QP] = "a queue pair",        [INVERBS_IBA_SRQ] = "a shared receive queue",
	[INVERBS_IBA_AV] = "an address vector",   [INVERBS_IBA_MR] = "a memory region",
	[INVERBS_IBA_MW] = "a memory window",
};

static const char *kind_name(unsigned int kind)
{
	const char *name = kind < sizeof(kinds) / sizeof(kinds[0]) ? kinds[kind] : NULL;

	return name ? name : "another object";
}

/* Whether an invalid handle belonged to an earlier object in its slot. */
static bool was_valid_handle(const void *handle)
{
	const struct inverbs_iba_slot *slot = inverbs_iba_place(handle);
	const uintptr_t value = (uintptr_t)handle;

	return value - (uintptr_t)slot < INVERBS_IBA_SLOT_BYTES && value != (uintptr_t)slot &&
	       value - (uintptr_t)slot <= slot->generation;
}

/*
 * Explain why a handle is refused. `at` is the position of the work request in its list, from 1; 0
 * if there is no list.
 */
static void explain_bad_handle(const struct argument *a, int at, const void *handle)
{
	const struct inverbs_iba_slot *slot = inverbs_iba_place(handle);

	if (inverbs_iba_slot(handle, a->kind))
		return;
	if (!handle)
		inverbs_misuse(a->function, at, "%s is NULL (%s)", a->name, a->status);
	else if (iba_is_inherited(handle))
		inverbs_misuse(
			a->function, at,
			"%s was created before fork, by the parent process (IB_INVALID_STATE)",
			a->name);
	else if (inverbs_iba_matches(&slot->handle, handle))
		inverbs_misuse(a->function, at, "%s is %s, not %s (%s)", a->name,
			       kind_name(slot->kind), kind_name(a->kind), a->status);
	else if (was_valid_handle(handle))
		inverbs_misuse(a->function, at, "%s is the handle of a destroyed object (%s)",
			       a->name, a->status);
	else
		inverbs_misuse(a->function, at, "%s is not a handle of the access layer (%s)",
			       a->name, a->status);
}

static struct iba_ca *adapter_of(const struct inverbs_iba_slot *slot)
{
	return iba_ca_of(slot->object);
}

/*
 * Returns the first datagram whose address vector belongs to another adapter than the queue pair,
 * or NULL.
 */
static ib_send_wr_t *find_bad_vector(const struct inverbs_iba_slot *qp, ib_send_wr_t *wr)
{
	const struct argument av = {"ib_post_send", "dgrm.ud.h_av", INVERBS_IBA_AV,
				    "IB_INVALID_AV_HANDLE"};

	for (int at = 1; wr && at <= INVERBS_MOST_REQUESTS; at++, wr = wr->p_next) {
		const struct inverbs_iba_slot *slot = inverbs_iba_slot(wr->dgrm.ud.h_av,
								       INVERBS_IBA_AV);

		if (!slot) {
			explain_bad_handle(&av, at, wr->dgrm.ud.h_av);
			return wr;
		}
		if (adapter_of(slot) != adapter_of(qp)) {
			inverbs_misuse(
				av.function, at, "%s belongs to another %s than h_qp (%s)", av.name,
				iba_al_of(slot->object) == iba_al_of(qp->object) ? "adapter"
										 : "instance",
				av.status);
			return wr;
		}
	}
	return NULL;
}

ib_api_status_t inverbs_iba_checked_post_send(ib_qp_handle_t h_qp, ib_send_wr_t *wr,
					      ib_send_wr_t **failed)
{
	const struct argument qp = {"ib_post_send", "h_qp", INVERBS_IBA_QP, "IB_INVALID_QP_HANDLE"};
	const struct inverbs_iba_slot *slot = inverbs_iba_slot(h_qp, INVERBS_IBA_QP);
	ib_send_wr_t *bad = NULL;
	ib_av_handle_t vector = NULL;
	ib_api_status_t status;

	explain_bad_handle(&qp, 0, h_qp);
	if (slot && slot->detail & INVERBS_IBA_DATAGRAM)
		bad = find_bad_vector(slot, wr);
	if (bad) { /* an invalid vector is refused when its work request is posted */
		vector = bad->dgrm.ud.h_av;
		bad->dgrm.ud.h_av = NULL;
	}
	status = inverbs_iba_any_post_send(h_qp, wr, failed);
	if (bad)
		bad->dgrm.ud.h_av = vector;
	return status;
}

ib_api_status_t inverbs_iba_checked_post_recv(ib_qp_handle_t h_qp, ib_recv_wr_t *wr,
					      ib_recv_wr_t **failed)
{
	const struct argument qp = {"ib_post_recv", "h_qp", INVERBS_IBA_QP, "IB_INVALID_QP_HANDLE"};

	explain_bad_handle(&qp, 0, h_qp);
	return inverbs_iba_any_post_recv(h_qp, wr, failed);
}

ib_api_status_t inverbs_iba_checked_post_srq_recv(ib_srq_handle_t h_srq, ib_recv_wr_t *wr,
						  ib_recv_wr_t **failed)
{
	const struct argument srq = {"ib_post_srq_recv", "h_srq", INVERBS_IBA_SRQ,
				     "IB_INVALID_SRQ_HANDLE"};

	explain_bad_handle(&srq, 0, h_srq);
	return inverbs_iba_post_srq_recv(h_srq, wr, failed);
}

ib_api_status_t inverbs_iba_checked_poll(ib_cq_handle_t h_cq, ib_wc_t **free_list,
					 ib_wc_t **done_list)
{
	const struct argument cq = {"ib_poll_cq", "h_cq", INVERBS_IBA_CQ, "IB_INVALID_CQ_HANDLE"};

	explain_bad_handle(&cq, 0, h_cq);
	return inverbs_iba_any_poll(h_cq, free_list, done_list);
}

ib_api_status_t inverbs_iba_checked_rearm(ib_cq_handle_t h_cq, boolean_t solicited)
{
	const struct argument cq = {"ib_rearm_cq", "h_cq", INVERBS_IBA_CQ, "IB_INVALID_CQ_HANDLE"};

	explain_bad_handle(&cq, 0, h_cq);
	return inverbs_iba_any_rearm(h_cq, solicited);
}
