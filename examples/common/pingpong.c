/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sends one message back and forth. The client sends number n when it has the response to n - 1;
 * the server returns what it received. Two receive buffers are used alternately, so that the one
 * being returned is never the one being filled. Datagrams are received with room for a GRH in
 * front.
 */
#include "pingpong.h"

#include <errno.h>
#include <inverbs/explain.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "meter.h"
#include "pattern.h"
#include "pingpong_options.h"
#include "program.h"
#include "queue_pair.h"
#include "report.h"

enum wr_kind {
	WR_RECV = 1,
	WR_SEND = 2
};

enum {
	POLL_BATCH = 16,
	REFILL_BELOW = 2, /* refill when fewer receives are posted */
	GRH_BYTES = sizeof(struct ibv_grh),
};

struct pingpong {
	const struct pingpong_options *opt;
	struct endpoint end;
	struct ibv_mr *mr;
	uint8_t *memory; /* two receive buffers, one send buffer */
	size_t stride;   /* distance between buffers */
	size_t header;   /* size of the GRH in front of each received message, or 0 */
	unsigned int send_flags;
	unsigned int posted;   /* receives posted so far */
	unsigned int received; /* messages received */
	unsigned int sent;     /* messages posted */
	bool sending;          /* a send has not yet completed */
	uint64_t first_stamp;
	uint64_t last_stamp;
};

/* The buffer for message number `message`, starting with its GRH, if any. */
static uint8_t *receive_buffer(const struct pingpong *pp, unsigned int message)
{
	return pp->memory + (message & 1U) * pp->stride;
}

static uint8_t *received_message(const struct pingpong *pp, unsigned int message)
{
	return receive_buffer(pp, message) + pp->header;
}

static uint8_t *send_buffer(const struct pingpong *pp)
{
	return pp->memory + 2 * pp->stride;
}

static int allocate_memory(struct pingpong *pp)
{
	const size_t page = (size_t)sysconf(_SC_PAGESIZE);
	const size_t size = pp->header + (pp->opt->size ? pp->opt->size : 1);

	pp->stride = (size + page - 1) / page * page;
	pp->memory = aligned_alloc(page, 3 * pp->stride);
	if (!pp->memory)
		return complain("no memory for messages of %zu bytes", size);
	memset(pp->memory, PATTERN_FILL, 3 * pp->stride);
	pp->mr = ibv_reg_mr(pp->end.pd, pp->memory, 3 * pp->stride, IBV_ACCESS_LOCAL_WRITE);
	if (!pp->mr)
		return complain_errno(errno, "cannot register %zu bytes", 3 * pp->stride);
	return 0;
}

/** Fill the receive queue up to rx_depth. */
static int post_receives(struct pingpong *pp)
{
	struct ibv_sge sge = {
		.length = (uint32_t)(pp->header + pp->opt->size),
		.lkey = pp->mr->lkey,
	};
	struct ibv_recv_wr wr = {.wr_id = WR_RECV, .sg_list = &sge, .num_sge = 1};
	struct ibv_recv_wr *bad;

	while (pp->posted - pp->received < pp->opt->rx_depth) {
		int err;

		sge.addr = (uintptr_t)receive_buffer(pp, pp->posted);
		err = ibv_post_recv(pp->end.qp, &wr, &bad);
		if (err)
			return complain_errno(err, "cannot post receive %u", pp->posted);
		pp->posted++;
	}
	return 0;
}

static int send_new_way(struct pingpong *pp, const struct ibv_sge *sge)
{
	struct ibv_qp_ex *qp = pp->end.qp_ex;

	ibv_wr_start(qp);
	qp->wr_id = WR_SEND;
	qp->wr_flags = pp->send_flags;
	ibv_wr_send(qp);
	if (pp->send_flags & IBV_SEND_INLINE)
		ibv_wr_set_inline_data(qp, (void *)(uintptr_t)sge->addr, sge->length);
	else
		ibv_wr_set_sge(qp, sge->lkey, sge->addr, sge->length);
	return ibv_wr_complete(qp);
}

