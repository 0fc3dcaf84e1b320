/* SPDX-License-Identifier: BSD-2-Clause */
/* The connection manager's commands: each member of the requests and responses. */
#include <arpa/inet.h>
#include <endian.h>
#include <infiniband/ib.h>
#include <inverbs/kernel/ucma_call.h>
#include <malloc.h>

#include "fake.h"
#include "runtime/cm/cm.h"

enum {
	HANDLE = 7,
	NOBODYS = 1000, /**< larger than all handles in use */
};

/** A simulated kernel that keeps the last request and returns a response. */
static struct {
	struct inverbs_transport base;
	uint32_t command;
	uint8_t request[1024];
	const void *answer;
	size_t answer_bytes;
	int err;
} kernel;

static struct inverbs_cm_channel channel = {.transport = &kernel.base};
static struct inverbs_cm_device device = {.max_responder_resources = 20, .max_initiator_depth = 30};
static struct inverbs_cm_id *id;

static int command(struct inverbs_transport *t, const void *cmd, size_t bytes)
{
	struct uverbs_byte_header head;
	uint64_t response;

	(void)t;
	memcpy(&head, cmd, sizeof(head));
	assert_true(bytes - sizeof(head) <= sizeof(kernel.request));
	kernel.command = head.command;
	memcpy(kernel.request, (const uint8_t *)cmd + sizeof(head), bytes - sizeof(head));
	if (kernel.answer && !kernel.err) {
		memcpy(&response, kernel.request, sizeof(response));
		memcpy((void *)(uintptr_t)response, kernel.answer, kernel.answer_bytes);
	}
	return kernel.err;
}

static int fresh(void **state)
{
	static const struct inverbs_transport_ops ops = {.command = command};

	(void)state;
	memset(&kernel, 0, sizeof(kernel));
	kernel.base.ops = &ops;
	id = inverbs_cm_id_alloc(&channel.cm, NULL, RDMA_PS_TCP, IBV_QPT_RC);
	if (!id)
		return 1;
	id->handle = HANDLE;
	id->device = &device;
	return 0;
}

static int done(void **state)
{
	(void)state;
	id->device = NULL;
	inverbs_cm_id_free(id);
	return 0;
}

static void set_response(const void *from, size_t bytes)
{
	kernel.answer = from;
	kernel.answer_bytes = bytes;
}

/* ---- from the kernel ---- */

static struct sockaddr_ib address_of(uint8_t first)
{
	struct sockaddr_ib addr = {.sib_family = AF_IB, .sib_pkey = htobe16(0x8000 | first)};

	for (size_t i = 0; i < sizeof(addr.sib_addr); i++)
		((uint8_t *)&addr.sib_addr)[i] = (uint8_t)(first + i);
	return addr;
}

static void addresses_of_the_link(void **state)
{
	const struct sockaddr_ib source = address_of(1), destination = address_of(101);
	struct ucma_query_resp response = {
		.about.address = {.src_size = sizeof(source), .dst_size = sizeof(destination)}};
	const struct rdma_ib_addr *const got = &id->cm.route.addr.addr.ibaddr;

	(void)state;
	memcpy(response.about.address.src_addr, &source, sizeof(source));
	memcpy(response.about.address.dst_addr, &destination, sizeof(destination));
	set_response(&response, sizeof(response));
	assert_int_equal(inverbs_cm_query_gids(id), 0);
	assert_int_equal(kernel.command, UCMA_CMD_QUERY);
	assert_memory_equal(&got->sgid, &source.sib_addr, sizeof(got->sgid));
	assert_memory_equal(&got->dgid, &destination.sib_addr, sizeof(got->dgid));
	assert_int_equal(got->pkey, source.sib_pkey);
	kernel.err = EIO;
	assert_int_equal(inverbs_cm_query_gids(id), EIO);
}

