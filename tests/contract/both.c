/* SPDX-License-Identifier: BSD-2-Clause */
/* A program that uses two adapters at the same time, with a connected pair on each. */
#include "kit.h"

enum {
	MESSAGES = 200,
	BYTES = 1000,
	PAIRS = 2,
};

/** Index of the first device with that transport. */
static int first_with(enum ibv_transport_type transport)
{
	struct ibv_device **list = ibv_get_device_list(NULL);
	int found = -1;

	assert_non_null(list);
	for (int i = 0; list[i] && found < 0; i++)
		found = list[i]->transport_type == transport ? i : -1;
	ibv_free_device_list(list);
	assert_true(found >= 0);
	return found;
}

static void send_one(struct pair *pair, uint64_t id)
{
	struct side *from = id & 1 ? &pair->b : &pair->a, *to = id & 1 ? &pair->a : &pair->b;

	post_receive(to, id, 0, BYTES);
	fill(from->buf + BYTES, BYTES, (uint32_t)id);
	post(from, to, IBV_WR_SEND, id, BYTES, BYTES);
}

static void receive_one(struct pair *pair, uint64_t id)
{
	struct side *from = id & 1 ? &pair->b : &pair->a, *to = id & 1 ? &pair->a : &pair->b;
	struct ibv_wc wc;

	expect(from->scq, id, IBV_WC_SUCCESS);
	wc = expect(to->rcq, id, IBV_WC_SUCCESS);
	assert_int_equal(wc.byte_len, BYTES);
	assert_int_equal(wc.qp_num, to->qp->qp_num);
	assert_true(filled(to->buf, BYTES, (uint32_t)id));
}

static void both_adapters_at_once(void **state)
{
	struct pair pairs[PAIRS];

	(void)state;
	pair_open_on(&pairs[0], first_with(IBV_TRANSPORT_IB), &(struct plan){0});
	pair_open_on(&pairs[1], first_with(IBV_TRANSPORT_IWARP), &(struct plan){0});
	for (uint64_t id = 0; id < MESSAGES; id++) {
		for (int i = 0; i < PAIRS; i++)
			send_one(&pairs[i], id);
		for (int i = 0; i < PAIRS; i++)
			receive_one(&pairs[i], id);
	}
	for (int i = 0; i < PAIRS; i++)
		pair_close(&pairs[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {TEST(both_adapters_at_once)};

	return RUN_TESTS(tests);
}
