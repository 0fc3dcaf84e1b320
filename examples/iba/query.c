/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Queries the fabric through the first active port: the subnet administrator for nodes or a path,
 * or the port with a LID for its I/O controllers, through device management.
 */
#include <iba/ib_al.h>

#include <complib/cl_byteswap.h>
#include <inttypes.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/program.h"

enum {
	QUERY_TIMEOUT_MS = 2000,
	QUERY_RETRIES = 3,
	LID_MAX = 0xbfff,
	DM_DATA_OFFSET = 64 /* of the data in a device management datagram */
};

/* The program's handles, and the state of its last datagram. */
struct session {
	ib_al_handle_t al;
	ib_ca_handle_t ca;
	ib_net64_t port_guid;
	ib_qp_handle_t qp; /* alias of queue pair 1 */
	ib_pool_key_t key;
	ib_mad_svc_handle_t svc;
	ib_mad_element_t *response;
	sem_t request_ended;
};

static bool check_status(ib_api_status_t status, const char *what)
{
	if (status == IB_SUCCESS)
		return true;
	complain("%s: %s", what, ib_get_err_str(status));
	return false;
}

/* --- the subnet administrator --------------------------------------------------------------- */

static void show_node(ib_mad_element_t *result, uint32_t index)
{
	const ib_node_record_t *node = ib_get_query_node_rec(result, index);

	printf("%s 0x%016" PRIx64 " lid %u \"%.64s\"\n",
	       ib_get_node_type_str(node->node_info.node_type),
	       CL_NTOH64(node->node_info.node_guid), CL_NTOH16(node->lid),
	       (const char *)node->node_desc.description);
}

static void show_path(ib_mad_element_t *result, uint32_t index)
{
	const ib_path_rec_t *path = ib_get_query_path_rec(result, index);

	printf("path from lid %u to %u: mtu %u, rate %u, sl %u\n", CL_NTOH16(path->slid),
	       CL_NTOH16(path->dlid), 128U << ib_path_rec_mtu(path), ib_path_rec_rate(path),
	       ib_path_rec_sl(path));
}

struct record_query {
	void (*show_record)(ib_mad_element_t *result, uint32_t index);
	ib_api_status_t status;
};

static void show_results(ib_query_rec_t *rec)
{
	struct record_query *record_query = (struct record_query *)(uintptr_t)rec->query_context;

	record_query->status = rec->status;
	for (uint32_t i = 0; i < rec->result_cnt; i++)
		record_query->show_record(rec->p_result_mad, i);
	if (rec->p_result_mad)
		ib_put_mad(rec->p_result_mad);
}

static bool run_query(const struct session *session, ib_query_type_t type, const void *input,
		      void (*show_record)(ib_mad_element_t *, uint32_t))
{
	struct record_query record_query = {.show_record = show_record};
	const ib_query_req_t req = {
		.query_type = type,
		.p_query_input = input,
		.port_guid = session->port_guid,
		.timeout_ms = QUERY_TIMEOUT_MS,
		.retry_cnt = QUERY_RETRIES,
		.flags = IB_FLAGS_SYNC,
		.query_context = &record_query,
		.pfn_query_cb = show_results,
	};

	return check_status(ib_query(session->al, &req, NULL), "ib_query") &&
	       check_status(record_query.status, "the subnet administrator");
}

static bool query_nodes(struct session *session, ib_net16_t lid)
{
	const ib_user_query_t user = {.method = IB_MAD_METHOD_GETTABLE,
				      .attr_id = IB_MAD_ATTR_NODE_RECORD};

	(void)lid;
	return run_query(session, IB_QUERY_USER_DEFINED, &user, show_node);
}

/* The LID in the attributes of the port. */
static ib_net16_t lid_of_port(const struct session *session)
{
	uint32_t size = 0;
	ib_ca_attr_t *attr;
	ib_net16_t lid = 0;

	ib_query_ca(session->ca, NULL, &size);
	attr = malloc(size);
	if (attr && ib_query_ca(session->ca, attr, &size) == IB_SUCCESS)
		for (unsigned int i = 0; i < attr->num_ports; i++)
			if (attr->p_port_attr[i].port_guid == session->port_guid)
				lid = attr->p_port_attr[i].lid;
	free(attr);
	return lid;
}

static bool query_path_from_here(struct session *session, ib_net16_t lid)
{
	const ib_lid_pair_t lids = {.src_lid = lid_of_port(session), .dest_lid = lid};

	return run_query(session, IB_QUERY_PATH_REC_BY_LIDS, &lids, show_path);
}

/* --- device management ---------------------------------------------------------------------- */

static void mad_sent(ib_mad_svc_handle_t svc, void *context, ib_mad_element_t *element)
{
	struct session *session = context;

	(void)svc;
	if (element->status != IB_WCS_SUCCESS)
		sem_post(&session->request_ended); /* there will be no response */
	ib_put_mad(element);
}

static void mad_received(ib_mad_svc_handle_t svc, void *context, ib_mad_element_t *element)
{
	struct session *session = context;

	(void)svc;
	session->response = element;
	sem_post(&session->request_ended);
}

