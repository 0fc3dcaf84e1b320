/* SPDX-License-Identifier: BSD-2-Clause */
#include "kernel/device.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/devices.h"
#include "base/driver.h"
#include "base/log.h"
#include "base/table.h"
#include "base/upcalls.h"
#include "engine/engine.h"
#include "kernel/event_file.h"

enum {
	NUMBER_SPACE = 1 << 24, /**< PD, CQ, SRQ and key numbers have 24 bits */
	FIRST_NUMBER = 1,       /**< 0 could be mistaken for a missing field */
	FIRST_KEY = 2,          /**< mlx4 ends SGE lists of receives with the key 0x100 */
	NAME_MAX_LEN = 63,
	MAX_DEVICES = 64,
	SM_LID = 1, /**< LID of the subnet manager */
};

static const uint64_t SUBNET_PREFIX = 0xfe80000000000000;

static const struct softhca_driver *driver_of(const struct softhca *hca, const char *name)
{
	for (const struct softhca_driver *const *m = hca->drivers; *m; m++) {
		size_t len = strlen((*m)->name);

		if (!strncmp(name, (*m)->name, len) && name[len] == '_' &&
		    isdigit((unsigned char)name[len + 1]))
			return *m;
	}
	return NULL;
}

static bool is_iwarp(const struct softhca_driver *driver)
{
	return driver->node_type == IBV_NODE_RNIC;
}

/** Are all of the driver's ports Ethernet? */
static bool has_ethernet_ports(const struct softhca_driver *driver)
{
	return is_iwarp(driver) || driver->roce;
}

/** Log what is wrong with the text of a device, with its line if the text is from a file. */
static int log_wrong_text(const struct softhca *hca, const struct softhca_device_text *text,
			  const char *what, const char *expected)
{
	char where[288] = "";

	if (text->file)
		snprintf(where, sizeof(where), "%s:%u: ", text->file, text->line);
	softhca_log(hca, SOFTHCA_LOG_ERROR, "%s%s; expected %s", where, what, expected);
	return EINVAL;
}

static int log_wrong_name(const struct softhca *hca, const struct softhca_device_text *text,
			  const char *name)
{
	char known[256] = "", what[192];

	for (const struct softhca_driver *const *m = hca->drivers; *m; m++) {
		size_t used = strlen(known);

		snprintf(known + used, sizeof(known) - used, "%s%s_<number>", used ? ", " : "",
			 (*m)->name);
	}
	snprintf(what, sizeof(what), "unknown adapter '%s'", name);
	log_wrong_text(hca, text, what, known);
	return ENODEV;
}

/** A device, as its text describes it. */
struct request {
	const struct softhca_device_text *text;
	char name[NAME_MAX_LEN + 1];
	const struct softhca_driver *driver;
	unsigned int ports;
	bool ethernet;
};

/** If the word is a variant of the adapter, select that variant and return true. */
static bool parse_variant(const char *word, size_t len, struct request *out)
{
	const struct softhca_driver *const *kind = out->driver->variants;

	for (; kind && *kind; kind++) {
		if (len == strlen((*kind)->variant) && !strncmp(word, (*kind)->variant, len)) {
			out->driver = *kind;
			return true;
		}
	}
	return false;
}

/** Write the variants as text, ", 't3a'"; they are few and short. */
static const char *kinds_of(const struct softhca_driver *driver, char *text, size_t room)
{
	size_t used = 0;

	*text = 0;
	for (const struct softhca_driver *const *kind = driver->variants; kind && *kind; kind++)
		used += (size_t)snprintf(text + used, room - used, ", '%s'", (*kind)->variant);
	return text;
}

/**
 * Parse a word after a colon: the number of ports, their link layer, or a variant of the adapter.
 */
static int parse_property(const struct softhca *hca, const char *word, struct request *out)
{
	size_t len = strcspn(word, ":");
	const bool always = has_ethernet_ports(out->driver);
	char kinds[64], what[192], expected[160];

	snprintf(what, sizeof(what), "'%s:%.64s'", out->name, word);
	if (isdigit((unsigned char)*word)) {
		out->ports = (unsigned int)strtoul(word, NULL, 10);
		if (out->ports >= 1 && out->ports <= out->driver->max_ports &&
		    out->ports <= SOFTHCA_MAX_PORTS && strspn(word, "0123456789") == len)
			return 0;
		snprintf(expected, sizeof(expected), "1 to %u ports", out->driver->max_ports);
		return log_wrong_text(hca, out->text, what, expected);
	}
	if (parse_variant(word, len, out))
		return 0;
	out->ethernet = len == strlen("ethernet") && !strncmp(word, "ethernet", len);
	if (out->ethernet ||
	    (!always && len == strlen("infiniband") && !strncmp(word, "infiniband", len)))
		return 0;
	snprintf(expected, sizeof(expected), "a number of ports%s%s or 'ethernet' after the colon",
		 kinds_of(out->driver, kinds, sizeof(kinds)), always ? "" : ", 'infiniband'");
	return log_wrong_text(hca, out->text, what, expected);
}

