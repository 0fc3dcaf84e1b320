/* SPDX-License-Identifier: BSD-2-Clause */
/* The transport engine: polling, turns, and the life cycle of its state for each object. */
#include "engine/engine.h"

#include <errno.h>
#include <stdlib.h>

#include "base/driver.h"
#include "base/log.h"
#include "base/upcalls.h"
#include "engine/ib/internal.h"
#include "engine/iwarp/internal.h"

enum {
	FLUSH_POLL_NS = 1000000, /**< interval of polls for receives posted in the error state */
	CATCH_UP_TURNS = 64,     /**< maximum turns before a command */
	RECENT_QUEUES = 32, /**< number of queues of a context that are polled for every doorbell */
	POLL_ALL_PAUSE = 8, /**< pause after a poll of all queues, in multiples of its duration */
};

static struct engine *engine_of(const struct softhca_dev *device)
{
	return device->hca->engine;
}

/* --- doorbells --------------------------------------------------------------------------- */

void softhca_engine_kick(struct softhca_context *ctx, bool sends, bool arms)
{
	struct engine_context *ectx = ctx->engine;

	ectx->sends.recent_due |= sends;
	ectx->arms.recent_due |= arms;
}

/** Move a queue that had work to the front: it will probably have more soon. */
static void move_to_front(struct engine_rung *rung, struct softhca_link *in_context)
{
	softhca_link_remove(in_context);
	softhca_list_add_first(&rung->queues, in_context);
}

void softhca_engine_kick_qp(struct softhca_context *ctx, uint32_t qpn)
{
	struct softhca_qp *qp = softhca_find_qp(ctx->device, qpn);
	struct engine_context *ectx = ctx->engine;

	if (qp && qp->ctx == ctx && qp->engine) {
		struct engine_qp *eq = engine_of_qp(qp);

		eq->rules->doorbell_rung(eq);
		if (!softhca_list_empty(&eq->in_context))
			move_to_front(&ectx->sends, &eq->in_context);
	}
	softhca_engine_kick(ctx, true, false);
}

void softhca_engine_kick_cq(struct softhca_context *ctx, uint32_t cqn)
{
	struct softhca_cq *cq = softhca_find_cq(ctx->device, cqn);
	struct engine_context *ectx = ctx->engine;

	if (cq && cq->obj.ctx == ctx && cq->engine) {
		struct engine_cq *ecq = cq->engine;

		softhca_engine_arm_scan(ecq);
		move_to_front(&ectx->arms, &ecq->in_context);
	}
	softhca_engine_kick(ctx, false, true);
}

/** Does the queue have work? */
typedef bool (*poll_queue)(struct softhca_link *in_context);

static bool poll_sends(struct softhca_link *in_context)
{
	struct engine_qp *eq = softhca_entry(in_context, struct engine_qp, in_context);

	eq->rules->doorbell_rung(eq);
	return !softhca_list_empty(&eq->in_run);
}

static bool poll_arm(struct softhca_link *in_context)
{
	struct engine_cq *ecq = softhca_entry(in_context, struct engine_cq, in_context);

	return softhca_engine_arm_scan(ecq);
}

/** Poll the first `most` queues. Returns true if there are more. */
static bool poll_first(struct engine_rung *rung, poll_queue poll, uint32_t most)
{
	struct softhca_link *pos, *after;

	softhca_for_each(pos, after, &rung->queues)
	{
		if (!most--)
			return true;
		if (poll(pos))
			move_to_front(rung, pos);
	}
	return false;
}

static unsigned int poll_recent(struct engine_rung *rung, poll_queue poll)
{
	if (!rung->recent_due)
		return 0;
	rung->recent_due = false;
	rung->all_due |= poll_first(rung, poll, RECENT_QUEUES);
	return 1;
}

static void poll_all(struct engine_context *ectx)
{
	const uint64_t from = softhca_now();
	uint64_t end;

	if (ectx->sends.all_due)
		poll_first(&ectx->sends, poll_sends, UINT32_MAX);
	if (ectx->arms.all_due)
		poll_first(&ectx->arms, poll_arm, UINT32_MAX);
	ectx->sends.all_due = false;
	ectx->arms.all_due = false;
	end = softhca_now();
	ectx->poll_all_at = end + (end - from) * POLL_ALL_PAUSE;
}

