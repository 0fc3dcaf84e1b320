/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * planted MISTAKE: a program with a typical mistake. It prints no explanation, only the number of
 * its queue pair and the status of a completion, and runs until its standard input ends.
 */
#include <unistd.h>

#include "tests/contract/kit.h"

enum {
	BYTES = 64,
};

/** The peer has registered its buffer again after it announced the key. */
static void stale_key(struct pair *pair, struct ibv_send_wr *wr)
{
	const uint32_t announced = pair->b.mr->rkey;

	assert_int_equal(ibv_dereg_mr(pair->b.mr), 0);
	pair->b.mr = ibv_reg_mr(pair->b.pd, pair->b.buf, pair->b.bytes, ALL_ACCESS);
	assert_non_null(pair->b.mr);
	wr->wr.rdma.rkey = announced;
}

/** Writes to one slot more than the peer's table has. */
static void one_too_far(struct pair *pair, struct ibv_send_wr *wr)
{
	wr->wr.rdma.remote_addr = (uintptr_t)pair->b.buf + pair->b.bytes - BYTES / 2;
}

/** No receive is posted, and the sender waits for one indefinitely: it hangs. */
static void nobody_receives(struct pair *pair, struct ibv_send_wr *wr)
{
	(void)pair;
	wr->opcode = IBV_WR_SEND;
}

static const struct {
	const char *name;
	void (*plant)(struct pair *pair, struct ibv_send_wr *wr);
	bool hangs;
} mistakes[] = {
	{"stale_key", stale_key, false},
	{"one_too_far", one_too_far, false},
	{"nobody_receives", nobody_receives, true},
};

static void go_wrong(size_t n)
{
	struct ibv_send_wr wr;
	struct ibv_sge sge;
	struct pair pair;
	struct ibv_wc wc;
	char byte;

	pair_open(&pair, &(struct plan){0});
	sge = side_sge(&pair.a, 0, BYTES);
	wr = side_wr(&sge, IBV_WR_RDMA_WRITE, 1, &pair.b, 0);
	mistakes[n].plant(&pair, &wr);
	assert_int_equal(post_wr(&pair.a, &wr), 0);
	if (!mistakes[n].hangs) {
		take_completions(pair.a.scq, &wc, 1);
		printf("%s\n", ibv_wc_status_str(wc.status));
	}
	printf("queue pair 0x%x\n", pair.a.qp->qp_num);
	fflush(stdout);
	while (read(STDIN_FILENO, &byte, 1) > 0)
		continue;
	pair_close(&pair);
}

int main(int argc, char **argv)
{
	for (size_t i = 0; i < COUNT(mistakes); i++) {
		if (argc == 2 && !strcmp(argv[1], mistakes[i].name)) {
			go_wrong(i);
			return EXIT_SUCCESS;
		}
	}
	fprintf(stderr, "usage: planted stale_key|one_too_far|nobody_receives\n");
	return 2;
}
