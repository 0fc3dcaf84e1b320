/* SPDX-License-Identifier: BSD-2-Clause */
/* Two sides that communicate, each with queues, memory and a queue pair. */
#ifndef TESTS_IBA_PAIR_H
#define TESTS_IBA_PAIR_H

#include "kit.h"

enum {
	SIDE_BYTES = 4096,
	SIDE_DEPTH = 40,
	SIDE_QKEY = 0x11111111
};

struct side {
	ib_ca_handle_t ca;
	ib_ca_attr_t *attr;
	ib_pd_handle_t pd;
	ib_cq_handle_t cq; /**< used by both queues */
	ib_qp_handle_t qp;
	ib_mr_handle_t mr;
	net32_t lkey, rkey;
	uint8_t *buf;
	struct told completions; /**< counts completion callbacks */
};

struct pair {
	struct kit kit;
	struct side a, b;
};

/** Returns the attributes with which the tests create a queue pair by default. */
ib_qp_create_t side_create(const struct side *side, ib_qp_type_t type);
/** Create everything but the queue pair, on the adapter with this GUID. */
void side_open(struct kit *kit, struct side *side, ib_net64_t guid);
/** Attributes for the transitions to INIT, RTR and RTS with this peer. */
ib_qp_mod_t side_init(void);
ib_qp_mod_t side_rtr(const struct side *side, const struct side *peer);
ib_qp_mod_t side_rts(void);
/** Returns the address vector of a peer. */
ib_av_attr_t side_way(const struct side *peer);
ib_net32_t side_number(const struct side *side);

/** Open and connect both sides. */
void pair_open(struct pair *pair, ib_qp_type_t type);
void pair_close(struct pair *pair);

/** Returns an SGE in the side's memory. */
ib_local_ds_t side_ds(const struct side *side, size_t offset, uint32_t bytes);
/** Returns a signaled work request from an SGE to the same offset at the peer. */
ib_send_wr_t side_wr(ib_local_ds_t *ds, ib_wr_type_t type, uint64_t id, const struct side *peer,
		     size_t offset);
void side_receive(struct side *side, uint64_t id, size_t offset, uint32_t bytes);
/** Wait for one completion. */
ib_wc_t side_take(struct side *side);

#endif
