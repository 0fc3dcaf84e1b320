/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Ping-pong over many reliable connections that share one receive queue. The client keeps a message
 * in flight on each connection; the server returns every message on the connection on which it
 * arrived, from the buffer into which it was received. Any receive may get a message, so each
 * posted receive has its own buffer.
 */
#include <errno.h>
#include <inverbs/explain.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/meter.h"
#include "common/pattern.h"
#include "common/pingpong_options.h"
#include "common/program.h"
#include "common/queue_pair.h"
#include "common/report.h"

enum {
	POLL_BATCH = 16,
	SEND_MARK = 1 << 30, /* bit of the wr_id of a send; other bits: buffer of a receive */
};

/* One connection. */
struct lane {
	struct ibv_qp *qp;
	struct address local;
	struct address remote;
	unsigned int sent; /* number of messages sent on this connection */
	unsigned int received;
	bool sending;         /* a send has not yet completed */
	bool due;             /* another message must be sent */
	unsigned int source;  /* server: buffer that was received into, and is to be sent from */
	unsigned int leaving; /* server: buffer of the send in flight */
};

struct srq_pingpong {
	const struct pingpong_options *opt;
	struct endpoint end; /* without a queue pair */
	struct ibv_srq *srq;
	struct lane *lanes;
	struct ibv_mr *mr;
	uint8_t *memory; /* one buffer per receive, then one send buffer per connection */
	size_t stride;
	unsigned int sent; /* number of messages sent on all connections */
	unsigned int received;
	unsigned int sending; /* number of sends not yet completed */
};

/* --- memory ------------------------------------------------------------------------------ */

static uint8_t *receive_buffer(const struct srq_pingpong *pp, unsigned int n)
{
	return pp->memory + n * pp->stride;
}

static uint8_t *send_buffer(const struct srq_pingpong *pp, unsigned int lane)
{
	return pp->memory + (pp->opt->rx_depth + lane) * pp->stride;
}

static int allocate(struct srq_pingpong *pp)
{
	const size_t line = 64;
	const size_t size = pp->opt->size ? pp->opt->size : 1;
	size_t bytes;

	pp->stride = (size + line - 1) / line * line;
	bytes = pp->stride * (pp->opt->rx_depth + pp->opt->num_qp);
	pp->memory = malloc(bytes);
	if (!pp->memory)
		return complain("no memory for %zu bytes", bytes);
	memset(pp->memory, PATTERN_FILL, bytes);
	pp->mr = ibv_reg_mr(pp->end.pd, pp->memory, bytes, IBV_ACCESS_LOCAL_WRITE);
	if (!pp->mr)
		return complain_errno(errno, "cannot register %zu bytes", bytes);
	return 0;
}

/* --- queues ------------------------------------------------------------------------------ */

static int make_srq(struct srq_pingpong *pp)
{
	struct ibv_srq_init_attr init = {
		.attr = {.max_wr = pp->opt->rx_depth, .max_sge = 1},
	};

	pp->srq = ibv_create_srq(pp->end.pd, &init);
	if (!pp->srq)
		return complain_errno(errno, "cannot create a shared receive queue of %u",
				      pp->opt->rx_depth);
	return 0;
}

static int make_lane(struct srq_pingpong *pp, struct lane *lane)
{
	struct ibv_qp_init_attr init = {
		.send_cq = pp->end.cq,
		.recv_cq = pp->end.cq,
		.srq = pp->srq,
		.cap = {.max_send_wr = 1, .max_send_sge = 1},
		.qp_type = IBV_QPT_RC,
	};

	lane->qp = ibv_create_qp(pp->end.pd, &init);
	if (!lane->qp)
		return complain_errno(errno, "cannot create a queue pair");
	if (queue_pair_to_init(lane->qp, &pp->opt->plan))
		return -1;
	lane->local = pp->end.local;
	lane->local.qpn = lane->qp->qp_num;
	lane->local.psn = queue_pair_first_psn();
	return 0;
}

static int post_receive(struct srq_pingpong *pp, unsigned int n)
{
	struct ibv_sge sge = {
		.addr = (uintptr_t)receive_buffer(pp, n),
		.length = (uint32_t)pp->opt->size,
		.lkey = pp->mr->lkey,
	};
	struct ibv_recv_wr wr = {.wr_id = n, .sg_list = &sge, .num_sge = 1};
	struct ibv_recv_wr *bad;
	int err = ibv_post_srq_recv(pp->srq, &wr, &bad);

	return err ? complain_errno(err, "cannot post receive %u", n) : 0;
}

static int make_all(struct srq_pingpong *pp)
{
	if (endpoint_open_device(&pp->end, &pp->opt->plan) || make_srq(pp) || allocate(pp))
		return -1;
	pp->lanes = calloc(pp->opt->num_qp, sizeof(*pp->lanes));
	if (!pp->lanes)
		return complain("no memory for %u connections", pp->opt->num_qp);
	for (unsigned int i = 0; i < pp->opt->num_qp; i++) {
		if (make_lane(pp, &pp->lanes[i]))
			return -1;
		print_address("local", &pp->lanes[i].local);
	}
	for (unsigned int n = 0; n < pp->opt->rx_depth; n++) {
		if (post_receive(pp, n))
			return -1;
	}
	return 0;
}

