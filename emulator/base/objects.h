/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The objects of the emulator, used by the kernel's side (kernel/), the adapters (adapters/) and
 * the transport engine (engine/).
 *
 * One thread at a time runs everything: there are no locks. The kernel's side creates, checks and
 * destroys objects; it calls the adapter's driver (driver.h) for driver-private data of commands,
 * and the engine (engine.h) when an object is created, modified or destroyed. Of an object's
 * private pointers, `hw` belongs to the driver and `engine` to the engine.
 *
 * Lifetime: an object can be found by number (softhca_find_*) from just before the driver's create
 * is called until just before its destroy is called. An object is not destroyed while another
 * object refers to it (a QP to its CQs, an MR to its PD, ...).
 */
#ifndef EMULATOR_BASE_OBJECTS_H
#define EMULATOR_BASE_OBJECTS_H

#include <infiniband/verbs.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/dma.h"
#include "base/list.h"
#include "base/loop.h"
#include "base/process.h"
#include "base/table.h"

struct carriers;
struct softhca;
struct softhca_cm;
struct softhca_mad;
struct softhca_driver;
struct softhca_fault_counts;
struct softhca_faults;
struct softhca_upcalls;

enum {
	SOFTHCA_MAX_PORTS = 2,
	SOFTHCA_GIDS = 1024, /**< room for the GID table of a port */
	SOFTHCA_PKEYS = 128,
	SOFTHCA_PAGE = 4096, /**< page size of the device file's mmap offsets; checked at start */
};

/* --- device and port ------------------------------------------------------------------------- */

/** Port counters for softhcactl, incremented by the engine. */
struct softhca_counters {
	uint64_t messages_sent; /**< requests completed by the responder */
	uint64_t bytes_sent;
	uint64_t messages_received;
	uint64_t bytes_received;
	uint64_t rnr_naks;          /**< RNR NAKs sent by this port */
	uint64_t sequence_naks;     /**< NAKs for a sequence error sent by this port */
	uint64_t retries;           /**< requests retried after a timeout or such a NAK */
	uint64_t access_errors;     /**< requests refused by this port as responder */
	uint64_t completion_errors; /**< completions with a status other than success or flushed */
	uint64_t flushes;
	uint64_t cq_overruns;
	uint64_t drops; /**< UC messages without a receive, messages without a destination */
	uint64_t qkey_violations; /**< datagrams refused by this port's queue pairs for a wrong
				     Q_Key */
	uint64_t pkey_violations; /**< packets from outside the partition */
	uint64_t mads_malformed;  /**< MADs that violate a rule of their format */
	uint64_t mads_unclaimed;  /**< MADs for which there is no agent */
	uint64_t mads_lost;       /**< MADs dropped because too many were unread */
};

struct softhca_port {
	struct softhca_dev *device;
	uint8_t number;            /**< from 1 */
	bool enabled;              /**< administrative: `softhcactl port DEV N up|down` */
	bool up;                   /**< it carries packets of programs: the state is ACTIVE */
	enum ibv_port_state state; /**< INIT and ARMED only in a managed fabric */
	bool ethernet;             /**< link layer; else InfiniBand */
	bool has_sm;               /**< a program holds its issmN open */
	uint16_t lid;              /**< unique in this emulator, from 1; 0 on Ethernet */
	uint8_t lmc;               /**< number of low bits that it ignores in destination LIDs */
	uint16_t sm_lid;           /**< LID of the subnet manager; 0 on Ethernet */
	uint8_t sm_sl;             /**< service level on which the subnet manager is reached */
	uint64_t
		reached; /**< managed fabric: number of the last multicast packet that reached it */
	uint8_t subnet_timeout; /**< maximum time through the subnet: 4.096 us * 2^this */
	enum ibv_mtu max_mtu;
	enum ibv_mtu active_mtu;
	/** [0] = fe80::<port guid>; all zero: unused. Set by softhca_port_put_gid. */
	union ibv_gid gid[SOFTHCA_GIDS];
	unsigned int gids_end;        /**< entries from here on are unused */
	uint16_t pkey[SOFTHCA_PKEYS]; /**< host order; [0] = 0xffff */
	struct softhca_counters counters;
	void *engine;
};

