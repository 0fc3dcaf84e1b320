/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/api/ by `python3 -m codegen gen`. Edit the spec, not this file. */

/*
 * The checked build (-DINVERBS_CHECKED): every function that a program can use wrongly, after the
 * checks of its contract. A check that fails calls inverbs_misuse(), which prints a line; the call
 * is refused with the errno value at the end of the line. Without the flag this file is empty.
 */
#include <infiniband/verbs.h> /* may end by including this file, hence before the guard */

#ifndef INVERBS_CHECKED_CHECKED_H
#define INVERBS_CHECKED_CHECKED_H

#include <inverbs/checked/misuse.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The archive's functions, for the checked ones of the same names. */
struct inverbs_plain {
	int (*ibv_query_gid)(struct ibv_context *context, uint8_t port_num, int index,
			     union ibv_gid *gid);
	int (*_ibv_query_gid_ex)(struct ibv_context *context, uint32_t port_num, uint32_t gid_index,
				 struct ibv_gid_entry *entry, uint32_t flags, size_t entry_size);
	int (*ibv_query_gid_ex)(struct ibv_context *context, uint32_t port_num, uint32_t gid_index,
				struct ibv_gid_entry *entry, uint32_t flags);
	ssize_t (*_ibv_query_gid_table)(struct ibv_context *context, struct ibv_gid_entry *entries,
					size_t max_entries, uint32_t flags, size_t entry_size);
	ssize_t (*ibv_query_gid_table)(struct ibv_context *context, struct ibv_gid_entry *entries,
				       size_t max_entries, uint32_t flags);
	const char *(*ibv_get_device_name)(struct ibv_device *device);
	int (*ibv_get_device_index)(struct ibv_device *device);
	__be64 (*ibv_get_device_guid)(struct ibv_device *device);
	int (*ibv_query_device)(struct ibv_context *context, struct ibv_device_attr *device_attr);
	int (*ibv_query_device_ex)(struct ibv_context *context,
				   const struct ibv_query_device_ex_input *input,
				   struct ibv_device_attr_ex *attr);
	int (*ibv_query_port)(struct ibv_context *context, uint8_t port_num,
			      struct ibv_port_attr *port_attr);
	int (*ibv_query_port_speed)(struct ibv_context *context, uint32_t port_num,
				    uint64_t *port_speed);
	int (*ibv_query_pkey)(struct ibv_context *context, uint8_t port_num, int index,
			      __be16 *pkey);
	int (*ibv_get_pkey_index)(struct ibv_context *context, uint8_t port_num, __be16 pkey);
	int (*ibv_get_async_event)(struct ibv_context *context, struct ibv_async_event *event);
	void (*ibv_ack_async_event)(struct ibv_async_event *event);
	struct ibv_pd *(*ibv_alloc_pd)(struct ibv_context *context);
	int (*ibv_dealloc_pd)(struct ibv_pd *pd);
	struct ibv_td *(*ibv_alloc_td)(struct ibv_context *context,
				       struct ibv_td_init_attr *init_attr);
	int (*ibv_dealloc_td)(struct ibv_td *td);
	struct ibv_pd *(*ibv_alloc_parent_domain)(struct ibv_context *context,
						  struct ibv_parent_domain_init_attr *attr);
	struct ibv_mr *(*ibv_reg_mr_iova2)(struct ibv_pd *pd, void *addr, size_t length,
					   uint64_t iova, unsigned int access);
	struct ibv_mr *(*ibv_reg_mr)(struct ibv_pd *pd, void *addr, size_t length, int access);
	struct ibv_mr *(*ibv_reg_mr_iova)(struct ibv_pd *pd, void *addr, size_t length,
					  uint64_t iova, int access);
	int (*ibv_rereg_mr)(struct ibv_mr *mr, int flags, struct ibv_pd *pd, void *addr,
			    size_t length, int access);
	int (*ibv_dereg_mr)(struct ibv_mr *mr);
	struct ibv_mw *(*ibv_alloc_mw)(struct ibv_pd *pd, enum ibv_mw_type type);
	int (*ibv_dealloc_mw)(struct ibv_mw *mw);
	struct ibv_ah *(*ibv_create_ah)(struct ibv_pd *pd, struct ibv_ah_attr *attr);
	int (*ibv_init_ah_from_wc)(struct ibv_context *context, uint8_t port_num, struct ibv_wc *wc,
				   struct ibv_grh *grh, struct ibv_ah_attr *ah_attr);
	struct ibv_ah *(*ibv_create_ah_from_wc)(struct ibv_pd *pd, struct ibv_wc *wc,
						struct ibv_grh *grh, uint8_t port_num);
	int (*ibv_destroy_ah)(struct ibv_ah *ah);
	struct ibv_comp_channel *(*ibv_create_comp_channel)(struct ibv_context *context);
	int (*ibv_destroy_comp_channel)(struct ibv_comp_channel *channel);
	struct ibv_cq *(*ibv_create_cq)(struct ibv_context *context, int cqe, void *cq_context,
					struct ibv_comp_channel *channel, int comp_vector);
	struct ibv_cq_ex *(*ibv_create_cq_ex)(struct ibv_context *context,
					      struct ibv_cq_init_attr_ex *cq_attr);
	int (*ibv_resize_cq)(struct ibv_cq *cq, int cqe);
	int (*ibv_destroy_cq)(struct ibv_cq *cq);
	int (*ibv_get_cq_event)(struct ibv_comp_channel *channel, struct ibv_cq **cq,
				void **cq_context);
	void (*ibv_ack_cq_events)(struct ibv_cq *cq, unsigned int nevents);
	int (*ibv_modify_cq)(struct ibv_cq *cq, struct ibv_modify_cq_attr *attr);
	struct ibv_srq *(*ibv_create_srq)(struct ibv_pd *pd,
					  struct ibv_srq_init_attr *srq_init_attr);
	struct ibv_srq *(*ibv_create_srq_ex)(struct ibv_context *context,
					     struct ibv_srq_init_attr_ex *srq_init_attr_ex);
	int (*ibv_modify_srq)(struct ibv_srq *srq, struct ibv_srq_attr *srq_attr,
			      int srq_attr_mask);
	int (*ibv_query_srq)(struct ibv_srq *srq, struct ibv_srq_attr *srq_attr);
	int (*ibv_get_srq_num)(struct ibv_srq *srq, uint32_t *srq_num);
	int (*ibv_destroy_srq)(struct ibv_srq *srq);
	struct ibv_xrcd *(*ibv_open_xrcd)(struct ibv_context *context,
					  struct ibv_xrcd_init_attr *xrcd_init_attr);
	int (*ibv_close_xrcd)(struct ibv_xrcd *xrcd);
	struct ibv_srq *(*ibv_create_xrc_srq)(struct ibv_pd *pd, struct ibv_xrc_domain *xrc_domain,
					      struct ibv_cq *xrc_cq,
					      struct ibv_srq_init_attr *srq_init_attr);
	struct ibv_xrc_domain *(*ibv_open_xrc_domain)(struct ibv_context *context, int fd,
						      int oflag);
	int (*ibv_close_xrc_domain)(struct ibv_xrc_domain *d);
	int (*ibv_create_xrc_rcv_qp)(struct ibv_qp_init_attr *init_attr, uint32_t *xrc_rcv_qpn);
	int (*ibv_modify_xrc_rcv_qp)(struct ibv_xrc_domain *xrc_domain, uint32_t xrc_qp_num,
				     struct ibv_qp_attr *attr, int attr_mask);
	int (*ibv_query_xrc_rcv_qp)(struct ibv_xrc_domain *xrc_domain, uint32_t xrc_qp_num,
				    struct ibv_qp_attr *attr, int attr_mask,
				    struct ibv_qp_init_attr *init_attr);
	int (*ibv_reg_xrc_rcv_qp)(struct ibv_xrc_domain *xrc_domain, uint32_t xrc_qp_num);
	int (*ibv_unreg_xrc_rcv_qp)(struct ibv_xrc_domain *xrc_domain, uint32_t xrc_qp_num);
	struct ibv_qp_ex *(*ibv_qp_to_qp_ex)(struct ibv_qp *qp);
	struct ibv_qp *(*ibv_create_qp)(struct ibv_pd *pd, struct ibv_qp_init_attr *qp_init_attr);
	struct ibv_qp *(*ibv_create_qp_ex)(struct ibv_context *context,
					   struct ibv_qp_init_attr_ex *qp_init_attr_ex);
	struct ibv_qp *(*ibv_open_qp)(struct ibv_context *context,
				      struct ibv_qp_open_attr *qp_open_attr);
	int (*ibv_modify_qp)(struct ibv_qp *qp, struct ibv_qp_attr *attr, int attr_mask);
	int (*ibv_query_qp)(struct ibv_qp *qp, struct ibv_qp_attr *attr, int attr_mask,
			    struct ibv_qp_init_attr *init_attr);
	int (*ibv_destroy_qp)(struct ibv_qp *qp);
	int (*ibv_attach_mcast)(struct ibv_qp *qp, const union ibv_gid *gid, uint16_t lid);
	int (*ibv_detach_mcast)(struct ibv_qp *qp, const union ibv_gid *gid, uint16_t lid);
	struct ibv_context *(*ibv_open_device)(struct ibv_device *device);
	int (*ibv_close_device)(struct ibv_context *context);
	int (*ibv_query_rt_values_ex)(struct ibv_context *context, struct ibv_values_ex *values);
};

extern const struct inverbs_plain inverbs_plain;

#ifdef INVERBS_CHECKED

#define INVERBS_BITS_IBV_ACCESS_FLAGS                                                              \
	(IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ |               \
	 IBV_ACCESS_REMOTE_ATOMIC | IBV_ACCESS_MW_BIND | IBV_ACCESS_ZERO_BASED |                   \
	 IBV_ACCESS_ON_DEMAND | IBV_ACCESS_HUGETLB | IBV_ACCESS_FLUSH_GLOBAL |                     \
	 IBV_ACCESS_FLUSH_PERSISTENT | IBV_ACCESS_RELAXED_ORDERING)

#define INVERBS_BITS_IBV_REREG_MR_FLAGS                                                            \
	(IBV_REREG_MR_CHANGE_TRANSLATION | IBV_REREG_MR_CHANGE_PD | IBV_REREG_MR_CHANGE_ACCESS |   \
	 IBV_REREG_MR_FLAGS_SUPPORTED | IBV_REREG_MR_KEEP_VALID)

#define INVERBS_BITS_IBV_QP_ATTR_MASK                                                              \
	(IBV_QP_STATE | IBV_QP_CUR_STATE | IBV_QP_EN_SQD_ASYNC_NOTIFY | IBV_QP_ACCESS_FLAGS |      \
	 IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_QKEY | IBV_QP_AV | IBV_QP_PATH_MTU |             \
	 IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | IBV_QP_RQ_PSN |                    \
	 IBV_QP_MAX_QP_RD_ATOMIC | IBV_QP_ALT_PATH | IBV_QP_MIN_RNR_TIMER | IBV_QP_SQ_PSN |        \
	 IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_PATH_MIG_STATE | IBV_QP_CAP | IBV_QP_DEST_QPN |        \
	 IBV_QP_RATE_LIMIT)

#define INVERBS_BITS_IBV_SRQ_ATTR_MASK (IBV_SRQ_MAX_WR | IBV_SRQ_LIMIT)

#define INVERBS_BITS_IBV_SEND_FLAGS                                                                \
	(IBV_SEND_FENCE | IBV_SEND_SIGNALED | IBV_SEND_SOLICITED | IBV_SEND_INLINE |               \
	 IBV_SEND_IP_CSUM)

/** NULL: no member. */
static inline const char *inverbs_name_of_ibv_mw_type(int value)
{
	switch (value) {
	case IBV_MW_TYPE_1:
		return "IBV_MW_TYPE_1";
	case IBV_MW_TYPE_2:
		return "IBV_MW_TYPE_2";
	default:
		return NULL;
	}
}

/** NULL: no member. */
static inline const char *inverbs_name_of_ibv_mtu(int value)
{
	switch (value) {
	case IBV_MTU_256:
		return "IBV_MTU_256";
	case IBV_MTU_512:
		return "IBV_MTU_512";
	case IBV_MTU_1024:
		return "IBV_MTU_1024";
	case IBV_MTU_2048:
		return "IBV_MTU_2048";
	case IBV_MTU_4096:
		return "IBV_MTU_4096";
	default:
		return NULL;
	}
}

/** NULL: no member. */
static inline const char *inverbs_name_of_ibv_qp_type(int value)
{
	switch (value) {
	case IBV_QPT_RC:
		return "IBV_QPT_RC";
	case IBV_QPT_UC:
		return "IBV_QPT_UC";
	case IBV_QPT_UD:
		return "IBV_QPT_UD";
	case IBV_QPT_RAW_PACKET:
		return "IBV_QPT_RAW_PACKET";
	case IBV_QPT_XRC_SEND:
		return "IBV_QPT_XRC_SEND";
	case IBV_QPT_XRC_RECV:
		return "IBV_QPT_XRC_RECV";
	case IBV_QPT_DRIVER:
		return "IBV_QPT_DRIVER";
	case IBV_QPT_XRC:
		return "IBV_QPT_XRC";
	default:
		return NULL;
	}
}

/** NULL: no member. */
static inline const char *inverbs_name_of_ibv_qp_state(int value)
{
	switch (value) {
	case IBV_QPS_RESET:
		return "IBV_QPS_RESET";
	case IBV_QPS_INIT:
		return "IBV_QPS_INIT";
	case IBV_QPS_RTR:
		return "IBV_QPS_RTR";
	case IBV_QPS_RTS:
		return "IBV_QPS_RTS";
	case IBV_QPS_SQD:
		return "IBV_QPS_SQD";
	case IBV_QPS_SQE:
		return "IBV_QPS_SQE";
	case IBV_QPS_ERR:
		return "IBV_QPS_ERR";
	case IBV_QPS_UNKNOWN:
		return "IBV_QPS_UNKNOWN";
	default:
		return NULL;
	}
}

/** NULL: no member. */
static inline const char *inverbs_name_of_ibv_mig_state(int value)
{
	switch (value) {
	case IBV_MIG_MIGRATED:
		return "IBV_MIG_MIGRATED";
	case IBV_MIG_REARM:
		return "IBV_MIG_REARM";
	case IBV_MIG_ARMED:
		return "IBV_MIG_ARMED";
	default:
		return NULL;
	}
}

/** NULL: no member. */
static inline const char *inverbs_name_of_ibv_srq_type(int value)
{
	switch (value) {
	case IBV_SRQT_BASIC:
		return "IBV_SRQT_BASIC";
	case IBV_SRQT_XRC:
		return "IBV_SRQT_XRC";
	case IBV_SRQT_TM:
		return "IBV_SRQT_TM";
	default:
		return NULL;
	}
}

/** NULL: no member. */
static inline const char *inverbs_name_of_ibv_wr_opcode(int value)
{
	switch (value) {
	case IBV_WR_RDMA_WRITE:
		return "IBV_WR_RDMA_WRITE";
	case IBV_WR_RDMA_WRITE_WITH_IMM:
		return "IBV_WR_RDMA_WRITE_WITH_IMM";
	case IBV_WR_SEND:
		return "IBV_WR_SEND";
	case IBV_WR_SEND_WITH_IMM:
		return "IBV_WR_SEND_WITH_IMM";
	case IBV_WR_RDMA_READ:
		return "IBV_WR_RDMA_READ";
	case IBV_WR_ATOMIC_CMP_AND_SWP:
		return "IBV_WR_ATOMIC_CMP_AND_SWP";
	case IBV_WR_ATOMIC_FETCH_AND_ADD:
		return "IBV_WR_ATOMIC_FETCH_AND_ADD";
	case IBV_WR_LOCAL_INV:
		return "IBV_WR_LOCAL_INV";
	case IBV_WR_BIND_MW:
		return "IBV_WR_BIND_MW";
	case IBV_WR_SEND_WITH_INV:
		return "IBV_WR_SEND_WITH_INV";
	case IBV_WR_TSO:
		return "IBV_WR_TSO";
	case IBV_WR_DRIVER1:
		return "IBV_WR_DRIVER1";
	case IBV_WR_ATOMIC_WRITE:
		return "IBV_WR_ATOMIC_WRITE";
	default:
		return NULL;
	}
}

static inline bool inverbs_ibv_wr_opcode_goes_with(int value, int other)
{
	switch (value) {
	case IBV_WR_RDMA_WRITE:
	case IBV_WR_RDMA_WRITE_WITH_IMM:
	case IBV_WR_LOCAL_INV:
	case IBV_WR_BIND_MW:
	case IBV_WR_SEND_WITH_INV:
		return other == IBV_QPT_RC || other == IBV_QPT_UC || other == IBV_QPT_XRC ||
		       other == IBV_QPT_XRC_SEND || other == IBV_QPT_DRIVER;
	case IBV_WR_SEND_WITH_IMM:
		return other == IBV_QPT_RC || other == IBV_QPT_UC || other == IBV_QPT_UD ||
		       other == IBV_QPT_XRC || other == IBV_QPT_XRC_SEND || other == IBV_QPT_DRIVER;
	case IBV_WR_RDMA_READ:
	case IBV_WR_ATOMIC_CMP_AND_SWP:
	case IBV_WR_ATOMIC_FETCH_AND_ADD:
	case IBV_WR_ATOMIC_WRITE:
		return other == IBV_QPT_RC || other == IBV_QPT_XRC || other == IBV_QPT_XRC_SEND ||
		       other == IBV_QPT_DRIVER;
	case IBV_WR_TSO:
		return other == IBV_QPT_UD || other == IBV_QPT_RAW_PACKET ||
		       other == IBV_QPT_DRIVER;
	default:
		return true;
	}
}

static inline int ibv_query_gid(struct ibv_context *context, uint8_t port_num, int index,
				union ibv_gid *gid)
{
	int error = 0;

