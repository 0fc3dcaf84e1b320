/* SPDX-License-Identifier: BSD-2-Clause */
/* Multicast groups of the connection manager: joining, attaching the queue pair, leaving. */
#include <pthread.h>
#include <unistd.h>

#include "cm_kernel.h"

enum {
	MLID = 0xc005
};

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
	assert_int_equal(t.last_command, UVERBS_CMD_ATTACH_MCAST); /* no DETACH_MCAST */
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

/* Of several groups, only the one with the given address is left. */
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

/* Without a queue pair the program attaches its own, and one that only sends is not attached. */
static void not_every_member_is_attached(void **state)
{
	struct rdma_cm_join_mc_attr_ex attr = {.comp_mask = RDMA_CM_JOIN_MC_ATTR_ADDRESS |
							    RDMA_CM_JOIN_MC_ATTR_JOIN_FLAGS,
					       .join_flags = RDMA_MC_JOIN_FLAG_SENDONLY_FULLMEMBER,
					       .addr = (struct sockaddr *)&address};
	struct ucma_join_mcast_req sent;
	struct ibv_qp none;

	(void)state;
	id->cm.qp_type = IBV_QPT_UD;
	assert_int_equal(rdma_join_multicast(&id->cm, (struct sockaddr *)&address, NULL), 0);
	memcpy(&sent, kernel.last[UCMA_CMD_JOIN_MCAST], sizeof(sent));
	assert_int_equal(sent.id, HANDLE);
	assert_int_equal(sent.join_flags, UCMA_JOIN_FLAG_FULL_MEMBER);
	assert_int_equal(sent.addr_size, sizeof(address));
	assert_memory_equal(sent.addr, &address, sizeof(address));
	assert_true(sent.uid == (uintptr_t)id->groups);
	group_found((uintptr_t)id->groups);
	expect(RDMA_CM_EVENT_MULTICAST_JOIN, 0);
	assert_false(id->groups->attached);
	assert_int_equal(rdma_leave_multicast(&id->cm, (struct sockaddr *)&address), 0);
	assert_int_equal(rdma_join_multicast_ex(&id->cm, &attr, NULL), 0);
	memcpy(&sent, kernel.last[UCMA_CMD_JOIN_MCAST], sizeof(sent));
	assert_int_equal(sent.join_flags, RDMA_MC_JOIN_FLAG_SENDONLY_FULLMEMBER);
	id->cm.qp = &none;
	group_found((uintptr_t)id->groups);
	expect(RDMA_CM_EVENT_MULTICAST_JOIN, 0);
	assert_false(id->groups->attached);
	assert_int_equal(rdma_leave_multicast(&id->cm, (struct sockaddr *)&address), 0);
	assert_null(id->groups);
	id->cm.qp = NULL;
}

static void joins_have_an_address_and_known_flags(void **state)
{
	struct rdma_cm_join_mc_attr_ex attr = {.comp_mask = RDMA_CM_JOIN_MC_ATTR_ADDRESS,
					       .addr = (struct sockaddr *)&address};

	(void)state;
	errno = 0;
	assert_int_equal(rdma_join_multicast_ex(&id->cm, &attr, NULL), -1);
	assert_int_equal(errno, EINVAL);
	attr.comp_mask |= RDMA_CM_JOIN_MC_ATTR_JOIN_FLAGS;
	attr.join_flags = RDMA_MC_JOIN_FLAG_RESERVED;
	errno = 0;
	assert_int_equal(rdma_join_multicast_ex(&id->cm, &attr, NULL), -1);
	assert_int_equal(errno, EINVAL);
	errno = 0;
	assert_int_equal(rdma_join_multicast_ex(&id->cm, NULL, NULL), -1);
	assert_int_equal(errno, EINVAL);
	errno = 0;
	assert_int_equal(rdma_join_multicast(&id->cm, NULL, NULL), -1);
	assert_int_equal(errno, EINVAL);
	errno = 0;
	assert_int_equal(rdma_leave_multicast(&id->cm, NULL), -1);
	assert_int_equal(errno, EADDRNOTAVAIL);
	assert_int_equal(kernel.count[UCMA_CMD_JOIN_MCAST], 0);
	assert_null(id->groups);
}

static int acknowledged;

static void *acknowledge(void *group)
{
	usleep(20000);
	acknowledged = 1;
	inverbs_cm_count_acks(id, &((struct inverbs_cm_group *)group)->acked, 1);
	return NULL;
}

/* Another thread acknowledges the last one a little later. */
static void a_group_is_left_after_its_events(void **state)
{
	pthread_t thread;

	(void)state;
	assert_int_equal(rdma_join_multicast(&id->cm, (struct sockaddr *)&address, NULL), 0);
	kernel.reported = 1;
	assert_int_equal(pthread_create(&thread, NULL, acknowledge, id->groups), 0);
	assert_int_equal(rdma_leave_multicast(&id->cm, (struct sockaddr *)&address), 0);
	assert_int_equal(acknowledged, 1);
	pthread_join(thread, NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_ID(a_group_is_left_with_its_queue_pair),
		WITH_ID(a_queue_pair_that_cannot_be_attached),
		WITH_ID(joins_that_fail_leave_nothing),
		WITH_ID(groups_are_told_apart),
		WITH_ID(not_every_member_is_attached),
		WITH_ID(a_group_is_left_after_its_events),
		WITH_ID(joins_have_an_address_and_known_flags),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
