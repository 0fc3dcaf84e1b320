/* SPDX-License-Identifier: BSD-2-Clause */
/* A scene is one request between two connected queue pairs, in which a test makes one mistake. */
#ifndef TESTS_ENGINE_SCENE_H
#define TESTS_ENGINE_SCENE_H

#include "rig.h"

enum {
	ALL = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ |
	      IBV_ACCESS_REMOTE_ATOMIC,
};

struct scene {
	struct rig *rig;
	struct rig_qp *a;
	struct rig_qp *b;
	struct rig_mr *from;
	struct rig_mr *to;
	struct ibv_sge sge;
	struct ibv_send_wr wr;
};

/**
 * Create a request of `bytes` bytes from a to b, which is not posted yet; b has one receive, number
 * 50.
 */
void scene_make(struct scene *f, void **state, enum ibv_qp_type type, enum ibv_wr_opcode opcode,
		uint32_t bytes);
/**
 * Replace the request by one between larger regions, which is so long that it takes several polls.
 */
void scene_make_long(struct scene *f, struct rig_mr **to);
/** Post the request and run the engine. */
void scene_go(struct scene *f);
void scene_expect_states(const struct scene *f, enum ibv_qp_state a, enum ibv_qp_state b);

#endif
