/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The built-in subnet administrator of a fabric without a manager: it reads the nodes directly, and
 * stores multicast groups and services.
 */
#ifndef EMULATOR_MAD_SA_H
#define EMULATOR_MAD_SA_H

#include <inverbs/mad/administration.h>

#include "mad/sma.h"

/** A request, and the records of its response. */
struct sa_request {
	struct softhca_mad *mad;
	struct fabric_port *at;   /**< the port that is the administrator */
	struct fabric_port *from; /**< the port of the request; NULL: the port is gone */
	uint32_t qpn;             /**< the queue pair of the request */
	uint8_t method;
	uint64_t components;
	bool trusted; /**< it has the SM_Key: it may see every membership and key */
	uint8_t record[SA_DATA_BYTES];
	/* the response */
	uint8_t *found; /**< records, each in record_size bytes */
	size_t record_size, len, room;
	unsigned int count;
	bool out_of_memory;
};

enum {
	SA_KEY = 1,         /**< SM_Key, as opensm has it by default */
	SA_LIFE_TIME = 18,  /**< of packets, as an exponent: about 1 s */
	SA_SERVICES = 4096, /**< most that are registered */
	SA_SUBSCRIPTIONS = 4096,
};

/** Room for the next record of the response; NULL: no memory, which is recorded. */
uint8_t *sa_add(struct sa_request *r, size_t bytes);

/** The port that is the administrator, NULL: no port has its LID. */
struct fabric_port *sa_port(struct softhca_mad *mad);
/** The first GID of a port; `at` has the subnet's prefix. */
void sa_gid_of(const struct fabric_port *at, const struct fabric_port *port, uint8_t gid[16]);
/** Report to subscribers what happened to a GID or a group, enum mad_trap. */
void sa_notify(struct softhca_mad *mad, uint16_t trap, const uint8_t gid[16]);

/* Attributes, for sa.c: each returns an enum sa_status. */
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

/** Free what it keeps. */
void sa_fini(struct softhca_mad *mad);

#endif
