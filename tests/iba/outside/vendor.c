/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * An adaptation layer like that of a subnet manager: it binds to every port by aliases of QP0 and
 * QP1, sends and matches requests, responds, receives traps, handles time-outs, queries attributes
 * of the local port, and sets the port's IsSM bit.
 */
#include "common.h"

enum {
	PORTS = 2,
	SENT_CONTEXT = 0x5e,
	TIMEOUT_MS = 100
};

struct _port;

typedef struct _bind {
	struct _port *p_port;
	ib_qp_handle_t h_qp;
	ib_pool_key_t pool_key;
	ib_mad_svc_handle_t h_svc;
	uint8_t mgmt_class;
} bind_t;

typedef struct _port {
	ib_ca_handle_t h_ca;
	ib_pd_handle_t h_pd;
	ib_ca_attr_t *p_attr;
	ib_net64_t port_guid;
	ib_net16_t lid;
	bind_t smi, smi_lid, gsi;
} port_t;

/* A request that waits for its response, with its number as key. */
typedef struct _transaction {
	cl_map_item_t item;
	cl_event_t done;
	ib_wc_status_t status;
	ib_net16_t mad_status;
	uint8_t data[IB_SMP_DATA_SIZE];
} transaction_t;

static struct {
	ib_al_handle_t h_al;
	port_t ports[PORTS];
	cl_qmap_t waiting;
	cl_mutex_t lock;
	cl_event_t trapped, changed;
	atomic32_t outstanding, traps, requests, active;
	uint32_t last;
} g;

/* --- callbacks ------------------------------------------------------------------------------ */

static void finish_transaction(const ib_mad_element_t *p_element, const void *context)
{
	const ib_smp_t *p_smp = (const ib_smp_t *)ib_get_mad_buf(p_element);
	transaction_t *p_waits = (transaction_t *)(uintptr_t)context;

	p_waits->status = p_element->status;
	if (p_element->status == IB_WCS_SUCCESS) {
		p_waits->mad_status = p_smp->status;
		cl_memcpy(p_waits->data, p_smp->data, sizeof(p_waits->data));
	}
	cl_event_signal(&p_waits->done);
}

static void AL_API on_sent(IN ib_mad_svc_handle_t h_svc, IN void *mad_svc_context,
			   IN ib_mad_element_t *p_element)
{
	const bind_t *p_bind = (const bind_t *)mad_svc_context;

	HOLDS(h_svc == p_bind->h_svc);
	HOLDS(p_element->context1 == (void *)SENT_CONTEXT);
	if (p_element->status != IB_WCS_SUCCESS && p_element->context2)
		finish_transaction(p_element, p_element->context2);
	if (p_element->h_av)
		MUST(ib_destroy_av(p_element->h_av));
	cl_atomic_dec(&g.outstanding);
	MUST(ib_put_mad(p_element));
}

/* Handles a request or a trap; a request is returned as its response. */
static void unsolicited(const bind_t *p_bind, ib_mad_element_t *p_element)
{
	ib_mad_t *p_mad = (ib_mad_t *)ib_get_mad_buf(p_element);

	if (p_mad->method == IB_MAD_METHOD_TRAP) {
		cl_atomic_inc(&g.traps);
		cl_event_signal(&g.trapped);
		MUST(ib_put_mad(p_element));
		return;
	}
	cl_atomic_inc(&g.requests);
	p_mad->method |= IB_MAD_METHOD_RESP_MASK;
	p_element->context1 = (void *)SENT_CONTEXT;
	p_element->context2 = NULL;
	p_element->resp_expected = FALSE;
	p_element->h_av = NULL;
	((ib_smp_t *)p_mad)->data[0] = 0xa5;
	cl_atomic_inc(&g.outstanding);
	MUST(ib_send_mad(p_bind->h_svc, p_element, NULL));
}

static void AL_API on_received(IN ib_mad_svc_handle_t h_svc, IN void *mad_svc_context,
			       IN ib_mad_element_t *p_element)
{
	const bind_t *p_bind = (const bind_t *)mad_svc_context;

	UNUSED_PARAM(h_svc);
	HOLDS(p_element->status == IB_WCS_SUCCESS);
	if (!ib_mad_is_response(ib_get_mad_buf(p_element)) &&
	    p_element->p_mad_buf->method != IB_MAD_METHOD_TRAP_REPRESS) {
		unsolicited(p_bind, p_element);
		return;
	}
	HOLDS(p_element->send_context1 == (void *)SENT_CONTEXT);
	finish_transaction(p_element, p_element->send_context2);
	MUST(ib_put_mad(p_element));
}

