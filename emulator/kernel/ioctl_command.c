/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Methods that are executed as write() commands: converts attributes to a command, and its response
 * back to attributes.
 */
#include <errno.h>
#include <infiniband/ib_user_ioctl_verbs.h>
#include <string.h>
#include <unistd.h>

#include "kernel/event_file.h"
#include "kernel/ioctl.h"

enum {
	/** Room for a command: its headers, core part and driver's part, each rounded up. */
	COMMAND_ROOM = 2 * (UINT16_MAX + 1) + 64,
};

/* --- a command --------------------------------------------------------------------------- */

/** A command that is being built, as a program would pass it to write(). */
struct layout {
	uint32_t command; /**< as in the command's header */
	const struct uverbs_command_info *info;
	uint8_t *core; /**< the core request, zeroed first */
	size_t core_in, core_out;
	size_t driver_in, driver_out;
};

static _Alignas(8) uint8_t message[COMMAND_ROOM];
static _Alignas(8) uint8_t response_room[COMMAND_ROOM];

static size_t header_bytes(const struct layout *l)
{
	return sizeof(struct uverbs_cmd_hdr) +
	       (l->command & UVERBS_EXTENDED ? sizeof(struct uverbs_ex_cmd_hdr) : 0);
}

/** Start with zeros. Returns EOPNOTSUPP if there is no such command. */
static int layout_begin(struct layout *l, uint32_t command)
{
	memset(message, 0, sizeof(message));
	*l = (struct layout){.command = command, .info = uverbs_command_info(command)};
	if (!l->info || l->info->flags & UVERBS_NEVER)
		return EOPNOTSUPP;
	l->core = message + header_bytes(l);
	l->core_in = l->info->request_bytes;
	l->core_out = l->info->response_bytes;
	return 0;
}

static size_t round_up(size_t bytes, size_t unit)
{
	return (bytes + unit - 1) / unit * unit;
}

/**
 * Write the headers. The response's address needs only to be non-zero. Returns the total length.
 */
static size_t write_headers(struct layout *l)
{
	const bool ex = l->command & UVERBS_EXTENDED;
	const size_t unit = ex ? 8 : 4, in = round_up(l->core_in, unit);
	const size_t driver = round_up(l->driver_in, unit), bytes = header_bytes(l) + in + driver;
	const uint64_t somewhere = UINT64_MAX;
	struct uverbs_cmd_hdr hdr = {.command = l->command};
	struct uverbs_ex_cmd_hdr second = {
		.response = l->core_out / unit || l->driver_out / unit ? somewhere : 0,
		.provider_in_words = (uint16_t)(driver / unit),
		.provider_out_words = (uint16_t)(l->driver_out / unit),
	};

	hdr.in_words = (uint16_t)(ex ? in / unit : bytes / unit);
	hdr.out_words = (uint16_t)(ex ? l->core_out / unit : (l->core_out + l->driver_out) / unit);
	memcpy(message, &hdr, sizeof(hdr));
	if (ex)
		memcpy(message + sizeof(hdr), &second, sizeof(second));
	return bytes;
}

/** Add the driver's attributes; they are ignored if the command takes none. */
static int add_driver(const struct softhca_ioctl *call, struct layout *l)
{
	const struct uverbs_ioctl_attr *in = softhca_ioctl_find_attr(call, UVERBS_ATTR_DRIVER_IN);
	const struct uverbs_ioctl_attr *out = softhca_ioctl_find_attr(call, UVERBS_ATTR_DRIVER_OUT);
	const size_t unit = l->command & UVERBS_EXTENDED ? 8 : 4;

	if (out && l->info->flags & UVERBS_DRIVER_OUT)
		l->driver_out = out->len;
	if (!in || !(l->info->flags & UVERBS_DRIVER_IN))
		return 0;
	l->driver_in = in->len;
	return softhca_ioctl_read(call, in, l->core + round_up(l->core_in, unit), in->len);
}

/** The response cannot be delivered: undo the command. */
static void undo_command_effects(const struct softhca_ioctl *call, const struct layout *l,
				 const struct softhca_response *response)
{
	if (response->created)
		softhca_object_destroy(response->created, NULL);
	if (response->fd >= 0)
		close(response->fd);
	if (l->command == UVERBS_CMD_GET_CONTEXT)
		softhca_context_tear_down(call->ctx);
}

