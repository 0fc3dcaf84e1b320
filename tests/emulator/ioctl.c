/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The ioctl of the device file, without a library: malformed headers and attributes, methods that
 * have no equivalent write() command, and which processes may use it.
 */
#include "raw.h"

#include <inverbs/kernel/uverbs_methods.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
	DRIVER = 2, /* mlx4 */
	MUST = UVERBS_ATTR_MANDATORY,
	FILLED = UVERBS_ATTR_FILLED,
	UNKNOWN = 99,
	ATTRS = 8,
};

static const uint64_t BAD_ADDRESS = 0x10;

struct call {
	struct uverbs_ioctl_hdr hdr;
	struct uverbs_ioctl_attr attr[ATTRS];
};

static struct call make(uint16_t object, uint16_t method)
{
	return (struct call){.hdr = {.length = sizeof(struct uverbs_ioctl_hdr),
				     .object_id = object,
				     .method_id = method,
				     .driver_id = DRIVER}};
}

static struct uverbs_ioctl_attr *add(struct call *c, uint16_t id, uint16_t len, uint64_t data)
{
	struct uverbs_ioctl_attr *attr = &c->attr[c->hdr.num_attrs++];

	*attr = (struct uverbs_ioctl_attr){.attr_id = id, .len = len, .flags = MUST, .data = data};
	c->hdr.length = (uint16_t)(c->hdr.length + sizeof(*attr));
	return attr;
}

static struct uverbs_ioctl_attr *add_output(struct call *c, uint16_t id, void *to, uint16_t bytes)
{
	return add(c, id, bytes, (uintptr_t)to);
}

static int submit_bytes(struct raw *raw, struct call *c, size_t bytes)
{
	int ret = raw_exchange(raw, SOFTHCA_OP_IOCTL, NULL, c, bytes, -1);

	if (!ret)
		memcpy(c, raw->reply, raw->reply_bytes);
	return ret;
}

static int submit(struct raw *raw, struct call *c)
{
	return submit_bytes(raw, c, c->hdr.length);
}

static int dealloc_pd(struct raw *raw, uint32_t handle)
{
	struct call c = make(UVERBS_OBJECT_PD, UVERBS_METHOD_PD_DESTROY);

	add(&c, UVERBS_ATTR_PD_DESTROY_HANDLE, 0, handle);
	return submit(raw, &c);
}

/* --- header and attributes ----------------------------------------------------------------- */

static void s8_2_heads(void **state)
{
	struct raw *raw = raw_context("mlx4_0", NULL);
	const uint32_t pd = raw_pd(raw);
	struct call good = make(UVERBS_OBJECT_PD, UVERBS_METHOD_PD_DESTROY), c;

	(void)state;
	add(&good, UVERBS_ATTR_PD_DESTROY_HANDLE, 0, pd);
#define WRONG(field, value, error)                                                                 \
	do {                                                                                       \
		c = good;                                                                          \
		c.hdr.field = value;                                                               \
		assert_int_equal(submit_bytes(raw, &c, good.hdr.length), error);                   \
	} while (0)
	WRONG(length, good.hdr.length - 1, EINVAL);
	WRONG(length, 4097, EINVAL);
	WRONG(num_attrs, 2, EINVAL);
	WRONG(num_attrs, UINT16_MAX, EINVAL);
	WRONG(reserved1, 1, EPROTONOSUPPORT);
	WRONG(reserved2, 1, EPROTONOSUPPORT);
	WRONG(driver_id, DRIVER + 1, EINVAL);
	WRONG(object_id, 500, EPROTONOSUPPORT);
	WRONG(method_id, 77, EPROTONOSUPPORT);
	assert_int_equal(submit_bytes(raw, &good, 10), EINVAL);
	assert_int_equal(submit_bytes(raw, &good, 0), EINVAL);
	assert_int_equal(submit(raw, &good), 0);
	assert_int_equal(dealloc_pd(raw, pd), ENOENT);
	raw_close(raw);
}

