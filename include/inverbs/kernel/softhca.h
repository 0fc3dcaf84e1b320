/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/kernel/softhca.yaml by `python3 -m codegen gen`. Edit the spec, not this
 * file. */
/**
 * Messages between a program and the software adapter. A request is a softhca_request followed by
 * `bytes` bytes of payload, a reply a softhca_reply followed by its payload; descriptors are passed
 * with them (SCM_RIGHTS).
 */
#ifndef INVERBS_KERNEL_SOFTHCA_H
#define INVERBS_KERNEL_SOFTHCA_H

#include <assert.h>
#include <stddef.h>
#include <stdint.h>

/** Version in HELLO. */
#define SOFTHCA_PROTOCOL_VERSION 1

/** Flag of a list: registered pages are copied for the child at fork. */
#define SOFTHCA_COPY_ON_FORK 1

/** Longest message in either direction, header included. */
#define SOFTHCA_MESSAGE_MAX 65536

/** Descriptors of one reply. */
#define SOFTHCA_REPLY_FDS_MAX 3

/** Descriptors of one request. */
#define SOFTHCA_REQUEST_FDS_MAX 4

/** In fd_at. The client keeps the descriptor but stores its number nowhere. */
#define SOFTHCA_FD_NOT_STORED 0xffff

/** Environment variable that names the emulator. */
#define SOFTHCA_ENVIRONMENT "INVERBS_EMULATOR"

/** Prefix of the variable's value for an emulator inside the process. */
#define SOFTHCA_INPROC_PREFIX "inproc:"

/** File name of the default socket. */
#define SOFTHCA_SOCKET_NAME "softhca.sock"

/** Directory of the default socket below XDG_RUNTIME_DIR. */
#define SOFTHCA_RUNTIME_DIR "inverbs"

/** Directory of the default socket otherwise; %u is the user id. */
#define SOFTHCA_FALLBACK_DIR "/tmp/inverbs-%u"

/** Major device number of /dev/infiniband/uverbsN, as in the kernel. */
#define SOFTHCA_DEVICE_MAJOR 231

/** Minor device number of uverbs0; the others follow. */
#define SOFTHCA_DEVICE_MINOR 192

/** Major device number of /dev/infiniband/rdma_cm, a miscellaneous device. */
#define SOFTHCA_CM_MAJOR 10

/** Minor device number of rdma_cm; the kernel uses any free one. */
#define SOFTHCA_CM_MINOR 122

/** GUID of the first emulated switch. */
#define SOFTHCA_SWITCH_GUID 0x0002c903004a0000

/** Difference between the GUIDs of consecutive switches. */
#define SOFTHCA_SWITCH_GUID_STEP 0x100

/** Vendor of emulated switches, in NodeInfo: the OUI of their GUIDs. */
#define SOFTHCA_SWITCH_VENDOR_ID 0x02c9

/** Their device ID: that of a SwitchX. */
#define SOFTHCA_SWITCH_DEVICE_ID 0xc738

/** Device of a trace record about a switch. */
#define SOFTHCA_TRACE_SWITCH 0xffffffff

/** Device of a trace record about an identifier without a device. */
#define SOFTHCA_TRACE_NO_DEVICE 0xfffffffe

/**
 * Number of the ioctl on umadN with a share_cm: an agent for messages between connection managers,
 * of which a port may have several. A kernel fails it with ENOTTY.
 */
#define SOFTHCA_SHARE_CM 0xc0085301

/**
 * Number of the ioctl with a serve_cm: the file starts or stops accepting requests for a service.
 */
#define SOFTHCA_SERVE_CM 0x40105302

/**
 * Environment variable with the path of the files that softhca-run creates for its preloaded
 * library.
 */
#define SOFTHCA_TREE "INVERBS_TREE"

