/* SPDX-License-Identifier: BSD-2-Clause */
/* What runtime/iba/mad/sweep.c calls, and the responses that it gets, for its test. */
#ifndef TESTS_UNIT_IBA_SWEEP_KIT_H
#define TESTS_UNIT_IBA_SWEEP_KIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "heap.h"
#include "iba/mad/sweep.h"

enum {
	DEVICES = 4,
	STEP = 112, /* between node records */
	GUID = 7,
	DOWN = 1,
	ACTIVE = 4
};

static const ib_net64_t device_guids[DEVICES] = {5, GUID, GUID, 6};

#include "device_list.h"

static unsigned int port_counts[DEVICES];
static unsigned int active[DEVICES]; /* number of the active port; 0: none */
static unsigned int ports_asked, last_asked;

static struct iba_al al;
static const struct iba_al *const expected_al = &al;
static struct iba_sa_port *const garbage = (struct iba_sa_port *)&al;
static struct iba_sa_port port;
static struct iba_sa_port *const expected_port = &port;
static ib_api_status_t port_fails, send_fails;
static struct iba_pnp pnp;
static const struct iba_pnp *const expected_pnp = &pnp;
static struct iba_sweep sweep;
static struct iba_sweep *const expected_sweep = &sweep;
static struct iba_sa_message question;
static uint8_t question_record[SA_NODE_RECORD_SIZE];
static int questions, ends, releases, cancels, gone;
static uint64_t gone_guids[4];
static struct iba_found_unit *unit_read;
static int reads;
static uint32_t records;

bool iba_port_of_device(const struct inverbs_device *device, unsigned int number,
			struct iba_port *found)
{
	const size_t at = (size_t)((const struct ibv_device *)device - devices);

	assert_int_equal(device_guids[at], GUID);
	assert_true(number > 0);
	ports_asked++;
	last_asked = number;
	*found = (struct iba_port){.number = number, .guid = 1000 * (at + 1) + number};
	return number <= port_counts[at];
}

unsigned int iba_port_value(const struct iba_port *port, const char *name)
{
	assert_string_equal(name, "state");
	return active[port->guid / 1000 - 1] == port->number ? ACTIVE : DOWN;
}

bool iba_port_gid(const struct iba_port *of, unsigned int index, ib_gid_t *gid)
{
	assert_ptr_equal(of, &port.port);
	assert_int_equal(index, 0);
	memset(gid->raw, 0x3a, sizeof(gid->raw));
	return true;
}

struct iba_al *iba_al_of(struct iba_object *object)
{
	assert_ptr_equal(object, &pnp.object);
	return &al;
}

ib_api_status_t iba_sa_port_get(struct iba_al *al, ib_net64_t guid, struct iba_sa_port **port)
{
	assert_ptr_equal(al, expected_al);
	*port = port_fails ? garbage : expected_port;
	expected_port->port.guid = guid;
	return port_fails;
}

void iba_put(struct iba_object *object)
{
	assert_ptr_equal(object, &port.object);
	releases++;
}

ib_api_status_t iba_sa_send_request(struct iba_sa_request *request,
				    const struct iba_sa_message *ask)
{
	assert_ptr_equal(request, &sweep.request);
	assert_ptr_equal(request->port, &port);
	assert_ptr_equal(request->owner, &pnp.object);
	assert_int_equal(ask->timeout_ms, 1000);
	assert_int_equal(ask->retries, 2);
	question = *ask;
	if (ask->bytes)
		memcpy(question_record, ask->record, ask->bytes);
	questions++;
	return send_fails;
}

void iba_sa_cancel(struct iba_sa_request *request)
{
	assert_ptr_equal(request, &sweep.request);
	cancels++;
}

uint32_t iba_sa_count_records(const struct iba_sa_response *response)
{
	assert_non_null(response);
	return records;
}

void iba_pnp_sweep_ended(struct iba_pnp *pnp)
{
	assert_ptr_equal(pnp, expected_pnp);
	assert_false(sweep.runs);
	assert_null(sweep.fresh);
	assert_null(sweep.nodes);
	assert_null(sweep.port);
	ends++;
}

void iba_pnp_unit_read(struct iba_sweep *sweep, struct iba_found_unit *unit)
{
	assert_ptr_equal(sweep, expected_sweep);
	assert_null(sweep->fresh);
	assert_true(unit->seen);
	unit_read = unit;
	reads++;
	unit->next = sweep->units;
	sweep->units = unit;
}

void iba_pnp_unit_gone(struct iba_sweep *sweep, struct iba_found_unit *unit)
{
	assert_ptr_equal(sweep, expected_sweep);
	gone_guids[gone++] = unit->node.node_info.node_guid;
	iba_found_unit_free(unit);
}

/* ---- responses ---- */

static uint8_t mad[4096];
static size_t mad_bytes;

