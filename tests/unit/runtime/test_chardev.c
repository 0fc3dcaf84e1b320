/* SPDX-License-Identifier: BSD-2-Clause */
/* If write() is refused because of changed credentials, the command is issued by ioctl(). Linked
 * with
 * --wrap for open(), write() and ioctl(). */
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <time.h>

#include "fake.h"
#include "runtime/chardev.h"

enum {
	DRIVER = 14,
	NODE = 77
};

static struct {
	int open_error;
	bool short_write;
	bool no_memory;
	bool folder;    /* there is one for the nodes */
	int sleeps;     /* how often it was waited for a node */
	int appears_at; /* number of the sleep after which it opens; 0: no waiting */
	bool by_number; /* only the node that is named by its number exists */
	bool zero;      /* the node gets descriptor 0 */
	bool other;     /* it is another device's */
	int closed;
	int write_error;
	int ioctls;
	uint32_t seen_command;
	uint64_t core_in, core_out;
	uint16_t core_in_len, core_out_len;
} kernel;

ssize_t __wrap_write(int fd, const void *buf, size_t bytes);
ssize_t __real_write(int fd, const void *buf, size_t bytes);
int __wrap_ioctl(int fd, unsigned long request, void *arg);
int __wrap_open(const char *path, int flags, ...);
int __real_open(const char *path, int flags, ...);
int __wrap_fstat(int fd, struct stat *st);
void *__wrap_calloc(size_t n, size_t bytes);
void *__real_calloc(size_t n, size_t bytes);
int __wrap_access(const char *path, int mode);
int __real_access(const char *path, int mode);
int __wrap_nanosleep(const struct timespec *pause, struct timespec *left);
int __wrap_close(int fd);
int __real_close(int fd);

ssize_t __wrap_write(int fd, const void *buf, size_t bytes)
{
	if (fd != NODE)
		return __real_write(fd, buf, bytes);
	errno = kernel.write_error;
	return kernel.write_error ? -1 : (ssize_t)bytes - kernel.short_write;
}

static const struct uverbs_ioctl_attr *attr_of(const struct uverbs_ioctl_hdr *hdr, uint16_t id)
{
	const struct uverbs_ioctl_attr *attrs = (const struct uverbs_ioctl_attr *)(hdr + 1);

	for (int i = 0; i < hdr->num_attrs; i++) {
		if (attrs[i].attr_id == id)
			return &attrs[i];
	}
	return NULL;
}

int __wrap_ioctl(int fd, unsigned long request, void *arg)
{
	const struct uverbs_ioctl_hdr *hdr = arg;
	const struct uverbs_ioctl_attr *in = attr_of(hdr, 0), *out = attr_of(hdr, 1),
				       *command = attr_of(hdr, 2);

	assert_int_equal(fd, NODE);
	assert_int_equal(request, 0xc0181b01);
	assert_int_equal(hdr->length,
			 sizeof(*hdr) + hdr->num_attrs * sizeof(struct uverbs_ioctl_attr));
	kernel.ioctls++;
	errno = EINVAL;
	if (hdr->driver_id != DRIVER)
		return -1;
	errno = ENOSPC;
	if (!in)
		return -1;
	assert_non_null(command);
	kernel.seen_command = (uint32_t)command->data;
	kernel.core_in = in->data;
	kernel.core_in_len = in->len;
	kernel.core_out = out ? out->data : 0;
	kernel.core_out_len = out ? out->len : 0;
	return 0;
}

int __wrap_open(const char *path, int flags, ...)
{
	if (!strcmp(path, "/dev/char/231:192")) {
		errno = ENOENT;
		return kernel.by_number ? NODE : -1;
	}
	if (strstr(path, "/dev/infiniband/")) {
		if (kernel.by_number || kernel.sleeps < kernel.appears_at) {
			errno = ENOENT;
			return -1;
		}
		errno = kernel.open_error;
		if (kernel.open_error)
			return -1;
		return kernel.zero ? 0 : NODE;
	}
	return __real_open(path, flags);
}

int __wrap_access(const char *path, int mode)
{
	if (strcmp(path, "/dev/infiniband") != 0)
		return __real_access(path, mode);
	return kernel.folder ? 0 : -1;
}

int __wrap_nanosleep(const struct timespec *pause, struct timespec *left)
{
	(void)left;
	assert_int_equal(pause->tv_sec, 0);
	kernel.sleeps++;
	return 0;
}

int __wrap_fstat(int fd, struct stat *st)
{
	assert_int_equal(fd, kernel.zero ? 0 : NODE);
	memset(st, 0, sizeof(*st));
	st->st_mode = S_IFCHR;
	st->st_rdev = makedev(231, kernel.other ? 193 : 192);
	return 0;
}

