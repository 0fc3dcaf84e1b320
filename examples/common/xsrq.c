/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Extended reliable connections to several peers: creates the objects, connects, sends and
 * receives.
 */
#include "xsrq.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "program.h"

enum {
	PSN_MASK = 0xffffff,
	RNR_TIMER_0_64_MS = 12, /* how long a peer waits when the SRQ here is empty */
	/* 4.096 us * 2^18: a server may send before the client is ready */
	ACK_TIMEOUT_1_S = 18,
	RETRIES = 7, /* the maximum */
	RNR_FOREVER = 7,
	ACK_EVENTS_AT = 1000,
	SPIN_POLLS = 1000, /* polls before it yields the processor */
	ADDRESS_BYTES = 4 + 4 * 7 + 1 + 32 + 1,
};

static const char end_word[] = "END";

/* --- objects shared by all peers --------------------------------------------------------- */

static int learn_port(struct xsrq *x)
{
	const struct xsrq_options *opt = x->opt;
	struct ibv_port_attr port;
	int err = ibv_query_port(x->ctx, opt->port, &port);

	if (err)
		return complain_errno(err, "cannot query port %u", opt->port);
	if (opt->gid_index < 0 && !port.lid)
		return complain("port %u has no LID; give a GID index with -g", opt->port);
	if (opt->gid_index >= 0 && ibv_query_gid(x->ctx, opt->port, opt->gid_index, &x->local.gid))
		return complain("port %u has no GID with index %d", opt->port, opt->gid_index);
	x->local.lid = port.lid;
	return 0;
}

static int make_domain(struct xsrq *x)
{
	struct ibv_xrcd_init_attr attr = {
		.comp_mask = IBV_XRCD_INIT_ATTR_FD | IBV_XRCD_INIT_ATTR_OFLAGS,
		.fd = -1, /* a domain for this process only */
		.oflags = O_CREAT,
	};

	x->xrcd = ibv_open_xrcd(x->ctx, &attr);
	return x->xrcd ? 0 : complain_errno(errno, "cannot open an XRC domain");
}

static int make_queues(struct xsrq *x)
{
	struct ibv_srq_init_attr_ex attr = {
		.attr = {.max_wr = x->slots, .max_sge = 1},
		.comp_mask = IBV_SRQ_INIT_ATTR_TYPE | IBV_SRQ_INIT_ATTR_PD |
			     IBV_SRQ_INIT_ATTR_XRCD | IBV_SRQ_INIT_ATTR_CQ,
		.srq_type = IBV_SRQT_XRC,
		.pd = x->pd,
		.xrcd = x->xrcd,
	};
	/* every slot is either posted or being sent back; plus the messages that are sent first */
	const int entries = (int)(x->slots + x->opt->clients);

	x->cq = ibv_create_cq(x->ctx, entries, NULL, x->channel, 0);
	if (!x->cq)
		return complain_errno(errno, "cannot create a completion queue of %d", entries);
	attr.cq = x->cq;
	x->srq = ibv_create_srq_ex(x->ctx, &attr);
	if (!x->srq)
		return complain_errno(errno, "cannot create a shared receive queue");
	if (ibv_get_srq_num(x->srq, &x->local.srqn))
		return complain("the shared receive queue has no number");
	return x->channel ? ibv_req_notify_cq(x->cq, 0) : 0;
}

static int make_memory(struct xsrq *x)
{
	const size_t page = (size_t)sysconf(_SC_PAGESIZE);
	size_t bytes;

	x->stride = ((x->opt->size ? x->opt->size : 1) + page - 1) / page * page;
	bytes = x->stride * (x->slots + x->opt->clients);
	x->memory = aligned_alloc(page, bytes);
	if (!x->memory)
		return complain("no memory for %u messages of %zu bytes", x->slots, x->opt->size);
	memset(x->memory, 0, bytes);
	x->mr = ibv_reg_mr(x->pd, x->memory, bytes, IBV_ACCESS_LOCAL_WRITE);
	if (!x->mr)
		return complain_errno(errno, "cannot register %zu bytes", bytes);
	for (unsigned int slot = 0; slot < x->slots; slot++) {
		if (xsrq_post_receive(x, slot))
			return -1;
	}
	return 0;
}

