/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Soft-RoCE as the emulator's kernel side and engine see it: limits, queues that the kernel makes
 * and the program maps, and the generated readers and writers of its formats.
 */
#include <inverbs/kernel/rxe_abi.h>
#include <inverbs/device/rxe_device.h>

#include "adapters/drivers.h"
#include "adapters/gen/rxe.h"
#include "adapters/rings.h"
#include "base/driver.h"
#include "engine/base/adapter.h"
#include "engine/engine.h"

enum {
	MAX_WR = 1048576,
	MAX_SRQ_SGE = 27,
	FIRST_QPN = 0x11,
};

/* --- formats ----------------------------------------------------------------------------- */

static int decode_send(int qp_type, const struct inverbs_dev_copy *wqe, uint32_t len,
		       struct inverbs_dev_wr *out)
{
	int ret = rxe_dev_decode_send(qp_type, wqe, len, out);

	out->bind.zero_based = out->bind.access & IBV_ACCESS_ZERO_BASED;
	return ret;
}

/** Posted and not done; the program's index may be anything. */
static uint32_t posted(uint32_t record, uint32_t index, uint32_t entries)
{
	inverbs_found_elsewhere();
	return (rxe_index_get(&record).value - index) & (entries - 1);
}

static uint32_t cq_outstanding(uint32_t record, uint32_t producer, uint32_t entries)
{
	inverbs_found_elsewhere();
	return (producer - rxe_index_get(&record).value) & (entries - 1);
}

static void put_index(uint8_t *at, uint32_t index, uint32_t entries)
{
	const struct rxe_index seg = {.value = index & (entries - 1)};
	uint32_t word;

	rxe_index_put(&word, &seg);
	inverbs_handed_elsewhere();
	inverbs_publish32(at, word);
}

/** What has arrived says where; there is one port. */
static void put_port(void *slot)
{
	struct rxe_cqe entry = rxe_cqe_get(slot);

	entry.port = 1;
	rxe_cqe_put(slot, &entry);
}

/** The kernel says of all that arrives that it had a global header, but only of datagrams whence,
 * and never with which service level or between which LIDs. */
static void put_cqe(void *slot, uint32_t index, uint32_t entries, const struct inverbs_dev_cqe *cqe)
{
	struct inverbs_dev_cqe entry = *cqe;

	(void)index;
	(void)entries;
	if (!cqe->grh)
		entry.src_qp = 0;
	entry.grh = true;
	entry.sl = 0;
	entry.slid = 0;
	entry.path_bits = 0;
	rxe_dev_encode_cqe(slot, RXE_CQE_SLOT, &entry);
	if (!cqe->is_send && cqe->status == IBV_WC_SUCCESS)
		put_port(slot);
}

static const struct hw_adapter formats = {
	.send_posted = posted,
	.decode_send = decode_send,
	.decode_recv = rxe_dev_decode_recv,
	.recv_posted = posted,
	.cq_outstanding = cq_outstanding,
	.cq_spare = 1,
	.put_index = put_index,
	.put_cqe = put_cqe,
	.named = true,
	.overrun_loses = true,
	.knows_sig_all = true,
	.flushes_once = true,
	.limit_at_receive = true,
};

/* --- queues ------------------------------------------------------------------------------ */

static const struct softhca_queue_head head = {
	.bytes = RXE_QUEUE_HEAD,
	.init = rxe_queue_init,
	.index_at = rxe_index_at,
	.producer = rxe_producer,
	.consumer = rxe_consumer,
	.set_producer = rxe_set_producer,
	.set_consumer = rxe_set_consumer,
	.send_bytes = rxe_send_bytes,
	.recv_bytes = rxe_recv_bytes,
};

static const struct softhca_rings rings = {
	.formats = &formats,
	.parts = &rxe_parts,
	.cqe_bytes = RXE_CQE_SLOT,
	.sge_bytes = RXE_PIECE_SIZE,
	.head = &head,
	.least_slot = RXE_MIN_SLOT,
	.max_wr = MAX_WR,
};

/* --- contexts and address handles -------------------------------------------------------- */

static int get_context(struct softhca_context *ctx, struct softhca_udata *udata)
{
	(void)ctx;
	(void)udata;
	return 0;
}

/** A driver without private parts there takes none, not even room for one. */
static int query_device_ex(struct softhca_context *ctx, struct softhca_udata *udata)
{
	(void)ctx;
	return udata->in_len || udata->out_room ? EINVAL : 0;
}

/** Doorbells are commands. */
static unsigned int poll_nothing(struct softhca_context *ctx)
{
	(void)ctx;
	return 0;
}

static void create_ah(struct softhca_ah *ah, struct softhca_udata *udata)
{
	const struct rxe_create_ah_out out = {.number = softhca_ah_number(ah)};

	softhca_udata_out(udata, &out, sizeof(out.number));
}

static int notify_cq(struct softhca_cq *cq)
{
	(void)cq;
	return 0;
}

static int check_qp(const struct softhca_qp *qp, const struct softhca_udata *udata)
{
	if (udata->in_len || udata->out_room < sizeof(struct rxe_create_qp_out))
		return EINVAL;
	if (qp->type != IBV_QPT_RC && qp->type != IBV_QPT_UC && qp->type != IBV_QPT_UD)
		return EOPNOTSUPP;
	if (qp->create_flags)
		return EOPNOTSUPP;
	return qp->attr.cap.max_inline_data > RXE_MAX_INLINE ? EINVAL : 0;
}

static int create_qp(struct softhca_qp *qp, struct softhca_udata *udata)
{
	int ret = check_qp(qp, udata);

	if (!ret)
		ret = softhca_made_create_qp(qp, udata);
	if (!ret)
		qp->attr.path_mtu = IBV_MTU_256; /* until it is told */
	return ret;
}

/** Before RTS it does not send; in error what was posted is flushed. */
static int ring(struct softhca_qp *qp)
{
	if (qp->attr.qp_state < IBV_QPS_RTS)
		return EINVAL;
	softhca_engine_kick_qp(qp->ctx, qp->qpn);
	return 0;
}

/* --- the driver --------------------------------------------------------------------------- */

const struct softhca_driver softhca_driver_rxe = {
	RXE_DEVICE,
	.roce = RXE_ON_ETHERNET,
	.register_pages = 1,
	.rings = &rings,
	.get_context = get_context,
	.map = softhca_made_map,
	.query_device_ex = query_device_ex,
	.create_cq = softhca_made_create_cq,
	.resize_cq = softhca_made_resize_cq,
	.destroy_cq = softhca_made_destroy_cq,
	.notify_cq = notify_cq,
	.create_qp = create_qp,
	.destroy_qp = softhca_made_destroy_qp,
	.ring = ring,
	.create_srq = softhca_made_create_srq,
	.resize_srq = softhca_made_resize_srq,
	.modify_srq_in = sizeof(struct rxe_modify_srq_in),
	.destroy_srq = softhca_made_destroy_srq,
	.create_ah = create_ah,
	.poll = poll_nothing,
};
