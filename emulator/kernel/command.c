/* SPDX-License-Identifier: BSD-2-Clause */
/* Executing a command: parse it, call its handler, deliver the response. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/driver.h"
#include "base/log.h"
#include "base/upcalls.h"
#include "engine/engine.h"
#include "faults/faults.h"
#include "kernel/commands.h"

enum {
	ORDINARY_COMMANDS = 64,
	EXTENDED_COMMANDS = 64,
};

struct handler {
	int (*serve)(struct softhca_command *c);
	bool anonymous; /**< accepted before GET_CONTEXT: GET_CONTEXT, and commands that fail
			   without a handle */
	enum {
		ANY_DRIVER,
		XRC_DRIVER,  /**< only in drivers that support XRC */
		REREG_DRIVER /**< only in drivers that can change regions */
	} of;
};

static const struct handler ordinary[ORDINARY_COMMANDS] = {
	[UVERBS_CMD_GET_CONTEXT] = {softhca_get_context, true, ANY_DRIVER},
	[UVERBS_CMD_QUERY_DEVICE] = {softhca_query_device, false, ANY_DRIVER},
	[UVERBS_CMD_QUERY_PORT] = {softhca_query_port, false, ANY_DRIVER},
	[UVERBS_CMD_ALLOC_PD] = {softhca_alloc_pd, false, ANY_DRIVER},
	[UVERBS_CMD_DEALLOC_PD] = {softhca_dealloc_pd, true, ANY_DRIVER},
	[UVERBS_CMD_CREATE_AH] = {softhca_create_ah, false, ANY_DRIVER},
	[UVERBS_CMD_DESTROY_AH] = {softhca_destroy_ah, true, ANY_DRIVER},
	[UVERBS_CMD_REG_MR] = {softhca_reg_mr, false, ANY_DRIVER},
	[UVERBS_CMD_REREG_MR] = {softhca_rereg_mr, true, REREG_DRIVER},
	[UVERBS_CMD_DEREG_MR] = {softhca_dereg_mr, true, ANY_DRIVER},
	[UVERBS_CMD_ALLOC_MW] = {softhca_alloc_mw, false, ANY_DRIVER},
	[UVERBS_CMD_DEALLOC_MW] = {softhca_dealloc_mw, true, ANY_DRIVER},
	[UVERBS_CMD_CREATE_COMP_CHANNEL] = {softhca_create_comp_channel, false, ANY_DRIVER},
	[UVERBS_CMD_CREATE_CQ] = {softhca_create_cq, false, ANY_DRIVER},
	[UVERBS_CMD_RESIZE_CQ] = {softhca_resize_cq, true, ANY_DRIVER},
	[UVERBS_CMD_REQ_NOTIFY_CQ] = {softhca_req_notify_cq, true, ANY_DRIVER},
	[UVERBS_CMD_DESTROY_CQ] = {softhca_destroy_cq, true, ANY_DRIVER},
	[UVERBS_CMD_CREATE_QP] = {softhca_create_qp, false, ANY_DRIVER},
	[UVERBS_CMD_QUERY_QP] = {softhca_query_qp, true, ANY_DRIVER},
	[UVERBS_CMD_MODIFY_QP] = {softhca_modify_qp, true, ANY_DRIVER},
	[UVERBS_CMD_DESTROY_QP] = {softhca_destroy_qp, true, ANY_DRIVER},
	[UVERBS_CMD_POLL_CQ] = {softhca_poll_cq, true, ANY_DRIVER},
	[UVERBS_CMD_POST_SEND] = {softhca_post_send, true, ANY_DRIVER},
	[UVERBS_CMD_POST_RECV] = {softhca_post_recv, true, ANY_DRIVER},
	[UVERBS_CMD_ATTACH_MCAST] = {softhca_attach_mcast, true, ANY_DRIVER},
	[UVERBS_CMD_DETACH_MCAST] = {softhca_detach_mcast, true, ANY_DRIVER},
	[UVERBS_CMD_CREATE_SRQ] = {softhca_create_srq, false, ANY_DRIVER},
	[UVERBS_CMD_MODIFY_SRQ] = {softhca_modify_srq, true, ANY_DRIVER},
	[UVERBS_CMD_QUERY_SRQ] = {softhca_query_srq, true, ANY_DRIVER},
	[UVERBS_CMD_DESTROY_SRQ] = {softhca_destroy_srq, true, ANY_DRIVER},
	[UVERBS_CMD_OPEN_XRCD] = {softhca_open_xrcd, false, XRC_DRIVER},
	[UVERBS_CMD_CLOSE_XRCD] = {softhca_close_xrcd, true, XRC_DRIVER},
	[UVERBS_CMD_CREATE_XSRQ] = {softhca_create_xsrq, false, ANY_DRIVER},
	[UVERBS_CMD_OPEN_QP] = {softhca_open_qp, false, XRC_DRIVER},
};