/* --- binding -------------------------------------------------------------------------------- */

static ib_net64_t *list_adapters(size_t *p_count)
{
	ib_net64_t *p_guids;

	*p_count = 0;
	HOLDS(ib_get_ca_guids(g.h_al, NULL, p_count) == IB_INSUFFICIENT_MEMORY);
	HOLDS(*p_count >= PORTS);
	p_guids = (ib_net64_t *)cl_malloc(*p_count * sizeof(*p_guids));
	MUST(ib_get_ca_guids(g.h_al, p_guids, p_count));
	return p_guids;
}

static void find_port(port_t *p_port, ib_net64_t ca_guid)
{
	uint32_t size = 0;

	HOLDS(ib_query_ca_by_guid(g.h_al, ca_guid, NULL, &size) == IB_INSUFFICIENT_MEMORY);
	p_port->p_attr = (ib_ca_attr_t *)cl_zalloc(size);
	MUST(ib_query_ca_by_guid(g.h_al, ca_guid, p_port->p_attr, &size));
	p_port->port_guid = p_port->p_attr->p_port_attr[0].port_guid;
	p_port->lid = p_port->p_attr->p_port_attr[0].lid;
	MUST(ib_open_ca(g.h_al, ca_guid, NULL, p_port, &p_port->h_ca));
	MUST(ib_alloc_pd(p_port->h_ca, IB_PDT_ALIAS, p_port, &p_port->h_pd));
}

static void bind_class(port_t *p_port, bind_t *p_bind, uint8_t mgmt_class, boolean_t is_manager)
{
	ib_qp_create_t qp;
	ib_mad_svc_t svc;

	cl_memclr(&qp, sizeof(qp));
	qp.qp_type = mgmt_class == IB_MCLASS_SUBN_ADM ? IB_QPT_QP1_ALIAS : IB_QPT_QP0_ALIAS;
	p_bind->p_port = p_port;
	p_bind->mgmt_class = mgmt_class;
	if (!p_bind->h_qp)
		MUST(ib_get_spl_qp(p_port->h_pd, p_port->port_guid, &qp, p_bind, NULL,
				   &p_bind->pool_key, &p_bind->h_qp));
	cl_memclr(&svc, sizeof(svc));
	svc.mad_svc_context = p_bind;
	svc.pfn_mad_send_cb = on_sent;
	svc.pfn_mad_recv_cb = on_received;
	svc.support_unsol = is_manager;
	svc.mgmt_class = mgmt_class;
	svc.mgmt_version = mgmt_class == IB_MCLASS_SUBN_ADM ? 2 : 1;
	svc.method_array[IB_MAD_METHOD_GET] = TRUE;
	svc.method_array[IB_MAD_METHOD_SET] = TRUE;
	svc.method_array[IB_MAD_METHOD_TRAP] = TRUE;
	svc.method_array[IB_MAD_METHOD_TRAP_REPRESS] = TRUE;
	MUST(ib_reg_mad_svc(p_bind->h_qp, &svc, &p_bind->h_svc));
}

/* --- sending -------------------------------------------------------------------------------- */

static ib_av_handle_t way_to(const port_t *p_port, ib_net16_t lid)
{
	ib_av_handle_t h_av;
	ib_av_attr_t attr;

	cl_memclr(&attr, sizeof(attr));
	attr.port_num = 1;
	attr.dlid = lid;
	attr.static_rate = IB_PATH_RECORD_RATE_2_5_GBS;
	MUST(ib_create_av(p_port->h_pd, &attr, &h_av));
	return h_av;
}

static transaction_t *begin_transaction(void)
{
	transaction_t *p_new = (transaction_t *)cl_zalloc(sizeof(*p_new));
	cl_map_item_t *p_item;

	HOLDS(cl_event_init(&p_new->done, FALSE) == CL_SUCCESS);
	cl_mutex_acquire(&g.lock);
	p_item = cl_qmap_insert(&g.waiting, ++g.last, &p_new->item);
	HOLDS(p_item == &p_new->item);
	cl_mutex_release(&g.lock);
	return p_new;
}

