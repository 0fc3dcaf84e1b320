/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from acme.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */
/* acme_trace() prints one command, fields by name. */
#ifndef INVERBS_KERNEL_ACME_TRACE_H
#define INVERBS_KERNEL_ACME_TRACE_H

#include <inverbs/kernel/trace.h>
#include <inverbs/kernel/acme.h>

static const struct uverbs_field_info acme_fields_hello[] = {
	{"response", 0, 8, UVERBS_FIELD_HEX},
};

static const struct uverbs_field_info acme_fields_drop[] = {
	{"from", 0, 8, UVERBS_FIELD_HEX},      {"anvil", 8, 4, UVERBS_FIELD_NUMBER},
	{"flags", 12, 4, UVERBS_FIELD_HEX},    {"key", 16, 4, UVERBS_FIELD_HEX},
	{"force", 20, 2, UVERBS_FIELD_NUMBER}, {"zero", 22, 2, UVERBS_FIELD_NOTHING},
};

static const struct uverbs_field_info acme_fields_look[] = {
	{"response", 0, 8, UVERBS_FIELD_HEX},
	{"count", 8, 8, UVERBS_FIELD_NUMBER},
};

static const struct uverbs_field_info acme_fields_ex_tie[] = {
	{"end.x", 0, 4, UVERBS_FIELD_SIGNED}, {"end.y", 4, 4, UVERBS_FIELD_BYTES},
	{"fd", 8, 4, UVERBS_FIELD_SIGNED},    {"tag", 12, 4, UVERBS_FIELD_NUMBER},
	{"rope", 16, 4, UVERBS_FIELD_NUMBER}, {"more", 20, 4, UVERBS_FIELD_NUMBER},
};

static const struct uverbs_field_info acme_fields_ex_cut[] = {
	{"rope", 0, 4, UVERBS_FIELD_NUMBER},
	{"zero", 4, 4, UVERBS_FIELD_NOTHING},
};

static const struct uverbs_request_info acme_requests[] = {
	{ACME_CMD_HELLO, acme_fields_hello,
	 sizeof(acme_fields_hello) / sizeof(acme_fields_hello[0])},
	{ACME_CMD_DROP, acme_fields_drop, sizeof(acme_fields_drop) / sizeof(acme_fields_drop[0])},
	{ACME_CMD_LOOK, acme_fields_look, sizeof(acme_fields_look) / sizeof(acme_fields_look[0])},
	{ACME_EX_CMD_TIE | UVERBS_EXTENDED, acme_fields_ex_tie,
	 sizeof(acme_fields_ex_tie) / sizeof(acme_fields_ex_tie[0])},
	{ACME_EX_CMD_CUT | UVERBS_EXTENDED, acme_fields_ex_cut,
	 sizeof(acme_fields_ex_cut) / sizeof(acme_fields_ex_cut[0])},
};

/**
 * Print one command as passed to write(): name, fields of the request, length of the driver-private
 * data.
 */
static inline void acme_trace(FILE *to, const void *cmd, size_t len)
{
	const size_t known = sizeof(acme_requests) / sizeof(acme_requests[0]);
	struct uverbs_parsed p;
	int err = uverbs_parse_with(acme_command_info, cmd, len, &p);

	if (err) {
		uverbs_trace_refused(to, acme_command_info, cmd, len, err);
		return;
	}
	fputs(p.info->name, to);
	uverbs_trace_request(to, acme_requests, known, &p);
	uverbs_trace_tail(to, &p);
}

#endif
