/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Files and directories in a program started by softhca-run: each call that takes a path gives the
 * same result as on a real kernel, and still works on other files. No RDMA library is involved.
 * Argument: the command softhcactl, with its option for this emulator.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <inverbs/kernel/softhca.h>
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/xattr.h>
#include <unistd.h>
/* requires the headers above */
#include <cmocka.h>

#define DEVICE "/sys/class/infiniband/mlx4_0"
#define NODE   "/dev/infiniband/uverbs0"

static const char *softhcactl;

/** Read an open file, close it, and return its text. */
static const char *text_of(int fd)
{
	static char text[256];
	ssize_t n;

	assert_true(fd >= 0);
	n = read(fd, text, sizeof(text) - 1);
	assert_true(n >= 0);
	text[n] = '\0';
	close(fd);
	return text;
}

static void every_way_to_open_leads_to_the_attribute(void **state)
{
	char line[64] = "";
	int dir = open(DEVICE "/ports", O_RDONLY | O_DIRECTORY);
	FILE *file = fopen(DEVICE "/node_type", "r");

	(void)state;
	assert_string_equal(text_of(open(DEVICE "/node_type", O_RDONLY)), "1: CA\n");
	assert_string_equal(text_of(open64(DEVICE "/node_type", O_RDONLY)), "1: CA\n");
	assert_string_equal(text_of(openat(dir, "1/state", O_RDONLY)), "4: ACTIVE\n");
	assert_string_equal(text_of(openat(dir, "../node_type", O_RDONLY)), "1: CA\n");
	assert_non_null(file);
	assert_non_null(fgets(line, sizeof(line), file));
	assert_string_equal(line, "1: CA\n");
	fclose(file);
	close(dir);
}

static void attributes_are_those_of_the_moment(void **state)
{
	char command[PATH_MAX];

	(void)state;
	for (int up = 0; up < 2; up++) {
		snprintf(command, sizeof(command), "%s port mlx4_1 1 %s", softhcactl,
			 up ? "up" : "down");
		assert_int_equal(system(command), 0);
		assert_string_equal(
			text_of(open("/sys/class/infiniband/mlx4_1/ports/1/state", O_RDONLY)),
			up ? "4: ACTIVE\n" : "1: DOWN\n");
	}
}

static void what_is_not_there_fails(void **state)
{
	(void)state;
	assert_int_equal(open(DEVICE "/nothing", O_RDONLY), -1);
	assert_int_equal(errno, ENOENT);
	assert_int_equal(open("/dev/infiniband/uverbs9", O_RDWR), -1);
	assert_int_equal(errno, ENOENT);
	assert_int_equal(open(DEVICE "/ports/1/gid_attrs/types/99", O_RDONLY), -1);
	assert_int_equal(errno, EINVAL);
	assert_int_equal(access("/sys/class/infiniband/mlx4_7", F_OK), -1);
	assert_null(opendir("/sys/class/infiniband_cm"));
}

static void directories_are_listed(void **state)
{
	struct dirent **list;
	int n = scandir("/sys/class/infiniband", &list, NULL, alphasort);
	unsigned int nodes = 0;
	struct dirent *entry;
	DIR *dir = opendir("/dev/infiniband");

	(void)state;
	assert_int_equal(n, 4);
	assert_string_equal(list[2]->d_name, "mlx4_0");
	assert_string_equal(list[3]->d_name, "mlx4_1");
	while (n)
		free(list[--n]);
	free(list);
	assert_non_null(dir);
	while ((entry = readdir(dir)))
		nodes += entry->d_name[0] != '.';
	closedir(dir);
	assert_int_equal(nodes, 7); /* two uverbsN, two umadN, two issmN, and rdma_cm */
}

static void device_files_look_like_device_files(void **state)
{
	struct stat st;
	struct stat64 st64;
	struct statx stx;
	int dir;

	(void)state;
	assert_int_equal(access(NODE, R_OK | W_OK), 0);
	assert_int_equal(eaccess(NODE, R_OK | W_OK), 0);
	assert_int_equal(euidaccess(NODE, R_OK | W_OK), 0);
	assert_int_equal(getxattr(NODE, "user.none", NULL, 0), -1);
	assert_int_not_equal(errno, ENOENT);
	assert_int_equal(stat(NODE, &st), 0);
	assert_true(S_ISCHR(st.st_mode));
	assert_true(st.st_rdev == makedev(SOFTHCA_DEVICE_MAJOR, SOFTHCA_DEVICE_MINOR));
	assert_int_equal(lstat64("/dev/infiniband/uverbs1", &st64), 0);
	assert_true(st64.st_rdev == makedev(SOFTHCA_DEVICE_MAJOR, SOFTHCA_DEVICE_MINOR + 1));
	assert_int_equal(statx(AT_FDCWD, NODE, 0, STATX_BASIC_STATS, &stx), 0);
	assert_true(S_ISCHR(stx.stx_mode));
	assert_int_equal(stx.stx_rdev_minor, SOFTHCA_DEVICE_MINOR);
	assert_int_equal(stat("/dev/infiniband", &st), 0);
	assert_true(S_ISDIR(st.st_mode));
	dir = open("/dev/infiniband", O_RDONLY | O_DIRECTORY);
	assert_int_equal(faccessat(dir, "uverbs1", F_OK, 0), 0);
	assert_int_equal(fstatat(dir, "rdma_cm", &st, 0), 0);
	close(dir);
	assert_true(S_ISCHR(st.st_mode));
	assert_true(st.st_rdev == makedev(SOFTHCA_CM_MAJOR, SOFTHCA_CM_MINOR));
	assert_int_equal(stat("/dev/zero", &st), 0);
	assert_true(st.st_rdev == makedev(1, 5));
}

