/* SPDX-License-Identifier: BSD-2-Clause */
/* C4, C10, C39 to C53, C58: the wrappers of verbs. */
#include <pthread.h>
#include <time.h>

#include "kit.h"

/** A connected pair with a memory region at each end. */
struct scene {
	struct pair p;
	char here[64], there[64];
	struct ibv_mr *mine, *theirs;
};

static void open_scene(struct scene *s)
{
	memset(s, 0, sizeof(*s));
	connect_pair(&s->p);
	s->mine = reg_sink(s->p.client, s->here, sizeof(s->here));
	assert_non_null(s->mine);
}

static void tear_down(struct scene *s)
{
	if (s->mine)
		assert_works(rdma_dereg_mr(s->mine));
	if (s->theirs)
		assert_works(rdma_dereg_mr(s->theirs));
	close_pair(&s->p);
}

static void c39_to_c41_what_a_region_allows(void **state)
{
	struct scene s;
	struct ibv_wc wc;

	(void)state;
	open_scene(&s);
	/* C40: the peer may read it, not write it */
	s.theirs = rdma_reg_read(s.p.server, s.there, sizeof(s.there));
	strcpy(s.there, "to be read");
	assert_works(rdma_post_read(s.p.client, NULL, s.here, sizeof(s.here), s.mine, 0,
				    (uintptr_t)s.there, s.theirs->rkey));
	assert_int_equal(rdma_get_send_comp(s.p.client, &wc), 1);
	assert_int_equal(wc.status, IBV_WC_SUCCESS);
	assert_string_equal(s.here, "to be read");
	assert_works(rdma_post_write(s.p.client, NULL, s.here, 4, s.mine, 0, (uintptr_t)s.there,
				     s.theirs->rkey));
	assert_int_equal(rdma_get_send_comp(s.p.client, &wc), 1); /* C53 */
	if (!on_iwarp()) {
		assert_int_equal(wc.status, IBV_WC_REM_ACCESS_ERR);
	} else { /* the write was sent, and the peer then breaks the connection */
		assert_true(wc.status == IBV_WC_SUCCESS || wc.status == IBV_WC_WR_FLUSH_ERR);
		rdma_ack_cm_event(
			next_failure(s.p.client_channel, RDMA_CM_EVENT_DISCONNECTED, -ECONNRESET));
	}
	tear_down(&s);
}

static void c41_c46_writes(void **state)
{
	struct ibv_sge sgl[2];
	struct scene s;
	struct ibv_wc wc;

	(void)state;
	open_scene(&s);
	s.theirs = rdma_reg_write(s.p.server, s.there, sizeof(s.there));
	strcpy(s.here, "one, two");
	assert_works(rdma_post_write(s.p.client, &s, s.here, 9, s.mine, 0, (uintptr_t)s.there,
				     s.theirs->rkey));
	assert_int_equal(rdma_get_send_comp(s.p.client, &wc), 1);
	assert_int_equal(wc.status, IBV_WC_SUCCESS);
	assert_int_equal(wc.wr_id, (uintptr_t)&s);
	assert_string_equal(s.there, "one, two");
	/* two SGEs */
	sgl[0] = (struct ibv_sge){(uintptr_t)s.here + 5, 3, s.mine->lkey};
	sgl[1] = (struct ibv_sge){(uintptr_t)s.here, 3, s.mine->lkey};
	assert_works(
		rdma_post_writev(s.p.client, NULL, sgl, 2, 0, (uintptr_t)s.there, s.theirs->rkey));
	assert_int_equal(rdma_get_send_comp(s.p.client, &wc), 1);
	assert_memory_equal(s.there, "twoone", 6);
	/* C48: inline data needs no region */
	assert_works(rdma_post_write(s.p.client, NULL, (char[]){"inline"}, 7, NULL, IBV_SEND_INLINE,
				     (uintptr_t)s.there, s.theirs->rkey));
	assert_int_equal(rdma_get_send_comp(s.p.client, &wc), 1);
	assert_string_equal(s.there, "inline");
	tear_down(&s);
}

static void c43_c44_messages_of_several_sges(void **state)
{
	struct ibv_sge out[2], in[2];
	struct scene s;
	struct ibv_wc wc;

	(void)state;
	open_scene(&s);
	s.theirs = rdma_reg_msgs(s.p.server, s.there, sizeof(s.there)); /* C39 */
	strcpy(s.here, "abcdef");
	in[0] = (struct ibv_sge){(uintptr_t)s.there + 32, 4, s.theirs->lkey};
	in[1] = (struct ibv_sge){(uintptr_t)s.there, 8, s.theirs->lkey};
	assert_works(rdma_post_recvv(s.p.server, (void *)7, in, 2));
	out[0] = (struct ibv_sge){(uintptr_t)s.here + 3, 3, s.mine->lkey};
	out[1] = (struct ibv_sge){(uintptr_t)s.here, 4, s.mine->lkey};
	assert_works(rdma_post_sendv(s.p.client, NULL, out, 2, 0));
	assert_int_equal(rdma_get_recv_comp(s.p.server, &wc), 1); /* C50 */
	assert_int_equal(wc.wr_id, 7);
	assert_int_equal(wc.byte_len, 7);
	assert_memory_equal(s.there + 32, "defa", 4);
	assert_memory_equal(s.there, "bcd", 3);
	assert_int_equal(rdma_get_send_comp(s.p.client, &wc), 1); /* C49 */
	/* C48 for sends */
	assert_works(rdma_post_recv(s.p.server, NULL, s.there, sizeof(s.there), s.theirs));
	assert_works(rdma_post_send(s.p.client, NULL, (char[]){"short"}, 6, NULL, IBV_SEND_INLINE));
	assert_int_equal(rdma_get_recv_comp(s.p.server, &wc), 1);
	assert_string_equal(s.there, "short");
	tear_down(&s);
}

