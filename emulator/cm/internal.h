/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Internals of the connection manager, which replaces the kernel's: identifiers, ports, connections
 * and their events, for all programs of an emulator. A message between two identifiers is a
 * function call, so a protocol of four messages consists of four state changes; a missing response
 * is a timer.
 *
 * Everything runs in the emulator's single thread. Functions return 0 or a positive errno value.
 */
#ifndef EMULATOR_CM_INTERNAL_H
#define EMULATOR_CM_INTERNAL_H

#include <infiniband/ib.h>
#include <inverbs/kernel/ucma_parse.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include "base/response.h"
#include "base/token_pipe.h"
#include "mad/query.h"
#include "base/log.h"
#include "base/driver.h"

struct cm_file;

enum {
	CM_ROCE_HOP_LIMIT = 64,
	CM_PORT_BITS = 16, /**< port number in a service id; the bits above are the port space */
	CM_PORT_MASK = (1 << CM_PORT_BITS) - 1,
};

/** State of an identifier. The order matters: in all states after CM_IDLE, it is bound. */
enum cm_state {
	CM_IDLE,
	CM_BOUND,
	CM_LISTENING,
	CM_ADDRESS_KNOWN,
	CM_ROUTE_KNOWN,
	CM_REQUEST_SENT,      /**< active: request sent, no response yet */
	CM_REQUEST_RECEIVED,  /**< passive: request received, not accepted or rejected yet */
	CM_RESPONSE_SENT,     /**< passive: accepted; the active side's RTU has not arrived */
	CM_RESPONSE_RECEIVED, /**< active: response received */
	CM_CONNECTED,         /**< established at both sides; for datagrams: response received */
	CM_DREQ_SENT,         /**< disconnect request sent, no response yet */
	CM_DREQ_RECEIVED,     /**< disconnect request received, no response yet */
	CM_TIMEWAIT,          /**< disconnected; its queue pair number must not be reused yet */
	CM_CLOSED,            /**< disconnected or failed; final */
};

/** One side's parameters, as sent to the peer. */
struct cm_offer {
	uint32_t qp_num;
	uint32_t psn;
	uint8_t responder_resources;
	uint8_t initiator_depth;
	uint8_t flow_control;
	uint8_t retry_count;
	uint8_t rnr_retry_count;
	uint8_t srq;
	struct ucma_ece ece;
};

struct cm_id {
	struct softhca_process *process; /**< process whose quota it is charged to */
	uint32_t handle;
	struct cm_file *file;
	uint64_t uid;
	uint16_t ps;
	uint8_t qp_type;
	enum cm_state state;
	uint64_t created_at;
	uint64_t changed;            /**< time of the last change of `state` */
	struct sockaddr_storage src; /**< family 0: not bound */
	struct sockaddr_storage dst;
	struct softhca_port *port; /**< NULL: no device yet */
	bool incoming;             /**< created by a request; shares its listener's port number */
	bool reuse_address;
	bool family_only;
	uint8_t tos;
	uint8_t ack_timeout; /**< 0: the default */
	uint32_t backlog;
	uint32_t unread;          /**< requests to this listener that the program has not read */
	struct cm_event *request; /**< unread request event that created it, or NULL */
	struct cm_id *peer;       /**< the connection's other end, which also refers to this one */
	struct softhca_qp *qp;    /**< iWARP: connected queue pair, else NULL */
	struct cm_offer mine;
	struct cm_offer theirs;
	uint8_t private_data[UCMA_PRIVATE_DATA_MAX]; /**< of a request, for retries */
	uint8_t private_bytes;
	uint8_t tries;
	uint8_t held;      /**< how many times its request was held for a listener */
	uint32_t reported; /**< number of events returned by GET_EVENT */
	struct softhca_timer timer;
	struct softhca_link in_file;
	struct softhca_link in_all;
	struct softhca_link groups; /**< struct cm_group */
	struct mad_query query;     /**< query for its route */
	bool managed;               /**< `path` came from the subnet administrator */
	struct sa_path_record path;
};

/** A multicast group joined through an identifier. */
struct cm_group {
	uint32_t handle;
	struct cm_id *id;
	uint64_t uid;
	union ibv_gid mgid;
	uint16_t mlid;
	uint32_t qkey;
	uint32_t reported;
	bool joined;            /**< the subnet administrator has registered the membership */
	bool send_only;         /**< sends to the group, but does not receive from it */
	struct mad_query query; /**< query to join */
	struct softhca_link in_id;
};

