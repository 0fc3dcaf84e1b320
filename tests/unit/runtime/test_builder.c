/* SPDX-License-Identifier: BSD-2-Clause */
/* Setup of ibv_wr_start: which functions a queue pair has, and its slots. */
#include "fake.h"

#include "runtime/builder.h"

enum {
	SGES = 3,
	POSTS = 5,
};

#define AT(name) offsetof(struct ibv_qp_ex, name)

/* An operation, and its member. */
static const struct {
	uint64_t op;
	size_t at;
} operations[] = {
	{IBV_QP_EX_WITH_SEND, AT(wr_send)},
	{IBV_QP_EX_WITH_SEND_WITH_IMM, AT(wr_send_imm)},
	{IBV_QP_EX_WITH_SEND_WITH_INV, AT(wr_send_inv)},
	{IBV_QP_EX_WITH_TSO, AT(wr_send_tso)},
	{IBV_QP_EX_WITH_RDMA_WRITE, AT(wr_rdma_write)},
	{IBV_QP_EX_WITH_RDMA_WRITE_WITH_IMM, AT(wr_rdma_write_imm)},
	{IBV_QP_EX_WITH_RDMA_READ, AT(wr_rdma_read)},
	{IBV_QP_EX_WITH_ATOMIC_CMP_AND_SWP, AT(wr_atomic_cmp_swp)},
	{IBV_QP_EX_WITH_ATOMIC_FETCH_AND_ADD, AT(wr_atomic_fetch_add)},
	{IBV_QP_EX_WITH_ATOMIC_WRITE, AT(wr_atomic_write)},
	{IBV_QP_EX_WITH_LOCAL_INV, AT(wr_local_inv)},
	{IBV_QP_EX_WITH_BIND_MW, AT(wr_bind_mw)},
};

enum {
	OPERATIONS = sizeof(operations) / sizeof(operations[0]),
};

static struct inverbs_qp qp;

static int complete(struct ibv_qp_ex *ex)
{
	(void)ex;
	return 0;
}

static void begin(uint64_t ops, int type, uint16_t max_inline)
{
	memset(&qp, 0, sizeof(qp));
	qp.sq.max_post = POSTS;
	qp.sq.max_sge = SGES;
	qp.sq.max_inline = max_inline;
	qp.sq.qp_type = (uint8_t)type;
	assert_int_equal(inverbs_builder_init(&qp, ops, complete), 0);
}

static const void *member(size_t at)
{
	const void *function;

	memcpy(&function, (const uint8_t *)&qp.ibv_ex + at, sizeof(function));
	return function;
}

/* Just those that were requested; the functions differ. */
static void an_operation_has_its_function(void **state)
{
	const void *functions[OPERATIONS];

	(void)state;
	for (int i = 0; i < OPERATIONS; i++) {
		begin(operations[i].op, IBV_QPT_RC, 0);
		for (int j = 0; j < OPERATIONS; j++)
			assert_int_equal(member(operations[j].at) != NULL, i == j);
		functions[i] = member(operations[i].at);
		for (int j = 0; j < i; j++)
			assert_ptr_not_equal(functions[i], functions[j]);
		inverbs_builder_fini(&qp);
	}
}

static void setters_are_always_there(void **state)
{
	static const size_t setters[] = {AT(wr_set_sge),
					 AT(wr_set_sge_list),
					 AT(wr_set_inline_data),
					 AT(wr_set_inline_data_list),
					 AT(wr_set_ud_addr),
					 AT(wr_set_xrc_srqn),
					 AT(wr_start),
					 AT(wr_complete),
					 AT(wr_abort)};
	const size_t count = sizeof(setters) / sizeof(setters[0]);

	(void)state;
	begin(0, IBV_QPT_RC, 0);
	for (size_t i = 0; i < count; i++) {
		assert_non_null(member(setters[i]));
		for (size_t j = 0; j < i; j++)
			assert_ptr_not_equal(member(setters[i]), member(setters[j]));
	}
	assert_true(qp.ibv_ex.wr_complete == complete);
	inverbs_builder_fini(&qp);
}

/* Whole cache lines, with room for one SGE too many and for what is inline: an atomic at least. */
static void slots_are_whole_lines(void **state)
{
	static const uint16_t inlines[] = {0, 8, 9, 200};
	const struct inverbs_builder *b = &qp.builder;
	const size_t head = sizeof(struct ibv_send_wr) + (SGES + 1) * sizeof(struct ibv_sge);

	(void)state;
	for (size_t i = 0; i < sizeof(inlines) / sizeof(inlines[0]); i++) {
		const size_t inlined = inlines[i] > 8 ? inlines[i] : 8;

		begin(0, IBV_QPT_RC, inlines[i]);
		assert_int_equal(b->inline_at, head);
		assert_int_equal(b->stride, (head + inlined + 63) / 64 * 64);
		assert_int_equal((uintptr_t)b->first % 64, 0);
		assert_true((uintptr_t)b->first - (uintptr_t)b->memory < 64);
		assert_int_equal((uintptr_t)b->spare - (uintptr_t)b->first, POSTS * b->stride);
		assert_ptr_equal(b->next, b->first);
		assert_ptr_equal(b->current, b->spare);
		assert_int_equal(b->max_sge, SGES);
		assert_int_equal(b->max_inline, inlines[i]);
		memset(b->spare, 0xff, b->stride); /* the last byte is there */
		inverbs_builder_fini(&qp);
	}
}

static void datagrams_carry_their_destination(void **state)
{
	static const struct {
		int type;
		bool addressed;
	} types[] = {{IBV_QPT_RC, false},
		     {IBV_QPT_UD, true},
		     {IBV_QPT_DRIVER, true},
		     {IBV_QPT_RAW_PACKET, false}};

	(void)state;
	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
		begin(0, types[i].type, 0);
		assert_int_equal(qp.builder.addressed, types[i].addressed);
		inverbs_builder_fini(&qp);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_operation_has_its_function),
		cmocka_unit_test(setters_are_always_there),
		cmocka_unit_test(slots_are_whole_lines),
		cmocka_unit_test(datagrams_carry_their_destination),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
