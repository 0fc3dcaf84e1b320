/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Helpers for the tests of umadN. The fabric of raw.h is mlx4_0 (LID 1), mlx4_1 (LIDs 2 and 3) and
 * a switch (LID 4), whose ports 1 to 3 are connected to them in this order.
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
	TIMEOUT_MS = 60000, /* long, because the machine may be very busy */
	SOON_MS = 20,
	PATIENCE_MS = 60000,
};

/** An open umadN. */
struct umad {
	struct raw *raw;
	int ready; /**< the descriptor to poll */
};

/** A MAD, with the header in front of it. */
struct umad_message {
	struct umad_header header;
	uint8_t mad[4096];
};

/* --- files ---------------------------------------------------------------------------------- */

int umad_try_open(struct raw *raw, const char *device, unsigned int port, unsigned int kind);
/** Open umadN with the short header, as it is before UMAD_ENABLE_PKEY. */
struct umad *umad_open_short(const char *device, unsigned int port);
struct umad *umad_open(const char *device, unsigned int port);
void umad_close(struct umad *u);
/** Execute an ioctl, which may change the argument. Returns its error. */
int umad_ioctl(struct umad *u, uint32_t request, void *argument, size_t bytes);

struct umad_reg_req umad_agent(uint8_t qpn, uint8_t mgmt_class, uint8_t version);
int umad_try_register(struct umad *u, struct umad_reg_req req);
/** Register an agent, which must succeed. Returns its id. */
uint32_t umad_registered(struct umad *u, struct umad_reg_req req);

int umad_write(struct umad *u, const struct umad_message *m, size_t mad_bytes);
bool umad_readable(struct umad *u, int ms);
/** Wait until there is something to read, and read it. Returns the error of reading. */
int umad_read(struct umad *u, struct umad_message *m, size_t room, size_t *len);
/** Wait for a MAD, and read it. If it is a request that timed out, the test fails. */
struct umad_message umad_received(struct umad *u);
/** Wait for a request of the program's own that has timed out. */
struct umad_message umad_timed_out(struct umad *u);
/** Send a request, and expect that it gets no response. */
void umad_times_out(struct umad *u, struct umad_message m);

/** A MAD of a vendor's class, and an agent that accepts such MADs. */
struct umad_message vendor(uint32_t id, uint8_t method, uint16_t lid);
struct umad_reg_req vendor_agent(uint8_t method);

/** A client at mlx4_0, and a server at mlx4_1 that accepts requests of the vendor's class. */
struct umad_pair {
	struct umad *client, *server;
	uint32_t id; /**< id of the client's agent */
};

struct umad_pair umad_pair_open(void);
void umad_pair_close(struct umad_pair *p);

/** Read a file of a device's directory in sysfs; raw->reply is its text. */
void attribute_read(struct raw *raw, const char *device, const char *path);
/** Check that the file has this text. */
void attribute_is(struct raw *raw, const char *device, const char *path, const char *text);

/** Returns one of softhcactl's counters, such as "mlx4_0 port 1 mads_lost". */
unsigned int umad_counter(const char *name);

/* --- subnet management ---------------------------------------------------------------------- */

/** Returns a request with a directed route of `hops` ports. */
struct umad_message directed(uint32_t id, uint8_t method, uint16_t attribute, uint32_t modifier,
			     unsigned int hops, const uint8_t *path);
/** Returns the same request, routed by LID. */
struct umad_message by_lid(struct umad_message m, uint16_t lid);
/** Returns the same request with other data. */
struct umad_message with_data(struct umad_message m, const uint8_t data[64]);
/** Send a request, and return the response. */
struct smp_datagram asked(struct umad *u, const struct umad_message *request);
/** The same, with this data unless it is NULL. */
struct smp_datagram asked_by(struct umad *u, struct umad_message m, const void *data);
/** Get an attribute of the own node. */
struct smp_datagram asked_here(struct umad *u, uint32_t id, uint16_t attribute, uint32_t modifier);
struct smp_port_info port_info(struct umad *u, uint32_t id);
/** Set PortInfo of the own port. Returns the status. */
uint16_t set_port(struct umad *u, uint32_t id, const struct smp_port_info *v);
/** Get the first GID of the own port. */
void gid_of(struct umad *u, uint8_t gid[16]);

#endif
