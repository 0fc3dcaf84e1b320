/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Kernel commands that fail, with every errno value that matters: the function returns the right
 * status, leaks nothing, and succeeds when it is repeated.
 */
#include "../contract/control.h"
#include "pair.h"

/** The status for each errno value, unless a function has its own. */
static const struct {
	const char *name;
	ib_api_status_t status;
} errors[] = {
	{"ENOMEM", IB_INSUFFICIENT_MEMORY},
	{"ENOSPC", IB_INSUFFICIENT_RESOURCES},
	{"EAGAIN", IB_INSUFFICIENT_RESOURCES},
	{"EMFILE", IB_INSUFFICIENT_RESOURCES},
	{"EINVAL", IB_INVALID_SETTING},
	{"EBUSY", IB_RESOURCE_BUSY},
	{"EPERM", IB_INVALID_PERMISSION},
	{"EACCES", IB_INVALID_PERMISSION},
	{"EOPNOTSUPP", IB_UNSUPPORTED},
	{"ENODEV", IB_NOT_FOUND},
	{"ETIMEDOUT", IB_TIMEOUT},
	{"EIO", IB_ERROR},
};

/** Objects that the calls use; the queue pair of `side` is in INIT. */
struct scene {
	struct kit kit;
	struct side side;
	ib_srq_handle_t srq;
	ib_mr_mod_t change; /**< what rereg_mem() changes */
};

static struct scene scene;

static int open_scene(void **state)
{
	const ib_srq_attr_t srq = {.max_wr = 8, .max_sge = 1};
	ib_qp_create_t create;
	ib_qp_mod_t mod = side_init();

	(void)state;
	memset(&scene, 0, sizeof(scene));
	kit_open(&scene.kit);
	side_open(&scene.kit, &scene.side, scene.kit.guid[0]);
	create = side_create(&scene.side, IB_QPT_RELIABLE_CONN);
	assert_int_equal(ib_create_qp(scene.side.pd, &create, NULL, NULL, &scene.side.qp),
			 IB_SUCCESS);
	assert_int_equal(ib_modify_qp(scene.side.qp, &mod), IB_SUCCESS);
	assert_int_equal(ib_create_srq(scene.side.pd, &srq, NULL, NULL, &scene.srq), IB_SUCCESS);
	return 0;
}

static int close_scene(void **state)
{
	(void)state;
	assert_int_equal(control("fault clear"), 0);
	kit_close(&scene.kit);
	free(scene.side.attr);
	free(scene.side.buf);
	return 0;
}

/* ---- calls: each creates and destroys an object, or modifies one ---- */

/* The adapter is open already; this opens it once more. */
static ib_api_status_t open_ca(void)
{
	ib_ca_handle_t ca;
	ib_api_status_t status = ib_open_ca(scene.kit.al, scene.kit.guid[0], NULL, NULL, &ca);

	return status == IB_SUCCESS ? ib_close_ca(ca, ib_sync_destroy) : status;
}

static ib_api_status_t alloc_pd(void)
{
	ib_pd_handle_t pd;
	ib_api_status_t status = ib_alloc_pd(scene.side.ca, IB_PDT_NORMAL, NULL, &pd);

	return status == IB_SUCCESS ? ib_dealloc_pd(pd, ib_sync_destroy) : status;
}

static void ignore_completion(ib_cq_handle_t cq, void *context)
{
	(void)cq;
	(void)context;
}

static ib_api_status_t create_cq(void)
{
	ib_cq_create_t create = {.size = 10, .pfn_comp_cb = ignore_completion};
	ib_cq_handle_t cq;
	ib_api_status_t status = ib_create_cq(scene.side.ca, &create, NULL, NULL, &cq);

	return status == IB_SUCCESS ? ib_destroy_cq(cq, ib_sync_destroy) : status;
}

/* The first completion queue of an adapter creates its completion channel. */
static ib_api_status_t create_first_cq(void)
{
	ib_cq_create_t create = {.size = 10, .pfn_comp_cb = ignore_completion};
	ib_cq_handle_t cq;
	ib_ca_handle_t ca;
	ib_api_status_t status;

	assert_int_equal(ib_open_ca(scene.kit.al, scene.kit.guid[0], NULL, NULL, &ca), IB_SUCCESS);
	status = ib_create_cq(ca, &create, NULL, NULL, &cq);
	assert_int_equal(ib_close_ca(ca, ib_sync_destroy), IB_SUCCESS);
	return status;
}

