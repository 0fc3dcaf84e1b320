/* SPDX-License-Identifier: BSD-2-Clause */
/* Rejections, requests for more time, and peers that do not respond, in every state. */
#include <arpa/inet.h>
#include <endian.h>

#include "cm_kit.h"

static uint8_t data[256];
static ib_cm_rej_rec_t rej_rec;
static uint8_t first_bytes[2];

static void on_rej(ib_cm_rej_rec_t *rec)
{
	rej_rec = *rec;
	first_bytes[0] = ((const uint8_t *)rec->p_ari)[0];
	first_bytes[1] = rec->p_rej_pdata[0];
	told++;
}

static void on_mra(ib_cm_mra_rec_t *rec)
{
	assert_ptr_equal(rec->h_qp, &qp);
	assert_ptr_equal(rec->qp_context, &told);
	first_bytes[0] = rec->p_mra_pdata[0];
	told++;
}

static struct ibcm_rej sent_reject(uint8_t message, uint16_t reason)
{
	const struct ibcm_rej sent = ibcm_rej_get(cm.bytes);

	assert_int_equal(cm.message, IBCM_ATTRIBUTE_REJ);
	assert_int_equal(sent.local_id, LOCAL);
	assert_int_equal(sent.remote_id, REMOTE);
	assert_int_equal(sent.message, message);
	assert_int_equal(sent.reason, reason);
	return sent;
}

static uint8_t rejected_in(int s)
{
	return s == IBA_CM_REQ_RECEIVED   ? IBCM_REJECTED_REQ
	       : s == IBA_CM_REP_RECEIVED ? IBCM_REJECTED_REP
					  : IBCM_REJECTED_OTHER;
}

static void what_has_no_connection_is_refused(void **state)
{
	const struct iba_cm_arrival arrival = {.tid = 1};
	struct ibcm_rej sent;

	(void)state;
	in_state(IBA_CM_IDLE);
	iba_cm_refuse(&port, &arrival, REMOTE, IBCM_REJECTED_REP, 77);
	made("r", 0);
	assert_int_equal(replied, IBCM_ATTRIBUTE_REJ);
	sent = ibcm_rej_get(reply);
	assert_int_equal(sent.local_id, 0);
	assert_int_equal(sent.remote_id, REMOTE);
	assert_int_equal(sent.message, IBCM_REJECTED_REP);
	assert_int_equal(sent.reason, 77);
}

static void the_program_rejects_what_waits_for_it(void **state)
{
	const ib_cm_handle_t handle = {.cid = LOCAL};
	ib_ari_t ari;
	const ib_cm_rej_t rej = {.rej_status = htons(28),
				 .p_ari = &ari,
				 .ari_length = 5,
				 .p_rej_pdata = data,
				 .rej_length = 148};

	(void)state;
	memset(&ari, 0x31, sizeof(ari));
	memset(data, 0x32, sizeof(data));
	for (int s = 0; s < STATES; s++) {
		const bool may = s == IBA_CM_REQ_RECEIVED || s == IBA_CM_REP_RECEIVED ||
				 s == IBA_CM_REP_SENT || s == IBA_CM_SIDR_REQ_RECEIVED;

		in_state((enum iba_cm_state)s);
		assert_int_equal(ib_cm_rej(handle, &rej), may ? IB_SUCCESS : IB_INVALID_STATE);
		made(may ? "sexdpq" : "p", 0);
		if (may) {
			const struct ibcm_rej sent = sent_reject(rejected_in(s), 28);

			assert_int_equal(sent.info_length, 5);
			assert_int_equal(sent.info[4], 0x31);
			assert_int_equal(sent.info[5], 0);
			assert_int_equal(sent.private_data[147], 0x32);
		}
		in_state((enum iba_cm_state)s);
		cm.handed_to = (struct iba_listener *)&cm; /* it is that one's */
		assert_int_equal(ib_cm_rej(handle, &rej), IB_INVALID_STATE);
		made("p", 0);
	}
	in_state(IBA_CM_SIDR_REQ_RECEIVED);
	cm.type = IB_QPT_UNRELIABLE_DGRM;
	cm.qp = NULL;
	assert_int_equal(ib_cm_rej(handle, &rej), IB_SUCCESS);
	made("vexdp", 0);
}

