/* SPDX-License-Identifier: BSD-2-Clause */
#include "rig.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/devices.h"
#include "base/log.h"
#include "base/table.h"
#include "faults/faults.h"

struct inverbs_qp inverbs_no_qp = {
	.sq = {.qpn = UINT32_MAX, .key = UINT32_MAX}}; /* defined in the archive otherwise */
const uint8_t inverbs_parked_cqe[64] __attribute__((aligned(64))) = {[0 ... 63] = 0xff};

/* Doorbells, the BlueFlame page, and, on the fourth page, a clock that polls of mlx4 update. */
#define REGISTER_BYTES 16384

enum rig_mode rig_mode;
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

static void trace_entry(const struct softhca_context *ctx, enum softhca_trace_kind kind,
			uint32_t number, uint32_t index, uint32_t detail, const void *entry,
			size_t bytes)
{
	assert_non_null(entry);
	assert_true(current->traces < RIG_MAX_TRACES);
	current->trace[current->traces++] = (struct rig_trace){
		.kind = kind,
		.ctx = ctx,
		.number = number,
		.index = index,
		.detail = detail,
		.bytes = bytes,
	};
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

static void srq_event(struct softhca_srq *srq, enum ibv_event_type type)
{
	record(type, srq);
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
	.srq_event = srq_event,
	.trace_entry = trace_entry,
	.take_port_down = take_port_down,
};

unsigned int rig_events(const struct rig *rig, enum ibv_event_type type, const void *object)
{
	unsigned int n = 0;

	for (unsigned int i = 0; i < rig->num_events; i++)
		n += rig->events[i].type == type && rig->events[i].object == object;
	return n;
}

bool rig_get_event(struct rig_cq *cq)
{
	if (!cq->comp_events)
		return false;
	cq->comp_events--;
	cq->u.arm_sn++;
	return true;
}

/* --- setup ------------------------------------------------------------------------------- */

void rig_own(struct rig *rig, struct rig_owned *owned, void (*release)(struct rig_owned *))
{
	owned->release = release;
	softhca_list_add_first(&rig->owned, &owned->link);
}

static const size_t ARENA_BYTES = 256U << 20;

/** Create a file that both programs have mapped and shared. Only the used part takes memory. */
static void make_arena(struct rig *rig)
{
	int fd = memfd_create("rig", MFD_CLOEXEC | MFD_ALLOW_SEALING);

	assert_int_equal(ftruncate(fd, (off_t)ARENA_BYTES), 0);
	assert_int_equal(fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK), 0);
	rig->arena = mmap(NULL, ARENA_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	assert_ptr_not_equal(rig->arena, MAP_FAILED);
	assert_int_equal(
		softhca_dma_share(&rig->a.ctx.memory, (uintptr_t)rig->arena, ARENA_BYTES, fd), 0);
	assert_int_equal(
		softhca_dma_share(&rig->b.ctx.memory, (uintptr_t)rig->arena, ARENA_BYTES, fd), 0);
	close(fd);
}

void rig_unshare(struct rig *rig)
{
	assert_int_equal(
		softhca_dma_unshare(&rig->a.ctx.memory, (uintptr_t)rig->arena, ARENA_BYTES), 0);
	assert_int_equal(
		softhca_dma_unshare(&rig->b.ctx.memory, (uintptr_t)rig->arena, ARENA_BYTES), 0);
}

void rig_free(void *memory)
{
	if (!current->arena)
		free(memory);
}

void *rig_zeroed(size_t bytes)
{
	size_t room = (bytes + 4095) & ~(size_t)4095;
	void *memory;

	if (current->arena) {
		memory = current->arena + current->arena_used;
		current->arena_used += room;
		assert_true(current->arena_used <= ARENA_BYTES);
		return memory;
	}
	memory = aligned_alloc(4096, room);
	assert_non_null(memory);
	memset(memory, 0, room);
	return memory;
}

static void make_table(struct inverbs_number_table *table)
{
	table->mask = (1U << 17) - 1;
	table->shift = 9;
}

static void free_table(struct inverbs_number_table *table)
{
	for (int i = 0; i < 256; i++)
		free(table->leaf[i]);
}

static void make_device(struct softhca_dev *dev, struct softhca *hca, uint16_t lid)
{
	const union ibv_gid gid = {.raw = {[0] = 0xfe, [15] = (uint8_t)lid}};

	dev->hca = hca;
	dev->driver = &softhca_driver_mlx4;
	dev->num_ports = 1;
	dev->port[0].device = dev;
	dev->port[0].number = 1;
	dev->port[0].up = true;
	dev->port[0].state = IBV_PORT_ACTIVE;
	dev->port[0].lid = lid;
	dev->port[0].max_mtu = dev->port[0].active_mtu = IBV_MTU_4096;
	dev->port[0].pkey[0] = 0xffff;
	softhca_port_put_gid(&dev->port[0], 0, &gid);
	softhca_table_init(&dev->pds, 1, 100, true);
	softhca_table_init(&dev->cqs, 1, 100, true);
	softhca_table_init(&dev->srqs, 1, 100, true);
	softhca_table_init(&dev->qps, 0x48, 1000, true);
	dev->xrc_qpn_bit = MLX4_XRC_QPN_BIT;
	softhca_table_init(&dev->keys, 2, 1000, true);
}

static void make_pd(struct rig_side *side, struct softhca_pd *pd)
{
	pd->obj.type = SOFTHCA_PD;
	pd->obj.ctx = &side->ctx;
	assert_int_equal(softhca_table_enter(&side->dev.pds, pd, &pd->pdn), 0);
}

static void make_side(struct rig *rig, struct rig_side *side, uint16_t lid)
{
	side->rig = rig;
	make_device(&side->dev, &rig->hca, lid);
	side->ctx.device = &side->dev;
	softhca_dma_space_init(&side->ctx.memory, getpid());
	side->ctx.memory.own = rig_mode == RIG_OWN;
	side->ctx.registers = aligned_alloc(4096, REGISTER_BYTES);
	assert_non_null(side->ctx.registers);
	memset(side->ctx.registers, 0, REGISTER_BYTES);
	assert_int_equal(softhca_engine_context_opened(&side->ctx), 0);
	softhca_list_add_last(&rig->hca.active, &side->ctx.in_active);
	make_pd(side, &side->pd);
	make_pd(side, &side->other_pd);
	make_table(&side->qps);
	make_table(&side->srqs);
	inverbs_push_open(&side->push, side->ctx.registers + 4096, 256);
}

int rig_setup(void **state)
{
	struct rig *rig = calloc(1, sizeof(*rig));

	assert_non_null(rig);
	current = rig;
	rig->now = 1000000000;
	softhca_link_init(&rig->hca.active);
	softhca_link_init(&rig->owned);
	rig->devices[0] = &rig->a.dev;
	rig->devices[1] = &rig->b.dev;
	rig->hca.devices = rig->devices;
	rig->hca.num_devices = 2;
	rig->hca.up = &upcalls;
	assert_int_equal(softhca_engine_init(&rig->hca), 0);
	make_side(rig, &rig->a, 1);
	make_side(rig, &rig->b, 2);
	if (rig_mode == RIG_SHARED)
		make_arena(rig);
	*state = rig;
	return 0;
}

static void free_side(struct rig_side *side)
{
	struct softhca_dev *dev = &side->dev;

	softhca_engine_context_closing(&side->ctx);
	free(side->ctx.registers);
	softhca_dma_space_fini(&side->ctx.memory);
	softhca_table_fini(&dev->pds);
	softhca_table_fini(&dev->cqs);
	softhca_table_fini(&dev->srqs);
	softhca_table_fini(&dev->qps);
	softhca_table_fini(&dev->keys);
	free_table(&side->qps);
	free_table(&side->srqs);
}

int rig_teardown(void **state)
{
	struct rig *rig = *state;

	while (!softhca_list_empty(&rig->owned)) {
		struct rig_owned *o = softhca_entry(rig->owned.next, struct rig_owned, link);

		softhca_link_remove(&o->link);
		o->release(o);
	}
	free_side(&rig->a);
	free_side(&rig->b);
	softhca_engine_fini(&rig->hca);
	softhca_faults_fini(&rig->hca);
	if (rig->arena)
		munmap(rig->arena, ARENA_BYTES);
	free(rig);
	current = NULL;
	return 0;
}

/* --- memory ------------------------------------------------------------------------------ */

void rig_mr_dereg(struct rig_mr *mr)
{
	if (!mr->k.lkey)
		return;
	softhca_engine_mr_destroyed(&mr->k);
	softhca_table_remove(&mr->k.obj.ctx->device->keys, mr->k.lkey >> 8);
	mr->k.lkey = 0;
}

static void free_mr(struct rig_owned *owned)
{
	struct rig_mr *mr = softhca_entry(owned, struct rig_mr, owned);

	rig_mr_dereg(mr);
	rig_free(mr->bytes);
	free(mr);
}

struct rig_mr *rig_mr(struct rig_side *side, size_t bytes, uint32_t access)
{
	struct rig_mr *mr = calloc(1, sizeof(*mr));
	uint32_t index;

	assert_non_null(mr);
	mr->bytes = rig_zeroed(bytes);
	mr->k.obj.type = SOFTHCA_MR;
	mr->k.obj.ctx = &side->ctx;
	mr->k.pd = &side->pd;
	mr->k.start = mr->k.hca_va = (uintptr_t)mr->bytes;
	mr->k.length = bytes;
	mr->k.access = access;
	assert_int_equal(softhca_table_enter(&side->dev.keys, &mr->k, &index), 0);
	mr->k.lkey = mr->k.rkey = index << 8 | 0x5a;
	rig_own(side->rig, &mr->owned, free_mr);
	return mr;
}

static void free_mw(struct rig_owned *owned)
{
	struct rig_mw *mw = softhca_entry(owned, struct rig_mw, owned);

	softhca_engine_mw_destroyed(&mw->k);
	softhca_table_remove(&mw->k.obj.ctx->device->keys, mw->k.rkey >> 8);
	free(mw);
}

struct rig_mw *rig_mw(struct rig_side *side, enum ibv_mw_type type)
{
	struct rig_mw *mw = calloc(1, sizeof(*mw));
	uint32_t index;

	assert_non_null(mw);
	mw->k.obj.type = SOFTHCA_MW;
	mw->k.obj.ctx = &side->ctx;
	mw->k.pd = &side->pd;
	mw->k.type = type;
	assert_int_equal(softhca_table_enter(&side->dev.keys, &mw->k, &index), 0);
	mw->k.rkey = index << 8;
	rig_own(side->rig, &mw->owned, free_mw);
	return mw;
}

void rig_fill(struct rig_mr *mr, uint8_t seed)
{
	for (uint64_t i = 0; i < mr->k.length; i++)
		mr->bytes[i] = (uint8_t)(seed + i * 7 + (i >> 8));
}

struct ibv_sge rig_sge(const struct rig_mr *mr, size_t offset, uint32_t length)
{
	return (struct ibv_sge){
		.addr = (uintptr_t)mr->bytes + offset,
		.length = length,
		.lkey = mr->k.lkey,
	};
}

/* --- completion queues ------------------------------------------------------------------- */

static void free_cq(struct rig_owned *owned)
{
	struct rig_cq *cq = softhca_entry(owned, struct rig_cq, owned);

	softhca_engine_cq_destroyed(&cq->k);
	softhca_driver_mlx4.destroy_cq(&cq->k);
	softhca_table_remove(&cq->k.obj.ctx->device->cqs, cq->k.cqn);
	rig_free(cq->u.buf);
	rig_free(cq);
}

struct rig_cq *rig_cq(struct rig_side *side, uint32_t entries)
{
	struct rig_cq *cq = rig_zeroed(sizeof(*cq));
	struct mlx4_create_cq_in in;
	struct softhca_udata udata = {.in = &in, .in_len = sizeof(in)};

	cq->u.buf = rig_zeroed((size_t)entries * 64);
	cq->u.doorbell_record = cq->doorbell_record;
	cq->u.doorbell = side->ctx.registers;
	cq->u.qps = &side->qps;
	cq->u.srqs = &side->srqs;
	cq->u.entries = entries;
	cq->u.shift = 6;
	cq->u.arm_sn = 1;
	inverbs_cq_forget(&cq->u);
	mlx4_cq_seek(&cq->u);
	in = (struct mlx4_create_cq_in){
		.buf_addr = (uintptr_t)cq->u.buf,
		.db_addr = (uintptr_t)cq->doorbell_record,
	};
	cq->k.obj.ctx = &side->ctx;
	assert_int_equal(softhca_table_enter(&side->dev.cqs, &cq->k, &cq->k.cqn), 0);
	assert_int_equal(softhca_driver_mlx4.create_cq(&cq->k, entries - 1, &udata), 0);
	assert_int_equal(cq->k.entries, entries);
	assert_int_equal(softhca_engine_cq_created(&cq->k), 0);
	cq->u.cqn = cq->k.cqn;
	rig_own(side->rig, &cq->owned, free_cq);
	return cq;
}

/**
 * Does what a program does after RESIZE_CQ: copies the CQEs that it has not polled, up to the
 * marker.
 */
void rig_cq_resize(struct rig_cq *cq, uint32_t entries)
{
	uint8_t *fresh = rig_zeroed((size_t)entries * 64);
	struct mlx4_resize_cq_in in = {.buf_addr = (uintptr_t)fresh};
	struct softhca_udata udata = {.in = &in, .in_len = sizeof(in)};
	uint32_t i = cq->u.head;

	assert_int_equal(softhca_driver_mlx4.resize_cq(&cq->k, entries - 1, &udata), 0);
	for (;; i++) {
		const uint8_t *old = cq->u.buf + (size_t)(i & (cq->u.entries - 1)) * 64;
		uint8_t *slot = fresh + (size_t)((i + 1) & (entries - 1)) * 64;

		if ((old[63] & 0x1f) == MLX4_CQE_OP_RESIZE)
			break;
		memcpy(slot, old, 64);
		slot[63] = (uint8_t)((slot[63] & 0x7f) | (((i + 1) & entries) ? 0x80 : 0));
	}
	cq->u.head++;
	rig_free(cq->u.buf);
	cq->u.buf = fresh;
	cq->u.entries = entries;
	mlx4_cq_seek(&cq->u);
	mlx4_cq_publish_ci(&cq->u);
}

struct ibv_wc rig_next(struct rig_cq *cq)
{
	struct ibv_wc wc = {0};

	assert_int_equal(mlx4_poll_cq(&cq->u.ibv, 1, &wc), 1);
	return wc;
}

void rig_expect_none(struct rig_cq *cq)
{
	struct ibv_wc wc = {0};

	assert_int_equal(mlx4_poll_cq(&cq->u.ibv, 1, &wc), 0);
}

struct ibv_wc rig_one(struct rig_cq *cq)
{
	struct ibv_wc wc = rig_next(cq);

	rig_expect_none(cq);
	return wc;
}

struct ibv_wc rig_expect(struct rig_cq *cq, uint64_t wr_id, enum ibv_wc_status status)
{
	struct ibv_wc wc = rig_next(cq);

	assert_int_equal(wc.status, status);
	assert_int_equal(wc.wr_id, wr_id);
	return wc;
}
