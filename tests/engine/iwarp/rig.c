/* SPDX-License-Identifier: BSD-2-Clause */
#include "rig.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "faults/faults.h"
#include "base/log.h"
#include "base/table.h"

/* Defined in the archive otherwise. */
struct inverbs_qp inverbs_no_qp = {.sq = {.qpn = UINT32_MAX, .key = UINT32_MAX}};
const uint8_t inverbs_parked_cqe[64] __attribute__((aligned(64))) = {[0 ... 63] = 0xff};

bool rig_copied;
static struct rig *current;

/* --- what the engine needs of the kernel's side ----------------------------------------- */

uint64_t softhca_now(void)
{
	return current->now;
}

void softhca_log(const struct softhca *hca, enum softhca_log_level level, const char *format, ...)
{
	(void)hca;
	(void)level;
	(void)format;
}

static void record(enum ibv_event_type type, const void *object)
{
	assert_true(current->num_events < RIG_MAX_EVENTS);
	current->events[current->num_events++] = (struct rig_event){.type = type, .object = object};
}

static void comp_event(struct softhca_cq *cq)
{
	softhca_entry(cq, struct rig_cq, k)->comp_events++;
}

static void qp_event(struct softhca_qp *qp, enum ibv_event_type type)
{
	record(type, qp);
}

static void cq_event(struct softhca_cq *cq, enum ibv_event_type type)
{
	record(type, cq);
}

static void take_port_down(struct softhca_port *port)
{
	port->up = false;
	softhca_engine_port_changed(port);
}

static const struct softhca_upcalls upcalls = {
	.comp_event = comp_event,
	.qp_event = qp_event,
	.cq_event = cq_event,
	.take_port_down = take_port_down,
};

unsigned int rig_events(const struct rig *rig, enum ibv_event_type type, const void *object)
{
	unsigned int n = 0;

	for (unsigned int i = 0; i < rig->num_events; i++)
		n += rig->events[i].type == type && rig->events[i].object == object;
	return n;
}

/*
 * --- symbols of the archive: there is no contention, and nothing is posted by commands -----------
 */

void inverbs_lock_wait(struct inverbs_lock *lock)
{
	(void)lock;
	fail();
}

int inverbs_command_post_send(struct ibv_qp *qp, struct ibv_send_wr *wr,
			      struct ibv_send_wr **bad_wr)
{
	(void)qp;
	(void)wr;
	(void)bad_wr;
	fail();
	return EINVAL;
}

int inverbs_command_post_recv(struct ibv_qp *qp, struct ibv_recv_wr *wr,
			      struct ibv_recv_wr **bad_wr)
{
	(void)qp;
	(void)wr;
	(void)bad_wr;
	fail();
	return EINVAL;
}

int inverbs_command_poll_cq(struct ibv_cq *cq, int num_entries, struct ibv_wc *wc)
{
	(void)cq;
	(void)num_entries;
	(void)wc;
	fail();
	return 0;
}

/* --- memory ------------------------------------------------------------------------------ */

struct rig_mr *rig_mr(struct rig_side *side, size_t bytes, uint32_t access)
{
	struct rig_mr *mr = calloc(1, sizeof(*mr));
	uint32_t index;

	assert_non_null(mr);
	mr->bytes = calloc(1, bytes);
	assert_non_null(mr->bytes);
	mr->k.obj.type = SOFTHCA_MR;
	mr->k.obj.ctx = &side->ctx;
	mr->k.pd = &side->pd;
	mr->k.start = mr->k.hca_va = (uintptr_t)mr->bytes;
	mr->k.length = bytes;
	mr->k.access = access;
	assert_int_equal(softhca_table_enter(&side->dev.keys, &mr->k, &index), 0);
	mr->k.lkey = mr->k.rkey = index << 8 | 0xff;
	return mr;
}

void rig_mr_free(struct rig_side *side, struct rig_mr *mr)
{
	softhca_engine_mr_destroyed(&mr->k);
	softhca_table_remove(&side->dev.keys, mr->k.lkey >> 8);
	free(mr->bytes);
	free(mr);
}

