/* SPDX-License-Identifier: BSD-2-Clause */
/* Cases of the suite: management datagrams on the program's own queue pairs and on aliases. */
#include "suite.h"

enum {
	MADS = 20,
	TEST_CLASS = 0x56,
	ALIAS_CLASS = 0x0f,
	TEST_METHOD = 0x05,
	ASKING = 0x01
};

#define MAD_QKEY CL_HTON32(0x66666666)

typedef struct _end {
	bed_t *p_bed;
	ib_qp_handle_t h_qp;
	ib_mad_svc_handle_t h_svc;
	atomic32_t sent, received, asked;
} end_t;

static void AL_API on_sent(IN ib_mad_svc_handle_t h_svc, IN void *mad_svc_context,
			   IN ib_mad_element_t *p_list)
{
	end_t *p_end = (end_t *)mad_svc_context;

	HOLDS(h_svc == p_end->h_svc);
	while (p_list) {
		ib_mad_element_t *p_next = p_list->p_next;

		if (p_list->status != IB_WCS_SUCCESS)
			printf("  %s\n", ib_get_wc_status_str(p_list->status));
		HOLDS(p_list->status == IB_WCS_SUCCESS);
		p_list->p_next = NULL;
		MUST(ib_put_mad(p_list));
		cl_atomic_inc(&p_end->sent);
		p_list = p_next;
	}
}

/* Requests are returned as their responses; the layer has stored the sender's address in the
 * element. */
static void AL_API on_received(IN ib_mad_svc_handle_t h_svc, IN void *mad_svc_context,
			       IN ib_mad_element_t *p_element)
{
	end_t *p_end = (end_t *)mad_svc_context;
	ib_mad_t *p_mad = (ib_mad_t *)ib_get_mad_buf(p_element);

	cl_atomic_inc(&p_end->received);
	if (p_mad->method == ASKING) {
		cl_atomic_inc(&p_end->asked);
		p_mad->method |= IB_MAD_METHOD_RESP_MASK;
		p_element->resp_expected = FALSE;
		p_element->h_av = NULL;
		MUST(ib_send_mad(h_svc, p_element, NULL));
		return;
	}
	if (ib_mad_is_response(p_mad))
		HOLDS(p_element->send_context1 == p_end);
	MUST(ib_put_mad(p_element));
}

static ib_api_status_t serve(end_t *p_end, uint8_t mgmt_class, boolean_t unsolicited)
{
	ib_mad_svc_t svc;

	cl_memclr(&svc, sizeof(svc));
	svc.mad_svc_context = p_end;
	svc.pfn_mad_send_cb = on_sent;
	svc.pfn_mad_recv_cb = on_received;
	svc.support_unsol = unsolicited;
	svc.mgmt_class = mgmt_class;
	svc.mgmt_version = 1;
	svc.method_array[TEST_METHOD] = TRUE;
	svc.method_array[ASKING] = TRUE;
	return ib_reg_mad_svc(p_end->h_qp, &svc, &p_end->h_svc);
}

static ib_mad_element_t *message(bed_t *p_bed, ib_pool_key_t key, uint8_t mgmt_class,
				 uint8_t method)
{
	ib_mad_element_t *p_element = NULL;
	ib_mad_t *p_mad;

	MUST(ib_get_mad(key, 256, &p_element));
	p_mad = (ib_mad_t *)ib_get_mad_buf(p_element);
	p_mad->base_ver = 1;
	p_mad->mgmt_class = mgmt_class;
	p_mad->class_ver = 1;
	p_mad->method = method;
	p_mad->trans_id = CL_HTON64(0x666);
	UNUSED_PARAM(p_bed);
	p_element->send_opt = IB_SEND_OPT_SIGNALED;
	p_element->timeout_ms = 1000;
	p_element->retry_cnt = 3;
	return p_element;
}

