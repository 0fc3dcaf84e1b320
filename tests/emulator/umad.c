/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * umadN and issmN: agents, datagrams, time-outs, what subnet and performance management say. The
 * fabric is mlx4_0 (LID 1), mlx4_1 (LIDs 2 and 3) and a switch (LID 4), cabled in this order.
 */
#include "raw.h"

#include <arpa/inet.h>
#include <inverbs/kernel/umad.h>
#include <inverbs/mad/administration.h>
#include <inverbs/mad/performance.h>
#include <inverbs/mad/subnet.h>
#include <poll.h>
#include <unistd.h>

enum {
	PATIENCE_MS = 20000,
	VENDOR_CLASS = 0x32,
	SWITCH_LID = 4,
	TIMEOUT_MS = 10000,
	SOON_MS = 20,
};

/* --- files --------------------------------------------------------------------------------- */

static int try_open(struct raw *raw, const char *device, unsigned int port, unsigned int kind)
{
	const uint64_t arg[3] = {port, kind};

	return raw_exchange(raw, SOFTHCA_OP_OPEN_MAD, arg, device, strlen(device), -1);
}

/** An open umadN with the long header; *pipe is the descriptor to poll. */
static struct raw *open_umad(const char *device, unsigned int port, int *pipe)
{
	const uint64_t enable[3] = {UMAD_ENABLE_PKEY};
	struct raw *raw = raw_connect(NULL);

	assert_int_equal(try_open(raw, device, port, SOFTHCA_MAD_KIND_UMAD), 0);
	*pipe = raw->fd;
	assert_true(*pipe >= 0);
	assert_int_equal(raw_exchange(raw, SOFTHCA_OP_MAD_IOCTL, enable, NULL, 0, -1), 0);
	return raw;
}

static void close_umad(struct raw *raw, int pipe)
{
	close(pipe);
	raw_close(raw);
}

static int ioctl_of(struct raw *raw, uint32_t request, void *argument, size_t bytes)
{
	const uint64_t arg[3] = {request};
	int ret = raw_exchange(raw, SOFTHCA_OP_MAD_IOCTL, arg, argument, bytes, -1);

	if (bytes && raw->reply_bytes == bytes)
		memcpy(argument, raw->reply, bytes);
	return ret;
}

static struct umad_reg_req agent(uint8_t qpn, uint8_t mgmt_class, uint8_t version)
{
	return (struct umad_reg_req){
		.qpn = qpn, .mgmt_class = mgmt_class, .mgmt_class_version = version};
}

static int try_register(struct raw *raw, struct umad_reg_req req)
{
	return ioctl_of(raw, UMAD_REGISTER_AGENT, &req, sizeof(req));
}

static uint32_t registered(struct raw *raw, struct umad_reg_req req)
{
	assert_int_equal(ioctl_of(raw, UMAD_REGISTER_AGENT, &req, sizeof(req)), 0);
	return req.id;
}

/* --- datagrams ----------------------------------------------------------------------------- */

struct message {
	struct umad_header header;
	uint8_t mad[4096];
};

static int write_bytes(struct raw *raw, const struct message *m, size_t mad_bytes)
{
	return raw_exchange(raw, SOFTHCA_OP_MAD_WRITE, NULL, m, sizeof(m->header) + mad_bytes, -1);
}

static bool readable(int pipe, int ms)
{
	struct pollfd pollfd = {.fd = pipe, .events = POLLIN};

	return poll(&pollfd, 1, ms) == 1;
}

static int read_bytes(struct raw *raw, int pipe, struct message *m, size_t room, size_t *len)
{
	const uint64_t arg[3] = {room};
	char token;
	int ret;

	assert_true(readable(pipe, PATIENCE_MS));
	assert_int_equal(read(pipe, &token, 1), 1);
	ret = raw_exchange(raw, SOFTHCA_OP_MAD_READ, arg, NULL, 0, -1);
	*len = raw->reply_bytes;
	assert_true(raw->reply_bytes <= sizeof(*m));
	memcpy(m, raw->reply, raw->reply_bytes);
	return ret ? ret : (int)raw->head.arg[0];
}

/** A request by a directed route of `hops` ports. */
static struct message directed(uint32_t id, uint8_t method, uint16_t attribute, uint32_t modifier,
			       unsigned int hops, const uint8_t *path)
{
	struct message m = {.header = {.id = id, .timeout_ms = TIMEOUT_MS}};
	struct smp_datagram smp = {
		.base_version = MAD_BASE_VERSION,
		.mgmt_class = MAD_CLASS_SUBNET_DIRECTED,
		.class_version = SMP_CLASS_VERSION,
		.method = method,
		.hop_count = (uint8_t)hops,
		.tid = 0x1122334455667788,
		.attribute = attribute,
		.modifier = modifier,
		.dr_slid = MAD_PERMISSIVE_LID,
		.dr_dlid = MAD_PERMISSIVE_LID,
	};

	for (unsigned int i = 1; i <= hops; i++)
		smp.initial_path[i] = path[i - 1];
	smp_datagram_put(m.mad, &smp);
	return m;
}

