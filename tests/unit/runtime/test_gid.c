/* SPDX-License-Identifier: BSD-2-Clause */
/* GID and P_Key tables, read from a fake sysfs. */
#include <net/if.h>

#include "fake.h"
#include "tree.h"

static struct inverbs_device device = {.backend = &inverbs_backend_kernel,
				       .ibv = {.name = "fake0"}};
static struct fake_transport transport;
static struct inverbs_context *ctx;

static int one_port(void **state)
{
	(void)state;
	tree_begin();
	tree_write("class/infiniband/fake0/ports/1/link_layer", "Ethernet\n");
	tree_write("class/infiniband/fake0/ports/1/gids/0",
		   "fe80:0000:0000:0000:5054:00ff:fe12:3456\n");
	tree_write("class/infiniband/fake0/ports/1/gids/1",
		   "0000:0000:0000:0000:0000:ffff:0a00:020f\n");
	tree_write("class/infiniband/fake0/ports/1/gids/2",
		   "0000:0000:0000:0000:0000:0000:0000:0000\n");
	tree_write("class/infiniband/fake0/ports/1/gids/3",
		   "0000:0000:0000:0000:0000:ffff:0a00:020f\n");
	tree_write("class/infiniband/fake0/ports/1/gid_attrs/types/0", "IB/RoCE v1\n");
	tree_write("class/infiniband/fake0/ports/1/gid_attrs/types/1", "IB/RoCE v1\n");
	tree_write("class/infiniband/fake0/ports/1/gid_attrs/types/3", "RoCE v2\n");
	tree_write("class/infiniband/fake0/ports/1/gid_attrs/ndevs/1", "lo\n");
	tree_write("class/infiniband/fake0/ports/1/pkeys/0", "0xffff\n");
	tree_write("class/infiniband/fake0/ports/1/pkeys/1", "0x8001\n");
	ctx = fake_context(&transport, false);
	ctx->ibv.device = &device.ibv;
	return 0;
}

static int no_port(void **state)
{
	(void)state;
	fake_context_free(ctx);
	tree_end();
	return 0;
}

static void gid_of_an_index(void **state)
{
	union ibv_gid gid;
	static const uint8_t first[16] = {0xfe, 0x80, 0, 0,    0,    0,    0,    0,
					  0x50, 0x54, 0, 0xff, 0xfe, 0x12, 0x34, 0x56};

	(void)state;
	assert_int_equal(ibv_query_gid(&ctx->ibv, 1, 0, &gid), 0);
	assert_memory_equal(gid.raw, first, 16);
	assert_int_equal(ibv_query_gid(&ctx->ibv, 1, 2, &gid), 0); /* an empty entry is zero */
	assert_int_equal(gid.global.subnet_prefix | gid.global.interface_id, 0);
	assert_int_equal(ibv_query_gid(&ctx->ibv, 1, 4, &gid), -1);
	assert_int_equal(errno, EINVAL);
	assert_int_equal(ibv_query_gid(&ctx->ibv, 1, -1, &gid), -1);
	assert_int_equal(ibv_query_gid(&ctx->ibv, 2, 0, &gid), -1);
}

static void entry_with_type_and_interface(void **state)
{
	struct ibv_gid_entry entry;

	(void)state;
	assert_int_equal(ibv_query_gid_ex(&ctx->ibv, 1, 1, &entry, 0), 0);
	assert_int_equal(entry.gid_type, IBV_GID_TYPE_ROCE_V1);
	assert_int_equal(entry.gid_index, 1);
	assert_int_equal(entry.port_num, 1);
	assert_int_equal(entry.ndev_ifindex, if_nametoindex("lo"));
	assert_int_equal(ibv_query_gid_ex(&ctx->ibv, 1, 3, &entry, 0), 0);
	assert_int_equal(entry.gid_type, IBV_GID_TYPE_ROCE_V2);
	assert_int_equal(ibv_query_gid_ex(&ctx->ibv, 1, 2, &entry, 0), ENODATA);
	assert_int_equal(ibv_query_gid_ex(&ctx->ibv, 1, 9, &entry, 0), EINVAL);
	assert_int_equal(ibv_query_gid_ex(&ctx->ibv, 1, 1, &entry, 1), EOPNOTSUPP);
	tree_write("class/infiniband/fake0/ports/1/link_layer", "InfiniBand\n");
	assert_int_equal(ibv_query_gid_ex(&ctx->ibv, 1, 0, &entry, 0), 0);
	assert_int_equal(entry.gid_type, IBV_GID_TYPE_IB);
}

