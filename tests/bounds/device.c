/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tests queue pairs and shared receive queues of an emulated device. They stay in INIT, in which
 * the device does not access the rings. The program is bound to the adapter, so that inline
 * functions are tested.
 *
 * bounds FILE [update]: compare what is stored with a file, or write the file
 * bounds SEED [LIMITS]: do not compare it
 */
#include "bounds.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "stored.h"

enum {
	REQUESTS = 14,
	SHARED = 400, /* more than a run posts, because nothing empties a shared queue */
	LIMITS = 8,   /* default number of queue pairs of each type, and of shared queues */
};

static const struct {
	const char *name;
	enum ibv_qp_type type;
} types[] = {
	{"RC", IBV_QPT_RC},
	{"UC", IBV_QPT_UC},
	{"UD", IBV_QPT_UD},
	{"XRC_SEND", IBV_QPT_XRC_SEND},
	{"RAW_PACKET", IBV_QPT_RAW_PACKET},
};

static struct subject *subject; /* currently under test */
static uint32_t limits = LIMITS;

/* A post may ring the doorbell by a system call. */
int __wrap_inverbs_command_doorbell(struct ibv_qp *qp);
int __wrap_inverbs_command_doorbell(struct ibv_qp *qp)
{
	(void)qp;
	subject->doorbells++;
	return 0;
}

static int post_send(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad)
{
	return ibv_post_send(qp, wr, bad);
}

static int post_recv(struct ibv_qp *qp, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad)
{
	return ibv_post_recv(qp, wr, bad);
}

__attribute__((noreturn)) static void give_up(const char *what)
{
	perror(what);
	exit(1);
}

static bool to_init(struct ibv_qp *qp)
{
	struct ibv_qp_attr attr = {.qp_state = IBV_QPS_INIT, .port_num = 1};
	int mask = IBV_QP_STATE | IBV_QP_PORT;

	if (qp->qp_type == IBV_QPT_UD)
		mask |= IBV_QP_PKEY_INDEX | IBV_QP_QKEY;
	else if (qp->qp_type != IBV_QPT_RAW_PACKET)
		mask |= IBV_QP_PKEY_INDEX | IBV_QP_ACCESS_FLAGS;
	return !ibv_modify_qp(qp, &attr, mask);
}

static int post_srq_recv(struct ibv_srq *srq, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad)
{
	return ibv_post_srq_recv(srq, wr, bad);
}

/* The consumer index of a queue in shared memory belongs to the kernel, so such a queue is
 * reset. */
static void reset_queue(struct subject *s)
{
	struct ibv_qp_attr attr = {.qp_state = IBV_QPS_RESET};

	if (s->qp->buf) {
		retire(s);
		return;
	}
	if (ibv_modify_qp(&s->qp->ibv, &attr, IBV_QP_STATE) || !to_init(&s->qp->ibv))
		give_up("RESET");
}

static struct ibv_qp *make_qp(struct ibv_context *ctx, struct ibv_pd *pd, struct ibv_cq *cq,
			      enum ibv_qp_type type, struct ibv_qp_cap cap)
{
	struct ibv_qp_init_attr_ex init = {.send_cq = cq,
					   .recv_cq = cq,
					   .cap = cap,
					   .qp_type = type,
					   .comp_mask = IBV_QP_INIT_ATTR_PD |
							IBV_QP_INIT_ATTR_SEND_OPS_FLAGS,
					   .pd = pd,
					   .send_ops_flags = IBV_QP_EX_WITH_SEND};
	struct ibv_qp *qp;

	if (type == IBV_QPT_XRC_SEND)
		init.cap.max_recv_wr = init.cap.max_recv_sge = 0;
	qp = ibv_create_qp_ex(ctx, &init);
	if (qp && !to_init(qp))
		give_up("INIT");
	return qp;
}

