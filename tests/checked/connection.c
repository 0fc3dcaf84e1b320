/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Misuse of the connection manager. A refused call only checks its arguments, so most identifiers
 * here have no real device.
 */
#include <rdma/rdma_cma.h>
#include <rdma/rdma_verbs.h>

#include "tests.h"

#define MINUS(call, line) REFUSED(BY_MINUS(call), EINVAL, line)
#define NO_DEVICE         "it has no device until its address is resolved or bound"

static char text[8];
static struct ibv_mr region;
static struct ibv_context device, other_device;
static struct ibv_pd domain = {.context = &device}, other_domain = {.context = &other_device};
static struct ibv_cq queue = {.context = &device}, other_queue = {.context = &other_device};
static struct ibv_srq shared = {.context = &device}, other_shared = {.context = &other_device};
static struct ibv_qp pair = {.context = &device};

/* Identifiers: newly created, with a device, and with a queue pair. */
static struct rdma_cm_id blank, bound = {.verbs = &device, .pd = &domain},
				ready = {.verbs = &device, .pd = &domain, .qp = &pair};

static struct rdma_cm_id *freed_id(void)
{
	struct rdma_event_channel *channel = rdma_create_event_channel();
	struct rdma_cm_id *id = NULL;

	assert_non_null(channel);
	assert_int_equal(rdma_create_id(channel, &id, NULL, RDMA_PS_TCP), 0);
	assert_int_equal(rdma_destroy_id(id), 0);
	rdma_destroy_event_channel(channel);
	MINUS(rdma_create_id(channel, &id, NULL, RDMA_PS_TCP),
	      "rdma_create_id: channel was freed before");
	return id;
}

