/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Connections of the access layer. A port at which an instance listens or connects is an object
 * below the instance, with a file for messages; a connection is an object below its port, from its
 * request until nothing refers to it.
 *
 * Messages arrive, and timers expire, on the dispatcher; programs call from any thread. A port's
 * lock guards its connections. It is not held while a callback runs. The lock of objects may be
 * taken while it is held, but not the other way round.
 */
#ifndef RUNTIME_IBA_CM_CM_H
#define RUNTIME_IBA_CM_CM_H

#include <inverbs/mad/communication.h>
#include <pthread.h>

#include "iba/layer.h"
#include "iba/mad/port.h"
#include "iba/mad/umad.h"

enum iba_cm_state {
	IBA_CM_IDLE,
	IBA_CM_REQ_SENT,
	IBA_CM_REP_CAME,
	IBA_CM_REQ_CAME,
	IBA_CM_REP_SENT,
	IBA_CM_CONNECTED,
	IBA_CM_DREQ_SENT,
	IBA_CM_DREQ_CAME,
	IBA_CM_SIDR_SENT,
	IBA_CM_SIDR_CAME,
	IBA_CM_TIME_WAIT, /**< closed; the peer may repeat its last message */
	IBA_CM_CLOSED,    /**< closed for good */
};

enum iba_cm_lap {
	IBA_CM_NO_LAP,
	IBA_CM_LAP_SENT,
	IBA_CM_LAP_CAME
};

struct iba_cm;

struct iba_cm_port {
	struct iba_object object;
	struct iba_port port;
	struct iba_umad umad;
	uint32_t agent;
	uint32_t number; /**< upper half of its communication ids */
	bool shares;     /**< it shares the class with other processes */
	pthread_mutex_t lock;
	pthread_cond_t finished; /**< signaled when a request has finished */
	uint16_t last;           /**< lower half of the last communication id */
	struct iba_cm *connections;
};

/** What a queue pair needs to be connected. */
struct iba_cm_ends {
	ib_av_attr_t primary, alternate;
	bool has_alternate;
	uint16_t pkey_index;
	uint32_t rq_psn, sq_psn; /**< first PSNs: sent to the peer; from the peer */
	uint8_t responder_resources, initiator_depth;
	uint8_t rnr_nak_timeout;
	uint8_t ack_timeout, retry_count, rnr_retry_count; /**< of own requests */
	ib_access_t access;
};

/** What a peer-to-peer request knows of the other side. */
struct iba_cm_peer {
	ib_pfn_cm_req_cb_t came; /**< NULL: not a peer-to-peer request */
	bool serves;  /**< it accepts requests for the service, until one side responds */
	ib_gid_t gid; /**< zero: not known */
	uint8_t compare_offset, compare_length;
	uint8_t compare[IB_REQ_PDATA_SIZE];
};

struct iba_cm {
	struct iba_object object;
	struct iba_cm_port *port; /**< the parent */
	struct iba_cm *next;      /**< of the port's */
	enum iba_cm_state state;
	enum iba_cm_lap lap;
	bool active; /**< it sent the request */
	uint32_t local_id, remote_id;
	uint32_t remote_qpn;
	uint64_t remote_guid; /**< GUID of the peer's adapter; 0: unknown */
	ib_net64_t service;
	ib_qp_type_t type;
	struct umad_header to;
	uint64_t tid;
	uint16_t message; /**< type of the last message sent, enum ibcm_attribute; 0: none */
	uint8_t bytes[MAD_BYTES]; /**< its bytes */
	uint32_t wait_ms;         /**< timeout for a response to it */
	uint32_t lap_wait_ms;     /**< timeout for a response to a LAP */
	uint32_t time_wait_ms;
	uint8_t retries, retries_left;
	struct iba_timer timer;
	uint64_t deadline; /**< of the timer; UINT64_MAX: it is not set */
	struct iba_qp *qp; /**< held; NULL: not yet, or no longer */
	struct iba_cm_ends ends;
	struct iba_cm_peer peer;
	struct ibcm_req request; /**< that came */
	const void *sidr_context;
	bool finished; /**< the callback that the program waits for has returned */
	ib_pfn_cm_rep_cb_t rep;
	ib_pfn_cm_rtu_cb_t rtu;
	ib_pfn_cm_rej_cb_t rej;
	ib_pfn_cm_mra_cb_t mra;
	ib_pfn_cm_lap_cb_t lap_came;
	ib_pfn_cm_apr_cb_t apr;
	ib_pfn_cm_dreq_cb_t dreq;
	ib_pfn_cm_drep_cb_t drep;
	ib_path_rec_t lap_path;         /**< path of the LAP that was sent or received */
	struct iba_listener *handed_to; /**< held */
	uint8_t private_data[IB_SIDR_REQ_PDATA_SIZE]; /**< for another listener */
	struct iba_job handoff;
	struct iba_job stopping; /**< run when the instance closes */
	struct iba_job parting;  /**< run when the queue pair is destroyed */
	struct iba_job ending;
};

