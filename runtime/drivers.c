/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Which of the archive's adapters are active. Files "*.driver" in a folder name them, with one line
 * "driver NAME" for each; if no file names any, all are active.
 *
 * IBV_CONFIG_DIR names the folder, for all devices. Without it the system's folder is used, but
 * only for the kernel's devices: an emulator's devices were chosen when it was started, and
 * packages of another verbs library fill that folder with the names of their plug-ins.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime.h"

#define MACHINE_FOLDER "/etc/libibverbs.d"
#define ENVIRONMENT    "IBV_CONFIG_DIR"

enum {
	LINE_BYTES = 256,
	MAX_LINES = 10000, /* in one file; more are ignored */
	OTHERS = 1,        /* bit 0, which no adapter has */
};

/** Current position, and the adapters named so far. */
struct reader {
	const char *folder, *file;
	unsigned int line;
	bool explicit; /* the folder was given by the user: log unknown names */
	uint32_t found;
};

static void record_driver(struct reader *r, const char *name)
{
	for (size_t i = 0; inverbs_providers[i]; i++) {
		if (!strcmp(inverbs_providers[i]->name, name)) {
			r->found |= 1U << inverbs_providers[i]->adapter;
			return;
		}
	}
	r->found |= OTHERS;
	if (r->explicit)
		inverbs_log("%s/%s:%u: this program has no adapter '%s'", r->folder, r->file,
			    r->line, name);
}

static void parse_driver_line(struct reader *r, char *line)
{
	static const char blanks[] = " \t\r\n";
	char *rest, *word = strtok_r(line, blanks, &rest), *name;

	if (!word || *word == '#')
		return;
	name = strtok_r(NULL, blanks, &rest);
	if (strcmp(word, "driver") != 0 || !name || strtok_r(NULL, blanks, &rest))
		inverbs_log("%s/%s:%u: ignored; expected the word 'driver' and one name", r->folder,
			    r->file, r->line);
	else
		record_driver(r, name);
}

static void skip_line(FILE *from)
{
	int c;

	do
		c = getc(from);
	while (c != '\n' && c != EOF);
}

static void read_driver_file(struct reader *r, FILE *from)
{
	char line[LINE_BYTES];

	for (r->line = 1; r->line <= MAX_LINES && fgets(line, sizeof(line), from); r->line++) {
		if (strlen(line) == sizeof(line) - 1 && line[sizeof(line) - 2] != '\n') {
			skip_line(from);
			inverbs_log("%s/%s:%u: ignored; the line is too long", r->folder, r->file,
				    r->line);
			continue;
		}
		parse_driver_line(r, line);
	}
	if (ferror(from))
		inverbs_log("%s/%s:%u: %s", r->folder, r->file, r->line, strerror(errno));
}

/* Open a regular file only: opening a FIFO could block. */
static FILE *open_regular(int folder, const char *name)
{
	int fd = openat(folder, name, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	struct stat st;
	FILE *file;

	if (fd < 0)
		return NULL;
	if (fstat(fd, &st)) {
		close(fd);
		return NULL;
	}
	if (!S_ISREG(st.st_mode)) {
		close(fd);
		errno = EINVAL;
		return NULL;
	}
	file = fdopen(fd, "r");
	if (!file)
		close(fd);
	return file;
}

static bool is_driver_file(const char *name)
{
	static const char suffix[] = ".driver";
	size_t len = strlen(name), end = sizeof(suffix) - 1;

	return *name != '.' && len > end && !strcmp(name + len - end, suffix);
}

static void read_driver_files(struct reader *r, DIR *dir)
{
	const struct dirent *entry;
	FILE *from;

	while ((entry = readdir(dir))) {
		if (!is_driver_file(entry->d_name))
			continue;
		r->file = entry->d_name;
		from = open_regular(dirfd(dir), entry->d_name);
		if (!from) {
			inverbs_log("%s/%s: ignored: %s", r->folder, r->file,
				    errno == EINVAL ? "not a regular file" : strerror(errno));
			continue;
		}
		read_driver_file(r, from);
		fclose(from);
	}
}

/* Returns a bit for each named adapter, or UINT32_MAX if no file names any. */
static uint32_t read_folder(const char *folder, bool explicit)
{
	struct reader r = {.folder = folder, .explicit = explicit};
	DIR *dir = opendir(folder);

	if (!dir) {
		if (explicit || errno != ENOENT)
			inverbs_log("%s: %s; all adapters are active", folder, strerror(errno));
		return UINT32_MAX;
	}
	read_driver_files(&r, dir);
	closedir(dir);
	if (r.found)
		return r.found;
	if (explicit)
		inverbs_log("%s names no adapter; all are active", folder);
	return UINT32_MAX;
}

void inverbs_drivers_read(struct inverbs_drivers *to)
{
	const char *folder = secure_getenv(ENVIRONMENT);
	bool explicit = folder && *folder;

	to->of_machine = read_folder(explicit ? folder : MACHINE_FOLDER, explicit);
	to->of_emulator = explicit ? to->of_machine : UINT32_MAX;
}

bool inverbs_driver_active(const struct inverbs_drivers *drivers,
			   const struct inverbs_backend *backend,
			   const struct inverbs_provider *provider)
{
	uint32_t active = backend == &inverbs_backend_emulator ? drivers->of_emulator
							       : drivers->of_machine;

	return active & 1U << provider->adapter;
}
