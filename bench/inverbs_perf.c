/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Measures latency with percentiles, and bandwidth, between two processes. The server only
 * responds; the client measures. Figures from the emulator describe the emulator, not an adapter.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "examples/common/device_facts.h"
#include "examples/common/meter.h"
#include "examples/common/program.h"
#include "histogram.h"
#include "perf_call.h"
#include "perf_options.h"
#include "perf_terms.h"
#include "tools/document.h"

enum {
	POLL_BATCH = 16,
	WR_RECV = 1,
	WR_SEND = 2
};

/** Memory that the peer may write and read. */
struct remote_buffer {
	uint64_t addr;
	uint64_t rkey;
};

struct perf {
	const struct perf_options *opt;
	struct endpoint end;
	struct ibv_mr *mr;
	uint8_t *memory; /* half for sending, half for receiving */
	struct remote_buffer remote;
	struct samples samples;
	unsigned int posted_recv;
	unsigned int received;
	unsigned int posted_send;
	unsigned int completed_send;
	uint64_t total_ns;
};

static int allocate_buffers(struct perf *pf)
{
	const size_t bytes = 2 * pf->opt->size;

	pf->memory = aligned_alloc(4096, (bytes + 4095) / 4096 * 4096);
	if (!pf->memory || samples_open(&pf->samples, pf->opt->iters))
		return complain("no memory for messages of %zu bytes", pf->opt->size);
	memset(pf->memory, 0x5a, bytes);
	pf->mr = ibv_reg_mr(pf->end.pd, pf->memory, bytes, (int)pf->opt->plan.access);
	if (!pf->mr)
		return complain_errno(errno, "cannot register %zu bytes", bytes);
	return 0;
}

static int post_receives(struct perf *pf)
{
	struct ibv_sge sge = {
		.addr = (uintptr_t)(pf->memory + pf->opt->size),
		.length = (uint32_t)pf->opt->size,
		.lkey = pf->mr->lkey,
	};
	struct ibv_recv_wr wr = {.wr_id = WR_RECV, .sg_list = &sge, .num_sge = 1};
	struct ibv_recv_wr *bad;

	while (pf->posted_recv - pf->received < pf->opt->plan.recv_depth) {
		int err = ibv_post_recv(pf->end.qp, &wr, &bad);

		if (err)
			return complain_errno(err, "cannot post a receive");
		pf->posted_recv++;
	}
	return 0;
}

static int post_request(struct perf *pf)
{
	struct ibv_sge sge = {
		.addr = (uintptr_t)pf->memory,
		.length = (uint32_t)pf->opt->size,
		.lkey = pf->mr->lkey,
	};
	struct ibv_send_wr wr = {
		.wr_id = WR_SEND,
		.sg_list = &sge,
		.num_sge = 1,
		.opcode = pf->opt->opcode,
		.send_flags = IBV_SEND_SIGNALED,
		.wr.rdma = {.remote_addr = pf->remote.addr, .rkey = (uint32_t)pf->remote.rkey},
	};
	struct ibv_send_wr *bad;
	int err;

	if (pf->opt->opcode != IBV_WR_RDMA_READ && pf->opt->size <= pf->end.max_inline)
		wr.send_flags |= IBV_SEND_INLINE;
	err = ibv_post_send(pf->end.qp, &wr, &bad);
	if (err)
		return complain_errno(err, "cannot post a request");
	pf->posted_send++;
	return 0;
}

/** Poll completions. With events: if there are none, sleep first. */
static int poll_completions(struct perf *pf)
{
	struct ibv_wc wc[POLL_BATCH];
	int n = ibv_poll_cq(pf->end.cq, POLL_BATCH, wc);

	if (n == 0 && pf->opt->plan.events)
		return endpoint_sleep(&pf->end);
	if (n < 0)
		return complain("cannot poll (%d)", n);
	endpoint_idle(&pf->end, n);
	for (int i = 0; i < n; i++) {
		if (wc[i].status != IBV_WC_SUCCESS)
			return complain("%s failed: %s",
					wc[i].wr_id == WR_SEND ? "request" : "receive",
					ibv_wc_status_str(wc[i].status));
		if (wc[i].wr_id == WR_SEND)
			pf->completed_send++;
		else
			pf->received++;
	}
	meter_at(pf->completed_send > pf->received ? pf->completed_send : pf->received);
	return 0;
}

static int wait_for(struct perf *pf, const unsigned int *counter, unsigned int value)
{
	while (*counter < value) {
		if (poll_completions(pf))
			return -1;
	}
	return 0;
}

