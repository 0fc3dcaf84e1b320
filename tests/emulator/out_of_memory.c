/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * For every n, the n-th allocation of the emulator fails: the command that needed it must return
 * ENOMEM, without any other effect. Allocation functions are wrapped by the linker; only
 * allocations in the emulator's thread are counted.
 */
#include "raw.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

enum {
	MOST = 500
};

static __thread bool is_client;
static int countdown = -1; /**< allocations until one fails; negative: none fails */

static bool fails(void)
{
	if (is_client || __atomic_load_n(&countdown, __ATOMIC_RELAXED) < 0)
		return false;
	return __atomic_fetch_sub(&countdown, 1, __ATOMIC_RELAXED) == 0;
}

void *__real_malloc(size_t bytes);
void *__real_calloc(size_t n, size_t bytes);
void *__real_reallocarray(void *old, size_t n, size_t bytes);
void *__wrap_malloc(size_t bytes);
void *__wrap_calloc(size_t n, size_t bytes);
void *__wrap_reallocarray(void *old, size_t n, size_t bytes);

void *__wrap_malloc(size_t bytes)
{
	return fails() ? NULL : __real_malloc(bytes);
}

void *__wrap_calloc(size_t n, size_t bytes)
{
	return fails() ? NULL : __real_calloc(n, bytes);
}

void *__wrap_reallocarray(void *old, size_t n, size_t bytes)
{
	return fails() ? NULL : __real_reallocarray(old, n, bytes);
}

/*
 * --- one object of each type -------------------------------------------------------------------
 */

struct scene {
	struct raw *raw;
	const char *device;
	uint32_t pd, cq, xrcd;
};

static int make_context(struct scene *s)
{
	struct uverbs_get_context_req req = {0};
	struct uverbs_get_context_resp resp = {0};
	int ret = raw_exchange(s->raw, SOFTHCA_OP_OPEN, NULL, s->device, strlen(s->device), -1);

	if (!ret)
		ret = uverbs_call_get_context(&s->raw->base, &req, NULL, 0, &resp, NULL, 0);
	if (!ret)
		close((int)resp.async_fd);
	return ret;
}

static int make_pd(struct scene *s)
{
	struct uverbs_alloc_pd_req req = {0};
	struct uverbs_alloc_pd_resp resp = {0};
	int ret = uverbs_call_alloc_pd(&s->raw->base, &req, NULL, 0, &resp, NULL, 0);

	s->pd = resp.pd_handle;
	return ret;
}

static int make_mr(struct scene *s)
{
	static void *memory;

	if (!memory)
		memory = raw_memory(4096);
	return raw_try_mr(s->raw, s->pd, (uintptr_t)memory, 4096, 0, 0, NULL);
}

static int make_mw(struct scene *s)
{
	struct uverbs_alloc_mw_req req = {.pd_handle = s->pd, .mw_type = IBV_MW_TYPE_2};
	struct uverbs_alloc_mw_resp resp = {0};

	return uverbs_call_alloc_mw(&s->raw->base, &req, NULL, 0, &resp, NULL, 0);
}

static int make_ah(struct scene *s)
{
	struct uverbs_create_ah_req req = {.pd_handle = s->pd, .attr = {.port_num = 1}};
	struct uverbs_create_ah_resp resp = {0};

	return uverbs_call_create_ah(&s->raw->base, &req, NULL, 0, &resp, NULL, 0);
}

static int make_cq(struct scene *s)
{
	struct uverbs_create_comp_channel_req req = {0};
	struct uverbs_create_comp_channel_resp channel = {0};
	struct uverbs_create_cq_resp resp = {0};
	int ret = uverbs_call_create_comp_channel(&s->raw->base, &req, &channel);

	if (ret)
		return ret;
	ret = raw_try_cq(s->raw, 15, (int)channel.fd, 0, &resp);
	close((int)channel.fd);
	s->cq = resp.cq_handle;
	return ret;
}

