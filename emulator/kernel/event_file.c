/* SPDX-License-Identifier: BSD-2-Clause */
#include "kernel/event_file.h"

#include <errno.h>
#include <fcntl.h>
#include <inverbs/kernel/uverbs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/log.h"
#include "base/passed.h"

enum {
	RECORD_MAX = 16,
	QUEUE_FIRST = 16,
	QUEUE_MAX = 8192, /**< maximum unread records; more are lost, as in the kernel if memory is
			     exhausted */
};

/** A record, and the object that it is about. */
struct record {
	const void *owner;
	uint8_t bytes[RECORD_MAX];
};

struct softhca_event_file {
	struct softhca_source source;
	struct softhca *hca;
	int fd; /**< writing end; -1 after the client has closed its end */
	ino_t inode;
	dev_t device;
	size_t bytes;
	unsigned int users;
	struct softhca_process *process; /**< process whose quota it is charged to */
	bool waiting;                    /**< registered with epoll for room in the pipe */
	struct softhca_link in_context;
	/*
	 * All records that may be unread, oldest first: the first `written` are in the pipe, unless
	 * the client has read them, which is determined only when needed; the others wait for room.
	 */
	struct record *queue;
	uint32_t first;
	uint32_t count;
	uint32_t written;
	uint32_t room; /**< a power of two */
};

static struct record *record_at(const struct softhca_event_file *file, uint32_t n)
{
	return &file->queue[(file->first + n) & (file->room - 1)];
}

static void drop_first_records(struct softhca_event_file *file, uint32_t n)
{
	file->first += n;
	file->count -= n;
	file->written -= n;
}

/** Drop records that the client has read. */
static void drop_read_events(struct softhca_event_file *file)
{
	int unread = 0;

	if (file->fd >= 0 && ioctl(file->fd, FIONREAD, &unread))
		return;
	unread /= (int)file->bytes;
	if (unread >= 0 && (uint32_t)unread < file->written)
		drop_first_records(file, file->written - (uint32_t)unread);
}

static int make_room(struct softhca_event_file *file)
{
	uint32_t room = file->room ? file->room * 2 : QUEUE_FIRST;
	struct record *queue;

	if (file->count < file->room)
		return 0;
	if (file->room) {
		drop_read_events(file);
		if (file->count <= file->room / 2)
			return 0;
	}
	if (room > QUEUE_MAX)
		return file->count < file->room ? 0 : ENOMEM;
	queue = calloc(room, sizeof(*queue));
	if (!queue)
		return file->count < file->room ? 0 : ENOMEM;
	for (uint32_t i = 0; i < file->count; i++)
		queue[i] = *record_at(file, i);
	free(file->queue);
	file->queue = queue;
	file->room = room;
	file->first = 0;
	return 0;
}

/** Watch for room in the pipe only while records wait for it. */
static void watch_pipe_room(struct softhca_event_file *file)
{
	bool waiting = file->written < file->count;

	if (waiting == file->waiting)
		return;
	file->waiting = waiting;
	softhca_rewatch(&file->hca->loop, file->fd, waiting ? EPOLLOUT : 0, &file->source);
}

static void flush_events(struct softhca_event_file *file)
{
	while (file->written < file->count) {
		if (write(file->fd, record_at(file, file->written)->bytes, file->bytes) < 0)
			break;
		file->written++;
	}
	watch_pipe_room(file);
}

/** Send a record. Returns false if it is lost. */
static bool send_record(struct softhca_event_file *file, const void *owner, const void *bytes)
{
	struct record *record;

	if (file->fd < 0 || make_room(file))
		return false;
	record = record_at(file, file->count);
	record->owner = owner;
	memcpy(record->bytes, bytes, file->bytes);
	file->count++;
	flush_events(file);
	return true;
}

/* --- life cycle -------------------------------------------------------------------------- */

static void close_pipe(struct softhca_event_file *file)
{
	if (file->fd < 0)
		return;
	softhca_unwatch(&file->hca->loop, file->fd);
	close(file->fd);
	softhca_uncharge(file->process, SOFTHCA_DESCRIPTORS, 1);
	file->fd = -1;
	file->count = 0;
	file->written = 0;
}

