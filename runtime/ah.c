/* SPDX-License-Identifier: BSD-2-Clause */
/* Address handles, and the address of a datagram's sender. */
#include <netinet/in.h>
#include <netinet/ip.h>

#include "runtime.h"

enum {
	FLOW_LABEL_MASK = 0xfffff,
	TRAFFIC_CLASS_SHIFT = 20,
	IP_VERSION_SHIFT = 28,
	/* With IPv4, the header is in the second half of the 40 bytes. */
	IPV4_OFFSET = sizeof(struct ibv_grh) - sizeof(struct iphdr),
	IPV4_WORDS = 5,
	REPLY_HOP_LIMIT = 0xff,
};

struct ibv_ah *ibv_create_ah(struct ibv_pd *pd, struct ibv_ah_attr *attr)
{
	const struct inverbs_provider *provider = inverbs_provider_of(pd->context);
	struct inverbs_ah *ah;
	int err;

	if (!provider->create_ah)
		return inverbs_fail(EOPNOTSUPP);
	ah = calloc(1, sizeof(*ah));
	if (!ah)
		return inverbs_fail(ENOMEM);
	ah->ibv.context = pd->context;
	ah->ibv.pd = pd;
	err = provider->create_ah(inverbs_pd_of(pd), attr, ah);
	if (err) {
		free(ah);
		return inverbs_fail(err);
	}
	inverbs_pd_hold(pd);
	return &ah->ibv;
}

int ibv_destroy_ah(struct ibv_ah *ah)
{
	const struct inverbs_provider *provider = inverbs_provider_of(ah->context);
	struct ibv_pd *pd = ah->pd;
	int err = provider->destroy_ah ? provider->destroy_ah(inverbs_ah_of(ah)) : EOPNOTSUPP;

	if (err)
		return err;
	inverbs_pd_release(pd);
	free(inverbs_ah_of(ah));
	return 0;
}

static bool looks_like_ipv4(const uint8_t *at)
{
	return at[0] == (IPVERSION << 4 | IPV4_WORDS);
}

/* In a valid IPv4 header, the ones' complement sum of the ten halfwords is all ones. */
static bool has_valid_checksum(const uint8_t *at)
{
	uint32_t sum = 0;

	for (int i = 0; i < IPV4_WORDS * 4; i += 2)
		sum += (uint32_t)(at[i] << 8 | at[i + 1]);
	return (sum & 0xffff) + (sum >> 16) == 0xffff;
}

/*
 * The version field in the first 40 bytes tells IPv6 from IPv4. With IPv4 the first half is not
 * written, and its version field may be 6 by chance; then the IPv4 checksum decides. The checksum
 * is not checked first, because a packet that never left the machine has none.
 */
static bool is_ipv4(const struct ibv_grh *grh)
{
	const uint8_t *ipv4 = (const uint8_t *)grh + IPV4_OFFSET;

	if (!looks_like_ipv4(ipv4))
		return false;
	return INVERBS_BE32(grh->version_tclass_flow) >> IP_VERSION_SHIFT != 6 ||
	       has_valid_checksum(ipv4);
}

/* Set a zeroed GID to the mapped IPv4 address. */
static void map_ipv4(union ibv_gid *gid, const void *address)
{
	gid->raw[10] = 0xff;
	gid->raw[11] = 0xff;
	memcpy(gid->raw + 12, address, 4);
}

/* The GRH fields of the reply's address vector, taken from the received header. */
struct origin {
	union ibv_gid source;
	union ibv_gid destination;
	uint32_t gid_type;
	uint32_t flow_label;
	uint8_t traffic_class;
};

static void origin_of_ipv4(const uint8_t *header, struct origin *out)
{
	struct iphdr ip;

	memcpy(&ip, header, sizeof(ip));
	*out = (struct origin){.gid_type = IBV_GID_TYPE_ROCE_V2, .traffic_class = ip.tos};
	map_ipv4(&out->source, &ip.saddr);
	map_ipv4(&out->destination, &ip.daddr);
}

static void origin_of_grh(const struct ibv_grh *grh, bool ethernet, struct origin *out)
{
	uint32_t word = INVERBS_BE32(grh->version_tclass_flow);

	out->source = grh->sgid;
	out->destination = grh->dgid;
	out->gid_type = IBV_GID_TYPE_IB;
	if (ethernet)
		out->gid_type = grh->next_hdr == IPPROTO_UDP ? IBV_GID_TYPE_ROCE_V2
							     : IBV_GID_TYPE_ROCE_V1;
	out->flow_label = word & FLOW_LABEL_MASK;
	out->traffic_class = (uint8_t)(word >> TRAFFIC_CLASS_SHIFT);
}

/* On Ethernet the header may be IPv4. On InfiniBand it is a GRH, whatever the bytes look like. */
static int find_origin(struct ibv_context *context, uint8_t port, const struct ibv_grh *grh,
		       struct origin *out)
{
	struct ibv_port_attr attr;
	int err = ibv_query_port(context, port, &attr);
	bool ethernet;

	if (err)
		return err;
	ethernet = attr.link_layer == IBV_LINK_LAYER_ETHERNET;
	if (ethernet && is_ipv4(grh))
		origin_of_ipv4((const uint8_t *)grh + IPV4_OFFSET, out);
	else
		origin_of_grh(grh, ethernet, out);
	return 0;
}

static int fill_global(struct ibv_context *context, uint8_t port, const struct ibv_grh *grh,
		       struct ibv_ah_attr *attr)
{
	struct origin origin;
	int err = find_origin(context, port, grh, &origin);
	int index;

	if (err)
		return err;
	/* A multicast GID cannot be a source address; reply from any GID of the port. */
	index = inverbs_find_gid(
		context, port,
		inverbs_gid_is_multicast(&origin.destination) ? NULL : &origin.destination,
		origin.gid_type);
	if (index < 0)
		return -index;
	attr->is_global = 1;
	attr->grh.dgid = origin.source;
	attr->grh.sgid_index = (uint8_t)index;
	attr->grh.flow_label = origin.flow_label;
	attr->grh.traffic_class = origin.traffic_class;
	attr->grh.hop_limit = REPLY_HOP_LIMIT;
	return 0;
}

int ibv_init_ah_from_wc(struct ibv_context *context, uint8_t port_num, struct ibv_wc *wc,
			struct ibv_grh *grh, struct ibv_ah_attr *ah_attr)
{
	int err = 0;

	memset(ah_attr, 0, sizeof(*ah_attr));
	ah_attr->dlid = wc->slid;
	ah_attr->sl = wc->sl;
	ah_attr->src_path_bits = wc->dlid_path_bits;
	ah_attr->port_num = port_num;
	if (wc->wc_flags & IBV_WC_GRH)
		err = fill_global(context, port_num, grh, ah_attr);
	if (!err)
		return 0;
	errno = err;
	return -1;
}

struct ibv_ah *ibv_create_ah_from_wc(struct ibv_pd *pd, struct ibv_wc *wc, struct ibv_grh *grh,
				     uint8_t port_num)
{
	struct ibv_ah_attr attr;

	if (ibv_init_ah_from_wc(pd->context, port_num, wc, grh, &attr))
		return NULL;
	return ibv_create_ah(pd, &attr);
}
