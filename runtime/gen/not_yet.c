/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/api/ by `python3 -m codegen gen`. Edit the spec, not this file. */

/* Functions that are declared and documented but not written yet. Each fails with the error that
 * its comment names. */
#include <errno.h>
#include <infiniband/verbs.h>

int ibv_resolve_eth_l2_from_gid(struct ibv_context *context, struct ibv_ah_attr *attr,
				uint8_t eth_mac[6], uint16_t *vid)
{
	(void)context;
	(void)attr;
	(void)eth_mac;
	(void)vid;
	errno = EOPNOTSUPP;
	return -1;
}

struct ibv_context *ibv_import_device(int cmd_fd)
{
	(void)cmd_fd;
	errno = EOPNOTSUPP;
	return NULL;
}

struct ibv_counters *ibv_create_counters(struct ibv_context *context,
					 struct ibv_counters_init_attr *init_attr)
{
	(void)context;
	(void)init_attr;
	errno = EOPNOTSUPP;
	return NULL;
}

int ibv_destroy_counters(struct ibv_counters *counters)
{
	(void)counters;
	return EOPNOTSUPP;
}

int ibv_attach_counters_point_flow(struct ibv_counters *counters,
				   struct ibv_counter_attach_attr *attr, struct ibv_flow *flow)
{
	(void)counters;
	(void)attr;
	(void)flow;
	return EOPNOTSUPP;
}

int ibv_read_counters(struct ibv_counters *counters, uint64_t *counters_value, uint32_t ncounters,
		      uint32_t flags)
{
	(void)counters;
	(void)counters_value;
	(void)ncounters;
	(void)flags;
	return EOPNOTSUPP;
}

struct ibv_dm *ibv_import_dm(struct ibv_context *context, uint32_t dm_handle)
{
	(void)context;
	(void)dm_handle;
	errno = EOPNOTSUPP;
	return NULL;
}

void ibv_unimport_dm(struct ibv_dm *dm)
{
	(void)dm;
}

struct ibv_dm *ibv_alloc_dm(struct ibv_context *context, struct ibv_alloc_dm_attr *attr)
{
	(void)context;
	(void)attr;
	errno = EOPNOTSUPP;
	return NULL;
}

int ibv_free_dm(struct ibv_dm *dm)
{
	(void)dm;
	return EOPNOTSUPP;
}

struct ibv_mr *ibv_reg_dm_mr(struct ibv_pd *pd, struct ibv_dm *dm, uint64_t dm_offset,
			     size_t length, unsigned int access)
{
	(void)pd;
	(void)dm;
	(void)dm_offset;
	(void)length;
	(void)access;
	errno = EOPNOTSUPP;
	return NULL;
}

struct ibv_flow *ibv_create_flow(struct ibv_qp *qp, struct ibv_flow_attr *flow)
{
	(void)qp;
	(void)flow;
	errno = EOPNOTSUPP;
	return NULL;
}

int ibv_destroy_flow(struct ibv_flow *flow_id)
{
	(void)flow_id;
	return EOPNOTSUPP;
}

struct ibv_flow_action *ibv_create_flow_action_esp(struct ibv_context *ctx,
						   struct ibv_flow_action_esp_attr *esp)
{
	(void)ctx;
	(void)esp;
	errno = EOPNOTSUPP;
	return NULL;
}

int ibv_modify_flow_action_esp(struct ibv_flow_action *action, struct ibv_flow_action_esp_attr *esp)
{
	(void)action;
	(void)esp;
	return EOPNOTSUPP;
}

int ibv_destroy_flow_action(struct ibv_flow_action *action)
{
	(void)action;
	return EOPNOTSUPP;
}

struct ibv_mr *ibv_import_mr(struct ibv_pd *pd, uint32_t mr_handle)
{
	(void)pd;
	(void)mr_handle;
	errno = EOPNOTSUPP;
	return NULL;
}

void ibv_unimport_mr(struct ibv_mr *mr)
{
	(void)mr;
}

struct ibv_mr *ibv_reg_dmabuf_mr(struct ibv_pd *pd, uint64_t offset, size_t length, uint64_t iova,
				 int fd, int access)
{
	(void)pd;
	(void)offset;
	(void)length;
	(void)iova;
	(void)fd;
	(void)access;
	errno = EOPNOTSUPP;
	return NULL;
}

int ibv_advise_mr(struct ibv_pd *pd, enum ib_uverbs_advise_mr_advice advice, uint32_t flags,
		  struct ibv_sge *sg_list, uint32_t num_sge)
{
	(void)pd;
	(void)advice;
	(void)flags;
	(void)sg_list;
	(void)num_sge;
	return EOPNOTSUPP;
}

