/* SPDX-License-Identifier: BSD-2-Clause */
/* umad files, for sending and receiving management datagrams. */
#include "umad.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <poll.h>

#include "iba/layer.h"

enum {
	FIRST_ROOM = 4096
};

static void close_lost_file(struct iba_umad *umad)
{
	iba_unwatch(&umad->source);
	__atomic_store_n(&umad->is_lost, true, __ATOMIC_RELEASE);
	if (umad->lost)
		umad->lost(umad);
}

/*
 * Read datagrams and timed-out requests. If a datagram is too long, the error comes with the size
 * it needs.
 */
static void read_datagram(struct iba_source *source)
{
	struct iba_umad *umad = (struct iba_umad *)((char *)source -
						    offsetof(struct iba_umad, source));
	struct umad_header header;
	ssize_t len = umad->file->ops->mad_read(umad->file, umad->buffer, umad->room);

	if (len == -ENOSPC) {
		memcpy(&header, umad->buffer, sizeof(header));
		if (header.length > umad->room) {
			uint8_t *more = realloc(umad->buffer, header.length);

			if (!more)
				return;
			umad->buffer = more;
			umad->room = header.length;
		}
	} else if (len == -EIO || len == -EACCES || len == -EPIPE || len == -ENODEV) {
		close_lost_file(umad);
	} else if (len >= (ssize_t)sizeof(header)) {
		memcpy(&header, umad->buffer, sizeof(header));
		umad->received(umad, &header, umad->buffer + sizeof(header),
			       (size_t)len - sizeof(header));
	}
}

static int prepare_umad(struct iba_umad *umad)
{
	int flags;

	umad->room = FIRST_ROOM;
	umad->buffer = malloc(umad->room);
	if (!umad->buffer)
		return ENOMEM;
	umad->source.fd = umad->file->fd;
	umad->source.ready = read_datagram;
	flags = fcntl(umad->file->fd, F_GETFL);
	if (flags < 0 || fcntl(umad->file->fd, F_SETFL, flags | O_NONBLOCK) < 0)
		return errno;
	return umad->file->ops->mad_ioctl(umad->file, UMAD_ENABLE_PKEY, NULL);
}

int iba_umad_open(struct iba_umad *umad, const struct iba_port *port)
{
	int err;

	umad->file = port->backend->open_mad(port->backend, port->device, port->number, false);
	if (!umad->file)
		return errno ? errno : EIO;
	err = prepare_umad(umad);
	if (err)
		iba_umad_close(umad);
	return err;
}

void iba_umad_close(struct iba_umad *umad)
{
	if (umad->file)
		umad->file->ops->close(umad->file);
	free(umad->buffer);
	umad->file = NULL;
	umad->buffer = NULL;
}

int iba_umad_register(struct iba_umad *umad, struct umad_reg_req *request)
{
	return umad->file->ops->mad_ioctl(umad->file, UMAD_REGISTER_AGENT, request);
}

int iba_umad_register_sender(struct iba_umad *umad, uint8_t qpn, bool rmpp, uint32_t *id)
{
	struct umad_reg_req request = {.qpn = qpn, .rmpp_version = rmpp ? MAD_RMPP_VERSION : 0};
	int err = iba_umad_register(umad, &request);

	*id = request.id;
	return err;
}

int iba_umad_write(struct iba_umad *umad, const struct umad_header *header, const void *mad,
		   size_t bytes)
{
	uint8_t plain[sizeof(*header) + MAD_BYTES];
	uint8_t *both = plain;
	int err;

	if (iba_umad_is_lost(umad))
		return EIO;
	if (bytes > MAD_BYTES)
		both = malloc(sizeof(*header) + bytes);
	if (!both)
		return ENOMEM;
	memcpy(both, header, sizeof(*header));
	memcpy(both + sizeof(*header), mad, bytes);
	err = umad->file->ops->command(umad->file, both, sizeof(*header) + bytes);
	if (both != plain)
		free(both);
	return err;
}

/* Wait for the response to the only request, or for its timeout. */
static int wait_for_only_response(struct iba_umad *umad, void *mad)
{
	struct pollfd pollfd = {.fd = umad->file->fd, .events = POLLIN};
	struct umad_header header;
	ssize_t len;

	do {
		if (poll(&pollfd, 1, -1) < 0 && errno != EINTR)
			return errno;
		len = umad->file->ops->mad_read(umad->file, umad->buffer, umad->room);
	} while (len == -EAGAIN || len == -EINTR);
	if (len < 0)
		return (int)-len;
	memcpy(&header, umad->buffer, sizeof(header));
	if (header.status)
		return (int)header.status;
	if ((size_t)len < sizeof(header) + MAD_BYTES)
		return EIO;
	memcpy(mad, umad->buffer + sizeof(header), MAD_BYTES);
	return 0;
}

int iba_umad_exchange(const struct iba_port *port, uint8_t qpn, const struct umad_header *header,
		      void *mad)
{
	struct umad_header sent = *header;
	struct iba_umad umad = {.file = NULL};
	int err = iba_umad_open(&umad, port);

	if (err)
		return err;
	err = iba_umad_register_sender(&umad, qpn, false, &sent.id);
	if (!err)
		err = iba_umad_write(&umad, &sent, mad, MAD_BYTES);
	if (!err)
		err = wait_for_only_response(&umad, mad);
	iba_umad_close(&umad);
	return err;
}

ib_api_status_t iba_umad_status(int err)
{
	switch (err) {
	case ENOENT:
	case ENODEV:
	case EPROTONOSUPPORT:
		return IB_UNSUPPORTED; /* the port has no umad file, or no subnet management */
	default:
		return iba_status(err);
	}
}

bool iba_class_has_rmpp(uint8_t mgmt_class)
{
	switch (mgmt_class) {
	case MAD_CLASS_ADMINISTRATION:
	case MAD_CLASS_DEVICE:
	case MAD_CLASS_DEVICE_ADMINISTRATION:
	case MAD_CLASS_BIS:
		return true;
	default:
		return mgmt_class >= MAD_VENDOR_OUI_FIRST && mgmt_class <= MAD_VENDOR_OUI_LAST;
	}
}

bool iba_is_response(const struct mad_header *header)
{
	return header->method & MAD_RESPONSE || header->method == MAD_METHOD_TRAP_REPRESS ||
	       (header->mgmt_class == MAD_CLASS_BOARD && header->modifier & 1);
}
