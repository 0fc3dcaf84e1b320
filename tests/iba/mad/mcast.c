/* SPDX-License-Identifier: BSD-2-Clause */
/* Multicast groups of the emulator's subnet administrator. */
#include "kit.h"

#include <complib/cl_byteswap.h>
#include <time.h>

enum {
	FULL_MEMBER = 1
};

static struct kit kit, peer;
static ib_cq_handle_t cq;

static void ignore_completion(ib_cq_handle_t handle, void *context)
{
	(void)handle;
	(void)context;
}

static int open_kits(void **state)
{
	ib_cq_create_t create = {.size = 16, .pfn_comp_cb = ignore_completion};

	(void)state;
	kit_open(&kit, 0);
	kit_open(&peer, 1);
	assert_int_equal(ib_create_cq(kit.ca, &create, NULL, NULL, &cq), IB_SUCCESS);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	kit_close(&peer);
	kit_close(&kit);
	return 0;
}

static ib_qp_handle_t make_qp(ib_qp_type_t type)
{
	const ib_qp_create_t create = {.qp_type = type,
				       .sq_depth = 4,
				       .rq_depth = 4,
				       .sq_sge = 1,
				       .rq_sge = 1,
				       .h_sq_cq = cq,
				       .h_rq_cq = cq};
	const ib_dgrm_info_t info = {.port_guid = kit.port_guid, .qkey = CL_HTON32(0x1234)};
	ib_pd_handle_t pd;
	ib_qp_handle_t qp;

	assert_int_equal(ib_alloc_pd(kit.ca, IB_PDT_NORMAL, NULL, &pd), IB_SUCCESS);
	assert_int_equal(ib_create_qp(pd, &create, NULL, NULL, &qp), IB_SUCCESS);
	if (type == IB_QPT_UNRELIABLE_DGRM)
		assert_int_equal(ib_init_dgrm_svc(qp, &info), IB_SUCCESS);
	return qp;
}

struct result {
	ib_mcast_rec_t rec;
	ib_member_rec_t member;
	unsigned int calls, ended; /* accessed atomically */
};

static void record_join(ib_mcast_rec_t *rec)
{
	struct result *result = (struct result *)(uintptr_t)rec->mcast_context;

	result->rec = *rec;
	if (rec->p_member_rec)
		result->member = *rec->p_member_rec;
	__atomic_add_fetch(&result->calls, 1, __ATOMIC_RELEASE);
}

static ib_mcast_req_t join_request(struct result *result, uint8_t number)
{
	ib_mcast_req_t req = {
		.create = TRUE,
		.member_rec = {.mgid = {.raw = {0xff, 0x15, [15] = number}},
			       .qkey = CL_HTON32(0x1234),
			       .pkey = CL_HTON16(0xffff),
			       .scope_state = ib_member_set_scope_state(5, FULL_MEMBER)},
		.mcast_context = result,
		.pfn_mcast_cb = record_join,
		.timeout_ms = KIT_TIMEOUT_MS,
		.flags = IB_FLAGS_SYNC,
		.port_guid = kit.port_guid,
	};

	return req;
}

static void count_groups(ib_query_rec_t *rec)
{
	*(uint32_t *)(uintptr_t)rec->query_context = rec->result_cnt;
	ib_put_mad(rec->p_result_mad);
}

/* Returns the number of matching groups that another port finds. */
static uint32_t groups(const ib_member_rec_t *member)
{
	ib_member_rec_t record = {.mgid = member->mgid};
	uint32_t found = 99;
	ib_user_query_t user = {.method = IB_MAD_METHOD_GETTABLE,
				.attr_id = IB_MAD_ATTR_MCMEMBER_RECORD,
				.attr_size = 52,
				.comp_mask = IB_MCR_COMPMASK_MGID,
				.p_attr = &record};
	const ib_query_req_t req = {
		.query_type = IB_QUERY_USER_DEFINED,
		.p_query_input = &user,
		.port_guid = peer.port_guid,
		.timeout_ms = KIT_TIMEOUT_MS,
		.flags = IB_FLAGS_SYNC,
		.query_context = &found,
		.pfn_query_cb = count_groups,
	};

	assert_int_equal(ib_query(peer.al, &req, NULL), IB_SUCCESS);
	return found;
}

