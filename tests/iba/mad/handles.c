/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Every function that takes a handle is called with invalid ones: NULL, numbers, addresses in and
 * near the handle table, closed handles, and handles of all other kinds.
 */
#include "kit.h"

#include <complib/cl_byteswap.h>
#include <semaphore.h>
#include <stdio.h>

enum kind {
	AL,
	CA,
	PD,
	CQ,
	QP,
	SRQ,
	AV,
	MR,
	MW,
	MCAST,
	POOL,
	KEY,
	MAD_SVC,
	REG_SVC,
	SUB,
	PNP,
	IOC,
	SVC_ENTRY,
	KINDS
};

static const ib_api_status_t refusals[KINDS] = {
	[AL] = IB_INVALID_AL_HANDLE,   [CA] = IB_INVALID_CA_HANDLE,
	[PD] = IB_INVALID_PD_HANDLE,   [CQ] = IB_INVALID_CQ_HANDLE,
	[QP] = IB_INVALID_QP_HANDLE,   [SRQ] = IB_INVALID_SRQ_HANDLE,
	[AV] = IB_INVALID_AV_HANDLE,   [MR] = IB_INVALID_MR_HANDLE,
	[MW] = IB_INVALID_MW_HANDLE,   [MCAST] = IB_INVALID_MCAST_HANDLE,
	[POOL] = IB_INVALID_HANDLE,    [KEY] = IB_INVALID_PARAMETER,
	[MAD_SVC] = IB_INVALID_HANDLE, [REG_SVC] = IB_INVALID_HANDLE,
	[SUB] = IB_INVALID_HANDLE,     [PNP] = IB_INVALID_HANDLE,
	[IOC] = IB_INVALID_HANDLE,     [SVC_ENTRY] = IB_INVALID_HANDLE,
};

static struct kit kit, peer;
static void *live[KINDS];   /* one of each kind, except kinds that need the subnet administrator */
static void *closed[KINDS]; /* handles of closed objects */

/* Output arguments of the calls, then their input arguments. */
static union {
	struct {
		uint64_t words[8];
		uint32_t size;
		size_t count;
		void *handle;
		boolean_t flag;
	};
	uint8_t bytes[128];
} out;
static uint8_t memory[4096];
static ib_gid_t gid;
static ib_av_attr_t av = {.port_num = 1, .dlid = CL_HTON16(1)};
static ib_qp_create_t qp = {
	.qp_type = IB_QPT_UNRELIABLE_DGRM, .sq_depth = 4, .rq_depth = 4, .sq_sge = 1, .rq_sge = 1};
static ib_mr_create_t mr = {.vaddr = memory, .length = sizeof(memory), .access_ctrl = 0};
static ib_phys_create_t phys = {.length = 4096, .num_ranges = 0};
static ib_srq_attr_t srq = {.max_wr = 4, .max_sge = 1};
static ib_send_wr_t send_wr = {.wr_type = WR_SEND};
static ib_recv_wr_t recv_wr = {.num_ds = 0};
static ib_bind_wr_t bind_wr = {.wr_id = 1};
static ib_wc_t wc, *free_wc, *done_wc;
static ib_ioc_profile_t profile = {.ioc_guid = 1};
static ib_svc_entry_t entry = {.id = 1};
static ib_ci_op_t op = {.command = 1};
static ib_smp_t smp = {.base_ver = 1, .mgmt_class = IB_MCLASS_SUBN_LID, .class_ver = 1};
static ib_mad_element_t element, *elements;

static void ignore_event(ib_async_event_rec_t *rec)
{
	(void)rec;
}

static void ignore_completion(ib_cq_handle_t cq, void *context)
{
	(void)cq;
	(void)context;
}

static ib_cq_create_t cq = {.size = 16, .pfn_comp_cb = ignore_completion};

static void mad_called(ib_mad_svc_handle_t svc, void *context, ib_mad_element_t *mad)
{
	(void)svc;
	(void)context;
	(void)mad;
}

static ib_mad_svc_t mad_svc = {.pfn_mad_send_cb = mad_called, .pfn_mad_recv_cb = mad_called};

