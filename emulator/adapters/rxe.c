/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Soft-RoCE as the emulator's kernel side and engine see it: limits, queues that the kernel makes
 * and the program maps, and the generated readers and writers of its formats.
 */
#include <inverbs/adapters/rxe_abi.h>
#include <inverbs/adapters/rxe_device.h>
#include <stdlib.h>

#include "adapters/drivers.h"
#include "base/driver.h"
#include "engine/base/adapter.h"
#include "engine/engine.h"

enum {
	MAX_WR = 1048576,
	MAX_SRQ_SGE = 27,
	FIRST_QPN = 0x11,
};

/** A queue and the memory that has it. Zeroed: none. */
struct queue {
	struct softhca_mapping memory;
	uint32_t entries;
	uint8_t shift;
};

/** softhca_cq.hw, softhca_qp.hw, softhca_srq.hw; the engine knows the first members. */
struct rxe_cq {
	struct hw_cq hw;
	struct queue queue;
};

struct rxe_qp {
	struct hw_qp hw;
	struct queue send;
	struct queue recv;
};

struct rxe_srq {
	struct hw_srq hw;
	struct queue queue;
};

/* --- formats ----------------------------------------------------------------------------- */

static int decode_send(int qp_type, const void *wqe, uint32_t len, struct inverbs_dev_wr *out)
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

static uint8_t shift_of(uint32_t bytes)
{
	uint8_t shift = 0;

	while (1U << shift < bytes || 1U << shift < RXE_MIN_SLOT)
		shift++;
	return shift;
}

static uint8_t *slots_of(const struct queue *queue)
{
	return queue->memory.at + RXE_QUEUE_HEAD;
}

static uint8_t *slot_of(const struct queue *queue, uint32_t index)
{
	return slots_of(queue) + ((size_t)(index & (queue->entries - 1)) << queue->shift);
}

/** Room for so many entries of so many bytes. */
static int make_queue(struct queue *queue, struct softhca_context *ctx, uint32_t most,
		      uint32_t bytes)
{
	int ret;

	queue->entries = inverbs_round_up_pow2(most + 1);
	queue->shift = shift_of(bytes);
	ret = softhca_mapping_create(&queue->memory, ctx,
				     RXE_QUEUE_HEAD + ((size_t)queue->entries << queue->shift));
	if (!ret)
		rxe_queue_init(queue->memory.at, queue->entries, queue->shift);
	return ret;
}

/** As the engine sees a queue: its own index, and that of the program. */
static void use_queue(const struct queue *queue, struct hw_ring *ring, struct hw_view *record,
		      bool program_produces)
{
	ring->entries = queue->entries;
	ring->stride = 1U << queue->shift;
	softhca_view_own(&ring->memory, slots_of(queue), (uint64_t)queue->entries << queue->shift);
	ring->index = rxe_index_at(queue->memory.at, !program_produces);
	softhca_view_own(record, rxe_index_at(queue->memory.at, program_produces), RXE_INDEX_SIZE);
}

static struct rxe_queue_place place_of(const struct queue *queue)
{
	return (struct rxe_queue_place){.offset = queue->memory.key,
					.size = (uint32_t)queue->memory.bytes};
}

static uint32_t waiting(const struct queue *queue)
{
	return (rxe_producer(slots_of(queue)) - rxe_consumer(slots_of(queue))) &
	       (queue->entries - 1);
}

/**
 * Another queue takes the place of one. Entries that wait go to its beginning, as many as it holds:
 * the program may change an index meanwhile. The old one is then empty. Answers how many.
 */
static uint32_t replace(struct queue *queue, struct queue *next)
{
	const uint32_t first = rxe_consumer(slots_of(queue));
	uint32_t count = waiting(queue);

	if (count > next->entries - 1)
		count = next->entries - 1;
	for (uint32_t i = 0; i < count; i++)
		memcpy(slot_of(next, i), slot_of(queue, first + i), (size_t)1 << queue->shift);
	rxe_set_producer(slots_of(next), count);
	rxe_set_consumer(slots_of(queue), rxe_producer(slots_of(queue)));
	softhca_mapping_destroy(&queue->memory);
	softhca_mapping_move(&queue->memory, &next->memory);
	queue->entries = next->entries;
	return count;
}

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

