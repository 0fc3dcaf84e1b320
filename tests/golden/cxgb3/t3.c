/* SPDX-License-Identifier: BSD-2-Clause */
#include "hooks.h"

#include "t3.h"

#include <inverbs/kernel/cxgb3_abi.h>
#include <inverbs/kernel/uverbs.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "ledger.h"
#include "providers/gen/cxgb3_ops.h"
#include "runtime/runtime.h"

enum {
	CQ_KEY = 0x10000,
	QP_KEY = 0x100000,
	QP_HANDLE = 0x60,
	DEFAULT_CQ = 5,
	PAGE = 4096,
	/* Offsets in the ring, from the vectors' README. */
	STATE_AT = 104,
	GENERATION_AT = 4, /* in the most significant bit */
	REPEAT_AT = 120,   /* eight bytes, big-endian */
};

/* Returns a PCI device ID of the family in which posts are (or are not) commands. */
static uint16_t device_of(bool by_command)
{
	const struct inverbs_identity *id = &cxgb3_identity;

	for (size_t i = 0; i < id->pci_count; i++) {
		struct inverbs_device_info dev = {.vendor_id = id->pci_vendor,
						  .device_id = id->pci_ids[i]};

		if (inverbs_identity_by_command(id, &dev) == by_command)
			return dev.device_id;
	}
	return 0;
}

static struct inverbs_transport *open_kernel(const struct inverbs_backend *b,
					     const struct inverbs_device_info *dev)
{
	struct uverbs_get_context_resp resp = {.num_comp_vectors = 1};
	struct kernel *k = kernel_start();
	int ends[2];

	(void)b;
	(void)dev;
	if (pipe(ends))
		return NULL;
	k->events = ends[1];
	resp.async_fd = (uint32_t)ends[0];
	kernel_response(k, &resp, sizeof(resp), 0);
	return &k->transport;
}

/* Opens a device that exists only in this process. */
static struct ibv_context *open_device(const json_t *vector)
{
	static const struct inverbs_backend backend = {.name = "vectors", .open = open_kernel};
	static struct inverbs_device dev;

	dev = (struct inverbs_device){
		.backend = &backend,
		.provider = &inverbs_provider_cxgb3,
		.info = {.abi_version = (uint32_t)number(vector, "abi_version", CXGB3_ABI_MAX),
			 .vendor_id = CXGB3_PCI_VENDOR,
			 .device_id = device_of(is_text(vector, "adapter", "T3A")),
			 .driver_id = -1},
		.users = 1,
	};
	return inverbs_identity_match(dev.provider->identity, &dev.info) ? ibv_open_device(&dev.ibv)
									 : NULL;
}

struct t3 *t3_open(const json_t *vector, struct report *r)
{
	struct t3 *w = calloc(1, sizeof(*w));
	struct ibv_context *context;

	if (!w)
		abort();
	recorder_reset();
	w->report = r;
	context = open_device(vector);
	if (!context) {
		fail(r, "the device cannot be opened");
		free(w);
		return NULL;
	}
	w->ctx = inverbs_context_of(context);
	w->kernel = kernel_of(w->ctx->transport);
	w->pd.ibv.context = &w->ctx->ibv;
	w->pd.ibv.handle = PD_HANDLE;
	return w;
}

void t3_close(struct t3 *w)
{
	for (size_t i = 0; i < w->qp_count; i++) {
		if (w->qps[i].id && ibv_destroy_qp(&w->qps[i].qp->ibv))
			fail(w->report, "queue pair %u cannot be destroyed", w->qps[i].id);
		free(w->qps[i].ledger);
	}
	for (size_t i = 0; i < w->cq_count; i++) {
		if (ibv_destroy_cq(&w->cqs[i].cq->ibv))
			fail(w->report, "completion queue %u cannot be destroyed", w->cqs[i].id);
	}
	ibv_close_device(&w->ctx->ibv);
	free(w);
}

/* ---- completion queues ---- */

