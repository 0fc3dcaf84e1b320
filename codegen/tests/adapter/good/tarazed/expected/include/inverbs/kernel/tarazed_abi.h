/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from tarazed.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/* tarazed: how its devices are recognised, and the driver-private parts of kernel commands. */
#ifndef INVERBS_ADAPTERS_TARAZED_ABI_H
#define INVERBS_ADAPTERS_TARAZED_ABI_H

#include <inverbs/kernel/command_words.h>
#include <inverbs/kernel/identity.h>

#define TARAZED_DRIVER_ID 99
/** What its devices are to programs. */
#define TARAZED_NODE_TYPE IBV_NODE_CA
/** Its ports are on Ethernet, and nothing else. */
#define TARAZED_ON_ETHERNET 0
#define TARAZED_ABI_MIN     1
#define TARAZED_ABI_MAX     1
#define TARAZED_PCI_VENDOR  0x1af4
#define TARAZED_MAX_PORTS   1

/** PCI device ids. */
static const uint16_t tarazed_pci_ids[] __attribute__((unused)) = {
	0xa17a,
};

/** How names of devices of no bus begin, NULL-terminated. */
static const char *const tarazed_names[] __attribute__((unused)) = {
	NULL,
};

/** Other buses, NULL-terminated. */
static const char *const tarazed_modalias[] __attribute__((unused)) = {
	"virtio:altair",
	NULL,
};

static const struct inverbs_identity tarazed_identity __attribute__((unused)) = {
	TARAZED_DRIVER_ID,
	TARAZED_ABI_MIN,
	TARAZED_ABI_MAX,
	TARAZED_PCI_VENDOR,
	tarazed_pci_ids,
	1,
	tarazed_modalias,
	tarazed_names,
	NULL,
	0,
	0,
	~0ULL,
	true,
};

/** Where the ring lies; a hole of four bytes follows the depth. */
struct tarazed_create_cq_in {
	uint32_t depth; /**< Entries. */
	uint8_t hole0[4];
	uint64_t buf;
};

INVERBS_ASSERT_LAYOUT(sizeof(struct tarazed_create_cq_in) == 16, "tarazed.create_cq_in");
INVERBS_ASSERT_LAYOUT(offsetof(struct tarazed_create_cq_in, depth) == 0, "tarazed.create_cq_in");
INVERBS_ASSERT_LAYOUT(offsetof(struct tarazed_create_cq_in, buf) == 8, "tarazed.create_cq_in");

static const struct inverbs_word_place tarazed_create_cq_in_words[] __attribute__((unused)) = {
	{offsetof(struct tarazed_create_cq_in, buf), 8, INVERBS_WORD_RINGS},
};

/** A ring that is mapped. */
struct tarazed_ring_of_the_kernel {
	uint64_t key;
	uint32_t bytes;
	uint32_t reserved;
};

INVERBS_ASSERT_LAYOUT(sizeof(struct tarazed_ring_of_the_kernel) == 16,
		      "tarazed.ring_of_the_kernel");
INVERBS_ASSERT_LAYOUT(offsetof(struct tarazed_ring_of_the_kernel, key) == 0,
		      "tarazed.ring_of_the_kernel");
INVERBS_ASSERT_LAYOUT(offsetof(struct tarazed_ring_of_the_kernel, bytes) == 8,
		      "tarazed.ring_of_the_kernel");
INVERBS_ASSERT_LAYOUT(offsetof(struct tarazed_ring_of_the_kernel, reserved) == 12,
		      "tarazed.ring_of_the_kernel");

static const struct inverbs_word_place tarazed_ring_of_the_kernel_words[]
	__attribute__((unused)) = {
		{offsetof(struct tarazed_ring_of_the_kernel, key), 8, INVERBS_WORD_KEY},
		{offsetof(struct tarazed_ring_of_the_kernel, bytes), 4, INVERBS_WORD_BYTES},
};

/** Where the private parts of commands have what both sides look at. */
static const struct inverbs_private_parts tarazed_parts __attribute__((unused)) = {
	{0, 0, NULL},                                                         /* alloc_pd_out */
	{sizeof(struct tarazed_create_cq_in), 1, tarazed_create_cq_in_words}, /* create_cq_in */
	{sizeof(struct tarazed_ring_of_the_kernel), 2,
	 tarazed_ring_of_the_kernel_words}, /* create_cq_out */
	{0, 0, NULL},                       /* resize_cq_in */
	{sizeof(struct tarazed_ring_of_the_kernel), 2,
	 tarazed_ring_of_the_kernel_words}, /* resize_cq_out */
	{0, 0, NULL},                       /* create_qp_in */
	{0, 0, NULL},                       /* create_qp_out */
	{0, 0, NULL},                       /* create_srq_in */
	{0, 0, NULL},                       /* create_srq_out */
	{0, 0, NULL},                       /* modify_srq_in */
	{0, 0, NULL},                       /* modify_srq_place */
	{0, 0, NULL},                       /* create_ah_out */
};

#endif