static inline void respond(ib_api_status_t status, size_t size)
{
	const struct iba_sa_response response = {.status = status, .mad = mad, .bytes = size};

	sweep.request.done(&sweep.request, &response);
}

/* The nodes are set first, then the whole table is the response. */
static inline void add_node(uint16_t lid, uint64_t guid)
{
	const struct sa_node_record node = {.lid = lid, .node_info = {.node_guid = guid}};

	sa_node_record_put(mad + mad_bytes, &node);
	mad_bytes += STEP;
}

static inline void begin_table(uint16_t record_size)
{
	const struct sa_header header = {.record_size = record_size};

	memset(mad, 0, sizeof(mad));
	sa_header_put(mad, &header);
	mad_bytes = SA_HEADER_BYTES;
}

/* A unit with controllers in these slots: four bits for each. */
static inline void respond_unit(uint16_t change, uint8_t slots, uint8_t first, uint8_t second)
{
	const struct iou_unit_info info = {.change_id = change,
					   .max_controllers = slots,
					   .controllers = {first, second, 0x11}};

	memset(mad, 0, sizeof(mad));
	iou_unit_info_put(mad + MAD_DEVICE_DATA_AT, &info);
	respond(IB_SUCCESS, MAD_BYTES);
}

static inline void put_profile(uint8_t entries)
{
	ib_ioc_profile_t profile = {.ioc_guid = 0x55, .num_svc_entries = entries};

	memset(profile.id_string, 0x66, sizeof(profile.id_string));
	memset(mad, 0, sizeof(mad));
	memcpy(mad + MAD_DEVICE_DATA_AT, &profile, sizeof(profile));
}

static inline void respond_profile(uint8_t entries)
{
	put_profile(entries);
	respond(IB_SUCCESS, MAD_BYTES);
}

/* Entries with ids from this one on. */
static inline void respond_entries(uint64_t first)
{
	memset(mad, 0, sizeof(mad));
	for (size_t i = 0; i < 4; i++) {
		const ib_svc_entry_t entry = {.id = first + i};

		memcpy(mad + MAD_DEVICE_DATA_AT + i * sizeof(entry), &entry, sizeof(entry));
	}
	respond(IB_SUCCESS, MAD_BYTES);
}

/* ---- a sweep of the second device, with an active port ---- */

static int reset_sweep(void **state)
{
	(void)state;
	fails_at = blocks = 0;
	memset(&pnp, 0, sizeof(pnp));
	memset(&sweep, 0, sizeof(sweep));
	memset(&port, 0, sizeof(port));
	memset(&question, 0, sizeof(question));
	memset(question_record, 0, sizeof(question_record));
	lists = questions = ends = releases = cancels = gone = reads = 0;
	ports_asked = last_asked = 0;
	no_list = false;
	port_fails = send_fails = IB_SUCCESS;
	records = 1;
	unit_read = NULL;
	for (int i = 0; i < DEVICES; i++) {
		port_counts[i] = 2;
		active[i] = 2;
	}
	pnp.pnp_class = IB_PNP_IOC;
	sweep.pnp = &pnp;
	sweep.ca_guid = GUID;
	return 0;
}

static int check_sweep(void **state)
{
	(void)state;
	while (sweep.units) {
		struct iba_found_unit *unit = sweep.units;

		sweep.units = unit->next;
		iba_found_unit_free(unit);
	}
	assert_int_equal(ends, 1);
	assert_int_equal(lists, 0);
	assert_int_equal(blocks, 0);
	return 0;
}

/* A unit that an earlier sweep has found, on LID 0x10 + guid. */
static inline struct iba_found_unit *add_known(uint64_t guid)
{
	struct iba_found_unit *const unit = calloc(1, sizeof(*unit));

	unit->node.lid = (uint16_t)(0x10 + guid);
	unit->node.node_info.node_guid = guid;
	unit->port_guid = 2002;
	unit->change = 3;
	unit->seen = true;
	unit->next = sweep.units;
	sweep.units = unit;
	return unit;
}

/* Begin a sweep, and respond with a table of this many nodes, on LIDs from 0x11 on. */
static inline void list_nodes(int count)
{
	iba_sweep_start(&sweep);
	begin_table(STEP / SA_RECORD_UNIT);
	for (int i = 1; i <= count; i++)
		add_node((uint16_t)(0x10 + i), (uint64_t)i);
	respond(IB_SUCCESS, mad_bytes);
}

static inline void asks_unit(uint16_t lid, uint16_t attribute, uint32_t modifier)
{
	assert_int_equal(question.method, MAD_METHOD_GET);
	assert_int_equal(question.attribute, attribute);
	assert_int_equal(question.unit_lid, lid);
	assert_int_equal(question.modifier, modifier);
	assert_int_equal(question.bytes, 0);
	assert_int_equal(ends, 0);
}

#define FRESH(name) cmocka_unit_test_setup_teardown(name, reset_sweep, check_sweep)

#endif
