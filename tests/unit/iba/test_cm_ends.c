/* SPDX-License-Identifier: BSD-2-Clause */
/* Ends of connections of the access layer, by the program and by the peer, in every state. */
#include "cm_kit.h"

static uint8_t data[256];
static ib_cm_drep_rec_t drep_rec;
static uint8_t first_byte;

static void on_drep(ib_cm_drep_rec_t *rec)
{
	drep_rec = *rec;
	first_byte = rec->p_drep_pdata[0];
	told++;
}

static void on_dreq(ib_cm_dreq_rec_t *rec)
{
	assert_int_equal(rec->h_cm_dreq.cid, LOCAL);
	assert_ptr_equal(rec->qp_context, &told);
	first_byte = rec->p_dreq_pdata[0];
	told++;
}

static struct iba_cm_arrival dreq_of(uint8_t *bytes)
{
	struct ibcm_dreq v = {.local_id = REMOTE, .remote_id = LOCAL, .private_data = {0x5a}};
	static const struct umad_header from;

	memset(bytes, 0, MAD_BYTES);
	ibcm_dreq_put(bytes, &v);
	return (struct iba_cm_arrival){.from = &from, .data = bytes};
}

static struct iba_cm_arrival drep_of(uint8_t *bytes)
{
	struct ibcm_drep v = {.local_id = REMOTE, .remote_id = LOCAL, .private_data = {0x5b}};
	static const struct umad_header from;

	memset(bytes, 0, MAD_BYTES);
	ibcm_drep_put(bytes, &v);
	return (struct iba_cm_arrival){.from = &from, .data = bytes};
}

static void a_request_to_end_in_every_state(void **state)
{
	static const char *const expected[STATES] = {
		[IBA_CM_REP_SENT] = "cufm",
		[IBA_CM_CONNECTED] = "cufm",
		[IBA_CM_DREQ_SENT] = "sdtuqfm",
		[IBA_CM_TIME_WAIT] = "sum",
	};
	uint8_t bytes[MAD_BYTES];
	const struct iba_cm_arrival arrival = dreq_of(bytes);

	(void)state;
	for (int s = 0; s < STATES; s++) {
		const bool reported = s == IBA_CM_REP_SENT || s == IBA_CM_CONNECTED;

		in_state((enum iba_cm_state)s);
		cm.dreq = on_dreq;
		first_byte = 0;
		iba_cm_dreq_arrived(&port, &arrival);
		assert_int_equal(looked_for[0], LOCAL);
		assert_int_equal(looked_for[1], REMOTE);
		made(expected[s] ? expected[s] : "um", reported);
		if (reported) {
			assert_int_equal(first_byte, 0x5a);
			assert_int_equal(cm.state, IBA_CM_DREQ_RECEIVED);
			assert_int_equal(cm.lap, IBA_CM_NO_LAP);
		}
	}
}

static void sent_response(void)
{
	const struct ibcm_drep sent = ibcm_drep_get(cm.bytes);

	assert_int_equal(cm.message, IBCM_ATTRIBUTE_DREP);
	assert_int_equal(sent.local_id, LOCAL);
	assert_int_equal(sent.remote_id, REMOTE);
}

/* In time wait the last response is sent again, or the first one if it was another message. */
static void a_repeated_request_is_responded_to(void **state)
{
	uint8_t bytes[MAD_BYTES];
	const struct iba_cm_arrival arrival = dreq_of(bytes);

	(void)state;
	in_state(IBA_CM_TIME_WAIT);
	cm.message = IBCM_ATTRIBUTE_DREQ;
	iba_cm_dreq_arrived(&port, &arrival);
	made("sum", 0);
	sent_response();
	cm.bytes[20] = 0x77; /* private data */
	iba_cm_dreq_arrived(&port, &arrival);
	made("sum", 0);
	assert_int_equal(cm.bytes[20], 0x77);
}

static void without_a_connection_the_layer_responds(void **state)
{
	uint8_t bytes[MAD_BYTES];
	const struct iba_cm_arrival arrival = dreq_of(bytes);
	struct ibcm_drep sent;

	(void)state;
	in_state(IBA_CM_IDLE);
	found = NULL;
	iba_cm_dreq_arrived(&port, &arrival);
	made("r", 0);
	assert_int_equal(replied, IBCM_ATTRIBUTE_DREP);
	sent = ibcm_drep_get(reply);
	assert_int_equal(sent.local_id, LOCAL);
	assert_int_equal(sent.remote_id, REMOTE);
	iba_cm_drep_arrived(&port, &arrival);
	made("", 0);
}

