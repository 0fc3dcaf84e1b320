/* SPDX-License-Identifier: BSD-2-Clause */
/* Opening devices, register pages, and responses with a number. */
#include <sys/mman.h>

#include "adapters/common/rings.h"
#include "base/log.h"
#include "engine/engine.h"

static const struct softhca_rings *rings_of(const struct softhca_context *ctx)
{
	return ctx->device->driver->rings;
}

int softhca_get_words(const struct softhca_udata *udata, const struct inverbs_driver_data *data,
		      struct inverbs_words *words)
{
	if (udata->in_len < data->bytes)
		return EINVAL;
	inverbs_words_get(data, udata->in, words);
	return 0;
}

void softhca_put_words(struct softhca_udata *udata, const struct inverbs_driver_data *data,
		       const struct inverbs_words *words)
{
	uint8_t out[INVERBS_MOST_DRIVER_DATA];

	inverbs_words_put(data, out, words);
	softhca_udata_out(udata, out, data->bytes);
}

/* --- contexts -------------------------------------------------------------------------------- */

int softhca_common_get_context(struct softhca_context *ctx, struct softhca_udata *udata)
{
	const struct softhca_driver *driver = ctx->device->driver;
	const struct softhca_rings *rings = driver->rings;
	const struct inverbs_words words = {
		.of[INVERBS_WORD_NUMBERS] = driver->limits->qpn_count,
		.of[INVERBS_WORD_IMAGE_BYTES] = rings->image_bytes,
		.of[INVERBS_WORD_IMAGE_COUNT] = rings->image_bytes
							? SOFTHCA_PAGE / rings->image_bytes
							: 0,
		.of[INVERBS_WORD_CQE_BYTES] = rings->cqe_bytes,
		.of[INVERBS_WORD_CQE_TOLD] = 1,
	};

	if (driver->tick)
		driver->tick(ctx, softhca_now());
	if (rings->command_data)
		softhca_put_words(udata, &rings->command_data->get_context_out, &words);
	return 0;
}

/** The response's offset of the clock is 0: the clock is at the start of its page. */
int softhca_common_query_device_ex(struct softhca_context *ctx, struct softhca_udata *udata)
{
	const struct softhca_rings *rings = rings_of(ctx);
	const struct inverbs_driver_data *data = &rings->command_data->query_device_ex_out;
	const struct inverbs_words words = {
		.of[INVERBS_WORD_RESPONSE_BYTES] = data->bytes,
		.of[INVERBS_WORD_CLOCK_TOLD] = ctx->device->driver->tick != NULL,
	};

	if (rings->exact_driver_data && (udata->in_len || (udata->out_room && !data->bytes)))
		return EINVAL;
	softhca_put_words(udata, data, &words);
	return 0;
}

int softhca_common_map(struct softhca_context *ctx, uint64_t offset, uint64_t bytes, int prot,
		       struct softhca_mapped *out)
{
	const struct softhca_rings *rings = rings_of(ctx);

	if (bytes != SOFTHCA_PAGE || offset % SOFTHCA_PAGE || (prot & PROT_EXEC))
		return EINVAL;
	for (uint32_t i = 0; i < rings->page_count; i++) {
		if (rings->pages[i].number * SOFTHCA_PAGE != offset)
			continue;
		if (rings->pages[i].read_only && prot & PROT_WRITE)
			return EPERM;
		*out = (struct softhca_mapped){.fd = ctx->registers_fd,
					       .offset = (uint64_t)i * SOFTHCA_PAGE};
		return 0;
	}
	return EINVAL;
}

/* --- registers ------------------------------------------------------------------------------- */

/** Stored as one 64-bit word: a program that reads the two halves separately detects a change. */
uint64_t softhca_common_tick(struct softhca_context *ctx, uint64_t now)
{
	const struct softhca_rings *rings = rings_of(ctx);
	uint64_t *clock = (uint64_t *)(void *)(ctx->registers + rings->clock_at);
	const uint64_t ticks = softhca_ticks(ctx->device->driver->limits, now);

	__atomic_store_n(clock, rings->clock_big ? INVERBS_BE64(ticks) : INVERBS_LE64(ticks),
			 __ATOMIC_RELEASE);
	return ticks;
}

static uint32_t doorbell_number(const struct softhca_register *r, uint32_t word)
{
	return (r->big ? INVERBS_BE32(word) : INVERBS_LE32(word)) >> r->shift & r->mask;
}

/**
 * Fetch and clear the value of a register. Stores do not trap and a later one may overwrite an
 * earlier one, so the value is only a hint that a queue has work. Returns false if none was
 * written.
 */
static bool poll_register(struct softhca_context *ctx, const struct softhca_register *r)
{
	uint32_t *word = (uint32_t *)(void *)(ctx->registers + r->at);
	const uint32_t *number = (uint32_t *)(void *)(ctx->registers + r->at + r->number_at);
	uint32_t stored;

	if (!__atomic_load_n(word, __ATOMIC_RELAXED))
		return false;
	stored = __atomic_exchange_n(word, 0, __ATOMIC_ACQUIRE);
	if (r->number_at)
		stored = __atomic_load_n(number, __ATOMIC_RELAXED);
	if (r->arms)
		softhca_engine_kick_cq(ctx, doorbell_number(r, stored));
	else
		softhca_engine_kick_qp(ctx, doorbell_number(r, stored));
	return true;
}

unsigned int softhca_common_poll(struct softhca_context *ctx)
{
	const struct softhca_driver *driver = ctx->device->driver;
	unsigned int found = 0;

	if (driver->tick)
		driver->tick(ctx, softhca_engine_now(ctx));
	for (uint32_t i = 0; i < driver->rings->register_count; i++)
		found += poll_register(ctx, &driver->rings->registers[i]);
	return found;
}

/* --- small responses ------------------------------------------------------------------------- */

int softhca_common_alloc_pd(struct softhca_pd *pd, struct softhca_udata *udata)
{
	const struct inverbs_words words = {.of[INVERBS_WORD_NUMBER] = pd->pdn};

	softhca_put_words(udata, &rings_of(pd->obj.ctx)->command_data->alloc_pd_out, &words);
	return 0;
}

void softhca_common_create_ah(struct softhca_ah *ah, struct softhca_udata *udata)
{
	const struct inverbs_words words = {.of[INVERBS_WORD_NUMBER] = softhca_ah_number(ah)};

	softhca_put_words(udata, &rings_of(ah->obj.ctx)->command_data->create_ah_out, &words);
}

int softhca_common_modify_cq(struct softhca_cq *cq INVERBS_UNUSED, uint16_t count INVERBS_UNUSED,
			     uint16_t period INVERBS_UNUSED)
{
	return 0;
}

int softhca_common_notify_cq(struct softhca_cq *cq INVERBS_UNUSED)
{
	return 0;
}

int softhca_common_ring_doorbell(struct softhca_qp *qp)
{
	if (qp->attr.qp_state < IBV_QPS_RTS)
		return EINVAL;
	softhca_engine_kick_qp(qp->ctx, qp->qpn);
	return 0;
}
