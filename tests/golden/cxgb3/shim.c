/* SPDX-License-Identifier: BSD-2-Clause */
/* Draft: the generated cxgb3 fast path behind flat functions, for replay.py. */
#include <infiniband/verbs.h>
#include <stdlib.h>
#include <stdio.h>
void inverbs_lock_wait(struct inverbs_lock *l) { (void)l; abort(); }
static struct inverbs_number_table table = {.mask = 0x7fff, .shift = 7};
struct flat_sge { uint64_t addr; uint32_t length, lkey; };
struct flat_wr { uint64_t wr_id, raddr; uint32_t rkey, opcode, flags, imm; int32_t num_sge; struct flat_sge *sge; };
void *mk_cq(uint8_t *buf, uint32_t log2, uint32_t rptr, int abi, uint32_t *counter)
{
	struct inverbs_cq *cq = aligned_alloc(64, sizeof(*cq));
	memset(cq, 0, sizeof(*cq));
	cq->buf = buf; cq->entries = 1U << log2; cq->shift = 4; cq->head = rptr; cq->record = counter; *counter = rptr;
	cq->qps = &table; cq->soft = calloc(1, sizeof(*cq->soft)); cq->soft->entries = 256;
	cq->soft->ring = calloc(256, sizeof(struct inverbs_done));
	cq->soft->attention = abi >= 1 ? (uint32_t *)(buf + (16U << log2)) : NULL;
	return cq;
}
void *mk_qp(uint8_t *ring, uint32_t wq, uint32_t sq, uint32_t rq, uint32_t qpid, const uint32_t *p, int sig_all, void *scq, void *rcq, uint8_t *bell)
{
	struct inverbs_qp *qp = aligned_alloc(64, sizeof(*qp));
	memset(qp, 0, sizeof(*qp));
	qp->work = aligned_alloc(64, sizeof(*qp->work)); memset(qp->work, 0, sizeof(*qp->work));
	qp->sq.buf = ring; qp->sq.bell = bell; qp->sq.entries = 1U << sq; qp->sq.max_post = 1U << sq; qp->sq.qpn = qpid;
	qp->sq.max_sge = 4; qp->sq.max_inline = 64; qp->sq.shift = 7; qp->sq.flags = sig_all ? INVERBS_SQ_SIGNAL_ALL : 0; qp->sq.qp_type = IBV_QPT_RC;
	qp->rq.entries = 1U << rq; qp->rq.max_post = (1U << rq) - 1; qp->rq.max_sge = 4; qp->rq.wr_id = calloc(1U << rq, 8);
	qp->work->records = calloc(1U << sq, sizeof(struct inverbs_send_record)); qp->work->entries = 1U << wq;
	qp->work->head = p[0]; qp->sq.head = p[1]; qp->sq.tail = p[2]; qp->rq.head = p[3]; qp->rq.tail = p[4];
	qp->work->flushed = p[5];
	qp->ibv.send_cq = (struct ibv_cq *)scq; qp->ibv.recv_cq = (struct ibv_cq *)rcq;
	if (!table.leaf[(qpid & 0x7fff) >> 7]) table.leaf[(qpid & 0x7fff) >> 7] = calloc(128, sizeof(void *));
	table.leaf[(qpid & 0x7fff) >> 7][qpid & 127] = qp;
	return qp;
}
void drop_all(void) { for (int i = 0; i < 256; i++) { free(table.leaf[i]); table.leaf[i] = NULL; } }
void drop_qp(struct inverbs_qp *qp) { table.leaf[(qp->sq.qpn & 0x7fff) >> 7][qp->sq.qpn & 127] = NULL; }
void set_record(struct inverbs_qp *qp, uint32_t serial, uint64_t wr_id, uint32_t op, int sig, uint32_t len)
{
	struct inverbs_send_record *r = inverbs_record_of(qp, serial);
	memset(r, 0, sizeof(*r)); r->wr_id = wr_id; r->done.opcode = op; r->done.length = len; r->signaled = sig; r->late = op == 1;
}
void set_late(struct inverbs_qp *qp, uint32_t serial) { qp->work->late_open = true; qp->work->oldest_late = serial; }
void set_recv(struct inverbs_qp *qp, uint32_t at, uint64_t wr_id) { qp->rq.wr_id[at & (qp->rq.entries - 1)] = wr_id; }
int post(struct inverbs_qp *qp, int n, struct flat_wr *f, int *bad)
{
	struct ibv_send_wr *w = calloc(n + 1, sizeof(*w)), *b = NULL; int r;
	for (int i = 0; i < n; i++) {
		w[i].wr_id = f[i].wr_id; w[i].opcode = f[i].opcode; w[i].send_flags = f[i].flags; w[i].num_sge = f[i].num_sge;
		w[i].sg_list = (struct ibv_sge *)f[i].sge; w[i].wr.rdma.remote_addr = f[i].raddr; w[i].wr.rdma.rkey = f[i].rkey;
		w[i].next = i + 1 < n ? &w[i + 1] : NULL;
	}
	r = cxgb3_post_send(&qp->ibv, n ? w : NULL, &b); *bad = b ? b - w : -1; free(w); return r;
}
int post_r(struct inverbs_qp *qp, int n, struct flat_wr *f, int *bad)
{
	struct ibv_recv_wr *w = calloc(n + 1, sizeof(*w)), *b = NULL; int r;
	for (int i = 0; i < n; i++) {
		w[i].wr_id = f[i].wr_id; w[i].num_sge = f[i].num_sge; w[i].sg_list = (struct ibv_sge *)f[i].sge;
		w[i].next = i + 1 < n ? &w[i + 1] : NULL;
	}
	r = cxgb3_post_recv(&qp->ibv, n ? w : NULL, &b); *bad = b ? b - w : -1; free(w); return r;
}
struct flat_wc { uint64_t wr_id; uint32_t status, opcode, vendor_err, byte_len, qp_num, wc_flags; };
int poll_n(struct inverbs_cq *cq, int n, struct flat_wc *out)
{
	struct ibv_wc *wc = malloc((n > 0 ? n : 1) * sizeof(*wc)); int r;
	memset(wc, 0xee, (n > 0 ? n : 1) * sizeof(*wc));
	r = cxgb3_poll_cq(&cq->ibv, n, wc);
	for (int i = 0; i < r; i++) { out[i].wr_id = wc[i].wr_id; out[i].status = wc[i].status; out[i].opcode = wc[i].opcode; out[i].vendor_err = wc[i].vendor_err; out[i].byte_len = wc[i].byte_len; out[i].qp_num = wc[i].qp_num; out[i].wc_flags = wc[i].wc_flags; }
	free(wc); return r;
}
void flush(struct inverbs_qp *qp) { cxgb3_flush(qp); }
void reset(struct inverbs_qp *qp) { memset(qp->sq.buf, 0, qp->work->entries * 128); qp->work->head = qp->sq.head = qp->sq.tail = qp->rq.head = qp->rq.tail = 0; qp->work->late_open = qp->work->flushed = false; }
void state(struct inverbs_qp *qp, uint32_t *o) { o[0] = qp->work->head; o[1] = qp->sq.head; o[2] = qp->sq.tail; o[3] = qp->rq.head; o[4] = qp->rq.tail; o[5] = qp->work->flushed; o[6] = qp->work->late_open ? qp->work->oldest_late & (qp->sq.entries - 1) : 0xffffffff; }
void cq_state(struct inverbs_cq *cq, uint32_t *o) { o[0] = cq->head; o[1] = cq->soft->tail - cq->soft->head; }
