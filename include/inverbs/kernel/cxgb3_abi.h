/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/adapters/cxgb3.yaml by `python3 -m codegen gen`. Edit the spec, not this
 * file. */

/* cxgb3: identity of its devices, and the driver-private data of kernel commands. */
#ifndef INVERBS_ADAPTERS_CXGB3_ABI_H
#define INVERBS_ADAPTERS_CXGB3_ABI_H

#include <inverbs/kernel/command_words.h>
#include <inverbs/kernel/identity.h>

#define CXGB3_DRIVER_ID 3
/** Node type of the adapter's devices. */
#define CXGB3_NODE_TYPE IBV_NODE_RNIC
/** All ports are Ethernet. */
#define CXGB3_ON_ETHERNET 1
#define CXGB3_ABI_MIN     0
#define CXGB3_ABI_MAX     1
#define CXGB3_PCI_VENDOR  0x1425
#define CXGB3_MAX_PORTS   2

/** PCI device ids. */
static const uint16_t cxgb3_pci_ids[] __attribute__((unused)) = {
	0x0020, 0x0021, 0x0022, 0x0023, 0x0024, 0x0025,
	0x0026, 0x0030, 0x0031, 0x0032, 0x0035, 0x0036,
};

/** Prefixes of the names of devices on no bus, NULL-terminated. */
static const char *const cxgb3_names[] __attribute__((unused)) = {
	NULL,
};

/** Devices on other buses, NULL-terminated. */
static const char *const cxgb3_modalias[] __attribute__((unused)) = {
	NULL,
};

/** Devices whose posts and polls are kernel commands. */
static const uint16_t cxgb3_by_command[] __attribute__((unused)) = {
	0x0021, 0x0022, 0x0023, 0x0024, 0x0025, 0x0026,
};

static const struct inverbs_identity cxgb3_identity __attribute__((unused)) = {
	CXGB3_DRIVER_ID,
	CXGB3_ABI_MIN,
	CXGB3_ABI_MAX,
	CXGB3_PCI_VENDOR,
	cxgb3_pci_ids,
	12,
	cxgb3_modalias,
	cxgb3_names,
	cxgb3_by_command,
	6,
	5,
	0x3db6221fULL,
	false,
};

/** Response of ALLOC_PD. */
struct cxgb3_alloc_pd_out {
	uint32_t pdid;
};

INVERBS_ASSERT_LAYOUT(sizeof(struct cxgb3_alloc_pd_out) == 4, "cxgb3.alloc_pd_out");
INVERBS_ASSERT_LAYOUT(offsetof(struct cxgb3_alloc_pd_out, pdid) == 0, "cxgb3.alloc_pd_out");

static const struct inverbs_word_place cxgb3_alloc_pd_out_words[] __attribute__((unused)) = {
	{offsetof(struct cxgb3_alloc_pd_out, pdid), 4, INVERBS_WORD_NUMBER},
};

/** Response of REG_MR. */
struct cxgb3_reg_mr_out {
	uint32_t pbl_addr;
};

INVERBS_ASSERT_LAYOUT(sizeof(struct cxgb3_reg_mr_out) == 4, "cxgb3.reg_mr_out");
INVERBS_ASSERT_LAYOUT(offsetof(struct cxgb3_reg_mr_out, pbl_addr) == 0, "cxgb3.reg_mr_out");

/** Address of the process's count of consumed CQEs. */
struct cxgb3_create_cq_in {
	uint64_t user_rptr_addr;
};

INVERBS_ASSERT_LAYOUT(sizeof(struct cxgb3_create_cq_in) == 8, "cxgb3.create_cq_in");
INVERBS_ASSERT_LAYOUT(offsetof(struct cxgb3_create_cq_in, user_rptr_addr) == 0,
		      "cxgb3.create_cq_in");

static const struct inverbs_word_place cxgb3_create_cq_in_words[] __attribute__((unused)) = {
	{offsetof(struct cxgb3_create_cq_in, user_rptr_addr), 8, INVERBS_WORD_RECORD},
};

/** Response of CREATE_CQ; driver ABI 0 fills the first 16 bytes. */
struct cxgb3_create_cq_out {
	uint64_t key; /**< Offset for mmap of the ring. */
	uint32_t cqid;
	uint32_t size_log2;
	uint32_t memsize;
	uint32_t reserved;
};

INVERBS_ASSERT_LAYOUT(sizeof(struct cxgb3_create_cq_out) == 24, "cxgb3.create_cq_out");
INVERBS_ASSERT_LAYOUT(offsetof(struct cxgb3_create_cq_out, key) == 0, "cxgb3.create_cq_out");
INVERBS_ASSERT_LAYOUT(offsetof(struct cxgb3_create_cq_out, cqid) == 8, "cxgb3.create_cq_out");
INVERBS_ASSERT_LAYOUT(offsetof(struct cxgb3_create_cq_out, size_log2) == 12, "cxgb3.create_cq_out");
INVERBS_ASSERT_LAYOUT(offsetof(struct cxgb3_create_cq_out, memsize) == 16, "cxgb3.create_cq_out");
INVERBS_ASSERT_LAYOUT(offsetof(struct cxgb3_create_cq_out, reserved) == 20, "cxgb3.create_cq_out");

