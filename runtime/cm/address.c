/* SPDX-License-Identifier: BSD-2-Clause */
/* Addresses and routes of identifiers. */
#include <infiniband/ib.h>

#include "cm.h"

socklen_t inverbs_cm_address_bytes(const struct sockaddr *addr)
{
	switch (addr->sa_family) {
	case AF_INET:
		return sizeof(struct sockaddr_in);
	case AF_INET6:
		return sizeof(struct sockaddr_in6);
	case AF_IB:
		return sizeof(struct sockaddr_ib);
	default:
		return 0;
	}
}

static void copy_address(struct sockaddr_storage *to, const uint8_t *from, uint16_t bytes)
{
	if (bytes && bytes <= sizeof(*to))
		memcpy(to, from, bytes);
}

static int query_id(struct inverbs_cm_id *id, uint32_t option, struct ucma_query_resp *response)
{
	struct ucma_query_req request = {.id = id->handle, .option = option};

	memset(response, 0, sizeof(*response));
	return ucma_call_query(inverbs_cm_transport(id), &request, response);
}

int inverbs_cm_query_address(struct inverbs_cm_id *id)
{
	const struct ucma_query_address *about;
	struct ucma_query_resp response;
	int err = query_id(id, UCMA_QUERY_ADDRESS, &response);

	if (err)
		return err;
	about = &response.about.address;
	copy_address(&id->cm.route.addr.src_storage, about->src_addr, about->src_size);
	copy_address(&id->cm.route.addr.dst_storage, about->dst_addr, about->dst_size);
	if (!about->node_guid)
		return 0; /* not bound to a device yet */
	id->cm.route.addr.addr.ibaddr.pkey = about->pkey;
	return inverbs_cm_device_attach(id, about->node_guid, about->ibdev_index, about->port_num);
}

int inverbs_cm_query_gids(struct inverbs_cm_id *id)
{
	struct rdma_ib_addr *to = &id->cm.route.addr.addr.ibaddr;
	const struct ucma_query_address *about;
	struct ucma_query_resp response;
	struct sockaddr_ib addr;
	int err;

	if (!id->device || id->device->iwarp)
		return 0;
	err = query_id(id, UCMA_QUERY_GID, &response);
	if (err)
		return err;
	about = &response.about.address;
	memcpy(&addr, about->src_addr, sizeof(addr));
	to->pkey = addr.sib_pkey;
	if (about->src_size)
		memcpy(&to->sgid, &addr.sib_addr, sizeof(to->sgid));
	memcpy(&addr, about->dst_addr, sizeof(addr));
	if (about->dst_size)
		memcpy(&to->dgid, &addr.sib_addr, sizeof(to->dgid));
	return 0;
}

/*
 * Convert a path record from the subnet administrator's format, big endian, to struct
 * ibv_sa_path_rec, which the caller has zeroed.
 */
static void copy_path_record(struct ibv_sa_path_rec *to, const struct ucma_path_record *from)
{
	const uint32_t label = be32toh(from->flow_label_hop_limit);

	memcpy(&to->dgid, from->dgid, sizeof(to->dgid));
	memcpy(&to->sgid, from->sgid, sizeof(to->sgid));
	to->dlid = from->dlid;
	to->slid = from->slid;
	to->flow_label = htobe32(label >> 8 & 0xfffff);
	to->hop_limit = (uint8_t)label;
	to->traffic_class = from->traffic_class;
	to->reversible = from->reversible_numb_path >> 7;
	to->numb_path = 1;
	to->pkey = from->pkey;
	to->sl = (uint8_t)(be16toh(from->qos_class_sl) & 0xf);
	to->mtu_selector = 2; /* exactly */
	to->mtu = from->mtu_selector_mtu & 0x1f;
	to->rate_selector = 2;
	to->rate = from->rate_selector_rate & 0x1f;
	to->packet_life_time_selector = 2;
	to->packet_life_time = from->life_time_selector_life & 0x1f;
	to->preference = from->preference;
}

