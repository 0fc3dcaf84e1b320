/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Threads that call all functions with each other's handles: valid ones, closed ones, those of
 * other kinds, and random values. They close objects that other threads use; callbacks call
 * functions, close their own object, or open others. Nothing may crash or hang, every call must
 * return one of its documented statuses, and each requested callback must come exactly once. Usage:
 * attack [SEED]
 */
#include "kit.h"

#include <complib/cl_byteswap.h>
#include <complib/cl_thread.h>
#include <unistd.h>

enum {
	THREADS = 3,
	STEPS = 700,
	PER_KIND = 4,
	SECONDS = 200,
	BYTES = 4096
};

#define SERVICE CL_HTON64(UINT64_C(0x77660000))

enum kind {
	CA,
	PD,
	CQ,
	QP,
	SRQ,
	AV,
	MR,
	MW,
	POOL,
	KEY,
	SVC,
	PNP,
	LISTEN,
	QUERY,
	KINDS
};

static struct {
	ib_al_handle_t al;
	ib_net64_t ca_guid, port_guid;
	ib_net16_t lid;
	void *handles[KINDS][PER_KIND]; /* accessed atomically */
	unsigned int asked;             /* destroy callbacks that were requested; atomic */
	unsigned int called;
	unsigned int successes;
	unsigned int seed;
} g;

/* --- numbers and handles -------------------------------------------------------------------- */

static __thread unsigned int state;

static unsigned int random_below(unsigned int end)
{
	state = state * 1103515245 + 12345;
	return (state >> 8) % end;
}

static void *read_handle(enum kind kind)
{
	return __atomic_load_n(&g.handles[kind][random_below(PER_KIND)], __ATOMIC_RELAXED);
}

/* Returns a handle of any kind, NULL, or an invalid value. */
static void *any_handle(void)
{
	void *handle = read_handle((enum kind)random_below(KINDS));

	switch (random_below(8)) {
	case 0:
		return NULL;
	case 1:
		return (void *)(uintptr_t)state;
	case 2:
		return (void *)((uintptr_t)handle + 1);
	default:
		return handle;
	}
}

/* Returns a handle that is mostly of this kind, and often closed. */
static void *handle_of(enum kind kind)
{
	return random_below(8) ? read_handle(kind) : any_handle();
}

/* The slot's previous handle may still be in use by other threads; if not, closing its parent
 * closes it. */
static void keep_handle(enum kind kind, void *handle)
{
	__atomic_store_n(&g.handles[kind][random_below(PER_KIND)], handle, __ATOMIC_RELAXED);
}

/* --- callbacks ------------------------------------------------------------------------------ */

static void count_destroyed(void *context)
{
	uint32_t size = 0;

	(void)context;
	/* the instance is still open */
	assert_int_equal(ib_query_ca_by_guid(g.al, g.ca_guid, NULL, &size), IB_INSUFFICIENT_MEMORY);
	__atomic_add_fetch(&g.called, 1, __ATOMIC_RELEASE);
}

static ib_pfn_destroy_cb_t some_callback(void)
{
	switch (random_below(3)) {
	case 0:
		return NULL;
	case 1:
		return ib_sync_destroy;
	default:
		return count_destroyed;
	}
}

/* Counts destroy callbacks that successful calls have requested: each of them must come. */
static ib_api_status_t count_requested(ib_api_status_t status, ib_pfn_destroy_cb_t callback)
{
	if (status == IB_SUCCESS && callback == count_destroyed)
		__atomic_add_fetch(&g.asked, 1, __ATOMIC_RELEASE);
	return status;
}

static void on_completion(ib_cq_handle_t cq, void *context)
{
	(void)context;
	ib_rearm_cq(cq, FALSE);
	ib_destroy_cq(cq, NULL); /* its own queue; fails sometimes because it is busy */
}

static void ignore_event(ib_async_event_rec_t *rec)
{
	(void)rec;
}

static void mad_called(ib_mad_svc_handle_t svc, void *context, ib_mad_element_t *mad)
{
	(void)svc;
	(void)context;
	ib_put_mad(mad);
}

static ib_api_status_t pnp_called(ib_pnp_rec_t *rec)
{
	ib_ca_handle_t ca;

	if (ib_open_ca(g.al, g.ca_guid, NULL, NULL, &ca) == IB_SUCCESS)
		ib_close_ca(ca, NULL);
	ib_dereg_pnp(rec->h_pnp, rec->pnp_event & IB_PNP_CA ? NULL : ib_sync_destroy);
	return rec->pnp_event & 1 ? IB_SUCCESS : IB_ERROR;
}

static void queried(ib_query_rec_t *rec)
{
	if (rec->p_result_mad)
		ib_put_mad(rec->p_result_mad);
}

