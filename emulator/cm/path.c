/* SPDX-License-Identifier: BSD-2-Clause */
/* Queries of an identifier: its addresses, its path, and attributes for its queue pair. */
#include <endian.h>
#include <errno.h>
#include <string.h>

#include "base/devices.h"
#include "cm/internal.h"

enum {
	ACK_TIMEOUT = 19, /**< 4.096 us * 2^19, more than twice the packet lifetime */
	LIFE_TIME = 18,
	RNR_TIMER = 0,
	FULL_PARTITION = 0xffff,
};

static bool is_on_ethernet(const struct cm_id *id)
{
	return id->port->ethernet;
}

/* Returns the peer's port if it is emulated here, else NULL. */
static const struct softhca_port *find_peer_port(const struct cm_id *id)
{
	return softhca_cm_port_of(id->file->cm, &id->dst);
}

/** Returns the path to the peer: from the subnet administrator, or derived from the two ports. */
static struct sa_path_record path_of(const struct cm_id *id)
{
	const struct softhca_port *far = find_peer_port(id);
	const union ibv_gid sgid = softhca_cm_gid_of(id, &id->src);
	const union ibv_gid dgid = softhca_cm_gid_of(id, &id->dst);
	struct sa_path_record path = {
		.service_id = is_on_ethernet(id) ? 0 : softhca_cm_service_id(id, &id->dst),
		.dlid = far ? far->lid : 0,
		.slid = id->port->lid,
		.hop_limit = is_on_ethernet(id) ? CM_ROCE_HOP_LIMIT : 0,
		.traffic_class = id->tos,
		.reversible = 1,
		.paths = 1,
		.pkey = FULL_PARTITION,
		.mtu_selector = SA_SELECTOR_EXACTLY,
		.mtu = (uint8_t)id->port->active_mtu,
		.rate_selector = SA_SELECTOR_EXACTLY,
		.rate = IBV_RATE_40_GBPS,
		.lifetime_selector = SA_SELECTOR_EXACTLY,
		.lifetime = LIFE_TIME,
	};

	memcpy(path.dgid, &dgid, sizeof(dgid));
	memcpy(path.sgid, &sgid, sizeof(sgid));
	return id->managed ? id->path : path;
}

uint8_t softhca_cm_sgid_index(const struct cm_id *id)
{
	const union ibv_gid own = softhca_cm_gid_of(id, &id->src);
	const unsigned int index = softhca_port_find_gid(id->port, &own);

	return index < SOFTHCA_GIDS ? (uint8_t)index : 0;
}

void softhca_cm_path(const struct cm_id *id, struct uverbs_ah_attr *to)
{
	const struct sa_path_record path = path_of(id);

	memset(to, 0, sizeof(*to));
	to->port_num = id->port->number;
	to->dlid = path.dlid;
	to->sl = path.sl;
	to->is_global = is_on_ethernet(id);
	memcpy(to->grh.dgid, path.dgid, sizeof(path.dgid));
	if (is_on_ethernet(id)) {
		to->grh.sgid_index = softhca_cm_sgid_index(id);
		to->grh.hop_limit = CM_ROCE_HOP_LIMIT;
		to->grh.traffic_class = id->tos;
	}
}

/* --- INIT_QP_ATTR ------------------------------------------------------------------------ */

static void fill_init_attributes(const struct cm_id *id, struct uverbs_qp_attr *attr)
{
	attr->qp_attr_mask = IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT;
	attr->port_num = id->port->number;
	if (cm_is_datagram(id)) {
		attr->qp_attr_mask |= IBV_QP_QKEY;
		attr->qkey = softhca_cm_qkey(id);
		return;
	}
	attr->qp_attr_mask |= IBV_QP_ACCESS_FLAGS;
	if (id->state < CM_REQUEST_RECEIVED)
		return; /* no peer yet that could be given access */
	attr->qp_access_flags = IBV_ACCESS_REMOTE_WRITE;
	if (id->theirs.initiator_depth || id->mine.responder_resources)
		attr->qp_access_flags |= IBV_ACCESS_REMOTE_READ | IBV_ACCESS_REMOTE_ATOMIC;
}

