/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/mad/device.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/** Attributes of an I/O unit, from byte 64 of the datagram on. */
#ifndef INVERBS_MAD_DEVICE_H
#define INVERBS_MAD_DEVICE_H

#include <inverbs/mad/arrays.h>
#include <inverbs/mad/common.h>

/** Version of the class. */
#define IOU_CLASS_VERSION 0x1U

/** Attributes of the class. */
enum iou_attribute {
	IOU_ATTRIBUTE_CLASS_PORT_INFO = 0x1,
	IOU_ATTRIBUTE_NOTICE = 0x2,
	IOU_ATTRIBUTE_UNIT_INFO = 0x10,
	IOU_ATTRIBUTE_CONTROLLER_PROFILE = 0x11,
	IOU_ATTRIBUTE_SERVICE_ENTRIES = 0x12,
};

/**
 * An I/O unit.
 * device.unit_info
 */
struct iou_unit_info {
	uint16_t change_id;       /**< 0x0; Incremented when the list changes */
	uint8_t max_controllers;  /**< 0x2 */
	uint8_t diagnostics;      /**< 0x3.1-1 */
	uint8_t option_rom;       /**< 0x3.0-0 */
	uint8_t controllers[128]; /**< 0x4, 128 bytes; Four bits for each slot: 0 empty, 1 occupied,
				     15 no such slot */
};

#define IOU_UNIT_INFO_SIZE 132U

/** Store all fields. device.unit_info */
INVERBS_INLINE void iou_unit_info_put(void *at, const struct iou_unit_info *v)
{
	inverbs_put16(at, (uint16_t)INVERBS_BE16((uint16_t)v->change_id));
	inverbs_put8((uint8_t *)at + 2, (uint8_t)v->max_controllers);
	inverbs_put8((uint8_t *)at + 3, (uint8_t)(((uint8_t)(v->diagnostics & 0x1U) << 1) |
						  (uint8_t)(v->option_rom & 0x1U)));
	inverbs_put_bytes((uint8_t *)at + 4, v->controllers, 128);
}

