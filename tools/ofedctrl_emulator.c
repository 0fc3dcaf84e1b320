/* SPDX-License-Identifier: BSD-2-Clause */
/* The emulator's daemon: softhcad starts it, softhcactl asks and ends it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ofedctrl.h"

enum {
	MOST_WORDS = 160,
	TRIES = 200, /* of 50 ms: until a daemon that ends is gone */
};

/** A command line that grows. */
struct words {
	char *word[MOST_WORDS + 1];
	unsigned int count;
};

static void add(struct words *w, const char *word)
{
	if (w->count < MOST_WORDS)
		w->word[w->count++] = (char *)word; /* exec does not write to it */
}

static const char *socket_of_environment(void)
{
	const char *where = getenv("INVERBS_EMULATOR");

	return where && *where ? where : NULL;
}

/** A program, and the socket if it is not the default one. */
static struct words command(const char *program)
{
	struct words w = {.count = 0};

	add(&w, program);
	if (socket_of_environment()) {
		add(&w, "-s");
		add(&w, socket_of_environment());
	}
	return w;
}

/** Devices of the daemon, 0 when nobody answers. */
static unsigned int devices(char said[OFEDCTRL_SAID])
{
	struct words w = command("softhcactl");
	char last[64] = "", name[64] = "";
	unsigned int count = 0;
	int used;

	add(&w, "list");
	if (ofedctrl_run("softhcactl", w.word, said))
		return 0;
	/* a line is a port; those of one device follow each other */
	for (const char *at = said; sscanf(at, "%63s%n", name, &used) == 1;
	     at = strchr(at, '\n') + 1) {
		count += strcmp(name, last) != 0;
		memcpy(last, name, sizeof(last));
		if (!strchr(at, '\n'))
			break;
	}
	return count;
}

static bool in_every_program(void)
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

static const char *plural(unsigned int count)
{
	return count == 1 ? "" : "s";
}

static void pause_a_little(void)
{
	const struct timespec little = {.tv_nsec = 50 * 1000 * 1000};

	nanosleep(&little, NULL);
}

static int start_daemon(char **names, char said[OFEDCTRL_SAID])
{
	struct words w = command("softhcad");

	add(&w, "-D");
	add(&w, "-l");
	add(&w, "warning");
	for (; *names; names++) {
		add(&w, "-d");
		add(&w, *names);
	}
	return ofedctrl_run("softhcad", w.word, said);
}

static int load(const char *module, char **names)
{
	char said[OFEDCTRL_SAID], answer[OFEDCTRL_SAID];
	unsigned int count = 0;
	int status = 0;

	(void)module;
	if (in_every_program())
		return cannot_be_loaded();
	count = devices(answer);
	if (count)
		return ofedctrl_say(EXIT_SUCCESS,
				    "the emulator is loaded already, with %u device%s", count,
				    plural(count));
	/* one that is just ending still holds the socket; one that somebody else just started is
	 * fine */
	for (int i = 0; i < TRIES && !count; i++) {
		status = start_daemon(names, said);
		count = devices(answer);
		if (status && !strstr(said, "another softhcad"))
			break;
		if (!count)
			pause_a_little();
	}
	if (count)
		return ofedctrl_say(EXIT_SUCCESS, "the emulator is loaded, with %u device%s", count,
				    plural(count));
	return ofedctrl_say(EXIT_FAILURE, "the emulator cannot be loaded: %s",
			    *said ? said : "it does not answer");
}

static int unload(const char *module)
{
	struct words w = command("softhcactl");
	char said[OFEDCTRL_SAID], answer[OFEDCTRL_SAID];

	(void)module;
	if (in_every_program())
		return cannot_be_loaded();
	if (!devices(answer))
		return ofedctrl_say(EXIT_SUCCESS, "the emulator is not loaded");
	add(&w, "stop");
	add(&w, "idle");
	if (ofedctrl_run("softhcactl", w.word, said))
		return ofedctrl_say(EXIT_FAILURE, "the emulator is in use, and stays:\n%s", said);
	for (int i = 0; i < TRIES; i++) {
		if (!devices(answer))
			return ofedctrl_say(EXIT_SUCCESS, "the emulator is unloaded");
		pause_a_little();
	}
	return ofedctrl_say(EXIT_FAILURE, "the emulator does not end");
}

static int query(const char *module)
{
	char said[OFEDCTRL_SAID];
	unsigned int count;

	(void)module;
	if (in_every_program())
		return cannot_be_loaded();
	count = devices(said);
	if (!count) {
		printf("ofedctrl: the emulator is not loaded\n");
		return EXIT_FAILURE;
	}
	return ofedctrl_say(EXIT_SUCCESS, "the emulator is loaded, with %u device%s", count,
			    plural(count));
}

const struct ofedctrl_side ofedctrl_emulator = {load, unload, query};
