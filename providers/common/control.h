/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The control path that adapters share: the life cycle of queues, driven by a table that is
 * generated from each adapter's spec. There are two kinds of rings. Rings in the program's memory:
 * the program chooses their sizes and passes their addresses in the command (`slots`). Rings in
 * kernel memory: the program maps them after the command (`head`). Functions here implement the
 * members of struct inverbs_provider with similar names, and return what those return.
 */
#ifndef PROVIDERS_CONTROL_H
#define PROVIDERS_CONTROL_H

#include <inverbs/kernel/command_words.h>
#include <inverbs/fast/objects.h>

/**
 * For rings that the kernel allocates, with a header that contains their indexes. `units` is the
 * first unit, after the header.
 */
struct inverbs_queue_head {
	uint32_t bytes;
	uint32_t (*entries)(const void *head);
	uint8_t (*shift)(const void *head);
	uint32_t (*producer)(const uint8_t *units);
	uint32_t (*consumer)(const uint8_t *units);
	void (*set_consumer)(uint8_t *units, uint32_t index);
	/** Returns the wr_id in a WQE. */
	uint64_t (*send_id)(const uint8_t *wqe);
	uint64_t (*recv_id)(const uint8_t *wqe);
	/** Returns the size of a slot in bytes. */
	uint32_t (*send_bytes)(uint32_t sges, uint32_t inline_bytes);
	uint32_t (*recv_bytes)(uint32_t sges);
};

/** Sizes of a send ring's slot, in bytes, in addition to the requested capabilities. */
struct inverbs_slot_type {
	uint8_t qp_type;
	uint16_t front;        /**< segments before the payload, when capabilities are granted */
	uint16_t least;        /**< size of the largest WQE whose size is known */
	uint16_t inline_front; /**< like front, for inline payload, when the slot size is chosen */
};

/** How slots of send rings are sized, in bytes. */
struct inverbs_slots {
	uint32_t least;
	uint32_t most;
	uint32_t ahead;    /**< bytes that stay free ahead of the producer, plus one slot */
	uint32_t most_wqe; /**< largest value of the WQE's size field */
	uint32_t inline_chunk;
	uint32_t inline_header;
	uint32_t sge;
	const struct inverbs_slot_type *types;
	uint32_t count;
};

struct inverbs_dev_cqe;

/** Additional operations for rings that sends and receives share. */
struct inverbs_joint {
	void (*fail)(struct inverbs_sq *sq);
	bool (*has_failed)(const struct inverbs_sq *sq);
	void (*flush)(struct inverbs_qp *qp);
	void (*fail_all)(struct inverbs_cq *cq);  /**< for CQs with a state word */
	void (*move_cqes)(struct inverbs_cq *cq); /**< to the CQ in which software reorders them */
	uint8_t slot_shift;
	uint16_t max_sge;
	uint16_t max_inline;
	uint32_t state_abi; /**< first driver ABI with a state word after the CQ ring */
};

/** The contents of an address vector that is built in user space. */
struct inverbs_address {
	const struct ibv_ah_attr *attr;
	uint32_t pdn;
	bool ethernet;  /**< the port's link layer; the next two members are for Ethernet only */
	bool multicast; /**< the destination GID is a multicast group */
	bool tagged;    /**< with a VLAN tag */
};

/** The generated table of an adapter's control path. */
struct inverbs_control {
	uint8_t adapter;                                 /**< enum inverbs_adapter */
	const struct inverbs_command_data *command_data; /**< layouts of driver-private data */
	uint32_t qp_types;   /**< queue pair types that have rings; one bit per enum ibv_qp_type */
	uint32_t qp_numbers; /**< size of the number space; 0: as returned by GET_CONTEXT */
	uint32_t max_ports;
	uint32_t max_inline; /**< limit of inline bytes; 0: the kernel decides */
	bool xrc;
	uint32_t xrc_bit;     /**< set in the QP numbers in CQEs of XRC queue pairs */
	bool either_link;     /**< ports may be InfiniBand or Ethernet */
	uint32_t context_abi; /**< first driver ABI that uses get_context_out; older ones use
				 get_context_old_out */

	/* Page numbers in the device file; -1: there is none. */
	int doorbell_page;
	int image_page;
	int clock_page;
	bool clock_big;
	uint32_t image_unit; /**< size unit of BlueFlame copies: a buffer is a multiple of it */

