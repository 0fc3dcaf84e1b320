/* SPDX-License-Identifier: BSD-2-Clause */
#define _GNU_SOURCE
#include "sides.h"

#include <fcntl.h>
#include <time.h>

struct side here, there;
struct ibv_qp_init_attr_ex asked_qp;
struct ibv_srq_init_attr_ex asked_srq;
uint32_t granted_posts;
uint16_t granted_sges;

static int create_asked_qp(struct inverbs_context *ctx, struct ibv_qp_init_attr_ex *attr,
			   struct inverbs_qp *qp)
{
	asked_qp = *attr;
	qp->sq.max_post = granted_posts;
	qp->sq.max_sge = granted_sges;
	return fake_provider.create_qp(ctx, attr, qp);
}

static int create_asked_srq(struct inverbs_context *ctx, struct ibv_srq_init_attr_ex *attr,
			    struct inverbs_srq *srq)
{
	asked_srq = *attr;
	srq->srqn = GRANTED_SRQN;
	return fake_provider.create_srq(ctx, attr, srq);
}

static void open_side(struct side *s)
{
	struct ibv_xrcd_init_attr domain = {.comp_mask = IBV_XRCD_INIT_ATTR_FD |
							 IBV_XRCD_INIT_ATTR_OFLAGS,
					    .fd = -1,
					    .oflags = O_CREAT};
	struct ibv_srq_init_attr shared = {.attr = {.max_wr = 4}};

	s->ctx = fake_context(&s->t, false);
	s->provider = fake_provider;
	s->provider.create_qp = create_asked_qp;
	s->provider.create_srq = create_asked_srq;
	s->ctx->provider = &s->provider;
	s->t.device_caps = IBV_DEVICE_XRC;
	s->t.next_handle = 30; /* no handle is 0, or a number of the other kind */
	s->pd = ibv_alloc_pd(&s->ctx->ibv);
	s->cq = ibv_create_cq(&s->ctx->ibv, 4, NULL, NULL, 0);
	s->srq = ibv_create_srq(s->pd, &shared);
	s->xrcd = ibv_open_xrcd(&s->ctx->ibv, &domain);
	assert_true(s->pd && s->cq && s->srq && s->xrcd);
}

static void close_side(struct side *s)
{
	s->t.fail_error = 0;
	s->t.events_reported = 0;
	s->provider.destroy_srq = fake_provider.destroy_srq;
	assert_int_equal(ibv_close_xrcd(s->xrcd), 0);
	assert_int_equal(ibv_destroy_srq(s->srq), 0);
	assert_int_equal(ibv_destroy_cq(s->cq), 0);
	assert_int_equal(ibv_dealloc_pd(s->pd), 0);
	assert_int_equal(s->t.objects, 0);
	fake_context_free(s->ctx);
}

int open_sides(void **state)
{
	(void)state;
	granted_posts = 4;
	granted_sges = 1;
	open_side(&here);
	open_side(&there);
	return 0;
}

int close_sides(void **state)
{
	(void)state;
	close_side(&there);
	close_side(&here);
	return 0;
}

struct ibv_pd *parent_domain(void)
{
	struct ibv_parent_domain_init_attr attr = {.pd = here.pd};
	struct ibv_pd *pd = ibv_alloc_parent_domain(&here.ctx->ibv, &attr);

	assert_non_null(pd);
	return pd;
}

bool ends_within(pthread_t thread, int milliseconds)
{
	struct timespec until;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_nsec += milliseconds % 1000 * 1000000L;
	until.tv_sec += milliseconds / 1000 + until.tv_nsec / 1000000000;
	until.tv_nsec %= 1000000000;
	return !pthread_timedjoin_np(thread, NULL, &until);
}
