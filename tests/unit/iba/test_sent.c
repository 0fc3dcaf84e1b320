/* SPDX-License-Identifier: BSD-2-Clause */
/* Datagrams that were sent: how they come back, or wait for a response. */
#include "send_kit.h"

static void what_was_sent_comes_back(void **state)
{
	(void)state;
	for (int n = 0; n < 3; n++) {
		assert_int_equal(submit(n), IB_SUCCESS);
		assert_int_equal(mads[n].state, IBA_MAD_SENT);
	}
	assert_int_equal(sent.timeout_ms, 0);
	assert_int_equal(sent.retries, 0);
	assert_int_equal(submit(0), IB_INVALID_PARAMETER); /* it is not the program's */
	assert_int_equal(writes, 3);
	come_back(3);
	for (int n = 0; n < 3; n++) {
		assert_ptr_equal(back[n], &mads[n]);
		assert_int_equal(mads[n].element.status, IB_WCS_SUCCESS);
		assert_int_equal(mads[n].state, IBA_MAD_WITH_PROGRAM);
	}
	assert_int_equal(submit(1), IB_SUCCESS);
	come_back(1);
}

static struct mad_header response_to(int n)
{
	return (struct mad_header){.mgmt_class = MAD_CLASS_ADMINISTRATION,
				   .tid = 0x70 + (uint64_t)n};
}

static void requests_wait_for_their_responses(void **state)
{
	struct mad_header header;

	(void)state;
	for (int n = 0; n < 3; n++) {
		mads[n].element.resp_expected = TRUE;
		mads[n].element.timeout_ms = (uint32_t)(10 * n);
		mads[n].element.retry_cnt = 4;
		assert_int_equal(submit(n), IB_SUCCESS);
		assert_int_equal(sent.timeout_ms, n ? 10 * n : 1);
		assert_int_equal(sent.retries, 4);
		assert_int_equal(mads[n].tid, 0x70 + n);
	}
	assert_int_equal(defers, 0);
	assert_int_equal(references, 3);
	header = response_to(1);
	assert_null(iba_mad_take_matching(&svc, 51, &header));
	header.mgmt_class++;
	assert_null(iba_mad_take_matching(&svc, 50, &header));
	header = response_to(5);
	assert_null(iba_mad_take_matching(&svc, 50, &header));
	header = response_to(1);
	header.tid |= UINT64_C(0x800000000); /* the upper half is the kernel's */
	assert_ptr_equal(iba_mad_take_matching(&svc, 50, &header), &mads[1]);
	assert_null(iba_mad_take_matching(&svc, 50, &header));
	assert_ptr_equal(svc.waiting, &mads[2]);
	assert_ptr_equal(mads[2].next, &mads[0]);
	assert_false(iba_mad_take_waiting(&svc, &mads[1]));
	assert_true(iba_mad_take_waiting(&svc, &mads[0]));
	assert_null(mads[2].next);
}

static void what_cannot_be_written_is_refused(void **state)
{
	(void)state;
	write_fails = EIO;
	assert_int_equal(submit(0), IB_ERROR);
	assert_int_equal(mads[0].state, IBA_MAD_WITH_PROGRAM);
	assert_int_equal(references, 0);
	mads[0].element.resp_expected = TRUE;
	assert_int_equal(submit(0), IB_ERROR);
	assert_int_equal(mads[0].state, IBA_MAD_WITH_PROGRAM);
	assert_int_equal(references, 0);
	assert_null(svc.waiting);
	assert_int_equal(defers, 0);
	/* canceled while it was written: that gives it back */
	end_in_write = true;
	assert_int_equal(submit(0), IB_SUCCESS);
	assert_int_equal(mads[0].state, IBA_MAD_SENT);
	assert_int_equal(references, 1);
}

static void a_service_may_have_ended(void **state)
{
	(void)state;
	svc.ended = true;
	mads[0].element.resp_expected = TRUE;
	refuses(0, IB_INVALID_HANDLE);
	dead = true;
	refuses(1, IB_INVALID_HANDLE);
	assert_int_equal(ib_send_mad((ib_mad_svc_handle_t)&av, &mads[0].element, NULL),
			 IB_INVALID_HANDLE);
}

