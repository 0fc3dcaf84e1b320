/* SPDX-License-Identifier: BSD-2-Clause */
/* Queries of devices and ports. */
#include <inverbs/kernel/uverbs_call.h>
#include <inverbs/kernel/uverbs_methods.h>
#include <stdio.h>

#include "method.h"
#include "runtime.h"

static void copy_identity(struct ibv_device_attr *to, const struct uverbs_query_device_resp *from)
{
	snprintf(to->fw_ver, sizeof(to->fw_ver), "%u.%u.%u",
		 (unsigned int)(from->fw_ver >> 32) & 0xffff,
		 (unsigned int)(from->fw_ver >> 16) & 0xffff, (unsigned int)from->fw_ver & 0xffff);
	to->node_guid = from->node_guid;
	to->sys_image_guid = from->sys_image_guid;
	to->vendor_id = from->vendor_id;
	to->vendor_part_id = from->vendor_part_id;
	to->hw_ver = from->hw_ver;
	to->device_cap_flags = from->device_cap_flags;
	to->page_size_cap = from->page_size_cap;
	to->atomic_cap = (enum ibv_atomic_cap)from->atomic_cap;
	to->max_pkeys = from->max_pkeys;
	to->local_ca_ack_delay = from->local_ca_ack_delay;
	to->phys_port_cnt = from->phys_port_cnt;
}

static void copy_queue_limits(struct ibv_device_attr *to,
			      const struct uverbs_query_device_resp *from)
{
	to->max_qp = (int)from->max_qp;
	to->max_qp_wr = (int)from->max_qp_wr;
	to->max_sge = (int)from->max_sge;
	to->max_sge_rd = (int)from->max_sge_rd;
	to->max_cq = (int)from->max_cq;
	to->max_cqe = (int)from->max_cqe;
	to->max_srq = (int)from->max_srq;
	to->max_srq_wr = (int)from->max_srq_wr;
	to->max_srq_sge = (int)from->max_srq_sge;
	to->max_qp_rd_atom = (int)from->max_qp_rd_atom;
	to->max_ee_rd_atom = (int)from->max_ee_rd_atom;
	to->max_res_rd_atom = (int)from->max_res_rd_atom;
	to->max_qp_init_rd_atom = (int)from->max_qp_init_rd_atom;
	to->max_ee_init_rd_atom = (int)from->max_ee_init_rd_atom;
	to->max_raw_ipv6_qp = (int)from->max_raw_ipv6_qp;
	to->max_raw_ethy_qp = (int)from->max_raw_ethy_qp;
}

static void copy_object_limits(struct ibv_device_attr *to,
			       const struct uverbs_query_device_resp *from)
{
	to->max_mr_size = from->max_mr_size;
	to->max_mr = (int)from->max_mr;
	to->max_pd = (int)from->max_pd;
	to->max_mw = (int)from->max_mw;
	to->max_ah = (int)from->max_ah;
	to->max_ee = (int)from->max_ee;
	to->max_rdd = (int)from->max_rdd;
	to->max_fmr = (int)from->max_fmr;
	to->max_map_per_fmr = (int)from->max_map_per_fmr;
	to->max_mcast_grp = (int)from->max_mcast_grp;
	to->max_mcast_qp_attach = (int)from->max_mcast_qp_attach;
	to->max_total_mcast_qp_attach = (int)from->max_total_mcast_qp_attach;
}

static void copy_device_attr(struct ibv_device_attr *to,
			     const struct uverbs_query_device_resp *from)
{
	memset(to, 0, sizeof(*to));
	copy_identity(to, from);
	copy_queue_limits(to, from);
	copy_object_limits(to, from);
}

int ibv_query_device(struct ibv_context *context, struct ibv_device_attr *device_attr)
{
	struct uverbs_query_device_req req = {0};
	struct uverbs_query_device_resp resp;
	int err = uverbs_call_query_device(inverbs_transport_of(context), &req, &resp);

	if (!err)
		copy_device_attr(device_attr, &resp);
	return err;
}

