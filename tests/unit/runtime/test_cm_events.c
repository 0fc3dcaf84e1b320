/* SPDX-License-Identifier: BSD-2-Clause */
/* Events of the connection manager, also if a step inside the library fails. */
#include "cm_kernel.h"

static void expect_none(void)
{
	errno = 0;
	assert_int_equal(rdma_get_cm_event(&channel.cm, &event), -1);
	assert_int_equal(errno, EAGAIN);
}

static void an_address_without_device_is_an_error(void **state)
{
	(void)state;
	happens(UCMA_EVENT_ADDR_RESOLVED);
	expect(RDMA_CM_EVENT_ADDR_ERROR, -ENODEV);
	id->device = &device;
	happens(UCMA_EVENT_ADDR_RESOLVED);
	expect(RDMA_CM_EVENT_ADDR_RESOLVED, 0);
	kernel.fails[UCMA_CMD_QUERY] = EIO;
	happens(UCMA_EVENT_ADDR_RESOLVED);
	expect(RDMA_CM_EVENT_ADDR_ERROR, -EIO);
}

static void a_route_without_paths_is_an_error(void **state)
{
	(void)state;
	id->device = &device;
	happens(UCMA_EVENT_ROUTE_RESOLVED);
	expect(RDMA_CM_EVENT_ROUTE_RESOLVED, 0);
	kernel.fails[UCMA_CMD_QUERY] = EIO;
	happens(UCMA_EVENT_ROUTE_RESOLVED);
	expect(RDMA_CM_EVENT_ROUTE_ERROR, -EIO);
}

/* The request is destroyed, so that its peer is rejected at once. */
static void a_request_of_unknown_addresses_is_refused(void **state)
{
	struct ucma_destroy_id_req sent;

	(void)state;
	happens(UCMA_EVENT_CONNECT_REQUEST)->id = NEW_HANDLE;
	happens(UCMA_EVENT_DISCONNECTED);
	kernel.fails[UCMA_CMD_QUERY] = EIO;
	expect(RDMA_CM_EVENT_DISCONNECTED, 0); /* the program does not get the request */
	assert_int_equal(kernel.count[UCMA_CMD_DESTROY_ID], 1);
	memcpy(&sent, kernel.last[UCMA_CMD_DESTROY_ID], sizeof(sent));
	assert_int_equal(sent.id, NEW_HANDLE);
	assert_null(inverbs_cm_id_find(NEW_HANDLE));
	assert_int_equal(id->acked, 2); /* both events were read from the kernel */
}

static void a_request_offers_its_limits(void **state)
{
	struct ucma_get_event_resp *record = happens(UCMA_EVENT_CONNECT_REQUEST);
	struct inverbs_cm_id *own;

	(void)state;
	record->id = NEW_HANDLE;
	record->param.conn.responder_resources = 3;
	record->param.conn.initiator_depth = 4;
	assert_int_equal(rdma_get_cm_event(&channel.cm, &event), 0);
	own = inverbs_cm_id_of(event->id);
	assert_ptr_equal(inverbs_cm_id_find(NEW_HANDLE), own);
	assert_ptr_equal(event->listen_id, &id->cm);
	assert_int_equal(own->responder_resources, 3);
	assert_int_equal(own->initiator_depth, 4);
	assert_int_equal(rdma_ack_cm_event(event), 0);
	assert_int_equal(id->acked, 1);
	assert_int_equal(rdma_destroy_id(&own->cm), 0);
	assert_null(inverbs_cm_id_find(NEW_HANDLE));
	assert_int_equal(kernel.count[UCMA_CMD_DESTROY_ID], 1);
}

static void a_queue_pair_that_cannot_connect_breaks_the_connection(void **state)
{
	struct fake_transport t;
	struct inverbs_context *ctx = fake_context(&t, false);
	struct ibv_pd *pd;
	struct ibv_cq *cq;
	struct ibv_qp *qp = make_qp(ctx, IBV_QPT_RC, &pd, &cq);

	(void)state;
	id->cm.qp = qp;
	id->device = &device;
	kernel.fails[UCMA_CMD_INIT_QP_ATTR] = EIO;
	happens(UCMA_EVENT_CONNECT_RESPONSE);
	happens(UCMA_EVENT_REJECTED);
	happens(UCMA_EVENT_DISCONNECTED);
	expect(RDMA_CM_EVENT_CONNECT_ERROR, -EIO);
	assert_int_equal(qp->state, IBV_QPS_ERR);
	assert_int_equal(kernel.count[UCMA_CMD_ACCEPT], 0);
	expect_none(); /* later events of the connection are ignored */
	assert_int_equal(id->acked, 3);
	id->cm.qp = NULL;
	free_qp(ctx, qp, pd, cq);
}

