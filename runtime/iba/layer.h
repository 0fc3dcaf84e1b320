/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The objects of the access layer that wrap verbs objects, and what its files share. Each struct
 * begins with its iba_object; iba_get() returns it for a handle.
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

/** The object of asynchronous events: an adapter, a completion queue, a queue pair or an SRQ. */
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
	struct ibv_comp_channel *channel; /* for all its completion queues; NULL before the first */
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

/** An address vector; below a domain. `ah` is NULL for those that no adapter can have. */
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
	unsigned int users; /* queue pairs; guarded by the lock of objects */
};

/** A shared receive queue; below a domain. */
struct iba_srq {
	struct iba_reporter reporter;
	struct ibv_srq *srq;
	ib_srq_attr_t attr;
	unsigned int users; /* as of a completion queue */
};

struct iba_qp;

/** Management's hooks into a queue pair whose services send and receive on it. */
struct iba_mad_hooks {
	/** The state has changed. */
	void (*changed)(struct iba_qp *qp, enum ibv_qp_state state);
	/** The completion queue has completions. On the dispatcher. */
	void (*completed)(struct iba_qp *qp);
	/** The queue pair is being destroyed. With the lock of objects held. */
	void (*stop)(struct iba_qp *qp);
	/** The adapter has destroyed it. */
	void (*release)(struct iba_qp *qp);
};

/** A queue pair; below a domain. Its queues are held. */
struct iba_qp {
	struct iba_reporter reporter;
	ib_qp_type_t type;
	struct ibv_qp *qp; /* NULL for aliases */
	struct iba_cq *send_cq, *recv_cq;
	struct iba_srq *srq;
	boolean_t signals_all;
	pthread_mutex_t changing; /* held while verbs query or change the state */
	bool counted;             /* counted as a user of its queues */
	/*
	 * Its connection by ib_cm_*(), and the function to call when the queue pair is being
	 * destroyed, with the lock of objects held.
	 */
	struct iba_object *connection;
	void (*disconnect)(struct iba_qp *qp);
	/* Set for type MAD with a service; else NULL. */
	const struct iba_mad_hooks *hooks;
	struct iba_mad_qp *management;
};

/** Whether it sends datagrams: the program's, or its services'. */
static inline bool iba_is_datagram(const struct iba_qp *qp)
{
	return qp->type == IB_QPT_UNRELIABLE_DGRM || qp->type == IB_QPT_MAD;
}

/** A memory region; below a domain. */
struct iba_mr {
	struct iba_object object;
	struct ibv_mr *mr;
	ib_access_t access;
	unsigned int windows; /* bound to it; guarded by the lock of objects */
	struct iba_mr *next_shared;
	bool is_shared;
	ib_shmid_t shmid;
};

/** A memory window; below a domain. The region that it is bound to is held. */
struct iba_mw {
	struct iba_object object;
	struct ibv_mw *mw;
	struct iba_mr *mr;
};

/** The status for an errno value; callers that know what EINVAL means handle it themselves. */
ib_api_status_t iba_status(int err);

/** The instance or the adapter above an object. */
struct iba_al *iba_al_of(struct iba_object *object);
struct iba_ca *iba_ca_of(struct iba_object *object);

/** Open an adapter by its GUID; the caller closes the context. IB_INVALID_GUID: there is none. */
ib_api_status_t iba_open_device(ib_net64_t guid, struct ibv_context **context);

/** GUID of a port; 0 if it cannot be read. */
ib_net64_t iba_port_guid(struct ibv_context *context, uint8_t port);

/** The port of an adapter with this GUID; 0: none. */
uint8_t iba_port_of_guid(struct ibv_context *context, ib_net64_t guid);

/** As iba_get() for a domain, but NULL too for one that exists in the layer only. */
struct iba_pd *iba_get_verbs_pd(ib_pd_handle_t handle);

/** Whether an adapter has this port. */
bool iba_has_port(const struct iba_ca *ca, uint8_t port);

/** Start reading the adapter's asynchronous events and calling back. */
ib_api_status_t iba_watch_events(struct iba_ca *ca);

/** Likewise for completions of the queues on its channel. */
ib_api_status_t iba_watch_completions(struct iba_ca *ca);

/** The adapter's channel, made with its first completion queue; NULL and errno. */
struct ibv_comp_channel *iba_channel(struct iba_ca *ca);

/** Convert an address vector for verbs. IB_INVALID_PARAMETER: its source GID is not the port's. */
ib_api_status_t iba_ah_attr(struct ibv_context *context, const ib_av_attr_t *from,
			    struct ibv_ah_attr *to);

/** And back. */
void iba_av_attr(struct ibv_context *context, const struct ibv_ah_attr *from, ib_av_attr_t *to);

/** Check access rights: IB_UNSUPPORTED, IB_INVALID_PERMISSION or IB_SUCCESS. */
ib_api_status_t iba_check_access(ib_access_t access);

/** Check what a region is made of: an address, a length, and access rights. */
ib_api_status_t iba_check_mr_create(const ib_mr_create_t *create);

/** Register a region with the rights, and publish it below a domain. */
ib_api_status_t iba_register_memory(struct iba_pd *pd, struct iba_mr *mr, void *address,
				    uint64_t length, ib_access_t access, ib_mr_handle_t *handle,
				    net32_t *lkey, net32_t *rkey);

/** ibv_query_qp() of a queue pair that other threads may query or change at the same time. */
int iba_query_verbs(struct iba_qp *qp, struct ibv_qp_attr *attr, int mask,
		    struct ibv_qp_init_attr *init);

/** ib_modify_qp(). */
ib_api_status_t iba_modify_qp(struct iba_qp *qp, const ib_qp_mod_t *mod);

/**
 * Let posts depend on the queue pair's present state, after a change that ib_modify_qp() did not
 * make.
 */
void iba_follow_state(struct iba_qp *qp);

/** Attributes of an adapter, as ib_query_ca() gives them. The handle was checked. */
ib_api_status_t iba_query_context(struct ibv_context *context, ib_ca_attr_t *attr, uint32_t *size);

#endif
