/* SPDX-License-Identifier: BSD-2-Clause */
/* Connections: looking them up, creating and closing them, their timers and their queue pairs. */
#include <arpa/inet.h>
#include <stdlib.h>

#include "cm.h"

enum {
	NUMBER_SHIFT = 16,
	NS_PER_MS = 1000000,
	UNIT_NS = 4096,
	EXPONENT_MAX = 31
};

static struct iba_cm *cm_of(struct iba_object *object)
{
	return (struct iba_cm *)object;
}

/* --- stopping and releasing ----------------------------------------------------------------- */

static void put_qp(struct iba_qp *qp)
{
	if (qp)
		iba_put(&qp->reporter.object);
}

/* The program has closed the instance. */
static void abandon_on_stop(struct iba_job *job)
{
	struct iba_cm *cm = IBA_CONTAINER(job, struct iba_cm, stopping);
	struct iba_qp *qp = NULL;

	iba_cm_lock(cm);
	if (cm->state != IBA_CM_CLOSED) {
		iba_cm_abandon(cm);
		iba_cm_close(cm);
		qp = iba_cm_detach(cm);
	}
	iba_cm_unlock(cm);
	iba_cm_signal_finished(cm);
	put_qp(qp);
	iba_put(&cm->object);
}

static void stop_cm(struct iba_object *object)
{
	object->references++;
	iba_defer(&cm_of(object)->stopping);
}

static void end_cm(struct iba_job *job)
{
	struct iba_cm *cm = IBA_CONTAINER(job, struct iba_cm, ending);
	struct iba_qp *qp;

	iba_cm_lock(cm);
	qp = iba_cm_detach(cm);
	iba_cm_unlock(cm);
	put_qp(qp);
	iba_destroy(&cm->object, NULL);
}

static void unlink_from_port(struct iba_cm *cm)
{
	struct iba_cm **at = &cm->port->connections;

	while (*at && *at != cm)
		at = &(*at)->next;
	if (*at)
		*at = cm->next;
}

void iba_cm_close(struct iba_cm *cm)
{
	if (cm->state == IBA_CM_CLOSED)
		return;
	cm->state = IBA_CM_CLOSED;
	iba_cm_stop_expecting_peer(cm);
	iba_cm_timer_clear(cm);
	unlink_from_port(cm);
	iba_hold(&cm->object);
	iba_defer(&cm->ending);
}

void iba_cm_time_wait(struct iba_cm *cm)
{
	cm->state = IBA_CM_TIME_WAIT;
	iba_cm_timer_set(cm, cm->time_wait_ms);
}

/* --- creating and looking up ---------------------------------------------------------------- */

static void expire_timer(struct iba_job *job);
static void part_from_qp(struct iba_job *job);

static bool id_is_used(const struct iba_cm_port *port, uint32_t id)
{
	const struct iba_cm *at = port->connections;

	while (at && at->local_id != id)
		at = at->next;
	return at;
}

/* Before it is in the list, it cannot be found by its id. */
static void link_to_port(struct iba_cm *cm)
{
	struct iba_cm_port *port = cm->port;

	pthread_mutex_lock(&port->lock);
	do {
		if (!++port->last)
			port->last = 1;
		cm->local_id = port->number << NUMBER_SHIFT | port->last;
	} while (id_is_used(port, cm->local_id));
	cm->next = port->connections;
	port->connections = cm;
	pthread_mutex_unlock(&port->lock);
}

struct iba_cm *iba_cm_make(struct iba_cm_port *port)
{
	struct iba_cm *cm = calloc(1, sizeof(*cm));

	if (!cm)
		return NULL;
	cm->port = port;
	cm->deadline = UINT64_MAX;
	cm->object.stop = stop_cm;
	cm->timer.job.run = expire_timer;
	cm->stopping.run = abandon_on_stop;
	cm->parting.run = part_from_qp;
	cm->ending.run = end_cm;
	if (iba_add(&cm->object, INVERBS_IBA_CONNECTION, &port->object, NULL) != IB_SUCCESS) {
		free(cm);
		return NULL;
	}
	link_to_port(cm);
	return cm;
}

struct iba_cm *iba_cm_find(struct iba_cm_port *port, uint32_t local_id)
{
	struct iba_cm *at;

	pthread_mutex_lock(&port->lock);
	at = port->connections;
	while (at && at->local_id != local_id)
		at = at->next;
	if (at && iba_hold_alive(&at->object))
		return at;
	pthread_mutex_unlock(&port->lock);
	return NULL;
}

struct iba_cm *iba_cm_match(struct iba_cm_port *port, uint32_t local_id, uint32_t remote_id)
{
	struct iba_cm *cm = iba_cm_find(port, local_id);

	if (!cm || cm->remote_id == remote_id)
		return cm;
	iba_cm_put(cm);
	return NULL;
}

struct iba_cm *iba_cm_get(const ib_cm_handle_t *handle)
{
	struct iba_al *al = iba_get(handle->h_al, INVERBS_IBA_AL);
	const uint32_t id = ntohl(handle->cid);
	struct iba_cm_port *port;
	struct iba_cm *cm = NULL;

