/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The connection manager between iWARP adapters, from inside and alone: commands go straight to it,
 * queue pairs are mere entries of a table, and the engine's four functions are the test's (the
 * linker puts them there). So time passes when the test says.
 */
#include <errno.h>
#include <inverbs/kernel/ucma_call.h>
#include <netinet/in.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "cm.h"
#include "engine/iwarp.h"
#include "server.h"
#include "table.h"

enum {
	PORT = 7174,
	READS = 3, /* on the way at a time, less than any adapter's limit */
};

/* --- the engine -------------------------------------------------------------------------- */

/** A queue pair of ours; `k` is what everybody else sees. */
struct fake_qp {
	struct softhca_qp k;
	bool busy; /**< neither idle nor connected */
	struct fake_qp *peer;
	struct softhca_iwarp_side side;
	bool initiator;
};

static struct fake_qp *fake(const struct softhca_qp *qp)
{
	return (struct fake_qp *)(uintptr_t)qp;
}

bool __wrap_softhca_iwarp_qp(const struct softhca_qp *qp);
bool __wrap_softhca_iwarp_idle(const struct softhca_qp *qp);
int __wrap_softhca_iwarp_connect(const struct softhca_iwarp_side *initiator,
				 const struct softhca_iwarp_side *responder);
void __wrap_softhca_iwarp_close(struct softhca_qp *qp);
void __wrap_softhca_iwarp_abort(struct softhca_qp *qp);

bool __wrap_softhca_iwarp_qp(const struct softhca_qp *qp)
{
	return qp->type == IBV_QPT_RC;
}

bool __wrap_softhca_iwarp_idle(const struct softhca_qp *qp)
{
	return !fake(qp)->peer && !fake(qp)->busy;
}

int __wrap_softhca_iwarp_connect(const struct softhca_iwarp_side *initiator,
				 const struct softhca_iwarp_side *responder)
{
	struct fake_qp *a = fake(initiator->qp), *b = fake(responder->qp);

	if (a == b || a->peer || a->busy || b->peer || b->busy)
		return EINVAL;
	a->peer = b;
	b->peer = a;
	a->side = *initiator;
	b->side = *responder;
	a->initiator = true;
	return 0;
}

static void end(struct fake_qp *qp, enum softhca_iwarp_end how)
{
	struct fake_qp *peer = qp->peer;

	if (!peer)
		return;
	qp->peer = peer->peer = NULL;
	peer->busy = qp->busy = how == SOFTHCA_IWARP_RESET;
	peer->side.ended(&peer->k, how, peer->side.arg);
	qp->side.ended(&qp->k, how, qp->side.arg);
}

void __wrap_softhca_iwarp_close(struct softhca_qp *qp)
{
	end(fake(qp), SOFTHCA_IWARP_CLOSED);
}

void __wrap_softhca_iwarp_abort(struct softhca_qp *qp)
{
	end(fake(qp), SOFTHCA_IWARP_RESET);
}

/* --- programs ---------------------------------------------------------------------------- */

/** An open file of the connection manager. */
struct program {
	struct inverbs_transport transport;
	struct softhca_client client;
	struct cm_file *file;
	int fd; /**< with a byte for each event */
};

struct bench {
	struct softhca_server server;
	struct program server_side, client_side;
	struct fake_qp qp[3]; /**< client's, server's, one more of the server's device */
	uint32_t listener, active, passive;
};

static int command(struct inverbs_transport *t, const void *bytes, size_t len)
{
	const struct program *p = (const struct program *)t;
	uint8_t room[1024];
	struct softhca_answer answer = {.bytes = room, .room = sizeof(room), .fd = -1};
	struct uverbs_parsed parsed;
	int err = softhca_cm_command(p->file, bytes, len, -1, &answer);

	if (!err && answer.len) {
		assert_int_equal(uverbs_parse_bytes(ucma_command_info, bytes, len, &parsed), 0);
		memcpy((void *)(uintptr_t)parsed.response, room, answer.len);
	}
	return err;
}

