/* SPDX-License-Identifier: BSD-2-Clause */
/* Properties of a device that measurements report. */
#include "device_facts.h"

#include <stddef.h>
#include <sys/stat.h>

const char *device_adapter(struct ibv_context *ctx)
{
#define NAME(adapter) #adapter,
	static const char *const names[] = {"none", INVERBS_EACH_ADAPTER(NAME)};
#undef NAME
	const size_t id = inverbs_context_of(ctx)->adapter;

	return id < sizeof(names) / sizeof(names[0]) ? names[id] : names[0];
}

bool device_is_emulated(const struct ibv_context *ctx)
{
	struct stat st;

	return fstat(ctx->cmd_fd, &st) == 0 && !S_ISCHR(st.st_mode);
}
