/* SPDX-License-Identifier: BSD-2-Clause */
/* Sending MADs of programs, and requests that get no response. */
#include <arpa/inet.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/driver.h"
#include "base/log.h"
#include "mad/internal.h"
#include "mad/mad.h"

enum {
	PENDING_MAX = 8192, /* per file */
};

/* --- sending ------------------------------------------------------------------------------- */

static uint8_t gid_index_of(const struct umad_header *header)
{
	return header->grh_present ? header->gid_index : 0;
}

static bool gid_is_used(const struct softhca_port *port, unsigned int index)
{
	static const union ibv_gid unused;

	return index < port->gids_end && memcmp(&port->gid[index], &unused, sizeof(unused)) != 0;
}

/** Return the errors that creating an address handle would have. */
static int check_address(const struct mad_file *file, const struct umad_header *header,
			 uint8_t mgmt_class)
{
	const struct softhca_port *port = file->port->hca_port;

	if (mgmt_class == MAD_CLASS_SUBNET_DIRECTED)
		return 0;
	if (gid_index_of(header) >= port->device->driver->limits->gid_tbl_len)
		return EINVAL;
	if (header->grh_present && !gid_is_used(port, header->gid_index))
		return ENODATA;
	if (port->ethernet)
		return header->grh_present ? 0 : EINVAL;
	return header->lid ? 0 : EINVAL;
}

/** Returns the port that a MAD is sent to, or NULL. A port reaches itself without a link. */
static struct fabric_port *destination_port(struct fabric_port *from,
					    const struct umad_header *header)
{
	struct fabric_port *to = header->grh_present ? fabric_port_by_gid(from, header->gid)
						     : fabric_route(from, ntohs(header->lid));

	if (!to || to == from || from->hca_port->ethernet)
		return to;
	return fabric_link_up(from) && fabric_link_up(to) ? to : NULL;
}

static bool is_rmpp_active(const uint8_t *bytes)
{
	return mad_rmpp_header(mad_header_get(bytes).mgmt_class) &&
	       mad_rmpp_get(bytes + MAD_RMPP_AT).active;
}

/** Must the emulated kernel split the message into several MADs? */
static bool needs_segmentation(const struct mad_agent *agent, const uint8_t *bytes)
{
	return agent->rmpp && is_rmpp_active(bytes);
}

/** Send a copy, because it is modified on the way. */
static void send_packet(struct mad_file *file, const struct umad_header *header,
			const uint8_t *bytes, size_t len)
{
	const uint8_t mgmt_class = mad_header_get(bytes).mgmt_class;
	const struct softhca_port *port = file->port->hca_port;
	struct mad_packet p = {
		.len = len,
		.qpn = file->agents[header->id].qpn,
		.to_qpn = ntohl(header->qpn),
		.segment = !file->agents[header->id].rmpp && is_rmpp_active(bytes),
	};
	struct fabric_port *to;

	p.bytes = calloc(1, len < MAD_BYTES ? MAD_BYTES : len);
	if (!p.bytes)
		return; /* lost, as on a real network; retries follow */
	memcpy(p.bytes, bytes, len);
	p.lid = fabric_lid(file->port);
	if (!port->ethernet) { /* Ethernet has neither */
		p.sl = header->sl;
		p.pkey_index = header->pkey_index;
	}
	p.grh = header->grh_present;
	if (p.grh) {
		p.hop_limit = header->hop_limit;
		p.traffic_class = header->traffic_class;
		p.flow_label = ntohl(header->flow_label);
		memcpy(p.sgid, port->gid[gid_index_of(header)].raw, sizeof(p.sgid));
		memcpy(p.dgid, header->gid, sizeof(p.dgid));
	}
	if (mgmt_class == MAD_CLASS_SUBNET_DIRECTED)
		to = mad_route_directed(file->port, &p, ntohs(header->lid));
	else
		to = destination_port(file->port, header);
	if (to)
		mad_carry(file->port, to, &p);
	free(p.bytes);
}

/** Set the upper half of a request's transaction id to the agent's number. */
static void set_tid(uint8_t *bytes, const struct mad_agent *agent)
{
	struct mad_header header = mad_header_get(bytes);

	header.tid = (uint64_t)agent->tid << 32 | (uint32_t)header.tid;
	mad_header_put(bytes, &header);
}

/** Returns the minimum size of a MAD of this class. */
static size_t class_header(uint8_t mgmt_class)
{
	const size_t rmpp = mad_rmpp_header(mgmt_class);

	return rmpp ? rmpp : UMAD_LEAST_BYTES;
}