static void open_program(struct program *p, struct softhca *hca)
{
	static const struct inverbs_transport_ops ops = {.command = command};

	p->transport.ops = &ops;
	p->client.hca = hca;
	p->client.pid = getpid();
	assert_int_equal(softhca_cm_open(&p->client, &p->file, &p->fd), 0);
}

static void close_program(struct program *p)
{
	if (!p->file)
		return;
	softhca_cm_close(p->file);
	close(p->fd);
	p->file = NULL;
}

static struct softhca_dev *device(struct bench *b, const char *name)
{
	struct softhca_dev *found = softhca_find_device(&b->server.hca, name);

	assert_non_null(found);
	return found;
}

static void make_qp(struct bench *b, struct fake_qp *qp, const char *on)
{
	qp->k.device = device(b, on);
	qp->k.type = IBV_QPT_RC;
	assert_int_equal(softhca_table_enter(&qp->k.device->qps, &qp->k, &qp->k.qpn), 0);
}

static int set_up(void **state)
{
	static const char *const devices[] = {"mlx4_0", "cxgb3_0", "mlx4_1:ethernet", "cxgb3_1"};
	struct bench *b = calloc(1, sizeof(*b));

	assert_non_null(b);
	assert_int_equal(softhca_server_init(&b->server, devices, 4, SOFTHCA_LOG_ERROR), 0);
	open_program(&b->server_side, &b->server.hca);
	open_program(&b->client_side, &b->server.hca);
	make_qp(b, &b->qp[0], "cxgb3_1");
	make_qp(b, &b->qp[1], "cxgb3_0");
	make_qp(b, &b->qp[2], "cxgb3_0");
	*state = b;
	return 0;
}

static int tear_down(void **state)
{
	struct bench *b = *state;

	close_program(&b->client_side);
	close_program(&b->server_side);
	assert_int_equal(softhca_cm_count(&b->server.hca), 0);
	for (size_t i = 0; i < 3; i++)
		softhca_table_remove(&b->qp[i].k.device->qps, b->qp[i].k.qpn);
	softhca_server_fini(&b->server);
	free(b);
	return 0;
}

/* --- steps ------------------------------------------------------------------------------- */

static uint32_t create_id(struct program *p, uint16_t ps)
{
	struct ucma_create_id_req request = {.uid = 1, .ps = ps};
	struct ucma_create_id_resp answer;

	assert_int_equal(ucma_call_create_id(&p->transport, &request, &answer), 0);
	return answer.id;
}

static int destroy_id(struct program *p, uint32_t id)
{
	struct ucma_destroy_id_req request = {.id = id};
	struct ucma_destroy_id_resp answer;

	return ucma_call_destroy_id(&p->transport, &request, &answer);
}

static struct sockaddr_in address(unsigned int nth, uint16_t port)
{
	return (struct sockaddr_in){
		.sin_family = AF_INET,
		.sin_port = htons(port),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK + nth - 1),
	};
}

static int bind_to(struct program *p, uint32_t id, unsigned int nth)
{
	struct ucma_bind_req request = {.id = id, .addr_size = sizeof(struct sockaddr_in)};
	const struct sockaddr_in at = address(nth, PORT);

	memcpy(request.addr, &at, sizeof(at));
	return ucma_call_bind(&p->transport, &request);
}

static void listen_on(struct bench *b, unsigned int nth, uint32_t backlog)
{
	struct ucma_listen_req request = {.backlog = backlog};

	request.id = b->listener = create_id(&b->server_side, UCMA_PORT_SPACE_TCP);
	assert_int_equal(bind_to(&b->server_side, b->listener, nth), 0);
	assert_int_equal(ucma_call_listen(&b->server_side.transport, &request), 0);
}

/** The next event must be this one. */
static struct ucma_get_event_resp next(struct program *p, uint32_t event, int status)
{
	struct ucma_get_event_req request = {0};
	struct ucma_get_event_resp record = {0};

