/* SPDX-License-Identifier: BSD-2-Clause */
/* Conversion of paths between path records, connection messages and queue pair attributes. */
#include <arpa/inet.h>

#include "cm.h"

enum {
	EXACTLY = 2 << 6, /* value of a selector field */
	REVERSIBLE = 0x80,
	GRH_VERSION = 6,
	TIMEOUT_MAX = 31,
	LMC_MASK = 7
};

/* Paths between subnets require a GRH, and so do all paths on a link without LIDs. */
static bool needs_grh(const ib_path_rec_t *path)
{
	return ib_path_rec_hop_limit(path) > 1 || !path->dlid ||
	       path->dgid.unicast.prefix != path->sgid.unicast.prefix;
}

uint8_t iba_cm_ack_timeout(uint8_t pkt_life, uint8_t delay)
{
	const unsigned int timeout = (pkt_life + 1U > delay ? pkt_life + 1U : delay) + 1;

	return timeout < TIMEOUT_MAX ? (uint8_t)timeout : TIMEOUT_MAX;
}

struct ibcm_path iba_cm_wire_path(const ib_path_rec_t *path, uint8_t ack_timeout)
{
	struct ibcm_path to = {
		.local_lid = ntohs(path->slid),
		.remote_lid = ntohs(path->dlid),
		.flow_label = ntohl(ib_path_rec_flow_lbl(path)),
		.packet_rate = ib_path_rec_rate(path),
		.traffic_class = path->tclass,
		.hop_limit = ib_path_rec_hop_limit(path),
		.sl = ib_path_rec_sl(path),
		.subnet_local = !needs_grh(path),
		.ack_timeout = ack_timeout,
	};

	memcpy(to.local_gid, path->sgid.raw, sizeof(to.local_gid));
	memcpy(to.remote_gid, path->dgid.raw, sizeof(to.remote_gid));
	return to;
}

ib_path_rec_t iba_cm_reverse_path(const struct ibcm_req *req, const struct ibcm_path *path)
{
	ib_path_rec_t back;
	ib_gid_t dgid, sgid;

	memcpy(dgid.raw, path->local_gid, sizeof(dgid.raw));
	memcpy(sgid.raw, path->remote_gid, sizeof(sgid.raw));
	memset(&back, 0, sizeof(back));
	back.service_id = htobe64(req->service_id);
	back.dgid = dgid;
	back.sgid = sgid;
	back.dlid = htons(path->local_lid);
	back.slid = htons(path->remote_lid);
	ib_path_rec_set_hop_flow_raw(&back, path->hop_limit, htonl(path->flow_label), FALSE);
	back.tclass = path->traffic_class;
	back.num_path = REVERSIBLE | 1;
	back.pkey = htons(req->pkey);
	ib_path_rec_set_sl(&back, path->sl);
	back.mtu = (uint8_t)(EXACTLY | req->path_mtu);
	back.rate = (uint8_t)(EXACTLY | path->packet_rate);
	back.pkt_life = (uint8_t)(EXACTLY | (path->ack_timeout ? path->ack_timeout - 1 : 0));
	return back;
}

static uint8_t path_bits(const struct iba_port *port, const ib_path_rec_t *path)
{
	const unsigned int lmc = iba_port_value(port, "lid_mask_count") & LMC_MASK;

	return (uint8_t)(ntohs(path->slid) & ((1U << lmc) - 1));
}

ib_av_attr_t iba_cm_av(const struct iba_port *port, const ib_path_rec_t *path)
{
	ib_av_attr_t av = {
		.port_num = (uint8_t)port->number,
		.sl = ib_path_rec_sl(path),
		.dlid = path->dlid,
		.static_rate = ib_path_rec_rate(path),
		.path_bits = path_bits(port, path),
		.conn.path_mtu = ib_path_rec_mtu(path),
	};

	if (!needs_grh(path))
		return av;
	av.grh_valid = TRUE;
	av.grh.ver_class_flow = ib_grh_set_ver_class_flow(GRH_VERSION, path->tclass,
							  ib_path_rec_flow_lbl(path));
	av.grh.hop_limit = ib_path_rec_hop_limit(path);
	av.grh.src_gid = path->sgid;
	av.grh.dest_gid = path->dgid;
	return av;
}

struct umad_header iba_cm_address_header(const struct iba_cm_port *port, const ib_path_rec_t *path)
{
	const int pkey_index = iba_port_pkey_index(&port->port, path->pkey);
	struct umad_header to = {
		.id = port->agent,
		.lid = path->dlid,
		.sl = ib_path_rec_sl(path),
		.path_bits = path_bits(&port->port, path),
		.pkey_index = (uint16_t)(pkey_index < 0 ? 0 : pkey_index),
	};

	if (!needs_grh(path))
		return to;
	to.grh_present = 1;
	to.gid_index = iba_port_gid_index(&port->port, &path->sgid);
	to.hop_limit = ib_path_rec_hop_limit(path);
	to.traffic_class = path->tclass;
	memcpy(to.gid, path->dgid.raw, sizeof(to.gid));
	to.flow_label = ib_path_rec_flow_lbl(path);
	return to;
}