	if (!context)
		error = INVERBS_REFUSED(EINVAL, "ibv_query_gid", 0, "context is NULL (EINVAL)");
	else if (inverbs_is_freed(context))
		error = INVERBS_REFUSED(EINVAL, "ibv_query_gid", 0,
					"context was freed before (EINVAL)");
	else if (!gid)
		error = INVERBS_REFUSED(EINVAL, "ibv_query_gid", 0, "gid is NULL (EINVAL)");
	else if (!inverbs_within(port_num, 1, LLONG_MAX))
		error = INVERBS_REFUSED(EINVAL, "ibv_query_gid", 0,
					"port_num is %lld, less than 1 (EINVAL)",
					(long long)port_num);
	else if (!inverbs_within(index, 0, LLONG_MAX))
		error = INVERBS_REFUSED(EINVAL, "ibv_query_gid", 0,
					"index is %lld, less than 0 (EINVAL)", (long long)index);
	if (error) {
		errno = error;
		return -1;
	}
	return inverbs_plain.ibv_query_gid(context, port_num, index, gid);
}

static inline int _ibv_query_gid_ex(struct ibv_context *context, uint32_t port_num,
				    uint32_t gid_index, struct ibv_gid_entry *entry, uint32_t flags,
				    size_t entry_size)
{
	int error = 0;

	if (!context)
		error = INVERBS_REFUSED(EINVAL, "_ibv_query_gid_ex", 0, "context is NULL (EINVAL)");
	else if (inverbs_is_freed(context))
		error = INVERBS_REFUSED(EINVAL, "_ibv_query_gid_ex", 0,
					"context was freed before (EINVAL)");
	else if (!entry)
		error = INVERBS_REFUSED(EINVAL, "_ibv_query_gid_ex", 0, "entry is NULL (EINVAL)");
	if (error)
		return error;
	return inverbs_plain._ibv_query_gid_ex(context, port_num, gid_index, entry, flags,
					       entry_size);
}

static inline int ibv_query_gid_ex(struct ibv_context *context, uint32_t port_num,
				   uint32_t gid_index, struct ibv_gid_entry *entry, uint32_t flags)
{
	int error = 0;

	if (!context)
		error = INVERBS_REFUSED(EINVAL, "ibv_query_gid_ex", 0, "context is NULL (EINVAL)");
	else if (inverbs_is_freed(context))
		error = INVERBS_REFUSED(EINVAL, "ibv_query_gid_ex", 0,
					"context was freed before (EINVAL)");
	else if (!entry)
		error = INVERBS_REFUSED(EINVAL, "ibv_query_gid_ex", 0, "entry is NULL (EINVAL)");
	else if (!inverbs_within(port_num, 1, LLONG_MAX))
		error = INVERBS_REFUSED(EINVAL, "ibv_query_gid_ex", 0,
					"port_num is %lld, less than 1 (EINVAL)",
					(long long)port_num);
	if (error)
		return error;
	return inverbs_plain.ibv_query_gid_ex(context, port_num, gid_index, entry, flags);
}

static inline ssize_t _ibv_query_gid_table(struct ibv_context *context,
					   struct ibv_gid_entry *entries, size_t max_entries,
					   uint32_t flags, size_t entry_size)
{
	int error = 0;

	if (!context)
		error = INVERBS_REFUSED(EINVAL, "_ibv_query_gid_table", 0,
					"context is NULL (EINVAL)");
	else if (inverbs_is_freed(context))
		error = INVERBS_REFUSED(EINVAL, "_ibv_query_gid_table", 0,
					"context was freed before (EINVAL)");
	else if (!entries)
		error = INVERBS_REFUSED(EINVAL, "_ibv_query_gid_table", 0,
					"entries is NULL (EINVAL)");
	if (error)
		return -error;
	return inverbs_plain._ibv_query_gid_table(context, entries, max_entries, flags, entry_size);
}

static inline ssize_t ibv_query_gid_table(struct ibv_context *context,
					  struct ibv_gid_entry *entries, size_t max_entries,
					  uint32_t flags)
{
	int error = 0;

	if (!context)
		error = INVERBS_REFUSED(EINVAL, "ibv_query_gid_table", 0,
					"context is NULL (EINVAL)");
	else if (inverbs_is_freed(context))
		error = INVERBS_REFUSED(EINVAL, "ibv_query_gid_table", 0,
					"context was freed before (EINVAL)");
	else if (!entries)
		error = INVERBS_REFUSED(EINVAL, "ibv_query_gid_table", 0,
					"entries is NULL (EINVAL)");
	if (error)
		return -error;
	return inverbs_plain.ibv_query_gid_table(context, entries, max_entries, flags);
}

static inline const char *ibv_get_device_name(struct ibv_device *device)
{
	int error = 0;

	if (!device)
		error = INVERBS_REFUSED(EINVAL, "ibv_get_device_name", 0,
					"device is NULL (EINVAL)");
	if (error) {
		errno = error;
		return NULL;
	}
	return inverbs_plain.ibv_get_device_name(device);
}

static inline int ibv_get_device_index(struct ibv_device *device)
{
	int error = 0;

	if (!device)
		error = INVERBS_REFUSED(EINVAL, "ibv_get_device_index", 0,
					"device is NULL (EINVAL)");
	if (error) {
		errno = error;
		return (int)0;
	}
	return inverbs_plain.ibv_get_device_index(device);
}

static inline __be64 ibv_get_device_guid(struct ibv_device *device)
{
	int error = 0;

	if (!device)
		error = INVERBS_REFUSED(EINVAL, "ibv_get_device_guid", 0,
					"device is NULL (EINVAL)");
	if (error) {
		errno = error;
		return (__be64)0;
	}
	return inverbs_plain.ibv_get_device_guid(device);
}

static inline int ibv_query_device(struct ibv_context *context, struct ibv_device_attr *device_attr)
{
	int error = 0;

	if (!context)
		error = INVERBS_REFUSED(EINVAL, "ibv_query_device", 0, "context is NULL (EINVAL)");
	else if (inverbs_is_freed(context))
		error = INVERBS_REFUSED(EINVAL, "ibv_query_device", 0,
					"context was freed before (EINVAL)");
	else if (!device_attr)
		error = INVERBS_REFUSED(EINVAL, "ibv_query_device", 0,
					"device_attr is NULL (EINVAL)");
	if (error)
		return error;
	return inverbs_plain.ibv_query_device(context, device_attr);
}

static inline int ibv_query_device_ex(struct ibv_context *context,
				      const struct ibv_query_device_ex_input *input,
				      struct ibv_device_attr_ex *attr)
{
	int error = 0;

	if (!context)
		error = INVERBS_REFUSED(EINVAL, "ibv_query_device_ex", 0,
					"context is NULL (EINVAL)");
	else if (inverbs_is_freed(context))
		error = INVERBS_REFUSED(EINVAL, "ibv_query_device_ex", 0,
					"context was freed before (EINVAL)");
	else if (!attr)
		error = INVERBS_REFUSED(EINVAL, "ibv_query_device_ex", 0, "attr is NULL (EINVAL)");
	if (error)
		return error;
	return inverbs_plain.ibv_query_device_ex(context, input, attr);
}

static inline int ibv_query_port(struct ibv_context *context, uint8_t port_num,
				 struct ibv_port_attr *port_attr)
{
	int error = 0;

	if (!context)
		error = INVERBS_REFUSED(EINVAL, "ibv_query_port", 0, "context is NULL (EINVAL)");
	else if (inverbs_is_freed(context))
		error = INVERBS_REFUSED(EINVAL, "ibv_query_port", 0,
					"context was freed before (EINVAL)");
	else if (!port_attr)
		error = INVERBS_REFUSED(EINVAL, "ibv_query_port", 0, "port_attr is NULL (EINVAL)");
	else if (!inverbs_within(port_num, 1, LLONG_MAX))
		error = INVERBS_REFUSED(EINVAL, "ibv_query_port", 0,
					"port_num is %lld, less than 1 (EINVAL)",
					(long long)port_num);
	if (error)
		return error;
	return inverbs_plain.ibv_query_port(context, port_num, port_attr);
}

static inline int ibv_query_port_speed(struct ibv_context *context, uint32_t port_num,
				       uint64_t *port_speed)
{
	int error = 0;

	if (!context)
		error = INVERBS_REFUSED(EINVAL, "ibv_query_port_speed", 0,
					"context is NULL (EINVAL)");
	else if (inverbs_is_freed(context))
		error = INVERBS_REFUSED(EINVAL, "ibv_query_port_speed", 0,
					"context was freed before (EINVAL)");
	else if (!port_speed)
		error = INVERBS_REFUSED(EINVAL, "ibv_query_port_speed", 0,
					"port_speed is NULL (EINVAL)");
	else if (!inverbs_within(port_num, 1, LLONG_MAX))
		error = INVERBS_REFUSED(EINVAL, "ibv_query_port_speed", 0,
					"port_num is %lld, less than 1 (EINVAL)",
					(long long)port_num);
	if (error)
		return error;
	return inverbs_plain.ibv_query_port_speed(context, port_num, port_speed);
}

static inline int ibv_query_pkey(struct ibv_context *context, uint8_t port_num, int index,
				 __be16 *pkey)
{
	int error = 0;

	if (!context)
		error = INVERBS_REFUSED(EINVAL, "ibv_query_pkey", 0, "context is NULL (EINVAL)");
	else if (inverbs_is_freed(context))
		error = INVERBS_REFUSED(EINVAL, "ibv_query_pkey", 0,
					"context was freed before (EINVAL)");
	else if (!pkey)
		error = INVERBS_REFUSED(EINVAL, "ibv_query_pkey", 0, "pkey is NULL (EINVAL)");
	else if (!inverbs_within(port_num, 1, LLONG_MAX))
		error = INVERBS_REFUSED(EINVAL, "ibv_query_pkey", 0,
					"port_num is %lld, less than 1 (EINVAL)",
					(long long)port_num);
	else if (!inverbs_within(index, 0, LLONG_MAX))
		error = INVERBS_REFUSED(EINVAL, "ibv_query_pkey", 0,
					"index is %lld, less than 0 (EINVAL)", (long long)index);
	if (error) {
		errno = error;
		return -1;
	}
	return inverbs_plain.ibv_query_pkey(context, port_num, index, pkey);
}

static inline int ibv_get_pkey_index(struct ibv_context *context, uint8_t port_num, __be16 pkey)
{
	int error = 0;

	if (!context)
		error = INVERBS_REFUSED(EINVAL, "ibv_get_pkey_index", 0,
					"context is NULL (EINVAL)");
	else if (inverbs_is_freed(context))
		error = INVERBS_REFUSED(EINVAL, "ibv_get_pkey_index", 0,
					"context was freed before (EINVAL)");
	else if (!inverbs_within(port_num, 1, LLONG_MAX))
		error = INVERBS_REFUSED(EINVAL, "ibv_get_pkey_index", 0,
					"port_num is %lld, less than 1 (EINVAL)",
					(long long)port_num);
	if (error) {
		errno = error;
		return -1;
	}
	return inverbs_plain.ibv_get_pkey_index(context, port_num, pkey);
}

static inline int ibv_get_async_event(struct ibv_context *context, struct ibv_async_event *event)
{
	int error = 0;

	if (!context)
		error = INVERBS_REFUSED(EINVAL, "ibv_get_async_event", 0,
					"context is NULL (EINVAL)");
	else if (inverbs_is_freed(context))
		error = INVERBS_REFUSED(EINVAL, "ibv_get_async_event", 0,
					"context was freed before (EINVAL)");
	else if (!event)
		error = INVERBS_REFUSED(EINVAL, "ibv_get_async_event", 0, "event is NULL (EINVAL)");
	if (error) {
		errno = error;
		return -1;
	}
	return inverbs_plain.ibv_get_async_event(context, event);
}

static inline void ibv_ack_async_event(struct ibv_async_event *event)
{
	int error = 0;

	if (!event)
		error = INVERBS_REFUSED(EINVAL, "ibv_ack_async_event", 0, "event is NULL (EINVAL)");
	else if (!inverbs_within(inverbs_times_to_acknowledge(event), 1, LLONG_MAX))
		error = INVERBS_REFUSED(EINVAL, "ibv_ack_async_event", 0,
					"times_to_acknowledge(event) is %lld, less than 1; it was "
					"acknowledged before (EINVAL)",
					(long long)inverbs_times_to_acknowledge(event));
	if (error)
		return;
	inverbs_plain.ibv_ack_async_event(event);
}

static inline struct ibv_pd *ibv_alloc_pd(struct ibv_context *context)
{
	int error = 0;
	struct ibv_pd *result;

	if (!context)
		error = INVERBS_REFUSED(EINVAL, "ibv_alloc_pd", 0, "context is NULL (EINVAL)");
	else if (inverbs_is_freed(context))
		error = INVERBS_REFUSED(EINVAL, "ibv_alloc_pd", 0,
					"context was freed before (EINVAL)");
	if (error) {
		errno = error;
		return NULL;
	}
	result = inverbs_plain.ibv_alloc_pd(context);
	inverbs_object_made(result, "ibv_pd");
	return result;
}

static inline int ibv_dealloc_pd(struct ibv_pd *pd)
{
	int error = 0;
	int result;

	if (!pd)
		error = INVERBS_REFUSED(EINVAL, "ibv_dealloc_pd", 0, "pd is NULL (EINVAL)");
	else if (inverbs_is_freed(pd))
		error = INVERBS_REFUSED(EINVAL, "ibv_dealloc_pd", 0,
					"pd was freed before (EINVAL)");
	if (error)
		return error;
	inverbs_object_going(pd);
	result = inverbs_plain.ibv_dealloc_pd(pd);
	inverbs_object_gone(pd, result == 0);
	if (result == EBUSY)
		inverbs_object_busy("ibv_dealloc_pd", "pd", pd);
	return result;
}

static inline struct ibv_td *ibv_alloc_td(struct ibv_context *context,
					  struct ibv_td_init_attr *init_attr)
{
	int error = 0;
	struct ibv_td *result;

	if (!context)
		error = INVERBS_REFUSED(EINVAL, "ibv_alloc_td", 0, "context is NULL (EINVAL)");
	else if (inverbs_is_freed(context))
		error = INVERBS_REFUSED(EINVAL, "ibv_alloc_td", 0,
					"context was freed before (EINVAL)");
	else if (!init_attr)
		error = INVERBS_REFUSED(EINVAL, "ibv_alloc_td", 0, "init_attr is NULL (EINVAL)");
	else if (!inverbs_within(init_attr->comp_mask, LLONG_MIN, 0))
		error = INVERBS_REFUSED(EINVAL, "ibv_alloc_td", 0,
					"init_attr.comp_mask is %lld, more than 0 (EINVAL)",
					(long long)init_attr->comp_mask);
	if (error) {
		errno = error;
		return NULL;
	}
	result = inverbs_plain.ibv_alloc_td(context, init_attr);
	inverbs_object_made(result, "ibv_td");
	return result;
}

static inline int ibv_dealloc_td(struct ibv_td *td)
{
	int error = 0;
	int result;

	if (!td)
		error = INVERBS_REFUSED(EINVAL, "ibv_dealloc_td", 0, "td is NULL (EINVAL)");
	else if (inverbs_is_freed(td))
		error = INVERBS_REFUSED(EINVAL, "ibv_dealloc_td", 0,
					"td was freed before (EINVAL)");
	if (error)
		return error;
	inverbs_object_going(td);
	result = inverbs_plain.ibv_dealloc_td(td);
	inverbs_object_gone(td, result == 0);
	if (result == EBUSY)
		inverbs_object_busy("ibv_dealloc_td", "td", td);
	return result;
}

static inline struct ibv_pd *ibv_alloc_parent_domain(struct ibv_context *context,
						     struct ibv_parent_domain_init_attr *attr)
{
	int error = 0;
	struct ibv_pd *result;

	if (!context)
		error = INVERBS_REFUSED(EINVAL, "ibv_alloc_parent_domain", 0,
					"context is NULL (EINVAL)");
	else if (inverbs_is_freed(context))
		error = INVERBS_REFUSED(EINVAL, "ibv_alloc_parent_domain", 0,
					"context was freed before (EINVAL)");
	else if (!attr)
		error = INVERBS_REFUSED(EINVAL, "ibv_alloc_parent_domain", 0,
					"attr is NULL (EINVAL)");
	else if (!attr->pd)
		error = INVERBS_REFUSED(EINVAL, "ibv_alloc_parent_domain", 0,
					"attr.pd is NULL (EINVAL)");
	else if (inverbs_is_freed(attr->pd))
		error = INVERBS_REFUSED(EINVAL, "ibv_alloc_parent_domain", 0,
					"attr.pd was freed before (EINVAL)");
	else if (attr->pd && attr->pd->context != context)
		error = INVERBS_REFUSED(EINVAL, "ibv_alloc_parent_domain", 0,
					"attr.pd.context is not context (EINVAL)");
	else if (inverbs_is_freed(attr->td))
		error = INVERBS_REFUSED(EINVAL, "ibv_alloc_parent_domain", 0,
					"attr.td was freed before (EINVAL)");
	else if (attr->td && attr->td->context != context)
		error = INVERBS_REFUSED(EINVAL, "ibv_alloc_parent_domain", 0,
					"attr.td.context is not context (EINVAL)");
	if (error) {
		errno = error;
		return NULL;
	}
	result = inverbs_plain.ibv_alloc_parent_domain(context, attr);
	inverbs_object_made(result, "ibv_pd");
	return result;
}

