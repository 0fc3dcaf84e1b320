/* SPDX-License-Identifier: BSD-2-Clause */
/* Datagrams on their way out: addresses, RMPP, sizes, agents. */
#include "send_kit.h"

static struct iba_ca other_ca;

/* ---- addresses ---- */

static void a_datagram_goes_back_to_its_sender(void **state)
{
	ib_mad_element_t *const element = &mads[0].element;
	ib_grh_t grh = {.ver_class_flow = htonl(0x6ab12345)};
	struct umad_header header = {.id = 1};

	(void)state;
	memset(grh.src_gid.raw, 0x31, 16);
	memset(grh.dest_gid.raw, 0x32, 16);
	element->remote_qp = htonl(5);
	element->remote_qkey = htonl(0x1234);
	element->remote_lid = htons(0x77);
	element->remote_sl = 3;
	element->path_bits = 4;
	element->pkey_index = 6;
	element->p_grh = &grh;
	mads[0].gid_index = 9;
	assert_int_equal(iba_mad_address(&qp, &mads[0], &header), IB_SUCCESS);
	assert_int_equal(header.qpn, htonl(5));
	assert_int_equal(header.qkey, htonl(0x1234));
	assert_int_equal(header.lid, htons(0x77));
	assert_int_equal(header.sl, 3);
	assert_int_equal(header.path_bits, 4);
	assert_int_equal(header.pkey_index, 6);
	assert_int_equal(header.grh_present, 0);
	element->grh_valid = TRUE;
	assert_int_equal(iba_mad_address(&qp, &mads[0], &header), IB_SUCCESS);
	assert_int_equal(header.grh_present, 1);
	assert_int_equal(header.flow_label, htonl(0x12345));
	assert_int_equal(header.traffic_class, 0xab);
	assert_memory_equal(header.gid, grh.src_gid.raw, 16);
	assert_int_equal(header.hop_limit, 255);
	assert_int_equal(header.gid_index, 9);
	header = (struct umad_header){.id = 1};
	element->p_grh = NULL;
	assert_int_equal(iba_mad_address(&qp, &mads[0], &header), IB_SUCCESS);
	assert_int_equal(header.grh_present, 0);
}

/* Queue pair 1 has a Q_Key of its own, and 0 has none. */
static void a_key_may_be_left_out(void **state)
{
	struct umad_header header = {.id = 1};

	(void)state;
	assert_int_equal(iba_mad_address(&qp, &mads[0], &header), IB_SUCCESS);
	assert_int_equal(header.qkey, htonl(MAD_GSI_QKEY));
	qp.qpn = 0;
	assert_int_equal(iba_mad_address(&qp, &mads[0], &header), IB_SUCCESS);
	assert_int_equal(header.qkey, 0);
}

static void a_vector_is_the_address(void **state)
{
	struct umad_header header = {.id = 1};

	(void)state;
	mads[0].element.h_av = (ib_av_handle_t)&av;
	mads[0].element.remote_lid = htons(0x77);
	av.attr.dlid = htons(0x88);
	av.attr.sl = 5;
	av.attr.path_bits = 6;
	av.attr.grh.ver_class_flow = htonl(0x6ab12345);
	av.attr.grh.hop_limit = 44;
	memset(av.attr.grh.dest_gid.raw, 0x33, 16);
	assert_int_equal(iba_mad_address(&qp, &mads[0], &header), IB_SUCCESS);
	assert_int_equal(header.lid, htons(0x88));
	assert_int_equal(header.sl, 5);
	assert_int_equal(header.path_bits, 6);
	assert_int_equal(header.grh_present, 0);
	av.attr.grh_valid = TRUE;
	assert_int_equal(iba_mad_address(&qp, &mads[0], &header), IB_SUCCESS);
	assert_int_equal(header.grh_present, 1);
	assert_int_equal(header.hop_limit, 44);
	assert_memory_equal(header.gid, av.attr.grh.dest_gid.raw, 16);
	assert_int_equal(header.gid_index, 0);
	av.attr.grh.src_gid.raw[0] = 7;
	assert_int_equal(iba_mad_address(&qp, &mads[0], &header), IB_SUCCESS);
	assert_int_equal(header.gid_index, 7);
	av.attr.port_num = 1;
	assert_int_equal(iba_mad_address(&qp, &mads[0], &header), IB_INVALID_SETTING);
	av.attr.port_num = 2;
	av.object.context = &other_ca;
	assert_int_equal(iba_mad_address(&qp, &mads[0], &header), IB_INVALID_AV_HANDLE);
	mads[0].element.h_av = (ib_av_handle_t)&header;
	assert_int_equal(iba_mad_address(&qp, &mads[0], &header), IB_INVALID_AV_HANDLE);
}

