/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The device's view of an adapter's memory formats, adapter-independent: what the generated
 * <adapter>_dev_* functions decode work queue entries into and encode completions from. The
 * emulator and the dump tools stand on this; programs that only use verbs never see it.
 */
#ifndef INVERBS_DEVICE_H
#define INVERBS_DEVICE_H

#include <infiniband/verbs.h>
#include <inverbs/fast/bits.h>

enum {
	INVERBS_DEV_MAX_SGE = 64,
	INVERBS_DEV_MAX_INLINE = 1024,
	INVERBS_DEV_MAX_FRONT = 256,
};

/**
 * Bytes that the program cannot reach. A queue is memory of the program, which may change what was
 * looked at before: so an entry is copied once, and everything that reads one takes a copy. Only
 * the look for whose an entry is, one word, goes to the queue itself.
 */
struct inverbs_dev_copy;

/** To be said of private memory only. */
INVERBS_INLINE const struct inverbs_dev_copy *inverbs_dev_copied(const void *bytes)
{
	return (const struct inverbs_dev_copy *)bytes;
}

/** A send work request as the adapter finds it in its ring. */
struct inverbs_dev_wr {
	uint64_t wr_id; /**< where entries carry it */
	uint64_t tag;   /**< the same: what the completion names the request by */
	uint32_t qpn;   /**< the same: number of the queue pair */
	uint32_t index; /**< the same: of the entry's first unit, its low bits; or of the send */
	enum ibv_wr_opcode opcode;
	uint32_t hw_opcode;  /**< as in the entry, for completions and traces */
	uint32_t send_flags; /**< IBV_SEND_SIGNALED, SOLICITED, FENCE, IP_CSUM; INLINE when payload
				was in the entry */
	uint32_t imm; /**< the four bytes as they go over the wire (memory order of imm_data) */
	uint32_t invalidate_rkey;
	uint64_t remote_addr;
	uint32_t rkey;
	uint64_t compare; /**< compare-and-swap: compared with the old value */
	uint64_t swap;    /**< compare-and-swap: new value; fetch-and-add: the addend */
	uint32_t remote_qpn;
	uint32_t qkey;
	uint32_t remote_srqn;
	uint32_t ah_number; /**< of the address handle, where entries name it so */
	uint8_t av[64];     /**< address vector, in the adapter's format */
	uint16_t vlan;
	uint8_t mac[6];
	uint32_t behind; /**< SGEs behind the head, where it says so */
	struct {
		uint32_t access; /**< IBV_ACCESS_* of the window */
		bool type2;
		bool zero_based;
		uint32_t rkey;     /**< new key */
		uint32_t old_rkey; /**< the one it replaces, where entries carry it */
		uint32_t lkey;     /**< of the region */
		uint32_t region_rkey;
		uint64_t addr;
		uint64_t start; /**< the same, 0 when accesses count from 0 */
		uint64_t length;
	} bind;
	uint32_t num_sge;
	struct ibv_sge sge[INVERBS_DEV_MAX_SGE];
	uint32_t inline_len;
	uint8_t inline_data[INVERBS_DEV_MAX_INLINE];
	uint32_t front; /**< bytes in front of the payload: its first ones, or a segmented send's
			   header */
	uint8_t front_data[INVERBS_DEV_MAX_FRONT];
	uint32_t mss;   /**< of a segmented send */
	uint32_t bytes; /**< of the entry */
};

/** One segment of a send entry: its bytes, and what reads them. EINVAL: it cannot be one. */
struct inverbs_dev_segment {
	uint32_t size;
	int (*read)(const uint8_t *at, struct inverbs_dev_wr *out);
};

/** One form that send entries have: what stands in them for an opcode on some queues. */
struct inverbs_dev_form {
	enum ibv_wr_opcode opcode;
	uint32_t code;  /**< the adapter's opcode */
	uint32_t types; /**< bits of the queue pair types */
	int (*head)(const uint8_t *at, struct inverbs_dev_wr *out); /**< what the op puts there */
	const struct inverbs_dev_segment *segments;
	uint32_t count;
	uint32_t sge_length; /**< length of every SGE; 0: any */
	uint32_t sges;       /**< that segments have themselves */
	bool payload;
	bool in_entry; /**< payload lies in the entry, and no mark says so */
	int (*tail)(const uint8_t *at, struct inverbs_dev_wr *out); /**< what the op puts there */
	uint32_t flags; /**< IBV_SEND_* that the opcode says */
	uint32_t front; /**< segments up to the one where bytes in front of the payload begin; 0:
			   there are none */
};

/** A receive work request. */
struct inverbs_dev_recv {
	uint64_t wr_id; /**< where entries carry it */
	uint64_t tag;   /**< the same: what the completion names the request by */
	bool first;     /**< rings with a unit for each SGE: this is the first of a request */
	bool last;
	uint32_t next;   /**< SRQ: slot that follows in the free list */
	uint32_t behind; /**< SGEs behind the head, where it says so */
	uint32_t num_sge;
	struct ibv_sge sge[INVERBS_DEV_MAX_SGE];
};

/** How the payload came to a receive queue; selects the receive opcode of a completion. */
enum inverbs_dev_recv_kind {
	INVERBS_DEV_RECV_SEND,
	INVERBS_DEV_RECV_SEND_IMM,
	INVERBS_DEV_RECV_SEND_INV,
	INVERBS_DEV_RECV_WRITE_IMM,
};

/** A completion to be written. */
struct inverbs_dev_cqe {
	uint64_t wr_id; /**< where entries carry it */
	uint64_t tag;   /**< where requests are named so */
	uint32_t qpn;
	uint32_t key;     /**< the program's own number of the queue, where completions carry one */
	uint64_t context; /**< the same: the address that the program gave it */
	bool is_send;
	bool no_request;           /**< receive: data came that used up no request */
	enum ibv_wc_status status; /**< IBV_WC_SUCCESS or what went wrong */
	uint32_t vendor_err;
	uint32_t hw_opcode;              /**< send: of the work queue entry */
	enum inverbs_dev_recv_kind recv; /**< receive */
	uint32_t wqe_index;              /**< send: index of the entry; SRQ receive: slot */
	uint32_t serial; /**< rings that sends and receives share: what names the send, or the
			    running number of the message, first 1 */
	bool is_late;    /**< the same: the oldest of those that complete late, and no serial */
	bool solicited;  /**< the message asked for an event */
	uint32_t byte_len;
	const uint8_t *payload; /**< so many bytes that go into the entry itself; NULL: they were
				   written where they belong */
	uint32_t imm; /**< memory order, or the invalidated rkey in host order for RECV_SEND_INV */
	uint32_t src_qp;
	uint32_t srqn; /**< XRC receive: SRQ number in place of the source QP */
	bool is_xrc;
	bool is_shared; /**< receive of a shared ring: wr_id names it */
	bool grh;
	uint8_t path_bits;
	uint16_t slid;
	uint8_t sl;
	bool ethernet;      /**< the port's link layer, which may have another place for the SL */
	uint64_t timestamp; /**< of the adapter's clock, 0: the queue has none */
};

/** What a program asked of a completion queue when it armed it. */
struct inverbs_dev_arm {
	uint32_t sequence;
	bool armed;     /**< any request at all */
	bool solicited; /**< only solicited or failed completions */
	uint32_t ci;    /**< the program's consumer index */
};

#endif