	assert_int_equal(ucma_call_get_event(&p->transport, &request, &record), 0);
	assert_int_equal(record.event, event);
	assert_int_equal((int)record.status, status);
	return record;
}

static void quiet(struct program *p)
{
	struct ucma_get_event_req request = {0};
	struct ucma_get_event_resp record;

	assert_int_equal(ucma_call_get_event(&p->transport, &request, &record), EAGAIN);
}

/** An identifier with a route to 127.0.0.<nth>, from 127.0.0.<from> (0: the emulator chooses). */
static uint32_t resolve(struct bench *b, uint16_t ps, unsigned int from, unsigned int nth)
{
	struct ucma_resolve_addr_req request = {.dst_size = sizeof(struct sockaddr_in)};
	const struct sockaddr_in to = address(nth, PORT), src = address(from, 0);
	struct ucma_resolve_route_req route;
	struct program *p = &b->client_side;

	route.id = request.id = create_id(p, ps);
	memcpy(request.dst_addr, &to, sizeof(to));
	if (from) {
		request.src_size = sizeof(src);
		memcpy(request.src_addr, &src, sizeof(src));
	}
	assert_int_equal(ucma_call_resolve_addr(&p->transport, &request), 0);
	next(p, UCMA_EVENT_ADDR_RESOLVED, 0);
	assert_int_equal(ucma_call_resolve_route(&p->transport, &route), 0);
	next(p, UCMA_EVENT_ROUTE_RESOLVED, 0);
	return request.id;
}

static void put_data(struct ucma_conn_param *to, const char *text, size_t bytes)
{
	to->valid = 1;
	to->responder_resources = READS;
	to->initiator_depth = READS - 1;
	to->private_data_len = (uint8_t)bytes;
	if (bytes)
		memcpy(to->private_data, text, bytes);
}

static int connect_with(struct bench *b, uint32_t qpn, const char *text, size_t bytes)
{
	struct ucma_connect_req request = {.id = b->active, .conn_param = {.qp_num = qpn}};

	put_data(&request.conn_param, text, bytes);
	return ucma_call_connect(&b->client_side.transport, &request);
}

/** The client asks 127.0.0.2. */
static void ask(struct bench *b)
{
	b->active = resolve(b, UCMA_PORT_SPACE_TCP, 0, 2);
	assert_int_equal(connect_with(b, b->qp[0].k.qpn, "who?", 4), 0);
}

static void take_request(struct bench *b)
{
	b->passive = next(&b->server_side, UCMA_EVENT_CONNECT_REQUEST, 0).id;
}

static int accept_with(struct bench *b, uint32_t qpn, const char *text, size_t bytes)
{
	struct ucma_accept_req request = {
		.uid = 2,
		.id = b->passive,
		.conn_param = {.qp_num = qpn},
	};

	put_data(&request.conn_param, text, bytes);
	return ucma_call_accept(&b->server_side.transport, &request);
}

/** All of it, on both sides. */
static void connect_both(struct bench *b)
{
	listen_on(b, 2, 0);
	ask(b);
	take_request(b);
	assert_int_equal(accept_with(b, b->qp[1].k.qpn, NULL, 0), 0);
	next(&b->server_side, UCMA_EVENT_ESTABLISHED, 0);
	next(&b->client_side, UCMA_EVENT_ESTABLISHED, 0);
}

static int disconnect(struct program *p, uint32_t id)
{
	struct ucma_disconnect_req request = {.id = id};

	return ucma_call_disconnect(&p->transport, &request);
}

/** As long as any timer runs. */
static void time_passes(struct bench *b)
{
	softhca_cm_run(&b->server.hca, UINT64_MAX);
}

static void nothing_is_due(struct bench *b)
{
	assert_true(softhca_cm_deadline(&b->server.hca) == UINT64_MAX);
}

/* --- tests ------------------------------------------------------------------------------- */

