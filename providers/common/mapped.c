/* SPDX-License-Identifier: BSD-2-Clause */
/* Mapping of queues that the kernel allocates. */
#include <errno.h>
#include <sys/mman.h>

#include "control.h"
#include "runtime/provider.h"

enum {
	MAX_SHIFT = 20, /* of a unit; sanity limit */
};

/* Check the invariants on which the fast path relies; a queue that violates them is refused. */
static bool is_valid_queue(const struct inverbs_mapping *m, uint32_t head_bytes)
{
	return m->bytes > head_bytes && m->entries && !(m->entries & (m->entries - 1)) &&
	       m->shift <= MAX_SHIFT && (uint64_t)m->entries << m->shift <= m->bytes - head_bytes;
}

int inverbs_map_queue(struct inverbs_context *ctx, const struct inverbs_queue_head *head,
		      uint64_t key, uint64_t bytes, struct inverbs_mapping *out)
{
	uint8_t *at = ctx->transport->ops->map(ctx->transport, bytes, PROT_READ | PROT_WRITE,
					       (off_t)key);

	if ((void *)at == MAP_FAILED)
		return errno;
	*out = (struct inverbs_mapping){
		.units = at + head->bytes,
		.bytes = bytes,
		.entries = head->entries(at),
		.shift = head->shift(at),
	};
	if (is_valid_queue(out, head->bytes))
		return 0;
	inverbs_log("%s: the kernel mapped a queue of %u slots of 2^%u bytes into %u bytes",
		    ctx->provider->name, out->entries, out->shift, (unsigned int)bytes);
	munmap(at, bytes);
	return EPROTO;
}

void inverbs_unmap_queue(const struct inverbs_queue_head *head, uint8_t *units, size_t bytes)
{
	if (units)
		munmap(units - head->bytes, bytes);
}
