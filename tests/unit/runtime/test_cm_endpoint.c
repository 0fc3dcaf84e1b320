/* SPDX-License-Identifier: BSD-2-Clause */
/* Synchronous identifiers: the calls made by rdma_create_ep(), rdma_get_request() and
 * rdma_destroy_ep(). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "runtime/cm/cm.h"

/** The calls made, in order, each as one letter. */
static char calls[16];
static char fails; /* letter of the call that fails, with EIO */
static struct inverbs_cm_id one, request_id;
static struct ibv_qp qp;
static struct ibv_srq srq;
static struct ibv_qp_init_attr made_with;
static struct ibv_pd *made_on;
static struct rdma_cm_event *event;
static const void *addresses[2];

static int record_call(char letter)
{
	const size_t n = strlen(calls);

	assert_true(n + 1 < sizeof(calls));
	calls[n] = letter;
	return fails == letter ? EIO : 0;
}

int inverbs_cm_id_create(struct rdma_event_channel *channel, struct rdma_cm_id **out, void *context,
			 enum rdma_port_space ps, enum ibv_qp_type qp_type)
{
	const int err = record_call('c');

	assert_null(channel);
	assert_null(context);
	assert_int_equal(ps, RDMA_PS_IPOIB);
	assert_int_equal(qp_type, IBV_QPT_UC);
	if (!err)
		*out = &one.cm;
	return err;
}

int rdma_destroy_id(struct rdma_cm_id *id)
{
	free(inverbs_cm_id_of(id)->ep_data);
	inverbs_cm_id_of(id)->ep_data = NULL;
	errno = EBUSY;
	return record_call('d') ? -1 : 0;
}

int rdma_bind_addr(struct rdma_cm_id *id, struct sockaddr *addr)
{
	assert_ptr_equal(id, &one.cm);
	assert_ptr_equal(addr, addresses[0]);
	return rdma_seterrno(record_call('b'));
}

int rdma_resolve_addr(struct rdma_cm_id *id, struct sockaddr *src, struct sockaddr *dst,
		      int timeout_ms)
{
	assert_ptr_equal(id, &one.cm);
	assert_ptr_equal(src, addresses[0]);
	assert_ptr_equal(dst, addresses[1]);
	assert_int_equal(timeout_ms, 2000);
	return rdma_seterrno(record_call('a'));
}

int rdma_resolve_route(struct rdma_cm_id *id, int timeout_ms)
{
	assert_ptr_equal(id, &one.cm);
	assert_int_equal(timeout_ms, 2000);
	return rdma_seterrno(record_call('r'));
}

int rdma_set_option(struct rdma_cm_id *id, int level, int optname, void *optval, size_t optlen)
{
	assert_ptr_equal(id, &one.cm);
	assert_int_equal(level, RDMA_OPTION_IB);
	assert_int_equal(optname, RDMA_OPTION_IB_PATH);
	assert_string_equal(optval, "path");
	assert_int_equal(optlen, 5);
	return rdma_seterrno(record_call('o'));
}

int inverbs_cm_wait(struct inverbs_cm_id *id)
{
	assert_ptr_equal(id, &one);
	id->cm.event = event;
	return record_call('w');
}

void inverbs_cm_drop_event(struct inverbs_cm_id *id)
{
	id->cm.event = NULL;
	record_call('e');
}

int rdma_create_qp(struct rdma_cm_id *id, struct ibv_pd *pd, struct ibv_qp_init_attr *attr)
{
	const int err = record_call('q');

	made_with = *attr;
	made_on = pd;
	if (!err)
		id->qp = &qp;
	return rdma_seterrno(err);
}

void rdma_destroy_qp(struct rdma_cm_id *id)
{
	record_call('Q');
	id->qp = NULL;
}

void rdma_destroy_srq(struct rdma_cm_id *id)
{
	record_call('S');
	id->srq = NULL;
}

static struct sockaddr from, to;
static struct ibv_pd pd;
static struct ibv_qp_init_attr attr;
static struct rdma_addrinfo info;

