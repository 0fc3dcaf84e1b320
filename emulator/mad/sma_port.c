/* SPDX-License-Identifier: BSD-2-Clause */
/* PortInfo: the values that a port reports, and those that a subnet manager sets. */
#include <string.h>

#include "base/devices.h"
#include "base/driver.h"
#include "engine/engine.h"
#include "kernel/device.h"
#include "kernel/event_file.h"
#include "mad/sma.h"

enum {
	SUPPORTED_WIDTHS = SMP_WIDTH_X1 | SMP_WIDTH_X4,
	SUPPORTED_SPEEDS = SMP_SPEED_SDR | SMP_SPEED_DDR | SMP_SPEED_QDR,
	EXTENDED_SHIFT = 4, /**< in verbs' active_speed, extended speeds follow the plain ones */
	ARBITRATION_PAIRS = 8,
	GUIDS_MAX = 255,
};

static uint64_t gid_prefix_of(const struct softhca_port *port)
{
	uint64_t be;

	memcpy(&be, port->gid[0].raw, sizeof(be));
	return INVERBS_BE64(be);
}

static uint8_t clamp_u8(unsigned int value, unsigned int most)
{
	return (uint8_t)(value < most ? value : most);
}

/** Set the speeds of a link. With 14 Gbit/s per lane or more, the plain speed is QDR. */
static void set_speeds(struct smp_port_info *v, unsigned int active_speed)
{
	const unsigned int extended = active_speed >> EXTENDED_SHIFT;

	v->speed_active = extended ? SMP_SPEED_QDR : (uint8_t)active_speed;
	v->speed_ext_active = (uint8_t)extended;
	v->speed_supported = (uint8_t)(v->speed_active | (v->speed_active - 1));
	v->speed_ext_supported = v->speed_ext_active;
}

/** Set the values of an adapter's port. */
static void describe_adapter_port(const struct softhca_port *port, struct smp_port_info *v)
{
	const struct softhca_limits *limits = port->device->driver->limits;

	v->gid_prefix = gid_prefix_of(port);
	v->lid = port->lid;
	v->lmc = port->lmc;
	v->sm_lid = port->sm_lid;
	v->sm_sl = port->sm_sl;
	v->subnet_timeout = port->subnet_timeout;
	v->width_active = limits->active_width;
	set_speeds(v, limits->active_speed);
	v->vl_cap = (uint8_t)softhca_port_virtual_lanes(port);
	v->capability_mask = softhca_port_cap_flags(port);
	v->state = (uint8_t)port->state;
	v->phys_state = (uint8_t)softhca_port_phys_state(port);
	v->neighbor_mtu = (uint8_t)port->active_mtu;
	v->mtu_cap = (uint8_t)port->max_mtu;
	v->guid_cap = clamp_u8(limits->gid_tbl_len, GUIDS_MAX);
	v->p_key_violations = (uint16_t)port->counters.pkey_violations;
	v->q_key_violations = (uint16_t)port->counters.qkey_violations;
}

static void describe_switch_port(const struct fabric_port *port, struct smp_port_info *v)
{
	const struct softhca_port *far = port->peer ? port->peer->hca_port : NULL;

	v->capability_mask = SMP_CAPABILITY_TRAP | SMP_CAPABILITY_SYSTEM_IMAGE_GUID |
			     SMP_CAPABILITY_EXTENDED_SPEEDS;
	v->width_active = SMP_WIDTH_X4;
	set_speeds(v, SMP_SPEED_EXTENDED_FDR << EXTENDED_SHIFT);
	v->vl_cap = SMP_VIRTUAL_LANES_VL0_TO_7;
	v->mtu_cap = SMP_MTU_BYTES_4096;
	v->neighbor_mtu = far ? (uint8_t)far->active_mtu : SMP_MTU_BYTES_4096;
	v->state = fabric_state(port);
	v->phys_state = fabric_link_up(port) ? SMP_PHYS_STATE_LINK_UP : SMP_PHYS_STATE_POLLING;
}

struct smp_port_info sma_describe_port(const struct fabric_port *port, uint8_t came_by)
{
	struct smp_port_info v = port->info;

	v.local_port = came_by;
	v.width_supported = SUPPORTED_WIDTHS;
	v.vl_arb_high_cap = ARBITRATION_PAIRS;
	v.vl_arb_low_cap = ARBITRATION_PAIRS;
	if (port->hca_port)
		describe_adapter_port(port->hca_port, &v);
	else
		describe_switch_port(port, &v);
	if (!v.width_enabled)
		v.width_enabled = v.width_supported;
	if (!v.speed_enabled)
		v.speed_enabled = v.speed_supported;
	if (!v.speed_ext_enabled)
		v.speed_ext_enabled = v.speed_ext_supported;
	if (!v.down_default)
		v.down_default = SMP_PHYS_STATE_POLLING;
	return v;
}

/* --- Set ----------------------------------------------------------------------------------- */

static bool is_unicast(uint16_t lid)
{
	return lid && lid < SMP_FIRST_GROUP_LID;
}

/** May a subnet manager make this change of the link's state? */
static bool state_allowed(unsigned int from, unsigned int to)
{
	switch (to) {
	case SMP_PORT_STATE_NO_CHANGE:
	case SMP_PORT_STATE_DOWN:
		return true;
	case SMP_PORT_STATE_ARMED:
		return from == SMP_PORT_STATE_INIT || from == SMP_PORT_STATE_ARMED;
	case SMP_PORT_STATE_ACTIVE:
		return from == SMP_PORT_STATE_ARMED || from == SMP_PORT_STATE_ACTIVE;
	default:
		return false;
	}
}

