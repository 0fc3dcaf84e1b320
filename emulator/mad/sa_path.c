/* SPDX-License-Identifier: BSD-2-Clause */
/* Path records: there is exactly one path from each port to each port. */
#include <inverbs/device/maps.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/devices.h"
#include "base/driver.h"
#include "mad/sa.h"

/** An end of a path. */
struct end {
	struct fabric_port *port;
	uint16_t lid;
	uint8_t gid[16];
	unsigned int mtu; /**< enum smp_mtu */
	unsigned int mbps;
};

/* --- rates ---------------------------------------------------------------------------------- */

enum {
	NUM_RATES = sizeof(inverbs_ibv_rate_mbps) / sizeof(inverbs_ibv_rate_mbps[0]),
};

static unsigned int mbps_of(int rate)
{
	for (unsigned int i = 0; i < NUM_RATES; i++) {
		if (inverbs_ibv_rate_mbps[i].value == rate)
			return (unsigned int)inverbs_ibv_rate_mbps[i].number;
	}
	return 0;
}

/** Returns the nearest rate or, with `most`, the nearest one that is not higher. */
static uint8_t rate_of(unsigned int mbps, bool most)
{
	int rate = IBV_RATE_MAX, nearest = INT_MAX;

	for (unsigned int i = 0; i < NUM_RATES; i++) {
		const int above = inverbs_ibv_rate_mbps[i].number - (int)mbps;
		const int off = abs(above);

		if (off >= nearest || (most && above > 0))
			continue;
		nearest = off;
		rate = inverbs_ibv_rate_mbps[i].value;
	}
	return (uint8_t)rate;
}

static unsigned int lanes_of(unsigned int width)
{
	switch (width) {
	case SMP_WIDTH_X4:
		return 4;
	case SMP_WIDTH_X8:
		return 8;
	case SMP_WIDTH_X12:
		return 12;
	case SMP_WIDTH_X2:
		return 2;
	default:
		return 1;
	}
}

/** Returns the rate of a lane. */
static enum ibv_rate lane_rate(const struct smp_port_info *v)
{
	if (v->speed_ext_active & SMP_SPEED_EXTENDED_HDR)
		return IBV_RATE_50_GBPS;
	if (v->speed_ext_active & SMP_SPEED_EXTENDED_EDR)
		return IBV_RATE_25_GBPS;
	if (v->speed_ext_active & SMP_SPEED_EXTENDED_FDR)
		return IBV_RATE_14_GBPS;
	if (v->speed_active & SMP_SPEED_QDR)
		return IBV_RATE_10_GBPS;
	return v->speed_active & SMP_SPEED_DDR ? IBV_RATE_5_GBPS : IBV_RATE_2_5_GBPS;
}

/**
 * Returns the rate of a link. Rates of several lanes are rounded: their sum is near a defined rate.
 */
static unsigned int link_mbps(const struct smp_port_info *v)
{
	return mbps_of(rate_of(lanes_of(v->width_active) * mbps_of(lane_rate(v)), false));
}

/* --- ends ----------------------------------------------------------------------------------- */

/** Does the port have this GID in any entry of its table? */
static bool has_gid(const struct sa_request *r, const struct fabric_port *port,
		    const uint8_t gid[16])
{
	union ibv_gid wanted;
	uint8_t own[16];

	memcpy(wanted.raw, gid, sizeof(wanted.raw));
	if (port->hca_port)
		return softhca_port_find_gid(port->hca_port, &wanted) < SOFTHCA_GIDS;
	sa_gid_of(r->at, port, own);
	return !memcmp(own, gid, sizeof(own));
}

/** How a request identifies an end: by GID, LID, both or neither. */
struct wanted {
	bool by_gid, by_lid;
	const uint8_t *gid;
	uint16_t lid;
};

/** Set up an end. Returns false if the port is not the requested one. */
static bool make_end(const struct sa_request *r, struct fabric_port *port, const struct wanted *w,
		     struct end *end)
{
	const struct smp_port_info v = sma_describe_port(port, port->number);

	if (!fabric_lid(port) || (!port->hca_port && port->number))
		return false;
	if ((w->by_lid && fabric_route(port, w->lid) != port) ||
	    (w->by_gid && !has_gid(r, port, w->gid)))
		return false;
	*end = (struct end){
		.port = port,
		.lid = w->by_lid ? w->lid : fabric_lid(port),
		.mtu = v.neighbor_mtu,
		.mbps = link_mbps(&v),
	};
	if (w->by_gid)
		memcpy(end->gid, w->gid, sizeof(end->gid));
	else
		sa_gid_of(r->at, port, end->gid);
	return true;
}

/* --- paths ---------------------------------------------------------------------------------- */

/**
 * Returns the value, up to `have`, that the request permits, or 0 if there is none. A path can be
 * used below its limits.
 */
static unsigned int select_value(unsigned int selector, unsigned int wanted, unsigned int have)
{
	switch (selector) {
	case SA_SELECTOR_GREATER:
		return have > wanted ? have : 0;
	case SA_SELECTOR_LESS:
		if (!wanted)
			return 0;
		return have < wanted ? have : wanted - 1;
	case SA_SELECTOR_EXACTLY:
		return have >= wanted ? wanted : 0;
	default:
		return have;
	}
}

