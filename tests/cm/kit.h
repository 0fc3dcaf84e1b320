/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the tests of the connection manager: both ends of a connection in one process, step by
 * step. */
#ifndef TESTS_CM_KIT_H
#define TESTS_CM_KIT_H

/* cmocka.h requires that these are included first */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <rdma/rdma_cma.h>
#include <rdma/rdma_verbs.h>
#include <stdbool.h>
#include <string.h>

/** The call must return -1 with this errno. */
#define assert_fails(call, err)                                                                    \
	do {                                                                                       \
		errno = 0;                                                                         \
		assert_int_equal((call), -1);                                                      \
		assert_int_equal(errno, (err));                                                    \
	} while (0)

#define assert_works(call) assert_return_code((call), errno)

enum {
	RESOLVE_MS = 2000,
	DEPTH = 8,
};

/** Private data in messages, in bytes: the length that an event reports, except on iWARP. */
enum {
	REQUEST_FIELD = 56,
	DATAGRAM_REQUEST_FIELD = 180,
	ANSWER_FIELD = 196,
	DATAGRAM_ANSWER_FIELD = 136,
	REFUSAL_FIELD = 148,
};

/** The objects of a test; initially zero. */
struct pair {
	struct rdma_event_channel *server_channel, *client_channel;
	struct rdma_cm_id *listener;
	struct rdma_cm_id *server, *client; /**< both ends */
	enum rdma_port_space ps;
};

/** Whether the emulator's adapters are iWARP ones. */
bool on_iwarp(void);
/** Select a value that differs between the networks. */
static inline int by_network(int infiniband, int iwarp)
{
	return on_iwarp() ? iwarp : infiniband;
}
/** Skip a test of a statement that does not apply to iWARP, as listed in README.md. */
#define skip_on_iwarp()                                                                            \
	do {                                                                                       \
		if (on_iwarp())                                                                    \
			skip();                                                                    \
	} while (0)
/** Name of the device with address 127.0.0.<nth>. */
const char *device_of(int nth);
/**
 * Register memory for reading into. On iWARP it must be writable by the peer, because a read
 * response is a write.
 */
struct ibv_mr *reg_sink(struct rdma_cm_id *id, void *addr, size_t bytes);

/** The address 127.0.0.<last>, with this port in host byte order. */
struct sockaddr_in loopback(int last, uint16_t port);
/** Attributes of a small queue pair. */
struct ibv_qp_init_attr small_qp(enum rdma_port_space ps);

/** Wait for the next event of a channel. It must have this type and status 0. */
struct rdma_cm_event *next_event(struct rdma_event_channel *channel, enum rdma_cm_event_type type);
/** The same for an event with another status. */
struct rdma_cm_event *next_failure(struct rdma_event_channel *channel, enum rdma_cm_event_type type,
				   int status);
/** Like next_event(), but acknowledges the event and returns its identifier. */
struct rdma_cm_id *passed(struct rdma_event_channel *channel, enum rdma_cm_event_type type);
/** An event's private data must be what was sent, followed by zeros up to the field's size. */
void assert_private_data(const void *data, uint8_t length, const void *sent, size_t bytes,
			 uint8_t field);
/** The same for the parameters of an event: param.conn or param.ud. */
#define assert_private(param, sent, bytes, field)                                                  \
	assert_private_data((param).private_data, (param).private_data_len, sent, bytes, field)
/** The channel must have no event. */
void assert_quiet(struct rdma_event_channel *channel);

/** Create both channels, and a listener on 127.0.0.2. */
void open_listener(struct pair *p, enum rdma_port_space ps, int backlog);
/** Create a client with a queue pair and a route to the listener. */
void open_client(struct pair *p);
/** Connect the client. Returns the server's event, which the caller must acknowledge. */
struct rdma_cm_event *request_connection(struct pair *p, struct rdma_conn_param *param);
/** Open and connect both ends; all events have been read. */
void connect_pair(struct pair *p);
/** Destroy all objects. */
void close_pair(struct pair *p);

/**
 * Complete a connection whose queue pair the client created by verbs: on InfiniBand, bring it to
 * RTS and call rdma_establish(); on iWARP, the kernel does that.
 */
void bring_up(struct pair *p, struct ibv_qp *qp);
/** Reconnect a client's queue pair, through a new identifier, to a new queue pair of the server. */
void connect_again(struct pair *p, struct ibv_qp *qp);
/** Send a message in each direction, the client's first, as iWARP requires. */
void talk(struct ibv_qp *client, struct ibv_qp *server);
/** Wait for one completion and return it. */
struct ibv_wc one_completion(struct ibv_cq *cq);

#endif
