/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The interface between the kernel's side, the engine and an adapter's kernel driver: identity,
 * limits, register pages and the driver-private data of commands. Each adapter has one const struct
 * softhca_driver, in adapters/<adapter>.c; softhca.drivers lists them.
 *
 * Order of calls: before it calls the driver, the kernel's side checks handles, types and generic
 * limits, assigns the number (pdn, cqn, qpn, srqn) and enters the object in the device's table. The
 * driver parses its input, checks the rest, maps queue memory (softhca_dma_map on ctx->memory),
 * sets obj->hw and writes its output; if it fails, it undoes all of that. Then the engine is called
 * with the object (engine.h). On destruction, the engine is called first, then the driver.
 */
#ifndef EMULATOR_BASE_DRIVER_H
#define EMULATOR_BASE_DRIVER_H

#include <errno.h>
#include <inverbs/kernel/identity.h>
#include <string.h>

#include "base/objects.h"
#include "base/mapping.h"

enum {
	SOFTHCA_POST_SGE = 16, /**< maximum SGEs of a work request posted by a command */
};

/** Driver-private data of a command. */
struct softhca_udata {
	const void *in;
	size_t in_len;
	void *out; /**< room after the core response */
	size_t out_room;
	size_t out_len; /**< bytes written so far */
};

/** Copy driver input into a struct. Returns EINVAL if it is shorter; longer input is accepted. */
static inline int softhca_udata_in(const struct softhca_udata *udata, void *to, size_t bytes)
{
	if (udata->in_len < bytes)
		return EINVAL;
	memcpy(to, udata->in, bytes);
	return 0;
}

/** Write driver output, truncated to the room (as the kernel's copy helpers do). */
static inline void softhca_udata_out(struct softhca_udata *udata, const void *from, size_t bytes)
{
	udata->out_len = bytes < udata->out_room ? bytes : udata->out_room;
	if (udata->out_len)
		memcpy(udata->out, from, udata->out_len);
}

/** Differences between adapters that can be expressed as numbers. */
struct softhca_limits {
	struct ibv_device_attr attr; /**< response of QUERY_DEVICE; GUIDs, fw_ver text and
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
	enum ibv_mtu first_mtu; /**< MTU that queue pairs report before they have a path; 0: none */
	uint32_t max_inline;    /**< maximum inline bytes; 0: limited by the slot size */
	const char *rate;       /**< text of the attribute ports/P/rate */
	uint32_t num_comp_vectors;
	uint32_t spare_cqes;  /**< entries of a CQ that CQEs cannot use */
	uint32_t keys;        /**< size of the key table; 0: 24 bits */
	uint8_t fresh_key;    /**< low byte of every new key; 0: a different one each time */
	uint32_t qpn_base;    /**< lowest number of an ordinary queue pair */
	uint32_t qpn_count;   /**< size of the number space, a power of two */
	uint32_t xrc_qpn_bit; /**< bit that is set in the numbers of XRC targets */
};

/** Convert a time of the emulator's clock to the adapter's clock. */
static inline uint64_t softhca_ticks(const struct softhca_limits *limits, uint64_t ns)
{
	const uint64_t per_ms = limits->hca_core_clock;

	return ns / 1000000 * per_ms + ns % 1000000 * per_ms / 1000000;
}

struct softhca_joint_soft;
struct softhca_rings;

struct softhca_driver {
	/** Other variants of this adapter, NULL-terminated; chosen by `variant` after a colon. */
	const struct softhca_driver *const *variants;
	const char *variant; /**< NULL: the default */
	const char *name;    /**< mlx4: devices are called <name>_<digits> */
	const struct inverbs_identity
		*identity;    /**< ids, and the commands that the kernel driver implements */
	uint32_t abi_version; /**< driver-private ABI of uverbs */
	uint16_t device_id;   /**< PCI */
	uint32_t node_type;   /**< enum ibv_node_type; IBV_NODE_RNIC: queue pairs are iWARP */
	uint64_t guid_base;   /**< node GUID of the first device, in the vendor's range */
	uint64_t guid_step;   /**< distance to the next device's node GUID */
	const char *firmware; /**< prefix of the version in fw_ver; NULL: none */
	const char *hca_type; /**< this and the next two: contents of the sysfs files of the same
				 names; NULL: no file */
	const char *board_id;
	const char *hw_rev;
	bool roce;            /**< all ports are Ethernet, with RoCE v2 */
	bool no_cur_state;    /**< QUERY_QP does not return cur_qp_state */
	bool keeps_regions;   /**< the driver has no REREG_MR */
	bool rounds_silently; /**< creation returns the requested sizes, queries return the actual
				 ones */
	unsigned int max_ports;
	unsigned int register_pages; /**< pages of the memfd that register pages are mapped from */
	const struct softhca_limits *limits;
	const struct softhca_rings
		*rings; /**< adapters/common/rings.h; used by the functions declared there */
	const struct softhca_joint_soft *soft; /**< likewise; NULL: programs have rings */
	uint32_t qp_types; /**< types passed to create_qp; bit per enum ibv_qp_type */
	uint32_t qp_flags; /**< likewise, enum ibv_qp_create_flags */
	int qp_refusal;    /**< error for all others */

	int (*device_init)(struct softhca_dev *device); /**< NULL is allowed, as in all members
							   below that are not marked mandatory */
	void (*device_fini)(struct softhca_dev *device);

	/** Mandatory. ctx->registers is mapped and zeroed. */
	int (*get_context)(struct softhca_context *ctx, struct softhca_udata *udata);
	void (*put_context)(struct softhca_context *ctx);
	/**
	 * mmap() of the device file at [offset, offset + bytes). Mandatory. Returns 0, EINVAL or
	 * EPERM.
	 */
	int (*map)(struct softhca_context *ctx, uint64_t offset, uint64_t bytes, int prot,
		   struct softhca_mapped *out);

