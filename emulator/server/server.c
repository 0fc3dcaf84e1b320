/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The main loop: serves sockets, runs the engine, and sleeps when there is nothing to do. A
 * doorbell is a store to shared memory, which wakes no process, so the loop polls: continuously if
 * there was work recently, then at growing intervals, and not at all if there are no queue pairs.
 */
#include "server/server.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "adapters/drivers.h"
#include "base/carrier.h"
#include "base/log.h"
#include "base/upcalls.h"
#include "cm/cm.h"
#include "engine/engine.h"
#include "faults/faults.h"
#include "kernel/device.h"
#include "kernel/event_file.h"
#include "mad/mad.h"
#include "mad/topology.h"
#include "server/guests.h"
#include "server/trace.h"

enum {
	EVENTS_PER_POLL = 32,
	BUSY_NS = 1000000,      /**< time to keep polling after the last work */
	SOCKET_POLL_NS = 50000, /**< interval of checking the sockets while polling */
	MESSAGES_NS = 200000,   /**< after a message, check them in every turn for this long */
	NAP_MIN_NS = 50000,
	NAP_MAX_NS = 5000000,
	TIMER_SLACK_NS = 1000,
	LONG_YIELD_NS = 200000, /**< after a yield that takes this long, assume */
	CROWDED_NS = 20000000,  /**< for this long that other programs need the processor */
};

/* --- connections ------------------------------------------------------------------------- */

/**
 * There is no descriptor left for a connection: accept it with the reserve descriptor and close it.
 * Otherwise epoll would keep reporting it, and the daemon would never sleep.
 */
static void refuse_connection(struct softhca_server *server)
{
	int fd;

	softhca_log(&server->hca, SOFTHCA_LOG_ERROR,
		    "out of file descriptors: refused a connection");
	softhca_spare_release(&server->hca.loop);
	fd = accept4(server->listen_fd, NULL, NULL, SOCK_CLOEXEC);
	if (fd >= 0)
		close(fd);
	softhca_spare_take(&server->hca.loop);
}

