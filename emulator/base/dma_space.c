/* SPDX-License-Identifier: BSD-2-Clause */
/* Address spaces of clients, and the files that client and emulator have both mapped. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "base/dma.h"
#include "base/objects.h"
#include "base/process.h"
#include "base/quota.h"

enum {
	HUGE_PAGES = 0x958458f6, /**< f_type of hugetlbfs */
};

void softhca_dma_space_init(struct dma_space *space, pid_t pid)
{
	memset(space, 0, sizeof(*space));
	space->pid = pid;
	space->own = pid == getpid();
}

struct dma_space softhca_dma_space_of(struct softhca_process *process)
{
	struct dma_space space;

	softhca_dma_space_init(&space, process->pid);
	space.process = process;
	return space;
}

static int charge_mapping(const struct dma_space *space, uint64_t bytes)
{
	int ret = softhca_charge(space->process, SOFTHCA_MAPPINGS, 1, 0);

	if (ret)
		return ret;
	ret = softhca_charge(space->process, SOFTHCA_MAPPED_BYTES, bytes, 0);
	if (ret)
		softhca_uncharge(space->process, SOFTHCA_MAPPINGS, 1);
	return ret;
}

static void uncharge_mapping(const struct dma_space *space, uint64_t bytes)
{
	softhca_uncharge(space->process, SOFTHCA_MAPPINGS, 1);
	softhca_uncharge(space->process, SOFTHCA_MAPPED_BYTES, bytes);
}

static void unmap_region(const struct dma_space *space, struct dma_region *region)
{
	munmap(region->at, region->bytes);
	uncharge_mapping(space, region->bytes);
}

void softhca_dma_space_fini(struct dma_space *space)
{
	for (unsigned int i = 0; i < space->count; i++)
		unmap_region(space, &space->regions[i]);
	free(space->regions);
	memset(space, 0, sizeof(*space));
}

static int reserve_region(struct dma_space *space)
{
	unsigned int room = space->room ? space->room * 2 : 8;
	struct dma_region *regions;

	if (space->count < space->room)
		return 0;
	regions = reallocarray(space->regions, room, sizeof(*regions));
	if (!regions)
		return ENOMEM;
	space->regions = regions;
	space->room = room;
	return 0;
}

/** Index of the first region that ends after addr. Regions are sorted and do not overlap. */
static unsigned int find_region_index(const struct dma_space *space, uint64_t addr)
{
	unsigned int low = 0;
	unsigned int high = space->count;

	while (low < high) {
		unsigned int middle = (low + high) / 2;
		const struct dma_region *r = &space->regions[middle];

		if (r->addr + r->bytes <= addr)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/** Is the file at least that long? An access beyond its end would raise SIGBUS. */
static bool has_file_bytes(int fd, uint64_t bytes)
{
	struct stat st;

	return !fstat(fd, &st) && st.st_size >= 0 && (uint64_t)st.st_size >= bytes;
}

/**
 * Is the file unable to shrink? Only memfds can be sealed against it. Huge pages are refused: a
 * hole is filled on access, which raises SIGBUS when no huge page is left.
 */
static bool is_shrink_sealed(int fd)
{
	int seals = fcntl(fd, F_GET_SEALS);
	struct statfs fs;

	return seals >= 0 && seals & F_SEAL_SHRINK && !fstatfs(fd, &fs) && fs.f_type != HUGE_PAGES;
}

int softhca_dma_share(struct dma_space *space, uint64_t addr, uint64_t bytes, int fd)
{
	unsigned int at;
	void *map;
	int ret;

	if (!bytes || addr + bytes < addr || bytes > SIZE_MAX / 2 || (addr | bytes) % SOFTHCA_PAGE)
		return EINVAL;
	/*
	 * In-process, a second mapping would hide from sanitizers that both sides access the same
	 * memory.
	 */
	if (space->own)
		return 0;
	at = find_region_index(space, addr);
	if (at < space->count && space->regions[at].addr < addr + bytes)
		return EINVAL;
	/* checked first: of a FUSE file, fstat() may wait for its server */
	if (!is_shrink_sealed(fd))
		return EPERM;
	if (!has_file_bytes(fd, bytes))
		return EINVAL;
	if (reserve_region(space))
		return ENOMEM;
	ret = charge_mapping(space, bytes);
	if (ret)
		return ret;
	map = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (map == MAP_FAILED) {
		ret = errno == ENOMEM ? ENOMEM : EINVAL;
		uncharge_mapping(space, bytes);
		return ret;
	}
	memmove(space->regions + at + 1, space->regions + at,
		(space->count - at) * sizeof(*space->regions));
	space->regions[at] = (struct dma_region){.addr = addr, .bytes = bytes, .at = map};
	space->count++;
	space->generation++;
	return 0;
}

int softhca_dma_unshare(struct dma_space *space, uint64_t addr, uint64_t bytes)
{
	unsigned int at;
	struct dma_region *region;

	if (space->own)
		return 0;
	at = find_region_index(space, addr);
	if (at == space->count)
		return ENOENT;
	region = &space->regions[at];
	if (region->addr != addr || region->bytes != bytes)
		return ENOENT;
	unmap_region(space, region);
	space->count--;
	space->generation++;
	memmove(region, region + 1, (space->count - at) * sizeof(*region));
	return 0;
}

void *softhca_dma_map(const struct dma_space *space, uint64_t addr, uint64_t bytes)
{
	const struct dma_region *region;
	unsigned int at;

	if (space->own)
		return (void *)(uintptr_t)addr;
	at = find_region_index(space, addr);
	if (at == space->count)
		return NULL;
	region = &space->regions[at];
	if (addr < region->addr || bytes > region->bytes ||
	    addr - region->addr > region->bytes - bytes)
		return NULL;
	return region->at + (addr - region->addr);
}
