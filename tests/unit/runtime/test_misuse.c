/* SPDX-License-Identifier: BSD-2-Clause */
/* The checked build's bookkeeping: which objects have been freed, and which objects use another. */
#include <fcntl.h>
#include <inverbs/checked/misuse.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>

#include <inverbs/kernel/refusal.h>

#include "fake.h"
#include "runtime/misuse_failed.h"

/* ---- freed objects ---- */

static void an_object_is_freed_when_its_call_has_returned(void **state)
{
	static uint64_t object, other;

	(void)state;
	assert_false(inverbs_is_freed(&object));
	inverbs_object_made(&object, "ibv_pd");
	assert_false(inverbs_is_freed(&object));
	inverbs_object_going(&object);
	assert_false(inverbs_is_freed(&object));
	inverbs_object_gone(&object, true);
	assert_true(inverbs_is_freed(&object));
	assert_false(inverbs_is_freed(&other));
	inverbs_object_made(&object, "ibv_pd");
	assert_false(inverbs_is_freed(&object));
}

static void an_object_that_could_not_be_freed_stays(void **state)
{
	static uint64_t object;

	(void)state;
	inverbs_object_made(&object, "ibv_pd");
	inverbs_object_going(&object);
	inverbs_object_gone(&object, false);
	assert_false(inverbs_is_freed(&object));
	inverbs_object_going(&object);
	inverbs_object_gone(&object, true);
	assert_true(inverbs_is_freed(&object));
}

/* Another thread's new object may get the address before the call that frees it has returned. */
static void a_new_object_at_the_address_of_one_that_goes(void **state)
{
	static uint64_t object;

	(void)state;
	inverbs_object_made(&object, "ibv_pd");
	inverbs_object_going(&object);
	inverbs_object_made(&object, "ibv_pd");
	inverbs_object_gone(&object, true);
	assert_false(inverbs_is_freed(&object));
}

static void nothing_is_no_object(void **state)
{
	(void)state;
	inverbs_object_made(NULL, "ibv_pd");
	inverbs_object_going(NULL);
	inverbs_object_gone(NULL, true);
	assert_false(inverbs_is_freed(NULL));
}

/* Objects' addresses are multiples of 16; most of those freed last are remembered. */
static void many_are_remembered(void **state)
{
	enum {
		OBJECTS = 1000
	};
	static struct {
		uint64_t words[2];
	} objects[OBJECTS];
	int known = 0;

	(void)state;
	for (int i = 0; i < OBJECTS; i++) {
		inverbs_object_made(&objects[i], "ibv_pd");
		inverbs_object_going(&objects[i]);
		inverbs_object_gone(&objects[i], true);
	}
	for (int i = 0; i < OBJECTS; i++)
		known += inverbs_is_freed(&objects[i]);
	assert_in_range(known, OBJECTS * 3 / 4, OBJECTS);
}

/* ---- users of an object ---- */

static struct ibv_pd pd;
static struct ibv_cq cq;
static struct ibv_qp qps[5];
static struct ibv_mr mr = {.pd = &pd};

static void report_busy(void *used)
{
	errno = EBUSY;
	inverbs_object_busy("a_call", "thing", used);
	assert_int_equal(errno, EBUSY);
}

/* Check that the message about `used` is "inverbs: misuse of a_call: thing " and this. */
static void expect_busy_message(void *used, const char *expected)
{
	char line[600];

	snprintf(line, sizeof(line), "inverbs: misuse of a_call: thing %s\n", expected);
	assert_string_equal(said_by(report_busy, used), line);
}

static void init_qp(struct ibv_qp *qp)
{
	qp->pd = &pd;
	qp->send_cq = qp->recv_cq = &cq;
	inverbs_object_made(qp, "ibv_qp");
}

static void free_all(void)
{
	for (size_t i = 0; i < sizeof(qps) / sizeof(qps[0]); i++) {
		inverbs_object_going(&qps[i]);
		inverbs_object_gone(&qps[i], true);
	}
	inverbs_object_going(&mr);
	inverbs_object_gone(&mr, true);
}

#define NOBODY                                                                                     \
	"is in use, but not by an object created in checked code: a bound window, or a joined "    \
	"group? (EBUSY)"

static void users_are_named_with_the_member(void **state)
{
	char expected[300];

	(void)state;
	expect_busy_message(&pd, NOBODY);
	init_qp(&qps[0]);
	snprintf(expected, sizeof(expected), "is used by ibv_qp %p (pd) (EBUSY)", (void *)&qps[0]);
	expect_busy_message(&pd, expected);
	/* two members refer to it: the first is named */
	snprintf(expected, sizeof(expected), "is used by ibv_qp %p (send_cq) (EBUSY)",
		 (void *)&qps[0]);
	expect_busy_message(&cq, expected);
	expect_busy_message(&mr, NOBODY);
	inverbs_object_going(&qps[0]);
	inverbs_object_gone(&qps[0], false);
	expect_busy_message(&cq, expected);
	free_all();
	expect_busy_message(&pd, NOBODY);
}

