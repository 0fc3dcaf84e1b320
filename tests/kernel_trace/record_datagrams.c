/* SPDX-License-Identifier: BSD-2-Clause */
/* Records writing and reading datagrams. */
#include <arpa/inet.h>
#include <string.h>

#include "record.h"

/* --- writing ------------------------------------------------------------------------------- */

static void malformed(void)
{
	static const struct {
		uint8_t mgmt_class;
		size_t bytes;
	} shortest[] = {
		{MAD_CLASS_PERFORMANCE, UMAD_LEAST_BYTES},
		{VENDOR_CLASS, MAD_VENDOR_DATA_AT},
		{MAD_CLASS_ADMINISTRATION, SA_HEADER_BYTES},
		{MAD_CLASS_DEVICE, MAD_DEVICE_DATA_AT},
	};
	struct file f = open_file();
	struct message m;
	uint32_t id;

	enable_pkey(&f);
	m = vendor(0, MAD_METHOD_GET);
	put(&f, &m, MAD_BYTES);
	id = add(&f, agent(0, 0, 0));
	put(&f, &m, UMAD_LEAST_BYTES - 1);
	m.header.id = 1;
	put(&f, &m, MAD_BYTES);
	m.header.id = UMAD_AGENTS_MAX;
	put(&f, &m, MAD_BYTES);
	m.header.id = UINT32_MAX;
	put(&f, &m, MAD_BYTES);
	put(&f, &m, UMAD_LEAST_BYTES - 1);
	rule("U14: too short, no such agent");
	m = vendor(id, MAD_METHOD_GET);
	put(&f, &m, MAD_BYTES + 1);
	rule("U17: too long");
	m.header.grh_present = 0;
	put(&f, &m, MAD_BYTES);
	m.header.lid = htons(1);
	put(&f, &m, MAD_BYTES);
	m.header.grh_present = 1;
	m.header.gid_index = 255;
	put(&f, &m, MAD_BYTES);
	memset(m.header.gid, 0, sizeof(m.header.gid));
	m.header.gid_index = 0;
	put(&f, &m, MAD_BYTES);
	rule("U14: addresses");
	for (size_t i = 0; i < sizeof(shortest) / sizeof(shortest[0]); i++) {
		m = message(id, shortest[i].mgmt_class, 1, 0x14);
		m.header.timeout_ms = UNANSWERED_MS;
		put(&f, &m, shortest[i].bytes - 1);
		m = message(id, shortest[i].mgmt_class, 1, 0x14);
		m.header.timeout_ms = UNANSWERED_MS;
		put(&f, &m, shortest[i].bytes);
		receive_message(&f);
	}
	rule("U14, U21: the shortest one of its class, which no agent takes");
	close_file(&f);
}

static void time_outs(void)
{
	struct file f = open_file(), server = open_file();
	struct message m, late;
	uint32_t id;

	enable_pkey(&f);
	enable_pkey(&server);
	id = add(&f, agent(0, 0, 0));
	add(&server, vendor_agent(1U << MAD_METHOD_GET));
	m = vendor(id, MAD_METHOD_GET);
	m.header.timeout_ms = UNANSWERED_MS;
	m.header.retries = 2;
	m.header.status = 77;
	m.header.length = 99;
	put(&f, &m, MAD_BYTES);
	receive_message(&f);
	for (int i = 0; i < 3; i++)
		late = receive_message(&server);
	nothing_comes(&server);
	rule("U21: sent three times, then back");
	respond(&server, late);
	nothing_comes(&f);
	rule("U15: a response that comes too late");
	m = vendor(id, 0x14);
	m.header.timeout_ms = ANSWERED_MS;
	put(&f, &m, MAD_BYTES);
	put(&f, &m, MAD_BYTES);
	m.header.timeout_ms = UNANSWERED_MS;
	put(&f, &m, MAD_BYTES);
	m.header.timeout_ms = 0;
	put(&f, &m, MAD_BYTES);
	rule("U16: the same transaction twice");
	m = vendor(id, 0x14);
	m.header.timeout_ms = UNANSWERED_MS;
	put(&f, &m, MAD_BYTES);
	receive_message(&f);
	nothing_comes(&f);
	rule("U21: the shortest time is up first");
	put(&f, &m, MAD_BYTES);
	receive_message(&f);
	rule("U16: the same transaction when it has ended");
	close_file(&f);
	close_file(&server);
}