/** A message that has arrived. */
struct iba_cm_arrival {
	const struct umad_header *from;
	uint64_t tid;
	const uint8_t *data; /**< data after the header */
};

/* --- port.c --------------------------------------------------------------------------------- */

/** The object of a port below an instance, with a reference. */
ib_api_status_t iba_cm_port_get(struct iba_al *al, const struct iba_port *port,
				struct iba_cm_port **out);
/** Start or stop receiving requests for a service here. */
void iba_cm_serve(struct iba_cm_port *port, ib_net64_t service, bool serves);
/** The port whose communication ids have this upper half, with a reference; NULL: none. */
struct iba_cm_port *iba_cm_port_by_number(struct iba_al *al, uint32_t number);
/** The port where a path starts, on the adapter with that GUID or, if it is 0, on any. */
bool iba_cm_port_of_path(const ib_path_rec_t *path, ib_net64_t ca_guid, struct iba_port *port);

/** Whether a LID is one of the port's. */
bool iba_cm_has_lid(const struct iba_port *port, ib_net16_t lid);

/* --- connection.c --------------------------------------------------------------------------- */

/** A new connection, with a reference; NULL without memory. */
struct iba_cm *iba_cm_make(struct iba_cm_port *port);
/** The connection of a program's handle, locked, with a reference; NULL: none. */
struct iba_cm *iba_cm_get(const ib_cm_handle_t *handle);
/** The connection with this communication id, as iba_cm_get(). */
struct iba_cm *iba_cm_find(struct iba_cm_port *port, uint32_t local_id);
/** The same, if the peer's id is the other one. */
struct iba_cm *iba_cm_match(struct iba_cm_port *port, uint32_t local_id, uint32_t remote_id);
/** The connection of a queue pair, as iba_cm_get(). */
struct iba_cm *iba_cm_of_qp(struct iba_qp *qp);
void iba_cm_lock(struct iba_cm *cm);
void iba_cm_unlock(struct iba_cm *cm);
/** Unlock, and drop the reference. */
void iba_cm_put(struct iba_cm *cm);
/** The program's handle. */
ib_cm_handle_t iba_cm_handle(const struct iba_cm *cm);

/** Set the timer; the connection is locked, here and below. */
void iba_cm_timer_set(struct iba_cm *cm, uint32_t ms);
void iba_cm_timer_clear(struct iba_cm *cm);
/** 4.096 us * 2^exponent, in milliseconds. */
uint32_t iba_cm_ms(uint8_t exponent);
/** Close the connection: it can no longer be found. */
void iba_cm_close(struct iba_cm *cm);
/**
 * Close it after a while, during which the last message is resent to a peer that repeats its own.
 */
void iba_cm_time_wait(struct iba_cm *cm);
/** Signal that the callback the program waits for has returned. Called unlocked. */
void iba_cm_finish(struct iba_cm *cm);
/** Wait for iba_cm_finish(). Called unlocked, not on the dispatcher. */
void iba_cm_wait(struct iba_cm *cm);

