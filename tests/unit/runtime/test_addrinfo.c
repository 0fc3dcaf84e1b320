/* SPDX-License-Identifier: BSD-2-Clause */
/* rdma_getaddrinfo(): with a name, which hints narrow down; and without one, from the hints alone.
 */
#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <rdma/rdma_cma.h>

#include "fake.h"

static struct rdma_addrinfo *get(const char *node, const char *service,
				 const struct rdma_addrinfo *hints)
{
	struct rdma_addrinfo *res = NULL;

	assert_int_equal(rdma_getaddrinfo(node, service, hints, &res), 0);
	assert_non_null(res);
	assert_null(res->ai_next);
	return res;
}

static void check_address(const struct sockaddr *addr, socklen_t bytes, const char *host,
			  uint16_t port)
{
	const struct sockaddr_in *in = (const struct sockaddr_in *)(const void *)addr;
	char text[INET_ADDRSTRLEN];

	assert_int_equal(bytes, sizeof(*in));
	assert_int_equal(in->sin_family, AF_INET);
	assert_string_equal(inet_ntop(AF_INET, &in->sin_addr, text, sizeof(text)), host);
	assert_int_equal(ntohs(in->sin_port), port);
}

static void a_name_is_a_destination(void **state)
{
	struct rdma_addrinfo *res = get("127.0.0.2", "7471", NULL);

	(void)state;
	assert_int_equal(res->ai_flags, 0);
	assert_int_equal(res->ai_family, AF_INET);
	assert_int_equal(res->ai_qp_type, IBV_QPT_RC);
	assert_int_equal(res->ai_port_space, RDMA_PS_TCP);
	check_address(res->ai_dst_addr, res->ai_dst_len, "127.0.0.2", 7471);
	assert_null(res->ai_src_addr);
	assert_int_equal(res->ai_src_len, 0);
	rdma_freeaddrinfo(res);
}

/* Without a name, a listener's address is the wildcard, and a client's the loopback address. */
static void a_listener_has_a_source(void **state)
{
	const struct rdma_addrinfo hints = {.ai_flags = RAI_PASSIVE, .ai_family = AF_INET};
	const struct rdma_addrinfo active = {.ai_family = AF_INET};
	struct rdma_addrinfo *res = get(NULL, "7471", &hints);

	(void)state;
	assert_int_equal(res->ai_flags, RAI_PASSIVE);
	check_address(res->ai_src_addr, res->ai_src_len, "0.0.0.0", 7471);
	assert_null(res->ai_dst_addr);
	rdma_freeaddrinfo(res);
	res = get(NULL, "7471", &active);
	check_address(res->ai_dst_addr, res->ai_dst_len, "127.0.0.1", 7471);
	rdma_freeaddrinfo(res);
}

static void the_type_of_a_queue_pair_is_that_of_a_socket(void **state)
{
	static const struct {
		int type, space, got_type, got_space;
	} rows[] = {
		{IBV_QPT_RC, 0, IBV_QPT_RC, RDMA_PS_TCP},
		{IBV_QPT_UC, 0, IBV_QPT_UC, RDMA_PS_TCP},
		{IBV_QPT_XRC_SEND, 0, IBV_QPT_XRC_SEND, RDMA_PS_TCP},
		{IBV_QPT_XRC_RECV, 0, IBV_QPT_XRC_RECV, RDMA_PS_TCP},
		{IBV_QPT_UD, 0, IBV_QPT_UD, RDMA_PS_UDP},
		{0, RDMA_PS_TCP, IBV_QPT_RC, RDMA_PS_TCP},
		{0, RDMA_PS_UDP, IBV_QPT_UD, RDMA_PS_UDP},
		{0, RDMA_PS_IPOIB, IBV_QPT_UD, RDMA_PS_IPOIB},
		{IBV_QPT_RC, RDMA_PS_IB, IBV_QPT_RC, RDMA_PS_IB},
		{IBV_QPT_UD, RDMA_PS_IB, IBV_QPT_UD, RDMA_PS_IB},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const struct rdma_addrinfo hints = {.ai_qp_type = rows[i].type,
						    .ai_port_space = rows[i].space};
		struct rdma_addrinfo *res = get("127.0.0.2", "7471", &hints);

		assert_int_equal(res->ai_qp_type, rows[i].got_type);
		assert_int_equal(res->ai_port_space, rows[i].got_space);
		rdma_freeaddrinfo(res);
	}
}

