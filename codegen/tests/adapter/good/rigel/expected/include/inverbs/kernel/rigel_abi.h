/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from rigel.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/* rigel: identity of its devices, and the driver-private data of kernel commands. */
#ifndef INVERBS_ADAPTERS_RIGEL_ABI_H
#define INVERBS_ADAPTERS_RIGEL_ABI_H

#include <inverbs/kernel/command_words.h>
#include <inverbs/kernel/identity.h>

#define RIGEL_DRIVER_ID 98
/** Node type of the adapter's devices. */
#define RIGEL_NODE_TYPE IBV_NODE_RNIC
/** All ports are Ethernet. */
#define RIGEL_ON_ETHERNET 1
#define RIGEL_ABI_MIN     0
#define RIGEL_ABI_MAX     1
#define RIGEL_PCI_VENDOR  0x1af4
#define RIGEL_MAX_PORTS   2

/** PCI device ids. */
static const uint16_t rigel_pci_ids[] __attribute__((unused)) = {
	0x2e17,
	0x2e18,
};

/** Prefixes of the names of devices on no bus, NULL-terminated. */
static const char *const rigel_names[] __attribute__((unused)) = {
	NULL,
};

/** Devices on other buses, NULL-terminated. */
static const char *const rigel_modalias[] __attribute__((unused)) = {
	NULL,
};

/** Devices whose posts and polls are kernel commands. */
static const uint16_t rigel_by_command[] __attribute__((unused)) = {
	0x2e18,
};

static const struct inverbs_identity rigel_identity __attribute__((unused)) = {
	RIGEL_DRIVER_ID,
	RIGEL_ABI_MIN,
	RIGEL_ABI_MAX,
	RIGEL_PCI_VENDOR,
	rigel_pci_ids,
	2,
	rigel_modalias,
	rigel_names,
	rigel_by_command,
	1,
	3,
	0x39340001ULL,
	false,
};

/** Where CQEs consumed are counted. */
struct rigel_create_cq_in {
	uint64_t counter;
};

INVERBS_ASSERT_LAYOUT(sizeof(struct rigel_create_cq_in) == 8, "rigel.create_cq_in");
INVERBS_ASSERT_LAYOUT(offsetof(struct rigel_create_cq_in, counter) == 0, "rigel.create_cq_in");

static const struct inverbs_word_place rigel_create_cq_in_words[] __attribute__((unused)) = {
	{offsetof(struct rigel_create_cq_in, counter), 8, INVERBS_WORD_RECORD},
};

/** The ring. */
struct rigel_create_cq_out {
	uint64_t key;
	uint32_t log2;
	uint32_t bytes;
};

INVERBS_ASSERT_LAYOUT(sizeof(struct rigel_create_cq_out) == 16, "rigel.create_cq_out");
INVERBS_ASSERT_LAYOUT(offsetof(struct rigel_create_cq_out, key) == 0, "rigel.create_cq_out");
INVERBS_ASSERT_LAYOUT(offsetof(struct rigel_create_cq_out, log2) == 8, "rigel.create_cq_out");
INVERBS_ASSERT_LAYOUT(offsetof(struct rigel_create_cq_out, bytes) == 12, "rigel.create_cq_out");

static const struct inverbs_word_place rigel_create_cq_out_words[] __attribute__((unused)) = {
	{offsetof(struct rigel_create_cq_out, key), 8, INVERBS_WORD_KEY},
	{offsetof(struct rigel_create_cq_out, log2), 4, INVERBS_WORD_ENTRIES_LOG2},
	{offsetof(struct rigel_create_cq_out, bytes), 4, INVERBS_WORD_BYTES},
};

/** Layouts of the driver-private data of commands. */
static const struct inverbs_command_data rigel_command_data __attribute__((unused)) = {
	{0, 0, NULL},                                                     /* get_context_out */
	{0, 0, NULL},                                                     /* get_context_old_out */
	{0, 0, NULL},                                                     /* query_device_ex_out */
	{0, 0, NULL},                                                     /* alloc_pd_out */
	{sizeof(struct rigel_create_cq_in), 1, rigel_create_cq_in_words}, /* create_cq_in */
	{sizeof(struct rigel_create_cq_out), 3, rigel_create_cq_out_words}, /* create_cq_out */
	{0, 0, NULL},                                                       /* resize_cq_in */
	{0, 0, NULL},                                                       /* resize_cq_out */
	{0, 0, NULL},                                                       /* create_qp_in */
	{0, 0, NULL},                                                       /* create_qp_out */
	{0, 0, NULL},                                                       /* create_srq_in */
	{0, 0, NULL},                                                       /* create_srq_out */
	{0, 0, NULL},                                                       /* modify_srq_in */
	{0, 0, NULL},                                                       /* modify_srq_place */
	{0, 0, NULL},                                                       /* create_ah_out */
};

#endif
