/* SPDX-License-Identifier: BSD-2-Clause */
/* Datagrams on a queue pair of type MAD: posted, queued behind others, canceled, and timed out. */
#include "qp_sends_kit.h"

static ib_av_attr_t wanted; /* what was to be converted to verbs */
static ib_av_attr_t vector;
static ib_api_status_t vector_status, attr_status;

ib_api_status_t iba_mad_vector(const struct iba_ca *ca, ib_av_handle_t handle, ib_av_attr_t *attr)
{
	assert_ptr_equal(ca, expected_ca);
	assert_ptr_equal(handle, &vector);
	*attr = vector;
	return vector_status;
}

ib_api_status_t iba_ah_attr(struct ibv_context *context, const ib_av_attr_t *from,
			    struct ibv_ah_attr *to)
{
	assert_ptr_equal(context, expected_context);
	wanted = *from;
	to->dlid = ntohs(from->dlid);
	return attr_status;
}

/* ---- posting ---- */

static struct mad_header header_at(unsigned int slot)
{
	return mad_header_get(memory + IBA_MAD_RECEIVE_BYTES + (size_t)slot * MAD_BYTES);
}

static void a_request_is_posted_and_waits(void **state)
{
	(void)state;
	bytes[0][MAD_BYTES - 1] = 0x5a;
	mads[0].element.retry_cnt = 3;
	send_ok(0, 0, 50);
	assert_int_equal(posts, 1);
	assert_int_equal(posted.wr_id, 0);
	assert_int_equal(posted.wr.ud.remote_qpn, 5);
	assert_int_equal(posted.wr.ud.remote_qkey, 0x1234);
	assert_ptr_equal(given_attr, &mads[0].to);
	assert_true(header_at(0).tid == ((uint64_t)30 << 32 | 0x70));
	assert_int_equal(memory[IBA_MAD_RECEIVE_BYTES + MAD_BYTES - 1], 0x5a);
	assert_ptr_equal(slots[0].mad, &mads[0]);
	assert_ptr_equal(slots[0].ah, &vectors[0]);
	assert_ptr_equal(mads[0].svc, &svcs[0]);
	assert_true(mads[0].waits);
	assert_int_equal(mads[0].retries, 3);
	assert_int_equal(mads[0].deadline, 1050);
	assert_int_equal(timers, 1);
	assert_int_equal(timer_ms, 50);
	assert_int_equal(own.due, 1050);
	assert_int_equal(qp.reporter.object.references, 1);
	NONE_QUEUED();
}

static void others_do_not_wait(void **state)
{
	const struct mad_header response = {.method = MAD_METHOD_GET_RESPONSE, .tid = 0x900000070};

	(void)state;
	mad_header_put(bytes[0], &response);
	send_ok(0, 0, 0);
	assert_true(header_at(0).tid == 0x900000070);
	assert_false(mads[0].waits);
	assert_true(mads[0].deadline == UINT64_MAX);
	assert_int_equal(timers, 0);
	assert_true(own.due == UINT64_MAX);
	send_ok(1, 1, 0);
	assert_int_equal(posted.wr_id, 1);
	assert_true(header_at(1).tid == ((uint64_t)20 << 32 | 0x71));
}

static void a_wait_is_never_zero(void **state)
{
	(void)state;
	mads[0].element.resp_expected = TRUE;
	assert_int_equal(iba_mad_qp_send(&svcs[0], &mads[0]), 0);
	assert_int_equal(mads[0].deadline, 1001);
	assert_int_equal(timer_ms, 1);
	now_step = 10; /* the time to arm the timer is already later */
	own.due = UINT64_MAX;
	timers = 0;
	send_ok(0, 1, 5);
	assert_int_equal(mads[1].deadline, 1015);
	assert_int_equal(timers, 1);
	assert_int_equal(timer_ms, 0);
}

static void a_datagram_may_have_another_size(void **state)
{
	const uint8_t *at = memory + IBA_MAD_RECEIVE_BYTES;

	(void)state;
	memset(bytes[0] + 24, 0x55, sizeof(bytes[0]) - 24);
	memset(bytes[1] + 24, 0x66, sizeof(bytes[1]) - 24);
	mads[0].element.size = 40;
	mads[1].element.size = MAD_BYTES + 44;
	send_ok(0, 0, 0);
	assert_int_equal(at[39], 0x55);
	for (size_t i = 40; i < MAD_BYTES; i++)
		assert_int_equal(at[i], 0);
	send_ok(0, 1, 0);
	assert_int_equal(at[2 * MAD_BYTES - 1], 0x66);
}

