/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from acme.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */
/* acme_trace() prints one command, fields by name. */
#ifndef INVERBS_KERNEL_ACME_TRACE_H
#define INVERBS_KERNEL_ACME_TRACE_H

#include <inverbs/kernel/trace.h>
#include <inverbs/kernel/acme.h>

/** Fields of a request by the number in the command's head; the count in *rows. NULL if there is no
 * such command. */
static inline const struct uverbs_field_info *acme_request_fields(uint32_t command, size_t *rows)
{
	static const struct uverbs_field_info hello[] = {
		{"response", 0, 8, UVERBS_FIELD_HEX},
	};
	static const struct uverbs_field_info drop[] = {
		{"from", 0, 8, UVERBS_FIELD_HEX},      {"anvil", 8, 4, UVERBS_FIELD_NUMBER},
		{"flags", 12, 4, UVERBS_FIELD_HEX},    {"key", 16, 4, UVERBS_FIELD_HEX},
		{"force", 20, 2, UVERBS_FIELD_NUMBER}, {"zero", 22, 2, UVERBS_FIELD_NOTHING},
	};
	static const struct uverbs_field_info look[] = {
		{"response", 0, 8, UVERBS_FIELD_HEX},
		{"count", 8, 8, UVERBS_FIELD_NUMBER},
	};
	static const struct uverbs_field_info ex_tie[] = {
		{"end.x", 0, 4, UVERBS_FIELD_SIGNED}, {"end.y", 4, 4, UVERBS_FIELD_NUMBER},
		{"fd", 8, 4, UVERBS_FIELD_SIGNED},    {"tag", 12, 4, UVERBS_FIELD_NUMBER},
		{"rope", 16, 4, UVERBS_FIELD_NUMBER}, {"more", 20, 4, UVERBS_FIELD_NUMBER},
	};
	static const struct uverbs_field_info ex_cut[] = {
		{"rope", 0, 4, UVERBS_FIELD_NUMBER},
		{"zero", 4, 4, UVERBS_FIELD_NOTHING},
	};

	switch (command) {
	case ACME_CMD_HELLO:
		*rows = sizeof(hello) / sizeof(hello[0]);
		return hello;
	case ACME_CMD_DROP:
		*rows = sizeof(drop) / sizeof(drop[0]);
		return drop;
	case ACME_CMD_LOOK:
		*rows = sizeof(look) / sizeof(look[0]);
		return look;
	case ACME_EX_CMD_TIE | UVERBS_EXTENDED:
		*rows = sizeof(ex_tie) / sizeof(ex_tie[0]);
		return ex_tie;
	case ACME_EX_CMD_CUT | UVERBS_EXTENDED:
		*rows = sizeof(ex_cut) / sizeof(ex_cut[0]);
		return ex_cut;
	default:
		*rows = 0;
		return NULL;
	}
}

/** Print one command as it was given to write(): name, fields of the request, length of the
 * driver's part. */
static inline void acme_trace(FILE *to, const void *cmd, size_t len)
{
	const struct uverbs_field_info *fields;
	struct uverbs_parsed p;
	size_t rows;
	int err = uverbs_parse_with(acme_command_info, cmd, len, &p);

	if (err) {
		uverbs_trace_refused(to, acme_command_info, cmd, len, err);
		return;
	}
	fields = acme_request_fields(p.command | (p.extended ? UVERBS_EXTENDED : 0), &rows);
	fputs(p.info->name, to);
	uverbs_trace_fields(to, fields, rows, p.core, p.core_len);
	uverbs_trace_tail(to, &p);
}

#endif
