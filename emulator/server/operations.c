/* SPDX-License-Identifier: BSD-2-Clause */
/* The operations that messages request. Each function returns 0 or a positive errno value. */
#include <errno.h>
#include <inverbs/fast/bits.h>
#include <string.h>
#include <unistd.h>

#include "base/devices.h"
#include "base/driver.h"
#include "base/log.h"
#include "cm/cm.h"
#include "engine/engine.h"
#include "kernel/commands.h"
#include "kernel/ioctl.h"
#include "kernel/sysfs.h"
#include "mad/mad.h"
#include "server/guests.h"
#include "server/message.h"
#include "server/trace.h"

static int greet_client(const struct message *m, struct reply *r)
{
	r->header.arg[0] = SOFTHCA_PROTOCOL_VERSION;
	r->header.arg[1] = (uint64_t)getpid();
	if (m->header.arg[0] != SOFTHCA_PROTOCOL_VERSION)
		return EPROTONOSUPPORT;
	if (!m->client->process) {
		softhca_log(m->client->hca, SOFTHCA_LOG_ERROR,
			    "refused a process: it is in another PID namespace, where its memory "
			    "cannot be reached, or it has exited");
		return ESRCH;
	}
	if (!m->client->allowed) {
		softhca_log(m->client->hca, SOFTHCA_LOG_ERROR,
			    "refused process %d: it belongs to another user", (int)m->client->pid);
		return EACCES;
	}
	softhca_guest_greeted(m->client);
	return 0;
}

static int list_devices(const struct message *m, struct reply *r)
{
	const struct softhca *hca = m->client->hca;
	struct softhca_device out;

	/*
	 * The emulator accesses memory by its address in the client: pages need not be shared
	 * across fork().
	 */
	r->header.arg[0] = SOFTHCA_COPY_ON_FORK;
	for (unsigned int i = 0; i < hca->num_devices; i++) {
		const struct softhca_dev *device = hca->devices[i];

		memset(&out, 0, sizeof(out));
		memcpy(out.name, device->name, sizeof(out.name));
		memcpy(out.dev_name, device->dev_name, sizeof(out.dev_name));
		out.abi_version = device->driver->abi_version;
		out.node_type = device->driver->node_type;
		out.node_guid = INVERBS_BE64(device->node_guid);
		out.vendor_id = device->driver->identity->pci_vendor;
		out.device_id = device->driver->device_id;
		out.driver_id = (uint32_t)device->driver->identity->driver_id;
		out.ports = device->num_ports;
		out.index = softhca_device_number(device);
		memcpy(r->payload + r->header.bytes, &out, sizeof(out));
		r->header.bytes += sizeof(out);
	}
	return 0;
}

/** Returns the n-th NUL-terminated string of the payload, or NULL. */
static const char *string_at(const struct message *m, unsigned int n)
{
	const char *at = (const char *)m->payload;
	const char *end = at + m->bytes;

	for (;;) {
		const char *nul = memchr(at, 0, (size_t)(end - at));

		if (!nul)
			return NULL;
		if (!n--)
			return at;
		at = nul + 1;
	}
}

static int read_attr(const struct message *m, struct reply *r)
{
	const char *name = string_at(m, 0);
	const char *path = string_at(m, 1);
	const struct softhca_dev *device;
	int ret;

	if (!path)
		return EINVAL;
	device = softhca_find_device(m->client->hca, name);
	ret = device ? softhca_read_attr(device, path, (char *)r->payload, r->room) : ENOENT;
	if (!ret)
		r->header.bytes = (uint32_t)strlen((char *)r->payload);
	return ret;
}

static int list_attrs(const struct message *m, struct reply *r)
{
	const char *name = string_at(m, 0);
	const char *path = string_at(m, 1);
	const struct softhca_dev *device;
	size_t bytes = 0;
	int ret;

	if (!path)
		return EINVAL;
	device = softhca_find_device(m->client->hca, name);
	ret = device ? softhca_list_attrs(device, path, (char *)r->payload, r->room, &bytes)
		     : ENOENT;
	r->header.bytes = (uint32_t)bytes;
	return ret;
}

/**
 * Copying data needs the kernel's permission to access the process: warn early if it is missing.
 */
static void check_reach(const struct softhca_client *client)
{
	const struct dma_space space = {.pid = client->pid};
	const int err = softhca_dma_check_permission(&space);

	if (err)
		softhca_log(client->hca, SOFTHCA_LOG_ERROR,
			    "the memory of process %d cannot be reached: %s; its user namespace, "
			    "kernel.yama.ptrace_scope or a seccomp filter forbids it",
			    (int)client->pid, strerror(err));
}

