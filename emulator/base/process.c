/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/process.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/objects.h"
#include "base/upcalls.h"

#ifndef SO_PEERPIDFD
#define SO_PEERPIDFD 77 /* only newer kernels have it, and the headers may lack it */
#endif

/* --- identity ---------------------------------------------------------------------------- */

/** Returns the start time of the process with this number, or 0 if there is none. */
static uint64_t start_time(pid_t pid)
{
	unsigned long long started = 0;
	char text[1024], *at;
	char path[32];
	FILE *file;
	size_t n;

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
	file = fopen(path, "re");
	if (!file)
		return 0;
	n = fread(text, 1, sizeof(text) - 1, file);
	fclose(file);
	text[n] = '\0';
	at = strrchr(text, ')'); /* a program's name may contain any character */
	if (at && sscanf(at + 1,
			 " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %*d "
			 "%*d %llu",
			 &started) != 1)
		started = 0;
	return started;
}

/**
 * Returns the pidfd of the peer: from the socket, or, on older kernels, opened by number without
 * delay. -1: the kernel has no pidfds, or there is an error. *err is set to ESRCH if the process
 * has ended.
 */
static int peer_pidfd(int sock, pid_t pid, int *err)
{
	int fd = -1;
	socklen_t bytes = sizeof(fd);

	*err = 0;
	if (!getsockopt(sock, SOL_SOCKET, SO_PEERPIDFD, &fd, &bytes))
		return fd;
	if (errno == ENOPROTOOPT)
		fd = (int)syscall(SYS_pidfd_open, pid, 0);
	if (fd < 0 && errno != ENOSYS && errno != EPERM)
		*err = errno == EINVAL || errno == ENODATA ? ESRCH : errno;
	return fd;
}

static bool has_exited(int pidfd)
{
	struct pollfd end = {.fd = pidfd, .events = POLLIN};

	return poll(&end, 1, 0) > 0;
}

bool softhca_process_alive(const struct softhca_process *process)
{
	if (!process || process->own)
		return true;
	if (process->fd >= 0)
		return !has_exited(process->fd);
	return start_time(process->pid) == process->started;
}

/* --- known processes --------------------------------------------------------------------- */

static void process_ready(struct softhca_source *source, uint32_t events)
{
	struct softhca_process *process = softhca_entry(source, struct softhca_process, source);

	(void)events;
	softhca_process_get(process);
	softhca_unwatch(&process->hca->loop,
			process->fd); /* a pidfd stays readable once its process has ended */
	process->hca->up->process_gone(process);
	softhca_process_put(process);
}

static struct softhca_process *process_find(struct softhca *hca, const struct ucred *peer)
{
	struct softhca_link *pos, *after;

	softhca_for_each(pos, after, &hca->processes)
	{
		struct softhca_process *p = softhca_entry(pos, struct softhca_process, in_hca);

		if (p->pid == peer->pid && p->uid == peer->uid && softhca_process_alive(p))
			return p;
	}
	return NULL;
}

/** pidfd: of the process, or -1; the new struct becomes its owner. */
static int process_create(struct softhca *hca, const struct ucred *peer, int pidfd,
			  struct softhca_process **out)
{
	struct softhca_process *process = calloc(1, sizeof(*process));
	int ret = ENOMEM;

	if (!process)
		return ret;
	*process = (struct softhca_process){
		.hca = hca,
		.pid = peer->pid,
		.uid = peer->uid,
		.fd = pidfd,
		.own = peer->pid == getpid(),
		.users = 1,
		.source.ready = process_ready,
	};
	softhca_link_init(&process->late);
	if (pidfd < 0 && !process->own)
		process->started = start_time(peer->pid);
	ret = softhca_account_open(&process->account, hca, peer->uid);
	if (ret)
		goto free_process;
	ret = pidfd >= 0 ? softhca_watch(&hca->loop, pidfd, EPOLLIN, &process->source) : 0;
	if (ret)
		goto close_account;
	softhca_list_add_last(&hca->processes, &process->in_hca);
	*out = process;
	return 0;
close_account:
	softhca_account_close(&process->account);
free_process:
	free(process);
	return ret;
}

int softhca_process_of_peer(struct softhca *hca, int sock, struct softhca_process **out)
{
	struct ucred peer;
	socklen_t bytes = sizeof(peer);
	int pidfd = -1;
	int ret = 0;

	if (getsockopt(sock, SOL_SOCKET, SO_PEERCRED, &peer, &bytes))
		return errno;
	if (peer.pid <= 0)
		return ESRCH;
	if (peer.pid != getpid())
		pidfd = peer_pidfd(sock, peer.pid, &ret);
	if (!ret && pidfd >= 0 && has_exited(pidfd))
		ret = ESRCH;
	if (ret)
		goto close_pidfd;
	*out = process_find(hca, &peer);
	if (!*out) {
		ret = process_create(hca, &peer, pidfd, out);
		if (!ret)
			return 0;
		goto close_pidfd;
	}
	softhca_process_get(*out);
close_pidfd:
	if (pidfd >= 0)
		close(pidfd);
	return ret;
}

void softhca_process_get(struct softhca_process *process)
{
	if (process)
		process->users++;
}

void softhca_process_put(struct softhca_process *process)
{
	struct softhca_link *pos, *after;

	if (!process || --process->users)
		return;
	if (process->fd >= 0) {
		softhca_unwatch(&process->hca->loop, process->fd);
		close(process->fd);
	}
	softhca_for_each(pos, after, &process->late)
	{
		free(pos);
	}
	softhca_link_remove(&process->in_hca);
	softhca_account_close(&process->account);
	free(process);
}
