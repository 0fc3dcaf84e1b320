/* SPDX-License-Identifier: BSD-2-Clause */
/* Properties of ports: link layer, checksum offload, and queries for address handles. */
#include <errno.h>
#include <inverbs/kernel/uverbs_call.h>

#include "control.h"
#include "runtime/provider.h"

int inverbs_port_facts(struct inverbs_context *ctx, uint32_t port, uint32_t *facts)
{
	struct uverbs_query_port_req req = {.port_num = (uint8_t)port};
	struct uverbs_query_port_resp resp = {0};
	uint32_t *known, found = INVERBS_PORT_KNOWN;
	int err;

	if (port < 1 || port > ctx->provider->control->max_ports)
		return EINVAL;
	known = &inverbs_facts_of(ctx)->ports[port - 1];
	*facts = __atomic_load_n(known, __ATOMIC_RELAXED);
	if (*facts)
		return 0;
	err = uverbs_call_query_port(ctx->transport, &req, &resp);
	if (err)
		return err;
	if (resp.link_layer == IBV_LINK_LAYER_ETHERNET)
		found |= INVERBS_PORT_ETHERNET;
	if (resp.port_cap_flags & IBV_PORT_IP_BASED_GIDS)
		found |= INVERBS_PORT_IP_GIDS;
	if (resp.flags & IBV_QPF_GRH_REQUIRED)
		found |= INVERBS_PORT_NEEDS_GRH;
	*facts = found;
	__atomic_store_n(known, found, __ATOMIC_RELAXED);
	return 0;
}

/*
 * Set the flags that depend on the port: how completions of this QP are decoded, and whether
 * checksums may be offloaded. They are never cleared.
 */
int inverbs_qp_port(struct inverbs_qp *qp, uint32_t port)
{
	struct inverbs_context *ctx = inverbs_context_of(qp->ibv.context);
	uint32_t caps = inverbs_facts_of(ctx)->device_cap_flags, facts;
	int err = inverbs_port_facts(ctx, port, &facts);
	bool ethernet;

	if (err)
		return err;
	ethernet = facts & INVERBS_PORT_ETHERNET;
	if (ethernet)
		qp->sq.flags |= INVERBS_SQ_ETHERNET;
	else
		qp->sq.flags &= (uint8_t)~INVERBS_SQ_ETHERNET;
	if ((qp->ibv.qp_type == IBV_QPT_UD && !ethernet && caps & IBV_DEVICE_UD_IP_CSUM) ||
	    (qp->ibv.qp_type == IBV_QPT_RAW_PACKET && ethernet && caps & IBV_DEVICE_RAW_IP_CSUM))
		qp->sq.flags |= INVERBS_SQ_CSUM | INVERBS_RX_CSUM;
	return 0;
}

int inverbs_source_gid(struct inverbs_context *ctx, uint8_t port, uint8_t index, union ibv_gid *gid)
{
	return ibv_query_gid(&ctx->ibv, port, index, gid) ? errno : 0;
}

/*
 * An IP-based GID does not contain the MAC. Resolving it would require the host's routes and
 * neighbours, which is not implemented.
 */
int inverbs_no_neighbour(struct inverbs_context *ctx, const struct ibv_ah_attr *attr,
			 struct inverbs_neighbour *out)
{
	(void)attr;
	(void)out;
	inverbs_log("%s: address handles on a port with IP-based GIDs need neighbour resolution, "
		    "which is not available",
		    ctx->provider->name);
	return EOPNOTSUPP;
}
