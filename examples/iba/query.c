/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Ask the fabric through the first active port: the subnet administrator for nodes or a path, or
 * the port with a LID, by a datagram of device management, for its I/O controllers.
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
	TIMEOUT_MS = 2000,
	RETRIES = 3,
	LID_MAX = 0xbfff,
	DATA_AT = 64 /* of device management */
};

/* What the program has open. */
struct fabric {
	ib_al_handle_t al;
	ib_ca_handle_t ca;
	ib_net64_t port_guid;
	ib_qp_handle_t qp; /* alias of queue pair 1 */
	ib_pool_key_t key;
	ib_mad_svc_handle_t svc;
	ib_mad_element_t *response;
	sem_t answered;
};

static bool is_done(ib_api_status_t status, const char *what)
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

struct asked {
	void (*show)(ib_mad_element_t *result, uint32_t index);
	ib_api_status_t status;
};

static void queried(ib_query_rec_t *rec)
{
	struct asked *asked = (struct asked *)(uintptr_t)rec->query_context;

	asked->status = rec->status;
	for (uint32_t i = 0; i < rec->result_cnt; i++)
		asked->show(rec->p_result_mad, i);
	if (rec->p_result_mad)
		ib_put_mad(rec->p_result_mad);
}

static bool run_query(const struct fabric *fabric, ib_query_type_t type, const void *input,
		      void (*show)(ib_mad_element_t *, uint32_t))
{
	struct asked asked = {.show = show};
	const ib_query_req_t req = {
		.query_type = type,
		.p_query_input = input,
		.port_guid = fabric->port_guid,
		.timeout_ms = TIMEOUT_MS,
		.retry_cnt = RETRIES,
		.flags = IB_FLAGS_SYNC,
		.query_context = &asked,
		.pfn_query_cb = queried,
	};

	return is_done(ib_query(fabric->al, &req, NULL), "ib_query") &&
	       is_done(asked.status, "the subnet administrator");
}

static bool ask_nodes(struct fabric *fabric, ib_net16_t lid)
{
	const ib_user_query_t user = {.method = IB_MAD_METHOD_GETTABLE,
				      .attr_id = IB_MAD_ATTR_NODE_RECORD};

	(void)lid;
	return run_query(fabric, IB_QUERY_USER_DEFINED, &user, show_node);
}

/* The LID from a port's attributes. */
static ib_net16_t own_lid(const struct fabric *fabric)
{
	uint32_t size = 0;
	ib_ca_attr_t *attr;
	ib_net16_t lid = 0;

	ib_query_ca(fabric->ca, NULL, &size);
	attr = malloc(size);
	if (attr && ib_query_ca(fabric->ca, attr, &size) == IB_SUCCESS)
		for (unsigned int i = 0; i < attr->num_ports; i++)
			if (attr->p_port_attr[i].port_guid == fabric->port_guid)
				lid = attr->p_port_attr[i].lid;
	free(attr);
	return lid;
}

static bool ask_path(struct fabric *fabric, ib_net16_t lid)
{
	const ib_lid_pair_t lids = {.src_lid = own_lid(fabric), .dest_lid = lid};

	return run_query(fabric, IB_QUERY_PATH_REC_BY_LIDS, &lids, show_path);
}

/* --- device management ---------------------------------------------------------------------- */

static void sent(ib_mad_svc_handle_t svc, void *context, ib_mad_element_t *element)
{
	struct fabric *fabric = context;

	(void)svc;
	if (element->status != IB_WCS_SUCCESS)
		sem_post(&fabric->answered); /* there will be no response */
	ib_put_mad(element);
}

static void received(ib_mad_svc_handle_t svc, void *context, ib_mad_element_t *element)
{
	struct fabric *fabric = context;

	(void)svc;
	fabric->response = element;
	sem_post(&fabric->answered);
}

static bool open_service(struct fabric *fabric)
{
	const ib_qp_create_t create = {.qp_type = IB_QPT_QP1_ALIAS};
	const ib_mad_svc_t svc = {
		.mad_svc_context = fabric, .pfn_mad_send_cb = sent, .pfn_mad_recv_cb = received};
	ib_pd_handle_t pd;

	sem_init(&fabric->answered, 0, 0);
	return is_done(ib_alloc_pd(fabric->ca, IB_PDT_ALIAS, NULL, &pd), "ib_alloc_pd") &&
	       is_done(ib_get_spl_qp(pd, fabric->port_guid, &create, NULL, NULL, &fabric->key,
				     &fabric->qp),
		       "ib_get_spl_qp") &&
	       is_done(ib_reg_mad_svc(fabric->qp, &svc, &fabric->svc), "ib_reg_mad_svc");
}

