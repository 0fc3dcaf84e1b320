/* SPDX-License-Identifier: BSD-2-Clause */
/* Identifiers: creation, destruction, migration, and the counts of events. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

#include <cmocka.h>

#include "runtime/cm/cm.h"

enum {
	HANDLE = 40, /**< the first handle that the kernel returns */
	COMMANDS = 32
};

/** The simulated kernel, and the channels that the library creates. */
static struct {
	struct inverbs_transport transport;
	int fails[COMMANDS], count[COMMANDS];
	uint8_t last[COMMANDS][64];
	const struct inverbs_transport *asked;
	uint32_t reported; /**< number of events reported, in responses */
	uint32_t handle;
	int channels, drops;
	bool no_channel;
} kernel;

static struct inverbs_cm_channel given = {.transport = &kernel.transport};

static int command(struct inverbs_transport *t, const void *cmd, size_t bytes)
{
	struct uverbs_byte_header head;
	uint64_t response;

	memcpy(&head, cmd, sizeof(head));
	assert_true(head.command < COMMANDS && bytes - sizeof(head) <= sizeof(kernel.last[0]));
	kernel.count[head.command]++;
	memcpy(kernel.last[head.command], (const uint8_t *)cmd + sizeof(head),
	       bytes - sizeof(head));
	kernel.asked = t;
	if (kernel.fails[head.command])
		return kernel.fails[head.command];
	memcpy(&response,
	       kernel.last[head.command] + (head.command == UCMA_CMD_CREATE_ID
						    ? offsetof(struct ucma_create_id_req, response)
						    : 0),
	       sizeof(response));
	switch (head.command) {
	case UCMA_CMD_CREATE_ID:
		((struct ucma_create_id_resp *)(uintptr_t)response)->id = kernel.handle;
		break;
	case UCMA_CMD_DESTROY_ID:
		((struct ucma_destroy_id_resp *)(uintptr_t)response)->events_reported =
			kernel.reported;
		break;
	case UCMA_CMD_MIGRATE_ID:
		((struct ucma_migrate_id_resp *)(uintptr_t)response)->events_reported =
			kernel.reported;
		break;
	default:
		break;
	}
	return 0;
}

struct rdma_event_channel *rdma_create_event_channel(void)
{
	struct inverbs_cm_channel *channel;

	if (kernel.no_channel)
		return inverbs_fail(EMFILE);
	channel = calloc(1, sizeof(*channel));
	channel->transport = &kernel.transport;
	channel->cm.fd = 90 + kernel.channels++;
	return &channel->cm;
}

void rdma_destroy_event_channel(struct rdma_event_channel *channel)
{
	kernel.channels--;
	free(channel);
}

void inverbs_cm_device_detach(struct inverbs_cm_id *id)
{
	id->device = NULL;
}

void inverbs_cm_drop_event(struct inverbs_cm_id *id)
{
	(void)id;
	kernel.drops++;
}

static int reset_kernel(void **state)
{
	static const struct inverbs_transport_ops ops = {.command = command};

	(void)state;
	memset(&kernel, 0, sizeof(kernel));
	kernel.transport.ops = &ops;
	kernel.handle = HANDLE;
	given.cm.fd = 77;
	return 0;
}

static void an_identifier_is_told_to_the_kernel(void **state)
{
	static const struct {
		enum rdma_port_space ps;
		enum ibv_qp_type type;
	} rows[] = {{RDMA_PS_TCP, IBV_QPT_RC},
		    {RDMA_PS_IB, IBV_QPT_RC},
		    {RDMA_PS_UDP, IBV_QPT_UD},
		    {RDMA_PS_IPOIB, IBV_QPT_UD}};
	struct ucma_destroy_id_req destroyed;
	struct ucma_create_id_req created;
	struct rdma_cm_id *id;
	int context;

	(void)state;
	for (size_t i = 0; i < 4; i++) {
		assert_int_equal(rdma_create_id(&given.cm, &id, &context, rows[i].ps), 0);
		assert_ptr_equal(id->channel, &given.cm);
		assert_ptr_equal(id->context, &context);
		assert_int_equal(id->ps, rows[i].ps);
		assert_int_equal(id->qp_type, rows[i].type);
		assert_false(inverbs_cm_id_of(id)->waits);
		memcpy(&created, kernel.last[UCMA_CMD_CREATE_ID], sizeof(created));
		assert_true(created.uid == (uintptr_t)id);
		assert_int_equal(created.ps, rows[i].ps);
		assert_int_equal(created.qp_type, rows[i].type);
		assert_ptr_equal(inverbs_cm_id_find(HANDLE), id);
		assert_int_equal(rdma_destroy_id(id), 0);
		memcpy(&destroyed, kernel.last[UCMA_CMD_DESTROY_ID], sizeof(destroyed));
		assert_int_equal(destroyed.id, HANDLE);
		assert_null(inverbs_cm_id_find(HANDLE));
		assert_int_equal(kernel.drops, i + 1);
	}
	assert_int_equal(kernel.channels, 0);
}

