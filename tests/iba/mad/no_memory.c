/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The n-th allocation of a call fails, for every n: the call returns IB_INSUFFICIENT_MEMORY, leaks
 * nothing, and succeeds when it is repeated. Only allocations of the calling thread fail. Linked
 * with --wrap.
 */
#include "kit.h"

#include <complib/cl_byteswap.h>

enum {
	MOST_ALLOCATIONS = 100,
};

static _Thread_local int until_failure = -1; /* allocations; negative: none fails */

static bool must_fail(void)
{
	return until_failure >= 0 && until_failure-- == 0;
}

void *__real_malloc(size_t bytes);
void *__real_calloc(size_t n, size_t bytes);
void *__real_realloc(void *p, size_t bytes);
void *__wrap_malloc(size_t bytes);
void *__wrap_calloc(size_t n, size_t bytes);
void *__wrap_realloc(void *p, size_t bytes);

void *__wrap_malloc(size_t bytes)
{
	return must_fail() ? NULL : __real_malloc(bytes);
}

void *__wrap_calloc(size_t n, size_t bytes)
{
	return must_fail() ? NULL : __real_calloc(n, bytes);
}

void *__wrap_realloc(void *p, size_t bytes)
{
	return must_fail() ? NULL : __real_realloc(p, bytes);
}

static struct kit kit;
static ib_pd_handle_t pd;
static ib_cq_handle_t cq;
static ib_qp_handle_t ud;
static ib_pool_handle_t pool;
static uint8_t memory[4096];

static void ignore_completion(ib_cq_handle_t h_cq, void *context)
{
	(void)h_cq;
	(void)context;
}

static ib_cq_create_t some_cq(void)
{
	return (ib_cq_create_t){.size = 10, .pfn_comp_cb = ignore_completion};
}

static ib_qp_create_t some_qp(void)
{
	return (ib_qp_create_t){.qp_type = IB_QPT_UNRELIABLE_DGRM,
				.sq_depth = 2,
				.rq_depth = 2,
				.sq_sge = 1,
				.rq_sge = 1,
				.h_sq_cq = cq,
				.h_rq_cq = cq};
}

static int open_kits(void **state)
{
	const ib_dgrm_info_t info = {.qkey = CL_HTON32(0x1234)};
	ib_dgrm_info_t begins = info;
	ib_cq_create_t create = some_cq();
	ib_qp_create_t create_qp;

	(void)state;
	kit_open(&kit, 0);
	begins.port_guid = kit.port_guid;
	assert_int_equal(ib_alloc_pd(kit.ca, IB_PDT_NORMAL, NULL, &pd), IB_SUCCESS);
	assert_int_equal(ib_create_cq(kit.ca, &create, NULL, NULL, &cq), IB_SUCCESS);
	create_qp = some_qp();
	assert_int_equal(ib_create_qp(pd, &create_qp, NULL, NULL, &ud), IB_SUCCESS);
	assert_int_equal(ib_init_dgrm_svc(ud, &begins), IB_SUCCESS);
	assert_int_equal(ib_create_mad_pool(kit.al, 1, 0, 1, &pool), IB_SUCCESS);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	kit_close(&kit);
	return 0;
}

/* ---- calls: each destroys what it has created ---- */

static ib_api_status_t open_al(void)
{
	ib_al_handle_t al;
	ib_api_status_t status = ib_open_al(&al);

	return status == IB_SUCCESS ? ib_close_al(al) : status;
}

static ib_api_status_t open_ca(void)
{
	ib_ca_handle_t ca;
	ib_api_status_t status = ib_open_ca(kit.al, kit.attr->ca_guid, NULL, NULL, &ca);

	return status == IB_SUCCESS ? ib_close_ca(ca, ib_sync_destroy) : status;
}

