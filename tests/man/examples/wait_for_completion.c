/* SPDX-License-Identifier: BSD-2-Clause */
#include <infiniband/verbs.h>

/*
 * Sleeps until the queue, which was created with this channel, has a
 * completion, and polls it. The queue is armed before the poll that
 * finds it empty, so a completion that arrives after this poll raises
 * the event. Returns 1, or a negative value on failure.
 */
int wait_for_completion(struct ibv_comp_channel *channel,
			struct ibv_cq *cq, struct ibv_wc *wc)
{
	struct ibv_cq *from;
	void *context;
	int n = ibv_poll_cq(cq, 1, wc);

	while (n == 0) {
		if (ibv_req_notify_cq(cq, 0))
			return -1;
		n = ibv_poll_cq(cq, 1, wc);
		if (n != 0)
			break;
		if (ibv_get_cq_event(channel, &from, &context))
			return -1;
		ibv_ack_cq_events(from, 1);
		n = ibv_poll_cq(cq, 1, wc);
	}
	return n;
}
