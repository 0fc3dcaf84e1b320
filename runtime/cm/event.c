/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Events. Each is read from the kernel, processed (bind the device of a resolved address, move the
 * queue pair of a connection) and reported. Events that mean nothing to programs are dropped.
 */
#include <infiniband/marshall.h>

#include "cm.h"

/* What to do with an event. */
enum verdict {
	REPORT_EVENT,
	DROP_EVENT,
};

static void set_error(struct inverbs_cm_event *event, enum rdma_cm_event_type as, int err)
{
	event->cm.event = as;
	event->cm.status = -err;
}

static const void *keep_private_data(struct inverbs_cm_event *event, const uint8_t *data,
				     uint8_t bytes)
{
	if (!bytes)
		return NULL;
	memcpy(event->private_data, data, bytes);
	return event->private_data;
}

static void copy_conn_param(struct inverbs_cm_event *event, const struct ucma_conn_param *from)
{
	struct rdma_conn_param *to = &event->cm.param.conn;

	to->private_data = keep_private_data(event, from->private_data, from->private_data_len);
	to->private_data_len = from->private_data_len;
	to->responder_resources = from->responder_resources;
	to->initiator_depth = from->initiator_depth;
	to->flow_control = from->flow_control;
	to->retry_count = from->retry_count;
	to->rnr_retry_count = from->rnr_retry_count;
	to->srq = from->srq;
	to->qp_num = from->qp_num;
}

static void copy_ud_param(struct inverbs_cm_event *event, const struct ucma_ud_param *from)
{
	struct rdma_ud_param *to = &event->cm.param.ud;
	struct ib_uverbs_ah_attr kernels;

	to->private_data = keep_private_data(event, from->private_data, from->private_data_len);
	to->private_data_len = from->private_data_len;
	to->qp_num = from->qp_num;
	to->qkey = from->qkey;
	memcpy(&kernels, &from->ah_attr, sizeof(kernels));
	ibv_copy_ah_attr_from_kern(&to->ah_attr, &kernels);
}

static void finish_address_resolution(struct inverbs_cm_id *id, struct inverbs_cm_event *event)
{
	int err = inverbs_cm_query_address(id);

	if (!err && !id->device)
		err = ENODEV;
	if (!err)
		err = inverbs_cm_query_gids(id);
	if (err)
		set_error(event, RDMA_CM_EVENT_ADDR_ERROR, err);
}

static void finish_route_resolution(struct inverbs_cm_id *id, struct inverbs_cm_event *event)
{
	int err = inverbs_cm_query_paths(id);

	if (err)
		set_error(event, RDMA_CM_EVENT_ROUTE_ERROR, err);
}

static int learn_addresses(struct inverbs_cm_id *id)
{
	int err = inverbs_cm_query_address(id);

	if (!err)
		err = inverbs_cm_query_gids(id);
	return err ? err : inverbs_cm_query_paths(id);
}

/*
 * Register a new identifier by its handle, with a channel of its own if the listener is
 * synchronous.
 */
static int register_request_id(struct inverbs_cm_id *id, const struct inverbs_cm_id *listener)
{
	int err = inverbs_cm_id_register(id);

	if (!err && listener->waits)
		err = inverbs_cm_migrate(id, NULL);
	return err ? err : learn_addresses(id);
}

/* Destroy the kernel's new identifier of a connection request that is not reported. */
static void refuse_request(const struct inverbs_cm_id *listener, uint32_t handle)
{
	struct ucma_destroy_id_req request = {.id = handle};
	struct ucma_destroy_id_resp response;

	ucma_call_destroy_id(inverbs_cm_transport(listener), &request, &response);
}

/* A connection request arrives at the listener, with a new identifier. */
static enum verdict report_connect_request(struct inverbs_cm_id *listener, uint32_t handle,
					   struct inverbs_cm_event *event)
{
	const struct rdma_conn_param *param = &event->cm.param.conn;
	struct inverbs_cm_id *id = inverbs_cm_id_alloc(listener->cm.channel, listener->cm.context,
						       listener->cm.ps, listener->cm.qp_type);
	int err;

