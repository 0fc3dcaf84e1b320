/* SPDX-License-Identifier: BSD-2-Clause */
/* Events after which the library queries an identifier's addresses, GIDs and paths, and gives it a
 * new channel: the calls made, and what is reported if one of them fails. */
#include <infiniband/marshall.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "runtime/cm/cm.h"

enum {
	NEW_HANDLE = 9
};

/** The calls made, in order, each as one letter. */
static char calls[16];
static char fails; /* letter of the call that fails, with EIO */
static struct inverbs_cm_id listener, found, *stepping;
static struct inverbs_cm_device device;
static struct ucma_get_event_resp record;
static bool happened, bound;
static uint32_t destroyed;

static int record_call(char letter)
{
	const size_t n = strlen(calls);

	assert_true(n + 1 < sizeof(calls));
	calls[n] = letter;
	return fails == letter ? EIO : 0;
}

int inverbs_cm_query_address(struct inverbs_cm_id *id)
{
	assert_ptr_equal(id, stepping);
	id->device = bound ? &device : NULL;
	return record_call('a');
}

int inverbs_cm_query_gids(struct inverbs_cm_id *id)
{
	assert_ptr_equal(id, stepping);
	return record_call('g');
}

int inverbs_cm_query_paths(struct inverbs_cm_id *id)
{
	assert_ptr_equal(id, stepping);
	return record_call('p');
}

struct inverbs_cm_id *inverbs_cm_id_alloc(struct rdma_event_channel *channel, void *context,
					  enum rdma_port_space ps, enum ibv_qp_type qp_type)
{
	if (record_call('n'))
		return NULL;
	found = (struct inverbs_cm_id){
		.cm = {.channel = channel, .context = context, .ps = ps, .qp_type = qp_type}};
	stepping = &found;
	return &found;
}

void inverbs_cm_id_free(struct inverbs_cm_id *id)
{
	assert_ptr_equal(id, &found);
	record_call('f');
}

int inverbs_cm_id_register(struct inverbs_cm_id *id)
{
	assert_int_equal(id->handle, NEW_HANDLE);
	return record_call('e');
}

void inverbs_cm_id_unregister(struct inverbs_cm_id *id)
{
	assert_ptr_equal(id, &found);
	record_call('l');
}

struct inverbs_cm_id *inverbs_cm_id_find(uint32_t handle)
{
	(void)handle;
	return NULL;
}

int inverbs_cm_migrate(struct inverbs_cm_id *id, struct rdma_event_channel *channel)
{
	assert_ptr_equal(id, &found);
	assert_null(channel);
	return record_call('m');
}

void inverbs_cm_count_acks(struct inverbs_cm_id *id, uint32_t *acked, uint32_t count)
{
	assert_ptr_equal(id, &listener);
	*acked += count;
}

int inverbs_cm_qp_to_rts(struct inverbs_cm_id *id, unsigned int responder_resources,
			 unsigned int initiator_depth)
{
	(void)id, (void)responder_resources, (void)initiator_depth;
	return 0;
}

int inverbs_cm_qp_to_error(struct inverbs_cm_id *id)
{
	(void)id;
	return 0;
}

int ibv_attach_mcast(struct ibv_qp *qp, const union ibv_gid *gid, uint16_t lid)
{
	(void)qp, (void)gid, (void)lid;
	return 0;
}

void ibv_copy_ah_attr_from_kern(struct ibv_ah_attr *dst, struct ib_uverbs_ah_attr *src)
{
	(void)dst, (void)src;
}

void inverbs_log(const char *format, ...)
{
	(void)format;
}

/* Execute GET_EVENT, which returns one event and then EAGAIN, and DESTROY_ID. */
static int command(struct inverbs_transport *t, const void *cmd, size_t bytes)
{
	struct uverbs_byte_header head;
	uint64_t response;

	(void)t, (void)bytes;
	memcpy(&head, cmd, sizeof(head));
	memcpy(&response, (const uint8_t *)cmd + sizeof(head), sizeof(response));
	if (head.command == UCMA_CMD_DESTROY_ID) {
		struct ucma_destroy_id_req request;

		memcpy(&request, (const uint8_t *)cmd + sizeof(head), sizeof(request));
		destroyed = request.id;
		return 0;
	}
	assert_int_equal(head.command, UCMA_CMD_GET_EVENT);
	if (happened)
		return EAGAIN;
	happened = true;
	memcpy((void *)(uintptr_t)response, &record, sizeof(record));
	return 0;
}