static void refused_by(int err)
{
	mads[0].element.resp_expected = TRUE;
	mads[0].element.timeout_ms = 50;
	assert_int_equal(iba_mad_qp_send(&svcs[0], &mads[0]), err);
	assert_int_equal(alive_vectors, 0);
	assert_null(slots[0].ah);
	assert_null(slots[0].mad);
	assert_int_equal(timers, 0);
	assert_true(own.due == UINT64_MAX);
	assert_int_equal(qp.reporter.object.references, 0);
	NONE_QUEUED();
}

static void a_post_may_fail(void **state)
{
	(void)state;
	own.may_send = false;
	refused_by(EINVAL);
	assert_int_equal(made, 0);
	own.may_send = true;
	vector_errno = ENFILE;
	refused_by(ENFILE);
	assert_int_equal(posts, 0);
	vector_errno = 0;
	post_fails = ENOMEM;
	refused_by(ENOMEM);
	assert_int_equal(posts, 1);
	post_fails = 0;
	svcs[0].ended = true;
	refused_by(ESHUTDOWN);
	assert_int_equal(posts, 1);
}

/* ---- destinations ---- */

static ib_api_status_t find_way(void)
{
	memset(&wanted, 0, sizeof(wanted));
	return iba_mad_qp_find_destination(&own, &mads[0]);
}

static void a_response_goes_to_the_sender(void **state)
{
	ib_grh_t grh = {.ver_class_flow = htonl(0x6ab12345), .hop_limit = 3};
	ib_mad_element_t *const element = &mads[0].element;

	(void)state;
	memset(grh.src_gid.raw, 0x31, 16);
	memset(grh.dest_gid.raw, 0x32, 16);
	element->remote_lid = htons(0x77);
	element->remote_sl = 3;
	element->path_bits = 4;
	element->p_grh = &grh;
	assert_int_equal(find_way(), IB_SUCCESS);
	assert_int_equal(mads[0].to.dlid, 0x77);
	assert_int_equal(wanted.port_num, 2);
	assert_int_equal(wanted.sl, 3);
	assert_int_equal(wanted.path_bits, 4);
	assert_int_equal(wanted.grh_valid, FALSE);
	element->grh_valid = TRUE;
	assert_int_equal(find_way(), IB_SUCCESS);
	assert_int_equal(wanted.grh_valid, TRUE);
	assert_int_equal(wanted.grh.ver_class_flow, htonl(0x6ab12345));
	assert_int_equal(wanted.grh.hop_limit, 255);
	assert_memory_equal(wanted.grh.src_gid.raw, grh.dest_gid.raw, 16);
	assert_memory_equal(wanted.grh.dest_gid.raw, grh.src_gid.raw, 16);
	element->p_grh = NULL;
	assert_int_equal(find_way(), IB_SUCCESS);
	assert_int_equal(wanted.grh_valid, FALSE);
	attr_status = IB_INVALID_PARAMETER;
	assert_int_equal(find_way(), IB_INVALID_PARAMETER);
	attr_status = IB_SUCCESS;
}

static void a_vector_may_be_given(void **state)
{
	(void)state;
	mads[0].element.h_av = (ib_av_handle_t)&vector;
	vector = (ib_av_attr_t){.port_num = 2, .dlid = htons(0x88)};
	assert_int_equal(find_way(), IB_SUCCESS);
	assert_int_equal(mads[0].to.dlid, 0x88);
	vector.port_num = 1;
	assert_int_equal(find_way(), IB_INVALID_SETTING);
	assert_int_equal(wanted.dlid, 0);
	vector_status = IB_INVALID_AV_HANDLE;
	assert_int_equal(find_way(), IB_INVALID_AV_HANDLE);
	vector.port_num = 2;
	assert_int_equal(find_way(), IB_INVALID_AV_HANDLE);
	assert_int_equal(wanted.dlid, 0);
	vector_status = IB_SUCCESS;
}

/* ---- the queue ---- */

static void elements_wait_for_a_slot_in_order(void **state)
{
	(void)state;
	for (int n = 0; n < 5; n++)
		send_ok(0, n, n == 2 ? 70 : 0);
	assert_int_equal(posts, 2);
	assert_true(mads[2].deadline == UINT64_MAX);
	assert_int_equal(timers, 0);
	QUEUED(2, 3, 4);
	iba_mad_qp_sent(&own, 1, IBV_WC_SUCCESS);
	assert_int_equal(posts, 3);
	assert_int_equal(posted.wr_id, 1);
	assert_ptr_equal(slots[1].mad, &mads[2]);
	assert_int_equal(mads[2].deadline, 1070);
	assert_int_equal(timers, 1);
	assert_int_equal(timer_ms, 70);
	QUEUED(3, 4);
	iba_mad_qp_sent(&own, 0, IBV_WC_SUCCESS);
	assert_int_equal(posted.wr_id, 0);
	assert_ptr_equal(slots[0].mad, &mads[3]);
	iba_mad_qp_sent(&own, 0, IBV_WC_SUCCESS);
	NONE_QUEUED();
	send_ok(0, 5, 0);
	QUEUED(5);
	assert_int_equal(alive_vectors, 2);
	assert_int_equal(timers, 1);
}

