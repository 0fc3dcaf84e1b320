/* SPDX-License-Identifier: BSD-2-Clause */
/* Calls of the connection manager that the profile refuses: A3, A6, A16 to A32e, A61 to A67. */
#include "kit.h"

#include <fcntl.h>

static void A3_A18_create_id(void **state)
{
	struct rdma_event_channel *channel = rdma_create_event_channel();
	struct rdma_cm_id *id = NULL;

	(void)state;
	assert_negative(rdma_create_id(NULL, &id, NULL, RDMA_PS_TCP), EINVAL);
	assert_negative(rdma_create_id(channel, NULL, NULL, RDMA_PS_TCP), EINVAL);
	assert_negative(rdma_create_id(channel, &id, NULL, RDMA_PS_UDP), EPROTONOSUPPORT);
	assert_negative(rdma_create_id(channel, &id, NULL, RDMA_PS_IPOIB), EPROTONOSUPPORT);
	assert_null(id);
	assert_works(rdma_create_id(channel, &id, &id, RDMA_PS_TCP));
	assert_ptr_equal(id->context, &id);
	assert_works(rdma_destroy_id(id));
	rdma_destroy_event_channel(channel);
}

static void A16_A17_A31_channel(void **state)
{
	struct rdma_event_channel *channel = rdma_create_event_channel();
	struct rdma_cm_event *event;

	(void)state;
	assert_non_null(channel);
	assert_negative(rdma_get_cm_event(NULL, &event), EINVAL);
	assert_negative(rdma_get_cm_event(channel, NULL), EINVAL);
	assert_int_equal(fcntl(channel->fd, F_SETFL, O_NONBLOCK), 0);
	assert_negative(rdma_get_cm_event(channel, &event), EAGAIN);
	rdma_destroy_event_channel(channel);
}

static void A19_A20_destroy_and_migrate(void **state)
{
	struct rdma_event_channel *channel = rdma_create_event_channel();
	struct rdma_event_channel *other = rdma_create_event_channel();
	struct rdma_cm_id no_channel = {0}, *id = NULL;

	(void)state;
	assert_negative(rdma_destroy_id(NULL), EINVAL);
	assert_negative(rdma_destroy_id(&no_channel), EINVAL);
	assert_works(rdma_create_id(channel, &id, NULL, RDMA_PS_TCP));
	assert_negative(rdma_migrate_id(NULL, other), EINVAL);
	assert_negative(rdma_migrate_id(id, NULL), EINVAL);
	assert_works(rdma_migrate_id(id, other));
	assert_ptr_equal(id->channel, other);
	assert_works(rdma_destroy_id(id));
	rdma_destroy_event_channel(other);
	rdma_destroy_event_channel(channel);
}

static void A21_A22_A23_addresses(void **state)
{
	struct sockaddr_in here = device_address(1, 0), odd = device_address(1, 0);
	struct rdma_event_channel *channel = rdma_create_event_channel();
	struct rdma_cm_id *id = NULL;

	(void)state;
	odd.sin_family = AF_UNSPEC;
	assert_works(rdma_create_id(channel, &id, NULL, RDMA_PS_TCP));
	assert_negative(rdma_bind_addr(NULL, (struct sockaddr *)&here), EINVAL);
	assert_negative(rdma_bind_addr(id, (struct sockaddr *)&odd), EINVAL);
	assert_negative(rdma_resolve_addr(NULL, NULL, (struct sockaddr *)&here, RESOLVE_MS),
			EINVAL);
	assert_negative(rdma_resolve_addr(id, NULL, (struct sockaddr *)&odd, RESOLVE_MS), EINVAL);
	assert_negative(rdma_resolve_route(NULL, RESOLVE_MS), EINVAL);
	assert_negative(rdma_resolve_route(id, RESOLVE_MS), EINVAL); /* no address yet */
	/* a specific address selects a device, and port 0 is replaced by a free one */
	assert_works(rdma_bind_addr(id, (struct sockaddr *)&here));
	assert_non_null(id->verbs);
	assert_int_not_equal(rdma_get_src_port(id), 0);
	assert_works(rdma_destroy_id(id));
	rdma_destroy_event_channel(channel);
}