static void index_by_gid_and_type(void **state)
{
	union ibv_gid gid;

	(void)state;
	assert_int_equal(ibv_query_gid(&ctx->ibv, 1, 1, &gid), 0);
	assert_int_equal(inverbs_find_gid(&ctx->ibv, 1, &gid, IBV_GID_TYPE_ROCE_V1), 1);
	assert_int_equal(inverbs_find_gid(&ctx->ibv, 1, &gid, IBV_GID_TYPE_ROCE_V2), 3);
	gid.raw[15]++;
	assert_int_equal(inverbs_find_gid(&ctx->ibv, 1, &gid, IBV_GID_TYPE_ROCE_V2), -ENOENT);
}

static void partition_keys(void **state)
{
	__be16 key;

	(void)state;
	assert_int_equal(ibv_query_pkey(&ctx->ibv, 1, 1, &key), 0);
	assert_int_equal(INVERBS_BE16(key), 0x8001);
	assert_int_equal(ibv_get_pkey_index(&ctx->ibv, 1, key), 1);
	assert_int_equal(ibv_get_pkey_index(&ctx->ibv, 1, INVERBS_BE16((uint16_t)0x1234)), -1);
	assert_int_equal(ibv_query_pkey(&ctx->ibv, 1, 2, &key), -1);
	assert_int_equal(errno, EINVAL);
}

/* ---- replying to a sender (V46) ---- */

/* The header of an IPv4 packet from 10.0.2.7 to 10.0.2.15, with a valid checksum. It is stored in
 * the second half of the GRH. */
static const uint8_t ipv4_header[20] = {0x45, 0x20, 0x00, 0x54, 0, 0, 0x40, 0, 64, 17,
					0x22, 0x64, 10,   0,    2, 7, 10,   0, 2,  15};

static void sender_by_ipv4(void **state)
{
	struct ibv_wc wc = {.wc_flags = IBV_WC_GRH};
	static const uint8_t sender[16] = {[10] = 0xff, [11] = 0xff, 10, 0, 2, 7};
	struct ibv_ah_attr attr;
	struct ibv_grh grh;

	(void)state;
	transport.link_layer = IBV_LINK_LAYER_ETHERNET;
	memset(&grh, 0xee, sizeof(grh));
	memcpy((uint8_t *)&grh + 20, ipv4_header, sizeof(ipv4_header));
	assert_int_equal(ibv_init_ah_from_wc(&ctx->ibv, 1, &wc, &grh, &attr), 0);
	assert_int_equal(attr.is_global, 1);
	assert_memory_equal(attr.grh.dgid.raw, sender, 16);
	assert_int_equal(attr.grh.sgid_index, 3); /* the RoCE v2 entry of our address */
	assert_int_equal(attr.grh.traffic_class, 0x20);
	assert_int_equal(attr.grh.flow_label, 0);
	assert_int_equal(attr.grh.hop_limit, 0xff);
	/* a packet from the same machine may have no checksum */
	((uint8_t *)&grh)[30] = 0;
	assert_int_equal(ibv_init_ah_from_wc(&ctx->ibv, 1, &wc, &grh, &attr), 0);
	assert_memory_equal(attr.grh.dgid.raw, sender, 16);
	/*
	 * if the unwritten bytes look like an IPv6 header, the checksum decides: without a valid
	 * one, the header is not taken for IPv4
	 */
	((uint8_t *)&grh)[0] = 0x60;
	assert_int_equal(ibv_init_ah_from_wc(&ctx->ibv, 1, &wc, &grh, &attr), -1);
	((uint8_t *)&grh)[30] = ipv4_header[10];
	assert_int_equal(ibv_init_ah_from_wc(&ctx->ibv, 1, &wc, &grh, &attr), 0);
	assert_memory_equal(attr.grh.dgid.raw, sender, 16);
	/* with all ones in the identification, the checksum has a carry to be added */
	((uint8_t *)&grh)[24] = ((uint8_t *)&grh)[25] = 0xff;
	assert_int_equal(ibv_init_ah_from_wc(&ctx->ibv, 1, &wc, &grh, &attr), 0);
	assert_memory_equal(attr.grh.dgid.raw, sender, 16); /* not mistaken for an IPv6 group */
}

