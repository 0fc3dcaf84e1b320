/* SPDX-License-Identifier: BSD-2-Clause */
#include "iwarp_bench.h"

#include <unistd.h>

/* --- the engine -------------------------------------------------------------------------- */

static struct fake_qp *fake(const struct softhca_qp *qp)
{
	return (struct fake_qp *)(uintptr_t)qp;
}

bool __wrap_softhca_iwarp_is_qp(const struct softhca_qp *qp);
bool __wrap_softhca_iwarp_can_connect(const struct softhca_qp *qp);
int __wrap_softhca_iwarp_connect(const struct softhca_iwarp_side *initiator,
				 const struct softhca_iwarp_side *responder);
void __wrap_softhca_iwarp_close(struct softhca_qp *qp);
void __wrap_softhca_iwarp_abort(struct softhca_qp *qp);

bool __wrap_softhca_iwarp_is_qp(const struct softhca_qp *qp)
{
	return qp->type == IBV_QPT_RC;
}

bool __wrap_softhca_iwarp_can_connect(const struct softhca_qp *qp)
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

void bench_end(struct fake_qp *qp, enum softhca_iwarp_end how)
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
	bench_end(fake(qp), SOFTHCA_IWARP_CLOSED);
}

void __wrap_softhca_iwarp_abort(struct softhca_qp *qp)
{
	bench_end(fake(qp), SOFTHCA_IWARP_RESET);
}

/* --- programs ---------------------------------------------------------------------------- */

static int command(struct inverbs_transport *t, const void *bytes, size_t len)
{
	const struct program *p = (const struct program *)t;
	uint8_t room[1024];
	struct softhca_response response = {.bytes = room, .room = sizeof(room), .fd = -1};
	struct uverbs_parsed parsed;
	int err = softhca_cm_command(p->file, bytes, len, -1, &response);

	if (!err && response.len) {
		assert_int_equal(uverbs_parse_bytes(ucma_command_info, bytes, len, &parsed), 0);
		if (parsed.response)
			memcpy((void *)(uintptr_t)parsed.response, room, response.len);
	}
	return err;
}

static void open_program(struct program *p, struct softhca *hca)
{
	static const struct inverbs_transport_ops ops = {.command = command};
	static struct softhca_process us = {.own = true, .users = 1};

	us.pid = getpid();
	p->transport.ops = &ops;
	assert_int_equal(softhca_cm_open(hca, &us, &p->file, &p->fd), 0);
}

void bench_close_program(struct program *p)
{
	if (!p->file)
		return;
	softhca_cm_close(p->file);
	close(p->fd);
	p->file = NULL;
}

struct softhca_dev *bench_device(struct bench *b, const char *name)
{
	struct softhca_dev *found = softhca_find_device(&b->server.hca, name);

	assert_non_null(found);
	return found;
}

static void make_qp(struct bench *b, struct fake_qp *qp, const char *on)
{
	qp->k.device = bench_device(b, on);
	qp->k.type = IBV_QPT_RC;
	assert_int_equal(softhca_table_enter(&qp->k.device->qps, &qp->k, &qp->k.qpn), 0);
}

int bench_set_up(void **state)
{
	static const char *const devices[] = {"mlx4_0", "cxgb3_0", "mlx4_1:ethernet", "cxgb3_1"};
	struct bench *b = calloc(1, sizeof(*b));

	assert_non_null(b);
	assert_int_equal(softhca_server_init(&b->server, devices, 4, NULL, SOFTHCA_LOG_ERROR), 0);
	open_program(&b->server_side, &b->server.hca);
	open_program(&b->client_side, &b->server.hca);
	make_qp(b, &b->qp[0], "cxgb3_1");
	make_qp(b, &b->qp[1], "cxgb3_0");
	make_qp(b, &b->qp[2], "cxgb3_0");
	*state = b;
	return 0;
}

int bench_tear_down(void **state)
{
	struct bench *b = *state;

	bench_close_program(&b->client_side);
	bench_close_program(&b->server_side);
	assert_int_equal(softhca_cm_count(&b->server.hca), 0);
	for (size_t i = 0; i < 3; i++)
		softhca_table_remove(&b->qp[i].k.device->qps, b->qp[i].k.qpn);
	softhca_server_fini(&b->server);
	free(b);
	return 0;
}

/* --- steps ------------------------------------------------------------------------------- */

uint32_t bench_create_id(struct program *p, uint16_t ps)
{
	struct ucma_create_id_req request = {.uid = 1, .ps = ps};
	struct ucma_create_id_resp response;

	assert_int_equal(ucma_call_create_id(&p->transport, &request, &response), 0);
	return response.id;
}

int bench_destroy_id(struct program *p, uint32_t id)
{
	struct ucma_destroy_id_req request = {.id = id};
	struct ucma_destroy_id_resp response;

	return ucma_call_destroy_id(&p->transport, &request, &response);
}

struct sockaddr_in bench_address(unsigned int nth, uint16_t port)
{
	return (struct sockaddr_in){
		.sin_family = AF_INET,
		.sin_port = htons(port),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK + nth - 1),
	};
}

