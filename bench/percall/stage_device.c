/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Queues of an emulated device, by the public API: queue pairs that are connected to themselves.
 * BENCH_DEVICE names the device (default: the first), BENCH_DAEMON the process to stop while the
 * clock runs.
 *
 * Waiting for completions, in this file, is not counted.
 */
#include "stage.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ops.h"

enum {
	PORT = 1,
	MARK = 0x4d41524b, /* wr_id of the sends that this file posts */
	RECEIVES = 120,    /* posted before a batch of sends */
	RNR_TIMER = 12,
	TIMEOUT = 18,
	RETRIES = 7,
};

static struct ibv_context *context;
static struct ibv_pd *pd;
static struct ibv_mr *mr;
static struct ibv_port_attr port;
static union ibv_gid gid;
static uint8_t memory[2 * STAGE_PAYLOAD]; /* source and destination of payload */
static struct ibv_cq *other_cq;           /* for the direction that no case polls */
static int waiting[STAGE_QPS];            /* number of receives posted and not consumed */

_Noreturn static void exit_with_message(const char *what)
{
	fprintf(stderr, "percall: %s: %s\n", what, strerror(errno));
	exit(EXIT_FAILURE);
}

static void exit_with_errno(int err, const char *what)
{
	if (!err)
		return;
	if (err > 0)
		errno = err;
	exit_with_message(what);
}

/* --- the device -------------------------------------------------------------------------- */

static void open_device(void)
{
	const char *name = getenv("BENCH_DEVICE");
	struct ibv_device **list = ibv_get_device_list(NULL);

	for (int i = 0; list && list[i] && !context; i++) {
		if (!name || !strcmp(name, ibv_get_device_name(list[i])))
			context = ibv_open_device(list[i]);
	}
	if (!context)
		exit_with_message("no device");
	ibv_free_device_list(list);
	exit_with_errno(ibv_query_port(context, PORT, &port), "ibv_query_port");
	exit_with_errno(ibv_query_gid(context, PORT, 0, &gid), "ibv_query_gid");
	pd = ibv_alloc_pd(context);
	if (!pd)
		exit_with_message("ibv_alloc_pd");
	mr = ibv_reg_mr(pd, memory, sizeof(memory),
			IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ);
	if (!mr)
		exit_with_message("ibv_reg_mr");
}

static struct ibv_ah_attr path_to_self(void)
{
	struct ibv_ah_attr path = {.dlid = port.lid, .port_num = PORT, .is_global = 1};

	path.grh.dgid = gid;
	path.grh.hop_limit = 1;
	return path;
}

static void move_qp_to_init(struct ibv_qp *qp, enum ibv_qp_type type)
{
	struct ibv_qp_attr attr = {
		.qp_state = IBV_QPS_INIT,
		.port_num = PORT,
		.qp_access_flags = IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ,
		.qkey = BENCH_QKEY,
	};

	exit_with_errno(
		ibv_modify_qp(qp, &attr,
			      IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT |
				      (type == IBV_QPT_UD ? IBV_QP_QKEY : IBV_QP_ACCESS_FLAGS)),
		"ibv_modify_qp to INIT");
}

static void move_qp_to_rts(struct ibv_qp *qp, enum ibv_qp_type type)
{
	int rtr = IBV_QP_STATE, rts = IBV_QP_STATE | IBV_QP_SQ_PSN;
	struct ibv_qp_attr attr = {
		.qp_state = IBV_QPS_RTR,
		.path_mtu = IBV_MTU_1024,
		.ah_attr = path_to_self(),
		.dest_qp_num = qp->qp_num,
		.max_dest_rd_atomic = 1,
		.max_rd_atomic = 1,
		.min_rnr_timer = RNR_TIMER,
		.timeout = TIMEOUT,
		.retry_cnt = RETRIES,
		.rnr_retry = RETRIES,
	};

	if (type == IBV_QPT_RC) {
		rtr |= IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN |
		       IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER;
		rts |= IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY |
		       IBV_QP_MAX_QP_RD_ATOMIC;
	}
	exit_with_errno(ibv_modify_qp(qp, &attr, rtr), "ibv_modify_qp to RTR");
	attr.qp_state = IBV_QPS_RTS;
	exit_with_errno(ibv_modify_qp(qp, &attr, rts), "ibv_modify_qp to RTS");
}

/* --- creating and destroying ------------------------------------------------------------- */

/* A case polls the completions of one direction; the other direction completes to another queue. */

static struct ibv_cq *send_cq(const struct stage *s)
{
	return s->shape.use == STAGE_POLLS_RECEIVES ? other_cq : s->cq;
}

static struct ibv_cq *recv_cq(const struct stage *s)
{
	return s->shape.use == STAGE_POLLS_RECEIVES ? s->cq : other_cq;
}

