/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Nonsense for the connection manager, with a fixed seed: commands whose head is good and whose
 * body is random small numbers, over several files at once. Every one is answered, nothing stays.
 */
#include "raw.h"

#include <inverbs/kernel/ucma_call.h>
#include <time.h>
#include <unistd.h>

enum {
	SEED = 20261121,
	MAX_SECONDS = 3,
	ROUNDS = 40000,
	ENOUGH = 1000, /* commands that are accepted */
	FILES = 4,
	WORDS = 90, /* the longest request and its head */
};

static uint64_t seed = SEED;

static uint32_t next(uint32_t limit)
{
	seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
	return (uint32_t)(seed >> 33) % limit;
}

static struct raw *open_file(void)
{
	struct raw *raw = raw_connect(NULL);

	assert_int_equal(raw_exchange(raw, SOFTHCA_OP_OPEN_CM, NULL, NULL, 0, -1), 0);
	assert_true(raw->fd >= 0);
	close(raw->fd);
	raw->fd = -1;
	return raw;
}

/* Addresses make sense often enough that something can come of a command. */
static void put_address(uint32_t *at)
{
	const uint32_t family = next(8) ? 2 : next(40);

	at[0] = family | next(4) << 24;
	at[1] = next(4) ? 0x0100007f + (next(3) << 24) : next(2) ? 0 : (uint32_t)seed;
}

static size_t random_command(uint32_t *words)
{
	const uint32_t number = next(25);
	const struct uverbs_command_info *info = ucma_command_info(number);
	size_t bytes = info ? info->request_bytes : next(64);

	for (size_t i = 0; i < WORDS; i++)
		words[i] = next(12) ? next(6) : (uint32_t)seed;
	words[0] = number;
	words[1] = (uint32_t)bytes | 440U << 16;
	switch (number) {
	case UCMA_CMD_CREATE_ID:
		words[6] = next(4) ? UCMA_PORT_SPACE_TCP : UCMA_PORT_SPACE_UDP;
		break;
	case UCMA_CMD_BIND:
		words[3] = 16;
		put_address(&words[4]);
		break;
	case UCMA_CMD_RESOLVE_ADDR:
		words[4] = 16 << 16;
		put_address(&words[38]);
		break;
	default:
		break;
	}
	if (next(16) == 0)
		words[next(8)] ^= 1U << next(32);
	return 8 + bytes - (next(32) ? 0 : next(8));
}

static void nonsense_harms_nobody(void **state)
{
	const time_t end = time(NULL) + MAX_SECONDS;
	struct raw *witness = raw_context("mlx4_0", NULL);
	struct raw *watch = raw_connect(NULL);
	uint32_t words[WORDS];
	int good = 0;

	(void)state;
	/* on a slow machine the time may be up before enough was taken */
	for (int round = 0; round < ROUNDS && (good <= ENOUGH || time(NULL) < end);) {
		struct raw *files[FILES];

		for (int i = 0; i < FILES; i++)
			files[i] = open_file();
		for (int i = 0; i < 400; i++, round++) {
			size_t bytes = random_command(words);

			good += !raw_exchange(files[next(FILES)], SOFTHCA_OP_COMMAND, NULL, words,
					      bytes, -1);
		}
		for (int i = 0; i < FILES; i++)
			raw_close(files[i]);
	}
	assert_true(good > ENOUGH); /* or this tests nothing but refusals */
	assert_int_equal(raw_pd(witness), 0);
	assert_int_equal(raw_dealloc_pd(witness, 0), 0);
	for (int i = 0; raw_objects(watch) && i < 100; i++)
		usleep(10000);
	assert_int_equal(raw_objects(watch), 0);
	raw_close(witness);
	raw_close(watch);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nonsense_harms_nobody),
	};

	return raw_run(argc, argv, "fuzz_cm", tests, sizeof(tests) / sizeof(tests[0]));
}