static ib_api_status_t pnp_called(ib_pnp_rec_t *rec)
{
	(void)rec;
	return IB_SUCCESS;
}

static ib_pnp_req_t pnp = {.pnp_class = IB_PNP_CA, .pfn_pnp_cb = pnp_called};
static ib_query_req_t query;
static ib_reg_svc_req_t reg_svc;
static ib_sub_req_t sub;
static ib_mcast_req_t mcast;
static ib_dgrm_info_t dgrm;
static ib_qp_mod_t qp_mod = {.req_state = IB_QPS_INIT};
static ib_port_attr_mod_t port_mod;
static ib_shmid_t shmid;

#define O(member) ((void *)&out.member)

/* Kind of the handle, function, and a call of it that is otherwise valid. */
#define CALLS(X)                                                                                   \
	X(AL, ib_close_al, ib_close_al(h))                                                         \
	X(AL, ib_get_ca_guids, ib_get_ca_guids(h, out.words, O(count)))                            \
	X(AL, ib_get_ca_by_gid, ib_get_ca_by_gid(h, &gid, out.words))                              \
	X(AL, ib_get_port_by_gid, ib_get_port_by_gid(h, &gid, out.words))                          \
	X(AL, ib_open_ca, ib_open_ca(h, kit.attr->ca_guid, ignore_event, NULL, O(handle)))         \
	X(AL, ib_query_ca_by_guid, ib_query_ca_by_guid(h, kit.attr->ca_guid, NULL, O(size)))       \
	X(AL, ib_create_mad_pool, ib_create_mad_pool(h, 1, 1, 1, O(handle)))                       \
	X(AL, ib_reg_pnp, ib_reg_pnp(h, &pnp, O(handle)))                                          \
	X(AL, ib_reject_ioc, ib_reject_ioc(h, live[PNP]))                                          \
	X(PNP, ib_reject_ioc, ib_reject_ioc(kit.al, h))                                            \
	X(AL, ib_get_guid, ib_get_guid(h, 0, IB_PNP_CA, 0, out.words))                             \
	X(AL, ib_query, ib_query(h, &query, O(handle)))                                            \
	X(AL, ib_reg_svc, ib_reg_svc(h, &reg_svc, O(handle)))                                      \
	X(AL, ib_subscribe, ib_subscribe(h, &sub, O(handle)))                                      \
	X(CA, ib_query_ca, ib_query_ca(h, NULL, O(size)))                                          \
	X(CA, ib_modify_ca, ib_modify_ca(h, 1, IB_CA_MOD_QKEY_CTR, &port_mod))                     \
	X(CA, ib_close_ca, ib_close_ca(h, NULL))                                                   \
	X(CA, ib_alloc_pd, ib_alloc_pd(h, IB_PDT_NORMAL, NULL, O(handle)))                         \
	X(CA, ib_create_cq, ib_create_cq(h, &cq, NULL, NULL, O(handle)))                           \
	X(CA, ib_local_mad, ib_local_mad(h, 1, &smp, &smp))                                        \
	X(CA, ib_create_ioc, ib_create_ioc(h, &profile, O(handle)))                                \
	X(CA, ib_ci_call, ib_ci_call(h, NULL, 0, &op))                                             \
	X(PD, ib_dealloc_pd, ib_dealloc_pd(h, NULL))                                               \
	X(PD, ib_create_av, ib_create_av(h, &av, O(handle)))                                       \
	X(PD, ib_create_av_ctx, ib_create_av_ctx(h, &av, 1, O(handle)))                            \
	X(PD, ib_create_qp, ib_create_qp(h, &qp, NULL, NULL, O(handle)))                           \
	X(PD, ib_get_spl_qp,                                                                       \
	  ib_get_spl_qp(h, kit.port_guid, &qp, NULL, NULL, O(words), O(handle)))                   \
	X(PD, ib_reg_mem, ib_reg_mem(h, &mr, O(size), O(size), O(handle)))                         \
	X(PD, ib_reg_phys, ib_reg_phys(h, &phys, out.words, O(size), O(size), O(handle)))          \
	X(PD, ib_reg_shmid, ib_reg_shmid(h, shmid, &mr, out.words, O(size), O(size), O(handle)))   \
	X(PD, ib_create_mw, ib_create_mw(h, O(size), O(handle)))                                   \
	X(PD, ib_create_srq, ib_create_srq(h, &srq, NULL, NULL, O(handle)))                        \
	X(POOL, ib_reg_mad_pool, ib_reg_mad_pool(h, live[PD], O(handle)))                          \
	X(PD, ib_reg_mad_pool, ib_reg_mad_pool(live[POOL], h, O(handle)))                          \
	X(MR, ib_reg_shared,                                                                       \
	  ib_reg_shared(h, live[PD], 0, out.words, O(size), O(size), O(handle)))                   \
	X(PD, ib_reg_shared,                                                                       \
	  ib_reg_shared(live[MR], h, 0, out.words, O(size), O(size), O(handle)))                   \
	X(MR, ib_rereg_mem, ib_rereg_mem(h, IB_MR_MOD_ADDR, &mr, O(size), O(size), NULL))          \
	X(PD, ib_rereg_mem, ib_rereg_mem(live[MR], IB_MR_MOD_PD, NULL, O(size), O(size), h))       \
	X(MR, ib_rereg_phys,                                                                       \
	  ib_rereg_phys(h, IB_MR_MOD_ADDR, &phys, out.words, O(size), O(size), NULL))              \
	X(PD, ib_rereg_phys,                                                                       \
	  ib_rereg_phys(live[MR], IB_MR_MOD_PD, &phys, out.words, O(size), O(size), h))            \
	X(MR, ib_query_mr, ib_query_mr(h, (void *)memory))                                         \
	X(MR, ib_dereg_mr, ib_dereg_mr(h))                                                         \
	X(AV, ib_query_av, ib_query_av(h, (void *)memory, O(handle)))                              \
	X(AV, ib_modify_av, ib_modify_av(h, &av))                                                  \
	X(AV, ib_destroy_av, ib_destroy_av(h))                                                     \
	X(AV, ib_destroy_av_ctx, ib_destroy_av_ctx(h, 1))                                          \
	X(QP, ib_query_qp, ib_query_qp(h, (void *)memory))                                         \
	X(QP, ib_modify_qp, ib_modify_qp(h, &qp_mod))                                              \
	X(QP, ib_destroy_qp, ib_destroy_qp(h, NULL))                                               \
	X(QP, ib_init_dgrm_svc, ib_init_dgrm_svc(h, &dgrm))                                        \
	X(QP, ib_reg_mad_svc, ib_reg_mad_svc(h, &mad_svc, O(handle)))                              \
	X(QP, ib_post_send, ib_post_send(h, &send_wr, NULL))                                       \
	X(QP, ib_post_recv, ib_post_recv(h, &recv_wr, NULL))                                       \
	X(QP, ib_join_mcast, ib_join_mcast(h, &mcast))                                             \
	X(QP, ib_force_apm, ib_force_apm(h))                                                       \
	X(CQ, ib_modify_cq, ib_modify_cq(h, O(size)))                                              \
	X(CQ, ib_query_cq, ib_query_cq(h, O(size)))                                                \
	X(CQ, ib_destroy_cq, ib_destroy_cq(h, NULL))                                               \
	X(CQ, ib_peek_cq, ib_peek_cq(h, O(size)))                                                  \
	X(CQ, ib_poll_cq, ib_poll_cq(h, &free_wc, &done_wc))                                       \
	X(CQ, ib_rearm_cq, ib_rearm_cq(h, FALSE))                                                  \
	X(CQ, ib_rearm_n_cq, ib_rearm_n_cq(h, 1))                                                  \
	X(SRQ, ib_query_srq, ib_query_srq(h, (void *)memory))                                      \
	X(SRQ, ib_modify_srq, ib_modify_srq(h, &srq, IB_SRQ_LIMIT))                                \
	X(SRQ, ib_destroy_srq, ib_destroy_srq(h, NULL))                                            \
	X(SRQ, ib_post_srq_recv, ib_post_srq_recv(h, &recv_wr, NULL))                              \
	X(MW, ib_query_mw, ib_query_mw(h, O(handle), O(size)))                                     \
	X(MW, ib_bind_mw, ib_bind_mw(h, live[QP], &bind_wr, O(size)))                              \
	X(QP, ib_bind_mw, ib_bind_mw(live[MW], h, &bind_wr, O(size)))                              \
	X(MW, ib_destroy_mw, ib_destroy_mw(h))                                                     \
	X(MCAST, ib_leave_mcast, ib_leave_mcast(h, NULL))                                          \
	X(POOL, ib_destroy_mad_pool, ib_destroy_mad_pool(h))                                       \
	X(KEY, ib_dereg_mad_pool, ib_dereg_mad_pool(h))                                            \
	X(KEY, ib_get_mad, ib_get_mad(h, 256, &elements))                                          \
	X(MAD_SVC, ib_send_mad, ib_send_mad(h, &element, NULL))                                    \
	X(MAD_SVC, ib_cancel_mad, ib_cancel_mad(h, &element))                                      \
	X(REG_SVC, ib_dereg_svc, ib_dereg_svc(h, NULL))                                            \
	X(SUB, ib_unsubscribe, ib_unsubscribe(h, NULL))                                            \
	X(PNP, ib_dereg_pnp, ib_dereg_pnp(h, NULL))                                                \
	X(IOC, ib_destroy_ioc, ib_destroy_ioc(h))                                                  \
	X(IOC, ib_reg_ioc, ib_reg_ioc(h))                                                          \
	X(IOC, ib_add_svc_entry, ib_add_svc_entry(h, &entry, O(handle)))                           \
	X(SVC_ENTRY, ib_remove_svc_entry, ib_remove_svc_entry(h))