/** Operations. */
enum softhca_op {
	/**
	 * Must be first, and arrive within seconds: a silent connection is closed. arg0 protocol
	 * version. Reply arg0 version, arg1 process id of the emulator. EACCES: the client belongs
	 * to another user. ESRCH: it is in a PID namespace that the emulator does not see, so its
	 * memory cannot be reached.
	 */
	SOFTHCA_OP_HELLO = 1,
	/** Reply payload is an array of softhca_device, reply arg0 flags: SOFTHCA_COPY_ON_FORK. */
	SOFTHCA_OP_LIST = 2,
	/**
	 * Payload "device\0path\0". Reply payload is the text of that file below
	 * /sys/class/infiniband/<device>/, newline included. ENOENT or EINVAL, as from the kernel
	 * for that path.
	 */
	SOFTHCA_OP_READ_ATTR = 3,
	/**
	 * Payload "device\0directory\0", the directory "" for the first. Reply payload is the name
	 * of each entry with a NUL behind it; the name of a directory ends with a slash. ENOENT: no
	 * such directory. "device/net", which no other directory shows: the network cards of the
	 * machine by whose addresses the device is found.
	 */
	SOFTHCA_OP_LIST_ATTRS = 13,
	/**
	 * Payload is a device name. From then on the connection is an open file of that device.
	 * EMFILE: the process has used up its quota of connections or descriptors. The file is
	 * closed when the process that sent this ends, unless others are attached.
	 */
	SOFTHCA_OP_OPEN = 4,
	/**
	 * Payload is one command as given to write(). Its descriptor is passed with the message
	 * unless the field is -1. The reply's payload is core response and driver response, exactly
	 * what the kernel would store at the response address.
	 */
	SOFTHCA_OP_COMMAND = 5,
	/**
	 * Payload is header and attributes of the ioctl on the device file; addresses in them are
	 * the sender's. Descriptors in the attributes or in an embedded command are passed with the
	 * message, in order. The reply's payload is header and attributes as a kernel would modify
	 * them. If the number of a new descriptor is not stored in them, arg0 is the address where
	 * it belongs.
	 */
	SOFTHCA_OP_IOCTL = 6,
	/**
	 * arg0 offset, arg1 bytes, arg2 protection, as for mmap of the device file. The reply has
	 * one descriptor, and in arg0 the offset in it.
	 */
	SOFTHCA_OP_MAP = 7,
	/**
	 * arg0 address, arg1 bytes, one descriptor of memory that the client mapped shared at that
	 * address: whole pages. The emulator accesses it without copying. EPERM: the memory can
	 * shrink; a memfd needs the seal F_SEAL_SHRINK, and ordinary pages. ENOMEM: the process has
	 * used up its quota of mappings.
	 */
	SOFTHCA_OP_SHARE = 8,
	/** arg0 address, arg1 bytes of an earlier SHARE. */
	SOFTHCA_OP_UNSHARE = 9,
	/** Payload is a command line of softhcactl. Reply payload is text. */
	SOFTHCA_OP_CONTROL = 10,
	/**
	 * arg0 process id, 0 for all; arg1 kinds, bits 1 << softhca_trace_kind. Payload is a device
	 * name, or nothing for all. EINVAL: the connection has a device open, or none of the kinds
	 * is known; ENODEV; EBUSY: too many clients already read traces. After the reply the
	 * connection carries only softhca_trace records, each padded to a multiple of 8 bytes,
	 * several in a message; the connection of a client that sends another message is closed.
	 */
	SOFTHCA_OP_TRACE = 11,
	/**
	 * From then on the connection is an open file of the connection manager, and COMMAND
	 * carries its commands. Reply, one descriptor: a pipe with one byte per unread event, for
	 * poll and for waiting. A program reads a byte and then sends GET_EVENT, which never waits;
	 * EAGAIN if the event was dropped in the meantime. For MIGRATE_ID, the other file is passed
	 * as the descriptor of its pipe.
	 */
	SOFTHCA_OP_OPEN_CM = 12,
	/**
	 * One descriptor, an end of a socket pair: another connection to this open file, for a
	 * process that has inherited it, because replies on this connection are for the process
	 * that opened it. Such a connection needs no HELLO, and carries IOCTL and MAP of a device,
	 * or MAD_IOCTL, MAD_WRITE and MAD_READ. There is no reply to ATTACH; when it is refused the
	 * socket pair is closed.
	 */
	SOFTHCA_OP_ATTACH = 14,
	/**
	 * arg0 port, arg1 enum softhca_mad_kind; payload is a device name. From then on the
	 * connection is an open umadN or issmN of that port. Reply of umadN, one descriptor: a
	 * socket for poll and for waiting, which contains a byte while datagrams are unread;
	 * programs do not read it. ENODEV: the port has no such file. EAGAIN: another process has
	 * issmN open. The file is closed when the last process that holds the connection, or is
	 * attached, ends.
	 */
	SOFTHCA_OP_OPEN_MAD = 15,
	/** arg0 number of the ioctl on umadN; payloads of request and reply are its argument. */
	SOFTHCA_OP_MAD_IOCTL = 16,
	/** Payload is header and datagram. */
	SOFTHCA_OP_MAD_WRITE = 17,
	/**
	 * arg0 room for header and datagram. EAGAIN: nothing is unread. Reply payload is header and
	 * datagram; with arg0 ENOSPC, only their beginning, and the datagram remains unread.
	 */
	SOFTHCA_OP_MAD_READ = 18,
	/**
	 * Why a work request of a queue pair failed. arg0 number of the queue pair; arg1 enum
	 * ibv_wc_status of the completion; arg2 bits: 1 it is a send, 2 a receive (3: not known);
	 * arg3 low half the index in the CQE, high half the mask of its valid bits, 0 when not
	 * known. Reply payload is a softhca_refusal. ENOENT: this file has no such queue pair, or
	 * no reason was recorded.
	 */
	SOFTHCA_OP_WHY = 19,
};