static ib_api_status_t alloc_pd(void)
{
	ib_pd_handle_t made;
	ib_api_status_t status = ib_alloc_pd(kit.ca, IB_PDT_NORMAL, NULL, &made);

	return status == IB_SUCCESS ? ib_dealloc_pd(made, ib_sync_destroy) : status;
}

static ib_api_status_t create_cq(void)
{
	ib_cq_create_t create = some_cq();
	ib_cq_handle_t made;
	ib_api_status_t status = ib_create_cq(kit.ca, &create, NULL, NULL, &made);

	return status == IB_SUCCESS ? ib_destroy_cq(made, ib_sync_destroy) : status;
}

static ib_api_status_t create_qp(void)
{
	ib_qp_create_t create = some_qp();
	ib_qp_handle_t made;
	ib_api_status_t status = ib_create_qp(pd, &create, NULL, NULL, &made);

	return status == IB_SUCCESS ? ib_destroy_qp(made, ib_sync_destroy) : status;
}

static ib_api_status_t create_srq(void)
{
	const ib_srq_attr_t attr = {.max_wr = 8, .max_sge = 1};
	ib_srq_handle_t made;
	ib_api_status_t status = ib_create_srq(pd, &attr, NULL, NULL, &made);

	return status == IB_SUCCESS ? ib_destroy_srq(made, ib_sync_destroy) : status;
}

static ib_api_status_t reg_mem(void)
{
	const ib_mr_create_t create = {
		.vaddr = memory, .length = sizeof(memory), .access_ctrl = IB_AC_LOCAL_WRITE};
	net32_t lkey, rkey;
	ib_mr_handle_t made;
	ib_api_status_t status = ib_reg_mem(pd, &create, &lkey, &rkey, &made);

	return status == IB_SUCCESS ? ib_dereg_mr(made) : status;
}

static ib_api_status_t create_mw(void)
{
	net32_t rkey;
	ib_mw_handle_t made;
	ib_api_status_t status = ib_create_mw(pd, &rkey, &made);

	return status == IB_SUCCESS ? ib_destroy_mw(made) : status;
}

static ib_api_status_t create_av(void)
{
	const ib_av_attr_t attr = {.port_num = 1, .dlid = kit.lid};
	ib_av_handle_t made;
	ib_api_status_t status = ib_create_av(pd, &attr, &made);

	return status == IB_SUCCESS ? ib_destroy_av(made) : status;
}

static ib_api_status_t get_spl_qp(void)
{
	const ib_qp_create_t create = {.qp_type = IB_QPT_QP1_ALIAS};
	ib_pool_key_t key;
	ib_qp_handle_t made;
	ib_api_status_t status = ib_get_spl_qp(kit.pd, kit.port_guid, &create, NULL, NULL, &key,
					       &made);

	return status == IB_SUCCESS ? ib_destroy_qp(made, ib_sync_destroy) : status;
}

static ib_api_status_t create_pool(void)
{
	ib_pool_handle_t made;
	ib_api_status_t status = ib_create_mad_pool(kit.al, 3, 0, 1, &made);

	return status == IB_SUCCESS ? ib_destroy_mad_pool(made) : status;
}

static ib_api_status_t register_pool(void)
{
	ib_pool_key_t key;
	ib_api_status_t status = ib_reg_mad_pool(pool, kit.pd, &key);

	return status == IB_SUCCESS ? ib_dereg_mad_pool(key) : status;
}

/* A datagram of several segments has a separate buffer. */
static ib_api_status_t get_mad(void)
{
	ib_mad_element_t *made;
	ib_api_status_t status = ib_get_mad(kit.key, 4000, &made);

	return status == IB_SUCCESS ? ib_put_mad(made) : status;
}

