/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The language of fault rules: which rules are accepted, which are refused and why, and the effect
 * of probabilities and counts.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "faults/faults.h"
#include "raw.h"
#include "server/server.h"

enum {
	DRAWS = 20000,
	MANY = 64,
};

static struct softhca_server server;

static int make(void **state)
{
	static const char *const devices[] = {"mlx4_0", "mlx4_1:2"};

	(void)state;
	return softhca_server_init(&server, devices, 2, NULL, -1);
}

static int unmake(void **state)
{
	(void)state;
	softhca_server_fini(&server);
	return 0;
}

static int add(const char *line, char *error)
{
	char copy[400];

	snprintf(copy, sizeof(copy), "%s", line);
	return softhca_fault_add(&server.hca, copy, error);
}

static void set(const char *line)
{
	char error[SOFTHCA_FAULT_ERROR];

	if (add(line, error))
		fail_msg("'%s' was refused: %s", line, error);
}

/* --- accepted rules ----------------------------------------------------------------------- */

static void good_lines(void **state)
{
	static const char *const lines[] = {
		"lose request",
		"lose request 1",
		"lose response 3..3",
		"corrupt request every 4294967294",
		"duplicate request 100%",
		"duplicate request 0.0001%",
		"reorder request 12.5% from mlx4_0",
		"rnr request to mlx4_1:2",
		"break request 7 from mlx4_0:1/0x48 to mlx4_1/16777215",
		"delay 1us request",
		"delay 60s response",
		"delay 60000ms request",
		"\tlose  request 1 # and more",
		"down mlx4_1:2 request 100 from mlx4_0",
		"refuse ENOMEM command CREATE_QP 2",
		"refuse EINTR command any 1% from mlx4_0",
		"delay 5s command REG_MR every 2",
		"refuse EACCES command CONNECT 2..3",
		"delay 1ms command GET_EVENT",
		"lose mad 2% from mlx4_0 to mlx4_1:2",
		"corrupt mad",
		"duplicate mad every 3",
		"delay 5ms mad 1 to mlx4_0",
	};
	char error[SOFTHCA_FAULT_ERROR], text[8192];

	(void)state;
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		set(lines[i]);
		assert_int_equal(server.hca.faults->count, i + 1);
	}
	set("# only this");
	set("");
	set("   ");
	set("seed 0x10");
	assert_int_equal(server.hca.faults->count, sizeof(lines) / sizeof(lines[0]));
	/* the listed rules can be read again */
	softhca_faults_list(&server.hca, text, sizeof(text));
	softhca_faults_clear(&server.hca);
	for (char *rest = text, *line; (line = strtok_r(rest, "\n", &rest));)
		assert_int_equal(softhca_fault_add(&server.hca, line, error), 0);
	assert_int_equal(server.hca.faults->count, sizeof(lines) / sizeof(lines[0]));
	assert_string_equal(server.hca.faults->rule[12].text, "lose request 1");
	assert_int_equal(server.hca.faults->rule[8].from.qpn, 0x48);
	assert_int_equal(server.hca.faults->rule[8].to.qpn, 0xffffff);
	assert_int_equal(server.hca.faults->rule[6].per_million, 125000);
	assert_int_equal(server.hca.faults->rule[5].per_million, 1);
	assert_int_equal(server.hca.faults->rule[10].delay, 60000000000);
	assert_int_equal(server.hca.faults->seed, 16);
}

/* --- refused rules --------------------------------------------------------------------- */

