/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Lets a process use an emulated device file that it inherited. The process makes its own
 * connection, because responses on the first belong to the process that opened the file.
 */
#define _GNU_SOURCE
#include <inverbs/kernel/protocol.h>
#include <sys/socket.h>
#include <unistd.h>

#include "emulator_transport.h"

static int attach_process(struct inverbs_emulated *file)
{
	struct inverbs_exchange x = inverbs_exchange_make(SOFTHCA_OP_ATTACH);
	int pair[2], err;

	if (file->attached_by == getpid())
		return 0;
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair))
		return errno;
	inverbs_emulated_allow_access(file->emulator);
	err = inverbs_exchange_send_fd(&x, pair[1]);
	if (!err)
		err = inverbs_exchange_send(file->sock, &x);
	close(pair[1]);
	if (err) {
		close(pair[0]);
		return err;
	}
	if (file->attached_by)
		close(file->attached); /* connection of a parent that had inherited the file, too */
	file->attached = pair[0];
	file->attached_by = getpid();
	return 0;
}

static int exchange_attached(struct inverbs_emulated *file, struct inverbs_exchange *x)
{
	int err, cancel;

	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	pthread_mutex_lock(&file->attached_lock);
	err = attach_process(file);
	if (!err)
		err = inverbs_exchange(file->attached, x);
	pthread_mutex_unlock(&file->attached_lock);
	pthread_setcancelstate(cancel, &cancel);
	return err;
}

int inverbs_emulated_exchange_shared(struct inverbs_emulated *file, struct inverbs_exchange *x)
{
	return file->owner == getpid() ? inverbs_emulated_exchange(file, x)
				       : exchange_attached(file, x);
}
