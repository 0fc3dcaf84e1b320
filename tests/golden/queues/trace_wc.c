/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Completions as the kernel puts them into a shared ring, and as traced programs print them: "wc
 * wr_id=100 status=0 opcode=128 len=5 flags=1 imm=00000000 src=0".
 */
#include <ctype.h>
#include <infiniband/verbs.h>
#include <rdma/ib_user_verbs.h>
#include <stdlib.h>
#include <string.h>

#include "trace.h"

/* Returns the text after "key=" at the beginning of a word; NULL if there is none. */
static const char *value_of(const char *line, const char *key)
{
	size_t len = strlen(key);

	for (const char *at = strstr(line, key); at; at = strstr(at + 1, key)) {
		if ((at == line || isspace((unsigned char)at[-1])) && at[len] == '=')
			return at + len + 1;
	}
	return NULL;
}

enum {
	STATUSES = IBV_WC_GENERAL_ERR + 1, /* number of statuses; the kernel uses the same values */
	KERNEL_WITH_INV = 1 << 2,
	SHARED_FLAGS = IBV_WC_GRH | IBV_WC_WITH_IMM,
};

static uint32_t verbs_wc_flags(uint32_t kernel_flags)
{
	return (kernel_flags & SHARED_FLAGS) |
	       (kernel_flags & KERNEL_WITH_INV ? IBV_WC_WITH_INV : 0);
}

bool prints_kernel_flag(const char *line)
{
	const char *flags = value_of(line, "flags");

	return flags && strtoul(flags, NULL, 16) & KERNEL_WITH_INV;
}

bool prints_completion(const char *line)
{
	return strstr(line, "wc") && value_of(line, "wr_id");
}

/* Members that polls do not assign are 0 in the program's memory. */
bool is_printed(const char *line, const json_t *wc)
{
	static const struct {
		const char *key, *member;
		int base;
	} keys[] = {
		{"wr_id", "wr_id", 10},
		{"status", "status", 10},
		{"opcode", "opcode", 10},
		{"vendor", "vendor_err", 10},
		{"len", "byte_len", 10},
		{"imm/inv", "imm_data", 16},
		{"imm", "imm_data", 16},
		{"qpn", "qp_num", 16},
		{"src", "src_qp", 16},
		{"pkey", "pkey_index", 10},
		{"slid", "slid", 10},
		{"sl", "sl", 10},
		{"dlidbits", "dlid_path_bits", 10},
	};
	const char *flags = value_of(line, "flags");

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		const char *value = value_of(line, keys[i].key);

		if (value && strtoull(value, NULL, keys[i].base) != number(wc, keys[i].member, 0))
			return false;
	}
	if (!flags || !(number(wc, "opcode", 0) & IBV_WC_RECV)) /* flags of sends are undefined */
		return true;
	return verbs_wc_flags((uint32_t)strtoul(flags, NULL, 16)) ==
	       number_of(json_array_get(json_object_get(wc, "wc_flags"), 0));
}

/* Contains only the members that the manual promises: few for a failed request, and fewer for a
 * send than for a receive. */
json_t *read_shared_wc(const uint8_t *cqe)
{
	struct ib_uverbs_wc wc;
	json_t *json, *more;

	memcpy(&wc, cqe, sizeof(wc));
	json = json_pack("{s:I,s:I,s:I}", "wr_id", (json_int_t)wc.wr_id, "status",
			 (json_int_t)wc.status, "qp_num", (json_int_t)wc.qp_num);
	if (wc.status != IBV_WC_SUCCESS)
		more = json_pack("{s:I}", "vendor_err", (json_int_t)wc.vendor_err);
	else
		more = json_pack("{s:I,s:I}", "opcode", (json_int_t)wc.opcode, "byte_len",
				 (json_int_t)wc.byte_len);
	json_object_update_new(json, more);
	if (wc.status == IBV_WC_SUCCESS && wc.opcode & IBV_WC_RECV)
		json_object_update_new(
			json, json_pack("{s:I,s:I,s:[I],s:I,s:I,s:I,s:I}", "imm_data",
					(json_int_t)wc.ex.imm_data, "src_qp", (json_int_t)wc.src_qp,
					"wc_flags", (json_int_t)verbs_wc_flags(wc.wc_flags),
					"pkey_index", (json_int_t)wc.pkey_index, "slid",
					(json_int_t)wc.slid, "sl", (json_int_t)wc.sl,
					"dlid_path_bits", (json_int_t)wc.dlid_path_bits));
	return json;
}

void fill_shared_wc(uint8_t *cqe, unsigned int nth)
{
	struct ib_uverbs_wc wc;

	memcpy(&wc, cqe, sizeof(wc));
	wc.status = nth % STATUSES;
	wc.vendor_err = 0x11223344;
	wc.pkey_index = 0x5566;
	wc.slid = 0x7788;
	wc.sl = 0x9;
	wc.dlid_path_bits = 0xaa;
	wc.port_num = 0xbb;
	memcpy(cqe, &wc, sizeof(wc));
}
