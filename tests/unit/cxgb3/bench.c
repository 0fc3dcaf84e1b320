/* SPDX-License-Identifier: BSD-2-Clause */
#include "bench.h"

static struct report report;
static struct t3 *current; /* closed by the teardown */

struct t3 *open_world(const char *adapter)
{
	json_t *json = json_pack("{s:s}", "adapter", adapter);
	struct t3 *w;

	report = (struct report){.failed = false};
	w = t3_open(json, &report);
	json_decref(json);
	assert_non_null(w);
	current = w;
	return w;
}

int close_world(void **state)
{
	(void)state;
	t3_close(current);
	return report.failed;
}

void gone(struct t3_qp *q)
{
	q->id = 0;
}

struct t3_cq *make_cq(struct t3 *w, uint32_t log2)
{
	json_t *json = json_pack("{s:i,s:i}", "cqid", CQ + (int)w->cq_count, "size_log2",
				 (int)log2);
	struct t3_cq *c = t3_cq(w, json, NULL);

	json_decref(json);
	assert_non_null(c);
	return c;
}

struct t3_qp *make_qp(struct t3 *w, uint32_t qpid, uint32_t sends, uint32_t recvs)
{
	json_t *json = json_pack("{s:i,s:i,s:i,s:i}", "qpid", (int)qpid, "wq_size_log2", 8,
				 "sq_size_log2", (int)sends, "rq_size_log2", (int)recvs);
	struct t3_qp *q = t3_qp(w, json);

	json_decref(json);
	assert_non_null(q);
	return q;
}

int post(const struct t3_qp *q, enum ibv_wr_opcode opcode, uint64_t wr_id, unsigned int flags)
{
	struct ibv_sge sge = {.addr = 0x1000, .length = 8, .lkey = 7};
	struct ibv_send_wr wr = {.wr_id = wr_id,
				 .sg_list = &sge,
				 .num_sge = 1,
				 .opcode = opcode,
				 .send_flags = flags};
	struct ibv_send_wr *bad;

	return ibv_post_send(&q->qp->ibv, &wr, &bad);
}

int post_send(const struct t3_qp *q, uint64_t wr_id)
{
	return post(q, IBV_WR_SEND, wr_id, IBV_SEND_SIGNALED);
}

int post_recv(const struct t3_qp *q, uint64_t wr_id)
{
	struct ibv_recv_wr wr = {.wr_id = wr_id}, *bad;

	return ibv_post_recv(&q->qp->ibv, &wr, &bad);
}

void put_entry(const struct t3_cq *c, uint32_t waiting, struct cxgb3_cqe cqe)
{
	const uint32_t index = c->cq->head + waiting;

	cqe.generation = !(index & c->cq->entries);
	cxgb3_cqe_put(cxgb3_cq_entry(c->cq, index), &cqe);
}

void complete(const struct t3_cq *c, uint32_t waiting, uint32_t qpid, uint32_t serial, bool read)
{
	struct cxgb3_cqe cqe = {
		.qpid = qpid,
		.is_send = !read,
		.operation = read ? CXGB3_RDMA_READ_RESP : CXGB3_RDMA_SEND,
	};

	if (!read)
		cqe.serial = serial;
	put_entry(c, waiting, cqe);
}

void expect_polled(const struct t3_cq *c, const uint64_t *wr_ids, int n)
{
	struct ibv_wc wc[8] = {0};
	int got = ibv_poll_cq(&c->cq->ibv, 8, wc);

	assert_int_equal(got, n);
	for (int i = 0; i < n; i++)
		assert_int_equal(wc[i].wr_id, wr_ids[i]);
}

void break_qp(const struct t3_qp *q)
{
	struct cxgb3_ring_state state = {.error = 1};
	uint64_t word = 0;

	cxgb3_ring_state_put(&word, &state);
	t3_set_state(q, word);
}
