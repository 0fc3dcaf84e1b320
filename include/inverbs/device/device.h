/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The adapter's side of the memory formats, common to all adapters: the structs into which the
 * generated <adapter>_dev_* functions decode WQEs, and from which they encode CQEs. Used by the
 * emulator and by tests; not installed.
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
 * A private copy of ring memory. Rings are in memory that the program may change at any time: so a
 * WQE is copied once, and all decoders work on the copy. Only the owner word is loaded from the
 * ring itself.
 */
struct inverbs_dev_copy;

/** Declare memory to be such a copy. Only for private memory. */
INVERBS_INLINE const struct inverbs_dev_copy *inverbs_dev_copied(const void *bytes)
{
	return (const struct inverbs_dev_copy *)bytes;
}

/** A send work request as decoded from a WQE. */
struct inverbs_dev_wr {
	uint64_t wr_id; /**< if WQEs contain it */
	uint64_t tag;   /**< likewise: identifies the work request in its CQE */
	uint32_t qpn;   /**< likewise: number of the queue pair */
	uint32_t index; /**< likewise: low bits of the index of the WQE's first unit, or of the
			   send's running number */
	enum ibv_wr_opcode opcode;
	uint32_t hw_opcode;  /**< the WQE's opcode, for CQEs and traces */
	uint32_t send_flags; /**< IBV_SEND_SIGNALED, SOLICITED, FENCE, IP_CSUM; INLINE if the
				payload was in the WQE */
	uint32_t imm;        /**< in network order, like imm_data */
	uint32_t invalidate_rkey;
	uint64_t remote_addr;
	uint32_t rkey;
	uint64_t compare; /**< compare-and-swap: the value compared with */
	uint64_t swap;    /**< compare-and-swap: new value; fetch-and-add: the addend */
	uint32_t remote_qpn;
	uint32_t qkey;
	uint32_t remote_srqn;
	uint32_t ah_number; /**< number of the address handle, if WQEs contain it */
	uint8_t av[64];     /**< address vector, in the adapter's format */
	uint16_t vlan;
	uint8_t mac[6];
	uint32_t behind; /**< number of SGEs after the control segment, if it contains that */
	struct {
		uint32_t access; /**< IBV_ACCESS_* of the window */
		bool type2;
		bool zero_based;
		uint32_t rkey;     /**< the new key */
		uint32_t old_rkey; /**< the key it replaces, if WQEs contain it */
		uint32_t lkey;     /**< lkey of the region */
		uint32_t region_rkey;
		uint64_t addr;
		uint64_t start; /**< likewise; 0 for zero-based windows */
		uint64_t length;
	} bind;
	uint32_t num_sge;
	struct ibv_sge sge[INVERBS_DEV_MAX_SGE];
	uint32_t inline_len;
	uint8_t inline_data[INVERBS_DEV_MAX_INLINE];
	uint32_t front; /**< bytes in front of the payload: its first bytes, or the header of a
			   segmented send */
	uint8_t front_data[INVERBS_DEV_MAX_FRONT];
	uint32_t mss;   /**< for a segmented send */
	uint32_t bytes; /**< size of the WQE */
};

/**
 * One segment of a send WQE: its size, and the function that decodes it. The function returns
 * EINVAL if the segment is malformed.
 */
struct inverbs_dev_segment {
	uint32_t size;
	int (*read)(const uint8_t *at, struct inverbs_dev_wr *out);
};

/** One form of send WQE: how an opcode is encoded on queue pairs of some types. */
struct inverbs_dev_form {
	enum ibv_wr_opcode opcode;
	uint32_t code;  /**< the adapter's opcode */
	uint32_t types; /**< one bit per enum ibv_qp_type */
	int (*head)(const uint8_t *at, struct inverbs_dev_wr *out); /**< what the opcode sets */
	const struct inverbs_dev_segment *segments;
	uint32_t count;
	uint32_t sge_length; /**< length of every SGE; 0: any */
	uint32_t sges;       /**< number of SGEs that segments hold */
	bool payload;
	bool inlined; /**< the payload is in the WQE without an inline flag */
	int (*tail)(const uint8_t *at, struct inverbs_dev_wr *out); /**< what the opcode sets */
	uint32_t flags; /**< IBV_SEND_* that the opcode implies */
	uint32_t front; /**< number of segments up to the one in which bytes in front of the payload
			   begin; 0: none */
};

/** A receive work request. */
struct inverbs_dev_recv {
	uint64_t wr_id; /**< if WQEs contain it */
	uint64_t tag;   /**< likewise: identifies the work request in its CQE */
	bool first; /**< for rings with a unit per SGE: this is the first unit of a work request */
	bool last;
	uint32_t next;   /**< for an SRQ: next slot of the free list */
	uint32_t behind; /**< number of SGEs after the header, if it contains that */
	uint32_t num_sge;
	struct ibv_sge sge[INVERBS_DEV_MAX_SGE];
};

/** The kind of message that consumed a receive; selects the opcode in the receive's CQE. */
enum inverbs_dev_recv_kind {
	INVERBS_DEV_RECV_SEND,
	INVERBS_DEV_RECV_SEND_IMM,
	INVERBS_DEV_RECV_SEND_INV,
	INVERBS_DEV_RECV_WRITE_IMM,
};

/** A CQE to be written. */
struct inverbs_dev_cqe {
	uint64_t wr_id; /**< if CQEs contain it */
	uint64_t tag;   /**< if CQEs identify work requests by tag */
	uint32_t qpn;
	uint32_t key; /**< number that the program assigned to the queue pair, if CQEs contain it */
	uint64_t context; /**< likewise: address that the program assigned */
	bool is_send;
	bool no_request;           /**< receives: the message consumed no work request */
	enum ibv_wc_status status; /**< IBV_WC_SUCCESS or the error */
	uint32_t vendor_err;
	uint32_t hw_opcode;              /**< sends: opcode of the WQE */
	enum inverbs_dev_recv_kind recv; /**< receives */
	uint32_t wqe_index;              /**< sends: index of the WQE; SRQ receives: slot */
	uint32_t serial; /**< for rings that sends and receives share: identifies the send, or is
			    the running number of the message, from 1 */
	bool is_late;   /**< likewise: the oldest out-of-order request completes; there is no serial
			 */
	bool solicited; /**< the message has the solicited-event bit */
	uint32_t byte_len;
	const uint8_t *payload; /**< payload to be put into the CQE; NULL: it is in the SGEs */
	uint32_t imm; /**< network order; the invalidated rkey in host order for RECV_SEND_INV */
	uint32_t src_qp;
	uint32_t srqn; /**< XRC receives: SRQ number in place of the source QP */
	bool is_xrc;
	bool is_shared; /**< receive from a shared ring: its wr_id is in the CQE */
	bool grh;
	uint8_t path_bits;
	uint16_t slid;
	uint8_t sl;
	bool ethernet; /**< link layer of the port; on Ethernet the SL may be in a different field
			*/
	uint64_t timestamp; /**< time of the adapter's clock; 0: the CQ has no timestamps */
};

/** What a program requested when it armed a CQ. */
struct inverbs_dev_arm {
	uint32_t sequence;
	bool armed;     /**< for any completion */
	bool solicited; /**< only for solicited or failed completions */
	uint32_t ci;    /**< the program's consumer index */
};

#endif
