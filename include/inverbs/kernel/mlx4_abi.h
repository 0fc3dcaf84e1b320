/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/adapters/mlx4.yaml by `python3 -m codegen gen`. Edit the spec, not this file.
 */

/* mlx4: identity of its devices, and the driver-private data of kernel commands. */
#ifndef INVERBS_ADAPTERS_MLX4_ABI_H
#define INVERBS_ADAPTERS_MLX4_ABI_H

#include <inverbs/kernel/command_words.h>
#include <inverbs/kernel/identity.h>

#define MLX4_DRIVER_ID 2
/** Node type of the adapter's devices. */
#define MLX4_NODE_TYPE IBV_NODE_CA
/** All ports are Ethernet. */
#define MLX4_ON_ETHERNET 0
#define MLX4_ABI_MIN     2
#define MLX4_ABI_MAX     4
#define MLX4_PCI_VENDOR  0x15b3
#define MLX4_MAX_PORTS   2

/** PCI device ids. */
static const uint16_t mlx4_pci_ids[] __attribute__((unused)) = {
	0x6340, 0x634a, 0x6354, 0x6732, 0x673c, 0x6368, 0x6750, 0x6372, 0x675a,
	0x6764, 0x6746, 0x676e, 0x1002, 0x1003, 0x1004, 0x1005, 0x1006, 0x1007,
	0x1008, 0x1009, 0x100a, 0x100b, 0x100c, 0x100d, 0x100e, 0x100f, 0x1010,
};

/** Prefixes of the names of devices on no bus, NULL-terminated. */
static const char *const mlx4_names[] __attribute__((unused)) = {
	NULL,
};

/** Devices on other buses, NULL-terminated. */
static const char *const mlx4_modalias[] __attribute__((unused)) = {
	"vmbus:3daf2e8ca732094bab99bd1f1c86b501",
	NULL,
};

static const struct inverbs_identity mlx4_identity __attribute__((unused)) = {
	MLX4_DRIVER_ID,
	MLX4_ABI_MIN,
	MLX4_ABI_MAX,
	MLX4_PCI_VENDOR,
	mlx4_pci_ids,
	27,
	mlx4_modalias,
	mlx4_names,
	NULL,
	0,
	0,
	~0ULL,
	true,
};

/** Response of GET_CONTEXT, driver ABI 4. */
struct mlx4_get_context_out {
	uint32_t dev_caps; /**< Bit 0: cqe_size is valid; else CQEs have 32 bytes. */
	uint32_t qp_tab_size;
	uint16_t bf_reg_size;
	uint16_t bf_regs_per_page;
	uint32_t cqe_size;
};

INVERBS_ASSERT_LAYOUT(sizeof(struct mlx4_get_context_out) == 16, "mlx4.get_context_out");
INVERBS_ASSERT_LAYOUT(offsetof(struct mlx4_get_context_out, dev_caps) == 0, "mlx4.get_context_out");
INVERBS_ASSERT_LAYOUT(offsetof(struct mlx4_get_context_out, qp_tab_size) == 4,
		      "mlx4.get_context_out");
INVERBS_ASSERT_LAYOUT(offsetof(struct mlx4_get_context_out, bf_reg_size) == 8,
		      "mlx4.get_context_out");
INVERBS_ASSERT_LAYOUT(offsetof(struct mlx4_get_context_out, bf_regs_per_page) == 10,
		      "mlx4.get_context_out");
INVERBS_ASSERT_LAYOUT(offsetof(struct mlx4_get_context_out, cqe_size) == 12,
		      "mlx4.get_context_out");

static const struct inverbs_word_place mlx4_get_context_out_words[] __attribute__((unused)) = {
	{offsetof(struct mlx4_get_context_out, dev_caps), 4, INVERBS_WORD_CQE_TOLD},
	{offsetof(struct mlx4_get_context_out, qp_tab_size), 4, INVERBS_WORD_NUMBERS},
	{offsetof(struct mlx4_get_context_out, bf_reg_size), 2, INVERBS_WORD_IMAGE_BYTES},
	{offsetof(struct mlx4_get_context_out, bf_regs_per_page), 2, INVERBS_WORD_IMAGE_COUNT},
	{offsetof(struct mlx4_get_context_out, cqe_size), 4, INVERBS_WORD_CQE_BYTES},
};

/** Response of GET_CONTEXT, driver ABI 2 and 3; CQEs have 32 bytes. */
struct mlx4_get_context_v3_out {
	uint32_t qp_tab_size;
	uint16_t bf_reg_size;
	uint16_t bf_regs_per_page;
};

