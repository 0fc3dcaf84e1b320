/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The kernel's verbs commands. command.c parses a command and calls its handler. A handler makes
 * the checks in the kernel's order, does the work and fills the response. All functions return 0 or
 * a positive errno value.
 */
#ifndef EMULATOR_KERNEL_COMMANDS_H
#define EMULATOR_KERNEL_COMMANDS_H

#include <inverbs/kernel/uverbs_parse.h>

#include "base/response.h"
#include "base/driver.h"

/** One command being served. */
struct softhca_command {
	struct softhca_context *ctx;
	struct uverbs_parsed parsed;
	int fd; /**< descriptor sent with it; -1: none */
	struct softhca_udata udata;
	struct softhca_response *response;
	struct softhca_object *created; /**< destroyed if the response cannot be delivered */
};

/** Execute a command of a context. The caller keeps fd. */
int softhca_command(struct softhca_context *ctx, const void *bytes, size_t len, int fd,
		    struct softhca_response *response);

/** Fill the core response, truncated to its room or followed by zeros. */
void softhca_respond(struct softhca_command *c, const void *resp, size_t bytes);
/** Returns the length that an extended response contains. */
static inline uint32_t softhca_response_length(const struct softhca_command *c, size_t bytes)
{
	return (uint32_t)(c->parsed.core_out < bytes ? c->parsed.core_out : bytes);
}

/* --- objects.c --------------------------------------------------------------------------- */

/** Assign a handle to an object. */
int softhca_object_add(struct softhca_context *ctx, struct softhca_object *obj,
		       enum softhca_type type, softhca_destroyer *destroy, uint64_t user_handle);
/** Release an object's handle. */
void softhca_object_remove(struct softhca_object *obj);
/** Find an object by handle. Returns 0, ENOENT, or EINVAL if the object has another type. */
int softhca_object_find(struct softhca_context *ctx, uint32_t handle, enum softhca_type type,
			struct softhca_object **out);
/**
 * Destroy an object with the function for its type. Returns 0, or EBUSY if it is in use. reported
 * may be NULL.
 */
int softhca_object_destroy(struct softhca_object *obj, struct softhca_reported *reported);
/** Find an object by handle and destroy it. */
int softhca_handle_destroy(struct softhca_context *ctx, uint32_t handle, enum softhca_type type,
			   struct softhca_reported *reported);
/** Drop the object's unread asynchronous events. Returns how many were read. */
uint32_t softhca_async_drop_unread(struct softhca_object *obj);

/** softhca_object_find for specific types. */
int softhca_pd_find(struct softhca_context *ctx, uint32_t handle, struct softhca_pd **pd);
int softhca_cq_find(struct softhca_context *ctx, uint32_t handle, struct softhca_cq **cq);
int softhca_srq_find(struct softhca_context *ctx, uint32_t handle, struct softhca_srq **srq);
int softhca_xrcd_find(struct softhca_context *ctx, uint32_t handle, struct softhca_xrcd **xrcd);
int softhca_qp_find(struct softhca_context *ctx, uint32_t handle, struct softhca_qp_handle **qp);

/** Destroyers of each type. */
softhca_destroyer softhca_pd_destroy, softhca_mr_destroy, softhca_mw_destroy, softhca_cq_destroy,
	softhca_qp_destroy, softhca_srq_destroy, softhca_ah_destroy, softhca_xrcd_destroy;

/* --- context.c --------------------------------------------------------------------------- */

/** Create an open file; it has no verbs context before GET_CONTEXT. */
int softhca_context_open(struct softhca_dev *device, struct softhca_process *process,
			 struct softhca_context **out);
/**
 * Create what GET_CONTEXT creates, except the event file. Returns EINVAL if that was done already.
 */
int softhca_context_set_up(struct softhca_context *ctx, struct softhca_udata *udata);
/** Create the asynchronous event file. *client_fd is set to the client's descriptor. */
int softhca_context_open_async(struct softhca_context *ctx, int *client_fd);
/** Undo GET_CONTEXT. There must be no objects. */
void softhca_context_tear_down(struct softhca_context *ctx);
/** Add or remove a reason to poll the context. */
void softhca_context_count_active(struct softhca_context *ctx, int n);
/** The last reference to the open file was dropped: destroy everything in it. */
void softhca_context_close(struct softhca_context *ctx);
/**
 * The device of an open file fails: report DEVICE_FATAL, destroy all objects, and fail all further
 * commands with EIO.
 */