/* Watch both rings with all pages on which they lie. */
static void watch_rings(struct subject *s)
{
	struct inverbs_qp *const qp = s->qp;
	const uintptr_t in_page = (uintptr_t)sysconf(_SC_PAGESIZE) - 1;
	uint8_t *const send = qp->buf ? qp->buf : qp->sq.buf - ((uintptr_t)qp->sq.buf & in_page);

	s->send = (struct slots){qp->sq.buf, qp->sq.entries, 1U << qp->sq.shift, 0};
	s->recv = (struct slots){qp->rq.buf, qp->rq.entries, 1U << qp->rq.shift, 0};
	s->recv_slots = qp->rq.buf ? &s->recv : &s->send;
	if (!qp->buf) { /* the provider initializes other rings */
		memset(qp->sq.buf, DIRT, (size_t)s->send.entries * s->send.unit);
		memset(qp->rq.buf, DIRT, (size_t)s->recv.entries * s->recv.unit);
	}
	watch(s, "send ring", AREA_RINGS, send, (qp->buf_bytes + in_page) & ~in_page, 0);
	if (!qp->buf && qp->rq.buf)
		watch(s, "receive ring", AREA_RINGS, qp->rq.buf - ((uintptr_t)qp->rq.buf & in_page),
		      (qp->recv_bytes + in_page) & ~in_page, 0);
}

static void watch_tables(struct subject *s)
{
	struct inverbs_qp *const qp = s->qp;

	watch(s, "sends' wr_ids", AREA_TABLE, qp->sq.wr_id, qp->sq.entries * sizeof(*qp->sq.wr_id),
	      sizeof(*qp->sq.wr_id));
	watch(s, "posted sends", AREA_TABLE, qp->sq.posted, qp->sq.entries * sizeof(*qp->sq.posted),
	      sizeof(*qp->sq.posted));
	watch(s, "receives' wr_ids", AREA_TABLE, qp->rq.wr_id,
	      qp->rq.entries * sizeof(*qp->rq.wr_id), sizeof(*qp->rq.wr_id));
	if (qp->sq.work)
		watch(s, "records of sends", AREA_TABLE, qp->sq.work->records,
		      qp->sq.work->requests * sizeof(*qp->sq.work->records),
		      sizeof(*qp->sq.work->records));
}

/* During the test the queue pair has registers of the test instead of the device's. */
static void run_qp(struct subject *s, struct ibv_qp *qp, uint64_t seed)
{
	static uint8_t registers[REGISTER_BYTES] __attribute__((aligned(4096))),
		page[REGISTER_BYTES] __attribute__((aligned(4096)));
	struct inverbs_sq *const sq = &inverbs_qp_of(qp)->sq;
	uint8_t *const doorbell = sq->doorbell;
	struct inverbs_push *const push = sq->push;
	struct inverbs_push own = {0};

	s->qp = inverbs_qp_of(qp);
	watch_rings(s);
	watch_tables(s);
	if (doorbell) {
		sq->doorbell = registers;
		watch(s, "registers", AREA_REGISTERS, registers, sizeof(registers), 0);
	}
	if (push) {
		inverbs_push_open(&own, push->page ? page : NULL, push->size);
		own.most = push->most;
		sq->push = &own;
		watch(s, "BlueFlame page", AREA_REGISTERS, page, sizeof(page), 0);
	}
	post_everything(s, seed);
	sq->doorbell = doorbell;
	sq->push = push;
	unwatch(s);
}

static uint32_t draw(uint64_t *random, uint32_t limit)
{
	*random = *random * 6364136223846793005ULL + 1442695040888963407ULL;
	return (uint32_t)(*random >> 33) % limit;
}

/* The first queue of each kind has the smallest WQEs; the others have larger ones. */
static uint32_t most_sges(uint32_t i)
{
	return i == 0 ? 1 : i < limits / 2 ? 4 : 28;
}

static uint32_t run_type(struct subject *s, struct ibv_pd *pd, struct ibv_cq *cq,
			 enum ibv_qp_type type, uint64_t *random)
{
	uint32_t made = 0;

