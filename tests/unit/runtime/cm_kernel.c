/* SPDX-License-Identifier: BSD-2-Clause */
#include "cm_kernel.h"

struct cm_kernel kernel;
struct inverbs_cm_channel channel = {.transport = &kernel.base};
struct inverbs_cm_device device;
struct inverbs_cm_id *id;
struct rdma_cm_event *event;

static void respond(uint32_t number, void *to)
{
	switch (number) {
	case UCMA_CMD_GET_EVENT:
		memcpy(to, &kernel.events[kernel.next++], kernel.event_bytes);
		break;
	case UCMA_CMD_QUERY:
		memcpy(to, &kernel.query, sizeof(kernel.query));
		break;
	case UCMA_CMD_JOIN_MCAST:
		((struct ucma_join_mcast_resp *)to)->id = GROUP;
		break;
	case UCMA_CMD_LEAVE_MCAST:
		((struct ucma_leave_mcast_resp *)to)->events_reported = kernel.reported;
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

int kernel_setup(void **state)
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

int kernel_teardown(void **state)
{
	(void)state;
	id->device = NULL;
	inverbs_cm_id_free(id);
	return 0;
}

struct ucma_get_event_resp *happens(enum ucma_event what)
{
	struct ucma_get_event_resp *const record = &kernel.events[kernel.end++];

	*record = (struct ucma_get_event_resp){.uid = (uintptr_t)id, .id = HANDLE, .event = what};
	return record;
}

void expect(enum rdma_cm_event_type what, int status)
{
	assert_int_equal(rdma_get_cm_event(&channel.cm, &event), 0);
	assert_int_equal(event->event, what);
	assert_int_equal(event->status, status);
	assert_ptr_equal(event->id, &id->cm);
	assert_int_equal(rdma_ack_cm_event(event), 0);
}

struct ibv_qp *make_qp(struct inverbs_context *ctx, enum ibv_qp_type type, struct ibv_pd **pd,
		       struct ibv_cq **cq)
{
	struct ibv_qp_init_attr attr = {.qp_type = type, .cap = {1, 1, 1, 1, 0}};

	*pd = ibv_alloc_pd(&ctx->ibv);
	*cq = ibv_create_cq(&ctx->ibv, 4, NULL, NULL, 0);
	assert_true(*pd && *cq);
	attr.send_cq = attr.recv_cq = *cq;
	return ibv_create_qp(*pd, &attr);
}

void free_qp(struct inverbs_context *ctx, struct ibv_qp *qp, struct ibv_pd *pd, struct ibv_cq *cq)
{
	assert_int_equal(ibv_destroy_qp(qp), 0);
	assert_int_equal(ibv_destroy_cq(cq), 0);
	assert_int_equal(ibv_dealloc_pd(pd), 0);
	fake_context_free(ctx);
}