/** Does the connection have something open? It can have only one open file. */
static bool has_file(const struct softhca_client *client)
{
	return client->ctx || client->cm || client->mad || client->issm;
}

enum {
	NAME_ROOM = sizeof(((struct softhca_dev *)NULL)->name),
};

/** Returns the device that the payload names, or NULL. */
static struct softhca_dev *device_of(const struct message *m)
{
	char name[NAME_ROOM];

	if (m->bytes >= sizeof(name))
		return NULL;
	memcpy(name, m->payload, m->bytes);
	name[m->bytes] = '\0';
	return softhca_find_device(m->client->hca, name);
}

static int open_device(const struct message *m, struct reply *r)
{
	struct softhca_dev *device = device_of(m);
	int ret;

	(void)r;
	if (has_file(m->client) || !m->bytes || m->bytes >= NAME_ROOM)
		return EINVAL;
	if (!device)
		return ENODEV;
	ret = softhca_guest_promote(m->client);
	if (ret)
		return ret;
	check_reach(m->client);
	ret = softhca_context_open(device, m->client->process, &m->client->ctx);
	if (ret)
		softhca_guest_demote(m->client);
	return ret;
}

static int open_cm(const struct message *m, struct reply *r)
{
	int ret;

	if (has_file(m->client))
		return EINVAL;
	ret = softhca_guest_promote(m->client);
	if (ret)
		return ret;
	ret = softhca_cm_open(m->client->hca, m->client->process, &m->client->cm, &r->fd);
	if (ret) {
		softhca_guest_demote(m->client);
		return ret;
	}
	r->own_fd = true;
	r->header.fd_at[0] = SOFTHCA_FD_NOT_STORED;
	return 0;
}

static int cm_command(const struct message *m, struct reply *r)
{
	struct softhca_response response = {.bytes = r->payload, .room = r->room, .fd = -1};
	int ret;

	if (m->fds_lost)
		return EMFILE;
	m->client->server->commands++;
	ret = softhca_cm_command(m->client->cm, m->payload, m->bytes, m->num_fds ? m->fds[0] : -1,
				 &response);
	r->header.bytes = (uint32_t)response.len;
	r->delay = response.delay;
	return ret;
}

static int run_command(const struct message *m, struct reply *r)
{
	struct softhca_response response = {.bytes = r->payload, .room = r->room, .fd = -1};
	int ret;

	if (m->client->cm)
		return cm_command(m, r);
	if (!m->client->ctx)
		return EINVAL;
	if (m->client->process != m->client->ctx->memory.process)
		return EACCES; /* like write() by a process that did not open the file */
	if (m->client->ctx->lost)
		return EIO;
	if (m->fds_lost)
		return EMFILE;
	m->client->server->commands++;
	ret = softhca_command(m->client->ctx, m->payload, m->bytes, m->num_fds ? m->fds[0] : -1,
			      &response);
	r->delay = response.delay;
	if (!ret || response.always)
		r->header.bytes = (uint32_t)response.len;
	if (ret)
		return ret;
	r->fd = response.fd;
	r->own_fd = true;
	r->header.fd_at[0] = response.fd_at;
	return 0;
}

/** Returns the port that the message names, or NULL. */
static struct softhca_port *requested_port(const struct message *m)
{
	struct softhca_dev *device = device_of(m);

	if (!device || !m->header.arg[0] || m->header.arg[0] > device->num_ports)
		return NULL;
	return &device->port[m->header.arg[0] - 1];
}

static int open_mad(const struct message *m, struct reply *r)
{
	struct softhca_client *client = m->client;
	struct softhca_port *port = requested_port(m);
	int ret;

	if (has_file(client) || m->header.arg[1] > SOFTHCA_MAD_KIND_ISSM)
		return EINVAL;
	if (!port)
		return ENODEV;
	ret = softhca_guest_promote(client);
	if (ret)
		return ret;
	if (m->header.arg[1] == SOFTHCA_MAD_KIND_ISSM)
		ret = softhca_issm_open(port);
	else
		ret = softhca_mad_open(port, client->process, &client->mad, &r->fd);
	if (ret) {
		softhca_guest_demote(client);
		return ret;
	}
	if (!client->mad)
		client->issm = port;
	r->own_fd = true;
	r->header.fd_at[0] = SOFTHCA_FD_NOT_STORED;
	return 0;
}