/** Send it, and take the response. */
static struct smp_datagram asked(struct raw *raw, int pipe, const struct message *request)
{
	struct message m;
	struct smp_datagram smp;
	size_t len;

	assert_int_equal(write_bytes(raw, request, MAD_BYTES), 0);
	assert_int_equal(read_bytes(raw, pipe, &m, sizeof(m), &len), 0);
	assert_int_equal(len, sizeof(m.header) + MAD_BYTES);
	assert_int_equal(m.header.status, 0);
	smp = smp_datagram_get(m.mad);
	assert_int_equal(smp.method, MAD_METHOD_GET_RESPONSE);
	return smp;
}

/** Subnet management of the own node, for one attribute. */
static struct smp_datagram asked_here(struct raw *raw, int pipe, uint32_t id, uint16_t attribute,
				      uint32_t modifier)
{
	const struct message m = directed(id, MAD_METHOD_GET, attribute, modifier, 0, NULL);

	return asked(raw, pipe, &m);
}

static struct smp_port_info port_info(struct raw *raw, int pipe, uint32_t id)
{
	const struct smp_datagram smp = asked_here(raw, pipe, id, SMP_ATTRIBUTE_PORT_INFO, 0);

	assert_int_equal(smp.status, 0);
	return smp_port_info_get(smp.data);
}

/** Status of a Set of the own port. */
static uint16_t set_port(struct raw *raw, int pipe, uint32_t id, const struct smp_port_info *v)
{
	struct message m = directed(id, MAD_METHOD_SET, SMP_ATTRIBUTE_PORT_INFO, 0, 0, NULL);
	struct smp_datagram smp = smp_datagram_get(m.mad);

	smp_port_info_put(smp.data, v);
	smp_datagram_put(m.mad, &smp);
	return asked(raw, pipe, &m).status;
}

/* --- opening -------------------------------------------------------------------------------- */

static void u1_iwarp_has_no_file(void **state)
{
	struct raw *raw = raw_connect(NULL);

	(void)state;
	assert_int_equal(try_open(raw, "cxgb3_0", 1, SOFTHCA_MAD_KIND_UMAD), ENODEV);
	assert_int_equal(try_open(raw, "mlx4_0", 2, SOFTHCA_MAD_KIND_UMAD), ENODEV);
	assert_int_equal(try_open(raw, "mlx4_0", 0, SOFTHCA_MAD_KIND_UMAD), ENODEV);
	assert_int_equal(try_open(raw, "mlx4_9", 1, SOFTHCA_MAD_KIND_UMAD), ENODEV);
	assert_int_equal(try_open(raw, "mlx4_0", 1, 2), EINVAL);
	assert_int_equal(raw_exchange(raw, SOFTHCA_OP_MAD_WRITE, NULL, "x", 1, -1), EINVAL);
	assert_int_equal(raw_exchange(raw, SOFTHCA_OP_MAD_READ, NULL, NULL, 0, -1), EINVAL);
	assert_int_equal(raw_exchange(raw, SOFTHCA_OP_MAD_IOCTL, NULL, NULL, 0, -1), EINVAL);
	assert_int_equal(try_open(raw, "mlx4_0", 1, SOFTHCA_MAD_KIND_UMAD), 0);
	close(raw->fd);
	assert_int_equal(try_open(raw, "mlx4_0", 1, SOFTHCA_MAD_KIND_UMAD), EINVAL);
	raw_close(raw);
}

static void u26_issm_marks_the_port(void **state)
{
	int pipe;
	struct raw *raw = open_umad("mlx4_0", 1, &pipe);
	struct raw *first = raw_connect(NULL), *second = raw_connect(NULL);
	const uint32_t id = registered(raw, agent(0, 0, 0));

	(void)state;
	assert_false(port_info(raw, pipe, id).capability_mask & SMP_CAPABILITY_SM);
	assert_int_equal(try_open(first, "mlx4_0", 1, SOFTHCA_MAD_KIND_ISSM), 0);
	assert_true(port_info(raw, pipe, id).capability_mask & SMP_CAPABILITY_SM);
	assert_int_equal(try_open(second, "mlx4_0", 1, SOFTHCA_MAD_KIND_ISSM), EAGAIN);
	assert_int_equal(try_open(second, "cxgb3_0", 1, SOFTHCA_MAD_KIND_ISSM), ENODEV);
	raw_close(first);
	while (try_open(second, "mlx4_0", 1, SOFTHCA_MAD_KIND_ISSM) == EAGAIN)
		usleep(1000);
	raw_close(second);
	while (port_info(raw, pipe, id).capability_mask & SMP_CAPABILITY_SM)
		usleep(1000);
	close_umad(raw, pipe);
}

