/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * ibv_wr_start() and the other builder calls: what each writes to its request's slot. Also compiled
 * for programs with adapters whose RDMA requests include a destination.
 */
#include <errno.h>
#include <stdbool.h>

#include "fast.h"
#include <infiniband/verbs.h>
#include <inverbs/fast/builder.h>

enum {
	SGES = 4,
	INLINE = 96,
	SLOT = 320,
	INLINE_AT = (int)sizeof(struct ibv_send_wr) + SGES * (int)sizeof(struct ibv_sge),
	SLOTS = 3 /* two requests and a spare one */
};

static struct inverbs_qp qp;
static struct ibv_qp_ex *const ex = &qp.ibv_ex;
static struct inverbs_builder *const b = &qp.builder;
static uint8_t memory[SLOTS][SLOT] __attribute__((aligned(64)));

void inverbs_lock_wait(struct inverbs_lock *lock)
{
	lock->held = 0;
}

static struct ibv_send_wr *slot(int n)
{
	return (struct ibv_send_wr *)(void *)memory[n];
}

static struct ibv_sge *sges_of(struct ibv_send_wr *wr)
{
	return (struct ibv_sge *)(void *)(wr + 1);
}

/* Fill all requests with 0xee, to detect what is written. */
static int reset_builder(void **state)
{
	(void)state;
	memset(memory, 0xee, sizeof(memory));
	memset(&qp, 0, sizeof(qp));
	*b = (struct inverbs_builder){.next = slot(1),
				      .current = slot(1),
				      .first = slot(0),
				      .spare = slot(SLOTS - 1),
				      .stride = SLOT,
				      .inline_at = INLINE_AT,
				      .max_sge = SGES,
				      .max_inline = INLINE,
				      .err = EIO};
	ex->wr_id = 0x1122334455667788;
	ex->wr_flags = IBV_SEND_SIGNALED | IBV_SEND_INLINE | IBV_SEND_FENCE;
	return 0;
}

static void a_batch_starts_and_ends(void **state)
{
	(void)state;
	inverbs_wr_start(ex);
	assert_int_equal(qp.sq.lock.held, 1);
	assert_ptr_equal(b->next, slot(0));
	assert_ptr_equal(b->current, slot(SLOTS - 1));
	assert_int_equal(b->err, 0);
	assert_null(inverbs_built(b));
	inverbs_wr_abort(ex);
	assert_int_equal(qp.sq.lock.held, 0);
}

/* Check the members that every call sets. */
static struct ibv_send_wr *begun(struct ibv_send_wr *wr, enum ibv_wr_opcode opcode)
{
	assert_ptr_equal(b->current, wr);
	assert_true(wr->wr_id == ex->wr_id);
	assert_ptr_equal(wr->sg_list, sges_of(wr));
	assert_int_equal(wr->num_sge, 0);
	assert_int_equal(wr->opcode, opcode);
	assert_int_equal(wr->send_flags, IBV_SEND_SIGNALED | IBV_SEND_FENCE);
	assert_int_equal(wr->qp_type.xrc.remote_srqn, 0);
	return wr;
}

static void requests_are_linked(void **state)
{
	(void)state;
	inverbs_wr_start(ex);
	inverbs_wr_send(ex);
	begun(slot(0), IBV_WR_SEND);
	assert_ptr_equal(slot(0)->next, slot(1));
	assert_ptr_equal(b->next, slot(1));
	ex->wr_id++;
	inverbs_wr_send(ex);
	begun(slot(1), IBV_WR_SEND);
	assert_int_equal(b->err, 0);
	assert_ptr_equal(inverbs_built(b), slot(0));
	assert_ptr_equal(slot(0)->next, slot(1));
	assert_null(slot(1)->next);
	/* one request too many */
	inverbs_wr_send(ex);
	begun(slot(2), IBV_WR_SEND);
	assert_int_equal(b->err, ENOMEM);
	assert_ptr_equal(b->next, slot(2));
	assert_ptr_equal(b->current, slot(2));
}

static struct ibv_send_wr *one(void)
{
	reset_builder(NULL);
	inverbs_wr_start(ex);
	return slot(0);
}

