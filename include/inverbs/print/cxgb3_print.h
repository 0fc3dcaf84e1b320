/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/adapters/cxgb3.yaml by `python3 -m codegen gen`. Edit the spec, not this
 * file. */

/*
 * Names of opcodes and statuses, a printer for each format, and the tables from which
 * <inverbs/print/dump.h> prints whole WQEs.
 */
#ifndef INVERBS_ADAPTERS_CXGB3_PRINT_H
#define INVERBS_ADAPTERS_CXGB3_PRINT_H

#include <inverbs/adapters/cxgb3_formats.h>
#include <inverbs/print/dump.h>

/** Opcode of a WQE. Returns the name of a value, or "?". */
static inline const char *cxgb3_wr_name(uint32_t value)
{
	switch (value) {
	case CXGB3_WR_RDMA_INIT:
		return "RDMA_INIT";
	case CXGB3_WR_RDMA_WRITE:
		return "RDMA_WRITE";
	case CXGB3_WR_SEND:
		return "SEND";
	case CXGB3_WR_RDMA_READ:
		return "RDMA_READ";
	case CXGB3_WR_RECEIVE:
		return "RECEIVE";
	case CXGB3_WR_BIND_MW:
		return "BIND_MW";
	case CXGB3_WR_FASTREGISTER:
		return "FASTREGISTER";
	case CXGB3_WR_LOCAL_INV:
		return "LOCAL_INV";
	case CXGB3_WR_MODIFY_QP:
		return "MODIFY_QP";
	case CXGB3_WR_BYPASS:
		return "BYPASS";
	default:
		return "?";
	}
}

/** Operations on the wire, in WQEs and in CQEs. Returns the name of a value, or "?". */
static inline const char *cxgb3_rdma_name(uint32_t value)
{
	switch (value) {
	case CXGB3_RDMA_RDMA_WRITE:
		return "RDMA_WRITE";
	case CXGB3_RDMA_READ_REQ:
		return "READ_REQ";
	case CXGB3_RDMA_READ_RESP:
		return "READ_RESP";
	case CXGB3_RDMA_SEND:
		return "SEND";
	case CXGB3_RDMA_SEND_INV:
		return "SEND_INV";
	case CXGB3_RDMA_SEND_SE:
		return "SEND_SE";
	case CXGB3_RDMA_SEND_SE_INV:
		return "SEND_SE_INV";
	case CXGB3_RDMA_TERMINATE:
		return "TERMINATE";
	case CXGB3_RDMA_RDMA_INIT:
		return "RDMA_INIT";
	case CXGB3_RDMA_BIND_MW:
		return "BIND_MW";
	case CXGB3_RDMA_FAST_REGISTER:
		return "FAST_REGISTER";
	case CXGB3_RDMA_LOCAL_INV:
		return "LOCAL_INV";
	case CXGB3_RDMA_QP_MOD:
		return "QP_MOD";
	case CXGB3_RDMA_BYPASS:
		return "BYPASS";
	default:
		return "?";
	}
}

/** Queue of a CQE, send or receive. Returns the name of a value, or "?". */
static inline const char *cxgb3_side_name(uint32_t value)
{
	switch (value) {
	case CXGB3_SIDE_RECV:
		return "RECV";
	case CXGB3_SIDE_SEND:
		return "SEND";
	default:
		return "?";
	}
}

