/* SPDX-License-Identifier: BSD-2-Clause */
/* Subscriptions to notices of the subnet administrator, and reports of notices. */
#include <arpa/inet.h>
#include <errno.h>
#include <stdlib.h>

#include "registration.h"

enum {
	QPN = 1,
	ALL_LIDS = 0xffff,
	ALL_TYPES = 0xffff,
	ALL_TRAPS = 0xffff,
	ALL_PRODUCERS = 0xffffff
};

struct subscription {
	struct iba_object object;
	struct iba_registration registration;
	struct mad_inform_info info;
	ib_pfn_sub_cb_t called;
	ib_pfn_report_cb_t reported;
	const void *report_context;
	bool finished;
};

static_assert(sizeof(ib_inform_info_t) == MAD_INFORM_INFO_SIZE, "as on the wire");
static_assert(sizeof(ib_mad_notice_attr_t) == MAD_NOTICE_SIZE, "as on the wire");

static void stop_subscription(struct iba_object *object)
{
	iba_sa_unregister(&((struct subscription *)object)->registration);
}

/* --- reports -------------------------------------------------------------------------------- */

static bool matches_notice(const struct mad_inform_info *info, const struct mad_notice *notice)
{
	if (info->lid_first != ALL_LIDS && info->lid_first &&
	    (notice->issuer_lid < info->lid_first ||
	     notice->issuer_lid > (info->lid_last ? info->lid_last : info->lid_first)))
		return false;
	return info->generic == notice->generic &&
	       (info->type == ALL_TYPES || info->type == notice->type) &&
	       (info->trap == ALL_TRAPS || info->trap == notice->trap) &&
	       (info->producer == ALL_PRODUCERS || !info->producer ||
		info->producer == notice->producer);
}

/* The port's next subscription after `last` that matches a notice, with a reference. */
static struct subscription *next_subscriber(struct iba_sa_port *port,
					    const struct mad_notice *notice,
					    struct subscription *last)
{
	struct iba_object *at;

	iba_lock();
	at = last ? last->object.next : port->object.children;
	while (at && (at->kind != INVERBS_IBA_SUB || !at->alive ||
		      !matches_notice(&((struct subscription *)at)->info, notice)))
		at = at->next;
	if (at)
		at->references++;
	iba_unlock();
	return (struct subscription *)at;
}

static void report_notice(struct iba_sa_port *port, const uint8_t *bytes)
{
	const struct mad_notice notice = mad_notice_get(bytes);
	struct subscription *at = next_subscriber(port, &notice, NULL);

	while (at) {
		ib_mad_notice_attr_t copy; /* the program may change it during the call */
		ib_report_rec_t rec = {.report_context = at->report_context, .p_notice = &copy};
		struct subscription *next;

		memcpy(&copy, bytes, sizeof(copy));
		at->reported(&rec);
		next = next_subscriber(port, &notice, at);
		iba_put(&at->object);
		at = next;
	}
}

/* Confirm each report; otherwise the administrator repeats it. */
static void respond_report(struct iba_sa_port *port, const struct umad_header *from,
			   const uint8_t *mad)
{
	struct umad_header header = *from;
	struct mad_header common = mad_header_get(mad);
	uint8_t bytes[MAD_BYTES];

	memcpy(bytes, mad, sizeof(bytes));
	common.method = MAD_METHOD_REPORT_RESPONSE;
	common.status = 0;
	mad_header_put(bytes, &common);
	header.qkey = htonl(MAD_GSI_QKEY);
	header.timeout_ms = 0;
	header.retries = 0;
	iba_umad_write(&port->reports, &header, bytes, sizeof(bytes));
}

static void receive_report(struct iba_umad *umad, const struct umad_header *header,
			   const uint8_t *mad, size_t bytes)
{
	struct iba_sa_port *port = IBA_CONTAINER(umad, struct iba_sa_port, reports);
	struct mad_header common;

	if (header->status || bytes < MAD_BYTES)
		return;
	common = mad_header_get(mad);
	if (common.method != MAD_METHOD_REPORT || common.attribute != MAD_ATTRIBUTE_NOTICE)
		return;
	respond_report(port, header, mad);
	report_notice(port, mad + SA_HEADER_BYTES);
}

/* Register the agent for reports. Only one process can do this per port. */
static ib_api_status_t register_report_agent(struct iba_sa_port *port)
{
	struct umad_reg_req request = {
		.qpn = QPN,
		.mgmt_class = MAD_CLASS_ADMINISTRATION,
		.mgmt_class_version = SA_CLASS_VERSION,
		.method_mask = {UINT32_C(1) << MAD_METHOD_REPORT},
	};
	int err = iba_umad_open(&port->reports, &port->port);

	if (err)
		return iba_umad_status(err);
	port->reports.received = receive_report;
	err = iba_umad_register(&port->reports, &request);
	if (!err)
		err = iba_watch(&port->reports.source);
	if (err)
		iba_umad_close(&port->reports);
	return err == EINVAL ? IB_INSUFFICIENT_RESOURCES : iba_umad_status(err);
}

