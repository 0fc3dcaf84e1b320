/* SPDX-License-Identifier: BSD-2-Clause */
/* Random numbers and random requests for the decode tests. */
#ifndef TESTS_DECODE_RANDOM_H
#define TESTS_DECODE_RANDOM_H

/* cmocka.h requires that these are included first */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <stdlib.h>

#include "rings.h"

/** How often each property is tested; the first argument of the program. */
extern unsigned long rounds;

/** The next pseudo-random number below `limit`; the program's second argument is the seed. */
uint32_t below(uint32_t limit);
uint64_t wide(void);

/** A random request: any opcode and flags, sometimes with more SGEs than allowed. */
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
