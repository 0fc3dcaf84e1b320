/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The rings that a traced program shares with the kernel, derived from the commands that created
 * them. Programs must map what the responses name, which shows that we parse driver-private data
 * correctly.
 */
#include <errno.h>
#include <infiniband/verbs.h>
#include <inverbs/kernel/transport.h>
#include <rdma/ib_user_verbs.h>
#include <stdlib.h>
#include <string.h>

#include "trace.h"

_Static_assert(SHARED_COMMAND_BYTES ==
		       sizeof(struct ib_uverbs_cmd_hdr) + sizeof(struct ib_uverbs_post_send),
	       "POST_SEND with its head");
_Static_assert(SHARED_WC_BYTES == sizeof(struct ib_uverbs_wc), "a completion");

/* Commands whose responses name rings; `method` is the equivalent ioctl method. */
static const struct creation {
	uint32_t number;
	bool extended;
	const char *method;
	size_t core; /* size of the core part of the response */
	enum shared_kind makes;
} creations[] = {
	{IB_USER_VERBS_CMD_CREATE_QP, false, "QP_CREATE", sizeof(struct ib_uverbs_create_qp_resp),
	 SHARED_SENDS},
	{IB_USER_VERBS_CMD_CREATE_QP, true, "", sizeof(struct ib_uverbs_ex_create_qp_resp),
	 SHARED_SENDS},
	{IB_USER_VERBS_CMD_CREATE_SRQ, false, "SRQ_CREATE",
	 sizeof(struct ib_uverbs_create_srq_resp), SHARED_SRQ},
	{IB_USER_VERBS_CMD_CREATE_CQ, false, "CQ_CREATE", sizeof(struct ib_uverbs_create_cq_resp),
	 SHARED_COMPLETIONS},
	{IB_USER_VERBS_CMD_CREATE_CQ, true, "", sizeof(struct ib_uverbs_ex_create_cq_resp),
	 SHARED_COMPLETIONS},
	{IB_USER_VERBS_CMD_RESIZE_CQ, false, "", sizeof(struct ib_uverbs_resize_cq_resp),
	 SHARED_COMPLETIONS},
};

/* ---- members of commands ---- */

static const json_t *attr_of(const json_t *event, const char *name)
{
	const json_t *attrs = json_object_get(event, "attrs");

	for (size_t i = 0; i < json_array_size(attrs); i++) {
		if (is_text(json_array_get(attrs, i), "name", name))
			return json_array_get(attrs, i);
	}
	return NULL;
}

/* Returns the value of an attribute after the call: its contents, or the memory that it points
 * to. */
static uint64_t attr_number(const json_t *event, const char *name)
{
	const json_t *attr = attr_of(event, name);

	return number(attr, "data_after", number(attr, "data", 0));
}

static struct bytes attr_memory(const json_t *event, const char *name)
{
	return bytes(attr_of(event, name), "memory_after");
}

/* Reads and frees bytes. Returns false if there are too few. */
static bool read_and_free(struct bytes from, size_t at, void *to, size_t len)
{
	const bool there = from.len >= at && from.len - at >= len;

	if (there)
		memcpy(to, from.data + at, len);
	free_bytes(&from);
	return there;
}

static bool by_write(const json_t *event)
{
	return is_text(event, "syscall", "write");
}

static bool is_extended(const json_t *event)
{
	return json_is_true(json_object_get(event, "extended"));
}

static bool is_command(const json_t *event)
{
	return is_text(event, "fd_kind", "uverbs") && !json_object_get(event, "errno") &&
	       (by_write(event) || is_text(event, "method", "INVOKE_WRITE"));
}

static uint64_t command_number(const json_t *event)
{
	return number(event, by_write(event) ? "number" : "write_number", UINT64_MAX);
}

/* Reads a request after its headers, which ioctl does not have. */
static bool take_request(const json_t *event, void *to, size_t len)
{
	const size_t headers = sizeof(struct ib_uverbs_cmd_hdr) +
			       (is_extended(event) ? sizeof(struct ib_uverbs_ex_cmd_hdr) : 0);

	if (by_write(event))
		return read_and_free(bytes(event, "request"), headers, to, len);
	return read_and_free(bytes(attr_of(event, "CORE_IN"), "memory_before"), 0, to, len);
}

static bool take_response(const json_t *event, void *to, size_t len)
{
	return read_and_free(by_write(event) ? bytes(event, "response")
					     : attr_memory(event, "CORE_OUT"),
			     0, to, len);
}

/* Returns the driver-private data, which has its own attribute in an ioctl, and otherwise follows
 * the core part. */