/** Status of a CQE. Returns the name of a value, or "?". */
static inline const char *cxgb3_status_name(uint32_t value)
{
	switch (value) {
	case CXGB3_STATUS_SUCCESS:
		return "SUCCESS";
	case CXGB3_STATUS_STAG:
		return "STAG";
	case CXGB3_STATUS_PDID:
		return "PDID";
	case CXGB3_STATUS_QPID:
		return "QPID";
	case CXGB3_STATUS_ACCESS:
		return "ACCESS";
	case CXGB3_STATUS_WRAP:
		return "WRAP";
	case CXGB3_STATUS_BOUND:
		return "BOUND";
	case CXGB3_STATUS_INVALIDATE_SHARED_MR:
		return "INVALIDATE_SHARED_MR";
	case CXGB3_STATUS_INVALIDATE_MR_WITH_MW_BOUND:
		return "INVALIDATE_MR_WITH_MW_BOUND";
	case CXGB3_STATUS_ECC:
		return "ECC";
	case CXGB3_STATUS_ECC_PSTAG:
		return "ECC_PSTAG";
	case CXGB3_STATUS_PBL_ADDR_BOUND:
		return "PBL_ADDR_BOUND";
	case CXGB3_STATUS_SWFLUSH:
		return "SWFLUSH";
	case CXGB3_STATUS_CRC:
		return "CRC";
	case CXGB3_STATUS_MARKER:
		return "MARKER";
	case CXGB3_STATUS_PDU_LEN:
		return "PDU_LEN";
	case CXGB3_STATUS_OUT_OF_RQE:
		return "OUT_OF_RQE";
	case CXGB3_STATUS_DDP_VERSION:
		return "DDP_VERSION";
	case CXGB3_STATUS_RDMA_VERSION:
		return "RDMA_VERSION";
	case CXGB3_STATUS_OPCODE:
		return "OPCODE";
	case CXGB3_STATUS_DDP_QUEUE_NUM:
		return "DDP_QUEUE_NUM";
	case CXGB3_STATUS_MSN:
		return "MSN";
	case CXGB3_STATUS_TBIT:
		return "TBIT";
	case CXGB3_STATUS_MO:
		return "MO";
	case CXGB3_STATUS_MSN_GAP:
		return "MSN_GAP";
	case CXGB3_STATUS_MSN_RANGE:
		return "MSN_RANGE";
	case CXGB3_STATUS_IRD_OVERFLOW:
		return "IRD_OVERFLOW";
	case CXGB3_STATUS_RQE_ADDR_BOUND:
		return "RQE_ADDR_BOUND";
	case CXGB3_STATUS_INTERNAL:
		return "INTERNAL";
	default:
		return "?";
	}
}

/** cxgb3_head and its fields. cxgb3.head */
static inline void cxgb3_head_print(struct inverbs_text *text, const void *at)
{
	const struct cxgb3_head v = cxgb3_head_get(at);

	inverbs_text_add(text, "cxgb3_head");
	inverbs_text_add(text, " opcode=%s(0x%x)", cxgb3_wr_name(v.opcode), (unsigned)v.opcode);
	inverbs_text_add(text, " ends=0x%llx", (unsigned long long)v.ends);
	inverbs_text_add(text, " read_fence=0x%llx", (unsigned long long)v.read_fence);
	inverbs_text_add(text, " solicited=0x%llx", (unsigned long long)v.solicited);
	inverbs_text_add(text, " completion=0x%llx", (unsigned long long)v.completion);
	inverbs_text_add(text, " generation=0x%llx", (unsigned long long)v.generation);
	inverbs_text_add(text, " flits=0x%llx", (unsigned long long)v.flits);
	inverbs_text_add(text, " serial=0x%llx", (unsigned long long)v.serial);
}

/** cxgb3_send_wr and its fields. cxgb3.send_wr */
static inline void cxgb3_send_wr_print(struct inverbs_text *text, const void *at)
{
	const struct cxgb3_send_wr v = cxgb3_send_wr_get(at);

	inverbs_text_add(text, "cxgb3_send_wr");
	inverbs_text_add(text, " operation=0x%llx", (unsigned long long)v.operation);
	inverbs_text_add(text, " stag=0x%llx", (unsigned long long)v.stag);
	inverbs_text_add(text, " length=0x%llx", (unsigned long long)v.length);
	inverbs_text_add(text, " sges=0x%llx", (unsigned long long)v.sges);
}

/** cxgb3_write and its fields. cxgb3.write */
static inline void cxgb3_write_print(struct inverbs_text *text, const void *at)
{
	const struct cxgb3_write v = cxgb3_write_get(at);

	inverbs_text_add(text, "cxgb3_write");
	inverbs_text_add(text, " operation=%s(0x%x)", cxgb3_rdma_name(v.operation),
			 (unsigned)v.operation);
	inverbs_text_add(text, " stag=0x%llx", (unsigned long long)v.stag);
	inverbs_text_add(text, " addr=0x%llx", (unsigned long long)v.addr);
	inverbs_text_add(text, " length=0x%llx", (unsigned long long)v.length);
	inverbs_text_add(text, " sges=0x%llx", (unsigned long long)v.sges);
}

/** cxgb3_read and its fields. cxgb3.read */
static inline void cxgb3_read_print(struct inverbs_text *text, const void *at)
{
	const struct cxgb3_read v = cxgb3_read_get(at);

	inverbs_text_add(text, "cxgb3_read");
	inverbs_text_add(text, " operation=%s(0x%x)", cxgb3_rdma_name(v.operation),
			 (unsigned)v.operation);
	inverbs_text_add(text, " invalidate=0x%llx", (unsigned long long)v.invalidate);
	inverbs_text_add(text, " stag=0x%llx", (unsigned long long)v.stag);
	inverbs_text_add(text, " addr=0x%llx", (unsigned long long)v.addr);
	inverbs_text_add(text, " local_stag=0x%llx", (unsigned long long)v.local_stag);
	inverbs_text_add(text, " length=0x%llx", (unsigned long long)v.length);
	inverbs_text_add(text, " local_addr=0x%llx", (unsigned long long)v.local_addr);
}