	event->cm.listen_id = &listener->cm;
	if (!id) {
		refuse_request(listener, handle);
		return DROP_EVENT;
	}
	id->handle = handle;
	if (!inverbs_cm_is_datagram(id)) {
		id->responder_resources = param->responder_resources;
		id->initiator_depth = param->initiator_depth;
	}
	err = register_request_id(id, listener);
	if (err) {
		inverbs_log("refused a connection request: %s", strerror(err));
		inverbs_cm_id_unregister(id);
		refuse_request(id, handle); /* the channel it is on now */
		inverbs_cm_id_free(id);
		return DROP_EVENT;
	}
	event->cm.id = &id->cm;
	return REPORT_EVENT;
}

/* The peer accepted: move the queue pair to RTS and report it. */
static void complete_connect(struct inverbs_cm_id *id, struct inverbs_cm_event *event)
{
	struct ucma_accept_req request = {.id = id->handle}; /* conn_param.valid is 0 */
	int err;

	if (!id->cm.qp)
		return; /* the program created the QP, and moves it to RTS */
	err = inverbs_cm_qp_to_rts(id, INVERBS_CM_AS_KERNEL, INVERBS_CM_AS_KERNEL);
	if (!err)
		err = ucma_call_accept(inverbs_cm_transport(id), &request);
	if (!err) {
		event->cm.event = RDMA_CM_EVENT_ESTABLISHED;
		return;
	}
	inverbs_cm_qp_to_error(id);
	id->broken = true;
	set_error(event, RDMA_CM_EVENT_CONNECT_ERROR, err);
}

static void finish_multicast_join(struct inverbs_cm_group *group, struct inverbs_cm_event *event)
{
	const struct rdma_ud_param *param = &event->cm.param.ud;
	struct ibv_qp *qp = group->id->cm.qp;
	int err = 0;

	group->mgid = param->ah_attr.grh.dgid;
	group->mlid = param->ah_attr.dlid;
	if (qp && group->flags == UCMA_JOIN_FLAG_FULL_MEMBER) {
		err = ibv_attach_mcast(qp, &group->mgid, group->mlid);
		group->attached = !err;
	}
	if (err)
		set_error(event, RDMA_CM_EVENT_MULTICAST_ERROR, err);
}

/* On iWARP the kernel moved the queue pair; update the program's copy of the state. */
static void mark_connected(struct inverbs_cm_id *id)
{
	if (id->device && id->device->iwarp && id->cm.qp)
		id->cm.qp->state = IBV_QPS_RTS;
}

static enum verdict complete_event(struct inverbs_cm_event *event, uint32_t handle)
{
	struct inverbs_cm_id *id = inverbs_cm_id_of(event->cm.id);

	switch (event->cm.event) {
	case RDMA_CM_EVENT_ADDR_RESOLVED:
		finish_address_resolution(id, event);
		break;
	case RDMA_CM_EVENT_ROUTE_RESOLVED:
		finish_route_resolution(id, event);
		break;
	case RDMA_CM_EVENT_CONNECT_REQUEST:
		return report_connect_request(id, handle, event);
	case RDMA_CM_EVENT_CONNECT_RESPONSE:
		complete_connect(id, event);
		break;
	case RDMA_CM_EVENT_ESTABLISHED:
		mark_connected(id);
		break;
	case RDMA_CM_EVENT_REJECTED:
		if (id->broken)
			return DROP_EVENT;
		inverbs_cm_qp_to_error(id);
		break;
	case RDMA_CM_EVENT_DISCONNECTED:
		if (id->broken)
			return DROP_EVENT;
		break;
	case RDMA_CM_EVENT_MULTICAST_JOIN:
		finish_multicast_join(event->group, event);
		break;
	default:
		break;
	}
	return REPORT_EVENT;
}

static bool is_multicast_event(uint32_t event)
{
	return event == UCMA_EVENT_MULTICAST_JOIN || event == UCMA_EVENT_MULTICAST_ERROR;
}

