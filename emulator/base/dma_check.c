/* SPDX-License-Identifier: BSD-2-Clause */
/* Checks of memory registration: what a client has mapped, and how. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/carrier.h"
#include "base/dma.h"
#include "base/objects.h"
#include "base/process.h"

/**
 * Read a byte of every page. This does not check whether pages are writable, but works without
 * /proc.
 */
static int read_every_page(const struct dma_space *space, uint64_t addr, uint64_t bytes)
{
	uint64_t end = addr + bytes;

	while (addr < end) {
		struct iovec remote[SOFTHCA_REACH_SPANS];
		struct iovec local = {.iov_base = softhca_reach_buffer(space)};
		unsigned int count = 0;
		ssize_t n;

		while (addr < end && count < SOFTHCA_REACH_SPANS) {
			remote[count].iov_base = (void *)(uintptr_t)addr;
			remote[count++].iov_len = 1;
			addr = (addr & ~(uint64_t)(SOFTHCA_PAGE - 1)) + SOFTHCA_PAGE;
		}
		local.iov_len = count;
		n = softhca_reach(space, SOFTHCA_FROM_CLIENT, &local, 1, remote, count);
		if (n == -EPERM || n == -ENOSYS)
			return 0; /* if access is denied, nothing can be checked */
		if (n != (ssize_t)count)
			return EFAULT;
	}
	return 0;
}

static FILE *open_maps(pid_t pid)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d/maps", (int)pid);
	return fopen(path, "re");
}

/**
 * Read the list of mappings from addr upwards: the range is valid if they cover it without a gap.
 */
static int check_mappings(FILE *maps, uint64_t addr, uint64_t end, bool writable)
{
	char *line = NULL;
	size_t room = 0;
	int result = EFAULT;

	while (getline(&line, &room, maps) > 0) {
		unsigned long long from, to;
		char perms[5];

		if (sscanf(line, "%llx-%llx %4s", &from, &to, perms) != 3 || to <= addr)
			continue;
		if (from > addr || perms[0] != 'r' || (writable && perms[1] != 'w'))
			break;
		addr = to;
		if (addr >= end) {
			result = 0;
			break;
		}
	}
	free(line);
	return result;
}

int softhca_dma_check(const struct dma_space *space, uint64_t addr, uint64_t bytes, bool writable)
{
	FILE *maps;
	int result;

	if (!bytes || addr + bytes < addr)
		return EFAULT;
	if (!space->own && softhca_dma_map(space, addr, bytes))
		return 0;
	maps = open_maps(space->pid);
	if (!maps)
		return read_every_page(space, addr, bytes);
	result = check_mappings(maps, addr, addr + bytes, writable);
	fclose(maps);
	return result || !softhca_process_alive(space->process) ? EFAULT : 0;
}

int softhca_dma_probe(const struct dma_space *space, uint64_t addr, uint64_t bytes)
{
	if (!bytes)
		return 0;
	if (addr + bytes < addr)
		return EFAULT;
	return read_every_page(space, addr, bytes);
}

/**
 * Try to read at an address that is never mapped. Returns -EFAULT if we may read the process at
 * all.
 */
static ssize_t read_unmapped_byte(const struct dma_space *space)
{
	const struct iovec nowhere = {.iov_base = (void *)-(uintptr_t)SOFTHCA_PAGE, .iov_len = 1};
	const struct iovec byte = {.iov_base = softhca_reach_buffer(space), .iov_len = 1};

	return softhca_reach(space, SOFTHCA_FROM_CLIENT, &byte, 1, &nowhere, 1);
}

bool softhca_dma_exists(const struct dma_space *space)
{
	return read_unmapped_byte(space) != -ESRCH;
}

int softhca_dma_check_permission(const struct dma_space *space)
{
	const ssize_t n = space->own ? -EFAULT : read_unmapped_byte(space);

	return n == -EPERM || n == -ENOSYS ? (int)-n : 0;
}
