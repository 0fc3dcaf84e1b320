/* SPDX-License-Identifier: BSD-2-Clause */
/* Ports on which connection messages are sent and received. */
#include <arpa/inet.h>
#include <errno.h>
#include <inverbs/kernel/softhca.h>
#include <stdlib.h>
#include <sys/random.h>

#include "cm.h"

enum {
	NUMBER_MASK = 0xffff
};

static void release_cm_port(struct iba_object *object)
{
	struct iba_cm_port *port = (struct iba_cm_port *)object;

	if (port->umad.file) {
		iba_unwatch(&port->umad.source);
		iba_umad_close(&port->umad);
	}
	pthread_cond_destroy(&port->finished);
	pthread_mutex_destroy(&port->lock);
}

/*
 * The emulator allows one agent per instance. A kernel allows only one for the class, and its own
 * connection manager registers that when it is loaded.
 */
static int register_cm_class(struct iba_cm_port *port)
{
	struct umad_reg_req request = {
		.qpn = 1,
		.mgmt_class = MAD_CLASS_COMMUNICATION,
		.mgmt_class_version = IBCM_CLASS_VERSION,
		.method_mask = {UINT32_C(1) << MAD_METHOD_SEND},
	};
	int err = iba_umad_register(&port->umad, &request);

	if (err == EINVAL) {
		inverbs_log("%s, port %u: another connection manager, such as the kernel's ib_cm, "
			    "receives the connection messages, which ib_cm_*() need",
			    port->port.device, port->port.number);
		return EPROTONOSUPPORT;
	}
	if (!err && getrandom(&port->number, sizeof(port->number), 0) < 0)
		err = errno;
	port->number &= NUMBER_MASK;
	port->agent = request.id;
	return err;
}

static int register_cm_messages(struct iba_cm_port *port)
{
	struct softhca_share_cm share = {.id = 0};
	int err = port->umad.file->ops->mad_ioctl(port->umad.file, SOFTHCA_SHARE_CM, &share);

	if (err == ENOTTY)
		return register_cm_class(port);
	port->shares = !err;
	port->agent = share.id;
	port->number = share.number;
	return err;
}

void iba_cm_receive_requests(struct iba_cm_port *port, ib_net64_t service, bool serves)
{
	struct softhca_serve_cm serve = {.service = be64toh(service), .serves = serves};

	if (port->shares)
		port->umad.file->ops->mad_ioctl(port->umad.file, SOFTHCA_SERVE_CM, &serve);
}

static ib_api_status_t open_cm_port(struct iba_cm_port *port)
{
	int err;

	if (iba_dispatcher_start())
		return IB_INSUFFICIENT_RESOURCES;
	err = iba_umad_open(&port->umad, &port->port);
	if (err)
		return iba_umad_status(err);
	port->umad.received = iba_cm_arrived;
	err = register_cm_messages(port);
	if (!err)
		err = iba_watch(&port->umad.source);
	if (err)
		iba_umad_close(&port->umad);
	return iba_umad_status(err);
}

static ib_api_status_t make_cm_port(struct iba_al *al, const struct iba_port *found,
				    struct iba_cm_port **made)
{
	struct iba_cm_port *port = calloc(1, sizeof(*port));
	ib_api_status_t status;

	if (!port)
		return IB_INSUFFICIENT_MEMORY;
	port->port = *found;
	port->object.release = release_cm_port;
	pthread_mutex_init(&port->lock, NULL);
	pthread_cond_init(&port->finished, NULL);
	status = iba_add(&port->object, INVERBS_IBA_CM_PORT, &al->object, NULL);
	if (status != IB_SUCCESS) {
		release_cm_port(&port->object);
		free(port);
		return status;
	}
	status = open_cm_port(port);
	if (status == IB_SUCCESS)
		*made = port;
	else
		iba_destroy(&port->object, NULL);
	return status;
}

static bool is_wanted_port(const struct iba_cm_port *port, const struct iba_port *wanted,
			   uint32_t number)
{
	return wanted ? port->port.guid == wanted->guid : port->number == number;
}

static struct iba_cm_port *find_cm_port(struct iba_al *al, const struct iba_port *wanted,
					uint32_t number)
{
	struct iba_cm_port *found = NULL;

	iba_lock();
	for (struct iba_object *at = al->object.children; at && !found; at = at->next)
		if (at->kind == INVERBS_IBA_CM_PORT && at->alive &&
		    is_wanted_port((struct iba_cm_port *)at, wanted, number))
			found = (struct iba_cm_port *)at;
	if (found)
		found->object.references++;
	iba_unlock();
	return found;
}

struct iba_cm_port *iba_cm_port_by_number(struct iba_al *al, uint32_t number)
{
	return find_cm_port(al, NULL, number);
}

ib_api_status_t iba_cm_port_get(struct iba_al *al, const struct iba_port *port,
				struct iba_cm_port **out)
{
	static pthread_mutex_t making = PTHREAD_MUTEX_INITIALIZER;
	ib_api_status_t status = IB_SUCCESS;

	pthread_mutex_lock(&making);
	*out = find_cm_port(al, port, 0);
	if (!*out)
		status = make_cm_port(al, port, out);
	pthread_mutex_unlock(&making);
	return status;
}

/* --- the port of a path --------------------------------------------------------------------- */

static bool has_gid(const struct iba_port *port, const ib_gid_t *wanted)
{
	ib_gid_t gid;

	return iba_port_gid(port, iba_port_gid_index(port, wanted), &gid) &&
	       !memcmp(&gid, wanted, sizeof(gid));
}

bool iba_cm_has_lid(const struct iba_port *port, ib_net16_t lid)
{
	const unsigned int first = iba_port_value(port, "lid");
	const unsigned int count = 1U << (iba_port_value(port, "lid_mask_count") & 7);

	return first && ntohs(lid) >= first && ntohs(lid) < first + count;
}

static bool path_starts_at(const ib_path_rec_t *path, const struct iba_port *port)
{
	static const ib_gid_t none;

	if (memcmp(&path->sgid, &none, sizeof(none)) != 0)
		return has_gid(port, &path->sgid);
	return iba_cm_has_lid(port, path->slid);
}

bool iba_cm_port_of_path(const ib_path_rec_t *path, ib_net64_t ca_guid, struct iba_port *port)
{
	struct ibv_device **list = ibv_get_device_list(NULL);
	bool found = false;

	for (size_t i = 0; list && list[i] && !found; i++)
		for (unsigned int n = 1;
		     !found && iba_port_of_device(inverbs_device_of(list[i]), n, port); n++)
			found = (!ca_guid || port->ca_guid == ca_guid) &&
				path_starts_at(path, port);
	ibv_free_device_list(list);
	return found;
}
