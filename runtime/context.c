/* SPDX-License-Identifier: BSD-2-Clause */
/* Opening and closing devices. */
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "runtime.h"

static void init_locks(struct inverbs_context *ctx)
{
	pthread_mutex_init(&ctx->ibv.mutex, NULL);
	pthread_mutex_init(&ctx->table_lock, NULL);
	pthread_mutex_init(&ctx->record_lock, NULL);
	pthread_mutex_init(&ctx->arena_lock, NULL);
	pthread_mutex_init(&ctx->registered_lock, NULL);
}

static void free_context(struct inverbs_context *ctx)
{
	pthread_mutex_destroy(&ctx->ibv.mutex);
	pthread_mutex_destroy(&ctx->table_lock);
	pthread_mutex_destroy(&ctx->record_lock);
	pthread_mutex_destroy(&ctx->arena_lock);
	pthread_mutex_destroy(&ctx->registered_lock);
	free(ctx);
}

/* SRQ operations for adapters that have no SRQs. */
static int no_shared_queues(struct ibv_srq *srq, struct ibv_recv_wr *wr,
			    struct ibv_recv_wr **bad_wr)
{
	(void)srq;
	*bad_wr = wr;
	return EOPNOTSUPP;
}

/* Create the context for an open transport, and take ownership of the transport on success. */
static struct inverbs_context *make_context(struct inverbs_device *dev, struct inverbs_transport *t)
{
	struct inverbs_context *ctx = inverbs_object_alloc(sizeof(*ctx));
	int err;

	if (!ctx)
		return NULL;
	ctx->ibv.device = &dev->ibv;
	ctx->ibv.cmd_fd = t->fd;
	ctx->transport = t;
	ctx->provider = dev->provider;
	ctx->adapter = dev->provider->adapter;
	ctx->ibv.ops.post_srq_recv = no_shared_queues;
	init_locks(ctx);
	inverbs_identity_restrict(dev->provider->identity, t);
	err = dev->provider->context_init(ctx, &dev->info);
	if (!err)
		return ctx;
	inverbs_log("cannot open %s: %s", dev->ibv.name, strerror(err));
	inverbs_arena_fini(ctx);
	free_context(ctx);
	return inverbs_fail(err);
}

struct ibv_context *ibv_open_device(struct ibv_device *device)
{
	struct inverbs_device *dev = inverbs_device_of(device);
	struct inverbs_transport *t;
	struct inverbs_context *ctx;
	int err;

	if (!inverbs_binding_allows(dev))
		return inverbs_fail(ENODEV);
	t = dev->backend->open(dev->backend, &dev->info);
	if (!t)
		return NULL;
	ctx = make_context(dev, t);
	if (ctx) {
		inverbs_device_get(dev);
		return &ctx->ibv;
	}
	err = errno;
	t->ops->close(t);
	return inverbs_fail(err);
}

int ibv_close_device(struct ibv_context *context)
{
	struct inverbs_context *ctx = inverbs_context_of(context);
	struct inverbs_device *dev = inverbs_device_of(context->device);
	struct inverbs_transport *t = ctx->transport;
	int async_fd = context->async_fd;

	ctx->provider->context_fini(ctx);
	inverbs_registrations_forget(ctx);
	close(async_fd);
	inverbs_arena_fini(ctx);
	t->ops->close(t);
	free_context(ctx);
	inverbs_device_put(dev);
	return 0;
}

ssize_t inverbs_read_attr(struct ibv_context *context, char *buf, size_t bytes, const char *format,
			  ...)
{
	struct inverbs_device *dev = inverbs_device_of(context->device);
	char path[128];
	va_list args;
	int len;

	va_start(args, format);
	len = vsnprintf(path, sizeof(path), format, args);
	va_end(args);
	if (len < 0 || (size_t)len >= sizeof(path))
		return -ENAMETOOLONG;
	return dev->backend->read_attr(dev->backend, dev->ibv.name, path, buf, bytes);
}

int ibv_query_rt_values_ex(struct ibv_context *context, struct ibv_values_ex *values)
{
	struct inverbs_context *ctx = inverbs_context_of(context);
	uint64_t clock;
	int err;

	if (values->comp_mask & ~(uint32_t)IBV_VALUES_MASK_RAW_CLOCK)
		return EINVAL;
	if (!values->comp_mask)
		return 0;
	if (!ctx->provider->query_clock)
		return EOPNOTSUPP;
	err = ctx->provider->query_clock(ctx, &clock);
	if (err)
		return err;
	/* Programs expect the raw count in tv_nsec alone. */
	values->raw_clock.tv_sec = 0;
	values->raw_clock.tv_nsec = (long)clock;
	return 0;
}
