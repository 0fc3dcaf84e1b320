/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The objects of the access layer that stand for verbs, and what its files share. Each struct
 * begins with its iba_object; iba_get() gives it for a handle.
 */
#ifndef RUNTIME_IBA_LAYER_H
#define RUNTIME_IBA_LAYER_H

#include <infiniband/verbs.h>

#include "object.h"

#define IBA_CONTAINER(pointer, type, member)                                                       \
	((type *)(void *)((char *)(pointer)-offsetof(type, member)))

/** An instance; its parent is none. */
struct iba_al {
	struct iba_object object;
};

/** What asynchronous events are about: an adapter, a completion queue, a queue pair, an SRQ. */
struct iba_reporter {
	struct iba_object object;
	ib_pfn_event_cb_t event; /* NULL: nobody wants to know */
};

/** An adapter; below an instance. */
struct iba_ca {
	struct iba_reporter reporter;
	struct ibv_context *context;
	ib_net64_t guid;
	struct ibv_device_attr attr;
	struct ibv_comp_channel *channel; /* of all its completion queues; NULL before the first */
	struct iba_source events;
	struct iba_source completions;
	bool watches_events;
	bool watches_completions;
};

/** A protection domain; below an adapter. `pd` is NULL for types that exist in the layer only. */
struct iba_pd {
	struct iba_object object;
	ib_pd_type_t type;
	struct ibv_pd *pd;
};

/** The status that stands for an errno value; the caller knows better what EINVAL means. */
ib_api_status_t iba_status(int err);

/** The instance or the adapter that an object is below. */
struct iba_al *iba_al_of(struct iba_object *object);
struct iba_ca *iba_ca_of(struct iba_object *object);

/**
 * An adapter by its GUID: its context, which the caller closes, or NULL. IB_INVALID_GUID: there is
 * none.
 */
ib_api_status_t iba_open_device(ib_net64_t guid, struct ibv_context **context);

/** GUID of a port; 0 if it cannot be read. */
ib_net64_t iba_port_guid(struct ibv_context *context, uint8_t port);

/** The port of an adapter with this GUID; 0: none. */
uint8_t iba_port_of_guid(struct ibv_context *context, ib_net64_t guid);

/** Whether an adapter has this port. */
bool iba_has_port(const struct iba_ca *ca, uint8_t port);

/** From now on the adapter's asynchronous events are read and called back. */
ib_api_status_t iba_watch_events(struct iba_ca *ca);

/** The same for completions of the queues on its channel. */
ib_api_status_t iba_watch_completions(struct iba_ca *ca);

/** Attributes of an adapter, as ib_query_ca() gives them. The handle was checked. */
ib_api_status_t iba_query_context(struct ibv_context *context, ib_ca_attr_t *attr, uint32_t *size);

#endif
