/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the tests of datagrams: sides with a UD queue pair. */
#ifndef TESTS_CONTRACT_UD_H
#define TESTS_CONTRACT_UD_H

#include "kit.h"

enum {
	UD_QKEY = 0x11223344,
	UD_GRH = 40,                 /**< bytes in front of every received datagram */
	UD_MULTICAST_QPN = 0xffffff, /**< QPN of datagrams to a group */
	UD_LID = 0xc001,             /**< multicast LID of the groups in these tests */
	UD_INIT_MASK = IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_QKEY,
};

/** Create a side and bring its queue pair to RTS. */
void ud_open(struct side *side, int device);
/** Create another queue pair, in RTS, on the objects of `owner`, which must be closed last. */
void ud_open_on(struct side *side, const struct side *owner, uint32_t create_flags,
		struct ibv_srq *srq);
void ud_close_on(struct side *side);
/** Bring a queue pair from RESET to a state. */
void ud_to(struct ibv_qp *qp, enum ibv_qp_state state);

/** Whether the port uses RoCE v2, where an IP header, followed by UDP, precedes a datagram. */
bool ud_over_udp(const struct side *side);
/** Create an address handle for the port of another side: by its LID, or on Ethernet by its GID. */
struct ibv_ah *ud_handle(struct side *from, const struct side *to);
/** Create an address handle for a group, by its GID and the LID above. */
struct ibv_ah *ud_group_handle(struct side *from, const union ibv_gid *group);

/** A signaled request with one SGE and the Q_Key of these tests. */
struct ibv_send_wr ud_wr(struct ibv_sge *sge, struct ibv_ah *ah, uint32_t qpn, uint64_t wr_id);
/** Send bytes from an offset and wait for the completion. */
void ud_send(struct side *from, struct ibv_ah *ah, uint32_t qpn, size_t offset, uint32_t bytes);

#endif
