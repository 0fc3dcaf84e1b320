/* SPDX-License-Identifier: BSD-2-Clause */
/* Traces as kernel_live replays them: commands, ioctls, mappings of queues, and what changed in the
 * queues, in order. Below, "then" values are those in the trace, and "now" values those of this
 * run.
 */
#ifndef TESTS_KERNEL_TRACE_LIVE_H
#define TESTS_KERNEL_TRACE_LIVE_H

#include <inverbs/kernel/protocol.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	LIVE_BYTES_MAX = 4096,
	LIVE_NOTE_MAX = 160,
	LIVE_ATTRS_MAX = 16,
	LIVE_SLOTS_MAX = 8,
	LIVE_UNTOUCHED = 0xee, /**< initial bytes of memory for outputs */
};

struct live_bytes {
	uint8_t at[LIVE_BYTES_MAX];
	size_t len;
};

struct live_command {
	struct live_bytes request;
	struct live_bytes response;
	int result; /**< of write(): number of bytes, or a negated errno value */
};

/** Memory that an attribute pointed to; `is` is false if the trace does not have it. */
struct live_memory {
	bool is;
	struct live_bytes before;
	struct live_bytes after;
};

struct live_ioctl {
	struct live_bytes before; /**< header and attributes */
	struct live_bytes after;
	struct live_memory memory[LIVE_ATTRS_MAX]; /**< by index of the attribute */
	int error;                                 /**< errno, 0: it succeeded */
};

struct live_map {
	uint64_t offset;
	size_t bytes;
	int error; /**< errno, 0: it succeeded */
};

struct live_slot {
	uint32_t index;
	struct live_bytes bytes;
};

/** What had changed in a queue in shared memory when the next call began. */
struct live_ring {
	uint64_t offset;
	uint32_t producer, consumer, old_producer;
	struct live_slot slots[LIVE_SLOTS_MAX]; /**< new WQEs or CQEs; if many, only some */
	unsigned int count;
};

/** A read() from an event file, or the fcntl() that made it non-blocking. */
struct live_read {
	int fd;
	size_t room;
	int result;
	struct live_bytes bytes;
};

/** A call on a file for management datagrams. */
struct live_mad {
	enum live_mad_call {
		LIVE_MAD_OPEN,
		LIVE_MAD_CLOSE,
		LIVE_MAD_IOCTL,
		LIVE_MAD_WRITE,
		LIVE_MAD_READ,
		LIVE_MAD_POLL
	} call;
	uint32_t number; /**< of an ioctl */
	bool argument;   /**< the ioctl has an argument */
	size_t room;     /**< size of the buffer for read() */
	int result;
	struct live_bytes request;
	struct live_bytes after; /**< an ioctl's argument afterwards, or the bytes that were read */
};

struct live_event {
	int number;
	bool child; /**< a child of the traced process made the call */
	enum {
		LIVE_COMMAND,
		LIVE_IOCTL,
		LIVE_MAP,
		LIVE_RING,
		LIVE_READ,
		LIVE_NONBLOCK,
		LIVE_CM_OPEN,
		LIVE_CM_COMMAND,
		LIVE_MAD
	} is;
	int file; /**< descriptor of the connection manager, or for management datagrams, then */
	char note[LIVE_NOTE_MAX]; /**< the traced program's note about the call */
	struct live_command command;
	struct live_ioctl ioctl;
	struct live_map map;
	struct live_ring ring;
	struct live_read read;
	struct live_mad mad;
};

struct live_tally {
	int passed;
	int known; /**< known to differ */
	int failed;
};

/* --- live_trace.c ------------------------------------------------------------------------- */

struct live_trace;

/** Load a trace. On failure, prints the reason and returns NULL. */
struct live_trace *live_load(const char *file);
/** Returns the next event to replay, which is valid until the next call; NULL at the end. */
struct live_event *live_next(struct live_trace *trace);
/** The traced device's GID at an index; false if the trace does not have it. */
bool live_gid(const struct live_trace *trace, unsigned int index, uint8_t gid[16]);
void live_free(struct live_trace *trace);

/* --- live_names.c: numbers from the traced kernel, and the corresponding ones of this run ----- */

enum live_name {
	LIVE_DESCRIPTOR,
	LIVE_OFFSET, /**< offset for mapping a queue */
	LIVE_KIND,   /**< kind of the queue at an offset in the trace: enum live_queue_kind */
	LIVE_QPN,
	LIVE_AH,
	LIVE_KEY,
	LIVE_TID, /**< upper half of transaction ids, which identifies a management agent */
	LIVE_NAMES
};

enum live_queue_kind {
	LIVE_RECEIVES,
	LIVE_SENDS,
	LIVE_COMPLETIONS
};

void live_forget_names(void);
void live_remember(enum live_name kind, uint64_t then, uint64_t now);
/** The corresponding number of this run: the last one remembered, since numbers are reused. A
 * number that is not known is returned unchanged. */
uint64_t live_name_now(enum live_name kind, uint64_t then);
/** The same for a key, where the low byte may have changed, as a window's does. */
uint32_t live_key_now(uint32_t then);
enum live_queue_kind live_kind_of(uint64_t offset);
/** Remember registered memory. */
void live_remember_memory(uint64_t then, uint64_t now, uint64_t bytes);
uint64_t live_address_now(uint64_t then);
/** Whether all of this memory has been registered before. */
bool live_knows_memory(uint64_t then, uint64_t bytes);

/* --- live_response.c: replacing and comparing what differs from run to run ------------------ */

/** Put our addresses, memory and descriptors into a core request. `fails`: with EFAULT in the
 * trace.
 */
void live_put_core(uint32_t command, uint8_t *core, bool fails);
/** The same for the driver-private data. */
void live_put_driver(uint32_t command, uint8_t *driver, size_t bytes);
/** The trace has only one end of a connection: do not compare what depends on the other end. */
void live_one_side(bool is);
/** Compare a response, and remember the numbers in it. Prints the first difference. */
bool live_same_response(uint32_t of, const struct live_bytes *then, uint8_t *now);
/** The same for an output attribute of a method. */
bool live_same_output(uint16_t object, uint16_t method, uint16_t attr,
		      const struct live_bytes *then, uint8_t *now);
/** The offset of a queue in this run. If no response had it, it is the one that MODIFY_SRQ stored.
 */
uint64_t live_offset_now(uint64_t then);

/** Timeout in milliseconds for events and completions (live.c). */
int live_patience(void);

/* --- live_queue.c ------------------------------------------------------------------------- */

void live_forget_queues(void);
void live_queue_mapped(uint64_t then, void *head);
/** Write the traced program's WQEs, or compare the traced kernel's CQEs. */
bool live_ring(const struct live_ring *ring);

/* --- live_ioctl.c ------------------------------------------------------------------------- */

bool live_ioctl(struct inverbs_transport *device, const struct live_ioctl *call);

/* --- live_cm.c ---------------------------------------------------------------------------- */

struct inverbs_backend;
/** Open a file of the connection manager, whose descriptor was `then`. */
bool live_cm_open(const struct inverbs_backend *backend, int then);
bool live_cm_command(int file, struct live_command *c);
void live_cm_close(void);

/* --- live_mad.c --------------------------------------------------------------------------- */

/** Begin a trace. Its GIDs are replaced by those of the device `name`. */
void live_mad_begin(const struct inverbs_backend *b, const char *name,
		    const struct live_trace *trace);
bool live_mad(int file, const struct live_mad *call);
void live_mad_end(void);

#endif
