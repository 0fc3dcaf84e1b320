/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Fork support for kernels that do not copy registered pages at fork: such pages are excluded from
 * children (MADV_DONTFORK) while a registration covers them. Since registrations can overlap, the
 * users of each range of pages are counted.
 *
 * Kernels that do copy report it, and so does the emulator; then there is nothing to do.
 */
#define _GNU_SOURCE
#include <inttypes.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "runtime.h"

/* The ranges that have users: sorted, disjoint, possibly adjacent. */
struct stretch {
	uintptr_t start;
	uintptr_t end;
	uint32_t users;
};

static struct {
	pthread_mutex_t lock;
	bool enabled;
	bool huge_pages; /* RDMAV_HUGEPAGES_SAFE is set: mappings may have larger pages */
	bool too_late;   /* memory was registered before fork support was requested */
	size_t page;
	struct stretch *list;
	size_t count;
	size_t room;
} fork_state = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* Test whether the kernel supports MADV_DONTFORK. */
static int probe_dontfork(size_t page)
{
	void *buf = mmap(NULL, page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	int ret;

	if (buf == MAP_FAILED)
		return ENOMEM;
	ret = madvise(buf, page, MADV_DONTFORK) || madvise(buf, page, MADV_DOFORK) ? ENOSYS : 0;
	munmap(buf, page);
	return ret;
}

/* Does the backend (the requested emulator, or else the kernel) copy registered pages? */
static bool copies_pages_on_fork(void)
{
	const struct inverbs_backend *b = inverbs_emulator_wanted() ? &inverbs_backend_emulator
								    : &inverbs_backend_kernel;

	return b->copies_on_fork(b);
}

static int enable_locked(void)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	int err;

	if (fork_state.enabled || copies_pages_on_fork())
		return 0;
	if (fork_state.too_late)
		return EINVAL;
	err = probe_dontfork(page);
	if (err)
		return err;
	fork_state.page = page;
	fork_state.huge_pages = getenv("RDMAV_HUGEPAGES_SAFE") != NULL;
	fork_state.enabled = true;
	return 0;
}

int ibv_fork_init(void)
{
	int err;

	pthread_mutex_lock(&fork_state.lock);
	err = enable_locked();
	pthread_mutex_unlock(&fork_state.lock);
	return err;
}

enum ibv_fork_status ibv_is_fork_initialized(void)
{
	enum ibv_fork_status status;

	pthread_mutex_lock(&fork_state.lock);
	status = fork_state.enabled ? IBV_FORK_ENABLED : IBV_FORK_DISABLED;
	pthread_mutex_unlock(&fork_state.lock);
	return status == IBV_FORK_DISABLED && copies_pages_on_fork() ? IBV_FORK_UNNEEDED : status;
}

void inverbs_fork_from_environment(void)
{
	if (!getenv("RDMAV_FORK_SAFE") && !getenv("IBV_FORK_SAFE"))
		return;
	if (ibv_fork_init())
		inverbs_log("fork support was requested but cannot be enabled");
}

/*
 * Page size of the mapping that contains an address, from /proc/self/smaps; the system's page size
 * if that cannot be read.
 */
static size_t mapping_page(uintptr_t addr)
{
	FILE *smaps = fopen("/proc/self/smaps", "re");
	uintptr_t start, end;
	size_t kib, found = fork_state.page;
	bool inside = false;
	char line[512];

	if (!smaps)
		return found;
	while (fgets(line, sizeof(line), smaps)) {
		if (sscanf(line, "%" SCNxPTR "-%" SCNxPTR, &start, &end) == 2)
			inside = addr >= start && addr < end;
		else if (inside && sscanf(line, "KernelPageSize: %zu", &kib) == 1) {
			found = kib * 1024;
			break;
		}
	}
	fclose(smaps);
	return found;
}

static int insert_range(size_t at, struct stretch s)
{
	struct stretch *list = fork_state.list;

	if (fork_state.count == fork_state.room) {
		size_t room = fork_state.room ? fork_state.room * 2 : 16;

		list = realloc(list, room * sizeof(*list));
		if (!list)
			return ENOMEM;
		fork_state.list = list;
		fork_state.room = room;
	}
	memmove(&list[at + 1], &list[at], (fork_state.count - at) * sizeof(*list));
	list[at] = s;
	fork_state.count++;
	return 0;
}

