/* SPDX-License-Identifier: BSD-2-Clause */
/* Open umadN files, and the MADs that programs have not read yet. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/driver.h"
#include "mad/internal.h"
#include "mad/mad.h"

enum {
	UNREAD_MAX = 4096,
	UNREAD_BYTES_MAX = 4 << 20,
};

int softhca_mad_open(struct softhca_port *port, struct softhca_process *process,
		     struct mad_file **out, int *client_fd)
{
	struct fabric_port *at = fabric_port_of(port);
	struct mad_file *file;
	int ret;

	if (!at)
		return ENODEV;
	file = calloc(1, sizeof(*file));
	if (!file)
		return ENOMEM;
	ret = softhca_ready_socket_open(&file->ready, process, client_fd);
	if (ret) {
		free(file);
		return ret;
	}
	file->users = 1;
	file->port = at;
	softhca_link_init(&file->unread);
	softhca_link_init(&file->assemblies);
	softhca_link_init(&file->services);
	softhca_list_add_last(&at->files, &file->in_port);
	*out = file;
	return 0;
}

static struct mad_unread *unread_of(struct softhca_link *link)
{
	return softhca_entry(link, struct mad_unread, in_file);
}

struct mad_file *softhca_mad_share(struct mad_file *file)
{
	if (file)
		file->users++;
	return file;
}

void softhca_mad_close(struct mad_file *file)
{
	struct softhca_link *pos, *after;

	if (--file->users)
		return;
	mad_pending_forget(file, MAD_ALL_AGENTS);
	mad_assemblies_forget(file, MAD_ALL_AGENTS);
	mad_services_forget(file);
	softhca_for_each(pos, after, &file->unread)
	{
		free(unread_of(pos));
	}
	softhca_link_remove(&file->in_port);
	softhca_ready_socket_close(&file->ready);
	free(file);
}

void mad_file_add(struct mad_file *file, const struct umad_header *header, const uint8_t *bytes,
		  size_t len)
{
	struct mad_unread *m;

	if (file->num_unread >= UNREAD_MAX || file->unread_bytes + len > UNREAD_BYTES_MAX) {
		file->port->hca_port->counters.mads_lost++; /* the program reads too slowly */
		return;
	}
	m = malloc(sizeof(*m) + len);
	if (!m)
		return; /* lost, as on a wire */
	m->header = *header;
	m->len = len;
	memcpy(m->bytes, bytes, len);
	softhca_list_add_last(&file->unread, &m->in_file);
	file->num_unread++;
	file->unread_bytes += len;
	softhca_ready_socket_set(&file->ready, true);
}

/** Copy the header and as much of the MAD as fits. */
static size_t copy_unread(const struct mad_unread *m, size_t header, size_t bytes, uint8_t *buf)
{
	memcpy(buf, &m->header, header);
	memcpy(buf + header, m->bytes, bytes);
	return header + bytes;
}

int softhca_mad_read(struct mad_file *file, void *buf, size_t room, size_t *len)
{
	const size_t header = file->long_header ? sizeof(struct umad_header) : UMAD_SHORT_HEADER;
	struct mad_unread *m;
	size_t packet;

	*len = 0;
	if (file->lost)
		return EIO;
	if (room < header)
		return EINVAL;
	if (softhca_list_empty(&file->unread))
		return EAGAIN;
	m = unread_of(file->unread.next);
	if (!m->header.status) /* otherwise, the header is the one that the program wrote */
		m->header.length = (uint32_t)(header + m->len);
	if (room >= header + m->len) {
		*len = copy_unread(m, header, m->len, buf);
		softhca_link_remove(&m->in_file);
		file->num_unread--;
		file->unread_bytes -= m->len;
		free(m);
		softhca_ready_socket_set(&file->ready, file->num_unread);
		return 0;
	}
	packet = m->len < MAD_BYTES ? m->len : MAD_BYTES;
	if (room < header + packet)
		return EINVAL;
	*len = copy_unread(m, header, packet, buf);
	return ENOSPC;
}

/** The device is lost: unread MADs stay unread, and the program is woken. */
static void mark_file_lost(struct mad_file *file)
{
	mad_pending_forget(file, MAD_ALL_AGENTS);
	mad_assemblies_forget(file, MAD_ALL_AGENTS);
	memset(file->agents, 0, sizeof(file->agents));
	file->lost = true;
	softhca_ready_socket_set(&file->ready, true);
}

void softhca_mad_device_gone(struct softhca_dev *device)
{
	for (unsigned int i = 0; i < device->num_ports; i++) {
		struct fabric_port *at = fabric_port_of(&device->port[i]);
		struct softhca_link *pos, *after;

		if (!at)
			continue;
		softhca_for_each(pos, after, &at->files)
		{
			mark_file_lost(softhca_entry(pos, struct mad_file, in_port));
		}
	}
}

/** Set a capability of the port, which reports the change to its subnet manager. */
static void set_sm(struct softhca_port *port, bool has)
{
	port->has_sm = has;
	if (port->device->hca->managed)
		mad_trap_start(fabric_port_of(port));
}

int softhca_issm_open(struct softhca_port *port)
{
	if (port->ethernet || !fabric_port_of(port))
		return ENODEV;
	if (port->has_sm)
		return EAGAIN;
	set_sm(port, true);
	return 0;
}

void softhca_issm_close(struct softhca_port *port)
{
	set_sm(port, false);
}
