/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/mad/performance.yaml by `python3 -m codegen gen`. Edit the spec, not this
 * file. */

/** Counters of a port, which management datagrams read and clear. */
#ifndef INVERBS_MAD_PERFORMANCE_H
#define INVERBS_MAD_PERFORMANCE_H

#include <inverbs/mad/arrays.h>
#include <inverbs/mad/common.h>

/** Version of the class. */
#define PMA_CLASS_VERSION 0x1U
/** Byte of the MAD at which the attribute begins. */
#define PMA_DATA_AT 0x40U
/** Unit of data counters in bytes. */
#define PMA_DATA_UNIT 0x4U
/** Value of port_select for the sum of all ports. */
#define PMA_ALL_PORTS 0xffU

/** Attributes of the class. */
enum pma_attribute {
	PMA_ATTRIBUTE_CLASS_PORT_INFO = 0x1,
	PMA_ATTRIBUTE_PORT_COUNTERS = 0x12,
	PMA_ATTRIBUTE_PORT_COUNTERS_EXTENDED = 0x1d,
};

/** Bits of counter_select, by which a Set of PortCounters clears counters. */
enum pma_counter {
	PMA_COUNTER_SYMBOL_ERRORS = 0x1,
	PMA_COUNTER_LINK_RECOVERIES = 0x2,
	PMA_COUNTER_LINK_DOWNS = 0x4,
	PMA_COUNTER_RECEIVE_ERRORS = 0x8,
	PMA_COUNTER_REMOTE_PHYSICAL_ERRORS = 0x10,
	PMA_COUNTER_SWITCH_RELAY_ERRORS = 0x20,
	PMA_COUNTER_TRANSMIT_DISCARDS = 0x40,
	PMA_COUNTER_TRANSMIT_CONSTRAINT_ERRORS = 0x80,
	PMA_COUNTER_RECEIVE_CONSTRAINT_ERRORS = 0x100,
	PMA_COUNTER_LINK_INTEGRITY_ERRORS = 0x200,
	PMA_COUNTER_BUFFER_OVERRUNS = 0x400,
	PMA_COUNTER_VL15_DROPS = 0x800,
	PMA_COUNTER_TRANSMIT_DATA = 0x1000,
	PMA_COUNTER_RECEIVE_DATA = 0x2000,
	PMA_COUNTER_TRANSMIT_PACKETS = 0x4000,
	PMA_COUNTER_RECEIVE_PACKETS = 0x8000,
};

/** Bits of counter_select of PortCountersExtended. */
enum pma_counter_extended {
	PMA_COUNTER_EXTENDED_TRANSMIT_DATA = 0x1,
	PMA_COUNTER_EXTENDED_RECEIVE_DATA = 0x2,
	PMA_COUNTER_EXTENDED_TRANSMIT_PACKETS = 0x4,
	PMA_COUNTER_EXTENDED_RECEIVE_PACKETS = 0x8,
	PMA_COUNTER_EXTENDED_UNICAST_TRANSMIT = 0x10,
	PMA_COUNTER_EXTENDED_UNICAST_RECEIVE = 0x20,
	PMA_COUNTER_EXTENDED_MULTICAST_TRANSMIT = 0x40,
	PMA_COUNTER_EXTENDED_MULTICAST_RECEIVE = 0x80,
};

/** Bits of the capability mask in ClassPortInfo. */
enum pma_capability {
	PMA_CAPABILITY_ALL_PORTS = 0x100,
	PMA_CAPABILITY_EXTENDED = 0x200,
	PMA_CAPABILITY_EXTENDED_NO_MULTICAST = 0x400,
};

/**
 * Counters that stop at their largest value. Data is counted in units of four bytes.
 * performance.port_counters
 */
