/* SPDX-License-Identifier: BSD-2-Clause */
/* The address vector that user space builds from the attributes, the port and the source GID. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "providers/common/control.h"
#include "runtime/provider.h"

enum {
	VLAN = 0x123,
	PDN = 7,
	MULTICAST = 0xff,
	PUT = 0x77,
	SL = 13, /* its low three bits are the VLAN priority */
};

static union ibv_gid source;
static struct inverbs_neighbour next;
static struct inverbs_address put;
static uint32_t puts;

static void put_address(uint8_t *av, const struct inverbs_address *to)
{
	av[0] = PUT;
	put = *to;
	puts++;
}

static int source_gid(struct inverbs_context *ctx, uint8_t port, uint8_t index, union ibv_gid *gid)
{
	(void)ctx;
	assert_int_equal(port, 1);
	assert_int_equal(index, 2);
	*gid = source;
	return 0;
}

static int neighbour(struct inverbs_context *ctx, const struct ibv_ah_attr *attr,
		     struct inverbs_neighbour *out)
{
	(void)ctx;
	(void)attr;
	*out = next;
	return 0;
}

/* Create an address handle on a port with these facts. */
static int make(uint32_t facts_of_port, const struct ibv_ah_attr *attr, struct inverbs_ah *ah)
{
	static const struct inverbs_control control = {.max_ports = 1, .put_address = put_address};
	static const struct inverbs_provider provider = {.name = "test", .control = &control};
	struct inverbs_facts *facts = calloc(1, sizeof(*facts) + sizeof(facts->ports[0]));
	struct inverbs_context ctx = {.provider = &provider, .provider_data = facts};
	struct inverbs_pd pd = {.ibv = {.context = &ctx.ibv}, .pdn = PDN};
	int err;

	assert_non_null(facts);
	facts->source_gid = source_gid;
	facts->neighbour = neighbour;
	facts->ports[0] = INVERBS_PORT_KNOWN | facts_of_port;
	memset(ah, 0, sizeof(*ah));
	puts = 0;
	err = inverbs_make_address(&pd, attr, ah);
	free(facts);
	return err;
}

static struct ibv_ah_attr to_gid(const uint8_t gid[16])
{
	struct ibv_ah_attr attr = {
		.port_num = 1, .is_global = 1, .sl = SL, .grh = {.sgid_index = 2}};

	memcpy(attr.grh.dgid.raw, gid, 16);
	return attr;
}

static void a_gid_of_a_mac_has_mac_and_vlan(void **state)
{
	uint8_t gid[16] = {0xfe, 0x80, [8] = 0x12, 0x34, 0x56, VLAN >> 8, VLAN & 0xff, 0x78, 1, 2};
	static const uint8_t mac[6] = {0x10, 0x34, 0x56, 0x78, 1, 2};
	struct ibv_ah_attr attr = to_gid(gid);
	struct inverbs_ah ah;

	(void)state;
	assert_int_equal(make(INVERBS_PORT_ETHERNET, &attr, &ah), 0);
	assert_memory_equal(ah.mac, mac, sizeof(mac));
	assert_int_equal(ah.vlan, VLAN | (SL & 7) << 13);
	assert_true(put.ethernet && put.tagged && !put.multicast);
	assert_int_equal(put.pdn, PDN);
	assert_int_equal(ah.av[0], PUT);
	gid[11] = 0xff;
	gid[12] = 0xfe;
	attr = to_gid(gid);
	assert_int_equal(make(INVERBS_PORT_ETHERNET, &attr, &ah), 0);
	assert_memory_equal(ah.mac, mac, sizeof(mac));
	assert_int_equal(ah.vlan, 0);
	assert_false(put.tagged);
}

static void a_group_is_in_the_vlan_of_the_source(void **state)
{
	const uint8_t gid[16] = {MULTICAST, [12] = 1, 2, 3, 4};
	static const uint8_t mac[6] = {0x33, 0x33, 1, 2, 3, 4};
	const struct ibv_ah_attr attr = to_gid(gid);
	struct inverbs_ah ah;

	(void)state;
	source.raw[11] = VLAN >> 8;
	source.raw[12] = VLAN & 0xff;
	assert_int_equal(make(INVERBS_PORT_ETHERNET, &attr, &ah), 0);
	assert_memory_equal(ah.mac, mac, sizeof(mac));
	assert_int_equal(ah.vlan, VLAN | (SL & 7) << 13);
	assert_true(put.ethernet && put.tagged && put.multicast);
	source.raw[11] = 0x10; /* the first number that is not a VLAN ID */
	source.raw[12] = 0;
	assert_int_equal(make(INVERBS_PORT_ETHERNET, &attr, &ah), 0);
	assert_int_equal(ah.vlan, 0);
	assert_true(!put.tagged && put.multicast);
}

static void other_gids_need_a_neighbour(void **state)
{
	const uint8_t gid[16] = {[10] = 0xff, 0xff, 10, 0, 0, 1};
	const struct ibv_ah_attr attr = to_gid(gid);
	struct inverbs_ah ah;

	(void)state;
	assert_int_equal(make(INVERBS_PORT_ETHERNET, &attr, &ah), EINVAL);
	assert_int_equal(puts, 0);
	next = (struct inverbs_neighbour){.mac = {2, 4, 6, 8, 10, 12}, .vlan = VLAN};
	assert_int_equal(make(INVERBS_PORT_ETHERNET | INVERBS_PORT_IP_GIDS, &attr, &ah), 0);
	assert_memory_equal(ah.mac, next.mac, sizeof(next.mac));
	assert_int_equal(ah.vlan, VLAN | (SL & 7) << 13);
	assert_true(put.tagged && !put.multicast);
}

static void the_port_says_what_is_needed(void **state)
{
	struct ibv_ah_attr attr = {.port_num = 1, .dlid = 9};
	struct inverbs_ah ah;

	(void)state;
	assert_int_equal(make(0, &attr, &ah), 0); /* InfiniBand: a LID is enough */
	assert_int_equal(puts, 1);
	assert_true(!put.ethernet && !put.tagged && !put.multicast);
	assert_ptr_equal(put.attr, &attr);
	assert_int_equal(make(INVERBS_PORT_NEEDS_GRH, &attr, &ah), EINVAL);
	assert_int_equal(puts, 0);
	attr.is_global = 1;
	assert_int_equal(make(INVERBS_PORT_NEEDS_GRH, &attr, &ah), 0);
	attr.port_num = 2;
	assert_int_equal(make(0, &attr, &ah), EINVAL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_gid_of_a_mac_has_mac_and_vlan),
		cmocka_unit_test(a_group_is_in_the_vlan_of_the_source),
		cmocka_unit_test(other_gids_need_a_neighbour),
		cmocka_unit_test(the_port_says_what_is_needed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
