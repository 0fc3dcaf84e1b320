/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Loads, unloads and queries what verbs run on: the emulator's daemon or, with -k, a kernel module.
 * Repeating an action succeeds, so that scripts need not check first.
 */
#include <argp.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ofedctrl.h"

struct options {
	char action; /* l, u or q; 0: none yet */
	const char *module;
	char **devices;
};

static void set_action(struct options *o, int key, const struct argp_state *state)
{
	if (o->action)
		argp_error(state, "give only one of -l, -u and -q");
	o->action = (char)key;
}

static void check_options(const struct options *o, const struct argp_state *state)
{
	if (!o->action)
		argp_error(state, "give one of -l, -u and -q");
	if (*o->devices && (o->action != 'l' || o->module))
		argp_error(state, "devices can only be given with -l, and not with -k");
}

/* NOLINTNEXTLINE(readability-non-const-parameter): argp's type */
static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;

	switch (key) {
	case 'k':
		o->module = arg;
		return 0;
	case 'l':
	case 'u':
	case 'q':
		set_action(o, key, state);
		return 0;
	case 'h':
		if (state->argc != 2)
			argp_error(state, "-h cannot be combined with other options");
		argp_state_help(state, stdout, ARGP_HELP_STD_HELP);
		return 0;
	case ARGP_KEY_ARGS:
		o->devices = state->argv + state->next;
		return 0;
	case ARGP_KEY_NO_ARGS:
		o->devices = state->argv + state->argc; /* points to the terminating NULL */
		return 0;
	case ARGP_KEY_END:
		check_options(o, state);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_option options[] = {
	{NULL, 'l', NULL, 0,
	 "Load: start the emulator's daemon, with these devices or two RNICs; with -k a kernel "
	 "module",
	 0},
	{NULL, 'u', NULL, 0, "Unload; refused while a program uses it", 0},
	{NULL, 'q', NULL, 0, "Query: the exit status is 0 if it is loaded, 1 if not", 0},
	{NULL, 'k', "PATH", 0, "A kernel module, by its file or its name", 0},
	{NULL, 'h', NULL, 0, "The same as --help", 0},
	{0},
};
static const struct argp argp = {
	.options = options,
	.parser = parse_option,
	.args_doc = "-l [DEVICE...]\n-u\n-q",
	.doc = "Load, unload and query what is behind the verbs.",
};

static int do_action(const struct ofedctrl_side *side, const struct options *o)
{
	switch (o->action) {
	case 'l':
		return side->load(o->module, o->devices);
	case 'u':
		return side->unload(o->module);
	default:
		return side->query(o->module);
	}
}

int main(int argc, char **argv)
{
	struct options o = {0};
	int status;

	argp_parse(&argp, argc, argv, 0, NULL, &o);
	/* Scripts for AIX may name the kernel extension, which is the default on AIX. */
	if (o.module && !strcmp(o.module, OFEDCTRL_AIX_EXTENSION) && access(o.module, F_OK))
		o.module = NULL;
	status = do_action(o.module ? &ofedctrl_kernel : &ofedctrl_emulator, &o);
	return fflush(stdout) ? EXIT_FAILURE : status;
}
