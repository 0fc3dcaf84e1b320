/* SPDX-License-Identifier: BSD-2-Clause */
/* Opening devices: which of them are of this adapter, and the clock that a context maps. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "mlx4/kernel.h"
#include "providers/gen/mlx4_ops.h"

static const struct inverbs_provider *const mlx4 = &inverbs_provider_mlx4;

static void open_clock(struct kernel *kernel, struct inverbs_context *ctx, const uint8_t *at)
{
	uint64_t count;

	kernel_init(kernel);
	assert_int_equal(kernel_open(kernel, 4, ctx), 0);
	assert_int_equal(mlx4->query_clock(ctx, &count), EOPNOTSUPP);
	inverbs_facts_of(ctx)->clock_page = at;
}

static void close_clock(struct inverbs_context *ctx)
{
	inverbs_facts_of(ctx)->clock_page = NULL;
	mlx4->context_fini(ctx);
	close(ctx->ibv.async_fd);
}

static void the_clock_is_big_endian(void **state)
{
	const uint32_t page[2] = {INVERBS_BE32(7), INVERBS_BE32(9)};
	struct inverbs_context ctx = {.provider = mlx4};
	struct kernel kernel;
	uint64_t count;

	(void)state;
	open_clock(&kernel, &ctx, (const uint8_t *)page);
	assert_int_equal(mlx4->query_clock(&ctx, &count), 0);
	assert_int_equal(count, 7ULL << 32 | 9);
	close_clock(&ctx);
}

static void a_clock_may_be_little_endian(void **state)
{
	const uint32_t page[2] = {INVERBS_LE32(9), INVERBS_LE32(7)};
	struct inverbs_control little = *mlx4->control;
	struct inverbs_provider other = *mlx4;
	struct inverbs_context ctx = {.provider = mlx4};
	struct kernel kernel;
	uint64_t count;

	(void)state;
	little.clock_big = false;
	other.control = &little;
	open_clock(&kernel, &ctx, (const uint8_t *)page);
	ctx.provider = &other;
	assert_int_equal(mlx4->query_clock(&ctx, &count), 0);
	assert_int_equal(count, 7ULL << 32 | 9);
	ctx.provider = mlx4;
	close_clock(&ctx);
}

/* A clock whose halves are in separate pages, which fault when they are read. */
static struct {
	uint8_t *pages;
	size_t page;
	unsigned int faults;
} carrying;

static void set_half(bool is_low, uint32_t value)
{
	value = INVERBS_BE32(value);
	memcpy(carrying.pages + carrying.page - (is_low ? 0 : 4), &value, sizeof(value));
}

static int protect_half(bool is_low, int protection)
{
	return mprotect(carrying.pages + (is_low ? carrying.page : 0), carrying.page, protection);
}

/* The lower half is read right before a carry, the upper half right after it. */
static void on_read(int sig)
{
	(void)sig;
	if (carrying.faults++ == 0) {
		protect_half(true, PROT_READ | PROT_WRITE);
		set_half(false, 1);
		protect_half(false, PROT_NONE);
	} else {
		protect_half(false, PROT_READ | PROT_WRITE);
		set_half(true, 0);
	}
}

static void a_carry_between_the_loads_is_noticed(void **state)
{
	struct inverbs_context ctx = {.provider = mlx4};
	struct sigaction old, on_fault = {.sa_handler = on_read};
	struct kernel kernel;
	uint64_t count;

	(void)state;
	carrying.page = (size_t)sysconf(_SC_PAGESIZE);
	carrying.pages = mmap(NULL, 2 * carrying.page, PROT_READ | PROT_WRITE,
			      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	assert_ptr_not_equal(carrying.pages, MAP_FAILED);
	set_half(false, 0);
	set_half(true, 0xffffffff);
	open_clock(&kernel, &ctx, carrying.pages + carrying.page - 4);
	assert_int_equal(sigaction(SIGSEGV, &on_fault, &old), 0);
	assert_int_equal(protect_half(true, PROT_NONE), 0);
	assert_int_equal(mlx4->query_clock(&ctx, &count), 0);
	assert_int_equal(sigaction(SIGSEGV, &old, NULL), 0);
	assert_int_equal(carrying.faults, 2);
	assert_int_equal(count, 1ULL << 32);
	close_clock(&ctx);
	munmap(carrying.pages, 2 * carrying.page);
}

static void only_known_devices_match(void **state)
{
	struct inverbs_device_info dev = {.abi_version = 4, .driver_id = MLX4_DRIVER_ID};

	(void)state;
	assert_true(inverbs_identity_match(mlx4->identity, &dev));
	dev.abi_version = 5;
	assert_false(inverbs_identity_match(mlx4->identity, &dev));
	dev.abi_version = 1;
	assert_false(inverbs_identity_match(mlx4->identity, &dev));
	dev.abi_version = 3;
	dev.driver_id = MLX4_DRIVER_ID + 1;
	assert_false(inverbs_identity_match(mlx4->identity, &dev));
	dev.driver_id = -1;
	dev.vendor_id = MLX4_PCI_VENDOR;
	dev.device_id = 0x1003;
	assert_true(inverbs_identity_match(mlx4->identity, &dev));
	dev.driver_id = 0; /* a known driver id takes precedence over the device id */
	assert_false(inverbs_identity_match(mlx4->identity, &dev));
	dev.driver_id = -1;
	dev.device_id = 0x1013;
	assert_false(inverbs_identity_match(mlx4->identity, &dev));
	snprintf(dev.modalias, sizeof(dev.modalias), "%s", mlx4_modalias[0]);
	assert_true(inverbs_identity_match(mlx4->identity, &dev));
}

/* Limits are those of the device; if querying it fails, they permit ordinary queues. */
static void limits_have_a_fallback(void **state)
{
	(void)state;
	for (int kind = 0; kind < 3; kind++) {
		struct inverbs_context ctx = {.provider = mlx4};
		const struct inverbs_facts *facts;
		struct kernel kernel;

		kernel_init(&kernel);
		kernel.max_qp_wr = 1234;
		kernel.max_sge = 5;
		kernel.no_extended_query = kind == 1;
		kernel.no_device_query = kind == 2;
		assert_int_equal(kernel_open(&kernel, 4, &ctx), 0);
		facts = inverbs_facts_of(&ctx);
		assert_int_equal(facts->max_wr, kind == 2 ? 65536 : 1234);
		assert_int_equal(facts->max_sge, kind == 2 ? 64 : 5);
		mlx4->context_fini(&ctx);
		close(ctx.ibv.async_fd);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_clock_is_big_endian),
		cmocka_unit_test(a_clock_may_be_little_endian),
		cmocka_unit_test(a_carry_between_the_loads_is_noticed),
		cmocka_unit_test(only_known_devices_match),
		cmocka_unit_test(limits_have_a_fallback),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
