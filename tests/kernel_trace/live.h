/* SPDX-License-Identifier: BSD-2-Clause */
/* Traces as kernel_live replays them: verbs commands, ioctls and mappings of queues, in order. */
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
	LIVE_UNTOUCHED = 0xee, /**< what our memory has where the trace does not say */
};

struct live_bytes {
	uint8_t at[LIVE_BYTES_MAX];
	size_t len;
};

struct live_command {
	struct live_bytes request;
	struct live_bytes response;
	int result; /**< of write(): bytes, or negative errno */
};

/** What an attribute pointed to; `is` false: to nothing that the tracer looked at. */
struct live_memory {
	bool is;
	struct live_bytes before;
	struct live_bytes after;
};

struct live_ioctl {
	struct live_bytes before; /**< head and attributes */
	struct live_bytes after;
	struct live_memory memory[LIVE_ATTRS_MAX]; /**< by place of the attribute */
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

/** What had changed in a queue when the next call began. */
struct live_ring {
	uint64_t offset;
	uint32_t producer, consumer, old_producer;
	struct live_slot slots[LIVE_SLOTS_MAX]; /**< of those produced; of many only a few */
	unsigned int count;
};

/** read() of an event file, or fcntl() that made it non-blocking. */
struct live_read {
	int fd;
	size_t room;
	int result;
	struct live_bytes bytes;
};

/** Of a file for management datagrams. */
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
	bool argument;   /**< it has one */
	size_t room;     /**< to read into */
	int result;
	struct live_bytes request;
	struct live_bytes after; /**< of an ioctl: its argument; what was read */
};

struct live_event {
	int number;
	bool child; /**< a child of the traced process did it */
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
	int file;                 /**< of the connection manager, or for management datagrams */
	char note[LIVE_NOTE_MAX]; /**< what the program that was traced said of it */
	struct live_command command;
	struct live_ioctl ioctl;
	struct live_map map;
	struct live_ring ring;
	struct live_read read;
	struct live_mad mad;
};

struct live_tally {
	int passed;
	int known; /**< differ, and are known to */
	int failed;
};

/* --- live_trace.c ------------------------------------------------------------------------- */

struct live_trace;

/** A trace, or NULL after a line that says why. */
struct live_trace *live_load(const char *file);
/** The next of what a device is asked; valid until the next call. NULL: end. */
struct live_event *live_next(struct live_trace *trace);
/** A GID that the device had, by its index; false: the trace does not say. */
bool live_gid(const struct live_trace *trace, unsigned int index, uint8_t gid[16]);
void live_free(struct live_trace *trace);

/* --- live_names.c: what the kernel gave then, and what we have now ------------------------- */

enum live_name {
	LIVE_DESCRIPTOR,
	LIVE_OFFSET, /**< of a queue, for mapping it */
	LIVE_KIND,   /**< of the queue at an offset of the trace: enum live_queue_kind */
	LIVE_QPN,
	LIVE_AH,
	LIVE_KEY,
	LIVE_TID, /**< upper half of transaction ids: a management agent */
	LIVE_NAMES
};

enum live_queue_kind {
	LIVE_RECEIVES,
	LIVE_SENDS,
	LIVE_COMPLETIONS
};

void live_forget_names(void);
void live_remember(enum live_name kind, uint64_t then, uint64_t now);
/** The last one that was called so, for numbers are used again; what is not known stays. */
uint64_t live_name_now(enum live_name kind, uint64_t then);
/** A key: a window's low byte may have been changed since. */
uint32_t live_key_now(uint32_t then);
enum live_queue_kind live_kind_of(uint64_t offset);
/** Memory that was registered. */
void live_remember_memory(uint64_t then, uint64_t now, uint64_t bytes);
uint64_t live_address_now(uint64_t then);
/** All of it was registered before. */
bool live_knows_memory(uint64_t then, uint64_t bytes);

/* --- live_response.c: the same request and the same response but for what differs from run to run
 * ---
 */

/** Addresses, memory and descriptors of ours in a core request; `fails` with EFAULT in the trace.
 */
void live_put_core(uint32_t command, uint8_t *core, bool fails);
/** And in the driver's part. */
void live_put_driver(uint32_t command, uint8_t *driver, size_t bytes);
/** The trace is of one side of two: nothing comes from the other, so what it would change is not
 * compared. */
void live_one_side(bool is);
/** Compare a response of so many bytes, learning names. A line says where it differs. */
bool live_same_response(uint32_t of, const struct live_bytes *then, uint8_t *now);
/** The same for an output of a method. */
bool live_same_output(uint16_t object, uint16_t method, uint16_t attr,
		      const struct live_bytes *then, uint8_t *now);
/** Where the queue is that no response told of: a MODIFY_SRQ stored it. */
uint64_t live_offset_now(uint64_t then);

/** Milliseconds until what has to come counts as lost (live.c). */
int live_patience(void);

/* --- live_queue.c ------------------------------------------------------------------------- */

void live_forget_queues(void);
void live_queue_mapped(uint64_t then, void *head);
/** Put in what the program had put in, or compare what the kernel had. */
bool live_ring(const struct live_ring *ring);

/* --- live_ioctl.c ------------------------------------------------------------------------- */

bool live_ioctl(struct inverbs_transport *device, const struct live_ioctl *call);

/* --- live_cm.c ---------------------------------------------------------------------------- */

struct inverbs_backend;
/** Open a file of the connection manager, which had this number. */
bool live_cm_open(const struct inverbs_backend *backend, int then);
bool live_cm_command(int file, struct live_command *c);
void live_cm_close(void);

/* --- live_mad.c --------------------------------------------------------------------------- */

/** Begin a trace: the GIDs in it are replaced by those of the device `name`. */
void live_mad_begin(const struct inverbs_backend *b, const char *name,
		    const struct live_trace *trace);
bool live_mad(int file, const struct live_mad *call);
void live_mad_end(void);

#endif