int inverbs_cm_query_paths(struct inverbs_cm_id *id)
{
	struct ucma_query_resp response;
	struct ibv_sa_path_rec *paths;
	uint32_t count;
	int err;

	if (!id->device || id->device->iwarp)
		return 0;
	err = query_id(id, UCMA_QUERY_PATH, &response);
	if (err)
		return err;
	count = response.about.paths.num_paths;
	if (count > UCMA_PATHS_MAX)
		count = UCMA_PATHS_MAX;
	if (!count)
		return 0;
	paths = calloc(count, sizeof(*paths));
	if (!paths)
		return ENOMEM;
	for (uint32_t i = 0; i < count; i++)
		copy_path_record(&paths[i], &response.about.paths.path_data[i].path);
	free(id->cm.route.path_rec);
	id->cm.route.path_rec = paths;
	id->cm.route.num_paths = (int)count;
	return 0;
}

int rdma_bind_addr(struct rdma_cm_id *id, struct sockaddr *addr)
{
	struct inverbs_cm_id *own = inverbs_cm_id_of(id);
	struct ucma_bind_req request = {.id = own->handle};
	int err;

	if (!addr || !inverbs_cm_address_bytes(addr))
		return rdma_seterrno(EINVAL);
	request.addr_size = (uint16_t)inverbs_cm_address_bytes(addr);
	memcpy(request.addr, addr, request.addr_size);
	err = ucma_call_bind(inverbs_cm_transport(own), &request);
	if (!err)
		err = inverbs_cm_query_address(own);
	if (!err)
		err = inverbs_cm_query_gids(own);
	return rdma_seterrno(err);
}

static int resolve_addr(struct inverbs_cm_id *id, const struct sockaddr *src,
			const struct sockaddr *dst, int timeout_ms)
{
	struct ucma_resolve_addr_req request = {
		.id = id->handle,
		.timeout_ms = (uint32_t)timeout_ms,
	};
	int err;

	if (!dst || !inverbs_cm_address_bytes(dst) || (src && !inverbs_cm_address_bytes(src)))
		return EINVAL;
	if (src) {
		request.src_size = (uint16_t)inverbs_cm_address_bytes(src);
		memcpy(request.src_addr, src, request.src_size);
	}
	request.dst_size = (uint16_t)inverbs_cm_address_bytes(dst);
	memcpy(request.dst_addr, dst, request.dst_size);
	err = ucma_call_resolve_addr(inverbs_cm_transport(id), &request);
	if (err)
		return err;
	memcpy(&id->cm.route.addr.dst_storage, dst, request.dst_size);
	return inverbs_cm_wait_if_synchronous(id);
}

int rdma_resolve_addr(struct rdma_cm_id *id, struct sockaddr *src_addr, struct sockaddr *dst_addr,
		      int timeout_ms)
{
	return rdma_seterrno(resolve_addr(inverbs_cm_id_of(id), src_addr, dst_addr, timeout_ms));
}

int rdma_resolve_route(struct rdma_cm_id *id, int timeout_ms)
{
	struct inverbs_cm_id *own = inverbs_cm_id_of(id);
	struct ucma_resolve_route_req request = {
		.id = own->handle,
		.timeout_ms = (uint32_t)timeout_ms,
	};
	int err = ucma_call_resolve_route(inverbs_cm_transport(own), &request);

	return rdma_seterrno(err ? err : inverbs_cm_wait_if_synchronous(own));
}

static __be16 port_of(const struct sockaddr *addr)
{
	switch (addr->sa_family) {
	case AF_INET:
		return ((const struct sockaddr_in *)(const void *)addr)->sin_port;
	case AF_INET6:
		return ((const struct sockaddr_in6 *)(const void *)addr)->sin6_port;
	case AF_IB:
		return htobe16((uint16_t)be64toh(
			((const struct sockaddr_ib *)(const void *)addr)->sib_sid));
	default:
		return 0;
	}
}

__be16 rdma_get_src_port(struct rdma_cm_id *id)
{
	return port_of(&id->route.addr.src_addr);
}

__be16 rdma_get_dst_port(struct rdma_cm_id *id)
{
	return port_of(&id->route.addr.dst_addr);
}
