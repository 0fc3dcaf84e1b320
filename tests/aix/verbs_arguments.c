/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Verbs that the profile refuses, and verbs that only query: A8, A13, A33 to A38, A41, A43, A44,
 * A48 to A52, A54 to A57, A59, A60, A63, A68 to A72.
 */
#include "kit.h"

#include <fcntl.h>
#include <stdio.h>

/**
 * An object whose context is NULL. It is volatile because inline functions access queue state in
 * front of a handle, about which the compiler would warn if it knew the allocation.
 */
static void *object_without_context(void)
{
	void *volatile object = calloc(1, 4096);

	assert_non_null(object);
	return object;
}

/** A device, the objects of an end, and a queue pair that is not connected. */
struct bench {
	struct ibv_device **list;
	struct ibv_context *ctx;
	struct end end;
	struct ibv_qp *qp;
};

static int set_up_verbs_arguments(void **state)
{
	struct bench *b = calloc(1, sizeof(*b));
	struct ibv_qp_init_attr attr = {.qp_type = IBV_QPT_RC, .cap = {DEPTH, DEPTH, 1, 1, 0}};

	assert_non_null(b);
	b->list = ibv_get_device_list(NULL);
	assert_non_null(b->list);
	b->ctx = ibv_open_device(b->list[0]);
	assert_non_null(b->ctx);
	end_open(&b->end, b->ctx);
	attr.send_cq = attr.recv_cq = b->end.cq;
	b->qp = ibv_create_qp(b->end.pd, &attr);
	assert_non_null(b->qp);
	*state = b;
	return 0;
}

static int tear_down(void **state)
{
	struct bench *b = *state;

	assert_works(ibv_destroy_qp(b->qp));
	end_close(&b->end);
	assert_works(ibv_close_device(b->ctx));
	ibv_free_device_list(b->list);
	free(b);
	return 0;
}

/* A13: each adapter is a device. */
static void A13_A33a_A33b_A33c_devices(void **state)
{
	int count = 0;
	struct ibv_device **list = ibv_get_device_list(&count);
	struct bench *b = *state;

	assert_non_null(list);
	assert_int_equal(count, 2);
	assert_null(list[2]);
	assert_string_equal(ibv_get_device_name(list[0]), ibv_get_device_name(b->list[0]));
	assert_string_not_equal(ibv_get_device_name(list[0]), ibv_get_device_name(list[1]));
	assert_int_equal(strncmp(list[0]->dev_name, "uverbs", 6), 0);
	assert_string_not_equal(list[0]->dev_name, list[1]->dev_name);
	ibv_free_device_list(list);
	/* an open device remains valid */
	assert_string_equal(ibv_get_device_name(b->ctx->device), ibv_get_device_name(b->list[0]));
}

static void A33_guid(void **state)
{
	struct bench *b = *state;
	struct ibv_device_attr attr;

	errno = 0;
	assert_int_equal(ibv_get_device_guid(NULL), 0);
	assert_int_equal(errno, EINVAL);
	assert_works(ibv_query_device(b->ctx, &attr));
	assert_int_not_equal(attr.node_guid, 0);
	assert_memory_equal(&(__be64){ibv_get_device_guid(b->list[0])}, &attr.node_guid,
			    sizeof(__be64));
}

static void A34_A34a_open(void **state)
{
	struct bench *b = *state;
	struct ibv_context *second;

	assert_no_object(ibv_open_device(NULL), EINVAL);
	second = ibv_open_device(b->list[0]);
	assert_non_null(second);
	assert_works(ibv_close_device(second));
	assert_works(
		ibv_query_device(b->ctx, &(struct ibv_device_attr){0})); /* ours is still open */
}

