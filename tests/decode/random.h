/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TESTS_DECODE_RANDOM_H
#define TESTS_DECODE_RANDOM_H

/* cmocka wants these before itself */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <stdlib.h>

#include "rings.h"

/** How often each property is tried; the first argument of the program. */
extern unsigned long rounds;

/** A number below `limit`, repeatable; the seed is the second argument of the program. */
uint32_t below(uint32_t limit);
uint64_t wide(void);

/** A random request with its SGEs: any opcode and flags, sometimes more than is allowed. */
struct any_send {
	struct ibv_send_wr wr;
	struct ibv_sge sge[8];
	uint8_t bytes[8][64];
};
void any_send(struct any_send *s, enum ibv_qp_type type, struct ibv_ah *ah);

void requests_are_read_back(void **state);
void lists_are_read_back(void **state);
void receives_are_read_back(void **state);
void completions_say_what_happened(void **state);
void noise_is_no_entry(void **state);
void damaged_entries_do_no_harm(void **state);

#endif
