/* SPDX-License-Identifier: BSD-2-Clause */
/* Random requests, posted by the fast path and read back by the generated decoders. */
#include "random.h"

enum {
	SGES = 4,
	OPCODES = 14, /* includes a few numbers that are not opcodes */
	LONGEST = 40, /* maximum length of a list */
};

static void any_sges(struct any_send *s, bool inlined)
{
	for (int i = 0; i < s->wr.num_sge; i++) {
		const uint32_t longest = inlined ? 24 : 1U << 20;

		for (size_t b = 0; b < sizeof(s->bytes[i]); b++)
			s->bytes[i][b] = (uint8_t)wide();
		s->sge[i].addr = inlined ? (uintptr_t)s->bytes[i] : wide();
		s->sge[i].length = below(4) ? below(longest) : 0;
		s->sge[i].lkey = (uint32_t)wide();
	}
}

void any_send(struct any_send *s, enum ibv_qp_type type, struct ibv_ah *ah)
{
	static struct ibv_mw mw;
	static struct inverbs_mr mr;

	memset(&s->wr, 0, sizeof(s->wr));
	s->wr.wr_id = wide();
	s->wr.opcode = (enum ibv_wr_opcode)below(OPCODES);
	if (type == IBV_QPT_UD) /* supports no other opcodes */
		s->wr.opcode = below(2) ? IBV_WR_SEND : IBV_WR_SEND_WITH_IMM;
	s->wr.send_flags = below(IBV_SEND_INLINE << 1);
	if (s->wr.opcode == IBV_WR_RDMA_READ || s->wr.opcode == IBV_WR_ATOMIC_CMP_AND_SWP ||
	    s->wr.opcode == IBV_WR_ATOMIC_FETCH_AND_ADD)
		s->wr.send_flags &= ~(
			unsigned int)IBV_SEND_INLINE; /* the response cannot be inline */
	s->wr.sg_list = s->sge;
	s->wr.num_sge = (int)below(SGES + 2);
	s->wr.imm_data = (uint32_t)wide();
	if (s->wr.opcode == IBV_WR_BIND_MW) {
		mw.type = below(2) ? IBV_MW_TYPE_1 : IBV_MW_TYPE_2;
		mr.ibv.lkey = (uint32_t)wide();
		s->wr.bind_mw.mw = &mw;
		s->wr.bind_mw.rkey = (uint32_t)wide();
		s->wr.bind_mw.bind_info = (struct ibv_mw_bind_info){&mr.ibv, wide(), wide(), 0};
	}
	if (type == IBV_QPT_UD) {
		s->wr.wr.ud.ah = ah;
		s->wr.wr.ud.remote_qpn = below(1U << 24);
		s->wr.wr.ud.remote_qkey = (uint32_t)wide();
	} else if (s->wr.opcode == IBV_WR_ATOMIC_CMP_AND_SWP ||
		   s->wr.opcode == IBV_WR_ATOMIC_FETCH_AND_ADD) {
		s->wr.wr.atomic.remote_addr = wide();
		s->wr.wr.atomic.rkey = (uint32_t)wide();
		s->wr.wr.atomic.compare_add = wide();
		s->wr.wr.atomic.swap = wide();
	} else {
		s->wr.wr.rdma.remote_addr = wide();
		s->wr.wr.rdma.rkey = (uint32_t)wide();
	}
	any_sges(s, s->wr.send_flags & IBV_SEND_INLINE);
}

/* --- comparing ---------------------------------------------------------------------------- */

/** Copy SGEs without those of length 0, which an encoder may omit. Returns their number. */
static uint32_t with_bytes(const struct ibv_sge *from, uint32_t count, struct ibv_sge *to)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < count; i++) {
		if (from[i].length)
			to[n++] = from[i];
	}
	return n;
}

static void same_sges(const struct ibv_sge *a, uint32_t a_count, const struct ibv_sge *b,
		      uint32_t b_count)
{
	struct ibv_sge one[INVERBS_DEV_MAX_SGE] = {{0}}, other[INVERBS_DEV_MAX_SGE] = {{0}};
	const uint32_t n = with_bytes(a, a_count, one);

	assert_int_equal(n, with_bytes(b, b_count, other));
	for (uint32_t i = 0; i < n; i++) {
		assert_true(one[i].addr == other[i].addr);
		assert_int_equal(one[i].length, other[i].length);
		assert_int_equal(one[i].lkey, other[i].lkey);
	}
}

