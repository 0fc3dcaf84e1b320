/* SPDX-License-Identifier: BSD-2-Clause */
/* Queries to the emulator's subnet administrator. */
#include "kit.h"

#include <complib/cl_byteswap.h>
#include <pthread.h>

static struct kit kit, peer;

static void put_request(struct kit_svc *svc, const struct kit_call *call)
{
	(void)svc;
	ib_put_mad(call->element);
}

/* Receives requests with this method and never responds. */
static struct kit_svc silent = {.also = put_request};

static int open_kits(void **state)
{
	static const uint8_t methods[] = {IB_MAD_METHOD_GETTRACETABLE, 0};

	(void)state;
	kit_open(&kit, 0);
	kit_open(&peer, 1);
	assert_int_equal(kit.attr->p_port_attr[0].sm_lid, kit.lid);
	assert_int_equal(kit_try_serve(kit.qp, &silent, IB_MCLASS_SUBN_ADM, methods), IB_SUCCESS);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	kit_close(&peer);
	kit_close(&kit);
	return 0;
}

/* The record of the last callback. */
struct result {
	ib_query_rec_t rec;
	unsigned int calls; /* accessed atomically */
};

static void record_result(ib_query_rec_t *rec)
{
	struct result *result = (struct result *)(uintptr_t)rec->query_context;

	result->rec = *rec;
	__atomic_add_fetch(&result->calls, 1, __ATOMIC_RELEASE);
}

static ib_query_req_t query_request(struct result *result, ib_query_type_t type, const void *input)
{
	return (ib_query_req_t){
		.query_type = type,
		.p_query_input = input,
		.port_guid = kit.port_guid,
		.timeout_ms = KIT_TIMEOUT_MS,
		.flags = IB_FLAGS_SYNC,
		.query_context = result,
		.pfn_query_cb = record_result,
	};
}

/* Makes a query that succeeds; the caller puts back its result. */
static struct result query_records(ib_query_type_t type, const void *input)
{
	struct result result = {.calls = 0};
	const ib_query_req_t req = query_request(&result, type, input);
	ib_query_handle_t handle;

	assert_int_equal(ib_query(kit.al, &req, &handle), IB_SUCCESS);
	assert_int_equal(result.calls, 1); /* called back before the call returned */
	assert_int_equal(result.rec.status, IB_SUCCESS);
	assert_int_equal(result.rec.query_type, type);
	assert_non_null(result.rec.p_result_mad);
	return result;
}

static void put_result(const struct result *result)
{
	assert_int_equal(ib_put_mad(result->rec.p_result_mad), IB_SUCCESS);
}

static void queries_are_checked(void **state)
{
	struct result result = {.calls = 0};
	ib_query_handle_t handle = NULL;
	ib_user_query_t user = {.method = 0};
	ib_query_req_t req = query_request(&result, IB_QUERY_CLASS_PORT_INFO, NULL);
	uint8_t record[256] = {0};

	(void)state;
	assert_int_equal(ib_query(NULL, &req, &handle), IB_INVALID_AL_HANDLE);
	assert_int_equal(ib_query((ib_al_handle_t)kit.ca, &req, &handle), IB_INVALID_AL_HANDLE);
	assert_int_equal(ib_query(kit_random_handle(), &req, &handle), IB_INVALID_AL_HANDLE);
	assert_int_equal(ib_query(kit.al, NULL, &handle), IB_INVALID_PARAMETER);
	req.pfn_query_cb = NULL;
	assert_int_equal(ib_query(kit.al, &req, &handle), IB_INVALID_PARAMETER);
	req.pfn_query_cb = record_result;
	req.port_guid = 1;
	assert_int_equal(ib_query(kit.al, &req, &handle), IB_INVALID_GUID);
	req.port_guid = kit.port_guid;
	req.query_type = IB_QUERY_PATH_REC_BY_LIDS;
	assert_int_equal(ib_query(kit.al, &req, &handle), IB_INVALID_PARAMETER);
	req.query_type = (ib_query_type_t)77;
	req.p_query_input = &user;
	assert_int_equal(ib_query(kit.al, &req, &handle), IB_INVALID_PARAMETER);
	req.query_type = IB_QUERY_USER_DEFINED;
	assert_int_equal(ib_query(kit.al, &req, &handle), IB_INVALID_SETTING);
	user = (ib_user_query_t){.method = IB_MAD_METHOD_GET, .attr_size = 201, .p_attr = record};
	assert_int_equal(ib_query(kit.al, &req, &handle), IB_INVALID_SETTING);
	user = (ib_user_query_t){.method = IB_MAD_METHOD_GET, .attr_size = 64};
	assert_int_equal(ib_query(kit.al, &req, &handle), IB_INVALID_PARAMETER);
	assert_int_equal(result.calls, 0);
	assert_null(handle);
}