static void sender_by_global_header(void **state)
{
	struct ibv_wc wc = {.wc_flags = IBV_WC_GRH};
	struct ibv_grh grh = {
		.version_tclass_flow = INVERBS_BE32(6U << 28 | 0xabU << 20 | 0x12345U),
		.next_hdr = 0x1b,
		.sgid = {.raw = {0xfe, 0x80, [15] = 9}},
	};
	struct ibv_ah_attr attr;

	(void)state;
	transport.link_layer = IBV_LINK_LAYER_ETHERNET;
	assert_int_equal(ibv_query_gid(&ctx->ibv, 1, 1, &grh.dgid), 0);
	assert_int_equal(ibv_init_ah_from_wc(&ctx->ibv, 1, &wc, &grh, &attr), 0);
	assert_int_equal(attr.grh.sgid_index, 1);
	assert_int_equal(attr.grh.flow_label, 0x12345);
	assert_int_equal(attr.grh.traffic_class, 0xab);
	assert_memory_equal(attr.grh.dgid.raw, grh.sgid.raw, 16);
	grh.next_hdr = 17; /* UDP: RoCE v2 */
	assert_int_equal(ibv_init_ah_from_wc(&ctx->ibv, 1, &wc, &grh, &attr), 0);
	assert_int_equal(attr.grh.sgid_index, 3);
	grh.dgid.raw[0] = 0xff; /* to a group */
	assert_int_equal(ibv_init_ah_from_wc(&ctx->ibv, 1, &wc, &grh, &attr), 0);
	assert_int_equal(attr.grh.sgid_index, 3); /* not our GID: the first one of that type */
}

/* ---- tables ---- */

static void all_entries_in_use(void **state)
{
	struct ibv_gid_entry entries[4];

	(void)state;
	transport.ports = 1;
	transport.gids = 4;
	assert_int_equal(ibv_query_gid_table(&ctx->ibv, entries, 4, 0), 3);
	assert_int_equal(entries[0].gid_index, 0);
	assert_int_equal(entries[1].gid_index, 1);
	assert_int_equal(entries[1].ndev_ifindex, if_nametoindex("lo"));
	assert_int_equal(entries[2].gid_index, 3);
	assert_int_equal(entries[2].port_num, 1);
	assert_int_equal(entries[2].gid_type, IBV_GID_TYPE_ROCE_V2);
	assert_int_equal(ibv_query_gid_table(&ctx->ibv, entries, 3, 0), 3);
	assert_int_equal(ibv_query_gid_table(&ctx->ibv, entries, 2, 0), -EINVAL);
	assert_int_equal(ibv_query_gid_table(&ctx->ibv, entries, 4, 1), -EOPNOTSUPP);
	transport.gids = 2;
	assert_int_equal(ibv_query_gid_table(&ctx->ibv, entries, 4, 0), 2);
	transport.gids = 5; /* more than there are */
	assert_int_equal(ibv_query_gid_table(&ctx->ibv, entries, 4, 0), -EINVAL);
	transport.ports = 0;
	assert_int_equal(ibv_query_gid_table(&ctx->ibv, entries, 4, 0), 0);
}

static void entries_of_all_ports(void **state)
{
	struct ibv_gid_entry entries[4];

	(void)state;
	tree_write("class/infiniband/fake0/ports/2/gids/0",
		   "fe80:0000:0000:0000:0000:0000:0000:0002\n");
	transport.ports = 2;
	transport.gids = 1;
	assert_int_equal(ibv_query_gid_table(&ctx->ibv, entries, 4, 0), 2);
	assert_int_equal(entries[0].port_num, 1);
	assert_int_equal(entries[1].port_num, 2);
	assert_int_equal(entries[1].gid.raw[15], 2);
	transport.fail_command = UVERBS_CMD_QUERY_PORT;
	transport.fail_error = EPERM;
	assert_int_equal(ibv_query_gid_table(&ctx->ibv, entries, 4, 0), -EPERM);
	transport.fail_command = UVERBS_CMD_QUERY_DEVICE;
	assert_int_equal(ibv_query_gid_table(&ctx->ibv, entries, 4, 0), -EPERM);
}

/* Programs compiled with another version of the struct have a shorter or a longer one. */
static void entries_of_another_size(void **state)
{
	struct {
		struct ibv_gid_entry entry;
		uint32_t more[4];
	} longer[4];
	uint8_t shorter[3][20];

	(void)state;
	transport.ports = 1;
	transport.gids = 4;
	memset(longer, 0xee, sizeof(longer));
	assert_int_equal(_ibv_query_gid_table(&ctx->ibv, &longer[0].entry, 3, 0, sizeof(longer[0])),
			 3);
	for (size_t i = 0; i < 3; i++) {
		assert_int_equal(longer[i].entry.gid_index, i == 2 ? 3 : i);
		for (size_t j = 0; j < 4; j++)
			assert_int_equal(longer[i].more[j], 0);
	}
	assert_int_equal(longer[3].more[0], 0xeeeeeeee);
	memset(shorter, 0xee, sizeof(shorter));
	assert_int_equal(_ibv_query_gid_ex(&ctx->ibv, 1, 1, (void *)shorter[0], 0, 20), 0);
	assert_int_equal(shorter[0][15], 0x0f);
	assert_int_equal(shorter[0][16], 1); /* the index */
	assert_int_equal(shorter[1][0], 0xee);
}

