/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * I/O units: the ports of an adapter with registered controllers respond to device management. The
 * corresponding bit in the ports' capability masks belongs to the kernel, which does not let
 * programs set it.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <inverbs/mad/device.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "ioc.h"
#include "umad.h"

enum {
	SLOTS = 16,
	NO_SLOT = 15, /* in the controller list */
	ENTRIES_AT_ONCE = 4,
	RESPONSE_TIME = 18 /* response time of about 1 s: 4.096 us * 2^18 */
};

/* A port of an I/O unit. */
struct unit_port {
	struct iba_iou *unit;
	struct iba_umad umad;
};

/* iba_lock() guards the contents, the lock of the list everything else. */
struct iba_iou {
	struct iba_iou *next;
	ib_net64_t ca_guid;
	pid_t process; /* the process that opened the files; a child after fork is another */
	unsigned int uses;
	const struct iba_ioc *slots[SLOTS];
	uint16_t changes;
	unsigned int port_count;
	struct unit_port ports[];
};

/* All I/O units. An adapter has one, however often the program has opened it. */
static struct {
	pthread_mutex_t lock;
	struct iba_iou *first;
} units = {.lock = PTHREAD_MUTEX_INITIALIZER};

static_assert(sizeof(ib_ioc_profile_t) == IOU_CONTROLLER_PROFILE_SIZE, "as on the wire");
static_assert(sizeof(ib_svc_entry_t) == IOU_SERVICE_ENTRY_SIZE, "as on the wire");

/* --- responses; iba_lock() is held ---------------------------------------------------------- */

static void put_class_port_info(uint8_t *data)
{
	const struct mad_class_port_info info = {.base_version = MAD_BASE_VERSION,
						 .class_version = IOU_CLASS_VERSION,
						 .response_time = RESPONSE_TIME};

	mad_class_port_info_put(data, &info);
}

static void put_unit_info(const struct iba_iou *unit, uint8_t *data)
{
	struct iou_unit_info info = {.change_id = unit->changes, .max_controllers = SLOTS};

	memset(info.controllers, NO_SLOT << 4 | NO_SLOT, sizeof(info.controllers));
	for (unsigned int i = 0; i < SLOTS; i += 2)
		info.controllers[i / 2] = (uint8_t)(!!unit->slots[i] << 4 | !!unit->slots[i + 1]);
	iou_unit_info_put(data, &info);
}

static const struct iba_ioc *find_ioc(const struct iba_iou *unit, uint32_t slot)
{
	return slot >= 1 && slot <= SLOTS ? unit->slots[slot - 1] : NULL;
}

static unsigned int count_entries(const struct iba_ioc *ioc)
{
	unsigned int count = 0;

	for (const struct iba_object *o = ioc->object.children; o; o = o->next)
		count += o->alive;
	return count;
}

static ib_net16_t put_profile(const struct iba_iou *unit, uint32_t slot, uint8_t *data)
{
	const struct iba_ioc *ioc = find_ioc(unit, slot);
	ib_ioc_profile_t profile;

	if (!ioc)
		return IB_DM_MAD_STATUS_NO_IOC_RESP;
	profile = ioc->profile;
	profile.num_svc_entries = (uint8_t)count_entries(ioc);
	memcpy(data, &profile, sizeof(profile));
	return 0;
}

/* Write the entries from first to last, at most four. The newest entry is the first child. */
static ib_net16_t put_entries(const struct iba_iou *unit, uint32_t modifier, uint8_t *data)
{
	const struct iba_ioc *ioc = find_ioc(unit, modifier >> 16);
	const unsigned int first = modifier & 0xff, last = modifier >> 8 & 0xff;
	unsigned int at;

	if (!ioc)
		return IB_DM_MAD_STATUS_NO_IOC_RESP;
	at = count_entries(ioc);
	if (first > last || last - first >= ENTRIES_AT_ONCE || last >= at)
		return IB_DM_MAD_STATUS_NO_SVC_ENTRIES;
	for (const struct iba_object *o = ioc->object.children; o; o = o->next) {
		const struct iba_svc_entry *entry = (const struct iba_svc_entry *)o;

		if (!o->alive)
			continue;
		at--;
		if (at >= first && at <= last)
			memcpy(data + (size_t)(at - first) * sizeof(entry->value), &entry->value,
			       sizeof(entry->value));
	}
	return 0;
}

static ib_net16_t fill_dm_response(const struct iba_iou *unit, const struct mad_header *asked,
				   uint8_t *data)
{
	switch (asked->attribute) {
	case IOU_ATTRIBUTE_CLASS_PORT_INFO:
		put_class_port_info(data);
		return 0;
	case IOU_ATTRIBUTE_UNIT_INFO:
		put_unit_info(unit, data);
		return 0;
	case IOU_ATTRIBUTE_CONTROLLER_PROFILE:
		return put_profile(unit, asked->modifier, data);
	case IOU_ATTRIBUTE_SERVICE_ENTRIES:
		return put_entries(unit, asked->modifier, data);
	default:
		return IB_MAD_STATUS_UNSUP_METHOD_ATTR;
	}
}

/* --- ports ---------------------------------------------------------------------------------- */

