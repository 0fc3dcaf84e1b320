/* SPDX-License-Identifier: BSD-2-Clause */
/* For the cases of the suite: an open adapter with memory and a completion queue. */
#ifndef TESTS_IBA_OUTSIDE_SUITE_H
#define TESTS_IBA_OUTSIDE_SUITE_H

#include "common.h"

enum {
	BED_BYTES = 8192,
	BED_GUIDS = 8
};

typedef struct _bed {
	ib_al_handle_t h_al;
	ib_net64_t guids[BED_GUIDS];
	ib_ca_handle_t h_ca;
	ib_pd_handle_t h_pd;
	ib_cq_handle_t h_cq;
	ib_mr_handle_t h_mr;
	net32_t lkey, rkey;
	ib_ca_attr_t *p_attr;
	uint8_t *memory;
	atomic32_t pnp_events, services, records;
} bed_t;

extern cl_event_t destroyed;

void bed_open(bed_t *p_bed);
void bed_close(bed_t *p_bed);
ib_qp_handle_t bed_qp(bed_t *p_bed, ib_qp_type_t type);
/** Returns the address vector of the local port. */
ib_av_attr_t bed_av(const bed_t *p_bed, uint8_t mtu);
/** Connect two queue pairs; prepare two for datagrams; send messages from the first to the
 * second. */
void bed_connect(bed_t *p_bed, const ib_qp_handle_t h_qp[2]);
void bed_datagrams(bed_t *p_bed, const ib_qp_handle_t h_qp[2]);
void bed_exchange(bed_t *p_bed, const ib_qp_handle_t h_qp[2], ib_qp_type_t type);
/** Returns the number of records that a query gets. */
int32_t bed_query(bed_t *p_bed, ib_query_type_t type, const void *p_input);
void bed_await(atomic32_t *p_count, int32_t value);

void AL_API on_destroyed(void *context);
void wait_destroyed(int count);
void AL_API on_ca_event(ib_async_event_rec_t *p_rec);
void AL_API on_cq_event(ib_async_event_rec_t *p_rec);
void AL_API on_completion(ib_cq_handle_t h_cq, void *cq_context);
ib_api_status_t AL_API on_pnp(ib_pnp_rec_t *p_rec);
void AL_API on_service(ib_reg_svc_rec_t *p_rec);

/* Cases in other files. */
void mads_on_queue_pairs(void);
void mads_on_aliases(void);
void connections(void);
void refused_connections(void);
void handed_over(void);

#endif
