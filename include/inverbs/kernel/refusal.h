/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/kernel/refusal.yaml by `python3 -m codegen gen`. Edit the spec, not this
 * file. */
/**
 * Why the software adapter could not carry out a work request, with the numbers of both sides. This
 * information bypasses the emulated hardware: it is in responses to the operation WHY, in traces,
 * and in the log.
 */
#ifndef INVERBS_KERNEL_REFUSAL_H
#define INVERBS_KERNEL_REFUSAL_H

#include <assert.h>
#include <stddef.h>
#include <stdint.h>

/** Reasons of the software adapter. */
enum softhca_reason {
	/** the emulator recorded no reason */
	SOFTHCA_REASON_UNKNOWN = 0,
	/** {asked}: no region or window has this key; {there} */
	SOFTHCA_REASON_RKEY_UNKNOWN = 1,
	/**
	 * {asked}: the key is now {held:x}, because the memory was bound, invalidated or registered
	 * again
	 */
	SOFTHCA_REASON_RKEY_OLD = 2,
	/** {asked}: the key belongs to protection domain {other_pd}, the queue pair to {pd} */
	SOFTHCA_REASON_RKEY_OTHER_PD = 3,
	/** {asked}: the region needs {access:access} and has {rights:access} */
	SOFTHCA_REASON_RKEY_NO_RIGHT = 4,
	/** {asked}: the region of this key begins {beyond} bytes later, {length} bytes at {start:x}
	 */
	SOFTHCA_REASON_RKEY_STARTS_LATER = 5,
	/** {asked}: the region of this key ends {beyond} bytes earlier, {length} bytes at {start:x}
	 */
	SOFTHCA_REASON_RKEY_ENDS_EARLIER = 6,
	/** {asked}: the window of this key is not bound, or was invalidated */
	SOFTHCA_REASON_WINDOW_UNBOUND = 7,
	/** {asked}: the window of this key is bound to queue pair {other:x} */
	SOFTHCA_REASON_WINDOW_OTHER_QP = 8,
	/**
	 * the memory of {bytes} bytes at {addr:x}, which queue pair {by:x} accessed for a message
	 * of queue pair {from:x}, was registered but is no longer mapped
	 */
	SOFTHCA_REASON_MEMORY_GONE = 9,
	/**
	 * the memory of {bytes} bytes at {addr:x}, which queue pair {by:x} accessed for a message
	 * of queue pair {from:x}, is that of process {number}, which the kernel does not let the
	 * emulator access
	 */
	SOFTHCA_REASON_MEMORY_DENIED = 57,
	/** {used}: no region has this key; {there} */
	SOFTHCA_REASON_LKEY_UNKNOWN = 10,
	/** {used}: its region belongs to protection domain {other_pd}, the queue pair to {pd} */
	SOFTHCA_REASON_LKEY_OTHER_PD = 11,
	/** {used}: the region needs {access:access} and has {rights:access} */
	SOFTHCA_REASON_LKEY_NO_RIGHT = 12,
	/** {used}: its region begins {beyond} bytes later, {length} bytes at {start:x} */
	SOFTHCA_REASON_LKEY_STARTS_LATER = 13,
	/** {used}: its region ends {beyond} bytes earlier, {length} bytes at {start:x} */
	SOFTHCA_REASON_LKEY_ENDS_EARLIER = 14,
	/** the WQE cannot be decoded as a work request of this queue pair */
	SOFTHCA_REASON_MALFORMED = 20,
	/** queue pair {by:x} does not support {opcode:opcode}, because of its type */
	SOFTHCA_REASON_OPCODE = 21,
	/** queue pair {by:x} has max_rd_atomic 0 and cannot execute {opcode:opcode} */
	SOFTHCA_REASON_READS_OFF = 22,
	/** {opcode:opcode} with inline data, which leaves no buffer for its result */
	SOFTHCA_REASON_INLINE_READ = 23,
	/** {opcode:opcode} of {bytes} bytes; an atomic must have 8 */
	SOFTHCA_REASON_ATOMIC_LENGTH = 24,
	/** the message has {bytes} bytes, queue pair {by:x} can send at most {length} */
	SOFTHCA_REASON_TOO_LONG = 25,
	/** {bound}: no window has this key in its upper 24 bits */
	SOFTHCA_REASON_BIND_NO_WINDOW = 30,
	/** {bound}: the window belongs to protection domain {other_pd}, the queue pair to {pd} */
	SOFTHCA_REASON_BIND_OTHER_PD = 31,
	/** {bound}: the key of the window is now {held:x}, or the window is of the other type */
	SOFTHCA_REASON_BIND_OLD_KEY = 32,
	/** {bound}: the type 2 window is already bound, to queue pair {other:x} */
	SOFTHCA_REASON_BIND_TWICE = 33,
	/** {bound}: no region of its protection domain {pd} has the lkey {held:x} */
	SOFTHCA_REASON_BIND_NO_REGION = 34,
	/** {bound}: the region needs {access:access} and has {rights:access} */
	SOFTHCA_REASON_BIND_NO_RIGHT = 35,
	/** {bound}: {bytes} bytes at {addr:x} are not inside the region, {length} bytes at
	 * {start:x} */
	SOFTHCA_REASON_BIND_RANGE = 36,
	/** {ended}: no type 2 window has this key */
	SOFTHCA_REASON_INVALIDATE_NO_WINDOW = 37,
	/** {ended}: the window is not bound */
	SOFTHCA_REASON_INVALIDATE_UNBOUND = 38,
	/** {ended}: the window belongs to protection domain {other_pd}, the queue pair to {pd} */
	SOFTHCA_REASON_INVALIDATE_OTHER_PD = 39,
	/** {ended}: the window is bound to queue pair {other:x} */
	SOFTHCA_REASON_INVALIDATE_OTHER_QP = 40,
	/** {refused}: this needs {access:access} in qp_access_flags, which has {rights:access} */
	SOFTHCA_REASON_ACCESS_OFF = 50,
	/** {refused}: it has max_dest_rd_atomic 0 */
	SOFTHCA_REASON_RESPONDER_READS_OFF = 51,
	/** {refused}: the address {addr:x} is not a multiple of 8 */
	SOFTHCA_REASON_MISALIGNED = 52,
	/** {refused}: the rest of a message arrived, but its receive is gone */
	SOFTHCA_REASON_NO_BEGINNING = 54,
	/** {refused}: {number} reads are in progress, the negotiated maximum */
	SOFTHCA_REASON_TOO_MANY_READS = 55,
	/** {refused}: its XRC domain has no shared receive queue {other:x} */
	SOFTHCA_REASON_NO_SRQ = 56,
	/**
	 * queue pair {by:x} had no receive for a message of {bytes} bytes ({opcode:opcode}) from
	 * queue pair {from:x}
	 */
	SOFTHCA_REASON_NO_RECEIVE = 60,
	/**
	 * the message of {bytes} bytes is {beyond} bytes longer than the receive of queue pair
	 * {by:x}, which has {length}
	 */
	SOFTHCA_REASON_RECEIVE_SHORT = 61,
	/** {lost}: no port has the address (LID or GID) that queue pair {qpn:x} sends to */
	SOFTHCA_REASON_NO_PATH = 70,
	/** {lost}: a port between them is down */
	SOFTHCA_REASON_PORT_DOWN = 71,
	/** {lost}: the port that the address leads to has no such queue pair */
	SOFTHCA_REASON_NO_PEER = 72,
	/** {lost}: it is a queue pair of another type */
	SOFTHCA_REASON_PEER_TYPE = 73,
	/** {lost}: it is in state {peer_state:state} and cannot receive */
	SOFTHCA_REASON_PEER_STATE = 74,
	/** {lost}: it is connected to queue pair {other:x}, or to another port */
	SOFTHCA_REASON_PEER_ELSEWHERE = 75,
	/** {lost}: the P_Keys {key:x} here and {held:x} there do not match */
	SOFTHCA_REASON_PKEY = 76,
	/** {lost}: the datagram has the Q_Key {key:x}, the receiver {held:x} */
	SOFTHCA_REASON_QKEY = 77,
	/** {lost}: it expects the sequence number {held:x}, the message had {key:x} */
	SOFTHCA_REASON_SEQUENCE = 78,
	/** {lost}: a fault rule (softhcactl fault) dropped the message */
	SOFTHCA_REASON_FAULT_RULE = 79,
	/** no queue pair in the multicast group accepted the datagram */
	SOFTHCA_REASON_NO_GROUP = 80,
	/** the address handle of the datagram does not exist, or belongs to another protection
	 * domain */
	SOFTHCA_REASON_NO_ADDRESS = 81,
	/** {lost}: its process has exited */
	SOFTHCA_REASON_PROCESS_GONE = 82,
	/** a program, or the connection manager for it, moved queue pair {qpn:x} to ERR */
	SOFTHCA_REASON_SET_TO_ERROR = 90,
	/** the completion queue of queue pair {qpn:x} had no room for a completion */
	SOFTHCA_REASON_CQ_OVERRUN = 91,
	/** an injected event or fault broke queue pair {qpn:x} */
	SOFTHCA_REASON_EVENT = 92,
	/** queue pair {by:x} or its process ended the connection of queue pair {qpn:x} */
	SOFTHCA_REASON_CONNECTION_ENDED = 93,
};