static bool make_qp(struct stage *s, unsigned int index)
{
	const struct stage_shape *shape = &s->shape;
	struct ibv_qp_init_attr init = {
		.send_cq = send_cq(s),
		.recv_cq = recv_cq(s),
		.srq = s->srq,
		.cap = {.max_send_wr = MAX_SEND_WR,
			.max_recv_wr = s->srq ? 0 : MAX_RECV_WR,
			.max_send_sge = shape->max_sge,
			.max_recv_sge = shape->max_sge,
			.max_inline_data = MAX_INLINE},
		.qp_type = shape->type,
	};

	s->qp[index] = ibv_create_qp(pd, &init);
	if (!s->qp[index])
		return false;
	move_qp_to_init(s->qp[index], shape->type);
	move_qp_to_rts(s->qp[index], shape->type);
	waiting[index] = 0;
	return true;
}

static void make_handles(struct stage *s)
{
	struct ibv_ah_attr path = path_to_self();

	for (unsigned int i = 0; i < STAGE_AHS; i++) {
		s->ah[i] = ibv_create_ah(pd, &path);
		if (!s->ah[i])
			exit_with_message("ibv_create_ah");
	}
	s->ah_qpn = s->qp[0]->qp_num;
}

static void make_cq(struct stage *s)
{
	struct ibv_cq_init_attr_ex init = {
		.cqe = CQ_ENTRIES - 1, .wc_flags = IBV_WC_EX_WITH_BYTE_LEN | IBV_WC_EX_WITH_QP_NUM};

	if (!s->shape.extended) {
		s->cq = ibv_create_cq(context, CQ_ENTRIES - 1, NULL, NULL, 0);
		return;
	}
	s->cq_ex = ibv_create_cq_ex(context, &init);
	s->cq = s->cq_ex ? ibv_cq_ex_to_cq(s->cq_ex) : NULL;
}

bool stage_open(struct stage *s, const struct stage_shape *shape)
{
	struct ibv_srq_init_attr srq_init = {
		.attr = {.max_wr = MAX_RECV_WR, .max_sge = shape->max_sge}};

	if (!context)
		open_device();
	memset(s, 0, sizeof(*s));
	s->shape = *shape;
	make_cq(s);
	other_cq = ibv_create_cq(context, 2 * STAGE_QPS * MAX_SEND_WR, NULL, NULL, 0);
	if (!s->cq || !other_cq)
		exit_with_message("ibv_create_cq");
	if (shape->srq) {
		s->srq = ibv_create_srq(pd, &srq_init);
		if (!s->srq)
			exit_with_message("ibv_create_srq");
	}
	for (unsigned int i = 0; i < shape->qps; i++) {
		if (!make_qp(s, i))
			exit_with_message("ibv_create_qp");
	}
	if (shape->type == IBV_QPT_UD)
		make_handles(s);
	s->payload = (uintptr_t)memory;
	s->remote_addr = (uintptr_t)memory + STAGE_PAYLOAD;
	s->lkey = mr->lkey;
	s->rkey = mr->rkey;
	return true;
}

void stage_close(struct stage *s)
{
	for (unsigned int i = 0; i < STAGE_AHS && s->ah[i]; i++)
		exit_with_errno(ibv_destroy_ah(s->ah[i]), "ibv_destroy_ah");
	for (unsigned int i = 0; i < s->shape.qps; i++)
		exit_with_errno(ibv_destroy_qp(s->qp[i]), "ibv_destroy_qp");
	if (s->srq)
		exit_with_errno(ibv_destroy_srq(s->srq), "ibv_destroy_srq");
	exit_with_errno(ibv_destroy_cq(s->cq), "ibv_destroy_cq");
	exit_with_errno(ibv_destroy_cq(other_cq), "ibv_destroy_cq");
}

/* --- the adapter's part ------------------------------------------------------------------ */

static void post_receives(struct stage *s, unsigned int index, int count)
{
	struct ibv_sge sge = {.addr = s->remote_addr, .length = STAGE_PAYLOAD, .lkey = s->lkey};
	struct ibv_recv_wr wr = {.sg_list = &sge, .num_sge = 1}, *bad;

	for (; waiting[index] < count; waiting[index]++)
		exit_with_errno(s->srq ? ibv_post_srq_recv(s->srq, &wr, &bad)
				       : ibv_post_recv(s->qp[index], &wr, &bad),
				"a receive");
}

/**
 * Post an empty send (a mark), whose completion shows that all sends before it are complete. It
 * consumes a receive.
 */
static void post_mark(struct stage *s, unsigned int index)
{
	struct ibv_send_wr wr = {
		.wr_id = MARK, .opcode = IBV_WR_SEND, .send_flags = IBV_SEND_SIGNALED};
	struct ibv_send_wr *bad;

	if (s->shape.type == IBV_QPT_UD) {
		wr.wr.ud.ah = s->ah[0];
		wr.wr.ud.remote_qpn = s->ah_qpn;
		wr.wr.ud.remote_qkey = BENCH_QKEY;
	}
	exit_with_errno(ibv_post_send(s->qp[index], &wr, &bad), "a send");
}

