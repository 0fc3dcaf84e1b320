/* SPDX-License-Identifier: BSD-2-Clause */
/* One end of a connection: creates its objects, connects it to a peer, waits for completions. */
#include "endpoint.h"

#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "program.h"
#include "queue_pair.h"

enum {
	ACK_EVENTS_AT = 1000,
};

static int learn_port(struct endpoint *end, const struct endpoint_plan *plan)
{
	int err = ibv_query_port(end->ctx, plan->port, &end->port);

	if (err)
		return complain_errno(err, "cannot query port %u", plan->port);
	if (plan->gid_index < 0 && end->port.link_layer == IBV_LINK_LAYER_ETHERNET)
		return complain("port %u is Ethernet, which has no LID; give a GID index with -g",
				plan->port);
	if (plan->gid_index < 0 && end->port.lid == 0)
		return complain("port %u has no LID (state: %s)", plan->port,
				ibv_port_state_str(end->port.state));
	if (plan->gid_index >= 0 &&
	    ibv_query_gid(end->ctx, plan->port, plan->gid_index, &end->local.gid))
		return complain("port %u has no GID with index %d", plan->port, plan->gid_index);
	end->local.lid = end->port.lid;
	return 0;
}

static int make_cq(struct endpoint *end, const struct endpoint_plan *plan)
{
	uint32_t entries = plan->send_depth + plan->recv_depth;
	struct ibv_cq_init_attr_ex attr = {
		.cqe = entries,
		.channel = end->channel,
		.wc_flags = IBV_WC_EX_WITH_BYTE_LEN | IBV_WC_EX_WITH_COMPLETION_TIMESTAMP,
	};

	if (!plan->timestamps) {
		end->cq = ibv_create_cq(end->ctx, (int)entries, NULL, end->channel, 0);
		if (!end->cq)
			return complain_errno(errno, "cannot create a completion queue of %u",
					      entries);
		return 0;
	}
	end->cq_ex = ibv_create_cq_ex(end->ctx, &attr);
	if (!end->cq_ex)
		return complain_errno(errno,
				      "this device does not support completion timestamps (-t)");
	end->cq = ibv_cq_ex_to_cq(end->cq_ex);
	return 0;
}

static int make_qp(struct endpoint *end, const struct endpoint_plan *plan)
{
	struct ibv_qp_init_attr_ex attr = {
		.send_cq = end->cq,
		.recv_cq = end->cq,
		.cap = {.max_send_wr = plan->send_depth,
			.max_recv_wr = plan->recv_depth,
			.max_send_sge = 1,
			.max_recv_sge = 1},
		.qp_type = plan->type,
		.comp_mask = IBV_QP_INIT_ATTR_PD,
		.pd = end->pd,
	};
	struct ibv_qp_init_attr plain = {
		.send_cq = end->cq,
		.recv_cq = end->cq,
		.cap = attr.cap,
		.qp_type = plan->type,
	};

	if (!plan->new_send) {
		end->qp = ibv_create_qp(end->pd, &plain);
		if (!end->qp)
			return complain_errno(errno, "cannot create a queue pair");
		return 0;
	}
	attr.comp_mask |= IBV_QP_INIT_ATTR_SEND_OPS_FLAGS;
	attr.send_ops_flags = IBV_QP_EX_WITH_SEND;
	end->qp = ibv_create_qp_ex(end->ctx, &attr);
	if (!end->qp)
		return complain_errno(errno, "this device does not support ibv_wr_* calls (-N)");
	end->qp_ex = ibv_qp_to_qp_ex(end->qp);
	if (!end->qp_ex)
		return complain("this queue pair does not support ibv_wr_* calls (-N)");
	return 0;
}

static int learn_inline_size(struct endpoint *end)
{
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr attr;
	int err = ibv_query_qp(end->qp, &attr, IBV_QP_CAP, &init);

	if (err)
		return complain_errno(err, "cannot query the queue pair");
	end->max_inline = init.cap.max_inline_data;
	return 0;
}

static int make_device(struct endpoint *end, const struct endpoint_plan *plan)
{
	end->ctx = open_device(plan->device);
	if (!end->ctx || learn_port(end, plan))
		return -1;
	if (plan->events) {
		end->channel = ibv_create_comp_channel(end->ctx);
		if (!end->channel)
			return complain_errno(errno, "cannot create a completion channel");
	}
	end->pd = ibv_alloc_pd(end->ctx);
	if (!end->pd)
		return complain_errno(errno, "cannot allocate a protection domain");
	return make_cq(end, plan);
}

