/* SPDX-License-Identifier: BSD-2-Clause */
/* Requests to the subnet administrator: what is sent, each way in which one ends, and their port.
 */
#include "sa_kit.h"

/* ---- requests ---- */

static struct iba_sa_response got;
static int ended;

static void done(struct iba_sa_request *of, const struct iba_sa_response *answer)
{
	assert_ptr_equal(of, &request);
	got = *answer;
	ended++;
}

static int reset_administrator(void **state)
{
	(void)state;
	write_fails = dispatcher_fails = open_fails = sender_fails = watch_fails = 0;
	add_fails = find_fails = IB_SUCCESS;
	store_fails = cancel_in_write = false;
	sm_lid = 0x1234;
	memset(&al, 0, sizeof(al));
	opens = closes = watches = stores = destroys = 0;
	assert_int_equal(iba_sa_port_get(&al, 77, &port), IB_SUCCESS);
	port->agent = 33;
	memset(&request, 0, sizeof(request));
	request = (struct iba_sa_request){.port = port, .owner = &owner, .done = done};
	writes = holds = timers = cleared = defers = ended = 0;
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	port->object.release(&port->object);
	free(port);
	return 0;
}

static const uint8_t record[] = {1, 2, 3};
static const struct iba_sa_message question = {.method = MAD_METHOD_GET_TABLE,
					       .attribute = 0x35,
					       .components = UINT64_C(0x1122334455667788),
					       .record = record,
					       .bytes = 3,
					       .timeout_ms = 100,
					       .retries = 4,
					       .modifier = 9};

/* Ends each time with as many references as before. */
static void asks(ib_api_status_t status, int waits)
{
	assert_int_equal(iba_sa_send_request(&request, &question), status);
	assert_int_equal(holds, waits);
	assert_int_equal(request.waits, waits);
	assert_ptr_equal(port->waiting, waits ? &request : NULL);
}

static void ended_with(ib_api_status_t status)
{
	assert_int_equal(ended, 1);
	assert_int_equal(got.status, status);
	assert_int_equal(holds, 0);
	assert_false(request.waits);
	assert_null(port->waiting);
	ended = 0;
}

static void a_request_is_sent_to_the_administrator(void **state)
{
	struct sa_header header;

	(void)state;
	port->last_tid = 40;
	asks(IB_SUCCESS, 1);
	assert_int_equal(sent.id, 33);
	assert_int_equal(sent.timeout_ms, 100);
	assert_int_equal(sent.retries, 4);
	assert_int_equal(sent.qpn, htonl(1));
	assert_int_equal(sent.qkey, htonl(MAD_GSI_QKEY));
	assert_int_equal(sent.lid, htons(0x1234));
	assert_int_equal(sent.sl, 5);
	header = sa_header_get(sent_mad);
	assert_int_equal(header.common.base_version, MAD_BASE_VERSION);
	assert_int_equal(header.common.mgmt_class, MAD_CLASS_ADMINISTRATION);
	assert_int_equal(header.common.class_version, SA_CLASS_VERSION);
	assert_int_equal(header.common.method, MAD_METHOD_GET_TABLE);
	assert_int_equal(header.common.tid, 41);
	assert_int_equal(request.tid, 41);
	assert_int_equal(header.common.attribute, 0x35);
	assert_int_equal(header.common.modifier, 9);
	assert_true(header.components == UINT64_C(0x1122334455667788));
	assert_memory_equal(sent_mad + SA_HEADER_BYTES, record, 3);
	for (size_t i = SA_HEADER_BYTES + 3; i < MAD_BYTES; i++)
		assert_int_equal(sent_mad[i], 0);
	assert_int_equal(timers, 0);
}

