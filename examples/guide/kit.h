/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Code that the guide's programs share, so that each can show a single idea: two ends of a
 * connection in one process, each on its own device if there are two. A real program handles
 * errors; these print which call failed, and exit.
 */
#ifndef GUIDE_KIT_H
#define GUIDE_KIT_H

#include <infiniband/verbs.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum {
	PORT = 1,
	DEPTH = 64, /* size of each queue */
	TEXT = 256, /* size of each end's buffer */
};

/** One side: a device, a registered buffer, a completion queue and a queue pair. */
struct end {
	struct ibv_context *ctx;
	struct ibv_comp_channel *channel; /**< for completion events of cq, or NULL */
	struct ibv_pd *pd;
	struct ibv_cq *cq;
	struct ibv_qp *qp;
	struct ibv_mr *mr; /**< registers `text`, with all access flags */
	struct ibv_port_attr port;
	union ibv_gid gid;
	char text[TEXT];
};

/** Unless ok, exit and print the name of the call that failed. */
void must(bool ok, const char *what);

/** For calls that return 0 or an errno value. */
void must_be_0(int err, const char *what);

/** Open a device and create everything except the queue pair. number is 0 or 1: which end. */
void open_end(struct end *end, int number);

/** Default attributes: queues of DEPTH work requests with one SGE, the end's completion queue. */
struct ibv_qp_init_attr plain_qp(const struct end *end, enum ibv_qp_type type);

/** Create the queue pair and move it to INIT, where it accepts receives. */
void make_qp(struct end *end, struct ibv_qp_init_attr *init);

/** Move a queue pair from INIT to RTS, connected to another one. For UD, that one is not used. */
void connect_qp(const struct end *end, struct ibv_qp *qp, const struct end *to, uint32_t qpn);

/** Create two connected ends. */
void open_pair(struct end ends[2], enum ibv_qp_type type);

/** The path to an end, for address handles and connections. */
struct ibv_ah_attr path_to(const struct end *end);

/** All or part of the end's buffer, as an SGE. */
struct ibv_sge sge_of(const struct end *end, size_t from, size_t bytes);

void post_receive(const struct end *end, uint64_t wr_id, struct ibv_sge sge);
void post_send(const struct end *end, struct ibv_send_wr wr);

/** Poll until there is a completion; the caller checks its status. */
struct ibv_wc wait_for(struct ibv_cq *cq);

/** The same for a completion that must be successful. */
struct ibv_wc completed(struct ibv_cq *cq);

/** Free everything. */
void close_end(struct end *end);

#endif
