/* SPDX-License-Identifier: BSD-2-Clause */
#include "kernel/sysfs.h"

#include <errno.h>
#include <ifaddrs.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/driver.h"
#include "base/upcalls.h"
#include "kernel/device.h"

#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))

/** A text buffer. */
struct text {
	char *buf;
	size_t room;
};

__attribute__((format(printf, 2, 3))) static int print_value(const struct text *text,
							     const char *format, ...)
{
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(text->buf, text->room, format, args);
	va_end(args);
	return n >= 0 && (size_t)n < text->room ? 0 : EINVAL;
}

static int print_guid(const struct text *text, uint64_t guid)
{
	return print_value(text, "%04x:%04x:%04x:%04x\n", (unsigned int)(guid >> 48),
			   (unsigned int)(guid >> 32 & 0xffff), (unsigned int)(guid >> 16 & 0xffff),
			   (unsigned int)(guid & 0xffff));
}

static int print_or_absent(const struct text *text, const char *value)
{
	return value ? print_value(text, "%s\n", value) : ENOENT;
}

/*
 * --- attributes of the device
 * -----------------------------------------------------------------------
 */

static int show_node_type(const struct softhca_dev *device, const struct text *text)
{
	const uint32_t type = device->driver->node_type;

	return print_value(text, "%u: %s\n", type, type == IBV_NODE_RNIC ? "RNIC" : "CA");
}

static int show_node_guid(const struct softhca_dev *device, const struct text *text)
{
	return print_guid(text, device->node_guid);
}

static int show_sys_image_guid(const struct softhca_dev *device, const struct text *text)
{
	return print_guid(text, softhca_sys_image_guid(device));
}

static int show_fw_ver(const struct softhca_dev *device, const struct text *text)
{
	uint64_t v = device->driver->limits->fw_ver;

	return print_value(text, "%s%u.%u.%u\n",
			   device->driver->firmware ? device->driver->firmware : "",
			   (unsigned int)(v >> 32), (unsigned int)(v >> 16 & 0xffff),
			   (unsigned int)(v & 0xffff));
}

static int show_node_desc(const struct softhca_dev *device, const struct text *text)
{
	return print_value(text, "Inverbs emulated %s\n", device->name);
}

static int show_hca_type(const struct softhca_dev *device, const struct text *text)
{
	return print_or_absent(text, device->driver->hca_type);
}

static int show_board_id(const struct softhca_dev *device, const struct text *text)
{
	return print_or_absent(text, device->driver->board_id);
}

static int show_hw_rev(const struct softhca_dev *device, const struct text *text)
{
	return print_or_absent(text, device->driver->hw_rev);
}

static const struct {
	const char *name;
	int (*show)(const struct softhca_dev *device, const struct text *text);
} device_files[] = {
	{"node_type", show_node_type},
	{"node_guid", show_node_guid},
	{"sys_image_guid", show_sys_image_guid},
	{"fw_ver", show_fw_ver},
	{"node_desc", show_node_desc},
	{"hca_type", show_hca_type},
	{"board_id", show_board_id},
	{"hw_rev", show_hw_rev},
};

/* --- of a port --------------------------------------------------------------------------- */

static int show_state(const struct softhca_port *port, const struct text *text)
{
	return print_value(text, "%d: %s\n", (int)port->state, softhca_port_state_name(port));
}

static int show_phys_state(const struct softhca_port *port, const struct text *text)
{
	static const char *const names[] = {
		[SMP_PHYS_STATE_POLLING] = "Polling",
		[SMP_PHYS_STATE_DISABLED] = "Disabled",
		[SMP_PHYS_STATE_LINK_UP] = "LinkUp",
	};
	const enum smp_phys_state now = softhca_port_phys_state(port);

	return print_value(text, "%d: %s\n", (int)now, names[now]);
}

static int show_rate(const struct softhca_port *port, const struct text *text)
{
	return print_value(text, "%s\n", port->device->driver->limits->rate);
}

static int show_lid(const struct softhca_port *port, const struct text *text)
{
	return print_value(text, "0x%x\n", port->lid);
}

static int show_sm_lid(const struct softhca_port *port, const struct text *text)
{
	return print_value(text, "0x%x\n", port->sm_lid);
}

static int show_lid_mask_count(const struct softhca_port *port, const struct text *text)
{
	return print_value(text, "%u\n", port->lmc);
}

