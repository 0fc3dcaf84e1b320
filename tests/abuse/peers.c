/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Processes are killed by SIGKILL at arbitrary times: the emulator must destroy their objects at
 * once, and their peers must get the completions for a peer that does not respond. Usage: peers
 * SOFTHCACTL
 */
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../contract/kit.h"

enum {
	ROUNDS = 12,  /* kills for each kind of traffic */
	SET_UPS = 25, /* kills of processes that create and destroy objects */
	CROWD = 20,   /* processes at once */
	CROWD_ROUNDS = 5,
	LONG = 1 << 20, /* bytes of a message that is interrupted */
	GONE_TENTHS = 50,
};

static const char *softhcactl;

/* What a peer must know to connect. */
struct introduction {
	uint16_t lid;
	uint32_t qpn;
	uint32_t rkey;
	uint64_t addr;
};

static void introduce(const struct side *side, int fd)
{
	struct introduction me = {side->port.lid, side->qp->qp_num, side->mr->rkey,
				  (uintptr_t)side->buf};

	assert_int_equal(write(fd, &me, sizeof(me)), sizeof(me));
}

/* Initializes a side that represents the one in another process. */
static void read_introduction(struct side *far, struct ibv_qp *qp, struct ibv_mr *mr, int fd)
{
	struct introduction other;

	assert_int_equal(read(fd, &other, sizeof(other)), sizeof(other));
	memset(far, 0, sizeof(*far));
	far->port.lid = other.lid;
	far->qp = qp;
	far->mr = mr;
	qp->qp_num = other.qpn;
	mr->rkey = other.rkey;
	far->buf = (uint8_t *)(uintptr_t)other.addr;
	far->bytes = LONG;
}

static const struct plan plan = {.bytes = LONG, .send_wr = 8, .recv_wr = 32, .mtu = IBV_MTU_256};

/* --- the one that is killed -------------------------------------------------------------- */

/* Connects, then until it is killed posts receives and writes to the peer. */
static void serve_until_killed(int in, int out)
{
	struct side side, far;
	struct ibv_qp qp = {0};
	struct ibv_mr mr = {0};
	struct ibv_wc wc;

	side_open(&side, 1, &plan);
	introduce(&side, out);
	read_introduction(&far, &qp, &mr, in);
	side_connect(&side, &plan, &far);
	for (uint64_t i = 0; i < side.cap.max_recv_wr; i++)
		post_receive(&side, i, 0, LONG);
	assert_int_equal(write(out, "r", 1), 1);
	post(&side, &far, IBV_WR_RDMA_WRITE, 1, 0, LONG);
	for (;;) {
		if (ibv_poll_cq(side.rcq, 1, &wc) == 1)
			post_receive(&side, wc.wr_id, 0, LONG);
		if (ibv_poll_cq(side.scq, 1, &wc) == 1)
			post(&side, &far, IBV_WR_RDMA_WRITE, 1, 0, LONG);
	}
}

static pid_t spawn(void (*body)(int in, int out), int *in, int *out)
{
	int there[2], back[2];
	pid_t pid;

	assert_int_equal(pipe(there), 0);
	assert_int_equal(pipe(back), 0);
	pid = fork();
	assert_true(pid >= 0);
	if (!pid) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		close(there[1]);
		close(back[0]);
		body(there[0], back[1]);
		_exit(0);
	}
	close(there[0]);
	close(back[1]);
	*in = back[0];
	*out = there[1];
	return pid;
}

static void kill_process(pid_t pid, int in, int out)
{
	assert_int_equal(kill(pid, SIGKILL), 0);
	assert_int_equal(waitpid(pid, NULL, 0), pid);
	close(in);
	close(out);
}

/* Whether the emulator lists objects of the process. */
static bool has_objects(pid_t pid)
{
	char command[512], line[512], wanted[64];
	bool found = false;
	FILE *file;

	snprintf(command, sizeof(command), "'%s' --socket '%s' objects", softhcactl,
		 getenv("INVERBS_EMULATOR"));
	snprintf(wanted, sizeof(wanted), "process %d:", (int)pid);
	file = popen(command, "r");
	assert_non_null(file);
	while (fgets(line, sizeof(line), file))
		found = found || strstr(line, wanted);
	assert_int_equal(pclose(file), 0);
	return found;
}

static void expect_gone(pid_t pid)
{
	for (int i = 0; i < GONE_TENTHS && has_objects(pid); i++)
		kit_sleep(100);
	assert_false(has_objects(pid));
}

/* --- the one that survives --------------------------------------------------------------- */

/* Keeps the send queue full until a completion fails; the following ones must be flushed, in order.
 * Returns the status of the failed one. */
static enum ibv_wc_status send_until_failure(struct side *side, const struct side *far,
					     enum ibv_wr_opcode opcode, uint32_t bytes)
{
	enum ibv_wc_status first = IBV_WC_SUCCESS;
	uint64_t posted = 0, done = 0;
	struct ibv_wc wc;

	while (first == IBV_WC_SUCCESS || done < posted) {
		if (first == IBV_WC_SUCCESS && posted - done < 8)
			post(side, far, opcode, posted++, 0, bytes);
		if (ibv_poll_cq(side->scq, 1, &wc) != 1)
			continue;
		assert_int_equal(wc.wr_id, done++);
		if (first == IBV_WC_SUCCESS)
			first = wc.status;
		else
			assert_int_equal(wc.status, IBV_WC_WR_FLUSH_ERR);
	}
	return first;
}