/** Files of a port. */
enum softhca_mad_kind {
	/** For datagrams. */
	SOFTHCA_MAD_KIND_UMAD = 0,
	/** While it is open, the port announces that it has a subnet manager. */
	SOFTHCA_MAD_KIND_ISSM = 1,
};

/** Kinds of trace records. */
enum softhca_trace_kind {
	/** No payload; `lost` records were dropped, because the reader was slow. */
	SOFTHCA_TRACE_KIND_LOST = 0,
	/** A command as given to write(), with its result. */
	SOFTHCA_TRACE_KIND_COMMAND = 1,
	/** A send WQE as the adapter read it; `detail` is the type of the queue pair. */
	SOFTHCA_TRACE_KIND_SEND = 2,
	/** A receive WQE; `detail` is 1 if it belongs to a shared receive queue. */
	SOFTHCA_TRACE_KIND_RECEIVE = 3,
	/** A CQE as the adapter wrote it. */
	SOFTHCA_TRACE_KIND_COMPLETION = 4,
	/**
	 * A fault is injected. The payload is the rule, without NUL, and `detail` its number from
	 * 1; `number` is the queue pair, `index` the number of its message (or of the file's
	 * command) that the rule matches.
	 */
	SOFTHCA_TRACE_KIND_FAULT = 5,
	/**
	 * A management datagram is on its way to a port. `device` and `number` are that port, or
	 * TRACE_SWITCH and the number of a switch; `index` is the LID of the sender, `detail` the
	 * queue pair. It belongs to no process.
	 */
	SOFTHCA_TRACE_KIND_MAD = 6,
	/**
	 * A work request failed, or a queue pair went to the error state. The payload is a
	 * softhca_refusal; `number` is the queue pair, `index` that of the WQE, `detail` enum
	 * softhca_reason.
	 */
	SOFTHCA_TRACE_KIND_REFUSAL = 7,
	/**
	 * The connection manager has an event for a program. `number` is its identifier, `detail`
	 * the event; the payload is text, without NUL: event, status, state and addresses of the
	 * identifier, numbers of the queue pairs.
	 */
	SOFTHCA_TRACE_KIND_CONNECTION = 8,
};

