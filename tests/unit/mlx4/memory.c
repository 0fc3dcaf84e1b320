/* SPDX-License-Identifier: BSD-2-Clause */
/* If any allocation fails, the call fails with ENOMEM and leaves nothing behind. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "mlx4/kernel.h"
#include "providers/gen/mlx4_ops.h"

static const struct inverbs_provider *const mlx4 = &inverbs_provider_mlx4;

/* Allocations are counted while `watching`; the one that decrements `left` to zero fails. */
static struct {
	bool watching;
	long left; /* < 0: none fails */
	long live; /* allocations that have not been freed */
} memory;

void *__real_malloc(size_t bytes);
void *__real_calloc(size_t n, size_t bytes);
void *__real_mmap(void *addr, size_t bytes, int prot, int flags, int fd, off_t offset);
void __real_free(void *at);
int __real_munmap(void *at, size_t bytes);
void *__wrap_malloc(size_t bytes);
void *__wrap_calloc(size_t n, size_t bytes);
void *__wrap_mmap(void *addr, size_t bytes, int prot, int flags, int fd, off_t offset);
void __wrap_free(void *at);
int __wrap_munmap(void *at, size_t bytes);

static bool fails(void)
{
	return memory.watching && memory.left > 0 && --memory.left == 0;
}

static void *given(void *at, const void *nothing)
{
	if (memory.watching && at != nothing)
		memory.live++;
	return at;
}

void *__wrap_malloc(size_t bytes)
{
	return fails() ? NULL : given(__real_malloc(bytes), NULL);
}

void *__wrap_calloc(size_t n, size_t bytes)
{
	return fails() ? NULL : given(__real_calloc(n, bytes), NULL);
}

void *__wrap_mmap(void *addr, size_t bytes, int prot, int flags, int fd, off_t offset)
{
	if (fails()) {
		errno = ENOMEM;
		return MAP_FAILED;
	}
	return given(__real_mmap(addr, bytes, prot, flags, fd, offset), MAP_FAILED);
}

void __wrap_free(void *at)
{
	if (memory.watching && at)
		memory.live--;
	__real_free(at);
}

int __wrap_munmap(void *at, size_t bytes)
{
	if (memory.watching)
		memory.live--;
	return __real_munmap(at, bytes);
}

/* The objects of a test that creates something and destroys it. */
struct trial {
	struct kernel kernel;
	struct inverbs_context ctx;
	struct inverbs_pd pd;
	struct inverbs_cq cq;
	struct inverbs_srq srq;
	struct inverbs_qp qp;
};

typedef int (*step)(struct trial *t);

/* Let the first, second, ... allocation fail, until the step succeeds. */
static void try_with_less_and_less_failure(struct trial *t, step make, step unmake)
{
	int err = ENOMEM;
	long n;

	for (n = 1; err && n < 50; n++) {
		memory.left = n;
		memory.live = 0;
		memory.watching = true;
		err = make(t);
		memory.watching = false;
		if (err) {
			assert_int_equal(err, ENOMEM);
			assert_int_equal(memory.live, 0);
		}
	}
	assert_int_equal(err, 0);
	assert_true(n > 2); /* at least one allocation has failed */
	memory.left = -1;
	memory.watching = true;
	err = unmake(t);
	memory.watching = false;
	assert_int_equal(err, 0);
	assert_int_equal(memory.live, 0);
}

static int setup(void **state)
{
	struct trial *t = calloc(1, sizeof(*t));

	kernel_init(&t->kernel);
	*state = t;
	return 0;
}

static int setup_open(void **state)
{
	struct trial *t;

	setup(state);
	t = *state;
	assert_int_equal(kernel_open(&t->kernel, 4, &t->ctx), 0);
	t->pd.ibv.context = &t->ctx.ibv;
	return 0;
}

static int teardown(void **state)
{
	free(*state);
	return 0;
}

static int teardown_open(void **state)
{
	struct trial *t = *state;

	mlx4->context_fini(&t->ctx);
	close(t->ctx.ibv.async_fd);
	return teardown(state);
}

static int open_context(struct trial *t)
{
	return kernel_open(&t->kernel, 4, &t->ctx);
}

static int close_context(struct trial *t)
{
	mlx4->context_fini(&t->ctx);
	close(t->ctx.ibv.async_fd);
	return 0;
}