/* --- agents ---------------------------------------------------------------------------------- */

static void u10_ids_are_the_lowest_free(void **state)
{
	int pipe;
	struct raw *raw = open_umad("mlx4_0", 1, &pipe);
	uint32_t id = 7;

	(void)state;
	for (uint32_t i = 0; i < UMAD_AGENTS_MAX; i++)
		assert_int_equal(registered(raw, agent(1, 0, 0)), i);
	assert_int_equal(try_register(raw, agent(1, 0, 0)), ENOMEM);
	assert_int_equal(ioctl_of(raw, UMAD_UNREGISTER_AGENT, &id, sizeof(id)), 0);
	assert_int_equal(ioctl_of(raw, UMAD_UNREGISTER_AGENT, &id, sizeof(id)), EINVAL);
	assert_int_equal(registered(raw, agent(1, 0, 0)), 7);
	id = UMAD_AGENTS_MAX;
	assert_int_equal(ioctl_of(raw, UMAD_UNREGISTER_AGENT, &id, sizeof(id)), EINVAL);
	assert_int_equal(ioctl_of(raw, UMAD_UNREGISTER_AGENT, &id, 3), EFAULT);
	assert_int_equal(ioctl_of(raw, 0x1b09, &id, sizeof(id)), ENOTTY);
	close_umad(raw, pipe);
}

static void u12_classes_and_queue_pairs_go_together(void **state)
{
	static const struct {
		uint8_t qpn, mgmt_class, version;
		uint8_t oui, rmpp;
		int expected;
	} cases[] = {
		{2, 0, 0, 0, 0, EINVAL},    {1, 0, 200, 0, 9, 0},       {1, 0x03, 2, 0, 1, 0},
		{1, 0x03, 2, 0, 2, EINVAL}, {1, 0x03, 8, 0, 0, EINVAL}, {0, 0x03, 2, 0, 0, EINVAL},
		{1, 0x01, 1, 0, 0, EINVAL}, {1, 0x81, 1, 0, 0, EINVAL}, {0, 0x81, 1, 0, 0, 0},
		{0, 0x01, 1, 0, 0, 0},      {1, 0x50, 1, 0, 0, EINVAL}, {1, 0x4f, 1, 0, 0, EINVAL},
		{1, 0x4f, 1, 0x14, 0, 0},   {1, 0x30, 1, 0, 0, EINVAL},
	};
	int pipe;
	struct raw *raw = open_umad("mlx4_0", 1, &pipe);

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct umad_reg_req req = agent(cases[i].qpn, cases[i].mgmt_class,
						cases[i].version);

		req.oui[1] = cases[i].oui;
		req.rmpp_version = cases[i].rmpp;
		assert_int_equal(try_register(raw, req), cases[i].expected);
	}
	close_umad(raw, pipe);
}

static void u12_a_method_has_one_agent(void **state)
{
	int pipe, other_pipe;
	struct raw *raw = open_umad("mlx4_0", 1, &pipe);
	struct raw *other = open_umad("mlx4_0", 1, &other_pipe);
	struct umad_reg_req req = agent(1, MAD_CLASS_ADMINISTRATION, SA_CLASS_VERSION);
	struct umad_reg_req cm = agent(1, MAD_CLASS_COMMUNICATION, 2);

	(void)state;
	req.method_mask[0] = 1U << MAD_METHOD_GET | 1U << MAD_METHOD_SET;
	registered(raw, req);
	assert_int_equal(try_register(other, req), EINVAL);
	assert_int_equal(try_register(raw, req), EINVAL);
	req.method_mask[0] = 1U << MAD_METHOD_GET_TABLE;
	registered(other, req);
	req.method_mask[0] = 0;
	registered(other, req); /* takes nothing, so it collides with nobody */
	cm.method_mask[0] = 1U << MAD_METHOD_SEND;
	assert_int_equal(try_register(raw, cm), EINVAL); /* the kernel's own */
	close_umad(raw, pipe);
	close_umad(other, other_pipe);
}

