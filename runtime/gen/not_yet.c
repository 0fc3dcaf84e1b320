/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/api/ by `python3 -m codegen gen`. Edit the spec, not this file. */

/*
 * Functions that are declared and documented but not implemented. Each fails with the error that
 * its comment names.
 */
#include <errno.h>
#include <infiniband/verbs.h>

#define UNUSED __attribute__((unused))

int ibv_resolve_eth_l2_from_gid(struct ibv_context *context UNUSED, struct ibv_ah_attr *attr UNUSED,
				uint8_t eth_mac[6] UNUSED, uint16_t *vid UNUSED)
{
	errno = EOPNOTSUPP;
	return -1;
}

struct ibv_context *ibv_import_device(int cmd_fd UNUSED)
{
	errno = EOPNOTSUPP;
	return NULL;
}

struct ibv_counters *ibv_create_counters(struct ibv_context *context UNUSED,
					 struct ibv_counters_init_attr *init_attr UNUSED)
{
	errno = EOPNOTSUPP;
	return NULL;
}

int ibv_destroy_counters(struct ibv_counters *counters UNUSED)
{
	return EOPNOTSUPP;
}

int ibv_attach_counters_point_flow(struct ibv_counters *counters UNUSED,
				   struct ibv_counter_attach_attr *attr UNUSED,
				   struct ibv_flow *flow UNUSED)
{
	return EOPNOTSUPP;
}

int ibv_read_counters(struct ibv_counters *counters UNUSED, uint64_t *counters_value UNUSED,
		      uint32_t ncounters UNUSED, uint32_t flags UNUSED)
{
	return EOPNOTSUPP;
}

struct ibv_dm *ibv_import_dm(struct ibv_context *context UNUSED, uint32_t dm_handle UNUSED)
{
	errno = EOPNOTSUPP;
	return NULL;
}

void ibv_unimport_dm(struct ibv_dm *dm UNUSED)
{
}

struct ibv_dm *ibv_alloc_dm(struct ibv_context *context UNUSED,
			    struct ibv_alloc_dm_attr *attr UNUSED)
{
	errno = EOPNOTSUPP;
	return NULL;
}

int ibv_free_dm(struct ibv_dm *dm UNUSED)
{
	return EOPNOTSUPP;
}

struct ibv_mr *ibv_reg_dm_mr(struct ibv_pd *pd UNUSED, struct ibv_dm *dm UNUSED,
			     uint64_t dm_offset UNUSED, size_t length UNUSED,
			     unsigned int access UNUSED)
{
	errno = EOPNOTSUPP;
	return NULL;
}

struct ibv_flow *ibv_create_flow(struct ibv_qp *qp UNUSED, struct ibv_flow_attr *flow UNUSED)
{
	errno = EOPNOTSUPP;
	return NULL;
}

int ibv_destroy_flow(struct ibv_flow *flow_id UNUSED)
{
	return EOPNOTSUPP;
}

struct ibv_flow_action *ibv_create_flow_action_esp(struct ibv_context *ctx UNUSED,
						   struct ibv_flow_action_esp_attr *esp UNUSED)
{
	errno = EOPNOTSUPP;
	return NULL;
}

int ibv_modify_flow_action_esp(struct ibv_flow_action *action UNUSED,
			       struct ibv_flow_action_esp_attr *esp UNUSED)
{
	return EOPNOTSUPP;
}

int ibv_destroy_flow_action(struct ibv_flow_action *action UNUSED)
{
	return EOPNOTSUPP;
}

struct ibv_mr *ibv_import_mr(struct ibv_pd *pd UNUSED, uint32_t mr_handle UNUSED)
{
	errno = EOPNOTSUPP;
	return NULL;
}

void ibv_unimport_mr(struct ibv_mr *mr UNUSED)
{
}

struct ibv_mr *ibv_reg_dmabuf_mr(struct ibv_pd *pd UNUSED, uint64_t offset UNUSED,
				 size_t length UNUSED, uint64_t iova UNUSED, int fd UNUSED,
				 int access UNUSED)
{
	errno = EOPNOTSUPP;
	return NULL;
}

int ibv_advise_mr(struct ibv_pd *pd UNUSED, enum ib_uverbs_advise_mr_advice advice UNUSED,
		  uint32_t flags UNUSED, struct ibv_sge *sg_list UNUSED, uint32_t num_sge UNUSED)
{
	return EOPNOTSUPP;
}

struct ibv_mr *ibv_alloc_null_mr(struct ibv_pd *pd UNUSED)
{
	errno = EOPNOTSUPP;
	return NULL;
}

struct ibv_pd *ibv_import_pd(struct ibv_context *context UNUSED, uint32_t pd_handle UNUSED)
{
	errno = EOPNOTSUPP;
	return NULL;
}

void ibv_unimport_pd(struct ibv_pd *pd UNUSED)
{
}

int ibv_modify_qp_rate_limit(struct ibv_qp *qp UNUSED, struct ibv_qp_rate_limit_attr *attr UNUSED)
{
	return EOPNOTSUPP;
}

int ibv_query_qp_data_in_order(struct ibv_qp *qp UNUSED, enum ibv_wr_opcode op UNUSED,
			       uint32_t flags UNUSED)
{
	return 0;
}

int ibv_set_ece(struct ibv_qp *qp UNUSED, struct ibv_ece *ece UNUSED)
{
	return EOPNOTSUPP;
}

int ibv_query_ece(struct ibv_qp *qp UNUSED, struct ibv_ece *ece UNUSED)
{
	return EOPNOTSUPP;
}

int ibv_post_srq_ops(struct ibv_srq *srq UNUSED, struct ibv_ops_wr *op, struct ibv_ops_wr **bad_op)
{
	*bad_op = op;
	return EOPNOTSUPP;
}

struct ibv_wq *ibv_create_wq(struct ibv_context *context UNUSED,
			     struct ibv_wq_init_attr *wq_init_attr UNUSED)
{
	errno = EOPNOTSUPP;
	return NULL;
}

int ibv_modify_wq(struct ibv_wq *wq UNUSED, struct ibv_wq_attr *wq_attr UNUSED)
{
	return EOPNOTSUPP;
}

int ibv_destroy_wq(struct ibv_wq *wq UNUSED)
{
	return EOPNOTSUPP;
}

struct ibv_rwq_ind_table *
ibv_create_rwq_ind_table(struct ibv_context *context UNUSED,
			 struct ibv_rwq_ind_table_init_attr *init_attr UNUSED)
{
	errno = EOPNOTSUPP;
	return NULL;
}

int ibv_destroy_rwq_ind_table(struct ibv_rwq_ind_table *rwq_ind_table UNUSED)
{
	return EOPNOTSUPP;
}
