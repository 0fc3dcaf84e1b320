/* SPDX-License-Identifier: BSD-2-Clause */
/* Two open devices, whose objects must not be mixed; their provider shows what it is asked for. */
#ifndef TESTS_SIDES_H
#define TESTS_SIDES_H

#include <pthread.h>

#include "fake.h"

/** A device, and one object of each kind that others are created with. */
struct side {
	struct fake_transport t;
	struct inverbs_provider provider; /**< the fake one, for tests to change */
	struct inverbs_context *ctx;
	struct ibv_pd *pd;
	struct ibv_cq *cq;
	struct ibv_srq *srq;
	struct ibv_xrcd *xrcd;
};

extern struct side here, there;

/** What the provider of `here` was asked to create last. */
extern struct ibv_qp_init_attr_ex asked_qp;
extern struct ibv_srq_init_attr_ex asked_srq;
/** The limits of a queue pair that it creates. */
extern uint32_t granted_posts;
extern uint16_t granted_sges;

enum {
	GRANTED_SRQN = 0x77,
};

/** Set-up and teardown. */
int open_sides(void **state);
int close_sides(void **state);

/** A parent domain of the PD of `here`. */
struct ibv_pd *parent_domain(void);

/** Whether the thread ends within so many milliseconds; then it has been joined. */
bool ends_within(pthread_t thread, int milliseconds);

#define SIDES_TEST(name) cmocka_unit_test_setup_teardown(name, open_sides, close_sides)

#endif
