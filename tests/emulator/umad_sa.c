/* SPDX-License-Identifier: BSD-2-Clause */
#include "umad_sa.h"

void sa_open(struct sa_client *c, const char *device, unsigned int port)
{
	struct umad_reg_req req = umad_agent(1, MAD_CLASS_ADMINISTRATION, SA_CLASS_VERSION);

	c->u = umad_open(device, port);
	req.rmpp_version = MAD_RMPP_VERSION;
	c->id = umad_registered(c->u, req);
}

struct sa_header sa_request(uint8_t method, uint16_t attribute, uint64_t components)
{
	return (struct sa_header){
		.common = {.base_version = MAD_BASE_VERSION,
			   .mgmt_class = MAD_CLASS_ADMINISTRATION,
			   .class_version = SA_CLASS_VERSION,
			   .method = method,
			   .tid = 7,
			   .attribute = attribute},
		.components = components,
	};
}

unsigned int sa_ask(struct sa_client *c, const struct sa_header *header, const void *record,
		    size_t bytes)
{
	struct sa_answer *a = &c->answer;
	struct umad_message m = {.header = {.id = c->id,
					    .timeout_ms = TIMEOUT_MS,
					    .qpn = htonl(1),
					    .qkey = htonl(MAD_GSI_QKEY),
					    .lid = htons(SA_LID)}};
	size_t len;

	sa_header_put(m.mad, header);
	memcpy(m.mad + SA_HEADER_BYTES, record, bytes);
	assert_int_equal(umad_write(c->u, &m, MAD_BYTES), 0);
	assert_int_equal(umad_read(c->u, &a->message, sizeof(a->message), &len), 0);
	a->header = sa_header_get(a->message.mad);
	assert_int_equal(a->header.common.method, header->common.method | MAD_RESPONSE);
	assert_int_equal(a->message.header.status, 0);
	a->record = a->message.mad + SA_HEADER_BYTES;
	len -= sizeof(a->message.header) + SA_HEADER_BYTES;
	a->count = a->header.record_size ? (unsigned int)(len / (8U * a->header.record_size)) : 0;
	return a->header.common.status;
}

unsigned int sa_status(unsigned int sa)
{
	return sa << SA_STATUS_SHIFT;
}

const uint8_t *sa_record(const struct sa_client *c, unsigned int n)
{
	assert_true(n < c->answer.count);
	return c->answer.record + (size_t)n * 8 * c->answer.header.record_size;
}

void gid_at(const char *device, unsigned int port, uint8_t gid[16])
{
	struct umad *u = umad_open(device, port);

	gid_of(u, gid);
	umad_close(u);
}