static void bad_lines(void **state)
{
	static const struct {
		const char *line, *error;
	} lines[] = {
		{"loose request", "'loose'; expected lose, corrupt,"},
		{"lose", "the line ends; expected request, response or mad"},
		{"lose requests", "'requests'; expected request, response or mad"},
		{"reorder response", "'response'; expected request"},
		{"reorder mad", "'mad'; expected request"},
		{"break response", "expected request"},
		{"rnr response 1", "expected request"},
		{"down mlx4_0 mad", "'mad'; expected request"},
		{"duplicate response 1", "'response'; expected request or mad"},
		{"refuse EIO mad", "'mad'; expected command"},
		{"lose mad from mlx4_0/1", "'mlx4_0/1'; expected DEVICE[:PORT]: management"},
		{"lose mad to mlx4_0:1/7", "expected DEVICE[:PORT]: management"},
		{"delay request", "'request'; expected a time"},
		{"delay", "the line ends; expected a time"},
		{"delay 0us request", "'0us'; expected a time"},
		{"delay 61s request", "expected a time"},
		{"delay 99999999999999999999us request", "expected a time"},
		{"delay 1 request", "expected a time"},
		{"delay 1h request", "expected a time"},
		{"delay 1ms", "the line ends; expected request, response, mad or command"},
		{"delay 1ms command reg_mr", "'reg_mr'; expected any, or the name"},
		{"delay ms request", "expected a time"},
		{"delay -1ms request", "expected a time"},
		{"delay 1.5ms request", "expected a time"},
		{"lose request 0", "'0'; expected a number from 1"},
		{"lose request -1", "expected a number from 1"},
		{"lose request 4294967295", "expected a number from 1"},
		{"lose request 99999999999999999999", "expected a number from 1"},
		{"lose request 1x", "expected a number from 1"},
		{"lose request 5..4", "'5..4'; expected a number"},
		{"lose request ..4", "expected a number"},
		{"lose request 4..", "expected a number"},
		{"lose request 1..2..3", "expected a number"},
		{"lose request 00000000000000000001..3", "expected a number"},
		{"lose request every", "the line ends; expected a number"},
		{"lose request every 0", "'0'; expected a number"},
		{"lose request every x", "expected a number"},
		{"lose request 0%", "expected a number"},
		{"lose request %", "expected a number"},
		{"lose request 101%", "expected a number"},
		{"lose request 100.0001%", "expected a number"},
		{"lose request 1000%", "expected a number"},
		{"lose request 0.00001%", "expected a number"},
		{"lose request .5%", "expected a number"},
		{"lose request 5%%", "expected a number"},
		{"lose request from", "the line ends; expected DEVICE"},
		{"lose request from mlx4_7", "'mlx4_7'; expected DEVICE"},
		{"lose request from mlx4_0:0", "expected a port that the device has"},
		{"lose request from mlx4_0:2", "expected a port that the device has"},
		{"lose request from mlx4_0:", "expected a port that the device has"},
		{"lose request from mlx4_0/", "expected a queue pair number"},
		{"lose request from mlx4_0/0", "expected a queue pair number"},
		{"lose request from mlx4_0/0x", "expected a queue pair number"},
		{"lose request from mlx4_0/0x1000000", "expected a queue pair number"},
		{"lose request from mlx4_0/72:1", "expected a queue pair number"},
		{"lose request to mlx4_0 from mlx4_1", "'from'; expected from END, then to"},
		{"lose request 1 2", "'2'; expected from END"},
		{"lose request from mlx4_0 from mlx4_1", "expected from END"},
		{"down request", "'request'; expected DEVICE"},
		{"down mlx4_0/72 request", "'mlx4_0/72'; expected DEVICE[:PORT]: only ports"},
		{"down mlx4_0:2 request", "expected a port that the device has"},
		{"down mlx4_0 response", "'response'; expected request"},
		{"refuse", "the line ends; expected an error"},
		{"refuse ENOENT command any", "'ENOENT'; expected an error"},
		{"refuse EIO request", "'request'; expected command"},
		{"refuse EIO command", "the line ends; expected any, or the name"},
		{"refuse EIO command CREATE_QPS", "'CREATE_QPS'; expected any, or the name"},
		{"refuse EIO command QUERY_AH", "expected any, or the name"},
		{"refuse EIO command GET_OPTION", "expected any, or the name"},
		{"refuse EIO command CONNECT from mlx4_0", "'from'; expected the end of the line"},
		{"refuse EIO command CONNECT x", "'x'; expected a number from 1"},
		{"refuse EIO command CONNECT 1 x", "'x'; expected the end of the line"},
		{"refuse EIO command any from mlx4_0:1",
		 "'mlx4_0:1'; expected from DEVICE: commands"},
		{"refuse EIO command any to mlx4_0", "'to'; expected from DEVICE"},
		{"lose command any", "'command'; expected request"},
		{"seed", "expected seed NUMBER"},
		{"seed x", "expected seed NUMBER"},
		{"seed 1 2", "expected seed NUMBER"},
		{"seed 99999999999999999999", "expected seed NUMBER"},
		{"a b c d e f g h i j k l m n o p q", "at most 16 words"},
	};
	char error[SOFTHCA_FAULT_ERROR], longest[SOFTHCA_FAULT_LINE + 1];

	(void)state;
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		if (add(lines[i].line, error) != EINVAL || !strstr(error, lines[i].error))
			fail_msg("'%s': '%s' instead of '%s'", lines[i].line, error,
				 lines[i].error);
	}
	memset(longest, 'x', SOFTHCA_FAULT_LINE);
	longest[SOFTHCA_FAULT_LINE] = '\0';
	assert_int_equal(add(longest, error), EINVAL);
	assert_non_null(strstr(error, "at most 16 words and 199 characters"));
	assert_null(server.hca.faults);
}

