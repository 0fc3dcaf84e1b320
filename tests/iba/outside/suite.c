/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A test suite like those that came with other implementations: each case opens an instance, calls
 * the functions of one family with valid and invalid arguments, and closes everything in an order
 * of its own. Usage: suite [CASE]
 */
#include "common.h"

#include "suite.h"

/* --- the instance and adapters -------------------------------------------------------------- */

static void open_close_al(void)
{
	ib_al_handle_t h_al[8];

	for (int i = 0; i < 8; i++)
		MUST(ib_open_al(&h_al[i]));
	for (int i = 0; i < 8; i++)
		MUST(ib_close_al(h_al[i]));
	HOLDS(ib_close_al(h_al[0]) == IB_INVALID_AL_HANDLE);
	HOLDS(ib_close_al(NULL) == IB_INVALID_AL_HANDLE);
	HOLDS(ib_open_al(NULL) == IB_INVALID_PARAMETER);
}

static void open_close_ca(void)
{
	bed_t bed;
	ib_ca_handle_t h_ca;

	bed_open(&bed);
	HOLDS(ib_open_ca(bed.h_al, bed.guids[0], on_ca_event, &bed, NULL) == IB_INVALID_PARAMETER);
	HOLDS(ib_open_ca(bed.h_al, 0, on_ca_event, &bed, &h_ca) == IB_INVALID_GUID);
	for (int i = 0; i < 4; i++) {
		MUST(ib_open_ca(bed.h_al, bed.guids[0], on_ca_event, &bed, &h_ca));
		MUST(ib_close_ca(h_ca, i % 2 ? on_destroyed : ib_sync_destroy));
		if (i % 2)
			wait_destroyed(1);
		HOLDS(ib_close_ca(h_ca, NULL) == IB_INVALID_CA_HANDLE);
	}
	bed_close(&bed);
}

static void query_ca(void)
{
	bed_t bed;
	uint32_t size = 0, small;
	ib_ca_attr_t *p_attr;

	bed_open(&bed);
	HOLDS(ib_query_ca(bed.h_ca, NULL, NULL) == IB_INVALID_PARAMETER);
	HOLDS(ib_query_ca(bed.h_ca, NULL, &size) == IB_INSUFFICIENT_MEMORY);
	HOLDS(size > sizeof(*p_attr));
	p_attr = (ib_ca_attr_t *)cl_zalloc(size);
	small = size - 1;
	HOLDS(ib_query_ca(bed.h_ca, p_attr, &small) == IB_INSUFFICIENT_MEMORY && small == size);
	MUST(ib_query_ca(bed.h_ca, p_attr, &size));
	HOLDS(p_attr->ca_guid == bed.guids[0] && p_attr->num_ports >= 1);
	printf("  CA 0x%" PRIx64 ", vendor 0x%x, %u ports, first in state %s\n",
	       cl_ntoh64(p_attr->ca_guid), p_attr->vend_id, p_attr->num_ports,
	       ib_get_port_state_str(p_attr->p_port_attr[0].link_state));
	cl_free(p_attr);
	bed_close(&bed);
}

static void modify_ca(void)
{
	ib_port_attr_mod_t mod;
	bed_t bed;

	bed_open(&bed);
	cl_memclr(&mod, sizeof(mod));
	MUST(ib_modify_ca(bed.h_ca, 1, IB_CA_MOD_QKEY_CTR, &mod));
	MUST(ib_modify_ca(bed.h_ca, 1, IB_CA_MOD_PKEY_CTR, &mod));
	HOLDS(ib_modify_ca(bed.h_ca, 99, IB_CA_MOD_QKEY_CTR, &mod) == IB_INVALID_PORT);
	HOLDS(ib_modify_ca(bed.h_ca, 1, IB_CA_MOD_QKEY_CTR, NULL) == IB_INVALID_PARAMETER);
	bed_close(&bed);
}