/** Does what the program's mmap() would do. */
static void *map(struct softhca_context *ctx, uint64_t key, size_t bytes, int prot)
{
	struct softhca_mapped mapped;
	void *at;

	assert_int_equal(ctx->device->driver->map(ctx, key, bytes, prot, &mapped), 0);
	if (mapped.fd < 0)
		return ctx->registers; /* in the rig, they are not in a file */
	at = mmap(NULL, bytes, prot, MAP_SHARED, mapped.fd, (off_t)mapped.offset);
	assert_ptr_not_equal(at, MAP_FAILED);
	close(mapped.fd);
	return at;
}

static size_t pages(size_t bytes)
{
	return (bytes + 4095) & ~(size_t)4095;
}

/* --- setup ------------------------------------------------------------------------------- */

static void make_device(struct rig *rig, struct softhca_dev *dev, uint32_t first_qpn)
{
	dev->hca = &rig->hca;
	dev->driver = &softhca_driver_cxgb3;
	dev->num_ports = 1;
	dev->port[0].device = dev;
	dev->port[0].number = 1;
	dev->port[0].up = true;
	dev->port[0].ethernet = true;
	softhca_table_init(&dev->pds, 1, 100, true);
	softhca_table_init(&dev->cqs, 1, 100, true);
	softhca_table_init(&dev->qps, first_qpn, 100, true);
	softhca_table_init(&dev->keys, 2, 100, true);
}

static void make_pd(struct rig_side *side, struct softhca_pd *pd)
{
	pd->obj.type = SOFTHCA_PD;
	pd->obj.ctx = &side->ctx;
	assert_int_equal(softhca_table_enter(&side->dev.pds, pd, &pd->pdn), 0);
}

static void make_side(struct rig *rig, struct rig_side *side)
{
	make_device(rig, &side->dev, side == &rig->a ? 1 : 40);
	side->ctx.device = &side->dev;
	side->ctx.registers_fd = -1;
	side->ctx.next_key = 4096;
	softhca_link_init(&side->ctx.mappings);
	softhca_dma_space_init(&side->ctx.memory, getpid());
	side->ctx.memory.own = !rig_copied;
	side->ctx.registers = aligned_alloc(4096, 4096);
	assert_non_null(side->ctx.registers);
	memset(side->ctx.registers, 0, 4096);
	assert_int_equal(softhca_engine_context_opened(&side->ctx), 0);
	softhca_list_add_last(&rig->hca.active, &side->ctx.in_active);
	make_pd(side, &side->pd);
	make_pd(side, &side->other_pd);
	side->user.qps.mask = 0xff;
	pthread_mutex_init(&side->user.table_lock, NULL);
	side->source = rig_mr(side, RIG_BYTES, IBV_ACCESS_REMOTE_READ);
	side->sink = rig_mr(side, RIG_BYTES, IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE);
	for (unsigned int i = 0; i < RIG_BYTES; i++)
		side->source->bytes[i] = (uint8_t)(i * 7 + (i >> 8) + (side == &rig->b));
}

int rig_idle(void **state)
{
	struct rig *rig = calloc(1, sizeof(*rig));

	assert_non_null(rig);
	current = rig;
	rig->now = 1000000000;
	softhca_link_init(&rig->hca.active);
	rig->devices[0] = &rig->a.dev;
	rig->devices[1] = &rig->b.dev;
	rig->hca.devices = rig->devices;
	rig->hca.num_devices = 2;
	rig->hca.up = &upcalls;
	assert_int_equal(softhca_engine_init(&rig->hca), 0);
	make_side(rig, &rig->a);
	make_side(rig, &rig->b);
	rig->x = rig_qp(&rig->a, NULL);
	rig->y = rig_qp(&rig->b, NULL);
	*state = rig;
	return 0;
}

int rig_connected(void **state)
{
	struct rig *rig;

	rig_idle(state);
	rig = *state;
	assert_int_equal(rig_connect(rig->x, rig->y, 4, 4), 0);
	return 0;
}

