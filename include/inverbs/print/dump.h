/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prints WQEs and CQEs, using the tables that <adapter>_print.h has for each adapter. A ring may
 * contain any bytes: everything is read from a copy, and nothing beyond its end.
 */
#ifndef INVERBS_DUMP_H
#define INVERBS_DUMP_H

#include <infiniband/verbs.h>
#include <inverbs/print/text.h>

/** A segment of a WQE. */
struct inverbs_dump_segment {
	uint32_t bytes;
	void (*print)(struct inverbs_text *text, const void *at); /**< one line, without newline */
};

/** Queue pair types whose send WQEs begin with the same segments. */
struct inverbs_dump_class {
	uint32_t types; /**< one bit per enum ibv_qp_type */
	const struct inverbs_dump_segment *lead;
	uint32_t leads;
	bool whole; /**< the payload follows `lead`, whatever the opcode */
	/**
	 * Returns the number of bytes in front of the payload, and their position, from the last
	 * segment of `lead`. NULL: there are none.
	 */
	uint32_t (*front)(const void *last, uint32_t *begin, uint32_t *unit);
};

/** What follows `lead`, by the adapter's opcode. */
struct inverbs_dump_op {
	uint32_t code;
	const struct inverbs_dump_segment *body; /**< segments between `lead` and the payload */
	uint32_t bodies;
	bool payload;
};

/** A decoded CQE. */
struct inverbs_dump_cqe {
	bool is_send;
	bool failed;
	bool marker; /**< marks where the ring continues; not a completion */
	uint32_t qpn;
	uint32_t srqn;  /**< XRC receives: SRQ number; otherwise undefined */
	uint32_t index; /**< send: low bits of the WQE's index; receive from an SRQ: slot */
	uint32_t index_mask;
	uint32_t vendor_err; /**< this and the next members are for failed work requests */
	uint32_t syndrome;
	enum ibv_wc_status status;
	const char *what; /**< name of the opcode or of the syndrome */
};

/** A syndrome, one of the adapter's error codes. */
struct inverbs_dump_syndrome {
	uint32_t value;
	const char *name;
	enum ibv_wc_status status;
};

/** Describes the WQEs and CQEs of one adapter. */
struct inverbs_dump {
	const char *name;
	uint32_t driver_id; /**< rdma_driver_id of the kernel */
	uint32_t (*send_bytes)(const void *wqe);
	uint32_t (*send_code)(const void *wqe);
	/** Whether the slot contains the send WQE with this index, according to its owner bit. */
	bool (*send_owned)(const void *slot, uint32_t index, uint32_t entries);
	const char *(*send_name)(uint32_t code);
	const struct inverbs_dump_class *classes;
	uint32_t num_classes;
	const struct inverbs_dump_op *ops;
	uint32_t num_ops;
	struct inverbs_dump_segment sge;
	struct inverbs_dump_segment inline_header; /**< header of inline payload */
	/** Bytes of inline payload after the header at `at`; -1 if that is no such header. */
	int32_t (*inline_bytes)(const void *at);
	uint32_t chunk; /**< inline payload is split at multiples of this; 0: it is contiguous */
	/** Whether this SGE ends the list of a receive; NULL: nothing marks the end. */
	bool (*last_sge)(const void *at);
	struct inverbs_dump_segment shared_head; /**< first segment of an SRQ's slot */
	uint32_t (*shared_next)(
		const void *slot); /**< next slot in the SRQ's list; NULL: no list */
	uint32_t cqe_bytes;        /**< size of a CQE; its slot may be larger */
	bool cqe_last;             /**< the CQE is at the end of its slot, not at the beginning */
	void (*read_cqe)(const void *cqe, struct inverbs_dump_cqe *out);
	void (*print_cqe)(struct inverbs_text *text, const void *cqe);
	const struct inverbs_dump_syndrome *syndromes;
	uint32_t num_syndromes;
	/* The members below are for rings that sends and receives share; otherwise NULL and 0. */
	bool (*is_recv)(const void *wqe);
	/** A send's running number, as in its CQE. */
	uint32_t (*serial)(const void *wqe);
	/**
	 * Number of SGEs after the segments of a WQE; *bytes becomes the payload's length. Without
	 * SGEs, the payload itself follows. inline_header is not used.
	 */
	uint32_t (*sges)(const void *wqe, uint32_t *bytes);
	struct inverbs_dump_segment tail; /**< last segment of a slot */
	uint32_t tail_at;
	/*
	 * the members below are for WQEs whose segments have fixed positions; otherwise 0 and NULL
	 */
	uint32_t payload_at;
	struct inverbs_dump_segment recv_head; /**< first segment of a receive, also in an SRQ */
	uint32_t (*recv_sges)(const void *slot);
};