/** An event that the program has not read. */
struct cm_event {
	struct cm_id *id;       /**< identifier that counts it */
	struct cm_id *new_id;   /**< request: its new identifier */
	struct cm_group *group; /**< event of a group: that group */
	struct ucma_get_event_resp record;
	struct softhca_link in_file;
};

/** One open file of the connection manager. */
struct cm_file {
	struct softhca_cm *cm;
	struct softhca_token_pipe pipe; /**< a byte per unread event; has the opener's process */
	uint32_t events;
	struct softhca_fault_counts *faults; /**< commands counted for each fault rule */
	struct softhca_link queue;           /**< struct cm_event, oldest first */
	struct softhca_link ids;
	struct softhca_link in_cm;
};

/** An address assigned to a port by --address. */
struct cm_address {
	struct sockaddr_storage addr;
	struct softhca_port *port;
	struct cm_address *next;
};

struct softhca_cm {
	struct softhca *hca;
	struct softhca_table ids;    /**< struct cm_id * by handle */
	struct softhca_table groups; /**< struct cm_group * by handle */
	struct softhca_link all;     /**< cm_id.in_all */
	struct softhca_link files;
	struct softhca_link timers; /**< cm_id.timer */
	struct cm_address *addresses;
	uint16_t next_port;
	uint32_t next_psn;
};

static inline bool cm_is_datagram(const struct cm_id *id)
{
	return id->qp_type == IBV_QPT_UD;
}

static inline bool softhca_cm_is_iwarp_port(const struct softhca_port *port)
{
	return port->device->driver->node_type == IBV_NODE_RNIC;
}

/** Does the subnet manager assign paths and groups? */
static inline bool cm_is_managed(const struct cm_id *id)
{
	return id->port->device->hca->managed && !id->port->ethernet;
}

static inline void softhca_cm_set_state(struct cm_id *id, enum cm_state state)
{
	id->state = state;
	id->changed = softhca_now();
}

/** Returns the Q_Key of its datagrams, unless the program has set one. */
static inline uint32_t softhca_cm_qkey(const struct cm_id *id)
{
	return id->ps == UCMA_PORT_SPACE_IPOIB && !id->port->ethernet ? SA_IPOIB_QKEY
								      : UCMA_UDP_QKEY;
}

static inline bool cm_is_iwarp(const struct cm_id *id)
{
	return id->port && softhca_cm_is_iwarp_port(id->port);
}

/* --- file.c: files and events ------------------------------------------------------------ */

/**
 * Queue an event. Returns NULL if memory is exhausted; the event is then lost, as in the kernel.
 */
struct cm_event *softhca_cm_queue_event(struct cm_id *id, enum ucma_event event, int status);
/**
 * Drop the unread events of an identifier, or, if group is not NULL, only those of this group. New
 * identifiers of unread requests are moved to the list `requests` (cm_id.in_file).
 */
void softhca_cm_forget_events(struct cm_id *id, const struct cm_group *group,
			      struct softhca_link *requests);
/** The program could not read the event: it stays unread. */
void softhca_cm_keep_event(const struct cm_file *file);
/** Drop the unread request that created this identifier, which is being destroyed. */
void softhca_cm_forget_request(struct cm_id *new_id);
/** Free a file that has no identifiers. */
void softhca_cm_file_free(struct cm_file *file);
/** Move the unread events of an identifier to another file. */
void softhca_cm_move_events(struct cm_id *id, struct cm_file *to);
/** Find the file to whose pipe a client's descriptor belongs. */
int softhca_cm_file_by_fd(struct softhca_cm *cm, int fd, struct cm_file **out);

/* --- id.c -------------------------------------------------------------------------------- */

int softhca_cm_id_create(struct cm_file *file, uint64_t uid, uint16_t ps, uint8_t qp_type,
			 struct cm_id **out);
/** Free an identifier that has no connection and no events. */
void softhca_cm_id_free(struct cm_id *id);
/** Returns 0; ENOENT if there is no such identifier; EINVAL if it belongs to another file. */
int softhca_cm_id_find(struct cm_file *file, uint32_t handle, struct cm_id **out);
/** The same, but also returns EINVAL if the identifier has no device. */
int softhca_cm_id_on_device(struct cm_file *file, uint32_t handle, struct cm_id **out);