static void s8_2_attributes(void **state)
{
	struct raw *raw = raw_context("mlx4_0", NULL);
	const uint32_t pd = raw_pd(raw);
	struct call good = make(UVERBS_OBJECT_PD, UVERBS_METHOD_PD_DESTROY), c;

	(void)state;
	assert_int_equal(submit(raw, &good), EINVAL); /* a required attribute is missing */
	add(&good, UVERBS_ATTR_PD_DESTROY_HANDLE, 0, pd);
	c = good;
	add(&c, UVERBS_ATTR_PD_DESTROY_HANDLE, 0, pd);
	assert_int_equal(submit(raw, &c), EINVAL);
	c = good;
	add(&c, UNKNOWN, 0, 0);
	assert_int_equal(submit(raw, &c), EPROTONOSUPPORT);
	c = good;
	c.attr[0].len = 4;
	assert_int_equal(submit(raw, &c), EINVAL);
	c = good;
	c.attr[0].reserved = 1;
	assert_int_equal(submit(raw, &c), EINVAL);
	c = good;
	add(&c, UVERBS_ATTR_DRIVER_IN, 8, 0); /* the method accepts none */
	assert_int_equal(submit(raw, &c), EPROTONOSUPPORT);
	c = good;
	add(&c, UNKNOWN, 7, 1)->flags = 0; /* an unknown attribute that may be ignored */
	assert_int_equal(submit(raw, &c), 0);
	raw_close(raw);
}

static void s8_2_outputs(void **state)
{
	struct raw *raw = raw_context("mlx4_0", NULL);
	uint8_t port[64];
	struct call c;

	(void)state;
#define QUERY(port_len, room)                                                                      \
	do {                                                                                       \
		memset(port, 0xee, sizeof(port));                                                  \
		c = make(UVERBS_OBJECT_DEVICE, UVERBS_METHOD_DEVICE_QUERY_PORT);                   \
		add(&c, UVERBS_ATTR_DEVICE_QUERY_PORT_PORT, port_len, 1);                          \
		add_output(&c, UVERBS_ATTR_DEVICE_QUERY_PORT_RESP, port, room);                    \
	} while (0)
	QUERY(4, 48);
	assert_int_equal(submit(raw, &c), EINVAL);
	QUERY(8, 47);
	assert_int_equal(submit(raw, &c), EINVAL);
	QUERY(8, 48);
	c.attr[0].data = 256 + 1; /* does not fit the port's 8 bits */
	assert_int_equal(submit(raw, &c), EINVAL);
	QUERY(8, 48);
	c.attr[1].data = BAD_ADDRESS;
	assert_int_equal(submit(raw, &c), EFAULT);
	QUERY(8, 60); /* too long: zeros follow, but nothing after the buffer is written */
	assert_int_equal(submit(raw, &c), 0);
	assert_int_equal(c.attr[0].flags, MUST);
	assert_int_equal(c.attr[1].flags, MUST | FILLED);
	assert_int_equal(port[26], IBV_PORT_ACTIVE);
	assert_int_equal(port[59], 0);
	assert_int_equal(port[60], 0xee);
	raw_close(raw);
}

/* --- INVOKE_WRITE ------------------------------------------------------------------------ */

static struct call invoke(uint64_t command)
{
	struct call c = make(UVERBS_OBJECT_DEVICE, UVERBS_METHOD_DEVICE_INVOKE_WRITE);

	add(&c, UVERBS_ATTR_DEVICE_INVOKE_WRITE_WRITE_CMD, 8, command);
	return c;
}

