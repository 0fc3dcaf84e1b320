/* SPDX-License-Identifier: BSD-2-Clause */
/* Prints commands, using the generated field tables of <inverbs/kernel/uverbs_trace.h>. */
#ifndef INVERBS_KERNEL_TRACE_H
#define INVERBS_KERNEL_TRACE_H

#include <inttypes.h>
#include <inverbs/kernel/protocol.h>
#include <stdio.h>

/** Read an integer of 1, 2, 4 or 8 bytes in host byte order. */
static inline uint64_t uverbs_trace_value(const uint8_t *at, size_t bytes)
{
	uint64_t v8 = 0;
	uint32_t v4;
	uint16_t v2;

	switch (bytes) {
	case 1:
		return *at;
	case 2:
		memcpy(&v2, at, sizeof(v2));
		return v2;
	case 4:
		memcpy(&v4, at, sizeof(v4));
		return v4;
	default:
		memcpy(&v8, at, sizeof(v8));
		return v8;
	}
}

static inline void uverbs_trace_bytes(FILE *to, const uint8_t *at, size_t bytes)
{
	for (size_t i = 0; i < bytes; i++)
		fprintf(to, "%02x", at[i]);
}

static inline void uverbs_trace_field(FILE *to, const struct uverbs_field_info *f,
				      const uint8_t *at)
{
	if (f->kind == UVERBS_FIELD_NOTHING && uverbs_all_zero(at, f->bytes))
		return;
	fprintf(to, " %s=", f->name);
	switch (f->kind) {
	case UVERBS_FIELD_NUMBER:
		fprintf(to, "%" PRIu64, uverbs_trace_value(at, f->bytes));
		break;
	case UVERBS_FIELD_SIGNED:
		fprintf(to, "%" PRId32, (int32_t)uverbs_trace_value(at, f->bytes));
		break;
	case UVERBS_FIELD_HEX:
		fprintf(to, "0x%" PRIx64, uverbs_trace_value(at, f->bytes));
		break;
	default:
		uverbs_trace_bytes(to, at, f->bytes);
	}
}

/** Print the fields that lie within the `len` bytes of a request. */
static inline void uverbs_trace_fields(FILE *to, const struct uverbs_field_info *fields,
				       size_t rows, const void *core, size_t len)
{
	for (size_t i = 0; i < rows; i++) {
		if ((size_t)fields[i].offset + fields[i].bytes <= len)
			uverbs_trace_field(to, &fields[i],
					   (const uint8_t *)core + fields[i].offset);
	}
}

/** Print a command's request, using the table that describes it. */
static inline void uverbs_trace_request(FILE *to, const struct uverbs_request_info *known,
					size_t count, const struct uverbs_parsed *p)
{
	uint32_t command = p->command | (p->extended ? UVERBS_EXTENDED : 0);

	for (size_t i = 0; i < count; i++) {
		if (known[i].command == command)
			uverbs_trace_fields(to, known[i].fields, known[i].rows, p->core,
					    p->core_len);
	}
}

/** Print the driver-private request, and the sizes of the response buffers. */
static inline void uverbs_trace_tail(FILE *to, const struct uverbs_parsed *p)
{
	if (p->extended && p->response)
		fprintf(to, " response=0x%" PRIx64, p->response);
	if (p->drv_in_len) {
		fputs(" driver=", to);
		uverbs_trace_bytes(to, (const uint8_t *)p->drv_in, p->drv_in_len);
	}
	if (p->core_out || p->drv_out)
		fprintf(to, " room=%zu+%zu", p->core_out, p->drv_out);
	fputc('\n', to);
}

/** Print a command whose header is refused. */
static inline void uverbs_trace_refused(FILE *to, uverbs_lookup *lookup, const void *cmd,
					size_t len, int err)
{
	const struct uverbs_command_info *info;
	uint32_t command = 0;

	if (len >= sizeof(command))
		memcpy(&command, cmd, sizeof(command));
	info = lookup(command);
	fprintf(to, "%s 0x%" PRIx32 " (%zu bytes): %s\n", info ? info->name : "?", command, len,
		strerror(err));
}

#endif
