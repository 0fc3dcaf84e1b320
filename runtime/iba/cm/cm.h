/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Connections of the access layer. A port at which an instance listens or connects is an object
 * below the instance, with a file for messages; a connection is an object below its port, from the
 * request until nobody asks about it any more.
 *
 * Messages arrive, and times pass, on the dispatcher; programs call from any thread. A port's lock
 * guards its connections. It is not held while a callback runs. A lock of objects may be taken with
 * it, but not the other way round.
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
	IBA_CM_TIME_WAIT, /**< over; the peer may repeat what it sent */
	IBA_CM_CLOSED,    /**< forgotten */
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
	bool shares;     /**< the class with other processes */
	pthread_mutex_t lock;
	pthread_cond_t finished; /**< some request is */
	uint16_t last;           /**< lower half of the last communication id */
	struct iba_cm *connections;
};

/** What a queue pair needs to know to be connected. */
struct iba_cm_ends {
	ib_av_attr_t primary, alternate;
	bool has_alternate;
	uint16_t pkey_index;
	uint32_t rq_psn, sq_psn; /**< the first: sent to the peer; the other: from it */
	uint8_t responder_resources, initiator_depth;
	uint8_t rnr_nak_timeout;
	uint8_t ack_timeout, retry_count, rnr_retry_count; /**< of own requests */
	ib_access_t access;
};

/** What a request between peers knows of the other one. */
struct iba_cm_peer {
	ib_pfn_cm_req_cb_t came; /**< NULL: it is no such request */
	bool serves;             /**< the service, until one of them responds */
	ib_gid_t gid;            /**< zero: not known */
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
	uint64_t remote_guid; /**< of the peer's adapter; 0: not known */
	ib_net64_t service;
	ib_qp_type_t type;
	struct umad_header to;
	uint64_t tid;
	uint16_t message;         /**< the last one that was sent, enum ibcm_attribute; 0: none */
	uint8_t bytes[MAD_BYTES]; /**< and itself */
	uint32_t wait_ms;         /**< for a response */
	uint32_t lap_wait_ms;     /**< for that to a LAP */
	uint32_t time_wait_ms;
	uint8_t retries, retries_left;
	struct iba_timer timer;
	uint64_t deadline; /**< of the timer; UINT64_MAX: it is not set */
	struct iba_qp *qp; /**< held; NULL: not yet, or no longer */
	struct iba_cm_ends ends;
	struct iba_cm_peer peer;
	struct ibcm_req request; /**< that came */
	const void *sidr_context;
	bool finished; /**< what the program waits for has been called back */
	ib_pfn_cm_rep_cb_t rep;
	ib_pfn_cm_rtu_cb_t rtu;
	ib_pfn_cm_rej_cb_t rej;
	ib_pfn_cm_mra_cb_t mra;
	ib_pfn_cm_lap_cb_t lap_came;
	ib_pfn_cm_apr_cb_t apr;
	ib_pfn_cm_dreq_cb_t dreq;
	ib_pfn_cm_drep_cb_t drep;
	ib_path_rec_t lap_path;                       /**< of the LAP that was sent or came */
	struct iba_listener *handed_to;               /**< held */
	uint8_t private_data[IB_SIDR_REQ_PDATA_SIZE]; /**< of the request, for another listener */
	struct iba_job handoff;
	struct iba_job stopping; /**< the instance closes */
	struct iba_job parting;  /**< the queue pair is being destroyed */
	struct iba_job ending;
};

/** A message that has arrived. */
struct iba_cm_arrival {
	const struct umad_header *from;
	uint64_t tid;
	const uint8_t *data; /**< behind the header */
};

/* --- port.c --------------------------------------------------------------------------------- */

/** The object of a port below an instance, with a reference. */
ib_api_status_t iba_cm_port_get(struct iba_al *al, const struct iba_port *port,
				struct iba_cm_port **out);
/** Requests for a service come here, or no longer. */
void iba_cm_serve(struct iba_cm_port *port, ib_net64_t service, bool serves);
/** The port whose communication ids have this upper half, with a reference; NULL. */
struct iba_cm_port *iba_cm_port_by_number(struct iba_al *al, uint32_t number);
/** The port a path begins at, on the adapter with that GUID or, if it is 0, on any. */
bool iba_cm_port_of_path(const ib_path_rec_t *path, ib_net64_t ca_guid, struct iba_port *port);

/** Whether a LID is one of the port's. */
bool iba_cm_has_lid(const struct iba_port *port, ib_net16_t lid);

/* --- connection.c --------------------------------------------------------------------------- */

