/* SPDX-License-Identifier: BSD-2-Clause */
/* Executing a command of the connection manager: parse it, call its handler, respond. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/table.h"
#include "cm/cm.h"
#include "cm/internal.h"
#include "faults/faults.h"

enum {
	IDS_MAX = 1 << 20,
	FIRST_PORT = 32768, /**< first port of the range from which port 0 chooses */
};

static cm_handler *const handlers[] = {
	[UCMA_CMD_CREATE_ID] = softhca_cm_cmd_create_id,
	[UCMA_CMD_DESTROY_ID] = softhca_cm_cmd_destroy_id,
	[UCMA_CMD_BIND_IP] = softhca_cm_cmd_bind_ip,
	[UCMA_CMD_RESOLVE_IP] = softhca_cm_cmd_resolve_ip,
	[UCMA_CMD_RESOLVE_ROUTE] = softhca_cm_cmd_resolve_route,
	[UCMA_CMD_QUERY_ROUTE] = softhca_cm_cmd_query_route,
	[UCMA_CMD_CONNECT] = softhca_cm_cmd_connect,
	[UCMA_CMD_LISTEN] = softhca_cm_cmd_listen,
	[UCMA_CMD_ACCEPT] = softhca_cm_cmd_accept,
	[UCMA_CMD_REJECT] = softhca_cm_cmd_reject,
	[UCMA_CMD_DISCONNECT] = softhca_cm_cmd_disconnect,
	[UCMA_CMD_INIT_QP_ATTR] = softhca_cm_cmd_init_qp_attr,
	[UCMA_CMD_GET_EVENT] = softhca_cm_cmd_get_event,
	[UCMA_CMD_SET_OPTION] = softhca_cm_cmd_set_option,
	[UCMA_CMD_NOTIFY] = softhca_cm_cmd_notify,
	[UCMA_CMD_JOIN_IP_MCAST] = softhca_cm_cmd_join_ip_mcast,
	[UCMA_CMD_LEAVE_MCAST] = softhca_cm_cmd_leave_mcast,
	[UCMA_CMD_MIGRATE_ID] = softhca_cm_cmd_migrate_id,
	[UCMA_CMD_QUERY] = softhca_cm_cmd_query,
	[UCMA_CMD_BIND] = softhca_cm_cmd_bind,
	[UCMA_CMD_RESOLVE_ADDR] = softhca_cm_cmd_resolve_addr,
	[UCMA_CMD_JOIN_MCAST] = softhca_cm_cmd_join_mcast,
};

/** Apply fault rules for commands: set the delay of the response. Returns 0 or an errno value. */
static int apply_cm_command_faults(const struct cm_command *c)
{
	const struct softhca *hca = c->file->cm->hca;
	struct softhca_fault_candidate candidate = {
		.subject = SOFTHCA_FAULT_COMMAND,
		.command = c->parsed->info->name,
		.flow = UINT64_MAX,
		.counts = &c->file->faults,
	};
	const struct softhca_fault_rule *rule;

	if (!softhca_has_fault_rules(hca))
		return 0;
	rule = softhca_fault_find_rule(hca->faults, &candidate);
	if (!rule)
		return 0;
	if (rule->error && c->parsed->command == UCMA_CMD_GET_EVENT)
		softhca_cm_keep_event(c->file);
	softhca_log(hca, SOFTHCA_LOG_INFO, "process %d: connection manager: %s: rule %u: %s",
		    (int)c->file->pipe.process->pid, candidate.command, candidate.number + 1,
		    rule->text);
	c->response->delay = rule->delay;
	return rule->error;
}

int softhca_cm_command(struct cm_file *file, const void *bytes, size_t len, int fd,
		       struct softhca_response *response)
{
	struct uverbs_parsed parsed;
	struct cm_command c = {.file = file, .parsed = &parsed, .fd = fd, .response = response};
	int err = uverbs_parse_bytes(ucma_command_info, bytes, len, &parsed);

	if (err) {
		softhca_log(file->cm->hca, SOFTHCA_LOG_WARNING,
			    "malformed command of the connection manager from process %d: %s",
			    (int)file->pipe.process->pid, strerror(err));
		return err;
	}
	err = apply_cm_command_faults(&c);
	if (!err)
		err = handlers[parsed.command](&c);
	/* EAGAIN means that there is no event, and is not logged as an error */
	softhca_log(file->cm->hca, err && err != EAGAIN ? SOFTHCA_LOG_INFO : SOFTHCA_LOG_DEBUG,
		    "process %d: connection manager: %s: %s", (int)file->pipe.process->pid,
		    parsed.info->name, strerror(err));
	return err;
}

int softhca_cm_init(struct softhca *hca)
{
	struct softhca_cm *cm = calloc(1, sizeof(*cm));

	if (!cm)
		return ENOMEM;
	cm->hca = hca;
	softhca_table_init(&cm->ids, 0, IDS_MAX, false);
	softhca_table_init(&cm->groups, 0, IDS_MAX, false);
	softhca_link_init(&cm->all);
	softhca_link_init(&cm->files);
	softhca_link_init(&cm->timers);
	cm->next_port = FIRST_PORT;
	cm->next_psn = (uint32_t)softhca_now();
	hca->cm = cm;
	return 0;
}

void softhca_cm_fini(struct softhca *hca)
{
	struct softhca_cm *cm = hca->cm;

	while (cm->addresses) {
		struct cm_address *next = cm->addresses->next;

		free(cm->addresses);
		cm->addresses = next;
	}
	softhca_table_fini(&cm->ids);
	softhca_table_fini(&cm->groups);
	free(cm);
	hca->cm = NULL;
}

unsigned int softhca_cm_count(const struct softhca *hca)
{
	return hca->cm->ids.used;
}

static void queue_event_for_all(struct softhca_dev *device, enum ucma_event event)
{
	struct softhca_link *pos, *after;

	softhca_for_each(pos, after, &device->hca->cm->all)
	{
		struct cm_id *id = softhca_entry(pos, struct cm_id, in_all);

		if (id->port && id->port->device == device)
			softhca_cm_queue_event(id, event, 0);
	}
}

void softhca_cm_device_gone(struct softhca_dev *device)
{
	queue_event_for_all(device, UCMA_EVENT_DEVICE_REMOVAL);
}

void softhca_cm_address_changed(struct softhca_dev *device)
{
	queue_event_for_all(device, UCMA_EVENT_ADDR_CHANGE);
}

void softhca_cm_port_down(struct softhca_port *port)
{
	struct softhca_link *pos, *after;

	softhca_for_each(pos, after, &port->device->hca->cm->all)
	{
		struct cm_id *id = softhca_entry(pos, struct cm_id, in_all);

		if (id->port == port)
			softhca_cm_drop_groups(id);
	}
}