static void rules_without_end(void **state)
{
	char error[SOFTHCA_FAULT_ERROR];

	(void)state;
	for (int i = 0; i < SOFTHCA_FAULT_RULES; i++)
		set("lose request 1");
	assert_int_equal(add("lose request 1", error), ENOSPC);
	assert_non_null(strstr(error, "at most 64 rules"));
}

/* --- files ------------------------------------------------------------------------------- */

static int load(const void *bytes, size_t length, char *error)
{
	char path[] = "/tmp/inverbs-faults-XXXXXX";
	int fd = mkstemp(path), ret;
	char whole[600];

	assert_true(fd >= 0);
	assert_int_equal(write(fd, bytes, length), length);
	close(fd);
	ret = softhca_faults_load(&server.hca, path, whole, sizeof(whole));
	unlink(path);
	if (ret) {
		assert_memory_equal(whole, path, strlen(path));
		snprintf(error, SOFTHCA_FAULT_ERROR, "%s", whole + strlen(path));
	}
	return ret;
}

static void files(void **state)
{
	static const char good[] = "# two\n\nseed 7\nlose request 1\n\tdelay 2ms response 5%";
	static const char bad[] = "seed 9\nlose request 1\nlose request one\n";
	static const char nul[] = "lose request 1\0 and more\n";
	char error[SOFTHCA_FAULT_ERROR], line[1000], whole[100];

	(void)state;
	assert_int_equal(load(good, sizeof(good) - 1, error), 0);
	assert_int_equal(server.hca.faults->count, 2);
	assert_int_equal(load(bad, sizeof(bad) - 1, error), EINVAL);
	assert_memory_equal(error, ":3: 'one'; expected", strlen(":3: 'one'; expected"));
	assert_int_equal(server.hca.faults->count, 2);
	assert_int_equal(server.hca.faults->seed, 7);
	assert_int_equal(load(nul, sizeof(nul) - 1, error), EINVAL);
	memset(line, ' ', sizeof(line));
	line[sizeof(line) - 1] = 'x';
	assert_int_equal(load(line, sizeof(line), error), EINVAL);
	assert_non_null(strstr(error, ":1: expected a line of at most"));
	assert_int_equal(softhca_faults_load(&server.hca, "/nowhere", whole, sizeof(whole)),
			 ENOENT);
	assert_string_equal(whole, "/nowhere: No such file or directory");
	assert_int_equal(softhca_faults_load(&server.hca, "/tmp", whole, sizeof(whole)), EIO);
}

/* --- decisions --------------------------------------------------------------------------- */

/**
 * Apply the first rule to a flow's first messages. Sets a bit for each message that it hits, and
 * returns their number.
 */
static unsigned int draw(uint64_t flow, uint8_t bits[DRAWS / 8])
{
	struct softhca_fault_counts *counts = NULL;
	unsigned int hits = 0;

	memset(bits, 0, DRAWS / 8);
	for (unsigned int i = 0; i < DRAWS; i++) {
		struct softhca_fault_candidate m = {.flow = flow, .counts = &counts};

		if (!softhca_fault_find_rule(server.hca.faults, &m))
			continue;
		assert_int_equal(m.seen, i + 1);
		bits[i / 8] |= (uint8_t)(1U << i % 8);
		hits++;
	}
	free(counts);
	return hits;
}

static void chance_is_the_same_every_time(void **state)
{
	uint8_t one[DRAWS / 8], other[DRAWS / 8];

	(void)state;
	set("seed 1");
	set("lose request 5%");
	/* 5 % of 20000 are 1000; the standard deviation is 31 */
	assert_in_range(draw(72, one), 850, 1150);
	draw(72, other);
	assert_memory_equal(one, other, sizeof(one));
	draw(73, other);
	assert_memory_not_equal(one, other, sizeof(one));
	set("seed 2");
	draw(72, other);
	assert_memory_not_equal(one, other, sizeof(one));
	set("seed 1");
	draw(72, other);
	assert_memory_equal(one, other, sizeof(one));
	softhca_faults_clear(&server.hca);
	set("lose request 100%");
	assert_int_equal(draw(72, other), DRAWS);
}

