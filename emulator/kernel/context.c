/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Open device files: created by OPEN, set up by GET_CONTEXT, destroyed when the connection is
 * closed.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/driver.h"
#include "base/log.h"
#include "base/table.h"
#include "engine/engine.h"
#include "kernel/commands.h"
#include "kernel/event_file.h"

enum {
	MAX_HANDLES = 1 << 20, /**< sanity limit per open file */
	CAP_NET_RAW_BIT = 13,
};

int softhca_context_open(struct softhca_dev *device, struct softhca_process *process,
			 struct softhca_context **out)
{
	struct softhca_context *ctx = calloc(1, sizeof(*ctx));

	if (!ctx)
		return ENOMEM;
	ctx->device = device;
	ctx->uid = process->uid;
	ctx->files = 1;
	ctx->registers_fd = -1;
	softhca_process_get(process);
	ctx->memory = softhca_dma_space_of(process);
	softhca_table_init(&ctx->handles, 0, MAX_HANDLES, false);
	softhca_link_init(&ctx->objects);
	softhca_link_init(&ctx->channels);
	softhca_link_init(&ctx->mappings);
	ctx->next_key = SOFTHCA_PAGE;
	softhca_link_init(&ctx->in_active);
	softhca_list_add_last(&device->contexts, &ctx->in_device);
	*out = ctx;
	return 0;
}

static size_t register_bytes(const struct softhca_context *ctx)
{
	return (size_t)ctx->device->driver->register_pages * SOFTHCA_PAGE;
}

static void free_registers(struct softhca_context *ctx)
{
	if (ctx->registers) {
		munmap(ctx->registers, register_bytes(ctx));
		softhca_uncharge(ctx->memory.process, SOFTHCA_MAPPINGS, 1);
	}
	if (ctx->registers_fd >= 0) {
		close(ctx->registers_fd);
		softhca_uncharge(ctx->memory.process, SOFTHCA_DESCRIPTORS, 1);
	}
	ctx->registers = NULL;
	ctx->registers_fd = -1;
}

/**
 * Create the pages that clients map, sealed so that a client cannot shrink them while we use them.
 */
static int make_registers(struct softhca_context *ctx)
{
	size_t bytes = register_bytes(ctx);
	void *map;
	int ret = softhca_charge(ctx->memory.process, SOFTHCA_DESCRIPTORS, 1, 0);

	if (ret)
		return ret;
	ctx->registers_fd = memfd_create("softhca-registers", MFD_CLOEXEC | MFD_ALLOW_SEALING);
	if (ctx->registers_fd < 0) {
		ret = errno;
		softhca_uncharge(ctx->memory.process, SOFTHCA_DESCRIPTORS, 1);
		return ret;
	}
	ret = softhca_charge(ctx->memory.process, SOFTHCA_MAPPINGS, 1, 0);
	if (ret)
		goto fail;
	ret = ENOMEM;
	if (ftruncate(ctx->registers_fd, (off_t)bytes) ||
	    fcntl(ctx->registers_fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL))
		goto uncharge;
	map = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, ctx->registers_fd, 0);
	if (map == MAP_FAILED)
		goto uncharge;
	ctx->registers = map;
	return 0;
uncharge:
	softhca_uncharge(ctx->memory.process, SOFTHCA_MAPPINGS, 1);
fail:
	free_registers(ctx);
	return ret;
}

int softhca_context_open_async(struct softhca_context *ctx, int *client_fd)
{
	int ret = softhca_event_file_create(ctx->device->hca, ctx->memory.process,
					    sizeof(struct uverbs_async_event), &ctx->async,
					    client_fd);

	if (!ret)
		softhca_event_file_get(ctx->async);
	return ret;
}

static void close_async(struct softhca_context *ctx)
{
	if (ctx->async)
		softhca_async_make_orphan(ctx->async);
	ctx->async = NULL;
}

int softhca_context_set_up(struct softhca_context *ctx, struct softhca_udata *udata)
{
	const struct softhca_driver *driver = ctx->device->driver;
	int ret;

	if (ctx->ready)
		return EINVAL;
	ret = make_registers(ctx);
	if (ret)
		return ret;
	ret = driver->get_context(ctx, udata);
	if (ret)
		goto free_registers;
	ret = softhca_engine_context_opened(ctx);
	if (ret)
		goto put_context;
	ctx->ready = true;
	return 0;
put_context:
	if (driver->put_context)
		driver->put_context(ctx);
free_registers:
	free_registers(ctx);
	return ret;
}

void softhca_context_tear_down(struct softhca_context *ctx)
{
	if (ctx->ready) {
		softhca_engine_context_closing(ctx);
		if (ctx->device->driver->put_context)
			ctx->device->driver->put_context(ctx);
	}
	ctx->ready = false;
	close_async(ctx);
	free_registers(ctx);
}

