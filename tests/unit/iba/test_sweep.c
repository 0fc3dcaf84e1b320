/* SPDX-License-Identifier: BSD-2-Clause */
/* Sweeps for I/O units: each request of the chain, and each response to it. */
#include "sweep_kit.h"

/* ---- the port ---- */

static void asks_for_nodes(ib_net64_t port_guid)
{
	const struct sa_node_record node = sa_node_record_get(question_record);

	assert_int_equal(questions, 1);
	assert_int_equal(question.method, MAD_METHOD_GET_TABLE);
	assert_int_equal(question.attribute, SA_ATTRIBUTE_NODE_RECORD);
	assert_true(question.components == SA_NODE_RECORD_HAS_NODE_INFO_TYPE);
	assert_int_equal(question.bytes, SA_NODE_RECORD_SIZE);
	assert_int_equal(question.unit_lid, 0);
	assert_int_equal(node.node_info.type, SMP_NODE_TYPE_CHANNEL_ADAPTER);
	assert_int_equal(node.lid, 0);
	assert_int_equal(port.port.guid, port_guid);
	assert_true(sweep.runs);
	assert_int_equal(lists, 0);
	assert_int_equal(ends, 0);
	assert_int_equal(releases, 0);
}

static void the_first_active_port_is_used(void **state)
{
	(void)state;
	iba_sweep_start(&sweep);
	asks_for_nodes(2002);
	assert_int_equal(ports_asked, 2);
	iba_sweep_stop(&sweep);
	assert_int_equal(cancels, 1);
	respond(IB_CANCELED, 0);
	assert_int_equal(ends, 1);
	assert_int_equal(releases, 1);
	iba_sweep_stop(&sweep);
	assert_int_equal(cancels, 1);
}

static void another_device_may_have_it(void **state)
{
	(void)state;
	active[1] = 0;
	active[2] = 1;
	iba_sweep_start(&sweep);
	asks_for_nodes(3001);
	assert_int_equal(ports_asked, 4); /* the third of the first device does not exist */
	pnp.ended = true;
	respond(IB_SUCCESS, SA_HEADER_BYTES);
	assert_int_equal(gone, 0);
	assert_int_equal(ends, 1);
}

static void without_a_port_all_units_are_gone(void **state)
{
	(void)state;
	add_known(1);
	add_known(2);
	active[1] = active[2] = 0;
	port_counts[1] = 0;
	port_counts[2] = 300;
	iba_sweep_start(&sweep);
	assert_int_equal(last_asked, 255);
	assert_int_equal(questions, 0);
	assert_int_equal(gone, 2);
	assert_int_equal(gone_guids[0], 2);
	assert_int_equal(gone_guids[1], 1);
	assert_null(sweep.units);
	assert_int_equal(releases, 0);
}

static void there_may_be_no_device(void **state)
{
	(void)state;
	add_known(1);
	no_list = true;
	iba_sweep_start(&sweep);
	assert_int_equal(gone, 1);
	assert_int_equal(questions, 0);
}

static void a_port_may_fail(void **state)
{
	(void)state;
	add_known(1);
	port_fails = IB_INSUFFICIENT_MEMORY;
	iba_sweep_start(&sweep);
	assert_int_equal(questions, 0);
	assert_int_equal(releases, 0);
	assert_int_equal(gone, 0);
	assert_true(sweep.units->seen);
}

static void a_request_may_fail(void **state)
{
	(void)state;
	add_known(1);
	send_fails = IB_ERROR;
	iba_sweep_start(&sweep);
	assert_int_equal(questions, 1);
	assert_int_equal(releases, 1);
	assert_int_equal(gone, 0);
}

/* ---- nodes ---- */

static void table_of(uint16_t record_size, ib_api_status_t status, size_t size)
{
	reset_sweep(NULL);
	add_known(1);
	iba_sweep_start(&sweep);
	begin_table(record_size);
	add_node(0x12, 2);
	respond(status, size);
}

/* Nothing is known about the nodes: units are neither asked nor gone. */
static void says_nothing(void)
{
	assert_int_equal(questions, 1);
	assert_int_equal(gone, 0);
	assert_int_equal(releases, 1);
	check_sweep(NULL);
}

