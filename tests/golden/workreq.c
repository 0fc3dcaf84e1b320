/* SPDX-License-Identifier: BSD-2-Clause */
#include "workreq.h"

#include <endian.h>
#include <inverbs/fast/objects.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"

enum {
	MAX_SGES = 1 << 16,    /* SGEs that a request may claim without listing them */
	MOST_INLINE = 1 << 16, /* longer payload is refused without being read */
};

static const struct name_value opcodes[] = {
	{"RDMA_WRITE", IBV_WR_RDMA_WRITE},
	{"RDMA_WRITE_WITH_IMM", IBV_WR_RDMA_WRITE_WITH_IMM},
	{"SEND", IBV_WR_SEND},
	{"SEND_WITH_IMM", IBV_WR_SEND_WITH_IMM},
	{"RDMA_READ", IBV_WR_RDMA_READ},
	{"ATOMIC_CMP_AND_SWP", IBV_WR_ATOMIC_CMP_AND_SWP},
	{"ATOMIC_FETCH_AND_ADD", IBV_WR_ATOMIC_FETCH_AND_ADD},
	{"LOCAL_INV", IBV_WR_LOCAL_INV},
	{"BIND_MW", IBV_WR_BIND_MW},
	{"SEND_WITH_INV", IBV_WR_SEND_WITH_INV},
	{"TSO", IBV_WR_TSO},
	{"DRIVER1", IBV_WR_DRIVER1},
	{"FLUSH", 14},
	{"ATOMIC_WRITE", 15},
	{NULL, 0},
};

static const struct name_value flag_names[] = {
	{"FENCE", IBV_SEND_FENCE},         {"SIGNALED", IBV_SEND_SIGNALED},
	{"SOLICITED", IBV_SEND_SOLICITED}, {"INLINE", IBV_SEND_INLINE},
	{"IP_CSUM", IBV_SEND_IP_CSUM},     {NULL, 0},
};

static const struct name_value qp_types[] = {
	{"RC", IBV_QPT_RC},
	{"UC", IBV_QPT_UC},
	{"UD", IBV_QPT_UD},
	{"RAW_PACKET", IBV_QPT_RAW_PACKET},
	{"XRC_SEND", IBV_QPT_XRC_SEND},
	{"XRC_RECV", IBV_QPT_XRC_RECV},
	{NULL, 0},
};

static void *zeroed(size_t count, size_t bytes)
{
	void *at = calloc(count ? count : 1, bytes);

	if (!at)
		abort();
	return at;
}

unsigned int send_flags(const json_t *names, struct report *r)
{
	uint64_t flags = 0;

	flags_named(flag_names, names, &flags, r);
	return (unsigned int)flags;
}

int qp_type_named(const char *name, struct report *r)
{
	uint64_t value;

	if (value_named(qp_types, name, &value))
		return (int)value;
	fail(r, "unknown queue pair type '%s'", name);
	return -1;
}

/*
 * Returns the memory at an SGE's address: the payload ("data"), and for adapters that read its
 * beginning ("data_head"), which may be longer than the payload.
 */
static struct bytes memory_of(const json_t *sg)
{
	struct bytes data = bytes(sg, "data"), head = bytes(sg, "data_head");

	if (head.len <= data.len) {
		free_bytes(&head);
		return data;
	}
	if (data.len)
		memcpy(head.data, data.data, data.len);
	free_bytes(&data);
	return head;
}

/*
 * Inline payload is copied, so any address will do; other addresses appear in the WQE and must be
 * the vector's.
 */
static void *place_payload(const json_t *sg, bool is_inline, uint32_t length, struct report *r)
{
	const uint64_t address = number(sg, "addr", 0);
	struct bytes memory = memory_of(sg);
	void *at;

	if (is_inline && length <= MOST_INLINE && memory.len < length) {
		/* without data, only its length matters */
		if (memory.len)
			malformed("%zu bytes of data in an SGE of %u", memory.len, length);
		return zeroed(1, length);
	}
	if (is_inline || !memory.len)
		return memory.len ? memory.data : (void *)(uintptr_t)address;
	at = place_at(address, &memory);
	if (!at)
		fail(r, "cannot place payload at 0x%llx", (unsigned long long)address);
	return at;
}

static int sge_count(const json_t *wr)
{
	return (int)number(wr, "num_sge", json_array_size(json_object_get(wr, "sg")));
}

/* The array has as many SGEs as the request claims, which may be more than it lists. Absurd numbers
 * are refused before the array is read. */
static struct ibv_sge *make_sges(const json_t *wr, bool is_inline, struct report *r)
{
	const json_t *list = json_object_get(wr, "sg");
	const size_t listed = json_array_size(list), said = (uint32_t)sge_count(wr);
	const size_t most = said < MAX_SGES ? said : MAX_SGES;
	struct ibv_sge *sge = zeroed(listed > most ? listed : most, sizeof(*sge));

	for (size_t i = 0; i < listed; i++) {
		const json_t *sg = json_array_get(list, i);

		if (!json_is_object(sg))
			malformed("an SGE that is no object");
		sge[i].length = (uint32_t)number_up_to(sg, "length", 0, UINT32_MAX);
		sge[i].lkey = (uint32_t)number_up_to(sg, "lkey", 0, UINT32_MAX);
		sge[i].addr = (uintptr_t)place_payload(sg, is_inline, sge[i].length, r);
	}
	return sge;
}

