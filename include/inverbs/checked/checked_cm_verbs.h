/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/api/ by `python3 -m codegen gen`. Edit the spec, not this file. */

/*
 * The checked build (-DINVERBS_CHECKED): every function that a program can use wrongly, after the
 * checks of its contract. A check that fails calls inverbs_misuse(), which prints a line; the call
 * is refused with the errno value at the end of the line. Without the flag this file is empty.
 */
#include <rdma/rdma_verbs.h> /* may end by including this file, hence before the guard */

#ifndef INVERBS_CHECKED_CHECKED_CM_VERBS_H
#define INVERBS_CHECKED_CHECKED_CM_VERBS_H

#include <inverbs/checked/misuse.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The archive's functions, for the checked ones of the same names. */
struct inverbs_plain_cm_verbs {
	int (*rdma_create_srq)(struct rdma_cm_id *id, struct ibv_pd *pd,
			       struct ibv_srq_init_attr *attr);
	int (*rdma_create_srq_ex)(struct rdma_cm_id *id, struct ibv_srq_init_attr_ex *attr);
	void (*rdma_destroy_srq)(struct rdma_cm_id *id);
};

extern const struct inverbs_plain_cm_verbs inverbs_plain_cm_verbs;

#ifdef INVERBS_CHECKED

static inline int rdma_create_srq(struct rdma_cm_id *id, struct ibv_pd *pd,
				  struct ibv_srq_init_attr *attr)
{
	int error = 0;

	if (!id)
		error = INVERBS_REFUSED(EINVAL, "rdma_create_srq", 0, "id is NULL (EINVAL)");
	else if (inverbs_is_freed(id))
		error = INVERBS_REFUSED(EINVAL, "rdma_create_srq", 0,
					"id was freed before (EINVAL)");
	else if (inverbs_is_freed(pd))
		error = INVERBS_REFUSED(EINVAL, "rdma_create_srq", 0,
					"pd was freed before (EINVAL)");
	else if (!attr)
		error = INVERBS_REFUSED(EINVAL, "rdma_create_srq", 0, "attr is NULL (EINVAL)");
	else if (!id->verbs)
		error = INVERBS_REFUSED(EINVAL, "rdma_create_srq", 0,
					"id.verbs is NULL; it has no device until its address is "
					"resolved or bound (EINVAL)");
	else if (pd && pd->context != id->verbs)
		error = INVERBS_REFUSED(EINVAL, "rdma_create_srq", 0,
					"pd.context is not id.verbs (EINVAL)");
	if (error) {
		errno = error;
		return -1;
	}
	return inverbs_plain_cm_verbs.rdma_create_srq(id, pd, attr);
}

static inline int rdma_create_srq_ex(struct rdma_cm_id *id, struct ibv_srq_init_attr_ex *attr)
{
	int error = 0;

	if (!id)
		error = INVERBS_REFUSED(EINVAL, "rdma_create_srq_ex", 0, "id is NULL (EINVAL)");
	else if (inverbs_is_freed(id))
		error = INVERBS_REFUSED(EINVAL, "rdma_create_srq_ex", 0,
					"id was freed before (EINVAL)");
	else if (!attr)
		error = INVERBS_REFUSED(EINVAL, "rdma_create_srq_ex", 0, "attr is NULL (EINVAL)");
	else if (!id->verbs)
		error = INVERBS_REFUSED(EINVAL, "rdma_create_srq_ex", 0,
					"id.verbs is NULL; it has no device until its address is "
					"resolved or bound (EINVAL)");
	if (error) {
		errno = error;
		return -1;
	}
	return inverbs_plain_cm_verbs.rdma_create_srq_ex(id, attr);
}

static inline void rdma_destroy_srq(struct rdma_cm_id *id)
{
	int error = 0;

	if (!id)
		error = INVERBS_REFUSED(EINVAL, "rdma_destroy_srq", 0, "id is NULL (EINVAL)");
	else if (inverbs_is_freed(id))
		error = INVERBS_REFUSED(EINVAL, "rdma_destroy_srq", 0,
					"id was freed before (EINVAL)");
	if (error)
		return;
	const void *const gone0 = id->srq;
	inverbs_object_going(gone0);
	inverbs_plain_cm_verbs.rdma_destroy_srq(id);
	inverbs_object_gone(gone0, true);
}