static void finds_none(void)
{
	assert_int_equal(questions, 1);
	assert_int_equal(gone, 1);
	assert_int_equal(releases, 1);
	check_sweep(NULL);
}

static void a_table_may_be_wrong_or_empty(void **state)
{
	(void)state;
	table_of(14, IB_TIMEOUT, SA_HEADER_BYTES + STEP);
	says_nothing();
	table_of(14, IB_SUCCESS, SA_HEADER_BYTES - 1);
	says_nothing();
	table_of(13, IB_SUCCESS, SA_HEADER_BYTES + STEP); /* records are too small */
	says_nothing();
	table_of(0, IB_SUCCESS, SA_HEADER_BYTES + STEP);
	finds_none();
	table_of(14, IB_SUCCESS, SA_HEADER_BYTES);
	finds_none();
	table_of(14, IB_SUCCESS, SA_HEADER_BYTES + STEP - 1);
	finds_none();
	reset_sweep(NULL);
	add_known(1);
	iba_sweep_start(&sweep);
	begin_table(14);
	fails_at = 1;
	respond(IB_SUCCESS, mad_bytes);
	says_nothing();
	reset_sweep(NULL);
	ends = 1;
}

static void each_node_is_asked_once(void **state)
{
	(void)state;
	pnp.pnp_class = IB_PNP_IOU;
	add_known(4);
	add_known(2);
	add_known(5);
	iba_sweep_start(&sweep);
	begin_table(14);
	add_node(0x11, 1);
	add_node(0, 3);    /* has no LID */
	add_node(0x21, 1); /* its second port */
	add_node(0x12, 2);
	add_node(0x22, 2);
	respond(IB_SUCCESS, mad_bytes);
	assert_int_equal(questions, 2);
	asks_unit(0x11, IOU_ATTRIBUTE_UNIT_INFO, 0);
	respond_unit(9, 0, 0, 0);
	assert_int_equal(reads, 1);
	assert_int_equal(unit_read->node.lid, 0x11);
	assert_int_equal(unit_read->node.node_info.node_guid, 1);
	assert_int_equal(unit_read->port_guid, 2002);
	assert_int_equal(unit_read->change, 9);
	assert_null(unit_read->iocs);
	assert_int_equal(questions, 3);
	asks_unit(0x12, IOU_ATTRIBUTE_UNIT_INFO, 0);
	respond_unit(3, 0, 0, 0);
	assert_int_equal(reads, 1);
	assert_int_equal(questions, 3);
	assert_int_equal(gone, 2);
	assert_int_equal(gone_guids[0], 5);
	assert_int_equal(gone_guids[1], 4);
	assert_ptr_equal(sweep.units, unit_read);
	assert_int_equal(unit_read->next->node.node_info.node_guid, 2);
	assert_null(unit_read->next->next);
}

static void a_node_may_not_be_a_unit(void **state)
{
	(void)state;
	add_known(1);
	add_known(2);
	list_nodes(3);
	respond(IB_REMOTE_ERROR, MAD_BYTES);
	asks_unit(0x12, IOU_ATTRIBUTE_UNIT_INFO, 0);
	assert_int_equal(questions, 3);
	respond(IB_TIMEOUT, MAD_BYTES); /* it is kept */
	asks_unit(0x13, IOU_ATTRIBUTE_UNIT_INFO, 0);
	respond(IB_SUCCESS, MAD_BYTES - 1);
	assert_int_equal(reads, 0);
	assert_int_equal(gone, 1);
	assert_int_equal(gone_guids[0], 1);
	assert_int_equal(sweep.units->node.node_info.node_guid, 2);
}

/* A known unit that differs by what was changed before, or does not. */
static void known_unit(bool is_read)
{
	list_nodes(2);
	respond(IB_REMOTE_ERROR, MAD_BYTES); /* the first node */
	respond_unit(3, 0, 0, 0);
	assert_int_equal(reads, is_read);
	assert_int_equal(questions, 3);
	check_sweep(NULL);
	reset_sweep(NULL);
}

static void a_unit_is_read_if_it_changed(void **state)
{
	(void)state;
	add_known(2);
	known_unit(false);
	add_known(2)->change = 4;
	known_unit(true);
	add_known(2)->node.lid = 0x13;
	known_unit(true);
	add_known(2)->port_guid = 2001;
	known_unit(true);
	ends = 1;
}