#define DEFINE(kind, name, expression)                                                             \
	static ib_api_status_t call_##kind##_##name(void *h)                                       \
	{                                                                                          \
		return expression;                                                                 \
	}
CALLS(DEFINE)

#define ENTRY(kind, name, expression) {kind, #name, call_##kind##_##name},
static const struct {
	enum kind kind;
	const char *name;
	ib_api_status_t (*call)(void *h);
} calls[] = {CALLS(ENTRY)};

enum {
	CALL_COUNT = sizeof(calls) / sizeof(calls[0]),
	PATTERN = 0xa5 /* fills output arguments, which must stay unchanged */
};

/* --- objects -------------------------------------------------------------------------------- */

static void make_verbs(void **to)
{
	ib_qp_create_t create = qp;
	net32_t lkey, rkey;

	assert_int_equal(ib_alloc_pd(to[CA], IB_PDT_NORMAL, NULL, (void *)&to[PD]), IB_SUCCESS);
	assert_int_equal(ib_create_cq(to[CA], &cq, NULL, NULL, (void *)&to[CQ]), IB_SUCCESS);
	create.h_sq_cq = to[CQ];
	create.h_rq_cq = to[CQ];
	assert_int_equal(ib_create_qp(to[PD], &create, NULL, NULL, (void *)&to[QP]), IB_SUCCESS);
	assert_int_equal(ib_create_srq(to[PD], &srq, NULL, NULL, (void *)&to[SRQ]), IB_SUCCESS);
	assert_int_equal(ib_create_av(to[PD], &av, (void *)&to[AV]), IB_SUCCESS);
	assert_int_equal(ib_reg_mem(to[PD], &mr, &lkey, &rkey, (void *)&to[MR]), IB_SUCCESS);
	assert_int_equal(ib_create_mw(to[PD], &rkey, (void *)&to[MW]), IB_SUCCESS);
}

