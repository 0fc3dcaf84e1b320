/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Features that the first device lacks fail with EOPNOTSUPP, which programs test for before they
 * fall back to others; OFED's XRC calls fail with ENOSYS, as its manual says. Every function that
 * may return one of the two has a row here, as status.py checks. What a device lacks is found from
 * its attributes. Calls on objects that cannot be created get a zeroed object.
 */
#include <errno.h>
#include <fcntl.h>
#include <infiniband/verbs.h>
#include <inverbs/fast/objects.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static struct {
	struct ibv_context *ctx;
	struct ibv_device_attr_ex attr;
	struct ibv_pd *pd;
	struct ibv_cq *cq;
	struct ibv_qp *qp;
	struct ibv_mr *mr;
	struct inverbs_ah no_ah;
	struct inverbs_srq no_srq;
	struct ibv_mw no_mw;
	struct ibv_xrc_domain no_domain;
	char memory[64];
} s;

/* The errno value if no object was created, or 0. */
static int reason(const void *object)
{
	return object ? 0 : errno;
}

/* --- features of the device ------------------------------------------------------------------ */

static bool never(void)
{
	return false;
}

static bool always(void)
{
	return true;
}

static bool infiniband(void)
{
	return s.ctx->device->transport_type == IBV_TRANSPORT_IB;
}

static bool shared_queues(void)
{
	return s.attr.orig_attr.max_srq;
}

static bool windows(void)
{
	return s.attr.orig_attr.device_cap_flags &
	       (IBV_DEVICE_MEM_WINDOW | IBV_DEVICE_MEM_WINDOW_TYPE_2A |
		IBV_DEVICE_MEM_WINDOW_TYPE_2B);
}

static bool multicast(void)
{
	return s.attr.orig_attr.max_mcast_grp;
}

static bool xrc(void)
{
	return s.attr.orig_attr.device_cap_flags & IBV_DEVICE_XRC;
}

/* --- the calls ------------------------------------------------------------------------------- */

static int create_ah(void)
{
	struct ibv_ah_attr to = {.dlid = 1, .port_num = 1};

	return reason(ibv_create_ah(s.pd, &to));
}

static int create_ah_from_wc(void)
{
	return reason(ibv_create_ah_from_wc(s.pd, &(struct ibv_wc){.slid = 1}, NULL, 1));
}

static int destroy_ah(void)
{
	s.no_ah.ibv.context = s.ctx;
	return ibv_destroy_ah(&s.no_ah.ibv);
}

static int query_rt_values(void)
{
	return ibv_query_rt_values_ex(
		s.ctx, &(struct ibv_values_ex){.comp_mask = IBV_VALUES_MASK_RAW_CLOCK});
}

static int create_cq_ex(void)
{
	struct ibv_cq_ex *cq = ibv_create_cq_ex(s.ctx, &(struct ibv_cq_init_attr_ex){.cqe = 4});

	return cq ? ibv_destroy_cq(ibv_cq_ex_to_cq(cq)) : errno;
}

/* Request a field that no adapter reports, and one that is unknown. */
static int create_cq_with_tags(void)
{
	return reason(ibv_create_cq_ex(
		s.ctx,
		&(struct ibv_cq_init_attr_ex){.cqe = 4, .wc_flags = IBV_WC_EX_WITH_TM_INFO}));
}

static int create_cq_with_unknown(void)
{
	return reason(ibv_create_cq_ex(
		s.ctx, &(struct ibv_cq_init_attr_ex){.cqe = 4, .wc_flags = 1ULL << 40}));
}

static int resize_cq(void)
{
	return ibv_resize_cq(s.cq, 32);
}

static int modify_cq(void)
{
	return ibv_modify_cq(s.cq, &(struct ibv_modify_cq_attr){.attr_mask = IBV_CQ_ATTR_MODERATE,
								.moderate = {1, 1}});
}

static int query_port_speed(void)
{
	uint64_t speed;

	return ibv_query_port_speed(s.ctx, 1, &speed);
}

static int query_gid(void)
{
	return ibv_query_gid_ex(s.ctx, 1, 0, &(struct ibv_gid_entry){0}, 1);
}

static int query_gid_sized(void)
{
	struct ibv_gid_entry entry;

	return _ibv_query_gid_ex(s.ctx, 1, 0, &entry, 1, sizeof(entry));
}

static int query_gids(void)
{
	return -(int)ibv_query_gid_table(s.ctx, &(struct ibv_gid_entry){0}, 1, 1);
}

