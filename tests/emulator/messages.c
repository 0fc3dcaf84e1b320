/* SPDX-License-Identifier: BSD-2-Clause */
/* The socket protocol: the format of messages, attributes, mappings, shared memory. */
#include "raw.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

static const uint64_t hello[3] = {SOFTHCA_PROTOCOL_VERSION};

/** Returns a connection on which no message was sent. */
static struct raw *silent(void)
{
	struct raw *raw = calloc(1, sizeof(*raw));

	raw->base.fd = raw_socket();
	return raw;
}

/* --- headers ------------------------------------------------------------------------------- */

static void the_first_message_is_hello(void **state)
{
	struct raw *raw = silent();

	(void)state;
	assert_int_equal(raw_exchange(raw, SOFTHCA_OP_LIST, NULL, NULL, 0, -1), EINVAL);
	assert_int_equal(raw_exchange(raw, SOFTHCA_OP_OPEN, NULL, "mlx4_0", 6, -1), EINVAL);
	assert_int_equal(raw_exchange(raw, SOFTHCA_OP_HELLO, hello, NULL, 0, -1), 0);
	assert_true(raw->header.arg[0] == SOFTHCA_PROTOCOL_VERSION);
	assert_int_equal(raw_exchange(raw, SOFTHCA_OP_LIST, NULL, NULL, 0, -1), 0);
	raw_close(raw);
}

static void another_version_is_told_ours(void **state)
{
	const uint64_t version[3] = {SOFTHCA_PROTOCOL_VERSION + 1};
	struct raw *raw = silent();

	(void)state;
	assert_int_equal(raw_exchange(raw, SOFTHCA_OP_HELLO, version, NULL, 0, -1),
			 EPROTONOSUPPORT);
	assert_true(raw->header.arg[0] == SOFTHCA_PROTOCOL_VERSION);
	raw_close(raw);
}

static void unknown_operations_give_eopnotsupp(void **state)
{
	static const uint32_t operations[] = {0, SOFTHCA_OP_WHY + 1, 99, 100, 0xffffffff};
	struct raw *raw = raw_connect(NULL);

	(void)state;
	for (size_t i = 0; i < sizeof(operations) / sizeof(operations[0]); i++)
		assert_int_equal(raw_exchange(raw, operations[i], NULL, NULL, 0, -1), EOPNOTSUPP);
	raw_close(raw);
}

/** Send a message, and expect that the connection is closed without a reply. */
static void expect_hang_up(const void *bytes, size_t len)
{
	struct raw *raw = raw_context("mlx4_0", NULL);
	struct softhca_reply reply;

	assert_int_equal(send(raw->base.fd, bytes, len, 0), len);
	assert_true(recv(raw->base.fd, &reply, sizeof(reply), 0) <= 0);
	raw_close(raw);
}

static void a_malformed_message_ends_its_connection_and_no_other(void **state)
{
	struct raw *other = raw_context("mlx4_0", NULL);
	static uint8_t bytes[SOFTHCA_MESSAGE_MAX + 1000];
	struct softhca_request head = {.op = SOFTHCA_OP_LIST, .bytes = 1};

	(void)state;
	expect_hang_up(bytes, 1);
	expect_hang_up(bytes, sizeof(head) - 1);
	expect_hang_up(&head, sizeof(head)); /* says that it has more bytes */
	memcpy(bytes, &head, sizeof(head));
	expect_hang_up(bytes, sizeof(head) + 2);
	head.bytes = sizeof(bytes) - sizeof(head);
	memcpy(bytes, &head, sizeof(head));
	expect_hang_up(bytes, sizeof(bytes)); /* too long */
	assert_int_equal(raw_pd(other), 0);
	raw_close(other);
}

static unsigned int open_descriptors(pid_t pid)
{
	char path[64];
	unsigned int n = 0;
	DIR *dir;

	snprintf(path, sizeof(path), "/proc/%d/fd", (int)pid);
	dir = opendir(path);
	assert_non_null(dir);
	while (readdir(dir))
		n++;
	closedir(dir);
	return n;
}

static void unwanted_descriptors_are_closed(void **state)
{
	struct raw *raw = raw_connect(NULL);
	pid_t emulator;
	unsigned int before;

	(void)state;
	assert_int_equal(raw_exchange(raw, SOFTHCA_OP_HELLO, hello, NULL, 0, -1), 0);
	emulator = (pid_t)raw->header.arg[1];
	before = open_descriptors(emulator);
	for (int i = 0; i < 20; i++) {
		assert_int_equal(raw_exchange(raw, SOFTHCA_OP_LIST, NULL, NULL, 0, STDOUT_FILENO),
				 0);
		assert_int_equal(raw_exchange(raw, 99, NULL, NULL, 0, STDOUT_FILENO), EOPNOTSUPP);
	}
	/* they are closed after the reply, before the next message is read */
	assert_int_equal(raw_exchange(raw, SOFTHCA_OP_LIST, NULL, NULL, 0, -1), 0);
	assert_int_equal(open_descriptors(emulator), before);
	raw_close(raw);
}

