/* SPDX-License-Identifier: BSD-2-Clause */
/* Memory of the kernel's side that clients map with a key. */
#include "base/mapping.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

static uint64_t round_up(uint64_t bytes)
{
	return (bytes + SOFTHCA_PAGE - 1) & ~(uint64_t)(SOFTHCA_PAGE - 1);
}

static void mapping_enter(struct softhca_mapping *m, struct softhca_context *ctx)
{
	m->key = ctx->next_key;
	ctx->next_key = (uint32_t)(ctx->next_key + m->bytes);
	softhca_list_add_last(&ctx->mappings, &m->pending);
}

/** Create a memfd, sealed so that a client cannot shrink it while we use it. */
static int create_memfd(size_t bytes)
{
	int fd = memfd_create("softhca-ring", MFD_CLOEXEC | MFD_ALLOW_SEALING);

	if (fd >= 0 && (ftruncate(fd, (off_t)bytes) ||
			fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL))) {
		close(fd);
		fd = -1;
	}
	return fd;
}

static int charge_memfd(struct softhca_process *process, uint64_t bytes)
{
	int ret = softhca_charge(process, SOFTHCA_DESCRIPTORS, 1, 0);

	if (ret)
		return ret;
	ret = softhca_charge(process, SOFTHCA_MAPPINGS, 1, 0);
	if (ret)
		goto give_descriptor;
	ret = softhca_charge(process, SOFTHCA_MAPPED_BYTES, bytes, 0);
	if (!ret)
		return 0;
	softhca_uncharge(process, SOFTHCA_MAPPINGS, 1);
give_descriptor:
	softhca_uncharge(process, SOFTHCA_DESCRIPTORS, 1);
	return ret;
}

/** Release the descriptor, after it was closed or passed to a client. */
static void release_mapping_fd(struct softhca_mapping *m)
{
	if (m->owned)
		softhca_uncharge(m->process, SOFTHCA_DESCRIPTORS, 1);
	m->owned = false;
	m->fd = -1;
}

int softhca_mapping_create(struct softhca_mapping *m, struct softhca_context *ctx, size_t bytes)
{
	void *at = MAP_FAILED;
	int ret;

	*m = (struct softhca_mapping){.bytes = round_up(bytes), .process = ctx->memory.process};
	ret = charge_memfd(m->process, m->bytes);
	if (ret) {
		m->bytes = 0;
		return ret;
	}
	m->owned = true;
	softhca_link_init(&m->pending);
	m->fd = create_memfd(m->bytes);
	if (m->fd >= 0)
		at = mmap(NULL, m->bytes, PROT_READ | PROT_WRITE, MAP_SHARED, m->fd, 0);
	if (at == MAP_FAILED) {
		softhca_mapping_destroy(m);
		return ENOMEM;
	}
	m->at = at;
	mapping_enter(m, ctx);
	return 0;
}

void softhca_mapping_registers(struct softhca_mapping *m, struct softhca_context *ctx)
{
	*m = (struct softhca_mapping){.bytes = SOFTHCA_PAGE, .fd = -1, .hide = true};
	softhca_link_init(&m->pending);
	mapping_enter(m, ctx);
}

void softhca_mapping_move(struct softhca_mapping *to, struct softhca_mapping *from)
{
	const bool is_pending = !softhca_list_empty(&from->pending);

	*to = *from;
	softhca_link_init(&to->pending);
	if (is_pending) {
		softhca_list_add_last(&from->pending, &to->pending);
		softhca_link_remove(&from->pending);
	}
	*from = (struct softhca_mapping){.bytes = 0};
}

void softhca_mapping_destroy(struct softhca_mapping *m)
{
	if (!m->bytes)
		return;
	softhca_link_remove(&m->pending);
	if (m->at)
		munmap(m->at, m->bytes);
	if (m->fd >= 0)
		close(m->fd);
	release_mapping_fd(m);
	if (!m->hide) {
		softhca_uncharge(m->process, SOFTHCA_MAPPINGS, 1);
		softhca_uncharge(m->process, SOFTHCA_MAPPED_BYTES, m->bytes);
	}
	*m = (struct softhca_mapping){.bytes = 0};
}

static bool is_valid_length(const struct softhca_mapping *m, uint64_t bytes,
			    enum softhca_map_length length)
{
	return bytes && (m->bytes == bytes || (length == SOFTHCA_MAP_SOME && bytes < m->bytes));
}

static struct softhca_mapping *mapping_find(struct softhca_context *ctx, uint64_t key,
					    uint64_t bytes, enum softhca_map_length length)
{
	struct softhca_link *pos, *after;

	softhca_for_each(pos, after, &ctx->mappings)
	{
		struct softhca_mapping *m = softhca_entry(pos, struct softhca_mapping, pending);

		if (m->key == key && is_valid_length(m, bytes, length))
			return m;
	}
	return NULL;
}

int softhca_mapping_use(struct softhca_context *ctx, uint64_t key, uint64_t bytes, int prot,
			enum softhca_map_length length, struct softhca_mapped *out)
{
	struct softhca_mapping *m = mapping_find(ctx, key, bytes, length);

	if (!m)
		return EINVAL;
	softhca_link_remove(&m->pending);
	*out = (struct softhca_mapped){.fd = m->fd, .own_fd = true};
	release_mapping_fd(m);
	if (!m->at)
		*out = (struct softhca_mapped){.fd = ctx->registers_fd};
	if (!(m->hide && prot & PROT_READ))
		return 0;
	if (out->own_fd)
		close(out->fd);
	return EPERM;
}
