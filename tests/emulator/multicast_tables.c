/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Multicast datagrams follow the forwarding tables that the subnet manager, which is this program,
 * has set. The fabric is that of the file ring_of_switches; each adapter has a member of the group.
 */
#include "../contract/ud.h"
#include "daemon.h"
#include "umad_manager.h"

enum {
	MEMBERS = 4,
	GROUP = UD_LID - SMP_FIRST_GROUP_LID,
	BYTES = 64,
	TABLE_GROUPS = 1024, /* groups in the table of an emulated switch */
};

static const uint8_t path[] = {1, 3, 4, 18};
static const uint8_t to_second_adapter[] = {1, 3, 1}, to_third_adapter[] = {1, 3, 2};
static const struct node first = {path, 1}, second = {path, 2}, third = {path, 3};
static const struct node adapter[MEMBERS] = {
	{NULL, 0}, {to_second_adapter, 3}, {to_third_adapter, 3}, {path, 4}};

static const union ibv_gid group = {.raw = {0xff, 0x12, 0x40, 0x1b, [15] = 0x77}};
static struct side member[MEMBERS];

/* --- the manager ----------------------------------------------------------------------------- */

static void bring_up(struct node node, uint16_t lid)
{
	struct smp_port_info v = port_of(node, 0);

	if (v.state == SMP_PORT_STATE_ACTIVE)
		return;
	give_lid(node, lid, 0);
	v = port_of(node, 0);
	v.phys_state = SMP_PHYS_STATE_NO_CHANGE;
	v.state = SMP_PORT_STATE_ARMED;
	assert_int_equal(set_port_of(node, 0, &v), 0);
	v.state = SMP_PORT_STATE_ACTIVE;
	assert_int_equal(set_port_of(node, 0, &v), 0);
}

/** Set the group's ports in a switch's table, 16 per position. */
static void table(struct node node, unsigned int position, uint16_t ports)
{
	const uint32_t modifier = position << SMP_GROUP_POSITION_SHIFT;
	struct smp_multicast_forwarding v = {.ports = {[GROUP] = ports}};
	uint8_t data[64] = {0};

	smp_multicast_forwarding_put(data, &v);
	assert_int_equal(request_attribute(node, MAD_METHOD_SET, SMP_ATTRIBUTE_MULTICAST_FORWARDING,
					   modifier, data)
				 .status,
			 0);
}

static void default_ports(struct node node, uint8_t primary, uint8_t other)
{
	struct smp_switch_info v = {.default_multicast_primary = primary,
				    .default_multicast_other = other};
	uint8_t data[64] = {0};

	smp_switch_info_put(data, &v);
	assert_int_equal(
		request_attribute(node, MAD_METHOD_SET, SMP_ATTRIBUTE_SWITCH_INFO, 0, data).status,
		0);
}

/** Returns the mask of a port in its position. */
static uint16_t bit(unsigned int port)
{
	return (uint16_t)(1U << port % SMP_PORTS_PER_POSITION);
}

static void clear_tables(void)
{
	table(first, 0, 0);
	table(second, 0, 0);
	table(third, 0, 0);
	table(third, 1, 0);
}

/* --- members ---------------------------------------------------------------------------------- */

/** Returns the index of an adapter in the list of devices. */
static int place_of(unsigned int number)
{
	struct ibv_device **list = ibv_get_device_list(NULL);
	char name[16];
	int at = 0;

	snprintf(name, sizeof(name), "mlx4_%u", number);
	assert_non_null(list);
	while (list[at] && strcmp(ibv_get_device_name(list[at]), name) != 0)
		at++;
	assert_non_null(list[at]);
	ibv_free_device_list(list);
	return at;
}

static int open_members(void **state)
{
	open_manager(state);
	setenv("INVERBS_EMULATOR", daemon_socket(), 1);
	for (unsigned int i = 0; i < MEMBERS; i++) {
		bring_up(adapter[i], (uint16_t)(MANAGER_LID + i));
		ud_open(&member[i], place_of(i));
		assert_int_equal(ibv_attach_mcast(member[i].qp, &group, UD_LID), 0);
	}
	clear_tables();
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	for (unsigned int i = 0; i < MEMBERS; i++) {
		assert_int_equal(ibv_detach_mcast(member[i].qp, &group, UD_LID), 0);
		side_close(&member[i]);
	}
	return 0;
}

/**
 * A member sends to a LID and the group's GID. Exactly the members in the mask receive it, once.
 * The sender's completion comes after those of the receivers.
 */
static void heard_by(unsigned int sender, uint16_t lid, unsigned int mask)
{
	struct ibv_ah_attr attr = {
		.dlid = lid,
		.port_num = 1,
		.is_global = 1,
		.grh = {.dgid = group, .hop_limit = 1},
	};
	struct ibv_ah *ah = ibv_create_ah(member[sender].pd, &attr);
	unsigned int heard = 0;
	struct ibv_wc wc;

	assert_non_null(ah);
	for (unsigned int i = 0; i < MEMBERS; i++) {
		post_receive(&member[i], 1, 0, UD_GRH + BYTES);
		post_receive(&member[i], 2, 0, UD_GRH + BYTES);
	}
	ud_send(&member[sender], ah, UD_MULTICAST_QPN, 1024, BYTES);
	for (unsigned int i = 0; i < MEMBERS; i++) {
		if (ibv_poll_cq(member[i].rcq, 1, &wc) != 1)
			continue;
		assert_int_equal(wc.status, IBV_WC_SUCCESS);
		heard |= 1U << i;
		assert_int_equal(ibv_poll_cq(member[i].rcq, 1, &wc), 0);
	}
	assert_int_equal(heard, mask);
	assert_int_equal(ibv_destroy_ah(ah), 0);
	for (unsigned int i = 0; i < MEMBERS; i++) { /* drop unused receives */
		assert_int_equal(side_to(&member[i], IBV_QPS_RESET), 0);
		ud_to(member[i].qp, IBV_QPS_RTS);
	}
}