static void both_sides_are_established_at_once(void **state)
{
	struct bench *b = *state;
	const struct ibv_device_attr *limits = &device(b, "cxgb3_0")->model->limits->attr;
	struct ucma_get_event_resp record;

	listen_on(b, 2, 0);
	ask(b);
	record = next(&b->server_side, UCMA_EVENT_CONNECT_REQUEST, 0);
	b->passive = record.id;
	/* what MPA carries, and what it does not */
	assert_int_equal(record.param.conn.private_data_len, 4);
	assert_memory_equal(record.param.conn.private_data, "who?", 4);
	assert_int_equal(record.param.conn.qp_num, 0);
	assert_int_equal(record.param.conn.retry_count, 0);
	assert_int_equal(record.param.conn.responder_resources, limits->max_qp_rd_atom);
	assert_int_equal(record.param.conn.initiator_depth, limits->max_qp_init_rd_atom);

	assert_int_equal(accept_with(b, b->qp[1].k.qpn, "me", 2), 0);
	record = next(&b->server_side, UCMA_EVENT_ESTABLISHED, 0);
	assert_int_equal(record.uid, 2);
	assert_int_equal(record.param.conn.private_data_len, 0);
	record = next(&b->client_side, UCMA_EVENT_ESTABLISHED, 0);
	assert_int_equal(record.param.conn.private_data_len, 2);
	assert_memory_equal(record.param.conn.private_data, "me", 2);
	quiet(&b->client_side);
	quiet(&b->server_side);

	assert_ptr_equal(b->qp[0].peer, &b->qp[1]);
	assert_true(b->qp[0].initiator);
	assert_int_equal(b->qp[0].side.ird, READS);
	assert_int_equal(b->qp[0].side.ord, READS - 1);
	nothing_is_due(b); /* the time for an answer stopped */
}

static void private_data_of_255_bytes(void **state)
{
	struct ucma_get_event_resp record;
	struct bench *b = *state;
	char text[255];

	memset(text, 'x', sizeof(text));
	listen_on(b, 2, 0);
	b->active = resolve(b, UCMA_PORT_SPACE_TCP, 0, 2);
	assert_int_equal(connect_with(b, b->qp[0].k.qpn, text, sizeof(text)), 0);
	record = next(&b->server_side, UCMA_EVENT_CONNECT_REQUEST, 0);
	b->passive = record.id;
	assert_int_equal(record.param.conn.private_data_len, sizeof(text));
	assert_memory_equal(record.param.conn.private_data, text, sizeof(text));
	text[254] = 'y';
	assert_int_equal(accept_with(b, b->qp[1].k.qpn, text, sizeof(text)), 0);
	record = next(&b->client_side, UCMA_EVENT_ESTABLISHED, 0);
	assert_int_equal(record.param.conn.private_data_len, sizeof(text));
	assert_memory_equal(record.param.conn.private_data, text, sizeof(text));
}

static void a_refusal_has_private_data(void **state)
{
	struct ucma_reject_req request = {.private_data_len = 3, .private_data = "no"};
	struct ucma_get_event_resp record;
	struct bench *b = *state;

	listen_on(b, 2, 0);
	ask(b);
	take_request(b);
	request.id = b->passive;
	assert_int_equal(ucma_call_reject(&b->server_side.transport, &request), 0);
	record = next(&b->client_side, UCMA_EVENT_REJECTED, -ECONNREFUSED);
	assert_int_equal(record.param.conn.private_data_len, 3);
	assert_string_equal((const char *)record.param.conn.private_data, "no");
	nothing_is_due(b);
	quiet(&b->client_side);
	quiet(&b->server_side);
}

static void nobody_listens(void **state)
{
	struct bench *b = *state;

	ask(b);
	next(&b->client_side, UCMA_EVENT_REJECTED, -ECONNRESET);
}

static void no_room_in_the_backlog(void **state)
{
	struct bench *b = *state;

	listen_on(b, 2, 1);
	ask(b);
	quiet(&b->client_side);
	ask(b);
	next(&b->client_side, UCMA_EVENT_REJECTED, -ECONNREFUSED);
	take_request(b);
	quiet(&b->server_side);
}