static int release(struct srq_pingpong *pp)
{
	int err = 0;

	for (unsigned int i = 0; pp->lanes && i < pp->opt->num_qp; i++) {
		if (!err && pp->lanes[i].qp)
			err = ibv_destroy_qp(pp->lanes[i].qp);
	}
	if (!err && pp->srq)
		err = ibv_destroy_srq(pp->srq);
	if (!err && pp->mr)
		err = ibv_dereg_mr(pp->mr);
	if (err)
		complain_errno(err, "cannot release the queues and their memory");
	if (pp->end.ctx)
		err |= endpoint_close(&pp->end);
	free(pp->lanes);
	free(pp->memory);
	return err;
}

/* --- exchanging addresses ---------------------------------------------------------------- */

/*
 * Send as many addresses as the usual program does, which does not transmit its number of
 * connections.
 */
static int send_addresses(const struct srq_pingpong *pp, int sock)
{
	static const struct address unused;

	for (unsigned int i = 0; i < PINGPONG_QPS_MAX; i++) {
		if (rendezvous_send(sock, i < pp->opt->num_qp ? &pp->lanes[i].local : &unused))
			return -1;
	}
	return 0;
}

static int receive_addresses(struct srq_pingpong *pp, int sock)
{
	struct address unused;

	for (unsigned int i = 0; i < PINGPONG_QPS_MAX; i++) {
		if (rendezvous_receive(sock, i < pp->opt->num_qp ? &pp->lanes[i].remote : &unused))
			return -1;
	}
	return 0;
}

static int connect_all(struct srq_pingpong *pp)
{
	for (unsigned int i = 0; i < pp->opt->num_qp; i++) {
		struct lane *lane = &pp->lanes[i];

		if (queue_pair_connect(lane->qp, &pp->opt->plan, lane->local.psn, &lane->remote))
			return -1;
	}
	return 0;
}

/* The server must be able to receive before the client knows where to send. */
static int swap_addresses(struct srq_pingpong *pp, int sock)
{
	if (pp->opt->host)
		return send_addresses(pp, sock) || receive_addresses(pp, sock) || connect_all(pp) ||
		       rendezvous_send_done(sock);
	return receive_addresses(pp, sock) || connect_all(pp) || send_addresses(pp, sock) ||
	       rendezvous_receive_done(sock);
}

/* --- messages ---------------------------------------------------------------------------- */

static uint32_t pattern_of(const struct srq_pingpong *pp, const struct lane *lane,
			   unsigned int message)
{
	return message * pp->opt->num_qp + (unsigned int)(lane - pp->lanes);
}

static int send_from(struct srq_pingpong *pp, struct lane *lane, const uint8_t *buffer)
{
	struct ibv_sge sge = {
		.addr = (uintptr_t)buffer,
		.length = (uint32_t)pp->opt->size,
		.lkey = pp->mr->lkey,
	};
	struct ibv_send_wr wr = {
		.wr_id = SEND_MARK,
		.sg_list = &sge,
		.num_sge = 1,
		.opcode = IBV_WR_SEND,
		.send_flags = IBV_SEND_SIGNALED,
	};
	struct ibv_send_wr *bad;
	int err = ibv_post_send(lane->qp, &wr, &bad);

	if (err)
		return complain_errno(err, "cannot post send %u", pp->sent);
	lane->sent++;
	lane->sending = true;
	lane->due = false;
	pp->sent++;
	pp->sending++;
	return 0;
}

/* Send the message that is due, if the connection's previous send has completed. */
static int go_on(struct srq_pingpong *pp, struct lane *lane)
{
	unsigned int i = (unsigned int)(lane - pp->lanes);

	if (!lane->due || lane->sending || pp->sent == pp->opt->iters)
		return 0;
	if (!pp->opt->host) {
		lane->leaving = lane->source;
		return send_from(pp, lane, receive_buffer(pp, lane->leaving));
	}
	if (pp->opt->check)
		pattern_write(send_buffer(pp, i), pp->opt->size, pattern_of(pp, lane, lane->sent));
	return send_from(pp, lane, send_buffer(pp, i));
}

static struct lane *lane_of(const struct srq_pingpong *pp, uint32_t qpn)
{
	for (unsigned int i = 0; i < pp->opt->num_qp; i++) {
		if (pp->lanes[i].qp->qp_num == qpn)
			return &pp->lanes[i];
	}
	return NULL;
}