int xsrq_open(struct xsrq *x, const struct xsrq_options *opt)
{
	memset(x, 0, sizeof(*x));
	x->opt = opt;
	x->slots = 2 * opt->clients; /* for each client: one receive in flight, and one message
					being sent back */
	srand48((long)(now_ns() ^ ((uint64_t)getpid() << 32)));
	x->peers = calloc(opt->clients, sizeof(*x->peers));
	if (!x->peers)
		return complain("no memory for %u peers", opt->clients);
	x->ctx = open_device(opt->device);
	if (!x->ctx || learn_port(x))
		return -1;
	if (opt->events) {
		x->channel = ibv_create_comp_channel(x->ctx);
		if (!x->channel)
			return complain_errno(errno, "cannot create a completion channel");
	}
	x->pd = ibv_alloc_pd(x->ctx);
	if (!x->pd)
		return complain_errno(errno, "cannot allocate a protection domain");
	return make_domain(x) || make_queues(x) || make_memory(x) ? -1 : 0;
}

/* --- a peer ------------------------------------------------------------------------------ */

static int to_init(const struct xsrq *x, struct ibv_qp *qp)
{
	struct ibv_qp_attr attr = {.qp_state = IBV_QPS_INIT, .port_num = x->opt->port};
	int err = ibv_modify_qp(
		qp, &attr, IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS);

	return err ? complain_errno(err, "cannot bring a queue pair to INIT") : 0;
}

static int make_pairs(struct xsrq *x, struct xsrq_peer *peer)
{
	struct ibv_qp_init_attr_ex recv = {
		.qp_type = IBV_QPT_XRC_RECV,
		.comp_mask = IBV_QP_INIT_ATTR_XRCD,
		.xrcd = x->xrcd,
	};
	struct ibv_qp_init_attr_ex send = {
		.qp_type = IBV_QPT_XRC_SEND,
		.send_cq = x->cq,
		.cap = {.max_send_wr = 2, .max_send_sge = 1},
		.comp_mask = IBV_QP_INIT_ATTR_PD,
		.pd = x->pd,
	};

	peer->recv_qp = ibv_create_qp_ex(x->ctx, &recv);
	if (!peer->recv_qp)
		return complain_errno(errno, "cannot create a receiving queue pair");
	peer->send_qp = ibv_create_qp_ex(x->ctx, &send);
	if (!peer->send_qp)
		return complain_errno(errno, "cannot create a sending queue pair");
	x->local.recv_qpn = peer->recv_qp->qp_num;
	x->local.send_qpn = peer->send_qp->qp_num;
	x->local.psn = (unsigned int)lrand48() & PSN_MASK;
	return to_init(x, peer->recv_qp) || to_init(x, peer->send_qp) ? -1 : 0;
}

static struct ibv_qp_attr path_to(const struct xsrq *x, const struct xsrq_address *remote)
{
	struct ibv_qp_attr attr = {
		.qp_state = IBV_QPS_RTR,
		.path_mtu = x->opt->mtu,
		.ah_attr = {.dlid = (uint16_t)remote->lid,
			    .sl = x->opt->sl,
			    .port_num = x->opt->port},
		.rq_psn = remote->psn,
		.sq_psn = x->local.psn,
		.max_dest_rd_atomic = 1,
		.max_rd_atomic = 1,
		.min_rnr_timer = RNR_TIMER_0_64_MS,
		.timeout = ACK_TIMEOUT_1_S,
		.retry_cnt = RETRIES,
		.rnr_retry = RNR_FOREVER,
	};

	if (x->opt->gid_index >= 0) {
		attr.ah_attr.is_global = 1;
		attr.ah_attr.grh.dgid = remote->gid;
		attr.ah_attr.grh.sgid_index = (uint8_t)x->opt->gid_index;
		attr.ah_attr.grh.hop_limit = 1;
	}
	return attr;
}

