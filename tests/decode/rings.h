/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * An adapter's part of the tests: where its WQEs are, and its generated decoders under common
 * names.
 */
#ifndef TESTS_DECODE_RINGS_H
#define TESTS_DECODE_RINGS_H

#include <inverbs/device/device.h>
#include <inverbs/print/dump.h>

#include "bench/percall/queues.h"

/** The adapter's opcodes, WQEs and syndromes. */
extern const struct inverbs_dump *const rings_dump;
/** Whether the WQE of BIND_MW has the type of the window. */
extern const bool rings_name_window_types;
/** Whether an opcode's WQE has send flags. */
bool rings_keep_flags(enum ibv_wr_opcode opcode);

/** The WQE posted last, or `back` before it; of *bytes. */
const uint8_t *rings_newest_send(const struct bench_queues *q, uint32_t back, uint32_t *bytes);
const uint8_t *rings_newest_receive(const struct bench_queues *q, uint32_t *bytes);

/** The generated decoders. 0, or EINVAL: not a WQE of the fast path. */
int rings_read_send(enum ibv_qp_type type, const void *entry, uint32_t bytes,
		    struct inverbs_dev_wr *out);
int rings_read_receive(const void *entry, uint32_t bytes, struct inverbs_dev_recv *out);

/** The device completes the oldest send or receive, with a status of rings_dump or IBV_WC_SUCCESS.
 */
void rings_complete(struct bench_queues *q, bool is_send, enum ibv_wc_status status,
		    uint32_t bytes);

#endif
