/* SPDX-License-Identifier: BSD-2-Clause */
/* Attributes of adapters and their ports, written into one buffer that the program provides. */
#include <endian.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <inverbs/iba/maps.h>

#include "layer.h"

/* Everything that is queried before the buffer is written. */
struct found {
	struct ibv_context *context;
	struct ibv_device_attr device;
	struct ibv_port_attr *ports;
};

/* Bits in PortInfo's capability mask for which verbs have no name. */
enum {
	SM_DISABLED = 1 << 10
};

/* A capability bit in verbs, and the layer's boolean_t for it. */
struct capability {
	uint64_t bit;
	size_t at;
};

static const struct capability of_device[] = {
	{IBV_DEVICE_BAD_PKEY_CNTR, offsetof(ib_ca_attr_t, bad_pkey_ctr_support)},
	{IBV_DEVICE_BAD_QKEY_CNTR, offsetof(ib_ca_attr_t, bad_qkey_ctr_support)},
	{IBV_DEVICE_RAW_MULTI, offsetof(ib_ca_attr_t, raw_mcast_support)},
	{IBV_DEVICE_AUTO_PATH_MIG, offsetof(ib_ca_attr_t, apm_support)},
	{IBV_DEVICE_UD_AV_PORT_ENFORCE, offsetof(ib_ca_attr_t, av_port_check)},
	{IBV_DEVICE_CHANGE_PHY_PORT, offsetof(ib_ca_attr_t, change_primary_port)},
	{IBV_DEVICE_RESIZE_MAX_WR, offsetof(ib_ca_attr_t, modify_wr_depth)},
	{IBV_DEVICE_SRQ_RESIZE, offsetof(ib_ca_attr_t, modify_srq_depth)},
	{IBV_DEVICE_CURR_QP_STATE_MOD, offsetof(ib_ca_attr_t, current_qp_state_support)},
	{IBV_DEVICE_SHUTDOWN_PORT, offsetof(ib_ca_attr_t, shutdown_port_capability)},
	{IBV_DEVICE_INIT_TYPE, offsetof(ib_ca_attr_t, init_type_support)},
	{IBV_DEVICE_PORT_ACTIVE_EVENT, offsetof(ib_ca_attr_t, port_active_event_support)},
	{IBV_DEVICE_SYS_IMAGE_GUID, offsetof(ib_ca_attr_t, system_image_guid_support)},
	{IBV_DEVICE_UD_IP_CSUM, offsetof(ib_ca_attr_t, ipoib_csum)},
};

