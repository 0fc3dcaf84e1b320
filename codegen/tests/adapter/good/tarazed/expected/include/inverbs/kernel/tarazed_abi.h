/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from tarazed.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/* tarazed: identity of its devices, and the driver-private data of kernel commands. */
#ifndef INVERBS_ADAPTERS_TARAZED_ABI_H
#define INVERBS_ADAPTERS_TARAZED_ABI_H

#include <inverbs/kernel/command_words.h>
#include <inverbs/kernel/identity.h>

#define TARAZED_DRIVER_ID 99
/** Node type of the adapter's devices. */
#define TARAZED_NODE_TYPE IBV_NODE_CA
/** All ports are Ethernet. */
#define TARAZED_ON_ETHERNET 0
#define TARAZED_ABI_MIN     1
#define TARAZED_ABI_MAX     1
#define TARAZED_PCI_VENDOR  0x1af4
#define TARAZED_MAX_PORTS   1

/** PCI device ids. */
static const uint16_t tarazed_pci_ids[] __attribute__((unused)) = {
	0xa17a,
	0xa17c,
};

/** Prefixes of the names of devices on no bus, NULL-terminated. */
static const char *const tarazed_names[] __attribute__((unused)) = {
	NULL,
};

/** Devices on other buses, NULL-terminated. */
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
	2,
	tarazed_modalias,
	tarazed_names,
	NULL,
	0,
	0,
	~0ULL,
	true,
};

/** Address of the ring; a hole of four bytes follows the depth. */
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

/** Response of GET_CONTEXT. */
struct tarazed_opened {
	uint32_t numbers;
	uint32_t image;
	uint32_t cqe;
	uint32_t told;
};

INVERBS_ASSERT_LAYOUT(sizeof(struct tarazed_opened) == 16, "tarazed.opened");
INVERBS_ASSERT_LAYOUT(offsetof(struct tarazed_opened, numbers) == 0, "tarazed.opened");
INVERBS_ASSERT_LAYOUT(offsetof(struct tarazed_opened, image) == 4, "tarazed.opened");
INVERBS_ASSERT_LAYOUT(offsetof(struct tarazed_opened, cqe) == 8, "tarazed.opened");
INVERBS_ASSERT_LAYOUT(offsetof(struct tarazed_opened, told) == 12, "tarazed.opened");

static const struct inverbs_word_place tarazed_opened_words[] __attribute__((unused)) = {
	{offsetof(struct tarazed_opened, numbers), 4, INVERBS_WORD_NUMBERS},
	{offsetof(struct tarazed_opened, image), 4, INVERBS_WORD_IMAGE_BYTES},
	{offsetof(struct tarazed_opened, cqe), 4, INVERBS_WORD_CQE_BYTES},
	{offsetof(struct tarazed_opened, told), 4, INVERBS_WORD_CQE_TOLD},
};

/** The same for older drivers. */
struct tarazed_opened_before {
	uint32_t numbers;
	uint32_t images;
};

INVERBS_ASSERT_LAYOUT(sizeof(struct tarazed_opened_before) == 8, "tarazed.opened_before");
INVERBS_ASSERT_LAYOUT(offsetof(struct tarazed_opened_before, numbers) == 0,
		      "tarazed.opened_before");
INVERBS_ASSERT_LAYOUT(offsetof(struct tarazed_opened_before, images) == 4, "tarazed.opened_before");

static const struct inverbs_word_place tarazed_opened_before_words[] __attribute__((unused)) = {
	{offsetof(struct tarazed_opened_before, numbers), 4, INVERBS_WORD_NUMBERS},
	{offsetof(struct tarazed_opened_before, images), 4, INVERBS_WORD_IMAGE_COUNT},
};

/** Response of QUERY_DEVICE. */
struct tarazed_asked {
	uint64_t clock;
	uint32_t has_clock;
	uint32_t inside;
	uint32_t bytes;
	uint32_t reserved;
};

INVERBS_ASSERT_LAYOUT(sizeof(struct tarazed_asked) == 24, "tarazed.asked");
INVERBS_ASSERT_LAYOUT(offsetof(struct tarazed_asked, clock) == 0, "tarazed.asked");
INVERBS_ASSERT_LAYOUT(offsetof(struct tarazed_asked, has_clock) == 8, "tarazed.asked");
INVERBS_ASSERT_LAYOUT(offsetof(struct tarazed_asked, inside) == 12, "tarazed.asked");
INVERBS_ASSERT_LAYOUT(offsetof(struct tarazed_asked, bytes) == 16, "tarazed.asked");
INVERBS_ASSERT_LAYOUT(offsetof(struct tarazed_asked, reserved) == 20, "tarazed.asked");

static const struct inverbs_word_place tarazed_asked_words[] __attribute__((unused)) = {
	{offsetof(struct tarazed_asked, clock), 8, INVERBS_WORD_CLOCK_OFFSET},
	{offsetof(struct tarazed_asked, has_clock), 4, INVERBS_WORD_CLOCK_TOLD},
	{offsetof(struct tarazed_asked, inside), 4, INVERBS_WORD_RECV_INLINE},
	{offsetof(struct tarazed_asked, bytes), 4, INVERBS_WORD_RESPONSE_BYTES},
};

/** A mapped ring. */
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

/** Layouts of the driver-private data of commands. */
static const struct inverbs_command_data tarazed_command_data __attribute__((unused)) = {
	{sizeof(struct tarazed_opened), 4, tarazed_opened_words}, /* get_context_out */
	{sizeof(struct tarazed_opened_before), 2,
	 tarazed_opened_before_words},                          /* get_context_old_out */
	{sizeof(struct tarazed_asked), 4, tarazed_asked_words}, /* query_device_ex_out */
	{0, 0, NULL},                                           /* alloc_pd_out */
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
