/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What runtime/iba/cm/end.c and reject.c call, each call noted by one letter, in order, for tests
 * that try them in every state of a connection.
 */
#ifndef TESTS_UNIT_IBA_CM_KIT_H
#define TESTS_UNIT_IBA_CM_KIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "called.h"
#include "iba/cm/cm.h"

enum {
	STATES = IBA_CM_CLOSED + 1,
	LOCAL = 0x1234,
	REMOTE = 0x5678,
	QPN = 0x4321
};

static struct iba_cm cm;
static struct iba_cm_port port;
static struct iba_qp qp;

/* For functions whose parameters have the names of these objects. */
static const struct iba_cm *const expected_cm = &cm;
static const struct iba_cm_port *const expected_port = &port;
static const struct iba_qp *const expected_qp = &qp;

static struct iba_cm *found; /* by what looks for a connection */
static uint16_t replied;     /* message of iba_cm_reply() */
static uint8_t reply[MAD_BYTES];
static uint32_t looked_for[2], timer_ms;
static bool on_dispatcher, too_early, dead;
static int told; /* callbacks of the program */

uint8_t *iba_cm_begin(struct iba_cm *cm, uint16_t message)
{
	cm->message = message;
	memset(cm->bytes, 0, sizeof(cm->bytes));
	return cm->bytes;
}

int iba_cm_send(struct iba_cm *cm)
{
	assert_ptr_equal(cm, expected_cm);
	note('s');
	return 0;
}

int iba_cm_send_with_retries(struct iba_cm *cm)
{
	assert_ptr_equal(cm, expected_cm);
	note('S');
	return 0;
}

void iba_cm_reply(struct iba_cm_port *port, const struct iba_cm_arrival *arrival, uint16_t message,
		  const uint8_t *data)
{
	assert_ptr_equal(port, expected_port);
	assert_non_null(arrival);
	replied = message;
	memcpy(reply, data, IBCM_REJ_SIZE);
	note('r');
}

ib_api_status_t iba_cm_check_data(const void *data, size_t bytes, size_t most)
{
	return bytes > most || (bytes && !data) ? IB_INVALID_SETTING : IB_SUCCESS;
}

struct iba_qp *iba_cm_detach(struct iba_cm *cm)
{
	struct iba_qp *const was = cm->qp;

	note('d');
	cm->qp = NULL;
	return was;
}

void iba_cm_close(struct iba_cm *cm)
{
	note('x');
	cm->state = IBA_CM_CLOSED;
}

void iba_cm_time_wait(struct iba_cm *cm)
{
	note('t');
	cm->state = IBA_CM_TIME_WAIT;
}

void iba_cm_signal_finished(struct iba_cm *cm)
{
	assert_ptr_equal(cm, expected_cm);
	note('f');
}

void iba_cm_wait_finished(struct iba_cm *cm)
{
	assert_ptr_equal(cm, expected_cm);
	note('w');
}

void iba_cm_qp_error(struct iba_cm *cm)
{
	assert_ptr_equal(cm, expected_cm);
	note('e');
}

void iba_cm_timer_clear(struct iba_cm *cm)
{
	assert_ptr_equal(cm, expected_cm);
	note('c');
}

void iba_cm_timer_set(struct iba_cm *cm, uint32_t ms)
{
	assert_ptr_equal(cm, expected_cm);
	timer_ms = ms;
	note('T');
}

uint32_t iba_cm_timeout_ms(uint8_t exponent)
{
	return 100U * exponent;
}

/* Locks are not taken; 'u' is where one is released, 'p' the same with a reference. */
void iba_cm_unlock(struct iba_cm *cm)
{
	assert_ptr_equal(cm, expected_cm);
	note('u');
}

void iba_cm_put(struct iba_cm *cm)
{
	assert_ptr_equal(cm, expected_cm);
	note('p');
}

struct iba_cm *iba_cm_get(const ib_cm_handle_t *handle)
{
	(void)handle;
	return found;
}

struct iba_cm *iba_cm_of_qp(struct iba_qp *qp)
{
	assert_ptr_equal(qp, expected_qp);
	return found;
}

struct iba_cm *iba_cm_find(struct iba_cm_port *port, uint32_t local_id)
{
	assert_ptr_equal(port, expected_port);
	looked_for[0] = local_id;
	return found;
}

struct iba_cm *iba_cm_match(struct iba_cm_port *port, uint32_t local_id, uint32_t remote_id)
{
	looked_for[1] = remote_id;
	return iba_cm_find(port, local_id);
}

ib_cm_handle_t iba_cm_handle(const struct iba_cm *cm)
{
	return (ib_cm_handle_t){.cid = cm->local_id};
}

bool iba_cm_is_too_early(const struct iba_cm *of, const struct ibcm_rej *rej)
{
	(void)of, (void)rej;
	return too_early;
}

void iba_cm_refuse_sidr(struct iba_cm *cm, uint8_t status)
{
	assert_ptr_equal(cm, expected_cm);
	assert_int_equal(status, IBCM_SIDR_STATUS_REJECTED);
	note('v');
}

void iba_cm_report_lap_response(struct iba_cm *cm, const struct ibcm_apr *apr)
{
	assert_ptr_equal(cm, expected_cm);
	assert_null(apr);
	note('a');
}

bool iba_on_dispatcher(void)
{
	return on_dispatcher;
}

void *iba_handle(const struct iba_object *object)
{
	assert_ptr_equal(object, &qp.reporter.object);
	return &qp;
}

void *iba_get(const void *handle, enum inverbs_iba_kind kind)
{
	assert_int_equal(kind, INVERBS_IBA_QP);
	return handle == &qp ? &qp : NULL;
}

void iba_hold(struct iba_object *object)
{
	assert_ptr_equal(object, &qp.reporter.object);
	note('h');
}

bool iba_hold_alive(struct iba_object *object)
{
	assert_ptr_equal(object, &cm.object);
	note('H');
	return !dead;
}

/* 'q': of the queue pair, 'm': of the connection. */
void iba_put(struct iba_object *object)
{
	assert_true(object == &qp.reporter.object || object == &cm.object);
	note(object == &cm.object ? 'm' : 'q');
}

ib_api_status_t iba_refusal(const void *handle, ib_api_status_t invalid)
{
	(void)handle;
	return invalid;
}

/* A connection in this state, with a queue pair. */
static inline void in_state(enum iba_cm_state state)
{
	memset(calls, 0, sizeof(calls));
	memset(&cm, 0, sizeof(cm));
	memset(reply, 0, sizeof(reply));
	qp.type = cm.type = IB_QPT_RELIABLE_CONN;
	qp.reporter.object.context = &told;
	port.port.ca_guid = UINT64_C(0x1122334455667788);
	cm.port = &port;
	cm.state = state;
	cm.local_id = LOCAL;
	cm.remote_id = REMOTE;
	cm.remote_qpn = QPN;
	cm.qp = &qp;
	cm.lap = IBA_CM_LAP_SENT;
	found = &cm;
	on_dispatcher = too_early = dead = false;
	told = 0;
	replied = 0;
	looked_for[0] = looked_for[1] = 0;
}

/* These calls were made, and this many callbacks of the program. */
static inline void made(const char *expected, int callbacks)
{
	assert_string_equal(calls, expected);
	assert_int_equal(told, callbacks);
	memset(calls, 0, sizeof(calls));
	told = 0;
}

#endif
