/* SPDX-License-Identifier: BSD-2-Clause */
/* Addresses, connection parameters and events: how each member is copied to and from the kernel's
 * structs. */
#include "cm_kernel.h"

#include <netinet/in.h>

/* Let QUERY return this address as source and destination, with `bytes` as its size. */
static void source_is(const void *addr, uint16_t bytes)
{
	struct ucma_query_resp *const response = &kernel.query;

	memset(response, 0, sizeof(*response));
	memcpy(response->about.address.src_addr, addr, sizeof(response->about.address.src_addr));
	memcpy(response->about.address.dst_addr, addr, sizeof(response->about.address.dst_addr));
	response->about.address.src_size = bytes;
	response->about.address.dst_size = bytes;
	response->about.address.pkey = 0x8765;
}

static void addresses_are_as_large_as_they_say(void **state)
{
	static uint8_t bytes[sizeof(struct sockaddr_storage)];
	uint8_t *const source = (uint8_t *)&id->cm.route.addr.src_storage;
	uint8_t *const destination = (uint8_t *)&id->cm.route.addr.dst_storage;

	(void)state;
	memset(bytes, 0x5a, sizeof(bytes));
	for (unsigned int size = 0; size <= sizeof(bytes) + 1;
	     size += size == 16 ? sizeof(bytes) - 17 : 1) {
		const size_t copied = size <= sizeof(bytes) ? size : 0;

		memset(source, 0, sizeof(bytes));
		memset(destination, 0, sizeof(bytes));
		source_is(bytes, size);
		assert_int_equal(inverbs_cm_query_address(id), 0);
		for (size_t i = 0; i < sizeof(bytes); i++) {
			assert_int_equal(source[i], i < copied ? 0x5a : 0);
			assert_int_equal(destination[i], i < copied ? 0x5a : 0);
		}
		assert_int_equal(id->cm.route.addr.addr.ibaddr.pkey, 0); /* no device is bound */
	}
}

static void a_bound_address_has_a_partition(void **state)
{
	struct sockaddr_in addr = {.sin_family = AF_INET, .sin_port = 0x1234};
	struct sockaddr_storage found = {.ss_family = AF_INET6};
	struct ucma_bind_req sent;

	(void)state;
	id->device = &device;
	source_is(&found, sizeof(found));
	kernel.query.about.address.node_guid = 5;
	kernel.query.about.address.port_num = 2;
	assert_int_equal(rdma_bind_addr(&id->cm, (struct sockaddr *)&addr), 0);
	memcpy(&sent, kernel.last[UCMA_CMD_BIND], sizeof(sent));
	assert_int_equal(sent.id, HANDLE);
	assert_int_equal(sent.addr_size, sizeof(addr));
	assert_memory_equal(sent.addr, &addr, sizeof(addr));
	assert_int_equal(id->cm.port_num, 2);
	assert_int_equal(id->cm.route.addr.src_addr.sa_family, AF_INET6);
	assert_int_equal(kernel.count[UCMA_CMD_QUERY], 2); /* one for addresses, one for GIDs */
	device.iwarp = true; /* GIDs are not queried; the P_Key is that of the first query */
	assert_int_equal(rdma_bind_addr(&id->cm, (struct sockaddr *)&addr), 0);
	assert_int_equal(kernel.count[UCMA_CMD_QUERY], 3);
	assert_int_equal(id->cm.route.addr.addr.ibaddr.pkey, 0x8765);
	device.iwarp = false;
}

static void what_cannot_be_bound(void **state)
{
	struct sockaddr_in addr = {.sin_family = AF_UNSPEC};
	struct sockaddr *const at = (struct sockaddr *)&addr;

	(void)state;
	errno = 0;
	assert_int_equal(rdma_bind_addr(&id->cm, at), -1);
	assert_int_equal(errno, EINVAL);
	errno = 0;
	assert_int_equal(rdma_bind_addr(&id->cm, NULL), -1);
	assert_int_equal(errno, EINVAL);
	assert_int_equal(kernel.count[UCMA_CMD_BIND], 0);
	addr.sin_family = AF_INET;
	kernel.fails[UCMA_CMD_BIND] = EADDRINUSE;
	assert_int_equal(rdma_bind_addr(&id->cm, at), -1);
	assert_int_equal(errno, EADDRINUSE);
	assert_int_equal(kernel.count[UCMA_CMD_QUERY], 0);
	kernel.fails[UCMA_CMD_BIND] = 0;
	kernel.fails[UCMA_CMD_QUERY] = EIO;
	assert_int_equal(rdma_bind_addr(&id->cm, at), -1);
	assert_int_equal(errno, EIO);
	assert_int_equal(kernel.count[UCMA_CMD_QUERY], 1);
}

