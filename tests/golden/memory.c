/* SPDX-License-Identifier: BSD-2-Clause */
#include "memory.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
	MAX_PLACED = 256,
	MAX_GUARDED = 256,
};

static struct {
	struct {
		uint8_t *at;
		size_t bytes;
	} mapping[MAX_GUARDED];
	size_t count;
} guarded;

/* Pages that place_at() has mapped, since two payloads may share one. */
static struct {
	uint64_t page[MAX_PLACED];
	size_t count;
} placed;

static size_t page_size(void)
{
	return (size_t)sysconf(_SC_PAGESIZE);
}

uint8_t *guarded_memory(size_t bytes)
{
	size_t page = page_size(), room = (bytes + page - 1) / page * page;
	uint8_t *at = mmap(NULL, room + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
			   -1, 0);

	if (at == MAP_FAILED || mprotect(at + room, page, PROT_NONE))
		return NULL;
	if (guarded.count < MAX_GUARDED) {
		guarded.mapping[guarded.count].at = at;
		guarded.mapping[guarded.count++].bytes = room + page;
	}
	return at;
}

void guarded_memory_release(void)
{
	while (guarded.count) {
		guarded.count--;
		munmap(guarded.mapping[guarded.count].at, guarded.mapping[guarded.count].bytes);
	}
}

static bool map_page(uint64_t page)
{
	void *want = (void *)(uintptr_t)page;

	for (size_t i = 0; i < placed.count; i++) {
		if (placed.page[i] == page)
			return true;
	}
	if (placed.count == MAX_PLACED)
		return false;
	if (mmap(want, page_size(), PROT_READ | PROT_WRITE,
		 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0) != want)
		return false;
	placed.page[placed.count++] = page;
	return true;
}

void *place_at(uint64_t address, const struct bytes *from)
{
	uint64_t first = address & ~(uint64_t)(page_size() - 1);

	if (address < page_size() || address + from->len < address)
		return NULL;

	for (uint64_t page = first; page < address + from->len; page += page_size()) {
		if (!map_page(page))
			return NULL;
	}
	memcpy((void *)(uintptr_t)address, from->data, from->len);
	return (void *)(uintptr_t)address;
}

void picture_free(struct picture *p)
{
	free(p->before);
	free(p->covered);
	*p = (struct picture){.name = NULL};
}

void picture_take(struct picture *p, const char *name, const uint8_t *memory, size_t len)
{
	picture_free(p);
	*p = (struct picture){.name = name, .now = memory, .len = len};
	p->before = malloc(len + 1);
	p->covered = calloc(len + 1, 1);
	if (!p->before || !p->covered)
		abort();
	if (len)
		memcpy(p->before, memory, len);
}

bool picture_cover(struct picture *p, size_t offset, size_t len)
{
	if (offset > p->len || len > p->len - offset)
		return false;
	memset(p->covered + offset, 1, len);
	return true;
}

void picture_check_rest(const struct picture *p, struct report *r)
{
	for (size_t i = 0; i < p->len; i++) {
		if (!p->covered[i] && p->now[i] != p->before[i]) {
			fail(r, "%s: byte %zu changed from %02x to %02x outside of what may change",
			     p->name, i, p->before[i], p->now[i]);
			return;
		}
	}
}

static void check_range(struct report *r, const char *what, const uint8_t *actual,
			const struct bytes *expected, size_t start, size_t len,
			const uint8_t *ignore)
{
	for (size_t i = start; i < start + len && i < expected->len; i++) {
		uint8_t mask = ignore ? (uint8_t)~ignore[i] : 0xff;

		if ((actual[i] ^ expected->data[i]) & mask) {
			fail(r, "%s: byte %zu is %02x, expected %02x", what, i, actual[i],
			     expected->data[i]);
			return;
		}
	}
}

void check_defined(struct report *r, const char *what, const uint8_t *actual,
		   const struct bytes *expected, const json_t *defined, const uint8_t *ignore)
{
	if (!defined) {
		check_range(r, what, actual, expected, 0, expected->len, ignore);
		return;
	}
	for (size_t i = 0; i < json_array_size(defined); i++) {
		const json_t *range = json_array_get(defined, i);

		check_range(r, what, actual, expected, number_of(json_array_get(range, 0)),
			    number_of(json_array_get(range, 1)), ignore);
	}
}