static void sends_are_built(void **state)
{
	struct ibv_send_wr *wr = one();
	uint8_t header[4];

	(void)state;
	inverbs_wr_send(ex);
	assert_null(begun(wr, IBV_WR_SEND)->wr.ud.ah);
	wr = one();
	inverbs_wr_send_imm(ex, 0x81020304);
	assert_null(begun(wr, IBV_WR_SEND_WITH_IMM)->wr.ud.ah);
	assert_int_equal(wr->imm_data, 0x81020304);
	wr = one();
	inverbs_wr_send_inv(ex, 0x91020304);
	assert_null(begun(wr, IBV_WR_SEND_WITH_INV)->wr.ud.ah);
	assert_int_equal(wr->invalidate_rkey, 0x91020304);
	wr = one();
	inverbs_wr_send_tso(ex, header, 4, 1500);
	assert_null(begun(wr, IBV_WR_TSO)->wr.ud.ah);
	assert_ptr_equal(wr->tso.hdr, header);
	assert_int_equal(wr->tso.hdr_sz, 4);
	assert_int_equal(wr->tso.mss, 1500);
	wr = one();
	inverbs_wr_local_inv(ex, 0xa1020304);
	assert_int_equal(begun(wr, IBV_WR_LOCAL_INV)->invalidate_rkey, 0xa1020304);
}

/* Check an RDMA request's address and key, at their offsets with or without a destination. */
static void addressed(const struct ibv_send_wr *wr, bool with_destination)
{
	if (INVERBS_ADDRESSED_RDMA && with_destination) {
		assert_null(wr->wr.ud.ah);
		assert_true(wr->bind_mw.bind_info.addr == 0x8102030405060708);
		assert_int_equal(wr->bind_mw.rkey, 0xb1020304);
	} else {
		assert_true(wr->wr.rdma.remote_addr == 0x8102030405060708);
		assert_int_equal(wr->wr.rdma.rkey, 0xb1020304);
		assert_int_equal(wr->bind_mw.rkey, 0xeeeeeeee);
	}
}

static void rdma_is_built(void **state)
{
	static const uint8_t eight[8] = {1, 2, 3, 4, 5, 6, 7, 8};

	(void)state;
	for (int with = 0; with < 2; with++) {
		struct ibv_send_wr *wr = one();

		b->addressed = with;
		inverbs_wr_rdma_write(ex, 0xb1020304, 0x8102030405060708);
		addressed(begun(wr, IBV_WR_RDMA_WRITE), with);
		wr = one();
		b->addressed = with;
		inverbs_wr_rdma_write_imm(ex, 0xb1020304, 0x8102030405060708, 0xc1020304);
		addressed(begun(wr, IBV_WR_RDMA_WRITE_WITH_IMM), with);
		assert_int_equal(wr->imm_data, 0xc1020304);
		wr = one();
		b->addressed = with;
		inverbs_wr_rdma_read(ex, 0xb1020304, 0x8102030405060708);
		addressed(begun(wr, IBV_WR_RDMA_READ), with);
		wr = one();
		b->addressed = with;
		inverbs_wr_atomic_write(ex, 0xb1020304, 0x8102030405060708, eight);
		addressed(wr, with);
		assert_int_equal(wr->opcode, IBV_WR_ATOMIC_WRITE);
		assert_int_equal(wr->num_sge, 1);
		assert_true(sges_of(wr)->addr == (uintptr_t)memory[0] + INLINE_AT);
		assert_int_equal(sges_of(wr)->length, 8);
		assert_int_equal(sges_of(wr)->lkey, 0);
		assert_memory_equal(memory[0] + INLINE_AT, eight, 8);
		assert_int_equal(memory[0][INLINE_AT + 8], 0xee);
	}
}

static void atomics_are_built(void **state)
{
	struct ibv_send_wr *wr = one();

	(void)state;
	inverbs_wr_atomic_cmp_swp(ex, 0xb1020304, 0x8102030405060708, 0x9102030405060708,
				  0xa102030405060708);
	begun(wr, IBV_WR_ATOMIC_CMP_AND_SWP);
	assert_true(wr->wr.atomic.remote_addr == 0x8102030405060708);
	assert_true(wr->wr.atomic.compare_add == 0x9102030405060708);
	assert_true(wr->wr.atomic.swap == 0xa102030405060708);
	assert_int_equal(wr->wr.atomic.rkey, 0xb1020304);
	wr = one();
	inverbs_wr_atomic_fetch_add(ex, 0xb1020304, 0x8102030405060708, 0x9102030405060708);
	begun(wr, IBV_WR_ATOMIC_FETCH_AND_ADD);
	assert_true(wr->wr.atomic.remote_addr == 0x8102030405060708);
	assert_true(wr->wr.atomic.compare_add == 0x9102030405060708);
	assert_int_equal(wr->wr.atomic.rkey, 0xb1020304);
}

