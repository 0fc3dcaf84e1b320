/* SPDX-License-Identifier: BSD-2-Clause */
#include "quirk.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

const char *quirk_of(const json_t *vector)
{
	return json_string_value(json_object_get(vector, "quirk"));
}

static const char *limits_of(const char *quirk)
{
	return quirk ? strstr(quirk, "only ") : NULL;
}

bool quirk_limits(const char *quirk)
{
	return limits_of(quirk) != NULL;
}

static bool is_word_char(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

static bool has_word(const char *in, const char *word)
{
	size_t len = strlen(word);

	for (const char *at = strstr(in, word); at; at = strstr(at + 1, word)) {
		if ((at == in || !is_word_char(at[-1])) && !is_word_char(at[len]))
			return true;
	}
	return false;
}

bool quirk_requires(const char *quirk, const char *name)
{
	const char *limits = limits_of(quirk);

	return !limits || has_word(limits, name);
}

bool quirk_excuses(const char *quirk, const char *name)
{
	static const struct {
		const char *words, *name;
	} excused[] = {
		{"rings with the failed", "doorbells"},
		{"write a fragment of zeros", "queue_after"},
		{"fence", "fence_memory_after"},
		{"phase of the lap", "sq_phase_after"},
		{"opcode", "opcode"},
	};

	for (size_t i = 0; quirk && i < sizeof(excused) / sizeof(excused[0]); i++) {
		if (same_text(excused[i].name, name) && strstr(quirk, excused[i].words))
			return true;
	}
	/* "the posted slot" means the ring */
	return !quirk_requires(quirk, name) &&
	       !(same_text(name, "queue_after") && quirk_requires(quirk, "posted"));
}

bool quirk_says(const char *quirk, enum quirk_oddity oddity)
{
	static const char *const words[] = {
		[QUIRK_FAILS_AT_UNKNOWN] = "consume it",
		[QUIRK_STOPS_EARLY] = "going on",
		[QUIRK_TAKES_DATA_FOR_SOURCE] = "overlap the data",
		[QUIRK_FORGETS_DOORBELL] = "does not write the consumer doorbell",
	};

	return quirk && strstr(quirk, words[oddity]);
}

bool quirk_chooses(const json_t *vector, const char *member)
{
	const json_t *list = json_object_get(vector, "provider_choice");

	for (size_t i = 0; i < json_array_size(list); i++) {
		if (same_text(text_of(json_array_get(list, i)), member))
			return true;
	}
	return false;
}

bool quirk_allows_refusal(const char *quirk)
{
	static const char *const words[] = {"reject", "refus", "EINVAL is fine"};

	for (size_t i = 0; quirk && i < sizeof(words) / sizeof(words[0]); i++) {
		if (strstr(quirk, words[i]))
			return true;
	}
	return false;
}

static void ignore_bits(uint8_t *ignore, size_t len, unsigned int dword, unsigned int high,
			unsigned int low)
{
	for (unsigned int bit = low; bit <= high && bit < 32; bit++) {
		size_t byte = 4 * (size_t)dword + 3 - bit / 8;

		if (byte < len)
			ignore[byte] |= (uint8_t)(1U << bit % 8);
	}
}

void quirk_exceptions(const char *quirk, uint8_t *ignore, size_t len)
{
	const char *at = quirk ? strstr(quirk, "except") : NULL;
	unsigned int dword, high, low, first, last;

	for (; at && *at; at++) {
		if (sscanf(at, "dword %u bits %u:%u", &dword, &high, &low) == 3)
			ignore_bits(ignore, len, dword, high, low);
		if (sscanf(at, "bytes %u..%u", &first, &last) == 2) {
			for (unsigned int byte = first; byte <= last && byte < len; byte++)
				ignore[byte] = 0xff;
		}
	}
}
