/* SPDX-License-Identifier: BSD-2-Clause */
#include "worker.h"

#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* --- the process ------------------------------------------------------------------------- */

static struct place place; /* static: what is still open at exit is not a leak */

static struct response result(int err, uint32_t value)
{
	return (struct response){.err = err, .value = err ? 0 : value};
}

static struct response open_domain(const struct order *order)
{
	int fd = open(order->path, O_RDWR | O_CLOEXEC);

	place.domain = ibv_open_xrc_domain(place.ctx, fd, order->flags);
	close(fd);
	return result(place.domain ? 0 : errno, 0);
}

static struct response close_domain(void)
{
	int err;

	if (place.srq && ibv_destroy_srq(place.srq))
		return result(EBUSY, 0);
	place.srq = NULL;
	err = ibv_close_xrc_domain(place.domain);
	if (!err)
		place.domain = NULL;
	return result(err, 0);
}

static struct response create(void)
{
	struct ibv_qp_init_attr attr = {.xrc_domain = place.domain};
	uint32_t qpn = 0;
	int err = ibv_create_xrc_rcv_qp(&attr, &qpn);

	return result(err, qpn);
}

static struct response make_queue(void)
{
	place.srq = place_make_srq(&place);
	if (!place.srq)
		return result(errno, 0);
	for (uint32_t i = 0; i < PLACE_RECEIVES; i++)
		place_post(&place, i, (size_t)i * MESSAGE, MESSAGE);
	return result(0, place.srq->xrc_srq_num);
}

/* Check each message, and post its receive again. */
static struct response take_messages(uint32_t n)
{
	struct ibv_wc wc = {0};

	for (uint32_t i = 0; i < n; i++) {
		uint8_t *at;

		take_completions(place.cq, &wc, 1);
		at = place.buf + wc.wr_id * MESSAGE;
		if (wc.status != IBV_WC_SUCCESS || !filled(at, MESSAGE, MESSAGE_SEED))
			return result(EPROTO, 0);
		memset(at, 0, MESSAGE);
		place_post(&place, wc.wr_id, (size_t)wc.wr_id * MESSAGE, MESSAGE);
	}
	return result(0, wc.qp_num);
}

static struct response next_event(int ms)
{
	struct ibv_async_event event;
	struct response response = {.err = EAGAIN};

	if (!readable(place.ctx->async_fd, ms))
		return response;
	response.err = ibv_get_async_event(place.ctx, &event) ? errno : 0;
	response.value = event.event_type;
	response.more = event.element.xrc_qp_num;
	ibv_ack_async_event(&event);
	return response;
}

static struct response execute_order(const struct order *order)
{
	int state;

	switch (order->operation) {
	case OPEN:
		return open_domain(order);
	case CLOSE:
		return close_domain();
	case CREATE:
		return create();
	case REG:
		return result(ibv_reg_xrc_rcv_qp(place.domain, order->number), 0);
	case UNREG:
		return result(ibv_unreg_xrc_rcv_qp(place.domain, order->number), 0);
	case INIT:
		return result(rcv_to_init(place.domain, order->number), 0);
	case RTR:
		return result(rcv_to_rtr(place.domain, order->number, order->lid, order->peer), 0);
	case STATE:
		state = rcv_state(place.domain, order->number);
		return result(state < 0 ? -state : 0, (uint32_t)state);
	case QUEUE:
		return make_queue();
	case TAKE:
		return take_messages(order->number);
	case EVENT:
		return next_event((int)order->number);
	default:
		exit(0);
	}
}

int worker_main(int argc, char **argv)
{
	struct order order;
	int sock;

	if (argc != 3 || strcmp(argv[1], "worker") != 0)
		return -1;
	sock = (int)strtol(argv[2], NULL, 10);
	place_open_bare(&place, 0);
	/* also ends when the controlling process does */
	while (recv(sock, &order, sizeof(order), 0) == (ssize_t)sizeof(order)) {
		const struct response response = execute_order(&order);

		if (send(sock, &response, sizeof(response), MSG_NOSIGNAL) !=
		    (ssize_t)sizeof(response))
			return 1;
	}
	return 0;
}

/* --- the controlling process ------------------------------------------------------------- */

void worker_start(struct worker *worker)
{
	char number[16];
	char *argv[] = {"xrc_worker", "worker", number, NULL};
	int ends[2];

	memset(worker, 0, sizeof(*worker));
	assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends), 0);
	assert_int_equal(fcntl(ends[1], F_SETFD, 0), 0); /* the worker inherits the other end */
	snprintf(number, sizeof(number), "%d", ends[1]);
	assert_int_equal(posix_spawn(&worker->pid, "/proc/self/exe", NULL, NULL, argv, environ), 0);
	close(ends[1]);
	worker->sock = ends[0];
}

void worker_tell(struct worker *worker, const struct order *order)
{
	assert_int_equal(send(worker->sock, order, sizeof(*order), MSG_NOSIGNAL), sizeof(*order));
}

struct response worker_hear(struct worker *worker)
{
	struct response response = {0};

	if (!readable(worker->sock, 2 * KIT_SECONDS * 1000))
		fail_msg("worker %d does not respond", (int)worker->pid);
	if (recv(worker->sock, &response, sizeof(response), 0) != (ssize_t)sizeof(response))
		fail_msg("worker %d has ended", (int)worker->pid);
	return response;
}

struct response worker_ask(struct worker *worker, const struct order *order)
{
	worker_tell(worker, order);
	return worker_hear(worker);
}

struct response worker_do(struct worker *worker, enum operation operation, uint32_t number)
{
	return worker_ask(worker, &(struct order){.operation = operation, .number = number});
}

uint32_t worker_must(struct worker *worker, enum operation operation, uint32_t number)
{
	const struct response response = worker_do(worker, operation, number);

	if (response.err)
		fail_msg("operation %d: %s", (int)operation, strerror(response.err));
	return response.value;
}

static int wait_for_exit(struct worker *worker)
{
	int status = -1;

	close(worker->sock);
	assert_int_equal(waitpid(worker->pid, &status, 0), worker->pid);
	return status;
}

void worker_leave(struct worker *worker)
{
	worker_tell(worker, &(struct order){.operation = LEAVE});
	assert_int_equal(wait_for_exit(worker), 0);
}

void worker_kill(struct worker *worker)
{
	int status;

	assert_int_equal(kill(worker->pid, SIGKILL), 0);
	status = wait_for_exit(worker);
	assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}
