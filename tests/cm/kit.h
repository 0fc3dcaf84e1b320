/* SPDX-License-Identifier: BSD-2-Clause */
/* Two sides of a connection in one process, a step at a time. */
#ifndef TESTS_CM_KIT_H
#define TESTS_CM_KIT_H

/* cmocka.h needs these before it */
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

/** The call gives -1 with this errno. */
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

/** Bytes of private data in the messages: what an event shows, except on iWARP. */
enum {
	REQUEST_FIELD = 56,
	DATAGRAM_REQUEST_FIELD = 180,
	ANSWER_FIELD = 196,
	DATAGRAM_ANSWER_FIELD = 136,
	REFUSAL_FIELD = 148,
};

/** Everything of one test; begins with zeros. */
struct pair {
	struct rdma_event_channel *server_channel, *client_channel;
	struct rdma_cm_id *listener;
	struct rdma_cm_id *server, *client; /**< both ends */
	enum rdma_port_space ps;
};

/** Whether the emulator's adapters are iWARP ones. */
bool on_iwarp(void);
/** What differs between the networks. */
static inline int by_network(int infiniband, int iwarp)
{
	return on_iwarp() ? iwarp : infiniband;
}
/** For statements that do not apply to iWARP; README.md says which. */
#define skip_on_iwarp()                                                                            \
	do {                                                                                       \
		if (on_iwarp())                                                                    \
			skip();                                                                    \
	} while (0)
/** Name of the device of 127.0.0.<nth>. */
const char *device_of(int nth);
/**
 * Access flags of memory to read into: on iWARP it must be writable by the peer, as the response is
 * a write.
 */
struct ibv_mr *reg_sink(struct rdma_cm_id *id, void *addr, size_t bytes);

/** 127.0.0.<last>, with this port in host order. */
struct sockaddr_in loopback(int last, uint16_t port);
/** A small queue pair. */
struct ibv_qp_init_attr small_qp(enum rdma_port_space ps);

/** Wait for the next event of a channel, at most some seconds. It must be this one, status 0. */
struct rdma_cm_event *next_event(struct rdma_event_channel *channel, enum rdma_cm_event_type type);
/** The same with a failure's status. */
struct rdma_cm_event *next_failure(struct rdma_event_channel *channel, enum rdma_cm_event_type type,
				   int status);
/** The same, acknowledged at once; returns its identifier. */
struct rdma_cm_id *passed(struct rdma_event_channel *channel, enum rdma_cm_event_type type);
/** Private data of an event: what was sent, and zeros in the rest of the message's field. */
void assert_private_data(const void *data, uint8_t length, const void *sent, size_t bytes,
			 uint8_t field);
/** The same of an event of connections, or of datagrams. */
#define assert_private(param, sent, bytes, field)                                                  \
	assert_private_data((param).private_data, (param).private_data_len, sent, bytes, field)
/** Nothing waits in the channel. */
void assert_quiet(struct rdma_event_channel *channel);

/** Channels and a listener on 127.0.0.2. */
void open_listener(struct pair *p, enum rdma_port_space ps, int backlog);
/** A client that has its route to the listener, with a queue pair. */
void open_client(struct pair *p);
/** The client sends the request; the caller acknowledges its event. */
struct rdma_cm_event *request_connection(struct pair *p, struct rdma_conn_param *param);
/** All of it: connected on both sides, nothing unread. */
void connect_pair(struct pair *p);
/** Destroy what there is. */
void close_pair(struct pair *p);

/**
 * The client's part of a connection whose queue pair is the program's own: on InfiniBand move it to
 * RTS and establish, on iWARP the kernel does that.
 */
void bring_up(struct pair *p, struct ibv_qp *qp);
/** Connect a queue pair of the client's side that was connected before, by a new identifier, to a
 * new one of the server. */
void connect_again(struct pair *p, struct ibv_qp *qp);
/** A message each way, the client's first, as iWARP requires. */
void talk(struct ibv_qp *client, struct ibv_qp *server);
/** Take one completion. */
struct ibv_wc one_completion(struct ibv_cq *cq);

#endif