static void reading(void)
{
	struct file f = open_file();
	const size_t header = sizeof(struct umad_header);
	struct message m;
	uint32_t id;

	enable_pkey(&f);
	set_nonblocking(&f);
	get(&f, header + MAD_BYTES);
	get(&f, header - 1);
	rule("U20: nothing there");
	id = add(&f, agent(0, 0, 0));
	m = vendor(id, 0x14);
	m.header.timeout_ms = UNANSWERED_MS;
	put(&f, &m, MAD_BYTES);
	wait_for(&f, PATIENCE_MS);
	get(&f, header - 1);
	get(&f, header);
	get(&f, header + UMAD_ECHO_BYTES - 1);
	get(&f, header + UMAD_ECHO_BYTES);
	nothing_comes(&f);
	rule("U21, U22: room for what timed out");
	add(&f, vendor_agent(1U << MAD_METHOD_GET));
	m = vendor(id, MAD_METHOD_GET);
	put(&f, &m, MAD_BYTES);
	wait_for(&f, PATIENCE_MS);
	get(&f, header - 1);
	get(&f, header + UMAD_ECHO_BYTES);
	get(&f, header + MAD_BYTES - 1);
	get(&f, sizeof(m));
	nothing_comes(&f);
	rule("U22: room for a datagram");
	close_file(&f);
}

/* --- requests and responses ---------------------------------------------------------------- */

static void exchange(bool short_header)
{
	struct file f = open_file(), server = open_file();
	struct message m, request;
	struct mad_header header;
	uint32_t id, at;

	if (!short_header) {
		enable_pkey(&f);
		enable_pkey(&server);
	}
	add(&f, agent(0, 0, 0));
	id = add(&f, agent(0, 0, 0));
	at = add(&server, vendor_agent(1U << MAD_METHOD_GET));
	m = vendor(id, MAD_METHOD_GET);
	m.header.timeout_ms = ANSWERED_MS;
	m.header.retries = 3;
	m.header.sl = 3;
	m.header.traffic_class = 0x20;
	m.header.flow_label = htonl(0x12345);
	m.header.pkey_index = 0;
	put(&f, &m, MAD_BYTES);
	request = receive_message(&server);
	header = mad_header_get(request.mad);
	header.mgmt_class++;
	mad_header_put(request.mad, &header);
	respond(&server, request);
	nothing_comes(&f);
	rule("U15: a response of another class");
	header.mgmt_class--;
	mad_header_put(request.mad, &header);
	respond(&server, request);
	receive_message(&f);
	respond(&server, request);
	nothing_comes(&f);
	rule("U15: a response finds the agent that asked, once");
	m = vendor(id, MAD_METHOD_GET);
	m.header.timeout_ms = ANSWERED_MS;
	m.header.gid_index = 1;
	memcpy(m.header.gid, own[1], sizeof(own[1]));
	put(&f, &m, MAD_BYTES);
	request = receive_message(&server);
	respond(&server, request);
	nothing_comes(&f);
	rule("U15: no response comes by an IPv4 address");
	m = vendor(id, MAD_METHOD_GET);
	m.header.pkey_index = 1;
	put(&f, &m, MAD_BYTES);
	receive_message(&server);
	rule("U19: a P_Key index without a P_Key");
	m = vendor(id, MAD_METHOD_GET);
	put(&f, &m, MAD_BYTES);
	wait_for(&server, PATIENCE_MS);
	drop(&server, at);
	get(&server, header_bytes(&server) + MAD_BYTES);
	rule("U25: what was there when its agent was unregistered");
	m = vendor(id, 0x14);
	m.header.timeout_ms = ANSWERED_MS; /* does not expire before the agent is unregistered */
	put(&f, &m, MAD_BYTES);
	drop(&f, id);
	nothing_comes(&f);
	rule("U7: a request whose agent is unregistered");
	close_file(&f);
	close_file(&server);
}

static void long_header_by_agent2(void)
{
	struct file f = open_file();
	uint32_t id = add2(&f, (struct umad_reg_req2){.qpn = 1});

	f.long_header = true;
	send_request(&f, vendor(id, MAD_METHOD_GET), ANSWERED_MS);
	rule("U9: the long header comes with the first REGISTER_AGENT2");
	close_file(&f);
	f = open_file();
	add(&f, agent(0, 0, 0));
	id = add2(&f, (struct umad_reg_req2){.qpn = 1});
	send_request(&f, vendor(id, MAD_METHOD_GET), ANSWERED_MS);
	rule("U9: and not with a later one");
	close_file(&f);
}