static void make_objects(const struct kit *from, void **to)
{
	assert_int_equal(ib_open_al((void *)&to[AL]), IB_SUCCESS);
	assert_int_equal(ib_open_ca(to[AL], from->attr->ca_guid, NULL, NULL, (void *)&to[CA]),
			 IB_SUCCESS);
	make_verbs(to);
	assert_int_equal(ib_create_mad_pool(to[AL], 1, 1, 1, (void *)&to[POOL]), IB_SUCCESS);
	assert_int_equal(ib_reg_mad_pool(to[POOL], to[PD], (void *)&to[KEY]), IB_SUCCESS);
	assert_int_equal(ib_reg_pnp(to[AL], &pnp, (void *)&to[PNP]), IB_SUCCESS);
	assert_int_equal(ib_create_ioc(to[CA], &profile, (void *)&to[IOC]), IB_SUCCESS);
	assert_int_equal(ib_add_svc_entry(to[IOC], &entry, (void *)&to[SVC_ENTRY]), IB_SUCCESS);
}

static int open_kits(void **state)
{
	(void)state;
	kit_open(&kit, 0);
	kit_open(&peer, 1);
	ib_gid_set_default(&gid, kit.port_guid);
	qp.h_sq_cq = NULL;
	make_objects(&kit, closed);
	assert_int_equal(ib_reg_mad_svc(kit.qp, &mad_svc, (void *)&closed[MAD_SVC]), IB_SUCCESS);
	assert_int_equal(ib_close_al(closed[AL]), IB_SUCCESS);
	make_objects(&kit, live);
	assert_int_equal(ib_reg_mad_svc(kit.qp, &mad_svc, (void *)&live[MAD_SVC]), IB_SUCCESS);
	closed[MAD_SVC] = NULL; /* not closed: it belongs to kit.qp */
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	assert_int_equal(ib_close_al(live[AL]), IB_SUCCESS);
	kit_close(&peer);
	kit_close(&kit);
	return 0;
}

