/* SPDX-License-Identifier: BSD-2-Clause */
/* What runtime/iba/cm/listen.c calls, and two adapters with two ports each, for its test. */
#ifndef TESTS_UNIT_IBA_LISTEN_KIT_H
#define TESTS_UNIT_IBA_LISTEN_KIT_H

#include <arpa/inet.h>
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "heap.h"
#include "iba/cm/cm.h"

enum {
	DEVICES = 2,
	PORTS = 4,
	SERVICE = 0x1234
};

static struct iba_al al;
static const struct iba_al *const expected_al = &al;
static struct ibv_device devices[DEVICES];
static struct ibv_device *device_list[DEVICES + 1];
static int lists, list_errno;
static struct iba_cm_port ports[PORTS];
static ib_api_status_t port_status[PORTS];
static int served[PORTS], asked_ports;
static ib_net64_t served_id;
static ib_net16_t lids[PORTS], pkeys[PORTS];
static struct iba_cm cm;
static const struct iba_cm *const expected_cm = &cm;
static struct iba_cm *found;
static int listener_puts, cm_puts, locked;
static bool cm_locked;
static ib_api_status_t publish_status;
static struct iba_job *deferred;
static ib_cm_req_rec_t rec;
static int reports;

static size_t index_of(const struct iba_port *port)
{
	return (size_t)(port->ca_guid - 1) * 2 + port->number - 1;
}

struct ibv_device **ibv_get_device_list(int *num_devices)
{
	assert_null(num_devices);
	errno = list_errno;
	if (list_errno)
		return NULL;
	for (int i = 0; i < DEVICES; i++)
		device_list[i] = &devices[i];
	lists++;
	return device_list;
}

void ibv_free_device_list(struct ibv_device **list)
{
	assert_ptr_equal(list, device_list);
	lists--;
}

bool iba_port_of_device(const struct inverbs_device *device, unsigned int number,
			struct iba_port *port)
{
	const size_t at = (size_t)((const struct ibv_device *)device - devices) + 1;

	*port = (struct iba_port){.number = number, .guid = 10 * at + number, .ca_guid = at};
	return number && number <= 2;
}

bool iba_cm_has_lid(const struct iba_port *port, ib_net16_t lid)
{
	return lids[index_of(port)] == lid;
}

int iba_port_pkey_index(const struct iba_port *port, ib_net16_t pkey)
{
	return pkeys[index_of(port)] == pkey ? 0 : -1;
}

ib_api_status_t iba_cm_port_get(struct iba_al *al, const struct iba_port *port,
				struct iba_cm_port **out)
{
	const size_t at = index_of(port);

	assert_ptr_equal(al, expected_al);
	asked_ports++;
	if (port_status[at])
		return port_status[at];
	ports[at].object.references++;
	*out = &ports[at];
	return IB_SUCCESS;
}

void iba_cm_receive_requests(struct iba_cm_port *port, ib_net64_t service, bool serves)
{
	assert_true(port->object.references > 0);
	served[port - ports] += serves ? 1 : -1;
	served_id = service;
}

void iba_put(struct iba_object *object)
{
	if (object == &cm.object) {
		cm_puts++;
		return;
	}
	if (object->kind == INVERBS_IBA_LISTEN)
		listener_puts++;
	else
		object->references--;
}

ib_api_status_t iba_status(int err)
{
	return err == ENFILE ? IB_INSUFFICIENT_RESOURCES : IB_ERROR;
}

void iba_lock(void)
{
	assert_int_equal(locked++, 0);
}

void iba_unlock(void)
{
	assert_int_equal(locked--, 1);
}

ib_api_status_t iba_publish(struct iba_object *object, enum inverbs_iba_kind kind,
			    struct iba_object *parent, void *verbs, void *handle)
{
	assert_int_equal(kind, INVERBS_IBA_LISTEN);
	assert_ptr_equal(parent, &al.object);
	assert_null(verbs);
	if (publish_status) {
		object->release(object);
		free(object);
		return publish_status;
	}
	object->kind = kind;
	object->alive = true;
	object->next = al.object.children;
	al.object.children = object;
	*(void **)handle = object;
	return IB_SUCCESS;
}

void *iba_get(const void *handle, enum inverbs_iba_kind kind)
{
	assert_int_equal(kind, INVERBS_IBA_AL);
	if (handle != &al)
		return NULL;
	al.object.references++;
	return &al;
}

ib_api_status_t iba_refusal(const void *handle, ib_api_status_t invalid)
{
	(void)handle;
	return invalid;
}

ib_api_status_t iba_destroy_handle(const void *handle, enum inverbs_iba_kind kind,
				   ib_api_status_t invalid, ib_pfn_destroy_cb_t destroyed)
{
	assert_ptr_equal(handle, &ports);
	assert_int_equal(kind, INVERBS_IBA_LISTEN);
	assert_int_equal(invalid, IB_INVALID_HANDLE);
	assert_ptr_equal(destroyed, ib_sync_destroy);
	return IB_PENDING;
}

