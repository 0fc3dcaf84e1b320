/* SPDX-License-Identifier: BSD-2-Clause */
/* One identifier of the connection manager, with its queue pair and message buffer. */
#include "cm_node.h"

#include <arpa/inet.h>
#include <errno.h>
#include <infiniband/ib.h>
#include <netdb.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pattern.h"
#include "program.h"

static int make_queues(struct node *node, const struct messages *m)
{
	const uint32_t depth = m->count ? (uint32_t)m->count : 1;
	struct ibv_qp_init_attr_ex attr = {
		.cap = {.max_send_wr = depth,
			.max_recv_wr = depth,
			.max_send_sge = 1,
			.max_recv_sge = 1},
		.qp_type = node->datagrams ? IBV_QPT_UD : IBV_QPT_RC,
		.comp_mask = IBV_QP_INIT_ATTR_PD,
	};

	node->pd = ibv_alloc_pd(node->id->verbs);
	if (!node->pd)
		return complain_errno(errno, "ibv_alloc_pd");
	node->cq = ibv_create_cq(node->id->verbs, (int)(2 * depth), NULL, NULL, 0);
	if (!node->cq)
		return complain_errno(errno, "ibv_create_cq");
	attr.send_cq = node->cq;
	attr.recv_cq = node->cq;
	attr.pd = node->pd;
	attr.create_flags = node->create_flags;
	if (node->create_flags)
		attr.comp_mask |= IBV_QP_INIT_ATTR_CREATE_FLAGS;
	if (rdma_create_qp_ex(node->id, &attr))
		return complain_errno(errno, "rdma_create_qp");
	return 0;
}

static int make_buffer(struct node *node, const struct messages *m)
{
	node->buf = calloc(1, GRH_BYTES + m->size + 1);
	if (!node->buf)
		return complain("no memory for messages of %lu bytes", m->size);
	node->mr = ibv_reg_mr(node->pd, node->buf, GRH_BYTES + m->size + 1, IBV_ACCESS_LOCAL_WRITE);
	return node->mr ? 0 : complain_errno(errno, "ibv_reg_mr");
}

int node_open(struct node *node, struct rdma_cm_id *id, const struct messages *m, bool datagrams)
{
	node->id = id;
	node->datagrams = datagrams;
	id->context = node;
	return make_queues(node, m) || make_buffer(node, m) ? -1 : 0;
}

void node_close(struct node *node)
{
	if (!node->id)
		return;
	if (node->ah)
		ibv_destroy_ah(node->ah);
	if (node->id->qp)
		rdma_destroy_qp(node->id);
	if (node->mr)
		ibv_dereg_mr(node->mr);
	free(node->buf);
	if (node->cq)
		ibv_destroy_cq(node->cq);
	if (node->pd)
		ibv_dealloc_pd(node->pd);
	rdma_destroy_id(node->id);
	memset(node, 0, sizeof(*node));
}

int node_expect(struct node *node, const struct messages *m)
{
	const uint32_t header = node->datagrams ? GRH_BYTES : 0;
	struct ibv_sge sge = {
		.addr = (uintptr_t)node->buf,
		.length = header + (uint32_t)m->size,
		.lkey = node->mr->lkey,
	};
	struct ibv_recv_wr wr = {.sg_list = &sge, .num_sge = 1};
	struct ibv_recv_wr *bad;

	for (unsigned long i = 0; i < m->count; i++) {
		int err = ibv_post_recv(node->id->qp, &wr, &bad);

		if (err)
			return complain_errno(err, "ibv_post_recv");
	}
	return 0;
}

