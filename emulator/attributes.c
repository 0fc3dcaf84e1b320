/* SPDX-License-Identifier: BSD-2-Clause */
/* The attribute files of a device as sysfs shows them below /sys/class/infiniband/<device>/. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model.h"
#include "server.h"

/** Where the text goes. */
struct text {
	char *buf;
	size_t room;
};

__attribute__((format(printf, 2, 3))) static int print(const struct text *text, const char *format,
						       ...)
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
	return print(text, "%04x:%04x:%04x:%04x\n", (unsigned int)(guid >> 48),
		     (unsigned int)(guid >> 32 & 0xffff), (unsigned int)(guid >> 16 & 0xffff),
		     (unsigned int)(guid & 0xffff));
}

static int print_or_absent(const struct text *text, const char *value)
{
	return value ? print(text, "%s\n", value) : ENOENT;
}

/* --- of the device ----------------------------------------------------------------------- */

static int node_type(const struct softhca_dev *device, const struct text *text)
{
	const uint32_t type = device->model->node_type;

	return print(text, "%u: %s\n", type, type == IBV_NODE_RNIC ? "RNIC" : "CA");
}

static int node_guid(const struct softhca_dev *device, const struct text *text)
{
	return print_guid(text, device->node_guid);
}

static int sys_image_guid(const struct softhca_dev *device, const struct text *text)
{
	return print_guid(text, softhca_sys_image_guid(device));
}

static int fw_ver(const struct softhca_dev *device, const struct text *text)
{
	uint64_t v = device->model->limits->fw_ver;

	return print(text, "%s%u.%u.%u\n", device->model->firmware ? device->model->firmware : "",
		     (unsigned int)(v >> 32), (unsigned int)(v >> 16 & 0xffff),
		     (unsigned int)(v & 0xffff));
}

static int node_desc(const struct softhca_dev *device, const struct text *text)
{
	return print(text, "Inverbs emulated %s\n", device->name);
}

static int hca_type(const struct softhca_dev *device, const struct text *text)
{
	return print_or_absent(text, device->model->hca_type);
}

static int board_id(const struct softhca_dev *device, const struct text *text)
{
	return print_or_absent(text, device->model->board_id);
}

static int hw_rev(const struct softhca_dev *device, const struct text *text)
{
	return print_or_absent(text, device->model->hw_rev);
}

static const struct {
	const char *name;
	int (*show)(const struct softhca_dev *device, const struct text *text);
} device_files[] = {
	{"node_type", node_type}, {"node_guid", node_guid}, {"sys_image_guid", sys_image_guid},
	{"fw_ver", fw_ver},       {"node_desc", node_desc}, {"hca_type", hca_type},
	{"board_id", board_id},   {"hw_rev", hw_rev},
};

/* --- of a port --------------------------------------------------------------------------- */

static int state(const struct softhca_port *port, const struct text *text)
{
	return print(text, "%s\n", port->up ? "4: ACTIVE" : "1: DOWN");
}

static int phys_state(const struct softhca_port *port, const struct text *text)
{
	return print(text, "%s\n", port->up ? "5: LinkUp" : "3: Disabled");
}

static int rate(const struct softhca_port *port, const struct text *text)
{
	return print(text, "%s\n", port->device->model->limits->rate);
}

static int lid(const struct softhca_port *port, const struct text *text)
{
	return print(text, "0x%x\n", port->lid);
}

static int sm_lid(const struct softhca_port *port, const struct text *text)
{
	return print(text, "0x%x\n", port->sm_lid);
}

static int zero(const struct softhca_port *port, const struct text *text)
{
	(void)port;
	return print(text, "0\n");
}

static int cap_mask(const struct softhca_port *port, const struct text *text)
{
	return print(text, "0x%08x\n", softhca_port_cap_flags(port));
}

static int link_layer(const struct softhca_port *port, const struct text *text)
{
	return print(text, "%s\n", port->ethernet ? "Ethernet" : "InfiniBand");
}

