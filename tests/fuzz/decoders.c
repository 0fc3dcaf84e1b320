/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * WQEs and CQEs of every adapter, drafts included: the device's decoders and the printers read
 * arbitrary bytes in a buffer of exactly their size, so that a sanitizer detects reads beyond the
 * end.
 */
#include "decoder.h"

#include <stdlib.h>

#include "input.h"
#include "target.h"

enum {
	LONGEST = 1024,
	ROOM = 1 << 15,
	LAST_TYPE = IBV_QPT_DRIVER,
	SHORTEST_PART = 16,
};

/* ADAPTERS is a list of ADAPTER(name). */
#define ADAPTER(name) extern const struct decoder decoder_##name;
ADAPTERS
#undef ADAPTER

#define ADAPTER(name) &decoder_##name,
static const struct decoder *const decoders[] = {ADAPTERS};
#undef ADAPTER

static void require(bool right)
{
	if (!right)
		abort();
}

static void read_send(const struct decoder *d, int type, const void *entry, uint32_t bytes)
{
	static struct inverbs_dev_wr out;

	if (d->send(type, inverbs_dev_copied(entry), bytes, &out))
		return;
	require(out.num_sge <= INVERBS_DEV_MAX_SGE);
	require(out.inline_len <= INVERBS_DEV_MAX_INLINE);
	require(out.front <= INVERBS_DEV_MAX_FRONT);
}

static void read_receive(const struct decoder *d, const void *entry, uint32_t bytes)
{
	static struct inverbs_dev_recv out;

	if (!d->receive(inverbs_dev_copied(entry), bytes, &out))
		require(out.num_sge <= INVERBS_DEV_MAX_SGE);
}

static void read_completion(const struct inverbs_dump *dump, const void *entry,
			    struct inverbs_text *text)
{
	struct inverbs_dump_cqe cqe;

	dump->read_cqe(entry, &cqe);
	require(cqe.what);
	require(cqe.failed || cqe.status == IBV_WC_SUCCESS);
	dump->print_cqe(text, entry);
}

static void print_bytes(const struct inverbs_dump *dump, uint8_t how, const void *entry,
			uint32_t bytes)
{
	static char buf[ROOM];
	struct inverbs_text text = inverbs_text_in(buf, sizeof(buf));

	inverbs_dump_send(&text, "", dump, how % (LAST_TYPE + 1), entry, bytes);
	inverbs_dump_recv(&text, "", dump, how & 1, entry, bytes);
	if (bytes >= dump->cqe_bytes)
		read_completion(dump, entry, &text);
	require(text.len < ROOM);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input in = {data, size};
	const struct decoder *d =
		decoders[input_below(&in, sizeof(decoders) / sizeof(decoders[0]))];
	const uint8_t how = input_u8(&in);
	const uint32_t bytes = (uint32_t)(in.left < LONGEST ? in.left : LONGEST);
	uint8_t *entry = malloc(bytes ? bytes : 1);

	require(entry);
	input_bytes(&in, entry, bytes);
	if (bytes % SHORTEST_PART == 0) { /* a multiple, like ring units */
		read_send(d, how % (LAST_TYPE + 1), entry, bytes);
		read_receive(d, entry, bytes);
	}
	if (d->dump)
		print_bytes(d->dump, how, entry, bytes);
	free(entry);
	return 0;
}
