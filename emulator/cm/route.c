/* SPDX-License-Identifier: BSD-2-Clause */
/* Resolving addresses and routes: finding the source address, and whether there is a path. */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <string.h>
#include <unistd.h>

#include "cm/internal.h"

/* Get the source address of packets to an address. Returns ENETUNREACH if there is no route. */
static int query_source_address(const struct sockaddr_storage *dst, struct sockaddr_storage *src)
{
	struct sockaddr_storage to = *dst;
	socklen_t bytes = sizeof(*src);
	int sock = socket(dst->ss_family, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	int err = 0;

	if (sock < 0)
		return errno;
	if (!softhca_cm_port_number(&to))
		softhca_cm_set_port_number(&to, 1);
	memset(src, 0, sizeof(*src));
	if (connect(sock, (struct sockaddr *)&to, (socklen_t)softhca_cm_address_bytes(&to)) ||
	    getsockname(sock, (struct sockaddr *)src, &bytes))
		err = errno;
	close(sock);
	softhca_cm_set_port_number(src, 0);
	return err;
}

/* Returns an address that --address has assigned to a port of this network, or NULL. */
static const struct sockaddr_storage *find_assigned_address(const struct softhca_cm *cm,
							    sa_family_t family,
							    const struct softhca_port *near)
{
	for (const struct cm_address *at = cm->addresses; at; at = at->next) {
		if (at->addr.ss_family == family && softhca_cm_same_network(at->port, near))
			return &at->addr;
	}
	return NULL;
}

static bool is_assigned_address(const struct softhca_cm *cm, const struct sockaddr_storage *addr)
{
	for (const struct cm_address *at = cm->addresses; at; at = at->next) {
		if (softhca_cm_same_address(&at->addr, addr))
			return true;
	}
	return false;
}

/*
 * Get the loopback address of a device of this network: not the destination's, if there is another.
 */
static void loopback_address(const struct softhca_cm *cm, const struct softhca_port *near,
			     struct sockaddr_storage *to)
{
	for (unsigned int n = 0; n < cm->hca->num_devices; n++) {
		struct sockaddr_in at = {
			.sin_family = AF_INET,
			.sin_addr.s_addr = htonl(INADDR_LOOPBACK + n),
		};
		struct sockaddr_storage candidate = {0};
		const struct softhca_port *port;

		memcpy(&candidate, &at, sizeof(at));
		port = softhca_cm_port_of(cm, &candidate);
		if (!port || !softhca_cm_same_network(port, near))
			continue;
		*to = candidate;
		if (port != near)
			return;
	}
}

/*
 * The machine has one loopback network, the emulator several networks: ensure that the source is an
 * address of the destination's network.
 */
static void correct_source_network(const struct softhca_cm *cm, const struct sockaddr_storage *dst,
				   struct sockaddr_storage *src)
{
	const struct softhca_port *near = softhca_cm_port_of(cm, dst);
	const struct softhca_port *from = softhca_cm_port_of(cm, src);
	const struct sockaddr_storage *given;

	if (is_assigned_address(cm, dst)) {
		*src = *dst; /* packets to a local address come from that address */
		softhca_cm_set_port_number(src, 0);
		return;
	}
	if (!near || (from && softhca_cm_same_network(from, near)))
		return;
	given = find_assigned_address(cm, dst->ss_family, near);
	if (given)
		*src = *given;
	else if (dst->ss_family == AF_INET)
		loopback_address(cm, near, src);
}

static int choose_source(struct cm_id *id, const struct sockaddr_storage *dst,
			 struct sockaddr_storage *src)
{
	int err;

	if (dst->ss_family != UCMA_AF_IB) {
		err = query_source_address(dst, src);
		if (!err)
			correct_source_network(id->file->cm, dst, src);
		return err;
	}
	*src = *dst; /* the same port, if it is emulated here */
	((struct sockaddr_ib *)src)->sib_sid = 0;
	((struct sockaddr_ib *)src)->sib_sid_mask = 0; /* any port number of its port space */
	return softhca_cm_port_of(id->file->cm, dst) ? 0 : ENODEV;
}

static int bind_to_source(struct cm_id *id, const struct sockaddr_storage *src,
			  const struct sockaddr_storage *dst)
{
	struct sockaddr_storage found;
	int err;

	if (id->state == CM_IDLE && src->ss_family && !softhca_cm_is_wildcard(src))
		return softhca_cm_bind(id, src);
	err = choose_source(id, dst, &found);
	if (err)
		return err;
	if (id->state == CM_IDLE) {
		if (src->ss_family)
			softhca_cm_set_port_number(&found, softhca_cm_port_number(src));
		return softhca_cm_bind(id, &found);
	}
	if (id->port)
		return 0;
	/* it was bound to the wildcard address, and gets a specific one now */
	softhca_cm_set_port_number(&found, softhca_cm_port_number(&id->src));
	id->src = found;
	id->port = softhca_cm_port_of(id->file->cm, &found);
	return id->port ? 0 : ENODEV;
}

static int resolve_address(const struct cm_command *c, uint32_t handle,
			   const struct sockaddr_storage *src, const struct sockaddr_storage *dst,
			   uint32_t timeout_ms)
{
	struct softhca_port *port = softhca_cm_port_of(c->file->cm, dst);
	struct cm_id *id;
	int err = softhca_cm_id_find(c->file, handle, &id);

	if (err)
		return err;
	if (id->state != CM_IDLE && id->state != CM_BOUND)
		return EINVAL;
	err = bind_to_source(id, src, dst);
	if (err)
		return err;
	id->dst = *dst;
	if (port || softhca_cm_is_group(dst)) {
		softhca_cm_set_state(id, CM_ADDRESS_KNOWN);
		softhca_cm_queue_event(id, UCMA_EVENT_ADDR_RESOLVED, 0);
	} else { /* an address of another machine, which the emulator cannot reach */
		softhca_cm_timer_start(id, (uint64_t)timeout_ms * 1000000);
	}
	return 0;
}

int softhca_cm_cmd_resolve_addr(const struct cm_command *c)
{
	struct ucma_resolve_addr_req request;
	struct sockaddr_storage src = {0}, dst;
	int err;

	ucma_read_resolve_addr(c->parsed, &request);
	err = softhca_cm_address_take(request.dst_addr, request.dst_size, &dst);
	if (!err && request.src_size)
		err = softhca_cm_address_take(request.src_addr, request.src_size, &src);
	return err ? err : resolve_address(c, request.id, &src, &dst, request.timeout_ms);
}

int softhca_cm_cmd_resolve_ip(const struct cm_command *c)
{
	struct ucma_resolve_ip_req request;
	struct sockaddr_storage src, dst;
	int err;

	ucma_read_resolve_ip(c->parsed, &request);
	err = softhca_cm_address_take_ip(request.dst_addr, &dst);
	if (softhca_cm_address_take_ip(request.src_addr, &src))
		memset(&src, 0, sizeof(src)); /* the program passed none */
	return err ? err : resolve_address(c, request.id, &src, &dst, request.timeout_ms);
}

/* Is there a path? Both ports must be up, and have the same link layer. */
static bool is_destination_reachable(const struct cm_id *id)
{
	const struct softhca_port *far = softhca_cm_port_of(id->file->cm, &id->dst);

	if (!id->port->up)
		return false;
	return !far || (far->up && far->ethernet == id->port->ethernet);
}

static void complete_route(struct cm_id *id)
{
	softhca_cm_set_state(id, CM_ROUTE_KNOWN);
	softhca_cm_queue_event(id, UCMA_EVENT_ROUTE_RESOLVED, 0);
}

static void handle_path_response(struct mad_query *q, int error, const uint8_t *record)
{
	struct cm_id *id = softhca_entry(q, struct cm_id, query);

	if (error) {
		softhca_cm_queue_event(id, UCMA_EVENT_ROUTE_ERROR, error);
		return;
	}
	id->path = sa_path_record_get(record);
	id->managed = true;
	complete_route(id);
}

/** In a managed fabric, query the subnet administrator for the path. */
static void query_path(struct cm_id *id, uint32_t timeout_ms)
{
	const union ibv_gid source = softhca_cm_gid_of(id, &id->src);
	const union ibv_gid destination = softhca_cm_gid_of(id, &id->dst);
	struct sa_path_record path = {
		.service_id = softhca_cm_service_id(id, &id->dst),
		.reversible = 1,
		.paths = 1,
		.pkey = SMP_DEFAULT_PKEY,
	};
	struct mad_question question = {
		.method = MAD_METHOD_GET,
		.attribute = SA_ATTRIBUTE_PATH_RECORD,
		.components = SA_PATH_RECORD_HAS_SERVICE_ID | SA_PATH_RECORD_HAS_SGID |
			      SA_PATH_RECORD_HAS_DGID | SA_PATH_RECORD_HAS_REVERSIBLE |
			      SA_PATH_RECORD_HAS_PATHS | SA_PATH_RECORD_HAS_PKEY,
	};

	memcpy(path.sgid, source.raw, sizeof(path.sgid));
	memcpy(path.dgid, destination.raw, sizeof(path.dgid));
	sa_path_record_put(question.record, &path);
	softhca_mad_query_start(id->port, &question, &id->query, handle_path_response, timeout_ms);
}

int softhca_cm_cmd_resolve_route(const struct cm_command *c)
{
	struct ucma_resolve_route_req request;
	struct cm_id *id;
	int err;

	ucma_read_resolve_route(c->parsed, &request);
	err = softhca_cm_id_on_device(c->file, request.id, &id);
	if (err)
		return err;
	if (id->state != CM_ADDRESS_KNOWN || softhca_mad_query_pending(&id->query))
		return EINVAL;
	if (!is_destination_reachable(id))
		softhca_cm_queue_event(id, UCMA_EVENT_ROUTE_ERROR, -EHOSTUNREACH);
	else if (cm_is_managed(id))
		query_path(id, request.timeout_ms);
	else
		complete_route(id);
	return 0;
}