INVERBS_INLINE struct iou_unit_info iou_unit_info_get(const void *at)
{
	struct iou_unit_info v;
	const uint16_t w0 = inverbs_get16((const uint8_t *)at + 0);
	const uint8_t w2 = inverbs_get8((const uint8_t *)at + 2);
	const uint8_t w3 = inverbs_get8((const uint8_t *)at + 3);

	v.change_id = (uint16_t)INVERBS_BE16(w0);
	v.max_controllers = (uint8_t)w2;
	v.diagnostics = (uint8_t)((w3 >> 1) & 0x1U);
	v.option_rom = (uint8_t)(w3 & 0x1U);
	memcpy(v.controllers, (const uint8_t *)at + 4, 128);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool iou_unit_info_reserved_clear(const void *at)
{
	return (inverbs_get8((const uint8_t *)at + 3) & 0xfcU) == 0;
}

/**
 * A controller of the unit. The attribute modifier is its slot, from 1.
 * device.controller_profile
 */
struct iou_controller_profile {
	uint64_t guid;                /**< 0x0 */
	uint32_t vendor_id;           /**< 0x8.31-8 */
	uint32_t device_id;           /**< 0xc */
	uint16_t device_version;      /**< 0x10 */
	uint32_t subsystem_vendor_id; /**< 0x14.31-8 */
	uint32_t subsystem_id;        /**< 0x18 */
	uint16_t io_class;            /**< 0x1c */
	uint16_t io_subclass;         /**< 0x1e */
	uint16_t protocol;            /**< 0x20 */
	uint16_t protocol_version;    /**< 0x22 */
	uint16_t send_depth;          /**< 0x28 */
	uint8_t read_depth;           /**< 0x2b */
	uint32_t send_size;           /**< 0x2c */
	uint32_t rdma_size;           /**< 0x30 */
	uint8_t operations;           /**< 0x34 */
	uint8_t services;             /**< 0x36; Number of its service entries */
	uint8_t id[64];               /**< 0x40, 64 bytes; Text */
};

#define IOU_CONTROLLER_PROFILE_SIZE 128U

/** Store all fields. device.controller_profile */
INVERBS_INLINE void iou_controller_profile_put(void *at, const struct iou_controller_profile *v)
{
	inverbs_put64(at, INVERBS_BE64((uint64_t)v->guid));
	inverbs_put32((uint8_t *)at + 8, INVERBS_BE32((uint32_t)v->vendor_id << 8));
	inverbs_put32((uint8_t *)at + 12, INVERBS_BE32((uint32_t)v->device_id));
	inverbs_put16((uint8_t *)at + 16, (uint16_t)INVERBS_BE16((uint16_t)v->device_version));
	inverbs_put16((uint8_t *)at + 18, 0);
	inverbs_put32((uint8_t *)at + 20, INVERBS_BE32((uint32_t)v->subsystem_vendor_id << 8));
	inverbs_put32((uint8_t *)at + 24, INVERBS_BE32((uint32_t)v->subsystem_id));
	inverbs_put16((uint8_t *)at + 28, (uint16_t)INVERBS_BE16((uint16_t)v->io_class));
	inverbs_put16((uint8_t *)at + 30, (uint16_t)INVERBS_BE16((uint16_t)v->io_subclass));
	inverbs_put16((uint8_t *)at + 32, (uint16_t)INVERBS_BE16((uint16_t)v->protocol));
	inverbs_put16((uint8_t *)at + 34, (uint16_t)INVERBS_BE16((uint16_t)v->protocol_version));
	inverbs_put32((uint8_t *)at + 36, 0);
	inverbs_put16((uint8_t *)at + 40, (uint16_t)INVERBS_BE16((uint16_t)v->send_depth));
	inverbs_put8((uint8_t *)at + 42, 0);
	inverbs_put8((uint8_t *)at + 43, (uint8_t)v->read_depth);
	inverbs_put32((uint8_t *)at + 44, INVERBS_BE32((uint32_t)v->send_size));
	inverbs_put32((uint8_t *)at + 48, INVERBS_BE32((uint32_t)v->rdma_size));
	inverbs_put8((uint8_t *)at + 52, (uint8_t)v->operations);
	inverbs_put8((uint8_t *)at + 53, 0);
	inverbs_put8((uint8_t *)at + 54, (uint8_t)v->services);
	inverbs_put8((uint8_t *)at + 55, 0);
	inverbs_put64((uint8_t *)at + 56, 0);
	inverbs_put_bytes((uint8_t *)at + 64, v->id, 64);
}

INVERBS_INLINE struct iou_controller_profile iou_controller_profile_get(const void *at)
{
	struct iou_controller_profile v;
	const uint64_t w0 = inverbs_get64((const uint8_t *)at + 0);
	const uint32_t w8 = inverbs_get32((const uint8_t *)at + 8);
	const uint32_t w12 = inverbs_get32((const uint8_t *)at + 12);
	const uint16_t w16 = inverbs_get16((const uint8_t *)at + 16);
	const uint32_t w20 = inverbs_get32((const uint8_t *)at + 20);
	const uint32_t w24 = inverbs_get32((const uint8_t *)at + 24);
	const uint16_t w28 = inverbs_get16((const uint8_t *)at + 28);
	const uint16_t w30 = inverbs_get16((const uint8_t *)at + 30);
	const uint16_t w32 = inverbs_get16((const uint8_t *)at + 32);
	const uint16_t w34 = inverbs_get16((const uint8_t *)at + 34);
	const uint16_t w40 = inverbs_get16((const uint8_t *)at + 40);
	const uint8_t w43 = inverbs_get8((const uint8_t *)at + 43);
	const uint32_t w44 = inverbs_get32((const uint8_t *)at + 44);
	const uint32_t w48 = inverbs_get32((const uint8_t *)at + 48);
	const uint8_t w52 = inverbs_get8((const uint8_t *)at + 52);
	const uint8_t w54 = inverbs_get8((const uint8_t *)at + 54);

	v.guid = (uint64_t)INVERBS_BE64(w0);
	v.vendor_id = (uint32_t)((INVERBS_BE32(w8) >> 8) & 0xffffffU);
	v.device_id = (uint32_t)INVERBS_BE32(w12);
	v.device_version = (uint16_t)INVERBS_BE16(w16);
	v.subsystem_vendor_id = (uint32_t)((INVERBS_BE32(w20) >> 8) & 0xffffffU);
	v.subsystem_id = (uint32_t)INVERBS_BE32(w24);
	v.io_class = (uint16_t)INVERBS_BE16(w28);
	v.io_subclass = (uint16_t)INVERBS_BE16(w30);
	v.protocol = (uint16_t)INVERBS_BE16(w32);
	v.protocol_version = (uint16_t)INVERBS_BE16(w34);
	v.send_depth = (uint16_t)INVERBS_BE16(w40);
	v.read_depth = (uint8_t)w43;
	v.send_size = (uint32_t)INVERBS_BE32(w44);
	v.rdma_size = (uint32_t)INVERBS_BE32(w48);
	v.operations = (uint8_t)w52;
	v.services = (uint8_t)w54;
	memcpy(v.id, (const uint8_t *)at + 64, 64);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool iou_controller_profile_reserved_clear(const void *at)
{
	return ((INVERBS_BE32(inverbs_get32((const uint8_t *)at + 8)) & 0xffU) |
		inverbs_get16((const uint8_t *)at + 18) |
		(INVERBS_BE32(inverbs_get32((const uint8_t *)at + 20)) & 0xffU) |
		inverbs_get32((const uint8_t *)at + 36) | inverbs_get8((const uint8_t *)at + 42) |
		inverbs_get8((const uint8_t *)at + 53) | inverbs_get8((const uint8_t *)at + 55) |
		inverbs_get64((const uint8_t *)at + 56)) == 0;
}

/**
 * A service of a controller.
 * device.service_entry
 */
struct iou_service_entry {
	uint8_t name[40]; /**< 0x0, 40 bytes */
	uint64_t id;      /**< 0x28 */
};

#define IOU_SERVICE_ENTRY_SIZE 48U

/** Store all fields. device.service_entry */
INVERBS_INLINE void iou_service_entry_put(void *at, const struct iou_service_entry *v)
{
	inverbs_put_bytes(at, v->name, 40);
	inverbs_put64((uint8_t *)at + 40, INVERBS_BE64((uint64_t)v->id));
}

INVERBS_INLINE struct iou_service_entry iou_service_entry_get(const void *at)
{
	struct iou_service_entry v;
	const uint64_t w40 = inverbs_get64((const uint8_t *)at + 40);

	memcpy(v.name, (const uint8_t *)at + 0, 40);
	v.id = (uint64_t)INVERBS_BE64(w40);
	return v;
}

/**
 * Four services. The attribute modifier has the slot in its upper half, then the last and the first
 * entry. device.service_entries
 */
struct iou_service_entries {
	struct iou_service_entry first;  /**< 0x0, 48 bytes */
	struct iou_service_entry second; /**< 0x30, 48 bytes */
	struct iou_service_entry third;  /**< 0x60, 48 bytes */
	struct iou_service_entry fourth; /**< 0x90, 48 bytes */
};

#define IOU_SERVICE_ENTRIES_SIZE 192U

/** Store all fields. device.service_entries */
INVERBS_INLINE void iou_service_entries_put(void *at, const struct iou_service_entries *v)
{
	iou_service_entry_put(at, &v->first);
	iou_service_entry_put((uint8_t *)at + 48, &v->second);
	iou_service_entry_put((uint8_t *)at + 96, &v->third);
	iou_service_entry_put((uint8_t *)at + 144, &v->fourth);
}

INVERBS_INLINE struct iou_service_entries iou_service_entries_get(const void *at)
{
	struct iou_service_entries v;

	v.first = iou_service_entry_get((const uint8_t *)at + 0);
	v.second = iou_service_entry_get((const uint8_t *)at + 48);
	v.third = iou_service_entry_get((const uint8_t *)at + 96);
	v.fourth = iou_service_entry_get((const uint8_t *)at + 144);
	return v;
}

/** Attributes of the class. Returns the name of a value, or "?". */
static inline const char *iou_attribute_name(uint32_t value)
{
	switch (value) {
	case IOU_ATTRIBUTE_CLASS_PORT_INFO:
		return "CLASS_PORT_INFO";
	case IOU_ATTRIBUTE_NOTICE:
		return "NOTICE";
	case IOU_ATTRIBUTE_UNIT_INFO:
		return "UNIT_INFO";
	case IOU_ATTRIBUTE_CONTROLLER_PROFILE:
		return "CONTROLLER_PROFILE";
	case IOU_ATTRIBUTE_SERVICE_ENTRIES:
		return "SERVICE_ENTRIES";
	default:
		return "?";
	}
}

/** iou_unit_info and its fields. device.unit_info */
static inline void iou_unit_info_print(struct inverbs_text *text, const void *at)
{
	const struct iou_unit_info v = iou_unit_info_get(at);

	inverbs_text_add(text, "iou_unit_info");
	inverbs_text_add(text, " change_id=0x%llx", (unsigned long long)v.change_id);
	inverbs_text_add(text, " max_controllers=0x%llx", (unsigned long long)v.max_controllers);
	inverbs_text_add(text, " diagnostics=0x%llx", (unsigned long long)v.diagnostics);
	inverbs_text_add(text, " option_rom=0x%llx", (unsigned long long)v.option_rom);
	inverbs_text_bytes(text, "controllers", v.controllers, 128);
}

/** iou_controller_profile and its fields. device.controller_profile */
static inline void iou_controller_profile_print(struct inverbs_text *text, const void *at)
{
	const struct iou_controller_profile v = iou_controller_profile_get(at);

	inverbs_text_add(text, "iou_controller_profile");
	inverbs_text_add(text, " guid=0x%llx", (unsigned long long)v.guid);
	inverbs_text_add(text, " vendor_id=0x%llx", (unsigned long long)v.vendor_id);
	inverbs_text_add(text, " device_id=0x%llx", (unsigned long long)v.device_id);
	inverbs_text_add(text, " device_version=0x%llx", (unsigned long long)v.device_version);
	inverbs_text_add(text, " subsystem_vendor_id=0x%llx",
			 (unsigned long long)v.subsystem_vendor_id);
	inverbs_text_add(text, " subsystem_id=0x%llx", (unsigned long long)v.subsystem_id);
	inverbs_text_add(text, " io_class=0x%llx", (unsigned long long)v.io_class);
	inverbs_text_add(text, " io_subclass=0x%llx", (unsigned long long)v.io_subclass);
	inverbs_text_add(text, " protocol=0x%llx", (unsigned long long)v.protocol);
	inverbs_text_add(text, " protocol_version=0x%llx", (unsigned long long)v.protocol_version);
	inverbs_text_add(text, " send_depth=0x%llx", (unsigned long long)v.send_depth);
	inverbs_text_add(text, " read_depth=0x%llx", (unsigned long long)v.read_depth);
	inverbs_text_add(text, " send_size=0x%llx", (unsigned long long)v.send_size);
	inverbs_text_add(text, " rdma_size=0x%llx", (unsigned long long)v.rdma_size);
	inverbs_text_add(text, " operations=0x%llx", (unsigned long long)v.operations);
	inverbs_text_add(text, " services=0x%llx", (unsigned long long)v.services);
	inverbs_text_bytes(text, "id", v.id, 64);
}

/** iou_service_entry and its fields. device.service_entry */
static inline void iou_service_entry_print(struct inverbs_text *text, const void *at)
{
	const struct iou_service_entry v = iou_service_entry_get(at);

	inverbs_text_add(text, "iou_service_entry");
	inverbs_text_bytes(text, "name", v.name, 40);
	inverbs_text_add(text, " id=0x%llx", (unsigned long long)v.id);
}

/** iou_service_entries and its fields. device.service_entries */
static inline void iou_service_entries_print(struct inverbs_text *text, const void *at)
{
	inverbs_text_add(text, "iou_service_entries");
	inverbs_text_add(text, " ");
	iou_service_entry_print(text, (const uint8_t *)at + 0);
	inverbs_text_add(text, " ");
	iou_service_entry_print(text, (const uint8_t *)at + 48);
	inverbs_text_add(text, " ");
	iou_service_entry_print(text, (const uint8_t *)at + 96);
	inverbs_text_add(text, " ");
	iou_service_entry_print(text, (const uint8_t *)at + 144);
}

/** An attribute of the class. */
struct iou_attribute_info {
	uint16_t id; /**< enum iou_attribute */
	uint16_t bytes;
	const char *name;
	uint32_t methods; /**< methods that requests for it may have, one bit for each enum
			     mad_method */
	void (*print)(struct inverbs_text *text, const void *at);
};

/** The table's entry for an attribute, or NULL. */
static inline const struct iou_attribute_info *iou_attribute_info(uint16_t id)
{
	static const struct iou_attribute_info attributes[] = {
		{IOU_ATTRIBUTE_CLASS_PORT_INFO, MAD_CLASS_PORT_INFO_SIZE, "class_port_info",
		 1U << MAD_METHOD_GET, mad_class_port_info_print},
		{IOU_ATTRIBUTE_NOTICE, MAD_NOTICE_SIZE, "notice", 1U << MAD_METHOD_TRAP,
		 mad_notice_print},
		{IOU_ATTRIBUTE_UNIT_INFO, IOU_UNIT_INFO_SIZE, "unit_info", 1U << MAD_METHOD_GET,
		 iou_unit_info_print},
		{IOU_ATTRIBUTE_CONTROLLER_PROFILE, IOU_CONTROLLER_PROFILE_SIZE,
		 "controller_profile", 1U << MAD_METHOD_GET, iou_controller_profile_print},
		{IOU_ATTRIBUTE_SERVICE_ENTRIES, IOU_SERVICE_ENTRIES_SIZE, "service_entries",
		 1U << MAD_METHOD_GET, iou_service_entries_print},
	};

	for (size_t i = 0; i < sizeof(attributes) / sizeof(attributes[0]); i++) {
		if (attributes[i].id == id)
			return &attributes[i];
	}
	return NULL;
}

#endif
