/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/carrier_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

enum {
	MAX_CARRIERS = 256,
	STACK_BYTES = 256 * 1024,
	TICK_NS = 10000000, /**< interval between the supervisor's checks of the call in progress */
	STALLED_TICKS = 2,  /**< a call that sleeps for this long, 20 to 30 ms, has stalled */
	UNSEEN_TICKS = 30,  /**< likewise, if it is not known whether the thread sleeps */
	DOZE_TICKS = 5,     /**< the supervisor sleeps after this long without a call */
	RETRY_NS = 200000000, /**< time until the next attempt to create a thread */
	TIMER_SLACK_NS = 1000,
};

/* --- a carrier --------------------------------------------------------------------------- */

static void wake_supervisor(struct carriers *all)
{
	pthread_mutex_lock(&all->lock);
	__atomic_store_n(&all->dozes, false, __ATOMIC_SEQ_CST);
	pthread_cond_signal(&all->changed);
	pthread_mutex_unlock(&all->lock);
}

/** Mark the beginning of a call. Returns the call's number. */
static uint64_t begin_call(struct carriers *all)
{
	const uint64_t call = __atomic_add_fetch(&all->call, 1, __ATOMIC_SEQ_CST);

	/* the supervisor sets `dozes` before it checks for a call */
	if (__atomic_load_n(&all->dozes, __ATOMIC_SEQ_CST))
		wake_supervisor(all);
	return call;
}

/** Take over the loop while `call` is in progress. Returns false if another thread has it. */
static bool take_loop(struct carriers *all, uint64_t call)
{
	return __atomic_compare_exchange_n(&all->call, &call, call + 1, false, __ATOMIC_ACQ_REL,
					   __ATOMIC_RELAXED);
}

static ssize_t make_call(const struct carrier *me)
{
	for (unsigned int i = 0; i < me->closes; i++)
		close(me->closed[i]);
	return me->closes ? 0
			  : softhca_call_client(me->pid, me->way, me->local, me->locals, me->remote,
						me->remotes);
}

static void signal_loop(const struct carriers *all)
{
	const uint64_t one = 1;

	while (write(all->back_fd, &one, sizeof(one)) < 0 && errno == EINTR)
		;
}

/** Run the loop until it ends, or until another thread takes it over. */
static void lead_until_taken(struct carrier *me)
{
	struct carriers *all = me->all;
	uint64_t call;

	do {
		all->leader = me;
		softhca_stack_enter(&all->stack);
		if (all->over) {
			pthread_mutex_lock(&all->lock);
			me->role = CARRIER_LEAVING;
			all->ended = true;
			pthread_cond_signal(&all->changed);
			pthread_mutex_unlock(&all->lock);
			return;
		}
		call = begin_call(all);
		me->result = make_call(me);
	} while (take_loop(all, call));
	pthread_mutex_lock(&all->lock);
	me->role = CARRIER_RETURNED;
	pthread_mutex_unlock(&all->lock);
	signal_loop(all);
}

static void *run_carrier(void *arg)
{
	struct carrier *me = arg;
	struct carriers *all = me->all;

	/* with the default slack, a sleep of 50 us could take twice as long */
	prctl(PR_SET_TIMERSLACK, TIMER_SLACK_NS, 0, 0, 0);
	pthread_mutex_lock(&all->lock);
	/* opened now, because later there may be no free descriptor */
	me->stat_fd = open("/proc/thread-self/stat", O_RDONLY | O_CLOEXEC);
	while (me->role != CARRIER_LEAVING) {
		if (me->role != CARRIER_LEADER) {
			pthread_cond_wait(&me->wake, &all->lock);
			continue;
		}
		pthread_mutex_unlock(&all->lock);
		lead_until_taken(me);
		pthread_mutex_lock(&all->lock);
	}
	pthread_mutex_unlock(&all->lock);
	return NULL;
}

/* --- under the lock: threads ------------------------------------------------------------- */

static void free_carrier(struct carrier *c)
{
	if (c->stat_fd >= 0)
		close(c->stat_fd);
	pthread_cond_destroy(&c->wake);
	free(c);
}

