/* SPDX-License-Identifier: BSD-2-Clause */
/* Finding the user's emulator: whose sockets are trusted, what is said about one that cannot be
 * used, and what it is asked. A thread acts as the daemon. */
#define _GNU_SOURCE
#include <infiniband/driver.h>
#include <inverbs/kernel/inprocess.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include "fake.h"
#include "partner.h"
#include "runtime/socket.h"
#include "tree.h"

static struct {
	char user[64]; /* XDG_RUNTIME_DIR */
	char folder[80], path[108];
	int listener;
	pthread_t thread;
	int connections;      /* atomic: that are being served */
	uint32_t error;       /* of HELLO */
	uint32_t query_error; /* of other requests */
	uint64_t flags;       /* in replies to LIST */
	struct softhca_device list[2];
	size_t list_bytes;
	char asked[256]; /* payload of the last request */
} daemon_of;

static void *serve_connection(void *connection)
{
	const int sock = (int)(intptr_t)connection;
	struct partner_message m;

	while (partner_receive(sock, &m) > 0) {
		struct softhca_reply head = {.error = daemon_of.query_error};
		const void *payload = "text\n";
		size_t bytes = 5;

		if (m.head.op == SOFTHCA_OP_HELLO) {
			head.error = daemon_of.error;
			head.arg[0] = m.head.arg[0];
			head.arg[1] = (uint64_t)getpid();
			bytes = 0;
		} else if (m.head.op == SOFTHCA_OP_LIST) {
			head.arg[0] = daemon_of.flags;
			payload = daemon_of.list;
			bytes = daemon_of.list_bytes;
		} else {
			memcpy(daemon_of.asked, m.payload, m.head.bytes);
		}
		partner_reply(sock, head, payload, head.error ? 0 : bytes, NULL, 0);
	}
	close(sock);
	__atomic_sub_fetch(&daemon_of.connections, 1, __ATOMIC_RELEASE);
	return NULL;
}

static void *serve_daemon(void *unused)
{
	pthread_t thread;
	intptr_t sock;

	while ((sock = accept(daemon_of.listener, NULL, NULL)) >= 0) {
		__atomic_add_fetch(&daemon_of.connections, 1, __ATOMIC_RELAXED);
		if (pthread_create(&thread, NULL, serve_connection, (void *)sock))
			abort();
		pthread_detach(thread);
	}
	return unused;
}

static int start_daemon(void **state)
{
	struct sockaddr_un at = {.sun_family = AF_UNIX};

	(void)state;
	memset(&daemon_of, 0, sizeof(daemon_of));
	strcpy(daemon_of.user, "/tmp/inverbs-user-XXXXXX");
	assert_non_null(mkdtemp(daemon_of.user));
	snprintf(daemon_of.folder, sizeof(daemon_of.folder), "%s/" SOFTHCA_RUNTIME_DIR,
		 daemon_of.user);
	snprintf(daemon_of.path, sizeof(daemon_of.path), "%s/" SOFTHCA_SOCKET_NAME,
		 daemon_of.folder);
	assert_int_equal(mkdir(daemon_of.folder, 0700), 0);
	memcpy(at.sun_path, daemon_of.path, sizeof(at.sun_path));
	daemon_of.listener = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
	assert_int_equal(bind(daemon_of.listener, (struct sockaddr *)&at, sizeof(at)), 0);
	assert_int_equal(listen(daemon_of.listener, 8), 0);
	assert_int_equal(pthread_create(&daemon_of.thread, NULL, serve_daemon, NULL), 0);
	setenv("XDG_RUNTIME_DIR", daemon_of.user, 1);
	unsetenv("INVERBS_EMULATOR");
	return 0;
}

/* On this error the connection that is kept for queries is closed, and a new one made. */
static void end_queries(void)
{
	daemon_of.query_error = EIO;
}