static void s8_3_any_command(void **state)
{
	struct raw *raw = raw_context("mlx4_0", NULL);
	const unsigned int before = raw_objects(raw);
	struct uverbs_alloc_pd_resp pd = {.pd_handle = NO_HANDLE};
	struct call c;

	(void)state;
	c = invoke(UVERBS_CMD_QUERY_DEVICE); /* libraries use this to detect the ioctl */
	assert_int_equal(submit(raw, &c), ENOSPC);
	c = invoke(200);
	assert_int_equal(submit(raw, &c), EOPNOTSUPP);
	c = invoke(UINT64_C(1) << 32);
	assert_int_equal(submit(raw, &c), EOPNOTSUPP);
	for (int bad = 1; bad >= 0; bad--) {
		c = invoke(UVERBS_CMD_ALLOC_PD);
		add(&c, UVERBS_ATTR_DEVICE_INVOKE_WRITE_CORE_IN, 8, 0);
		add_output(&c, UVERBS_ATTR_DEVICE_INVOKE_WRITE_CORE_OUT, &pd, sizeof(pd));
		add_output(&c, UVERBS_ATTR_DRIVER_OUT, raw_memory(8), 8);
		if (bad)
			c.attr[2].data = BAD_ADDRESS;
		assert_int_equal(submit(raw, &c), bad ? EFAULT : 0);
		assert_int_equal(raw_objects(raw), before + !bad);
	}
	assert_int_equal(raw_dealloc_pd(raw, pd.pd_handle), 0);
	raw_close(raw);
}

/*
 * --- methods without a command -------------------------------------------------------------------
 */

static int gid_entry(struct raw *raw, uint64_t port, uint64_t index, uint32_t flags,
		     struct uverbs_gid_entry *entry)
{
	struct call c = make(UVERBS_OBJECT_DEVICE, UVERBS_METHOD_DEVICE_QUERY_GID_ENTRY);

	add(&c, UVERBS_ATTR_DEVICE_QUERY_GID_ENTRY_PORT, 8, port);
	add(&c, UVERBS_ATTR_DEVICE_QUERY_GID_ENTRY_INDEX, 8, index);
	add(&c, UVERBS_ATTR_DEVICE_QUERY_GID_ENTRY_FLAGS, 4, flags);
	add_output(&c, UVERBS_ATTR_DEVICE_QUERY_GID_ENTRY_ENTRY, entry, sizeof(*entry));
	return submit(raw, &c);
}

static int gid_table(struct raw *raw, uint64_t step, struct uverbs_gid_entry *entries,
		     uint16_t room, uint64_t *count)
{
	struct call c = make(UVERBS_OBJECT_DEVICE, UVERBS_METHOD_DEVICE_QUERY_GID_TABLE);

	add(&c, UVERBS_ATTR_DEVICE_QUERY_GID_TABLE_ENTRY_SIZE, 8, step);
	add(&c, UVERBS_ATTR_DEVICE_QUERY_GID_TABLE_FLAGS, 4, 0);
	add_output(&c, UVERBS_ATTR_DEVICE_QUERY_GID_TABLE_ENTRIES, entries, room);
	add_output(&c, UVERBS_ATTR_DEVICE_QUERY_GID_TABLE_COUNT, count, sizeof(*count));
	return submit(raw, &c);
}

static void s8_4_gids(void **state)
{
	struct raw *raw = raw_context("mlx4_1", NULL); /* a device with two ports */
	struct uverbs_gid_entry one, all[4];
	uint64_t count = 0;

	(void)state;
	assert_int_equal(gid_entry(raw, 1, 0, 0, &one), 0);
	assert_int_equal(one.port_num, 1);
	assert_int_equal(((uint8_t *)one.gid)[0], 0xfe);
	assert_int_equal(gid_entry(raw, 1, 1, 0, &one), ENODATA);
	assert_int_equal(gid_entry(raw, 1, 1 << 20, 0, &one), EINVAL);
	assert_int_equal(gid_entry(raw, 0, 0, 0, &one), EINVAL);
	assert_int_equal(gid_entry(raw, 3, 0, 0, &one), EINVAL);
	assert_int_equal(gid_entry(raw, 1, 0, 1, &one), EINVAL);
	assert_int_equal(gid_entry(raw, 2, 0, 0, &one), 0);
	assert_int_equal(gid_table(raw, sizeof(one), all, sizeof(all), &count), 0);
	assert_int_equal(count, 2);
	assert_memory_equal(&all[1], &one, sizeof(one));
	assert_int_equal(gid_table(raw, sizeof(one), all, sizeof(one), &count), EINVAL);
	assert_int_equal(gid_table(raw, 0, all, sizeof(all), &count), EINVAL);
	raw_close(raw);
}

