/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Nonsense, with a fixed seed: random messages, random commands, and good commands with a few bits
 * turned. The emulator answers every one, serves the others meanwhile, and keeps nothing when the
 * connection closes.
 */
#include "raw.h"

#include <fcntl.h>
#include <time.h>
#include <unistd.h>

enum {
	SEED = 20240607,
	MAX_SECONDS = 3,
	ROUNDS = 20000,
	MAX_BYTES = 300,
};

static uint64_t seed = SEED;

static uint32_t next(uint32_t limit)
{
	seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
	return (uint32_t)(seed >> 33) % limit;
}

static bool in_time(void)
{
	static time_t end;
	time_t now = time(NULL);

	if (!end)
		end = now + MAX_SECONDS;
	return now < end;
}

static void quiet(void)
{
	/* a line per malformed command is the daemon's duty and nobody's pleasure */
	int null = open("/dev/null", O_WRONLY | O_CLOEXEC);

	dup2(null, STDERR_FILENO);
	close(null);
}

/** Drop what a reply brought. */
static void drop(struct raw *raw)
{
	if (raw->fd >= 0)
		close(raw->fd);
	raw->fd = -1;
}

static void random_bytes(uint8_t *bytes, size_t n)
{
	for (size_t i = 0; i < n; i++)
		bytes[i] = (uint8_t)next(256);
}

static void random_messages(struct raw *raw)
{
	uint8_t payload[MAX_BYTES];
	uint64_t arg[3] = {next(3) * 4096UL, next(3) * 4096UL, next(8)};
	size_t bytes = next(MAX_BYTES);
	uint32_t op = next(12);

	/* CONTROL and SHARE have effects that other tests look at, or that need a descriptor */
	if (op == SOFTHCA_OP_CONTROL || op == SOFTHCA_OP_SHARE)
		op = SOFTHCA_OP_COMMAND;
	random_bytes(payload, bytes);
	raw_exchange(raw, op, arg, payload, bytes, -1);
	drop(raw);
}

/** A command whose head is good and whose body is random small numbers, so that handles and sizes
 * are often valid. */
static void random_command(struct raw *raw, void *room)
{
	uint32_t words[64];
	const struct uverbs_command_info *info;
	uint32_t number = next(58);
	bool extended = next(4) == 0;
	size_t bytes, at = extended ? 6 : 2;
	uint64_t address = (uintptr_t)room;

	info = uverbs_command_info(number | (extended ? UVERBS_EXTENDED : 0));
	if (!info || !info->name)
		return;
	bytes = (size_t)(info->request_bytes + 7) / 8 * 8 + next(3) * 8UL;
	for (size_t i = 0; i < 64; i++)
		words[i] = next(16) ? next(8) : (uint32_t)seed;
	words[0] = number | (extended ? UVERBS_EXTENDED : 0);
	if (extended) {
		words[1] = (uint32_t)(bytes / 8) | 64 / 8 << 16;
		memcpy(&words[2], &address, sizeof(address));
		words[4] = 0;
		words[5] = 0;
	} else {
		words[1] = (uint32_t)(at + bytes / 4) | 100 << 16;
		memcpy(&words[2], &address, sizeof(address));
	}
	if (next(8) == 0)
		words[next(8)] ^= 1U << next(32);
	raw_exchange(raw, SOFTHCA_OP_COMMAND, NULL, words, at * 4 + bytes, -1);
	drop(raw);
}

/** One of each device, with some objects to hit. */
static struct raw *victim(unsigned int nth)
{
	static const char *const devices[] = {"mlx4_1", "cxgb3_0", "cxgb3_1"};
	struct raw *raw = raw_context(devices[nth % 3], NULL);
	uint32_t pd = raw_pd(raw);

	raw_qp(raw, pd, raw_cq(raw));
	if (nth % 3 == 0)
		raw_srq(raw, pd);
	return raw;
}

static void nonsense_harms_nobody(void **state)
{
	struct raw *witness = raw_context("mlx4_0", NULL);
	struct raw *watch = raw_connect(NULL);
	void *room = raw_memory(4096);
	int rounds = 0;
	unsigned int victims = 0;

	(void)state;
	quiet();
	while (rounds < ROUNDS && in_time()) {
		struct raw *raw = victim(victims++);

		for (int i = 0; i < 100; i++, rounds++) {
			if (next(4))
				random_command(raw, room);
			else
				random_messages(raw);
		}
		raw_close(raw);
	}
	assert_int_equal(raw_pd(witness), 0); /* still there, still right */
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

	return raw_run(argc, argv, "fuzz", tests, sizeof(tests) / sizeof(tests[0]));
}
