/* SPDX-License-Identifier: BSD-2-Clause */
/* Registration of services with the subnet administrator. */
#include <stdlib.h>

#include "registration.h"

struct service {
	struct iba_object object;
	struct iba_registration registration;
	ib_pfn_reg_svc_cb_t called;
	bool finished;
};

/* Components that every service record has; the program selects which data components are set. */
static const uint64_t always = SA_SERVICE_RECORD_HAS_ID | SA_SERVICE_RECORD_HAS_GID |
			       SA_SERVICE_RECORD_HAS_PKEY | SA_SERVICE_RECORD_HAS_LEASE |
			       SA_SERVICE_RECORD_HAS_KEY | SA_SERVICE_RECORD_HAS_NAME;

static_assert(sizeof(ib_service_record_t) == SA_SERVICE_RECORD_SIZE, "as on the wire");

static void stop_service(struct iba_object *object)
{
	iba_sa_unregister(&((struct service *)object)->registration);
}

static void registration_done(struct iba_registration *registration,
			      const struct iba_sa_response *response)
{
	struct service *service = IBA_CONTAINER(registration, struct service, registration);
	ib_reg_svc_rec_t rec = {
		.svc_context = service->object.context,
		.req_status = response->status,
		.resp_status = response->mad_status,
	};

	memcpy(&rec.svc_rec, registration->record, sizeof(rec.svc_rec));
	if (response->status == IB_SUCCESS) {
		rec.h_reg_svc = iba_handle(&service->object);
		if (response->bytes >= SA_HEADER_BYTES + sizeof(rec.svc_rec))
			memcpy(&rec.svc_rec, response->mad + SA_HEADER_BYTES, sizeof(rec.svc_rec));
	}
	service->called(&rec);
	if (response->status != IB_SUCCESS) {
		iba_hold(&service->object);
		iba_destroy(&service->object, NULL);
	}
	iba_sa_signal(registration->port, &service->finished);
}

static void fill_service(struct service *service, const ib_reg_svc_req_t *req)
{
	struct iba_registration *registration = &service->registration;
	static const ib_gid_t none;
	ib_service_record_t record = req->svc_rec;

	if (!memcmp(&record.service_gid, &none, sizeof(none)))
		iba_port_gid(&registration->port->port, 0, &record.service_gid);
	memcpy(registration->record, &record, sizeof(record));
	registration->set = (struct iba_sa_message){
		.method = MAD_METHOD_SET,
		.attribute = SA_ATTRIBUTE_SERVICE_RECORD,
		.components = always | INVERBS_BE64(req->svc_data_mask),
		.bytes = sizeof(record),
		.timeout_ms = req->timeout_ms,
		.retries = req->retry_cnt,
	};
	registration->delete_method = MAD_METHOD_DELETE;
	registration->done = registration_done;
}

static ib_api_status_t register_service(struct iba_sa_port *port, const ib_reg_svc_req_t *req,
					ib_reg_svc_handle_t *handle)
{
	struct service *service = calloc(1, sizeof(*service));
	ib_api_status_t status;

	if (!service)
		return IB_INSUFFICIENT_MEMORY;
	service->object.context = req->svc_context;
	service->object.stop = stop_service;
	service->called = req->pfn_reg_svc_cb;
	service->registration.owner = &service->object;
	service->registration.port = port;
	fill_service(service, req);
	status = iba_add(&service->object, INVERBS_IBA_REG_SVC, &port->object, NULL);
	if (status != IB_SUCCESS) {
		free(service);
		return status;
	}
	*handle = iba_handle(&service->object);
	status = iba_sa_register(&service->registration);
	if (status != IB_SUCCESS) {
		iba_destroy(&service->object, NULL);
		return status;
	}
	if (req->flags & IB_FLAGS_SYNC)
		iba_sa_wait(port, &service->finished);
	iba_put(&service->object);
	return IB_SUCCESS;
}

/* The port that the program specifies, or the port with the service's GID. */
static ib_api_status_t find_sa_port(struct iba_al *al, const ib_reg_svc_req_t *req,
				    struct iba_sa_port **port)
{
	const ib_net64_t guid = req->port_guid ? req->port_guid
					       : req->svc_rec.service_gid.unicast.interface_id;
	ib_api_status_t status = iba_sa_port_get(al, guid, port);

	if (status != IB_INVALID_GUID)
		return status;
	return req->port_guid ? IB_NOT_FOUND : IB_INVALID_GID;
}

static ib_api_status_t reg_svc(struct iba_al *al, const ib_reg_svc_req_t *req,
			       ib_reg_svc_handle_t *handle)
{
	struct iba_sa_port *port;
	ib_api_status_t status;

	if (req->flags & IB_FLAGS_SYNC && iba_on_dispatcher())
		return IB_UNSUPPORTED;
	status = find_sa_port(al, req, &port);
	if (status != IB_SUCCESS)
		return status;
	status = register_service(port, req, handle);
	iba_put(&port->object);
	return status;
}

ib_api_status_t ib_reg_svc(ib_al_handle_t h_al, const ib_reg_svc_req_t *p_reg_svc_req,
			   ib_reg_svc_handle_t *ph_reg_svc)
{
	struct iba_al *al = iba_get(h_al, INVERBS_IBA_AL);
	ib_reg_svc_handle_t handle = NULL;
	ib_api_status_t status = IB_INVALID_PARAMETER;

	if (!al)
		return iba_refusal(h_al, IB_INVALID_AL_HANDLE);
	if (p_reg_svc_req && p_reg_svc_req->pfn_reg_svc_cb && ph_reg_svc)
		status = reg_svc(al, p_reg_svc_req, &handle);
	if (status == IB_SUCCESS)
		*ph_reg_svc = handle;
	iba_put(&al->object);
	return status;
}

ib_api_status_t ib_dereg_svc(ib_reg_svc_handle_t h_reg_svc, ib_pfn_destroy_cb_t pfn_destroy_cb)
{
	return iba_destroy_handle(h_reg_svc, INVERBS_IBA_REG_SVC, IB_INVALID_HANDLE,
				  pfn_destroy_cb);
}