static void copy_extended(struct ibv_device_attr_ex *to,
			  const struct uverbs_ex_query_device_resp *from)
{
	to->odp_caps.general_caps = from->odp_caps.general_caps;
	to->odp_caps.per_transport_caps.rc_odp_caps = from->odp_caps.rc_odp_caps;
	to->odp_caps.per_transport_caps.uc_odp_caps = from->odp_caps.uc_odp_caps;
	to->odp_caps.per_transport_caps.ud_odp_caps = from->odp_caps.ud_odp_caps;
	to->completion_timestamp_mask = from->timestamp_mask;
	to->hca_core_clock = from->hca_core_clock;
	to->device_cap_flags_ex = from->device_cap_flags_ex;
	to->rss_caps.supported_qpts = from->rss_caps.supported_qpts;
	to->rss_caps.max_rwq_indirection_tables = from->rss_caps.max_rwq_indirection_tables;
	to->rss_caps.max_rwq_indirection_table_size = from->rss_caps.max_rwq_indirection_table_size;
	to->max_wq_type_rq = from->max_wq_type_rq;
	to->raw_packet_caps = from->raw_packet_caps;
	to->tm_caps.max_rndv_hdr_size = from->tm_caps.max_rndv_hdr_size;
	to->tm_caps.max_num_tags = from->tm_caps.max_num_tags;
	to->tm_caps.flags = from->tm_caps.flags;
	to->tm_caps.max_ops = from->tm_caps.max_ops;
	to->tm_caps.max_sge = from->tm_caps.max_sge;
	to->cq_mod_caps.max_cq_count = from->cq_moderation_caps.max_cq_moderation_count;
	to->cq_mod_caps.max_cq_period = from->cq_moderation_caps.max_cq_moderation_period;
	to->max_dm_size = from->max_dm_size;
	to->xrc_odp_caps = from->xrc_odp_caps;
}

/* Kernels without the extended query support the plain one. */
int ibv_query_device_ex(struct ibv_context *context, const struct ibv_query_device_ex_input *input,
			struct ibv_device_attr_ex *attr)
{
	struct uverbs_ex_query_device_req req = {0};
	struct uverbs_ex_query_device_resp resp;
	int err;

	if (input && input->comp_mask)
		return EINVAL;
	memset(attr, 0, sizeof(*attr));
	memset(&resp, 0, sizeof(resp));
	err = uverbs_call_ex_query_device(inverbs_transport_of(context), &req, NULL, 0, &resp, NULL,
					  0);
	if (!err) {
		copy_device_attr(&attr->orig_attr, &resp.base);
		copy_extended(attr, &resp);
	} else if (err == EOPNOTSUPP || err == ENOSYS) {
		err = ibv_query_device(context, &attr->orig_attr);
		attr->device_cap_flags_ex = attr->orig_attr.device_cap_flags;
	}
	attr->phys_port_cnt_ex = attr->orig_attr.phys_port_cnt;
	return err;
}

static void copy_port_attr(struct ibv_port_attr *to, const struct uverbs_query_port_resp *from)
{
	memset(to, 0, sizeof(*to));
	to->state = (enum ibv_port_state)from->state;
	to->max_mtu = (enum ibv_mtu)from->max_mtu;
	to->active_mtu = (enum ibv_mtu)from->active_mtu;
	to->gid_tbl_len = (int)from->gid_tbl_len;
	to->port_cap_flags = from->port_cap_flags;
	to->max_msg_sz = from->max_msg_sz;
	to->bad_pkey_cntr = from->bad_pkey_cntr;
	to->qkey_viol_cntr = from->qkey_viol_cntr;
	to->pkey_tbl_len = from->pkey_tbl_len;
	to->lid = from->lid;
	to->sm_lid = from->sm_lid;
	to->lmc = from->lmc;
	to->max_vl_num = from->max_vl_num;
	to->sm_sl = from->sm_sl;
	to->subnet_timeout = from->subnet_timeout;
	to->init_type_reply = from->init_type_reply;
	to->active_width = from->active_width;
	to->active_speed = from->active_speed;
	to->phys_state = from->phys_state;
	to->link_layer = from->link_layer;
	to->flags = from->flags;
}

