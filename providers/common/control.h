/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The control path that adapters share: the life cycle of queues, over a table that is generated
 * from each adapter's spec. There are two kinds of rings: in memory of the program, which chooses
 * their sizes and passes their addresses in the command (slots), and in memory of the kernel, which
 * the program maps after the command (head). Functions here are members of struct inverbs_provider
 * of like names and return what those do.
 */
#ifndef PROVIDERS_CONTROL_H
#define PROVIDERS_CONTROL_H

#include <inverbs/kernel/command_words.h>
#include <inverbs/fast/objects.h>

/** Rings that the kernel allocates, with a header that holds their indexes. buf is the first unit.
 */
struct inverbs_queue_head {
	uint32_t bytes;
	uint32_t (*entries)(const void *head);
	uint8_t (*shift)(const void *head);
	uint32_t (*producer)(const uint8_t *units);
	uint32_t (*consumer)(const uint8_t *units);
	void (*set_consumer)(uint8_t *units, uint32_t index);
	/** The wr_id in a WQE. */
	uint64_t (*send_id)(const uint8_t *wqe);
	uint64_t (*recv_id)(const uint8_t *wqe);
	/** Bytes of a slot. */
	uint32_t (*send_bytes)(uint32_t sges, uint32_t inline_bytes);
	uint32_t (*recv_bytes)(uint32_t sges);
};

/** Bytes of a send ring's slot besides what the program asks for. */
struct inverbs_slot_type {
	uint8_t qp_type;
	uint16_t front;        /**< segments before payload, for granted capabilities */
	uint16_t least;        /**< of the largest WQE of a known size */
	uint16_t inline_front; /**< likewise for inline payload, when the slot size is chosen */
};

/** How slots of send rings are chosen. All in bytes. */
struct inverbs_slots {
	uint32_t least;
	uint32_t most;
	uint32_t ahead;    /**< bytes that stay free ahead of the producer, plus one slot */
	uint32_t most_wqe; /**< maximum of the size field */
	uint32_t inline_chunk;
	uint32_t inline_header;
	uint32_t sge;
	const struct inverbs_slot_type *types;
	uint32_t count;
};

struct inverbs_dev_cqe;

/** What rings that sends and receives share need in addition. */
struct inverbs_joint {
	void (*fail)(struct inverbs_sq *sq);
	bool (*has_failed)(const struct inverbs_sq *sq);
	void (*flush)(struct inverbs_qp *qp);
	void (*fail_all)(struct inverbs_cq *cq); /**< for completion queues with a state word */
	void (*move_cqes)(
		struct inverbs_cq *cq); /**< to the queue in which software reorders them */
	uint8_t slot_shift;
	uint16_t max_sge;
	uint16_t max_inline;
	uint32_t state_abi; /**< first driver ABI with a state word behind completion rings */
};

/** Input of an address vector that is built in user space. */
struct inverbs_address {
	const struct ibv_ah_attr *attr;
	uint32_t pdn;
	bool ethernet;  /**< the port's link layer; the next two are for Ethernet only */
	bool multicast; /**< the destination GID is a multicast group */
	bool tagged;    /**< in a VLAN */
};

/** The generated table of an adapter's control path. */
struct inverbs_control {
	uint8_t adapter;                                 /**< enum inverbs_adapter */
	const struct inverbs_command_data *command_data; /**< of commands */
	uint32_t qp_types;   /**< queue pair types with rings; bit per enum ibv_qp_type */
	uint32_t qp_numbers; /**< size of the number space; 0: GET_CONTEXT returns it */
	uint32_t max_ports;
	uint32_t max_inline; /**< most inline bytes; 0: the kernel decides */
	bool xrc;
	uint32_t xrc_bit;     /**< set in CQEs in the numbers of XRC queue pairs */
	bool either_link;     /**< ports may be of InfiniBand or Ethernet */
	uint32_t context_abi; /**< first driver ABI with get_context_out; before, the old one */

	/* Pages of the device file, by number. -1: there is none. */
	int doorbell_page;
	int image_page;
	int clock_page;
	bool clock_big;
	uint32_t image_unit; /**< unit of BlueFlame copies: a buffer holds a multiple of it */

