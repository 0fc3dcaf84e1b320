/* SPDX-License-Identifier: BSD-2-Clause */
/* What runtime/iba/mad/mcast.c calls, for its test. */
#ifndef TESTS_UNIT_IBA_MCAST_KIT_H
#define TESTS_UNIT_IBA_MCAST_KIT_H

#include <arpa/inet.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "heap.h"
#include "iba/mad/registration.h"

enum {
	MLID = 0xc001
};

static struct iba_al al;
static const struct iba_al *const expected_al = &al;
static struct iba_ca ca;
static struct ibv_qp verbs;
static struct iba_qp qp;
static struct iba_sa_port sa_port;
static ib_mcast_req_t req;
static struct iba_registration *made; /* the last one */
static struct iba_object *owned;      /* its owner */
static ib_net64_t found_ca;
static bool on_dispatcher, no_al, attach_fails;
static ib_api_status_t find_fails, get_fails, add_fails, register_fails;
static unsigned int pkey;
static int locked, attached, detached, unregistered, signals, waits, destroys;
static uint16_t attached_lid;
static uint8_t attached_gid[16];
static const bool *waited_for;

void iba_lock(void)
{
	assert_int_equal(locked++, 0);
}

void iba_unlock(void)
{
	assert_int_equal(locked--, 1);
}

void iba_hold(struct iba_object *object)
{
	object->references++;
}

void iba_put(struct iba_object *object)
{
	assert_true(object->references > 0);
	object->references--;
}

bool iba_on_dispatcher(void)
{
	return on_dispatcher;
}

void *iba_handle(const struct iba_object *object)
{
	return (void *)(uintptr_t)object;
}

void *iba_get(const void *handle, enum inverbs_iba_kind kind)
{
	assert_int_equal(kind, INVERBS_IBA_QP);
	if (handle != &qp)
		return NULL;
	qp.reporter.object.references++;
	return &qp;
}

void *iba_get_any(enum inverbs_iba_kind kind)
{
	assert_int_equal(kind, INVERBS_IBA_AL);
	al.object.references += !no_al;
	return no_al ? NULL : &al;
}

ib_api_status_t iba_refusal(const void *handle, ib_api_status_t invalid)
{
	(void)handle;
	return invalid;
}

struct iba_al *iba_al_of(struct iba_object *object)
{
	assert_ptr_equal(object, &qp.reporter.object);
	return &al;
}

struct iba_ca *iba_ca_of(struct iba_object *object)
{
	assert_ptr_equal(object, &qp.reporter.object);
	return &ca;
}

ib_api_status_t iba_port_find(ib_net64_t guid, struct iba_port *port)
{
	*port = (struct iba_port){.guid = guid, .ca_guid = found_ca};
	return find_fails;
}

unsigned int iba_port_value(const struct iba_port *port, const char *name)
{
	assert_int_equal(port->guid, req.port_guid);
	assert_string_equal(name, "pkeys/12");
	return pkey;
}

bool iba_port_gid(const struct iba_port *of, unsigned int index, ib_gid_t *gid)
{
	assert_ptr_equal(of, &sa_port.port);
	assert_int_equal(index, 0);
	memset(gid->raw, 0x3a, sizeof(gid->raw));
	return true;
}

ib_api_status_t iba_sa_port_get(struct iba_al *al, ib_net64_t guid, struct iba_sa_port **port)
{
	assert_ptr_equal(al, expected_al);
	if (get_fails)
		return get_fails;
	sa_port.port.guid = guid;
	sa_port.object.references++;
	*port = &sa_port;
	return IB_SUCCESS;
}

ib_api_status_t iba_add(struct iba_object *object, enum inverbs_iba_kind kind,
			struct iba_object *parent, void *verbs)
{
	assert_int_equal(kind, INVERBS_IBA_MCAST);
	assert_null(verbs);
	if (add_fails)
		return add_fails;
	owned = object;
	object->kind = kind;
	object->alive = true;
	object->parent = parent;
	object->references = 2;
	object->next = parent->children;
	parent->children = object;
	return IB_SUCCESS;
}

/* The caller's reference is gone; who else uses the object is the test's business. */
ib_api_status_t iba_destroy(struct iba_object *object, ib_pfn_destroy_cb_t destroyed)
{
	assert_ptr_equal(object, owned);
	assert_null(destroyed);
	object->references -= 2;
	destroys++;
	return IB_SUCCESS;
}

