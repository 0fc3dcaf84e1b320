/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The built-in subnet administrator of a fabric without a subnet manager. It reads the state of the
 * nodes directly, and stores multicast groups, services and subscriptions.
 */
#ifndef EMULATOR_MAD_SA_H
#define EMULATOR_MAD_SA_H

#include <inverbs/mad/administration.h>

#include "mad/sma.h"

/** A request, and the records of its response. */
struct sa_request {
	struct softhca_mad *mad;
	struct fabric_port *at;   /**< the port that has the administrator */
	struct fabric_port *from; /**< the port that sent the request; NULL: no longer found */
	uint32_t qpn;             /**< the queue pair that sent the request */
	uint8_t method;
	uint64_t components;
	bool trusted; /**< it has the SM_Key, and may read all memberships and keys */
	uint8_t record[SA_DATA_BYTES];
	/* the response */
	uint8_t *found; /**< records, record_size bytes each */
	size_t record_size, len, room;
	unsigned int count;
	bool out_of_memory;
};

enum {
	SA_KEY = 1,         /**< SM_Key, the default of opensm */
	SA_LIFE_TIME = 18,  /**< packet lifetime, as an exponent: about 1 s */
	SA_SERVICES = 4096, /**< maximum registered services */
	SA_SUBSCRIPTIONS = 4096,
};

/** Returns room for the next record of the response, or NULL and sets out_of_memory. */
uint8_t *sa_add(struct sa_request *r, size_t bytes);

/** Returns the port that has the administrator, or NULL if no port has its LID. */
struct fabric_port *sa_port(struct softhca_mad *mad);
/** Get the first GID of a port; `at` determines the subnet's prefix. */
void sa_gid_of(const struct fabric_port *at, const struct fabric_port *port, uint8_t gid[16]);
/** Report an event (enum mad_trap) of a GID or a multicast group to subscribers. */
void sa_notify(struct softhca_mad *mad, uint16_t trap, const uint8_t gid[16]);

/* Functions for attributes, called by sa.c; each returns an enum sa_status. */
unsigned int sa_node_records(struct sa_request *r);
unsigned int sa_port_info_records(struct sa_request *r);
unsigned int sa_switch_info_records(struct sa_request *r);
unsigned int sa_sm_info_records(struct sa_request *r);
unsigned int sa_link_records(struct sa_request *r);
unsigned int sa_guid_info_records(struct sa_request *r);
unsigned int sa_pkey_table_records(struct sa_request *r);
unsigned int sa_path_records(struct sa_request *r);
unsigned int sa_service_records(struct sa_request *r);
unsigned int sa_mc_member_records(struct sa_request *r);
unsigned int sa_inform_info(struct sa_request *r);
unsigned int sa_inform_info_records(struct sa_request *r);

/** Free everything that the administrator stores. */
void sa_fini(struct softhca_mad *mad);

#endif