/* Attributes that only reliable connections have are removed from the kernel's mask. */
static void an_unreliable_queue_pair_connects(void **state)
{
	const uint32_t reliable = IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER |
				  IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY |
				  IBV_QP_MAX_QP_RD_ATOMIC;
	struct fake_transport t;
	struct inverbs_context *ctx = fake_context(&t, false);
	struct uverbs_modify_qp_req sent;
	struct ibv_pd *pd;
	struct ibv_cq *cq;
	struct ibv_qp *qp = make_qp(ctx, IBV_QPT_UC, &pd, &cq);

	(void)state;
	id->cm.qp = qp;
	id->device = &device;
	/* some kernels set bits without meaning */
	kernel.mask = reliable | IBV_QP_STATE | IBV_QP_PKEY_INDEX | 7U << 21;
	happens(UCMA_EVENT_CONNECT_RESPONSE);
	expect(RDMA_CM_EVENT_ESTABLISHED, 0);
	assert_int_equal(t.last_command, UVERBS_CMD_MODIFY_QP);
	memcpy(&sent, t.last, sizeof(sent));
	assert_int_equal(sent.attr_mask, IBV_QP_STATE | IBV_QP_PKEY_INDEX);
	assert_int_equal(kernel.count[UCMA_CMD_INIT_QP_ATTR], 3); /* INIT, RTR, RTS */
	assert_int_equal(kernel.count[UCMA_CMD_ACCEPT], 1);
	kernel.fails[UCMA_CMD_ACCEPT] = EBUSY;
	happens(UCMA_EVENT_CONNECT_RESPONSE);
	expect(RDMA_CM_EVENT_CONNECT_ERROR, -EBUSY);
	id->cm.qp = NULL;
	free_qp(ctx, qp, pd, cq);
}

/* The program's limits replace the kernel's. */
static void a_queue_pair_has_the_limits_of_the_program(void **state)
{
	struct fake_transport t;
	struct inverbs_context *ctx = fake_context(&t, false);
	struct uverbs_modify_qp_req sent;
	struct ibv_pd *pd;
	struct ibv_cq *cq;
	struct ibv_qp *qp = make_qp(ctx, IBV_QPT_RC, &pd, &cq);

	(void)state;
	id->cm.qp = qp;
	id->device = &device;
	kernel.mask = IBV_QP_STATE | IBV_QP_MAX_QP_RD_ATOMIC;
	assert_int_equal(inverbs_cm_qp_to_rts(id, 3, 4), 0);
	memcpy(&sent, t.last, sizeof(sent));
	assert_int_equal(sent.qp_state, IBV_QPS_RTS);
	assert_int_equal(sent.max_rd_atomic, 4);
	assert_int_equal(inverbs_cm_qp_to_rts(id, INVERBS_CM_AS_KERNEL, INVERBS_CM_AS_KERNEL), 0);
	memcpy(&sent, t.last, sizeof(sent));
	assert_int_equal(sent.max_rd_atomic, 0);
	id->cm.qp = NULL;
	free_qp(ctx, qp, pd, cq);
}

static void a_connection_ends_without_a_queue_pair(void **state)
{
	(void)state;
	id->device = &device;
	assert_int_equal(rdma_disconnect(&id->cm), 0);
	assert_int_equal(kernel.count[UCMA_CMD_DISCONNECT], 1);
	kernel.fails[UCMA_CMD_DISCONNECT] = EINVAL;
	errno = 0;
	assert_int_equal(rdma_disconnect(&id->cm), -1);
	assert_int_equal(errno, EINVAL);
}

static void without_a_queue_pair_the_program_connects_it(void **state)
{
	(void)state;
	happens(UCMA_EVENT_CONNECT_RESPONSE);
	expect(RDMA_CM_EVENT_CONNECT_RESPONSE, 0);
	assert_int_equal(kernel.count[UCMA_CMD_ACCEPT], 0);
}

