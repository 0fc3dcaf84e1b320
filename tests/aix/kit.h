/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Both ends of a connection in one process, created as in a program written to the AIX manual: with
 * its own event channels, protection domains and completion queues. The active side sends first.
 */
#ifndef TESTS_AIX_KIT_H
#define TESTS_AIX_KIT_H

/* cmocka.h requires that these are included first */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <netinet/in.h>
#include <rdma/rdma_cma.h>
#include <rdma/verbs.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/** The call must return this errno value, negated, and set errno (A6). */
#define assert_negative(call, err)                                                                 \
	do {                                                                                       \
		errno = 0;                                                                         \
		assert_int_equal((call), -(err));                                                  \
		assert_int_equal(errno, (err));                                                    \
	} while (0)

/** The call must return NULL with this errno. */
#define assert_no_object(call, err)                                                                \
	do {                                                                                       \
		errno = 0;                                                                         \
		assert_null((call));                                                               \
		assert_int_equal(errno, (err));                                                    \
	} while (0)

/** The call must return 0. (Static analysers think that cmocka's own macro may return.) */
#define assert_works(call)                                                                         \
	do {                                                                                       \
		int result_ = (call);                                                              \
		assert_int_equal(result_, 0);                                                      \
		if (result_)                                                                       \
			abort();                                                                   \
	} while (0)

enum {
	RESOLVE_MS = 2000,
	DEPTH = 8,
	KIT_BYTES = 4096,
	MOST_INLINE = 64, /**< A61 */
};

/** Objects on one device. */
struct end {
	struct ibv_pd *pd;
	struct ibv_comp_channel *comp;
	struct ibv_cq *cq;
	struct ibv_mr *mr;
	uint8_t *buf;
	struct rdma_cm_id *id; /**< has the queue pair */
};

/** Both ends; initially zero. */
struct link {
	struct rdma_event_channel *server_channel, *client_channel;
	struct rdma_cm_id *listener;
	struct end server, client;
};

/** The address 127.0.0.<last> of an emulated device, with a port in host byte order. */
struct sockaddr_in device_address(int last, uint16_t port);
/** The connection parameters of both ends. */
struct rdma_conn_param small_param(void);

/** Create memory, a completion queue and a domain on a device. */
void end_open(struct end *end, struct ibv_context *ctx);
/** The same on the device of an identifier, and create a queue pair for the identifier. */
void end_join(struct end *end, struct rdma_cm_id *id);
void end_close(struct end *end);

/**
 * Wait for the next event, which must have this type and status. The caller acknowledges it.
 */
struct rdma_cm_event *next_event(struct rdma_event_channel *channel, enum rdma_cm_event_type type,
				 int status);
/** The same with status 0, and acknowledge the event. */
void pass(struct rdma_event_channel *channel, enum rdma_cm_event_type type);

/** Create both channels, and a listener on the second device. */
void link_listen(struct link *link);
/** Create a client with a route to the listener, without a queue pair. */
void link_resolve(struct link *link);
/** Connect the client. Returns the server's event, which the caller must acknowledge. */
struct rdma_cm_event *link_ask(struct link *link, struct rdma_conn_param *param);
/** Open and connect both ends. */
void link_open(struct link *link);
void link_close(struct link *link);

struct ibv_sge sge_of(const struct end *end, size_t offset, uint32_t bytes);
/** A signaled request. */
struct ibv_send_wr request(struct ibv_sge *sge, enum ibv_wr_opcode opcode, const struct end *peer,
			   size_t offset);
void post_receive(struct end *end, uint64_t wr_id, size_t offset, uint32_t bytes);
/** Wait for one completion and return it, whatever its status. */
struct ibv_wc completion(struct end *end);
/** Send the client's first message, before which the server may not send (A5). */
void speak_first(struct link *link);

#endif
