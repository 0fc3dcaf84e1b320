/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * WQEs that change while the adapter reads them: one thread posts, and another overwrites bytes of
 * the WQE, especially lengths. Usage: rings SOFTHCAD
 */
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../contract/kit.h"
#include "../emulator/daemon.h"
#include "siege.h"

enum {
	POSTS = 600,
	INLINE = 64,
};

/** Bytes of an mlx4 WQE to overwrite; never those with the owner bit. */
static const struct {
	uint32_t from, count;
} flipped[] = {
	{7, 1},  /* the size of the WQE */
	{16, 4}, /* the length of inline payload, or of an SGE */
	{18, 2}, /* the lower half of that length */
	{4, 60}, /* any byte */
};

/** The target of the second thread: the WQE that is being posted. */
struct prey {
	uint8_t *wqe;
	uint32_t kind;
	bool over;
};

static void *overwrite_bytes(void *arg)
{
	struct prey *prey = arg;
	uint32_t seed = 5;

	while (!__atomic_load_n(&prey->over, __ATOMIC_RELAXED)) {
		const uint32_t n = noise(&seed);
		const uint32_t kind = __atomic_load_n(&prey->kind, __ATOMIC_RELAXED);
		const uint32_t at = flipped[kind].from + (n >> 8) % flipped[kind].count;

		__atomic_store_n(__atomic_load_n(&prey->wqe, __ATOMIC_RELAXED) + at,
				 (uint8_t)(n >> 16), __ATOMIC_RELAXED);
	}
	return NULL;
}

static void aim_at_slot(struct prey *prey, const struct inverbs_sq *sq, uint32_t slot, uint64_t i)
{
	const uint32_t kind = (uint32_t)(i / 2 % (sizeof(flipped) / sizeof(flipped[0])));

	__atomic_store_n(&prey->wqe, sq->buf + ((size_t)(slot & (sq->entries - 1)) << sq->shift),
			 __ATOMIC_RELAXED);
	__atomic_store_n(&prey->kind, kind, __ATOMIC_RELAXED);
}

/** Polls everything. If the queue pair has failed, connects it again and returns true. */
static bool reconnect_failed(struct side *side, const struct plan *plan)
{
	struct ibv_wc wc;

	while (ibv_poll_cq(side->scq, 1, &wc) > 0 || ibv_poll_cq(side->rcq, 1, &wc) > 0)
		;
	if (side_state(side) == IBV_QPS_RTS)
		return false;
	assert_int_equal(side_to(side, IBV_QPS_RESET), 0);
	side_connect(side, plan, side);
	return true;
}

/** Returns false if the send queue is full. */
static bool post_one(struct side *side, uint64_t i)
{
	struct ibv_sge sge = side_sge(side, 0, INLINE);
	struct ibv_send_wr wr = side_wr(&sge, IBV_WR_SEND, i, side, 0), *bad_send;
	struct ibv_recv_wr recv = {.sg_list = &sge, .num_sge = 1}, *bad_recv;

	wr.send_flags |= i & 1 ? IBV_SEND_INLINE : 0;
	ibv_post_recv(side->qp, &recv, &bad_recv);
	return ibv_post_send(side->qp, &wr, &bad_send) == 0;
}

static int post_and_flip(void)
{
	const struct plan plan = {.inline_data = INLINE};
	struct prey prey = {0};
	struct inverbs_sq *sq;
	uint32_t slot = 0;
	pthread_t thread;
	struct side side;

	side_open(&side, 0, &plan);
	sq = &inverbs_qp_of(side.qp)->sq;
	side_connect(&side, &plan, &side);
	assert_true(1U << sq->shift > INLINE); /* so that a WQE fits into one slot */
	aim_at_slot(&prey, sq, slot, 0);
	assert_int_equal(pthread_create(&thread, NULL, overwrite_bytes, &prey), 0);
	for (uint64_t i = 0; i < POSTS; i++) {
		aim_at_slot(&prey, sq, slot, i);
		slot += post_one(&side, i);
		if (reconnect_failed(&side, &plan))
			slot = 0;
	}
	__atomic_store_n(&prey.over, true, __ATOMIC_RELAXED);
	assert_int_equal(pthread_join(thread, NULL), 0);
	return 0;
}

static void wqes_that_change_while_they_are_read(void **state)
{
	struct attacker a = attacker_start(post_and_flip);

	(void)state;
	siege_peace();
	assert_int_equal(attacker_result(&a), 0);
	siege_peace();
	assert_int_equal(waitpid(daemon_pid(), NULL, WNOHANG), 0);
	attacker_end(&a);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(wqes_that_change_while_they_are_read),
	};

	return siege_run(argc, argv, "rings", tests, sizeof(tests) / sizeof(tests[0]));
}