/* Kernels before 5.10 return no vendor options (ECE). */
static void an_older_kernel_gives_less_of_an_event(void **state)
{
	struct ibv_ece got;

	(void)state;
	happens(UCMA_EVENT_ESTABLISHED)->ece = (struct ucma_ece){.vendor_id = 1, .attr_mod = 2};
	expect(RDMA_CM_EVENT_ESTABLISHED, 0);
	assert_int_equal(rdma_get_remote_ece(&id->cm, &got), 0);
	assert_int_equal(got.vendor_id, 1);
	assert_int_equal(got.options, 2);
	kernel.event_bytes = offsetof(struct ucma_get_event_resp, ece);
	happens(UCMA_EVENT_ESTABLISHED);
	memset(&kernel.events[1].ece, 0x55, sizeof(kernel.events[1].ece));
	expect(RDMA_CM_EVENT_ESTABLISHED, 0);
	assert_int_equal(rdma_get_remote_ece(&id->cm, &got), 0);
	assert_int_equal(got.vendor_id, 0);
	assert_int_equal(got.options, 0);
}

static void only_iwarp_needs_the_state_of_its_queue_pair(void **state)
{
	struct inverbs_cm_device of = {.iwarp = false};
	struct ibv_qp qp = {.state = IBV_QPS_INIT};

	(void)state;
	happens(UCMA_EVENT_ESTABLISHED);
	expect(RDMA_CM_EVENT_ESTABLISHED, 0); /* neither device nor queue pair */
	id->cm.qp = &qp;
	happens(UCMA_EVENT_ESTABLISHED);
	expect(RDMA_CM_EVENT_ESTABLISHED, 0);
	id->device = &of;
	happens(UCMA_EVENT_ESTABLISHED);
	expect(RDMA_CM_EVENT_ESTABLISHED, 0);
	assert_int_equal(qp.state, IBV_QPS_INIT);
	of.iwarp = true;
	happens(UCMA_EVENT_ESTABLISHED);
	expect(RDMA_CM_EVENT_ESTABLISHED, 0);
	assert_int_equal(qp.state, IBV_QPS_RTS);
	id->cm.qp = NULL;
}

/* Memory for an event may have been anything. */
static void an_event_says_nothing_but_what_happened(void **state)
{
	void *const before = malloc(sizeof(struct inverbs_cm_event));

	(void)state;
	assert_non_null(before);
	memset(before, 0x55, sizeof(struct inverbs_cm_event));
	free(before); /* is the next one */
	happens(UCMA_EVENT_ESTABLISHED);
	assert_int_equal(rdma_get_cm_event(&channel.cm, &event), 0);
	assert_null(event->listen_id);
	assert_int_equal(rdma_ack_cm_event(event), 0);
	errno = 0;
	assert_int_equal(rdma_get_cm_event(NULL, &event), -1);
	assert_int_equal(errno, EINVAL);
	errno = 0;
	assert_int_equal(rdma_get_cm_event(&channel.cm, NULL), -1);
	assert_int_equal(errno, EINVAL);
}

static void a_wait_ends_with_what_the_event_says(void **state)
{
	static const struct {
		enum ucma_event event;
		int status, err;
	} rows[] = {
		{UCMA_EVENT_ESTABLISHED, 0, 0},
		{UCMA_EVENT_UNREACHABLE, -ETIMEDOUT, ETIMEDOUT},
		{UCMA_EVENT_UNREACHABLE, 5, 5},
		{UCMA_EVENT_REJECTED, 28, ECONNREFUSED},
	};

	(void)state;
	for (int i = 0; i < 4; i++) {
		happens(rows[i].event)->status = rows[i].status;
		assert_int_equal(inverbs_cm_wait(id), rows[i].err);
		assert_non_null(id->cm.event);
		assert_int_equal(id->cm.event->status, rows[i].status);
		assert_int_equal(id->acked, i); /* with the next one */
	}
	errno = 0;
	assert_int_equal(inverbs_cm_wait(id), EAGAIN);
	assert_int_equal(id->acked, 4);
}

/* ---- refused without a command ---- */

static void both_addresses_have_a_family(void **state)
{
	struct sockaddr_in6 known = {.sin6_family = AF_INET6};
	struct sockaddr unknown = {.sa_family = AF_UNSPEC};
	struct sockaddr *const good = (struct sockaddr *)&known;

	(void)state;
	errno = 0;
	assert_int_equal(rdma_resolve_addr(&id->cm, NULL, &unknown, 1), -1);
	assert_int_equal(errno, EINVAL);
	assert_int_equal(rdma_resolve_addr(&id->cm, NULL, NULL, 1), -1);
	assert_int_equal(rdma_resolve_addr(&id->cm, &unknown, good, 1), -1);
	assert_int_equal(kernel.count[UCMA_CMD_RESOLVE_ADDR] + kernel.count[UCMA_CMD_RESOLVE_IP],
			 0);
	assert_int_equal(rdma_resolve_addr(&id->cm, NULL, good, 1), 0);
	assert_int_equal(rdma_resolve_addr(&id->cm, good, good, 1), 0);
	assert_int_equal(kernel.count[UCMA_CMD_RESOLVE_ADDR] + kernel.count[UCMA_CMD_RESOLVE_IP],
			 2);
}