static void windows_are_bound(void **state)
{
	const struct ibv_mw_bind_info info = {
		.addr = 0x8102030405060708, .length = 77, .mw_access_flags = 3};
	struct ibv_send_wr *const wr = one();
	struct ibv_mw mw;

	(void)state;
	inverbs_wr_bind_mw(ex, &mw, 0xb1020304, &info);
	begun(wr, IBV_WR_BIND_MW);
	assert_ptr_equal(wr->bind_mw.mw, &mw);
	assert_int_equal(wr->bind_mw.rkey, 0xb1020304);
	assert_true(wr->bind_mw.bind_info.addr == info.addr);
	assert_true(wr->bind_mw.bind_info.length == 77);
	assert_int_equal(wr->bind_mw.bind_info.mw_access_flags, 3);
}

static void destinations_are_set(void **state)
{
	struct ibv_send_wr *const wr = one();
	struct ibv_ah ah;

	(void)state;
	inverbs_wr_send(ex);
	inverbs_wr_set_ud_addr(ex, &ah, 0x812345, 0x80010000);
	assert_ptr_equal(wr->wr.ud.ah, &ah);
	assert_int_equal(wr->wr.ud.remote_qpn, 0x812345);
	assert_int_equal(wr->wr.ud.remote_qkey, 0x80010000);
	inverbs_wr_set_xrc_srqn(ex, 0x80000007);
	assert_int_equal(wr->qp_type.xrc.remote_srqn, 0x80000007);
}

static void sges_are_set(void **state)
{
	struct ibv_sge list[SGES + 1];
	struct ibv_send_wr *wr = one();

	(void)state;
	inverbs_wr_send(ex);
	inverbs_wr_set_sge(ex, 0xb1020304, 0x8102030405060708, 0x91020304);
	assert_int_equal(wr->num_sge, 1);
	assert_true(sges_of(wr)->addr == 0x8102030405060708);
	assert_int_equal(sges_of(wr)->length, 0x91020304);
	assert_int_equal(sges_of(wr)->lkey, 0xb1020304);
	pattern((uint8_t *)list, sizeof(list), 3);
	for (size_t n = 0; n <= SGES + 1; n++) {
		const size_t copied = n > SGES ? 0 : n;

		wr = one();
		inverbs_wr_send(ex);
		inverbs_wr_set_sge_list(ex, n, list);
		assert_int_equal(wr->num_sge, n);
		assert_memory_equal(sges_of(wr), list, copied * sizeof(list[0]));
		assert_int_equal(((uint8_t *)(sges_of(wr) + copied))[0], 0xee);
	}
	/* a number of SGEs that does not fit into num_sge */
	inverbs_wr_set_sge_list(ex, (size_t)1 << 32, list);
	assert_int_equal(wr->num_sge, SGES + 1);
}

/* Check that the request refers to inline payload of this length. If that is too long, the payload
 * is not copied, and the request will be refused later. */
static void is_inline(struct ibv_send_wr *wr, const uint8_t *from, uint32_t length)
{
	const uint32_t copied = length > INLINE ? 0 : length;

	assert_int_equal(wr->send_flags, IBV_SEND_SIGNALED | IBV_SEND_FENCE | IBV_SEND_INLINE);
	assert_int_equal(wr->num_sge, 1);
	assert_true(sges_of(wr)->addr == (uintptr_t)memory[0] + INLINE_AT);
	assert_int_equal(sges_of(wr)->length, length);
	assert_int_equal(sges_of(wr)->lkey, 0);
	assert_memory_equal(memory[0] + INLINE_AT, from, copied);
	assert_int_equal(memory[0][INLINE_AT + copied], 0xee);
	assert_int_equal(b->err, 0);
}

/* Set the payload from three buffers; a fourth one in the array is not part of the list. */
static void lists_are_inline(const uint8_t *data, uint32_t length, uint32_t first)
{
	uint8_t *const at = (uint8_t *)(uintptr_t)data;
	const struct ibv_data_buf list[] = {
		{at, first}, {at + first, 0}, {at + first, length - first}, {at, 5}};
	struct ibv_send_wr *const wr = one();

	inverbs_wr_send(ex);
	inverbs_wr_set_inline_data_list(ex, 3, list);
	is_inline(wr, data, length);
}