static const struct handler extended[EXTENDED_COMMANDS] = {
	[UVERBS_EX_CMD_QUERY_DEVICE] = {softhca_ex_query_device, false, ANY_DRIVER},
	[UVERBS_EX_CMD_CREATE_CQ] = {softhca_ex_create_cq, false, ANY_DRIVER},
	[UVERBS_EX_CMD_CREATE_QP] = {softhca_ex_create_qp, false, ANY_DRIVER},
	[UVERBS_EX_CMD_MODIFY_QP] = {softhca_ex_modify_qp, true, ANY_DRIVER},
	[UVERBS_EX_CMD_MODIFY_CQ] = {softhca_ex_modify_cq, true, ANY_DRIVER},
};

static bool driver_supports(const struct softhca_driver *driver, const struct handler *handler)
{
	switch (handler->of) {
	case XRC_DRIVER:
		return driver->limits->attr.device_cap_flags & IBV_DEVICE_XRC;
	case REREG_DRIVER:
		return !driver->keeps_regions;
	default:
		return true;
	}
}

/** Returns the handler of a command, or NULL if there is none or the device does not support it. */
static const struct handler *handler_of(const struct softhca_driver *driver, uint32_t command)
{
	const uint32_t number = command & ~UVERBS_EXTENDED;
	const bool is_ex = command & UVERBS_EXTENDED;
	const struct handler *table = is_ex ? extended : ordinary;

	if (number >= (is_ex ? EXTENDED_COMMANDS : ORDINARY_COMMANDS) || !table[number].serve)
		return NULL;
	if (is_ex ? !driver->identity->extended_commands
		  : !(driver->identity->commands >> number & 1))
		return NULL;
	return driver_supports(driver, &table[number]) ? &table[number] : NULL;
}

/** Prepare the response: zeros for the core part, room for the driver's part. */
static void prepare_response(struct softhca_command *c)
{
	const struct uverbs_parsed *p = &c->parsed;
	struct softhca_response *response = c->response;
	size_t core = p->core_out < response->room ? p->core_out : response->room;

	memset(response->bytes, 0, core);
	response->len = core;
	c->udata.in = p->drv_in;
	c->udata.in_len = p->drv_in_len;
	c->udata.out = response->bytes + core;
	c->udata.out_room = p->drv_out < response->room - core ? p->drv_out : response->room - core;
}

/** The response cannot be delivered: undo the command. */
static void undo_command(struct softhca_command *c)
{
	if (c->created)
		softhca_object_destroy(c->created, NULL);
	if (c->response->fd >= 0) {
		close(c->response->fd);
		c->response->fd = -1;
	}
}

/**
 * Returns the log level of a result. Full queues are only logged at level debug, because they are
 * frequent.
 */
static enum softhca_log_level log_level_of(const struct softhca_command *c, int ret)
{
	const bool full = ret == ENOMEM && !c->parsed.extended &&
			  (c->parsed.command == UVERBS_CMD_POST_SEND ||
			   c->parsed.command == UVERBS_CMD_POST_RECV);

	return ret && !full ? SOFTHCA_LOG_INFO : SOFTHCA_LOG_DEBUG;
}

