/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tests the device's side of an adapter against the adapter's poll, and against noise. Is compiled
 * for each adapter: -DADAPTER=name.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <infiniband/verbs.h>
#include <inverbs/fast/objects.h>
#include <stdlib.h>

#define NAME_(a, b) a##_##b
#define NAME(a, b)  NAME_(a, b)
#define CALL(name)  NAME(ADAPTER, name)

enum {
	ENTRIES = 8,
	SHIFT = 6,
	SLOT = 1 << SHIFT, /* the significant bytes of a CQE are at its end */
	QPN = 0x21,
	ROUNDS = 2000,
	NOISE = 200000,
	UNTOUCHED = 0xee,
};

struct inverbs_qp inverbs_no_qp = {
	.sq = {.qpn = UINT32_MAX, .key = UINT32_MAX}}; /* replaces the archive's definition */
const uint8_t inverbs_parked_cqe[64] __attribute__((aligned(64))) = {[0 ... 63] = 0xff};

static struct machine {
	struct inverbs_qp qp;
	struct inverbs_cq cq;
	struct inverbs_context ctx;
	uint8_t cqes[ENTRIES * SLOT] __attribute__((aligned(64)));
	uint8_t wqes[ENTRIES * SLOT] __attribute__((aligned(64)));
	uint64_t registers[16];
	uint32_t record[2];
	uint64_t recv_ids[ENTRIES], send_ids[ENTRIES];
	struct inverbs_posted posted[ENTRIES];
	struct inverbs_tags tags;
	void *leaf[256];
	uint32_t ring_head[1];
	uint32_t written; /* number of CQEs */
} m;

static uint32_t seed;

static uint32_t any(uint32_t below)
{
	seed = seed * 1103515245U + 12345U;
	return (seed >> 8) % below;
}

static int setup(void **state)
{
	(void)state;
	memset(&m, 0, sizeof(m));
	seed = 1;
	m.tags.wide = 1; /* tags are wr_ids */
	for (uint32_t i = 0; i < ENTRIES; i++) {
		m.posted[i].wr_id = m.recv_ids[i] = m.send_ids[i] = 100 + i;
		CALL(dev_init_cqe)(m.cqes + (size_t)i * SLOT, SLOT, i, ENTRIES);
	}
	m.qp.sq.posted = m.posted;
	m.qp.sq.buf = m.wqes;
	m.qp.sq.flags = INVERBS_SQ_SEND_IMM;
	m.qp.rq.shift = 5;
	m.qp.sq.wr_id = m.send_ids;
	m.qp.sq.entries = m.qp.rq.entries = ENTRIES;
	m.qp.sq.qpn = m.qp.sq.key = QPN;
	m.qp.sq.tags = m.qp.rq.tags = &m.tags;
	m.qp.rq.wr_id = m.recv_ids;
	m.ctx.qps.mask = 0xff;
	m.ctx.qps.shift = 8;
	m.ctx.qps.leaf[0] = m.leaf;
	m.leaf[QPN] = &m.qp;
	m.cq.buf = m.cqes;
	m.cq.entries = ENTRIES;
	m.cq.shift = SHIFT;
	m.cq.rings = 1;
	m.cq.ring_head = m.ring_head;
	m.cq.qps = &m.ctx.qps;
	m.cq.srqs = &m.ctx.xrc_srqs; /* without any */
	m.cq.doorbell_record = m.record;
	m.cq.doorbell = (uint8_t *)m.registers;
	inverbs_cq_forget(&m.cq);
	CALL(cq_seek)(&m.cq);
	return 0;
}

/* ---- completions ---- */