static inline struct ibv_mr *ibv_reg_mr_iova2(struct ibv_pd *pd, void *addr, size_t length,
					      uint64_t iova, unsigned int access)
{
	int error = 0;
	struct ibv_mr *result;

	if (!pd)
		error = INVERBS_REFUSED(EINVAL, "ibv_reg_mr_iova2", 0, "pd is NULL (EINVAL)");
	else if (inverbs_is_freed(pd))
		error = INVERBS_REFUSED(EINVAL, "ibv_reg_mr_iova2", 0,
					"pd was freed before (EINVAL)");
	else if (inverbs_beyond(access, INVERBS_BITS_IBV_ACCESS_FLAGS | IBV_ACCESS_OPTIONAL_RANGE))
		error = INVERBS_REFUSED(EINVAL, "ibv_reg_mr_iova2", 0,
					"access has bits 0x%llx that are not in enum "
					"ibv_access_flags or IBV_ACCESS_OPTIONAL_RANGE (EINVAL)",
					inverbs_beyond(access, INVERBS_BITS_IBV_ACCESS_FLAGS |
								       IBV_ACCESS_OPTIONAL_RANGE));
	else if ((access & (IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_ATOMIC)) &&
		 (!(access & IBV_ACCESS_LOCAL_WRITE)))
		error = INVERBS_REFUSED(EINVAL, "ibv_reg_mr_iova2", 0,
					"access lacks IBV_ACCESS_LOCAL_WRITE (EINVAL)");
	if (error) {
		errno = error;
		return NULL;
	}
	result = inverbs_plain.ibv_reg_mr_iova2(pd, addr, length, iova, access);
	inverbs_object_made(result, "ibv_mr");
	return result;
}

static inline struct ibv_mr *ibv_reg_mr(struct ibv_pd *pd, void *addr, size_t length, int access)
{
	int error = 0;
	struct ibv_mr *result;

	if (!pd)
		error = INVERBS_REFUSED(EINVAL, "ibv_reg_mr", 0, "pd is NULL (EINVAL)");
	else if (inverbs_is_freed(pd))
		error = INVERBS_REFUSED(EINVAL, "ibv_reg_mr", 0, "pd was freed before (EINVAL)");
	else if (inverbs_beyond(access, INVERBS_BITS_IBV_ACCESS_FLAGS | IBV_ACCESS_OPTIONAL_RANGE))
		error = INVERBS_REFUSED(EINVAL, "ibv_reg_mr", 0,
					"access has bits 0x%llx that are not in enum "
					"ibv_access_flags or IBV_ACCESS_OPTIONAL_RANGE (EINVAL)",
					inverbs_beyond(access, INVERBS_BITS_IBV_ACCESS_FLAGS |
								       IBV_ACCESS_OPTIONAL_RANGE));
	else if ((access & (IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_ATOMIC)) &&
		 (!(access & IBV_ACCESS_LOCAL_WRITE)))
		error = INVERBS_REFUSED(EINVAL, "ibv_reg_mr", 0,
					"access lacks IBV_ACCESS_LOCAL_WRITE (EINVAL)");
	if (error) {
		errno = error;
		return NULL;
	}
	result = inverbs_plain.ibv_reg_mr(pd, addr, length, access);
	inverbs_object_made(result, "ibv_mr");
	return result;
}

static inline struct ibv_mr *ibv_reg_mr_iova(struct ibv_pd *pd, void *addr, size_t length,
					     uint64_t iova, int access)
{
	int error = 0;
	struct ibv_mr *result;

	if (!pd)
		error = INVERBS_REFUSED(EINVAL, "ibv_reg_mr_iova", 0, "pd is NULL (EINVAL)");
	else if (inverbs_is_freed(pd))
		error = INVERBS_REFUSED(EINVAL, "ibv_reg_mr_iova", 0,
					"pd was freed before (EINVAL)");
	else if (inverbs_beyond(access, INVERBS_BITS_IBV_ACCESS_FLAGS | IBV_ACCESS_OPTIONAL_RANGE))
		error = INVERBS_REFUSED(EINVAL, "ibv_reg_mr_iova", 0,
					"access has bits 0x%llx that are not in enum "
					"ibv_access_flags or IBV_ACCESS_OPTIONAL_RANGE (EINVAL)",
					inverbs_beyond(access, INVERBS_BITS_IBV_ACCESS_FLAGS |
								       IBV_ACCESS_OPTIONAL_RANGE));
	else if ((access & (IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_ATOMIC)) &&
		 (!(access & IBV_ACCESS_LOCAL_WRITE)))
		error = INVERBS_REFUSED(EINVAL, "ibv_reg_mr_iova", 0,
					"access lacks IBV_ACCESS_LOCAL_WRITE (EINVAL)");
	if (error) {
		errno = error;
		return NULL;
	}
	result = inverbs_plain.ibv_reg_mr_iova(pd, addr, length, iova, access);
	inverbs_object_made(result, "ibv_mr");
	return result;
}

static inline int ibv_rereg_mr(struct ibv_mr *mr, int flags, struct ibv_pd *pd, void *addr,
			       size_t length, int access)
{
	int error = 0;

	if (!mr)
		error = INVERBS_REFUSED(EINVAL, "ibv_rereg_mr", 0, "mr is NULL (EINVAL)");
	else if (inverbs_is_freed(mr))
		error = INVERBS_REFUSED(EINVAL, "ibv_rereg_mr", 0, "mr was freed before (EINVAL)");
	else if (inverbs_is_freed(pd))
		error = INVERBS_REFUSED(EINVAL, "ibv_rereg_mr", 0, "pd was freed before (EINVAL)");
	else if (inverbs_beyond(flags, INVERBS_BITS_IBV_REREG_MR_FLAGS))
		error = INVERBS_REFUSED(
			EINVAL, "ibv_rereg_mr", 0,
			"flags has bits 0x%llx that are not in enum ibv_rereg_mr_flags (EINVAL)",
			inverbs_beyond(flags, INVERBS_BITS_IBV_REREG_MR_FLAGS));
	else if ((flags & IBV_REREG_MR_CHANGE_PD) && !pd)
		error = INVERBS_REFUSED(EINVAL, "ibv_rereg_mr", 0, "pd is NULL (EINVAL)");
	else if ((flags & IBV_REREG_MR_CHANGE_PD) && pd && pd->context != mr->context)
		error = INVERBS_REFUSED(EINVAL, "ibv_rereg_mr", 0,
					"pd.context is not mr.context (EINVAL)");
	else if ((flags & IBV_REREG_MR_CHANGE_ACCESS) &&
		 inverbs_beyond(access, INVERBS_BITS_IBV_ACCESS_FLAGS | IBV_ACCESS_OPTIONAL_RANGE))
		error = INVERBS_REFUSED(EINVAL, "ibv_rereg_mr", 0,
					"access has bits 0x%llx that are not in enum "
					"ibv_access_flags or IBV_ACCESS_OPTIONAL_RANGE (EINVAL)",
					inverbs_beyond(access, INVERBS_BITS_IBV_ACCESS_FLAGS |
								       IBV_ACCESS_OPTIONAL_RANGE));
	else if ((flags & IBV_REREG_MR_CHANGE_ACCESS) &&
		 (access & (IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_ATOMIC)) &&
		 (!(access & IBV_ACCESS_LOCAL_WRITE)))
		error = INVERBS_REFUSED(EINVAL, "ibv_rereg_mr", 0,
					"access lacks IBV_ACCESS_LOCAL_WRITE (EINVAL)");
	if (error) {
		errno = error;
		return -1;
	}
	return inverbs_plain.ibv_rereg_mr(mr, flags, pd, addr, length, access);
}

static inline int ibv_dereg_mr(struct ibv_mr *mr)
{
	int error = 0;
	int result;

	if (!mr)
		error = INVERBS_REFUSED(EINVAL, "ibv_dereg_mr", 0, "mr is NULL (EINVAL)");
	else if (inverbs_is_freed(mr))
		error = INVERBS_REFUSED(EINVAL, "ibv_dereg_mr", 0, "mr was freed before (EINVAL)");
	if (error)
		return error;
	inverbs_object_going(mr);
	result = inverbs_plain.ibv_dereg_mr(mr);
	inverbs_object_gone(mr, result == 0);
	if (result == EBUSY)
		inverbs_object_busy("ibv_dereg_mr", "mr", mr);
	return result;
}

static inline struct ibv_mw *ibv_alloc_mw(struct ibv_pd *pd, enum ibv_mw_type type)
{
	int error = 0;
	struct ibv_mw *result;

	if (!pd)
		error = INVERBS_REFUSED(EINVAL, "ibv_alloc_mw", 0, "pd is NULL (EINVAL)");
	else if (inverbs_is_freed(pd))
		error = INVERBS_REFUSED(EINVAL, "ibv_alloc_mw", 0, "pd was freed before (EINVAL)");
	else if (!inverbs_name_of_ibv_mw_type((int)type))
		error = INVERBS_REFUSED(EINVAL, "ibv_alloc_mw", 0,
					"type is %d, no enum ibv_mw_type (EINVAL)", (int)type);
	if (error) {
		errno = error;
		return NULL;
	}
	result = inverbs_plain.ibv_alloc_mw(pd, type);
	inverbs_object_made(result, "ibv_mw");
	return result;
}

static inline int ibv_dealloc_mw(struct ibv_mw *mw)
{
	int error = 0;
	int result;

	if (!mw)
		error = INVERBS_REFUSED(EINVAL, "ibv_dealloc_mw", 0, "mw is NULL (EINVAL)");
	else if (inverbs_is_freed(mw))
		error = INVERBS_REFUSED(EINVAL, "ibv_dealloc_mw", 0,
					"mw was freed before (EINVAL)");
	if (error)
		return error;
	inverbs_object_going(mw);
	result = inverbs_plain.ibv_dealloc_mw(mw);
	inverbs_object_gone(mw, result == 0);
	return result;
}

static inline int ibv_bind_mw(struct ibv_qp *qp, struct ibv_mw *mw, struct ibv_mw_bind *mw_bind)
{
	int error = 0;

	if (!qp)
		error = INVERBS_REFUSED(EINVAL, "ibv_bind_mw", 0, "qp is NULL (EINVAL)");
	else if (inverbs_is_freed(qp))
		error = INVERBS_REFUSED(EINVAL, "ibv_bind_mw", 0, "qp was freed before (EINVAL)");
	else if (!mw)
		error = INVERBS_REFUSED(EINVAL, "ibv_bind_mw", 0, "mw is NULL (EINVAL)");
	else if (inverbs_is_freed(mw))
		error = INVERBS_REFUSED(EINVAL, "ibv_bind_mw", 0, "mw was freed before (EINVAL)");
	else if (!mw_bind)
		error = INVERBS_REFUSED(EINVAL, "ibv_bind_mw", 0, "mw_bind is NULL (EINVAL)");
	else if (mw->type != IBV_MW_TYPE_1)
		error = INVERBS_REFUSED(EINVAL, "ibv_bind_mw", 0,
					"mw.type is %s, not IBV_MW_TYPE_1; a window of type 2 is "
					"bound by a work request (EINVAL)",
					inverbs_named(inverbs_name_of_ibv_mw_type((int)mw->type)));
	else if (mw->context != qp->context)
		error = INVERBS_REFUSED(EINVAL, "ibv_bind_mw", 0,
					"mw.context is not qp.context (EINVAL)");
	else if (inverbs_is_freed(mw_bind->bind_info.mr))
		error = INVERBS_REFUSED(EINVAL, "ibv_bind_mw", 0,
					"mw_bind.bind_info.mr was freed before (EINVAL)");
	else if (inverbs_beyond(mw_bind->send_flags, INVERBS_BITS_IBV_SEND_FLAGS))
		error = INVERBS_REFUSED(
			EINVAL, "ibv_bind_mw", 0,
			"mw_bind.send_flags has bits 0x%llx that are not in enum ibv_send_flags "
			"(EINVAL)",
			inverbs_beyond(mw_bind->send_flags, INVERBS_BITS_IBV_SEND_FLAGS));
	if (error)
		return error;
	return inverbs_plain_ibv_bind_mw(qp, mw, mw_bind);
}

static inline struct ibv_ah *ibv_create_ah(struct ibv_pd *pd, struct ibv_ah_attr *attr)
{
	int error = 0;
	struct ibv_ah *result;

	if (!pd)
		error = INVERBS_REFUSED(EINVAL, "ibv_create_ah", 0, "pd is NULL (EINVAL)");
	else if (inverbs_is_freed(pd))
		error = INVERBS_REFUSED(EINVAL, "ibv_create_ah", 0, "pd was freed before (EINVAL)");
	else if (!attr)
		error = INVERBS_REFUSED(EINVAL, "ibv_create_ah", 0, "attr is NULL (EINVAL)");
	else if (!inverbs_within(attr->port_num, 1, LLONG_MAX))
		error = INVERBS_REFUSED(EINVAL, "ibv_create_ah", 0,
					"attr.port_num is %lld, less than 1 (EINVAL)",
					(long long)attr->port_num);
	else if (!inverbs_within(attr->sl, LLONG_MIN, 15))
		error = INVERBS_REFUSED(EINVAL, "ibv_create_ah", 0,
					"attr.sl is %lld, more than 15 (EINVAL)",
					(long long)attr->sl);
	if (error) {
		errno = error;
		return NULL;
	}
	result = inverbs_plain.ibv_create_ah(pd, attr);
	inverbs_object_made(result, "ibv_ah");
	return result;
}

static inline int ibv_init_ah_from_wc(struct ibv_context *context, uint8_t port_num,
				      struct ibv_wc *wc, struct ibv_grh *grh,
				      struct ibv_ah_attr *ah_attr)
{
	int error = 0;

	if (!context)
		error = INVERBS_REFUSED(EINVAL, "ibv_init_ah_from_wc", 0,
					"context is NULL (EINVAL)");
	else if (inverbs_is_freed(context))
		error = INVERBS_REFUSED(EINVAL, "ibv_init_ah_from_wc", 0,
					"context was freed before (EINVAL)");
	else if (!wc)
		error = INVERBS_REFUSED(EINVAL, "ibv_init_ah_from_wc", 0, "wc is NULL (EINVAL)");
	else if (!ah_attr)
		error = INVERBS_REFUSED(EINVAL, "ibv_init_ah_from_wc", 0,
					"ah_attr is NULL (EINVAL)");
	else if (!inverbs_within(port_num, 1, LLONG_MAX))
		error = INVERBS_REFUSED(EINVAL, "ibv_init_ah_from_wc", 0,
					"port_num is %lld, less than 1 (EINVAL)",
					(long long)port_num);
	else if ((wc->wc_flags & IBV_WC_GRH) && !grh)
		error = INVERBS_REFUSED(EINVAL, "ibv_init_ah_from_wc", 0, "grh is NULL (EINVAL)");
	if (error) {
		errno = error;
		return -1;
	}
	return inverbs_plain.ibv_init_ah_from_wc(context, port_num, wc, grh, ah_attr);
}

static inline struct ibv_ah *ibv_create_ah_from_wc(struct ibv_pd *pd, struct ibv_wc *wc,
						   struct ibv_grh *grh, uint8_t port_num)
{
	int error = 0;
	struct ibv_ah *result;

	if (!pd)
		error = INVERBS_REFUSED(EINVAL, "ibv_create_ah_from_wc", 0, "pd is NULL (EINVAL)");
	else if (inverbs_is_freed(pd))
		error = INVERBS_REFUSED(EINVAL, "ibv_create_ah_from_wc", 0,
					"pd was freed before (EINVAL)");
	else if (!wc)
		error = INVERBS_REFUSED(EINVAL, "ibv_create_ah_from_wc", 0, "wc is NULL (EINVAL)");
	else if (!inverbs_within(port_num, 1, LLONG_MAX))
		error = INVERBS_REFUSED(EINVAL, "ibv_create_ah_from_wc", 0,
					"port_num is %lld, less than 1 (EINVAL)",
					(long long)port_num);
	else if ((wc->wc_flags & IBV_WC_GRH) && !grh)
		error = INVERBS_REFUSED(EINVAL, "ibv_create_ah_from_wc", 0, "grh is NULL (EINVAL)");
	if (error) {
		errno = error;
		return NULL;
	}
	result = inverbs_plain.ibv_create_ah_from_wc(pd, wc, grh, port_num);
	inverbs_object_made(result, "ibv_ah");
	return result;
}

static inline int ibv_destroy_ah(struct ibv_ah *ah)
{
	int error = 0;
	int result;

	if (!ah)
		error = INVERBS_REFUSED(EINVAL, "ibv_destroy_ah", 0, "ah is NULL (EINVAL)");
	else if (inverbs_is_freed(ah))
		error = INVERBS_REFUSED(EINVAL, "ibv_destroy_ah", 0,
					"ah was freed before (EINVAL)");
	if (error)
		return error;
	inverbs_object_going(ah);
	result = inverbs_plain.ibv_destroy_ah(ah);
	inverbs_object_gone(ah, result == 0);
	return result;
}

static inline void ibv_wr_atomic_cmp_swp(struct ibv_qp_ex *qp, uint32_t rkey, uint64_t remote_addr,
					 uint64_t compare, uint64_t swap)
{
	int error = 0;

	if (!qp)
		error = INVERBS_REFUSED(EINVAL, "ibv_wr_atomic_cmp_swp", 0, "qp is NULL (EINVAL)");
	else if (inverbs_is_freed(qp))
		error = INVERBS_REFUSED(EINVAL, "ibv_wr_atomic_cmp_swp", 0,
					"qp was freed before (EINVAL)");
	if (error)
		return;
	inverbs_plain_ibv_wr_atomic_cmp_swp(qp, rkey, remote_addr, compare, swap);
}

static inline void ibv_wr_atomic_fetch_add(struct ibv_qp_ex *qp, uint32_t rkey,
					   uint64_t remote_addr, uint64_t add)
{
	int error = 0;

	if (!qp)
		error = INVERBS_REFUSED(EINVAL, "ibv_wr_atomic_fetch_add", 0,
					"qp is NULL (EINVAL)");
	else if (inverbs_is_freed(qp))
		error = INVERBS_REFUSED(EINVAL, "ibv_wr_atomic_fetch_add", 0,
					"qp was freed before (EINVAL)");
	if (error)
		return;
	inverbs_plain_ibv_wr_atomic_fetch_add(qp, rkey, remote_addr, add);
}