/**
 * Registers an agent of class 0x07 beside those of other files. Requests go to the file that serves
 * their service id, or to any; other messages to the agent whose number is in the upper half of the
 * receiver's communication id.
 */
struct softhca_share_cm {
	uint32_t id;     /**< 0: Set by the emulator */
	uint32_t number; /**< 4: Set by the emulator; less than 0x10000 */
};
static_assert(sizeof(struct softhca_share_cm) == 8 &&
		      offsetof(struct softhca_share_cm, number) == 4,
	      "layout");

/** A service of the file's agent for connection managers. */
struct softhca_serve_cm {
	uint64_t service;  /**< 0: Service id */
	uint32_t serves;   /**< 8: 1: start; 0: stop, once for each start */
	uint32_t reserved; /**< 12: zero */
};
static_assert(sizeof(struct softhca_serve_cm) == 16 &&
		      offsetof(struct softhca_serve_cm, reserved) == 12,
	      "layout");

/** Header of a request. */
struct softhca_request {
	uint32_t op;     /**< 0: enum softhca_op */
	uint32_t bytes;  /**< 4: Payload that follows */
	uint64_t arg[4]; /**< 8: Arguments, by operation */
};
static_assert(sizeof(struct softhca_request) == 40 && offsetof(struct softhca_request, arg) == 8,
	      "layout");

/** Header of a reply. */
struct softhca_reply {
	uint32_t error;    /**< 0: Positive errno value, 0 for success */
	uint32_t bytes;    /**< 4: Payload that follows */
	uint64_t arg[2];   /**< 8: Results, by operation */
	uint16_t fds;      /**< 24: Number of descriptors passed with the reply */
	uint16_t fd_at[3]; /**< 26: Offset in the payload where the client stores the number of that
			      descriptor as u32 */
};
static_assert(sizeof(struct softhca_reply) == 32 && offsetof(struct softhca_reply, fd_at) == 26,
	      "layout");

/** Header of a trace record. */
struct softhca_trace {
	uint32_t bytes;  /**< 0: Payload that follows, without padding */
	uint32_t kind;   /**< 4: enum softhca_trace_kind */
	uint64_t time;   /**< 8: Monotonic clock in nanoseconds */
	uint32_t pid;    /**< 16: Process that owns the queue or issued the command */
	uint32_t device; /**< 20: Position of the device in the response of LIST */
	uint32_t number; /**< 24: Number of the queue pair, shared receive queue or completion queue
			  */
	uint32_t index;  /**< 28: Index of the WQE or CQE in its queue */
	uint32_t detail; /**< 32: Depends on the kind */
	uint32_t error;  /**< 36: COMMAND: positive errno value, 0 for success */
	uint64_t lost;   /**< 40: LOST: number of dropped records */
};
static_assert(sizeof(struct softhca_trace) == 48 && offsetof(struct softhca_trace, lost) == 40,
	      "layout");

/** One device in the response of LIST. */
struct softhca_device {
	char name[64];        /**< 0: Name such as mlx4_0 */
	char dev_name[64];    /**< 64: Name of the character device, such as uverbs0 */
	uint32_t abi_version; /**< 128: Version of the driver-private data */
	uint32_t node_type;   /**< 132: enum ibv_node_type */
	uint64_t node_guid;   /**< 136: big endian; GUID of the node */
	uint16_t vendor_id;   /**< 144: PCI vendor */
	uint16_t device_id;   /**< 146: PCI device */
	uint32_t driver_id;   /**< 148: rdma_driver_id of the kernel */
	uint32_t ports;       /**< 152: Number of ports */
	uint32_t index;       /**< 156: Number of the device, not reused while the emulator runs */
};
static_assert(sizeof(struct softhca_device) == 160 && offsetof(struct softhca_device, index) == 156,
	      "layout");

#endif
