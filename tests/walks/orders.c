/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * orders [COUNT]: an existing program of a trading engineer, written only for libibverbs. It sends
 * orders over a reliable connection, here to the same process, and waits until each has completed
 * at both ends.
 */
#include <errno.h>
#include <infiniband/verbs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MUST(condition)                                                                            \
	do {                                                                                       \
		if (!(condition)) {                                                                \
			perror(#condition);                                                        \
			exit(EXIT_FAILURE);                                                        \
		}                                                                                  \
	} while (0)

#define RECEIVE_BYTES sizeof(struct order)

struct order {
	uint64_t number;
	uint64_t price;
};

struct end {
	struct ibv_cq *cq;
	struct ibv_qp *qp;
};

static struct order inbox;
static struct ibv_mr *mr;

/* Must be fast: no calls through pointers are allowed in it. */
__attribute__((noinline)) static enum ibv_wc_status send_order(struct end *from,
							       const struct order *order)
{
	struct ibv_sge sge = {(uintptr_t)order, sizeof(*order), 0};
	struct ibv_send_wr wr = {
		.wr_id = order->number, .sg_list = &sge, .num_sge = 1, .opcode = IBV_WR_SEND};
	struct ibv_send_wr *bad;
	struct ibv_wc wc;
	int done;

	wr.send_flags = IBV_SEND_SIGNALED | IBV_SEND_INLINE;
	if (ibv_post_send(from->qp, &wr, &bad))
		return IBV_WC_GENERAL_ERR;
	do
		done = ibv_poll_cq(from->cq, 1, &wc);
	while (!done);
	return done < 0 ? IBV_WC_GENERAL_ERR : wc.status;
}

static void post_receive(struct end *end)
{
	struct ibv_sge sge = {(uintptr_t)&inbox, RECEIVE_BYTES, mr->lkey};
	struct ibv_recv_wr wr = {.sg_list = &sge, .num_sge = 1}, *bad;

	MUST(!(errno = ibv_post_recv(end->qp, &wr, &bad)));
}

static void make_end(struct end *end, struct ibv_pd *pd)
{
	struct ibv_qp_init_attr init = {.qp_type = IBV_QPT_RC,
					.cap = {.max_send_wr = 16,
						.max_recv_wr = 16,
						.max_send_sge = 1,
						.max_recv_sge = 1,
						.max_inline_data = sizeof(struct order)}};

	end->cq = ibv_create_cq(pd->context, 64, NULL, NULL, 0);
	MUST(end->cq);
	init.send_cq = init.recv_cq = end->cq;
	end->qp = ibv_create_qp(pd, &init);
	MUST(end->qp);
}

static void connect_to(const struct end *end, const struct end *other)
{
	struct ibv_qp_attr attr = {.qp_state = IBV_QPS_INIT, .port_num = 1};
	struct ibv_port_attr port;

	MUST(!ibv_query_port(end->qp->context, 1, &port));
	MUST(!ibv_modify_qp(end->qp, &attr,
			    IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS));
	attr = (struct ibv_qp_attr){.qp_state = IBV_QPS_RTR,
				    .path_mtu = IBV_MTU_1024,
				    .dest_qp_num = other->qp->qp_num,
				    .max_dest_rd_atomic = 1,
				    .min_rnr_timer = 1,
				    .ah_attr = {.dlid = port.lid, .port_num = 1}};
	MUST(!ibv_modify_qp(end->qp, &attr,
			    IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN |
				    IBV_QP_RQ_PSN | IBV_QP_MAX_DEST_RD_ATOMIC |
				    IBV_QP_MIN_RNR_TIMER));
	attr = (struct ibv_qp_attr){.qp_state = IBV_QPS_RTS,
				    .timeout = 14,
				    .retry_cnt = 7,
				    .rnr_retry = 7,
				    .max_rd_atomic = 1};
	MUST(!ibv_modify_qp(end->qp, &attr,
			    IBV_QP_STATE | IBV_QP_SQ_PSN | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT |
				    IBV_QP_RNR_RETRY | IBV_QP_MAX_QP_RD_ATOMIC));
}

static void send_all(struct end *trader, struct end *exchange, uint64_t count)
{
	for (uint64_t i = 1; i <= count; i++) {
		const struct order order = {.number = i, .price = 100 * i};
		enum ibv_wc_status status;
		struct ibv_wc wc;

		post_receive(exchange);
		status = send_order(trader, &order);
		if (status != IBV_WC_SUCCESS) {
			fprintf(stderr, "order %d: %s\n", (int)i, ibv_wc_status_str(status));
			exit(EXIT_FAILURE);
		}
		while (!ibv_poll_cq(exchange->cq, 1, &wc))
			continue;
		MUST(wc.status == IBV_WC_SUCCESS && !memcmp(&inbox, &order, sizeof(order)));
	}
}

int main(int argc, char **argv)
{
	struct ibv_device **list = ibv_get_device_list(NULL);
	const uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 0) : 100;
	struct end trader, exchange;
	struct ibv_context *ctx;
	struct ibv_pd *pd;

	MUST(list && list[0]);
	ctx = ibv_open_device(list[0]);
	MUST(ctx);
	pd = ibv_alloc_pd(ctx);
	MUST(pd);
	mr = ibv_reg_mr(pd, &inbox, sizeof(inbox), IBV_ACCESS_LOCAL_WRITE);
	MUST(mr);
	make_end(&trader, pd);
	make_end(&exchange, pd);
	connect_to(&trader, &exchange);
	connect_to(&exchange, &trader);
	send_all(&trader, &exchange, count);
	printf("%d orders\n", (int)count);
	return EXIT_SUCCESS;
}