/** Some of a queue can be mapped, too; the rest of it then never. */
static int map(struct softhca_context *ctx, uint64_t offset, uint64_t bytes, int prot,
	       struct softhca_mapped *out)
{
	return softhca_mapping_use(ctx, offset, bytes, prot, SOFTHCA_MAP_SOME, out);
}

/** Bells are commands. */
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

/* --- completion queues ------------------------------------------------------------------- */

static int create_cq(struct softhca_cq *cq, uint32_t cqe, struct softhca_udata *udata)
{
	struct rxe_queue_place place;
	struct rxe_cq *rxe;
	int ret;

	if (udata->out_room < sizeof(place))
		return EINVAL;
	if (cq->ignore_overrun || cq->timestamps)
		return EOPNOTSUPP;
	rxe = calloc(1, sizeof(*rxe));
	if (!rxe)
		return ENOMEM;
	ret = make_queue(&rxe->queue, cq->obj.ctx, cqe, RXE_CQE_SLOT);
	if (ret) {
		free(rxe);
		return ret;
	}
	rxe->hw.adapter = &formats;
	use_queue(&rxe->queue, &rxe->hw.ring, &rxe->hw.record, false);
	cq->hw = rxe;
	cq->entries = rxe->queue.entries;
	place = place_of(&rxe->queue);
	softhca_udata_out(udata, &place, sizeof(place));
	return 0;
}

static int resize_cq(struct softhca_cq *cq, uint32_t cqe, struct softhca_udata *udata)
{
	struct rxe_cq *rxe = cq->hw;
	struct rxe_queue_place place;
	struct queue next;
	int ret;

	if (udata->out_room < sizeof(place) || cqe < waiting(&rxe->queue))
		return EINVAL;
	ret = make_queue(&next, cq->obj.ctx, cqe, RXE_CQE_SLOT);
	if (ret)
		return ret;
	softhca_engine_cq_moved(cq, replace(&rxe->queue, &next));
	use_queue(&rxe->queue, &rxe->hw.ring, &rxe->hw.record, false);
	cq->entries = next.entries;
	place = place_of(&rxe->queue);
	softhca_udata_out(udata, &place, sizeof(place));
	return 0;
}

static void destroy_cq(struct softhca_cq *cq)
{
	struct rxe_cq *rxe = cq->hw;

	softhca_mapping_destroy(&rxe->queue.memory);
	free(rxe);
	cq->hw = NULL;
}

static int notify_cq(struct softhca_cq *cq)
{
	(void)cq;
	return 0;
}

/* --- queue pairs ------------------------------------------------------------------------- */

/** Pieces and inline bytes share their room: what is granted of each is all of it. */
static int make_send(struct softhca_qp *qp, struct rxe_qp *rxe)
{
	struct ibv_qp_cap *cap = &qp->attr.cap;
	uint32_t room = rxe_send_bytes(cap->max_send_sge, cap->max_inline_data) -
			rxe_send_bytes(0, 0);
	int ret = make_queue(&rxe->send, qp->ctx, cap->max_send_wr, rxe_send_bytes(0, 0) + room);

	if (ret)
		return ret;
	cap->max_send_wr = rxe->send.entries - 1;
	cap->max_send_sge = room / RXE_PIECE_SIZE;
	cap->max_inline_data = room;
	use_queue(&rxe->send, &rxe->hw.send, &rxe->hw.send_record, true);
	return 0;
}

static int make_recv(struct softhca_qp *qp, struct rxe_qp *rxe)
{
	struct ibv_qp_cap *cap = &qp->attr.cap;
	int ret;

	if (qp->srq)
		return 0;
	ret = make_queue(&rxe->recv, qp->ctx, cap->max_recv_wr, rxe_recv_bytes(cap->max_recv_sge));
	if (ret)
		return ret;
	cap->max_recv_wr = rxe->recv.entries - 1;
	use_queue(&rxe->recv, &rxe->hw.recv, &rxe->hw.record, true);
	return 0;
}

