/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/adapters/rxe.yaml by `python3 -m codegen gen`. Edit the spec, not this file.
 */

/* rxe: identity of its devices, and the driver-private data of kernel commands. */
#ifndef INVERBS_ADAPTERS_RXE_ABI_H
#define INVERBS_ADAPTERS_RXE_ABI_H

#include <inverbs/kernel/command_words.h>
#include <inverbs/kernel/identity.h>

#define RXE_DRIVER_ID 14
/** Node type of the adapter's devices. */
#define RXE_NODE_TYPE IBV_NODE_CA
/** All ports are Ethernet. */
#define RXE_ON_ETHERNET 1
#define RXE_ABI_MIN     2
#define RXE_ABI_MAX     2
#define RXE_MAX_PORTS   1

/** Prefixes of the names of devices on no bus, NULL-terminated. */
static const char *const rxe_names[] __attribute__((unused)) = {
	"rxe",
	NULL,
};

/** Devices on other buses, NULL-terminated. */
static const char *const rxe_modalias[] __attribute__((unused)) = {
	NULL,
};

static const struct inverbs_identity rxe_identity __attribute__((unused)) = {
	RXE_DRIVER_ID, RXE_ABI_MIN, RXE_ABI_MAX, 0, NULL,  0,    rxe_modalias,
	rxe_names,     NULL,        0,           0, ~0ULL, true,
};

/** Offset with which a queue can be mapped, once; size 0: there is no queue. */
struct rxe_queue_place {
	uint64_t offset;
	uint32_t size;
	uint32_t reserved;
};

INVERBS_ASSERT_LAYOUT(sizeof(struct rxe_queue_place) == 16, "rxe.queue_place");
INVERBS_ASSERT_LAYOUT(offsetof(struct rxe_queue_place, offset) == 0, "rxe.queue_place");
INVERBS_ASSERT_LAYOUT(offsetof(struct rxe_queue_place, size) == 8, "rxe.queue_place");
INVERBS_ASSERT_LAYOUT(offsetof(struct rxe_queue_place, reserved) == 12, "rxe.queue_place");

static const struct inverbs_word_place rxe_queue_place_words[] __attribute__((unused)) = {
	{offsetof(struct rxe_queue_place, offset), 8, INVERBS_WORD_KEY},
	{offsetof(struct rxe_queue_place, size), 4, INVERBS_WORD_BYTES},
};

/** Response of CREATE_QP; zeros for a receive queue that does not exist. */
struct rxe_create_qp_out {
	uint64_t recv_offset;
	uint32_t recv_size;
	uint32_t recv_reserved;
	uint64_t send_offset;
	uint32_t send_size;
	uint32_t send_reserved;
};

INVERBS_ASSERT_LAYOUT(sizeof(struct rxe_create_qp_out) == 32, "rxe.create_qp_out");
INVERBS_ASSERT_LAYOUT(offsetof(struct rxe_create_qp_out, recv_offset) == 0, "rxe.create_qp_out");
INVERBS_ASSERT_LAYOUT(offsetof(struct rxe_create_qp_out, recv_size) == 8, "rxe.create_qp_out");
INVERBS_ASSERT_LAYOUT(offsetof(struct rxe_create_qp_out, recv_reserved) == 12, "rxe.create_qp_out");
INVERBS_ASSERT_LAYOUT(offsetof(struct rxe_create_qp_out, send_offset) == 16, "rxe.create_qp_out");
INVERBS_ASSERT_LAYOUT(offsetof(struct rxe_create_qp_out, send_size) == 24, "rxe.create_qp_out");
INVERBS_ASSERT_LAYOUT(offsetof(struct rxe_create_qp_out, send_reserved) == 28, "rxe.create_qp_out");

static const struct inverbs_word_place rxe_create_qp_out_words[] __attribute__((unused)) = {
	{offsetof(struct rxe_create_qp_out, recv_offset), 8, INVERBS_WORD_RECV_KEY},
	{offsetof(struct rxe_create_qp_out, recv_size), 4, INVERBS_WORD_RECV_BYTES},
	{offsetof(struct rxe_create_qp_out, send_offset), 8, INVERBS_WORD_SEND_KEY},
	{offsetof(struct rxe_create_qp_out, send_size), 4, INVERBS_WORD_SEND_BYTES},
};