/* Requests that no agent takes. */
static void unserved(void)
{
	static const struct {
		uint8_t mgmt_class, version, method;
	} cases[] = {
		{VENDOR_CLASS, 1, MAD_METHOD_GET},
		{VENDOR_CLASS, 1, MAD_METHOD_SET},
		{VENDOR_CLASS, 1, MAD_METHOD_SEND},
		{VENDOR_CLASS, 1, MAD_METHOD_TRAP},
		{VENDOR_CLASS, 1, MAD_METHOD_REPORT},
		{VENDOR_CLASS, 1, MAD_METHOD_GET_TABLE},
		{VENDOR_CLASS, 9, MAD_METHOD_GET},
		{MAD_CLASS_ADMINISTRATION, 2, MAD_METHOD_GET},
		{MAD_CLASS_ADMINISTRATION, 2, MAD_METHOD_GET_TABLE},
		{MAD_CLASS_ADMINISTRATION, 2, MAD_METHOD_DELETE},
		{MAD_CLASS_PERFORMANCE, 1, MAD_METHOD_GET},
		{MAD_CLASS_PERFORMANCE, 1, MAD_METHOD_SET},
		{MAD_CLASS_BOARD, 1, MAD_METHOD_GET},
		{MAD_CLASS_DEVICE, 1, MAD_METHOD_GET},
		{MAD_CLASS_COMMUNICATION, 2, MAD_METHOD_GET},
		{MAD_CLASS_COMMUNICATION, 2, MAD_METHOD_SET},
		{MAD_CLASS_COMMUNICATION, 2, MAD_METHOD_SEND},
		{MAD_CLASS_SNMP, 1, MAD_METHOD_GET},
		{0x09, 1, MAD_METHOD_GET},
		{0x2f, 1, MAD_METHOD_GET},
		{0x50, 1, MAD_METHOD_GET},
		{0x00, 1, MAD_METHOD_GET},
		{MAD_CLASS_SUBNET, 1, MAD_METHOD_GET},
		{MAD_CLASS_SUBNET_DIRECTED, 1, MAD_METHOD_GET},
	};
	struct file f = open_file();
	struct mad_header header;
	struct message m;
	uint32_t id;

	enable_pkey(&f);
	id = add(&f, agent(0, 0, 0));
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		/* GET and SET have a response, except of subnet management on Ethernet */
		const bool answered = cases[i].method <= MAD_METHOD_SET &&
				      cases[i].mgmt_class != MAD_CLASS_SUBNET &&
				      cases[i].mgmt_class != MAD_CLASS_SUBNET_DIRECTED;

		send_request(&f,
			     message(id, cases[i].mgmt_class, cases[i].version, cases[i].method),
			     answered ? ANSWERED_MS : UNANSWERED_MS);
	}
	rule("U24: requests that no agent takes");
	m = vendor(id, MAD_METHOD_GET);
	header = mad_header_get(m.mad);
	header.base_version = 2;
	mad_header_put(m.mad, &header);
	send_request(&f, m, UNANSWERED_MS);
	m = vendor(id, MAD_METHOD_GET);
	m.header.qpn = htonl(0);
	send_request(&f, m, UNANSWERED_MS);
	m = vendor(id, MAD_METHOD_GET);
	m.header.qpn = htonl(5);
	send_request(&f, m, UNANSWERED_MS);
	m = vendor(id, MAD_METHOD_GET);
	m.header.qkey = htonl(1);
	send_request(&f, m, ANSWERED_MS);
	m = message(id, MAD_CLASS_COMMUNICATION, 2, MAD_METHOD_GET);
	header = mad_header_get(m.mad);
	header.attribute = 0x10;
	mad_header_put(m.mad, &header);
	send_request(&f, m, UNANSWERED_MS);
	rule("U24: datagrams that are dropped");
	m = vendor(id, MAD_METHOD_GET);
	m.header.timeout_ms = ANSWERED_MS;
	put(&f, &m, MAD_VENDOR_DATA_AT);
	receive_message(&f);
	m = vendor(id, MAD_METHOD_GET);
	header = mad_header_get(m.mad);
	header.status = 0x1c;
	header.class_specific = 0x4321;
	mad_header_put(m.mad, &header);
	send_request(&f, m, ANSWERED_MS);
	rule("U24: what the response has of the request");
	close_file(&f);
}

