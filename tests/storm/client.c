/* SPDX-License-Identifier: BSD-2-Clause */
/* A client of the storm: its objects, and the messages that it receives. */
#include "client.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <time.h>
#include <unistd.h>

enum {
	KIND = 1000, /* wr_id: kind * KIND + index */
	OF_SRQ = 1,
	OF_XSRQ = 2,
	OF_UD = 3,
	OF_SENDS = 4,
	LIVES = 30, /* exchanges before everything is closed and opened again */
	QKEY = 0x1234,
	GROUP_LID = 0xc00f,
	ALL = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ,
};

static int my_slot;

void broken(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fprintf(stderr, "client %d: ", my_slot);
	vfprintf(stderr, format, args);
	fputc('\n', stderr);
	va_end(args);
	_exit(BROKEN);
}

void need(int error, const char *what)
{
	if (error == EIO)
		_exit(ORPHAN);
	if (error)
		broken("%s: %s", what, strerror(error));
}

static void need_pointer(const void *pointer, const char *what)
{
	need(pointer ? 0 : errno, what);
}

/* --- messages ---------------------------------------------------------------------------- */

void write_message(uint8_t *at, uint32_t bytes, int slot, uint32_t qpn, uint32_t number)
{
	struct header h = {(uint32_t)slot, qpn, number, bytes, number * 7919 + qpn};

	memcpy(at, &h, sizeof(h));
	for (uint32_t i = sizeof(h); i < bytes; i++)
		at[i] = (uint8_t)noise(&h.seed);
}

struct header read_message(const uint8_t *at, uint32_t bytes)
{
	struct header h;
	uint32_t seed;

	memcpy(&h, at, sizeof(h));
	seed = h.seed;
	if (h.bytes != bytes || h.slot >= CLIENTS || seed != h.number * 7919 + h.qpn)
		broken("a corrupt message");
	for (uint32_t i = sizeof(h); i < bytes; i++) {
		if (at[i] != (uint8_t)noise(&seed))
			broken("wrong data at byte %u of %u", i, bytes);
	}
	return h;
}

/* --- receives ---------------------------------------------------------------------------- */

void post_one(struct me *me, struct ibv_srq *srq, uint32_t index)
{
	uint8_t *at = srq == me->xsrq ? me->memory->xrecv[index] : me->memory->recv[index];
	struct ibv_sge sge = {(uintptr_t)at, MESSAGE, me->mr->lkey};
	struct ibv_recv_wr wr = {.wr_id = (srq == me->xsrq ? OF_XSRQ : OF_SRQ) * KIND + index,
				 .sg_list = &sge,
				 .num_sge = 1},
			   *bad;

	need(ibv_post_srq_recv(srq, &wr, &bad), "ibv_post_srq_recv");
}

static void post_datagram(struct me *me, uint32_t index)
{
	struct ibv_sge sge = {(uintptr_t)me->memory->ud[index], GRH_BYTES + MESSAGE, me->mr->lkey};
	struct ibv_recv_wr wr = {.wr_id = OF_UD * KIND + index, .sg_list = &sge, .num_sge = 1},
			   *bad;

	need(ibv_post_recv(me->ud, &wr, &bad), "ibv_post_recv");
}

/* Check that no message on this connection was lost, duplicated or out of order. */
static void check_guest(struct me *me, const struct ibv_wc *wc, const struct header *h)
{
	if (!me->served || wc->qp_num != me->served->qp_num)
		broken("a message for QP 0x%x, which is not open", wc->qp_num);
	if ((int)h->slot != me->guest || h->number != me->guest_next++)
		broken("message %u of client %u instead of %u of %d", h->number, h->slot,
		       me->guest_next - 1, me->guest);
}