	/** The context's operations of the fast path. */
	void (*set_ops)(struct ibv_context *ctx);
	/** Builds an address vector. NULL: the kernel creates address handles. */
	void (*put_address)(uint8_t *av, const struct inverbs_address *to);
	bool rung_by_command; /**< the kernel is the doorbell of send queues */

	uint64_t wc_fields;          /**< fields that an extended poll can read */
	uint64_t wc_under_timestamp; /**< of these, fields in the place of timestamps */
	void (*set_cq_ops)(struct ibv_cq_ex *cq, uint64_t wc_flags); /**< NULL: no extended poll */

	uint32_t cqe_bytes;
	uint8_t *(*cq_entry)(const struct inverbs_cq *cq, uint32_t index);
	/** Was the CQE written in the lap of `index`? NULL: the producer index tells. */
	bool (*cqe_ready)(const uint8_t *cqe, uint32_t index, uint32_t entries);
	void (*cqe_take_place)(uint8_t *cqe, uint32_t index, uint32_t entries);
	/**
	 * Does the CQE belong to the queue pair with this number, or, with an XRC srq, to that SRQ?
	 * srq: where the queue pair's receives come from.
	 */
	bool (*cqe_names)(const uint8_t *cqe, uint32_t number, const struct inverbs_srq *srq);
	/** Is it a receive CQE? slot: of the SRQ, if the receive came from one. */
	bool (*cqe_frees)(const uint8_t *cqe, uint32_t *slot);
	bool (*cqe_ends_ring)(const uint8_t *cqe);
	void (*cq_seek)(struct inverbs_cq *cq);
	void (*cq_publish_ci)(struct inverbs_cq *cq);
	/** Write CQE `index` as the adapter would. NULL: software reorders completions. */
	void (*cq_write)(struct inverbs_cq *cq, uint32_t index, const struct inverbs_dev_cqe *cqe);

	void (*sq_init)(struct inverbs_sq *sq); /**< before the queue pair leaves RESET */
	uint32_t send_chunk;                    /**< bytes that the adapter fetches at a time */
	uint32_t recv_sge_bytes;
	/* shared receive queues that are lists; NULL: they are rings */
	void (*srq_init)(struct inverbs_srq *srq);
	void (*srq_free)(struct inverbs_srq *srq, uint32_t slot);
	/** The next slot of the list; meaningless for the last one. */
	uint32_t (*srq_next)(const struct inverbs_srq *srq, uint32_t slot);
	uint32_t srq_head_bytes;
	uint32_t srq_least_slot;

	const struct inverbs_slots *slots;     /**< NULL: the kernel allocates rings */
	const struct inverbs_queue_head *head; /**< NULL: queues have no header */
	const struct inverbs_joint *joint;     /**< NULL: sends have rings of their own */
};

struct inverbs_provider;

/** The control table of an object's adapter. */
const struct inverbs_control *inverbs_control_of(struct ibv_context *context);

/* --- contexts (context.c) ---------------------------------------------------------------- */

enum {
	INVERBS_NO_VLAN = 0xffff,
};

/** Destination MAC and VLAN of an IP-based GID; vlan is unchanged without one. */
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