static int stop_daemon(void **state)
{
	const struct inverbs_backend *b = &inverbs_backend_emulator;
	char text[8];

	(void)state;
	end_queries();
	b->read_attr(b, "fake0", "end", text, sizeof(text));
	shutdown(daemon_of.listener, SHUT_RDWR);
	assert_int_equal(pthread_join(daemon_of.thread, NULL), 0);
	while (__atomic_load_n(&daemon_of.connections, __ATOMIC_ACQUIRE))
		usleep(1000);
	close(daemon_of.listener);
	unlink(daemon_of.path);
	rmdir(daemon_of.folder);
	rmdir(daemon_of.user);
	unsetenv("INVERBS_EMULATOR");
	return 0;
}

/* The error of a connection, or 0. */
static int connection_error(void)
{
	pid_t emulator = 0;
	const int sock = inverbs_emulator_connect(&emulator);

	if (sock < 0)
		return -sock;
	assert_int_equal(emulator, getpid());
	close(sock);
	return 0;
}

/* ---- which sockets ---- */

static void only_the_user_may_write_to_the_folder(void **state)
{
	static const struct {
		mode_t mode;
		int err;
	} cases[] = {{0700, 0}, {0755, 0}, {0720, ENOENT}, {0702, ENOENT}, {0777, ENOENT}};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		assert_int_equal(chmod(daemon_of.folder, cases[i].mode), 0);
		assert_int_equal(connection_error(), cases[i].err);
	}
	assert_int_equal(chmod(daemon_of.folder, 0700), 0);
	if (!geteuid()) {
		assert_int_equal(chown(daemon_of.folder, 1, (gid_t)-1), 0);
		assert_int_equal(connection_error(), ENOENT);
		assert_int_equal(chown(daemon_of.folder, 0, (gid_t)-1), 0);
	}
}

static void the_folder_is_no_link(void **state)
{
	char elsewhere[128];

	(void)state;
	snprintf(elsewhere, sizeof(elsewhere), "%s-2", daemon_of.folder);
	assert_int_equal(rename(daemon_of.folder, elsewhere), 0);
	assert_int_equal(connection_error(), ENOENT);
	assert_int_equal(symlink(elsewhere, daemon_of.folder), 0);
	assert_int_equal(connection_error(), ENOENT);
	assert_int_equal(unlink(daemon_of.folder), 0);
	assert_int_equal(rename(elsewhere, daemon_of.folder), 0);
	assert_int_equal(connection_error(), 0);
}

/* A socket that the program names is trusted in any directory. */
static void a_socket_by_its_name(void **state)
{
	(void)state;
	setenv("XDG_RUNTIME_DIR", "/nonexistent", 1);
	assert_int_equal(connection_error(), ENOENT);
	setenv("INVERBS_EMULATOR", daemon_of.path, 1);
	assert_int_equal(chmod(daemon_of.folder, 0777), 0);
	assert_int_equal(connection_error(), 0);
	setenv("INVERBS_EMULATOR", "", 1); /* as if it were not set */
	assert_null(inverbs_emulator_wanted());
	assert_int_equal(connection_error(), ENOENT);
}

static void names_have_a_largest_length(void **state)
{
	char name[128] = "/tmp/";

	(void)state;
	memset(name + 5, 'n', 102);
	assert_int_equal(strlen(name), 107);
	setenv("INVERBS_EMULATOR", name, 1);
	assert_int_equal(connection_error(), ENOENT);
	name[107] = 'n';
	setenv("INVERBS_EMULATOR", name, 1);
	assert_int_equal(connection_error(), ENAMETOOLONG);
}

/* The folder's name fits into an address, but the socket's does not. */
static void the_default_name_has_one_too(void **state)
{
	const size_t below = sizeof(SOFTHCA_RUNTIME_DIR); /* with the slash */
	char user[128], folder[160];

	(void)state;
	snprintf(user, sizeof(user), "%s/%0*d", daemon_of.user,
		 (int)(106 - below - strlen(daemon_of.user)), 0);
	assert_int_equal(mkdir(user, 0700), 0);
	snprintf(folder, sizeof(folder), "%s/" SOFTHCA_RUNTIME_DIR, user);
	assert_int_equal(strlen(folder), 107);
	assert_int_equal(mkdir(folder, 0700), 0);
	setenv("XDG_RUNTIME_DIR", user, 1);
	assert_int_equal(connection_error(), ENAMETOOLONG);
	assert_int_equal(rmdir(folder), 0);
	assert_int_equal(rmdir(user), 0);
}