/** The CQE in a slot of this size, or NULL if it does not fit. */
static inline const uint8_t *inverbs_dump_cqe_in(const struct inverbs_dump *dump, const void *slot,
						 size_t bytes)
{
	if (bytes < dump->cqe_bytes)
		return NULL;
	return (const uint8_t *)slot + (dump->cqe_last ? bytes - dump->cqe_bytes : 0);
}

static inline void inverbs_dump_segment(struct inverbs_text *text, const char *indent,
					const struct inverbs_dump_segment *segment, const void *at)
{
	inverbs_text_add(text, "%s", indent);
	segment->print(text, at);
	inverbs_text_add(text, "\n");
}

/** Print successive segments. Returns the offset of their end, or 0 if the WQE ends before. */
static inline uint32_t inverbs_dump_segments(struct inverbs_text *text, const char *indent,
					     const struct inverbs_dump_segment *segments,
					     uint32_t count, const uint8_t *wqe, uint32_t at,
					     uint32_t bytes)
{
	for (uint32_t i = 0; i < count; i++) {
		if (at + segments[i].bytes > bytes) {
			inverbs_text_add(text, "%s(the WQE ends inside a segment)\n", indent);
			return 0;
		}
		inverbs_dump_segment(text, indent, &segments[i], wqe + at);
		at += segments[i].bytes;
	}
	return at;
}

enum {
	INVERBS_DUMP_SHOWN = 16, /**< number of payload bytes printed per run */
};

/** Print a run of inline payload. Returns the offset at which the next one may begin. */
static inline uint32_t inverbs_dump_inline(struct inverbs_text *text, const char *indent,
					   const struct inverbs_dump *dump, const uint8_t *wqe,
					   uint32_t at, uint32_t bytes)
{
	const uint32_t header = dump->inline_header.bytes;
	const uint32_t room = dump->chunk ? dump->chunk - at % dump->chunk - header : UINT32_MAX;
	const uint32_t length = (uint32_t)dump->inline_bytes(wqe + at);
	const uint32_t shown = length < INVERBS_DUMP_SHOWN ? length : (uint32_t)INVERBS_DUMP_SHOWN;

	inverbs_text_add(text, "%s", indent);
	dump->inline_header.print(text, wqe + at);
	if (length > room || at + header > bytes || length > bytes - at - header) {
		inverbs_text_add(text, " (does not fit)\n");
		return bytes;
	}
	inverbs_text_bytes(text, "bytes", wqe + at + header, shown);
	inverbs_text_add(text, "%s\n", shown < length ? "..." : "");
	if (!length)
		return at + dump->sge.bytes; /* an empty SGE in the list */
	return length == room ? at + header + room : bytes;
}

/** Print payload whose size is in the preceding segments. */
static inline void inverbs_dump_counted(struct inverbs_text *text, const char *indent,
					const struct inverbs_dump *dump, const uint8_t *wqe,
					uint32_t at, uint32_t bytes)
{
	uint32_t length, sges = dump->sges(wqe, &length), shown;

	for (uint32_t i = 0; i < sges; i++) {
		if (at + dump->sge.bytes > bytes) {
			inverbs_text_add(text, "%s(it says %u SGEs)\n", indent, sges);
			return;
		}
		inverbs_dump_segment(text, indent, &dump->sge, wqe + at);
		at += dump->sge.bytes;
	}
	if (sges || !length)
		return;
	if (length > bytes - at) {
		inverbs_text_add(text, "%s(it says %u bytes of payload)\n", indent, length);
		return;
	}
	shown = length < INVERBS_DUMP_SHOWN ? length : (uint32_t)INVERBS_DUMP_SHOWN;
	inverbs_text_add(text, "%spayload", indent);
	inverbs_text_bytes(text, "bytes", wqe + at, shown);
	inverbs_text_add(text, "%s\n", shown < length ? "..." : "");
}