static void c45_reads_into_several_sges(void **state)
{
	struct ibv_sge to[2];
	struct scene s;
	struct ibv_wc wc;

	(void)state;
	skip_on_iwarp();
	open_scene(&s);
	s.theirs = rdma_reg_read(s.p.server, s.there, sizeof(s.there));
	strcpy(s.there, "uvwxyz");
	to[0] = (struct ibv_sge){(uintptr_t)s.here + 40, 2, s.mine->lkey};
	to[1] = (struct ibv_sge){(uintptr_t)s.here, 4, s.mine->lkey};
	assert_works(
		rdma_post_readv(s.p.client, NULL, to, 2, 0, (uintptr_t)s.there, s.theirs->rkey));
	assert_int_equal(rdma_get_send_comp(s.p.client, &wc), 1);
	assert_int_equal(wc.status, IBV_WC_SUCCESS);
	assert_memory_equal(s.here + 40, "uv", 2);
	assert_memory_equal(s.here, "wxyz", 4);
	tear_down(&s);
}

struct sleeper {
	struct rdma_cm_id *id;
	struct ibv_wc wc;
	int got;
};

static void *sleep_on_receives(void *argument)
{
	struct sleeper *s = argument;

	s->got = rdma_get_recv_comp(s->id, &s->wc);
	return NULL;
}

/*
 * C51: a waiting thread is woken; the events are acknowledged, so that the queue can be destroyed
 * afterwards.
 */
static void c51_waiting_sleeps(void **state)
{
	const struct timespec while_ = {.tv_nsec = 20000000};
	struct sleeper sleeper;
	pthread_t thread;
	struct scene s;
	struct ibv_wc wc;

	(void)state;
	open_scene(&s);
	s.theirs = rdma_reg_msgs(s.p.server, s.there, sizeof(s.there));
	for (int i = 0; i < 10; i++) {
		sleeper = (struct sleeper){.id = s.p.server};
		assert_works(rdma_post_recv(s.p.server, NULL, s.there, 8, s.theirs));
		assert_int_equal(pthread_create(&thread, NULL, sleep_on_receives, &sleeper), 0);
		nanosleep(&while_, NULL);
		assert_works(rdma_post_send(s.p.client, NULL, s.here, 8, s.mine, 0));
		assert_int_equal(pthread_join(thread, NULL), 0);
		assert_int_equal(sleeper.got, 1);
		assert_int_equal(sleeper.wc.status, IBV_WC_SUCCESS);
		assert_int_equal(rdma_get_send_comp(s.p.client, &wc), 1);
	}
	tear_down(&s);
}

/* C52: if a verb refuses, the wrapper returns -1 with the verb's errno. */
static void c52_errors(void **state)
{
	struct scene s;

	(void)state;
	open_scene(&s);
	for (int i = 0; i < 64; i++) {
		if (rdma_post_recv(s.p.client, NULL, s.here, 1, s.mine))
			break;
	}
	assert_fails(rdma_post_recv(s.p.client, NULL, s.here, 1, s.mine), ENOMEM);
	assert_null(rdma_reg_msgs(s.p.client, NULL, sizeof(s.here)));
	tear_down(&s);
}

/* C43: receives go to the identifier's shared queue if it has one. */
static void c43_a_shared_receive_queue(void **state)
{
	struct ibv_srq_init_attr srq = {.attr = {.max_wr = 4, .max_sge = 1}};
	struct ibv_qp_init_attr attr = small_qp(RDMA_PS_TCP);
	char in[16] = "", out[16] = "shared";
	struct pair p = {0};
	struct ibv_mr *to, *from;
	struct ibv_wc wc;

	(void)state;
	skip_on_iwarp();
	open_listener(&p, RDMA_PS_TCP, 0);
	open_client(&p);
	assert_works(rdma_ack_cm_event(request_connection(&p, NULL)));
	assert_works(rdma_create_srq(p.server, NULL, &srq));
	assert_non_null(p.server->srq);
	assert_works(rdma_create_qp(p.server, NULL, &attr));
	assert_ptr_equal(p.server->qp->srq, p.server->srq);
	to = rdma_reg_msgs(p.server, in, sizeof(in));
	from = rdma_reg_msgs(p.client, out, sizeof(out));
	assert_works(rdma_post_recv(p.server, NULL, in, sizeof(in), to));
	assert_works(rdma_accept(p.server, NULL));
	passed(p.client_channel, RDMA_CM_EVENT_ESTABLISHED);
	passed(p.server_channel, RDMA_CM_EVENT_ESTABLISHED);
	assert_works(rdma_post_send(p.client, NULL, out, sizeof(out), from, 0));
	assert_int_equal(rdma_get_recv_comp(p.server, &wc), 1);
	assert_string_equal(in, "shared");
	rdma_destroy_qp(p.server);
	rdma_destroy_srq(p.server);
	assert_null(p.server->srq);
	assert_works(rdma_dereg_mr(to));
	assert_works(rdma_dereg_mr(from));
	close_pair(&p);
}

