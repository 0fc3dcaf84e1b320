/* SPDX-License-Identifier: BSD-2-Clause */
#include <infiniband/verbs.h>
#include <stdlib.h>
#include <unistd.h>

/* Registers a new page-aligned buffer that peers may read and write.
 * Returns NULL and sets errno on failure. */
struct ibv_mr *make_buffer(struct ibv_pd *pd, size_t bytes)
{
	const int access = IBV_ACCESS_LOCAL_WRITE |
			   IBV_ACCESS_REMOTE_WRITE |
			   IBV_ACCESS_REMOTE_READ;
	const size_t page = (size_t)sysconf(_SC_PAGESIZE);
	void *buffer = aligned_alloc(page, (bytes + page - 1) / page *
						   page);
	struct ibv_mr *mr =
		buffer ? ibv_reg_mr(pd, buffer, bytes, access) : NULL;

	if (!mr)
		free(buffer);
	return mr;
}

/* Invalidates the keys before it frees the memory. */
void free_buffer(struct ibv_mr *mr)
{
	void *buffer = mr->addr;

	if (!ibv_dereg_mr(mr))
		free(buffer);
}