/* A slot that is free while others are queued is for the first of these. */
static void nothing_overtakes_the_queue(void **state)
{
	(void)state;
	for (int n = 0; n < 3; n++)
		send_ok(0, n, 0);
	slots[1] = (struct iba_mad_slot){.mad = NULL};
	send_ok(0, 3, 0);
	assert_int_equal(posts, 2);
	QUEUED(2, 3);
}

static void send_three_more(void)
{
	for (int n = 2; n < 5; n++)
		send_ok(0, n, 0);
}

/* The program's callback has filled the slot again. */
static void a_callback_may_send(void **state)
{
	(void)state;
	send_ok(0, 0, 0);
	send_ok(0, 1, 0);
	in_callback = send_three_more;
	iba_mad_qp_sent(&own, 0, IBV_WC_SUCCESS);
	assert_int_equal(posts, 3);
	assert_ptr_equal(slots[0].mad, &mads[2]);
	assert_ptr_equal(slots[1].mad, &mads[1]);
	QUEUED(3, 4);
}

static void queued_elements_may_fail(void **state)
{
	(void)state;
	for (int n = 0; n < 4; n++)
		send_ok(n == 3 ? 1 : 0, n, 0);
	own.may_send = false;
	iba_mad_qp_sent(&own, 0, IBV_WC_SUCCESS);
	assert_int_equal(notes, 3);
	has_ended(0, 0, 0, IB_WCS_SUCCESS);
	has_ended(1, 0, 2, IB_WCS_WR_FLUSHED_ERR);
	has_ended(2, 1, 3, IB_WCS_WR_FLUSHED_ERR);
	assert_int_equal(gives, 3);
	assert_int_equal(timers, 0);
	NONE_QUEUED();
}

static void an_element_is_forgotten(void **state)
{
	(void)state;
	for (int n = 0; n < 5; n++)
		send_ok(0, n, 0);
	iba_mad_qp_forget(&own, &mads[5]);
	QUEUED(2, 3, 4);
	iba_mad_qp_forget(&own, &mads[3]);
	QUEUED(2, 4);
	iba_mad_qp_forget(&own, &mads[4]);
	QUEUED(2);
	iba_mad_qp_forget(&own, &mads[2]);
	NONE_QUEUED();
	iba_mad_qp_forget(&own, &mads[1]);
	assert_ptr_equal(slots[0].mad, &mads[0]);
	assert_null(slots[1].mad);
	assert_ptr_equal(slots[1].ah, &vectors[1]);
	iba_mad_qp_sent(&own, 1, IBV_WC_SUCCESS);
	assert_int_equal(notes, 0);
	assert_int_equal(gives, 0);
	assert_int_equal(alive_vectors, 1);
}

static void what_a_service_sends_is_canceled(void **state)
{
	(void)state;
	send_ok(0, 0, 0);
	send_ok(1, 1, 0);
	send_ok(0, 2, 60); /* it is in the list of those that wait */
	send_ok(1, 3, 0);
	send_ok(0, 4, 0);
	pthread_mutex_lock(&svcs[0].lock);
	iba_mad_qp_cancel(&svcs[0]);
	pthread_mutex_unlock(&svcs[0].lock);
	assert_int_equal(notes, 2);
	has_ended(0, 0, 0, IB_WCS_CANCELED);
	has_ended(1, 0, 4, IB_WCS_CANCELED);
	assert_null(slots[0].mad);
	assert_ptr_equal(slots[0].ah, &vectors[0]);
	assert_ptr_equal(slots[1].mad, &mads[1]);
	QUEUED(3);
	pthread_mutex_lock(&svcs[1].lock);
	iba_mad_qp_cancel(&svcs[1]);
	pthread_mutex_unlock(&svcs[1].lock);
	assert_int_equal(notes, 4);
	has_ended(2, 1, 1, IB_WCS_CANCELED);
	assert_null(slots[1].mad);
	NONE_QUEUED();
}

/* ---- completions ---- */