static void free_qp(struct rxe_qp *rxe)
{
	softhca_mapping_destroy(&rxe->send.memory);
	softhca_mapping_destroy(&rxe->recv.memory);
	free(rxe);
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
	struct rxe_create_qp_out out = {0};
	struct rxe_qp *rxe;
	int ret = check_qp(qp, udata);

	if (ret)
		return ret;
	rxe = calloc(1, sizeof(*rxe));
	if (!rxe)
		return ENOMEM;
	rxe->hw.adapter = &formats;
	ret = make_recv(qp, rxe);
	if (!ret)
		ret = make_send(qp, rxe);
	if (ret) {
		free_qp(rxe);
		return ret;
	}
	qp->hw = rxe;
	qp->attr.path_mtu = IBV_MTU_256; /* until it is told */
	out.recv_offset = rxe->recv.memory.key;
	out.recv_size = (uint32_t)rxe->recv.memory.bytes;
	out.send_offset = rxe->send.memory.key;
	out.send_size = (uint32_t)rxe->send.memory.bytes;
	softhca_udata_out(udata, &out, sizeof(out));
	return 0;
}

static void destroy_qp(struct softhca_qp *qp)
{
	free_qp(qp->hw);
	qp->hw = NULL;
}

/** Before RTS it does not send; in error what was posted is flushed. */
static int ring(struct softhca_qp *qp)
{
	if (qp->attr.qp_state < IBV_QPS_RTS)
		return EINVAL;
	softhca_engine_kick_qp(qp->ctx, qp->qpn);
	return 0;
}

/* --- shared receive queues --------------------------------------------------------------- */

static int create_srq(struct softhca_srq *srq, struct softhca_udata *udata)
{
	struct rxe_create_srq_out out = {.srqn = srq->srqn};
	struct rxe_srq *rxe;
	int ret;

	if (udata->out_room < sizeof(out) || !srq->max_sge)
		return EINVAL;
	if (srq->type != IBV_SRQT_BASIC)
		return EOPNOTSUPP;
	rxe = calloc(1, sizeof(*rxe));
	if (!rxe)
		return ENOMEM;
	ret = make_queue(&rxe->queue, srq->obj.ctx, srq->max_wr, rxe_recv_bytes(srq->max_sge));
	if (ret) {
		free(rxe);
		return ret;
	}
	rxe->hw.adapter = &formats;
	use_queue(&rxe->queue, &rxe->hw.ring, &rxe->hw.record, true);
	srq->hw = rxe;
	srq->max_wr = rxe->queue.entries - 1;
	out.offset = rxe->queue.memory.key;
	out.size = (uint32_t)rxe->queue.memory.bytes;
	softhca_udata_out(udata, &out, sizeof(out));
	return 0;
}

static int resize_srq(struct softhca_srq *srq, uint32_t max_wr, struct softhca_udata *udata)
{
	struct rxe_srq *rxe = srq->hw;
	struct rxe_queue_place place;
	struct rxe_modify_srq_in in;
	struct queue next;
	int ret = softhca_udata_in(udata, &in, sizeof(in));

	if (ret)
		return ret;
	if (!max_wr || max_wr > MAX_WR || max_wr < waiting(&rxe->queue))
		return EINVAL;
	ret = make_queue(&next, srq->obj.ctx, max_wr, 1U << rxe->queue.shift);
	if (ret)
		return ret;
	place = place_of(&next);
	if (softhca_dma_write(&srq->obj.ctx->memory, in.place_addr, &place, sizeof(place))) {
		softhca_mapping_destroy(&next.memory);
		return EFAULT;
	}
	replace(&rxe->queue, &next);
	use_queue(&rxe->queue, &rxe->hw.ring, &rxe->hw.record, true);
	softhca_engine_srq_moved(srq);
	srq->max_wr = next.entries - 1;
	return 0;
}

