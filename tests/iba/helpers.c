/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Functions of the access layer that depend only on their arguments: bit fields in words, names of
 * statuses and other values, records in a query result; and the component library's inline
 * functions.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <complib/comp_lib.h>
#include <iba/ib_al.h>

static void gids(void **state)
{
	ib_gid_t gid;
	static const uint8_t port[16] = {0xfe, 0x80, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8};

	(void)state;
	ib_gid_set_default(&gid, CL_HTON64(0x0102030405060708));
	assert_memory_equal(&gid, port, sizeof(gid));
	assert_int_equal(ib_gid_get_guid(&gid), CL_HTON64(0x0102030405060708));
	assert_int_equal(ib_gid_get_subnet_prefix(&gid), CL_HTON64(0xfe80000000000000));
	assert_false(ib_gid_is_multicast(&gid));
	gid.raw[0] = 0xff;
	assert_true(ib_gid_is_multicast(&gid));
}

static void pkeys(void **state)
{
	(void)state;
	assert_int_equal(ib_pkey_get_base(CL_HTON16(0x8123)), CL_HTON16(0x0123));
	assert_int_equal(ib_pkey_get_base(CL_HTON16(0x0123)), CL_HTON16(0x0123));
	assert_true(ib_pkey_is_full_member(CL_HTON16(0x8123)));
	assert_false(ib_pkey_is_full_member(CL_HTON16(0x7fff)));
}

static void words_of_a_group(void **state)
{
	uint8_t sl, hop, scope, membership;
	net32_t flow;
	ib_member_rec_t record = {.scope_state = 0x51};

	(void)state;
	assert_int_equal(ib_member_set_sl_flow_hop(0x3, CL_HTON32(0x45678), 0x9a),
			 CL_HTON32(0x3456789a));
	/* an oversized flow label does not spill into the neighboring fields */
	assert_int_equal(ib_member_set_sl_flow_hop(0, CL_HTON32(0xfff00000), 0), 0);
	ib_member_get_sl_flow_hop(CL_HTON32(0x3456789a), &sl, &flow, &hop);
	assert_int_equal(sl, 0x3);
	assert_int_equal(flow, CL_HTON32(0x45678));
	assert_int_equal(hop, 0x9a);
	ib_member_get_sl_flow_hop(CL_HTON32(0x3456789a), NULL, NULL, NULL);
	assert_int_equal(ib_member_set_scope_state(0x5, 0x1), 0x51);
	ib_member_get_scope_state(0x52, &scope, &membership);
	assert_int_equal(scope, 5);
	assert_int_equal(membership, 2);
	ib_member_get_scope_state(0x52, NULL, NULL);
	ib_member_set_join_state(&record, IB_JOIN_STATE_SEND_ONLY);
	assert_int_equal(record.scope_state, 0x54);
}

static void word_of_a_grh(void **state)
{
	uint8_t version, traffic;
	net32_t flow;

	(void)state;
	assert_int_equal(ib_grh_set_ver_class_flow(6, 0x12, CL_HTON32(0x34567)),
			 CL_HTON32(0x61234567));
	ib_grh_get_ver_class_flow(CL_HTON32(0x61234567), &version, &traffic, &flow);
	assert_int_equal(version, 6);
	assert_int_equal(traffic, 0x12);
	assert_int_equal(flow, CL_HTON32(0x34567));
	ib_grh_get_ver_class_flow(CL_HTON32(0x61234567), NULL, NULL, NULL);
}

