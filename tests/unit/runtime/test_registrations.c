/* SPDX-License-Identifier: BSD-2-Clause */
/* Registrations on OFED's XRC receive queue pairs: a context's list of them, and their domains. */
#include <fcntl.h>

#include "sides.h"

static struct ibv_xrc_domain *domain_of(struct side *s)
{
	return &inverbs_xrcd_of(s->xrcd)->ofed;
}

static struct ibv_xrc_domain *second_domain(void)
{
	struct ibv_xrc_domain *domain = ibv_open_xrc_domain(&here.ctx->ibv, -1, O_CREAT);

	assert_non_null(domain);
	return domain;
}

static void calls_without_their_arguments(void **state)
{
	struct ibv_xrc_domain *domain = domain_of(&here);
	struct ibv_qp_init_attr init = {.xrc_domain = NULL};
	struct ibv_qp_attr attr = {0};
	uint32_t number;

	(void)state;
	assert_int_equal(ibv_create_xrc_rcv_qp(NULL, &number), EINVAL);
	assert_int_equal(ibv_create_xrc_rcv_qp(&init, &number), EINVAL);
	init.xrc_domain = domain;
	assert_int_equal(ibv_create_xrc_rcv_qp(&init, NULL), EINVAL);
	assert_int_equal(ibv_reg_xrc_rcv_qp(NULL, 1), EINVAL);
	assert_int_equal(ibv_unreg_xrc_rcv_qp(NULL, 1), EINVAL);
	assert_int_equal(ibv_modify_xrc_rcv_qp(NULL, 1, &attr, 0), EINVAL);
	assert_int_equal(ibv_modify_xrc_rcv_qp(domain, 1, NULL, 0), EINVAL);
	assert_int_equal(ibv_query_xrc_rcv_qp(NULL, 1, &attr, 0, &init), EINVAL);
	assert_int_equal(ibv_query_xrc_rcv_qp(domain, 1, NULL, 0, &init), EINVAL);
	assert_int_equal(ibv_query_xrc_rcv_qp(domain, 1, &attr, 0, NULL), EINVAL);
	assert_int_equal(ibv_close_xrc_domain(NULL), EINVAL);
	assert_null(ibv_open_xrc_domain(&here.ctx->ibv, -1, O_CREAT | O_EXCL));
	assert_int_equal(errno, EINVAL);
	assert_null(ibv_open_xrc_domain(&here.ctx->ibv, -1, 0));
	assert_int_equal(errno, EINVAL);
}

static void the_creator_is_registered(void **state)
{
	struct ibv_qp_init_attr init = {.xrc_domain = domain_of(&here)};
	const struct inverbs_qp *qp;
	uint32_t numbers[3];

	(void)state;
	for (int i = 0; i < 3; i++)
		assert_int_equal(ibv_create_xrc_rcv_qp(&init, &numbers[i]), 0);
	qp = here.ctx->registered;
	for (int i = 0; i < 3; i++) { /* in this order */
		assert_non_null(qp);
		assert_int_equal(qp->ibv.qp_num, numbers[i]);
		assert_int_equal(qp->ibv.qp_type, IBV_QPT_XRC_RECV);
		assert_ptr_equal(qp->ibv.xrc_domain, domain_of(&here));
		qp = qp->next_registered;
	}
	assert_null(qp);
	assert_int_equal(ibv_unreg_xrc_rcv_qp(domain_of(&here), numbers[1]), 0);
	assert_int_equal(here.ctx->registered->ibv.qp_num, numbers[0]);
	assert_int_equal(here.ctx->registered->next_registered->ibv.qp_num, numbers[2]);
	assert_int_equal(ibv_unreg_xrc_rcv_qp(domain_of(&here), numbers[0]), 0);
	assert_int_equal(here.ctx->registered->ibv.qp_num, numbers[2]);
	assert_int_equal(ibv_unreg_xrc_rcv_qp(domain_of(&here), numbers[2]), 0);
	assert_null(here.ctx->registered);
	here.t.fail_command = UVERBS_CMD_CREATE_QP;
	here.t.fail_error = EPERM;
	numbers[0] = 5;
	assert_int_equal(ibv_create_xrc_rcv_qp(&init, &numbers[0]), EPERM);
	assert_int_equal(numbers[0], 5);
	assert_null(here.ctx->registered);
}

