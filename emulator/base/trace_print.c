/* SPDX-License-Identifier: BSD-2-Clause */
/* Trace records as text, by printers generated from the specs. */
#include "base/trace_print.h"

#include <inverbs/mad/administration.h>
#include <inverbs/mad/communication.h>
#include <inverbs/mad/performance.h>
#include <inverbs/mad/subnet.h>
#include <inverbs/print/dumps.h>
#include <inverbs/kernel/refusal_says.h>
#include <inverbs/kernel/uverbs_trace.h>

enum {
	TEXT_BYTES = 16384,
};

static const struct inverbs_dump *dump_of(uint32_t driver_id)
{
	for (unsigned int i = 0; i < INVERBS_DUMPS; i++) {
		if (inverbs_dumps[i]->driver_id == driver_id)
			return inverbs_dumps[i];
	}
	return NULL;
}

static void print_command(FILE *to, const struct softhca_trace *head, const void *payload)
{
	if (head->error)
		fprintf(to, "command, error %u (%s): ", head->error, strerror((int)head->error));
	else
		fprintf(to, "command: ");
	uverbs_trace(to, payload, head->bytes);
}

static void print_send(struct inverbs_text *text, const struct inverbs_dump *dump,
		       const struct softhca_trace *head, const void *payload)
{
	inverbs_text_add(text, "send WQE %u of queue pair 0x%x: %s\n", head->index, head->number,
			 head->bytes >= dump->classes[0].lead[0].bytes
				 ? dump->send_name(dump->send_code(payload))
				 : "?");
	inverbs_dump_send(text, "    ", dump, head->detail, payload, head->bytes);
}

static void print_receive(struct inverbs_text *text, const struct inverbs_dump *dump,
			  const struct softhca_trace *head, const void *payload)
{
	inverbs_text_add(text, "receive WQE %u of %s 0x%x\n", head->index,
			 head->detail ? "shared queue" : "queue pair", head->number);
	inverbs_dump_recv(text, "    ", dump, head->detail, payload, head->bytes);
}

static void print_completion(struct inverbs_text *text, const struct inverbs_dump *dump,
			     const struct softhca_trace *head, const void *payload)
{
	const uint8_t *raw = inverbs_dump_cqe_in(dump, payload, head->bytes);
	struct inverbs_dump_cqe cqe;

	if (!raw) {
		inverbs_text_add(text, "completion of %u bytes\n", head->bytes);
		return;
	}
	dump->read_cqe(raw, &cqe);
	inverbs_text_add(text, "completion %u of queue 0x%x: %s of queue pair 0x%x, %s%s\n    ",
			 head->index, head->number, cqe.is_send ? "send" : "receive", cqe.qpn,
			 cqe.failed ? "failed: " : "", cqe.what);
	dump->print_cqe(text, raw);
	inverbs_text_add(text, "\n");
}

/** Print a fault; `number` is 0 for commands. */
static void print_fault(FILE *to, const struct softhca_trace *head, const void *payload)
{
	fprintf(to, "fault, rule %u, ", head->detail);
	if (head->number)
		fprintf(to, "message %u of queue pair 0x%x: ", head->index, head->number);
	else
		fprintf(to, "command %u: ", head->index);
	fprintf(to, "%.*s\n", (int)head->bytes, (const char *)payload);
}

static void print_refusal(FILE *to, const struct softhca_trace *head, const void *payload)
{
	char buf[TEXT_BYTES];
	struct inverbs_text text = inverbs_text_in(buf, sizeof(buf));
	struct softhca_refusal refusal;

	if (head->bytes != sizeof(refusal)) {
		fprintf(to, "a refusal of %u bytes\n", head->bytes);
		return;
	}
	memcpy(&refusal, payload, sizeof(refusal));
	if (refusal.status == IBV_WC_WR_FLUSH_ERR)
		inverbs_text_add(&text, "queue pair 0x%x in ", refusal.qpn);
	else
		inverbs_text_add(&text, "%s WQE %u of queue pair 0x%x in ",
				 refusal.is_send ? "send" : "receive", refusal.index, refusal.qpn);
	softhca_name_state(&text, refusal.state);
	inverbs_text_add(&text, " fails: ");
	softhca_name_status(&text, refusal.status);
	inverbs_text_add(&text, ": ");
	softhca_refusal_says(&text, &refusal);
	fprintf(to, "%s\n", buf);
}

/** An attribute of a management class; it follows the header of a MAD. */
struct attribute {
	void (*print)(struct inverbs_text *text, const void *at); /**< NULL: no printer */
	size_t at, bytes;
};

#define ATTRIBUTE_OF(prefix, id, offset)                                                           \
	do {                                                                                       \
		const struct prefix##_attribute_info *info = prefix##_attribute_info(id);          \
                                                                                                   \
		if (info)                                                                          \
			return (struct attribute){info->print, offset, info->bytes};               \
	} while (0)

