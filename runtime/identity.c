/* SPDX-License-Identifier: BSD-2-Clause */
/* Matches devices to adapters by the identity in the adapter's spec. */
#include <ctype.h>

#include "runtime.h"

static bool is_listed_id(const uint16_t *ids, size_t count, uint16_t id)
{
	for (size_t i = 0; i < count; i++) {
		if (ids[i] == id)
			return true;
	}
	return false;
}

static bool is_known_modalias(const struct inverbs_identity *id, const char *modalias)
{
	for (const char *const *known = id->modalias; *known; known++) {
		if (!strcmp(modalias, *known))
			return true;
	}
	return false;
}

static bool is_known_name(const struct inverbs_identity *id, const char *name)
{
	for (const char *const *known = id->names; *known; known++) {
		if (!strncmp(name, *known, strlen(*known)))
			return true;
	}
	return false;
}

bool inverbs_identity_match(const struct inverbs_identity *id,
			    const struct inverbs_device_info *dev)
{
	if (dev->abi_version < id->abi_min || dev->abi_version > id->abi_max)
		return false;
	if (dev->driver_id >= 0)
		return dev->driver_id == id->driver_id;
	if (dev->vendor_id == id->pci_vendor &&
	    is_listed_id(id->pci_ids, id->pci_count, dev->device_id))
		return true;
	if (!dev->vendor_id && is_known_name(id, dev->name))
		return true;
	return is_known_modalias(id, dev->modalias);
}

bool inverbs_identity_by_command(const struct inverbs_identity *id,
				 const struct inverbs_device_info *dev)
{
	return dev->vendor_id == id->pci_vendor &&
	       is_listed_id(id->by_command, id->by_command_count, dev->device_id);
}

/*
 * Parse the firmware version. The major version is the first number; the text before it names the
 * firmware's memory.
 */
static bool firmware_is_known(const char *text, unsigned long *major)
{
	while (*text && !isdigit((unsigned char)*text))
		text++;
	*major = strtoul(text, NULL, 10);
	return *text != '\0';
}

bool inverbs_firmware_allows(const struct inverbs_backend *backend,
			     const struct inverbs_identity *id,
			     const struct inverbs_device_info *dev)
{
	unsigned long major;
	char text[64];

	if (!id || !id->min_firmware)
		return true;
	if (backend->read_attr(backend, dev->name, "fw_ver", text, sizeof(text)) <= 0 ||
	    !firmware_is_known(text, &major)) {
		inverbs_log("%s is skipped: its firmware version cannot be read", dev->name);
		return false;
	}
	if (major >= id->min_firmware)
		return true;
	inverbs_log("%s is skipped: its firmware is %s, but %u or newer is required", dev->name,
		    text, id->min_firmware);
	return false;
}

void inverbs_identity_restrict(const struct inverbs_identity *id, struct inverbs_transport *t)
{
	t->lacks = id ? ~id->commands : 0;
	t->lacks_extended = id && !id->extended_commands;
}