static void unknown_queue_pairs(void **state)
{
	struct bench *b = *state;

	listen_on(b, 2, 0);
	b->active = resolve(b, UCMA_PORT_SPACE_TCP, 0, 2);
	assert_int_equal(connect_with(b, 0xffff, NULL, 0), EINVAL);
	assert_int_equal(connect_with(b, b->qp[0].k.qpn, NULL, 0), 0); /* may be tried again */
	take_request(b);
	assert_int_equal(accept_with(b, 0xffff, NULL, 0), EINVAL);
	next(&b->client_side, UCMA_EVENT_REJECTED, -ECONNREFUSED);
}

static void a_queue_pair_that_is_in_use(void **state)
{
	struct bench *b = *state;

	listen_on(b, 2, 0);
	ask(b);
	take_request(b);
	b->qp[0].busy = true; /* the active side's, while it waits */
	assert_int_equal(accept_with(b, b->qp[1].k.qpn, NULL, 0), ECONNRESET);
	next(&b->client_side, UCMA_EVENT_CONNECT_ERROR, -EINVAL);
	b->qp[0].busy = false;
	ask(b);
	take_request(b);
	b->qp[1].busy = true;
	assert_int_equal(accept_with(b, b->qp[1].k.qpn, NULL, 0), EINVAL);
	next(&b->client_side, UCMA_EVENT_REJECTED, -ECONNREFUSED);
	b->qp[1].busy = false;
}

static void nobody_answers(void **state)
{
	struct bench *b = *state;

	listen_on(b, 2, 0);
	ask(b);
	take_request(b);
	quiet(&b->client_side);
	time_passes(b);
	next(&b->client_side, UCMA_EVENT_UNREACHABLE, -ETIMEDOUT);
	assert_int_equal(accept_with(b, b->qp[1].k.qpn, NULL, 0), ECONNRESET);
	quiet(&b->server_side);
}

static void a_port_that_is_down(void **state)
{
	struct bench *b = *state;

	listen_on(b, 2, 0);
	b->active = resolve(b, UCMA_PORT_SPACE_TCP, 0, 2);
	device(b, "cxgb3_0")->port[0].up = false;
	assert_int_equal(connect_with(b, b->qp[0].k.qpn, NULL, 0), 0);
	quiet(&b->client_side);
	time_passes(b);
	next(&b->client_side, UCMA_EVENT_UNREACHABLE, -ETIMEDOUT);
	quiet(&b->server_side);
	device(b, "cxgb3_0")->port[0].up = true;
}

static void either_side_goes_before_the_answer(void **state)
{
	struct bench *b = *state;

	listen_on(b, 2, 0);
	ask(b);
	take_request(b);
	assert_int_equal(destroy_id(&b->client_side, b->active), 0);
	assert_int_equal(accept_with(b, b->qp[1].k.qpn, NULL, 0), ECONNRESET);
	ask(b);
	take_request(b);
	assert_int_equal(destroy_id(&b->server_side, b->passive), 0);
	next(&b->client_side, UCMA_EVENT_REJECTED, -ECONNREFUSED);
	ask(b); /* unread */
	assert_int_equal(destroy_id(&b->server_side, b->listener), 0);
	next(&b->client_side, UCMA_EVENT_REJECTED, -ECONNREFUSED);
}

static void an_end_is_an_end_for_both(void **state)
{
	struct bench *b = *state;

	connect_both(b);
	assert_int_equal(disconnect(&b->client_side, b->active), 0);
	assert_null(b->qp[1].peer);
	next(&b->client_side, UCMA_EVENT_DISCONNECTED, 0);
	next(&b->server_side, UCMA_EVENT_DISCONNECTED, 0);
	assert_int_equal(disconnect(&b->server_side, b->passive), 0); /* no mistake */
	assert_int_equal(disconnect(&b->client_side, b->active), 0);
	nothing_is_due(b); /* no TIMEWAIT_EXIT */
	quiet(&b->client_side);
	quiet(&b->server_side);
}