static void same_payload(const struct any_send *s, const struct inverbs_dev_wr *out)
{
	uint32_t at = 0;

	if (!(s->wr.send_flags & IBV_SEND_INLINE)) {
		same_sges(s->sge, (uint32_t)s->wr.num_sge, out->sge, out->num_sge);
		return;
	}
	for (int i = 0; i < s->wr.num_sge; at += s->sge[i++].length)
		assert_memory_equal(out->inline_data + at, s->bytes[i], s->sge[i].length);
	assert_int_equal(out->inline_len, at);
}

static uint64_t total(const struct any_send *s)
{
	uint64_t bytes = 0;

	for (int i = 0; i < s->wr.num_sge; i++)
		bytes += s->sge[i].length;
	return bytes;
}

/** Compare the members that depend on the opcode: remote address, atomics, windows. */
static void same_target(const struct any_send *s, enum ibv_qp_type type,
			const struct inverbs_dev_wr *out)
{
	const struct ibv_send_wr *wr = &s->wr;

	if (type == IBV_QPT_UD) {
		assert_int_equal(out->remote_qpn, wr->wr.ud.remote_qpn);
		assert_int_equal(out->qkey, wr->wr.ud.remote_qkey);
		return;
	}
	switch (wr->opcode) {
	case IBV_WR_ATOMIC_CMP_AND_SWP:
		assert_true(out->compare == wr->wr.atomic.compare_add);
		assert_true(out->swap == wr->wr.atomic.swap);
		assert_true(out->remote_addr == wr->wr.atomic.remote_addr);
		assert_int_equal(out->rkey, wr->wr.atomic.rkey);
		break;
	case IBV_WR_ATOMIC_FETCH_AND_ADD:
		assert_true(out->swap == wr->wr.atomic.compare_add);
		assert_true(out->remote_addr == wr->wr.atomic.remote_addr);
		assert_int_equal(out->rkey, wr->wr.atomic.rkey);
		break;
	case IBV_WR_RDMA_READ:
		if (!total(s))
			break; /* an empty read has no remote address */
			       /* fall through */
	case IBV_WR_RDMA_WRITE:
	case IBV_WR_RDMA_WRITE_WITH_IMM:
		assert_true(out->remote_addr == wr->wr.rdma.remote_addr);
		assert_int_equal(out->rkey, wr->wr.rdma.rkey);
		break;
	case IBV_WR_BIND_MW:
		assert_int_equal(out->bind.lkey, wr->bind_mw.bind_info.mr->lkey);
		assert_true(out->bind.addr == wr->bind_mw.bind_info.addr);
		assert_true(out->bind.length == wr->bind_mw.bind_info.length);
		assert_int_equal(out->bind.rkey, wr->bind_mw.rkey);
		if (rings_name_window_types)
			assert_int_equal(out->bind.type2, wr->bind_mw.mw->type == IBV_MW_TYPE_2);
		break;
	default:
		break;
	}
}

static bool has_payload(enum ibv_wr_opcode opcode)
{
	return opcode != IBV_WR_BIND_MW && opcode != IBV_WR_LOCAL_INV;
}

static void same(const struct any_send *s, enum ibv_qp_type type, const struct inverbs_dev_wr *out)
{
	const unsigned int flags = IBV_SEND_SIGNALED | IBV_SEND_SOLICITED | IBV_SEND_FENCE;
	const struct ibv_send_wr *wr = &s->wr;

	assert_int_equal(out->opcode, wr->opcode);
	if (rings_keep_flags(wr->opcode))
		assert_int_equal(out->send_flags & flags, wr->send_flags & flags);
	if (wr->opcode == IBV_WR_SEND_WITH_IMM || wr->opcode == IBV_WR_RDMA_WRITE_WITH_IMM)
		assert_int_equal(out->imm, wr->imm_data);
	if (wr->opcode == IBV_WR_SEND_WITH_INV || wr->opcode == IBV_WR_LOCAL_INV)
		assert_int_equal(out->invalidate_rkey, wr->invalidate_rkey);
	if (has_payload(wr->opcode))
		same_payload(s, out);
	same_target(s, type, out);
}

