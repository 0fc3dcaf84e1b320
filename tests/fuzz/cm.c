/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The connection manager: commands on several files, in sequences that can establish connections,
 * with queue pairs of each adapter, and with network events in between.
 */
#include <arpa/inet.h>
#include <infiniband/ib.h>
#include <inverbs/kernel/ucma_call.h>
#include <stdio.h>

#include "cm/cm.h"
#include "host.h"
#include "program.h"
#include "target.h"
#include "wire.h"

enum {
	FILES = 3,
	IDS = 6,
	PORTS = 2, /* TCP ports */
	MAX_ACTIONS = 120,
	TCP_PORT = 7000,
	ADDRESS_BYTES = 48, /* size of the longest address */
};

struct state {
	struct program program;
	struct wire file[FILES];
	struct {
		uint32_t id;
		struct wire *file;
	} id[IDS];
};

union any_address {
	struct sockaddr_in in;
	struct sockaddr_in6 in6;
	struct sockaddr_ib ib;
	uint8_t bytes[ADDRESS_BYTES];
};

/* --- contents of requests ----------------------------------------------------------------- */

/** Returns an address of a device, of a multicast group, or of no device, with a port that may have
 * a listener. */
static union any_address some_address(const struct state *s, struct input *in, uint16_t *bytes)
{
	const uint8_t what = input_u8(in);
	const uint8_t port = input_below(in, PORTS + 1);
	const in_port_t number = port ? htons((uint16_t)(TCP_PORT + port)) : 0;
	const struct end *e = &s->program.end[what >> 4 & 1];
	union any_address a = {.bytes = {0}};

	*bytes = sizeof(a.in);
	a.in.sin_family = AF_INET;
	a.in.sin_port = number;
	switch (what & 7) {
	case 0:
	case 1:
	case 2:
		a.in.sin_addr.s_addr = htonl(INADDR_LOOPBACK + (what >> 4 & 3));
		break;
	case 3:
		if (what & 8) /* an address from add_address() */
			a.in.sin_addr.s_addr = htonl(0x0a000000U + (what >> 4 & 3));
		break;
	case 4:
		a.in.sin_addr.s_addr = htonl(0xe0000100U + (what >> 4 & 3)); /* a multicast group */
		break;
	case 5:
		*bytes = sizeof(a.in6);
		a.in6.sin6_family = AF_INET6;
		a.in6.sin6_port = number;
		a.in6.sin6_addr.s6_addr[0] = what & 8 ? 0xff : 0;
		a.in6.sin6_addr.s6_addr[15] = what >> 4;
		break;
	case 6:
		*bytes = sizeof(a.ib);
		a.ib.sib_family = 27;
		a.ib.sib_pkey = 0xffff;
		memcpy(a.ib.sib_addr.sib_raw, e->gid.raw, sizeof(e->gid.raw));
		a.ib.sib_sid = htobe64(0x0000000001060000U + ntohs(number));
		a.ib.sib_sid_mask = UINT64_MAX;
		break;
	default:
		input_bytes(in, a.bytes, sizeof(a.bytes));
		*bytes = input_u8(in);
	}
	return a;
}

static struct ucma_conn_param some_param(const struct state *s, struct input *in)
{
	const uint8_t what = input_u8(in);
	const struct ibv_qp *qp = s->program.end[what & 1].qp[what >> 1 & 1];
	struct ucma_conn_param param = {
		.qp_num = qp ? qp->qp_num : what,
		.responder_resources = what >> 4,
		.initiator_depth = what >> 5,
		.private_data_len = what >> 2 & 63,
		.retry_count = what >> 3 & 7,
		.valid = 1,
	};

	memset(param.private_data, 'p', param.private_data_len);
	return param;
}

/* --- identifiers ------------------------------------------------------------------------- */

