/* SPDX-License-Identifier: BSD-2-Clause */
/* How the loop makes calls that may sleep: it leaves its stack during the call. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/carrier_internal.h"
#include "base/log.h"
#include "base/upcalls.h"

ssize_t softhca_call_client(pid_t pid, enum softhca_way way, const struct iovec *local,
			    unsigned int locals, const struct iovec *remote, unsigned int remotes)
{
	const ssize_t n = way == SOFTHCA_FROM_CLIENT
				  ? process_vm_readv(pid, local, locals, remote, remotes, 0)
				  : process_vm_writev(pid, local, locals, remote, remotes, 0);

	return n < 0 ? -errno : n;
}

/** May a call be made for this process, with a thread ready to take over if it sleeps? */
static bool can_call(const struct carriers *all, const struct softhca_process *process)
{
	return !process->stalled && !all->over && __atomic_load_n(&all->spares, __ATOMIC_ACQUIRE);
}

static struct carriers *carriers_of(const struct dma_space *space)
{
	return space->process ? space->process->hca->carriers : NULL;
}

bool softhca_is_stalled(const struct dma_space *space)
{
	const struct carriers *all = carriers_of(space);

	return all && !can_call(all, space->process);
}

void *softhca_reach_buffer(const struct dma_space *space)
{
	static _Alignas(64) uint8_t buffer[SOFTHCA_REACH_BYTES];
	struct carriers *all = carriers_of(space);

	return all ? all->leader->buffer : buffer;
}

static void mark_stalled(struct carriers *all, struct carrier *sleeper,
			 struct softhca_process *process)
{
	softhca_process_get(process);
	process->stalled = true;
	sleeper->process = process;
	if (sleeper->closes)
		softhca_log(
			all->hca, SOFTHCA_LOG_WARNING,
			"process %d passed a descriptor that cannot be closed yet: its transfers "
			"wait",
			(int)process->pid);
	else
		softhca_log(all->hca, SOFTHCA_LOG_WARNING,
			    "process %d has not served a page fault at or after 0x%llx: its "
			    "transfers wait",
			    (int)process->pid,
			    (unsigned long long)(uintptr_t)sleeper->remote[0].iov_base);
}

ssize_t softhca_reach(const struct dma_space *space, enum softhca_way way,
		      const struct iovec *local, unsigned int locals, const struct iovec *remote,
		      unsigned int remotes)
{
	struct carriers *all = carriers_of(space);
	struct carrier *me;

	if (!all)
		return softhca_call_client(space->pid, way, local, locals, remote, remotes);
	if (softhca_is_stalled(space))
		return -EAGAIN;
	me = all->leader;
	me->closes = 0;
	me->pid = space->pid;
	me->way = way;
	me->locals = locals;
	me->remotes = remotes;
	memcpy(me->local, local, locals * sizeof(*local));
	memcpy(me->remote, remote, remotes * sizeof(*remote));
	softhca_stack_leave(&all->stack);
	if (all->leader == me)
		return me->result;
	mark_stalled(all, me, space->process);
	return -EINPROGRESS;
}

/** Is it a memfd or a pipe? Neither these calls nor closing it can wait for another process. */
static bool can_close_at_once(int fd)
{
	return fcntl(fd, F_GET_SEALS) >= 0 || fcntl(fd, F_GETPIPE_SZ) >= 0;
}

/** Close the postponed descriptors of a process. While it has any, it is referenced. */
static void close_unclosed(struct carriers *all, struct softhca_process *process)
{
	struct carrier *me = all->leader;

	if (!process->num_unclosed || !can_call(all, process))
		return;
	me->closes = process->num_unclosed;
	memcpy(me->closed, process->unclosed, sizeof(me->closed));
	process->num_unclosed = 0;
	softhca_stack_leave(&all->stack);
	if (all->leader != me)
		mark_stalled(all, me, process);
	softhca_process_put(process);
}

void softhca_close_passed(struct softhca_process *process, const int *fds, unsigned int count)
{
	struct carriers *all = process->hca->carriers;

	for (unsigned int i = 0; i < count; i++) {
		if (!all || can_close_at_once(fds[i])) {
			close(fds[i]);
			continue;
		}
		if (!process->num_unclosed)
			softhca_process_get(process);
		process->unclosed[process->num_unclosed++] = fds[i];
	}
	if (all)
		close_unclosed(all, process);
}

/** Returns a process whose postponed descriptors can be closed now, or NULL. */
static struct softhca_process *next_process_to_close(const struct carriers *all)
{
	const struct softhca_link *first = &all->hca->processes;

	for (struct softhca_link *pos = first->next; pos != first; pos = pos->next) {
		struct softhca_process *process = softhca_entry(pos, struct softhca_process,
								in_hca);

		if (process->num_unclosed && can_call(all, process))
			return process;
	}
	return NULL;
}

/** Close descriptors whose closing was postponed. */
static void close_postponed(struct carriers *all)
{
	struct softhca_process *process;

	while ((process = next_process_to_close(all))) {
		softhca_process_get(process);
		close_unclosed(all, process);
		if (!process->stalled)
			all->hca->up->memory_accessible(all->hca, process, false);
		softhca_process_put(process);
	}
}

static ssize_t bytes_of(const struct carrier *c)
{
	size_t bytes = 0;

	for (unsigned int i = 0; i < c->locals; i++)
		bytes += c->local[i].iov_len;
	return (ssize_t)bytes;
}

/** Returns the next process whose call has ended, or NULL. *done: the call completed. */
static struct softhca_process *take_ended_call(struct carriers *all, bool *done)
{
	struct softhca_process *process = NULL;
	struct carrier *c;

	pthread_mutex_lock(&all->lock);
	c = softhca_carrier_find(all, CARRIER_RETURNED);
	if (c) {
		process = c->process;
		*done = !c->closes && c->result == bytes_of(c);
		softhca_carrier_assign(c,
				       all->spares < SPARES_KEPT ? CARRIER_SPARE : CARRIER_LEAVING);
		pthread_cond_signal(&all->changed);
	}
	pthread_mutex_unlock(&all->lock);
	return process;
}

void softhca_handle_ended_calls(struct softhca_source *source, uint32_t events)
{
	struct carriers *all = softhca_entry(source, struct carriers, back);
	struct softhca *hca = all->hca;
	struct softhca_process *process;
	uint64_t count;
	bool done;

	(void)events;
	if (read(all->back_fd, &count, sizeof(count)) != sizeof(count))
		return;
	while ((process = take_ended_call(all, &done))) {
		process->stalled = false;
		softhca_log(hca, SOFTHCA_LOG_INFO, "process %d: its transfers continue",
			    (int)process->pid);
		hca->up->memory_accessible(hca, process, done);
		softhca_process_put(process);
	}
	/* a thread is ready to take over, perhaps the first one */
	hca->up->memory_accessible(hca, NULL, false);
	close_postponed(all);
}
