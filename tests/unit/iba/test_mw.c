/* SPDX-License-Identifier: BSD-2-Clause */
/* Memory windows: what may be bound to what, and the references to regions. */
#include <endian.h>
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "heap.h"
#include "iba/layer.h"
#include "locked.h"

enum {
	RKEY = 0x1234,
	NEXT_RKEY = 0x1235
};

static struct iba_ca cas[2];
static struct ibv_context context;
static struct ibv_pd verbs_pd;
static struct iba_pd pd;
static struct ibv_qp verbs_qp;
static struct iba_qp qp;
static struct ibv_mr verbs_mr;
static struct iba_mr mrs[2];
static struct ibv_mw verbs;
static const struct ibv_mw *const expected_verbs = &verbs;
static struct iba_mw *mw;
static struct iba_ca *mr_ca, *qp_ca;
static int windows, alloc_errno, bind_fails, binds;
static ib_api_status_t publish_fails;
static struct ibv_mw_bind bound;

void *iba_get(const void *handle, enum inverbs_iba_kind kind)
{
	struct iba_object *const object = kind == INVERBS_IBA_MW && handle == mw ? &mw->object
					  : kind == INVERBS_IBA_QP && handle == &qp
						  ? &qp.reporter.object
					  : kind == INVERBS_IBA_MR && handle == &mrs[0]
						  ? &mrs[0].object
					  : kind == INVERBS_IBA_MR && handle == &mrs[1]
						  ? &mrs[1].object
						  : NULL;

	if (object)
		object->references++;
	return object;
}

struct iba_pd *iba_get_verbs_pd(ib_pd_handle_t handle)
{
	if ((void *)handle != &pd)
		return NULL;
	pd.object.references++;
	return &pd;
}

void *iba_handle(const struct iba_object *object)
{
	return (void *)(uintptr_t)object;
}

struct iba_ca *iba_ca_of(struct iba_object *object)
{
	return object == &qp.reporter.object ? qp_ca : object == &mw->object ? &cas[0] : mr_ca;
}

ib_api_status_t iba_refusal(const void *handle, ib_api_status_t invalid)
{
	(void)handle;
	return invalid;
}

ib_api_status_t iba_status(int err)
{
	return err ? IB_RESOURCE_BUSY : IB_SUCCESS;
}

ib_api_status_t iba_publish(struct iba_object *object, enum inverbs_iba_kind kind,
			    struct iba_object *parent, void *verbs, void *handle)
{
	assert_int_equal(kind, INVERBS_IBA_MW);
	assert_ptr_equal(parent, &pd.object);
	assert_ptr_equal(verbs, expected_verbs);
	if (publish_fails) {
		object->release(object);
		free(object);
		return publish_fails;
	}
	object->parent = parent;
	mw = (struct iba_mw *)object;
	*(void **)handle = object;
	return IB_SUCCESS;
}

ib_api_status_t iba_destroy_handle(const void *handle, enum inverbs_iba_kind kind,
				   ib_api_status_t invalid, ib_pfn_destroy_cb_t destroyed)
{
	assert_ptr_equal(handle, mw);
	assert_int_equal(kind, INVERBS_IBA_MW);
	assert_int_equal(invalid, IB_INVALID_MW_HANDLE);
	assert_null(destroyed);
	return IB_PENDING;
}

struct ibv_mw *ibv_alloc_mw(struct ibv_pd *pd, enum ibv_mw_type type)
{
	assert_ptr_equal(pd, &verbs_pd);
	assert_int_equal(type, IBV_MW_TYPE_1);
	errno = alloc_errno;
	windows += !alloc_errno;
	return alloc_errno ? NULL : &verbs;
}

int ibv_dealloc_mw(struct ibv_mw *mw)
{
	assert_ptr_equal(mw, &verbs);
	windows--;
	return 0;
}

static int post_bind(struct ibv_qp *of, struct ibv_send_wr *wr, struct ibv_send_wr **bad)
{
	assert_ptr_equal(of, &verbs_qp);
	assert_non_null(bad);
	assert_int_equal(wr->opcode, IBV_WR_BIND_MW);
	assert_ptr_equal(wr->bind_mw.mw, &verbs);
	assert_int_equal(wr->bind_mw.rkey, verbs.rkey == RKEY ? NEXT_RKEY : wr->bind_mw.rkey);
	bound.wr_id = wr->wr_id;
	bound.send_flags = wr->send_flags;
	bound.bind_info = wr->bind_mw.bind_info;
	binds++;
	return bind_fails;
}

/* ---- a window, and two regions ---- */

static ib_bind_wr_t bind;
static net32_t rkey;

