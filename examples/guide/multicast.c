/* SPDX-License-Identifier: BSD-2-Clause */
/* Multicast: each queue pair that is attached to the group gets a copy of the datagram. */
#include "kit.h"

enum {
	GRH = sizeof(struct ibv_grh),
	GROUP_LID = 0xc001,   /* assigned by the subnet manager, from 0xc000 on */
	EVERYBODY = 0xffffff, /* the queue pair number that stands for the group */
	LISTENERS = 3,
};

int main(void)
{
	const union ibv_gid group = {.raw = {0xff, 0x12, 0xa0, 0x1b, [15] = 1}};
	struct end ends[LISTENERS + 1];

	for (int i = 0; i <= LISTENERS; i++) {
		open_end(&ends[i], i & 1);
		struct ibv_qp_init_attr init = plain_qp(&ends[i], IBV_QPT_UD);
		make_qp(&ends[i], &init);
		connect_qp(&ends[i], ends[i].qp, &ends[i], 0);
	}
	for (int i = 0; i < LISTENERS; i++) {
		must_be_0(ibv_attach_mcast(ends[i].qp, &group, GROUP_LID), "ibv_attach_mcast");
		post_receive(&ends[i], 0, sge_of(&ends[i], 0, TEXT));
	}

	struct end *speaker = &ends[LISTENERS]; /* senders need not be attached */
	struct ibv_ah_attr path = {
		.is_global = 1,
		.grh = {.dgid = group, .hop_limit = 1},
		.dlid = GROUP_LID,
		.port_num = PORT,
	};
	struct ibv_ah *ah = ibv_create_ah(speaker->pd, &path);
	must(ah, "ibv_create_ah");
	strcpy(speaker->text, "to all of you");
	struct ibv_sge from = sge_of(speaker, 0, 16);
	post_send(speaker,
		  (struct ibv_send_wr){
			  .sg_list = &from,
			  .num_sge = 1,
			  .opcode = IBV_WR_SEND,
			  .send_flags = IBV_SEND_SIGNALED,
			  .wr.ud = {.ah = ah, .remote_qpn = EVERYBODY, .remote_qkey = 0x1234},
		  });
	completed(speaker->cq);

	for (int i = 0; i < LISTENERS; i++) {
		completed(ends[i].cq);
		printf("listener %d: %s\n", i, ends[i].text + GRH);
		must_be_0(ibv_detach_mcast(ends[i].qp, &group, GROUP_LID), "ibv_detach_mcast");
	}
	must_be_0(ibv_destroy_ah(ah), "ibv_destroy_ah");
	for (int i = 0; i <= LISTENERS; i++)
		close_end(&ends[i]);
	return 0;
}
