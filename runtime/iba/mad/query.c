/* SPDX-License-Identifier: BSD-2-Clause */
/* Queries to the subnet administrator. */
#include <stdlib.h>

#include "sa.h"

struct query {
	struct iba_object object;
	struct iba_sa_request request;
	ib_query_type_t type;
	ib_pfn_query_cb_t called;
	bool finished;
};

/* The request of a query, with its record. */
struct form {
	struct iba_sa_message ask;
	uint8_t record[SA_DATA_BYTES];
};

static void set_attribute(struct form *form, uint16_t attribute, uint64_t components, size_t bytes)
{
	form->ask.attribute = attribute;
	form->ask.components = components;
	form->ask.bytes = bytes;
}

static ib_api_status_t set_user(struct form *form, const ib_user_query_t *user)
{
	if (!user->method || user->attr_size > sizeof(form->record))
		return IB_INVALID_SETTING;
	if (user->attr_size && !user->p_attr)
		return IB_INVALID_PARAMETER;
	form->ask.method = user->method;
	if (user->attr_size)
		memcpy(form->record, user->p_attr, user->attr_size);
	set_attribute(form, INVERBS_BE16(user->attr_id), INVERBS_BE64(user->comp_mask),
		      user->attr_size);
	return IB_SUCCESS;
}

/*
 * Likewise for queries of a whole table, whose attribute depends on the query type. Uses GetTable.
 */
static ib_api_status_t set_table(struct form *form, const ib_user_query_t *user, uint16_t attribute)
{
	ib_user_query_t table = *user;

	table.method = MAD_METHOD_GET_TABLE;
	table.attr_id = INVERBS_BE16(attribute);
	return set_user(form, &table);
}

static void set_path_form(struct form *form, const struct sa_path_record *path, uint64_t components)
{
	sa_path_record_put(form->record, path);
	set_attribute(form, SA_ATTRIBUTE_PATH_RECORD, components, SA_PATH_RECORD_SIZE);
}

static void set_gids(struct form *form, const ib_gid_t *from, const ib_gid_t *to)
{
	struct sa_path_record path = {.paths = 1};

	memcpy(path.sgid, from->raw, sizeof(path.sgid));
	memcpy(path.dgid, to->raw, sizeof(path.dgid));
	set_path_form(form, &path,
		      SA_PATH_RECORD_HAS_SGID | SA_PATH_RECORD_HAS_DGID | SA_PATH_RECORD_HAS_PATHS);
}

/* Set the port GUIDs; their subnet has the default prefix. */
static void set_guids(struct form *form, const ib_guid_pair_t *pair)
{
	const ib_gid_t from = {.unicast = {IB_DEFAULT_SUBNET_PREFIX, pair->src_guid}};
	const ib_gid_t to = {.unicast = {IB_DEFAULT_SUBNET_PREFIX, pair->dest_guid}};

	set_gids(form, &from, &to);
}

static void set_lids(struct form *form, const ib_lid_pair_t *pair)
{
	const struct sa_path_record path = {.slid = INVERBS_BE16(pair->src_lid),
					    .dlid = INVERBS_BE16(pair->dest_lid)};

	form->ask.method = MAD_METHOD_GET;
	set_path_form(form, &path, SA_PATH_RECORD_HAS_SLID | SA_PATH_RECORD_HAS_DLID);
}

static void set_service(struct form *form, const void *name, const ib_net64_t *id)
{
	struct sa_service_record record = {.id = id ? INVERBS_BE64(*id) : 0};
	uint64_t components = id ? SA_SERVICE_RECORD_HAS_ID : 0;

	if (name) {
		memcpy(record.name, name, sizeof(record.name));
		components = SA_SERVICE_RECORD_HAS_NAME;
	}
	sa_service_record_put(form->record, &record);
	set_attribute(form, SA_ATTRIBUTE_SERVICE_RECORD, components, SA_SERVICE_RECORD_SIZE);
}

static void set_node(struct form *form, ib_net64_t guid)
{
	struct sa_node_record record = {.lid = 0};

	record.node_info.node_guid = INVERBS_BE64(guid);
	sa_node_record_put(form->record, &record);
	set_attribute(form, SA_ATTRIBUTE_NODE_RECORD, SA_NODE_RECORD_HAS_NODE_INFO_NODE_GUID,
		      SA_NODE_RECORD_SIZE);
}

static void set_port_form(struct form *form, ib_net16_t lid)
{
	const struct sa_port_info_record record = {.lid = INVERBS_BE16(lid)};

	sa_port_info_record_put(form->record, &record);
	set_attribute(form, SA_ATTRIBUTE_PORT_INFO_RECORD, SA_PORT_INFO_RECORD_HAS_LID,
		      SA_PORT_INFO_RECORD_SIZE);
}

/* For query types that require an input. */
static ib_api_status_t set_by_input(struct form *form, ib_query_type_t type, const void *input)
{
	switch (type) {
	case IB_QUERY_USER_DEFINED:
		return set_user(form, input);
	case IB_QUERY_VLARB_BY_LID_PORT_BLOCK:
		return set_table(form, input, SA_ATTRIBUTE_VL_ARBITRATION_RECORD);
	case IB_QUERY_SLVL_BY_LID_AND_PORTS:
		return set_table(form, input, SA_ATTRIBUTE_SL_TO_VL_RECORD);
	case IB_QUERY_SVC_REC_BY_NAME:
		set_service(form, input, NULL);
		return IB_SUCCESS;
	case IB_QUERY_SVC_REC_BY_ID:
		set_service(form, NULL, input);
		return IB_SUCCESS;
	case IB_QUERY_NODE_REC_BY_NODE_GUID:
		set_node(form, *(const ib_net64_t *)input);
		return IB_SUCCESS;
	case IB_QUERY_PORT_REC_BY_LID:
		set_port_form(form, *(const ib_net16_t *)input);
		return IB_SUCCESS;
	case IB_QUERY_PATH_REC_BY_PORT_GUIDS:
		set_guids(form, input);
		return IB_SUCCESS;
	case IB_QUERY_PATH_REC_BY_GIDS:
		set_gids(form, &((const ib_gid_pair_t *)input)->src_gid,
			 &((const ib_gid_pair_t *)input)->dest_gid);
		return IB_SUCCESS;
	case IB_QUERY_PATH_REC_BY_LIDS:
		set_lids(form, input);
		return IB_SUCCESS;
	default:
		return IB_INVALID_PARAMETER;
	}
}

