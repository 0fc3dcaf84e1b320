/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The ioctl of umadN, by which programs register agents. The checks are made in the kernel's order.
 */
#include <errno.h>
#include <inverbs/kernel/softhca.h>
#include <inverbs/mad/communication.h>
#include <string.h>

#include "mad/internal.h"
#include "mad/mad.h"

/** The contents of both forms of the request. */
struct wanted {
	struct mad_agent agent;
	uint8_t rmpp_version;
	bool user_rmpp;
};

static bool class_allowed(const struct wanted *w)
{
	const struct mad_agent *a = &w->agent;

	if (a->version >= UMAD_VERSIONS_END)
		return false;
	if (a->mgmt_class >= UMAD_CLASSES_END && a->mgmt_class != MAD_CLASS_SUBNET_DIRECTED)
		return false;
	if (mad_has_oui(a->mgmt_class) && !a->oui)
		return false;
	if (w->rmpp_version && !mad_rmpp_header(a->mgmt_class))
		return false;
	return mad_is_subnet(a->mgmt_class) == !a->qpn;
}

/** Would both agents receive the same MADs? */
static bool agents_collide(const struct mad_agent *a, const struct mad_agent *b)
{
	if (a->mgmt_class != b->mgmt_class || a->version != b->version ||
	    (mad_has_oui(a->mgmt_class) && a->oui != b->oui))
		return false;
	for (unsigned int i = 0; i < 4; i++) {
		if (a->methods[i] & b->methods[i])
			return true;
	}
	return false;
}

/**
 * The kernel's connection manager uses this method, so no program can register for it. Agents of
 * the access layer share the class in another way (communication.c).
 */
static bool is_reserved_for_cm(const struct mad_agent *a)
{
	return a->mgmt_class == MAD_CLASS_COMMUNICATION && a->version == IBCM_CLASS_VERSION &&
	       a->methods[0] >> MAD_METHOD_SEND & 1;
}

static bool is_class_taken(const struct fabric_port *port, const struct mad_agent *a)
{
	const struct softhca_link *pos;

	if (is_reserved_for_cm(a))
		return true;
	for (pos = port->files.next; pos != &port->files; pos = pos->next) {
		const struct mad_file *file = softhca_entry(pos, struct mad_file, in_port);

		for (unsigned int i = 0; i < UMAD_AGENTS_MAX; i++) {
			if (file->agents[i].used && agents_collide(&file->agents[i], a))
				return true;
		}
	}
	return false;
}

static int check_agent(const struct mad_file *file, const struct wanted *w)
{
	const struct mad_agent *a = &w->agent;

	if (a->mgmt_class && a->oui > UMAD_OUI_LAST)
		return EINVAL;
	if (!a->qpn && !fabric_has_qp0(file->port))
		return EPROTONOSUPPORT;
	if (w->rmpp_version > MAD_RMPP_VERSION)
		return EINVAL;
	if (!a->mgmt_class)
		return w->user_rmpp ? EINVAL : 0;
	return class_allowed(w) && !is_class_taken(file->port, a) ? 0 : EINVAL;
}

static int add_agent(struct mad_file *file, const struct wanted *wanted, uint32_t *id)
{
	struct mad_agent agent = wanted->agent;
	unsigned int at = 0;
	int ret;

	while (at < UMAD_AGENTS_MAX && file->agents[at].used)
		at++;
	if (at == UMAD_AGENTS_MAX)
		return ENOMEM;
	ret = check_agent(file, wanted);
	if (ret)
		return ret;
	if (!mad_has_oui(agent.mgmt_class))
		agent.oui = 0; /* libibumad passes an OUI for every class */
	agent.used = true;
	agent.tid = file->port->node->mad->next_tid++;
	file->agents[at] = agent;
	file->registered = true;
	*id = at;
	return 0;
}

static int register_agent(struct mad_file *file, void *argument)
{
	struct umad_reg_req req;
	struct wanted wanted = {.user_rmpp = false};
	int ret;

	memcpy(&req, argument, sizeof(req));
	if (req.qpn > 1)
		return EINVAL;
	wanted.rmpp_version = req.rmpp_version;
	wanted.agent.qpn = req.qpn;
	wanted.agent.mgmt_class = req.mgmt_class;
	wanted.agent.version = req.mgmt_class_version;
	wanted.agent.rmpp = req.rmpp_version;
	wanted.agent.oui = (uint32_t)req.oui[0] << 16 | (uint32_t)req.oui[1] << 8 | req.oui[2];
	memcpy(wanted.agent.methods, req.method_mask, sizeof(wanted.agent.methods));
	ret = add_agent(file, &wanted, &req.id);
	if (!ret)
		memcpy(argument, &req, sizeof(req));
	return ret;
}

static int register_agent2(struct mad_file *file, void *argument)
{
	struct umad_reg_req2 req;
	struct wanted wanted = {.user_rmpp = false};
	const bool first = !file->registered;
	int ret;

	memcpy(&req, argument, sizeof(req));
	if (req.qpn > 1)
		return EINVAL;
	if (req.flags & ~(uint32_t)UMAD_KNOWN_FLAGS) {
		req.flags = UMAD_KNOWN_FLAGS; /* return the flags that are known */
		memcpy(argument, &req, sizeof(req));
		return EINVAL;
	}
	wanted.rmpp_version = req.rmpp_version;
	wanted.user_rmpp = req.flags & UMAD_USER_RMPP;
	wanted.agent.qpn = (uint8_t)req.qpn;
	wanted.agent.mgmt_class = req.mgmt_class;
	wanted.agent.version = req.mgmt_class_version;
	wanted.agent.rmpp = req.rmpp_version && !wanted.user_rmpp;
	wanted.agent.oui = req.oui;
	memcpy(wanted.agent.methods, req.method_mask, sizeof(wanted.agent.methods));
	ret = add_agent(file, &wanted, &req.id);
	if (ret)
		return ret;
	if (first)
		file->long_header = true;
	memcpy(argument, &req, sizeof(req));
	return 0;
}

static int unregister_agent(struct mad_file *file, const void *argument)
{
	uint32_t id;

	memcpy(&id, argument, sizeof(id));
	if (id >= UMAD_AGENTS_MAX || !file->agents[id].used)
		return EINVAL;
	mad_pending_forget(file, id);
	mad_assemblies_forget(file, id);
	if (file->agents[id].shares)
		mad_services_forget(file);
	memset(&file->agents[id], 0, sizeof(file->agents[id]));
	return 0;
}

int softhca_mad_ioctl(struct mad_file *file, uint32_t request, void *argument, size_t bytes)
{
	if (file->lost)
		return EPIPE;
	switch (request) {
	case UMAD_REGISTER_AGENT:
		return bytes < sizeof(struct umad_reg_req) ? EFAULT
							   : register_agent(file, argument);
	case UMAD_REGISTER_AGENT2:
		return bytes < sizeof(struct umad_reg_req2) ? EFAULT
							    : register_agent2(file, argument);
	case UMAD_UNREGISTER_AGENT:
		return bytes < sizeof(uint32_t) ? EFAULT : unregister_agent(file, argument);
	case SOFTHCA_SHARE_CM:
		return bytes < sizeof(struct softhca_share_cm)
			       ? EFAULT
			       : mad_share_communication(file, argument);
	case SOFTHCA_SERVE_CM:
		return bytes < sizeof(struct softhca_serve_cm)
			       ? EFAULT
			       : mad_serve_communication(file, argument);
	case UMAD_ENABLE_PKEY:
		if (file->registered)
			return EINVAL;
		file->long_header = true;
		return 0;
	default:
		return ENOTTY;
	}
}
