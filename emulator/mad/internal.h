/* SPDX-License-Identifier: BSD-2-Clause */
/* Internals of management: the fabric, MADs in flight, and open umadN files. */
#ifndef EMULATOR_MAD_INTERNAL_H
#define EMULATOR_MAD_INTERNAL_H

#include <inverbs/kernel/umad.h>
#include <inverbs/mad/common.h>
#include <inverbs/mad/subnet.h>

#include "base/objects.h"
#include "base/ready_socket.h"
#include "base/timer.h"
#include "mad/topology.h"

enum {
	FABRIC_MULTICAST_GROUPS = 1024,  /**< per switch */
	FABRIC_MULTICAST_POSITIONS = 16, /**< of SMP_PORTS_PER_POSITION ports */
	FABRIC_SWITCH_PKEYS = SMP_PKEYS_PER_BLOCK,
};

/* --- the fabric: nodes with ports, links between ports ------------------------------------ */

struct fabric_node;

/** A port of a node. Port 0 is a switch itself; adapters have none. */
struct fabric_port {
	struct fabric_node *node;
	uint8_t number;
	struct fabric_port *peer;      /**< other end of its link; NULL: no cable */
	struct softhca_port *hca_port; /**< port of an adapter; NULL: of a switch */
	/**
	 * Values set by SubnSet(PortInfo). If struct softhca_port has the same member, that is used
	 * instead.
	 */
	struct smp_port_info info;
	uint16_t pkey[FABRIC_SWITCH_PKEYS];  /**< P_Key table of a switch's port */
	struct softhca_link files;           /**< struct mad_file.in_port */
	struct softhca_fault_counts *faults; /**< counts of MADs sent from here */
	struct softhca_timer trap; /**< timer for repeating its trap, until that is repressed */
	uint64_t trap_tid;
	unsigned int traps_left; /**< how many more times the trap will be sent */
	uint8_t led;
	uint8_t sl_to_vl[SMP_SL_TO_VL_SIZE];
	uint8_t vl_arbitration[2 * 2 * SMP_VL_ARBITRATION_SIZE];
};

/** An adapter or a switch. */
struct fabric_node {
	struct softhca_mad *mad;
	uint8_t type; /**< enum smp_node_type */
	uint64_t guid;
	struct softhca_dev *device;       /**< NULL: a switch */
	unsigned int num_ports;           /**< without port 0 */
	char name[SOFTHCA_TOPOLOGY_NAME]; /**< name of a switch */
	struct smp_switch_info switch_info;
	uint8_t *ports_by_lid; /**< switch in a managed fabric: linear forwarding table */
	uint16_t *multicast;   /**< likewise: masks of 16 ports, by position and group */
	uint64_t reached;   /**< number of the last multicast packet that reached it (spread.c) */
	uint8_t reached_by; /**< port at which that packet arrived */
	struct fabric_node *reached_next; /**< next switch that still has to forward it */
	struct softhca_link in_mad;
	struct fabric_port port[]; /**< num_ports + 1 */
};

/** hca->mad. */
struct softhca_mad {
	struct softhca *hca;
	struct softhca_link nodes;
	struct softhca_link pending;       /**< struct mad_pending.timer */
	struct softhca_link queries;       /**< struct mad_query.timer */
	struct softhca_link groups;        /**< of the built-in subnet administrator (sa_group.c) */
	struct softhca_link services;      /**< likewise (sa_service.c) */
	struct softhca_link subscriptions; /**< likewise (sa_inform.c) */
	struct softhca_link reports;       /**< to subscribers: struct sa_report.timer */
	unsigned int num_groups, num_services, num_subscriptions, num_reports;
	uint16_t next_subscription;
	uint16_t next_mlid;
	uint64_t spreads;            /**< number of multicast packets so far */
	struct softhca_link replies; /**< struct mad_reply.in_mad */
	struct softhca_link late;    /**< struct mad_late.timer: delayed datagrams */
	size_t late_bytes;
	unsigned int num_switches;
	struct softhca_link traps; /**< struct fabric_port.trap */
	uint64_t num_traps;        /**< number of traps so far */
	uint32_t next_tid;         /**< number of the next agent */
};

static inline struct fabric_node *fabric_node_of(struct softhca_link *link)
{
	return softhca_entry(link, struct fabric_node, in_mad);
}

/** Returns the fabric's port for an adapter's port, or NULL (iWARP). */
struct fabric_port *fabric_port_of(const struct softhca_port *port);
/** Returns the logical state of a port, enum smp_port_state. */
uint8_t fabric_state(const struct fabric_port *port);
/** Set the state that a subnet manager has requested, with all consequences. */
void fabric_set_state(struct fabric_port *port, uint8_t state);
/** The link came up or went down: change both ends. */
void fabric_link_changed(struct fabric_port *port);
/** Does the port have a link that carries MADs? Port 0 needs none. */
bool fabric_link_up(const struct fabric_port *port);
/** Does the port have a queue pair 0? Ethernet ports have no subnet management. */
static inline bool fabric_has_qp0(const struct fabric_port *port)
{
	return !port->hca_port || !port->hca_port->ethernet;
}