static bool make_id(struct state *s, uint32_t at, struct wire *file,
		    const struct ucma_create_id_req *request)
{
	struct ucma_create_id_resp response = {0};

	if (ucma_call_create_id(&file->base, request, &response))
		return false;
	s->id[at].id = response.id;
	s->id[at].file = file;
	return true;
}

static void create_id(struct state *s, struct input *in)
{
	static const uint16_t spaces[] = {UCMA_PORT_SPACE_TCP, UCMA_PORT_SPACE_TCP,
					  UCMA_PORT_SPACE_UDP, UCMA_PORT_SPACE_IPOIB,
					  UCMA_PORT_SPACE_IB};
	struct ucma_create_id_req request = {.uid = 1U + input_u8(in),
					     .ps = spaces[input_below(in, 5)]};
	const uint32_t at = input_below(in, IDS);

	request.qp_type = request.ps == UCMA_PORT_SPACE_UDP ? IBV_QPT_UD : IBV_QPT_RC;
	make_id(s, at, &s->file[input_below(in, FILES)], &request);
}

static void bind_or_resolve(struct state *s, struct input *in, struct wire *file, uint32_t id)
{
	struct ucma_bind_req bind = {.id = id};
	struct ucma_bind_ip_req bind_ip = {.id = id};
	struct ucma_resolve_ip_req resolve_ip = {.id = id, .timeout_ms = 100};
	struct ucma_resolve_addr_req resolve = {.id = id, .timeout_ms = 100};
	const uint8_t what = input_u8(in);
	uint16_t bytes;
	const union any_address a = some_address(s, in, &bytes);

	switch (what & 3) {
	case 0:
		bind.addr_size = bytes;
		memcpy(bind.addr, a.bytes, sizeof(a));
		ucma_call_bind(&file->base, &bind);
		break;
	case 1:
		memcpy(bind_ip.addr, a.bytes, sizeof(bind_ip.addr));
		ucma_call_bind_ip(&file->base, &bind_ip);
		break;
	case 2:
		memcpy(resolve_ip.dst_addr, a.bytes, sizeof(resolve_ip.dst_addr));
		ucma_call_resolve_ip(&file->base, &resolve_ip);
		break;
	default:
		resolve.dst_size = bytes;
		memcpy(resolve.dst_addr, a.bytes, sizeof(a));
		if (what & 4) {
			const union any_address from = some_address(s, in, &resolve.src_size);

			memcpy(resolve.src_addr, from.bytes, sizeof(from));
		}
		ucma_call_resolve_addr(&file->base, &resolve);
	}
}

/** A connection request brings a new identifier. */
static void take_event(struct state *s, struct wire *file, uint32_t at)
{
	struct ucma_get_event_req request = {0};
	struct ucma_get_event_resp record = {0};

	host_run();
	if (ucma_call_get_event(&file->base, &request, &record))
		return;
	if (record.event != UCMA_EVENT_CONNECT_REQUEST)
		return;
	s->id[at].id = record.id;
	s->id[at].file = file;
}

static void query_id(struct input *in, struct wire *file, uint32_t id)
{
	struct ucma_query_route_req route = {.id = id};
	struct ucma_query_req query = {.id = id, .option = input_below(in, 4)};
	struct ucma_init_qp_attr_req init = {.id = id, .qp_state = input_below(in, 8)};
	union {
		struct ucma_query_route_resp route;
		struct ucma_query_resp query;
		struct ucma_init_qp_attr_resp init;
	} response;

	switch (input_below(in, 3)) {
	case 0:
		ucma_call_query_route(&file->base, &route, &response.route);
		break;
	case 1:
		ucma_call_query(&file->base, &query, &response.query);
		break;
	default:
		ucma_call_init_qp_attr(&file->base, &init, &response.init);
	}
}

