/* SPDX-License-Identifier: BSD-2-Clause */
/* A checked program reports wrong handles in posts, polls and rearms. */
#define _GNU_SOURCE
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "pair.h"

static int kept, file;

static void listen_begin(void)
{
	file = memfd_create("stderr", 0);
	assert_true(file >= 0);
	kept = dup(STDERR_FILENO);
	assert_int_equal(dup2(file, STDERR_FILENO), STDERR_FILENO);
}

static void listen_expect(const char *text)
{
	char said[1024];
	ssize_t bytes;

	assert_int_equal(dup2(kept, STDERR_FILENO), STDERR_FILENO);
	close(kept);
	bytes = pread(file, said, sizeof(said) - 1, 0);
	close(file);
	assert_true(bytes >= 0);
	said[bytes] = '\0';
	assert_string_equal(said, text);
}

/* The call must return this status and print this line. */
#define REFUSED(call, status, text)                                                                \
	do {                                                                                       \
		ib_api_status_t refused_got;                                                       \
		listen_begin();                                                                    \
		refused_got = (call);                                                              \
		listen_expect("inverbs: misuse of " text "\n");                                    \
		assert_int_equal(refused_got, status);                                             \
	} while (0)

static void handles_of_other_kinds(void **state)
{
	ib_wc_t wc = {0}, *free_list = &wc, *done_list = NULL;
	ib_send_wr_t send = {0};
	ib_recv_wr_t recv = {0};
	struct pair p;

	(void)state;
	pair_open(&p, IB_QPT_RELIABLE_CONN);
	REFUSED(ib_post_send(NULL, &send, NULL), IB_INVALID_QP_HANDLE,
		"ib_post_send: h_qp is NULL (IB_INVALID_QP_HANDLE)");
	REFUSED(ib_post_send((ib_qp_handle_t)p.a.cq, &send, NULL), IB_INVALID_QP_HANDLE,
		"ib_post_send: h_qp is a completion queue, not a queue pair "
		"(IB_INVALID_QP_HANDLE)");
	REFUSED(ib_post_recv((ib_qp_handle_t)&recv, &recv, NULL), IB_INVALID_QP_HANDLE,
		"ib_post_recv: h_qp is not a handle of the access layer (IB_INVALID_QP_HANDLE)");
	REFUSED(ib_post_srq_recv((ib_srq_handle_t)p.a.qp, &recv, NULL), IB_INVALID_SRQ_HANDLE,
		"ib_post_srq_recv: h_srq is a queue pair, not a shared receive queue "
		"(IB_INVALID_SRQ_HANDLE)");
	REFUSED(ib_poll_cq((ib_cq_handle_t)p.a.qp, &free_list, &done_list), IB_INVALID_CQ_HANDLE,
		"ib_poll_cq: h_cq is a queue pair, not a completion queue (IB_INVALID_CQ_HANDLE)");
	REFUSED(ib_rearm_cq(NULL, FALSE), IB_INVALID_CQ_HANDLE,
		"ib_rearm_cq: h_cq is NULL (IB_INVALID_CQ_HANDLE)");
	listen_begin();
	assert_int_equal(ib_poll_cq(p.a.cq, &free_list, &done_list), IB_NOT_FOUND);
	listen_expect("");
	pair_close(&p);
}

static void handles_of_objects_that_are_gone(void **state)
{
	ib_send_wr_t send = {0};
	ib_qp_handle_t qp;
	struct pair p;

	(void)state;
	pair_open(&p, IB_QPT_RELIABLE_CONN);
	qp = p.a.qp;
	pair_close(&p);
	REFUSED(ib_post_send(qp, &send, NULL), IB_INVALID_QP_HANDLE,
		"ib_post_send: h_qp is the handle of a destroyed object (IB_INVALID_QP_HANDLE)");
}

static void handles_of_the_parent(void **state)
{
	ib_send_wr_t send = {0};
	struct pair p;
	int status;
	pid_t child;

	(void)state;
	pair_open(&p, IB_QPT_RELIABLE_CONN);
	listen_begin();
	child = fork();
	if (!child)
		_exit(ib_post_send(p.a.qp, &send, NULL) == IB_INVALID_STATE ? 0 : 1);
	assert_int_equal(waitpid(child, &status, 0), child);
	listen_expect("inverbs: misuse of ib_post_send: h_qp was created before fork, by the "
		      "parent process "
		      "(IB_INVALID_STATE)\n");
	assert_int_equal(status, 0);
	pair_close(&p);
}

static void vectors_of_another_instance(void **state)
{
	ib_send_wr_t *failed = NULL;
	ib_local_ds_t ds = {0};
	ib_send_wr_t send = {.ds_array = &ds, .wr_type = WR_SEND};
	struct pair p, other;
	ib_av_handle_t av;
	ib_av_attr_t way;

	(void)state;
	pair_open(&p, IB_QPT_UNRELIABLE_DGRM);
	pair_open(&other, IB_QPT_UNRELIABLE_DGRM);
	way = side_way(&other.b);
	assert_int_equal(ib_create_av(other.a.pd, &way, &av), IB_SUCCESS);
	send.dgrm.ud.h_av = av;
	REFUSED(ib_post_send(p.a.qp, &send, &failed), IB_INVALID_AV_HANDLE,
		"ib_post_send: request 1: dgrm.ud.h_av belongs to another instance than h_qp "
		"(IB_INVALID_AV_HANDLE)");
	assert_ptr_equal(failed, &send);
	assert_ptr_equal(send.dgrm.ud.h_av, av);
	send.dgrm.ud.h_av = (ib_av_handle_t)p.a.cq;
	REFUSED(ib_post_send(p.a.qp, &send, &failed), IB_INVALID_AV_HANDLE,
		"ib_post_send: request 1: dgrm.ud.h_av is a completion queue, not an address "
		"vector (IB_INVALID_AV_HANDLE)");
	pair_close(&other);
	pair_close(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(handles_of_other_kinds),
		TEST(handles_of_objects_that_are_gone),
		TEST(handles_of_the_parent),
		TEST(vectors_of_another_instance),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