/* Find the identifier of an event. NULL: there is none, or its handle is not registered yet. */
static struct inverbs_cm_id *find_id(const struct ucma_get_event_resp *record,
				     struct inverbs_cm_event *event)
{
	if (is_multicast_event(record->event)) {
		event->group = (struct inverbs_cm_group *)(uintptr_t)record->uid;
		return event->group->id;
	}
	if (record->uid)
		return (struct inverbs_cm_id *)(uintptr_t)record->uid;
	return inverbs_cm_id_find(record->id);
}

static void count_acknowledged_event(struct inverbs_cm_event *event)
{
	if (event->group)
		inverbs_cm_count_acks(event->group->id, &event->group->acked, 1);
	if (event->counted)
		inverbs_cm_count_acks(event->counted, &event->counted->acked, 1);
}

static enum verdict translate_event(const struct ucma_get_event_resp *record,
				    struct inverbs_cm_event *event)
{
	struct inverbs_cm_id *id = find_id(record, event);

	if (!id)
		return DROP_EVENT;
	event->counted = id;
	/*
	 * Until the accept, the kernel has no user context for the identifier; only ESTABLISHED has
	 * a meaning then.
	 */
	if (!record->uid && record->event != UCMA_EVENT_ESTABLISHED)
		return DROP_EVENT;
	event->cm.id = &id->cm;
	event->cm.event = (enum rdma_cm_event_type)record->event;
	event->cm.status = record->status;
	if (inverbs_cm_is_datagram(id))
		copy_ud_param(event, &record->param.ud);
	else
		copy_conn_param(event, &record->param.conn);
	if (event->group)
		event->cm.param.ud.private_data = event->group->context;
	id->remote_ece.vendor_id = record->ece.vendor_id;
	id->remote_ece.options = record->ece.attr_mod;
	return complete_event(event, record->id);
}

static int read_next_event(struct inverbs_cm_channel *channel, struct inverbs_cm_event *event)
{
	struct ucma_get_event_req request = {0};
	struct ucma_get_event_resp record;
	enum verdict verdict;
	int err;

	do {
		memset(event, 0, sizeof(*event));
		memset(&record, 0, sizeof(record));
		err = ucma_call_get_event(channel->transport, &request, &record);
		if (err)
			return err;
		verdict = translate_event(&record, event);
		if (verdict == DROP_EVENT)
			count_acknowledged_event(event);
	} while (verdict == DROP_EVENT);
	return 0;
}

int rdma_get_cm_event(struct rdma_event_channel *channel, struct rdma_cm_event **event)
{
	struct inverbs_cm_event *own;
	int err;

	if (!channel || !event)
		return rdma_seterrno(EINVAL);
	own = malloc(sizeof(*own));
	if (!own)
		return rdma_seterrno(ENOMEM);
	err = read_next_event((struct inverbs_cm_channel *)channel, own);
	if (err) {
		free(own);
		return rdma_seterrno(err);
	}
	*event = &own->cm;
	return 0;
}

int rdma_ack_cm_event(struct rdma_cm_event *event)
{
	struct inverbs_cm_event *own = (struct inverbs_cm_event *)event;

	if (!own)
		return rdma_seterrno(EINVAL);
	count_acknowledged_event(own);
	free(own);
	return 0;
}

void inverbs_cm_drop_event(struct inverbs_cm_id *id)
{
	if (id->cm.event)
		rdma_ack_cm_event(id->cm.event);
	id->cm.event = NULL;
}

static int errno_of(const struct rdma_cm_event *event)
{
	if (!event->status)
		return 0;
	if (event->event == RDMA_CM_EVENT_REJECTED)
		return ECONNREFUSED;
	return abs(event->status);
}

int inverbs_cm_wait(struct inverbs_cm_id *id)
{
	inverbs_cm_drop_event(id);
	if (rdma_get_cm_event(id->cm.channel, &id->cm.event))
		return errno;
	return errno_of(id->cm.event);
}
