/* SPDX-License-Identifier: BSD-2-Clause */
/* Opening a device: the kernel driver's ABI, pages to map, limits; protection domains. */
#include <errno.h>
#include <inverbs/kernel/uverbs_call.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "control.h"
#include "runtime/provider.h"

enum {
	/* Limits of one queue if the device does not report any. */
	FALLBACK_MAX_WR = 65536,
	FALLBACK_MAX_SGE = 64,
};

const struct inverbs_control *inverbs_control_of(struct ibv_context *context)
{
	return inverbs_context_of(context)->provider->control;
}

/* --- GET_CONTEXT ------------------------------------------------------------------------------ */

/*
 * The kernel returns the current or an older, shorter response, depending on the response size in
 * the request.
 */
static int get_context(struct inverbs_context *ctx, uint32_t abi, struct inverbs_words *words)
{
	const struct inverbs_control *control = ctx->provider->control;
	const struct inverbs_command_data *all = control->command_data;
	const struct inverbs_driver_data *data = abi < control->context_abi
							 ? &all->get_context_old_out
							 : &all->get_context_out;
	uint8_t out[INVERBS_MOST_DRIVER_DATA] = {0};
	struct uverbs_get_context_req req = {0};
	struct uverbs_get_context_resp resp = {0};
	int err = uverbs_call_get_context(ctx->transport, &req, NULL, 0, &resp,
					  data->bytes ? out : NULL, data->bytes);

	if (err)
		return err;
	ctx->ibv.async_fd = (int)resp.async_fd;
	ctx->ibv.num_comp_vectors = (int)resp.num_comp_vectors;
	inverbs_words_get(data, out, words);
	return 0;
}

static bool is_power_of_two(uint64_t n)
{
	return n && !(n & (n - 1));
}

/* A kernel that does not report the CQE size uses the smallest. Slots may be twice as large,
 * with the CQE in the second half. */
static int check_response(const struct inverbs_context *ctx, struct inverbs_words *words)
{
	const uint32_t least = ctx->provider->control->cqe_bytes;
	uint64_t *const bytes = &words->of[INVERBS_WORD_CQE_BYTES];
	const uint64_t numbers = words->of[INVERBS_WORD_NUMBERS];

	if (!(words->of[INVERBS_WORD_CQE_TOLD] & 1))
		*bytes = least;
	if (ctx->provider->control->qp_numbers) {
		words->of[INVERBS_WORD_NUMBERS] = ctx->provider->control->qp_numbers;
		return 0;
	}
	if (is_power_of_two(numbers) && (*bytes == least || *bytes == 2 * (uint64_t)least))
		return 0;
	inverbs_log("%s: the kernel driver reported %u QP numbers and %u-byte CQEs, which "
		    "is not possible",
		    ctx->provider->name, (unsigned int)numbers, (unsigned int)*bytes);
	return EPROTO;
}

/* --- pages ------------------------------------------------------------------------------------ */

/* Map one page of the device file. Returns NULL with errno on failure. */
static void *map_page(struct inverbs_context *ctx, int page, int prot)
{
	const uint64_t bytes = (uint64_t)sysconf(_SC_PAGESIZE);
	void *at = ctx->transport->ops->map(ctx->transport, bytes, prot,
					    (off_t)((uint64_t)page * bytes));

	return at == MAP_FAILED ? NULL : at;
}

static void unmap_page(const void *at)
{
	if (at)
		munmap((void *)(uintptr_t)at, (size_t)sysconf(_SC_PAGESIZE));
}

/*
 * WQEs are copied in blocks, alternately to the two halves of a register, which must lie in one
 * page.
 */
static bool usable_images(uint64_t bytes, uint32_t unit)
{
	return bytes && bytes % (2 * unit) == 0 && bytes <= (uint64_t)sysconf(_SC_PAGESIZE);
}

