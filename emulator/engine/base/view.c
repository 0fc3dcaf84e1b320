/* SPDX-License-Identifier: BSD-2-Clause */
/* Client memory that the engine accesses repeatedly: rings and doorbell records. */
#include <errno.h>

#include "engine/base/adapter.h"

int softhca_view_init(struct hw_view *view, const struct dma_space *space, uint64_t addr,
		      uint64_t bytes, uint32_t align)
{
	*view = (struct hw_view){.space = space, .addr = addr, .bytes = bytes};
	if (!bytes || addr % align)
		return EINVAL;
	if (softhca_dma_check(space, addr, bytes, true))
		return EFAULT;
	softhca_view_refresh(view);
	return 0;
}

void softhca_view_own(struct hw_view *view, uint8_t *at, uint64_t bytes)
{
	/* of no process: its generation never changes, so the view is never refreshed */
	static const struct dma_space own;

	*view = (struct hw_view){.space = &own, .bytes = bytes};
	view->at = at;
}

void softhca_view_refresh(struct hw_view *view)
{
	view->generation = view->space->generation;
	view->at = softhca_dma_map(view->space, view->addr, view->bytes);
}

int softhca_view_word(struct hw_view *view, unsigned int index, uint32_t *out)
{
	const uint8_t *at = hw_view_at(view);

	if (!at)
		return softhca_dma_read(view->space, out, view->addr + 4ULL * index, sizeof(*out));
	*out = inverbs_observe32(at + 4ULL * index);
	return 0;
}

int softhca_view_read(struct hw_view *view, uint64_t offset, void *to, size_t bytes)
{
	const uint8_t *at = hw_view_at(view);

	if (!at)
		return softhca_dma_read(view->space, to, view->addr + offset, bytes);
	memcpy(to, at + offset, bytes);
	return 0;
}

int softhca_view_write(struct hw_view *view, uint64_t offset, const void *from, size_t bytes)
{
	uint8_t *at = hw_view_at(view);

	if (!at)
		return softhca_dma_write(view->space, view->addr + offset, from, bytes);
	memcpy(at + offset, from, bytes);
	return 0;
}
