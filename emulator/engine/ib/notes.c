/* SPDX-License-Identifier: BSD-2-Clause */
/* Notes of failures that several files make. */
#include "engine/ib/internal.h"

void softhca_engine_note_refused_by(const struct engine_qp *to, const struct engine_packet *packet)
{
	struct softhca_refusal *note = &to->engine->noted;

	note->by = to->qp->qpn;
	note->from = packet->from->qp->qpn;
	note->opcode = packet->wr->opcode;
}

void softhca_engine_note_no_receive(const struct engine_qp *to, const struct engine_packet *packet)
{
	struct softhca_refusal *note = softhca_engine_note_reason(to->engine->hca,
								  SOFTHCA_REASON_NO_RECEIVE, 0);

	note->bytes = packet->total;
	softhca_engine_note_refused_by(to, packet);
}
