/* SPDX-License-Identifier: BSD-2-Clause */
/* Events of the connection manager: what a program is told when a step in the library fails, and
 * groups. */
#include <fcntl.h>
#include <infiniband/ib.h>
#include <infiniband/marshall.h>
#include <inverbs/kernel/ucma_call.h>

#include "fake.h"
#include "runtime/cm/cm.h"

enum {
	HANDLE = 7,
	NEW_HANDLE = 9, /**< of a connection request */
	GROUP = 11,     /**< handle of a join */
	COMMANDS = 32,
	MLID = 0xc005,
};

/** A kernel that has some events, and in which some commands fail. */
static struct {
	struct inverbs_transport base;
	int fails[COMMANDS]; /**< errno value by command */
	uint8_t last[COMMANDS][512];
	int count[COMMANDS];
	struct ucma_get_event_resp events[4];
	size_t event_bytes; /**< what the kernel knows of a record; older ones end earlier */
	size_t next, end;
	uint32_t mask; /**< attributes of a queue pair that a connection needs */
} kernel;

static struct inverbs_cm_channel channel = {.transport = &kernel.base};
static struct inverbs_cm_device device;
static struct inverbs_cm_id *id;
static struct rdma_cm_event *event;

static void respond(uint32_t number, void *to)
{
	switch (number) {
	case UCMA_CMD_GET_EVENT:
		memcpy(to, &kernel.events[kernel.next++], kernel.event_bytes);
		break;
	case UCMA_CMD_JOIN_MCAST:
		((struct ucma_join_mcast_resp *)to)->id = GROUP;
		break;
	case UCMA_CMD_INIT_QP_ATTR:
		memset(to, 0, sizeof(struct ib_uverbs_qp_attr));
		((struct ib_uverbs_qp_attr *)to)->qp_attr_mask = kernel.mask;
		break;
	default:
		break;
	}
}

static int command(struct inverbs_transport *t, const void *cmd, size_t bytes)
{
	struct uverbs_byte_header head;
	uint64_t response;

	(void)t;
	memcpy(&head, cmd, sizeof(head));
	assert_true(head.command < COMMANDS && bytes - sizeof(head) <= sizeof(kernel.last[0]));
	kernel.count[head.command]++;
	memcpy(kernel.last[head.command], (const uint8_t *)cmd + sizeof(head),
	       bytes - sizeof(head));
	if (kernel.fails[head.command])
		return kernel.fails[head.command];
	if (head.command == UCMA_CMD_GET_EVENT && kernel.next == kernel.end)
		return EAGAIN;
	memcpy(&response, kernel.last[head.command], sizeof(response));
	respond(head.command, (void *)(uintptr_t)response);
	return 0;
}

static int fresh(void **state)
{
	static const struct inverbs_transport_ops ops = {.command = command};

	(void)state;
	memset(&kernel, 0, sizeof(kernel));
	kernel.base.ops = &ops;
	kernel.event_bytes = sizeof(kernel.events[0]);
	id = inverbs_cm_id_alloc(&channel.cm, NULL, RDMA_PS_TCP, IBV_QPT_RC);
	if (!id)
		return 1;
	id->handle = HANDLE;
	return 0;
}

static int done(void **state)
{
	(void)state;
	id->device = NULL;
	inverbs_cm_id_free(id);
	return 0;
}

static struct ucma_get_event_resp *happens(enum ucma_event what)
{
	struct ucma_get_event_resp *const record = &kernel.events[kernel.end++];

	*record = (struct ucma_get_event_resp){.uid = (uintptr_t)id, .id = HANDLE, .event = what};
	return record;
}

static void expect(enum rdma_cm_event_type what, int status)
{
	assert_int_equal(rdma_get_cm_event(&channel.cm, &event), 0);
	assert_int_equal(event->event, what);
	assert_int_equal(event->status, status);
	assert_ptr_equal(event->id, &id->cm);
	assert_int_equal(rdma_ack_cm_event(event), 0);
}