static void A35_A36_queries(void **state)
{
	struct bench *b = *state;
	struct ibv_device_attr device;
	struct ibv_port_attr port;

	assert_int_equal(ibv_query_device(NULL, &device), EINVAL);
	assert_int_equal(ibv_query_device(b->ctx, NULL), EINVAL);
	assert_works(ibv_query_device(b->ctx, &device));
	assert_true(device.phys_port_cnt >= 1 && device.max_qp > 0);
	assert_int_equal(ibv_query_port(NULL, 1, &port), EINVAL);
	assert_int_equal(ibv_query_port(b->ctx, 1, NULL), EINVAL);
	assert_int_not_equal(ibv_query_port(b->ctx, 0, &port), 0); /* ports count from 1 */
	assert_works(ibv_query_port(b->ctx, 1, &port));
	assert_int_equal(port.state, IBV_PORT_ACTIVE);
	assert_int_not_equal(port.phys_state, 0); /* the last member in the manual */
}

static void A37_A38_tables(void **state)
{
	struct bench *b = *state;
	union ibv_gid gid;
	__be16 pkey;

	errno = 0;
	assert_int_equal(ibv_query_pkey(NULL, 1, 0, &pkey), -1);
	assert_int_equal(errno, EINVAL);
	assert_int_equal(ibv_query_pkey(b->ctx, 1, 0, NULL), -1);
	assert_int_equal(ibv_query_gid(NULL, 1, 0, &gid), -1);
	assert_int_equal(ibv_query_gid(b->ctx, 1, 0, NULL), -1);
	assert_works(ibv_query_pkey(b->ctx, 1, 0, &pkey));
	memset(&gid, 0, sizeof(gid));
	assert_works(ibv_query_gid(b->ctx, 1, 0, &gid));
	assert_int_not_equal(gid.global.subnet_prefix, 0);
}

/* A37, A38 on an RNIC: the GID is the MAC address, and there is one P_Key, 0. */
static void A37_A38_of_an_rnic(void **state)
{
	static const uint8_t nothing[10];
	struct bench *b = *state;
	union ibv_gid gid;
	__be16 pkey = 1;

	if (b->ctx->device->transport_type != IBV_TRANSPORT_IWARP)
		skip();
	assert_works(ibv_query_gid(b->ctx, 1, 0, &gid));
	assert_int_equal(gid.global.interface_id, 0);
	assert_memory_equal(gid.raw + 6, nothing, sizeof(nothing));
	assert_works(ibv_query_pkey(b->ctx, 1, 0, &pkey));
	assert_int_equal(pkey, 0);
}

static void A41_modify_qp(void **state)
{
	struct bench *b = *state;
	struct ibv_qp_attr attr = {.qp_state = IBV_QPS_RTS};
	struct ibv_qp *odd = object_without_context();

	assert_int_equal(ibv_modify_qp(NULL, &attr, IBV_QP_STATE), EINVAL);
	assert_int_equal(ibv_modify_qp(odd, &attr, IBV_QP_STATE), EINVAL);
	assert_int_equal(ibv_modify_qp(b->qp, NULL, IBV_QP_STATE), EINVAL);
	assert_int_equal(ibv_modify_qp(b->qp, &attr, IBV_QP_STATE), EINVAL); /* not from RESET */
	free(odd);
	assert_int_equal(b->qp->state, IBV_QPS_RESET); /* unchanged */
}

static void A43_A44_posting_nothing(void **state)
{
	struct bench *b = *state;
	struct ibv_sge sge = sge_of(&b->end, 0, 4);
	struct ibv_send_wr send = {.sg_list = &sge, .num_sge = 1, .opcode = IBV_WR_SEND}, *bad_send;
	struct ibv_recv_wr recv = {.sg_list = &sge, .num_sge = 1}, *bad_recv;
	struct ibv_qp *odd = object_without_context();

	assert_int_equal(ibv_post_send(NULL, &send, &bad_send), EINVAL);
	assert_ptr_equal(bad_send, &send);
	assert_int_equal(ibv_post_send(odd, &send, &bad_send), EINVAL);
	assert_int_equal(ibv_post_send(b->qp, NULL, &bad_send), EINVAL);
	assert_int_equal(ibv_post_recv(NULL, &recv, &bad_recv), EINVAL);
	assert_ptr_equal(bad_recv, &recv);
	assert_int_equal(ibv_post_recv(odd, &recv, &bad_recv), EINVAL);
	assert_int_equal(ibv_post_recv(b->qp, NULL, &bad_recv), EINVAL);
	recv.sg_list = NULL;
	recv.num_sge = 0;
	assert_int_equal(ibv_post_recv(b->qp, &recv, &bad_recv), EINVAL);
	assert_ptr_equal(bad_recv, &recv);
	free(odd);
}