/** Connect a queue pair by this connection. IB_INVALID_QP_STATE: the queue pair has another. */
ib_api_status_t iba_cm_attach(struct iba_cm *cm, struct iba_qp *qp);
/** Undo that. Returns the queue pair with the connection's reference; NULL: it had none. */
struct iba_qp *iba_cm_detach(struct iba_cm *cm);

/* --- message.c ------------------------------------------------------------------------------ */

/** Start a message; the returned pointer is where its data goes. */
uint8_t *iba_cm_begin(struct iba_cm *cm, uint16_t message);
/** Send it again. 0 or a positive errno value. */
int iba_cm_send(struct iba_cm *cm);
/** Send it, and repeat it until there is a response. */
int iba_cm_send_until(struct iba_cm *cm);
/** Resend the last message if it is of this type. */
void iba_cm_repeat(struct iba_cm *cm, uint16_t message);
/** Send a message that belongs to no connection back to the sender of another. */
void iba_cm_reply(struct iba_cm_port *port, const struct iba_cm_arrival *arrival, uint16_t message,
		  const uint8_t *data);
/** The address of a message's sender. */
struct umad_header iba_cm_back(const struct iba_cm_port *port, const struct umad_header *from);
/**
 * Reject a message: without a connection, or with one, for the message that its state waits with.
 */
void iba_cm_refuse(struct iba_cm_port *port, const struct iba_cm_arrival *arrival,
		   uint32_t remote_id, uint8_t rejected, uint16_t reason);
/** Returns the connection's queue pair with a reference, to be put after unlocking; NULL: none. */
struct iba_qp *iba_cm_reject(struct iba_cm *cm, ib_net16_t reason, const ib_cm_rej_t *rej);
/** The timer expired. On the dispatcher; with a reference, not locked. */
void iba_cm_expired(struct iba_cm *cm);
/** Notify the peer as the state requires when the program gives up the connection. */
void iba_cm_farewell(struct iba_cm *cm);
/** A message has arrived. On the dispatcher. */
void iba_cm_arrived(struct iba_umad *umad, const struct umad_header *header, const uint8_t *mad,
		    size_t bytes);
/** Check that a program's private data exists and is not too long. */
ib_api_status_t iba_cm_check_data(const void *data, size_t bytes, size_t most);

/* --- path.c --------------------------------------------------------------------------------- */

/** A path in the format of a request, with the sender's ACK timeout; and back. */
struct ibcm_path iba_cm_wire_path(const ib_path_rec_t *path, uint8_t ack_timeout);
/** The receiver's path of a request. */
ib_path_rec_t iba_cm_path_back(const struct ibcm_req *req, const struct ibcm_path *path);
/** The address vector of a path from a port. */
ib_av_attr_t iba_cm_av(const struct iba_port *port, const ib_path_rec_t *path);
/** The address for messages on a path. */
struct umad_header iba_cm_way(const struct iba_cm_port *port, const ib_path_rec_t *path);
/** ACK timeout: packet life time plus the other adapter's delay. */
uint8_t iba_cm_ack_timeout(uint8_t pkt_life, uint8_t delay);

/* --- qp.c ----------------------------------------------------------------------------------- */

/** RESET or INIT to INIT; INIT to RTR; RTR to RTS. */
ib_api_status_t iba_cm_qp_init(struct iba_cm *cm);
ib_api_status_t iba_cm_qp_rtr(struct iba_cm *cm);
ib_api_status_t iba_cm_qp_rts(struct iba_cm *cm);
/** Set the alternate path; false unless it starts at a port of the adapter. */
bool iba_cm_set_alternate(struct iba_cm *cm, const ib_path_rec_t *path, uint8_t ack_timeout);
/** Give a connected queue pair another alternate path. */
ib_api_status_t iba_cm_qp_alternate(struct iba_cm *cm);
void iba_cm_qp_error(struct iba_cm *cm);

/* --- listen.c ------------------------------------------------------------------------------- */

struct iba_listener;

