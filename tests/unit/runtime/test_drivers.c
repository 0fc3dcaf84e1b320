/* SPDX-License-Identifier: BSD-2-Clause */
/* Driver files: which are read, what their lines mean, and what is said about their mistakes. */
#include <stdio.h>
#include <sys/stat.h>

#include "fake.h"
#include "tree.h"

enum {
	FAKE = 1 << 5,
	OTHER = 1 << 6,
	UNKNOWN = 1, /* for names that the program has not */
	LINES = 10000,
};

static char folder[128];
static struct inverbs_drivers drivers;

static int with_folder(void **state)
{
	(void)state;
	tree_begin();
	snprintf(folder, sizeof(folder), "%s/drivers", getenv("SYSFS_PATH"));
	return setenv("IBV_CONFIG_DIR", folder, 1);
}

static int without_folder(void **state)
{
	(void)state;
	tree_end();
	return 0;
}

static void read_drivers(void *unused)
{
	(void)unused;
	inverbs_drivers_read(&drivers);
}

/* Read the files: exactly this is said, after the folder's name, and these adapters are active. */
static void expect_said(const char *said, uint32_t active)
{
	char text[400] = "";

	if (*said)
		snprintf(text, sizeof(text), "inverbs: %s%s\n", folder, said);
	assert_string_equal(logged_by(read_drivers, NULL), text);
	assert_int_equal(drivers.of_machine, active);
	assert_int_equal(drivers.of_emulator, active);
}

static void without_files_all_are_active(void **state)
{
	(void)state;
	expect_said(": No such file or directory; all adapters are active", UINT32_MAX);
	tree_write("drivers/readme", "driver fake\n");
	expect_said(" names no adapter; all are active", UINT32_MAX);
}

static void files_by_their_names(void **state)
{
	static const char *const others[] = {"drivers/.a.driver", "drivers/.driver",
					     "drivers/adriver", "drivers/a.drivers",
					     "drivers/driver"};

	(void)state;
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		tree_write(others[i], "driver other\n");
	expect_said(" names no adapter; all are active", UINT32_MAX);
	tree_write("drivers/x.driver", "driver fake\n");
	expect_said("", FAKE);
	tree_write("drivers/y.driver", "driver other\n");
	expect_said("", FAKE | OTHER);
}

static void lines_with_a_name(void **state)
{
	(void)state;
	tree_write("drivers/a.driver", "# driver other\n\n \t \n\tdriver \t fake\r\n");
	expect_said("", FAKE);
	tree_write("drivers/a.driver", "driver fake"); /* without an end */
	expect_said("", FAKE);
	tree_write("drivers/a.driver", "driver fake\ndriver mlx9\n");
	expect_said("/a.driver:2: this program has no adapter 'mlx9'", FAKE | UNKNOWN);
}

static void lines_with_mistakes(void **state)
{
	static const char *const lines[] = {"driver", "drivers fake", "fake", "driver fake other"};
	char text[64];

	(void)state;
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		snprintf(text, sizeof(text), "driver other\n#\n%s\n", lines[i]);
		tree_write("drivers/a.driver", text);
		expect_said("/a.driver:3: ignored; expected the word 'driver' and one name", OTHER);
	}
}

static void long_lines(void **state)
{
	char text[600];

	(void)state;
	snprintf(text, sizeof(text), "driver other\ndriver fake %300d\ndriver other\n", 0);
	tree_write("drivers/a.driver", text);
	expect_said("/a.driver:2: ignored; the line is too long", OTHER);
}

static void files_have_so_many_lines(void **state)
{
	static char text[LINES + 100];

	(void)state;
	memset(text, '\n', LINES - 1);
	strcpy(text + LINES - 1, "driver fake\ndriver other\n");
	tree_write("drivers/a.driver", text);
	expect_said("", FAKE);
}

static void files_that_are_none(void **state)
{
	char path[160];

	(void)state;
	tree_write("drivers/b.driver", "driver fake\n");
	snprintf(path, sizeof(path), "%s/a.driver", folder);
	assert_int_equal(mkfifo(path, 0600), 0);
	expect_said("/a.driver: ignored: not a regular file", FAKE);
	assert_int_equal(unlink(path), 0);
	assert_int_equal(symlink("/nonexistent", path), 0);
	expect_said("/a.driver: ignored: No such file or directory", FAKE);
}

/* The system's folder is not for emulated devices. */
static void the_folder_of_the_system(void **state)
{
	(void)state;
	tree_write("drivers/a.driver", "driver fake\n");
	setenv("IBV_CONFIG_DIR", "", 1);
	inverbs_drivers_read(&drivers);
	assert_int_equal(drivers.of_emulator, UINT32_MAX);
	unsetenv("IBV_CONFIG_DIR");
	drivers.of_emulator = 0;
	inverbs_drivers_read(&drivers);
	assert_int_equal(drivers.of_emulator, UINT32_MAX);
}

static void active_by_backend(void **state)
{
	const struct inverbs_drivers some = {.of_machine = FAKE, .of_emulator = OTHER};
	const struct inverbs_backend *const kernel = &inverbs_backend_kernel;
	const struct inverbs_backend *const emulator = &inverbs_backend_emulator;

	(void)state;
	assert_true(inverbs_driver_active(&some, kernel, &fake_provider));
	assert_false(inverbs_driver_active(&some, kernel, &other_provider));
	assert_false(inverbs_driver_active(&some, emulator, &fake_provider));
	assert_true(inverbs_driver_active(&some, emulator, &other_provider));
}

int main(void)
{
#define FOLDER_TEST(name) cmocka_unit_test_setup_teardown(name, with_folder, without_folder)
	const struct CMUnitTest tests[] = {
		FOLDER_TEST(without_files_all_are_active),
		FOLDER_TEST(files_by_their_names),
		FOLDER_TEST(lines_with_a_name),
		FOLDER_TEST(lines_with_mistakes),
		FOLDER_TEST(long_lines),
		FOLDER_TEST(files_have_so_many_lines),
		FOLDER_TEST(files_that_are_none),
		FOLDER_TEST(the_folder_of_the_system),
		FOLDER_TEST(active_by_backend),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