static int query_gids_sized(void)
{
	struct ibv_gid_entry entry;

	return -(int)_ibv_query_gid_table(s.ctx, &entry, 1, 1, sizeof(entry));
}

static int rereg_mr(void)
{
	return ibv_rereg_mr(s.mr, IBV_REREG_MR_CHANGE_ACCESS, NULL, NULL, 0, IBV_ACCESS_LOCAL_WRITE)
		       ? errno
		       : 0;
}

static int alloc_mw(void)
{
	struct ibv_mw *mw = ibv_alloc_mw(s.pd, IBV_MW_TYPE_1);

	return mw ? ibv_dealloc_mw(mw) : errno;
}

static int dealloc_mw(void)
{
	s.no_mw.context = s.ctx;
	return ibv_dealloc_mw(&s.no_mw);
}

static int parent_domain(void)
{
	return reason(ibv_alloc_parent_domain(
		s.ctx, &(struct ibv_parent_domain_init_attr){
			       .pd = s.pd, .comp_mask = IBV_PARENT_DOMAIN_INIT_ATTR_ALLOCATORS}));
}

static int create_qp(enum ibv_qp_type type)
{
	struct ibv_qp_init_attr init = {
		.send_cq = s.cq, .recv_cq = s.cq, .qp_type = type, .cap = {1, 1, 1, 1, 0}};
	struct ibv_qp *qp = ibv_create_qp(s.pd, &init);

	return qp ? ibv_destroy_qp(qp) : errno;
}

static int create_uc(void)
{
	return create_qp(IBV_QPT_UC);
}

static int create_ud(void)
{
	return create_qp(IBV_QPT_UD);
}

static int create_xrc_sender(void)
{
	return create_qp(IBV_QPT_XRC_SEND);
}

static int create_builder(uint64_t ops)
{
	struct ibv_qp_init_attr_ex init = {
		.send_cq = s.cq,
		.recv_cq = s.cq,
		.qp_type = IBV_QPT_RC,
		.cap = {1, 1, 1, 1, 0},
		.comp_mask = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_SEND_OPS_FLAGS,
		.pd = s.pd,
		.send_ops_flags = ops,
	};
	struct ibv_qp *qp = ibv_create_qp_ex(s.ctx, &init);

	if (!qp)
		return errno;
	return ibv_destroy_qp(qp);
}

static int create_qp_with_sends(void)
{
	return create_builder(IBV_QP_EX_WITH_SEND);
}

/* A feature that no adapter has. */
static int create_qp_with_segments(void)
{
	return create_builder(IBV_QP_EX_WITH_TSO);
}

static int open_qp(void)
{
	struct ibv_qp_open_attr attr = {
		.comp_mask = IBV_QP_OPEN_ATTR_NUM | IBV_QP_OPEN_ATTR_XRCD | IBV_QP_OPEN_ATTR_TYPE,
		.qp_num = 1,
		.xrcd = (struct ibv_xrcd *)&s.no_domain,
		.qp_type = IBV_QPT_XRC_RECV,
	};

	return reason(ibv_open_qp(s.ctx, &attr));
}

static int query_qp(void)
{
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr attr;

	return ibv_query_qp(s.qp, &attr, IBV_QP_STATE, &init);
}

static const union ibv_gid group = {.raw = {0xff, 0x12}};

static int attach_mcast(void)
{
	return ibv_attach_mcast(s.qp, &group, 0xc000);
}

static int detach_mcast(void)
{
	return ibv_detach_mcast(s.qp, &group, 0xc000);
}

static int create_srq(void)
{
	struct ibv_srq *srq = ibv_create_srq(s.pd, &(struct ibv_srq_init_attr){.attr = {1, 1, 0}});

	return srq ? ibv_destroy_srq(srq) : errno;
}

static int create_srq_ex(uint32_t mask)
{
	struct ibv_srq_init_attr_ex init = {
		.attr = {1, 1, 0},
		.comp_mask = IBV_SRQ_INIT_ATTR_PD | mask,
		.pd = s.pd,
		.srq_type = IBV_SRQT_TM,
	};
	struct ibv_srq *srq = ibv_create_srq_ex(s.ctx, &init);

	return srq ? ibv_destroy_srq(srq) : errno;
}

static int create_basic_srq(void)
{
	return create_srq_ex(0);
}

static int create_tm_srq(void)
{
	return create_srq_ex(IBV_SRQ_INIT_ATTR_TYPE);
}

static int modify_srq(void)
{
	s.no_srq.ibv.context = s.ctx;
	return ibv_modify_srq(&s.no_srq.ibv, &(struct ibv_srq_attr){0}, IBV_SRQ_LIMIT);
}

