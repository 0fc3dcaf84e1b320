/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Subscriptions to notices, and their renewal on a client reregister request. The subnet
 * administrator is a service of the test on the first adapter's port, whose port attributes name it
 * as SM; the second adapter subscribes.
 */
#include "kit.h"

#include <complib/cl_byteswap.h>

enum {
	TRAP = 64,
	NOTICE_BYTES = 80,
	SA_DATA_AT = 56,
	REREGISTER = 0x80
};

static struct kit kit, peer;

/* The test's subnet administrator. */
static struct {
	ib_net16_t status;    /* for its next responses */
	unsigned int sets;    /* InformInfo received; atomic */
	unsigned int reports; /* reports that were acknowledged; atomic */
	uint8_t subscribes[KIT_CALLS];
} sa;

static ib_sa_mad_t *sa_mad(ib_mad_element_t *element)
{
	return (ib_sa_mad_t *)element->p_mad_buf;
}

static void serve_subscription(struct kit_svc *svc, const struct kit_call *call)
{
	ib_sa_mad_t *mad = sa_mad(call->element);
	const unsigned int at = __atomic_load_n(&sa.sets, __ATOMIC_RELAXED);

	if (!call->received || mad->method == IB_MAD_METHOD_REPORT_RESP) {
		if (call->received)
			__atomic_add_fetch(&sa.reports, 1, __ATOMIC_RELEASE);
		ib_put_mad(call->element);
		return;
	}
	assert_int_equal(mad->attr_id, IB_MAD_ATTR_INFORM_INFO);
	sa.subscribes[at] = ((ib_inform_info_t *)mad->data)->subscribe;
	mad->method = IB_MAD_METHOD_GET_RESP;
	mad->status = sa.status;
	kit_send(svc, call->element);
	__atomic_store_n(&sa.sets, at + 1, __ATOMIC_RELEASE);
}

static struct kit_svc administrator = {.also = serve_subscription};

static int open_kits(void **state)
{
	static const uint8_t methods[] = {IB_MAD_METHOD_SET, 0};

	(void)state;
	kit_open(&kit, 0);
	kit_open(&peer, 1);
	assert_int_equal(peer.attr->p_port_attr[0].sm_lid, kit.lid);
	assert_int_equal(kit_try_serve(kit.qp, &administrator, IB_MCLASS_SUBN_ADM, methods),
			 IB_SUCCESS);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	kit_close(&peer);
	kit_close(&kit);
	return 0;
}

struct result {
	ib_sub_rec_t rec;
	unsigned int calls, reports, ended; /* accessed atomically */
	ib_mad_notice_attr_t notice;
};

static void record_subscription(ib_sub_rec_t *rec)
{
	struct result *result = (struct result *)(uintptr_t)rec->sub_context;

	result->rec = *rec;
	__atomic_add_fetch(&result->calls, 1, __ATOMIC_RELEASE);
}

static void reported(ib_report_rec_t *rec)
{
	struct result *result = (struct result *)(uintptr_t)rec->report_context;

	result->notice = *rec->p_notice;
	__atomic_add_fetch(&result->reports, 1, __ATOMIC_RELEASE);
}

static void count_destroyed(void *context)
{
	__atomic_add_fetch(&((struct result *)context)->ended, 1, __ATOMIC_RELEASE);
}

static ib_sub_req_t subscribe_request(struct result *result, ib_inform_info_t *info, uint16_t trap)
{
	*info = (ib_inform_info_t){.lid_range_begin = CL_HTON16(0xffff),
				   .is_generic = 1,
				   .trap_type = CL_HTON16(0xffff)};
	info->g_or_v.generic.trap_num = CL_HTON16(trap);
	info->g_or_v.generic.node_type_msb = 0xff;
	info->g_or_v.generic.node_type_lsb = CL_HTON16(0xffff);
	return (ib_sub_req_t){
		.p_inform_info = info,
		.port_guid = peer.port_guid,
		.timeout_ms = KIT_TIMEOUT_MS,
		.flags = IB_FLAGS_SYNC,
		.sub_context = result,
		.pfn_sub_cb = record_subscription,
		.report_context = result,
		.pfn_report_cb = reported,
	};
}

static ib_sub_handle_t subscribed(struct result *result, uint16_t trap)
{
	ib_inform_info_t info;
	const ib_sub_req_t req = subscribe_request(result, &info, trap);
	ib_sub_handle_t sub;

	assert_int_equal(ib_subscribe(peer.al, &req, &sub), IB_SUCCESS);
	assert_int_equal(result->calls, 1); /* called back before the call returned */
	assert_int_equal(result->rec.status, IB_SUCCESS);
	assert_ptr_equal(result->rec.h_sub, sub);
	return sub;
}

