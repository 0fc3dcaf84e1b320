/* SPDX-License-Identifier: BSD-2-Clause */
/* softhcactl trace: reads trace records from the daemon and prints them as they arrive. */
#include "softhcactl_trace.h"

#include <errno.h>
#include <inverbs/kernel/softhca.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

#include "softhcactl.h"
#include "base/trace_print.h"

enum {
	MAX_DEVICES = 64,
	LAST_MESSAGES = 64, /**< still read after an interrupt, if available */
};

struct reader {
	const struct trace_request *request;
	struct softhca_device devices[MAX_DEVICES];
	size_t num_devices;
	uint64_t printed;
	uint64_t lost;
	unsigned int last;   /**< messages read since an interrupt */
	struct timespec end; /**< on the monotonic clock; unused without a time limit */
};

static volatile sig_atomic_t interrupted;

static void note_interrupt(int signal)
{
	(void)signal;
	interrupted = 1;
}

uint64_t trace_kinds(const char *list)
{
	static const struct {
		const char *name;
		unsigned int kind;
	} known[] = {
		{"commands", SOFTHCA_TRACE_KIND_COMMAND},
		{"sends", SOFTHCA_TRACE_KIND_SEND},
		{"receives", SOFTHCA_TRACE_KIND_RECEIVE},
		{"completions", SOFTHCA_TRACE_KIND_COMPLETION},
		{"faults", SOFTHCA_TRACE_KIND_FAULT},
		{"mads", SOFTHCA_TRACE_KIND_MAD},
		{"refusals", SOFTHCA_TRACE_KIND_REFUSAL},
		{"connections", SOFTHCA_TRACE_KIND_CONNECTION},
	};
	uint64_t kinds = 0;

	while (*list) {
		size_t len = strcspn(list, ",");
		uint64_t kind = 0;

		for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
			if (strlen(known[i].name) == len && !strncmp(list, known[i].name, len))
				kind = UINT64_C(1) << known[i].kind;
		}
		if (!kind)
			return 0;
		kinds |= kind;
		list += len + (list[len] == ',');
	}
	return kinds;
}

/* --- printing ---------------------------------------------------------------------------- */

static bool is_count_reached(const struct reader *r)
{
	return r->request->count && r->printed >= r->request->count;
}

static void print_trace_event(struct reader *r, const struct softhca_trace *header,
			      const void *payload)
{
	const struct softhca_device *device = header->device < r->num_devices
						      ? &r->devices[header->device]
						      : NULL;

	softhca_trace_print(stdout, device ? device->name : NULL, device ? device->driver_id : 0,
			    header, payload);
	if (header->kind == SOFTHCA_TRACE_KIND_LOST)
		r->lost += header->lost;
	else
		r->printed++;
}

/** Print the trace records in one message. Returns EPROTO if their lengths do not add up. */
static int print_message(struct reader *r, const uint8_t *at, size_t bytes)
{
	struct softhca_trace header;

	while (bytes >= sizeof(header) && !is_count_reached(r)) {
		size_t whole;

		memcpy(&header, at, sizeof(header));
		whole = sizeof(header) + (((size_t)header.bytes + 7) & ~(size_t)7);
		if (whole > bytes)
			return EPROTO;
		print_trace_event(r, &header, at + sizeof(header));
		at += whole;
		bytes -= whole;
	}
	if (fflush(stdout))
		return errno;
	return bytes && !is_count_reached(r) ? EPROTO : 0;
}

/* --- waiting ----------------------------------------------------------------------------- */

static void set_end(struct reader *r)
{
	double seconds = r->request->seconds;

	clock_gettime(CLOCK_MONOTONIC, &r->end);
	r->end.tv_sec += (time_t)seconds;
	r->end.tv_nsec += (long)((seconds - (double)(time_t)seconds) * 1e9);
	if (r->end.tv_nsec >= 1000000000) {
		r->end.tv_nsec -= 1000000000;
		r->end.tv_sec++;
	}
}

static struct timespec time_left(const struct reader *r)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	now.tv_sec = r->end.tv_sec - now.tv_sec;
	now.tv_nsec = r->end.tv_nsec - now.tv_nsec;
	if (now.tv_nsec < 0) {
		now.tv_nsec += 1000000000;
		now.tv_sec--;
	}
	return now.tv_sec < 0 ? (struct timespec){0} : now;
}

/**
 * Returns true if a message is available. Signals are accepted only here. Messages that arrived
 * before a signal are still printed, up to a limit.
 */
static bool wait_message(struct reader *r, int fd, const sigset_t *open)
{
	struct pollfd pollfd = {.fd = fd, .events = POLLIN};
	const struct timespec *limit = NULL;
	struct timespec rest;

	if (!interrupted) {
		if (r->request->seconds) {
			rest = time_left(r);
			limit = &rest;
		}
		if (ppoll(&pollfd, 1, limit, open) > 0)
			return !limit || rest.tv_sec || rest.tv_nsec;
		if (!interrupted)
			return false; /* the time limit has expired */
	}
	return r->last++ < LAST_MESSAGES && poll(&pollfd, 1, 0) > 0;
}

static int read_messages(struct reader *r, int fd, const sigset_t *open)
{
	static _Alignas(8) uint8_t buf[SOFTHCA_MESSAGE_MAX];

	while (!is_count_reached(r) && wait_message(r, fd, open)) {
		ssize_t n = recv(fd, buf, sizeof(buf), 0);
		int err = n > 0 ? print_message(r, buf, (size_t)n) : 0;

		if (n < 0)
			return errno;
		if (err)
			return err;
		if (!n) {
			fputs("softhcactl: the daemon ended\n", stderr);
			break;
		}
	}
	return 0;
}

static int start_trace(struct reader *r, int fd)
{
	const struct trace_request *q = r->request;
	const uint64_t nothing[4] = {0};
	const uint64_t wanted[4] = {q->pid, q->kinds};
	size_t bytes;
	int err = exchange_with_daemon(fd, SOFTHCA_OP_LIST, nothing, "", r->devices,
				       sizeof(r->devices), &bytes);

	if (err)
		return err;
	r->num_devices = bytes / sizeof(r->devices[0]);
	return exchange_with_daemon(fd, SOFTHCA_OP_TRACE, wanted, q->device, NULL, 0, &bytes);
}

int trace_run(int fd, const struct trace_request *request)
{
	static struct reader r;
	const struct sigaction action = {.sa_handler = note_interrupt};
	sigset_t ends, open;
	int err;

	r.request = request;
	sigemptyset(&ends);
	sigaddset(&ends, SIGINT);
	sigaddset(&ends, SIGTERM);
	sigprocmask(SIG_BLOCK, &ends, &open);
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	set_end(&r);
	err = start_trace(&r, fd);
	if (err == ENODEV)
		fprintf(stderr, "softhcactl: no device %s\n", request->device);
	else if (err)
		fprintf(stderr, "softhcactl: cannot trace: %s\n", strerror(err));
	if (err)
		return EXIT_FAILURE;
	err = read_messages(&r, fd, &open);
	if (err)
		fprintf(stderr, "softhcactl: the trace was interrupted: %s\n", strerror(err));
	fprintf(stderr, "softhcactl: %llu records, %llu lost\n", (unsigned long long)r.printed,
		(unsigned long long)r.lost);
	return err ? EXIT_FAILURE : EXIT_SUCCESS;
}
