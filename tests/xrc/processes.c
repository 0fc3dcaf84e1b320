/* SPDX-License-Identifier: BSD-2-Clause */
/* X12 to X18, X21, X34, X36, X42 to X44, X47, X48, X50, X66 and X69: several processes that share a
 * domain through a file. This process sends. */
#include "worker.h"

#include <unistd.h>

enum {
	CROWD = 6,
};

/** A file that workers open by name, some workers in its domain, and a sender. */
struct scene {
	char path[64];
	struct worker worker[CROWD];
	struct sender sender;
	int n;
	uint32_t qpn;
	uint16_t lid; /**< of the workers' port */
};

static void make_file(char path[64])
{
	int fd;

	snprintf(path, 64, "/tmp/xrc-shared-XXXXXX");
	fd = mkstemp(path);
	assert_true(fd >= 0);
	close(fd);
}

static uint16_t lid_of_the_workers(void)
{
	struct ibv_context *ctx = kit_open(0);
	struct ibv_port_attr port;

	assert_int_equal(ibv_query_port(ctx, 1, &port), 0);
	assert_int_equal(ibv_close_device(ctx), 0);
	return port.lid;
}

static int open_domain(struct scene *s, struct worker *worker, int flags)
{
	struct order order = {.operation = OPEN, .flags = flags};

	memcpy(order.path, s->path, sizeof(order.path));
	return worker_ask(worker, &order).err;
}

/** Start n workers that open the domain; the first one creates it. */
static void scene_open(struct scene *s, int n)
{
	memset(s, 0, sizeof(*s));
	make_file(s->path);
	s->n = n;
	s->lid = lid_of_the_workers();
	sender_open(&s->sender, 1);
	for (int i = 0; i < n; i++) {
		worker_start(&s->worker[i]);
		assert_int_equal(open_domain(s, &s->worker[i], i ? 0 : O_CREAT | O_EXCL), 0);
	}
}

/** The first worker creates a receive queue pair, connected to the sender; each creates an SRQ. */
static void connect_all(struct scene *s)
{
	struct order rtr = {.operation = RTR};

	s->qpn = worker_must(&s->worker[0], CREATE, 0);
	worker_must(&s->worker[0], INIT, s->qpn);
	rtr.number = s->qpn;
	rtr.lid = s->sender.port.lid;
	rtr.peer = s->sender.qp->qp_num;
	assert_int_equal(worker_ask(&s->worker[0], &rtr).err, 0);
	for (int i = 0; i < s->n; i++)
		s->worker[i].srqn = worker_must(&s->worker[i], QUEUE, 0);
	sender_connect(&s->sender, s->lid, s->qpn);
}

static void scene_close(struct scene *s)
{
	for (int i = 0; i < s->n; i++) {
		if (s->worker[i].pid)
			worker_leave(&s->worker[i]);
	}
	sender_close(&s->sender);
	unlink(s->path);
}

/** Kill the worker. */
static void kill_worker(struct worker *worker)
{
	worker_kill(worker);
	worker->pid = 0;
}

static void let_worker_exit(struct worker *worker)
{
	worker_leave(worker);
	worker->pid = 0;
}

/** Send messages to a worker's shared queue, waiting for each completion. */
static void send_messages(struct scene *s, const struct worker *to, int n)
{
	fill(s->sender.buf, MESSAGE, MESSAGE_SEED);
	for (int i = 0; i < n; i++) {
		send_to(&s->sender, to->srqn, (uint64_t)i, 0, MESSAGE);
		expect(s->sender.cq, (uint64_t)i, IBV_WC_SUCCESS);
	}
}

static void expect_reachable(struct scene *s, struct worker *worker)
{
	send_messages(s, worker, 1);
	assert_int_equal(worker_must(worker, TAKE, 1), s->qpn);
}

static void expect_unreachable(struct scene *s, const struct worker *worker)
{
	send_to(&s->sender, worker->srqn, 1, 0, MESSAGE);
	expect(s->sender.cq, 1, IBV_WC_RETRY_EXC_ERR);
}

