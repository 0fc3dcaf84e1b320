/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * RDMA netlink: requests, and the use of responses. The response with the list of devices is from a
 * Linux 6.1 kernel with one Soft-RoCE device; its index is changed to 7.
 */
#include <fcntl.h>
#include <inverbs/kernel/nldev.h>
#include <sys/socket.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "fake.h"
#include "runtime/netlink.h"

static struct {
	int sockets;                /* open sockets */
	uint8_t first[64];          /* first request */
	uint8_t question[64];       /* last request */
	size_t asked;               /* length of the last request */
	const uint8_t *response[3]; /* datagrams; NULL after the last */
	size_t bytes[3];
	unsigned int next;
} kernel;

int __wrap_socket(int domain, int type, int protocol);
ssize_t __wrap_send(int fd, const void *buf, size_t bytes, int flags);
ssize_t __wrap_recv(int fd, void *buf, size_t room, int flags);

int __wrap_socket(int domain, int type, int protocol)
{
	assert_int_equal(domain, AF_NETLINK);
	assert_int_equal(type, SOCK_RAW | SOCK_CLOEXEC);
	assert_int_equal(protocol, 20);
	if (!kernel.response[0]) {
		errno = EPROTONOSUPPORT;
		return -1;
	}
	kernel.sockets++;
	return dup(0);
}

ssize_t __wrap_send(int fd, const void *buf, size_t bytes, int flags)
{
	(void)fd;
	assert_int_equal(flags, 0);
	assert_true(bytes <= sizeof(kernel.question));
	if (!kernel.asked)
		memcpy(kernel.first, buf, bytes);
	memcpy(kernel.question, buf, bytes);
	kernel.asked = bytes;
	return (ssize_t)bytes;
}

ssize_t __wrap_recv(int fd, void *buf, size_t room, int flags)
{
	unsigned int n = kernel.next++;

	(void)fd;
	(void)flags;
	if (n >= 3 || !kernel.response[n]) {
		errno = EAGAIN;
		return -1;
	}
	assert_true(kernel.bytes[n] <= room);
	memcpy(buf, kernel.response[n], kernel.bytes[n]);
	return (ssize_t)kernel.bytes[n];
}

static void response_with(const uint8_t *first, size_t first_bytes, const uint8_t *second,
			  size_t second_bytes)
{
	memset(&kernel, 0, sizeof(kernel));
	kernel.response[0] = first;
	kernel.bytes[0] = first_bytes;
	kernel.response[1] = second;
	kernel.bytes[1] = second_bytes;
}

static const uint8_t list_of_one[] = {
	0x6c, 0x00, 0x00, 0x00, 0x01, 0x14, 0x02, 0x00, 0xb1, 0x71, 0x00, 0x6b, 0xe4, 0x01,
	0xc0, 0x48, 0x08, 0x00, 0x01, 0x00, 0x07, 0x00, 0x00, 0x00, 0x09, 0x00, 0x02, 0x00,
	0x72, 0x78, 0x65, 0x30, 0x00, 0x00, 0x00, 0x00, 0x08, 0x00, 0x03, 0x00, 0x01, 0x00,
	0x00, 0x00, 0x0c, 0x00, 0x04, 0x00, 0x76, 0x3c, 0x22, 0x01, 0x00, 0x00, 0x00, 0x00,
	0x0c, 0x00, 0x06, 0x00, 0x56, 0x34, 0x12, 0xfe, 0xff, 0x00, 0x54, 0x50, 0x0c, 0x00,
	0x07, 0x00, 0x56, 0x34, 0x12, 0xfe, 0xff, 0x00, 0x54, 0x50, 0x05, 0x00, 0x0e, 0x00,
	0x01, 0x00, 0x00, 0x00, 0x05, 0x00, 0x54, 0x00, 0x00, 0x00, 0x00, 0x00, 0x09, 0x00,
	0x43, 0x00, 0x72, 0x6f, 0x63, 0x65, 0x00, 0x00, 0x00, 0x00};