static void expect_none(void)
{
	errno = 0;
	assert_int_equal(rdma_get_cm_event(&channel.cm, &event), -1);
	assert_int_equal(errno, EAGAIN);
}

/* A queue pair of a device of which nothing is known but that it responds. */
static struct ibv_qp *make_qp(struct inverbs_context *ctx, enum ibv_qp_type type,
			      struct ibv_pd **pd, struct ibv_cq **cq)
{
	struct ibv_qp_init_attr attr = {.qp_type = type, .cap = {1, 1, 1, 1, 0}};

	*pd = ibv_alloc_pd(&ctx->ibv);
	*cq = ibv_create_cq(&ctx->ibv, 4, NULL, NULL, 0);
	assert_true(*pd && *cq);
	attr.send_cq = attr.recv_cq = *cq;
	return ibv_create_qp(*pd, &attr);
}

static void free_qp(struct inverbs_context *ctx, struct ibv_qp *qp, struct ibv_pd *pd,
		    struct ibv_cq *cq)
{
	assert_int_equal(ibv_destroy_qp(qp), 0);
	assert_int_equal(ibv_destroy_cq(cq), 0);
	assert_int_equal(ibv_dealloc_pd(pd), 0);
	fake_context_free(ctx);
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

/* Its peer learns at once that it waits for nothing. */
static void a_request_of_unknown_addresses_is_refused(void **state)
{
	struct ucma_destroy_id_req sent;

	(void)state;
	happens(UCMA_EVENT_CONNECT_REQUEST)->id = NEW_HANDLE;
	happens(UCMA_EVENT_DISCONNECTED);
	kernel.fails[UCMA_CMD_QUERY] = EIO;
	expect(RDMA_CM_EVENT_DISCONNECTED, 0); /* the request is not reported */
	assert_int_equal(kernel.count[UCMA_CMD_DESTROY_ID], 1);
	memcpy(&sent, kernel.last[UCMA_CMD_DESTROY_ID], sizeof(sent));
	assert_int_equal(sent.id, NEW_HANDLE);
	assert_null(inverbs_cm_id_find(NEW_HANDLE));
	assert_int_equal(id->acked, 2); /* both were taken from the kernel */
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
	expect_none(); /* what the peer says to it afterwards means nothing */
	assert_int_equal(id->acked, 3);
	id->cm.qp = NULL;
	free_qp(ctx, qp, pd, cq);
}

/* What only a reliable connection has is left out of the kernel's attributes. */
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
	/* some kernels set bits that mean nothing here */
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
	assert_int_equal(inverbs_cm_qp_up(id, 3, 4), 0);
	memcpy(&sent, t.last, sizeof(sent));
	assert_int_equal(sent.qp_state, IBV_QPS_RTS);
	assert_int_equal(sent.max_rd_atomic, 4);
	assert_int_equal(inverbs_cm_qp_up(id, INVERBS_CM_AS_KERNEL, INVERBS_CM_AS_KERNEL), 0);
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

/* Kernels before 5.10 give no vendor's options. */
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

/* ---- what is refused before the kernel is asked ---- */

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

/* The completion queues that were made for it are gone with it. */
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
	assert_int_equal(id->cm.send_cq->cqe, 1); /* the least */
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
	assert_int_equal(rdma_get_src_port(&id->cm), 0); /* no family yet */
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
	id->cm.qp = &none; /* which has its own */
	assert_int_equal(rdma_set_local_ece(&id->cm, &ece), -1);
	assert_int_equal(rdma_get_remote_ece(&id->cm, &ece), -1);
	id->cm.qp = NULL;
}

/* One that cannot be moved to INIT is destroyed. */
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
			 -1); /* with one of its own */
	assert_int_equal(errno, ENODEV);
	assert_int_equal(unsetenv("INVERBS_EMULATOR"), 0);
	kernel.fails[UCMA_CMD_CREATE_ID] = ENOMEM;
	assert_int_equal(rdma_create_id(&channel.cm, &none, NULL, RDMA_PS_TCP), -1);
	assert_int_equal(errno, ENOMEM);
}