static void u9_flags_that_nobody_knows_are_told(void **state)
{
	struct umad_reg_req2 req = {.qpn = 1, .flags = 6};
	struct raw *raw = raw_connect(NULL);
	int pipe;

	(void)state;
	assert_int_equal(try_open(raw, "mlx4_0", 1, SOFTHCA_MAD_KIND_UMAD), 0);
	pipe = raw->fd;
	assert_int_equal(ioctl_of(raw, UMAD_REGISTER_AGENT2, &req, sizeof(req)), EINVAL);
	assert_int_equal(req.flags, UMAD_KNOWN_FLAGS);
	req.flags = 0;
	req.oui = 1 << 24;
	assert_int_equal(ioctl_of(raw, UMAD_REGISTER_AGENT2, &req, sizeof(req)), EINVAL);
	req.oui = 0;
	assert_int_equal(ioctl_of(raw, UMAD_REGISTER_AGENT2, &req, sizeof(req)), 0);
	assert_int_equal(ioctl_of(raw, UMAD_ENABLE_PKEY, NULL, 0), EINVAL);
	close_umad(raw, pipe);
}

/* --- sending ---------------------------------------------------------------------------------- */

static void u14_malformed_writes(void **state)
{
	int pipe;
	struct raw *raw = open_umad("mlx4_0", 1, &pipe);
	const uint32_t id = registered(raw, agent(1, 0, 0));
	struct message m = {.header = {.id = id, .qpn = htonl(1), .lid = htons(2)}};

	(void)state;
	assert_int_equal(write_bytes(raw, &m, UMAD_LEAST_BYTES - 1), EINVAL);
	assert_int_equal(write_bytes(raw, &m, MAD_BYTES + 1), EINVAL);
	m.header.id = id + 1;
	assert_int_equal(write_bytes(raw, &m, MAD_BYTES), EINVAL);
	m.header.id = UINT32_MAX;
	assert_int_equal(write_bytes(raw, &m, MAD_BYTES), EINVAL);
	m.header.id = id;
	m.header.lid = 0;
	assert_int_equal(write_bytes(raw, &m, MAD_BYTES), EINVAL);
	m.header.lid = htons(2);
	m.header.grh_present = 1;
	m.header.gid_index = 255;
	assert_int_equal(write_bytes(raw, &m, MAD_BYTES), EINVAL);
	m.header.grh_present = 0;
	assert_int_equal(write_bytes(raw, &m, UMAD_LEAST_BYTES), 0);
	assert_false(readable(pipe, SOON_MS)); /* no agent takes it, and none is told */
	close_umad(raw, pipe);
}

static void u15_transaction_ids_name_the_agent(void **state)
{
	int pipe;
	struct raw *raw = open_umad("mlx4_0", 1, &pipe);
	const uint32_t a = registered(raw, agent(0, 0, 0)), b = registered(raw, agent(0, 0, 0));
	const struct smp_datagram from_a = asked_here(raw, pipe, a, SMP_ATTRIBUTE_NODE_INFO, 0);
	const struct smp_datagram from_b = asked_here(raw, pipe, b, SMP_ATTRIBUTE_NODE_INFO, 0);

	(void)state;
	assert_int_equal((uint32_t)from_a.tid, 0x55667788);
	assert_int_equal((uint32_t)from_b.tid, 0x55667788);
	assert_true(from_a.tid >> 32 != from_b.tid >> 32);
	assert_true(from_a.tid >> 32 != 0x11223344);
	close_umad(raw, pipe);
}

static void u16_u21_unanswered_requests_time_out(void **state)
{
	static const uint8_t nowhere[2] = {1, 9};
	int pipe;
	struct raw *raw = open_umad("mlx4_0", 1, &pipe);
	const uint32_t id = registered(raw, agent(0, 0, 0));
	struct message m = directed(id, MAD_METHOD_GET, SMP_ATTRIBUTE_NODE_INFO, 0, 2, nowhere);
	struct message got;
	size_t len;

	(void)state;
	m.header.timeout_ms = SOON_MS;
	m.header.retries = 2;
	assert_int_equal(write_bytes(raw, &m, MAD_BYTES), 0);
	assert_int_equal(write_bytes(raw, &m, MAD_BYTES), EINVAL); /* it is outstanding */
	assert_int_equal(read_bytes(raw, pipe, &got, sizeof(got), &len), 0);
	assert_int_equal(len, sizeof(got.header) + UMAD_ECHO_BYTES);
	assert_int_equal(got.header.status, ETIMEDOUT);
	assert_int_equal(got.header.id, id);
	assert_int_equal((uint32_t)mad_header_get(got.mad).tid, 0x55667788);
	assert_int_equal(write_bytes(raw, &m, MAD_BYTES), 0); /* it may be sent again */
	close_umad(raw, pipe);
}