struct softhca_dev {
	struct softhca *hca;
	char name[64];      /**< mlx4_0 */
	char dev_name[64];  /**< uverbs0 */
	unsigned int index; /**< position on the command line */
	const struct softhca_driver *driver;
	uint64_t node_guid; /**< in host byte order */
	unsigned int num_ports;
	struct softhca_port port[SOFTHCA_MAX_PORTS]; /**< port n is port[n - 1] */
	struct softhca_table pds;                    /**< struct softhca_pd * by pdn */
	struct softhca_table cqs;                    /**< struct softhca_cq * by cqn */
	struct softhca_table qps;                    /**< struct softhca_qp * by qpn */
	uint32_t xrc_qpn_bit; /**< bit in the numbers, but not in the table index, of QPs with an
				 XRC domain */
	struct softhca_table srqs; /**< struct softhca_srq * by srqn */
	struct softhca_table keys; /**< struct softhca_object * (an MR or MW) by key >> 8 */
	uint8_t key_tag; /**< low byte of the next key, so that new keys differ from stale ones */
	struct softhca_link xrcds;    /**< struct softhca_xrcd_domain.in_device */
	struct softhca_link contexts; /**< struct softhca_context.in_device */
	struct softhca_link groups;   /**< struct softhca_group.in_device */
	uint32_t num_groups;
	bool doorbells_held; /**< driver->hold_doorbells */
	void *hw;
	void *engine;
};

/* --- objects of an open file ----------------------------------------------------------------- */

struct softhca_object;

/** In the response of a destroy command: numbers of events that the process has read. */
struct softhca_reported {
	uint32_t comp;
	uint32_t async;
};

/** Destroy an object and free it. Returns 0 or EBUSY. */
typedef int softhca_destroyer(struct softhca_object *obj, struct softhca_reported *reported);

/** First member of everything that has a handle. */
struct softhca_object {
	enum softhca_type type;
	softhca_destroyer *destroy; /**< function for its type */
	uint32_t handle;
	struct softhca_context *ctx;
	uint64_t user_handle; /**< the client's cookie, returned in events */
	uint32_t users; /**< references from other objects; unless 0, destroying it returns EBUSY */
	uint32_t async_sent;            /**< asynchronous event records ever queued for it */
	struct softhca_link in_context; /**< newest first */
};

/**
 * A completion channel or asynchronous event file: a pipe that carries events to a client, which
 * has the reading end. It lives until the client's descriptor is closed and no object reports to
 * it.
 */
struct softhca_event_file;

/** One open device file. Exists from OPEN; `ready` after GET_CONTEXT. */
struct softhca_context {
	struct softhca_dev *device;
	uid_t uid;          /**< of the process that opened it */
	unsigned int files; /**< connections that have it open: the opener's and its children's */
	bool ready;
	bool lost;               /**< the device failed: every command returns EIO */
	struct dma_space memory; /**< of the client's process */
	int registers_fd;        /**< memfd with the register pages; -1 before GET_CONTEXT */
	uint8_t *registers; /**< our mapping: driver->register_pages pages; on mlx4, page 0 is the
			       UAR, page 1 is for BlueFlame */
	struct softhca_event_file *async; /**< NULL once the client closed it */
	struct softhca_table handles; /**< struct softhca_object * by handle, lowest free first */
	struct softhca_link objects;  /**< softhca_object.in_context, newest first */
	struct softhca_link channels; /**< open completion channels */
	struct softhca_link mappings; /**< struct softhca_mapping.pending: memory that the client
					 may map once (mapping.h) */
	uint32_t next_key;            /**< key of the next mapping */
	/**
	 * Number of queue pairs with rings in this context's memory, and of SRQs that XRC targets,
	 * which have no memory, deliver to. The context is polled while it is not 0.
	 */
	unsigned int active;
	struct softhca_link in_device;
	struct softhca_link in_active;       /**< hca->active while `active` is not 0 */
	struct softhca_fault_counts *faults; /**< commands counted for each fault rule */
	void *hw;
	void *engine;
};

struct softhca_pd {
	struct softhca_object obj;
	uint32_t pdn;
	void *hw;
};

/**
 * Memory region. Network address va in [hca_va, hca_va + length) is client address start + (va -
 * hca_va).
 */
struct softhca_mr {
	struct softhca_object obj; /**< users counts bound memory windows */
	struct softhca_pd *pd;
	uint64_t start;
	uint64_t length;
	uint64_t hca_va;
	uint32_t access; /**< IBV_ACCESS_* */
	uint32_t lkey;
	uint32_t rkey; /**< the same as lkey with all drivers so far */
};