static void listener_ready(struct softhca_source *source, uint32_t events)
{
	struct softhca_server *server = softhca_entry(source, struct softhca_server, listener);
	int fd = accept4(server->listen_fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
	int ret;

	(void)events;
	if (fd < 0) {
		if (errno == EMFILE || errno == ENFILE)
			refuse_connection(server);
		return;
	}
	ret = softhca_client_add(server, fd);
	if (ret)
		softhca_log(&server->hca, SOFTHCA_LOG_ERROR, "refused a connection: %s",
			    strerror(ret));
}

int softhca_server_listen(struct softhca_server *server, int fd)
{
	int ret = softhca_watch(&server->hca.loop, fd, EPOLLIN, &server->listener);

	if (!ret)
		server->listen_fd = fd;
	return ret;
}

/* --- the loop ---------------------------------------------------------------------------- */

/**
 * Serve ready sockets: one event at a time, so that none can refer to a client that an earlier one
 * freed.
 */
static bool serve_sockets(struct softhca_server *server)
{
	struct epoll_event event;
	unsigned int served = 0;

	while (served < EVENTS_PER_POLL &&
	       epoll_wait(server->hca.loop.epoll_fd, &event, 1, 0) > 0) {
		struct softhca_source *source = event.data.ptr;

		source->ready(source, event.events);
		served++;
	}
	return served;
}

/** Sleep until a socket is ready or `ns` have passed; UINT64_MAX: no limit. */
static void sleep_for(struct softhca_server *server, uint64_t ns)
{
	struct pollfd pollfd = {.fd = server->hca.loop.epoll_fd, .events = POLLIN};
	struct timespec timeout = {
		.tv_sec = (time_t)(ns / 1000000000U),
		.tv_nsec = (long)(ns % 1000000000U),
	};

	ppoll(&pollfd, 1, ns == UINT64_MAX ? NULL : &timeout, NULL);
}

static uint64_t earlier_deadline(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/** Returns how long the loop may sleep. */
static uint64_t sleep_length(struct softhca_server *server, uint64_t now)
{
	uint64_t deadline = earlier_deadline(softhca_engine_deadline(&server->hca),
					     softhca_cm_deadline(&server->hca));
	uint64_t ns = UINT64_MAX;

	deadline = earlier_deadline(deadline, softhca_mad_deadline(&server->hca));
	deadline = earlier_deadline(deadline, softhca_guests_deadline(server));
	deadline = earlier_deadline(deadline, softhca_clients_deadline(server));
	if (!softhca_list_empty(&server->hca.active)) {
		ns = server->nap;
		if (server->nap < NAP_MAX_NS)
			server->nap *= 2;
	}
	if (deadline != UINT64_MAX && (deadline <= now || deadline - now < ns))
		ns = deadline <= now ? 0 : deadline - now;
	return ns;
}

/** Work was done: keep polling for a while. */
static void keep_awake(struct softhca_server *server, uint64_t now)
{
	server->last_work = now;
	server->nap = NAP_MIN_NS;
}

static void close_overdue_guests(struct softhca_server *server, uint64_t now)
{
	struct softhca_client *client;

	while ((client = softhca_guest_overdue(server, now)))
		softhca_client_close(client);
}

/**
 * There is nothing to do: yield the processor, or sleep. After a yield to a program that computes,
 * the loop continues when the program's time slice ends, milliseconds later; after a sleep, as soon
 * as the timer expires.
 */
static void yield_processor(struct softhca_server *server, uint64_t now)
{
	if (now < server->crowded_until) {
		sleep_for(server, NAP_MIN_NS);
		return;
	}
	sched_yield();
	now += LONG_YIELD_NS;
	if (softhca_now() > now)
		server->crowded_until = now + CROWDED_NS;
}

static void run_turn(struct softhca_server *server)
{
	bool worked = softhca_engine_poll(&server->hca) > 0;
	uint64_t now = softhca_now();
	bool active = !softhca_list_empty(&server->hca.active);

	softhca_cm_run(&server->hca, now);
	softhca_mad_run(&server->hca, now);
	close_overdue_guests(server, now);
	softhca_clients_reply(server, now);
	if (worked)
		keep_awake(server, now);
	if (softhca_traced(&server->hca))
		softhca_trace_flush(&server->hca);
	if (active && now - server->last_work < BUSY_NS) {
		if (now < server->next_socket_poll) {
			if (!worked)
				yield_processor(server, now);
			return;
		}
	} else {
		sleep_for(server, sleep_length(server, now));
	}
	if (serve_sockets(server)) {
		keep_awake(server, softhca_now());
		server->messages_until = server->last_work + MESSAGES_NS;
	} else if (active && !worked && now < server->messages_until) {
		yield_processor(server, now);
	}
	now = softhca_now();
	server->next_socket_poll = now < server->messages_until ? now : now + SOCKET_POLL_NS;
}

static void run_turns(void *arg)
{
	struct softhca_server *server = arg;

	while (!server->stop)
		run_turn(server);
}

int softhca_server_carry(struct softhca_server *server)
{
	const int ret = softhca_carriers_run(&server->hca, run_turns, server);

	if (ret == EOPNOTSUPP)
		softhca_server_run(server);
	return ret == EOPNOTSUPP ? 0 : ret;
}

void softhca_server_run(struct softhca_server *server)
{
	/* with the default slack, a sleep of 50 us could take twice as long */
	prctl(PR_SET_TIMERSLACK, TIMER_SLACK_NS, 0, 0, 0);
	run_turns(server);
}

/* --- beginning and end ------------------------------------------------------------------- */

static void memory_accessible(struct softhca *hca, struct softhca_process *process, bool done)
{
	struct softhca_link *pos, *after;

	softhca_for_each(pos, after, &hca->processes)
		softhca_dma_write_late(softhca_entry(pos, struct softhca_process, in_hca));
	softhca_engine_memory_accessible(hca, process, done);
	softhca_clients_resume(softhca_entry(hca, struct softhca_server, hca), process);
}

static void take_port_down(struct softhca_port *port)
{
	softhca_port_set(port, false);
}

static const struct softhca_upcalls upcalls = {
	.comp_event = softhca_report_comp,
	.qp_event = softhca_report_qp,
	.cq_event = softhca_report_cq,
	.srq_event = softhca_report_srq,
	.trace_entry = softhca_trace_record_entry,
	.trace_command = softhca_trace_record_command,
	.trace_mad = softhca_trace_record_mad,
	.trace_connection = softhca_trace_record_connection,
	.process_gone = softhca_clients_process_gone,
	.memory_accessible = memory_accessible,
	.has_address = softhca_cm_has_address,
	.take_port_down = take_port_down,
	.port_down = softhca_cm_port_down,
	.port_at = softhca_mad_port_at,
	.route_multicast = softhca_mad_route_multicast,
	.port_changed = softhca_mad_port_changed,
};

/** Create the devices of the command line, then those of the topology. */
static int create_devices(struct softhca *hca, const char *const *devices, unsigned int count,
			  const struct softhca_topology *topology)
{
	const unsigned int more = topology ? topology->num_adapters : 0;
	struct softhca_device_text *texts = calloc(count + more + 1, sizeof(*texts));
	int ret;

	if (!texts)
		return ENOMEM;
	for (unsigned int i = 0; i < count; i++)
		texts[i].text = devices[i];
	for (unsigned int i = 0; i < more; i++)
		texts[count + i] = (struct softhca_device_text){
			topology->adapters[i].text, topology->file, topology->adapters[i].line};
	ret = softhca_devices_create(hca, texts, count + more);
	free(texts);
	return ret;
}

int softhca_server_init(struct softhca_server *server, const char *const *devices,
			unsigned int count, const struct softhca_topology *topology, int log_level)
{
	int ret;

	memset(server, 0, sizeof(*server));
	server->hca.log_level = log_level;
	server->hca.up = &upcalls;
	server->hca.drivers = softhca_drivers;
	server->listen_fd = -1;
	server->listener.ready = listener_ready;
	server->nap = NAP_MIN_NS;
	softhca_link_init(&server->clients);
	softhca_link_init(&server->hca.active);
	softhca_link_init(&server->hca.tracers);
	softhca_link_init(&server->hca.orphans);
	softhca_link_init(&server->hca.processes);
	softhca_link_init(&server->hca.users);
	softhca_link_init(&server->guests);
	softhca_link_init(&server->lobby);
	softhca_link_init(&server->late);
	ret = softhca_loop_init(&server->hca.loop);
	if (ret)
		return ret;
	ret = create_devices(&server->hca, devices, count, topology);
	if (ret)
		goto end_loop;
	ret = softhca_engine_init(&server->hca);
	if (ret)
		goto destroy_devices;
	ret = softhca_cm_init(&server->hca);
	if (ret)
		goto end_engine;
	ret = softhca_mad_init(&server->hca, topology);
	if (ret)
		goto end_cm;
	return 0;
end_cm:
	softhca_cm_fini(&server->hca);
end_engine:
	softhca_engine_fini(&server->hca);
destroy_devices:
	softhca_devices_destroy(&server->hca);
end_loop:
	softhca_loop_fini(&server->hca.loop);
	return ret;
}

void softhca_server_fini(struct softhca_server *server)
{
	struct softhca_link *pos, *after;

	softhca_for_each(pos, after, &server->clients)
		softhca_client_close(softhca_entry(pos, struct softhca_client, in_server));
	softhca_orphans_end(&server->hca);
	softhca_trace_fini(&server->hca);
	softhca_mad_fini(&server->hca);
	softhca_cm_fini(&server->hca);
	softhca_engine_fini(&server->hca);
	softhca_faults_fini(&server->hca);
	softhca_devices_destroy(&server->hca);
	softhca_loop_fini(&server->hca.loop);
}