/** Repeat an operation until it returns `err`: the emulator notices a moment later that a process
 * has ended. */
static void repeat_until(struct worker *worker, enum operation operation, uint32_t number, int err)
{
	for (int i = 0; i < 1000; i++) {
		if (worker_do(worker, operation, number).err == err)
			return;
		kit_sleep(10);
	}
	fail_msg("operation %d never returned %s", (int)operation, strerror(err));
}

/* --- domains ----------------------------------------------------------------------------- */

static void x13_exactly_one_of_many_creates_it(void **state)
{
	struct order order = {.operation = OPEN, .flags = O_CREAT | O_EXCL};
	struct worker worker[CROWD];

	(void)state;
	for (int i = 0; i < CROWD; i++)
		worker_start(&worker[i]);
	for (int round = 0; round < 20; round++) {
		int winner = -1;

		make_file(order.path);
		for (int i = 0; i < CROWD; i++)
			worker_tell(&worker[i], &order);
		for (int i = 0; i < CROWD; i++) {
			int err = worker_hear(&worker[i]).err;

			assert_true(err == 0 || err == EINVAL);
			assert_true(err || winner < 0);
			winner = err ? winner : i;
		}
		assert_true(winner >= 0);
		worker_must(&worker[winner], CLOSE, 0);
		unlink(order.path);
	}
	for (int i = 0; i < CROWD; i++)
		worker_leave(&worker[i]);
}

static void x12_x14_x18_the_last_process_destroys_the_domain(void **state)
{
	struct scene s;

	(void)state;
	scene_open(&s, 2);
	worker_must(&s.worker[0], CLOSE, 0);
	assert_int_equal(open_domain(&s, &s.worker[0], 0),
			 0); /* the other worker keeps the domain */
	worker_must(&s.worker[0], CLOSE, 0);
	worker_must(&s.worker[1], CLOSE, 0);
	assert_int_equal(open_domain(&s, &s.worker[0], 0), EAGAIN);
	scene_close(&s);
}

static void exit_closes(void (*how)(struct worker *))
{
	struct scene s;
	int err = 0;

	scene_open(&s, 1);
	how(&s.worker[0]);
	worker_start(&s.worker[0]);
	for (int i = 0; i < 1000 && !err; i++) {
		err = open_domain(&s, &s.worker[0], 0);
		if (!err)
			worker_must(&s.worker[0], CLOSE, 0);
		kit_sleep(err ? 0 : 10);
	}
	assert_int_equal(err, EAGAIN);
	scene_close(&s);
}

static void x21_exit_closes_domains(void **state)
{
	(void)state;
	exit_closes(let_worker_exit);
}

static void x21_a_killed_process_releases_its_domains(void **state)
{
	(void)state;
	exit_closes(kill_worker);
}

static void x16_x50_x66_one_queue_pair_serves_all_processes(void **state)
{
	struct scene s;

	(void)state;
	scene_open(&s, 4);
	connect_all(&s);
	for (int round = 0; round < 3; round++) {
		for (int i = 0; i < s.n; i++)
			expect_reachable(&s, &s.worker[i]);
	}
	scene_close(&s);
}

/* --- ownership --------------------------------------------------------------------------- */

static void without_its_maker(void (*how)(struct worker *))
{
	struct scene s;

	scene_open(&s, 3);
	connect_all(&s);
	for (int i = 1; i < s.n; i++)
		worker_must(&s.worker[i], REG, s.qpn);
	expect_reachable(&s, &s.worker[1]);
	how(&s.worker[0]);
	for (int i = 1; i < s.n; i++) {
		send_messages(&s, &s.worker[i], 10);
		assert_int_equal(worker_must(&s.worker[i], TAKE, 10), s.qpn);
		assert_int_equal(worker_must(&s.worker[i], STATE, s.qpn), IBV_QPS_RTR);
	}
	scene_close(&s);
}