static void each_family_has_its_size(void **state)
{
	static const struct {
		sa_family_t family;
		size_t bytes;
	} families[] = {
		{AF_INET, sizeof(struct sockaddr_in)},
		{AF_INET6, sizeof(struct sockaddr_in6)},
		{AF_IB, sizeof(struct sockaddr_ib)},
	};
	struct sockaddr_storage from, to;
	struct ucma_resolve_addr_req sent;

	(void)state;
	memset(&from, 0x31, sizeof(from));
	memset(&to, 0x32, sizeof(to));
	for (size_t i = 0; i < 3; i++) {
		from.ss_family = to.ss_family = families[i].family;
		memset(&id->cm.route.addr.dst_storage, 0, sizeof(to));
		assert_int_equal(rdma_resolve_addr(&id->cm, (struct sockaddr *)&from,
						   (struct sockaddr *)&to, 77),
				 0);
		memcpy(&sent, kernel.last[UCMA_CMD_RESOLVE_ADDR], sizeof(sent));
		assert_int_equal(sent.id, HANDLE);
		assert_int_equal(sent.timeout_ms, 77);
		assert_int_equal(sent.src_size, families[i].bytes);
		assert_int_equal(sent.dst_size, families[i].bytes);
		assert_memory_equal(sent.src_addr, &from, families[i].bytes);
		assert_memory_equal(sent.dst_addr, &to, families[i].bytes);
		assert_memory_equal(&id->cm.route.addr.dst_storage, &to, families[i].bytes);
		assert_int_equal(((uint8_t *)&id->cm.route.addr.dst_storage)[families[i].bytes], 0);
	}
	assert_int_equal(rdma_resolve_addr(&id->cm, NULL, (struct sockaddr *)&to, 77), 0);
	memcpy(&sent, kernel.last[UCMA_CMD_RESOLVE_ADDR], sizeof(sent));
	assert_int_equal(sent.src_size, 0);
	kernel.fails[UCMA_CMD_RESOLVE_ADDR] = EIO;
	memset(&id->cm.route.addr.dst_storage, 0, sizeof(to));
	errno = 0;
	assert_int_equal(rdma_resolve_addr(&id->cm, NULL, (struct sockaddr *)&to, 77), -1);
	assert_int_equal(errno, EIO);
	assert_int_equal(id->cm.route.addr.dst_storage.ss_family, 0);
}

static void a_route_has_its_time(void **state)
{
	struct ucma_resolve_route_req sent;

	(void)state;
	assert_int_equal(rdma_resolve_route(&id->cm, 55), 0);
	memcpy(&sent, kernel.last[UCMA_CMD_RESOLVE_ROUTE], sizeof(sent));
	assert_int_equal(sent.id, HANDLE);
	assert_int_equal(sent.timeout_ms, 55);
	kernel.fails[UCMA_CMD_RESOLVE_ROUTE] = EIO;
	errno = 0;
	assert_int_equal(rdma_resolve_route(&id->cm, 55), -1);
	assert_int_equal(errno, EIO);
}

static void ports_of_service_numbers(void **state)
{
	struct sockaddr_ib *const from = (struct sockaddr_ib *)&id->cm.route.addr.src_storage;

	(void)state;
	from->sib_family = AF_IB;
	from->sib_sid = htobe64(0x0000000001061234);
	assert_int_equal(rdma_get_src_port(&id->cm), htobe16(0x1234));
}

/* ---- connection parameters ---- */

static struct ucma_conn_param offered(int command, size_t at)
{
	struct ucma_conn_param sent;

	memcpy(&sent, kernel.last[command] + at, sizeof(sent));
	return sent;
}