static void A24_A26_A27_A28_connecting(void **state)
{
	struct rdma_conn_param param = small_param(), most = small_param();
	struct rdma_cm_event *asked;
	struct rdma_cm_id *id, odd;
	struct link link = {0};

	(void)state;
	link_listen(&link);
	link_resolve(&link);
	end_join(&link.client, link.client.id);
	assert_negative(rdma_connect(NULL, &param), EINVAL);
	assert_negative(rdma_connect(link.client.id, NULL), EINVAL);
	odd = *link.client.id;
	odd.ps = RDMA_PS_UDP;
	assert_negative(rdma_connect(&odd, &param), EPROTONOSUPPORT);
	most.responder_resources = RDMA_MAX_RESP_RES;
	assert_negative(rdma_connect(link.client.id, &most), EINVAL);

	asked = link_ask(&link, &param);
	id = asked->id;
	assert_works(rdma_ack_cm_event(asked));
	assert_negative(rdma_accept(NULL, &param), EINVAL);
	assert_negative(rdma_accept(id, &param), EINVAL); /* without a queue pair */
	end_join(&link.server, id);
	assert_negative(rdma_accept(id, NULL), EINVAL);
	odd = *id;
	odd.ps = RDMA_PS_UDP;
	assert_negative(rdma_accept(&odd, &param), EPROTONOSUPPORT);
	assert_negative(rdma_reject(NULL, NULL, 0), EINVAL);
	assert_negative(rdma_disconnect(NULL), EINVAL);
	assert_negative(rdma_disconnect(link.listener), EINVAL); /* without a queue pair */
	assert_works(rdma_reject(id, NULL, 0));
	link_close(&link);
}

/* Depths above the device's maximum are refused at both ends; so is RDMA_MAX_RESP_RES. */
static void A24_A26_A62_depths(void **state)
{
	struct rdma_conn_param param = small_param(), more = small_param();
	struct ibv_device_attr limits;
	struct rdma_cm_event *asked;
	struct link link = {0};

	(void)state;
	link_listen(&link);
	link_resolve(&link);
	end_join(&link.client, link.client.id);
	assert_works(ibv_query_device(link.client.id->verbs, &limits));
	assert_in_range(limits.max_qp_rd_atom, 1, UINT8_MAX - 2);
	assert_in_range(limits.max_qp_init_rd_atom, 1, UINT8_MAX - 2);
	more.responder_resources = (uint8_t)(limits.max_qp_rd_atom + 1);
	assert_negative(rdma_connect(link.client.id, &more), EINVAL);
	more = small_param();
	more.initiator_depth = (uint8_t)(limits.max_qp_init_rd_atom + 1);
	assert_negative(rdma_connect(link.client.id, &more), EINVAL);

	asked = link_ask(&link, &param);
	end_join(&link.server, asked->id);
	assert_negative(rdma_accept(asked->id, &more), EINVAL);
	more = small_param();
	more.responder_resources = (uint8_t)(limits.max_qp_rd_atom + 1);
	assert_negative(rdma_accept(asked->id, &more), EINVAL);
	assert_works(rdma_ack_cm_event(asked));
	link_close(&link);
}

static void A25_listen(void **state)
{
	struct sockaddr_in any = {.sin_family = AF_INET};
	struct rdma_event_channel *channel = rdma_create_event_channel();
	struct rdma_cm_id *id = NULL;

	(void)state;
	assert_negative(rdma_listen(NULL, 1), EINVAL);
	assert_works(rdma_create_id(channel, &id, NULL, RDMA_PS_TCP));
	assert_works(rdma_bind_addr(id, (struct sockaddr *)&any));
	assert_works(rdma_listen(id, 1));
	assert_null(id->verbs); /* it listens on all devices */
	assert_works(rdma_destroy_id(id));
	rdma_destroy_event_channel(channel);
}

static void A29_A30_A32_getters(void **state)
{
	(void)state;
	assert_int_equal(rdma_get_src_port(NULL), 0);
	assert_int_equal(rdma_get_dst_port(NULL), 0);
	assert_null(rdma_get_local_addr(NULL));
	assert_null(rdma_get_peer_addr(NULL));
	assert_negative(rdma_ack_cm_event(NULL), EINVAL);
}

static void A32a_event_str(void **state)
{
	(void)state;
	assert_string_equal(rdma_event_str(RDMA_CM_EVENT_ESTABLISHED), "RDMA_CM_EVENT_ESTABLISHED");
	assert_string_equal(rdma_event_str((enum rdma_cm_event_type)77), "UNKNOWN EVENT");
}