/* --- domains, vectors, queues --------------------------------------------------------------- */

static void domains(void)
{
	ib_pd_handle_t h_pd, h_alias;
	bed_t bed;

	bed_open(&bed);
	MUST(ib_alloc_pd(bed.h_ca, IB_PDT_NORMAL, &bed, &h_pd));
	MUST(ib_alloc_pd(bed.h_ca, IB_PDT_ALIAS, &bed, &h_alias));
	HOLDS(ib_alloc_pd(NULL, IB_PDT_NORMAL, &bed, &h_pd) == IB_INVALID_CA_HANDLE);
	HOLDS(ib_alloc_pd(bed.h_ca, IB_PDT_NORMAL, &bed, NULL) == IB_INVALID_PARAMETER);
	MUST(ib_dealloc_pd(h_alias, NULL));
	MUST(ib_dealloc_pd(h_pd, on_destroyed));
	wait_destroyed(1);
	HOLDS(ib_dealloc_pd(h_pd, NULL) == IB_INVALID_PD_HANDLE);
	bed_close(&bed);
}

static void vectors(void)
{
	ib_av_attr_t attr, back;
	ib_av_handle_t h_av;
	ib_pd_handle_t h_pd;
	bed_t bed;

	bed_open(&bed);
	attr = bed_av(&bed, 0);
	MUST(ib_create_av(bed.h_pd, &attr, &h_av));
	MUST(ib_query_av(h_av, &back, &h_pd));
	HOLDS(h_pd == bed.h_pd && back.dlid == attr.dlid && back.port_num == attr.port_num);
	attr.sl = 1;
	MUST(ib_modify_av(h_av, &attr));
	MUST(ib_query_av(h_av, &back, &h_pd));
	HOLDS(back.sl == 1);
	attr.port_num = 77;
	HOLDS(ib_modify_av(h_av, &attr) == IB_INVALID_PORT);
	MUST(ib_destroy_av(h_av));
	HOLDS(ib_destroy_av(h_av) == IB_INVALID_AV_HANDLE);
	bed_close(&bed);
}

static void completion_queues(void)
{
	ib_cq_create_t create;
	ib_cq_handle_t h_cq;
	uint32_t size;
	bed_t bed;

	bed_open(&bed);
	cl_memclr(&create, sizeof(create));
	create.size = 0x10;
	create.pfn_comp_cb = on_completion;
	HOLDS(ib_create_cq(NULL, &create, &bed, on_cq_event, &h_cq) == IB_INVALID_CA_HANDLE);
	MUST(ib_create_cq(bed.h_ca, &create, &bed, on_cq_event, &h_cq));
	MUST(ib_query_cq(h_cq, &size));
	HOLDS(size == create.size && size >= 0x10);
	size = 0x20;
	MUST(ib_modify_cq(h_cq, &size));
	HOLDS(size >= 0x20);
	MUST(ib_destroy_cq(h_cq, on_destroyed));
	wait_destroyed(1);
	create.pfn_comp_cb = NULL;
	HOLDS(ib_create_cq(bed.h_ca, &create, &bed, NULL, &h_cq) == IB_INVALID_SETTING);
	bed_close(&bed);
}