/** The pipe has room, or the client has closed its last descriptor. */
static void event_file_ready(struct softhca_source *source, uint32_t events)
{
	struct softhca_event_file *file = softhca_entry(source, struct softhca_event_file, source);

	if (!(events & (EPOLLERR | EPOLLHUP))) {
		flush_events(file);
		return;
	}
	close_pipe(file);
	softhca_link_remove(&file->in_context);
	softhca_event_file_put(file); /* the reference of the client's descriptor */
}

/** Create a pipe in packet mode whose reading end reports only O_RDONLY as its flags. */
static int make_pipe(int fds[2])
{
	if (pipe2(fds, O_DIRECT | O_NONBLOCK | O_CLOEXEC))
		return errno;
	if (!fcntl(fds[0], F_SETFL, 0))
		return 0;
	close(fds[0]);
	close(fds[1]);
	return EIO;
}

int softhca_event_file_create(struct softhca *hca, struct softhca_process *process, size_t bytes,
			      struct softhca_event_file **out, int *client_fd)
{
	struct softhca_event_file *file = calloc(1, sizeof(*file));
	struct stat st;
	int fds[2];
	int ret;

	if (!file)
		return ENOMEM;
	ret = softhca_charge(process, SOFTHCA_DESCRIPTORS, 1, 0);
	if (ret)
		goto free_file;
	ret = make_pipe(fds);
	if (ret)
		goto uncharge;
	file->source.ready = event_file_ready;
	file->hca = hca;
	file->fd = fds[1];
	file->bytes = bytes;
	file->users = 1;
	softhca_link_init(&file->in_context);
	ret = fstat(fds[1], &st) ? errno : softhca_watch(&hca->loop, fds[1], 0, &file->source);
	if (ret)
		goto close_pipe;
	file->inode = st.st_ino;
	file->device = st.st_dev;
	file->process = process;
	softhca_process_get(process);
	*out = file;
	*client_fd = fds[0];
	return 0;
close_pipe:
	close(fds[0]);
	close(fds[1]);
uncharge:
	softhca_uncharge(process, SOFTHCA_DESCRIPTORS, 1);
free_file:
	free(file);
	return ret;
}

struct softhca_event_file *softhca_event_file_get(struct softhca_event_file *file)
{
	file->users++;
	return file;
}

void softhca_event_file_put(struct softhca_event_file *file)
{
	if (--file->users)
		return;
	close_pipe(file);
	softhca_link_remove(&file->in_context);
	softhca_process_put(file->process);
	free(file->queue);
	free(file);
}

void softhca_channel_end(struct softhca_event_file *file)
{
	softhca_link_remove(&file->in_context);
	if (file->fd < 0)
		return;
	close_pipe(file);
	softhca_event_file_put(file); /* the reference of the client's descriptor */
}

void softhca_async_make_orphan(struct softhca_event_file *file)
{
	if (file->users > 1 && file->fd >= 0)
		softhca_list_add_last(&file->hca->orphans, &file->in_context);
	softhca_event_file_put(file);
}

void softhca_orphans_end(struct softhca *hca)
{
	struct softhca_link *pos, *after;

	softhca_for_each(pos, after, &hca->orphans)
	{
		softhca_channel_end(softhca_channel_of(pos));
	}
}

struct softhca_event_file *softhca_channel_of(struct softhca_link *link)
{
	return softhca_entry(link, struct softhca_event_file, in_context);
}

bool softhca_event_file_is_fd(const struct softhca_event_file *file, int fd)
{
	struct softhca_inode inode;

	return file && softhca_inode_of(fd, &inode) && file->inode == inode.number &&
	       file->device == inode.device;
}

struct softhca_event_file *softhca_channel_by_fd(struct softhca_context *ctx, int fd)
{
	struct softhca_link *pos, *after;

	softhca_for_each(pos, after, &ctx->channels)
	{
		if (softhca_event_file_is_fd(softhca_channel_of(pos), fd))
			return softhca_channel_of(pos);
	}
	return NULL;
}