static void who_dies_breaks_the_connection(void **state)
{
	struct bench *b = *state;

	connect_both(b);
	close_program(&b->client_side);
	assert_true(b->qp[0].busy); /* in error */
	next(&b->server_side, UCMA_EVENT_DISCONNECTED, -ECONNRESET);
	quiet(&b->server_side);
}

static void an_error_ends_it_on_both_sides(void **state)
{
	struct bench *b = *state;

	connect_both(b);
	end(&b->qp[1], SOFTHCA_IWARP_RESET);
	next(&b->client_side, UCMA_EVENT_DISCONNECTED, -ECONNRESET);
	next(&b->server_side, UCMA_EVENT_DISCONNECTED, -ECONNRESET);
	assert_int_equal(destroy_id(&b->server_side, b->passive), 0);
	quiet(&b->client_side);
}

static void streams_only(void **state)
{
	struct ucma_join_mcast_req join = {.uid = 9, .addr_size = sizeof(struct sockaddr_in)};
	struct ucma_join_mcast_resp joined;
	struct sockaddr_in group = address(1, 0);
	struct bench *b = *state;
	uint32_t id;

	b->active = resolve(b, UCMA_PORT_SPACE_UDP, 0, 2);
	assert_int_equal(connect_with(b, b->qp[0].k.qpn, NULL, 0), EINVAL);
	group.sin_addr.s_addr = htonl(0xef010203);
	memcpy(join.addr, &group, sizeof(group));
	join.id = b->active;
	assert_int_equal(ucma_call_join_mcast(&b->client_side.transport, &join, &joined), ENOSYS);
	id = create_id(&b->client_side, UCMA_PORT_SPACE_IPOIB);
	assert_int_equal(bind_to(&b->client_side, id, 2), EINVAL);
	quiet(&b->client_side);
}

/** INIT_QP_ATTR, whatever it answers. */
static int attributes(struct bench *b, uint32_t id, uint32_t qp_state, struct uverbs_qp_attr *to)
{
	struct ucma_init_qp_attr_req request = {.id = id, .qp_state = qp_state};
	struct ucma_init_qp_attr_resp answer = {.attr = {0}};
	int err = ucma_call_init_qp_attr(&b->client_side.transport, &request, &answer);

	*to = answer.attr;
	return err;
}

static void the_kernel_moves_queue_pairs(void **state)
{
	const uint32_t init = IBV_QP_STATE | IBV_QP_ACCESS_FLAGS | IBV_QP_PORT;
	struct bench *b = *state;
	struct uverbs_qp_attr attr;

	listen_on(b, 2, 0);
	b->active = resolve(b, UCMA_PORT_SPACE_TCP, 0, 2);
	assert_int_equal(attributes(b, b->active, IBV_QPS_INIT, &attr), 0);
	assert_int_equal(attr.qp_attr_mask, init);
	assert_int_equal(attr.qp_access_flags, 0);
	assert_int_equal(attr.port_num, 1);
	assert_int_equal(connect_with(b, b->qp[0].k.qpn, NULL, 0), 0);
	assert_int_equal(attributes(b, b->active, IBV_QPS_RTR, &attr), 0);
	assert_int_equal(attr.qp_attr_mask, init);
	assert_int_equal(attr.qp_access_flags, IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ);
	assert_int_equal(attributes(b, b->active, IBV_QPS_RTS, &attr), 0);
	assert_int_equal(attr.qp_attr_mask, IBV_QP_PORT);
	assert_int_equal(attributes(b, b->active, IBV_QPS_ERR, &attr), EINVAL);
}

static void there_are_no_paths(void **state)
{
	struct ucma_query_req request = {.option = UCMA_QUERY_PATH};
	struct ucma_query_route_req route;
	struct ucma_query_route_resp answer;
	struct ucma_query_resp paths;
	struct bench *b = *state;

	route.id = request.id = resolve(b, UCMA_PORT_SPACE_TCP, 0, 2);
	assert_int_equal(ucma_call_query(&b->client_side.transport, &request, &paths), 0);
	assert_int_equal(paths.about.paths.num_paths, 0);
	assert_int_equal(ucma_call_query_route(&b->client_side.transport, &route, &answer), 0);
	assert_int_equal(answer.num_paths, 0);
	assert_int_equal(answer.port_num, 1);
}