int endpoint_open_device(struct endpoint *end, const struct endpoint_plan *plan)
{
	memset(end, 0, sizeof(*end));
	srand48((long)(now_ns() ^ ((uint64_t)getpid() << 32)));
	if (make_device(end, plan) == 0)
		return 0;
	endpoint_close(end);
	return -1;
}

int endpoint_open(struct endpoint *end, const struct endpoint_plan *plan)
{
	if (endpoint_open_device(end, plan))
		return -1;
	if (make_qp(end, plan) == 0 && learn_inline_size(end) == 0 &&
	    queue_pair_to_init(end->qp, plan) == 0) {
		end->local.qpn = end->qp->qp_num;
		end->local.psn = queue_pair_first_psn();
		return 0;
	}
	endpoint_close(end);
	return -1;
}

int endpoint_connect(struct endpoint *end, const struct endpoint_plan *plan,
		     const struct address *remote)
{
	if (plan->type == IBV_QPT_UD) {
		end->ah = queue_pair_make_handle(end->pd, plan, remote);
		if (!end->ah)
			return -1;
		end->remote_qpn = remote->qpn;
	}
	return queue_pair_connect(end->qp, plan, end->local.psn, remote);
}

int endpoint_swap_addresses(struct endpoint *end, const struct endpoint_plan *plan, int sock,
			    bool client, struct address *remote)
{
	if (client) {
		if (rendezvous_send(sock, &end->local) || rendezvous_receive(sock, remote) ||
		    endpoint_connect(end, plan, remote))
			return -1;
		return rendezvous_send_done(sock);
	}
	/* The server must be able to receive before the client knows where to send. */
	if (rendezvous_receive(sock, remote) || endpoint_connect(end, plan, remote) ||
	    rendezvous_send(sock, &end->local))
		return -1;
	return rendezvous_receive_done(sock);
}

int endpoint_meet(struct endpoint *end, const struct endpoint_plan *plan, const char *host,
		  unsigned int tcp_port, struct address *remote)
{
	int sock = rendezvous_open(host, tcp_port);

	if (sock < 0)
		return -1;
	if (endpoint_swap_addresses(end, plan, sock, host != NULL, remote)) {
		close(sock);
		return -1;
	}
	return sock;
}

int endpoint_sleep(struct endpoint *end)
{
	struct ibv_cq *cq;
	void *cq_context;
	int err;

	if (ibv_get_cq_event(end->channel, &cq, &cq_context))
		return complain_errno(errno, "cannot wait for a completion event");
	if (++end->unacked_events == ACK_EVENTS_AT) {
		ibv_ack_cq_events(end->cq, end->unacked_events);
		end->unacked_events = 0;
	}
	err = ibv_req_notify_cq(end->cq, 0);
	return err ? complain_errno(err, "cannot arm the completion queue") : 0;
}

void endpoint_idle(struct endpoint *end, int completions)
{
	/*
	 * About ten microseconds, longer than hardware takes. Afterwards an emulated adapter, or
	 * the peer on a small machine, may be waiting for this processor.
	 */
	enum {
		SPIN_POLLS = 1000
	};

	if (completions)
		end->idle_polls = 0;
	else if (end->idle_polls < SPIN_POLLS)
		end->idle_polls++;
	else
		sched_yield();
}

/** Print an error if destroying something failed. */
static int complain_release(int err, const char *what)
{
	return err ? complain_errno(err, "cannot release the %s", what) : 0;
}

int endpoint_close(struct endpoint *end)
{
	int bad = 0;

	if (end->unacked_events)
		ibv_ack_cq_events(end->cq, end->unacked_events);
	if (end->ah)
		bad |= complain_release(ibv_destroy_ah(end->ah), "address handle");
	if (end->qp)
		bad |= complain_release(ibv_destroy_qp(end->qp), "queue pair");
	if (end->cq)
		bad |= complain_release(ibv_destroy_cq(end->cq), "completion queue");
	if (end->pd)
		bad |= complain_release(ibv_dealloc_pd(end->pd), "protection domain");
	if (end->channel)
		bad |= complain_release(ibv_destroy_comp_channel(end->channel),
					"completion channel");
	if (end->ctx)
		bad |= complain_release(ibv_close_device(end->ctx) ? errno : 0, "device");
	memset(end, 0, sizeof(*end));
	return bad;
}