static void routes_lead_through_the_switch(void **state)
{
	static const uint8_t to_switch[1] = {1}, to_other[2] = {1, 2}, wrong_port[1] = {2};
	int pipe;
	struct raw *raw = open_umad("mlx4_0", 1, &pipe);
	const uint32_t id = registered(raw, agent(0, 0, 0));
	struct message m = directed(id, MAD_METHOD_GET, SMP_ATTRIBUTE_NODE_INFO, 0, 1, to_switch);
	struct smp_datagram smp = asked(raw, pipe, &m);
	struct smp_node_info node = smp_node_info_get(smp.data);
	size_t len;

	(void)state;
	assert_int_equal(node.type, SMP_NODE_TYPE_SWITCH);
	assert_int_equal(node.ports, 3);
	assert_int_equal(node.local_port, 1);
	assert_int_equal(smp.hop_pointer, 0);
	assert_int_equal(smp.return_path[1], 1);
	assert_true(smp.returning);
	m = directed(id, MAD_METHOD_GET, SMP_ATTRIBUTE_NODE_DESCRIPTION, 0, 2, to_other);
	smp = asked(raw, pipe, &m);
	assert_string_equal((const char *)smp.data, "mlx4_1");
	assert_int_equal(smp.return_path[1], 1);
	assert_int_equal(smp.return_path[2], 1);
	m = directed(id, MAD_METHOD_GET, SMP_ATTRIBUTE_NODE_INFO, 0, 1, wrong_port);
	m.header.timeout_ms = SOON_MS;
	assert_int_equal(write_bytes(raw, &m, MAD_BYTES), 0);
	assert_int_equal(read_bytes(raw, pipe, &m, sizeof(m), &len), 0);
	assert_int_equal(m.header.status, ETIMEDOUT);
	close_umad(raw, pipe);
}

static void lids_lead_to_ports_and_the_switch(void **state)
{
	int pipe;
	struct raw *raw = open_umad("mlx4_0", 1, &pipe);
	const uint32_t id = registered(raw, agent(0, 0, 0));
	const uint16_t lids[] = {1, 2, 3, SWITCH_LID};

	(void)state;
	for (size_t i = 0; i < 4; i++) {
		struct message m = directed(id, MAD_METHOD_GET, SMP_ATTRIBUTE_NODE_INFO, 0, 0,
					    NULL);
		struct smp_node_info node;
		struct mad_header header = mad_header_get(m.mad);

		header.mgmt_class = MAD_CLASS_SUBNET;
		mad_header_put(m.mad, &header);
		m.header.lid = htons(lids[i]);
		node = smp_node_info_get(asked(raw, pipe, &m).data);
		assert_int_equal(node.type, lids[i] == SWITCH_LID ? SMP_NODE_TYPE_SWITCH
								  : SMP_NODE_TYPE_CHANNEL_ADAPTER);
		if (lids[i] == 3)
			assert_int_equal(node.local_port, 2);
	}
	close_umad(raw, pipe);
}

/* --- subnet management ------------------------------------------------------------------------ */

static void versions_methods_and_attributes_are_checked(void **state)
{
	int pipe;
	struct raw *raw = open_umad("mlx4_0", 1, &pipe);
	const uint32_t id = registered(raw, agent(0, 0, 0));
	struct message m = directed(id, MAD_METHOD_GET, SMP_ATTRIBUTE_NODE_INFO, 0, 0, NULL);
	struct mad_header header = mad_header_get(m.mad);

	(void)state;
	header.class_version = 9;
	mad_header_put(m.mad, &header);
	assert_int_equal(asked(raw, pipe, &m).status, MAD_STATUS_BAD_VERSION);
	m = directed(id, MAD_METHOD_SET, SMP_ATTRIBUTE_NODE_INFO, 0, 0, NULL);
	assert_int_equal(asked(raw, pipe, &m).status, MAD_STATUS_BAD_ATTRIBUTE);
	assert_int_equal(asked_here(raw, pipe, id, 0x7777, 0).status, MAD_STATUS_BAD_ATTRIBUTE);
	assert_int_equal(asked_here(raw, pipe, id, SMP_ATTRIBUTE_SWITCH_INFO, 0).status,
			 MAD_STATUS_BAD_ATTRIBUTE);
	assert_int_equal(asked_here(raw, pipe, id, SMP_ATTRIBUTE_PORT_INFO, 2).status,
			 MAD_STATUS_BAD_FIELD);
	assert_int_equal(asked_here(raw, pipe, id, SMP_ATTRIBUTE_PKEY_TABLE, 4).status,
			 MAD_STATUS_BAD_FIELD);
	assert_int_equal(asked_here(raw, pipe, id, SMP_ATTRIBUTE_VL_ARBITRATION, 0).status,
			 MAD_STATUS_BAD_FIELD);
	close_umad(raw, pipe);
}

