/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the kernel's side and the engine ask of an adapter's driver: identity, limits, register
 * pages and the driver-private part of commands. One const struct softhca_driver per adapter, in
 * adapters/<adapter>.c; softhca.drivers lists them.
 *
 * Order of calls. The kernel's side has checked handles, types and generic limits, has taken the
 * number (pdn, cqn, qpn, srqn) and entered the object in the device's table. The driver reads its
 * input, checks the rest, maps queue memory (softhca_dma_map on ctx->memory), sets obj->hw and
 * writes its output; a failure leaves nothing behind. Then the engine hears of the object
 * (engine.h). Destruction: engine first, then driver.
 */
#ifndef EMULATOR_BASE_DRIVER_H
#define EMULATOR_BASE_DRIVER_H

#include <errno.h>
#include <inverbs/kernel/identity.h>
#include <string.h>

#include "base/objects.h"
#include "base/mapping.h"

enum {
	SOFTHCA_POST_SGE = 16, /**< pieces of a request that comes as a command */
};

/** Driver-private bytes of a command. */
struct softhca_udata {
	const void *in;
	size_t in_len;
	void *out; /**< room behind the core answer */
	size_t out_room;
	size_t out_len; /**< written so far */
};

/** Copy driver input into a struct; shorter input is an error of the client, longer is fine. */
static inline int softhca_udata_in(const struct softhca_udata *udata, void *to, size_t bytes)
{
	if (udata->in_len < bytes)
		return EINVAL;
	memcpy(to, udata->in, bytes);
	return 0;
}

/** Give driver output, cut to the room there is (as the kernel's copy helpers do). */
static inline void softhca_udata_out(struct softhca_udata *udata, const void *from, size_t bytes)
{
	udata->out_len = bytes < udata->out_room ? bytes : udata->out_room;
	if (udata->out_len)
		memcpy(udata->out, from, udata->out_len);
}

/** Facts that differ per adapter and are plain numbers. */
struct softhca_limits {
	struct ibv_device_attr attr; /**< what QUERY_DEVICE answers; GUIDs, fw_ver text and
					phys_port_cnt are filled elsewhere */
	uint64_t fw_ver;             /**< (major << 32) | (minor << 16) | sub */
	uint64_t device_cap_flags_ex;
	uint64_t timestamp_mask; /**< 0: no completion timestamps */
	uint64_t hca_core_clock; /**< kHz */
	uint32_t max_msg_sz;
	uint32_t port_cap_flags;
	enum ibv_mtu max_mtu;
	uint16_t pkey_tbl_len;
	uint16_t gid_tbl_len;
	uint8_t active_width; /**< as in ibv_port_attr */
	uint8_t active_speed;
	uint8_t max_vl_num;
	const char *rate; /**< text of ports/P/rate */
	uint32_t num_comp_vectors;
	uint32_t spare_cqes;  /**< entries of a CQ that completions cannot use */
	uint32_t keys;        /**< size of the key table; 0: what 24 bits hold */
	uint8_t fresh_key;    /**< low byte of every new key; 0: another one each time */
	uint32_t qpn_base;    /**< lowest number of an ordinary queue pair */
	uint32_t qpn_count;   /**< size of the number space, a power of two */
	uint32_t xrc_qpn_bit; /**< set in the numbers of queue pairs that receive by XRC */
};

/** What the adapter's clock shows at that time. */
static inline uint64_t softhca_ticks(const struct softhca_limits *limits, uint64_t ns)
{
	const uint64_t per_ms = limits->hca_core_clock;

	return ns / 1000000 * per_ms + ns % 1000000 * per_ms / 1000000;
}

struct softhca_rings;

struct softhca_driver {
	/** Other kinds of this adapter, NULL-terminated; asked for by `variant` behind a colon. */
	const struct softhca_driver *const *variants;
	const char *variant;                     /**< NULL: the usual kind */
	const char *name;                        /**< mlx4: devices are called <name>_<digits> */
	const struct inverbs_identity *identity; /**< ids, and which of the kernel's commands */
	uint32_t abi_version;                    /**< driver-private ABI of uverbs */
	uint16_t device_id;                      /**< PCI */
	uint32_t node_type; /**< enum ibv_node_type; IBV_NODE_RNIC: its queue pairs are iWARP */
	uint64_t
		guid_base; /**< node GUID of the first device, and how far the next one's is; the */
	uint64_t guid_step;   /**< vendor's range, so that tools know whom they see */
	const char *firmware; /**< what stands before the version in fw_ver; NULL: nothing */
	const char *hca_type; /**< texts of the attributes of that name; NULL: no such file */
	const char *board_id;
	const char *hw_rev;
	bool roce;          /**< all of its ports are on Ethernet and speak RoCE v2 */
	bool no_cur_state;  /**< QUERY_QP leaves the current state out, which the state says, too */
	bool keeps_regions; /**< its driver has no REREG_MR */
	bool rounds_silently; /**< creation answers the sizes that were asked for, queries tell what
				 there is */
	unsigned int max_ports;
	unsigned int register_pages; /**< pages of the memfd behind mmap */
	const struct softhca_limits *limits;
	const struct softhca_rings
		*rings; /**< adapters/rings.h, which the members from there ask */

	int (*device_init)(struct softhca_dev *device); /**< may be NULL; so may everything below
							   unless it says must */
	void (*device_fini)(struct softhca_dev *device);