static const struct capability of_port[] = {
	{IBV_PORT_CM_SUP, offsetof(ib_port_cap_t, cm)},
	{IBV_PORT_SNMP_TUNNEL_SUP, offsetof(ib_port_cap_t, snmp)},
	{IBV_PORT_DEVICE_MGMT_SUP, offsetof(ib_port_cap_t, dev_mgmt)},
	{IBV_PORT_VENDOR_CLASS_SUP, offsetof(ib_port_cap_t, vend)},
	{IBV_PORT_SM, offsetof(ib_port_cap_t, sm)},
	{SM_DISABLED, offsetof(ib_port_cap_t, sm_disable)},
	{IBV_PORT_NOTICE_SUP, offsetof(ib_port_cap_t, notice)},
	{IBV_PORT_TRAP_SUP, offsetof(ib_port_cap_t, trap)},
	{IBV_PORT_AUTO_MIGR_SUP, offsetof(ib_port_cap_t, apm)},
	{IBV_PORT_SL_MAP_SUP, offsetof(ib_port_cap_t, slmap)},
	{IBV_PORT_PKEY_NVRAM, offsetof(ib_port_cap_t, pkey_nvram)},
	{IBV_PORT_MKEY_NVRAM, offsetof(ib_port_cap_t, mkey_nvram)},
	{IBV_PORT_SYS_IMAGE_GUID_SUP, offsetof(ib_port_cap_t, sysguid)},
	{IBV_PORT_DR_NOTICE_SUP, offsetof(ib_port_cap_t, dr_notice)},
	{IBV_PORT_BOOT_MGMT_SUP, offsetof(ib_port_cap_t, boot_mgmt)},
	{IBV_PORT_CAP_MASK_NOTICE_SUP, offsetof(ib_port_cap_t, capm_notice)},
	{IBV_PORT_REINIT_SUP, offsetof(ib_port_cap_t, reinit)},
	{IBV_PORT_LED_INFO_SUP, offsetof(ib_port_cap_t, ledinfo)},
	{IBV_PORT_PKEY_SW_EXT_PORT_TRAP_SUP, offsetof(ib_port_cap_t, pkey_switch_ext_port)},
	{IBV_PORT_LINK_LATENCY_SUP, offsetof(ib_port_cap_t, link_rtl)},
	{IBV_PORT_CLIENT_REG_SUP, offsetof(ib_port_cap_t, client_reregister)},
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static void set_capabilities(void *to, const struct capability *list, size_t n, uint64_t bits)
{
	const boolean_t yes = TRUE;

	for (size_t i = 0; i < n; i++)
		if (bits & list[i].bit)
			memcpy((uint8_t *)to + list[i].at, &yes, sizeof(yes));
}

/* Adapters without InfiniBand GIDs have no port GUIDs. */
ib_net64_t iba_port_guid(struct ibv_context *context, uint8_t port)
{
	union ibv_gid gid;

	return ibv_query_gid(context, port, 0, &gid) ? 0 : gid.global.interface_id;
}

uint8_t iba_port_of_guid(struct ibv_context *context, ib_net64_t guid)
{
	struct ibv_device_attr attr;

	if (!guid || ibv_query_device(context, &attr))
		return 0;
	for (unsigned int port = 1; port <= attr.phys_port_cnt; port++)
		if (iba_port_guid(context, (uint8_t)port) == guid)
			return (uint8_t)port;
	return 0;
}

static ib_api_status_t find_attributes(struct found *found)
{
	int err = ibv_query_device(found->context, &found->device);

	if (err)
		return iba_status(err);
	found->ports = calloc((size_t)found->device.phys_port_cnt + 1, sizeof(*found->ports));
	if (!found->ports)
		return IB_INSUFFICIENT_MEMORY;
	for (unsigned int i = 0; i < found->device.phys_port_cnt && !err; i++)
		err = ibv_query_port(found->context, (uint8_t)(i + 1), &found->ports[i]);
	return iba_status(err);
}

static size_t align_to_8(size_t bytes)
{
	return (bytes + 7) & ~(size_t)7;
}

static size_t gid_bytes(const struct ibv_port_attr *port)
{
	return align_to_8((size_t)port->gid_tbl_len * sizeof(ib_gid_t));
}

static size_t pkey_bytes(const struct ibv_port_attr *port)
{
	return align_to_8((size_t)port->pkey_tbl_len * sizeof(ib_net16_t));
}

/* Page sizes of 4 GiB and more do not fit into 32 bits. */
static uint32_t page_bits(const struct found *found)
{
	return (uint32_t)found->device.page_size_cap;
}

static size_t bytes_needed(const struct found *found)
{
	size_t bytes = align_to_8(sizeof(ib_ca_attr_t)) +
		       align_to_8((unsigned int)__builtin_popcount(page_bits(found)) * 4UL) +
		       align_to_8(found->device.phys_port_cnt * sizeof(ib_port_attr_t));

	for (unsigned int i = 0; i < found->device.phys_port_cnt; i++)
		bytes += gid_bytes(&found->ports[i]) + pkey_bytes(&found->ports[i]);
	return bytes;
}

static uint8_t clamp_to_byte(int number)
{
	return (uint8_t)(number > UINT8_MAX ? UINT8_MAX : number);
}

/* Encode a version such as "2.8.0", with 16 bits for each number after the first. */
static uint64_t parse_fw_version(const char *text)
{
	unsigned int major = 0, minor = 0, sub = 0;
	char *end = (char *)text;

	major = (unsigned int)strtoul(text, &end, 10);
	if (*end == '.')
		minor = (unsigned int)strtoul(end + 1, &end, 10);
	if (*end == '.')
		sub = (unsigned int)strtoul(end + 1, &end, 10);
	return (uint64_t)major << 32 | (uint64_t)(minor & 0xffff) << 16 | (sub & 0xffff);
}

static void set_limits(ib_ca_attr_t *to, const struct ibv_device_attr *from)
{
	to->max_qps = (uint32_t)from->max_qp;
	to->max_wrs = (uint32_t)from->max_qp_wr;
	to->max_sges = (uint32_t)from->max_sge;
	to->max_rd_sges = (uint32_t)from->max_sge_rd;
	to->max_cqs = (uint32_t)from->max_cq;
	to->max_cqes = (uint32_t)from->max_cqe;
	to->max_pds = (uint32_t)from->max_pd;
	to->init_regions = (uint32_t)from->max_mr;
	to->init_region_size = from->max_mr_size;
	to->init_windows = (uint32_t)from->max_mw;
	to->max_addr_handles = (uint64_t)from->max_ah;
	to->max_partitions = from->max_pkeys;
	to->max_qp_resp_res = clamp_to_byte(from->max_qp_rd_atom);
	to->max_resp_res = clamp_to_byte(from->max_res_rd_atom);
	to->max_qp_init_depth = clamp_to_byte(from->max_qp_init_rd_atom);
	to->max_ipv6_qps = (uint32_t)from->max_raw_ipv6_qp;
	to->max_ether_qps = (uint32_t)from->max_raw_ethy_qp;
	to->max_mcast_grps = (uint32_t)from->max_mcast_grp;
	to->max_mcast_qps = (uint32_t)from->max_total_mcast_qp_attach;
	to->max_qps_per_mcast_grp = (uint32_t)from->max_mcast_qp_attach;
	to->max_fmr = (uint32_t)from->max_fmr;
	to->max_map_per_fmr = (uint32_t)from->max_map_per_fmr;
	to->max_srq = (uint32_t)from->max_srq;
	to->max_srq_wrs = (uint32_t)from->max_srq_wr;
	to->max_srq_sges = (uint32_t)from->max_srq_sge;
	to->local_ack_delay = from->local_ca_ack_delay;
}

static void set_device(ib_ca_attr_t *to, const struct ibv_device_attr *from)
{
	to->ca_guid = from->node_guid;
	to->vend_id = from->vendor_id;
	to->dev_id = (uint16_t)from->vendor_part_id;
	to->revision = (uint16_t)from->hw_ver;
	to->fw_ver = parse_fw_version(from->fw_ver);
	to->atomicity = inverbs_iba_atomic_of_verbs(from->atomic_cap);
	to->system_image_guid = from->sys_image_guid;
	set_limits(to, from);
	set_capabilities(to, of_device, COUNT(of_device), from->device_cap_flags);
}

/* The layer has bits for the first generations of lane speeds; later ones are extended speeds. */
static void set_speed(ib_port_attr_t *to, uint8_t speed)
{
	if (speed <= 4)
		to->active_speed = speed;
	else
		to->active_speed = IB_LINK_SPEED_ACTIVE_10;
	if (speed == 16)
		to->ext_active_speed = IB_LINK_SPEED_EXT_ACTIVE_14;
	else if (speed == 32)
		to->ext_active_speed = IB_LINK_SPEED_EXT_ACTIVE_25;
	to->link_encoding = speed > 4;
}

static enum rdma_transport_type port_transport(const struct found *found,
					       const struct ibv_port_attr *port)
{
	if (found->context->device->transport_type == IBV_TRANSPORT_IWARP)
		return RDMA_TRANSPORT_IWARP;
	return port->link_layer == IBV_LINK_LAYER_ETHERNET ? RDMA_TRANSPORT_RDMAOE
							   : RDMA_TRANSPORT_IB;
}

static void set_port(ib_port_attr_t *to, const struct found *found, unsigned int index)
{
	const struct ibv_port_attr *from = &found->ports[index];

	to->port_num = (uint8_t)(index + 1);
	to->port_guid = iba_port_guid(found->context, to->port_num);
	to->mtu = inverbs_iba_mtu_of_verbs(from->max_mtu);
	to->transport = port_transport(found, from);
	to->max_msg_size = from->max_msg_sz;
	to->lid = htobe16(from->lid);
	to->lmc = from->lmc;
	to->active_width = from->active_width;
	to->max_vls = from->max_vl_num ? (uint16_t)(1U << (from->max_vl_num - 1)) : 0;
	if (from->max_vl_num == 5)
		to->max_vls = 15;
	to->sm_lid = htobe16(from->sm_lid);
	to->sm_sl = from->sm_sl;
	to->link_state = inverbs_iba_link_of_verbs(from->state);
	to->init_type_reply = from->init_type_reply;
	to->subnet_timeout = from->subnet_timeout;
	to->phys_state = from->phys_state;
	set_speed(to, from->active_speed);
	set_capabilities(&to->cap, of_port, COUNT(of_port), from->port_cap_flags);
	to->cap.pkey_ctr = found->device.device_cap_flags & IBV_DEVICE_BAD_PKEY_CNTR ? TRUE : FALSE;
	to->cap.qkey_ctr = found->device.device_cap_flags & IBV_DEVICE_BAD_QKEY_CNTR ? TRUE : FALSE;
	to->pkey_ctr = (uint16_t)from->bad_pkey_cntr;
	to->qkey_ctr = (uint16_t)from->qkey_viol_cntr;
	to->num_gids = (uint16_t)from->gid_tbl_len;
	to->num_pkeys = from->pkey_tbl_len;
}

/* Fill the tables of a port, whose sizes are set. Returns the first unused address. */
static uint8_t *set_tables(ib_port_attr_t *port, const struct found *found, uint8_t *at)
{
	const struct ibv_port_attr *from = &found->ports[port->port_num - 1];

	port->p_gid_table = (ib_gid_t *)(void *)at;
	at += gid_bytes(from);
	port->p_pkey_table = (ib_net16_t *)(void *)at;
	at += pkey_bytes(from);
	for (int i = 0; i < port->num_gids; i++)
		ibv_query_gid(found->context, port->port_num, i,
			      (union ibv_gid *)(void *)&port->p_gid_table[i]);
	for (int i = 0; i < port->num_pkeys; i++)
		ibv_query_pkey(found->context, port->port_num, i, &port->p_pkey_table[i]);
	return at;
}

static void write_attributes(ib_ca_attr_t *attr, const struct found *found, size_t bytes)
{
	uint8_t *at = (uint8_t *)attr + align_to_8(sizeof(*attr));

	memset(attr, 0, bytes);
	set_device(attr, &found->device);
	attr->size = (uint32_t)bytes;
	attr->num_ports = found->device.phys_port_cnt;
	attr->p_port_attr = (ib_port_attr_t *)(void *)at;
	at += align_to_8(attr->num_ports * sizeof(ib_port_attr_t));
	attr->p_page_size = (uint32_t *)(void *)at;
	for (uint32_t bits = page_bits(found); bits; bits &= bits - 1)
		attr->p_page_size[attr->num_page_sizes++] = bits & ~(bits - 1);
	at += align_to_8(attr->num_page_sizes * 4UL);
	for (unsigned int i = 0; i < attr->num_ports; i++) {
		set_port(&attr->p_port_attr[i], found, i);
		at = set_tables(&attr->p_port_attr[i], found, at);
	}
}

ib_api_status_t iba_query_context(struct ibv_context *context, ib_ca_attr_t *attr, uint32_t *size)
{
	struct found found = {.context = context};
	ib_api_status_t status = find_attributes(&found);
	size_t bytes;

	if (status == IB_SUCCESS) {
		bytes = bytes_needed(&found);
		if (attr && *size >= bytes)
			write_attributes(attr, &found, bytes);
		else
			status = IB_INSUFFICIENT_MEMORY;
		*size = (uint32_t)bytes;
	}
	free(found.ports);
	return status;
}

ib_api_status_t ib_query_ca(ib_ca_handle_t h_ca, ib_ca_attr_t *p_ca_attr, uint32_t *p_size)
{
	struct iba_ca *ca = iba_get(h_ca, INVERBS_IBA_CA);
	ib_api_status_t status;

	if (!ca)
		return iba_refusal(h_ca, IB_INVALID_CA_HANDLE);
	status = p_size ? iba_query_context(ca->context, p_ca_attr, p_size) : IB_INVALID_PARAMETER;
	iba_put(&ca->reporter.object);
	return status;
}

static ib_api_status_t query_guid(ib_net64_t guid, ib_ca_attr_t *attr, uint32_t *size)
{
	struct ibv_context *context;
	ib_api_status_t status = iba_open_device(guid, &context);

	if (status != IB_SUCCESS)
		return status;
	status = iba_query_context(context, attr, size);
	ibv_close_device(context);
	return status;
}

ib_api_status_t ib_query_ca_by_guid(ib_al_handle_t h_al, ib_net64_t ca_guid,
				    ib_ca_attr_t *p_ca_attr, uint32_t *p_size)
{
	struct iba_al *al = iba_get(h_al, INVERBS_IBA_AL);
	ib_api_status_t status;

	if (!al)
		return iba_refusal(h_al, IB_INVALID_AL_HANDLE);
	status = p_size ? query_guid(ca_guid, p_ca_attr, p_size) : IB_INVALID_PARAMETER;
	iba_put(&al->object);
	return status;
}

/* Relocate a pointer into `from` to the same offset in the copy `to`. */
static void *relocate_pointer(ib_ca_attr_t *to, const ib_ca_attr_t *from, const void *table)
{
	return (uint8_t *)to + ((const uint8_t *)table - (const uint8_t *)from);
}

ib_ca_attr_t *ib_copy_ca_attr(ib_ca_attr_t *p_dest, const ib_ca_attr_t *p_src)
{
	memcpy(p_dest, p_src, p_src->size);
	p_dest->p_page_size = relocate_pointer(p_dest, p_src, p_src->p_page_size);
	p_dest->p_port_attr = relocate_pointer(p_dest, p_src, p_src->p_port_attr);
	for (unsigned int i = 0; i < p_dest->num_ports; i++) {
		ib_port_attr_t *port = &p_dest->p_port_attr[i];

		port->p_gid_table = relocate_pointer(p_dest, p_src, port->p_gid_table);
		port->p_pkey_table = relocate_pointer(p_dest, p_src, port->p_pkey_table);
	}
	return p_dest;
}
