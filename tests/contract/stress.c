/* SPDX-License-Identifier: BSD-2-Clause */
/* Many messages through small rings, with random sizes and shapes (from fixed seeds); every byte is
 * compared. */
#include "kit.h"

enum {
	SLOTS = 8, /* messages in flight */
	SLOT_BYTES = 8192,
	SMALL_MESSAGES = 3000,
	MIXED_MESSAGES = 1500,
};

static uint32_t size_of(uint32_t *seed)
{
	static const uint32_t borders[] = {0, 1, 15, 16, 60, 64, 255, 256, 257, 1024, 4096, 8192};
	uint32_t kind = noise(seed) % 3;

	if (kind == 0)
		return borders[noise(seed) % COUNT(borders)];
	return noise(seed) % (kind == 1 ? 128 : SLOT_BYTES + 1);
}

/* Split `bytes` from an offset into one to four SGEs. */
static int split_into_sges(const struct side *side, size_t offset, uint32_t bytes, uint32_t *seed,
			   struct ibv_sge *sge)
{
	int count = 1 + (int)(noise(seed) % 4);

	for (int i = 0; i < count; i++) {
		uint32_t n = i == count - 1 ? bytes : noise(seed) % (bytes + 1);

		sge[i] = side_sge(side, offset, n);
		offset += n;
		bytes -= n;
	}
	return count;
}

struct stream {
	struct side *from, *to;
	uint32_t sent, received, done;
	uint32_t bytes[SLOTS];
	uint32_t seed;
	bool imm; /* each message carries its number */
};

static void post_slot_receive(struct stream *s, uint32_t number)
{
	post_receive(s->to, number, (size_t)(number % SLOTS) * SLOT_BYTES, SLOT_BYTES);
}

static void send_next(struct stream *s)
{
	uint32_t slot = s->sent % SLOTS, bytes = size_of(&s->seed);
	size_t offset = (size_t)(SLOTS + slot) * SLOT_BYTES;
	struct ibv_sge sge[4];
	struct ibv_send_wr wr = side_wr(sge, s->imm ? IBV_WR_SEND_WITH_IMM : IBV_WR_SEND, s->sent,
					s->to, 0);

	fill(s->from->buf + offset, bytes, s->sent);
	s->bytes[slot] = bytes;
	wr.num_sge = split_into_sges(s->from, offset, bytes, &s->seed, sge);
	wr.imm_data = s->sent;
	if (bytes <= s->from->cap.max_inline_data && noise(&s->seed) & 1)
		wr.send_flags |= IBV_SEND_INLINE;
	assert_int_equal(post_wr(s->from, &wr), 0);
	s->sent++;
}

static void receive_some(struct stream *s)
{
	struct ibv_wc wc[3] = {{0}};
	int n = ibv_poll_cq(s->to->rcq, 3, wc);

	assert_true(n >= 0);
	for (int i = 0; i < n; i++, s->received++) {
		uint32_t slot = s->received % SLOTS;

		assert_int_equal(wc[i].status, IBV_WC_SUCCESS);
		assert_int_equal(wc[i].wr_id, s->received);
		if (s->imm)
			assert_int_equal(wc[i].imm_data, s->received);
		assert_int_equal(wc[i].byte_len, s->bytes[slot]);
		assert_true(filled(s->to->buf + (size_t)slot * SLOT_BYTES, wc[i].byte_len,
				   s->received));
		post_slot_receive(s, s->received + SLOTS);
	}
	n = ibv_poll_cq(s->from->scq, 3, wc);
	assert_true(n >= 0);
	for (int i = 0; i < n; i++, s->done++) {
		assert_int_equal(wc[i].status, IBV_WC_SUCCESS);
		assert_int_equal(wc[i].wr_id, s->done);
	}
}

static void stream_start(struct stream *s, struct side *from, struct side *to, uint32_t seed)
{
	*s = (struct stream){.from = from, .to = to, .seed = seed, .imm = !on_iwarp(from)};
	for (uint32_t i = 0; i < SLOTS; i++)
		post_slot_receive(s, i);
}

/* A slot is free when its message has been received and its send request has completed. */
static void stream_step(struct stream *s, uint32_t count)
{
	uint32_t behind = s->received < s->done ? s->received : s->done;

	if (s->sent < count && s->sent - behind < SLOTS)
		send_next(s);
	receive_some(s);
}

static void both_ways(const struct plan *plan, uint32_t seed)
{
	struct stream there, back;
	struct pair pair;

	pair_open(&pair, plan);
	stream_start(&there, &pair.a, &pair.b, seed);
	stream_start(&back, &pair.b, &pair.a, seed + 1);
	while (there.done < MIXED_MESSAGES || back.done < MIXED_MESSAGES ||
	       there.received < MIXED_MESSAGES || back.received < MIXED_MESSAGES) {
		stream_step(&there, MIXED_MESSAGES);
		stream_step(&back, MIXED_MESSAGES);
	}
	assert_int_equal(ibv_destroy_qp(pair.a.qp), 0);
	assert_int_equal(ibv_destroy_qp(pair.b.qp), 0);
	pair.a.qp = NULL;
	pair.b.qp = NULL;
	pair_close(&pair);
}

static const struct plan small_rings = {
	.send_wr = SLOTS,
	.recv_wr = SLOTS,
	.cqe = 2 * SLOTS,
	.inline_data = 60,
	.bytes = (size_t)2 * SLOTS * SLOT_BYTES,
	.mtu = IBV_MTU_256,
};

