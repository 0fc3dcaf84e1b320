/* SPDX-License-Identifier: BSD-2-Clause */
/* Messages between connection managers of programs, several of which share a port. */
#include "umad_kit.h"

#include <errno.h>
#include <inverbs/kernel/softhca.h>
#include <inverbs/mad/communication.h>

/** A file with an agent that shares the connection manager's class. */
struct manager {
	struct umad *umad;
	struct softhca_share_cm share;
};

static struct manager manager(const char *device)
{
	struct manager m = {.umad = umad_open(device, 1)};

	assert_int_equal(umad_ioctl(m.umad, SOFTHCA_SHARE_CM, &m.share, sizeof(m.share)), 0);
	assert_in_range(m.share.number, 0, 0xffff);
	return m;
}

static int serve(const struct manager *m, uint64_t service, bool serves)
{
	struct softhca_serve_cm serve = {.service = service, .serves = serves};

	return umad_ioctl(m->umad, SOFTHCA_SERVE_CM, &serve, sizeof(serve));
}

static struct umad_message message(const struct manager *from, uint16_t attribute)
{
	struct umad_message m = {.header = {.id = from->share.id,
					    .qpn = htonl(1),
					    .qkey = htonl(MAD_GSI_QKEY),
					    .lid = htons(2)}};
	const struct mad_header header = {
		.base_version = MAD_BASE_VERSION,
		.mgmt_class = MAD_CLASS_COMMUNICATION,
		.class_version = IBCM_CLASS_VERSION,
		.method = MAD_METHOD_SEND,
		.tid = 5,
		.attribute = attribute,
	};

	mad_header_put(m.mad, &header);
	return m;
}

static void send_request(const struct manager *from, uint64_t service)
{
	const struct ibcm_req req = {.local_id = 1, .service_id = service};
	struct umad_message m = message(from, IBCM_ATTRIBUTE_REQ);

	ibcm_req_put(m.mad + MAD_HEADER_SIZE, &req);
	assert_int_equal(umad_write(from->umad, &m, MAD_BYTES), 0);
}

/** Send a message with the receiver's id, which all messages but requests have. */
static void send_to(const struct manager *from, uint16_t attribute, uint32_t remote_id)
{
	const struct ibcm_rtu rtu = {.local_id = 1, .remote_id = remote_id};
	struct umad_message m = message(from, attribute);

	ibcm_rtu_put(m.mad + MAD_HEADER_SIZE, &rtu);
	assert_int_equal(umad_write(from->umad, &m, MAD_BYTES), 0);
}

static void takes(const struct manager *m, uint16_t attribute)
{
	const struct umad_message got = umad_received(m->umad);

	assert_int_equal(got.header.id, m->share.id);
	assert_int_equal(mad_header_get(got.mad).attribute, attribute);
}

static void the_class_is_shared_by_its_own_ioctl_only(void **state)
{
	struct manager a = manager("mlx4_0"), b = manager("mlx4_0");
	struct umad_reg_req req = umad_agent(1, MAD_CLASS_COMMUNICATION, IBCM_CLASS_VERSION);
	struct softhca_share_cm share = {.id = 0};
	struct umad *other = umad_open("mlx4_0", 1);

	(void)state;
	assert_int_not_equal(a.share.number, b.share.number);
	req.method_mask[0] = UINT32_C(1) << MAD_METHOD_SEND;
	assert_int_equal(umad_try_register(other, req), EINVAL);
	assert_int_equal(umad_ioctl(a.umad, SOFTHCA_SHARE_CM, &share, sizeof(share)), EBUSY);
	assert_int_equal(umad_ioctl(other, SOFTHCA_SHARE_CM, &share, sizeof(share) - 1), EFAULT);
	umad_close(other);
	umad_close(a.umad);
	umad_close(b.umad);
}

static void services_are_counted(void **state)
{
	struct manager m = manager("mlx4_0");
	struct manager none = {.umad = umad_open("mlx4_0", 1)};

	(void)state;
	assert_int_equal(serve(&none, 7, true), EINVAL);
	assert_int_equal(serve(&m, 7, false), ENOENT);
	assert_int_equal(serve(&m, 7, true), 0);
	assert_int_equal(serve(&m, 7, true), 0);
	assert_int_equal(serve(&m, 7, false), 0);
	assert_int_equal(serve(&m, 7, false), 0);
	assert_int_equal(serve(&m, 7, false), ENOENT);
	for (uint64_t i = 0; i < 4096; i++)
		assert_int_equal(serve(&m, i, true), 0);
	assert_int_equal(serve(&m, 7, true), ENOMEM);
	umad_close(none.umad);
	umad_close(m.umad);
}

static void a_message_goes_to_the_one_it_is_for(void **state)
{
	struct manager from = manager("mlx4_0");
	struct manager first = manager("mlx4_1"), second = manager("mlx4_1");

	(void)state;
	assert_int_equal(serve(&first, 7, true), 0);
	assert_int_equal(serve(&second, 8, true), 0);
	send_request(&from, 7);
	takes(&first, IBCM_ATTRIBUTE_REQ);
	send_request(&from, 8);
	takes(&second, IBCM_ATTRIBUTE_REQ);
	send_to(&from, IBCM_ATTRIBUTE_RTU, second.share.number << 16 | 3);
	takes(&second, IBCM_ATTRIBUTE_RTU);
	send_to(&from, IBCM_ATTRIBUTE_RTU, first.share.number << 16 | 3);
	takes(&first, IBCM_ATTRIBUTE_RTU);
	/*
	 * one of them gets a request for an unknown service; all get a REJ without the receiver's
	 * id
	 */
	send_request(&from, 9);
	takes(&first, IBCM_ATTRIBUTE_REQ);
	send_to(&from, IBCM_ATTRIBUTE_REJ, 0);
	takes(&first, IBCM_ATTRIBUTE_REJ);
	takes(&second, IBCM_ATTRIBUTE_REJ);
	/* when the file that served it is closed, the other gets the request */
	umad_close(first.umad);
	send_request(&from, 7);
	takes(&second, IBCM_ATTRIBUTE_REQ);
	umad_close(second.umad);
	umad_close(from.umad);
}

int main(int argc, char *argv[])
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_class_is_shared_by_its_own_ioctl_only),
		cmocka_unit_test(services_are_counted),
		cmocka_unit_test(a_message_goes_to_the_one_it_is_for),
	};

	return raw_run(argc, argv, "umad_connections", tests, sizeof(tests) / sizeof(tests[0]));
}