static inline struct ibv_mr *rdma_reg_msgs(struct rdma_cm_id *id, void *addr, size_t length)
{
	int error = 0;
	struct ibv_mr *result;

	if (!id)
		error = INVERBS_REFUSED(EINVAL, "rdma_reg_msgs", 0, "id is NULL (EINVAL)");
	else if (inverbs_is_freed(id))
		error = INVERBS_REFUSED(EINVAL, "rdma_reg_msgs", 0, "id was freed before (EINVAL)");
	else if (!id->pd)
		error = INVERBS_REFUSED(EINVAL, "rdma_reg_msgs", 0,
					"id.pd is NULL; it has no device until its address is "
					"resolved or bound (EINVAL)");
	if (error) {
		errno = error;
		return NULL;
	}
	result = inverbs_plain_rdma_reg_msgs(id, addr, length);
	inverbs_object_made(result, "ibv_mr");
	return result;
}

static inline struct ibv_mr *rdma_reg_read(struct rdma_cm_id *id, void *addr, size_t length)
{
	int error = 0;
	struct ibv_mr *result;

	if (!id)
		error = INVERBS_REFUSED(EINVAL, "rdma_reg_read", 0, "id is NULL (EINVAL)");
	else if (inverbs_is_freed(id))
		error = INVERBS_REFUSED(EINVAL, "rdma_reg_read", 0, "id was freed before (EINVAL)");
	else if (!id->pd)
		error = INVERBS_REFUSED(EINVAL, "rdma_reg_read", 0,
					"id.pd is NULL; it has no device until its address is "
					"resolved or bound (EINVAL)");
	if (error) {
		errno = error;
		return NULL;
	}
	result = inverbs_plain_rdma_reg_read(id, addr, length);
	inverbs_object_made(result, "ibv_mr");
	return result;
}

static inline struct ibv_mr *rdma_reg_write(struct rdma_cm_id *id, void *addr, size_t length)
{
	int error = 0;
	struct ibv_mr *result;

	if (!id)
		error = INVERBS_REFUSED(EINVAL, "rdma_reg_write", 0, "id is NULL (EINVAL)");
	else if (inverbs_is_freed(id))
		error = INVERBS_REFUSED(EINVAL, "rdma_reg_write", 0,
					"id was freed before (EINVAL)");
	else if (!id->pd)
		error = INVERBS_REFUSED(EINVAL, "rdma_reg_write", 0,
					"id.pd is NULL; it has no device until its address is "
					"resolved or bound (EINVAL)");
	if (error) {
		errno = error;
		return NULL;
	}
	result = inverbs_plain_rdma_reg_write(id, addr, length);
	inverbs_object_made(result, "ibv_mr");
	return result;
}

static inline int rdma_dereg_mr(struct ibv_mr *mr)
{
	int error = 0;

	if (!mr)
		error = INVERBS_REFUSED(EINVAL, "rdma_dereg_mr", 0, "mr is NULL (EINVAL)");
	else if (inverbs_is_freed(mr))
		error = INVERBS_REFUSED(EINVAL, "rdma_dereg_mr", 0, "mr was freed before (EINVAL)");
	if (error) {
		errno = error;
		return -1;
	}
	return inverbs_plain_rdma_dereg_mr(mr);
}

static inline int rdma_post_recvv(struct rdma_cm_id *id, void *context, struct ibv_sge *sgl,
				  int nsge)
{
	int error = 0;

	if (!id)
		error = INVERBS_REFUSED(EINVAL, "rdma_post_recvv", 0, "id is NULL (EINVAL)");
	else if (inverbs_is_freed(id))
		error = INVERBS_REFUSED(EINVAL, "rdma_post_recvv", 0,
					"id was freed before (EINVAL)");
	else if (!id->srq && !id->qp)
		error = INVERBS_REFUSED(EINVAL, "rdma_post_recvv", 0,
					"id.qp is NULL; rdma_create_qp() creates it (EINVAL)");
	else if (!inverbs_within(nsge, 0, LLONG_MAX))
		error = INVERBS_REFUSED(EINVAL, "rdma_post_recvv", 0,
					"nsge is %lld, less than 0 (EINVAL)", (long long)nsge);
	else if (inverbs_within(nsge, 1, LLONG_MAX) && !sgl)
		error = INVERBS_REFUSED(EINVAL, "rdma_post_recvv", 0, "sgl is NULL (EINVAL)");
	if (error) {
		errno = error;
		return -1;
	}
	return inverbs_plain_rdma_post_recvv(id, context, sgl, nsge);
}