static int check_message(const struct srq_pingpong *pp, const struct lane *lane,
			 const struct ibv_wc *wc)
{
	const uint8_t *got = receive_buffer(pp, (unsigned int)wc->wr_id);
	size_t wrong;

	if (wc->byte_len != pp->opt->size)
		return complain("a message has %u bytes, not %zu", wc->byte_len, pp->opt->size);
	if (!pp->opt->check)
		return 0;
	wrong = pattern_mismatch(got, pp->opt->size, pattern_of(pp, lane, lane->received));
	if (wrong < pp->opt->size)
		return complain("message %u of queue pair 0x%06x is wrong from byte %zu on: 0x%02x",
				lane->received, wc->qp_num, wrong, got[wrong]);
	return 0;
}

static int received(struct srq_pingpong *pp, struct lane *lane, const struct ibv_wc *wc)
{
	unsigned int buffer = (unsigned int)wc->wr_id;

	if (check_message(pp, lane, wc))
		return -1;
	lane->received++;
	pp->received++;
	lane->due = true;
	if (!pp->opt->host)
		lane->source = buffer;
	else if (post_receive(pp, buffer))
		return -1;
	return go_on(pp, lane);
}

static int sent(struct srq_pingpong *pp, struct lane *lane)
{
	lane->sending = false;
	pp->sending--;
	/*
	 * The message that the server returned has been sent, so its buffer can be used for a
	 * receive again.
	 */
	if (!pp->opt->host && post_receive(pp, lane->leaving))
		return -1;
	return go_on(pp, lane);
}

static int handle(struct srq_pingpong *pp, const struct ibv_wc *wc)
{
	struct lane *lane = lane_of(pp, wc->qp_num);
	bool is_send = wc->wr_id & SEND_MARK;

	if (wc->status != IBV_WC_SUCCESS) {
		inverbs_explain_wc(pp->end.cq, wc, stderr);
		return complain("%s failed: %s (status %d)", is_send ? "send" : "receive",
				ibv_wc_status_str(wc->status), (int)wc->status);
	}
	if (!lane)
		return complain("a completion of the unknown queue pair 0x%06x", wc->qp_num);
	return is_send ? sent(pp, lane) : received(pp, lane, wc);
}

static int take_completions(struct srq_pingpong *pp, struct ibv_wc *wc)
{
	for (;;) {
		int n = ibv_poll_cq(pp->end.cq, POLL_BATCH, wc);

		if (n < 0)
			return complain("cannot poll (%d)", n);
		if (n || !pp->opt->plan.events)
			endpoint_idle(&pp->end, n);
		if (n)
			return n;
		if (pp->opt->plan.events && endpoint_sleep(&pp->end))
			return -1;
	}
}

static int exchange(struct srq_pingpong *pp)
{
	struct ibv_wc wc[POLL_BATCH];

	for (unsigned int i = 0; pp->opt->host && i < pp->opt->num_qp; i++) {
		pp->lanes[i].due = true;
		if (go_on(pp, &pp->lanes[i]))
			return -1;
	}
	while (pp->received < pp->opt->iters || pp->sent < pp->opt->iters || pp->sending) {
		int n = take_completions(pp, wc);

		if (n < 0)
			return -1;
		for (int i = 0; i < n; i++) {
			if (handle(pp, &wc[i]))
				return -1;
		}
		meter_at(pp->received);
	}
	return 0;
}

/* --- the program ------------------------------------------------------------------------- */

static int run(struct srq_pingpong *pp)
{
	int sock, bad, err = 0;
	uint64_t start, ns;

	if (make_all(pp))
		return -1;
	if (pp->opt->plan.events)
		err = ibv_req_notify_cq(pp->end.cq, 0);
	if (err)
		return complain_errno(err, "cannot arm the completion queue");
	fflush(stdout);
	sock = rendezvous_open(pp->opt->host, pp->opt->tcp_port);
	if (sock < 0)
		return -1;
	bad = swap_addresses(pp, sock);
	for (unsigned int i = 0; !bad && i < pp->opt->num_qp; i++)
		print_address("remote", &pp->lanes[i].remote);
	start = now_ns();
	meter_begin("round trips", pp->opt->iters);
	if (!bad)
		bad = exchange(pp);
	ns = now_ns() - start;
	meter_end();
	if (!bad)
		report_round_trips(pp->opt, ns);
	close(sock);
	return bad;
}

int main(int argc, char *argv[])
{
	const struct pingpong_kind kind = {
		.type = IBV_QPT_RC,
		.options = "pdismqrnlgeoc",
		.size = 4096,
	};
	struct pingpong_options opt;
	struct srq_pingpong pp = {.opt = &opt};
	int bad;

	pingpong_read_options(argc, argv, &kind, &opt);
	if (opt.rx_depth < opt.num_qp) {
		complain("%u receives are too few for %u queue pairs: each needs one", opt.rx_depth,
			 opt.num_qp);
		return EXIT_FAILURE;
	}
	opt.plan.send_depth = opt.num_qp;
	bad = run(&pp);
	if (release(&pp) || bad)
		return EXIT_FAILURE;
	return EXIT_SUCCESS;
}
