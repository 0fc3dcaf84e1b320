/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * kernel_live DEVICE [KNOWN] FILE...: issues the calls of traces (vectors/README.md) to a device of
 * the kernel or the emulator, and compares its responses with the traced kernel's: the result, and
 * all bytes except those that differ from run to run. Handles must be the same; addresses,
 * descriptors and queue offsets are replaced by those of this run. Prints the numbers of calls that
 * passed, are known to differ (a list in the file KNOWN), and failed.
 */
#include "live.h"

#include <errno.h>
#include <fcntl.h>
#include <inverbs/kernel/protocol.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runtime/runtime.h"

enum {
	RESPONSE_OFFSET = 8, /* of the response's address in every command header */
	LINE = 160,
	PATIENCE_MS = 20000,
	NO_PATIENCE_MS = 20, /* for events that are known not to come */
};

static struct inverbs_transport *device;
static int patience;
static bool one_side; /* the trace has only one end of a connection */

static const struct inverbs_backend *backend(void)
{
	return inverbs_emulator_wanted() ? &inverbs_backend_emulator : &inverbs_backend_kernel;
}

int live_patience(void)
{
	return patience;
}

/* --- one event ------------------------------------------------------------------------------- */

static void put_ours(struct live_command *c, const struct uverbs_parsed *p, const uint8_t *response)
{
	uint8_t *bytes = c->request.at;
	const uint32_t command = p->command | (p->extended ? UVERBS_EXTENDED : 0);
	uint64_t address = (uintptr_t)response;

	/* an address that was invalid on purpose stays invalid */
	if (p->response && c->result != -EFAULT)
		memcpy(bytes + RESPONSE_OFFSET, &address, sizeof(address));
	live_put_core(command, bytes + ((const uint8_t *)p->core - bytes), c->result == -EFAULT);
	if (p->drv_in_len)
		live_put_driver(command, bytes + ((const uint8_t *)p->drv_in - bytes),
				p->drv_in_len);
}

static bool command_is_answered_alike(struct live_command *c)
{
	uint8_t response[LIVE_BYTES_MAX];
	struct uverbs_parsed p;
	int err = uverbs_parse(c->request.at, c->request.len, &p);
	int wanted = c->result < 0 ? -c->result : 0;

	memset(response, LIVE_UNTOUCHED, sizeof(response));
	if (!err)
		put_ours(c, &p, response);
	err = device->ops->command(device, c->request.at, c->request.len);
	if (err != wanted) {
		printf("  %s, not %s\n", strerror(err), strerror(wanted));
		return false;
	}
	return err || live_same_response(p.command | (p.extended ? UVERBS_EXTENDED : 0),
					 &c->response, response);
}

static bool map_is_answered_alike(const struct live_map *m)
{
	void *at = device->ops->map(device, m->bytes, PROT_READ | PROT_WRITE,
				    (off_t)live_offset_now(m->offset));

	if (at != MAP_FAILED)
		live_queue_mapped(m->offset, at);
	if ((at == MAP_FAILED ? errno : 0) == m->error)
		return true;
	printf("  mapping: %s, not %s\n", at == MAP_FAILED ? strerror(errno) : "done",
	       strerror(m->error));
	return false;
}

/* Wait for the event if the trace has one. */
static bool read_is_answered_alike(const struct live_read *r)
{
	const int fd = (int)live_name_now(LIVE_DESCRIPTOR, (uint64_t)r->fd);
	struct pollfd event = {.fd = fd, .events = POLLIN};
	uint8_t bytes[LIVE_BYTES_MAX];
	ssize_t got;
	int result;

	if (r->result > 0 && poll(&event, 1, live_patience()) != 1) {
		printf("  no event\n");
		return false;
	}
	got = read(fd, bytes, r->room < sizeof(bytes) ? r->room : sizeof(bytes));
	result = got < 0 ? -errno : (int)got;
	if (result == r->result && (got < 0 || !memcmp(bytes, r->bytes.at, (size_t)got)))
		return true;
	printf("  %s, or another event\n", result < 0 ? strerror(-result) : "read");
	return false;
}

static bool does_not_block(const struct live_read *r)
{
	const int fd = (int)live_name_now(LIVE_DESCRIPTOR, (uint64_t)r->fd);

	return !fcntl(fd, F_SETFL, O_NONBLOCK);
}

/* Whether another process's memory can be accessed, as the emulator must access a child's. */
static bool processes_can_be_read(void)
{
	char from = 0, to;
	struct iovec here = {&to, 1}, there = {&from, 1};

	return process_vm_readv(getpid(), &here, 1, &there, 1, 0) == 1;
}

/* Issue an ioctl of a child in a child. Its commands by write() were refused, and are skipped. */
static bool child_is_answered_alike(const struct live_event *e)
{
	int status = 0;
	pid_t child;

	if (e->is != LIVE_IOCTL || !processes_can_be_read())
		return true;
	fflush(stdout);
	child = fork();
	if (!child)
		_exit(!live_ioctl(device, &e->ioctl));
	return child > 0 && waitpid(child, &status, 0) == child && !status;
}

static bool is_answered_alike(struct live_event *e)
{
	if (e->child)
		return child_is_answered_alike(e);
	switch (e->is) {
	case LIVE_RING:
		return one_side || live_ring(&e->ring);
	case LIVE_READ:
		return one_side || read_is_answered_alike(&e->read);
	case LIVE_CM_OPEN:
		return one_side || live_cm_open(backend(), e->file);
	case LIVE_CM_COMMAND:
		return one_side || live_cm_command(e->file, &e->command);
	case LIVE_MAD:
		return live_mad(e->file, &e->mad);
	case LIVE_NONBLOCK:
		return one_side || does_not_block(&e->read);
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
	const struct inverbs_backend *b = backend();
	struct inverbs_device_info *infos = NULL;
	int count = b->list(b, &infos);

	device = NULL;
	for (int i = 0; i < count && !device; i++) {
		if (!strcmp(infos[i].name, name))
			device = b->open(b, &infos[i]);
	}
	free(infos);
	live_forget_names();
	live_forget_queues();
	return device;
}

/* Returns the reason why a response may differ (a part of `line`); NULL if there is none. */
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
	char line[LINE];

	if (!trace || !open_device(name)) {
		printf("%s: %s\n", file, trace ? "cannot open the device" : "cannot be read");
		tally->failed++;
		return;
	}
	one_side = strstr(file, ".client.") || strstr(file, ".server.");
	live_one_side(one_side);
	live_mad_begin(backend(), name, trace);
	while ((e = live_next(trace))) {
		patience = reason_of(known, file, e->number, line) ? NO_PATIENCE_MS : PATIENCE_MS;
		if (is_answered_alike(e))
			tally->passed++;
		else
			judge(e, file, known, tally);
	}
	live_cm_close();
	live_mad_end();
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