static bool open_service(struct session *session)
{
	const ib_qp_create_t create = {.qp_type = IB_QPT_QP1_ALIAS};
	const ib_mad_svc_t svc = {.mad_svc_context = session,
				  .pfn_mad_send_cb = mad_sent,
				  .pfn_mad_recv_cb = mad_received};
	ib_pd_handle_t pd;

	sem_init(&session->request_ended, 0, 0);
	return check_status(ib_alloc_pd(session->ca, IB_PDT_ALIAS, NULL, &pd), "ib_alloc_pd") &&
	       check_status(ib_get_spl_qp(pd, session->port_guid, &create, NULL, NULL,
					  &session->key, &session->qp),
			    "ib_get_spl_qp") &&
	       check_status(ib_reg_mad_svc(session->qp, &svc, &session->svc), "ib_reg_mad_svc");
}

/* Get an attribute. Its data is valid until the next call. Returns NULL after an error message. */
static const void *get_dm_attribute(struct session *session, ib_net16_t lid, ib_net16_t attribute,
				    uint32_t modifier)
{
	ib_mad_element_t *request;

	if (session->response)
		ib_put_mad(session->response);
	session->response = NULL;
	if (!check_status(ib_get_mad(session->key, MAD_BLOCK_SIZE, &request), "ib_get_mad"))
		return NULL;
	ib_mad_init_new(request->p_mad_buf, IB_MCLASS_DEV_MGMT, 1, IB_MAD_METHOD_GET,
			CL_HTON64(modifier + 1ULL), attribute, CL_HTON32(modifier));
	request->remote_lid = lid;
	request->remote_qp = CL_HTON32(1);
	request->resp_expected = TRUE;
	request->timeout_ms = QUERY_TIMEOUT_MS;
	request->retry_cnt = QUERY_RETRIES;
	if (!check_status(ib_send_mad(session->svc, request, NULL), "ib_send_mad"))
		return NULL;
	sem_wait(&session->request_ended);
	if (!session->response) {
		complain("lid %u does not respond", CL_NTOH16(lid));
		return NULL;
	}
	if (session->response->p_mad_buf->status) {
		complain("lid %u is not an I/O unit", CL_NTOH16(lid));
		return NULL;
	}
	return (const uint8_t *)session->response->p_mad_buf + DM_DATA_OFFSET;
}

static bool show_controller(struct session *session, ib_net16_t lid, uint8_t slot)
{
	const void *data = get_dm_attribute(session, lid, CL_HTON16(0x11), slot);
	ib_ioc_profile_t profile;

	if (!data)
		return false;
	memcpy(&profile, data, sizeof(profile));
	printf("controller 0x%016" PRIx64 " in slot %u: \"%.64s\"\n", CL_NTOH64(profile.ioc_guid),
	       slot, profile.id_string);
	for (uint8_t i = 0; i < profile.num_svc_entries; i++) {
		ib_svc_entry_t entry;

		data = get_dm_attribute(session, lid, CL_HTON16(0x12),
					CL_NTOH32(ib_dm_set_slot_lo_hi(slot, i, i)));
		if (!data)
			return false;
		memcpy(&entry, data, sizeof(entry));
		printf("  service %u: \"%.40s\"\n", i, entry.name);
	}
	return true;
}

static bool query_io_unit(struct session *session, ib_net16_t lid)
{
	const void *data = open_service(session)
				   ? get_dm_attribute(session, lid, CL_HTON16(0x10), 0)
				   : NULL;
	ib_iou_info_t info;

	if (!data)
		return false;
	memcpy(&info, data, sizeof(info));
	for (unsigned int slot = 1; slot <= info.max_controllers; slot++)
		if (ioc_at_slot(&info, (uint8_t)slot) == IOC_INSTALLED &&
		    !show_controller(session, lid, (uint8_t)slot))
			return false;
	return true;
}

/* --- the program ---------------------------------------------------------------------------- */

static const struct {
	const char *name;
	int arguments;
	bool (*run)(struct session *session, ib_net16_t lid);
} commands[] = {
	{"nodes", 2, query_nodes}, {"path", 3, query_path_from_here}, {"unit", 3, query_io_unit}};

static bool open_active_port(struct session *session)
{
	ib_net64_t ca_guid;
	ib_gid_t gid;

	if (!check_status(ib_get_guid(session->al, (uint32_t)IB_ANY_INDEX, IB_PNP_PORT,
				      IB_DEV_PORT_ACTIVE, &session->port_guid),
			  "searching an active port"))
		return false;
	ib_gid_set_default(&gid, session->port_guid);
	return check_status(ib_get_ca_by_gid(session->al, &gid, &ca_guid), "ib_get_ca_by_gid") &&
	       check_status(ib_open_ca(session->al, ca_guid, NULL, NULL, &session->ca),
			    "ib_open_ca");
}

int main(int argc, char *argv[])
{
	struct session session = {.response = NULL};
	size_t command = 0;
	unsigned long lid = 0;
	bool succeeded;

	while (command < 3 && (argc < 2 || strcmp(argv[1], commands[command].name) != 0))
		command++;
	if (command == 3 || argc != commands[command].arguments) {
		fprintf(stderr, "usage: query nodes | path LID | unit LID\n");
		return EXIT_FAILURE;
	}
	if (argc == 3 && parse_number(argv[2], "LID", 1, LID_MAX, &lid))
		return EXIT_FAILURE;
	if (!check_status(ib_open_al(&session.al), "ib_open_al"))
		return EXIT_FAILURE;
	succeeded = open_active_port(&session) &&
		    commands[command].run(&session, CL_HTON16((uint16_t)lid));
	if (session.response)
		ib_put_mad(session.response);
	ib_close_al(session.al);
	return succeeded ? EXIT_SUCCESS : EXIT_FAILURE;
}