static inline void ibv_wr_bind_mw(struct ibv_qp_ex *qp, struct ibv_mw *mw, uint32_t rkey,
				  const struct ibv_mw_bind_info *bind_info)
{
	int error = 0;

	if (!qp)
		error = INVERBS_REFUSED(EINVAL, "ibv_wr_bind_mw", 0, "qp is NULL (EINVAL)");
	else if (inverbs_is_freed(qp))
		error = INVERBS_REFUSED(EINVAL, "ibv_wr_bind_mw", 0,
					"qp was freed before (EINVAL)");
	else if (!mw)
		error = INVERBS_REFUSED(EINVAL, "ibv_wr_bind_mw", 0, "mw is NULL (EINVAL)");
	else if (inverbs_is_freed(mw))
		error = INVERBS_REFUSED(EINVAL, "ibv_wr_bind_mw", 0,
					"mw was freed before (EINVAL)");
	else if (!bind_info)
		error = INVERBS_REFUSED(EINVAL, "ibv_wr_bind_mw", 0, "bind_info is NULL (EINVAL)");
	if (error)
		return;
	inverbs_plain_ibv_wr_bind_mw(qp, mw, rkey, bind_info);
}

static inline void ibv_wr_local_inv(struct ibv_qp_ex *qp, uint32_t invalidate_rkey)
{
	int error = 0;

	if (!qp)
		error = INVERBS_REFUSED(EINVAL, "ibv_wr_local_inv", 0, "qp is NULL (EINVAL)");
	else if (inverbs_is_freed(qp))
		error = INVERBS_REFUSED(EINVAL, "ibv_wr_local_inv", 0,
					"qp was freed before (EINVAL)");
	if (error)
		return;
	inverbs_plain_ibv_wr_local_inv(qp, invalidate_rkey);
}

static inline void ibv_wr_rdma_read(struct ibv_qp_ex *qp, uint32_t rkey, uint64_t remote_addr)
{
	int error = 0;

	if (!qp)
		error = INVERBS_REFUSED(EINVAL, "ibv_wr_rdma_read", 0, "qp is NULL (EINVAL)");
	else if (inverbs_is_freed(qp))
		error = INVERBS_REFUSED(EINVAL, "ibv_wr_rdma_read", 0,
					"qp was freed before (EINVAL)");
	if (error)
		return;
	inverbs_plain_ibv_wr_rdma_read(qp, rkey, remote_addr);
}

static inline void ibv_wr_rdma_write(struct ibv_qp_ex *qp, uint32_t rkey, uint64_t remote_addr)
{
	int error = 0;

	if (!qp)
		error = INVERBS_REFUSED(EINVAL, "ibv_wr_rdma_write", 0, "qp is NULL (EINVAL)");
	else if (inverbs_is_freed(qp))
		error = INVERBS_REFUSED(EINVAL, "ibv_wr_rdma_write", 0,
					"qp was freed before (EINVAL)");
	if (error)
		return;
	inverbs_plain_ibv_wr_rdma_write(qp, rkey, remote_addr);
}

static inline void ibv_wr_rdma_write_imm(struct ibv_qp_ex *qp, uint32_t rkey, uint64_t remote_addr,
					 __be32 imm_data)
{
	int error = 0;

	if (!qp)
		error = INVERBS_REFUSED(EINVAL, "ibv_wr_rdma_write_imm", 0, "qp is NULL (EINVAL)");
	else if (inverbs_is_freed(qp))
		error = INVERBS_REFUSED(EINVAL, "ibv_wr_rdma_write_imm", 0,
					"qp was freed before (EINVAL)");
	if (error)
		return;
	inverbs_plain_ibv_wr_rdma_write_imm(qp, rkey, remote_addr, imm_data);
}

static inline void ibv_wr_send(struct ibv_qp_ex *qp)
{
	int error = 0;

	if (!qp)
		error = INVERBS_REFUSED(EINVAL, "ibv_wr_send", 0, "qp is NULL (EINVAL)");
	else if (inverbs_is_freed(qp))
		error = INVERBS_REFUSED(EINVAL, "ibv_wr_send", 0, "qp was freed before (EINVAL)");
	if (error)
		return;
	inverbs_plain_ibv_wr_send(qp);
}

static inline void ibv_wr_send_imm(struct ibv_qp_ex *qp, __be32 imm_data)
{
	int error = 0;

	if (!qp)
		error = INVERBS_REFUSED(EINVAL, "ibv_wr_send_imm", 0, "qp is NULL (EINVAL)");
	else if (inverbs_is_freed(qp))
		error = INVERBS_REFUSED(EINVAL, "ibv_wr_send_imm", 0,
					"qp was freed before (EINVAL)");
	if (error)
		return;
	inverbs_plain_ibv_wr_send_imm(qp, imm_data);
}

static inline void ibv_wr_send_inv(struct ibv_qp_ex *qp, uint32_t invalidate_rkey)
{
	int error = 0;

	if (!qp)
		error = INVERBS_REFUSED(EINVAL, "ibv_wr_send_inv", 0, "qp is NULL (EINVAL)");
	else if (inverbs_is_freed(qp))
		error = INVERBS_REFUSED(EINVAL, "ibv_wr_send_inv", 0,
					"qp was freed before (EINVAL)");
	if (error)
		return;
	inverbs_plain_ibv_wr_send_inv(qp, invalidate_rkey);
}

static inline void ibv_wr_set_ud_addr(struct ibv_qp_ex *qp, struct ibv_ah *ah, uint32_t remote_qpn,
				      uint32_t remote_qkey)
{
	int error = 0;

	if (!qp)
		error = INVERBS_REFUSED(EINVAL, "ibv_wr_set_ud_addr", 0, "qp is NULL (EINVAL)");
	else if (inverbs_is_freed(qp))
		error = INVERBS_REFUSED(EINVAL, "ibv_wr_set_ud_addr", 0,
					"qp was freed before (EINVAL)");
	else if (!ah)
		error = INVERBS_REFUSED(EINVAL, "ibv_wr_set_ud_addr", 0, "ah is NULL (EINVAL)");
	else if (inverbs_is_freed(ah))
		error = INVERBS_REFUSED(EINVAL, "ibv_wr_set_ud_addr", 0,
					"ah was freed before (EINVAL)");
	if (error)
		return;
	inverbs_plain_ibv_wr_set_ud_addr(qp, ah, remote_qpn, remote_qkey);
}

static inline void ibv_wr_set_xrc_srqn(struct ibv_qp_ex *qp, uint32_t remote_srqn)
{
	int error = 0;

	if (!qp)
		error = INVERBS_REFUSED(EINVAL, "ibv_wr_set_xrc_srqn", 0, "qp is NULL (EINVAL)");
	else if (inverbs_is_freed(qp))
		error = INVERBS_REFUSED(EINVAL, "ibv_wr_set_xrc_srqn", 0,
					"qp was freed before (EINVAL)");
	if (error)
		return;
	inverbs_plain_ibv_wr_set_xrc_srqn(qp, remote_srqn);
}

static inline void ibv_wr_set_inline_data(struct ibv_qp_ex *qp, void *addr, size_t length)
{
	int error = 0;

	if (!qp)
		error = INVERBS_REFUSED(EINVAL, "ibv_wr_set_inline_data", 0, "qp is NULL (EINVAL)");
	else if (inverbs_is_freed(qp))
		error = INVERBS_REFUSED(EINVAL, "ibv_wr_set_inline_data", 0,
					"qp was freed before (EINVAL)");
	else if (inverbs_within(length, 1, LLONG_MAX) && !addr)
		error = INVERBS_REFUSED(EINVAL, "ibv_wr_set_inline_data", 0,
					"addr is NULL (EINVAL)");
	if (error)
		return;
	inverbs_plain_ibv_wr_set_inline_data(qp, addr, length);
}

static inline void ibv_wr_set_inline_data_list(struct ibv_qp_ex *qp, size_t num_buf,
					       const struct ibv_data_buf *buf_list)
{
	int error = 0;

	if (!qp)
		error = INVERBS_REFUSED(EINVAL, "ibv_wr_set_inline_data_list", 0,
					"qp is NULL (EINVAL)");
	else if (inverbs_is_freed(qp))
		error = INVERBS_REFUSED(EINVAL, "ibv_wr_set_inline_data_list", 0,
					"qp was freed before (EINVAL)");
	else if (inverbs_within(num_buf, 1, LLONG_MAX) && !buf_list)
		error = INVERBS_REFUSED(EINVAL, "ibv_wr_set_inline_data_list", 0,
					"buf_list is NULL (EINVAL)");
	if (error)
		return;
	inverbs_plain_ibv_wr_set_inline_data_list(qp, num_buf, buf_list);
}

static inline void ibv_wr_set_sge(struct ibv_qp_ex *qp, uint32_t lkey, uint64_t addr,
				  uint32_t length)
{
	int error = 0;

	if (!qp)
		error = INVERBS_REFUSED(EINVAL, "ibv_wr_set_sge", 0, "qp is NULL (EINVAL)");
	else if (inverbs_is_freed(qp))
		error = INVERBS_REFUSED(EINVAL, "ibv_wr_set_sge", 0,
					"qp was freed before (EINVAL)");
	if (error)
		return;
	inverbs_plain_ibv_wr_set_sge(qp, lkey, addr, length);
}

static inline void ibv_wr_set_sge_list(struct ibv_qp_ex *qp, size_t num_sge,
				       const struct ibv_sge *sg_list)
{
	int error = 0;

	if (!qp)
		error = INVERBS_REFUSED(EINVAL, "ibv_wr_set_sge_list", 0, "qp is NULL (EINVAL)");
	else if (inverbs_is_freed(qp))
		error = INVERBS_REFUSED(EINVAL, "ibv_wr_set_sge_list", 0,
					"qp was freed before (EINVAL)");
	else if (inverbs_within(num_sge, 1, LLONG_MAX) && !sg_list)
		error = INVERBS_REFUSED(EINVAL, "ibv_wr_set_sge_list", 0,
					"sg_list is NULL (EINVAL)");
	if (error)
		return;
	inverbs_plain_ibv_wr_set_sge_list(qp, num_sge, sg_list);
}

static inline void ibv_wr_start(struct ibv_qp_ex *qp)
{
	int error = 0;

	if (!qp)
		error = INVERBS_REFUSED(EINVAL, "ibv_wr_start", 0, "qp is NULL (EINVAL)");
	else if (inverbs_is_freed(qp))
		error = INVERBS_REFUSED(EINVAL, "ibv_wr_start", 0, "qp was freed before (EINVAL)");
	if (error)
		return;
	inverbs_plain_ibv_wr_start(qp);
}

static inline int ibv_wr_complete(struct ibv_qp_ex *qp)
{
	int error = 0;

	if (!qp)
		error = INVERBS_REFUSED(EINVAL, "ibv_wr_complete", 0, "qp is NULL (EINVAL)");
	else if (inverbs_is_freed(qp))
		error = INVERBS_REFUSED(EINVAL, "ibv_wr_complete", 0,
					"qp was freed before (EINVAL)");
	if (error)
		return error;
	return inverbs_plain_ibv_wr_complete(qp);
}

static inline void ibv_wr_abort(struct ibv_qp_ex *qp)
{
	int error = 0;

	if (!qp)
		error = INVERBS_REFUSED(EINVAL, "ibv_wr_abort", 0, "qp is NULL (EINVAL)");
	else if (inverbs_is_freed(qp))
		error = INVERBS_REFUSED(EINVAL, "ibv_wr_abort", 0, "qp was freed before (EINVAL)");
	if (error)
		return;
	inverbs_plain_ibv_wr_abort(qp);
}

static inline void ibv_wr_atomic_write(struct ibv_qp_ex *qp, uint32_t rkey, uint64_t remote_addr,
				       const void *atomic_wr)
{
	int error = 0;

	if (!qp)
		error = INVERBS_REFUSED(EINVAL, "ibv_wr_atomic_write", 0, "qp is NULL (EINVAL)");
	else if (inverbs_is_freed(qp))
		error = INVERBS_REFUSED(EINVAL, "ibv_wr_atomic_write", 0,
					"qp was freed before (EINVAL)");
	if (error)
		return;
	inverbs_plain_ibv_wr_atomic_write(qp, rkey, remote_addr, atomic_wr);
}

/** One work request of ibv_post_send(). */
static inline int inverbs_check_one_ibv_post_send(struct ibv_qp *qp, struct ibv_send_wr *wr, int at)
{
	int error = 0;

	if (!inverbs_name_of_ibv_wr_opcode((int)wr->opcode))
		error = INVERBS_REFUSED(EINVAL, "ibv_post_send", at,
					"wr.opcode is %d, no enum ibv_wr_opcode (EINVAL)",
					(int)wr->opcode);
	else if (!inverbs_ibv_wr_opcode_goes_with((int)wr->opcode, (int)qp->qp_type))
		error = INVERBS_REFUSED(
			EINVAL, "ibv_post_send", at,
			"wr.opcode is %s, which does not go with qp.qp_type %s (EINVAL)",
			inverbs_named(inverbs_name_of_ibv_wr_opcode((int)wr->opcode)),
			inverbs_named(inverbs_name_of_ibv_qp_type((int)qp->qp_type)));
	else if (inverbs_beyond(wr->send_flags, INVERBS_BITS_IBV_SEND_FLAGS))
		error = INVERBS_REFUSED(
			EINVAL, "ibv_post_send", at,
			"wr.send_flags has bits 0x%llx that are not in enum ibv_send_flags "
			"(EINVAL)",
			inverbs_beyond(wr->send_flags, INVERBS_BITS_IBV_SEND_FLAGS));
	else if (!inverbs_within(wr->num_sge, 0, inverbs_max_send_sge(qp)))
		error = INVERBS_REFUSED(ENOMEM, "ibv_post_send", at,
					"wr.num_sge is %lld, not from 0 to max_send_sge(qp), which "
					"is %lld (ENOMEM)",
					(long long)wr->num_sge,
					(long long)inverbs_max_send_sge(qp));
	else if (inverbs_within(wr->num_sge, 1, LLONG_MAX) && !wr->sg_list)
		error = INVERBS_REFUSED(EINVAL, "ibv_post_send", at, "wr.sg_list is NULL (EINVAL)");
	else if ((wr->send_flags & IBV_SEND_INLINE) &&
		 (wr->opcode == IBV_WR_RDMA_READ || wr->opcode == IBV_WR_ATOMIC_CMP_AND_SWP ||
		  wr->opcode == IBV_WR_ATOMIC_FETCH_AND_ADD))
		error = INVERBS_REFUSED(
			EINVAL, "ibv_post_send", at,
			"wr.opcode is %s; the response cannot be inline (EINVAL)",
			inverbs_named(inverbs_name_of_ibv_wr_opcode((int)wr->opcode)));
	else if ((wr->opcode == IBV_WR_ATOMIC_CMP_AND_SWP ||
		  wr->opcode == IBV_WR_ATOMIC_FETCH_AND_ADD) &&
		 !inverbs_within(wr->num_sge, 1, 1))
		error = INVERBS_REFUSED(
			EINVAL, "ibv_post_send", at,
			"wr.num_sge is %lld, not 1; an atomic has one SGE of 8 bytes (EINVAL)",
			(long long)wr->num_sge);
	else if ((wr->opcode == IBV_WR_ATOMIC_CMP_AND_SWP ||
		  wr->opcode == IBV_WR_ATOMIC_FETCH_AND_ADD) &&
		 wr->sg_list && !inverbs_within(wr->sg_list->length, 8, 8))
		error = INVERBS_REFUSED(EINVAL, "ibv_post_send", at,
					"wr.sg_list.length is %lld, not 8; an atomic has one SGE "
					"of 8 bytes (EINVAL)",
					(long long)wr->sg_list->length);
	else if ((wr->opcode == IBV_WR_ATOMIC_CMP_AND_SWP ||
		  wr->opcode == IBV_WR_ATOMIC_FETCH_AND_ADD) &&
		 wr->wr.atomic.remote_addr % 8 != 0)
		error = INVERBS_REFUSED(
			EINVAL, "ibv_post_send", at,
			"wr.wr.atomic.remote_addr is 0x%llx, not a multiple of 8 (EINVAL)",
			(unsigned long long)wr->wr.atomic.remote_addr);
	else if (!inverbs_within(inverbs_inline_bytes(wr), LLONG_MIN, inverbs_max_inline_data(qp)))
		error = INVERBS_REFUSED(ENOMEM, "ibv_post_send", at,
					"inline_bytes(wr) is %lld, more than max_inline_data(qp), "
					"which is %lld (ENOMEM)",
					(long long)inverbs_inline_bytes(wr),
					(long long)inverbs_max_inline_data(qp));
	else if (qp->qp_type == IBV_QPT_UD && !wr->wr.ud.ah)
		error = INVERBS_REFUSED(EINVAL, "ibv_post_send", at,
					"wr.wr.ud.ah is NULL (EINVAL)");
	else if (qp->qp_type == IBV_QPT_UD && inverbs_is_freed(wr->wr.ud.ah))
		error = INVERBS_REFUSED(EINVAL, "ibv_post_send", at,
					"wr.wr.ud.ah was freed before (EINVAL)");
	else if (qp->qp_type == IBV_QPT_UD && wr->wr.ud.ah && wr->wr.ud.ah->context != qp->context)
		error = INVERBS_REFUSED(EINVAL, "ibv_post_send", at,
					"wr.wr.ud.ah.context is not qp.context (EINVAL)");
	else if (qp->qp_type == IBV_QPT_UD && wr->wr.ud.ah && wr->wr.ud.ah->pd && qp->pd &&
		 wr->wr.ud.ah->pd->handle != qp->pd->handle)
		error = INVERBS_REFUSED(EINVAL, "ibv_post_send", at,
					"wr.wr.ud.ah.pd.handle is not qp.pd.handle (EINVAL)");
	else if (wr->opcode == IBV_WR_BIND_MW && !wr->bind_mw.mw)
		error = INVERBS_REFUSED(EINVAL, "ibv_post_send", at,
					"wr.bind_mw.mw is NULL (EINVAL)");
	else if (wr->opcode == IBV_WR_BIND_MW && inverbs_is_freed(wr->bind_mw.mw))
		error = INVERBS_REFUSED(EINVAL, "ibv_post_send", at,
					"wr.bind_mw.mw was freed before (EINVAL)");
	return error;
}