/**
 * Does the command access the program's memory? If so, only the process that opened the file can
 * use it.
 */
static bool needs_memory(const struct layout *l)
{
	return l->driver_in || l->command == UVERBS_CMD_REG_MR || l->command == UVERBS_CMD_REREG_MR;
}

/** Execute the command. */
static int layout_run(struct softhca_ioctl *call, struct layout *l, int fd,
		      struct softhca_response *response)
{
	int ret;

	*response = (struct softhca_response){
		.bytes = response_room, .room = sizeof(response_room), .held = true, .fd = -1};
	if (call->other_process && needs_memory(l))
		return EOPNOTSUPP;
	ret = softhca_command(call->ctx, message, write_headers(l), fd, response);
	call->delay = response->delay;
	return ret;
}

/** Returns the offset of the driver's part in the response. */
static size_t core_response_bytes(const struct layout *l)
{
	return l->command & UVERBS_EXTENDED ? l->core_out / 8 * 8 : l->core_out;
}

static int fill_driver(struct softhca_ioctl *call, const struct layout *l,
		       const struct softhca_response *response)
{
	const size_t core = core_response_bytes(l);

	if (response->len <= core)
		return 0;
	return softhca_ioctl_fill(call, UVERBS_ATTR_DRIVER_OUT, response->bytes + core,
				  response->len - core);
}

/* --- INVOKE_WRITE ------------------------------------------------------------------------ */

static int add_core(const struct softhca_ioctl *call, struct layout *l)
{
	const struct uverbs_ioctl_attr *in = softhca_ioctl_find_attr(
		call, UVERBS_ATTR_DEVICE_INVOKE_WRITE_CORE_IN);
	const struct uverbs_ioctl_attr *out = softhca_ioctl_find_attr(
		call, UVERBS_ATTR_DEVICE_INVOKE_WRITE_CORE_OUT);
	const bool ex = l->command & UVERBS_EXTENDED;
	const size_t room = out ? out->len : 0, bytes = in ? in->len : 0;

	if (!ex && (bytes < l->info->request_bytes || room < l->info->response_bytes))
		return ENOSPC;
	if (ex || !(l->info->flags & UVERBS_DRIVER_OUT))
		l->core_out = room;
	/*
	 * if a driver's part follows, the core part has exactly the size that the command defines
	 */
	if (ex || !(l->info->flags & UVERBS_DRIVER_IN))
		l->core_in = bytes;
	else if (bytes > l->core_in && bytes > IOCTL_IN_PLACE &&
		 softhca_ioctl_check_tail(call, in, l->core_in))
		return EOPNOTSUPP;
	return in ? softhca_ioctl_read(call, in, l->core, l->core_in) : 0;
}

int softhca_ioctl_invoke_write(struct softhca_ioctl *call)
{
	struct uverbs_ioctl_attr *out = softhca_ioctl_find_attr(
		call, UVERBS_ATTR_DEVICE_INVOKE_WRITE_CORE_OUT);
	const uint64_t command =
		softhca_ioctl_find_attr(call, UVERBS_ATTR_DEVICE_INVOKE_WRITE_WRITE_CMD)->data;
	struct softhca_response response;
	struct layout l;
	int ret = command > UINT32_MAX ? EOPNOTSUPP : layout_begin(&l, (uint32_t)command);

	if (!ret)
		ret = add_core(call, &l);
	if (!ret)
		ret = add_driver(call, &l);
	if (ret)
		return ret;
	ret = layout_run(call, &l, call->num_fds ? call->fds[0] : -1, &response);
	if (ret && !response.always)
		return ret;
	if (softhca_ioctl_fill_attr(call, out, response.bytes,
				    response.len < core_response_bytes(&l)
					    ? response.len
					    : core_response_bytes(&l)) ||
	    fill_driver(call, &l, &response)) {
		if (!ret)
			undo_command_effects(call, &l, &response);
		return ret ? ret : EFAULT;
	}
	call->fd = response.fd;
	call->fd_far = response.fd >= 0 ? out->data + response.fd_at : 0;
	return ret;
}

/* --- methods that a command implements ---------------------------------------------------- */

