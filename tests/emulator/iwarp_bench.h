/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A test bench for the emulator's connection manager with iWARP adapters. Tests call its commands
 * directly; queue pairs are elements of a table; functions of the engine are replaced by the
 * bench's, with the linker's --wrap. Time advances only when a test advances it.
 */
#ifndef TESTS_EMULATOR_IWARP_BENCH_H
#define TESTS_EMULATOR_IWARP_BENCH_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <inverbs/kernel/ucma_call.h>
#include <netinet/in.h>
#include <stdlib.h>

#include "base/devices.h"
#include "base/driver.h"
#include "base/log.h"
#include "base/table.h"
#include "cm/cm.h"
#include "engine/iwarp/iwarp.h"
#include "server/server.h"

enum {
	BENCH_PORT = 7174,
	/** Responder resources of a program; its initiator depth is one less. */
	BENCH_READS = 3,
};

/** A queue pair of the bench; `k` is the emulator's object. */
struct fake_qp {
	struct softhca_qp k;
	bool busy; /**< neither idle nor connected */
	struct fake_qp *peer;
	struct softhca_iwarp_side side;
	bool initiator;
};

/** An open file of the connection manager. */
struct program {
	struct inverbs_transport transport;
	struct cm_file *file;
	int fd; /**< the pipe, with a byte for each unread event */
};

struct bench {
	struct softhca_server server;
	struct program server_side, client_side;
	struct fake_qp qp[3]; /**< client's, server's, and another one of the server's device */
	uint32_t listener, active, passive;
};

void bench_end(struct fake_qp *qp, enum softhca_iwarp_end how);
void bench_close_program(struct program *p);
struct softhca_dev *bench_device(struct bench *b, const char *name);
int bench_set_up(void **state);
int bench_tear_down(void **state);
uint32_t bench_create_id(struct program *p, uint16_t ps);
int bench_destroy_id(struct program *p, uint32_t id);
struct sockaddr_in bench_address(unsigned int nth, uint16_t port);
int bench_bind_to(struct program *p, uint32_t id, unsigned int nth);
void bench_listen_on(struct bench *b, unsigned int nth, uint32_t backlog);
/** Read the next event, which must be this one. */
struct ucma_get_event_resp bench_next(struct program *p, uint32_t event, int status);
void bench_quiet(struct program *p);
/**
 * Create an identifier with a route to 127.0.0.<nth>, from 127.0.0.<from> (0: the emulator
 * chooses).
 */
uint32_t bench_resolve(struct bench *b, uint16_t ps, unsigned int from, unsigned int nth);
int bench_connect_with(struct bench *b, uint32_t qpn, const char *text, size_t bytes);
/** The client sends a connection request to 127.0.0.2. */
void bench_ask(struct bench *b);
void bench_take_request(struct bench *b);
int bench_accept_with(struct bench *b, uint32_t qpn, const char *text, size_t bytes);
/** Make all steps of a connection, on both sides. */
void bench_connect_both(struct bench *b);
int bench_disconnect(struct program *p, uint32_t id);
/** Advance time until no timer is running. */
void bench_time_passes(struct bench *b);
void bench_nothing_is_due(struct bench *b);

#endif