INVERBS_ASSERT_LAYOUT(sizeof(struct mlx4_get_context_v3_out) == 8, "mlx4.get_context_v3_out");
INVERBS_ASSERT_LAYOUT(offsetof(struct mlx4_get_context_v3_out, qp_tab_size) == 0,
		      "mlx4.get_context_v3_out");
INVERBS_ASSERT_LAYOUT(offsetof(struct mlx4_get_context_v3_out, bf_reg_size) == 4,
		      "mlx4.get_context_v3_out");
INVERBS_ASSERT_LAYOUT(offsetof(struct mlx4_get_context_v3_out, bf_regs_per_page) == 6,
		      "mlx4.get_context_v3_out");

static const struct inverbs_word_place mlx4_get_context_v3_out_words[] __attribute__((unused)) = {
	{offsetof(struct mlx4_get_context_v3_out, qp_tab_size), 4, INVERBS_WORD_NUMBERS},
	{offsetof(struct mlx4_get_context_v3_out, bf_reg_size), 2, INVERBS_WORD_IMAGE_BYTES},
	{offsetof(struct mlx4_get_context_v3_out, bf_regs_per_page), 2, INVERBS_WORD_IMAGE_COUNT},
};

/** Response of ALLOC_PD; the number goes into address vectors. */
struct mlx4_alloc_pd_out {
	uint32_t pdn;
	uint32_t reserved;
};

INVERBS_ASSERT_LAYOUT(sizeof(struct mlx4_alloc_pd_out) == 8, "mlx4.alloc_pd_out");
INVERBS_ASSERT_LAYOUT(offsetof(struct mlx4_alloc_pd_out, pdn) == 0, "mlx4.alloc_pd_out");
INVERBS_ASSERT_LAYOUT(offsetof(struct mlx4_alloc_pd_out, reserved) == 4, "mlx4.alloc_pd_out");

static const struct inverbs_word_place mlx4_alloc_pd_out_words[] __attribute__((unused)) = {
	{offsetof(struct mlx4_alloc_pd_out, pdn), 4, INVERBS_WORD_NUMBER},
};

/** Addresses of the CQEs and of the doorbell record, which has two words. */
struct mlx4_create_cq_in {
	uint64_t buf_addr;
	uint64_t db_addr;
};

INVERBS_ASSERT_LAYOUT(sizeof(struct mlx4_create_cq_in) == 16, "mlx4.create_cq_in");
INVERBS_ASSERT_LAYOUT(offsetof(struct mlx4_create_cq_in, buf_addr) == 0, "mlx4.create_cq_in");
INVERBS_ASSERT_LAYOUT(offsetof(struct mlx4_create_cq_in, db_addr) == 8, "mlx4.create_cq_in");

static const struct inverbs_word_place mlx4_create_cq_in_words[] __attribute__((unused)) = {
	{offsetof(struct mlx4_create_cq_in, buf_addr), 8, INVERBS_WORD_RINGS},
	{offsetof(struct mlx4_create_cq_in, db_addr), 8, INVERBS_WORD_RECORD},
};

/** Number of the completion queue. */
struct mlx4_create_cq_out {
	uint32_t cqn;
	uint32_t reserved;
};

INVERBS_ASSERT_LAYOUT(sizeof(struct mlx4_create_cq_out) == 8, "mlx4.create_cq_out");
INVERBS_ASSERT_LAYOUT(offsetof(struct mlx4_create_cq_out, cqn) == 0, "mlx4.create_cq_out");
INVERBS_ASSERT_LAYOUT(offsetof(struct mlx4_create_cq_out, reserved) == 4, "mlx4.create_cq_out");

static const struct inverbs_word_place mlx4_create_cq_out_words[] __attribute__((unused)) = {
	{offsetof(struct mlx4_create_cq_out, cqn), 4, INVERBS_WORD_NUMBER},
};

/** Address of the new CQEs. */
struct mlx4_resize_cq_in {
	uint64_t buf_addr;
};

INVERBS_ASSERT_LAYOUT(sizeof(struct mlx4_resize_cq_in) == 8, "mlx4.resize_cq_in");
INVERBS_ASSERT_LAYOUT(offsetof(struct mlx4_resize_cq_in, buf_addr) == 0, "mlx4.resize_cq_in");