/* --- the properties ----------------------------------------------------------------------- */

/** Post a request and decode it. True if it was accepted; a refused one must change nothing. */
static bool post_and_read(struct bench_queues *q, enum ibv_qp_type type)
{
	const uint32_t head = inverbs_sq_head(&q->qp.sq);
	struct ibv_send_wr *bad = NULL;
	struct inverbs_dev_wr out;
	struct any_send s;
	const uint8_t *entry;
	uint32_t bytes;
	int err;

	any_send(&s, type, &q->ah[0].ibv);
	err = ibv_post_send(&q->qp.ibv, &s.wr, &bad);
	if (err) {
		assert_true(err == EINVAL || err == ENOMEM);
		assert_ptr_equal(bad, &s.wr);
		assert_int_equal(inverbs_sq_head(&q->qp.sq), head);
		return false;
	}
	entry = rings_newest_send(q, 0, &bytes);
	assert_int_equal(rings_read_send(type, entry, bytes, &out), 0);
	same(&s, type, &out);
	device_takes_all(q);
	return true;
}

void requests_are_read_back(void **state)
{
	static const enum ibv_qp_type types[] = {IBV_QPT_RC, IBV_QPT_UD};

	(void)state;
	for (size_t t = 0; t < sizeof(types) / sizeof(types[0]); t++) {
		static struct bench_queues q;
		unsigned long taken = 0;

		if (!inverbs_dump_class_of(rings_dump, types[t]))
			continue;
		queues_open(&q, types[t], false, 1);
		q.qp.sq.max_sge = SGES;
		for (unsigned long i = 0; i < rounds; i++)
			taken += post_and_read(&q, types[t]);
		assert_true(taken > rounds / 20); /* otherwise hardly anything was tested */
		queues_close(&q);
	}
}

/** A random request for a list, mostly one that the hot path handles. */
static void any_of_list(struct any_send *s)
{
	any_send(s, IBV_QPT_RC, NULL);
	if (below(16) == 0)
		return;
	s->wr.opcode = below(2) ? IBV_WR_SEND : IBV_WR_RDMA_WRITE;
	s->wr.send_flags = below(4) << 1;
	if (below(16) == 0)
		s->wr.send_flags |= IBV_SEND_INLINE;
	s->wr.num_sge = 1;
	s->sge[0].addr = (uintptr_t)s->bytes[0];
	s->sge[0].length = below(32);
	s->wr.wr.rdma.remote_addr = wide();
	s->wr.wr.rdma.rkey = (uint32_t)wide();
}

/** The wr_id kept for the send that was posted `back` requests before the last. */
static uint64_t kept_wr_id(const struct inverbs_sq *sq, uint32_t back,
			   const struct inverbs_dev_wr *out)
{
	const uint32_t serial = inverbs_sq_head(sq) - 1 - back;

	if (sq->work)
		return sq->work->records[serial & (sq->work->requests - 1)].wr_id;
	return sq->wr_id ? sq->wr_id[serial & (sq->entries - 1)] : out->wr_id;
}

/** Post a list and decode it: all requests before the first refused one are in the ring. */
static uint32_t post_list_and_read(struct bench_queues *q)
{
	const uint32_t head = inverbs_sq_head(&q->qp.sq), count = 1 + below(LONGEST);
	static struct any_send s[LONGEST];
	struct ibv_send_wr *bad = NULL;
	uint32_t posted, bytes;
	int err;

	for (uint32_t i = 0; i < count; i++) {
		any_of_list(&s[i]);
		s[i].wr.next = i + 1 < count ? &s[i + 1].wr : NULL;
	}
	err = ibv_post_send(&q->qp.ibv, &s[0].wr, &bad);
	posted = inverbs_sq_head(&q->qp.sq) - head;
	assert_ptr_equal(bad, err ? &s[posted].wr : NULL);
	assert_true(err ? posted < count : posted == count);
	for (uint32_t i = 0; i < posted; i++) {
		const uint32_t back = posted - 1 - i;
		const uint8_t *const entry = rings_newest_send(q, back, &bytes);
		struct inverbs_dev_wr out;

		assert_int_equal(rings_read_send(IBV_QPT_RC, entry, bytes, &out), 0);
		same(&s[i], IBV_QPT_RC, &out);
		assert_true(kept_wr_id(&q->qp.sq, back, &out) == s[i].wr.wr_id);
	}
	if (below(2))
		device_takes_all(q);
	return posted;
}

