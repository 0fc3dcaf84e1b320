/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * InfiniBand's native addresses (AF_IB), which have 64-bit service IDs with a mask, and extended
 * reliable connections, whose ends have different types. The rules for both are those of Linux,
 * drivers/infiniband/core/cma.c.
 */
#include <infiniband/ib.h>
#include <poll.h>

#include "kit.h"

static const uint64_t ALL = ~UINT64_C(0);

enum {
	PORT_SPACE = 16, /* bit offset of the port space in a service ID, above the port */
	REFUSED = 28,    /* status of a reject by the program, or by the kernel for it */
	NO_SUCH_SERVICE = 8,
};

static uint64_t service(uint64_t space, uint64_t port)
{
	return space << PORT_SPACE | port;
}

/* The native address of a service at a device's first GID, or for device 0 at the wildcard. */
static struct sockaddr_ib native(int device, uint64_t sid, uint64_t mask)
{
	struct sockaddr_ib addr = {.sib_family = AF_IB};
	struct ibv_device **list = ibv_get_device_list(NULL);
	struct ibv_context *context;
	union ibv_gid gid;

	addr.sib_sid = htobe64(sid);
	addr.sib_sid_mask = htobe64(mask);
	assert_non_null(list);
	if (device) {
		context = ibv_open_device(list[device - 1]);
		assert_non_null(context);
		assert_int_equal(ibv_query_gid(context, 1, 0, &gid), 0);
		assert_int_equal(ibv_close_device(context), 0);
		memcpy(&addr.sib_addr, &gid, sizeof(gid));
	}
	ibv_free_device_list(list);
	return addr;
}

static bool on_ethernet(void)
{
	struct ibv_device **list = ibv_get_device_list(NULL);
	struct ibv_context *context;
	struct ibv_port_attr port;

	assert_non_null(list);
	context = ibv_open_device(list[0]);
	assert_non_null(context);
	assert_int_equal(ibv_query_port(context, 1, &port), 0);
	assert_int_equal(ibv_close_device(context), 0);
	ibv_free_device_list(list);
	return port.link_layer == IBV_LINK_LAYER_ETHERNET;
}

#define skip_on_ethernet()                                                                         \
	do {                                                                                       \
		if (on_ethernet())                                                                 \
			skip();                                                                    \
	} while (0)

static struct rdma_cm_id *new_id(struct rdma_event_channel *channel, enum rdma_port_space ps)
{
	struct rdma_cm_id *id;

	assert_works(rdma_create_id(channel, &id, NULL, ps));
	return id;
}

/* Which service IDs a port space permits, and which bits the kernel fills in because of the mask.
 */
static void service_ids_of_port_spaces(void **state)
{
	static const struct {
		enum rdma_port_space ps;
		uint64_t sid, mask;
		uint64_t becomes; /* 0: EPROTONOSUPPORT */
	} cases[] = {
		{RDMA_PS_IB, 0x013f1234, ALL, 0x013f1234},
		{RDMA_PS_IB, 0x01061234, ALL, 0x01061234},
		{RDMA_PS_IB, 0x01111234, ALL, 0x01111234},
		{RDMA_PS_IB, 0x1234, 0xffff, 0x013f1234},
		{RDMA_PS_IB, 0xabcd01061234, 0xffffffff, 0x01061234},
		{RDMA_PS_IB, 0x013f1234, ALL - 0xff, 0x013f1200},
		{RDMA_PS_IB, 0x1234, ALL, 0},
		{RDMA_PS_IB, 0x00021234, ALL, 0},
		{RDMA_PS_IB, 0x1013f1234, ALL, 0},
		{RDMA_PS_IB, 0x80000000013f1234, ALL, 0},
		{RDMA_PS_TCP, 0x01061234, ALL, 0x01061234},
		{RDMA_PS_TCP, 0x1234, 0xffff, 0x01061234},
		{RDMA_PS_TCP, 0x013f1234, ALL, 0},
		{RDMA_PS_TCP, 0x01111234, ALL, 0},
		{RDMA_PS_UDP, 0x01111234, ALL, 0x01111234},
		{RDMA_PS_UDP, 0x01061234, ALL, 0},
		{RDMA_PS_IPOIB, 0x00021234, ALL, 0},
	};
	struct pair p = {0};

	(void)state;
	skip_on_iwarp();
	p.client_channel = rdma_create_event_channel();
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct sockaddr_ib addr = native(0, cases[i].sid, cases[i].mask);
		struct rdma_cm_id *id = new_id(p.client_channel, cases[i].ps);

		if (cases[i].becomes) {
			assert_works(rdma_bind_addr(id, (struct sockaddr *)&addr));
			memcpy(&addr, rdma_get_local_addr(id), sizeof(addr));
			assert_int_equal(be64toh(addr.sib_sid), cases[i].becomes);
			assert_int_equal(be64toh(addr.sib_sid_mask), ALL);
		} else {
			assert_fails(rdma_bind_addr(id, (struct sockaddr *)&addr), EPROTONOSUPPORT);
		}
		assert_works(rdma_destroy_id(id));
	}
	close_pair(&p);
}

