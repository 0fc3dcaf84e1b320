/* SPDX-License-Identifier: BSD-2-Clause */
/* Subscriptions at the built-in subnet administrator, and its reports. */
#include "umad_sa.h"

#include <stdio.h>

enum {
	REPORTS = 6, /* how many times an unconfirmed report is sent */
};

/** A subscriber at a port: it subscribes through one file, and gets reports through the other. */
struct subscriber {
	struct sa_client client;
	struct umad *ear;
	uint32_t id;
	uint64_t heard; /**< transaction id of the last report, which may be repeated on a busy
			   machine */
};

static void open_subscriber(struct subscriber *s, const char *device, unsigned int port)
{
	struct umad_reg_req req = umad_agent(1, MAD_CLASS_ADMINISTRATION, SA_CLASS_VERSION);

	sa_open(&s->client, device, port);
	s->ear = umad_open(device, port);
	req.method_mask[0] = 1U << MAD_METHOD_REPORT;
	s->id = umad_registered(s->ear, req);
	s->heard = 0;
}

static void close_subscriber(struct subscriber *s)
{
	umad_close(s->ear);
	umad_close(s->client.u);
}

static struct mad_inform_info everything(void)
{
	return (struct mad_inform_info){
		.lid_first = MAD_INFORM_ALL_LIDS,
		.generic = 1,
		.subscribe = 1,
		.type = MAD_INFORM_ALL_TYPES,
		.trap = MAD_INFORM_ALL_TRAPS,
		.producer = MAD_INFORM_ALL_PRODUCERS,
	};
}

/** Set(InformInfo). */
static unsigned int inform(struct subscriber *s, const struct mad_inform_info *info)
{
	const struct sa_header h = sa_request(MAD_METHOD_SET, SA_ATTRIBUTE_INFORM_INFO, 0);
	uint8_t record[MAD_INFORM_INFO_SIZE];

	mad_inform_info_put(record, info);
	return sa_ask(&s->client, &h, record, sizeof(record));
}

static void unsubscribe(struct subscriber *s, struct mad_inform_info info)
{
	info.subscribe = 0;
	info.qpn = 1;
	assert_int_equal(inform(s, &info), 0);
}

/** Returns the number of subscriptions with a GID; NULL: all. */
static unsigned int count_subscriptions(struct sa_client *c, const uint8_t gid[16])
{
	struct sa_header h = sa_request(MAD_METHOD_GET_TABLE, SA_ATTRIBUTE_INFORM_INFO_RECORD, 0);
	struct sa_inform_info_record v = {.number = 0};
	uint8_t record[SA_INFORM_INFO_RECORD_SIZE];

	if (gid) {
		h.components = SA_INFORM_INFO_RECORD_HAS_SUBSCRIBER_GID;
		memcpy(v.subscriber_gid, gid, sizeof(v.subscriber_gid));
	}
	sa_inform_info_record_put(record, &v);
	assert_int_equal(sa_ask(c, &h, record, sizeof(record)), 0);
	return c->answer.count;
}

/* --- reports ---------------------------------------------------------------------------------- */

static uint64_t tid_of(const struct umad_message *m)
{
	return mad_header_get(m->mad).tid;
}

/** Receive the next report, skipping repetitions of the last one. */
static struct umad_message next_report(struct subscriber *s)
{
	struct umad_message m = umad_received(s->ear);

	while (tid_of(&m) == s->heard)
		m = umad_received(s->ear);
	s->heard = tid_of(&m);
	return m;
}

static struct umad_message reported(struct subscriber *s, uint16_t trap, const uint8_t gid[16])
{
	const struct umad_message m = next_report(s);
	const struct sa_header header = sa_header_get(m.mad);
	const struct mad_notice notice = mad_notice_get(m.mad + SA_HEADER_BYTES);
	const struct mad_notice_gid details = mad_notice_gid_get(notice.details);
	uint8_t issuer[16];

	gid_at("mlx4_0", 1, issuer);
	assert_int_equal(ntohs(m.header.lid), SA_LID);
	assert_int_equal(ntohl(m.header.qpn), 1);
	assert_int_equal(header.common.method, MAD_METHOD_REPORT);
	assert_int_equal(header.common.attribute, SA_ATTRIBUTE_NOTICE);
	assert_int_equal(notice.generic, 1);
	assert_int_equal(notice.type, MAD_NOTICE_TYPE_MANAGEMENT);
	assert_int_equal(notice.producer, MAD_PRODUCER_CLASS_MANAGER);
	assert_int_equal(notice.trap, trap);
	assert_int_equal(notice.issuer_lid, SA_LID);
	assert_memory_equal(notice.issuer_gid, issuer, sizeof(issuer));
	assert_memory_equal(details.gid, gid, sizeof(details.gid));
	return m;
}