/** Parse "mlx4_0", "mlx4_0:2" (two ports), "mlx4_0:ethernet" or "mlx4_0:2:ethernet". */
static int parse_text(const struct softhca *hca, const struct softhca_device_text *text,
		      struct request *out)
{
	const char *colon = strchr(text->text, ':');
	size_t len = colon ? (size_t)(colon - text->text) : strlen(text->text);
	char what[192];
	int ret = 0;

	*out = (struct request){.text = text, .ports = 1};
	memcpy(out->name, text->text, len < NAME_MAX_LEN ? len : NAME_MAX_LEN);
	out->driver = driver_of(hca, out->name);
	if (!out->driver || out->name[strspn(out->name, "abcdefghijklmnopqrstuvwxyz0123456789_")])
		return log_wrong_name(hca, text, out->name);
	out->ethernet = has_ethernet_ports(out->driver);
	for (; colon && !ret; colon = strchr(colon + 1, ':'))
		ret = parse_property(hca, colon + 1, out);
	if (!ret && softhca_find_device(hca, out->name)) {
		snprintf(what, sizeof(what), "device '%s' is specified twice", out->name);
		log_wrong_text(hca, text, what, "a unique name");
		ret = EEXIST;
	}
	return ret;
}

static void make_gid(union ibv_gid *gid, uint64_t guid)
{
	for (unsigned int i = 0; i < 8; i++) {
		gid->raw[i] = (uint8_t)(SUBNET_PREFIX >> (56 - 8 * i));
		gid->raw[8 + i] = (uint8_t)(guid >> (56 - 8 * i));
	}
}

/**
 * Returns the interface identifier of a MAC, as in IPv6: with ff fe inserted in the middle, and the
 * universal bit flipped. The MAC consists of the vendor's part and the low three bytes of the GUID.
 */
static uint64_t mac_identifier(uint64_t guid)
{
	const uint64_t universal = UINT64_C(2) << 56;

	return ((guid & 0xffffff0000000000) ^ universal) | UINT64_C(0xfffe) << 24 |
	       (guid & 0xffffff);
}

/** Set the GID of an iWARP port, which is its MAC: the device's GUID begins with it. */
static void make_mac_gid(union ibv_gid *gid, uint64_t node_guid, unsigned int port)
{
	const uint64_t mac = (node_guid >> 16) + port - 1;

	for (unsigned int i = 0; i < 6; i++)
		gid->raw[i] = (uint8_t)(mac >> (40 - 8 * i));
}

/** Set the addresses and the partition of a port. */
static void make_identity(struct softhca_port *port)
{
	const uint64_t guid = port->device->node_guid + port->number;
	union ibv_gid gid = {{0}};

	if (is_iwarp(port->device->driver)) {
		make_mac_gid(&gid, port->device->node_guid, port->number);
	} else {
		port->pkey[0] = 0xffff;
		make_gid(&gid, port->ethernet ? mac_identifier(guid) : guid);
	}
	softhca_port_put_gid(port, 0, &gid);
}

static void make_port(struct softhca_dev *device, unsigned int number, bool ethernet, uint16_t lid)
{
	struct softhca_port *port = &device->port[number - 1];

	port->device = device;
	port->number = (uint8_t)number;
	port->enabled = true;
	port->up = true;
	port->state = IBV_PORT_ACTIVE;
	port->ethernet = ethernet;
	port->lid = lid;
	port->sm_lid = ethernet ? 0 : SM_LID;
	port->max_mtu = device->driver->limits->max_mtu;
	port->active_mtu = port->max_mtu;
	make_identity(port);
}

static void make_tables(struct softhca_dev *device)
{
	const struct softhca_limits *limits = device->driver->limits;
	const struct ibv_device_attr *attr = &limits->attr;

	/*
	 * The sizes of the tables are the device's limits: if a table is full, the command returns
	 * ENOMEM.
	 */
	softhca_table_init(&device->pds, FIRST_NUMBER, (uint32_t)attr->max_pd, true);
	softhca_table_init(&device->cqs, FIRST_NUMBER, (uint32_t)attr->max_cq, true);
	softhca_table_init(&device->srqs, FIRST_NUMBER, (uint32_t)attr->max_srq, true);
	softhca_table_init(&device->qps, limits->qpn_base, (uint32_t)attr->max_qp, true);
	device->xrc_qpn_bit = limits->xrc_qpn_bit;
	softhca_table_init(&device->keys, FIRST_KEY,
			   (limits->keys ? limits->keys : NUMBER_SPACE) - FIRST_KEY, true);
	softhca_link_init(&device->xrcds);
	softhca_link_init(&device->contexts);
	softhca_link_init(&device->groups);
}