/* Completion queues that were created for a queue pair are destroyed with it. */
static void a_queue_pair_may_bring_its_completion_queue(void **state)
{
	struct fake_transport t;
	struct inverbs_context *ctx = fake_context(&t, false);
	struct ibv_pd *pd = ibv_alloc_pd(&ctx->ibv);
	struct ibv_cq *cq = ibv_create_cq(&ctx->ibv, 4, NULL, NULL, 0);
	struct ibv_qp_init_attr attr = {
		.recv_cq = cq, .qp_type = IBV_QPT_RC, .cap = {0, 1, 1, 1, 0}};
	struct uverbs_create_comp_channel_resp made = {0};
	const int objects = t.objects;

	(void)state;
	id->cm.verbs = &ctx->ibv;
	id->cm.pd = pd;
	id->device = &device;
	t.answered = UVERBS_CMD_CREATE_COMP_CHANNEL;
	t.answer = &made;
	made.fd = (uint32_t)open("/dev/null", O_RDONLY | O_CLOEXEC);
	assert_int_equal(rdma_create_qp(&id->cm, pd, &attr), 0);
	assert_non_null(id->cm.send_cq);
	assert_int_equal(id->cm.send_cq->cqe, 1); /* the minimum */
	assert_ptr_equal(id->cm.send_cq->channel, id->cm.send_cq_channel);
	assert_ptr_equal(id->cm.send_cq->cq_context, &id->cm);
	rdma_destroy_qp(&id->cm);
	assert_null(id->cm.send_cq);
	assert_int_equal(t.objects, objects);
	made.fd = (uint32_t)open("/dev/null", O_RDONLY | O_CLOEXEC);
	attr.send_cq = NULL;
	t.fail_command = UVERBS_CMD_CREATE_QP;
	t.fail_error = ENOSPC;
	errno = 0;
	assert_int_equal(rdma_create_qp(&id->cm, pd, &attr), -1);
	assert_int_equal(errno, ENOSPC);
	assert_null(id->cm.send_cq);
	assert_null(id->cm.send_cq_channel);
	assert_int_equal(t.objects, objects);
	made.fd = (uint32_t)open("/dev/null", O_RDONLY | O_CLOEXEC);
	t.fail_command = UVERBS_CMD_CREATE_CQ;
	assert_int_equal(rdma_create_qp(&id->cm, pd, &attr), -1);
	assert_int_equal(errno, ENOSPC);
	assert_null(id->cm.send_cq_channel);
	t.fail_error = 0;
	assert_int_equal(ibv_destroy_cq(cq), 0);
	assert_int_equal(ibv_dealloc_pd(pd), 0);
	fake_context_free(ctx);
}

static void ports_are_those_of_the_addresses(void **state)
{
	struct sockaddr_in *const from = &id->cm.route.addr.src_sin;
	struct sockaddr_in6 *const to = &id->cm.route.addr.dst_sin6;

	(void)state;
	assert_int_equal(rdma_get_src_port(&id->cm), 0); /* no address family yet */
	*from = (struct sockaddr_in){.sin_family = AF_INET, .sin_port = 0x1234};
	*to = (struct sockaddr_in6){.sin6_family = AF_INET6, .sin6_port = 0x4321};
	assert_int_equal(rdma_get_src_port(&id->cm), 0x1234);
	assert_int_equal(rdma_get_dst_port(&id->cm), 0x4321);
}

