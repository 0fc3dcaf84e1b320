/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Port attributes that a program may change: two counters, and whether the port has a subnet
 * manager.
 */
#include <inverbs/mad/subnet.h>
#include <stdlib.h>

#include "local.h"

enum {
	COUNTERS = IB_CA_MOD_QKEY_CTR | IB_CA_MOD_PKEY_CTR,
	DATA_BYTES = 64
};

/* An open issmN file; below its adapter. Only used in this file. */
struct manager {
	struct iba_object object;
	struct inverbs_transport *file;
	unsigned int port;
};

static void release_manager(struct iba_object *object)
{
	struct manager *manager = (struct manager *)object;

	manager->file->ops->close(manager->file);
}

static struct manager *find_manager(struct iba_ca *ca, unsigned int port)
{
	struct manager *found = NULL;

	iba_lock();
	for (struct iba_object *at = ca->reporter.object.children; at && !found; at = at->next)
		if (at->kind == INVERBS_IBA_MANAGER && at->alive &&
		    ((struct manager *)at)->port == port)
			found = (struct manager *)at;
	if (found)
		found->object.references++;
	iba_unlock();
	return found;
}

static ib_api_status_t open_manager(struct iba_ca *ca, const struct iba_port *port)
{
	struct manager *manager = calloc(1, sizeof(*manager));
	ib_api_status_t status;
	void *handle;
	int err;

	if (!manager)
		return IB_INSUFFICIENT_MEMORY;
	manager->port = port->number;
	manager->object.release = release_manager;
	manager->file = port->backend->open_mad(port->backend, port->device, port->number, true);
	if (manager->file)
		return iba_publish(&manager->object, INVERBS_IBA_MANAGER, &ca->reporter.object,
				   NULL, &handle);
	err = errno;
	free(manager);
	status = iba_umad_status(err);
	return err == EAGAIN ? IB_RESOURCE_BUSY : status; /* another process has it open */
}

static ib_api_status_t set_manager(struct iba_ca *ca, const struct iba_port *port, bool on)
{
	static pthread_mutex_t changing = PTHREAD_MUTEX_INITIALIZER;
	ib_api_status_t status = IB_SUCCESS;
	struct manager *manager;

	pthread_mutex_lock(&changing);
	manager = find_manager(ca, port->number);
	if (on && !manager)
		status = open_manager(ca, port);
	else if (manager && !on)
		status = iba_destroy(&manager->object, NULL);
	else if (manager)
		iba_put(&manager->object);
	pthread_mutex_unlock(&changing);
	return status;
}

static ib_api_status_t port_info(const struct iba_port *port, uint8_t method,
				 struct smp_port_info *info)
{
	struct smp_datagram smp = {
		.base_version = MAD_BASE_VERSION,
		.mgmt_class = MAD_CLASS_SUBNET_DIRECTED,
		.class_version = SMP_CLASS_VERSION,
		.method = method,
		.attribute = SMP_ATTRIBUTE_PORT_INFO,
		.modifier = port->number,
		.m_key = info->m_key,
	};
	uint8_t mad[MAD_BYTES];
	int err;

	smp_port_info_put(smp.data, info);
	smp_datagram_put(mad, &smp);
	err = iba_local_smp(port, mad);
	if (err)
		return iba_umad_status(err);
	smp = smp_datagram_get(mad);
	*info = smp_port_info_get(smp.data);
	return smp.status ? IB_ERROR : IB_SUCCESS;
}

/*
 * Zero in these fields changes nothing; fields that the program omits are set to their present
 * values.
 */
static ib_api_status_t set_counters(const struct iba_port *port, ib_ca_mod_t mod,
				    const ib_port_attr_mod_t *attr)
{
	struct smp_port_info info = {.m_key = 0};
	ib_api_status_t status = port_info(port, MAD_METHOD_GET, &info);

	if (status != IB_SUCCESS)
		return status;
	info.state = 0;
	info.phys_state = 0;
	info.down_default = 0;
	info.width_enabled = 0;
	info.speed_enabled = 0;
	info.speed_ext_enabled = 0;
	info.client_reregister = 0;
	if (mod & IB_CA_MOD_QKEY_CTR)
		info.q_key_violations = attr->qkey_ctr;
	if (mod & IB_CA_MOD_PKEY_CTR)
		info.p_key_violations = attr->pkey_ctr;
	return port_info(port, MAD_METHOD_SET, &info);
}

static ib_api_status_t change_port(struct iba_ca *ca, const struct iba_port *port, ib_ca_mod_t mod,
				   const ib_port_attr_mod_t *attr)
{
	ib_api_status_t status = IB_SUCCESS;

	if (mod & ~(ib_ca_mod_t)(COUNTERS | IB_CA_MOD_IS_SM))
		return IB_UNSUPPORTED;
	if (mod & COUNTERS)
		status = set_counters(port, mod, attr);
	if (status == IB_SUCCESS && mod & IB_CA_MOD_IS_SM)
		status = set_manager(ca, port, attr->cap.sm);
	return status;
}

ib_api_status_t ib_modify_ca(ib_ca_handle_t h_ca, uint8_t port_num, ib_ca_mod_t ca_mod,
			     const ib_port_attr_mod_t *p_port_attr_mod)
{
	struct iba_ca *ca = iba_get(h_ca, INVERBS_IBA_CA);
	struct iba_port port;
	ib_api_status_t status;

	if (!ca)
		return iba_refusal(h_ca, IB_INVALID_CA_HANDLE);
	if (!p_port_attr_mod || !ca_mod || ca_mod & IB_CA_MOD_RESERVED_MASK)
		status = IB_INVALID_PARAMETER;
	else
		status = iba_port_of_ca(ca, port_num, &port);
	if (status == IB_SUCCESS)
		status = change_port(ca, &port, ca_mod, p_port_attr_mod);
	iba_put(&ca->reporter.object);
	return status;
}