static void a_list_ends_at_the_first_failure(void **state)
{
	ib_mad_element_t *failure = NULL;

	(void)state;
	mads[0].element.p_next = &mads[1].element;
	mads[1].element.p_next = &mads[2].element;
	assert_int_equal(ib_send_mad((ib_mad_svc_handle_t)&svc, NULL, &failure),
			 IB_INVALID_PARAMETER);
	refuses(0, IB_INVALID_PARAMETER); /* a list, and nowhere to tell which failed */
	mads[1].element.size = 0;
	assert_int_equal(ib_send_mad((ib_mad_svc_handle_t)&svc, &mads[0].element, &failure),
			 IB_INVALID_SETTING);
	assert_ptr_equal(failure, &mads[1].element);
	assert_int_equal(writes, 1);
	come_back(1);
	mads[0].element.p_next = &mads[2].element;
	mads[2].element.p_next = NULL;
	failure = NULL;
	assert_int_equal(ib_send_mad((ib_mad_svc_handle_t)&svc, &mads[0].element, &failure),
			 IB_SUCCESS);
	assert_null(failure);
	assert_int_equal(writes, 3);
	come_back(2);
	mads[1].element.p_next = NULL;
	refuses(1, IB_INVALID_SETTING); /* one alone needs no such place */
}

static ib_api_status_t cancel(int n)
{
	return ib_cancel_mad((ib_mad_svc_handle_t)&svc, &mads[n].element);
}

static void a_request_is_canceled(void **state)
{
	(void)state;
	assert_int_equal(cancel(0), IB_NOT_FOUND);
	mads[0].element.resp_expected = TRUE;
	assert_int_equal(submit(0), IB_SUCCESS);
	assert_int_equal(cancel(0), IB_SUCCESS);
	assert_int_equal(cancel(0), IB_NOT_FOUND);
	assert_int_equal(forgets, 0);
	come_back(1);
	assert_int_equal(mads[0].element.status, IB_WCS_CANCELED);
	assert_int_equal(ib_cancel_mad((ib_mad_svc_handle_t)&svc, NULL), IB_INVALID_PARAMETER);
	assert_int_equal(ib_cancel_mad((ib_mad_svc_handle_t)&av, &mads[0].element),
			 IB_INVALID_HANDLE);
	assert_int_equal(references, 0);
}

/* A queue pair of type MAD sends single datagrams without a MAD file; completions return them. */
static void a_queue_pair_of_its_own_sends(void **state)
{
	(void)state;
	svc.own = (struct iba_mad_qp *)&qp;
	svc.qp = NULL;
	svc.number = 90;
	assert_int_equal(submit(0), IB_SUCCESS);
	assert_int_equal(own_sends, 1);
	assert_int_equal(ways, 1);
	assert_int_equal(writes, 0);
	assert_int_equal(defers, 0);
	mads[1].element.resp_expected = TRUE;
	assert_int_equal(submit(1), IB_SUCCESS);
	assert_int_equal(mads[1].agent, 90);
	assert_int_equal(cancel(1), IB_SUCCESS);
	assert_int_equal(forgets, 1);
	mads[2].element.rmpp_version = 1;
	assert_int_equal(submit(2), IB_UNSUPPORTED);
	assert_int_equal(ways, 2);
	mads[2].element.rmpp_version = 0;
	memset(bytes[2] + MAD_RMPP_AT, 0, MAD_RMPP_SIZE); /* it was set all the same */
	way_fails = IB_INVALID_AV_HANDLE;
	assert_int_equal(submit(2), IB_INVALID_AV_HANDLE);
	assert_int_equal(own_sends, 2);
	assert_int_equal(mads[2].state, IBA_MAD_WITH_PROGRAM);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		FRESH(what_was_sent_comes_back),          FRESH(requests_wait_for_their_responses),
		FRESH(what_cannot_be_written_is_refused), FRESH(a_service_may_have_ended),
		FRESH(a_list_ends_at_the_first_failure),  FRESH(a_request_is_canceled),
		FRESH(a_queue_pair_of_its_own_sends),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