static void check_path(const struct ibv_sa_path_rec *got, const struct ucma_path_record *from)
{
	assert_memory_equal(&got->dgid, from->dgid, sizeof(got->dgid));
	assert_memory_equal(&got->sgid, from->sgid, sizeof(got->sgid));
	assert_int_equal(got->dlid, from->dlid);
	assert_int_equal(got->slid, from->slid);
	assert_int_equal(got->raw_traffic, 0);
	assert_int_equal(be32toh(got->flow_label), 0x54321);
	assert_int_equal(got->hop_limit, 0x76);
	assert_int_equal(got->traffic_class, from->traffic_class);
	assert_int_equal(got->numb_path, 1);
	assert_int_equal(got->pkey, from->pkey);
	assert_int_equal(got->sl, 9);
	assert_int_equal(got->mtu_selector, 2);
	assert_int_equal(got->mtu, 0x15);
	assert_int_equal(got->rate_selector, 2);
	assert_int_equal(got->rate, 0x16);
	assert_int_equal(got->packet_life_time_selector, 2);
	assert_int_equal(got->packet_life_time, 0x17);
	assert_int_equal(got->preference, from->preference);
}

static void paths_take_their_members(void **state)
{
	struct ucma_path_record path = {
		.dlid = htobe16(0x1234),
		.slid = htobe16(0x2345),
		.flow_label_hop_limit = htobe32(0xf5432176),
		.traffic_class = 0x67,
		.reversible_numb_path = 0x85,
		.pkey = htobe16(0x8765),
		.qos_class_sl = htobe16(0x3219),
		.mtu_selector_mtu = 0x95,
		.rate_selector_rate = 0x96,
		.life_time_selector_life = 0x97,
		.preference = 0x43,
	};
	struct ucma_query_resp response = {.about.paths.num_paths = 2};

	(void)state;
	memset(path.dgid, 0x31, sizeof(path.dgid));
	memset(path.sgid, 0x32, sizeof(path.sgid));
	response.about.paths.path_data[0].path = path;
	path.reversible_numb_path = 0x7f;
	response.about.paths.path_data[1].path = path;
	set_response(&response, sizeof(response));
	for (int again = 0; again < 2; again++) { /* a second query frees the first paths */
		assert_int_equal(inverbs_cm_query_paths(id), 0);
		assert_int_equal(id->cm.route.num_paths, 2);
		check_path(&id->cm.route.path_rec[0], &path);
		check_path(&id->cm.route.path_rec[1], &path);
		assert_int_equal(id->cm.route.path_rec[0].reversible, 1);
		assert_int_equal(id->cm.route.path_rec[1].reversible, 0);
	}
	response.about.paths.num_paths = UINT32_MAX; /* which no kernel returns */
	assert_int_equal(inverbs_cm_query_paths(id), 0);
	assert_int_equal(id->cm.route.num_paths, UCMA_PATHS_MAX);
}

static void iwarp_has_no_paths(void **state)
{
	(void)state;
	device.iwarp = true;
	kernel.err = EIO;
	assert_int_equal(inverbs_cm_query_paths(id), 0);
	assert_int_equal(inverbs_cm_query_gids(id), 0);
	assert_int_equal(kernel.command, 0);
	device.iwarp = false;
}

/* ---- from the program ---- */

static void an_offer_has_what_the_program_says(void **state)
{
	const char data[] = "private";
	struct rdma_conn_param param = {.private_data = data,
					.private_data_len = sizeof(data),
					.responder_resources = 3,
					.initiator_depth = 4,
					.flow_control = 1,
					.retry_count = 5,
					.rnr_retry_count = 6,
					.srq = 1,
					.qp_num = 0x123456};
	struct ucma_connect_req sent;

	(void)state;
	assert_int_equal(rdma_connect(&id->cm, &param), 0);
	assert_int_equal(kernel.command, UCMA_CMD_CONNECT);
	memcpy(&sent, kernel.request, sizeof(sent));
	assert_int_equal(sent.id, HANDLE);
	assert_int_equal(sent.conn_param.valid, 1);
	assert_int_equal(sent.conn_param.responder_resources, 3);
	assert_int_equal(sent.conn_param.initiator_depth, 4);
	assert_int_equal(sent.conn_param.flow_control, 1);
	assert_int_equal(sent.conn_param.retry_count, 5);
	assert_int_equal(sent.conn_param.rnr_retry_count, 6);
	assert_int_equal(sent.conn_param.srq, 1);
	assert_int_equal(sent.conn_param.qp_num, 0x123456);
	assert_int_equal(sent.conn_param.private_data_len, sizeof(data));
	assert_string_equal((const char *)sent.conn_param.private_data, data);
}

static void without_parameters_there_is_nothing_to_offer(void **state)
{
	(void)state;
	errno = 0;
	assert_int_equal(rdma_connect(&id->cm, NULL), -1);
	assert_int_equal(errno, EINVAL);
	assert_int_equal(kernel.command, 0);
}

