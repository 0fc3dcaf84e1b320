/* SPDX-License-Identifier: BSD-2-Clause */
/* ibv_modify_qp(): which attributes each transition requires and permits, as in InfiniBand's table.
 */
#include "model.h"

enum {
	RC = 1,
	UC = 2,
	UD = 4,
	INI = 8,  /**< XRC_SEND */
	TGT = 16, /**< XRC_RECV */
	CONNECTED = RC | UC | INI | TGT,
	ANY = CONNECTED | UD,
	ALL_BITS = 21,
	COMMON_PSN = 0x1234,
	REMOTE = IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ | IBV_ACCESS_REMOTE_ATOMIC,
};

/** All rows that apply to a transition are combined; a transition without rows does not exist. */
static const struct rule {
	enum ibv_qp_state from, to;
	int types, required, optional;
} rules[] = {
	{IBV_QPS_RESET, IBV_QPS_INIT, ANY, IBV_QP_PKEY_INDEX | IBV_QP_PORT, 0},
	{IBV_QPS_RESET, IBV_QPS_INIT, CONNECTED, IBV_QP_ACCESS_FLAGS, 0},
	{IBV_QPS_RESET, IBV_QPS_INIT, UD, IBV_QP_QKEY, 0},

	{IBV_QPS_INIT, IBV_QPS_INIT, ANY, 0, IBV_QP_PKEY_INDEX | IBV_QP_PORT},
	{IBV_QPS_INIT, IBV_QPS_INIT, CONNECTED, 0, IBV_QP_ACCESS_FLAGS},
	{IBV_QPS_INIT, IBV_QPS_INIT, UD, 0, IBV_QP_QKEY},

	{IBV_QPS_INIT, IBV_QPS_RTR, ANY, 0, IBV_QP_PKEY_INDEX},
	{IBV_QPS_INIT, IBV_QPS_RTR, CONNECTED,
	 IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN,
	 IBV_QP_ALT_PATH | IBV_QP_ACCESS_FLAGS},
	{IBV_QPS_INIT, IBV_QPS_RTR, RC | TGT, IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER, 0},
	{IBV_QPS_INIT, IBV_QPS_RTR, UD, 0, IBV_QP_QKEY},

	{IBV_QPS_RTR, IBV_QPS_RTS, ANY, IBV_QP_SQ_PSN, IBV_QP_CUR_STATE},
	{IBV_QPS_RTR, IBV_QPS_RTS, RC | INI,
	 IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | IBV_QP_MAX_QP_RD_ATOMIC, 0},
	{IBV_QPS_RTR, IBV_QPS_RTS, TGT, IBV_QP_TIMEOUT, 0},
	{IBV_QPS_RTR, IBV_QPS_RTS, CONNECTED, 0,
	 IBV_QP_ALT_PATH | IBV_QP_ACCESS_FLAGS | IBV_QP_PATH_MIG_STATE},
	{IBV_QPS_RTR, IBV_QPS_RTS, RC | TGT, 0, IBV_QP_MIN_RNR_TIMER},
	{IBV_QPS_RTR, IBV_QPS_RTS, UD, 0, IBV_QP_QKEY},

	{IBV_QPS_RTS, IBV_QPS_RTS, ANY, 0, IBV_QP_CUR_STATE},
	{IBV_QPS_RTS, IBV_QPS_RTS, CONNECTED, 0,
	 IBV_QP_ALT_PATH | IBV_QP_ACCESS_FLAGS | IBV_QP_PATH_MIG_STATE},
	{IBV_QPS_RTS, IBV_QPS_RTS, RC | TGT, 0, IBV_QP_MIN_RNR_TIMER},
	{IBV_QPS_RTS, IBV_QPS_RTS, UD, 0, IBV_QP_QKEY},

	{IBV_QPS_RTS, IBV_QPS_SQD, ANY, 0, IBV_QP_EN_SQD_ASYNC_NOTIFY},

	{IBV_QPS_SQD, IBV_QPS_RTS, ANY, 0, IBV_QP_CUR_STATE},
	{IBV_QPS_SQD, IBV_QPS_RTS, CONNECTED, 0,
	 IBV_QP_ALT_PATH | IBV_QP_ACCESS_FLAGS | IBV_QP_PATH_MIG_STATE},
	{IBV_QPS_SQD, IBV_QPS_RTS, RC | TGT, 0, IBV_QP_MIN_RNR_TIMER},
	{IBV_QPS_SQD, IBV_QPS_RTS, UD, 0, IBV_QP_QKEY},

	{IBV_QPS_SQD, IBV_QPS_SQD, ANY, 0, IBV_QP_PKEY_INDEX},
	{IBV_QPS_SQD, IBV_QPS_SQD, CONNECTED, 0,
	 IBV_QP_AV | IBV_QP_ALT_PATH | IBV_QP_ACCESS_FLAGS | IBV_QP_PATH_MIG_STATE},
	{IBV_QPS_SQD, IBV_QPS_SQD, RC | INI | TGT, 0, IBV_QP_PORT | IBV_QP_TIMEOUT},
	{IBV_QPS_SQD, IBV_QPS_SQD, RC | INI, 0,
	 IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | IBV_QP_MAX_QP_RD_ATOMIC},
	{IBV_QPS_SQD, IBV_QPS_SQD, RC | TGT, 0, IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER},
	{IBV_QPS_SQD, IBV_QPS_SQD, UD, 0, IBV_QP_QKEY},

	{IBV_QPS_SQE, IBV_QPS_RTS, ANY, 0, 0},
	{IBV_QPS_SQE, IBV_QPS_RTS, UC | UD, 0, IBV_QP_CUR_STATE},
	{IBV_QPS_SQE, IBV_QPS_RTS, UC, 0, IBV_QP_ACCESS_FLAGS},
	{IBV_QPS_SQE, IBV_QPS_RTS, UD, 0, IBV_QP_QKEY},
};

