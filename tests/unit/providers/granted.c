/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Queues that the kernel allocates: the capacities that it grants must fit into the rings that it
 * maps, and a failure half-way is undone. The kernel is simulated.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <inverbs/adapters/rxe.h>
#include <inverbs/kernel/rxe_abi.h>
#include <inverbs/kernel/uverbs.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "providers/gen/rxe_ops.h"

enum {
	PAGE = 4096,
	BYTES = 4 * PAGE, /* size of every mapping */
	HEADER = sizeof(struct uverbs_cmd_hdr),
	MOST_MAPS = 16,
	QPN = 17,
	INDEX = 3, /* producer and consumer index of a new ring */
	/* keys of mappings */
	SEND = 1 * BYTES,
	RECV = 2 * BYTES,
	OTHER = 3 * BYTES,
};

static struct {
	struct inverbs_transport transport;
	struct uverbs_create_qp_resp qp;
	struct rxe_create_qp_out qp_out;
	struct uverbs_create_srq_resp srq;
	struct rxe_create_srq_out srq_out;
	struct rxe_queue_place place; /* offset and size of a completion queue or a resized queue */
	struct rxe_create_ah_out ah_out;
	uint8_t shift[4];        /* log2 of the unit size of each mapping, by its key */
	uint32_t entries;        /* number of units in each mapping */
	off_t refused;           /* key of the mapping that is refused */
	uint32_t last, destroys; /* last command, and number of destroy commands */
	uint8_t *maps[MOST_MAPS];
	uint32_t map_count;
} kernel;

static struct inverbs_context ctx;
static struct inverbs_pd pd;
static struct inverbs_cq cq;
static struct inverbs_srq srq;
static struct inverbs_qp qp;
static const struct inverbs_provider *const rxe = &inverbs_provider_rxe;

static void *map(struct inverbs_transport *t, size_t bytes, int prot, off_t key)
{
	uint8_t *at;

	(void)t;
	assert_int_equal(prot, PROT_READ | PROT_WRITE);
	assert_int_equal(bytes, BYTES);
	if (key == kernel.refused) {
		errno = EPERM;
		return MAP_FAILED;
	}
	at = mmap(NULL, bytes, prot, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	assert_ptr_not_equal(at, MAP_FAILED);
	assert_true(kernel.map_count < MOST_MAPS);
	kernel.maps[kernel.map_count++] = at;
	rxe_queue_init(at, kernel.entries, kernel.shift[key / BYTES]);
	rxe_set_producer(at + RXE_QUEUE_HEAD, INDEX);
	rxe_set_consumer(at + RXE_QUEUE_HEAD, INDEX);
	return at;
}

/* Number of existing mappings. */
static uint32_t mapped(void)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < kernel.map_count; i++)
		n += !msync(kernel.maps[i], BYTES, MS_ASYNC);
	return n;
}

/* Write a response: the core's, followed by driver-private data. */
static void respond(const uint8_t *command, const void *core, size_t core_bytes, const void *out,
		    size_t out_bytes)
{
	uint64_t address;

	memcpy(&address, command + HEADER, sizeof(address));
	memcpy((void *)(uintptr_t)address, core, core_bytes);
	if (out_bytes)
		memcpy((uint8_t *)(uintptr_t)address + core_bytes, out, out_bytes);
}

#define RESPOND(command, core, out) respond(command, &(core), sizeof(core), &(out), sizeof(out))

/* Store a resized queue's offset and size at the address that the request has for it. */
static void store_place(const uint8_t *command, size_t bytes)
{
	struct rxe_modify_srq_in in;

	memcpy(&in, command + bytes - sizeof(in), sizeof(in));
	memcpy((void *)(uintptr_t)in.place_addr, &kernel.place, sizeof(kernel.place));
}

static int command(struct inverbs_transport *t, const void *bytes, size_t size)
{
	static const struct uverbs_create_cq_resp made_cq = {.cq_handle = 5, .cqe = 15};
	static const struct uverbs_resize_cq_resp resized = {.cqe = 31};
	static const struct uverbs_create_ah_resp made_ah = {.ah_handle = 6};
	struct uverbs_cmd_hdr hdr;

	(void)t;
	memcpy(&hdr, bytes, sizeof(hdr));
	kernel.last = hdr.command;
	switch (hdr.command) {
	case UVERBS_CMD_CREATE_CQ:
		RESPOND(bytes, made_cq, kernel.place);
		return 0;
	case UVERBS_CMD_RESIZE_CQ:
		RESPOND(bytes, resized, kernel.place);
		return 0;
	case UVERBS_CMD_CREATE_QP:
		RESPOND(bytes, kernel.qp, kernel.qp_out);
		return 0;
	case UVERBS_CMD_CREATE_SRQ:
		RESPOND(bytes, kernel.srq, kernel.srq_out);
		return 0;
	case UVERBS_CMD_MODIFY_SRQ:
		store_place(bytes, size);
		return 0;
	case UVERBS_CMD_CREATE_AH:
		RESPOND(bytes, made_ah, kernel.ah_out);
		return 0;
	default:
		kernel.destroys++;
		return 0;
	}
}

