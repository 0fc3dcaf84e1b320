/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * State changes of queue pairs. A program passes the attributes that a state requires, and selects
 * others by options; the kernel's table of state changes shows which of them are accepted in the
 * current state.
 */
#include <endian.h>
#include <errno.h>
#include <inverbs/iba/maps.h>
#include <inverbs/kernel/qp_states.h>
#include <string.h>

#include "layer.h"
#include "slots.h"

/* A state change, translated to verbs. */
struct change {
	struct ibv_qp_attr attr;
	uint32_t given;  /* attributes that the program always passes */
	uint32_t wanted; /* attributes that the program selects by options */
	ib_api_status_t status;
};

static void set_change_path(struct iba_qp *qp, struct change *c, const ib_av_attr_t *av,
			    bool alternate)
{
	struct iba_ca *ca = iba_ca_of(&qp->reporter.object);
	struct ibv_ah_attr *to = alternate ? &c->attr.alt_ah_attr : &c->attr.ah_attr;
	int mtu = inverbs_iba_mtu_to_verbs(av->conn.path_mtu);

	if (iba_is_datagram(qp))
		return;
	if (!iba_has_port(ca, av->port_num) || (!alternate && mtu < 0)) {
		c->status = IB_INVALID_SETTING;
		return;
	}
	c->status = iba_ah_attr(ca->context, av, to);
	if (alternate) {
		c->attr.alt_port_num = av->port_num;
		c->attr.alt_timeout = av->conn.local_ack_timeout;
	} else {
		c->attr.path_mtu = (enum ibv_mtu)mtu;
	}
}

static void set_pkey(const struct iba_qp *qp, struct change *c, uint16_t index)
{
	const struct iba_ca *ca = iba_ca_of((struct iba_object *)(uintptr_t)&qp->reporter.object);

	c->attr.pkey_index = index;
	if (index >= ca->attr.max_pkeys)
		c->status = IB_INVALID_PKEY;
}

static void set_access(struct change *c, ib_access_t access)
{
	c->attr.qp_access_flags = inverbs_iba_access_to_verbs(access);
}

static void change_to_init(struct iba_qp *qp, struct change *c, const ib_qp_mod_t *mod)
{
	c->attr.port_num = mod->state.init.primary_port;
	c->attr.qkey = be32toh(mod->state.init.qkey);
	set_access(c, mod->state.init.access_ctrl);
	c->given = IBV_QP_PORT | IBV_QP_QKEY | IBV_QP_PKEY_INDEX | IBV_QP_ACCESS_FLAGS;
	if (!iba_has_port(iba_ca_of(&qp->reporter.object), c->attr.port_num))
		c->status = IB_INVALID_SETTING;
	set_pkey(qp, c, mod->state.init.pkey_index);
}

/* Attributes of verbs for the options that several states have in common. */
static uint32_t bits_of_options(ib_qp_opts_t opts)
{
	static const struct {
		uint32_t option, bit;
	} table[] = {
		{IB_MOD_QP_ALTERNATE_AV, IBV_QP_ALT_PATH},
		{IB_MOD_QP_PKEY, IBV_QP_PKEY_INDEX},
		{IB_MOD_QP_APM_STATE, IBV_QP_PATH_MIG_STATE},
		{IB_MOD_QP_PRIMARY_AV, IBV_QP_AV},
		{IB_MOD_QP_RNR_NAK_TIMEOUT, IBV_QP_MIN_RNR_TIMER},
		{IB_MOD_QP_RESP_RES, IBV_QP_MAX_DEST_RD_ATOMIC},
		{IB_MOD_QP_INIT_DEPTH, IBV_QP_MAX_QP_RD_ATOMIC},
		{IB_MOD_QP_PRIMARY_PORT, IBV_QP_PORT},
		{IB_MOD_QP_ACCESS_CTRL, IBV_QP_ACCESS_FLAGS},
		{IB_MOD_QP_QKEY, IBV_QP_QKEY},
		{IB_MOD_QP_CURRENT_STATE, IBV_QP_CUR_STATE},
		{IB_MOD_QP_RETRY_CNT, IBV_QP_RETRY_CNT},
		{IB_MOD_QP_LOCAL_ACK_TIMEOUT, IBV_QP_TIMEOUT},
		{IB_MOD_QP_RNR_RETRY_CNT, IBV_QP_RNR_RETRY},
	};
	uint32_t bits = 0;

	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++)
		if (opts & table[i].option)
			bits |= table[i].bit;
	return bits;
}