static int reset_window(void **state)
{
	ib_mw_handle_t handle;

	(void)state;
	fails_at = blocks = locked = windows = alloc_errno = bind_fails = binds = 0;
	publish_fails = IB_SUCCESS;
	memset(&pd, 0, sizeof(pd));
	memset(&qp, 0, sizeof(qp));
	memset(mrs, 0, sizeof(mrs));
	pd.pd = &verbs_pd;
	context.ops.post_send = post_bind;
	verbs_qp.context = &context;
	verbs.context = &context;
	verbs.type = IBV_MW_TYPE_1;
	verbs.pd = verbs_mr.pd = &verbs_pd;
	verbs_qp.qp_type = IBV_QPT_RC;
	verbs.rkey = RKEY;
	mr_ca = qp_ca = &cas[0];
	qp.qp = &verbs_qp;
	qp.type = IB_QPT_RELIABLE_CONN;
	for (int i = 0; i < 2; i++) {
		mrs[i].mr = &verbs_mr;
		mrs[i].access = IB_AC_MW_BIND | IB_AC_LOCAL_WRITE;
	}
	assert_int_equal(ib_create_mw((ib_pd_handle_t)&pd, &rkey, &handle), IB_SUCCESS);
	assert_ptr_equal(handle, mw);
	assert_int_equal(rkey, htobe32(RKEY));
	bind = (ib_bind_wr_t){.wr_id = 0x77,
			      .send_opt = IB_SEND_OPT_SIGNALED,
			      .h_mr = (ib_mr_handle_t)&mrs[0],
			      .access_ctrl = IB_AC_RDMA_WRITE,
			      .current_rkey = htobe32(RKEY),
			      .local_ds = {.vaddr = 0x1000, .length = 0x200}};
	return 0;
}

static int check_window(void **state)
{
	(void)state;
	assert_int_equal(mw->object.references, 0);
	assert_int_equal(qp.reporter.object.references, 0);
	assert_int_equal(pd.object.references, 0);
	mw->object.release(&mw->object);
	free(mw);
	for (int i = 0; i < 2; i++) {
		assert_int_equal(mrs[i].windows, 0);
		assert_int_equal(mrs[i].object.references, 0);
	}
	assert_int_equal(windows, 0);
	assert_int_equal(locked, 0);
	assert_int_equal(blocks, 0);
	return 0;
}

static ib_api_status_t try_bind(void)
{
	rkey = 0;
	return ib_bind_mw((ib_mw_handle_t)mw, (ib_qp_handle_t)&qp, &bind, &rkey);
}

static void a_window_is_made_and_queried(void **state)
{
	ib_mw_handle_t handle = NULL;
	ib_pd_handle_t of = NULL;

	(void)state;
	assert_int_equal(ib_create_mw(NULL, &rkey, &handle), IB_INVALID_PD_HANDLE);
	assert_int_equal(ib_create_mw((ib_pd_handle_t)&pd, NULL, &handle), IB_INVALID_PARAMETER);
	assert_int_equal(ib_create_mw((ib_pd_handle_t)&pd, &rkey, NULL), IB_INVALID_PARAMETER);
	fails_at = 1;
	assert_int_equal(ib_create_mw((ib_pd_handle_t)&pd, &rkey, &handle), IB_INSUFFICIENT_MEMORY);
	alloc_errno = EINVAL;
	assert_int_equal(ib_create_mw((ib_pd_handle_t)&pd, &rkey, &handle), IB_UNSUPPORTED);
	alloc_errno = EBUSY;
	assert_int_equal(ib_create_mw((ib_pd_handle_t)&pd, &rkey, &handle), IB_RESOURCE_BUSY);
	alloc_errno = 0;
	publish_fails = IB_INVALID_STATE;
	rkey = 0;
	assert_int_equal(ib_create_mw((ib_pd_handle_t)&pd, &rkey, &handle), IB_INVALID_STATE);
	assert_int_equal(rkey, 0);
	assert_null(handle);
	assert_int_equal(ib_query_mw((ib_mw_handle_t)mw, &of, &rkey), IB_SUCCESS);
	assert_ptr_equal(of, &pd);
	assert_int_equal(rkey, htobe32(RKEY));
	assert_int_equal(ib_query_mw((ib_mw_handle_t)mw, NULL, &rkey), IB_INVALID_PARAMETER);
	assert_int_equal(ib_query_mw((ib_mw_handle_t)mw, &of, NULL), IB_INVALID_PARAMETER);
	assert_int_equal(ib_query_mw(NULL, &of, &rkey), IB_INVALID_MW_HANDLE);
	assert_int_equal(ib_destroy_mw((ib_mw_handle_t)mw), IB_PENDING);
}