/** Apply fault rules for commands: set the delay of the response. Returns 0 or an errno value. */
static int apply_command_faults(struct softhca_command *c)
{
	static const char extended[] = "EX_";
	const struct softhca_dev *device = c->ctx->device;
	struct softhca_fault_candidate candidate = {
		.subject = SOFTHCA_FAULT_COMMAND,
		.from = {.device = device},
		.command = c->parsed.info->name,
		.flow = (uint64_t)device->index << 32,
		.counts = &c->ctx->faults,
	};
	const struct softhca_fault_rule *rule;

	if (!softhca_has_fault_rules(device->hca))
		return 0;
	if (!strncmp(candidate.command, extended, strlen(extended)))
		candidate.command += strlen(extended);
	rule = softhca_fault_find_rule(device->hca->faults, &candidate);
	if (!rule)
		return 0;
	if (softhca_traced(device->hca))
		softhca_trace_entry(c->ctx, SOFTHCA_TRACE_KIND_FAULT, 0, candidate.seen,
				    candidate.number + 1, rule->text, strlen(rule->text));
	c->response->delay = rule->delay;
	return rule->error;
}

static int call_handler(struct softhca_command *c, const struct handler *handler)
{
	const struct softhca *hca = c->ctx->device->hca;
	int ret;

	if (!c->ctx->ready && !handler->anonymous)
		return EINVAL;
	softhca_engine_catch_up(c->ctx);
	prepare_response(c);
	ret = apply_command_faults(c);
	if (!ret)
		ret = handler->serve(c);
	softhca_log(hca, log_level_of(c, ret), "%s: process %d: %s%s: %s", c->ctx->device->name,
		    (int)c->ctx->memory.pid, c->parsed.extended ? "extended " : "",
		    c->parsed.info->name, strerror(ret));
	if (ret)
		return ret;
	c->response->len += c->udata.out_len;
	c->response->created = c->created;
	if (c->response->held ||
	    !softhca_dma_probe(&c->ctx->memory, c->parsed.response, c->response->len))
		return 0;
	undo_command(c);
	return EFAULT;
}

/** Log a malformed command. */
static void log_malformed(const struct softhca_context *ctx, uint32_t number, size_t len, int error)
{
	ctx->device->hca->refused++;
	softhca_log(ctx->device->hca, SOFTHCA_LOG_WARNING,
		    "%s: malformed command 0x%x of %zu bytes from process %d: %s",
		    ctx->device->name, number, len, (int)ctx->memory.pid, strerror(error));
}

static int run_command(struct softhca_context *ctx, const void *bytes, size_t len, int fd,
		       struct softhca_response *response)
{
	struct softhca_command c = {.ctx = ctx, .fd = fd, .response = response};
	const struct handler *handler;
	uint32_t number = 0;
	int ret;

	response->fd = -1;
	response->len = 0;
	response->created = NULL;
	ret = uverbs_parse(bytes, len, &c.parsed);
	if (len >= sizeof(number))
		memcpy(&number, bytes, sizeof(number));
	handler = handler_of(ctx->device->driver, number);
	/* A command that the device does not support is refused before its sizes are checked. */
	if (c.parsed.info && !handler)
		ret = EOPNOTSUPP;
	if (!ret && handler)
		return call_handler(&c, handler);
	if (ret == EOPNOTSUPP && !handler) {
		softhca_log(ctx->device->hca, SOFTHCA_LOG_INFO, "%s: process %d: command 0x%x: %s",
			    ctx->device->name, (int)ctx->memory.pid, number, strerror(ret));
		return ret;
	}
	log_malformed(ctx, number, len, ret);
	return ret;
}

int softhca_command(struct softhca_context *ctx, const void *bytes, size_t len, int fd,
		    struct softhca_response *response)
{
	int ret = run_command(ctx, bytes, len, fd, response);

	if (softhca_traced(ctx->device->hca))
		softhca_upcalls_of(ctx)->trace_command(ctx, bytes, len, ret);
	return ret;
}
