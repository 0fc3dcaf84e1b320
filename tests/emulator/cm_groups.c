/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Multicast groups that programs join through the connection manager exist at the subnet
 * administrator.
 */
#include <rdma/rdma_cma.h>

#include "daemon.h"
#include "umad_sa.h"

enum {
	UDP_QKEY = 0x01234567, /* Q_Key of port space UDP */
};

static struct rdma_event_channel *channel;
static struct sa_client administrator;

/** MGIDs of group 239.1.1.1 in port spaces UDP and IPOIB. */
static const uint8_t udp_gid[16] = {0xff, 0x12, 0x40, 0x01, 0xff, 0xff, [12] = 0x0f, 1, 1, 1};
static const uint8_t ipoib_gid[16] = {0xff, 0x12, 0x40, 0x1b, 0xff, 0xff, [12] = 0x0f, 1, 1, 1};

static int open_administrator(void **state)
{
	(void)state;
	setenv("INVERBS_EMULATOR", daemon_socket(), 1);
	channel = rdma_create_event_channel();
	assert_non_null(channel);
	sa_open(&administrator, "mlx4_1", 1);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	umad_close(administrator.u);
	rdma_destroy_event_channel(channel);
	return 0;
}

static struct sockaddr_in address(const char *text)
{
	struct sockaddr_in in = {.sin_family = AF_INET};

	assert_int_equal(inet_pton(AF_INET, text, &in.sin_addr), 1);
	return in;
}

/** Returns an identifier that is bound to mlx4_0. */
static struct rdma_cm_id *bound(enum rdma_port_space ps)
{
	struct sockaddr_in own = address("127.0.0.1");
	struct rdma_cm_id *id;

	assert_int_equal(rdma_create_id(channel, &id, NULL, ps), 0);
	assert_int_equal(rdma_bind_addr(id, (struct sockaddr *)&own), 0);
	return id;
}

static struct rdma_ud_param join(struct rdma_cm_id *id, enum rdma_cm_event_type expected)
{
	struct sockaddr_in group = address("239.1.1.1");
	struct rdma_cm_event *event;
	struct rdma_ud_param got;

	assert_int_equal(rdma_join_multicast(id, (struct sockaddr *)&group, NULL), 0);
	assert_int_equal(rdma_get_cm_event(channel, &event), 0);
	assert_int_equal(event->event, expected);
	got = event->param.ud;
	assert_int_equal(rdma_ack_cm_event(event), 0);
	return got;
}

static void leave(struct rdma_cm_id *id)
{
	struct sockaddr_in group = address("239.1.1.1");

	assert_int_equal(rdma_leave_multicast(id, (struct sockaddr *)&group), 0);
}

/**
 * Get the administrator's record of a group that has one member. Returns false if there is none.
 */
static bool find(const uint8_t mgid[16], struct sa_mc_member_record *v)
{
	struct sa_header h = sa_request(MAD_METHOD_GET_TABLE, SA_ATTRIBUTE_MC_MEMBER_RECORD,
					SA_MC_MEMBER_RECORD_HAS_MGID);
	struct sa_mc_member_record wanted = {.mlid = 0};
	uint8_t record[SA_MC_MEMBER_RECORD_SIZE];

	h.sm_key = SA_KEY;
	memcpy(wanted.mgid, mgid, sizeof(wanted.mgid));
	sa_mc_member_record_put(record, &wanted);
	assert_int_equal(sa_ask(&administrator, &h, record, sizeof(record)), 0);
	if (!administrator.answer.count)
		return false;
	assert_int_equal(administrator.answer.count, 1);
	*v = sa_mc_member_record_get(sa_record(&administrator, 0));
	return true;
}

static void groups_of_programs_are_listed(void **state)
{
	struct rdma_cm_id *first = bound(RDMA_PS_UDP), *second = bound(RDMA_PS_UDP);
	const struct rdma_ud_param joined = join(first, RDMA_CM_EVENT_MULTICAST_JOIN);
	struct sa_mc_member_record v;
	uint8_t gid[16];

	(void)state;
	assert_true(find(udp_gid, &v));
	gid_at("mlx4_0", 1, gid);
	assert_memory_equal(v.port_gid, gid, sizeof(gid));
	assert_int_equal(v.mlid, joined.ah_attr.dlid);
	assert_int_equal(v.qkey, UDP_QKEY);
	assert_int_equal(joined.qkey, UDP_QKEY);
	assert_int_equal(v.join_state, SA_JOIN_STATE_FULL);
	assert_int_equal(join(second, RDMA_CM_EVENT_MULTICAST_JOIN).ah_attr.dlid, v.mlid);
	leave(first); /* the port is still a member for the other identifier */
	assert_true(find(udp_gid, &v));
	leave(second);
	assert_false(find(udp_gid, &v));
	join(first, RDMA_CM_EVENT_MULTICAST_JOIN);
	assert_true(find(udp_gid, &v));
	assert_int_equal(rdma_destroy_id(first), 0);
	assert_false(find(udp_gid, &v));
	assert_int_equal(rdma_destroy_id(second), 0);
}