/** Make the kernel's checks, in its order, and add the RMPP header to a long message. */
static int prepare_send(struct mad_pending *p, size_t len)
{
	const struct mad_file *file = p->file;
	int ret = check_address(file, &p->header, p->mgmt_class);

	if (ret)
		return ret;
	if (len < class_header(p->mgmt_class))
		return EINVAL;
	if (needs_segmentation(&file->agents[p->agent], p->bytes)) {
		p->len = len;
		mad_rmpp_mark(p->bytes, len);
	} else if (len > MAD_BYTES) {
		return EINVAL;
	}
	if (!mad_is_response(p->bytes) && mad_pending_find(file->port, p->bytes))
		return EINVAL;
	return 0;
}

/** Check a message, and keep it for retries. */
static int make_pending(struct mad_file *file, const struct umad_header *header,
			const uint8_t *bytes, size_t len, struct mad_pending **out)
{
	const size_t room = len < MAD_BYTES ? MAD_BYTES : len;
	struct mad_pending *p = calloc(1, sizeof(*p) + room);
	struct mad_header sent;
	int ret;

	if (!p)
		return ENOMEM;
	softhca_link_init(&p->timer.in_list);
	p->file = file;
	p->agent = header->id;
	p->header = *header;
	p->retries = header->retries;
	p->len = room;
	memcpy(p->bytes, bytes, len);
	if (!mad_is_response(p->bytes))
		set_tid(p->bytes, &file->agents[header->id]);
	sent = mad_header_get(p->bytes);
	p->tid = sent.tid;
	p->mgmt_class = sent.mgmt_class;
	ret = prepare_send(p, len);
	if (ret)
		free(p);
	else
		*out = p;
	return ret;
}

int softhca_mad_write(struct mad_file *file, const void *bytes, size_t len)
{
	const size_t header_bytes = file->long_header ? sizeof(struct umad_header)
						      : UMAD_SHORT_HEADER;
	struct umad_header header = {0};
	struct mad_pending *p;
	int ret;

	if (len < header_bytes + UMAD_LEAST_BYTES)
		return EINVAL;
	memcpy(&header, bytes, header_bytes);
	if (header.id >= UMAD_AGENTS_MAX)
		return EINVAL;
	if (!file->agents[header.id].used)
		return EIO;
	ret = make_pending(file, &header, (const uint8_t *)bytes + header_bytes, len - header_bytes,
			   &p);
	if (ret)
		return ret;
	if (!header.timeout_ms || mad_is_response(p->bytes)) {
		send_packet(file, &header, p->bytes, p->len);
		free(p);
	} else if (file->num_pending == PENDING_MAX) {
		free(p);
		return ENOMEM;
	} else {
		file->num_pending++;
		mad_pending_wait(p);
		send_packet(file, &header, p->bytes, p->len); /* may free the pending request */
	}
	return 0;
}

/* --- timeouts ----------------------------------------------------------------------------- */

static uint64_t min_time(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

uint64_t softhca_mad_deadline(const struct softhca *hca)
{
	const struct softhca_mad *mad = hca->mad;

	const uint64_t kernel = min_time(mad_queries_due(mad), mad_late_due(mad));
	const uint64_t notices = min_time(softhca_timers_due(&mad->traps),
					  softhca_timers_due(&mad->reports));

	if (!softhca_list_empty(&mad->replies))
		return 0;
	return min_time(softhca_timers_due(&mad->pending), min_time(kernel, notices));
}

static void expire_request(struct mad_pending *p)
{
	struct umad_header header = p->header;

	softhca_timer_stop(&p->timer);
	if (p->retries) {
		p->retries--;
		mad_pending_wait(p);
		send_packet(p->file, &header, p->bytes, p->len);
		return;
	}
	header.status = ETIMEDOUT;
	mad_file_add(p->file, &header, p->bytes, UMAD_ECHO_BYTES);
	mad_pending_end(p);
}

void softhca_mad_run(struct softhca *hca, uint64_t now)
{
	struct softhca_link *pos, *after;

	mad_replies_send(hca->mad, true);
	mad_traps_run(hca->mad, now);
	sa_reports_run(hca->mad, now);
	mad_late_arrive(hca->mad, now);
	mad_queries_expire(hca->mad, now);
	softhca_for_each(pos, after, &hca->mad->pending)
	{
		if (mad_pending_of(pos)->timer.due > now)
			break;
		expire_request(mad_pending_of(pos));
	}
}
