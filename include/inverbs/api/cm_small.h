/* SPDX-License-Identifier: BSD-2-Clause */
/* Small inline functions of <rdma/rdma_cma.h>. */
#ifndef INVERBS_CM_SMALL_H
#define INVERBS_CM_SMALL_H

#include <rdma/rdma_cma.h>

static inline struct sockaddr *INVERBS_PLAIN(rdma_get_local_addr)(struct rdma_cm_id *id)
{
	return &id->route.addr.src_addr;
}

static inline struct sockaddr *INVERBS_PLAIN(rdma_get_peer_addr)(struct rdma_cm_id *id)
{
	return &id->route.addr.dst_addr;
}

#endif