/** Wait for the next completion. */
static void next_completion(struct ibv_cq *cq, struct ibv_wc *wc)
{
	int got;

	while ((got = ibv_poll_cq(cq, 1, wc)) == 0)
		sched_yield();
	if (got < 0 || wc->status != IBV_WC_SUCCESS) {
		fprintf(stderr, "percall: a completion: %s\n",
			got < 0 ? "none" : ibv_wc_status_str(wc->status));
		exit(EXIT_FAILURE);
	}
}

/** Wait for this number of marks; every send before them is then complete, too. */
static void wait_marks(struct stage *s, int count)
{
	struct ibv_wc wc;

	while (count > 0) {
		next_completion(send_cq(s), &wc);
		count -= wc.wr_id == MARK;
	}
}

/** Poll the completions of `count` receives. */
static void poll_receives(struct stage *s, unsigned int count)
{
	struct ibv_wc wc;

	while (count--) {
		next_completion(recv_cq(s), &wc);
		for (unsigned int i = 0; i < s->shape.qps; i++)
			waiting[i] -= wc.qp_num == s->qp[i]->qp_num;
	}
}

/** Any command will do: the emulator responds only after finishing the work that it has started. */
static void wait_for_emulator(struct stage *s)
{
	struct ibv_qp_attr attr;
	struct ibv_qp_init_attr init;

	exit_with_errno(ibv_query_qp(s->qp[0], &attr, IBV_QP_STATE, &init), "ibv_query_qp");
}

/** Consume all receives of the first queue pair with marks. */
static void consume_receives(struct stage *s)
{
	const int count = waiting[0];

	for (int i = 0; i < count; i++)
		post_mark(s, 0);
	wait_marks(s, count);
	poll_receives(s, (unsigned int)count);
}

/**
 * Replace the receives that the sends have consumed. A mark shows that the last send is complete.
 */
static void settle_sends(struct stage *s)
{
	struct ibv_wc wc;

	if (waiting[0] > 0) {
		post_mark(s, 0);
		wait_marks(s, 1);
	}
	while (ibv_poll_cq(recv_cq(s), 1, &wc) > 0)
		waiting[0]--;
	post_receives(s, 0, RECEIVES);
}

void stage_takes_all(struct stage *s, unsigned int receives)
{
	waiting[0] += (int)receives;
	if (s->shape.use == STAGE_POSTS_SENDS)
		settle_sends(s);
	else if (s->shape.use == STAGE_POSTS_RECEIVES)
		consume_receives(s);
}

/*
 * Each send completes before the next queue pair's send is posted, so that completions alternate.
 */

void stage_completes_sends(struct stage *s, unsigned int count)
{
	const bool in_turn = s->shape.qps > 1;

	for (unsigned int i = 0; i < s->shape.qps; i++)
		post_receives(s, i, RECEIVES);
	for (unsigned int i = 0; i < count; i++) {
		post_mark(s, in_turn ? i % s->shape.qps : 0);
		if (in_turn)
			poll_receives(s, 1);
	}
	if (!in_turn)
		poll_receives(s, count);
	wait_for_emulator(s);
}

void stage_completes_receives(struct stage *s, unsigned int count)
{
	const bool in_turn = s->shape.qps > 1;

	for (unsigned int i = 0; i < count; i++)
		post_receives(s, i % s->shape.qps, waiting[i % s->shape.qps] + 1);
	for (unsigned int i = 0; i < count; i++) {
		post_mark(s, in_turn ? i % s->shape.qps : 0);
		waiting[i % s->shape.qps]--;
		if (in_turn)
			wait_marks(s, 1);
	}
	if (!in_turn)
		wait_marks(s, (int)count);
	wait_for_emulator(s);
}

/* --- the clock --------------------------------------------------------------------------- */

/** Process state of the emulator, as ps shows it; 0 if there is no such process. */
static char state_of(long pid)
{
	char path[64], state = 0;
	FILE *stat;

	snprintf(path, sizeof(path), "/proc/%ld/stat", pid);
	stat = fopen(path, "re");
	if (!stat || fscanf(stat, "%*d (%*[^)]) %c", &state) != 1)
		state = 0;
	if (stat)
		fclose(stat);
	return state;
}

static long daemon_pid(void)
{
	const char *text = getenv("BENCH_DAEMON");

	return text ? atol(text) : 0;
}

void stage_hold(void)
{
	const long pid = daemon_pid();

	if (pid <= 0)
		return;
	if (kill((pid_t)pid, SIGSTOP))
		exit_with_message("SIGSTOP");
	while (state_of(pid) != 'T') {
		if (!state_of(pid))
			exit_with_message("no emulator");
		sched_yield();
	}
}

void stage_release(void)
{
	const long pid = daemon_pid();

	if (pid > 0)
		kill((pid_t)pid, SIGCONT);
}