static struct ucma_conn_param connected(void)
{
	return offered(UCMA_CMD_CONNECT, offsetof(struct ucma_connect_req, conn_param));
}

static struct ucma_conn_param accepted(void)
{
	return offered(UCMA_CMD_ACCEPT, offsetof(struct ucma_accept_req, conn_param));
}

/* Connect with these limits of RDMA READ and atomic operations. err: of the call; 0: it succeeds.
 */
static void connects(uint8_t resources, uint8_t depth, int err)
{
	struct rdma_conn_param param = {
		.responder_resources = resources, .initiator_depth = depth, .qp_num = 1};

	errno = 0;
	assert_int_equal(rdma_connect(&id->cm, &param), err ? -1 : 0);
	assert_int_equal(errno, err);
}

static void limits_are_those_of_the_device(void **state)
{
	struct inverbs_cm_device limited = {.max_responder_resources = 20,
					    .max_initiator_depth = 30};

	(void)state;
	errno = 0;
	connects(1, 1, EINVAL); /* no device is bound yet */
	id->device = &limited;
	connects(20, 30, 0);
	connects(21, 30, EINVAL);
	connects(20, 31, EINVAL);
	connects(RDMA_MAX_RESP_RES, RDMA_MAX_INIT_DEPTH, 0);
	assert_int_equal(connected().responder_resources, 20);
	assert_int_equal(connected().initiator_depth, 30);
	id->cm.ps = RDMA_PS_UDP; /* datagrams have no limits */
	connects(21, 31, 0);
	assert_int_equal(connected().responder_resources, 21);
	assert_int_equal(connected().initiator_depth, 31);
	id->cm.ps = RDMA_PS_TCP;
	id->device = NULL;
}

static void without_parameters_there_are_defaults(void **state)
{
	struct inverbs_cm_device limited = {.max_responder_resources = 20,
					    .max_initiator_depth = 30};

	(void)state;
	id->device = &limited;
	id->cm.ps = RDMA_PS_UDP;
	assert_int_equal(rdma_connect(&id->cm, NULL), 0);
	assert_int_equal(connected().responder_resources, 20);
	assert_int_equal(connected().initiator_depth, 30);
	assert_int_equal(connected().retry_count, 7);
	assert_int_equal(connected().rnr_retry_count, 7);
	assert_int_equal(connected().flow_control, 0);
	assert_int_equal(connected().qp_num, 0);
	assert_int_equal(connected().private_data_len, 0);
	assert_int_equal(connected().valid, 1);
	id->cm.ps = RDMA_PS_TCP;
	errno = 0;
	assert_int_equal(rdma_connect(&id->cm, NULL), -1);
	assert_int_equal(errno, EINVAL);
	kernel.fails[UCMA_CMD_CONNECT] = EIO;
	connects(1, 1, EIO);
	id->device = NULL;
}

/* The QP number and the SRQ flag are those of the queue pair, whatever the parameters contain. */
static void a_queue_pair_speaks_for_itself(void **state)
{
	struct rdma_conn_param param = {.qp_num = 1, .srq = 0};
	struct ibv_qp qp = {.qp_num = 0x1234};
	struct ibv_srq srq;

	(void)state;
	id->device = &device;
	id->cm.qp = &qp;
	assert_int_equal(rdma_connect(&id->cm, &param), 0);
	assert_int_equal(connected().qp_num, 0x1234);
	assert_int_equal(connected().srq, 0);
	qp.srq = &srq;
	assert_int_equal(rdma_connect(&id->cm, NULL), 0);
	assert_int_equal(connected().qp_num, 0x1234);
	assert_int_equal(connected().srq, 1);
	id->cm.qp = NULL;
	id->device = NULL;
}

/* The private data of rdma_getaddrinfo() precedes the program's; together they have at most 255
 * bytes. */
