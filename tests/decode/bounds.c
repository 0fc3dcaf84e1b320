/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * No post writes outside of its slot, and a refused one writes nothing: every opcode, type of queue
 * pair, grant and number of SGEs, inline or not. The queues are an adapter's own, with what its
 * provider grants; their rings are moved to memory with known bytes around them.
 */
#include "bounds.h"

#include <errno.h>
#include <infiniband/verbs.h>
#include <inverbs/transport.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum {
	AROUND = 2048, /* bytes of canary on either side; the largest slot has 1024 */
	CANARY = 0xa5,
	PAGE = 4096,
	OPCODES = 0x24,
	SGES = 66, /* more than any queue takes */
	CHUNK = 64,
};

static struct ibv_context *device;
static struct ibv_pd *pd;
static struct ibv_cq *cq;
static uint8_t payload[8192];

/* --- a queue in memory of ours ------------------------------------------------------------- */

struct arena {
	uint8_t *bytes, *before;
	size_t size;
	uint8_t *slots;
	struct bounds_ring ring;
};

/** Move a ring and what lies in front of it. */
static struct arena arena_open(struct bounds_ring ring)
{
	const size_t bytes = bounds_head + ((size_t)ring.entries << ring.shift);
	struct arena a = {.size = bytes + 2 * (size_t)AROUND, .ring = ring};

	a.bytes = aligned_alloc(PAGE, (a.size + PAGE - 1) / PAGE * PAGE);
	a.before = malloc(a.size);
	assert_true(a.bytes && a.before);
	memset(a.bytes, CANARY, a.size);
	memcpy(a.bytes + AROUND, *ring.slots - bounds_head, bytes);
	a.slots = a.bytes + AROUND + bounds_head;
	*ring.slots = a.slots;
	memcpy(a.before, a.bytes, a.size);
	return a;
}

static void arena_close(struct arena *a)
{
	free(a->bytes);
	free(a->before);
}

/** Call the bytes of [from, from + bytes) as they are now unchanged. */
static void allow(struct arena *a, const uint8_t *from, size_t bytes)
{
	const size_t at = (size_t)(from - a->bytes);

	memcpy(a->before + at, a->bytes + at, bytes);
}

/** A slot, and the indexes in front of the ring. */
static void allow_post(struct arena *a, uint32_t slot)
{
	allow(a, a->slots - bounds_head, bounds_head);
	allow(a, a->slots + ((size_t)slot << a->ring.shift), (size_t)1 << a->ring.shift);
}

/** Marks that an adapter wants in a slot ahead: the first words of its later chunks. */
static void allow_marks(struct arena *a, uint32_t slot)
{
	const uint8_t *at = a->slots + ((size_t)(slot & (a->ring.entries - 1)) << a->ring.shift);

	for (size_t chunk = CHUNK; chunk < (size_t)1 << a->ring.shift; chunk += CHUNK)
		allow(a, at + chunk, 4);
}

static void unchanged(const struct arena *a, const char *what, unsigned int which, int num_sge)
{
	size_t at = 0;

	if (!memcmp(a->bytes, a->before, a->size))
		return;
	while (a->bytes[at] == a->before[at])
		at++;
	fail_msg("%s %u with %d SGEs, slots of %u bytes: byte %ld of %u changed", what, which,
		 num_sge, 1U << a->ring.shift, (long)(at - AROUND - bounds_head),
		 a->ring.entries << a->ring.shift);
}

/* --- what is around the rings ---------------------------------------------------------------- */

static int answer(struct inverbs_transport *t, const void *cmd, size_t bytes)
{
	(void)t;
	(void)cmd;
	(void)bytes;
	return 0;
}

/** A copy of a queue pair whose registers are memory, and whose kernel agrees to everything. */
struct double_qp {
	struct inverbs_qp qp;
	struct inverbs_work work;
	struct inverbs_context context;
	struct inverbs_transport transport;
	struct inverbs_transport_ops ops;
	struct inverbs_push push;
	uint8_t registers[2 * PAGE];
};

static void double_open(struct double_qp *d, struct ibv_qp *qp)
{
	memset(d, 0, sizeof(*d));
	d->qp = *inverbs_qp_of(qp);
	if (d->qp.sq.work) {
		d->work = *d->qp.sq.work;
		d->qp.sq.work = &d->work;
	}
	d->ops.command = answer;
	d->transport.ops = &d->ops;
	d->context = *inverbs_context_of(qp->context);
	d->context.transport = &d->transport;
	d->qp.ibv.context = &d->context.ibv;
	d->qp.sq.bell = d->registers;
	d->push = (struct inverbs_push){.page = d->registers + PAGE, .size = 256};
	d->qp.sq.push = &d->push;
}

static bool rung(struct double_qp *d)
{
	static const uint8_t silent[sizeof(d->registers)];
	const bool any = memcmp(d->registers, silent, sizeof(silent)) != 0;

	memset(d->registers, 0, sizeof(d->registers));
	return any;
}

/* --- sends --------------------------------------------------------------------------------- */