static struct attribute attribute_of(const struct mad_header *header)
{
	switch (header->mgmt_class) {
	case MAD_CLASS_SUBNET:
	case MAD_CLASS_SUBNET_DIRECTED:
		ATTRIBUTE_OF(smp, header->attribute, SMP_DATA_AT);
		break;
	case MAD_CLASS_ADMINISTRATION:
		ATTRIBUTE_OF(sa, header->attribute, SA_HEADER_BYTES);
		break;
	case MAD_CLASS_PERFORMANCE:
		ATTRIBUTE_OF(pma, header->attribute, PMA_DATA_AT);
		break;
	case MAD_CLASS_COMMUNICATION:
		ATTRIBUTE_OF(ibcm, header->attribute, MAD_HEADER_SIZE);
		break;
	default:
		break;
	}
	return (struct attribute){0};
}

/** Print the attribute of a MAD if its status is success; of a table, only the first record. */
static void print_attribute(struct inverbs_text *text, const struct mad_header *header,
			    const uint8_t *bytes, size_t len)
{
	const bool directed = header->mgmt_class == MAD_CLASS_SUBNET_DIRECTED;
	const uint16_t status = directed && len >= SMP_DATAGRAM_SIZE
					? smp_datagram_get(bytes).status
					: header->status;
	const struct attribute attribute = attribute_of(header);

	if (!attribute.print || status || attribute.at + attribute.bytes > len)
		return;
	inverbs_text_add(text, "\n    ");
	attribute.print(text, bytes + attribute.at);
}

static void print_mad(FILE *to, const struct softhca_trace *head, const void *payload)
{
	char buf[TEXT_BYTES];
	struct inverbs_text text = inverbs_text_in(buf, sizeof(buf));
	struct mad_header header;

	fprintf(to, "datagram from LID 0x%x to port %u, queue pair %u", head->index, head->number,
		head->detail);
	if (head->bytes >= MAD_HEADER_SIZE) {
		header = mad_header_get(payload);
		inverbs_text_add(&text, ": ");
		mad_header_print(&text, payload);
		print_attribute(&text, &header, payload, head->bytes);
	}
	fprintf(to, "%s\n", buf);
}

static void print_entry(FILE *to, uint32_t driver_id, const struct softhca_trace *head,
			const void *payload)
{
	static void (*const print[])(struct inverbs_text *, const struct inverbs_dump *,
				     const struct softhca_trace *, const void *) = {
		[SOFTHCA_TRACE_KIND_SEND] = print_send,
		[SOFTHCA_TRACE_KIND_RECEIVE] = print_receive,
		[SOFTHCA_TRACE_KIND_COMPLETION] = print_completion,
	};
	const struct inverbs_dump *dump = dump_of(driver_id);
	char buf[TEXT_BYTES];
	struct inverbs_text text = inverbs_text_in(buf, sizeof(buf));

	if (head->kind >= sizeof(print) / sizeof(print[0]) || !print[head->kind])
		inverbs_text_add(&text, "a record of kind %u\n", head->kind);
	else if (!dump)
		inverbs_text_add(&text, "%u bytes of an adapter without printers\n", head->bytes);
	else
		print[head->kind](&text, dump, head, payload);
	fputs(buf, to);
}

void softhca_trace_print(FILE *to, const char *device, uint32_t driver_id,
			 const struct softhca_trace *head, const void *payload)
{
	fprintf(to, "%llu.%06llu ", (unsigned long long)(head->time / 1000000000U),
		(unsigned long long)(head->time / 1000U % 1000000U));
	if (head->kind == SOFTHCA_TRACE_KIND_LOST) {
		fprintf(to, "%llu records lost: this reader was too slow\n",
			(unsigned long long)head->lost);
		return;
	}
	if (!device)
		device = head->device == SOFTHCA_TRACE_SWITCH      ? "switch"
			 : head->device == SOFTHCA_TRACE_NO_DEVICE ? "-"
								   : "?";
	fprintf(to, "%s %u ", device, head->pid);
	if (head->kind == SOFTHCA_TRACE_KIND_COMMAND)
		print_command(to, head, payload);
	else if (head->kind == SOFTHCA_TRACE_KIND_FAULT)
		print_fault(to, head, payload);
	else if (head->kind == SOFTHCA_TRACE_KIND_REFUSAL)
		print_refusal(to, head, payload);
	else if (head->kind == SOFTHCA_TRACE_KIND_CONNECTION)
		fprintf(to, "event of identifier %u: %.*s\n", head->number, (int)head->bytes,
			(const char *)payload);
	else if (head->kind == SOFTHCA_TRACE_KIND_MAD)
		print_mad(to, head, payload);
	else
		print_entry(to, driver_id, head, payload);
}
