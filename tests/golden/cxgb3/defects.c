/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Cases in which the vector expects a defect of the reference. This library does not repeat the
 * defects; the table describes its behavior, selected by words of the vector's text. Such a case
 * passes if it passes as written, or if the library's completions satisfy the verbs contract
 * (ledger.h).
 */
#include "hooks.h"

#include "ops.h"

#include <stdio.h>
#include <string.h>

static const struct {
	const char *words;
	const char *instead;
} defects[] = {
	{"bad_wr", "the first request that was not posted is always stored"},
	{"flush start", "each request without a completion is flushed, one by one"},
	{"twice", "flushing a request also drops its completion that was held back"},
	{"READ_RESP", "the status of a read's completion is reported; one that belongs to no "
		      "read is dropped"},
	{"sq_sig_all", "it makes requests signaled, as their own flag does"},
	{"unsignaled READ", "an unsignaled read is not reported, whatever its place in the queue"},
	{"-22", "an invalid CQE yields a completion with GENERAL_ERR; no completion is lost"},
	{"order", "the order of CQEs is also checked if they are held back"},
	{"RESET", "it drops completions that wait, and the queue pair may be flushed again"},
	{"", "each request completes exactly once, and in order"},
};

static const char *instead_of(const char *text)
{
	size_t i = 0;

	while (!strstr(text, defects[i].words))
		i++;
	return defects[i].instead;
}

/* A RESET after which completions of the queue pair are still pending, although they belong to its
 * former life. */
static bool keeps_over_reset(const json_t *step)
{
	const json_t *expect = json_object_get(step, "expect");
	const json_t *cqs = json_object_get(expect, "cq_pending_after");

	if (!is_text(step, "qp_state", "RESET") || number(expect, "ret", 0))
		return false;
	for (size_t i = 0; i < json_array_size(cqs); i++) {
		const json_t *list = json_object_get(json_array_get(cqs, i), "sw_pending");

		for (size_t j = 0; j < json_array_size(list); j++) {
			if (number(json_array_get(list, j), "qpid", 0) == number(step, "qpid", 1))
				return true;
		}
	}
	return false;
}

/* The one defect that vectors contain without mentioning it; it must not be repeated. */
static bool spoils_a_life(const json_t *vector)
{
	const json_t *steps = json_object_get(vector, "steps");

	for (size_t i = 0; i < json_array_size(steps); i++) {
		if (keeps_over_reset(json_array_get(steps, i)))
			return true;
	}
	return false;
}

void judge_twice(const json_t *vector, struct report *r,
		 void (*run)(const json_t *vector, enum judge judge, struct report *r))
{
	const bool spoils = spoils_a_life(vector);
	const char *defect = spoils ? "RESET" : text(vector, "reference_defect");
	struct report again = {.failed = false};

	if (!spoils)
		run(vector, JUDGE_EXACT, r);
	if (!spoils && (!r->failed || !*defect))
		return;
	run(vector, JUDGE_CONTRACT, &again);
	*r = (struct report){.failed = false};
	if (again.failed)
		fail(r, "the reference has a defect here (%s), but this result is wrong, too: %s",
		     instead_of(defect), again.reason);
	else
		printf("%s: differs from the reference: %s\n", text(vector, "id"),
		       instead_of(defect));
}