/** Set handles and descriptors to "none", for those that were not passed. */
static void clear_names(const struct softhca_ioctl *call, struct layout *l)
{
	for (size_t i = 0; i < call->method->count; i++) {
		const struct uverbs_attribute_info *info = &call->method->attributes[i];

		if (info->at >= 0 &&
		    (info->kind == UVERBS_KIND_HANDLE || info->kind == UVERBS_KIND_DESCRIPTOR))
			memset(l->core + info->at, 0xff, info->width);
	}
}

static int put_field(const struct softhca_ioctl *call, struct layout *l,
		     const struct uverbs_attribute_info *info, const struct uverbs_ioctl_attr *attr)
{
	if (info->sets >= 0)
		l->core[info->sets] = 1;
	if (info->at < 0)
		return 0;
	switch (info->kind) {
	case UVERBS_KIND_INPUT:
		return softhca_ioctl_read(call, attr, l->core + info->at, info->width);
	case UVERBS_KIND_CONSTANT:
	case UVERBS_KIND_BITS:
		if (info->width < sizeof(attr->data) && attr->data >> (8 * info->width))
			return EINVAL;
		/* fall through */
	case UVERBS_KIND_HANDLE:
	case UVERBS_KIND_DESCRIPTOR:
		memcpy(l->core + info->at, &attr->data, info->width);
		return 0;
	default:
		return 0;
	}
}

/**
 * The only valid event file is that of the context, which ASYNC_EVENT_ALLOC or the creation of the
 * context has created.
 */
static int check_event_file(const struct softhca_ioctl *call, size_t place)
{
	return softhca_event_file_is_fd(call->ctx->async, call->given_fd[place]) ? 0 : EBADF;
}

static int put_fields(const struct softhca_ioctl *call, struct layout *l, int *fd)
{
	int ret = 0;

	*fd = -1;
	clear_names(call, l);
	for (size_t i = 0; i < call->method->count && !ret; i++) {
		const struct uverbs_attribute_info *info = &call->method->attributes[i];

		if (!call->given[i])
			continue;
		if (info->kind == UVERBS_KIND_DESCRIPTOR && info->at < 0)
			ret = check_event_file(call, i);
		else if (info->kind == UVERBS_KIND_DESCRIPTOR)
			*fd = call->given_fd[i];
		if (!ret)
			ret = put_field(call, l, info, call->given[i]);
	}
	return ret;
}

/** Convert a flag of the method to a field of the command. */
static void move_flag(struct layout *l)
{
	struct uverbs_ex_create_qp_req *req = (struct uverbs_ex_create_qp_req *)(void *)l->core;

	if (l->command != (UVERBS_EX_CMD_CREATE_QP | UVERBS_EXTENDED))
		return;
	req->sq_sig_all = !!(req->create_flags & IB_UVERBS_QP_CREATE_SQ_SIG_ALL);
	req->create_flags &= ~(uint32_t)IB_UVERBS_QP_CREATE_SQ_SIG_ALL;
}

static int take_fields(struct softhca_ioctl *call, const struct layout *l,
		       const struct softhca_response *response)
{
	int ret = 0;

	for (size_t i = 0; i < call->method->count && !ret; i++) {
		const struct uverbs_attribute_info *info = &call->method->attributes[i];
		size_t there = info->at >= 0 ? l->info->response_bytes - (size_t)info->at : 0;

		if (!call->given[i] || info->at < 0)
			continue;
		if (info->kind == UVERBS_KIND_OUTPUT)
			ret = softhca_ioctl_fill_attr(call, call->given[i],
						      response->bytes + info->at,
						      there < info->width ? there : info->width);
		if (info->kind == UVERBS_KIND_NEW_HANDLE)
			memcpy(&call->given[i]->data, response->bytes + info->at, info->width);
	}
	return ret;
}

int softhca_ioctl_by_command(struct softhca_ioctl *call)
{
	struct softhca_response response;
	struct layout l;
	int fd;
	int ret = layout_begin(&l, call->method->command);

	if (!ret)
		ret = put_fields(call, &l, &fd);
	if (!ret)
		ret = add_driver(call, &l);
	if (ret)
		return ret;
	move_flag(&l);
	ret = layout_run(call, &l, fd, &response);
	if (ret)
		return ret;
	if (!take_fields(call, &l, &response) && !fill_driver(call, &l, &response))
		return 0;
	undo_command_effects(call, &l, &response);
	return EFAULT;
}