static inline int ibv_post_send(struct ibv_qp *qp, struct ibv_send_wr *wr,
				struct ibv_send_wr **bad_wr)
{
	struct ibv_send_wr *refused = wr;
	int error = 0;

	if (!qp)
		error = INVERBS_REFUSED(EINVAL, "ibv_post_send", 0, "qp is NULL (EINVAL)");
	else if (inverbs_is_freed(qp))
		error = INVERBS_REFUSED(EINVAL, "ibv_post_send", 0, "qp was freed before (EINVAL)");
	else if (!wr)
		error = INVERBS_REFUSED(EINVAL, "ibv_post_send", 0, "wr is NULL (EINVAL)");
	else if (!bad_wr)
		error = INVERBS_REFUSED(EINVAL, "ibv_post_send", 0, "bad_wr is NULL (EINVAL)");
	else if (qp->context->device->transport_type != IBV_TRANSPORT_IWARP &&
		 (qp->state == IBV_QPS_RESET || qp->state == IBV_QPS_INIT ||
		  qp->state == IBV_QPS_RTR))
		error = INVERBS_REFUSED(
			EINVAL, "ibv_post_send", 0,
			"qp.state is %s; sends are accepted from RTS on (EINVAL)",
			inverbs_named(inverbs_name_of_ibv_qp_state((int)qp->state)));
	if (error) {
		if (bad_wr)
			*bad_wr = wr;
		return error;
	}
	for (int at = 1; refused && at <= INVERBS_MOST_REQUESTS && !error; at++) {
		error = inverbs_check_one_ibv_post_send(qp, refused, at);
		if (!error)
			refused = refused->next;
	}
	if (error) {
		/*
		 * those before it are posted one by one, because the caller's list must not be
		 * changed
		 */
		for (; wr != refused; wr = wr->next) {
			struct ibv_send_wr one = *wr;
			int full;

			one.next = NULL;
			full = inverbs_plain_ibv_post_send(qp, &one, bad_wr);
			if (full) {
				error = full;
				break;
			}
		}
		*bad_wr = wr;
		return error;
	}
	return inverbs_plain_ibv_post_send(qp, wr, bad_wr);
}

/** One work request of ibv_post_recv(). */
static inline int inverbs_check_one_ibv_post_recv(struct ibv_qp *qp, struct ibv_recv_wr *wr, int at)
{
	int error = 0;

	if (!inverbs_within(wr->num_sge, 0, inverbs_max_recv_sge(qp)))
		error = INVERBS_REFUSED(ENOMEM, "ibv_post_recv", at,
					"wr.num_sge is %lld, not from 0 to max_recv_sge(qp), which "
					"is %lld (ENOMEM)",
					(long long)wr->num_sge,
					(long long)inverbs_max_recv_sge(qp));
	else if (inverbs_within(wr->num_sge, 1, LLONG_MAX) && !wr->sg_list)
		error = INVERBS_REFUSED(EINVAL, "ibv_post_recv", at, "wr.sg_list is NULL (EINVAL)");
	return error;
}

static inline int ibv_post_recv(struct ibv_qp *qp, struct ibv_recv_wr *wr,
				struct ibv_recv_wr **bad_wr)
{
	struct ibv_recv_wr *refused = wr;
	int error = 0;

	if (!qp)
		error = INVERBS_REFUSED(EINVAL, "ibv_post_recv", 0, "qp is NULL (EINVAL)");
	else if (inverbs_is_freed(qp))
		error = INVERBS_REFUSED(EINVAL, "ibv_post_recv", 0, "qp was freed before (EINVAL)");
	else if (!wr)
		error = INVERBS_REFUSED(EINVAL, "ibv_post_recv", 0, "wr is NULL (EINVAL)");
	else if (!bad_wr)
		error = INVERBS_REFUSED(EINVAL, "ibv_post_recv", 0, "bad_wr is NULL (EINVAL)");
	else if (qp->state == IBV_QPS_RESET)
		error = INVERBS_REFUSED(
			EINVAL, "ibv_post_recv", 0,
			"qp.state is %s; receives are accepted from INIT on (EINVAL)",
			inverbs_named(inverbs_name_of_ibv_qp_state((int)qp->state)));
	else if (qp->srq)
		error = INVERBS_REFUSED(ENOMEM, "ibv_post_recv", 0,
					"qp.srq is not NULL; receives of this queue pair are "
					"posted to its shared receive queue (ENOMEM)");
	if (error) {
		if (bad_wr)
			*bad_wr = wr;
		return error;
	}
	for (int at = 1; refused && at <= INVERBS_MOST_REQUESTS && !error; at++) {
		error = inverbs_check_one_ibv_post_recv(qp, refused, at);
		if (!error)
			refused = refused->next;
	}
	if (error) {
		/*
		 * those before it are posted one by one, because the caller's list must not be
		 * changed
		 */
		for (; wr != refused; wr = wr->next) {
			struct ibv_recv_wr one = *wr;
			int full;

			one.next = NULL;
			full = inverbs_plain_ibv_post_recv(qp, &one, bad_wr);
			if (full) {
				error = full;
				break;
			}
		}
		*bad_wr = wr;
		return error;
	}
	return inverbs_plain_ibv_post_recv(qp, wr, bad_wr);
}

static inline int ibv_start_poll(struct ibv_cq_ex *cq, struct ibv_poll_cq_attr *attr)
{
	int error = 0;

	if (!cq)
		error = INVERBS_REFUSED(EINVAL, "ibv_start_poll", 0, "cq is NULL (EINVAL)");
	else if (inverbs_is_freed(cq))
		error = INVERBS_REFUSED(EINVAL, "ibv_start_poll", 0,
					"cq was freed before (EINVAL)");
	else if (!attr)
		error = INVERBS_REFUSED(EINVAL, "ibv_start_poll", 0, "attr is NULL (EINVAL)");
	else if (!inverbs_within(attr->comp_mask, LLONG_MIN, 0))
		error = INVERBS_REFUSED(EINVAL, "ibv_start_poll", 0,
					"attr.comp_mask is %lld, more than 0 (EINVAL)",
					(long long)attr->comp_mask);
	if (error)
		return error;
	return inverbs_polled_in_place(cq, inverbs_plain_ibv_start_poll(cq, attr));
}

static inline int ibv_next_poll(struct ibv_cq_ex *cq)
{
	int error = 0;

	if (!cq)
		error = INVERBS_REFUSED(EINVAL, "ibv_next_poll", 0, "cq is NULL (EINVAL)");
	else if (inverbs_is_freed(cq))
		error = INVERBS_REFUSED(EINVAL, "ibv_next_poll", 0, "cq was freed before (EINVAL)");
	if (error)
		return error;
	return inverbs_polled_in_place(cq, inverbs_plain_ibv_next_poll(cq));
}

static inline void ibv_end_poll(struct ibv_cq_ex *cq)
{
	int error = 0;

	if (!cq)
		error = INVERBS_REFUSED(EINVAL, "ibv_end_poll", 0, "cq is NULL (EINVAL)");
	else if (inverbs_is_freed(cq))
		error = INVERBS_REFUSED(EINVAL, "ibv_end_poll", 0, "cq was freed before (EINVAL)");
	if (error)
		return;
	inverbs_plain_ibv_end_poll(cq);
}

static inline enum ibv_wc_opcode ibv_wc_read_opcode(struct ibv_cq_ex *cq)
{
	int error = 0;

	if (!cq)
		error = INVERBS_REFUSED(EINVAL, "ibv_wc_read_opcode", 0, "cq is NULL (EINVAL)");
	else if (inverbs_is_freed(cq))
		error = INVERBS_REFUSED(EINVAL, "ibv_wc_read_opcode", 0,
					"cq was freed before (EINVAL)");
	if (error) {
		errno = error;
		return (enum ibv_wc_opcode)0;
	}
	return inverbs_plain_ibv_wc_read_opcode(cq);
}

static inline uint32_t ibv_wc_read_vendor_err(struct ibv_cq_ex *cq)
{
	int error = 0;

	if (!cq)
		error = INVERBS_REFUSED(EINVAL, "ibv_wc_read_vendor_err", 0, "cq is NULL (EINVAL)");
	else if (inverbs_is_freed(cq))
		error = INVERBS_REFUSED(EINVAL, "ibv_wc_read_vendor_err", 0,
					"cq was freed before (EINVAL)");
	if (error) {
		errno = error;
		return (uint32_t)0;
	}
	return inverbs_plain_ibv_wc_read_vendor_err(cq);
}

static inline uint32_t ibv_wc_read_byte_len(struct ibv_cq_ex *cq)
{
	int error = 0;

	if (!cq)
		error = INVERBS_REFUSED(EINVAL, "ibv_wc_read_byte_len", 0, "cq is NULL (EINVAL)");
	else if (inverbs_is_freed(cq))
		error = INVERBS_REFUSED(EINVAL, "ibv_wc_read_byte_len", 0,
					"cq was freed before (EINVAL)");
	if (error) {
		errno = error;
		return (uint32_t)0;
	}
	return inverbs_plain_ibv_wc_read_byte_len(cq);
}

static inline __be32 ibv_wc_read_imm_data(struct ibv_cq_ex *cq)
{
	int error = 0;

	if (!cq)
		error = INVERBS_REFUSED(EINVAL, "ibv_wc_read_imm_data", 0, "cq is NULL (EINVAL)");
	else if (inverbs_is_freed(cq))
		error = INVERBS_REFUSED(EINVAL, "ibv_wc_read_imm_data", 0,
					"cq was freed before (EINVAL)");
	if (error) {
		errno = error;
		return (__be32)0;
	}
	return inverbs_plain_ibv_wc_read_imm_data(cq);
}

static inline uint32_t ibv_wc_read_invalidated_rkey(struct ibv_cq_ex *cq)
{
	int error = 0;

	if (!cq)
		error = INVERBS_REFUSED(EINVAL, "ibv_wc_read_invalidated_rkey", 0,
					"cq is NULL (EINVAL)");
	else if (inverbs_is_freed(cq))
		error = INVERBS_REFUSED(EINVAL, "ibv_wc_read_invalidated_rkey", 0,
					"cq was freed before (EINVAL)");
	if (error) {
		errno = error;
		return (uint32_t)0;
	}
	return inverbs_plain_ibv_wc_read_invalidated_rkey(cq);
}

static inline uint32_t ibv_wc_read_qp_num(struct ibv_cq_ex *cq)
{
	int error = 0;

	if (!cq)
		error = INVERBS_REFUSED(EINVAL, "ibv_wc_read_qp_num", 0, "cq is NULL (EINVAL)");
	else if (inverbs_is_freed(cq))
		error = INVERBS_REFUSED(EINVAL, "ibv_wc_read_qp_num", 0,
					"cq was freed before (EINVAL)");
	if (error) {
		errno = error;
		return (uint32_t)0;
	}
	return inverbs_plain_ibv_wc_read_qp_num(cq);
}

static inline uint32_t ibv_wc_read_src_qp(struct ibv_cq_ex *cq)
{
	int error = 0;

	if (!cq)
		error = INVERBS_REFUSED(EINVAL, "ibv_wc_read_src_qp", 0, "cq is NULL (EINVAL)");
	else if (inverbs_is_freed(cq))
		error = INVERBS_REFUSED(EINVAL, "ibv_wc_read_src_qp", 0,
					"cq was freed before (EINVAL)");
	if (error) {
		errno = error;
		return (uint32_t)0;
	}
	return inverbs_plain_ibv_wc_read_src_qp(cq);
}

static inline unsigned int ibv_wc_read_wc_flags(struct ibv_cq_ex *cq)
{
	int error = 0;

	if (!cq)
		error = INVERBS_REFUSED(EINVAL, "ibv_wc_read_wc_flags", 0, "cq is NULL (EINVAL)");
	else if (inverbs_is_freed(cq))
		error = INVERBS_REFUSED(EINVAL, "ibv_wc_read_wc_flags", 0,
					"cq was freed before (EINVAL)");
	if (error) {
		errno = error;
		return (unsigned int)0;
	}
	return inverbs_plain_ibv_wc_read_wc_flags(cq);
}

static inline uint32_t ibv_wc_read_slid(struct ibv_cq_ex *cq)
{
	int error = 0;

	if (!cq)
		error = INVERBS_REFUSED(EINVAL, "ibv_wc_read_slid", 0, "cq is NULL (EINVAL)");
	else if (inverbs_is_freed(cq))
		error = INVERBS_REFUSED(EINVAL, "ibv_wc_read_slid", 0,
					"cq was freed before (EINVAL)");
	if (error) {
		errno = error;
		return (uint32_t)0;
	}
	return inverbs_plain_ibv_wc_read_slid(cq);
}

static inline uint8_t ibv_wc_read_sl(struct ibv_cq_ex *cq)
{
	int error = 0;

	if (!cq)
		error = INVERBS_REFUSED(EINVAL, "ibv_wc_read_sl", 0, "cq is NULL (EINVAL)");
	else if (inverbs_is_freed(cq))
		error = INVERBS_REFUSED(EINVAL, "ibv_wc_read_sl", 0,
					"cq was freed before (EINVAL)");
	if (error) {
		errno = error;
		return (uint8_t)0;
	}
	return inverbs_plain_ibv_wc_read_sl(cq);
}

static inline uint8_t ibv_wc_read_dlid_path_bits(struct ibv_cq_ex *cq)
{
	int error = 0;

	if (!cq)
		error = INVERBS_REFUSED(EINVAL, "ibv_wc_read_dlid_path_bits", 0,
					"cq is NULL (EINVAL)");
	else if (inverbs_is_freed(cq))
		error = INVERBS_REFUSED(EINVAL, "ibv_wc_read_dlid_path_bits", 0,
					"cq was freed before (EINVAL)");
	if (error) {
		errno = error;
		return (uint8_t)0;
	}
	return inverbs_plain_ibv_wc_read_dlid_path_bits(cq);
}

static inline uint64_t ibv_wc_read_completion_ts(struct ibv_cq_ex *cq)
{
	int error = 0;

	if (!cq)
		error = INVERBS_REFUSED(EINVAL, "ibv_wc_read_completion_ts", 0,
					"cq is NULL (EINVAL)");
	else if (inverbs_is_freed(cq))
		error = INVERBS_REFUSED(EINVAL, "ibv_wc_read_completion_ts", 0,
					"cq was freed before (EINVAL)");
	if (error) {
		errno = error;
		return (uint64_t)0;
	}
	return inverbs_plain_ibv_wc_read_completion_ts(cq);
}

static inline struct ibv_comp_channel *ibv_create_comp_channel(struct ibv_context *context)
{
	int error = 0;
	struct ibv_comp_channel *result;

	if (!context)
		error = INVERBS_REFUSED(EINVAL, "ibv_create_comp_channel", 0,
					"context is NULL (EINVAL)");
	else if (inverbs_is_freed(context))
		error = INVERBS_REFUSED(EINVAL, "ibv_create_comp_channel", 0,
					"context was freed before (EINVAL)");
	if (error) {
		errno = error;
		return NULL;
	}
	result = inverbs_plain.ibv_create_comp_channel(context);
	inverbs_object_made(result, "ibv_comp_channel");
	return result;
}

static inline int ibv_destroy_comp_channel(struct ibv_comp_channel *channel)
{
	int error = 0;
	int result;

	if (!channel)
		error = INVERBS_REFUSED(EINVAL, "ibv_destroy_comp_channel", 0,
					"channel is NULL (EINVAL)");
	else if (inverbs_is_freed(channel))
		error = INVERBS_REFUSED(EINVAL, "ibv_destroy_comp_channel", 0,
					"channel was freed before (EINVAL)");
	if (error)
		return error;
	inverbs_object_going(channel);
	result = inverbs_plain.ibv_destroy_comp_channel(channel);
	inverbs_object_gone(channel, result == 0);
	if (result == EBUSY)
		inverbs_object_busy("ibv_destroy_comp_channel", "channel", channel);
	return result;
}

static inline struct ibv_cq *ibv_create_cq(struct ibv_context *context, int cqe, void *cq_context,
					   struct ibv_comp_channel *channel, int comp_vector)
{
	int error = 0;
	struct ibv_cq *result;

	if (!context)
		error = INVERBS_REFUSED(EINVAL, "ibv_create_cq", 0, "context is NULL (EINVAL)");
	else if (inverbs_is_freed(context))
		error = INVERBS_REFUSED(EINVAL, "ibv_create_cq", 0,
					"context was freed before (EINVAL)");
	else if (inverbs_is_freed(channel))
		error = INVERBS_REFUSED(EINVAL, "ibv_create_cq", 0,
					"channel was freed before (EINVAL)");
	else if (!inverbs_within(cqe, 1, LLONG_MAX))
		error = INVERBS_REFUSED(EINVAL, "ibv_create_cq", 0,
					"cqe is %lld, less than 1 (EINVAL)", (long long)cqe);
	else if (channel && channel->context != context)
		error = INVERBS_REFUSED(EINVAL, "ibv_create_cq", 0,
					"channel.context is not context (EINVAL)");
	else if (!inverbs_within(comp_vector, 0, context->num_comp_vectors - 1LL))
		error = INVERBS_REFUSED(EINVAL, "ibv_create_cq", 0,
					"comp_vector is %lld, not from 0 to below "
					"context.num_comp_vectors, which is %lld (EINVAL)",
					(long long)comp_vector,
					(long long)context->num_comp_vectors);
	if (error) {
		errno = error;
		return NULL;
	}
	result = inverbs_plain.ibv_create_cq(context, cqe, cq_context, channel, comp_vector);
	inverbs_object_made(result, "ibv_cq");
	return result;
}

