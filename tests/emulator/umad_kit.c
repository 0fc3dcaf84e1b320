/* SPDX-License-Identifier: BSD-2-Clause */
#include "umad_kit.h"

#include <poll.h>
#include <stdio.h>

/* --- files ---------------------------------------------------------------------------------- */

int umad_try_open(struct raw *raw, const char *device, unsigned int port, unsigned int kind)
{
	const uint64_t arg[3] = {port, kind};

	return raw_exchange(raw, SOFTHCA_OP_OPEN_MAD, arg, device, strlen(device), -1);
}

struct umad *umad_open_short(const char *device, unsigned int port)
{
	struct umad *u = calloc(1, sizeof(*u));

	assert_non_null(u);
	u->raw = raw_connect(NULL);
	assert_int_equal(umad_try_open(u->raw, device, port, SOFTHCA_MAD_KIND_UMAD), 0);
	u->ready = u->raw->fd;
	assert_true(u->ready >= 0);
	return u;
}

struct umad *umad_open(const char *device, unsigned int port)
{
	struct umad *u = umad_open_short(device, port);

	assert_int_equal(umad_ioctl(u, UMAD_ENABLE_PKEY, NULL, 0), 0);
	return u;
}

void umad_close(struct umad *u)
{
	close(u->ready);
	raw_close(u->raw);
	free(u);
}

int umad_ioctl(struct umad *u, uint32_t request, void *argument, size_t bytes)
{
	const uint64_t arg[3] = {request};
	int ret = raw_exchange(u->raw, SOFTHCA_OP_MAD_IOCTL, arg, argument, bytes, -1);

	if (bytes && u->raw->reply_bytes == bytes)
		memcpy(argument, u->raw->reply, bytes);
	return ret;
}

struct umad_reg_req umad_agent(uint8_t qpn, uint8_t mgmt_class, uint8_t version)
{
	return (struct umad_reg_req){
		.qpn = qpn, .mgmt_class = mgmt_class, .mgmt_class_version = version};
}

int umad_try_register(struct umad *u, struct umad_reg_req req)
{
	return umad_ioctl(u, UMAD_REGISTER_AGENT, &req, sizeof(req));
}

uint32_t umad_registered(struct umad *u, struct umad_reg_req req)
{
	assert_int_equal(umad_ioctl(u, UMAD_REGISTER_AGENT, &req, sizeof(req)), 0);
	return req.id;
}

int umad_write(struct umad *u, const struct umad_message *m, size_t mad_bytes)
{
	return raw_exchange(u->raw, SOFTHCA_OP_MAD_WRITE, NULL, m, sizeof(m->header) + mad_bytes,
			    -1);
}

bool umad_readable(struct umad *u, int ms)
{
	struct pollfd pollfd = {.fd = u->ready, .events = POLLIN};

	return poll(&pollfd, 1, ms) == 1;
}

int umad_read(struct umad *u, struct umad_message *m, size_t room, size_t *len)
{
	const uint64_t arg[3] = {room};
	int ret;

	assert_true(umad_readable(u, PATIENCE_MS));
	ret = raw_exchange(u->raw, SOFTHCA_OP_MAD_READ, arg, NULL, 0, -1);
	*len = u->raw->reply_bytes;
	assert_true(u->raw->reply_bytes <= sizeof(*m));
	memcpy(m, u->raw->reply, u->raw->reply_bytes);
	return ret ? ret : (int)u->raw->header.arg[0];
}

struct umad_message umad_received(struct umad *u)
{
	struct umad_message m = {.header = {.id = 0}};
	size_t len;

	assert_int_equal(umad_read(u, &m, sizeof(m.header) + MAD_BYTES, &len), 0);
	assert_int_equal(len, sizeof(m.header) + MAD_BYTES);
	assert_int_equal(m.header.length, len);
	assert_int_equal(m.header.status, 0);
	return m;
}

struct umad_message umad_timed_out(struct umad *u)
{
	struct umad_message m = {.header = {.id = 0}};
	size_t len;

	assert_int_equal(umad_read(u, &m, sizeof(m), &len), 0);
	assert_int_equal(len, sizeof(m.header) + UMAD_ECHO_BYTES);
	assert_int_equal(m.header.status, ETIMEDOUT);
	return m;
}

void umad_times_out(struct umad *u, struct umad_message m)
{
	m.header.timeout_ms = SOON_MS;
	assert_int_equal(umad_write(u, &m, MAD_BYTES), 0);
	umad_timed_out(u);
}

struct umad_message vendor(uint32_t id, uint8_t method, uint16_t lid)
{
	struct umad_message m = {.header = {.id = id, .qpn = htonl(1), .lid = htons(lid)}};
	const struct mad_header header = {
		.base_version = MAD_BASE_VERSION,
		.mgmt_class = VENDOR_CLASS,
		.class_version = 1,
		.method = method,
		.tid = 42,
	};