static void free_side(struct rig_side *side)
{
	rig_mr_free(side, side->source);
	rig_mr_free(side, side->sink);
	assert_true(softhca_list_empty(&side->ctx.mappings));
	softhca_engine_context_closing(&side->ctx);
	free(side->ctx.registers);
	softhca_dma_space_fini(&side->ctx.memory);
	softhca_table_fini(&side->dev.pds);
	softhca_table_fini(&side->dev.cqs);
	softhca_table_fini(&side->dev.qps);
	softhca_table_fini(&side->dev.keys);
	for (int i = 0; i < 256; i++)
		free(side->user.qps.leaf[i]);
	pthread_mutex_destroy(&side->user.table_lock);
}

int rig_teardown(void **state)
{
	struct rig *rig = *state;

	rig_qp_free(rig->x);
	rig_qp_free(rig->y);
	free_side(&rig->a);
	free_side(&rig->b);
	softhca_engine_fini(&rig->hca);
	softhca_faults_fini(&rig->hca);
	free(rig);
	current = NULL;
	return 0;
}

/* --- completion queues ------------------------------------------------------------------- */

struct rig_cq *rig_cq(struct rig_side *side, uint32_t entries)
{
	struct rig_cq *cq = calloc(1, sizeof(*cq));
	struct cxgb3_create_cq_in in;
	struct cxgb3_create_cq_out out;
	struct softhca_udata udata = {
		.in = &in, .in_len = sizeof(in), .out = &out, .out_room = sizeof(out)};

	assert_non_null(cq);
	in.user_rptr_addr = (uintptr_t)&cq->counter;
	cq->k.obj.ctx = &side->ctx;
	assert_int_equal(softhca_table_enter(&side->dev.cqs, &cq->k, &cq->k.cqn), 0);
	assert_int_equal(softhca_driver_cxgb3.create_cq(&cq->k, entries, &udata), 0);
	assert_int_equal(udata.out_len, sizeof(out));
	assert_int_equal(out.cqid, cq->k.cqn);
	assert_int_equal(softhca_engine_cq_created(&cq->k), 0);
	cq->mapped = out.memsize;
	cq->u.buf = map(&side->ctx, out.key, out.memsize, PROT_READ | PROT_WRITE);
	cq->u.entries = 1U << out.size_log2;
	cq->u.shift = CXGB3_CQE_SHIFT;
	cq->u.doorbell_record = &cq->counter;
	cq->u.qps = &side->user.qps;
	cq->u.ibv.context = &side->user.ibv;
	cq->u.soft = &cq->soft;
	cq->soft.entries = 256;
	cq->soft.ring = calloc(cq->soft.entries, sizeof(*cq->soft.ring));
	assert_non_null(cq->soft.ring);
	cq->u.attention = (uint32_t *)(void *)(cq->u.buf + ((size_t)16 << out.size_log2));
	inverbs_cq_forget(&cq->u);
	cxgb3_cq_seek(&cq->u);
	return cq;
}

void rig_cq_free(struct rig_cq *cq)
{
	softhca_engine_cq_destroyed(&cq->k);
	softhca_driver_cxgb3.destroy_cq(&cq->k);
	softhca_table_remove(&cq->k.obj.ctx->device->cqs, cq->k.cqn);
	munmap(cq->u.buf, cq->mapped);
	free(cq->soft.ring);
	free(cq);
}

struct ibv_wc rig_next(struct rig_cq *cq)
{
	struct ibv_wc wc = {0};

	assert_int_equal(cxgb3_poll_cq(&cq->u.ibv, 1, &wc), 1);
	return wc;
}

struct ibv_wc rig_expect(struct rig_cq *cq, uint64_t wr_id, enum ibv_wc_status status)
{
	const struct ibv_wc wc = rig_next(cq);

	assert_int_equal(wc.wr_id, wr_id);
	assert_int_equal(wc.status, status);
	return wc;
}