	if (!al)
		return NULL;
	port = iba_cm_port_by_number(al, id >> NUMBER_SHIFT);
	if (port) {
		cm = iba_cm_find(port, id);
		iba_put(&port->object);
	}
	iba_put(&al->object);
	return cm;
}

void iba_cm_lock(struct iba_cm *cm)
{
	pthread_mutex_lock(&cm->port->lock);
}

void iba_cm_unlock(struct iba_cm *cm)
{
	pthread_mutex_unlock(&cm->port->lock);
}

void iba_cm_put(struct iba_cm *cm)
{
	iba_cm_unlock(cm);
	iba_put(&cm->object);
}

ib_cm_handle_t iba_cm_handle(const struct iba_cm *cm)
{
	return (ib_cm_handle_t){
		.h_al = iba_handle(cm->port->object.parent),
		.h_qp = cm->qp ? iba_handle(&cm->qp->reporter.object) : NULL,
		.cid = htonl(cm->local_id),
	};
}

/* --- timers --------------------------------------------------------------------------------- */

uint32_t iba_cm_timeout_ms(uint8_t exponent)
{
	const unsigned int power = exponent > EXPONENT_MAX ? EXPONENT_MAX : exponent;

	return (uint32_t)(((uint64_t)UNIT_NS << power) / NS_PER_MS) + 1;
}

void iba_cm_timer_clear(struct iba_cm *cm)
{
	cm->deadline = UINT64_MAX;
	if (iba_timer_clear(&cm->timer))
		iba_put(&cm->object); /* the caller has another reference */
}

void iba_cm_timer_set(struct iba_cm *cm, uint32_t ms)
{
	iba_cm_timer_clear(cm);
	iba_hold(&cm->object);
	cm->deadline = iba_now_ms() + ms;
	iba_timer_set(&cm->timer, ms);
}

/* The timer may have been restarted or stopped since its job was queued. */
static void expire_timer(struct iba_job *job)
{
	struct iba_cm *cm = IBA_CONTAINER(job, struct iba_cm, timer.job);
	bool due;

	iba_cm_lock(cm);
	due = iba_now_ms() >= cm->deadline;
	if (due)
		cm->deadline = UINT64_MAX;
	iba_cm_unlock(cm);
	if (due)
		iba_cm_expired(cm);
	iba_put(&cm->object);
}

void iba_cm_signal_finished(struct iba_cm *cm)
{
	iba_cm_lock(cm);
	cm->finished = true;
	pthread_cond_broadcast(&cm->port->finished);
	iba_cm_unlock(cm);
}

void iba_cm_wait_finished(struct iba_cm *cm)
{
	iba_cm_lock(cm);
	while (!cm->finished)
		pthread_cond_wait(&cm->port->finished, &cm->port->lock);
	iba_cm_unlock(cm);
}

/* --- queue pairs ---------------------------------------------------------------------------- */

/* The queue pair is being destroyed. This ends the connection without further callbacks. */
static void part_from_qp(struct iba_job *job)
{
	struct iba_cm *cm = IBA_CONTAINER(job, struct iba_cm, parting);
	struct iba_qp *qp;

	iba_cm_lock(cm);
	qp = iba_cm_detach(cm);
	if (qp && cm->state == IBA_CM_CONNECTED) {
		iba_cm_disconnect(cm);
	} else if (qp && cm->state != IBA_CM_DREQ_SENT && cm->state != IBA_CM_TIME_WAIT) {
		iba_cm_abandon(cm);
		iba_cm_close(cm);
	}
	cm->drep = NULL;
	iba_cm_unlock(cm);
	iba_cm_signal_finished(cm);
	put_qp(qp);
	iba_put(&cm->object);
}

/* iba_lock() is held. */
static void defer_parting(struct iba_qp *qp)
{
	struct iba_cm *cm = cm_of(qp->connection);

	cm->object.references++;
	iba_defer(&cm->parting);
}

ib_api_status_t iba_cm_attach(struct iba_cm *cm, struct iba_qp *qp)
{
	ib_api_status_t status = IB_SUCCESS;

	iba_lock();
	if (!qp->reporter.object.alive)
		status = IB_INVALID_QP_HANDLE;
	else if (qp->connection)
		status = IB_INVALID_QP_STATE;
	if (status == IB_SUCCESS) {
		qp->connection = &cm->object;
		qp->disconnect = defer_parting;
		qp->reporter.object.references++;
		cm->qp = qp;
	}
	iba_unlock();
	return status;
}

struct iba_qp *iba_cm_detach(struct iba_cm *cm)
{
	struct iba_qp *qp;

	iba_lock();
	qp = cm->qp;
	cm->qp = NULL;
	if (qp)
		qp->connection = NULL;
	iba_unlock();
	return qp;
}

struct iba_cm *iba_cm_of_qp(struct iba_qp *qp)
{
	struct iba_cm *cm;

	iba_lock();
	cm = (struct iba_cm *)qp->connection;
	if (cm && cm->object.alive)
		cm->object.references++;
	else
		cm = NULL;
	iba_unlock();
	if (!cm)
		return NULL;
	iba_cm_lock(cm);
	if (cm->qp == qp)
		return cm;
	iba_cm_put(cm);
	return NULL;
}