static int type_bit(enum ibv_qp_type type)
{
	switch (type) {
	case IBV_QPT_RC:
		return RC;
	case IBV_QPT_UC:
		return UC;
	case IBV_QPT_UD:
		return UD;
	case IBV_QPT_XRC_SEND:
		return INI;
	default:
		return TGT;
	}
}

/** Attributes that XRC queue pairs ignore, because they concern the other end's half. */
static int ignored(enum ibv_qp_type type)
{
	if (type == IBV_QPT_XRC_SEND)
		return IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER;
	if (type == IBV_QPT_XRC_RECV)
		return IBV_QP_MAX_QP_RD_ATOMIC | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY;
	return 0;
}

/** Combine the rows of a transition; false if there is none. RESET can be reached from every state,
 * and ERR from every state except RESET. */
static bool find_rules(enum ibv_qp_type type, enum ibv_qp_state from, enum ibv_qp_state to,
		       int *required, int *optional)
{
	bool found = to == IBV_QPS_RESET || (to == IBV_QPS_ERR && from != IBV_QPS_RESET);

	*required = *optional = 0;
	for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++) {
		const struct rule *r = &rules[i];

		if (r->from != from || r->to != to || !(r->types & type_bit(type)))
			continue;
		found = true;
		*required |= r->required;
		*optional |= r->optional;
	}
	return found;
}

static bool transition_ok(const struct qp *qp, enum ibv_qp_state to, int mask)
{
	int required, optional;

	/* the kernel uses the port of a new path as the queue pair's new port */
	if (mask & IBV_QP_AV && !(mask & IBV_QP_STATE && to == IBV_QPS_RTR))
		mask |= IBV_QP_PORT;
	if (!find_rules(qp->type, qp->attr.qp_state, to, &required, &optional))
		return false;
	mask &= ~ignored(qp->type);
	return !(required & ~mask) && !(mask & ~(required | optional | IBV_QP_STATE));
}

/* --- attributes -------------------------------------------------------------------------- */

/** Valid values for all attributes, varied by a number. */
static struct ibv_qp_attr good_values(const struct qp *qp, int number, struct ref peer)
{
	uint32_t n = (uint32_t)number;
	struct ibv_qp_attr attr = {
		.cur_qp_state = qp->attr.qp_state,
		.qp_access_flags = n % 16 ? REMOTE : (int)(n / 16) & REMOTE,
		.port_num = 1,
		.qkey = n % 8 ? 0x11 : 0x22,
		.path_mtu = (enum ibv_mtu)(n % 6 ? IBV_MTU_1024 : 1 + n / 6 % 4),
		.dest_qp_num = qp_at(peer)->num,
		.rq_psn = n % 64 ? COMMON_PSN : 7,
		.sq_psn = n % 64 ? COMMON_PSN : 7,
		.max_rd_atomic = (uint8_t)(n % 64 != 3),
		.max_dest_rd_atomic = (uint8_t)(n % 64 != 5),
		.min_rnr_timer = (uint8_t)(1 + n % 3),
		.timeout = (uint8_t)(1 + n % 5),
		.retry_cnt = (uint8_t)(n % 3),
		.rnr_retry = n % 16 ? 7 : (uint8_t)(n / 16 % 2),
		.path_mig_state = IBV_MIG_MIGRATED,
		.ah_attr = way_to(W->ctx[peer.ctx].device),
		.alt_ah_attr = way_to(0),
		.alt_port_num = 1,
		.en_sqd_async_notify = (uint8_t)(n & 1),
	};