/** cxgb3_read_nothing and its fields. cxgb3.read_nothing */
static inline void cxgb3_read_nothing_print(struct inverbs_text *text, const void *at)
{
	const struct cxgb3_read_nothing v = cxgb3_read_nothing_get(at);

	inverbs_text_add(text, "cxgb3_read_nothing");
	inverbs_text_add(text, " operation=%s(0x%x)", cxgb3_rdma_name(v.operation),
			 (unsigned)v.operation);
	inverbs_text_add(text, " stag=0x%llx", (unsigned long long)v.stag);
	inverbs_text_add(text, " addr=0x%llx", (unsigned long long)v.addr);
	inverbs_text_add(text, " local_stag=0x%llx", (unsigned long long)v.local_stag);
	inverbs_text_add(text, " length=0x%llx", (unsigned long long)v.length);
	inverbs_text_add(text, " local_addr=0x%llx", (unsigned long long)v.local_addr);
}

/** cxgb3_receive and its fields. cxgb3.receive */
static inline void cxgb3_receive_print(struct inverbs_text *text, const void *at)
{
	const struct cxgb3_receive v = cxgb3_receive_get(at);

	inverbs_text_add(text, "cxgb3_receive");
	inverbs_text_add(text, " sges=0x%llx", (unsigned long long)v.sges);
}

/** cxgb3_sge and its fields. cxgb3.sge */
static inline void cxgb3_sge_print(struct inverbs_text *text, const void *at)
{
	const struct cxgb3_sge v = cxgb3_sge_get(at);

	inverbs_text_add(text, "cxgb3_sge");
	inverbs_text_add(text, " stag=0x%llx", (unsigned long long)v.stag);
	inverbs_text_add(text, " length=0x%llx", (unsigned long long)v.length);
	inverbs_text_add(text, " addr=0x%llx", (unsigned long long)v.addr);
}

/** cxgb3_trailer and its fields. cxgb3.trailer */
static inline void cxgb3_trailer_print(struct inverbs_text *text, const void *at)
{
	const struct cxgb3_trailer v = cxgb3_trailer_get(at);

	inverbs_text_add(text, "cxgb3_trailer");
	inverbs_text_add(text, " generation=0x%llx", (unsigned long long)v.generation);
}

/** cxgb3_ring_state and its fields. cxgb3.ring_state */
static inline void cxgb3_ring_state_print(struct inverbs_text *text, const void *at)
{
	const struct cxgb3_ring_state v = cxgb3_ring_state_get(at);

	inverbs_text_add(text, "cxgb3_ring_state");
	inverbs_text_add(text, " error=0x%llx", (unsigned long long)v.error);
	inverbs_text_add(text, " no_doorbell=0x%llx", (unsigned long long)v.no_doorbell);
}

/** cxgb3_cqe and its fields. cxgb3.cqe */
static inline void cxgb3_cqe_print(struct inverbs_text *text, const void *at)
{
	const struct cxgb3_cqe v = cxgb3_cqe_get(at);

	inverbs_text_add(text, "cxgb3_cqe");
	inverbs_text_add(text, " out_of_order=0x%llx", (unsigned long long)v.out_of_order);
	inverbs_text_add(text, " qpid=0x%llx", (unsigned long long)v.qpid);
	inverbs_text_add(text, " software=0x%llx", (unsigned long long)v.software);
	inverbs_text_add(text, " generation=0x%llx", (unsigned long long)v.generation);
	inverbs_text_add(text, " status=%s(0x%x)", cxgb3_status_name(v.status), (unsigned)v.status);
	inverbs_text_add(text, " is_send=%s(0x%x)", cxgb3_side_name(v.is_send),
			 (unsigned)v.is_send);
	inverbs_text_add(text, " operation=%s(0x%x)", cxgb3_rdma_name(v.operation),
			 (unsigned)v.operation);
	inverbs_text_add(text, " length=0x%llx", (unsigned long long)v.length);
	inverbs_text_add(text, " stag=0x%llx", (unsigned long long)v.stag);
	if (v.serial)
		inverbs_text_add(text, " or serial=0x%llx", (unsigned long long)v.serial);
	inverbs_text_add(text, " message=0x%llx", (unsigned long long)v.message);
}