static void ranges_and_laps(void **state)
{
	static const struct {
		const char *rule;
		unsigned int hits;
		uint8_t first;
	} cases[] = {
		{"lose request", DRAWS, 0xff},        {"lose request 1", 1, 0x01},
		{"lose request 3..5", 3, 0x1c},       {"lose request every 1", DRAWS, 0xff},
		{"lose request every 4", 5000, 0x88}, {"lose response", 0, 0},
	};
	uint8_t bits[DRAWS / 8];

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		softhca_faults_clear(&server.hca);
		set(cases[i].rule);
		assert_int_equal(draw(1, bits), cases[i].hits);
		assert_int_equal(bits[0], cases[i].first);
	}
}

/** Does the rule match messages from one end to the other? */
static bool matches(const char *rule, const struct softhca_fault_end *from,
		    const struct softhca_fault_end *to)
{
	struct softhca_fault_counts *counts = NULL;
	struct softhca_fault_candidate m = {.from = *from, .to = *to, .counts = &counts};

	softhca_faults_clear(&server.hca);
	set(rule);
	softhca_fault_find_rule(server.hca.faults, &m);
	free(counts);
	return server.hca.faults->rule[0].matched;
}

static void ends(void **state)
{
	const struct softhca_fault_end one = {server.hca.devices[0], 1, 72};
	const struct softhca_fault_end two = {server.hca.devices[1], 2, 73};
	const struct softhca_fault_end group = {0};

	(void)state;
	assert_true(matches("lose request", &one, &two));
	assert_true(matches("lose request from mlx4_0 to mlx4_1:2/73", &one, &two));
	assert_true(matches("lose request to mlx4_1/73", &one, &two));
	assert_false(matches("lose request to mlx4_1:1", &one, &two));
	assert_false(matches("lose request to mlx4_1/72", &one, &two));
	assert_false(matches("lose request from mlx4_1", &one, &two));
	assert_false(matches("lose request from mlx4_0:1/73", &one, &two));
	assert_true(matches("lose request from mlx4_0:1/72", &one, &group));
	assert_false(matches("lose request to mlx4_1", &one, &group));
}

/* --- softhcactl -------------------------------------------------------------------------- */

static int control(const char *line, const char *expected)
{
	static char text[65536];
	int ret;

	*text = '\0';
	ret = softhca_control(&server, line, 0, text, sizeof(text));
	if (!strstr(text, expected))
		fail_msg("'%s' says '%s' instead of '%s'", line, text, expected);
	return ret;
}

static void by_control(void **state)
{
	(void)state;
	assert_int_equal(control("fault list", ""), 0);
	assert_int_equal(control("fault add lose request 3..5 from mlx4_0 to mlx4_1:2", ""), 0);
	assert_int_equal(control("fault add seed 9", ""), 0);
	assert_int_equal(
		control("fault list",
			"seed 9\nlose request 3..5 from mlx4_0 to mlx4_1:2 # matched 0, hit "
			"0\n"),
		0);
	assert_int_equal(control("fault add lose request now", "'now'; expected"), EINVAL);
	assert_int_equal(control("fault add a b c d e f g h i j k l m n o p q", "18 words"),
			 EINVAL);
	assert_int_equal(control("fault add", "usage: fault add"), EINVAL);
	assert_int_equal(control("fault", "usage: fault add"), EINVAL);
	assert_int_equal(control("fault list all", "usage: fault add"), EINVAL);
	assert_int_equal(control("fault clear 1", "usage: fault add"), EINVAL);
	assert_int_equal(control("fault clear", ""), 0);
	assert_int_equal(server.hca.faults->count, 0);
	for (int i = 0; i < MANY; i++)
		set("lose request 4000000000..4000000001 from mlx4_0:1/0xffffff to "
		    "mlx4_1:2/0xffffff");
	assert_int_equal(control("fault list", "seed 9\n"), 0);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, make, unmake)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(good_lines),
		TEST(bad_lines),
		TEST(rules_without_end),
		TEST(files),
		TEST(chance_is_the_same_every_time),
		TEST(ranges_and_laps),
		TEST(ends),
		TEST(by_control),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
