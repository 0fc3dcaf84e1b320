/* SPDX-License-Identifier: BSD-2-Clause */
/* What the files of this room share. */
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
	FABRIC_MULTICAST_GROUPS = 1024,  /**< of a switch */
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
	struct softhca_port *hca_port; /**< of an adapter; NULL: of a switch */
	/**
	 * As SubnSet(PortInfo) left it. Where struct softhca_port has the same member, that one
	 * counts.
	 */
	struct smp_port_info info;
	uint16_t pkey[FABRIC_SWITCH_PKEYS];  /**< of a switch's port */
	struct softhca_link files;           /**< struct mad_file.in_port */
	struct softhca_fault_counts *faults; /**< of datagrams from here */
	struct softhca_timer trap;           /**< the trap of this port, until it is repressed */
	uint64_t trap_tid;
	unsigned int traps_left; /**< how many times it is still to be sent */
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
	char name[SOFTHCA_TOPOLOGY_NAME]; /**< of a switch */
	struct smp_switch_info switch_info;
	uint8_t *ports_by_lid; /**< of a switch in a managed fabric: its linear forwarding table */
	uint16_t *multicast;   /**< likewise: masks of 16 ports, position by position, by group */
	uint64_t reached;      /**< the last multicast packet that reached it (spread.c) */
	uint8_t reached_by;    /**< port by which that packet arrived */
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
	uint64_t spreads;            /**< packets to groups so far */
	struct softhca_link replies; /**< struct mad_reply.in_mad */
	struct softhca_link late;    /**< struct mad_late.timer: delayed datagrams */
	size_t late_bytes;
	unsigned int num_switches;
	struct softhca_link traps; /**< struct fabric_port.trap */
	uint64_t num_traps;        /**< so far */
	uint32_t next_tid;         /**< number of the next agent */
};

static inline struct fabric_node *fabric_node_of(struct softhca_link *link)
{
	return softhca_entry(link, struct fabric_node, in_mad);
}

/** The fabric's port of an adapter's port. NULL: it has none (iWARP). */
struct fabric_port *fabric_port_of(const struct softhca_port *port);
/** Logical state of a port, enum smp_port_state. */
uint8_t fabric_state(const struct fabric_port *port);
/** Set the state that a manager asks for, with all consequences. */
void fabric_set_state(struct fabric_port *port, uint8_t state);
/** The link came up or went down: both ends change. */
void fabric_link_changed(struct fabric_port *port);
/** Does the port reach others: has it a link that carries datagrams? Port 0 needs none. */
bool fabric_link_up(const struct fabric_port *port);
/** Is there subnet management? Not on Ethernet. */
static inline bool fabric_has_qp0(const struct fabric_port *port)
{
	return !port->hca_port || !port->hca_port->ethernet;
}

/** LID of a port, of port 0 for all ports of a switch. */
uint16_t fabric_lid(const struct fabric_port *port);
uint64_t fabric_port_guid(const struct fabric_port *port);
/** The port that LID-routed datagrams from `from` to a LID arrive at, NULL: none. */
struct fabric_port *fabric_route(struct fabric_port *from, uint16_t dlid);
/** The port with this GID on the same kind of link layer, NULL: none. */
struct fabric_port *fabric_port_by_gid(const struct fabric_port *from, const uint8_t gid[16]);

/* --- datagrams in flight ------------------------------------------------------------------- */

/** A datagram, or a message of several, with where it comes from. */
struct mad_packet {
	uint8_t *bytes; /**< allocated, in wire format; routing and responding modify it */
	size_t len;   /**< MAD_BYTES, or of a message with RMPP, in at least MAD_BYTES of memory */
	uint32_t qpn; /**< of the sender, 0 or 1 */
	uint32_t to_qpn;
	uint16_t lid; /**< of the sender */
	uint8_t sl;
	uint8_t path_bits; /**< low bits of the LID that it was sent to */
	uint16_t pkey_index;
	bool segment; /**< of a message that its sender divides itself */
	bool grh;     /**< the next are valid */
	uint8_t hop_limit;
	uint8_t traffic_class;
	uint32_t flow_label;
	uint8_t sgid[16], dgid[16];
};

