/* SPDX-License-Identifier: BSD-2-Clause */
/* The daemon is killed while programs use it: calls fail, none hangs or crashes, and what was made
 * can be unmade, to the last byte. orphans SOFTHCAD */
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../contract/kit.h"
#include "../emulator/daemon.h"

static const char *softhcad;

static void start(void)
{
	assert_int_equal(daemon_start(softhcad), 0);
	assert_int_equal(setenv("INVERBS_EMULATOR", daemon_socket(), 1), 0);
}

static void kill_daemon(void)
{
	char path[128];

	assert_int_equal(kill(daemon_pid(), SIGKILL), 0);
	assert_int_equal(waitpid(daemon_pid(), NULL, 0), daemon_pid());
	/* what it could not tidy up itself */
	snprintf(path, sizeof(path), "%s.lock", daemon_socket());
	unlink(path);
	*strrchr(path, '.') = '\0';
	assert_int_equal(unlink(path), 0);
	*strrchr(path, '/') = '\0';
	assert_int_equal(rmdir(path), 0);
}

static void calls_fail_with_eio(void **state)
{
	struct ibv_port_attr port;
	struct pair pair;

	(void)state;
	start();
	pair_open(&pair, &(struct plan){.channel = true});
	kill_daemon();
	assert_int_equal(ibv_query_port(pair.a.ctx, 1, &port), EIO);
	errno = 0;
	assert_null(ibv_alloc_pd(pair.a.ctx));
	assert_int_equal(errno, EIO);
	errno = 0;
	assert_null(ibv_create_cq(pair.a.ctx, 10, NULL, NULL, 0));
	assert_int_equal(errno, EIO);
	errno = 0;
	assert_null(ibv_reg_mr(pair.a.pd, pair.a.buf, 10, 0));
	assert_int_equal(errno, EIO);
	errno = 0;
	assert_null(ibv_create_comp_channel(pair.a.ctx));
	assert_int_equal(errno, EIO);
	assert_int_equal(side_to(&pair.a, IBV_QPS_ERR), EIO);
	assert_int_equal(pair.a.qp->state, IBV_QPS_RTS);
	pair_close(&pair);
}

static void the_data_path_stalls_and_does_no_harm(void **state)
{
	struct pair pair;
	struct ibv_wc wc;

	(void)state;
	start();
	pair_open(&pair, &(struct plan){.bytes = 1 << 20});
	for (uint64_t i = 0; i < 8; i++)
		post(&pair.a, &pair.b, IBV_WR_RDMA_WRITE, i, 0, 1 << 20);
	kill_daemon();
	for (int i = 0; i < 8; i++)
		ibv_poll_cq(pair.a.scq, 1, &wc);
	post(&pair.a, &pair.b, IBV_WR_RDMA_WRITE, 9, 0, 100);
	post_receive(&pair.b, 10, 0, 100);
	assert_int_equal(ibv_req_notify_cq(pair.a.scq, 0), 0);
	while (ibv_poll_cq(pair.a.scq, 1, &wc) == 1)
		assert_true(wc.wr_id < 9);
	expect_nothing(pair.a.scq);
	pair_close(&pair);
}

static void waiting_for_events_ends(void **state)
{
	struct ibv_async_event event;
	struct ibv_cq *cq;
	struct pair pair;
	void *context;

	(void)state;
	start();
	pair_open(&pair, &(struct plan){.channel = true});
	assert_int_equal(ibv_req_notify_cq(pair.a.scq, 0), 0);
	kill_daemon();
	errno = 0;
	assert_int_equal(ibv_get_cq_event(pair.a.channel, &cq, &context), -1);
	assert_int_equal(errno, EIO);
	errno = 0;
	assert_int_equal(ibv_get_async_event(pair.a.ctx, &event), -1);
	assert_int_equal(errno, EIO);
	pair_close(&pair);
}

static void another_daemon_is_found(void **state)
{
	struct pair old, pair;

	(void)state;
	start();
	pair_open(&old, &(struct plan){0});
	kill_daemon();
	start();
	pair_open(&pair, &(struct plan){0});
	post(&pair.a, &pair.b, IBV_WR_RDMA_WRITE, 1, 0, 100);
	expect(pair.a.scq, 1, IBV_WC_SUCCESS);
	pair_close(&pair);
	pair_close(&old);
	assert_int_equal(daemon_stop(), 0);
}

static void nobody_there_gives_no_list(void **state)
{
	int count = 7;

	(void)state;
	assert_int_equal(setenv("INVERBS_EMULATOR", "/nonexistent/softhca.sock", 1), 0);
	errno = 0;
	assert_null(ibv_get_device_list(&count));
	assert_int_equal(errno, ENOENT);
	assert_int_equal(count, 0);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		TEST(calls_fail_with_eio),        TEST(the_data_path_stalls_and_does_no_harm),
		TEST(waiting_for_events_ends),    TEST(another_daemon_is_found),
		TEST(nobody_there_gives_no_list),
	};

	if (argc != 2) {
		fprintf(stderr, "usage: %s SOFTHCAD\n", argv[0]);
		return 2;
	}
	softhcad = argv[1];
	return cmocka_run_group_tests_name("orphans", tests, NULL, NULL);
}