static void queue_pairs(void)
{
	static const ib_qp_type_t types[] = {IB_QPT_RELIABLE_CONN, IB_QPT_UNRELIABLE_CONN,
					     IB_QPT_UNRELIABLE_DGRM};
	ib_qp_handle_t h_qp;
	ib_qp_attr_t attr;
	ib_qp_mod_t mod;
	bed_t bed;

	bed_open(&bed);
	for (int i = 0; i < 3; i++) {
		h_qp = bed_qp(&bed, types[i]);
		MUST(ib_query_qp(h_qp, &attr));
		HOLDS(attr.state == IB_QPS_RESET && attr.qp_type == types[i]);
		HOLDS(attr.h_pd == bed.h_pd && attr.h_sq_cq == bed.h_cq);
		printf("  %s 0x%x\n", ib_get_qp_type_str((uint8_t)attr.qp_type),
		       cl_ntoh32(attr.num));
		cl_memclr(&mod, sizeof(mod));
		mod.req_state = IB_QPS_RTS;
		HOLDS(ib_modify_qp(h_qp, &mod) != IB_SUCCESS);
		HOLDS(ib_destroy_cq(bed.h_cq, NULL) == IB_RESOURCE_BUSY);
		MUST(ib_destroy_qp(h_qp, i ? on_destroyed : ib_sync_destroy));
		wait_destroyed(i ? 1 : 0);
		HOLDS(ib_query_qp(h_qp, &attr) == IB_INVALID_QP_HANDLE);
	}
	bed_close(&bed);
}

/* --- memory --------------------------------------------------------------------------------- */

static void physical_region(ib_pd_handle_t h_pd, ib_mr_handle_t h_mr)
{
	ib_mr_handle_t h_phys;
	ib_phys_create_t phys;
	ib_phys_range_t range;
	net32_t lkey, rkey;
	uint64_t vaddr = 0;

	cl_memclr(&phys, sizeof(phys));
	range.base_addr = 0;
	range.size = 4096;
	phys.length = 4096;
	phys.num_ranges = 1;
	phys.range_array = &range;
	phys.hca_page_size = 4096;
	phys.access_ctrl = IB_AC_LOCAL_WRITE;
	HOLDS(ib_reg_phys(h_pd, &phys, &vaddr, &lkey, &rkey, &h_phys) == IB_UNSUPPORTED);
	HOLDS(ib_rereg_phys(h_mr, IB_MR_MOD_ADDR, &phys, &vaddr, &lkey, &rkey, NULL) ==
	      IB_UNSUPPORTED);
}

/* The shared region remains valid after the original has been deregistered. */
static void shared_region(const bed_t *p_bed, ib_mr_handle_t h_mr)
{
	uint64_t vaddr = (uintptr_t)p_bed->memory;
	ib_mr_handle_t h_shared;
	net32_t lkey, rkey;

	MUST(ib_reg_shared(h_mr, p_bed->h_pd, IB_AC_LOCAL_WRITE, &vaddr, &lkey, &rkey, &h_shared));
	MUST(ib_dereg_mr(h_mr));
	MUST(ib_dereg_mr(h_shared));
}

static void regions(void)
{
	ib_mr_handle_t h_mr;
	ib_mr_create_t create;
	ib_mr_attr_t attr;
	net32_t lkey, rkey;
	bed_t bed;

	bed_open(&bed);
	create.vaddr = bed.memory;
	create.length = BED_BYTES;
	create.access_ctrl = IB_AC_LOCAL_WRITE | IB_AC_RDMA_READ | IB_AC_RDMA_WRITE;
	MUST(ib_reg_mem(bed.h_pd, &create, &lkey, &rkey, &h_mr));
	MUST(ib_query_mr(h_mr, &attr));
	HOLDS(attr.h_pd == bed.h_pd && attr.lkey == lkey && attr.rkey == rkey);
	HOLDS(attr.local_lb == (uintptr_t)bed.memory);
	shared_region(&bed, h_mr);
	MUST(ib_reg_mem(bed.h_pd, &create, &lkey, &rkey, &h_mr));
	create.length = BED_BYTES / 2;
	MUST(ib_rereg_mem(h_mr, IB_MR_MOD_ADDR, &create, &lkey, &rkey, NULL));
	MUST(ib_query_mr(h_mr, &attr));
	HOLDS(attr.local_ub - attr.local_lb <= BED_BYTES / 2);
	physical_region(bed.h_pd, h_mr);
	MUST(ib_dereg_mr(h_mr));
	HOLDS(ib_dereg_mr(h_mr) == IB_INVALID_MR_HANDLE);
	bed_close(&bed);
}