/* Send a list of messages, then a request. */
static void exchange_mads(end_t ends[2], ib_pool_key_t key, uint8_t mgmt_class, ib_net32_t peer,
			  ib_net32_t qkey)
{
	bed_t *p_bed = ends[0].p_bed;
	const ib_av_attr_t attr = bed_av(p_bed, 0);
	ib_mad_element_t *p_list = NULL, *p_failed, *p_asking;
	ib_av_handle_t h_av;

	MUST(ib_create_av(p_bed->h_pd, &attr, &h_av));
	p_asking = message(p_bed, key, mgmt_class, ASKING);
	p_asking->resp_expected = TRUE;
	p_asking->context1 = &ends[0];
	for (int i = 0; i < MADS; i++) {
		ib_mad_element_t *p_element = message(p_bed, key, mgmt_class, TEST_METHOD);

		p_element->p_next = p_list;
		p_list = p_element;
	}
	for (ib_mad_element_t *p = p_asking; p; p = p == p_asking ? p_list : p->p_next) {
		p->h_av = h_av;
		p->remote_qp = peer;
		p->remote_qkey = qkey;
	}
	MUST(ib_send_mad(ends[0].h_svc, p_list, &p_failed));
	bed_await(&ends[0].sent, MADS);
	bed_await(&ends[1].received, MADS);
	MUST(ib_send_mad(ends[0].h_svc, p_asking, &p_failed));
	bed_await(&ends[0].received, 1);
	bed_await(&ends[0].sent, MADS + 1);
	bed_await(&ends[1].sent, 1);
	HOLDS(READ(ends[1].asked) == 1);
	MUST(ib_destroy_av(h_av));
}

static ib_qp_handle_t make_alias(bed_t *p_bed, ib_pd_handle_t h_pd, ib_pool_key_t *p_key)
{
	ib_qp_create_t create;
	ib_qp_handle_t h_qp;

	cl_memclr(&create, sizeof(create));
	create.qp_type = IB_QPT_QP1_ALIAS;
	create.sq_depth = create.rq_depth = 1;
	create.sq_sge = create.rq_sge = 1;
	create.sq_signaled = TRUE;
	MUST(ib_get_spl_qp(h_pd, p_bed->p_attr->p_port_attr[0].port_guid, &create, p_bed,
			   on_cq_event, p_key, &h_qp));
	return h_qp;
}

void mads_on_queue_pairs(void)
{
	ib_qp_create_t create;
	ib_dgrm_info_t info;
	ib_pd_handle_t h_alias_pd;
	ib_pool_key_t key;
	ib_qp_attr_t attr;
	ib_qp_handle_t h_alias;
	end_t ends[2];
	bed_t bed;

	bed_open(&bed);
	MUST(ib_alloc_pd(bed.h_ca, IB_PDT_ALIAS, &bed, &h_alias_pd));
	h_alias = make_alias(&bed, h_alias_pd, &key);
	cl_memclr(&create, sizeof(create));
	create.qp_type = IB_QPT_MAD;
	create.sq_depth = create.rq_depth = MADS * 2;
	create.sq_sge = create.rq_sge = 1;
	create.sq_signaled = TRUE;
	info.port_guid = bed.p_attr->p_port_attr[0].port_guid;
	info.qkey = MAD_QKEY;
	info.pkey_index = 0;
	cl_memclr(ends, sizeof(ends));
	for (int i = 0; i < 2; i++) {
		ends[i].p_bed = &bed;
		MUST(ib_create_qp(bed.h_pd, &create, &bed, on_cq_event, &ends[i].h_qp));
		MUST(ib_init_dgrm_svc(ends[i].h_qp, &info));
		MUST(serve(&ends[i], TEST_CLASS, i == 1));
	}
	MUST(ib_query_qp(ends[1].h_qp, &attr));
	HOLDS(attr.state == IB_QPS_RTS);
	exchange_mads(ends, key, TEST_CLASS, attr.num, MAD_QKEY);
	for (int i = 0; i < 2; i++)
		MUST(ib_destroy_qp(ends[i].h_qp, ib_sync_destroy));
	MUST(ib_destroy_qp(h_alias, NULL));
	MUST(ib_dealloc_pd(h_alias_pd, ib_sync_destroy));
	bed_close(&bed);
}

void mads_on_aliases(void)
{
	ib_pd_handle_t h_alias_pd;
	ib_pool_key_t key[2];
	end_t ends[2], second;
	bed_t bed;

	bed_open(&bed);
	MUST(ib_alloc_pd(bed.h_ca, IB_PDT_ALIAS, &bed, &h_alias_pd));
	cl_memclr(ends, sizeof(ends));
	for (int i = 0; i < 2; i++) {
		ends[i].p_bed = &bed;
		ends[i].h_qp = make_alias(&bed, h_alias_pd, &key[i]);
		MUST(serve(&ends[i], ALIAS_CLASS, i == 1));
	}
	second = ends[1];
	HOLDS(serve(&second, ALIAS_CLASS, TRUE) == IB_INSUFFICIENT_MEMORY);
	exchange_mads(ends, key[0], ALIAS_CLASS, IB_QP1, IB_QP1_WELL_KNOWN_Q_KEY);
	for (int i = 0; i < 2; i++)
		MUST(ib_destroy_qp(ends[i].h_qp, ib_sync_destroy));
	MUST(ib_dealloc_pd(h_alias_pd, ib_sync_destroy));
	bed_close(&bed);
}
