/* SPDX-License-Identifier: BSD-2-Clause */
/* One end of an rping connection: its objects, its messages, and RDMA transfers. */
#include <errno.h>
#include <netdb.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program.h"
#include "rping.h"

enum {
	DEPTH = 16,
	RECEIVE = 1, /* wr_id of receives; that of sends is 0 */
};

void rping_debug(const struct rping_options *options, const char *format, ...)
{
	va_list args;

	if (!options->debug)
		return;
	va_start(args, format);
	vfprintf(stdout, format, args);
	va_end(args);
	fputc('\n', stdout);
	fflush(stdout);
}

int rping_address(const char *host, const char *port, bool passive, struct sockaddr_storage *to)
{
	struct addrinfo wanted = {.ai_socktype = SOCK_STREAM};
	struct addrinfo *found;
	int err;

	if (passive)
		wanted.ai_flags = AI_PASSIVE;
	if (!host)
		wanted.ai_family = AF_INET;
	err = getaddrinfo(host, port, &wanted, &found);
	if (err)
		return complain("%s port %s: %s", host ? host : "*", port ? port : "0",
				gai_strerror(err));
	memset(to, 0, sizeof(*to));
	memcpy(to, found->ai_addr, found->ai_addrlen);
	freeaddrinfo(found);
	return 0;
}

static struct ibv_mr *registered(struct rping_end *end, void *at, size_t bytes, int access)
{
	return ibv_reg_mr(end->pd, at, bytes, IBV_ACCESS_LOCAL_WRITE | access);
}

static int make_memory(struct rping_end *end)
{
	const size_t size = end->options->size;

	end->data = calloc(1, size);
	end->ping = calloc(1, size);
	if (!end->data || !end->ping)
		return complain("no memory for %zu bytes", size);
	end->in_mr = registered(end, &end->in, sizeof(end->in), 0);
	end->out_mr = registered(end, &end->out, sizeof(end->out), 0);
	end->data_mr = registered(end, end->data, size,
				  IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ);
	end->ping_mr = registered(end, end->ping, size, IBV_ACCESS_REMOTE_READ);
	if (!end->in_mr || !end->out_mr || !end->data_mr || !end->ping_mr)
		return complain_errno(errno, "cannot register memory");
	return 0;
}

int rping_own_qp_to(struct rping_end *end, enum ibv_qp_state state)
{
	struct ibv_qp_attr attr = {.qp_state = state};
	int mask, err;

	if (rdma_init_qp_attr(end->id, &attr, &mask))
		return complain_errno(errno, "rdma_init_qp_attr");
	err = ibv_modify_qp(end->qp, &attr, mask);
	return err ? complain_errno(err, "ibv_modify_qp") : 0;
}

static int make_qp(struct rping_end *end)
{
	struct ibv_qp_init_attr attr = {
		.send_cq = end->cq,
		.recv_cq = end->cq,
		.cap = {.max_send_wr = DEPTH,
			.max_recv_wr = 2,
			.max_send_sge = 1,
			.max_recv_sge = 1},
		.qp_type = IBV_QPT_RC,
	};

	if (end->options->own_qp) {
		end->qp = ibv_create_qp(end->pd, &attr);
		if (!end->qp)
			return complain_errno(errno, "ibv_create_qp");
		return rping_own_qp_to(end, IBV_QPS_INIT);
	}
	if (rdma_create_qp(end->id, end->pd, &attr))
		return complain_errno(errno, "rdma_create_qp");
	end->qp = end->id->qp;
	return 0;
}

static int open_all(struct rping_end *end)
{
	end->pd = ibv_alloc_pd(end->id->verbs);
	if (!end->pd)
		return complain_errno(errno, "ibv_alloc_pd");
	end->channel = ibv_create_comp_channel(end->id->verbs);
	if (!end->channel)
		return complain_errno(errno, "ibv_create_comp_channel");
	end->cq = ibv_create_cq(end->id->verbs, 2 * DEPTH, NULL, end->channel, 0);
	if (!end->cq)
		return complain_errno(errno, "ibv_create_cq");
	if (make_qp(end) || make_memory(end))
		return -1;
	return rping_expect(end);
}

int rping_open(struct rping_end *end, const struct rping_options *options, struct rdma_cm_id *id)
{
	memset(end, 0, sizeof(*end));
	end->options = options;
	end->id = id;
	if (!open_all(end))
		return 0;
	rping_close(end);
	return -1;
}

void rping_close(struct rping_end *end)
{
	struct ibv_mr *mrs[] = {end->in_mr, end->out_mr, end->data_mr, end->ping_mr};

	if (end->id->qp)
		rdma_destroy_qp(end->id);
	else if (end->qp)
		ibv_destroy_qp(end->qp);
	for (size_t i = 0; i < sizeof(mrs) / sizeof(mrs[0]); i++) {
		if (mrs[i])
			ibv_dereg_mr(mrs[i]);
	}
	free(end->data);
	free(end->ping);
	if (end->cq)
		ibv_destroy_cq(end->cq);
	if (end->channel)
		ibv_destroy_comp_channel(end->channel);
	if (end->pd)
		ibv_dealloc_pd(end->pd);
}

int rping_expect(struct rping_end *end)
{
	struct ibv_sge sge = {(uintptr_t)&end->in, sizeof(end->in), end->in_mr->lkey};
	struct ibv_recv_wr wr = {.wr_id = RECEIVE, .sg_list = &sge, .num_sge = 1};
	struct ibv_recv_wr *bad;
	int err = ibv_post_recv(end->qp, &wr, &bad);

	return err ? complain_errno(err, "ibv_post_recv") : 0;
}