static void A48_A49_A50_A51_completion_queues(void **state)
{
	struct bench *b = *state;
	struct ibv_cq *odd = object_without_context(), *cq;
	struct ibv_wc wc;

	assert_null(ibv_create_cq(b->ctx, 4, NULL, NULL, b->ctx->num_comp_vectors));
	cq = ibv_create_cq(b->ctx, 5, NULL, NULL, 0); /* without a channel */
	assert_non_null(cq);
	assert_true(cq->cqe >= 5);
	assert_int_equal(ibv_destroy_cq(b->end.cq), EBUSY); /* a queue pair uses it */
	assert_int_equal(ibv_req_notify_cq(NULL, 0), EINVAL);
	assert_int_equal(ibv_req_notify_cq(odd, 0), EINVAL);
	assert_works(ibv_req_notify_cq(b->end.cq, 0));
	assert_int_equal(ibv_poll_cq(NULL, 1, &wc), -EINVAL);
	assert_int_equal(ibv_poll_cq(odd, 1, &wc), -EINVAL);
	assert_int_equal(ibv_poll_cq(cq, 1, &wc), 0);
	assert_works(ibv_destroy_cq(cq));
	free(odd);
}

static void A52_A54_A56_A57_channels_and_domains(void **state)
{
	struct bench *b = *state;
	struct ibv_async_event event;
	struct ibv_cq *cq;
	void *context;

	assert_int_equal(fcntl(b->end.comp->fd, F_SETFL, O_NONBLOCK), 0);
	errno = 0;
	assert_int_equal(ibv_get_cq_event(b->end.comp, &cq, &context), -1);
	assert_int_equal(errno, EAGAIN);
	assert_int_equal(fcntl(b->ctx->async_fd, F_SETFL, O_NONBLOCK), 0);
	errno = 0;
	assert_int_equal(ibv_get_async_event(b->ctx, &event), -1);
	assert_int_equal(errno, EAGAIN);
	assert_int_equal(ibv_dealloc_pd(b->end.pd), EBUSY);
	assert_int_equal(ibv_destroy_comp_channel(b->end.comp), EBUSY);
}

static void A55_memory(void **state)
{
	static const int refused[] = {
		IBV_ACCESS_REMOTE_WRITE,
		IBV_ACCESS_REMOTE_ATOMIC,
		IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_ATOMIC,
		IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_MW_BIND,
	};
	struct bench *b = *state;
	struct ibv_mr *mr = ibv_reg_mr(b->end.pd, b->end.buf, 16, 0); /* local reading */

	assert_non_null(mr);
	assert_works(ibv_dereg_mr(mr));
	for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++)
		assert_no_object(ibv_reg_mr(b->end.pd, b->end.buf, 16, refused[i]), EINVAL);
}

static void A59_texts(void **state)
{
	(void)state;
	assert_string_equal(ibv_event_type_str((enum ibv_event_type)1000), "<<unknown>>");
	assert_string_equal(ibv_node_type_str((enum ibv_node_type)1000), "<<unknown>>");
	assert_string_equal(ibv_port_state_str((enum ibv_port_state)1000), "<<unknown>>");
	assert_string_not_equal(ibv_node_type_str(IBV_NODE_RNIC), "<<unknown>>");
	assert_string_not_equal(ibv_port_state_str(IBV_PORT_ACTIVE), "<<unknown>>");
}

