/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Inline functions of iba/ib_types.h for management datagrams, records and notices that involve
 * more than bits of a single member.
 */
#ifndef INVERBS_IBA_RECORDS_H
#define INVERBS_IBA_RECORDS_H

#include <iba/ib_types.h> /* ends by including inverbs/iba/types.h, and that this file */

#ifdef __cplusplus
extern "C" {
#endif

/* Identifiers. */

static inline boolean_t ib_pkey_is_invalid(ib_net16_t pkey)
{
	return ib_pkey_get_base(pkey) == 0;
}

static inline uint8_t ib_mgid_get_scope(const ib_gid_t *p_gid)
{
	return p_gid->multicast.header[1] & 0xf;
}

static inline void ib_mgid_set_scope(ib_gid_t *p_gid, uint8_t scope)
{
	p_gid->multicast.header[1] = (uint8_t)((p_gid->multicast.header[1] & 0xf0) | (scope & 0xf));
}

static inline boolean_t ib_gid_is_link_local(const ib_gid_t *p_gid)
{
	return p_gid->unicast.prefix == IB_DEFAULT_SUBNET_PREFIX;
}

static inline boolean_t ib_gid_is_site_local(const ib_gid_t *p_gid)
{
	return (p_gid->unicast.prefix & CL_HTON64(0xffffffffffff0000)) ==
	       CL_HTON64(0xfec0000000000000);
}

/** A 24-bit number whose first byte is in a separate member. */
static inline ib_net32_t inverbs_ib_joined(uint8_t msb, ib_net16_t lsb)
{
	return cl_hton32((uint32_t)msb << 16 | cl_ntoh16(lsb));
}

/* Classes and headers. */

static inline boolean_t ib_class_is_vendor_specific_low(uint8_t class_code)
{
	return class_code >= IB_MCLASS_VENDOR_LOW_RANGE_MIN &&
	       class_code <= IB_MCLASS_VENDOR_LOW_RANGE_MAX;
}

static inline boolean_t ib_class_is_vendor_specific_high(uint8_t class_code)
{
	return class_code >= IB_MCLASS_VENDOR_HIGH_RANGE_MIN &&
	       class_code <= IB_MCLASS_VENDOR_HIGH_RANGE_MAX;
}

static inline boolean_t ib_class_is_vendor_specific(uint8_t class_code)
{
	return ib_class_is_vendor_specific_low(class_code) ||
	       ib_class_is_vendor_specific_high(class_code);
}

static inline boolean_t ib_class_is_rmpp(uint8_t class_code)
{
	return class_code == IB_MCLASS_SUBN_ADM || class_code == IB_MCLASS_DEV_MGMT ||
	       class_code == IB_MCLASS_DEV_ADM || class_code == IB_MCLASS_BIS ||
	       ib_class_is_vendor_specific_high(class_code);
}

static inline void ib_mad_init_new(ib_mad_t *p_mad, uint8_t mgmt_class, uint8_t class_ver,
				   uint8_t method, ib_net64_t trans_id, ib_net16_t attr_id,
				   ib_net32_t attr_mod)
{
	memset(p_mad, 0, sizeof(*p_mad));
	p_mad->base_ver = 1;
	p_mad->mgmt_class = mgmt_class;
	p_mad->class_ver = class_ver;
	p_mad->method = method;
	p_mad->trans_id = trans_id;
	p_mad->attr_id = attr_id;
	p_mad->attr_mod = attr_mod;
}

/**
 * The response to Set has method GetResp like that to Get; the response to Trap has TrapRepress.
 */
static inline void ib_mad_init_response(const ib_mad_t *p_req_mad, ib_mad_t *p_mad,
					ib_net16_t status)
{
	if (p_mad != p_req_mad)
		*p_mad = *p_req_mad;
	p_mad->status = status;
	if (p_req_mad->method == IB_MAD_METHOD_SET)
		p_mad->method = IB_MAD_METHOD_GET_RESP;
	else if (p_req_mad->method == IB_MAD_METHOD_TRAP)
		p_mad->method = IB_MAD_METHOD_TRAP_REPRESS;
	else
		p_mad->method |= IB_MAD_METHOD_RESP_MASK;
}

static inline boolean_t ib_mad_is_response(const ib_mad_t *p_mad)
{
	return (p_mad->method & IB_MAD_METHOD_RESP_MASK) != 0 ||
	       p_mad->method == IB_MAD_METHOD_TRAP_REPRESS;
}

static inline boolean_t ib_rmpp_is_flag_set(const ib_rmpp_mad_t *p_rmpp_mad, uint8_t flag)
{
	return (p_rmpp_mad->rmpp_flags & flag) == flag;
}

static inline void ib_smp_init_new(ib_smp_t *p_smp, uint8_t method, ib_net64_t trans_id,
				   ib_net16_t attr_id, ib_net32_t attr_mod, uint8_t hop_count,
				   ib_net64_t m_key, const uint8_t *path_out, ib_net16_t dr_slid,
				   ib_net16_t dr_dlid)
{
	size_t hops = hop_count < sizeof(p_smp->initial_path) ? hop_count
							      : sizeof(p_smp->initial_path) - 1;

	memset(p_smp, 0, sizeof(*p_smp));
	ib_mad_init_new((ib_mad_t *)p_smp, IB_MCLASS_SUBN_DIR, 1, method, trans_id, attr_id,
			attr_mod);
	p_smp->hop_count = hop_count;
	p_smp->m_key = m_key;
	p_smp->dr_slid = dr_slid;
	p_smp->dr_dlid = dr_dlid;
	memcpy(p_smp->initial_path, path_out, hops + 1);
}

static inline void *ib_smp_get_payload_ptr(const ib_smp_t *p_smp)
{
	return (void *)(uintptr_t)p_smp->data;
}

static inline uint32_t ib_get_attr_size(ib_net16_t attr_offset)
{
	return (uint32_t)cl_ntoh16(attr_offset) * 8;
}

static inline ib_net16_t ib_get_attr_offset(uint32_t attr_size)
{
	return cl_hton16(attr_size / 8);
}

static inline void *ib_sa_mad_get_payload_ptr(const ib_sa_mad_t *p_sa_mad)
{
	return (void *)(uintptr_t)p_sa_mad->data;
}

static inline void *ib_cc_mad_get_log_data_ptr(const ib_cc_mad_t *p_cc_mad)
{
	return (void *)(uintptr_t)p_cc_mad->log_data;
}

static inline void *ib_cc_mad_get_mgt_data_ptr(const ib_cc_mad_t *p_cc_mad)
{
	return (void *)(uintptr_t)p_cc_mad->mgt_data;
}

/* Ports. */

static inline void ib_port_info_set_state_no_change(ib_port_info_t *p_pi)
{
	ib_port_info_set_port_state(p_pi, IB_LINK_NO_CHANGE);
	ib_port_info_set_port_phys_state(IB_PORT_PHYS_STATE_NO_CHANGE, p_pi);
}

static inline void ib_port_info_set_phy_and_overrun_err_thd(ib_port_info_t *p_pi,
							    uint8_t phy_threshold,
							    uint8_t overrun_threshold)
{
	p_pi->error_threshold = (uint8_t)((phy_threshold & 0xf) << 4 | (overrun_threshold & 0xf));
}

/** Select one of four values for a width of one, four, eight or twelve lanes. */
static inline uint8_t inverbs_ib_by_width(uint8_t width, uint8_t one, uint8_t four, uint8_t eight,
					  uint8_t twelve)
{
	switch (width) {
	case IB_LINK_WIDTH_ACTIVE_1X:
		return one;
	case IB_LINK_WIDTH_ACTIVE_4X:
		return four;
	case IB_LINK_WIDTH_ACTIVE_8X:
		return eight;
	case IB_LINK_WIDTH_ACTIVE_12X:
		return twelve;
	default:
		return IB_PATH_RECORD_RATE_2_5_GBS;
	}
}

static inline uint8_t ib_port_info_compute_rate(const ib_port_info_t *p_pi, int extended)
{
	uint8_t width = p_pi->link_width_active;

	switch (extended ? ib_port_info_get_link_speed_ext_active(p_pi)
			 : IB_LINK_SPEED_EXT_ACTIVE_NONE) {
	case IB_LINK_SPEED_EXT_ACTIVE_14:
		return inverbs_ib_by_width(width, IB_PATH_RECORD_RATE_14_GBS,
					   IB_PATH_RECORD_RATE_56_GBS, IB_PATH_RECORD_RATE_112_GBS,
					   IB_PATH_RECORD_RATE_168_GBS);
	case IB_LINK_SPEED_EXT_ACTIVE_25:
		return inverbs_ib_by_width(width, IB_PATH_RECORD_RATE_25_GBS,
					   IB_PATH_RECORD_RATE_100_GBS, IB_PATH_RECORD_RATE_200_GBS,
					   IB_PATH_RECORD_RATE_300_GBS);
	default:
		break;
	}
	switch (ib_port_info_get_link_speed_active(p_pi)) {
	case IB_LINK_SPEED_ACTIVE_5:
		return inverbs_ib_by_width(width, IB_PATH_RECORD_RATE_5_GBS,
					   IB_PATH_RECORD_RATE_20_GBS, IB_PATH_RECORD_RATE_40_GBS,
					   IB_PATH_RECORD_RATE_60_GBS);
	case IB_LINK_SPEED_ACTIVE_10:
		return inverbs_ib_by_width(width, IB_PATH_RECORD_RATE_10_GBS,
					   IB_PATH_RECORD_RATE_40_GBS, IB_PATH_RECORD_RATE_80_GBS,
					   IB_PATH_RECORD_RATE_120_GBS);
	default:
		return inverbs_ib_by_width(width, IB_PATH_RECORD_RATE_2_5_GBS,
					   IB_PATH_RECORD_RATE_10_GBS, IB_PATH_RECORD_RATE_20_GBS,
					   IB_PATH_RECORD_RATE_30_GBS);
	}
}

/**
 * The number of 2.5 Gb/s lanes that a rate equals; 0 for rates that equal none of these, which need
 * no delay.
 */
static inline uint8_t inverbs_ib_lanes(uint8_t rate)
{
	switch (rate & 0x3f) {
	case IB_PATH_RECORD_RATE_2_5_GBS:
		return 1;
	case IB_PATH_RECORD_RATE_5_GBS:
		return 2;
	case IB_PATH_RECORD_RATE_10_GBS:
		return 4;
	case IB_PATH_RECORD_RATE_20_GBS:
		return 8;
	case IB_PATH_RECORD_RATE_30_GBS:
		return 12;
	default:
		return 0;
	}
}

/**
 * The inter-packet delay, in packet times, that limits the widest supported link, at 2.5 Gb/s per
 * lane, to a path's rate.
 */
static inline uint8_t ib_path_get_ipd(uint8_t local_link_width_supported, uint8_t path_rec_rate)
{
	uint8_t lanes = inverbs_ib_lanes(path_rec_rate), widest = 1;

	if (local_link_width_supported & IB_LINK_WIDTH_ACTIVE_12X)
		widest = 12;
	else if (local_link_width_supported & IB_LINK_WIDTH_ACTIVE_8X)
		widest = 8;
	else if (local_link_width_supported & IB_LINK_WIDTH_ACTIVE_4X)
		widest = 4;
	return lanes && lanes < widest ? (uint8_t)((widest + lanes - 1) / lanes - 1) : 0;
}

static inline void ib_slvl_table_set(ib_slvl_table_t *p_slvl_tbl, uint8_t sl_index, uint8_t vl)
{
	uint8_t *pair = &p_slvl_tbl->raw_vl_by_sl[(sl_index & 0xf) / 2];

	*pair = sl_index % 2 ? (uint8_t)((*pair & 0xf0) | (vl & 0xf))
			     : (uint8_t)((*pair & 0xf) | (vl & 0xf) << 4);
}

static inline uint8_t ib_slvl_table_get(const ib_slvl_table_t *p_slvl_tbl, uint8_t sl_index)
{
	uint8_t pair = p_slvl_tbl->raw_vl_by_sl[(sl_index & 0xf) / 2];

	return sl_index % 2 ? pair & 0xf : pair >> 4;
}

/* Paths and groups. */

static inline void ib_path_rec_set_hop_flow_raw(ib_path_rec_t *p_rec, uint8_t hop_limit,
						net32_t flow_lbl, boolean_t raw)
{
	p_rec->hop_flow_raw = cl_hton32((raw ? 0x80000000 : 0) |
					(cl_ntoh32(flow_lbl) & 0xfffff) << 8 | hop_limit);
}

static inline void ib_path_rec_init_local(ib_path_rec_t *p_rec, const ib_gid_t *p_dgid,
					  const ib_gid_t *p_sgid, ib_net16_t dlid, ib_net16_t slid,
					  uint8_t num_path, ib_net16_t pkey, uint8_t sl,
					  uint16_t qos_class, uint8_t mtu_selector, uint8_t mtu,
					  uint8_t rate_selector, uint8_t rate,
					  uint8_t pkt_life_selector, uint8_t pkt_life,
					  uint8_t preference)
{
	memset(p_rec, 0, sizeof(*p_rec));
	p_rec->dgid = *p_dgid;
	p_rec->sgid = *p_sgid;
	p_rec->dlid = dlid;
	p_rec->slid = slid;
	p_rec->num_path = num_path;
	p_rec->pkey = pkey;
	ib_path_rec_set_sl(p_rec, sl);
	ib_path_rec_set_qos_class(p_rec, qos_class);
	p_rec->mtu = (uint8_t)(mtu_selector << 6 | (mtu & 0x3f));
	p_rec->rate = (uint8_t)(rate_selector << 6 | (rate & 0x3f));
	p_rec->pkt_life = (uint8_t)(pkt_life_selector << 6 | (pkt_life & 0x3f));
	p_rec->preference = preference;
}

static inline ib_net64_t ib_multipath_rec_service_id(const ib_multipath_rec_t *p_rec)
{
	uint8_t bytes[8] = {p_rec->service_id_8msb};
	ib_net64_t id;

	memcpy(bytes + 1, p_rec->service_id_56lsb, sizeof(p_rec->service_id_56lsb));
	memcpy(&id, bytes, sizeof(id));
	return id;
}

static inline void ib_member_set_scope(uint8_t *p_scope_state, uint8_t scope)
{
	*p_scope_state = (uint8_t)((*p_scope_state & 0xf) | (scope & 0xf) << 4);
}

static inline void ib_member_set_state(uint8_t *p_scope_state, uint8_t state)
{
	*p_scope_state = (uint8_t)((*p_scope_state & 0xf0) | (state & 0xf));
}

/* Notices. */

static inline const char *ib_get_producer_type_str(ib_net32_t producer_type)
{
	switch (producer_type) {
	case IB_NOTICE_PRODUCER_TYPE_CA:
		return "Channel Adapter";
	case IB_NOTICE_PRODUCER_TYPE_SWITCH:
		return "Switch";
	case IB_NOTICE_PRODUCER_TYPE_ROUTER:
		return "Router";
	case IB_NOTICE_PRODUCER_TYPE_CLASS_MGR:
		return "Class Manager";
	default:
		return "unknown";
	}
}

static inline ib_net32_t ib_notice_get_prod_type(const ib_mad_notice_attr_t *p_ntc)
{
	return inverbs_ib_joined(p_ntc->g_or_v.generic.prod_type_msb,
				 p_ntc->g_or_v.generic.prod_type_lsb);
}

static inline void ib_notice_set_prod_type_ho(ib_mad_notice_attr_t *p_ntc,
					      uint32_t prod_type_val_ho)
{
	p_ntc->g_or_v.generic.prod_type_msb = (uint8_t)(prod_type_val_ho >> 16);
	p_ntc->g_or_v.generic.prod_type_lsb = cl_hton16(prod_type_val_ho);
}

static inline void ib_notice_set_prod_type(ib_mad_notice_attr_t *p_ntc, ib_net32_t prod_type_val)
{
	ib_notice_set_prod_type_ho(p_ntc, cl_ntoh32(prod_type_val));
}

static inline ib_net32_t ib_notice_get_vend_id(const ib_mad_notice_attr_t *p_ntc)
{
	return inverbs_ib_joined(p_ntc->g_or_v.vend.vend_id_msb, p_ntc->g_or_v.vend.vend_id_lsb);
}

static inline void ib_notice_set_vend_id_ho(ib_mad_notice_attr_t *p_ntc, uint32_t vend_id_ho)
{
	p_ntc->g_or_v.vend.vend_id_msb = (uint8_t)(vend_id_ho >> 16);
	p_ntc->g_or_v.vend.vend_id_lsb = cl_hton16(vend_id_ho);
}

static inline void ib_notice_set_vend_id(ib_mad_notice_attr_t *p_ntc, ib_net32_t vend_id)
{
	ib_notice_set_vend_id_ho(p_ntc, cl_ntoh32(vend_id));
}

static inline void ib_inform_info_get_qpn_resp_time(ib_net32_t qpn_resp_time_val, ib_net32_t *p_qpn,
						    uint8_t *p_resp_time_val)
{
	uint32_t word = cl_ntoh32(qpn_resp_time_val);

	if (p_qpn)
		*p_qpn = cl_hton32(word >> 8);
	if (p_resp_time_val)
		*p_resp_time_val = word & 0x1f;
}

static inline ib_net32_t ib_inform_info_get_prod_type(const ib_inform_info_t *p_inf)
{
	return inverbs_ib_joined(p_inf->g_or_v.generic.node_type_msb,
				 p_inf->g_or_v.generic.node_type_lsb);
}

static inline ib_net32_t ib_inform_info_get_vend_id(const ib_inform_info_t *p_inf)
{
	return inverbs_ib_joined(p_inf->g_or_v.vend.vendor_id_msb,
				 p_inf->g_or_v.vend.vendor_id_lsb);
}

/* I/O units. */

static inline uint8_t ioc_at_slot(const ib_iou_info_t *p_iou_info, uint8_t slot)
{
	uint8_t pair;

	if (!slot)
		return SLOT_DOES_NOT_EXIST;
	pair = p_iou_info->controller_list[(slot - 1) / 2];
	return slot % 2 ? pair >> 4 : pair & 0xf;
}

static inline void ib_dm_get_slot_lo_hi(ib_net32_t slot_lo_hi, uint8_t *p_slot, uint8_t *p_lo,
					uint8_t *p_hi)
{
	uint32_t word = cl_ntoh32(slot_lo_hi);

	if (p_slot)
		*p_slot = (uint8_t)(word >> 16);
	if (p_hi)
		*p_hi = (uint8_t)(word >> 8);
	if (p_lo)
		*p_lo = (uint8_t)word;
}

static inline net32_t ib_dm_set_slot_lo_hi(uint8_t slot, uint8_t lo, uint8_t hi)
{
	return cl_hton32((uint32_t)slot << 16 | (uint32_t)hi << 8 | lo);
}

/* Service ids of rdma_cm: five bytes of prefix, the protocol, the port. */

static inline boolean_t ib_cm_is_rdma_cm_sid(uint64_t sid)
{
	return cl_ntoh64(sid) >> 24 == 1;
}

static inline net64_t ib_cm_rdma_cm_sid(uint8_t protocol, net16_t port)
{
	return cl_hton64((uint64_t)1 << 24 | (uint64_t)protocol << 16 | cl_ntoh16(port));
}

static inline net64_t ib_cm_rdma_sid(uint8_t protocol, net16_t port)
{
	return ib_cm_rdma_cm_sid(protocol, port);
}

static inline net16_t ib_cm_rdma_sid_port(net64_t sid)
{
	return cl_hton16(cl_ntoh64(sid));
}

static inline uint8_t ib_cm_rdma_sid_protocol(net64_t sid)
{
	return (uint8_t)(cl_ntoh64(sid) >> 16);
}

static inline boolean_t ib_cm_is_rdma_cm_req_valid(ib_cm_rdma_req_t *p_rdma_req)
{
	return p_rdma_req->maj_min_ver == IB_REQ_CM_RDMA_VERSION &&
	       (p_rdma_req->ipv == IB_REQ_CM_RDMA_IPV4 || p_rdma_req->ipv == IB_REQ_CM_RDMA_IPV6);
}

#ifdef __cplusplus
}
#endif

#endif
