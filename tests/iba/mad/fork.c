/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * After fork(), a child's calls with its parent's handles are refused, and an instance that the
 * child opens works. The emulator runs as a daemon, because an in-process emulator's threads do not
 * exist in a child.
 */
#include "kit.h"

#include <complib/cl_byteswap.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static struct kit kit, peer;
static struct kit_svc client;

static int open_kits(void **state)
{
	(void)state;
	kit_open(&kit, 0);
	kit_open(&peer, 1);
	kit_serve(&kit, &client, NULL);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	kit_close(&peer);
	kit_close(&kit);
	return 0;
}

/* Used in the child instead of cmocka's assertions: after a failing one, the child would continue
 * as the parent. */
static void require_status(ib_api_status_t status, ib_api_status_t expected, const char *what)
{
	if (status == expected)
		return;
	fprintf(stderr, "%s: %s\n", what, ib_get_err_str(status));
	_exit(1);
}

#define EXPECT(call, expected) require_status(call, expected, #call)

static void queried(ib_query_rec_t *rec)
{
	*(ib_api_status_t *)(uintptr_t)rec->query_context = rec->status;
	if (rec->p_result_mad)
		ib_put_mad(rec->p_result_mad);
}

static ib_api_status_t query_class_info(ib_al_handle_t al)
{
	ib_api_status_t status = IB_ERROR;
	const ib_query_req_t req = {
		.query_type = IB_QUERY_CLASS_PORT_INFO,
		.port_guid = kit.port_guid,
		.timeout_ms = KIT_TIMEOUT_MS,
		.flags = IB_FLAGS_SYNC,
		.query_context = &status,
		.pfn_query_cb = queried,
	};
	ib_api_status_t asked = ib_query(al, &req, NULL);

	return asked == IB_SUCCESS ? status : asked;
}

/* An I/O unit belongs to the process that registered it first, not to children that have inherited
 * its files. */
static void register_controller(ib_al_handle_t al, ib_net64_t ca_guid, ib_api_status_t expected)
{
	const ib_ioc_profile_t profile = {.ioc_guid = 2};
	ib_ioc_handle_t ioc;
	ib_ca_handle_t ca;

	EXPECT(ib_open_ca(al, ca_guid, NULL, NULL, &ca), IB_SUCCESS);
	EXPECT(ib_create_ioc(ca, &profile, &ioc), IB_SUCCESS);
	EXPECT(ib_reg_ioc(ioc), expected);
}

static void be_a_child(void)
{
	ib_pnp_handle_t pnp = NULL;
	ib_mad_element_t *element;
	ib_al_handle_t al;
	uint32_t size = 0;

	EXPECT(ib_query_ca(kit.ca, NULL, &size), IB_INVALID_STATE);
	EXPECT(ib_get_mad(kit.key, 256, &element), IB_INVALID_STATE);
	EXPECT(ib_dereg_pnp(pnp, NULL), IB_INVALID_HANDLE); /* NULL, not a handle of the parent */
	EXPECT(ib_destroy_qp(kit.qp, NULL), IB_INVALID_STATE);
	EXPECT(query_class_info(kit.al), IB_INVALID_STATE);
	EXPECT(ib_close_al(kit.al), IB_INVALID_STATE);
	EXPECT(ib_open_al(&al), IB_SUCCESS);
	EXPECT(query_class_info(al), IB_SUCCESS);
	register_controller(al, kit.attr->ca_guid, IB_INSUFFICIENT_RESOURCES);
	register_controller(al, peer.attr->ca_guid, IB_SUCCESS);
	EXPECT(ib_close_al(al), IB_SUCCESS);
}

static void a_child_opens_an_instance_of_its_own(void **state)
{
	const ib_ioc_profile_t profile = {.ioc_guid = 1};
	ib_ioc_handle_t ioc;
	pid_t child;
	int status = -1;

	(void)state;
	assert_int_equal(ib_create_ioc(kit.ca, &profile, &ioc), IB_SUCCESS);
	assert_int_equal(ib_reg_ioc(ioc), IB_SUCCESS);
	assert_int_equal(query_class_info(kit.al), IB_SUCCESS);
	child = fork();
	assert_true(child >= 0);
	if (!child) {
		be_a_child();
		_exit(0);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
	/* the child has not affected the parent */
	assert_int_equal(query_class_info(kit.al), IB_SUCCESS);
	assert_int_equal(ib_destroy_ioc(ioc), IB_SUCCESS);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_child_opens_an_instance_of_its_own),
	};

	return cmocka_run_group_tests(tests, open_kits, tear_down);
}