static int send_old_way(struct pingpong *pp, struct ibv_sge *sge)
{
	struct ibv_send_wr wr = {
		.wr_id = WR_SEND,
		.sg_list = sge,
		.num_sge = 1,
		.opcode = IBV_WR_SEND,
		.send_flags = pp->send_flags,
	};
	struct ibv_send_wr *bad;

	if (pp->end.ah) {
		wr.wr.ud.ah = pp->end.ah;
		wr.wr.ud.remote_qpn = pp->end.remote_qpn;
		wr.wr.ud.remote_qkey = QUEUE_PAIR_QKEY;
	}
	return ibv_post_send(pp->end.qp, &wr, &bad);
}

static int send_next(struct pingpong *pp)
{
	struct ibv_sge sge = {.length = (uint32_t)pp->opt->size, .lkey = pp->mr->lkey};
	int err;

	if (!pp->opt->host) {
		sge.addr = (uintptr_t)received_message(pp, pp->sent);
	} else {
		sge.addr = (uintptr_t)send_buffer(pp);
		if (pp->opt->check)
			pattern_write(send_buffer(pp), pp->opt->size, pp->sent);
	}
	err = pp->end.qp_ex ? send_new_way(pp, &sge) : send_old_way(pp, &sge);
	if (err)
		return complain_errno(err, "cannot post send %u", pp->sent);
	pp->sent++;
	pp->sending = true;
	return 0;
}

/** Is it this side's turn to send? */
static bool may_send(const struct pingpong *pp)
{
	if (pp->sending || pp->sent == pp->opt->iters)
		return false;
	return pp->opt->host ? pp->received == pp->sent : pp->received > pp->sent;
}

/** Poll completions with timestamps. Returns their number, or -1 after an error message. */
static int poll_extended(struct pingpong *pp, struct ibv_wc *out, int room)
{
	struct ibv_poll_cq_attr attr = {0};
	struct ibv_cq_ex *cq = pp->end.cq_ex;
	int err = ibv_start_poll(cq, &attr);
	int n = 0;

	if (err == ENOENT)
		return 0;
	if (err)
		return complain_errno(err, "cannot poll");
	do {
		out[n++] = (struct ibv_wc){.wr_id = cq->wr_id, .status = cq->status};
		if (cq->status != IBV_WC_SUCCESS) {
			out[n - 1].vendor_err = ibv_wc_read_vendor_err(cq);
			out[n - 1].qp_num = pp->end.qp->qp_num;
		} else {
			out[n - 1].byte_len = ibv_wc_read_byte_len(cq);
			pp->last_stamp = ibv_wc_read_completion_ts(cq);
			if (!pp->first_stamp)
				pp->first_stamp = pp->last_stamp;
		}
	} while (n < room && ibv_next_poll(cq) == 0);
	ibv_end_poll(cq);
	return n;
}

static int poll_plain(struct pingpong *pp, struct ibv_wc *out, int room)
{
	int n = ibv_poll_cq(pp->end.cq, room, out);

	return n < 0 ? complain("cannot poll (%d)", n) : n;
}

/** Wait for at least one completion, by polling or by sleeping until an event comes. */
static int take_completions(struct pingpong *pp, struct ibv_wc *out)
{
	for (;;) {
		int n = pp->end.cq_ex ? poll_extended(pp, out, POLL_BATCH)
				      : poll_plain(pp, out, POLL_BATCH);

		if (n) {
			endpoint_idle(&pp->end, n);
			return n;
		}
		if (!pp->opt->plan.events)
			endpoint_idle(&pp->end, n);
		else if (endpoint_sleep(&pp->end))
			return -1;
	}
}

static int check_message(const struct pingpong *pp, uint32_t byte_len)
{
	const uint8_t *got = received_message(pp, pp->received);
	size_t wrong;

	if (byte_len != pp->header + pp->opt->size)
		return complain("message %u has %zu bytes, not %zu", pp->received,
				byte_len - pp->header, pp->opt->size);
	if (!pp->opt->check)
		return 0;
	wrong = pattern_mismatch(got, pp->opt->size, pp->received);
	if (wrong < pp->opt->size)
		return complain("message %u is wrong from byte %zu on: 0x%02x", pp->received, wrong,
				got[wrong]);
	return 0;
}