static void a_unit_needs_memory(void **state)
{
	(void)state;
	add_known(1)->change = 4;
	list_nodes(1);
	fails_at = 1;
	respond_unit(3, 4, 0x11, 0);
	assert_int_equal(fails_at, 0);
	assert_int_equal(reads, 0);
	assert_int_equal(gone, 0);
}

/* ---- controllers ---- */

static void asks_for_path(void)
{
	const struct sa_path_record path = sa_path_record_get(question_record);
	uint8_t gid[16];

	memset(gid, 0x3a, sizeof(gid));
	assert_int_equal(question.method, MAD_METHOD_GET_TABLE);
	assert_int_equal(question.attribute, SA_ATTRIBUTE_PATH_RECORD);
	assert_int_equal(question.unit_lid, 0);
	assert_int_equal(question.bytes, SA_PATH_RECORD_SIZE);
	assert_true(question.components ==
		    (SA_PATH_RECORD_HAS_SGID | SA_PATH_RECORD_HAS_DLID | SA_PATH_RECORD_HAS_PATHS));
	assert_int_equal(path.dlid, 0x11);
	assert_int_equal(path.paths, 1);
	assert_memory_equal(path.sgid, gid, sizeof(gid));
	assert_int_equal(ends, 0);
}

static void respond_path(ib_api_status_t status, size_t size)
{
	memset(mad, 0, sizeof(mad));
	memset(mad + SA_HEADER_BYTES, 0x7b, SA_PATH_RECORD_SIZE);
	respond(status, size);
}

static void occupied_slots_are_read(void **state)
{
	(void)state;
	list_nodes(1);
	respond_unit(9, 4, 0x1f, 0x21); /* slots 1 and 4; 5 is behind the last */
	assert_int_equal(questions, 3);
	asks_unit(0x11, IOU_ATTRIBUTE_CONTROLLER_PROFILE, 1);
	respond_profile(0);
	assert_int_equal(questions, 4);
	asks_unit(0x11, IOU_ATTRIBUTE_CONTROLLER_PROFILE, 4);
	assert_int_equal(sweep.fresh->iocs->slot, 1);
	assert_int_equal(sweep.fresh->iocs->profile.ioc_guid, 0x55);
	assert_int_equal(sweep.fresh->iocs->profile.id_string[63], 0x66);
	respond_profile(0);
	assert_int_equal(questions, 5);
	asks_for_path();
	assert_int_equal(sweep.fresh->iocs->slot, 4);
	assert_int_equal(sweep.fresh->iocs->next->slot, 1);
	assert_null(sweep.fresh->iocs->next->next);
	respond_path(IB_SUCCESS, SA_HEADER_BYTES + SA_PATH_RECORD_SIZE);
	assert_int_equal(reads, 1);
	assert_true(unit_read->has_path);
	assert_memory_equal(&unit_read->path, mad + SA_HEADER_BYTES, SA_PATH_RECORD_SIZE);
	assert_int_equal(unit_read->change, 9);
}

static void a_controller_may_be_gone(void **state)
{
	(void)state;
	list_nodes(1);
	respond_unit(9, 2, 0x11, 0);
	asks_unit(0x11, IOU_ATTRIBUTE_CONTROLLER_PROFILE, 1);
	respond(IB_REMOTE_ERROR, MAD_BYTES);
	asks_unit(0x11, IOU_ATTRIBUTE_CONTROLLER_PROFILE, 2);
	respond(IB_REMOTE_ERROR, MAD_BYTES);
	assert_int_equal(questions, 4); /* no path to nothing */
	assert_int_equal(reads, 1);
	assert_false(unit_read->has_path);
}

/* Units without controllers' events are read without their controllers. */
static void only_some_events_need_controllers(void **state)
{
	(void)state;
	pnp.pnp_class = IB_PNP_IOU;
	list_nodes(1);
	respond_unit(9, 2, 0x11, 0);
	assert_int_equal(questions, 2);
	assert_int_equal(reads, 1);
}

static void first_profile(void)
{
	check_sweep(NULL);
	reset_sweep(NULL);
	add_known(1)->change = 4;
	list_nodes(1);
	respond_unit(9, 2, 0x11, 0);
	asks_unit(0x11, IOU_ATTRIBUTE_CONTROLLER_PROFILE, 1);
}