int node_send(struct node *node, const struct messages *m)
{
	struct ibv_sge sge = {
		.addr = (uintptr_t)node->buf + GRH_BYTES,
		.length = (uint32_t)m->size,
		.lkey = node->mr->lkey,
	};
	struct ibv_send_wr wr = {
		.sg_list = &sge,
		.num_sge = 1,
		.opcode = IBV_WR_SEND,
		.send_flags = IBV_SEND_SIGNALED,
	};
	struct ibv_send_wr *bad;

	/* received data may have overwritten these bytes */
	pattern_write((uint8_t *)node->buf + GRH_BYTES, m->size, 0);
	if (node->datagrams) {
		/* other implementations identify the sender by this immediate data */
		wr.opcode = IBV_WR_SEND_WITH_IMM;
		wr.imm_data = htonl(node->id->qp->qp_num);
		wr.wr.ud.ah = node->ah;
		wr.wr.ud.remote_qpn = node->remote_qpn;
		wr.wr.ud.remote_qkey = node->remote_qkey;
	}
	for (unsigned long i = 0; i < m->count; i++) {
		int err = ibv_post_send(node->id->qp, &wr, &bad);

		if (err)
			return complain_errno(err, "ibv_post_send");
	}
	return 0;
}

int node_wait(struct node *node, unsigned long count)
{
	struct ibv_wc wc[16];

	while (count) {
		int n = ibv_poll_cq(node->cq, count < 16 ? (int)count : 16, wc);

		if (n < 0)
			return complain("ibv_poll_cq failed");
		if (!n)
			sched_yield();
		for (int i = 0; i < n; i++) {
			if (wc[i].status != IBV_WC_SUCCESS)
				return complain("completion: %s", ibv_wc_status_str(wc[i].status));
		}
		count -= (unsigned long)n;
	}
	return 0;
}

int node_check(const struct node *node, const struct messages *m)
{
	const uint8_t *at = (const uint8_t *)node->buf + (node->datagrams ? GRH_BYTES : 0);
	size_t wrong;

	if (!m->validate)
		return 0;
	wrong = pattern_mismatch(at, m->size, 0);
	return wrong == m->size ? 0 : complain("byte %zu of a message is wrong", wrong);
}

struct rdma_cm_event *expect_event(struct rdma_event_channel *channel, enum rdma_cm_event_type type)
{
	struct rdma_cm_event *event;

	/* the queue pair number might be reused, which does not matter here */
	do {
		if (rdma_get_cm_event(channel, &event)) {
			complain_errno(errno, "rdma_get_cm_event");
			return NULL;
		}
		if (event->event != RDMA_CM_EVENT_TIMEWAIT_EXIT)
			break;
		rdma_ack_cm_event(event);
	} while (true);
	if (event->event == type)
		return event;
	complain("event %s, status %d, instead of %s", rdma_event_str(event->event), event->status,
		 rdma_event_str(type));
	rdma_ack_cm_event(event);
	return NULL;
}

static int gid_address(const char *host, const char *port, struct sockaddr_ib *to)
{
	if (inet_pton(AF_INET6, host, &to->sib_addr) != 1)
		return complain("%s is not a GID", host);
	to->sib_family = AF_IB;
	to->sib_pkey = 0xffff;
	to->sib_sid = htobe64(RDMA_IB_IP_PS_TCP | strtoul(port, NULL, 0));
	to->sib_sid_mask = ~(__be64)0;
	return 0;
}

int node_address(const char *host, const char *port, const char *format, bool passive,
		 struct sockaddr_storage *to)
{
	struct addrinfo wanted = {.ai_socktype = SOCK_STREAM};
	struct addrinfo *found;
	int err;

	memset(to, 0, sizeof(*to));
	if (format && !strcmp(format, "gid"))
		return gid_address(host ? host : "::", port, (struct sockaddr_ib *)to);
	if (passive)
		wanted.ai_flags = AI_PASSIVE;
	if (!host || (format && !strcmp(format, "ip")))
		wanted.ai_family = AF_INET;
	if (format && !strcmp(format, "ipv6"))
		wanted.ai_family = AF_INET6;
	if (format && strcmp(format, "name") != 0)
		wanted.ai_flags |= AI_NUMERICHOST;
	err = getaddrinfo(host, port, &wanted, &found);
	if (err)
		return complain("%s: %s", host ? host : "*", gai_strerror(err));
	memcpy(to, found->ai_addr, found->ai_addrlen);
	freeaddrinfo(found);
	return 0;
}
