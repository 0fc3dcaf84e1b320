/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Two ends of a connection in one process, as a program written to the AIX manual creates them:
 * event channels, protection domains and queue pairs of its own; the active side sends first.
 */
#ifndef TESTS_AIX_KIT_H
#define TESTS_AIX_KIT_H

/* cmocka.h needs these before it */
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

/** The call gives this negative errno value, and errno says the same (A6). */
#define assert_negative(call, err)                                                                 \
	do {                                                                                       \
		errno = 0;                                                                         \
		assert_int_equal((call), -(err));                                                  \
		assert_int_equal(errno, (err));                                                    \
	} while (0)

/** The call gives a null pointer with this errno. */
#define assert_no_object(call, err)                                                                \
	do {                                                                                       \
		errno = 0;                                                                         \
		assert_null((call));                                                               \
		assert_int_equal(errno, (err));                                                    \
	} while (0)

/** The call gives 0. (cmocka's own functions look to an analyzer as if they returned.) */
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
	struct rdma_cm_id *id; /**< with its queue pair */
};

/** Both ends; zero is a good beginning. */
struct link {
	struct rdma_event_channel *server_channel, *client_channel;
	struct rdma_cm_id *listener;
	struct end server, client;
};

/** 127.0.0.<last>: the emulator's device of that number. Port in host order. */
struct sockaddr_in device_address(int last, uint16_t port);
/** The connection parameters of both sides. */
struct rdma_conn_param small_param(void);

/** Memory, completion queue and domain on a device. */
void end_open(struct end *end, struct ibv_context *ctx);
/** The same, and a queue pair on an identifier that has its device. */
void end_join(struct end *end, struct rdma_cm_id *id);
void end_close(struct end *end);

/**
 * Wait for the next event; it must be this one with this status, and the caller acknowledges it.
 */
struct rdma_cm_event *next_event(struct rdma_event_channel *channel, enum rdma_cm_event_type type,
				 int status);
/** The same with status 0, acknowledged at once. */
void pass(struct rdma_event_channel *channel, enum rdma_cm_event_type type);

/** Channels, and a listener on the second device. */
void link_listen(struct link *link);
/** A client that has its route, without a queue pair. */
void link_resolve(struct link *link);
/** Send the request; the caller acknowledges its event. */
struct rdma_cm_event *link_ask(struct link *link, struct rdma_conn_param *param);
/** All of it. */
void link_open(struct link *link);
void link_close(struct link *link);

struct ibv_sge sge_of(const struct end *end, size_t offset, uint32_t bytes);
/** A signaled request. */
struct ibv_send_wr request(struct ibv_sge *sge, enum ibv_wr_opcode opcode, const struct end *peer,
			   size_t offset);
void post_receive(struct end *end, uint64_t wr_id, size_t offset, uint32_t bytes);
/** Wait for one completion; returns it whatever its status. */
struct ibv_wc completion(struct end *end);
/** The client's first message, without which the server may not send (A5). */
void speak_first(struct link *link);

#endif