static void set_option(struct input *in, struct wire *file, uint32_t id)
{
	struct ucma_path_data path = {.flags = UCMA_PATH_FLAGS};
	struct ucma_set_option_req request = {
		.id = id,
		.level = input_below(in, 3),
		.optname = input_below(in, 5),
		.optval = (uintptr_t)host_memory,
	};
	static const uint8_t lengths[] = {1, 4, sizeof(path), 2 * sizeof(path), 0};

	memcpy(host_memory, &path, sizeof(path));
	host_memory[0] ^= input_u8(in);
	request.optlen = lengths[input_below(in, sizeof(lengths))];
	if (input_u8(in) == 0xff)
		request.optval = input_number(in);
	ucma_call_set_option(&file->base, &request);
}

static void groups(struct state *s, struct input *in, struct wire *file, uint32_t id)
{
	const uint8_t what = input_u8(in);
	uint16_t bytes;
	const union any_address a = some_address(s, in, &bytes);
	struct ucma_join_mcast_req join = {
		.id = id, .uid = what, .addr_size = bytes, .join_flags = what >> 4 & 3};
	struct ucma_join_ip_mcast_req join_ip = {.id = id, .uid = what};
	struct ucma_leave_mcast_req leave = {.id = input_u8(in)};
	struct ucma_leave_mcast_resp left;
	struct ucma_join_mcast_resp joined;
	struct ucma_join_ip_mcast_resp joined_ip;

	switch (what & 3) {
	case 0:
	case 1:
		memcpy(join.addr, a.bytes, sizeof(a));
		ucma_call_join_mcast(&file->base, &join, &joined);
		break;
	case 2:
		memcpy(join_ip.addr, a.bytes, sizeof(join_ip.addr));
		ucma_call_join_ip_mcast(&file->base, &join_ip, &joined_ip);
		break;
	default:
		ucma_call_leave_mcast(&file->base, &leave, &left);
	}
}

static void connect_or_end(struct state *s, struct input *in, struct wire *file, uint32_t id)
{
	struct ucma_connect_req connect = {.id = id};
	struct ucma_accept_req accept = {.id = id, .uid = 1};
	struct ucma_reject_req reject = {.id = id, .private_data_len = input_below(in, 8)};
	struct ucma_disconnect_req disconnect = {.id = id};
	struct ucma_destroy_id_req destroy = {.id = id};
	struct ucma_destroy_id_resp destroyed;
	struct ucma_notify_req notify = {.id = id, .event = IBV_EVENT_COMM_EST};

	switch (input_below(in, 8)) {
	case 0:
	case 1:
		connect.conn_param = some_param(s, in);
		ucma_call_connect(&file->base, &connect);
		break;
	case 2:
	case 3:
		accept.conn_param = some_param(s, in);
		ucma_call_accept(&file->base, &accept);
		break;
	case 4:
		ucma_call_reject(&file->base, &reject);
		break;
	case 5:
		ucma_call_disconnect(&file->base, &disconnect);
		break;
	case 6:
		if (input_u8(in) & 1)
			notify.event = IBV_EVENT_PATH_MIG;
		ucma_call_notify(&file->base, &notify);
		break;
	default:
		ucma_call_destroy_id(&file->base, &destroy, &destroyed);
	}
}

static void migrate_id(struct state *s, struct input *in, uint32_t at)
{
	struct wire *to = &s->file[input_below(in, FILES)];
	struct wire *from = &s->file[input_below(in, FILES)];
	struct {
		uint32_t number;
		uint16_t in, out;
		struct ucma_migrate_id_req request;
	} command = {.number = UCMA_CMD_MIGRATE_ID,
		     .in = sizeof(command.request),
		     .out = sizeof(struct ucma_migrate_id_resp),
		     .request = {.id = s->id[at].id}};
	struct wire_message m = {
		.op = SOFTHCA_OP_COMMAND,
		.payload = &command,
		.bytes = sizeof(command),
		.fd = {from->file},
		.fds = from->file >= 0,
	};

	if (!wire_exchange(to, &m))
		s->id[at].file = to;
}

/* --- whole connections ------------------------------------------------------------------- */