static const struct inverbs_word_place mlx4_resize_cq_in_words[] __attribute__((unused)) = {
	{offsetof(struct mlx4_resize_cq_in, buf_addr), 8, INVERBS_WORD_RINGS},
};

/** Address of the rings and sizes in the send ring. */
struct mlx4_create_qp_in {
	uint64_t buf_addr;
	uint64_t db_addr;
	uint8_t log_sq_bb_count;
	uint8_t log_sq_stride;
	uint8_t sq_no_prefetch;
	uint8_t reserved;
	uint32_t inl_recv_sz;
};

INVERBS_ASSERT_LAYOUT(sizeof(struct mlx4_create_qp_in) == 24, "mlx4.create_qp_in");
INVERBS_ASSERT_LAYOUT(offsetof(struct mlx4_create_qp_in, buf_addr) == 0, "mlx4.create_qp_in");
INVERBS_ASSERT_LAYOUT(offsetof(struct mlx4_create_qp_in, db_addr) == 8, "mlx4.create_qp_in");
INVERBS_ASSERT_LAYOUT(offsetof(struct mlx4_create_qp_in, log_sq_bb_count) == 16,
		      "mlx4.create_qp_in");
INVERBS_ASSERT_LAYOUT(offsetof(struct mlx4_create_qp_in, log_sq_stride) == 17, "mlx4.create_qp_in");
INVERBS_ASSERT_LAYOUT(offsetof(struct mlx4_create_qp_in, sq_no_prefetch) == 18,
		      "mlx4.create_qp_in");
INVERBS_ASSERT_LAYOUT(offsetof(struct mlx4_create_qp_in, reserved) == 19, "mlx4.create_qp_in");
INVERBS_ASSERT_LAYOUT(offsetof(struct mlx4_create_qp_in, inl_recv_sz) == 20, "mlx4.create_qp_in");

static const struct inverbs_word_place mlx4_create_qp_in_words[] __attribute__((unused)) = {
	{offsetof(struct mlx4_create_qp_in, buf_addr), 8, INVERBS_WORD_RINGS},
	{offsetof(struct mlx4_create_qp_in, db_addr), 8, INVERBS_WORD_RECORD},
	{offsetof(struct mlx4_create_qp_in, log_sq_bb_count), 1, INVERBS_WORD_SEND_ENTRIES_LOG2},
	{offsetof(struct mlx4_create_qp_in, log_sq_stride), 1, INVERBS_WORD_SEND_STRIDE_LOG2},
	{offsetof(struct mlx4_create_qp_in, inl_recv_sz), 4, INVERBS_WORD_RECV_INLINE},
};

/** Addresses of the slots and of the doorbell record. */
struct mlx4_create_srq_in {
	uint64_t buf_addr;
	uint64_t db_addr;
};

INVERBS_ASSERT_LAYOUT(sizeof(struct mlx4_create_srq_in) == 16, "mlx4.create_srq_in");
INVERBS_ASSERT_LAYOUT(offsetof(struct mlx4_create_srq_in, buf_addr) == 0, "mlx4.create_srq_in");
INVERBS_ASSERT_LAYOUT(offsetof(struct mlx4_create_srq_in, db_addr) == 8, "mlx4.create_srq_in");

static const struct inverbs_word_place mlx4_create_srq_in_words[] __attribute__((unused)) = {
	{offsetof(struct mlx4_create_srq_in, buf_addr), 8, INVERBS_WORD_RINGS},
	{offsetof(struct mlx4_create_srq_in, db_addr), 8, INVERBS_WORD_RECORD},
};

/** Number of the shared receive queue. */
struct mlx4_create_srq_out {
	uint32_t srqn;
	uint32_t reserved;
};

INVERBS_ASSERT_LAYOUT(sizeof(struct mlx4_create_srq_out) == 8, "mlx4.create_srq_out");
INVERBS_ASSERT_LAYOUT(offsetof(struct mlx4_create_srq_out, srqn) == 0, "mlx4.create_srq_out");
INVERBS_ASSERT_LAYOUT(offsetof(struct mlx4_create_srq_out, reserved) == 4, "mlx4.create_srq_out");

static const struct inverbs_word_place mlx4_create_srq_out_words[] __attribute__((unused)) = {
	{offsetof(struct mlx4_create_srq_out, srqn), 4, INVERBS_WORD_NUMBER},
};