static int reset_calls(void **state)
{
	(void)state;
	memset(&one, 0, sizeof(one));
	memset(&request_id, 0, sizeof(request_id));
	memset(calls, 0, sizeof(calls));
	memset(&made_with, 0, sizeof(made_with));
	fails = 0;
	made_on = NULL;
	addresses[0] = &from;
	addresses[1] = &to;
	info = (struct rdma_addrinfo){.ai_qp_type = IBV_QPT_UC,
				      .ai_port_space = RDMA_PS_IPOIB,
				      .ai_src_addr = &from,
				      .ai_dst_addr = &to};
	attr = (struct ibv_qp_init_attr){.qp_type = IBV_QPT_RC, .sq_sig_all = 5};
	return 0;
}

/* Check which calls rdma_create_ep() makes, and its result. */
static void expect_calls(struct ibv_qp_init_attr *with, const char *expected, int err)
{
	struct rdma_cm_id *id = NULL;

	memset(calls, 0, sizeof(calls));
	errno = 0;
	assert_int_equal(rdma_create_ep(&id, &info, &pd, with), err ? -1 : 0);
	assert_string_equal(calls, expected);
	if (err)
		assert_int_equal(errno, err);
	assert_ptr_equal(id, err ? NULL : &one.cm);
}

static void a_client_resolves_and_makes_its_queue_pair(void **state)
{
	(void)state;
	expect_calls(&attr, "carq", 0);
	assert_int_equal(made_with.qp_type, IBV_QPT_UC);
	assert_int_equal(made_with.sq_sig_all, 5);
	assert_ptr_equal(made_on, &pd);
	assert_int_equal(one.ep_data_len, 0);
	assert_null(one.ep_data);
	one.cm.qp = NULL;
	expect_calls(NULL, "car", 0);
	assert_false(one.ep_listener);
}

static void a_route_may_come_with_the_address(void **state)
{
	char path[] = "path";

	(void)state;
	info.ai_route = path;
	info.ai_route_len = sizeof(path);
	expect_calls(NULL, "caow", 0);
	fails = 'o';
	expect_calls(NULL, "caod", EIO);
	fails = 'w';
	expect_calls(NULL, "caowd", EIO);
}

static void a_client_may_fail_at_each_step(void **state)
{
	(void)state;
	fails = 'c';
	expect_calls(&attr, "c", EIO);
	fails = 'a';
	expect_calls(&attr, "cad", EIO);
	fails = 'r';
	expect_calls(&attr, "card", EIO);
	fails = 'q';
	expect_calls(&attr, "carqd", EIO);
}

static void data_of_the_address_is_kept(void **state)
{
	static char data[256] = "data";

	(void)state;
	info.ai_connect = data;
	info.ai_connect_len = 255;
	expect_calls(NULL, "car", 0);
	assert_int_equal(one.ep_data_len, 255);
	assert_ptr_not_equal(one.ep_data, data);
	assert_memory_equal(one.ep_data, data, 255);
	rdma_destroy_id(&one.cm);
	/* more private data than a message can carry */
	info.ai_connect_len = 256;
	expect_calls(NULL, "card", EINVAL);
	expect_calls(&attr, "carqQd", EINVAL);
}

static void a_listener_keeps_what_its_requests_get(void **state)
{
	(void)state;
	info.ai_flags = RAI_PASSIVE;
	expect_calls(&attr, "cb", 0);
	assert_true(one.ep_listener);
	assert_true(one.ep_has_qp);
	assert_int_equal(one.ep_qp.qp_type, IBV_QPT_UC);
	assert_int_equal(one.ep_qp.sq_sig_all, 5);
	assert_ptr_equal(one.cm.pd, &pd);
	reset_calls(NULL);
	info.ai_flags = RAI_PASSIVE;
	expect_calls(NULL, "cb", 0);
	assert_true(one.ep_listener);
	assert_false(one.ep_has_qp);
	fails = 'b';
	expect_calls(NULL, "cbd", EIO);
}

static void a_listener_may_have_no_domain(void **state)
{
	struct rdma_cm_id *id;
	struct ibv_pd devices;

	(void)state;
	info.ai_flags = RAI_PASSIVE | RAI_NUMERICHOST;
	one.cm.pd = &devices;
	assert_int_equal(rdma_create_ep(&id, &info, NULL, NULL), 0);
	assert_ptr_equal(one.cm.pd, &devices);
	errno = 0;
	assert_int_equal(rdma_create_ep(NULL, &info, NULL, NULL), -1);
	assert_int_equal(errno, EINVAL);
	errno = 0;
	assert_int_equal(rdma_create_ep(&id, NULL, NULL, NULL), -1);
	assert_int_equal(errno, EINVAL);
	assert_string_equal(calls, "cb");
}