/* ---- groups ---- */

static struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {0x0100e0efU}};

static void group_found(uint64_t uid)
{
	struct ucma_get_event_resp *const record = happens(UCMA_EVENT_MULTICAST_JOIN);

	record->uid = uid;
	memset(record->param.ud.ah_attr.grh.dgid, 0xff, 16);
	record->param.ud.ah_attr.dlid = MLID;
}

static void a_group_is_left_with_its_queue_pair(void **state)
{
	struct fake_transport t;
	struct inverbs_context *ctx = fake_context(&t, false);
	struct uverbs_detach_mcast_req detached;
	struct ucma_leave_mcast_req left;
	struct ibv_pd *pd;
	struct ibv_cq *cq;
	struct ibv_qp *qp = make_qp(ctx, IBV_QPT_UD, &pd, &cq);

	(void)state;
	id->cm.qp = qp;
	id->cm.qp_type = IBV_QPT_UD;
	assert_int_equal(rdma_join_multicast(&id->cm, (struct sockaddr *)&address, &t), 0);
	group_found((uintptr_t)id->groups);
	assert_int_equal(rdma_get_cm_event(&channel.cm, &event), 0);
	assert_ptr_equal(event->param.ud.private_data, &t);
	assert_int_equal(rdma_ack_cm_event(event), 0);
	assert_int_equal(id->groups->acked, 1);
	assert_int_equal(t.last_command, UVERBS_CMD_ATTACH_MCAST);
	assert_int_equal(rdma_leave_multicast(&id->cm, (struct sockaddr *)&address), 0);
	assert_int_equal(t.last_command, UVERBS_CMD_DETACH_MCAST);
	memcpy(&detached, t.last, sizeof(detached));
	assert_int_equal(detached.gid[0], 0xff);
	assert_int_equal(detached.mlid, MLID);
	memcpy(&left, kernel.last[UCMA_CMD_LEAVE_MCAST], sizeof(left));
	assert_int_equal(left.id, GROUP);
	assert_null(id->groups);
	id->cm.qp = NULL;
	free_qp(ctx, qp, pd, cq);
}

static void a_queue_pair_that_cannot_be_attached(void **state)
{
	struct fake_transport t;
	struct inverbs_context *ctx = fake_context(&t, false);
	struct ibv_pd *pd;
	struct ibv_cq *cq;
	struct ibv_qp *qp = make_qp(ctx, IBV_QPT_UD, &pd, &cq);

	(void)state;
	id->cm.qp = qp;
	id->cm.qp_type = IBV_QPT_UD;
	assert_int_equal(rdma_join_multicast(&id->cm, (struct sockaddr *)&address, NULL), 0);
	group_found((uintptr_t)id->groups);
	t.fail_command = UVERBS_CMD_ATTACH_MCAST;
	t.fail_error = ENOMEM;
	expect(RDMA_CM_EVENT_MULTICAST_ERROR, -ENOMEM);
	assert_int_equal(rdma_leave_multicast(&id->cm, (struct sockaddr *)&address), 0);
	assert_int_equal(t.last_command, UVERBS_CMD_ATTACH_MCAST); /* nothing to detach */
	id->cm.qp = NULL;
	free_qp(ctx, qp, pd, cq);
}