static void payload_is_inline(void **state)
{
	static uint8_t data[2 * INLINE];

	(void)state;
	pattern(data, sizeof(data), 5);
	for (uint32_t length = 0; length <= INLINE + 1; length++) {
		struct ibv_send_wr *const wr = one();

		inverbs_wr_send(ex);
		inverbs_wr_set_inline_data(ex, data, length);
		is_inline(wr, data, length);
		lists_are_inline(data, length, length / 3);
		lists_are_inline(data, length, length - length / 3);
	}
}

static void payload_may_be_too_long(void **state)
{
	const struct ibv_data_buf list[] = {{NULL, SIZE_MAX - 2}, {NULL, 3}},
				  exact[] = {{NULL, SIZE_MAX - 2}, {NULL, 2}};
	struct ibv_send_wr *const wr = one();

	(void)state;
	inverbs_wr_send(ex);
	inverbs_wr_set_inline_data(ex, NULL, (size_t)1 << 32);
	is_inline(wr, NULL, UINT32_MAX);
	inverbs_wr_set_inline_data(ex, NULL, UINT32_MAX);
	is_inline(wr, NULL, UINT32_MAX);
	inverbs_wr_set_inline_data(ex, NULL, UINT32_MAX - 1);
	is_inline(wr, NULL, UINT32_MAX - 1);
	inverbs_wr_set_inline_data_list(ex, 2, list);
	is_inline(wr, NULL, UINT32_MAX);
	inverbs_wr_set_inline_data_list(ex, 2, exact);
	is_inline(wr, NULL, UINT32_MAX);
}

static void only_some_requests_have_inline_payload(void **state)
{
	const uint32_t allowed = 1U << IBV_WR_SEND | 1U << IBV_WR_SEND_WITH_IMM |
				 1U << IBV_WR_SEND_WITH_INV | 1U << IBV_WR_RDMA_WRITE |
				 1U << IBV_WR_RDMA_WRITE_WITH_IMM;
	uint8_t data[4] = {1, 2, 3, 4};

	(void)state;
	for (unsigned int opcode = 0; opcode < 16; opcode++) {
		struct ibv_send_wr *const wr = one();

		inverbs_wr_begin(ex, (enum ibv_wr_opcode)opcode);
		inverbs_wr_set_inline_data(ex, data, 4);
		if (allowed >> opcode & 1) {
			is_inline(wr, data, 4);
			continue;
		}
		assert_int_equal(b->err, EINVAL);
		assert_int_equal(wr->num_sge, 0);
		assert_int_equal(memory[0][INLINE_AT], 0xee);
		b->err = ENOMEM; /* the first error is kept */
		inverbs_wr_set_inline_data(ex, data, 4);
		assert_int_equal(b->err, ENOMEM);
	}
	one();
	inverbs_wr_begin(ex, (enum ibv_wr_opcode)0xf0)->opcode = (enum ibv_wr_opcode)(
		32 + IBV_WR_RDMA_READ);
	inverbs_wr_set_inline_data(ex, data, 4);
	assert_int_equal(b->err, EINVAL);
}

/* Checks get a copy of the queue's properties, without its rings and hot path. */
static void queues_are_copied_for_checks(void **state)
{
	static struct inverbs_sq sq, to, expected;

	(void)state;
	pattern((uint8_t *)&sq, sizeof(sq), 1);
	memset(&to, 0x77, sizeof(to));
	sq.room = 3;
	sq.head = 0x8000;
	sq.position = 0x9000;
	tellings = 0;
	inverbs_sq_copy(&to, &sq);
	assert_told('o', &sq.tail, 4);
	memcpy((uint8_t *)&expected + offsetof(struct inverbs_sq, wr_id),
	       (uint8_t *)&sq + offsetof(struct inverbs_sq, wr_id),
	       offsetof(struct inverbs_sq, next) - offsetof(struct inverbs_sq, wr_id));
	expected.tail = sq.tail;
	expected.head = 0x7ffd;
	expected.position = 0x8ffd;
	assert_memory_equal(&to, &expected, sizeof(to));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(a_batch_starts_and_ends, reset_builder),
		cmocka_unit_test_setup(requests_are_linked, reset_builder),
		cmocka_unit_test(sends_are_built),
		cmocka_unit_test(rdma_is_built),
		cmocka_unit_test(atomics_are_built),
		cmocka_unit_test(windows_are_bound),
		cmocka_unit_test(destinations_are_set),
		cmocka_unit_test(sges_are_set),
		cmocka_unit_test(payload_is_inline),
		cmocka_unit_test(payload_may_be_too_long),
		cmocka_unit_test(only_some_requests_have_inline_payload),
		cmocka_unit_test(queues_are_copied_for_checks),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