static void fill_rtr_attributes(const struct cm_id *id, struct uverbs_qp_attr *attr)
{
	attr->qp_attr_mask = IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN |
			     IBV_QP_RQ_PSN;
	softhca_cm_path(id, &attr->ah_attr);
	attr->path_mtu = path_of(id).mtu;
	attr->dest_qp_num = id->theirs.qp_num;
	attr->rq_psn = id->theirs.psn;
	if (id->qp_type != IBV_QPT_XRC_SEND) {
		attr->qp_attr_mask |= IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER;
		attr->max_dest_rd_atomic = id->mine.responder_resources;
		attr->min_rnr_timer = RNR_TIMER;
	}
}

static void fill_rts_attributes(const struct cm_id *id, struct uverbs_qp_attr *attr)
{
	attr->qp_attr_mask = IBV_QP_STATE | IBV_QP_SQ_PSN | IBV_QP_TIMEOUT;
	attr->sq_psn = id->mine.psn;
	attr->timeout = id->ack_timeout ? id->ack_timeout : ACK_TIMEOUT;
	if (id->qp_type != IBV_QPT_XRC_RECV) {
		attr->qp_attr_mask |= IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | IBV_QP_MAX_QP_RD_ATOMIC;
		attr->retry_cnt = id->incoming ? id->theirs.retry_count : id->mine.retry_count;
		attr->rnr_retry = id->theirs.rnr_retry_count;
		attr->max_rd_atomic = id->mine.initiator_depth;
	}
}

/*
 * iWARP has no paths and no numbers to exchange, and the kernel moves the queue pair itself. For
 * RTR, it returns the same as for INIT; for RTS, a mask that changes nothing.
 */
static int fill_iwarp_attributes(const struct cm_id *id, uint32_t state,
				 struct uverbs_qp_attr *attr)
{
	attr->qp_state = state;
	attr->port_num = id->port->number;
	attr->qp_attr_mask = IBV_QP_STATE | IBV_QP_ACCESS_FLAGS | IBV_QP_PORT;
	if (id->state < CM_REQUEST_SENT)
		return 0; /* no peer yet that could be given access */
	attr->qp_access_flags = IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ;
	if (state == IBV_QPS_RTS)
		attr->qp_attr_mask = IBV_QP_PORT;
	return state >= IBV_QPS_INIT && state <= IBV_QPS_RTS ? 0 : EINVAL;
}

/* Without a peer, only INIT is possible, and the kernel returns the same for RTR. */
static int fill_qp_attributes(const struct cm_id *id, uint32_t state, struct uverbs_qp_attr *attr)
{
	const bool has_peer = id->state >= CM_REQUEST_RECEIVED && id->state <= CM_DREQ_RECEIVED;

	attr->qp_state = state;
	switch (state) {
	case IBV_QPS_INIT:
		fill_init_attributes(id, attr);
		return 0;
	case IBV_QPS_RTR:
		if (!has_peer) {
			fill_init_attributes(id, attr);
			attr->rq_psn = id->mine.psn;
		} else {
			fill_rtr_attributes(id, attr);
		}
		return 0;
	case IBV_QPS_RTS:
		if (!has_peer)
			return EINVAL;
		fill_rts_attributes(id, attr);
		return 0;
	default:
		return EINVAL;
	}
}

