/* SPDX-License-Identifier: BSD-2-Clause */
/* Identifiers: creation, destruction, migration between channels, event counts. */
#include "cm.h"

/* Identifiers by handle: the kernel assigns the lowest free one, so an array is enough. */
static struct {
	pthread_mutex_t lock;
	struct inverbs_cm_id **by_handle;
	size_t room;
} known = {.lock = PTHREAD_MUTEX_INITIALIZER};

static int grow_id_table(size_t needed)
{
	const size_t room = known.room + needed; /* more than twice as much */
	struct inverbs_cm_id **bigger;

	if (needed <= known.room)
		return 0;
	bigger = (struct inverbs_cm_id **)calloc(room, sizeof(struct inverbs_cm_id *));
	if (!bigger)
		return ENOMEM;
	for (size_t i = 0; i < known.room; i++)
		bigger[i] = known.by_handle[i];
	free((void *)known.by_handle);
	known.by_handle = bigger;
	known.room = room;
	return 0;
}

int inverbs_cm_id_register(struct inverbs_cm_id *id)
{
	int err;

	pthread_mutex_lock(&known.lock);
	err = grow_id_table((size_t)id->handle + 1);
	if (!err)
		known.by_handle[id->handle] = id;
	pthread_mutex_unlock(&known.lock);
	return err;
}

void inverbs_cm_id_unregister(struct inverbs_cm_id *id)
{
	pthread_mutex_lock(&known.lock);
	/* the handle may already belong to a new identifier */
	if (id->handle < known.room && known.by_handle[id->handle] == id)
		known.by_handle[id->handle] = NULL;
	pthread_mutex_unlock(&known.lock);
}

struct inverbs_cm_id *inverbs_cm_id_find(uint32_t handle)
{
	struct inverbs_cm_id *id;

	pthread_mutex_lock(&known.lock);
	id = handle < known.room ? known.by_handle[handle] : NULL;
	pthread_mutex_unlock(&known.lock);
	return id;
}

void inverbs_cm_count_acks(struct inverbs_cm_id *id, uint32_t *acked, uint32_t count)
{
	pthread_mutex_lock(&id->lock);
	*acked += count;
	pthread_cond_broadcast(&id->cond);
	pthread_mutex_unlock(&id->lock);
}

void inverbs_cm_wait_acks(struct inverbs_cm_id *id, const uint32_t *acked, uint32_t taken)
{
	pthread_mutex_lock(&id->lock);
	while ((int32_t)(taken - *acked) > 0)
		pthread_cond_wait(&id->cond, &id->lock);
	pthread_mutex_unlock(&id->lock);
}

struct inverbs_cm_id *inverbs_cm_id_alloc(struct rdma_event_channel *channel, void *context,
					  enum rdma_port_space ps, enum ibv_qp_type qp_type)
{
	struct inverbs_cm_id *id = calloc(1, sizeof(*id));

	if (!id)
		return NULL;
	id->cm.channel = channel;
	id->cm.context = context;
	id->cm.ps = ps;
	id->cm.qp_type = qp_type;
	pthread_mutex_init(&id->lock, NULL);
	pthread_cond_init(&id->cond, NULL);
	return id;
}

static void free_groups(struct inverbs_cm_id *id)
{
	struct inverbs_cm_group *group = id->groups;

	while (group) {
		struct inverbs_cm_group *next = group->next;

		free(group);
		group = next;
	}
}

void inverbs_cm_id_free(struct inverbs_cm_id *id)
{
	inverbs_cm_device_detach(id);
	free_groups(id);
	free(id->cm.route.path_rec);
	free(id->ep_data);
	if (id->waits && id->cm.channel)
		rdma_destroy_event_channel(id->cm.channel);
	pthread_cond_destroy(&id->cond);
	pthread_mutex_destroy(&id->lock);
	free(id);
}