static int create_spare(struct carriers *all)
{
	struct carrier *c = aligned_alloc(64, sizeof(*c));
	pthread_attr_t attr;
	int ret;

	if (!c)
		return ENOMEM;
	memset(c, 0, offsetof(struct carrier, buffer));
	c->all = all;
	c->role = CARRIER_SPARE;
	c->stat_fd = -1;
	pthread_cond_init(&c->wake, NULL);
	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, STACK_BYTES);
	ret = pthread_create(&c->thread, &attr, run_carrier, c);
	pthread_attr_destroy(&attr);
	if (ret) {
		free_carrier(c);
		return ret;
	}
	softhca_list_add_last(&all->all, &c->in_all);
	all->count++;
	softhca_carrier_add_spare(all);
	return 0;
}

static void join_leaving(struct carriers *all)
{
	struct carrier *c;

	while ((c = softhca_carrier_find(all, CARRIER_LEAVING))) {
		pthread_mutex_unlock(&all->lock);
		pthread_join(c->thread, NULL);
		pthread_mutex_lock(&all->lock);
		softhca_link_remove(&c->in_all);
		all->count--;
		free_carrier(c);
	}
}

/** Keep a thread ready to take over. */
static void keep_spare(struct carriers *all)
{
	if (all->spares || all->count >= MAX_CARRIERS || create_spare(all))
		return;
	signal_loop(all);
}

/* --- the supervisor ---------------------------------------------------------------------- */

/** What the supervisor has seen of the call in progress. */
struct watch {
	uint64_t call;
	unsigned int ticks; /**< ticks since this call was first seen */
};

/**
 * Returns the thread's state: in its stat file, it follows the name, which may contain any
 * character.
 */
static char read_thread_state(const struct carrier *c)
{
	char text[256];
	ssize_t n = c->stat_fd < 0 ? -1 : pread(c->stat_fd, text, sizeof(text) - 1, 0);
	const char *at;

	if (n <= 0)
		return '?';
	text[n] = '\0';
	at = strrchr(text, ')');
	return at && at[1] == ' ' ? at[2] : '?';
}

/** Has the leader been asleep in the same call for too long? */
static bool is_stalled(const struct carriers *all, struct watch *seen)
{
	const uint64_t call = __atomic_load_n(&all->call, __ATOMIC_SEQ_CST);
	const struct carrier *leader = softhca_carrier_find(all, CARRIER_LEADER);
	char state;

	if (call != seen->call) {
		*seen = (struct watch){.call = call};
		return false;
	}
	seen->ticks++;
	if (!(call & 1) || !leader)
		return false;
	state = read_thread_state(leader);
	if (state == 'R') /* runnable: other threads have the processor */
		seen->ticks = 0;
	return seen->ticks >= (state == '?' ? UNSEEN_TICKS : STALLED_TICKS);
}

static void hand_over_loop(struct carriers *all, uint64_t call)
{
	struct carrier *old = softhca_carrier_find(all, CARRIER_LEADER);
	struct carrier *next;

	if (all->spares < 2 && all->count < MAX_CARRIERS)
		create_spare(all);
	next = softhca_carrier_find(all, CARRIER_SPARE);
	if (!next || !take_loop(all, call))
		return;
	old->role = CARRIER_STALLED;
	softhca_carrier_assign(next, CARRIER_LEADER);
}

static void sleep_for(struct carriers *all, long ns)
{
	struct timespec until;

	clock_gettime(CLOCK_MONOTONIC, &until);
	until.tv_nsec += ns;
	if (until.tv_nsec >= 1000000000) {
		until.tv_nsec -= 1000000000;
		until.tv_sec++;
	}
	pthread_cond_timedwait(&all->changed, &all->lock, &until);
}