/** Print SGEs and runs of inline payload up to the end of the WQE. */
static inline void inverbs_dump_payload(struct inverbs_text *text, const char *indent,
					const struct inverbs_dump *dump, const uint8_t *wqe,
					uint32_t at, uint32_t bytes)
{
	bool inlined = false;

	if (dump->sges) {
		inverbs_dump_counted(text, indent, dump, wqe, at, bytes);
		return;
	}
	while (at + dump->inline_header.bytes <= bytes) {
		if (dump->inline_bytes(wqe + at) >= 0) {
			at = inverbs_dump_inline(text, indent, dump, wqe, at, bytes);
			inlined = true;
			continue;
		}
		if (inlined || at + dump->sge.bytes > bytes)
			return; /* padding */
		inverbs_dump_segment(text, indent, &dump->sge, wqe + at);
		at += dump->sge.bytes;
	}
}

static inline const struct inverbs_dump_class *
inverbs_dump_class_of(const struct inverbs_dump *dump, uint32_t qp_type)
{
	for (uint32_t i = 0; i < dump->num_classes; i++) {
		if (qp_type < 32 && dump->classes[i].types & 1U << qp_type)
			return &dump->classes[i];
	}
	return NULL;
}

static inline const struct inverbs_dump_op *inverbs_dump_op_of(const struct inverbs_dump *dump,
							       uint32_t code)
{
	for (uint32_t i = 0; i < dump->num_ops; i++) {
		if (dump->ops[i].code == code)
			return &dump->ops[i];
	}
	return NULL;
}

/** Print the bytes in front of the payload. Returns the offset of their beginning. */
static inline uint32_t inverbs_dump_front(struct inverbs_text *text, const char *indent,
					  const struct inverbs_dump_class *c, const uint8_t *wqe,
					  uint32_t at, uint32_t bytes)
{
	const uint32_t lead = at - c->lead[c->leads - 1].bytes;
	uint32_t begin, unit, end;
	const uint32_t length = c->front(wqe + lead, &begin, &unit);

	end = lead + begin + length;
	if (end > bytes) {
		inverbs_text_add(text, "%s(the WQE ends before the payload)\n", indent);
		return 0;
	}
	if (length) {
		inverbs_text_add(text, "%s", indent);
		inverbs_text_bytes(text, "in front", wqe + lead + begin,
				   length < INVERBS_DUMP_SHOWN ? length
							       : (uint32_t)INVERBS_DUMP_SHOWN);
		inverbs_text_add(text, "%s\n", length > INVERBS_DUMP_SHOWN ? "..." : "");
	}
	return end > at ? (end + unit - 1) / unit * unit : at;
}

/**
 * Print a WQE of this class, one line per segment. Returns false if there are too few bytes to
 * decode it.
 */