static inline int rdma_post_sendv(struct rdma_cm_id *id, void *context, struct ibv_sge *sgl,
				  int nsge, int flags)
{
	int error = 0;

	if (!id)
		error = INVERBS_REFUSED(EINVAL, "rdma_post_sendv", 0, "id is NULL (EINVAL)");
	else if (inverbs_is_freed(id))
		error = INVERBS_REFUSED(EINVAL, "rdma_post_sendv", 0,
					"id was freed before (EINVAL)");
	else if (!id->qp)
		error = INVERBS_REFUSED(EINVAL, "rdma_post_sendv", 0,
					"id.qp is NULL; rdma_create_qp() creates it (EINVAL)");
	else if (!inverbs_within(nsge, 0, LLONG_MAX))
		error = INVERBS_REFUSED(EINVAL, "rdma_post_sendv", 0,
					"nsge is %lld, less than 0 (EINVAL)", (long long)nsge);
	else if (inverbs_within(nsge, 1, LLONG_MAX) && !sgl)
		error = INVERBS_REFUSED(EINVAL, "rdma_post_sendv", 0, "sgl is NULL (EINVAL)");
	else if (inverbs_beyond(flags, INVERBS_BITS_IBV_SEND_FLAGS))
		error = INVERBS_REFUSED(
			EINVAL, "rdma_post_sendv", 0,
			"flags has bits 0x%llx that are not in enum ibv_send_flags (EINVAL)",
			inverbs_beyond(flags, INVERBS_BITS_IBV_SEND_FLAGS));
	if (error) {
		errno = error;
		return -1;
	}
	return inverbs_plain_rdma_post_sendv(id, context, sgl, nsge, flags);
}

static inline int rdma_post_readv(struct rdma_cm_id *id, void *context, struct ibv_sge *sgl,
				  int nsge, int flags, uint64_t remote_addr, uint32_t rkey)
{
	int error = 0;

	if (!id)
		error = INVERBS_REFUSED(EINVAL, "rdma_post_readv", 0, "id is NULL (EINVAL)");
	else if (inverbs_is_freed(id))
		error = INVERBS_REFUSED(EINVAL, "rdma_post_readv", 0,
					"id was freed before (EINVAL)");
	else if (!id->qp)
		error = INVERBS_REFUSED(EINVAL, "rdma_post_readv", 0,
					"id.qp is NULL; rdma_create_qp() creates it (EINVAL)");
	else if (!inverbs_within(nsge, 0, LLONG_MAX))
		error = INVERBS_REFUSED(EINVAL, "rdma_post_readv", 0,
					"nsge is %lld, less than 0 (EINVAL)", (long long)nsge);
	else if (inverbs_within(nsge, 1, LLONG_MAX) && !sgl)
		error = INVERBS_REFUSED(EINVAL, "rdma_post_readv", 0, "sgl is NULL (EINVAL)");
	else if (inverbs_beyond(flags, INVERBS_BITS_IBV_SEND_FLAGS))
		error = INVERBS_REFUSED(
			EINVAL, "rdma_post_readv", 0,
			"flags has bits 0x%llx that are not in enum ibv_send_flags (EINVAL)",
			inverbs_beyond(flags, INVERBS_BITS_IBV_SEND_FLAGS));
	if (error) {
		errno = error;
		return -1;
	}
	return inverbs_plain_rdma_post_readv(id, context, sgl, nsge, flags, remote_addr, rkey);
}