static void a_rejection_carries_data(void **state)
{
	const char data[] = "no";
	struct ucma_reject_req sent;

	(void)state;
	assert_int_equal(rdma_reject(&id->cm, data, sizeof(data)), 0);
	assert_int_equal(kernel.command, UCMA_CMD_REJECT);
	memcpy(&sent, kernel.request, sizeof(sent));
	assert_int_equal(sent.id, HANDLE);
	assert_int_equal(sent.private_data_len, sizeof(data));
	assert_int_equal(sent.reason, 0);
	assert_string_equal((const char *)sent.private_data, data);
	assert_int_equal(rdma_reject_ece(&id->cm, NULL, 0), 0);
	memcpy(&sent, kernel.request, sizeof(sent));
	assert_int_equal(sent.private_data_len, 0);
	assert_int_equal(sent.reason, UCMA_REJECT_REASON_VENDOR_OPTION);
	errno = 0;
	assert_int_equal(rdma_reject(&id->cm, NULL, 1), -1);
	assert_int_equal(errno, EINVAL);
}

/* ---- handles ---- */

/* The kernel reuses a handle as soon as it is free. */
static void a_handle_belongs_to_its_last_owner(void **state)
{
	struct inverbs_cm_id next = {.handle = HANDLE}, far = {.handle = NOBODYS};

	(void)state;
	assert_int_equal(inverbs_cm_id_register(id), 0);
	assert_ptr_equal(inverbs_cm_id_find(HANDLE), id);
	assert_null(inverbs_cm_id_find(HANDLE - 1));
	assert_null(inverbs_cm_id_find(NOBODYS));
	inverbs_cm_id_unregister(&far);
	assert_int_equal(inverbs_cm_id_register(&next), 0);
	inverbs_cm_id_unregister(id);
	assert_ptr_equal(inverbs_cm_id_find(HANDLE), &next);
	inverbs_cm_id_unregister(&next);
	assert_null(inverbs_cm_id_find(HANDLE));
}

/* When the table grows, the new memory has no identifiers, whatever was in it before. */
static void known_handles_outlive_the_growth_of_their_table(void **state)
{
	struct inverbs_cm_id far = {.handle = 100};

	(void)state;
	mallopt(M_PERTURB, 0x55); /* effective unless malloc() is replaced */
	assert_int_equal(inverbs_cm_id_register(id), 0);
	assert_int_equal(inverbs_cm_id_register(&far), 0);
	assert_ptr_equal(inverbs_cm_id_find(HANDLE), id);
	assert_ptr_equal(inverbs_cm_id_find(far.handle), &far);
	for (uint32_t i = 0; i < far.handle; i++)
		assert_true(i == HANDLE || !inverbs_cm_id_find(i));
	inverbs_cm_id_unregister(&far);
	inverbs_cm_id_unregister(id);
	mallopt(M_PERTURB, 0);
}

/* Groups that were not left are freed with the identifier; otherwise leak checkers would report
 * them. */
static void an_identifier_ends_with_its_groups(void **state)
{
	const struct ucma_join_mcast_resp joined = {.id = 11};
	struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {htonl(0xe0000001)}};

	(void)state;
	set_response(&joined, sizeof(joined));
	assert_int_equal(rdma_join_multicast(&id->cm, (struct sockaddr *)&address, NULL), 0);
	address.sin_addr.s_addr = htonl(0xe0000002);
	assert_int_equal(rdma_join_multicast(&id->cm, (struct sockaddr *)&address, NULL), 0);
	assert_non_null(id->groups);
	assert_non_null(id->groups->next);
}

int main(void)
{
#define WITH_ID(name) cmocka_unit_test_setup_teardown(name, fresh, done)
	const struct CMUnitTest tests[] = {
		WITH_ID(addresses_of_the_link),
		WITH_ID(paths_take_their_members),
		WITH_ID(iwarp_has_no_paths),
		WITH_ID(an_offer_has_what_the_program_says),
		WITH_ID(without_parameters_there_is_nothing_to_offer),
		WITH_ID(a_rejection_carries_data),
		WITH_ID(a_handle_belongs_to_its_last_owner),
		WITH_ID(an_identifier_ends_with_its_groups),
		WITH_ID(known_handles_outlive_the_growth_of_their_table),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
