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
	RESPONSE_OFFSET = 8, /* of the address of the answer in every head */
	LINE = 160,
};

static struct inverbs_transport *device;

/* --- one event ------------------------------------------------------------------------------- */

static void put_ours(struct live_command *c, const struct uverbs_parsed *p, const uint8_t *answer)
{
	uint8_t *bytes = c->request.at;
	const uint32_t command = p->command | (p->extended ? UVERBS_EXTENDED : 0);
	uint64_t address = (uintptr_t)answer;

	/* an address that the trace has wrong on purpose stays wrong */
	if (p->response && c->result != -EFAULT)
		memcpy(bytes + RESPONSE_OFFSET, &address, sizeof(address));
	live_put_core(command, bytes + ((const uint8_t *)p->core - bytes), c->result == -EFAULT);
	if (p->drv_in_len)
		live_put_driver(command, bytes + ((const uint8_t *)p->drv_in - bytes),
				p->drv_in_len);
}

static bool command_is_answered_alike(struct live_command *c)
{
	uint8_t answer[LIVE_BYTES_MAX];
	struct uverbs_parsed p;
	int err = uverbs_parse(c->request.at, c->request.len, &p);
	int wanted = c->result < 0 ? -c->result : 0;

	memset(answer, LIVE_UNTOUCHED, sizeof(answer));
	if (!err)
		put_ours(c, &p, answer);
	err = device->ops->command(device, c->request.at, c->request.len);
	if (err != wanted) {
		printf("  %s, not %s\n", strerror(err), strerror(wanted));
		return false;
	}
	return err ||
	       live_same_answer(p.command | (p.extended ? UVERBS_EXTENDED : 0), &c->answer, answer);
}

static bool map_is_answered_alike(const struct live_map *m)
{
	void *at = device->ops->map(device, m->bytes, PROT_READ | PROT_WRITE,
				    (off_t)live_offset_now(m->offset));

	if ((at == MAP_FAILED ? errno : 0) == m->error)
		return true;
	printf("  mapping: %s, not %s\n", at == MAP_FAILED ? strerror(errno) : "done",
	       strerror(m->error));
	return false;
}

static bool is_answered_alike(struct live_event *e)
{
	switch (e->is) {
	case LIVE_IOCTL:
		return live_ioctl(device, &e->ioctl);
	case LIVE_MAP:
		return map_is_answered_alike(&e->map);
	default:
		return command_is_answered_alike(&e->command);
	}
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
	live_forget_names();
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
	live_one_side(strstr(file, ".client.") || strstr(file, ".server."));
	while ((e = live_next(trace))) {
		if (is_answered_alike(e))
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