static inline int rdma_post_writev(struct rdma_cm_id *id, void *context, struct ibv_sge *sgl,
				   int nsge, int flags, uint64_t remote_addr, uint32_t rkey)
{
	int error = 0;

	if (!id)
		error = INVERBS_REFUSED(EINVAL, "rdma_post_writev", 0, "id is NULL (EINVAL)");
	else if (inverbs_is_freed(id))
		error = INVERBS_REFUSED(EINVAL, "rdma_post_writev", 0,
					"id was freed before (EINVAL)");
	else if (!id->qp)
		error = INVERBS_REFUSED(EINVAL, "rdma_post_writev", 0,
					"id.qp is NULL; rdma_create_qp() creates it (EINVAL)");
	else if (!inverbs_within(nsge, 0, LLONG_MAX))
		error = INVERBS_REFUSED(EINVAL, "rdma_post_writev", 0,
					"nsge is %lld, less than 0 (EINVAL)", (long long)nsge);
	else if (inverbs_within(nsge, 1, LLONG_MAX) && !sgl)
		error = INVERBS_REFUSED(EINVAL, "rdma_post_writev", 0, "sgl is NULL (EINVAL)");
	else if (inverbs_beyond(flags, INVERBS_BITS_IBV_SEND_FLAGS))
		error = INVERBS_REFUSED(
			EINVAL, "rdma_post_writev", 0,
			"flags has bits 0x%llx that are not in enum ibv_send_flags (EINVAL)",
			inverbs_beyond(flags, INVERBS_BITS_IBV_SEND_FLAGS));
	if (error) {
		errno = error;
		return -1;
	}
	return inverbs_plain_rdma_post_writev(id, context, sgl, nsge, flags, remote_addr, rkey);
}

static inline int rdma_post_recv(struct rdma_cm_id *id, void *context, void *addr, size_t length,
				 struct ibv_mr *mr)
{
	int error = 0;

	if (!id)
		error = INVERBS_REFUSED(EINVAL, "rdma_post_recv", 0, "id is NULL (EINVAL)");
	else if (inverbs_is_freed(id))
		error = INVERBS_REFUSED(EINVAL, "rdma_post_recv", 0,
					"id was freed before (EINVAL)");
	else if (!mr)
		error = INVERBS_REFUSED(EINVAL, "rdma_post_recv", 0, "mr is NULL (EINVAL)");
	else if (inverbs_is_freed(mr))
		error = INVERBS_REFUSED(EINVAL, "rdma_post_recv", 0,
					"mr was freed before (EINVAL)");
	else if (!id->srq && !id->qp)
		error = INVERBS_REFUSED(EINVAL, "rdma_post_recv", 0,
					"id.qp is NULL; rdma_create_qp() creates it (EINVAL)");
	else if (!inverbs_within(length, LLONG_MIN, 4294967295))
		error = INVERBS_REFUSED(
			EINVAL, "rdma_post_recv", 0,
			"length is %lld, more than 4294967295; an SGE holds 32 bits (EINVAL)",
			(long long)length);
	if (error) {
		errno = error;
		return -1;
	}
	return inverbs_plain_rdma_post_recv(id, context, addr, length, mr);
}

static inline int rdma_post_send(struct rdma_cm_id *id, void *context, void *addr, size_t length,
				 struct ibv_mr *mr, int flags)
{
	int error = 0;

	if (!id)
		error = INVERBS_REFUSED(EINVAL, "rdma_post_send", 0, "id is NULL (EINVAL)");
	else if (inverbs_is_freed(id))
		error = INVERBS_REFUSED(EINVAL, "rdma_post_send", 0,
					"id was freed before (EINVAL)");
	else if (inverbs_is_freed(mr))
		error = INVERBS_REFUSED(EINVAL, "rdma_post_send", 0,
					"mr was freed before (EINVAL)");
	else if (!id->qp)
		error = INVERBS_REFUSED(EINVAL, "rdma_post_send", 0,
					"id.qp is NULL; rdma_create_qp() creates it (EINVAL)");
	else if (inverbs_beyond(flags, INVERBS_BITS_IBV_SEND_FLAGS))
		error = INVERBS_REFUSED(
			EINVAL, "rdma_post_send", 0,
			"flags has bits 0x%llx that are not in enum ibv_send_flags (EINVAL)",
			inverbs_beyond(flags, INVERBS_BITS_IBV_SEND_FLAGS));
	else if ((!(flags & IBV_SEND_INLINE)) && inverbs_within(length, 1, LLONG_MAX) && !mr)
		error = INVERBS_REFUSED(EINVAL, "rdma_post_send", 0,
					"mr is NULL; only inline data needs no region (EINVAL)");
	else if (!inverbs_within(length, LLONG_MIN, 4294967295))
		error = INVERBS_REFUSED(
			EINVAL, "rdma_post_send", 0,
			"length is %lld, more than 4294967295; an SGE holds 32 bits (EINVAL)",
			(long long)length);
	if (error) {
		errno = error;
		return -1;
	}
	return inverbs_plain_rdma_post_send(id, context, addr, length, mr, flags);
}