static void set_options(struct change *c, ib_qp_opts_t opts)
{
	const ib_qp_opts_t sizes = IB_MOD_QP_SQ_DEPTH | IB_MOD_QP_RQ_DEPTH;

	c->wanted = bits_of_options(opts);
	if (opts & (sizes | IB_MOD_QP_GENERATE_PRIO_TAG))
		c->status = IB_UNSUPPORTED;
	else if (opts >= IB_MOD_QP_GENERATE_PRIO_TAG)
		c->status = IB_INVALID_SETTING;
}

static void change_to_rtr(struct iba_qp *qp, struct change *c, const ib_qp_mod_t *mod)
{
	const ib_qp_opts_t opts = mod->state.rtr.opts;

	c->attr.rq_psn = be32toh(mod->state.rtr.rq_psn);
	c->attr.dest_qp_num = be32toh(mod->state.rtr.dest_qp);
	c->attr.max_dest_rd_atomic = mod->state.rtr.resp_res;
	c->attr.min_rnr_timer = mod->state.rtr.rnr_nak_timeout;
	c->attr.qkey = be32toh(mod->state.rtr.qkey);
	set_access(c, mod->state.rtr.access_ctrl);
	c->given = IBV_QP_RQ_PSN | IBV_QP_DEST_QPN | IBV_QP_AV | IBV_QP_PATH_MTU |
		   IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER;
	set_options(c, opts);
	if (opts & IB_MOD_QP_PKEY)
		set_pkey(qp, c, mod->state.rtr.pkey_index);
	if (c->status == IB_SUCCESS)
		set_change_path(qp, c, &mod->state.rtr.primary_av, false);
	if (c->status == IB_SUCCESS && opts & IB_MOD_QP_ALTERNATE_AV)
		set_change_path(qp, c, &mod->state.rtr.alternate_av, true);
}

static void set_rts_paths(struct iba_qp *qp, struct change *c, const ib_qp_mod_t *mod)
{
	const ib_qp_opts_t opts = mod->state.rts.opts;
	int apm = inverbs_iba_apm_to_verbs(mod->state.rts.apm_state);

	if (opts & IB_MOD_QP_ALTERNATE_AV)
		set_change_path(qp, c, &mod->state.rts.alternate_av, true);
	if (opts & IB_MOD_QP_APM_STATE && apm < 0)
		c->status = IB_INVALID_APM_STATE;
	c->attr.path_mig_state = (enum ibv_mig_state)(apm < 0 ? 0 : apm);
}

/* Attributes that no transition to RTS accepts are not translated; their options are refused. */
static void change_to_rts(struct iba_qp *qp, struct change *c, const ib_qp_mod_t *mod)
{
	const ib_qp_opts_t opts = mod->state.rts.opts;

	c->attr.sq_psn = be32toh(mod->state.rts.sq_psn);
	c->attr.retry_cnt = mod->state.rts.retry_cnt;
	c->attr.rnr_retry = mod->state.rts.rnr_retry_cnt;
	c->attr.timeout = mod->state.rts.local_ack_timeout;
	c->attr.max_rd_atomic = mod->state.rts.init_depth;
	c->attr.min_rnr_timer = mod->state.rts.rnr_nak_timeout;
	c->attr.qkey = be32toh(mod->state.rts.qkey);
	set_access(c, mod->state.rts.access_ctrl);
	c->given = IBV_QP_SQ_PSN | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | IBV_QP_TIMEOUT |
		   IBV_QP_MAX_QP_RD_ATOMIC;
	set_options(c, opts);
	if (c->status == IB_SUCCESS)
		set_rts_paths(qp, c, mod);
	if (opts & IB_MOD_QP_CURRENT_STATE) {
		int state = inverbs_iba_qp_state_to_verbs(mod->state.rts.current_state);

		if (state < 0)
			c->status = IB_INVALID_SETTING;
		c->attr.cur_qp_state = (enum ibv_qp_state)state;
	}
}