static void destroy_device(struct softhca_dev *device)
{
	if (device->driver->device_fini)
		device->driver->device_fini(device);
	softhca_table_fini(&device->pds);
	softhca_table_fini(&device->cqs);
	softhca_table_fini(&device->srqs);
	softhca_table_fini(&device->qps);
	softhca_table_fini(&device->keys);
	free(device);
}

static int create_device(struct softhca *hca, const struct softhca_device_text *text, uint16_t *lid)
{
	struct softhca_dev *device = calloc(1, sizeof(*device));
	struct request request;
	int ret;

	if (!device)
		return ENOMEM;
	ret = parse_text(hca, text, &request);
	if (ret) {
		free(device);
		return ret;
	}
	memcpy(device->name, request.name, sizeof(request.name));
	device->driver = request.driver;
	device->num_ports = request.ports;
	device->hca = hca;
	device->index = hca->num_devices;
	snprintf(device->dev_name, sizeof(device->dev_name), "uverbs%u", device->index);
	device->node_guid = device->driver->guid_base + device->index * device->driver->guid_step;
	for (unsigned int i = 1; i <= device->num_ports; i++)
		make_port(device, i, request.ethernet, request.ethernet ? 0 : (*lid)++);
	make_tables(device);
	ret = device->driver->device_init ? device->driver->device_init(device) : 0;
	if (ret) {
		destroy_device(device);
		return ret;
	}
	hca->devices[hca->num_devices++] = device;
	return 0;
}

int softhca_devices_create(struct softhca *hca, const struct softhca_device_text *texts,
			   unsigned int count)
{
	uint16_t lid = 1;
	int ret = 0;

	if (sysconf(_SC_PAGESIZE) != SOFTHCA_PAGE) {
		softhca_log(hca, SOFTHCA_LOG_ERROR, "a page size of %ld bytes is not supported",
			    sysconf(_SC_PAGESIZE));
		return ENOTSUP;
	}
	if (!count || count > MAX_DEVICES) {
		softhca_log(hca, SOFTHCA_LOG_ERROR, "expected 1 to %d devices, not %u", MAX_DEVICES,
			    count);
		return count ? E2BIG : EINVAL;
	}
	hca->devices = calloc(count, sizeof(struct softhca_dev *));
	if (!hca->devices)
		return ENOMEM;
	for (unsigned int i = 0; i < count && !ret; i++)
		ret = create_device(hca, &texts[i], &lid);
	if (ret)
		softhca_devices_destroy(hca);
	return ret;
}

void softhca_devices_destroy(struct softhca *hca)
{
	while (hca->num_devices)
		destroy_device(hca->devices[--hca->num_devices]);
	free(hca->devices);
	hca->devices = NULL;
}

uint64_t softhca_sys_image_guid(const struct softhca_dev *device)
{
	return is_iwarp(device->driver) ? device->node_guid : device->node_guid + 3;
}

const char *softhca_port_state_name(const struct softhca_port *port)
{
	static const char *const names[] = {"NOP", "DOWN", "INIT", "ARMED", "ACTIVE"};

	return names[port->state];
}

enum smp_phys_state softhca_port_phys_state(const struct softhca_port *port)
{
	if (!port->enabled)
		return SMP_PHYS_STATE_DISABLED;
	return port->state == IBV_PORT_DOWN ? SMP_PHYS_STATE_POLLING : SMP_PHYS_STATE_LINK_UP;
}

enum smp_virtual_lanes softhca_port_virtual_lanes(const struct softhca_port *port)
{
	const uint8_t lanes = port->device->driver->limits->max_vl_num;

	return lanes ? (enum smp_virtual_lanes)lanes : SMP_VIRTUAL_LANES_VL0_TO_7;
}

void softhca_port_state(struct softhca_port *port, enum ibv_port_state state)
{
	const bool was_up = port->up;

	port->state = state;
	port->up = state == IBV_PORT_ACTIVE;
	if (port->up == was_up)
		return;
	softhca_log(port->device->hca, SOFTHCA_LOG_INFO, "%s port %u is %s", port->device->name,
		    port->number, was_up ? "down" : "active");
	softhca_engine_port_changed(port);
	if (was_up)
		port->device->hca->up->port_down(port);
	softhca_port_event(port, was_up ? IBV_EVENT_PORT_ERR : IBV_EVENT_PORT_ACTIVE);
}

void softhca_port_set(struct softhca_port *port, bool up)
{
	const struct softhca *hca = port->device->hca;

	if (port->enabled == up)
		return;
	port->enabled = up;
	if (!up || port->ethernet || !hca->managed)
		softhca_port_state(port, up ? IBV_PORT_ACTIVE : IBV_PORT_DOWN);
	hca->up->port_changed(port);
}
