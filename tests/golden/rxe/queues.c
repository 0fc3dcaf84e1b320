/* SPDX-License-Identifier: BSD-2-Clause */
#include "queues.h"

#include <netinet/in.h>
#include <sys/socket.h>

#include <infiniband/verbs.h>
#include <inverbs/adapters/rxe_abi.h>
#include <rdma/ib_user_ioctl_verbs.h>
#include <rdma/ib_user_verbs.h>
#include <rdma/rdma_user_rxe.h>

/* The driver's parts of commands lie as the kernel's header says. */
#define ALIKE(ours, member, theirs, of_theirs)                                                     \
	_Static_assert(offsetof(struct ours, member) == offsetof(struct theirs, of_theirs) &&      \
			       sizeof(((struct ours *)0)->member) ==                               \
				       sizeof(((struct theirs *)0)->of_theirs),                    \
		       #ours "." #member)
ALIKE(rxe_queue_place, offset, mminfo, offset);
ALIKE(rxe_queue_place, size, mminfo, size);
ALIKE(rxe_create_qp_out, recv_offset, rxe_create_qp_resp, rq_mi.offset);
ALIKE(rxe_create_qp_out, recv_size, rxe_create_qp_resp, rq_mi.size);
ALIKE(rxe_create_qp_out, send_offset, rxe_create_qp_resp, sq_mi.offset);
ALIKE(rxe_create_qp_out, send_size, rxe_create_qp_resp, sq_mi.size);
ALIKE(rxe_create_srq_out, offset, rxe_create_srq_resp, mi.offset);
ALIKE(rxe_create_srq_out, size, rxe_create_srq_resp, mi.size);
ALIKE(rxe_create_srq_out, srqn, rxe_create_srq_resp, srq_num);
ALIKE(rxe_modify_srq_in, place_addr, rxe_modify_srq_cmd, mmap_info_addr);
ALIKE(rxe_create_ah_out, number, rxe_create_ah_resp, ah_num);

/* Offsets are not given out twice; handles are, so the last one counts. */
struct queue *queue_at(struct queues *all, uint64_t offset)
{
	for (size_t i = all->count; i-- > 0;) {
		if (all->queue[i].offset == offset)
			return &all->queue[i];
	}
	return NULL;
}

struct queue *queue_of_pair(struct queues *all, uint64_t fd, uint32_t handle)
{
	for (size_t i = all->count; i-- > 0;) {
		struct queue *q = &all->queue[i];

		if (q->kind == SEND_QUEUE && q->fd == fd && q->handle == handle)
			return q;
	}
	return NULL;
}

static void add(struct queues *all, const struct queue *q, struct report *r)
{
	if (!q->bytes) /* a queue pair without */
		return;
	if (all->count == MAX_QUEUES)
		fail(r, "more queues than this replayer counts");
	else
		all->queue[all->count++] = *q;
}

static void add_place(struct queues *all, enum queue_kind kind, const struct rxe_queue_place *place,
		      struct report *r)
{
	const struct queue q = {.kind = kind, .offset = place->offset, .bytes = place->size};

	add(all, &q, r);
}

/* Both queues of a pair; `pair` tells what they share, and the limits of sends. */
static void add_pair(struct queues *all, const struct queue *pair,
		     const struct rxe_create_qp_out *out, struct report *r)
{
	struct queue q = *pair;

	q.kind = RECV_QUEUE;
	q.offset = out->recv_offset;
	q.bytes = out->recv_size;
	add(all, &q, r);
	q.kind = SEND_QUEUE;
	q.offset = out->send_offset;
	q.bytes = out->send_size;
	add(all, &q, r);
}

static bool qp_by_command(struct queues *all, const struct command *c, struct report *r)
{
	size_t core = c->extended ? sizeof(struct ib_uverbs_ex_create_qp_resp)
				  : sizeof(struct ib_uverbs_create_qp_resp);
	struct ib_uverbs_ex_create_qp ex = {0};
	struct ib_uverbs_create_qp req = {0};
	struct ib_uverbs_create_qp_resp resp;
	struct rxe_create_qp_out out;
	struct queue pair;

	if (!(c->extended ? front_of(&c->body, &ex, sizeof(ex))
			  : front_of(&c->body, &req, sizeof(req))) ||
	    !front_of(&c->answer, &resp, sizeof(resp)) || !driver_of(c, core, &out, sizeof(out)))
		return false;
	pair = (struct queue){
		.fd = c->fd,
		.handle = resp.qp_handle,
		.qpn = resp.qpn,
		.qp_type = c->extended ? ex.qp_type : req.qp_type,
		.max_sge = resp.max_send_sge,
		.max_inline = resp.max_inline_data,
	};
	add_pair(all, &pair, &out, r);
	return true;
}

static bool srq_by_command(struct queues *all, const struct command *c, struct report *r)
{
	struct rxe_create_srq_out out;

	if (!driver_of(c, sizeof(struct ib_uverbs_create_srq_resp), &out, sizeof(out)))
		return false;
	add_place(all, RECV_QUEUE, &(struct rxe_queue_place){out.offset, out.size, 0}, r);
	return true;
}

static bool cq_by_command(struct queues *all, const struct command *c, struct report *r)
{
	size_t core = sizeof(struct ib_uverbs_create_cq_resp);
	struct rxe_queue_place place;

	if (c->number == IB_USER_VERBS_CMD_RESIZE_CQ)
		core = sizeof(struct ib_uverbs_resize_cq_resp);
	else if (c->extended)
		core = sizeof(struct ib_uverbs_ex_create_cq_resp);
	if (!driver_of(c, core, &place, sizeof(place)))
		return false;
	add_place(all, COMPLETION_QUEUE, &place, r);
	return true;
}

static bool learn_command(struct queues *all, const struct command *c, struct report *r)
{
	struct ib_uverbs_modify_srq modify = {0};

	switch (c->number) {
	case IB_USER_VERBS_CMD_CREATE_QP:
		return qp_by_command(all, c, r);
	case IB_USER_VERBS_CMD_CREATE_SRQ:
		return srq_by_command(all, c, r);
	case IB_USER_VERBS_CMD_CREATE_CQ:
	case IB_USER_VERBS_CMD_RESIZE_CQ:
		return cq_by_command(all, c, r);
	case IB_USER_VERBS_CMD_MODIFY_SRQ:
		if (!front_of(&c->body, &modify, sizeof(modify)))
			return false;
		all->new_srq |= (modify.attr_mask & IBV_SRQ_MAX_WR) != 0;
		return true;
	default:
		return true;
	}
}

static bool qp_by_attrs(struct queues *all, const json_t *event, struct report *r)
{
	struct rxe_create_qp_out out;
	struct ib_uverbs_qp_cap cap;
	struct queue pair = {
		.fd = number(event, "fd", 0),
		.handle = (uint32_t)attr_number(event, "CREATE_QP_HANDLE"),
		.qp_type = (uint32_t)attr_number(event, "CREATE_QP_TYPE"),
	};

	if (!attr_memory(event, "CREATE_QP_RESP_QP_NUM", &pair.qpn, sizeof(pair.qpn)) ||
	    !attr_memory(event, "CREATE_QP_RESP_CAP", &cap, sizeof(cap)) ||
	    !attr_memory(event, "UHW_OUT", &out, sizeof(out)))
		return false;
	pair.max_sge = cap.max_send_sge;
	pair.max_inline = cap.max_inline_data;
	add_pair(all, &pair, &out, r);
	return true;
}

static bool learn_attrs(struct queues *all, const json_t *event, struct report *r)
{
	struct rxe_create_srq_out srq;
	struct rxe_queue_place place;

	if (json_object_get(event, "errno"))
		return true;
	if (is_text(event, "method", "QP_CREATE"))
		return qp_by_attrs(all, event, r);
	if (is_text(event, "method", "SRQ_CREATE")) {
		if (!attr_memory(event, "UHW_OUT", &srq, sizeof(srq)))
			return false;
		place = (struct rxe_queue_place){srq.offset, srq.size, 0};
		add_place(all, RECV_QUEUE, &place, r);
	} else if (is_text(event, "method", "CQ_CREATE")) {
		if (!attr_memory(event, "UHW_OUT", &place, sizeof(place)))
			return false;
		add_place(all, COMPLETION_QUEUE, &place, r);
	}
	return true;
}

/* A program maps what an answer named; after a change of a shared receive queue, what only it was
 * told. */
static void learn_map(struct queues *all, const json_t *event, struct report *r)
{
	const uint64_t offset = number(event, "offset", 0);
	const struct queue *q = queue_at(all, offset);
	struct rxe_queue_place place = {offset, (uint32_t)number(event, "length", 0), 0};

	if (json_object_get(event, "errno"))
		return;
	if (q && place.size > q->bytes) {
		fail(r, "%u bytes are mapped of a queue of %u", place.size, q->bytes);
	} else if (q) {
		return;
	} else if (all->new_srq) {
		all->new_srq = false;
		add_place(all, RECV_QUEUE, &place, r);
	} else {
		fail(r, "a mapping at offset %llu, which no answer named",
		     (unsigned long long)offset);
	}
}

void queues_learn(struct queues *all, const json_t *event, struct report *r)
{
	struct command c;
	bool understood = true;

	if (is_text(event, "syscall", "mmap"))
		learn_map(all, event, r);
	else if (is_text(event, "syscall", "ioctl"))
		understood = learn_attrs(all, event, r);
	if (command_of(event, &c)) {
		understood = learn_command(all, &c, r);
		free_command(&c);
	}
	if (!understood)
		fail(r, "a command that makes a queue has a part that is too short");
}
