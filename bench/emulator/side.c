/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A connected queue pair with its memory, and the work requests that the figures of bench_emulator
 * post.
 */
#include "bench/emulator/side.h"

#include <stdlib.h>
#include <string.h>

struct endpoint_plan side_plan(const struct bench *b, uint32_t depth)
{
	return (struct endpoint_plan){
		.device = b->device,
		.port = 1,
		.gid_index = 0,
		.type = IBV_QPT_RC,
		.mtu = IBV_MTU_1024,
		.send_depth = depth,
		.recv_depth = depth,
		.access = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE,
	};
}

int side_open(struct side *s, const struct endpoint_plan *plan, size_t bytes)
{
	memset(s, 0, sizeof(*s));
	s->bytes = bytes;
	s->memory = calloc(2, bytes);
	if (!s->memory)
		return complain("no memory");
	if (endpoint_open(&s->end, plan))
		return -1;
	s->mr = ibv_reg_mr(s->end.pd, s->memory, 2 * bytes, (int)plan->access);
	return s->mr ? 0 : complain("cannot register memory");
}

void side_close(struct side *s)
{
	if (s->mr)
		ibv_dereg_mr(s->mr);
	if (s->end.ctx)
		endpoint_close(&s->end);
	free(s->memory);
}

struct target side_target(const struct side *s)
{
	return (struct target){(uintptr_t)s->memory + s->bytes, s->mr->rkey};
}

int side_post(struct side *s, enum ibv_wr_opcode opcode, unsigned int flags,
	      const struct target *to)
{
	struct ibv_sge sge = {(uintptr_t)s->memory, (uint32_t)s->bytes, s->mr->lkey};
	struct ibv_send_wr wr = {.sg_list = &sge, .num_sge = 1, .opcode = opcode}, *bad;
	int error;

	wr.send_flags = flags;
	if (to) {
		wr.wr.rdma.remote_addr = to->addr;
		wr.wr.rdma.rkey = (uint32_t)to->rkey;
	}
	error = ibv_post_send(s->end.qp, &wr, &bad);
	return error ? complain_errno(error, "cannot post a send") : 0;
}

int side_post_receive(struct side *s)
{
	struct ibv_sge sge = {(uintptr_t)s->memory + s->bytes, (uint32_t)s->bytes, s->mr->lkey};
	struct ibv_recv_wr wr = {.sg_list = &sge, .num_sge = 1}, *bad;
	int error = ibv_post_recv(s->end.qp, &wr, &bad);

	return error ? complain_errno(error, "cannot post a receive") : 0;
}

int side_spin(struct side *s, unsigned long completions)
{
	struct ibv_wc wc[DEPTH];

	while (completions > 0) {
		const unsigned long most = completions < DEPTH ? completions : DEPTH;
		int n = ibv_poll_cq(s->end.cq, (int)most, wc);

		if (n < 0)
			return complain("cannot poll");
		for (int i = 0; i < n; i++) {
			if (wc[i].status != IBV_WC_SUCCESS)
				return complain("a completion: %s",
						ibv_wc_status_str(wc[i].status));
		}
		completions -= (unsigned long)n;
	}
	return 0;
}
