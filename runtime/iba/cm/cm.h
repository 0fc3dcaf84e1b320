/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Connections of the access layer. A port at which an instance listens or connects is an object
 * below the instance, with a umad file for its messages. A connection is an object below its port,
 * from its request until nothing refers to it.
 *
 * Messages arrive, and timers expire, on the dispatcher; programs call from any thread. The port's
 * lock guards its connections, and is not held while a callback runs. iba_lock() may be taken while
 * it is held, but not the other way round.
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
	IBA_CM_REP_RECEIVED,
	IBA_CM_REQ_RECEIVED,
	IBA_CM_REP_SENT,
	IBA_CM_CONNECTED,
	IBA_CM_DREQ_SENT,
	IBA_CM_DREQ_RECEIVED,
	IBA_CM_SIDR_REQ_SENT,
	IBA_CM_SIDR_REQ_RECEIVED,
	IBA_CM_TIME_WAIT, /**< closed; the peer may repeat its last message */
	IBA_CM_CLOSED,    /**< closed permanently */
};

enum iba_cm_lap {
	IBA_CM_NO_LAP,
	IBA_CM_LAP_SENT,
	IBA_CM_LAP_RECEIVED
};

struct iba_cm;

struct iba_cm_port {
	struct iba_object object;
	struct iba_port port;
	struct iba_umad umad;
	uint32_t agent;
	uint32_t number; /**< upper half of the port's communication ids */
	bool shares;     /**< other processes use the class, too */
	pthread_mutex_t lock;
	pthread_cond_t finished; /**< signaled by iba_cm_signal_finished() */
	uint16_t last;           /**< lower half of the last communication id */
	struct iba_cm *connections;
};

/** The attributes with which a queue pair is connected. */
struct iba_cm_ends {
	ib_av_attr_t primary, alternate;
	bool has_alternate;
	uint16_t pkey_index;
	uint32_t rq_psn, sq_psn; /**< initial PSNs: sent to the peer; from the peer */
	uint8_t responder_resources, initiator_depth;
	uint8_t rnr_nak_timeout;
	uint8_t ack_timeout, retry_count, rnr_retry_count; /**< for our own work requests */
	ib_access_t access;
};

/** For a peer-to-peer request: what is known about the peer. */
struct iba_cm_peer {
	ib_pfn_cm_req_cb_t received; /**< callback; NULL: not a peer-to-peer request */
	bool serves;  /**< accepts requests for the service, until one side responds */
	ib_gid_t gid; /**< zero: unknown */
	uint8_t compare_offset, compare_length;
	uint8_t compare[IB_REQ_PDATA_SIZE];
};

