/* SPDX-License-Identifier: BSD-2-Clause */
/* Fake verbs for the tests of runtime/cm/qp.c: they count the objects that exist, and fail where a
 * test requires it. */
#ifndef TESTS_UNIT_RUNTIME_CM_VERBS_H
#define TESTS_UNIT_RUNTIME_CM_VERBS_H

#include <fcntl.h>
#include <infiniband/marshall.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "runtime/cm/cm.h"

enum {
	HANDLE = 7,
	MOVES = 8
};

static struct ibv_context context, other;
static struct ibv_pd pd = {.context = &context}, own_pd = {.context = &context},
		     foreign = {.context = &other};
static struct ibv_cq own_cq, cqs[2];
static struct ibv_comp_channel channels[2];
static struct ibv_qp qp;
static struct ibv_srq srq;

/* For functions whose parameters have the names of these objects. */
static const struct ibv_context *const expected_context = &context;
static const struct ibv_qp *const expected_qp = &qp;
static const struct ibv_srq *const expected_srq = &srq;

static struct ibv_xrcd xrcd, own_xrcd;
static struct inverbs_cm_device device;
static struct inverbs_cm_id id;

/** The calls of the code under test, and which of them fail (with EIO). */
static struct {
	int cqs, channels, qps, srqs, xrcds; /* objects that exist now */
	int cqs_made, channels_made, made;
	int cqe[2];
	struct ibv_qp_init_attr_ex qp;
	struct ibv_srq_init_attr_ex srq;
	struct ibv_xrcd_init_attr xrcd;
	struct ibv_qp_attr attr[MOVES]; /* of each ibv_modify_qp() */
	int mask[MOVES], moves;
	int asked;
	enum ibv_qp_state asked_state;
	int fails_cq, fails_channel, fails_qp, fails_srq, fails_xrcd, fails_move,
		fails_ask; /* number of the call that fails, from 1; 0: none */
} did;

static bool fails(int at, int call)
{
	errno = at == call ? EIO : 0;
	return at == call;
}

struct ibv_comp_channel *ibv_create_comp_channel(struct ibv_context *context)
{
	assert_ptr_equal(context, expected_context);
	if (fails(did.fails_channel, did.channels_made + 1))
		return NULL;
	did.channels++;
	return &channels[did.channels_made++ % 2];
}

int ibv_destroy_comp_channel(struct ibv_comp_channel *channel)
{
	assert_true(channel == &channels[0] || channel == &channels[1]);
	did.channels--;
	errno = EBUSY;
	return 0;
}

struct ibv_cq *ibv_create_cq(struct ibv_context *context, int cqe, void *cq_context,
			     struct ibv_comp_channel *channel, int vector)
{
	const int n = did.cqs_made % 2;

	assert_ptr_equal(context, expected_context);
	assert_ptr_equal(cq_context, &id.cm);
	assert_int_equal(vector, 0);
	if (fails(did.fails_cq, did.cqs_made + 1))
		return NULL;
	did.cqe[n] = cqe;
	did.cqs++;
	did.cqs_made++;
	cqs[n].channel = channel;
	return &cqs[n];
}

int ibv_destroy_cq(struct ibv_cq *cq)
{
	assert_true(cq == &cqs[0] || cq == &cqs[1]);
	assert_true(did.channels > 0);
	did.cqs--;
	return 0;
}

struct ibv_xrcd *ibv_open_xrcd(struct ibv_context *context, struct ibv_xrcd_init_attr *attr)
{
	assert_ptr_equal(context, expected_context);
	did.xrcd = *attr;
	if (fails(did.fails_xrcd, 1))
		return NULL;
	did.xrcds++;
	return &xrcd;
}

struct ibv_qp *ibv_create_qp_ex(struct ibv_context *context,
				struct ibv_qp_init_attr_ex *qp_init_attr_ex)
{
	assert_ptr_equal(context, expected_context);
	did.qp = *qp_init_attr_ex;
	qp_init_attr_ex->cap.max_send_wr += 3;
	if (fails(did.fails_qp, 1))
		return NULL;
	did.qps++;
	qp.qp_type = qp_init_attr_ex->qp_type;
	return &qp;
}

int ibv_destroy_qp(struct ibv_qp *qp)
{
	assert_ptr_equal(qp, expected_qp);
	did.qps--;
	errno = EBUSY;
	return 0;
}