static void windows(void)
{
	ib_mw_handle_t h_mw;
	ib_pd_handle_t h_pd;
	net32_t rkey, back;
	bed_t bed;

	bed_open(&bed);
	MUST(ib_create_mw(bed.h_pd, &rkey, &h_mw));
	MUST(ib_query_mw(h_mw, &h_pd, &back));
	HOLDS(h_pd == bed.h_pd && back == rkey);
	MUST(ib_destroy_mw(h_mw));
	HOLDS(ib_query_mw(h_mw, &h_pd, &back) == IB_INVALID_MW_HANDLE);
	bed_close(&bed);
}

/* --- messages ------------------------------------------------------------------------------- */

static void multisend(ib_qp_type_t type)
{
	ib_qp_handle_t h_qp[2];
	bed_t bed;

	bed_open(&bed);
	for (int i = 0; i < 2; i++)
		h_qp[i] = bed_qp(&bed, type);
	if (type == IB_QPT_UNRELIABLE_DGRM)
		bed_datagrams(&bed, h_qp);
	else
		bed_connect(&bed, h_qp);
	bed_exchange(&bed, h_qp, type);
	for (int i = 0; i < 2; i++)
		MUST(ib_destroy_qp(h_qp[i], NULL));
	bed_close(&bed);
}

static void multisend_rc(void)
{
	multisend(IB_QPT_RELIABLE_CONN);
}

static void multisend_uc(void)
{
	multisend(IB_QPT_UNRELIABLE_CONN);
}

static void multisend_ud(void)
{
	multisend(IB_QPT_UNRELIABLE_DGRM);
}

/* --- plug and play, queries, services ------------------------------------------------------- */

static void plug_and_play(void)
{
	static const ib_pnp_class_t classes[] = {IB_PNP_CA, IB_PNP_PORT,
						 IB_PNP_CA | IB_PNP_FLAG_REG_SYNC,
						 IB_PNP_PORT | IB_PNP_FLAG_REG_COMPLETE};
	ib_pnp_handle_t h_pnp;
	ib_pnp_req_t req;
	bed_t bed;

	bed_open(&bed);
	for (int i = 0; i < 4; i++) {
		cl_memclr(&req, sizeof(req));
		req.pnp_class = classes[i];
		req.pnp_context = &bed;
		req.pfn_pnp_cb = on_pnp;
		bed.pnp_events = 0;
		MUST(ib_reg_pnp(bed.h_al, &req, &h_pnp));
		bed_await(&bed.pnp_events, classes[i] & IB_PNP_FLAG_REG_COMPLETE ? 3 : 2);
		MUST(ib_dereg_pnp(h_pnp, i % 2 ? on_destroyed : ib_sync_destroy));
		wait_destroyed(i % 2);
	}
	HOLDS(ib_dereg_pnp(h_pnp, NULL) == IB_INVALID_HANDLE);
	req.pfn_pnp_cb = NULL;
	HOLDS(ib_reg_pnp(bed.h_al, &req, &h_pnp) == IB_INVALID_PARAMETER);
	bed_close(&bed);
}