/**
 * The port that the datagram's directed route leads to, from here, or from the node with LID `dlid`
 * if the first part of the route is LID-routed; NULL: nowhere. The datagram's LID is then that of
 * the sender.
 */
struct fabric_port *mad_route_directed(struct fabric_port *from, struct mad_packet *p,
				       uint16_t dlid);
/** The port that the response goes to, which has replaced its request; NULL: nowhere. */
struct fabric_port *mad_route_back(struct fabric_port *at, struct mad_packet *p);
/**
 * A datagram arrives: at a management agent of the port, or at agents of programs. Returns the port
 * that the response goes to, which is then in *p; NULL: there is no response, or no path.
 */
struct fabric_port *mad_arrive(struct fabric_port *at, struct mad_packet *p);

/** Count a datagram that the port drops because it violates its format, for softhcactl. */
void mad_count_malformed(const struct fabric_port *at);
/** A packet of RMPP that the kernel's side sends. */
struct mad_reply {
	struct softhca_link in_mad;
	struct fabric_port *from, *to; /**< NULL: nowhere */
	struct mad_packet packet;
};

/** Send a datagram from port to port, and its response back; fault rules may prevent either. */
void mad_carry(struct fabric_port *from, struct fabric_port *to, struct mad_packet *p);
/** Send or forget all replies. */
void mad_replies_send(struct softhca_mad *mad, bool send);
/** When the next delayed datagram is due, UINT64_MAX: none. */
uint64_t mad_late_due(const struct softhca_mad *mad);
/** Deliver the delayed datagrams that are due. */
void mad_late_arrive(struct softhca_mad *mad, uint64_t now);
void mad_late_forget(struct softhca_mad *mad);

/** When the next query of the emulated kernel times out; and end those that are due. */
uint64_t mad_queries_due(const struct softhca_mad *mad);
void mad_queries_expire(struct softhca_mad *mad, uint64_t now);

/**
 * Send a trap: a port's capabilities have changed, or for port 0 of a switch, a link's state. It is
 * repeated until the manager represses it.
 */
void mad_trap(struct fabric_port *port);
void mad_traps_run(struct softhca_mad *mad, uint64_t now);
/** Is it the TrapRepress for the port's trap? */
bool mad_trap_repressed(struct fabric_port *at, const struct mad_packet *p);

/**
 * Subnet management agent of a node. False: programs get the datagram. Otherwise *p is the response
 * if *respond.
 */
bool mad_subnet_agent(struct fabric_port *at, struct mad_packet *p, bool *respond);
/**
 * The built-in subnet administrator, at the port that is its own subnet manager. It handles what no
 * program handles.
 */
bool mad_administration_agent(struct fabric_port *at, struct mad_packet *p, bool *respond);
/** Is it that port? */
bool mad_is_administrator(const struct fabric_port *at);
/** Send the reports to subscribers that are due. */
void sa_reports_run(struct softhca_mad *mad, uint64_t now);
/** A subscriber confirms a report. False: no report has this transaction id. */
bool sa_report_confirmed(struct softhca_mad *mad, uint64_t tid);
/** Performance management agent, as above. */
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
	bool rmpp;    /**< the emulated kernel does RMPP */
	bool shares;  /**< one of the connection managers of its port (communication.c) */
	uint32_t tid; /**< upper half of its transaction ids, unique */
};

/** A message that a program has not read yet. */
struct mad_unread {
	struct softhca_link in_file;
	struct umad_header header;
	size_t len; /**< of the datagram */
	uint8_t bytes[];
};