/** The client: one message and one response, iters + warmup times. */
static int latency_client(struct perf *pf)
{
	const unsigned int all = pf->opt->warmup + pf->opt->iters;

	for (unsigned int i = 0; i < all; i++) {
		uint64_t start;

		if (wait_for(pf, &pf->completed_send, i))
			return -1;
		start = now_ns();
		if (post_request(pf) || wait_for(pf, &pf->received, i + 1))
			return -1;
		if (i >= pf->opt->warmup) {
			samples_add(&pf->samples, (now_ns() - start) / 2);
			pf->total_ns += now_ns() - start;
		}
		if (post_receives(pf))
			return -1;
	}
	return wait_for(pf, &pf->completed_send, all);
}

static int latency_server(struct perf *pf)
{
	const unsigned int all = pf->opt->warmup + pf->opt->iters;

	for (unsigned int i = 0; i < all; i++) {
		if (wait_for(pf, &pf->received, i + 1) || post_request(pf) || post_receives(pf) ||
		    wait_for(pf, &pf->completed_send, i + 1))
			return -1;
	}
	return 0;
}

/** Keep the window full until `count` work requests have completed in all. */
static int stream_requests(struct perf *pf, unsigned int count)
{
	while (pf->completed_send < count) {
		while (pf->posted_send < count &&
		       pf->posted_send - pf->completed_send < pf->opt->window) {
			if (post_request(pf))
				return -1;
		}
		if (poll_completions(pf))
			return -1;
	}
	return 0;
}

static int bandwidth_client(struct perf *pf)
{
	uint64_t start;

	if (stream_requests(pf, pf->opt->warmup))
		return -1;
	start = now_ns();
	if (stream_requests(pf, pf->opt->warmup + pf->opt->iters))
		return -1;
	pf->total_ns = now_ns() - start;
	return 0;
}

/** The server only takes part in SENDs. */
static int bandwidth_server(struct perf *pf)
{
	const unsigned int all = pf->opt->warmup + pf->opt->iters;

	if (pf->opt->opcode != IBV_WR_SEND)
		return 0;
	while (pf->received < all) {
		if (poll_completions(pf) || post_receives(pf))
			return -1;
	}
	return 0;
}

/** Write the members that every result has. */
static void describe_test(const struct perf *pf)
{
	document_open();
	document_object("device");
	document_text("name", ibv_get_device_name(pf->end.ctx->device));
	document_text("adapter", device_adapter(pf->end.ctx));
	document_flag("emulated", device_is_emulated(pf->end.ctx));
	document_end();
	document_text("test", perf_test_name(pf->opt));
	document_text("op", perf_op_name(pf->opt));
	document_number("size", pf->opt->size);
}

static void document_percentiles(const struct percentiles *p)
{
	document_real("min", p->min / 1e3);
	document_real("mean", p->mean / 1e3);
	document_real("p50", p->p50 / 1e3);
	document_real("p90", p->p90 / 1e3);
	document_real("p99", p->p99 / 1e3);
	document_real("p99.9", p->p999 / 1e3);
	document_real("max", p->max / 1e3);
}

static int report_latency(struct perf *pf)
{
	const struct percentiles p = samples_percentiles(&pf->samples);

	if (pf->opt->json) {
		describe_test(pf);
		document_number("iters", pf->samples.count);
		document_text("unit", "us");
		document_percentiles(&p);
		return document_print();
	}
	printf("latency of a %zu byte send, %zu messages, one way, in microseconds:\n",
	       pf->opt->size, pf->samples.count);
	printf("  min %.2f  mean %.2f  p50 %.2f  p90 %.2f  p99 %.2f  p99.9 %.2f  max %.2f\n",
	       p.min / 1e3, p.mean / 1e3, p.p50 / 1e3, p.p90 / 1e3, p.p99 / 1e3, p.p999 / 1e3,
	       p.max / 1e3);
	return 0;
}

static int report_bandwidth(const struct perf *pf)
{
	const double seconds = (double)pf->total_ns / 1e9;
	const double mbytes = (double)pf->opt->size * pf->opt->iters / 1e6 / seconds;
	const double rate = pf->opt->iters / seconds;

	if (pf->opt->json) {
		describe_test(pf);
		document_number("iters", pf->opt->iters);
		document_number("window", pf->opt->window);
		document_real("seconds", seconds);
		document_real("MB_per_s", mbytes);
		document_real("messages_per_s", rate);
		return document_print();
	}
	printf("bandwidth of %zu byte %ss, %u messages, %u in flight:\n", pf->opt->size,
	       perf_op_name(pf->opt), pf->opt->iters, pf->opt->window);
	printf("  %.1f MB/s, %.0f messages/s\n", mbytes, rate);
	return 0;
}