/* --- sockaddr.c ------------------------------------------------------------------------- */

static inline const struct sockaddr_in *as_in4(const struct sockaddr_storage *addr)
{
	return (const struct sockaddr_in *)addr;
}

static inline const struct sockaddr_in6 *as_in6(const struct sockaddr_storage *addr)
{
	return (const struct sockaddr_in6 *)addr;
}

/** Cast to a native InfiniBand address. */
static inline const struct sockaddr_ib *as_ib(const struct sockaddr_storage *addr)
{
	return (const struct sockaddr_ib *)addr;
}

/** Returns the size of an address of this family, or 0 if the family is unknown. */
size_t softhca_cm_address_bytes(const struct sockaddr_storage *addr);
/** Copy an address from a command. Returns EINVAL if its length is wrong for its family. */
int softhca_cm_address_take(const uint8_t *from, uint16_t bytes, struct sockaddr_storage *to);
/**
 * Copy an address from an older command: an IPv4 or IPv6 address in the space of an IPv6 one.
 * Returns EINVAL for any other.
 */
int softhca_cm_address_take_ip(const uint8_t *from, struct sockaddr_storage *to);
uint16_t softhca_cm_port_number(const struct sockaddr_storage *addr);
void softhca_cm_set_port_number(struct sockaddr_storage *addr, uint16_t number);
/**
 * Returns the service id of an address: a native address contains it; for IP, it has the
 * identifier's port space and the port number.
 */
uint64_t softhca_cm_service_id(const struct cm_id *id, const struct sockaddr_storage *addr);
bool softhca_cm_is_wildcard(const struct sockaddr_storage *addr);
/** Is it the address of a multicast group? */
bool softhca_cm_is_group(const struct sockaddr_storage *addr);
bool softhca_cm_same_address(const struct sockaddr_storage *a, const struct sockaddr_storage *b);
/* --- address.c -------------------------------------------------------------------------- */

/** Returns the emulated port with this address, or NULL. */
struct softhca_port *softhca_cm_port_of(const struct softhca_cm *cm,
					const struct sockaddr_storage *addr);
/** Can packets of one port reach the other? Adapters and links must be of the same kind. */
bool softhca_cm_same_network(const struct softhca_port *a, const struct softhca_port *b);
/**
 * Bind to an address; for port number 0, choose one. Returns 0, EADDRNOTAVAIL, EADDRINUSE, or
 * ENODEV if no InfiniBand port has the GID.
 */
int softhca_cm_bind(struct cm_id *id, const struct sockaddr_storage *addr);
/** Returns the listener at the destination of an identifier, or NULL. */
struct cm_id *softhca_cm_listener(const struct cm_id *asking);
/** Is an identifier bound to the destination, but not listening yet? */
bool softhca_cm_may_listen_soon(const struct cm_id *asking);
/** Returns the GID of an IP address on Ethernet. */
union ibv_gid softhca_cm_mapped_gid(const struct sockaddr_storage *addr);
/** Returns the GID that is the hardware address for an IP or native address. */
union ibv_gid softhca_cm_gid_of(const struct cm_id *id, const struct sockaddr_storage *addr);

/* --- connect.c ----------------------------------------------------------------------------- */

/** End the connection in any state, and notify the peer. */
void softhca_cm_abandon(struct cm_id *id);

/* --- request.c ----------------------------------------------------------------------------- */

/** Separate the two ends of a connection. */
void softhca_cm_unlink_peer(struct cm_id *id);
/**
 * Returns the type of queue pair that a request needs at the peer; the message can express four.
 */
uint8_t softhca_cm_wanted_type(const struct cm_id *id);
/** Default depths: each side's initiator depth is the other's responder resources. */
void softhca_cm_match_depths(struct cm_offer *mine, const struct cm_offer *theirs);
/** Create the new identifier of a request at the listener's side (NULL: no memory) / destroy it. */
struct cm_id *softhca_cm_make_incoming(struct cm_id *id, struct cm_id *listener);
void softhca_cm_drop_incoming(struct cm_id *new_id);
/** Report the request to the listener, with its private data. Returns NULL if there is no room. */
struct cm_event *softhca_cm_queue_request_event(struct cm_id *listener, struct cm_id *new_id,
						const struct cm_id *from);
