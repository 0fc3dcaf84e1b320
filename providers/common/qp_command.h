/* SPDX-License-Identifier: BSD-2-Clause */
/* MODIFY_QP and QUERY_QP without driver-private data, and conversion of their attributes. */
#ifndef PROVIDERS_QP_COMMAND_H
#define PROVIDERS_QP_COMMAND_H

#include <inverbs/fast/objects.h>

/** Issue MODIFY_QP. Returns 0 or an errno value. */
int inverbs_provider_modify_qp(struct inverbs_qp *qp, const struct ibv_qp_attr *attr,
			       int attr_mask);

/**
 * Issue QUERY_QP and fill in all attributes in the response, whatever the mask. Returns 0 or an
 * errno value.
 */
int inverbs_provider_query_qp(struct inverbs_qp *qp, struct ibv_qp_attr *attr, int attr_mask,
			      struct ibv_qp_init_attr *init_attr);

/**
 * Issue DESTROY_QP. *events becomes the number of asynchronous events of the QP that were read.
 * Returns 0 or an errno value.
 */
int inverbs_provider_destroy_qp(struct inverbs_qp *qp, uint32_t *events);

#endif