/* --- tests ------------------------------------------------------------------------------------ */

static void empty_tables_lead_nowhere(void **state)
{
	(void)state;
	heard_by(0, UD_LID, 1 << 0); /* the adapter delivers it to its own member */
	heard_by(3, UD_LID, 1 << 3);
}

static void a_port_in_the_table_is_reached(void **state)
{
	(void)state;
	table(first, 0, bit(3));
	heard_by(0, UD_LID, 1 << 0);
	table(second, 0, bit(1));
	heard_by(0, UD_LID, 1 << 0 | 1 << 1);
	table(second, 0, bit(1) | bit(2));
	heard_by(0, UD_LID, 1 << 0 | 1 << 1 | 1 << 2);
	/* the opposite direction uses other tables */
	heard_by(1, UD_LID, 1 << 1 | 1 << 2);
	table(second, 0, bit(3));
	table(first, 0, bit(1));
	heard_by(1, UD_LID, 1 << 1 | 1 << 0);
}

static void ports_above_15_have_tables_of_their_own(void **state)
{
	(void)state;
	table(first, 0, bit(3));
	table(second, 0, bit(4));
	table(third, 0, bit(18));
	heard_by(0, UD_LID, 1 << 0);
	table(third, 0, 0);
	table(third, 1, bit(18));
	heard_by(0, UD_LID, 1 << 0 | 1 << 3);
}

static void other_groups_have_other_entries(void **state)
{
	(void)state;
	table(first, 0, bit(3));
	table(second, 0, bit(1));
	heard_by(0, UD_LID + 1, 1 << 0);
	heard_by(0, UD_LID - 1, 1 << 0);
	/* a multicast GID with a unicast LID is not routed as multicast */
	heard_by(0, MANAGER_LID + 1, 1 << 0);
}

static void a_loop_ends(void **state)
{
	(void)state;
	table(first, 0, bit(1) | bit(3) | bit(4));
	table(second, 0, bit(1) | bit(2) | bit(3) | bit(4));
	table(third, 0, bit(3));
	table(third, 1, bit(17) | bit(18));
	heard_by(0, UD_LID, 0xf);
	heard_by(2, UD_LID, 0xf);
}

static void nothing_goes_back_by_its_link(void **state)
{
	(void)state;
	table(first, 0, bit(3));
	table(second, 0, bit(3)); /* leads back to where the packet came from */
	heard_by(0, UD_LID, 1 << 0);
	table(first, 0, bit(3) | bit(4));
	table(third, 1, bit(18));
	heard_by(1, UD_LID, 1 << 1 | 1 << 3);
	table(first, 0, bit(3));
	heard_by(1, UD_LID, 1 << 1);
}

static void groups_beyond_the_table_go_by_the_default_ports(void **state)
{
	const uint16_t beyond = SMP_FIRST_GROUP_LID + TABLE_GROUPS;

	(void)state;
	heard_by(0, beyond, 1 << 0);
	default_ports(first, 3, 1);
	default_ports(second, 2, 1);
	heard_by(0, beyond, 1 << 0 | 1 << 2);
	heard_by(0, beyond - 1, 1 << 0); /* this LID is in the table, but has no ports */
	heard_by(2, beyond, 1 << 2 | 1 << 1);
	default_ports(second, 3, 1);
	heard_by(1, beyond, 1 << 1 | 1 << 0);
	default_ports(first, 0, 0);
	default_ports(second, 0, 0);
}

static void links_that_are_down_carry_nothing(void **state)
{
	struct raw *control = raw_connect(NULL);

	(void)state;
	table(first, 0, bit(3));
	table(second, 0, bit(1) | bit(2));
	assert_int_equal(raw_control(control, "port mlx4_1 1 down"), 0);
	heard_by(0, UD_LID, 1 << 0 | 1 << 2);
	assert_int_equal(raw_control(control, "port mlx4_1 1 up"), 0);
	heard_by(0, UD_LID, 1 << 0 | 1 << 2); /* the port waits for its subnet manager */
	bring_up(adapter[1], MANAGER_LID + 1);
	heard_by(0, UD_LID, 1 << 0 | 1 << 1 | 1 << 2);
	raw_close(control);
}

#define EACH(name) cmocka_unit_test_setup_teardown(name, open_members, tear_down)

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		EACH(empty_tables_lead_nowhere),
		EACH(a_port_in_the_table_is_reached),
		EACH(ports_above_15_have_tables_of_their_own),
		EACH(other_groups_have_other_entries),
		EACH(a_loop_ends),
		EACH(nothing_goes_back_by_its_link),
		EACH(groups_beyond_the_table_go_by_the_default_ports),
		EACH(links_that_are_down_carry_nothing),
	};

	return raw_run(argc, argv, "multicast_tables", tests, sizeof(tests) / sizeof(tests[0]));
}