/**
 * After a doorbell, poll recently active queues at once. All others are polled only if enough time
 * has passed since the last time, because polling ten thousand of them takes milliseconds.
 */
static unsigned int poll_after_doorbell(struct engine_context *ectx)
{
	struct engine *engine = ectx->engine;
	unsigned int work = poll_recent(&ectx->sends, poll_sends);

	work += poll_recent(&ectx->arms, poll_arm);
	if (!ectx->sends.all_due && !ectx->arms.all_due)
		return work;
	if (engine->now >= ectx->poll_all_at) {
		poll_all(ectx);
		return 1;
	}
	if (ectx->poll_all_at < engine->poll_all_at)
		engine->poll_all_at = ectx->poll_all_at;
	return work;
}

/* --- polling ----------------------------------------------------------------------------- */

static unsigned int run_timers(struct engine *engine)
{
	struct engine_timer *timer;
	unsigned int work = 0;

	while ((timer = softhca_engine_timer_expired(engine))) {
		struct engine_qp *eq = softhca_entry(timer, struct engine_qp, timer);

		eq->rules->timeout(eq);
		work++;
	}
	return work;
}

static unsigned int poll_registers(struct softhca *hca)
{
	struct softhca_link *pos, *after;
	unsigned int work = 0;

	((struct engine *)hca->engine)->poll_all_at = UINT64_MAX;
	softhca_for_each(pos, after, &hca->active)
	{
		struct softhca_context *ctx = softhca_entry(pos, struct softhca_context, in_active);

		work += ctx->device->driver->poll(ctx);
		work += poll_after_doorbell(ctx->engine);
	}
	return work;
}

/**
 * Receives posted to a queue pair in the error state ring no doorbell: poll for them periodically.
 */
static void poll_failed_receives(struct engine *engine)
{
	struct softhca_link *pos, *after;

	if (engine->now < engine->next_flush_poll)
		return;
	engine->next_flush_poll = engine->now + FLUSH_POLL_NS;
	softhca_for_each(pos, after, &engine->failed)
	{
		struct engine_qp *eq = softhca_entry(pos, struct engine_qp, in_failed);

		if (eq->recv_flush && softhca_engine_recv_ready(eq))
			softhca_engine_run(eq);
	}
}

static unsigned int run_turns(struct engine *engine, int turns)
{
	unsigned int work = 0;

	for (int i = 0; i < turns && !softhca_list_empty(&engine->run); i++) {
		struct engine_qp *eq = softhca_entry(engine->run.next, struct engine_qp, in_run);

		softhca_link_remove(&eq->in_run);
		work += eq->rules->turn(eq);
	}
	return work;
}

uint64_t softhca_engine_now(const struct softhca_context *ctx)
{
	const struct engine *engine = ctx->device->hca->engine;

	return engine->now;
}

void softhca_engine_catch_up(struct softhca_context *ctx)
{
	struct engine_context *ectx = ctx->engine;

	if (softhca_list_empty(&ctx->in_active))
		return;
	ectx->engine->now = softhca_now();
	ctx->device->driver->poll(ctx);
	ectx->poll_all_at = ectx->engine->now;
	if (poll_after_doorbell(ectx))
		run_turns(ectx->engine, CATCH_UP_TURNS);
}

/** Take down the ports that fault rules have selected. */
static void take_ports_down(struct softhca *hca)
{
	struct softhca_port *port;

	while ((port = softhca_faults_port_down(hca->faults)))
		hca->up->take_port_down(port);
}

unsigned int softhca_engine_poll(struct softhca *hca)
{
	struct engine *engine = hca->engine;
	unsigned int work;

	engine->now = softhca_now();
	work = run_timers(engine) + poll_registers(hca);
	poll_failed_receives(engine);
	work += run_turns(engine, ENGINE_POLL_TURNS);
	if (softhca_has_fault_rules(hca))
		take_ports_down(hca);
	return work + !softhca_list_empty(&engine->run);
}

uint64_t softhca_engine_deadline(const struct softhca *hca)
{
	const struct engine *engine = hca->engine;

	if (!softhca_list_empty(&engine->run))
		return 0;
	if (engine->timers && engine->heap[0]->due < engine->poll_all_at)
		return engine->heap[0]->due;
	return engine->poll_all_at;
}

/* --- the engine -------------------------------------------------------------------------- */