/** Properties of an open device; inverbs_context.provider_data. */
struct inverbs_facts {
	uint32_t abi;      /**< of the kernel driver */
	bool by_command;   /**< posts and polls are commands of the kernel */
	uint8_t cqe_shift; /**< log2 of a CQE's slot in bytes, for rings of the program */
	/* limits of one queue, for rings of the program */
	uint32_t max_wr;
	uint32_t max_sge;
	uint32_t max_inline_recv;
	uint32_t device_cap_flags;
	const uint8_t *clock_page; /**< NULL: no raw clock */
	uint32_t clock_offset;     /**< of the clock in its page */
	/* Queries of an address handle; tests replace them. */
	int (*source_gid)(struct inverbs_context *ctx, uint8_t port, uint8_t index,
			  union ibv_gid *gid);
	int (*neighbour)(struct inverbs_context *ctx, const struct ibv_ah_attr *attr,
			 struct inverbs_neighbour *out);
	uint32_t ports[]; /**< enum inverbs_port_fact of each, 0: not queried yet */
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

/** Properties of a port, enum inverbs_port_fact, queried once per context. EINVAL: no such port. */
int inverbs_port_facts(struct inverbs_context *ctx, uint32_t port, uint32_t *facts);
/** Set the flags of the queue pair that depend on its port. */
int inverbs_qp_port(struct inverbs_qp *qp, uint32_t port);
int inverbs_source_gid(struct inverbs_context *ctx, uint8_t port, uint8_t index,
		       union ibv_gid *gid);
int inverbs_no_neighbour(struct inverbs_context *ctx, const struct ibv_ah_attr *attr,
			 struct inverbs_neighbour *out);

/* --- commands (create.c) ----------------------------------------------------------------- */

/**
 * CREATE_CQ for `cqe` CQEs, in the extended form if timestamps are wanted. Sets handle and ibv.cqe;
 * words: of the request, then of the response.
 */
int inverbs_issue_create_cq(struct inverbs_cq *cq, const struct ibv_cq_init_attr_ex *attr,
			    uint32_t cqe, bool timestamps, struct inverbs_words *words);

/** CREATE_QP, likewise. Sets handle and qp_num; granted: what the kernel grants. */
int inverbs_issue_create_qp(struct inverbs_context *ctx, const struct ibv_qp_init_attr_ex *attr,
			    struct inverbs_qp *qp, struct inverbs_words *words,
			    struct ibv_qp_cap *granted);

/** CREATE_SRQ, or CREATE_XSRQ for an XRC one. Sets handle and srqn; attr gets what is granted. */
int inverbs_issue_create_srq(struct inverbs_context *ctx, struct ibv_srq_init_attr_ex *attr,
			     struct inverbs_srq *srq, struct inverbs_words *words);

/** Enter the queue pair in the number table. ENOMEM. */
int inverbs_enter_qp(struct inverbs_context *ctx, uint32_t number, struct inverbs_qp *qp);

/* --- rings that the kernel allocates (mapped.c) ----------------------------------------------- */

/** A mapped queue. */
struct inverbs_mapping {
	uint8_t *units;
	size_t bytes; /**< mapped, from the header on */
	uint32_t entries;
	uint8_t shift; /**< log2 of a unit in bytes */
};

/** Map the queue that a response describes. EPROTO: invalid. */
int inverbs_map_queue(struct inverbs_context *ctx, const struct inverbs_queue_head *head,
		      uint64_t key, uint64_t bytes, struct inverbs_mapping *out);
/** Unmap it. No-op without units. */
void inverbs_unmap_queue(const struct inverbs_queue_head *head, uint8_t *units, size_t bytes);

/* --- sizes of queues of the program (geometry.c) ------------------------------------------- */

/** How the rings of a queue pair are laid out, and what they can hold. */
struct inverbs_geometry {
	uint32_t sq_entries; /**< 0: no send queue (and no other field of it) */
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
 * Sizes of a queue pair's rings for requested capabilities. has_rq: it has a receive ring (no SRQ,
 * not XRC). tso_header: longest header of segmentation offload, 0 without. EINVAL if no slot is
 * large enough.
 */
int inverbs_qp_geometry(const struct inverbs_control *control, int qp_type,
			const struct ibv_qp_cap *cap, uint32_t tso_header, bool has_rq,
			struct inverbs_geometry *out);

/** log2 of a slot of a shared list with room for max_sge SGEs. */
uint32_t inverbs_srq_shift(const struct inverbs_control *control, uint32_t max_sge);

/** Exponent of the smallest power of two that is at least v. */
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
 * Drop a queue pair's CQEs (or, with an XRC srq, those of the srq) from a completion queue whose
 * lock is held, and give dropped receives back to srq (NULL: they came from no shared queue).
 */
void inverbs_cq_clean(struct inverbs_cq *cq, uint32_t number, struct inverbs_srq *srq);

/** Lock one or two completion queues (either may be NULL, both may be the same), always in the same
 * order. */
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
/** For rings that sends and receives share (joint.c): a fatal event flushes what is outstanding. */
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