static void A60_asynchronous_events(void **state)
{
	static const enum ibv_event_type known[] = {
		IBV_EVENT_QP_FATAL,     IBV_EVENT_QP_REQ_ERR, IBV_EVENT_QP_ACCESS_ERR,
		IBV_EVENT_COMM_EST,     IBV_EVENT_SQ_DRAINED, IBV_EVENT_PATH_MIG,
		IBV_EVENT_PATH_MIG_ERR, IBV_EVENT_CQ_ERR,     IBV_EVENT_PORT_ACTIVE,
		IBV_EVENT_PORT_ERR,     IBV_EVENT_LID_CHANGE, IBV_EVENT_PKEY_CHANGE,
		IBV_EVENT_DEVICE_FATAL,
	};

	(void)state;
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		assert_string_not_equal(ibv_event_type_str(known[i]), "<<unknown>>");
}

static void A8_A68_A69_A70_A71_unsupported(void **state)
{
	struct bench *b = *state;
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr attr;
	union ibv_gid gid = {{0}};

	assert_int_equal(ibv_resize_cq(b->end.cq, 100), ENOSYS);
	assert_int_equal(ibv_query_qp(b->qp, &attr, IBV_QP_STATE, &init), ENOSYS);
	assert_int_equal(ibv_attach_mcast(b->qp, &gid, 0), ENOSYS);
	assert_int_equal(ibv_detach_mcast(b->qp, &gid, 0), ENOSYS);
	assert_int_equal(ibv_fork_init(), ENOSYS);
}

/* Conversions work; shared receive queues, address handles and XRC do not. */
static void A63_A72_silent_in_the_manual(void **state)
{
	struct bench *b = *state;
	struct ibv_srq_init_attr srq_attr = {.attr = {.max_wr = 4, .max_sge = 1}};
	struct ibv_ah_attr ah_attr = {.port_num = 1};
	struct ibv_qp_init_attr init = {0};
	struct ibv_wc wc = {0};
	uint32_t number;

	assert_int_equal(ibv_rate_to_mult(IBV_RATE_10_GBPS), 4);
	assert_int_equal(mult_to_ibv_rate(4), IBV_RATE_10_GBPS);
	assert_string_not_equal(ibv_wc_status_str(IBV_WC_WR_FLUSH_ERR), "");
	assert_no_object(ibv_create_srq(b->end.pd, &srq_attr), ENOSYS);
	assert_no_object(ibv_create_ah(b->end.pd, &ah_attr), ENOSYS);
	assert_no_object(ibv_create_ah_from_wc(b->end.pd, &wc, NULL, 1), ENOSYS);
	assert_no_object(ibv_open_xrc_domain(b->ctx, -1, O_CREAT), ENOSYS);
	assert_int_equal(ibv_create_xrc_rcv_qp(&init, &number), ENOSYS);
}

#define ON_BENCH(name) cmocka_unit_test_setup_teardown(name, set_up_verbs_arguments, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		ON_BENCH(A13_A33a_A33b_A33c_devices),
		ON_BENCH(A33_guid),
		ON_BENCH(A34_A34a_open),
		ON_BENCH(A35_A36_queries),
		ON_BENCH(A37_A38_tables),
		ON_BENCH(A37_A38_of_an_rnic),
		ON_BENCH(A41_modify_qp),
		ON_BENCH(A43_A44_posting_nothing),
		ON_BENCH(A48_A49_A50_A51_completion_queues),
		ON_BENCH(A52_A54_A56_A57_channels_and_domains),
		ON_BENCH(A55_memory),
		cmocka_unit_test(A59_texts),
		cmocka_unit_test(A60_asynchronous_events),
		ON_BENCH(A8_A68_A69_A70_A71_unsupported),
		ON_BENCH(A63_A72_silent_in_the_manual),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
