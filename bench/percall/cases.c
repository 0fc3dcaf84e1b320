/* SPDX-License-Identifier: BSD-2-Clause */
/* The table of measured cases. */
#include "cases.h"

enum {
	SIGNALED = IBV_SEND_SIGNALED,
	INLINE = IBV_SEND_INLINE,
};

#define CALL(kind) .call = CASE_##kind, .type = BENCH_RC ? IBV_QPT_RC : IBV_QPT_UD
#define DATAGRAM   .call = CASE_SEND, .type = IBV_QPT_UD, .opcode = IBV_WR_SEND

const struct bench_case bench_cases[] = {
	{"P1", "RC SEND, 1 SGE 64 B, signaled", CALL(SEND), .opcode = IBV_WR_SEND,
	 .flags = SIGNALED, .length = 64, .constant = op_const_send},
	{"P2", "RC SEND inline 16 B, signaled", CALL(SEND), .opcode = IBV_WR_SEND,
	 .flags = SIGNALED | INLINE, .length = 16, .constant = op_const_send_inline,
	 .constant_length = op_const_send_inline_16},
	{"P3", "RC RDMA_WRITE, 1 SGE, unsignaled", CALL(SEND), .opcode = IBV_WR_RDMA_WRITE,
	 .length = 64, .constant = op_const_write},
	{"P4", "RC RDMA_WRITE inline 8 B, unsignaled", CALL(SEND), .opcode = IBV_WR_RDMA_WRITE,
	 .flags = INLINE, .length = 8, .constant = op_const_write_inline,
	 .constant_length = op_const_write_inline_8},
	{"P5", "UD SEND inline 32 B, signaled", DATAGRAM, .flags = SIGNALED | INLINE, .length = 32,
	 .constant = op_const_send_ud_inline},
	{"P6", "chain of 16 RC SENDs in one call, per request", CALL(SEND), .per_call = 16,
	 .opcode = IBV_WR_SEND, .flags = SIGNALED, .length = 64},
	{"P7", "post_recv, 1 SGE", CALL(RECV), .length = 64},
	{"P8", "poll_cq, empty", CALL(POLL_EMPTY)},
	{"P9", "poll_cq, returns 1 send completion", CALL(POLL_SENDS)},
	{"P10", "poll_cq, returns 1 receive completion", CALL(POLL_RECVS)},
	{"P11", "poll_cq, returns 16 receive completions, per completion", CALL(POLL_RECVS),
	 .per_call = 16},
	{"P12", "post_srq_recv, 1 SGE", CALL(SRQ_RECV), .srq = true, .length = 64},
	{"P13", "RC RDMA_READ, 1 SGE 64 B, signaled", CALL(SEND), .opcode = IBV_WR_RDMA_READ,
	 .flags = SIGNALED, .length = 64, .constant = op_const_read},
	{"P14", "poll_cq, returns 1 receive completion of an SRQ", CALL(POLL_RECVS), .srq = true},
	{"P15", "req_notify_cq", CALL(NOTIFY)},
	{"P16", "poll_cq, returns 16 send completions, per completion", CALL(POLL_SENDS),
	 .per_call = 16},
	{"P17", "P1 on a queue pair with 4 SGEs granted", CALL(SEND), .max_sge = 4,
	 .opcode = IBV_WR_SEND, .flags = SIGNALED, .length = 64, .constant = op_const_send},
	{"P18", "P7 on a queue pair with 4 SGEs granted", CALL(RECV), .max_sge = 4, .length = 64},
	{"P19", "RC SEND, 3 SGEs of 64 B, signaled", CALL(SEND), .max_sge = 4, .num_sge = 3,
	 .opcode = IBV_WR_SEND, .flags = SIGNALED, .length = 64},
	{"P20", "P3 on a send queue that has seen a WQE of more than 64 B", CALL(SEND),
	 .long_first = true, .opcode = IBV_WR_RDMA_WRITE, .length = 64, .constant = op_const_write},
	{"P21", "RC RDMA_WRITE inline 64 B, unsignaled", CALL(SEND), .opcode = IBV_WR_RDMA_WRITE,
	 .flags = INLINE, .length = MAX_INLINE, .constant = op_const_write_inline},
	{"P22", "UD SEND, 1 SGE 64 B, signaled, 4 address handles in turn", DATAGRAM,
	 .flags = SIGNALED, .length = 64, .constant = op_const_send_ud},
	{"P23", "poll_cq, returns 1 receive completion of a datagram", .call = CASE_POLL_RECVS,
	 .type = IBV_QPT_UD},
	{"P24", "P9 with the completions of 4 queue pairs in turn", CALL(POLL_SENDS), .qps = 4},
	{"P25", "P11 with the completions of 4 queue pairs in turn", CALL(POLL_RECVS), .qps = 4,
	 .per_call = 16},
	{"P26", "start_poll, 1 send completion read, end_poll", CALL(POLL_EX_SENDS)},
	{"P27", "start_poll, 1 receive completion read, end_poll", CALL(POLL_EX_RECVS)},
	{"P28", "start_poll, 16 send completions read, end_poll, per completion",
	 CALL(POLL_EX_SENDS), .per_call = 16},
	{"P29", "start_poll, 16 receive completions read, end_poll, per completion",
	 CALL(POLL_EX_RECVS), .per_call = 16},
#if BENCH_IBA
	{"I1", "ib_post_send, RC send, 1 SGE 64 B, signaled", CALL(IBA_SEND), .opcode = IBV_WR_SEND,
	 .flags = SIGNALED, .length = 64},
	{"I2", "ib_post_send, RDMA write, 1 SGE, signaled", CALL(IBA_SEND),
	 .opcode = IBV_WR_RDMA_WRITE, .flags = SIGNALED, .length = 64},
	{"I3", "ib_post_send, RDMA write, 1 SGE, unsignaled", CALL(IBA_SEND),
	 .opcode = IBV_WR_RDMA_WRITE, .length = 64},
	{"I4", "ib_post_send, RDMA write inline 8 B, unsignaled", CALL(IBA_SEND),
	 .opcode = IBV_WR_RDMA_WRITE, .flags = INLINE, .length = 8},
	{"I5", "ib_post_send, datagram, 1 SGE 64 B, signaled", .call = CASE_IBA_SEND,
	 .type = IBV_QPT_UD, .opcode = IBV_WR_SEND, .flags = SIGNALED, .length = 64},
	{"I6", "ib_post_send, list of 16 RC sends, per request", CALL(IBA_SEND), .per_call = 16,
	 .opcode = IBV_WR_SEND, .flags = SIGNALED, .length = 64},
	{"I7", "ib_post_recv, 1 SGE", CALL(IBA_RECV), .length = 64},
	{"I8", "ib_poll_cq, empty", CALL(IBA_POLL_EMPTY)},
	{"I9", "ib_poll_cq, delivers 1 send completion", CALL(IBA_POLL_SENDS)},
	{"I10", "ib_poll_cq, delivers 1 receive completion", CALL(IBA_POLL_RECVS)},
	{"I11", "ib_poll_cq, delivers 1 receive completion of a datagram",
	 .call = CASE_IBA_POLL_RECVS, .type = IBV_QPT_UD},
	{"I12", "ib_poll_cq, delivers 16 send completions, per completion", CALL(IBA_POLL_SENDS),
	 .per_call = 16},
	{"I13", "ib_poll_cq, delivers 16 receive completions, per completion", CALL(IBA_POLL_RECVS),
	 .per_call = 16},
	{"I14", "ib_rearm_cq", CALL(IBA_REARM)},
#endif
};