static ib_wc_status_t wait_for(transaction_t *p_waits, uint8_t *p_data)
{
	ib_wc_status_t status;

	HOLDS(cl_event_wait_on(&p_waits->done, PATIENCE_US, TRUE) == CL_SUCCESS);
	cl_mutex_acquire(&g.lock);
	cl_qmap_remove_item(&g.waiting, &p_waits->item);
	cl_mutex_release(&g.lock);
	status = p_waits->status;
	if (p_data)
		cl_memcpy(p_data, p_waits->data, sizeof(p_waits->data));
	cl_event_destroy(&p_waits->done);
	cl_free(p_waits);
	return status;
}

static ib_mad_element_t *element_for(const bind_t *p_bind, ib_net16_t lid, transaction_t *p_waits)
{
	ib_mad_element_t *p_element = NULL;

	MUST(ib_get_mad(p_bind->pool_key, MAD_BLOCK_SIZE, &p_element));
	HOLDS(p_element->size == MAD_BLOCK_SIZE);
	p_element->context1 = (void *)SENT_CONTEXT;
	p_element->context2 = p_waits;
	p_element->h_av = way_to(p_bind->p_port, lid);
	p_element->send_opt = IB_SEND_OPT_SIGNALED;
	p_element->resp_expected = p_waits != NULL;
	p_element->timeout_ms = TIMEOUT_MS;
	p_element->retry_cnt = 1;
	cl_atomic_inc(&g.outstanding);
	return p_element;
}

/* Send a directed-route request; with hops, the first one leaves over port 1. */
static ib_wc_status_t ask_directed(const bind_t *p_bind, uint8_t hops, ib_net16_t attr,
				   uint8_t *p_data)
{
	static const uint8_t path[IB_SUBNET_PATH_HOPS_MAX] = {0, 1, 1};
	transaction_t *p_waits = begin_transaction();
	ib_mad_element_t *p_element = element_for(p_bind, IB_LID_PERMISSIVE, p_waits);

	ib_smp_init_new((ib_smp_t *)p_element->p_mad_buf, IB_MAD_METHOD_GET, CL_HTON64(77), attr, 0,
			hops, 0, path, IB_LID_PERMISSIVE, IB_LID_PERMISSIVE);
	MUST(ib_send_mad(p_bind->h_svc, p_element, NULL));
	return wait_for(p_waits, p_data);
}

/* Send a request to another subnet manager, by LID. */
static ib_wc_status_t ask_manager(const bind_t *p_bind, ib_net16_t lid, uint8_t *p_data)
{
	transaction_t *p_waits = begin_transaction();
	ib_mad_element_t *p_element = element_for(p_bind, lid, p_waits);

	ib_mad_init_new(p_element->p_mad_buf, IB_MCLASS_SUBN_LID, 1, IB_MAD_METHOD_GET,
			CL_HTON64(78), IB_MAD_ATTR_SM_INFO, 0);
	MUST(ib_send_mad(p_bind->h_svc, p_element, NULL));
	return wait_for(p_waits, p_data);
}

static void send_trap(const bind_t *p_bind, ib_net16_t lid)
{
	ib_mad_element_t *p_element = element_for(p_bind, lid, NULL);

	ib_mad_init_new(p_element->p_mad_buf, IB_MCLASS_SUBN_LID, 1, IB_MAD_METHOD_TRAP,
			CL_HTON64(79), IB_MAD_ATTR_NOTICE, 0);
	MUST(ib_send_mad(p_bind->h_svc, p_element, NULL));
}

/* --- the rest ------------------------------------------------------------------------------- */

static void local_attributes(const port_t *p_port)
{
	const ib_port_info_t *p_info;
	ib_smp_t in, out;

	cl_memclr(&in, sizeof(in));
	in.base_ver = 1;
	in.mgmt_class = IB_MCLASS_SUBN_LID;
	in.class_ver = 1;
	in.method = IB_MAD_METHOD_GET;
	in.attr_id = IB_MAD_ATTR_PORT_INFO;
	in.attr_mod = CL_HTON32(1);
	MUST(ib_local_mad(p_port->h_ca, 1, &in, &out));
	p_info = (const ib_port_info_t *)out.data;
	HOLDS(p_info->base_lid == p_port->lid);
	HOLDS(ib_port_info_get_port_state(p_info) == IB_LINK_ACTIVE);
	printf("LID %u is %s\n", cl_ntoh16(p_info->base_lid),
	       ib_get_port_state_str(ib_port_info_get_port_state(p_info)));
}

static void announce(const port_t *p_port, boolean_t is_manager)
{
	ib_port_attr_mod_t mod;

	cl_memclr(&mod, sizeof(mod));
	mod.cap.sm = is_manager;
	MUST(ib_modify_ca(p_port->h_ca, 1, IB_CA_MOD_IS_SM, &mod));
}