static inline struct ibv_cq_ex *ibv_create_cq_ex(struct ibv_context *context,
						 struct ibv_cq_init_attr_ex *cq_attr)
{
	int error = 0;
	struct ibv_cq_ex *result;

	if (!context)
		error = INVERBS_REFUSED(EINVAL, "ibv_create_cq_ex", 0, "context is NULL (EINVAL)");
	else if (inverbs_is_freed(context))
		error = INVERBS_REFUSED(EINVAL, "ibv_create_cq_ex", 0,
					"context was freed before (EINVAL)");
	else if (!cq_attr)
		error = INVERBS_REFUSED(EINVAL, "ibv_create_cq_ex", 0, "cq_attr is NULL (EINVAL)");
	else if (!inverbs_within(cq_attr->cqe, 1, LLONG_MAX))
		error = INVERBS_REFUSED(EINVAL, "ibv_create_cq_ex", 0,
					"cq_attr.cqe is %lld, less than 1 (EINVAL)",
					(long long)cq_attr->cqe);
	else if (inverbs_is_freed(cq_attr->channel))
		error = INVERBS_REFUSED(EINVAL, "ibv_create_cq_ex", 0,
					"cq_attr.channel was freed before (EINVAL)");
	else if (cq_attr->channel && cq_attr->channel->context != context)
		error = INVERBS_REFUSED(EINVAL, "ibv_create_cq_ex", 0,
					"cq_attr.channel.context is not context (EINVAL)");
	else if (!inverbs_within(cq_attr->comp_vector, LLONG_MIN, context->num_comp_vectors - 1LL))
		error = INVERBS_REFUSED(EINVAL, "ibv_create_cq_ex", 0,
					"cq_attr.comp_vector is %lld, not below "
					"context.num_comp_vectors, which is %lld (EINVAL)",
					(long long)cq_attr->comp_vector,
					(long long)context->num_comp_vectors);
	if (error) {
		errno = error;
		return NULL;
	}
	result = inverbs_plain.ibv_create_cq_ex(context, cq_attr);
	inverbs_object_made(result, "ibv_cq_ex");
	return result;
}

static inline int ibv_resize_cq(struct ibv_cq *cq, int cqe)
{
	int error = 0;

	if (!cq)
		error = INVERBS_REFUSED(EINVAL, "ibv_resize_cq", 0, "cq is NULL (EINVAL)");
	else if (inverbs_is_freed(cq))
		error = INVERBS_REFUSED(EINVAL, "ibv_resize_cq", 0, "cq was freed before (EINVAL)");
	else if (!inverbs_within(cqe, 1, LLONG_MAX))
		error = INVERBS_REFUSED(EINVAL, "ibv_resize_cq", 0,
					"cqe is %lld, less than 1 (EINVAL)", (long long)cqe);
	if (error)
		return error;
	return inverbs_plain.ibv_resize_cq(cq, cqe);
}

static inline int ibv_destroy_cq(struct ibv_cq *cq)
{
	int error = 0;
	int result;

	if (!cq)
		error = INVERBS_REFUSED(EINVAL, "ibv_destroy_cq", 0, "cq is NULL (EINVAL)");
	else if (inverbs_is_freed(cq))
		error = INVERBS_REFUSED(EINVAL, "ibv_destroy_cq", 0,
					"cq was freed before (EINVAL)");
	if (error)
		return error;
	inverbs_object_going(cq);
	result = inverbs_plain.ibv_destroy_cq(cq);
	inverbs_object_gone(cq, result == 0);
	if (result == EBUSY)
		inverbs_object_busy("ibv_destroy_cq", "cq", cq);
	return result;
}

static inline int ibv_get_cq_event(struct ibv_comp_channel *channel, struct ibv_cq **cq,
				   void **cq_context)
{
	int error = 0;

	if (!channel)
		error = INVERBS_REFUSED(EINVAL, "ibv_get_cq_event", 0, "channel is NULL (EINVAL)");
	else if (inverbs_is_freed(channel))
		error = INVERBS_REFUSED(EINVAL, "ibv_get_cq_event", 0,
					"channel was freed before (EINVAL)");
	else if (!cq)
		error = INVERBS_REFUSED(EINVAL, "ibv_get_cq_event", 0, "cq is NULL (EINVAL)");
	if (error) {
		errno = error;
		return -1;
	}
	return inverbs_plain.ibv_get_cq_event(channel, cq, cq_context);
}

static inline void ibv_ack_cq_events(struct ibv_cq *cq, unsigned int nevents)
{
	int error = 0;

	if (!cq)
		error = INVERBS_REFUSED(EINVAL, "ibv_ack_cq_events", 0, "cq is NULL (EINVAL)");
	else if (inverbs_is_freed(cq))
		error = INVERBS_REFUSED(EINVAL, "ibv_ack_cq_events", 0,
					"cq was freed before (EINVAL)");
	else if (!inverbs_within(nevents, LLONG_MIN, inverbs_events_to_acknowledge(cq)))
		error = INVERBS_REFUSED(
			EINVAL, "ibv_ack_cq_events", 0,
			"nevents is %lld, more than events_to_acknowledge(cq), which is %lld; "
			"ibv_get_cq_event() returned no more (EINVAL)",
			(long long)nevents, (long long)inverbs_events_to_acknowledge(cq));
	if (error)
		return;
	inverbs_plain.ibv_ack_cq_events(cq, nevents);
}

static inline int ibv_poll_cq(struct ibv_cq *cq, int num_entries, struct ibv_wc *wc)
{
	int error = 0;

	if (!cq)
		error = INVERBS_REFUSED(EINVAL, "ibv_poll_cq", 0, "cq is NULL (EINVAL)");
	else if (inverbs_is_freed(cq))
		error = INVERBS_REFUSED(EINVAL, "ibv_poll_cq", 0, "cq was freed before (EINVAL)");
	else if (!inverbs_within(num_entries, 0, LLONG_MAX))
		error = INVERBS_REFUSED(EINVAL, "ibv_poll_cq", 0,
					"num_entries is %lld, less than 0 (EINVAL)",
					(long long)num_entries);
	else if (inverbs_within(num_entries, 1, LLONG_MAX) && !wc)
		error = INVERBS_REFUSED(EINVAL, "ibv_poll_cq", 0, "wc is NULL (EINVAL)");
	if (error)
		return -error;
	return inverbs_polled(cq, wc, inverbs_plain_ibv_poll_cq(cq, num_entries, wc));
}

static inline int ibv_req_notify_cq(struct ibv_cq *cq, int solicited_only)
{
	int error = 0;

	if (!cq)
		error = INVERBS_REFUSED(EINVAL, "ibv_req_notify_cq", 0, "cq is NULL (EINVAL)");
	else if (inverbs_is_freed(cq))
		error = INVERBS_REFUSED(EINVAL, "ibv_req_notify_cq", 0,
					"cq was freed before (EINVAL)");
	if (error)
		return error;
	return inverbs_plain_ibv_req_notify_cq(cq, solicited_only);
}

static inline int ibv_modify_cq(struct ibv_cq *cq, struct ibv_modify_cq_attr *attr)
{
	int error = 0;

	if (!cq)
		error = INVERBS_REFUSED(EINVAL, "ibv_modify_cq", 0, "cq is NULL (EINVAL)");
	else if (inverbs_is_freed(cq))
		error = INVERBS_REFUSED(EINVAL, "ibv_modify_cq", 0, "cq was freed before (EINVAL)");
	else if (!attr)
		error = INVERBS_REFUSED(EINVAL, "ibv_modify_cq", 0, "attr is NULL (EINVAL)");
	if (error)
		return error;
	return inverbs_plain.ibv_modify_cq(cq, attr);
}

static inline struct ibv_srq *ibv_create_srq(struct ibv_pd *pd,
					     struct ibv_srq_init_attr *srq_init_attr)
{
	int error = 0;
	struct ibv_srq *result;

	if (!pd)
		error = INVERBS_REFUSED(EINVAL, "ibv_create_srq", 0, "pd is NULL (EINVAL)");
	else if (inverbs_is_freed(pd))
		error = INVERBS_REFUSED(EINVAL, "ibv_create_srq", 0,
					"pd was freed before (EINVAL)");
	else if (!srq_init_attr)
		error = INVERBS_REFUSED(EINVAL, "ibv_create_srq", 0,
					"srq_init_attr is NULL (EINVAL)");
	if (error) {
		errno = error;
		return NULL;
	}
	result = inverbs_plain.ibv_create_srq(pd, srq_init_attr);
	inverbs_object_made(result, "ibv_srq");
	return result;
}

static inline struct ibv_srq *ibv_create_srq_ex(struct ibv_context *context,
						struct ibv_srq_init_attr_ex *srq_init_attr_ex)
{
	int error = 0;
	struct ibv_srq *result;

	if (!context)
		error = INVERBS_REFUSED(EINVAL, "ibv_create_srq_ex", 0, "context is NULL (EINVAL)");
	else if (inverbs_is_freed(context))
		error = INVERBS_REFUSED(EINVAL, "ibv_create_srq_ex", 0,
					"context was freed before (EINVAL)");
	else if (!srq_init_attr_ex)
		error = INVERBS_REFUSED(EINVAL, "ibv_create_srq_ex", 0,
					"srq_init_attr_ex is NULL (EINVAL)");
	else if ((srq_init_attr_ex->comp_mask & IBV_SRQ_INIT_ATTR_TYPE) &&
		 !inverbs_name_of_ibv_srq_type((int)srq_init_attr_ex->srq_type))
		error = INVERBS_REFUSED(
			EINVAL, "ibv_create_srq_ex", 0,
			"srq_init_attr_ex.srq_type is %d, no enum ibv_srq_type (EINVAL)",
			(int)srq_init_attr_ex->srq_type);
	else if ((srq_init_attr_ex->comp_mask & IBV_SRQ_INIT_ATTR_PD) && !srq_init_attr_ex->pd)
		error = INVERBS_REFUSED(EINVAL, "ibv_create_srq_ex", 0,
					"srq_init_attr_ex.pd is NULL (EINVAL)");
	else if ((srq_init_attr_ex->comp_mask & IBV_SRQ_INIT_ATTR_PD) &&
		 inverbs_is_freed(srq_init_attr_ex->pd))
		error = INVERBS_REFUSED(EINVAL, "ibv_create_srq_ex", 0,
					"srq_init_attr_ex.pd was freed before (EINVAL)");
	else if ((srq_init_attr_ex->comp_mask & IBV_SRQ_INIT_ATTR_PD) && srq_init_attr_ex->pd &&
		 srq_init_attr_ex->pd->context != context)
		error = INVERBS_REFUSED(EINVAL, "ibv_create_srq_ex", 0,
					"srq_init_attr_ex.pd.context is not context (EINVAL)");
	else if ((srq_init_attr_ex->comp_mask & IBV_SRQ_INIT_ATTR_CQ) && !srq_init_attr_ex->cq)
		error = INVERBS_REFUSED(EINVAL, "ibv_create_srq_ex", 0,
					"srq_init_attr_ex.cq is NULL (EINVAL)");
	else if ((srq_init_attr_ex->comp_mask & IBV_SRQ_INIT_ATTR_CQ) &&
		 inverbs_is_freed(srq_init_attr_ex->cq))
		error = INVERBS_REFUSED(EINVAL, "ibv_create_srq_ex", 0,
					"srq_init_attr_ex.cq was freed before (EINVAL)");
	else if ((srq_init_attr_ex->comp_mask & IBV_SRQ_INIT_ATTR_CQ) && srq_init_attr_ex->cq &&
		 srq_init_attr_ex->cq->context != context)
		error = INVERBS_REFUSED(EINVAL, "ibv_create_srq_ex", 0,
					"srq_init_attr_ex.cq.context is not context (EINVAL)");
	else if ((srq_init_attr_ex->comp_mask & IBV_SRQ_INIT_ATTR_XRCD) && !srq_init_attr_ex->xrcd)
		error = INVERBS_REFUSED(EINVAL, "ibv_create_srq_ex", 0,
					"srq_init_attr_ex.xrcd is NULL (EINVAL)");
	else if ((srq_init_attr_ex->comp_mask & IBV_SRQ_INIT_ATTR_XRCD) &&
		 inverbs_is_freed(srq_init_attr_ex->xrcd))
		error = INVERBS_REFUSED(EINVAL, "ibv_create_srq_ex", 0,
					"srq_init_attr_ex.xrcd was freed before (EINVAL)");
	if (error) {
		errno = error;
		return NULL;
	}
	result = inverbs_plain.ibv_create_srq_ex(context, srq_init_attr_ex);
	inverbs_object_made(result, "ibv_srq");
	return result;
}

static inline int ibv_modify_srq(struct ibv_srq *srq, struct ibv_srq_attr *srq_attr,
				 int srq_attr_mask)
{
	int error = 0;

	if (!srq)
		error = INVERBS_REFUSED(EINVAL, "ibv_modify_srq", 0, "srq is NULL (EINVAL)");
	else if (inverbs_is_freed(srq))
		error = INVERBS_REFUSED(EINVAL, "ibv_modify_srq", 0,
					"srq was freed before (EINVAL)");
	else if (!srq_attr)
		error = INVERBS_REFUSED(EINVAL, "ibv_modify_srq", 0, "srq_attr is NULL (EINVAL)");
	else if (inverbs_beyond(srq_attr_mask, INVERBS_BITS_IBV_SRQ_ATTR_MASK))
		error = INVERBS_REFUSED(
			EINVAL, "ibv_modify_srq", 0,
			"srq_attr_mask has bits 0x%llx that are not in enum ibv_srq_attr_mask "
			"(EINVAL)",
			inverbs_beyond(srq_attr_mask, INVERBS_BITS_IBV_SRQ_ATTR_MASK));
	if (error)
		return error;
	return inverbs_plain.ibv_modify_srq(srq, srq_attr, srq_attr_mask);
}

static inline int ibv_query_srq(struct ibv_srq *srq, struct ibv_srq_attr *srq_attr)
{
	int error = 0;

	if (!srq)
		error = INVERBS_REFUSED(EINVAL, "ibv_query_srq", 0, "srq is NULL (EINVAL)");
	else if (inverbs_is_freed(srq))
		error = INVERBS_REFUSED(EINVAL, "ibv_query_srq", 0,
					"srq was freed before (EINVAL)");
	else if (!srq_attr)
		error = INVERBS_REFUSED(EINVAL, "ibv_query_srq", 0, "srq_attr is NULL (EINVAL)");
	if (error)
		return error;
	return inverbs_plain.ibv_query_srq(srq, srq_attr);
}

static inline int ibv_get_srq_num(struct ibv_srq *srq, uint32_t *srq_num)
{
	int error = 0;

	if (!srq)
		error = INVERBS_REFUSED(EINVAL, "ibv_get_srq_num", 0, "srq is NULL (EINVAL)");
	else if (inverbs_is_freed(srq))
		error = INVERBS_REFUSED(EINVAL, "ibv_get_srq_num", 0,
					"srq was freed before (EINVAL)");
	else if (!srq_num)
		error = INVERBS_REFUSED(EINVAL, "ibv_get_srq_num", 0, "srq_num is NULL (EINVAL)");
	if (error)
		return error;
	return inverbs_plain.ibv_get_srq_num(srq, srq_num);
}

static inline int ibv_destroy_srq(struct ibv_srq *srq)
{
	int error = 0;
	int result;

	if (!srq)
		error = INVERBS_REFUSED(EINVAL, "ibv_destroy_srq", 0, "srq is NULL (EINVAL)");
	else if (inverbs_is_freed(srq))
		error = INVERBS_REFUSED(EINVAL, "ibv_destroy_srq", 0,
					"srq was freed before (EINVAL)");
	if (error)
		return error;
	inverbs_object_going(srq);
	result = inverbs_plain.ibv_destroy_srq(srq);
	inverbs_object_gone(srq, result == 0);
	if (result == EBUSY)
		inverbs_object_busy("ibv_destroy_srq", "srq", srq);
	return result;
}

/** One work request of ibv_post_srq_recv(). */
static inline int inverbs_check_one_ibv_post_srq_recv(struct ibv_srq *srq, struct ibv_recv_wr *wr,
						      int at)
{
	int error = 0;

	if (!inverbs_within(wr->num_sge, 0, inverbs_max_srq_sge(srq)))
		error = INVERBS_REFUSED(EINVAL, "ibv_post_srq_recv", at,
					"wr.num_sge is %lld, not from 0 to max_srq_sge(srq), which "
					"is %lld (EINVAL)",
					(long long)wr->num_sge,
					(long long)inverbs_max_srq_sge(srq));
	else if (inverbs_within(wr->num_sge, 1, LLONG_MAX) && !wr->sg_list)
		error = INVERBS_REFUSED(EINVAL, "ibv_post_srq_recv", at,
					"wr.sg_list is NULL (EINVAL)");
	return error;
}

static inline int ibv_post_srq_recv(struct ibv_srq *srq, struct ibv_recv_wr *wr,
				    struct ibv_recv_wr **bad_wr)
{
	struct ibv_recv_wr *refused = wr;
	int error = 0;