/* ---- an emulator that refuses ---- */

static struct {
	int result;
} listed;

static void list_devices(void *unused)
{
	struct inverbs_device_info *infos;

	(void)unused;
	listed.result = inverbs_backend_emulator.list(&inverbs_backend_emulator, &infos);
	if (listed.result <= 0)
		assert_null(infos);
	free(infos);
}

static void refusals_are_explained(void **state)
{
	static const struct {
		int err;
		const char *text;
	} cases[] = {
		{EACCES, "it belongs to another user"},
		{ESRCH, "it is in another PID namespace and cannot reach the memory of this "
			"process; start softhcad in the same one (container)"},
		{EOPNOTSUPP, "this program is linked without the emulator (inverbs-lean); start "
			     "softhcad, or link inverbs alone"},
		{EMFILE, "Too many open files"},
	};
	char text[400];

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		end_queries();
		daemon_of.error = (uint32_t)cases[i].err;
		unsetenv("INVERBS_EMULATOR");
		snprintf(text, sizeof(text), "inverbs: ignoring the user's emulator: %s\n",
			 cases[i].text);
		assert_string_equal(logged_by(list_devices, NULL), text);
		assert_int_equal(listed.result, 0);
		setenv("INVERBS_EMULATOR", daemon_of.path, 1);
		snprintf(text, sizeof(text), "inverbs: no emulator at INVERBS_EMULATOR=%s: %s\n",
			 daemon_of.path, cases[i].text);
		assert_string_equal(said_by(list_devices, NULL), text);
		assert_int_equal(listed.result, -cases[i].err);
	}
}

static void absence_is_reported_if_it_was_named(void **state)
{
	(void)state;
	end_queries();
	setenv("INVERBS_EMULATOR", "/nonexistent/x", 1);
	assert_string_equal(said_by(list_devices, NULL),
			    "inverbs: no emulator at INVERBS_EMULATOR=/nonexistent/x: No such file "
			    "or directory; start softhcad or unset the variable\n");
	assert_int_equal(listed.result, -ENOENT);
	unsetenv("INVERBS_EMULATOR");
	setenv("XDG_RUNTIME_DIR", "/nonexistent", 1);
	assert_string_equal(logged_by(list_devices, NULL), "");
	assert_int_equal(listed.result, 0);
}

/* ---- queries ---- */

static void what_the_emulator_knows_of_a_device(void **state)
{
	struct softhca_device *const dev = &daemon_of.list[0];
	struct inverbs_device_info *infos;

	(void)state;
	memset(dev->name, 'n', sizeof(dev->name)); /* without an end */
	strcpy(dev->dev_name, "uverbs3");
	dev->abi_version = 1;
	dev->node_type = 2;
	dev->node_guid = 3;
	dev->vendor_id = 4;
	dev->device_id = 5;
	dev->driver_id = 6;
	dev->index = 7;
	strcpy(daemon_of.list[1].name, "second");
	daemon_of.list_bytes = sizeof(daemon_of.list);
	assert_int_equal(inverbs_backend_emulator.list(&inverbs_backend_emulator, &infos), 2);
	assert_int_equal(strlen(infos[0].name), 63);
	assert_string_equal(infos[0].dev_name, "uverbs3");
	assert_int_equal(infos[0].abi_version, 1);
	assert_int_equal(infos[0].node_type, 2);
	assert_int_equal(infos[0].node_guid, 3);
	assert_int_equal(infos[0].vendor_id, 4);
	assert_int_equal(infos[0].device_id, 5);
	assert_int_equal(infos[0].driver_id, 6);
	assert_int_equal(infos[0].index, 7);
	assert_int_equal(infos[0].number, 0);
	assert_string_equal(infos[1].name, "second");
	free(infos);
}

