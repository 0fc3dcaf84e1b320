/* SPDX-License-Identifier: BSD-2-Clause */
/* Waiting for completions without missing one. */
#include "kit.h"

#include <errno.h>
#include <poll.h>

/* Wait on the channel's descriptor, which can also be part of a program's poll loop. */
static void sleep_on(const struct end *end)
{
	struct pollfd fd = {.fd = end->channel->fd, .events = POLLIN};
	struct ibv_cq *cq;
	void *context;

	must(poll(&fd, 1, 10000) == 1, "poll");
	must(!ibv_get_cq_event(end->channel, &cq, &context), "ibv_get_cq_event");
	ibv_ack_cq_events(cq, 1); /* expensive: with many events, acknowledge several at once */
}

static struct ibv_wc next_completion(const struct end *end)
{
	struct ibv_wc wc;

	for (;;) {
		/* Arm first, then poll: a completion that arrives in between raises an event. */
		must_be_0(ibv_req_notify_cq(end->cq, 0), "ibv_req_notify_cq");
		int n = ibv_poll_cq(end->cq, 1, &wc);
		must(n >= 0, "ibv_poll_cq");
		if (n == 1)
			return wc;
		sleep_on(end);
	}
}

int main(void)
{
	struct end ends[2];
	open_pair(ends, IBV_QPT_RC);

	post_receive(&ends[1], 1, sge_of(&ends[1], 0, TEXT));
	strcpy(ends[0].text, "wake up");
	struct ibv_sge from = sge_of(&ends[0], 0, 8);
	post_send(&ends[0], (struct ibv_send_wr){
				    .sg_list = &from,
				    .num_sge = 1,
				    .opcode = IBV_WR_SEND,
				    .send_flags = IBV_SEND_SIGNALED,
			    });
	struct ibv_wc wc = next_completion(&ends[1]);
	printf("%s: %s\n", ibv_wc_status_str(wc.status), ends[1].text);
	next_completion(&ends[0]);
	/* An event that was not read is dropped with its queue. */
	close_end(&ends[0]);
	close_end(&ends[1]);
	return 0;
}
