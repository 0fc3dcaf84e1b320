/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What runtime/iba/cm/sidr.c and request.c call, each call noted by one letter, in order, for their
 * tests.
 */
#ifndef TESTS_UNIT_IBA_CM_PARTS_KIT_H
#define TESTS_UNIT_IBA_CM_PARTS_KIT_H

#include <arpa/inet.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "called.h"
#include "iba/cm/cm.h"

enum {
	LOCAL = 0x1234,
	REMOTE = 0x5678,
	QPN = 0x4321
};

static struct iba_al al;
static const struct iba_al *const expected_al = &al;
static struct iba_cm_port port;
static struct iba_cm_port *const expected_port = &port;
static struct ibv_qp verbs;
static struct iba_qp qp;
static const struct iba_qp *const expected_qp = &qp;
static struct iba_cm cm;
static const struct iba_cm *const expected_cm = &cm;
static struct iba_cm *found; /* by what looks for a connection */
static bool on_dispatcher, no_memory, no_path, locked;
static ib_api_status_t port_fails, data_status;
static int send_fails;
static uint32_t looked_for;
static uint16_t repeated, replied;
static uint8_t reply[MAD_BYTES];
static ib_path_rec_t path;
static const ib_path_rec_t *const expected_path = &path;
static ib_net64_t path_ca;
static struct umad_header sender;
static struct iba_cm_arrival arrival;
static const struct iba_cm_arrival *const expected_arrival = &arrival;
static uint8_t arrived[MAD_BYTES];

static inline void were_called(const char *expected)
{
	assert_string_equal(calls, expected);
	assert_false(locked);
	memset(calls, 0, sizeof(calls));
}

struct iba_cm *iba_cm_make(struct iba_cm_port *port)
{
	assert_ptr_equal(port, expected_port);
	if (no_memory)
		return NULL;
	note('m');
	return &cm;
}

void iba_cm_lock(struct iba_cm *cm)
{
	assert_ptr_equal(cm, expected_cm);
	assert_false(locked);
	locked = true;
}

void iba_cm_unlock(struct iba_cm *cm)
{
	assert_ptr_equal(cm, expected_cm);
	assert_true(locked);
	locked = false;
}

/* 'P': the reference of a connection was dropped. */
void iba_cm_put(struct iba_cm *cm)
{
	iba_cm_unlock(cm);
	note('P');
}

struct iba_cm *iba_cm_find(struct iba_cm_port *port, uint32_t local_id)
{
	assert_ptr_equal(port, expected_port);
	looked_for = local_id;
	locked = found != NULL;
	return found;
}

ib_cm_handle_t iba_cm_handle(const struct iba_cm *cm)
{
	return (ib_cm_handle_t){.cid = cm->local_id};
}

uint8_t *iba_cm_begin(struct iba_cm *cm, uint16_t message)
{
	cm->message = message;
	memset(cm->bytes, 0, sizeof(cm->bytes));
	return cm->bytes;
}

int iba_cm_send(struct iba_cm *cm)
{
	assert_ptr_equal(cm, expected_cm);
	assert_true(locked);
	note('s');
	return 0;
}

int iba_cm_send_with_retries(struct iba_cm *cm)
{
	assert_ptr_equal(cm, expected_cm);
	assert_true(locked);
	note('S');
	return send_fails;
}

void iba_cm_close(struct iba_cm *cm)
{
	assert_ptr_equal(cm, expected_cm);
	assert_true(locked);
	note('x');
	cm->state = IBA_CM_CLOSED;
}

void iba_cm_time_wait(struct iba_cm *cm)
{
	assert_ptr_equal(cm, expected_cm);
	note('t');
}

void iba_cm_signal_finished(struct iba_cm *cm)
{
	assert_ptr_equal(cm, expected_cm);
	assert_false(locked);
	note('f');
}

void iba_cm_wait_finished(struct iba_cm *cm)
{
	assert_ptr_equal(cm, expected_cm);
	assert_false(locked);
	note('w');
}

void iba_cm_repeat(struct iba_cm *cm, uint16_t message)
{
	assert_ptr_equal(cm, expected_cm);
	repeated = message;
	note('R');
}