static void a_message_waits_for_nothing(void **state)
{
	struct iba_sa_message what = question;

	(void)state;
	iba_sa_send_unconfirmed(port, &what);
	assert_int_equal(writes, 1);
	assert_int_equal(sent.timeout_ms, 0);
	assert_int_equal(sent.retries, 0);
	assert_int_equal(sa_header_get(sent_mad).common.tid, 0);
	assert_null(port->waiting);
	/* to a unit, by its own address, also without an administrator */
	sm_lid = 0;
	what.unit_lid = 0x4321;
	what.bytes = 0;
	what.record = NULL;
	iba_sa_send_unconfirmed(port, &what);
	assert_int_equal(writes, 2);
	assert_int_equal(sent.lid, htons(0x4321));
	assert_int_equal(sa_header_get(sent_mad).common.mgmt_class, MAD_CLASS_DEVICE);
	what.unit_lid = 0;
	iba_sa_send_unconfirmed(port, &what);
	assert_int_equal(writes, 2);
	/* a timeout of 0 means to the kernel that there is no response */
	sm_lid = 1;
	what.timeout_ms = 0;
	assert_int_equal(iba_sa_send_request(&request, &what), IB_SUCCESS);
	assert_int_equal(sent.timeout_ms, 1);
}

static void what_cannot_be_sent_ends_at_once(void **state)
{
	(void)state;
	write_fails = EIO;
	asks(IB_ERROR, 0);
	assert_int_equal(ended, 0);
	port->ended = true;
	asks(IB_INVALID_STATE, 0);
	assert_int_equal(writes, 1);
}

/* It was canceled while it was written: then it has ended, whatever became of it. */
static void a_request_may_end_while_it_is_sent(void **state)
{
	(void)state;
	for (int i = 0; i < 2; i++) {
		cancel_in_write = true;
		write_fails = i ? EIO : 0;
		defers = 0;
		assert_int_equal(iba_sa_send_request(&request, &question), IB_SUCCESS);
		assert_int_equal(holds, 1);
		assert_int_equal(defers, 1);
		deferred[0]->run(deferred[0]);
		ended_with(IB_CANCELED);
	}
}

/* As long as the request and each retry would have waited. */
static void without_an_administrator_requests_expire(void **state)
{
	struct iba_sa_message what = question;

	(void)state;
	sm_lid = 0;
	asks(IB_SUCCESS, 1);
	assert_int_equal(writes, 0);
	assert_int_equal(timers, 1);
	assert_int_equal(timer_ms, 500);
	request.timer.job.run(&request.timer.job);
	ended_with(IB_TIMEOUT);
	request.timer.job.run(&request.timer.job); /* too late */
	assert_int_equal(ended, 0);
	what.timeout_ms = 0x40000000;
	what.retries = 1;
	assert_int_equal(iba_sa_send_request(&request, &what), IB_SUCCESS);
	assert_int_equal(timer_ms, INT32_MAX);
	iba_sa_cancel(&request);
	assert_int_equal(cleared, 1);
	deferred[0]->run(deferred[0]);
	ended_with(IB_CANCELED);
	iba_sa_cancel(&request); /* too late */
	assert_int_equal(defers, 1);
}

static void comes(uint32_t tid, uint16_t mad_status, uint32_t status, size_t bytes)
{
	const struct umad_header header = {.status = status};
	struct mad_header common = {.tid = UINT64_C(0x700000000) | tid, .status = mad_status};
	static uint8_t mad[MAD_BYTES];

	mad_header_put(mad, &common);
	port->umad.received(&port->umad, &header, mad, bytes);
}

static void responses_find_their_requests(void **state)
{
	struct iba_sa_request others[2] = {{.port = port, .owner = &owner, .done = done},
					   {.port = port, .owner = &owner, .done = done}};

	(void)state;
	assert_int_equal(iba_sa_send_request(&others[0], &question), IB_SUCCESS);
	assert_int_equal(iba_sa_send_request(&request, &question), IB_SUCCESS);
	assert_int_equal(iba_sa_send_request(&others[1], &question), IB_SUCCESS);
	comes(request.tid, 0, 0, MAD_HEADER_SIZE - 1);
	comes(request.tid + 7, 0, 0, MAD_BYTES);
	assert_int_equal(ended, 0);
	comes(request.tid, 0, 0, MAD_BYTES);
	assert_int_equal(ended, 1);
	assert_int_equal(got.status, IB_SUCCESS);
	assert_int_equal(got.mad_status, 0);
	assert_int_equal(got.bytes, MAD_BYTES);
	assert_non_null(got.mad);
	assert_int_equal(holds, 2);
	assert_false(request.waits);
	assert_ptr_equal(port->waiting, &others[1]);
	assert_ptr_equal(others[1].next, &others[0]);
	comes(request.tid, 0, 0, MAD_BYTES); /* once */
	assert_int_equal(ended, 1);
	port->waiting = NULL;
}

