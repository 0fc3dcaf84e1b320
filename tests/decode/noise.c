/* SPDX-License-Identifier: BSD-2-Clause */
/* The generated decoders tolerate arbitrary bytes. */
#include "random.h"

enum {
	LONGEST = 512,
};

static void check_send(const struct inverbs_dev_wr *out)
{
	assert_true(out->num_sge <= INVERBS_DEV_MAX_SGE);
	assert_true(out->inline_len <= INVERBS_DEV_MAX_INLINE);
}

/** Decode `bytes` in their own allocation, so that a sanitizer detects an access beyond it. */
static void read_all(const uint8_t *from, uint32_t bytes)
{
	static const enum ibv_qp_type types[] = {IBV_QPT_RC, IBV_QPT_UC, IBV_QPT_UD,
						 IBV_QPT_RAW_PACKET, IBV_QPT_XRC_SEND};
	uint8_t *entry = malloc(bytes ? bytes : 1);
	struct inverbs_dev_recv recv;
	struct inverbs_dev_wr send;

	assert_non_null(entry);
	memcpy(entry, from, bytes);
	if (!rings_read_send(types[below(5)], entry, bytes, &send))
		check_send(&send);
	if (!rings_read_receive(entry, bytes, &recv))
		assert_true(recv.num_sge <= INVERBS_DEV_MAX_SGE);
	free(entry);
}

void noise_is_no_entry(void **state)
{
	uint8_t bytes[LONGEST];

	(void)state;
	for (unsigned long i = 0; i < rounds; i++) {
		for (size_t b = 0; b < sizeof(bytes); b++)
			bytes[b] = below(3) ? 0 : (uint8_t)wide();
		read_all(bytes, below(LONGEST / 16) * 16);
	}
}

void damaged_entries_do_no_harm(void **state)
{
	static struct bench_queues q;
	uint8_t copy[LONGEST];
	struct any_send s;

	(void)state;
	queues_open(&q, IBV_QPT_RC, false, 1);
	for (unsigned long i = 0; i < rounds; i++) {
		struct ibv_send_wr *bad;
		uint32_t bytes;
		const uint8_t *entry;

		any_send(&s, IBV_QPT_RC, NULL);
		if (ibv_post_send(&q.qp.ibv, &s.wr, &bad))
			continue;
		entry = rings_newest_send(&q, 0, &bytes);
		memcpy(copy, entry, bytes);
		for (uint32_t flips = 1 + below(4); flips--;)
			copy[below(bytes)] ^= (uint8_t)(1U << below(8));
		read_all(copy, below(4) ? bytes : below(bytes / 16) * 16);
		device_takes_all(&q);
	}
	queues_close(&q);
}
