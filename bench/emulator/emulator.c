/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Measures the speed of an emulator, next to TCP on the loopback in the same run:
 *
 *     bench_emulator [-d DEVICE] [-n WRITES] [-i ITERATIONS] [-r ROUNDS] FIGURE[=NUMBER]...
 *
 * Prints one line `FIGURE NUMBER VALUE` per figure, the best of some rounds; the table below gives
 * what each measures, the meaning of NUMBER and the unit of VALUE. Programs spin on ibv_poll_cq()
 * unless stated otherwise.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/emulator/side.h"

enum {
	MAX_COUNT = 1000000,
};

/** Converts a figure's time, and its NUMBER, to VALUE. */
typedef double (*unit)(const struct bench *b, unsigned long n, double ns);

static double writes_a_second(const struct bench *b, unsigned long n, double ns)
{
	return (double)n * (double)b->writes * 1e9 / ns;
}

static double per_second(const struct bench *b, unsigned long n, double ns)
{
	(void)b;
	return (double)n * 1e9 / ns;
}

static double megabytes_a_second(const struct bench *b, unsigned long n, double ns)
{
	(void)b;
	return (double)n * BULK * 1e3 / ns;
}

static double ns_half_a_trip(const struct bench *b, unsigned long n, double ns)
{
	(void)b;
	return ns / (2.0 * (double)n);
}

static double ns_a_write(const struct bench *b, unsigned long n, double ns)
{
	(void)n;
	return ns / (double)b->writes;
}

static double ns_each(const struct bench *b, unsigned long n, double ns)
{
	(void)b;
	return ns / (double)n;
}

static const struct figure {
	const char *name;
	uint64_t (*time)(const struct bench *b, unsigned long n);
	unit unit;
	unsigned long usual; /**< default NUMBER; 0: the number of iterations */
} figures[] = {
	{"writes", time_writes, writes_a_second, 1},    /* NUMBER of processes */
	{"pingpong", time_pingpong, ns_half_a_trip, 0}, /* NUMBER of round trips with 8 bytes */
	{"events", time_events, ns_half_a_trip, 0},    /* the same, sleeping until an event comes */
	{"tcp", time_tcp, ns_half_a_trip, 0},          /* the same over TCP */
	{"bulk", time_bulk, megabytes_a_second, 4000}, /* NUMBER of writes of 64 KiB */
	{"tcp-bulk", time_tcp_bulk, megabytes_a_second, 4000},
	{"messages", time_messages, per_second, 200000}, /* NUMBER of 8 bytes, with a window */
	{"spread", time_spread, per_second, 200000},     /* the same, to many addresses */
	{"beside", time_beside, ns_a_write, 1},          /* NUMBER of queue pairs open */
	{"create", time_create, ns_each, 1000},          /* NUMBER of queue pairs */
};

static int measure_figure(const struct bench *b, const struct figure *figure, unsigned long n)
{
	uint64_t best = UINT64_MAX;

	for (unsigned long r = 0; r < b->rounds; r++) {
		const uint64_t ns = figure->time(b, n);

		if (!ns)
			return complain("%s=%lu failed", figure->name, n);
		best = ns < best ? ns : best;
	}
	printf("%s %lu %.0f\n", figure->name, n, figure->unit(b, n, (double)best));
	return 0;
}

/**
 * Measure FIGURE or FIGURE=NUMBER. Returns 0, 2 if the word is neither, or 1 if it cannot be
 * measured.
 */
static int measure_named(const struct bench *b, char *word)
{
	char *equals = strchr(word, '=');
	unsigned long n;

	if (equals)
		*equals = '\0';
	for (size_t i = 0; i < sizeof(figures) / sizeof(figures[0]); i++) {
		if (strcmp(word, figures[i].name) != 0)
			continue;
		n = figures[i].usual ? figures[i].usual : b->iterations;
		if (equals && parse_number(equals + 1, word, 1, MAX_COUNT, &n))
			return 2;
		return measure_figure(b, &figures[i], n) ? EXIT_FAILURE : EXIT_SUCCESS;
	}
	complain("no figure is called '%s'", word);
	return 2;
}

static int read_options(struct bench *b, int argc, char **argv)
{
	int option, bad = 0;

	while (!bad && (option = getopt(argc, argv, "d:n:i:r:")) != -1) {
		if (option == 'd')
			b->device = optarg;
		else if (option == 'n')
			bad = parse_number(optarg, "writes", 1, MAX_COUNT, &b->writes);
		else if (option == 'i')
			bad = parse_number(optarg, "iterations", 1, MAX_COUNT, &b->iterations);
		else if (option == 'r')
			bad = parse_number(optarg, "rounds", 1, 1000, &b->rounds);
		else
			bad = -1;
	}
	return bad;
}

int main(int argc, char **argv)
{
	struct bench b = {.writes = 4000, .iterations = 4000, .rounds = 3};
	int status = 0;

	setvbuf(stdout, NULL, _IOLBF, 0); /* or children would print buffered text again */
	if (read_options(&b, argc, argv))
		return 2;
	for (int i = optind; i < argc && !status; i++)
		status = measure_named(&b, argv[i]);
	return status;
}