static void responses_say_how_it_ended(void **state)
{
	(void)state;
	asks(IB_SUCCESS, 1);
	comes(request.tid, 0x0300, 0, MAD_BYTES);
	assert_int_equal(got.mad_status, htons(0x0300));
	ended_with(IB_REMOTE_ERROR);
	asks(IB_SUCCESS, 1);
	comes(request.tid, 0, ETIMEDOUT, MAD_HEADER_SIZE);
	assert_null(got.mad);
	ended_with(IB_TIMEOUT);
	asks(IB_SUCCESS, 1);
	comes(request.tid, 0, EIO, MAD_BYTES);
	ended_with(IB_ERROR);
	asks(IB_SUCCESS, 1);
	comes(request.tid, 0, 0, SA_HEADER_BYTES - 1);
	ended_with(IB_ERROR);
	asks(IB_SUCCESS, 1);
	comes(request.tid, 0, 0, SA_HEADER_BYTES);
	ended_with(IB_SUCCESS);
}

static void a_lost_port_ends_its_requests(void **state)
{
	(void)state;
	asks(IB_SUCCESS, 1);
	port->umad.lost(&port->umad);
	assert_int_equal(cleared, 1);
	ended_with(IB_ERROR);
	port->umad.lost(&port->umad);
	assert_int_equal(ended, 0);
}

static void records_are_counted(void **state)
{
	uint8_t mad[4 * MAD_BYTES] = {0};
	struct iba_sa_response answer = {
		.status = IB_SUCCESS, .mad = mad, .bytes = SA_HEADER_BYTES + 3 * 24};
	struct sa_header header = {.common = {.method = MAD_METHOD_GET_TABLE_RESPONSE},
				   .record_size = 3};

	(void)state;
	sa_header_put(mad, &header);
	assert_int_equal(iba_sa_count_records(&answer), 3);
	answer.bytes--;
	assert_int_equal(iba_sa_count_records(&answer), 2);
	answer.status = IB_REMOTE_ERROR;
	assert_int_equal(iba_sa_count_records(&answer), 0);
	answer.status = IB_SUCCESS;
	header.record_size = 0;
	sa_header_put(mad, &header);
	assert_int_equal(iba_sa_count_records(&answer), 0);
	header.common.method = MAD_METHOD_GET | MAD_RESPONSE;
	sa_header_put(mad, &header);
	assert_int_equal(iba_sa_count_records(&answer), 1);
}

static bool flag;

static void *signal_later(void *unused)
{
	const struct timespec soon = {.tv_nsec = 20000000};

	(void)unused;
	nanosleep(&soon, NULL);
	iba_sa_signal(port, &flag);
	return NULL;
}

static void a_flag_is_waited_for(void **state)
{
	pthread_t thread;

	(void)state;
	flag = false;
	assert_int_equal(pthread_create(&thread, NULL, signal_later, NULL), 0);
	iba_sa_wait(port, &flag);
	assert_true(flag);
	pthread_join(thread, NULL);
	iba_sa_wait(port, &flag);
}

/* ---- ports ---- */