/* CQEs below the consumer's slot belong to the current lap, the others to the previous one. */
static void age_entries(const struct inverbs_cq *cq)
{
	const uint32_t place = cq->head & (cq->entries - 1);

	for (uint32_t i = 0; i < cq->entries; i++) {
		const uint8_t lap = !(cq->head & cq->entries);
		struct cxgb3_cqe old = {.generation = i < place ? lap : !lap};

		cxgb3_cqe_put(cxgb3_cq_entry(cq, i), &old);
	}
}

void t3_write_cqes(struct t3_cq *c, const json_t *cqes, struct report *r)
{
	for (size_t i = 0; i < json_array_size(cqes); i++) {
		const json_t *json = json_array_get(cqes, i);
		struct bytes b = bytes(json, "bytes");

		if (b.len != CXGB3_CQE_SIZE)
			fail(r, "cqes[%zu] has %zu bytes", i, b.len);
		else
			memcpy(cxgb3_cq_entry(c->cq, (uint32_t)number(json, "slot", 0)), b.data,
			       b.len);
		free_bytes(&b);
	}
}

static struct ibv_cq *create_cq(struct t3 *w, const json_t *json)
{
	const uint32_t log2 = (uint32_t)number(json, "size_log2", 6);
	struct uverbs_create_cq_resp resp = {
		.cq_handle = FIRST_CQ_HANDLE + (uint32_t)w->cq_count,
		.cqe = 1U << log2,
	};
	struct cxgb3_create_cq_out out = {
		.key = CQ_KEY + (w->cq_count << 8) * PAGE,
		.cqid = (uint32_t)number(json, "cqid", DEFAULT_CQ),
		.size_log2 = log2,
		.memsize = (((uint32_t)CXGB3_CQE_SIZE << log2) / PAGE + 1) * PAGE,
	};
	struct inverbs_facts *facts = inverbs_facts_of(w->ctx);

	facts->abi = (uint32_t)number(json, "abi_version", CXGB3_ABI_MAX);
	kernel_response(w->kernel, &resp, sizeof(resp), 0);
	kernel_response_more(w->kernel, &out, sizeof(out));
	return ibv_create_cq(&w->ctx->ibv, 1 << log2, NULL, NULL, 0);
}

/* Returns the address in the driver-private data of the last command. */
static const uint8_t *counter_of(const struct kernel *k)
{
	const struct kernel_command *c = &k->commands[k->command_count - 1];
	struct cxgb3_create_cq_in in;

	memcpy(&in, c->bytes + c->len - sizeof(in), sizeof(in));
	return (const uint8_t *)(uintptr_t)in.user_rptr_addr;
}

struct t3_cq *t3_cq(struct t3 *w, const json_t *json, const json_t *cqes)
{
	struct t3_cq *c = &w->cqs[w->cq_count];
	struct ibv_cq *made = w->cq_count < MAX_QUEUES ? create_cq(w, json) : NULL;
	uint32_t word;

	if (!made) {
		fail(w->report, "the completion queue cannot be made");
		return NULL;
	}
	*c = (struct t3_cq){(uint32_t)number(json, "cqid", DEFAULT_CQ), inverbs_cq_of(made),
			    counter_of(w->kernel)};
	w->cq_count++;
	c->cq->head = (uint32_t)number(json, "rptr_before", 0);
	cxgb3_cq_publish_ci(c->cq);
	cxgb3_cq_seek(c->cq);
	age_entries(c->cq);
	word = (uint32_t)number(json, "status_word_before", 0);
	if (c->cq->attention != &c->cq->soft->by_command)
		*c->cq->attention = word;
	t3_write_cqes(c, cqes, w->report);
	return c;
}

struct t3_cq *find_cq(struct t3 *w, uint32_t id)
{
	for (size_t i = 0; i < w->cq_count; i++) {
		if (w->cqs[i].id == id)
			return &w->cqs[i];
	}
	fail(w->report, "no completion queue %u", id);
	return NULL;
}

/* Post cases name no completion queue, and nothing is completed. */
static struct t3_cq *cq_of(struct t3 *w, const json_t *qp, const char *key)
{
	json_t *json;
	const uint32_t id = (uint32_t)number(qp, key, DEFAULT_CQ);