/** Response of CREATE_SRQ. */
struct rxe_create_srq_out {
	uint64_t offset;
	uint32_t size;
	uint32_t queue_reserved;
	uint32_t srqn;
	uint32_t reserved;
};

INVERBS_ASSERT_LAYOUT(sizeof(struct rxe_create_srq_out) == 24, "rxe.create_srq_out");
INVERBS_ASSERT_LAYOUT(offsetof(struct rxe_create_srq_out, offset) == 0, "rxe.create_srq_out");
INVERBS_ASSERT_LAYOUT(offsetof(struct rxe_create_srq_out, size) == 8, "rxe.create_srq_out");
INVERBS_ASSERT_LAYOUT(offsetof(struct rxe_create_srq_out, queue_reserved) == 12,
		      "rxe.create_srq_out");
INVERBS_ASSERT_LAYOUT(offsetof(struct rxe_create_srq_out, srqn) == 16, "rxe.create_srq_out");
INVERBS_ASSERT_LAYOUT(offsetof(struct rxe_create_srq_out, reserved) == 20, "rxe.create_srq_out");

static const struct inverbs_word_place rxe_create_srq_out_words[] __attribute__((unused)) = {
	{offsetof(struct rxe_create_srq_out, offset), 8, INVERBS_WORD_KEY},
	{offsetof(struct rxe_create_srq_out, size), 4, INVERBS_WORD_BYTES},
	{offsetof(struct rxe_create_srq_out, srqn), 4, INVERBS_WORD_NUMBER},
};

/**
 * Address at which the kernel stores the queue_place of a resized queue; needed with every change.
 */
struct rxe_modify_srq_in {
	uint64_t place_addr;
};

INVERBS_ASSERT_LAYOUT(sizeof(struct rxe_modify_srq_in) == 8, "rxe.modify_srq_in");
INVERBS_ASSERT_LAYOUT(offsetof(struct rxe_modify_srq_in, place_addr) == 0, "rxe.modify_srq_in");

static const struct inverbs_word_place rxe_modify_srq_in_words[] __attribute__((unused)) = {
	{offsetof(struct rxe_modify_srq_in, place_addr), 8, INVERBS_WORD_PLACE},
};

/** Response of CREATE_AH; a kernel that numbers address handles fills the first word. */
struct rxe_create_ah_out {
	uint32_t number;
	uint32_t reserved;
};

INVERBS_ASSERT_LAYOUT(sizeof(struct rxe_create_ah_out) == 8, "rxe.create_ah_out");
INVERBS_ASSERT_LAYOUT(offsetof(struct rxe_create_ah_out, number) == 0, "rxe.create_ah_out");
INVERBS_ASSERT_LAYOUT(offsetof(struct rxe_create_ah_out, reserved) == 4, "rxe.create_ah_out");

static const struct inverbs_word_place rxe_create_ah_out_words[] __attribute__((unused)) = {
	{offsetof(struct rxe_create_ah_out, number), 4, INVERBS_WORD_NUMBER},
};

/** Layouts of the driver-private data of commands. */
static const struct inverbs_command_data rxe_command_data __attribute__((unused)) = {
	{0, 0, NULL},                                                     /* get_context_out */
	{0, 0, NULL},                                                     /* get_context_old_out */
	{0, 0, NULL},                                                     /* query_device_ex_out */
	{0, 0, NULL},                                                     /* alloc_pd_out */
	{0, 0, NULL},                                                     /* create_cq_in */
	{sizeof(struct rxe_queue_place), 2, rxe_queue_place_words},       /* create_cq_out */
	{0, 0, NULL},                                                     /* resize_cq_in */
	{sizeof(struct rxe_queue_place), 2, rxe_queue_place_words},       /* resize_cq_out */
	{0, 0, NULL},                                                     /* create_qp_in */
	{sizeof(struct rxe_create_qp_out), 4, rxe_create_qp_out_words},   /* create_qp_out */
	{0, 0, NULL},                                                     /* create_srq_in */
	{sizeof(struct rxe_create_srq_out), 3, rxe_create_srq_out_words}, /* create_srq_out */
	{sizeof(struct rxe_modify_srq_in), 1, rxe_modify_srq_in_words},   /* modify_srq_in */
	{sizeof(struct rxe_queue_place), 2, rxe_queue_place_words},       /* modify_srq_place */
	{sizeof(struct rxe_create_ah_out), 1, rxe_create_ah_out_words},   /* create_ah_out */
};

#endif