static void s8_4_context_and_regions(void **state)
{
	struct raw *raw = raw_connect("mlx4_0");
	uint32_t vectors = 0, lkey = 0, rkey = 0;
	uint64_t support = 0, length = 0;
	struct call c = make(UVERBS_OBJECT_ASYNC_EVENT, UVERBS_METHOD_ASYNC_EVENT_ALLOC);

	(void)state;
	add(&c, UVERBS_ATTR_ASYNC_EVENT_ALLOC_FD, 0, 0);
	assert_int_equal(submit(raw, &c), EINVAL); /* before GET_CONTEXT */
	c = make(UVERBS_OBJECT_DEVICE, UVERBS_METHOD_DEVICE_GET_CONTEXT);
	add_output(&c, UVERBS_ATTR_DEVICE_GET_CONTEXT_NUM_COMP_VECTORS, &vectors, 4);
	add_output(&c, UVERBS_ATTR_DEVICE_GET_CONTEXT_CORE_SUPPORT, &support, 8)->data =
		BAD_ADDRESS;
	assert_int_equal(submit(raw, &c), EFAULT); /* creates no context */
	c.attr[0].flags = c.attr[1].flags = MUST;
	c.attr[1].data = (uintptr_t)&support;
	assert_int_equal(submit(raw, &c), 0);
	assert_true(vectors > 0 && support == 1);
	assert_int_equal(submit(raw, &c), EINVAL);
	c = make(UVERBS_OBJECT_ASYNC_EVENT, UVERBS_METHOD_ASYNC_EVENT_ALLOC);
	add(&c, UVERBS_ATTR_ASYNC_EVENT_ALLOC_FD, 0, 0);
	assert_int_equal(submit(raw, &c), 0);
	assert_true(raw->fd >= 0);
	close(raw->fd);
	c = make(UVERBS_OBJECT_MR, UVERBS_METHOD_MR_QUERY_MR);
	add(&c, UVERBS_ATTR_MR_QUERY_MR_HANDLE, 0, raw_mr(raw, raw_pd(raw)));
	add_output(&c, UVERBS_ATTR_MR_QUERY_MR_LKEY, &lkey, 4);
	add_output(&c, UVERBS_ATTR_MR_QUERY_MR_RKEY, &rkey, 4);
	add_output(&c, UVERBS_ATTR_MR_QUERY_MR_LENGTH, &length, 8);
	assert_int_equal(submit(raw, &c), 0);
	assert_true(lkey && lkey == rkey && length);
	c.attr[0].data = NO_HANDLE;
	assert_int_equal(submit(raw, &c), ENOENT);
	raw_close(raw);
}

/*
 * --- processes that inherit the file
 * ---------------------------------------------------------------
 */

/* Exit status of the child: 0, or the line of the first failed expectation. */
#define CHILD_EXPECTS(what)                                                                        \
	do {                                                                                       \
		if (!(what))                                                                       \
			_exit(__LINE__ % 251 + 1);                                                 \
	} while (0)

