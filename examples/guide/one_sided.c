/* SPDX-License-Identifier: BSD-2-Clause */
/* RDMA: one side reads and writes the other's memory, without involving the program there. */
#include "kit.h"

int main(void)
{
	struct end ends[2];
	open_pair(ends, IBV_QPT_RC);

	/* Data that the remote side sends once: the address of its buffer, and the key. */
	const uint64_t far_address = (uintptr_t)ends[1].text;
	const uint32_t far_key = ends[1].mr->rkey;

	strcpy(ends[0].text, "written from afar");
	struct ibv_sge here = sge_of(&ends[0], 0, 32);
	struct ibv_send_wr write = {
		.sg_list = &here,
		.num_sge = 1,
		.opcode = IBV_WR_RDMA_WRITE,
		.send_flags = IBV_SEND_SIGNALED,
		.wr.rdma = {.remote_addr = far_address, .rkey = far_key},
	};
	post_send(&ends[0], write);
	completed(ends[0].cq);
	printf("there: %s\n", ends[1].text);

	/* Read it back, into another part of the local buffer. */
	struct ibv_sge back = sge_of(&ends[0], 64, 32);
	struct ibv_send_wr read = write;
	read.opcode = IBV_WR_RDMA_READ;
	read.sg_list = &back;
	post_send(&ends[0], read);
	completed(ends[0].cq);
	printf("here:  %s\n", ends[0].text + 64);

	/*
	 * The remote program is not notified of a write. A write with immediate data also consumes
	 * a receive there, whose list of SGEs may be empty.
	 */
	post_receive(&ends[1], 0, sge_of(&ends[1], 0, 0));
	write.opcode = IBV_WR_RDMA_WRITE_WITH_IMM;
	write.imm_data = htobe32(1);
	post_send(&ends[0], write);
	completed(ends[0].cq);
	struct ibv_wc wc = completed(ends[1].cq);
	printf("told:  %u bytes were written\n", wc.byte_len);
	close_end(&ends[0]);
	close_end(&ends[1]);
	return 0;
}
