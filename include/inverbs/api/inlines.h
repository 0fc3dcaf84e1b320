/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/api/ by `python3 -m codegen gen`. Edit the spec, not this file. */

/*
 * Inline verbs that only call a function pointer of an extended object, or another function.
 * Included by <inverbs/fast/fastpath.h>, after the types.
 */
#ifndef INVERBS_API_INLINES_H
#define INVERBS_API_INLINES_H

#include <infiniband/verbs.h>
#include <inverbs/api/small.h>
#include <inverbs/api/checkable.h>

#include <inverbs/api/binding.h>
#if INVERBS_BINDING_MASK
#include <inverbs/fast/builder.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

static inline uint32_t INVERBS_PLAIN(ibv_wc_read_invalidated_rkey)(struct ibv_cq_ex *cq)
{
	return cq->read_imm_data(cq);
}

static inline uint64_t ibv_wc_read_completion_wallclock_ns(struct ibv_cq_ex *cq)
{
	return cq->read_completion_wallclock_ns(cq);
}

static inline uint16_t ibv_wc_read_cvlan(struct ibv_cq_ex *cq)
{
	return cq->read_cvlan(cq);
}

static inline uint32_t ibv_wc_read_flow_tag(struct ibv_cq_ex *cq)
{
	return cq->read_flow_tag(cq);
}

static inline void ibv_wc_read_tm_info(struct ibv_cq_ex *cq, struct ibv_wc_tm_info *tm_info)
{
	cq->read_tm_info(cq, tm_info);
}

static inline int ibv_memcpy_to_dm(struct ibv_dm *dm, uint64_t dm_offset, const void *host_addr,
				   size_t length)
{
	return dm->memcpy_to_dm(dm, dm_offset, host_addr, length);
}

static inline int ibv_memcpy_from_dm(void *host_addr, struct ibv_dm *dm, uint64_t dm_offset,
				     size_t length)
{
	return dm->memcpy_from_dm(host_addr, dm, dm_offset, length);
}

static inline struct ibv_mr *__ibv_reg_mr(struct ibv_pd *pd, void *addr, size_t length,
					  unsigned int access, int is_access_const)
{
	(void)is_access_const;
	return ibv_reg_mr(pd, addr, length, access);
}

static inline struct ibv_mr *__ibv_reg_mr_iova(struct ibv_pd *pd, void *addr, size_t length,
					       uint64_t iova, unsigned int access,
					       int is_access_const)
{
	(void)is_access_const;
	return ibv_reg_mr_iova(pd, addr, length, iova, access);
}

static inline int ___ibv_query_port(struct ibv_context *context, uint8_t port_num,
				    struct ibv_port_attr *port_attr)
{
	return ibv_query_port(context, port_num, port_attr);
}

static inline int ibv_post_wq_recv(struct ibv_wq *wq, struct ibv_recv_wr *recv_wr,
				   struct ibv_recv_wr **bad_recv_wr)
{
	return wq->post_recv(wq, recv_wr, bad_recv_wr);
}

static inline void INVERBS_PLAIN(ibv_wr_atomic_cmp_swp)(struct ibv_qp_ex *qp, uint32_t rkey,
							uint64_t remote_addr, uint64_t compare,
							uint64_t swap)
{
#if INVERBS_BINDING_MASK
	inverbs_wr_atomic_cmp_swp(qp, rkey, remote_addr, compare, swap);
#else
	qp->wr_atomic_cmp_swp(qp, rkey, remote_addr, compare, swap);
#endif
}

static inline void INVERBS_PLAIN(ibv_wr_atomic_fetch_add)(struct ibv_qp_ex *qp, uint32_t rkey,
							  uint64_t remote_addr, uint64_t add)
{
#if INVERBS_BINDING_MASK
	inverbs_wr_atomic_fetch_add(qp, rkey, remote_addr, add);
#else
	qp->wr_atomic_fetch_add(qp, rkey, remote_addr, add);
#endif
}

static inline void INVERBS_PLAIN(ibv_wr_bind_mw)(struct ibv_qp_ex *qp, struct ibv_mw *mw,
						 uint32_t rkey,
						 const struct ibv_mw_bind_info *bind_info)
{
#if INVERBS_BINDING_MASK
	inverbs_wr_bind_mw(qp, mw, rkey, bind_info);
#else
	qp->wr_bind_mw(qp, mw, rkey, bind_info);
#endif
}

static inline void INVERBS_PLAIN(ibv_wr_local_inv)(struct ibv_qp_ex *qp, uint32_t invalidate_rkey)
{
#if INVERBS_BINDING_MASK
	inverbs_wr_local_inv(qp, invalidate_rkey);
#else
	qp->wr_local_inv(qp, invalidate_rkey);
#endif
}

static inline void INVERBS_PLAIN(ibv_wr_rdma_read)(struct ibv_qp_ex *qp, uint32_t rkey,
						   uint64_t remote_addr)
{
#if INVERBS_BINDING_MASK
	inverbs_wr_rdma_read(qp, rkey, remote_addr);
#else
	qp->wr_rdma_read(qp, rkey, remote_addr);
#endif
}

static inline void INVERBS_PLAIN(ibv_wr_rdma_write)(struct ibv_qp_ex *qp, uint32_t rkey,
						    uint64_t remote_addr)
{
#if INVERBS_BINDING_MASK
	inverbs_wr_rdma_write(qp, rkey, remote_addr);
#else
	qp->wr_rdma_write(qp, rkey, remote_addr);
#endif
}

