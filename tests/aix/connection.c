/* SPDX-License-Identifier: BSD-2-Clause */
/* A connection from its request to its end, and its events: A7, A12, A16 to A32k. */
#include "kit.h"

/* The private data that was sent has arrived; the rest of the message's field is zero. */
static void assert_private_data(const struct rdma_conn_param *got, const void *sent, size_t bytes)
{
	const uint8_t *data = got->private_data;

	assert_true(got->private_data_len >= bytes);
	if (bytes)
		assert_memory_equal(data, sent, bytes);
	for (size_t i = bytes; i < got->private_data_len; i++)
		assert_int_equal(data[i], 0);
}

/* The kit follows the manual's sample programs, and checks the result of each call. */
static void A16_A18_A22_A23_A24_A25_A26_A28_A31_A32_from_beginning_to_end(void **state)
{
	struct link link = {0};
	struct ibv_wc wc;

	(void)state;
	link_open(&link);
	assert_int_equal(rdma_get_dst_port(link.client.id), rdma_get_src_port(link.listener));
	assert_non_null(rdma_get_peer_addr(link.client.id));
	speak_first(&link);
	post_receive(&link.server, 7, 0, 16);
	assert_works(rdma_disconnect(link.client.id));
	pass(link.server_channel, RDMA_CM_EVENT_DISCONNECTED);
	assert_works(rdma_disconnect(link.server.id)); /* on InfiniBand the client waits for this */
	pass(link.client_channel, RDMA_CM_EVENT_DISCONNECTED);
	wc = completion(&link.server);
	assert_int_equal(wc.status, IBV_WC_WR_FLUSH_ERR);
	assert_int_equal(wc.wr_id, 7);
	link_close(&link);
}

/* A7: 0 means that the operation was started; its event has the result. */
static void A7_A32i_A32j_nobody_listens(void **state)
{
	struct rdma_conn_param param = small_param();
	struct rdma_cm_event *event;
	struct link link = {0};

	(void)state;
	link_listen(&link);
	link_resolve(&link);
	end_join(&link.client, link.client.id);
	assert_works(rdma_destroy_id(link.listener));
	link.listener = NULL;
	assert_works(rdma_connect(link.client.id, &param));
	assert_works(rdma_get_cm_event(link.client_channel, &event));
	assert_int_equal(event->event, RDMA_CM_EVENT_REJECTED);
	assert_int_not_equal(event->status, 0);
	assert_works(rdma_ack_cm_event(event));
	link_close(&link);
}

static void A27_rejected_with_a_reason(void **state)
{
	struct rdma_conn_param param = small_param();
	struct rdma_cm_event *event;
	struct link link = {0};

	(void)state;
	link_listen(&link);
	link_resolve(&link);
	end_join(&link.client, link.client.id);
	event = link_ask(&link, &param);
	assert_works(rdma_reject(event->id, "no", 3));
	link.server.id = event->id;
	assert_works(rdma_ack_cm_event(event));
	assert_works(rdma_get_cm_event(link.client_channel, &event));
	assert_int_equal(event->event, RDMA_CM_EVENT_REJECTED);
	assert_int_not_equal(event->status, 0);
	assert_private_data(&event->param.conn, "no", 3);
	assert_works(rdma_ack_cm_event(event));
	link_close(&link);
}

static void A32f_A32g_A32h_the_request(void **state)
{
	struct rdma_conn_param param = {.responder_resources = 3, .initiator_depth = 2};
	const struct rdma_conn_param *got;
	struct rdma_cm_event *event;
	struct link link = {0};
	char text[] = "hello";

	(void)state;
	link_listen(&link);
	link_resolve(&link);
	end_join(&link.client, link.client.id);
	param.private_data = text;
	param.private_data_len = sizeof(text);
	event = link_ask(&link, &param);
	memset(text, 0, sizeof(text)); /* the private data was copied */
	assert_ptr_equal(event->listen_id, link.listener);
	assert_ptr_not_equal(event->id, link.listener);
	assert_ptr_equal(event->id->channel, link.server_channel);
	got = &event->param.conn;
	if (event->id->verbs->device->transport_type == IBV_TRANSPORT_IWARP) {
		/* MPA revision 1 does not carry depths: the values are the adapter's limits */
		assert_true(got->responder_resources >= 2);
		assert_true(got->initiator_depth >= 3);
	} else {
		assert_int_equal(got->responder_resources, 2);
		assert_int_equal(got->initiator_depth, 3);
	}
	assert_private_data(got, "hello", sizeof(text));
	link.server.id = event->id;
	assert_works(rdma_ack_cm_event(event));
	link_close(&link);
}