static void opening_a_context(void **state)
{
	struct trial *t = *state;

	t->kernel.refuse_map[mlx4_control.image_page] =
		true; /* optional: its failure is no error */
	try_with_less_and_less_failure(t, open_context, close_context);
}

static int create_cq(struct trial *t)
{
	struct ibv_cq_init_attr_ex attr = {.cqe = 100};

	memset(&t->cq, 0, sizeof(t->cq));
	t->cq.ibv.context = &t->ctx.ibv;
	return mlx4->create_cq(&t->ctx, &attr, false, &t->cq);
}

static int destroy_cq(struct trial *t)
{
	uint32_t comp, async;

	return mlx4->destroy_cq(&t->cq, &comp, &async);
}

static void creating_a_completion_queue(void **state)
{
	try_with_less_and_less_failure(*state, create_cq, destroy_cq);
}

static int create_qp(struct trial *t)
{
	struct ibv_qp_init_attr_ex attr = {
		.qp_type = IBV_QPT_RC,
		.cap = {.max_send_wr = 8, .max_recv_wr = 8, .max_send_sge = 2, .max_recv_sge = 1},
		.comp_mask = IBV_QP_INIT_ATTR_PD,
		.pd = &t->pd.ibv,
		.send_cq = &t->cq.ibv,
		.recv_cq = &t->cq.ibv,
	};

	memset(&t->qp, 0, sizeof(t->qp));
	t->qp.ibv.context = &t->ctx.ibv;
	return mlx4->create_qp(&t->ctx, &attr, &t->qp);
}

/* The leaf of the number table is kept by the context. */
static int destroy_qp(struct trial *t)
{
	uint32_t events;
	int err = mlx4->destroy_qp(&t->qp, &events);

	inverbs_table_fini(&t->ctx.qps);
	inverbs_table_init(&t->ctx.qps, 131072);
	return err;
}

static void creating_a_queue_pair(void **state)
{
	struct trial *t = *state;

	try_with_less_and_less_failure(t, create_qp, destroy_qp);
	/* a queue pair that could not be added to the table was destroyed again */
	assert_non_null(kernel_last(&t->kernel, UVERBS_CMD_DESTROY_QP, false));
}

static int create_srq(struct trial *t)
{
	static struct inverbs_xrcd xrcd;
	struct ibv_srq_init_attr_ex attr = {
		.attr = {.max_wr = 7, .max_sge = 1},
		.comp_mask = IBV_SRQ_INIT_ATTR_TYPE,
		.srq_type = IBV_SRQT_XRC,
		.pd = &t->pd.ibv,
		.xrcd = &xrcd.ibv,
		.cq = &t->cq.ibv,
	};

	memset(&t->srq, 0, sizeof(t->srq));
	t->srq.ibv.context = &t->ctx.ibv;
	return mlx4->create_srq(&t->ctx, &attr, &t->srq);
}

static int destroy_srq(struct trial *t)
{
	uint32_t events;
	int err = mlx4->destroy_srq(&t->srq, &events);

	inverbs_table_fini(&t->ctx.xrc_srqs);
	inverbs_table_init(&t->ctx.xrc_srqs, 131072);
	return err;
}

static void creating_a_shared_receive_queue(void **state)
{
	struct trial *t = *state;

	assert_int_equal(create_cq(t), 0);
	try_with_less_and_less_failure(t, create_srq, destroy_srq);
	assert_int_equal(destroy_cq(t), 0);
}

static void resizing_a_completion_queue(void **state)
{
	struct trial *t = *state;

	assert_int_equal(create_cq(t), 0);
	memory.left = 1;
	memory.watching = true;
	assert_int_equal(mlx4->resize_cq(&t->cq, 1000), ENOMEM);
	memory.watching = false;
	assert_int_equal(t->cq.entries, 128);
	assert_int_equal(t->cq.lock.held, 0);
	assert_int_equal(destroy_cq(t), 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup_open, teardown_open)

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(opening_a_context, setup, teardown),
		TEST(creating_a_completion_queue),
		TEST(creating_a_queue_pair),
		TEST(creating_a_shared_receive_queue),
		TEST(resizing_a_completion_queue),
	};

	memory.left = -1;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
