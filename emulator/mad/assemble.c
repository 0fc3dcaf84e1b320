/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * RMPP on behalf of receivers that leave it to the kernel, when the sender implements RMPP itself:
 * acknowledges and reassembles the packets.
 */
#include <inverbs/kernel/softhca.h>
#include <stdlib.h>
#include <string.h>

#include "mad/internal.h"

enum {
	RMPP_WINDOW = 64,    /**< packets from one acknowledgement to the next, after the first */
	MAX_ASSEMBLIES = 16, /**< per file; if there are more, the oldest is dropped */
	MESSAGE_MAX = SOFTHCA_MESSAGE_MAX - sizeof(struct softhca_reply) -
		      sizeof(struct umad_header),
};

/** A message with missing packets. */
struct mad_assembly {
	struct softhca_link in_file;
	unsigned int agent;
	uint64_t tid;
	uint8_t mgmt_class;
	uint16_t lid;
	uint8_t sgid[16];
	uint32_t next;       /**< number of the first missing packet */
	uint32_t window_end; /**< number of the next packet to be acknowledged */
	size_t len;
	uint8_t bytes[MESSAGE_MAX];
};

static struct mad_assembly *assembly_of(struct softhca_link *link)
{
	return softhca_entry(link, struct mad_assembly, in_file);
}

static void free_assembly(struct mad_file *file, struct mad_assembly *a)
{
	softhca_link_remove(&a->in_file);
	file->num_assemblies--;
	free(a);
}

void mad_assemblies_forget(struct mad_file *file, uint32_t agent)
{
	struct softhca_link *pos, *after;

	softhca_for_each(pos, after, &file->assemblies)
	{
		if (agent == MAD_ALL_AGENTS || assembly_of(pos)->agent == agent)
			free_assembly(file, assembly_of(pos));
	}
}

static struct mad_assembly *find_assembly(struct mad_file *file, unsigned int agent,
					  const struct mad_packet *p)
{
	const struct mad_header header = mad_header_get(p->bytes);
	struct softhca_link *pos, *after;

	softhca_for_each(pos, after, &file->assemblies)
	{
		struct mad_assembly *a = assembly_of(pos);

		if (a->agent == agent && a->tid == header.tid &&
		    a->mgmt_class == header.mgmt_class && a->lid == p->lid &&
		    !memcmp(a->sgid, p->sgid, sizeof(a->sgid)))
			return a;
	}
	return NULL;
}

/** Start a message with the header of its first packet. Returns NULL if memory is exhausted. */
static struct mad_assembly *create_assembly(struct mad_file *file, unsigned int agent,
					    const struct mad_packet *p)
{
	const struct mad_header header = mad_header_get(p->bytes);
	struct mad_assembly *a = malloc(sizeof(*a));

	if (!a)
		return NULL;
	if (file->num_assemblies == MAX_ASSEMBLIES)
		free_assembly(file, assembly_of(file->assemblies.next));
	softhca_link_init(&a->in_file);
	a->agent = agent;
	a->tid = header.tid;
	a->mgmt_class = header.mgmt_class;
	a->lid = p->lid;
	memcpy(a->sgid, p->sgid, sizeof(a->sgid));
	a->next = 1;
	a->window_end = 1;
	a->len = mad_rmpp_header(header.mgmt_class);
	memcpy(a->bytes, p->bytes, a->len);
	softhca_list_add_last(&file->assemblies, &a->in_file);
	file->num_assemblies++;
	return a;
}

/**
 * Queue a packet of the kernel to the sender. It is sent when the current packet has been
 * processed.
 */