/* Get an attribute; its data is valid until the next call. NULL after an error message. */
static const void *get(struct fabric *fabric, ib_net16_t lid, ib_net16_t attribute,
		       uint32_t modifier)
{
	ib_mad_element_t *request;

	if (fabric->response)
		ib_put_mad(fabric->response);
	fabric->response = NULL;
	if (!is_done(ib_get_mad(fabric->key, MAD_BLOCK_SIZE, &request), "ib_get_mad"))
		return NULL;
	ib_mad_init_new(request->p_mad_buf, IB_MCLASS_DEV_MGMT, 1, IB_MAD_METHOD_GET,
			CL_HTON64(modifier + 1ULL), attribute, CL_HTON32(modifier));
	request->remote_lid = lid;
	request->remote_qp = CL_HTON32(1);
	request->resp_expected = TRUE;
	request->timeout_ms = TIMEOUT_MS;
	request->retry_cnt = RETRIES;
	if (!is_done(ib_send_mad(fabric->svc, request, NULL), "ib_send_mad"))
		return NULL;
	sem_wait(&fabric->answered);
	if (!fabric->response) {
		complain("lid %u does not answer", CL_NTOH16(lid));
		return NULL;
	}
	if (fabric->response->p_mad_buf->status) {
		complain("lid %u is no I/O unit", CL_NTOH16(lid));
		return NULL;
	}
	return (const uint8_t *)fabric->response->p_mad_buf + DATA_AT;
}

static bool show_controller(struct fabric *fabric, ib_net16_t lid, uint8_t slot)
{
	const void *data = get(fabric, lid, CL_HTON16(0x11), slot);
	ib_ioc_profile_t profile;

	if (!data)
		return false;
	memcpy(&profile, data, sizeof(profile));
	printf("controller 0x%016" PRIx64 " in slot %u: \"%.64s\"\n", CL_NTOH64(profile.ioc_guid),
	       slot, profile.id_string);
	for (uint8_t i = 0; i < profile.num_svc_entries; i++) {
		ib_svc_entry_t entry;

		data = get(fabric, lid, CL_HTON16(0x12),
			   CL_NTOH32(ib_dm_set_slot_lo_hi(slot, i, i)));
		if (!data)
			return false;
		memcpy(&entry, data, sizeof(entry));
		printf("  service %u: \"%.40s\"\n", i, entry.name);
	}
	return true;
}

static bool ask_unit(struct fabric *fabric, ib_net16_t lid)
{
	const void *data = open_service(fabric) ? get(fabric, lid, CL_HTON16(0x10), 0) : NULL;
	ib_iou_info_t info;

	if (!data)
		return false;
	memcpy(&info, data, sizeof(info));
	for (unsigned int slot = 1; slot <= info.max_controllers; slot++)
		if (ioc_at_slot(&info, (uint8_t)slot) == IOC_INSTALLED &&
		    !show_controller(fabric, lid, (uint8_t)slot))
			return false;
	return true;
}

/* --- the program ---------------------------------------------------------------------------- */

static const struct {
	const char *name;
	int words;
	bool (*ask)(struct fabric *fabric, ib_net16_t lid);
} questions[] = {{"nodes", 2, ask_nodes}, {"path", 3, ask_path}, {"unit", 3, ask_unit}};

static bool open_port(struct fabric *fabric)
{
	ib_net64_t ca_guid;
	ib_gid_t gid;

	if (!is_done(ib_get_guid(fabric->al, (uint32_t)IB_ANY_INDEX, IB_PNP_PORT,
				 IB_DEV_PORT_ACTIVE, &fabric->port_guid),
		     "no active port"))
		return false;
	ib_gid_set_default(&gid, fabric->port_guid);
	return is_done(ib_get_ca_by_gid(fabric->al, &gid, &ca_guid), "ib_get_ca_by_gid") &&
	       is_done(ib_open_ca(fabric->al, ca_guid, NULL, NULL, &fabric->ca), "ib_open_ca");
}

int main(int argc, char *argv[])
{
	struct fabric fabric = {.response = NULL};
	size_t at = 0;
	unsigned long lid = 0;
	bool ok;

	while (at < 3 && (argc < 2 || strcmp(argv[1], questions[at].name) != 0))
		at++;
	if (at == 3 || argc != questions[at].words) {
		fprintf(stderr, "usage: query nodes | path LID | unit LID\n");
		return EXIT_FAILURE;
	}
	if (argc == 3 && parse_number(argv[2], "LID", 1, LID_MAX, &lid))
		return EXIT_FAILURE;
	if (!is_done(ib_open_al(&fabric.al), "ib_open_al"))
		return EXIT_FAILURE;
	ok = open_port(&fabric) && questions[at].ask(&fabric, CL_HTON16((uint16_t)lid));
	if (fabric.response)
		ib_put_mad(fabric.response);
	ib_close_al(fabric.al);
	return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