static void a_window_is_bound(void **state)
{
	(void)state;
	assert_int_equal(try_bind(), IB_SUCCESS);
	assert_int_equal(rkey, htobe32(NEXT_RKEY));
	assert_int_equal(bound.wr_id, 0x77);
	assert_int_equal(bound.send_flags, IBV_SEND_SIGNALED);
	assert_ptr_equal(bound.bind_info.mr, &verbs_mr);
	assert_int_equal(bound.bind_info.addr, 0x1000);
	assert_int_equal(bound.bind_info.length, 0x200);
	assert_int_equal(bound.bind_info.mw_access_flags, IBV_ACCESS_REMOTE_WRITE);
	assert_int_equal(mrs[0].windows, 1);
	assert_int_equal(mrs[0].object.references, 1);
	bind.current_rkey = htobe32(NEXT_RKEY);
	bind.h_mr = (ib_mr_handle_t)&mrs[1];
	qp.type = IB_QPT_UNRELIABLE_CONN;
	assert_int_equal(try_bind(), IB_SUCCESS);
	assert_int_equal(mrs[0].windows, 0);
	assert_int_equal(mrs[0].object.references, 0);
	assert_int_equal(mrs[1].windows, 1);
	assert_int_equal(mrs[1].object.references, 1);
	bind.current_rkey = htobe32(verbs.rkey);
	bind.local_ds.length = 0; /* unbinds it */
	bind.local_ds.vaddr = 0;
	bind.access_ctrl = 0;
	bind.h_mr = NULL;
	assert_int_equal(try_bind(), IB_SUCCESS);
	assert_null(bound.bind_info.mr);
	assert_int_equal(mrs[1].windows, 0);
	bind.current_rkey = htobe32(verbs.rkey);
	bind.local_ds.length = 1;
	bind.h_mr = (ib_mr_handle_t)&mrs[1];
	assert_int_equal(try_bind(), IB_SUCCESS); /* released with the window */
}

static void refuses(ib_api_status_t status)
{
	assert_int_equal(try_bind(), status);
	assert_int_equal(binds, 0);
	assert_int_equal(rkey, 0);
	assert_null(mw->mr);
	check_window(NULL);
	reset_window(NULL);
}

static void binds_are_checked(void **state)
{
	(void)state;
	qp.type = IB_QPT_UNRELIABLE_DGRM;
	refuses(IB_INVALID_SERVICE_TYPE);
	bind.current_rkey = htobe32(NEXT_RKEY);
	refuses(IB_INVALID_RKEY);
	bind.access_ctrl = IB_AC_LOCAL_WRITE;
	refuses(IB_UNSUPPORTED);
	bind.h_mr = NULL;
	refuses(IB_INVALID_MR_HANDLE);
	mr_ca = &cas[1];
	refuses(IB_INVALID_MR_HANDLE);
	qp_ca = &cas[1];
	refuses(IB_INVALID_QP_HANDLE);
	bind.local_ds.length = 0;
	bind.access_ctrl = 0;
	refuses(IB_INVALID_PARAMETER);
	bind.local_ds.length = 0;
	bind.local_ds.vaddr = 0;
	refuses(IB_INVALID_PARAMETER);
	mrs[0].access = IB_AC_LOCAL_WRITE;
	refuses(IB_INVALID_PERMISSION);
	mrs[0].access = IB_AC_MW_BIND;
	refuses(IB_INVALID_PERMISSION);
	mrs[0].access = IB_AC_MW_BIND;
	bind.access_ctrl = IB_AC_ATOMIC;
	refuses(IB_INVALID_PERMISSION);
	mrs[0].access = IB_AC_MW_BIND;
	bind.access_ctrl = IB_AC_RDMA_READ; /* needs no right to write */
	assert_int_equal(try_bind(), IB_SUCCESS);
}

static void a_bind_may_fail(void **state)
{
	(void)state;
	bind_fails = ENOMEM;
	assert_int_equal(try_bind(), IB_INSUFFICIENT_RESOURCES);
	bind_fails = EINVAL;
	assert_int_equal(try_bind(), IB_INVALID_PARAMETER);
	bind_fails = EBUSY;
	assert_int_equal(try_bind(), IB_RESOURCE_BUSY);
	assert_null(mw->mr);
	assert_int_equal(mrs[0].object.references, 0);
	assert_int_equal(ib_bind_mw(NULL, (ib_qp_handle_t)&qp, &bind, &rkey), IB_INVALID_MW_HANDLE);
	assert_int_equal(ib_bind_mw((ib_mw_handle_t)mw, NULL, &bind, &rkey), IB_INVALID_QP_HANDLE);
	assert_int_equal(ib_bind_mw((ib_mw_handle_t)mw, (ib_qp_handle_t)&qp, NULL, &rkey),
			 IB_INVALID_PARAMETER);
	assert_int_equal(ib_bind_mw((ib_mw_handle_t)mw, (ib_qp_handle_t)&qp, &bind, NULL),
			 IB_INVALID_PARAMETER);
}

int main(void)
{
#define FRESH(name) cmocka_unit_test_setup_teardown(name, reset_window, check_window)
	const struct CMUnitTest tests[] = {
		FRESH(a_window_is_made_and_queried),
		FRESH(a_window_is_bound),
		FRESH(binds_are_checked),
		FRESH(a_bind_may_fail),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
