/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * kernel_live DEVICE [KNOWN] FILE...: gives the verbs commands of a trace (vectors/README.md) to a
 * device, the kernel's or the emulator's, and compares what it answers with what the kernel did
 * when the trace was taken: the result, and the bytes of the answer but those that differ from run
 * to run. Handles do not; where addresses, descriptors and offsets of queues came from the kernel,
 * ours are put in. Prints "N passed, N failed".
 */
#include "live.h"

#include <errno.h>
#include <inverbs/kernel/protocol.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "runtime/runtime.h"

enum {
	PAGE = 4096,
	RESPONSE_OFFSET = 8, /* of the address of the answer in every head */
	ANSWER = 1024,
	PAIRS = 256,
	LINE = 160,
	UNTOUCHED = 0xee,
	MOST_LOCKED = 8 << 20, /* beyond that it depends on the machine and its user */
};

/* What the kernel gave then, and what we have now. */
static struct {
	uint64_t then[PAIRS];
	uint64_t now[PAIRS];
	unsigned int count;
} descriptors, offsets;

#define REMEMBER(table, was, is)                                                                   \
	do {                                                                                       \
		if ((table).count < PAIRS) {                                                       \
			(table).then[(table).count] = (was);                                       \
			(table).now[(table).count++] = (is);                                       \
		}                                                                                  \
	} while (0)

/* The last one that was called so: numbers are used again. */
#define TRANSLATE(table, was, found)                                                               \
	do {                                                                                       \
		(found) = (was);                                                                   \
		for (unsigned int i_ = 0; i_ < (table).count; i_++)                                \
			(found) = (table).then[i_] == (was) ? (table).now[i_] : (found);           \
	} while (0)

static struct inverbs_transport *device;

/* --- before: our addresses and descriptors --------------------------------------------------- */

/* Memory like that of the trace: the same place in its page, and nothing there if there was
 * nothing. */