static struct bytes driver_part(const json_t *event, size_t core)
{
	struct bytes b = attr_memory(event, "UHW_OUT");

	if (b.len)
		return b;
	b = by_write(event) ? bytes(event, "response") : attr_memory(event, "CORE_OUT");
	if (b.len < core)
		core = b.len;
	if (core < b.len)
		memmove(b.data, b.data + core, b.len - core);
	b.len -= core;
	return b;
}

/* ---- queue pairs ---- */

static json_t *queue_pair_of(const json_t *event, uint64_t handle, uint64_t qpn, uint64_t type,
			     uint64_t max_sge, uint64_t max_inline)
{
	return json_pack("{s:I,s:I,s:I,s:I,s:I,s:I}", "fd", (json_int_t)number(event, "fd", 0),
			 "handle", (json_int_t)handle, "qpn", (json_int_t)qpn, "type",
			 (json_int_t)type, "max_send_sge", (json_int_t)max_sge, "max_inline_data",
			 (json_int_t)max_inline);
}

/* Returns NULL if the command is too short. */
static json_t *pair_of_command(const json_t *event)
{
	struct ib_uverbs_create_qp_resp resp;
	struct ib_uverbs_create_qp req = {0};
	struct ib_uverbs_ex_create_qp ex = {0};
	const bool extended = is_extended(event);

	if (!(extended ? take_request(event, &ex, sizeof(ex))
		       : take_request(event, &req, sizeof(req))) ||
	    !take_response(event, &resp, sizeof(resp)))
		return NULL;
	return queue_pair_of(event, resp.qp_handle, resp.qpn, extended ? ex.qp_type : req.qp_type,
			     resp.max_send_sge, resp.max_inline_data);
}

static json_t *pair_of_method(const json_t *event)
{
	struct ib_uverbs_qp_cap cap;
	uint32_t qpn;

	if (!read_and_free(attr_memory(event, "CREATE_QP_RESP_QP_NUM"), 0, &qpn, sizeof(qpn)) ||
	    !read_and_free(attr_memory(event, "CREATE_QP_RESP_CAP"), 0, &cap, sizeof(cap)))
		return NULL;
	return queue_pair_of(event, attr_number(event, "CREATE_QP_HANDLE"), qpn,
			     attr_number(event, "CREATE_QP_TYPE"), cap.max_send_sge,
			     cap.max_inline_data);
}

/* ---- rings ---- */

static void add_ring(struct shared_rings *all, enum shared_kind kind, uint64_t offset,
		     uint32_t bytes, json_t *owner)
{
	if (bytes) /* 0 bytes: the queue pair has no such ring */
		all->ring[all->count++] = (struct shared_ring){kind, offset, bytes,
							       json_incref(owner), 0};
}

static bool add_places(struct shared_rings *all, const struct shared_response *response,
		       struct bytes driver, json_t *owner)
{
	const bool whole = driver.len >= response->bytes;

	for (size_t i = 0; whole && i < 2 && response->places[i].kind; i++) {
		uint64_t offset;
		uint32_t length;

		memcpy(&offset, driver.data + response->places[i].at, sizeof(offset));
		memcpy(&length, driver.data + response->places[i].at + sizeof(offset),
		       sizeof(length));
		add_ring(all, response->places[i].kind, offset, length, owner);
	}
	free_bytes(&driver);
	return whole;
}

static bool learn_creation(struct shared_rings *all, const struct golden_traces *traces,
			   const json_t *event, const struct creation *c)
{
	const bool by_method = !is_command(event);
	const struct shared_response *response = c->makes == SHARED_SENDS ? traces->qp
						 : c->makes == SHARED_SRQ ? traces->srq
									  : traces->cq;
	json_t *owner = c->makes != SHARED_SENDS ? json_object()
			: by_method              ? pair_of_method(event)
						 : pair_of_command(event);
	const bool whole = owner && add_places(all, response, driver_part(event, c->core), owner);

	json_decref(owner);
	return whole;
}

static void learn_srq(struct shared_rings *all, const json_t *event, struct report *r)
{
	struct ib_uverbs_modify_srq req;

	if (!take_request(event, &req, sizeof(req)))
		fail(r, "MODIFY_SRQ is too short");
	else
		all->srq_replaced |= (req.attr_mask & IBV_SRQ_MAX_WR) != 0;
}

/* A program maps offsets that responses name, or the new offset of a resized shared receive queue,
 * which only the program got. */