static void x34_it_survives_the_exit_of_its_creator(void **state)
{
	(void)state;
	without_its_maker(let_worker_exit);
}

/* Two workers keep receiving while the creator and another worker are killed. */
static void x34_x47_killed_in_the_middle_of_traffic(void **state)
{
	enum {
		BEFORE = 60,
		AFTER = 100
	};
	struct scene s;

	(void)state;
	scene_open(&s, 4);
	connect_all(&s);
	for (int i = 1; i < s.n; i++) {
		worker_must(&s.worker[i], REG, s.qpn);
		if (i >= 2)
			worker_tell(&s.worker[i], &(struct order){.operation = TAKE,
								  .number = BEFORE + 2 * AFTER});
	}
	for (int part = 0; part < 3; part++) {
		for (int i = 0; i < (part ? AFTER : BEFORE); i++) {
			send_messages(&s, &s.worker[2], 1);
			send_messages(&s, &s.worker[3], 1);
		}
		if (part < 2)
			kill_worker(&s.worker[part]);
	}
	for (int i = 2; i < s.n; i++) {
		const struct response response = worker_hear(&s.worker[i]);

		assert_int_equal(response.err, 0);
		assert_int_equal(response.value, s.qpn);
	}
	scene_close(&s);
}

static void x36_x42_x44_the_last_unregistration_destroys(void **state)
{
	struct scene s;

	(void)state;
	scene_open(&s, 3);
	connect_all(&s);
	worker_must(&s.worker[1], REG, s.qpn);
	worker_must(&s.worker[0], UNREG, s.qpn); /* the creator's registration */
	expect_reachable(&s, &s.worker[0]);      /* not registered, but still in the domain */
	expect_reachable(&s, &s.worker[1]);
	worker_must(&s.worker[1], UNREG, s.qpn); /* returns 0 although it destroys */
	expect_unreachable(&s, &s.worker[1]);
	for (int i = 0; i < s.n; i++) {
		assert_int_equal(worker_do(&s.worker[i], STATE, s.qpn).err, EINVAL);
		assert_int_equal(worker_do(&s.worker[i], REG, s.qpn).err, EINVAL);
		assert_int_equal(worker_do(&s.worker[i], UNREG, s.qpn).err, EINVAL);
		assert_int_equal(worker_do(&s.worker[i], INIT, s.qpn).err, EINVAL);
	}
	scene_close(&s);
}

static void x43_other_processes_register_and_exit(void **state)
{
	struct scene s;

	(void)state;
	scene_open(&s, 4);
	connect_all(&s);
	worker_must(&s.worker[1], REG, s.qpn);
	worker_must(&s.worker[1], UNREG, s.qpn);
	worker_must(&s.worker[1], CLOSE, 0);
	let_worker_exit(&s.worker[2]);
	kill_worker(&s.worker[3]);
	expect_reachable(&s, &s.worker[0]);
	assert_int_equal(worker_must(&s.worker[0], STATE, s.qpn), IBV_QPS_RTR);
	scene_close(&s);
}

/* The last worker has the domain open but is not registered: it keeps the domain, not the queue
 * pair. */
static void x47_the_last_exit_destroys(void **state)
{
	struct scene s;

	(void)state;
	scene_open(&s, 4);
	connect_all(&s);
	worker_must(&s.worker[1], REG, s.qpn);
	worker_must(&s.worker[2], REG, s.qpn);
	let_worker_exit(&s.worker[1]);
	kill_worker(&s.worker[0]);
	expect_reachable(&s, &s.worker[3]);
	kill_worker(&s.worker[2]);
	repeat_until(&s.worker[3], STATE, s.qpn, EINVAL);
	expect_unreachable(&s, &s.worker[3]);
	scene_close(&s);
}

