/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * run DEVICE,DEVICE: injected faults, with the emulator inside a single-threaded program. A
 * reliable connection still delivers everything once and in order. The same seed gives the same
 * run, and a different seed a different one.
 */
#include <infiniband/verbs.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
	PAIRS = 4,
	MESSAGES = 100,
	RECEIVES = 2 * MESSAGES, /**< since datagrams may arrive twice */
	BYTES = 16,
	GRH = 40,
	SLOT = GRH + BYTES,
	TIMEOUT = 8, /**< 4.096 us * 2^8: about a millisecond */
	QKEY = 17,
};

static const char rules[] = "lose request 4%\n"
			    "lose response 4%\n"
			    "corrupt request every 31\n"
			    "reorder request 3%\n"
			    "duplicate request 5%\n"
			    "delay 50us request 5%\n"
			    "delay 50us response 5%\n"
			    "rnr request 3% # those that remain\n";

struct side {
	struct ibv_context *ctx;
	struct ibv_pd *pd;
	struct ibv_cq *cq;
	struct ibv_mr *mr;
	struct ibv_port_attr port;
	uint8_t memory[SLOT * RECEIVES];
};

struct end {
	struct side *side;
	struct ibv_qp *qp;
};

__attribute__((noreturn)) static void give_up(const char *what)
{
	perror(what);
	exit(EXIT_FAILURE);
}

static void check(bool good, const char *what)
{
	if (!good)
		give_up(what);
}

/* --- two devices ------------------------------------------------------------------------- */

static void open_side(struct side *side, struct ibv_device *device)
{
	side->ctx = ibv_open_device(device);
	check(side->ctx, "ibv_open_device");
	side->pd = ibv_alloc_pd(side->ctx);
	check(side->pd, "ibv_alloc_pd");
	side->cq = ibv_create_cq(side->ctx, 2 * RECEIVES, NULL, NULL, 0);
	check(side->cq, "ibv_create_cq");
	side->mr = ibv_reg_mr(side->pd, side->memory, sizeof(side->memory), IBV_ACCESS_LOCAL_WRITE);
	check(side->mr, "ibv_reg_mr");
	check(!ibv_query_port(side->ctx, 1, &side->port), "ibv_query_port");
}

static struct end make_end(struct side *side, enum ibv_qp_type type)
{
	struct ibv_qp_init_attr init = {
		.send_cq = side->cq,
		.recv_cq = side->cq,
		.qp_type = type,
		.sq_sig_all = 1,
		.cap = {.max_send_wr = MESSAGES,
			.max_recv_wr = RECEIVES,
			.max_send_sge = 1,
			.max_recv_sge = 1},
	};
	struct end end = {.side = side, .qp = ibv_create_qp(side->pd, &init)};

	check(end.qp, "ibv_create_qp");
	return end;
}

static void connect_end(const struct end *end, const struct end *peer)
{
	const bool reliable = end->qp->qp_type == IBV_QPT_RC;
	struct ibv_qp_attr attr = {
		.qp_state = IBV_QPS_INIT,
		.port_num = 1,
		.qkey = QKEY,
		.path_mtu = IBV_MTU_1024,
		.dest_qp_num = peer->qp->qp_num,
		.min_rnr_timer = 1,
		.timeout = TIMEOUT,
		.retry_cnt = 7,
		.rnr_retry = 7,
		.ah_attr = {.dlid = peer->side->port.lid, .port_num = 1},
	};
	const int more = IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT;

	check(!ibv_modify_qp(end->qp, &attr, more | (reliable ? IBV_QP_ACCESS_FLAGS : IBV_QP_QKEY)),
	      "INIT");
	attr.qp_state = IBV_QPS_RTR;
	check(!ibv_modify_qp(end->qp, &attr,
			     IBV_QP_STATE |
				     (reliable ? IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN |
							 IBV_QP_RQ_PSN | IBV_QP_MAX_DEST_RD_ATOMIC |
							 IBV_QP_MIN_RNR_TIMER
					       : 0)),
	      "RTR");
	attr.qp_state = IBV_QPS_RTS;
	check(!ibv_modify_qp(end->qp, &attr,
			     IBV_QP_STATE | IBV_QP_SQ_PSN |
				     (reliable ? IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT |
							 IBV_QP_RNR_RETRY | IBV_QP_MAX_QP_RD_ATOMIC
					       : 0)),
	      "RTS");
}

/* --- messages ---------------------------------------------------------------------------- */

static void post_receives(const struct end *end)
{
	for (uint64_t i = 0; i < RECEIVES; i++) {
		struct ibv_sge sge = {
			.addr = (uintptr_t)end->side->memory + i * SLOT,
			.length = SLOT,
			.lkey = end->side->mr->lkey,
		};
		struct ibv_recv_wr wr = {.wr_id = i, .sg_list = &sge, .num_sge = 1}, *bad;

		check(!ibv_post_recv(end->qp, &wr, &bad), "ibv_post_recv");
	}
}

static void post_sends(const struct end *end, const struct end *peer, struct ibv_ah *ah)
{
	for (uint64_t i = 0; i < MESSAGES; i++) {
		struct ibv_sge sge = {
			.addr = (uintptr_t)end->side->memory,
			.length = BYTES,
			.lkey = end->side->mr->lkey,
		};
		struct ibv_send_wr wr = {
			.wr_id = MESSAGES + i,
			.opcode = IBV_WR_SEND_WITH_IMM,
			.imm_data = (uint32_t)i,
			.sg_list = &sge,
			.num_sge = 1,
		};
		struct ibv_send_wr *bad;

		if (end->qp->qp_type == IBV_QPT_UD) {
			wr.wr.ud.ah = ah;
			wr.wr.ud.remote_qpn = peer->qp->qp_num;
			wr.wr.ud.remote_qkey = QKEY;
		}
		check(!ibv_post_send(end->qp, &wr, &bad), "ibv_post_send");
	}
}

