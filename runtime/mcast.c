/* SPDX-License-Identifier: BSD-2-Clause */
/* Multicast groups of datagram queue pairs. */
#include <inverbs/kernel/uverbs_call.h>
#include <netinet/in.h>

#include "runtime.h"

bool inverbs_gid_is_multicast(const union ibv_gid *gid)
{
	static const uint8_t mapped[12] = {[10] = 0xff, [11] = 0xff};

	if (!memcmp(gid->raw, mapped, sizeof(mapped)))
		return IN_MULTICAST((uint32_t)gid->raw[12] << 24);
	return gid->raw[0] == 0xff;
}

/* For raw packet QPs the GID holds an Ethernet address. */
static int check_group(const struct ibv_qp *qp, const union ibv_gid *gid)
{
	if (uverbs_is_lacking(inverbs_transport_of(qp->context), UVERBS_CMD_ATTACH_MCAST))
		return EOPNOTSUPP;
	if (qp->qp_type == IBV_QPT_RAW_PACKET)
		return 0;
	return qp->qp_type == IBV_QPT_UD && inverbs_gid_is_multicast(gid) ? 0 : EINVAL;
}

int ibv_attach_mcast(struct ibv_qp *qp, const union ibv_gid *gid, uint16_t lid)
{
	struct uverbs_attach_mcast_req req = {.qp_handle = qp->handle, .mlid = lid};
	int err = check_group(qp, gid);

	if (err)
		return err;
	memcpy(req.gid, gid->raw, sizeof(req.gid));
	return uverbs_call_attach_mcast(inverbs_transport_of(qp->context), &req);
}

int ibv_detach_mcast(struct ibv_qp *qp, const union ibv_gid *gid, uint16_t lid)
{
	struct uverbs_detach_mcast_req req = {.qp_handle = qp->handle, .mlid = lid};
	int err = check_group(qp, gid);

	if (err)
		return err;
	memcpy(req.gid, gid->raw, sizeof(req.gid));
	return inverbs_ignore_gone(
		uverbs_call_detach_mcast(inverbs_transport_of(qp->context), &req));
}
