/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Ping-pong over extended reliable connections: the server sends messages to any number of clients,
 * each to the client's shared receive queue, and gets them back in its own, which serves all
 * clients.
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "common/pattern.h"
#include "common/program.h"
#include "common/xsrq.h"

enum {
	/* bit of the wr_id of a send; the lower bits are the slot */
	SENT = 1U << 31,
};

/* --- server ------------------------------------------------------------------------------ */

static int meet_clients(struct xsrq *x)
{
	int listener = rendezvous_listen(x->opt->tcp_port);
	int bad = listener < 0;

	for (unsigned int i = 0; i < x->opt->clients && !bad; i++) {
		int sock = rendezvous_accept(listener);

		bad = sock < 0 || xsrq_add_peer(x, sock);
	}
	if (listener >= 0)
		close(listener);
	return bad ? -1 : 0;
}

static struct xsrq_peer *sender_of(const struct xsrq *x, uint32_t qpn)
{
	for (unsigned int i = 0; i < x->n_peers; i++) {
		if (x->peers[i].recv_qp->qp_num == qpn)
			return &x->peers[i];
	}
	return NULL;
}

/** Send the next message to a peer, from the slot that belongs to the peer. */
static int send_ping(struct xsrq *x, struct xsrq_peer *peer)
{
	unsigned int slot = x->slots + (unsigned int)(peer - x->peers);

	peer->sent = false;
	peer->returned = false;
	pattern_write(xsrq_slot(x, slot), x->opt->size, peer->asked++);
	return xsrq_send(x, peer, slot, SENT | slot);
}

static int take_back(struct xsrq *x, struct xsrq_peer *peer, const struct ibv_wc *wc)
{
	const unsigned int slot = (unsigned int)wc->wr_id;
	const unsigned int message = peer->asked - 1;
	size_t wrong;

	if (peer->returned || wc->byte_len != x->opt->size)
		return complain("message %u came back %s %u bytes, not %zu", message,
				peer->returned ? "once more and has" : "with", wc->byte_len,
				x->opt->size);
	wrong = pattern_mismatch(xsrq_slot(x, slot), x->opt->size, message);
	if (wrong < x->opt->size)
		return complain("message %u is wrong from byte %zu on", message, wrong);
	peer->returned = true;
	return xsrq_post_receive(x, slot);
}

/** Process a completion. Returns its peer, or NULL after an error message. */
static struct xsrq_peer *note(struct xsrq *x, const struct ibv_wc *wc)
{
	struct xsrq_peer *peer;

	if (wc->wr_id & SENT) {
		peer = &x->peers[(wc->wr_id & ~(uint64_t)SENT) - x->slots];
		peer->sent = true;
		return peer;
	}
	peer = sender_of(x, wc->qp_num);
	if (!peer)
		complain("a message arrived on the unknown queue pair 0x%06x", wc->qp_num);
	return peer && !take_back(x, peer, wc) ? peer : NULL;
}

static int send_messages(struct xsrq *x)
{
	unsigned int busy = x->n_peers;
	struct ibv_wc wc;

	for (unsigned int i = 0; i < x->n_peers; i++) {
		if (send_ping(x, &x->peers[i]))
			return -1;
	}
	while (busy) {
		struct xsrq_peer *peer = xsrq_wait(x, &wc) ? NULL : note(x, &wc);

		if (!peer)
			return -1;
		if (!peer->sent || !peer->returned)
			continue;
		if (peer->asked == x->opt->tests)
			busy--;
		else if (send_ping(x, peer))
			return -1;
	}
	return xsrq_part(x);
}

/* --- client ------------------------------------------------------------------------------ */

static int return_messages(struct xsrq *x)
{
	unsigned int left = x->opt->tests;
	struct ibv_wc wc;

	while (left) {
		if (xsrq_wait(x, &wc))
			return -1;
		if (wc.wr_id & SENT) {
			left--;
			if (xsrq_post_receive(x, (unsigned int)(wc.wr_id & ~(uint64_t)SENT)))
				return -1;
			continue;
		}
		if (wc.byte_len != x->opt->size)
			return complain("a message has %u bytes, not %zu", wc.byte_len,
					x->opt->size);
		if (xsrq_send(x, &x->peers[0], (unsigned int)wc.wr_id, wc.wr_id | SENT))
			return -1;
	}
	return xsrq_part(x);
}

/* --- both sides -------------------------------------------------------------------------- */

static void report(const struct xsrq *x, uint64_t ns)
{
	const double seconds = (double)ns / 1e9;
	const double messages = (double)x->opt->tests * x->opt->clients;
	const double bytes = (double)x->opt->size * messages * 2;

	printf("%.0f bytes in %.2f seconds = %.2f Mbit/sec\n", bytes, seconds,
	       bytes * 8 / 1e6 / seconds);
	printf("%.0f iters in %.2f seconds = %.2f usec/iter\n", messages, seconds,
	       seconds * 1e6 / messages);
}

static int run(struct xsrq *x)
{
	uint64_t start;
	int sock;

	if (x->opt->host) {
		sock = rendezvous_open(x->opt->host, x->opt->tcp_port);
		if (sock < 0 || xsrq_add_peer(x, sock))
			return -1;
	} else if (meet_clients(x)) {
		return -1;
	}
	start = now_ns();
	if (x->opt->host ? return_messages(x) : send_messages(x))
		return -1;
	report(x, now_ns() - start);
	return 0;
}

int main(int argc, char *argv[])
{
	struct xsrq_options opt;
	struct xsrq x;
	int bad;

	xsrq_read_options(argc, argv, &opt);
	bad = xsrq_open(&x, &opt) || run(&x);
	if (xsrq_close(&x) || bad)
		return EXIT_FAILURE;
	return EXIT_SUCCESS;
}