/** Criteria for finding a listener. */
struct iba_cm_wanted {
	ib_net64_t service;
	ib_net16_t pkey;
	const uint8_t *data;
	ib_qp_type_t type;
};

/** The listener for a request, with a reference. NULL; *served: there is one for another type. */
struct iba_listener *iba_cm_listener(struct iba_cm_port *port, const struct iba_cm_wanted *wanted,
				     bool *served);
/** Report a request to a listener, and drop its reference. */
void iba_cm_offer(struct iba_cm *cm, struct iba_listener *listener);
/** What is reported of a received request, except for the listener. */
ib_cm_req_rec_t iba_cm_record(const struct iba_cm *cm);
/** Drop its reference; NULL is allowed. */
void iba_cm_listener_put(struct iba_listener *listener);

/* --- accept.c ------------------------------------------------------------------------------- */

/** The queue pair type of a request. */
ib_qp_type_t iba_cm_type_of(const struct ibcm_req *req);
/** Store a request that waits for a response; locked. */
void iba_cm_take_request(struct iba_cm *cm, const struct iba_cm_arrival *arrival,
			 const struct ibcm_req *req);

/* --- peer.c --------------------------------------------------------------------------------- */

/** Check the arguments of a peer-to-peer request. */
ib_api_status_t iba_cm_check_peer(const ib_cm_req_t *req);
/** Start or stop receiving requests for its service, if it is peer-to-peer. Locked. */
void iba_cm_expect_peer(struct iba_cm *cm, const ib_cm_req_t *req);
void iba_cm_unserve(struct iba_cm *cm);
/**
 * Does a rejection only say that the peer has not sent its request yet, or has withdrawn it?
 * Locked.
 */
bool iba_cm_is_too_early(const struct iba_cm *cm, const struct ibcm_rej *rej);
/** The connection that has sent a request to the sender of this one, as iba_cm_get(). */
struct iba_cm *iba_cm_find_peer(struct iba_cm_port *port, const struct iba_cm_arrival *arrival,
				const struct ibcm_req *req);
/** Decide which side responds. On the dispatcher; called locked, and unlocks. */
void iba_cm_peer_came(struct iba_cm *cm, const struct iba_cm_arrival *arrival,
		      const struct ibcm_req *req);

/* --- messages that arrive ------------------------------------------------------------------- */

typedef void iba_cm_handler(struct iba_cm_port *port, const struct iba_cm_arrival *arrival);

iba_cm_handler iba_cm_req_arrived, iba_cm_mra_arrived, iba_cm_rej_arrived, iba_cm_rep_arrived,
	iba_cm_rtu_arrived, iba_cm_dreq_arrived, iba_cm_drep_arrived, iba_cm_sidr_req_arrived,
	iba_cm_sidr_rep_arrived, iba_cm_lap_arrived, iba_cm_apr_arrived;

/** ib_cm_req() for datagrams. */
ib_api_status_t iba_cm_resolve(const ib_cm_req_t *req);
/** ib_cm_rep() for datagrams, and the response that arrives; locked. */
ib_api_status_t iba_cm_resolved(struct iba_cm *cm, const struct iba_qp *qp, const ib_cm_rep_t *rep);
void iba_cm_unresolved(struct iba_cm *cm, uint8_t status);
/** A random initial PSN. */
uint32_t iba_cm_random_psn(void);
/** No response in spite of retries; called locked, and unlocks. */
void iba_cm_no_response(struct iba_cm *cm);
/** Disconnect: without callbacks; report it to the program; without a response. */
void iba_cm_disconnect(struct iba_cm *cm);
void iba_cm_peer_ended(struct iba_cm *cm, const uint8_t *data);
void iba_cm_ended(struct iba_cm *cm, ib_api_status_t status, const uint8_t *data);
/** Report a rejection to the program; called locked, and unlocks. */
void iba_cm_rejected(struct iba_cm *cm, const struct ibcm_rej *rej);
/** Report the response to a LAP, or that there is none; called locked, and unlocks. */
void iba_cm_path_answered(struct iba_cm *cm, const struct ibcm_apr *apr);

#endif