/**
 * If an identifier is bound to the port but does not listen yet, delay the request and return true.
 * Some programs announce their port before they listen, which works on real networks, where
 * requests take longer.
 */
bool softhca_cm_hold_request(struct cm_id *id);
/** There is no listener or no response: retry later; after the last retry, report UNREACHABLE. */
void softhca_cm_retry_later(struct cm_id *id);

/* --- multicast.c --------------------------------------------------------------------------- */

void softhca_cm_leave_group(struct cm_group *group);
/** Drop the memberships of an identifier. */
void softhca_cm_drop_groups(struct cm_id *id);

/* --- private_data.c ------------------------------------------------------------------------ */

/** Returns the maximum size of private data in a command's message. */
size_t softhca_cm_private_max(const struct cm_id *id, uint32_t command);
/** Put the private data of a command into an event, with the padding that events have. */
void softhca_cm_show_private_data(struct cm_event *e, const struct cm_id *from, uint32_t command,
				  const uint8_t *data, uint8_t bytes);

/* --- iwarp.c ----------------------------------------------------------------------------- */

/** Returns EINVAL if there is no such queue pair that can be connected. */
int softhca_cm_iwarp_may_connect(const struct cm_id *id, uint32_t qp_num);
/** Send or retry a request; if the time for a response has elapsed, fail it. */
void softhca_cm_iwarp_request(struct cm_id *id);
/**
 * Connect both sides. Returns 0, EINVAL, or ECONNRESET if the peer no longer exists or cannot
 * connect.
 */
int softhca_cm_iwarp_accept(struct cm_id *id, const struct ucma_conn_param *param);
/** End the connection, if there is one, in an orderly way / at once. */
void softhca_cm_iwarp_disconnect(struct cm_id *id);
void softhca_cm_iwarp_abort(struct cm_id *id);

/* --- show.c ------------------------------------------------------------------------------ */

/** Trace an event that is queued. */
void softhca_cm_trace(const struct cm_id *id, enum ucma_event event, int status);

/* --- timer.c ----------------------------------------------------------------------------- */

void softhca_cm_timer_start(struct cm_id *id, uint64_t ns);
void softhca_cm_timer_stop(struct cm_id *id);
/** Stop the first timer that is due, and return its identifier; or return NULL. */
struct cm_id *softhca_cm_timer_expired(struct softhca_cm *cm, uint64_t now);

/* --- path.c ------------------------------------------------------------------------------ */

/** Returns the index of the identifier's own GID in its port's table. */
uint8_t softhca_cm_sgid_index(const struct cm_id *id);
/** Get the address vector of the peer. */
void softhca_cm_path(const struct cm_id *id, struct uverbs_ah_attr *to);

/* --- commands ---------------------------------------------------------------------------- */

/** One command being served. */
struct cm_command {
	struct cm_file *file;
	const struct uverbs_parsed *parsed;
	int fd; /**< descriptor sent with it; -1: none */
	struct softhca_response *response;
};

/** Set the response, truncated to the client's room. */
void softhca_cm_respond(const struct cm_command *c, const void *response, size_t bytes);

typedef int cm_handler(const struct cm_command *c);
cm_handler softhca_cm_cmd_create_id, softhca_cm_cmd_destroy_id, softhca_cm_cmd_bind_ip,
	softhca_cm_cmd_bind, softhca_cm_cmd_resolve_ip, softhca_cm_cmd_resolve_addr,
	softhca_cm_cmd_resolve_route, softhca_cm_cmd_query_route, softhca_cm_cmd_query,
	softhca_cm_cmd_connect, softhca_cm_cmd_listen, softhca_cm_cmd_accept, softhca_cm_cmd_reject,
	softhca_cm_cmd_disconnect, softhca_cm_cmd_init_qp_attr, softhca_cm_cmd_get_event,
	softhca_cm_cmd_set_option, softhca_cm_cmd_notify, softhca_cm_cmd_join_ip_mcast,
	softhca_cm_cmd_join_mcast, softhca_cm_cmd_leave_mcast, softhca_cm_cmd_migrate_id;

#endif
