/* SPDX-License-Identifier: BSD-2-Clause */
/* MODIFY_QP: makes the checks in the kernel's order, then applies the new attributes. */
#include <errno.h>
#include <inverbs/kernel/qp_states.h>
#include <string.h>

#include "base/devices.h"
#include "base/driver.h"
#include "engine/engine.h"
#include "kernel/commands.h"

enum {
	MASK_ORDINARY = (1 << 21) - 1, /**< all bits up to IBV_QP_DEST_QPN */
	MASK_EXTENDED = MASK_ORDINARY | IBV_QP_RATE_LIMIT,
	LAST_STATE = IBV_QPS_ERR,
	QKEY_PRIVILEGED = 1U << 31,
	NUMBER_MASK = 0xffffff, /**< of PSNs and queue pair numbers */
	TIMER_MAX = 31,
	RETRY_MAX = 7,
};

int softhca_check_route(const struct softhca_dev *device, unsigned int port, bool global,
			unsigned int sgid_index)
{
	static const union ibv_gid unused;
	const struct softhca_port *from = &device->port[port - 1];

	if (!global)
		return from->ethernet ? EINVAL : 0;
	if (sgid_index >= device->driver->limits->gid_tbl_len || sgid_index >= SOFTHCA_GIDS)
		return EINVAL;
	return memcmp(&from->gid[sgid_index], &unused, sizeof(unused)) ? 0 : ENODATA;
}

int softhca_check_neighbour(const struct softhca_dev *device, unsigned int port,
			    const uint8_t dgid[16])
{
	const bool link_local = dgid[0] == 0xfe && (dgid[1] & 0xc0) == 0x80;
	union ibv_gid gid;

	if (!device->port[port - 1].ethernet || softhca_gid_is_multicast(dgid) ||
	    (link_local && !device->driver->roce))
		return 0;
	memcpy(gid.raw, dgid, sizeof(gid.raw));
	return softhca_find_port_by_gid(device->hca, &gid) ? 0 : ETIMEDOUT;
}

static int check_dest(const struct softhca_dev *device, const struct uverbs_qp_dest *dest)
{
	if (!softhca_has_port(device, dest->port_num))
		return EINVAL;
	return softhca_check_route(device, dest->port_num, dest->is_global, dest->sgid_index);
}

/**
 * Check the port of an address vector. In the transition to RTR, it must be the queue pair's port;
 * otherwise the queue pair moves to that port, unless the request names a different one.
 */
static int check_av(const struct softhca_qp *qp, struct uverbs_modify_qp_req *req)
{
	if (!softhca_has_port(qp->device, req->dest.port_num))
		return EINVAL;
	if (req->attr_mask & IBV_QP_STATE && req->qp_state == IBV_QPS_RTR)
		return req->dest.port_num == qp->attr.port_num ? 0 : EINVAL;
	if (req->attr_mask & IBV_QP_PORT)
		return req->dest.port_num == req->port_num ? 0 : EINVAL;
	req->attr_mask |= IBV_QP_PORT;
	req->port_num = req->dest.port_num;
	return 0;
}

/** Check an alternate path, which only InfiniBand ports support. */
static int check_alt_path(const struct softhca_qp *qp, const struct uverbs_modify_qp_req *req)
{
	if (!softhca_has_port(qp->device, req->alt_port_num) ||
	    req->alt_port_num != req->alt_dest.port_num ||
	    qp->device->port[req->alt_port_num - 1].ethernet)
		return EINVAL;
	return check_dest(qp->device, &req->alt_dest);
}

static int check_states(const struct softhca_qp *qp, const struct uverbs_modify_qp_req *req)
{
	if (req->attr_mask & IBV_QP_STATE && req->qp_state > LAST_STATE)
		return EINVAL;
	if (!(req->attr_mask & IBV_QP_CUR_STATE))
		return 0;
	return req->cur_qp_state <= LAST_STATE && req->cur_qp_state == qp->attr.qp_state ? 0
											 : EINVAL;
}

/** Timer codes have five bits, retry counts three. */
static int check_timers(const struct uverbs_modify_qp_req *req)
{
	uint32_t mask = req->attr_mask;

	if ((mask & IBV_QP_TIMEOUT && req->timeout > TIMER_MAX) ||
	    (mask & IBV_QP_MIN_RNR_TIMER && req->min_rnr_timer > TIMER_MAX) ||
	    (mask & IBV_QP_ALT_PATH && req->alt_timeout > TIMER_MAX))
		return EINVAL;
	if ((mask & IBV_QP_RETRY_CNT && req->retry_cnt > RETRY_MAX) ||
	    (mask & IBV_QP_RNR_RETRY && req->rnr_retry > RETRY_MAX))
		return EINVAL;
	return 0;
}