/* Send a report of a notice, and wait for its response. */
static void report_notice(uint16_t trap)
{
	const unsigned int before = __atomic_load_n(&sa.reports, __ATOMIC_ACQUIRE);
	ib_mad_element_t *element = kit_mad(&kit, IB_MAD_METHOD_REPORT, peer.lid);
	ib_mad_notice_attr_t notice = {.generic_type = 0x80, .issuer_lid = kit.lid};

	notice.g_or_v.generic.trap_num = CL_HTON16(trap);
	notice.g_or_v.generic.prod_type_lsb = CL_HTON16(4);
	sa_mad(element)->mgmt_class = IB_MCLASS_SUBN_ADM;
	sa_mad(element)->class_ver = 2;
	sa_mad(element)->attr_id = IB_MAD_ATTR_NOTICE;
	memcpy(sa_mad(element)->data, &notice, NOTICE_BYTES);
	element->resp_expected = TRUE;
	kit_send(&administrator, element);
	kit_await(&sa.reports, before + 1);
}

static void subscriptions_are_checked(void **state)
{
	struct result result = {.calls = 0};
	ib_inform_info_t info;
	ib_sub_req_t req = subscribe_request(&result, &info, TRAP);
	ib_svc_name_t name = "somebody else";
	ib_sub_handle_t sub = NULL;

	(void)state;
	assert_int_equal(ib_subscribe(NULL, &req, &sub), IB_INVALID_AL_HANDLE);
	assert_int_equal(ib_subscribe((ib_al_handle_t)kit.ca, &req, &sub), IB_INVALID_AL_HANDLE);
	assert_int_equal(ib_subscribe(kit_random_handle(), &req, &sub), IB_INVALID_AL_HANDLE);
	assert_int_equal(ib_subscribe(peer.al, NULL, &sub), IB_INVALID_PARAMETER);
	assert_int_equal(ib_subscribe(peer.al, &req, NULL), IB_INVALID_PARAMETER);
	req.p_inform_info = NULL;
	assert_int_equal(ib_subscribe(peer.al, &req, &sub), IB_INVALID_PARAMETER);
	req.p_inform_info = &info;
	req.pfn_report_cb = NULL;
	assert_int_equal(ib_subscribe(peer.al, &req, &sub), IB_INVALID_PARAMETER);
	req.pfn_report_cb = reported;
	req.pfn_sub_cb = NULL;
	assert_int_equal(ib_subscribe(peer.al, &req, &sub), IB_INVALID_PARAMETER);
	req.pfn_sub_cb = record_subscription;
	req.port_guid = 1;
	assert_int_equal(ib_subscribe(peer.al, &req, &sub), IB_INVALID_GUID);
	req.port_guid = peer.port_guid;
	req.p_class_mgr_name = &name;
	assert_int_equal(ib_subscribe(peer.al, &req, &sub), IB_UNSUPPORTED);
	assert_null(sub);
	assert_int_equal(result.calls, 0);
	assert_int_equal(ib_unsubscribe(NULL, NULL), IB_INVALID_HANDLE);
	assert_int_equal(ib_unsubscribe((ib_sub_handle_t)kit.pd, NULL), IB_INVALID_HANDLE);
	assert_int_equal(ib_unsubscribe(kit_random_handle(), NULL), IB_INVALID_HANDLE);
}

static void refused_subscriptions_have_no_handle(void **state)
{
	struct result result = {.calls = 0};
	ib_inform_info_t info;
	const ib_sub_req_t req = subscribe_request(&result, &info, TRAP);
	const unsigned int sets = sa.sets;
	ib_sub_handle_t sub;

	(void)state;
	sa.status = IB_SA_MAD_STATUS_REQ_INVALID;
	assert_int_equal(ib_subscribe(peer.al, &req, &sub), IB_SUCCESS);
	assert_int_equal(result.rec.status, IB_REMOTE_ERROR);
	assert_null(result.rec.h_sub);
	assert_int_equal(ib_unsubscribe(sub, NULL), IB_INVALID_HANDLE);
	sa.status = 0;
	assert_int_equal(sa.sets, sets + 1); /* no unsubscribe request was sent */
}