static void it_may_copy_on_fork(void **state)
{
	const struct inverbs_backend *b = &inverbs_backend_emulator;

	(void)state;
	assert_false(b->copies_on_fork(b));
	daemon_of.flags = SOFTHCA_COPY_ON_FORK;
	assert_true(b->copies_on_fork(b));
	setenv("INVERBS_EMULATOR", daemon_of.path, 1);
	assert_int_equal(ibv_is_fork_initialized(), IBV_FORK_UNNEEDED);
	assert_int_equal(ibv_fork_init(), 0);
	assert_int_equal(ibv_is_fork_initialized(), IBV_FORK_UNNEEDED);
	daemon_of.flags = ~(uint64_t)SOFTHCA_COPY_ON_FORK;
	assert_false(b->copies_on_fork(b));
	assert_int_equal(ibv_is_fork_initialized(), IBV_FORK_DISABLED);
	daemon_of.flags = SOFTHCA_COPY_ON_FORK;
	daemon_of.query_error = EPERM;
	assert_false(b->copies_on_fork(b));
	daemon_of.query_error = 0;
	setenv("INVERBS_EMULATOR", "inproc:fake0", 1); /* is not asked */
	assert_false(b->copies_on_fork(b));
}

static void attributes_of_emulated_devices(void **state)
{
	char text[16], path[5000];

	(void)state;
	setenv("INVERBS_EMULATOR", daemon_of.path, 1);
	unsetenv("SYSFS_PATH");
	memset(text, 'x', sizeof(text));
	assert_int_equal(ibv_read_sysfs_file("/sys/class/infiniband/fake0", "ports/1/state", text,
					     sizeof(text)),
			 4);
	assert_string_equal(text, "text");
	assert_memory_equal(daemon_of.asked, "fake0\0ports/1/state", 20);
	assert_int_equal(ibv_read_sysfs_file("/sys/class/infiniband/fake0", "x", text, 3), 2);
	assert_string_equal(text, "te");
	errno = 0;
	assert_int_equal(ibv_read_sysfs_file("/sys/class/infiniband", "fake0", text, 8), -1);
	assert_int_equal(errno, ENOENT);
	assert_int_equal(ibv_read_sysfs_file("/proc/self", "comm", text, 4), 3); /* a file */
	assert_string_equal(text, "uni");
	/* a name of 255 characters is sent (and is too long for the question), one more is not */
	snprintf(path, sizeof(path), "/sys/class/infiniband/%0255d", 0);
	assert_int_equal(ibv_read_sysfs_file(path, "x", text, 8), -1);
	assert_int_equal(errno, ENAMETOOLONG);
	snprintf(path, sizeof(path), "/sys/class/infiniband/%0256d", 0);
	assert_int_equal(ibv_read_sysfs_file(path, "x", text, 8), -1);
	assert_int_equal(errno, ENOENT);
	/* paths of 4095 and of 4096 characters */
	memset(path, '/', sizeof(path));
	strcpy(path + 4090 - strlen("proc/self"), "proc/self");
	assert_int_equal(ibv_read_sysfs_file(path, "comm", text, 4), 3);
	strcpy(path + 4091 - strlen("/proc/self"), "/proc/self");
	assert_int_equal(ibv_read_sysfs_file(path, "comm", text, 4), -1);
	assert_int_equal(errno, ENAMETOOLONG);
}

int main(void)
{
#define DAEMON_TEST(name) cmocka_unit_test_setup_teardown(name, start_daemon, stop_daemon)
	const struct CMUnitTest tests[] = {
		DAEMON_TEST(only_the_user_may_write_to_the_folder),
		DAEMON_TEST(the_folder_is_no_link),
		DAEMON_TEST(a_socket_by_its_name),
		DAEMON_TEST(names_have_a_largest_length),
		DAEMON_TEST(the_default_name_has_one_too),
		DAEMON_TEST(refusals_are_explained),
		DAEMON_TEST(absence_is_reported_if_it_was_named),
		DAEMON_TEST(what_the_emulator_knows_of_a_device),
		DAEMON_TEST(it_may_copy_on_fork),
		DAEMON_TEST(attributes_of_emulated_devices),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