/* Port 0 means any free one; a port in use cannot be bound by the other kind of address either. */
static void ports_of_a_space_are_shared(void **state)
{
	struct sockaddr_ib addr = native(0, 0, 0);
	struct sockaddr_in any = {.sin_family = AF_INET};
	struct rdma_cm_id *id, *other;
	struct pair p = {0};

	(void)state;
	skip_on_iwarp();
	p.client_channel = rdma_create_event_channel();
	id = new_id(p.client_channel, RDMA_PS_TCP);
	assert_works(rdma_bind_addr(id, (struct sockaddr *)&addr));
	memcpy(&addr, rdma_get_local_addr(id), sizeof(addr));
	assert_int_equal(be64toh(addr.sib_sid) >> PORT_SPACE, RDMA_PS_TCP);
	any.sin_port = rdma_get_src_port(id);
	assert_int_not_equal(any.sin_port, 0);
	/* RDMA_PS_IB may name ports of the other port spaces */
	other = new_id(p.client_channel, RDMA_PS_IB);
	assert_fails(rdma_bind_addr(other, (struct sockaddr *)&addr), EADDRINUSE);
	assert_works(rdma_destroy_id(other));
	other = new_id(p.client_channel, RDMA_PS_TCP);
	assert_fails(rdma_bind_addr(other, (struct sockaddr *)&any), EADDRINUSE);
	assert_works(rdma_destroy_id(other));
	/* with an IP address, RDMA_PS_IB has its own ports */
	other = new_id(p.client_channel, RDMA_PS_IB);
	assert_works(rdma_bind_addr(other, (struct sockaddr *)&any));
	assert_works(rdma_destroy_id(other));
	assert_works(rdma_destroy_id(id));
	close_pair(&p);
}

static void listen_natively(struct pair *p, int device, enum rdma_port_space ps, uint64_t sid)
{
	struct sockaddr_ib here = native(device, sid, ALL);

	p->ps = ps;
	p->server_channel = rdma_create_event_channel();
	p->client_channel = rdma_create_event_channel();
	p->listener = new_id(p->server_channel, ps);
	assert_works(rdma_bind_addr(p->listener, (struct sockaddr *)&here));
	assert_works(rdma_listen(p->listener, 0));
}

/* Send a request to an address, for a queue pair number that the program chooses. */
static void request_address(struct pair *p, struct sockaddr *to)
{
	struct rdma_conn_param param = {.qp_num = 0x4711};

	p->client = new_id(p->client_channel, p->ps);
	assert_works(rdma_resolve_addr(p->client, NULL, to, RESOLVE_MS));
	passed(p->client_channel, RDMA_CM_EVENT_ADDR_RESOLVED);
	assert_works(rdma_resolve_route(p->client, RESOLVE_MS));
	passed(p->client_channel, RDMA_CM_EVENT_ROUTE_RESOLVED);
	assert_works(rdma_connect(p->client, &param));
}

static void assert_refused(struct pair *p, int status)
{
	rdma_ack_cm_event(next_failure(p->client_channel, RDMA_CM_EVENT_REJECTED, status));
	assert_works(rdma_destroy_id(p->client));
	p->client = NULL;
	assert_quiet(p->server_channel);
}

static void request_natively(struct pair *p, int device, uint64_t sid, uint64_t mask)
{
	struct sockaddr_ib to = native(device, sid, mask);

	request_address(p, (struct sockaddr *)&to);
}

static void assert_requested(struct pair *p)
{
	p->server = passed(p->server_channel, RDMA_CM_EVENT_CONNECT_REQUEST);
	assert_works(rdma_destroy_id(p->server));
	p->server = NULL;
	assert_refused(p, REFUSED);
}

/* Ethernet ports have GIDs, but those are not native addresses. */
static void only_infiniband_has_native_addresses(void **state)
{
	struct sockaddr_ib addr = native(1, service(RDMA_PS_IB, 0x1234), ALL);
	struct rdma_event_channel *channel = rdma_create_event_channel();
	struct rdma_cm_id *id = new_id(channel, RDMA_PS_IB);

	(void)state;
	if (on_ethernet()) {
		assert_fails(rdma_bind_addr(id, (struct sockaddr *)&addr), ENODEV);
		assert_fails(rdma_resolve_addr(id, NULL, (struct sockaddr *)&addr, RESOLVE_MS),
			     ENODEV);
	} else {
		assert_works(rdma_bind_addr(id, (struct sockaddr *)&addr));
	}
	assert_works(rdma_destroy_id(id));
	rdma_destroy_event_channel(channel);
}

