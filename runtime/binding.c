/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Which adapters this program may use. Every bound object file adds the mask of its adapters to the
 * section inverbs_bindings, whose bounds the linker defines as symbols. In an unbound program there
 * is no section, and both symbols are NULL.
 */
#include <stdio.h>

#include "runtime.h"

extern const uint32_t __start_inverbs_bindings[] __attribute__((weak, visibility("hidden")));
extern const uint32_t __stop_inverbs_bindings[] __attribute__((weak, visibility("hidden")));

uint32_t inverbs_binding_intersect(const uint32_t *begin, const uint32_t *end)
{
	uint32_t mask = UINT32_MAX;

	while (begin != end)
		mask &= *begin++;
	return mask;
}

/* Write the names of the adapters in a mask, e.g. "mlx4 and cxgb3". */
static void name_adapters(uint32_t mask, char *to, size_t bytes)
{
	size_t len = 0;

	to[0] = '\0';
	for (size_t i = 0; inverbs_providers[i] && len < bytes; i++) {
		if (!(mask & 1U << inverbs_providers[i]->adapter))
			continue;
		len += (size_t)snprintf(to + len, bytes - len, "%s%s", len ? " and " : "",
					inverbs_providers[i]->name);
	}
	if (!len)
		snprintf(to, bytes, "adapters that exclude each other");
}

bool inverbs_binding_allows(const struct inverbs_device *dev)
{
	uint32_t mask = inverbs_binding_intersect(__start_inverbs_bindings,
						  __stop_inverbs_bindings);
	char names[128];

	if (mask & 1U << dev->provider->adapter)
		return true;
	name_adapters(mask, names, sizeof(names));
	fprintf(stderr, "inverbs: this program was built for %s only; %s is a device of %s\n",
		names, dev->ibv.name, dev->provider->name);
	return false;
}