static void an_identifier_may_have_a_channel_of_its_own(void **state)
{
	struct rdma_cm_id *id;

	(void)state;
	assert_int_equal(rdma_create_id(NULL, &id, NULL, RDMA_PS_TCP), 0);
	assert_int_equal(kernel.channels, 1);
	assert_int_equal(id->channel->fd, 90);
	assert_true(inverbs_cm_id_of(id)->waits);
	assert_int_equal(rdma_destroy_id(id), 0);
	assert_int_equal(kernel.channels, 0);
}

static void creation_fails(struct rdma_event_channel *channel, int err)
{
	struct rdma_cm_id *id = NULL;

	errno = 0;
	assert_int_equal(rdma_create_id(channel, &id, NULL, RDMA_PS_TCP), -1);
	assert_int_equal(errno, err);
	assert_null(id);
	assert_int_equal(kernel.channels, 0);
	assert_null(inverbs_cm_id_find(HANDLE));
}

static void what_cannot_be_created_leaves_nothing(void **state)
{
	(void)state;
	kernel.fails[UCMA_CMD_CREATE_ID] = EIO;
	creation_fails(&given.cm, EIO);
	creation_fails(NULL, EIO);
	assert_int_equal(kernel.count[UCMA_CMD_CREATE_ID], 2);
	kernel.no_channel = true;
	creation_fails(NULL, EMFILE);
	assert_int_equal(kernel.count[UCMA_CMD_CREATE_ID], 2);
	errno = 0;
	assert_int_equal(rdma_create_id(&given.cm, NULL, NULL, RDMA_PS_TCP), -1);
	assert_int_equal(errno, EINVAL);
}

/* EIO means that the device is gone: the identifier is destroyed. After other errors it is kept. */
static void an_end_may_fail(void **state)
{
	struct rdma_cm_id *id;

	(void)state;
	assert_int_equal(rdma_create_id(&given.cm, &id, NULL, RDMA_PS_TCP), 0);
	kernel.fails[UCMA_CMD_DESTROY_ID] = EBUSY;
	errno = 0;
	assert_int_equal(rdma_destroy_id(id), -1);
	assert_int_equal(errno, EBUSY);
	assert_int_equal(kernel.drops, 0);
	kernel.fails[UCMA_CMD_DESTROY_ID] = EIO;
	assert_int_equal(rdma_destroy_id(id), 0);
	assert_int_equal(kernel.drops, 1);
}

/* The identifier whose last events another thread acknowledges a little later. */
static struct inverbs_cm_id *late;
static int acked_by;

static void *acknowledge(void *argument)
{
	usleep(20000);
	acked_by = 1;
	inverbs_cm_count_acks(late, argument, 2);
	return NULL;
}

static pthread_t acknowledge_later(struct inverbs_cm_id *id)
{
	pthread_t thread;

	late = id;
	acked_by = 0;
	id->acked = 1;
	kernel.reported = 3;
	assert_int_equal(pthread_create(&thread, NULL, acknowledge, &id->acked), 0);
	return thread;
}

static void an_end_waits_for_events(void **state)
{
	struct rdma_cm_id *id;
	pthread_t thread;

	(void)state;
	assert_int_equal(rdma_create_id(&given.cm, &id, NULL, RDMA_PS_TCP), 0);
	thread = acknowledge_later(inverbs_cm_id_of(id));
	assert_int_equal(rdma_destroy_id(id), 0);
	assert_int_equal(acked_by, 1);
	pthread_join(thread, NULL);
}

/* The counts may wrap at 2^32, and the program may have acknowledged more events than the kernel
 * had counted. */
static void acknowledged_events_are_not_waited_for(void **state)
{
	struct inverbs_cm_id *const id = inverbs_cm_id_alloc(&given.cm, NULL, RDMA_PS_TCP,
							     IBV_QPT_RC);
	uint32_t acked = 0xfffffffe;

	(void)state;
	assert_non_null(id);
	inverbs_cm_wait_acks(id, &acked, 0xfffffffe);
	inverbs_cm_wait_acks(id, &acked, 0xfffffffd);
	inverbs_cm_count_acks(id, &acked, 4);
	assert_int_equal(acked, 2);
	inverbs_cm_wait_acks(id, &acked, 1);
	inverbs_cm_wait_acks(id, &acked, 0xfffffffe);
	inverbs_cm_id_free(id);
}