static void destroy_srq(struct softhca_srq *srq)
{
	struct rxe_srq *rxe = srq->hw;

	softhca_mapping_destroy(&rxe->queue.memory);
	free(rxe);
	srq->hw = NULL;
}

/* --- the driver --------------------------------------------------------------------------- */

static const struct softhca_limits limits = {
	.attr =
		{
			.max_mr_size = UINT64_MAX,
			.page_size_cap = 0xfffff000,
			.vendor_id = 0xffffff,
			.max_qp = 1048560,
			.max_qp_wr = MAX_WR,
			.device_cap_flags =
				IBV_DEVICE_BAD_PKEY_CNTR | IBV_DEVICE_BAD_QKEY_CNTR |
				IBV_DEVICE_AUTO_PATH_MIG | IBV_DEVICE_CHANGE_PHY_PORT |
				IBV_DEVICE_UD_AV_PORT_ENFORCE | IBV_DEVICE_PORT_ACTIVE_EVENT |
				IBV_DEVICE_SYS_IMAGE_GUID | IBV_DEVICE_RC_RNR_NAK_GEN |
				IBV_DEVICE_SRQ_RESIZE | IBV_DEVICE_MEM_WINDOW |
				IBV_DEVICE_MEM_MGT_EXTENSIONS | IBV_DEVICE_MEM_WINDOW_TYPE_2B,
			.max_sge = RXE_MAX_SGE,
			.max_sge_rd = RXE_MAX_SGE,
			.max_cq = 1048576,
			.max_cqe = 32767,
			.max_mr = 524287,
			.max_pd = 1048576,
			.max_qp_rd_atom = 128,
			.max_res_rd_atom = 258048,
			.max_qp_init_rd_atom = 128,
			.atomic_cap = IBV_ATOMIC_HCA,
			.max_mw = 524287,
			.max_mcast_grp = 8192,
			.max_mcast_qp_attach = 56,
			.max_total_mcast_qp_attach = 458752,
			.max_ah = 32767,
			.max_srq = 917503,
			.max_srq_wr = MAX_WR,
			.max_srq_sge = MAX_SRQ_SGE,
			.max_pkeys = 64,
			.local_ca_ack_delay = 15,
		},
	.device_cap_flags_ex = UINT64_C(1) << RXE_ATOMIC_WRITE_CAP,
	.max_msg_sz = 0x800000,
	.port_cap_flags = IBV_PORT_CM_SUP,
	.max_mtu = IBV_MTU_4096,
	.pkey_tbl_len = 1,
	.gid_tbl_len = 1024,
	.active_width = 1, /* 1X */
	.active_speed = 1, /* SDR */
	.max_vl_num = 1,
	.rate = "2.5 Gb/sec (1X SDR)",
	.num_comp_vectors = 2,
	.spare_cqes = 1,
	.qpn_base = FIRST_QPN,
	.qpn_count = RXE_QP_NUMBERS,
};

const struct softhca_driver softhca_driver_rxe = {
	.name = "rxe",
	.identity = &rxe_identity,
	.abi_version = RXE_ABI_MAX,
	.node_type = RXE_NODE_TYPE,
	.guid_base = 0x505400fffe000000, /* made of MAC addresses as virtual machines have them */
	.guid_step = 0x10,
	.roce = RXE_ON_ETHERNET,
	.no_cur_state = true,
	.keeps_regions = true,
	.rounds_silently = true,
	.max_ports = RXE_MAX_PORTS,
	.register_pages = 1,
	.limits = &limits,
	.get_context = get_context,
	.map = map,
	.query_device_ex = query_device_ex,
	.create_cq = create_cq,
	.resize_cq = resize_cq,
	.destroy_cq = destroy_cq,
	.notify_cq = notify_cq,
	.create_qp = create_qp,
	.destroy_qp = destroy_qp,
	.ring = ring,
	.create_srq = create_srq,
	.resize_srq = resize_srq,
	.modify_srq_in = sizeof(struct rxe_modify_srq_in),
	.destroy_srq = destroy_srq,
	.create_ah = create_ah,
	.poll = poll_nothing,
};
