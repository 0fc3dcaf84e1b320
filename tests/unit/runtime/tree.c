/* SPDX-License-Identifier: BSD-2-Clause */
#define _GNU_SOURCE
#include "tree.h"

#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char root[64];

static void must(int ok, const char *what)
{
	if (ok)
		return;
	perror(what);
	abort();
}

void tree_begin(void)
{
	strcpy(root, "/tmp/inverbs-tree-XXXXXX");
	must(mkdtemp(root) != NULL, "mkdtemp");
	must(!setenv("SYSFS_PATH", root, 1), "setenv");
	/* the system's driver files must not affect these tests */
	must(!setenv("IBV_CONFIG_DIR", root, 1), "setenv");
}

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	(void)st;
	(void)type;
	(void)ftw;
	return remove(path);
}

void tree_end(void)
{
	nftw(root, remove_one, 16, FTW_DEPTH | FTW_PHYS);
	unsetenv("SYSFS_PATH");
	unsetenv("IBV_CONFIG_DIR");
}

void tree_write(const char *path, const char *text)
{
	char full[PATH_MAX];
	FILE *f;

	snprintf(full, sizeof(full), "%s/%s", root, path);
	for (char *slash = strchr(full + strlen(root) + 1, '/'); slash;
	     slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		mkdir(full, 0755);
		*slash = '/';
	}
	f = fopen(full, "w");
	must(f != NULL, full);
	fputs(text, f);
	fclose(f);
}

void tree_device(int n, const char *name, const char *guid)
{
	char path[PATH_MAX], text[PATH_MAX];

	snprintf(path, sizeof(path), "class/infiniband_verbs/uverbs%d/ibdev", n);
	snprintf(text, sizeof(text), "%s\n", name);
	tree_write(path, text);
	snprintf(path, sizeof(path), "class/infiniband_verbs/uverbs%d/dev", n);
	snprintf(text, sizeof(text), "231:%d\n", 192 + n);
	tree_write(path, text);
	snprintf(path, sizeof(path), "class/infiniband_verbs/uverbs%d/abi_version", n);
	tree_write(path, "4\n");
	snprintf(path, sizeof(path), "class/infiniband_verbs/uverbs%d/device/modalias", n);
	tree_write(path, "pci:v000015B3d00001003sv000015B3sd00000022bc02sc80i00\n");
	snprintf(path, sizeof(path), "class/infiniband/%s/node_type", name);
	tree_write(path, "1: CA\n");
	snprintf(path, sizeof(path), "class/infiniband/%s/node_guid", name);
	snprintf(text, sizeof(text), "%s\n", guid);
	tree_write(path, text);
	tree_write("class/infiniband_verbs/abi_version", "6\n");
}

void tree_remove(const char *path)
{
	char full[PATH_MAX];

	snprintf(full, sizeof(full), "%s/%s", root, path);
	must(!remove(full), full);
}

int tree_setup(void **state)
{
	(void)state;
	unsetenv("INVERBS_EMULATOR");
	setenv("XDG_RUNTIME_DIR", "/nonexistent", 1);
	tree_begin();
	return 0;
}

int tree_teardown(void **state)
{
	(void)state;
	tree_end();
	return 0;
}
