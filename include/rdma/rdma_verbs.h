/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/api/cm_verbs.yaml by `python3 -m codegen gen`. Edit the spec, not this file.
 */

/*
 * Verbs on the queues of an identifier, with the connection manager's convention for errors.
 */
#ifndef RDMA_VERBS_H
#define RDMA_VERBS_H

#include <rdma/rdma_cma.h>
#include <inverbs/api/checkable.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Verbs on the queues of an identifier.
 */

/**
 * Create a shared receive queue for an identifier.
 *
 * id: Identifier.
 * pd (may be NULL): Protection domain, or NULL for the one of the device.
 * attr (read and written): Attributes.
 *
 * Returns 0, or -1 with errno set.
 *
 * EINVAL: no device yet, or pd is of another device
 * ENOMEM: no memory
 */
INVERBS_CHECKABLE int rdma_create_srq(struct rdma_cm_id *id, struct ibv_pd *pd,
				      struct ibv_srq_init_attr *attr);

/**
 * rdma_create_srq() with extended attributes.
 *
 * id: Identifier.
 * attr (read and written): Attributes.
 *
 * Returns 0, or -1 with errno set.
 *
 * EINVAL: no device yet, or pd is of another device
 * ENOMEM: no memory
 */
INVERBS_CHECKABLE int rdma_create_srq_ex(struct rdma_cm_id *id, struct ibv_srq_init_attr_ex *attr);

/**
 * Destroy the shared receive queue of an identifier.
 *
 * id: Identifier.
 */
INVERBS_CHECKABLE void rdma_destroy_srq(struct rdma_cm_id *id);

/**
 * Convert an errno value to the convention of the connection manager.
 *
 * ret: 0 or an errno value.
 *
 * Returns 0, or -1 with errno set.
 */
static inline int rdma_seterrno(int ret);

/**
 * Register a buffer for sending and receiving.
 *
 * id: Identifier.
 * addr: Buffer.
 * length: Length of the buffer.
 *
 * Returns the object, or NULL with errno set.
 *
 * EINVAL: the buffer is not mapped
 * ENOMEM: no memory, or the limit of locked memory is exceeded
 */
static inline struct ibv_mr *rdma_reg_msgs(struct rdma_cm_id *id, void *addr, size_t length);

/**
 * Register a buffer that the other side may read.
 *
 * id: Identifier.
 * addr: Buffer.
 * length: Length of the buffer.
 *
 * Returns the object, or NULL with errno set.
 *
 * EINVAL: the buffer is not mapped
 * ENOMEM: no memory, or the limit of locked memory is exceeded
 */
static inline struct ibv_mr *rdma_reg_read(struct rdma_cm_id *id, void *addr, size_t length);

/**
 * Register a buffer that the other side may write.
 *
 * id: Identifier.
 * addr: Buffer.
 * length: Length of the buffer.
 *
 * Returns the object, or NULL with errno set.
 *
 * EINVAL: the buffer is not mapped
 * ENOMEM: no memory, or the limit of locked memory is exceeded
 */
static inline struct ibv_mr *rdma_reg_write(struct rdma_cm_id *id, void *addr, size_t length);

/**
 * Deregister a region.
 *
 * mr: Region.
 *
 * Returns 0, or -1 with errno set.
 *
 * EBUSY: a memory window is bound to it
 */
static inline int rdma_dereg_mr(struct ibv_mr *mr);

/**
 * Post a receive with several SGEs, to the shared receive queue of the identifier if it has one.
 *
 * id: Identifier.
 * context (may be NULL): wr_id of the completion, as a number.
 * sgl (may be NULL): SGEs; NULL only if nsge is 0.
 * nsge: Number of SGEs.
 *
 * Returns 0, or -1 with errno set.
 *
 * EINVAL: the request is wrong
 * ENOMEM: the queue is full
 */
static inline int rdma_post_recvv(struct rdma_cm_id *id, void *context, struct ibv_sge *sgl,
				  int nsge);

/**
 * Post a send with several SGEs.
 *
 * id: Identifier.
 * context (may be NULL): wr_id of the completion, as a number.
 * sgl (may be NULL): SGEs; NULL only if nsge is 0.
 * nsge: Number of SGEs.
 * flags: IBV_SEND_* bits.
 *
 * Returns 0, or -1 with errno set.
 *
 * EINVAL: the request is wrong
 * ENOMEM: the queue is full
 */
static inline int rdma_post_sendv(struct rdma_cm_id *id, void *context, struct ibv_sge *sgl,
				  int nsge, int flags);

/**
 * Post an RDMA read into several SGEs.
 *
 * id: Identifier.
 * context (may be NULL): wr_id of the completion, as a number.
 * sgl (may be NULL): SGEs; NULL only if nsge is 0.
 * nsge: Number of SGEs.
 * flags: IBV_SEND_* bits.
 * remote_addr: Address on the other side.
 * rkey: Key to it.
 *
 * Returns 0, or -1 with errno set.
 *
 * EINVAL: the request is wrong
 * ENOMEM: the queue is full
 */