void lists_are_read_back(void **state)
{
	static struct bench_queues q;
	unsigned long posted = 0;

	(void)state;
	queues_open(&q, IBV_QPT_RC, false, 1);
	q.qp.sq.max_sge = SGES;
	for (unsigned long i = 0; i < rounds / 20; i++)
		posted += post_list_and_read(&q);
	assert_true(posted > rounds / 20); /* otherwise hardly anything was tested */
	queues_close(&q);
}

void receives_are_read_back(void **state)
{
	static struct bench_queues q;
	struct inverbs_dev_recv out;
	struct any_send s;

	(void)state;
	queues_open(&q, IBV_QPT_RC, false, 1);
	for (unsigned long i = 0; i < rounds; i++) {
		struct ibv_recv_wr wr, *bad;
		const uint8_t *entry;
		uint32_t bytes;

		any_send(&s, IBV_QPT_RC, NULL);
		wr = (struct ibv_recv_wr){
			.wr_id = s.wr.wr_id, .sg_list = s.sge, .num_sge = s.wr.num_sge};
		if (ibv_post_recv(&q.qp.ibv, &wr, &bad)) {
			assert_true(wr.num_sge > q.qp.rq.max_sge);
			continue;
		}
		entry = rings_newest_receive(&q, &bytes);
		assert_int_equal(rings_read_receive(entry, bytes, &out), 0);
		same_sges(s.sge, (uint32_t)wr.num_sge, out.sge, out.num_sge);
		device_takes_all(&q);
	}
	queues_close(&q);
}

static void complete_one(bool is_send, enum ibv_wc_status status)
{
	static struct bench_queues q;
	struct ibv_sge sge = {0, 64, 1};
	struct ibv_send_wr send = {.wr_id = wide(), .sg_list = &sge, .num_sge = 1}, *bad;
	struct ibv_recv_wr recv = {.wr_id = send.wr_id, .sg_list = &sge, .num_sge = 1}, *bad_recv;
	const uint32_t bytes = below(1U << 30);
	struct ibv_wc wc = {0};

	queues_open(&q, IBV_QPT_RC, false, 1);
	send.opcode = IBV_WR_SEND;
	send.send_flags = IBV_SEND_SIGNALED;
	assert_int_equal(is_send ? ibv_post_send(&q.qp.ibv, &send, &bad)
				 : ibv_post_recv(&q.qp.ibv, &recv, &bad_recv),
			 0);
	rings_complete(&q, is_send, status, bytes);
	assert_int_equal(ibv_poll_cq(&q.cq.ibv, 1, &wc), 1);
	assert_int_equal(wc.status, status);
	assert_true(wc.wr_id == send.wr_id);
	assert_int_equal(wc.qp_num, q.qp.ibv.qp_num);
	if (status == IBV_WC_SUCCESS) {
		assert_int_equal(wc.opcode, is_send ? IBV_WC_SEND : IBV_WC_RECV);
		if (!is_send)
			assert_int_equal(wc.byte_len, bytes);
	}
	assert_int_equal(ibv_poll_cq(&q.cq.ibv, 1, &wc), 0);
	queues_close(&q);
}

void completions_say_what_happened(void **state)
{
	(void)state;
	for (unsigned long i = 0; i < rounds / 20; i++) {
		const uint32_t row = below(rings_dump->num_syndromes + 1);
		enum ibv_wc_status status = IBV_WC_SUCCESS;

		if (row < rings_dump->num_syndromes)
			status = rings_dump->syndromes[row].status;
		if (status != IBV_WC_WR_FLUSH_ERR) /* some adapters leave flushing to software */
			complete_one(below(2), status);
	}
}