/** Returns the LID of a port; for all ports of a switch, that of port 0. */
uint16_t fabric_lid(const struct fabric_port *port);
uint64_t fabric_port_guid(const struct fabric_port *port);
/** Returns the port at which LID-routed MADs from `from` to a LID arrive, or NULL. */
struct fabric_port *fabric_route(struct fabric_port *from, uint16_t dlid);
/** Returns the port with this GID and the same link layer, or NULL. */
struct fabric_port *fabric_port_by_gid(const struct fabric_port *from, const uint8_t gid[16]);

/* --- MADs in flight ------------------------------------------------------------------- */

/** A MAD, or an RMPP message of several, with its source. */
struct mad_packet {
	uint8_t *bytes; /**< allocated, in wire format; routing and responding modify it */
	size_t len;   /**< MAD_BYTES, or length of an RMPP message; at least MAD_BYTES are allocated
		       */
	uint32_t qpn; /**< number of the sender's queue pair, 0 or 1 */
	uint32_t to_qpn;
	uint16_t lid; /**< of the sender */
	uint8_t sl;
	uint8_t path_bits; /**< low bits of the destination LID */
	uint16_t pkey_index;
	bool segment; /**< packet of a message that its sender has split itself */
	bool grh;     /**< the following members are valid */
	uint8_t hop_limit;
	uint8_t traffic_class;
	uint32_t flow_label;
	uint8_t sgid[16], dgid[16];
};

/**
 * Returns the port that a MAD's directed route leads to, starting here or, if the first part of the
 * route is LID-routed, at the node with LID `dlid`; NULL: nowhere. p->lid is set to the sender's
 * LID.
 */
struct fabric_port *mad_route_directed(struct fabric_port *from, struct mad_packet *p,
				       uint16_t dlid);
/** Returns the port that the response *p, which has replaced its request, goes to, or NULL. */
struct fabric_port *mad_route_back(struct fabric_port *at, struct mad_packet *p);
/**
 * Deliver a MAD to a management agent of the port, or to an agent of a program. If there is a
 * response, it replaces *p, and the port that it goes to is returned. NULL: no response, or no
 * path.
 */
struct fabric_port *mad_arrive(struct fabric_port *at, struct mad_packet *p);

/** Count a MAD that the port drops because its format is wrong, for softhcactl. */
void mad_count_malformed(const struct fabric_port *at);
/** An RMPP packet that the emulated kernel sends. */
struct mad_reply {
	struct softhca_link in_mad;
	struct fabric_port *from, *to; /**< to NULL: it is lost */
	struct mad_packet packet;
};

/** Send a MAD from port to port, and its response back. Fault rules may affect either. */
void mad_carry(struct fabric_port *from, struct fabric_port *to, struct mad_packet *p);
/** Send all queued replies, or drop them. */
void mad_replies_send(struct softhca_mad *mad, bool send);
/** Returns when the next delayed MAD is due, or UINT64_MAX. */
uint64_t mad_late_due(const struct softhca_mad *mad);
/** Deliver the delayed MADs that are due. */
void mad_late_arrive(struct softhca_mad *mad, uint64_t now);
void mad_late_forget(struct softhca_mad *mad);

/**
 * When the next query of the emulated kernel times out (UINT64_MAX: none) / end those that are due.
 */
uint64_t mad_queries_due(const struct softhca_mad *mad);
void mad_queries_expire(struct softhca_mad *mad, uint64_t now);

/**
 * Send a trap: the capabilities of a port have changed or, for port 0 of a switch, the state of a
 * link. It is repeated until the subnet manager represses it.
 */
void mad_trap_start(struct fabric_port *port);
void mad_traps_run(struct softhca_mad *mad, uint64_t now);
/** Is it the TrapRepress for the port's trap? If so, the trap is not repeated. */
bool mad_trap_repressed(struct fabric_port *at, const struct mad_packet *p);

/**
 * The subnet management agent of a node. Returns false if the MAD is for programs. If *respond is
 * set, *p is the response.
 */
bool mad_subnet_agent(struct fabric_port *at, struct mad_packet *p, bool *respond);
/**
 * The built-in subnet administrator, at the port that is its own subnet manager. It handles
 * requests that no program handles. Return value as above.
 */
bool mad_administration_agent(struct fabric_port *at, struct mad_packet *p, bool *respond);
/** Is it the port of the built-in subnet administrator? */
bool mad_is_administrator(const struct fabric_port *at);
/** Send the reports to subscribers that are due. */
void sa_reports_run(struct softhca_mad *mad, uint64_t now);
/** A subscriber confirms a report. Returns false if no report has this transaction id. */
bool sa_report_confirmed(struct softhca_mad *mad, uint64_t tid);
/** The performance management agent, as above. */
bool mad_performance_agent(struct fabric_port *at, struct mad_packet *p, bool *respond);