/* All calls that take an identifier refuse NULL. */
void identifiers_that_are_null(void **state)
{
	struct rdma_cm_id *id = NULL;
	struct sockaddr to = {0};
	struct ibv_wc wc;
	int mask;

	(void)state;
	MINUS(rdma_connect(NULL, NULL), "rdma_connect: id is NULL");
	MINUS(rdma_accept(NULL, NULL), "rdma_accept: id is NULL");
	MINUS(rdma_bind_addr(NULL, &to), "rdma_bind_addr: id is NULL");
	MINUS(rdma_bind_addr(&blank, NULL), "rdma_bind_addr: addr is NULL");
	MINUS(rdma_create_ep(NULL, NULL, NULL, NULL), "rdma_create_ep: id is NULL");
	MINUS(rdma_create_ep(&id, NULL, NULL, NULL), "rdma_create_ep: res is NULL");
	MINUS(rdma_create_id(NULL, NULL, NULL, RDMA_PS_TCP), "rdma_create_id: id is NULL");
	MINUS(rdma_create_qp(NULL, NULL, NULL), "rdma_create_qp: id is NULL");
	MINUS(rdma_create_qp(&bound, NULL, NULL), "rdma_create_qp: qp_init_attr is NULL");
	MINUS(rdma_dereg_mr(NULL), "rdma_dereg_mr: mr is NULL");
	MINUS(rdma_destroy_id(NULL), "rdma_destroy_id: id is NULL");
	COMPLAINED(rdma_destroy_ep(NULL), "rdma_destroy_ep: id is NULL");
	COMPLAINED(rdma_destroy_qp(NULL), "rdma_destroy_qp: id is NULL");
	COMPLAINED(rdma_destroy_srq(NULL), "rdma_destroy_srq: id is NULL");
	COMPLAINED(rdma_destroy_event_channel(NULL), "rdma_destroy_event_channel: channel is NULL");
	COMPLAINED(rdma_free_devices(NULL), "rdma_free_devices: list is NULL");
	MINUS(rdma_disconnect(NULL), "rdma_disconnect: id is NULL");
	MINUS(rdma_get_cm_event(NULL, NULL), "rdma_get_cm_event: channel is NULL");
	MINUS(rdma_ack_cm_event(NULL), "rdma_ack_cm_event: event is NULL");
	COMPLAINED(assert_int_equal(rdma_get_src_port(NULL), 0), "rdma_get_src_port: id is NULL");
	COMPLAINED(assert_int_equal(rdma_get_dst_port(NULL), 0), "rdma_get_dst_port: id is NULL");
	COMPLAINED(assert_null(rdma_get_local_addr(NULL)), "rdma_get_local_addr: id is NULL");
	COMPLAINED(assert_null(rdma_get_peer_addr(NULL)), "rdma_get_peer_addr: id is NULL");
	MINUS(rdma_get_request(NULL, &id), "rdma_get_request: listen is NULL");
	MINUS(rdma_get_send_comp(NULL, &wc), "rdma_get_send_comp: id is NULL");
	MINUS(rdma_get_recv_comp(NULL, &wc), "rdma_get_recv_comp: id is NULL");
	MINUS(rdma_getaddrinfo("::1", NULL, NULL, NULL), "rdma_getaddrinfo: res is NULL");
	MINUS(rdma_init_qp_attr(NULL, NULL, &mask), "rdma_init_qp_attr: id is NULL");
	MINUS(rdma_join_multicast(NULL, &to, NULL), "rdma_join_multicast: id is NULL");
	MINUS(rdma_join_multicast(&bound, NULL, NULL), "rdma_join_multicast: addr is NULL");
	MINUS(rdma_leave_multicast(NULL, &to), "rdma_leave_multicast: id is NULL");
	MINUS(rdma_listen(NULL, 1), "rdma_listen: id is NULL");
	MINUS(rdma_migrate_id(NULL, NULL), "rdma_migrate_id: id is NULL");
	MINUS(rdma_notify(NULL, IBV_EVENT_COMM_EST), "rdma_notify: id is NULL");
	MINUS(rdma_post_read(NULL, NULL, text, 8, &region, 0, 0, 0), "rdma_post_read: id is NULL");
	MINUS(rdma_post_readv(NULL, NULL, NULL, 0, 0, 0, 0), "rdma_post_readv: id is NULL");
	MINUS(rdma_post_recv(NULL, NULL, text, 8, &region), "rdma_post_recv: id is NULL");
	MINUS(rdma_post_recv(&ready, NULL, text, 8, NULL), "rdma_post_recv: mr is NULL");
	MINUS(rdma_post_recvv(NULL, NULL, NULL, 0), "rdma_post_recvv: id is NULL");
	MINUS(rdma_post_send(NULL, NULL, text, 8, &region, 0), "rdma_post_send: id is NULL");
	MINUS(rdma_post_sendv(NULL, NULL, NULL, 0, 0), "rdma_post_sendv: id is NULL");
	MINUS(rdma_post_ud_send(NULL, NULL, text, 8, &region, 0, NULL, 1),
	      "rdma_post_ud_send: id is NULL");
	MINUS(rdma_post_ud_send(&ready, NULL, text, 8, &region, 0, NULL, 1),
	      "rdma_post_ud_send: ah is NULL");
	MINUS(rdma_post_write(NULL, NULL, text, 8, &region, 0, 0, 0),
	      "rdma_post_write: id is NULL");
	MINUS(rdma_post_writev(NULL, NULL, NULL, 0, 0, 0, 0), "rdma_post_writev: id is NULL");
	REFUSED(BY_NULL(rdma_reg_msgs(NULL, text, 8)), EINVAL, "rdma_reg_msgs: id is NULL");
	REFUSED(BY_NULL(rdma_reg_read(NULL, text, 8)), EINVAL, "rdma_reg_read: id is NULL");
	REFUSED(BY_NULL(rdma_reg_write(NULL, text, 8)), EINVAL, "rdma_reg_write: id is NULL");
	MINUS(rdma_reject(NULL, NULL, 0), "rdma_reject: id is NULL");
	MINUS(rdma_resolve_addr(NULL, NULL, &to, 1), "rdma_resolve_addr: id is NULL");
	MINUS(rdma_resolve_addr(&blank, NULL, NULL, 1), "rdma_resolve_addr: dst_addr is NULL");
	MINUS(rdma_resolve_route(NULL, 1), "rdma_resolve_route: id is NULL");
	MINUS(rdma_set_option(NULL, 0, 0, text, 1), "rdma_set_option: id is NULL");
}