/* Neither without a callback nor without a queue pair is there a program to tell. */
static void without_a_program_the_layer_responds(void **state)
{
	uint8_t bytes[MAD_BYTES];
	const struct iba_cm_arrival arrival = dreq_of(bytes);

	(void)state;
	in_state(IBA_CM_CONNECTED);
	iba_cm_dreq_arrived(&port, &arrival);
	made("cdstuqm", 0);
	sent_response();
	in_state(IBA_CM_CONNECTED);
	cm.dreq = on_dreq;
	cm.qp = NULL;
	iba_cm_dreq_arrived(&port, &arrival);
	made("cdstum", 0);
}

/* After a rejection, for example: there is no data of the peer. */
static void an_end_may_come_without_data(void **state)
{
	(void)state;
	in_state(IBA_CM_CONNECTED);
	cm.dreq = on_dreq;
	first_byte = 1;
	iba_cm_peer_disconnected(&cm, NULL);
	made("cuf", 1);
	assert_int_equal(first_byte, 0);
}

static void a_response_in_every_state(void **state)
{
	uint8_t bytes[MAD_BYTES];
	const struct iba_cm_arrival arrival = drep_of(bytes);

	(void)state;
	for (int s = 0; s < STATES; s++) {
		in_state((enum iba_cm_state)s);
		cm.drep = on_drep;
		iba_cm_drep_arrived(&port, &arrival);
		assert_int_equal(looked_for[0], LOCAL);
		assert_int_equal(looked_for[1], REMOTE);
		if (s != IBA_CM_DREQ_SENT) {
			made("um", 0);
			continue;
		}
		made("dtuqfm", 1);
		assert_int_equal(drep_rec.cm_status, IB_SUCCESS);
		assert_ptr_equal(drep_rec.h_qp, &qp);
		assert_ptr_equal(drep_rec.qp_context, &told);
		assert_int_equal(first_byte, 0x5b);
	}
}

static void an_end_is_told_once(void **state)
{
	(void)state;
	in_state(IBA_CM_DREQ_SENT);
	cm.drep = on_drep;
	first_byte = 1;
	iba_cm_finish_disconnect(&cm, IB_TIMEOUT, NULL);
	made("dtuqf", 1);
	assert_int_equal(drep_rec.cm_status, IB_TIMEOUT);
	assert_int_equal(first_byte, 0);
	in_state(IBA_CM_DREQ_SENT);
	iba_cm_finish_disconnect(&cm, IB_TIMEOUT, NULL);
	made("dtuqf", 0);
	in_state(IBA_CM_DREQ_SENT);
	cm.drep = on_drep;
	cm.qp = NULL;
	iba_cm_finish_disconnect(&cm, IB_TIMEOUT, NULL);
	made("dtuf", 0);
}

static void sent_end(uint8_t first)
{
	const struct ibcm_dreq sent = ibcm_dreq_get(cm.bytes);

	assert_int_equal(cm.message, IBCM_ATTRIBUTE_DREQ);
	assert_int_equal(sent.local_id, LOCAL);
	assert_int_equal(sent.remote_id, REMOTE);
	assert_int_equal(sent.remote_qpn, QPN);
	assert_int_equal(sent.private_data[0], first);
	assert_int_equal(cm.state, IBA_CM_DREQ_SENT);
	assert_int_equal(cm.lap, IBA_CM_NO_LAP);
}

static void the_program_ends_what_is_connected(void **state)
{
	ib_cm_dreq_t dreq = {.p_dreq_pdata = data,
			     .dreq_length = 220,
			     .qp_type = IB_QPT_RELIABLE_CONN,
			     .h_qp = (ib_qp_handle_t)&qp,
			     .pfn_cm_drep_cb = on_drep};

	(void)state;
	memset(data, 0x41, sizeof(data));
	for (int s = 0; s < STATES; s++) {
		const bool connected = s == IBA_CM_CONNECTED;

		in_state((enum iba_cm_state)s);
		cm.finished = true;
		dreq.flags = 0;
		assert_int_equal(ib_cm_dreq(&dreq), connected ? IB_SUCCESS : IB_INVALID_STATE);
		made(connected ? "eSumq" : "umq", 0);
		assert_int_equal(cm.finished, !connected);
		assert_ptr_equal(cm.drep, connected ? on_drep : NULL);
		if (connected)
			sent_end(0x41);
		in_state((enum iba_cm_state)s);
		dreq.flags = IB_FLAGS_SYNC;
		assert_int_equal(ib_cm_dreq(&dreq), connected ? IB_SUCCESS : IB_INVALID_STATE);
		made(connected ? "eSuwmq" : "umq", 0);
	}
	in_state(IBA_CM_CONNECTED);
	dreq.dreq_length = 0;
	assert_int_equal(ib_cm_dreq(&dreq), IB_SUCCESS);
	sent_end(0);
}