/* --- files ---------------------------------------------------------------------------------- */

/** An agent that a program has registered. */
struct mad_agent {
	bool used;
	uint8_t qpn;
	uint8_t mgmt_class;
	uint8_t version;
	uint32_t oui;
	uint32_t methods[4];
	bool rmpp;    /**< the emulated kernel implements RMPP for it */
	bool shares;  /**< it is a connection manager that shares its port (communication.c) */
	uint32_t tid; /**< upper half of its transaction ids; unique */
};

/** A message that a program has not read yet. */
struct mad_unread {
	struct softhca_link in_file;
	struct umad_header header;
	size_t len; /**< length of the message */
	uint8_t bytes[];
};

/** A request that waits for its response. */
struct mad_pending {
	struct softhca_timer timer;
	struct mad_file *file;
	uint32_t agent;
	uint64_t tid; /**< transaction id in `bytes` */
	uint8_t mgmt_class;
	struct umad_header header; /**< as the program wrote it */
	uint32_t retries;          /**< retries left */
	size_t len;
	uint8_t bytes[]; /**< the message as sent, with its transaction id */
};

/** An open umadN. */
struct mad_file {
	struct fabric_port *port;
	struct softhca_ready_socket ready; /**< ready while MADs are unread */
	unsigned int users;                /**< connections that use it */
	struct softhca_link in_port;
	struct softhca_link unread;
	unsigned int num_unread;
	size_t unread_bytes;
	struct softhca_link assemblies; /**< struct mad_assembly.in_file: oldest first */
	unsigned int num_assemblies;
	unsigned int num_pending;     /**< requests that wait for a response */
	struct softhca_link services; /**< services of its connection manager (communication.c) */
	unsigned int num_services;
	bool long_header;
	bool registered; /**< an agent has been registered */
	bool lost;       /**< its device has failed */
	struct mad_agent agents[UMAD_AGENTS_MAX];
};

static inline struct mad_pending *mad_pending_of(struct softhca_link *link)
{
	return softhca_entry(link, struct mad_pending, timer.in_list);
}

/** Queue a message for the program; it is dropped if too many are unread. */
void mad_file_add(struct mad_file *file, const struct umad_header *header, const uint8_t *bytes,
		  size_t len);
/** Returns the request from `port` with the class and transaction id of these bytes, or NULL. */
struct mad_pending *mad_pending_find(const struct fabric_port *port, const uint8_t *bytes);
/** Start the timer for the response. */
void mad_pending_wait(struct mad_pending *pending);
void mad_pending_end(struct mad_pending *pending);
/** Drop all requests of a file, or of one of its agents. */
void mad_pending_forget(struct mad_file *file, uint32_t agent);

/**
 * Register an agent that shares the connection manager's class with others of the port. Returns 0,
 * ENOMEM or EBUSY.
 */
int mad_share_communication(struct mad_file *file, void *argument);
/** Start or stop accepting requests for a service. Returns 0, EINVAL, ENOMEM or ENOENT. */
int mad_serve_communication(struct mad_file *file, const void *argument);
void mad_services_forget(struct mad_file *file);
/** Returns the file's agent for messages of connection managers, or UMAD_AGENTS_MAX. */
unsigned int mad_sharing_agent(const struct mad_file *file);
/** Returns the first file that a message is for, or the next one after `last`, or NULL. */
struct mad_file *mad_communication_next(struct fabric_port *at, const struct mad_packet *p,
					struct mad_file *last);

/** MADs of these classes are sent between queue pairs 0. */
static inline bool mad_is_subnet(uint8_t mgmt_class)
{
	return mgmt_class == MAD_CLASS_SUBNET || mgmt_class == MAD_CLASS_SUBNET_DIRECTED;
}

/** Do MADs of the class have the vendor's OUI after the RMPP header? */
static inline bool mad_has_oui(uint8_t mgmt_class)
{
	return mgmt_class >= MAD_VENDOR_OUI_FIRST && mgmt_class <= MAD_VENDOR_OUI_LAST;
}

/** Is it a response, which is for the agent whose number is in its transaction id? */
bool mad_is_response(const uint8_t *bytes);
/** Returns the offset of the data for classes with RMPP, 0 for others. */
size_t mad_rmpp_header(uint8_t mgmt_class);
/** Fill the RMPP header of the first packet, as the kernel does, for a message of `len` bytes. */
void mad_rmpp_mark(uint8_t *bytes, size_t len);

/**
 * An agent accepts a packet. Returns true if *p, which has become the whole message if it was its
 * last packet, must be delivered.
 */
bool mad_assemble(struct mad_file *file, unsigned int agent, struct mad_packet *p);
/** Drop all incomplete messages of a file, or of one of its agents. */
void mad_assemblies_forget(struct mad_file *file, uint32_t agent);

enum {
	MAD_ALL_AGENTS = UMAD_AGENTS_MAX
};

#endif