static void queries(void)
{
	ib_user_query_t user;
	ib_node_record_t record;
	ib_gid_pair_t gids;
	ib_lid_pair_t lids;
	bed_t bed;

	bed_open(&bed);
	cl_memclr(&record, sizeof(record));
	cl_memclr(&user, sizeof(user));
	user.method = IB_MAD_METHOD_GETTABLE;
	user.attr_id = IB_MAD_ATTR_NODE_RECORD;
	user.attr_size = sizeof(record);
	user.p_attr = &record;
	HOLDS(bed_query(&bed, IB_QUERY_USER_DEFINED, &user) >= 2);
	HOLDS(bed_query(&bed, IB_QUERY_ALL_SVC_RECS, NULL) == 0);
	HOLDS(bed_query(&bed, IB_QUERY_NODE_REC_BY_NODE_GUID, &bed.p_attr->ca_guid) >= 1);
	HOLDS(bed_query(&bed, IB_QUERY_PORT_REC_BY_LID, &bed.p_attr->p_port_attr[0].lid) >= 1);
	HOLDS(bed_query(&bed, IB_QUERY_CLASS_PORT_INFO, NULL) == 1);
	ib_gid_set_default(&gids.src_gid, bed.p_attr->p_port_attr[0].port_guid);
	gids.dest_gid = gids.src_gid;
	HOLDS(bed_query(&bed, IB_QUERY_PATH_REC_BY_GIDS, &gids) >= 1);
	lids.src_lid = lids.dest_lid = bed.p_attr->p_port_attr[0].lid;
	HOLDS(bed_query(&bed, IB_QUERY_PATH_REC_BY_LIDS, &lids) == 1);
	bed_close(&bed);
}

static void services(void)
{
	ib_reg_svc_handle_t h_svc;
	ib_reg_svc_req_t req;
	bed_t bed;

	bed_open(&bed);
	cl_memclr(&req, sizeof(req));
	req.svc_rec.service_id = CL_HTON64(0x52413);
	ib_gid_set_default(&req.svc_rec.service_gid, bed.p_attr->p_port_attr[0].port_guid);
	req.svc_rec.service_pkey = CL_HTON16(0xffff);
	req.svc_rec.service_lease = CL_HTON32(0xffffffff);
	snprintf((char *)req.svc_rec.service_name, sizeof(req.svc_rec.service_name), "%s",
		 "a suite of cases");
	req.port_guid = bed.p_attr->p_port_attr[0].port_guid;
	req.timeout_ms = 1000;
	req.retry_cnt = 3;
	req.svc_context = &bed;
	req.pfn_reg_svc_cb = on_service;
	bed.services = 0;
	MUST(ib_reg_svc(bed.h_al, &req, &h_svc));
	bed_await(&bed.services, 1);
	HOLDS(bed_query(&bed, IB_QUERY_SVC_REC_BY_ID, &req.svc_rec.service_id) == 1);
	HOLDS(bed_query(&bed, IB_QUERY_SVC_REC_BY_NAME, req.svc_rec.service_name) == 1);
	MUST(ib_dereg_svc(h_svc, ib_sync_destroy));
	for (int i = 0; i < 1000 && bed_query(&bed, IB_QUERY_ALL_SVC_RECS, NULL); i++)
		cl_thread_suspend(1);
	HOLDS(bed_query(&bed, IB_QUERY_ALL_SVC_RECS, NULL) == 0);
	bed_close(&bed);
}

int main(int argc, char *argv[])
{
	static const struct {
		const char *name;
		void (*run)(void);
	} cases[] = {
		{"OpenCloseAl", open_close_al},
		{"OpenCloseCa", open_close_ca},
		{"QueryCa", query_ca},
		{"ModifyCa", modify_ca},
		{"Pd", domains},
		{"Av", vectors},
		{"Cq", completion_queues},
		{"Qp", queue_pairs},
		{"Mr", regions},
		{"Mw", windows},
		{"MultisendRc", multisend_rc},
		{"MultisendUc", multisend_uc},
		{"MultisendUd", multisend_ud},
		{"Pnp", plug_and_play},
		{"Query", queries},
		{"Service", services},
		{"MadQp", mads_on_queue_pairs},
		{"MadAlias", mads_on_aliases},
		{"Cm", connections},
		{"CmRefused", refused_connections},
		{"CmHandoff", handed_over},
	};
	int count = 0;

	cl_event_init(&destroyed, FALSE);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		if (argc > 1 && strcasecmp(argv[1], cases[i].name) != 0)
			continue;
		printf("%s\n", cases[i].name);
		fflush(stdout);
		cases[i].run();
		count++;
	}
	printf("%d cases passed\n", count);
	return count == 0;
}