static void private_data_is_joined(void **state)
{
	static uint8_t data[256];
	struct rdma_conn_param param = {.private_data = data, .private_data_len = 200, .qp_num = 1};

	(void)state;
	memset(data, 0x41, sizeof(data));
	id->device = &device;
	id->ep_data = malloc(100);
	memset(id->ep_data, 0x42, 100);
	id->ep_data_len = 55;
	assert_int_equal(rdma_connect(&id->cm, &param), 0);
	assert_int_equal(connected().private_data_len, 255);
	for (int i = 0; i < 255; i++)
		assert_int_equal(connected().private_data[i], i < 55 ? 0x42 : 0x41);
	id->ep_data_len = 56;
	errno = 0;
	assert_int_equal(rdma_connect(&id->cm, &param), -1);
	assert_int_equal(errno, EINVAL);
	assert_int_equal(kernel.count[UCMA_CMD_CONNECT], 1);
	id->device = NULL;
}

static void an_accept_offers_at_most_what_was_asked_for(void **state)
{
	struct inverbs_cm_device limited = {.max_responder_resources = 20,
					    .max_initiator_depth = 30};
	struct rdma_conn_param param = {.responder_resources = RDMA_MAX_RESP_RES,
					.initiator_depth = RDMA_MAX_INIT_DEPTH,
					.qp_num = 9};
	struct ibv_ece ece = {.vendor_id = 5, .options = 6};
	struct ucma_accept_req sent;

	(void)state;
	errno = 0;
	assert_int_equal(rdma_accept(&id->cm, &param), -1);
	assert_int_equal(errno, EINVAL);
	id->device = &limited;
	id->responder_resources = 7;
	id->initiator_depth = 8;
	assert_int_equal(rdma_set_local_ece(&id->cm, &ece), 0);
	assert_int_equal(rdma_accept(&id->cm, &param), 0);
	assert_int_equal(accepted().responder_resources, 7);
	assert_int_equal(accepted().initiator_depth, 8);
	assert_int_equal(accepted().qp_num, 9);
	assert_int_equal(accepted().valid, 1);
	memcpy(&sent, kernel.last[UCMA_CMD_ACCEPT], sizeof(sent));
	assert_int_equal(sent.id, HANDLE);
	assert_true(sent.uid == (uintptr_t)id);
	assert_int_equal(sent.ece.vendor_id, 5);
	assert_int_equal(sent.ece.attr_mod, 6);
	id->responder_resources = 21;
	id->initiator_depth = 31;
	assert_int_equal(rdma_accept(&id->cm, &param), 0);
	assert_int_equal(accepted().responder_resources, 20);
	assert_int_equal(accepted().initiator_depth, 30);
	param.responder_resources = 21;
	assert_int_equal(rdma_accept(&id->cm, &param), -1);
	errno = 0;
	kernel.fails[UCMA_CMD_ACCEPT] = EIO;
	param.responder_resources = 1;
	assert_int_equal(rdma_accept(&id->cm, &param), -1);
	assert_int_equal(errno, EIO);
	id->device = NULL;
}

static void an_accept_brings_the_queue_pair_up(void **state)
{
	struct fake_transport t;
	struct inverbs_context *ctx = fake_context(&t, false);
	struct rdma_conn_param param = {.responder_resources = 3, .initiator_depth = 4};
	struct ibv_pd *pd;
	struct ibv_cq *cq;
	struct ibv_qp *qp = make_qp(ctx, IBV_QPT_RC, &pd, &cq);
	struct inverbs_cm_device limited = {.max_responder_resources = 20,
					    .max_initiator_depth = 30};

	(void)state;
	id->device = &limited;
	id->cm.qp = qp;
	kernel.mask = IBV_QP_STATE;
	assert_int_equal(rdma_accept(&id->cm, &param), 0);
	assert_int_equal(qp->state, IBV_QPS_RTS);
	assert_int_equal(kernel.count[UCMA_CMD_INIT_QP_ATTR], 3);
	kernel.fails[UCMA_CMD_ACCEPT] = EIO;
	errno = 0;
	assert_int_equal(rdma_accept(&id->cm, &param), -1);
	assert_int_equal(errno, EIO);
	assert_int_equal(qp->state, IBV_QPS_ERR);
	kernel.fails[UCMA_CMD_INIT_QP_ATTR] = EBUSY;
	kernel.count[UCMA_CMD_ACCEPT] = 0;
	assert_int_equal(rdma_accept(&id->cm, &param), -1);
	assert_int_equal(errno, EBUSY);
	assert_int_equal(kernel.count[UCMA_CMD_ACCEPT], 0);
	/* on iWARP the kernel moves the queue pair beyond INIT; datagram queue pairs are in RTS */
	kernel.fails[UCMA_CMD_INIT_QP_ATTR] = kernel.fails[UCMA_CMD_ACCEPT] = 0;
	kernel.count[UCMA_CMD_INIT_QP_ATTR] = 0;
	limited.iwarp = true;
	assert_int_equal(rdma_accept(&id->cm, &param), 0);
	assert_int_equal(kernel.count[UCMA_CMD_INIT_QP_ATTR], 1);
	id->cm.qp_type = IBV_QPT_UD;
	assert_int_equal(rdma_accept(&id->cm, &param), 0);
	assert_int_equal(kernel.count[UCMA_CMD_INIT_QP_ATTR], 1);
	id->cm.qp = NULL;
	id->device = NULL;
	free_qp(ctx, qp, pd, cq);
}