static void I65_joins_are_checked(void **state)
{
	struct result result = {.calls = 0};
	ib_mcast_req_t req = join_request(&result, 1);
	ib_qp_handle_t qp = make_qp(IB_QPT_UNRELIABLE_DGRM);

	(void)state;
	assert_int_equal(ib_join_mcast(NULL, &req), IB_INVALID_QP_HANDLE);
	assert_int_equal(ib_join_mcast((ib_qp_handle_t)kit.pd, &req), IB_INVALID_QP_HANDLE);
	assert_int_equal(ib_join_mcast(kit_random_handle(), &req), IB_INVALID_QP_HANDLE);
	assert_int_equal(ib_join_mcast(qp, NULL), IB_INVALID_PARAMETER);
	assert_int_equal(ib_join_mcast(kit.qp, &req), IB_INVALID_SERVICE_TYPE);
	assert_int_equal(ib_join_mcast(make_qp(IB_QPT_RELIABLE_CONN), &req),
			 IB_INVALID_SERVICE_TYPE);
	req.pfn_mcast_cb = NULL;
	assert_int_equal(ib_join_mcast(qp, &req), IB_INVALID_PARAMETER);
	req.pfn_mcast_cb = record_join;
	req.port_guid = 1;
	assert_int_equal(ib_join_mcast(qp, &req), IB_INVALID_GUID);
	req.port_guid = peer.port_guid; /* a port of the other adapter */
	assert_int_equal(ib_join_mcast(qp, &req), IB_INVALID_PORT);
	req.port_guid = kit.port_guid;
	req.pkey_index = 60000;
	assert_int_equal(ib_join_mcast(qp, &req), IB_INVALID_PKEY);
	req.pkey_index = 0;
	req.member_rec.mgid.raw[0] = 0xfe;
	assert_int_equal(ib_join_mcast(qp, &req), IB_INVALID_PARAMETER);
	assert_int_equal(result.calls, 0);
	assert_int_equal(ib_leave_mcast(NULL, NULL), IB_INVALID_MCAST_HANDLE);
	assert_int_equal(ib_leave_mcast((ib_mcast_handle_t)qp, NULL), IB_INVALID_MCAST_HANDLE);
	assert_int_equal(ib_leave_mcast(kit_random_handle(), NULL), IB_INVALID_MCAST_HANDLE);
	assert_int_equal(ib_destroy_qp(qp, ib_sync_destroy), IB_SUCCESS);
}

static void count_destroyed(void *context)
{
	__atomic_add_fetch(&((struct result *)context)->ended, 1, __ATOMIC_RELEASE);
}

static void I66_I71_a_group_lives_as_long_as_its_members(void **state)
{
	struct result first = {.calls = 0}, second = {.calls = 0};
	ib_mcast_req_t req = join_request(&first, 2);
	ib_qp_handle_t qp = make_qp(IB_QPT_UNRELIABLE_DGRM),
		       other = make_qp(IB_QPT_UNRELIABLE_DGRM);

	(void)state;
	assert_int_equal(ib_join_mcast(qp, &req), IB_SUCCESS);
	assert_int_equal(first.calls, 1); /* called back before the call returned */
	assert_int_equal(first.rec.status, IB_SUCCESS);
	assert_int_equal(first.rec.error_status, 0);
	assert_memory_equal(&first.member.mgid, &req.member_rec.mgid, sizeof(ib_gid_t));
	assert_true(CL_NTOH16(first.member.mlid) >= 0xc000);
	assert_int_equal(groups(&first.member), 1);
	/* the group exists, so it is not created */
	req = join_request(&second, 2);
	req.create = FALSE;
	req.flags = 0;
	assert_int_equal(ib_join_mcast(other, &req), IB_SUCCESS);
	kit_await(&second.calls, 1);
	assert_int_equal(second.rec.status, IB_SUCCESS);
	assert_int_equal(second.member.mlid, first.member.mlid);
	/* the queue pair is already attached with another P_Key */
	req.pkey_index = 1;
	assert_int_not_equal(ib_join_mcast(other, &req), IB_SUCCESS);
	assert_int_equal(ib_leave_mcast(second.rec.h_mcast, count_destroyed), IB_SUCCESS);
	assert_int_equal(ib_leave_mcast(second.rec.h_mcast, NULL), IB_INVALID_MCAST_HANDLE);
	kit_await(&second.ended, 1);
	assert_int_equal(groups(&first.member), 1);
	/* destroying a queue pair ends its memberships */
	assert_int_equal(ib_destroy_qp(qp, ib_sync_destroy), IB_SUCCESS);
	assert_int_equal(groups(&first.member), 0);
	assert_int_equal(ib_leave_mcast(first.rec.h_mcast, NULL), IB_INVALID_MCAST_HANDLE);
	assert_int_equal(ib_destroy_qp(other, ib_sync_destroy), IB_SUCCESS);
}

