/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Puts numbers and addresses of this run into requests, and compares responses without the fields
 * that differ from run to run.
 */
#include <inverbs/kernel/rxe_abi.h>
#include <inverbs/kernel/uverbs_methods.h>
#include <stdio.h>
#include <sys/mman.h>

#include "live.h"

enum {
	PAGE = 4096,
	MOST_LOCKED = 8 << 20, /* a larger region may exceed the limit of locked memory */
};

/* MODIFY_SRQ stores the new queue's offset and size here. */
static struct rxe_queue_place moved;

/* --- requests ---------------------------------------------------------------------------- */

/* Map memory with the same offset in a page as the trace's; inaccessible if that was not mapped. */
static uint64_t memory_like(bool fails, uint64_t start, uint64_t bytes)
{
	size_t room = (size_t)((bytes + 2 * PAGE - 1) / PAGE + 1) * PAGE;
	int prot = fails ? PROT_NONE : PROT_READ | PROT_WRITE;
	void *at = mmap(NULL, room, prot, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	return at == MAP_FAILED ? start : (uintptr_t)at + start % PAGE;
}

static void put_memory(uint8_t *core, bool fails)
{
	struct uverbs_reg_mr_req req;
	uint64_t start;

	memcpy(&req, core, sizeof(req));
	if (!fails && live_knows_memory(req.start, req.length))
		start = live_address_now(req.start);
	else
		start = memory_like(fails, req.start, req.length < MOST_LOCKED ? req.length : PAGE);
	if (!fails)
		live_remember_memory(req.start, start, req.length);
	req.hca_va = start + (req.hca_va - req.start);
	req.start = start;
	memcpy(core, &req, sizeof(req));
}

static void put_peer(uint8_t *core)
{
	struct uverbs_modify_qp_req req;

	memcpy(&req, core, sizeof(req));
	req.dest_qp_num = (uint32_t)live_name_now(LIVE_QPN, req.dest_qp_num);
	memcpy(core, &req, sizeof(req));
}

void live_put_core(uint32_t command, uint8_t *core, bool fails)
{
	int at = uverbs_request_fd_offset(command & ~UVERBS_EXTENDED, command & UVERBS_EXTENDED);
	int32_t fd;

	if (command == UVERBS_CMD_REG_MR)
		put_memory(core, fails);
	if (command == UVERBS_CMD_MODIFY_QP)
		put_peer(core);
	if (at < 0)
		return;
	memcpy(&fd, core + at, sizeof(fd));
	fd = (int32_t)live_name_now(LIVE_DESCRIPTOR, (uint64_t)fd);
	memcpy(core + at, &fd, sizeof(fd));
}

void live_put_driver(uint32_t command, uint8_t *driver, size_t bytes)
{
	const struct rxe_modify_srq_in in = {.place_addr = (uintptr_t)&moved};

	if (command == UVERBS_CMD_MODIFY_SRQ && bytes == sizeof(in))
		memcpy(driver, &in, sizeof(in));
}

uint64_t live_offset_now(uint64_t then)
{
	const uint64_t now = live_name_now(LIVE_OFFSET, then), place = moved.offset;

	if (now != then || !place)
		return now;
	moved.offset = 0;
	live_remember(LIVE_OFFSET, then, place);
	return place;
}

/* --- responses --------------------------------------------------------------------------- */

/* Bytes of a response that differ from run to run. */
struct varying {
	uint32_t of; /* a command, or a method and its output */
	uint16_t at, bytes;
	enum {
		NUMBER,
		DESCRIPTOR,
		QPN,
		PEER, /* a QPN that was remembered before */
		KEY,
		AH,
		RECEIVES, /* this and the next two: offsets of queues */
		SENDS,
		COMPLETIONS,
		GID /* link-local GIDs are derived from the MAC address */
	} is;
};

#define EX UVERBS_EXTENDED
static const struct varying of_commands[] = {
	{UVERBS_CMD_GET_CONTEXT, 0, 4, DESCRIPTOR},
	{UVERBS_CMD_GET_CONTEXT, 4, 4, NUMBER}, /* completion vectors: one per processor */
	{UVERBS_CMD_CREATE_COMP_CHANNEL, 0, 4, DESCRIPTOR},
	{UVERBS_CMD_QUERY_DEVICE, 8, 16, NUMBER}, /* GUIDs */
	{UVERBS_CMD_QUERY_DEVICE | EX, 8, 16, NUMBER},
	{UVERBS_CMD_QUERY_PORT, 8, 8, NUMBER},  /* counters */
	{UVERBS_CMD_QUERY_PORT, 28, 1, NUMBER}, /* MTU that the network card allows */
	{UVERBS_CMD_QUERY_QP, 88, 8,
	 NUMBER}, /* packet numbers, which the emulator's messages do not have */
	{UVERBS_CMD_QUERY_QP, 96, 4, PEER},
	{UVERBS_CMD_REG_MR, 4, 4, KEY},
	{UVERBS_CMD_REG_MR, 8, 4, KEY},
	{UVERBS_CMD_ALLOC_MW, 4, 4, KEY},
	{UVERBS_CMD_CREATE_CQ, 8, 8, COMPLETIONS},
	{UVERBS_CMD_CREATE_CQ | EX, 16, 8, COMPLETIONS},
	{UVERBS_CMD_RESIZE_CQ, 8, 8, COMPLETIONS},
	{UVERBS_CMD_CREATE_QP, 4, 4, QPN},
	{UVERBS_CMD_CREATE_QP, 32, 8, RECEIVES},
	{UVERBS_CMD_CREATE_QP, 48, 8, SENDS},
	{UVERBS_CMD_CREATE_QP | EX, 4, 4, QPN},
	{UVERBS_CMD_CREATE_QP | EX, 40, 8, RECEIVES},
	{UVERBS_CMD_CREATE_QP | EX, 56, 8, SENDS},
	{UVERBS_CMD_CREATE_SRQ, 16, 8, RECEIVES},
	{UVERBS_CMD_CREATE_SRQ, 32, 4, NUMBER},
	{UVERBS_CMD_CREATE_XSRQ, 16, 8, RECEIVES},
	{UVERBS_CMD_CREATE_XSRQ, 32, 4, NUMBER},
	{UVERBS_CMD_CREATE_AH, 4, 4, AH},
	{UVERBS_CMD_CREATE_AH, 8, 4, NUMBER},
};

/* Also ignored if the other end is missing: numbers of events and of packets. */
static const struct varying of_traffic[] = {
	{UVERBS_CMD_DESTROY_CQ, 0, 8, NUMBER},
	{UVERBS_CMD_DESTROY_QP, 0, 4, NUMBER},
	{UVERBS_CMD_DESTROY_SRQ, 0, 4, NUMBER},
};

#define OUTPUT(object, method, attr) ((uint32_t)(object) << 24 | (uint32_t)(method) << 16 | (attr))
#define OF(object, method, attr)                                                                   \
	OUTPUT(UVERBS_OBJECT_##object, UVERBS_METHOD_##object##_##method,                          \
	       UVERBS_ATTR_##object##_##method##_##attr)
#define DRIVER_OF(object, method)                                                                  \
	OUTPUT(UVERBS_OBJECT_##object, UVERBS_METHOD_##object##_##method, UVERBS_ATTR_DRIVER_OUT)
static const struct varying of_methods[] = {
	{OF(DEVICE, GET_CONTEXT, NUM_COMP_VECTORS), 0, 4, NUMBER},
	{OF(DEVICE, QUERY_PORT, RESP), 8, 8, NUMBER},
	{OF(DEVICE, QUERY_PORT, RESP), 28, 1, NUMBER},
	{OF(DEVICE, QUERY_GID_ENTRY, ENTRY), 0, 16, GID},
	{OF(DEVICE, QUERY_GID_ENTRY, ENTRY), 28, 4, NUMBER}, /* index of the network card */
	{DRIVER_OF(CQ, CREATE), 0, 8, COMPLETIONS},
	{OF(QP, CREATE, RESP_QPN), 0, 4, QPN},
	{DRIVER_OF(QP, CREATE), 0, 8, RECEIVES},
	{DRIVER_OF(QP, CREATE), 16, 8, SENDS},
	{DRIVER_OF(SRQ, CREATE), 0, 8, RECEIVES},
	{DRIVER_OF(SRQ, CREATE), 16, 4, NUMBER},
};

static const struct varying of_method_traffic[] = {
	{OF(CQ, DESTROY, RESP), 0, 8, NUMBER},
	{OF(QP, DESTROY, RESP), 0, 4, NUMBER},
	{OF(SRQ, DESTROY, RESP), 0, 4, NUMBER},
};

static bool one_side;

void live_one_side(bool is)
{
	one_side = is;
}

static void remember_numbers(const struct varying *v, const uint8_t *then, const uint8_t *now)
{
	uint64_t was = 0, is = 0;

	memcpy(&was, then + v->at, v->bytes <= 8 ? v->bytes : 0);
	memcpy(&is, now + v->at, v->bytes <= 8 ? v->bytes : 0);
	switch (v->is) {
	case DESCRIPTOR:
		live_remember(LIVE_DESCRIPTOR, was, is);
		break;
	case QPN:
		live_remember(LIVE_QPN, was, is);
		break;
	case KEY:
		live_remember(LIVE_KEY, was, is);
		break;
	case AH:
		live_remember(LIVE_AH, was, is);
		break;
	case RECEIVES:
	case SENDS:
	case COMPLETIONS:
		live_remember(LIVE_OFFSET, was, is);
		live_remember(LIVE_KIND, was, LIVE_RECEIVES + (v->is - RECEIVES));
		break;
	default:
		break;
	}
}

static bool link_local(const uint8_t *gid)
{
	return gid[0] == 0xfe && gid[1] == 0x80;
}

static bool is_peer(const uint8_t *then, const uint8_t *now)
{
	uint32_t was, is;

	memcpy(&was, then, sizeof(was));
	memcpy(&is, now, sizeof(is));
	return live_name_now(LIVE_QPN, was) == is;
}

/* Replace fields that differ from run to run by those of the trace, after remembering numbers. */
static void take_varying_fields(const struct varying *table, size_t entries, uint32_t of,
				const struct live_bytes *then, uint8_t *now)
{
	for (size_t i = 0; i < entries; i++) {
		const struct varying *v = &table[i];

		if (v->of != of || (size_t)v->at + v->bytes > then->len)
			continue;
		if (v->is == GID && !(link_local(now + v->at) && link_local(then->at + v->at)))
			continue;
		if (v->is == PEER && !is_peer(then->at + v->at, now + v->at))
			continue;
		remember_numbers(v, then->at, now);
		memcpy(now + v->at, then->at + v->at, v->bytes);
	}
}

static bool same(const struct live_bytes *then, const uint8_t *now)
{
	for (size_t i = 0; i < then->len; i++) {
		if (now[i] == then->at[i])
			continue;
		printf("  byte %zu of the response is %02x, not %02x\n", i, now[i], then->at[i]);
		return false;
	}
	return true;
}

#define LEVEL(table) take_varying_fields(table, sizeof(table) / sizeof((table)[0]), of, then, now)

bool live_same_response(uint32_t of, const struct live_bytes *then, uint8_t *now)
{
	LEVEL(of_commands);
	if (one_side)
		LEVEL(of_traffic);
	return same(then, now);
}

bool live_same_output(uint16_t object, uint16_t method, uint16_t attr,
		      const struct live_bytes *then, uint8_t *now)
{
	const uint32_t of = OUTPUT(object, method, attr);

	LEVEL(of_methods);
	if (one_side)
		LEVEL(of_method_traffic);
	return same(then, now);
}
