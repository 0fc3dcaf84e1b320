/* SPDX-License-Identifier: BSD-2-Clause */
/* Opening and closing a device of a simulated backend: what a context gets, and what is left. */
#include <fcntl.h>

#include "fake.h"

static struct {
	struct fake_transport t;
	struct inverbs_transport_ops ops;
	struct inverbs_provider provider;
	struct inverbs_device dev;
	int open_error, init_error, closed;
	char path[160]; /* of the last attribute that was read */
	uint64_t clock;
	int clock_error;
} world;

static void close_counted(struct inverbs_transport *t)
{
	assert_ptr_equal(t, &world.t.base);
	world.closed++;
}

static struct inverbs_transport *open_world(const struct inverbs_backend *b,
					    const struct inverbs_device_info *info)
{
	(void)b;
	assert_ptr_equal(info, &world.dev.info);
	errno = world.open_error;
	return world.open_error ? NULL : &world.t.base;
}

static ssize_t read_world(const struct inverbs_backend *b, const char *device, const char *path,
			  char *buf, size_t bytes)
{
	(void)b;
	assert_string_equal(device, "fake0");
	strcpy(world.path, path);
	memset(buf, 0, bytes);
	return (ssize_t)bytes;
}

static const struct inverbs_backend backend = {.open = open_world, .read_attr = read_world};

static int init_context(struct inverbs_context *ctx, const struct inverbs_device_info *info)
{
	assert_ptr_equal(info, &world.dev.info);
	assert_ptr_equal(ctx->transport, &world.t.base);
	assert_ptr_equal(ctx->ibv.device, &world.dev.ibv);
	if (!world.init_error)
		fake_provider.context_init(ctx, info);
	if (!world.init_error)
		ctx->ibv.async_fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
	return world.init_error;
}

static int query_clock(struct inverbs_context *ctx, uint64_t *count)
{
	(void)ctx;
	*count = world.clock;
	return world.clock_error;
}

static const struct inverbs_identity identity = {.commands = 1U << UVERBS_CMD_ALLOC_PD};

static int begin_world(void **state)
{
	struct inverbs_context *ctx = fake_context(&world.t, true); /* for its operations */

	(void)state;
	fake_context_free(ctx);
	memset(&world.ops, 0, sizeof(world.ops));
	world.ops = *world.t.base.ops;
	world.ops.close = close_counted;
	world.t.base.ops = &world.ops;
	world.t.base.fd = 77;
	world.provider = fake_provider;
	world.provider.identity = &identity;
	world.provider.context_init = init_context;
	world.dev = (struct inverbs_device){
		.backend = &backend, .provider = &world.provider, .users = 1};
	strcpy(world.dev.ibv.name, "fake0");
	world.open_error = world.init_error = world.closed = world.clock_error = 0;
	return 0;
}

static void an_open_device(void **state)
{
	struct ibv_recv_wr wr = {.num_sge = 0}, *bad = NULL;
	struct inverbs_context *ctx;
	struct ibv_context *context = ibv_open_device(&world.dev.ibv);

	(void)state;
	assert_non_null(context);
	ctx = inverbs_context_of(context);
	assert_ptr_equal(context->device, &world.dev.ibv);
	assert_int_equal(context->cmd_fd, 77);
	assert_ptr_equal(ctx->provider, &world.provider);
	assert_int_equal(ctx->adapter, 5);
	assert_int_equal(world.dev.users, 2);
	assert_int_equal(world.t.base.lacks, ~(uint64_t)identity.commands);
	assert_true(world.t.base.lacks_extended);
	/* for adapters without shared receive queues */
	assert_int_equal(context->ops.post_srq_recv(NULL, &wr, &bad), EOPNOTSUPP);
	assert_ptr_equal(bad, &wr);
	inverbs_queue_free(ctx, inverbs_queue_alloc(ctx, 100), 100);
	assert_int_equal(world.t.shared, 1); /* kept until the end */
	assert_int_equal(ibv_close_device(context), 0);
	assert_int_equal(world.t.shared, 0);
	assert_int_equal(world.closed, 1);
	assert_int_equal(world.dev.users, 1);
}

static void failed_open(void *unused)
{
	(void)unused;
	errno = 0;
	assert_null(ibv_open_device(&world.dev.ibv));
}

static void a_device_that_does_not_open(void **state)
{
	(void)state;
	world.open_error = EMFILE;
	assert_string_equal(logged_by(failed_open, NULL), "");
	errno = 0;
	assert_null(ibv_open_device(&world.dev.ibv));
	assert_int_equal(errno, EMFILE);
	assert_int_equal(world.closed, 0);
	world.open_error = 0;
	world.init_error = EPROTO;
	assert_string_equal(logged_by(failed_open, NULL),
			    "inverbs: cannot open fake0: Protocol error\n");
	assert_int_equal(world.closed, 1);
	assert_null(ibv_open_device(&world.dev.ibv));
	assert_int_equal(errno, EPROTO);
	assert_int_equal(world.closed, 2);
	assert_int_equal(world.dev.users, 1);
}

static void attributes_have_a_longest_path(void **state)
{
	struct ibv_context *context = ibv_open_device(&world.dev.ibv);
	char buf[9];

	(void)state;
	assert_non_null(context);
	assert_int_equal(inverbs_read_attr(context, buf, sizeof(buf), "ports/%d/%s", 2, "x"), 9);
	assert_string_equal(world.path, "ports/2/x");
	assert_int_equal(inverbs_read_attr(context, buf, sizeof(buf), "%0127d", 0), 9);
	assert_int_equal(strlen(world.path), 127);
	assert_int_equal(inverbs_read_attr(context, buf, sizeof(buf), "%0128d", 0), -ENAMETOOLONG);
	assert_int_equal(ibv_close_device(context), 0);
}

static void clocks(void **state)
{
	struct ibv_context *context = ibv_open_device(&world.dev.ibv);
	struct ibv_values_ex values = {.comp_mask = 0};

	(void)state;
	assert_non_null(context);
	assert_int_equal(ibv_query_rt_values_ex(context, &values), 0);
	values.comp_mask = IBV_VALUES_MASK_RAW_CLOCK;
	assert_int_equal(ibv_query_rt_values_ex(context, &values), EOPNOTSUPP);
	world.provider.query_clock = query_clock;
	world.clock = 5000000000;
	values.raw_clock.tv_sec = 7;
	assert_int_equal(ibv_query_rt_values_ex(context, &values), 0);
	assert_int_equal(values.raw_clock.tv_sec, 0);
	assert_int_equal(values.raw_clock.tv_nsec, 5000000000);
	world.clock_error = EPERM;
	world.clock = 1;
	assert_int_equal(ibv_query_rt_values_ex(context, &values), EPERM);
	assert_int_equal(values.raw_clock.tv_nsec, 5000000000);
	values.comp_mask |= IBV_VALUES_MASK_RAW_CLOCK << 1;
	assert_int_equal(ibv_query_rt_values_ex(context, &values), EINVAL);
	assert_int_equal(ibv_close_device(context), 0);
}

int main(void)
{
#define WORLD_TEST(name) cmocka_unit_test_setup(name, begin_world)
	const struct CMUnitTest tests[] = {
		WORLD_TEST(an_open_device),
		WORLD_TEST(a_device_that_does_not_open),
		WORLD_TEST(attributes_have_a_longest_path),
		WORLD_TEST(clocks),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