static int make_qp(struct scene *s)
{
	struct uverbs_create_qp_req req = raw_qp_request(s->pd, s->cq);
	struct uverbs_attach_mcast_req attach = {.gid = {0xff}};
	struct uverbs_create_qp_resp resp = {0};
	int ret;

	req.qp_type = IBV_QPT_UD;
	ret = raw_try_qp(s->raw, &req, &resp);
	attach.qp_handle = resp.qp_handle;
	return ret ? ret : uverbs_call_attach_mcast(&s->raw->base, &attach);
}

static int make_xrc(struct scene *s)
{
	struct uverbs_open_xrcd_req open_req = {.fd = (uint32_t)-1};
	struct uverbs_open_xrcd_resp opened = {0};
	struct uverbs_create_qp_req req = {.qp_type = IBV_QPT_XRC_RECV};
	struct uverbs_create_qp_resp resp = {0};
	int ret = uverbs_call_open_xrcd(&s->raw->base, &open_req, NULL, 0, &opened, NULL, 0);

	req.pd_handle = opened.xrcd_handle;
	return ret ? ret : uverbs_call_create_qp(&s->raw->base, &req, NULL, 0, &resp, NULL, 0);
}

static int make_srq(struct scene *s)
{
	struct mlx4_create_srq_in in = {
		.buf_addr = (uintptr_t)raw_memory(4096),
		.db_addr = (uintptr_t)raw_memory(4096),
	};
	struct uverbs_create_srq_req req = {.pd_handle = s->pd, .max_wr = 15, .max_sge = 1};
	struct uverbs_create_srq_resp resp = {0};

	return uverbs_call_create_srq(&s->raw->base, &req, &in, sizeof(in), &resp, NULL, 0);
}

static int make_rc_qp(struct scene *s)
{
	struct uverbs_create_qp_req req = raw_qp_request(s->pd, s->cq);
	struct uverbs_create_qp_resp resp = {0};

	return raw_try_qp(s->raw, &req, &resp);
}

static int make_all(struct scene *s, int (*const *steps)(struct scene *))
{
	int ret = 0;

	for (; *steps && !ret; steps++)
		ret = (*steps)(s);
	return ret;
}

static void fail_each(const char *device, int (*const *steps)(struct scene *))
{
	struct raw *watch = raw_connect(NULL);
	int failures = 0;

	for (int n = 0; n < MOST; n++) {
		struct scene s = {.raw = raw_connect(NULL), .device = device};
		int ret;

		__atomic_store_n(&countdown, n, __ATOMIC_RELAXED);
		ret = make_all(&s, steps);
		assert_true(ret == 0 || ret == ENOMEM);
		failures += ret == ENOMEM;
		n = __atomic_exchange_n(&countdown, -1, __ATOMIC_RELAXED) >= 0 ? MOST : n;
		raw_close(s.raw);
		for (int i = 0; raw_objects(watch) && i < 100; i++)
			usleep(1000);
		assert_int_equal(raw_objects(watch), 0);
	}
	assert_in_range(failures, 10, MOST - 1);
	raw_close(watch);
}

static void each_allocation_may_fail(void **state)
{
	static int (*const steps[])(struct scene *) = {make_context, make_pd, make_mr, make_mw,
						       make_ah,      make_cq, make_qp, make_xrc,
						       make_srq,     NULL};

	(void)state;
	fail_each("mlx4_0", steps);
}

static void each_allocation_of_iwarp_may_fail(void **state)
{
	static int (*const steps[])(struct scene *) = {make_context, make_pd,    make_mr,
						       make_cq,      make_rc_qp, NULL};

	(void)state;
	fail_each("cxgb3_0", steps);
	fail_each("cxgb3_1", steps); /* on which the driver keeps the queues */
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_allocation_may_fail),
		cmocka_unit_test(each_allocation_of_iwarp_may_fail),
	};

	is_client = true;
	return raw_run(argc, argv, "out_of_memory", tests, sizeof(tests) / sizeof(tests[0]));
}