static int handle(struct pingpong *pp, const struct ibv_wc *done)
{
	if (done->status != IBV_WC_SUCCESS) {
		complain("%s failed: %s (status %d)", done->wr_id == WR_SEND ? "send" : "receive",
			 ibv_wc_status_str(done->status), (int)done->status);
		inverbs_explain_wc(pp->end.cq, done, stderr);
		return -1;
	}
	if (done->wr_id == WR_SEND) {
		pp->sending = false;
		return 0;
	}
	if (check_message(pp, done->byte_len))
		return -1;
	pp->received++;
	if (pp->posted - pp->received < REFILL_BELOW)
		return post_receives(pp);
	return 0;
}

static int exchange_messages(struct pingpong *pp)
{
	struct ibv_wc done[POLL_BATCH] = {{0}};

	while (pp->received < pp->opt->iters || pp->sent < pp->opt->iters || pp->sending) {
		int n;

		if (may_send(pp) && send_next(pp))
			return -1;
		n = take_completions(pp, done);
		if (n < 0)
			return -1;
		for (int i = 0; i < n; i++) {
			if (handle(pp, &done[i]))
				return -1;
		}
		meter_at(pp->received);
	}
	return 0;
}

static void report_times(const struct pingpong *pp, uint64_t ns)
{
	report_round_trips(pp->opt, ns);
	if (pp->end.cq_ex)
		printf("%llu clock ticks from the first completion to the last\n",
		       (unsigned long long)(pp->last_stamp - pp->first_stamp));
}

static int prepare_pingpong(struct pingpong *pp)
{
	const unsigned int mtu = mtu_to_bytes(pp->end.port.active_mtu);
	int err;

	if (pp->opt->plan.type == IBV_QPT_UD) {
		pp->header = GRH_BYTES;
		if (pp->opt->size > mtu)
			return complain(
				"a datagram is one packet, and here that is %u bytes at most", mtu);
	}
	if (allocate_memory(pp))
		return -1;
	pp->send_flags = IBV_SEND_SIGNALED;
	if (pp->opt->size <= pp->end.max_inline)
		pp->send_flags |= IBV_SEND_INLINE;
	if (pp->opt->plan.events) {
		err = ibv_req_notify_cq(pp->end.cq, 0);
		if (err)
			return complain_errno(err, "cannot arm the completion queue");
	}
	return post_receives(pp);
}

static int meet_and_exchange(struct pingpong *pp)
{
	const struct pingpong_options *opt = pp->opt;
	struct address remote;
	uint64_t start, ns;
	int sock, bad;

	print_address("local", &pp->end.local);
	fflush(stdout);
	sock = endpoint_meet(&pp->end, &opt->plan, opt->host, opt->tcp_port, &remote);
	if (sock < 0)
		return -1;
	print_address("remote", &remote);
	start = now_ns();
	meter_begin("round trips", opt->iters);
	bad = exchange_messages(pp);
	ns = now_ns() - start;
	meter_end();
	if (!bad)
		report_times(pp, ns);
	close(sock);
	return bad;
}

static int release_objects(struct pingpong *pp)
{
	int err = 0;

	/* Destroy the queue pair first: its receives still refer to the memory region. */
	if (pp->end.qp) {
		err = ibv_destroy_qp(pp->end.qp);
		pp->end.qp = NULL;
	}
	if (!err && pp->mr)
		err = ibv_dereg_mr(pp->mr);
	if (err)
		complain_errno(err, "cannot release the queue pair and its memory");
	err |= endpoint_close(&pp->end);
	free(pp->memory);
	return err;
}

int pingpong_main(int argc, char *argv[], const struct pingpong_kind *kind)
{
	struct pingpong_options opt;
	struct pingpong pp = {.opt = &opt};
	int bad;

	pingpong_read_options(argc, argv, kind, &opt);
	if (endpoint_open(&pp.end, &opt.plan))
		return EXIT_FAILURE;
	bad = prepare_pingpong(&pp) || meet_and_exchange(&pp);
	if (release_objects(&pp) || bad)
		return EXIT_FAILURE;
	return EXIT_SUCCESS;
}