static void erase_range(size_t at)
{
	fork_state.count--;
	memmove(&fork_state.list[at], &fork_state.list[at + 1],
		(fork_state.count - at) * sizeof(fork_state.list[0]));
}

/* Index of the first range that ends above an address. */
static size_t first_after(uintptr_t addr)
{
	size_t low = 0, high = fork_state.count;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (fork_state.list[middle].end <= addr)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Split the range whose interior contains an address. */
static int split_range(uintptr_t addr)
{
	size_t at = first_after(addr);
	struct stretch s;
	int err;

	if (at == fork_state.count || fork_state.list[at].start >= addr)
		return 0;
	s = fork_state.list[at];
	err = insert_range(at + 1, (struct stretch){addr, s.end, s.users});
	if (!err)
		fork_state.list[at].end = addr;
	return err;
}

static int set_advice(uintptr_t start, uintptr_t end, int advice)
{
	/* unmapped pages (ENOMEM) need no advice */
	return madvise((void *)start, end - start, advice) && errno != ENOMEM ? errno : 0;
}

/* Remove a user from [start, end), where both bounds are bounds of ranges. */
static void release_range(uintptr_t start, uintptr_t end)
{
	size_t at = first_after(start);

	while (at < fork_state.count && fork_state.list[at].start < end) {
		struct stretch *s = &fork_state.list[at];

		if (--s->users) {
			at++;
			continue;
		}
		set_advice(s->start, s->end, MADV_DOFORK);
		erase_range(at);
	}
}

/*
 * Add a user to the first part of [start, end): an existing range, or the gap before it. *done
 * becomes the end of that part. Returns 0 or an errno value.
 */
static int hold_subrange(uintptr_t start, uintptr_t end, uintptr_t *done)
{
	size_t at = first_after(start);
	int err;

	if (at < fork_state.count && fork_state.list[at].start <= start) {
		fork_state.list[at].users++;
		*done = fork_state.list[at].end;
		return 0;
	}
	if (at < fork_state.count && fork_state.list[at].start < end)
		end = fork_state.list[at].start;
	err = insert_range(at, (struct stretch){start, end, 1});
	if (err)
		return err;
	*done = end;
	err = set_advice(start, end, MADV_DONTFORK);
	if (err)
		erase_range(at);
	return err;
}

static int hold_range(uintptr_t start, uintptr_t end)
{
	uintptr_t at = start;
	int err = split_range(start);

	if (!err)
		err = split_range(end);
	while (!err && at < end)
		err = hold_subrange(at, end, &at);
	if (err && at > start)
		release_range(start, at);
	return err;
}

static void round_to_pages(const void *addr, size_t bytes, uintptr_t *start, uintptr_t *end)
{
	size_t page = fork_state.huge_pages ? mapping_page((uintptr_t)addr) : fork_state.page;

	*start = (uintptr_t)addr & ~(page - 1);
	*end = ((uintptr_t)addr + bytes + page - 1) & ~(page - 1);
}

int inverbs_dontfork(const void *addr, size_t bytes)
{
	uintptr_t start, end;
	int err = 0;

	if (!bytes)
		return 0;
	pthread_mutex_lock(&fork_state.lock);
	if (fork_state.enabled) {
		round_to_pages(addr, bytes, &start, &end);
		err = hold_range(start, end);
	} else {
		fork_state.too_late = true;
	}
	pthread_mutex_unlock(&fork_state.lock);
	return err;
}

int inverbs_dofork(const void *addr, size_t bytes)
{
	uintptr_t start, end;
	int err = 0;

	if (!bytes)
		return 0;
	pthread_mutex_lock(&fork_state.lock);
	if (fork_state.enabled) {
		round_to_pages(addr, bytes, &start, &end);
		err = split_range(start);
		if (!err)
			err = split_range(end);
		if (!err)
			release_range(start, end);
		if (!fork_state.count) {
			free(fork_state.list);
			fork_state.list = NULL;
			fork_state.room = 0;
		}
	}
	pthread_mutex_unlock(&fork_state.lock);
	return err;
}
