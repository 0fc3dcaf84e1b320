/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Inline functions of iba/ib_types.h that extract and set values packed into one number in records
 * and headers; and the markers of the access layer's functions, which mean nothing here.
 */
#ifndef INVERBS_IBA_TYPES_H
#define INVERBS_IBA_TYPES_H

#include <iba/ib_types.h> /* ends by including this file */

#define AL_API
#define AL_EXPORT
#define AL_INLINE static inline

#ifdef __cplusplus
extern "C" {
#endif

static inline ib_net64_t ib_gid_get_guid(const ib_gid_t *p_gid)
{
	return p_gid->unicast.interface_id;
}

static inline ib_net64_t ib_gid_get_subnet_prefix(const ib_gid_t *p_gid)
{
	return p_gid->unicast.prefix;
}

static inline void ib_gid_set_default(ib_gid_t *p_gid, ib_net64_t interface_id)
{
	p_gid->unicast.prefix = IB_DEFAULT_SUBNET_PREFIX;
	p_gid->unicast.interface_id = interface_id;
}

static inline boolean_t ib_gid_is_multicast(const ib_gid_t *p_gid)
{
	return p_gid->raw[0] == 0xff;
}

static inline ib_net16_t ib_pkey_get_base(ib_net16_t pkey)
{
	return pkey & IB_PKEY_BASE_MASK;
}

static inline boolean_t ib_pkey_is_full_member(ib_net16_t pkey)
{
	return (pkey & IB_PKEY_TYPE_MASK) != 0;
}

static inline const char *ib_get_node_type_str(uint8_t node_type)
{
	switch (node_type) {
	case IB_NODE_TYPE_CA:
		return "Channel Adapter";
	case IB_NODE_TYPE_SWITCH:
		return "Switch";
	case IB_NODE_TYPE_ROUTER:
		return "Router";
	default:
		return "unknown";
	}
}

static inline const char *ib_get_port_state_str(uint8_t port_state)
{
	switch (port_state) {
	case IB_LINK_NO_CHANGE:
		return "No State Change";
	case IB_LINK_DOWN:
		return "DOWN";
	case IB_LINK_INIT:
		return "INIT";
	case IB_LINK_ARMED:
		return "ARMED";
	case IB_LINK_ACTIVE:
		return "ACTIVE";
	case IB_LINK_ACT_DEFER:
		return "ACTDEFER";
	default:
		return "UNKNOWN";
	}
}

static inline uint8_t ib_get_port_state_from_str(char *p_port_state_str)
{
	for (uint8_t state = IB_LINK_DOWN; *p_port_state_str && state <= IB_LINK_ACT_DEFER; state++)
		if (!strncmp(ib_get_port_state_str(state), p_port_state_str,
			     strlen(p_port_state_str)))
			return state;
	return IB_LINK_NO_CHANGE;
}

static inline void ib_grh_get_ver_class_flow(ib_net32_t ver_class_flow, uint8_t *p_ver,
					     uint8_t *p_tclass, net32_t *p_flow_lbl)
{
	uint32_t word = cl_ntoh32(ver_class_flow);

	if (p_ver)
		*p_ver = (uint8_t)(word >> 28);
	if (p_tclass)
		*p_tclass = (uint8_t)(word >> 20);
	if (p_flow_lbl)
		*p_flow_lbl = cl_hton32(word & 0xfffff);
}

static inline ib_net32_t ib_grh_set_ver_class_flow(uint8_t ver, uint8_t tclass, net32_t flow_lbl)
{
	return cl_hton32((uint32_t)ver << 28 | (uint32_t)tclass << 20 |
			 (cl_ntoh32(flow_lbl) & 0xfffff));
}

static inline void ib_member_get_sl_flow_hop(ib_net32_t sl_flow_hop, uint8_t *p_sl,
					     net32_t *p_flow_lbl, uint8_t *p_hop)
{
	uint32_t word = cl_ntoh32(sl_flow_hop);

	if (p_sl)
		*p_sl = (uint8_t)(word >> 28);
	if (p_flow_lbl)
		*p_flow_lbl = cl_hton32((word >> 8) & 0xfffff);
	if (p_hop)
		*p_hop = (uint8_t)word;
}

static inline ib_net32_t ib_member_set_sl_flow_hop(uint8_t sl, net32_t flow_lbl, uint8_t hop_limit)
{
	return cl_hton32((uint32_t)sl << 28 | (cl_ntoh32(flow_lbl) & 0xfffff) << 8 | hop_limit);
}

static inline void ib_member_get_scope_state(uint8_t scope_state, uint8_t *p_scope,
					     uint8_t *p_state)
{
	if (p_scope)
		*p_scope = scope_state >> 4;
	if (p_state)
		*p_state = scope_state & 0xf;
}

static inline uint8_t ib_member_set_scope_state(uint8_t scope, uint8_t state)
{
	return (uint8_t)(scope << 4 | (state & 0xf));
}

static inline void ib_member_set_join_state(ib_member_rec_t *p_mc_rec, uint8_t state)
{
	p_mc_rec->scope_state = (uint8_t)((p_mc_rec->scope_state & 0xf0) | (state & 0xf));
}

#ifdef __cplusplus
}
#endif

#include <inverbs/iba/records.h>

#endif