/*
 * Capability flags that the command's response has no room for; 0 if the kernel's ioctl does not
 * report them.
 */
static uint16_t second_flags(struct ibv_context *context, uint8_t port_num)
{
	struct inverbs_transport *t = inverbs_transport_of(context);
	struct uverbs_query_port_resp_ex resp = {0};
	struct method_call c;

	method_begin(&c, UVERBS_OBJECT_DEVICE, UVERBS_METHOD_DEVICE_QUERY_PORT,
		     inverbs_provider_of(context)->identity->driver_id);
	method_constant(&c, UVERBS_ATTR_DEVICE_QUERY_PORT_PORT, port_num);
	method_output(&c, UVERBS_ATTR_DEVICE_QUERY_PORT_RESP, (uintptr_t)&resp, sizeof(resp));
	return t->ops->ioctl(t, &c) ? 0 : resp.port_cap_flags2;
}

int ibv_query_port(struct ibv_context *context, uint8_t port_num, struct ibv_port_attr *port_attr)
{
	struct uverbs_query_port_req req = {.port_num = port_num};
	struct uverbs_query_port_resp resp;
	int err = uverbs_call_query_port(inverbs_transport_of(context), &req, &resp);

	if (err)
		return err;
	copy_port_attr(port_attr, &resp);
	if (port_attr->port_cap_flags & IBV_PORT_CAP_MASK2_SUP)
		port_attr->port_cap_flags2 = second_flags(context, port_num);
	return 0;
}

/* Number of active lanes for a port width code; 0 for an unknown code. */
static uint64_t lanes_of(uint8_t width)
{
	switch (width) {
	case 1:
		return 1;
	case 2:
		return 4;
	case 4:
		return 8;
	case 8:
		return 12;
	case 16:
		return 2;
	default:
		return 0;
	}
}

/* Rate of one lane for a speed code, in units of 100 Mbit/s, with the kernel's values. */
static uint64_t lane_speed(uint8_t code)
{
	static const uint16_t speeds[] = {25, 50, 100, 100, 140, 250, 500, 1000};

	for (size_t i = 0; i < sizeof(speeds) / sizeof(speeds[0]); i++) {
		if (code == 1U << i)
			return speeds[i];
	}
	return 0;
}

/*
 * A kernel that supports bundled links reports the speed more precisely than the width and speed
 * codes do.
 */
static int kernel_speed(struct ibv_context *context, uint32_t port_num, uint64_t *speed)
{
	struct inverbs_transport *t = inverbs_transport_of(context);
	struct method_call c;

	method_begin(&c, UVERBS_OBJECT_DEVICE, UVERBS_METHOD_DEVICE_QUERY_PORT_SPEED,
		     inverbs_provider_of(context)->identity->driver_id);
	method_constant(&c, UVERBS_ATTR_DEVICE_QUERY_PORT_SPEED_PORT, port_num);
	method_output(&c, UVERBS_ATTR_DEVICE_QUERY_PORT_SPEED_RESP, (uintptr_t)speed,
		      sizeof(*speed));
	return t->ops->ioctl(t, &c);
}

int ibv_query_port_speed(struct ibv_context *context, uint32_t port_num, uint64_t *port_speed)
{
	struct ibv_port_attr attr;
	uint64_t speed;
	int err = port_num > UINT8_MAX ? EINVAL : ibv_query_port(context, (uint8_t)port_num, &attr);

	if (err)
		return err;
	if (kernel_speed(context, port_num, &speed))
		speed = lanes_of(attr.active_width) * lane_speed(attr.active_speed);
	if (!speed)
		return EOPNOTSUPP;
	*port_speed = speed;
	return 0;
}