static const uint8_t done[] = {0x14, 0x00, 0x00, 0x00, 0x03, 0x00, 0x02, 0x00, 0xb1, 0x71,
			       0x00, 0x6b, 0xe4, 0x01, 0xc0, 0x48, 0x00, 0x00, 0x00, 0x00};

static const uint8_t chardev_of_it[] = {
	0x3c, 0x00, 0x00, 0x00, 0x0f, 0x14, 0x00, 0x00, 0x9a, 0x71, 0x00, 0x6b, 0xad, 0x01, 0xc0,
	0x42, 0x08, 0x00, 0x49, 0x00, 0x0e, 0x00, 0x00, 0x00, 0x0c, 0x00, 0x48, 0x00, 0xc0, 0xe7,
	0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x0c, 0x00, 0x47, 0x00, 0x02, 0x00, 0x00, 0x00, 0x00,
	0x00, 0x00, 0x00, 0x0c, 0x00, 0x46, 0x00, 0x75, 0x76, 0x65, 0x72, 0x62, 0x73, 0x30, 0x00};

/* Respond with a list of one device, the end of the list, and its character device. */
static void response_with_one(void)
{
	response_with(list_of_one, sizeof(list_of_one), done, sizeof(done));
	kernel.response[2] = chardev_of_it;
	kernel.bytes[2] = sizeof(chardev_of_it);
}

static void devices_are_described(void **state)
{
	/* type 0x1401: device client, command GET; flags: request, dump */
	static const uint8_t list[] = {0x10, 0x00, 0x00, 0x00, 0x01, 0x14, 0x01, 0x03};
	/* type 0x140f: GET_CHARDEV; behind the header: index 7, client uverbs */
	static const uint8_t chardev[] = {0x24, 0x00, 0x00, 0x00, 0x0f, 0x14, 0x01, 0x00};
	static const uint8_t about[] = {0x08, 0x00, 0x01, 0x00, 0x07, 0x00, 0x00, 0x00, 0x0b, 0x00,
					0x45, 0x00, 'u',  'v',  'e',  'r',  'b',  's',  0x00, 0x00};
	struct inverbs_device_info infos[2] = {{.name = "rxe1", .index = -1, .driver_id = -1},
					       {.name = "rxe0", .index = -1, .driver_id = -1}};

	(void)state;
	response_with_one();
	inverbs_netlink_describe(infos, 2);
	assert_memory_equal(kernel.first, list, sizeof(list));
	assert_int_equal(kernel.asked, 36);
	assert_memory_equal(kernel.question, chardev, sizeof(chardev));
	assert_memory_equal(kernel.question + 16, about, sizeof(about));
	assert_int_equal(infos[0].index, -1);
	assert_int_equal(infos[0].driver_id, -1);
	assert_int_equal(infos[1].index, 7);
	assert_int_equal(infos[1].driver_id, 14);
	assert_int_equal(infos[1].number, makedev(231, 192));
	assert_int_equal(kernel.next, 3);
}

/* Kernels without GET_CHARDEV already have device indices. */
static void an_old_kernel_knows_the_index(void **state)
{
	struct inverbs_device_info info = {.name = "rxe0", .index = -1, .driver_id = -1};

	(void)state;
	response_with(list_of_one, sizeof(list_of_one), done, sizeof(done));
	inverbs_netlink_describe(&info, 1);
	assert_int_equal(info.index, 7);
	assert_int_equal(info.driver_id, -1);
	assert_int_equal(info.number, 0);
	/* each question waits once for what does not come: the end of the list, the file */
	response_with(list_of_one, sizeof(list_of_one), NULL, 0);
	inverbs_netlink_describe(&info, 1);
	assert_int_equal(kernel.next, 3);
}

static int open_descriptors(void)
{
	int n = 0;

	for (int fd = 0; fd < 64; fd++)
		n += fcntl(fd, F_GETFD) >= 0;
	return n;
}