static void texts(void **state)
{
	char name[] = "ACTIVE", part[] = "AR", none[] = "", other[] = "GONE";

	(void)state;
	assert_string_equal(ib_get_err_str(IB_SUCCESS), "IB_SUCCESS");
	assert_string_equal(ib_get_err_str(IB_PENDING), "IB_PENDING");
	assert_string_equal(ib_get_err_str((ib_api_status_t)1000), "unknown");
	assert_string_equal(ib_get_async_event_str(IB_AE_GID_CHANGE), "IB_AE_GID_CHANGE");
	assert_string_equal(ib_get_async_event_str((ib_async_event_t)0), "unknown");
	assert_string_equal(ib_get_wc_status_str(IB_WCS_CANCELED), "IB_WCS_CANCELED");
	assert_string_equal(ib_get_wc_status_str((ib_wc_status_t)-1), "unknown");
	assert_string_equal(ib_get_wc_type_str(IB_WC_RECV), "IB_WC_RECV");
	assert_string_equal(ib_get_wc_type_str((ib_wc_type_t)100), "unknown");
	assert_string_equal(ib_get_wr_type_str(WR_LSO), "WR_LSO");
	assert_string_equal(ib_get_wr_type_str(200), "unknown");
	assert_string_equal(ib_get_qp_type_str(IB_QPT_MAD), "IB_QPT_MAD");
	assert_string_equal(ib_get_qp_type_str(200), "unknown");
	assert_string_equal(ib_get_pnp_event_str(IB_PNP_IOC_PATH_REMOVE), "IB_PNP_IOC_PATH_REMOVE");
	assert_string_equal(ib_get_pnp_event_str(0), "unknown");
	assert_string_equal(ib_get_node_type_str(IB_NODE_TYPE_ROUTER), "Router");
	assert_string_equal(ib_get_node_type_str(0), "unknown");
	assert_string_equal(ib_get_port_state_str(IB_LINK_ARMED), "ARMED");
	assert_string_equal(ib_get_port_state_str(99), "UNKNOWN");
	assert_int_equal(ib_get_port_state_from_str(name), IB_LINK_ACTIVE);
	assert_int_equal(ib_get_port_state_from_str(part), IB_LINK_ARMED);
	assert_int_equal(ib_get_port_state_from_str(none), IB_LINK_NO_CHANGE);
	assert_int_equal(ib_get_port_state_from_str(other), IB_LINK_NO_CHANGE);
}

static void I20_records_of_a_result(void **state)
{
	static union {
		ib_sa_mad_t mad;
		uint8_t bytes[4096];
	} buffer;
	ib_mad_element_t element = {.p_mad_buf = (ib_mad_t *)&buffer.mad, .size = sizeof(buffer)};
	uint8_t *data = buffer.mad.data;

	(void)state;
	buffer.mad.attr_offset = CL_HTON16(9); /* 72 bytes per record: a PathRecord has 64 */
	assert_ptr_equal(ib_get_mad_buf(&element), &buffer);
	assert_ptr_equal(ib_get_query_result(&element, 0), data);
	assert_ptr_equal(ib_get_query_result(&element, 3), data + 216);
	assert_ptr_equal(ib_get_query_path_rec(&element, 1), data + 72);
	assert_ptr_equal(ib_get_query_portinfo_rec(&element, 2), data + 144);
	assert_ptr_equal(ib_get_query_node_rec(&element, 2), data + 144);
	assert_ptr_equal(ib_get_query_svc_rec(&element, 2), data + 144);
}

/** Constants in network byte order can be case labels. */
static const char *label(ib_net16_t attribute)
{
	switch (attribute) {
	case IB_MAD_ATTR_PATH_RECORD:
		return "path";
	case IB_MAD_ATTR_NODE_RECORD:
		return "node";
	default:
		return "other";
	}
}

static void constants_are_constant(void **state)
{
	static const net64_t mask = IB_PR_COMPMASK_DGID | IB_PR_COMPMASK_SGID;

	(void)state;
	assert_string_equal(label(CL_HTON16(0x35)), "path");
	assert_string_equal(label(CL_HTON16(0x11)), "node");
	assert_int_equal(cl_ntoh64(mask), 0xc);
	assert_true(ib_sync_destroy == (ib_pfn_destroy_cb_t)(intptr_t)-1);
}

static void set_event(void *event)
{
	cl_event_signal(event);
}

static void threads_and_events(void **state)
{
	cl_event_t event;
	cl_thread_t thread;

	(void)state;
	cl_thread_construct(&thread);
	cl_thread_destroy(&thread);
	assert_int_equal(cl_event_init(&event, FALSE), CL_SUCCESS);
	assert_int_equal(cl_event_wait_on(&event, 0, TRUE), CL_TIMEOUT);
	assert_int_equal(cl_event_wait_on(&event, 1000, TRUE), CL_TIMEOUT);
	assert_int_equal(cl_thread_init(&thread, set_event, &event, "setter"), CL_SUCCESS);
	assert_int_equal(cl_event_wait_on(&event, EVENT_NO_TIMEOUT, TRUE), CL_SUCCESS);
	cl_thread_destroy(&thread);
	assert_int_equal(cl_event_wait_on(&event, 0, TRUE),
			 CL_TIMEOUT); /* the first wait reset the event */
	cl_event_signal(&event);
	cl_event_reset(&event);
	assert_int_equal(cl_event_wait_on(&event, 0, TRUE), CL_TIMEOUT);
	cl_event_destroy(&event);
	cl_thread_suspend(0);
}

static void set_object(void *object)
{
	cl_waitobj_signal(object);
}

