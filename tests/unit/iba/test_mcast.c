/* SPDX-License-Identifier: BSD-2-Clause */
/* Multicast groups: joins, their ends, and members of the same group. */
#include "mcast_kit.h"

static int check_groups(void **state)
{
	(void)state;
	assert_int_equal(locked, 0);
	assert_int_equal(blocks, 0);
	assert_int_equal(attached, detached);
	assert_int_equal(qp.reporter.object.references, 0);
	assert_int_equal(al.object.references, 0);
	assert_int_equal(sa_port.object.references, 0);
	return 0;
}

static ib_api_status_t join_group(void)
{
	return ib_join_mcast((ib_qp_handle_t)&qp, &req);
}

/* ---- with a queue pair ---- */

static void a_join_is_requested(void **state)
{
	const uint64_t needed = SA_MC_MEMBER_RECORD_HAS_MGID | SA_MC_MEMBER_RECORD_HAS_PORT_GID |
				SA_MC_MEMBER_RECORD_HAS_JOIN_STATE;
	const ib_member_rec_t *record;

	(void)state;
	assert_int_equal(join_group(), IB_SUCCESS);
	assert_int_equal(owned->references, 1);
	assert_ptr_equal(owned->parent, &qp.reporter.object);
	assert_ptr_equal(owned->context, &calls);
	assert_int_equal(sa_port.object.references, 1);
	assert_int_equal(made->set.method, MAD_METHOD_SET);
	assert_int_equal(made->set.attribute, SA_ATTRIBUTE_MC_MEMBER_RECORD);
	assert_true(made->set.components == needed);
	assert_int_equal(made->set.bytes, SA_MC_MEMBER_RECORD_SIZE);
	assert_int_equal(made->set.timeout_ms, 70);
	assert_int_equal(made->set.retries, 4);
	assert_int_equal(made->delete_method, MAD_METHOD_DELETE);
	record = (const ib_member_rec_t *)(const void *)made->record;
	assert_memory_equal(&record->mgid, &req.member_rec.mgid, 16);
	assert_int_equal(record->port_gid.raw[15], 0x3a);
	assert_int_equal(record->scope_state, 1);
	assert_int_equal(waits, 0);
	owned->stop(owned);
	assert_int_equal(unregistered, 1);
	assert_true(leave_group(made));
	req.create = TRUE;
	req.flags = IB_FLAGS_SYNC;
	assert_int_equal(join_group(), IB_SUCCESS);
	assert_int_equal(waits, 1);
	assert_true(made->set.components ==
		    (needed | SA_MC_MEMBER_RECORD_HAS_QKEY | SA_MC_MEMBER_RECORD_HAS_TRAFFIC_CLASS |
		     SA_MC_MEMBER_RECORD_HAS_PKEY | SA_MC_MEMBER_RECORD_HAS_SL |
		     SA_MC_MEMBER_RECORD_HAS_FLOW_LABEL | SA_MC_MEMBER_RECORD_HAS_HOP_LIMIT));
	leave_group(made);
	assert_int_equal(attached, 0);
}

static void a_queue_pair_is_attached(void **state)
{
	(void)state;
	req.flags = IB_FLAGS_SYNC;
	assert_int_equal(join_group(), IB_SUCCESS);
	respond(IB_SUCCESS, 0);
	assert_int_equal(attached, 1);
	assert_int_equal(attached_lid, MLID);
	assert_int_equal(attached_gid[15], 0xfe);
	assert_int_equal(calls, 1);
	assert_int_equal(signals, 1);
	assert_int_equal(destroys, 0);
	assert_int_equal(rec.status, IB_SUCCESS);
	assert_ptr_equal(rec.mcast_context, &calls);
	assert_ptr_equal(rec.h_mcast, owned);
	assert_int_equal(rec_member.qkey, htonl(0x1234));
	assert_int_equal(rec_member.scope_state, 5);
	assert_int_equal(rec_member.pad[0], 0);
	assert_int_equal(sa_mc_member_record_get(made->record).join_state, 1); /* only its own */
	assert_int_equal(sa_mc_member_record_get(made->record).mlid, MLID);
	made->prepare_delete(made);
	assert_int_equal(detached, 1); /* before the group is left */
	assert_true(made->set.components ==
		    (SA_MC_MEMBER_RECORD_HAS_MGID | SA_MC_MEMBER_RECORD_HAS_PORT_GID |
		     SA_MC_MEMBER_RECORD_HAS_JOIN_STATE));
	leave_group(made);
	assert_int_equal(detached, 1);
}