/* Handle an event on the established connection: a disconnect, or something unexpected. */
static enum rping_wait connection_event(struct rping_end *end)
{
	struct rdma_cm_event *event;
	enum rping_wait ret = RPING_ENDED;

	if (rdma_get_cm_event(end->id->channel, &event)) {
		complain_errno(errno, "rdma_get_cm_event");
		return RPING_FAILED;
	}
	rping_debug(end->options, "event %s", rdma_event_str(event->event));
	if (event->event != RDMA_CM_EVENT_DISCONNECTED) {
		complain("unexpected event %s, status %d", rdma_event_str(event->event),
			 event->status);
		ret = RPING_FAILED;
	}
	end->ended = ret == RPING_ENDED;
	rdma_ack_cm_event(event);
	return ret;
}

/* Wait for a completion, or for the peer to disconnect. */
static enum rping_wait sleep_on_both(struct rping_end *end)
{
	struct pollfd fds[2] = {
		{.fd = end->channel->fd, .events = POLLIN},
		{.fd = end->id->channel->fd, .events = POLLIN},
	};
	struct ibv_cq *cq;
	void *context;

	while (poll(fds, 2, -1) < 0) {
		if (errno != EINTR) {
			complain_errno(errno, "poll");
			return RPING_FAILED;
		}
	}
	if (!(fds[0].revents & POLLIN))
		return connection_event(end);
	if (ibv_get_cq_event(end->channel, &cq, &context)) {
		complain_errno(errno, "ibv_get_cq_event");
		return RPING_FAILED;
	}
	ibv_ack_cq_events(cq, 1);
	return RPING_DONE;
}

/* Poll one completion, of a receive or a send. */
static enum rping_wait completion(struct rping_end *end, struct ibv_wc *wc)
{
	enum rping_wait ret;
	int n;

	for (;;) {
		n = ibv_poll_cq(end->cq, 1, wc);
		if (!n && !ibv_req_notify_cq(end->cq, 0))
			n = ibv_poll_cq(end->cq, 1, wc);
		if (n)
			break;
		ret = sleep_on_both(end);
		if (ret != RPING_DONE)
			return ret;
	}
	if (n < 0) {
		complain("ibv_poll_cq failed");
		return RPING_FAILED;
	}
	if (wc->status == IBV_WC_SUCCESS)
		return RPING_DONE;
	if (wc->status == IBV_WC_WR_FLUSH_ERR)
		return RPING_ENDED;
	complain("completion: %s", ibv_wc_status_str(wc->status));
	return RPING_FAILED;
}

/*
 * The sides take turns, so a message that arrives while this side waits for its own send is the
 * response to it. It is kept until rping_hear().
 */
static enum rping_wait wait_for(struct rping_end *end, uint64_t wr_id, bool *other)
{
	struct ibv_wc wc;
	enum rping_wait ret;

	*other = false;
	for (;;) {
		ret = completion(end, &wc);
		if (ret != RPING_DONE || wc.wr_id == wr_id)
			return ret;
		*other = true;
	}
}

static enum rping_wait post_and_wait(struct rping_end *end, struct ibv_send_wr *wr)
{
	struct ibv_send_wr *bad;
	bool heard;
	int err = ibv_post_send(end->qp, wr, &bad);
	enum rping_wait ret;

	if (err) {
		complain_errno(err, "ibv_post_send");
		return RPING_FAILED;
	}
	ret = wait_for(end, 0, &heard);
	end->heard |= heard;
	return ret;
}

enum rping_wait rping_tell(struct rping_end *end, const void *buf, const struct ibv_mr *mr)
{
	struct ibv_sge sge = {(uintptr_t)&end->out, sizeof(end->out), end->out_mr->lkey};
	struct ibv_send_wr wr = {
		.sg_list = &sge,
		.num_sge = 1,
		.opcode = IBV_WR_SEND,
		.send_flags = IBV_SEND_SIGNALED,
	};

	memset(&end->out, 0, sizeof(end->out));
	if (buf) {
		end->out.buf = htobe64((uintptr_t)buf);
		end->out.rkey = htobe32(mr->rkey);
		end->out.size = htobe32((uint32_t)end->options->size);
	}
	return post_and_wait(end, &wr);
}

enum rping_wait rping_hear(struct rping_end *end)
{
	enum rping_wait ret = RPING_DONE;
	bool other;

	if (!end->heard)
		ret = wait_for(end, RECEIVE, &other);
	end->heard = false;
	return ret;
}

enum rping_wait rping_move(struct rping_end *end, enum ibv_wr_opcode opcode)
{
	struct ibv_sge sge = {
		.addr = (uintptr_t)end->data,
		.length = be32toh(end->in.size),
		.lkey = end->data_mr->lkey,
	};
	struct ibv_send_wr wr = {
		.sg_list = &sge,
		.num_sge = 1,
		.opcode = opcode,
		.send_flags = IBV_SEND_SIGNALED,
		.wr.rdma = {.remote_addr = be64toh(end->in.buf), .rkey = be32toh(end->in.rkey)},
	};

	if (sge.length > end->options->size) {
		complain("the other side's messages have %u bytes, not %lu (-S)", sge.length,
			 end->options->size);
		return RPING_FAILED;
	}
	return post_and_wait(end, &wr);
}