/** A request that waits for its response. */
struct mad_pending {
	struct softhca_timer timer;
	struct mad_file *file;
	uint32_t agent;
	uint64_t tid; /**< of `bytes`, to find it by */
	uint8_t mgmt_class;
	struct umad_header header; /**< as written */
	uint32_t retries;          /**< retries left */
	size_t len;
	uint8_t bytes[]; /**< with the transaction id that was sent */
};

/** An open umadN. */
struct mad_file {
	struct fabric_port *port;
	struct softhca_ready_socket ready; /**< while datagrams are unread */
	unsigned int users;                /**< connections that use it */
	struct softhca_link in_port;
	struct softhca_link unread;
	unsigned int num_unread;
	size_t unread_bytes;
	struct softhca_link assemblies; /**< struct mad_assembly.in_file: oldest first */
	unsigned int num_assemblies;
	unsigned int num_pending;     /**< requests that wait for a response */
	struct softhca_link services; /**< that its connection manager has (communication.c) */
	unsigned int num_services;
	bool long_header;
	bool registered; /**< an agent was ever registered */
	bool lost;       /**< the device is gone for it */
	struct mad_agent agents[UMAD_AGENTS_MAX];
};

static inline struct mad_pending *mad_pending_of(struct softhca_link *link)
{
	return softhca_entry(link, struct mad_pending, timer.in_list);
}

/** Queue a message for the program; dropped when too many are unread. */
void mad_file_add(struct mad_file *file, const struct umad_header *header, const uint8_t *bytes,
		  size_t len);
/** The request from `port` with the class and transaction id of these bytes; NULL: none. */
struct mad_pending *mad_pending_find(const struct fabric_port *port, const uint8_t *bytes);
/** Start the timer for its response. */
void mad_pending_wait(struct mad_pending *pending);
void mad_pending_end(struct mad_pending *pending);
/** Drop all requests of a file, or of one of its agents. */
void mad_pending_forget(struct mad_file *file, uint32_t agent);

/** An agent that shares the connection manager's class with others of the port; ENOMEM, EBUSY. */
int mad_share_communication(struct mad_file *file, void *argument);
/** Start or stop accepting requests for a service. EINVAL, ENOMEM, ENOENT. */
int mad_serve_communication(struct mad_file *file, const void *argument);
void mad_services_forget(struct mad_file *file);
/** The file's agent for messages of connection managers, UMAD_AGENTS_MAX: it has none. */
unsigned int mad_sharing_agent(const struct mad_file *file);
/** The file that a message is for, and the next one, NULL: no other. */
struct mad_file *mad_communication_next(struct fabric_port *at, const struct mad_packet *p,
					struct mad_file *last);

/** Datagrams of these classes travel between queue pairs 0. */
static inline bool mad_is_subnet(uint8_t mgmt_class)
{
	return mgmt_class == MAD_CLASS_SUBNET || mgmt_class == MAD_CLASS_SUBNET_DIRECTED;
}

/** Do datagrams of the class have the vendor's OUI behind the RMPP header? */
static inline bool mad_has_oui(uint8_t mgmt_class)
{
	return mgmt_class >= MAD_VENDOR_OUI_FIRST && mgmt_class <= MAD_VENDOR_OUI_LAST;
}

/** Is it a response, which goes to the agent that its transaction id names? */
bool mad_is_response(const uint8_t *bytes);
/** Is it of a class with messages of several datagrams? Then where data begins, else 0. */
size_t mad_rmpp_header(uint8_t mgmt_class);
/** Fill the header of the first packet as a kernel would, for a message of `len` bytes. */
void mad_rmpp_mark(uint8_t *bytes, size_t len);

/** An agent accepts a packet. True: deliver *p, which may be the whole message by now. */
bool mad_assemble(struct mad_file *file, unsigned int agent, struct mad_packet *p);
/** Drop all incomplete messages of a file, or of one of its agents. */
void mad_assemblies_forget(struct mad_file *file, uint32_t agent);

enum {
	MAD_ALL_AGENTS = UMAD_AGENTS_MAX
};

#endif