static void nodes_and_ports_are_found(void **state)
{
	const ib_net64_t node = kit.attr->ca_guid;
	struct result result = query_records(IB_QUERY_NODE_REC_BY_NODE_GUID, &node);
	const ib_node_record_t *record = ib_get_query_node_rec(result.rec.p_result_mad, 0);
	const ib_portinfo_record_t *port;

	(void)state;
	assert_int_equal(result.rec.result_cnt, kit.attr->num_ports);
	assert_int_equal(record->node_info.node_guid, node);
	assert_int_equal(record->lid, kit.lid);
	put_result(&result);
	result = query_records(IB_QUERY_PORT_REC_BY_LID, &peer.lid);
	assert_int_equal(result.rec.result_cnt, 1);
	port = ib_get_query_portinfo_rec(result.rec.p_result_mad, 0);
	assert_int_equal(port->lid, peer.lid);
	assert_int_equal(port->port_info.base_lid, peer.lid);
	put_result(&result);
	result = query_records(IB_QUERY_CLASS_PORT_INFO, NULL);
	assert_int_equal(result.rec.result_cnt, 1);
	put_result(&result);
}

static void check_path(const struct result *result)
{
	const ib_path_rec_t *path = ib_get_query_path_rec(result->rec.p_result_mad, 0);

	assert_int_equal(result->rec.result_cnt, 1);
	assert_int_equal(path->slid, kit.lid);
	assert_int_equal(path->dlid, peer.lid);
	assert_int_equal(path->sgid.unicast.interface_id, kit.port_guid);
	assert_int_equal(path->dgid.unicast.interface_id, peer.port_guid);
	put_result(result);
}

static void paths_are_found_three_ways(void **state)
{
	const ib_guid_pair_t guids = {kit.port_guid, peer.port_guid};
	const ib_lid_pair_t lids = {kit.lid, peer.lid};
	ib_gid_pair_t gids;
	struct result result;

	(void)state;
	ib_gid_set_default(&gids.src_gid, kit.port_guid);
	ib_gid_set_default(&gids.dest_gid, peer.port_guid);
	result = query_records(IB_QUERY_PATH_REC_BY_PORT_GUIDS, &guids);
	check_path(&result);
	result = query_records(IB_QUERY_PATH_REC_BY_GIDS, &gids);
	check_path(&result);
	result = query_records(IB_QUERY_PATH_REC_BY_LIDS, &lids);
	check_path(&result);
}

static void user_queries_say_all_themselves(void **state)
{
	ib_user_query_t user = {.method = IB_MAD_METHOD_GETTABLE,
				.attr_id = IB_MAD_ATTR_NODE_RECORD};
	struct result result = query_records(IB_QUERY_USER_DEFINED, &user), failed = {.calls = 0};
	ib_query_req_t req = query_request(&failed, IB_QUERY_USER_DEFINED, &user);
	ib_net16_t status;

	(void)state;
	assert_true(result.rec.result_cnt >= 3); /* two adapters and a switch */
	put_result(&result);
	user.attr_id = CL_HTON16(0x7777);
	assert_int_equal(ib_query(kit.al, &req, NULL), IB_SUCCESS);
	assert_int_equal(failed.rec.status, IB_REMOTE_ERROR);
	assert_int_equal(failed.rec.result_cnt, 0);
	status = failed.rec.p_result_mad->p_mad_buf->status;
	assert_int_equal(status & ~IB_MAD_STATUS_CLASS_MASK, IB_MAD_STATUS_UNSUP_METHOD_ATTR);
	put_result(&failed);
}

static void tables_of_lanes_are_read_by_their_type(void **state)
{
	ib_user_query_t user = {.method = IB_MAD_METHOD_GET}; /* the type decides */
	const ib_query_type_t types[] = {IB_QUERY_VLARB_BY_LID_PORT_BLOCK,
					 IB_QUERY_SLVL_BY_LID_AND_PORTS};

	(void)state;
	for (int i = 0; i < 2; i++) {
		struct result result = {.calls = 0};
		const ib_query_req_t req = query_request(&result, types[i], &user);
		const ib_mad_t *mad;

		assert_int_equal(ib_query(kit.al, &req, NULL), IB_SUCCESS);
		mad = result.rec.p_result_mad->p_mad_buf;
		assert_int_equal(mad->method, IB_MAD_METHOD_GETTABLE_RESP);
		assert_int_equal(mad->attr_id, i ? CL_HTON16(0x13) : CL_HTON16(0x36));
		put_result(&result);
	}
}

static void services_are_looked_up(void **state)
{
	const ib_net64_t id = 5;
	const ib_svc_name_t name = "nobody has this name";
	struct result result = {.calls = 0};
	ib_query_req_t req;
	const ib_query_type_t types[] = {IB_QUERY_ALL_SVC_RECS, IB_QUERY_SVC_REC_BY_NAME,
					 IB_QUERY_SVC_REC_BY_ID};
	const void *inputs[] = {NULL, name, &id};

	(void)state;
	for (int i = 0; i < 3; i++) {
		req = query_request(&result, types[i], inputs[i]);
		assert_int_equal(ib_query(kit.al, &req, NULL), IB_SUCCESS);
		assert_int_equal(result.rec.result_cnt, 0);
		put_result(&result);
	}
}