void softhca_channel_add(struct softhca_context *ctx, struct softhca_event_file *file)
{
	softhca_list_add_last(&ctx->channels, &file->in_context);
}

/* --- taking records back ----------------------------------------------------------------- */

static bool has_records_of(const struct softhca_event_file *file, const void *owner)
{
	for (uint32_t i = 0; i < file->count; i++) {
		if (record_at(file, i)->owner == owner)
			return true;
	}
	return false;
}

/** Open another reading end of our pipe. */
static int open_reader(struct softhca_event_file *file)
{
	char path[64];
	int fd;

	snprintf(path, sizeof(path), "/proc/self/fd/%d", file->fd);
	fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	if (fd >= 0 || (errno != EMFILE && errno != ENFILE))
		return fd;
	softhca_spare_release(&file->hca->loop);
	return open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
}

/** Drain the pipe, so that unread records are only in the queue. */
static int drain_pipe(struct softhca_event_file *file)
{
	uint8_t bytes[RECORD_MAX];
	uint32_t unread = 0;
	int fd = open_reader(file);

	if (fd < 0)
		return errno;
	while (read(fd, bytes, file->bytes) == (ssize_t)file->bytes)
		unread++;
	close(fd);
	softhca_spare_take(&file->hca->loop);
	if (unread < file->written)
		drop_first_records(file, file->written - unread);
	file->written = 0;
	return 0;
}

static uint32_t remove_records(struct softhca_event_file *file, const void *owner)
{
	uint32_t kept = 0;
	uint32_t removed;

	for (uint32_t i = 0; i < file->count; i++) {
		if (record_at(file, i)->owner != owner)
			*record_at(file, kept++) = *record_at(file, i);
	}
	removed = file->count - kept;
	file->count = kept;
	return removed;
}

uint32_t softhca_events_withdraw(struct softhca_event_file *file, const void *owner)
{
	uint32_t removed;

	drop_read_events(file);
	if (!has_records_of(file, owner))
		return 0;
	if (file->fd < 0)
		return remove_records(file, owner);
	if (drain_pipe(file)) {
		softhca_log(file->hca, SOFTHCA_LOG_ERROR, "cannot withdraw unread events: %m");
		return 0;
	}
	removed = remove_records(file, owner);
	flush_events(file);
	return removed;
}

/* --- reports ----------------------------------------------------------------------------- */

void softhca_report_comp(struct softhca_cq *cq)
{
	const struct uverbs_comp_event record = {.cq_handle = cq->obj.user_handle};

	if (cq->channel && send_record(cq->channel, cq, &record))
		cq->comp_sent++;
}

void softhca_async_event(struct softhca_context *ctx, struct softhca_object *obj, uint64_t element,
			 enum ibv_event_type type)
{
	const struct uverbs_async_event record = {.element = element, .event_type = type};

	if (ctx->async && send_record(ctx->async, obj, &record) && obj)
		obj->async_sent++;
}

static void object_event(struct softhca_object *obj, enum ibv_event_type type)
{
	softhca_async_event(obj->ctx, obj, obj->user_handle, type);
}

void softhca_report_qp(struct softhca_qp *qp, enum ibv_event_type type)
{
	struct softhca_link *pos, *after;

	softhca_for_each(pos, after, &qp->handles)
		object_event(&softhca_entry(pos, struct softhca_qp_handle, in_qp)->obj, type);
}

void softhca_report_cq(struct softhca_cq *cq, enum ibv_event_type type)
{
	object_event(&cq->obj, type);
}

void softhca_report_srq(struct softhca_srq *srq, enum ibv_event_type type)
{
	object_event(&srq->obj, type);
}

void softhca_port_event(struct softhca_port *port, enum ibv_event_type type)
{
	struct softhca_link *pos, *after;

	softhca_for_each(pos, after, &port->device->contexts)
	{
		struct softhca_context *ctx = softhca_entry(pos, struct softhca_context, in_device);

		softhca_async_event(ctx, NULL, port->number, type);
	}
}
