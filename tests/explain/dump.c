/* SPDX-License-Identifier: BSD-2-Clause */
/* The printers of every adapter, on random bytes of every length as WQEs and CQEs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <inverbs/print/dumps.h>
#include <stdlib.h>

enum {
	ROUNDS = 20000,
	LONGEST = 1024,
	ROOM = 1 << 15,
};

static uint32_t seed = 1;

static uint32_t noise(void)
{
	seed = seed * 1664525U + 1013904223U;
	return seed >> 8;
}

/* A random WQE or CQE in its own allocation, so that a sanitizer detects an access beyond it. */
static uint8_t *noisy(uint32_t bytes)
{
	uint8_t *at = malloc(bytes ? bytes : 1);

	assert_non_null(at);
	for (uint32_t i = 0; i < bytes; i++)
		at[i] = noise() % 3 ? 0 : (uint8_t)noise();
	return at;
}

static void printed(const struct inverbs_text *text)
{
	assert_true(text->len < ROOM); /* not truncated */
	assert_int_equal(strlen(text->at), text->len);
}

static void noise_as_entries(void **state)
{
	static char buf[ROOM];

	(void)state;
	for (int i = 0; i < ROUNDS; i++) {
		const struct inverbs_dump *dump = inverbs_dumps[noise() % INVERBS_DUMPS];
		const uint32_t type = noise() % 34;
		const uint32_t bytes = noise() % 4 ? noise() % 80 : noise() % LONGEST;
		struct inverbs_text text = inverbs_text_in(buf, sizeof(buf));
		uint8_t *entry = noisy(bytes);

		inverbs_dump_send(&text, "", dump, type, entry, bytes);
		inverbs_dump_recv(&text, "", dump, noise() & 1, entry, bytes);
		printed(&text);
		free(entry);
	}
}

static void noise_as_completions(void **state)
{
	static char buf[ROOM];

	(void)state;
	for (int i = 0; i < ROUNDS; i++) {
		const struct inverbs_dump *dump = inverbs_dumps[noise() % INVERBS_DUMPS];
		struct inverbs_text text = inverbs_text_in(buf, sizeof(buf));
		struct inverbs_dump_cqe cqe;
		uint8_t *entry = noisy(dump->cqe_bytes);

		dump->read_cqe(entry, &cqe);
		assert_non_null(cqe.what);
		assert_true(cqe.failed || cqe.status == IBV_WC_SUCCESS);
		dump->print_cqe(&text, entry);
		printed(&text);
		free(entry);
	}
}

static void every_syndrome_has_a_status(void **state)
{
	(void)state;
	for (uint32_t d = 0; d < INVERBS_DUMPS; d++) {
		const struct inverbs_dump *dump = inverbs_dumps[d];

		assert_true(dump->num_syndromes > 0);
		for (uint32_t i = 0; i < dump->num_syndromes; i++) {
			const struct inverbs_dump_syndrome *s = &dump->syndromes[i];

			assert_ptr_equal(inverbs_dump_syndrome_of(dump, s->value), s);
			assert_int_not_equal(s->status, IBV_WC_SUCCESS);
		}
		assert_null(inverbs_dump_syndrome_of(dump, 0xffff));
	}
}

static void text_never_leaves_its_room(void **state)
{
	char buf[8] = "ABCDEFG";
	struct inverbs_text text = inverbs_text_in(buf, 4);

	(void)state;
	inverbs_text_add(&text, "%s", "12345");
	inverbs_text_bytes(&text, "x", (const uint8_t *)"\xff", 1);
	assert_string_equal(buf, "123");
	assert_int_equal(buf[4], 'E');
	assert_int_equal(text.len, 5 + 5);
	text = inverbs_text_in(NULL, 0);
	inverbs_text_add(&text, "%d", 100);
	assert_int_equal(text.len, 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(noise_as_entries),
		cmocka_unit_test(noise_as_completions),
		cmocka_unit_test(every_syndrome_has_a_status),
		cmocka_unit_test(text_never_leaves_its_room),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
