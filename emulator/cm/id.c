/* SPDX-License-Identifier: BSD-2-Clause */
/* Creating, finding and migrating identifiers. Their handles are unique in the emulator. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/table.h"
#include "cm/internal.h"

static bool is_known_port_space(uint16_t ps)
{
	return ps == UCMA_PORT_SPACE_TCP || ps == UCMA_PORT_SPACE_UDP ||
	       ps == UCMA_PORT_SPACE_IPOIB || ps == UCMA_PORT_SPACE_IB;
}

static uint8_t qp_type_of(uint16_t ps, uint8_t asked)
{
	if (ps == UCMA_PORT_SPACE_TCP)
		return IBV_QPT_RC;
	return ps == UCMA_PORT_SPACE_IB ? asked : (uint8_t)IBV_QPT_UD;
}

int softhca_cm_id_create(struct cm_file *file, uint64_t uid, uint16_t ps, uint8_t qp_type,
			 struct cm_id **out)
{
	struct softhca_cm *cm = file->cm;
	struct cm_id *id = calloc(1, sizeof(*id));
	int err;

	if (!id)
		return ENOMEM;
	err = softhca_charge(file->pipe.process, SOFTHCA_IDENTIFIERS, 1, 0);
	if (err)
		goto free_id;
	err = softhca_table_enter(&cm->ids, id, &id->handle);
	if (err)
		goto uncharge;
	softhca_process_get(file->pipe.process);
	id->process = file->pipe.process;
	id->file = file;
	id->uid = uid;
	id->ps = ps;
	id->qp_type = qp_type;
	id->created_at = id->changed = softhca_now();
	id->mine.psn = cm->next_psn = (cm->next_psn * 1103515245 + 12345) & 0xffffff;
	softhca_link_init(&id->timer.in_list);
	softhca_link_init(&id->groups);
	softhca_link_init(&id->query.timer.in_list);
	softhca_list_add_last(&file->ids, &id->in_file);
	softhca_list_add_last(&cm->all, &id->in_all);
	*out = id;
	return 0;
uncharge:
	softhca_uncharge(file->pipe.process, SOFTHCA_IDENTIFIERS, 1);
free_id:
	free(id);
	return err;
}

void softhca_cm_id_free(struct cm_id *id)
{
	softhca_cm_timer_stop(id);
	softhca_mad_query_cancel(&id->query);
	softhca_table_remove(&id->file->cm->ids, id->handle);
	softhca_uncharge(id->process, SOFTHCA_IDENTIFIERS, 1);
	softhca_process_put(id->process);
	softhca_link_remove(&id->in_file);
	softhca_link_remove(&id->in_all);
	free(id);
}

int softhca_cm_id_find(struct cm_file *file, uint32_t handle, struct cm_id **out)
{
	struct cm_id *id = softhca_table_get(&file->cm->ids, handle);

	if (!id)
		return ENOENT;
	if (id->file != file)
		return EINVAL;
	*out = id;
	return 0;
}

int softhca_cm_id_on_device(struct cm_file *file, uint32_t handle, struct cm_id **out)
{
	int err = softhca_cm_id_find(file, handle, out);

	if (err)
		return err;
	return (*out)->port ? 0 : EINVAL;
}

int softhca_cm_cmd_create_id(const struct cm_command *c)
{
	struct ucma_create_id_req request;
	struct ucma_create_id_resp response;
	struct cm_id *id;
	int err;

	ucma_read_create_id(c->parsed, &request);
	if (!is_known_port_space(request.ps))
		return EINVAL;
	err = softhca_cm_id_create(c->file, request.uid, request.ps,
				   qp_type_of(request.ps, request.qp_type), &id);
	if (err)
		return err;
	response.id = id->handle;
	softhca_cm_respond(c, &response, sizeof(response));
	return 0;
}

int softhca_cm_cmd_migrate_id(const struct cm_command *c)
{
	struct ucma_migrate_id_req request;
	struct ucma_migrate_id_resp response;
	struct cm_file *from;
	struct cm_id *id;
	int err;

	ucma_read_migrate_id(c->parsed, &request);
	err = softhca_cm_file_by_fd(c->file->cm, c->fd, &from);
	if (!err)
		err = softhca_cm_id_find(from, request.id, &id);
	if (err)
		return err;
	if (from != c->file) {
		softhca_cm_move_events(id, c->file);
		softhca_link_remove(&id->in_file);
		softhca_list_add_last(&c->file->ids, &id->in_file);
		id->file = c->file;
	}
	response.events_reported = id->reported;
	softhca_cm_respond(c, &response, sizeof(response));
	return 0;
}