int softhca_engine_init(struct softhca *hca)
{
	struct engine *engine = calloc(1, sizeof(*engine));

	if (!engine)
		return ENOMEM;
	engine->hca = hca;
	engine->poll_all_at = UINT64_MAX;
	softhca_link_init(&engine->run);
	softhca_link_init(&engine->failed);
	softhca_link_init(&engine->parked);
	hca->engine = engine;
	return 0;
}

void softhca_engine_fini(struct softhca *hca)
{
	struct engine *engine = hca->engine;

	if (!engine)
		return;
	free(engine->heap);
	free(engine);
	hca->engine = NULL;
}

/* --- contexts ---------------------------------------------------------------------------- */

int softhca_engine_context_opened(struct softhca_context *ctx)
{
	struct engine_context *ectx = calloc(1, sizeof(*ectx));

	if (!ectx)
		return ENOMEM;
	ectx->engine = engine_of(ctx->device);
	softhca_link_init(&ectx->sends.queues);
	softhca_link_init(&ectx->arms.queues);
	ctx->engine = ectx;
	return 0;
}

void softhca_engine_context_closing(struct softhca_context *ctx)
{
	free(ctx->engine);
	ctx->engine = NULL;
}

/* --- completion queues ------------------------------------------------------------------- */

int softhca_engine_cq_created(struct softhca_cq *cq)
{
	struct engine_context *ectx = cq->obj.ctx->engine;
	struct engine_cq *ecq = calloc(1, sizeof(*ecq));

	if (!ecq)
		return ENOMEM;
	ecq->cq = cq;
	ecq->sequence = 1;
	softhca_list_add_last(&ectx->arms.queues, &ecq->in_context);
	cq->engine = ecq;
	return 0;
}

void softhca_engine_cq_destroyed(struct softhca_cq *cq)
{
	struct engine_cq *ecq = cq->engine;

	if (!ecq)
		return;
	softhca_link_remove(&ecq->in_context);
	free(ecq);
	cq->engine = NULL;
}

void softhca_engine_cq_notify(struct softhca_cq *cq, bool solicited)
{
	struct engine_cq *ecq = cq->engine;

	ecq->armed_solicited = solicited && (!ecq->armed || ecq->armed_solicited);
	ecq->armed = true;
}

/* --- queue pairs ------------------------------------------------------------------------- */

int softhca_engine_qp_created(struct softhca_qp *qp)
{
	struct engine *engine = engine_of(qp->device);
	struct engine_qp *eq = calloc(1, sizeof(*eq));

	if (!eq || softhca_engine_timers_reserve(engine, engine->qps + 1))
		goto no_memory;
	eq->qp = qp;
	eq->engine = engine;
	eq->hw = qp->hw;
	eq->created_at = eq->changed = softhca_now();
	softhca_link_init(&eq->in_context);
	softhca_link_init(&eq->in_run);
	softhca_link_init(&eq->in_failed);
	softhca_link_init(&eq->in_parked);
	eq->rules = qp->device->driver->node_type == IBV_NODE_RNIC ? &softhca_iwarp_rules
								   : &softhca_ib_rules;
	if (eq->rules->create(eq))
		goto no_memory;
	engine->qps++;
	if (qp->ctx && eq->hw && eq->hw->send.entries) {
		struct engine_context *ectx = qp->ctx->engine;

		softhca_list_add_last(&ectx->sends.queues, &eq->in_context);
	}
	qp->engine = eq;
	return 0;
no_memory:
	free(eq);
	return ENOMEM;
}

void softhca_engine_qp_destroyed(struct softhca_qp *qp)
{
	struct engine_qp *eq = engine_of_qp(qp);

	if (!eq)
		return;
	eq->rules->destroy(eq);
	softhca_engine_qp_stop(eq);
	softhca_link_remove(&eq->in_context);
	eq->engine->qps--;
	free(eq->ahead.bytes);
	free(eq->faults);
	free(eq->why);
	free(eq);
	qp->engine = NULL;
}

void softhca_engine_qp_modified(struct softhca_qp *qp, enum ibv_qp_state from, uint32_t mask)
{
	if (from != qp->attr.qp_state)
		engine_of_qp(qp)->changed = softhca_now();
	engine_of_qp(qp)->rules->modified(engine_of_qp(qp), from, mask);
}

void softhca_engine_qp_fail(struct softhca_qp *qp, enum ibv_event_type event)
{
	softhca_engine_note_reason(qp->device->hca, SOFTHCA_REASON_EVENT, 0);
	engine_of_qp(qp)->rules->fail(engine_of_qp(qp), (int)event);
}

