/* SPDX-License-Identifier: BSD-2-Clause */
/* Code that the guide's programs share: two connected ends in one process. */
#include "kit.h"

#include <errno.h>
#include <sched.h>
#include <stdlib.h>

void must(bool ok, const char *what)
{
	if (ok)
		return;
	fprintf(stderr, "%s: %s\n", what, strerror(errno));
	exit(1);
}

void must_be_0(int err, const char *what)
{
	errno = err;
	must(err == 0, what);
}

void open_end(struct end *end, int number)
{
	const int access = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE |
			   IBV_ACCESS_REMOTE_READ | IBV_ACCESS_REMOTE_ATOMIC | IBV_ACCESS_MW_BIND;
	int devices;
	struct ibv_device **list = ibv_get_device_list(&devices);

	must(list && devices > 0, "no device (INVERBS_EMULATOR=inproc:mlx4_0,mlx4_1 gives two)");
	memset(end, 0, sizeof(*end));
	end->ctx = ibv_open_device(list[number < devices ? number : 0]);
	must(end->ctx, "ibv_open_device");
	ibv_free_device_list(list);
	must_be_0(ibv_query_port(end->ctx, PORT, &end->port), "ibv_query_port");
	must(!ibv_query_gid(end->ctx, PORT, 0, &end->gid), "ibv_query_gid");
	end->pd = ibv_alloc_pd(end->ctx);
	must(end->pd, "ibv_alloc_pd");
	end->mr = ibv_reg_mr(end->pd, end->text, sizeof(end->text), access);
	must(end->mr, "ibv_reg_mr");
	end->channel = ibv_create_comp_channel(end->ctx);
	must(end->channel, "ibv_create_comp_channel");
	end->cq = ibv_create_cq(end->ctx, 2 * DEPTH, NULL, end->channel, 0);
	must(end->cq, "ibv_create_cq");
}

struct ibv_qp_init_attr plain_qp(const struct end *end, enum ibv_qp_type type)
{
	return (struct ibv_qp_init_attr){
		.send_cq = end->cq,
		.recv_cq = end->cq,
		.cap = {.max_send_wr = DEPTH,
			.max_recv_wr = DEPTH,
			.max_send_sge = 1,
			.max_recv_sge = 1,
			.max_inline_data = 64},
		.qp_type = type,
	};
}

void make_qp(struct end *end, struct ibv_qp_init_attr *init)
{
	const bool datagrams = init->qp_type == IBV_QPT_UD;
	struct ibv_qp_attr to = {
		.qp_state = IBV_QPS_INIT,
		.port_num = PORT,
		.qkey = 0x1234,
		.qp_access_flags = IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ |
				   IBV_ACCESS_REMOTE_ATOMIC,
	};

	end->qp = ibv_create_qp(end->pd, init);
	must(end->qp, "ibv_create_qp");
	must_be_0(ibv_modify_qp(end->qp, &to,
				IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT |
					(datagrams ? IBV_QP_QKEY : IBV_QP_ACCESS_FLAGS)),
		  "to INIT");
}

struct ibv_ah_attr path_to(const struct end *end)
{
	return (struct ibv_ah_attr){
		.dlid = end->port.lid,
		.port_num = PORT,
		/* Ethernet has no LIDs, so the destination is given by its GID. */
		.is_global = end->port.link_layer == IBV_LINK_LAYER_ETHERNET,
		.grh = {.dgid = end->gid, .hop_limit = 1},
	};
}

void connect_qp(const struct end *end, struct ibv_qp *qp, const struct end *to, uint32_t qpn)
{
	int rtr = IBV_QP_STATE;
	int rts = IBV_QP_STATE | IBV_QP_SQ_PSN;
	struct ibv_qp_attr attr = {
		.qp_state = IBV_QPS_RTR,
		.ah_attr = path_to(to),
		.path_mtu = end->port.active_mtu,
		.dest_qp_num = qpn,
		.max_dest_rd_atomic = 4,
		.max_rd_atomic = 4,
		.min_rnr_timer = 12, /* 0.64 ms between retries when no receive is posted */
		.timeout = 14,       /* 4.096 us * 2^14 until a retry */
		.retry_cnt = 7,
		.rnr_retry = 7, /* retry without limit */
	};

	if (qp->qp_type != IBV_QPT_UD)
		rtr |= IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN;
	if (qp->qp_type == IBV_QPT_RC) {
		rtr |= IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER;
		rts |= IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY |
		       IBV_QP_MAX_QP_RD_ATOMIC;
	}
	must_be_0(ibv_modify_qp(qp, &attr, rtr), "to RTR");
	attr.qp_state = IBV_QPS_RTS;
	must_be_0(ibv_modify_qp(qp, &attr, rts), "to RTS");
}

void open_pair(struct end ends[2], enum ibv_qp_type type)
{
	for (int i = 0; i < 2; i++) {
		open_end(&ends[i], i);
		struct ibv_qp_init_attr init = plain_qp(&ends[i], type);
		make_qp(&ends[i], &init);
	}
	connect_qp(&ends[0], ends[0].qp, &ends[1], ends[1].qp->qp_num);
	connect_qp(&ends[1], ends[1].qp, &ends[0], ends[0].qp->qp_num);
}

struct ibv_sge sge_of(const struct end *end, size_t from, size_t bytes)
{
	return (struct ibv_sge){
		.addr = (uintptr_t)end->text + from,
		.length = (uint32_t)bytes,
		.lkey = end->mr->lkey,
	};
}

void post_receive(const struct end *end, uint64_t wr_id, struct ibv_sge sge)
{
	struct ibv_recv_wr wr = {.wr_id = wr_id, .sg_list = &sge, .num_sge = 1};
	struct ibv_recv_wr *bad;

	must_be_0(ibv_post_recv(end->qp, &wr, &bad), "ibv_post_recv");
}

void post_send(const struct end *end, struct ibv_send_wr wr)
{
	struct ibv_send_wr *bad;

	must_be_0(ibv_post_send(end->qp, &wr, &bad), "ibv_post_send");
}

struct ibv_wc wait_for(struct ibv_cq *cq)
{
	struct ibv_wc wc;
	int n;

	/* A program that has a processor to itself would poll without yielding. */
	while ((n = ibv_poll_cq(cq, 1, &wc)) == 0)
		sched_yield();
	must(n == 1, "ibv_poll_cq");
	return wc;
}

struct ibv_wc completed(struct ibv_cq *cq)
{
	struct ibv_wc wc = wait_for(cq);

	if (wc.status != IBV_WC_SUCCESS) {
		fprintf(stderr, "request %llu: %s\n", (unsigned long long)wc.wr_id,
			ibv_wc_status_str(wc.status));
		exit(1);
	}
	return wc;
}

void close_end(struct end *end)
{
	if (end->qp)
		must_be_0(ibv_destroy_qp(end->qp), "ibv_destroy_qp");
	must_be_0(ibv_destroy_cq(end->cq), "ibv_destroy_cq");
	must_be_0(ibv_destroy_comp_channel(end->channel), "ibv_destroy_comp_channel");
	must_be_0(ibv_dereg_mr(end->mr), "ibv_dereg_mr");
	must_be_0(ibv_dealloc_pd(end->pd), "ibv_dealloc_pd");
	must(!ibv_close_device(end->ctx), "ibv_close_device");
}
