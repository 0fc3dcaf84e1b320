/* SPDX-License-Identifier: BSD-2-Clause */
/* Allocates memory that a device accesses. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "runtime.h"

enum {
	CACHE_LINE = 64,
	ARENA_PAGES = 64,  /* as many as a word has bits */
	POOLED_PAGES = 16, /* larger buffers get their own mapping */
};

void *inverbs_object_alloc(size_t bytes)
{
	void *object = NULL;

	if (posix_memalign(&object, CACHE_LINE, bytes))
		return inverbs_fail(ENOMEM);
	return memset(object, 0, bytes);
}

static size_t page_bytes(void)
{
	return (size_t)sysconf(_SC_PAGESIZE);
}

static size_t whole_pages(size_t bytes)
{
	return (bytes + page_bytes() - 1) & ~(page_bytes() - 1);
}

/* Private memory, which an emulator accesses by copying and an adapter by DMA. */
static void *map_private(size_t bytes)
{
	void *buf = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	return buf == MAP_FAILED ? NULL : buf;
}

/*
 * Map memory that the emulator can map, too. Its size is sealed, as the emulator requires. Returns
 * NULL with errno if it cannot be allocated or shared with the device.
 */
static void *map_shared(struct inverbs_transport *t, size_t bytes)
{
	int fd = memfd_create("inverbs", MFD_CLOEXEC | MFD_ALLOW_SEALING);
	void *buf = MAP_FAILED;
	int err = ENOMEM;

	if (fd < 0)
		return NULL;
	if (!ftruncate(fd, (off_t)bytes) &&
	    !fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL))
		buf = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (buf != MAP_FAILED)
		err = t->ops->share(t, buf, bytes, fd);
	close(fd);
	if (!err)
		return buf;
	if (buf != MAP_FAILED)
		munmap(buf, bytes);
	return inverbs_fail(err);
}

static void unmap_shared(struct inverbs_transport *t, void *buf, size_t bytes)
{
	if (t->ops->unshare)
		t->ops->unshare(t, buf, bytes);
	munmap(buf, bytes);
}

/* --- arenas ------------------------------------------------------------------------------ */

/*
 * Sharing memory with the emulator takes a message, and every queue would need one; so small queues
 * are allocated from larger arenas. A child after fork shares this memory, but does not see what
 * its parent allocates there, so it allocates nothing from it.
 */
struct inverbs_arena {
	struct inverbs_arena *next;
	pid_t owner;
	uint8_t *memory;
	uint64_t taken; /* one bit per page */
	uint64_t dirty; /* pages that were in use before, and need zeroing */
};

/* Mask of `pages` bits from bit `at` on. */
static uint64_t bits_of(size_t at, size_t pages)
{
	return (UINT64_MAX >> (ARENA_PAGES - pages)) << at;
}

/* Allocate consecutive free pages, zeroed. Returns NULL if there are not enough. */
static void *take_pages(struct inverbs_arena *arena, size_t pages)
{
	for (size_t at = 0; at + pages <= ARENA_PAGES; at++) {
		const uint64_t bits = bits_of(at, pages);
		uint8_t *memory = arena->memory + at * page_bytes();

		if (arena->taken & bits)
			continue;
		if (arena->dirty & bits)
			memset(memory, 0, pages * page_bytes());
		arena->taken |= bits;
		arena->dirty |= bits;
		return memory;
	}
	return NULL;
}

static struct inverbs_arena *add_arena(struct inverbs_context *ctx)
{
	struct inverbs_arena *arena = calloc(1, sizeof(*arena));

	if (!arena)
		return NULL;
	arena->owner = getpid();
	arena->memory = map_shared(ctx->transport, ARENA_PAGES * page_bytes());
	if (!arena->memory) {
		free(arena);
		return NULL;
	}
	arena->next = ctx->arenas;
	ctx->arenas = arena;
	return arena;
}

static void *alloc_pages(struct inverbs_context *ctx, size_t pages)
{
	const pid_t self = getpid();
	struct inverbs_arena *arena;
	void *memory = NULL;

	if (pages > POOLED_PAGES)
		return NULL;
	pthread_mutex_lock(&ctx->arena_lock);
	for (arena = ctx->arenas; arena && !memory; arena = arena->next) {
		if (arena->owner == self && ~arena->taken)
			memory = take_pages(arena, pages);
	}
	if (!memory && (arena = add_arena(ctx)))
		memory = take_pages(arena, pages);
	pthread_mutex_unlock(&ctx->arena_lock);
	return memory;
}

static void drop_arena(struct inverbs_context *ctx, struct inverbs_arena **at)
{
	struct inverbs_arena *arena = *at;

	*at = arena->next;
	unmap_shared(ctx->transport, arena->memory, ARENA_PAGES * page_bytes());
	free(arena);
}

/* Returns false if the memory is in no arena. An empty arena is kept if it is the only one. */
static bool free_pages(struct inverbs_context *ctx, const void *memory, size_t pages)
{
	struct inverbs_arena **at = &ctx->arenas;
	bool found = false;

	pthread_mutex_lock(&ctx->arena_lock);
	while (*at && !found) {
		const size_t offset = (uintptr_t)memory - (uintptr_t)(*at)->memory;

		found = offset < ARENA_PAGES * page_bytes();
		if (found)
			(*at)->taken &= ~bits_of(offset / page_bytes(), pages);
		else
			at = &(*at)->next;
	}
	if (found && !(*at)->taken && (at != &ctx->arenas || (*at)->next))
		drop_arena(ctx, at);
	pthread_mutex_unlock(&ctx->arena_lock);
	return found;
}

void inverbs_arena_fini(struct inverbs_context *ctx)
{
	while (ctx->arenas)
		drop_arena(ctx, &ctx->arenas);
}

/* --- queues ------------------------------------------------------------------------------ */

static void *alloc_shared(struct inverbs_context *ctx, size_t bytes)
{
	void *buf = alloc_pages(ctx, bytes / page_bytes());

	if (!buf)
		buf = map_shared(ctx->transport, bytes);
	if (!buf)
		inverbs_log("queue memory of %zu bytes is not shared with the device (%s), so it "
			    "is copied",
			    bytes, strerror(errno));
	return buf;
}

static void free_memory(struct inverbs_context *ctx, void *buf, size_t bytes)
{
	if (!free_pages(ctx, buf, bytes / page_bytes()))
		unmap_shared(ctx->transport, buf, bytes);
}

void *inverbs_queue_alloc(struct inverbs_context *ctx, size_t bytes)
{
	void *buf = NULL;
	int err;

	bytes = whole_pages(bytes ? bytes : 1);
	if (ctx->transport->ops->share)
		buf = alloc_shared(ctx, bytes);
	if (!buf)
		buf = map_private(bytes);
	if (!buf)
		return inverbs_fail(ENOMEM);
	err = inverbs_dontfork(buf, bytes);
	if (!err)
		return buf;
	free_memory(ctx, buf, bytes);
	return inverbs_fail(err);
}

void inverbs_queue_free(struct inverbs_context *ctx, void *buf, size_t bytes)
{
	if (!buf)
		return;
	bytes = whole_pages(bytes ? bytes : 1);
	inverbs_dofork(buf, bytes);
	free_memory(ctx, buf, bytes);
}
