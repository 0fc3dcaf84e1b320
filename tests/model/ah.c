/* SPDX-License-Identifier: BSD-2-Clause */
/* Address handles and multicast groups. */
#include "model.h"

enum {
	HOPS = 64,
};

struct ibv_ah_attr way_to(int device)
{
	struct ibv_ah_attr attr = {.dlid = W->lid[device], .port_num = 1};

	if (!W->ethernet)
		return attr;
	attr.is_global = 1;
	attr.grh.dgid = W->gid[device];
	attr.grh.hop_limit = HOPS;
	return attr;
}

bool leads_to(const struct ibv_ah_attr *attr, int device)
{
	if (W->ethernet)
		return !memcmp(&attr->grh.dgid, &W->gid[device], sizeof(attr->grh.dgid));
	return attr->dlid == W->lid[device];
}

static void group_gid(int group, union ibv_gid *gid)
{
	memset(gid, 0, sizeof(*gid));
	gid->raw[0] = 0xff;
	gid->raw[1] = 0x12;
	gid->raw[15] = (uint8_t)(1 + group);
}

static uint16_t group_lid(int group)
{
	return (uint16_t)(0xc001 + group);
}

/* Arguments: new slot, PD, device, group (half of the values: none), port. */
bool do_create_ah(int c, const int *a)
{
	int slot = vacant(c, AH, a[0]), pd = live(c, PD, a[1]);
	struct ibv_ah_attr attr = way_to(a[2] % 2);
	struct ah *ah = AT(c, ah, slot);

	if (slot == NONE || pd == NONE)
		return false;
	ah->to_device = a[2] % 2;
	ah->group = a[3] % (2 * GROUPS) < GROUPS ? a[3] % GROUPS : NONE;
	ah->global = ah->group != NONE || W->ethernet;
	attr.is_global = ah->global;
	attr.port_num = a[4] % 8 ? 1 : 7;
	if (ah->group != NONE) {
		attr.dlid = group_lid(ah->group);
		group_gid(ah->group, &attr.grh.dgid);
	}
	ah->v = ibv_create_ah(W->ctx[c].pd[pd].v, &attr);
	same_pointer("ibv_create_ah", ah->v, attr.port_num == 1 ? 0 : EINVAL);
	if (!ah->v)
		return true;
	born(&ah->o);
	ah->pd = pd;
	hold(c, PD, pd, 1);
	return true;
}

bool do_destroy_ah(int c, const int *a)
{
	int slot = live(c, AH, a[0]);
	struct ah *ah = AT(c, ah, slot);

	if (slot == NONE)
		return false;
	same_result("ibv_destroy_ah", ibv_destroy_ah(ah->v), 0);
	ah->o.live = false;
	hold(c, PD, ah->pd, -1);
	return true;
}

/* --- groups ------------------------------------------------------------------------------ */

/* Arguments: QP, group, what is wrong. Attaching again succeeds, and counts once. */
bool do_attach(int c, const int *a)
{
	int slot = live(c, QP, a[0]), group = a[1] % GROUPS;
	struct qp *qp = AT(c, qp, slot);
	union ibv_gid gid;
	int err;

	if (slot == NONE)
		return false;
	group_gid(group, &gid);
	if (a[2] % 8 == 0)
		gid.raw[0] = 0xfe;
	err = qp->type != IBV_QPT_UD || gid.raw[0] != 0xff ? EINVAL : 0;
	same_result("ibv_attach_mcast", ibv_attach_mcast(qp->v, &gid, group_lid(group)), err);
	if (!err)
		qp->groups |= 1U << group;
	return true;
}

bool do_detach(int c, const int *a)
{
	int slot = live(c, QP, a[0]), group = a[1] % GROUPS;
	struct qp *qp = AT(c, qp, slot);
	union ibv_gid gid;
	int err;

	if (slot == NONE)
		return false;
	group_gid(group, &gid);
	err = qp->groups & 1U << group ? 0 : EINVAL;
	same_result("ibv_detach_mcast", ibv_detach_mcast(qp->v, &gid, group_lid(group)), err);
	qp->groups &= ~(1U << group);
	return true;
}
