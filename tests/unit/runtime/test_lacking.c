/* SPDX-License-Identifier: BSD-2-Clause */
/* What the checked build must know of objects: unacknowledged events, and missing attributes. */
#include <inverbs/checked/misuse.h>
#include <limits.h>

#include "fake.h"

static void events_read_and_not_acknowledged(void **state)
{
	struct inverbs_cq cq = {.comp_events_taken = 5};

	(void)state;
	cq.ibv.comp_events_completed = 3;
	assert_int_equal(inverbs_events_to_acknowledge(&cq.ibv), 2);
	cq.ibv.comp_events_completed = 7; /* too many were */
	assert_int_equal(inverbs_events_to_acknowledge(&cq.ibv), -2);
	cq.comp_events_taken = 1; /* the counts have wrapped around */
	cq.ibv.comp_events_completed = UINT32_MAX;
	assert_int_equal(inverbs_events_to_acknowledge(&cq.ibv), 2);
}

static void acknowledgements_of_each_object(void **state)
{
	static struct inverbs_cq cq;
	static struct inverbs_qp qp;
	static struct inverbs_srq srq;
	const struct {
		struct ibv_async_event event;
		long long times;
		const void *object;
	} cases[] = {
		{{.element.cq = &cq.ibv, .event_type = IBV_EVENT_CQ_ERR}, 1, &cq.ibv},
		{{.element.qp = &qp.ibv, .event_type = IBV_EVENT_QP_FATAL}, 2, &qp.ibv},
		{{.element.srq = &srq.ibv, .event_type = IBV_EVENT_SRQ_ERR}, 3, &srq.ibv},
	};
	const struct ibv_async_event port = {.element.port_num = 1,
					     .event_type = IBV_EVENT_PORT_ERR};

	(void)state;
	cq.async_events_taken = 11;
	cq.ibv.async_events_completed = 10;
	qp.events_taken = 12;
	qp.ibv.events_completed = 10;
	srq.events_taken = 13;
	srq.ibv.events_completed = 10;
	for (size_t i = 0; i < 3; i++) {
		inverbs_object_made(cases[i].object, "ibv_x");
		assert_int_equal(inverbs_times_to_acknowledge(&cases[i].event), cases[i].times);
		inverbs_object_going(cases[i].object);
		inverbs_object_gone(cases[i].object, true);
		assert_int_equal(inverbs_times_to_acknowledge(&cases[i].event), 0);
	}
	assert_true(inverbs_times_to_acknowledge(&port) == LLONG_MAX);
}

static struct ibv_device device = {.transport_type = IBV_TRANSPORT_IB};
static struct ibv_context context = {.device = &device};

static const char *lacking(enum ibv_qp_type type, struct ibv_qp_attr attr, int mask)
{
	struct ibv_qp qp = {.context = &context, .qp_type = type, .state = IBV_QPS_RESET};

	return inverbs_lacking_attribute(&qp, &attr, mask);
}

static void attributes_that_a_transition_lacks(void **state)
{
	const struct ibv_qp_attr init = {.qp_state = IBV_QPS_INIT};
	const struct ibv_qp_attr rts = {.qp_state = IBV_QPS_RTS, .cur_qp_state = IBV_QPS_RTR};
	const int whole = IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS;

	(void)state;
	assert_string_equal(lacking(IBV_QPT_RC, init, IBV_QP_STATE | IBV_QP_PORT),
			    "lacks IBV_QP_ACCESS_FLAGS, IBV_QP_PKEY_INDEX");
	assert_string_equal(lacking(IBV_QPT_RC, init, whole & ~IBV_QP_PORT), "lacks IBV_QP_PORT");
	assert_null(lacking(IBV_QPT_RC, init, whole));
	assert_null(lacking(IBV_QPT_RC, init, IBV_QP_PORT)); /* no transition */
	assert_null(lacking(IBV_QPT_RC, rts, IBV_QP_STATE)); /* none that exists */
	assert_string_equal(lacking(IBV_QPT_UD, rts, IBV_QP_STATE | IBV_QP_CUR_STATE),
			    "lacks IBV_QP_SQ_PSN");
	/* OFED's type has the transitions of the sending one */
	assert_string_equal(lacking(IBV_QPT_XRC, init, whole & ~IBV_QP_PORT), "lacks IBV_QP_PORT");
	device.transport_type = IBV_TRANSPORT_IWARP;
	assert_null(lacking(IBV_QPT_RC, init, IBV_QP_STATE));
	device.transport_type = IBV_TRANSPORT_IB;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(events_read_and_not_acknowledged),
		cmocka_unit_test(acknowledgements_of_each_object),
		cmocka_unit_test(attributes_that_a_transition_lacks),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