static void a_completion_has_a_status(void **state)
{
	static const struct {
		enum ibv_wc_status from;
		ib_wc_status_t to;
	} pairs[] = {{IBV_WC_SUCCESS, IB_WCS_SUCCESS},
		     {IBV_WC_WR_FLUSH_ERR, IB_WCS_WR_FLUSHED_ERR},
		     {IBV_WC_LOC_PROT_ERR, IB_WCS_GENERAL_ERR}};

	(void)state;
	for (int i = 0; i < 3; i++) {
		send_ok(0, i, 0);
		iba_mad_qp_sent(&own, 0, pairs[i].from);
		assert_int_equal(notes, i + 1);
		has_ended(i, 0, i, pairs[i].to);
		assert_int_equal(alive_vectors, 0);
		assert_null(slots[0].mad);
		assert_null(slots[0].ah);
		assert_int_equal(gives, i + 1);
	}
	iba_mad_qp_sent(&own, 0, IBV_WC_SUCCESS); /* a reset has freed the slot */
	assert_int_equal(alive_vectors, 0);
	assert_int_equal(notes, 3);
}

static void a_request_still_waits(void **state)
{
	(void)state;
	send_ok(0, 0, 50);
	svcs[0].waiting = &mads[0];
	iba_mad_qp_sent(&own, 0, IBV_WC_SUCCESS);
	assert_int_equal(notes, 0);
	assert_int_equal(gives, 0);
	assert_int_equal(alive_vectors, 0);
	send_ok(0, 1, 50); /* its response was faster than the completion */
	iba_mad_qp_sent(&own, 0, IBV_WC_WR_FLUSH_ERR);
	assert_int_equal(notes, 0);
	assert_int_equal(gives, 1);
}

/* Its second send is queued, the first fails: it is given back once. */
static void a_request_fails_while_it_is_queued(void **state)
{
	(void)state;
	send_ok(0, 0, 50);
	send_ok(0, 1, 0);
	svcs[0].waiting = &mads[0];
	mads[0].retries = 1;
	now = 1050;
	qp.reporter.object.references = 1;
	iba_mad_qp_timer_expired(&own.timer.job);
	QUEUED(0);
	assert_true(mads[0].deadline == UINT64_MAX);
	assert_int_equal(mads[0].retries, 0);
	iba_mad_qp_sent(&own, 0, IBV_WC_WR_FLUSH_ERR);
	assert_int_equal(notes, 1);
	has_ended(0, 0, 0, IB_WCS_WR_FLUSHED_ERR);
	NONE_QUEUED();
	assert_int_equal(posts, 2);
}

/* ---- the timer ---- */

static void the_earliest_deadline_counts(void **state)
{
	(void)state;
	send_ok(0, 0, 50);
	send_ok(0, 1, 50);
	assert_int_equal(timers, 1);
	iba_mad_qp_sent(&own, 0, IBV_WC_SUCCESS);
	send_ok(0, 2, 60);
	assert_int_equal(timers, 1);
	iba_mad_qp_sent(&own, 0, IBV_WC_SUCCESS);
	send_ok(0, 3, 40);
	assert_int_equal(timers, 2);
	assert_int_equal(timer_ms, 40);
	assert_int_equal(own.due, 1040);
	assert_int_equal(qp.reporter.object.references, 1);
	iba_mad_qp_sent(&own, 0, IBV_WC_SUCCESS);
	qp.reporter.object.alive = false;
	send_ok(0, 4, 30);
	assert_int_equal(timers, 2);
	assert_int_equal(own.due, 1040);
}

static void expire_at(uint64_t time)
{
	now = time;
	qp.reporter.object.references = 1;
	own.due = 1;
	timers = gives = 0;
	iba_mad_qp_timer_expired(&own.timer.job);
	for (int i = 0; i < 3; i++)
		assert_int_equal(svcs[i].object.references, 0);
	assert_int_equal(qp.reporter.object.references, timers);
	assert_true(timers || own.due == UINT64_MAX);
}

static void a_request_waits(int service, int n, uint64_t deadline)
{
	mads[n].svc = &svcs[service];
	mads[n].waits = true;
	mads[n].deadline = deadline;
	mads[n].next = svcs[service].waiting;
	svcs[service].waiting = &mads[n];
}