static void be_the_child(struct raw *parents, uint32_t pd, pid_t emulator)
{
	struct softhca_request head = {.op = SOFTHCA_OP_ATTACH};
	union {
		struct cmsghdr header;
		uint8_t bytes[CMSG_SPACE(sizeof(int))];
	} control = {.bytes = {0}};
	struct iovec iov = {&head, sizeof(head)};
	struct msghdr msg = {.msg_iov = &iov,
			     .msg_iovlen = 1,
			     .msg_control = control.bytes,
			     .msg_controllen = sizeof(control.bytes)};
	struct raw mine = *parents;
	uint8_t device[176];
	struct uverbs_alloc_pd_resp made;
	struct uverbs_reg_mr_req reg = {.start = (uintptr_t)device,
					.length = 64,
					.hca_va = (uintptr_t)device,
					.pd_handle = pd};
	struct call c;
	int pair[2];

	CHILD_EXPECTS(!socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair));
	prctl(PR_SET_PTRACER, (unsigned long)emulator, 0, 0, 0);
	control.header.cmsg_level = SOL_SOCKET;
	control.header.cmsg_type = SCM_RIGHTS;
	control.header.cmsg_len = CMSG_LEN(sizeof(int));
	memcpy(CMSG_DATA(&control.header), &pair[1], sizeof(int));
	CHILD_EXPECTS(sendmsg(parents->base.fd, &msg, 0) == sizeof(head));
	close(pair[1]);
	mine.base.fd = pair[0];
	c = invoke(UVERBS_CMD_QUERY_DEVICE); /* the response is stored in the child's memory */
	memset(device, 0, sizeof(device));
	add(&c, UVERBS_ATTR_DEVICE_INVOKE_WRITE_CORE_IN, 8, 0);
	add_output(&c, UVERBS_ATTR_DEVICE_INVOKE_WRITE_CORE_OUT, device, sizeof(device));
	CHILD_EXPECTS(!submit(&mine, &c) && device[171]);
	c = invoke(UVERBS_CMD_ALLOC_PD);
	add(&c, UVERBS_ATTR_DEVICE_INVOKE_WRITE_CORE_IN, 8, 0);
	add_output(&c, UVERBS_ATTR_DEVICE_INVOKE_WRITE_CORE_OUT, &made, sizeof(made));
	CHILD_EXPECTS(!submit(&mine, &c) && !dealloc_pd(&mine, made.pd_handle));
	c = invoke(UVERBS_CMD_REG_MR); /* registers the child's memory */
	add_output(&c, UVERBS_ATTR_DEVICE_INVOKE_WRITE_CORE_IN, &reg, sizeof(reg));
	add_output(&c, UVERBS_ATTR_DEVICE_INVOKE_WRITE_CORE_OUT, device, 12);
	CHILD_EXPECTS(submit(&mine, &c) == EOPNOTSUPP);
	CHILD_EXPECTS(raw_dealloc_pd(&mine, pd) == EACCES);
	CHILD_EXPECTS(!dealloc_pd(&mine, pd));
	_exit(0);
}

static void s3_4_a_child_has_the_ioctl(void **state)
{
	struct raw *raw = raw_connect("mlx4_0");
	struct uverbs_get_context_req req = {0};
	struct uverbs_get_context_resp resp = {0};
	struct mlx4_get_context_out out = {0};
	uint64_t version[3] = {SOFTHCA_PROTOCOL_VERSION};
	pid_t emulator, child;
	uint32_t pd;
	int status;

	(void)state;
	assert_int_equal(raw_exchange(raw, SOFTHCA_OP_HELLO, version, NULL, 0, -1), 0);
	emulator = (pid_t)raw->header.arg[1];
	assert_int_equal(
		uverbs_call_get_context(&raw->base, &req, NULL, 0, &resp, &out, sizeof(out)), 0);
	pd = raw_pd(raw);
	child = fork();
	if (!child)
		be_the_child(raw, pd, emulator);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
	/* the PD is destroyed for the parent, too, whose connection still works */
	assert_int_equal(raw_dealloc_pd(raw, pd), ENOENT);
	assert_int_equal(raw_dealloc_pd(raw, raw_pd(raw)), 0);
	close((int)resp.async_fd);
	raw_close(raw);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(s8_2_heads),
		cmocka_unit_test(s8_2_attributes),
		cmocka_unit_test(s8_2_outputs),
		cmocka_unit_test(s8_3_any_command),
		cmocka_unit_test(s8_4_gids),
		cmocka_unit_test(s8_4_context_and_regions),
		cmocka_unit_test(s3_4_a_child_has_the_ioctl),
	};

	return raw_run(argc, argv, "ioctl", tests, sizeof(tests) / sizeof(tests[0]));
}