static void queue_reply(struct fabric_port *at, const struct mad_packet *p,
			const struct mad_rmpp *v)
{
	struct mad_header header = mad_header_get(p->bytes);
	struct mad_packet packet = *p;
	struct mad_reply *r = calloc(1, sizeof(*r));

	packet.bytes = calloc(1, MAD_BYTES);
	if (!r || !packet.bytes) {
		free(packet.bytes);
		free(r);
		return; /* lost */
	}
	memcpy(packet.bytes, p->bytes, mad_rmpp_header(header.mgmt_class));
	header.method ^= MAD_RESPONSE;
	mad_header_put(packet.bytes, &header);
	mad_rmpp_put(packet.bytes + MAD_RMPP_AT, v);
	r->from = at;
	r->to = mad_route_back(at, &packet);
	r->packet = packet;
	softhca_list_add_last(&at->node->mad->replies, &r->in_mad);
}

static void acknowledge_segments(struct fabric_port *at, const struct mad_packet *p,
				 const struct mad_assembly *a)
{
	const struct mad_rmpp v = {
		.version = MAD_RMPP_VERSION,
		.type = MAD_RMPP_TYPE_ACK,
		.active = 1,
		.segment = a->next - 1,
		.length = a->window_end,
	};

	queue_reply(at, p, &v);
}

static void send_stop(struct mad_file *file, const struct mad_packet *p, struct mad_assembly *a)
{
	const struct mad_rmpp v = {
		.version = MAD_RMPP_VERSION,
		.type = MAD_RMPP_TYPE_STOP,
		.active = 1,
		.status = MAD_RMPP_STATUS_RESOURCES_EXHAUSTED,
	};

	queue_reply(file->port, p, &v);
	free_assembly(file, a);
}

/** Returns the data bytes of a packet: for the last one, the number in its header. */
static size_t packet_data_bytes(const struct mad_rmpp *v, size_t header)
{
	const size_t own = header - MAD_RMPP_AT - MAD_RMPP_SIZE;

	if (!v->last || v->length < own || v->length - own > MAD_BYTES - header)
		return MAD_BYTES - header;
	return v->length - own;
}

/** Replace the last packet by the whole message. Returns false if memory is exhausted. */
static bool replace_last_packet(struct mad_file *file, struct mad_packet *p, struct mad_assembly *a)
{
	const size_t room = a->len < MAD_BYTES ? MAD_BYTES : a->len;
	uint8_t *bytes = calloc(1, room);

	if (bytes) {
		memcpy(bytes, a->bytes, a->len);
		free(p->bytes);
		p->bytes = bytes;
		p->len = a->len;
		p->segment = false;
	}
	free_assembly(file, a);
	return bytes;
}

static bool is_malformed_rmpp(const struct mad_rmpp *v)
{
	return v->version != MAD_RMPP_VERSION || v->type == MAD_RMPP_TYPE_NONE ||
	       v->type > MAD_RMPP_TYPE_ABORT || (v->type == MAD_RMPP_TYPE_DATA && !v->segment);
}

bool mad_assemble(struct mad_file *file, unsigned int agent, struct mad_packet *p)
{
	const size_t header = mad_rmpp_header(mad_header_get(p->bytes).mgmt_class);
	const struct mad_rmpp v = mad_rmpp_get(p->bytes + MAD_RMPP_AT);
	struct mad_assembly *a;
	size_t data;

	if (!p->segment || !file->agents[agent].rmpp)
		return true;
	if (is_malformed_rmpp(&v)) {
		mad_count_malformed(file->port);
		return false;
	}
	if (v.type != MAD_RMPP_TYPE_DATA)
		return false; /* no transfer waits for it */
	a = find_assembly(file, agent, p);
	if (!a && v.segment == 1)
		a = create_assembly(file, agent, p);
	if (!a)
		return false;
	if (v.segment != a->next) { /* the sender resends from the first missing packet */
		acknowledge_segments(file->port, p, a);
		return false;
	}
	data = packet_data_bytes(&v, header);
	if (a->len + data > sizeof(a->bytes)) {
		send_stop(file, p, a);
		return false;
	}
	memcpy(a->bytes + a->len, p->bytes + header, data);
	a->len += data;
	if (a->next++ == a->window_end || v.last) {
		a->window_end = a->next - 1 + RMPP_WINDOW;
		acknowledge_segments(file->port, p, a);
	}
	return v.last && replace_last_packet(file, p, a);
}
