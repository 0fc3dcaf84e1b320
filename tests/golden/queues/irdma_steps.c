/* SPDX-License-Identifier: BSD-2-Clause */
/* Cases of several steps on irdma's queues: scenarios and arming. */
#include "hooks.h"

#include <inverbs/adapters/irdma.h>
#include <inverbs/device/irdma_device.h>

#include "irdma.h"

#include <stdlib.h>
#include <string.h>

/* Our completion rings have a power of two of slots; those of the recording do not. */
static uint32_t ring_for(uint32_t recorded)
{
	return inverbs_round_up_pow2(recorded);
}

/* Write the device's next CQE; only its valid bit depends on the size of the ring. */
static void write_slot(struct world *w, const json_t *slot, uint32_t *written)
{
	struct inverbs_cq *cq = &w->cq;
	const uint32_t size = 1U << cq->shift;
	uint8_t *at = irdma_cq_entry(cq, *written);

	copy_bytes(slot, "bytes", at, size);
	irdma_point_at_queues(w, slot, at);
	irdma_dev_publish_cqe(at, size, (*written)++, cq->entries);
}

static void scenario_poll(struct world *w, const json_t *step, uint32_t recorded, struct report *r)
{
	const json_t *expect = json_object_get(step, "expect");
	json_t *shared = json_object();

	json_object_set(shared, "ret", json_object_get(expect, "ret"));
	json_object_set(shared, "wc", json_object_get(expect, "wc"));
	json_object_set_new(shared, "qp_after", json_array()); /* compared by irdma_check_tails() */
	replay_poll_step(w, (int)number(step, "num_entries", 1), shared, r);
	check_number(r, "CQEs consumed", w->cq.head % recorded, number(expect, "cq_head_after", 0));
	irdma_check_tails(&w->qps[0], number(expect, "sq_tail_after", 0),
			  number(expect, "rq_tail_after", 0), r);
	check_number(r, "index in the shadow", *w->cq.doorbell_record,
		     w->cq.head & (w->cq.entries - 1));
	json_decref(shared);
}

void irdma_run_scenario(const json_t *vector, struct report *r)
{
	const json_t *initial = json_object_get(vector, "initial");
	json_t *cq = json_copy(json_object_get(initial, "cq")), *step, *slot;
	const uint32_t recorded = (uint32_t)number(cq, "entries", 0);
	uint32_t written = 0;
	struct world *w;
	size_t i, n;

	if (irdma_words.left_out(vector)) {
		leave_out(r, irdma_words.left_out(vector));
		return;
	}
	w = world_new(irdma_is_x722(vector) ? x722_words() : &irdma_words, vector);
	w->qp_count = 1;
	irdma_read_qp(w, json_object_get(initial, "qp"), &w->qps[0], r);
	json_object_set_new(cq, "entries", json_integer(ring_for(recorded)));
	irdma_read_cq(w, cq, r);
	json_array_foreach(json_object_get(vector, "steps"), i, step)
	{
		const char *kind = text(step, "step");

		if (r->failed)
			break;
		recorder_forget();
		if (same_text(kind, "post_send"))
			replay_send_step(w, step, r);
		else if (same_text(kind, "post_recv"))
			replay_recv_step(w, step, r);
		else if (same_text(kind, "poll_cq"))
			scenario_poll(w, step, recorded, r);
		json_array_foreach(json_object_get(step, "cqes"), n, slot)
			write_slot(w, slot, &written);
	}
	json_decref(cq);
	world_free(w);
}

/* ---- arming ---- */

/*
 * Here every request to arm gets a number and rings; the reference skips some requests, and its
 * event hook makes additional ones. Each request that rings in the recording is compared, with our
 * number.
 */
static void arm_step(struct world *w, const json_t *step, struct report *r)
{
	const int ret = irdma_arm_cq(&w->cq.ibv, (int)number(step, "solicited_only", 0));
	const json_t *doorbells = json_object_get(step, "doorbells");
	struct bytes word = bytes(json_array_get(doorbells, 0), "bytes");
	uint64_t expected = 0;

	check_number(r, "ret", (uint64_t)ret, number(step, "ret", 0));
	check_number(r, "register", inverbs_get32(w->cq.doorbell + IRDMA_ARM_DOORBELL), w->cq.cqn);
	if (word.len == sizeof(expected)) {
		memcpy(&expected, word.data, sizeof(expected));
		expected &= ~(uint64_t)(3 << 16);
		expected |= (uint64_t)(w->cq.arm_sn & 3) << 16;
		check_number(r, "arm word", inverbs_get64(w->cq.doorbell_record + 8), expected);
	}
	free_bytes(&word);
}

void irdma_run_arm(const json_t *vector, struct report *r)
{
	const json_t *cq = json_object_get(vector, "cq");
	struct bytes before = bytes(cq, "arm_word_before");
	struct world *w;
	size_t index;
	json_t *step;

	w = world_new(&irdma_words, vector);
	irdma_read_cq(w, cq, r);
	if (before.len == 8) {
		w->cq.arm_sn = before.data[2];
		w->cq.selector = (before.data[0] | (uint32_t)before.data[1] << 8) & 0x3fff;
	}
	json_array_foreach(json_object_get(vector, "steps"), index, step)
	{
		if (same_text(text(step, "call"), "req_notify_cq"))
			arm_step(w, step, r);
	}
	free_bytes(&before);
	world_free(w);
}