static void confirm(struct subscriber *s, struct umad_message m)
{
	struct mad_header header = mad_header_get(m.mad);

	header.method = MAD_METHOD_REPORT_RESPONSE;
	mad_header_put(m.mad, &header);
	m.header = (struct umad_header){
		.id = s->id, .qpn = htonl(1), .qkey = htonl(MAD_GSI_QKEY), .lid = htons(SA_LID)};
	assert_int_equal(umad_write(s->ear, &m, MAD_BYTES), 0);
}

/** Port 1 of mlx4_0 joins (and creates) or leaves a group. */
static void member(struct sa_client *c, uint8_t method, const uint8_t mgid[16])
{
	const struct sa_header h = sa_request(
		method, SA_ATTRIBUTE_MC_MEMBER_RECORD,
		SA_MC_MEMBER_RECORD_HAS_MGID | SA_MC_MEMBER_RECORD_HAS_PORT_GID |
			SA_MC_MEMBER_RECORD_HAS_JOIN_STATE | SA_MC_MEMBER_RECORD_HAS_QKEY |
			SA_MC_MEMBER_RECORD_HAS_TRAFFIC_CLASS | SA_MC_MEMBER_RECORD_HAS_PKEY |
			SA_MC_MEMBER_RECORD_HAS_SL | SA_MC_MEMBER_RECORD_HAS_FLOW_LABEL);
	struct sa_mc_member_record v = {.pkey = 0xffff, .join_state = SA_JOIN_STATE_FULL};
	uint8_t record[SA_MC_MEMBER_RECORD_SIZE];

	memcpy(v.mgid, mgid, sizeof(v.mgid));
	gid_at("mlx4_0", 1, v.port_gid);
	sa_mc_member_record_put(record, &v);
	assert_int_equal(sa_ask(c, &h, record, sizeof(record)), 0);
}

static const uint8_t mgid[16] = {0xff, 0x12, 0x40, 0x1b, [15] = 9};

/* --- tests ------------------------------------------------------------------------------------ */

static void subscribers_hear_of_groups(void **state)
{
	const struct mad_inform_info all = everything();
	struct subscriber s, other;

	(void)state;
	open_subscriber(&s, "mlx4_1", 1);
	open_subscriber(&other, "mlx4_0", 1); /* the port of the administrator */
	assert_int_equal(inform(&s, &all), 0);
	assert_int_equal(inform(&other, &all), 0);
	member(&other.client, MAD_METHOD_SET, mgid);
	confirm(&s, reported(&s, MAD_TRAP_GROUP_CREATED, mgid));
	confirm(&other, reported(&other, MAD_TRAP_GROUP_CREATED, mgid));
	member(&other.client, MAD_METHOD_SET, mgid); /* the group exists already */
	member(&other.client, MAD_METHOD_DELETE, mgid);
	confirm(&s, reported(&s, MAD_TRAP_GROUP_DELETED, mgid));
	confirm(&other, reported(&other, MAD_TRAP_GROUP_DELETED, mgid));
	unsubscribe(&s, all);
	unsubscribe(&other, all);
	member(&other.client, MAD_METHOD_SET, mgid);
	member(&other.client, MAD_METHOD_DELETE, mgid);
	assert_false(umad_readable(s.ear, SOON_MS));
	close_subscriber(&s);
	close_subscriber(&other);
}