/** A new connection, with a reference; NULL without memory. */
struct iba_cm *iba_cm_make(struct iba_cm_port *port);
/** The one of a program's handle, locked, with a reference; NULL. */
struct iba_cm *iba_cm_get(const ib_cm_handle_t *handle);
/** The one with this communication id, as iba_cm_get(). */
struct iba_cm *iba_cm_find(struct iba_cm_port *port, uint32_t local_id);
/** The same, and the peer has the other id. */
struct iba_cm *iba_cm_match(struct iba_cm_port *port, uint32_t local_id, uint32_t remote_id);
/** The one of a queue pair, as iba_cm_get(). */
struct iba_cm *iba_cm_of_qp(struct iba_qp *qp);
void iba_cm_lock(struct iba_cm *cm);
void iba_cm_unlock(struct iba_cm *cm);
/** Unlock, and give the reference back. */
void iba_cm_put(struct iba_cm *cm);
/** The program's handle. */
ib_cm_handle_t iba_cm_handle(const struct iba_cm *cm);

/** Set the timer; the connection is locked, here and below. */
void iba_cm_timer_set(struct iba_cm *cm, uint32_t ms);
void iba_cm_timer_clear(struct iba_cm *cm);
/** Milliseconds of 4.096 us times two to the power of it. */
uint32_t iba_cm_ms(uint8_t exponent);
/** It is over: nobody finds it from now on. */
void iba_cm_close(struct iba_cm *cm);
/** The same after a while, in which the last message is sent to a peer that repeats its own. */
void iba_cm_time_wait(struct iba_cm *cm);
/** What the program waits for has been called back. It is not locked. */
void iba_cm_finish(struct iba_cm *cm);
/** Wait for that. It is not locked. Not on the dispatcher. */
void iba_cm_wait(struct iba_cm *cm);

/** Connect a queue pair by this connection. IB_INVALID_QP_STATE: it has another. */
ib_api_status_t iba_cm_attach(struct iba_cm *cm, struct iba_qp *qp);
/** And no longer: the queue pair with the reference that the connection had; NULL. */
struct iba_qp *iba_cm_detach(struct iba_cm *cm);

/* --- message.c ------------------------------------------------------------------------------ */

/** Begin a message; its data is put where the returned pointer is. */
uint8_t *iba_cm_begin(struct iba_cm *cm, uint16_t message);
/** Send it, again. 0 or a positive errno value. */
int iba_cm_send(struct iba_cm *cm);
/** Send it, and once more until there is a response. */
int iba_cm_send_until(struct iba_cm *cm);
/** Send the last message again if it is this one. */
void iba_cm_repeat(struct iba_cm *cm, uint16_t message);
/** Send a message that belongs to no connection to where another came from. */
void iba_cm_reply(struct iba_cm_port *port, const struct iba_cm_arrival *arrival, uint16_t message,
		  const uint8_t *data);
/** Where the sender of a message is reached. */
struct umad_header iba_cm_back(const struct iba_cm_port *port, const struct umad_header *from);
/** Reject: without a connection, and with one, about the message that its state waits with. */
void iba_cm_refuse(struct iba_cm_port *port, const struct iba_cm_arrival *arrival,
		   uint32_t remote_id, uint8_t rejected, uint16_t reason);
/** Returned is the queue pair with a reference, if there is one, to be put when it is unlocked. */
struct iba_qp *iba_cm_reject(struct iba_cm *cm, ib_net16_t reason, const ib_cm_rej_t *rej);
/** The time is up. On the dispatcher; with a reference, not locked. */
void iba_cm_expired(struct iba_cm *cm);
/** Tell the peer as its state demands; the program does not want the connection any more. */
void iba_cm_farewell(struct iba_cm *cm);
/** A message has arrived. On the dispatcher. */
void iba_cm_arrived(struct iba_umad *umad, const struct umad_header *header, const uint8_t *mad,
		    size_t bytes);
/** Whether a program's private data is there, and not too long. */
ib_api_status_t iba_cm_check_data(const void *data, size_t bytes, size_t most);

/* --- path.c --------------------------------------------------------------------------------- */

/** A path as a request has it, with the time a sender waits for an acknowledgement; and back. */
struct ibcm_path iba_cm_wire_path(const ib_path_rec_t *path, uint8_t ack_timeout);
/** The path of the receiver of a request. */
ib_path_rec_t iba_cm_path_back(const struct ibcm_req *req, const struct ibcm_path *path);
/** Where a path leads from a port. */
ib_av_attr_t iba_cm_av(const struct iba_port *port, const ib_path_rec_t *path);
/** The same for messages. */
struct umad_header iba_cm_way(const struct iba_cm_port *port, const ib_path_rec_t *path);
/** Time to an acknowledgement: that of the packets, and what the other adapter takes. */
uint8_t iba_cm_ack_timeout(uint8_t pkt_life, uint8_t delay);

/* --- qp.c ----------------------------------------------------------------------------------- */