static void rejections_are_checked(void **state)
{
	const ib_cm_handle_t handle = {.cid = LOCAL};
	ib_ari_t ari;
	ib_cm_rej_t rej = {.p_ari = &ari, .p_rej_pdata = data};

	(void)state;
	in_state(IBA_CM_REQ_RECEIVED);
	assert_int_equal(ib_cm_rej(handle, NULL), IB_INVALID_PARAMETER);
	made("p", 0);
	rej.rej_length = 149;
	assert_int_equal(ib_cm_rej(handle, &rej), IB_INVALID_SETTING);
	made("p", 0);
	rej.rej_length = 0;
	rej.ari_length = 73;
	assert_int_equal(ib_cm_rej(handle, &rej), IB_INVALID_SETTING);
	made("p", 0);
	rej.ari_length = 0;
	rej.p_ari = NULL;
	assert_int_equal(ib_cm_rej(handle, &rej), IB_SUCCESS);
	made("sexdpq", 0);
	found = NULL;
	assert_int_equal(ib_cm_rej(handle, &rej), IB_INVALID_HANDLE);
	made("", 0);
}

static void a_program_that_leaves_tells_the_peer(void **state)
{
	static const char *const expected[STATES] = {
		[IBA_CM_REQ_SENT] = "s",          [IBA_CM_REQ_RECEIVED] = "s",
		[IBA_CM_REP_RECEIVED] = "s",      [IBA_CM_REP_SENT] = "s",
		[IBA_CM_CONNECTED] = "D",         [IBA_CM_DREQ_RECEIVED] = "s",
		[IBA_CM_SIDR_REQ_RECEIVED] = "v",
	};
	const uint64_t guid = UINT64_C(0x1122334455667788);

	(void)state;
	for (int s = 0; s < STATES; s++) {
		in_state((enum iba_cm_state)s);
		iba_cm_abandon(&cm);
		made(expected[s] ? expected[s] : "", 0);
		if (s == IBA_CM_REQ_SENT) {
			const struct ibcm_rej sent = sent_reject(IBCM_REJECTED_OTHER,
								 IBCM_REASON_TIMEOUT);

			assert_int_equal(sent.info_length, 8);
			assert_memory_equal(sent.info, &guid, 8);
		} else if (s == IBA_CM_DREQ_RECEIVED) {
			assert_int_equal(cm.message, IBCM_ATTRIBUTE_DREP);
			assert_int_equal(ibcm_drep_get(cm.bytes).local_id, LOCAL);
			assert_int_equal(ibcm_drep_get(cm.bytes).remote_id, REMOTE);
		} else if (expected[s] && expected[s][0] == 's') {
			assert_int_equal(
				sent_reject(rejected_in(s), ntohs(IB_REJ_USER_DEFINED)).info_length,
				0);
		}
	}
}

void iba_cm_disconnect(struct iba_cm *cm)
{
	assert_ptr_equal(cm, expected_cm);
	note('D');
}

void iba_cm_finish_disconnect(struct iba_cm *cm, ib_api_status_t status, const uint8_t *data)
{
	assert_ptr_equal(cm, expected_cm);
	assert_null(data);
	note(status == IB_SUCCESS ? 'E' : 'O');
}

void iba_cm_peer_disconnected(struct iba_cm *cm, const uint8_t *data)
{
	assert_ptr_equal(cm, expected_cm);
	assert_null(data);
	note('P');
}

static struct iba_cm_arrival rej_of(uint8_t *bytes, uint32_t local, uint32_t remote,
				    uint16_t reason)
{
	struct ibcm_rej v = {.local_id = local,
			     .remote_id = remote,
			     .reason = reason,
			     .info_length = 80,
			     .info = {0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68},
			     .private_data = {0x69}};

	memset(bytes, 0, MAD_BYTES);
	ibcm_rej_put(bytes, &v);
	return (struct iba_cm_arrival){.data = bytes};
}

