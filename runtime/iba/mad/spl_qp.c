/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Special queue pairs. The kernel owns QP0 and QP1, so programs only get aliases of them: handles
 * for services that use umadN.
 */
#include <stdlib.h>

#include "iba/layer.h"
#include "service.h"

static void release_spl_qp(struct iba_object *object)
{
	iba_store_close(((struct iba_spl_qp *)object)->store);
}

static bool is_alias_type(ib_qp_type_t type)
{
	return type == IB_QPT_QP0_ALIAS || type == IB_QPT_QP1_ALIAS;
}

/*
 * QP0, QP1 and raw queue pairs would need completion queues, and Linux does not offer these types
 * to programs.
 */
static ib_api_status_t refuse_type(const ib_qp_create_t *create)
{
	switch (create->qp_type) {
	case IB_QPT_QP0:
	case IB_QPT_QP1:
	case IB_QPT_RAW_IPV6:
	case IB_QPT_RAW_ETHER:
		break;
	default:
		return IB_INVALID_PARAMETER;
	}
	if (!inverbs_iba_slot(create->h_sq_cq, INVERBS_IBA_CQ) ||
	    !inverbs_iba_slot(create->h_rq_cq, INVERBS_IBA_CQ))
		return IB_INVALID_CQ_HANDLE;
	return IB_UNSUPPORTED;
}

/* Whether this process may register agents for the queue pair. */
static ib_api_status_t try_agent(const struct iba_port *port, uint8_t qpn)
{
	struct iba_umad umad = {.file = NULL};
	uint32_t id;
	int err = iba_umad_open(&umad, port);

	if (!err) {
		err = iba_umad_register_sender(&umad, qpn, false, &id);
		iba_umad_close(&umad);
	}
	return iba_umad_status(err);
}

static struct iba_spl_qp *make_spl_qp(const struct iba_port *port, ib_qp_type_t type)
{
	struct iba_spl_qp *qp = calloc(1, sizeof(*qp));

	if (!qp)
		return NULL;
	qp->qp.type = type;
	qp->qpn = type == IB_QPT_QP1_ALIAS;
	qp->port = *port;
	qp->qp.reporter.object.release = release_spl_qp;
	qp->qp.reporter.object.detail = INVERBS_IBA_NO_SENDS | INVERBS_IBA_NO_RECEIVES;
	qp->store = iba_store_make(0, 0, 1);
	if (qp->store)
		return qp;
	free(qp);
	return NULL;
}

/* Publish the queue pair and its key. The program gets both or neither. */
static ib_api_status_t publish_spl_qp(struct iba_spl_qp *qp, struct iba_object *pd,
				      ib_pool_key_t *key, ib_qp_handle_t *handle)
{
	ib_api_status_t status = iba_add(&qp->qp.reporter.object, INVERBS_IBA_QP, pd, NULL);
	ib_pool_key_t made = NULL;

	if (status != IB_SUCCESS) {
		release_spl_qp(&qp->qp.reporter.object);
		free(qp);
		return status;
	}
	if (key)
		status = iba_pool_key_make(qp->store, &qp->qp.reporter.object, &made);
	if (status != IB_SUCCESS) {
		iba_destroy(&qp->qp.reporter.object, NULL);
		return status;
	}
	if (key)
		*key = made;
	*handle = iba_handle(&qp->qp.reporter.object);
	iba_put(&qp->qp.reporter.object);
	return IB_SUCCESS;
}

static ib_api_status_t get_alias(struct iba_object *pd, ib_net64_t port_guid, ib_qp_type_t type,
				 const void *context, ib_pool_key_t *key, ib_qp_handle_t *handle)
{
	const struct iba_ca *ca = iba_ca_of(pd);
	struct iba_spl_qp *qp;
	struct iba_port port;
	ib_api_status_t status;

	status = iba_port_find(port_guid, &port);
	if (status == IB_INVALID_GUID || (status == IB_SUCCESS && port.ca_guid != ca->guid))
		return IB_INVALID_PORT;
	if (status == IB_SUCCESS)
		status = try_agent(&port, type == IB_QPT_QP1_ALIAS);
	if (status != IB_SUCCESS)
		return status;
	qp = make_spl_qp(&port, type);
	if (!qp)
		return IB_INSUFFICIENT_MEMORY;
	qp->qp.reporter.object.context = context;
	return publish_spl_qp(qp, pd, key, handle);
}

ib_api_status_t ib_get_spl_qp(ib_pd_handle_t h_pd, ib_net64_t port_guid,
			      const ib_qp_create_t *p_qp_create, const void *qp_context,
			      ib_pfn_event_cb_t pfn_qp_event_cb, ib_pool_key_t *p_pool_key,
			      ib_qp_handle_t *ph_qp)
{
	struct iba_object *pd = iba_get(h_pd, INVERBS_IBA_PD);
	ib_api_status_t status;

	(void)pfn_qp_event_cb; /* an alias has no asynchronous events */
	if (!pd)
		return iba_refusal(h_pd, IB_INVALID_PD_HANDLE);
	if (!p_qp_create || !ph_qp)
		status = IB_INVALID_PARAMETER;
	else if (!is_alias_type(p_qp_create->qp_type))
		status = refuse_type(p_qp_create);
	else
		status = get_alias(pd, port_guid, p_qp_create->qp_type, qp_context, p_pool_key,
				   ph_qp);
	iba_put(pd);
	return status;
}