/* Also without a request to the administrator. */
static void a_release_detaches(void **state)
{
	(void)state;
	assert_int_equal(join_group(), IB_SUCCESS);
	respond(IB_SUCCESS, 0);
	owned->release(owned);
	assert_int_equal(detached, 1);
	iba_hold(&sa_port.object);
	leave_group(made);
	assert_int_equal(detached, 1);
}

static void has_failed(ib_api_status_t status)
{
	assert_int_equal(rec.status, status);
	assert_null(rec.h_mcast);
	assert_null(rec.p_member_rec);
	assert_int_equal(rec.error_status, 0x99);
	assert_int_equal(destroys, 1);
	assert_int_equal(owned->references, 0);
	assert_int_equal(signals, 1);
	assert_int_equal(attached, 0);
	leave_group(made);
	check_groups(NULL);
	reset_groups(NULL);
	assert_int_equal(join_group(), IB_SUCCESS);
}

static void a_join_may_fail(void **state)
{
	(void)state;
	assert_int_equal(join_group(), IB_SUCCESS);
	respond(IB_REMOTE_ERROR, 0);
	has_failed(IB_REMOTE_ERROR);
	respond(IB_SUCCESS, 1);
	has_failed(IB_ERROR);
	attach_fails = true;
	respond(IB_SUCCESS, 0);
	has_failed(IB_ERROR);
	leave_group(made);
}

/* ---- members of one group ---- */

static struct iba_registration *add_member(uint64_t guid)
{
	static struct iba_sa_port ports[2];

	qp.reporter.object.children = NULL;
	req.port_guid = 77;
	assert_int_equal(join_group(), IB_SUCCESS);
	respond(IB_SUCCESS, 0);
	if (guid != 77) {
		ports[0].port.guid = guid;
		ports[0].object.references = 1;
		sa_port.object.references--;
		made->port = &ports[0];
	}
	return made;
}

static void only_the_last_member_leaves(void **state)
{
	struct iba_registration *members[4];

	(void)state;
	members[0] = add_member(77);
	members[1] = add_member(77);
	assert_false(leave_group(members[1]));
	members[1] = add_member(77);
	assert_false(leave_group(members[0]));
	members[2] = add_member(66); /* another port */
	req.member_rec.scope_state = 4;
	members[3] = add_member(77);
	assert_true(leave_group(members[1]));
	members[1] = add_member(77);
	assert_false(leave_group(members[3])); /* the same state */
	members[3] = add_member(77);
	((ib_member_rec_t *)(void *)members[3]->record)->mgid.raw[15] = 0;
	memcpy(attached_gid, members[3]->record, 16);
	assert_true(leave_group(members[3]));
	attached_gid[15] = 0xfe;
	assert_true(leave_group(members[2]));
	assert_true(leave_group(members[1]));
}

/* ---- arguments ---- */

static void refuses(ib_api_status_t status)
{
	assert_int_equal(join_group(), status);
	assert_null(made);
	check_groups(NULL);
	reset_groups(NULL);
}