static ib_api_status_t AL_API on_pnp(IN ib_pnp_rec_t *p_rec)
{
	if (p_rec->pnp_event == IB_PNP_PORT_ACTIVE)
		cl_atomic_inc(&g.active);
	if (p_rec->pnp_event == IB_PNP_REG_COMPLETE)
		cl_event_signal(&g.changed);
	return IB_SUCCESS;
}

static void watch_ports(void)
{
	ib_pnp_handle_t h_pnp;
	ib_pnp_req_t req;

	cl_memclr(&req, sizeof(req));
	req.pnp_class = IB_PNP_PORT | IB_PNP_FLAG_REG_COMPLETE;
	req.pfn_pnp_cb = on_pnp;
	MUST(ib_reg_pnp(g.h_al, &req, &h_pnp));
	HOLDS(cl_event_wait_on(&g.changed, PATIENCE_US, TRUE) == CL_SUCCESS);
	HOLDS(READ(g.active) >= PORTS);
	MUST(ib_dereg_pnp(h_pnp, ib_sync_destroy));
}

static void exchange_mads(port_t *p_manager, port_t *p_other)
{
	uint8_t data[IB_SMP_DATA_SIZE];
	const ib_node_info_t *p_node = (const ib_node_info_t *)data;
	ib_wc_status_t status;

	HOLDS(ask_directed(&p_manager->smi, 0, IB_MAD_ATTR_NODE_INFO, data) == IB_WCS_SUCCESS);
	HOLDS(p_node->port_guid == p_manager->port_guid);
	printf("a %s\n", ib_get_node_type_str(p_node->node_type));
	HOLDS(ask_directed(&p_manager->smi, 1, IB_MAD_ATTR_NODE_INFO, data) == IB_WCS_SUCCESS);
	HOLDS(p_node->port_guid != p_manager->port_guid);
	status = ask_directed(&p_manager->smi, 9, IB_MAD_ATTR_NODE_INFO, data);
	printf("query of a nonexistent node: %s\n", ib_get_wc_status_str(status));
	HOLDS(status == IB_WCS_TIMEOUT_RETRY_ERR);
	HOLDS(ask_manager(&p_other->smi_lid, p_manager->lid, data) == IB_WCS_SUCCESS);
	HOLDS(data[0] == 0xa5 && READ(g.requests) == 1);
	send_trap(&p_other->smi_lid, p_manager->lid);
	HOLDS(cl_event_wait_on(&g.trapped, PATIENCE_US, TRUE) == CL_SUCCESS);
	HOLDS(READ(g.traps) == 1);
}

static void wait_outstanding(void)
{
	for (int i = 0; i < 60000 && READ(g.outstanding); i++)
		cl_thread_suspend(1);
	HOLDS(READ(g.outstanding) == 0);
	HOLDS(cl_is_qmap_empty(&g.waiting));
}

int main(void)
{
	ib_net64_t *p_guids;
	size_t count;

	cl_qmap_init(&g.waiting);
	cl_mutex_init(&g.lock);
	cl_event_init(&g.trapped, FALSE);
	cl_event_init(&g.changed, FALSE);
	MUST(ib_open_al(&g.h_al));
	watch_ports();
	p_guids = list_adapters(&count);
	for (int i = 0; i < PORTS; i++) {
		find_port(&g.ports[i], p_guids[i]);
		bind_class(&g.ports[i], &g.ports[i].smi, IB_MCLASS_SUBN_DIR, i == 0);
		g.ports[i].smi_lid = g.ports[i].smi;
		bind_class(&g.ports[i], &g.ports[i].smi_lid, IB_MCLASS_SUBN_LID, i == 0);
		bind_class(&g.ports[i], &g.ports[i].gsi, IB_MCLASS_SUBN_ADM, FALSE);
	}
	announce(&g.ports[0], TRUE);
	local_attributes(&g.ports[0]);
	exchange_mads(&g.ports[0], &g.ports[1]);
	wait_outstanding();
	announce(&g.ports[0], FALSE);
	for (int i = 0; i < PORTS; i++) {
		MUST(ib_close_ca(g.ports[i].h_ca, i ? ib_sync_destroy : NULL));
		cl_free(g.ports[i].p_attr);
	}
	MUST(ib_close_al(g.h_al));
	cl_free(p_guids);
	printf("binds, queries and traps work\n");
	return 0;
}