int bench_bind_to(struct program *p, uint32_t id, unsigned int nth)
{
	struct ucma_bind_req request = {.id = id, .addr_size = sizeof(struct sockaddr_in)};
	const struct sockaddr_in at = bench_address(nth, BENCH_PORT);

	memcpy(request.addr, &at, sizeof(at));
	return ucma_call_bind(&p->transport, &request);
}

void bench_listen_on(struct bench *b, unsigned int nth, uint32_t backlog)
{
	struct ucma_listen_req request = {.backlog = backlog};

	request.id = b->listener = bench_create_id(&b->server_side, UCMA_PORT_SPACE_TCP);
	assert_int_equal(bench_bind_to(&b->server_side, b->listener, nth), 0);
	assert_int_equal(ucma_call_listen(&b->server_side.transport, &request), 0);
}

/** Read the next event, which must be this one. */
struct ucma_get_event_resp bench_next(struct program *p, uint32_t event, int status)
{
	struct ucma_get_event_req request = {0};
	struct ucma_get_event_resp record = {0};

	assert_int_equal(ucma_call_get_event(&p->transport, &request, &record), 0);
	assert_int_equal(record.event, event);
	assert_int_equal((int)record.status, status);
	return record;
}

void bench_quiet(struct program *p)
{
	struct ucma_get_event_req request = {0};
	struct ucma_get_event_resp record;

	assert_int_equal(ucma_call_get_event(&p->transport, &request, &record), EAGAIN);
}

/**
 * Create an identifier with a route to 127.0.0.<nth>, from 127.0.0.<from> (0: the emulator
 * chooses).
 */
uint32_t bench_resolve(struct bench *b, uint16_t ps, unsigned int from, unsigned int nth)
{
	struct ucma_resolve_addr_req request = {.dst_size = sizeof(struct sockaddr_in)};
	const struct sockaddr_in to = bench_address(nth, BENCH_PORT), src = bench_address(from, 0);
	struct ucma_resolve_route_req route;
	struct program *p = &b->client_side;

	route.id = request.id = bench_create_id(p, ps);
	memcpy(request.dst_addr, &to, sizeof(to));
	if (from) {
		request.src_size = sizeof(src);
		memcpy(request.src_addr, &src, sizeof(src));
	}
	assert_int_equal(ucma_call_resolve_addr(&p->transport, &request), 0);
	bench_next(p, UCMA_EVENT_ADDR_RESOLVED, 0);
	assert_int_equal(ucma_call_resolve_route(&p->transport, &route), 0);
	bench_next(p, UCMA_EVENT_ROUTE_RESOLVED, 0);
	return request.id;
}

static void put_data(struct ucma_conn_param *to, const char *text, size_t bytes)
{
	to->valid = 1;
	to->responder_resources = BENCH_READS;
	to->initiator_depth = BENCH_READS - 1;
	to->private_data_len = (uint8_t)bytes;
	if (bytes)
		memcpy(to->private_data, text, bytes);
}

int bench_connect_with(struct bench *b, uint32_t qpn, const char *text, size_t bytes)
{
	struct ucma_connect_req request = {.id = b->active, .conn_param = {.qp_num = qpn}};

	put_data(&request.conn_param, text, bytes);
	return ucma_call_connect(&b->client_side.transport, &request);
}

/** The client sends a connection request to 127.0.0.2. */
void bench_ask(struct bench *b)
{
	b->active = bench_resolve(b, UCMA_PORT_SPACE_TCP, 0, 2);
	assert_int_equal(bench_connect_with(b, b->qp[0].k.qpn, "who?", 4), 0);
}

void bench_take_request(struct bench *b)
{
	b->passive = bench_next(&b->server_side, UCMA_EVENT_CONNECT_REQUEST, 0).id;
}

int bench_accept_with(struct bench *b, uint32_t qpn, const char *text, size_t bytes)
{
	struct ucma_accept_req request = {
		.uid = 2,
		.id = b->passive,
		.conn_param = {.qp_num = qpn},
	};

	put_data(&request.conn_param, text, bytes);
	return ucma_call_accept(&b->server_side.transport, &request);
}

/** Make all steps of a connection, on both sides. */
void bench_connect_both(struct bench *b)
{
	bench_listen_on(b, 2, 0);
	bench_ask(b);
	bench_take_request(b);
	assert_int_equal(bench_accept_with(b, b->qp[1].k.qpn, NULL, 0), 0);
	bench_next(&b->server_side, UCMA_EVENT_ESTABLISHED, 0);
	bench_next(&b->client_side, UCMA_EVENT_ESTABLISHED, 0);
}

int bench_disconnect(struct program *p, uint32_t id)
{
	struct ucma_disconnect_req request = {.id = id};

	return ucma_call_disconnect(&p->transport, &request);
}

/** Advance time until no timer is running. */
void bench_time_passes(struct bench *b)
{
	softhca_cm_run(&b->server.hca, UINT64_MAX);
}

void bench_nothing_is_due(struct bench *b)
{
	assert_true(softhca_cm_deadline(&b->server.hca) == UINT64_MAX);
}
