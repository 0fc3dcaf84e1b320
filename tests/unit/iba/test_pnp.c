/* SPDX-License-Identifier: BSD-2-Clause */
/* Plug and play: registrations, adapters that come and go, and their events. */
#include "pnp_kit.h"

/* ---- registrations ---- */

static void a_registration_lists_adapters(void **state)
{
	(void)state;
	register_class(IB_PNP_CA | IB_PNP_FLAG_REG_COMPLETE);
	were_called("ow1ow2CT");
	assert_int_equal(made->pnp_class, IB_PNP_CA);
	assert_ptr_equal(made->called, on_event);
	assert_ptr_equal(made->object.context, &calls);
	assert_int_equal(made->watched->guid, 2);
	assert_int_equal(made->watched->next->guid, 1);
	assert_null(made->watched->next->next);
	assert_true(fcntl(pipe_ends[0], F_GETFL) & O_NONBLOCK);
}

static void another_wants_no_completion(void **state)
{
	(void)state;
	register_class(IB_PNP_PORT);
	were_called("ow1ow2T");
	assert_int_equal(made->pnp_class, IB_PNP_PORT);
}

static void a_registration_may_end_in_its_first_report(void **state)
{
	(void)state;
	ends_in_report = true;
	register_class(IB_PNP_PORT | IB_PNP_FLAG_REG_COMPLETE);
	were_called("ow1ow2C");
}

static void units_have_a_list_of_their_own(void **state)
{
	(void)state;
	register_class(IB_PNP_IOU);
	were_called("B");
	check_adapters(NULL);
	reset_adapters(NULL);
	register_class(IB_PNP_IOC);
	were_called("B");
}

static ib_api_status_t reg_class(ib_pnp_class_t pnp_class)
{
	const ib_pnp_req_t req = {.pnp_class = pnp_class, .pfn_pnp_cb = on_event};
	ib_pnp_handle_t handle = NULL;
	const ib_api_status_t status = ib_reg_pnp((ib_al_handle_t)&al, &req, &handle);

	assert_ptr_equal(handle, status == IB_SUCCESS ? made : NULL);
	return status;
}

static void a_program_may_wait(void **state)
{
	(void)state;
	runs_later = true;
	assert_int_equal(reg_class(IB_PNP_CA | IB_PNP_FLAG_REG_SYNC), IB_SUCCESS);
	assert_true(made->has_begun);
	assert_int_equal(pthread_join(later, NULL), 0);
	were_called("ow1ow2T");
}

static void a_callback_begins_at_once(void **state)
{
	(void)state;
	on_dispatcher = true;
	assert_int_equal(reg_class(IB_PNP_CA | IB_PNP_FLAG_REG_SYNC), IB_SUCCESS);
	assert_null(deferred);
	were_called("ow1ow2T");
	check_adapters(NULL);
	reset_adapters(NULL);
	on_dispatcher = true;
	register_class(IB_PNP_CA);
}

static void a_callback_cannot_wait_for_units(void **state)
{
	(void)state;
	on_dispatcher = true;
	assert_int_equal(reg_class(IB_PNP_IOU | IB_PNP_FLAG_REG_SYNC), IB_UNSUPPORTED);
	assert_int_equal(reg_class(IB_PNP_IOC | IB_PNP_FLAG_REG_SYNC), IB_UNSUPPORTED);
	assert_null(made);
	register_class(IB_PNP_IOC);
	were_called("B");
	check_adapters(NULL);
	reset_adapters(NULL);
	runs_later = true;
	assert_int_equal(reg_class(IB_PNP_IOU | IB_PNP_FLAG_REG_SYNC), IB_SUCCESS);
	assert_int_equal(pthread_join(later, NULL), 0);
}

static void arguments_are_checked(void **state)
{
	ib_al_handle_t handle = (ib_al_handle_t)&al;
	ib_pnp_req_t req = {.pnp_class = IB_PNP_CA, .pfn_pnp_cb = on_event};
	ib_pnp_handle_t pnp;

	(void)state;
	assert_int_equal(ib_reg_pnp((ib_al_handle_t)&req, &req, &pnp), IB_INVALID_AL_HANDLE);
	assert_int_equal(ib_reg_pnp(handle, NULL, &pnp), IB_INVALID_PARAMETER);
	assert_int_equal(ib_reg_pnp(handle, &req, NULL), IB_INVALID_PARAMETER);
	req.pfn_pnp_cb = NULL;
	assert_int_equal(ib_reg_pnp(handle, &req, &pnp), IB_INVALID_PARAMETER);
	assert_int_equal(reg_class(0), IB_INVALID_PARAMETER);
	assert_int_equal(reg_class(IB_PNP_CA | IB_PNP_PORT), IB_INVALID_PARAMETER);
	assert_int_equal(reg_class(IB_PNP_CA | 0x100), IB_INVALID_PARAMETER);
	assert_null(made);
	assert_int_equal(blocks, 0);
}