/** Returns the P_Key of a port for a partition, or 0 if it is not a member. */
static uint16_t find_partition_pkey(struct fabric_port *port, uint16_t pkey)
{
	struct smp_pkey_table v;

	for (unsigned int block = 0; sma_pkeys(port, block, &v); block++) {
		for (unsigned int i = 0; i < SMP_PKEYS_PER_BLOCK; i++) {
			if (v.pkey[i] && !((v.pkey[i] ^ pkey) & SMP_PKEY_PARTITION))
				return v.pkey[i];
		}
	}
	return 0;
}

/** Can both ends communicate in this partition? Two limited members cannot. */
static bool has_usable_pkey(const struct end *from, const struct end *to, uint16_t pkey)
{
	const uint16_t own = find_partition_pkey(from->port, pkey),
		       theirs = find_partition_pkey(to->port, pkey);

	return own && theirs && (own | theirs) & ~SMP_PKEY_PARTITION;
}

/** Returns the P_Key of the first partition in which both ends can communicate, or 0. */
static uint16_t find_common_pkey(const struct end *from, const struct end *to)
{
	struct smp_pkey_table v;

	for (unsigned int block = 0; sma_pkeys(from->port, block, &v); block++) {
		for (unsigned int i = 0; i < SMP_PKEYS_PER_BLOCK; i++) {
			if (v.pkey[i] && has_usable_pkey(from, to, v.pkey[i]))
				return v.pkey[i];
		}
	}
	return 0;
}

/** Set MTU and rate of a path. Returns false if it does not meet the request's limits. */
static bool set_limits(struct sa_path_record *v, const struct sa_path_record *asked,
		       uint64_t components, unsigned int mtu, unsigned int mbps)
{
	if (components & SA_PATH_RECORD_HAS_MTU)
		mtu = select_value(asked->mtu_selector, asked->mtu, mtu);
	if (components & SA_PATH_RECORD_HAS_RATE)
		mbps = select_value(asked->rate_selector, mbps_of(asked->rate), mbps);
	v->mtu = (uint8_t)mtu;
	v->rate = rate_of(mbps, true);
	if (components & SA_PATH_RECORD_HAS_LIFETIME &&
	    (asked->lifetime_selector == SA_SELECTOR_EXACTLY
		     ? v->lifetime != asked->lifetime
		     : !select_value(asked->lifetime_selector, asked->lifetime, v->lifetime)))
		return false;
	return mtu && mbps;
}

static void add_path(struct sa_request *r, const struct sa_path_record *asked,
		     const struct end *from, const struct end *to)
{
	struct sa_path_record v = {
		.slid = from->lid,
		.dlid = to->lid,
		.reversible = 1,
		.paths = 1,
		.mtu_selector = SA_SELECTOR_EXACTLY,
		.rate_selector = SA_SELECTOR_EXACTLY,
		.lifetime_selector = SA_SELECTOR_EXACTLY,
		.lifetime = SA_LIFE_TIME,
	};
	uint8_t *at;

	memcpy(v.sgid, from->gid, sizeof(v.sgid));
	memcpy(v.dgid, to->gid, sizeof(v.dgid));
	v.pkey = r->components & SA_PATH_RECORD_HAS_PKEY ? asked->pkey : find_common_pkey(from, to);
	if (!has_usable_pkey(from, to, v.pkey))
		return;
	if (r->components & SA_PATH_RECORD_HAS_SL && asked->sl != v.sl)
		return;
	if (!set_limits(&v, asked, r->components, from->mtu < to->mtu ? from->mtu : to->mtu,
			from->mbps < to->mbps ? from->mbps : to->mbps))
		return;
	if ((at = sa_add(r, SA_PATH_RECORD_SIZE)))
		sa_path_record_put(at, &v);
}

/**
 * Find the ports that the request may refer to, in memory that the caller frees. Returns how many.
 */
static unsigned int find_ends(struct sa_request *r, const struct wanted *w, struct end **out)
{
	struct softhca_link *pos, *after;
	unsigned int count = 0, room = 0;

	*out = NULL;
	softhca_for_each(pos, after, &r->mad->nodes)
	{
		room += fabric_node_of(pos)->num_ports + 1;
	}
	*out = calloc(room + 1, sizeof(**out));
	r->out_of_memory |= !*out;
	if (!*out)
		return 0;
	softhca_for_each(pos, after, &r->mad->nodes)
	{
		struct fabric_node *node = fabric_node_of(pos);

		for (unsigned int i = node->device ? 1 : 0; i <= node->num_ports; i++) {
			if (fabric_has_qp0(&node->port[i]))
				count += make_end(r, &node->port[i], w, &(*out)[count]);
		}
	}
	return count;
}

unsigned int sa_path_records(struct sa_request *r)
{
	const struct sa_path_record asked = sa_path_record_get(r->record);
	const struct wanted from = {
		.by_gid = r->components & SA_PATH_RECORD_HAS_SGID,
		.by_lid = r->components & SA_PATH_RECORD_HAS_SLID,
		.gid = asked.sgid,
		.lid = asked.slid,
	};
	const struct wanted to = {
		.by_gid = r->components & SA_PATH_RECORD_HAS_DGID,
		.by_lid = r->components & SA_PATH_RECORD_HAS_DLID,
		.gid = asked.dgid,
		.lid = asked.dlid,
	};
	struct end *sources, *targets;
	const unsigned int num_sources = find_ends(r, &from, &sources);
	const unsigned int num_targets = find_ends(r, &to, &targets);

	for (unsigned int i = 0; i < num_sources; i++) {
		for (unsigned int k = 0; k < num_targets && !r->out_of_memory; k++)
			add_path(r, &asked, &sources[i], &targets[k]);
	}
	free(sources);
	free(targets);
	return SA_STATUS_SUCCESS;
}