static inline bool inverbs_dump_wqe(struct inverbs_text *text, const char *indent,
				    const struct inverbs_dump *dump,
				    const struct inverbs_dump_class *c, const void *slot,
				    uint32_t len)
{
	const uint8_t *wqe = (const uint8_t *)slot;
	const uint32_t least = dump->payload_at > c->lead[0].bytes ? dump->payload_at
								   : c->lead[0].bytes;
	const struct inverbs_dump_op *op;
	uint32_t bytes, at;

	if (len < least) {
		inverbs_text_add(text, "%s(%u bytes are too few)\n", indent, len);
		return false;
	}
	bytes = dump->send_bytes(wqe);
	if (bytes > len) {
		inverbs_text_add(text, "%s(it says %u bytes; there are %u)\n", indent, bytes, len);
		bytes = len;
	}
	if (bytes < least)
		bytes = least;
	at = inverbs_dump_segments(text, indent, c->lead, c->leads, wqe, 0, bytes);
	if (at && c->front)
		at = inverbs_dump_front(text, indent, c, wqe, at, bytes);
	op = inverbs_dump_op_of(dump, dump->send_code(wqe));
	if (!op)
		inverbs_text_add(text, "%s(no opcode of %s)\n", indent, dump->name);
	if (!op || !at)
		return true;
	if (!c->whole)
		at = inverbs_dump_segments(text, indent, op->body, op->bodies, wqe, at, bytes);
	if (at && dump->payload_at)
		at = dump->payload_at <= bytes ? dump->payload_at : bytes;
	if (at && (op->payload || c->whole))
		inverbs_dump_payload(text, indent, dump, wqe, at, bytes);
	if (dump->tail.bytes && len >= dump->tail_at + dump->tail.bytes)
		inverbs_dump_segment(text, indent, &dump->tail, wqe + dump->tail_at);
	return true;
}

/**
 * Print a send WQE, one line per segment. `len` bytes are available; the WQE may be shorter.
 * Returns false if there are too few bytes to decode it.
 */
static inline bool inverbs_dump_send(struct inverbs_text *text, const char *indent,
				     const struct inverbs_dump *dump, uint32_t qp_type,
				     const void *wqe, uint32_t len)
{
	const struct inverbs_dump_class *c = inverbs_dump_class_of(dump, qp_type);

	if (c)
		return inverbs_dump_wqe(text, indent, dump, c, wqe, len);
	inverbs_text_add(text, "%s(%s has no send WQEs for this type)\n", indent, dump->name);
	return true;
}

/** Size of the first segment of a receive slot. */
static inline uint32_t inverbs_dump_recv_least(const struct inverbs_dump *dump, bool shared)
{
	if (dump->recv_head.bytes)
		return dump->recv_head.bytes;
	return shared && dump->shared_head.bytes ? dump->shared_head.bytes : dump->sge.bytes;
}

/**
 * Print a receive slot of `len` bytes, of a receive queue or an SRQ. Returns false if there are too
 * few bytes to decode it.
 */
static inline bool inverbs_dump_recv(struct inverbs_text *text, const char *indent,
				     const struct inverbs_dump *dump, bool shared, const void *slot,
				     uint32_t len)
{
	const uint8_t *wqe = (const uint8_t *)slot;
	uint32_t at = 0;

	if (dump->is_recv)
		return inverbs_dump_wqe(text, indent, dump, dump->classes, slot, len);
	if (len < inverbs_dump_recv_least(dump, shared)) {
		inverbs_text_add(text, "%s(%u bytes are too few)\n", indent, len);
		return false;
	}
	if (dump->recv_head.bytes) {
		at = inverbs_dump_segments(text, indent, &dump->recv_head, 1, wqe, 0, len);
		if (dump->recv_sges(wqe) < (len - at) / dump->sge.bytes)
			len = at + dump->recv_sges(wqe) * dump->sge.bytes;
	}
	if (shared && dump->shared_head.bytes)
		at = inverbs_dump_segments(text, indent, &dump->shared_head, 1, wqe, 0, len);
	for (; at + dump->sge.bytes <= len; at += dump->sge.bytes) {
		if (dump->last_sge && dump->last_sge(wqe + at))
			return true;
		inverbs_dump_segment(text, indent, &dump->sge, wqe + at);
	}
	return true;
}

/** The row for a syndrome, or NULL. */
static inline const struct inverbs_dump_syndrome *
inverbs_dump_syndrome_of(const struct inverbs_dump *dump, uint32_t value)
{
	for (uint32_t i = 0; i < dump->num_syndromes; i++) {
		if (dump->syndromes[i].value == value)
			return &dump->syndromes[i];
	}
	return NULL;
}

#endif