/* A new object at the address of a freed one uses other objects. */
static void a_user_at_the_address_of_another(void **state)
{
	char expected[300];

	(void)state;
	init_qp(&qps[0]);
	inverbs_object_going(&qps[0]);
	qps[0].pd = NULL;
	inverbs_object_made(&qps[0], "ibv_qp");
	inverbs_object_gone(&qps[0], true); /* for the first object, after the second was created */
	expect_busy_message(&pd, NOBODY);
	snprintf(expected, sizeof(expected), "is used by ibv_qp %p (send_cq) (EBUSY)",
		 (void *)&qps[0]);
	expect_busy_message(&cq, expected);
	free_all();
}

static void up_to_three_users_are_named(void **state)
{
	const char *line;
	int named;

	(void)state;
	for (int count = 1; count <= 5; count++) {
		init_qp(&qps[count - 1]);
		line = said_by(report_busy, &pd);
		named = 0;
		for (int i = 0; i < count; i++) {
			char name[64];

			snprintf(name, sizeof(name), "ibv_qp %p (pd)", (void *)&qps[i]);
			named += strstr(line, name) != NULL;
		}
		assert_int_equal(named, count < 3 ? count : 3);
		assert_int_equal(strstr(line, "more (EBUSY)") != NULL, count > 3);
		if (count > 3)
			assert_non_null(strstr(line, count == 4 ? " and 1 more" : " and 2 more"));
	}
	free_all();
}

static void kinds_differ(void **state)
{
	const char *line;

	(void)state;
	init_qp(&qps[0]);
	inverbs_object_made(&mr, "ibv_mr");
	line = said_by(report_busy, &pd);
	assert_non_null(strstr(line, "ibv_mr"));
	assert_non_null(strstr(line, "ibv_qp"));
	assert_non_null(strstr(line, "(pd), ibv_"));
	free_all();
}

/* ---- messages ---- */

static void misuse(void *request)
{
	errno = EXDEV;
	inverbs_misuse("a_call", *(int *)request, "%d is %s", 7, "odd");
	assert_int_equal(errno, EXDEV);
}

static void a_line_may_name_a_request(void **state)
{
	int request = 0;

	(void)state;
	assert_string_equal(said_by(misuse, &request), "inverbs: misuse of a_call: 7 is odd\n");
	request = 1;
	assert_string_equal(said_by(misuse, &request),
			    "inverbs: misuse of a_call: request 1: 7 is odd\n");
}