static uint64_t memory_like(const struct live_command *c, uint64_t start, uint64_t bytes)
{
	size_t room = (size_t)((bytes + 2 * PAGE - 1) / PAGE + 1) * PAGE;
	int prot = c->result == -EFAULT ? PROT_NONE : PROT_READ | PROT_WRITE;
	void *at = mmap(NULL, room, prot, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	return at == MAP_FAILED ? start : (uintptr_t)at + start % PAGE;
}

static void put_memory(const struct live_command *c, uint8_t *core)
{
	struct uverbs_reg_mr_req req;
	uint64_t start;

	memcpy(&req, core, sizeof(req));
	start = memory_like(c, req.start, req.length < MOST_LOCKED ? req.length : PAGE);
	req.hca_va = start + (req.hca_va - req.start);
	req.start = start;
	memcpy(core, &req, sizeof(req));
}

static void put_descriptor(uint8_t *core, size_t offset)
{
	int32_t was;
	uint64_t is;

	memcpy(&was, core + offset, sizeof(was));
	TRANSLATE(descriptors, (uint64_t)was, is);
	was = (int32_t)is;
	memcpy(core + offset, &was, sizeof(was));
}

static void put_ours(struct live_command *c, const struct uverbs_parsed *p, const uint8_t *answer)
{
	uint8_t *core = c->bytes + ((const uint8_t *)p->core - c->bytes);
	int descriptor = uverbs_request_fd_offset(p->command, p->extended);
	uint64_t address = (uintptr_t)answer;

	/* an address that the trace has wrong on purpose stays wrong */
	if (p->response && c->result != -EFAULT)
		memcpy(c->bytes + RESPONSE_OFFSET, &address, sizeof(address));
	if (!p->extended && p->command == UVERBS_CMD_REG_MR)
		put_memory(c, core);
	if (descriptor >= 0)
		put_descriptor(core, (size_t)descriptor);
}

/* --- after: what must be the same --------------------------------------------------------------
 */

/* Bytes of an answer that differ from run to run. */
struct varying {
	uint32_t command;
	uint16_t at, bytes;
	enum {
		NUMBER,
		DESCRIPTOR,
		OFFSET
	} is;
};

#define EX UVERBS_EXTENDED
static const struct varying varying[] = {
	{UVERBS_CMD_GET_CONTEXT, 0, 4, DESCRIPTOR},
	{UVERBS_CMD_GET_CONTEXT, 4, 4, NUMBER}, /* as many vectors as processors */
	{UVERBS_CMD_CREATE_COMP_CHANNEL, 0, 4, DESCRIPTOR},
	{UVERBS_CMD_QUERY_DEVICE, 8, 16, NUMBER}, /* GUIDs */
	{UVERBS_CMD_QUERY_DEVICE | EX, 8, 16, NUMBER},
	{UVERBS_CMD_QUERY_PORT, 28, 1, NUMBER}, /* MTU that the network card allows */
	{UVERBS_CMD_REG_MR, 4, 8, NUMBER},      /* keys */
	{UVERBS_CMD_ALLOC_MW, 4, 4, NUMBER},
	{UVERBS_CMD_CREATE_CQ, 8, 8, OFFSET},
	{UVERBS_CMD_CREATE_CQ | EX, 16, 8, OFFSET},
	{UVERBS_CMD_RESIZE_CQ, 8, 8, OFFSET},
	{UVERBS_CMD_CREATE_QP, 4, 4, NUMBER},
	{UVERBS_CMD_CREATE_QP, 32, 8, OFFSET},
	{UVERBS_CMD_CREATE_QP, 48, 8, OFFSET},
	{UVERBS_CMD_CREATE_QP | EX, 4, 4, NUMBER},
	{UVERBS_CMD_CREATE_QP | EX, 40, 8, OFFSET},
	{UVERBS_CMD_CREATE_QP | EX, 56, 8, OFFSET},
	{UVERBS_CMD_CREATE_SRQ, 16, 8, OFFSET},
	{UVERBS_CMD_CREATE_SRQ, 32, 4, NUMBER},
	{UVERBS_CMD_CREATE_XSRQ, 16, 8, OFFSET},
	{UVERBS_CMD_CREATE_XSRQ, 32, 4, NUMBER},
	{UVERBS_CMD_CREATE_AH, 4, 8, NUMBER},
};

static void learn(const struct varying *v, const uint8_t *then, const uint8_t *now)
{
	uint64_t was = 0, is = 0;

	memcpy(&was, then + v->at, v->bytes <= 8 ? v->bytes : 0);
	memcpy(&is, now + v->at, v->bytes <= 8 ? v->bytes : 0);
	if (v->is == DESCRIPTOR)
		REMEMBER(descriptors, was, is);
	if (v->is == OFFSET)
		REMEMBER(offsets, was, is);
}

static bool same_answer(const struct live_command *c, const struct uverbs_parsed *p,
			uint8_t *answer)
{
	uint32_t command = p->command | (p->extended ? EX : 0);
	uint8_t then[ANSWER];

	if (c->answered > sizeof(then))
		return false;
	memcpy(then, c->answer, c->answered);
	for (size_t i = 0; i < sizeof(varying) / sizeof(varying[0]); i++) {
		const struct varying *v = &varying[i];

		if (v->command != command || (size_t)v->at + v->bytes > c->answered)
			continue;
		learn(v, then, answer);
		memcpy(answer + v->at, then + v->at, v->bytes);
	}
	for (size_t i = 0; i < c->answered; i++) {
		if (answer[i] == then[i])
			continue;
		printf("  byte %zu of the answer is %02x, not %02x\n", i, answer[i], then[i]);
		return false;
	}
	return true;
}

/* --- one event ------------------------------------------------------------------------------- */

static bool command_is_answered_alike(struct live_command *c)
{
	uint8_t answer[ANSWER];
	struct uverbs_parsed p;
	int err = uverbs_parse(c->bytes, c->len, &p), wanted = c->result < 0 ? -c->result : 0;

	memset(answer, UNTOUCHED, sizeof(answer));
	if (!err)
		put_ours(c, &p, answer);
	err = device->ops->command(device, c->bytes, c->len);
	if (err != wanted) {
		printf("  %s, not %s\n", strerror(err), strerror(wanted));
		return false;
	}
	return err || same_answer(c, &p, answer);
}

static bool map_is_answered_alike(const struct live_map *m)
{
	uint64_t offset;
	void *at;

	TRANSLATE(offsets, m->offset, offset);
	at = device->ops->map(device, m->bytes, PROT_READ | PROT_WRITE, (off_t)offset);
	if ((at == MAP_FAILED ? errno : 0) == m->error)
		return true;
	printf("  mapping: %s, not %s\n", at == MAP_FAILED ? strerror(errno) : "done",
	       strerror(m->error));
	return false;
}

static bool open_device(const char *name)
{
	const struct inverbs_backend *b = inverbs_emulator_wanted() ? &inverbs_backend_emulator
								    : &inverbs_backend_kernel;
	struct inverbs_device_info *infos = NULL;
	int count = b->list(b, &infos);

	device = NULL;
	for (int i = 0; i < count && !device; i++) {
		if (!strcmp(infos[i].name, name))
			device = b->open(b, &infos[i]);
	}
	free(infos);
	descriptors.count = 0;
	offsets.count = 0;
	return device;
}

/* The reason why a device may answer this event differently, in line; NULL if there is none. */
static const char *reason_of(const char *known, const char *file, int number, char line[LINE])
{
	const char *base = strrchr(file, '/') ? strrchr(file, '/') + 1 : file;
	FILE *list = known ? fopen(known, "r") : NULL;
	const char *reason = NULL;
	char of[LINE];
	int event, at;

	while (list && !reason && fgets(line, LINE, list)) {
		if (sscanf(line, "%159s %d %n", of, &event, &at) == 2 && event == number &&
		    !strcmp(of, base))
			reason = line + at;
	}
	if (list)
		fclose(list);
	return reason;
}

static void judge(const struct live_event *e, const char *file, const char *known,
		  struct live_tally *tally)
{
	char line[LINE];
	const char *reason = reason_of(known, file, e->number, line);

	printf("%s: event %d: %s\n", file, e->number, e->note);
	if (reason)
		printf("  known: %s", reason);
	tally->known += reason != NULL;
	tally->failed += reason == NULL;
}

static void play(const char *name, const char *file, const char *known, struct live_tally *tally)
{
	struct live_trace *trace = live_load(file);
	struct live_event *e;

	if (!trace || !open_device(name)) {
		printf("%s: %s\n", file, trace ? "cannot open the device" : "cannot be read");
		tally->failed++;
		return;
	}
	while ((e = live_next(trace))) {
		if (e->is_map ? map_is_answered_alike(&e->map)
			      : command_is_answered_alike(&e->command))
			tally->passed++;
		else
			judge(e, file, known, tally);
	}
	device->ops->close(device);
	live_free(trace);
}

static bool is_trace(const char *file)
{
	size_t length = strlen(file);

	return length > 5 && !strcmp(file + length - 5, ".json");
}

int main(int argc, char **argv)
{
	struct live_tally tally = {0};
	const char *known = argc > 2 && !is_trace(argv[2]) ? argv[2] : NULL;

	for (int i = known ? 3 : 2; i < argc; i++)
		play(argv[1], argv[i], known, &tally);
	printf("%d passed, %d known to differ, %d failed\n", tally.passed, tally.known,
	       tally.failed);
	return tally.failed || !tally.passed;
}