/** Returns the address of the second end's device, with the port on which establish() listens. */
static struct sockaddr_in listening_address(void)
{
	return (struct sockaddr_in){
		.sin_family = AF_INET,
		.sin_port = htons(TCP_PORT + 1),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK + 1),
	};
}

static void listen_at(const struct state *s, uint32_t at)
{
	const struct sockaddr_in addr = listening_address();
	struct ucma_bind_req bind = {.id = s->id[at].id, .addr_size = sizeof(addr)};
	struct ucma_listen_req listen = {.id = s->id[at].id, .backlog = 1};

	memcpy(bind.addr, &addr, sizeof(addr));
	ucma_call_bind(&s->id[at].file->base, &bind);
	ucma_call_listen(&s->id[at].file->base, &listen);
}

static void request_from(struct state *s, struct input *in, uint32_t at)
{
	const struct sockaddr_in addr = listening_address();
	struct wire *file = s->id[at].file;
	struct ucma_resolve_addr_req resolve = {
		.id = s->id[at].id, .timeout_ms = 100, .dst_size = sizeof(addr)};
	struct ucma_resolve_route_req route = {.id = s->id[at].id, .timeout_ms = 100};
	struct ucma_connect_req connect = {.id = s->id[at].id, .conn_param = some_param(s, in)};

	memcpy(resolve.dst_addr, &addr, sizeof(addr));
	ucma_call_resolve_addr(&file->base, &resolve);
	take_event(s, file, at);
	ucma_call_resolve_route(&file->base, &route);
	take_event(s, file, at);
	ucma_call_connect(&file->base, &connect);
}

static void respond_from(struct state *s, struct input *in, uint32_t at, bool accepts)
{
	struct wire *file = s->id[at].file;
	struct ucma_accept_req accept = {.id = s->id[at].id, .uid = 1};
	struct ucma_reject_req reject = {.id = s->id[at].id};

	if (accepts) {
		accept.conn_param = some_param(s, in);
		ucma_call_accept(&file->base, &accept);
	} else {
		ucma_call_reject(&file->base, &reject);
	}
}

/**
 * Connects as most programs do; the input chooses the queue pairs, and how far the connection gets.
 * Uses three identifiers: the listening one, the active one and the passive one.
 */
static void establish(struct state *s, struct input *in)
{
	static const struct ucma_create_id_req kinds[] = {
		{.ps = UCMA_PORT_SPACE_TCP, .qp_type = IBV_QPT_RC},
		{.ps = UCMA_PORT_SPACE_UDP, .qp_type = IBV_QPT_UD},
		{.ps = UCMA_PORT_SPACE_IB, .qp_type = IBV_QPT_UC},
		{.ps = UCMA_PORT_SPACE_IB, .qp_type = IBV_QPT_XRC_SEND},
		{.ps = UCMA_PORT_SPACE_IB, .qp_type = IBV_QPT_UD},
	};
	struct ucma_create_id_req kind = kinds[input_below(in, 5)];
	const uint8_t how = input_u8(in);
	const uint32_t first = how & 1 ? 3 : 0;
	struct wire *server = &s->file[how >> 1 & 1], *client = &s->file[how >> 2 & 1];
	struct ucma_accept_req established = {.conn_param = {.valid = 0}};

	kind.uid = first + 1; /* without a user ID there are no events */
	if (!make_id(s, first + 1, client, &kind))
		return;
	kind.qp_type = kind.qp_type == IBV_QPT_XRC_SEND ? IBV_QPT_XRC_RECV : kind.qp_type;
	if (!make_id(s, first, server, &kind))
		return;
	listen_at(s, first);
	request_from(s, in, first + 1);
	take_event(s, server, first + 2);
	if (how & 8)
		return;
	respond_from(s, in, first + 2, !(how & 16));
	take_event(s, client, first + 1);
	established.id = s->id[first + 1].id;
	if (!(how & 32))
		ucma_call_accept(&client->base, &established);
	take_event(s, server, first + 2);
}

