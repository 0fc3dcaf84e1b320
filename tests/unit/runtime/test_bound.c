/* SPDX-License-Identifier: BSD-2-Clause */
/* A program bound to one adapter (here: "fake") refuses a device of another one, with one line on
 * stderr. */
#include <stdio.h>

#include "fake.h"
#include "tree.h"

static const uint32_t mask_of_this_file
	__attribute__((section("inverbs_bindings"), used)) = 1U << 5 | 1U << 9;
static const uint32_t mask_of_another __attribute__((section("inverbs_bindings"), used)) = 1U << 5;

static void foreign_device_is_refused(void **state)
{
	struct ibv_device **list;
	char text[256] = "";
	FILE *to = tmpfile();
	int saved = dup(STDERR_FILENO), err;

	(void)state;
	tree_device(0, "other0", "0:0:0:1");
	list = ibv_get_device_list(NULL);
	assert_non_null(list[0]);
	dup2(fileno(to), STDERR_FILENO);
	errno = 0;
	assert_null(ibv_open_device(list[0]));
	err = errno;
	fflush(stderr);
	dup2(saved, STDERR_FILENO);
	close(saved);
	rewind(to);
	assert_non_null(fgets(text, sizeof(text), to));
	assert_string_equal(
		text,
		"inverbs: this program was built for fake only; other0 is a device of other\n");
	assert_null(fgets(text, sizeof(text), to));
	assert_int_equal(err, ENODEV);
	fclose(to);
	ibv_free_device_list(list);
}

static void own_device_passes_the_check(void **state)
{
	struct inverbs_device dev = {.provider = &fake_provider};

	(void)state;
	assert_true(inverbs_binding_allows(&dev));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(foreign_device_is_refused, tree_setup,
						tree_teardown),
		cmocka_unit_test(own_device_passes_the_check),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