/** cxgb3_user_doorbell and its fields. cxgb3.user_doorbell */
static inline void cxgb3_user_doorbell_print(struct inverbs_text *text, const void *at)
{
	const struct cxgb3_user_doorbell v = cxgb3_user_doorbell_get(at);

	inverbs_text_add(text, "cxgb3_user_doorbell");
	inverbs_text_add(text, " qpid=0x%llx", (unsigned long long)v.qpid);
}

/** cxgb3_cq_counter and its fields. cxgb3.cq_counter */
static inline void cxgb3_cq_counter_print(struct inverbs_text *text, const void *at)
{
	const struct cxgb3_cq_counter v = cxgb3_cq_counter_get(at);

	inverbs_text_add(text, "cxgb3_cq_counter");
	inverbs_text_add(text, " count=0x%llx", (unsigned long long)v.count);
}

static const struct inverbs_dump_segment cxgb3_dump_lead_connected[] = {
	{16, cxgb3_head_print},
};

static const struct inverbs_dump_segment cxgb3_dump_body_send[] = {
	{16, cxgb3_send_wr_print},
};

static const struct inverbs_dump_segment cxgb3_dump_body_rdma_write[] = {
	{24, cxgb3_write_print},
};

static const struct inverbs_dump_segment cxgb3_dump_body_rdma_read[] = {
	{32, cxgb3_read_print},
};

static const struct inverbs_dump_segment cxgb3_dump_body_receive[] = {
	{8, cxgb3_receive_print},
};

static const struct inverbs_dump_class cxgb3_dump_classes[] = {
	{1U << IBV_QPT_RC, cxgb3_dump_lead_connected, 1, false, NULL},
};

static const struct inverbs_dump_op cxgb3_dump_ops[] = {
	{CXGB3_WR_SEND, cxgb3_dump_body_send, 1, true},
	{CXGB3_WR_RDMA_WRITE, cxgb3_dump_body_rdma_write, 1, true},
	{CXGB3_WR_RDMA_READ, cxgb3_dump_body_rdma_read, 1, false},
	{CXGB3_WR_RECEIVE, cxgb3_dump_body_receive, 1, true},
};

static const struct inverbs_dump_syndrome cxgb3_dump_syndromes[] = {
	{CXGB3_STATUS_STAG, "STAG", IBV_WC_LOC_ACCESS_ERR},
	{CXGB3_STATUS_PDID, "PDID", IBV_WC_LOC_PROT_ERR},
	{CXGB3_STATUS_QPID, "QPID", IBV_WC_LOC_ACCESS_ERR},
	{CXGB3_STATUS_ACCESS, "ACCESS", IBV_WC_LOC_ACCESS_ERR},
	{CXGB3_STATUS_WRAP, "WRAP", IBV_WC_GENERAL_ERR},
	{CXGB3_STATUS_BOUND, "BOUND", IBV_WC_LOC_LEN_ERR},
	{CXGB3_STATUS_INVALIDATE_SHARED_MR, "INVALIDATE_SHARED_MR", IBV_WC_MW_BIND_ERR},
	{CXGB3_STATUS_INVALIDATE_MR_WITH_MW_BOUND, "INVALIDATE_MR_WITH_MW_BOUND",
	 IBV_WC_MW_BIND_ERR},
	{CXGB3_STATUS_ECC, "ECC", IBV_WC_GENERAL_ERR},
	{CXGB3_STATUS_ECC_PSTAG, "ECC_PSTAG", IBV_WC_GENERAL_ERR},
	{CXGB3_STATUS_PBL_ADDR_BOUND, "PBL_ADDR_BOUND", IBV_WC_GENERAL_ERR},
	{CXGB3_STATUS_SWFLUSH, "SWFLUSH", IBV_WC_WR_FLUSH_ERR},
	{CXGB3_STATUS_CRC, "CRC", IBV_WC_FATAL_ERR},
	{CXGB3_STATUS_MARKER, "MARKER", IBV_WC_FATAL_ERR},
	{CXGB3_STATUS_PDU_LEN, "PDU_LEN", IBV_WC_FATAL_ERR},
	{CXGB3_STATUS_OUT_OF_RQE, "OUT_OF_RQE", IBV_WC_FATAL_ERR},
	{CXGB3_STATUS_DDP_VERSION, "DDP_VERSION", IBV_WC_FATAL_ERR},
	{CXGB3_STATUS_RDMA_VERSION, "RDMA_VERSION", IBV_WC_FATAL_ERR},
	{CXGB3_STATUS_OPCODE, "OPCODE", IBV_WC_FATAL_ERR},
	{CXGB3_STATUS_DDP_QUEUE_NUM, "DDP_QUEUE_NUM", IBV_WC_FATAL_ERR},
	{CXGB3_STATUS_MSN, "MSN", IBV_WC_FATAL_ERR},
	{CXGB3_STATUS_TBIT, "TBIT", IBV_WC_FATAL_ERR},
	{CXGB3_STATUS_MO, "MO", IBV_WC_FATAL_ERR},
	{CXGB3_STATUS_MSN_GAP, "MSN_GAP", IBV_WC_GENERAL_ERR},
	{CXGB3_STATUS_MSN_RANGE, "MSN_RANGE", IBV_WC_FATAL_ERR},
	{CXGB3_STATUS_IRD_OVERFLOW, "IRD_OVERFLOW", IBV_WC_FATAL_ERR},
	{CXGB3_STATUS_RQE_ADDR_BOUND, "RQE_ADDR_BOUND", IBV_WC_GENERAL_ERR},
	{CXGB3_STATUS_INTERNAL, "INTERNAL", IBV_WC_GENERAL_ERR},
};

