/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The data path through the kernel: each call is one command, or several if a list is too long for
 * one. For adapters and devices whose queues the process cannot access. In libinverbs.a; providers
 * set the context's operations to these functions, and fast paths divert to them. They have the
 * signatures of those operations.
 */
#include <infiniband/verbs.h> /* may end by including this file, hence before the guard */

#ifndef INVERBS_DATAPATH_H
#define INVERBS_DATAPATH_H

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Issue POST_SEND. The kernel checks the work requests. An empty list gives a command without work
 * requests. Returns 0 or the errno value of the command; *bad_wr is the work request that the
 * response names, or the first one of a command that failed without naming any. "cold", because
 * fast paths rarely divert.
 */
__attribute__((cold)) int inverbs_command_post_send(struct ibv_qp *qp, struct ibv_send_wr *wr,
						    struct ibv_send_wr **bad_wr);
/** Issue POST_RECV, likewise. */
__attribute__((cold)) int inverbs_command_post_recv(struct ibv_qp *qp, struct ibv_recv_wr *wr,
						    struct ibv_recv_wr **bad_wr);
/**
 * Issue POLL_CQ. Returns the number of completions, which may be fewer than available if memory is
 * short; or -1 with errno.
 */
__attribute__((cold)) int inverbs_command_poll_cq(struct ibv_cq *cq, int num_entries,
						  struct ibv_wc *wc);
/**
 * Issue POST_SEND without work requests, if that is the doorbell of a queue in shared memory.
 * Returns 0 or an errno value.
 */
int inverbs_command_doorbell(struct ibv_qp *qp);
/**
 * Issue REQ_NOTIFY_CQ under the queue's lock, so that no poll moves the consumer index meanwhile.
 * Returns 0 or an errno value.
 */
int inverbs_command_arm_cq(struct ibv_cq *cq, int solicited_only);

#ifdef __cplusplus
}
#endif

#endif