static void a_port_is_made_once(void **state)
{
	struct iba_sa_port *again, *const made = port;
	struct iba_object other = {.kind = INVERBS_IBA_QP, .alive = true, .next = &made->object};

	(void)state;
	assert_int_equal(opens, 1);
	assert_int_equal(watches, 1);
	assert_int_equal(stores, 1);
	al.object.children = &other;
	made->object.references = 1;
	assert_int_equal(iba_sa_port_get(&al, 77, &again), IB_SUCCESS);
	assert_ptr_equal(again, made);
	assert_int_equal(made->object.references, 2);
	assert_int_equal(opens, 1);
	find_fails = IB_NOT_FOUND;
	assert_int_equal(iba_sa_port_get(&al, 78, &again), IB_NOT_FOUND);
	made->object.alive = false;
	assert_int_equal(iba_sa_port_get(&al, 77, &again), IB_NOT_FOUND);
	made->object.alive = true;
	made->umad.is_lost = true; /* it may come back as another device */
	assert_int_equal(iba_sa_port_get(&al, 77, &again), IB_NOT_FOUND);
	assert_int_equal(made->object.references, 2);
}

static void making_fails(ib_api_status_t status, int closed)
{
	struct iba_sa_port *const made = port;

	al.object.children = NULL;
	opens = closes = 0;
	stores = 1;
	assert_int_equal(iba_sa_port_get(&al, 77, &port), status);
	assert_int_equal(stores, 1);
	assert_int_equal(closes, closed);
	port = made;
	dispatcher_fails = open_fails = sender_fails = 0;
	add_fails = IB_SUCCESS;
	store_fails = false;
}

static void a_port_that_cannot_be_made_leaves_nothing(void **state)
{
	(void)state;
	store_fails = true;
	making_fails(IB_INSUFFICIENT_MEMORY, 0);
	dispatcher_fails = EAGAIN;
	making_fails(IB_INSUFFICIENT_RESOURCES, 3);
	open_fails = EIO;
	making_fails(IB_ERROR, 3);
	sender_fails = EBUSY;
	making_fails(IB_RESOURCE_BUSY, 3);
	add_fails = IB_INVALID_STATE;
	making_fails(IB_INVALID_STATE, 3);
}

static void a_port_that_cannot_be_read_is_destroyed(void **state)
{
	struct iba_sa_port *const made = port;

	(void)state;
	al.object.children = NULL;
	watch_fails = EAGAIN;
	assert_int_equal(iba_sa_port_get(&al, 77, &port), IB_INSUFFICIENT_RESOURCES);
	assert_int_equal(destroys, 1);
	tear_down(NULL);
	port = made;
}

static void a_port_ends_after_its_requests(void **state)
{
	(void)state;
	asks(IB_SUCCESS, 1);
	port->object.references = 1;
	port->object.stop(&port->object);
	assert_int_equal(port->object.references, 2);
	assert_int_equal(defers, 1);
	assert_ptr_equal(deferred[0], &port->ending);
	deferred[0]->run(deferred[0]);
	assert_int_equal(port->object.references, 1);
	assert_int_equal(watches, 0);
	assert_true(port->ended);
	assert_int_equal(defers, 2);
	holds++; /* the port's, by hand */
	deferred[1]->run(deferred[1]);
	ended_with(IB_CANCELED);
	port->reports.file = (struct inverbs_transport *)&al;
	watches = 2;
	port->ending.run(&port->ending);
	assert_int_equal(watches, 0);
}

int main(void)
{
#define ON_PORT(name) cmocka_unit_test_setup_teardown(name, reset_administrator, tear_down)
	const struct CMUnitTest tests[] = {
		ON_PORT(a_request_is_sent_to_the_administrator),
		ON_PORT(a_message_waits_for_nothing),
		ON_PORT(what_cannot_be_sent_ends_at_once),
		ON_PORT(a_request_may_end_while_it_is_sent),
		ON_PORT(without_an_administrator_requests_expire),
		ON_PORT(responses_find_their_requests),
		ON_PORT(responses_say_how_it_ended),
		ON_PORT(a_lost_port_ends_its_requests),
		ON_PORT(records_are_counted),
		ON_PORT(a_flag_is_waited_for),
		ON_PORT(a_port_is_made_once),
		ON_PORT(a_port_that_cannot_be_made_leaves_nothing),
		ON_PORT(a_port_that_cannot_be_read_is_destroyed),
		ON_PORT(a_port_ends_after_its_requests),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