/** Memory window. Binding is a work request, so the engine writes everything after `type`. */
struct softhca_mw {
	struct softhca_object obj;
	struct softhca_pd *pd;
	enum ibv_mw_type type;
	uint32_t rkey; /**< low byte changes with type 1 binds; upper 24 bits are the table index */
	struct softhca_mr *mr; /**< NULL: not bound. Counted in mr->obj.users */
	uint32_t qpn;          /**< type 2: number of the QP that bound it */
	uint64_t addr;
	uint64_t length;
	uint32_t access;
	bool zero_based;
};

struct softhca_cq {
	struct softhca_object obj;
	uint32_t cqn;
	uint32_t entries; /**< a power of two; the client is granted limits->spare_cqes less */
	bool ignore_overrun;
	bool timestamps;
	struct softhca_event_file *channel; /**< NULL: none */
	uint32_t comp_sent;                 /**< completion event records ever queued */
	bool failed;                        /**< overrun: nothing more is written */
	void *hw;
	void *engine;
};

struct softhca_xrcd_domain; /* kernel/xrc.c */

struct softhca_xrcd {
	struct softhca_object obj;
	struct softhca_xrcd_domain *domain;
};

struct softhca_srq {
	struct softhca_object obj;
	struct softhca_pd *pd;
	uint32_t srqn;
	enum ibv_srq_type type;
	uint32_t max_wr; /**< as granted */
	uint32_t max_sge;
	uint32_t limit;            /**< armed limit, 0: none. Cleared by the engine when it fires */
	struct softhca_cq *cq;     /**< XRC only */
	struct softhca_xrcd *xrcd; /**< XRC only */
	bool failed;
	void *hw;
	void *engine;
};

/**
 * The queue pair itself. An ordinary queue pair has exactly one handle and is destroyed with it. An
 * XRC target lives as long as any process has a handle to it, and belongs to a domain instead of a
 * context. OFED's IBV_QPT_XRC is an ordinary queue pair that also receives like a target.
 */
struct softhca_qp {
	struct softhca_dev *device;
	struct softhca_context *ctx; /**< its memory has the rings; NULL for XRC targets */
	uint32_t qpn;
	enum ibv_qp_type type;
	struct softhca_pd *pd;      /**< NULL for XRC targets */
	struct softhca_cq *send_cq; /**< NULL for types without one */
	struct softhca_cq *recv_cq;
	struct softhca_srq *srq;
	struct softhca_xrcd_domain
		*domain; /**< not NULL: receives into the XRC SRQs of this domain */
	bool sq_sig_all;
	uint32_t create_flags;
	/**
	 * Attributes of MODIFY_QP in host order; attr.qp_state is the state, attr.cap the granted
	 * capabilities. rq_psn and sq_psn stay as the client set them; the engine keeps running
	 * PSNs.
	 */
	struct ibv_qp_attr attr;
	struct softhca_link handles; /**< struct softhca_qp_handle.in_qp */
	bool comm_established;       /**< IBV_EVENT_COMM_EST was reported; set by the engine */
	void *hw;
	void *engine;
};

/** A multicast group that queue pairs of a device have attached to; exists while it has members. */
struct softhca_group {
	union ibv_gid gid;
	uint32_t members;
	struct softhca_link in_device;
};

/** Membership of a queue pair in a group. */
struct softhca_mcast {
	struct softhca_group *group;
	uint16_t mlid;
	struct softhca_link in_handle;
};

struct softhca_qp_handle {
	struct softhca_object obj;
	struct softhca_qp *qp;
	struct softhca_xrcd *xrcd; /**< domain handle that it was created with, or NULL */
	struct softhca_link mcast; /**< groups attached by this handle: struct softhca_mcast */
	struct softhca_link in_qp;
};

struct softhca_ah {
	struct softhca_object obj;
	struct softhca_pd *pd;
	struct ibv_ah_attr attr;
};

