/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Traces of programs on a real kernel: what they and the kernel wrote into shared queues. Each look
 * at a queue is replayed with our own functions, in the order of the trace.
 */
#include <stdlib.h>
#include <string.h>

#include <inverbs/adapters/rxe_abi.h>
#include <rdma/ib_user_verbs.h>

#include "golden.h"
#include "post.h"
#include "printed.h"
#include "runtime/provider.h"

/* One trace while it is replayed. */
struct run {
	const json_t *events;
	struct queues queues;
	struct verdicts verdicts;
	struct ibv_wc *wc; /* as we polled them; room for all that are shown */
	bool *taken;       /* by a printed line */
	size_t wc_count;
	bool first_pass; /* completions alone are looked at, for verdicts */
};

static bool shows_entries(const json_t *event)
{
	return is_text(event, "syscall", "ring") &&
	       json_array_size(json_object_get(event, "slots")) > 0;
}

static void *grown(void *array, size_t count, size_t bytes)
{
	void *at = realloc(array, (count + MAX_SHOWN) * bytes);

	if (!at)
		abort();
	return at;
}

static void collect_verdicts(struct verdicts *all, const struct look *look)
{
	all->wc = grown(all->wc, all->count, sizeof(*all->wc));
	for (size_t i = 0; i < look->count; i++)
		seen_completion(look->shown[i].slot, &all->wc[all->count++]);
	all->unseen += look->produced - (uint32_t)look->count;
}

static void replay_cq(struct run *run, struct look *look, struct report *r)
{
	run->wc = grown(run->wc, run->wc_count, sizeof(*run->wc));
	replay_completions(look, run->wc + run->wc_count, r);
	run->wc_count += look->count;
}

static void replay_look(struct run *run, const json_t *event, struct report *r)
{
	struct queue *q = queue_at(&run->queues, number(event, "offset", 0));
	struct look look;

	if (!q) {
		fail(r, "a queue that nobody made");
		return;
	}
	if (!look_take(&look, event, q->kind == COMPLETION_QUEUE ? seen_wc_bytes() : 0, r))
		return;
	if (run->first_pass && q->kind == COMPLETION_QUEUE)
		collect_verdicts(&run->verdicts, &look);
	else if (!run->first_pass && q->kind == COMPLETION_QUEUE)
		replay_cq(run, &look, r);
	else if (!run->first_pass && q->kind == SEND_QUEUE)
		replay_sends(&look, q, &run->verdicts, r);
	else if (!run->first_pass)
		replay_receives(&look, q, r);
	look_free(&look);
}

static void hear_bell(struct run *run, const json_t *event, struct report *r)
{
	struct queue *q;
	struct seen_bell bell;
	struct command c;

	if (!command_of(event, &c))
		return;
	if (c.number == IB_USER_VERBS_CMD_POST_SEND &&
	    seen_bell_command(c.body.data, c.body.len, &bell)) {
		q = queue_of_pair(&run->queues, c.fd, bell.qp_handle);
		if (q)
			replay_bell(q, &c.body, r);
	}
	free_command(&c);
}

static void replay_event(struct run *run, const json_t *event, struct report *r)
{
	char reason[sizeof(r->reason)];

	queues_learn(&run->queues, event, r);
	if (shows_entries(event))
		replay_look(run, event, r);
	else if (!run->first_pass)
		hear_bell(run, event, r);
	if (r->failed) {
		memcpy(reason, r->reason, sizeof(reason));
		snprintf(r->reason, sizeof(r->reason), "event %llu: %.500s",
			 (unsigned long long)number(event, "n", 0), reason);
	}
}

static void replay_events(struct run *run, bool first_pass, struct report *r)
{
	run->first_pass = first_pass;
	run->queues.count = 0;
	run->queues.new_srq = false;
	for (size_t i = 0; i < json_array_size(run->events) && !r->failed; i++)
		replay_event(run, json_array_get(run->events, i), r);
}

/* Every completion that the program printed is one that we polled. */
static void check_printed(struct run *run, struct report *r)
{
	size_t missing = 0;

	run->taken = calloc(run->wc_count + 1, sizeof(*run->taken));
	if (!run->taken)
		abort();
	for (size_t i = 0; i < json_array_size(run->events) && !r->failed; i++) {
		const json_t *event = json_array_get(run->events, i);

		if (is_text(event, "syscall", "note") &&
		    !find_printed(text(event, "text"), run->wc, run->taken, run->wc_count, r) &&
		    ++missing > run->verdicts.unseen)
			fail(r, "event %llu: nothing that was polled is like \"%s\"",
			     (unsigned long long)number(event, "n", 0), text(event, "text"));
	}
}

/*
 * The device is one of ours by its name, which tells where no driver id does, and by the id that
 * the library gave the kernel.
 */
static void check_identity(const json_t *trace, struct report *r)
{
	const json_t *events = json_object_get(trace, "events");
	struct inverbs_device_info dev = {.driver_id = -1, .abi_version = RXE_ABI_MAX};

	sscanf(text(trace, "device"), "%63s", dev.name);
	if (!inverbs_identity_match(&rxe_identity, &dev))
		fail(r, "%s is not a name of ours", dev.name);
	for (size_t i = 0; i < json_array_size(events); i++) {
		const json_t *id = json_object_get(json_array_get(events, i), "driver_id");

		if (id)
			check_number(r, "driver id", RXE_DRIVER_ID, number_of(id));
	}
}

static bool has_entries(const json_t *trace)
{
	const json_t *events = json_object_get(trace, "events");

	for (size_t i = 0; i < json_array_size(events); i++) {
		if (shows_entries(json_array_get(events, i)))
			return true;
	}
	return false;
}

static void replay_trace(const json_t *trace, struct report *r)
{
	struct run *run = calloc(1, sizeof(*run));

	if (!run)
		abort();
	run->events = json_object_get(trace, "events");
	if (has_entries(trace)) {
		check_identity(trace, r);
		replay_events(run, true, r);
		replay_events(run, false, r);
		check_printed(run, r);
	} else {
		r->skipped = true;
	}
	free(run->verdicts.wc);
	free(run->wc);
	free(run->taken);
	free(run);
}

static const struct golden_op ops[] = {{NULL, NULL}};

const struct golden_adapter golden_rxe = {
	.name = "rxe", .ops = ops, .trace = replay_trace, .counted = rxe_counted};
