/* SPDX-License-Identifier: BSD-2-Clause */
/* Conversion of address vectors between the layer's form and that of verbs. */
#include <endian.h>
#include <inverbs/iba/maps.h>
#include <string.h>

#include "layer.h"

/* Index of a GID in the port's table, or -1. A program that does not know its GID passes zeros. */
static int index_of_gid(struct ibv_context *context, uint8_t port, const ib_gid_t *wanted)
{
	static const ib_gid_t none;
	struct ibv_port_attr attr;
	union ibv_gid gid;

	if (!memcmp(wanted, &none, sizeof(none)))
		return 0;
	if (ibv_query_port(context, port, &attr))
		return -1;
	for (int i = 0; i < attr.gid_tbl_len; i++)
		if (!ibv_query_gid(context, port, i, &gid) && !memcmp(&gid, wanted, sizeof(gid)))
			return i;
	return -1;
}

ib_api_status_t iba_ah_attr(struct ibv_context *context, const ib_av_attr_t *from,
			    struct ibv_ah_attr *to)
{
	int index;

	memset(to, 0, sizeof(*to));
	to->dlid = be16toh(from->dlid);
	to->sl = from->sl;
	to->src_path_bits = from->path_bits;
	to->static_rate = from->static_rate;
	to->port_num = from->port_num;
	if (!from->grh_valid)
		return IB_SUCCESS;
	index = index_of_gid(context, from->port_num, &from->grh.src_gid);
	if (index < 0)
		return IB_INVALID_PARAMETER;
	to->is_global = 1;
	memcpy(&to->grh.dgid, &from->grh.dest_gid, sizeof(to->grh.dgid));
	to->grh.sgid_index = (uint8_t)index;
	to->grh.hop_limit = from->grh.hop_limit;
	to->grh.traffic_class = (uint8_t)(be32toh(from->grh.ver_class_flow) >> 20);
	to->grh.flow_label = be32toh(from->grh.ver_class_flow) & 0xfffff;
	return IB_SUCCESS;
}

void iba_av_attr(struct ibv_context *context, const struct ibv_ah_attr *from, ib_av_attr_t *to)
{
	union ibv_gid gid;

	memset(to, 0, sizeof(*to));
	to->dlid = htobe16(from->dlid);
	to->sl = from->sl;
	to->path_bits = from->src_path_bits;
	to->static_rate = from->static_rate;
	to->port_num = from->port_num;
	to->grh_valid = from->is_global ? TRUE : FALSE;
	if (!from->is_global)
		return;
	memcpy(&to->grh.dest_gid, &from->grh.dgid, sizeof(to->grh.dest_gid));
	if (!ibv_query_gid(context, from->port_num, from->grh.sgid_index, &gid))
		memcpy(&to->grh.src_gid, &gid, sizeof(gid));
	to->grh.hop_limit = from->grh.hop_limit;
	to->grh.ver_class_flow = ib_grh_set_ver_class_flow(6, from->grh.traffic_class,
							   htobe32(from->grh.flow_label));
}