static const struct inverbs_transport_ops ops = {.command = command};
static struct inverbs_transport transport = {.ops = &ops};
static struct inverbs_cm_channel channel = {.transport = &transport};

/* Check which calls the kernel's event `what` causes. The program receives an event of type `type`
 * with `status`; -1: no event is reported. */
static void expect_calls(enum ucma_event what, const char *expected, int type, int status)
{
	struct rdma_cm_event *event = NULL;

	memset(calls, 0, sizeof(calls));
	record = (struct ucma_get_event_resp){
		.uid = (uintptr_t)&listener, .id = NEW_HANDLE, .event = what};
	happened = false;
	destroyed = 0;
	stepping = &listener;
	listener.cm.channel = &channel.cm;
	listener.acked = 0;
	errno = 0;
	if (rdma_get_cm_event(&channel.cm, &event)) {
		assert_int_equal(errno, EAGAIN);
		assert_int_equal(status, -1);
		assert_int_equal(listener.acked, 1);
	} else {
		assert_int_equal(event->event, type);
		assert_int_equal(event->status, status);
		assert_ptr_equal(event->id, &stepping->cm);
		assert_int_equal(rdma_ack_cm_event(event), 0);
	}
	assert_string_equal(calls, expected);
}

static int reset_listener(void **state)
{
	(void)state;
	listener = (struct inverbs_cm_id){
		.cm = {.context = &device, .ps = RDMA_PS_TCP, .qp_type = IBV_QPT_RC}};
	bound = true;
	fails = 0;
	return 0;
}

static void an_address_has_gids(void **state)
{
	(void)state;
	expect_calls(UCMA_EVENT_ADDR_RESOLVED, "ag", RDMA_CM_EVENT_ADDR_RESOLVED, 0);
	fails = 'a';
	expect_calls(UCMA_EVENT_ADDR_RESOLVED, "a", RDMA_CM_EVENT_ADDR_ERROR, -EIO);
	fails = 'g';
	expect_calls(UCMA_EVENT_ADDR_RESOLVED, "ag", RDMA_CM_EVENT_ADDR_ERROR, -EIO);
	bound = false;
	expect_calls(UCMA_EVENT_ADDR_RESOLVED, "a", RDMA_CM_EVENT_ADDR_ERROR, -ENODEV);
}

static void a_route_has_paths(void **state)
{
	(void)state;
	expect_calls(UCMA_EVENT_ROUTE_RESOLVED, "p", RDMA_CM_EVENT_ROUTE_RESOLVED, 0);
	fails = 'p';
	expect_calls(UCMA_EVENT_ROUTE_RESOLVED, "p", RDMA_CM_EVENT_ROUTE_ERROR, -EIO);
}

static void a_request_is_known_before_it_is_reported(void **state)
{
	(void)state;
	expect_calls(UCMA_EVENT_CONNECT_REQUEST, "neagp", RDMA_CM_EVENT_CONNECT_REQUEST, 0);
	assert_ptr_equal(found.cm.context, &device);
	assert_int_equal(found.cm.ps, RDMA_PS_TCP);
	assert_int_equal(found.cm.qp_type, IBV_QPT_RC);
	assert_int_equal(destroyed, 0);
	listener.waits = true;
	expect_calls(UCMA_EVENT_CONNECT_REQUEST, "nemagp", RDMA_CM_EVENT_CONNECT_REQUEST, 0);
}

static void a_request_that_fails_is_refused(void **state)
{
	static const char *const steps[] = {"n", "nelf", "nemlf", "nemalf", "nemaglf", "nemagplf"};
	static const char which[] = "nemagp";

	(void)state;
	listener.waits = true;
	for (int i = 0; i < 6; i++) {
		fails = which[i];
		expect_calls(UCMA_EVENT_CONNECT_REQUEST, steps[i], 0, -1);
		assert_int_equal(destroyed, NEW_HANDLE);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(an_address_has_gids, reset_listener),
		cmocka_unit_test_setup(a_route_has_paths, reset_listener),
		cmocka_unit_test_setup(a_request_is_known_before_it_is_reported, reset_listener),
		cmocka_unit_test_setup(a_request_that_fails_is_refused, reset_listener),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