static void received(struct me *me, const struct ibv_wc *wc)
{
	uint32_t index = (uint32_t)(wc->wr_id % KIND), bytes = wc->byte_len;
	bool good = wc->status == IBV_WC_SUCCESS;
	struct header h;

	if (!good && wc->status != IBV_WC_WR_FLUSH_ERR)
		broken("a receive ended with \"%s\"", ibv_wc_status_str(wc->status));
	switch (wc->wr_id / KIND) {
	case OF_SRQ:
		if (good) {
			h = read_message(me->memory->recv[index], bytes);
			check_guest(me, wc, &h);
			__atomic_fetch_add(&board->messages, 1, __ATOMIC_RELAXED);
		}
		post_one(me, me->srq, index);
		break;
	case OF_XSRQ:
		if (good) {
			read_message(me->memory->xrecv[index], bytes);
			__atomic_fetch_add(&board->messages, 1, __ATOMIC_RELAXED);
		}
		post_one(me, me->xsrq, index);
		break;
	default:
		if (!good)
			return;
		h = read_message(me->memory->ud[index] + GRH_BYTES, bytes - GRH_BYTES);
		if (h.qpn != wc->src_qp)
			broken("a datagram of QP 0x%x says it is of 0x%x", wc->src_qp, h.qpn);
		__atomic_fetch_add(&board->datagrams, 1, __ATOMIC_RELAXED);
		post_datagram(me, index);
	}
}

static void poll_once(struct me *me)
{
	struct ibv_wc wc[16];
	int n = ibv_poll_cq(me->cq, 16, wc);

	if (n < 0)
		broken("ibv_poll_cq returned %d", n);
	for (int i = 0; i < n; i++) {
		if (wc[i].wr_id < OF_SENDS * KIND) {
			received(me, &wc[i]);
			continue;
		}
		if (me->ours && wc[i].qp_num == me->ours->qp_num) {
			if (me->sent.status == IBV_WC_SUCCESS)
				me->sent = wc[i];
			me->sends++;
		} else if (wc[i].status != IBV_WC_SUCCESS) {
			broken("a datagram ended with \"%s\"", ibv_wc_status_str(wc[i].status));
		} else {
			me->datagrams--;
		}
	}
}

/* --- serving ----------------------------------------------------------------------------- */

static void stop_serving(struct me *me)
{
	struct ibv_qp_attr attr = {.qp_state = IBV_QPS_ERR};

	/* after the change to ERR nothing arrives: process what has arrived, then close */
	need(ibv_modify_qp(me->served, &attr, IBV_QP_STATE), "ibv_modify_qp to ERR");
	for (int i = 0; i < 4; i++)
		poll_once(me);
	need(ibv_destroy_qp(me->served), "ibv_destroy_qp");
	me->served = NULL;
}

static void serve(struct me *me)
{
	struct row *row = me->row;

	if (me->served) {
		if (alive(me->guest, me->guest_life) && !mail_is(me->slot, me->life, DONE))
			return;
		stop_serving(me);
		__atomic_store_n(&row->mail, (uint64_t)me->life << 8 | FREE, __ATOMIC_SEQ_CST);
		return;
	}
	if (mail_is(me->slot, me->life, CLAIMED) && !alive(row->from, row->from_life))
		mail_move(me->slot, me->life, CLAIMED, FREE); /* the peer died before its request */
	if (!mail_is(me->slot, me->life, ASKED))
		return;
	me->guest = row->from;
	me->guest_life = row->from_life;
	me->guest_next = 0;
	me->served = make_qp(me, row->xrc ? IBV_QPT_XRC_RECV : IBV_QPT_RC);
	connect_qp(me->served, board->row[row->from].lid, row->asks_qpn);
	row->answers_qpn = me->served->qp_num;
	mail_move(me->slot, me->life, ASKED, ANSWERED);
}

/* Read pending events; events of queue pairs are ignored. Exit if the emulator is gone. */
static void look_for_events(struct me *me)
{
	struct pollfd file = {.fd = me->ctx->async_fd, .events = POLLIN};
	struct ibv_async_event event;

	while (poll(&file, 1, 0) == 1) {
		if (ibv_get_async_event(me->ctx, &event))
			need(errno, "ibv_get_async_event");
		else
			ibv_ack_async_event(&event);
	}
}

void turn(struct me *me)
{
	const struct timespec a_while = {.tv_nsec = 300000};

	poll_once(me);
	serve(me);
	look_for_events(me);
	nanosleep(&a_while, NULL);
}

/* --- objects ----------------------------------------------------------------------------- */

