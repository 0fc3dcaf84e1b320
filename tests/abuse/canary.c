/* SPDX-License-Identifier: BSD-2-Clause */
#include "canary.h"

#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../contract/kit.h"

enum {
	BYTES = 4096,
	SONG_MS = 120000, /* long enough for a very busy machine; usually it takes a millisecond */
};

static void send_and_check(struct pair *pair, uint32_t id)
{
	fill(pair->a.buf, BYTES, id);
	memset(pair->b.buf, 0, BYTES);
	post_receive(&pair->b, id, 0, BYTES);
	post(&pair->a, &pair->b, IBV_WR_SEND, id, 0, BYTES);
	expect(pair->a.scq, id, IBV_WC_SUCCESS);
	expect(pair->b.rcq, id, IBV_WC_SUCCESS);
	assert_true(filled(pair->b.buf, BYTES, id));
}

static void serve_orders(int ask, int response)
{
	struct pair pair;
	uint32_t times, id = 0;

	pair_open(&pair, &(struct plan){0});
	assert_int_equal(write(response, "r", 1), 1);
	while (read(ask, &times, sizeof(times)) == sizeof(times) && times) {
		while (times--)
			send_and_check(&pair, ++id);
		assert_int_equal(write(response, "s", 1), 1);
	}
	pair_close(&pair);
	_exit(0);
}

static bool wait_for_note(struct canary *c, char expected)
{
	struct pollfd end = {.fd = c->response, .events = POLLIN};
	char note = 0;

	return poll(&end, 1, SONG_MS) == 1 && read(c->response, &note, 1) == 1 && note == expected;
}

bool canary_start(struct canary *c)
{
	int there[2], back[2];

	if (pipe(there) || pipe(back))
		return false;
	c->pid = fork();
	if (c->pid < 0)
		return false;
	if (!c->pid) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		close(there[1]);
		close(back[0]);
		serve_orders(there[0], back[1]);
	}
	close(there[0]);
	close(back[1]);
	c->ask = there[1];
	c->response = back[0];
	return wait_for_note(c, 'r');
}

bool canary_sings(struct canary *c, unsigned int times)
{
	const uint32_t n = times;

	return write(c->ask, &n, sizeof(n)) == sizeof(n) && wait_for_note(c, 's');
}

bool canary_end(struct canary *c)
{
	const uint32_t no_more = 0;
	int status;

	if (write(c->ask, &no_more, sizeof(no_more)) != sizeof(no_more))
		kill(c->pid, SIGKILL);
	close(c->ask);
	close(c->response);
	return waitpid(c->pid, &status, 0) == c->pid && WIFEXITED(status) && !WEXITSTATUS(status);
}