int __wrap_close(int fd)
{
	if (fd != (kernel.zero ? 0 : NODE))
		return __real_close(fd);
	kernel.closed++;
	return 0;
}

void *__wrap_calloc(size_t n, size_t bytes)
{
	return kernel.no_memory ? NULL : __real_calloc(n, bytes);
}

#include "tree.h"

static struct inverbs_transport *open_node(void)
{
	struct inverbs_device_info info = {.dev_name = "uverbs0", .driver_id = -1};
	struct inverbs_transport *t;

	memset(&kernel, 0, sizeof(kernel));
	tree_begin();
	tree_device(0, "fake0", "0:0:0:1");
	t = inverbs_chardev_open(&inverbs_backend_kernel, &info);
	tree_end();
	assert_non_null(t);
	return t;
}

static void ordinarily_by_write(void **state)
{
	struct inverbs_transport *t = open_node();
	struct uverbs_dealloc_pd_req req = {.pd_handle = 3};

	(void)state;
	assert_int_equal(uverbs_call_dealloc_pd(t, &req), 0);
	kernel.write_error = EBUSY;
	assert_int_equal(uverbs_call_dealloc_pd(t, &req), EBUSY);
	assert_int_equal(kernel.ioctls, 0);
	assert_int_equal(kernel.closed, 0);
	t->ops->close(t);
	assert_int_equal(kernel.closed, 1);
}

static void by_ioctl_after_eacces(void **state)
{
	struct inverbs_transport *t = open_node();
	struct uverbs_dealloc_pd_req dealloc = {.pd_handle = 3};
	struct uverbs_reg_mr_req reg = {.length = 1};
	struct uverbs_reg_mr_resp resp;

	(void)state;
	kernel.write_error = EACCES;
	assert_int_equal(uverbs_call_dealloc_pd(t, &dealloc), 0);
	assert_int_equal(kernel.ioctls, DRIVER + 2); /* ids from 0 are tried, then the command */
	assert_int_equal(kernel.seen_command, UVERBS_CMD_DEALLOC_PD);
	assert_int_equal(kernel.core_in_len, 4);
	assert_int_equal(kernel.core_in, 3); /* a short request is in the attribute itself */
	assert_int_equal(kernel.core_out_len, 0);
	assert_int_equal(uverbs_call_reg_mr(t, &reg, NULL, 0, &resp, NULL, 0), 0);
	assert_int_equal(kernel.ioctls, DRIVER + 3); /* the id is remembered */
	assert_int_equal(kernel.core_in_len, sizeof(reg));
	assert_int_equal(kernel.core_out_len, sizeof(resp));
	t->ops->close(t);
}

static void extended_commands_keep_their_mark(void **state)
{
	struct inverbs_transport *t = open_node();
	struct uverbs_ex_modify_cq_req req = {.cq_handle = 1};

	(void)state;
	kernel.write_error = EACCES;
	assert_int_equal(uverbs_call_ex_modify_cq(t, &req), 0);
	assert_int_equal(kernel.seen_command, UVERBS_EX_CMD_MODIFY_CQ | UVERBS_EXTENDED);
	t->ops->close(t);
}

/* ---- nodes that do not open ---- */

static int opened; /* the last result */

static void open_uverbs(void *otherwise)
{
	opened = inverbs_chardev_open_node("infiniband_verbs", "uverbs0", *(const dev_t *)otherwise,
					   O_RDWR);
}

static void failures_are_logged(void **state)
{
	dev_t none = 0, number = makedev(231, 192);

	(void)state;
	memset(&kernel, 0, sizeof(kernel));
	tree_begin();
	tree_device(0, "fake0", "0:0:0:1");
	assert_string_equal(logged_by(open_uverbs, &none), "");
	assert_int_equal(opened, NODE);
	kernel.zero = true;
	assert_string_equal(logged_by(open_uverbs, &none), "");
	assert_int_equal(opened, 0);
	kernel.zero = false;
	kernel.open_error = EACCES;
	assert_string_equal(logged_by(open_uverbs, &none),
			    "inverbs: cannot open /dev/infiniband/uverbs0: Permission denied\n");
	assert_int_equal(opened, -EACCES);
	kernel.open_error = EAGAIN; /* another process has it open */
	assert_string_equal(logged_by(open_uverbs, &none), "");
	assert_int_equal(opened, -EAGAIN);
	kernel.open_error = 0;
	tree_remove("class/infiniband_verbs/uverbs0/dev");
	assert_string_equal(logged_by(open_uverbs, &none), "");
	assert_int_equal(opened, -ENODEV);
	open_uverbs(&number); /* which netlink told */
	assert_int_equal(opened, NODE);
	assert_int_equal(kernel.closed, 0);
	kernel.other = true;
	assert_non_null(strstr(logged_by(open_uverbs, &number), "cannot open"));
	assert_true(opened < 0);
	assert_int_equal(kernel.closed, 1);
	tree_end();
}