static ib_api_status_t modify_cq(void)
{
	uint32_t size;

	assert_int_equal(ib_query_cq(scene.side.cq, &size), IB_SUCCESS);
	size = size < 100 ? 200 : 50; /* resizing to the current size would need no command */
	return ib_modify_cq(scene.side.cq, &size);
}

static ib_api_status_t create_qp(void)
{
	ib_qp_create_t create = side_create(&scene.side, IB_QPT_RELIABLE_CONN);
	ib_qp_handle_t qp;
	ib_api_status_t status = ib_create_qp(scene.side.pd, &create, NULL, NULL, &qp);

	return status == IB_SUCCESS ? ib_destroy_qp(qp, ib_sync_destroy) : status;
}

static ib_api_status_t modify_qp(void)
{
	ib_qp_mod_t mod = side_init();

	return ib_modify_qp(scene.side.qp, &mod);
}

static ib_api_status_t query_qp(void)
{
	ib_qp_attr_t attr;

	return ib_query_qp(scene.side.qp, &attr);
}

static ib_api_status_t create_srq(void)
{
	const ib_srq_attr_t attr = {.max_wr = 8, .max_sge = 1};
	ib_srq_handle_t srq;
	ib_api_status_t status = ib_create_srq(scene.side.pd, &attr, NULL, NULL, &srq);

	return status == IB_SUCCESS ? ib_destroy_srq(srq, ib_sync_destroy) : status;
}

static ib_api_status_t modify_srq(void)
{
	const ib_srq_attr_t attr = {.srq_limit = 2};

	return ib_modify_srq(scene.srq, &attr, IB_SRQ_LIMIT);
}

static ib_api_status_t query_srq(void)
{
	ib_srq_attr_t attr;

	return ib_query_srq(scene.srq, &attr);
}

static ib_mr_create_t range(size_t from)
{
	return (ib_mr_create_t){
		.vaddr = scene.side.buf + from, .length = 64, .access_ctrl = IB_AC_LOCAL_WRITE};
}

static ib_api_status_t reg_mem(void)
{
	ib_mr_create_t create = range(0);
	net32_t lkey, rkey;
	ib_mr_handle_t mr;
	ib_api_status_t status = ib_reg_mem(scene.side.pd, &create, &lkey, &rkey, &mr);

	return status == IB_SUCCESS ? ib_dereg_mr(mr) : status;
}

static ib_api_status_t rereg_mem(void)
{
	ib_mr_create_t create = range(64);

	return ib_rereg_mem(scene.side.mr, IB_MR_MOD_ADDR, &create, &scene.side.lkey,
			    &scene.side.rkey, NULL);
}

static ib_api_status_t create_mw(void)
{
	ib_mw_handle_t mw;
	net32_t rkey;
	ib_api_status_t status = ib_create_mw(scene.side.pd, &rkey, &mw);

	return status == IB_SUCCESS ? ib_destroy_mw(mw) : status;
}

static ib_api_status_t query_ca(void)
{
	uint32_t size = 0;
	ib_api_status_t status = ib_query_ca(scene.side.ca, NULL, &size);

	return status == IB_INSUFFICIENT_MEMORY && size ? IB_SUCCESS : status;
}

/** A call, the command that it needs, and the statuses that differ from errors[]. */
static const struct call {
	const char *command;
	ib_api_status_t (*call)(void);
	struct {
		const char *error; /**< NULL ends the list */
		ib_api_status_t status;
	} own[4];
} calls[] = {
	{"GET_CONTEXT", open_ca, {{"ENODEV", IB_INVALID_GUID}}},
	{"ALLOC_PD", alloc_pd, {{NULL, IB_SUCCESS}}},
	{"CREATE_CQ", create_cq, {{NULL, IB_SUCCESS}}},
	{"CREATE_COMP_CHANNEL", create_first_cq, {{NULL, IB_SUCCESS}}},
	{"RESIZE_CQ", modify_cq, {{"EINVAL", IB_OVERFLOW}, {"EBUSY", IB_OVERFLOW}}},
	{"CREATE_QP", create_qp, {{NULL, IB_SUCCESS}}},
	{"MODIFY_QP", modify_qp, {{"ENOMEM", IB_INSUFFICIENT_RESOURCES}}},
	{"QUERY_QP", query_qp, {{NULL, IB_SUCCESS}}},
	{"CREATE_SRQ", create_srq, {{NULL, IB_SUCCESS}}},
	{"MODIFY_SRQ", modify_srq, {{NULL, IB_SUCCESS}}},
	{"QUERY_SRQ", query_srq, {{NULL, IB_SUCCESS}}},
	{"REG_MR", reg_mem, {{"EINVAL", IB_INVALID_PARAMETER}}},
	{"REREG_MR",
	 rereg_mem,
	 {{"EINVAL", IB_INVALID_PARAMETER}, {"EOPNOTSUPP", IB_SUCCESS}}}, /* registers anew */
	{"ALLOC_MW", create_mw, {{"EINVAL", IB_UNSUPPORTED}}},
	{"QUERY_PORT", query_ca, {{NULL, IB_SUCCESS}}},
};