static int show_sm_sl(const struct softhca_port *port, const struct text *text)
{
	return print_value(text, "%u\n", port->sm_sl);
}

static int show_cap_mask(const struct softhca_port *port, const struct text *text)
{
	return print_value(text, "0x%08x\n", softhca_port_cap_flags(port));
}

static int show_link_layer(const struct softhca_port *port, const struct text *text)
{
	return print_value(text, "%s\n", port->ethernet ? "Ethernet" : "InfiniBand");
}

static const struct {
	const char *name;
	int (*show)(const struct softhca_port *port, const struct text *text);
} port_files[] = {
	{"state", show_state},
	{"phys_state", show_phys_state},
	{"rate", show_rate},
	{"lid", show_lid},
	{"sm_lid", show_sm_lid},
	{"lid_mask_count", show_lid_mask_count},
	{"sm_sl", show_sm_sl},
	{"cap_mask", show_cap_mask},
	{"link_layer", show_link_layer},
};

/* --- tables of a port -------------------------------------------------------------------- */

static bool is_gid_in_use(const union ibv_gid *gid)
{
	static const union ibv_gid unused;

	return memcmp(gid, &unused, sizeof(unused)) != 0;
}

static int show_gid(const struct softhca_port *port, unsigned int n, const struct text *text)
{
	const uint8_t *g = port->gid[n].raw;

	return print_value(
		text, "%02x%02x:%02x%02x:%02x%02x:%02x%02x:%02x%02x:%02x%02x:%02x%02x:%02x%02x\n",
		g[0], g[1], g[2], g[3], g[4], g[5], g[6], g[7], g[8], g[9], g[10], g[11], g[12],
		g[13], g[14], g[15]);
}

static int show_pkey(const struct softhca_port *port, unsigned int n, const struct text *text)
{
	return print_value(text, "0x%04x\n", port->pkey[n]);
}

static int show_gid_type(const struct softhca_port *port, unsigned int n, const struct text *text)
{
	return is_gid_in_use(&port->gid[n])
		       ? print_value(text, "%s\n",
				     port->device->driver->roce ? "RoCE v2" : "IB/RoCE v1")
		       : EINVAL;
}

/** Ports have no network interface of this machine, on any link layer. */
static int show_gid_ndev(const struct softhca_port *port, unsigned int n, const struct text *text)
{
	(void)port;
	(void)n;
	(void)text;
	return EINVAL;
}

static const struct {
	const char *prefix;
	bool of_pkeys;
	int (*show)(const struct softhca_port *port, unsigned int n, const struct text *text);
} table_files[] = {
	{"gids/", false, show_gid},
	{"pkeys/", true, show_pkey},
	{"gid_attrs/types/", false, show_gid_type},
	{"gid_attrs/ndevs/", false, show_gid_ndev},
};

/** Parse a string that has only digits. */
static bool parse_number(const char *text, unsigned int *value)
{
	char *end;

	if (*text < '0' || *text > '9' || (*text == '0' && text[1]))
		return false;
	errno = 0;
	*value = (unsigned int)strtoul(text, &end, 10);
	return !*end && !errno;
}

static unsigned int table_entries(const struct softhca_port *port, size_t table)
{
	const struct softhca_limits *limits = port->device->driver->limits;

	return table_files[table].of_pkeys ? limits->pkey_tbl_len : limits->gid_tbl_len;
}

static int read_port_table(const struct softhca_port *port, const char *path,
			   const struct text *text)
{
	for (size_t i = 0; i < ARRAY_SIZE(table_files); i++) {
		size_t len = strlen(table_files[i].prefix);
		unsigned int n;

		if (strncmp(path, table_files[i].prefix, len) != 0)
			continue;
		if (!parse_number(path + len, &n) || n >= table_entries(port, i))
			return ENOENT;
		return table_files[i].show(port, n, text);
	}
	return ENOENT;
}

/**
 * Returns the port of a path like "ports/1/state" or "ports/1", or NULL; *path is set to the rest.
 */
static const struct softhca_port *port_of(const struct softhca_dev *device, const char **path)
{
	static const char folder[] = "ports/";
	const char *at = *path + sizeof(folder) - 1;
	unsigned long n;
	char *end;

	if (strncmp(*path, folder, sizeof(folder) - 1) != 0 || *at < '1' || *at > '9')
		return NULL;
	n = strtoul(at, &end, 10);
	if ((*end && *end != '/') || n > device->num_ports)
		return NULL;
	*path = *end ? end + 1 : end;
	return &device->port[n - 1];
}