static ib_api_status_t set_form(struct form *form, const ib_query_req_t *req)
{
	*form = (struct form){.ask = {.method = MAD_METHOD_GET_TABLE,
				      .timeout_ms = req->timeout_ms,
				      .retries = req->retry_cnt}};
	form->ask.record = form->record;
	switch (req->query_type) {
	case IB_QUERY_ALL_SVC_RECS:
		set_attribute(form, SA_ATTRIBUTE_SERVICE_RECORD, 0, 0);
		return IB_SUCCESS;
	case IB_QUERY_CLASS_PORT_INFO:
		form->ask.method = MAD_METHOD_GET;
		set_attribute(form, SA_ATTRIBUTE_CLASS_PORT_INFO, 0, 0);
		return IB_SUCCESS;
	default:
		return req->p_query_input ? set_by_input(form, req->query_type, req->p_query_input)
					  : IB_INVALID_PARAMETER;
	}
}

/* The element with the result, which the program must put back. */
static ib_mad_element_t *make_result(struct query *query, const struct iba_sa_response *response)
{
	struct iba_mad *mad;

	if (!response->mad ||
	    iba_store_take(query->request.port->store, NULL, response->bytes, &mad) != IB_SUCCESS)
		return NULL;
	memcpy(mad->element.p_mad_buf, response->mad, response->bytes);
	return &mad->element;
}

static void query_done(struct iba_sa_request *request, const struct iba_sa_response *response)
{
	struct query *query = IBA_CONTAINER(request, struct query, request);
	ib_query_rec_t rec = {
		.query_context = query->object.context,
		.status = response->status,
		.query_type = query->type,
		.result_cnt = iba_sa_count_records(response),
		.p_result_mad = make_result(query, response),
	};

	if (response->mad && !rec.p_result_mad) {
		rec.status = IB_INSUFFICIENT_MEMORY;
		rec.result_cnt = 0;
	}
	query->called(&rec);
	iba_hold(&query->object);
	iba_destroy(&query->object, NULL);
	iba_sa_signal(request->port, &query->finished);
}

static ib_api_status_t start_query(struct iba_sa_port *port, const ib_query_req_t *req,
				   const struct form *form, ib_query_handle_t *handle)
{
	struct query *query = calloc(1, sizeof(*query));
	void *made;
	ib_api_status_t status;

	if (!query)
		return IB_INSUFFICIENT_MEMORY;
	query->object.context = req->query_context;
	query->type = req->query_type;
	query->called = req->pfn_query_cb;
	query->request = (struct iba_sa_request){
		.port = port, .owner = &query->object, .done = query_done};
	status = iba_add(&query->object, INVERBS_IBA_QUERY, &port->object, NULL);
	if (status != IB_SUCCESS) {
		free(query);
		return status;
	}
	made = iba_handle(&query->object);
	status = iba_sa_send_request(&query->request, &form->ask);
	if (status != IB_SUCCESS) {
		iba_destroy(&query->object, NULL);
		return status;
	}
	if (handle)
		*handle = made;
	if (req->flags & IB_FLAGS_SYNC)
		iba_sa_wait(port, &query->finished);
	iba_put(&query->object);
	return IB_SUCCESS;
}

static ib_api_status_t send_query(struct iba_al *al, const ib_query_req_t *req,
				  ib_query_handle_t *handle)
{
	struct iba_sa_port *port;
	struct form form;
	ib_api_status_t status = set_form(&form, req);

	if (status != IB_SUCCESS)
		return status;
	if (req->flags & IB_FLAGS_SYNC && iba_on_dispatcher())
		return IB_UNSUPPORTED;
	status = iba_sa_port_get(al, req->port_guid, &port);
	if (status != IB_SUCCESS)
		return status;
	status = start_query(port, req, &form, handle);
	iba_put(&port->object);
	return status;
}

ib_api_status_t ib_query(ib_al_handle_t h_al, const ib_query_req_t *p_query_req,
			 ib_query_handle_t *ph_query)
{
	struct iba_al *al = iba_get(h_al, INVERBS_IBA_AL);
	ib_api_status_t status = IB_INVALID_PARAMETER;

	if (!al)
		return iba_refusal(h_al, IB_INVALID_AL_HANDLE);
	if (p_query_req && p_query_req->pfn_query_cb)
		status = send_query(al, p_query_req, ph_query);
	iba_put(&al->object);
	return status;
}

void ib_cancel_query(ib_al_handle_t h_al, ib_query_handle_t h_query)
{
	struct query *query;

	if (!inverbs_iba_slot(h_al, INVERBS_IBA_AL))
		return;
	query = iba_get(h_query, INVERBS_IBA_QUERY);
	if (!query)
		return;
	if (&iba_al_of(&query->object)->object ==
	    inverbs_iba_slot(h_al, INVERBS_IBA_AL)->object) /* it belongs to another instance */
		iba_sa_cancel(&query->request);
	iba_put(&query->object);
}