struct iba_cm {
	struct iba_object object;
	struct iba_cm_port *port; /**< the parent */
	struct iba_cm *next;      /**< in the port's list */
	enum iba_cm_state state;
	enum iba_cm_lap lap;
	bool active; /**< this side sent the connection request */
	uint32_t local_id, remote_id;
	uint32_t remote_qpn;
	uint64_t remote_guid; /**< GUID of the peer's adapter; 0: unknown */
	ib_net64_t service;
	ib_qp_type_t type;
	struct umad_header to;
	uint64_t tid;
	uint16_t message; /**< type of the last message sent (enum ibcm_attribute); 0: none */
	uint8_t bytes[MAD_BYTES]; /**< the last message sent */
	uint32_t wait_ms;         /**< timeout for a response to it, in ms */
	uint32_t lap_wait_ms;     /**< timeout for a response to a LAP, in ms */
	uint32_t time_wait_ms;
	uint8_t retries, retries_left;
	struct iba_timer timer;
	uint64_t deadline; /**< when the timer expires; UINT64_MAX: it is not running */
	struct iba_qp *qp; /**< referenced; NULL: not yet attached, or detached */
	struct iba_cm_ends ends;
	struct iba_cm_peer peer;
	struct ibcm_req request; /**< the request received */
	const void *sidr_context;
	bool finished; /**< the callback that the program waits for has returned */
	ib_pfn_cm_rep_cb_t rep;
	ib_pfn_cm_rtu_cb_t rtu;
	ib_pfn_cm_rej_cb_t rej;
	ib_pfn_cm_mra_cb_t mra;
	ib_pfn_cm_lap_cb_t lap_received;
	ib_pfn_cm_apr_cb_t apr;
	ib_pfn_cm_dreq_cb_t dreq;
	ib_pfn_cm_drep_cb_t drep;
	ib_path_rec_t lap_path;         /**< path of the LAP that was sent or received */
	struct iba_listener *handed_to; /**< the listener that it is handed to; referenced */
	uint8_t private_data[IB_SIDR_REQ_PDATA_SIZE]; /**< private data for that listener */
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

/** Find or create the object of a port below an instance. The caller gets a reference. */
ib_api_status_t iba_cm_port_get(struct iba_al *al, const struct iba_port *port,
				struct iba_cm_port **out);
/** Start or stop receiving requests for a service here. */
void iba_cm_receive_requests(struct iba_cm_port *port, ib_net64_t service, bool serves);
/** Returns the port whose communication ids have this upper half, with a reference, or NULL. */
struct iba_cm_port *iba_cm_port_by_number(struct iba_al *al, uint32_t number);
/**
 * Find the port where a path starts, on the adapter with that GUID or, if it is 0, on any. Returns
 * false if there is none.
 */
bool iba_cm_port_of_path(const ib_path_rec_t *path, ib_net64_t ca_guid, struct iba_port *port);

/** Whether a LID belongs to the port. */
bool iba_cm_has_lid(const struct iba_port *port, ib_net16_t lid);

/* --- connection.c --------------------------------------------------------------------------- */

/** Create a connection, with a reference for the caller. Returns NULL if there is no memory. */
struct iba_cm *iba_cm_make(struct iba_cm_port *port);
/** Returns the connection of a program's handle, locked, with a reference; or NULL. */
struct iba_cm *iba_cm_get(const ib_cm_handle_t *handle);
/** Find a connection by its communication id. Returns it like iba_cm_get(). */
struct iba_cm *iba_cm_find(struct iba_cm_port *port, uint32_t local_id);
/** The same, if the peer's id also matches. */
struct iba_cm *iba_cm_match(struct iba_cm_port *port, uint32_t local_id, uint32_t remote_id);
/** Find the connection of a queue pair. Returns it like iba_cm_get(). */
struct iba_cm *iba_cm_of_qp(struct iba_qp *qp);
void iba_cm_lock(struct iba_cm *cm);
void iba_cm_unlock(struct iba_cm *cm);
/** Unlock the connection, and drop the reference. */
void iba_cm_put(struct iba_cm *cm);
/** The program's handle for a connection. */
ib_cm_handle_t iba_cm_handle(const struct iba_cm *cm);

/** Set the timer. The connection is locked, here and below. */
void iba_cm_timer_set(struct iba_cm *cm, uint32_t ms);
void iba_cm_timer_clear(struct iba_cm *cm);
/** 4.096 us * 2^exponent, in milliseconds. */
uint32_t iba_cm_timeout_ms(uint8_t exponent);
/** Close the connection: it can no longer be found. */
void iba_cm_close(struct iba_cm *cm);
/**
 * Enter time wait, during which the last message is resent if the peer repeats its own, then close.
 */
void iba_cm_time_wait(struct iba_cm *cm);
/** Signal that the callback the program waits for has returned. The connection is not locked. */
void iba_cm_signal_finished(struct iba_cm *cm);
/** Wait for that signal. The connection is not locked; not called on the dispatcher. */
void iba_cm_wait_finished(struct iba_cm *cm);

/** Attach a queue pair to this connection. IB_INVALID_QP_STATE: it has another connection. */
ib_api_status_t iba_cm_attach(struct iba_cm *cm, struct iba_qp *qp);
/** Detach the queue pair. Returns it with the connection's reference, or NULL if there was none. */
struct iba_qp *iba_cm_detach(struct iba_cm *cm);

/* --- message.c ------------------------------------------------------------------------------ */

/** Start a message in the connection's buffer. Returns the position of its data. */
uint8_t *iba_cm_begin(struct iba_cm *cm, uint16_t message);
/** Send the message, or send it again. Returns 0 or an errno value. */
int iba_cm_send(struct iba_cm *cm);
/** Send the message, and repeat it until a response arrives. */
int iba_cm_send_with_retries(struct iba_cm *cm);
/** Resend the last message if it is of this type. */
void iba_cm_repeat(struct iba_cm *cm, uint16_t message);
/** Send a message that belongs to no connection, to the sender of a received message. */
void iba_cm_reply(struct iba_cm_port *port, const struct iba_cm_arrival *arrival, uint16_t message,
		  const uint8_t *data);
/** The address header for a message back to a sender. */
struct umad_header iba_cm_reply_header(const struct iba_cm_port *port,
				       const struct umad_header *from);
/** Reject a message that belongs to no connection. */
void iba_cm_refuse(struct iba_cm_port *port, const struct iba_cm_arrival *arrival,
		   uint32_t remote_id, uint8_t rejected, uint16_t reason);
/**
 * Reject the message that the connection's state is waiting to answer. Returns the connection's
 * queue pair with a reference, which the caller drops after unlocking; or NULL.
 */
struct iba_qp *iba_cm_reject(struct iba_cm *cm, ib_net16_t reason, const ib_cm_rej_t *rej);
/**
 * The timer has expired. Runs on the dispatcher; the caller has a reference, and has not locked the
 * connection.
 */
void iba_cm_expired(struct iba_cm *cm);
/** The program gives up the connection: notify the peer as the state requires. */
void iba_cm_abandon(struct iba_cm *cm);
/** A message has arrived. Runs on the dispatcher. */
void iba_cm_arrived(struct iba_umad *umad, const struct umad_header *header, const uint8_t *mad,
		    size_t bytes);
/** Check that the program's private data is not NULL and not too long. */
ib_api_status_t iba_cm_check_data(const void *data, size_t bytes, size_t most);

/* --- path.c --------------------------------------------------------------------------------- */

/**
 * Convert a path to the format of a connection request, with the sender's ACK timeout; and back.
 */
struct ibcm_path iba_cm_wire_path(const ib_path_rec_t *path, uint8_t ack_timeout);
/** Convert a path in a received request to a path from this side to the sender. */
ib_path_rec_t iba_cm_reverse_path(const struct ibcm_req *req, const struct ibcm_path *path);
/** The address vector for a path that starts at a port. */
ib_av_attr_t iba_cm_av(const struct iba_port *port, const ib_path_rec_t *path);
/** The address header for messages that use a path. */
struct umad_header iba_cm_address_header(const struct iba_cm_port *port, const ib_path_rec_t *path);
/** The ACK timeout: packet life time plus the other adapter's ACK delay. */
uint8_t iba_cm_ack_timeout(uint8_t pkt_life, uint8_t delay);

/* --- qp.c ----------------------------------------------------------------------------------- */

/** Move the queue pair from RESET or INIT to INIT; from INIT to RTR; from RTR to RTS. */
ib_api_status_t iba_cm_qp_init(struct iba_cm *cm);
ib_api_status_t iba_cm_qp_rtr(struct iba_cm *cm);
ib_api_status_t iba_cm_qp_rts(struct iba_cm *cm);
/** Set the alternate path. Returns false if it does not start at a port of the adapter. */
bool iba_cm_set_alternate(struct iba_cm *cm, const ib_path_rec_t *path, uint8_t ack_timeout);
/** Load the alternate path into a connected queue pair. */
ib_api_status_t iba_cm_qp_alternate(struct iba_cm *cm);
void iba_cm_qp_error(struct iba_cm *cm);

/* --- listen.c ------------------------------------------------------------------------------- */

struct iba_listener;

/** Criteria by which a listener is found. */
struct iba_cm_wanted {
	ib_net64_t service;
	ib_net16_t pkey;
	const uint8_t *data;
	ib_qp_type_t type;
};

/**
 * Find the listener for a request. Returns it with a reference; or NULL, and then *served tells if
 * there is one for another queue pair type.
 */
struct iba_listener *iba_cm_find_listener(struct iba_cm_port *port,
					  const struct iba_cm_wanted *wanted, bool *served);
/** Report a request to a listener, and drop the reference to the listener. */
void iba_cm_report_request(struct iba_cm *cm, struct iba_listener *listener);
/** The report for a received request, without the members that depend on the listener. */
ib_cm_req_rec_t iba_cm_request_record(const struct iba_cm *cm);
/** Drop a reference to a listener, which may be NULL. */
void iba_cm_listener_put(struct iba_listener *listener);

/* --- accept.c ------------------------------------------------------------------------------- */

/** The queue pair type that a request is for. */
ib_qp_type_t iba_cm_type_of(const struct ibcm_req *req);
/** Store a received request, which now waits for a response. The connection is locked. */
void iba_cm_store_request(struct iba_cm *cm, const struct iba_cm_arrival *arrival,
			  const struct ibcm_req *req);

/* --- peer.c --------------------------------------------------------------------------------- */

/** Check the arguments of a peer-to-peer request. */
ib_api_status_t iba_cm_check_peer(const ib_cm_req_t *req);
/**
 * If the request is peer-to-peer, start or stop receiving requests for its service. The connection
 * is locked.
 */
void iba_cm_expect_peer(struct iba_cm *cm, const ib_cm_req_t *req);
void iba_cm_stop_expecting_peer(struct iba_cm *cm);
/**
 * Does a rejection only mean that the peer has not yet sent its request, or has withdrawn it? The
 * connection is locked.
 */
bool iba_cm_is_too_early(const struct iba_cm *cm, const struct ibcm_rej *rej);
/**
 * Find the connection that has sent a request to the sender of this one. Returns it like
 * iba_cm_get().
 */
struct iba_cm *iba_cm_find_peer(struct iba_cm_port *port, const struct iba_cm_arrival *arrival,
				const struct ibcm_req *req);
/**
 * Decide which side responds. Runs on the dispatcher; the connection is locked, and unlocked here.
 */
void iba_cm_peer_req_received(struct iba_cm *cm, const struct iba_cm_arrival *arrival,
			      const struct ibcm_req *req);

/* --- received messages ---------------------------------------------------------------------- */

typedef void iba_cm_handler(struct iba_cm_port *port, const struct iba_cm_arrival *arrival);

iba_cm_handler iba_cm_req_arrived, iba_cm_mra_arrived, iba_cm_rej_arrived, iba_cm_rep_arrived,
	iba_cm_rtu_arrived, iba_cm_dreq_arrived, iba_cm_drep_arrived, iba_cm_sidr_req_arrived,
	iba_cm_sidr_rep_arrived, iba_cm_lap_arrived, iba_cm_apr_arrived;

/** ib_cm_req() for datagram queue pairs. */
ib_api_status_t iba_cm_request_sidr(const ib_cm_req_t *req);
/**
 * ib_cm_rep() for datagram queue pairs, and the response received by the other side. The connection
 * is locked.
 */
ib_api_status_t iba_cm_respond_sidr(struct iba_cm *cm, const struct iba_qp *qp,
				    const ib_cm_rep_t *rep);
void iba_cm_refuse_sidr(struct iba_cm *cm, uint8_t status);
/** A random initial PSN. */
uint32_t iba_cm_random_psn(void);
/** There was no response to any retry. The connection is locked, and unlocked here. */
void iba_cm_retries_exhausted(struct iba_cm *cm);
/** Disconnect: without callbacks; report it to the program; without a response. */
void iba_cm_disconnect(struct iba_cm *cm);
void iba_cm_peer_disconnected(struct iba_cm *cm, const uint8_t *data);
void iba_cm_finish_disconnect(struct iba_cm *cm, ib_api_status_t status, const uint8_t *data);
/** Report a rejection to the program. The connection is locked, and unlocked here. */
void iba_cm_report_rejection(struct iba_cm *cm, const struct ibcm_rej *rej);
/** Report the response to a LAP, or that none came. The connection is locked, and unlocked here. */
void iba_cm_report_lap_response(struct iba_cm *cm, const struct ibcm_apr *apr);

#endif