static void kill_during(enum ibv_wr_opcode opcode, uint32_t bytes, uint32_t seed)
{
	struct side side, far;
	struct ibv_qp qp = {0};
	struct ibv_mr mr = {0};
	pid_t killer, pid;
	int in, out;
	char ready;

	pid = spawn(serve_until_killed, &in, &out);
	side_open(&side, 0, &plan);
	introduce(&side, out);
	read_introduction(&far, &qp, &mr, in);
	side_connect(&side, &plan, &far);
	assert_int_equal(read(in, &ready, 1), 1);
	assert_true(has_objects(pid));
	for (uint64_t i = 0; i < 4; i++)
		post_receive(&side, 100 + i, 0, 64);
	killer = fork();
	assert_true(killer >= 0);
	if (!killer) {
		kit_sleep(noise(&seed) % 12);
		kill(pid, SIGKILL);
		_exit(0);
	}
	assert_int_equal(send_until_failure(&side, &far, opcode, bytes), IBV_WC_RETRY_EXC_ERR);
	for (uint64_t i = 0; i < 4; i++)
		expect(side.rcq, 100 + i, IBV_WC_WR_FLUSH_ERR);
	assert_int_equal(side_state(&side), IBV_QPS_ERR);
	assert_int_equal(waitpid(killer, NULL, 0), killer);
	kill_process(pid, in, out);
	expect_gone(pid);
	assert_true(has_objects(getpid()));
	side_close(&side);
}

static void peer_is_killed_while_it_receives(void **state)
{
	(void)state;
	for (uint32_t i = 0; i < ROUNDS; i++)
		kill_during(IBV_WR_SEND, i & 1 ? 64 : LONG, i);
}

static void peer_is_killed_while_it_is_written_to(void **state)
{
	(void)state;
	for (uint32_t i = 0; i < ROUNDS; i++)
		kill_during(IBV_WR_RDMA_WRITE, i & 1 ? 64 : LONG, 100 + i);
}

static void peer_is_killed_while_it_is_read_from(void **state)
{
	(void)state;
	for (uint32_t i = 0; i < ROUNDS; i++)
		kill_during(IBV_WR_RDMA_READ, i & 1 ? 64 : LONG, 200 + i);
}

/* --- set-up ------------------------------------------------------------------------------ */

static void make_and_break(int in, int out)
{
	(void)in;
	assert_int_equal(write(out, "r", 1), 1);
	for (int i = 0;; i++) {
		struct side side;

		side_open(&side, i & 1, &(struct plan){.channel = true});
		side_connect(&side, &(struct plan){0}, &side);
		side_close(&side);
	}
}

static void process_is_killed_while_it_makes_and_breaks_objects(void **state)
{
	uint32_t seed = 7;
	char ready;

	(void)state;
	for (int i = 0; i < SET_UPS; i++) {
		int in, out;
		pid_t pid = spawn(make_and_break, &in, &out);

		assert_int_equal(read(in, &ready, 1), 1);
		kit_sleep(noise(&seed) % 10);
		kill_process(pid, in, out);
		expect_gone(pid);
	}
}

/* --- a crowd ----------------------------------------------------------------------------- */

static void come_and_go(int in, int out)
{
	char go;

	if (read(in, &go, 1) != 1)
		_exit(1);
	for (int i = 0; i < CROWD_ROUNDS; i++) {
		struct side side;

		side_open(&side, i & 1, &(struct plan){0});
		side_connect(&side, &(struct plan){0}, &side);
		post_receive(&side, 1, 0, 100);
		post(&side, &side, IBV_WR_SEND, 2, 0, 100);
		expect(side.scq, 2, IBV_WC_SUCCESS);
		expect(side.rcq, 1, IBV_WC_SUCCESS);
		side_close(&side);
	}
	_exit(write(out, "d", 1) != 1);
}

static void many_processes_open_and_close_at_once(void **state)
{
	int in[CROWD], out[CROWD], status;
	pid_t pid[CROWD];
	char done;

	(void)state;
	for (int i = 0; i < CROWD; i++)
		pid[i] = spawn(come_and_go, &in[i], &out[i]);
	for (int i = 0; i < CROWD; i++)
		assert_int_equal(write(out[i], "g", 1), 1);
	for (int i = 0; i < CROWD; i++) {
		assert_int_equal(read(in[i], &done, 1), 1);
		assert_int_equal(waitpid(pid[i], &status, 0), pid[i]);
		assert_true(WIFEXITED(status) && !WEXITSTATUS(status));
		close(in[i]);
		close(out[i]);
		expect_gone(pid[i]);
	}
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		TEST(many_processes_open_and_close_at_once),
		TEST(process_is_killed_while_it_makes_and_breaks_objects),
		TEST(peer_is_killed_while_it_receives),
		TEST(peer_is_killed_while_it_is_written_to),
		TEST(peer_is_killed_while_it_is_read_from),
	};

	if (argc != 2) {
		fprintf(stderr, "usage: %s SOFTHCACTL\n", argv[0]);
		return 2;
	}
	softhcactl = argv[1];
	signal(SIGPIPE, SIG_IGN);
	return cmocka_run_group_tests_name("peers", tests, NULL, NULL);
}
