/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Vectors of behaviour that is not required have a text that says what may still be compared. These
 * functions parse such a text, by its words and never by the vector it belongs to.
 */
#ifndef GOLDEN_QUIRK_H
#define GOLDEN_QUIRK_H

#include "vector.h"

/** The quirk text of a vector; NULL for ordinary ones. */
const char *quirk_of(const json_t *vector);
/** Does the text say that only certain things have to match? */
bool quirk_limits(const char *quirk);
/** Has `name` to match? True without such a limit, else when the text names it after "only". */
bool quirk_requires(const char *quirk, const char *name);
/** May an implementation refuse the request instead? */
bool quirk_allows_refusal(const char *quirk);
/** Is `name` among what the text leaves to the implementation? */
bool quirk_excuses(const char *quirk, const char *name);

/** What the reference does that its text calls wrong. */
enum quirk_oddity {
	QUIRK_FAILS_AT_UNKNOWN,      /**< stops at a CQE that it should consume and skip */
	QUIRK_STOPS_EARLY,           /**< at a CQE of which nothing comes */
	QUIRK_TAKES_DATA_FOR_SOURCE, /**< payload in a CQE lies where it says who sent it */
	QUIRK_FORGETS_DOORBELL,      /**< of the consumer, at the end of an extended poll */
};
bool quirk_says(const char *quirk, enum quirk_oddity oddity);

/** Does a vector (or step) leave a member of "expect" to the implementation? */
bool quirk_chooses(const json_t *vector, const char *member);

/** Mark what the text excepts ("dword 0 bits 23:8", "bytes 4..6") in a mask of ignored bits. */
void quirk_exceptions(const char *quirk, uint8_t *ignore, size_t len);

#endif
