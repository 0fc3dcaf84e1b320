/* SPDX-License-Identifier: BSD-2-Clause */
/* Completions that a traced program printed: "wc wr_id=100 status=0 opcode=128 len=5 flags=1
 * imm=00000000 src=0". */
#ifndef GOLDEN_RXE_PRINTED_H
#define GOLDEN_RXE_PRINTED_H

#include <infiniband/verbs.h>

#include "deviations.h"

/**
 * Find the completion that a line of a program is about, among those that we polled; it is taken
 * out. False: the line is about one, and there is none like it.
 */
bool find_printed(const char *line, struct ibv_wc *wc, bool *taken, size_t n, struct report *r);

#endif
