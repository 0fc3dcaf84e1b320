/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Backend of ofedctrl for kernel modules: sysfs shows whether a module is loaded and in use,
 * modprobe loads and unloads it.
 */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ofedctrl.h"

enum {
	NAME_BYTES = 64,
	PATH_BYTES = 512,
};

static const char *sysfs_root(void)
{
	const char *root = getenv("SYSFS_PATH");

	return root && *root ? root : "/sys";
}

/**
 * Convert "…/ib-uverbs.ko.xz" or "ib_uverbs" to the module's name in sysfs. Returns false if it is
 * not a module's name.
 */
static bool module_name(const char *module, char name[NAME_BYTES])
{
	const char *slash = strrchr(module, '/');
	const char *base = slash ? slash + 1 : module;
	const char *end = strstr(base, ".ko");
	size_t len = end ? (size_t)(end - base) : strlen(base);

	if (!len || len >= NAME_BYTES || (slash && !end))
		return false;
	for (size_t i = 0; i < len; i++)
		name[i] = base[i] == '-' ? '_' : base[i];
	name[len] = '\0';
	return strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") ==
	       len;
}

static bool is_module_loaded(const char *name)
{
	char path[PATH_BYTES];

	snprintf(path, sizeof(path), "%s/module/%s", sysfs_root(), name);
	return !access(path, F_OK);
}

/** The kernel's use count: open files, and modules that depend on it. */
static long read_use_count(const char *name)
{
	char path[PATH_BYTES];
	long count = 0;
	FILE *file;

	snprintf(path, sizeof(path), "%s/module/%s/refcnt", sysfs_root(), name);
	file = fopen(path, "r");
	if (!file)
		return 0; /* built in, or a kernel that cannot unload modules */
	if (fscanf(file, "%ld", &count) != 1)
		count = 0;
	fclose(file);
	return count;
}

static int no_module(const char *module)
{
	return ofedctrl_say(EXIT_FAILURE, "%s is not a kernel module", module);
}

/** The output of a program that failed, or a text that explains why there is none. */
static const char *failure_reason(const char *said, int status)
{
	if (*said)
		return said;
	return status == 127 ? "there is no such program" : "no reason was given";
}

static int load_module(const char *module, char **devices)
{
	char name[NAME_BYTES], said[OFEDCTRL_OUTPUT_BYTES];
	bool by_file = strchr(module, '/') != NULL;
	char *argv[] = {by_file ? "insmod" : "modprobe", (char *)module, NULL};
	int status;

	(void)devices;
	if (!module_name(module, name))
		return no_module(module);
	if (is_module_loaded(name))
		return ofedctrl_say(EXIT_SUCCESS, "%s is loaded already", name);
	if (by_file && access(module, R_OK))
		return ofedctrl_say(EXIT_FAILURE, "%s: %s", module, strerror(errno));
	status = ofedctrl_run(argv[0], argv, said);
	if (!status && is_module_loaded(name))
		return ofedctrl_say(EXIT_SUCCESS, "%s is loaded", name);
	return ofedctrl_say(EXIT_FAILURE, "%s cannot be loaded: %s: %s", name, argv[0],
			    failure_reason(said, status));
}

static int unload_module(const char *module)
{
	char name[NAME_BYTES], said[OFEDCTRL_OUTPUT_BYTES];
	char *argv[] = {"modprobe", "-r", name, NULL};
	int status;

	if (!module_name(module, name))
		return no_module(module);
	if (!is_module_loaded(name))
		return ofedctrl_say(EXIT_SUCCESS, "%s is not loaded", name);
	if (read_use_count(name) > 0)
		return ofedctrl_say(EXIT_FAILURE, "%s is in use, so it stays loaded", name);
	status = ofedctrl_run(argv[0], argv, said);
	if (!status && !is_module_loaded(name))
		return ofedctrl_say(EXIT_SUCCESS, "%s is unloaded", name);
	return ofedctrl_say(EXIT_FAILURE, "%s cannot be unloaded: %s: %s", name, argv[0],
			    failure_reason(said, status));
}

static int query_module(const char *module)
{
	char name[NAME_BYTES];

	if (!module_name(module, name))
		return no_module(module);
	if (is_module_loaded(name))
		return ofedctrl_say(EXIT_SUCCESS, "%s is loaded", name);
	printf("ofedctrl: %s is not loaded\n", name);
	return EXIT_FAILURE;
}

const struct ofedctrl_side ofedctrl_kernel = {load_module, unload_module, query_module};
