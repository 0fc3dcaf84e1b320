/* SPDX-License-Identifier: BSD-2-Clause */
/* decode_<adapter> [ROUNDS [SEED]]: encoders against decoders, see README.md. */
#include "random.h"

unsigned long rounds = 5000;
static uint64_t seed = 1;

uint64_t wide(void)
{
	seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
	return seed ^ seed >> 29;
}

uint32_t below(uint32_t limit)
{
	return (uint32_t)(wide() >> 32) % limit;
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(requests_are_read_back),
		cmocka_unit_test(lists_are_read_back),
		cmocka_unit_test(receives_are_read_back),
		cmocka_unit_test(completions_say_what_happened),
		cmocka_unit_test(noise_is_no_entry),
		cmocka_unit_test(damaged_entries_do_no_harm),
	};

	if (argc > 1)
		rounds = strtoul(argv[1], NULL, 0);
	if (argc > 2)
		seed = strtoull(argv[2], NULL, 0);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