static struct ibv_wc next(struct ibv_cq *cq)
{
	struct ibv_wc wc;
	int n;

	while (!(n = ibv_poll_cq(cq, 1, &wc)))
		;
	check(n == 1, "ibv_poll_cq");
	return wc;
}

static void expect_sent(const struct end *end)
{
	for (int i = 0; i < MESSAGES; i++)
		check(next(end->side->cq).status == IBV_WC_SUCCESS, "a completion");
}

/** Check that all messages have arrived, once and in order. */
static void expect_received(const struct end *end)
{
	struct ibv_wc none;

	for (unsigned int i = 0; i < MESSAGES; i++) {
		const struct ibv_wc wc = next(end->side->cq);

		check(wc.status == IBV_WC_SUCCESS && wc.imm_data == i, "a message");
	}
	check(!ibv_poll_cq(end->side->cq, 1, &none), "no further message");
}

/** Write down which datagrams arrived, as a part of the run that is compared. */
static void note_datagrams(const struct end *end)
{
	struct ibv_wc wc;

	while (ibv_poll_cq(end->side->cq, 1, &wc))
		printf("datagram %u\n", wc.imm_data);
}

static void exchange(struct side *a, struct side *b, enum ibv_qp_type type)
{
	const struct end from = make_end(a, type), to = make_end(b, type);
	struct ibv_ah_attr path = {.dlid = b->port.lid, .port_num = 1};
	struct ibv_ah *ah = ibv_create_ah(a->pd, &path);

	check(ah, "ibv_create_ah");
	connect_end(&from, &to);
	connect_end(&to, &from);
	post_receives(&to);
	post_sends(&from, &to, ah);
	expect_sent(&from);
	if (type == IBV_QPT_RC)
		expect_received(&to);
	else
		note_datagrams(&to);
	ibv_destroy_ah(ah);
	ibv_destroy_qp(from.qp);
	ibv_destroy_qp(to.qp);
}

__attribute__((noreturn)) static void program(void)
{
	static struct side side[2];
	struct ibv_device **list = ibv_get_device_list(NULL);

	check(list && list[0] && list[1], "two devices");
	open_side(&side[0], list[0]);
	open_side(&side[1], list[1]);
	ibv_free_device_list(list);
	for (int i = 0; i < PAIRS; i++)
		exchange(&side[i % 2], &side[1 - i % 2], IBV_QPT_RC);
	exchange(&side[0], &side[1], IBV_QPT_UD);
	exit(EXIT_SUCCESS);
}

/* --- runs -------------------------------------------------------------------------------- */

static char directory[] = "/tmp/inverbs-faults-XXXXXX";

/** Write a run to `text`: the trace's fault records, without time and process, then the output. */
static void condense(const char *trace, const char *output, char *text, size_t room)
{
	FILE *file = fopen(trace, "r");
	char line[20000], *fault;
	size_t length = 0;

	check(file, trace);
	while (fgets(line, sizeof(line), file)) {
		fault = strstr(line, " fault, rule ");
		if (fault && length + strlen(fault) < room)
			length += (size_t)sprintf(text + length, "%s", fault);
	}
	fclose(file);
	file = fopen(output, "r");
	check(file, output);
	length += fread(text + length, 1, room - length - 1, file);
	text[length] = '\0';
	fclose(file);
}

static void run(const char *devices, unsigned int seed, char *text, size_t room)
{
	char faults[64], trace[64], output[64], value[256];
	FILE *file;
	int status;
	pid_t pid;

	snprintf(faults, sizeof(faults), "%s/faults", directory);
	snprintf(trace, sizeof(trace), "%s/trace", directory);
	snprintf(output, sizeof(output), "%s/output", directory);
	snprintf(value, sizeof(value), "inproc:%s,faults=%s", devices, faults);
	file = fopen(faults, "w");
	check(file, faults);
	fprintf(file, "seed %u\n%s", seed, rules);
	fclose(file);
	pid = fork();
	check(pid >= 0, "fork");
	if (!pid) {
		setenv("INVERBS_EMULATOR", value, 1);
		setenv("INVERBS_TRACE", trace, 1);
		check(freopen(output, "w", stdout), output);
		program();
	}
	waitpid(pid, &status, 0);
	check(WIFEXITED(status) && !WEXITSTATUS(status), "the program's end");
	condense(trace, output, text, room);
	unlink(faults);
	unlink(trace);
	unlink(output);
}

int main(int argc, char **argv)
{
	static char first[200000], again[200000], other[200000];
	int failed = 0;

	check(argc == 2 && mkdtemp(directory), "usage: run DEVICE,DEVICE");
	run(argv[1], 1, first, sizeof(first));
	run(argv[1], 1, again, sizeof(again));
	run(argv[1], 2, other, sizeof(other));
	rmdir(directory);
	for (int rule = 1; rule <= 8; rule++) {
		char record[40];

		snprintf(record, sizeof(record), " fault, rule %d,", rule);
		if (strstr(first, record))
			continue;
		printf("rule %d was not applied\n", rule);
		failed = 1;
	}
	if (strcmp(first, again) != 0) {
		printf("the same seed, two runs:\n%s\nand\n%s\n", first, again);
		failed = 1;
	}
	if (!strcmp(first, other)) {
		printf("another seed, the same run:\n%s\n", first);
		failed = 1;
	}
	return failed;
}
