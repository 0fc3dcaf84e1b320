/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Connection managers of programs. The emulated kernel's connection manager needs no MADs (see
 * cm/), so all messages of class 0x07 are for programs: for instances of the access layer, each of
 * which is a connection manager. Several can share a port. The service id, or the upper half of the
 * receiver's communication id, determines which of them gets a message.
 */
#include <errno.h>
#include <inverbs/kernel/softhca.h>
#include <inverbs/mad/communication.h>
#include <stdlib.h>
#include <string.h>

#include "mad/internal.h"

enum {
	SERVICES_MAX = 4096, /* per file */
	NUMBER_MASK = 0xffff,
	NUMBER_SHIFT = 16,
};

struct service {
	struct softhca_link in_file;
	uint64_t id;
};

static struct service *service_of(struct softhca_link *link)
{
	return softhca_entry(link, struct service, in_file);
}

unsigned int mad_sharing_agent(const struct mad_file *file)
{
	unsigned int i = 0;

	while (i < UMAD_AGENTS_MAX && !file->agents[i].shares)
		i++;
	return i;
}

static uint32_t agent_number(const struct mad_file *file)
{
	return file->agents[mad_sharing_agent(file)].tid & NUMBER_MASK;
}

/** Returns the file whose agent has the number, or NULL. */
static struct mad_file *find_by_number(struct fabric_port *at, uint32_t number)
{
	struct softhca_link *pos, *after;

	softhca_for_each(pos, after, &at->files)
	{
		struct mad_file *file = softhca_entry(pos, struct mad_file, in_port);

		if (mad_sharing_agent(file) < UMAD_AGENTS_MAX && agent_number(file) == number)
			return file;
	}
	return NULL;
}

int mad_share_communication(struct mad_file *file, void *argument)
{
	struct softhca_share_cm share = {.id = 0};
	struct softhca_mad *mad = file->port->node->mad;

	if (mad_sharing_agent(file) < UMAD_AGENTS_MAX)
		return EBUSY;
	while (share.id < UMAD_AGENTS_MAX && file->agents[share.id].used)
		share.id++;
	if (share.id == UMAD_AGENTS_MAX)
		return ENOMEM;
	do {
		share.number = mad->next_tid++ & NUMBER_MASK;
	} while (find_by_number(file->port, share.number));
	file->agents[share.id] = (struct mad_agent){
		.used = true,
		.qpn = 1,
		.shares = true,
		.tid = share.number,
	};
	file->registered = true;
	memcpy(argument, &share, sizeof(share));
	return 0;
}

static struct service *find_service(struct mad_file *file, uint64_t id)
{
	struct softhca_link *pos, *after;

	softhca_for_each(pos, after, &file->services)
	{
		if (service_of(pos)->id == id)
			return service_of(pos);
	}
	return NULL;
}

static void forget_service(struct mad_file *file, struct service *service)
{
	softhca_link_remove(&service->in_file);
	file->num_services--;
	free(service);
}

int mad_serve_communication(struct mad_file *file, const void *argument)
{
	struct softhca_serve_cm serve;
	struct service *service;

	memcpy(&serve, argument, sizeof(serve));
	if (mad_sharing_agent(file) == UMAD_AGENTS_MAX)
		return EINVAL;
	if (!serve.serves) {
		service = find_service(file, serve.service);
		if (service)
			forget_service(file, service);
		return service ? 0 : ENOENT;
	}
	service = file->num_services < SERVICES_MAX ? malloc(sizeof(*service)) : NULL;
	if (!service)
		return ENOMEM;
	service->id = serve.service;
	softhca_list_add_last(&file->services, &service->in_file);
	file->num_services++;
	return 0;
}

void mad_services_forget(struct mad_file *file)
{
	struct softhca_link *pos, *after;

	softhca_for_each(pos, after, &file->services)
	{
		forget_service(file, service_of(pos));
	}
}

static struct mad_file *find_by_service(struct fabric_port *at, uint64_t id)
{
	struct softhca_link *pos, *after;

	softhca_for_each(pos, after, &at->files)
	{
		struct mad_file *file = softhca_entry(pos, struct mad_file, in_port);

		if (find_service(file, id))
			return file;
	}
	return NULL;
}

/**
 * Returns the receiver's communication id. All messages but requests have it, at one of two
 * offsets.
 */
static uint32_t receiver_id(const struct mad_packet *p, uint16_t message)
{
	const struct ibcm_rtu rtu = ibcm_rtu_get(p->bytes + MAD_HEADER_SIZE);

	return message == IBCM_ATTRIBUTE_SIDR_REP ? rtu.local_id : rtu.remote_id;
}

static struct mad_file *find_receiver(struct fabric_port *at, const struct mad_packet *p,
				      uint16_t message)
{
	const uint32_t number = receiver_id(p, message) >> NUMBER_SHIFT;

	switch (message) {
	case IBCM_ATTRIBUTE_REQ:
		return find_by_service(at, ibcm_req_get(p->bytes + MAD_HEADER_SIZE).service_id);
	case IBCM_ATTRIBUTE_SIDR_REQ:
		return find_by_service(at,
				       ibcm_sidr_req_get(p->bytes + MAD_HEADER_SIZE).service_id);
	default:
		return find_by_number(at, number);
	}
}

/** Returns the port's next file with such an agent after `last` (NULL: the first), or NULL. */
static struct mad_file *next_sharing_file(struct fabric_port *at, struct mad_file *last)
{
	struct softhca_link *pos = last ? last->in_port.next : at->files.next;

	for (; pos != &at->files; pos = pos->next) {
		struct mad_file *file = softhca_entry(pos, struct mad_file, in_port);

		if (mad_sharing_agent(file) < UMAD_AGENTS_MAX)
			return file;
	}
	return NULL;
}

static bool is_cm_message(const struct mad_packet *p, const struct mad_header *header)
{
	return header->mgmt_class == MAD_CLASS_COMMUNICATION &&
	       header->class_version == IBCM_CLASS_VERSION && header->method == MAD_METHOD_SEND &&
	       p->len == MAD_BYTES;
}

struct mad_file *mad_communication_next(struct fabric_port *at, const struct mad_packet *p,
					struct mad_file *last)
{
	const struct mad_header header = mad_header_get(p->bytes);
	struct mad_file *file;

	if (!is_cm_message(p, &header))
		return NULL;
	/*
	 * the sender did not have the receiver's id: offer it to all, and each compares the
	 * sender's id
	 */
	if (header.attribute == IBCM_ATTRIBUTE_REJ && !receiver_id(p, header.attribute))
		return next_sharing_file(at, last);
	if (last)
		return NULL;
	file = find_receiver(at, p, header.attribute);
	return file ? file
		    : next_sharing_file(
			      at, NULL); /* if no file serves it, any can reject the request */
}
