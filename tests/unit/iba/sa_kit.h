/* SPDX-License-Identifier: BSD-2-Clause */
/* What runtime/iba/mad/sa.c calls, for its test. */
#ifndef TESTS_UNIT_IBA_SA_KIT_H
#define TESTS_UNIT_IBA_SA_KIT_H

#include <arpa/inet.h>
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "iba/mad/sa.h"
#include "stores.h"

static struct umad_header sent;
static uint8_t sent_mad[MAD_BYTES];
static int writes, write_fails, holds, timers, cleared, opens, closes, watches, destroys;
static uint32_t timer_ms;
static int sm_lid, dispatcher_fails, open_fails, sender_fails, watch_fails;
static ib_api_status_t add_fails, find_fails;
static struct iba_job *deferred[4];
static int defers;
static struct iba_sa_port *port; /* the one that is made */
static struct iba_al al;
static struct iba_object owner;
static bool cancel_in_write;
static struct iba_sa_request request;

int iba_umad_write(struct iba_umad *umad, const struct umad_header *header, const void *mad,
		   size_t bytes)
{
	assert_ptr_equal(umad, &port->umad);
	assert_int_equal(bytes, MAD_BYTES);
	sent = *header;
	memcpy(sent_mad, mad, bytes);
	writes++;
	if (cancel_in_write)
		iba_sa_cancel(&request);
	return write_fails;
}

unsigned int iba_port_value(const struct iba_port *port, const char *name)
{
	assert_int_equal(port->guid, 77);
	return !strcmp(name, "sm_lid") ? (unsigned int)sm_lid : !strcmp(name, "sm_sl") ? 5 : 99;
}

void iba_hold(struct iba_object *object)
{
	assert_true(object == &owner || object == &port->object);
	object->references++;
	holds++;
}

void iba_put(struct iba_object *object)
{
	object->references--;
	holds--;
}

void iba_timer_set(struct iba_timer *timer, uint32_t ms)
{
	assert_ptr_equal(timer, &request.timer);
	timer_ms = ms;
	timers++;
}

bool iba_timer_clear(struct iba_timer *timer)
{
	assert_ptr_equal(timer, &request.timer);
	cleared++;
	return true;
}

void iba_defer(struct iba_job *job)
{
	assert_true(defers < 4);
	deferred[defers++] = job;
}

ib_api_status_t iba_umad_status(int err)
{
	return err == 0 ? IB_SUCCESS : err == EIO ? IB_ERROR : IB_RESOURCE_BUSY;
}

ib_api_status_t iba_status(int err)
{
	return err ? IB_INSUFFICIENT_RESOURCES : IB_SUCCESS;
}

int iba_dispatcher_start(void)
{
	return dispatcher_fails;
}

int iba_umad_open(struct iba_umad *umad, const struct iba_port *port)
{
	assert_non_null(umad->received);
	assert_non_null(umad->lost);
	assert_int_equal(port->guid, 77);
	if (!open_fails)
		opens++;
	return open_fails;
}

int iba_umad_register_sender(struct iba_umad *umad, uint8_t qpn, bool rmpp, uint32_t *id)
{
	assert_non_null(umad);
	assert_int_equal(qpn, 1);
	assert_true(rmpp);
	*id = 33;
	return sender_fails;
}

void iba_umad_close(struct iba_umad *umad)
{
	assert_non_null(umad);
	closes++;
}

void iba_sa_port_unwatch(struct iba_sa_port *of)
{
	assert_non_null(of);
	closes++;
}

ib_api_status_t iba_add(struct iba_object *object, enum inverbs_iba_kind kind,
			struct iba_object *parent, void *verbs)
{
	assert_int_equal(kind, INVERBS_IBA_SA_PORT);
	assert_ptr_equal(parent, &al.object);
	assert_null(verbs);
	if (add_fails)
		return add_fails;
	port = (struct iba_sa_port *)object;
	object->kind = kind;
	object->alive = true;
	object->next = al.object.children;
	al.object.children = object;
	return IB_SUCCESS;
}

int iba_watch(struct iba_source *source)
{
	assert_ptr_equal(source, &port->umad.source);
	if (!watch_fails)
		watches++;
	return watch_fails;
}

void iba_unwatch(struct iba_source *source)
{
	assert_true(source == &port->umad.source || source == &port->reports.source);
	watches--;
}

ib_api_status_t iba_destroy(struct iba_object *object, ib_pfn_destroy_cb_t destroyed)
{
	assert_ptr_equal(object, &port->object);
	assert_null(destroyed);
	destroys++;
	return IB_SUCCESS;
}

ib_api_status_t iba_port_find(ib_net64_t guid, struct iba_port *port)
{
	memset(port, 0, sizeof(*port));
	port->guid = guid;
	return find_fails;
}

void iba_lock(void)
{
}

void iba_unlock(void)
{
}

#endif
