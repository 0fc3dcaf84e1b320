/* SPDX-License-Identifier: BSD-2-Clause */
/* verbs7: devices, contexts, protection domains, memory regions. */
#include "kit.h"

#include <arpa/inet.h>
#include <infiniband/driver.h>

static struct ibv_context *ctx;
static struct ibv_pd *pd;

static int set_up_devices(void **state)
{
	(void)state;
	ctx = kit_open(0);
	pd = ibv_alloc_pd(ctx);
	return pd ? 0 : -1;
}

static int tear_down(void **state)
{
	(void)state;
	return ibv_dealloc_pd(pd) || ibv_close_device(ctx);
}

/* --- devices ----------------------------------------------------------------------------- */

static void V16_names_and_guids(void **state)
{
	struct ibv_device **list = ibv_get_device_list(NULL);
	const bool iwarp = list[0]->transport_type == IBV_TRANSPORT_IWARP;
	struct ibv_device_attr attr;

	(void)state;
	assert_string_equal(strrchr(ibv_get_device_name(list[0]), '_'), "_0");
	assert_string_equal(strrchr(ibv_get_device_name(list[1]), '_'), "_1");
	assert_true(ibv_get_device_guid(list[0]) != ibv_get_device_guid(list[1]));
	assert_int_equal(ibv_query_device(ctx, &attr), 0);
	assert_true(attr.node_guid == ibv_get_device_guid(list[0]));
	/* network order: the vendor's 24 bits come first */
	assert_memory_equal(&attr.node_guid,
			    iwarp                  ? "\x00\x07\x43"
			    : KIT_RINGS_BY_COMMAND ? "\x50\x54\x00"
						   : "\x00\x02\xc9",
			    3);
	assert_true(ibv_get_device_index(list[0]) > 0);
	assert_true(ibv_get_device_index(list[1]) > 0);
	assert_int_not_equal(ibv_get_device_index(list[0]), ibv_get_device_index(list[1]));
	ibv_free_device_list(list);
	ibv_free_device_list(NULL);
}

static void V17_contexts_are_independent(void **state)
{
	struct ibv_context *other = kit_open(0);

	(void)state;
	assert_ptr_not_equal(other, ctx);
	assert_ptr_equal(other->device, ctx->device);
	assert_int_equal(ibv_close_device(other), 0);
	assert_int_equal(ibv_query_port(ctx, 1, &(struct ibv_port_attr){0}), 0);
}

static void V33_device_array_is_null_terminated(void **state)
{
	int count = -1;
	struct ibv_device **list = ibv_get_device_list(&count);

	(void)state;
	assert_int_equal(count, 2);
	assert_non_null(list[0]);
	assert_non_null(list[1]);
	assert_null(list[2]);
	ibv_free_device_list(list);
	list = ibv_get_device_list(NULL);
	assert_non_null(list);
	assert_null(list[2]);
	ibv_free_device_list(list);
}

static void V33_opened_devices_survive_freeing_the_array(void **state)
{
	struct ibv_device **list = ibv_get_device_list(NULL), *device = list[1];
	struct ibv_context *opened = ibv_open_device(device);

	(void)state;
	ibv_free_device_list(list);
	assert_string_equal(ibv_get_device_name(opened->device), kit_name(1));
	list = ibv_get_device_list(NULL);
	assert_ptr_equal(list[1], device);
	ibv_free_device_list(list);
	assert_int_equal(ibv_close_device(opened), 0);
}

/* --- queries ----------------------------------------------------------------------------- */

static void V18_queries_return_attributes(void **state)
{
	struct ibv_device_attr device;
	struct ibv_port_attr port;
	union ibv_gid gid;
	__be16 pkey;

	(void)state;
	assert_int_equal(ibv_query_device(ctx, &device), 0);
	assert_true(device.max_qp > 0 && device.max_cqe > 0 && device.phys_port_cnt == 1);
	assert_int_equal(ibv_query_port(ctx, 1, &port), 0);
	assert_int_equal(port.state, IBV_PORT_ACTIVE);
	assert_true(port.gid_tbl_len > 0 && port.pkey_tbl_len > 0);
	assert_int_equal(ibv_query_pkey(ctx, 1, 0, &pkey), 0);
	assert_int_equal(ibv_query_gid(ctx, 1, 0, &gid), 0);
	if (ctx->device->transport_type == IBV_TRANSPORT_IWARP) {
		/* iWARP has no LIDs and no partitions, and the GID is the MAC address */
		assert_int_equal(port.lid, 0);
		assert_int_equal(pkey, 0);
		return;
	}
	assert_true(port.lid || port.link_layer == IBV_LINK_LAYER_ETHERNET);
	assert_int_equal(pkey, htons(0xffff));
	assert_int_equal(gid.raw[0], 0xfe);
}

