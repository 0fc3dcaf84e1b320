/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The data path through the kernel: each call is one command, or several for a list longer than one
 * command holds. For adapters or devices whose queues the process cannot access. In libinverbs.a;
 * providers put these functions into the context's operations, and fast paths divert to them. They
 * have the signatures of those operations.
 */
#include <infiniband/verbs.h> /* may end by including this file, hence before the guard */

#ifndef INVERBS_DATAPATH_H
#define INVERBS_DATAPATH_H

#ifdef __cplusplus
extern "C" {
#endif

/**
 * POST_SEND. The kernel checks the work requests. An empty list is a command without work requests.
 * 0 or the errno value of the command; *bad_wr is the work request that the response names, or the
 * first one of a command that failed without naming any. Fast paths divert rarely, hence "cold".
 */
__attribute__((cold)) int inverbs_command_post_send(struct ibv_qp *qp, struct ibv_send_wr *wr,
						    struct ibv_send_wr **bad_wr);
/** POST_RECV, likewise. */
__attribute__((cold)) int inverbs_command_post_recv(struct ibv_qp *qp, struct ibv_recv_wr *wr,
						    struct ibv_recv_wr **bad_wr);
/** POLL_CQ. Number of completions, fewer than asked for if memory is short; -1 and errno. */
__attribute__((cold)) int inverbs_command_poll_cq(struct ibv_cq *cq, int num_entries,
						  struct ibv_wc *wc);
/**
 * POST_SEND without work requests, where that is the doorbell of a queue in shared memory. 0 or a
 * positive errno value.
 */
int inverbs_command_doorbell(struct ibv_qp *qp);
/**
 * REQ_NOTIFY_CQ, under the queue's lock, so that no poll moves the consumer index meanwhile. 0 or a
 * positive errno value.
 */
int inverbs_command_arm_cq(struct ibv_cq *cq, int solicited_only);

#ifdef __cplusplus
}
#endif

#endif