static void reports_go_to_those_who_asked_for_them(void **state)
{
	struct result first = {.calls = 0}, second = {.calls = 0}, all = {.calls = 0};
	ib_sub_handle_t of_first = subscribed(&first, TRAP);
	ib_sub_handle_t of_second = subscribed(&second, TRAP + 1);
	ib_sub_handle_t of_all = subscribed(&all, 0xffff);
	unsigned int sets;

	(void)state;
	report_notice(TRAP);
	kit_await(&first.reports, 1);
	kit_await(&all.reports, 1);
	assert_int_equal(first.notice.g_or_v.generic.trap_num, CL_HTON16(TRAP));
	assert_int_equal(first.notice.issuer_lid, kit.lid);
	report_notice(TRAP + 1);
	kit_await(&second.reports, 1);
	kit_await(&all.reports, 2);
	sets = __atomic_load_n(&sa.sets, __ATOMIC_ACQUIRE);
	assert_int_equal(ib_unsubscribe(of_first, count_destroyed), IB_SUCCESS);
	kit_await(&first.ended, 1);
	assert_int_equal(sa.sets, sets + 1); /* the request precedes the callback */
	assert_int_equal(sa.subscribes[sets], 0);
	assert_int_equal(ib_unsubscribe(of_first, count_destroyed), IB_INVALID_HANDLE);
	report_notice(TRAP); /* acknowledged even without subscribers */
	kit_await(&all.reports, 3);
	assert_int_equal(first.reports, 1);
	assert_int_equal(second.reports, 1);
	assert_int_equal(ib_unsubscribe(of_second, ib_sync_destroy), IB_SUCCESS);
	assert_int_equal(ib_unsubscribe(of_all, ib_sync_destroy), IB_SUCCESS);
}

/* Set(PortInfo) with the ClientReregister bit on the local port, as a restarted subnet manager
 * does. */
static void ask_to_register_again(void)
{
	ib_smp_t smp = {.base_ver = 1,
			.mgmt_class = IB_MCLASS_SUBN_LID,
			.class_ver = 1,
			.method = IB_MAD_METHOD_GET,
			.attr_id = IB_MAD_ATTR_PORT_INFO,
			.attr_mod = CL_HTON32(1)};
	ib_port_info_t *info = (ib_port_info_t *)smp.data;

	assert_int_equal(ib_local_mad(peer.ca, 1, &smp, &smp), IB_SUCCESS);
	info->subnet_timeout |= REREGISTER;
	info->state_info1 &= 0xf0; /* no state change */
	smp.method = IB_MAD_METHOD_SET;
	smp.status = 0;
	assert_int_equal(ib_local_mad(peer.ca, 1, &smp, &smp), IB_SUCCESS);
	assert_int_equal(smp.status, 0);
}

static void subscriptions_are_made_again(void **state)
{
	struct result result = {.calls = 0};
	ib_sub_handle_t sub = subscribed(&result, TRAP);
	const unsigned int sets = __atomic_load_n(&sa.sets, __ATOMIC_ACQUIRE);

	(void)state;
	ask_to_register_again();
	kit_await(&sa.sets, sets + 1);
	assert_int_equal(sa.subscribes[sets], 1);
	assert_int_equal(ib_unsubscribe(sub, ib_sync_destroy), IB_SUCCESS);
	assert_int_equal(result.calls, 1);
}

static void closing_the_instance_ends_subscriptions(void **state)
{
	struct result result = {.calls = 0};
	ib_inform_info_t info;
	ib_sub_req_t req = subscribe_request(&result, &info, TRAP);
	unsigned int sets;
	ib_sub_handle_t sub;
	struct kit own;

	(void)state;
	/* another instance already receives the port's reports */
	kit_open(&own, 1);
	assert_int_equal(ib_subscribe(own.al, &req, &sub), IB_INSUFFICIENT_RESOURCES);
	kit_close(&peer);
	assert_int_equal(ib_subscribe(own.al, &req, &sub), IB_SUCCESS);
	sets = __atomic_load_n(&sa.sets, __ATOMIC_ACQUIRE);
	kit_close(&own);
	kit_await(&sa.sets, sets + 1);
	assert_int_equal(sa.subscribes[sets], 0);
	kit_open(&peer, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(subscriptions_are_checked),
		cmocka_unit_test(refused_subscriptions_have_no_handle),
		cmocka_unit_test(reports_go_to_those_who_asked_for_them),
		cmocka_unit_test(subscriptions_are_made_again),
		cmocka_unit_test(closing_the_instance_ends_subscriptions),
	};

	return cmocka_run_group_tests(tests, open_kits, tear_down);
}