/** Maps an address as softhcad's option --address does. */
static void add_address(struct input *in)
{
	static const char *const networks[] = {
		"10.0.0.%u=mlx4_0", "10.0.0.%u=mlx4_1",  "10.0.0.%u=rxe_0",      "::%u=rxe_1",
		"::%u=mlx4_1:2",    "10.0.0.%u=cxgb3_1", "127.0.0.%u=cxgb3_0:9", "10.0.0.%u"};
	const char *format = networks[input_below(in, sizeof(networks) / sizeof(networks[0]))];
	char text[64];

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
	snprintf(text, sizeof(text), format, input_below(in, 4));
#pragma GCC diagnostic pop
	softhca_cm_map(host_emulator(), text);
}

/* --- actions ----------------------------------------------------------------------------- */

static void of_program(struct state *s, struct input *in)
{
	switch (input_below(in, 6)) {
	case 0:
	case 1:
		program_post_send(&s->program, in);
		break;
	case 2:
		program_post_recv(&s->program, in);
		break;
	case 3:
		program_modify(&s->program, in);
		break;
	case 4:
		program_object(&s->program, in);
		break;
	default:
		program_control(&s->program, in);
	}
}

static void any_command(struct state *s, struct input *in)
{
	const uint32_t number = input_below(in, 25);
	struct wire *file = &s->file[input_below(in, FILES)];
	uint8_t bytes[WIRE_PAYLOAD];
	struct wire_message m = {.op = SOFTHCA_OP_COMMAND, .payload = bytes};

	m.bytes = wire_build(in, ucma_command_info, number, bytes, sizeof(bytes));
	wire_exchange(file, &m);
}

static void reopen_file(struct wire *file)
{
	wire_close(file);
	wire_open(file, true);
	wire_manager(file);
}

static void act(struct state *s, struct input *in)
{
	const uint8_t action = input_below(in, 18);
	const uint32_t at = input_below(in, IDS);
	struct wire *file = s->id[at].file;
	struct ucma_listen_req listen = {.id = s->id[at].id, .backlog = 2};
	struct ucma_resolve_route_req route = {.id = s->id[at].id, .timeout_ms = 100};

	switch (action) {
	case 0:
		create_id(s, in);
		break;
	case 1:
	case 2:
		bind_or_resolve(s, in, file, s->id[at].id);
		break;
	case 3:
		ucma_call_listen(&file->base, &listen);
		break;
	case 4:
		ucma_call_resolve_route(&file->base, &route);
		break;
	case 5:
	case 6:
		connect_or_end(s, in, file, s->id[at].id);
		break;
	case 7:
		file = &s->file[input_below(in, FILES)];
		take_event(s, file, input_below(in, IDS));
		break;
	case 8:
		query_id(in, file, s->id[at].id);
		break;
	case 9:
		set_option(in, file, s->id[at].id);
		break;
	case 10:
		groups(s, in, file, s->id[at].id);
		break;
	case 11:
		migrate_id(s, in, at);
		break;
	case 12:
		of_program(s, in);
		break;
	case 13:
		any_command(s, in);
		break;
	case 14:
		reopen_file(&s->file[at % FILES]);
		break;
	case 15:
		establish(s, in);
		break;
	case 16:
		add_address(in);
		break;
	default:
		program_time(in);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct state s;
	struct input in = {data, size};

	program_open(&s.program, &in);
	for (int i = 0; i < FILES; i++) {
		wire_open(&s.file[i], true);
		wire_manager(&s.file[i]);
	}
	for (int i = 0; i < IDS; i++) {
		s.id[i].id = 0;
		s.id[i].file = &s.file[i % FILES];
	}
	for (int i = 0; i < MAX_ACTIONS && in.left; i++)
		act(&s, &in);
	for (int i = 0; i < FILES; i++)
		wire_close(&s.file[i]);
	program_close(&s.program);
	return 0;
}
