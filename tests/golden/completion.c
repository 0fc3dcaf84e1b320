/* SPDX-License-Identifier: BSD-2-Clause */
#include "completion.h"

#include <endian.h>
#include <stddef.h>
#include <string.h>

#include "quirk.h"

static const struct name_value statuses[] = {
	{"SUCCESS", IBV_WC_SUCCESS},
	{"LOC_LEN_ERR", IBV_WC_LOC_LEN_ERR},
	{"LOC_QP_OP_ERR", IBV_WC_LOC_QP_OP_ERR},
	{"LOC_EEC_OP_ERR", IBV_WC_LOC_EEC_OP_ERR},
	{"LOC_PROT_ERR", IBV_WC_LOC_PROT_ERR},
	{"WR_FLUSH_ERR", IBV_WC_WR_FLUSH_ERR},
	{"MW_BIND_ERR", IBV_WC_MW_BIND_ERR},
	{"BAD_RESP_ERR", IBV_WC_BAD_RESP_ERR},
	{"LOC_ACCESS_ERR", IBV_WC_LOC_ACCESS_ERR},
	{"REM_INV_REQ_ERR", IBV_WC_REM_INV_REQ_ERR},
	{"REM_ACCESS_ERR", IBV_WC_REM_ACCESS_ERR},
	{"REM_OP_ERR", IBV_WC_REM_OP_ERR},
	{"RETRY_EXC_ERR", IBV_WC_RETRY_EXC_ERR},
	{"RNR_RETRY_EXC_ERR", IBV_WC_RNR_RETRY_EXC_ERR},
	{"LOC_RDD_VIOL_ERR", IBV_WC_LOC_RDD_VIOL_ERR},
	{"REM_INV_RD_REQ_ERR", IBV_WC_REM_INV_RD_REQ_ERR},
	{"REM_ABORT_ERR", IBV_WC_REM_ABORT_ERR},
	{"INV_EECN_ERR", IBV_WC_INV_EECN_ERR},
	{"INV_EEC_STATE_ERR", IBV_WC_INV_EEC_STATE_ERR},
	{"FATAL_ERR", IBV_WC_FATAL_ERR},
	{"RESP_TIMEOUT_ERR", IBV_WC_RESP_TIMEOUT_ERR},
	{"GENERAL_ERR", IBV_WC_GENERAL_ERR},
	{NULL, 0},
};

static const struct name_value wc_opcodes[] = {
	{"SEND", IBV_WC_SEND},
	{"RDMA_WRITE", IBV_WC_RDMA_WRITE},
	{"RDMA_READ", IBV_WC_RDMA_READ},
	{"COMP_SWAP", IBV_WC_COMP_SWAP},
	{"FETCH_ADD", IBV_WC_FETCH_ADD},
	{"BIND_MW", IBV_WC_BIND_MW},
	{"LOCAL_INV", IBV_WC_LOCAL_INV},
	{"TSO", IBV_WC_TSO},
	{"RECV", IBV_WC_RECV},
	{"RECV_RDMA_WITH_IMM", IBV_WC_RECV_RDMA_WITH_IMM},
	{NULL, 0},
};

static const struct name_value wc_flags[] = {
	{"GRH", IBV_WC_GRH},
	{"WITH_IMM", IBV_WC_WITH_IMM},
	{"IP_CSUM_OK", IBV_WC_IP_CSUM_OK},
	{"WITH_INV", IBV_WC_WITH_INV},
	{NULL, 0},
};

/* The completion that is checked; each function checks one field. */
struct one {
	const struct ibv_wc *wc;
	const struct wc_rule *rule;
	size_t index;
};

static void check_field(const struct one *c, const char *field, uint64_t actual, uint64_t expected,
			struct report *r)
{
	char what[64];

	snprintf(what, sizeof(what), "wc[%zu].%s", c->index, field);
	check_number(r, what, actual, expected);
}

static uint64_t value_of_name(const struct name_value *names, const json_t *value, struct report *r)
{
	uint64_t v = 0;

	if (json_is_integer(value))
		return number_of(value);
	if (!json_is_string(value) || !value_named(names, json_string_value(value), &v))
		fail(r, "unknown name '%s'", text_of(value));
	return v;
}