static void a_rejection_in_every_state(void **state)
{
	static const char *const expected[STATES] = {
		[IBA_CM_REQ_SENT] = "xduqfm",      [IBA_CM_REP_RECEIVED] = "exduqfm",
		[IBA_CM_REQ_RECEIVED] = "exduqfm", [IBA_CM_REP_SENT] = "exduqfm",
		[IBA_CM_CONNECTED] = "Pm",         [IBA_CM_DREQ_SENT] = "Em",
	};
	uint8_t bytes[MAD_BYTES];
	const struct iba_cm_arrival arrival = rej_of(bytes, REMOTE, LOCAL, 28);

	(void)state;
	for (int s = 0; s < STATES; s++) {
		const bool reported = s >= IBA_CM_REQ_SENT && s <= IBA_CM_REP_SENT;

		in_state((enum iba_cm_state)s);
		cm.rej = on_rej;
		iba_cm_rej_arrived(&port, &arrival);
		made(expected[s] ? expected[s] : "um", reported);
		if (reported) {
			assert_int_equal(looked_for[0], LOCAL);
			assert_int_equal(rej_rec.rej_status, htons(28));
			assert_int_equal(rej_rec.ari_length, 72);
			assert_int_equal(first_bytes[0], 0x61);
			assert_int_equal(first_bytes[1], 0x69);
			assert_ptr_equal(rej_rec.h_qp, &qp);
			assert_ptr_equal(rej_rec.qp_context, &told);
		}
	}
	in_state(IBA_CM_REQ_SENT);
	too_early = true;
	iba_cm_rej_arrived(&port, &arrival);
	made("p", 0);
}

static void a_rejection_is_reported_to_whom_there_is(void **state)
{
	uint8_t bytes[MAD_BYTES];
	const struct iba_cm_arrival arrival = rej_of(bytes, REMOTE, LOCAL, 28);

	(void)state;
	in_state(IBA_CM_REQ_SENT);
	iba_cm_rej_arrived(&port, &arrival); /* without a callback */
	made("xduqfm", 0);
	in_state(IBA_CM_REQ_SENT);
	cm.rej = on_rej;
	cm.qp = NULL;
	iba_cm_rej_arrived(&port, &arrival);
	made("xdufm", 0);
	in_state(IBA_CM_REQ_SENT);
	cm.rej = on_rej;
	cm.qp = NULL;
	cm.type = IB_QPT_UNRELIABLE_DGRM; /* it needs none */
	cm.sidr_context = &cm;
	iba_cm_rej_arrived(&port, &arrival);
	made("xdufm", 1);
	assert_ptr_equal(rej_rec.qp_context, &cm);
	assert_null(rej_rec.h_qp);
}

/* The ids of both sides, as far as they are known. */
static void a_rejection_names_its_connection(void **state)
{
	uint8_t bytes[MAD_BYTES];
	const struct iba_cm_arrival other = rej_of(bytes, REMOTE + 1, LOCAL, 28);
	uint8_t more[MAD_BYTES];
	const struct iba_cm_arrival unnamed = rej_of(more, 0, LOCAL, 28);

	(void)state;
	in_state(IBA_CM_REQ_SENT);
	iba_cm_rej_arrived(&port, &other);
	made("p", 0);
	cm.remote_id = 0;
	iba_cm_rej_arrived(&port, &other);
	made("xduqfm", 0);
	in_state(IBA_CM_REQ_SENT);
	iba_cm_rej_arrived(&port, &unnamed);
	made("xduqfm", 0);
	in_state(IBA_CM_REQ_SENT);
	found = NULL;
	iba_cm_rej_arrived(&port, &unnamed);
	made("", 0);
}

