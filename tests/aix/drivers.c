/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A10, A11: which adapters the driver files in IBV_CONFIG_DIR make active, and what is logged about
 * invalid ones.
 */
#include "kit.h"

#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
	NO_LIST = 100, /* exit status of a child */
	LOG_BYTES = 4096,
};

/** A folder of driver files, and the log of a program that used it. */
struct folder {
	char path[64];
	char log[LOG_BYTES];
};

static int set_up_drivers(void **state)
{
	struct folder *f = calloc(1, sizeof(*f));

	assert_non_null(f);
	snprintf(f->path, sizeof(f->path), "/tmp/inverbs-drivers-XXXXXX");
	assert_non_null(mkdtemp(f->path));
	*state = f;
	return 0;
}

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	(void)st;
	(void)type;
	(void)ftw;
	return remove(path);
}

static int tear_down(void **state)
{
	struct folder *f = *state;

	nftw(f->path, remove_one, 4, FTW_DEPTH | FTW_PHYS);
	free(f);
	return 0;
}

static void path_in(const struct folder *f, const char *name, char path[128])
{
	snprintf(path, 128, "%s/%s", f->path, name);
}

static void write_driver_file(const struct folder *f, const char *name, const char *text)
{
	char path[128];
	FILE *file;

	path_in(f, name, path);
	file = fopen(path, "w");
	assert_non_null(file);
	fputs(text, file);
	assert_int_equal(fclose(file), 0);
}

/* Run in a child. Returns a number of two digits: how many mlx4 and how many cxgb3 devices exist.
 */
static int count_devices(const char *config, int log)
{
	struct ibv_device **list;
	int found = 0;

	if (dup2(log, STDERR_FILENO) < 0 || setenv("INVERBS_LOG", "1", 1) ||
	    (config ? setenv("IBV_CONFIG_DIR", config, 1) : unsetenv("IBV_CONFIG_DIR")))
		return NO_LIST;
	list = ibv_get_device_list(NULL);
	if (!list)
		return NO_LIST;
	for (int i = 0; list[i]; i++)
		found += strncmp(ibv_get_device_name(list[i]), "mlx4", 4) ? 1 : 10;
	ibv_free_device_list(list);
	return found;
}

static int devices_with(struct folder *f, const char *config)
{
	size_t len = 0;
	int log[2], status;
	ssize_t n;
	pid_t pid;

	assert_int_equal(pipe(log), 0);
	pid = fork();
	assert_true(pid >= 0);
	if (!pid)
		_exit(count_devices(config, log[1]));
	close(log[1]);
	while ((n = read(log[0], f->log + len, sizeof(f->log) - 1 - len)) > 0)
		len += (size_t)n;
	f->log[len] = '\0';
	close(log[0]);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

static void assert_logged(const struct folder *f, const char *words)
{
	if (!strstr(f->log, words))
		fail_msg("the log does not say '%s', but:\n%s", words, f->log);
}

static void A10_A11_one_of_two(void **state)
{
	struct folder *f = *state;

	write_driver_file(f, "cxgb3.driver", "driver cxgb3\n");
	assert_int_equal(devices_with(f, f->path), 1);
	assert_logged(f, "mlx4_0 is skipped: mlx4 is not named in any driver file");
	write_driver_file(f, "more.driver", "driver\tmlx4"); /* no newline at the end */
	assert_int_equal(devices_with(f, f->path), 11);
	assert_string_equal(f->log, "");
}

static void A11_absent_or_empty_is_all(void **state)
{
	struct folder *f = *state;

	assert_int_equal(devices_with(f, f->path), 11);
	assert_logged(f, "names no adapter; all are active");
	write_driver_file(f, "cxgb3.conf", "driver cxgb3\n"); /* not named *.driver: ignored */
	assert_int_equal(devices_with(f, f->path), 11);
	assert_int_equal(devices_with(f, "/nonexistent/folder"), 11);
	assert_logged(f, "/nonexistent/folder: No such file or directory; all adapters are active");
	assert_int_equal(devices_with(f, ""), 11);
}

/* The system's default folder does not apply to emulated devices. */
static void A10_emulated_devices_without_the_variable(void **state)
{
	assert_int_equal(devices_with(*state, NULL), 11);
}

static void A10_lines_that_are_ignored(void **state)
{
	struct folder *f = *state;
	char text[400];

	memset(text, 'x', sizeof(text));
	text[sizeof(text) - 2] = '\n';
	text[sizeof(text) - 1] = '\0';
	write_driver_file(f, "long.driver", text);
	write_driver_file(
		f, "some.driver",
		"# a comment\n\n  driver   cxgb3  \r\ndriver\nload mlx4\ndriver mlx4 mlx5\ndriver "
		"altair\n");
	assert_int_equal(devices_with(f, f->path), 1);
	assert_logged(f, "long.driver:1: ignored; the line is too long");
	assert_logged(f, "some.driver:4: ignored; expected the word 'driver' and one name");
	assert_logged(f, "some.driver:5: ignored");
	assert_logged(f, "some.driver:6: ignored");
	assert_logged(f, "some.driver:7: this program has no adapter 'altair'");
}

/* If the files name only other libraries' adapters, none of ours is active. */
static void A10_others_only(void **state)
{
	struct folder *f = *state;

	write_driver_file(f, "altair.driver", "driver altair\n");
	assert_int_equal(devices_with(f, f->path), 0);
}

static void A10_files_that_cannot_be_read(void **state)
{
	struct folder *f = *state;
	char path[128];

	write_driver_file(f, "cxgb3.driver", "driver cxgb3\n");
	path_in(f, "folder.driver", path);
	assert_int_equal(mkdir(path, 0700), 0);
	path_in(f, "pipe.driver", path);
	assert_int_equal(mkfifo(path, 0600), 0); /* reading it would block */
	path_in(f, "link.driver", path);
	assert_int_equal(symlink("nowhere", path), 0);
	assert_int_equal(devices_with(f, f->path), 1);
	assert_logged(f, "folder.driver: ignored: not a regular file");
	assert_logged(f, "pipe.driver: ignored: not a regular file");
	assert_logged(f, "link.driver: ignored: No such file or directory");
}

/* Files added later have no effect on a running program. */
static void A10_files_are_read_once(void **state)
{
	struct folder *f = *state;
	int status, first;
	pid_t pid;

	write_driver_file(f, "cxgb3.driver", "driver cxgb3\n");
	pid = fork();
	assert_true(pid >= 0);
	if (!pid) {
		first = count_devices(f->path, STDERR_FILENO);
		write_driver_file(f, "more.driver", "driver mlx4\n");
		_exit(first == 1 && count_devices(f->path, STDERR_FILENO) == 1 ? 0 : 1);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
	assert_int_equal(devices_with(f, f->path), 11);
}

#define IN_FOLDER(name) cmocka_unit_test_setup_teardown(name, set_up_drivers, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_FOLDER(A10_A11_one_of_two),
		IN_FOLDER(A10_files_are_read_once),
		IN_FOLDER(A11_absent_or_empty_is_all),
		IN_FOLDER(A10_emulated_devices_without_the_variable),
		IN_FOLDER(A10_lines_that_are_ignored),
		IN_FOLDER(A10_others_only),
		IN_FOLDER(A10_files_that_cannot_be_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
