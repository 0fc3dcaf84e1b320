/* SPDX-License-Identifier: BSD-2-Clause */
/* What runtime/iba/mad/qp_send.c calls, and a queue pair of type MAD, for its test. */
#ifndef TESTS_UNIT_IBA_QP_SENDS_KIT_H
#define TESTS_UNIT_IBA_QP_SENDS_KIT_H

#include <arpa/inet.h>
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "iba/mad/qp.h"

enum {
	SENDS = 2,
	MADS = 6,
	GUARD = 0xee,
	LKEY = 0x4711
};

struct noted {
	struct iba_mad_svc *svc;
	struct iba_mad *mad;
	ib_wc_status_t status;
};

static struct iba_ca ca;
static const struct iba_ca *const expected_ca = &ca;
static struct ibv_pd pd;
static const struct ibv_pd *const expected_pd = &pd;
static struct ibv_context context;
static const struct ibv_context *const expected_context = &context;
static struct ibv_qp verbs;
static struct ibv_mr mr;
static struct iba_qp qp;
static struct iba_mad_qp own;
static struct iba_mad_slot slots[SENDS + 1];
static uint8_t memory[IBA_MAD_RECEIVE_BYTES + (SENDS + 1) * MAD_BYTES];
static struct iba_mad_svc svcs[3];
static struct iba_object other_child;
static struct iba_mad mads[MADS];
static uint8_t bytes[MADS][MAD_BYTES + 44];

static struct ibv_ah vectors[16];
static int made, alive_vectors, vector_errno;
static struct ibv_send_wr posted;
static int posts, post_fails;
static uint64_t now, now_step;
static int locked, timers;
static uint32_t timer_ms;
static struct noted noted[8];
static int notes, gives;
static uint32_t order[8]; /* numbers of the services whose elements were given back */
static void (*in_callback)(void);
static struct noted deferred[4];
static int defers;
static struct ibv_ah_attr *given_attr;

uint64_t iba_now_ms(void)
{
	now += now_step;
	return now;
}

void iba_lock(void)
{
	assert_int_equal(locked++, 0);
}

void iba_unlock(void)
{
	assert_int_equal(locked--, 1);
}

void iba_timer_set(struct iba_timer *timer, uint32_t ms)
{
	assert_ptr_equal(timer, &own.timer);
	assert_int_equal(locked, 1);
	timer_ms = ms;
	timers++;
}

void iba_put(struct iba_object *object)
{
	assert_int_equal(locked, 0);
	assert_true(object->references > 0);
	object->references--;
}

bool iba_is_response(const struct mad_header *header)
{
	return header->method & MAD_RESPONSE;
}

struct ibv_ah *ibv_create_ah(struct ibv_pd *pd, struct ibv_ah_attr *attr)
{
	assert_ptr_equal(pd, expected_pd);
	given_attr = attr;
	if (vector_errno) {
		errno = vector_errno;
		return NULL;
	}
	alive_vectors++;
	return &vectors[made++];
}

int ibv_destroy_ah(struct ibv_ah *ah)
{
	assert_non_null(ah);
	alive_vectors--;
	return 0;
}

static int post_send(struct ibv_qp *of, struct ibv_send_wr *wr, struct ibv_send_wr **bad)
{
	assert_ptr_equal(of, &verbs);
	assert_non_null(bad);
	assert_null(wr->next);
	assert_int_equal(wr->num_sge, 1);
	assert_int_equal(wr->opcode, IBV_WR_SEND);
	assert_int_equal(wr->send_flags, IBV_SEND_SIGNALED);
	assert_int_equal(wr->sg_list->length, MAD_BYTES);
	assert_int_equal(wr->sg_list->lkey, LKEY);
	assert_true(wr->sg_list->addr ==
		    (uintptr_t)memory + IBA_MAD_RECEIVE_BYTES + wr->wr_id * MAD_BYTES);
	assert_ptr_equal(wr->wr.ud.ah, &vectors[made - 1]);
	posted = *wr;
	posts++;
	return post_fails;
}

struct iba_ca *iba_ca_of(struct iba_object *object)
{
	assert_ptr_equal(object, &qp.reporter.object);
	return &ca;
}

static inline bool is_locked(pthread_mutex_t *mutex)
{
	if (pthread_mutex_trylock(mutex))
		return true;
	pthread_mutex_unlock(mutex);
	return false;
}

void iba_mad_queue_done(struct iba_mad_svc *svc, struct iba_mad *mad, ib_wc_status_t status)
{
	assert_true(is_locked(&svc->lock));
	noted[notes++] = (struct noted){svc, mad, status};
}

void iba_mad_defer_done(struct iba_mad_svc *svc, struct iba_mad *mad, ib_wc_status_t status)
{
	deferred[defers++] = (struct noted){svc, mad, status};
}

bool iba_mad_take_waiting(struct iba_mad_svc *svc, const struct iba_mad *mad)
{
	struct iba_mad **at = &svc->waiting;

	assert_true(is_locked(&svc->lock));
	while (*at && *at != mad)
		at = &(*at)->next;
	if (!*at)
		return false;
	*at = mad->next;
	return true;
}

