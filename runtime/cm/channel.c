/* SPDX-License-Identifier: BSD-2-Clause */
/* Event channels. */
#include "cm.h"

/* Whether a backend has devices. Returns -errno if it was requested and is absent. */
static int devices_of(const struct inverbs_backend *backend)
{
	struct inverbs_device_info *infos = NULL;
	int count = backend->list(backend, &infos);

	free(infos);
	return count;
}

/*
 * An emulator that was requested is the only backend; otherwise the kernel is preferred if it has
 * devices.
 */
static const struct inverbs_backend *choose_backend(void)
{
	if (!inverbs_emulator_wanted() && devices_of(&inverbs_backend_kernel) > 0)
		return &inverbs_backend_kernel;
	if (devices_of(&inverbs_backend_emulator) > 0)
		return &inverbs_backend_emulator;
	return inverbs_fail(ENODEV);
}

struct rdma_event_channel *rdma_create_event_channel(void)
{
	struct inverbs_cm_channel *channel = calloc(1, sizeof(*channel));
	const struct inverbs_backend *backend;

	if (!channel)
		return inverbs_fail(ENOMEM);
	backend = choose_backend();
	if (backend)
		channel->transport = backend->open_cm(backend);
	if (!channel->transport) {
		int err = errno;

		free(channel);
		return inverbs_fail(err);
	}
	channel->cm.fd = channel->transport->fd;
	return &channel->cm;
}

void rdma_destroy_event_channel(struct rdma_event_channel *channel)
{
	struct inverbs_cm_channel *c = (struct inverbs_cm_channel *)channel;

	c->transport->ops->close(c->transport);
	free(c);
}
