/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a provider does, step by step, as text: the commands that it issues, what it maps and
 * unmaps, and the queues that result. The text is compared to the one in transcripts/.
 */
#ifndef TESTS_UNIT_PROVIDERS_TRANSCRIPT_H
#define TESTS_UNIT_PROVIDERS_TRANSCRIPT_H

#include <inverbs/kernel/uverbs.h>
#include <stdio.h>

#include "providers/common/control.h"
#include "runtime/provider.h"

enum {
	PAGE = 4096,
	MOST_REGIONS = 64,
	NO_PAGE = -1,
};

/** Memory that the text names instead of its address. */
struct region {
	const uint8_t *at;
	size_t bytes;
	char name[16];
};

/** A simulated kernel, and a device that is opened on it. */
struct world {
	struct inverbs_transport transport; /**< first, so that it is found again */
	FILE *out;
	const struct inverbs_provider *provider;
	struct region regions[MOST_REGIONS];

	/* what the kernel responds */
	struct inverbs_words give; /**< driver-private words */
	uint32_t refuse;           /**< command, with UVERBS_EXTENDED if it is one */
	int refusal;
	off_t refuse_map; /**< offset, or NO_PAGE */
	uint32_t handle;  /**< of the object made last */
	uint32_t qpn;
	uint32_t max_wr, max_sge, device_cap_flags;
	uint32_t more_cqe;  /**< CQEs that it says it granted in addition */
	uint32_t more_recv; /**< SGEs granted beyond what was asked for */
	uint16_t device_id;
	uint8_t link_layer;
	uint32_t port_cap_flags;
	uint8_t port_flags;
	uint8_t ring_shift;         /**< of the ring given last */
	uint8_t shift;              /**< of the units of a ring that the kernel allocates */
	uint32_t doorbell_at;       /**< byte in its page */
	uint32_t fail_at;           /**< number of the allocation that fails; 0: none */
	int empty_recv;             /**< it allocates no receive ring */
	struct inverbs_cq *resized; /**< whose end the adapter marks when it is resized */

	struct inverbs_context ctx;
	struct inverbs_pd pd;
	struct inverbs_cq cq[2];
	struct inverbs_srq srq;
	struct inverbs_qp qp;
};

/** A world of this adapter, with a kernel that grants everything. */
void world_begin(struct world *w, const struct inverbs_provider *provider, FILE *out);
int world_open(struct world *w, uint32_t abi);
void world_close(struct world *w);
/** Name an object; it replaces one of the same name. */
void world_name(struct world *w, const char *name, const void *at, size_t bytes);

/** A line: what is done next. */
void say(struct world *w, const char *format, ...) __attribute__((format(printf, 2, 3)));
/** Its result, and whether it is 0. */
bool result(struct world *w, int err);

/** Print an address by the name of its region. */
void print_address(struct world *w, const char *what, const void *at);
/** Print 32-bit words, with the names of regions for their addresses. */
void print_words(struct world *w, const char *what, const void *from, size_t bytes);

void print_context(struct world *w);
void print_cq(struct world *w, const struct inverbs_cq *cq);
/** Its ring of software, if it has one. */
void print_soft(struct world *w, const struct inverbs_cq *cq);
void print_qp(struct world *w, const struct inverbs_qp *qp);
void print_srq(struct world *w, const struct inverbs_srq *srq);
void print_cap(struct world *w, const struct ibv_qp_cap *cap);

/** Queues on the two completion queues: all that there are, or a few. */
void write_qps(struct world *w);
void write_few_qps(struct world *w);
void write_srqs(struct world *w);
/** What is posted to a queue pair, with this SRQ or without, and what becomes of it. */
void write_work(struct world *w, struct ibv_srq *srq);

struct ibv_qp_init_attr_ex usual_qp(struct world *w, int type);
/** False: it was refused. */
bool make_qp(struct world *w, struct ibv_qp_init_attr_ex attr);
void drop_qp(struct world *w);
void modify_qp(struct world *w, enum ibv_qp_state from, enum ibv_qp_state to, int more);

#endif