/** A memory region, or a memory window that is bound. */
struct softhca_region {
	uint64_t start;  /**< 0: First address that its key covers */
	uint64_t length; /**< 8: Bytes */
	uint32_t key;    /**< 16: lkey, or rkey of a window */
	uint32_t rights; /**< 20: enum ibv_access_flags */
};
static_assert(sizeof(struct softhca_region) == 24 && offsetof(struct softhca_region, rights) == 20,
	      "layout");

/**
 * A work request that failed, was flushed, or whose message was dropped. Fields that a reason does
 * not use are 0.
 */
struct softhca_refusal {
	uint64_t time;  /**< 0: Monotonic clock in nanoseconds */
	uint64_t addr;  /**< 8: First address that was accessed */
	uint64_t bytes; /**< 16: Number of bytes that were accessed; or the length of the message */
	uint64_t start; /**< 24: The region or window of the key: its first address, */
	uint64_t length; /**< 32: and its length; or the length of the receive, or a limit */
	uint64_t beyond; /**< 40: Bytes that were accessed outside of it */
	uint32_t reason; /**< 48: enum softhca_reason */
	uint32_t status; /**< 52: enum ibv_wc_status */
	uint32_t qpn;    /**< 56: The queue pair of the work request */
	uint32_t by;     /**< 60: The queue pair that found the reason: the same, or its peer */
	uint32_t peer;   /**< 64: The queue pair to which the message was addressed */
	uint32_t state;  /**< 68: State of the queue pair of the work request, enum ibv_qp_state */
	uint32_t peer_state; /**< 72: State of the peer */
	uint32_t opcode;     /**< 76: enum ibv_wr_opcode of the message */
	uint32_t key;        /**< 80: The key that was used */
	uint32_t held;       /**< 84: The key, Q_Key or P_Key that was expected */
	uint32_t access;     /**< 88: Rights that were needed, enum ibv_access_flags */
	uint32_t rights;     /**< 92: Rights that the region or window has */
	uint32_t pd;         /**< 96: Number of the protection domain that uses the key */
	uint32_t other_pd;   /**< 100: Number of the protection domain to which the key belongs */
	uint32_t other;    /**< 104: A third queue pair, or the number of a shared receive queue */
	uint32_t number;   /**< 108: A number, depending on the reason */
	uint32_t index;    /**< 112: Index of the WQE in its queue, or serial number of the work
			      request */
	uint32_t is_send;  /**< 116: 1: the WQE is a send; 0: a receive */
	uint32_t pid;      /**< 120: Process of `qpn`; 0 for targets of XRC */
	uint32_t by_uid;   /**< 124: User of the process of `by` */
	uint32_t regions;  /**< 128: Total number of regions of the protection domain */
	uint32_t shown;    /**< 132: Number of them that follow */
	uint32_t from;     /**< 136: The queue pair that sent the message */
	uint32_t reserved; /**< 140: zero */
	struct softhca_region near[3]; /**< 144: The regions nearest to the address */
};
static_assert(sizeof(struct softhca_refusal) == 216 &&
		      offsetof(struct softhca_refusal, near) == 144,
	      "layout");

#endif