struct ibv_qp *make_qp(struct me *me, enum ibv_qp_type type)
{
	struct ibv_qp_init_attr_ex init = {
		.qp_type = type,
		.comp_mask = type == IBV_QPT_XRC_RECV ? IBV_QP_INIT_ATTR_XRCD : IBV_QP_INIT_ATTR_PD,
		.pd = me->pd,
		.xrcd = me->xrcd,
		.send_cq = me->cq,
		.recv_cq = me->cq,
		.srq = type == IBV_QPT_RC ? me->srq : NULL,
		.sq_sig_all = 1,
		.cap = {.max_send_wr = 2 * BATCH,
			.max_recv_wr = RECVS,
			.max_send_sge = 1,
			.max_recv_sge = 1},
	};
	struct ibv_qp *qp = ibv_create_qp_ex(me->ctx, &init);

	need_pointer(qp, "ibv_create_qp_ex");
	return qp;
}

void connect_qp(struct ibv_qp *qp, uint16_t lid, uint32_t qpn)
{
	struct ibv_qp_attr attr = {
		.qp_state = IBV_QPS_INIT,
		.port_num = 1,
		.qp_access_flags = ALL,
		.path_mtu = IBV_MTU_256,
		.dest_qp_num = qpn,
		.max_rd_atomic = 1,
		.max_dest_rd_atomic = 1,
		.min_rnr_timer = 12,
		.timeout = 12,
		.retry_cnt = 3,
		.rnr_retry = 7,
		.ah_attr = {.dlid = lid, .port_num = 1},
	};
	int rts = IBV_QP_STATE | IBV_QP_SQ_PSN | IBV_QP_TIMEOUT;
	int rtr = IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN;

	if (qp->qp_type != IBV_QPT_XRC_SEND)
		rtr |= IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER;
	if (qp->qp_type != IBV_QPT_XRC_RECV)
		rts |= IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | IBV_QP_MAX_QP_RD_ATOMIC;
	need(ibv_modify_qp(qp, &attr,
			   IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS),
	     "ibv_modify_qp to INIT");
	attr.qp_state = IBV_QPS_RTR;
	need(ibv_modify_qp(qp, &attr, rtr), "ibv_modify_qp to RTR");
	attr.qp_state = IBV_QPS_RTS;
	need(ibv_modify_qp(qp, &attr, rts), "ibv_modify_qp to RTS");
}

static void start_datagrams(struct me *me)
{
	struct ibv_qp_attr attr = {.qp_state = IBV_QPS_INIT, .port_num = 1, .qkey = QKEY};
	struct ibv_ah_attr to = {.dlid = GROUP_LID, .is_global = 1, .port_num = 1};

	need(ibv_modify_qp(me->ud, &attr,
			   IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_QKEY),
	     "UD to INIT");
	attr.qp_state = IBV_QPS_RTR;
	need(ibv_modify_qp(me->ud, &attr, IBV_QP_STATE), "UD to RTR");
	attr.qp_state = IBV_QPS_RTS;
	need(ibv_modify_qp(me->ud, &attr, IBV_QP_STATE | IBV_QP_SQ_PSN), "UD to RTS");
	to.grh.dgid.raw[0] = 0xff;
	to.grh.dgid.raw[15] = 7;
	need(ibv_attach_mcast(me->ud, &to.grh.dgid, GROUP_LID), "ibv_attach_mcast");
	me->group = ibv_create_ah(me->pd, &to);
	need_pointer(me->group, "ibv_create_ah");
}

static void open_device(struct me *me)
{
	struct ibv_device **list = ibv_get_device_list(NULL);
	struct ibv_port_attr port;

	if (!list || !list[0] || !list[1])
		_exit(ORPHAN); /* there is no emulator */
	me->ctx = ibv_open_device(list[me->row->device]);
	if (!me->ctx)
		_exit(ORPHAN);
	ibv_free_device_list(list);
	need(ibv_query_port(me->ctx, 1, &port), "ibv_query_port");
	me->row->lid = port.lid;
}