static int mad_ioctl(const struct message *m, struct reply *r)
{
	if (!m->client->mad || m->bytes > r->room)
		return EINVAL;
	memcpy(r->payload, m->payload, m->bytes);
	r->header.bytes = (uint32_t)m->bytes;
	return softhca_mad_ioctl(m->client->mad, (uint32_t)m->header.arg[0], r->payload, m->bytes);
}

static int mad_write(const struct message *m, struct reply *r)
{
	(void)r;
	return m->client->mad ? softhca_mad_write(m->client->mad, m->payload, m->bytes) : EINVAL;
}

static int mad_read(const struct message *m, struct reply *r)
{
	const size_t room = m->header.arg[0] < r->room ? m->header.arg[0] : r->room;
	size_t len;
	int ret;

	if (!m->client->mad)
		return EINVAL;
	ret = softhca_mad_read(m->client->mad, r->payload, room, &len);
	r->header.bytes = (uint32_t)len;
	r->header.arg[0] = (uint64_t)ret;
	return ret == ENOSPC ? 0 : ret;
}

/**
 * The ioctl accesses memory of the calling process, which may be a child of the one that opened the
 * file.
 */
static int ioctl_call(const struct message *m, struct reply *r)
{
	struct softhca_context *ctx = m->client->ctx;
	struct dma_space own;
	struct softhca_ioctl call = {
		.ctx = ctx,
		.fds = m->fds,
		.num_fds = m->num_fds,
		.hdr = (struct uverbs_ioctl_hdr *)(void *)r->payload,
	};
	int ret;

	if (!ctx || m->bytes > r->room)
		return EINVAL;
	if (ctx->lost)
		return EIO;
	if (m->fds_lost)
		return EMFILE;
	call.other_process = m->client->process != ctx->memory.process;
	own = softhca_dma_space_of(m->client->process);
	call.memory = call.other_process ? &own : &ctx->memory;
	memcpy(r->payload, m->payload, m->bytes);
	m->client->server->commands++;
	ret = softhca_ioctl(&call, m->bytes);
	r->delay = call.delay;
	softhca_dma_space_fini(&own);
	if (ret)
		return ret;
	r->header.bytes = (uint32_t)m->bytes;
	r->fd = call.fd;
	r->own_fd = true;
	r->header.fd_at[0] = call.fd_far ? SOFTHCA_FD_NOT_STORED : call.fd_at;
	r->header.arg[0] = call.fd_far;
	return 0;
}

static int map_page(const struct message *m, struct reply *r)
{
	struct softhca_context *ctx = m->client->ctx;
	struct softhca_mapped mapped = {.fd = -1};
	int ret;

	if (!ctx || !ctx->ready)
		return EINVAL;
	if (ctx->lost)
		return EIO;
	ret = ctx->device->driver->map(ctx, m->header.arg[0], m->header.arg[1],
				       (int)m->header.arg[2], &mapped);
	if (ret)
		return ret;
	r->fd = mapped.fd;
	r->own_fd = mapped.own_fd;
	r->header.arg[0] = mapped.offset;
	r->header.fd_at[0] = SOFTHCA_FD_NOT_STORED;
	return 0;
}

static int share_memory(const struct message *m, struct reply *r)
{
	int ret;

	(void)r;
	if (m->fds_lost)
		return EMFILE;
	if (!m->client->ctx || m->num_fds != 1)
		return EINVAL;
	if (m->client->process != m->client->ctx->memory.process)
		return EACCES;
	ret = softhca_dma_share(&m->client->ctx->memory, m->header.arg[0], m->header.arg[1],
				m->fds[0]);
	if (ret == EPERM)
		softhca_log(m->client->hca, SOFTHCA_LOG_WARNING,
			    "refused shared memory of process %d: the process could shrink it; "
			    "expected a memfd sealed with F_SEAL_SHRINK",
			    (int)m->client->pid);
	return ret;
}

static int unshare_memory(const struct message *m, struct reply *r)
{
	(void)r;
	if (!m->client->ctx)
		return EINVAL;
	return softhca_dma_unshare(&m->client->ctx->memory, m->header.arg[0], m->header.arg[1]);
}

static int run_control_command(const struct message *m, struct reply *r)
{
	char line[256];
	int ret;

	if (m->bytes >= sizeof(line))
		return EINVAL;
	memcpy(line, m->payload, m->bytes);
	line[m->bytes] = '\0';
	r->payload[0] = '\0';
	ret = softhca_control(m->client->server, line, m->client->uid, (char *)r->payload, r->room);
	r->header.bytes = (uint32_t)strlen((char *)r->payload);
	return ret;
}

