/* SPDX-License-Identifier: BSD-2-Clause */
/* Local operations, and the checks of a send work request before anything is sent. */
#include "base/driver.h"
#include "engine/ib/internal.h"

/** Which queue pair types support an opcode. */
enum {
	ON_RC = 1,
	ON_UC = 2,
	ON_UD = 4
};

static const uint8_t carriers[] = {
	[IBV_WR_RDMA_WRITE] = ON_RC | ON_UC,
	[IBV_WR_RDMA_WRITE_WITH_IMM] = ON_RC | ON_UC,
	[IBV_WR_SEND] = ON_RC | ON_UC | ON_UD,
	[IBV_WR_SEND_WITH_IMM] = ON_RC | ON_UC | ON_UD,
	[IBV_WR_RDMA_READ] = ON_RC,
	[IBV_WR_ATOMIC_CMP_AND_SWP] = ON_RC,
	[IBV_WR_ATOMIC_FETCH_AND_ADD] = ON_RC,
	[IBV_WR_LOCAL_INV] = ON_RC | ON_UC,
	[IBV_WR_BIND_MW] = ON_RC | ON_UC,
	[IBV_WR_SEND_WITH_INV] = ON_RC | ON_UC,
	[IBV_WR_ATOMIC_WRITE] = ON_RC,
};

static bool is_opcode_supported(enum ibv_qp_type type, unsigned int opcode)
{
	unsigned int by = opcode < sizeof(carriers) ? carriers[opcode] : 0;

	switch (type) {
	case IBV_QPT_RC:
	case IBV_QPT_XRC_SEND:
		return by & ON_RC;
	case IBV_QPT_UC:
		return by & ON_UC;
	case IBV_QPT_UD:
		return by & ON_UD;
	default:
		return false;
	}
}

bool softhca_engine_is_atomic(enum ibv_wr_opcode opcode)
{
	return opcode == IBV_WR_ATOMIC_CMP_AND_SWP || opcode == IBV_WR_ATOMIC_FETCH_AND_ADD;
}

/** Does it transfer exactly eight bytes (atomics)? */
static bool transfers_word(enum ibv_wr_opcode opcode)
{
	return softhca_engine_is_atomic(opcode) || opcode == IBV_WR_ATOMIC_WRITE;
}

/** Does it use one of the responder's resources for reads and atomics (max_dest_rd_atomic)? */
static bool uses_responder_resources(enum ibv_wr_opcode opcode)
{
	return softhca_engine_is_read(opcode) || opcode == IBV_WR_ATOMIC_WRITE;
}

bool softhca_engine_is_read(enum ibv_wr_opcode opcode)
{
	return opcode == IBV_WR_RDMA_READ || softhca_engine_is_atomic(opcode);
}

static bool transfers_nothing(enum ibv_wr_opcode opcode)
{
	return opcode == IBV_WR_LOCAL_INV || opcode == IBV_WR_BIND_MW;
}

/** Returns the maximum message length; a datagram is one packet. */
static uint64_t max_message_bytes(const struct softhca_qp *qp)
{
	const struct softhca_port *port = softhca_qp_port(qp);

	if (qp->type == IBV_QPT_UD && port)
		return 128ULL << port->active_mtu;
	return qp->device->driver->limits->max_msg_sz;
}

static uint64_t wr_bytes(const struct inverbs_dev_wr *wr)
{
	return wr->inline_len ? wr->inline_len : softhca_engine_sge_total(wr->sge, wr->num_sge);
}

/** Returns why the queue pair cannot execute a work request; SOFTHCA_REASON_UNKNOWN: it can. */
static enum softhca_reason wr_refusal(const struct engine_qp *eq, const struct inverbs_dev_wr *wr)
{
	if (!is_opcode_supported(softhca_sends_as(eq->qp), wr->opcode))
		return SOFTHCA_REASON_OPCODE;
	if (uses_responder_resources(wr->opcode) && !eq->qp->attr.max_rd_atomic)
		return SOFTHCA_REASON_READS_OFF;
	return softhca_engine_is_read(wr->opcode) && wr->inline_len ? SOFTHCA_REASON_INLINE_READ
								    : SOFTHCA_REASON_UNKNOWN;
}

static struct softhca_refusal *note_wr_refusal(const struct engine_qp *eq,
					       const struct inverbs_dev_wr *wr,
					       enum softhca_reason reason)
{
	struct softhca_refusal *noted = softhca_engine_note_reason(eq->engine->hca, reason, 0);

	noted->opcode = wr->opcode;
	return noted;
}

static void note_length(const struct engine_qp *eq, const struct inverbs_dev_wr *wr, uint64_t total)
{
	struct softhca_refusal *noted = note_wr_refusal(eq, wr,
							transfers_word(wr->opcode)
								? SOFTHCA_REASON_ATOMIC_LENGTH
								: SOFTHCA_REASON_TOO_LONG);

	noted->bytes = total;
	noted->length = max_message_bytes(eq->qp);
}

enum ibv_wc_status softhca_engine_send_check(const struct engine_qp *eq,
					     const struct inverbs_dev_wr *wr, uint64_t *total)
{
	const enum softhca_reason reason = wr_refusal(eq, wr);
	bool read = softhca_engine_is_read(wr->opcode);
	struct engine_spans spans;

	*total = 0;
	if (reason) {
		note_wr_refusal(eq, wr, reason);
		return IBV_WC_LOC_QP_OP_ERR;
	}
	if (transfers_nothing(wr->opcode))
		return IBV_WC_SUCCESS;
	*total = wr_bytes(wr);
	if (transfers_word(wr->opcode) ? *total != 8 : *total > max_message_bytes(eq->qp)) {
		note_length(eq, wr, *total);
		return IBV_WC_LOC_LEN_ERR;
	}
	if (wr->inline_len)
		return IBV_WC_SUCCESS;
	/*
	 * Check all of a long message, so that a bad SGE at its end leaves the peer's memory
	 * unchanged.
	 */
	if (*total > ENGINE_CHUNK &&
	    !softhca_engine_local_spans(eq->qp->pd, wr->sge, wr->num_sge, 0, *total,
					read ? IBV_ACCESS_LOCAL_WRITE : 0, &spans))
		return IBV_WC_LOC_PROT_ERR;
	return IBV_WC_SUCCESS;
}