/* Calls before the steps that they require, such as getting a device. */
void identifiers_too_early(void **state)
{
	struct rdma_cm_join_mc_attr_ex group = {0};
	struct ibv_srq_init_attr_ex srq_ex = {0};
	struct ibv_srq_init_attr srq = {0};
	struct ibv_qp_init_attr_ex ex = {0};
	struct ibv_qp_init_attr init = {0};
	struct ibv_ece ece = {0};
	struct sockaddr to = {0};
	struct ibv_wc wc;

	(void)state;
#define EARLY(call, name) MINUS(call, name ": id.verbs is NULL; " NO_DEVICE)
	EARLY(rdma_resolve_route(&blank, 1), "rdma_resolve_route");
	EARLY(rdma_create_qp(&blank, NULL, &init), "rdma_create_qp");
	EARLY(rdma_create_qp_ex(&blank, &ex), "rdma_create_qp_ex");
	EARLY(rdma_create_srq(&blank, NULL, &srq), "rdma_create_srq");
	EARLY(rdma_create_srq_ex(&blank, &srq_ex), "rdma_create_srq_ex");
	EARLY(rdma_connect(&blank, NULL), "rdma_connect");
	EARLY(rdma_establish(&blank), "rdma_establish");
	EARLY(rdma_accept(&blank, NULL), "rdma_accept");
	EARLY(rdma_reject(&blank, NULL, 0), "rdma_reject");
	EARLY(rdma_reject_ece(&blank, NULL, 0), "rdma_reject_ece");
	EARLY(rdma_notify(&blank, IBV_EVENT_COMM_EST), "rdma_notify");
	EARLY(rdma_disconnect(&blank), "rdma_disconnect");
	EARLY(rdma_join_multicast(&blank, &to, NULL), "rdma_join_multicast");
	EARLY(rdma_join_multicast_ex(&blank, &group, NULL), "rdma_join_multicast_ex");
	EARLY(rdma_leave_multicast(&blank, &to), "rdma_leave_multicast");
#define NO_DOMAIN(call, name) REFUSED(BY_NULL(call), EINVAL, name ": id.pd is NULL; " NO_DEVICE)
	NO_DOMAIN(rdma_reg_msgs(&blank, text, 8), "rdma_reg_msgs");
	NO_DOMAIN(rdma_reg_read(&blank, text, 8), "rdma_reg_read");
	NO_DOMAIN(rdma_reg_write(&blank, text, 8), "rdma_reg_write");
#define OWNED(call, name)                                                                          \
	MINUS(call, name ": id.qp is not NULL; for programs that own their queue pair")
	OWNED(rdma_set_local_ece(&ready, &ece), "rdma_set_local_ece");
	OWNED(rdma_get_remote_ece(&ready, &ece), "rdma_get_remote_ece");
	MINUS(rdma_establish(&ready),
	      "rdma_establish: id.qp is not NULL; the library does it for a "
	      "queue pair of rdma_create_qp()");
#define NO_PAIR(call, name) MINUS(call, name ": id.qp is NULL; rdma_create_qp() creates it")
	NO_PAIR(rdma_post_recvv(&bound, NULL, NULL, 0), "rdma_post_recvv");
	NO_PAIR(rdma_post_sendv(&bound, NULL, NULL, 0, 0), "rdma_post_sendv");
	NO_PAIR(rdma_post_readv(&bound, NULL, NULL, 0, 0, 0, 0), "rdma_post_readv");
	NO_PAIR(rdma_post_writev(&bound, NULL, NULL, 0, 0, 0, 0), "rdma_post_writev");
	NO_PAIR(rdma_post_recv(&bound, NULL, text, 8, &region), "rdma_post_recv");
	NO_PAIR(rdma_post_send(&bound, NULL, text, 8, &region, 0), "rdma_post_send");
	NO_PAIR(rdma_post_read(&bound, NULL, text, 8, &region, 0, 0, 0), "rdma_post_read");
	NO_PAIR(rdma_post_write(&bound, NULL, text, 8, &region, 0, 0, 0), "rdma_post_write");
	NO_PAIR(rdma_post_ud_send(&bound, NULL, text, 8, &region, 0, (struct ibv_ah *)text, 1),
		"rdma_post_ud_send");
	MINUS(rdma_get_send_comp(&bound, &wc),
	      "rdma_get_send_comp: id.send_cq is NULL; rdma_create_qp() creates it");
	MINUS(rdma_get_recv_comp(&bound, &wc),
	      "rdma_get_recv_comp: id.recv_cq is NULL; rdma_create_qp() creates it");
	bound.send_cq = bound.recv_cq = &queue;
	MINUS(rdma_get_send_comp(&bound, &wc), "rdma_get_send_comp: id.send_cq_channel is NULL; "
					       "rdma_create_qp() creates it with the queue");
	MINUS(rdma_get_recv_comp(&bound, &wc), "rdma_get_recv_comp: id.recv_cq_channel is NULL; "
					       "rdma_create_qp() creates it with the queue");
	bound.send_cq = bound.recv_cq = NULL;
}