	if (!srq)
		error = INVERBS_REFUSED(EINVAL, "ibv_post_srq_recv", 0, "srq is NULL (EINVAL)");
	else if (inverbs_is_freed(srq))
		error = INVERBS_REFUSED(EINVAL, "ibv_post_srq_recv", 0,
					"srq was freed before (EINVAL)");
	else if (!wr)
		error = INVERBS_REFUSED(EINVAL, "ibv_post_srq_recv", 0, "wr is NULL (EINVAL)");
	else if (!bad_wr)
		error = INVERBS_REFUSED(EINVAL, "ibv_post_srq_recv", 0, "bad_wr is NULL (EINVAL)");
	if (error) {
		if (bad_wr)
			*bad_wr = wr;
		return error;
	}
	for (int at = 1; refused && at <= INVERBS_MOST_REQUESTS && !error; at++) {
		error = inverbs_check_one_ibv_post_srq_recv(srq, refused, at);
		if (!error)
			refused = refused->next;
	}
	if (error) {
		/*
		 * those before it are posted one by one, because the caller's list must not be
		 * changed
		 */
		for (; wr != refused; wr = wr->next) {
			struct ibv_recv_wr one = *wr;
			int full;

			one.next = NULL;
			full = inverbs_plain_ibv_post_srq_recv(srq, &one, bad_wr);
			if (full) {
				error = full;
				break;
			}
		}
		*bad_wr = wr;
		return error;
	}
	return inverbs_plain_ibv_post_srq_recv(srq, wr, bad_wr);
}

static inline struct ibv_xrcd *ibv_open_xrcd(struct ibv_context *context,
					     struct ibv_xrcd_init_attr *xrcd_init_attr)
{
	int error = 0;
	struct ibv_xrcd *result;

	if (!context)
		error = INVERBS_REFUSED(EINVAL, "ibv_open_xrcd", 0, "context is NULL (EINVAL)");
	else if (inverbs_is_freed(context))
		error = INVERBS_REFUSED(EINVAL, "ibv_open_xrcd", 0,
					"context was freed before (EINVAL)");
	else if (!xrcd_init_attr)
		error = INVERBS_REFUSED(EINVAL, "ibv_open_xrcd", 0,
					"xrcd_init_attr is NULL (EINVAL)");
	if (error) {
		errno = error;
		return NULL;
	}
	result = inverbs_plain.ibv_open_xrcd(context, xrcd_init_attr);
	inverbs_object_made(result, "ibv_xrcd");
	return result;
}

static inline int ibv_close_xrcd(struct ibv_xrcd *xrcd)
{
	int error = 0;
	int result;

	if (!xrcd)
		error = INVERBS_REFUSED(EINVAL, "ibv_close_xrcd", 0, "xrcd is NULL (EINVAL)");
	else if (inverbs_is_freed(xrcd))
		error = INVERBS_REFUSED(EINVAL, "ibv_close_xrcd", 0,
					"xrcd was freed before (EINVAL)");
	if (error)
		return error;
	inverbs_object_going(xrcd);
	result = inverbs_plain.ibv_close_xrcd(xrcd);
	inverbs_object_gone(xrcd, result == 0);
	if (result == EBUSY)
		inverbs_object_busy("ibv_close_xrcd", "xrcd", xrcd);
	return result;
}

static inline struct ibv_srq *ibv_create_xrc_srq(struct ibv_pd *pd,
						 struct ibv_xrc_domain *xrc_domain,
						 struct ibv_cq *xrc_cq,
						 struct ibv_srq_init_attr *srq_init_attr)
{
	int error = 0;
	struct ibv_srq *result;

	if (!pd)
		error = INVERBS_REFUSED(EINVAL, "ibv_create_xrc_srq", 0, "pd is NULL (EINVAL)");
	else if (inverbs_is_freed(pd))
		error = INVERBS_REFUSED(EINVAL, "ibv_create_xrc_srq", 0,
					"pd was freed before (EINVAL)");
	else if (!xrc_domain)
		error = INVERBS_REFUSED(EINVAL, "ibv_create_xrc_srq", 0,
					"xrc_domain is NULL (EINVAL)");
	else if (inverbs_is_freed(xrc_domain))
		error = INVERBS_REFUSED(EINVAL, "ibv_create_xrc_srq", 0,
					"xrc_domain was freed before (EINVAL)");
	else if (!xrc_cq)
		error = INVERBS_REFUSED(EINVAL, "ibv_create_xrc_srq", 0, "xrc_cq is NULL (EINVAL)");
	else if (inverbs_is_freed(xrc_cq))
		error = INVERBS_REFUSED(EINVAL, "ibv_create_xrc_srq", 0,
					"xrc_cq was freed before (EINVAL)");
	else if (!srq_init_attr)
		error = INVERBS_REFUSED(EINVAL, "ibv_create_xrc_srq", 0,
					"srq_init_attr is NULL (EINVAL)");
	if (error) {
		errno = error;
		return NULL;
	}
	result = inverbs_plain.ibv_create_xrc_srq(pd, xrc_domain, xrc_cq, srq_init_attr);
	inverbs_object_made(result, "ibv_srq");
	return result;
}

static inline struct ibv_xrc_domain *ibv_open_xrc_domain(struct ibv_context *context, int fd,
							 int oflag)
{
	int error = 0;
	struct ibv_xrc_domain *result;

	if (!context)
		error = INVERBS_REFUSED(EINVAL, "ibv_open_xrc_domain", 0,
					"context is NULL (EINVAL)");
	else if (inverbs_is_freed(context))
		error = INVERBS_REFUSED(EINVAL, "ibv_open_xrc_domain", 0,
					"context was freed before (EINVAL)");
	if (error) {
		errno = error;
		return NULL;
	}
	result = inverbs_plain.ibv_open_xrc_domain(context, fd, oflag);
	inverbs_object_made(result, "ibv_xrc_domain");
	return result;
}

static inline int ibv_close_xrc_domain(struct ibv_xrc_domain *d)
{
	int error = 0;
	int result;

	if (!d)
		error = INVERBS_REFUSED(EINVAL, "ibv_close_xrc_domain", 0, "d is NULL (EINVAL)");
	else if (inverbs_is_freed(d))
		error = INVERBS_REFUSED(EINVAL, "ibv_close_xrc_domain", 0,
					"d was freed before (EINVAL)");
	if (error)
		return error;
	inverbs_object_going(d);
	result = inverbs_plain.ibv_close_xrc_domain(d);
	inverbs_object_gone(d, result == 0);
	if (result == EBUSY)
		inverbs_object_busy("ibv_close_xrc_domain", "d", d);
	return result;
}

static inline int ibv_create_xrc_rcv_qp(struct ibv_qp_init_attr *init_attr, uint32_t *xrc_rcv_qpn)
{
	int error = 0;

	if (!init_attr)
		error = INVERBS_REFUSED(EINVAL, "ibv_create_xrc_rcv_qp", 0,
					"init_attr is NULL (EINVAL)");
	else if (!xrc_rcv_qpn)
		error = INVERBS_REFUSED(EINVAL, "ibv_create_xrc_rcv_qp", 0,
					"xrc_rcv_qpn is NULL (EINVAL)");
	if (error)
		return error;
	return inverbs_plain.ibv_create_xrc_rcv_qp(init_attr, xrc_rcv_qpn);
}

static inline int ibv_modify_xrc_rcv_qp(struct ibv_xrc_domain *xrc_domain, uint32_t xrc_qp_num,
					struct ibv_qp_attr *attr, int attr_mask)
{
	int error = 0;

	if (!xrc_domain)
		error = INVERBS_REFUSED(EINVAL, "ibv_modify_xrc_rcv_qp", 0,
					"xrc_domain is NULL (EINVAL)");
	else if (inverbs_is_freed(xrc_domain))
		error = INVERBS_REFUSED(EINVAL, "ibv_modify_xrc_rcv_qp", 0,
					"xrc_domain was freed before (EINVAL)");
	else if (!attr)
		error = INVERBS_REFUSED(EINVAL, "ibv_modify_xrc_rcv_qp", 0,
					"attr is NULL (EINVAL)");
	if (error)
		return error;
	return inverbs_plain.ibv_modify_xrc_rcv_qp(xrc_domain, xrc_qp_num, attr, attr_mask);
}

static inline int ibv_query_xrc_rcv_qp(struct ibv_xrc_domain *xrc_domain, uint32_t xrc_qp_num,
				       struct ibv_qp_attr *attr, int attr_mask,
				       struct ibv_qp_init_attr *init_attr)
{
	int error = 0;

	if (!xrc_domain)
		error = INVERBS_REFUSED(EINVAL, "ibv_query_xrc_rcv_qp", 0,
					"xrc_domain is NULL (EINVAL)");
	else if (inverbs_is_freed(xrc_domain))
		error = INVERBS_REFUSED(EINVAL, "ibv_query_xrc_rcv_qp", 0,
					"xrc_domain was freed before (EINVAL)");
	else if (!attr)
		error = INVERBS_REFUSED(EINVAL, "ibv_query_xrc_rcv_qp", 0, "attr is NULL (EINVAL)");
	else if (!init_attr)
		error = INVERBS_REFUSED(EINVAL, "ibv_query_xrc_rcv_qp", 0,
					"init_attr is NULL (EINVAL)");
	if (error)
		return error;
	return inverbs_plain.ibv_query_xrc_rcv_qp(xrc_domain, xrc_qp_num, attr, attr_mask,
						  init_attr);
}

static inline int ibv_reg_xrc_rcv_qp(struct ibv_xrc_domain *xrc_domain, uint32_t xrc_qp_num)
{
	int error = 0;

	if (!xrc_domain)
		error = INVERBS_REFUSED(EINVAL, "ibv_reg_xrc_rcv_qp", 0,
					"xrc_domain is NULL (EINVAL)");
	else if (inverbs_is_freed(xrc_domain))
		error = INVERBS_REFUSED(EINVAL, "ibv_reg_xrc_rcv_qp", 0,
					"xrc_domain was freed before (EINVAL)");
	if (error)
		return error;
	return inverbs_plain.ibv_reg_xrc_rcv_qp(xrc_domain, xrc_qp_num);
}

static inline int ibv_unreg_xrc_rcv_qp(struct ibv_xrc_domain *xrc_domain, uint32_t xrc_qp_num)
{
	int error = 0;

	if (!xrc_domain)
		error = INVERBS_REFUSED(EINVAL, "ibv_unreg_xrc_rcv_qp", 0,
					"xrc_domain is NULL (EINVAL)");
	else if (inverbs_is_freed(xrc_domain))
		error = INVERBS_REFUSED(EINVAL, "ibv_unreg_xrc_rcv_qp", 0,
					"xrc_domain was freed before (EINVAL)");
	if (error)
		return error;
	return inverbs_plain.ibv_unreg_xrc_rcv_qp(xrc_domain, xrc_qp_num);
}

static inline struct ibv_qp_ex *ibv_qp_to_qp_ex(struct ibv_qp *qp)
{
	int error = 0;

	if (!qp)
		error = INVERBS_REFUSED(EINVAL, "ibv_qp_to_qp_ex", 0, "qp is NULL (EINVAL)");
	else if (inverbs_is_freed(qp))
		error = INVERBS_REFUSED(EINVAL, "ibv_qp_to_qp_ex", 0,
					"qp was freed before (EINVAL)");
	if (error) {
		errno = error;
		return NULL;
	}
	return inverbs_plain.ibv_qp_to_qp_ex(qp);
}

static inline struct ibv_qp *ibv_create_qp(struct ibv_pd *pd, struct ibv_qp_init_attr *qp_init_attr)
{
	int error = 0;
	struct ibv_qp *result;

	if (!pd)
		error = INVERBS_REFUSED(EINVAL, "ibv_create_qp", 0, "pd is NULL (EINVAL)");
	else if (inverbs_is_freed(pd))
		error = INVERBS_REFUSED(EINVAL, "ibv_create_qp", 0, "pd was freed before (EINVAL)");
	else if (!qp_init_attr)
		error = INVERBS_REFUSED(EINVAL, "ibv_create_qp", 0,
					"qp_init_attr is NULL (EINVAL)");
	else if (!inverbs_name_of_ibv_qp_type((int)qp_init_attr->qp_type))
		error = INVERBS_REFUSED(EINVAL, "ibv_create_qp", 0,
					"qp_init_attr.qp_type is %d, no enum ibv_qp_type (EINVAL)",
					(int)qp_init_attr->qp_type);
	else if ((qp_init_attr->qp_type == IBV_QPT_RC || qp_init_attr->qp_type == IBV_QPT_UC ||
		  qp_init_attr->qp_type == IBV_QPT_UD ||
		  qp_init_attr->qp_type == IBV_QPT_RAW_PACKET ||
		  qp_init_attr->qp_type == IBV_QPT_XRC_SEND) &&
		 !qp_init_attr->send_cq)
		error = INVERBS_REFUSED(EINVAL, "ibv_create_qp", 0,
					"qp_init_attr.send_cq is NULL (EINVAL)");
	else if ((qp_init_attr->qp_type == IBV_QPT_RC || qp_init_attr->qp_type == IBV_QPT_UC ||
		  qp_init_attr->qp_type == IBV_QPT_UD ||
		  qp_init_attr->qp_type == IBV_QPT_RAW_PACKET) &&
		 !qp_init_attr->recv_cq)
		error = INVERBS_REFUSED(EINVAL, "ibv_create_qp", 0,
					"qp_init_attr.recv_cq is NULL (EINVAL)");
	else if (inverbs_is_freed(qp_init_attr->send_cq))
		error = INVERBS_REFUSED(EINVAL, "ibv_create_qp", 0,
					"qp_init_attr.send_cq was freed before (EINVAL)");
	else if (inverbs_is_freed(qp_init_attr->recv_cq))
		error = INVERBS_REFUSED(EINVAL, "ibv_create_qp", 0,
					"qp_init_attr.recv_cq was freed before (EINVAL)");
	else if (inverbs_is_freed(qp_init_attr->srq))
		error = INVERBS_REFUSED(EINVAL, "ibv_create_qp", 0,
					"qp_init_attr.srq was freed before (EINVAL)");
	else if (qp_init_attr->send_cq && qp_init_attr->send_cq->context != pd->context)
		error = INVERBS_REFUSED(EINVAL, "ibv_create_qp", 0,
					"qp_init_attr.send_cq.context is not pd.context (EINVAL)");
	else if (qp_init_attr->recv_cq && qp_init_attr->recv_cq->context != pd->context)
		error = INVERBS_REFUSED(EINVAL, "ibv_create_qp", 0,
					"qp_init_attr.recv_cq.context is not pd.context (EINVAL)");
	else if (qp_init_attr->srq && qp_init_attr->srq->context != pd->context)
		error = INVERBS_REFUSED(EINVAL, "ibv_create_qp", 0,
					"qp_init_attr.srq.context is not pd.context (EINVAL)");
	if (error) {
		errno = error;
		return NULL;
	}
	result = inverbs_plain.ibv_create_qp(pd, qp_init_attr);
	inverbs_object_made(result, "ibv_qp");
	return result;
}

static inline struct ibv_qp *ibv_create_qp_ex(struct ibv_context *context,
					      struct ibv_qp_init_attr_ex *qp_init_attr_ex)
{
	int error = 0;
	struct ibv_qp *result;

	if (!context)
		error = INVERBS_REFUSED(EINVAL, "ibv_create_qp_ex", 0, "context is NULL (EINVAL)");
	else if (inverbs_is_freed(context))
		error = INVERBS_REFUSED(EINVAL, "ibv_create_qp_ex", 0,
					"context was freed before (EINVAL)");
	else if (!qp_init_attr_ex)
		error = INVERBS_REFUSED(EINVAL, "ibv_create_qp_ex", 0,
					"qp_init_attr_ex is NULL (EINVAL)");
	else if (!inverbs_name_of_ibv_qp_type((int)qp_init_attr_ex->qp_type))
		error = INVERBS_REFUSED(
			EINVAL, "ibv_create_qp_ex", 0,
			"qp_init_attr_ex.qp_type is %d, no enum ibv_qp_type (EINVAL)",
			(int)qp_init_attr_ex->qp_type);
	else if ((qp_init_attr_ex->comp_mask & IBV_QP_INIT_ATTR_PD) && !qp_init_attr_ex->pd)
		error = INVERBS_REFUSED(EINVAL, "ibv_create_qp_ex", 0,
					"qp_init_attr_ex.pd is NULL (EINVAL)");
	else if ((qp_init_attr_ex->comp_mask & IBV_QP_INIT_ATTR_PD) &&
		 inverbs_is_freed(qp_init_attr_ex->pd))
		error = INVERBS_REFUSED(EINVAL, "ibv_create_qp_ex", 0,
					"qp_init_attr_ex.pd was freed before (EINVAL)");
	else if ((qp_init_attr_ex->comp_mask & IBV_QP_INIT_ATTR_PD) && qp_init_attr_ex->pd &&
		 qp_init_attr_ex->pd->context != context)
		error = INVERBS_REFUSED(EINVAL, "ibv_create_qp_ex", 0,
					"qp_init_attr_ex.pd.context is not context (EINVAL)");
	else if ((qp_init_attr_ex->comp_mask & IBV_QP_INIT_ATTR_XRCD) && !qp_init_attr_ex->xrcd)
		error = INVERBS_REFUSED(EINVAL, "ibv_create_qp_ex", 0,
					"qp_init_attr_ex.xrcd is NULL (EINVAL)");
	else if ((qp_init_attr_ex->comp_mask & IBV_QP_INIT_ATTR_XRCD) &&
		 inverbs_is_freed(qp_init_attr_ex->xrcd))
		error = INVERBS_REFUSED(EINVAL, "ibv_create_qp_ex", 0,
					"qp_init_attr_ex.xrcd was freed before (EINVAL)");
	else if ((qp_init_attr_ex->qp_type == IBV_QPT_RC ||
		  qp_init_attr_ex->qp_type == IBV_QPT_UC ||
		  qp_init_attr_ex->qp_type == IBV_QPT_UD ||
		  qp_init_attr_ex->qp_type == IBV_QPT_RAW_PACKET ||
		  qp_init_attr_ex->qp_type == IBV_QPT_XRC_SEND) &&
		 !qp_init_attr_ex->send_cq)
		error = INVERBS_REFUSED(EINVAL, "ibv_create_qp_ex", 0,
					"qp_init_attr_ex.send_cq is NULL (EINVAL)");
	else if ((qp_init_attr_ex->qp_type == IBV_QPT_RC ||
		  qp_init_attr_ex->qp_type == IBV_QPT_UC ||
		  qp_init_attr_ex->qp_type == IBV_QPT_UD ||
		  qp_init_attr_ex->qp_type == IBV_QPT_RAW_PACKET) &&
		 !qp_init_attr_ex->recv_cq)
		error = INVERBS_REFUSED(EINVAL, "ibv_create_qp_ex", 0,
					"qp_init_attr_ex.recv_cq is NULL (EINVAL)");
	else if (qp_init_attr_ex->qp_type != IBV_QPT_XRC_RECV &&
		 inverbs_is_freed(qp_init_attr_ex->send_cq))
		error = INVERBS_REFUSED(EINVAL, "ibv_create_qp_ex", 0,
					"qp_init_attr_ex.send_cq was freed before (EINVAL)");
	else if (qp_init_attr_ex->qp_type != IBV_QPT_XRC_RECV &&
		 qp_init_attr_ex->qp_type != IBV_QPT_XRC_SEND &&
		 inverbs_is_freed(qp_init_attr_ex->recv_cq))
		error = INVERBS_REFUSED(EINVAL, "ibv_create_qp_ex", 0,
					"qp_init_attr_ex.recv_cq was freed before (EINVAL)");
	else if (qp_init_attr_ex->qp_type != IBV_QPT_XRC_RECV && qp_init_attr_ex->send_cq &&
		 qp_init_attr_ex->send_cq->context != context)
		error = INVERBS_REFUSED(EINVAL, "ibv_create_qp_ex", 0,
					"qp_init_attr_ex.send_cq.context is not context (EINVAL)");
	else if (qp_init_attr_ex->qp_type != IBV_QPT_XRC_RECV &&
		 qp_init_attr_ex->qp_type != IBV_QPT_XRC_SEND && qp_init_attr_ex->recv_cq &&
		 qp_init_attr_ex->recv_cq->context != context)
		error = INVERBS_REFUSED(EINVAL, "ibv_create_qp_ex", 0,
					"qp_init_attr_ex.recv_cq.context is not context (EINVAL)");
	if (error) {
		errno = error;
		return NULL;
	}
	result = inverbs_plain.ibv_create_qp_ex(context, qp_init_attr_ex);
	inverbs_object_made(result, "ibv_qp");
	return result;
}