/** Offset of the clock, and offload limits. */
struct mlx4_query_device_ex_out {
	uint32_t comp_mask; /**< Bit 0: the clock offset is valid. */
	uint32_t response_length;
	uint64_t hca_core_clock_offset;
	uint32_t max_inl_recv_sz;
	uint32_t reserved;
	uint64_t rx_hash_fields_mask;
	uint8_t rx_hash_function;
	uint8_t hole0[7];
	uint32_t max_tso;
	uint32_t supported_qpts;
};

INVERBS_ASSERT_LAYOUT(sizeof(struct mlx4_query_device_ex_out) == 48, "mlx4.query_device_ex_out");
INVERBS_ASSERT_LAYOUT(offsetof(struct mlx4_query_device_ex_out, comp_mask) == 0,
		      "mlx4.query_device_ex_out");
INVERBS_ASSERT_LAYOUT(offsetof(struct mlx4_query_device_ex_out, response_length) == 4,
		      "mlx4.query_device_ex_out");
INVERBS_ASSERT_LAYOUT(offsetof(struct mlx4_query_device_ex_out, hca_core_clock_offset) == 8,
		      "mlx4.query_device_ex_out");
INVERBS_ASSERT_LAYOUT(offsetof(struct mlx4_query_device_ex_out, max_inl_recv_sz) == 16,
		      "mlx4.query_device_ex_out");
INVERBS_ASSERT_LAYOUT(offsetof(struct mlx4_query_device_ex_out, reserved) == 20,
		      "mlx4.query_device_ex_out");
INVERBS_ASSERT_LAYOUT(offsetof(struct mlx4_query_device_ex_out, rx_hash_fields_mask) == 24,
		      "mlx4.query_device_ex_out");
INVERBS_ASSERT_LAYOUT(offsetof(struct mlx4_query_device_ex_out, rx_hash_function) == 32,
		      "mlx4.query_device_ex_out");
INVERBS_ASSERT_LAYOUT(offsetof(struct mlx4_query_device_ex_out, max_tso) == 40,
		      "mlx4.query_device_ex_out");
INVERBS_ASSERT_LAYOUT(offsetof(struct mlx4_query_device_ex_out, supported_qpts) == 44,
		      "mlx4.query_device_ex_out");

static const struct inverbs_word_place mlx4_query_device_ex_out_words[] __attribute__((unused)) = {
	{offsetof(struct mlx4_query_device_ex_out, comp_mask), 4, INVERBS_WORD_CLOCK_TOLD},
	{offsetof(struct mlx4_query_device_ex_out, response_length), 4,
	 INVERBS_WORD_RESPONSE_BYTES},
	{offsetof(struct mlx4_query_device_ex_out, hca_core_clock_offset), 8,
	 INVERBS_WORD_CLOCK_OFFSET},
	{offsetof(struct mlx4_query_device_ex_out, max_inl_recv_sz), 4, INVERBS_WORD_RECV_INLINE},
};

/** Layouts of the driver-private data of commands. */
static const struct inverbs_command_data mlx4_command_data __attribute__((unused)) = {
	{sizeof(struct mlx4_get_context_out), 5, mlx4_get_context_out_words}, /* get_context_out */
	{sizeof(struct mlx4_get_context_v3_out), 3,
	 mlx4_get_context_v3_out_words}, /* get_context_old_out */
	{sizeof(struct mlx4_query_device_ex_out), 4,
	 mlx4_query_device_ex_out_words},                                 /* query_device_ex_out */
	{sizeof(struct mlx4_alloc_pd_out), 1, mlx4_alloc_pd_out_words},   /* alloc_pd_out */
	{sizeof(struct mlx4_create_cq_in), 2, mlx4_create_cq_in_words},   /* create_cq_in */
	{sizeof(struct mlx4_create_cq_out), 1, mlx4_create_cq_out_words}, /* create_cq_out */
	{sizeof(struct mlx4_resize_cq_in), 1, mlx4_resize_cq_in_words},   /* resize_cq_in */
	{0, 0, NULL},                                                     /* resize_cq_out */
	{sizeof(struct mlx4_create_qp_in), 5, mlx4_create_qp_in_words},   /* create_qp_in */
	{0, 0, NULL},                                                     /* create_qp_out */
	{sizeof(struct mlx4_create_srq_in), 2, mlx4_create_srq_in_words}, /* create_srq_in */
	{sizeof(struct mlx4_create_srq_out), 1, mlx4_create_srq_out_words}, /* create_srq_out */
	{0, 0, NULL},                                                       /* modify_srq_in */
	{0, 0, NULL},                                                       /* modify_srq_place */
	{0, 0, NULL},                                                       /* create_ah_out */
};

#endif