void softhca_context_fail(struct softhca_context *ctx);
/** Does the client's process have CAP_NET_RAW? */
bool softhca_has_net_raw(const struct softhca_context *ctx);

/* --- XRC domains, xrc_domain.c ----------------------------------------------------------- */

/**
 * Get the domain of a file's inode, with a reference. It is created if there is none and oflags has
 * O_CREAT. Returns 0, EBADF, EINVAL, EAGAIN or ENOMEM.
 */
int softhca_domain_open(struct softhca_dev *device, int fd, uint32_t oflags,
			struct softhca_xrcd_domain **out);
/** Create a domain that no other process can open. */
int softhca_domain_private(struct softhca_dev *device, struct softhca_xrcd_domain **out);
struct softhca_xrcd_domain *softhca_domain_get(struct softhca_xrcd_domain *domain);
void softhca_domain_put(struct softhca_xrcd_domain *domain);

/* --- queue pairs, for qp.c, modify_qp.c and xrc.c ---------------------------------------- */

/** Create another handle to a queue pair. */
int softhca_qp_handle_add(struct softhca_context *ctx, struct softhca_qp *qp, uint64_t user_handle,
			  struct softhca_xrcd *xrcd, struct softhca_qp_handle **out);

/** Drop the multicast memberships of a handle that is being destroyed. */
void softhca_mcast_leave(struct softhca_qp_handle *handle);

/** Does the device have this port? */
static inline bool softhca_has_port(const struct softhca_dev *device, unsigned int port)
{
	return port >= 1 && port <= device->num_ports;
}

/**
 * Can a packet leave this port with such an address vector? On Ethernet, it must be global (else
 * EINVAL), and its source GID index must be within the table (else EINVAL) and in use (else
 * ENODATA).
 */
int softhca_check_route(const struct softhca_dev *device, unsigned int port, bool global,
			unsigned int sgid_index);
/**
 * Can the GID be resolved to a MAC on an Ethernet port's network? Returns 0 or ETIMEDOUT. The
 * kernel waits for neighbour discovery; here the result is available at once. A link-local GID of
 * RoCE v1 contains the MAC.
 */
int softhca_check_neighbour(const struct softhca_dev *device, unsigned int port,
			    const uint8_t dgid[16]);

/* --- handlers ---------------------------------------------------------------------------- */

int softhca_get_context(struct softhca_command *c);
int softhca_query_device(struct softhca_command *c);
int softhca_ex_query_device(struct softhca_command *c);
int softhca_query_port(struct softhca_command *c);
int softhca_create_comp_channel(struct softhca_command *c);

int softhca_alloc_pd(struct softhca_command *c);
int softhca_dealloc_pd(struct softhca_command *c);
int softhca_reg_mr(struct softhca_command *c);
int softhca_rereg_mr(struct softhca_command *c);
int softhca_dereg_mr(struct softhca_command *c);
int softhca_alloc_mw(struct softhca_command *c);
int softhca_dealloc_mw(struct softhca_command *c);

int softhca_create_cq(struct softhca_command *c);
int softhca_ex_create_cq(struct softhca_command *c);
int softhca_req_notify_cq(struct softhca_command *c);
int softhca_resize_cq(struct softhca_command *c);
int softhca_ex_modify_cq(struct softhca_command *c);
int softhca_destroy_cq(struct softhca_command *c);

int softhca_create_qp(struct softhca_command *c);
int softhca_ex_create_qp(struct softhca_command *c);
int softhca_modify_qp(struct softhca_command *c);
int softhca_ex_modify_qp(struct softhca_command *c);
int softhca_query_qp(struct softhca_command *c);
int softhca_destroy_qp(struct softhca_command *c);

int softhca_post_send(struct softhca_command *c);
int softhca_post_recv(struct softhca_command *c);
int softhca_poll_cq(struct softhca_command *c);

int softhca_create_srq(struct softhca_command *c);
int softhca_create_xsrq(struct softhca_command *c);
int softhca_modify_srq(struct softhca_command *c);
int softhca_query_srq(struct softhca_command *c);
int softhca_destroy_srq(struct softhca_command *c);

int softhca_open_xrcd(struct softhca_command *c);
int softhca_close_xrcd(struct softhca_command *c);
int softhca_open_qp(struct softhca_command *c);

int softhca_create_ah(struct softhca_command *c);
int softhca_destroy_ah(struct softhca_command *c);
int softhca_attach_mcast(struct softhca_command *c);
int softhca_detach_mcast(struct softhca_command *c);

#endif