static void queries_name_the_type_that_programs_know(void **state)
{
	struct ibv_xrc_domain *domain = domain_of(&here);
	struct ibv_qp_init_attr init = {.qp_type = IBV_QPT_UD};
	struct ibv_qp_attr attr;

	(void)state;
	assert_int_equal(ibv_reg_xrc_rcv_qp(domain, 0x41), 0);
	assert_int_equal(ibv_query_xrc_rcv_qp(domain, 0x41, &attr, IBV_QP_STATE, &init), 0);
	assert_int_equal(init.qp_type, IBV_QPT_XRC);
	assert_ptr_equal(init.xrc_domain, domain);
	assert_int_equal(attr.qp_state, IBV_QPS_ERR);
	init.qp_type = IBV_QPT_UD;
	here.provider.query_qp = NULL;
	assert_int_equal(ibv_query_xrc_rcv_qp(domain, 0x41, &attr, 0, &init), EOPNOTSUPP);
	assert_int_equal(init.qp_type, IBV_QPT_UD);
	assert_int_equal(ibv_unreg_xrc_rcv_qp(domain, 0x41), 0);
}

/* A domain may be open under several handles, so the kernel decides what belongs to it. */
static void another_handle_of_the_domain(void **state)
{
	struct ibv_xrc_domain *second = second_domain();
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr attr;
	int objects;

	(void)state;
	assert_int_equal(ibv_reg_xrc_rcv_qp(domain_of(&here), 0x41), 0);
	objects = here.t.objects;
	assert_int_equal(ibv_reg_xrc_rcv_qp(second, 0x41), 0);
	assert_int_equal(here.t.last_command, UVERBS_CMD_DESTROY_QP);
	assert_int_equal(ibv_query_xrc_rcv_qp(second, 0x41, &attr, 0, &init), 0);
	assert_int_equal(here.t.last_command, UVERBS_CMD_DESTROY_QP);
	assert_ptr_equal(init.xrc_domain, second);
	assert_int_equal(here.t.objects, objects);
	here.t.fail_command = UVERBS_CMD_OPEN_QP;
	here.t.fail_error = EPERM;
	assert_int_equal(ibv_reg_xrc_rcv_qp(second, 0x41), EPERM);
	assert_int_equal(ibv_unreg_xrc_rcv_qp(second, 0x41), EPERM);
	assert_int_equal(ibv_query_xrc_rcv_qp(second, 0x41, &attr, 0, &init), EPERM);
	assert_int_equal(ibv_modify_xrc_rcv_qp(second, 0x41, &attr, 0), EPERM);
	assert_int_equal(ibv_reg_xrc_rcv_qp(second, 0x42), EPERM);
	here.t.fail_error = 0;
	assert_int_equal(here.t.objects, objects);
	assert_int_equal(ibv_unreg_xrc_rcv_qp(second, 0x41), 0);
	assert_null(here.ctx->registered);
	assert_int_equal(ibv_close_xrc_domain(second), 0);
}

static void changes_that_the_kernel_refuses(void **state)
{
	struct ibv_qp_attr attr = {.qp_state = IBV_QPS_INIT};
	const int objects = here.t.objects;

	(void)state;
	here.t.fail_command = UVERBS_CMD_MODIFY_QP;
	here.t.fail_error = EPERM;
	assert_int_equal(ibv_modify_xrc_rcv_qp(domain_of(&here), 0x41, &attr, IBV_QP_STATE), EPERM);
	assert_int_equal(here.t.objects, objects);
}

/* The kernel ends them with the context. */
static void closing_forgets_them(void **state)
{
	(void)state;
	assert_int_equal(ibv_reg_xrc_rcv_qp(domain_of(&here), 0x41), 0);
	assert_int_equal(ibv_reg_xrc_rcv_qp(domain_of(&here), 0x42), 0);
	here.t.last_command = 0;
	inverbs_registrations_forget(here.ctx);
	assert_null(here.ctx->registered);
	assert_int_equal(here.t.last_command, 0);
	here.t.objects -= 2;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		SIDES_TEST(calls_without_their_arguments),
		SIDES_TEST(the_creator_is_registered),
		SIDES_TEST(queries_name_the_type_that_programs_know),
		SIDES_TEST(another_handle_of_the_domain),
		SIDES_TEST(changes_that_the_kernel_refuses),
		SIDES_TEST(closing_forgets_them),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