static ib_api_status_t expected_status(const struct call *call, size_t error)
{
	for (size_t i = 0; call->own[i].error; i++) {
		if (!strcmp(call->own[i].error, errors[error].name))
			return call->own[i].status;
	}
	return errors[error].status;
}

static void each_command_is_refused(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(calls); i++) {
		for (size_t e = 0; e < COUNT(errors); e++) {
			ib_api_status_t status;

			assert_int_equal(control("fault clear"), 0);
			assert_int_equal(control("fault add refuse %s command %s", errors[e].name,
						 calls[i].command),
					 0);
			status = calls[i].call();
			if (status != expected_status(&calls[i], e))
				fail_msg("%s, refused with %s: %s, not %s", calls[i].command,
					 errors[e].name, ib_get_err_str(status),
					 ib_get_err_str(expected_status(&calls[i], e)));
			assert_int_equal(control("fault clear"), 0);
			assert_int_equal(calls[i].call(), IB_SUCCESS);
		}
	}
}

/* A region that the adapter cannot change is registered again under the same handle. */
static void a_region_is_replaced(void **state)
{
	const net32_t before = scene.side.rkey;
	ib_mr_create_t create = range(128);
	ib_pd_handle_t pd;
	ib_mr_attr_t attr;

	(void)state;
	assert_int_equal(ib_alloc_pd(scene.side.ca, IB_PDT_NORMAL, NULL, &pd), IB_SUCCESS);
	assert_int_equal(control("fault add refuse EOPNOTSUPP command REREG_MR"), 0);
	assert_int_equal(ib_rereg_mem(scene.side.mr, IB_MR_MOD_ADDR | IB_MR_MOD_PD, &create,
				      &scene.side.lkey, &scene.side.rkey, pd),
			 IB_SUCCESS);
	assert_int_not_equal(scene.side.rkey, before);
	assert_int_equal(ib_query_mr(scene.side.mr, &attr), IB_SUCCESS);
	assert_ptr_equal(attr.h_pd, pd);
	assert_int_equal(attr.local_lb, (uintptr_t)create.vaddr);
	assert_int_equal(attr.local_ub, attr.local_lb + create.length - 1);
	assert_int_equal(attr.rkey, scene.side.rkey);
	assert_int_equal(attr.lkey, scene.side.lkey);
	assert_int_equal(attr.access_ctrl, IB_AC_LOCAL_WRITE | IB_AC_RDMA_READ | IB_AC_RDMA_WRITE |
						   IB_AC_ATOMIC | IB_AC_MW_BIND);
	/* falls back once more, for new access rights */
	assert_int_equal(ib_rereg_mem(scene.side.mr, IB_MR_MOD_ACCESS, &create, &scene.side.lkey,
				      &scene.side.rkey, NULL),
			 IB_SUCCESS);
	assert_int_equal(ib_query_mr(scene.side.mr, &attr), IB_SUCCESS);
	assert_int_equal(attr.access_ctrl, IB_AC_LOCAL_WRITE);
	assert_int_equal(control("fault add refuse EINVAL command REG_MR"), 0);
	assert_int_equal(rereg_mem(), IB_INVALID_PARAMETER);
	assert_int_equal(control("fault clear"), 0);
	assert_int_equal(control("fault add refuse EOPNOTSUPP command REREG_MR"), 0);
	assert_int_equal(control("fault add refuse ENOSPC command REG_MR"), 0);
	assert_int_equal(rereg_mem(), IB_INSUFFICIENT_RESOURCES);
	assert_int_equal(ib_query_mr(scene.side.mr, &attr), IB_SUCCESS);
	assert_int_equal(attr.local_lb, (uintptr_t)create.vaddr); /* unchanged */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(each_command_is_refused, open_scene, close_scene),
		cmocka_unit_test_setup_teardown(a_region_is_replaced, open_scene, close_scene),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
