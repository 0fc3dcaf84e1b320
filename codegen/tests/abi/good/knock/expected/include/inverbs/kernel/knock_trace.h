/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from knock.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */
/* knock_trace() prints one command, fields by name. */
#ifndef INVERBS_KERNEL_KNOCK_TRACE_H
#define INVERBS_KERNEL_KNOCK_TRACE_H

#include <inverbs/kernel/byte_headers.h>
#include <inverbs/kernel/trace.h>
#include <inverbs/kernel/knock.h>

static const struct uverbs_field_info knock_fields_knock[] = {
	{"door", 0, 4, UVERBS_FIELD_NUMBER},      {"times", 4, 4, UVERBS_FIELD_NUMBER},
	{"response", 8, 8, UVERBS_FIELD_HEX},     {"note.to", 16, 4, UVERBS_FIELD_NUMBER},
	{"note.text", 20, 4, UVERBS_FIELD_BYTES},
};

static const struct uverbs_request_info knock_requests[] = {
	{KNOCK_CMD_KNOCK, knock_fields_knock,
	 sizeof(knock_fields_knock) / sizeof(knock_fields_knock[0])},
};

/**
 * Print one command as passed to write(): name, fields of the request, length of the driver-private
 * data.
 */
static inline void knock_trace(FILE *to, const void *cmd, size_t len)
{
	const size_t known = sizeof(knock_requests) / sizeof(knock_requests[0]);
	struct uverbs_parsed p;
	int err = uverbs_parse_bytes(knock_command_info, cmd, len, &p);

	if (err) {
		uverbs_trace_refused(to, knock_command_info, cmd, len, err);
		return;
	}
	fputs(p.info->name, to);
	uverbs_trace_request(to, knock_requests, known, &p);
	uverbs_trace_tail(to, &p);
}

#endif