static void subscribers_hear_of_ports(void **state)
{
	struct mad_inform_info all = everything();
	struct raw *control = raw_connect(NULL);
	struct subscriber s;
	uint8_t gid[16];

	(void)state;
	open_subscriber(&s, "mlx4_1", 1);
	assert_int_equal(inform(&s, &all), 0);
	gid_at("mlx4_1", 2, gid);
	assert_int_equal(raw_control(control, "port mlx4_1 2 down"), 0);
	confirm(&s, reported(&s, MAD_TRAP_GID_OUT_OF_SERVICE, gid));
	assert_int_equal(raw_control(control, "port mlx4_1 2 up"), 0);
	confirm(&s, reported(&s, MAD_TRAP_GID_IN_SERVICE, gid));
	/* when a port goes down, its memberships and subscriptions end */
	assert_int_equal(count_subscriptions(&s.client, NULL), 1);
	member(&s.client, MAD_METHOD_SET, mgid);
	confirm(&s, reported(&s, MAD_TRAP_GROUP_CREATED, mgid));
	gid_at("mlx4_0", 1, gid);
	assert_int_equal(raw_control(control, "port mlx4_0 1 down"), 0);
	assert_int_equal(raw_control(control, "port mlx4_0 1 up"), 0);
	confirm(&s, reported(&s, MAD_TRAP_GID_OUT_OF_SERVICE, gid));
	confirm(&s, reported(&s, MAD_TRAP_GROUP_DELETED, mgid));
	confirm(&s, reported(&s, MAD_TRAP_GID_IN_SERVICE, gid));
	assert_int_equal(raw_control(control, "port mlx4_1 1 down"), 0);
	assert_int_equal(raw_control(control, "port mlx4_1 1 up"), 0);
	assert_int_equal(count_subscriptions(&s.client, NULL), 0);
	close_subscriber(&s);
	raw_close(control);
}

/** Wait, but not indefinitely, until the subscription has ended. */
static void until_the_subscription_ends(struct sa_client *c)
{
	for (int i = 0; count_subscriptions(c, NULL) && i < PATIENCE_MS / SOON_MS; i++)
		usleep(1000 * SOON_MS);
	assert_int_equal(count_subscriptions(c, NULL), 0);
}

static void reports_are_repeated_until_they_are_confirmed(void **state)
{
	const struct mad_inform_info all = everything();
	struct umad_message confirmed, m;
	struct subscriber s, maker;

	(void)state;
	open_subscriber(&s, "mlx4_1", 1);
	open_subscriber(&maker, "mlx4_0", 1);
	assert_int_equal(inform(&s, &all), 0);
	member(&maker.client, MAD_METHOD_SET, mgid);
	confirmed = reported(&s, MAD_TRAP_GROUP_CREATED, mgid);
	m = umad_received(s.ear);
	assert_int_equal(tid_of(&m), tid_of(&confirmed));
	confirm(&s, confirmed);
	assert_int_equal(count_subscriptions(&maker.client, NULL), 1); /* confirmed */
	while (umad_readable(s.ear, 0)) /* skip reports that were sent before */
		umad_received(s.ear);
	member(&maker.client, MAD_METHOD_DELETE, mgid);
	/* without a confirmation, the subscription ends after the repetitions */
	for (int i = 0; i < REPORTS; i++) {
		m = umad_received(s.ear);
		assert_true(tid_of(&m) != tid_of(&confirmed));
	}
	until_the_subscription_ends(&maker.client);
	assert_false(umad_readable(s.ear, 0));
	close_subscriber(&s);
	close_subscriber(&maker);
}

/** A report that is not confirmed is repeated as usual when another one is confirmed. */
static void a_confirmation_is_of_one_report(void **state)
{
	const struct mad_inform_info all = everything();
	struct subscriber s, maker;
	struct umad_message m;
	unsigned int count = 0;
	uint64_t created;

	(void)state;
	open_subscriber(&s, "mlx4_1", 1);
	open_subscriber(&maker, "mlx4_0", 1);
	assert_int_equal(inform(&s, &all), 0);
	member(&maker.client, MAD_METHOD_SET, mgid);
	member(&maker.client, MAD_METHOD_DELETE, mgid);
	m = umad_received(s.ear);
	created = tid_of(&m);
	for (; tid_of(&m) == created; m = umad_received(s.ear))
		count++;
	confirm(&s, m);
	until_the_subscription_ends(&maker.client);
	while (umad_readable(s.ear, 0)) {
		m = umad_received(s.ear);
		count += tid_of(&m) == created;
	}
	assert_int_equal(count, REPORTS);
	close_subscriber(&s);
	close_subscriber(&maker);
}

/** Check whether a subscription of this kind gets a report when a group is created. */
static void hears_of_a_group(struct subscriber *s, struct sa_client *maker,
			     struct mad_inform_info info, bool hears)
{
	assert_int_equal(inform(s, &info), 0);
	member(maker, MAD_METHOD_SET, mgid);
	if (hears)
		confirm(s, reported(s, MAD_TRAP_GROUP_CREATED, mgid));
	unsubscribe(s, info);
	assert_true(hears || !umad_readable(s->ear, SOON_MS));
	member(maker, MAD_METHOD_DELETE, mgid);
}