void iba_cm_reply(struct iba_cm_port *port, const struct iba_cm_arrival *arrival, uint16_t message,
		  const uint8_t *data)
{
	assert_ptr_equal(port, expected_port);
	assert_ptr_equal(arrival, expected_arrival);
	replied = message;
	memcpy(reply, data, IBCM_SIDR_REP_SIZE);
	note('r');
}

struct umad_header iba_cm_reply_header(const struct iba_cm_port *port,
				       const struct umad_header *from)
{
	assert_ptr_equal(port, expected_port);
	assert_ptr_equal(from, &sender);
	return *from;
}

struct umad_header iba_cm_address_header(const struct iba_cm_port *port, const ib_path_rec_t *path)
{
	assert_ptr_equal(port, expected_port);
	assert_ptr_equal(path, expected_path);
	return (struct umad_header){.lid = 0x77};
}

ib_api_status_t iba_cm_check_data(const void *data, size_t bytes, size_t most)
{
	assert_true(!bytes || data);
	return bytes > most ? IB_INVALID_MAX_WRS : data_status;
}

bool iba_cm_port_of_path(const ib_path_rec_t *of, ib_net64_t ca_guid, struct iba_port *at)
{
	assert_ptr_equal(of, &path);
	path_ca = ca_guid;
	*at = (struct iba_port){.guid = 55};
	return !no_path;
}

ib_api_status_t iba_cm_port_get(struct iba_al *al, const struct iba_port *port,
				struct iba_cm_port **out)
{
	assert_ptr_equal(al, expected_al);
	assert_int_equal(port->guid, 55);
	*out = port_fails ? NULL : expected_port;
	return port_fails;
}

void *iba_get(const void *handle, enum inverbs_iba_kind kind)
{
	if (handle == &al && kind == INVERBS_IBA_AL)
		return &al;
	return handle == &qp && kind == INVERBS_IBA_QP ? &qp : NULL;
}

/* 'P': of a connection, 'o': of a port, 'q': of a queue pair, 'a': of an instance. */
void iba_put(struct iba_object *object)
{
	assert_true(!locked || object == &qp.reporter.object);
	note(object == &cm.object            ? 'P'
	     : object == &port.object        ? 'o'
	     : object == &qp.reporter.object ? 'q'
					     : 'a');
}

ib_api_status_t iba_refusal(const void *handle, ib_api_status_t invalid)
{
	(void)handle;
	return invalid;
}

bool iba_on_dispatcher(void)
{
	return on_dispatcher;
}

ib_api_status_t iba_umad_status(int err)
{
	return err ? IB_ERROR : IB_SUCCESS;
}

/* ---- callbacks ---- */

static ib_cm_rep_rec_t rep_rec;
static uint8_t rep_data[8];

static inline void on_rep(ib_cm_rep_rec_t *rec)
{
	assert_false(locked);
	rep_rec = *rec;
	memcpy(rep_data, rec->p_rep_pdata, sizeof(rep_data));
	note('b');
}

static inline void on_rej(ib_cm_rej_rec_t *rec)
{
	(void)rec;
}

static int reset_connection(void **state)
{
	(void)state;
	memset(calls, 0, sizeof(calls));
	memset(&cm, 0, sizeof(cm));
	memset(&path, 0, sizeof(path));
	memset(&sender, 0, sizeof(sender));
	memset(arrived, 0, sizeof(arrived));
	memset(reply, 0, sizeof(reply));
	memset(&rep_rec, 0, sizeof(rep_rec));
	memset(&qp, 0, sizeof(qp));
	on_dispatcher = no_memory = no_path = locked = false;
	port_fails = data_status = IB_SUCCESS;
	send_fails = 0;
	looked_for = repeated = replied = 0;
	path_ca = 0;
	found = &cm;
	cm.port = &port;
	cm.local_id = LOCAL;
	verbs.qp_num = QPN;
	qp.qp = &verbs;
	arrival = (struct iba_cm_arrival){.from = &sender, .tid = 0x99, .data = arrived};
	port.connections = NULL;
	pthread_mutex_init(&port.lock, NULL);
	return 0;
}

static int check_connection(void **state)
{
	(void)state;
	assert_int_equal(pthread_mutex_trylock(&port.lock), 0);
	assert_false(locked);
	return 0;
}

#define FRESH(name) cmocka_unit_test_setup_teardown(name, reset_connection, check_connection)

#endif