/* ---- RMPP ---- */

static struct mad_rmpp rmpp_of(int n)
{
	return mad_rmpp_get(bytes[n] + MAD_RMPP_AT);
}

/* Whether a datagram of this size is sent with RMPP, through the agent for it. */
static void uses(int n, bool rmpp, size_t size)
{
	mads[n].element.size = (uint32_t)size;
	mads[n].state = IBA_MAD_WITH_PROGRAM;
	defers = 0;
	svc.deferred = false;
	assert_int_equal(submit(n), IB_SUCCESS);
	assert_int_equal(sent.id, rmpp ? 51 : 50);
	assert_int_equal(sent_bytes, rmpp ? size : MAD_BYTES);
	assert_int_equal(rmpp_of(n).active, rmpp);
	if (rmpp) {
		assert_int_equal(rmpp_of(n).version, MAD_RMPP_VERSION);
		assert_int_equal(rmpp_of(n).type, MAD_RMPP_TYPE_DATA);
		assert_int_equal(rmpp_of(n).status, 0);
	}
	svc.done = NULL;
	svc.last_done = &svc.done;
}

static void some_datagrams_use_rmpp(void **state)
{
	static const uint8_t tables[] = {
		MAD_METHOD_GET_TABLE_RESPONSE, MAD_METHOD_GET_MULTI_RESPONSE,
		MAD_METHOD_GET_TRACE_TABLE | MAD_RESPONSE, MAD_METHOD_GET_MULTI};
	const struct mad_rmpp active = {.active = 1, .status = 5, .type = 3, .version = 9};

	(void)state;
	uses(0, false, MAD_BYTES);
	uses(0, false, MAD_BYTES - 1);
	uses(0, true, MAD_BYTES + 1);
	for (size_t i = 0; i < sizeof(tables); i++) {
		reset_sends(NULL);
		head_of(0, MAD_CLASS_ADMINISTRATION, tables[i]);
		uses(0, true, 100);
		head_of(1, 0x21, tables[i]);
		uses(1, false, 100);
	}
	mad_rmpp_put(bytes[2] + MAD_RMPP_AT, &active);
	head_of(2, MAD_CLASS_ADMINISTRATION, MAD_METHOD_GET);
	uses(2, true, 100);
	reset_sends(NULL);
	mads[0].element.rmpp_version = MAD_RMPP_VERSION;
	uses(0, true, 100);
}

static void the_type_of_a_service_decides(void **state)
{
	const struct mad_rmpp active = {.active = 1};

	(void)state;
	svc.type = IB_MAD_SVC_RAW;
	mads[0].element.rmpp_version = MAD_RMPP_VERSION;
	uses(0, false, 100);
	mads[0].element.size = MAD_BYTES + 1;
	mads[0].state = IBA_MAD_WITH_PROGRAM;
	references = 0;
	refuses(0, IB_INVALID_SETTING);
	reset_sends(NULL);
	svc.type = IB_MAD_SVC_RMPP;
	uses(0, false, 100);
	reset_sends(NULL);
	svc.type = IB_MAD_SVC_RMPP;
	mad_rmpp_put(bytes[0] + MAD_RMPP_AT, &active);
	refuses(0, IB_INVALID_SETTING); /* a header of RMPP without RMPP */
	mads[0].element.size = MAD_BYTES + 1;
	refuses(0, IB_INVALID_SETTING);
	head_of(0, 0x21, MAD_METHOD_GET); /* a class that has none */
	mads[0].element.size = MAD_BYTES;
	assert_int_equal(submit(0), IB_SUCCESS);
	reset_sends(NULL);
	head_of(0, MAD_VENDOR_OUI_FIRST, MAD_METHOD_GET); /* not well-known */
	mad_rmpp_put(bytes[0] + MAD_RMPP_AT, &active);
	assert_int_equal(submit(0), IB_SUCCESS);
	assert_int_equal(sent.id, 50);
	mads[1].element.size = MAD_BYTES + 1;
	head_of(1, MAD_VENDOR_OUI_FIRST, MAD_METHOD_GET);
	assert_int_equal(submit(1), IB_INVALID_SETTING);
}

