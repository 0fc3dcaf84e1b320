/* SPDX-License-Identifier: BSD-2-Clause */
/* Received datagrams: finds the request for a response, or the service for a request. */
#include <arpa/inet.h>
#include <errno.h>
#include <stdlib.h>

#include "iba/layer.h"
#include "service.h"

enum {
	GRH_VERSION = 6,
	GRH_VERSION_SHIFT = 28,
	GRH_CLASS_SHIFT = 20
};

/* The source GID is the sender's; the destination GID is read from the port's table. */
static void set_received_grh(const struct iba_spl_qp *qp, struct iba_mad *mad,
			     const struct umad_header *header)
{
	ib_grh_t *grh = &mad->grh;

	memset(grh, 0, sizeof(*grh));
	grh->ver_class_flow = htonl((uint32_t)GRH_VERSION << GRH_VERSION_SHIFT |
				    (uint32_t)header->traffic_class << GRH_CLASS_SHIFT |
				    ntohl(header->flow_label));
	grh->hop_limit = header->hop_limit;
	memcpy(grh->src_gid.raw, header->gid, sizeof(grh->src_gid.raw));
	if (!iba_port_gid(&qp->port, header->gid_index, &grh->dest_gid))
		memset(&grh->dest_gid, 0, sizeof(grh->dest_gid));
	mad->gid_index = header->gid_index;
	mad->element.grh_valid = TRUE;
	mad->element.p_grh = grh;
	mad->element.recv_opt = IB_RECV_OPT_GRH_VALID;
}

/*
 * Create an element for a received datagram. Returns NULL without memory: the datagram is lost, as
 * it could be on the network.
 */
static struct iba_mad *fill_umad_element(const struct iba_spl_qp *qp,
					 const struct umad_header *header, const uint8_t *bytes,
					 size_t size)
{
	struct iba_mad *mad;

	if (iba_store_take(qp->store, NULL, size, &mad) != IB_SUCCESS)
		return NULL;
	memcpy(mad->element.p_mad_buf, bytes, size);
	mad->element.status = IB_WCS_SUCCESS;
	mad->element.remote_qp = header->qpn;
	mad->element.remote_qkey = qp->qpn ? htonl(MAD_GSI_QKEY) : 0;
	mad->element.remote_lid = header->lid;
	mad->element.remote_sl = header->sl;
	mad->element.path_bits = header->path_bits;
	mad->element.pkey_index = header->pkey_index;
	if (header->grh_present)
		set_received_grh(qp, mad, header);
	return mad;
}

void iba_mad_return_request(struct iba_mad_svc *svc, struct iba_mad *request, ib_wc_status_t status)
{
	pthread_mutex_lock(&svc->lock);
	iba_mad_queue_done(svc, request, status);
	pthread_mutex_unlock(&svc->lock);
	iba_mad_give_back(svc);
}

void iba_mad_deliver(struct iba_mad_svc *svc, struct iba_mad *mad, struct iba_mad *request)
{
	if (mad && request) {
		mad->element.send_context1 = (void *)(uintptr_t)request->element.context1;
		mad->element.send_context2 = (void *)(uintptr_t)request->element.context2;
	}
	if (request)
		iba_mad_return_request(svc, request, IB_WCS_SUCCESS);
	if (mad)
		svc->received(iba_handle(&svc->object), (void *)(uintptr_t)svc->object.context,
			      &mad->element);
}

void iba_mad_arrived(struct iba_umad *umad, const struct umad_header *header, const uint8_t *bytes,
		     size_t size)
{
	struct iba_mad_svc *svc = IBA_CONTAINER(umad, struct iba_mad_svc, umad);
	struct mad_header common;
	struct iba_mad *request;
	bool response;

	if (size < MAD_HEADER_SIZE)
		return;
	common = mad_header_get(bytes);
	response = header->status || iba_is_response(&common);
	request = response ? iba_mad_take_matching(svc, header->id, &common) : NULL;
	if (request && header->status)
		iba_mad_return_request(svc, request,
				       header->status == ETIMEDOUT ? IB_WCS_TIMEOUT_RETRY_ERR
								   : IB_WCS_GENERAL_ERR);
	else if (request || /* otherwise its request was canceled */
		 (!header->status && !(common.method & MAD_RESPONSE)))
		iba_mad_deliver(svc, fill_umad_element(svc->qp, header, bytes, size), request);
}