static void wait_objects(void **state)
{
	cl_waitobj_handle_t object;
	cl_thread_t thread;

	(void)state;
	assert_int_equal(cl_waitobj_create(TRUE, NULL), CL_INVALID_PARAMETER);
	assert_int_equal(cl_waitobj_signal(NULL), CL_INVALID_PARAMETER);
	assert_int_equal(cl_waitobj_create(TRUE, &object), CL_SUCCESS);
	assert_int_equal(cl_waitobj_wait_on(object, 1000, TRUE), CL_TIMEOUT);
	assert_int_equal(cl_thread_init(&thread, set_object, object, NULL), CL_SUCCESS);
	assert_int_equal(cl_waitobj_wait_on(object, EVENT_NO_TIMEOUT, TRUE), CL_SUCCESS);
	assert_int_equal(cl_waitobj_wait_on(object, 0, TRUE), CL_SUCCESS); /* not reset */
	cl_thread_destroy(&thread);
	assert_int_equal(cl_waitobj_reset(object), CL_SUCCESS);
	assert_int_equal(cl_waitobj_wait_on(object, 0, TRUE), CL_TIMEOUT);
	assert_int_equal(cl_waitobj_destroy(object), CL_SUCCESS);
}

struct listed {
	int number;
	cl_list_item_t item;
};

static cl_status_t is_two(const cl_list_item_t *item, void *context)
{
	(void)context;
	return PARENT_STRUCT(item, const struct listed, item)->number == 2 ? CL_SUCCESS
									   : CL_NOT_FOUND;
}

static void lists(void **state)
{
	struct listed a = {.number = 1}, b = {.number = 2}, c = {.number = 3};
	cl_qlist_t list, other;

	(void)state;
	cl_qlist_init(&list);
	assert_true(cl_is_qlist_empty(&list));
	assert_ptr_equal(cl_qlist_remove_head(&list), cl_qlist_end(&list));
	cl_qlist_insert_tail(&list, &b.item);
	cl_qlist_insert_head(&list, &a.item);
	cl_qlist_insert_tail(&list, &c.item);
	assert_int_equal(cl_qlist_count(&list), 3);
	assert_ptr_equal(cl_qlist_find_from_head(&list, is_two, NULL), &b.item);
	cl_qlist_remove_item(&list, &b.item);
	assert_false(cl_is_item_in_qlist(&list, &b.item));
	cl_qlist_init(&other);
	cl_qlist_insert_list_tail(&other, &list);
	assert_true(cl_is_qlist_empty(&list));
	assert_ptr_equal(cl_qlist_remove_tail(&other), &c.item);
	assert_ptr_equal(cl_qlist_head(&other), &a.item);
}

static void numbers_and_locks(void **state)
{
	atomic32_t number = 1;
	cl_mutex_t mutex;
	cl_spinlock_t lock;
	uint64_t before = cl_get_time_stamp();
	uint8_t *memory = cl_zalloc(8);

	(void)state;
	assert_int_equal(cl_atomic_inc(&number), 2);
	assert_int_equal(cl_atomic_dec(&number), 1);
	assert_int_equal(cl_atomic_comp_xchg(&number, 5, 9), 1);
	assert_int_equal(cl_atomic_comp_xchg(&number, 1, 9), 1);
	assert_int_equal(cl_atomic_xchg(&number, 4), 9);
	assert_int_equal(cl_mutex_init(&mutex), CL_SUCCESS);
	cl_mutex_acquire(&mutex);
	cl_mutex_release(&mutex);
	cl_mutex_destroy(&mutex);
	assert_int_equal(cl_spinlock_init(&lock), CL_SUCCESS);
	cl_spinlock_acquire(&lock);
	cl_spinlock_release(&lock);
	cl_spinlock_destroy(&lock);
	assert_true(cl_get_time_stamp() >= before);
	assert_non_null(memory);
	assert_int_equal(memory[7], 0);
	cl_free(memory);
	assert_string_equal(CL_STATUS_MSG(CL_TIMEOUT), "CL_TIMEOUT");
	assert_string_equal(CL_STATUS_MSG(CL_INVALID_REQUEST), "CL_INVALID_REQUEST");
	assert_string_equal(CL_STATUS_MSG(-1), "unknown status");
	assert_int_equal(CL_TIMEOUT, 12);
	assert_int_equal(CL_DUPLICATE, 20);
	assert_int_equal(ROUNDUP(9, 8), 16);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(gids),
		cmocka_unit_test(pkeys),
		cmocka_unit_test(words_of_a_group),
		cmocka_unit_test(word_of_a_grh),
		cmocka_unit_test(texts),
		cmocka_unit_test(I20_records_of_a_result),
		cmocka_unit_test(constants_are_constant),
		cmocka_unit_test(threads_and_events),
		cmocka_unit_test(wait_objects),
		cmocka_unit_test(lists),
		cmocka_unit_test(numbers_and_locks),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