/* Returns a query with the method that gets no response. */
static ib_query_req_t unanswered(struct result *result, ib_user_query_t *user)
{
	ib_query_req_t req = query_request(result, IB_QUERY_USER_DEFINED, user);

	*user = (ib_user_query_t){.method = IB_MAD_METHOD_GETTRACETABLE,
				  .attr_id = IB_MAD_ATTR_CLASS_PORT_INFO};
	return req;
}

static void queries_without_an_answer_time_out(void **state)
{
	struct result result = {.calls = 0};
	ib_user_query_t user;
	ib_query_req_t req = unanswered(&result, &user);

	(void)state;
	req.timeout_ms = KIT_SOON_MS;
	req.retry_cnt = 1;
	assert_int_equal(ib_query(kit.al, &req, NULL), IB_SUCCESS);
	assert_int_equal(result.rec.status, IB_TIMEOUT);
	assert_null(result.rec.p_result_mad);
	assert_int_equal(result.rec.result_cnt, 0);
}

static void queries_are_canceled(void **state)
{
	struct result result = {.calls = 0};
	ib_user_query_t user;
	ib_query_req_t req = unanswered(&result, &user);
	ib_query_handle_t handle;

	(void)state;
	req.flags = 0;
	assert_int_equal(ib_query(kit.al, &req, &handle), IB_SUCCESS);
	/* canceling from another instance, or with bad handles, does nothing */
	ib_cancel_query(peer.al, handle);
	ib_cancel_query(NULL, handle);
	ib_cancel_query(kit.al, NULL);
	ib_cancel_query(kit.al, kit_random_handle());
	ib_cancel_query(kit.al, (ib_query_handle_t)kit.pd);
	assert_int_equal(__atomic_load_n(&result.calls, __ATOMIC_ACQUIRE), 0);
	ib_cancel_query(kit.al, handle);
	kit_await(&result.calls, 1);
	assert_int_equal(result.rec.status, IB_CANCELED);
	ib_cancel_query(kit.al, handle);
	assert_int_equal(result.calls, 1);
}

static void closing_the_instance_cancels_queries(void **state)
{
	struct result results[5] = {{.calls = 0}};
	ib_user_query_t user;
	ib_query_handle_t handle;
	struct kit own;

	(void)state;
	kit_open(&own, 0);
	for (int i = 0; i < 5; i++) {
		ib_query_req_t req = unanswered(&results[i], &user);

		req.flags = 0;
		assert_int_equal(ib_query(own.al, &req, &handle), IB_SUCCESS);
	}
	kit_close(&own);
	for (int i = 0; i < 5; i++) {
		assert_int_equal(results[i].calls, 1);
		assert_int_equal(results[i].rec.status, IB_CANCELED);
	}
}

static ib_api_status_t inner_status;

/* In a callback, a query cannot be synchronous. */
static void ask_again(ib_query_rec_t *rec)
{
	struct result *result = (struct result *)(uintptr_t)rec->query_context;
	ib_query_req_t req = query_request(result, IB_QUERY_CLASS_PORT_INFO, NULL);

	ib_put_mad(rec->p_result_mad);
	inner_status = ib_query(kit.al, &req, NULL);
	req.flags = 0;
	assert_int_equal(ib_query(kit.al, &req, NULL), IB_SUCCESS);
}

static void I79_callbacks_query_without_waiting(void **state)
{
	struct result result = {.calls = 0};
	ib_query_req_t req = query_request(&result, IB_QUERY_CLASS_PORT_INFO, NULL);

	(void)state;
	req.pfn_query_cb = ask_again;
	assert_int_equal(ib_query(kit.al, &req, NULL), IB_SUCCESS);
	kit_await(&result.calls, 1);
	assert_int_equal(inner_status, IB_UNSUPPORTED);
	assert_int_equal(result.rec.status, IB_SUCCESS);
	put_result(&result);
}

enum {
	THREADS = 4,
	EACH = 30
};

static void *ask_often(void *unused)
{
	(void)unused;
	for (int i = 0; i < EACH; i++) {
		const ib_guid_pair_t guids = {kit.port_guid, peer.port_guid};
		struct result result = query_records(IB_QUERY_PATH_REC_BY_PORT_GUIDS, &guids);

		check_path(&result);
	}
	return NULL;
}

static void threads_ask_at_once(void **state)
{
	pthread_t threads[THREADS];

	(void)state;
	for (int i = 0; i < THREADS; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, ask_often, NULL), 0);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(queries_are_checked),
		cmocka_unit_test(nodes_and_ports_are_found),
		cmocka_unit_test(paths_are_found_three_ways),
		cmocka_unit_test(user_queries_say_all_themselves),
		cmocka_unit_test(tables_of_lanes_are_read_by_their_type),
		cmocka_unit_test(services_are_looked_up),
		cmocka_unit_test(queries_without_an_answer_time_out),
		cmocka_unit_test(queries_are_canceled),
		cmocka_unit_test(closing_the_instance_cancels_queries),
		cmocka_unit_test(I79_callbacks_query_without_waiting),
		cmocka_unit_test(threads_ask_at_once),
	};

	return cmocka_run_group_tests(tests, open_kits, tear_down);
}