struct request {
	struct ibv_send_wr wr;
	struct ibv_sge sge[SGES];
	struct ibv_mw mw;
	struct ibv_mr mr;
	struct inverbs_ah ah;
};

/** `bytes` of payload in so many pieces, the last of which has the rest. */
static void build(struct request *r, enum ibv_qp_type type, unsigned int opcode, int num_sge,
		  uint32_t bytes, bool in_entry)
{
	memset(r, 0, sizeof(*r));
	for (int i = 0; i < num_sge; i++) {
		const uint32_t piece = i == num_sge - 1 ? bytes : bytes / (uint32_t)num_sge;

		r->sge[i] = (struct ibv_sge){(uintptr_t)payload, piece, 1};
		bytes -= piece;
	}
	r->wr.sg_list = r->sge;
	r->wr.num_sge = num_sge;
	r->wr.opcode = (enum ibv_wr_opcode)opcode;
	r->wr.send_flags = in_entry ? IBV_SEND_INLINE | IBV_SEND_SIGNALED : IBV_SEND_SIGNALED;
	r->wr.wr.rdma.remote_addr = UINT64_MAX;
	r->wr.wr.rdma.rkey = UINT32_MAX;
	if (type == IBV_QPT_UD) {
		r->wr.wr.ud.ah = &r->ah.ibv;
	} else if (opcode == IBV_WR_BIND_MW) {
		r->wr.bind_mw.mw = &r->mw;
		r->wr.bind_mw.bind_info.mr = &r->mr;
	}
}

static unsigned long posted, refused;

static void post(struct double_qp *d, struct arena *a, struct request *r, uint32_t slot)
{
	struct ibv_send_wr *bad = NULL;
	uint32_t head;
	int err;

	bounds_next_send(&d->qp, slot);
	head = d->qp.sq.head;
	allow(a, a->slots - bounds_head, bounds_head);
	err = ibv_post_send(&d->qp.ibv, &r->wr, &bad);
	if (err) {
		assert_ptr_equal(bad, &r->wr);
		assert_false(rung(d));
		assert_int_equal(d->qp.sq.head, head);
		refused++;
	} else {
		allow_post(a, slot);
		if (d->qp.sq.spare)
			allow_marks(a, slot + d->qp.sq.spare);
		rung(d);
		posted++;
	}
	unchanged(a, "opcode", r->wr.opcode, r->wr.num_sge);
}

static void post_everywhere(struct double_qp *d, struct arena *a, struct request *r)
{
	post(d, a, r, a->ring.entries - 1);
	post(d, a, r, a->ring.entries / 2);
}

static void numbers_of_sges(struct double_qp *d, struct arena *a, unsigned int opcode,
			    const struct ibv_qp_cap *cap)
{
	const int most = (int)cap->max_send_sge, tried[] = {0, 1, 2, most - 1, most, most + 1};
	const uint32_t room = cap->max_inline_data;
	const uint32_t lengths[] = {0, 1, 8, room - 8, room - 1, room, room + 1, room + 64};
	enum ibv_qp_type type = d->qp.ibv.qp_type;
	struct request r;

	for (size_t i = 0; i < sizeof(tried) / sizeof(tried[0]); i++) {
		build(&r, type, opcode, tried[i], 4000, false);
		post_everywhere(d, a, &r);
		for (size_t n = 0; n < sizeof(lengths) / sizeof(lengths[0]); n++) {
			if (lengths[n] > sizeof(payload))
				continue; /* less than nothing */
			build(&r, type, opcode, tried[i], lengths[n], true);
			post_everywhere(d, a, &r);
		}
	}
}

static struct ibv_qp *make_qp(enum ibv_qp_type type, struct ibv_qp_cap *cap)
{
	struct ibv_qp_init_attr attr = {.send_cq = cq, .recv_cq = cq, .qp_type = type};
	struct ibv_qp_attr init = {.qp_state = IBV_QPS_INIT, .port_num = 1};
	struct ibv_qp *qp;
	int mask = IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT;

	attr.cap = *cap;
	qp = ibv_create_qp(pd, &attr);
	if (!qp)
		return NULL;
	mask |= type == IBV_QPT_UD ? IBV_QP_QKEY : IBV_QP_ACCESS_FLAGS;
	assert_int_equal(ibv_modify_qp(qp, &init, mask), 0);
	*cap = attr.cap;
	return qp;
}

static bool try_sends(enum ibv_qp_type type, uint32_t sges, uint32_t in_entry)
{
	struct ibv_qp_cap cap = {.max_send_wr = 1, .max_recv_wr = 1, .max_send_sge = sges};
	static struct double_qp d;
	struct arena a;
	struct ibv_qp *qp;

	cap.max_recv_sge = 1;
	cap.max_inline_data = in_entry;
	qp = make_qp(type, &cap);
	if (!qp)
		return false;
	double_open(&d, qp);
	a = arena_open(bounds_sends(&d.qp));
	for (unsigned int opcode = 0; opcode < OPCODES; opcode++)
		numbers_of_sges(&d, &a, opcode, &cap);
	arena_close(&a);
	assert_int_equal(ibv_destroy_qp(qp), 0);
	return true;
}