/* Agents of the same class with another method, version or OUI. */
static void served(void)
{
	struct file f = open_file(), server = open_file();
	struct umad_reg_req req = agent(MAD_CLASS_ADMINISTRATION, 2, 1U << MAD_METHOD_GET_TABLE);
	struct message m;
	uint32_t id;

	enable_pkey(&f);
	enable_pkey(&server);
	id = add(&f, agent(0, 0, 0));
	add(&server, vendor_agent(1U << MAD_METHOD_SET));
	add(&server, req);
	send_request(&f, vendor(id, MAD_METHOD_GET), ANSWERED_MS);
	m = vendor(id, MAD_METHOD_SET);
	m.mad[OUI_AT + 2] ^= 1;
	send_request(&f, m, ANSWERED_MS);
	send_request(&f, message(id, VENDOR_CLASS, 2, MAD_METHOD_SET), ANSWERED_MS);
	send_request(&f, message(id, MAD_CLASS_ADMINISTRATION, 2, MAD_METHOD_GET), ANSWERED_MS);
	send_request(&f, message(id, MAD_CLASS_ADMINISTRATION, 1, MAD_METHOD_SET), ANSWERED_MS);
	nothing_comes(&server);
	rule("U24: an agent of another method, OUI, version");
	m = message(id, MAD_CLASS_ADMINISTRATION, 2, MAD_METHOD_GET_TABLE);
	put(&f, &m, MAD_BYTES);
	receive_message(&server);
	rule("U24: an agent takes its method");
	close_file(&f);
	close_file(&server);
}

/* --- several datagrams --------------------------------------------------------------------- */

static struct message long_message(uint32_t id, uint8_t type)
{
	struct message m = message(id, MAD_CLASS_ADMINISTRATION, 2, MAD_METHOD_GET_MULTI);
	const struct mad_rmpp rmpp = {.version = MAD_RMPP_VERSION, .type = type, .active = 1};

	mad_rmpp_put(m.mad + 24, &rmpp);
	for (unsigned int i = 0; i < LONG_BYTES; i++)
		m.mad[SA_HEADER_BYTES + i] = (uint8_t)(i + 1);
	return m;
}

static void several_datagrams(void)
{
	struct file f = open_file(), server = open_file();
	struct umad_reg_req req = agent(MAD_CLASS_ADMINISTRATION, 2, 0);
	const size_t header = sizeof(struct umad_header);
	struct message m;
	uint32_t id, plain;

	enable_pkey(&f);
	enable_pkey(&server);
	plain = add(&f, agent(0, 0, 0));
	req.rmpp_version = 1;
	id = add(&f, req);
	req.method_mask[0] = 1U << MAD_METHOD_GET_MULTI;
	add(&server, req);
	m = long_message(id, MAD_RMPP_TYPE_DATA);
	put(&f, &m, SA_HEADER_BYTES + LONG_BYTES);
	wait_for(&server, PATIENCE_MS);
	get(&server, header + MAD_BYTES - 1);
	get(&server, header + MAD_BYTES);
	get(&server, header + SA_HEADER_BYTES + LONG_BYTES - 1);
	get(&server, header + SA_HEADER_BYTES + LONG_BYTES);
	nothing_comes(&server);
	rule("U17, U22, U23: a long message");
	m = long_message(id, MAD_RMPP_TYPE_DATA);
	put(&f, &m, SA_HEADER_BYTES + 200);
	if (wait_for(&server, PATIENCE_MS))
		get(&server, sizeof(m));
	m = long_message(id, MAD_RMPP_TYPE_DATA);
	put(&f, &m, SA_HEADER_BYTES + 201);
	if (wait_for(&server, PATIENCE_MS))
		get(&server, sizeof(m));
	m = long_message(id, MAD_RMPP_TYPE_DATA);
	put(&f, &m, SA_HEADER_BYTES);
	if (wait_for(&server, PATIENCE_MS))
		get(&server, sizeof(m));
	m = long_message(id, MAD_RMPP_TYPE_DATA);
	put(&f, &m, UMAD_LEAST_BYTES);
	if (wait_for(&server, NOTHING_MS))
		get(&server, sizeof(m));
	rule("U17, U23: messages of one packet, of two, of none");
	m = long_message(plain, MAD_RMPP_TYPE_DATA);
	put(&f, &m, MAD_BYTES + 1);
	m = long_message(id, MAD_RMPP_TYPE_ACK);
	put(&f, &m, MAD_BYTES + 1);
	m = long_message(id, MAD_RMPP_TYPE_DATA);
	m.mad[26] &= 0xfe;
	put(&f, &m, MAD_BYTES + 1);
	rule("U17: long, but without RMPP");
	close_file(&f);
	close_file(&server);
}

void record_datagrams(void)
{
	malformed();
	time_outs();
	reading();
	exchange(false);
	exchange(true);
	long_header_by_agent2();
	unserved();
	served();
	several_datagrams();
}
