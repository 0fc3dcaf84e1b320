/* SPDX-License-Identifier: BSD-2-Clause */
/* Undefines every name of the header that may also be a macro; functions must remain. */
#include "kit.h"
#include "undefined.h"

#undef ibv_fork_init
#undef ibv_get_device_list
#undef ibv_free_device_list
#undef ibv_get_device_name
#undef ibv_get_device_guid
#undef ibv_open_device
#undef ibv_close_device
#undef ibv_query_device
#undef ibv_query_port
#undef ibv_query_pkey
#undef ibv_query_gid
#undef ibv_get_async_event
#undef ibv_ack_async_event
#undef ibv_alloc_pd
#undef ibv_dealloc_pd
#undef ibv_reg_mr
#undef ibv_dereg_mr
#undef ibv_create_ah
#undef ibv_init_ah_from_wc
#undef ibv_create_ah_from_wc
#undef ibv_destroy_ah
#undef ibv_create_comp_channel
#undef ibv_destroy_comp_channel
#undef ibv_create_cq
#undef ibv_destroy_cq
#undef ibv_resize_cq
#undef ibv_poll_cq
#undef ibv_req_notify_cq
#undef ibv_get_cq_event
#undef ibv_ack_cq_events
#undef ibv_create_srq
#undef ibv_destroy_srq
#undef ibv_modify_srq
#undef ibv_query_srq
#undef ibv_open_xrc_domain
#undef ibv_close_xrc_domain
#undef ibv_create_xrc_srq
#undef ibv_create_xrc_rcv_qp
#undef ibv_modify_xrc_rcv_qp
#undef ibv_query_xrc_rcv_qp
#undef ibv_reg_xrc_rcv_qp
#undef ibv_unreg_xrc_rcv_qp
#undef ibv_create_qp
#undef ibv_destroy_qp
#undef ibv_modify_qp
#undef ibv_query_qp
#undef ibv_post_send
#undef ibv_post_recv
#undef ibv_post_srq_recv
#undef ibv_attach_mcast
#undef ibv_detach_mcast
#undef ibv_rate_to_mult
#undef mult_to_ibv_rate

/* NOLINTNEXTLINE(bugprone-macro-parentheses): declarators cannot be in parentheses */
#define FUNCTION(result, name, parameters) result(*name) parameters;
struct table {
#include "functions.h"
};
#undef FUNCTION

/* NOLINTNEXTLINE(bugprone-macro-parentheses): nor can designators */
#define FUNCTION(result, name, parameters) .name = name,
static const struct table table = {
#include "functions.h"
};
#undef FUNCTION

bool undefined_has_all(void)
{
	bool all = true;

#define FUNCTION(result, name, parameters) all = all && table.name;
#include "functions.h"
#undef FUNCTION
	return all;
}

/* A name in parentheses is never expanded as a function-like macro. */
int undefined_poll(struct ibv_cq *cq, int n, struct ibv_wc *wc)
{
	return (ibv_poll_cq)(cq, n, wc);
}

int undefined_post(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad)
{
	return (ibv_post_send)(qp, wr, bad);
}

struct ibv_mr *undefined_reg_mr(struct ibv_pd *pd, void *at, size_t bytes, int access)
{
	return (ibv_reg_mr)(pd, at, bytes, access);
}

int undefined_query_port(struct ibv_context *ctx, uint8_t port, struct ibv_port_attr *attr)
{
	return (ibv_query_port)(ctx, port, attr);
}

undefined_poll_fn undefined_poll_address(void)
{
	return table.ibv_poll_cq;
}