ib_api_status_t iba_destroy_handle(const void *handle, enum inverbs_iba_kind kind,
				   ib_api_status_t invalid, ib_pfn_destroy_cb_t destroyed)
{
	assert_ptr_equal(handle, owned);
	assert_int_equal(kind, INVERBS_IBA_MCAST);
	assert_int_equal(invalid, IB_INVALID_MCAST_HANDLE);
	assert_ptr_equal(destroyed, ib_sync_destroy);
	return IB_PENDING;
}

ib_api_status_t iba_sa_register(struct iba_registration *registration)
{
	made = registration;
	assert_ptr_equal(registration->port, &sa_port);
	assert_ptr_equal(registration->owner, owned);
	return register_fails;
}

void iba_sa_unregister(struct iba_registration *registration)
{
	assert_ptr_equal(registration, made);
	unregistered++;
}

void iba_sa_signal(struct iba_sa_port *port, bool *flag)
{
	assert_ptr_equal(port, &sa_port);
	assert_ptr_equal(flag, waited_for ? waited_for : flag);
	signals++;
}

void iba_sa_wait(struct iba_sa_port *port, const bool *flag)
{
	assert_ptr_equal(port, &sa_port);
	waited_for = flag;
	waits++;
}

int ibv_attach_mcast(struct ibv_qp *qp, const union ibv_gid *gid, uint16_t lid)
{
	assert_ptr_equal(qp, &verbs);
	if (attach_fails)
		return 5;
	memcpy(attached_gid, gid->raw, sizeof(attached_gid));
	attached_lid = lid;
	attached++;
	return 0;
}

int ibv_detach_mcast(struct ibv_qp *qp, const union ibv_gid *gid, uint16_t lid)
{
	assert_ptr_equal(qp, &verbs);
	assert_memory_equal(gid->raw, attached_gid, sizeof(attached_gid));
	assert_int_equal(lid, MLID);
	detached++;
	return 0;
}

/* ---- joins ---- */

static ib_mcast_rec_t rec;
static ib_member_rec_t rec_member;
static int calls;

static inline void on_join(ib_mcast_rec_t *of)
{
	rec = *of;
	if (of->p_member_rec)
		rec_member = *of->p_member_rec;
	calls++;
}

static int reset_groups(void **state)
{
	(void)state;
	memset(&al, 0, sizeof(al));
	memset(&qp, 0, sizeof(qp));
	memset(&sa_port, 0, sizeof(sa_port));
	memset(&rec, 0, sizeof(rec));
	made = NULL;
	owned = NULL;
	waited_for = NULL;
	fails_at = blocks = locked = attached = detached = unregistered = signals = waits =
		destroys = calls = 0;
	on_dispatcher = no_al = attach_fails = false;
	find_fails = get_fails = add_fails = register_fails = IB_SUCCESS;
	pkey = 0xffff;
	found_ca = ca.guid = 88;
	verbs.qp_type = IBV_QPT_UD;
	qp.qp = &verbs;
	req = (ib_mcast_req_t){.mcast_context = &calls,
			       .pfn_mcast_cb = on_join,
			       .timeout_ms = 70,
			       .retry_cnt = 4,
			       .port_guid = 77,
			       .pkey_index = 12,
			       .member_rec = {.scope_state = 1, .mlid = htons(1)}};
	memset(req.member_rec.mgid.raw, 0xff, sizeof(req.member_rec.mgid.raw));
	return 0;
}

/* The administrator's response; its group has another GID, and a combined join state. */
static inline void respond(ib_api_status_t status, size_t missing)
{
	struct sa_mc_member_record record = {.mlid = MLID, .join_state = 5, .qkey = 0x1234};
	uint8_t mad[MAD_BYTES] = {0};
	const struct iba_sa_response response = {.status = status,
						 .mad_status = 0x99,
						 .mad = mad,
						 .bytes = SA_HEADER_BYTES +
							  SA_MC_MEMBER_RECORD_SIZE - missing};

	memset(record.mgid, 0xfe, sizeof(record.mgid));
	sa_mc_member_record_put(mad + SA_HEADER_BYTES, &record);
	made->done(made, &response);
}

/* The object ends: whether the group is left. */
static inline bool leave_group(struct iba_registration *registration)
{
	struct iba_object *const owner = registration->owner;
	const bool last = registration->prepare_delete(registration);

	owner->parent->children = NULL;
	owner->release(owner);
	free(owner);
	return last;
}

#endif
