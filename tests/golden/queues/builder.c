/* SPDX-License-Identifier: BSD-2-Clause */
/* Requests that a vector builds with calls of ibv_wr_*. */
#include "hooks.h"

#include <inverbs/fast/builder.h>
#include <stdlib.h>
#include <string.h>

#include "post.h"
#include "quirk.h"
#include "runtime/builder.h"
#include "seen.h"
#include "workreq.h"

static uint32_t number32(const json_t *call, const char *key)
{
	return (uint32_t)number(call, key, 0);
}

static __be32 immediate(const json_t *call)
{
	__be32 imm = 0;

	copy_bytes(call, "imm_data_memory_bytes", &imm, sizeof(imm));
	return imm;
}

static void call_bind(struct ibv_qp_ex *qp, const json_t *call)
{
	struct ibv_mw *mw = zeroed(1, sizeof(*mw));
	struct ibv_mr *mr = zeroed(1, sizeof(*mr));
	const struct ibv_mw_bind_info info = {
		.mr = json_object_get(call, "mr_lkey") ? mr : NULL,
		.addr = number(call, "addr", 0),
		.length = number(call, "length", 0),
		.mw_access_flags = number32(call, "mw_access_flags"),
	};

	mw->type = IBV_MW_TYPE_2;
	mw->rkey = number32(call, "mw_rkey");
	mr->lkey = number32(call, "mr_lkey");
	ibv_wr_bind_mw(qp, mw, number32(call, "rkey"), &info);
}

static void call_inline_list(struct ibv_qp_ex *qp, const json_t *call)
{
	const json_t *list = json_object_get(call, "bufs");
	const size_t n = json_array_size(list);
	struct ibv_data_buf *bufs = zeroed(n, sizeof(*bufs));

	for (size_t i = 0; i < n; i++) {
		const struct bytes data = bytes(json_array_get(list, i), "data");

		bufs[i] = (struct ibv_data_buf){data.data, data.len};
	}
	ibv_wr_set_inline_data_list(qp, n, bufs);
}

static void call_inline(struct ibv_qp_ex *qp, const json_t *call)
{
	const struct bytes data = bytes(call, "data");

	ibv_wr_set_inline_data(qp, data.data, data.len);
}

/* Place payload that the library reads at its recorded address. */
static void place_payload(const json_t *sge, struct report *r)
{
	struct bytes data = bytes(sge, "data");
	const uint64_t addr = number(sge, "addr", 0);

	if (data.len && !place_at(addr, &data))
		fail(r, "cannot place payload at 0x%llx", (unsigned long long)addr);
}

static void call_sge_list(struct ibv_qp_ex *qp, const json_t *call, struct report *r)
{
	const json_t *list = json_object_get(call, "sg");
	const size_t n = json_array_size(list);
	struct ibv_sge *sge = zeroed(n, sizeof(*sge));

	for (size_t i = 0; i < n; i++) {
		const json_t *one = json_array_get(list, i);

		sge[i].addr = number(one, "addr", 0);
		sge[i].length = number32(one, "length");
		sge[i].lkey = number32(one, "lkey");
		place_payload(one, r);
	}
	ibv_wr_set_sge_list(qp, n, sge);
}

static void call_sge(struct ibv_qp_ex *qp, const json_t *call, struct report *r)
{
	place_payload(call, r);
	ibv_wr_set_sge(qp, number32(call, "lkey"), number(call, "addr", 0),
		       number32(call, "length"));
}

static void call_segmented(struct ibv_qp_ex *qp, const json_t *call)
{
	const struct bytes header = bytes(call, "hdr");

	ibv_wr_send_tso(qp, header.data, (uint16_t)number(call, "hdr_sz", 0),
			(uint16_t)number(call, "mss", 0));
}