/** Turn the connection into one that carries trace records. */
static int start_trace(const struct message *m, struct reply *r)
{
	const uint64_t known = UINT64_C(1) << SOFTHCA_TRACE_KIND_COMMAND |
			       UINT64_C(1) << SOFTHCA_TRACE_KIND_SEND |
			       UINT64_C(1) << SOFTHCA_TRACE_KIND_RECEIVE |
			       UINT64_C(1) << SOFTHCA_TRACE_KIND_COMPLETION |
			       UINT64_C(1) << SOFTHCA_TRACE_KIND_FAULT |
			       UINT64_C(1) << SOFTHCA_TRACE_KIND_MAD |
			       UINT64_C(1) << SOFTHCA_TRACE_KIND_REFUSAL |
			       UINT64_C(1) << SOFTHCA_TRACE_KIND_CONNECTION;
	const uint64_t kinds = m->header.arg[1];
	const struct softhca_dev *device = m->bytes ? device_of(m) : NULL;
	int ret;

	(void)r;
	if (has_file(m->client) || !kinds || kinds & ~known || m->header.arg[0] > INT32_MAX ||
	    m->bytes >= NAME_ROOM)
		return EINVAL;
	if (m->bytes && !device)
		return ENODEV;
	ret = softhca_guest_promote(m->client);
	if (ret)
		return ret;
	ret = softhca_trace_begin(m->client, (pid_t)m->header.arg[0], kinds, device);
	if (ret)
		softhca_guest_demote(m->client);
	return ret;
}

/**
 * May the user of this open file query the queue pair? XRC targets belong to a domain, not to a
 * file.
 */
static bool can_query_qp(const struct softhca_context *ctx, const struct softhca_qp *qp)
{
	const struct softhca_link *head = &ctx->objects;

	if (qp->ctx)
		return qp->ctx == ctx;
	for (struct softhca_link *pos = head->next; pos != head; pos = pos->next) {
		const struct softhca_object *obj = softhca_entry(pos, struct softhca_object,
								 in_context);

		if (obj->type == SOFTHCA_XRCD &&
		    ((const struct softhca_xrcd *)obj)->domain == qp->domain)
			return true;
	}
	return false;
}

static int find_refusal(const struct message *m, struct reply *r)
{
	const struct softhca_context *ctx = m->client->ctx;
	const uint64_t *arg = m->header.arg;
	const struct softhca_refusal *kept;
	const struct softhca_qp *qp;

	if (!ctx || arg[0] > UINT32_MAX)
		return EINVAL;
	qp = softhca_find_qp(ctx->device, (uint32_t)arg[0]);
	if (!qp || !can_query_qp(ctx, qp))
		return ENOENT;
	kept = softhca_engine_qp_why(qp, (enum ibv_wc_status)arg[1], (unsigned int)arg[2],
				     (uint32_t)arg[3], (uint32_t)(arg[3] >> 32));
	if (!kept)
		return ENOENT;
	memcpy(r->payload, kept, sizeof(*kept));
	r->header.bytes = sizeof(*kept);
	return 0;
}

int softhca_serve(const struct message *m, struct reply *r)
{
	static int (*const operations[])(const struct message *, struct reply *) = {
		[SOFTHCA_OP_LIST] = list_devices,      [SOFTHCA_OP_READ_ATTR] = read_attr,
		[SOFTHCA_OP_OPEN] = open_device,       [SOFTHCA_OP_COMMAND] = run_command,
		[SOFTHCA_OP_MAP] = map_page,           [SOFTHCA_OP_SHARE] = share_memory,
		[SOFTHCA_OP_UNSHARE] = unshare_memory, [SOFTHCA_OP_CONTROL] = run_control_command,
		[SOFTHCA_OP_TRACE] = start_trace,      [SOFTHCA_OP_OPEN_CM] = open_cm,
		[SOFTHCA_OP_LIST_ATTRS] = list_attrs,  [SOFTHCA_OP_IOCTL] = ioctl_call,
		[SOFTHCA_OP_OPEN_MAD] = open_mad,      [SOFTHCA_OP_MAD_IOCTL] = mad_ioctl,
		[SOFTHCA_OP_MAD_WRITE] = mad_write,    [SOFTHCA_OP_MAD_READ] = mad_read,
		[SOFTHCA_OP_WHY] = find_refusal,
	};

	if (m->header.op == SOFTHCA_OP_HELLO)
		return greet_client(m, r);
	if (!m->client->greeted)
		return EINVAL;
	if (m->header.op >= sizeof(operations) / sizeof(operations[0]) || !operations[m->header.op])
		return EOPNOTSUPP;
	return operations[m->header.op](m, r);
}