static inline int rdma_post_readv(struct rdma_cm_id *id, void *context, struct ibv_sge *sgl,
				  int nsge, int flags, uint64_t remote_addr, uint32_t rkey);

/**
 * Post an RDMA write with several SGEs.
 *
 * id: Identifier.
 * context (may be NULL): wr_id of the completion, as a number.
 * sgl (may be NULL): SGEs; NULL only if nsge is 0.
 * nsge: Number of SGEs.
 * flags: IBV_SEND_* bits.
 * remote_addr: Address on the other side.
 * rkey: Key to it.
 *
 * Returns 0, or -1 with errno set.
 *
 * EINVAL: the request is wrong
 * ENOMEM: the queue is full
 */
static inline int rdma_post_writev(struct rdma_cm_id *id, void *context, struct ibv_sge *sgl,
				   int nsge, int flags, uint64_t remote_addr, uint32_t rkey);

/**
 * Post a receive.
 *
 * id: Identifier.
 * context (may be NULL): wr_id of the completion, as a number.
 * addr: Buffer.
 * length: Length of the buffer.
 * mr: Its region.
 *
 * Returns 0, or -1 with errno set.
 *
 * EINVAL: the request is wrong
 * ENOMEM: the queue is full
 */
static inline int rdma_post_recv(struct rdma_cm_id *id, void *context, void *addr, size_t length,
				 struct ibv_mr *mr);

/**
 * Post a send.
 *
 * id: Identifier.
 * context (may be NULL): wr_id of the completion, as a number.
 * addr: Buffer.
 * length: Length of the buffer.
 * mr (may be NULL): Its region, NULL for inline data.
 * flags: IBV_SEND_* bits.
 *
 * Returns 0, or -1 with errno set.
 *
 * EINVAL: the request is wrong
 * ENOMEM: the queue is full
 */
static inline int rdma_post_send(struct rdma_cm_id *id, void *context, void *addr, size_t length,
				 struct ibv_mr *mr, int flags);

/**
 * Post an RDMA read.
 *
 * id: Identifier.
 * context (may be NULL): wr_id of the completion, as a number.
 * addr: Buffer.
 * length: Length of the buffer.
 * mr: Its region.
 * flags: IBV_SEND_* bits.
 * remote_addr: Address on the other side.
 * rkey: Key to it.
 *
 * Returns 0, or -1 with errno set.
 *
 * EINVAL: the request is wrong
 * ENOMEM: the queue is full
 */
static inline int rdma_post_read(struct rdma_cm_id *id, void *context, void *addr, size_t length,
				 struct ibv_mr *mr, int flags, uint64_t remote_addr, uint32_t rkey);

/**
 * Post an RDMA write.
 *
 * id: Identifier.
 * context (may be NULL): wr_id of the completion, as a number.
 * addr: Buffer.
 * length: Length of the buffer.
 * mr (may be NULL): Its region, NULL for inline data.
 * flags: IBV_SEND_* bits.
 * remote_addr: Address on the other side.
 * rkey: Key to it.
 *
 * Returns 0, or -1 with errno set.
 *
 * EINVAL: the request is wrong
 * ENOMEM: the queue is full
 */
static inline int rdma_post_write(struct rdma_cm_id *id, void *context, void *addr, size_t length,
				  struct ibv_mr *mr, int flags, uint64_t remote_addr,
				  uint32_t rkey);

/**
 * Post a datagram; its queue key is RDMA_UDP_QKEY.
 *
 * id: Identifier.
 * context (may be NULL): wr_id of the completion, as a number.
 * addr: Buffer.
 * length: Length of the buffer.
 * mr (may be NULL): Its region, NULL for inline data.
 * flags: IBV_SEND_* bits.
 * ah: Address handle of the destination.
 * remote_qpn: Queue pair number of the destination.
 *
 * Returns 0, or -1 with errno set.
 *
 * EINVAL: the request is wrong
 * ENOMEM: the queue is full
 */
static inline int rdma_post_ud_send(struct rdma_cm_id *id, void *context, void *addr, size_t length,
				    struct ibv_mr *mr, int flags, struct ibv_ah *ah,
				    uint32_t remote_qpn);

/**
 * Wait for a completion of the send completion queue that rdma_create_qp() created. Failed requests
 * have a completion, too.
 *
 * id: Identifier.
 * wc (written): The completion.
 *
 * Returns 1 when *wc is filled.
 *
 * EIO: polling failed
 */
static inline int rdma_get_send_comp(struct rdma_cm_id *id, struct ibv_wc *wc);

/**
 * Wait for a completion of the receive completion queue that rdma_create_qp() created. Failed
 * requests have a completion, too.
 *
 * id: Identifier.
 * wc (written): The completion.
 *
 * Returns 1 when *wc is filled.
 *
 * EIO: polling failed
 */
static inline int rdma_get_recv_comp(struct rdma_cm_id *id, struct ibv_wc *wc);

#ifdef __cplusplus
}
#endif

#include <inverbs/api/cm_verbs.h>

#ifdef INVERBS_CHECKED
#include <inverbs/checked/checked_cm_verbs.h>
#endif

#endif