static void a_manager_gives_a_port_its_lid(void **state)
{
	int pipe;
	struct raw *raw = open_umad("mlx4_1", 2, &pipe);
	const uint32_t id = registered(raw, agent(0, 0, 0));
	struct smp_port_info v = port_info(raw, pipe, id);

	(void)state;
	assert_int_equal(v.lid, 3);
	assert_int_equal(v.state, SMP_PORT_STATE_ACTIVE);
	v.state = SMP_PORT_STATE_NO_CHANGE;
	v.phys_state = SMP_PHYS_STATE_NO_CHANGE;
	v.lid = 77;
	v.sm_lid = 5;
	assert_int_equal(set_port(raw, pipe, id, &v), 0);
	assert_int_equal(port_info(raw, pipe, id).lid, 77);
	assert_int_equal(port_info(raw, pipe, id).sm_lid, 5);
	v.lid = 0;
	assert_int_equal(set_port(raw, pipe, id, &v), MAD_STATUS_BAD_FIELD);
	v.lid = SMP_FIRST_GROUP_LID;
	assert_int_equal(set_port(raw, pipe, id, &v), MAD_STATUS_BAD_FIELD);
	v.lid = 3;
	v.sm_lid = 1;
	v.state = SMP_PORT_STATE_ARMED; /* from Active */
	assert_int_equal(set_port(raw, pipe, id, &v), MAD_STATUS_BAD_FIELD);
	assert_int_equal(port_info(raw, pipe, id).lid, 77);
	v.state = SMP_PORT_STATE_NO_CHANGE;
	assert_int_equal(set_port(raw, pipe, id, &v), 0);
	close_umad(raw, pipe);
}

static void a_key_protects_a_port(void **state)
{
	int pipe;
	struct raw *raw = open_umad("mlx4_1", 2, &pipe);
	const uint32_t id = registered(raw, agent(0, 0, 0));
	struct smp_port_info v = port_info(raw, pipe, id);
	struct message m = directed(id, MAD_METHOD_SET, SMP_ATTRIBUTE_PORT_INFO, 0, 0, NULL), got;
	struct smp_datagram smp;
	size_t len;

	(void)state;
	v.state = SMP_PORT_STATE_NO_CHANGE;
	v.phys_state = SMP_PHYS_STATE_NO_CHANGE;
	v.m_key = 0xfeed;
	assert_int_equal(set_port(raw, pipe, id, &v), 0);
	smp = smp_datagram_get(m.mad);
	smp_port_info_put(smp.data, &v);
	smp_datagram_put(m.mad, &smp);
	m.header.timeout_ms = SOON_MS;
	assert_int_equal(write_bytes(raw, &m, MAD_BYTES), 0);
	assert_int_equal(read_bytes(raw, pipe, &got, sizeof(got), &len), 0);
	assert_int_equal(got.header.status, ETIMEDOUT); /* dropped without a word */
	assert_int_equal(port_info(raw, pipe, id).m_key_violations, 1);
	v.m_key = 0;
	smp_port_info_put(smp.data, &v);
	smp.m_key = 0xfeed;
	smp_datagram_put(m.mad, &smp);
	m.header.timeout_ms = TIMEOUT_MS;
	assert_int_equal(asked(raw, pipe, &m).status, 0);
	assert_true(port_info(raw, pipe, id).m_key == 0);
	close_umad(raw, pipe);
}

static void a_manager_gives_a_port_its_pkeys(void **state)
{
	int pipe;
	struct raw *raw = open_umad("mlx4_1", 2, &pipe);
	const uint32_t id = registered(raw, agent(0, 0, 0));
	struct message m = directed(id, MAD_METHOD_SET, SMP_ATTRIBUTE_PKEY_TABLE, 0, 0, NULL);
	struct smp_datagram smp = asked_here(raw, pipe, id, SMP_ATTRIBUTE_PKEY_TABLE, 0);
	struct smp_pkey_table v = smp_pkey_table_get(smp.data);
	static const uint64_t attribute[3];

	(void)state;
	assert_int_equal(v.pkey[0], 0xffff);
	v.pkey[5] = 0x8123;
	smp = smp_datagram_get(m.mad);
	smp_pkey_table_put(smp.data, &v);
	smp_datagram_put(m.mad, &smp);
	assert_int_equal(asked(raw, pipe, &m).status, 0);
	close_umad(raw, pipe);
	raw = raw_connect(NULL);
	assert_int_equal(raw_exchange(raw, SOFTHCA_OP_READ_ATTR, attribute,
				      "mlx4_1\0ports/2/pkeys/5", sizeof("mlx4_1\0ports/2/pkeys/5"),
				      -1),
			 0);
	assert_memory_equal(raw->reply, "0x8123", 6);
	raw_close(raw);
}

/* --- performance management ------------------------------------------------------------------- */

