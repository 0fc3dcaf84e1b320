/* SPDX-License-Identifier: BSD-2-Clause */
/* What runtime/iba/mad/qp.c calls, and a queue pair with services, for its test. */
#ifndef TESTS_UNIT_IBA_QP_KIT_H
#define TESTS_UNIT_IBA_QP_KIT_H

#include <arpa/inet.h>
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "heap.h"
#include "iba/mad/qp.h"
#include "locked.h"
#include "stores.h"

enum {
	RECEIVES = 3,
	SENDS = 2,
	MEMORY = RECEIVES * IBA_MAD_RECEIVE_BYTES + SENDS * MAD_BYTES,
	LKEY = 0x4711
};

static const uint64_t receive_flag = UINT64_C(1) << 32;

static struct ibv_context context;
static struct ibv_pd pd;
static const struct ibv_pd *const expected_pd = &pd;
static struct ibv_qp verbs;
static struct ibv_cq cq;
static struct iba_cq queue;
static struct iba_qp qp;
static struct iba_mad_svc svcs[3];
static struct iba_object other_child;
static struct ibv_mr mr;
static const struct ibv_mr *const expected_mr = &mr;
static uint8_t *memory; /* that was registered */
static int mrs, vectors, flushes, query_fails, queries;
static bool dispatcher_fails, reg_fails;
static enum ibv_qp_state state_now;
static uint64_t receives[16];
static int posts, notifies;
static struct ibv_wc script[8], late;
static int script_at, script_end;
static bool has_late;

static struct {
	unsigned int at;
	enum ibv_wc_status status;
} sents[4];
static int sent;

static struct iba_mad element, request;
static uint8_t buffer[MAD_BYTES];
static bool no_element, has_request;
static uint32_t agent_asked;
static int taken, releases, forgets, deliveries;
static struct iba_mad_svc *delivered_to;
static struct iba_mad *delivered, *answered;
static int clears;
static bool was_pending;

bool iba_is_response(const struct mad_header *header)
{
	return header->method & MAD_RESPONSE;
}

int iba_dispatcher_start(void)
{
	return dispatcher_fails;
}

bool iba_timer_clear(struct iba_timer *timer)
{
	assert_ptr_equal(timer, &qp.management->timer);
	clears++;
	return was_pending;
}

void iba_mad_qp_timer_expired(struct iba_job *job)
{
	(void)job;
}

void iba_mad_qp_flush(struct iba_mad_qp *own)
{
	assert_ptr_equal(own, qp.management);
	flushes++;
}

void iba_mad_qp_sent(struct iba_mad_qp *own, unsigned int at, enum ibv_wc_status status)
{
	assert_ptr_equal(own, qp.management);
	sents[sent].at = at;
	sents[sent++].status = status;
}

/* ---- verbs ---- */

/* The caller may have to hold a lock for one of its queries, but never iba_lock(). */
int ibv_query_qp(struct ibv_qp *qp, struct ibv_qp_attr *attr, int mask,
		 struct ibv_qp_init_attr *init)
{
	assert_ptr_equal(qp, &verbs);
	assert_int_equal(locked, 0);
	memset(attr, 0, sizeof(*attr));
	memset(init, 0, sizeof(*init));
	if (++queries == query_fails)
		return EIO;
	if (mask == (IBV_QP_STATE | IBV_QP_CAP)) {
		attr->qp_state = state_now;
		init->cap.max_recv_wr = RECEIVES;
		init->cap.max_send_wr = SENDS;
	} else {
		assert_int_equal(mask, IBV_QP_PORT | IBV_QP_QKEY);
		attr->port_num = 2;
		attr->qkey = 0x1234;
	}
	return 0;
}

struct ibv_mr *ibv_reg_mr(struct ibv_pd *pd, void *addr, size_t length, int access)
{
	assert_ptr_equal(pd, expected_pd);
	assert_non_null(addr);
	assert_int_equal(length, MEMORY);
	assert_int_equal(access, IBV_ACCESS_LOCAL_WRITE);
	if (reg_fails)
		return NULL;
	memory = addr;
	mrs++;
	return &mr;
}

int ibv_dereg_mr(struct ibv_mr *mr)
{
	assert_ptr_equal(mr, expected_mr);
	mrs--;
	return 0;
}

int ibv_destroy_ah(struct ibv_ah *ah)
{
	assert_non_null(ah);
	vectors--;
	return 0;
}

static int post_receive_stub(struct ibv_qp *of, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad)
{
	const uint64_t at = wr->wr_id & ~receive_flag;

	assert_ptr_equal(of, &verbs);
	assert_non_null(bad);
	assert_null(wr->next);
	assert_int_equal(wr->num_sge, 1);
	assert_int_equal(wr->sg_list->length, IBA_MAD_RECEIVE_BYTES);
	assert_int_equal(wr->sg_list->lkey, LKEY);
	assert_true(wr->sg_list->addr == (uintptr_t)memory + at * IBA_MAD_RECEIVE_BYTES);
	receives[posts++] = wr->wr_id;
	return 0;
}