/* Set a P_Key in the port's table, as a subnet manager does. */
static void set_pkey(unsigned int entry, ib_net16_t pkey)
{
	ib_smp_t smp = {.base_ver = 1,
			.mgmt_class = IB_MCLASS_SUBN_LID,
			.class_ver = 1,
			.method = IB_MAD_METHOD_GET,
			.attr_id = IB_MAD_ATTR_P_KEY_TABLE};

	assert_int_equal(ib_local_mad(kit.ca, 1, &smp, &smp), IB_SUCCESS);
	((ib_net16_t *)smp.data)[entry] = pkey;
	smp.method = IB_MAD_METHOD_SET;
	assert_int_equal(ib_local_mad(kit.ca, 1, &smp, &smp), IB_SUCCESS);
	assert_int_equal(smp.status, 0);
}

static void I78_group_and_kind_of_member_are_enough(void **state)
{
	enum {
		ENTRY = 5
	};
	struct result first = {.calls = 0}, second = {.calls = 0};
	ib_mcast_req_t req = join_request(&first, 8);
	ib_qp_handle_t qp = make_qp(IB_QPT_UNRELIABLE_DGRM),
		       other = make_qp(IB_QPT_UNRELIABLE_DGRM);

	(void)state;
	set_pkey(ENTRY, CL_HTON16(0x8123));
	assert_int_equal(ib_join_mcast(qp, &req), IB_SUCCESS);
	assert_int_equal(first.rec.status, IB_SUCCESS);
	/* when the group exists, other components of the record are ignored */
	req = join_request(&second, 8);
	req.create = FALSE;
	req.member_rec = (ib_member_rec_t){.mgid = req.member_rec.mgid,
					   .scope_state = req.member_rec.scope_state,
					   .qkey = CL_HTON32(0x9999),
					   .mtu = 1,
					   .tclass = 7};
	assert_int_equal(ib_join_mcast(other, &req), IB_SUCCESS);
	assert_int_equal(second.rec.status, IB_SUCCESS);
	assert_int_equal(second.member.qkey, CL_HTON32(0x1234));
	/* a queue pair cannot join groups of different partitions */
	req = join_request(&second, 9);
	req.pkey_index = ENTRY;
	assert_int_equal(ib_join_mcast(other, &req), IB_INVALID_PKEY);
	assert_int_equal(second.calls, 1);
	assert_int_equal(ib_destroy_qp(qp, ib_sync_destroy), IB_SUCCESS);
	assert_int_equal(ib_destroy_qp(other, ib_sync_destroy), IB_SUCCESS);
	set_pkey(ENTRY, 0);
}

static struct {
	ib_qp_handle_t qp;
	ib_api_status_t status, no_qp;
	unsigned int calls; /* accessed atomically */
} inside;

static void join_inside(ib_mcast_rec_t *rec)
{
	static struct result result;
	const ib_mcast_req_t req = join_request(&result, 11);
	ib_mcast_handle_t group;

	(void)rec;
	inside.status = ib_join_mcast(inside.qp, &req);
	inside.no_qp = ib_join_mcast_no_qp(&req, &group);
	__atomic_add_fetch(&inside.calls, 1, __ATOMIC_RELEASE);
}