void rig_expect_none(struct rig_cq *cq)
{
	struct ibv_wc wc;

	assert_int_equal(cxgb3_poll_cq(&cq->u.ibv, 1, &wc), 0);
}

/* --- queue pairs ------------------------------------------------------------------------- */

static void insert_number(struct inverbs_number_table *table, uint32_t number, void *object)
{
	if (!table->leaf[number])
		table->leaf[number] = calloc(1, sizeof(void *));
	assert_non_null(table->leaf[number]);
	table->leaf[number][0] = object;
}

/** Set up the program's half from the response of CREATE_QP. */
static void fill_user(struct rig_qp *qp, const struct cxgb3_create_qp_out *out)
{
	struct softhca_context *ctx = &qp->side->ctx;

	qp->doorbell = map(ctx, out->db_key, 4096, PROT_WRITE);
	qp->mapped = pages((size_t)128 << out->size_log2);
	qp->u.sq.buf = map(ctx, out->key, qp->mapped, PROT_READ | PROT_WRITE);
	qp->u.sq.doorbell = qp->doorbell;
	qp->u.sq.shift = CXGB3_SLOT_SHIFT;
	qp->u.sq.entries = 1U << out->size_log2;
	qp->u.sq.max_post = 1U << out->sq_size_log2;
	qp->u.sq.max_sge = CXGB3_MAX_SGE;
	qp->u.sq.max_inline = CXGB3_MAX_INLINE;
	qp->u.sq.qpn = qp->u.ibv.qp_num = out->qpid;
	qp->u.sq.qp_type = IBV_QPT_RC;
	qp->u.rq.entries = 1U << out->rq_size_log2;
	qp->u.rq.max_post = qp->u.rq.entries - 1;
	qp->u.rq.max_sge = CXGB3_MAX_SGE;
	qp->u.rq.wr_id = calloc(qp->u.rq.entries, sizeof(uint64_t));
	qp->work.requests = qp->u.sq.max_post;
	qp->work.records = calloc(qp->work.requests, sizeof(*qp->work.records));
	assert_non_null(qp->u.rq.wr_id);
	assert_non_null(qp->work.records);
	qp->u.sq.work = &qp->work;
	qp->u.ibv.send_cq = &qp->send_cq->u.ibv;
	qp->u.ibv.recv_cq = &qp->recv_cq->u.ibv;
	insert_number(&qp->side->user.qps, out->qpid, &qp->u);
}

struct rig_qp *rig_qp(struct rig_side *side, struct rig_cq *cq)
{
	struct rig_qp *qp = calloc(1, sizeof(*qp));
	struct cxgb3_create_qp_out out;
	struct softhca_udata udata = {.out = &out, .out_room = sizeof(out)};

	assert_non_null(qp);
	qp->side = side;
	qp->send_cq = cq ? cq : rig_cq(side, RIG_ENTRIES);
	qp->recv_cq = cq ? cq : rig_cq(side, RIG_ENTRIES);
	qp->k.device = &side->dev;
	qp->k.ctx = &side->ctx;
	qp->k.type = IBV_QPT_RC;
	qp->k.pd = &side->pd;
	qp->k.send_cq = &qp->send_cq->k;
	qp->k.recv_cq = &qp->recv_cq->k;
	qp->k.attr.cap.max_send_wr = RIG_SENDS;
	qp->k.attr.cap.max_recv_wr = RIG_RECVS - 1;
	softhca_link_init(&qp->k.handles);
	assert_int_equal(softhca_table_enter(&side->dev.qps, &qp->k, &qp->k.qpn), 0);
	assert_int_equal(softhca_driver_cxgb3.create_qp(&qp->k, &udata), 0);
	assert_int_equal(out.qpid, qp->k.qpn);
	assert_int_equal(softhca_engine_qp_created(&qp->k), 0);
	fill_user(qp, &out);
	return qp;
}

void rig_qp_destroy(struct rig_qp *qp)
{
	if (qp->gone)
		return;
	qp->gone = true;
	softhca_engine_qp_destroyed(&qp->k);
	softhca_driver_cxgb3.destroy_qp(&qp->k);
	softhca_table_remove(&qp->side->dev.qps, qp->k.qpn);
}