struct pma_port_counters {
	uint8_t port_select;                /**< 0x1 */
	uint16_t counter_select;            /**< 0x2 */
	uint16_t symbol_errors;             /**< 0x4 */
	uint8_t link_recoveries;            /**< 0x6 */
	uint8_t link_downs;                 /**< 0x7 */
	uint16_t receive_errors;            /**< 0x8 */
	uint16_t remote_physical_errors;    /**< 0xa */
	uint16_t switch_relay_errors;       /**< 0xc */
	uint16_t transmit_discards;         /**< 0xe */
	uint8_t transmit_constraint_errors; /**< 0x10 */
	uint8_t receive_constraint_errors;  /**< 0x11 */
	uint8_t counter_select2;            /**< 0x12 */
	uint8_t link_integrity_errors;      /**< 0x13.7-4 */
	uint8_t buffer_overruns;            /**< 0x13.3-0 */
	uint16_t vl15_drops;                /**< 0x16 */
	uint32_t transmit_data;             /**< 0x18 */
	uint32_t receive_data;              /**< 0x1c */
	uint32_t transmit_packets;          /**< 0x20 */
	uint32_t receive_packets;           /**< 0x24 */
};

#define PMA_PORT_COUNTERS_SIZE 40U

/** Store all fields. performance.port_counters */
INVERBS_INLINE void pma_port_counters_put(void *at, const struct pma_port_counters *v)
{
	inverbs_put8(at, 0);
	inverbs_put8((uint8_t *)at + 1, (uint8_t)v->port_select);
	inverbs_put16((uint8_t *)at + 2, (uint16_t)INVERBS_BE16((uint16_t)v->counter_select));
	inverbs_put16((uint8_t *)at + 4, (uint16_t)INVERBS_BE16((uint16_t)v->symbol_errors));
	inverbs_put8((uint8_t *)at + 6, (uint8_t)v->link_recoveries);
	inverbs_put8((uint8_t *)at + 7, (uint8_t)v->link_downs);
	inverbs_put16((uint8_t *)at + 8, (uint16_t)INVERBS_BE16((uint16_t)v->receive_errors));
	inverbs_put16((uint8_t *)at + 10,
		      (uint16_t)INVERBS_BE16((uint16_t)v->remote_physical_errors));
	inverbs_put16((uint8_t *)at + 12, (uint16_t)INVERBS_BE16((uint16_t)v->switch_relay_errors));
	inverbs_put16((uint8_t *)at + 14, (uint16_t)INVERBS_BE16((uint16_t)v->transmit_discards));
	inverbs_put8((uint8_t *)at + 16, (uint8_t)v->transmit_constraint_errors);
	inverbs_put8((uint8_t *)at + 17, (uint8_t)v->receive_constraint_errors);
	inverbs_put8((uint8_t *)at + 18, (uint8_t)v->counter_select2);
	inverbs_put8((uint8_t *)at + 19, (uint8_t)(((uint8_t)v->link_integrity_errors << 4) |
						   (uint8_t)(v->buffer_overruns & 0xfU)));
	inverbs_put16((uint8_t *)at + 20, 0);
	inverbs_put16((uint8_t *)at + 22, (uint16_t)INVERBS_BE16((uint16_t)v->vl15_drops));
	inverbs_put32((uint8_t *)at + 24, INVERBS_BE32((uint32_t)v->transmit_data));
	inverbs_put32((uint8_t *)at + 28, INVERBS_BE32((uint32_t)v->receive_data));
	inverbs_put32((uint8_t *)at + 32, INVERBS_BE32((uint32_t)v->transmit_packets));
	inverbs_put32((uint8_t *)at + 36, INVERBS_BE32((uint32_t)v->receive_packets));
}