void iba_mad_give_back(struct iba_mad_svc *svc)
{
	void (*call)(void) = in_callback;

	assert_false(is_locked(&svc->lock));
	assert_false(is_locked(&own.lock));
	order[gives++] = svc->number;
	in_callback = NULL;
	if (call)
		call();
}

/* ---- a queue pair with two slots for sends, and three services ---- */

static int reset_queue_pair(void **state)
{
	(void)state;
	memset(&own, 0, sizeof(own));
	memset(&qp, 0, sizeof(qp));
	memset(slots, 0, sizeof(slots));
	memset(memory, GUARD, sizeof(memory));
	memset(svcs, 0, sizeof(svcs));
	memset(mads, 0, sizeof(mads));
	memset(bytes, 0, sizeof(bytes));
	memset(&posted, 0, sizeof(posted));
	made = alive_vectors = vector_errno = posts = post_fails = locked = timers = notes = gives =
		defers = 0;
	timer_ms = 0;
	now = 1000;
	now_step = 0;
	in_callback = NULL;
	given_attr = NULL;
	verbs.pd = &pd;
	verbs.context = &context;
	context.ops.post_send = post_send;
	mr.lkey = LKEY;
	qp.qp = &verbs;
	qp.reporter.object.alive = true;
	own = (struct iba_mad_qp){.qp = &qp,
				  .mr = &mr,
				  .memory = memory,
				  .receives = 1,
				  .sends = SENDS,
				  .may_send = true,
				  .port = 2,
				  .slots = slots,
				  .last_queued = &own.queued,
				  .due = UINT64_MAX};
	pthread_mutex_init(&own.lock, NULL);
	other_child = (struct iba_object){.kind = INVERBS_IBA_QP, .alive = true};
	qp.reporter.object.children = &other_child;
	other_child.next = &svcs[0].object;
	for (int i = 0; i < 3; i++) {
		svcs[i].own = &own;
		svcs[i].number = (uint32_t)(30 - 10 * i); /* not in the order of the list */
		svcs[i].object.kind = INVERBS_IBA_MAD_SVC;
		svcs[i].object.alive = true;
		svcs[i].object.next = i < 2 ? &svcs[i + 1].object : NULL;
		pthread_mutex_init(&svcs[i].lock, NULL);
	}
	for (int i = 0; i < MADS; i++) {
		const struct mad_header header = {.method = MAD_METHOD_GET,
						  .tid = 0x900000070 + (uint64_t)i};

		mads[i].element.p_mad_buf = (ib_mad_t *)bytes[i];
		mads[i].element.size = MAD_BYTES;
		mads[i].next_queued = &mads[0]; /* from an earlier send */
		mads[i].element.remote_qp = htonl(5);
		mads[i].element.remote_qkey = htonl(0x1234);
		mad_header_put(bytes[i], &header);
	}
	return 0;
}

/* No lock is still held, and nothing was written behind the last slot. */
static int check_queue_pair(void **state)
{
	(void)state;
	assert_int_equal(locked, 0);
	assert_false(is_locked(&own.lock));
	for (int i = 0; i < 3; i++)
		assert_false(is_locked(&svcs[i].lock));
	for (size_t i = 0; i < IBA_MAD_RECEIVE_BYTES; i++)
		assert_int_equal(memory[i], GUARD);
	for (size_t i = sizeof(memory) - MAD_BYTES; i < sizeof(memory); i++)
		assert_int_equal(memory[i], GUARD);
	assert_null(slots[SENDS].ah);
	assert_null(slots[SENDS].mad);
	return 0;
}

/* Send an element; a request waits for its response this long. */
static inline void send_ok(int service, int n, uint32_t timeout_ms)
{
	mads[n].element.resp_expected = timeout_ms ? TRUE : FALSE;
	mads[n].element.timeout_ms = timeout_ms;
	assert_int_equal(iba_mad_qp_send(&svcs[service], &mads[n]), 0);
}

static inline void has_ended(int at, int service, int n, ib_wc_status_t status)
{
	assert_true(at < notes);
	assert_ptr_equal(noted[at].svc, &svcs[service]);
	assert_ptr_equal(noted[at].mad, &mads[n]);
	assert_int_equal(noted[at].status, status);
}

/* The elements that are queued, in this order; ends with -1. */
static inline void are_queued(const int *numbers)
{
	struct iba_mad **at = &own.queued;

	for (; *numbers >= 0; numbers++) {
		assert_ptr_equal(*at, &mads[*numbers]);
		at = &(*at)->next_queued;
	}
	assert_null(*at);
	assert_ptr_equal(own.last_queued, at);
}

#define QUEUED(...)   are_queued((const int[]){__VA_ARGS__, -1})
#define NONE_QUEUED() are_queued((const int[]){-1})
#define FRESH(name)   cmocka_unit_test_setup_teardown(name, reset_queue_pair, check_queue_pair)

#endif
