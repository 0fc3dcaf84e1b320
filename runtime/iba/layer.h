/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The access layer's objects that wrap verbs objects, and declarations that its files share. Each
 * struct begins with its iba_object, which iba_get() returns for a handle.
 */
#ifndef RUNTIME_IBA_LAYER_H
#define RUNTIME_IBA_LAYER_H

#include <infiniband/verbs.h>
#include <pthread.h>

#include "object.h"

#define IBA_CONTAINER(pointer, type, member)                                                       \
	((type *)(void *)((char *)(pointer)-offsetof(type, member)))

/** An instance; it has no parent. */
struct iba_al {
	struct iba_object object;
};

/** An object that asynchronous events can concern: an adapter, a CQ, a queue pair or an SRQ. */
struct iba_reporter {
	struct iba_object object;
	ib_pfn_event_cb_t event; /* NULL: no callback */
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

/**
 * A protection domain; below an adapter. `pd` is NULL for domain types that exist in the layer
 * only.
 */
struct iba_pd {
	struct iba_object object;
	ib_pd_type_t type;
	struct ibv_pd *pd;
};

/** An address vector; below a domain. `ah` is NULL if the adapter cannot have one. */
struct iba_av {
	struct iba_object object;
	ib_av_attr_t attr;
	struct ibv_ah *ah;
};

/** A completion queue; below an adapter. */
struct iba_cq {
	struct iba_reporter reporter;
	struct ibv_cq *cq;
	ib_pfn_comp_cb_t completed;
	cl_waitobj_handle_t waits;
	unsigned int users; /* number of queue pairs; guarded by iba_lock() */
};

/** A shared receive queue; below a domain. */
struct iba_srq {
	struct iba_reporter reporter;
	struct ibv_srq *srq;
	ib_srq_attr_t attr;
	unsigned int users; /* as in iba_cq */
};

struct iba_qp;

/** Hooks for the management code, in a queue pair of type MAD that its services use. */
struct iba_mad_hooks {
	/** The state has changed. */
	void (*changed)(struct iba_qp *qp, enum ibv_qp_state state);
	/** The completion queue has completions. Runs on the dispatcher. */
	void (*completed)(struct iba_qp *qp);
	/** The queue pair is being destroyed. iba_lock() is held. */
	void (*stop)(struct iba_qp *qp);
	/** The adapter has destroyed the queue pair. */
	void (*release)(struct iba_qp *qp);
};

/** A queue pair; below a domain. It has references to its CQs and its SRQ. */
struct iba_qp {
	struct iba_reporter reporter;
	ib_qp_type_t type;
	struct ibv_qp *qp; /* NULL for aliases */
	struct iba_cq *send_cq, *recv_cq;
	struct iba_srq *srq;
	boolean_t signals_all;
	pthread_mutex_t changing; /* held while verbs query or change the state */
	bool counted;             /* counted as a user of its CQs and its SRQ */
	/*
	 * Its connection (ib_cm_*()), and the function to call when the queue pair is being
	 * destroyed, with iba_lock() held.
	 */
	struct iba_object *connection;
	void (*disconnect)(struct iba_qp *qp);
	/* NULL, except for type MAD with a service. */
	const struct iba_mad_hooks *hooks;
	struct iba_mad_qp *management;
};

/** Whether datagrams are sent on it, by the program or by its services. */
static inline bool iba_is_datagram(const struct iba_qp *qp)
{
	return qp->type == IB_QPT_UNRELIABLE_DGRM || qp->type == IB_QPT_MAD;
}

/** A memory region; below a domain. */
struct iba_mr {
	struct iba_object object;
	struct ibv_mr *mr;
	ib_access_t access;
	unsigned int windows; /* number of windows bound to it; guarded by iba_lock() */
	struct iba_mr *next_shared;
	bool is_shared;
	ib_shmid_t shmid;
};

/** A memory window; below a domain. It has a reference to the region that it is bound to. */
struct iba_mw {
	struct iba_object object;
	struct ibv_mw *mw;
	struct iba_mr *mr;
};

/**
 * The status for an errno value. Callers for which EINVAL has a specific meaning handle it first.
 */
ib_api_status_t iba_status(int err);

/** Find the instance, or the adapter, above an object. */
struct iba_al *iba_al_of(struct iba_object *object);
struct iba_ca *iba_ca_of(struct iba_object *object);

/**
 * Open the adapter with this GUID; the caller closes the context. IB_INVALID_GUID: there is none.
 */
ib_api_status_t iba_open_device(ib_net64_t guid, struct ibv_context **context);

/** GUID of a port; 0 if it cannot be read. */
ib_net64_t iba_port_guid(struct ibv_context *context, uint8_t port);

/** Returns the port of an adapter with this GUID, or 0. */
uint8_t iba_port_of_guid(struct ibv_context *context, ib_net64_t guid);

/**
 * Like iba_get() for a domain, but also returns NULL for a domain that exists in the layer only.
 */
struct iba_pd *iba_get_verbs_pd(ib_pd_handle_t handle);

/** Whether an adapter has this port. */
bool iba_has_port(const struct iba_ca *ca, uint8_t port);

/** Start reading the adapter's asynchronous events and running their callbacks. */
ib_api_status_t iba_watch_events(struct iba_ca *ca);

/** Likewise for completions on the adapter's channel. */
ib_api_status_t iba_watch_completions(struct iba_ca *ca);

/**
 * The adapter's channel, created with its first completion queue. Returns NULL with errno on
 * failure.
 */
struct ibv_comp_channel *iba_channel(struct iba_ca *ca);

/**
 * Convert an address vector to verbs. IB_INVALID_PARAMETER: the port does not have its source GID.
 */
ib_api_status_t iba_ah_attr(struct ibv_context *context, const ib_av_attr_t *from,
			    struct ibv_ah_attr *to);

/** Convert an address vector from verbs. */
void iba_av_attr(struct ibv_context *context, const struct ibv_ah_attr *from, ib_av_attr_t *to);

/** Check access rights. Returns IB_SUCCESS, IB_UNSUPPORTED or IB_INVALID_PERMISSION. */
ib_api_status_t iba_check_access(ib_access_t access);

/** Check the parameters of a region: address, length, access rights. */
ib_api_status_t iba_check_mr_create(const ib_mr_create_t *create);

/** Register a region, and publish it below a domain. */
ib_api_status_t iba_register_memory(struct iba_pd *pd, struct iba_mr *mr, void *address,
				    uint64_t length, ib_access_t access, ib_mr_handle_t *handle,
				    net32_t *lkey, net32_t *rkey);

/** ibv_query_qp() for a queue pair that other threads may query or modify at the same time. */
int iba_query_verbs(struct iba_qp *qp, struct ibv_qp_attr *attr, int mask,
		    struct ibv_qp_init_attr *init);

/** ib_modify_qp() for an object. */
ib_api_status_t iba_modify_qp(struct iba_qp *qp, const ib_qp_mod_t *mod);

/**
 * Allow the posts that are valid in the queue pair's current state. For state changes made other
 * than by ib_modify_qp().
 */
void iba_update_slot_state(struct iba_qp *qp);

/** Attributes of an adapter, as ib_query_ca() returns them; the handle has been checked. */
ib_api_status_t iba_query_context(struct ibv_context *context, ib_ca_attr_t *attr, uint32_t *size);

#endif