static const struct inverbs_transport_ops ops = {.command = command, .map = map};

static int open_kernel(void **state)
{
	static struct inverbs_facts facts;

	(void)state;
	memset(&kernel, 0, sizeof(kernel));
	kernel.transport.ops = &ops;
	kernel.entries = 8;
	kernel.shift[SEND / BYTES] = 8;
	kernel.shift[RECV / BYTES] = 6;
	kernel.shift[OTHER / BYTES] = 6;
	kernel.qp = (struct uverbs_create_qp_resp){.qp_handle = 3,
						   .qpn = QPN,
						   .max_send_wr = 100,
						   .max_recv_wr = 100,
						   .max_send_sge = 3,
						   .max_recv_sge = 1,
						   .max_inline_data = 48};
	kernel.qp_out = (struct rxe_create_qp_out){
		.recv_offset = RECV, .recv_size = BYTES, .send_offset = SEND, .send_size = BYTES};
	kernel.srq = (struct uverbs_create_srq_resp){.srq_handle = 4, .max_wr = 100, .max_sge = 1};
	kernel.srq_out = (struct rxe_create_srq_out){.offset = OTHER, .size = BYTES, .srqn = 9};
	kernel.place = (struct rxe_queue_place){.offset = OTHER, .size = BYTES};
	memset(&ctx, 0, sizeof(ctx));
	ctx.transport = &kernel.transport;
	ctx.provider = rxe;
	ctx.provider_data = &facts;
	pthread_mutex_init(&ctx.table_lock, NULL);
	inverbs_table_init(&ctx.qps, RXE_QP_NUMBERS);
	memset(&pd, 0, sizeof(pd));
	memset(&cq, 0, sizeof(cq));
	memset(&srq, 0, sizeof(srq));
	memset(&qp, 0, sizeof(qp));
	pd.ibv.context = cq.ibv.context = srq.ibv.context = qp.ibv.context = &ctx.ibv;
	return 0;
}

/* Check that objects that failed or were destroyed left no mappings. */
static int close_kernel(void **state)
{
	const uint32_t left = mapped();

	(void)state;
	inverbs_table_fini(&ctx.qps);
	pthread_mutex_destroy(&ctx.table_lock);
	return left != 0;
}

/* ---- queue pairs ---- */

static int make_qp(void)
{
	struct ibv_qp_init_attr_ex attr = {.qp_type = IBV_QPT_RC,
					   .cap = {1, 1, 1, 1, 0},
					   .comp_mask = IBV_QP_INIT_ATTR_PD,
					   .pd = &pd.ibv};

	return rxe->create_qp(&ctx, &attr, &qp);
}

static void destroy_qp(void)
{
	uint32_t events;

	assert_int_equal(rxe->destroy_qp(&qp, &events), 0);
	assert_int_equal(mapped(), 0);
	memset(&qp, 0, sizeof(qp));
	qp.ibv.context = &ctx.ibv;
}

static void is_no_qp(int err)
{
	const uint32_t destroys = kernel.destroys;

	assert_int_equal(make_qp(), err);
	assert_int_equal(kernel.last, UVERBS_CMD_DESTROY_QP);
	assert_int_equal(kernel.destroys, destroys + 1);
	assert_int_equal(mapped(), 0);
	assert_null(inverbs_lookup(&ctx.qps, QPN));
	memset(&qp, 0, sizeof(qp));
	qp.ibv.context = &ctx.ibv;
}