static void links_lead_somewhere(void **state)
{
	char path[PATH_MAX], *file;

	(void)state;
	assert_true(readlink(DEVICE "/device", path, sizeof(path)) > 0);
	assert_true(readlinkat(AT_FDCWD, DEVICE "/device", path, sizeof(path)) > 0);
	assert_string_equal(text_of(open(DEVICE "/device/vendor", O_RDONLY)), "0x15b3\n");
	assert_non_null(realpath(DEVICE "/device", path));
	assert_string_equal(path, "/sys/class/infiniband_verbs/uverbs0/device");
	file = canonicalize_file_name(DEVICE "/device/../ibdev"); /* .. of the link's target */
	assert_string_equal(file, "/sys/class/infiniband_verbs/uverbs0/ibdev");
	free(file);
	assert_string_equal(text_of(open(DEVICE "/device/../ibdev", O_RDONLY)), "mlx4_0\n");
}

/* The network card of every device is the loopback interface. */
static void devices_have_network_cards(void **state)
{
	char address[64];

	(void)state;
	snprintf(address, sizeof(address), "%s",
		 text_of(open("/sys/class/net/lo/address", O_RDONLY)));
	assert_string_equal(text_of(open(DEVICE "/device/net/lo/address", O_RDONLY)), address);
	assert_int_equal(access("/sys/class/infiniband/mlx4_1/device/net/lo", F_OK), 0);
}

/** The current directory, on which both functions that return it must agree. */
static const char *where_we_are(void)
{
	static char path[PATH_MAX];
	char *name = get_current_dir_name();

	assert_ptr_equal(getcwd(path, sizeof(path)), path);
	assert_string_equal(name, path);
	free(name);
	return path;
}

static void devices_have_directories_to_work_in(void **state)
{
	char before[PATH_MAX], *name;
	struct stat st;

	(void)state;
	assert_ptr_equal(getcwd(before, sizeof(before)), before);
	assert_int_equal(chdir("/sys/class/infiniband"), 0);
	assert_string_equal(where_we_are(), "/sys/class/infiniband");
	assert_string_equal(text_of(open("mlx4_0/ports/1/state", O_RDONLY)), "4: ACTIVE\n");
	assert_string_equal(text_of(openat(AT_FDCWD, "mlx4_1/node_type", O_RDONLY)), "1: CA\n");
	assert_int_equal(system("grep -qs ACTIVE mlx4_0/ports/1/state"), 0);
	assert_int_equal(chdir("mlx4_1/ports"), 0);
	assert_string_equal(where_we_are(), "/sys/class/infiniband/mlx4_1/ports");
	assert_string_equal(text_of(open("./1/../../node_type", O_RDONLY)), "1: CA\n");
	name = getcwd(NULL, 0);
	assert_string_equal(name, where_we_are());
	free(name);
	assert_null(getcwd((char[4]){0}, 4));
	assert_int_equal(errno, ERANGE);
	assert_int_equal(chdir("/dev/infiniband"), 0);
	assert_int_equal(stat("uverbs1", &st), 0);
	assert_true(S_ISCHR(st.st_mode));
	assert_int_equal(stat("../null", &st), 0);
	assert_true(st.st_rdev == makedev(1, 3));
	assert_int_equal(chdir("../.."), 0);
	assert_string_equal(where_we_are(), "/");
	assert_int_equal(chdir(before), 0);
	assert_string_equal(where_we_are(), before);
}

static void patterns_find_devices(void **state)
{
	glob_t found = {.gl_offs = 1};

	(void)state;
	assert_int_equal(glob("/sys/class/infiniband/*/ports/*/lid", GLOB_DOOFFS, NULL, &found), 0);
	assert_int_equal(glob("/dev/infiniband/r*", GLOB_DOOFFS | GLOB_APPEND, NULL, &found), 0);
	assert_int_equal(found.gl_pathc, 3);
	assert_string_equal(found.gl_pathv[1], "/sys/class/infiniband/mlx4_0/ports/1/lid");
	assert_string_equal(found.gl_pathv[2], "/sys/class/infiniband/mlx4_1/ports/1/lid");
	assert_string_equal(found.gl_pathv[3], "/dev/infiniband/rdma_cm");
	globfree(&found);
}

static void other_files_are_left_alone(void **state)
{
	char template[] = "/tmp/softhca-calls-XXXXXX";
	int fd = mkstemp(template);
	FILE *file;

	(void)state;
	assert_true(fd >= 0);
	assert_int_equal(write(fd, "text", 4), 4);
	close(fd);
	assert_string_equal(text_of(open(template, O_RDONLY)), "text");
	file = fopen(template, "a");
	assert_non_null(file);
	assert_int_equal(fputs("more", file) < 0, 0);
	fclose(file);
	assert_string_equal(text_of(openat(AT_FDCWD, template, O_RDWR)), "textmore");
	unlink(template);
	fd = open(template, O_RDWR | O_CREAT | O_EXCL, 0600);
	assert_true(fd >= 0);
	close(fd);
	unlink(template);
}

int main(int argc, char **argv)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_way_to_open_leads_to_the_attribute),
		cmocka_unit_test(attributes_are_those_of_the_moment),
		cmocka_unit_test(what_is_not_there_fails),
		cmocka_unit_test(directories_are_listed),
		cmocka_unit_test(device_files_look_like_device_files),
		cmocka_unit_test(links_lead_somewhere),
		cmocka_unit_test(devices_have_network_cards),
		cmocka_unit_test(devices_have_directories_to_work_in),
		cmocka_unit_test(patterns_find_devices),
		cmocka_unit_test(other_files_are_left_alone),
	};

	if (argc != 2)
		return EXIT_FAILURE;
	softhcactl = argv[1];
	return cmocka_run_group_tests_name("calls.files", tests, NULL, NULL);
}