static void change_to_sqd(struct change *c, const ib_qp_mod_t *mod)
{
	if (!mod->state.sqd.sqd_event)
		return;
	c->attr.en_sqd_async_notify = 1;
	c->wanted = IBV_QP_EN_SQD_ASYNC_NOTIFY;
}

static void translate_modify(struct iba_qp *qp, struct change *c, const ib_qp_mod_t *mod)
{
	c->attr.qp_state = (enum ibv_qp_state)inverbs_iba_qp_state_to_verbs(mod->req_state);
	switch (mod->req_state) {
	case IB_QPS_RESET:
	case IB_QPS_ERROR:
		break;
	case IB_QPS_INIT:
		change_to_init(qp, c, mod);
		break;
	case IB_QPS_RTR:
		change_to_rtr(qp, c, mod);
		break;
	case IB_QPS_RTS:
		change_to_rts(qp, c, mod);
		break;
	case IB_QPS_SQD:
		change_to_sqd(c, mod);
		break;
	default: /* programs cannot request SQERR or time wait */
		c->status = IB_INVALID_SETTING;
	}
}

/*
 * Select the attributes for the transition from the current state. Fails if there is no such
 * transition.
 */
static ib_api_status_t choose_attributes(const struct iba_qp *qp, struct change *c,
					 enum ibv_qp_state from, uint32_t *mask)
{
	const struct uverbs_transition *row;

	*mask = IBV_QP_STATE;
	if (c->attr.qp_state == IBV_QPS_RESET || c->attr.qp_state == IBV_QPS_ERR)
		return IB_SUCCESS;
	row = uverbs_find_transition((int)qp->qp->qp_type, (int)from, (int)c->attr.qp_state);
	if (!row || (row->required & ~c->given))
		return IB_INVALID_QP_STATE;
	if (c->wanted & ~(row->required | row->optional))
		return IB_INVALID_SETTING;
	*mask |= row->required | c->wanted;
	return IB_SUCCESS;
}

void iba_update_slot_state(struct iba_qp *qp)
{
	const enum ibv_qp_state state = qp->qp->state;
	uint8_t detail = iba_is_datagram(qp) ? INVERBS_IBA_DATAGRAM : 0;

	if (state == IBV_QPS_RESET || state == IBV_QPS_INIT || state == IBV_QPS_RTR ||
	    qp->type == IB_QPT_MAD)
		detail |= INVERBS_IBA_NO_SENDS;
	if (state == IBV_QPS_RESET || qp->type == IB_QPT_MAD)
		detail |= INVERBS_IBA_NO_RECEIVES;
	iba_lock();
	iba_slot_describe(qp->reporter.object.slot, detail);
	iba_unlock();
}

int iba_query_verbs(struct iba_qp *qp, struct ibv_qp_attr *attr, int mask,
		    struct ibv_qp_init_attr *init)
{
	int err;

	pthread_mutex_lock(&qp->changing);
	err = ibv_query_qp(qp->qp, attr, mask, init);
	pthread_mutex_unlock(&qp->changing);
	return err;
}

/* No other thread queries or changes the state during this call. */
static ib_api_status_t issue_change_locked(struct iba_qp *qp, struct change *c)
{
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr present;
	ib_api_status_t status;
	uint32_t mask;
	int err = ibv_query_qp(qp->qp, &present, IBV_QP_STATE, &init);

	if (err)
		return iba_status(err);
	status = choose_attributes(qp, c, present.qp_state, &mask);
	if (status != IB_SUCCESS)
		return status;
	err = ibv_modify_qp(qp->qp, &c->attr, (int)mask);
	iba_update_slot_state(qp);
	if (!err && qp->hooks)
		qp->hooks->changed(qp, c->attr.qp_state);
	if (err == EINVAL && mask & IBV_QP_PATH_MIG_STATE)
		return IB_INVALID_APM_STATE;
	return err == ENOMEM ? IB_INSUFFICIENT_RESOURCES : iba_status(err);
}

