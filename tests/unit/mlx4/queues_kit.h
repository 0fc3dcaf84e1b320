/* SPDX-License-Identifier: BSD-2-Clause */
/* A simulated kernel, with a CQ, an SRQ and two queue pairs of mlx4. */
#ifndef TESTS_UNIT_MLX4_QUEUES_KIT_H
#define TESTS_UNIT_MLX4_QUEUES_KIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "mlx4/kernel.h"
#include "providers/gen/mlx4_ops.h"

static const struct inverbs_provider *const mlx4 = &inverbs_provider_mlx4;

struct fixture {
	struct kernel kernel;
	struct inverbs_context ctx;
	struct inverbs_pd pd;
	struct inverbs_cq cq;
	struct inverbs_srq srq;
	struct inverbs_qp qp[2];
};

int setup(void **state);
int teardown(void **state);
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

/** Make the CQ empty, with this consumer index. */
void start_at(struct fixture *f, uint32_t head);
void make_cq(struct fixture *f, uint32_t cqe);
/** Create an SRQ in which WQEs 0 to 4 are posted. */
void make_srq(struct fixture *f, bool xrc);
struct inverbs_qp *make_qp(struct fixture *f, int which, int type, struct ibv_srq *srq);
void destroy_qp(struct inverbs_qp *qp);
void destroy_cq(struct fixture *f);
void destroy_srq(struct fixture *f);
void modify(struct inverbs_qp *qp, enum ibv_qp_state to);

/** Write a CQE that is owned by software; the test recognizes it by `mark`. */
void complete(struct fixture *f, uint32_t index, uint32_t qpn, bool is_send, uint16_t wqe_index,
	      uint32_t mark);
uint32_t mark_at(const struct fixture *f, uint32_t index);

#endif