	mad_header_put(m.mad, &header);
	memcpy(m.mad + OUI_AT, (const uint8_t[]){0x00, 0x14, 0x05}, OUI_BYTES);
	return m;
}

struct umad_reg_req vendor_agent(uint8_t method)
{
	struct umad_reg_req req = umad_agent(1, VENDOR_CLASS, 1);

	req.oui[1] = 0x14;
	req.oui[2] = 0x05;
	req.method_mask[method / 32] = 1U << method % 32;
	return req;
}

struct umad_pair umad_pair_open(void)
{
	struct umad_pair p = {umad_open("mlx4_0", 1), umad_open("mlx4_1", 1), 0};

	p.id = umad_registered(p.client, umad_agent(1, 0, 0));
	umad_registered(p.server, vendor_agent(MAD_METHOD_GET));
	return p;
}

void umad_pair_close(struct umad_pair *p)
{
	umad_close(p->client);
	umad_close(p->server);
}

void attribute_read(struct raw *raw, const char *device, const char *path)
{
	static const uint64_t arg[3];
	char both[64];
	const int n = snprintf(both, sizeof(both), "%s%c%s", device, 0, path) + 1;

	assert_int_equal(raw_exchange(raw, SOFTHCA_OP_READ_ATTR, arg, both, (size_t)n, -1), 0);
	raw->reply[raw->reply_bytes] = '\0';
}

void attribute_is(struct raw *raw, const char *device, const char *path, const char *text)
{
	attribute_read(raw, device, path);
	assert_string_equal((const char *)raw->reply, text);
}

unsigned int umad_counter(const char *name)
{
	struct raw *control = raw_connect(NULL);
	unsigned int value = 0;
	const char *at;

	assert_int_equal(raw_control(control, "counters"), 0);
	at = strstr((const char *)control->reply, name);
	assert_non_null(at);
	assert_int_equal(sscanf(at + strlen(name), " %u", &value), 1);
	raw_close(control);
	return value;
}

/* --- subnet management ---------------------------------------------------------------------- */

struct umad_message directed(uint32_t id, uint8_t method, uint16_t attribute, uint32_t modifier,
			     unsigned int hops, const uint8_t *path)
{
	struct umad_message m = {.header = {.id = id, .timeout_ms = TIMEOUT_MS}};
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

struct umad_message by_lid(struct umad_message m, uint16_t lid)
{
	struct mad_header header = mad_header_get(m.mad);

	header.mgmt_class = MAD_CLASS_SUBNET;
	mad_header_put(m.mad, &header);
	m.header.lid = htons(lid);
	return m;
}

struct umad_message with_data(struct umad_message m, const uint8_t data[64])
{
	struct smp_datagram smp = smp_datagram_get(m.mad);

	memcpy(smp.data, data, sizeof(smp.data));
	smp_datagram_put(m.mad, &smp);
	return m;
}

struct smp_datagram asked(struct umad *u, const struct umad_message *request)
{
	struct smp_datagram smp;

	assert_int_equal(umad_write(u, request, MAD_BYTES), 0);
	smp = smp_datagram_get(umad_received(u).mad);
	assert_int_equal(smp.method, MAD_METHOD_GET_RESPONSE);
	return smp;
}

struct smp_datagram asked_by(struct umad *u, struct umad_message m, const void *data)
{
	if (data)
		m = with_data(m, data);
	return asked(u, &m);
}

struct smp_datagram asked_here(struct umad *u, uint32_t id, uint16_t attribute, uint32_t modifier)
{
	const struct umad_message m = directed(id, MAD_METHOD_GET, attribute, modifier, 0, NULL);

	return asked(u, &m);
}

struct smp_port_info port_info(struct umad *u, uint32_t id)
{
	const struct smp_datagram smp = asked_here(u, id, SMP_ATTRIBUTE_PORT_INFO, 0);

	assert_int_equal(smp.status, 0);
	return smp_port_info_get(smp.data);
}

uint16_t set_port(struct umad *u, uint32_t id, const struct smp_port_info *v)
{
	uint8_t data[64] = {0};

	smp_port_info_put(data, v);
	return asked_by(u, directed(id, MAD_METHOD_SET, SMP_ATTRIBUTE_PORT_INFO, 0, 0, NULL), data)
		.status;
}

void gid_of(struct umad *u, uint8_t gid[16])
{
	const uint32_t id = umad_registered(u, umad_agent(0, 0, 0));
	const struct smp_datagram guids = asked_here(u, id, SMP_ATTRIBUTE_GUID_INFO, 0);
	const uint64_t prefix = INVERBS_BE64(port_info(u, id).gid_prefix);
	const uint64_t guid = INVERBS_BE64(smp_guid_info_get(guids.data).guid[0]);

	memcpy(gid, &prefix, sizeof(prefix));
	memcpy(gid + sizeof(prefix), &guid, sizeof(guid));
}
