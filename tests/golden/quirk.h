/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A vector whose behavior is not mandatory has a quirk text that says what may still be compared.
 * These functions interpret such texts by their words, never by vector.
 */
#ifndef GOLDEN_QUIRK_H
#define GOLDEN_QUIRK_H

#include "vector.h"

/** Returns the quirk text of a vector; NULL if it has none. */
const char *quirk_of(const json_t *vector);
/** Whether the text limits the comparison to certain members. */
bool quirk_limits(const char *quirk);
/** Whether the member must match: true without such a limit, otherwise if the text names it after
 * "only". */
bool quirk_requires(const char *quirk, const char *name);
/** Whether an implementation may refuse the request instead. */
bool quirk_allows_refusal(const char *quirk);
/** Whether the text leaves the member to the implementation. */
bool quirk_excuses(const char *quirk, const char *name);

/** Behavior of the reference that the text calls wrong. */
enum quirk_oddity {
	QUIRK_FAILS_AT_UNKNOWN,      /**< stops at a CQE that it should consume and skip */
	QUIRK_STOPS_EARLY,           /**< stops at a CQE that yields no completion */
	QUIRK_TAKES_DATA_FOR_SOURCE, /**< reports payload bytes in a CQE as the sender's address */
	QUIRK_FORGETS_DOORBELL,      /**< omits the consumer's doorbell at the end of an extended
				      * poll */
};
bool quirk_says(const char *quirk, enum quirk_oddity oddity);

/** Whether a vector or step leaves a member of "expect" to the implementation. */
bool quirk_chooses(const json_t *vector, const char *member);

/** Set bits that the text excepts ("dword 0 bits 23:8", "bytes 4..6") in a mask of ignored bits. */
void quirk_exceptions(const char *quirk, uint8_t *ignore, size_t len);

#endif