/* With IB_FLAGS_SYNC the call would wait, which is not possible in a callback. */
static void I15_callbacks_cannot_wait_for_a_join(void **state)
{
	struct result result = {.calls = 0};
	ib_mcast_req_t req = join_request(&result, 10);

	(void)state;
	inside.qp = make_qp(IB_QPT_UNRELIABLE_DGRM);
	req.pfn_mcast_cb = join_inside;
	assert_int_equal(ib_join_mcast(inside.qp, &req), IB_SUCCESS);
	assert_int_equal(inside.calls, 1); /* called back before the call returned */
	assert_int_equal(inside.status, IB_INVALID_SETTING);
	assert_int_equal(inside.no_qp, IB_INVALID_SETTING);
	assert_int_equal(ib_destroy_qp(inside.qp, ib_sync_destroy), IB_SUCCESS);
}

static void I65_an_unknown_group_is_not_joined(void **state)
{
	struct result result = {.calls = 0};
	ib_mcast_req_t req = join_request(&result, 3);
	ib_qp_handle_t qp = make_qp(IB_QPT_UNRELIABLE_DGRM);

	(void)state;
	req.create = FALSE;
	assert_int_equal(ib_join_mcast(qp, &req), IB_SUCCESS);
	assert_int_equal(result.rec.status, IB_REMOTE_ERROR);
	assert_int_not_equal(result.rec.error_status, 0);
	assert_null(result.rec.h_mcast);
	assert_null(result.rec.p_member_rec);
	assert_int_equal(ib_destroy_qp(qp, ib_sync_destroy), IB_SUCCESS);
}

static void ports_join_without_a_queue_pair(void **state)
{
	struct result result = {.calls = 0}, second = {.calls = 0};
	ib_mcast_req_t req = join_request(&result, 4);
	ib_mcast_handle_t group = NULL, other;

	(void)state;
	assert_int_equal(ib_join_mcast_no_qp(NULL, &group), IB_INVALID_PARAMETER);
	assert_int_equal(ib_join_mcast_no_qp(&req, NULL), IB_INVALID_PARAMETER);
	req.port_guid = 1;
	assert_int_equal(ib_join_mcast_no_qp(&req, &group), IB_INVALID_GUID);
	req = join_request(&result, 4);
	req.pkey_index = 60000;
	assert_int_equal(ib_join_mcast_no_qp(&req, &group), IB_INVALID_PKEY);
	req = join_request(&result, 4);
	req.pfn_mcast_cb = NULL;
	assert_int_equal(ib_join_mcast_no_qp(&req, &group), IB_INVALID_PARAMETER);
	req = join_request(&result, 4);
	req.member_rec.mgid.raw[0] = 0xfe;
	assert_int_equal(ib_join_mcast_no_qp(&req, &group), IB_INVALID_PARAMETER);
	assert_null(group);
	assert_int_equal(result.calls, 0);
	req = join_request(&result, 4);
	assert_int_equal(ib_join_mcast_no_qp(&req, &group), IB_SUCCESS);
	assert_int_equal(result.calls, 1);
	assert_int_equal(result.rec.status, IB_SUCCESS);
	assert_ptr_equal(result.rec.h_mcast, group);
	assert_int_equal(groups(&result.member), 1);
	/* the port remains a member while one of the two joins lasts */
	req = join_request(&second, 4);
	assert_int_equal(ib_join_mcast_no_qp(&req, &other), IB_SUCCESS);
	assert_int_equal(ib_leave_mcast(group, ib_sync_destroy), IB_SUCCESS);
	assert_int_equal(ib_leave_mcast(group, NULL), IB_INVALID_MCAST_HANDLE);
	assert_int_equal(groups(&result.member), 1);
	assert_int_equal(ib_leave_mcast(other, ib_sync_destroy), IB_SUCCESS);
	assert_int_equal(groups(&result.member), 0);
}