/* A peer that gives its request up may not know our id; its adapter's GUID tells which it is. */
static void a_request_is_given_up(void **state)
{
	struct iba_cm before = {.remote_id = REMOTE, .remote_guid = 5};
	uint8_t bytes[MAD_BYTES];
	struct iba_cm_arrival arrival = rej_of(bytes, REMOTE, 0, IBCM_REASON_TIMEOUT);

	(void)state;
	pthread_mutex_init(&port.lock, NULL);
	in_state(IBA_CM_REQ_RECEIVED);
	before.next = &cm;
	port.connections = &before;
	cm.remote_guid = UINT64_C(0x6162636465666768);
	iba_cm_rej_arrived(&port, &arrival);
	made("Hexduqfm", 0);
	assert_int_equal(pthread_mutex_trylock(&port.lock), EBUSY); /* it is locked, and stays so */
	pthread_mutex_unlock(&port.lock);
	in_state(IBA_CM_REQ_RECEIVED);
	iba_cm_rej_arrived(&port, &arrival); /* another GUID */
	made("", 0);
	cm.remote_guid = UINT64_C(0x6162636465666768);
	cm.remote_id = REMOTE + 1;
	iba_cm_rej_arrived(&port, &arrival);
	made("", 0);
	cm.remote_id = REMOTE;
	dead = true;
	iba_cm_rej_arrived(&port, &arrival);
	made("H", 0);
	assert_int_equal(pthread_mutex_trylock(&port.lock), 0);
	pthread_mutex_unlock(&port.lock);
	arrival = rej_of(bytes, REMOTE, 0, 28);
	iba_cm_rej_arrived(&port, &arrival);
	made("", 0);
	port.connections = NULL;
}

static void no_response_in_every_state(void **state)
{
	static const char *const expected[STATES] = {
		[IBA_CM_REQ_SENT] = "sxduqf",      [IBA_CM_REP_SENT] = "sexduqf",
		[IBA_CM_SIDR_REQ_SENT] = "exduqf", [IBA_CM_DREQ_SENT] = "O",
		[IBA_CM_CONNECTED] = "a",
	};

	(void)state;
	for (int s = 0; s < STATES; s++) {
		const bool reported = s == IBA_CM_REQ_SENT || s == IBA_CM_REP_SENT ||
				      s == IBA_CM_SIDR_REQ_SENT;

		in_state((enum iba_cm_state)s);
		cm.rej = on_rej;
		iba_cm_retries_exhausted(&cm);
		made(expected[s] ? expected[s] : "u", reported);
		if (reported) {
			assert_int_equal(rej_rec.rej_status, IB_REJ_TIMEOUT);
			assert_int_equal(rej_rec.ari_length, 0);
		}
		if (s == IBA_CM_REQ_SENT || s == IBA_CM_REP_SENT)
			sent_reject(IBCM_REJECTED_OTHER, IBCM_REASON_TIMEOUT);
	}
}

/* ---- more time ---- */