int ibv_modify_qp(struct ibv_qp *qp, struct ibv_qp_attr *attr, int mask)
{
	assert_ptr_equal(qp, expected_qp);
	assert_true(did.moves < MOVES);
	did.attr[did.moves] = *attr;
	did.mask[did.moves++] = mask;
	return did.fails_move == did.moves ? EIO : 0;
}

struct ibv_srq *ibv_create_srq_ex(struct ibv_context *context,
				  struct ibv_srq_init_attr_ex *srq_init_attr_ex)
{
	assert_ptr_equal(context, expected_context);
	did.srq = *srq_init_attr_ex;
	srq_init_attr_ex->attr.max_wr += 5;
	if (fails(did.fails_srq, 1))
		return NULL;
	did.srqs++;
	return &srq;
}

int ibv_destroy_srq(struct ibv_srq *srq)
{
	assert_ptr_equal(srq, expected_srq);
	did.srqs--;
	return 0;
}

void ibv_copy_qp_attr_from_kern(struct ibv_qp_attr *dst, struct ib_uverbs_qp_attr *src)
{
	dst->qkey = src->qkey;
	dst->max_dest_rd_atomic = src->max_dest_rd_atomic;
	dst->max_rd_atomic = src->max_rd_atomic;
}

void inverbs_object_made(const void *object, const char *kind)
{
	(void)kind;
	did.made += object != NULL;
}

/* Execute INIT_QP_ATTR. All bits of the mask are set, because some kernels set bits 21 to 23. */
static int command(struct inverbs_transport *t, const void *cmd, size_t bytes)
{
	struct ucma_init_qp_attr_req request;
	struct uverbs_byte_header head;
	struct ib_uverbs_qp_attr *to;

	(void)t, (void)bytes;
	memcpy(&head, cmd, sizeof(head));
	assert_int_equal(head.command, UCMA_CMD_INIT_QP_ATTR);
	memcpy(&request, (const uint8_t *)cmd + sizeof(head), sizeof(request));
	assert_int_equal(request.id, HANDLE);
	did.asked_state = (enum ibv_qp_state)request.qp_state;
	if (did.fails_ask == ++did.asked)
		return EIO;
	to = (struct ib_uverbs_qp_attr *)(uintptr_t)request.response;
	*to = (struct ib_uverbs_qp_attr){.qkey = 77,
					 .max_dest_rd_atomic = 11,
					 .max_rd_atomic = 12,
					 .qp_attr_mask = 0xffffffff};
	return 0;
}

static int reset_verbs(void **state)
{
	static const struct inverbs_transport_ops ops = {.command = command};
	static struct inverbs_transport transport = {.ops = &ops};
	static struct inverbs_cm_channel channel = {.transport = &transport};

	(void)state;
	memset(&did, 0, sizeof(did));
	memset(&id, 0, sizeof(id));
	device = (struct inverbs_cm_device){.verbs = &context};
	id.handle = HANDLE;
	id.cm.channel = &channel.cm;
	id.cm.verbs = &context;
	id.cm.pd = &pd;
	id.device = &device;
	return 0;
}

enum {
	ALL = (int)(0xffffffff & ~(7U << 21)),
	RELIABLE = IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER | IBV_QP_TIMEOUT |
		   IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | IBV_QP_MAX_QP_RD_ATOMIC
};

static struct ibv_qp_init_attr attr_of(enum ibv_qp_type type)
{
	return (struct ibv_qp_init_attr){.qp_context = &id,
					 .cap = {.max_send_wr = 4, .max_recv_wr = 9},
					 .qp_type = type,
					 .sq_sig_all = 5};
}

/* Check how many completion queues, completion channels and queue pairs exist. */
static void expect_objects(int cq, int channel, int pairs)
{
	assert_int_equal(did.cqs, cq);
	assert_int_equal(did.channels, channel);
	assert_int_equal(did.qps, pairs);
	assert_int_equal(id.cm.qp != NULL, pairs);
	assert_int_equal((id.cm.send_cq_channel != NULL) + (id.cm.recv_cq_channel != NULL),
			 channel);
}

#define FRESH(name) cmocka_unit_test_setup(name, reset_verbs)

#endif