/* Calls the function that begins this request. Returns false if the call is another one. */
static bool begin_request(struct ibv_qp_ex *qp, const char *name, const json_t *call)
{
	const uint32_t rkey = number32(call, "rkey");
	const uint64_t to = number(call, "remote_addr", 0);

	if (same_text(name, "wr_send"))
		ibv_wr_send(qp);
	else if (same_text(name, "wr_send_imm"))
		ibv_wr_send_imm(qp, immediate(call));
	else if (same_text(name, "wr_send_inv"))
		ibv_wr_send_inv(qp, number32(call, "invalidate_rkey"));
	else if (same_text(name, "wr_send_tso"))
		call_segmented(qp, call);
	else if (same_text(name, "wr_rdma_write"))
		ibv_wr_rdma_write(qp, rkey, to);
	else if (same_text(name, "wr_rdma_write_imm"))
		ibv_wr_rdma_write_imm(qp, rkey, to, immediate(call));
	else if (same_text(name, "wr_rdma_read"))
		ibv_wr_rdma_read(qp, rkey, to);
	else if (same_text(name, "wr_atomic_cmp_swp"))
		ibv_wr_atomic_cmp_swp(qp, rkey, to, number(call, "compare", 0),
				      number(call, "swap", 0));
	else if (same_text(name, "wr_atomic_fetch_add"))
		ibv_wr_atomic_fetch_add(qp, rkey, to, number(call, "add", 0));
	else if (same_text(name, "wr_local_inv"))
		ibv_wr_local_inv(qp, number32(call, "invalidate_rkey"));
	else if (same_text(name, "wr_bind_mw"))
		call_bind(qp, call);
	else
		return false;
	return true;
}

/* Calls this setter. Returns false if the call is another one. */
static bool call_setter(const struct post *p, struct ibv_qp_ex *qp, const char *name,
			const json_t *call, struct report *r)
{
	if (same_text(name, "wr_set_sge"))
		call_sge(qp, call, r);
	else if (same_text(name, "wr_set_sge_list"))
		call_sge_list(qp, call, r);
	else if (same_text(name, "wr_set_inline_data"))
		call_inline(qp, call);
	else if (same_text(name, "wr_set_inline_data_list"))
		call_inline_list(qp, call);
	else if (same_text(name, "wr_set_xrc_srqn"))
		ibv_wr_set_xrc_srqn(qp, number32(call, "remote_srqn"));
	else if (same_text(name, "wr_set_ud_addr"))
		ibv_wr_set_ud_addr(qp, p->w->words->read_ah(call, r), number32(call, "remote_qpn"),
				   number32(call, "remote_qkey"));
	else
		return false;
	return true;
}

static void make_call(struct post *p, struct ibv_qp_ex *qp, const json_t *call, struct report *r)
{
	const char *const name = text(call, "call");

	if (same_text(name, "wr_start")) {
		ibv_wr_start(qp);
	} else if (same_text(name, "wr_abort")) {
		ibv_wr_abort(qp);
	} else if (same_text(name, "wr_complete")) {
		p->ret = ibv_wr_complete(qp);
	} else if (same_text(name, "set")) {
		qp->wr_id = number(call, "wr_id", 0);
		qp->wr_flags = send_flags(json_object_get(call, "wr_flags"), r);
	} else if (!begin_request(qp, name, call) && !call_setter(p, qp, name, call, r)) {
		malformed("unknown call \"%.40s\"", name);
	}
}

/* Aborted or refused requests leave nothing here, while the reference leaves WQEs and
 * identifiers. */
static const json_t *expected_of(const struct post *p)
{
	static const char *const left[] = {"sq_table_changes", "wr_id_table_changes", "wqe_order"};
	json_t *expect = json_copy((json_t *)(uintptr_t)p->expect);

	if (json_is_null(json_object_get(expect, "ret")))
		json_object_del(expect, "ret");
	if (p->first != post_position(p) || p->ret != (int)number(expect, "ret", 0))
		return expect;
	for (size_t i = 0; i < sizeof(left) / sizeof(*left); i++)
		json_object_del(expect, left[i]);
	json_object_set_new(expect, "queue_after", json_array());
	return expect;
}

void post_built(struct post *p, struct report *r)
{
	struct inverbs_qp *const object = p->q->object;
	const json_t *calls = json_object_get(p->vector, "calls");
	const json_t *call;
	size_t index;

	if (inverbs_builder_init(object, 0, p->w->words->calls->wr_complete)) {
		fail(r, "no memory");
		return;
	}
	json_array_foreach(calls, index, call) make_call(p, &object->ibv_ex, call, r);
	inverbs_sq_recall(&object->sq);
	if (p->first != post_position(p))
		check_seen_sends(p->w->words, p->q, inverbs_built(&object->builder), p->first,
				 post_position(p), r);
	p->expect = expected_of(p);
	inverbs_builder_fini(object);
}
