/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Connections to an emulator: those that fail leave nothing behind, and the one for queries is
 * kept. Linked with --wrap, so that allocations are counted.
 */
#include <fcntl.h>
#include <sys/socket.h>

#include "queued.h"

static int live; /* allocations of the runtime that have not been freed */

void *__real_malloc(size_t bytes);
void *__real_calloc(size_t n, size_t bytes);
void __real_free(void *p);
void *__wrap_malloc(size_t bytes);
void *__wrap_calloc(size_t n, size_t bytes);
void __wrap_free(void *p);

void *__wrap_malloc(size_t bytes)
{
	live++;
	return __real_malloc(bytes);
}

void *__wrap_calloc(size_t n, size_t bytes)
{
	live++;
	return __real_calloc(n, bytes);
}

void __wrap_free(void *p)
{
	live -= p != NULL;
	__real_free(p);
}

typedef int call_of(void);

static int open_device(void)
{
	const struct inverbs_device_info info = {.name = "fake0"};

	return inverbs_emulator_open(&inverbs_backend_emulator, &info) ? 0 : errno;
}

static int open_cm(void)
{
	return inverbs_emulator_open_cm(&inverbs_backend_emulator) ? 0 : errno;
}

static int open_umad(void)
{
	return inverbs_emulator_open_mad(&inverbs_backend_emulator, "fake0", 1, false) ? 0 : errno;
}

static int open_issm(void)
{
	return inverbs_emulator_open_mad(&inverbs_backend_emulator, "fake0", 1, true) ? 0 : errno;
}

/* ---- connections that fail ---- */

static call_of *const openers[] = {open_device, open_cm, open_umad, open_issm};

/* Each opener must fail with this error, and leave no descriptor and no memory behind. */
static void expect_failure(int err)
{
	for (size_t i = 0; i < sizeof(openers) / sizeof(openers[0]); i++) {
		int before;
		const int memory = live;

		hang_up();
		before = open_descriptors();
		assert_int_equal(openers[i](), err);
		hang_up();
		assert_int_equal(open_descriptors(), before);
		assert_int_equal(live, memory);
	}
}

static void nothing_is_left_of_a_connection_that_fails(void **state)
{
	(void)state;
	partner.absent = true;
	expect_failure(ENOENT);
	partner.absent = false;
	partner.hello.error = EACCES;
	expect_failure(EACCES);
	partner.hello.error = 0;
	partner.hello.arg[0]++;
	expect_failure(EPROTONOSUPPORT);
	partner.hello.arg[0]--;
	partner.second.error = EMFILE;
	expect_failure(EMFILE);
	partner.second.error = 0;
	partner.second_fds = 2;
	expect_failure(EPROTO);
}

/* A reply with an unexpected descriptor is refused, and one without an expected descriptor. */
static void a_file_has_the_descriptor_of_its_kind(void **state)
{
	const int before = open_descriptors();
	struct inverbs_transport *t;

	(void)state;
	partner.second_fds = 1;
	assert_int_equal(open_device(), EPROTO);
	assert_int_equal(open_issm(), EPROTO);
	t = inverbs_emulator_open_cm(&inverbs_backend_emulator);
	assert_non_null(t);
	assert_int_equal(fcntl(t->fd, F_GETFD), FD_CLOEXEC);
	t->ops->close(t);
	partner.second_fds = 0;
	t = inverbs_emulator_open_mad(&inverbs_backend_emulator, "fake0", 1, true);
	assert_non_null(t);
	assert_int_equal(t->fd, -1); /* not 0, which closing it would close */
	t->ops->close(t);
	assert_true(fcntl(STDIN_FILENO, F_GETFD) >= 0);
	assert_int_equal(open_cm(), EPROTO);
	assert_int_equal(open_umad(), EPROTO);
	assert_int_equal(open_descriptors(), before);
}

/* ---- the connection for queries ---- */

/* The connection may be descriptor 0, in a program that has closed its standard input. */
static void descriptor_zero_is_a_connection(void **state)
{
	const struct inverbs_backend *b = &inverbs_backend_emulator;
	const int input = dup(STDIN_FILENO);
	char text[32], path[251] = "";
	int before;

	(void)state;
	assert_true(input >= 0);
	close(STDIN_FILENO);
	before = partner.connections;
	assert_int_equal(b->read_attr(b, "fake0", "node_type", text, sizeof(text)), 0);
	assert_int_equal(partner.connections, before + 1);
	say(partner.end, (struct softhca_reply){0}, "7", 1, 0);
	assert_int_equal(b->read_attr(b, "fake0", "node_type", text, sizeof(text)), 1);
	assert_int_equal(partner.connections, before + 1);
	memset(path, 'p', sizeof(path) - 1); /* device and path have 256 bytes at most */
	assert_int_equal(b->read_attr(b, "fake0", path, text, sizeof(text)), -ENAMETOOLONG);
	say(partner.end, (struct softhca_reply){0}, "8", 1, 0);
	assert_int_equal(b->read_attr(b, "fake0", path + 1, text, sizeof(text)), 1);
	hang_up();
	partner.absent = true;
	assert_int_equal(b->read_attr(b, "fake0", "node_type", text, sizeof(text)), -ENOENT);
	assert_int_equal(fcntl(STDIN_FILENO, F_GETFD), -1); /* the broken connection is closed */
	assert_int_equal(dup2(input, STDIN_FILENO), STDIN_FILENO);
	close(input);
}

/* ---- files that a child inherited ---- */

/* The emulator is gone: the child keeps no descriptor, and no lock. */
static void a_child_that_cannot_attach_keeps_nothing(void **state)
{
	struct inverbs_emulated file = {.owner = 0}; /* not this process */
	int ends[2], before;

	(void)state;
	pthread_mutex_init(&file.attached_lock, NULL);
	assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends), 0);
	close(ends[1]);
	file.sock = ends[0];
	before = open_descriptors();
	for (int i = 0; i < 2; i++) {
		struct inverbs_exchange x = inverbs_exchange_make(SOFTHCA_OP_READ_ATTR);

		assert_int_equal(inverbs_emulated_exchange_shared(&file, &x), EIO);
		assert_int_equal(file.attached_by, 0);
		assert_int_equal(open_descriptors(), before);
	}
	close(ends[0]);
	pthread_mutex_destroy(&file.attached_lock);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		FILE_TEST(nothing_is_left_of_a_connection_that_fails),
		FILE_TEST(a_file_has_the_descriptor_of_its_kind),
		FILE_TEST(descriptor_zero_is_a_connection),
		FILE_TEST(a_child_that_cannot_attach_keeps_nothing),
	};

	return spare_open() || cmocka_run_group_tests(tests, NULL, NULL);
}