/* --- tests ---------------------------------------------------------------------------------- */

/* The call returns the status for its kind of handle, and writes nothing. */
static void check_refused(unsigned int call, const void *handle)
{
	uint8_t before[sizeof(out.bytes)];
	ib_api_status_t status;

	memset(out.bytes, PATTERN, sizeof(out.bytes));
	memset(before, PATTERN, sizeof(before));
	status = calls[call].call((void *)(uintptr_t)handle);
	if (memcmp(before, out.bytes, sizeof(before)) != 0)
		fail_msg("%s(%p) wrote to its output", calls[call].name, handle);

	if (status != refusals[calls[call].kind])
		fail_msg("%s(%p): %s", calls[call].name, handle, ib_get_err_str(status));
}

static void I8_I9_bad_handles_are_refused_by_all_calls(void **state)
{
	char *const al = live[AL];
	const void *const numbers[] = {NULL,
				       (void *)1,
				       (void *)UINTPTR_MAX,
				       kit_random_handle(),
				       &live,
				       al - 1,
				       al + 1,
				       al + (ptrdiff_t)64 * 900,
				       memory,
				       al + (1 << 20)};

	(void)state;
	for (unsigned int c = 0; c < CALL_COUNT; c++) {
		for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
			check_refused(c, numbers[i]);
		for (unsigned int k = 0; k < KINDS; k++) {
			check_refused(c, closed[k]);
			if (k != (unsigned int)calls[c].kind)
				check_refused(c, live[k]);
		}
	}
}

/* Calls with two handles require both to belong to the same adapter or instance. */
static void I8_handles_of_another_instance_are_refused(void **state)
{
	void *other[KINDS] = {NULL};
	ib_qp_create_t create = qp;
	ib_bind_wr_t bind = bind_wr;
	ib_mad_element_t *mad = kit_mad(&kit, IB_MAD_METHOD_SEND, kit.lid);
	void *made = NULL;
	net32_t key;

	(void)state;
	make_objects(&peer, other);
	create.h_sq_cq = other[CQ];
	create.h_rq_cq = live[CQ];
	assert_int_equal(ib_create_qp(live[PD], &create, NULL, NULL, (void *)&made),
			 IB_INVALID_CQ_HANDLE);
	create.h_sq_cq = live[CQ];
	create.h_srq = other[SRQ];
	assert_int_equal(ib_create_qp(live[PD], &create, NULL, NULL, (void *)&made),
			 IB_INVALID_SRQ_HANDLE);
	assert_int_equal(ib_rereg_mem(live[MR], IB_MR_MOD_PD, NULL, &key, &key, other[PD]),
			 IB_INVALID_PD_HANDLE);
	assert_int_equal(ib_bind_mw(live[MW], other[QP], &bind, &key), IB_INVALID_QP_HANDLE);
	bind.local_ds = (ib_local_ds_t){.vaddr = (uintptr_t)memory, .length = 64};
	bind.h_mr = other[MR];
	assert_int_equal(ib_bind_mw(live[MW], live[QP], &bind, &key), IB_INVALID_MR_HANDLE);
	assert_int_equal(ib_reg_mad_pool(live[POOL], other[PD], (void *)&made),
			 IB_INVALID_PD_HANDLE);
	mad->h_av = other[AV];
	assert_int_equal(ib_send_mad(live[MAD_SVC], mad, NULL), IB_INVALID_AV_HANDLE);
	assert_int_equal(ib_put_mad(mad), IB_SUCCESS);
	assert_null(made);
	assert_int_equal(ib_close_al(other[AL]), IB_SUCCESS);
}