static ib_api_status_t listen_for_reports(struct iba_sa_port *port)
{
	static pthread_mutex_t opening = PTHREAD_MUTEX_INITIALIZER;
	ib_api_status_t status = IB_SUCCESS;

	pthread_mutex_lock(&opening);
	if (!port->reports.file)
		status = register_report_agent(port);
	pthread_mutex_unlock(&opening);
	return status;
}

/* --- subscriptions -------------------------------------------------------------------------- */

static void subscription_done(struct iba_registration *registration,
			      const struct iba_sa_response *response)
{
	struct subscription *sub = IBA_CONTAINER(registration, struct subscription, registration);
	ib_sub_rec_t rec = {.sub_context = sub->object.context, .status = response->status};

	if (response->status == IB_SUCCESS)
		rec.h_sub = iba_handle(&sub->object);
	sub->called(&rec);
	if (response->status != IB_SUCCESS) {
		iba_hold(&sub->object);
		iba_destroy(&sub->object, NULL);
	}
	iba_sa_signal(registration->port, &sub->finished);
}

static bool prepare_delete(struct iba_registration *registration)
{
	struct subscription *sub = IBA_CONTAINER(registration, struct subscription, registration);
	struct mad_inform_info info = sub->info;

	info.subscribe = 0;
	mad_inform_info_put(registration->record, &info);
	return true;
}

static void fill_subscription(struct subscription *sub, const ib_sub_req_t *req)
{
	struct iba_registration *registration = &sub->registration;

	sub->info = mad_inform_info_get(req->p_inform_info);
	sub->info.subscribe = 1;
	sub->info.qpn = QPN;
	mad_inform_info_put(registration->record, &sub->info);
	registration->set = (struct iba_sa_message){
		.method = MAD_METHOD_SET,
		.attribute = SA_ATTRIBUTE_INFORM_INFO,
		.bytes = MAD_INFORM_INFO_SIZE,
		.timeout_ms = req->timeout_ms,
		.retries = req->retry_cnt,
	};
	registration->delete_method = MAD_METHOD_SET;
	registration->prepare_delete = prepare_delete;
	registration->done = subscription_done;
}

static ib_api_status_t start_subscription(struct iba_sa_port *port, const ib_sub_req_t *req,
					  ib_sub_handle_t *handle)
{
	struct subscription *sub = calloc(1, sizeof(*sub));
	ib_api_status_t status;

	if (!sub)
		return IB_INSUFFICIENT_MEMORY;
	sub->object.context = req->sub_context;
	sub->object.stop = stop_subscription;
	sub->called = req->pfn_sub_cb;
	sub->reported = req->pfn_report_cb;
	sub->report_context = req->report_context;
	sub->registration.owner = &sub->object;
	sub->registration.port = port;
	fill_subscription(sub, req);
	status = iba_add(&sub->object, INVERBS_IBA_SUB, &port->object, NULL);
	if (status != IB_SUCCESS) {
		free(sub);
		return status;
	}
	*handle = iba_handle(&sub->object);
	status = iba_sa_register(&sub->registration);
	if (status != IB_SUCCESS) {
		iba_destroy(&sub->object, NULL);
		return status;
	}
	if (req->flags & IB_FLAGS_SYNC)
		iba_sa_wait(port, &sub->finished);
	iba_put(&sub->object);
	return IB_SUCCESS;
}

static ib_api_status_t subscribe_at_port(struct iba_al *al, const ib_sub_req_t *req,
					 ib_sub_handle_t *handle)
{
	struct iba_sa_port *port;
	ib_api_status_t status;

	if (req->p_class_mgr_name || (req->flags & IB_FLAGS_SYNC && iba_on_dispatcher()))
		return IB_UNSUPPORTED;
	status = iba_sa_port_get(al, req->port_guid, &port);
	if (status != IB_SUCCESS)
		return status;
	status = listen_for_reports(port);
	if (status == IB_SUCCESS)
		status = start_subscription(port, req, handle);
	iba_put(&port->object);
	return status;
}

static bool is_complete_request(const ib_sub_req_t *req)
{
	return req && req->p_inform_info && req->pfn_sub_cb && req->pfn_report_cb;
}

ib_api_status_t ib_subscribe(ib_al_handle_t h_al, const ib_sub_req_t *p_sub_req,
			     ib_sub_handle_t *ph_sub)
{
	struct iba_al *al = iba_get(h_al, INVERBS_IBA_AL);
	ib_sub_handle_t handle = NULL;
	ib_api_status_t status = IB_INVALID_PARAMETER;

	if (!al)
		return iba_refusal(h_al, IB_INVALID_AL_HANDLE);
	if (is_complete_request(p_sub_req) && ph_sub)
		status = subscribe_at_port(al, p_sub_req, &handle);
	if (status == IB_SUCCESS)
		*ph_sub = handle;
	iba_put(&al->object);
	return status;
}

ib_api_status_t ib_unsubscribe(ib_sub_handle_t h_sub, ib_pfn_destroy_cb_t pfn_destroy_cb)
{
	return iba_destroy_handle(h_sub, INVERBS_IBA_SUB, IB_INVALID_HANDLE, pfn_destroy_cb);
}