static int status_with(const char *wish)
{
	int status, request = 0;
	const pid_t child = fork();

	if (!child) {
		setenv("INVERBS_MISUSE", wish, 1);
		freopen("/dev/null", "w", stderr);
		misuse(&request);
		_exit(0);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	return status;
}

static void a_program_may_end_there(void **state)
{
	int status;

	(void)state;
	status = status_with("abort");
	assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
	status = status_with("go on");
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

/* ---- failed completions ---- */

static uint32_t reason; /* what the emulator says; 0: nothing */

static uint64_t asked[4]; /* the last question */

static int why(struct inverbs_transport *t, const uint64_t question[4],
	       struct softhca_refusal *refusal)
{
	(void)t;
	memcpy(asked, question, sizeof(asked));
	*refusal = (struct softhca_refusal){.reason = reason};
	return reason ? 0 : ENOENT;
}

struct failure {
	struct ibv_cq *cq;
	struct ibv_wc wc;
};

static void report(void *argument)
{
	const struct failure *f = argument;

	inverbs_misuse_failed(f->cq, &f->wc);
}

static bool is_reported(struct failure *f, enum ibv_wc_status status, uint32_t because)
{
	f->wc.status = status;
	reason = because;
	return !strncmp(said_by(report, f), "inverbs: ", 9);
}

/* Each cause is reported once, and a flush only with a cause, if nothing was reported before. */
static void a_cause_is_reported_once(void **state)
{
	struct fake_transport t;
	struct inverbs_context *ctx = fake_context(&t, false);
	struct inverbs_transport_ops ops = *t.base.ops;
	struct failure f = {.wc = {.qp_num = 5}};

	(void)state;
	ops.why = why;
	t.base.ops = &ops;
	f.cq = ibv_create_cq(&ctx->ibv, 10, NULL, NULL, 0);
	assert_non_null(f.cq);
	inverbs_cq_of(f.cq)->qps = &ctx->qps;
	assert_false(is_reported(&f, IBV_WC_WR_FLUSH_ERR, 0));
	inverbs_failures_forget(f.cq);
	assert_false(is_reported(&f, IBV_WC_WR_FLUSH_ERR, SOFTHCA_REASON_SET_TO_ERROR));
	inverbs_failures_forget(f.cq);
	assert_false(is_reported(&f, IBV_WC_WR_FLUSH_ERR, SOFTHCA_REASON_CONNECTION_ENDED));
	inverbs_failures_forget(f.cq);
	assert_true(is_reported(&f, IBV_WC_WR_FLUSH_ERR, SOFTHCA_REASON_RKEY_UNKNOWN));
	assert_false(is_reported(&f, IBV_WC_REM_ACCESS_ERR, SOFTHCA_REASON_RKEY_UNKNOWN));
	assert_true(is_reported(&f, IBV_WC_REM_ACCESS_ERR, SOFTHCA_REASON_RKEY_OLD));
	assert_false(is_reported(&f, IBV_WC_REM_ACCESS_ERR, SOFTHCA_REASON_RKEY_OLD));
	assert_true(is_reported(&f, IBV_WC_REM_ACCESS_ERR, 0));
	assert_false(is_reported(&f, IBV_WC_REM_ACCESS_ERR, 0));
	assert_true(is_reported(&f, IBV_WC_LOC_LEN_ERR, 0));
	assert_false(is_reported(&f, IBV_WC_WR_FLUSH_ERR, SOFTHCA_REASON_RKEY_NO_RIGHT));
	inverbs_failures_forget(f.cq);
	assert_true(is_reported(&f, IBV_WC_LOC_LEN_ERR, 0));
	assert_int_equal(ibv_destroy_cq(f.cq), 0);
	inverbs_failures_forget(f.cq);
	fake_context_free(ctx);
}

static uint32_t read_vendor_err(struct ibv_cq_ex *ex)
{
	(void)ex;
	return 9;
}

static uint32_t read_qp_num(struct ibv_cq_ex *ex)
{
	(void)ex;
	return 6;
}

static void report_in_place(void *ex)
{
	errno = EXDEV;
	inverbs_misuse_failed_in_place(ex);
	assert_int_equal(errno, EXDEV);
}

/* Without a function for it, the number is that of the queue pair that the poll found. */
static void a_poll_in_place_may_not_know_the_number(void **state)
{
	static struct inverbs_cq extended;
	static struct inverbs_qp found;
	struct fake_transport t;
	struct inverbs_context *ctx = fake_context(&t, false);
	struct inverbs_transport_ops ops = *t.base.ops;
	const char *said;

	(void)state;
	ops.why = why;
	t.base.ops = &ops;
	reason = SOFTHCA_REASON_RKEY_OLD;
	extended.ibv_ex.context = &ctx->ibv;
	extended.qps = &ctx->qps;
	extended.ibv_ex.wr_id = 0xab;
	extended.ibv_ex.status = IBV_WC_REM_ACCESS_ERR;
	extended.ibv_ex.read_vendor_err = read_vendor_err;
	said = said_by(report_in_place, &extended.ibv_ex);
	assert_non_null(strstr(said, "wr_id 0xab"));
	assert_int_equal(asked[0], 0);
	inverbs_failures_forget(&extended.ibv);
	found.ibv.qp_num = 5;
	extended.current_qp = &found;
	said = said_by(report_in_place, &extended.ibv_ex);
	assert_non_null(strstr(said, "vendor error 0x09"));
	assert_int_equal(asked[0], 5);
	assert_int_equal(asked[1], IBV_WC_REM_ACCESS_ERR);
	inverbs_failures_forget(&extended.ibv);
	extended.ibv_ex.read_qp_num = read_qp_num;
	said_by(report_in_place, &extended.ibv_ex);
	assert_int_equal(asked[0], 6);
	inverbs_failures_forget(&extended.ibv);
	fake_context_free(ctx);
}

/* Messages that cannot be written change no errno. */
static void a_full_device_is_no_error(void **state)
{
	const int saved = dup(STDERR_FILENO), full = open("/dev/full", O_WRONLY | O_CLOEXEC);
	int after[2];

	(void)state;
	assert_true(saved >= 0 && full >= 0);
	setenv("INVERBS_LOG", "1", 1);
	fflush(stderr);
	dup2(full, STDERR_FILENO);
	errno = EXDEV;
	inverbs_log("nothing");
	after[0] = errno;
	errno = EXDEV;
	inverbs_misuse("a_call", 0, "nothing");
	after[1] = errno;
	dup2(saved, STDERR_FILENO);
	unsetenv("INVERBS_LOG");
	close(saved);
	close(full);
	assert_int_equal(after[0], EXDEV);
	assert_int_equal(after[1], EXDEV);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_cause_is_reported_once),
		cmocka_unit_test(a_poll_in_place_may_not_know_the_number),
		cmocka_unit_test(a_full_device_is_no_error),
		cmocka_unit_test(an_object_is_freed_when_its_call_has_returned),
		cmocka_unit_test(an_object_that_could_not_be_freed_stays),
		cmocka_unit_test(a_new_object_at_the_address_of_one_that_goes),
		cmocka_unit_test(nothing_is_no_object),
		cmocka_unit_test(many_are_remembered),
		cmocka_unit_test(users_are_named_with_the_member),
		cmocka_unit_test(a_user_at_the_address_of_another),
		cmocka_unit_test(up_to_three_users_are_named),
		cmocka_unit_test(kinds_differ),
		cmocka_unit_test(a_line_may_name_a_request),
		cmocka_unit_test(a_program_may_end_there),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
