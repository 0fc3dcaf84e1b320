/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Doorbell records: words in memory that the program and the adapter access. Each page holds
 * records of one size; a page is allocated when the others are full and freed with its last record.
 */
#include <unistd.h>

#include "runtime.h"

enum {
	SMALLEST_RECORD = 4,
	WORD_BITS = 64,
};

struct inverbs_record_page {
	struct inverbs_record_page *next;
	uint8_t *memory;
	size_t record_bytes;
	uint32_t slots;
	uint32_t used;
	uint64_t taken[]; /* one bit per slot */
};

static size_t page_bytes(void)
{
	return (size_t)sysconf(_SC_PAGESIZE);
}

static struct inverbs_record_page *add_page(struct inverbs_context *ctx, size_t record_bytes)
{
	uint32_t slots = (uint32_t)(page_bytes() / record_bytes);
	struct inverbs_record_page *page;

	page = calloc(1, sizeof(*page) + slots / WORD_BITS * sizeof(page->taken[0]));
	if (!page)
		return NULL;
	page->memory = inverbs_queue_alloc(ctx, page_bytes());
	if (!page->memory) {
		free(page);
		return NULL;
	}
	page->record_bytes = record_bytes;
	page->slots = slots;
	page->next = ctx->records;
	ctx->records = page;
	return page;
}

static void drop_page(struct inverbs_context *ctx, struct inverbs_record_page *page)
{
	struct inverbs_record_page **at = &ctx->records;

	while (*at != page)
		at = &(*at)->next;
	*at = page->next;
	inverbs_queue_free(ctx, page->memory, page_bytes());
	free(page);
}

/* Take the lowest free slot of a page that is not full. */
static uint32_t take_slot(struct inverbs_record_page *page)
{
	uint32_t word = 0, bit;

	while (!~page->taken[word])
		word++;
	bit = (uint32_t)__builtin_ctzll(~page->taken[word]);
	page->taken[word] |= 1ULL << bit;
	page->used++;
	return word * WORD_BITS + bit;
}

static struct inverbs_record_page *page_with_room(struct inverbs_context *ctx, size_t record_bytes)
{
	struct inverbs_record_page *page;

	for (page = ctx->records; page; page = page->next) {
		if (page->record_bytes == record_bytes && page->used < page->slots)
			return page;
	}
	return add_page(ctx, record_bytes);
}

uint32_t *inverbs_record_alloc(struct inverbs_context *ctx, size_t bytes)
{
	size_t record_bytes = bytes <= SMALLEST_RECORD ? SMALLEST_RECORD : 2 * SMALLEST_RECORD;
	struct inverbs_record_page *page;
	uint8_t *record = NULL;

	pthread_mutex_lock(&ctx->record_lock);
	page = page_with_room(ctx, record_bytes);
	if (page)
		record = page->memory + take_slot(page) * record_bytes;
	pthread_mutex_unlock(&ctx->record_lock);
	if (!record)
		return inverbs_fail(ENOMEM);
	return memset(record, 0, record_bytes);
}

static struct inverbs_record_page *page_of(struct inverbs_context *ctx, const uint32_t *record)
{
	uintptr_t start = (uintptr_t)record & ~((uintptr_t)page_bytes() - 1);
	struct inverbs_record_page *page = ctx->records;

	while (page && (uintptr_t)page->memory != start)
		page = page->next;
	return page;
}

void inverbs_record_free(struct inverbs_context *ctx, uint32_t *record)
{
	struct inverbs_record_page *page;
	uint32_t slot;

	if (!record)
		return;
	pthread_mutex_lock(&ctx->record_lock);
	page = page_of(ctx, record);
	if (page) {
		slot = (uint32_t)(((uint8_t *)record - page->memory) /
				  (ptrdiff_t)page->record_bytes);
		page->taken[slot / WORD_BITS] &= ~(1ULL << slot % WORD_BITS);
		if (!--page->used)
			drop_page(ctx, page);
	}
	pthread_mutex_unlock(&ctx->record_lock);
}

void inverbs_record_fini(struct inverbs_context *ctx)
{
	while (ctx->records)
		drop_page(ctx, ctx->records);
}
