/* SPDX-License-Identifier: BSD-2-Clause */
/* Topology files: their contents, and the messages about mistakes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "mad/mad.h"
#include "mad/topology.h"
#include "server/server.h"

static char path[64];
static char error[512];

static struct softhca_topology *read_text(const char *text)
{
	FILE *file;

	strcpy(path, "/tmp/topology.XXXXXX");
	file = fdopen(mkstemp(path), "w");
	assert_non_null(file);
	fputs(text, file);
	fclose(file);
	error[0] = '\0';
	return softhca_topology_read(path, error, sizeof(error));
}

static void statements_are_read(void **state)
{
	struct softhca_topology *t = read_text("# a comment\n"
					       "\n"
					       "switch leaf 12 # of twelve\n"
					       "\tadapter mlx4_1:2\r\n"
					       "link mlx4_1:2 leaf:12\n"
					       "link mlx4_0 mlx4_1");

	(void)state;
	unlink(path);
	assert_non_null(t);
	assert_int_equal(t->num_switches, 1);
	assert_string_equal(t->switches[0].name, "leaf");
	assert_int_equal(t->switches[0].ports, 12);
	assert_int_equal(t->num_adapters, 1);
	assert_string_equal(t->adapters[0].text, "mlx4_1:2");
	assert_int_equal(t->adapters[0].line, 4);
	assert_int_equal(t->switches[0].line, 3);
	assert_int_equal(t->num_links, 2);
	assert_string_equal(t->links[0].end[0].name, "mlx4_1");
	assert_int_equal(t->links[0].end[0].port, 2);
	assert_int_equal(t->links[0].end[1].port, 12);
	assert_int_equal(t->links[1].end[1].port, 1);
	assert_int_equal(t->links[1].line, 6);
	free(t);
}

static void mistakes_are_told_with_their_line(void **state)
{
	static const struct {
		const char *text, *expected;
	} cases[] = {
		{"switch\n", ":1: not a switch; expected switch NAME PORTS, such as switch leaf 8"},
		{"\nswitch a 0\n", ":2: '0'; expected a number of ports from 1 to 254"},
		{"switch a 255\n", ":1: '255'; expected a number of ports from 1 to 254"},
		{"switch a 8x\n", ":1: '8x'; expected a number of ports from 1 to 254"},
		{"switch a:b 8\n", ":1: 'a:b'; expected a name of letters, digits, _ - and ."},
		{"switch a 8\nswitch a 8\n", ":2: 'a'; expected a unique name"},
		{"adapter\n", ":1: not an adapter; expected adapter NAME, a name as for --device"},
		{"adapter a b\n",
		 ":1: not an adapter; expected adapter NAME, a name as for --device"},
		{"link a\n",
		 ":1: not a link; expected link PORT PORT, such as link leaf:8 spine:1"},
		{"link a b:0\n", ":1: 'b:0'; expected a port, such as leaf:3"},
		{"link a :1\n", ":1: ':1'; expected a port, such as leaf:3"},
		{"cable a b\n", ":1: 'cable'; expected adapter, switch or link"},
		{"link a b c\n",
		 ":1: not a link; expected link PORT PORT, such as link leaf:8 spine:1"},
		{"link a b c d\n", ":1: 'd'; expected the end of the line"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		assert_null(read_text(cases[i].text));
		unlink(path);
		assert_memory_equal(error, path, strlen(path));
		assert_string_equal(error + strlen(path), cases[i].expected);
	}
	assert_null(softhca_topology_read("/nonexistent/file", error, sizeof(error)));
	assert_string_equal(error, "/nonexistent/file: No such file or directory");
}

static void limits_hold(void **state)
{
	static char text[200000];
	size_t len = 0;

	(void)state;
	for (int i = 0; i < 300; i++)
		len += (size_t)sprintf(text + len, "switch s%d 2\n", i);
	assert_null(read_text(text));
	unlink(path);
	assert_non_null(strstr(error, ":257: too many switches; expected at most 256"));
	len = 0;
	for (int i = 0; i < 5000; i++)
		len += (size_t)sprintf(text + len, "link a b\n");
	assert_null(read_text(text));
	unlink(path);
	assert_non_null(strstr(error, ":4097: too many links; expected at most 4096"));
	len = 0;
	for (int i = 0; i < 65; i++)
		len += (size_t)sprintf(text + len, "adapter a%d\n", i);
	assert_null(read_text(text));
	unlink(path);
	assert_non_null(strstr(error, ":65: too many adapters; expected at most 64"));
	memset(text, 'x', 600);
	text[600] = '\0';
	assert_null(read_text(text));
	unlink(path);
	assert_non_null(strstr(error, ":1: too many characters; expected at most 510"));
}

static void names_have_at_most_63_characters(void **state)
{
	char name[65], text[256];
	struct softhca_topology *t;

	(void)state;
	for (size_t len = 63; len <= 64; len++) {
		memset(name, 'x', len);
		name[len] = '\0';
		for (int i = 0; i < 3; i++) {
			static const char *const statements[] = {"switch %s 8\n", "adapter %s\n",
								 "link %s b\n"};
			static const char *const expected[] = {
				"'; expected a name of letters, digits, _ - and .",
				"'; expected a shorter name", "'; expected a port, such as leaf:3"};

			snprintf(text, sizeof(text), statements[i], name);
			t = read_text(text);
			unlink(path);
			assert_int_equal(!!t, len == 63);
			assert_true(t || strstr(error, expected[i]));
			free(t);
		}
	}
}

static void errors_of_reading_are_told(void **state)
{
	(void)state;
	assert_null(softhca_topology_read("/", error, sizeof(error)));
	assert_string_equal(error, "/: Input/output error");
}

/** Create a server with two adapters and this topology. Returns its error. */
static int started(const char *text)
{
	static const char *const devices[] = {"mlx4_0", "mlx4_1:ethernet"};
	static struct softhca_server server;
	struct softhca_topology *t = read_text(text);
	int ret;

	unlink(path);
	assert_non_null(t);
	ret = softhca_server_init(&server, devices, 2, t, 0);
	if (!ret) {
		assert_int_equal(server.hca.devices[0]->port[0].lid, 0);
		assert_false(server.hca.devices[0]->port[0].up);
		assert_true(server.hca.devices[1]->port[0].up);
		softhca_server_fini(&server);
	}
	free(t);
	return ret;
}

static void links_join_free_infiniband_ports(void **state)
{
	(void)state;
	assert_int_equal(started("switch a 2\nlink mlx4_0 a:1\n"), 0);
	assert_int_equal(started("switch a 2\nlink a:1 a:2\n"), 0);
	assert_int_equal(started("switch a 2\nlink mlx4_0 a:3\n"), EINVAL);
	assert_int_equal(started("switch a 2\nlink mlx4_0:2 a:1\n"), EINVAL);
	assert_int_equal(started("switch a 2\nlink mlx4_9 a:1\n"), EINVAL);
	assert_int_equal(started("switch a 2\nlink mlx4_1 a:1\n"), EINVAL);
	assert_int_equal(started("switch a 2\nlink mlx4_0 a:1\nlink a:1 a:2\n"), EINVAL);
	assert_int_equal(started("switch a 2\nlink a:1 a:1\n"), EINVAL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(statements_are_read),
		cmocka_unit_test(mistakes_are_told_with_their_line),
		cmocka_unit_test(limits_hold),
		cmocka_unit_test(names_have_at_most_63_characters),
		cmocka_unit_test(errors_of_reading_are_told),
		cmocka_unit_test(links_join_free_infiniband_ports),
	};

	return cmocka_run_group_tests_name("topology", tests, NULL, NULL);
}