/* --- devices ----------------------------------------------------------------------------- */

static void list_tells_what_discovery_needs(void **state)
{
	struct raw *raw = raw_connect(NULL);
	struct softhca_device device[4];

	(void)state;
	assert_int_equal(raw_exchange(raw, SOFTHCA_OP_LIST, NULL, NULL, 0, -1), 0);
	assert_int_equal(raw->reply_bytes, sizeof(device));
	memcpy(device, raw->reply, sizeof(device));
	assert_string_equal(device[0].name, "mlx4_0");
	assert_string_equal(device[0].dev_name, "uverbs0");
	assert_string_equal(device[1].name, "mlx4_1");
	assert_int_equal(device[0].vendor_id, 0x15b3);
	assert_int_equal(device[0].device_id, 0x1003);
	assert_int_equal(device[0].driver_id, 2);
	assert_int_equal(device[0].abi_version, 4);
	assert_int_equal(device[0].node_type, IBV_NODE_CA);
	assert_int_equal(device[0].ports, 1);
	assert_int_equal(device[1].ports, 2);
	assert_true(device[0].node_guid != device[1].node_guid);
	raw_close(raw);
}

static void open_wants_a_device_that_exists(void **state)
{
	struct raw *raw = raw_connect(NULL);
	char longest[300];

	(void)state;
	memset(longest, 'm', sizeof(longest));
	assert_int_equal(raw_exchange(raw, SOFTHCA_OP_OPEN, NULL, "mlx4_9", 6, -1), ENODEV);
	assert_int_equal(raw_exchange(raw, SOFTHCA_OP_OPEN, NULL, "", 0, -1), EINVAL);
	assert_int_equal(raw_exchange(raw, SOFTHCA_OP_OPEN, NULL, longest, sizeof(longest), -1),
			 EINVAL);
	assert_int_equal(raw_exchange(raw, SOFTHCA_OP_COMMAND, NULL, longest, 64, -1),
			 EINVAL); /* before OPEN */
	assert_int_equal(raw_exchange(raw, SOFTHCA_OP_OPEN, NULL, "mlx4_1", 6, -1), 0);
	raw_close(raw);
}

static int read_attr(struct raw *raw, const char *path)
{
	char payload[128];
	int n = snprintf(payload, sizeof(payload), "mlx4_1%c%s", 0, path);
	int ret = raw_exchange(raw, SOFTHCA_OP_READ_ATTR, NULL, payload, (size_t)n + 1, -1);

	raw->reply[raw->reply_bytes] = '\0';
	return ret;
}

static void attributes_read_as_in_sysfs(void **state)
{
	static const char *const files[][2] = {
		{"node_type", "1: CA\n"},
		{"node_guid", "0002:c903:00fe:0010\n"},
		{"sys_image_guid", "0002:c903:00fe:0013\n"},
		{"fw_ver", "2.42.5000\n"},
		{"hca_type", "MT4099\n"},
		{"ports/1/state", "4: ACTIVE\n"},
		{"ports/1/phys_state", "5: LinkUp\n"},
		{"ports/1/lid", "0x2\n"},
		{"ports/2/lid", "0x3\n"},
		{"ports/2/sm_lid", "0x1\n"},
		{"ports/2/sm_sl", "0\n"},
		{"ports/2/lid_mask_count", "0\n"},
		{"ports/1/link_layer", "InfiniBand\n"},
		{"ports/1/rate", "56 Gb/sec (4X FDR)\n"},
		{"ports/1/gids/0", "fe80:0000:0000:0000:0002:c903:00fe:0011\n"},
		{"ports/2/gids/0", "fe80:0000:0000:0000:0002:c903:00fe:0012\n"},
		{"ports/2/gids/1", "0000:0000:0000:0000:0000:0000:0000:0000\n"},
		{"ports/1/pkeys/0", "0xffff\n"},
		{"ports/1/pkeys/1", "0x0000\n"},
		{"ports/1/gid_attrs/types/0", "IB/RoCE v1\n"},
	};
	struct raw *raw = raw_connect(NULL);

	(void)state;
	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		assert_int_equal(read_attr(raw, files[i][0]), 0);
		assert_string_equal((const char *)raw->reply, files[i][1]);
	}
	assert_int_equal(read_attr(raw, "node_desc"), 0);
	assert_int_equal(read_attr(raw, "board_id"), 0);
	assert_int_equal(read_attr(raw, "hw_rev"), 0);
	assert_int_equal(read_attr(raw, "ports/1/cap_mask"), 0);
	raw_close(raw);
}