/** Create or delete a group by a request to the administrator. */
static void set(uint8_t method, uint32_t qkey, struct sa_mc_member_record *v)
{
	const struct sa_header h = sa_request(
		method, SA_ATTRIBUTE_MC_MEMBER_RECORD,
		SA_MC_MEMBER_RECORD_HAS_MGID | SA_MC_MEMBER_RECORD_HAS_PORT_GID |
			SA_MC_MEMBER_RECORD_HAS_JOIN_STATE | SA_MC_MEMBER_RECORD_HAS_QKEY |
			SA_MC_MEMBER_RECORD_HAS_TRAFFIC_CLASS | SA_MC_MEMBER_RECORD_HAS_PKEY |
			SA_MC_MEMBER_RECORD_HAS_SL | SA_MC_MEMBER_RECORD_HAS_FLOW_LABEL);
	uint8_t record[SA_MC_MEMBER_RECORD_SIZE];

	*v = (struct sa_mc_member_record){
		.qkey = qkey, .pkey = 0xffff, .join_state = SA_JOIN_STATE_FULL};
	memcpy(v->mgid, udp_gid, sizeof(v->mgid));
	gid_at("mlx4_1", 1, v->port_gid);
	sa_mc_member_record_put(record, v);
	assert_int_equal(sa_ask(&administrator, &h, record, sizeof(record)), 0);
	*v = sa_mc_member_record_get(administrator.answer.record);
}

static void programs_join_what_the_administrator_has(void **state)
{
	struct rdma_cm_id *id = bound(RDMA_PS_UDP);
	struct sa_mc_member_record v;

	(void)state;
	set(MAD_METHOD_SET, UDP_QKEY, &v);
	assert_int_equal(join(id, RDMA_CM_EVENT_MULTICAST_JOIN).ah_attr.dlid, v.mlid);
	leave(id);
	assert_true(find(udp_gid, &v));
	set(MAD_METHOD_DELETE, UDP_QKEY, &v);
	assert_false(find(udp_gid, &v));
	/* a group with another Q_Key cannot be joined */
	set(MAD_METHOD_SET, UDP_QKEY + 1, &v);
	join(id, RDMA_CM_EVENT_MULTICAST_ERROR);
	leave(id);
	set(MAD_METHOD_DELETE, UDP_QKEY + 1, &v);
	assert_false(find(udp_gid, &v));
	assert_int_equal(rdma_destroy_id(id), 0);
}

static void groups_of_ip_are_made_as_its_interface_would(void **state)
{
	struct rdma_cm_id *id = bound(RDMA_PS_IPOIB);
	const struct rdma_ud_param joined = join(id, RDMA_CM_EVENT_MULTICAST_JOIN);
	struct sa_mc_member_record v;

	(void)state;
	assert_true(find(ipoib_gid, &v));
	assert_int_equal(v.mlid, joined.ah_attr.dlid);
	assert_int_equal(v.qkey, SA_IPOIB_QKEY);
	assert_int_equal(joined.qkey, SA_IPOIB_QKEY);
	assert_int_equal(v.mtu, SMP_MTU_BYTES_2048);
	assert_int_equal(v.rate, IBV_RATE_10_GBPS);
	leave(id);
	assert_false(find(ipoib_gid, &v));
	assert_int_equal(rdma_destroy_id(id), 0);
}

#define EACH(name) cmocka_unit_test_setup_teardown(name, open_administrator, tear_down)

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		EACH(groups_of_programs_are_listed),
		EACH(programs_join_what_the_administrator_has),
		EACH(groups_of_ip_are_made_as_its_interface_would),
	};

	return raw_run(argc, argv, "cm_groups", tests, sizeof(tests) / sizeof(tests[0]));
}
