/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Backend of ofedctrl for the emulator's daemon: softhcad starts it, softhcactl queries and stops
 * it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ofedctrl.h"

enum {
	MAX_WORDS = 160,
	TRIES = 200, /* of 50 ms each, until a stopped daemon has exited */
};

/* Devices to load by default: the manual's command refers to RNICs and names none. */
static const char *const rnics[] = {OFEDCTRL_RNIC "_0", OFEDCTRL_RNIC "_1", NULL};

/** A command line under construction. */
struct words {
	char *word[MAX_WORDS + 1];
	unsigned int count;
};

static void add_word(struct words *w, const char *word)
{
	if (w->count < MAX_WORDS)
		w->word[w->count++] = (char *)word; /* exec does not write to it */
}

static const char *socket_of_environment(void)
{
	const char *where = getenv("INVERBS_EMULATOR");

	return where && *where ? where : NULL;
}

/** Begin a program's command line; adds the socket if it is not the default one. */
static struct words command_line(const char *program)
{
	struct words w = {.count = 0};

	add_word(&w, program);
	if (socket_of_environment()) {
		add_word(&w, "-s");
		add_word(&w, socket_of_environment());
	}
	return w;
}

/** Number of devices of the daemon; 0 if there is no daemon. */
static unsigned int count_devices(char said[OFEDCTRL_OUTPUT_BYTES])
{
	struct words w = command_line("softhcactl");
	char last[64] = "", name[64] = "";
	unsigned int count = 0;
	int used;

	add_word(&w, "list");
	if (ofedctrl_run("softhcactl", w.word, said))
		return 0;
	/* there is one line per port, and lines of one device are adjacent */
	for (const char *at = said; sscanf(at, "%63s%n", name, &used) == 1;
	     at = strchr(at, '\n') + 1) {
		count += strcmp(name, last) != 0;
		memcpy(last, name, sizeof(last));
		if (!strchr(at, '\n'))
			break;
	}
	return count;
}

static bool is_in_every_program(void)
{
	const char *where = socket_of_environment();

	return where && !strncmp(where, "inproc:", strlen("inproc:"));
}

static int cannot_be_loaded(void)
{
	return ofedctrl_say(EXIT_FAILURE,
			    "INVERBS_EMULATOR=%s runs inside each program; there is no daemon",
			    socket_of_environment());
}

static const char *plural_ending(unsigned int count)
{
	return count == 1 ? "" : "s";
}

static void pause_a_little(void)
{
	const struct timespec little = {.tv_nsec = 50 * 1000 * 1000};

	nanosleep(&little, NULL);
}

static const char *const *wanted_names(char **names)
{
	return *names ? (const char *const *)names : rnics;
}

static int start_daemon(char **names, char said[OFEDCTRL_OUTPUT_BYTES])
{
	struct words w = command_line("softhcad");

	add_word(&w, "-D");
	add_word(&w, "-l");
	add_word(&w, "warning");
	for (const char *const *name = wanted_names(names); *name; name++) {
		add_word(&w, "-d");
		add_word(&w, *name);
	}
	return ofedctrl_run("softhcad", w.word, said);
}

/**
 * Does a line of the list start with this device name or, if `whole` is false, with this prefix?
 */
static bool is_device_listed(const char *list, const char *name, size_t length, bool whole)
{
	for (const char *at = list; at; at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL) {
		if (!strncmp(at, name, length) && (!whole || at[length] == ' '))
			return true;
	}
	return false;
}

/** Returns a requested device that the running daemon does not have, or NULL if it has all. */
static const char *find_missing_device(char **names, const char *list)
{
	if (!*names)
		return is_device_listed(list, OFEDCTRL_RNIC "_", strlen(OFEDCTRL_RNIC "_"), false)
			       ? NULL
			       : "RNIC";
	for (; *names; names++) {
		if (!is_device_listed(list, *names, strcspn(*names, ":"),
				      true)) /* options may follow */
			return *names;
	}
	return NULL;
}

/** Report whether the daemon that is running has the requested devices. */
static int report_loaded(char **names, const char *list, unsigned int count, const char *already)
{
	const char *lacks = find_missing_device(names, list);

	if (lacks)
		return ofedctrl_say(EXIT_FAILURE,
				    "the emulator is loaded already, with %u device%s, but no %s; "
				    "unload it first (-u)",
				    count, plural_ending(count), lacks);
	return ofedctrl_say(EXIT_SUCCESS, "the emulator is loaded%s, with %u device%s", already,
			    count, plural_ending(count));
}

static int load_daemon(const char *module, char **names)
{
	char said[OFEDCTRL_OUTPUT_BYTES], response[OFEDCTRL_OUTPUT_BYTES];
	unsigned int count = 0;
	int status = 0;

	(void)module;
	if (is_in_every_program())
		return cannot_be_loaded();
	count = count_devices(response);
	if (count)
		return report_loaded(names, response, count, " already");
	/*
	 * Retry: a daemon that is exiting may still have the socket. One that was started meanwhile
	 * will do.
	 */
	for (int i = 0; i < TRIES && !count; i++) {
		status = start_daemon(names, said);
		count = count_devices(response);
		if (status && !strstr(said, "another softhcad"))
			break;
		if (!count)
			pause_a_little();
	}
	if (count)
		return report_loaded(names, response, count, "");
	return ofedctrl_say(EXIT_FAILURE, "the emulator cannot be loaded: %s",
			    *said ? said : "it does not respond");
}

static int stop_daemon(const char *module)
{
	struct words w = command_line("softhcactl");
	char said[OFEDCTRL_OUTPUT_BYTES], response[OFEDCTRL_OUTPUT_BYTES];

	(void)module;
	if (is_in_every_program())
		return cannot_be_loaded();
	if (!count_devices(response))
		return ofedctrl_say(EXIT_SUCCESS, "the emulator is not loaded");
	add_word(&w, "stop");
	add_word(&w, "idle");
	if (ofedctrl_run("softhcactl", w.word, said))
		return ofedctrl_say(EXIT_FAILURE, "the emulator is in use, so it stays loaded:\n%s",
				    said);
	for (int i = 0; i < TRIES; i++) {
		if (!count_devices(response))
			return ofedctrl_say(EXIT_SUCCESS, "the emulator is unloaded");
		pause_a_little();
	}
	return ofedctrl_say(EXIT_FAILURE, "the emulator does not exit");
}

static int query_daemon(const char *module)
{
	char said[OFEDCTRL_OUTPUT_BYTES];
	unsigned int count;

	(void)module;
	if (is_in_every_program())
		return cannot_be_loaded();
	count = count_devices(said);
	if (!count) {
		printf("ofedctrl: the emulator is not loaded\n");
		return EXIT_FAILURE;
	}
	return ofedctrl_say(EXIT_SUCCESS, "the emulator is loaded, with %u device%s", count,
			    plural_ending(count));
}

const struct ofedctrl_side ofedctrl_emulator = {load_daemon, stop_daemon, query_daemon};