	if (json_object_get(qp, key) || w->cq_count)
		return find_cq(w, id);
	json = json_pack("{s:i}", "cqid", (int)id);
	return t3_cq(w, json, NULL);
}

/* ---- queue pairs ---- */

static struct ibv_qp *create_qp(struct t3 *w, const json_t *json)
{
	const struct t3_cq *send = cq_of(w, json, "send_cqid"), *recv = cq_of(w, json, "recv_cqid");
	struct uverbs_create_qp_resp resp = {
		.qp_handle = (uint32_t)number(json, "qp_handle", QP_HANDLE),
		.qpn = (uint32_t)number(json, "qpid", 1),
	};
	struct cxgb3_create_qp_out out = {
		.key = QP_KEY + (w->qp_count << 12) * PAGE,
		.db_key = QP_KEY / 2 + number(json, "doorbell_offset_in_page", 0),
		.qpid = resp.qpn,
		.size_log2 = (uint32_t)number(json, "wq_size_log2", 5),
		.sq_size_log2 = (uint32_t)number(json, "sq_size_log2", 4),
		.rq_size_log2 = (uint32_t)number(json, "rq_size_log2", 4),
	};
	struct ibv_qp_init_attr attr = {
		.qp_type = IBV_QPT_RC,
		.sq_sig_all = (int)number(json, "sq_sig_all", 0),
	};

	if (w->report->failed)
		return NULL;
	attr.send_cq = &send->cq->ibv;
	attr.recv_cq = &recv->cq->ibv;
	kernel_response(w->kernel, &resp, sizeof(resp), 0);
	kernel_response_more(w->kernel, &out, sizeof(out));
	return ibv_create_qp(&w->pd.ibv, &attr);
}

static void set_counters(const struct t3_qp *q, const json_t *json)
{
	struct inverbs_qp *qp = q->qp;

	qp->sq.position = (uint32_t)number(json, "wq_wptr_before", 0);
	qp->sq.head = (uint32_t)number(json, "sq_wptr_before", 0);
	qp->sq.tail = (uint32_t)number(json, "sq_rptr_before", 0);
	qp->rq.head = (uint32_t)number(json, "rq_wptr_before", 0);
	qp->rq.tail = (uint32_t)number(json, "rq_rptr_before", 0);
	qp->sq.work->flushed = number(json, "flushed_before", 0) != 0;
	if (json_is_integer(json_object_get(json, "oldest_read_index_before"))) {
		uint32_t index = (uint32_t)number(json, "oldest_read_index_before", 0);

		qp->sq.work->late_open = true;
		qp->sq.work->oldest_late = qp->sq.tail +
					   ((index - qp->sq.tail) & (qp->sq.work->requests - 1));
	}
}

void t3_set_state(const struct t3_qp *q, uint64_t word)
{
	memcpy(q->qp->sq.buf + STATE_AT, &word, sizeof(word));
}

static void add_record(const struct t3_qp *q, uint32_t serial, uint64_t wr_id, const char *opcode,
		       bool signaled, uint32_t length)
{
	static const struct name_value codes[] = {{"RDMA_WRITE", CXGB3_RDMA_RDMA_WRITE},
						  {"READ_REQ", CXGB3_RDMA_READ_REQ},
						  {"SEND", CXGB3_RDMA_SEND},
						  {NULL, 0}};
	struct inverbs_send_record *rec = inverbs_record_of(q->qp, serial);
	uint64_t code = 0;

	value_named(codes, opcode, &code);
	*rec = (struct inverbs_send_record){
		.wr_id = wr_id,
		.done = {.opcode = (uint8_t)code, .length = length},
		.signaled = signaled,
		.late = code == CXGB3_RDMA_READ_REQ,
	};
	ledger_sent(q->ledger, wr_id, signaled);
}

/* Without a list, all outstanding requests are signaled sends, except the oldest read. */
static void set_unlisted(const struct t3_qp *q)
{
	for (uint32_t i = q->qp->sq.tail; i != q->qp->sq.head; i++) {
		bool read = q->qp->sq.work->late_open && i == q->qp->sq.work->oldest_late;

		add_record(q, i, 0, read ? "READ_REQ" : "SEND", true, 0);
	}
}