static void I33_aliases_are_queue_pairs(void **state)
{
	const ib_qp_create_t create = {.qp_type = IB_QPT_QP1_ALIAS};
	const ib_dgrm_info_t info = {.port_guid = kit.port_guid};
	ib_send_wr_t wr = {.wr_type = WR_SEND};
	ib_recv_wr_t recv = {.num_ds = 0};
	ib_mad_element_t *element;
	ib_qp_mod_t mod = {.req_state = IB_QPS_INIT};
	struct kit_svc svc = {.count = 0};
	ib_pool_key_t key;
	ib_qp_handle_t qp;
	ib_qp_attr_t attr;

	(void)state;
	assert_int_equal(ib_get_spl_qp(kit.pd, kit.port_guid, &create, NULL, NULL, &key, &qp),
			 IB_SUCCESS);
	assert_int_equal(ib_query_qp(qp, &attr), IB_SUCCESS);
	assert_int_equal(attr.qp_type, IB_QPT_QP1_ALIAS);
	assert_ptr_equal(attr.h_pd, kit.pd);
	assert_int_equal(ib_modify_qp(qp, &mod), IB_INVALID_QP_STATE);
	assert_int_equal(ib_init_dgrm_svc(qp, &info), IB_INVALID_PARAMETER);
	assert_int_not_equal(ib_post_send(qp, &wr, NULL), IB_SUCCESS);
	assert_int_not_equal(ib_post_recv(qp, &recv, NULL), IB_SUCCESS);
	assert_int_equal(ib_destroy_qp(qp, ib_sync_destroy), IB_SUCCESS);
	assert_int_equal(ib_get_mad(key, 256, &element), IB_INVALID_PARAMETER);
	assert_int_equal(ib_destroy_qp(qp, NULL), IB_INVALID_QP_HANDLE);
	/* plain verbs queue pairs have no services */
	qp = make_qp(IB_QPT_UNRELIABLE_DGRM);
	assert_int_equal(kit_try_serve(qp, &svc, 0, NULL), IB_INVALID_PARAMETER);
	assert_int_equal(ib_destroy_qp(qp, ib_sync_destroy), IB_SUCCESS);
}

static void I59_address_vectors_direct_datagrams(void **state)
{
	ib_av_attr_t attr = {.port_num = 1, .dlid = peer.lid};
	struct kit_svc client = {.count = 0}, server = {.count = 0};
	static const uint8_t methods[] = {IB_MAD_METHOD_SEND, 0};
	ib_mad_element_t *element = kit_mad(&kit, IB_MAD_METHOD_SEND, 0);

	(void)state;
	kit_serve(&kit, &client, NULL);
	kit_serve(&peer, &server, methods);
	attr.grh_valid = TRUE;
	attr.grh.hop_limit = 3;
	ib_gid_set_default(&attr.grh.dest_gid, peer.port_guid);
	assert_int_equal(ib_create_av(kit.pd, &attr, &element->h_av), IB_SUCCESS);
	kit_send(&client, element);
	assert_int_equal(kit_call(&client, 0)->status, IB_WCS_SUCCESS);
	assert_true(kit_call(&server, 0)->received);
	assert_int_equal(server.calls[0].element->remote_lid, kit.lid);
	assert_true(server.calls[0].element->grh_valid);
	assert_int_equal(server.calls[0].element->p_grh->src_gid.unicast.interface_id,
			 kit.port_guid);
	assert_int_equal(server.calls[0].element->p_grh->dest_gid.unicast.interface_id,
			 peer.port_guid);
	assert_int_equal(ib_destroy_av(element->h_av), IB_SUCCESS);
	assert_int_equal(ib_send_mad(client.handle, element, NULL), IB_INVALID_AV_HANDLE);
	element->p_next = server.calls[0].element;
	assert_int_equal(ib_put_mad(element), IB_SUCCESS);
}

/* A datagram queue pair with memory for one datagram in each direction. */
struct end {
	ib_cq_handle_t cq;
	ib_pd_handle_t pd;
	ib_qp_handle_t qp;
	ib_mr_handle_t mr;
	net32_t lkey;
	uint8_t memory[256];
};

static void open_end(const struct kit *on, struct end *end)
{
	ib_cq_create_t cq_create = {.size = 16, .pfn_comp_cb = ignore_completion};
	ib_qp_create_t create = {.qp_type = IB_QPT_UNRELIABLE_DGRM,
				 .sq_depth = 4,
				 .rq_depth = 4,
				 .sq_sge = 1,
				 .rq_sge = 1};
	const ib_dgrm_info_t info = {.port_guid = on->port_guid, .qkey = CL_HTON32(0x1234)};
	const ib_mr_create_t mr = {.vaddr = end->memory,
				   .length = sizeof(end->memory),
				   .access_ctrl = IB_AC_LOCAL_WRITE};
	net32_t rkey;

	assert_int_equal(ib_create_cq(on->ca, &cq_create, NULL, NULL, &end->cq), IB_SUCCESS);
	assert_int_equal(ib_alloc_pd(on->ca, IB_PDT_NORMAL, NULL, &end->pd), IB_SUCCESS);
	create.h_sq_cq = end->cq;
	create.h_rq_cq = end->cq;
	assert_int_equal(ib_create_qp(end->pd, &create, NULL, NULL, &end->qp), IB_SUCCESS);
	assert_int_equal(ib_init_dgrm_svc(end->qp, &info), IB_SUCCESS);
	assert_int_equal(ib_reg_mem(end->pd, &mr, &end->lkey, &rkey, &end->mr), IB_SUCCESS);
}

