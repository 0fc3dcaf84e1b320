/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Management datagrams for the tests of umadN. The fabric of raw.h is mlx4_0 (LID 1), mlx4_1 (LIDs
 * 2 and 3) and a switch (LID 4), whose ports 1 to 3 are cabled to them in this order.
 */
#ifndef TESTS_EMULATOR_UMAD_KIT_H
#define TESTS_EMULATOR_UMAD_KIT_H

#include "raw.h"

#include <arpa/inet.h>
#include <inverbs/kernel/umad.h>
#include <inverbs/mad/administration.h>
#include <inverbs/mad/performance.h>
#include <inverbs/mad/subnet.h>
#include <unistd.h>

enum {
	VENDOR_CLASS = 0x32,
	OUI_AT = 37,
	OUI_BYTES = 3,
	SWITCH_LID = 4,
	TIMEOUT_MS = 60000, /* for a machine that is very busy */
	SOON_MS = 20,
	PATIENCE_MS = 60000,
};

/** An open umadN. */
struct umad {
	struct raw *raw;
	int ready; /**< the descriptor to poll */
};

/** A datagram with the header in front of it. */
struct umad_message {
	struct umad_header header;
	uint8_t mad[4096];
};

/* --- files ---------------------------------------------------------------------------------- */

int umad_try_open(struct raw *raw, const char *device, unsigned int port, unsigned int kind);
/** A file with the short header, as it is before UMAD_ENABLE_PKEY. */
struct umad *umad_open_short(const char *device, unsigned int port);
struct umad *umad_open(const char *device, unsigned int port);
void umad_close(struct umad *u);
/** Its error; the argument is changed as the kernel's side says. */
int umad_ioctl(struct umad *u, uint32_t request, void *argument, size_t bytes);

struct umad_reg_req umad_agent(uint8_t qpn, uint8_t mgmt_class, uint8_t version);
int umad_try_register(struct umad *u, struct umad_reg_req req);
/** The id of an agent. */
uint32_t umad_registered(struct umad *u, struct umad_reg_req req);

int umad_write(struct umad *u, const struct umad_message *m, size_t mad_bytes);
bool umad_readable(struct umad *u, int ms);
/** Waits until there is something to read; the error of reading it. */
int umad_read(struct umad *u, struct umad_message *m, size_t room, size_t *len);
/** Waits for a datagram; the echo of a request that timed out fails the test. */
struct umad_message umad_received(struct umad *u);
/** Waits for the echo of a request that timed out. */
struct umad_message umad_timed_out(struct umad *u);
/** Sends a request that gets no response. */
void umad_times_out(struct umad *u, struct umad_message m);

/** A datagram of a vendor's class, and an agent that takes such ones. */
struct umad_message vendor(uint32_t id, uint8_t method, uint16_t lid);
struct umad_reg_req vendor_agent(uint8_t method);

/** A client of mlx4_0 and a server of mlx4_1 that takes requests of the vendor's class. */
struct umad_pair {
	struct umad *client, *server;
	uint32_t id; /**< of the client's agent */
};

struct umad_pair umad_pair_open(void);
void umad_pair_close(struct umad_pair *p);

/** Reads a file of a device's directory in sysfs; raw->reply is its text. */
void attribute_read(struct raw *raw, const char *device, const char *path);
/** The file holds this text. */
void attribute_is(struct raw *raw, const char *device, const char *path, const char *text);

/** One of softhcactl's counters, such as "mlx4_0 port 1 mads_lost". */
unsigned int umad_counter(const char *name);

/* --- subnet management ---------------------------------------------------------------------- */

/** A request along a directed route of `hops` ports. */
struct umad_message directed(uint32_t id, uint8_t method, uint16_t attribute, uint32_t modifier,
			     unsigned int hops, const uint8_t *path);
/** The same request, routed by LID. */
struct umad_message by_lid(struct umad_message m, uint16_t lid);
/** With another content. */
struct umad_message with_data(struct umad_message m, const uint8_t data[64]);
/** Send it, and take the response. */
struct smp_datagram asked(struct umad *u, const struct umad_message *request);
/** The same, with this content unless it is NULL. */
struct smp_datagram asked_by(struct umad *u, struct umad_message m, const void *data);
/** One attribute of the own node. */
struct smp_datagram asked_here(struct umad *u, uint32_t id, uint16_t attribute, uint32_t modifier);
struct smp_port_info port_info(struct umad *u, uint32_t id);
/** Status of a Set of the own port. */
uint16_t set_port(struct umad *u, uint32_t id, const struct smp_port_info *v);
/** The first GID of the own port. */
void gid_of(struct umad *u, uint8_t gid[16]);

#endif