/* Connect the peer's sending queue pair to our receiving one, and vice versa. */
static int connect_pairs(const struct xsrq *x, struct xsrq_peer *peer)
{
	const int to_rtr = IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN |
			   IBV_QP_RQ_PSN;
	struct ibv_qp_attr attr = path_to(x, &peer->remote);
	int err;

	attr.dest_qp_num = peer->remote.send_qpn;
	err = ibv_modify_qp(peer->recv_qp, &attr,
			    to_rtr | IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER);
	attr.dest_qp_num = peer->remote.recv_qpn;
	if (!err)
		err = ibv_modify_qp(peer->send_qp, &attr, to_rtr);
	if (err)
		return complain_errno(err, "cannot bring a queue pair to RTR");
	attr.qp_state = IBV_QPS_RTS;
	err = ibv_modify_qp(peer->send_qp, &attr,
			    IBV_QP_STATE | IBV_QP_SQ_PSN | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT |
				    IBV_QP_RNR_RETRY | IBV_QP_MAX_QP_RD_ATOMIC);
	return err ? complain_errno(err, "cannot bring a queue pair to RTS") : 0;
}

static void print_ends(const char *whose, const struct xsrq_address *a)
{
	char gid[INET6_ADDRSTRLEN];

	inet_ntop(AF_INET6, a->gid.raw, gid, sizeof(gid));
	printf("  %s address: LID 0x%04x, RECV QPN 0x%06x, SEND QPN 0x%06x, PSN 0x%06x, SRQN "
	       "0x%06x, GID %s\n",
	       whose, a->lid, a->recv_qpn, a->send_qpn, a->psn, a->srqn, gid);
	fflush(stdout);
}

static int send_address(int sock, const struct xsrq_address *a)
{
	char text[ADDRESS_BYTES];
	int at = snprintf(text, sizeof(text), "%04x:%06x:%06x:%06x:%06x:", a->lid & 0xffffU,
			  a->recv_qpn & 0xffffffU, a->send_qpn & 0xffffffU, a->psn & 0xffffffU,
			  a->srqn & 0xffffffU);

	for (size_t i = 0; i < sizeof(a->gid.raw); i++)
		at += snprintf(text + at, sizeof(text) - (size_t)at, "%02x", a->gid.raw[i]);
	return rendezvous_send_bytes(sock, text, sizeof(text));
}

static int receive_address(int sock, struct xsrq_address *a)
{
	char text[ADDRESS_BYTES];
	char gid[33];

	if (rendezvous_receive_bytes(sock, text, sizeof(text)))
		return -1;
	text[sizeof(text) - 1] = '\0';
	if (sscanf(text, "%4x:%6x:%6x:%6x:%6x:%32s", &a->lid, &a->recv_qpn, &a->send_qpn, &a->psn,
		   &a->srqn, gid) != 6 ||
	    rendezvous_parse_gid(gid, &a->gid))
		return complain("the other side sent '%s', which is not an address", text);
	return 0;
}

/*
 * As in the other ping-pong programs, the client sends its address first; the server is ready
 * before the client.
 */
static int swap_addresses(struct xsrq *x, struct xsrq_peer *peer)
{
	if (x->opt->host)
		return send_address(peer->sock, &x->local) ||
		       receive_address(peer->sock, &peer->remote) || connect_pairs(x, peer);
	return receive_address(peer->sock, &peer->remote) || connect_pairs(x, peer) ||
	       send_address(peer->sock, &x->local);
}

static int hear_end(const struct xsrq_peer *peer)
{
	char word[sizeof(end_word)];

	if (rendezvous_receive_bytes(peer->sock, word, sizeof(word)))
		return -1;
	return memcmp(word, end_word, sizeof(word))
		       ? complain("the other side did not end the test as expected")
		       : 0;
}

int xsrq_part(const struct xsrq *x)
{
	for (unsigned int i = 0; !x->opt->host && i < x->n_peers; i++) {
		if (hear_end(&x->peers[i]))
			return -1;
	}
	for (unsigned int i = 0; i < x->n_peers; i++) {
		if (rendezvous_send_bytes(x->peers[i].sock, end_word, sizeof(end_word)))
			return -1;
	}
	return x->opt->host ? hear_end(&x->peers[0]) : 0;
}

int xsrq_add_peer(struct xsrq *x, int sock)
{
	struct xsrq_peer *peer = &x->peers[x->n_peers++];

	peer->sock = sock;
	if (make_pairs(x, peer))
		return -1;
	print_ends("local", &x->local);
	if (swap_addresses(x, peer))
		return -1;
	print_ends("remote", &peer->remote);
	return 0;
}

/* --- messages ---------------------------------------------------------------------------- */

uint8_t *xsrq_slot(const struct xsrq *x, unsigned int slot)
{
	return x->memory + slot * x->stride;
}