static void subscriptions_are_for_some_notices(void **state)
{
	struct mad_inform_info info = everything();
	struct subscriber s, maker;

	(void)state;
	open_subscriber(&s, "mlx4_1", 1);
	open_subscriber(&maker, "mlx4_0", 1);
	info.trap = MAD_TRAP_GROUP_CREATED;
	hears_of_a_group(&s, &maker.client, info, true);
	info.trap = MAD_TRAP_GROUP_DELETED;
	hears_of_a_group(&s, &maker.client, info, false);
	info = everything();
	info.generic = 0;
	hears_of_a_group(&s, &maker.client, info, false);
	info = everything();
	info.type = MAD_NOTICE_TYPE_MANAGEMENT;
	hears_of_a_group(&s, &maker.client, info, true);
	info.type = MAD_NOTICE_TYPE_URGENT;
	hears_of_a_group(&s, &maker.client, info, false);
	info = everything();
	info.producer = MAD_PRODUCER_CLASS_MANAGER;
	hears_of_a_group(&s, &maker.client, info, true);
	info.producer = MAD_PRODUCER_SWITCH;
	hears_of_a_group(&s, &maker.client, info, false);
	info = everything();
	info.lid_first = SA_LID;
	info.lid_last = SA_LID;
	hears_of_a_group(&s, &maker.client, info, true);
	info.lid_first = 2;
	info.lid_last = 3;
	hears_of_a_group(&s, &maker.client, info, false);
	gid_at("mlx4_0", 1, info.gid); /* instead of a range of LIDs */
	hears_of_a_group(&s, &maker.client, info, true);
	gid_at("mlx4_1", 2, info.gid);
	hears_of_a_group(&s, &maker.client, info, false);
	close_subscriber(&s);
	close_subscriber(&maker);
}

static void subscriptions_are_listed(void **state)
{
	struct mad_inform_info info = everything();
	struct subscriber a, b;
	uint8_t gid[16];

	(void)state;
	open_subscriber(&a, "mlx4_1", 1);
	open_subscriber(&b, "mlx4_1", 2);
	assert_int_equal(inform(&a, &info), 0);
	assert_int_equal(inform(&a, &info), 0); /* the same subscription again */
	assert_int_equal(inform(&b, &info), 0);
	info.trap = MAD_TRAP_GROUP_CREATED;
	assert_int_equal(inform(&b, &info), 0);
	assert_int_equal(count_subscriptions(&a.client, NULL), 3);
	gid_at("mlx4_1", 1, gid);
	assert_int_equal(count_subscriptions(&a.client, gid), 1);
	assert_int_equal(sa_inform_info_record_get(sa_record(&a.client, 0)).inform_info.trap,
			 MAD_INFORM_ALL_TRAPS);
	assert_int_equal(sa_inform_info_record_get(sa_record(&a.client, 0)).inform_info.qpn, 1);
	gid_at("mlx4_1", 2, gid);
	assert_int_equal(count_subscriptions(&a.client, gid), 2);
	/* a subscription that does not exist cannot end */
	info.subscribe = 0;
	info.qpn = 1;
	assert_int_equal(inform(&a, &info), sa_status(SA_STATUS_REQUEST_INVALID));
	info.trap = MAD_INFORM_ALL_TRAPS;
	info.qpn = 2;
	assert_int_equal(inform(&a, &info), sa_status(SA_STATUS_REQUEST_INVALID));
	info.subscribe = 2;
	assert_int_equal(inform(&a, &info), sa_status(SA_STATUS_REQUEST_INVALID));
	unsubscribe(&a, info);
	unsubscribe(&b, info);
	info.trap = MAD_TRAP_GROUP_CREATED;
	unsubscribe(&b, info);
	assert_int_equal(count_subscriptions(&a.client, NULL), 0);
	close_subscriber(&a);
	close_subscriber(&b);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(subscribers_hear_of_groups),
		cmocka_unit_test(subscribers_hear_of_ports),
		cmocka_unit_test(reports_are_repeated_until_they_are_confirmed),
		cmocka_unit_test(a_confirmation_is_of_one_report),
		cmocka_unit_test(subscriptions_are_for_some_notices),
		cmocka_unit_test(subscriptions_are_listed),
	};

	return raw_run(argc, argv, "umad_notices", tests, sizeof(tests) / sizeof(tests[0]));
}