static void an_offer_has_the_vendors_options(void **state)
{
	struct rdma_conn_param param = {.qp_num = 1};
	struct ibv_ece ece = {.vendor_id = 5, .options = 6};
	struct ucma_connect_req sent;
	struct ibv_qp none;

	(void)state;
	id->device = &device;
	assert_int_equal(rdma_set_local_ece(&id->cm, &ece), 0);
	assert_int_equal(rdma_connect(&id->cm, &param), 0);
	memcpy(&sent, kernel.last[UCMA_CMD_CONNECT], sizeof(sent));
	assert_int_equal(sent.ece.vendor_id, 5);
	assert_int_equal(sent.ece.attr_mod, 6);
	errno = 0;
	assert_int_equal(rdma_set_local_ece(&id->cm, NULL), -1);
	assert_int_equal(errno, EINVAL);
	assert_int_equal(rdma_get_remote_ece(&id->cm, NULL), -1);
	id->cm.qp = &none; /* a queue pair of the library has its own options */
	assert_int_equal(rdma_set_local_ece(&id->cm, &ece), -1);
	assert_int_equal(rdma_get_remote_ece(&id->cm, &ece), -1);
	id->cm.qp = NULL;
}

/* A queue pair that cannot be brought to INIT is destroyed. */
static void no_queue_pair_without_its_attributes(void **state)
{
	struct fake_transport t;
	struct inverbs_context *ctx = fake_context(&t, false);
	struct ibv_pd *pd = ibv_alloc_pd(&ctx->ibv);
	struct ibv_cq *cq = ibv_create_cq(&ctx->ibv, 4, NULL, NULL, 0);
	struct ibv_qp_init_attr attr = {
		.send_cq = cq, .recv_cq = cq, .qp_type = IBV_QPT_RC, .cap = {1, 1, 1, 1, 0}};
	const int objects = t.objects;

	(void)state;
	id->cm.verbs = &ctx->ibv;
	id->cm.pd = pd;
	id->device = &device;
	kernel.fails[UCMA_CMD_INIT_QP_ATTR] = EBUSY;
	errno = 0;
	assert_int_equal(rdma_create_qp(&id->cm, pd, &attr), -1);
	assert_int_equal(errno, EBUSY);
	assert_null(id->cm.qp);
	assert_int_equal(t.objects, objects);
	t.fail_command = UVERBS_CMD_CREATE_QP;
	t.fail_error = ENOSPC;
	assert_int_equal(rdma_create_qp(&id->cm, pd, &attr), -1);
	assert_int_equal(errno, ENOSPC);
	assert_null(id->cm.qp);
	assert_int_equal(ibv_destroy_cq(cq), 0);
	assert_int_equal(ibv_dealloc_pd(pd), 0);
	fake_context_free(ctx);
}

static void no_channel_without_a_device(void **state)
{
	struct rdma_cm_id *none;
	int count = 1;

	(void)state;
	assert_int_equal(setenv("INVERBS_EMULATOR", "/nobody/listens/here", 1), 0);
	errno = 0;
	assert_null(rdma_create_event_channel());
	assert_int_equal(errno, ENODEV);
	assert_null(rdma_get_devices(&count));
	assert_int_equal(count, 0);
	assert_int_equal(rdma_create_id(NULL, &none, NULL, RDMA_PS_TCP),
			 -1); /* although it has its own channel */
	assert_int_equal(errno, ENODEV);
	assert_int_equal(unsetenv("INVERBS_EMULATOR"), 0);
	kernel.fails[UCMA_CMD_CREATE_ID] = ENOMEM;
	assert_int_equal(rdma_create_id(&channel.cm, &none, NULL, RDMA_PS_TCP), -1);
	assert_int_equal(errno, ENOMEM);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_ID(an_address_without_device_is_an_error),
		WITH_ID(a_route_without_paths_is_an_error),
		WITH_ID(a_request_of_unknown_addresses_is_refused),
		WITH_ID(a_request_offers_its_limits),
		WITH_ID(a_queue_pair_that_cannot_connect_breaks_the_connection),
		WITH_ID(an_unreliable_queue_pair_connects),
		WITH_ID(a_queue_pair_has_the_limits_of_the_program),
		WITH_ID(a_connection_ends_without_a_queue_pair),
		WITH_ID(without_a_queue_pair_the_program_connects_it),
		WITH_ID(an_older_kernel_gives_less_of_an_event),
		WITH_ID(only_iwarp_needs_the_state_of_its_queue_pair),
		WITH_ID(an_event_says_nothing_but_what_happened),
		WITH_ID(a_wait_ends_with_what_the_event_says),
		WITH_ID(both_addresses_have_a_family),
		WITH_ID(a_queue_pair_may_bring_its_completion_queue),
		WITH_ID(ports_are_those_of_the_addresses),
		WITH_ID(an_offer_has_the_vendors_options),
		WITH_ID(no_queue_pair_without_its_attributes),
		WITH_ID(no_channel_without_a_device),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