static void A3_A32b_A32c_A61_A63_create_qp(void **state)
{
	struct ibv_qp_init_attr attr = {.qp_type = IBV_QPT_RC, .cap = {1, 1, 1, 1, 0}}, odd;
	struct link link = {0};
	struct end *end = &link.client;

	(void)state;
	link_listen(&link);
	link_resolve(&link);
	end_open(end, end->id->verbs);
	attr.send_cq = attr.recv_cq = end->cq;
	assert_negative(rdma_create_qp(NULL, end->pd, &attr), EINVAL);
	assert_negative(rdma_create_qp(end->id, NULL, &attr), EINVAL);
	assert_negative(rdma_create_qp(end->id, end->pd, NULL), EINVAL);
	odd = attr;
	odd.cap.max_inline_data = MOST_INLINE + 1;
	assert_negative(rdma_create_qp(end->id, end->pd, &odd), EINVAL);
	assert_no_object(ibv_create_qp(end->pd, &odd), EINVAL);
	odd = attr;
	odd.qp_type = IBV_QPT_UD;
	assert_negative(rdma_create_qp(end->id, end->pd, &odd), EINVAL);
	assert_no_object(ibv_create_qp(end->pd, &odd), EINVAL);
	odd = attr;
	odd.srq = (struct ibv_srq *)end->cq; /* any pointer: it must not be dereferenced */
	assert_negative(rdma_create_qp(end->id, end->pd, &odd), EINVAL);
	assert_no_object(ibv_create_qp(end->pd, &odd), EINVAL);

	attr.cap.max_inline_data = MOST_INLINE;
	assert_works(rdma_create_qp(end->id, end->pd, &attr));
	assert_true(attr.cap.max_inline_data >= MOST_INLINE);
	rdma_destroy_qp(end->id);
	assert_null(end->id->qp);
	link_close(&link);
}

static void A32d_A32e_devices(void **state)
{
	int count = 0;
	struct ibv_context **list = rdma_get_devices(&count), **same;

	(void)state;
	assert_non_null(list);
	assert_int_equal(count, 2);
	assert_non_null(list[0]);
	assert_null(list[2]);
	same = rdma_get_devices(NULL); /* the number is optional */
	assert_ptr_equal(same[0], list[0]);
	rdma_free_devices(same);
	rdma_free_devices(list);
	list = rdma_get_devices(NULL); /* they stay open */
	rdma_free_devices(list);
}

static void A64_A65_A66_A67_unsupported(void **state)
{
	struct rdma_event_channel *channel = rdma_create_event_channel();
	struct sockaddr_in to = device_address(1, 0);
	struct rdma_cm_id *id = NULL;
	int tos = 1;

	(void)state;
	assert_works(rdma_create_id(channel, &id, NULL, RDMA_PS_TCP));
	assert_negative(rdma_notify(id, IBV_EVENT_COMM_EST), ENOSYS);
	assert_negative(rdma_join_multicast(id, (struct sockaddr *)&to, NULL), ENOSYS);
	assert_negative(rdma_leave_multicast(id, (struct sockaddr *)&to), ENOSYS);
	assert_negative(rdma_set_option(id, RDMA_OPTION_ID, RDMA_OPTION_ID_TOS, &tos, sizeof(tos)),
			ENOSYS);
	assert_works(rdma_destroy_id(id));
	rdma_destroy_event_channel(channel);
}

/* If the library itself fails, the errno value is returned, negated, and also in errno. */
static void A6_failures_are_negative(void **state)
{
	struct rdma_event_channel *channel = rdma_create_event_channel();
	struct rdma_cm_id *first = NULL, *second = NULL;
	struct sockaddr_in here = device_address(1, 0);

	(void)state;
	assert_works(rdma_create_id(channel, &first, NULL, RDMA_PS_TCP));
	assert_works(rdma_create_id(channel, &second, NULL, RDMA_PS_TCP));
	assert_works(rdma_bind_addr(first, (struct sockaddr *)&here));
	here.sin_port = rdma_get_src_port(first);
	assert_negative(rdma_bind_addr(second, (struct sockaddr *)&here), EADDRINUSE);
	assert_works(rdma_destroy_id(second));
	assert_works(rdma_destroy_id(first));
	rdma_destroy_event_channel(channel);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(A3_A18_create_id),
		cmocka_unit_test(A16_A17_A31_channel),
		cmocka_unit_test(A19_A20_destroy_and_migrate),
		cmocka_unit_test(A21_A22_A23_addresses),
		cmocka_unit_test(A24_A26_A27_A28_connecting),
		cmocka_unit_test(A24_A26_A62_depths),
		cmocka_unit_test(A25_listen),
		cmocka_unit_test(A29_A30_A32_getters),
		cmocka_unit_test(A32a_event_str),
		cmocka_unit_test(A3_A32b_A32c_A61_A63_create_qp),
		cmocka_unit_test(A32d_A32e_devices),
		cmocka_unit_test(A64_A65_A66_A67_unsupported),
		cmocka_unit_test(A6_failures_are_negative),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
