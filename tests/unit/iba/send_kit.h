/* SPDX-License-Identifier: BSD-2-Clause */
/* What runtime/iba/mad/send.c calls, and a service that sends, for its tests. */
#ifndef TESTS_UNIT_IBA_SEND_KIT_H
#define TESTS_UNIT_IBA_SEND_KIT_H

#include <arpa/inet.h>
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "iba/mad/qp.h"
#include "iba/mad/service.h"

static struct umad_header sent;
static size_t sent_bytes;
static int writes, write_fails, senders, sender_fails, defers, own_sends, ways, forgets;
static ib_api_status_t way_fails;
static struct iba_job *deferred;
static struct iba_ca ca;
static struct iba_av av;
static struct iba_spl_qp qp;
static struct iba_mad_svc svc;
static const struct iba_mad_svc *const expected_svc = &svc;
static struct iba_mad mads[3];
static uint8_t bytes[3][600];
static bool dead, end_in_write;
static int references;

int iba_umad_write(struct iba_umad *umad, const struct umad_header *header, const void *mad,
		   size_t bytes)
{
	assert_ptr_equal(umad, &svc.umad);
	assert_non_null(mad);
	sent = *header;
	sent_bytes = bytes;
	writes++;
	if (end_in_write)
		svc.waiting = NULL;
	return write_fails;
}

int iba_umad_register_sender(struct iba_umad *umad, uint8_t qpn, bool rmpp, uint32_t *id)
{
	assert_ptr_equal(umad, &svc.umad);
	assert_int_equal(qpn, 1);
	senders++;
	*id = rmpp ? 51 : 50;
	return sender_fails;
}

ib_api_status_t iba_umad_status(int err)
{
	return err ? IB_ERROR : IB_SUCCESS;
}

bool iba_class_has_rmpp(uint8_t mgmt_class)
{
	return mgmt_class == MAD_CLASS_ADMINISTRATION || mgmt_class == MAD_VENDOR_OUI_FIRST;
}

struct iba_ca *iba_ca_of(struct iba_object *object)
{
	return object == &av.object ? (struct iba_ca *)(uintptr_t)av.object.context : &ca;
}

void *iba_get(const void *handle, enum inverbs_iba_kind kind)
{
	if (handle == &av)
		return kind == INVERBS_IBA_AV ? &av : NULL;
	if (handle == &svc && kind == INVERBS_IBA_MAD_SVC) {
		references++;
		return &svc;
	}
	return NULL;
}

void *iba_handle(const struct iba_object *object)
{
	assert_ptr_equal(object, &svc.object);
	return &svc;
}

void iba_hold(struct iba_object *object)
{
	assert_ptr_equal(object, &svc.object);
	references++;
}

bool iba_hold_alive(struct iba_object *object)
{
	assert_ptr_equal(object, &svc.object);
	references += !dead;
	return !dead;
}

void iba_put(struct iba_object *object)
{
	if (object == &svc.object)
		references--;
}

ib_api_status_t iba_refusal(const void *handle, ib_api_status_t invalid)
{
	(void)handle;
	return invalid;
}

void iba_lock(void)
{
}

void iba_unlock(void)
{
}

void iba_defer(struct iba_job *job)
{
	deferred = job;
	defers++;
}

uint8_t iba_port_gid_index(const struct iba_port *port, const ib_gid_t *gid)
{
	assert_ptr_equal(port, &qp.port);
	return gid->raw[0];
}

bool iba_mad_change_state(struct iba_mad *mad, enum iba_mad_state from, enum iba_mad_state to)
{
	if (mad->state != from)
		return false;
	mad->state = to;
	return true;
}

int iba_mad_qp_send(struct iba_mad_svc *svc, struct iba_mad *mad)
{
	assert_ptr_equal(svc, expected_svc);
	assert_non_null(mad);
	own_sends++;
	return write_fails;
}

ib_api_status_t iba_mad_qp_find_destination(struct iba_mad_qp *own, struct iba_mad *mad)
{
	assert_ptr_equal(own, svc.own);
	assert_non_null(mad);
	ways++;
	return way_fails;
}

void iba_mad_qp_forget(struct iba_mad_qp *own, const struct iba_mad *mad)
{
	assert_ptr_equal(own, svc.own);
	assert_non_null(mad);
	forgets++;
}

/* ---- a service of queue pair 1 ---- */

static struct iba_mad *back[4];
static int backs;

static void on_sent(ib_mad_svc_handle_t handle, void *context, ib_mad_element_t *element)
{
	assert_ptr_equal(handle, &svc);
	assert_ptr_equal(context, &backs);
	assert_null(element->p_next);
	back[backs++] = (struct iba_mad *)element;
}

static void head_of(int n, uint8_t mgmt_class, uint8_t method)
{
	const struct mad_header header = {
		.mgmt_class = mgmt_class, .method = method, .tid = 0x900000070 + (uint64_t)n};

	mad_header_put(bytes[n], &header);
}

static int reset_sends(void **state)
{
	(void)state;
	memset(&sent, 0, sizeof(sent));
	memset(mads, 0, sizeof(mads));
	memset(bytes, 0, sizeof(bytes));
	memset(&svc, 0, sizeof(svc));
	memset(&qp, 0, sizeof(qp));
	memset(&av, 0, sizeof(av));
	writes = write_fails = senders = sender_fails = defers = own_sends = ways = forgets =
		backs = references = 0;
	way_fails = IB_SUCCESS;
	dead = end_in_write = false;
	deferred = NULL;
	qp.qpn = 1;
	qp.port.number = 2;
	av.object.context = &ca;
	av.attr.port_num = 2;
	svc.qp = &qp;
	svc.type = IB_MAD_SVC_DEFAULT;
	svc.sent = on_sent;
	svc.object.context = &backs;
	svc.last_done = &svc.done;
	pthread_mutex_init(&svc.lock, NULL);
	for (int n = 0; n < 3; n++) {
		mads[n].state = IBA_MAD_WITH_PROGRAM;
		mads[n].room = sizeof(bytes[n]);
		mads[n].element.p_mad_buf = (ib_mad_t *)bytes[n];
		mads[n].element.size = MAD_BYTES;
		head_of(n, MAD_CLASS_ADMINISTRATION, MAD_METHOD_GET);
	}
	return 0;
}

static inline ib_api_status_t submit(int n)
{
	return ib_send_mad((ib_mad_svc_handle_t)&svc, &mads[n].element, NULL);
}

/* The element was refused, and is with the program. */
static inline void refuses(int n, ib_api_status_t status)
{
	const int before = writes;

	assert_int_equal(submit(n), status);
	assert_int_equal(writes, before);
	assert_int_equal(mads[n].state, IBA_MAD_WITH_PROGRAM);
	assert_int_equal(references, 0);
	assert_null(svc.waiting);
}

static inline void come_back(int count)
{
	assert_int_equal(defers, 1);
	assert_int_equal(backs, 0);
	deferred->run(deferred);
	assert_int_equal(backs, count);
	assert_int_equal(references, 0);
	assert_false(svc.deferred);
	assert_null(svc.done);
	assert_ptr_equal(svc.last_done, &svc.done);
	defers = backs = 0;
}

#define FRESH(name) cmocka_unit_test_setup(name, reset_sends)

#endif
