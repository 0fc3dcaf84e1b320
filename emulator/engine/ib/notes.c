/* SPDX-License-Identifier: BSD-2-Clause */
/* Reasons that several files note. */
#include "engine/ib/internal.h"

void softhca_engine_found_by(const struct engine_qp *to, const struct engine_packet *packet)
{
	struct softhca_refusal *note = &to->engine->noted;

	note->by = to->qp->qpn;
	note->from = packet->from->qp->qpn;
	note->opcode = packet->wr->opcode;
}

void softhca_engine_note_gone(const struct engine_qp *eq, const struct engine_spans *spans)
{
	struct softhca_refusal *note = softhca_engine_note(eq->engine->hca,
							   SOFTHCA_REASON_MEMORY_GONE, eq->qp->qpn);

	note->addr = spans->count ? spans->span[0].addr : 0;
	for (unsigned int i = 0; i < spans->count; i++)
		note->bytes += spans->span[i].bytes;
}

void softhca_engine_note_no_receive(const struct engine_qp *to, const struct engine_packet *packet)
{
	struct softhca_refusal *note = softhca_engine_note(to->engine->hca,
							   SOFTHCA_REASON_NO_RECEIVE, 0);

	note->bytes = packet->total;
	softhca_engine_found_by(to, packet);
}

bool softhca_engine_longer(const struct engine_qp *to, const struct inverbs_dev_recv *recv,
			   uint64_t bytes)
{
	const uint64_t room = softhca_engine_sge_total(recv->sge, recv->num_sge);
	struct softhca_refusal *note;

	if (bytes <= room)
		return false;
	note = softhca_engine_note(to->engine->hca, SOFTHCA_REASON_RECEIVE_SHORT, to->qp->qpn);
	note->bytes = bytes;
	note->length = room;
	note->beyond = bytes - room;
	return true;
}