static enum ibv_wc_opcode completed(enum ibv_wr_opcode opcode)
{
	switch (opcode) {
	case IBV_WR_RDMA_WRITE:
	case IBV_WR_RDMA_WRITE_WITH_IMM:
		return IBV_WC_RDMA_WRITE;
	case IBV_WR_RDMA_READ:
		return IBV_WC_RDMA_READ;
	case IBV_WR_ATOMIC_CMP_AND_SWP:
		return IBV_WC_COMP_SWAP;
	case IBV_WR_ATOMIC_FETCH_AND_ADD:
		return IBV_WC_FETCH_ADD;
	case IBV_WR_LOCAL_INV:
		return IBV_WC_LOCAL_INV;
	case IBV_WR_BIND_MW:
		return IBV_WC_BIND_MW;
	case IBV_WR_TSO:
		return IBV_WC_TSO;
	default:
		return IBV_WC_SEND;
	}
}

static struct inverbs_dev_cqe anything(const struct inverbs_dev_form *form)
{
	static const enum ibv_wc_status statuses[] = {IBV_WC_SUCCESS, IBV_WC_SUCCESS,
						      IBV_WC_WR_FLUSH_ERR, IBV_WC_LOC_LEN_ERR};
	struct inverbs_dev_cqe in;

	memset(&in, 0, sizeof(in));
	in.is_send = any(2);
	in.status = statuses[any(4)];
	in.hw_opcode = form->code;
	in.recv = (enum inverbs_dev_recv_kind)any(4);
	/* some adapters complete receives only in the order posted */
	in.wqe_index = in.is_send ? any(ENTRIES) : m.qp.rq.tail & (ENTRIES - 1);
	in.tag = 100 + in.wqe_index;
	in.qpn = in.key = QPN;
	in.context = (uintptr_t)&m.qp;
	in.vendor_err = any(256);
	in.byte_len = any(0x10000);
	in.imm = any(0x1000000);
	in.src_qp = any(0x10000);
	in.slid = (uint16_t)any(0x10000);
	in.grh = any(2);
#ifdef ROUTELESS
	in.src_qp = QPN;
	in.slid = 0;
	in.grh = false;
#endif
	return in;
}

static void check_recv(const struct inverbs_dev_cqe *in, const struct ibv_wc *wc)
{
	const bool imm = in->recv == INVERBS_DEV_RECV_SEND_IMM ||
			 in->recv == INVERBS_DEV_RECV_WRITE_IMM;
	const bool inv = in->recv == INVERBS_DEV_RECV_SEND_INV;

	assert_int_equal(wc->opcode, in->recv == INVERBS_DEV_RECV_WRITE_IMM
					     ? IBV_WC_RECV_RDMA_WITH_IMM
					     : IBV_WC_RECV);
	assert_int_equal(wc->wc_flags & (IBV_WC_WITH_IMM | IBV_WC_WITH_INV),
			 (imm ? IBV_WC_WITH_IMM : 0) | (inv ? IBV_WC_WITH_INV : 0));
	assert_int_equal(wc->byte_len, in->byte_len);
	assert_int_equal(wc->src_qp, in->src_qp);
	assert_int_equal(wc->slid, in->slid);
	if (imm)
		assert_int_equal(wc->imm_data, in->imm);
	if (inv)
		assert_int_equal(wc->invalidated_rkey, in->imm);
}

static void check(const struct inverbs_dev_form *form, const struct inverbs_dev_cqe *in,
		  const struct ibv_wc *wc)
{
	assert_int_equal(wc->wr_id, 100 + in->wqe_index);
	assert_int_equal(wc->qp_num, QPN);
	assert_int_equal(wc->status, in->status);
	if (in->status != IBV_WC_SUCCESS)
		return;
	if (!in->is_send)
		check_recv(in, wc);
	else if ((uint32_t)wc->opcode != UNTOUCHED * 0x1010101U) /* an opcode that polls ignore */
		assert_int_equal(wc->opcode, completed(form->opcode));
}

/*
 * Makes a single work request outstanding: in the CQE of a failed one, some adapters only say that
 * it is the oldest.
 */