/* mlx4_0 is InfiniBand, mlx4_1 RoCE: each kind of network has its own addresses. */
static void a_source_in_the_same_network(void **state)
{
	static const unsigned int to_and_from[4][2] = {{1, 1}, {2, 4}, {3, 3}, {4, 2}};
	struct ucma_query_req request = {.option = UCMA_QUERY_ADDRESS};
	struct ucma_query_resp about;
	struct bench *b = *state;
	struct sockaddr_in src;

	for (size_t i = 0; i < 4; i++) {
		request.id = resolve(b, UCMA_PORT_SPACE_TCP, 0, to_and_from[i][0]);
		assert_int_equal(ucma_call_query(&b->client_side.transport, &request, &about), 0);
		memcpy(&src, about.about.address.src_addr, sizeof(src));
		assert_int_equal(src.sin_addr.s_addr,
				 address(to_and_from[i][1], 0).sin_addr.s_addr);
	}
}

static void roce_to_iwarp_is_not_answered(void **state)
{
	struct bench *b = *state;

	listen_on(b, 2, 0);
	b->active = resolve(b, UCMA_PORT_SPACE_TCP, 3, 2);
	assert_int_equal(connect_with(b, 1, NULL, 0), 0);
	quiet(&b->client_side);
	time_passes(b);
	next(&b->client_side, UCMA_EVENT_UNREACHABLE, -ETIMEDOUT);
	quiet(&b->server_side);
}

static void iwarp_to_roce_is_refused(void **state)
{
	struct bench *b = *state;

	listen_on(b, 3, 0);
	b->active = resolve(b, UCMA_PORT_SPACE_TCP, 4, 3);
	assert_int_equal(connect_with(b, b->qp[0].k.qpn, NULL, 0), 0);
	next(&b->client_side, UCMA_EVENT_REJECTED, -ECONNRESET);
	quiet(&b->server_side);
}

static void infiniband_has_no_way_to_iwarp(void **state)
{
	struct ucma_resolve_addr_req request = {
		.src_size = sizeof(struct sockaddr_in),
		.dst_size = sizeof(struct sockaddr_in),
	};
	const struct sockaddr_in to = address(2, PORT), from = address(1, 0);
	struct ucma_resolve_route_req route;
	struct bench *b = *state;
	struct program *p = &b->client_side;

	route.id = request.id = create_id(p, UCMA_PORT_SPACE_TCP);
	memcpy(request.dst_addr, &to, sizeof(to));
	memcpy(request.src_addr, &from, sizeof(from));
	assert_int_equal(ucma_call_resolve_addr(&p->transport, &request), 0);
	next(p, UCMA_EVENT_ADDR_RESOLVED, 0);
	assert_int_equal(ucma_call_resolve_route(&p->transport, &route), 0);
	next(p, UCMA_EVENT_ROUTE_ERROR, -EHOSTUNREACH);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(both_sides_are_established_at_once),
		TEST(private_data_of_255_bytes),
		TEST(a_refusal_has_private_data),
		TEST(nobody_listens),
		TEST(no_room_in_the_backlog),
		TEST(unknown_queue_pairs),
		TEST(a_queue_pair_that_is_in_use),
		TEST(nobody_answers),
		TEST(a_port_that_is_down),
		TEST(either_side_goes_before_the_answer),
		TEST(an_end_is_an_end_for_both),
		TEST(who_dies_breaks_the_connection),
		TEST(an_error_ends_it_on_both_sides),
		TEST(streams_only),
		TEST(the_kernel_moves_queue_pairs),
		TEST(there_are_no_paths),
		TEST(a_source_in_the_same_network),
		TEST(roce_to_iwarp_is_not_answered),
		TEST(iwarp_to_roce_is_refused),
		TEST(infiniband_has_no_way_to_iwarp),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
