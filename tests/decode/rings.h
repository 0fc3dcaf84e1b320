/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The interface to an adapter: where its WQEs are, and its generated decoders under common names.
 */
#ifndef TESTS_DECODE_RINGS_H
#define TESTS_DECODE_RINGS_H

#include <inverbs/device/device.h>
#include <inverbs/print/dump.h>

#include "bench/percall/queues.h"

/** The adapter's opcodes, WQEs and syndromes. */
extern const struct inverbs_dump *const rings_dump;
/** Whether the WQE of BIND_MW contains the window's type. */
extern const bool rings_name_window_types;
/** Whether an opcode's WQE contains the send flags. */
bool rings_keep_flags(enum ibv_wr_opcode opcode);

/** Returns the WQE that was posted last, or `back` WQEs before it, and its length in *bytes. */
const uint8_t *rings_newest_send(const struct bench_queues *q, uint32_t back, uint32_t *bytes);
const uint8_t *rings_newest_receive(const struct bench_queues *q, uint32_t *bytes);

/** The generated decoders. They return 0, or EINVAL for bytes that the fast path never writes. */
int rings_read_send(enum ibv_qp_type type, const void *entry, uint32_t bytes,
		    struct inverbs_dev_wr *out);
int rings_read_receive(const void *entry, uint32_t bytes, struct inverbs_dev_recv *out);

/** Complete the oldest send or receive as the device does, with IBV_WC_SUCCESS or a status of
 * rings_dump. */
void rings_complete(struct bench_queues *q, bool is_send, enum ibv_wc_status status,
		    uint32_t bytes);

#endif