const unsigned int bench_case_count = sizeof(bench_cases) / sizeof(bench_cases[0]);

const char *case_variant_name(enum case_variant variant)
{
	static const char *const names[CASE_VARIANTS] = {"run-time", "constant", "constant-length",
							 "unbound"};

	return names[variant];
}

bool case_is_iba(enum case_call call)
{
	return call >= CASE_IBA_SEND;
}

enum case_completes case_completes(enum case_call call)
{
	switch (call) {
	case CASE_POLL_SENDS:
	case CASE_POLL_EX_SENDS:
	case CASE_IBA_POLL_SENDS:
		return COMPLETES_SENDS;
	case CASE_POLL_RECVS:
	case CASE_POLL_EX_RECVS:
	case CASE_IBA_POLL_RECVS:
		return COMPLETES_RECEIVES;
	default:
		return COMPLETES_NONE;
	}
}

bool case_has(const struct bench_case *c, enum case_variant variant)
{
	if (!BENCH_RC && c->call == CASE_SEND && c->opcode != IBV_WR_SEND)
		return false; /* RDMA requires a connection */
	if (variant == CASE_RUN_TIME)
		return true;
	if (case_is_iba(c->call) || variant == CASE_UNBOUND)
		return case_is_iba(c->call) && variant == CASE_UNBOUND && BENCH_UNBOUND;
	if (c->call == CASE_POLL_EX_SENDS || c->call == CASE_POLL_EX_RECVS)
		return false;
	if (c->call != CASE_SEND)
		return variant == CASE_CONSTANT;
	return (variant == CASE_CONSTANT ? c->constant : c->constant_length) != NULL;
}