static inline struct ibv_qp *ibv_open_qp(struct ibv_context *context,
					 struct ibv_qp_open_attr *qp_open_attr)
{
	int error = 0;
	struct ibv_qp *result;

	if (!context)
		error = INVERBS_REFUSED(EINVAL, "ibv_open_qp", 0, "context is NULL (EINVAL)");
	else if (inverbs_is_freed(context))
		error = INVERBS_REFUSED(EINVAL, "ibv_open_qp", 0,
					"context was freed before (EINVAL)");
	else if (!qp_open_attr)
		error = INVERBS_REFUSED(EINVAL, "ibv_open_qp", 0, "qp_open_attr is NULL (EINVAL)");
	else if (!(qp_open_attr->comp_mask & IBV_QP_OPEN_ATTR_NUM))
		error = INVERBS_REFUSED(
			EINVAL, "ibv_open_qp", 0,
			"qp_open_attr.comp_mask lacks IBV_QP_OPEN_ATTR_NUM (EINVAL)");
	else if (!(qp_open_attr->comp_mask & IBV_QP_OPEN_ATTR_XRCD))
		error = INVERBS_REFUSED(
			EINVAL, "ibv_open_qp", 0,
			"qp_open_attr.comp_mask lacks IBV_QP_OPEN_ATTR_XRCD (EINVAL)");
	else if (!(qp_open_attr->comp_mask & IBV_QP_OPEN_ATTR_TYPE))
		error = INVERBS_REFUSED(
			EINVAL, "ibv_open_qp", 0,
			"qp_open_attr.comp_mask lacks IBV_QP_OPEN_ATTR_TYPE (EINVAL)");
	else if (!qp_open_attr->xrcd)
		error = INVERBS_REFUSED(EINVAL, "ibv_open_qp", 0,
					"qp_open_attr.xrcd is NULL (EINVAL)");
	else if (inverbs_is_freed(qp_open_attr->xrcd))
		error = INVERBS_REFUSED(EINVAL, "ibv_open_qp", 0,
					"qp_open_attr.xrcd was freed before (EINVAL)");
	else if (qp_open_attr->xrcd && qp_open_attr->xrcd->context != context)
		error = INVERBS_REFUSED(EINVAL, "ibv_open_qp", 0,
					"qp_open_attr.xrcd.context is not context (EINVAL)");
	else if (qp_open_attr->qp_type != IBV_QPT_XRC_RECV)
		error = INVERBS_REFUSED(
			EINVAL, "ibv_open_qp", 0,
			"qp_open_attr.qp_type is %s, not IBV_QPT_XRC_RECV (EINVAL)",
			inverbs_named(inverbs_name_of_ibv_qp_type((int)qp_open_attr->qp_type)));
	if (error) {
		errno = error;
		return NULL;
	}
	result = inverbs_plain.ibv_open_qp(context, qp_open_attr);
	inverbs_object_made(result, "ibv_qp");
	return result;
}

static inline int ibv_modify_qp(struct ibv_qp *qp, struct ibv_qp_attr *attr, int attr_mask)
{
	int error = 0;

	if (!qp)
		error = INVERBS_REFUSED(EINVAL, "ibv_modify_qp", 0, "qp is NULL (EINVAL)");
	else if (inverbs_is_freed(qp))
		error = INVERBS_REFUSED(EINVAL, "ibv_modify_qp", 0, "qp was freed before (EINVAL)");
	else if (!attr)
		error = INVERBS_REFUSED(EINVAL, "ibv_modify_qp", 0, "attr is NULL (EINVAL)");
	else if (inverbs_beyond(attr_mask, INVERBS_BITS_IBV_QP_ATTR_MASK))
		error = INVERBS_REFUSED(
			EINVAL, "ibv_modify_qp", 0,
			"attr_mask has bits 0x%llx that are not in enum ibv_qp_attr_mask (EINVAL)",
			inverbs_beyond(attr_mask, INVERBS_BITS_IBV_QP_ATTR_MASK));
	else if ((attr_mask & IBV_QP_STATE) && !inverbs_name_of_ibv_qp_state((int)attr->qp_state))
		error = INVERBS_REFUSED(EINVAL, "ibv_modify_qp", 0,
					"attr.qp_state is %d, no enum ibv_qp_state (EINVAL)",
					(int)attr->qp_state);
	else if ((attr_mask & IBV_QP_CUR_STATE) &&
		 !inverbs_name_of_ibv_qp_state((int)attr->cur_qp_state))
		error = INVERBS_REFUSED(EINVAL, "ibv_modify_qp", 0,
					"attr.cur_qp_state is %d, no enum ibv_qp_state (EINVAL)",
					(int)attr->cur_qp_state);
	else if ((attr_mask & IBV_QP_PATH_MTU) && !inverbs_name_of_ibv_mtu((int)attr->path_mtu))
		error = INVERBS_REFUSED(EINVAL, "ibv_modify_qp", 0,
					"attr.path_mtu is %d, no enum ibv_mtu (EINVAL)",
					(int)attr->path_mtu);
	else if ((attr_mask & IBV_QP_PATH_MIG_STATE) &&
		 !inverbs_name_of_ibv_mig_state((int)attr->path_mig_state))
		error = INVERBS_REFUSED(EINVAL, "ibv_modify_qp", 0,
					"attr.path_mig_state is %d, no enum ibv_mig_state (EINVAL)",
					(int)attr->path_mig_state);
	else if ((attr_mask & IBV_QP_PORT) && !inverbs_within(attr->port_num, 1, LLONG_MAX))
		error = INVERBS_REFUSED(EINVAL, "ibv_modify_qp", 0,
					"attr.port_num is %lld, less than 1 (EINVAL)",
					(long long)attr->port_num);
	else if ((attr_mask & IBV_QP_AV) && !inverbs_within(attr->ah_attr.port_num, 1, LLONG_MAX))
		error = INVERBS_REFUSED(EINVAL, "ibv_modify_qp", 0,
					"attr.ah_attr.port_num is %lld, less than 1 (EINVAL)",
					(long long)attr->ah_attr.port_num);
	else if ((attr_mask & IBV_QP_AV) && !inverbs_within(attr->ah_attr.sl, LLONG_MIN, 15))
		error = INVERBS_REFUSED(EINVAL, "ibv_modify_qp", 0,
					"attr.ah_attr.sl is %lld, more than 15 (EINVAL)",
					(long long)attr->ah_attr.sl);
	else if ((attr_mask & IBV_QP_TIMEOUT) && !inverbs_within(attr->timeout, LLONG_MIN, 31))
		error = INVERBS_REFUSED(EINVAL, "ibv_modify_qp", 0,
					"attr.timeout is %lld, more than 31 (EINVAL)",
					(long long)attr->timeout);
	else if ((attr_mask & IBV_QP_RETRY_CNT) && !inverbs_within(attr->retry_cnt, LLONG_MIN, 7))
		error = INVERBS_REFUSED(EINVAL, "ibv_modify_qp", 0,
					"attr.retry_cnt is %lld, more than 7 (EINVAL)",
					(long long)attr->retry_cnt);
	else if ((attr_mask & IBV_QP_RNR_RETRY) && !inverbs_within(attr->rnr_retry, LLONG_MIN, 7))
		error = INVERBS_REFUSED(EINVAL, "ibv_modify_qp", 0,
					"attr.rnr_retry is %lld, more than 7 (EINVAL)",
					(long long)attr->rnr_retry);
	else if ((attr_mask & IBV_QP_MIN_RNR_TIMER) &&
		 !inverbs_within(attr->min_rnr_timer, LLONG_MIN, 31))
		error = INVERBS_REFUSED(EINVAL, "ibv_modify_qp", 0,
					"attr.min_rnr_timer is %lld, more than 31 (EINVAL)",
					(long long)attr->min_rnr_timer);
	else if ((attr_mask & IBV_QP_RQ_PSN) && !inverbs_within(attr->rq_psn, LLONG_MIN, 0xffffff))
		error = INVERBS_REFUSED(EINVAL, "ibv_modify_qp", 0,
					"attr.rq_psn is %lld, more than 0xffffff (EINVAL)",
					(long long)attr->rq_psn);
	else if ((attr_mask & IBV_QP_SQ_PSN) && !inverbs_within(attr->sq_psn, LLONG_MIN, 0xffffff))
		error = INVERBS_REFUSED(EINVAL, "ibv_modify_qp", 0,
					"attr.sq_psn is %lld, more than 0xffffff (EINVAL)",
					(long long)attr->sq_psn);
	else if ((attr_mask & IBV_QP_DEST_QPN) &&
		 !inverbs_within(attr->dest_qp_num, LLONG_MIN, 0xffffff))
		error = INVERBS_REFUSED(EINVAL, "ibv_modify_qp", 0,
					"attr.dest_qp_num is %lld, more than 0xffffff (EINVAL)",
					(long long)attr->dest_qp_num);
	else if ((attr_mask & IBV_QP_ACCESS_FLAGS) &&
		 inverbs_beyond(attr->qp_access_flags, INVERBS_BITS_IBV_ACCESS_FLAGS))
		error = INVERBS_REFUSED(
			EINVAL, "ibv_modify_qp", 0,
			"attr.qp_access_flags has bits 0x%llx that are not in enum "
			"ibv_access_flags (EINVAL)",
			inverbs_beyond(attr->qp_access_flags, INVERBS_BITS_IBV_ACCESS_FLAGS));
	else if (inverbs_lacking_attribute(qp, attr, attr_mask))
		error = INVERBS_REFUSED(EINVAL, "ibv_modify_qp", 0, "attr_mask %s (EINVAL)",
					inverbs_lacking_attribute(qp, attr, attr_mask));
	if (error)
		return error;
	return inverbs_plain.ibv_modify_qp(qp, attr, attr_mask);
}

static inline int ibv_query_qp(struct ibv_qp *qp, struct ibv_qp_attr *attr, int attr_mask,
			       struct ibv_qp_init_attr *init_attr)
{
	int error = 0;

	if (!qp)
		error = INVERBS_REFUSED(EINVAL, "ibv_query_qp", 0, "qp is NULL (EINVAL)");
	else if (inverbs_is_freed(qp))
		error = INVERBS_REFUSED(EINVAL, "ibv_query_qp", 0, "qp was freed before (EINVAL)");
	else if (!attr)
		error = INVERBS_REFUSED(EINVAL, "ibv_query_qp", 0, "attr is NULL (EINVAL)");
	else if (!init_attr)
		error = INVERBS_REFUSED(EINVAL, "ibv_query_qp", 0, "init_attr is NULL (EINVAL)");
	else if (inverbs_beyond(attr_mask, INVERBS_BITS_IBV_QP_ATTR_MASK))
		error = INVERBS_REFUSED(
			EINVAL, "ibv_query_qp", 0,
			"attr_mask has bits 0x%llx that are not in enum ibv_qp_attr_mask (EINVAL)",
			inverbs_beyond(attr_mask, INVERBS_BITS_IBV_QP_ATTR_MASK));
	if (error)
		return error;
	return inverbs_plain.ibv_query_qp(qp, attr, attr_mask, init_attr);
}

static inline int ibv_destroy_qp(struct ibv_qp *qp)
{
	int error = 0;
	int result;

	if (!qp)
		error = INVERBS_REFUSED(EINVAL, "ibv_destroy_qp", 0, "qp is NULL (EINVAL)");
	else if (inverbs_is_freed(qp))
		error = INVERBS_REFUSED(EINVAL, "ibv_destroy_qp", 0,
					"qp was freed before (EINVAL)");
	if (error)
		return error;
	inverbs_object_going(qp);
	result = inverbs_plain.ibv_destroy_qp(qp);
	inverbs_object_gone(qp, result == 0);
	if (result == EBUSY)
		inverbs_object_busy("ibv_destroy_qp", "qp", qp);
	return result;
}

static inline int ibv_attach_mcast(struct ibv_qp *qp, const union ibv_gid *gid, uint16_t lid)
{
	int error = 0;

	if (!qp)
		error = INVERBS_REFUSED(EINVAL, "ibv_attach_mcast", 0, "qp is NULL (EINVAL)");
	else if (inverbs_is_freed(qp))
		error = INVERBS_REFUSED(EINVAL, "ibv_attach_mcast", 0,
					"qp was freed before (EINVAL)");
	else if (!gid)
		error = INVERBS_REFUSED(EINVAL, "ibv_attach_mcast", 0, "gid is NULL (EINVAL)");
	else if (qp->qp_type != IBV_QPT_UD)
		error = INVERBS_REFUSED(
			EINVAL, "ibv_attach_mcast", 0, "qp.qp_type is %s, not IBV_QPT_UD (EINVAL)",
			inverbs_named(inverbs_name_of_ibv_qp_type((int)qp->qp_type)));
	if (error)
		return error;
	return inverbs_plain.ibv_attach_mcast(qp, gid, lid);
}

static inline int ibv_detach_mcast(struct ibv_qp *qp, const union ibv_gid *gid, uint16_t lid)
{
	int error = 0;

	if (!qp)
		error = INVERBS_REFUSED(EINVAL, "ibv_detach_mcast", 0, "qp is NULL (EINVAL)");
	else if (inverbs_is_freed(qp))
		error = INVERBS_REFUSED(EINVAL, "ibv_detach_mcast", 0,
					"qp was freed before (EINVAL)");
	else if (!gid)
		error = INVERBS_REFUSED(EINVAL, "ibv_detach_mcast", 0, "gid is NULL (EINVAL)");
	else if (qp->qp_type != IBV_QPT_UD)
		error = INVERBS_REFUSED(
			EINVAL, "ibv_detach_mcast", 0, "qp.qp_type is %s, not IBV_QPT_UD (EINVAL)",
			inverbs_named(inverbs_name_of_ibv_qp_type((int)qp->qp_type)));
	if (error)
		return error;
	return inverbs_plain.ibv_detach_mcast(qp, gid, lid);
}

static inline struct ibv_context *ibv_open_device(struct ibv_device *device)
{
	int error = 0;
	struct ibv_context *result;

	if (!device)
		error = INVERBS_REFUSED(EINVAL, "ibv_open_device", 0, "device is NULL (EINVAL)");
	if (error) {
		errno = error;
		return NULL;
	}
	result = inverbs_plain.ibv_open_device(device);
	inverbs_object_made(result, "ibv_context");
	return result;
}

static inline int ibv_close_device(struct ibv_context *context)
{
	int error = 0;
	int result;

	if (!context)
		error = INVERBS_REFUSED(EINVAL, "ibv_close_device", 0, "context is NULL (EINVAL)");
	else if (inverbs_is_freed(context))
		error = INVERBS_REFUSED(EINVAL, "ibv_close_device", 0,
					"context was freed before (EINVAL)");
	if (error) {
		errno = error;
		return -1;
	}
	inverbs_object_going(context);
	result = inverbs_plain.ibv_close_device(context);
	inverbs_object_gone(context, result == 0);
	return result;
}

static inline int ibv_query_rt_values_ex(struct ibv_context *context, struct ibv_values_ex *values)
{
	int error = 0;

	if (!context)
		error = INVERBS_REFUSED(EINVAL, "ibv_query_rt_values_ex", 0,
					"context is NULL (EINVAL)");
	else if (inverbs_is_freed(context))
		error = INVERBS_REFUSED(EINVAL, "ibv_query_rt_values_ex", 0,
					"context was freed before (EINVAL)");
	else if (!values)
		error = INVERBS_REFUSED(EINVAL, "ibv_query_rt_values_ex", 0,
					"values is NULL (EINVAL)");
	if (error)
		return error;
	return inverbs_plain.ibv_query_rt_values_ex(context, values);
}

#endif

#ifdef __cplusplus
}
#endif

#endif