static void a_queue_pair_has_what_is_mapped(void **state)
{
	(void)state;
	assert_int_equal(make_qp(), 0);
	assert_ptr_equal(inverbs_lookup(&ctx.qps, QPN), &qp);
	assert_int_equal(qp.sq.qpn, QPN);
	assert_int_equal(qp.sq.shift, 8);
	assert_int_equal(qp.rq.shift, 6);
	assert_int_equal(qp.sq.entries, 8);
	assert_int_equal(qp.rq.entries, 8);
	assert_int_equal(qp.sq.max_post, 7); /* from the ring, not from the response */
	assert_int_equal(qp.rq.max_post, 7);
	assert_int_equal(qp.sq.max_sge, 3);
	assert_int_equal(qp.rq.max_sge, 1);
	assert_int_equal(qp.sq.max_inline, 48);
	assert_int_equal(inverbs_sq_head(&qp.sq), INDEX);
	assert_int_equal(inverbs_sq_position(&qp.sq), INDEX);
	assert_int_equal(inverbs_rq_head(&qp.rq), INDEX);
	assert_int_equal(mapped(), 2);
	destroy_qp();
}

/* The largest capacities that fit, and larger ones. The sum of bytes may wrap around. */
static void sends_fit_into_their_slots(void **state)
{
	(void)state;
	kernel.qp.max_send_sge = 4;
	is_no_qp(EPROTO);
	kernel.qp.max_send_sge = 0x10000001;
	is_no_qp(EPROTO);
	kernel.qp.max_send_sge = 1;
	kernel.qp.max_inline_data = 49;
	is_no_qp(EPROTO);
	kernel.qp.max_inline_data = UINT32_MAX - 100;
	is_no_qp(EPROTO);
	kernel.qp.max_inline_data = 48;
	assert_int_equal(make_qp(), 0);
	destroy_qp();
}

static void receives_fit_into_their_slots(void **state)
{
	(void)state;
	kernel.qp.max_recv_sge = 2;
	is_no_qp(EPROTO);
	kernel.qp.max_recv_sge = 0x10000001;
	is_no_qp(EPROTO);
	kernel.qp.max_recv_sge = 0x0ffffffe; /* the sum of bytes wraps around to a small one */
	is_no_qp(EPROTO);
	kernel.shift[RECV / BYTES] = 7; /* five SGEs fill the unit */
	kernel.qp.max_recv_sge = 5;
	assert_int_equal(make_qp(), 0);
	destroy_qp();
	kernel.qp.max_recv_sge = 6;
	is_no_qp(EPROTO);
}

static void a_queue_pair_may_have_no_receives(void **state)
{
	(void)state;
	kernel.qp_out.recv_size = 0;
	kernel.qp.max_recv_sge = 6;
	assert_int_equal(make_qp(), 0);
	assert_null(qp.rq.buf);
	assert_int_equal(qp.rq.max_post, 0);
	assert_int_equal(qp.rq.max_sge, 0);
	assert_int_equal(mapped(), 1);
	destroy_qp();
}

static void a_ring_that_is_not_mapped_undoes_the_other(void **state)
{
	(void)state;
	kernel.refused = SEND;
	is_no_qp(EPERM);
	kernel.refused = RECV;
	is_no_qp(EPERM);
}

/* ---- shared receive queues ---- */

static int make_srq(struct ibv_srq_init_attr_ex *attr)
{
	*attr = (struct ibv_srq_init_attr_ex){.attr = {.max_wr = 1, .max_sge = 1}, .pd = &pd.ibv};
	return rxe->create_srq(&ctx, attr, &srq);
}

static void destroy_srq(void)
{
	uint32_t events;

	assert_int_equal(rxe->destroy_srq(&srq, &events), 0);
	assert_int_equal(mapped(), 0);
}

static void is_no_srq(int err)
{
	struct ibv_srq_init_attr_ex attr;

	assert_int_equal(make_srq(&attr), err);
	assert_int_equal(kernel.last, UVERBS_CMD_DESTROY_SRQ);
	assert_int_equal(mapped(), 0);
}

static void shared_receives_fit_into_their_slots(void **state)
{
	struct ibv_srq_init_attr_ex attr;

	(void)state;
	kernel.srq.max_sge = 2;
	is_no_srq(EPROTO);
	kernel.srq.max_sge = 0x10000001;
	is_no_srq(EPROTO);
	kernel.refused = OTHER;
	is_no_srq(EPERM);
	kernel.refused = 0;
	kernel.srq.max_sge = 5;
	kernel.shift[OTHER / BYTES] = 7; /* five SGEs fill the unit */
	assert_int_equal(make_srq(&attr), 0);
	assert_int_equal(attr.attr.max_wr, 7); /* from the ring, not from the response */
	assert_int_equal(attr.attr.max_sge, 5);
	assert_int_equal(srq.max_sge, 5);
	assert_int_equal(srq.entries, 8);
	assert_int_equal(srq.srqn, 9);
	assert_int_equal(srq.head, INDEX);
	destroy_srq();
}