static void joins_that_fail_leave_nothing(void **state)
{
	struct rdma_cm_join_mc_attr_ex attr = {.comp_mask = RDMA_CM_JOIN_MC_ATTR_ADDRESS |
							    RDMA_CM_JOIN_MC_ATTR_JOIN_FLAGS,
					       .join_flags = RDMA_MC_JOIN_FLAG_SENDONLY_FULLMEMBER,
					       .addr = (struct sockaddr *)&address};
	struct sockaddr unknown = {.sa_family = AF_UNSPEC};
	struct ucma_join_mcast_req sent;

	(void)state;
	errno = 0;
	assert_int_equal(rdma_join_multicast(&id->cm, &unknown, NULL), -1);
	assert_int_equal(errno, EINVAL);
	assert_int_equal(rdma_join_multicast(&id->cm, NULL, NULL), -1);
	assert_int_equal(rdma_join_multicast_ex(&id->cm, NULL, NULL), -1);
	attr.comp_mask = RDMA_CM_JOIN_MC_ATTR_ADDRESS;
	assert_int_equal(rdma_join_multicast_ex(&id->cm, &attr, NULL), -1);
	attr.comp_mask |= RDMA_CM_JOIN_MC_ATTR_JOIN_FLAGS;
	attr.join_flags = RDMA_MC_JOIN_FLAG_RESERVED;
	assert_int_equal(rdma_join_multicast_ex(&id->cm, &attr, NULL), -1);
	assert_int_equal(kernel.count[UCMA_CMD_JOIN_MCAST], 0);
	attr.join_flags = RDMA_MC_JOIN_FLAG_SENDONLY_FULLMEMBER;
	kernel.fails[UCMA_CMD_JOIN_MCAST] = ENODEV;
	assert_int_equal(rdma_join_multicast_ex(&id->cm, &attr, NULL), -1);
	assert_int_equal(errno, ENODEV);
	memcpy(&sent, kernel.last[UCMA_CMD_JOIN_MCAST], sizeof(sent));
	assert_int_equal(sent.join_flags, RDMA_MC_JOIN_FLAG_SENDONLY_FULLMEMBER);
	assert_int_equal(sent.addr_size, sizeof(address));
	assert_int_equal(sent.id, HANDLE);
	assert_null(id->groups);
	assert_int_equal(rdma_leave_multicast(&id->cm, (struct sockaddr *)&address), -1);
	assert_int_equal(errno, EADDRNOTAVAIL);
}

/* Of several groups the one of that address is left, the others stay. */
static void groups_are_told_apart(void **state)
{
	struct sockaddr_in others[3] = {address, address, address};
	struct inverbs_cm_group *kept;

	(void)state;
	for (int i = 0; i < 3; i++) {
		others[i].sin_port = (in_port_t)(i + 1);
		assert_int_equal(rdma_join_multicast(&id->cm, (struct sockaddr *)&others[i], NULL),
				 0);
	}
	kernel.fails[UCMA_CMD_LEAVE_MCAST] = EBUSY;
	errno = 0;
	assert_int_equal(rdma_leave_multicast(&id->cm, (struct sockaddr *)&others[1]), -1);
	assert_int_equal(errno, EBUSY);
	kernel.fails[UCMA_CMD_LEAVE_MCAST] = 0;
	kept = id->groups;
	assert_int_equal(rdma_leave_multicast(&id->cm, (struct sockaddr *)&others[0]), 0);
	assert_ptr_equal(id->groups, kept);
	assert_memory_equal(&kept->addr, &others[2], sizeof(others[2]));
	assert_memory_equal(&kept->next->addr, &others[1], sizeof(others[1]));
	assert_null(kept->next->next); /* both are freed with the identifier */
}

int main(void)
{
#define WITH_ID(name) cmocka_unit_test_setup_teardown(name, fresh, done)
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
		WITH_ID(both_addresses_have_a_family),
		WITH_ID(a_queue_pair_may_bring_its_completion_queue),
		WITH_ID(ports_are_those_of_the_addresses),
		WITH_ID(an_offer_has_the_vendors_options),
		WITH_ID(no_queue_pair_without_its_attributes),
		WITH_ID(no_channel_without_a_device),
		WITH_ID(a_group_is_left_with_its_queue_pair),
		WITH_ID(a_queue_pair_that_cannot_be_attached),
		WITH_ID(joins_that_fail_leave_nothing),
		WITH_ID(groups_are_told_apart),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
