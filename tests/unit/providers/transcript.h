/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Writes a provider's actions as text: the commands that it issues, what it maps and unmaps, and
 * the resulting queues. The text is compared with the one in transcripts/.
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

/** Memory that the text names, instead of an address. */
struct region {
	const uint8_t *at;
	size_t bytes;
	char name[16];
};

/** A simulated kernel, and a device that is opened on it. */
struct world {
	struct inverbs_transport transport; /**< first, so that it can be cast to the world */
	FILE *out;
	const struct inverbs_provider *provider;
	struct region regions[MOST_REGIONS];

	/* what the kernel responds */
	struct inverbs_words give; /**< driver-private words */
	uint32_t refuse;           /**< command to refuse, with UVERBS_EXTENDED if extended */
	int refusal;
	off_t refuse_map; /**< offset of the mapping to refuse, or NO_PAGE */
	int async_fd;     /**< of the last context */
	uint32_t handle;  /**< of the last object */
	uint32_t qpn;
	uint32_t max_wr, max_sge, device_cap_flags;
	uint32_t more_cqe;  /**< CQEs granted in addition to those requested */
	uint32_t more_recv; /**< SGEs granted in addition to those requested */
	uint16_t device_id;
	uint8_t link_layer;
	uint32_t port_cap_flags;
	uint8_t port_flags;
	uint8_t ring_shift;         /**< log2 of the unit size of the last ring */
	uint8_t shift;              /**< log2 of the unit size of rings that the kernel allocates */
	uint32_t doorbell_at;       /**< offset of the doorbell in its page */
	uint32_t fail_at;           /**< number of the allocation that fails; 0: none */
	int empty_recv;             /**< the kernel allocates no receive ring */
	struct inverbs_cq *resized; /**< CQ whose end the adapter marks on a resize */

	struct inverbs_context ctx;
	struct inverbs_pd pd;
	struct inverbs_cq cq[2];
	struct inverbs_srq srq;
	struct inverbs_qp qp;
};

/** Set up a world for this adapter, with a kernel that grants everything. */
void world_begin(struct world *w, const struct inverbs_provider *provider, FILE *out);
int world_open(struct world *w, uint32_t abi);
void world_close(struct world *w);
/** Name an object's memory; an earlier object of the same name is forgotten. */
void world_name(struct world *w, const char *name, const void *at, size_t bytes);

/** Write a line that says what is done next. */
void say(struct world *w, const char *format, ...) __attribute__((format(printf, 2, 3)));
/** Write a result. Returns whether it is 0. */
bool result(struct world *w, int err);

/** Print an address by the name of its region. */
void print_address(struct world *w, const char *what, const void *at);
/** Print 32-bit words, with the names of regions for their addresses. */
void print_words(struct world *w, const char *what, const void *from, size_t bytes);

void print_context(struct world *w);
void print_cq(struct world *w, const struct inverbs_cq *cq);
/** Print the ring in which software orders a CQ's completions, if there is one. */
void print_soft(struct world *w, const struct inverbs_cq *cq);
void print_qp(struct world *w, const struct inverbs_qp *qp);
void print_srq(struct world *w, const struct inverbs_srq *srq);
void print_cap(struct world *w, const struct ibv_qp_cap *cap);

/** Create, change and destroy queues on the two completion queues. */
void write_qps(struct world *w);
void write_few_qps(struct world *w);
void write_srqs(struct world *w);
/** Post to queue pairs, and to this SRQ unless NULL; complete, clean and flush the requests. */
void write_work(struct world *w, struct ibv_srq *srq);

/** What is explained about requests that failed. */
void write_explained(struct world *w, struct ibv_srq *srq);

int post_sends(struct world *w, int count, int sges);
/** To the SRQ, if the queue pair has it. */
int post_receives(struct world *w, int count);
struct ibv_qp_init_attr_ex usual_qp(struct world *w, int type);
/** Create a queue pair. False if it was refused. */
bool make_qp(struct world *w, struct ibv_qp_init_attr_ex attr);
void drop_qp(struct world *w);
void modify_qp(struct world *w, enum ibv_qp_state from, enum ibv_qp_state to, int more);

#endif