void *iba_handle(const struct iba_object *object)
{
	return (void *)(uintptr_t)object;
}

ib_cm_handle_t iba_cm_handle(const struct iba_cm *cm)
{
	return (ib_cm_handle_t){.cid = cm->local_id};
}

ib_path_rec_t iba_cm_reverse_path(const struct ibcm_req *req, const struct ibcm_path *path)
{
	assert_ptr_equal(req, &cm.request);
	return (ib_path_rec_t){.dlid = path->local_lid, .pkey = 1};
}

void iba_cm_lock(struct iba_cm *cm)
{
	assert_ptr_equal(cm, expected_cm);
	assert_false(cm_locked);
	cm_locked = true;
}

void iba_cm_unlock(struct iba_cm *cm)
{
	assert_ptr_equal(cm, expected_cm);
	assert_true(cm_locked);
	cm_locked = false;
}

struct iba_cm *iba_cm_get(const ib_cm_handle_t *handle)
{
	assert_int_equal(handle->cid, 0x41);
	cm_locked = found != NULL;
	return found;
}

void iba_cm_put(struct iba_cm *cm)
{
	iba_cm_unlock(cm);
	cm_puts++;
}

void iba_hold(struct iba_object *object)
{
	assert_ptr_equal(object, &cm.object);
	cm_puts--;
}

void iba_defer(struct iba_job *job)
{
	deferred = job;
}

/* ---- listeners ---- */

static ib_cm_listen_t wanted;
static uint8_t compared[IB_SIDR_REQ_PDATA_SIZE + 1];

static inline void on_request(ib_cm_req_rec_t *of)
{
	assert_false(cm_locked);
	rec = *of;
	reports++;
}

static inline void want_all(void)
{
	wanted = (ib_cm_listen_t){.svc_id = SERVICE,
				  .ca_guid = IB_ALL_CAS,
				  .port_guid = IB_ALL_PORTS,
				  .lid = IB_ALL_LIDS,
				  .pkey = IB_ALL_PKEYS,
				  .pfn_cm_req_cb = on_request,
				  .qp_type = IB_QPT_RELIABLE_CONN,
				  .sidr_context = &compared};
}

static int reset_listeners(void **state)
{
	(void)state;
	memset(&al, 0, sizeof(al));
	memset(ports, 0, sizeof(ports));
	memset(port_status, 0, sizeof(port_status));
	memset(served, 0, sizeof(served));
	memset(&cm, 0, sizeof(cm));
	memset(compared, 0, sizeof(compared));
	fails_at = blocks = lists = list_errno = asked_ports = listener_puts = cm_puts = locked =
		reports = 0;
	cm_locked = false;
	publish_status = IB_SUCCESS;
	deferred = NULL;
	found = &cm;
	for (int i = 0; i < PORTS; i++) {
		ports[i].object.kind = INVERBS_IBA_CM_PORT;
		ports[i].object.alive = true;
		ports[i].object.parent = &al.object;
		lids[i] = (ib_net16_t)htons((uint16_t)(0x100 + i));
		pkeys[i] = (ib_net16_t)htons((uint16_t)(0x8001 + i));
	}
	cm.port = &ports[0];
	cm.local_id = 0x51;
	want_all();
	return 0;
}

/* Release all listeners: the ports stop receiving their requests. */
static inline void release_listeners(void)
{
	while (al.object.children) {
		struct iba_object *const object = al.object.children;

		al.object.children = object->next;
		object->release(object);
		free(object);
	}
	for (int i = 0; i < PORTS; i++) {
		assert_int_equal(served[i], 0);
		assert_int_equal(ports[i].object.references, 0);
	}
	assert_int_equal(blocks, 0);
}

static int check_listeners(void **state)
{
	(void)state;
	release_listeners();
	assert_int_equal(lists, 0);
	assert_int_equal(locked, 0);
	assert_false(cm_locked);
	assert_int_equal(al.object.references, 0);
	return 0;
}

static inline ib_api_status_t try_listen(void)
{
	ib_listen_handle_t handle = NULL;
	const ib_api_status_t status = ib_cm_listen((ib_al_handle_t)&al, &wanted, &found, &handle);

	assert_int_equal(al.object.references, 0);
	assert_int_equal(handle != NULL, status == IB_SUCCESS);
	return status;
}

/* Listen, and return the object. */
static inline struct iba_listener *listen_ok(void)
{
	assert_int_equal(try_listen(), IB_SUCCESS);
	return (struct iba_listener *)al.object.children;
}

#define FRESH(name) cmocka_unit_test_setup_teardown(name, reset_listeners, check_listeners)

#endif
