/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Files for management datagrams, as the runtime opens them. Tests what the recording in
 * tests/kernel_trace does not cover: permissions, sharing with children, blocking reads, the file
 * of a subnet manager, and removing the device.
 */
#include <fcntl.h>
#include <inverbs/kernel/umad.h>
#include <inverbs/mad/common.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runtime/runtime.h"
#include "tests/contract/kit.h"

enum {
	NOBODY = 65534,
	PORT = 1,
	VENDOR_CLASS = 9,
	HEADER = sizeof(struct umad_header),
	SECONDS = 30,
	WAIT_MS = 10,
	WAITS = 1000,
	CAP_SM = 2, /* IsSM in ibv_port_attr.port_cap_flags */
};

static struct inverbs_transport *try_open(const char *device, bool issm)
{
	return inverbs_backend_kernel.open_mad(&inverbs_backend_kernel, device, PORT, issm);
}

static struct inverbs_transport *open_mad(const char *device)
{
	struct inverbs_transport *t = try_open(device, false);

	assert_non_null(t);
	assert_int_equal(t->ops->mad_ioctl(t, UMAD_ENABLE_PKEY, NULL), 0);
	return t;
}

static int add_agent(struct inverbs_transport *t)
{
	struct umad_reg_req req = {.qpn = 1};

	return t->ops->mad_ioctl(t, UMAD_REGISTER_AGENT, &req);
}

/** Send a request to our own port that gets no response within the timeout. */
static int send_unanswered(struct inverbs_transport *t, uint32_t timeout_ms)
{
	struct {
		struct umad_header header;
		uint8_t mad[MAD_BYTES];
	} m = {.header = {.timeout_ms = timeout_ms,
			  .qpn = INVERBS_BE32(1),
			  .grh_present = 1,
			  .hop_limit = 64}};
	const struct mad_header header = {
		.base_version = MAD_BASE_VERSION,
		.mgmt_class = VENDOR_CLASS,
		.class_version = 1,
		.method = MAD_METHOD_GET_TABLE,
	};
	struct ibv_context *ctx = kit_open(0);

	assert_int_equal(ibv_query_gid(ctx, PORT, 0, (union ibv_gid *)m.header.gid), 0);
	ibv_close_device(ctx);
	mad_header_put(m.mad, &header);
	return t->ops->command(t, &m, sizeof(m));
}

static bool timed_out(struct inverbs_transport *t)
{
	uint8_t bytes[HEADER + MAD_BYTES];
	struct umad_header header;

	if (t->ops->mad_read(t, bytes, sizeof(bytes)) != HEADER + UMAD_ECHO_BYTES)
		return false;
	memcpy(&header, bytes, sizeof(header));
	return header.status == ETIMEDOUT;
}

static int status_of(pid_t child)
{
	int status;

	assert_true(child > 0);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

static void reading_waits(void **state)
{
	struct inverbs_transport *t = open_mad(kit_name(0));

	(void)state;
	assert_int_equal(add_agent(t), 0);
	assert_int_equal(send_unanswered(t, 200), 0);
	assert_true(timed_out(t));
	t->ops->close(t);
}

static void nobody_may_open_it(void **state)
{
	const char *device = kit_name(0);
	pid_t child = fork();

	(void)state;
	if (!child) {
		alarm(SECONDS);
		if (setgid(NOBODY) || setuid(NOBODY))
			_exit(2);
		_exit(!try_open(device, false) && errno == EACCES ? 0 : 1);
	}
	assert_int_equal(status_of(child), 0);
}

static void a_child_has_the_agents_of_its_parent(void **state)
{
	struct inverbs_transport *t = open_mad(kit_name(0));
	pid_t child = fork();

	(void)state;
	if (!child) {
		alarm(SECONDS);
		_exit(add_agent(t) || send_unanswered(t, 10) || !timed_out(t) ? 1 : 0);
	}
	assert_int_equal(status_of(child), 0);
	assert_int_equal(send_unanswered(t, 10), 0); /* by the child's agent */
	assert_true(timed_out(t));
	t->ops->close(t);
}

static bool has_sm(struct ibv_context *ctx)
{
	struct ibv_port_attr attr;

	assert_int_equal(ibv_query_port(ctx, PORT, &attr), 0);
	return attr.port_cap_flags & CAP_SM;
}

static void one_subnet_manager_a_port(void **state)
{
	struct ibv_context *ctx = kit_open(0);
	struct inverbs_transport *first = try_open(kit_name(0), true), *second;

	(void)state;
	if (first) {
		assert_true(has_sm(ctx));
		second = try_open(kit_name(0), true);
		assert_null(second);
		assert_int_equal(errno, EAGAIN);
		assert_int_equal(first->ops->command(first, "x", 1), EINVAL);
		first->ops->close(first);
		assert_false(has_sm(ctx));
	} else {
		assert_int_equal(errno, ENODEV); /* newer kernels: not on Ethernet */
	}
	ibv_close_device(ctx);
}

/** Create a device on the loopback interface, and open its file. */
static struct inverbs_transport *add_device(const char *name)
{
	struct inverbs_transport *t = NULL;
	char command[100];

	snprintf(command, sizeof(command), "rdma link add %s type rxe netdev lo", name);
	assert_int_equal(system(command), 0);
	for (int i = 0; i < WAITS && !t; i++) {
		usleep(WAIT_MS * 1000);
		t = try_open(name, false);
	}
	assert_non_null(t);
	return t;
}

static void a_device_is_removed(void **state)
{
	struct inverbs_transport *t = add_device("rxegone");
	struct pollfd event = {.fd = t->fd, .events = POLLIN | POLLOUT};
	uint8_t bytes[HEADER + MAD_BYTES] = {0};
	uint32_t id = 0;

	(void)state;
	assert_int_equal(t->ops->mad_ioctl(t, UMAD_ENABLE_PKEY, NULL), 0);
	assert_int_equal(add_agent(t), 0);
	assert_int_equal(poll(&event, 1, 0), 1);
	assert_int_equal(event.revents, POLLOUT);
	assert_int_equal(system("rdma link delete rxegone"), 0);
	assert_int_equal(poll(&event, 1, 0), 1);
	assert_int_equal(event.revents, POLLERR);
	assert_int_equal(t->ops->mad_read(t, bytes, sizeof(bytes)), -EIO);
	assert_int_equal(t->ops->command(t, bytes, sizeof(bytes)), EIO);
	assert_int_equal(add_agent(t), EPIPE);
	assert_int_equal(t->ops->mad_ioctl(t, UMAD_UNREGISTER_AGENT, &id), EINVAL);
	t->ops->close(t);
	assert_null(try_open("rxegone", false));
	assert_int_equal(errno, ENODEV);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(reading_waits),
		TEST(nobody_may_open_it),
		TEST(a_child_has_the_agents_of_its_parent),
		TEST(one_subnet_manager_a_port),
		TEST(a_device_is_removed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
