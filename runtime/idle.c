/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Called by polls that find nothing on an emulated device. Most programs spin on ibv_poll_cq().
 * With more spinning programs than processors, each of them, and the emulator, would wait
 * milliseconds for the others' time slices to end; so such a poll yields the processor. It also
 * detects that the emulator has exited, which a program that only polls would otherwise never
 * notice. The inline poll pays nothing for this: the cursor of these completion queues is parked
 * (struct inverbs_cq), so that every poll takes the full path.
 */
#include <poll.h>
#include <time.h>

#include "runtime.h"

enum {
	CHECK_MS = 100, /* interval of checks that the device still exists */
};

static uint64_t now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
	return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

/* A removed device closes its event file, and so does an exiting emulator. */
static bool has_hung_up(const struct inverbs_context *ctx)
{
	struct pollfd file = {.fd = ctx->ibv.async_fd};

	return poll(&file, 1, 0) > 0 && file.revents & POLLHUP;
}

static bool is_device_lost(struct inverbs_context *ctx)
{
	const uint64_t now = now_ms();

	if (__atomic_load_n(&ctx->lost, __ATOMIC_RELAXED))
		return true;
	if (now - __atomic_load_n(&ctx->looked_at, __ATOMIC_RELAXED) < CHECK_MS)
		return false;
	__atomic_store_n(&ctx->looked_at, now, __ATOMIC_RELAXED);
	if (!has_hung_up(ctx))
		return false;
	__atomic_store_n(&ctx->lost, true, __ATOMIC_RELAXED);
	return true;
}

static void wait_idle(struct inverbs_cq *cq)
{
	struct inverbs_context *ctx = inverbs_context_of(cq->ibv.context);

	ctx->transport->ops->idle(ctx->transport);
	if (is_device_lost(ctx) && ctx->provider->flush_cq)
		ctx->provider->flush_cq(cq);
}

void (*inverbs_idle_of(struct ibv_context *context))(struct inverbs_cq *cq)
{
	return inverbs_transport_of(context)->ops->idle ? wait_idle : NULL;
}
