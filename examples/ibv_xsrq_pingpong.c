/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Ping-pong over extended reliable connections: any number of clients send to one shared receive
 * queue of the server, which returns each message to the shared receive queue of its sender.
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "common/pattern.h"
#include "common/program.h"
#include "common/xsrq.h"

enum {
	/* in the number of a request: a send, of the slot in the lower bits */
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

static const struct xsrq_peer *sender_of(const struct xsrq *x, uint32_t qpn)
{
	for (unsigned int i = 0; i < x->n_peers; i++) {
		if (x->peers[i].recv_qp->qp_num == qpn)
			return &x->peers[i];
	}
	return NULL;
}

static int return_message(struct xsrq *x, const struct ibv_wc *wc)
{
	const struct xsrq_peer *peer = sender_of(x, wc->qp_num);

	if (!peer)
		return complain("a message came by the unknown queue pair 0x%06x", wc->qp_num);
	if (wc->byte_len != x->opt->size)
		return complain("a message has %u bytes, not %zu", wc->byte_len, x->opt->size);
	return xsrq_send(x, peer, (unsigned int)wc->wr_id, wc->wr_id | SENT);
}

static int serve(struct xsrq *x)
{
	uint64_t left = (uint64_t)x->opt->clients * x->opt->tests;
	struct ibv_wc wc;

	while (left) {
		if (xsrq_wait(x, &wc))
			return -1;
		if (!(wc.wr_id & SENT)) {
			if (return_message(x, &wc))
				return -1;
			continue;
		}
		left--;
		if (xsrq_post_receive(x, (unsigned int)(wc.wr_id & ~(uint64_t)SENT)))
			return -1;
	}
	for (unsigned int i = 0; i < x->n_peers; i++) {
		if (rendezvous_receive_done(x->peers[i].sock))
			return -1;
	}
	return 0;
}

/* --- client ------------------------------------------------------------------------------ */

/** Both completions of one message: it was sent, and came back. */
static int round_trip(struct xsrq *x, unsigned int message)
{
	unsigned int slot = x->slots;
	struct ibv_wc wc;
	size_t wrong;

	pattern_write(xsrq_slot(x, x->slots), x->opt->size, message);
	if (xsrq_send(x, &x->peers[0], x->slots, SENT))
		return -1;
	for (int i = 0; i < 2; i++) {
		if (xsrq_wait(x, &wc))
			return -1;
		if (wc.wr_id & SENT)
			continue;
		slot = (unsigned int)wc.wr_id;
		if (wc.byte_len != x->opt->size)
			return complain("message %u has %u bytes, not %zu", message, wc.byte_len,
					x->opt->size);
	}
	wrong = pattern_mismatch(xsrq_slot(x, slot), x->opt->size, message);
	if (wrong < x->opt->size)
		return complain("message %u is wrong from byte %zu on", message, wrong);
	return xsrq_post_receive(x, slot);
}

static int call(struct xsrq *x)
{
	for (unsigned int i = 0; i < x->opt->tests; i++) {
		if (round_trip(x, i))
			return -1;
	}
	return rendezvous_send_done(x->peers[0].sock);
}

/* --- both -------------------------------------------------------------------------------- */

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
	if (x->opt->host ? call(x) : serve(x))
		return -1;
	report(x, now_ns() - start);
	return 0;
}

int main(int argc, char *argv[])
{
	struct xsrq_options opt;
	struct xsrq x;
	int go = xsrq_read_options(argc, argv, &opt);
	int bad;

	if (go <= 0)
		return go ? EXIT_FAILURE : EXIT_SUCCESS;
	bad = xsrq_open(&x, &opt) || run(&x);
	if (xsrq_close(&x) || bad || !output_complete())
		return EXIT_FAILURE;
	return EXIT_SUCCESS;
}
