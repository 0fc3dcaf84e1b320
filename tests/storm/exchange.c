/* SPDX-License-Identifier: BSD-2-Clause */
/* One exchange: some messages over a connection to one peer, and datagrams to any peers. */
#include <time.h>

#include "client.h"

enum {
	OF_SENDS = 4000, /* wr_id */
	QKEY = 0x1234,
	MULTICAST_QPN = 0xffffff,
};

/** The partner of a connection; with XRC, `third` owns the shared queue. */
struct partner {
	int slot, third;
	uint32_t life, third_life;
	bool xrc;
};

static uint32_t length(struct me *me)
{
	return (uint32_t)sizeof(struct header) +
	       noise(&me->seed) % (MESSAGE - sizeof(struct header));
}

static bool partner_gone(const struct partner *p)
{
	return !alive(p->slot, p->life) || !alive(p->third, p->third_life);
}

/* --- datagrams --------------------------------------------------------------------------- */

static void post_datagram(struct me *me, struct ibv_ah *ah, uint32_t qpn)
{
	uint32_t bytes = length(me);
	uint8_t *at = me->memory->out[0];
	struct ibv_sge sge = {(uintptr_t)at, bytes, me->mr->lkey};
	time_t limit = time(NULL) + HANG_S;
	struct ibv_send_wr wr = {.wr_id = OF_SENDS,
				 .sg_list = &sge,
				 .num_sge = 1,
				 .opcode = IBV_WR_SEND},
			   *bad;

	write_message(at, bytes, me->slot, me->ud->qp_num, noise(&me->seed));
	wr.wr.ud.ah = ah;
	wr.wr.ud.remote_qpn = qpn;
	wr.wr.ud.remote_qkey = QKEY;
	need(ibv_post_send(me->ud, &wr, &bad), "ibv_post_send of a datagram");
	me->datagrams++;
	while (me->datagrams) {
		turn(me);
		if (time(NULL) > limit)
			broken("a datagram does not complete");
	}
}

static void datagrams(struct me *me)
{
	const struct row *to = &board->row[noise(&me->seed) % CLIENTS];
	struct ibv_ah_attr attr = {.dlid = to->lid, .port_num = 1};
	struct ibv_ah *ah;

	if (noise(&me->seed) % 4 == 0) {
		post_datagram(me, me->group, MULTICAST_QPN);
		return;
	}
	if (!attr.dlid)
		return;
	ah = ibv_create_ah(me->pd, &attr);
	if (!ah)
		broken("ibv_create_ah failed");
	post_datagram(me, ah, to->ud_qpn);
	need(ibv_destroy_ah(ah), "ibv_destroy_ah");
}

/* --- connections ------------------------------------------------------------------------- */

static bool choose(struct me *me, struct partner *p)
{
	p->slot = (int)(noise(&me->seed) % CLIENTS);
	p->xrc = noise(&me->seed) % 3 == 0;
	p->third = p->slot;
	/* the shared queue must be on the same device, and so in the same domain */
	if (p->xrc)
		p->third = (p->slot + 2 * (int)(noise(&me->seed) % CLIENTS)) % CLIENTS;
	p->life = look(&board->row[p->slot].open);
	p->third_life = look(&board->row[p->third].open);
	return p->slot != me->slot && p->life && p->third_life && !partner_gone(p);
}

/** Request a connection and wait for the response. Returns the partner's queue pair number, or 0 if
 * the partner is busy or gone. */
static uint32_t exchange_number(struct me *me, const struct partner *p)
{
	struct row *row = &board->row[p->slot];
	time_t limit = time(NULL) + HANG_S;

	if (!mail_move(p->slot, p->life, FREE, CLAIMED))
		return 0;
	row->from = me->slot;
	row->from_life = me->life;
	row->xrc = p->xrc;
	row->asks_qpn = me->ours->qp_num;
	if (!mail_move(p->slot, p->life, CLAIMED, ASKED))
		return 0;
	while (!mail_is(p->slot, p->life, ANSWERED)) {
		if (!alive(p->slot, p->life))
			return 0;
		if (time(NULL) > limit)
			broken("client %d does not respond", p->slot);
		turn(me);
	}
	return row->answers_qpn;
}