/* Destroying the alias ends the service. */
static ib_api_status_t register_service(void)
{
	static const uint8_t methods[] = {IB_MAD_METHOD_GET, 0};
	static struct kit_svc svc;
	const ib_qp_create_t create = {.qp_type = IB_QPT_QP1_ALIAS};
	ib_pool_key_t key;
	ib_qp_handle_t alias;
	ib_api_status_t status = ib_get_spl_qp(kit.pd, kit.port_guid, &create, NULL, NULL, &key,
					       &alias);

	if (status != IB_SUCCESS)
		return status;
	status = kit_try_serve(alias, &svc, KIT_VENDOR_CLASS, methods);
	assert_int_equal(ib_destroy_qp(alias, ib_sync_destroy), IB_SUCCESS);
	return status;
}

static void queried(ib_query_rec_t *rec)
{
	if (rec->p_result_mad)
		ib_put_mad(rec->p_result_mad);
}

static ib_api_status_t query_class_info(void)
{
	const ib_query_req_t req = {
		.query_type = IB_QUERY_CLASS_PORT_INFO,
		.port_guid = kit.port_guid,
		.timeout_ms = KIT_TIMEOUT_MS,
		.flags = IB_FLAGS_SYNC,
		.pfn_query_cb = queried,
	};

	return ib_query(kit.al, &req, NULL);
}

static void ignore_join(ib_mcast_rec_t *rec)
{
	if (rec->status == IB_SUCCESS)
		*(ib_mcast_handle_t *)(uintptr_t)rec->mcast_context = rec->h_mcast;
}

static ib_api_status_t join_group(void)
{
	ib_mcast_handle_t made = NULL;
	const ib_mcast_req_t req = {
		.create = TRUE,
		.member_rec = {.mgid = {.raw = {0xff, 0x15, [15] = 1}},
			       .qkey = CL_HTON32(0x1234),
			       .pkey = CL_HTON16(0xffff),
			       .scope_state = ib_member_set_scope_state(5, 1)},
		.mcast_context = &made,
		.pfn_mcast_cb = ignore_join,
		.timeout_ms = KIT_TIMEOUT_MS,
		.flags = IB_FLAGS_SYNC,
		.port_guid = kit.port_guid,
	};
	ib_api_status_t status = ib_join_mcast(ud, &req);

	return status == IB_SUCCESS ? ib_leave_mcast(made, ib_sync_destroy) : status;
}

static void store_handle(ib_reg_svc_rec_t *rec)
{
	if (rec->req_status == IB_SUCCESS)
		*(ib_reg_svc_handle_t *)(uintptr_t)rec->svc_context = rec->h_reg_svc;
}

static ib_api_status_t tell_service(void)
{
	ib_reg_svc_handle_t made = NULL;
	ib_reg_svc_req_t req = {
		.svc_rec = {.service_id = CL_HTON64(77),
			    .service_pkey = CL_HTON16(0xffff),
			    .service_lease = CL_HTON32(0xffffffff)},
		.port_guid = kit.port_guid,
		.timeout_ms = KIT_TIMEOUT_MS,
		.flags = IB_FLAGS_SYNC,
		.svc_context = &made,
		.pfn_reg_svc_cb = store_handle,
	};
	ib_api_status_t status;

	memcpy(req.svc_rec.service_name, "a service", sizeof("a service"));
	ib_gid_set_default(&req.svc_rec.service_gid, kit.port_guid);
	status = ib_reg_svc(kit.al, &req, &made);
	return status == IB_SUCCESS ? ib_dereg_svc(made, ib_sync_destroy) : status;
}

/* The first controller of a port creates its unit. */
static ib_api_status_t register_controller(void)
{
	const ib_ioc_profile_t profile = {.ioc_guid = 1};
	const ib_svc_entry_t entry = {.id = 1};
	ib_svc_handle_t svc;
	ib_ioc_handle_t made;
	ib_api_status_t status = ib_create_ioc(kit.ca, &profile, &made);

	if (status != IB_SUCCESS)
		return status;
	status = ib_add_svc_entry(made, &entry, &svc);
	if (status == IB_SUCCESS)
		status = ib_reg_ioc(made);
	assert_int_equal(ib_destroy_ioc(made), IB_SUCCESS);
	return status;
}