static void a_resized_shared_queue_takes_the_place_of_the_old_one(void **state)
{
	struct ibv_srq_attr more = {.max_wr = 15};
	struct ibv_srq_init_attr_ex attr;

	(void)state;
	assert_int_equal(make_srq(&attr), 0);
	kernel.place.size = 0; /* only the limit changes */
	assert_int_equal(rxe->modify_srq(&srq, &more, IBV_SRQ_LIMIT), 0);
	assert_int_equal(srq.entries, 8);
	assert_ptr_equal(srq.buf, kernel.maps[0] + RXE_QUEUE_HEAD);
	kernel.place.size = BYTES;
	kernel.refused = OTHER;
	assert_int_equal(rxe->modify_srq(&srq, &more, IBV_SRQ_MAX_WR), EPERM);
	assert_ptr_equal(srq.buf, kernel.maps[0] + RXE_QUEUE_HEAD);
	kernel.refused = 0;
	kernel.entries = 16;
	assert_int_equal(rxe->modify_srq(&srq, &more, IBV_SRQ_MAX_WR), 0);
	assert_int_equal(srq.entries, 16);
	assert_ptr_equal(srq.buf, kernel.maps[1] + RXE_QUEUE_HEAD);
	assert_int_equal(mapped(), 1);
	destroy_srq();
}

/* ---- completion queues ---- */

static int make_cq(void)
{
	const struct ibv_cq_init_attr_ex attr = {.cqe = 15};

	return rxe->create_cq(&ctx, &attr, false, &cq);
}

static void a_completion_queue_begins_where_its_ring_does(void **state)
{
	uint32_t comp, async;

	(void)state;
	kernel.refused = OTHER;
	assert_int_equal(make_cq(), EPERM);
	assert_int_equal(kernel.last, UVERBS_CMD_DESTROY_CQ);
	kernel.refused = 0;
	assert_int_equal(make_cq(), 0);
	assert_int_equal(cq.ibv.cqe, 15);
	assert_int_equal(cq.entries, 8);
	assert_int_equal(cq.head, INDEX);
	assert_int_equal(rxe->destroy_cq(&cq, &comp, &async), 0);
}

static void a_resized_ring_that_cannot_be_mapped_leaves_the_old_one(void **state)
{
	uint32_t comp, async;

	(void)state;
	assert_int_equal(make_cq(), 0);
	kernel.entries = 32;
	kernel.refused = OTHER;
	assert_int_equal(rxe->resize_cq(&cq, 31), EPERM);
	assert_int_equal(cq.ibv.cqe, 15);
	assert_int_equal(cq.entries, 8);
	assert_ptr_equal(cq.buf, kernel.maps[0] + RXE_QUEUE_HEAD);
	kernel.refused = 0;
	assert_int_equal(rxe->resize_cq(&cq, 31), 0);
	assert_int_equal(cq.ibv.cqe, 31);
	assert_int_equal(cq.entries, 32);
	assert_ptr_equal(cq.buf, kernel.maps[1] + RXE_QUEUE_HEAD);
	assert_int_equal(rxe->resize_cq(&cq, -1), EINVAL);
	assert_int_equal(rxe->destroy_cq(&cq, &comp, &async), 0);
}

/* ---- address handles ---- */

static void an_address_handle_without_a_number_is_given_back(void **state)
{
	struct ibv_ah_attr attr = {.is_global = 1, .port_num = 1};
	struct inverbs_ah ah = {.ibv = {.context = &ctx.ibv}};

	(void)state;
	assert_int_equal(rxe->create_ah(&pd, &attr, &ah), EOPNOTSUPP);
	assert_int_equal(kernel.last, UVERBS_CMD_DESTROY_AH);
	kernel.ah_out.number = 12;
	assert_int_equal(rxe->create_ah(&pd, &attr, &ah), 0);
	assert_int_equal(ah.number, 12);
	assert_int_equal(ah.ibv.handle, 6);
	assert_int_equal(kernel.last, UVERBS_CMD_CREATE_AH);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_kernel, close_kernel)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_queue_pair_has_what_is_mapped),
		TEST(sends_fit_into_their_slots),
		TEST(receives_fit_into_their_slots),
		TEST(a_queue_pair_may_have_no_receives),
		TEST(a_ring_that_is_not_mapped_undoes_the_other),
		TEST(shared_receives_fit_into_their_slots),
		TEST(a_resized_shared_queue_takes_the_place_of_the_old_one),
		TEST(a_completion_queue_begins_where_its_ring_does),
		TEST(a_resized_ring_that_cannot_be_mapped_leaves_the_old_one),
		TEST(an_address_handle_without_a_number_is_given_back),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