/** Sleep until the next call begins. */
static void sleep_until_call(struct carriers *all, const struct watch *seen)
{
	__atomic_store_n(&all->dozes, true, __ATOMIC_SEQ_CST);
	if (__atomic_load_n(&all->call, __ATOMIC_SEQ_CST) != seen->call)
		__atomic_store_n(&all->dozes, false, __ATOMIC_SEQ_CST);
	while (__atomic_load_n(&all->dozes, __ATOMIC_SEQ_CST) && !all->ended &&
	       !softhca_carrier_find(all, CARRIER_LEAVING)) {
		if (all->spares || all->count >= MAX_CARRIERS) {
			pthread_cond_wait(&all->changed, &all->lock);
		} else {
			sleep_for(all, RETRY_NS);
			keep_spare(all);
		}
	}
	__atomic_store_n(&all->dozes, false, __ATOMIC_SEQ_CST);
}

static void run_supervisor(struct carriers *all)
{
	struct watch seen = {0};

	while (!all->ended) {
		keep_spare(all);
		join_leaving(all);
		if (is_stalled(all, &seen))
			hand_over_loop(all, seen.call);
		if (seen.call & 1 || seen.ticks < DOZE_TICKS)
			sleep_for(all, TICK_NS);
		else
			sleep_until_call(all, &seen);
	}
}

/* --- beginning and end ------------------------------------------------------------------- */

static void run_loop(void *arg)
{
	struct carriers *all = arg;

	all->loop(all->arg);
	all->over = true;
	softhca_stack_leave(&all->stack);
}

static void init_lock(struct carriers *all)
{
	pthread_condattr_t attr;

	pthread_mutex_init(&all->lock, NULL);
	pthread_condattr_init(&attr);
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	pthread_cond_init(&all->changed, &attr);
	pthread_condattr_destroy(&attr);
}

/** Let all carriers exit, except those that are asleep. Called under the lock. */
static void dismiss_carriers(struct carriers *all)
{
	for (struct softhca_link *pos = all->all.next; pos != &all->all; pos = pos->next) {
		struct carrier *c = softhca_entry(pos, struct carrier, in_all);

		if (c->role != CARRIER_STALLED)
			softhca_carrier_assign(c, CARRIER_LEAVING);
	}
	join_leaving(all);
}

static int start_carriers(struct carriers *all)
{
	int ret = softhca_watch(&all->hca->loop, all->back_fd, EPOLLIN, &all->back);

	for (unsigned int i = 0; i < SPARES_KEPT && !ret; i++)
		ret = create_spare(all);
	if (!ret)
		softhca_carrier_assign(softhca_carrier_find(all, CARRIER_SPARE), CARRIER_LEADER);
	return ret;
}

static void destroy_carriers(struct carriers *all)
{
	softhca_stack_destroy(&all->stack);
	close(all->back_fd);
	pthread_cond_destroy(&all->changed);
	pthread_mutex_destroy(&all->lock);
	all->hca->carriers = NULL;
	free(all);
}

static int create_carriers(struct softhca *hca, struct carriers **out)
{
	struct carriers *all = calloc(1, sizeof(*all));
	int ret = ENOMEM;

	if (!all)
		return ret;
	all->hca = hca;
	all->back.ready = softhca_handle_ended_calls;
	all->back_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (all->back_fd < 0) {
		ret = errno;
		goto free_all;
	}
	ret = softhca_stack_create(&all->stack, run_loop, all);
	if (ret)
		goto close_fd;
	softhca_link_init(&all->all);
	init_lock(all);
	hca->carriers = all;
	*out = all;
	return 0;
close_fd:
	close(all->back_fd);
free_all:
	free(all);
	return ret;
}

int softhca_carriers_run(struct softhca *hca, void (*loop)(void *arg), void *arg)
{
	struct carriers *all = NULL;
	int ret = create_carriers(hca, &all);

	if (!all)
		return ret;
	all->loop = loop;
	all->arg = arg;
	pthread_mutex_lock(&all->lock);
	ret = start_carriers(all);
	if (!ret)
		run_supervisor(all);
	dismiss_carriers(all);
	pthread_mutex_unlock(&all->lock);
	softhca_unwatch(&hca->loop, all->back_fd);
	if (softhca_list_empty(&all->all))
		destroy_carriers(all);
	return ret;
}

bool softhca_has_stalled_carriers(const struct softhca *hca)
{
	return hca->carriers;
}