static void arguments_are_checked(void **state)
{
	(void)state;
	assert_int_equal(ib_join_mcast(NULL, &req), IB_INVALID_QP_HANDLE);
	assert_int_equal(ib_join_mcast((ib_qp_handle_t)&qp, NULL), IB_INVALID_PARAMETER);
	req.pfn_mcast_cb = NULL;
	refuses(IB_INVALID_PARAMETER);
	qp.qp = NULL;
	refuses(IB_INVALID_SERVICE_TYPE);
	verbs.qp_type = IBV_QPT_RC;
	refuses(IB_INVALID_SERVICE_TYPE);
	req.member_rec.mgid.raw[0] = 0xfe;
	refuses(IB_INVALID_PARAMETER);
	on_dispatcher = true;
	req.flags = IB_FLAGS_SYNC;
	refuses(IB_INVALID_SETTING);
	find_fails = IB_INVALID_GUID;
	refuses(IB_INVALID_GUID);
	found_ca = 5;
	refuses(IB_INVALID_PORT);
	pkey = 0;
	refuses(IB_INVALID_PKEY);
	pkey = 0;
	found_ca = 5;
	refuses(IB_INVALID_PORT);
	get_fails = IB_INSUFFICIENT_MEMORY;
	refuses(IB_INSUFFICIENT_MEMORY);
	fails_at = 1;
	refuses(IB_INSUFFICIENT_MEMORY);
	add_fails = IB_INVALID_STATE;
	refuses(IB_INVALID_STATE);
	on_dispatcher = true; /* without waiting */
	register_fails = IB_ERROR;
	assert_int_equal(join_group(), IB_ERROR);
	assert_int_equal(destroys, 1);
	assert_int_equal(owned->references, 0);
	assert_int_equal(waits, 0);
	leave_group(made);
}

static void memberships_share_port_and_partition(void **state)
{
	struct iba_registration *first;

	(void)state;
	assert_int_equal(join_group(), IB_SUCCESS);
	first = made;
	req.port_guid = 78;
	assert_int_equal(join_group(), IB_INVALID_PORT);
	req.port_guid = 77;
	assert_int_equal(join_group(), IB_SUCCESS);
	qp.reporter.object.children = first->owner;
	leave_group(made);
	qp.reporter.object.children = first->owner;
	first->owner->alive = false;
	req.port_guid = 78;
	assert_int_equal(join_group(), IB_SUCCESS);
	leave_group(made);
	qp.reporter.object.children = first->owner;
	first->owner->alive = true;
	first->owner->kind = INVERBS_IBA_MAD_SVC;
	assert_int_equal(join_group(), IB_SUCCESS);
	leave_group(made);
	sa_port.port.guid = 77;
	leave_group(first);
}

/* ---- without a queue pair ---- */

static void a_port_joins(void **state)
{
	ib_mcast_handle_t handle = NULL;

	(void)state;
	assert_int_equal(ib_join_mcast_no_qp(NULL, &handle), IB_INVALID_PARAMETER);
	assert_int_equal(ib_join_mcast_no_qp(&req, NULL), IB_INVALID_PARAMETER);
	req.pfn_mcast_cb = NULL;
	assert_int_equal(ib_join_mcast_no_qp(&req, &handle), IB_INVALID_PARAMETER);
	req.pfn_mcast_cb = on_join;
	no_al = true;
	assert_int_equal(ib_join_mcast_no_qp(&req, &handle), IB_INVALID_STATE);
	no_al = false;
	pkey = 0;
	assert_int_equal(ib_join_mcast_no_qp(&req, &handle), IB_INVALID_PKEY);
	pkey = 1;
	get_fails = IB_ERROR;
	assert_int_equal(ib_join_mcast_no_qp(&req, &handle), IB_ERROR);
	get_fails = IB_SUCCESS;
	assert_null(handle);
	assert_int_equal(ib_join_mcast_no_qp(&req, &handle), IB_SUCCESS);
	assert_ptr_equal(handle, owned);
	assert_ptr_equal(owned->parent, &sa_port.object);
	respond(IB_SUCCESS, 0);
	assert_int_equal(rec.status, IB_SUCCESS);
	assert_int_equal(attached, 0);
	assert_int_equal(ib_leave_mcast(handle, ib_sync_destroy), IB_PENDING);
	assert_true(leave_group(made));
	assert_int_equal(detached, 0);
}

int main(void)
{
#define FRESH(name) cmocka_unit_test_setup_teardown(name, reset_groups, check_groups)
	const struct CMUnitTest tests[] = {
		FRESH(a_join_is_requested),
		FRESH(a_queue_pair_is_attached),
		FRESH(a_release_detaches),
		FRESH(a_join_may_fail),
		FRESH(only_the_last_member_leaves),
		FRESH(arguments_are_checked),
		FRESH(memberships_share_port_and_partition),
		FRESH(a_port_joins),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
