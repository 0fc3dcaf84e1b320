/* SPDX-License-Identifier: BSD-2-Clause */
/* Compares work completions with those of vectors. */
#ifndef GOLDEN_COMPLETION_H
#define GOLDEN_COMPLETION_H

#include <infiniband/verbs.h>

#include "vector.h"

/** How to compare a completion. */
struct wc_rule {
	const char *quirk;      /**< the vector's quirk text, or NULL */
	uint8_t preset;         /**< value of every byte of the array before the call */
	bool connected;         /**< not a datagram: a successful receive may leave the members that
				 * describe the sender */
	bool flags_of_receives; /**< flags are compared only for successful receives */
	bool imm_by_flag;       /**< immediate data may remain unchanged without its flag */
	bool other_sl;          /**< sl_instead is also right */
	uint8_t sl_instead;
};

/** Compare the fields that the vector lists. */
void check_completion(const json_t *expected, const struct ibv_wc *wc, size_t index,
		      const struct wc_rule *rule, struct report *r);

/** Compare the current completion of an extended poll, field by field, with the vector. */
void check_readers(const json_t *expected, struct ibv_cq_ex *cq, struct report *r);

#endif
