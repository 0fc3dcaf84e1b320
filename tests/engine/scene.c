/* SPDX-License-Identifier: BSD-2-Clause */
#include "scene.h"

void scene_make(struct scene *f, void **state, enum ibv_qp_type type, enum ibv_wr_opcode opcode,
		uint32_t bytes)
{
	struct rig_pair pair;

	f->rig = *state;
	pair = rig_pair(f->rig, type);
	f->a = pair.a;
	f->b = pair.b;
	f->from = rig_mr(&f->rig->a, 4096, ALL);
	f->to = rig_mr(&f->rig->b, 4096, ALL);
	rig_fill(f->from, 1);
	f->sge = rig_sge(f->from, 0, bytes);
	f->wr = rig_wr(opcode, &f->sge);
	if (opcode == IBV_WR_ATOMIC_CMP_AND_SWP || opcode == IBV_WR_ATOMIC_FETCH_AND_ADD) {
		f->wr.wr.atomic.remote_addr = (uintptr_t)f->to->bytes;
		f->wr.wr.atomic.rkey = f->to->k.rkey;
	} else {
		f->wr.wr.rdma.remote_addr = (uintptr_t)f->to->bytes;
		f->wr.wr.rdma.rkey = f->to->k.rkey;
	}
	rig_recv(f->b, 50, f->to, 4096);
}

void scene_go(struct scene *f)
{
	rig_post(f->a, &f->wr);
	rig_run(f->rig);
}

void scene_expect_states(const struct scene *f, enum ibv_qp_state a, enum ibv_qp_state b)
{
	assert_int_equal(f->a->k.attr.qp_state, a);
	assert_int_equal(f->b->k.attr.qp_state, b);
}

void scene_make_long(struct scene *f, struct rig_mr **to)
{
	enum {
		BYTES = 16 << 20
	};
	struct rig_mr *from = rig_mr(&f->rig->a, BYTES, ALL);

	*to = rig_mr(&f->rig->b, BYTES, ALL);
	f->sge = rig_sge(from, 0, BYTES);
	f->wr.wr.rdma.remote_addr = (uintptr_t)(*to)->bytes;
	f->wr.wr.rdma.rkey = (*to)->k.rkey;
}
