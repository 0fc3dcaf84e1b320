/* SPDX-License-Identifier: BSD-2-Clause */
/* Makes calls on files for management datagrams, and prints them as a trace (record_mad.c). */
#ifndef TESTS_KERNEL_TRACE_RECORD_H
#define TESTS_KERNEL_TRACE_RECORD_H

#include <inverbs/kernel/umad.h>
#include <inverbs/mad/administration.h>
#include <inverbs/mad/common.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	PORT = 1,
	VENDOR_CLASS = 0x32,
	OUI_AT = 37,
	LONG_BYTES = 1000, /**< data in a message of several datagrams */
	PATIENCE_MS = 20000,
	NOTHING_MS = 100,    /**< how long to wait to be sure that nothing arrives */
	ANSWERED_MS = 60000, /**< timeout of a request that gets a response */
	UNANSWERED_MS = 30,  /**< timeout of a request that does not */
};

struct file {
	struct inverbs_transport *t;
	bool long_header;
};

struct message {
	struct umad_header header;
	uint8_t mad[2048];
};

extern const char *device;
extern uint8_t own[2][16]; /**< GIDs: link-local, IPv4 */

void hex_digits(const uint8_t *bytes, size_t len);
/** Print a note about the preceding calls: the rule (U1, ...) that they show. */
void rule(const char *text);

/* --- calls, each printed with its result ----------------------------------------------------- */

struct file open_file(void);
void close_file(struct file *f);
void set_nonblocking(struct file *f);
/** Issue an ioctl. Returns 0 or an errno value. */
int control(struct file *f, uint32_t number, void *argument, size_t bytes);
void enable_pkey(struct file *f);
/** Register an agent. Returns its id. */
uint32_t add(struct file *f, struct umad_reg_req req);
uint32_t add2(struct file *f, struct umad_reg_req2 req);
void drop(struct file *f, uint32_t id);
void put(struct file *f, const struct message *m, size_t mad_bytes);
/** Poll the file. Returns whether there is something to read. */
bool wait_for(struct file *f, int ms);
void nothing_comes(struct file *f);
/** Read into a buffer of so many bytes. */
struct message get(struct file *f, size_t room);
/** Wait for a datagram, and read it. */
struct message receive_message(struct file *f);

/* --- messages -------------------------------------------------------------------------------- */

size_t header_bytes(const struct file *f);
struct umad_reg_req agent(uint8_t mgmt_class, uint8_t version, uint32_t methods);
struct umad_reg_req vendor_agent(uint32_t methods);
/** A message to our own port. */
struct message message(uint32_t id, uint8_t mgmt_class, uint8_t version, uint8_t method);
struct message vendor(uint32_t id, uint8_t method);
/** Send a request and read the response, or the request that comes back on a timeout. */
void send_request(struct file *f, struct message m, uint32_t timeout_ms);
/** Respond to a message. */
void respond(struct file *f, struct message m);

/* --- what is recorded ------------------------------------------------------------------------ */

void record_agents(void);
void record_datagrams(void);

#endif
