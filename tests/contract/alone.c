/* SPDX-License-Identifier: BSD-2-Clause */
/* verbs7 V9, V14: the header alone compiles as gnu99. */
#include <infiniband/verbs.h>

int contract_alone(struct ibv_cq *cq, struct ibv_wc *wc);

int contract_alone(struct ibv_cq *cq, struct ibv_wc *wc)
{
	return ibv_poll_cq(cq, 1, wc);
}