static void sends_of_random_sizes_both_ways(void **state)
{
	(void)state;
	both_ways(&small_rings, 12345);
}

static void sends_of_random_sizes_with_wide_entries(void **state)
{
	struct plan plan = small_rings;

	(void)state;
	plan.sge = 16;
	plan.inline_data = 400;
	plan.mtu = IBV_MTU_4096;
	both_ways(&plan, 999);
}

/* The smallest possible rings, one message at a time: each index wraps at its own pace. */
static void smallest_rings_wrap(void **state)
{
	struct pair pair;

	(void)state;
	pair_open(&pair, &(struct plan){.send_wr = 1, .recv_wr = 1, .cqe = 1, .sge = 1});
	for (uint32_t i = 0; i < SMALL_MESSAGES; i++) {
		fill(pair.a.buf, 32, i);
		post_receive(&pair.b, i, 64, 32);
		post(&pair.a, &pair.b, IBV_WR_SEND, i, 0, 32);
		expect(pair.a.scq, i, IBV_WC_SUCCESS);
		expect(pair.b.rcq, i, IBV_WC_SUCCESS);
		assert_true(filled(pair.b.buf + 64, 32, i));
	}
	pair_close(&pair);
}

/* At the end, the peer's memory equals a model that the test has updated alongside. */
static void random_writes_reads_and_atomics(void **state)
{
	static uint8_t model[SLOT_BYTES];
	struct pair pair;
	uint32_t seed = 4711;

	(void)state;
	pair_open(&pair, &(struct plan){.bytes = (size_t)2 * SLOT_BYTES, .send_wr = 4});
	memset(model, 0, sizeof(model));
	for (uint32_t i = 0; i < MIXED_MESSAGES; i++) {
		uint32_t bytes = noise(&seed) % 1000, at = noise(&seed) % (SLOT_BYTES - 1000);
		struct ibv_sge sge[4];
		struct ibv_send_wr wr = side_wr(sge, IBV_WR_RDMA_WRITE, i, &pair.b, at);
		uint64_t old, add = noise(&seed);

		switch (noise(&seed) % (on_iwarp(&pair.a) ? 2 : 3)) {
		case 0:
			fill(pair.a.buf, bytes, i);
			wr.num_sge = split_into_sges(&pair.a, 0, bytes, &seed, sge);
			memcpy(model + at, pair.a.buf, bytes);
			break;
		case 1:
			wr.opcode = IBV_WR_RDMA_READ;
			wr.num_sge = split_into_sges(&pair.a, 0, bytes, &seed, sge);
			if (on_iwarp(&pair.a)) { /* a read has one SGE */
				sge[0] = side_sge(&pair.a, 0, bytes);
				wr.num_sge = 1;
			}
			break;
		default:
			at &= ~7U;
			bytes = 8;
			sge[0] = side_sge(&pair.a, 0, 8);
			wr = side_wr(sge, IBV_WR_ATOMIC_FETCH_AND_ADD, i, &pair.b, at);
			wr.wr.atomic.compare_add = add;
		}
		assert_int_equal(post_wr(&pair.a, &wr), 0);
		expect(pair.a.scq, i, IBV_WC_SUCCESS);
		assert_memory_equal(pair.a.buf, model + at, bytes);
		if (wr.opcode == IBV_WR_ATOMIC_FETCH_AND_ADD) {
			memcpy(&old, model + at, 8);
			old += add;
			memcpy(model + at, &old, 8);
		}
	}
	assert_memory_equal(pair.b.buf, model, SLOT_BYTES);
	pair_close(&pair);
}

/* Lists of requests, one doorbell each, most of them unsignaled. */
static void chains_wrap_small_rings(void **state)
{
	struct ibv_send_wr wr[5];
	struct ibv_sge sge[5];
	struct pair pair;

	(void)state;
	pair_open(&pair, &(struct plan){.send_wr = 6, .cqe = 4});
	for (uint32_t round = 0; round < 600; round++) {
		uint32_t count = 1 + round % 5;

		for (uint32_t i = 0; i < count; i++) {
			fill(pair.a.buf + (size_t)i * 64, 64, round * 5 + i);
			sge[i] = side_sge(&pair.a, (size_t)i * 64, 64);
			wr[i] = side_wr(&sge[i], IBV_WR_RDMA_WRITE, i, &pair.b, (size_t)i * 64);
			wr[i].send_flags = i == count - 1 ? IBV_SEND_SIGNALED : 0;
			wr[i].next = i == count - 1 ? NULL : &wr[i + 1];
		}
		assert_int_equal(post_wr(&pair.a, wr), 0);
		expect(pair.a.scq, count - 1, IBV_WC_SUCCESS);
		for (uint32_t i = 0; i < count; i++)
			assert_true(filled(pair.b.buf + (size_t)i * 64, 64, round * 5 + i));
	}
	pair_close(&pair);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(sends_of_random_sizes_both_ways),
		TEST_NOT_IWARP(sends_of_random_sizes_with_wide_entries, "four SGEs at most"),
		TEST(smallest_rings_wrap),
		TEST(random_writes_reads_and_atomics),
		TEST(chains_wrap_small_rings),
	};

	return RUN_TESTS(tests);
}
