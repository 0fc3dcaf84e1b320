/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Entries that change while the adapter reads them: one thread posts, another one flips bytes of
 * the rings, above all those that say how long an entry is. rings SOFTHCAD
 */
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../contract/kit.h"
#include "../emulator/daemon.h"
#include "siege.h"

enum {
	POSTS = 400,
	INLINE = 64,
};

/** What the second thread writes to. */
struct prey {
	uint8_t *at;
	size_t bytes;
	bool over;
};

/** Sizes of mlx4's entries are in byte 7 of their heads; lengths are everywhere. */
static void *flip(void *arg)
{
	struct prey *prey = arg;
	uint32_t seed = 5;

	while (!__atomic_load_n(&prey->over, __ATOMIC_RELAXED)) {
		const uint32_t n = noise(&seed);
		const size_t slot = (n >> 8) % (prey->bytes / 64) * 64;
		const size_t at = slot + (n & 1 ? 7 : n % 64);

		if (at % 64 < 4) /* but for whose it is */
			continue;
		__atomic_store_n(prey->at + at, (uint8_t)(n >> 16), __ATOMIC_RELAXED);
	}
	return NULL;
}

static void again(struct side *side, const struct plan *plan)
{
	struct ibv_wc wc;

	while (ibv_poll_cq(side->scq, 1, &wc) > 0 || ibv_poll_cq(side->rcq, 1, &wc) > 0)
		;
	if (side_state(side) == IBV_QPS_RTS)
		return;
	assert_int_equal(side_to(side, IBV_QPS_RESET), 0);
	side_connect(side, plan, side);
}

static int post_and_flip(void)
{
	const struct plan plan = {.inline_data = INLINE};
	struct side side;
	struct inverbs_qp *qp;
	pthread_t thread;
	struct prey prey;

	side_open(&side, 0, &plan);
	qp = inverbs_qp_of(side.qp);
	prey = (struct prey){.at = qp->buf, .bytes = qp->buf_bytes};
	side_connect(&side, &plan, &side);
	assert_int_equal(pthread_create(&thread, NULL, flip, &prey), 0);
	for (uint64_t i = 0; i < POSTS; i++) {
		struct ibv_sge sge = side_sge(&side, 0, INLINE);
		struct ibv_send_wr wr = side_wr(&sge, IBV_WR_SEND, i, &side, 0), *bad_send;
		struct ibv_recv_wr recv = {.sg_list = &sge, .num_sge = 1}, *bad_recv;

		wr.send_flags |= i & 1 ? IBV_SEND_INLINE : 0;
		ibv_post_recv(side.qp, &recv, &bad_recv);
		ibv_post_send(side.qp, &wr, &bad_send);
		again(&side, &plan);
	}
	__atomic_store_n(&prey.over, true, __ATOMIC_RELAXED);
	assert_int_equal(pthread_join(thread, NULL), 0);
	return 0;
}

static void entries_that_change_while_they_are_read(void **state)
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
		cmocka_unit_test(entries_that_change_while_they_are_read),
	};

	return siege_run(argc, argv, "rings", tests, sizeof(tests) / sizeof(tests[0]));
}