static void respond_dm(struct iba_umad *umad, const struct umad_header *from, const uint8_t *mad,
		       size_t bytes)
{
	const struct iba_iou *unit = IBA_CONTAINER(umad, struct unit_port, umad)->unit;
	struct umad_header header = *from;
	uint8_t response[MAD_BYTES] = {0};
	struct mad_header common;

	if (header.status || bytes < MAD_BYTES)
		return;
	common = mad_header_get(mad);
	iba_lock();
	common.status = ntohs(fill_dm_response(unit, &common, response + MAD_DEVICE_DATA_AT));
	iba_unlock();
	common.method = MAD_METHOD_GET_RESPONSE;
	mad_header_put(response, &common);
	header.qkey = htonl(MAD_GSI_QKEY);
	header.timeout_ms = 0;
	header.retries = 0;
	iba_umad_write(umad, &header, response, sizeof(response));
}

/* Register the agent for a port's requests. Only one process can do this per port. */
static int register_dm_agent(struct unit_port *at, const struct iba_port *port)
{
	struct umad_reg_req request = {
		.qpn = 1,
		.mgmt_class = MAD_CLASS_DEVICE,
		.mgmt_class_version = IOU_CLASS_VERSION,
		.method_mask = {UINT32_C(1) << MAD_METHOD_GET},
	};
	int err;

	at->umad.received = respond_dm;
	err = iba_umad_open(&at->umad, port);
	if (err)
		return err;
	err = iba_umad_register(&at->umad, &request);
	if (!err)
		err = iba_watch(&at->umad.source);
	if (err)
		iba_umad_close(&at->umad);
	return err == EINVAL ? EAGAIN : err;
}

static void close_ports(struct iba_iou *unit)
{
	for (unsigned int i = 0; i < unit->port_count; i++) {
		iba_unwatch(&unit->ports[i].umad.source);
		iba_umad_close(&unit->ports[i].umad);
	}
}

static int open_ports(struct iba_iou *unit, const struct iba_ca *ca)
{
	struct iba_port port;
	int err = iba_dispatcher_start();

	for (unsigned int i = 0; !err && i < ca->attr.phys_port_cnt; i++) {
		if (!iba_port_of_device(inverbs_device_of(ca->context->device), i + 1, &port))
			err = ENODEV;
		unit->ports[i].unit = unit;
		if (!err)
			err = register_dm_agent(&unit->ports[i], &port);
		unit->port_count += !err;
	}
	if (err)
		close_ports(unit);
	return err;
}

/* --- units ---------------------------------------------------------------------------------- */

/* The change counters of successive units of an adapter start at different numbers. */
static uint16_t first_change_counter(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint16_t)(t.tv_nsec / 1000);
}

/* The list is locked. */
static ib_api_status_t make_unit(const struct iba_ca *ca, struct iba_iou **made)
{
	const size_t ports = ca->attr.phys_port_cnt * sizeof((*made)->ports[0]);
	struct iba_iou *unit = calloc(1, sizeof(*unit) + ports);
	int err;

	if (!unit)
		return IB_INSUFFICIENT_MEMORY;
	unit->ca_guid = ca->guid;
	unit->process = getpid();
	unit->changes = first_change_counter();
	err = open_ports(unit, ca);
	if (err) {
		free(unit);
		return iba_umad_status(err);
	}
	unit->next = units.first;
	units.first = unit;
	*made = unit;
	return IB_SUCCESS;
}

/* The unit's device is gone. A new device with the same GUID gets another unit. */
static bool is_device_gone(const struct iba_iou *unit)
{
	for (unsigned int i = 0; i < unit->port_count; i++)
		if (iba_umad_is_lost(&unit->ports[i].umad))
			return true;
	return false;
}

ib_api_status_t iba_iou_use(const struct iba_ca *ca, struct iba_iou **unit)
{
	ib_api_status_t status = IB_SUCCESS;
	const pid_t process = getpid();
	struct iba_iou *at;

	pthread_mutex_lock(&units.lock);
	at = units.first;
	while (at && (at->ca_guid != ca->guid || at->process != process || is_device_gone(at)))
		at = at->next;
	if (!at)
		status = make_unit(ca, &at);
	if (at)
		at->uses++;
	pthread_mutex_unlock(&units.lock);
	*unit = at;
	return status;
}

void iba_iou_drop(struct iba_iou *unit)
{
	struct iba_iou **at = &units.first;

	pthread_mutex_lock(&units.lock);
	if (--unit->uses == 0) {
		while (*at != unit)
			at = &(*at)->next;
		*at = unit->next;
		close_ports(unit);
		free(unit);
	}
	pthread_mutex_unlock(&units.lock);
}

bool iba_iou_assign_slot(struct iba_iou *unit, struct iba_ioc *ioc)
{
	unsigned int slot = 0;

	while (slot < SLOTS && unit->slots[slot])
		slot++;
	if (slot == SLOTS)
		return false;
	unit->slots[slot] = ioc;
	ioc->unit = unit;
	ioc->slot = slot;
	iba_iou_count_change(unit);
	return true;
}

void iba_iou_free_slot(const struct iba_ioc *ioc)
{
	ioc->unit->slots[ioc->slot] = NULL;
	iba_iou_count_change(ioc->unit);
}

void iba_iou_count_change(struct iba_iou *unit)
{
	unit->changes++;
}