struct ibv_mr *ibv_alloc_null_mr(struct ibv_pd *pd)
{
	(void)pd;
	errno = EOPNOTSUPP;
	return NULL;
}

struct ibv_pd *ibv_import_pd(struct ibv_context *context, uint32_t pd_handle)
{
	(void)context;
	(void)pd_handle;
	errno = EOPNOTSUPP;
	return NULL;
}

void ibv_unimport_pd(struct ibv_pd *pd)
{
	(void)pd;
}

int ibv_modify_qp_rate_limit(struct ibv_qp *qp, struct ibv_qp_rate_limit_attr *attr)
{
	(void)qp;
	(void)attr;
	return EOPNOTSUPP;
}

int ibv_query_qp_data_in_order(struct ibv_qp *qp, enum ibv_wr_opcode op, uint32_t flags)
{
	(void)qp;
	(void)op;
	(void)flags;
	return 0;
}

int ibv_set_ece(struct ibv_qp *qp, struct ibv_ece *ece)
{
	(void)qp;
	(void)ece;
	return EOPNOTSUPP;
}

int ibv_query_ece(struct ibv_qp *qp, struct ibv_ece *ece)
{
	(void)qp;
	(void)ece;
	return EOPNOTSUPP;
}

int ibv_post_srq_ops(struct ibv_srq *srq, struct ibv_ops_wr *op, struct ibv_ops_wr **bad_op)
{
	(void)srq;
	*bad_op = op;
	return EOPNOTSUPP;
}

struct ibv_wq *ibv_create_wq(struct ibv_context *context, struct ibv_wq_init_attr *wq_init_attr)
{
	(void)context;
	(void)wq_init_attr;
	errno = EOPNOTSUPP;
	return NULL;
}

int ibv_modify_wq(struct ibv_wq *wq, struct ibv_wq_attr *wq_attr)
{
	(void)wq;
	(void)wq_attr;
	return EOPNOTSUPP;
}

int ibv_destroy_wq(struct ibv_wq *wq)
{
	(void)wq;
	return EOPNOTSUPP;
}

struct ibv_rwq_ind_table *ibv_create_rwq_ind_table(struct ibv_context *context,
						   struct ibv_rwq_ind_table_init_attr *init_attr)
{
	(void)context;
	(void)init_attr;
	errno = EOPNOTSUPP;
	return NULL;
}

int ibv_destroy_rwq_ind_table(struct ibv_rwq_ind_table *rwq_ind_table)
{
	(void)rwq_ind_table;
	return EOPNOTSUPP;
}

struct ibv_srq *ibv_create_xrc_srq(struct ibv_pd *pd, struct ibv_xrc_domain *xrc_domain,
				   struct ibv_cq *xrc_cq, struct ibv_srq_init_attr *srq_init_attr)
{
	(void)pd;
	(void)xrc_domain;
	(void)xrc_cq;
	(void)srq_init_attr;
	errno = ENOSYS;
	return NULL;
}

struct ibv_xrc_domain *ibv_open_xrc_domain(struct ibv_context *context, int fd, int oflag)
{
	(void)context;
	(void)fd;
	(void)oflag;
	errno = ENOSYS;
	return NULL;
}

int ibv_close_xrc_domain(struct ibv_xrc_domain *d)
{
	(void)d;
	return ENOSYS;
}

int ibv_create_xrc_rcv_qp(struct ibv_qp_init_attr *init_attr, uint32_t *xrc_rcv_qpn)
{
	(void)init_attr;
	(void)xrc_rcv_qpn;
	return ENOSYS;
}

int ibv_modify_xrc_rcv_qp(struct ibv_xrc_domain *xrc_domain, uint32_t xrc_qp_num,
			  struct ibv_qp_attr *attr, int attr_mask)
{
	(void)xrc_domain;
	(void)xrc_qp_num;
	(void)attr;
	(void)attr_mask;
	return ENOSYS;
}

int ibv_query_xrc_rcv_qp(struct ibv_xrc_domain *xrc_domain, uint32_t xrc_qp_num,
			 struct ibv_qp_attr *attr, int attr_mask,
			 struct ibv_qp_init_attr *init_attr)
{
	(void)xrc_domain;
	(void)xrc_qp_num;
	(void)attr;
	(void)attr_mask;
	(void)init_attr;
	return ENOSYS;
}

int ibv_reg_xrc_rcv_qp(struct ibv_xrc_domain *xrc_domain, uint32_t xrc_qp_num)
{
	(void)xrc_domain;
	(void)xrc_qp_num;
	return ENOSYS;
}

int ibv_unreg_xrc_rcv_qp(struct ibv_xrc_domain *xrc_domain, uint32_t xrc_qp_num)
{
	(void)xrc_domain;
	(void)xrc_qp_num;
	return ENOSYS;
}