static int query_srq(void)
{
	s.no_srq.ibv.context = s.ctx;
	return ibv_query_srq(&s.no_srq.ibv, &(struct ibv_srq_attr){0});
}

static int destroy_srq(void)
{
	s.no_srq.ibv.context = s.ctx;
	return ibv_destroy_srq(&s.no_srq.ibv);
}

static int post_srq_recv(void)
{
	struct ibv_recv_wr wr = {0}, *bad = NULL;
	int err;

	s.no_srq.ibv.context = s.ctx;
	err = ibv_post_srq_recv(&s.no_srq.ibv, &wr, &bad);
	return bad == &wr ? err : -1;
}

static int open_xrcd(void)
{
	struct ibv_xrcd_init_attr attr = {
		.comp_mask = IBV_XRCD_INIT_ATTR_FD | IBV_XRCD_INIT_ATTR_OFLAGS,
		.fd = -1,
		.oflags = O_CREAT,
	};
	struct ibv_xrcd *xrcd = ibv_open_xrcd(s.ctx, &attr);

	return xrcd ? ibv_close_xrcd(xrcd) : errno;
}

static int create_xrc_srq(void)
{
	return reason(ibv_create_xrc_srq(s.pd, &s.no_domain, s.cq,
					 &(struct ibv_srq_init_attr){.attr = {1, 1, 0}}));
}

static int open_xrc_domain(void)
{
	struct ibv_xrc_domain *domain = ibv_open_xrc_domain(s.ctx, -1, O_CREAT);

	return domain ? ibv_close_xrc_domain(domain) : errno;
}

static int create_xrc_rcv_qp(void)
{
	uint32_t number;

	return ibv_create_xrc_rcv_qp(&(struct ibv_qp_init_attr){.xrc_domain = &s.no_domain},
				     &number);
}

static int modify_xrc_rcv_qp(void)
{
	return ibv_modify_xrc_rcv_qp(&s.no_domain, 1, &(struct ibv_qp_attr){0}, IBV_QP_STATE);
}

static int query_xrc_rcv_qp(void)
{
	return ibv_query_xrc_rcv_qp(&s.no_domain, 1, &(struct ibv_qp_attr){0}, IBV_QP_STATE,
				    &(struct ibv_qp_init_attr){0});
}

static int reg_xrc_rcv_qp(void)
{
	return ibv_reg_xrc_rcv_qp(&s.no_domain, 1);
}

static int unreg_xrc_rcv_qp(void)
{
	return ibv_unreg_xrc_rcv_qp(&s.no_domain, 1);
}

/* What is expected of a device that has the feature. */
enum there {
	WORKS,    /* success */
	UNCALLED, /* not called: the row's arguments are only valid for a call that is refused */
	MAY_LACK, /* success or the same error, because the kernel may lack the feature */
};

