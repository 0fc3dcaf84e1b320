/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * For adapters without a provider, to which programs cannot be bound yet: maps the public calls to
 * the generated ones, as in a bound program. Included before everything else, after the adapter's
 * own header; BENCH_DRAFT is the adapter's name.
 */
#ifndef BENCH_PERCALL_DRAFT_H
#define BENCH_PERCALL_DRAFT_H

#include <infiniband/verbs.h>

#define DRAFT_JOIN_(adapter, call) adapter##_##call
#define DRAFT_JOIN(adapter, call)  DRAFT_JOIN_(adapter, call)
#define DRAFT(call)                DRAFT_JOIN(BENCH_DRAFT, call)

#define ibv_post_send     DRAFT(post_send)
#define ibv_post_recv     DRAFT(post_recv)
#define ibv_poll_cq       DRAFT(poll_cq)
#define ibv_req_notify_cq DRAFT(arm_cq)
#if !defined(BENCH_SRQ) || BENCH_SRQ
#define ibv_post_srq_recv DRAFT(post_srq_recv)
#endif

#define ibv_start_poll       DRAFT(start_poll)
#define ibv_next_poll        DRAFT(next_poll)
#define ibv_end_poll         DRAFT(end_poll)
#define ibv_wc_read_opcode   DRAFT(read_opcode)
#define ibv_wc_read_qp_num   DRAFT(read_qp_num)
#define ibv_wc_read_byte_len DRAFT(read_byte_len)
#define ibv_wc_read_wc_flags DRAFT(read_wc_flags)

#endif