	/** Must. ctx->registers are mapped and zeroed. */
	int (*get_context)(struct softhca_context *ctx, struct softhca_udata *udata);
	void (*put_context)(struct softhca_context *ctx);
	/** mmap of the device file: what lies at [offset, offset + bytes) of it. Must. EINVAL,
	 * EPERM. */
	int (*map)(struct softhca_context *ctx, uint64_t offset, uint64_t bytes, int prot,
		   struct softhca_mapped *out);

	/** Have the clock that the program sees show this time; answers what it shows. Must, with
	 * timestamps. */
	uint64_t (*tick)(struct softhca_context *ctx, uint64_t now);

	/** Driver part of the extended QUERY_DEVICE. */
	int (*query_device_ex)(struct softhca_context *ctx, struct softhca_udata *udata);

	int (*alloc_pd)(struct softhca_pd *pd, struct softhca_udata *udata);
	void (*dealloc_pd)(struct softhca_pd *pd);

	/** Driver part of the answer to REG_MR. */
	void (*reg_mr)(struct softhca_mr *mr, struct softhca_udata *udata);

	/**
	 * `cqe` is what the client asks for (>= 1, within limits); sets cq->entries.
	 * cq->timestamps, ignore_overrun are set from the flags of the extended command; the driver
	 * refuses with EOPNOTSUPP what it cannot do.
	 */
	int (*create_cq)(struct softhca_cq *cq, uint32_t cqe, struct softhca_udata *udata);
	/** New size: same contract; sets cq->entries on success. EINVAL when it cannot hold what is
	 * queued. */
	int (*resize_cq)(struct softhca_cq *cq, uint32_t cqe, struct softhca_udata *udata);
	int (*modify_cq)(struct softhca_cq *cq, uint16_t count, uint16_t period);
	/** Before the engine arms it at the command REQ_NOTIFY_CQ. EFAULT. NULL: not by command. */
	int (*notify_cq)(struct softhca_cq *cq);
	void (*destroy_cq)(struct softhca_cq *cq);

	/**
	 * qp->attr.cap holds the requested capabilities; replaced by what is granted. Types the
	 * driver lacks: EOPNOTSUPP. Not called with driver data for XRC targets (no rings), but
	 * called.
	 */
	int (*create_qp)(struct softhca_qp *qp, struct softhca_udata *udata);
	/**
	 * The state that MODIFY_QP to *to leads to, which is then in *to; EINVAL. NULL: by the
	 * rules of InfiniBand.
	 */
	int (*transition)(const struct softhca_qp *qp, enum ibv_qp_state *to, uint32_t mask);
	/** After all generic checks, before qp->attr changes. new_attr holds what the mask names.
	 * May be NULL. */
	int (*modify_qp)(struct softhca_qp *qp, const struct ibv_qp_attr *new_attr, uint32_t mask);
	void (*destroy_qp)(struct softhca_qp *qp);
	/** iWARP: the queue pair is in error, or its connection is over: write that where its
	 * program looks. */
	void (*qp_failed)(struct softhca_qp *qp);

	/** The adapter cannot take doorbells now, or can again: the programs of all queue pairs are
	 * told, and what they have not rung for meanwhile is looked at. NULL: it always can. */
	void (*hold_doorbells)(struct softhca_dev *device, bool hold);
	/** Driver part of the answer to CREATE_AH. */
	void (*create_ah)(struct softhca_ah *ah, struct softhca_udata *udata);
	/** The doorbell, where it is the command POST_SEND: what the program has posted is looked
	 * at. EINVAL. */
	int (*ring)(struct softhca_qp *qp);

	/**
	 * The data path of adapters whose programs have no queues: one request of POST_SEND or
	 * POST_RECV, one completion of POLL_CQ (false: there is none). num_sge may be more than the
	 * SOFTHCA_POST_SGE pieces that are there. EINVAL, ENOMEM when the queue is full. NULL: the
	 * device has not these commands.
	 */
	int (*post_send)(struct softhca_qp *qp, const struct ibv_send_wr *wr);
	int (*post_recv)(struct softhca_qp *qp, const struct ibv_recv_wr *wr);
	bool (*poll_cq)(struct softhca_cq *cq, struct ibv_wc *wc);

	/** srq->max_wr, max_sge hold the request; replaced by what is granted. */
	int (*create_srq)(struct softhca_srq *srq, struct softhca_udata *udata);
	/** Resize; NULL: EOPNOTSUPP is not an option for SRQs, EINVAL is answered. The limit is
	 * handled by the caller. */
	int (*resize_srq)(struct softhca_srq *srq, uint32_t max_wr, struct softhca_udata *udata);
	/** Driver bytes that MODIFY_SRQ must bring, whatever it changes. */
	size_t modify_srq_in;
	void (*destroy_srq)(struct softhca_srq *srq);

	/**
	 * Look at the registers and rings of this context and run what is found there (through the
	 * engine). Called by softhca_engine_poll for each active context. Answers the amount of
	 * work done, 0 when idle.
	 */
	unsigned int (*poll)(struct softhca_context *ctx);
};

/** RoCE ports have no subnet manager's capabilities to show. */
static inline uint32_t softhca_port_cap_flags(const struct softhca_port *port)
{
	const struct softhca_driver *driver = port->device->driver;

	return port->ethernet && driver->node_type == IBV_NODE_CA ? IBV_PORT_CM_SUP
								  : driver->limits->port_cap_flags;
}

#endif
