/* SPDX-License-Identifier: BSD-2-Clause */
#include "fault.h"

char text[INVERBS_EXPLAIN_BYTES];

void explain(struct ibv_cq *cq, const struct ibv_wc *wc)
{
	size_t len;

	errno = 4711;
	len = inverbs_explain_wc_text(cq, wc, text, sizeof(text));
	assert_int_equal(errno, 4711);
	assert_true(len < sizeof(text));
	assert_int_equal(len, strlen(text));
}

void says(const char *what, ...)
{
	const char *at = text;
	va_list args;

	va_start(args, what);
	for (; what; what = va_arg(args, const char *)) {
		const char *found = strstr(at, what);

		if (!found) {
			print_error("'%s' is not there, or not in order, in:\n%s", what, text);
			fail();
			break;
		}
		at = found + strlen(what);
	}
	va_end(args);
}

void says_not(const char *what)
{
	if (strstr(text, what))
		print_error("'%s' should not be in:\n%s", what, text);
	assert_null(strstr(text, what));
}

const char *number(char *to, const char *name, uint64_t value)
{
	sprintf(to, "%s=0x%llx", name, (unsigned long long)value);
	return to;
}

void prepare(struct fault *f, enum ibv_wr_opcode opcode, const struct plan *plan)
{
	pair_open(&f->pair, plan);
	f->sge = side_sge(&f->pair.a, 64, 48);
	f->wr = side_wr(&f->sge, opcode, 0xabc, &f->pair.b, 64);
}

struct ibv_wc fails(struct fault *f, enum ibv_wc_status status)
{
	struct ibv_wc wc;

	assert_int_equal(post_wr(&f->pair.a, &f->wr), 0);
	wc = expect(f->pair.a.scq, 0xabc, status);
	explain(f->pair.a.scq, &wc);
	return wc;
}