static void learn_map(struct shared_rings *all, const json_t *event, struct report *r)
{
	const uint64_t offset = number(event, "offset", 0);
	const uint32_t length = (uint32_t)number(event, "length", 0);
	const struct shared_ring *ring = shared_ring_at(all, offset);
	json_t *owner;

	if (json_object_get(event, "errno"))
		return;
	if (ring) {
		if (length > ring->bytes)
			fail(r, "%u bytes are mapped of a ring of %u", length, ring->bytes);
	} else if (all->srq_replaced) {
		all->srq_replaced = false;
		owner = json_object();
		add_ring(all, SHARED_SRQ, offset, length, owner);
		json_decref(owner);
	} else {
		fail(r, "a mapping at offset %llu, which no response named",
		     (unsigned long long)offset);
	}
}

void shared_rings_learn(struct shared_rings *all, const struct golden_traces *traces,
			const json_t *event, struct report *r)
{
	const bool command = is_command(event);

	if (is_text(event, "syscall", "mmap"))
		learn_map(all, event, r);
	if (command && command_number(event) == IB_USER_VERBS_CMD_MODIFY_SRQ)
		learn_srq(all, event, r);
	for (size_t i = 0; i < sizeof(creations) / sizeof(creations[0]); i++) {
		const struct creation *c = &creations[i];
		const bool made = command ? command_number(event) == c->number &&
						    is_extended(event) == c->extended
					  : *c->method && is_text(event, "method", c->method) &&
						    !json_object_get(event, "errno");

		if (made && !learn_creation(all, traces, event, c))
			fail(r, "a command that makes a ring has a part that is too short");
	}
}

/* The kernel does not reuse offsets, but handles, so the last one counts. */
struct shared_ring *shared_ring_at(struct shared_rings *all, uint64_t offset)
{
	for (size_t i = all->count; i-- > 0;) {
		if (all->ring[i].offset == offset)
			return &all->ring[i];
	}
	return NULL;
}

/* ---- doorbells ---- */

/*
 * Keeps what POST_SEND has in common with another library's: everything except the response
 * address, and of the WQE size only whether it is large enough for the kernel.
 */
static void normalize(uint8_t *command)
{
	struct ib_uverbs_cmd_hdr head;
	struct ib_uverbs_post_send req;

	memcpy(&head, command, sizeof(head));
	memcpy(&req, command + sizeof(head), sizeof(req));
	head.out_words = 0;
	req.response = 0;
	req.wqe_size = req.wqe_size >= sizeof(struct ib_uverbs_send_wr);
	memcpy(command, &head, sizeof(head));
	memcpy(command + sizeof(head), &req, sizeof(req));
}

struct shared_ring *shared_ring_posted(struct shared_rings *all, const json_t *event,
				       uint8_t command[SHARED_COMMAND_BYTES])
{
	struct ib_uverbs_cmd_hdr head = {.command = IB_USER_VERBS_CMD_POST_SEND,
					 .in_words = SHARED_COMMAND_BYTES / sizeof(uint32_t)};
	struct ib_uverbs_post_send req;

	if (!is_command(event) || command_number(event) != IB_USER_VERBS_CMD_POST_SEND ||
	    !take_request(event, &req, sizeof(req)))
		return NULL;
	if (by_write(event))
		read_and_free(bytes(event, "request"), 0, &head, sizeof(head));
	memcpy(command, &head, sizeof(head));
	memcpy(command + sizeof(head), &req, sizeof(req));
	normalize(command);
	for (size_t i = all->count; i-- > 0;) {
		struct shared_ring *ring = &all->ring[i];

		if (ring->kind == SHARED_SENDS &&
		    number(ring->owner, "fd", 0) == number(event, "fd", 0) &&
		    number(ring->owner, "handle", 0) == req.qp_handle)
			return ring;
	}
	return NULL;
}

static uint8_t recorded[SHARED_COMMAND_BYTES];

/* A system call is a barrier. */
static int record_command(struct inverbs_transport *t, const void *cmd, size_t len)
{
	(void)t;
	recorder_barrier(1);
	if (len != sizeof(recorded))
		return EINVAL;
	memcpy(recorded, cmd, len);
	normalize(recorded);
	for (size_t i = 0; i < sizeof(recorded); i += sizeof(uint64_t))
		recorder_store(recorded + i, sizeof(uint64_t));
	return 0;
}

struct inverbs_transport *recording_transport(void)
{
	static const struct inverbs_transport_ops ops = {.command = record_command};
	static struct inverbs_transport transport = {.ops = &ops};

	recorder_watch("command", recorded, sizeof(recorded));
	return &transport;
}