INVERBS_INLINE struct pma_port_counters pma_port_counters_get(const void *at)
{
	struct pma_port_counters v;
	const uint8_t w1 = inverbs_get8((const uint8_t *)at + 1);
	const uint16_t w2 = inverbs_get16((const uint8_t *)at + 2);
	const uint16_t w4 = inverbs_get16((const uint8_t *)at + 4);
	const uint8_t w6 = inverbs_get8((const uint8_t *)at + 6);
	const uint8_t w7 = inverbs_get8((const uint8_t *)at + 7);
	const uint16_t w8 = inverbs_get16((const uint8_t *)at + 8);
	const uint16_t w10 = inverbs_get16((const uint8_t *)at + 10);
	const uint16_t w12 = inverbs_get16((const uint8_t *)at + 12);
	const uint16_t w14 = inverbs_get16((const uint8_t *)at + 14);
	const uint8_t w16 = inverbs_get8((const uint8_t *)at + 16);
	const uint8_t w17 = inverbs_get8((const uint8_t *)at + 17);
	const uint8_t w18 = inverbs_get8((const uint8_t *)at + 18);
	const uint8_t w19 = inverbs_get8((const uint8_t *)at + 19);
	const uint16_t w22 = inverbs_get16((const uint8_t *)at + 22);
	const uint32_t w24 = inverbs_get32((const uint8_t *)at + 24);
	const uint32_t w28 = inverbs_get32((const uint8_t *)at + 28);
	const uint32_t w32 = inverbs_get32((const uint8_t *)at + 32);
	const uint32_t w36 = inverbs_get32((const uint8_t *)at + 36);

	v.port_select = (uint8_t)w1;
	v.counter_select = (uint16_t)INVERBS_BE16(w2);
	v.symbol_errors = (uint16_t)INVERBS_BE16(w4);
	v.link_recoveries = (uint8_t)w6;
	v.link_downs = (uint8_t)w7;
	v.receive_errors = (uint16_t)INVERBS_BE16(w8);
	v.remote_physical_errors = (uint16_t)INVERBS_BE16(w10);
	v.switch_relay_errors = (uint16_t)INVERBS_BE16(w12);
	v.transmit_discards = (uint16_t)INVERBS_BE16(w14);
	v.transmit_constraint_errors = (uint8_t)w16;
	v.receive_constraint_errors = (uint8_t)w17;
	v.counter_select2 = (uint8_t)w18;
	v.link_integrity_errors = (uint8_t)((w19 >> 4) & 0xfU);
	v.buffer_overruns = (uint8_t)(w19 & 0xfU);
	v.vl15_drops = (uint16_t)INVERBS_BE16(w22);
	v.transmit_data = (uint32_t)INVERBS_BE32(w24);
	v.receive_data = (uint32_t)INVERBS_BE32(w28);
	v.transmit_packets = (uint32_t)INVERBS_BE32(w32);
	v.receive_packets = (uint32_t)INVERBS_BE32(w36);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool pma_port_counters_reserved_clear(const void *at)
{
	return (inverbs_get8((const uint8_t *)at + 0) | inverbs_get16((const uint8_t *)at + 20)) ==
	       0;
}

/**
 * Counters of 64 bits. Data is counted in units of four bytes.
 * performance.port_counters_extended
 */
struct pma_port_counters_extended {
	uint8_t port_select;         /**< 0x1 */
	uint16_t counter_select;     /**< 0x2 */
	uint64_t transmit_data;      /**< 0x8 */
	uint64_t receive_data;       /**< 0x10 */
	uint64_t transmit_packets;   /**< 0x18 */
	uint64_t receive_packets;    /**< 0x20 */
	uint64_t unicast_transmit;   /**< 0x28 */
	uint64_t unicast_receive;    /**< 0x30 */
	uint64_t multicast_transmit; /**< 0x38 */
	uint64_t multicast_receive;  /**< 0x40 */
};

#define PMA_PORT_COUNTERS_EXTENDED_SIZE 72U

/** Store all fields. performance.port_counters_extended */
INVERBS_INLINE void pma_port_counters_extended_put(void *at,
						   const struct pma_port_counters_extended *v)
{
	inverbs_put8(at, 0);
	inverbs_put8((uint8_t *)at + 1, (uint8_t)v->port_select);
	inverbs_put16((uint8_t *)at + 2, (uint16_t)INVERBS_BE16((uint16_t)v->counter_select));
	inverbs_put32((uint8_t *)at + 4, 0);
	inverbs_put64((uint8_t *)at + 8, INVERBS_BE64((uint64_t)v->transmit_data));
	inverbs_put64((uint8_t *)at + 16, INVERBS_BE64((uint64_t)v->receive_data));
	inverbs_put64((uint8_t *)at + 24, INVERBS_BE64((uint64_t)v->transmit_packets));
	inverbs_put64((uint8_t *)at + 32, INVERBS_BE64((uint64_t)v->receive_packets));
	inverbs_put64((uint8_t *)at + 40, INVERBS_BE64((uint64_t)v->unicast_transmit));
	inverbs_put64((uint8_t *)at + 48, INVERBS_BE64((uint64_t)v->unicast_receive));
	inverbs_put64((uint8_t *)at + 56, INVERBS_BE64((uint64_t)v->multicast_transmit));
	inverbs_put64((uint8_t *)at + 64, INVERBS_BE64((uint64_t)v->multicast_receive));
}

INVERBS_INLINE struct pma_port_counters_extended pma_port_counters_extended_get(const void *at)
{
	struct pma_port_counters_extended v;
	const uint8_t w1 = inverbs_get8((const uint8_t *)at + 1);
	const uint16_t w2 = inverbs_get16((const uint8_t *)at + 2);
	const uint64_t w8 = inverbs_get64((const uint8_t *)at + 8);
	const uint64_t w16 = inverbs_get64((const uint8_t *)at + 16);
	const uint64_t w24 = inverbs_get64((const uint8_t *)at + 24);
	const uint64_t w32 = inverbs_get64((const uint8_t *)at + 32);
	const uint64_t w40 = inverbs_get64((const uint8_t *)at + 40);
	const uint64_t w48 = inverbs_get64((const uint8_t *)at + 48);
	const uint64_t w56 = inverbs_get64((const uint8_t *)at + 56);
	const uint64_t w64 = inverbs_get64((const uint8_t *)at + 64);

	v.port_select = (uint8_t)w1;
	v.counter_select = (uint16_t)INVERBS_BE16(w2);
	v.transmit_data = (uint64_t)INVERBS_BE64(w8);
	v.receive_data = (uint64_t)INVERBS_BE64(w16);
	v.transmit_packets = (uint64_t)INVERBS_BE64(w24);
	v.receive_packets = (uint64_t)INVERBS_BE64(w32);
	v.unicast_transmit = (uint64_t)INVERBS_BE64(w40);
	v.unicast_receive = (uint64_t)INVERBS_BE64(w48);
	v.multicast_transmit = (uint64_t)INVERBS_BE64(w56);
	v.multicast_receive = (uint64_t)INVERBS_BE64(w64);
	return v;
}

/** True when all reserved bits are zero. */
INVERBS_INLINE bool pma_port_counters_extended_reserved_clear(const void *at)
{
	return (inverbs_get8((const uint8_t *)at + 0) | inverbs_get32((const uint8_t *)at + 4)) ==
	       0;
}

/** Attributes of the class. Returns the name of a value, or "?". */
static inline const char *pma_attribute_name(uint32_t value)
{
	switch (value) {
	case PMA_ATTRIBUTE_CLASS_PORT_INFO:
		return "CLASS_PORT_INFO";
	case PMA_ATTRIBUTE_PORT_COUNTERS:
		return "PORT_COUNTERS";
	case PMA_ATTRIBUTE_PORT_COUNTERS_EXTENDED:
		return "PORT_COUNTERS_EXTENDED";
	default:
		return "?";
	}
}

/** Bits of counter_select, by which a Set of PortCounters clears counters. Returns the name of a
 * value, or "?". */
static inline const char *pma_counter_name(uint32_t value)
{
	switch (value) {
	case PMA_COUNTER_SYMBOL_ERRORS:
		return "SYMBOL_ERRORS";
	case PMA_COUNTER_LINK_RECOVERIES:
		return "LINK_RECOVERIES";
	case PMA_COUNTER_LINK_DOWNS:
		return "LINK_DOWNS";
	case PMA_COUNTER_RECEIVE_ERRORS:
		return "RECEIVE_ERRORS";
	case PMA_COUNTER_REMOTE_PHYSICAL_ERRORS:
		return "REMOTE_PHYSICAL_ERRORS";
	case PMA_COUNTER_SWITCH_RELAY_ERRORS:
		return "SWITCH_RELAY_ERRORS";
	case PMA_COUNTER_TRANSMIT_DISCARDS:
		return "TRANSMIT_DISCARDS";
	case PMA_COUNTER_TRANSMIT_CONSTRAINT_ERRORS:
		return "TRANSMIT_CONSTRAINT_ERRORS";
	case PMA_COUNTER_RECEIVE_CONSTRAINT_ERRORS:
		return "RECEIVE_CONSTRAINT_ERRORS";
	case PMA_COUNTER_LINK_INTEGRITY_ERRORS:
		return "LINK_INTEGRITY_ERRORS";
	case PMA_COUNTER_BUFFER_OVERRUNS:
		return "BUFFER_OVERRUNS";
	case PMA_COUNTER_VL15_DROPS:
		return "VL15_DROPS";
	case PMA_COUNTER_TRANSMIT_DATA:
		return "TRANSMIT_DATA";
	case PMA_COUNTER_RECEIVE_DATA:
		return "RECEIVE_DATA";
	case PMA_COUNTER_TRANSMIT_PACKETS:
		return "TRANSMIT_PACKETS";
	case PMA_COUNTER_RECEIVE_PACKETS:
		return "RECEIVE_PACKETS";
	default:
		return "?";
	}
}

/** Bits of counter_select of PortCountersExtended. Returns the name of a value, or "?". */
static inline const char *pma_counter_extended_name(uint32_t value)
{
	switch (value) {
	case PMA_COUNTER_EXTENDED_TRANSMIT_DATA:
		return "TRANSMIT_DATA";
	case PMA_COUNTER_EXTENDED_RECEIVE_DATA:
		return "RECEIVE_DATA";
	case PMA_COUNTER_EXTENDED_TRANSMIT_PACKETS:
		return "TRANSMIT_PACKETS";
	case PMA_COUNTER_EXTENDED_RECEIVE_PACKETS:
		return "RECEIVE_PACKETS";
	case PMA_COUNTER_EXTENDED_UNICAST_TRANSMIT:
		return "UNICAST_TRANSMIT";
	case PMA_COUNTER_EXTENDED_UNICAST_RECEIVE:
		return "UNICAST_RECEIVE";
	case PMA_COUNTER_EXTENDED_MULTICAST_TRANSMIT:
		return "MULTICAST_TRANSMIT";
	case PMA_COUNTER_EXTENDED_MULTICAST_RECEIVE:
		return "MULTICAST_RECEIVE";
	default:
		return "?";
	}
}

/** Bits of the capability mask in ClassPortInfo. Returns the name of a value, or "?". */
static inline const char *pma_capability_name(uint32_t value)
{
	switch (value) {
	case PMA_CAPABILITY_ALL_PORTS:
		return "ALL_PORTS";
	case PMA_CAPABILITY_EXTENDED:
		return "EXTENDED";
	case PMA_CAPABILITY_EXTENDED_NO_MULTICAST:
		return "EXTENDED_NO_MULTICAST";
	default:
		return "?";
	}
}

/** pma_port_counters and its fields. performance.port_counters */
static inline void pma_port_counters_print(struct inverbs_text *text, const void *at)
{
	const struct pma_port_counters v = pma_port_counters_get(at);

	inverbs_text_add(text, "pma_port_counters");
	inverbs_text_add(text, " port_select=0x%llx", (unsigned long long)v.port_select);
	inverbs_text_add(text, " counter_select=0x%llx", (unsigned long long)v.counter_select);
	inverbs_text_add(text, " symbol_errors=0x%llx", (unsigned long long)v.symbol_errors);
	inverbs_text_add(text, " link_recoveries=0x%llx", (unsigned long long)v.link_recoveries);
	inverbs_text_add(text, " link_downs=0x%llx", (unsigned long long)v.link_downs);
	inverbs_text_add(text, " receive_errors=0x%llx", (unsigned long long)v.receive_errors);
	inverbs_text_add(text, " remote_physical_errors=0x%llx",
			 (unsigned long long)v.remote_physical_errors);
	inverbs_text_add(text, " switch_relay_errors=0x%llx",
			 (unsigned long long)v.switch_relay_errors);
	inverbs_text_add(text, " transmit_discards=0x%llx",
			 (unsigned long long)v.transmit_discards);
	inverbs_text_add(text, " transmit_constraint_errors=0x%llx",
			 (unsigned long long)v.transmit_constraint_errors);
	inverbs_text_add(text, " receive_constraint_errors=0x%llx",
			 (unsigned long long)v.receive_constraint_errors);
	inverbs_text_add(text, " counter_select2=0x%llx", (unsigned long long)v.counter_select2);
	inverbs_text_add(text, " link_integrity_errors=0x%llx",
			 (unsigned long long)v.link_integrity_errors);
	inverbs_text_add(text, " buffer_overruns=0x%llx", (unsigned long long)v.buffer_overruns);
	inverbs_text_add(text, " vl15_drops=0x%llx", (unsigned long long)v.vl15_drops);
	inverbs_text_add(text, " transmit_data=0x%llx", (unsigned long long)v.transmit_data);
	inverbs_text_add(text, " receive_data=0x%llx", (unsigned long long)v.receive_data);
	inverbs_text_add(text, " transmit_packets=0x%llx", (unsigned long long)v.transmit_packets);
	inverbs_text_add(text, " receive_packets=0x%llx", (unsigned long long)v.receive_packets);
}

/** pma_port_counters_extended and its fields. performance.port_counters_extended */
static inline void pma_port_counters_extended_print(struct inverbs_text *text, const void *at)
{
	const struct pma_port_counters_extended v = pma_port_counters_extended_get(at);

	inverbs_text_add(text, "pma_port_counters_extended");
	inverbs_text_add(text, " port_select=0x%llx", (unsigned long long)v.port_select);
	inverbs_text_add(text, " counter_select=0x%llx", (unsigned long long)v.counter_select);
	inverbs_text_add(text, " transmit_data=0x%llx", (unsigned long long)v.transmit_data);
	inverbs_text_add(text, " receive_data=0x%llx", (unsigned long long)v.receive_data);
	inverbs_text_add(text, " transmit_packets=0x%llx", (unsigned long long)v.transmit_packets);
	inverbs_text_add(text, " receive_packets=0x%llx", (unsigned long long)v.receive_packets);
	inverbs_text_add(text, " unicast_transmit=0x%llx", (unsigned long long)v.unicast_transmit);
	inverbs_text_add(text, " unicast_receive=0x%llx", (unsigned long long)v.unicast_receive);
	inverbs_text_add(text, " multicast_transmit=0x%llx",
			 (unsigned long long)v.multicast_transmit);
	inverbs_text_add(text, " multicast_receive=0x%llx",
			 (unsigned long long)v.multicast_receive);
}

/** An attribute of the class. */
struct pma_attribute_info {
	uint16_t id; /**< enum pma_attribute */
	uint16_t bytes;
	const char *name;
	uint32_t methods; /**< methods that requests for it may have, one bit for each enum
			     mad_method */
	void (*print)(struct inverbs_text *text, const void *at);
};

/** The table's entry for an attribute, or NULL. */
static inline const struct pma_attribute_info *pma_attribute_info(uint16_t id)
{
	static const struct pma_attribute_info attributes[] = {
		{PMA_ATTRIBUTE_CLASS_PORT_INFO, MAD_CLASS_PORT_INFO_SIZE, "class_port_info",
		 1U << MAD_METHOD_GET, mad_class_port_info_print},
		{PMA_ATTRIBUTE_PORT_COUNTERS, PMA_PORT_COUNTERS_SIZE, "port_counters",
		 1U << MAD_METHOD_GET | 1U << MAD_METHOD_SET, pma_port_counters_print},
		{PMA_ATTRIBUTE_PORT_COUNTERS_EXTENDED, PMA_PORT_COUNTERS_EXTENDED_SIZE,
		 "port_counters_extended", 1U << MAD_METHOD_GET | 1U << MAD_METHOD_SET,
		 pma_port_counters_extended_print},
	};

	for (size_t i = 0; i < sizeof(attributes) / sizeof(attributes[0]); i++) {
		if (attributes[i].id == id)
			return &attributes[i];
	}
	return NULL;
}

#endif
