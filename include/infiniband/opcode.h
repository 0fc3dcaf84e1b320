/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/api/opcode.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/*
 * Opcodes on the wire. Nothing in verbs.h needs them; analysers and raw packet programs do.
 */
#ifndef INFINIBAND_OPCODE_H
#define INFINIBAND_OPCODE_H

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Wire opcodes of the base transport header, as they travel in every packet.
 */

/**
 * Opcodes of the base transport header. The upper three bits say the transport, the lower five the
 * operation; IBV_OPCODE_<transport>_<operation> is their sum.
 */
enum {
	IBV_OPCODE_RC = 0,  /**< Reliable connection. */
	IBV_OPCODE_UC = 32, /**< Unreliable connection. */
	IBV_OPCODE_RD = 64, /**< Reliable datagram. */
	IBV_OPCODE_UD = 96, /**< Unreliable datagram. */
	/** First packet of a send, any transport. */
	IBV_OPCODE_SEND_FIRST = 0,
	/** Middle packet of a send, any transport. */
	IBV_OPCODE_SEND_MIDDLE = 1,
	/** Last packet of a send, any transport. */
	IBV_OPCODE_SEND_LAST = 2,
	/** Last packet of a send, with immediate data, any transport. */
	IBV_OPCODE_SEND_LAST_WITH_IMMEDIATE = 3,
	/** Send of one packet, any transport. */
	IBV_OPCODE_SEND_ONLY = 4,
	/** Send of one packet, with immediate data, any transport. */
	IBV_OPCODE_SEND_ONLY_WITH_IMMEDIATE = 5,
	/** First packet of an RDMA write, any transport. */
	IBV_OPCODE_RDMA_WRITE_FIRST = 6,
	/** Middle packet of an RDMA write, any transport. */
	IBV_OPCODE_RDMA_WRITE_MIDDLE = 7,
	/** Last packet of an RDMA write, any transport. */
	IBV_OPCODE_RDMA_WRITE_LAST = 8,
	/** Last packet of an RDMA write, with immediate data, any transport. */
	IBV_OPCODE_RDMA_WRITE_LAST_WITH_IMMEDIATE = 9,
	/** RDMA write of one packet, any transport. */
	IBV_OPCODE_RDMA_WRITE_ONLY = 10,
	/** RDMA write of one packet, with immediate data, any transport. */
	IBV_OPCODE_RDMA_WRITE_ONLY_WITH_IMMEDIATE = 11,
	/** Request of an RDMA read, any transport. */
	IBV_OPCODE_RDMA_READ_REQUEST = 12,
	/** First packet of a read response, any transport. */
	IBV_OPCODE_RDMA_READ_RESPONSE_FIRST = 13,
	/** Middle packet of a read response, any transport. */
	IBV_OPCODE_RDMA_READ_RESPONSE_MIDDLE = 14,
	/** Last packet of a read response, any transport. */
	IBV_OPCODE_RDMA_READ_RESPONSE_LAST = 15,
	/** Read response of one packet, any transport. */
	IBV_OPCODE_RDMA_READ_RESPONSE_ONLY = 16,
	IBV_OPCODE_ACKNOWLEDGE = 17, /**< Acknowledgement, any transport. */
	/** Result of an atomic operation, any transport. */
	IBV_OPCODE_ATOMIC_ACKNOWLEDGE = 18,
	IBV_OPCODE_COMPARE_SWAP = 19, /**< Compare and swap, any transport. */
	IBV_OPCODE_FETCH_ADD = 20,    /**< Fetch and add, any transport. */
	/** Reliable connection: first packet of a send. */
	IBV_OPCODE_RC_SEND_FIRST = 0,
	/** Reliable connection: middle packet of a send. */
	IBV_OPCODE_RC_SEND_MIDDLE = 1,
	/** Reliable connection: last packet of a send. */
	IBV_OPCODE_RC_SEND_LAST = 2,
	/** Reliable connection: last packet of a send, with immediate data. */
	IBV_OPCODE_RC_SEND_LAST_WITH_IMMEDIATE = 3,
	/** Reliable connection: send of one packet. */
	IBV_OPCODE_RC_SEND_ONLY = 4,
	/** Reliable connection: send of one packet, with immediate data. */
	IBV_OPCODE_RC_SEND_ONLY_WITH_IMMEDIATE = 5,
	/** Reliable connection: first packet of an RDMA write. */
	IBV_OPCODE_RC_RDMA_WRITE_FIRST = 6,
	/** Reliable connection: middle packet of an RDMA write. */
	IBV_OPCODE_RC_RDMA_WRITE_MIDDLE = 7,
	/** Reliable connection: last packet of an RDMA write. */
	IBV_OPCODE_RC_RDMA_WRITE_LAST = 8,
	/** Reliable connection: last packet of an RDMA write, with immediate data. */
	IBV_OPCODE_RC_RDMA_WRITE_LAST_WITH_IMMEDIATE = 9,
	/** Reliable connection: RDMA write of one packet. */
	IBV_OPCODE_RC_RDMA_WRITE_ONLY = 10,
	/** Reliable connection: RDMA write of one packet, with immediate data. */
	IBV_OPCODE_RC_RDMA_WRITE_ONLY_WITH_IMMEDIATE = 11,
	/** Reliable connection: request of an RDMA read. */
	IBV_OPCODE_RC_RDMA_READ_REQUEST = 12,
	/** Reliable connection: first packet of a read response. */
	IBV_OPCODE_RC_RDMA_READ_RESPONSE_FIRST = 13,
	/** Reliable connection: middle packet of a read response. */
	IBV_OPCODE_RC_RDMA_READ_RESPONSE_MIDDLE = 14,
	/** Reliable connection: last packet of a read response. */
	IBV_OPCODE_RC_RDMA_READ_RESPONSE_LAST = 15,
	/** Reliable connection: read response of one packet. */
	IBV_OPCODE_RC_RDMA_READ_RESPONSE_ONLY = 16,
	/** Reliable connection: acknowledgement. */
	IBV_OPCODE_RC_ACKNOWLEDGE = 17,
	/** Reliable connection: result of an atomic operation. */
	IBV_OPCODE_RC_ATOMIC_ACKNOWLEDGE = 18,
	/** Reliable connection: compare and swap. */
	IBV_OPCODE_RC_COMPARE_SWAP = 19,
	/** Reliable connection: fetch and add. */
	IBV_OPCODE_RC_FETCH_ADD = 20,
	/** Unreliable connection: first packet of a send. */
	IBV_OPCODE_UC_SEND_FIRST = 32,
	/** Unreliable connection: middle packet of a send. */
	IBV_OPCODE_UC_SEND_MIDDLE = 33,
	/** Unreliable connection: last packet of a send. */
	IBV_OPCODE_UC_SEND_LAST = 34,
	/** Unreliable connection: last packet of a send, with immediate data. */
	IBV_OPCODE_UC_SEND_LAST_WITH_IMMEDIATE = 35,
	/** Unreliable connection: send of one packet. */
	IBV_OPCODE_UC_SEND_ONLY = 36,
	/** Unreliable connection: send of one packet, with immediate data. */
	IBV_OPCODE_UC_SEND_ONLY_WITH_IMMEDIATE = 37,
	/** Unreliable connection: first packet of an RDMA write. */
	IBV_OPCODE_UC_RDMA_WRITE_FIRST = 38,
	/** Unreliable connection: middle packet of an RDMA write. */
	IBV_OPCODE_UC_RDMA_WRITE_MIDDLE = 39,
	/** Unreliable connection: last packet of an RDMA write. */
	IBV_OPCODE_UC_RDMA_WRITE_LAST = 40,
	/** Unreliable connection: last packet of an RDMA write, with immediate data. */
	IBV_OPCODE_UC_RDMA_WRITE_LAST_WITH_IMMEDIATE = 41,
	/** Unreliable connection: RDMA write of one packet. */
	IBV_OPCODE_UC_RDMA_WRITE_ONLY = 42,
	/** Unreliable connection: RDMA write of one packet, with immediate data. */
	IBV_OPCODE_UC_RDMA_WRITE_ONLY_WITH_IMMEDIATE = 43,
	/** Reliable datagram: first packet of a send. */
	IBV_OPCODE_RD_SEND_FIRST = 64,
	/** Reliable datagram: middle packet of a send. */
	IBV_OPCODE_RD_SEND_MIDDLE = 65,
	/** Reliable datagram: last packet of a send. */
	IBV_OPCODE_RD_SEND_LAST = 66,
	/** Reliable datagram: last packet of a send, with immediate data. */
	IBV_OPCODE_RD_SEND_LAST_WITH_IMMEDIATE = 67,
	/** Reliable datagram: send of one packet. */
	IBV_OPCODE_RD_SEND_ONLY = 68,
	/** Reliable datagram: send of one packet, with immediate data. */
	IBV_OPCODE_RD_SEND_ONLY_WITH_IMMEDIATE = 69,
	/** Reliable datagram: first packet of an RDMA write. */
	IBV_OPCODE_RD_RDMA_WRITE_FIRST = 70,
	/** Reliable datagram: middle packet of an RDMA write. */
	IBV_OPCODE_RD_RDMA_WRITE_MIDDLE = 71,
	/** Reliable datagram: last packet of an RDMA write. */
	IBV_OPCODE_RD_RDMA_WRITE_LAST = 72,
	/** Reliable datagram: last packet of an RDMA write, with immediate data. */
	IBV_OPCODE_RD_RDMA_WRITE_LAST_WITH_IMMEDIATE = 73,
	/** Reliable datagram: RDMA write of one packet. */
	IBV_OPCODE_RD_RDMA_WRITE_ONLY = 74,
	/** Reliable datagram: RDMA write of one packet, with immediate data. */
	IBV_OPCODE_RD_RDMA_WRITE_ONLY_WITH_IMMEDIATE = 75,
	/** Reliable datagram: request of an RDMA read. */
	IBV_OPCODE_RD_RDMA_READ_REQUEST = 76,
	/** Reliable datagram: first packet of a read response. */
	IBV_OPCODE_RD_RDMA_READ_RESPONSE_FIRST = 77,
	/** Reliable datagram: middle packet of a read response. */
	IBV_OPCODE_RD_RDMA_READ_RESPONSE_MIDDLE = 78,
	/** Reliable datagram: last packet of a read response. */
	IBV_OPCODE_RD_RDMA_READ_RESPONSE_LAST = 79,
	/** Reliable datagram: read response of one packet. */
	IBV_OPCODE_RD_RDMA_READ_RESPONSE_ONLY = 80,
	/** Reliable datagram: acknowledgement. */
	IBV_OPCODE_RD_ACKNOWLEDGE = 81,
	/** Reliable datagram: result of an atomic operation. */
	IBV_OPCODE_RD_ATOMIC_ACKNOWLEDGE = 82,
	/** Reliable datagram: compare and swap. */
	IBV_OPCODE_RD_COMPARE_SWAP = 83,
	IBV_OPCODE_RD_FETCH_ADD = 84, /**< Reliable datagram: fetch and add. */
	/** Unreliable datagram: send of one packet. */
	IBV_OPCODE_UD_SEND_ONLY = 100,
	/** Unreliable datagram: send of one packet, with immediate data. */
	IBV_OPCODE_UD_SEND_ONLY_WITH_IMMEDIATE = 101,
};

#ifdef __cplusplus
}
#endif

#endif