static void V18_errors_are_an_errno_value_or_minus_one(void **state)
{
	struct ibv_port_attr port;
	union ibv_gid gid;
	__be16 pkey;

	(void)state;
	assert_int_equal(ibv_query_port(ctx, 0, &port), EINVAL);
	assert_int_equal(ibv_query_port(ctx, 2, &port), EINVAL);
	assert_int_equal(ibv_query_pkey(ctx, 1, -1, &pkey), -1);
	assert_int_equal(ibv_query_pkey(ctx, 1, 100000, &pkey), -1);
	assert_int_equal(ibv_query_pkey(ctx, 9, 0, &pkey), -1);
	assert_int_equal(ibv_query_gid(ctx, 1, -1, &gid), -1);
	assert_int_equal(ibv_query_gid(ctx, 1, 100000, &gid), -1);
	assert_int_equal(ibv_query_gid(ctx, 9, 0, &gid), -1);
}

/* --- domains and memory ------------------------------------------------------------------ */

static void V20_domain_in_use_is_busy(void **state)
{
	struct ibv_pd *own = ibv_alloc_pd(ctx);
	struct ibv_ah_attr attr = kit_address(ctx);
	static char memory[64];
	struct ibv_mr *mr = ibv_reg_mr(own, memory, sizeof(memory), 0);
	struct ibv_ah *ah;

	(void)state;
	assert_int_equal(ibv_dealloc_pd(own), EBUSY);
	assert_int_equal(ibv_dereg_mr(mr), 0);
	ah = ibv_create_ah(own, &attr);
	assert_true(ah || ctx->device->transport_type == IBV_TRANSPORT_IWARP);
	/* an address handle may be unknown to the kernel, which then cannot return EBUSY for it */
	assert_int_equal(ah ? ibv_destroy_ah(ah) : 0, 0);
	assert_int_equal(ibv_dealloc_pd(own), 0);
}

static void V21_a_region_has_its_address_and_length(void **state)
{
	static char memory[2][100];
	struct ibv_mr *first = ibv_reg_mr(pd, memory[0], 100, IBV_ACCESS_LOCAL_WRITE);
	struct ibv_mr *second = ibv_reg_mr(pd, memory[1], 100, IBV_ACCESS_LOCAL_WRITE);

	(void)state;
	assert_non_null(first);
	assert_non_null(second);
	assert_ptr_equal(first->context, ctx);
	assert_ptr_equal(first->pd, pd);
	assert_ptr_equal(first->addr, memory[0]);
	assert_int_equal(first->length, 100);
	assert_int_not_equal(first->lkey, second->lkey);
	assert_int_not_equal(first->rkey, second->rkey);
	assert_int_equal(ibv_dereg_mr(first), 0);
	assert_int_equal(ibv_dereg_mr(second), 0);
}

static void V21_unmapped_memory_is_refused(void **state)
{
	(void)state;
	errno = 0;
	assert_null(ibv_reg_mr(pd, (void *)4096, 100, IBV_ACCESS_LOCAL_WRITE));
	assert_int_equal(errno, EFAULT);
	/* the failure left nothing behind that would keep the domain busy */
	assert_int_equal(ibv_dealloc_pd(pd), 0);
	pd = ibv_alloc_pd(ctx);
	assert_non_null(pd);
}

static void V21_read_only_memory_can_be_registered_for_reading(void **state)
{
	static const char memory[100] = "constant";
	struct ibv_mr *mr = ibv_reg_mr(pd, (void *)(uintptr_t)memory, sizeof(memory), 0);

	(void)state;
	assert_non_null(mr);
	assert_int_equal(ibv_dereg_mr(mr), 0);
	errno = 0;
	assert_null(
		ibv_reg_mr(pd, (void *)(uintptr_t)memory, sizeof(memory), IBV_ACCESS_LOCAL_WRITE));
	assert_int_equal(errno, EFAULT);
}