int xsrq_post_receive(struct xsrq *x, unsigned int slot)
{
	struct ibv_sge sge = {(uintptr_t)xsrq_slot(x, slot), (uint32_t)x->opt->size, x->mr->lkey};
	struct ibv_recv_wr wr = {.wr_id = slot, .sg_list = &sge, .num_sge = 1}, *bad;
	int err = ibv_post_srq_recv(x->srq, &wr, &bad);

	return err ? complain_errno(err, "cannot post receive %u", slot) : 0;
}

int xsrq_send(struct xsrq *x, const struct xsrq_peer *peer, unsigned int slot, uint64_t wr_id)
{
	struct ibv_sge sge = {(uintptr_t)xsrq_slot(x, slot), (uint32_t)x->opt->size, x->mr->lkey};
	struct ibv_send_wr wr = {
		.wr_id = wr_id,
		.sg_list = &sge,
		.num_sge = 1,
		.opcode = IBV_WR_SEND,
		.send_flags = IBV_SEND_SIGNALED,
		.qp_type.xrc.remote_srqn = peer->remote.srqn,
	};
	struct ibv_send_wr *bad;
	int err = ibv_post_send(peer->send_qp, &wr, &bad);

	return err ? complain_errno(err, "cannot post a send") : 0;
}

static int sleep_for_event(struct xsrq *x)
{
	struct ibv_cq *cq;
	void *context;
	int err;

	if (ibv_get_cq_event(x->channel, &cq, &context))
		return complain_errno(errno, "cannot wait for a completion event");
	if (++x->unacked_events == ACK_EVENTS_AT) {
		ibv_ack_cq_events(x->cq, x->unacked_events);
		x->unacked_events = 0;
	}
	err = ibv_req_notify_cq(x->cq, 0);
	return err ? complain_errno(err, "cannot arm the completion queue") : 0;
}

int xsrq_wait(struct xsrq *x, struct ibv_wc *wc)
{
	int n;

	while ((n = ibv_poll_cq(x->cq, 1, wc)) == 0) {
		if (x->channel) {
			if (sleep_for_event(x))
				return -1;
		} else if (x->idle_polls < SPIN_POLLS) {
			x->idle_polls++;
		} else {
			sched_yield();
		}
	}
	x->idle_polls = 0;
	if (n < 0)
		return complain("cannot poll (%d)", n);
	if (wc->status != IBV_WC_SUCCESS)
		return complain("a request failed: %s (status %d)", ibv_wc_status_str(wc->status),
				(int)wc->status);
	return 0;
}

/* --- closing ----------------------------------------------------------------------------- */

static int complain_release(int err, const char *what)
{
	return err ? complain_errno(err, "cannot release the %s", what) : 0;
}

static int close_peers(struct xsrq *x)
{
	int bad = 0;

	for (unsigned int i = 0; i < x->n_peers; i++) {
		struct xsrq_peer *peer = &x->peers[i];

		if (peer->send_qp)
			bad |= complain_release(ibv_destroy_qp(peer->send_qp),
						"sending queue pair");
		if (peer->recv_qp)
			bad |= complain_release(ibv_destroy_qp(peer->recv_qp),
						"receiving queue pair");
		close(peer->sock);
	}
	free(x->peers);
	return bad;
}

int xsrq_close(struct xsrq *x)
{
	int bad = close_peers(x);

	if (x->unacked_events)
		ibv_ack_cq_events(x->cq, x->unacked_events);
	if (x->srq)
		bad |= complain_release(ibv_destroy_srq(x->srq), "shared receive queue");
	if (x->mr)
		bad |= complain_release(ibv_dereg_mr(x->mr), "memory region");
	if (x->cq)
		bad |= complain_release(ibv_destroy_cq(x->cq), "completion queue");
	if (x->xrcd)
		bad |= complain_release(ibv_close_xrcd(x->xrcd), "XRC domain");
	if (x->pd)
		bad |= complain_release(ibv_dealloc_pd(x->pd), "protection domain");
	if (x->channel)
		bad |= complain_release(ibv_destroy_comp_channel(x->channel), "completion channel");
	if (x->ctx)
		bad |= complain_release(ibv_close_device(x->ctx) ? errno : 0, "device");
	free(x->memory);
	return bad;
}