static void sends_stay_in_their_slots(void **state)
{
	static const enum ibv_qp_type types[] = {IBV_QPT_RC, IBV_QPT_UC, IBV_QPT_UD,
						 IBV_QPT_XRC_SEND};
	static const uint32_t sges[] = {1, 2, 4, 6, 14, 30, 32}, in_entry[] = {0, 64, 200, 900};
	unsigned int queues = 0;

	(void)state;
	for (size_t t = 0; t < sizeof(types) / sizeof(types[0]); t++) {
		for (size_t s = 0; s < sizeof(sges) / sizeof(sges[0]); s++) {
			for (size_t i = 0; i < sizeof(in_entry) / sizeof(in_entry[0]); i++)
				queues += try_sends(types[t], sges[s], in_entry[i]);
		}
	}
	assert_true(queues >= 4);
	assert_true(posted > 1000 && refused > 1000); /* or this tries nothing */
}

/* --- receives ------------------------------------------------------------------------------ */

static struct ibv_recv_wr receive_of(struct ibv_sge *sge, int num_sge)
{
	for (int i = 0; i < num_sge; i++)
		sge[i] = (struct ibv_sge){(uintptr_t)payload, 64, 1};
	return (struct ibv_recv_wr){.sg_list = sge, .num_sge = num_sge};
}

/** Fill the queue: every slot is written once, the last one of the ring too. */
static void fill(struct double_qp *d, struct arena *a, int num_sge)
{
	struct ibv_sge sge[SGES];
	struct ibv_recv_wr wr = receive_of(sge, num_sge), *bad = NULL;
	uint32_t next = 0;

	while (next < a->ring.entries && !ibv_post_recv(&d->qp.ibv, &wr, &bad))
		allow_post(a, next++);
	allow(a, a->slots - bounds_head, bounds_head);
	unchanged(a, "receive", next, num_sge);
	assert_true(next > 0 || num_sge > d->qp.rq.max_sge);
}

static void receives_stay_in_their_slots(void **state)
{
	static struct double_qp d;
	struct arena a;

	(void)state;
	for (uint32_t sges = 1; sges <= 32; sges++) {
		for (uint32_t n = 0; n <= sges + 2; n++) {
			struct ibv_qp_cap cap = {.max_send_wr = 1, .max_recv_wr = 5};
			struct ibv_qp *qp;

			cap.max_send_sge = 1;
			cap.max_recv_sge = sges;
			qp = make_qp(IBV_QPT_RC, &cap);
			if (!qp)
				break;
			double_open(&d, qp);
			a = arena_open(bounds_receives(&d.qp));
			fill(&d, &a, (int)n);
			arena_close(&a);
			assert_int_equal(ibv_destroy_qp(qp), 0);
		}
	}
}

static void shared_receives_stay_in_their_slots(void **state)
{
	struct ibv_sge sge[SGES];

	(void)state;
	for (uint32_t sges = 1; sges <= 31; sges++) {
		struct ibv_srq_init_attr attr = {.attr = {.max_wr = 5, .max_sge = sges}};
		struct ibv_srq *srq = ibv_create_srq(pd, &attr);
		struct inverbs_srq copy;
		struct arena a;

		if (!srq)
			break; /* the adapter has none, or no such */
		copy = *inverbs_srq_of(srq);
		copy.record = (uint32_t[2]){0};
		copy.wr_id = calloc(copy.entries, sizeof(*copy.wr_id));
		a = arena_open(bounds_shared(&copy));
		for (int n = (int)sges + 2; n >= 0; n--) {
			struct ibv_recv_wr wr = receive_of(sge, n), *bad = NULL;
			uint32_t next = bounds_next_shared(&copy);

			if (!ibv_post_srq_recv(&copy.ibv, &wr, &bad))
				allow_post(&a, next);
			allow(&a, a.slots - bounds_head, bounds_head);
			unchanged(&a, "shared receive", next, n);
		}
		arena_close(&a);
		free(copy.wr_id);
		assert_int_equal(ibv_destroy_srq(srq), 0);
	}
}

static int open_device(void **state)
{
	struct ibv_device **list = ibv_get_device_list(NULL);

	(void)state;
	memset(payload, 0x5a, sizeof(payload));
	device = list && *list ? ibv_open_device(*list) : NULL;
	ibv_free_device_list(list);
	pd = device ? ibv_alloc_pd(device) : NULL;
	cq = device ? ibv_create_cq(device, 100, NULL, NULL, 0) : NULL;
	return pd && cq ? 0 : -1;
}

static int close_device(void **state)
{
	(void)state;
	return ibv_destroy_cq(cq) || ibv_dealloc_pd(pd) || ibv_close_device(device);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sends_stay_in_their_slots),
		cmocka_unit_test(receives_stay_in_their_slots),
		cmocka_unit_test(shared_receives_stay_in_their_slots),
	};

	return cmocka_run_group_tests(tests, open_device, close_device);
}