static void rmpp_has_limits(void **state)
{
	(void)state;
	mads[0].element.rmpp_version = MAD_RMPP_VERSION + 1;
	refuses(0, IB_INVALID_SETTING);
	mads[0].element.rmpp_version = MAD_RMPP_VERSION;
	mads[0].element.size = MAD_RMPP_AT + MAD_RMPP_SIZE;
	refuses(0, IB_INVALID_SETTING);
	head_of(0, 0x21, MAD_METHOD_GET);
	mads[0].element.size = MAD_BYTES;
	refuses(0, IB_INVALID_SETTING);
	head_of(0, MAD_CLASS_ADMINISTRATION, MAD_METHOD_GET);
	mads[0].element.size = MAD_RMPP_AT + MAD_RMPP_SIZE + 1;
	assert_int_equal(submit(0), IB_SUCCESS);
}

static void sizes_have_limits(void **state)
{
	(void)state;
	mads[0].element.size = UMAD_LEAST_BYTES - 1;
	refuses(0, IB_INVALID_SETTING);
	mads[0].element.size = sizeof(bytes[0]) + 1;
	refuses(0, IB_INVALID_SETTING);
	mads[0].element.p_mad_buf = NULL;
	mads[0].element.size = MAD_BYTES;
	refuses(0, IB_INVALID_SETTING);
	mads[0].element.p_mad_buf = (ib_mad_t *)bytes[0];
	mads[0].element.size = sizeof(bytes[0]);
	assert_int_equal(submit(0), IB_SUCCESS);
	mads[1].element.size = UMAD_LEAST_BYTES;
	assert_int_equal(submit(1), IB_SUCCESS);
}

/* ---- agents ---- */

static void an_agent_is_registered_once(void **state)
{
	(void)state;
	sender_fails = EBUSY;
	refuses(0, IB_ERROR);
	assert_int_equal(senders, 1);
	sender_fails = 0;
	assert_int_equal(submit(0), IB_SUCCESS);
	assert_int_equal(submit(1), IB_SUCCESS);
	assert_int_equal(senders, 2);
	mads[2].element.rmpp_version = 1;
	assert_int_equal(submit(2), IB_SUCCESS);
	assert_int_equal(senders, 3);
	assert_int_equal(sent.id, 51);
}

/* The agent that takes requests sends, too, if both have RMPP or neither. */
static void the_one_that_takes_requests_sends(void **state)
{
	(void)state;
	svc.taker.id = 60;
	svc.taker_has_rmpp = true;
	assert_int_equal(submit(0), IB_SUCCESS);
	assert_int_equal(sent.id, 50);
	svc.takes = true;
	assert_int_equal(submit(1), IB_SUCCESS);
	assert_int_equal(sent.id, 50);
	svc.taker_has_rmpp = false;
	assert_int_equal(submit(2), IB_SUCCESS);
	assert_int_equal(sent.id, 60);
	assert_int_equal(senders, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		FRESH(a_datagram_goes_back_to_its_sender),
		FRESH(a_key_may_be_left_out),
		FRESH(a_vector_is_the_address),
		FRESH(some_datagrams_use_rmpp),
		FRESH(the_type_of_a_service_decides),
		FRESH(rmpp_has_limits),
		FRESH(sizes_have_limits),
		FRESH(an_agent_is_registered_once),
		FRESH(the_one_that_takes_requests_sends),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