static void V45_remote_writing_needs_local_writing(void **state)
{
	static const int bad[] = {
		IBV_ACCESS_REMOTE_WRITE,
		IBV_ACCESS_REMOTE_ATOMIC,
		IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ,
		IBV_ACCESS_REMOTE_ATOMIC | IBV_ACCESS_REMOTE_WRITE,
	};
	static const int good[] = {0, IBV_ACCESS_REMOTE_READ, IBV_ACCESS_LOCAL_WRITE, ALL_ACCESS};
	static char memory[100];

	(void)state;
	for (size_t i = 0; i < COUNT(bad); i++) {
		errno = 0;
		assert_null(ibv_reg_mr(pd, memory, sizeof(memory), bad[i]));
		assert_int_equal(errno, EINVAL);
	}
	for (size_t i = 0; i < COUNT(good); i++) {
		struct ibv_mr *mr = ibv_reg_mr(pd, memory, sizeof(memory), good[i]);

		assert_non_null(mr);
		assert_int_equal(ibv_dereg_mr(mr), 0);
	}
}

/* An emulated device has no files in sysfs, but the same call reads its attributes. */
static void attributes_are_read_as_text(void **state)
{
	unsigned int part[4];
	char text[64];
	union ibv_gid gid;

	(void)state;
	assert_int_equal(strncmp(ctx->device->ibdev_path, ibv_get_sysfs_path(),
				 strlen(ibv_get_sysfs_path())),
			 0);
	assert_int_equal(
		ibv_read_sysfs_file(ctx->device->ibdev_path, "node_guid", text, sizeof(text)), 19);
	assert_int_equal(sscanf(text, "%4x:%4x:%4x:%4x", &part[0], &part[1], &part[2], &part[3]),
			 4);
	assert_true(be64toh(ibv_get_device_guid(ctx->device)) ==
		    ((uint64_t)part[0] << 48 | (uint64_t)part[1] << 32 | part[2] << 16 | part[3]));
	assert_int_equal(ibv_query_gid(ctx, 1, 0, &gid), 0);
	assert_int_equal(
		ibv_read_sysfs_file(ctx->device->ibdev_path, "ports/1/gids/0", text, sizeof(text)),
		39);
	assert_int_equal(strtoul(text, NULL, 16), gid.raw[0] << 8 | gid.raw[1]);
	errno = 0;
	assert_int_equal(
		ibv_read_sysfs_file(ctx->device->ibdev_path, "ports/9/state", text, sizeof(text)),
		-1);
	assert_int_equal(errno, ENOENT);
}

/* A text that is longer than the buffer is truncated, and still terminated. */
static void an_attribute_may_be_cut(void **state)
{
	char whole[64], part[64];

	(void)state;
	assert_int_equal(
		ibv_read_sysfs_file(ctx->device->ibdev_path, "node_guid", whole, sizeof(whole)),
		19);
	memset(part, 'x', sizeof(part));
	assert_int_equal(ibv_read_sysfs_file(ctx->device->ibdev_path, "node_guid", part, 5), 4);
	assert_memory_equal(part, whole, 4);
	assert_int_equal(part[4], '\0');
	assert_int_equal(part[5], 'x');
}

/* The rate that sysfs shows for a port, as an enum ibv_rate. */
static void V18_a_port_has_a_bandwidth(void **state)
{
	uint64_t speed = 0;
	char text[64];

	(void)state;
	assert_int_equal(ibv_query_port_speed(ctx, 1, &speed), 0);
	assert_true(ibv_read_sysfs_file(ctx->device->ibdev_path, "ports/1/rate", text,
					sizeof(text)) > 0);
	assert_int_equal(speed, (int)(strtod(text, NULL) * 10 + 0.5));
	assert_int_equal(ibv_query_port_speed(ctx, 9, &speed), EINVAL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(V16_names_and_guids),
		TEST(V17_contexts_are_independent),
		TEST(V33_device_array_is_null_terminated),
		TEST(V33_opened_devices_survive_freeing_the_array),
		TEST(V18_queries_return_attributes),
		TEST(V18_errors_are_an_errno_value_or_minus_one),
		TEST(V18_a_port_has_a_bandwidth),
		TEST(attributes_are_read_as_text),
		TEST(an_attribute_may_be_cut),
		TEST(V20_domain_in_use_is_busy),
		TEST(V21_a_region_has_its_address_and_length),
		TEST(V21_unmapped_memory_is_refused),
		TEST(V21_read_only_memory_can_be_registered_for_reading),
		TEST(V45_remote_writing_needs_local_writing),
	};

	return cmocka_run_group_tests_name("devices", tests, set_up_devices, tear_down);
}