/* C58: if no domain and no completion queues are given, the library creates them. */
static void c58_defaults_of_a_queue_pair(void **state)
{
	struct ibv_qp_init_attr attr = small_qp(RDMA_PS_TCP);
	struct pair p = {0};
	struct ibv_cq *cq;

	(void)state;
	open_listener(&p, RDMA_PS_TCP, 0);
	open_client(&p);
	assert_ptr_equal(p.client->qp->pd, p.client->pd);
	assert_non_null(p.client->send_cq);
	assert_non_null(p.client->recv_cq);
	assert_non_null(p.client->send_cq_channel);
	assert_ptr_equal(p.client->qp->send_cq, p.client->send_cq);
	assert_ptr_equal(p.client->send_cq->cq_context, p.client);
	assert_fails(rdma_create_qp(p.client, NULL, &attr), EINVAL); /* it already has one */
	rdma_destroy_qp(p.client);
	assert_null(p.client->send_cq);
	/* given ones are used, and are not destroyed */
	cq = ibv_create_cq(p.client->verbs, 32, NULL, NULL, 0);
	attr.send_cq = attr.recv_cq = cq;
	assert_works(rdma_create_qp(p.client, NULL, &attr));
	assert_null(p.client->send_cq);
	rdma_destroy_qp(p.client);
	assert_int_equal(ibv_destroy_cq(cq), 0);
	close_pair(&p);
}

/* C4, C10: the program may use a queue pair that it created by verbs. */
static void c4_c10_a_queue_pair_of_the_program(void **state)
{
	struct ibv_qp_init_attr attr = small_qp(RDMA_PS_TCP);
	struct ibv_qp_attr to = {.qp_state = IBV_QPS_INIT};
	struct rdma_conn_param param = {.retry_count = 7, .rnr_retry_count = 7};
	struct sockaddr_in addr;
	struct pair p = {0};
	struct ibv_qp *qp;
	struct ibv_cq *cq;
	int mask;

	(void)state;
	open_listener(&p, RDMA_PS_TCP, 0);
	addr = loopback(2, __builtin_bswap16(rdma_get_src_port(p.listener)));
	assert_works(rdma_create_id(p.client_channel, &p.client, NULL, RDMA_PS_TCP));
	assert_works(rdma_resolve_addr(p.client, NULL, (struct sockaddr *)&addr, RESOLVE_MS));
	passed(p.client_channel, RDMA_CM_EVENT_ADDR_RESOLVED);
	assert_works(rdma_resolve_route(p.client, RESOLVE_MS));
	passed(p.client_channel, RDMA_CM_EVENT_ROUTE_RESOLVED);
	assert_fails(rdma_connect(p.client, NULL), EINVAL); /* no queue pair number was given */

	cq = ibv_create_cq(p.client->verbs, 32, NULL, NULL, 0);
	attr.send_cq = attr.recv_cq = cq;
	qp = ibv_create_qp(p.client->pd, &attr);
	assert_non_null(qp);
	assert_works(rdma_init_qp_attr(p.client, &to, &mask));
	assert_int_equal(ibv_modify_qp(qp, &to, mask), 0);
	param.qp_num = qp->qp_num;
	assert_works(rdma_ack_cm_event(request_connection(&p, &param)));
	attr = small_qp(RDMA_PS_TCP);
	assert_works(rdma_create_qp(p.server, NULL, &attr));
	assert_works(rdma_accept(p.server, NULL));
	bring_up(&p, qp);
	passed(p.server_channel, RDMA_CM_EVENT_ESTABLISHED);
	assert_fails(rdma_establish(p.server), EINVAL); /* the library manages this queue pair */
	talk(qp, p.server->qp);
	assert_int_equal(ibv_destroy_qp(qp), 0);
	assert_int_equal(ibv_destroy_cq(cq), 0);
	close_pair(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(c4_c10_a_queue_pair_of_the_program),
		cmocka_unit_test(c39_to_c41_what_a_region_allows),
		cmocka_unit_test(c41_c46_writes),
		cmocka_unit_test(c43_c44_messages_of_several_sges),
		cmocka_unit_test(c43_a_shared_receive_queue),
		cmocka_unit_test(c45_reads_into_several_sges),
		cmocka_unit_test(c51_waiting_sleeps),
		cmocka_unit_test(c52_errors),
		cmocka_unit_test(c58_defaults_of_a_queue_pair),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
