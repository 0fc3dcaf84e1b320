/* SPDX-License-Identifier: BSD-2-Clause */
/* Used by the page of ibv_poll_cq. */
#include <infiniband/verbs.h>
#include <stdio.h>

/* Polls until the queue is empty. Returns the number of failed
 * requests, or -1. */
int poll_until_empty(struct ibv_cq *cq)
{
	struct ibv_wc wc[16];
	int failed = 0, n;

	do {
		n = ibv_poll_cq(cq, 16, wc);
		for (int i = 0; i < n; i++) {
			if (wc[i].status == IBV_WC_SUCCESS)
				continue;
			fprintf(stderr, "request %llu: %s\n",
				(unsigned long long)wc[i].wr_id,
				ibv_wc_status_str(wc[i].status));
			failed++;
		}
	} while (n == 16);
	return n < 0 ? -1 : failed;
}