int softhca_read_attr(const struct softhca_dev *device, const char *path, char *buf, size_t room)
{
	struct text text = {.room = room};
	const struct softhca_port *port;

	text.buf = buf;
	for (size_t i = 0; i < ARRAY_SIZE(device_files); i++) {
		if (!strcmp(path, device_files[i].name))
			return device_files[i].show(device, &text);
	}
	port = port_of(device, &path);
	if (!port)
		return ENOENT;
	for (size_t i = 0; i < ARRAY_SIZE(port_files); i++) {
		if (!strcmp(path, port_files[i].name))
			return port_files[i].show(port, &text);
	}
	return read_port_table(port, path, &text);
}

/* --- directories ------------------------------------------------------------------------- */

/** A list of names, each followed by a NUL. */
struct names {
	char *at;
	size_t room;
	size_t used;
};

__attribute__((format(printf, 2, 3))) static void add_name(struct names *names, const char *format,
							   ...)
{
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(names->at + names->used, names->room - names->used, format, args);
	va_end(args);
	if (n >= 0 && (size_t)n < names->room - names->used)
		names->used += (size_t)n + 1;
}

static void list_device(const struct softhca_dev *device, struct names *names)
{
	char value[256];

	for (size_t i = 0; i < ARRAY_SIZE(device_files); i++) {
		if (softhca_read_attr(device, device_files[i].name, value, sizeof(value)) != ENOENT)
			add_name(names, "%s", device_files[i].name);
	}
	add_name(names, "ports/");
}

static int list_numbers(unsigned int first, unsigned int count, const char *suffix,
			struct names *names)
{
	for (unsigned int i = first; i < first + count; i++)
		add_name(names, "%u%s", i, suffix);
	return 0;
}

/**
 * List a directory of a port: its attributes, its tables, and the directory that contains two of
 * them.
 */
static int list_port(const struct softhca_port *port, const char *path, struct names *names)
{
	if (!strcmp(path, "gid_attrs")) {
		add_name(names, "types/");
		add_name(names, "ndevs/");
		return 0;
	}
	for (size_t i = 0; i < ARRAY_SIZE(table_files); i++) {
		const char *prefix = table_files[i].prefix;

		if (!strncmp(path, prefix, strlen(path)) && !strcmp(prefix + strlen(path), "/"))
			return list_numbers(0, table_entries(port, i), "", names);
	}
	if (*path)
		return ENOENT;
	for (size_t i = 0; i < ARRAY_SIZE(port_files); i++)
		add_name(names, "%s", port_files[i].name);
	add_name(names, "gids/");
	add_name(names, "pkeys/");
	add_name(names, "gid_attrs/");
	return 0;
}

static bool is_listed(const struct names *names, const char *name)
{
	for (size_t at = 0; at < names->used; at += strlen(names->at + at) + 1) {
		if (!strcmp(names->at + at, name))
			return true;
	}
	return false;
}

/**
 * List the network interfaces whose addresses the connection manager uses for the device. They
 * carry none of the device's traffic, but programs look for the device's interface to find its
 * address.
 */
static int list_cards(const struct softhca_dev *device, struct names *names)
{
	struct ifaddrs *all;

	if (getifaddrs(&all))
		return errno;
	for (const struct ifaddrs *card = all; card; card = card->ifa_next) {
		if (card->ifa_addr && device->hca->up->has_address(device, card->ifa_addr) &&
		    !is_listed(names, card->ifa_name))
			add_name(names, "%s", card->ifa_name);
	}
	freeifaddrs(all);
	return 0;
}

int softhca_list_attrs(const struct softhca_dev *device, const char *path, char *buf, size_t room,
		       size_t *bytes)
{
	struct names names = {.room = room};
	const struct softhca_port *port;
	int ret = 0;

	names.at = buf;
	if (!*path) {
		list_device(device, &names);
	} else if (!strcmp(path, "ports")) {
		list_numbers(1, device->num_ports, "/", &names);
	} else if (!strcmp(path, "device/net")) {
		ret = list_cards(device, &names);
	} else {
		port = port_of(device, &path);
		ret = port ? list_port(port, path, &names) : ENOENT;
	}
	*bytes = names.used;
	return ret;
}
