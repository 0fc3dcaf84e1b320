/* SPDX-License-Identifier: BSD-2-Clause */
/* The emulator's transport, with a thread that acts as the emulator: descriptors, errors, an
 * emulator that dies, signals. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <inverbs/kernel/inprocess.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/socket.h>

#include "fake.h"
#include "partner.h"
#include "runtime/emulator_transport.h"
#include "runtime/socket.h"

/* How the partner responds to the next COMMAND. */
struct plan {
	int error;
	bool no_devices;
	int later; /* its protocol version, minus ours */
	bool die;
	int delay_ms;
};

static struct {
	pthread_mutex_t lock;
	struct plan plan;
	int descriptors; /* number of descriptors received with requests */
} partner = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void set_plan(struct plan plan)
{
	pthread_mutex_lock(&partner.lock);
	partner.plan = plan;
	pthread_mutex_unlock(&partner.lock);
}

static struct plan get_plan(void)
{
	struct plan plan;

	pthread_mutex_lock(&partner.lock);
	plan = partner.plan;
	pthread_mutex_unlock(&partner.lock);
	return plan;
}

static int count_descriptors(int more)
{
	int count;

	pthread_mutex_lock(&partner.lock);
	partner.descriptors += more;
	count = partner.descriptors;
	pthread_mutex_unlock(&partner.lock);
	return count;
}

static void reply(int sock, int error, uint64_t arg, const void *payload, size_t bytes, int fd)
{
	const struct softhca_reply head = {
		.error = (uint32_t)error, .arg = {arg, (uint64_t)getpid()}, .fds = fd >= 0};

	partner_reply(sock, head, payload, bytes, &fd, fd >= 0);
}

/* Receive a request; count and close its descriptors. */
static ssize_t receive(int sock, struct partner_message *m)
{
	ssize_t got = partner_receive(sock, m);

	count_descriptors(m->fd_count);
	while (m->fd_count)
		close(m->fds[--m->fd_count]);
	return got;
}

static void response_command(int sock)
{
	uint32_t response[2] = {41, 42};
	struct plan plan = get_plan();

	if (plan.delay_ms)
		poll(NULL, 0, plan.delay_ms);
	if (plan.error)
		reply(sock, plan.error, 0, NULL, 0, -1);
	else
		reply(sock, 0, 0, response, sizeof(response), STDIN_FILENO);
}

static void response_map(int sock)
{
	int fd = memfd_create("test", MFD_CLOEXEC);

	assert_int_equal(ftruncate(fd, 8192), 0);
	assert_int_equal(pwrite(fd, "second page", 12, 4096), 12);
	reply(sock, 0, 4096, NULL, 0, fd);
	close(fd);
}

static void *serve(void *arg)
{
	int sock = (int)(intptr_t)arg;
	struct softhca_device dev = {
		.name = "fake0", .dev_name = "uverbs0", .abi_version = 4, .node_type = 1};
	struct partner_message m;

	while (receive(sock, &m) >= (ssize_t)sizeof(m.head) && !get_plan().die) {
		if (m.head.op == SOFTHCA_OP_COMMAND)
			response_command(sock);
		else if (m.head.op == SOFTHCA_OP_MAP)
			response_map(sock);
		else if (m.head.op == SOFTHCA_OP_LIST)
			reply(sock, 0, 0, &dev, get_plan().no_devices ? 0 : sizeof(dev), -1);
		else if (m.head.op == SOFTHCA_OP_READ_ATTR)
			reply(sock, strcmp((char *)m.payload, "fake0") ? ENOENT : 0, 0,
			      "4: ACTIVE\n", 10, -1);
		else
			reply(sock, 0, SOFTHCA_PROTOCOL_VERSION + (uint64_t)get_plan().later, NULL,
			      0, -1);
	}
	close(sock);
	return NULL;
}

int softhca_inprocess_connect(const char *devices)
{
	int ends[2];
	pthread_t thread;

	assert_string_equal(devices, "fake0");
	assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends), 0);
	assert_int_equal(pthread_create(&thread, NULL, serve, (void *)(intptr_t)ends[1]), 0);
	pthread_detach(thread);
	return ends[0];
}

