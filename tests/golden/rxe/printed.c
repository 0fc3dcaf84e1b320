/* SPDX-License-Identifier: BSD-2-Clause */
#include "printed.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum {
	KERNEL_WITH_INV = 1 << 2,
};

/* The text behind "key=" where the key begins a word; NULL without it. */
static const char *value_of(const char *line, const char *key)
{
	size_t len = strlen(key);

	for (const char *at = strstr(line, key); at; at = strstr(at + 1, key)) {
		if ((at == line || isspace((unsigned char)at[-1])) && at[len] == '=')
			return at + len + 1;
	}
	return NULL;
}

static bool is_like(const char *line, const struct ibv_wc *wc)
{
	const struct {
		const char *key;
		int base;
		uint64_t ours;
	} keys[] = {
		{"wr_id", 10, wc->wr_id},
		{"status", 10, wc->status},
		{"opcode", 10, wc->opcode},
		{"vendor", 10, wc->vendor_err},
		{"len", 10, wc->byte_len},
		{"imm/inv", 16, wc->imm_data},
		{"imm", 16, wc->imm_data},
		{"qpn", 16, wc->qp_num},
		{"src", 16, wc->src_qp},
		{"pkey", 10, wc->pkey_index},
		{"slid", 10, wc->slid},
		{"sl", 10, wc->sl},
		{"dlidbits", 10, wc->dlid_path_bits},
	};
	const char *flags = value_of(line, "flags");

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		const char *value = value_of(line, keys[i].key);

		if (value && strtoull(value, NULL, keys[i].base) != keys[i].ours)
			return false;
	}
	if (!flags || !(wc->opcode & IBV_WC_RECV)) /* of a send the kernel's flags tell nothing */
		return true;
	return seen_wc_flags((uint32_t)strtoul(flags, NULL, 16)) == wc->wc_flags;
}

bool find_printed(const char *line, struct ibv_wc *wc, bool *taken, size_t n, struct report *r)
{
	const char *flags = value_of(line, "flags");

	if (!strstr(line, "wc") || !value_of(line, "wr_id"))
		return true;
	for (size_t i = 0; i < n; i++) {
		if (taken[i] || !is_like(line, &wc[i]))
			continue;
		taken[i] = true;
		r->counts[COUNT_PRINTED]++;
		r->counts[COUNT_WITH_INV] += flags && strtoul(flags, NULL, 16) & KERNEL_WITH_INV;
		return true;
	}
	return false;
}