static void services_expire_in_the_order_of_their_numbers(void **state)
{
	(void)state;
	a_request_waits(0, 0, 1400);
	a_request_waits(0, 1, 1300);
	a_request_waits(0, 2, 1500);
	a_request_waits(1, 3, 1350);
	expire_at(1299);
	assert_int_equal(gives, 3);
	assert_int_equal(order[0], 10);
	assert_int_equal(order[1], 20);
	assert_int_equal(order[2], 30);
	assert_int_equal(notes, 0);
	assert_int_equal(timers, 1);
	assert_int_equal(timer_ms, 1);
	expire_at(1300);
	assert_int_equal(notes, 1);
	has_ended(0, 0, 1, IB_WCS_TIMEOUT_RETRY_ERR);
	assert_int_equal(timer_ms, 50);
	assert_ptr_equal(svcs[0].waiting, &mads[2]);
	assert_ptr_equal(mads[2].next, &mads[0]);
	svcs[1].object.alive = false;
	expire_at(1500);
	assert_int_equal(gives, 2);
	assert_int_equal(notes, 3);
	has_ended(1, 0, 2, IB_WCS_TIMEOUT_RETRY_ERR);
	has_ended(2, 0, 0, IB_WCS_TIMEOUT_RETRY_ERR);
	assert_int_equal(timers, 0);
	assert_null(svcs[0].waiting);
	svcs[1].object.alive = true;
	expire_at(1501);
	has_ended(3, 1, 3, IB_WCS_TIMEOUT_RETRY_ERR);
}

static void lost_requests_are_sent_again(void **state)
{
	(void)state;
	mads[0].element.retry_cnt = 2;
	send_ok(0, 0, 50);
	iba_mad_qp_sent(&own, 0, IBV_WC_SUCCESS);
	svcs[0].waiting = &mads[0];
	expire_at(1050);
	assert_int_equal(posts, 2);
	assert_int_equal(mads[0].retries, 1);
	assert_int_equal(mads[0].deadline, 1100);
	assert_int_equal(timer_ms, 50);
	assert_ptr_equal(svcs[0].waiting, &mads[0]);
	post_fails = EIO;
	slots[0].mad = NULL;
	expire_at(1100);
	assert_int_equal(posts, 3);
	assert_int_equal(mads[0].retries, 0);
	assert_int_equal(notes, 1);
	has_ended(0, 0, 0, IB_WCS_TIMEOUT_RETRY_ERR);
	assert_null(svcs[0].waiting);
	assert_int_equal(timers, 0);
}

/* A request that is lost while its send is queued, or with the adapter, is forgotten there. */
static void lost_requests_are_forgotten(void **state)
{
	(void)state;
	send_ok(0, 0, 50);
	svcs[0].waiting = &mads[0];
	expire_at(1050);
	assert_int_equal(notes, 1);
	assert_null(slots[0].mad);
	assert_ptr_equal(slots[0].ah, &vectors[0]);
	iba_mad_qp_sent(&own, 0, IBV_WC_WR_FLUSH_ERR);
	assert_int_equal(notes, 1);
}

static void a_reset_completes_what_was_posted(void **state)
{
	(void)state;
	send_ok(0, 0, 0);
	send_ok(1, 1, 50);
	iba_mad_qp_flush(&own);
	assert_int_equal(alive_vectors, 0);
	for (int i = 0; i < SENDS; i++) {
		assert_null(slots[i].ah);
		assert_null(slots[i].mad);
	}
	assert_int_equal(defers, 1);
	assert_ptr_equal(deferred[0].svc, &svcs[0]);
	assert_ptr_equal(deferred[0].mad, &mads[0]);
	assert_int_equal(deferred[0].status, IB_WCS_WR_FLUSHED_ERR);
	iba_mad_qp_flush(&own);
	assert_int_equal(defers, 1);
	send_ok(0, 2, 0);
	iba_mad_qp_forget(&own, &mads[2]);
	iba_mad_qp_flush(&own);
	assert_int_equal(alive_vectors, 0);
	assert_int_equal(defers, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		FRESH(a_request_is_posted_and_waits),
		FRESH(others_do_not_wait),
		FRESH(a_wait_is_never_zero),
		FRESH(a_datagram_may_have_another_size),
		FRESH(a_post_may_fail),
		FRESH(a_response_goes_to_the_sender),
		FRESH(a_vector_may_be_given),
		FRESH(elements_wait_for_a_slot_in_order),
		FRESH(nothing_overtakes_the_queue),
		FRESH(a_callback_may_send),
		FRESH(queued_elements_may_fail),
		FRESH(an_element_is_forgotten),
		FRESH(what_a_service_sends_is_canceled),
		FRESH(a_completion_has_a_status),
		FRESH(a_request_still_waits),
		FRESH(a_request_fails_while_it_is_queued),
		FRESH(the_earliest_deadline_counts),
		FRESH(services_expire_in_the_order_of_their_numbers),
		FRESH(lost_requests_are_sent_again),
		FRESH(lost_requests_are_forgotten),
		FRESH(a_reset_completes_what_was_posted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