static void a_program_establishes_what_has_no_queue_pair(void **state)
{
	struct ibv_qp qp;

	(void)state;
	assert_int_equal(rdma_establish(&id->cm), 0);
	assert_int_equal(accepted().valid, 0);
	id->cm.qp = &qp;
	errno = 0;
	assert_int_equal(rdma_establish(&id->cm), -1);
	assert_int_equal(errno, EINVAL);
	assert_int_equal(kernel.count[UCMA_CMD_ACCEPT], 1);
	id->cm.qp = NULL;
}

static void a_disconnection_fails_the_queue_pair(void **state)
{
	struct fake_transport t;
	struct inverbs_context *ctx = fake_context(&t, false);
	struct ibv_pd *pd;
	struct ibv_cq *cq;
	struct ibv_qp *qp = make_qp(ctx, IBV_QPT_RC, &pd, &cq);
	struct inverbs_cm_device of = {.iwarp = true};
	struct ucma_disconnect_req sent;

	(void)state;
	errno = 0;
	assert_int_equal(rdma_disconnect(&id->cm), -1);
	assert_int_equal(errno, EINVAL);
	assert_int_equal(kernel.count[UCMA_CMD_DISCONNECT], 0);
	id->cm.qp = qp;
	id->device = &of;
	assert_int_equal(rdma_disconnect(&id->cm), 0);
	memcpy(&sent, kernel.last[UCMA_CMD_DISCONNECT], sizeof(sent));
	assert_int_equal(sent.id, HANDLE);
	assert_int_not_equal(qp->state, IBV_QPS_ERR); /* posted requests still complete */
	of.iwarp = false;
	assert_int_equal(rdma_disconnect(&id->cm), 0);
	assert_int_equal(qp->state, IBV_QPS_ERR);
	t.fail_command = UVERBS_CMD_MODIFY_QP;
	t.fail_error = EIO;
	assert_int_equal(rdma_disconnect(&id->cm), -1);
	assert_int_equal(errno, EIO);
	assert_int_equal(kernel.count[UCMA_CMD_DISCONNECT], 2);
	id->cm.qp = NULL;
	id->device = NULL;
	free_qp(ctx, qp, pd, cq);
}

static void options_are_told(void **state)
{
	struct ucma_set_option_req sent;
	char value[4];

	(void)state;
	assert_int_equal(rdma_set_option(&id->cm, 1, 2, value, 4), 0);
	memcpy(&sent, kernel.last[UCMA_CMD_SET_OPTION], sizeof(sent));
	assert_true(sent.optval == (uintptr_t)value);
	assert_int_equal(sent.id, HANDLE);
	assert_int_equal(sent.level, 1);
	assert_int_equal(sent.optname, 2);
	assert_int_equal(sent.optlen, 4);
	assert_int_equal(rdma_set_option(&id->cm, 1, 2, value, UINT32_MAX), 0);
	errno = 0;
	assert_int_equal(rdma_set_option(&id->cm, 1, 2, value, (size_t)UINT32_MAX + 1), -1);
	assert_int_equal(errno, EINVAL);
	errno = 0;
	assert_int_equal(rdma_set_option(&id->cm, 1, 2, NULL, 4), -1);
	assert_int_equal(errno, EINVAL);
	assert_int_equal(kernel.count[UCMA_CMD_SET_OPTION], 2);
}