/* The system creates the node of a new device after a while, where it has a folder for them. */
static void nodes_are_waited_for(void **state)
{
	dev_t none = 0;

	(void)state;
	memset(&kernel, 0, sizeof(kernel));
	tree_begin();
	tree_device(0, "fake0", "0:0:0:1");
	kernel.by_number = true;
	open_uverbs(&none);
	assert_int_equal(opened, NODE);
	kernel.by_number = false;
	kernel.appears_at = 3;
	open_uverbs(&none);
	assert_int_equal(opened, -ENOENT);
	assert_int_equal(kernel.sleeps, 0);
	kernel.folder = true;
	open_uverbs(&none);
	assert_int_equal(opened, NODE);
	assert_int_equal(kernel.sleeps, 3);
	kernel.sleeps = 0;
	kernel.appears_at = 1000;
	open_uverbs(&none);
	assert_int_equal(opened, -ENOENT);
	assert_int_equal(kernel.sleeps, 50);
	kernel.appears_at = 0;
	kernel.open_error = EACCES;
	open_uverbs(&none);
	assert_int_equal(opened, -EACCES);
	assert_int_equal(kernel.sleeps, 50);
	tree_end();
}

static void a_node_without_memory_is_closed(void **state)
{
	struct inverbs_device_info info = {.dev_name = "uverbs0", .number = makedev(231, 192)};

	(void)state;
	memset(&kernel, 0, sizeof(kernel));
	tree_begin();
	kernel.no_memory = true;
	assert_null(inverbs_chardev_open(&inverbs_backend_kernel, &info));
	assert_int_equal(errno, ENOMEM);
	assert_int_equal(kernel.closed, 1);
	assert_null(inverbs_chardev_open_cm(&inverbs_backend_kernel));
	assert_int_equal(errno, ENOMEM);
	assert_int_equal(kernel.closed, 1);
	kernel.no_memory = false;
	tree_end();
}

/* ---- the connection manager's file ---- */

static void the_connection_manager_is_a_file(void **state)
{
	struct inverbs_transport *t;

	(void)state;
	memset(&kernel, 0, sizeof(kernel));
	tree_begin();
	t = inverbs_chardev_open_cm(&inverbs_backend_kernel);
	assert_non_null(t); /* without a version in sysfs */
	assert_int_equal(t->fd, NODE);
	assert_int_equal(t->ops->command(t, "abcd", 4), 0);
	kernel.short_write = true;
	assert_int_equal(t->ops->command(t, "abcd", 4), ENODATA);
	kernel.write_error = EBUSY;
	assert_int_equal(t->ops->command(t, "abcd", 4), EBUSY);
	t->ops->close(t);
	assert_int_equal(kernel.closed, 1);
	kernel.zero = true; /* in a program that has closed its standard input */
	t = inverbs_chardev_open_cm(&inverbs_backend_kernel);
	assert_non_null(t);
	assert_int_equal(t->fd, 0);
	t->ops->close(t);
	assert_int_equal(kernel.closed, 2);
	kernel.open_error = ENOENT;
	assert_null(inverbs_chardev_open_cm(&inverbs_backend_kernel));
	assert_int_equal(errno, ENOENT);
	kernel.zero = false;
	tree_end();
}

static void open_refused(void *argument)
{
	(void)argument;
	errno = 0;
	assert_null(inverbs_chardev_open_cm(&inverbs_backend_kernel));
	assert_int_equal(errno, EPERM);
}

static void of_versions_that_it_knows(void **state)
{
	static const char *const files[] = {"class/misc/rdma_cm/abi_version",
					    "class/infiniband_ucma/abi_version"};
	struct inverbs_transport *t;
	char text[8];

	(void)state;
	memset(&kernel, 0, sizeof(kernel));
	for (size_t i = 0; i < 2; i++) {
		tree_begin();
		for (int version = 2; version <= 5; version++) {
			snprintf(text, sizeof(text), "%d\n", version);
			tree_write(files[i], text);
			if (version == 2 || version == 5) {
				assert_non_null(strstr(logged_by(open_refused, NULL),
						       "this library supports 3 to 4"));
				continue;
			}
			t = inverbs_chardev_open_cm(&inverbs_backend_kernel);
			assert_non_null(t);
			t->ops->close(t);
		}
		tree_end();
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ordinarily_by_write),
		cmocka_unit_test(by_ioctl_after_eacces),
		cmocka_unit_test(extended_commands_keep_their_mark),
		cmocka_unit_test(failures_are_logged),
		cmocka_unit_test(nodes_are_waited_for),
		cmocka_unit_test(a_node_without_memory_is_closed),
		cmocka_unit_test(the_connection_manager_is_a_file),
		cmocka_unit_test(of_versions_that_it_knows),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