static inline int rdma_post_read(struct rdma_cm_id *id, void *context, void *addr, size_t length,
				 struct ibv_mr *mr, int flags, uint64_t remote_addr, uint32_t rkey)
{
	int error = 0;

	if (!id)
		error = INVERBS_REFUSED(EINVAL, "rdma_post_read", 0, "id is NULL (EINVAL)");
	else if (inverbs_is_freed(id))
		error = INVERBS_REFUSED(EINVAL, "rdma_post_read", 0,
					"id was freed before (EINVAL)");
	else if (!mr)
		error = INVERBS_REFUSED(EINVAL, "rdma_post_read", 0, "mr is NULL (EINVAL)");
	else if (inverbs_is_freed(mr))
		error = INVERBS_REFUSED(EINVAL, "rdma_post_read", 0,
					"mr was freed before (EINVAL)");
	else if (!id->qp)
		error = INVERBS_REFUSED(EINVAL, "rdma_post_read", 0,
					"id.qp is NULL; rdma_create_qp() creates it (EINVAL)");
	else if (inverbs_beyond(flags, INVERBS_BITS_IBV_SEND_FLAGS))
		error = INVERBS_REFUSED(
			EINVAL, "rdma_post_read", 0,
			"flags has bits 0x%llx that are not in enum ibv_send_flags (EINVAL)",
			inverbs_beyond(flags, INVERBS_BITS_IBV_SEND_FLAGS));
	else if (!inverbs_within(length, LLONG_MIN, 4294967295))
		error = INVERBS_REFUSED(
			EINVAL, "rdma_post_read", 0,
			"length is %lld, more than 4294967295; an SGE holds 32 bits (EINVAL)",
			(long long)length);
	if (error) {
		errno = error;
		return -1;
	}
	return inverbs_plain_rdma_post_read(id, context, addr, length, mr, flags, remote_addr,
					    rkey);
}

static inline int rdma_post_write(struct rdma_cm_id *id, void *context, void *addr, size_t length,
				  struct ibv_mr *mr, int flags, uint64_t remote_addr, uint32_t rkey)
{
	int error = 0;

	if (!id)
		error = INVERBS_REFUSED(EINVAL, "rdma_post_write", 0, "id is NULL (EINVAL)");
	else if (inverbs_is_freed(id))
		error = INVERBS_REFUSED(EINVAL, "rdma_post_write", 0,
					"id was freed before (EINVAL)");
	else if (inverbs_is_freed(mr))
		error = INVERBS_REFUSED(EINVAL, "rdma_post_write", 0,
					"mr was freed before (EINVAL)");
	else if (!id->qp)
		error = INVERBS_REFUSED(EINVAL, "rdma_post_write", 0,
					"id.qp is NULL; rdma_create_qp() creates it (EINVAL)");
	else if (inverbs_beyond(flags, INVERBS_BITS_IBV_SEND_FLAGS))
		error = INVERBS_REFUSED(
			EINVAL, "rdma_post_write", 0,
			"flags has bits 0x%llx that are not in enum ibv_send_flags (EINVAL)",
			inverbs_beyond(flags, INVERBS_BITS_IBV_SEND_FLAGS));
	else if ((!(flags & IBV_SEND_INLINE)) && inverbs_within(length, 1, LLONG_MAX) && !mr)
		error = INVERBS_REFUSED(EINVAL, "rdma_post_write", 0,
					"mr is NULL; only inline data needs no region (EINVAL)");
	else if (!inverbs_within(length, LLONG_MIN, 4294967295))
		error = INVERBS_REFUSED(
			EINVAL, "rdma_post_write", 0,
			"length is %lld, more than 4294967295; an SGE holds 32 bits (EINVAL)",
			(long long)length);
	if (error) {
		errno = error;
		return -1;
	}
	return inverbs_plain_rdma_post_write(id, context, addr, length, mr, flags, remote_addr,
					     rkey);
}