static void ends_that_are_refused(void **state)
{
	const ib_cm_dreq_t good = {.p_dreq_pdata = data,
				   .dreq_length = 1,
				   .qp_type = IB_QPT_RELIABLE_CONN,
				   .h_qp = (ib_qp_handle_t)&qp,
				   .pfn_cm_drep_cb = on_drep};
	ib_cm_dreq_t dreq = good;

	(void)state;
	in_state(IBA_CM_CONNECTED);
	assert_int_equal(ib_cm_dreq(NULL), IB_INVALID_PARAMETER);
	dreq.h_qp = NULL;
	assert_int_equal(ib_cm_dreq(&dreq), IB_INVALID_QP_HANDLE);
	made("", 0);
	dreq = good;
	dreq.pfn_cm_drep_cb = NULL;
	assert_int_equal(ib_cm_dreq(&dreq), IB_INVALID_PARAMETER);
	made("q", 0);
	dreq = good;
	dreq.qp_type = IB_QPT_UNRELIABLE_CONN;
	assert_int_equal(ib_cm_dreq(&dreq), IB_INVALID_SETTING);
	made("q", 0);
	dreq = good;
	dreq.dreq_length = 221;
	assert_int_equal(ib_cm_dreq(&dreq), IB_INVALID_SETTING);
	made("q", 0);
	dreq = good;
	on_dispatcher = true;
	dreq.flags = IB_FLAGS_SYNC;
	assert_int_equal(ib_cm_dreq(&dreq), IB_UNSUPPORTED);
	made("q", 0);
	dreq.flags = 0;
	assert_int_equal(ib_cm_dreq(&dreq), IB_SUCCESS);
	made("eSumq", 0);
	in_state(IBA_CM_CONNECTED);
	on_dispatcher = false;
	found = NULL;
	assert_int_equal(ib_cm_dreq(&dreq), IB_INVALID_STATE);
	made("q", 0);
}

static void the_layer_ends_it_without_a_callback(void **state)
{
	(void)state;
	in_state(IBA_CM_CONNECTED);
	cm.drep = on_drep;
	iba_cm_disconnect(&cm);
	made("S", 0);
	assert_null(cm.drep);
	sent_end(0);
}

static void the_program_responds_to_an_end(void **state)
{
	const ib_cm_handle_t handle = {.cid = LOCAL};
	ib_cm_drep_t drep = {.p_drep_pdata = data, .drep_length = 224};

	(void)state;
	memset(data, 0x43, sizeof(data));
	for (int s = 0; s < STATES; s++) {
		const bool may = s == IBA_CM_DREQ_RECEIVED;

		in_state((enum iba_cm_state)s);
		assert_int_equal(ib_cm_drep(handle, &drep), may ? IB_SUCCESS : IB_INVALID_STATE);
		made(may ? "edstpq" : "p", 0);
		if (may) {
			sent_response();
			assert_int_equal(ibcm_drep_get(cm.bytes).private_data[223], 0x43);
		}
	}
	in_state(IBA_CM_DREQ_RECEIVED);
	assert_int_equal(ib_cm_drep(handle, NULL), IB_INVALID_PARAMETER);
	made("p", 0);
	drep.drep_length = 225;
	assert_int_equal(ib_cm_drep(handle, &drep), IB_INVALID_SETTING);
	made("p", 0);
	drep.drep_length = 0;
	cm.qp = NULL;
	assert_int_equal(ib_cm_drep(handle, &drep), IB_SUCCESS);
	made("edstp", 0);
	found = NULL;
	assert_int_equal(ib_cm_drep(handle, &drep), IB_INVALID_HANDLE);
	made("", 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_request_to_end_in_every_state),
		cmocka_unit_test(a_repeated_request_is_responded_to),
		cmocka_unit_test(without_a_connection_the_layer_responds),
		cmocka_unit_test(without_a_program_the_layer_responds),
		cmocka_unit_test(an_end_may_come_without_data),
		cmocka_unit_test(a_response_in_every_state),
		cmocka_unit_test(an_end_is_told_once),
		cmocka_unit_test(the_program_ends_what_is_connected),
		cmocka_unit_test(ends_that_are_refused),
		cmocka_unit_test(the_layer_ends_it_without_a_callback),
		cmocka_unit_test(the_program_responds_to_an_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
