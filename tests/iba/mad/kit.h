/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * For tests of management through the access layer: an instance with an open adapter and an alias
 * of QP1, and services that record their callbacks.
 */
#ifndef TESTS_IBA_MAD_KIT_H
#define TESTS_IBA_MAD_KIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <iba/ib_al.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum {
	KIT_CALLS = 64,
	KIT_TIMEOUT_MS = 60000, /* long enough for a very busy machine */
	KIT_SOON_MS = 20,
	KIT_VENDOR_CLASS = 9, /* of the vendor classes without an OUI */
};

struct kit {
	ib_al_handle_t al;
	ib_ca_handle_t ca;
	ib_pd_handle_t pd;
	ib_ca_attr_t *attr;
	ib_net64_t port_guid;
	ib_net16_t lid;
	ib_qp_handle_t qp; /* an alias of QP1 */
	ib_pool_key_t key;
};

/** A callback: its element, and the element's status at that time. */
struct kit_call {
	ib_mad_element_t *element;
	ib_wc_status_t status;
	bool received;
};

struct kit_svc {
	ib_mad_svc_handle_t handle;
	struct kit_call calls[KIT_CALLS];
	unsigned int count; /* accessed atomically */
	/** If set, also called in the callback. */
	void (*also)(struct kit_svc *svc, const struct kit_call *call);
	void *data;
};

/** Open the device with this index in the list. */
void kit_open(struct kit *kit, unsigned int device);
void kit_close(struct kit *kit);

/** Returns a value that is not a handle. */
void *kit_random_handle(void);

/** Registers a service that only sends or, with a list of methods that ends with 0, one that also
 * receives these methods of the class. */
ib_api_status_t kit_try_serve(ib_qp_handle_t qp, struct kit_svc *svc, uint8_t mgmt_class,
			      const uint8_t *methods);
void kit_serve(const struct kit *kit, struct kit_svc *svc, const uint8_t *methods);

/** Returns a datagram of the vendor class for QP1 of the port with this LID; to be put back or
 * sent. */
ib_mad_element_t *kit_mad(const struct kit *kit, uint8_t method, ib_net16_t lid);
void kit_send(struct kit_svc *svc, ib_mad_element_t *element);

/** Wait until the atomic counter reaches the value; the test fails after a minute. */
void kit_await(const unsigned int *counter, unsigned int value);
/** Wait for the callback with this number, counted from 0. */
const struct kit_call *kit_call(struct kit_svc *svc, unsigned int number);

/** A destroy callback: increments the counter that its context points to. */
void kit_destroyed(void *context);

#endif