	/** Set the context's fast path operations. */
	void (*set_ops)(struct ibv_context *ctx);
	/** Build an address vector. NULL: address handles are created by the kernel. */
	void (*put_address)(uint8_t *av, const struct inverbs_address *to);
	bool rung_by_command; /**< doorbells of send queues are commands */

	uint64_t wc_fields;          /**< fields that an extended poll can read */
	uint64_t wc_under_timestamp; /**< those of them that occupy the timestamp's place */
	void (*set_cq_ops)(struct ibv_cq_ex *cq, uint64_t wc_flags); /**< NULL: no extended poll */

	uint32_t cqe_bytes;
	uint8_t *(*cq_entry)(const struct inverbs_cq *cq, uint32_t index);
	/** Was the CQE written in the lap of `index`? NULL: the producer index shows it. */
	bool (*cqe_ready)(const uint8_t *cqe, uint32_t index, uint32_t entries);
	void (*cqe_take_place)(uint8_t *cqe, uint32_t index, uint32_t entries);
	/**
	 * Is the CQE for the queue pair with this number or, with an XRC srq, for that SRQ? srq:
	 * the SRQ from which the queue pair takes receives.
	 */
	bool (*cqe_names)(const uint8_t *cqe, uint32_t number, const struct inverbs_srq *srq);
	/** Is it a receive CQE? *slot becomes the SRQ's slot, if the receive came from an SRQ. */
	bool (*cqe_frees)(const uint8_t *cqe, uint32_t *slot);
	bool (*cqe_ends_ring)(const uint8_t *cqe);
	void (*cq_seek)(struct inverbs_cq *cq);
	void (*cq_publish_ci)(struct inverbs_cq *cq);
	/** Write CQE `index` as the adapter would. NULL: software reorders completions. */
	void (*cq_write)(struct inverbs_cq *cq, uint32_t index, const struct inverbs_dev_cqe *cqe);

	void (*sq_init)(struct inverbs_sq *sq); /**< called before the queue pair leaves RESET */
	uint32_t send_chunk; /**< size of the chunks in which the adapter fetches WQEs, in bytes */
	uint32_t recv_sge_bytes;
	/* For shared receive queues that are lists; NULL: they are rings. */
	void (*srq_init)(struct inverbs_srq *srq);
	void (*srq_free)(struct inverbs_srq *srq, uint32_t slot);
	/** Returns the next slot of the list; meaningless for the last one. */
	uint32_t (*srq_next)(const struct inverbs_srq *srq, uint32_t slot);
	uint32_t srq_head_bytes;
	uint32_t srq_least_slot;

	const struct inverbs_slots *slots;     /**< NULL: the kernel allocates the rings */
	const struct inverbs_queue_head *head; /**< NULL: queues have no header */
	const struct inverbs_joint *joint;     /**< NULL: sends and receives have separate rings */
};

struct inverbs_provider;

/** The control table of a context's adapter. */
const struct inverbs_control *inverbs_control_of(struct ibv_context *context);

/* --- contexts (context.c) ---------------------------------------------------------------- */

enum {
	INVERBS_NO_VLAN = 0xffff,
};

/** Destination MAC and VLAN for an IP-based GID. vlan is unchanged if the destination has none. */
struct inverbs_neighbour {
	uint8_t mac[6];
	uint16_t vlan; /**< INVERBS_NO_VLAN: untagged */
};

enum inverbs_port_fact {
	INVERBS_PORT_KNOWN = 1,
	INVERBS_PORT_ETHERNET = 2,
	INVERBS_PORT_IP_GIDS = 4,
	INVERBS_PORT_NEEDS_GRH = 8,
};

/** Properties of an open device, in inverbs_context.provider_data. */
struct inverbs_facts {
	uint32_t abi;      /**< of the kernel driver */
	bool by_command;   /**< posts and polls are kernel commands */
	uint8_t cqe_shift; /**< log2 of the bytes of a CQE's slot, for rings that the program
			      allocates */
	/* limits of one queue, for rings that the program allocates */
	uint32_t max_wr;
	uint32_t max_sge;
	uint32_t max_inline_recv;
	uint32_t device_cap_flags;
	const uint8_t *clock_page; /**< NULL: no raw clock */
	uint32_t clock_offset;     /**< offset of the clock in its page */
	/* Queries needed for address handles; tests replace these functions. */
	int (*source_gid)(struct inverbs_context *ctx, uint8_t port, uint8_t index,
			  union ibv_gid *gid);
	int (*neighbour)(struct inverbs_context *ctx, const struct ibv_ah_attr *attr,
			 struct inverbs_neighbour *out);
	uint32_t ports[]; /**< properties of each port (enum inverbs_port_fact); 0: not queried yet
			   */
};