static struct inverbs_transport *open_fake(void)
{
	struct inverbs_device_info info = {.name = "fake0"};
	struct inverbs_transport *t;

	set_plan((struct plan){0});
	t = inverbs_emulator_open(&inverbs_backend_emulator, &info);
	assert_non_null(t);
	return t;
}

static int create_channel(struct inverbs_transport *t, int *fd)
{
	struct uverbs_get_context_req req = {0};
	struct uverbs_get_context_resp resp = {0};
	int err = uverbs_call_get_context(t, &req, NULL, 0, &resp, NULL, 0);

	*fd = (int)resp.async_fd;
	assert_int_equal(resp.num_comp_vectors, err ? 0 : 42);
	return err;
}

static void an_emulator_may_have_no_devices(void **state)
{
	struct inverbs_device_info *infos = NULL;

	(void)state;
	set_plan((struct plan){.no_devices = true});
	assert_int_equal(inverbs_backend_emulator.list(&inverbs_backend_emulator, &infos), 0);
	assert_null(infos);
	set_plan((struct plan){0});
	assert_int_equal(inverbs_backend_emulator.list(&inverbs_backend_emulator, &infos), 1);
	assert_string_equal(infos[0].name, "fake0");
	free(infos);
}

static void meet_a_stranger(void *argument)
{
	pid_t emulator;

	(void)argument;
	assert_int_equal(inverbs_emulator_connect(&emulator), -EPROTONOSUPPORT);
}

static void another_version_is_no_partner(void **state)
{
	char text[160];

	(void)state;
	set_plan((struct plan){.later = 1});
	snprintf(text, sizeof(text),
		 "inverbs: the emulator has protocol version %d, this library supports "
		 "%d\n",
		 SOFTHCA_PROTOCOL_VERSION + 1, SOFTHCA_PROTOCOL_VERSION);
	assert_string_equal(logged_by(meet_a_stranger, NULL), text);
}

static void descriptor_number_replaces_the_response(void **state)
{
	struct inverbs_transport *t = open_fake();
	int fd;

	(void)state;
	assert_int_equal(create_channel(t, &fd), 0);
	assert_int_not_equal(fd, 41);
	assert_int_equal(fcntl(fd, F_GETFD), FD_CLOEXEC);
	assert_int_equal(close(fd), 0);
	t->ops->close(t);
}

static void request_descriptor_travels(void **state)
{
	struct inverbs_transport *t = open_fake();
	struct uverbs_create_cq_req req = {.cqe = 1, .comp_channel = STDOUT_FILENO};
	struct uverbs_create_cq_resp resp;
	int before = count_descriptors(0);

	(void)state;
	assert_int_equal(uverbs_call_create_cq(t, &req, NULL, 0, &resp, NULL, 0), 0);
	assert_int_equal(count_descriptors(0), before + 1);
	req.comp_channel = -1;
	assert_int_equal(uverbs_call_create_cq(t, &req, NULL, 0, &resp, NULL, 0), 0);
	assert_int_equal(count_descriptors(0), before + 1);
	req.comp_channel = 9999; /* not an open descriptor */
	assert_int_equal(uverbs_call_create_cq(t, &req, NULL, 0, &resp, NULL, 0), EBADF);
	req.comp_channel = -7;
	assert_int_equal(uverbs_call_create_cq(t, &req, NULL, 0, &resp, NULL, 0), EBADF);
	t->ops->close(t);
}

static void a_request_has_room_for_so_many_descriptors(void **state)
{
	struct inverbs_exchange x = inverbs_exchange_make(SOFTHCA_OP_SHARE);

	(void)state;
	assert_int_equal(inverbs_exchange_send_fd(&x, -1), 0);
	for (int i = 0; i < SOFTHCA_REQUEST_FDS_MAX; i++)
		assert_int_equal(inverbs_exchange_send_fd(&x, STDIN_FILENO), 0);
	assert_int_equal(x.sent_count, SOFTHCA_REQUEST_FDS_MAX);
	assert_int_equal(inverbs_exchange_send_fd(&x, STDIN_FILENO), EBADF);
	assert_int_equal(inverbs_exchange_send_fd(&x, STDOUT_FILENO), EBADF);
	assert_int_equal(inverbs_exchange_send_fd(&x, -1), 0);
	assert_int_equal(x.sent_count, SOFTHCA_REQUEST_FDS_MAX);
}