static void open_shared(struct me *me)
{
	struct ibv_xrcd_init_attr domain = {
		.comp_mask = IBV_XRCD_INIT_ATTR_FD | IBV_XRCD_INIT_ATTR_OFLAGS, .oflags = O_CREAT};
	struct ibv_srq_init_attr_ex init = {
		.attr = {.max_wr = RECVS, .max_sge = 1},
		.comp_mask = IBV_SRQ_INIT_ATTR_TYPE | IBV_SRQ_INIT_ATTR_PD |
			     IBV_SRQ_INIT_ATTR_XRCD | IBV_SRQ_INIT_ATTR_CQ,
		.srq_type = IBV_SRQT_XRC,
		.pd = me->pd,
		.cq = me->cq,
	};
	struct ibv_srq_init_attr basic = {.attr = {.max_wr = RECVS, .max_sge = 1}};

	me->srq = ibv_create_srq(me->pd, &basic);
	need_pointer(me->srq, "ibv_create_srq");
	domain.fd = open(board->files[me->row->device], O_RDONLY | O_CLOEXEC);
	me->xrcd = ibv_open_xrcd(me->ctx, &domain);
	need_pointer(me->xrcd, "ibv_open_xrcd");
	close(domain.fd);
	init.xrcd = me->xrcd;
	me->xsrq = ibv_create_srq_ex(me->ctx, &init);
	need_pointer(me->xsrq, "ibv_create_srq_ex");
	need(ibv_get_srq_num(me->xsrq, &me->row->srqn), "ibv_get_srq_num");
}

void life_begin(struct me *me)
{
	struct row *row = me->row;

	open_device(me);
	me->pd = ibv_alloc_pd(me->ctx);
	need_pointer(me->pd, "ibv_alloc_pd");
	me->cq = ibv_create_cq(me->ctx, 4 * RECVS + 4 * BATCH, NULL, NULL, 0);
	need_pointer(me->cq, "ibv_create_cq");
	me->mr = ibv_reg_mr(me->pd, me->memory, sizeof(*me->memory), ALL);
	need_pointer(me->mr, "ibv_reg_mr");
	open_shared(me);
	me->ud = make_qp(me, IBV_QPT_UD);
	start_datagrams(me);
	for (uint32_t i = 0; i < RECVS; i++) {
		post_one(me, me->srq, i);
		post_one(me, me->xsrq, i);
		post_datagram(me, i);
	}
	row->ud_qpn = me->ud->qp_num;
	row->rkey = me->mr->rkey;
	row->addr = (uintptr_t)me->memory->cells;
	me->life = look(&row->life);
	__atomic_store_n(&row->mail, (uint64_t)me->life << 8 | FREE, __ATOMIC_SEQ_CST);
	__atomic_store_n(&row->open, me->life, __ATOMIC_SEQ_CST);
}

void life_end(struct me *me)
{
	struct ibv_ah_attr group = {.grh.dgid.raw = {[0] = 0xff, [15] = 7}};
	time_t limit = time(NULL) + HANG_S;

	/* refuse further connection requests; serve those that were made */
	__atomic_store_n(&me->row->open, 0, __ATOMIC_SEQ_CST);
	while (!mail_move(me->slot, me->life, FREE, DONE)) {
		turn(me);
		if (time(NULL) > limit)
			broken("a peer does not disconnect");
	}
	__atomic_fetch_add(&me->row->life, 1, __ATOMIC_SEQ_CST);
	need(ibv_destroy_ah(me->group), "ibv_destroy_ah");
	need(ibv_detach_mcast(me->ud, &group.grh.dgid, GROUP_LID), "ibv_detach_mcast");
	need(ibv_destroy_qp(me->ud), "ibv_destroy_qp");
	need(ibv_destroy_srq(me->srq), "ibv_destroy_srq");
	need(ibv_destroy_srq(me->xsrq), "ibv_destroy_srq of XRC");
	need(ibv_close_xrcd(me->xrcd), "ibv_close_xrcd");
	need(ibv_dereg_mr(me->mr), "ibv_dereg_mr");
	need(ibv_destroy_cq(me->cq), "ibv_destroy_cq");
	need(ibv_dealloc_pd(me->pd), "ibv_dealloc_pd");
	need(ibv_close_device(me->ctx), "ibv_close_device");
}

void client(int slot, uint32_t seed)
{
	struct me me = {.slot = slot, .seed = seed, .row = &board->row[slot]};

	my_slot = slot;
	me.row->device = slot % 2;
	me.memory = calloc(1, sizeof(*me.memory));
	if (!me.memory)
		broken("no memory");
	while (!__atomic_load_n(&board->stop, __ATOMIC_SEQ_CST)) {
		life_begin(&me);
		for (int i = 0; i < LIVES && !__atomic_load_n(&board->stop, __ATOMIC_SEQ_CST); i++)
			exchange(&me);
		life_end(&me);
	}
	free(me.memory);
	exit(ENDED);
}