static void set_outstanding(const struct t3_qp *q, const json_t *json)
{
	const json_t *sends = json_object_get(json, "outstanding_sq");
	const json_t *recvs = json_object_get(json, "outstanding_rq");
	const bool all = number(json, "sq_sig_all", 0) != 0;

	if (!json_array_size(sends))
		set_unlisted(q);
	for (size_t i = 0; i < json_array_size(sends); i++) {
		const json_t *s = json_array_get(sends, i);

		add_record(q, (uint32_t)number(s, "sq_wptr", 0), number(s, "wr_id", 0),
			   text(s, "rdma_opcode"), all || number(s, "signaled", 0),
			   (uint32_t)number(s, "read_len", 0));
	}
	for (size_t i = 0; i < json_array_size(recvs); i++) {
		const json_t *s = json_array_get(recvs, i);
		uint32_t at = (uint32_t)number(s, "rq_wptr", 0) & (q->qp->rq.entries - 1);

		q->qp->rq.wr_id[at] = number(s, "wr_id", 0);
		ledger_received(q->ledger, q->qp->rq.wr_id[at]);
	}
}

struct t3_qp *t3_qp(struct t3 *w, const json_t *json)
{
	struct t3_qp *q = &w->qps[w->qp_count];
	struct ibv_qp *made = w->qp_count < MAX_QUEUES ? create_qp(w, json) : NULL;

	if (!made) {
		fail(w->report, "the queue pair cannot be made");
		return NULL;
	}
	w->qp_count++;
	*q = (struct t3_qp){.id = made->qp_num, .qp = inverbs_qp_of(made)};
	q->doorbell = (const uint8_t *)((uintptr_t)q->qp->sq.doorbell & ~(uintptr_t)(PAGE - 1));
	q->ledger = ledger_new();
	if (!q->qp->sq.work)
		return q;
	set_counters(q, json);
	set_outstanding(q, json);
	t3_set_state(q, number(json, "wq_error_word_before", 0));
	return q;
}

void t3_age_ring(const struct t3_qp *q, uint8_t fill)
{
	const struct inverbs_sq *sq = &q->qp->sq;
	const uint64_t state = t3_state(q);

	memset(sq->buf, fill, (size_t)sq->entries << CXGB3_SLOT_SHIFT);
	for (uint32_t i = 0; i < sq->entries; i++) {
		uint8_t *slot = inverbs_slot(sq->buf, sq->position + i, sq->entries,
					     CXGB3_SLOT_SHIFT);
		const uint8_t next = !((sq->position + i) & sq->entries);

		slot[GENERATION_AT] = (uint8_t)((slot[GENERATION_AT] & 0x7f) | !next << 7);
		memset(slot + REPEAT_AT, 0, 8);
		slot[REPEAT_AT + 7] = !next;
	}
	t3_set_state(q, state);
}

struct t3_qp *find_qp(struct t3 *w, uint32_t id)
{
	for (size_t i = 0; i < w->qp_count; i++) {
		if (w->qps[i].id == id)
			return &w->qps[i];
	}
	fail(w->report, "no queue pair %u", id);
	return NULL;
}

uint64_t t3_state(const struct t3_qp *q)
{
	uint64_t word;

	memcpy(&word, q->qp->sq.buf + STATE_AT, sizeof(word));
	return word;
}

uint32_t t3_attention(const struct t3_cq *c)
{
	return *c->cq->attention;
}

void check_qp(const struct t3_qp *q, const json_t *json, struct report *r)
{
	const struct inverbs_qp *qp = q->qp;
	const struct {
		const char *key;
		uint64_t actual;
	} members[] = {
		{"wq_wptr", qp->sq.position}, {"sq_wptr", qp->sq.head},
		{"sq_rptr", qp->sq.tail},     {"rq_wptr", qp->rq.head},
		{"rq_rptr", qp->rq.tail},     {"wq_error_word", t3_state(q)},
	};

	for (size_t i = 0; i < sizeof(members) / sizeof(members[0]); i++) {
		if (json_object_get(json, members[i].key))
			check_number(r, members[i].key, members[i].actual,
				     number(json, members[i].key, 0));
	}
}