static void requested(ib_cm_req_rec_t *rec)
{
	ib_cm_rej_t rej = {.rej_status = IB_REJ_USER_DEFINED};
	ib_cm_mra_t mra = {.svc_timeout = 1};

	ib_cm_mra(rec->h_cm_req, &mra);
	ib_cm_cancel(rec->h_cm_listen, NULL); /* its own listener */
	ib_cm_rej(rec->h_cm_req, &rej);
	assert_int_not_equal(ib_cm_rej(rec->h_cm_req, &rej), IB_SUCCESS);
}

static void replied(ib_cm_rep_rec_t *rec)
{
	(void)rec;
}

static void rejected(ib_cm_rej_rec_t *rec)
{
	ib_destroy_qp(rec->h_qp, NULL); /* its own queue pair */
}

/* --- calls ---------------------------------------------------------------------------------- */

static uint8_t memory[BYTES];

static ib_api_status_t open_objects(void **made, enum kind *kind)
{
	ib_cq_create_t cq = {.size = 4, .pfn_comp_cb = on_completion};
	ib_pnp_req_t pnp = {.pnp_class = random_below(2) ? IB_PNP_CA : IB_PNP_PORT,
			    .pfn_pnp_cb = pnp_called};
	ib_cm_listen_t listen = {.svc_id = SERVICE,
				 .port_guid = g.port_guid,
				 .qp_type = IB_QPT_RELIABLE_CONN,
				 .pfn_cm_req_cb = requested};
	static const ib_pd_type_t types[] = {IB_PDT_NORMAL, IB_PDT_ALIAS, IB_PDT_UD};
	ib_al_handle_t al = random_below(4) ? g.al : any_handle();

	switch (random_below(7)) {
	case 0:
	case 1:
		*kind = CA;
		return ib_open_ca(al, g.ca_guid, random_below(2) ? ignore_event : NULL, NULL,
				  (void *)made);
	case 2:
	case 3:
		*kind = PD;
		return ib_alloc_pd(handle_of(CA), types[random_below(3)], NULL, (void *)made);
	case 4:
		*kind = CQ;
		return ib_create_cq(handle_of(CA), &cq, NULL, random_below(2) ? ignore_event : NULL,
				    (void *)made);
	case 5:
		*kind = PNP;
		return ib_reg_pnp(al, &pnp, (void *)made);
	default:
		*kind = LISTEN;
		return ib_cm_listen(al, &listen, NULL, (void *)made);
	}
}

static ib_api_status_t open_queues(void **made, enum kind *kind)
{
	static const ib_qp_type_t types[] = {IB_QPT_RELIABLE_CONN, IB_QPT_UNRELIABLE_DGRM,
					     IB_QPT_MAD};
	const ib_qp_create_t create = {.qp_type = types[random_below(3)],
				       .sq_depth = 2,
				       .rq_depth = 2,
				       .sq_sge = 1,
				       .rq_sge = 1,
				       .h_sq_cq = handle_of(CQ),
				       .h_rq_cq = handle_of(CQ)};
	const ib_qp_create_t alias = {.qp_type = IB_QPT_QP1_ALIAS};
	const ib_srq_attr_t srq = {.max_wr = 2, .max_sge = 1};
	ib_pool_key_t key = NULL;
	ib_api_status_t status;

	switch (random_below(4)) {
	case 0:
	case 1:
		*kind = QP;
		return ib_create_qp(handle_of(PD), &create, NULL,
				    random_below(2) ? ignore_event : NULL, (void *)made);
	case 2:
		*kind = QP;
		status = ib_get_spl_qp(handle_of(PD), g.port_guid, &alias, NULL, NULL, &key,
				       (void *)made);
		if (status == IB_SUCCESS)
			keep_handle(KEY, key);
		return status;
	default:
		*kind = SRQ;
		return ib_create_srq(handle_of(PD), &srq, NULL, NULL, (void *)made);
	}
}

static ib_api_status_t open_memory(void **made, enum kind *kind)
{
	const ib_av_attr_t av = {.port_num = 1, .dlid = g.lid};
	const ib_mr_create_t mr = {
		.vaddr = memory, .length = sizeof(memory), .access_ctrl = IB_AC_LOCAL_WRITE};
	net32_t lkey, rkey;

	switch (random_below(5)) {
	case 0:
		*kind = AV;
		return ib_create_av(handle_of(PD), &av, (void *)made);
	case 1:
		*kind = MR;
		return ib_reg_mem(handle_of(PD), &mr, &lkey, &rkey, (void *)made);
	case 2:
		*kind = MW;
		return ib_create_mw(handle_of(PD), &rkey, (void *)made);
	case 3:
		*kind = POOL;
		return ib_create_mad_pool(g.al, 1, 4, 1, (void *)made);
	default:
		*kind = KEY;
		return ib_reg_mad_pool(handle_of(POOL), handle_of(PD), (void *)made);
	}
}