static const struct row {
	const char *name;
	int (*call)(void);
	bool (*has)(void);
	enum there there;
	int lacking; /* 0: EOPNOTSUPP */
} rows[] = {
	{"ibv_create_ah", create_ah, infiniband, UNCALLED, 0},
	{"ibv_create_ah_from_wc", create_ah_from_wc, infiniband, UNCALLED, 0},
	{"ibv_destroy_ah", destroy_ah, infiniband, UNCALLED, 0},
	{"ibv_query_rt_values_ex", query_rt_values, infiniband, MAY_LACK, 0},
	{"ibv_create_cq_ex", create_cq_ex, infiniband, WORKS, 0},
	{"ibv_create_cq_ex", create_cq_with_tags, never, WORKS, 0},
	{"ibv_create_cq_ex", create_cq_with_unknown, never, WORKS, 0},
	{"ibv_resize_cq", resize_cq, infiniband, WORKS, 0},
	{"ibv_modify_cq", modify_cq, infiniband, MAY_LACK, 0},
	{"ibv_query_port_speed", query_port_speed, always, WORKS, 0},
	{"ibv_query_gid_ex", query_gid, never, WORKS, 0},
	{"_ibv_query_gid_ex", query_gid_sized, never, WORKS, 0},
	{"ibv_query_gid_table", query_gids, never, WORKS, 0},
	{"_ibv_query_gid_table", query_gids_sized, never, WORKS, 0},
	{"ibv_rereg_mr", rereg_mr, infiniband, MAY_LACK, 0},
	{"ibv_alloc_mw", alloc_mw, windows, WORKS, 0},
	{"ibv_dealloc_mw", dealloc_mw, windows, UNCALLED, 0},
	{"ibv_alloc_parent_domain", parent_domain, never, WORKS, 0},
	{"ibv_create_qp", create_uc, infiniband, WORKS, 0},
	{"ibv_create_qp", create_ud, infiniband, WORKS, 0},
	{"ibv_create_qp", create_xrc_sender, xrc, WORKS, 0},
	{"ibv_create_qp_ex", create_qp_with_sends, always, WORKS, 0},
	{"ibv_create_qp_ex", create_qp_with_segments, never, WORKS, 0},
	{"ibv_open_qp", open_qp, xrc, UNCALLED, 0},
	{"ibv_query_qp", query_qp, infiniband, WORKS, 0},
	{"ibv_attach_mcast", attach_mcast, multicast, UNCALLED, 0},
	{"ibv_detach_mcast", detach_mcast, multicast, UNCALLED, 0},
	{"ibv_create_srq", create_srq, shared_queues, WORKS, 0},
	{"ibv_create_srq_ex", create_basic_srq, shared_queues, WORKS, 0},
	{"ibv_create_srq_ex", create_tm_srq, never, WORKS, 0},
	{"ibv_modify_srq", modify_srq, shared_queues, UNCALLED, 0},
	{"ibv_query_srq", query_srq, shared_queues, UNCALLED, 0},
	{"ibv_destroy_srq", destroy_srq, shared_queues, UNCALLED, 0},
	{"ibv_post_srq_recv", post_srq_recv, shared_queues, UNCALLED, 0},
	{"ibv_open_xrcd", open_xrcd, xrc, WORKS, 0},
	{"ibv_create_xrc_srq", create_xrc_srq, xrc, UNCALLED, ENOSYS},
	{"ibv_open_xrc_domain", open_xrc_domain, xrc, WORKS, ENOSYS},
	{"ibv_create_xrc_rcv_qp", create_xrc_rcv_qp, xrc, UNCALLED, ENOSYS},
	{"ibv_modify_xrc_rcv_qp", modify_xrc_rcv_qp, xrc, UNCALLED, ENOSYS},
	{"ibv_query_xrc_rcv_qp", query_xrc_rcv_qp, xrc, UNCALLED, ENOSYS},
	{"ibv_reg_xrc_rcv_qp", reg_xrc_rcv_qp, xrc, UNCALLED, ENOSYS},
	{"ibv_unreg_xrc_rcv_qp", unreg_xrc_rcv_qp, xrc, UNCALLED, ENOSYS},
};

static int failures;

static void check(const struct row *row)
{
	const bool has = row->has();
	const int lacking = row->lacking ? row->lacking : EOPNOTSUPP;
	int got;

	if (has && row->there == UNCALLED)
		return;
	errno = 0;
	got = row->call();
	if ((has && got == 0) || ((!has || row->there == MAY_LACK) && got == lacking))
		return;
	fprintf(stderr, "%s: %s, not %s\n", row->name, strerror(got), strerror(has ? 0 : lacking));
	failures++;
}

static int open_first(void)
{
	struct ibv_device **list = ibv_get_device_list(NULL);
	struct ibv_qp_init_attr init = {.qp_type = IBV_QPT_RC, .cap = {1, 1, 1, 1, 0}};

	s.ctx = list && *list ? ibv_open_device(*list) : NULL;
	if (!s.ctx || ibv_query_device_ex(s.ctx, NULL, &s.attr))
		return -1;
	ibv_free_device_list(list);
	s.pd = ibv_alloc_pd(s.ctx);
	s.cq = ibv_create_cq(s.ctx, 16, NULL, NULL, 0);
	init.send_cq = init.recv_cq = s.cq;
	s.qp = s.pd && s.cq ? ibv_create_qp(s.pd, &init) : NULL;
	s.mr = s.pd ? ibv_reg_mr(s.pd, s.memory, sizeof(s.memory), IBV_ACCESS_LOCAL_WRITE) : NULL;
	s.no_domain.context = s.ctx;
	return s.qp && s.mr ? 0 : -1;
}

static int close_first(void)
{
	return ibv_dereg_mr(s.mr) || ibv_destroy_qp(s.qp) || ibv_destroy_cq(s.cq) ||
	       ibv_dealloc_pd(s.pd) || ibv_close_device(s.ctx);
}

int main(void)
{
	if (open_first()) {
		perror("the first device");
		return 1;
	}
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		check(&rows[i]);
	if (close_first()) {
		fprintf(stderr, "something that was made is left\n");
		return 1;
	}
	return failures != 0;
}