static void fill_bind(const json_t *bind, struct ibv_send_wr *wr)
{
	struct ibv_mw *mw = zeroed(1, sizeof(*mw));

	mw->rkey = (uint32_t)number(bind, "mw_rkey", 0);
	mw->type = (enum ibv_mw_type)number(bind, "mw_type", IBV_MW_TYPE_1);
	wr->bind_mw.mw = mw;
	wr->bind_mw.rkey = (uint32_t)number(bind, "rkey", 0);
	if (json_object_get(bind, "mr_lkey") || json_object_get(bind, "mr_rkey")) {
		struct inverbs_mr *mr = zeroed(1, sizeof(*mr));

		mr->ibv.lkey = (uint32_t)number(bind, "mr_lkey", 0);
		mr->ibv.rkey = (uint32_t)number(bind, "mr_rkey", 0);
		mr->access = (unsigned int)number(bind, "mr_access_flags", 0);
		wr->bind_mw.bind_info.mr = &mr->ibv;
	}
	wr->bind_mw.bind_info.addr = number(bind, "addr", 0);
	wr->bind_mw.bind_info.length = number(bind, "length", 0);
	wr->bind_mw.bind_info.mw_access_flags = (unsigned int)number(bind, "mw_access_flags", 0);
}

static void fill_remote(const json_t *json, struct ibv_send_wr *wr)
{
	const json_t *rdma = json_object_get(json, "rdma"),
		     *atomic = json_object_get(json, "atomic");

	if (rdma) {
		wr->wr.rdma.remote_addr = number(rdma, "remote_addr", 0);
		wr->wr.rdma.rkey = (uint32_t)number(rdma, "rkey", 0);
	}
	if (atomic) {
		wr->wr.atomic.remote_addr = number(atomic, "remote_addr", 0);
		wr->wr.atomic.rkey = (uint32_t)number(atomic, "rkey", 0);
		wr->wr.atomic.compare_add = number(atomic, "compare_add", 0);
		wr->wr.atomic.swap = number(atomic, "swap", 0);
	}
}

static void fill_segmented(const json_t *tso, struct ibv_send_wr *wr)
{
	const struct bytes header = bytes(tso, "hdr");

	wr->tso.hdr = header.data;
	wr->tso.hdr_sz = (uint16_t)number(tso, "hdr_sz", 0);
	wr->tso.mss = (uint16_t)number(tso, "mss", 0);
}

/* Whether an inline request copies the payload; for reads and atomics it is a destination. */
static bool is_copied(enum ibv_wr_opcode opcode)
{
	return opcode == IBV_WR_SEND || opcode == IBV_WR_SEND_WITH_IMM ||
	       opcode == IBV_WR_SEND_WITH_INV || opcode == IBV_WR_RDMA_WRITE ||
	       opcode == IBV_WR_RDMA_WRITE_WITH_IMM;
}

static void fill_send(const json_t *json, make_ah ah, struct ibv_send_wr *wr, struct report *r)
{
	const json_t *ud = json_object_get(json, "ud");
	uint64_t opcode = 0;

	if (json_is_integer(json_object_get(json, "opcode")))
		opcode = number(json, "opcode", 0);
	else if (json_object_get(json, "opcode_value")) /* an opcode without a name */
		opcode = number(json, "opcode_value", 0);
	else if (!value_named(opcodes, text(json, "opcode"), &opcode))
		fail(r, "unknown opcode '%s'", text(json, "opcode"));
	wr->opcode = (enum ibv_wr_opcode)opcode;
	wr->wr_id = number(json, "wr_id", 0);
	wr->send_flags = send_flags(json_object_get(json, "send_flags"), r);
	wr->sg_list = make_sges(json, (wr->send_flags & IBV_SEND_INLINE) && is_copied(wr->opcode),
				r);
	wr->num_sge = sge_count(json);
	if (json_object_get(json, "invalidate_rkey"))
		wr->invalidate_rkey = (uint32_t)number(json, "invalidate_rkey", 0);
	if (json_object_get(json, "imm_data"))
		wr->imm_data = htole32((uint32_t)number(json, "imm_data", 0));
	copy_bytes(json, "imm_data_memory_bytes", &wr->imm_data, sizeof(wr->imm_data));
	fill_remote(json, wr);
	if (ud) {
		wr->wr.ud.ah = ah(ud, r);
		wr->wr.ud.remote_qpn = (uint32_t)number(ud, "remote_qpn", 0);
		wr->wr.ud.remote_qkey = (uint32_t)number(ud, "remote_qkey", 0);
	}
	wr->qp_type.xrc.remote_srqn = (uint32_t)number(json, "remote_srqn", 0);
	if (json_object_get(json, "bind_mw"))
		fill_bind(json_object_get(json, "bind_mw"), wr);
	if (json_object_get(json, "tso"))
		fill_segmented(json_object_get(json, "tso"), wr);
}

struct ibv_send_wr *send_requests(const json_t *wrs, make_ah ah, size_t *n, struct report *r)
{
	struct ibv_send_wr *wr;

	*n = json_array_size(wrs);
	wr = zeroed(*n, sizeof(*wr));
	for (size_t i = 0; i < *n; i++) {
		fill_send(json_array_get(wrs, i), ah, &wr[i], r);
		wr[i].next = i + 1 < *n ? &wr[i + 1] : NULL;
	}
	if (!r->failed && *n)
		return wr;
	free(wr);
	return NULL;
}

struct ibv_recv_wr *recv_requests(const json_t *wrs, size_t *n, struct report *r)
{
	struct ibv_recv_wr *wr;

	*n = json_array_size(wrs);
	wr = zeroed(*n, sizeof(*wr));
	for (size_t i = 0; i < *n; i++) {
		const json_t *json = json_array_get(wrs, i);

		wr[i].wr_id = number(json, "wr_id", 0);
		wr[i].sg_list = make_sges(json, false, r);
		wr[i].num_sge = sge_count(json);
		wr[i].next = i + 1 < *n ? &wr[i + 1] : NULL;
	}
	if (!r->failed && *n)
		return wr;
	free(wr);
	return NULL;
}