	return attr;
}

/** Make one value invalid; false if the mask does not include it, so that it is ignored. */
static bool spoil(struct ibv_qp_attr *attr, int number, int mask)
{
	switch (number % 8) {
	case 0:
		attr->pkey_index = 999;
		return mask & IBV_QP_PKEY_INDEX;
	case 1:
		attr->port_num = 9;
		return mask & (IBV_QP_PORT);
	case 2:
		attr->path_mtu = (enum ibv_mtu)(number / 8 % 2 ? 6 : 0);
		return mask & IBV_QP_PATH_MTU;
	case 3:
		attr->ah_attr.port_num = number / 8 % 2 ? 0 : 9;
		return mask & IBV_QP_AV;
	case 4:
		attr->max_rd_atomic = 255;
		return mask & IBV_QP_MAX_QP_RD_ATOMIC;
	case 5:
		attr->max_dest_rd_atomic = 255;
		return mask & IBV_QP_MAX_DEST_RD_ATOMIC;
	case 6:
		attr->alt_port_num = 9;
		return mask & IBV_QP_ALT_PATH;
	default:
		attr->cur_qp_state = (enum ibv_qp_state)((attr->cur_qp_state + 1) % 7);
		return mask & IBV_QP_CUR_STATE;
	}
}

#define TAKE(bit, field)                                                                           \
	do {                                                                                       \
		if (mask & (bit))                                                                  \
			to->field = from->field;                                                   \
	} while (0)

static void apply(struct ibv_qp_attr *to, const struct ibv_qp_attr *from, int mask)
{
	TAKE(IBV_QP_ACCESS_FLAGS, qp_access_flags);
	TAKE(IBV_QP_PKEY_INDEX, pkey_index);
	TAKE(IBV_QP_PORT, port_num);
	TAKE(IBV_QP_QKEY, qkey);
	TAKE(IBV_QP_AV, ah_attr);
	TAKE(IBV_QP_PATH_MTU, path_mtu);
	TAKE(IBV_QP_TIMEOUT, timeout);
	TAKE(IBV_QP_RETRY_CNT, retry_cnt);
	TAKE(IBV_QP_RNR_RETRY, rnr_retry);
	TAKE(IBV_QP_RQ_PSN, rq_psn);
	TAKE(IBV_QP_MAX_QP_RD_ATOMIC, max_rd_atomic);
	TAKE(IBV_QP_MIN_RNR_TIMER, min_rnr_timer);
	TAKE(IBV_QP_SQ_PSN, sq_psn);
	TAKE(IBV_QP_MAX_DEST_RD_ATOMIC, max_dest_rd_atomic);
	TAKE(IBV_QP_DEST_QPN, dest_qp_num);
	TAKE(IBV_QP_STATE, qp_state);
}

/** Resetting a queue pair drops its requests, attributes and completions. */
static void reset(struct ref r)
{
	struct qp *qp = qp_at(r);

	completions_forget(r.ctx, r, NONE);
	memset(&qp->attr, 0, sizeof(qp->attr));
	qp->posted = qp->done = qp->freed = 0;
	qp->rq.posted = qp->rq.taken = qp->rq.freed = 0;
	qp->busy = qp->draining = qp->established = false;
}

static void model_state_entered(struct ref r, enum ibv_qp_state from,
				const struct ibv_qp_attr *attr, int mask)
{
	struct qp *qp = qp_at(r);

	switch (qp->attr.qp_state) {
	case IBV_QPS_RESET:
		reset(r);
		break;
	case IBV_QPS_RTR:
		qp->expected = qp->attr.rq_psn;
		break;
	case IBV_QPS_RTS:
		if (from == IBV_QPS_RTR)
			qp->psn = qp->attr.sq_psn;
		qp->draining = false;
		break;
	case IBV_QPS_SQD:
		if (from != IBV_QPS_RTS)
			break;
		qp->draining = true;
		qp->drain_event = mask & IBV_QP_EN_SQD_ASYNC_NOTIFY && attr->en_sqd_async_notify;
		break;
	case IBV_QPS_ERR:
		if (from != IBV_QPS_ERR) {
			qp->attr.qp_state = from; /* as enter_error() expects */
			enter_error(r);
		}
		break;
	default:
		break;
	}
}

/* --- the calls --------------------------------------------------------------------------- */