/* A kernel that does not say what GUID a device has. */
static void a_device_may_have_no_guid(void **state)
{
	struct inverbs_device_info *infos;
	uint8_t list[sizeof(list_of_one)];
	size_t at = 16; /* behind the header */

	(void)state;
	memcpy(list, list_of_one, sizeof(list));
	while (list[at + 2] != NLDEV_ATTRIBUTE_NODE_GUID)
		at += (list[at] + 3U) & ~3U;
	list[at + 2] = 0xff; /* an unknown attribute */
	response_with(list, sizeof(list), done, sizeof(done));
	kernel.response[2] = chardev_of_it;
	kernel.bytes[2] = sizeof(chardev_of_it);
	assert_int_equal(inverbs_netlink_list(&infos), 1);
	assert_int_equal(infos[0].node_guid, 0);
	assert_int_equal(infos[0].index, 7);
	free(infos);
}

static void a_list_needs_no_sysfs(void **state)
{
	struct inverbs_device_info *infos;
	const int before = open_descriptors();

	(void)state;
	response_with_one();
	assert_int_equal(inverbs_netlink_list(&infos), 1);
	assert_int_equal(open_descriptors(), before);
	assert_string_equal(infos[0].name, "rxe0");
	assert_string_equal(infos[0].dev_name, "uverbs0");
	assert_int_equal(infos[0].abi_version, 2);
	assert_int_equal(infos[0].node_type, IBV_NODE_CA);
	assert_int_equal(infos[0].node_guid, INVERBS_BE64(0x505400fffe123456));
	assert_int_equal(infos[0].index, 7);
	assert_int_equal(infos[0].driver_id, 14);
	assert_int_equal(infos[0].number, makedev(231, 192));
	free(infos);
	/* a device without a character device is not listed */
	response_with(list_of_one, sizeof(list_of_one), done, sizeof(done));
	assert_int_equal(inverbs_netlink_list(&infos), 0);
	assert_null(infos);
	/* the kernel does not respond */
	response_with(NULL, 0, NULL, 0);
	assert_int_equal(inverbs_netlink_list(&infos), 0);
	assert_null(infos);
}

/* A name that is longer than our buffer is truncated, and still terminated. */
static void a_long_name_is_cut(void **state)
{
	enum {
		NAME = 16,
		LONG = 100,
		NUMBER = NAME + 4 + LONG,
		BYTES = NUMBER + 12,
	};
	struct inverbs_device_info *infos;
	/* type 0x140f: GET_CHARDEV; attributes: 0x46, the name, and 0x48, the number */
	uint8_t chardev[BYTES] = {
		[0] = BYTES,         [4] = 0x0f,          [5] = 0x14,
		[NAME] = 4 + LONG,   [NAME + 2] = 0x46,   [NUMBER] = 12,
		[NUMBER + 2] = 0x48, [NUMBER + 4] = 0xc0, [NUMBER + 5] = 0xe7,
	};
	char name[sizeof(infos->dev_name)];

	(void)state;
	memset(chardev + NAME + 4, 'u', LONG);
	memset(name, 'u', sizeof(name));
	name[sizeof(name) - 1] = '\0';
	response_with_one();
	kernel.response[2] = chardev;
	kernel.bytes[2] = sizeof(chardev);
	assert_int_equal(inverbs_netlink_list(&infos), 1);
	assert_string_equal(infos[0].dev_name, name);
	assert_int_equal(infos[0].index, 7);
	assert_int_equal(infos[0].driver_id, -1);
	assert_int_equal(infos[0].number, makedev(231, 192));
	free(infos);
}

static void no_device_no_question(void **state)
{
	(void)state;
	response_with(list_of_one, sizeof(list_of_one), done, sizeof(done));
	inverbs_netlink_describe(NULL, 0);
	assert_int_equal(kernel.asked, 0);
}