/* Check that every file in the list can be read, or has no value now. Returns their number. */
static unsigned int list_attrs(struct raw *raw, const char *path, unsigned int depth)
{
	char payload[128], names[8192] = {0};
	int n = snprintf(payload, sizeof(payload), "mlx4_1%c%s", 0, path);
	unsigned int files = 0;
	size_t bytes;

	assert_true(depth < 5);
	assert_int_equal(raw_exchange(raw, SOFTHCA_OP_LIST_ATTRS, NULL, payload, (size_t)n + 1, -1),
			 0);
	bytes = raw->reply_bytes;
	assert_true(bytes && bytes <= sizeof(names));
	memcpy(names, raw->reply, bytes);
	assert_int_equal(names[bytes - 1], 0);
	for (size_t at = 0; at < bytes; at += strlen(names + at) + 1) {
		size_t len = (size_t)snprintf(payload, sizeof(payload), "%s%s%s", path,
					      *path ? "/" : "", names + at);

		if (payload[len - 1] == '/') {
			payload[len - 1] = '\0';
			files += list_attrs(raw, payload, depth + 1);
			continue;
		}
		assert_int_not_equal(read_attr(raw, payload), ENOENT);
		files++;
	}
	return files;
}

static void attributes_are_listed(void **state)
{
	static const char *const absent[] = {
		"nothing",     "ports/",        "ports/3",

		"ports/1/lid", "ports/1/gids/", "ports/1/gid_attrs/type",
		".."};
	struct raw *raw = raw_connect(NULL);

	(void)state;
	/* 8 of the device; for each of two ports 9, and four tables of 128 */
	assert_int_equal(list_attrs(raw, "", 0), 8 + 2 * (9 + 4 * 128));
	for (size_t i = 0; i < sizeof(absent) / sizeof(absent[0]); i++) {
		char payload[64];
		int n = snprintf(payload, sizeof(payload), "mlx4_1%c%s", 0, absent[i]);

		assert_int_equal(
			raw_exchange(raw, SOFTHCA_OP_LIST_ATTRS, NULL, payload, (size_t)n + 1, -1),
			ENOENT);
	}
	assert_int_equal(raw_exchange(raw, SOFTHCA_OP_LIST_ATTRS, NULL, "mlx4_1", 6, -1), EINVAL);
	assert_int_equal(raw_exchange(raw, SOFTHCA_OP_LIST_ATTRS, NULL, "mlx4_7\0", 8, -1), ENOENT);
	raw_close(raw);
}

static void s9_attributes_that_are_not_there(void **state)
{
	static const char *const absent[] = {
		"",
		"nothing",
		"ports",
		"ports/",
		"ports/0/state",
		"ports/3/state",
		"ports/1",
		"ports/1/",
		"ports/01/state",
		"ports/1/gids/",
		"ports/1/gids/x",
		"ports/1/gids/128",
		"ports/-1/lid",
		"ports/1/gids/00",
		"ports/1/pkeys/128",
		"ports/1/gids/1x",
		"../node_type",
		"ports/1/gid_attrs/types/999",
	};
	struct raw *raw = raw_connect(NULL);

	(void)state;
	for (size_t i = 0; i < sizeof(absent) / sizeof(absent[0]); i++)
		assert_int_equal(read_attr(raw, absent[i]), ENOENT);
	assert_int_equal(read_attr(raw, "ports/1/gid_attrs/types/1"), EINVAL); /* an unused entry */
	assert_int_equal(read_attr(raw, "ports/1/gid_attrs/ndevs/0"), EINVAL); /* InfiniBand */
	assert_int_equal(raw_exchange(raw, SOFTHCA_OP_READ_ATTR, NULL, "mlx4_1", 6, -1), EINVAL);
	assert_int_equal(raw_exchange(raw, SOFTHCA_OP_READ_ATTR, NULL, "mlx4_1\0state", 12, -1),
			 EINVAL);
	assert_int_equal(raw_exchange(raw, SOFTHCA_OP_READ_ATTR, NULL, "mlx4_7\0fw_ver", 14, -1),
			 ENOENT);
	raw_close(raw);
}

/* --- mappings and shared memory ---------------------------------------------------------- */

static int map(struct raw *raw, uint64_t offset, uint64_t bytes)
{
	const uint64_t arg[3] = {offset, bytes, PROT_WRITE};
	int ret = raw_exchange(raw, SOFTHCA_OP_MAP, arg, NULL, 0, -1);

	assert_int_equal(raw->fd >= 0, !ret);
	return ret;
}