static void check_flags(const struct one *c, const json_t *value, struct report *r)
{
	uint64_t expected;

	if (flags_named(wc_flags, value, &expected, r))
		check_field(c, "wc_flags", c->wc->wc_flags, expected, r);
}

/*
 * The reference ORs the flags into what the caller's memory held, which shows in the vector; both
 * that and a plain assignment are right.
 */
static void check_added_flags(const struct one *c, const json_t *value, struct report *r)
{
	uint64_t expected;
	unsigned int before;

	memset(&before, c->rule->preset, sizeof(before));
	if (!flags_named(wc_flags, value, &expected, r))
		return;
	if (c->wc->wc_flags != (before | expected))
		check_field(c, "wc_flags", c->wc->wc_flags, expected, r);
}

static void check_sl(const struct one *c, uint64_t expected, struct report *r)
{
	if (!c->rule->other_sl || c->wc->sl != c->rule->sl_instead)
		check_field(c, "sl", c->wc->sl, expected, r);
}

/* Fields that are plain numbers. False if the key is not one of them. */
static bool check_plain(const struct one *c, const char *key, const json_t *value, struct report *r)
{
	const struct ibv_wc *wc = c->wc;
	const struct {
		const char *key;
		uint64_t actual;
	} fields[] = {
		{"wr_id", wc->wr_id},
		{"vendor_err", wc->vendor_err},
		{"byte_len", wc->byte_len},
		{"imm_data", le32toh(wc->imm_data)},
		{"invalidated_rkey", wc->invalidated_rkey},
		{"qp_num", wc->qp_num},
		{"src_qp", wc->src_qp},
		{"pkey_index", wc->pkey_index},
		{"slid", wc->slid},
		{"dlid_path_bits", wc->dlid_path_bits},
	};

	for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++) {
		if (same_text(fields[i].key, key)) {
			check_field(c, key, fields[i].actual, number_of(value), r);
			return true;
		}
	}
	return false;
}

/* Members that describe the sender of a datagram. */
static const struct {
	const char *key;
	size_t at, bytes;
} sources[] = {
	{"src_qp", offsetof(struct ibv_wc, src_qp), sizeof(uint32_t)},
	{"pkey_index", offsetof(struct ibv_wc, pkey_index), sizeof(uint16_t)},
	{"slid", offsetof(struct ibv_wc, slid), sizeof(uint16_t)},
	{"sl", offsetof(struct ibv_wc, sl), sizeof(uint8_t)},
	{"dlid_path_bits", offsetof(struct ibv_wc, dlid_path_bits), sizeof(uint8_t)},
};

static bool is_source(const char *key)
{
	for (size_t i = 0; i < sizeof(sources) / sizeof(sources[0]); i++) {
		if (same_text(sources[i].key, key))
			return true;
	}
	return false;
}

/* True if a successful receive of a connected queue pair has left all of these members unchanged,
 * which is allowed. */
static bool leaves_sources(const struct one *c)
{
	const uint8_t *wc = (const uint8_t *)c->wc;

	if (!c->rule->connected || c->wc->status != IBV_WC_SUCCESS ||
	    !(c->wc->opcode & IBV_WC_RECV))
		return false;
	for (size_t i = 0; i < sizeof(sources) / sizeof(sources[0]); i++) {
		for (size_t n = 0; n < sources[i].bytes; n++) {
			if (wc[sources[i].at + n] != c->rule->preset)
				return false;
		}
	}
	return true;
}

static bool has_flags(const struct one *c)
{
	return !c->rule->flags_of_receives ||
	       (c->wc->status == IBV_WC_SUCCESS && c->wc->opcode & IBV_WC_RECV);
}

static bool leaves_imm(const struct one *c)
{
	__be32 before;

	memset(&before, c->rule->preset, sizeof(before));
	return c->rule->imm_by_flag && !(c->wc->wc_flags & (IBV_WC_WITH_IMM | IBV_WC_WITH_INV)) &&
	       c->wc->imm_data == before;
}