static void close_end(struct end *end)
{
	assert_int_equal(ib_dealloc_pd(end->pd, ib_sync_destroy), IB_SUCCESS);
	assert_int_equal(ib_destroy_cq(end->cq, ib_sync_destroy), IB_SUCCESS);
}

static ib_wc_t poll_one(const struct end *end)
{
	ib_wc_t wc = {0}, *unused = &wc, *done = NULL;
	time_t last = time(NULL) + KIT_TIMEOUT_MS / 1000;
	ib_api_status_t status;

	do
		status = ib_poll_cq(end->cq, &unused, &done);
	while (status == IB_NOT_FOUND && time(NULL) < last);
	assert_int_equal(status, IB_SUCCESS);
	assert_int_equal(wc.status, IB_WCS_SUCCESS);
	return wc;
}

static void send_to_group(struct end *end, const ib_member_rec_t *member)
{
	ib_av_attr_t attr = {.port_num = 1, .dlid = member->mlid, .grh_valid = TRUE};
	ib_local_ds_t ds = {.vaddr = (uintptr_t)end->memory, .length = 8, .lkey = end->lkey};
	ib_send_wr_t wr = {
		.ds_array = &ds, .num_ds = 1, .wr_type = WR_SEND, .send_opt = IB_SEND_OPT_SIGNALED};

	attr.grh.dest_gid = member->mgid;
	attr.grh.hop_limit = 1;
	assert_int_equal(ib_create_av(end->pd, &attr, &wr.dgrm.ud.h_av), IB_SUCCESS);
	wr.dgrm.ud.remote_qp = CL_HTON32(0xffffff);
	wr.dgrm.ud.remote_qkey = CL_HTON32(0x1234);
	assert_int_equal(ib_post_send(end->qp, &wr, NULL), IB_SUCCESS);
	assert_int_equal(poll_one(end).wc_type, IB_WC_SEND);
	assert_int_equal(ib_destroy_av(wr.dgrm.ud.h_av), IB_SUCCESS);
}

static void post_receive(struct end *end)
{
	ib_local_ds_t ds = {.vaddr = (uintptr_t)end->memory + 64, .length = 128, .lkey = end->lkey};
	ib_recv_wr_t wr = {.num_ds = 1, .ds_array = &ds};

	assert_int_equal(ib_post_recv(end->qp, &wr, NULL), IB_SUCCESS);
}

static void I65_members_receive_what_is_sent_to_the_group(void **state)
{
	struct result sender = {.calls = 0}, member = {.calls = 0};
	ib_mcast_req_t req = join_request(&sender, 6);
	static struct end a, b;
	ib_wc_t wc;

	(void)state;
	open_end(&kit, &a);
	open_end(&peer, &b);
	assert_int_equal(ib_join_mcast(a.qp, &req), IB_SUCCESS);
	assert_int_equal(sender.rec.status, IB_SUCCESS);
	req = join_request(&member, 6);
	req.create = FALSE;
	req.port_guid = peer.port_guid;
	assert_int_equal(ib_join_mcast(b.qp, &req), IB_SUCCESS);
	assert_int_equal(member.rec.status, IB_SUCCESS);
	post_receive(&b);
	memcpy(a.memory, "to all!", 8);
	send_to_group(&a, &sender.member);
	wc = poll_one(&b);
	assert_int_equal(wc.wc_type, IB_WC_RECV);
	assert_int_equal(wc.length, 40 + 8);
	assert_string_equal((char *)b.memory + 64 + 40, "to all!");
	assert_memory_equal(b.memory + 64 + 24, &sender.member.mgid, sizeof(ib_gid_t));
	close_end(&a);
	close_end(&b);
	assert_int_equal(groups(&sender.member), 0);
}

