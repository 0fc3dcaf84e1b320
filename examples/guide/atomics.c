/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Atomics: an operation changes eight bytes of remote memory atomically, and returns their old
 * value.
 */
#include "kit.h"

static uint64_t change(const struct end *end, struct ibv_send_wr wr)
{
	struct ibv_sge old = sge_of(end, 0, sizeof(uint64_t));
	uint64_t value;

	wr.sg_list = &old;
	wr.num_sge = 1;
	wr.send_flags = IBV_SEND_SIGNALED;
	post_send(end, wr);
	completed(end->cq);
	memcpy(&value, end->text, sizeof(value));
	return value;
}

int main(void)
{
	static uint64_t counter = 40; /* eight bytes, aligned to eight */
	struct end ends[2];
	open_pair(ends, IBV_QPT_RC);

	struct ibv_mr *mr = ibv_reg_mr(ends[1].pd, &counter, sizeof(counter),
				       IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_ATOMIC);
	must(mr, "ibv_reg_mr");

	struct ibv_send_wr add = {.opcode = IBV_WR_ATOMIC_FETCH_AND_ADD};
	add.wr.atomic.remote_addr = (uintptr_t)&counter;
	add.wr.atomic.rkey = mr->rkey;
	add.wr.atomic.compare_add = 2;
	printf("it was %llu, plus 2\n", (unsigned long long)change(&ends[0], add));

	struct ibv_send_wr swap = add;
	swap.opcode = IBV_WR_ATOMIC_CMP_AND_SWP;
	swap.wr.atomic.compare_add = 42; /* if the value is this, */
	swap.wr.atomic.swap = 7;         /* replace it by this */
	printf("it was %llu, now 7\n", (unsigned long long)change(&ends[0], swap));
	printf("it was %llu, so it stayed\n", (unsigned long long)change(&ends[0], swap));

	must_be_0(ibv_dereg_mr(mr), "ibv_dereg_mr");
	close_end(&ends[0]);
	close_end(&ends[1]);
	return 0;
}