static void an_identifier_migrates(void **state)
{
	struct inverbs_transport to_transport = kernel.transport;
	struct inverbs_cm_channel to = {.transport = &to_transport};
	struct ucma_migrate_id_req sent;
	struct rdma_cm_id *id;
	pthread_t thread;

	(void)state;
	assert_int_equal(rdma_create_id(&given.cm, &id, NULL, RDMA_PS_TCP), 0);
	thread = acknowledge_later(inverbs_cm_id_of(id));
	assert_int_equal(rdma_migrate_id(id, &to.cm), 0);
	assert_int_equal(acked_by, 1);
	pthread_join(thread, NULL);
	assert_ptr_equal(kernel.asked, &to_transport);
	memcpy(&sent, kernel.last[UCMA_CMD_MIGRATE_ID], sizeof(sent));
	assert_int_equal(sent.id, HANDLE);
	assert_int_equal(sent.fd, 77);
	assert_ptr_equal(id->channel, &to.cm);
	assert_int_equal(kernel.drops, 1);
	assert_false(inverbs_cm_id_of(id)->waits);
	/* to a channel that only this identifier uses */
	kernel.reported = 0;
	assert_int_equal(rdma_migrate_id(id, NULL), 0);
	assert_int_equal(kernel.channels, 1);
	assert_int_equal(id->channel->fd, 90);
	assert_true(inverbs_cm_id_of(id)->waits);
	errno = 0;
	assert_int_equal(rdma_migrate_id(id, NULL), -1); /* it already has one */
	assert_int_equal(errno, EINVAL);
	/* and back, which destroys that channel */
	assert_int_equal(rdma_migrate_id(id, &given.cm), 0);
	assert_int_equal(kernel.channels, 0);
	assert_false(inverbs_cm_id_of(id)->waits);
	assert_ptr_equal(id->channel, &given.cm);
	assert_int_equal(rdma_destroy_id(id), 0);
}

static void a_migration_may_fail(void **state)
{
	struct rdma_cm_id *id;

	(void)state;
	assert_int_equal(rdma_create_id(&given.cm, &id, NULL, RDMA_PS_TCP), 0);
	kernel.fails[UCMA_CMD_MIGRATE_ID] = ENODEV;
	for (int own = 0; own < 2; own++) {
		errno = 0;
		assert_int_equal(rdma_migrate_id(id, own ? NULL : &given.cm), -1);
		assert_int_equal(errno, ENODEV);
		assert_int_equal(kernel.channels, 0);
		assert_int_equal(kernel.drops, 0);
		assert_ptr_equal(id->channel, &given.cm);
	}
	kernel.no_channel = true;
	assert_int_equal(rdma_migrate_id(id, NULL), -1);
	assert_int_equal(errno, EMFILE);
	assert_int_equal(kernel.count[UCMA_CMD_MIGRATE_ID], 2);
	assert_int_equal(rdma_destroy_id(id), 0);
}

static void handles_may_be_large(void **state)
{
	struct inverbs_cm_id ids[3] = {{.handle = 15}, {.handle = 16}, {.handle = 1000}};

	(void)state;
	for (int i = 0; i < 3; i++)
		assert_int_equal(inverbs_cm_id_register(&ids[i]), 0);
	for (int i = 0; i < 3; i++)
		assert_ptr_equal(inverbs_cm_id_find(ids[i].handle), &ids[i]);
	for (uint32_t handle = 0; handle < 1100; handle++)
		assert_int_equal(inverbs_cm_id_find(handle) != NULL,
				 handle == 15 || handle == 16 || handle == 1000);
	for (int i = 0; i < 3; i++)
		inverbs_cm_id_unregister(&ids[i]);
}

int main(void)
{
#define FRESH(name) cmocka_unit_test_setup(name, reset_kernel)
	const struct CMUnitTest tests[] = {
		FRESH(handles_may_be_large),
		FRESH(an_identifier_is_told_to_the_kernel),
		FRESH(an_identifier_may_have_a_channel_of_its_own),
		FRESH(what_cannot_be_created_leaves_nothing),
		FRESH(an_end_may_fail),
		FRESH(an_end_waits_for_events),
		FRESH(acknowledged_events_are_not_waited_for),
		FRESH(an_identifier_migrates),
		FRESH(a_migration_may_fail),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
