/* SPDX-License-Identifier: BSD-2-Clause */
/* What the tutorial's client and server have agreed on. */
#ifndef TUTORIAL_NUMBERS_H
#define TUTORIAL_NUMBERS_H

#include <errno.h>
#include <netdb.h>
#include <poll.h>
#include <rdma/rdma_verbs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SERVER_PORT "20079"

/** Two numbers that the client wants added; big endian. */
struct question {
	__be32 first;
	__be32 second;
};

/** Their sum; big endian. */
struct answer {
	__be32 sum;
};

/** Unless ok, exit and print the name of the call that failed. */
static inline void must(int ok, const char *what)
{
	if (ok)
		return;
	fprintf(stderr, "%s: %s\n", what, strerror(errno));
	exit(1);
}

/** Exit if a name cannot be resolved. rdma_getaddrinfo() returns a code of getaddrinfo(3). */
static inline void resolved(int got, const char *name)
{
	if (!got)
		return;
	fprintf(stderr, "%s: %s\n", name, gai_strerror(got));
	exit(1);
}

/** Check the one completion of a queue, which must be successful. */
static inline void done(int got, const struct ibv_wc *wc, const char *what)
{
	must(got == 1, what);
	if (wc->status == IBV_WC_SUCCESS)
		return;
	fprintf(stderr, "%s: %s\n", what, ibv_wc_status_str(wc->status));
	exit(1);
}

/**
 * Wait for a message. If the peer exits, receives on this side stay posted; only the identifier's
 * channel reports it.
 */
static inline void heard(struct rdma_cm_id *id, struct ibv_wc *wc, const char *what)
{
	struct pollfd either[2] = {
		{.fd = id->recv_cq_channel->fd, .events = POLLIN},
		{.fd = id->channel->fd, .events = POLLIN},
	};
	int got;

	must(!ibv_req_notify_cq(id->recv_cq, 0), "ibv_req_notify_cq");
	got = ibv_poll_cq(id->recv_cq, 1, wc);
	if (!got) {
		must(poll(either, 2, -1) > 0, "poll");
		got = ibv_poll_cq(id->recv_cq, 1, wc);
		errno = ECONNRESET; /* some other event on that descriptor */
	}
	done(got, wc, what);
}

/** End a connection. It ends even if the peer does not respond. */
static inline void parted(struct rdma_cm_id *id)
{
	must(!rdma_disconnect(id) || errno == ETIMEDOUT, "rdma_disconnect");
}

#endif
