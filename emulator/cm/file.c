/* SPDX-License-Identifier: BSD-2-Clause */
/* Files of the connection manager: a queue of unread events, and a pipe with a byte for each. */
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/passed.h"
#include "base/upcalls.h"
#include "cm/cm.h"
#include "cm/internal.h"

static struct cm_event *event_of(struct softhca_link *link)
{
	return softhca_entry(link, struct cm_event, in_file);
}

struct cm_event *softhca_cm_queue_event(struct cm_id *id, enum ucma_event event, int status)
{
	struct cm_file *file = id->file;
	struct cm_event *e;

	if (!id->uid || file->events >= SOFTHCA_TOKENS_MAX)
		return NULL;
	e = calloc(1, sizeof(*e));
	if (!e)
		return NULL;
	e->id = id;
	e->record.uid = id->uid;
	e->record.id = id->handle;
	e->record.event = event;
	e->record.status = status;
	softhca_list_add_last(&file->queue, &e->in_file);
	file->events++;
	softhca_token_give(&file->pipe);
	if (softhca_traced(file->cm->hca))
		softhca_cm_trace(id, event, status);
	return e;
}

/**
 * Drop an event. If it is a request, its new identifier is moved to `requests`, to be destroyed.
 */
static void drop_event(struct cm_file *file, struct cm_event *e, struct softhca_link *requests)
{
	softhca_link_remove(&e->in_file);
	file->events--;
	softhca_token_take_back(&file->pipe);
	if (e->new_id) {
		e->id->unread--;
		e->new_id->request = NULL;
		softhca_link_remove(&e->new_id->in_file);
		softhca_list_add_last(requests, &e->new_id->in_file);
	}
	free(e);
}

void softhca_cm_forget_events(struct cm_id *id, const struct cm_group *group,
			      struct softhca_link *requests)
{
	struct softhca_link *pos, *after;

	softhca_for_each(pos, after, &id->file->queue)
	{
		struct cm_event *e = event_of(pos);

		if (e->id == id && (!group || e->group == group))
			drop_event(id->file, e, requests);
	}
}

void softhca_cm_forget_request(struct cm_id *new_id)
{
	struct softhca_link alone;

	if (!new_id->request)
		return;
	softhca_link_init(&alone);
	drop_event(new_id->request->id->file, new_id->request, &alone);
	softhca_link_remove(&new_id->in_file);
}

void softhca_cm_move_events(struct cm_id *id, struct cm_file *to)
{
	struct cm_file *from = id->file;
	struct softhca_link *pos, *after;

	softhca_for_each(pos, after, &from->queue)
	{
		struct cm_event *e = event_of(pos);

		if (e->id != id)
			continue;
		softhca_link_remove(&e->in_file);
		softhca_list_add_last(&to->queue, &e->in_file);
		from->events--;
		to->events++;
		softhca_token_take_back(&from->pipe);
		softhca_token_give(&to->pipe);
		if (e->new_id) { /* a request's new identifier moves with the listener */
			softhca_link_remove(&e->new_id->in_file);
			softhca_list_add_last(&to->ids, &e->new_id->in_file);
			e->new_id->file = to;
		}
	}
}

void softhca_cm_keep_event(const struct cm_file *file)
{
	if (!softhca_list_empty(&file->queue))
		softhca_token_give(&file->pipe);
}

int softhca_cm_cmd_get_event(const struct cm_command *c)
{
	struct cm_file *file = c->file;
	struct cm_event *e;

	if (softhca_list_empty(&file->queue))
		return EAGAIN;
	e = event_of(file->queue.next);
	softhca_cm_respond(c, &e->record, sizeof(e->record));
	softhca_link_remove(&e->in_file);
	file->events--;
	e->id->reported++;
	if (e->group)
		e->group->reported++;
	if (e->new_id) {
		e->id->unread--; /* frees its place in the backlog */
		e->new_id->request = NULL;
	}
	free(e);
	return 0;
}

int softhca_cm_file_by_fd(struct softhca_cm *cm, int fd, struct cm_file **out)
{
	struct softhca_link *pos, *after;
	struct softhca_inode inode;

	if (!softhca_inode_of(fd, &inode))
		return ENOENT;
	softhca_for_each(pos, after, &cm->files)
	{
		struct cm_file *file = softhca_entry(pos, struct cm_file, in_cm);

		if (file->pipe.inode == inode.number && S_ISFIFO(inode.mode)) {
			*out = file;
			return 0;
		}
	}
	return EINVAL;
}

int softhca_cm_open(struct softhca *hca, struct softhca_process *process, struct cm_file **out,
		    int *client_fd)
{
	struct softhca_cm *cm = hca->cm;
	struct cm_file *file = calloc(1, sizeof(*file));
	int err;

	if (!file)
		return ENOMEM;
	err = softhca_token_pipe_open(&file->pipe, process, client_fd);
	if (err) {
		free(file);
		return err;
	}
	file->cm = cm;
	softhca_link_init(&file->queue);
	softhca_link_init(&file->ids);
	softhca_list_add_last(&cm->files, &file->in_cm);
	*out = file;
	return 0;
}

void softhca_cm_file_free(struct cm_file *file)
{
	softhca_link_remove(&file->in_cm);
	softhca_token_pipe_close(&file->pipe);
	free(file->faults);
	free(file);
}