/** The alternate path must be set before a queue pair is armed for it. */
static int check_migration(const struct softhca_qp *qp, const struct uverbs_modify_qp_req *req)
{
	if (!(req->attr_mask & IBV_QP_PATH_MIG_STATE) || req->path_mig_state == IBV_MIG_MIGRATED)
		return 0;
	if (req->path_mig_state > IBV_MIG_ARMED)
		return EINVAL;
	return qp->attr.alt_port_num || req->attr_mask & IBV_QP_ALT_PATH ? 0 : EINVAL;
}

/** Check for values that the adapter refuses. */
static int check_values(const struct softhca_qp *qp, const struct uverbs_modify_qp_req *req)
{
	const struct softhca_limits *limits = qp->device->driver->limits;
	uint32_t mask = req->attr_mask;

	if (mask & IBV_QP_PATH_MTU &&
	    (req->path_mtu < IBV_MTU_256 || req->path_mtu > limits->max_mtu))
		return EINVAL;
	if (mask & IBV_QP_PKEY_INDEX && req->pkey_index >= limits->pkey_tbl_len)
		return EINVAL;
	if (mask & IBV_QP_MAX_QP_RD_ATOMIC && req->max_rd_atomic > limits->attr.max_qp_init_rd_atom)
		return EINVAL;
	if (mask & IBV_QP_MAX_DEST_RD_ATOMIC &&
	    req->max_dest_rd_atomic > limits->attr.max_qp_rd_atom)
		return EINVAL;
	if (mask & IBV_QP_ALT_PATH && req->alt_pkey_index >= limits->pkey_tbl_len)
		return EINVAL;
	return check_timers(req) ? EINVAL : check_migration(qp, req);
}

/**
 * Make the kernel's checks that do not depend on the transition. May add IBV_QP_PORT to the mask.
 */
static int check_request(const struct softhca_context *ctx, const struct softhca_qp *qp,
			 struct uverbs_modify_qp_req *req)
{
	int ret = 0;

	if (req->attr_mask & IBV_QP_PORT && !softhca_has_port(qp->device, req->port_num))
		return EINVAL;
	if (req->attr_mask & IBV_QP_AV)
		ret = check_av(qp, req);
	if (!ret && req->attr_mask & IBV_QP_ALT_PATH)
		ret = check_alt_path(qp, req);
	if (!ret)
		ret = check_states(qp, req);
	if (ret)
		return ret;
	if (req->attr_mask & IBV_QP_QKEY && req->qkey & QKEY_PRIVILEGED &&
	    !softhca_has_net_raw(ctx))
		return EPERM;
	if (req->attr_mask & IBV_QP_AV)
		ret = check_dest(qp->device, &req->dest);
	if (!ret && req->attr_mask & IBV_QP_AV)
		ret = softhca_check_neighbour(qp->device, req->dest.port_num, req->dest.dgid);
	return ret ? ret : check_values(qp, req);
}

static void read_dest(struct ibv_ah_attr *attr, const struct uverbs_qp_dest *dest)
{
	*attr = (struct ibv_ah_attr){
		.grh.flow_label = dest->flow_label,
		.grh.sgid_index = dest->sgid_index,
		.grh.hop_limit = dest->hop_limit,
		.grh.traffic_class = dest->traffic_class,
		.dlid = dest->dlid,
		.sl = dest->sl,
		.src_path_bits = dest->src_path_bits,
		.static_rate = dest->static_rate,
		.is_global = dest->is_global,
		.port_num = dest->port_num,
	};
	memcpy(attr->grh.dgid.raw, dest->dgid, sizeof(dest->dgid));
}

/** Apply the first half of the attributes: addresses and access. */
static void apply_path(struct ibv_qp_attr *a, const struct uverbs_modify_qp_req *req, uint32_t mask)
{
	if (mask & IBV_QP_ACCESS_FLAGS)
		a->qp_access_flags = req->qp_access_flags;
	if (mask & IBV_QP_PKEY_INDEX)
		a->pkey_index = req->pkey_index;
	if (mask & IBV_QP_PORT)
		a->port_num = req->port_num;
	if (mask & IBV_QP_QKEY)
		a->qkey = req->qkey;
	if (mask & IBV_QP_AV)
		read_dest(&a->ah_attr, &req->dest);
	if (mask & IBV_QP_PATH_MTU)
		a->path_mtu = req->path_mtu;
	if (mask & IBV_QP_DEST_QPN)
		a->dest_qp_num = req->dest_qp_num & NUMBER_MASK;
	if (mask & IBV_QP_PATH_MIG_STATE)
		a->path_mig_state = req->path_mig_state;
	if (mask & IBV_QP_ALT_PATH) {
		read_dest(&a->alt_ah_attr, &req->alt_dest);
		a->alt_port_num = req->alt_port_num;
		a->alt_pkey_index = req->alt_pkey_index;
		a->alt_timeout = req->alt_timeout;
	}
}