static void counters_are_read(void **state)
{
	int pipe;
	struct raw *raw = open_umad("mlx4_0", 1, &pipe);
	const uint32_t id = registered(raw, agent(1, 0, 0));
	struct message m = {
		.header = {.id = id, .timeout_ms = TIMEOUT_MS, .qpn = htonl(1), .lid = htons(2)}};
	struct mad_header header = {
		.base_version = MAD_BASE_VERSION,
		.mgmt_class = MAD_CLASS_PERFORMANCE,
		.class_version = PMA_CLASS_VERSION,
		.method = MAD_METHOD_GET,
		.attribute = PMA_ATTRIBUTE_PORT_COUNTERS,
	};
	struct pma_port_counters v = {.port_select = 1};
	struct message got;
	size_t len;

	(void)state;
	mad_header_put(m.mad, &header);
	pma_port_counters_put(m.mad + PMA_DATA_AT, &v);
	assert_int_equal(write_bytes(raw, &m, MAD_BYTES), 0);
	assert_int_equal(read_bytes(raw, pipe, &got, sizeof(got), &len), 0);
	assert_int_equal(mad_header_get(got.mad).status, 0);
	assert_int_equal(pma_port_counters_get(got.mad + PMA_DATA_AT).port_select, 1);
	assert_int_equal(ntohs(got.header.lid), 2);
	assert_int_equal(ntohl(got.header.qpn), 1);
	v.port_select = 9;
	pma_port_counters_put(m.mad + PMA_DATA_AT, &v);
	assert_int_equal(write_bytes(raw, &m, MAD_BYTES), 0);
	assert_int_equal(read_bytes(raw, pipe, &got, sizeof(got), &len), 0);
	assert_int_equal(mad_header_get(got.mad).status, MAD_STATUS_BAD_FIELD);
	close_umad(raw, pipe);
}

/* --- between programs --------------------------------------------------------------------------
 */

static struct message vendor(uint32_t id, uint8_t method, uint16_t lid)
{
	struct message m = {.header = {.id = id, .qpn = htonl(1), .lid = htons(lid)}};
	const struct mad_header header = {
		.base_version = MAD_BASE_VERSION,
		.mgmt_class = VENDOR_CLASS,
		.class_version = 1,
		.method = method,
		.tid = 42,
	};

	mad_header_put(m.mad, &header);
	m.mad[37] = 0x00;
	m.mad[38] = 0x14;
	m.mad[39] = 0x05;
	return m;
}

static void u24_requests_find_their_agent(void **state)
{
	int pipe, server_pipe;
	struct raw *raw = open_umad("mlx4_0", 1, &pipe);
	struct raw *server = open_umad("mlx4_1", 1, &server_pipe);
	struct umad_reg_req req = agent(1, VENDOR_CLASS, 1);
	const uint32_t id = registered(raw, agent(1, 0, 0));
	struct message m, got;
	struct mad_header header;
	size_t len;

	(void)state;
	req.oui[1] = 0x14;
	req.oui[2] = 0x05;
	req.method_mask[0] = 1U << MAD_METHOD_GET;
	registered(server, req);
	m = vendor(id, MAD_METHOD_GET, 2);
	m.header.timeout_ms = TIMEOUT_MS;
	assert_int_equal(write_bytes(raw, &m, MAD_BYTES), 0);
	assert_int_equal(read_bytes(server, server_pipe, &got, sizeof(got), &len), 0);
	assert_int_equal(ntohs(got.header.lid), 1);
	header = mad_header_get(got.mad);
	header.method |= MAD_RESPONSE;
	mad_header_put(got.mad, &header);
	got.header.timeout_ms = 0;
	assert_int_equal(write_bytes(server, &got, MAD_BYTES), 0);
	assert_int_equal(read_bytes(raw, pipe, &got, sizeof(got), &len), 0);
	assert_int_equal(got.header.id, id);
	assert_int_equal((uint32_t)mad_header_get(got.mad).tid, 42);
	/* another method, another OUI: nobody's */
	m = vendor(id, MAD_METHOD_SET, 2);
	assert_int_equal(write_bytes(raw, &m, MAD_BYTES), 0);
	m = vendor(id, MAD_METHOD_GET, 2);
	m.mad[39] = 0x06;
	assert_int_equal(write_bytes(raw, &m, MAD_BYTES), 0);
	assert_false(readable(server_pipe, SOON_MS));
	close_umad(raw, pipe);
	close_umad(server, server_pipe);
}