/* All 64 bits of a service ID are compared; the mask of a destination is ignored. */
static void a_service_has_64_bits(void **state)
{
	const uint64_t here = service(RDMA_PS_IB, 0x1234);
	struct pair p = {0};

	(void)state;
	skip_on_ethernet();
	for (int device = 0; device <= 2; device += 2) { /* listen on the wildcard, on a GID */
		listen_natively(&p, device, RDMA_PS_IB, here);
		request_natively(&p, 2, here, ALL);
		assert_requested(&p);
		request_natively(&p, 2, here, 0xffff);
		assert_requested(&p);
		for (int bit = 0; bit < 64; bit += 3) {
			request_natively(&p, 2, here ^ UINT64_C(1) << bit, ALL);
			assert_refused(&p, NO_SUCH_SERVICE);
		}
		request_natively(&p, 2, service(RDMA_PS_TCP, 0x1234), ALL);
		assert_refused(&p, NO_SUCH_SERVICE);
		request_natively(&p, 2, 0x1234, 0xffff);
		assert_refused(&p, NO_SUCH_SERVICE);
		if (device) {
			request_natively(&p, 1, here, ALL); /* no listener on that port */
			assert_refused(&p, NO_SUCH_SERVICE);
		}
		close_pair(&p);
	}
}

/* A listener with an IP address also has a service ID, but expects IP addresses in requests. */
static void kinds_of_addresses_do_not_mix(void **state)
{
	struct sockaddr_in to;
	struct pair p = {0};

	(void)state;
	skip_on_ethernet();
	open_listener(&p, RDMA_PS_TCP, 0);
	request_natively(&p, 2, service(RDMA_PS_TCP, ntohs(rdma_get_src_port(p.listener))), ALL);
	assert_refused(&p, NO_SUCH_SERVICE);
	close_pair(&p);
	listen_natively(&p, 0, RDMA_PS_TCP, service(RDMA_PS_TCP, 0x1234));
	to = loopback(2, 0x1234);
	request_address(&p, (struct sockaddr *)&to);
	assert_refused(&p, NO_SUCH_SERVICE);
	close_pair(&p);
}

/* --- extended reliable connections ------------------------------------------------------- */

/* Create an endpoint for this type of queue pair, with its events on a channel. */
static struct rdma_cm_id *endpoint(struct rdma_event_channel *channel, enum ibv_qp_type type,
				   uint16_t port)
{
	struct sockaddr_in at = loopback(2, port);
	struct rdma_addrinfo where = {
		.ai_flags = port ? 0 : RAI_PASSIVE,
		.ai_family = AF_INET,
		.ai_qp_type = (int)type,
		.ai_port_space = RDMA_PS_IB,
	};
	struct ibv_qp_init_attr attr = small_qp(RDMA_PS_TCP);
	struct rdma_cm_id *id;

	where.ai_src_len = port ? 0 : sizeof(at);
	where.ai_src_addr = port ? NULL : (struct sockaddr *)&at;
	where.ai_dst_len = port ? sizeof(at) : 0;
	where.ai_dst_addr = port ? (struct sockaddr *)&at : NULL;
	attr.cap.max_recv_wr = type == IBV_QPT_XRC_SEND ? 0 : attr.cap.max_recv_wr;
	assert_works(rdma_create_ep(&id, &where, NULL, port ? &attr : NULL));
	assert_works(rdma_migrate_id(id, channel));
	return id;
}

/* Create the receiving end of an extended connection. Returns the SRQ's number, to send to. */
static uint32_t receive_end(struct pair *p, void *buf, size_t bytes, struct ibv_mr **mr)
{
	struct ibv_srq_init_attr srq = {.attr = {.max_wr = 1, .max_sge = 1}};
	struct ibv_qp_init_attr attr = {.qp_type = IBV_QPT_XRC_RECV};
	uint32_t number;

	assert_int_equal(p->server->qp_type, IBV_QPT_XRC_RECV);
	assert_works(rdma_create_srq(p->server, NULL, &srq));
	assert_works(rdma_create_qp(p->server, NULL, &attr));
	assert_int_equal(ibv_get_srq_num(p->server->srq, &number), 0);
	*mr = rdma_reg_msgs(p->server, buf, bytes);
	assert_non_null(*mr);
	assert_works(rdma_post_recv(p->server, NULL, buf, bytes, *mr));
	return number;
}