static void x48_an_unregistered_process_may_lose_it(void **state)
{
	struct scene s;

	(void)state;
	scene_open(&s, 2);
	connect_all(&s);
	expect_reachable(&s, &s.worker[1]);
	worker_must(&s.worker[0], UNREG, s.qpn);
	expect_unreachable(&s, &s.worker[1]);
	scene_close(&s);
}

static void x69_events_reach_every_registered_process(void **state)
{
	struct scene s;

	(void)state;
	scene_open(&s, 4);
	connect_all(&s);
	worker_must(&s.worker[1], REG, s.qpn);
	worker_must(&s.worker[2], REG, s.qpn);
	expect_reachable(&s, &s.worker[0]);
	for (int i = 0; i < 3; i++) {
		const struct response event = worker_do(&s.worker[i], EVENT, KIT_SECONDS * 1000);

		assert_int_equal(event.err, 0);
		assert_int_equal(event.value, IBV_EVENT_COMM_EST | IBV_XRC_QP_EVENT_FLAG);
		assert_int_equal(event.more, s.qpn);
	}
	assert_int_equal(worker_do(&s.worker[3], EVENT, 50).err, EAGAIN);
	scene_close(&s);
}

/* --- at random --------------------------------------------------------------------------- */

/* Workers register, unregister, are killed and restarted; the queue pair receives as long as any
 * worker is registered. */
static void x34_x42_x47_registrations_at_random(void **state)
{
	enum {
		STEPS = 100
	};
	bool in[CROWD] = {true};
	uint32_t seed = 20261121;
	struct scene s;
	int registered = 1;

	(void)state;
	scene_open(&s, CROWD);
	connect_all(&s);
	for (int step = 0; step < 2 * STEPS && registered; step++) {
		struct worker *worker = &s.worker[noise(&seed) % CROWD];
		int who = (int)(worker - s.worker), what = (int)(noise(&seed) % 4);

		if ((what == 1 || what == 2) && in[who] && registered == 1 && step < STEPS)
			continue; /* the last registration may only go in the second half */
		switch (what) {
		case 0:
			worker_must(worker, REG, s.qpn);
			registered += !in[who];
			in[who] = true;
			break;
		case 1:
			assert_int_equal(worker_do(worker, UNREG, s.qpn).err, in[who] ? 0 : EINVAL);
			registered -= in[who];
			in[who] = false;
			break;
		case 2:
			kill_worker(worker);
			registered -= in[who];
			in[who] = false;
			worker_start(worker);
			/* the domain still exists, because other processes have it open */
			assert_int_equal(open_domain(&s, worker, 0), 0);
			worker->srqn = worker_must(worker, QUEUE, 0);
			break;
		default:
			expect_reachable(&s, worker);
		}
	}
	for (int i = 0; i < CROWD; i++) {
		if (in[i])
			worker_must(&s.worker[i], UNREG, s.qpn);
	}
	repeat_until(&s.worker[0], STATE, s.qpn, EINVAL);
	expect_unreachable(&s, &s.worker[0]);
	scene_close(&s);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		TEST(x13_exactly_one_of_many_creates_it),
		TEST(x12_x14_x18_the_last_process_destroys_the_domain),
		TEST(x21_exit_closes_domains),
		TEST(x21_a_killed_process_releases_its_domains),
		TEST(x16_x50_x66_one_queue_pair_serves_all_processes),
		TEST(x34_it_survives_the_exit_of_its_creator),
		TEST(x34_x47_killed_in_the_middle_of_traffic),
		TEST(x36_x42_x44_the_last_unregistration_destroys),
		TEST(x43_other_processes_register_and_exit),
		TEST(x47_the_last_exit_destroys),
		TEST(x48_an_unregistered_process_may_lose_it),
		TEST(x69_events_reach_every_registered_process),
		TEST(x34_x42_x47_registrations_at_random),
	};
	int status = worker_main(argc, argv);

	if (status >= 0)
		return status;
	return cmocka_run_group_tests_name("xrc processes", tests, NULL, NULL);
}