int softhca_get_context(struct softhca_command *c)
{
	struct softhca_context *ctx = c->ctx;
	struct uverbs_get_context_resp resp = {
		.num_comp_vectors = ctx->device->driver->limits->num_comp_vectors,
	};
	int async_fd;
	int ret;

	if (ctx->ready)
		return EINVAL;
	/* Check the response address first: that is simpler than undoing the command. */
	if (!c->response->held && softhca_dma_probe(&ctx->memory, c->parsed.response, sizeof(resp)))
		return EFAULT;
	ret = softhca_context_set_up(ctx, &c->udata);
	if (!ret)
		ret = softhca_context_open_async(ctx, &async_fd);
	if (ret) {
		softhca_context_tear_down(ctx);
		return ret;
	}
	c->response->fd = async_fd;
	c->response->fd_at = offsetof(struct uverbs_get_context_resp, async_fd);
	softhca_respond(c, &resp, sizeof(resp));
	return 0;
}

int softhca_create_comp_channel(struct softhca_command *c)
{
	const struct uverbs_create_comp_channel_resp resp = {.fd = 0};
	struct softhca_event_file *file;
	int fd;
	int ret = softhca_event_file_create(c->ctx->device->hca, c->ctx->memory.process,
					    sizeof(struct uverbs_comp_event), &file, &fd);

	if (ret)
		return ret;
	softhca_channel_add(c->ctx, file);
	c->response->fd = fd;
	c->response->fd_at = offsetof(struct uverbs_create_comp_channel_resp, fd);
	softhca_respond(c, &resp, sizeof(resp));
	return 0;
}

/**
 * Destroy objects, newest first, in several passes: references usually come from newer objects, but
 * not always.
 */
static void destroy_objects(struct softhca_context *ctx)
{
	struct softhca_link *pos, *after;
	bool progress = true;

	while (progress && !softhca_list_empty(&ctx->objects)) {
		progress = false;
		softhca_for_each(pos, after, &ctx->objects)
		{
			struct softhca_object *obj = softhca_entry(pos, struct softhca_object,
								   in_context);

			if (obj->type == SOFTHCA_QP)
				softhca_mcast_leave((struct softhca_qp_handle *)obj);
			if (!softhca_object_destroy(obj, NULL))
				progress = true;
		}
	}
	if (!softhca_list_empty(&ctx->objects))
		softhca_log(ctx->device->hca, SOFTHCA_LOG_ERROR,
			    "%s: objects of process %d cannot be destroyed", ctx->device->name,
			    (int)ctx->memory.pid);
}

static void end_channels(struct softhca_context *ctx)
{
	struct softhca_link *pos, *after;

	softhca_for_each(pos, after, &ctx->channels)
	{
		softhca_channel_end(softhca_channel_of(pos));
	}
}

void softhca_context_count_active(struct softhca_context *ctx, int n)
{
	ctx->active += (unsigned int)n;
	softhca_link_remove(&ctx->in_active);
	if (ctx->active)
		softhca_list_add_last(&ctx->device->hca->active, &ctx->in_active);
}

void softhca_context_close(struct softhca_context *ctx)
{
	struct softhca_process *process = ctx->memory.process;

	destroy_objects(ctx);
	end_channels(ctx);
	softhca_context_tear_down(ctx);
	softhca_link_remove(&ctx->in_active);
	softhca_link_remove(&ctx->in_device);
	softhca_table_fini(&ctx->handles);
	softhca_dma_space_fini(&ctx->memory);
	softhca_process_put(process);
	free(ctx->faults);
	free(ctx);
}

/** As in the kernel, all objects are destroyed, but the file stays until the program closes it. */
void softhca_context_fail(struct softhca_context *ctx)
{
	softhca_async_event(ctx, NULL, 0, IBV_EVENT_DEVICE_FATAL);
	destroy_objects(ctx);
	end_channels(ctx);
	if (ctx->async)
		softhca_channel_end(ctx->async);
	ctx->lost = true;
}

bool softhca_has_net_raw(const struct softhca_context *ctx)
{
	unsigned long long effective = 0;
	char path[64];
	char line[256];
	FILE *status;

	snprintf(path, sizeof(path), "/proc/%d/status", (int)ctx->memory.pid);
	status = fopen(path, "re");
	if (!status)
		return false;
	while (fgets(line, sizeof(line), status)) {
		if (sscanf(line, "CapEff: %llx", &effective) == 1)
			break;
	}
	fclose(status);
	return effective >> CAP_NET_RAW_BIT & 1;
}
