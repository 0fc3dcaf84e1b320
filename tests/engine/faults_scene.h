/* SPDX-License-Identifier: BSD-2-Clause */
/* Scenes with fault rules. */
#ifndef TESTS_ENGINE_FAULTS_SCENE_H
#define TESTS_ENGINE_FAULTS_SCENE_H

#include <stdio.h>

#include "faults/faults.h"
#include "scene.h"

static inline void set(struct rig *rig, const char *line)
{
	char copy[SOFTHCA_FAULT_LINE], error[SOFTHCA_FAULT_ERROR];

	strcpy(rig->a.dev.name, "a");
	strcpy(rig->b.dev.name, "b");
	snprintf(copy, sizeof(copy), "%s", line);
	if (softhca_fault_add(&rig->hca, copy, error))
		fail_msg("%s: %s", line, error);
}

static inline void make(struct scene *f, void **state, enum ibv_wr_opcode opcode, const char *line)
{
	scene_make(f, state, IBV_QPT_RC, opcode, 64);
	set(f->rig, line);
}

/** Returns how many messages have matched the n-th rule. */
static inline uint64_t matched(const struct scene *f, unsigned int n)
{
	return f->rig->hca.faults->rule[n].matched;
}

static inline const struct softhca_counters *sent_by(const struct scene *f)
{
	return &f->rig->a.dev.port[0].counters;
}

static inline const struct softhca_counters *received_by(const struct scene *f)
{
	return &f->rig->b.dev.port[0].counters;
}

static inline void post_many(struct scene *f, unsigned int n)
{
	for (unsigned int i = 0; i < n; i++) {
		f->wr.wr_id = i;
		rig_post(f->a, &f->wr);
	}
	rig_run(f->rig);
}

/** Advance time to the requester's timeout, and check that nothing completes before. */
static inline void expect_timeout(struct scene *f)
{
	rig_advance(f->rig, RIG_TIMEOUT_NS - 1);
	rig_expect_none(f->a->send_cq);
	rig_advance(f->rig, 1);
}

#endif
