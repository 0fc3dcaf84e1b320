/* SPDX-License-Identifier: BSD-2-Clause */
/* Connecting, accepting, rejecting, disconnecting. */
#include "cm.h"

/* The connection parameters of the program, with defaults filled in. */
struct offer {
	struct ucma_conn_param kernel;
	unsigned int responder_resources;
	unsigned int initiator_depth;
};

enum {
	RETRIES_MAX = 7
};

static int add_private_data(struct ucma_conn_param *to, const void *data, size_t bytes)
{
	if (to->private_data_len + bytes > UINT8_MAX)
		return EINVAL;
	if (bytes)
		memcpy(to->private_data + to->private_data_len, data, bytes);
	to->private_data_len = (uint8_t)(to->private_data_len + bytes);
	return 0;
}

/*
 * Choose a limit: the requested one, or by default the device's maximum. A request above the
 * maximum is refused.
 */
static int choose_limit(uint8_t wish, uint8_t ask_for_most, uint8_t most, uint8_t device,
			bool check, uint8_t *out)
{
	*out = wish == ask_for_most ? most : wish;
	return check && *out > device ? EINVAL : 0;
}

static int fill_limits(const struct inverbs_cm_id *id, const struct rdma_conn_param *param,
		       uint8_t most_resources, uint8_t most_depth, struct ucma_conn_param *to)
{
	const struct inverbs_cm_device *dev = id->device;
	const bool check = id->cm.ps == RDMA_PS_TCP;
	int err = choose_limit(param ? param->responder_resources : RDMA_MAX_RESP_RES,
			       RDMA_MAX_RESP_RES, most_resources, dev->max_responder_resources,
			       check, &to->responder_resources);

	if (err)
		return err;
	return choose_limit(param ? param->initiator_depth : RDMA_MAX_INIT_DEPTH,
			    RDMA_MAX_INIT_DEPTH, most_depth, dev->max_initiator_depth, check,
			    &to->initiator_depth);
}

static int fill_request_param(const struct inverbs_cm_id *id, const struct rdma_conn_param *param,
			      struct ucma_conn_param *to)
{
	to->valid = 1;
	to->retry_count = param ? param->retry_count : RETRIES_MAX;
	to->rnr_retry_count = param ? param->rnr_retry_count : RETRIES_MAX;
	to->flow_control = param ? param->flow_control : 0;
	if (id->cm.qp) {
		to->qp_num = id->cm.qp->qp_num;
		to->srq = id->cm.qp->srq != NULL;
	} else if (param) {
		to->qp_num = param->qp_num;
		to->srq = param->srq;
	} else if (id->cm.ps == RDMA_PS_TCP) {
		return EINVAL; /* there is no queue pair number to send */
	}
	return param ? add_private_data(to, param->private_data, param->private_data_len) : 0;
}

static int connect_id(struct inverbs_cm_id *id, const struct rdma_conn_param *param)
{
	struct ucma_connect_req request = {.id = id->handle};
	int err;

	if (!id->device)
		return EINVAL;
	err = fill_limits(id, param, id->device->max_responder_resources,
			  id->device->max_initiator_depth, &request.conn_param);
	if (!err)
		err = add_private_data(&request.conn_param, id->ep_data, id->ep_data_len);
	if (!err)
		err = fill_request_param(id, param, &request.conn_param);
	if (err)
		return err;
	request.ece.vendor_id = id->local_ece.vendor_id;
	request.ece.attr_mod = id->local_ece.options;
	err = ucma_call_connect(inverbs_cm_transport(id), &request);
	if (err)
		return err;
	return inverbs_cm_wait_if_synchronous(id);
}

int rdma_connect(struct rdma_cm_id *id, struct rdma_conn_param *conn_param)
{
	return rdma_seterrno(connect_id(inverbs_cm_id_of(id), conn_param));
}

int rdma_listen(struct rdma_cm_id *id, int backlog)
{
	struct inverbs_cm_id *own = inverbs_cm_id_of(id);
	struct ucma_listen_req request = {.id = own->handle, .backlog = (uint32_t)backlog};
	int err = ucma_call_listen(inverbs_cm_transport(own), &request);

	/* the kernel may have chosen the port only now */
	return rdma_seterrno(err ? err : inverbs_cm_query_address(own));
}

static uint8_t min_depth(uint8_t a, uint8_t b)
{
	return a < b ? a : b;
}

