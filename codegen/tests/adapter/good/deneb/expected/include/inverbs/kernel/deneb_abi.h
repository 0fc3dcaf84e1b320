/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from deneb.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/* deneb: identity of its devices, and the driver-private data of kernel commands. */
#ifndef INVERBS_ADAPTERS_DENEB_ABI_H
#define INVERBS_ADAPTERS_DENEB_ABI_H

#include <inverbs/kernel/command_words.h>
#include <inverbs/kernel/identity.h>

#define DENEB_DRIVER_ID 995
/** Node type of the adapter's devices. */
#define DENEB_NODE_TYPE IBV_NODE_CA
/** All ports are Ethernet. */
#define DENEB_ON_ETHERNET 1
#define DENEB_ABI_MIN     1
#define DENEB_ABI_MAX     1
#define DENEB_MAX_PORTS   1

/** Prefixes of the names of devices on no bus, NULL-terminated. */
static const char *const deneb_names[] __attribute__((unused)) = {
	"deneb",
	NULL,
};

/** Devices on other buses, NULL-terminated. */
static const char *const deneb_modalias[] __attribute__((unused)) = {
	NULL,
};

static const struct inverbs_identity deneb_identity __attribute__((unused)) = {
	DENEB_DRIVER_ID,
	DENEB_ABI_MIN,
	DENEB_ABI_MAX,
	0,
	NULL,
	0,
	deneb_modalias,
	deneb_names,
	NULL,
	0,
	0,
	~0ULL,
	true,
};

/** Where a queue is mapped. */
struct deneb_ring {
	uint64_t key;
	uint32_t bytes;
	uint32_t number;
};

INVERBS_ASSERT_LAYOUT(sizeof(struct deneb_ring) == 16, "deneb.ring");
INVERBS_ASSERT_LAYOUT(offsetof(struct deneb_ring, key) == 0, "deneb.ring");
INVERBS_ASSERT_LAYOUT(offsetof(struct deneb_ring, bytes) == 8, "deneb.ring");
INVERBS_ASSERT_LAYOUT(offsetof(struct deneb_ring, number) == 12, "deneb.ring");

static const struct inverbs_word_place deneb_ring_words[] __attribute__((unused)) = {
	{offsetof(struct deneb_ring, key), 8, INVERBS_WORD_KEY},
	{offsetof(struct deneb_ring, bytes), 4, INVERBS_WORD_BYTES},
};

/** Layouts of the driver-private data of commands. */
static const struct inverbs_command_data deneb_command_data __attribute__((unused)) = {
	{0, 0, NULL},                                     /* get_context_out */
	{0, 0, NULL},                                     /* get_context_old_out */
	{0, 0, NULL},                                     /* query_device_ex_out */
	{0, 0, NULL},                                     /* alloc_pd_out */
	{0, 0, NULL},                                     /* create_cq_in */
	{sizeof(struct deneb_ring), 2, deneb_ring_words}, /* create_cq_out */
	{0, 0, NULL},                                     /* resize_cq_in */
	{sizeof(struct deneb_ring), 2, deneb_ring_words}, /* resize_cq_out */
	{0, 0, NULL},                                     /* create_qp_in */
	{0, 0, NULL},                                     /* create_qp_out */
	{0, 0, NULL},                                     /* create_srq_in */
	{0, 0, NULL},                                     /* create_srq_out */
	{0, 0, NULL},                                     /* modify_srq_in */
	{0, 0, NULL},                                     /* modify_srq_place */
	{0, 0, NULL},                                     /* create_ah_out */
};

#endif