static int map_registers(struct inverbs_context *ctx, uint64_t image_bytes)
{
	const struct inverbs_control *control = ctx->provider->control;

	if (control->doorbell_page < 0)
		return 0;
	ctx->uar = map_page(ctx, control->doorbell_page, PROT_WRITE);
	if (!ctx->uar)
		return errno;
	if (control->image_page < 0 || !usable_images(image_bytes, control->image_unit))
		return 0;
	inverbs_push_open(&ctx->push, map_page(ctx, control->image_page, PROT_WRITE),
			  (uint32_t)image_bytes / 2);
	if (!ctx->push.page)
		inverbs_log("%s: no BlueFlame page (%s), continuing without", ctx->provider->name,
			    strerror(errno));
	return 0;
}

/* --- limits and the clock ----------------------------------------------------------------------
 */

/*
 * The extended query also returns the offset of the clock; older kernels have the plain query only.
 */
static int query_device(struct inverbs_context *ctx, struct uverbs_query_device_resp *out,
			struct inverbs_words *words)
{
	const struct inverbs_driver_data *data =
		&ctx->provider->control->command_data->query_device_ex_out;
	uint8_t drv[INVERBS_MOST_DRIVER_DATA] = {0};
	struct uverbs_ex_query_device_req ex_req = {0};
	struct uverbs_ex_query_device_resp ex = {0};
	struct uverbs_query_device_req req = {0};

	if (uverbs_call_ex_query_device(ctx->transport, &ex_req, NULL, 0, &ex, drv, data->bytes))
		return uverbs_call_query_device(ctx->transport, &req, out);
	inverbs_words_get(data, drv, words);
	*out = ex.base;
	return 0;
}

static void map_clock(struct inverbs_context *ctx, const struct inverbs_words *words)
{
	struct inverbs_facts *facts = inverbs_facts_of(ctx);

	if (ctx->provider->control->clock_page < 0 || !(words->of[INVERBS_WORD_CLOCK_TOLD] & 1))
		return;
	facts->clock_page = map_page(ctx, ctx->provider->control->clock_page, PROT_READ);
	facts->clock_offset = (uint32_t)(words->of[INVERBS_WORD_CLOCK_OFFSET] &
					 ((uint64_t)sysconf(_SC_PAGESIZE) - 1));
	if (!facts->clock_page)
		inverbs_log("%s: no clock page (%s), raw clock not available", ctx->provider->name,
			    strerror(errno));
}

/* Limits are needed to size rings that the program allocates. If the kernel allocates them, it
 * checks the sizes. */
static void learn_limits(struct inverbs_context *ctx)
{
	struct inverbs_facts *facts = inverbs_facts_of(ctx);
	struct uverbs_query_device_resp resp = {0};
	struct inverbs_words words = {{0}};

	facts->max_wr = FALLBACK_MAX_WR;
	facts->max_sge = FALLBACK_MAX_SGE;
	if (!ctx->provider->control->slots || query_device(ctx, &resp, &words))
		return;
	facts->device_cap_flags = resp.device_cap_flags;
	facts->max_wr = resp.max_qp_wr;
	facts->max_sge = resp.max_sge;
	facts->max_inline_recv = (uint32_t)words.of[INVERBS_WORD_RECV_INLINE];
	map_clock(ctx, &words);
}

static uint32_t clock_half(const struct inverbs_context *ctx, bool high)
{
	const struct inverbs_facts *facts = inverbs_facts_of(ctx);
	const bool big = ctx->provider->control->clock_big;
	const uint8_t *at = facts->clock_page + facts->clock_offset;
	const uint32_t half = inverbs_observe32(high == big ? at : at + 4);

	return big ? INVERBS_BE32(half) : INVERBS_LE32(half);
}

/*
 * Read a 64-bit counter in halves: if the high half is the same before and after reading the low
 * half, the halves belong together.
 */