static void send_to(struct rdma_cm_id *id, uint32_t srq, void *buf, size_t bytes)
{
	struct ibv_mr *mr = rdma_reg_msgs(id, buf, bytes);
	struct ibv_sge sge = {(uintptr_t)buf, (uint32_t)bytes, mr->lkey};
	struct ibv_send_wr wr = {.sg_list = &sge, .num_sge = 1, .opcode = IBV_WR_SEND};
	struct ibv_send_wr *bad;

	wr.qp_type.xrc.remote_srqn = srq;
	assert_int_equal(ibv_post_send(id->qp, &wr, &bad), 0);
	assert_int_equal(one_completion(id->send_cq).status, IBV_WC_SUCCESS);
	assert_works(rdma_dereg_mr(mr));
}

static void open_extended(struct pair *p)
{
	p->server_channel = rdma_create_event_channel();
	p->client_channel = rdma_create_event_channel();
	p->listener = endpoint(p->server_channel, IBV_QPT_XRC_RECV, 0);
	assert_works(rdma_listen(p->listener, 0));
}

/*
 * A sender connects, a receiver's listener gets the request, and a message arrives in a shared
 * receive queue.
 */
static void a_sender_meets_a_receiver(void **state)
{
	char out[16] = "extended", in[16] = "";
	struct rdma_conn_param param = {.private_data_len = sizeof(uint32_t)};
	struct pair p = {0};
	struct pollfd wakes = {.events = POLLIN};
	struct ibv_mr *mr;
	uint32_t srq;

	(void)state;
	skip_on_iwarp();
	open_extended(&p);
	p.client = endpoint(p.client_channel, IBV_QPT_XRC_SEND,
			    ntohs(rdma_get_src_port(p.listener)));
	assert_works(rdma_ack_cm_event(request_connection(&p, NULL)));
	srq = receive_end(&p, in, sizeof(in), &mr);
	wakes.fd = p.server->recv_cq_channel->fd;
	param.private_data = &srq;
	assert_works(rdma_accept(p.server, &param));
	passed(p.client_channel, RDMA_CM_EVENT_ESTABLISHED);
	passed(p.server_channel, RDMA_CM_EVENT_ESTABLISHED);
	/* the server has no queue pair object, but it can wait for completion events */
	assert_int_equal(ibv_req_notify_cq(p.server->recv_cq, 0), 0);
	send_to(p.client, srq, out, sizeof(out));
	assert_int_equal(poll(&wakes, 1, 20000), 1);
	assert_int_equal(one_completion(p.server->recv_cq).status, IBV_WC_SUCCESS);
	assert_string_equal(in, out);
	assert_works(rdma_disconnect(p.client));
	passed(p.server_channel, RDMA_CM_EVENT_DISCONNECTED);
	assert_works(rdma_disconnect(p.server));
	passed(p.client_channel, RDMA_CM_EVENT_DISCONNECTED);
	assert_works(rdma_dereg_mr(mr));
	rdma_destroy_qp(p.server);
	assert_non_null(p.server->recv_cq); /* the SRQ still uses it */
	rdma_destroy_srq(p.server);
	assert_null(p.server->recv_cq);
	close_pair(&p);
}

/* A request for another type of connection is rejected, and not reported to the listener. */
static void kinds_of_connections_do_not_mix(void **state)
{
	struct ibv_qp_init_attr attr = small_qp(RDMA_PS_TCP);
	struct pair p = {0};
	uint16_t port;

	(void)state;
	skip_on_iwarp();
	open_extended(&p);
	port = ntohs(rdma_get_src_port(p.listener));
	p.client = endpoint(p.client_channel, IBV_QPT_RC, port);
	assert_works(rdma_connect(p.client, NULL));
	rdma_destroy_qp(p.client);
	assert_refused(&p, REFUSED);
	close_pair(&p);

	p.server_channel = rdma_create_event_channel();
	p.client_channel = rdma_create_event_channel();
	p.listener = endpoint(p.server_channel, IBV_QPT_RC, 0);
	assert_works(rdma_listen(p.listener, 0));
	port = ntohs(rdma_get_src_port(p.listener));
	p.client = endpoint(p.client_channel, IBV_QPT_XRC_SEND, port);
	assert_works(rdma_connect(p.client, NULL));
	rdma_destroy_qp(p.client);
	assert_refused(&p, REFUSED);
	p.client = endpoint(p.client_channel, IBV_QPT_RC, port);
	assert_works(rdma_ack_cm_event(request_connection(&p, NULL)));
	assert_works(rdma_create_qp(p.server, NULL, &attr));
	close_pair(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(service_ids_of_port_spaces),
		cmocka_unit_test(ports_of_a_space_are_shared),
		cmocka_unit_test(only_infiniband_has_native_addresses),
		cmocka_unit_test(a_service_has_64_bits),
		cmocka_unit_test(kinds_of_addresses_do_not_mix),
		cmocka_unit_test(a_sender_meets_a_receiver),
		cmocka_unit_test(kinds_of_connections_do_not_mix),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