int softhca_cm_cmd_init_qp_attr(const struct cm_command *c)
{
	struct ucma_init_qp_attr_req request;
	struct ucma_init_qp_attr_resp response;
	struct cm_id *id;
	int err;

	ucma_read_init_qp_attr(c->parsed, &request);
	if (request.qp_state > IBV_QPS_ERR)
		return EINVAL;
	err = softhca_cm_id_on_device(c->file, request.id, &id);
	if (err)
		return err;
	memset(&response, 0, sizeof(response));
	err = cm_is_iwarp(id) ? fill_iwarp_attributes(id, request.qp_state, &response.attr)
			      : fill_qp_attributes(id, request.qp_state, &response.attr);
	if (!err)
		softhca_cm_respond(c, &response, sizeof(response));
	return err;
}

/* --- queries ----------------------------------------------------------------------------- */

static void describe_device(const struct cm_id *id, struct ucma_query_address *to)
{
	if (!id->port)
		return;
	to->node_guid = htobe64(id->port->device->node_guid);
	to->port_num = id->port->number;
	to->pkey = is_on_ethernet(id) ? 0 : FULL_PARTITION;
	to->ibdev_index = softhca_device_number(id->port->device);
}

/* Returns the destination; if there is none, an address of the source's family. */
static struct sockaddr_storage destination_address(const struct cm_id *id)
{
	struct sockaddr_storage dst = id->dst;

	if (!dst.ss_family)
		dst.ss_family = id->src.ss_family;
	return dst;
}

static void describe_addresses(const struct cm_id *id, struct ucma_query_address *to)
{
	const struct sockaddr_storage dst = destination_address(id);

	describe_device(id, to);
	to->src_size = (uint16_t)softhca_cm_address_bytes(&id->src);
	to->dst_size = (uint16_t)softhca_cm_address_bytes(&dst);
	memcpy(to->src_addr, &id->src, sizeof(to->src_addr));
	memcpy(to->dst_addr, &dst, sizeof(to->dst_addr));
}

static void show_native_address(const struct cm_id *id, const struct sockaddr_storage *addr,
				uint8_t *to)
{
	struct sockaddr_ib out;
	union ibv_gid gid = softhca_cm_gid_of(id, addr);

	if (addr->ss_family == UCMA_AF_IB) {
		memcpy(to, addr, sizeof(out));
		return;
	}
	memset(&out, 0, sizeof(out));
	out.sib_family = UCMA_AF_IB;
	out.sib_pkey = id->port && is_on_ethernet(id) ? 0 : FULL_PARTITION;
	memcpy(&out.sib_addr, &gid, sizeof(gid));
	out.sib_sid = htobe64(softhca_cm_service_id(id, addr));
	memcpy(to, &out, sizeof(out));
}

static void describe_gids(const struct cm_id *id, struct ucma_query_address *to)
{
	const struct sockaddr_storage dst = destination_address(id);

	describe_device(id, to);
	if (!id->port || !is_on_ethernet(id))
		to->pkey = FULL_PARTITION;
	if (id->src.ss_family) {
		to->src_size = sizeof(struct sockaddr_ib);
		show_native_address(id, &id->src, to->src_addr);
	}
	if (dst.ss_family) {
		to->dst_size = sizeof(struct sockaddr_ib);
		show_native_address(id, &dst, to->dst_addr);
	}
}

/* Describe the path in the format of the subnet administrator's records. */
static void describe_path(const struct cm_id *id, struct ucma_path_record *to)
{
	const struct sa_path_record path = path_of(id);

	static_assert(sizeof(*to) == SA_PATH_RECORD_SIZE, "both records have the same size");
	sa_path_record_put(to, &path);
}

/* Is there a path? iWARP has none; otherwise, there is one when the route has been resolved. */
static bool has_path(const struct cm_id *id)
{
	return id->port && !cm_is_iwarp(id) && id->dst.ss_family && id->state >= CM_ROUTE_KNOWN;
}

static int respond_paths(const struct cm_command *c, const struct cm_id *id)
{
	struct ucma_query_paths response;

	memset(&response, 0, sizeof(response));
	response.num_paths = has_path(id);
	if (response.num_paths) {
		response.path_data[0].flags = UCMA_PATH_FLAGS;
		describe_path(id, &response.path_data[0].path);
	}
	softhca_cm_respond(c, &response,
			   offsetof(struct ucma_query_paths, path_data) +
				   response.num_paths * sizeof(response.path_data[0]));
	return 0;
}

