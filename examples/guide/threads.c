/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One queue pair per thread, without locks: a thread domain promises that only one thread uses it.
 */
#include <pthread.h>

#include "kit.h"

enum {
	THREADS = 4,
	WRITES = 1000,
};

static void *work(void *argument)
{
	struct end *end = argument;
	struct ibv_pd *whole = end->pd;
	struct ibv_td_init_attr none = {0};
	struct ibv_td *thread = ibv_alloc_td(end->ctx, &none);
	must(thread, "ibv_alloc_td");
	/*
	 * Queues created with this parent domain, which contains the thread domain, have no locks.
	 */
	struct ibv_parent_domain_init_attr both = {.pd = whole, .td = thread};
	struct ibv_pd *mine = ibv_alloc_parent_domain(end->ctx, &both);
	must(mine, "ibv_alloc_parent_domain");

	struct ibv_qp_init_attr init = plain_qp(end, IBV_QPT_RC);
	end->pd = mine;
	make_qp(end, &init);
	connect_qp(end, end->qp, end, end->qp->qp_num); /* to itself */

	struct ibv_sge from = sge_of(end, 0, 8);
	struct ibv_send_wr wr = {
		.sg_list = &from,
		.num_sge = 1,
		.opcode = IBV_WR_RDMA_WRITE,
		.send_flags = IBV_SEND_SIGNALED,
		.wr.rdma = {.remote_addr = (uintptr_t)end->text + 64, .rkey = end->mr->rkey},
	};
	for (int i = 0; i < WRITES; i++) {
		post_send(end, wr);
		completed(end->cq);
	}

	must_be_0(ibv_destroy_qp(end->qp), "ibv_destroy_qp");
	must_be_0(ibv_dealloc_pd(mine), "ibv_dealloc_pd");
	must_be_0(ibv_dealloc_td(thread), "ibv_dealloc_td");
	end->qp = NULL;
	end->pd = whole;
	return NULL;
}

int main(void)
{
	struct end ends[THREADS];
	pthread_t threads[THREADS];

	for (int i = 0; i < THREADS; i++) {
		open_end(&ends[i], i & 1);
		must_be_0(pthread_create(&threads[i], NULL, work, &ends[i]), "pthread_create");
	}
	for (int i = 0; i < THREADS; i++) {
		must_be_0(pthread_join(threads[i], NULL), "pthread_join");
		close_end(&ends[i]);
	}
	printf("%d threads, %d writes each\n", THREADS, WRITES);
	return 0;
}