static int accept_id(struct inverbs_cm_id *id, const struct rdma_conn_param *param)
{
	struct ucma_accept_req request = {.uid = (uintptr_t)id, .id = id->handle};
	struct ucma_conn_param *offer = &request.conn_param;
	const struct inverbs_cm_device *dev = id->device;
	int err;

	if (!dev)
		return EINVAL;
	err = fill_limits(id, param,
			  min_depth(id->responder_resources, dev->max_responder_resources),
			  min_depth(id->initiator_depth, dev->max_initiator_depth), offer);
	if (!err)
		err = fill_request_param(id, param, offer);
	if (!err && id->cm.qp && !inverbs_cm_is_datagram(id))
		err = inverbs_cm_qp_to_rts(id, offer->responder_resources, offer->initiator_depth);
	if (err)
		return err;
	request.ece.vendor_id = id->local_ece.vendor_id;
	request.ece.attr_mod = id->local_ece.options;
	err = ucma_call_accept(inverbs_cm_transport(id), &request);
	if (err) {
		inverbs_cm_qp_to_error(id);
		return err;
	}
	return inverbs_cm_is_datagram(id) ? 0 : inverbs_cm_wait_if_synchronous(id);
}

int rdma_accept(struct rdma_cm_id *id, struct rdma_conn_param *conn_param)
{
	return rdma_seterrno(accept_id(inverbs_cm_id_of(id), conn_param));
}

int rdma_establish(struct rdma_cm_id *id)
{
	struct inverbs_cm_id *own = inverbs_cm_id_of(id);
	struct ucma_accept_req request = {.id = own->handle}; /* conn_param.valid is 0 */

	if (id->qp)
		return rdma_seterrno(EINVAL);
	return rdma_seterrno(ucma_call_accept(inverbs_cm_transport(own), &request));
}

static int reject_request(struct inverbs_cm_id *id, const void *data, uint8_t bytes, uint8_t reason)
{
	struct ucma_reject_req request = {
		.id = id->handle,
		.private_data_len = bytes,
		.reason = reason,
	};

	if (bytes && !data)
		return EINVAL;
	if (bytes)
		memcpy(request.private_data, data, bytes);
	return ucma_call_reject(inverbs_cm_transport(id), &request);
}

int rdma_reject(struct rdma_cm_id *id, const void *private_data, uint8_t private_data_len)
{
	return rdma_seterrno(
		reject_request(inverbs_cm_id_of(id), private_data, private_data_len, 0));
}

int rdma_reject_ece(struct rdma_cm_id *id, const void *private_data, uint8_t private_data_len)
{
	return rdma_seterrno(reject_request(inverbs_cm_id_of(id), private_data, private_data_len,
					    UCMA_REJECT_REASON_VENDOR_OPTION));
}

int rdma_notify(struct rdma_cm_id *id, enum ibv_event_type event)
{
	struct inverbs_cm_id *own = inverbs_cm_id_of(id);
	struct ucma_notify_req request = {.id = own->handle, .event = event};

	return rdma_seterrno(ucma_call_notify(inverbs_cm_transport(own), &request));
}

static int disconnect_id(struct inverbs_cm_id *id)
{
	struct ucma_disconnect_req request = {.id = id->handle};
	int err = id->device ? 0 : EINVAL;

	/*
	 * The move to the error state flushes posted work requests; on iWARP the kernel lets them
	 * finish, then closes the connection.
	 */
	if (!err && !id->device->iwarp)
		err = inverbs_cm_qp_to_error(id);
	if (!err)
		err = ucma_call_disconnect(inverbs_cm_transport(id), &request);
	return err ? err : inverbs_cm_wait_if_synchronous(id);
}

int rdma_disconnect(struct rdma_cm_id *id)
{
	return rdma_seterrno(disconnect_id(inverbs_cm_id_of(id)));
}

static int set_option(struct inverbs_cm_id *id, int level, int optname, void *optval, size_t optlen)
{
	struct ucma_set_option_req request = {
		.optval = (uintptr_t)optval,
		.id = id->handle,
		.level = (uint32_t)level,
		.optname = (uint32_t)optname,
		.optlen = (uint32_t)optlen,
	};

	if (!optval || optlen > UINT32_MAX)
		return EINVAL;
	return ucma_call_set_option(inverbs_cm_transport(id), &request);
}

int rdma_set_option(struct rdma_cm_id *id, int level, int optname, void *optval, size_t optlen)
{
	return rdma_seterrno(set_option(inverbs_cm_id_of(id), level, optname, optval, optlen));
}

int rdma_set_local_ece(struct rdma_cm_id *id, struct ibv_ece *ece)
{
	if (!ece || id->qp)
		return rdma_seterrno(EINVAL);
	inverbs_cm_id_of(id)->local_ece = *ece;
	return 0;
}

int rdma_get_remote_ece(struct rdma_cm_id *id, struct ibv_ece *ece)
{
	if (!ece || id->qp)
		return rdma_seterrno(EINVAL);
	*ece = inverbs_cm_id_of(id)->remote_ece;
	return 0;
}