	/**
	 * Store the adapter's clock for the time `now` in the page that programs map, and return
	 * it. Mandatory for adapters with timestamps.
	 */
	uint64_t (*tick)(struct softhca_context *ctx, uint64_t now);

	/** Driver-private data of the extended QUERY_DEVICE. */
	int (*query_device_ex)(struct softhca_context *ctx, struct softhca_udata *udata);

	int (*alloc_pd)(struct softhca_pd *pd, struct softhca_udata *udata);
	void (*dealloc_pd)(struct softhca_pd *pd);

	/** Driver-private response of REG_MR. */
	void (*reg_mr)(struct softhca_mr *mr, struct softhca_udata *udata);

	/**
	 * `cqe` is what the client requests (>= 1, within limits). The driver sets cq->entries. The
	 * caller has set cq->timestamps and cq->ignore_overrun from the flags of the extended
	 * command; the driver returns EOPNOTSUPP for those that it does not support.
	 */
	int (*create_cq)(struct softhca_cq *cq, uint32_t cqe, struct softhca_udata *udata);
	/**
	 * Resize; same contract, but sets cq->entries only on success. Returns EINVAL if the new
	 * size cannot hold the queued CQEs.
	 */
	int (*resize_cq)(struct softhca_cq *cq, uint32_t cqe, struct softhca_udata *udata);
	int (*modify_cq)(struct softhca_cq *cq, uint16_t count, uint16_t period);
	/**
	 * Called for the command REQ_NOTIFY_CQ, before the engine arms the CQ. Returns 0 or EFAULT.
	 * NULL: the adapter does not arm by command.
	 */
	int (*notify_cq)(struct softhca_cq *cq);
	void (*destroy_cq)(struct softhca_cq *cq);

	/**
	 * qp->attr.cap has the requested capabilities; the driver replaces them by the granted
	 * ones. Returns EOPNOTSUPP for types that the driver does not support. Also called, without
	 * driver-private data, for XRC targets, which have no rings.
	 */
	int (*create_qp)(struct softhca_qp *qp, struct softhca_udata *udata);
	/**
	 * Replace *to, the state requested from MODIFY_QP, by the state that the queue pair
	 * actually enters. Returns 0 or EINVAL. NULL: the rules of InfiniBand apply.
	 */
	int (*transition)(const struct softhca_qp *qp, enum ibv_qp_state *to, uint32_t mask);
	/**
	 * Called after all generic checks, before qp->attr changes. new_attr has the attributes
	 * selected by the mask.
	 */
	int (*modify_qp)(struct softhca_qp *qp, const struct ibv_qp_attr *new_attr, uint32_t mask);
	void (*destroy_qp)(struct softhca_qp *qp);
	/**
	 * iWARP: the queue pair is in the error state, or its connection has ended. Sets the words
	 * in shared memory that tell the library.
	 */
	void (*qp_failed)(struct softhca_qp *qp);

	/**
	 * The adapter cannot accept doorbells (`hold`), or can again. Tells the library for each
	 * queue pair, and polls queues for requests posted meanwhile. NULL: the adapter always
	 * accepts doorbells.
	 */
	void (*hold_doorbells)(struct softhca_dev *device, bool hold);
	/** Driver-private response of CREATE_AH. */
	void (*create_ah)(struct softhca_ah *ah, struct softhca_udata *udata);
	/**
	 * The doorbell of adapters where it is the command POST_SEND: poll the send queue. Returns
	 * 0 or EINVAL.
	 */
	int (*ring_doorbell)(struct softhca_qp *qp);

	/**
	 * The data path of adapters without queues in user space: post one work request of
	 * POST_SEND or POST_RECV, or poll one completion for POLL_CQ (false: none). num_sge may
	 * exceed the SOFTHCA_POST_SGE SGEs in sg_list. Posts return 0, EINVAL, or ENOMEM if the
	 * queue is full. NULL: the device does not have these commands.
	 */
	int (*post_send)(struct softhca_qp *qp, const struct ibv_send_wr *wr);
	int (*post_recv)(struct softhca_qp *qp, const struct ibv_recv_wr *wr);
	bool (*poll_cq)(struct softhca_cq *cq, struct ibv_wc *wc);

	/**
	 * srq->max_wr and srq->max_sge have the requested sizes; the driver replaces them by the
	 * granted ones.
	 */
	int (*create_srq)(struct softhca_srq *srq, struct softhca_udata *udata);
	/** Resize. NULL: MODIFY_SRQ returns EINVAL for a new size. The caller handles the limit. */
	int (*resize_srq)(struct softhca_srq *srq, uint32_t max_wr, struct softhca_udata *udata);
	/** Bytes of driver-private data that MODIFY_SRQ must have, whatever it changes. */
	size_t modify_srq_in;
	void (*destroy_srq)(struct softhca_srq *srq);

	/**
	 * Poll the registers and rings of this context, and execute posted requests through the
	 * engine. softhca_engine_poll calls it for each active context. Returns the amount of work
	 * done, 0 if idle.
	 */
	unsigned int (*poll)(struct softhca_context *ctx);
};

/** Returns port_cap_flags as QUERY_PORT reports them. RoCE ports have only the bit for the CM. */
static inline uint32_t softhca_port_cap_flags(const struct softhca_port *port)
{
	const struct softhca_driver *driver = port->device->driver;

	return (port->ethernet && driver->node_type == IBV_NODE_CA
			? IBV_PORT_CM_SUP
			: driver->limits->port_cap_flags) |
	       (port->has_sm ? IBV_PORT_SM : 0);
}

#endif
