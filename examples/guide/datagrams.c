/* SPDX-License-Identifier: BSD-2-Clause */
/* Datagrams: one queue pair can send to any other; each work request contains its destination. */
#include "kit.h"

enum {
	GRH = sizeof(struct ibv_grh), /* 40 bytes in front of every received datagram */
	QKEY = 0x1234,
};

static void send_to(struct end *end, struct ibv_ah *ah, uint32_t qpn, const char *text)
{
	snprintf(end->text + 128, TEXT - 128, "%s", text);
	struct ibv_sge from = sge_of(end, 128, strlen(text) + 1);
	post_send(end, (struct ibv_send_wr){
			       .sg_list = &from,
			       .num_sge = 1,
			       .opcode = IBV_WR_SEND,
			       .send_flags = IBV_SEND_SIGNALED,
			       .wr.ud = {.ah = ah, .remote_qpn = qpn, .remote_qkey = QKEY},
		       });
	completed(end->cq);
}

int main(void)
{
	struct end ends[2];
	open_pair(ends, IBV_QPT_UD);
	for (int i = 0; i < 2; i++)
		post_receive(&ends[i], 0, sge_of(&ends[i], 0, 128));

	/*
	 * An address handle describes a path; queue pair number and Q_Key are in every work
	 * request.
	 */
	struct ibv_ah_attr path = path_to(&ends[1]);
	struct ibv_ah *ah = ibv_create_ah(ends[0].pd, &path);
	must(ah, "ibv_create_ah");
	send_to(&ends[0], ah, ends[1].qp->qp_num, "who is there?");

	struct ibv_wc wc = completed(ends[1].cq);
	printf("%u bytes, %d of them a header: %s\n", wc.byte_len, GRH, ends[1].text + GRH);

	/* The completion identifies the sender. The GRH is valid if wc.wc_flags has IBV_WC_GRH. */
	struct ibv_ah *back = ibv_create_ah_from_wc(ends[1].pd, &wc, (struct ibv_grh *)ends[1].text,
						    PORT);
	must(back, "ibv_create_ah_from_wc");
	send_to(&ends[1], back, wc.src_qp, "you");
	completed(ends[0].cq);
	printf("the answer: %s\n", ends[0].text + GRH);

	must_be_0(ibv_destroy_ah(ah), "ibv_destroy_ah");
	must_be_0(ibv_destroy_ah(back), "ibv_destroy_ah");
	close_end(&ends[0]);
	close_end(&ends[1]);
	return 0;
}