static void post(struct me *me, const struct partner *p, enum ibv_wr_opcode opcode, void *at,
		 uint32_t bytes)
{
	const struct row *row = &board->row[p->slot];
	struct ibv_sge sge = {(uintptr_t)at, bytes, me->mr->lkey};
	struct ibv_send_wr wr =
				   {
					   .wr_id = OF_SENDS,
					   .sg_list = &sge,
					   .num_sge = 1,
					   .opcode = opcode,
				   },
			   *bad;

	wr.wr.rdma.remote_addr = row->addr + (uint64_t)me->slot * CELL;
	wr.wr.rdma.rkey = row->rkey;
	wr.qp_type.xrc.remote_srqn = board->row[p->third].srqn;
	need(ibv_post_send(me->ours, &wr, &bad), "ibv_post_send");
}

/** Wait for n sends, which complete even if the partner dies. False if one failed. */
static bool wait_sent(struct me *me, uint32_t n)
{
	time_t limit = time(NULL) + HANG_S;

	while (me->sends < n) {
		turn(me);
		if (time(NULL) > limit)
			broken("%u of %u requests do not complete", n - me->sends, n);
	}
	return me->sent.status == IBV_WC_SUCCESS;
}

static bool documented(const struct partner *p, enum ibv_wc_status status)
{
	if (status == IBV_WC_RETRY_EXC_ERR)
		return true;
	/* the partner is alive, but the owner of the shared queue has died */
	return p->xrc && status == IBV_WC_REM_INV_REQ_ERR;
}

/** A connection may fail only because the partner died, with a documented status. */
static void check_broken(struct me *me, const struct partner *p)
{
	time_t limit = time(NULL) + HANG_S;

	__atomic_fetch_add(&board->lost, 1, __ATOMIC_RELAXED);
	if (!documented(p, me->sent.status))
		broken("a request to a dead client ended with \"%s\"",
		       ibv_wc_status_str(me->sent.status));
	/* the parent records the new life a moment after the partner's death */
	while (!partner_gone(p)) {
		turn(me);
		if (time(NULL) > limit)
			broken("\"%s\" from client %d, which is alive",
			       ibv_wc_status_str(me->sent.status), p->slot);
	}
}

static bool send_messages(struct me *me, const struct partner *p)
{
	uint32_t n = 1 + noise(&me->seed) % BATCH;

	for (uint32_t i = 0; i < n; i++) {
		uint32_t bytes = length(me);

		write_message(me->memory->out[i], bytes, me->slot, me->ours->qp_num, i);
		post(me, p, IBV_WR_SEND, me->memory->out[i], bytes);
	}
	return wait_sent(me, n);
}

/** Write, read back and compare. */
static bool write_and_read(struct me *me, const struct partner *p)
{
	uint32_t before = me->sends;

	write_message(me->memory->out[0], CELL, me->slot, me->ours->qp_num, noise(&me->seed));
	memset(me->memory->back, 0, CELL);
	post(me, p, IBV_WR_RDMA_WRITE, me->memory->out[0], CELL);
	post(me, p, IBV_WR_RDMA_READ, me->memory->back, CELL);
	if (!wait_sent(me, before + 2))
		return false;
	if (memcmp(me->memory->back, me->memory->out[0], CELL) != 0)
		broken("what was read back is not what was written");
	return true;
}

static void talk(struct me *me, const struct partner *p)
{
	uint32_t qpn = exchange_number(me, p);
	bool good;

	if (!qpn)
		return;
	connect_qp(me->ours, board->row[p->slot].lid, qpn);
	good = send_messages(me, p);
	if (good && !p->xrc)
		good = write_and_read(me, p);
	if (!good)
		check_broken(me, p);
	mail_move(p->slot, p->life, ANSWERED, DONE);
}

void exchange(struct me *me)
{
	struct partner p;

	datagrams(me);
	if (choose(me, &p)) {
		me->ours = make_qp(me, p.xrc ? IBV_QPT_XRC_SEND : IBV_QPT_RC);
		me->sends = 0;
		me->sent.status = IBV_WC_SUCCESS;
		talk(me, &p);
		need(ibv_destroy_qp(me->ours), "ibv_destroy_qp");
		me->ours = NULL;
	}
	turn(me);
}
