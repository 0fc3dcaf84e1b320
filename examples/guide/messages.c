/* SPDX-License-Identifier: BSD-2-Clause */
/* Messages: the receiver posts a buffer first, then the sender sends into it. */
#include "kit.h"

int main(void)
{
	struct end ends[2];
	open_pair(ends, IBV_QPT_RC);

	/* Post the receive before the message is sent. */
	post_receive(&ends[1], 7, sge_of(&ends[1], 0, TEXT));

	strcpy(ends[0].text, "a message");
	struct ibv_sge from = sge_of(&ends[0], 0, strlen(ends[0].text) + 1);
	post_send(&ends[0], (struct ibv_send_wr){
				    .wr_id = 1,
				    .sg_list = &from,
				    .num_sge = 1,
				    .opcode = IBV_WR_SEND_WITH_IMM,
				    .imm_data = htobe32(42), /* four bytes of immediate data */
				    .send_flags = IBV_SEND_SIGNALED,
			    });

	/* Until this completion, the buffer belongs to the adapter. */
	completed(ends[0].cq);

	struct ibv_wc wc = completed(ends[1].cq);
	printf("receive %d: %u bytes, \"%s\", and the number %u\n", (int)wc.wr_id, wc.byte_len,
	       ends[1].text, be32toh(wc.imm_data));
	close_end(&ends[0]);
	close_end(&ends[1]);
	return 0;
}
