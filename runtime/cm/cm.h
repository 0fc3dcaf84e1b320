/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Declarations that the files of the connection manager share. Internal functions return 0 or an
 * errno value; public functions wrap them in rdma_seterrno().
 */
#ifndef RUNTIME_CM_CM_H
#define RUNTIME_CM_CM_H

#include <inverbs/kernel/ucma_call.h>
#include <rdma/rdma_cma.h>
#include <rdma/rdma_verbs.h>

#include "runtime.h"

/** An event channel: one open file of the connection manager. */
struct inverbs_cm_channel {
	struct rdma_event_channel cm;
	struct inverbs_transport *transport;
};

/** A device used by identifiers. The process opens it once and never closes it. */
struct inverbs_cm_device {
	struct inverbs_cm_device *next;
	struct ibv_context *verbs;
	struct ibv_pd *pd;     /**< while any identifier uses the device */
	struct ibv_xrcd *xrcd; /**< created for the first XRC receiver */
	unsigned int ids;
	bool iwarp;
	uint8_t max_responder_resources;
	uint8_t max_initiator_depth;
};

/** A multicast group that an identifier joined. */
struct inverbs_cm_group {
	struct inverbs_cm_group *next;
	struct inverbs_cm_id *id;
	void *context;
	uint32_t handle; /**< the kernel's handle for the join */
	uint32_t flags;  /**< enum ucma_join_flag */
	bool attached;
	union ibv_gid mgid;
	uint16_t mlid;
	uint32_t acked; /**< events acknowledged; guarded by id->lock */
	struct sockaddr_storage addr;
};

struct inverbs_cm_id {
	struct rdma_cm_id cm;
	uint32_t handle; /**< the kernel's handle */
	struct inverbs_cm_device *device;
	bool waits;  /**< synchronous: created without a channel, so it has its own, and its calls
			wait for their events */
	bool broken; /**< moving the queue pair to RTS failed; later events are dropped */
	bool made_cqs[2];            /**< send, receive: created by rdma_create_qp() */
	uint8_t responder_resources; /**< offered by the connection request, seen from this side */
	uint8_t initiator_depth;
	uint32_t acked; /**< events acknowledged; guarded by lock */
	pthread_mutex_t lock;
	pthread_cond_t cond;
	struct inverbs_cm_group *groups; /**< guarded by lock */
	struct ibv_ece local_ece;
	struct ibv_ece remote_ece;
	/* set by rdma_create_ep() */
	bool ep_listener;
	bool ep_has_qp;
	struct ibv_qp_init_attr ep_qp;
	void *ep_data; /**< private data that precedes that passed to rdma_connect() */
	uint8_t ep_data_len;
};

/** An event in the form that the program receives. */
struct inverbs_cm_event {
	struct rdma_cm_event cm;
	struct inverbs_cm_id *counted;  /**< identifier that counts this event */
	struct inverbs_cm_group *group; /**< for multicast events: their group */
	uint8_t private_data[UCMA_PRIVATE_DATA_MAX];
};

static inline struct inverbs_cm_id *inverbs_cm_id_of(struct rdma_cm_id *id)
{
	return (struct inverbs_cm_id *)id;
}

static inline struct inverbs_transport *inverbs_cm_transport(const struct inverbs_cm_id *id)
{
	return ((struct inverbs_cm_channel *)id->cm.channel)->transport;
}

static inline bool inverbs_cm_is_datagram(const struct inverbs_cm_id *id)
{
	return id->cm.qp_type == IBV_QPT_UD;
}

/* id.c */

/** Allocate an identifier that the kernel does not have yet. Returns NULL for ENOMEM. */
struct inverbs_cm_id *inverbs_cm_id_alloc(struct rdma_event_channel *channel, void *context,
					  enum rdma_port_space ps, enum ibv_qp_type qp_type);
/** Free an identifier that the kernel no longer has, and everything it owns. */
void inverbs_cm_id_free(struct inverbs_cm_id *id);
/** Create an identifier, as rdma_create_id() does. */
int inverbs_cm_id_create(struct rdma_event_channel *channel, struct rdma_cm_id **out, void *context,
			 enum rdma_port_space ps, enum ibv_qp_type qp_type);
/**
 * Register an identifier under the kernel's handle, to find it for events that the kernel reports
 * before it has our pointer.
 */
int inverbs_cm_id_register(struct inverbs_cm_id *id);
void inverbs_cm_id_unregister(struct inverbs_cm_id *id);
struct inverbs_cm_id *inverbs_cm_id_find(uint32_t handle);
/** Count events as acknowledged. */
void inverbs_cm_count_acks(struct inverbs_cm_id *id, uint32_t *acked, uint32_t count);
/** Wait until *acked reaches `taken`, the number of events that the kernel has reported. */
void inverbs_cm_wait_acks(struct inverbs_cm_id *id, const uint32_t *acked, uint32_t taken);
/** Move an identifier to another channel; NULL: to a new channel of its own. */
int inverbs_cm_migrate(struct inverbs_cm_id *id, struct rdma_event_channel *channel);

/* device.c */

/** Bind an identifier to the device that the kernel reports, unless it is bound. */
int inverbs_cm_device_attach(struct inverbs_cm_id *id, uint64_t node_guid, uint32_t index,
			     uint8_t port);
void inverbs_cm_device_detach(struct inverbs_cm_id *id);

/* address.c */

/** Query the addresses and, if the kernel has chosen one, the device. */
int inverbs_cm_query_address(struct inverbs_cm_id *id);
/** Query the link-layer addresses. */
int inverbs_cm_query_gids(struct inverbs_cm_id *id);
/** Query the path records. */
int inverbs_cm_query_paths(struct inverbs_cm_id *id);
/** Size of a socket address by its family; 0 if the family is unknown. */
socklen_t inverbs_cm_address_bytes(const struct sockaddr *addr);

/* Defined by the checked build, so only in checked programs: <inverbs/checked/misuse.h>. */
extern void inverbs_object_made(const void *object, const char *kind) __attribute__((weak));

/**
 * Register an object that rdma_cm, not verbs, returns to the program, so that a checked program
 * does not mistake it for a freed object at the same address.
 */
static inline void inverbs_cm_register_object(const void *object, const char *kind)
{
	if (inverbs_object_made)
		inverbs_object_made(object, kind);
}

/* qp.c */

/**
 * Move the queue pair to a state, with the attributes that the kernel gives for this connection.
 */
int inverbs_cm_modify_qp_to(struct inverbs_cm_id *id, enum ibv_qp_state state);
/**
 * Move the queue pair from INIT to RTS. The two limits replace the kernel's, unless they are
 * INVERBS_CM_AS_KERNEL.
 */
int inverbs_cm_qp_to_rts(struct inverbs_cm_id *id, unsigned int responder_resources,
			 unsigned int initiator_depth);
#define INVERBS_CM_AS_KERNEL 0x100u
/** Move the queue pair to the error state; does nothing if there is none. */
int inverbs_cm_qp_to_error(struct inverbs_cm_id *id);

/* event.c */

/**
 * For synchronous identifiers: wait for the next event and store it in id->cm.event. Returns 0 or
 * the error that the event reports.
 */
int inverbs_cm_wait(struct inverbs_cm_id *id);
/** inverbs_cm_wait() if the identifier is synchronous, else 0. */
static inline int inverbs_cm_wait_if_synchronous(struct inverbs_cm_id *id)
{
	return id->waits ? inverbs_cm_wait(id) : 0;
}
/** Acknowledge the current event of a synchronous identifier, if there is one. */
void inverbs_cm_drop_event(struct inverbs_cm_id *id);

#endif