static int poll_one(struct ibv_cq *of, int count, struct ibv_wc *wc)
{
	assert_ptr_equal(of, &cq);
	assert_int_equal(count, 1);
	if (script_at == script_end)
		return 0;
	*wc = script[script_at++];
	return 1;
}

static int request_notice(struct ibv_cq *of, int solicited)
{
	assert_ptr_equal(of, &cq);
	assert_int_equal(solicited, 0);
	notifies++;
	if (has_late)
		script[script_end++] = late;
	has_late = false;
	return 0;
}

/* ---- elements ---- */

ib_api_status_t iba_store_take(struct iba_store *store, struct iba_pool_key *key, size_t bytes,
			       struct iba_mad **mad)
{
	assert_ptr_equal(store, &stores);
	assert_null(key);
	assert_int_equal(bytes, MAD_BYTES);
	if (no_element)
		return IB_INSUFFICIENT_MEMORY;
	memset(&element, 0, sizeof(element));
	element.element.status = IB_WCS_UNKNOWN;
	element.element.p_mad_buf = (ib_mad_t *)buffer;
	*mad = &element;
	taken++;
	return IB_SUCCESS;
}

void iba_mad_put(struct iba_mad *mad)
{
	assert_ptr_equal(mad, &element);
	releases++;
}

struct iba_mad *iba_mad_take_matching(struct iba_mad_svc *svc, uint32_t agent,
				      const struct mad_header *header)
{
	assert_non_null(svc);
	assert_true(header->tid >> 32 == agent);
	agent_asked = agent;
	return has_request ? &request : NULL;
}

void iba_mad_qp_forget(struct iba_mad_qp *own, const struct iba_mad *mad)
{
	assert_ptr_equal(own, qp.management);
	assert_ptr_equal(mad, &request);
	forgets++;
}

/* A receive is posted again before the program is called. */
void iba_mad_deliver(struct iba_mad_svc *svc, struct iba_mad *mad, struct iba_mad *request)
{
	assert_int_equal(svc->object.references, 1);
	assert_int_equal(posts, 1);
	delivered_to = svc;
	delivered = mad;
	answered = request;
	deliveries++;
}

/* ---- a queue pair that may have services ---- */

static int reset_queue_pair(void **state)
{
	(void)state;
	memset(&qp, 0, sizeof(qp));
	memset(svcs, 0, sizeof(svcs));
	memset(script, 0, sizeof(script));
	memset(&late, 0, sizeof(late));
	memset(buffer, 0, sizeof(buffer));
	mrs = stores = vectors = locked = flushes = query_fails = queries = posts = notifies = 0;
	script_at = script_end = sent = taken = releases = forgets = deliveries = clears = 0;
	dispatcher_fails = reg_fails = store_fails = has_late = no_element = has_request =
		was_pending = false;
	fails_at = 0;
	agent_asked = 0;
	delivered_to = NULL;
	delivered = answered = NULL;
	state_now = IBV_QPS_RTS;
	mr.lkey = LKEY;
	verbs.pd = &pd;
	verbs.context = cq.context = &context;
	context.ops.post_recv = post_receive_stub;
	context.ops.poll_cq = poll_one;
	context.ops.req_notify_cq = request_notice;
	queue.cq = &cq;
	qp.qp = &verbs;
	qp.send_cq = &queue;
	pthread_mutex_init(&qp.changing, NULL);
	other_child = (struct iba_object){
		.kind = INVERBS_IBA_QP, .alive = true, .next = &svcs[0].object};
	qp.reporter.object.children = &other_child;
	for (int i = 0; i < 3; i++) {
		svcs[i].object.kind = INVERBS_IBA_MAD_SVC;
		svcs[i].object.alive = true;
		svcs[i].object.next = i < 2 ? &svcs[i + 1].object : NULL;
		svcs[i].number = 10 + (uint32_t)i;
	}
	return 0;
}

static int end_queue_pair(void **state)
{
	(void)state;
	assert_int_equal(pthread_mutex_trylock(&qp.changing), 0);
	if (qp.management) {
		assert_int_equal(pthread_mutex_trylock(&qp.management->lock), 0);
		qp.hooks->release(&qp);
	}
	assert_int_equal(blocks, 0);
	assert_int_equal(mrs, 0);
	assert_int_equal(stores, 0);
	assert_int_equal(vectors, 0);
	assert_int_equal(locked, 0);
	for (int i = 0; i < 3; i++)
		assert_int_equal(svcs[i].object.references, 0);
	return 0;
}

/* A service that will be added. */
static struct iba_mad_svc fresh;

static inline ib_api_status_t open_service(void)
{
	memset(&fresh, 0, sizeof(fresh));
	return iba_mad_qp_open(&qp, &fresh);
}

static inline void takes_requests(struct iba_mad_svc *svc, uint8_t mgmt_class, uint8_t version,
				  unsigned int method)
{
	svc->takes = true;
	svc->mgmt_class = mgmt_class;
	svc->version = version;
	memset(svc->methods, 0, sizeof(svc->methods));
	svc->methods[method / 32] = 1U << method % 32;
}

#define FRESH(name) cmocka_unit_test_setup_teardown(name, reset_queue_pair, end_queue_pair)

#endif