static inline void INVERBS_PLAIN(ibv_wr_rdma_write_imm)(struct ibv_qp_ex *qp, uint32_t rkey,
							uint64_t remote_addr, __be32 imm_data)
{
#if INVERBS_BINDING_MASK
	inverbs_wr_rdma_write_imm(qp, rkey, remote_addr, imm_data);
#else
	qp->wr_rdma_write_imm(qp, rkey, remote_addr, imm_data);
#endif
}

static inline void INVERBS_PLAIN(ibv_wr_send)(struct ibv_qp_ex *qp)
{
#if INVERBS_BINDING_MASK
	inverbs_wr_send(qp);
#else
	qp->wr_send(qp);
#endif
}

static inline void INVERBS_PLAIN(ibv_wr_send_imm)(struct ibv_qp_ex *qp, __be32 imm_data)
{
#if INVERBS_BINDING_MASK
	inverbs_wr_send_imm(qp, imm_data);
#else
	qp->wr_send_imm(qp, imm_data);
#endif
}

static inline void INVERBS_PLAIN(ibv_wr_send_inv)(struct ibv_qp_ex *qp, uint32_t invalidate_rkey)
{
#if INVERBS_BINDING_MASK
	inverbs_wr_send_inv(qp, invalidate_rkey);
#else
	qp->wr_send_inv(qp, invalidate_rkey);
#endif
}

static inline void ibv_wr_send_tso(struct ibv_qp_ex *qp, void *hdr, uint16_t hdr_sz, uint16_t mss)
{
#if INVERBS_BINDING_MASK
	inverbs_wr_send_tso(qp, hdr, hdr_sz, mss);
#else
	qp->wr_send_tso(qp, hdr, hdr_sz, mss);
#endif
}

static inline void INVERBS_PLAIN(ibv_wr_set_ud_addr)(struct ibv_qp_ex *qp, struct ibv_ah *ah,
						     uint32_t remote_qpn, uint32_t remote_qkey)
{
#if INVERBS_BINDING_MASK
	inverbs_wr_set_ud_addr(qp, ah, remote_qpn, remote_qkey);
#else
	qp->wr_set_ud_addr(qp, ah, remote_qpn, remote_qkey);
#endif
}

static inline void INVERBS_PLAIN(ibv_wr_set_xrc_srqn)(struct ibv_qp_ex *qp, uint32_t remote_srqn)
{
#if INVERBS_BINDING_MASK
	inverbs_wr_set_xrc_srqn(qp, remote_srqn);
#else
	qp->wr_set_xrc_srqn(qp, remote_srqn);
#endif
}

static inline void INVERBS_PLAIN(ibv_wr_set_inline_data)(struct ibv_qp_ex *qp, void *addr,
							 size_t length)
{
#if INVERBS_BINDING_MASK
	inverbs_wr_set_inline_data(qp, addr, length);
#else
	qp->wr_set_inline_data(qp, addr, length);
#endif
}

static inline void INVERBS_PLAIN(ibv_wr_set_inline_data_list)(struct ibv_qp_ex *qp, size_t num_buf,
							      const struct ibv_data_buf *buf_list)
{
#if INVERBS_BINDING_MASK
	inverbs_wr_set_inline_data_list(qp, num_buf, buf_list);
#else
	qp->wr_set_inline_data_list(qp, num_buf, buf_list);
#endif
}

static inline void INVERBS_PLAIN(ibv_wr_set_sge)(struct ibv_qp_ex *qp, uint32_t lkey, uint64_t addr,
						 uint32_t length)
{
#if INVERBS_BINDING_MASK
	inverbs_wr_set_sge(qp, lkey, addr, length);
#else
	qp->wr_set_sge(qp, lkey, addr, length);
#endif
}

static inline void INVERBS_PLAIN(ibv_wr_set_sge_list)(struct ibv_qp_ex *qp, size_t num_sge,
						      const struct ibv_sge *sg_list)
{
#if INVERBS_BINDING_MASK
	inverbs_wr_set_sge_list(qp, num_sge, sg_list);
#else
	qp->wr_set_sge_list(qp, num_sge, sg_list);
#endif
}

static inline void INVERBS_PLAIN(ibv_wr_start)(struct ibv_qp_ex *qp)
{
#if INVERBS_BINDING_MASK
	inverbs_wr_start(qp);
#else
	qp->wr_start(qp);
#endif
}

static inline void INVERBS_PLAIN(ibv_wr_abort)(struct ibv_qp_ex *qp)
{
#if INVERBS_BINDING_MASK
	inverbs_wr_abort(qp);
#else
	qp->wr_abort(qp);
#endif
}

static inline void INVERBS_PLAIN(ibv_wr_atomic_write)(struct ibv_qp_ex *qp, uint32_t rkey,
						      uint64_t remote_addr, const void *atomic_wr)
{
#if INVERBS_BINDING_MASK
	inverbs_wr_atomic_write(qp, rkey, remote_addr, atomic_wr);
#else
	qp->wr_atomic_write(qp, rkey, remote_addr, atomic_wr);
#endif
}

#ifdef __cplusplus
}
#endif

#endif