/** The server also gets the client's buffer, for symmetry. The client sends first, as always. */
static int swap_buffers(struct perf *pf, int sock)
{
	const struct remote_buffer mine = {
		.addr = (uintptr_t)(pf->memory + pf->opt->size),
		.rkey = pf->mr->rkey,
	};

	if (pf->opt->host && rendezvous_send_bytes(sock, &mine, sizeof(mine)))
		return -1;
	if (rendezvous_receive_bytes(sock, &pf->remote, sizeof(pf->remote)))
		return -1;
	if (!pf->opt->host && rendezvous_send_bytes(sock, &mine, sizeof(mine)))
		return -1;
	return 0;
}

/** Neither side destroys its queue pair before the other has finished. */
static int say_goodbye(const struct perf *pf, int sock)
{
	if (pf->opt->host)
		return rendezvous_send_done(sock) || rendezvous_receive_done(sock) ? -1 : 0;
	return rendezvous_receive_done(sock) || rendezvous_send_done(sock) ? -1 : 0;
}

static int exchange_messages(struct perf *pf)
{
	if (pf->opt->test == PERF_LATENCY)
		return pf->opt->host ? latency_client(pf) : latency_server(pf);
	return pf->opt->host ? bandwidth_client(pf) : bandwidth_server(pf);
}

static int run_side(struct perf *pf, int sock)
{
	int bad;

	if (swap_buffers(pf, sock))
		return -1;
	meter_begin("messages", pf->opt->warmup + pf->opt->iters);
	bad = exchange_messages(pf);
	meter_end();
	if (bad || say_goodbye(pf, sock))
		return -1;
	if (!pf->opt->host)
		return 0;
	if (pf->opt->test == PERF_LATENCY)
		return report_latency(pf);
	return report_bandwidth(pf);
}

/** Run the test on a connected socket, once both sides know its options. */
static int prepare_and_run(struct perf *pf, int sock)
{
	const struct perf_options *opt = pf->opt;
	struct address remote;
	int err;

	if (allocate_buffers(pf) || post_receives(pf))
		return -1;
	if (opt->plan.events) {
		err = ibv_req_notify_cq(pf->end.cq, 0);
		if (err)
			return complain_errno(err, "cannot arm the completion queue");
	}
	if (endpoint_swap_addresses(&pf->end, &opt->plan, sock, opt->host != NULL, &remote))
		return -1;
	return run_side(pf, sock);
}

static int release_objects(struct perf *pf)
{
	int err = ibv_destroy_qp(pf->end.qp);

	pf->end.qp = NULL;
	if (!err && pf->mr)
		err = ibv_dereg_mr(pf->mr);
	if (err)
		complain_errno(err, "cannot release the queue pair and its memory");
	err |= endpoint_close(&pf->end);
	samples_close(&pf->samples);
	free(pf->memory);
	return err;
}

static int run_test(const struct perf_options *opt, int sock)
{
	struct perf pf = {.opt = opt};
	int bad;

	if (endpoint_open(&pf.end, &opt->plan))
		return -1;
	bad = prepare_and_run(&pf, sock);
	return release_objects(&pf) || bad ? -1 : 0;
}

/**
 * Connect to the peer. From then on the options are the client's. Returns a connected socket, or -1
 * after an error message.
 */
static int connect_to_peer(struct perf_options *opt)
{
	int sock = rendezvous_open(opt->host, opt->tcp_port);

	if (sock < 0)
		return -1;
	if ((opt->host ? perf_terms_send(sock, opt) : perf_terms_receive(sock, opt)) == 0)
		return sock;
	close(sock);
	return -1;
}

/** Open the device first, so that an unusable one is reported before the peer connects. */
static int try_device(const struct perf_options *opt)
{
	struct endpoint end;

	return endpoint_open(&end, &opt->plan) ? -1 : endpoint_close(&end);
}

int main(int argc, char *argv[])
{
	struct perf_options opt;
	int sock, bad;

	perf_read_options(argc, argv, &opt);
	if (opt.test == PERF_CALL)
		return perf_call(&opt) ? EXIT_FAILURE : EXIT_SUCCESS;
	if (try_device(&opt))
		return EXIT_FAILURE;
	sock = connect_to_peer(&opt);
	if (sock < 0)
		return EXIT_FAILURE;
	bad = run_test(&opt, sock);
	close(sock);
	return bad ? EXIT_FAILURE : EXIT_SUCCESS;
}