const struct softhca_refusal *softhca_engine_qp_why(const struct softhca_qp *qp,
						    enum ibv_wc_status status, unsigned int kinds,
						    uint32_t index, uint32_t mask)
{
	return softhca_engine_why(qp, status, kinds, index, mask);
}

void softhca_engine_qp_query(const struct softhca_qp *qp, struct ibv_qp_attr *attr)
{
	const struct engine_qp *eq = engine_of_qp(qp);

	attr->cur_qp_state = qp->attr.qp_state;
	attr->sq_draining = eq && eq->draining;
}

/* --- ports ------------------------------------------------------------------------------- */

/** Call `visit` for every queue pair of the emulator. */
static void for_each_qp(const struct softhca *hca,
			void (*visit)(struct engine_qp *eq, const struct softhca_port *port),
			const struct softhca_port *port)
{
	for (unsigned int d = 0; d < hca->num_devices; d++) {
		const struct softhca_table *qps = &hca->devices[d]->qps;

		for (uint32_t i = 0; i < qps->room; i++) {
			struct softhca_qp *qp = qps->slot[i];

			if (qp && qp->engine)
				visit(qp->engine, port);
		}
	}
}

static void handle_port_lost(struct engine_qp *eq, const struct softhca_port *port)
{
	eq->rules->port_lost(eq, port);
}

/** Find the peer's port again, and retry messages that were lost meanwhile. */
static void retry_lost_messages(struct engine_qp *eq, const struct softhca_port *port)
{
	(void)port;
	eq->rules->retry(eq);
}

void softhca_engine_port_changed(struct softhca_port *port)
{
	for_each_qp(port->device->hca, port->up ? retry_lost_messages : handle_port_lost, port);
}

static void resolve_peer(struct engine_qp *eq, const struct softhca_port *port)
{
	(void)port;
	eq->rules->resolve(eq);
}

void softhca_engine_addresses_changed(struct softhca *hca)
{
	for_each_qp(hca, resolve_peer, NULL);
	for_each_qp(hca, retry_lost_messages, NULL);
}

/* --- memory ------------------------------------------------------------------------------ */

/** Nothing to do: keys are looked up for every chunk, and no chunk is in progress between calls. */
void softhca_engine_mr_destroyed(struct softhca_mr *mr)
{
	(void)mr;
}

void softhca_engine_mw_destroyed(struct softhca_mw *mw)
{
	softhca_engine_window_release(mw);
}

/* --- processes that were stalled ---------------------------------------------------------- */

/**
 * Doorbells and arm requests made while the process was stalled may have been missed: poll all
 * again.
 */
static void poll_all_again(const struct softhca_dev *device, const struct softhca_process *process)
{
	struct softhca_link *pos, *after;

	softhca_for_each(pos, after, &device->contexts)
	{
		struct softhca_context *ctx = softhca_entry(pos, struct softhca_context, in_device);
		struct engine_context *ectx = ctx->engine;

		if (!ectx || ctx->memory.process != process)
			continue;
		softhca_engine_kick(ctx, true, true);
		ectx->sends.all_due = true;
		ectx->arms.all_due = true;
	}
}

/** A write has ended: update the queue pairs of the device that wait for it. */
static void update_ended_writes(const struct softhca_dev *device,
				const struct softhca_process *process, bool done)
{
	for (uint32_t i = 0; i < device->qps.room; i++) {
		const struct softhca_qp *qp = device->qps.slot[i];

		if (qp && qp->engine)
			softhca_dma_ended(&engine_of_qp(qp)->progress, process, done);
	}
}

void softhca_engine_memory_accessible(struct softhca *hca, const struct softhca_process *process,
				      bool done)
{
	struct engine *engine = hca->engine;
	struct softhca_link *pos, *after;

	for (unsigned int i = 0; i < hca->num_devices && process; i++) {
		poll_all_again(hca->devices[i], process);
		update_ended_writes(hca->devices[i], process, done);
	}
	softhca_for_each(pos, after, &engine->parked)
	{
		struct engine_qp *eq = softhca_entry(pos, struct engine_qp, in_parked);

		softhca_link_remove(&eq->in_parked);
		eq->waiting = false;
		softhca_engine_run(eq);
	}
}