/* Both calls that create a queue pair check the same members. */
#define QUEUE_PAIR_ROWS(call, attr, name)                                                          \
	do {                                                                                       \
		(attr).qp_type = (enum ibv_qp_type)1;                                              \
		MINUS(call(&bound, &(attr)),                                                       \
		      name ": qp_init_attr.qp_type is 1, no enum ibv_qp_type");                    \
		(attr).qp_type = IBV_QPT_RC;                                                       \
		(attr).send_cq = freed;                                                            \
		MINUS(call(&bound, &(attr)), name ": qp_init_attr.send_cq was freed before");      \
		(attr).send_cq = &other_queue;                                                     \
		MINUS(call(&bound, &(attr)),                                                       \
		      name ": qp_init_attr.send_cq.context is not id.verbs");                      \
		(attr).send_cq = &queue;                                                           \
		(attr).recv_cq = freed;                                                            \
		MINUS(call(&bound, &(attr)), name ": qp_init_attr.recv_cq was freed before");      \
		(attr).recv_cq = &other_queue;                                                     \
		MINUS(call(&bound, &(attr)),                                                       \
		      name ": qp_init_attr.recv_cq.context is not id.verbs");                      \
		(attr).recv_cq = &queue;                                                           \
		(attr).srq = (struct ibv_srq *)(void *)freed;                                      \
		MINUS(call(&bound, &(attr)), name ": qp_init_attr.srq was freed before");          \
		(attr).srq = &other_shared;                                                        \
		MINUS(call(&bound, &(attr)), name ": qp_init_attr.srq.context is not id.verbs");   \
		(attr).srq = &shared;                                                              \
		MINUS(call(&ready, &(attr)), name ": id.qp is not NULL; it has one");              \
	} while (0)

static int create_qp(struct rdma_cm_id *id, struct ibv_qp_init_attr *attr)
{
	return rdma_create_qp(id, NULL, attr);
}

void queue_pairs_of_identifiers(void **state)
{
	struct ibv_context *ctx = kit_open(0);
	struct ibv_cq *freed = ibv_create_cq(ctx, 1, NULL, NULL, 0);
	struct ibv_srq_init_attr srq = {0};
	struct ibv_qp_init_attr_ex ex = {.qp_type = IBV_QPT_RC};
	struct ibv_qp_init_attr init = {.qp_type = IBV_QPT_RC};

	(void)state;
	assert_non_null(freed);
	MINUS(rdma_create_qp(&bound, &other_domain, &init),
	      "rdma_create_qp: pd.context is not id.verbs");
	MINUS(rdma_create_srq(&bound, &other_domain, &srq),
	      "rdma_create_srq: pd.context is not id.verbs");
	ex.comp_mask = IBV_QP_INIT_ATTR_PD;
	MINUS(rdma_create_qp_ex(&bound, &ex), "rdma_create_qp_ex: qp_init_attr.pd is NULL");
	ex.pd = &other_domain;
	MINUS(rdma_create_qp_ex(&bound, &ex),
	      "rdma_create_qp_ex: qp_init_attr.pd.context is not id.verbs");
	assert_int_equal(ibv_destroy_cq(freed), 0); /* any freed object will do */
	ex.pd = (struct ibv_pd *)(void *)freed;
	MINUS(rdma_create_qp_ex(&bound, &ex),
	      "rdma_create_qp_ex: qp_init_attr.pd was freed before");
	ex.comp_mask = 0;
	QUEUE_PAIR_ROWS(create_qp, init, "rdma_create_qp");
	QUEUE_PAIR_ROWS(rdma_create_qp_ex, ex, "rdma_create_qp_ex");
	assert_int_equal(ibv_close_device(ctx), 0);
}

