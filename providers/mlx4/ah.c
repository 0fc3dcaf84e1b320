/* SPDX-License-Identifier: BSD-2-Clause */
/* Address handles: made in user space, because an address vector is part of every datagram's entry.
 */
#include <errno.h>
#include <string.h>

#include "mlx4.h"

enum {
	/* Static rates are stored as the ibv_rate value plus this; 0 means no limit. */
	RATE_OFFSET = 5,
	/* Destination LID of a multicast frame on Ethernet. */
	MULTICAST_LID = 0xc000,
	VLAN_IDS = 0x1000,
};

static void put_route(struct mlx4_av *av, const struct ibv_ah_attr *attr)
{
	av->grh = 1;
	av->gid_index = attr->grh.sgid_index;
	av->hop_limit = attr->grh.hop_limit;
	av->traffic_class = attr->grh.traffic_class;
	av->flow_label = attr->grh.flow_label & 0xfffff;
	memcpy(av->dgid, attr->grh.dgid.raw, sizeof(av->dgid));
}

static void put_infiniband(struct mlx4_av *av, const struct ibv_ah_attr *attr)
{
	av->dlid = attr->dlid;
	av->path_bits = attr->src_path_bits & 0x7f;
	av->sl = attr->sl & 0xf;
}

/* VLAN id in an interface identifier made from a MAC: where untagged ones have ff fe. */
static uint16_t vlan_of(const uint8_t *gid)
{
	uint16_t id = (uint16_t)(gid[11] << 8 | gid[12]);

	return id < VLAN_IDS ? id : MLX4_NO_VLAN;
}

/*
 * fe80::/64 with an identifier made from the MAC: six bytes around the middle, universal bit
 * flipped.
 */
static void mac_of(const uint8_t *gid, uint8_t *mac)
{
	memcpy(mac, gid + 8, 3);
	memcpy(mac + 3, gid + 13, 3);
	mac[0] ^= 2;
}

static bool is_link_local(const uint8_t *gid)
{
	static const uint8_t prefix[8] = {0xfe, 0x80};

	return !memcmp(gid, prefix, sizeof(prefix));
}

static int resolve_multicast(struct inverbs_context *ctx, const struct ibv_ah_attr *attr,
			     struct mlx4_neighbour *out)
{
	union ibv_gid source;
	int err = mlx4_context_of(ctx)->source_gid(ctx, attr->port_num, attr->grh.sgid_index,
						   &source);

	if (err)
		return err;
	out->mac[0] = out->mac[1] = 0x33;
	memcpy(out->mac + 2, attr->grh.dgid.raw + 12, 4);
	out->vlan = vlan_of(source.raw);
	return 0;
}

/* GIDs made from MACs carry everything. */
static int resolve_mac_gid(struct inverbs_context *ctx, const struct ibv_ah_attr *attr,
			   struct mlx4_neighbour *out, struct mlx4_av *av)
{
	const uint8_t *gid = attr->grh.dgid.raw;

	if (is_link_local(gid)) {
		mac_of(gid, out->mac);
		out->vlan = vlan_of(gid);
		return 0;
	}
	if (gid[0] != 0xff)
		return EINVAL;
	av->mcast_ether = 1;
	av->dlid = MULTICAST_LID;
	return resolve_multicast(ctx, attr, out);
}

static int put_ethernet(struct inverbs_context *ctx, uint32_t facts, const struct ibv_ah_attr *attr,
			struct inverbs_ah *ah, struct mlx4_av *av)
{
	struct mlx4_neighbour to = {.vlan = MLX4_NO_VLAN};
	int err;

	if (facts & MLX4_PORT_IP_GIDS)
		err = mlx4_context_of(ctx)->neighbour(ctx, attr, &to);
	else
		err = resolve_mac_gid(ctx, attr, &to, av);
	if (err)
		return err;
	memcpy(ah->mac, to.mac, sizeof(ah->mac));
	av->ether_sl = attr->sl & 7;
	if (to.vlan >= VLAN_IDS)
		return 0;
	av->vlan_present = 1;
	ah->vlan = (uint16_t)(to.vlan | (attr->sl & 7) << 13);
	return 0;
}

int mlx4_create_ah(struct inverbs_pd *pd, const struct ibv_ah_attr *attr, struct inverbs_ah *ah)
{
	struct inverbs_context *ctx = inverbs_context_of(pd->ibv.context);
	struct mlx4_av av = {.port = attr->port_num, .pdn = inverbs_real_pd(&pd->ibv)->pdn};
	uint32_t facts;
	int err = mlx4_port(ctx, attr->port_num, &facts);

	if (err)
		return err;
	if (facts & MLX4_PORT_NEEDS_GRH && !attr->is_global)
		return EINVAL;
	if (attr->static_rate)
		av.rate = (uint8_t)(attr->static_rate + RATE_OFFSET);
	if (attr->is_global)
		put_route(&av, attr);
	if (facts & MLX4_PORT_ETHERNET)
		err = put_ethernet(ctx, facts, attr, ah, &av);
	else
		put_infiniband(&av, attr);
	if (err)
		return err;
	mlx4_av_put(ah->av, &av);
	return 0;
}

int mlx4_destroy_ah(struct inverbs_ah *ah)
{
	(void)ah;
	return 0;
}