/* ---- events ---- */

static void an_event_has_what_the_peer_says(void **state)
{
	struct ucma_conn_param *const conn = &happens(UCMA_EVENT_ESTABLISHED)->param.conn;
	struct rdma_conn_param *got;

	(void)state;
	kernel.events[0].status = -7;
	*conn = (struct ucma_conn_param){.private_data_len = 3,
					 .srq = 1,
					 .responder_resources = 2,
					 .initiator_depth = 4,
					 .flow_control = 1,
					 .retry_count = 5,
					 .rnr_retry_count = 6,
					 .qp_num = 0x1234};
	memcpy(conn->private_data, "ab", 3);
	assert_int_equal(rdma_get_cm_event(&channel.cm, &event), 0);
	got = &event->param.conn;
	assert_int_equal(event->status, -7);
	assert_int_equal(got->private_data_len, 3);
	assert_string_equal(got->private_data, "ab");
	assert_int_equal(got->responder_resources, 2);
	assert_int_equal(got->initiator_depth, 4);
	assert_int_equal(got->flow_control, 1);
	assert_int_equal(got->retry_count, 5);
	assert_int_equal(got->rnr_retry_count, 6);
	assert_int_equal(got->srq, 1);
	assert_int_equal(got->qp_num, 0x1234);
	assert_int_equal(rdma_ack_cm_event(event), 0);
	happens(UCMA_EVENT_ESTABLISHED);
	assert_int_equal(rdma_get_cm_event(&channel.cm, &event), 0);
	assert_null(event->param.conn.private_data);
	assert_int_equal(rdma_ack_cm_event(event), 0);
}

static void a_datagram_event_has_an_address(void **state)
{
	struct ucma_ud_param *const ud = &happens(UCMA_EVENT_ESTABLISHED)->param.ud;
	struct ib_uverbs_ah_attr ah = {.dlid = 0x1234, .sl = 5, .port_num = 2};
	struct rdma_ud_param *got;

	(void)state;
	id->cm.qp_type = IBV_QPT_UD;
	*ud = (struct ucma_ud_param){.private_data_len = 3, .qp_num = 0x4321, .qkey = 0x80010000};
	memcpy(&ud->ah_attr, &ah, sizeof(ah));
	memcpy(ud->private_data, "cd", 3);
	assert_int_equal(rdma_get_cm_event(&channel.cm, &event), 0);
	got = &event->param.ud;
	assert_int_equal(got->private_data_len, 3);
	assert_string_equal(got->private_data, "cd");
	assert_int_equal(got->qp_num, 0x4321);
	assert_int_equal(got->qkey, 0x80010000);
	assert_int_equal(got->ah_attr.dlid, 0x1234);
	assert_int_equal(got->ah_attr.sl, 5);
	assert_int_equal(got->ah_attr.port_num, 2);
	assert_int_equal(rdma_ack_cm_event(event), 0);
	errno = 0;
	assert_int_equal(rdma_ack_cm_event(NULL), -1);
	assert_int_equal(errno, EINVAL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_ID(addresses_are_as_large_as_they_say),
		WITH_ID(a_bound_address_has_a_partition),
		WITH_ID(what_cannot_be_bound),
		WITH_ID(each_family_has_its_size),
		WITH_ID(a_route_has_its_time),
		WITH_ID(ports_of_service_numbers),
		WITH_ID(limits_are_those_of_the_device),
		WITH_ID(without_parameters_there_are_defaults),
		WITH_ID(a_queue_pair_speaks_for_itself),
		WITH_ID(private_data_is_joined),
		WITH_ID(an_accept_offers_at_most_what_was_asked_for),
		WITH_ID(an_accept_brings_the_queue_pair_up),
		WITH_ID(a_program_establishes_what_has_no_queue_pair),
		WITH_ID(a_disconnection_fails_the_queue_pair),
		WITH_ID(options_are_told),
		WITH_ID(an_event_has_what_the_peer_says),
		WITH_ID(a_datagram_event_has_an_address),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