static void hints_may_narrow_the_name(void **state)
{
	struct sockaddr_in from = {.sin_family = AF_INET, .sin_port = htons(9)};
	struct rdma_addrinfo hints = {.ai_flags = RAI_NUMERICHOST, .ai_family = AF_INET6};
	struct rdma_addrinfo *res;

	(void)state;
	assert_int_not_equal(rdma_getaddrinfo("127.0.0.2", "7471", &hints, &res), 0);
	hints.ai_family = AF_INET;
	assert_int_equal(rdma_getaddrinfo("localhost", "7471", &hints, &res), EAI_NONAME);
	hints.ai_src_addr = (struct sockaddr *)&from;
	hints.ai_src_len = sizeof(from);
	res = get("127.0.0.2", "7471", &hints);
	check_address(res->ai_dst_addr, res->ai_dst_len, "127.0.0.2", 7471);
	check_address(res->ai_src_addr, res->ai_src_len, "0.0.0.0", 9);
	rdma_freeaddrinfo(res);
}

/* Every member of the result is a copy. */
static void without_a_name_hints_are_the_result(void **state)
{
	struct sockaddr_in from = {.sin_family = AF_INET, .sin_port = htons(9)};
	struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(10)};
	uint8_t route[] = {1, 2, 3}, connect[] = {4, 5};
	const struct rdma_addrinfo hints = {
		.ai_flags = RAI_FAMILY,
		.ai_family = AF_INET,
		.ai_qp_type = IBV_QPT_UC,
		.ai_port_space = RDMA_PS_IB,
		.ai_src_addr = (struct sockaddr *)&from,
		.ai_src_len = sizeof(from),
		.ai_dst_addr = (struct sockaddr *)&to,
		.ai_dst_len = sizeof(to),
		.ai_route = route,
		.ai_route_len = sizeof(route),
		.ai_connect = connect,
		.ai_connect_len = sizeof(connect),
	};
	struct rdma_addrinfo *res = get(NULL, NULL, &hints);

	(void)state;
	assert_int_equal(res->ai_flags, RAI_FAMILY);
	assert_int_equal(res->ai_family, AF_INET);
	assert_int_equal(res->ai_qp_type, IBV_QPT_UC);
	assert_int_equal(res->ai_port_space, RDMA_PS_IB);
	check_address(res->ai_src_addr, res->ai_src_len, "0.0.0.0", 9);
	check_address(res->ai_dst_addr, res->ai_dst_len, "0.0.0.0", 10);
	assert_int_equal(res->ai_route_len, sizeof(route));
	assert_memory_equal(res->ai_route, route, sizeof(route));
	assert_int_equal(res->ai_connect_len, sizeof(connect));
	assert_memory_equal(res->ai_connect, connect, sizeof(connect));
	assert_ptr_not_equal(res->ai_src_addr, &from);
	assert_ptr_not_equal(res->ai_route, route);
	rdma_freeaddrinfo(res);
}

static void nothing_is_told_of_what_is_not_there(void **state)
{
	const struct rdma_addrinfo hints = {
		.ai_src_len = 16, .ai_dst_len = 16, .ai_route_len = 3, .ai_connect_len = 2};
	struct rdma_addrinfo *res = get(NULL, NULL, &hints);

	(void)state;
	assert_int_equal(res->ai_src_len + res->ai_dst_len, 0);
	assert_int_equal(res->ai_route_len + res->ai_connect_len, 0);
	rdma_freeaddrinfo(res);
	errno = 0;
	assert_int_equal(rdma_getaddrinfo(NULL, NULL, NULL, &res), -1);
	assert_int_equal(errno, EINVAL);
	errno = 0;
	assert_int_equal(rdma_getaddrinfo("127.0.0.2", "7471", NULL, NULL), -1);
	assert_int_equal(errno, EINVAL);
}

/* For errors of the system, and what the next call finds. */
static bool system_fails;
int __real_getaddrinfo(const char *node, const char *service, const struct addrinfo *hints,
		       struct addrinfo **res);
int __wrap_getaddrinfo(const char *node, const char *service, const struct addrinfo *hints,
		       struct addrinfo **res);

int __wrap_getaddrinfo(const char *node, const char *service, const struct addrinfo *hints,
		       struct addrinfo **res)
{
	if (!system_fails)
		return __real_getaddrinfo(node, service, hints, res);
	errno = EMFILE;
	return EAI_SYSTEM;
}

static void an_error_of_the_system_is_in_errno(void **state)
{
	struct rdma_addrinfo *res = NULL;

	(void)state;
	system_fails = true;
	errno = 0;
	assert_int_equal(rdma_getaddrinfo("127.0.0.2", "7471", NULL, &res), -1);
	assert_int_equal(errno, EMFILE);
	assert_null(res);
	system_fails = false;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_name_is_a_destination),
		cmocka_unit_test(a_listener_has_a_source),
		cmocka_unit_test(the_type_of_a_queue_pair_is_that_of_a_socket),
		cmocka_unit_test(hints_may_narrow_the_name),
		cmocka_unit_test(without_a_name_hints_are_the_result),
		cmocka_unit_test(an_error_of_the_system_is_in_errno),
		cmocka_unit_test(nothing_is_told_of_what_is_not_there),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