static inline struct inverbs_facts *inverbs_facts_of(const struct inverbs_context *ctx)
{
	return (struct inverbs_facts *)ctx->provider_data;
}

struct inverbs_device_info;

int inverbs_control_context_init(struct inverbs_context *ctx,
				 const struct inverbs_device_info *dev);
void inverbs_control_context_fini(struct inverbs_context *ctx);
/** ALLOC_PD. */
int inverbs_control_alloc_pd(struct inverbs_context *ctx, struct inverbs_pd *pd);
int inverbs_control_query_clock(struct inverbs_context *ctx, uint64_t *count);

/* --- ports (port.c) ------------------------------------------------------------------------ */

/**
 * Get the properties of a port (enum inverbs_port_fact), which are queried once per context.
 * EINVAL: there is no such port.
 */
int inverbs_port_facts(struct inverbs_context *ctx, uint32_t port, uint32_t *facts);
/** Set those flags of the queue pair that depend on its port. */
int inverbs_qp_port(struct inverbs_qp *qp, uint32_t port);
int inverbs_source_gid(struct inverbs_context *ctx, uint8_t port, uint8_t index,
		       union ibv_gid *gid);
int inverbs_no_neighbour(struct inverbs_context *ctx, const struct ibv_ah_attr *attr,
			 struct inverbs_neighbour *out);

/* --- commands (create.c) ----------------------------------------------------------------- */

/**
 * Issue CREATE_CQ for `cqe` CQEs, in the extended form if timestamps are requested. Sets handle and
 * ibv.cqe. *words contains the values for the request, and then those of the response.
 */
int inverbs_issue_create_cq(struct inverbs_cq *cq, const struct ibv_cq_init_attr_ex *attr,
			    uint32_t cqe, bool timestamps, struct inverbs_words *words);

/**
 * Issue CREATE_QP, likewise. Sets handle and qp_num; *granted becomes the capabilities that the
 * kernel granted.
 */
int inverbs_issue_create_qp(struct inverbs_context *ctx, const struct ibv_qp_init_attr_ex *attr,
			    struct inverbs_qp *qp, struct inverbs_words *words,
			    struct ibv_qp_cap *granted);

/**
 * Issue CREATE_SRQ, or CREATE_XSRQ for an XRC SRQ. Sets handle and srqn; *attr becomes what was
 * granted.
 */
int inverbs_issue_create_srq(struct inverbs_context *ctx, struct ibv_srq_init_attr_ex *attr,
			     struct inverbs_srq *srq, struct inverbs_words *words);

/** Enter the queue pair in the number table. Returns 0 or ENOMEM. */
int inverbs_enter_qp(struct inverbs_context *ctx, uint32_t number, struct inverbs_qp *qp);

/* --- rings that the kernel allocates (mapped.c) ----------------------------------------------- */

/** A mapped queue. */
struct inverbs_mapping {
	uint8_t *units;
	size_t bytes; /**< size of the mapping, including the header */
	uint32_t entries;
	uint8_t shift; /**< log2 of the bytes of a unit */
};

/** Map the queue that a response describes. EPROTO: the queue is not valid. */
int inverbs_map_queue(struct inverbs_context *ctx, const struct inverbs_queue_head *head,
		      uint64_t key, uint64_t bytes, struct inverbs_mapping *out);
/** Unmap a queue. Does nothing if units is NULL. */
void inverbs_unmap_queue(const struct inverbs_queue_head *head, uint8_t *units, size_t bytes);

/* --- sizes of queues in the program's memory (geometry.c) ---------------------------------- */

/** The layout of a queue pair's rings, and their capacities. */
struct inverbs_geometry {
	uint32_t sq_entries; /**< 0: there is no send queue, and its other members are invalid */
	uint32_t sq_shift;
	uint32_t sq_spare;
	uint32_t sq_offset;
	uint32_t max_post;
	uint32_t max_send_sge;
	uint32_t max_inline;
	uint32_t rq_entries;
	uint32_t rq_shift;
	uint32_t rq_offset;
	size_t bytes;
};