static const struct {
	const char *name;
	int (*show)(const struct softhca_port *port, const struct text *text);
} port_files[] = {
	{"state", state}, {"phys_state", phys_state}, {"rate", rate},
	{"lid", lid},     {"sm_lid", sm_lid},         {"lid_mask_count", zero},
	{"sm_sl", zero},  {"cap_mask", cap_mask},     {"link_layer", link_layer},
};

/* --- tables of a port -------------------------------------------------------------------- */

static bool gid_in_use(const union ibv_gid *gid)
{
	static const union ibv_gid unused;

	return memcmp(gid, &unused, sizeof(unused)) != 0;
}

static int gid(const struct softhca_port *port, unsigned int n, const struct text *text)
{
	const uint8_t *g = port->gid[n].raw;

	return print(text,
		     "%02x%02x:%02x%02x:%02x%02x:%02x%02x:%02x%02x:%02x%02x:%02x%02x:%02x%02x\n",
		     g[0], g[1], g[2], g[3], g[4], g[5], g[6], g[7], g[8], g[9], g[10], g[11],
		     g[12], g[13], g[14], g[15]);
}

static int pkey(const struct softhca_port *port, unsigned int n, const struct text *text)
{
	return print(text, "0x%04x\n", port->pkey[n]);
}

static int gid_type(const struct softhca_port *port, unsigned int n, const struct text *text)
{
	return gid_in_use(&port->gid[n]) ? print(text, "IB/RoCE v1\n") : EINVAL;
}

/** No network card of this machine stands behind a port, whatever its link layer. */
static int gid_ndev(const struct softhca_port *port, unsigned int n, const struct text *text)
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
	{"gids/", false, gid},
	{"pkeys/", true, pkey},
	{"gid_attrs/types/", false, gid_type},
	{"gid_attrs/ndevs/", false, gid_ndev},
};

/** A whole string of digits. */
static bool number(const char *text, unsigned int *value)
{
	char *end;

	if (*text < '0' || *text > '9' || (*text == '0' && text[1]))
		return false;
	errno = 0;
	*value = (unsigned int)strtoul(text, &end, 10);
	return !*end && !errno;
}

static int read_port_table(const struct softhca_port *port, const char *path,
			   const struct text *text)
{
	const struct softhca_limits *limits = port->device->model->limits;

	for (size_t i = 0; i < sizeof(table_files) / sizeof(table_files[0]); i++) {
		size_t len = strlen(table_files[i].prefix);
		unsigned int n;

		if (strncmp(path, table_files[i].prefix, len) != 0)
			continue;
		if (!number(path + len, &n) ||
		    n >= (table_files[i].of_pkeys ? limits->pkey_tbl_len : limits->gid_tbl_len))
			return ENOENT;
		return table_files[i].show(port, n, text);
	}
	return ENOENT;
}

static int read_port(const struct softhca_dev *device, const char *path, const struct text *text)
{
	char *end;
	unsigned long n = strtoul(path, &end, 10);
	const struct softhca_port *port;

	if (*path < '1' || *path > '9' || *end != '/' || n > device->num_ports)
		return ENOENT;
	port = &device->port[n - 1];
	path = end + 1;
	for (size_t i = 0; i < sizeof(port_files) / sizeof(port_files[0]); i++) {
		if (!strcmp(path, port_files[i].name))
			return port_files[i].show(port, text);
	}
	return read_port_table(port, path, text);
}

int softhca_read_attr(const struct softhca_dev *device, const char *path, char *buf, size_t room)
{
	struct text text = {.room = room};

	text.buf = buf;
	for (size_t i = 0; i < sizeof(device_files) / sizeof(device_files[0]); i++) {
		if (!strcmp(path, device_files[i].name))
			return device_files[i].show(device, &text);
	}
	if (!strncmp(path, "ports/", 6))
		return read_port(device, path + 6, &text);
	return ENOENT;
}
