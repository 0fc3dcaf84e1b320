/* SPDX-License-Identifier: BSD-2-Clause */
/* Posting at low cost: inline data, many work requests per doorbell, one completion for all. */
#include "kit.h"

enum {
	MESSAGES = 16
};

int main(void)
{
	struct end ends[2];
	open_pair(ends, IBV_QPT_RC);

	for (int i = 0; i < MESSAGES; i++)
		post_receive(&ends[1], (uint64_t)i, sge_of(&ends[1], 0, TEXT));

	/* A list: the work requests are posted in order, and the doorbell is rung once. */
	struct ibv_send_wr list[MESSAGES];
	struct ibv_sge from[MESSAGES];
	uint32_t numbers[MESSAGES];
	for (int i = 0; i < MESSAGES; i++) {
		numbers[i] = (uint32_t)i;
		from[i] = (struct ibv_sge){.addr = (uintptr_t)&numbers[i], .length = 4};
		list[i] = (struct ibv_send_wr){
			.wr_id = (uint64_t)i,
			.next = i + 1 < MESSAGES ? &list[i + 1] : NULL,
			.sg_list = &from[i],
			.num_sge = 1,
			.opcode = IBV_WR_SEND,
			/* Inline: the bytes are copied now, so no key is needed, and numbers[]
			 * can be reused at once. Only the last one is signaled; it completes after
			 * all others. */
			.send_flags = IBV_SEND_INLINE | (i + 1 < MESSAGES ? 0 : IBV_SEND_SIGNALED),
		};
	}
	struct ibv_send_wr *bad;
	must_be_0(ibv_post_send(ends[0].qp, list, &bad), "ibv_post_send");
	memset(numbers, 0xff, sizeof(numbers));

	struct ibv_wc wc = completed(ends[0].cq);
	printf("completion of request %d, for all %d\n", (int)wc.wr_id, MESSAGES);
	for (int i = 0; i < MESSAGES; i++)
		wc = completed(ends[1].cq);
	memcpy(numbers, ends[1].text, sizeof(numbers[0]));
	printf("receive %d got the number %u\n", (int)wc.wr_id, numbers[0]);
	close_end(&ends[0]);
	close_end(&ends[1]);
	return 0;
}