/**
 * Compute the sizes of a queue pair's rings for requested capabilities. has_rq: it has a receive
 * ring (no SRQ, not XRC). tso_header: longest header for segmentation offload, 0 without. EINVAL:
 * no slot is large enough.
 */
int inverbs_qp_geometry(const struct inverbs_control *control, int qp_type,
			const struct ibv_qp_cap *cap, uint32_t tso_header, bool has_rq,
			struct inverbs_geometry *out);

/** log2 of the bytes of an SRQ slot with room for max_sge SGEs, for SRQs that are lists. */
uint32_t inverbs_srq_shift(const struct inverbs_control *control, uint32_t max_sge);

/** Exponent of the smallest power of two that is >= v. */
static inline uint32_t inverbs_log2_up(uint32_t v)
{
	return v <= 1 ? 0 : 32 - (uint32_t)__builtin_clz(v - 1);
}

/* --- completion queues (cq.c) --------------------------------------------------------------- */

int inverbs_control_create_cq(struct inverbs_context *ctx, const struct ibv_cq_init_attr_ex *attr,
			      bool extended, struct inverbs_cq *cq);
int inverbs_control_resize_cq(struct inverbs_cq *cq, int cqe);
int inverbs_control_destroy_cq(struct inverbs_cq *cq, uint32_t *comp_events,
			       uint32_t *async_events);

/**
 * Drop a queue pair's CQEs (or, with an XRC srq, those of the SRQ) from a CQ whose lock is held.
 * Slots of dropped receives are returned to srq; NULL if they came from no SRQ.
 */
void inverbs_cq_clean(struct inverbs_cq *cq, uint32_t number, struct inverbs_srq *srq);

/** Lock one or two CQs (either may be NULL, both may be the same), always in the same order. */
void inverbs_lock_cqs(struct inverbs_cq *a, struct inverbs_cq *b);
void inverbs_unlock_cqs(struct inverbs_cq *a, struct inverbs_cq *b);

bool inverbs_control_cq_taken(const struct inverbs_cq *cq, uint32_t index, void *cqe);

/* --- devices that are gone (flush.c) -------------------------------------------------------- */

void inverbs_control_flush_cq(struct inverbs_cq *cq);

/* --- queue pairs (qp.c) --------------------------------------------------------------------- */

int inverbs_control_create_qp(struct inverbs_context *ctx, struct ibv_qp_init_attr_ex *attr,
			      struct inverbs_qp *qp);
int inverbs_control_modify_qp(struct inverbs_qp *qp, struct ibv_qp_attr *attr, int attr_mask);
int inverbs_control_query_qp(struct inverbs_qp *qp, struct ibv_qp_attr *attr, int attr_mask,
			     struct ibv_qp_init_attr *init_attr);
int inverbs_control_destroy_qp(struct inverbs_qp *qp, uint32_t *events);
/**
 * For rings that sends and receives share (joint.c): a fatal event flushes outstanding work
 * requests.
 */
void inverbs_control_qp_event(struct inverbs_qp *qp, enum ibv_event_type type);
const void *inverbs_control_sq_kept(const struct inverbs_sq *sq, uint32_t index);

/* --- shared receive queues (srq.c) ------------------------------------------------------------ */

int inverbs_control_create_srq(struct inverbs_context *ctx, struct ibv_srq_init_attr_ex *attr,
			       struct inverbs_srq *srq);
int inverbs_control_modify_srq(struct inverbs_srq *srq, struct ibv_srq_attr *attr, int attr_mask);
int inverbs_control_destroy_srq(struct inverbs_srq *srq, uint32_t *events);

/* --- address handles: the kernel's (ah.c), the program's (address.c) ------------------------ */

/** Build an address vector in ah->av; on Ethernet also find MAC and VLAN. */
int inverbs_make_address(struct inverbs_pd *pd, const struct ibv_ah_attr *attr,
			 struct inverbs_ah *ah);

int inverbs_control_create_ah(struct inverbs_pd *pd, const struct ibv_ah_attr *attr,
			      struct inverbs_ah *ah);
int inverbs_control_destroy_ah(struct inverbs_ah *ah);

#endif