static void errors_are_passed_on(void **state)
{
	struct inverbs_transport *t = open_fake();
	int fd;

	(void)state;
	set_plan((struct plan){.error = EPERM});
	assert_int_equal(create_channel(t, &fd), EPERM);
	t->ops->close(t);
}

static void descriptors_outside_the_response_are_refused(void **state)
{
	struct inverbs_transport *t = open_fake();
	struct uverbs_alloc_pd_req req = {0};
	struct uverbs_alloc_pd_resp resp;

	(void)state;
	/* the partner responds with eight bytes, but there is room for only four */
	assert_int_equal(uverbs_call_alloc_pd(t, &req, NULL, 0, &resp, NULL, 0), EPROTO);
	t->ops->close(t);
}

static void dead_partner_is_eio(void **state)
{
	struct inverbs_transport *t = open_fake();
	int fd;

	(void)state;
	set_plan((struct plan){.die = true});
	assert_int_equal(create_channel(t, &fd), EIO);
	assert_int_equal(create_channel(t, &fd), EIO);
	t->ops->close(t);
}

static void on_signal(int number)
{
	(void)number;
}

static void *bother(void *thread)
{
	for (int i = 0; i < 20; i++) {
		pthread_kill(*(pthread_t *)thread, SIGUSR1);
		poll(NULL, 0, 5);
	}
	return NULL;
}

static void signals_do_not_disturb(void **state)
{
	struct inverbs_transport *t = open_fake();
	struct sigaction act = {.sa_handler = on_signal};
	pthread_t self = pthread_self(), other;
	int fd;

	(void)state;
	sigaction(SIGUSR1, &act, NULL);
	set_plan((struct plan){.delay_ms = 150});
	assert_int_equal(pthread_create(&other, NULL, bother, &self), 0);
	assert_int_equal(create_channel(t, &fd), 0);
	pthread_join(other, NULL);
	close(fd);
	t->ops->close(t);
}

static void mapping_begins_where_the_reply_says(void **state)
{
	struct inverbs_transport *t = open_fake();
	char *at = t->ops->map(t, 4096, PROT_READ, 0);

	(void)state;
	assert_ptr_not_equal(at, MAP_FAILED);
	assert_string_equal(at, "second page");
	munmap(at, 4096);
	t->ops->close(t);
}

static void questions_without_a_device(void **state)
{
	const struct inverbs_backend *b = &inverbs_backend_emulator;
	struct inverbs_device_info *infos;
	char buf[32];

	(void)state;
	set_plan((struct plan){0});
	assert_int_equal(b->list(b, &infos), 1);
	assert_string_equal(infos[0].name, "fake0");
	assert_int_equal(infos[0].abi_version, 4);
	free(infos);
	assert_int_equal(b->read_attr(b, "fake0", "ports/1/state", buf, sizeof(buf)), 9);
	assert_string_equal(buf, "4: ACTIVE");
	assert_int_equal(b->read_attr(b, "fake1", "ports/1/state", buf, sizeof(buf)), -ENOENT);
	set_plan((struct plan){
		.die = true}); /* the connection is closed, and the next request opens a new one */
	assert_int_equal(b->read_attr(b, "fake0", "ports/1/state", buf, sizeof(buf)), -EIO);
	set_plan((struct plan){0});
	assert_int_equal(b->read_attr(b, "fake0", "ports/1/state", buf, sizeof(buf)), 9);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_emulator_may_have_no_devices),
		cmocka_unit_test(another_version_is_no_partner),
		cmocka_unit_test(descriptor_number_replaces_the_response),
		cmocka_unit_test(request_descriptor_travels),
		cmocka_unit_test(a_request_has_room_for_so_many_descriptors),
		cmocka_unit_test(errors_are_passed_on),
		cmocka_unit_test(descriptors_outside_the_response_are_refused),
		cmocka_unit_test(dead_partner_is_eio),
		cmocka_unit_test(signals_do_not_disturb),
		cmocka_unit_test(mapping_begins_where_the_reply_says),
		cmocka_unit_test(questions_without_a_device),
	};

	setenv("INVERBS_EMULATOR", "inproc:fake0", 1);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