static void register_pages_can_be_mapped_and_not_shrunk(void **state)
{
	struct raw *raw = raw_connect("mlx4_0");
	struct uverbs_get_context_req req = {0};
	struct uverbs_get_context_resp resp = {0};

	(void)state;
	assert_int_equal(map(raw, 0, 4096), EINVAL); /* before GET_CONTEXT */
	assert_int_equal(uverbs_call_get_context(&raw->base, &req, NULL, 0, &resp, NULL, 0), 0);
	close((int)resp.async_fd);
	assert_int_equal(map(raw, 1, 4096), EINVAL);
	assert_int_equal(map(raw, 7 * 4096UL, 4096), EINVAL);
	assert_int_equal(map(raw, UINT64_MAX - 4095, 4096), EINVAL);
	assert_int_equal(map(raw, 0, 4096), 0);
	assert_int_equal(ftruncate(raw->fd, 0), -1);
	assert_int_equal(errno, EPERM);
	close(raw->fd);
	assert_int_equal(map(raw, 4096, 4096), 0);
	close(raw->fd);
	raw_close(raw);
}

static void share_checks_its_arguments(void **state)
{
	struct raw *raw = raw_connect("mlx4_0");
	uint64_t arg[3] = {0x10000, 0};
	int fd = memfd_create("shared", MFD_CLOEXEC | MFD_ALLOW_SEALING);

	(void)state;
	assert_int_equal(ftruncate(fd, 8192), 0);
	assert_int_equal(fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK), 0);
	assert_int_equal(raw_exchange(raw, SOFTHCA_OP_SHARE, arg, NULL, 0, fd),
			 EINVAL); /* a length of 0 */
	arg[1] = 8192;
	assert_int_equal(raw_exchange(raw, SOFTHCA_OP_SHARE, arg, NULL, 0, -1),
			 EINVAL); /* no descriptor */
	assert_int_equal(raw_exchange(raw, SOFTHCA_OP_SHARE, arg, NULL, 0, fd), 0);
	assert_int_equal(raw_exchange(raw, SOFTHCA_OP_UNSHARE, arg, NULL, 0, -1), 0);
	arg[0] = 0x10008;
	assert_int_equal(raw_exchange(raw, SOFTHCA_OP_SHARE, arg, NULL, 0, fd),
			 EINVAL); /* does not start at a page boundary */
	arg[0] = 0x10000;
	arg[1] = 8184;
	assert_int_equal(raw_exchange(raw, SOFTHCA_OP_SHARE, arg, NULL, 0, fd),
			 EINVAL); /* does not end at a page boundary */
	arg[1] = 8192;
	arg[0] = UINT64_MAX - 4095;
	assert_int_equal(raw_exchange(raw, SOFTHCA_OP_SHARE, arg, NULL, 0, fd),
			 EINVAL); /* wraps around */
	close(fd);
	raw_close(raw);
}

static void control_explains_itself(void **state)
{
	static const char *const bad[] = {"",
					  "what",
					  "port",
					  "port mlx4_0",
					  "port mlx4_0 1",
					  "port mlx4_0 2 up",
					  "port mlx4_0 1 off",
					  "port x 1 up"};
	struct raw *raw = raw_connect(NULL);

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		assert_int_not_equal(raw_control(raw, bad[i]), 0);
		assert_true(raw->reply_bytes > 0);
	}
	assert_int_equal(raw_control(raw, "list"), 0);
	assert_non_null(strstr((const char *)raw->reply, "mlx4_1 uverbs1 port 2 ACTIVE lid 0x3"));
	assert_int_equal(raw_control(raw, "counters"), 0);
	assert_non_null(strstr((const char *)raw->reply, "mlx4_0 port 1 messages_sent 0"));
	raw_close(raw);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_first_message_is_hello),
		cmocka_unit_test(another_version_is_told_ours),
		cmocka_unit_test(unknown_operations_give_eopnotsupp),
		cmocka_unit_test(a_malformed_message_ends_its_connection_and_no_other),
		cmocka_unit_test(unwanted_descriptors_are_closed),
		cmocka_unit_test(list_tells_what_discovery_needs),
		cmocka_unit_test(open_wants_a_device_that_exists),
		cmocka_unit_test(attributes_read_as_in_sysfs),
		cmocka_unit_test(s9_attributes_that_are_not_there),
		cmocka_unit_test(attributes_are_listed),
		cmocka_unit_test(register_pages_can_be_mapped_and_not_shrunk),
		cmocka_unit_test(share_checks_its_arguments),
		cmocka_unit_test(control_explains_itself),
	};

	return raw_run(argc, argv, "messages", tests, sizeof(tests) / sizeof(tests[0]));
}