static ib_api_status_t issue_change(struct iba_qp *qp, struct change *c)
{
	ib_api_status_t status;

	pthread_mutex_lock(&qp->changing);
	status = issue_change_locked(qp, c);
	pthread_mutex_unlock(&qp->changing);
	return status;
}

ib_api_status_t iba_modify_qp(struct iba_qp *qp, const ib_qp_mod_t *mod)
{
	struct change c = {.status = IB_SUCCESS};

	translate_modify(qp, &c, mod);
	return c.status == IB_SUCCESS ? issue_change(qp, &c) : c.status;
}

ib_api_status_t ib_modify_qp(ib_qp_handle_t h_qp, const ib_qp_mod_t *p_qp_mod)
{
	struct iba_qp *qp = iba_get(h_qp, INVERBS_IBA_QP);
	ib_api_status_t status;

	if (!qp)
		return iba_refusal(h_qp, IB_INVALID_QP_HANDLE);
	if (!p_qp_mod)
		status = IB_INVALID_PARAMETER;
	else
		status = qp->qp ? iba_modify_qp(qp, p_qp_mod) : IB_INVALID_QP_STATE;
	iba_put(&qp->reporter.object);
	return status;
}

/* Switch to the alternate path. */
static ib_api_status_t migrate_path(struct iba_qp *qp)
{
	struct ibv_qp_attr attr = {.qp_state = IBV_QPS_RTS, .path_mig_state = IBV_MIG_MIGRATED};
	struct change c = {.attr = attr, .wanted = IBV_QP_PATH_MIG_STATE};

	if (iba_is_datagram(qp))
		return IB_UNSUPPORTED;
	return issue_change(qp, &c);
}

ib_api_status_t ib_force_apm(ib_qp_handle_t h_qp)
{
	struct iba_qp *qp = iba_get(h_qp, INVERBS_IBA_QP);
	ib_api_status_t status;

	if (!qp)
		return iba_refusal(h_qp, IB_INVALID_QP_HANDLE);
	status = qp->qp ? migrate_path(qp) : IB_INVALID_QP_STATE;
	iba_put(&qp->reporter.object);
	return status == IB_INVALID_APM_STATE ? IB_INVALID_QP_STATE : status;
}

/* Move a datagram queue pair from RESET to RTS. */
static ib_api_status_t init_datagram_qp(struct iba_qp *qp, const ib_dgrm_info_t *info)
{
	uint8_t port = iba_port_of_guid(qp->qp->context, info->port_guid);
	ib_qp_mod_t mod = {.req_state = IB_QPS_INIT,
			   .state.init = {.primary_port = port,
					  .qkey = info->qkey,
					  .pkey_index = info->pkey_index}};
	ib_api_status_t status;

	if (!port)
		return IB_INVALID_PARAMETER;
	status = iba_modify_qp(qp, &mod);
	if (status != IB_SUCCESS)
		return status;
	memset(&mod, 0, sizeof(mod));
	mod.req_state = IB_QPS_RTR;
	status = iba_modify_qp(qp, &mod);
	mod.req_state = IB_QPS_RTS;
	return status == IB_SUCCESS ? iba_modify_qp(qp, &mod) : status;
}

/* The first transition fails in states other than RESET. */
static ib_api_status_t init_dgrm(struct iba_qp *qp, const ib_dgrm_info_t *info)
{
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr attr;
	int err;

	if (!info || !iba_is_datagram(qp))
		return IB_INVALID_PARAMETER;
	err = iba_query_verbs(qp, &attr, IBV_QP_STATE, &init);
	if (err)
		return iba_status(err);
	return attr.qp_state == IBV_QPS_RESET ? init_datagram_qp(qp, info) : IB_INVALID_QP_STATE;
}

ib_api_status_t ib_init_dgrm_svc(ib_qp_handle_t h_qp, const ib_dgrm_info_t *p_dgrm_info)
{
	struct iba_qp *qp = iba_get(h_qp, INVERBS_IBA_QP);
	ib_api_status_t status;

	if (!qp)
		return iba_refusal(h_qp, IB_INVALID_QP_HANDLE);
	status = init_dgrm(qp, p_dgrm_info);
	iba_put(&qp->reporter.object);
	return status;
}