/** Set the subnet's prefix in all GIDs of a port. */
static void set_prefix(struct softhca_port *port, uint64_t prefix)
{
	const uint64_t be = INVERBS_BE64(prefix);

	for (unsigned int i = 0; i < port->gids_end; i++) {
		static const union ibv_gid unused;
		union ibv_gid gid = port->gid[i];

		if (!memcmp(&gid, &unused, sizeof(gid)))
			continue;
		memcpy(gid.raw, &be, sizeof(be));
		softhca_port_put_gid(port, i, &gid);
	}
	softhca_engine_addresses_changed(port->device->hca);
	softhca_port_event(port, IBV_EVENT_GID_CHANGE);
}

static void set_addresses(struct softhca_port *port, const struct smp_port_info *v)
{
	port->sm_sl = v->sm_sl;
	port->subnet_timeout = v->subnet_timeout;
	if (v->lid != port->lid || v->lmc != port->lmc) {
		port->lid = v->lid;
		port->lmc = v->lmc;
		softhca_engine_addresses_changed(port->device->hca);
		softhca_port_event(port, IBV_EVENT_LID_CHANGE);
	}
	if (v->sm_lid != port->sm_lid) {
		port->sm_lid = v->sm_lid;
		softhca_port_event(port, IBV_EVENT_SM_CHANGE);
	}
	if (v->gid_prefix && v->gid_prefix != gid_prefix_of(port))
		set_prefix(port, v->gid_prefix);
	if (v->client_reregister)
		softhca_port_event(port, IBV_EVENT_CLIENT_REREGISTER);
}

/** Store values that a subnet manager sets but the emulator does not use. */
static void store_port_info(struct fabric_port *port, const struct smp_port_info *v)
{
	struct smp_port_info *own = &port->info;

	own->m_key = v->m_key;
	own->m_key_protect = v->m_key_protect;
	own->m_key_lease = v->m_key_lease;
	own->vl_high_limit = v->vl_high_limit;
	own->init_type = v->init_type;
	own->hoq_life = v->hoq_life;
	own->vl_stall_count = v->vl_stall_count;
	own->partition_in = v->partition_in;
	own->partition_out = v->partition_out;
	own->local_phy_errors = v->local_phy_errors;
	own->overrun_errors = v->overrun_errors;
	if (v->operational_vls)
		own->operational_vls = v->operational_vls;
	if (v->down_default)
		own->down_default = v->down_default;
	if (v->width_enabled)
		own->width_enabled = v->width_enabled == SMP_WIDTH_ALL ? SUPPORTED_WIDTHS
								       : v->width_enabled;
	if (v->speed_enabled)
		own->speed_enabled = v->speed_enabled == SMP_SPEED_ALL ? SUPPORTED_SPEEDS
								       : v->speed_enabled;
}

static void set_links(struct softhca_port *port, const struct smp_port_info *v)
{
	if (v->phys_state == SMP_PHYS_STATE_DISABLED)
		softhca_port_set(port, false);
	else if (v->phys_state == SMP_PHYS_STATE_POLLING && !port->enabled)
		softhca_port_set(port, true);
	if (v->neighbor_mtu && v->neighbor_mtu <= (uint8_t)port->max_mtu)
		port->active_mtu = (enum ibv_mtu)v->neighbor_mtu;
}

static uint16_t set_port_info(struct fabric_port *port, const struct smp_port_info *v)
{
	const struct smp_port_info now = sma_describe_port(port, 0);
	const bool addressed = port->hca_port || !port->number;

	if (!state_allowed(now.state, v->state))
		return MAD_STATUS_BAD_FIELD;
	if (addressed && (!is_unicast(v->lid) || (v->sm_lid && !is_unicast(v->sm_lid))))
		return MAD_STATUS_BAD_FIELD;
	store_port_info(port, v);
	if (port->hca_port) {
		set_addresses(port->hca_port, v);
		set_links(port->hca_port, v);
	} else if (!port->number) {
		port->info.lid = v->lid;
		port->info.lmc = v->lmc;
		port->info.sm_lid = v->sm_lid;
		port->info.sm_sl = v->sm_sl;
		port->info.subnet_timeout = v->subnet_timeout;
		port->info.gid_prefix = v->gid_prefix;
	}
	fabric_set_state(port, v->state);
	return MAD_STATUS_SUCCESS;
}

/**
 * Returns the port that the modifier selects. 0 is the port at which the request arrived; for a
 * switch, port 0.
 */
static struct fabric_port *port_of(const struct sma_request *r)
{
	const unsigned int number = r->modifier & SMP_MODIFIER_PORT;
	struct fabric_node *node = r->at->node;

	if (node->device && !number)
		return r->at;
	return number <= node->num_ports ? &node->port[number] : NULL;
}

uint16_t sma_port_info(struct sma_request *r)
{
	struct fabric_port *port = port_of(r);
	uint16_t status = MAD_STATUS_SUCCESS;
	struct smp_port_info v;

	if (!port)
		return MAD_STATUS_BAD_FIELD;
	if (r->set) {
		v = smp_port_info_get(r->data);
		status = set_port_info(port, &v);
	}
	v = sma_describe_port(port, r->at->number);
	smp_port_info_put(r->data, &v);
	return status;
}