static bool is_called(const char *name)
{
	for (unsigned int c = 0; c < CALL_COUNT; c++)
		if (!strcmp(calls[c].name, name))
			return true;
	return false;
}

/* Connections have their own tests; ib_cancel_query() returns nothing. */
static bool is_exempt(const char *name)
{
	return !strncmp(name, "ib_cm_", 6) || !strncmp(name, "mlnx_", 5) ||
	       !strcmp(name, "ib_cancel_query");
}

static void the_list_of_functions_is_complete(void **state)
{
	FILE *file = fopen(FUNCTIONS, "r");
	char line[4096], *name, *source, *prototype;

	(void)state;
	assert_non_null(file);
	while (fgets(line, sizeof(line), file)) {
		name = line;
		source = strchr(line, '\t');
		assert_non_null(source);
		*source++ = '\0';
		prototype = strchr(source, '\t');
		assert_non_null(prototype);
		if (!strstr(prototype, "handle_t h_") && !strstr(prototype, "handle_t\t") &&
		    !strstr(prototype, "_handle_t const") &&
		    !strstr(prototype, "ib_pool_key_t pool"))
			continue;
		if (!is_exempt(name) && !is_called(name))
			fail_msg("%s is missing from calls[]", name);
	}
	fclose(file);
}

static sem_t entered, leave;

static void block_dispatcher(void *context)
{
	(void)context;
	sem_post(&entered);
	sem_wait(&leave);
}

/* Calls complete while a callback blocks the dispatcher thread. */
static void callbacks_that_stay_hold_up_no_calls(void **state)
{
	void *own[KINDS] = {NULL};
	ib_pd_handle_t pd;
	uint32_t size = 0;

	(void)state;
	sem_init(&entered, 0, 0);
	sem_init(&leave, 0, 0);
	assert_int_equal(ib_alloc_pd(kit.ca, IB_PDT_NORMAL, NULL, &pd), IB_SUCCESS);
	assert_int_equal(ib_dealloc_pd(pd, block_dispatcher), IB_SUCCESS);
	sem_wait(&entered);
	own[CA] = kit.ca;
	make_verbs(own);
	assert_int_equal(ib_query_cq(own[CQ], &size), IB_SUCCESS);
	free_wc = &wc;
	assert_int_equal(ib_poll_cq(own[CQ], &free_wc, &done_wc), IB_NOT_FOUND);
	assert_int_equal(ib_query_ca(kit.ca, NULL, &size), IB_INSUFFICIENT_MEMORY);
	assert_int_equal(ib_destroy_qp(own[QP], ib_sync_destroy), IB_SUCCESS);
	assert_int_equal(ib_destroy_mw(own[MW]), IB_SUCCESS);
	assert_int_equal(ib_dealloc_pd(own[PD], ib_sync_destroy), IB_SUCCESS);
	assert_int_equal(ib_destroy_cq(own[CQ], ib_sync_destroy), IB_SUCCESS);
	sem_post(&leave);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(I8_I9_bad_handles_are_refused_by_all_calls),
		cmocka_unit_test(I8_handles_of_another_instance_are_refused),
		cmocka_unit_test(the_list_of_functions_is_complete),
		cmocka_unit_test(callbacks_that_stay_hold_up_no_calls),
	};

	return cmocka_run_group_tests(tests, open_kits, tear_down);
}