int inverbs_control_query_clock(struct inverbs_context *ctx, uint64_t *count)
{
	uint32_t high, low, again;

	if (!inverbs_facts_of(ctx)->clock_page)
		return EOPNOTSUPP;
	high = clock_half(ctx, true);
	low = clock_half(ctx, false);
	again = clock_half(ctx, true);
	if (high != again) /* the low half has just wrapped, which happens only every few seconds */
		low = clock_half(ctx, false);
	*count = (uint64_t)again << 32 | low;
	return 0;
}

/* --- contexts ----------------------------------------------------------------------------------
 */

static struct inverbs_facts *new_facts(const struct inverbs_provider *provider,
				       const struct inverbs_device_info *dev)
{
	const size_t ports = provider->control->max_ports;
	struct inverbs_facts *facts = calloc(1, sizeof(*facts) + ports * sizeof(facts->ports[0]));

	if (!facts)
		return NULL;
	facts->abi = dev->abi_version;
	facts->by_command = inverbs_identity_by_command(provider->identity, dev);
	facts->source_gid = inverbs_source_gid;
	facts->neighbour = inverbs_no_neighbour;
	return facts;
}

void inverbs_control_context_fini(struct inverbs_context *ctx)
{
	unmap_page(inverbs_facts_of(ctx)->clock_page);
	unmap_page(ctx->push.page);
	unmap_page(ctx->uar);
	inverbs_table_fini(&ctx->qps);
	inverbs_table_fini(&ctx->xrc_srqs);
	inverbs_record_fini(ctx);
	free(inverbs_facts_of(ctx));
	ctx->provider_data = NULL;
}

static int use_context_response(struct inverbs_context *ctx, struct inverbs_words *words)
{
	const uint32_t numbers = (uint32_t)words->of[INVERBS_WORD_NUMBERS];
	int err;

	inverbs_facts_of(ctx)->cqe_shift = (uint8_t)inverbs_log2_up(
		(uint32_t)words->of[INVERBS_WORD_CQE_BYTES]);
	inverbs_table_init(&ctx->qps, numbers);
	if (ctx->provider->control->xrc)
		inverbs_table_init(&ctx->xrc_srqs, numbers);
	err = map_registers(ctx, words->of[INVERBS_WORD_IMAGE_BYTES]);
	if (err)
		return err;
	learn_limits(ctx);
	ctx->provider->control->set_ops(&ctx->ibv);
	return 0;
}

int inverbs_control_context_init(struct inverbs_context *ctx, const struct inverbs_device_info *dev)
{
	struct inverbs_words words = {{0}};
	int err;

	ctx->provider_data = new_facts(ctx->provider, dev);
	if (!ctx->provider_data)
		return ENOMEM;
	err = get_context(ctx, dev->abi_version, &words);
	if (err) {
		inverbs_control_context_fini(ctx);
		return err;
	}
	err = check_response(ctx, &words);
	if (!err)
		err = use_context_response(ctx, &words);
	if (err) {
		inverbs_control_context_fini(ctx);
		close(ctx->ibv.async_fd);
	}
	return err;
}

/* --- protection domains ------------------------------------------------------------------------
 */

int inverbs_control_alloc_pd(struct inverbs_context *ctx, struct inverbs_pd *pd)
{
	const struct inverbs_driver_data *data =
		&ctx->provider->control->command_data->alloc_pd_out;
	uint8_t out[INVERBS_MOST_DRIVER_DATA] = {0};
	struct uverbs_alloc_pd_req req = {0};
	struct uverbs_alloc_pd_resp resp = {0};
	struct inverbs_words words = {{0}};
	int err = uverbs_call_alloc_pd(ctx->transport, &req, NULL, 0, &resp,
				       data->bytes ? out : NULL, data->bytes);

	if (err)
		return err;
	inverbs_words_get(data, out, &words);
	pd->ibv.handle = resp.pd_handle;
	pd->pdn = (uint32_t)words.of[INVERBS_WORD_NUMBER];
	return 0;
}