static void a_kernel_may_copy_on_fork(void **state)
{
	static const uint8_t question[] = {0x10, 0x00, 0x00, 0x00, 0x06, 0x14, 0x01, 0x00};
	uint8_t response[] = {0x20, 0x00, 0x00, 0x00, 0x06, 0x14, 0x00, 0x00, 0x01, 0x00, 0x00,
			      0x00, 0x00, 0x00, 0x00, 0x00, 0x05, 0x00, 0x42, 0x00, 0x01, 0x00,
			      0x00, 0x00, 0x05, 0x00, 0x5d, 0x00, 0x01, 0x00, 0x00, 0x00};

	(void)state;
	response_with(response, sizeof(response), NULL, 0);
	assert_true(inverbs_netlink_copies_on_fork());
	assert_int_equal(kernel.asked, 16);
	assert_memory_equal(kernel.question, question, sizeof(question));
	response[28] = 0;
	response_with(response, sizeof(response), NULL, 0);
	assert_false(inverbs_netlink_copies_on_fork());
	/* an old kernel does not return the attribute */
	response[28] = 1;
	response[0] = 0x18;
	response_with(response, 0x18, NULL, 0);
	assert_false(inverbs_netlink_copies_on_fork());
}

static void an_error_is_no_response(void **state)
{
	static const uint8_t error[] = {0x24, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x01,
					0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xea, 0xff,
					0xff, 0xff, 0x10, 0x00, 0x00, 0x00, 0x06, 0x14, 0x01,
					0x00, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00};

	(void)state;
	response_with(error, sizeof(error), NULL, 0);
	assert_false(inverbs_netlink_copies_on_fork());
	assert_int_equal(kernel.next, 1);
	/* nor is the absence of a response */
	response_with(NULL, 0, NULL, 0);
	assert_false(inverbs_netlink_copies_on_fork());
	response_with(done, 0, NULL, 0);
	assert_false(inverbs_netlink_copies_on_fork());
}

/* Use responses of so many bytes, in allocations of nearly that size, so that sanitizers detect
 * reads beyond them. */
static void with_answers(const uint8_t *list, size_t list_bytes, const uint8_t *chardev,
			 size_t chardev_bytes)
{
	struct inverbs_device_info info = {.name = "rxe0"};
	uint8_t *first = malloc(list_bytes + 1), *third = malloc(chardev_bytes + 1);

	memcpy(first, list, list_bytes);
	memcpy(third, chardev, chardev_bytes);
	response_with(first, list_bytes, done, sizeof(done));
	kernel.response[2] = third;
	kernel.bytes[2] = chardev_bytes;
	inverbs_netlink_describe(&info, 1);
	free(first);
	free(third);
}

/* Wrong lengths: a valid response is truncated everywhere, and each of its bytes is changed. */
static void malformed_answers_do_no_harm(void **state)
{
	uint8_t list[sizeof(list_of_one)], chardev[sizeof(chardev_of_it)];

	(void)state;
	for (size_t n = 0; n < sizeof(list); n++) {
		with_answers(list_of_one, n, chardev_of_it, sizeof(chardev));
		for (unsigned int value = 0; value < 256; value += 51) {
			memcpy(list, list_of_one, sizeof(list));
			list[n] = (uint8_t)value;
			with_answers(list, sizeof(list), chardev_of_it, sizeof(chardev));
		}
	}
	for (size_t n = 0; n < sizeof(chardev); n++) {
		with_answers(list_of_one, sizeof(list), chardev_of_it, n);
		for (unsigned int value = 0; value < 256; value += 51) {
			memcpy(chardev, chardev_of_it, sizeof(chardev));
			chardev[n] = (uint8_t)value;
			with_answers(list_of_one, sizeof(list), chardev, sizeof(chardev));
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(devices_are_described),
		cmocka_unit_test(an_old_kernel_knows_the_index),
		cmocka_unit_test(a_list_needs_no_sysfs),
		cmocka_unit_test(a_device_may_have_no_guid),
		cmocka_unit_test(a_long_name_is_cut),
		cmocka_unit_test(no_device_no_question),
		cmocka_unit_test(a_kernel_may_copy_on_fork),
		cmocka_unit_test(an_error_is_no_response),
		cmocka_unit_test(malformed_answers_do_no_harm),
	};

	return cmocka_run_group_tests_name("netlink", tests, NULL, NULL);
}