static const struct inverbs_word_place cxgb3_create_cq_out_words[] __attribute__((unused)) = {
	{offsetof(struct cxgb3_create_cq_out, key), 8, INVERBS_WORD_KEY},
	{offsetof(struct cxgb3_create_cq_out, cqid), 4, INVERBS_WORD_NUMBER},
	{offsetof(struct cxgb3_create_cq_out, size_log2), 4, INVERBS_WORD_ENTRIES_LOG2},
	{offsetof(struct cxgb3_create_cq_out, memsize), 4, INVERBS_WORD_BYTES},
};

/** Response of CREATE_QP. */
struct cxgb3_create_qp_out {
	uint64_t key;    /**< Offset for mmap of the ring. */
	uint64_t db_key; /**< Offset for mmap of the doorbell; its low bits are the offset in the
			    page. */
	uint32_t qpid;
	uint32_t size_log2;
	uint32_t sq_size_log2;
	uint32_t rq_size_log2;
};

INVERBS_ASSERT_LAYOUT(sizeof(struct cxgb3_create_qp_out) == 32, "cxgb3.create_qp_out");
INVERBS_ASSERT_LAYOUT(offsetof(struct cxgb3_create_qp_out, key) == 0, "cxgb3.create_qp_out");
INVERBS_ASSERT_LAYOUT(offsetof(struct cxgb3_create_qp_out, db_key) == 8, "cxgb3.create_qp_out");
INVERBS_ASSERT_LAYOUT(offsetof(struct cxgb3_create_qp_out, qpid) == 16, "cxgb3.create_qp_out");
INVERBS_ASSERT_LAYOUT(offsetof(struct cxgb3_create_qp_out, size_log2) == 20, "cxgb3.create_qp_out");
INVERBS_ASSERT_LAYOUT(offsetof(struct cxgb3_create_qp_out, sq_size_log2) == 24,
		      "cxgb3.create_qp_out");
INVERBS_ASSERT_LAYOUT(offsetof(struct cxgb3_create_qp_out, rq_size_log2) == 28,
		      "cxgb3.create_qp_out");

static const struct inverbs_word_place cxgb3_create_qp_out_words[] __attribute__((unused)) = {
	{offsetof(struct cxgb3_create_qp_out, key), 8, INVERBS_WORD_KEY},
	{offsetof(struct cxgb3_create_qp_out, db_key), 8, INVERBS_WORD_DOORBELL_KEY},
	{offsetof(struct cxgb3_create_qp_out, qpid), 4, INVERBS_WORD_NUMBER},
	{offsetof(struct cxgb3_create_qp_out, size_log2), 4, INVERBS_WORD_ENTRIES_LOG2},
	{offsetof(struct cxgb3_create_qp_out, sq_size_log2), 4, INVERBS_WORD_SEND_ENTRIES_LOG2},
	{offsetof(struct cxgb3_create_qp_out, rq_size_log2), 4, INVERBS_WORD_RECV_ENTRIES_LOG2},
};

/** Layouts of the driver-private data of commands. */
static const struct inverbs_command_data cxgb3_command_data __attribute__((unused)) = {
	{0, 0, NULL},                                                     /* get_context_out */
	{0, 0, NULL},                                                     /* get_context_old_out */
	{0, 0, NULL},                                                     /* query_device_ex_out */
	{sizeof(struct cxgb3_alloc_pd_out), 1, cxgb3_alloc_pd_out_words}, /* alloc_pd_out */
	{sizeof(struct cxgb3_create_cq_in), 1, cxgb3_create_cq_in_words}, /* create_cq_in */
	{sizeof(struct cxgb3_create_cq_out), 4, cxgb3_create_cq_out_words}, /* create_cq_out */
	{0, 0, NULL},                                                       /* resize_cq_in */
	{0, 0, NULL},                                                       /* resize_cq_out */
	{0, 0, NULL},                                                       /* create_qp_in */
	{sizeof(struct cxgb3_create_qp_out), 6, cxgb3_create_qp_out_words}, /* create_qp_out */
	{0, 0, NULL},                                                       /* create_srq_in */
	{0, 0, NULL},                                                       /* create_srq_out */
	{0, 0, NULL},                                                       /* modify_srq_in */
	{0, 0, NULL},                                                       /* modify_srq_place */
	{0, 0, NULL},                                                       /* create_ah_out */
};

#endif
