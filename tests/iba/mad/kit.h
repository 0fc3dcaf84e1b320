/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Management through the access layer, for its tests: an instance with an adapter, whose port has
 * an alias of QP1, and services that remember what was called back.
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
	KIT_TIMEOUT_MS = 60000, /* for a machine that is very busy */
	KIT_SOON_MS = 20,
	KIT_VENDOR_CLASS = 9, /* one without an OUI */
};

struct kit {
	ib_al_handle_t al;
	ib_ca_handle_t ca;
	ib_pd_handle_t pd;
	ib_ca_attr_t *attr;
	ib_net64_t port_guid;
	ib_net16_t lid;
	ib_qp_handle_t qp; /* alias of QP1 */
	ib_pool_key_t key;
};

/** What was called back: the element, and its status then. */
struct kit_call {
	ib_mad_element_t *element;
	ib_wc_status_t status;
	bool received;
};

struct kit_svc {
	ib_mad_svc_handle_t handle;
	struct kit_call calls[KIT_CALLS];
	unsigned int count; /* atomic */
	/** Called in the callback, too, if it is set. */
	void (*also)(struct kit_svc *svc, const struct kit_call *call);
	void *data;
};

/** On the device with this place in the list. */
void kit_open(struct kit *kit, unsigned int device);
void kit_close(struct kit *kit);

/** A handle that cannot be one. */
void *kit_random_handle(void);

/** A service that only sends; or one that takes these methods of a class as well, up to a 0. */
ib_api_status_t kit_try_serve(ib_qp_handle_t qp, struct kit_svc *svc, uint8_t mgmt_class,
			      const uint8_t *methods);
void kit_serve(const struct kit *kit, struct kit_svc *svc, const uint8_t *methods);

/** A datagram of the vendor's class to another port's QP1; the address is that of a response. */
ib_mad_element_t *kit_mad(const struct kit *kit, uint8_t method, ib_net16_t lid);
void kit_send(struct kit_svc *svc, ib_mad_element_t *element);

/** Wait until a condition on an atomic counter holds; fails the test after a minute. */
void kit_await(const unsigned int *counter, unsigned int value);
/** Wait for the call with that number, from 0. */
const struct kit_call *kit_call(struct kit_svc *svc, unsigned int number);

/** For ib_destroy_*(): counts in its context. */
void kit_destroyed(void *context);

#endif