static void a_registration_may_fail(void **state)
{
	(void)state;
	fails_at = 1;
	assert_int_equal(reg_class(IB_PNP_CA), IB_INSUFFICIENT_MEMORY);
	were_called("");
	dispatcher_fails = true;
	assert_int_equal(reg_class(IB_PNP_CA), IB_INSUFFICIENT_RESOURCES);
	were_called("F");
	dispatcher_fails = false;
	add_fails = IB_INVALID_STATE;
	assert_int_equal(reg_class(IB_PNP_CA), IB_INVALID_STATE);
	were_called("F");
	assert_null(deferred);
}

static void a_registration_ends(void **state)
{
	(void)state;
	register_class(IB_PNP_CA);
	were_called("ow1ow2T");
	assert_int_equal(ib_dereg_pnp((ib_pnp_handle_t)made, ib_sync_destroy), IB_PENDING);
	made->object.stop(&made->object);
	assert_ptr_equal(deferred, &made->ending);
	assert_int_equal(made->object.references, 2);
	were_called("");
	deferred->run(deferred);
	were_called("tuuE");
	assert_int_equal(made->object.references, 1);
	made->timer.job.run(&made->timer.job);
	were_called("");
	made->object.release(&made->object);
	were_called("ccF");
	free(made);
	made = NULL;
}

/* ---- adapters ---- */

static void list_again(const char *expected)
{
	made->timer.job.run(&made->timer.job);
	were_called(expected);
}

static void adapters_come_and_go(void **state)
{
	(void)state;
	register_class(IB_PNP_CA | IB_PNP_FLAG_REG_COMPLETE);
	were_called("ow1ow2CT");
	list_again("T");
	present[2] = true;
	present[1] = false;
	list_again("ur2cow3T");
	present[0] = false;
	list_again("ur1cT");
	assert_int_equal(made->watched->guid, 3);
	assert_null(made->watched->next);
	present[0] = true;
	list_again("ow1T");
	present[0] = present[2] = false;
	list_again("ur1cur3cT");
	no_list = true;
	list_again("T");
	no_list = false;
	list_again("T");
}

static void an_adapter_may_not_open(void **state)
{
	(void)state;
	open_fails = 2;
	register_class(IB_PNP_CA);
	were_called("ow1ocT");
	list_again("ocT");
	open_fails = 0;
	watch_fails = true;
	list_again("owcT");
	watch_fails = false;
	contexts[1].async_fd = -1;
	list_again("ocT");
	contexts[1].async_fd = pipe_ends[0];
	fails_at = 1;
	list_again("T");
	list_again("ow2T");
}

static void events_are_read(void **state)
{
	struct iba_source *source;

	(void)state;
	register_class(IB_PNP_PORT);
	were_called("ow1ow2T");
	subject = made->watched;
	source = &subject->source;
	event_type = IBV_EVENT_PORT_ACTIVE;
	event_port = 2;
	source->ready(source);
	were_called("ke");
	event_errno = EAGAIN;
	source->ready(source);
	event_errno = EINTR;
	source->ready(source);
	were_called("");
	event_errno = EIO;
	source->ready(source);
	were_called("u");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		FRESH(a_registration_lists_adapters),
		FRESH(another_wants_no_completion),
		FRESH(a_registration_may_end_in_its_first_report),
		FRESH(units_have_a_list_of_their_own),
		FRESH(a_program_may_wait),
		FRESH(a_callback_begins_at_once),
		FRESH(a_callback_cannot_wait_for_units),
		FRESH(arguments_are_checked),
		FRESH(a_registration_may_fail),
		FRESH(a_registration_ends),
		FRESH(adapters_come_and_go),
		FRESH(an_adapter_may_not_open),
		FRESH(events_are_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