static inline uint32_t cxgb3_dump_send_code(const void *wqe)
{
	return cxgb3_head_get(wqe).opcode;
}

static inline bool cxgb3_dump_send_owned(const void *unit, uint32_t index, uint32_t entries)
{
	return cxgb3_head_get(unit).generation == ((index & entries) == 0);
}

static inline uint32_t cxgb3_dump_send_bytes(const void *wqe)
{
	return cxgb3_head_get(wqe).flits;
}

static inline bool cxgb3_dump_is_recv(const void *wqe)
{
	return cxgb3_dump_send_code(wqe) == CXGB3_WR_RECEIVE;
}

static inline uint32_t cxgb3_dump_serial(const void *wqe)
{
	return cxgb3_head_get(wqe).serial;
}

/** Number of SGEs and bytes of payload of a WQE; if there are no SGEs, the payload is inline. */
static inline uint32_t cxgb3_dump_sges(const void *wqe, uint32_t *bytes)
{
	const uint8_t *const at = (const uint8_t *)wqe + 16;

	*bytes = 0;
	switch (cxgb3_dump_send_code(wqe)) {
	case CXGB3_WR_SEND:
		*bytes = cxgb3_send_wr_get(at).length;
		return cxgb3_send_wr_get(at).sges;
	case CXGB3_WR_RDMA_WRITE:
		*bytes = cxgb3_write_get(at).length;
		return cxgb3_write_get(at).sges;
	case CXGB3_WR_RECEIVE:
		return cxgb3_receive_get(at).sges;
	default:
		return 0;
	}
}

static inline void cxgb3_dump_read_cqe(const void *cqe, struct inverbs_dump_cqe *out)
{
	const struct cxgb3_cqe v = cxgb3_cqe_get(cqe);
	const struct inverbs_dump_syndrome *row;

	memset(out, 0, sizeof(*out));
	out->status = IBV_WC_SUCCESS;
	out->is_send = v.is_send == CXGB3_SIDE_SEND || v.operation == CXGB3_RDMA_READ_RESP;
	out->failed = v.status != 0;
	out->qpn = v.qpid;
	out->index = out->is_send ? v.serial : v.message;
	out->index_mask = 0xffffffffU;
	out->what = cxgb3_rdma_name(v.operation);
	if (!out->failed)
		return;
	out->vendor_err = v.status;
	out->syndrome = v.status;
	out->what = cxgb3_status_name(out->syndrome);
	out->status = IBV_WC_GENERAL_ERR;
	for (row = cxgb3_dump_syndromes; row < cxgb3_dump_syndromes + 28; row++) {
		if (row->value == out->syndrome)
			out->status = row->status;
	}
}

/** The description of cxgb3 for <inverbs/print/dump.h>. */
static const struct inverbs_dump cxgb3_dump __attribute__((unused)) = {
	"cxgb3",
	3,
	cxgb3_dump_send_bytes,
	cxgb3_dump_send_code,
	cxgb3_dump_send_owned,
	cxgb3_wr_name,
	cxgb3_dump_classes,
	1,
	cxgb3_dump_ops,
	4,
	{16, cxgb3_sge_print},
	{0, NULL},
	NULL,
	0,
	NULL,
	{0, NULL},
	NULL,
	16,
	true,
	cxgb3_dump_read_cqe,
	cxgb3_cqe_print,
	cxgb3_dump_syndromes,
	28,
	cxgb3_dump_is_recv,
	cxgb3_dump_serial,
	cxgb3_dump_sges,
	{8, cxgb3_trailer_print},
	120,
	0,
	{0, NULL},
	NULL,
};

#endif