static void the_program_asks_for_time(void **state)
{
	const ib_cm_handle_t handle = {.cid = LOCAL};
	ib_cm_mra_t mra = {.svc_timeout = 31, .p_mra_pdata = data, .mra_length = 222};

	(void)state;
	memset(data, 0x33, sizeof(data));
	for (int s = 0; s < STATES; s++) {
		for (int lap = IBA_CM_NO_LAP; lap <= IBA_CM_LAP_RECEIVED; lap++) {
			const int message = s == IBA_CM_REQ_RECEIVED   ? IBCM_DELAYED_REQ
					    : s == IBA_CM_REP_RECEIVED ? IBCM_DELAYED_REP
					    : s == IBA_CM_CONNECTED && lap == IBA_CM_LAP_RECEIVED
						    ? IBCM_DELAYED_LAP
						    : -1;
			struct ibcm_mra sent;

			in_state((enum iba_cm_state)s);
			cm.lap = (enum iba_cm_lap)lap;
			assert_int_equal(ib_cm_mra(handle, &mra),
					 message < 0 ? IB_INVALID_STATE : IB_SUCCESS);
			made(message < 0 ? "p" : "sp", 0);
			if (message < 0)
				continue;
			sent = ibcm_mra_get(cm.bytes);
			assert_int_equal(cm.message, IBCM_ATTRIBUTE_MRA);
			assert_int_equal(sent.local_id, LOCAL);
			assert_int_equal(sent.remote_id, REMOTE);
			assert_int_equal(sent.message, message);
			assert_int_equal(sent.service_timeout, 31);
			assert_int_equal(sent.private_data[221], 0x33);
		}
	}
	in_state(IBA_CM_REQ_RECEIVED);
	cm.handed_to = (struct iba_listener *)&cm;
	assert_int_equal(ib_cm_mra(handle, &mra), IB_INVALID_STATE);
	in_state(IBA_CM_REQ_RECEIVED);
	assert_int_equal(ib_cm_mra(handle, NULL), IB_INVALID_PARAMETER);
	mra.svc_timeout = 32;
	assert_int_equal(ib_cm_mra(handle, &mra), IB_INVALID_SETTING);
	mra.svc_timeout = 0;
	mra.mra_length = 223;
	assert_int_equal(ib_cm_mra(handle, &mra), IB_INVALID_SETTING);
	mra.mra_length = 0;
	made("ppp", 0);
	assert_int_equal(ib_cm_mra(handle, &mra), IB_SUCCESS);
	made("sp", 0);
	found = NULL;
	assert_int_equal(ib_cm_mra(handle, &mra), IB_INVALID_HANDLE);
	made("", 0);
}

static void the_peer_asks_for_time(void **state)
{
	uint8_t bytes[MAD_BYTES] = {0};
	const struct iba_cm_arrival arrival = {.data = bytes};
	struct ibcm_mra mra = {.local_id = REMOTE,
			       .remote_id = LOCAL,
			       .service_timeout = 3,
			       .private_data = {0x34}};

	(void)state;
	for (int s = 0; s < STATES; s++) {
		for (unsigned int message = 0; message <= IBCM_DELAYED_LAP; message++) {
			const bool waits = message == IBCM_DELAYED_REQ   ? s == IBA_CM_REQ_SENT
					   : message == IBCM_DELAYED_REP ? s == IBA_CM_REP_SENT
									 : s == IBA_CM_CONNECTED;

			mra.message = message;
			ibcm_mra_put(bytes, &mra);
			in_state((enum iba_cm_state)s);
			cm.mra = on_mra;
			cm.wait_ms = 7;
			first_bytes[0] = 0;
			iba_cm_mra_arrived(&port, &arrival);
			assert_int_equal(looked_for[0], LOCAL);
			made(waits ? "Thuqm" : "p", waits);
			if (waits) {
				assert_int_equal(timer_ms, 307);
				assert_int_equal(first_bytes[0], 0x34);
			}
		}
	}
	in_state(IBA_CM_CONNECTED);
	cm.lap = IBA_CM_LAP_RECEIVED;
	iba_cm_mra_arrived(&port, &arrival);
	made("p", 0);
	in_state(IBA_CM_CONNECTED);
	iba_cm_mra_arrived(&port, &arrival); /* without a callback */
	made("Thuqm", 0);
	cm.qp = NULL;
	iba_cm_mra_arrived(&port, &arrival);
	made("p", 0);
	found = NULL;
	iba_cm_mra_arrived(&port, &arrival);
	made("", 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_has_no_connection_is_refused),
		cmocka_unit_test(the_program_rejects_what_waits_for_it),
		cmocka_unit_test(rejections_are_checked),
		cmocka_unit_test(a_program_that_leaves_tells_the_peer),
		cmocka_unit_test(a_rejection_in_every_state),
		cmocka_unit_test(a_rejection_is_reported_to_whom_there_is),
		cmocka_unit_test(a_rejection_names_its_connection),
		cmocka_unit_test(a_request_is_given_up),
		cmocka_unit_test(no_response_in_every_state),
		cmocka_unit_test(the_program_asks_for_time),
		cmocka_unit_test(the_peer_asks_for_time),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