static void an_end_takes_its_queues(void **state)
{
	(void)state;
	rdma_destroy_ep(&one.cm);
	assert_string_equal(calls, "d");
	memset(calls, 0, sizeof(calls));
	one.cm.qp = &qp;
	rdma_destroy_ep(&one.cm);
	assert_string_equal(calls, "Qd");
	memset(calls, 0, sizeof(calls));
	one.cm.srq = &srq;
	rdma_destroy_ep(&one.cm);
	assert_string_equal(calls, "Sd");
}

/* Prepare a listener, and the next event that it receives. */
static void prepare_listener(struct rdma_cm_event *next, enum rdma_cm_event_type type)
{
	memset(calls, 0, sizeof(calls));
	*next = (struct rdma_cm_event){.event = type, .id = &request_id.cm};
	event = next;
	one.waits = true;
	one.cm.pd = &pd;
	one.ep_qp = attr;
	errno = 0;
}

static void a_request_gets_its_queue_pair(void **state)
{
	struct rdma_cm_event next;
	struct rdma_cm_id *id = NULL;

	(void)state;
	prepare_listener(&next, RDMA_CM_EVENT_CONNECT_REQUEST);
	assert_int_equal(rdma_get_request(&one.cm, &id), 0);
	assert_string_equal(calls, "w");
	assert_ptr_equal(id, &request_id.cm);
	assert_ptr_equal(id->event, &next);
	assert_null(one.cm.event);
	prepare_listener(&next, RDMA_CM_EVENT_CONNECT_REQUEST);
	one.ep_has_qp = true;
	assert_int_equal(rdma_get_request(&one.cm, &id), 0);
	assert_string_equal(calls, "wq");
	assert_int_equal(made_with.sq_sig_all, 5);
	assert_ptr_equal(made_on, &pd);
	/* if the queue pair cannot be created, the connection request is dropped */
	prepare_listener(&next, RDMA_CM_EVENT_CONNECT_REQUEST);
	fails = 'q';
	id = NULL;
	assert_int_equal(rdma_get_request(&one.cm, &id), -1);
	assert_int_equal(errno, EIO);
	assert_string_equal(calls, "wqed");
	assert_null(id);
}

static void other_events_are_no_requests(void **state)
{
	struct rdma_cm_event next;
	struct rdma_cm_id *id = NULL;

	(void)state;
	prepare_listener(&next, RDMA_CM_EVENT_ESTABLISHED);
	assert_int_equal(rdma_get_request(&one.cm, &id), -1);
	assert_int_equal(errno, EINVAL);
	assert_null(id);
	prepare_listener(&next, RDMA_CM_EVENT_CONNECT_REQUEST);
	fails = 'w';
	assert_int_equal(rdma_get_request(&one.cm, &id), -1);
	assert_int_equal(errno, EIO);
	assert_null(id);
	prepare_listener(&next, RDMA_CM_EVENT_CONNECT_REQUEST);
	assert_int_equal(rdma_get_request(&one.cm, NULL), -1);
	assert_int_equal(errno, EINVAL);
	one.waits = false;
	errno = 0;
	assert_int_equal(rdma_get_request(&one.cm, &id), -1);
	assert_int_equal(errno, EINVAL);
	assert_string_equal(calls, "");
}

int main(void)
{
#define FRESH(name) cmocka_unit_test_setup(name, reset_calls)
	const struct CMUnitTest tests[] = {
		FRESH(a_client_resolves_and_makes_its_queue_pair),
		FRESH(a_route_may_come_with_the_address),
		FRESH(a_client_may_fail_at_each_step),
		FRESH(data_of_the_address_is_kept),
		FRESH(a_listener_keeps_what_its_requests_get),
		FRESH(a_listener_may_have_no_domain),
		FRESH(an_end_takes_its_queues),
		FRESH(a_request_gets_its_queue_pair),
		FRESH(other_events_are_no_requests),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