static void outstanding(uint32_t index)
{
	m.posted[index].next = index + 1;
	m.qp.sq.tail = m.qp.rq.tail = index;
	m.qp.sq.head = m.qp.rq.head = index + 1;
}

/*
 * Every CQE that the device encodes is reported correctly by a poll, and not before it is
 * published.
 */
static void what_is_encoded_is_polled(void **state)
{
	const uint32_t forms = sizeof(CALL(dev_forms)) / sizeof(CALL(dev_forms)[0]);
	uint32_t kinds = 0;

	(void)state;
	for (int i = 0; i < ROUNDS; i++) {
		const struct inverbs_dev_form *const form = &CALL(dev_forms)[any(forms)];
		const struct inverbs_dev_cqe in = anything(form);
		uint8_t *const slot = m.cqes + (size_t)(m.written & (ENTRIES - 1)) * SLOT;
		struct ibv_wc wc;

		m.posted[in.wqe_index].note = completed(form->opcode);
		outstanding(in.wqe_index);
		memset(&wc, UNTOUCHED, sizeof(wc));
		if (CALL(dev_encode_cqe)(slot, SLOT, &in)) {
			assert_false(in.is_send);
			continue;
		}
		assert_int_equal(CALL(poll_cq)(&m.cq.ibv, 1, &wc), 0);
		CALL(dev_publish_cqe)(slot, SLOT, m.written++, ENTRIES);
		assert_int_equal(CALL(poll_cq)(&m.cq.ibv, 1, &wc), 1);
		check(form, &in, &wc);
		kinds |= 1U << (in.is_send ? 4 : in.recv);
	}
	assert_int_equal(kinds & 0x11, 0x11);
	assert_int_not_equal(kinds & 0xe, 0);
}

/* ---- noise ---- */

static int type_of(uint32_t n)
{
	static const int types[] = {IBV_QPT_RC,     IBV_QPT_UC,         IBV_QPT_UD,
				    IBV_QPT_DRIVER, IBV_QPT_RAW_PACKET, IBV_QPT_XRC_SEND};

	return types[n % (sizeof(types) / sizeof(types[0]))];
}

/* Mostly zeros, which get further through the checks than random bytes. */
static void fill(uint8_t *bytes, uint32_t len)
{
	const uint32_t sparse = any(3);

	for (uint32_t i = 0; i < len; i++)
		bytes[i] = sparse && any(sparse * 8) ? 0 : (uint8_t)(any(2) ? any(256) : any(16));
}

/* The memory ends where the WQE can end, so that ASan detects reads past it. */
static void noise_is_refused_or_a_request(void **state)
{
	struct inverbs_dev_wr *const out = malloc(sizeof(*out));
	struct inverbs_dev_recv *const recv = malloc(sizeof(*recv));

	(void)state;
	assert_non_null(out);
	assert_non_null(recv);
	for (uint32_t i = 0; i < NOISE; i++) {
		const uint32_t len = any(8) ? any(40) * 8 : any(1200);
		uint8_t *const bytes = malloc(len + !len);
		int err;

		assert_non_null(bytes);
		fill(bytes, len);
		err = CALL(dev_decode_send)(type_of(i), inverbs_dev_copied(bytes), len, out);
		assert_true(err == 0 || err == EINVAL);
		if (!err) {
			assert_in_range(out->num_sge, 0, INVERBS_DEV_MAX_SGE);
			assert_in_range(out->inline_len, 0, INVERBS_DEV_MAX_INLINE);
			assert_in_range(out->bytes, 1, len);
		}
		err = CALL(dev_decode_recv)(inverbs_dev_copied(bytes), len, recv);
		assert_true(err == 0 || err == EINVAL);
		assert_in_range(recv->num_sge, 0, INVERBS_DEV_MAX_SGE);
		free(bytes);
	}
	free(recv);
	free(out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(what_is_encoded_is_polled, setup),
		cmocka_unit_test_setup(noise_is_refused_or_a_request, setup),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