static void check_one(const struct one *c, const char *key, const json_t *value, struct report *r)
{
	struct bytes imm;

	if (check_plain(c, key, value, r))
		return;
	if (same_text(key, "status")) {
		check_field(c, key, c->wc->status, value_of_name(statuses, value, r), r);
	} else if (same_text(key, "opcode")) {
		check_field(c, key, c->wc->opcode, value_of_name(wc_opcodes, value, r), r);
	} else if (same_text(key, "wc_flags")) {
		check_flags(c, value, r);
	} else if (same_text(key, "wc_flags_ored_into_caller_value")) {
		check_added_flags(c, value, r);
	} else if (same_text(key, "sl")) {
		check_sl(c, number_of(value), r);
	} else if (same_text(key, "imm_data_memory_bytes")) {
		imm = expected_bytes(value, r);
		check_bytes(r, "wc.imm_data in memory", &c->wc->imm_data, imm.data, imm.len);
		free_bytes(&imm);
	} else {
		fail(r, "the vector expects wc field '%s', which this replayer does not know", key);
	}
}

void check_completion(const json_t *expected, const struct ibv_wc *wc, size_t index,
		      const struct wc_rule *rule, struct report *r)
{
	struct one c = {wc, rule, index};
	const bool left = leaves_sources(&c);
	const char *key;
	json_t *value;

	json_object_foreach((json_t *)(uintptr_t)expected, key, value)
	{
		if (!quirk_excuses(rule->quirk, key) && !(left && is_source(key)) &&
		    !(same_text(key, "imm_data") && leaves_imm(&c)) &&
		    !(same_text(key, "wc_flags") && !has_flags(&c)))
			check_one(&c, key, value, r);
	}
}

/* ---- functions of extended polls ---- */

static bool read_number(struct ibv_cq_ex *cq, const char *key, uint64_t *out)
{
	if (same_text(key, "wr_id"))
		*out = cq->wr_id;
	else if (same_text(key, "read_opcode"))
		*out = ibv_wc_read_opcode(cq);
	else if (same_text(key, "read_vendor_err"))
		*out = ibv_wc_read_vendor_err(cq);
	else if (same_text(key, "read_wc_flags"))
		*out = ibv_wc_read_wc_flags(cq);
	else if (same_text(key, "read_byte_len"))
		*out = ibv_wc_read_byte_len(cq);
	else if (same_text(key, "read_qp_num"))
		*out = ibv_wc_read_qp_num(cq);
	else if (same_text(key, "read_src_qp"))
		*out = ibv_wc_read_src_qp(cq);
	else if (same_text(key, "read_slid"))
		*out = ibv_wc_read_slid(cq);
	else if (same_text(key, "read_sl"))
		*out = ibv_wc_read_sl(cq);
	else if (same_text(key, "read_dlid_path_bits"))
		*out = ibv_wc_read_dlid_path_bits(cq);
	else if (same_text(key, "read_completion_ts"))
		*out = ibv_wc_read_completion_ts(cq);
	else
		return false;
	return true;
}

static void check_imm_reader(struct ibv_cq_ex *cq, const json_t *value, struct report *r)
{
	__be32 imm = ibv_wc_read_imm_data(cq);
	struct bytes expected = expected_bytes(value, r);

	check_bytes(r, "read_imm_data in memory", &imm, expected.data, expected.len);
	free_bytes(&expected);
}

void check_readers(const json_t *expected, struct ibv_cq_ex *cq, struct report *r)
{
	const char *key;
	json_t *value;
	uint64_t actual;

	json_object_foreach((json_t *)(uintptr_t)expected, key, value)
	{
		if (same_text(key, "status"))
			check_number(r, "status", cq->status, value_of_name(statuses, value, r));
		else if (same_text(key, "read_imm_data_memory_bytes"))
			check_imm_reader(cq, value, r);
		else if (read_number(cq, key, &actual))
			check_number(r, key, actual, number_of(value));
		else
			fail(r, "the vector expects '%s', which this replayer does not know", key);
	}
}