static ib_api_status_t use_queues(void)
{
	const ib_dgrm_info_t info = {.port_guid = g.port_guid, .qkey = CL_HTON32(7)};
	const ib_qp_mod_t reset = {.req_state = IB_QPS_RESET};
	ib_send_wr_t send = {.wr_type = WR_SEND}, *failed;
	ib_wc_t wc = {.p_next = NULL}, *free_wc = &wc, *done = NULL;
	ib_recv_wr_t recv = {.num_ds = 0}, *not_posted;
	uint32_t size = 8;
	ib_qp_attr_t attr;

	switch (random_below(8)) {
	case 0:
	case 1:
		return ib_init_dgrm_svc(handle_of(QP), &info);
	case 2:
		return ib_modify_qp(handle_of(QP), &reset);
	case 3:
		return ib_query_qp(handle_of(QP), &attr);
	case 4:
		return ib_post_send(handle_of(QP), &send, &failed);
	case 5:
		return ib_post_recv(handle_of(QP), &recv, &not_posted);
	case 6:
		return ib_poll_cq(handle_of(CQ), &free_wc, &done);
	default:
		return random_below(2) ? ib_modify_cq(handle_of(CQ), &size)
				       : ib_rearm_cq(handle_of(CQ), FALSE);
	}
}

static ib_api_status_t use_memory(void)
{
	const ib_av_attr_t av = {.port_num = 1, .dlid = g.lid};
	const ib_mr_create_t mr = {
		.vaddr = memory, .length = BYTES / 2, .access_ctrl = IB_AC_LOCAL_WRITE};
	ib_bind_wr_t bind = {.wr_id = 1};
	net32_t lkey, rkey;
	ib_mr_attr_t attr;

	bind.h_mr = handle_of(MR);
	switch (random_below(5)) {
	case 0:
		return ib_modify_av(handle_of(AV), &av);
	case 1:
		return ib_rereg_mem(handle_of(MR), IB_MR_MOD_ADDR, &mr, &lkey, &rkey, NULL);
	case 2:
		return ib_rereg_mem(handle_of(MR), IB_MR_MOD_PD, NULL, &lkey, &rkey, handle_of(PD));
	case 3:
		return ib_query_mr(handle_of(MR), &attr);
	default:
		return ib_bind_mw(handle_of(MW), handle_of(QP), &bind, &rkey);
	}
}

static ib_api_status_t register_service(void **made)
{
	ib_mad_svc_t svc = {.pfn_mad_send_cb = mad_called,
			    .pfn_mad_recv_cb = mad_called,
			    .support_unsol = random_below(2),
			    .mgmt_class = (uint8_t)(KIT_VENDOR_CLASS + random_below(2)),
			    .mgmt_version = 1};

	svc.method_array[1 + random_below(2)] = TRUE;
	return ib_reg_mad_svc(handle_of(QP), &svc, (void *)made);
}

static ib_api_status_t send_mad(void)
{
	ib_mad_element_t *mad;
	ib_api_status_t status = ib_get_mad(handle_of(KEY), 256, &mad);

	if (status != IB_SUCCESS)
		return status;
	mad->p_mad_buf->base_ver = 1;
	mad->p_mad_buf->class_ver = 1;
	mad->p_mad_buf->mgmt_class = (uint8_t)(KIT_VENDOR_CLASS + random_below(2));
	mad->p_mad_buf->method = 1;
	mad->p_mad_buf->trans_id = CL_HTON64(state);
	mad->remote_lid = g.lid;
	mad->remote_qp = CL_HTON32(1);
	mad->h_av = random_below(2) ? handle_of(AV) : NULL;
	mad->resp_expected = (boolean_t)random_below(2);
	mad->timeout_ms = 1 + random_below(20);
	mad->retry_cnt = random_below(3);
	status = ib_send_mad(handle_of(SVC), mad, NULL);
	if (status != IB_SUCCESS)
		assert_int_equal(ib_put_mad(mad), IB_SUCCESS);
	return status;
}

