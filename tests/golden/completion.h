/* SPDX-License-Identifier: BSD-2-Clause */
/* Work completions as vectors write them. */
#ifndef GOLDEN_COMPLETION_H
#define GOLDEN_COMPLETION_H

#include <infiniband/verbs.h>

#include "vector.h"

/** How one completion is to be compared. */
struct wc_rule {
	const char *quirk; /**< text of the vector; NULL: none */
	uint8_t preset;    /**< what every byte of the array held before the call */
	bool connected;    /**< no datagram: a good receive may leave all members that tell where it
			      came    from as they were */
	bool flags_of_receives; /**< flags are compared of good receives alone */
	bool imm_by_flag;       /**< without its flag, immediate data may be left as it was */
	bool other_sl;          /**< sl_instead is right where the vector has another value */
	uint8_t sl_instead;
};

/** Compare the fields that the vector lists. */
void check_completion(const json_t *expected, const struct ibv_wc *wc, size_t index,
		      const struct wc_rule *rule, struct report *r);

/** Compare what the readers of an extended poll say about the completion at hand. */
void check_readers(const json_t *expected, struct ibv_cq_ex *cq, struct report *r);

#endif