static void modify(struct ref r, struct ibv_qp_attr *attr, int mask, bool spoiled)
{
	struct qp *qp = qp_at(r);
	enum ibv_qp_state from = qp->attr.qp_state;
	enum ibv_qp_state to = mask & IBV_QP_STATE ? attr->qp_state : from;
	bool ok = !spoiled && transition_ok(qp, to, mask);
	char call[96];

	snprintf(call, sizeof(call), "ibv_modify_qp (type %d, %d to %d, mask 0x%x)", qp->type, from,
		 to, (unsigned int)mask);
	same_result(call, ibv_modify_qp(qp->v, attr, mask), ok ? 0 : EINVAL);
	if (!ok)
		return;
	apply(&qp->attr, attr, mask);
	if (mask & IBV_QP_STATE)
		model_state_entered(r, from, attr, mask);
}

static struct ref peer_of(int ctx, int slot)
{
	return (struct ref){ctx % CONTEXTS, slot % QPS};
}

/* Arguments: QP, next state, change of the mask, values, peer (2), which value to make invalid. */
bool do_modify_qp(int c, const int *a)
{
	int slot = live(c, QP, a[0]), required, optional, mask;
	struct ref r = {c, slot};
	struct ibv_qp_attr attr;
	bool spoiled = false;

	if (slot == NONE)
		return false;
	attr = good_values(qp_at(r), a[3], peer_of(a[4], a[5]));
	attr.qp_state = (enum ibv_qp_state)(a[1] % 8);
	find_rules(qp_at(r)->type, qp_at(r)->attr.qp_state, attr.qp_state, &required, &optional);
	mask = required | (a[3] & optional) | (a[1] / 8 % 8 ? IBV_QP_STATE : 0);
	if (a[2] % 4)
		mask ^= 1 << a[2] / 4 % ALL_BITS;
	if (a[6] % 4 == 0)
		spoiled = spoil(&attr, a[6] / 4, mask);
	modify(r, &attr, mask, spoiled);
	return true;
}

static enum ibv_qp_state next_state(enum ibv_qp_state state)
{
	switch (state) {
	case IBV_QPS_RESET:
		return IBV_QPS_INIT;
	case IBV_QPS_INIT:
		return IBV_QPS_RTR;
	case IBV_QPS_ERR:
		return IBV_QPS_RESET;
	default:
		return IBV_QPS_RTS;
	}
}

static void advance(struct ref r, int number, struct ref peer)
{
	struct qp *qp = qp_at(r);
	struct ibv_qp_attr attr = good_values(qp, number, peer);
	int required, optional;

	attr.qp_state = next_state(qp->attr.qp_state);
	find_rules(qp->type, qp->attr.qp_state, attr.qp_state, &required, &optional);
	modify(r, &attr, required | IBV_QP_STATE, false);
}

/* Arguments: QP, values, peer (2). */
bool do_advance(int c, const int *a)
{
	int slot = live(c, QP, a[0]);

	if (slot == NONE)
		return false;
	advance((struct ref){c, slot}, a[1], peer_of(a[2], a[3]));
	return true;
}

static bool fits(const struct qp *a, const struct qp *b)
{
	if (a->type == IBV_QPT_XRC_SEND)
		return b->type == IBV_QPT_XRC_RECV;
	if (a->type == IBV_QPT_XRC_RECV)
		return b->type == IBV_QPT_XRC_SEND;
	return a->type == b->type;
}

/** A queue pair that is already connected to this one, else any that could be. */
static struct ref find_peer(struct ref me, int number)
{
	struct ref best = {me.ctx, NONE};

	for (int i = 0; i < CONTEXTS * QPS; i++) {
		struct ref r = peer_of((number + i) / QPS, (number + i) % QPS);
		const struct qp *qp = qp_at(r);

		if (!qp->o.live || qp == qp_at(me) || !fits(qp_at(me), qp))
			continue;
		if (qp->attr.dest_qp_num == qp_at(me)->num && receiving(qp))
			return r;
		if (best.slot == NONE)
			best = r;
	}
	return best;
}

/* Change from RESET to RTS. Arguments: QP, where to begin looking for a peer, values. */
bool do_connect(int c, const int *a)
{
	int slot = live(c, QP, a[0]);
	struct ibv_qp_attr attr = {.qp_state = IBV_QPS_RESET};
	struct ref me = {c, slot}, peer;

	if (slot == NONE)
		return false;
	peer = find_peer(me, a[1] % (CONTEXTS * QPS));
	if (peer.slot == NONE)
		return false;
	if (qp_at(peer)->attr.dest_qp_num != qp_at(me)->num)
		W->answer = peer;
	modify(me, &attr, IBV_QP_STATE, false);
	for (int i = 0; i < 3; i++) {
		/* each state matters to a peer that is retrying */
		flow();
		settle();
		advance(me, a[2] | 1, peer);
	}
	return true;
}