void arguments_of_connections(void **state)
{
	struct rdma_conn_param param = {.private_data_len = 3};
	struct ibv_qp_attr attr = {.qp_state = IBV_QPS_ERR};
	struct rdma_addrinfo *res;
	struct rdma_cm_id *id;
	struct sockaddr to = {0};
	int mask;

	(void)state;
	MINUS(rdma_create_id(NULL, &id, NULL, (enum rdma_port_space)7),
	      "rdma_create_id: ps is 7, no enum rdma_port_space");
	MINUS(rdma_resolve_addr(&blank, NULL, &to, -1),
	      "rdma_resolve_addr: timeout_ms is -1, less than 0");
	MINUS(rdma_resolve_route(&bound, -1), "rdma_resolve_route: timeout_ms is -1, less than 0");
	MINUS(rdma_listen(&blank, -1), "rdma_listen: backlog is -1, less than 0");
	MINUS(rdma_connect(&bound, &param), "rdma_connect: conn_param.private_data is NULL");
	MINUS(rdma_accept(&bound, &param), "rdma_accept: conn_param.private_data is NULL");
	MINUS(rdma_reject(&bound, NULL, 1), "rdma_reject: private_data is NULL");
	MINUS(rdma_reject_ece(&bound, NULL, 1), "rdma_reject_ece: private_data is NULL");
	MINUS(rdma_notify(&bound, IBV_EVENT_QP_FATAL),
	      "rdma_notify: event is IBV_EVENT_QP_FATAL, not IBV_EVENT_COMM_EST or "
	      "IBV_EVENT_PATH_MIG");
	MINUS(rdma_getaddrinfo(NULL, NULL, NULL, &res),
	      "rdma_getaddrinfo: node is NULL; and so are service and hints");
	MINUS(rdma_init_qp_attr(&bound, &attr, &mask),
	      "rdma_init_qp_attr: qp_attr.qp_state is IBV_QPS_ERR, not IBV_QPS_INIT or IBV_QPS_RTR "
	      "or IBV_QPS_RTS");
}

void options_and_groups(void **state)
{
	struct rdma_cm_join_mc_attr_ex group = {0};

	(void)state;
	REFUSED(BY_MINUS(rdma_set_option(&blank, 5, 0, text, 1)), ENOSYS,
		"rdma_set_option: level is 5, no enum rdma_option_level");
	REFUSED(BY_MINUS(rdma_set_option(&blank, RDMA_OPTION_ID, 9, text, 1)), ENOSYS,
		"rdma_set_option: optname is 9, no enum rdma_option_id");
	REFUSED(BY_MINUS(rdma_set_option(&blank, RDMA_OPTION_IB, 9, text, 1)), ENOSYS,
		"rdma_set_option: optname is 9, no enum rdma_option_ib");
	MINUS(rdma_set_option(&blank, RDMA_OPTION_ID, RDMA_OPTION_ID_TOS, text, 4),
	      "rdma_set_option: optlen is 4, not 1");
	MINUS(rdma_set_option(&blank, RDMA_OPTION_ID, RDMA_OPTION_ID_AFONLY, text, 1),
	      "rdma_set_option: optlen is 1, not 4");
	MINUS(rdma_set_option(&blank, RDMA_OPTION_IB, RDMA_OPTION_IB_PATH, NULL, 1),
	      "rdma_set_option: optval is NULL");
#define JOIN(line) MINUS(rdma_join_multicast_ex(&bound, &group, NULL), line)
	JOIN("rdma_join_multicast_ex: mc_join_attr.comp_mask lacks RDMA_CM_JOIN_MC_ATTR_ADDRESS");
	group.comp_mask = RDMA_CM_JOIN_MC_ATTR_ADDRESS;
	JOIN("rdma_join_multicast_ex: mc_join_attr.comp_mask lacks "
	     "RDMA_CM_JOIN_MC_ATTR_JOIN_FLAGS");
	group.comp_mask = 7;
	JOIN("rdma_join_multicast_ex: mc_join_attr.comp_mask is 7, more than 3");
	group.comp_mask = 3;
	group.join_flags = 2;
	JOIN("rdma_join_multicast_ex: mc_join_attr.join_flags is 2, more than 1");
	group.join_flags = 1;
	JOIN("rdma_join_multicast_ex: mc_join_attr.addr is NULL");
}

