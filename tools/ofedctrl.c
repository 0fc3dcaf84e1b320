/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Load, unload and query what is behind the verbs: the emulator's daemon, or with -k a module of
 * the kernel. Doing what is done already succeeds, so that scripts need not check.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ofedctrl.h"

static const char usage_text[] =
	"usage: ofedctrl [-k PATH] -l [DEVICE...]\n"
	"       ofedctrl [-k PATH] -u|-q\n"
	"       ofedctrl -h\n"
	"\n"
	"  -l  load: start the emulator's daemon, with these devices or two RNICs; with -k a\n"
	"      kernel module\n"
	"  -u  unload; refused while a program uses it\n"
	"  -q  query: the exit status is 0 if it is loaded, 1 if not\n"
	"  -k  a kernel module, by its file or its name\n"
	"  -h  this text\n";

enum {
	USAGE = 2, /* exit status */
};

struct options {
	char action; /* l, u or q; 0: none */
	const char *module;
	char **devices;
};

static int misused(const char *what)
{
	fprintf(stderr, "ofedctrl: %s\n%s", what, usage_text);
	return USAGE;
}

/** 0, or the exit status with which the program ends at once. */
static int read_options(int argc, char **argv, struct options *o)
{
	int letter;

	while ((letter = getopt(argc, argv, "k:luqh")) != -1) {
		switch (letter) {
		case 'k':
			o->module = optarg;
			break;
		case 'l':
		case 'u':
		case 'q':
			if (o->action)
				return misused("only one of -l, -u and -q");
			o->action = (char)letter;
			break;
		case 'h':
			if (argc != 2)
				return misused("-h stands alone");
			fputs(usage_text, stdout);
			exit(fflush(stdout) ? EXIT_FAILURE : EXIT_SUCCESS);
		default:
			fputs(usage_text, stderr);
			return USAGE;
		}
	}
	if (!o->action)
		return misused("one of -l, -u and -q is needed");
	o->devices = argv + optind;
	if (*o->devices && (o->action != 'l' || o->module))
		return misused("devices go with -l, and not with -k");
	return 0;
}

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
	int status = read_options(argc, argv, &o);

	if (status)
		return status;
	/* scripts of AIX may name the extension that is the default there */
	if (o.module && !strcmp(o.module, OFEDCTRL_AIX_EXTENSION) && access(o.module, F_OK))
		o.module = NULL;
	status = do_action(o.module ? &ofedctrl_kernel : &ofedctrl_emulator, &o);
	return fflush(stdout) ? EXIT_FAILURE : status;
}