/* Destroy the kernel's identifier. *taken becomes the number of events that the kernel reported. */
static int destroy_kernel_id(struct inverbs_cm_id *id, uint32_t *taken)
{
	struct ucma_destroy_id_req request = {.id = id->handle};
	struct ucma_destroy_id_resp response = {0};
	int err = ucma_call_destroy_id(inverbs_cm_transport(id), &request, &response);

	*taken = response.events_reported;
	return inverbs_ignore_gone(err);
}

static int create_kernel_id(struct inverbs_cm_id *id)
{
	struct ucma_create_id_req request = {
		.uid = (uintptr_t)id,
		.ps = (uint16_t)id->cm.ps,
		.qp_type = (uint8_t)id->cm.qp_type,
	};
	struct ucma_create_id_resp response;
	uint32_t taken;
	int err = ucma_call_create_id(inverbs_cm_transport(id), &request, &response);

	if (err)
		return err;
	id->handle = response.id;
	err = inverbs_cm_id_register(id);
	if (err)
		destroy_kernel_id(id, &taken);
	return err;
}

int inverbs_cm_id_create(struct rdma_event_channel *channel, struct rdma_cm_id **out, void *context,
			 enum rdma_port_space ps, enum ibv_qp_type qp_type)
{
	struct inverbs_cm_id *id = inverbs_cm_id_alloc(channel, context, ps, qp_type);
	int err;

	if (!id)
		return ENOMEM;
	id->waits = !channel;
	if (id->waits)
		id->cm.channel = rdma_create_event_channel();
	err = id->cm.channel ? create_kernel_id(id) : errno;
	if (err) {
		inverbs_cm_id_free(id);
		return err;
	}
	*out = &id->cm;
	return 0;
}

int rdma_create_id(struct rdma_event_channel *channel, struct rdma_cm_id **id, void *context,
		   enum rdma_port_space ps)
{
	bool datagrams = ps == RDMA_PS_UDP || ps == RDMA_PS_IPOIB;

	if (!id)
		return rdma_seterrno(EINVAL);
	return rdma_seterrno(inverbs_cm_id_create(channel, id, context, ps,
						  datagrams ? IBV_QPT_UD : IBV_QPT_RC));
}

int rdma_destroy_id(struct rdma_cm_id *id)
{
	struct inverbs_cm_id *own = inverbs_cm_id_of(id);
	uint32_t taken;
	int err;

	/* unregister before the kernel can reuse the handle */
	inverbs_cm_id_unregister(own);
	err = destroy_kernel_id(own, &taken);
	if (err)
		return rdma_seterrno(err);
	inverbs_cm_drop_event(own);
	inverbs_cm_wait_acks(own, &own->acked, taken);
	inverbs_cm_id_free(own);
	return 0;
}

int inverbs_cm_migrate(struct inverbs_cm_id *id, struct rdma_event_channel *channel)
{
	struct rdma_event_channel *old = id->cm.channel;
	struct ucma_migrate_id_req request = {.id = id->handle, .fd = (uint32_t)old->fd};
	struct rdma_event_channel *own = channel ? NULL : rdma_create_event_channel();
	struct rdma_event_channel *to = channel ? channel : own;
	struct ucma_migrate_id_resp response;
	int err;

	if (!to)
		return errno;
	err = ucma_call_migrate_id(((struct inverbs_cm_channel *)to)->transport, &request,
				   &response);
	if (err) {
		if (own)
			rdma_destroy_event_channel(own);
		return err;
	}
	inverbs_cm_drop_event(id);
	id->cm.channel = to;
	inverbs_cm_wait_acks(id, &id->acked, response.events_reported);
	if (id->waits)
		rdma_destroy_event_channel(old);
	id->waits = own != NULL;
	return 0;
}

int rdma_migrate_id(struct rdma_cm_id *id, struct rdma_event_channel *channel)
{
	struct inverbs_cm_id *own = inverbs_cm_id_of(id);

	if (own->waits && !channel)
		return rdma_seterrno(EINVAL);
	return rdma_seterrno(inverbs_cm_migrate(own, channel));
}