static void u17_u22_long_messages_wait_for_room(void **state)
{
	enum {
		DATA = 1000
	};
	int pipe, server_pipe;
	struct raw *raw = open_umad("mlx4_0", 1, &pipe);
	struct raw *server = open_umad("mlx4_1", 1, &server_pipe);
	struct umad_reg_req req = agent(1, MAD_CLASS_ADMINISTRATION, SA_CLASS_VERSION);
	struct message m = {.header = {.qpn = htonl(1), .lid = htons(2)}}, got;
	struct mad_header header = {
		.base_version = MAD_BASE_VERSION,
		.mgmt_class = MAD_CLASS_ADMINISTRATION,
		.class_version = SA_CLASS_VERSION,
		.method = MAD_METHOD_GET_MULTI,
	};
	struct mad_rmpp rmpp = {
		.version = MAD_RMPP_VERSION, .type = MAD_RMPP_TYPE_DATA, .active = 1};
	size_t len;

	(void)state;
	req.rmpp_version = 1;
	req.method_mask[0] = 1U << MAD_METHOD_GET_MULTI;
	registered(server, req);
	req.method_mask[0] = 0;
	m.header.id = registered(raw, req);
	mad_header_put(m.mad, &header);
	mad_rmpp_put(m.mad + MAD_RMPP_AT, &rmpp);
	for (size_t i = 0; i < DATA; i++)
		m.mad[SA_HEADER_BYTES + i] = (uint8_t)i;
	assert_int_equal(write_bytes(raw, &m, SA_HEADER_BYTES + DATA), 0);
	/* no room for a packet; room for one; for all */
	assert_int_equal(read_bytes(server, server_pipe, &got, 300, &len), EINVAL);
	assert_int_equal(
		read_bytes(server, server_pipe, &got, sizeof(got.header) + MAD_BYTES, &len),
		ENOSPC);
	assert_int_equal(len, sizeof(got.header) + MAD_BYTES);
	assert_int_equal(got.header.length, sizeof(got.header) + SA_HEADER_BYTES + DATA);
	assert_int_equal(read_bytes(server, server_pipe, &got, sizeof(got), &len), 0);
	assert_int_equal(len, sizeof(got.header) + SA_HEADER_BYTES + DATA);
	assert_memory_equal(got.mad + SA_HEADER_BYTES, m.mad + SA_HEADER_BYTES, DATA);
	rmpp = mad_rmpp_get(got.mad + MAD_RMPP_AT);
	assert_true(rmpp.first && !rmpp.last && rmpp.segment == 1);
	assert_int_equal(rmpp.length, DATA + 5 * 20);
	assert_false(readable(server_pipe, SOON_MS));
	close_umad(raw, pipe);
	close_umad(server, server_pipe);
}

static void u25_what_a_file_waits_for_ends_with_it(void **state)
{
	static const uint8_t nowhere[2] = {1, 9};

	(void)state;
	for (int i = 0; i < 100; i++) {
		int pipe;
		struct raw *raw = open_umad("mlx4_0", 1, &pipe);
		struct umad_reg_req req = agent(0, MAD_CLASS_SUBNET, 1);
		struct message m;

		req.method_mask[0] = 1U << MAD_METHOD_TRAP; /* free again each time */
		m = directed(registered(raw, req), MAD_METHOD_GET, SMP_ATTRIBUTE_NODE_INFO, 0, 2,
			     nowhere);
		m.header.timeout_ms = 1;
		assert_int_equal(write_bytes(raw, &m, MAD_BYTES), 0);
		close_umad(raw, pipe);
	}
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(u1_iwarp_has_no_file),
		cmocka_unit_test(u26_issm_marks_the_port),
		cmocka_unit_test(u10_ids_are_the_lowest_free),
		cmocka_unit_test(u12_classes_and_queue_pairs_go_together),
		cmocka_unit_test(u12_a_method_has_one_agent),
		cmocka_unit_test(u9_flags_that_nobody_knows_are_told),
		cmocka_unit_test(u14_malformed_writes),
		cmocka_unit_test(u15_transaction_ids_name_the_agent),
		cmocka_unit_test(u16_u21_unanswered_requests_time_out),
		cmocka_unit_test(routes_lead_through_the_switch),
		cmocka_unit_test(lids_lead_to_ports_and_the_switch),
		cmocka_unit_test(versions_methods_and_attributes_are_checked),
		cmocka_unit_test(a_manager_gives_a_port_its_lid),
		cmocka_unit_test(a_key_protects_a_port),
		cmocka_unit_test(a_manager_gives_a_port_its_pkeys),
		cmocka_unit_test(counters_are_read),
		cmocka_unit_test(u24_requests_find_their_agent),
		cmocka_unit_test(u17_u22_long_messages_wait_for_room),
		cmocka_unit_test(u25_what_a_file_waits_for_ends_with_it),
	};

	return raw_run(argc, argv, "umad", tests, sizeof(tests) / sizeof(tests[0]));
}
