/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Small inline verbs that only compute from their arguments, and the API's function-like macros.
 * Included by <inverbs/api/inlines.h>, after the types.
 */
#ifndef INVERBS_API_SMALL_H
#define INVERBS_API_SMALL_H

#include <infiniband/verbs.h>

/* The C linkage macros of OFED's headers. */
#ifndef BEGIN_C_DECLS
#ifdef __cplusplus
#define BEGIN_C_DECLS extern "C" {
#define END_C_DECLS   }
#else
#define BEGIN_C_DECLS
#define END_C_DECLS
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** Whether a structure of `sz` bytes includes all of its member `fld`. */
#define vext_field_avail(type, fld, sz)                                                            \
	(offsetof(type, fld) + sizeof(((type *)0)->fld) <= (size_t)(sz))

static inline struct verbs_context *verbs_get_ctx(struct ibv_context *ctx)
{
	if (ctx->abi_compat != __VERBS_ABI_IS_EXTENDED)
		return NULL;
	return (struct verbs_context *)(void *)((char *)ctx -
						offsetof(struct verbs_context, context));
}

/** The extended context of `ctx` if it has the operation `op`, else NULL. Evaluates `ctx` once. */
#define verbs_get_ctx_op(ctx, op)                                                                  \
	__extension__({                                                                            \
		struct verbs_context *inverbs_vctx_ = verbs_get_ctx(ctx);                          \
		inverbs_vctx_ &&vext_field_avail(struct verbs_context, op, inverbs_vctx_->sz) &&   \
				inverbs_vctx_->op                                                  \
			? inverbs_vctx_                                                            \
			: NULL;                                                                    \
	})

static inline struct ibv_cq *ibv_cq_ex_to_cq(struct ibv_cq_ex *cq)
{
	return (struct ibv_cq *)cq; /* the basic type is a prefix of the extended one */
}

static inline uint32_t ibv_inc_rkey(uint32_t rkey)
{
	const uint32_t tag = 0xff;

	return (rkey & ~tag) | ((rkey + 1) & tag);
}

static inline int ibv_is_qpt_supported(uint32_t caps, enum ibv_qp_type qpt)
{
	return (caps >> qpt) & 1;
}

/**
 * RoCE v2 puts flow entropy into the UDP source port: both halves of the flow label are folded into
 * its 14 free bits.
 */
static inline uint16_t ibv_flow_label_to_udp_sport(uint32_t fl)
{
	const uint32_t low = fl & 0x03fff;
	const uint32_t high = fl & 0xfc000;

	return (uint16_t)((low ^ (high >> 14)) | IB_ROCE_UDP_ENCAP_VALID_PORT_MIN);
}

#ifdef __cplusplus
}
#endif

#endif