void requests_of_identifiers(void **state)
{
	struct ibv_sge sge = {0};
	const size_t huge = 1ULL << 32;

	(void)state;
#define NEGATIVE(call, name) MINUS(call, name ": nsge is -1, less than 0")
	NEGATIVE(rdma_post_recvv(&ready, NULL, &sge, -1), "rdma_post_recvv");
	NEGATIVE(rdma_post_sendv(&ready, NULL, &sge, -1, 0), "rdma_post_sendv");
	NEGATIVE(rdma_post_readv(&ready, NULL, &sge, -1, 0, 0, 0), "rdma_post_readv");
	NEGATIVE(rdma_post_writev(&ready, NULL, &sge, -1, 0, 0, 0), "rdma_post_writev");
#define NO_LIST(call, name) MINUS(call, name ": sgl is NULL")
	NO_LIST(rdma_post_recvv(&ready, NULL, NULL, 1), "rdma_post_recvv");
	NO_LIST(rdma_post_sendv(&ready, NULL, NULL, 1, 0), "rdma_post_sendv");
	NO_LIST(rdma_post_readv(&ready, NULL, NULL, 1, 0, 0, 0), "rdma_post_readv");
	NO_LIST(rdma_post_writev(&ready, NULL, NULL, 1, 0, 0, 0), "rdma_post_writev");
#define BAD_FLAGS(call, name)                                                                      \
	MINUS(call, name ": flags has bits 0x40 that are not in enum ibv_send_flags")
	BAD_FLAGS(rdma_post_sendv(&ready, NULL, &sge, 1, 0x40), "rdma_post_sendv");
	BAD_FLAGS(rdma_post_readv(&ready, NULL, &sge, 1, 0x40, 0, 0), "rdma_post_readv");
	BAD_FLAGS(rdma_post_writev(&ready, NULL, &sge, 1, 0x40, 0, 0), "rdma_post_writev");
	BAD_FLAGS(rdma_post_send(&ready, NULL, text, 8, &region, 0x40), "rdma_post_send");
	BAD_FLAGS(rdma_post_read(&ready, NULL, text, 8, &region, 0x40, 0, 0), "rdma_post_read");
	BAD_FLAGS(rdma_post_write(&ready, NULL, text, 8, &region, 0x40, 0, 0), "rdma_post_write");
	BAD_FLAGS(rdma_post_ud_send(&ready, NULL, text, 8, &region, 0x40, (struct ibv_ah *)text, 1),
		  "rdma_post_ud_send");
#define NO_REGION(call, name) MINUS(call, name ": mr is NULL; only inline data needs no region")
	NO_REGION(rdma_post_send(&ready, NULL, text, 8, NULL, 0), "rdma_post_send");
	NO_REGION(rdma_post_write(&ready, NULL, text, 8, NULL, 0, 0, 0), "rdma_post_write");
	NO_REGION(rdma_post_ud_send(&ready, NULL, text, 8, NULL, 0, (struct ibv_ah *)text, 1),
		  "rdma_post_ud_send");
#define TOO_LONG(call, name)                                                                       \
	MINUS(call, name ": length is 4294967296, more than 4294967295; an SGE holds 32 bits")
	TOO_LONG(rdma_post_recv(&ready, NULL, text, huge, &region), "rdma_post_recv");
	TOO_LONG(rdma_post_send(&ready, NULL, text, huge, &region, 0), "rdma_post_send");
	TOO_LONG(rdma_post_read(&ready, NULL, text, huge, &region, 0, 0, 0), "rdma_post_read");
	TOO_LONG(rdma_post_write(&ready, NULL, text, huge, &region, 0, 0, 0), "rdma_post_write");
	TOO_LONG(rdma_post_ud_send(&ready, NULL, text, huge, &region, 0, (struct ibv_ah *)text, 1),
		 "rdma_post_ud_send");
}

/* Identifiers, events and addresses are used after they are destroyed. */
void events_of_connections(void **state)
{
	struct rdma_event_channel *channel = rdma_create_event_channel();
	struct sockaddr_in to = {.sin_family = AF_INET, .sin_addr = {htonl(0x7f000001)}};
	struct rdma_addrinfo *res = NULL;
	struct rdma_cm_event *event = NULL;
	struct rdma_cm_id *id = NULL;

	(void)state;
	assert_non_null(channel);
	assert_int_equal(rdma_create_id(channel, &id, NULL, RDMA_PS_TCP), 0);
	ACCEPTED(rdma_resolve_addr(id, NULL, (struct sockaddr *)&to, 2000), 0);
	ACCEPTED(rdma_get_cm_event(channel, &event), 0);
	ACCEPTED(rdma_ack_cm_event(event), 0);
	MINUS(rdma_ack_cm_event(event), "rdma_ack_cm_event: event was acknowledged before");
	ACCEPTED(rdma_destroy_id(id), 0);
	MINUS(rdma_destroy_id(id), "rdma_destroy_id: id was freed before");
	ACCEPTED(rdma_getaddrinfo("127.0.0.1", "7", NULL, &res), 0);
	ACCEPTED((rdma_freeaddrinfo(res), 0), 0);
	COMPLAINED(rdma_freeaddrinfo(res), "rdma_freeaddrinfo: res was freed before");
	ACCEPTED((rdma_destroy_event_channel(channel), 0), 0);
	id = freed_id();
	MINUS(rdma_connect(id, NULL), "rdma_connect: id was freed before");
}