static void is_skipped(void)
{
	assert_int_equal(reads, 0);
	assert_int_equal(gone, 0);
	assert_int_equal(ends, 1);
	assert_int_equal(sweep.units->change, 4);
}

static void a_profile_may_fail(void **state)
{
	(void)state;
	ends = 1;
	first_profile();
	respond(IB_TIMEOUT, MAD_BYTES);
	is_skipped();
	first_profile();
	put_profile(0);
	respond(IB_SUCCESS, MAD_BYTES - 1);
	is_skipped();
	for (int i = 1; i <= 2; i++) {
		first_profile();
		fails_at = i;
		respond_profile(0);
		assert_int_equal(fails_at, 0);
		is_skipped();
	}
	first_profile();
	respond_profile(1);
	respond(IB_SUCCESS, MAD_BYTES - 1);
	is_skipped();
	first_profile();
	respond_profile(1);
	respond(IB_REMOTE_ERROR, MAD_BYTES);
	is_skipped();
	first_profile();
	respond_profile(1);
	pnp.ended = true;
	respond_entries(1);
	is_skipped();
}

static void asks_entries(unsigned int first, unsigned int last)
{
	asks_unit(0x11, IOU_ATTRIBUTE_SERVICE_ENTRIES, 2U << 16 | last << 8 | first);
}

static void entries_come_in_fours(void **state)
{
	const struct iba_found_ioc *ioc;

	(void)state;
	list_nodes(1);
	respond_unit(9, 2, 0x01, 0);
	asks_unit(0x11, IOU_ATTRIBUTE_CONTROLLER_PROFILE, 2);
	respond_profile(9);
	asks_entries(0, 3);
	respond_entries(100);
	asks_entries(4, 7);
	respond_entries(104);
	asks_entries(8, 8);
	respond_entries(108);
	asks_for_path();
	ioc = sweep.fresh->iocs;
	for (size_t i = 0; i < 9; i++)
		assert_int_equal(ioc->entries[i].id, 100 + i);
	assert_int_equal(ioc->entries[9].id, 0);
	respond_path(IB_SUCCESS, SA_HEADER_BYTES + SA_PATH_RECORD_SIZE);
	check_sweep(NULL);
	reset_sweep(NULL);
	list_nodes(1);
	respond_unit(9, 4, 0x01, 0x10);
	respond_profile(4);
	asks_entries(0, 3);
	respond_entries(200);
	asks_unit(0x11, IOU_ATTRIBUTE_CONTROLLER_PROFILE, 3);
	respond_profile(1); /* starts again with the first one */
	asks_unit(0x11, IOU_ATTRIBUTE_SERVICE_ENTRIES, 3U << 16);
	respond(IB_CANCELED, 0);
}

static void there_may_be_no_path(void **state)
{
	(void)state;
	ends = 1;
	for (int i = 0; i < 3; i++) {
		const size_t whole = SA_HEADER_BYTES + SA_PATH_RECORD_SIZE;

		check_sweep(NULL);
		reset_sweep(NULL);
		list_nodes(1);
		respond_unit(9, 1, 0x10, 0);
		respond_profile(0);
		asks_for_path();
		records = i != 0;
		respond_path(i == 1 ? IB_TIMEOUT : IB_SUCCESS, i == 2 ? whole - 1 : whole);
		assert_int_equal(reads, 1);
		assert_false(unit_read->has_path);
		assert_non_null(unit_read->iocs);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		FRESH(the_first_active_port_is_used),
		FRESH(another_device_may_have_it),
		FRESH(without_a_port_all_units_are_gone),
		FRESH(there_may_be_no_device),
		FRESH(a_port_may_fail),
		FRESH(a_request_may_fail),
		FRESH(a_table_may_be_wrong_or_empty),
		FRESH(each_node_is_asked_once),
		FRESH(a_node_may_not_be_a_unit),
		FRESH(a_unit_is_read_if_it_changed),
		FRESH(a_unit_needs_memory),
		FRESH(occupied_slots_are_read),
		FRESH(a_controller_may_be_gone),
		FRESH(only_some_events_need_controllers),
		FRESH(a_profile_may_fail),
		FRESH(entries_come_in_fours),
		FRESH(there_may_be_no_path),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