static ib_api_status_t query_services(void **made)
{
	const ib_query_req_t query = {.query_type = IB_QUERY_ALL_SVC_RECS,
				      .port_guid = g.port_guid,
				      .timeout_ms = 20,
				      .flags = random_below(4) ? 0 : IB_FLAGS_SYNC,
				      .pfn_query_cb = queried};
	ib_path_rec_t path;
	ib_cm_req_t req = {.svc_id = SERVICE,
			   .p_primary_path = &path,
			   .pfn_cm_rep_cb = replied,
			   .pfn_cm_rej_cb = rejected,
			   .qp_type = IB_QPT_RELIABLE_CONN,
			   .remote_resp_timeout = 12,
			   .local_resp_timeout = 12,
			   .h_al = g.al};
	ib_gid_t gid;

	if (random_below(2))
		return ib_query(random_below(8) ? g.al : any_handle(), &query, (void *)made);
	ib_gid_set_default(&gid, g.port_guid);
	memset(&path, 0, sizeof(path));
	ib_path_rec_init_local(&path, &gid, &gid, g.lid, g.lid, 1, CL_HTON16(0xffff), 0, 0,
			       IB_PATH_SELECTOR_EXACTLY, IB_MTU_LEN_1024, IB_PATH_SELECTOR_EXACTLY,
			       IB_PATH_RECORD_RATE_10_GBS, IB_PATH_SELECTOR_EXACTLY, 2, 0);
	req.h_qp = handle_of(QP);
	return ib_cm_req(&req);
}

static ib_api_status_t close_one(void)
{
	const ib_pfn_destroy_cb_t callback = some_callback();

	switch (random_below(12)) {
	case 0:
		return count_requested(ib_close_ca(handle_of(CA), callback), callback);
	case 1:
		return count_requested(ib_dealloc_pd(handle_of(PD), callback), callback);
	case 2:
		return count_requested(ib_destroy_cq(handle_of(CQ), callback), callback);
	case 3:
		return count_requested(ib_destroy_qp(handle_of(QP), callback), callback);
	case 4:
		return count_requested(ib_destroy_srq(handle_of(SRQ), callback), callback);
	case 5:
		return count_requested(ib_dereg_pnp(handle_of(PNP), callback), callback);
	case 6:
		return count_requested(ib_cm_cancel(handle_of(LISTEN), callback), callback);
	case 7:
		return ib_destroy_av(handle_of(AV));
	case 8:
		return ib_dereg_mr(handle_of(MR));
	case 9:
		return ib_destroy_mw(handle_of(MW));
	case 10:
		return ib_destroy_mad_pool(handle_of(POOL));
	default:
		return random_below(2)
			       ? ib_dereg_mad_pool(handle_of(KEY))
			       : count_requested(ib_dereg_svc(any_handle(), callback), callback);
	}
}

/* --- threads -------------------------------------------------------------------------------- */

static ib_api_status_t random_step(void **made, enum kind *kind)
{
	switch (random_below(10)) {
	case 0:
	case 1:
		return open_objects(made, kind);
	case 2:
		return open_queues(made, kind);
	case 3:
		return open_memory(made, kind);
	case 4:
		*kind = SVC;
		return register_service(made);
	case 5:
		return send_mad();
	case 6:
		*kind = QUERY;
		return query_services(made);
	case 7:
		return use_queues();
	case 8:
		return use_memory();
	default:
		return close_one();
	}
}

static void run_thread(void *context)
{
	state = g.seed * 31 + (unsigned int)(uintptr_t)context;
	for (int i = 0; i < STEPS; i++) {
		enum kind kind = KINDS;
		void *made = NULL;
		ib_api_status_t status = random_step(&made, &kind);

		assert_true(status < IB_UNKNOWN_ERROR);
		if (status != IB_SUCCESS)
			assert_null(made);
		else
			__atomic_add_fetch(&g.successes, 1, __ATOMIC_RELAXED);
		if (made)
			keep_handle(kind, made);
	}
}

static void find_port(void)
{
	struct kit kit;

	kit_open(&kit, 0);
	g.ca_guid = kit.attr->ca_guid;
	g.port_guid = kit.port_guid;
	g.lid = kit.lid;
	kit_close(&kit);
}

static void everything_at_once(void **unused)
{
	cl_thread_t threads[THREADS];

	(void)unused;
	alarm(SECONDS);
	find_port();
	assert_int_equal(ib_open_al(&g.al), IB_SUCCESS);
	for (uintptr_t i = 0; i < THREADS; i++)
		assert_int_equal(cl_thread_init(&threads[i], run_thread, (void *)i, "attack"),
				 CL_SUCCESS);
	for (size_t i = 0; i < THREADS; i++)
		cl_thread_destroy(&threads[i]);
	kit_await(&g.called, __atomic_load_n(&g.asked, __ATOMIC_ACQUIRE));
	assert_int_equal(ib_close_al(g.al), IB_SUCCESS);
	assert_int_equal(g.called, g.asked);
	print_message("%u calls succeeded, %u notices\n", g.successes, g.asked);
	/* enough calls succeeded for the test to be meaningful */
	assert_true(g.successes > THREADS * STEPS / 10);
	assert_true(g.asked > THREADS);
}

int main(int argc, char *argv[])
{
	static const struct CMUnitTest tests[] = {cmocka_unit_test(everything_at_once)};

	g.seed = argc > 1 ? (unsigned int)strtoul(argv[1], NULL, 0) : 1;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
