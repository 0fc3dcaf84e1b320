/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Issues commands of a trace to a connection manager. Waits for each event that the traced kernel
 * had. Identifiers must be the same, since the lowest free one is used.
 */
#include <inverbs/kernel/byte_headers.h>
#include <inverbs/kernel/ucma.h>
#include <poll.h>
#include <stdio.h>

#include "live.h"
#include "runtime/runtime.h"

enum {
	FILES = 4,
};

/* Open files, with their descriptors in the trace. */
static struct {
	int then;
	struct inverbs_transport *now;
} files[FILES];
static unsigned int count;

struct inverbs_transport *live_cm_file(int then)
{
	for (unsigned int i = 0; i < count; i++) {
		if (files[i].then == then)
			return files[i].now;
	}
	return NULL;
}

bool live_cm_open(const struct inverbs_backend *backend, int then)
{
	struct inverbs_transport *now = count < FILES ? backend->open_cm(backend) : NULL;

	if (!now)
		return false;
	files[count].then = then;
	files[count++].now = now;
	live_remember(LIVE_DESCRIPTOR, (uint64_t)then, (uint64_t)now->fd);
	return true;
}

void live_cm_close(void)
{
	for (; count; count--)
		files[count - 1].now->ops->close(files[count - 1].now);
}

/* --- responses --------------------------------------------------------------------------- */

#define FIELD(record, field)                                                                       \
	offsetof(struct ucma_##record, field), sizeof(((struct ucma_##record *)0)->field)
#define PORT_IN                    2 /* an IP address; a native one has it at the end of its service */
#define PORT_IN_NATIVE             30
#define PORT_OF(record, field, in) offsetof(struct ucma_##record, field) + (in), 2
#define QUERY(option)              (UCMA_CMD_QUERY | UCMA_QUERY_##option << 16)

/* Fields that differ from run to run; the response of QUERY depends on its option. */
static const struct {
	uint32_t of;
	uint16_t at, bytes;
} varying[] = {
	{UCMA_CMD_QUERY_ROUTE, FIELD(query_route_resp, node_guid)},
	{UCMA_CMD_QUERY_ROUTE, FIELD(query_route_resp, ib_route[0].flow_label)},
	{UCMA_CMD_QUERY_ROUTE, FIELD(query_route_resp, ib_route[0].mtu)}, /* of the network card */
	{UCMA_CMD_QUERY_ROUTE, FIELD(query_route_resp, ib_route[0].rate)},
	{UCMA_CMD_QUERY_ROUTE, PORT_OF(query_route_resp, src_addr, PORT_IN)},
	{UCMA_CMD_QUERY_ROUTE, PORT_OF(query_route_resp, dst_addr, PORT_IN)},
	{UCMA_CMD_QUERY_ROUTE, FIELD(query_route_resp, ibdev_index)},
	{QUERY(ADDRESS), FIELD(query_address, ibdev_index)},
	{QUERY(GID), FIELD(query_address, ibdev_index)},
	{QUERY(ADDRESS), FIELD(query_address, node_guid)},
	{QUERY(ADDRESS), PORT_OF(query_address, src_addr, PORT_IN)},
	{QUERY(ADDRESS), PORT_OF(query_address, dst_addr, PORT_IN)},
	{QUERY(GID), FIELD(query_address, node_guid)},
	{QUERY(GID), PORT_OF(query_address, src_addr, PORT_IN_NATIVE)},
	{QUERY(GID), PORT_OF(query_address, dst_addr, PORT_IN_NATIVE)},
	{UCMA_CMD_INIT_QP_ATTR, FIELD(init_qp_attr_resp, attr.rq_psn)},
	{UCMA_CMD_INIT_QP_ATTR, FIELD(init_qp_attr_resp, attr.sq_psn)},
	{UCMA_CMD_INIT_QP_ATTR, FIELD(init_qp_attr_resp, attr.path_mtu)},
	{UCMA_CMD_INIT_QP_ATTR, FIELD(init_qp_attr_resp, attr.ah_attr.grh.flow_label)},
	{UCMA_CMD_GET_EVENT, FIELD(get_event_resp, param.ud.ah_attr.grh.flow_label)},
};

static uint32_t response_of(const struct uverbs_parsed *p)
{
	struct ucma_query_req req;

	if (p->command != UCMA_CMD_QUERY)
		return p->command;
	uverbs_read_core(p, &req, sizeof(req));
	return p->command | req.option << 16;
}

static bool same_response(const struct uverbs_parsed *p, const struct live_bytes *then,
			  uint8_t *now)
{
	for (size_t i = 0; i < sizeof(varying) / sizeof(varying[0]); i++) {
		if (varying[i].of == response_of(p) &&
		    (size_t)varying[i].at + varying[i].bytes <= then->len)
			memcpy(now + varying[i].at, then->at + varying[i].at, varying[i].bytes);
	}
	for (size_t i = 0; i < then->len; i++) {
		if (now[i] == then->at[i])
			continue;
		printf("  byte %zu of the response of %s is %02x, not %02x\n", i, p->info->name,
		       now[i], then->at[i]);
		return false;
	}
	return true;
}

/* --- commands ---------------------------------------------------------------------------- */

/* The trace has only the address of the value. */
static void put_option(uint8_t *core)
{
	static uint64_t value = 1;
	struct ucma_set_option_req req;

	memcpy(&req, core, sizeof(req));
	req.optval = (uintptr_t)&value;
	memcpy(core, &req, sizeof(req));
}

static void put_ours(struct live_command *c, const struct uverbs_parsed *p, const uint8_t *response)
{
	uint8_t *core = c->request.at + ((const uint8_t *)p->core - c->request.at);
	const uint64_t address = (uintptr_t)response;
	int32_t fd;

	if (p->response && p->info->response_at >= 0)
		memcpy(core + p->info->response_at, &address, sizeof(address));
	if (p->command == UCMA_CMD_SET_OPTION)
		put_option(core);
	if (p->info->request_fd < 0)
		return;
	memcpy(&fd, core + p->info->request_fd, sizeof(fd));
	fd = (int32_t)live_name_now(LIVE_DESCRIPTOR, (uint64_t)fd);
	memcpy(core + p->info->request_fd, &fd, sizeof(fd));
}

bool live_cm_command(int file, struct live_command *c)
{
	struct inverbs_transport *t = live_cm_file(file);
	struct pollfd event = {.fd = t ? t->fd : -1, .events = POLLIN};
	const int wanted = c->result < 0 ? -c->result : 0;
	uint8_t response[LIVE_BYTES_MAX];
	struct uverbs_parsed p;
	int err = uverbs_parse_bytes(ucma_command_info, c->request.at, c->request.len, &p);

	memset(response, LIVE_UNTOUCHED, sizeof(response));
	if (!t)
		return false;
	if (!err)
		put_ours(c, &p, response);
	if (!err && p.command == UCMA_CMD_GET_EVENT && !wanted)
		poll(&event, 1, live_patience());
	err = t->ops->command(t, c->request.at, c->request.len);
	if (err != wanted) {
		printf("  %s, not %s\n", strerror(err), strerror(wanted));
		return false;
	}
	return err || same_response(&p, &c->response, response);
}