int softhca_cm_cmd_query(const struct cm_command *c)
{
	struct ucma_query_req request;
	struct ucma_query_address response;
	struct cm_id *id;
	int err;

	ucma_read_query(c->parsed, &request);
	err = softhca_cm_id_find(c->file, request.id, &id);
	if (err)
		return err;
	if (request.option == UCMA_QUERY_PATH)
		return respond_paths(c, id);
	if (request.option != UCMA_QUERY_ADDRESS && request.option != UCMA_QUERY_GID)
		return ENOSYS;
	if (c->parsed->core_out < offsetof(struct ucma_query_address, ibdev_index))
		return ENOSPC;
	memset(&response, 0, sizeof(response));
	if (request.option == UCMA_QUERY_ADDRESS)
		describe_addresses(id, &response);
	else
		describe_gids(id, &response);
	softhca_cm_respond(c, &response, sizeof(response));
	return 0;
}

static void describe_route(const struct cm_id *id, struct ucma_user_path_rec *to)
{
	const struct sa_path_record path = path_of(id);

	memcpy(to->dgid, path.dgid, sizeof(path.dgid));
	memcpy(to->sgid, path.sgid, sizeof(path.sgid));
	to->dlid = htobe16(path.dlid);
	to->slid = htobe16(path.slid);
	to->reversible = 1;
	to->mtu = path.mtu;
	to->pkey = htobe16(path.pkey);
	to->flow_label = htobe32(path.flow_label);
	to->hop_limit = path.hop_limit;
	to->sl = path.sl;
	to->traffic_class = path.traffic_class;
	to->numb_path = !is_on_ethernet(id);
	to->mtu_selector = SA_SELECTOR_EXACTLY;
	to->rate_selector = SA_SELECTOR_EXACTLY;
	to->rate = path.rate;
	to->packet_life_time_selector = SA_SELECTOR_EXACTLY;
	to->packet_life_time = path.lifetime;
}

/* Describe the path's ends. On Ethernet, the addresses determine them. */
static void describe_ends(const struct cm_id *id, const struct sockaddr_storage *dst,
			  struct ucma_user_path_rec *to)
{
	const union ibv_gid sgid = softhca_cm_mapped_gid(&id->src);
	const union ibv_gid dgid = softhca_cm_mapped_gid(dst);

	memcpy(to->dgid, &dgid, sizeof(dgid));
	memcpy(to->sgid, &sgid, sizeof(sgid));
	to->pkey = FULL_PARTITION;
}

int softhca_cm_cmd_query_route(const struct cm_command *c)
{
	struct ucma_query_route_req request;
	struct ucma_query_route_resp response;
	struct sockaddr_storage dst;
	struct cm_id *id;
	int err;

	ucma_read_query_route(c->parsed, &request);
	err = softhca_cm_id_find(c->file, request.id, &id);
	if (err)
		return err;
	memset(&response, 0, sizeof(response));
	memcpy(response.src_addr, &id->src, sizeof(response.src_addr));
	dst = destination_address(id);
	memcpy(response.dst_addr, &dst, sizeof(response.dst_addr));
	if (id->port) {
		response.node_guid = htobe64(id->port->device->node_guid);
		response.port_num = id->port->number;
		response.ibdev_index = softhca_device_number(id->port->device);
		response.num_paths = has_path(id);
		if (response.num_paths)
			describe_route(id, &response.ib_route[0]);
		else if (is_on_ethernet(id) && !cm_is_iwarp(id))
			describe_ends(id, &dst, &response.ib_route[0]);
	}
	softhca_cm_respond(c, &response, sizeof(response));
	return 0;
}