static void A32g_no_private_data(void **state)
{
	struct rdma_conn_param param = small_param();
	struct rdma_cm_event *event;
	struct link link = {0};

	(void)state;
	link_listen(&link);
	link_resolve(&link);
	end_join(&link.client, link.client.id);
	event = link_ask(&link, &param);
	if (link.client.id->verbs->device->transport_type == IBV_TRANSPORT_IWARP)
		assert_null(event->param.conn.private_data);
	else /* on InfiniBand the field is always there, with zeros */
		assert_private_data(&event->param.conn, NULL, 0);
	link.server.id = event->id;
	assert_works(rdma_ack_cm_event(event));
	link_close(&link);
}

static void A32j_events_by_name(void **state)
{
	static const char *const names[] = {
		"ADDR_RESOLVED",   "ADDR_ERROR",       "ROUTE_RESOLVED", "ROUTE_ERROR",
		"CONNECT_REQUEST", "CONNECT_RESPONSE", "CONNECT_ERROR",  "UNREACHABLE",
		"REJECTED",        "ESTABLISHED",      "DISCONNECTED",   "DEVICE_REMOVAL",
	};
	const size_t prefix = strlen("RDMA_CM_EVENT_");

	(void)state;
	for (unsigned int i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		assert_string_equal(rdma_event_str((enum rdma_cm_event_type)i) + prefix, names[i]);
	assert_string_equal(rdma_event_str(RDMA_CM_EVENT_TIMEWAIT_EXIT) + prefix, "TIMEWAIT_EXIT");
}

/* The event of address resolution tells whether a destination can be reached by verbs. */
static void A22_A32k_reachable(void **state)
{
	struct sockaddr_in to = device_address(2, 1), nowhere = device_address(2, 1);
	struct rdma_event_channel *channel = rdma_create_event_channel();
	struct rdma_cm_id *id;
	int result;

	(void)state;
	assert_works(rdma_create_id(channel, &id, NULL, RDMA_PS_TCP));
	assert_works(rdma_resolve_addr(id, NULL, (struct sockaddr *)&to, RESOLVE_MS));
	pass(channel, RDMA_CM_EVENT_ADDR_RESOLVED);
	assert_non_null(id->verbs);
	assert_works(rdma_destroy_id(id));

	nowhere.sin_addr.s_addr = htonl(0xc0000201); /* 192.0.2.1, reserved for documentation */
	assert_works(rdma_create_id(channel, &id, NULL, RDMA_PS_TCP));
	result = rdma_resolve_addr(id, NULL, (struct sockaddr *)&nowhere, 50);
	if (!result) {
		struct rdma_cm_event *event;

		assert_works(rdma_get_cm_event(channel, &event));
		assert_int_equal(event->event, RDMA_CM_EVENT_ADDR_ERROR);
		assert_true(event->status < 0);
		assert_works(rdma_ack_cm_event(event));
	} else {
		assert_true(result < -1);
	}
	assert_works(rdma_destroy_id(id));
	rdma_destroy_event_channel(channel);
}

/* A12: one channel for identifiers on all devices. */
static void A12_one_channel_for_all_devices(void **state)
{
	struct rdma_event_channel *channel = rdma_create_event_channel();
	struct sockaddr_in first = device_address(1, 0), second = device_address(2, 0);
	struct rdma_cm_id *a, *b;

	(void)state;
	assert_works(rdma_create_id(channel, &a, NULL, RDMA_PS_TCP));
	assert_works(rdma_create_id(channel, &b, NULL, RDMA_PS_TCP));
	assert_works(rdma_bind_addr(a, (struct sockaddr *)&first));
	assert_works(rdma_bind_addr(b, (struct sockaddr *)&second));
	assert_ptr_not_equal(a->verbs, b->verbs);
	assert_works(rdma_destroy_id(a));
	assert_works(rdma_destroy_id(b));
	rdma_destroy_event_channel(channel);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(A16_A18_A22_A23_A24_A25_A26_A28_A31_A32_from_beginning_to_end),
		cmocka_unit_test(A7_A32i_A32j_nobody_listens),
		cmocka_unit_test(A27_rejected_with_a_reason),
		cmocka_unit_test(A32f_A32g_A32h_the_request),
		cmocka_unit_test(A32g_no_private_data),
		cmocka_unit_test(A32j_events_by_name),
		cmocka_unit_test(A22_A32k_reachable),
		cmocka_unit_test(A12_one_channel_for_all_devices),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