static ib_api_status_t ignore_event(ib_pnp_rec_t *rec)
{
	(void)rec;
	return IB_SUCCESS;
}

static ib_api_status_t register_pnp(void)
{
	const ib_pnp_req_t req = {IB_PNP_PORT, NULL, ignore_event};
	ib_pnp_handle_t made;
	ib_api_status_t status = ib_reg_pnp(kit.al, &req, &made);

	return status == IB_SUCCESS ? ib_dereg_pnp(made, ib_sync_destroy) : status;
}

static ib_api_status_t change_port(void)
{
	ib_port_attr_mod_t mod = {.cap = {.sm = TRUE}};
	ib_api_status_t status = ib_modify_ca(kit.ca, 1, IB_CA_MOD_IS_SM, &mod);

	mod.cap.sm = FALSE;
	return status == IB_SUCCESS ? ib_modify_ca(kit.ca, 1, IB_CA_MOD_IS_SM, &mod) : status;
}

static void ignore_request(ib_cm_req_rec_t *rec)
{
	(void)rec;
}

static ib_api_status_t listen_and_cancel(void)
{
	const ib_cm_listen_t listen = {.svc_id = CL_HTON64(0x1234),
				       .ca_guid = IB_ALL_CAS,
				       .port_guid = IB_ALL_PORTS,
				       .lid = IB_ALL_LIDS,
				       .pfn_cm_req_cb = ignore_request,
				       .qp_type = IB_QPT_RELIABLE_CONN};
	ib_listen_handle_t made;
	ib_api_status_t status = ib_cm_listen(kit.al, &listen, NULL, &made);

	return status == IB_SUCCESS ? ib_cm_cancel(made, ib_sync_destroy) : status;
}

static const struct {
	const char *name;
	ib_api_status_t (*call)(void);
	int least; /* minimum number of allocations */
} calls[] = {
	{"ib_open_al", open_al, 1},
	{"ib_open_ca", open_ca, 1},
	{"ib_alloc_pd", alloc_pd, 1},
	{"ib_create_cq", create_cq, 1},
	{"ib_create_qp", create_qp, 1},
	{"ib_create_srq", create_srq, 1},
	{"ib_reg_mem", reg_mem, 1},
	{"ib_create_mw", create_mw, 1},
	{"ib_create_av", create_av, 1},
	{"ib_get_spl_qp", get_spl_qp, 1},
	{"ib_create_mad_pool", create_pool, 3},
	{"ib_reg_mad_pool", register_pool, 1},
	{"ib_get_mad", get_mad, 1},
	{"ib_reg_mad_svc", register_service, 3},
	{"ib_query", query_class_info, 1},
	{"ib_join_mcast", join_group, 1},
	{"ib_reg_svc", tell_service, 1},
	{"ib_reg_ioc", register_controller, 3},
	{"ib_reg_pnp", register_pnp, 1},
	{"ib_modify_ca", change_port, 1},
	{"ib_cm_listen", listen_and_cancel, 1},
};

static void each_allocation_fails(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++) {
		int n = 0;

		assert_int_equal(calls[i].call(), IB_SUCCESS);
		for (; n < MOST_ALLOCATIONS; n++) {
			ib_api_status_t status;
			bool failed;

			until_failure = n;
			status = calls[i].call();
			failed = until_failure < 0;
			until_failure = -1;
			if (!failed)
				break;
			if (status != IB_INSUFFICIENT_MEMORY)
				fail_msg("%s, allocation %d: %s", calls[i].name, n,
					 ib_get_err_str(status));
		}
		if (n < calls[i].least)
			fail_msg("%s allocates only %d times", calls[i].name, n);
		assert_int_equal(calls[i].call(), IB_SUCCESS);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(each_allocation_fails)};

	return cmocka_run_group_tests(tests, open_kits, tear_down);
}