/* ---- files that cannot be read ---- */

static void a_file_that_is_a_folder(void **state)
{
	struct ibv_gid_entry entry;
	union ibv_gid gid;
	__be16 key;

	(void)state;
	tree_write("class/infiniband/fake0/ports/1/gids/4",
		   "fe80:0000:0000:0000:0000:0000:0000:0004\n");
	tree_write("class/infiniband/fake0/ports/1/gid_attrs/types/4/x", "");
	tree_write("class/infiniband/fake0/ports/1/gids/5/x", "");
	tree_write("class/infiniband/fake0/ports/1/pkeys/2/x", "");
	assert_int_equal(ibv_query_gid(&ctx->ibv, 1, 5, &gid), -1);
	assert_int_equal(errno, EISDIR);
	assert_int_equal(ibv_query_pkey(&ctx->ibv, 1, 2, &key), -1);
	assert_int_equal(errno, EISDIR);
	assert_int_equal(ibv_query_gid_ex(&ctx->ibv, 1, 4, &entry, 0), EISDIR);
	assert_int_equal(ibv_query_gid(&ctx->ibv, 1, 4, &gid), 0);
	assert_int_equal(inverbs_find_gid(&ctx->ibv, 1, &gid, IBV_GID_TYPE_IB), -EISDIR);
}

static void files_that_are_not_what_they_should(void **state)
{
	union ibv_gid gid;
	__be16 key;

	(void)state;
	tree_write("class/infiniband/fake0/ports/1/gids/4", "fe80:0:0:0:0:0:0\n");
	tree_write("class/infiniband/fake0/ports/1/pkeys/2", "none\n");
	assert_int_equal(ibv_query_gid(&ctx->ibv, 1, 4, &gid), -1);
	assert_int_equal(errno, EINVAL);
	assert_int_equal(ibv_query_pkey(&ctx->ibv, 1, 2, &key), -1);
	assert_int_equal(errno, EINVAL);
	assert_int_equal(ibv_query_pkey(&ctx->ibv, 1, -1, &key), -1);
	assert_int_equal(errno, EINVAL);
}

static void a_gid_of_any_value(void **state)
{
	(void)state;
	assert_int_equal(inverbs_find_gid(&ctx->ibv, 1, NULL, IBV_GID_TYPE_ROCE_V1), 0);
	assert_int_equal(inverbs_find_gid(&ctx->ibv, 1, NULL, IBV_GID_TYPE_ROCE_V2), 3);
	assert_int_equal(inverbs_find_gid(&ctx->ibv, 1, NULL, IBV_GID_TYPE_IB), -ENOENT);
}

/* Groups, by GID: IPv6 and InfiniBand, and IPv4 as mapped addresses. */
static void groups_of_receivers(void **state)
{
	union ibv_gid gid = {.raw = {0xff}};

	(void)state;
	assert_true(inverbs_gid_is_multicast(&gid));
	gid.raw[0] = 0xfe;
	assert_false(inverbs_gid_is_multicast(&gid));
	gid = (union ibv_gid){.raw = {[10] = 0xff, [11] = 0xff, 224}};
	assert_true(inverbs_gid_is_multicast(&gid));
	gid.raw[12] = 239;
	assert_true(inverbs_gid_is_multicast(&gid));
	gid.raw[12] = 240;
	assert_false(inverbs_gid_is_multicast(&gid));
	gid.raw[12] = 223;
	assert_false(inverbs_gid_is_multicast(&gid));
	gid.raw[12] = 224;
	gid.raw[9] = 1; /* is not mapped */
	assert_false(inverbs_gid_is_multicast(&gid));
}

int main(void)
{
#define ONE_PORT(name) cmocka_unit_test_setup_teardown(name, one_port, no_port)
	const struct CMUnitTest tests[] = {
		ONE_PORT(gid_of_an_index),
		ONE_PORT(entry_with_type_and_interface),
		ONE_PORT(index_by_gid_and_type),
		ONE_PORT(partition_keys),
		ONE_PORT(sender_by_ipv4),
		ONE_PORT(sender_by_global_header),
		ONE_PORT(all_entries_in_use),
		ONE_PORT(entries_of_all_ports),
		ONE_PORT(entries_of_another_size),
		ONE_PORT(a_file_that_is_a_folder),
		ONE_PORT(files_that_are_not_what_they_should),
		ONE_PORT(a_gid_of_any_value),
		cmocka_unit_test(groups_of_receivers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