/* The subnet administrator's reports about one group. */
struct reports {
	unsigned int created, deleted; /* accessed atomically */
	ib_gid_t mgid;
};

static void subscribed(ib_sub_rec_t *rec)
{
	assert_int_equal(rec->status, IB_SUCCESS);
}

static void reported(ib_report_rec_t *rec)
{
	struct reports *reports = (struct reports *)(uintptr_t)rec->report_context;
	const ib_mad_notice_attr_t *notice = rec->p_notice;

	if (memcmp(&notice->data_details.ntc_64_67.gid, &reports->mgid, sizeof(ib_gid_t)) != 0)
		return;
	if (notice->g_or_v.generic.trap_num == CL_HTON16(66))
		__atomic_add_fetch(&reports->created, 1, __ATOMIC_RELEASE);
	else if (notice->g_or_v.generic.trap_num == CL_HTON16(67))
		__atomic_add_fetch(&reports->deleted, 1, __ATOMIC_RELEASE);
}

static void the_administrator_reports_groups(void **state)
{
	struct result result = {.calls = 0};
	ib_mcast_req_t req = join_request(&result, 7);
	struct reports reports = {.mgid = req.member_rec.mgid};
	ib_inform_info_t info = {.lid_range_begin = CL_HTON16(0xffff),
				 .is_generic = 1,
				 .trap_type = CL_HTON16(0xffff)};
	ib_sub_req_t sub_req = {
		.p_inform_info = &info,
		.port_guid = peer.port_guid,
		.timeout_ms = KIT_TIMEOUT_MS,
		.flags = IB_FLAGS_SYNC,
		.pfn_sub_cb = subscribed,
		.report_context = &reports,
		.pfn_report_cb = reported,
	};
	ib_mcast_handle_t group;
	ib_sub_handle_t sub;

	(void)state;
	info.g_or_v.generic.trap_num = CL_HTON16(0xffff);
	info.g_or_v.generic.node_type_msb = 0xff;
	info.g_or_v.generic.node_type_lsb = CL_HTON16(0xffff);
	assert_int_equal(ib_subscribe(peer.al, &sub_req, &sub), IB_SUCCESS);
	assert_int_equal(ib_join_mcast_no_qp(&req, &group), IB_SUCCESS);
	assert_int_equal(result.rec.status, IB_SUCCESS);
	kit_await(&reports.created, 1);
	assert_int_equal(ib_leave_mcast(group, ib_sync_destroy), IB_SUCCESS);
	kit_await(&reports.deleted, 1);
	assert_int_equal(ib_unsubscribe(sub, ib_sync_destroy), IB_SUCCESS);
	req = join_request(&result, 7);
	assert_int_equal(ib_join_mcast_no_qp(&req, &group), IB_SUCCESS);
	assert_int_equal(ib_leave_mcast(group, ib_sync_destroy), IB_SUCCESS);
	assert_int_equal(reports.created, 1);
}

/* Must run first, while no instance is open. */
static void groups_need_an_instance(void **state)
{
	struct result result = {.calls = 0};
	const ib_mcast_req_t req = join_request(&result, 5);
	ib_mcast_handle_t group;

	(void)state;
	assert_int_equal(ib_join_mcast_no_qp(&req, &group), IB_INVALID_STATE);
}

int main(void)
{
	const struct CMUnitTest before[] = {
		cmocka_unit_test(groups_need_an_instance),
	};
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(I65_joins_are_checked),
		cmocka_unit_test(I66_I71_a_group_lives_as_long_as_its_members),
		cmocka_unit_test(I65_an_unknown_group_is_not_joined),
		cmocka_unit_test(ports_join_without_a_queue_pair),
		cmocka_unit_test(I33_aliases_are_queue_pairs),
		cmocka_unit_test(I59_address_vectors_direct_datagrams),
		cmocka_unit_test(I78_group_and_kind_of_member_are_enough),
		cmocka_unit_test(I15_callbacks_cannot_wait_for_a_join),
		cmocka_unit_test(I65_members_receive_what_is_sent_to_the_group),
		cmocka_unit_test(the_administrator_reports_groups),
	};

	return cmocka_run_group_tests(before, NULL, NULL) +
	       cmocka_run_group_tests(tests, open_kits, tear_down);
}