	for (uint32_t i = 0; i < limits; i++) {
		const struct ibv_qp_cap cap = {
			.max_send_wr = REQUESTS,
			.max_recv_wr = REQUESTS,
			.max_send_sge = 1 + draw(random, most_sges(i)),
			.max_recv_sge = 1 + draw(random, most_sges(i)),
			.max_inline_data = i ? draw(random, i < limits / 2 ? 64 : 400) : 0,
		};
		struct ibv_qp *const qp = make_qp(pd->context, pd, cq, type, cap);

		if (!qp)
			continue;
		made++;
		run_qp(s, qp, *random);
		if (ibv_destroy_qp(qp))
			give_up("destroy");
	}
	return made;
}

static void no_room(struct subject *s)
{
	printf("%s: a run posts more than %d receives\n", s->adapter, SHARED);
	exit(1);
}

static void run_srq(struct subject *s, struct ibv_srq *srq, uint64_t seed)
{
	static struct inverbs_qp none;
	struct inverbs_srq *const own = inverbs_srq_of(srq);
	const uintptr_t in_page = (uintptr_t)sysconf(_SC_PAGESIZE) - 1;
	uint8_t *const from = own->buf - ((uintptr_t)own->buf & in_page);

	none.rq.max_sge = own->max_sge;
	s->type = "shared receive queue";
	s->qp = &none;
	s->srq = own;
	s->renew = no_room;
	s->recv = (struct slots){own->buf, own->entries, 1U << own->shift, 0};
	s->recv_slots = &s->recv;
	watch(s, "ring", AREA_RINGS, from, (own->buf_bytes + in_page) & ~in_page, 0);
	watch(s, "wr_ids", AREA_TABLE, own->wr_id, own->entries * sizeof(*own->wr_id),
	      sizeof(*own->wr_id));
	post_everything(s, seed);
	unwatch(s);
}

static void run_srqs(struct subject *s, struct ibv_pd *pd, uint64_t *random)
{
	for (uint32_t i = 0; i < limits; i++) {
		struct ibv_srq_init_attr init = {
			.attr = {.max_wr = SHARED, .max_sge = 1 + draw(random, most_sges(i))}};
		struct ibv_srq *const srq = ibv_create_srq(pd, &init);

		if (!srq)
			return;
		run_srq(s, srq, *random);
		if (ibv_destroy_srq(srq))
			give_up("destroy");
	}
}

int main(int argc, char **argv)
{
	const char *const file = argc > 1 && strchr(argv[1], '/') ? argv[1] : NULL;
	uint64_t random = argc > 1 && !file ? strtoull(argv[1], NULL, 0) : 1;
	struct ibv_device **list = ibv_get_device_list(NULL);
	struct ibv_context *ctx = list && *list ? ibv_open_device(*list) : NULL;
	struct ibv_pd *pd = ctx ? ibv_alloc_pd(ctx) : NULL;
	struct ibv_cq *cq = pd ? ibv_create_cq(ctx, 64, NULL, NULL, 0) : NULL;
	struct subject s = {.post_send = post_send,
			    .post_recv = post_recv,
			    .post_srq_recv = post_srq_recv,
			    .renew = reset_queue};
	uint32_t queue_pairs = 0;

	if (!cq)
		give_up("no device");
	if (argc > 2 && !file)
		limits = (uint32_t)atoi(argv[2]);
	subject = &s;
	s.adapter = ibv_get_device_name(*list);
	for (size_t i = 0; i < sizeof(types) / sizeof(*types); i++) {
		s.type = types[i].name;
		queue_pairs += run_type(&s, pd, cq, types[i].type, &random);
	}
	run_srqs(&s, pd, &random);
	printf("%s: %u queue pairs took %llu requests and refused %llu; each changed its own WQE, "
	       "or nothing\n",
	       s.adapter, queue_pairs, (unsigned long long)s.posted, (unsigned long long)s.refused);
	ibv_destroy_cq(cq);
	ibv_dealloc_pd(pd);
	ibv_close_device(ctx);
	ibv_free_device_list(list);
	if (file && !stored_compare(file, argc > 2 && !strcmp(argv[2], "update")))
		return 1;
	return queue_pairs && s.posted && s.refused ? 0 : 1;
}
