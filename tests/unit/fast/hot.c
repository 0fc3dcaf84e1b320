/* SPDX-License-Identifier: BSD-2-Clause */
/* The values that hot paths write to WQEs and completions, and requests that are passed as scalars.
 */
#include <stdbool.h>

#include "fast.h"
#include <infiniband/verbs.h>
#include <inverbs/fast/hot.h>

void inverbs_lock_wait(struct inverbs_lock *lock)
{
	(void)lock;
}

static uint8_t area[24];

static void put_is(size_t at, const uint8_t bytes[8])
{
	for (size_t i = 0; i < sizeof(area); i++)
		assert_int_equal(area[i], i < at || i >= at + 8 ? 0xee : bytes[i - at]);
	memset(area, 0xee, sizeof(area));
}

static void rows_are_chosen_by_flags(void **state)
{
	static const unsigned int flags[] = {0, IBV_SEND_SIGNALED, IBV_SEND_SOLICITED,
					     IBV_SEND_SIGNALED | IBV_SEND_SOLICITED};
	static struct inverbs_sq sq;

	(void)state;
	for (int i = 0; i < INVERBS_HOT_ROWS; i++)
		sq.by_flags[i] = 0x0807060504030201 + 0x1010101010101010 * (uint64_t)i;
	memset(area, 0xee, sizeof(area));
	for (int i = 0; i < INVERBS_HOT_ROWS; i++) {
		assert_true(inverbs_row_of_flags(&sq, flags[i]) == sq.by_flags[i]);
		tellings = 0;
		inverbs_put_row(area + 5, &sq, flags[i]);
		assert_told('s', area + 5, 8);
		put_is(5, (const uint8_t *)&sq.by_flags[i]);
	}
}

static void length_and_key_have_their_order(void **state)
{
	static const uint8_t native[] = {4, 3, 2, 1, 8, 7, 6, 5}, be[] = {1, 2, 3, 4, 5, 6, 7, 8},
			     key_first[] = {5, 6, 7, 8, 1, 2, 3, 4};
	const struct ibv_sge sge = {
		.addr = 0x1112131415161718, .length = 0x01020304, .lkey = 0x05060708};
	const unsigned int stores[] = {2, 1};

	(void)state;
	assert_true(inverbs_length_and_key(&sge) == 0x0506070801020304);
	memset(area, 0xee, sizeof(area));
	for (int in_memory = 0; in_memory < 2; in_memory++) {
		tellings = 0;
		inverbs_put_length_key(area + 6, &sge, in_memory);
		assert_int_equal(tellings, stores[in_memory]);
		put_is(6, native);
		inverbs_put_length_key_be(area + 6, &sge, in_memory);
		assert_int_equal(tellings, 2 * stores[in_memory]);
		put_is(6, be);
		inverbs_put_key_length_be(area + 6, &sge, in_memory);
		assert_int_equal(tellings, 3 * stores[in_memory]);
		put_is(6, key_first);
	}
}

static void shapes_are_read(void **state)
{
	const struct ibv_send_wr wr = {
		.num_sge = 0x1234, .opcode = IBV_WR_RDMA_READ, .send_flags = 0xff};

	(void)state;
	assert_true(inverbs_shape_of(&wr) == INVERBS_SHAPE(0x1234, IBV_WR_RDMA_READ));
	assert_true(inverbs_shape_of(&wr) == ((uint64_t)IBV_WR_RDMA_READ << 32 | 0x1234));
}

static void a_good_completion_is_one_store(void **state)
{
	struct ibv_wc wc;

	(void)state;
	memset(&wc, 0xee, sizeof(wc));
	inverbs_wc_good(&wc, (uint64_t)IBV_WC_RECV << 32);
	assert_int_equal(wc.status, IBV_WC_SUCCESS);
	assert_int_equal(wc.opcode, IBV_WC_RECV);
	assert_true(wc.wr_id == 0xeeeeeeeeeeeeeeee);
	assert_int_equal(wc.vendor_err, 0xeeeeeeee);
}

static void two_words_become_one(void **state)
{
	volatile uint32_t low = 0x89abcdef, high = 0x81234567;

	(void)state;
	assert_true(inverbs_two(low, high) == 0x8123456789abcdef);
	assert_true(inverbs_two(0x89abcdef, high) == 0x8123456789abcdef);
	assert_true(inverbs_two(low, 0x81234567) == 0x8123456789abcdef);
}

/* Convert a request to scalars and back; the result must be the same request. */
static void travel(const struct ibv_send_wr *wr, struct ibv_send_wr *to)
{
	memset(to, 0xee, sizeof(*to));
	inverbs_request_of_scalars(to, inverbs_operation(wr), inverbs_first_scalar(wr),
				   inverbs_second_scalar(wr));
	assert_null(to->next);
	assert_int_equal(to->num_sge, 1);
	assert_int_equal(to->opcode, wr->opcode);
	assert_int_equal(to->send_flags, wr->send_flags);
	assert_int_equal(to->qp_type.xrc.remote_srqn, wr->qp_type.xrc.remote_srqn);
	assert_int_equal(to->tso.hdr_sz, 0);
}

static void a_datagram_travels_as_scalars(void **state)
{
	struct ibv_send_wr wr = {.opcode = IBV_WR_SEND, .send_flags = 0x4e}, to;
	static struct ibv_ah ah;

	(void)state;
	wr.wr.ud.ah = &ah;
	wr.wr.ud.remote_qpn = 0x812345;
	wr.wr.ud.remote_qkey = 0x80010000;
	wr.qp_type.xrc.remote_srqn = 0x80000003;
	assert_true(inverbs_operation(&wr) == (0x8000000300000000 | IBV_WR_SEND << 8 | 0x4e));
	assert_true(inverbs_second_scalar(&wr) == 0x8001000000812345);
	travel(&wr, &to);
	assert_ptr_equal(to.wr.ud.ah, &ah);
	assert_int_equal(to.wr.ud.remote_qpn, 0x812345);
	assert_int_equal(to.wr.ud.remote_qkey, 0x80010000);
}

static void a_write_travels_as_scalars(void **state)
{
	static const enum ibv_wr_opcode opcodes[] = {IBV_WR_RDMA_WRITE, IBV_WR_RDMA_WRITE_WITH_IMM,
						     IBV_WR_RDMA_READ};
	struct ibv_send_wr wr = {.send_flags = IBV_SEND_INLINE | IBV_SEND_SIGNALED}, to;

	(void)state;
	wr.wr.rdma.remote_addr = 0x8877665544332211;
	wr.wr.rdma.rkey = 0x90a0b0c0;
	wr.qp_type.xrc.remote_srqn = 0x80000001;
	for (size_t i = 0; i < 3; i++) {
		wr.opcode = opcodes[i];
		assert_true(inverbs_second_scalar(&wr) == 0x90a0b0c0);
		travel(&wr, &to);
		assert_true(to.wr.rdma.remote_addr == 0x8877665544332211);
		assert_int_equal(to.wr.rdma.rkey, 0x90a0b0c0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rows_are_chosen_by_flags),
		cmocka_unit_test(length_and_key_have_their_order),
		cmocka_unit_test(shapes_are_read),
		cmocka_unit_test(a_good_completion_is_one_store),
		cmocka_unit_test(two_words_become_one),
		cmocka_unit_test(a_datagram_travels_as_scalars),
		cmocka_unit_test(a_write_travels_as_scalars),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
