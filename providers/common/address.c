/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Builds address vectors in user space, for adapters that require one in every datagram's WQE. The
 * generated code has its layout; this file collects its contents.
 */
#include <errno.h>
#include <string.h>

#include "control.h"
#include "runtime/provider.h"

enum {
	VLAN_IDS = 0x1000,
};

/* The VLAN id in an interface identifier derived from a MAC: it replaces ff fe. */
static uint16_t vlan_of_gid(const uint8_t *gid)
{
	uint16_t id = (uint16_t)(gid[11] << 8 | gid[12]);

	return id < VLAN_IDS ? id : INVERBS_NO_VLAN;
}

/*
 * The MAC in fe80::/64 with an identifier derived from it: the six bytes around the middle, with
 * the universal bit flipped.
 */
static void mac_of_gid(const uint8_t *gid, uint8_t *mac)
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
			     struct inverbs_neighbour *out)
{
	union ibv_gid source;
	int err = inverbs_facts_of(ctx)->source_gid(ctx, attr->port_num, attr->grh.sgid_index,
						    &source);

	if (err)
		return err;
	out->vlan = vlan_of_gid(source.raw);
	out->mac[0] = out->mac[1] = 0x33;
	memcpy(out->mac + 2, attr->grh.dgid.raw + 12, 4);
	return 0;
}

/* A GID derived from a MAC contains MAC and VLAN. */
static int resolve_mac_gid(struct inverbs_context *ctx, const struct ibv_ah_attr *attr,
			   struct inverbs_neighbour *out, bool *multicast)
{
	const uint8_t *gid = attr->grh.dgid.raw;

	if (is_link_local(gid)) {
		out->vlan = vlan_of_gid(gid);
		mac_of_gid(gid, out->mac);
		return 0;
	}
	if (gid[0] != 0xff)
		return EINVAL;
	*multicast = true;
	return resolve_multicast(ctx, attr, out);
}

static int resolve_av(struct inverbs_context *ctx, uint32_t port, struct inverbs_ah *ah,
		      struct inverbs_address *to)
{
	struct inverbs_neighbour next = {.vlan = INVERBS_NO_VLAN};
	int err;

	if (port & INVERBS_PORT_IP_GIDS)
		err = inverbs_facts_of(ctx)->neighbour(ctx, to->attr, &next);
	else
		err = resolve_mac_gid(ctx, to->attr, &next, &to->multicast);
	if (err)
		return err;
	memcpy(ah->mac, next.mac, sizeof(ah->mac));
	to->tagged = next.vlan < VLAN_IDS;
	if (to->tagged)
		ah->vlan = (uint16_t)(next.vlan | (to->attr->sl & 7) << 13);
	return 0;
}

int inverbs_make_address(struct inverbs_pd *pd, const struct ibv_ah_attr *attr,
			 struct inverbs_ah *ah)
{
	struct inverbs_context *ctx = inverbs_context_of(pd->ibv.context);
	struct inverbs_address to = {.attr = attr, .pdn = inverbs_real_pd(&pd->ibv)->pdn};
	uint32_t port;
	int err = inverbs_port_facts(ctx, attr->port_num, &port);

	if (err)
		return err;
	if (port & INVERBS_PORT_NEEDS_GRH && !attr->is_global)
		return EINVAL;
	to.ethernet = port & INVERBS_PORT_ETHERNET;
	if (to.ethernet)
		err = resolve_av(ctx, port, ah, &to);
	if (!err)
		ctx->provider->control->put_address(ah->av, &to);
	return err;
}
