/* SPDX-License-Identifier: BSD-2-Clause */
/* Commands that query the device and its ports. */
#include <errno.h>
#include <inverbs/fast/bits.h>

#include "base/driver.h"
#include "kernel/commands.h"
#include "kernel/device.h"

static void fill_device(const struct softhca_dev *device, struct uverbs_query_device_resp *resp)
{
	const struct softhca_limits *limits = device->driver->limits;
	const struct ibv_device_attr *a = &limits->attr;

	*resp = (struct uverbs_query_device_resp){
		.fw_ver = limits->fw_ver,
		.node_guid = INVERBS_BE64(device->node_guid),
		.sys_image_guid = INVERBS_BE64(softhca_sys_image_guid(device)),
		.max_mr_size = a->max_mr_size,
		.page_size_cap = a->page_size_cap,
		.vendor_id = a->vendor_id,
		.vendor_part_id = a->vendor_part_id,
		.hw_ver = a->hw_ver,
		.max_qp = (uint32_t)a->max_qp,
		.max_qp_wr = (uint32_t)a->max_qp_wr,
		.device_cap_flags = a->device_cap_flags,
		.max_sge = (uint32_t)a->max_sge,
		.max_sge_rd = (uint32_t)a->max_sge_rd,
		.max_cq = (uint32_t)a->max_cq,
		.max_cqe = (uint32_t)a->max_cqe,
		.max_mr = (uint32_t)a->max_mr,
		.max_pd = (uint32_t)a->max_pd,
		.max_qp_rd_atom = (uint32_t)a->max_qp_rd_atom,
		.max_ee_rd_atom = (uint32_t)a->max_ee_rd_atom,
		.max_res_rd_atom = (uint32_t)a->max_res_rd_atom,
		.max_qp_init_rd_atom = (uint32_t)a->max_qp_init_rd_atom,
		.max_ee_init_rd_atom = (uint32_t)a->max_ee_init_rd_atom,
		.atomic_cap = (uint32_t)a->atomic_cap,
		.max_ee = (uint32_t)a->max_ee,
		.max_rdd = (uint32_t)a->max_rdd,
		.max_mw = (uint32_t)a->max_mw,
		.max_raw_ipv6_qp = (uint32_t)a->max_raw_ipv6_qp,
		.max_raw_ethy_qp = (uint32_t)a->max_raw_ethy_qp,
		.max_mcast_grp = (uint32_t)a->max_mcast_grp,
		.max_mcast_qp_attach = (uint32_t)a->max_mcast_qp_attach,
		.max_total_mcast_qp_attach = (uint32_t)a->max_total_mcast_qp_attach,
		.max_ah = (uint32_t)a->max_ah,
		.max_fmr = (uint32_t)a->max_fmr,
		.max_map_per_fmr = (uint32_t)a->max_map_per_fmr,
		.max_srq = (uint32_t)a->max_srq,
		.max_srq_wr = (uint32_t)a->max_srq_wr,
		.max_srq_sge = (uint32_t)a->max_srq_sge,
		.max_pkeys = a->max_pkeys,
		.local_ca_ack_delay = a->local_ca_ack_delay,
		.phys_port_cnt = (uint8_t)device->num_ports,
	};
}

int softhca_query_device(struct softhca_command *c)
{
	struct uverbs_query_device_resp resp;

	fill_device(c->ctx->device, &resp);
	softhca_respond(c, &resp, sizeof(resp));
	return 0;
}

int softhca_ex_query_device(struct softhca_command *c)
{
	const struct softhca_driver *driver = c->ctx->device->driver;
	struct uverbs_ex_query_device_resp resp = {
		.response_length = softhca_response_length(c, sizeof(resp)),
		.timestamp_mask = driver->limits->timestamp_mask,
		.hca_core_clock = driver->limits->hca_core_clock,
		/* QUERY_DEVICE returns the lower half */
		.device_cap_flags_ex = driver->limits->device_cap_flags_ex |
				       driver->limits->attr.device_cap_flags,
	};
	struct uverbs_ex_query_device_req req;
	int ret = 0;

	uverbs_read_ex_query_device(&c->parsed, &req);
	if (req.comp_mask || req.reserved)
		return EINVAL;
	if (driver->query_device_ex)
		ret = driver->query_device_ex(c->ctx, &c->udata);
	if (ret)
		return ret;
	fill_device(c->ctx->device, &resp.base);
	softhca_respond(c, &resp, sizeof(resp));
	return 0;
}

int softhca_query_port(struct softhca_command *c)
{
	const struct softhca_limits *limits = c->ctx->device->driver->limits;
	struct uverbs_query_port_req req;
	struct uverbs_query_port_resp resp;
	const struct softhca_port *port;
	bool roce;

	uverbs_read_query_port(&c->parsed, &req);
	if (!softhca_has_port(c->ctx->device, req.port_num))
		return EINVAL;
	port = &c->ctx->device->port[req.port_num - 1];
	roce = port->ethernet && port->device->driver->node_type == IBV_NODE_CA;
	resp = (struct uverbs_query_port_resp){
		.port_cap_flags = softhca_port_cap_flags(port),
		.max_msg_sz = limits->max_msg_sz,
		.gid_tbl_len = limits->gid_tbl_len,
		.pkey_tbl_len = limits->pkey_tbl_len,
		.bad_pkey_cntr = (uint32_t)port->counters.pkey_violations,
		.qkey_viol_cntr = (uint32_t)port->counters.qkey_violations,
		.lid = port->lid,
		.sm_lid = port->sm_lid,
		.lmc = port->lmc,
		.sm_sl = port->sm_sl,
		.subnet_timeout = port->subnet_timeout,
		.state = port->state,
		.max_mtu = port->max_mtu,
		.active_mtu = port->active_mtu,
		.max_vl_num = softhca_port_virtual_lanes(port),
		.active_width = limits->active_width,
		.active_speed = limits->active_speed,
		.phys_state = softhca_port_phys_state(port),
		.link_layer = port->ethernet ? IBV_LINK_LAYER_ETHERNET : IBV_LINK_LAYER_INFINIBAND,
		.flags = roce ? IBV_QPF_GRH_REQUIRED : 0,
	};
	softhca_respond(c, &resp, sizeof(resp));
	return 0;
}