/** Apply the second half: numbers and timers. */
static void apply_transport(struct ibv_qp_attr *a, const struct uverbs_modify_qp_req *req,
			    uint32_t mask)
{
	if (mask & IBV_QP_RQ_PSN)
		a->rq_psn = req->rq_psn & NUMBER_MASK;
	if (mask & IBV_QP_SQ_PSN)
		a->sq_psn = req->sq_psn & NUMBER_MASK;
	if (mask & IBV_QP_TIMEOUT)
		a->timeout = req->timeout;
	if (mask & IBV_QP_RETRY_CNT)
		a->retry_cnt = req->retry_cnt;
	if (mask & IBV_QP_RNR_RETRY)
		a->rnr_retry = req->rnr_retry;
	if (mask & IBV_QP_MIN_RNR_TIMER)
		a->min_rnr_timer = req->min_rnr_timer;
	if (mask & IBV_QP_MAX_QP_RD_ATOMIC)
		a->max_rd_atomic = req->max_rd_atomic;
	if (mask & IBV_QP_MAX_DEST_RD_ATOMIC)
		a->max_dest_rd_atomic = req->max_dest_rd_atomic;
	if (mask & IBV_QP_EN_SQD_ASYNC_NOTIFY)
		a->en_sqd_async_notify = req->en_sqd_async_notify;
}

/** RESET: keep only the capabilities. (An iWARP queue pair keeps all attributes.) */
static void clear_attributes(struct ibv_qp_attr *a)
{
	const struct ibv_qp_cap cap = a->cap;

	memset(a, 0, sizeof(*a));
	a->cap = cap;
}

/** Get the state that the request leads to. */
static int find_next_state(const struct softhca_qp *qp, const struct uverbs_modify_qp_req *req,
			   enum ibv_qp_state *to)
{
	const struct softhca_driver *driver = qp->device->driver;
	const enum ibv_qp_state from = qp->attr.qp_state;

	*to = req->attr_mask & IBV_QP_STATE ? (enum ibv_qp_state)req->qp_state : from;
	if (driver->transition)
		return driver->transition(qp, to, req->attr_mask);
	return uverbs_check_transition((int)qp->type, (int)from, (int)*to, req->attr_mask);
}

/** Setting the migration state to MIGRATED requests migration. */
static bool asks_to_migrate(const struct softhca_qp *qp, const struct uverbs_modify_qp_req *req)
{
	return req->attr_mask & IBV_QP_PATH_MIG_STATE && req->path_mig_state == IBV_MIG_MIGRATED &&
	       qp->attr.path_mig_state == IBV_MIG_ARMED;
}

static int modify_qp(struct softhca_context *ctx, struct uverbs_modify_qp_req *req)
{
	struct softhca_qp_handle *handle;
	struct softhca_qp *qp;
	struct ibv_qp_attr new_attr;
	enum ibv_qp_state from, to;
	bool migrate;
	int ret = softhca_qp_find(ctx, req->qp_handle, &handle);

	if (ret)
		return ret;
	qp = handle->qp;
	ret = check_request(ctx, qp, req);
	if (ret)
		return ret;
	from = qp->attr.qp_state;
	ret = find_next_state(qp, req, &to);
	if (ret)
		return ret;
	new_attr = qp->attr;
	apply_path(&new_attr, req, req->attr_mask);
	apply_transport(&new_attr, req, req->attr_mask);
	new_attr.qp_state = to;
	migrate = asks_to_migrate(qp, req);
	if (migrate)
		new_attr.path_mig_state = IBV_MIG_ARMED; /* until the migration is complete */
	if (to == IBV_QPS_RESET && qp->device->driver->node_type != IBV_NODE_RNIC)
		clear_attributes(&new_attr);
	if (qp->device->driver->modify_qp)
		ret = qp->device->driver->modify_qp(qp, &new_attr, req->attr_mask);
	if (ret)
		return ret;
	qp->attr = new_attr;
	if (to == IBV_QPS_RESET)
		qp->comm_established = false;
	softhca_engine_qp_modified(qp, from, req->attr_mask);
	if (migrate)
		softhca_engine_qp_migrate(qp);
	return 0;
}

int softhca_modify_qp(struct softhca_command *c)
{
	struct uverbs_modify_qp_req req;

	uverbs_read_modify_qp(&c->parsed, &req);
	if (req.attr_mask & ~(uint32_t)MASK_ORDINARY)
		return EOPNOTSUPP;
	return modify_qp(c->ctx, &req);
}

int softhca_ex_modify_qp(struct softhca_command *c)
{
	struct uverbs_ex_modify_qp_req req;
	struct uverbs_ex_modify_qp_resp resp = {
		.response_length = softhca_response_length(c, sizeof(resp)),
	};
	int ret;

	uverbs_read_ex_modify_qp(&c->parsed, &req);
	/* No emulated adapter limits rates, so a rate limit is refused. */
	if (req.base.attr_mask & ~(uint32_t)MASK_EXTENDED || req.base.attr_mask & IBV_QP_RATE_LIMIT)
		return EOPNOTSUPP;
	ret = modify_qp(c->ctx, &req.base);
	if (!ret)
		softhca_respond(c, &resp, sizeof(resp));
	return ret;
}