/** RESET or INIT to INIT; INIT to RTR; RTR to RTS. */
ib_api_status_t iba_cm_qp_init(struct iba_cm *cm);
ib_api_status_t iba_cm_qp_rtr(struct iba_cm *cm);
ib_api_status_t iba_cm_qp_rts(struct iba_cm *cm);
/** Use this as the alternate path, which begins at a port of the adapter; else false. */
bool iba_cm_set_alternate(struct iba_cm *cm, const ib_path_rec_t *path, uint8_t ack_timeout);
/** Give a connected queue pair another alternate path. */
ib_api_status_t iba_cm_qp_alternate(struct iba_cm *cm);
void iba_cm_qp_error(struct iba_cm *cm);

/* --- listen.c ------------------------------------------------------------------------------- */

struct iba_listener;

/** What is asked about a listener. */
struct iba_cm_wanted {
	ib_net64_t service;
	ib_net16_t pkey;
	const uint8_t *data;
	ib_qp_type_t type;
};

/** The listener for a request, with a reference. NULL; *served: for another type there is one. */
struct iba_listener *iba_cm_listener(struct iba_cm_port *port, const struct iba_cm_wanted *wanted,
				     bool *served);
/** Tell a listener of a request, and give its reference back. */
void iba_cm_offer(struct iba_cm *cm, struct iba_listener *listener);
/** What is told of a request that has come, but for the listener. */
ib_cm_req_rec_t iba_cm_record(const struct iba_cm *cm);
/** Give it back without; NULL is allowed. */
void iba_cm_listener_put(struct iba_listener *listener);

/* --- accept.c ------------------------------------------------------------------------------- */

/** The type of queue pairs that a request is about. */
ib_qp_type_t iba_cm_type_of(const struct ibcm_req *req);
/** It waits to be responded to; locked. */
void iba_cm_take_request(struct iba_cm *cm, const struct iba_cm_arrival *arrival,
			 const struct ibcm_req *req);

/* --- peer.c --------------------------------------------------------------------------------- */

/** What a request to a peer compares. */
ib_api_status_t iba_cm_check_peer(const ib_cm_req_t *req);
/** Requests for its service come here from now on, if it is one between peers; and no longer.
 * Locked. */
void iba_cm_expect_peer(struct iba_cm *cm, const ib_cm_req_t *req);
void iba_cm_unserve(struct iba_cm *cm);
/** A rejection that says only that the peer had not asked yet, or does not any more; locked. */
bool iba_cm_is_too_early(const struct iba_cm *cm, const struct ibcm_rej *rej);
/** The one that has sent a request to the sender of this one, as iba_cm_get(). */
struct iba_cm *iba_cm_find_peer(struct iba_cm_port *port, const struct iba_cm_arrival *arrival,
				const struct ibcm_req *req);
/** Decide who responds. On the dispatcher; called locked, and unlocks. */
void iba_cm_peer_came(struct iba_cm *cm, const struct iba_cm_arrival *arrival,
		      const struct ibcm_req *req);

/* --- messages that arrive ------------------------------------------------------------------- */

typedef void iba_cm_handler(struct iba_cm_port *port, const struct iba_cm_arrival *arrival);

iba_cm_handler iba_cm_req_arrived, iba_cm_mra_arrived, iba_cm_rej_arrived, iba_cm_rep_arrived,
	iba_cm_rtu_arrived, iba_cm_dreq_arrived, iba_cm_drep_arrived, iba_cm_sidr_req_arrived,
	iba_cm_sidr_rep_arrived, iba_cm_lap_arrived, iba_cm_apr_arrived;

/** ib_cm_req() for datagrams. */
ib_api_status_t iba_cm_resolve(const ib_cm_req_t *req);
/** ib_cm_rep() for them, and another response; locked. */
ib_api_status_t iba_cm_resolved(struct iba_cm *cm, const struct iba_qp *qp, const ib_cm_rep_t *rep);
void iba_cm_unresolved(struct iba_cm *cm, uint8_t status);
/** Where a side's packets begin to be counted. */
uint32_t iba_cm_random_psn(void);
/** Nothing came in time, repeatedly; called locked, and unlocks. */
void iba_cm_no_response(struct iba_cm *cm);
/** The end of a connection: ask for it without callbacks; tell the program; no response. */
void iba_cm_disconnect(struct iba_cm *cm);
void iba_cm_peer_ended(struct iba_cm *cm, const uint8_t *data);
void iba_cm_ended(struct iba_cm *cm, ib_api_status_t status, const uint8_t *data);
/** The program is told of a rejection; called locked, and unlocks. */
void iba_cm_rejected(struct iba_cm *cm, const struct ibcm_rej *rej);
/** A path was responded to, or not; called locked, and unlocks. */
void iba_cm_path_answered(struct iba_cm *cm, const struct ibcm_apr *apr);

#endif
