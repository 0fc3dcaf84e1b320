/* SPDX-License-Identifier: BSD-2-Clause */
/* X1 to X9: OFED's and today's names for XRC exist beside each other. Tested by compiling this
 * file.
 */
#include <infiniband/verbs.h>

#define TYPE_OF(struct_, member) __typeof__(((struct struct_ *)0)->member)
#define SAME(a, b)               __builtin_types_compatible_p(a, b)
#define END(struct_, member)     (offsetof(struct struct_, member) + sizeof(TYPE_OF(struct_, member)))

_Static_assert(offsetof(struct ibv_xrc_domain, context) < offsetof(struct ibv_xrc_domain, handle),
	       "X1");
_Static_assert(IBV_QPT_XRC == 5 && IBV_QPT_XRC == IBV_QPT_UD + 1, "X2");
_Static_assert(IBV_DEVICE_XRC == 1 << 20, "X3");
_Static_assert(SAME(TYPE_OF(ibv_qp_init_attr, xrc_domain), struct ibv_xrc_domain *), "X4");
_Static_assert(END(ibv_qp_init_attr, xrc_domain) == sizeof(struct ibv_qp_init_attr),
	       "X4: it is the last member");
_Static_assert(SAME(TYPE_OF(ibv_qp, xrc_domain), struct ibv_xrc_domain *), "X4");
_Static_assert(SAME(TYPE_OF(ibv_srq, xrc_srq_num), uint32_t), "X5");
_Static_assert(SAME(TYPE_OF(ibv_srq, xrc_domain), struct ibv_xrc_domain *), "X5");
_Static_assert(SAME(TYPE_OF(ibv_srq, xrc_cq), struct ibv_cq *), "X5");
_Static_assert(offsetof(struct ibv_send_wr, xrc_remote_srq_num) >= END(ibv_send_wr, wr),
	       "X6: behind the union");
_Static_assert(offsetof(struct ibv_send_wr, xrc_remote_srq_num) ==
		       offsetof(struct ibv_send_wr, qp_type.xrc.remote_srqn),
	       "X6: the slot of today's name");
_Static_assert(SAME(TYPE_OF(ibv_async_event, element.xrc_qp_num), uint32_t), "X7");
_Static_assert(IBV_XRC_QP_EVENT_FLAG == 0x80000000U, "X7");
_Static_assert(IBV_QPT_XRC_SEND == 9 && IBV_QPT_XRC_RECV == 10, "X9");

/* X8: eight functions are declared; initialisers of another type would not compile. */
int (*const close_domain)(struct ibv_xrc_domain *) = ibv_close_xrc_domain;
int (*const create_rcv_qp)(struct ibv_qp_init_attr *, uint32_t *) = ibv_create_xrc_rcv_qp;
int (*const reg_rcv_qp)(struct ibv_xrc_domain *, uint32_t) = ibv_reg_xrc_rcv_qp;
int (*const unreg_rcv_qp)(struct ibv_xrc_domain *, uint32_t) = ibv_unreg_xrc_rcv_qp;
struct ibv_xrc_domain *(*const open_domain)(struct ibv_context *, int, int) = ibv_open_xrc_domain;

/* X9: a program that uses only the old names. */
int old_names(struct ibv_pd *pd, struct ibv_xrc_domain *domain, struct ibv_send_wr *wr,
	      struct ibv_cq *cq);
int old_names(struct ibv_pd *pd, struct ibv_xrc_domain *domain, struct ibv_send_wr *wr,
	      struct ibv_cq *cq)
{
	struct ibv_srq_init_attr srq_attr = {.attr = {.max_wr = 1, .max_sge = 1}};
	struct ibv_qp_init_attr qp_attr = {
		.qp_type = IBV_QPT_XRC, .send_cq = cq, .xrc_domain = domain};
	struct ibv_srq *srq = ibv_create_xrc_srq(pd, domain, cq, &srq_attr);
	struct ibv_send_wr *bad;

	wr->xrc_remote_srq_num = srq->xrc_srq_num;
	return ibv_post_send(ibv_create_qp(pd, &qp_attr), wr, &bad);
}

/* X9: a program that uses only today's names. */
int new_names(struct ibv_context *context, struct ibv_xrcd *xrcd, struct ibv_send_wr *wr,
	      struct ibv_srq *srq);
int new_names(struct ibv_context *context, struct ibv_xrcd *xrcd, struct ibv_send_wr *wr,
	      struct ibv_srq *srq)
{
	struct ibv_qp_init_attr_ex attr = {
		.qp_type = IBV_QPT_XRC_RECV, .comp_mask = IBV_QP_INIT_ATTR_XRCD, .xrcd = xrcd};
	struct ibv_send_wr *bad;

	if (ibv_get_srq_num(srq, &wr->qp_type.xrc.remote_srqn))
		return -1;
	return ibv_post_send(ibv_create_qp_ex(context, &attr), wr, &bad);
}
