/* SPDX-License-Identifier: BSD-2-Clause */
/* Destroying identifiers, and files with all of their identifiers. */
#include "cm/cm.h"
#include "cm/internal.h"

/**
 * Destroy an identifier: end its connection, notify the peer, and destroy pending requests, too.
 */
static void destroy_id(struct cm_id *id)
{
	struct softhca_link requests;

	softhca_link_init(&requests);
	softhca_cm_abandon(id);
	softhca_cm_forget_request(id);
	softhca_cm_forget_events(id, NULL, &requests);
	while (!softhca_list_empty(&requests))
		destroy_id(softhca_entry(requests.next, struct cm_id, in_file));
	while (!softhca_list_empty(&id->groups))
		softhca_cm_leave_group(softhca_entry(id->groups.next, struct cm_group, in_id));
	softhca_cm_id_free(id);
}

int softhca_cm_cmd_destroy_id(const struct cm_command *c)
{
	struct ucma_destroy_id_req request;
	struct ucma_destroy_id_resp response;
	struct cm_id *id;
	int err;

	ucma_read_destroy_id(c->parsed, &request);
	err = softhca_cm_id_find(c->file, request.id, &id);
	if (err)
		return err;
	response.events_reported = id->reported;
	destroy_id(id);
	softhca_cm_respond(c, &response, sizeof(response));
	return 0;
}

void softhca_cm_close(struct cm_file *file)
{
	while (!softhca_list_empty(&file->ids))
		destroy_id(softhca_entry(file->ids.next, struct cm_id, in_file));
	softhca_cm_file_free(file);
}
