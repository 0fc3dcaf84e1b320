/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Actions: state changes, queries, events, mutated commands, and errors and faults from softhcactl.
 */
#include <stdio.h>

#include "host.h"
#include "program.h"
#include "wire.h"

static const int masks[] = {
	IBV_QP_STATE,
	IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS,
	IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_QKEY,
	IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN,
	IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN |
		IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER,
	IBV_QP_STATE | IBV_QP_SQ_PSN,
	IBV_QP_STATE | IBV_QP_SQ_PSN | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY |
		IBV_QP_MAX_QP_RD_ATOMIC,
	IBV_QP_STATE | IBV_QP_EN_SQD_ASYNC_NOTIFY,
	IBV_QP_ALT_PATH | IBV_QP_PATH_MIG_STATE,
	IBV_QP_PATH_MIG_STATE,
	IBV_QP_ACCESS_FLAGS | IBV_QP_MIN_RNR_TIMER,
};

void program_modify(struct program *p, struct input *in)
{
	struct end *e = some_end(p, in);
	const struct end *to = some_end(p, in);
	struct ibv_qp *qp = SOME(e->qp, in);
	int mask = SOME(masks, in);
	struct ibv_qp_attr attr = {
		.qp_state = (enum ibv_qp_state)input_below(in, IBV_QPS_ERR + 1),
		.path_mig_state = (enum ibv_mig_state)input_below(in, 3),
		.path_mtu = IBV_MTU_1024,
		.port_num = 1,
		.alt_port_num = 1 + input_below(in, 2),
		.alt_timeout = 8,
		.timeout = input_below(in, 12),
		.retry_cnt = input_below(in, 8),
		.rnr_retry = input_below(in, 8),
		.min_rnr_timer = input_below(in, 32),
		.max_rd_atomic = 1,
		.max_dest_rd_atomic = 1,
		.qkey = 0x11,
		.qp_access_flags = input_u8(in) & 0xf,
		.ah_attr = {.dlid = to->port.lid, .port_num = 1},
		.alt_ah_attr = {.dlid = to->port.lid, .port_num = 1},
		.en_sqd_async_notify = 1,
	};

	if (!qp)
		return;
	if (to->port.link_layer == IBV_LINK_LAYER_ETHERNET)
		attr.ah_attr.is_global = 1;
	attr.ah_attr.grh.dgid = to->gid;
	attr.ah_attr.grh.hop_limit = 1;
	attr.alt_ah_attr.port_num = attr.alt_port_num;
	attr.dest_qp_num = to->qp[0] ? to->qp[0]->qp_num : 0;
	mask ^= (int)input_number(in);
	ibv_modify_qp(qp, &attr, mask & 0x1ffffff);
}

static void events(struct end *e)
{
	struct ibv_async_event event;
	struct ibv_cq *cq;
	void *context;

	if (host_readable(e->ctx->async_fd) && !ibv_get_async_event(e->ctx, &event))
		ibv_ack_async_event(&event);
	if (e->channel && host_readable(e->channel->fd) &&
	    !ibv_get_cq_event(e->channel, &cq, &context))
		ibv_ack_cq_events(cq, 1);
}

void program_query(struct program *p, struct input *in)
{
	struct end *e = some_end(p, in);
	struct ibv_qp *qp = SOME(e->qp, in);
	const uint8_t index = input_u8(in);
	struct ibv_qp_init_attr init;
	struct ibv_gid_entry gid[4];
	struct ibv_device_attr device;
	struct ibv_port_attr port;
	struct ibv_qp_attr attr;
	__be16 pkey;

	switch (input_below(in, 7)) {
	case 0:
		/* an event contains its object's address, which a mutated command may have
		 * changed */
		if (!p->mutated)
			events(e);
		break;
	case 1:
		if (qp)
			ibv_query_qp(qp, &attr, (int)input_u32(in), &init);
		break;
	case 2:
		ibv_query_device(e->ctx, &device);
		break;
	case 3:
		ibv_query_port(e->ctx, index, &port);
		break;
	case 4:
		ibv_query_pkey(e->ctx, 1, index, &pkey);
		break;
	case 5:
		ibv_query_gid_ex(e->ctx, 1, index, gid, 0);
		break;
	default:
		ibv_query_gid_table(e->ctx, gid, 1 + index % 4, 0);
	}
}

void program_mutate(struct program *p, struct input *in)
{
	p->mutated = true;
	host_mutation.words = 1 + input_below(in, 4);
	for (uint32_t i = 0; i < host_mutation.words; i++) {
		host_mutation.word[i].at = input_u8(in) * 2U;
		host_mutation.word[i].how = input_u8(in);
		host_mutation.word[i].value = (uint32_t)input_number(in);
	}
}

static const char *const control_lines[] = {
	"port %s 1 down",
	"port %s 1 up",
	"event %s qp_fatal %u",
	"event %s qp_access_err %u",
	"event %s path_mig %u",
	"event %s cq_err %u",
	"event %s srq_err %u",
	"event %s device_fatal",
	"event %s lid_change 1 %u",
	"event %s db_full",
	"event %s db_empty",
	"event %s gid_change 1 fe80::%u",
	"fault add lose request %2$u from %1$s",
	"fault add lose response %2$u to %1$s",
	"fault add delay 20ms request %2$u from %1$s",
	"fault add delay 20ms response %2$u from %1$s",
	"fault add duplicate request %2$u from %1$s",
	"fault add reorder request %2$u from %1$s",
	"fault add rnr request %2$u from %1$s",
	"fault add break request %2$u from %1$s",
	"fault add corrupt response 50%% to %1$s",
	"fault add down %1$s request %2$u",
	"fault add refuse ENOMEM command any %2$u from %1$s",
	"fault add delay 1ms command MODIFY_QP %2$u from %1$s",
	"fault clear",
	"counters",
	"objects",
};

void program_control(struct program *p, struct input *in)
{
	const char *format = SOME(control_lines, in);
	const struct end *e = some_end(p, in);
	const uint32_t number = e->qp[0] && input_u8(in) & 1 ? e->qp[0]->qp_num : input_u8(in);
	char line[128];
	struct wire_message m = {.op = SOFTHCA_OP_CONTROL, .payload = line};
	struct wire w;

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
	m.bytes = (size_t)snprintf(line, sizeof(line), format, ibv_get_device_name(e->ctx->device),
				   number);
#pragma GCC diagnostic pop
	wire_open(&w, true);
	wire_exchange(&w, &m);
	wire_close(&w);
}

void program_time(struct input *in)
{
	host_sleep(UINT64_C(1) << input_below(in, 36));
}