void rig_qp_free(struct rig_qp *qp)
{
	rig_qp_destroy(qp);
	munmap(qp->u.sq.buf, qp->mapped);
	if (qp->send_cq != qp->recv_cq)
		rig_cq_free(qp->recv_cq);
	rig_cq_free(qp->send_cq);
	free(qp->u.rq.wr_id);
	free(qp->work.records);
	free(qp);
}

int rig_modify(struct rig_qp *qp, enum ibv_qp_state state)
{
	const enum ibv_qp_state from = qp->k.attr.qp_state;
	int ret = softhca_driver_cxgb3.transition(&qp->k, &state, IBV_QP_STATE);

	if (ret)
		return ret;
	qp->k.attr.qp_state = state;
	softhca_engine_qp_modified(&qp->k, from, IBV_QP_STATE);
	return 0;
}

static void ended(struct softhca_qp *qp, enum softhca_iwarp_end how, void *arg)
{
	struct rig_qp *mine = arg;

	assert_ptr_equal(&mine->k, qp);
	mine->ended++;
	mine->how = how;
}

int rig_connect(struct rig_qp *x, struct rig_qp *y, uint32_t ird, uint32_t ord)
{
	const struct softhca_iwarp_side sides[2] = {
		{.qp = &x->k, .ird = ird, .ord = ord, .ended = ended, .arg = x},
		{.qp = &y->k, .ird = ird, .ord = ord, .ended = ended, .arg = y},
	};

	return softhca_iwarp_connect(&sides[0], &sides[1]);
}

void rig_run(struct rig *rig)
{
	for (int i = 0; i < 10000; i++) {
		if (!softhca_engine_poll(&rig->hca))
			return;
	}
	fail_msg("%s", "the engine does not become idle");
}

/* --- the program ------------------------------------------------------------------------- */

struct ibv_send_wr rig_wr(struct rig_qp *qp, struct rig_qp *peer, enum ibv_wr_opcode opcode,
			  uint64_t wr_id, uint32_t length, struct ibv_sge *sge)
{
	const bool read = opcode == IBV_WR_RDMA_READ;
	const struct rig_mr *mine = read ? qp->side->sink : qp->side->source;
	const struct rig_mr *theirs = read ? peer->side->source : peer->side->sink;
	struct ibv_send_wr wr = {.wr_id = wr_id, .sg_list = sge, .num_sge = 1, .opcode = opcode};

	*sge = (struct ibv_sge){
		.addr = (uintptr_t)mine->bytes, .length = length, .lkey = mine->k.lkey};
	wr.send_flags = IBV_SEND_SIGNALED;
	wr.wr.rdma.remote_addr = (uintptr_t)theirs->bytes;
	wr.wr.rdma.rkey = theirs->k.rkey;
	return wr;
}

int rig_post(struct rig_qp *qp, struct ibv_send_wr *wr)
{
	struct ibv_send_wr *bad = NULL;

	return cxgb3_post_send(&qp->u.ibv, wr, &bad);
}

void rig_send(struct rig_qp *qp, struct rig_qp *peer, enum ibv_wr_opcode opcode, uint64_t wr_id,
	      uint32_t length)
{
	struct ibv_sge sge;
	struct ibv_send_wr wr = rig_wr(qp, peer, opcode, wr_id, length, &sge);

	assert_int_equal(rig_post(qp, &wr), 0);
}

void rig_recv(struct rig_qp *qp, uint64_t wr_id, uint32_t length)
{
	struct ibv_sge sge = {.addr = (uintptr_t)qp->side->sink->bytes,
			      .length = length,
			      .lkey = qp->side->sink->k.lkey};
	struct ibv_recv_wr wr = {.wr_id = wr_id, .sg_list = &sge, .num_sge = 1};
	struct ibv_recv_wr *bad = NULL;

	assert_int_equal(cxgb3_post_recv(&qp->u.ibv, &wr, &bad), 0);
}