static inline int rdma_post_ud_send(struct rdma_cm_id *id, void *context, void *addr, size_t length,
				    struct ibv_mr *mr, int flags, struct ibv_ah *ah,
				    uint32_t remote_qpn)
{
	int error = 0;

	if (!id)
		error = INVERBS_REFUSED(EINVAL, "rdma_post_ud_send", 0, "id is NULL (EINVAL)");
	else if (inverbs_is_freed(id))
		error = INVERBS_REFUSED(EINVAL, "rdma_post_ud_send", 0,
					"id was freed before (EINVAL)");
	else if (inverbs_is_freed(mr))
		error = INVERBS_REFUSED(EINVAL, "rdma_post_ud_send", 0,
					"mr was freed before (EINVAL)");
	else if (!ah)
		error = INVERBS_REFUSED(EINVAL, "rdma_post_ud_send", 0, "ah is NULL (EINVAL)");
	else if (inverbs_is_freed(ah))
		error = INVERBS_REFUSED(EINVAL, "rdma_post_ud_send", 0,
					"ah was freed before (EINVAL)");
	else if (!id->qp)
		error = INVERBS_REFUSED(EINVAL, "rdma_post_ud_send", 0,
					"id.qp is NULL; rdma_create_qp() creates it (EINVAL)");
	else if (inverbs_beyond(flags, INVERBS_BITS_IBV_SEND_FLAGS))
		error = INVERBS_REFUSED(
			EINVAL, "rdma_post_ud_send", 0,
			"flags has bits 0x%llx that are not in enum ibv_send_flags (EINVAL)",
			inverbs_beyond(flags, INVERBS_BITS_IBV_SEND_FLAGS));
	else if ((!(flags & IBV_SEND_INLINE)) && inverbs_within(length, 1, LLONG_MAX) && !mr)
		error = INVERBS_REFUSED(EINVAL, "rdma_post_ud_send", 0,
					"mr is NULL; only inline data needs no region (EINVAL)");
	else if (!inverbs_within(length, LLONG_MIN, 4294967295))
		error = INVERBS_REFUSED(
			EINVAL, "rdma_post_ud_send", 0,
			"length is %lld, more than 4294967295; an SGE holds 32 bits (EINVAL)",
			(long long)length);
	if (error) {
		errno = error;
		return -1;
	}
	return inverbs_plain_rdma_post_ud_send(id, context, addr, length, mr, flags, ah,
					       remote_qpn);
}

static inline int rdma_get_send_comp(struct rdma_cm_id *id, struct ibv_wc *wc)
{
	int error = 0;

	if (!id)
		error = INVERBS_REFUSED(EINVAL, "rdma_get_send_comp", 0, "id is NULL (EINVAL)");
	else if (inverbs_is_freed(id))
		error = INVERBS_REFUSED(EINVAL, "rdma_get_send_comp", 0,
					"id was freed before (EINVAL)");
	else if (!wc)
		error = INVERBS_REFUSED(EINVAL, "rdma_get_send_comp", 0, "wc is NULL (EINVAL)");
	else if (!id->send_cq)
		error = INVERBS_REFUSED(EINVAL, "rdma_get_send_comp", 0,
					"id.send_cq is NULL; rdma_create_qp() creates it (EINVAL)");
	else if (!id->send_cq_channel)
		error = INVERBS_REFUSED(EINVAL, "rdma_get_send_comp", 0,
					"id.send_cq_channel is NULL; rdma_create_qp() creates it "
					"with the queue (EINVAL)");
	if (error) {
		errno = error;
		return -1;
	}
	return inverbs_plain_rdma_get_send_comp(id, wc);
}

static inline int rdma_get_recv_comp(struct rdma_cm_id *id, struct ibv_wc *wc)
{
	int error = 0;

	if (!id)
		error = INVERBS_REFUSED(EINVAL, "rdma_get_recv_comp", 0, "id is NULL (EINVAL)");
	else if (inverbs_is_freed(id))
		error = INVERBS_REFUSED(EINVAL, "rdma_get_recv_comp", 0,
					"id was freed before (EINVAL)");
	else if (!wc)
		error = INVERBS_REFUSED(EINVAL, "rdma_get_recv_comp", 0, "wc is NULL (EINVAL)");
	else if (!id->recv_cq)
		error = INVERBS_REFUSED(EINVAL, "rdma_get_recv_comp", 0,
					"id.recv_cq is NULL; rdma_create_qp() creates it (EINVAL)");
	else if (!id->recv_cq_channel)
		error = INVERBS_REFUSED(EINVAL, "rdma_get_recv_comp", 0,
					"id.recv_cq_channel is NULL; rdma_create_qp() creates it "
					"with the queue (EINVAL)");
	if (error) {
		errno = error;
		return -1;
	}
	return inverbs_plain_rdma_get_recv_comp(id, wc);
}

#endif

#ifdef __cplusplus
}
#endif

#endif