/** The whole emulator. */
struct softhca {
	struct softhca_loop loop;
	/** Upcalls to the server, and the list of adapters; both are set at the start. */
	const struct softhca_upcalls *up;
	const struct softhca_driver *const *drivers; /**< NULL-terminated */
	struct softhca_dev **devices;
	unsigned int num_devices;
	struct softhca_link active; /**< contexts to poll: softhca_context.in_active */
	int log_level;
	uint64_t refused;              /**< malformed commands, for softhcactl */
	bool traced;                   /**< `tracers` is not empty */
	bool managed;                  /**< ports wait for a subnet manager */
	struct softhca_link tracers;   /**< readers of the trace: server/trace.h */
	struct softhca_link orphans;   /**< asynchronous event files that outlive their context */
	struct softhca_link processes; /**< struct softhca_process.in_hca */
	struct softhca_link users;     /**< struct softhca_user.in_hca */
	uint64_t used[SOFTHCA_RESOURCES]; /**< sums over all processes */
	struct carriers *carriers;        /**< NULL: this thread accesses clients' memory itself */
	void *engine;
	struct softhca_cm *cm;         /**< connection manager (cm/cm.h) */
	struct softhca_mad *mad;       /**< management datagrams (mad/mad.h) */
	struct softhca_faults *faults; /**< injected faults (faults/faults.h); NULL: none */
};

/* --- look-up --------------------------------------------------------------------------------- */

/** Returns NULL if there is none. Numbers have 24 bits, but any value may be passed. */
static inline struct softhca_qp *softhca_find_qp(const struct softhca_dev *device, uint32_t qpn)
{
	struct softhca_qp *qp = (struct softhca_qp *)softhca_table_get(&device->qps,
								       qpn & ~device->xrc_qpn_bit);

	return qp && qp->qpn == qpn ? qp : NULL;
}

/**
 * Returns the type that the queue pair's sends have: its own type, except that IBV_QPT_XRC sends
 * like IBV_QPT_XRC_SEND.
 */
static inline enum ibv_qp_type softhca_sends_as(const struct softhca_qp *qp)
{
	return qp->type == IBV_QPT_XRC ? IBV_QPT_XRC_SEND : qp->type;
}

static inline struct softhca_cq *softhca_find_cq(const struct softhca_dev *device, uint32_t cqn)
{
	return (struct softhca_cq *)softhca_table_get(&device->cqs, cqn);
}

static inline struct softhca_srq *softhca_find_srq(const struct softhca_dev *device, uint32_t srqn)
{
	return (struct softhca_srq *)softhca_table_get(&device->srqs, srqn);
}

/** Returns the region with exactly this lkey or rkey, or NULL. */
static inline struct softhca_mr *softhca_find_mr(const struct softhca_dev *device, uint32_t key)
{
	struct softhca_object *o = (struct softhca_object *)softhca_table_get(&device->keys,
									      key >> 8);
	struct softhca_mr *mr = (struct softhca_mr *)o;

	return o && o->type == SOFTHCA_MR && mr->lkey == key ? mr : NULL;
}

/** Returns the window with exactly this rkey, or NULL. */
static inline struct softhca_mw *softhca_find_mw(const struct softhca_dev *device, uint32_t key)
{
	struct softhca_object *o = (struct softhca_object *)softhca_table_get(&device->keys,
									      key >> 8);
	struct softhca_mw *mw = (struct softhca_mw *)o;

	return o && o->type == SOFTHCA_MW && mw->rkey == key ? mw : NULL;
}

/** Returns an address handle's number, on adapters that number them; never 0. */
static inline uint32_t softhca_ah_number(const struct softhca_ah *ah)
{
	return ah->obj.handle + 1;
}

/** Returns the context's address handle with this number, or NULL. */
static inline struct softhca_ah *softhca_find_ah(const struct softhca_context *ctx, uint32_t number)
{
	struct softhca_object *o = (struct softhca_object *)softhca_table_get(&ctx->handles,
									      number - 1);

	return o && o->type == SOFTHCA_AH ? (struct softhca_ah *)o : NULL;
}

/** Is it an InfiniBand or IPv6 multicast address (ff..), or an IPv4-mapped multicast address? */
static inline bool softhca_gid_is_multicast(const uint8_t gid[16])
{
	static const uint8_t mapped[12] = {[10] = 0xff, [11] = 0xff};

	return gid[0] == 0xff || (!memcmp(gid, mapped, sizeof(mapped)) && gid[12] >> 4 == 0xe);
}

static inline struct softhca_port *softhca_qp_port(const struct softhca_qp *qp)
{
	unsigned int n = qp->attr.port_num;

	return n >= 1 && n <= qp->device->num_ports ? &qp->device->port[n - 1] : NULL;
}

#endif
