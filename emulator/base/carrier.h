/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * System calls that a client can make sleep as long as it likes: those that access its memory,
 * where a page fault may wait for userfaultfd or a FUSE file, and those that close a descriptor
 * that it passed, which may also refer to such a file. Only SIGKILL ends such a sleep, and for FUSE
 * not even SIGKILL does.
 *
 * Therefore the daemon's loop runs on a stack that belongs to no thread. A thread, called its
 * carrier, enters that stack, leaves it for each such call, and enters it again with the result. A
 * supervisor thread watches the calls. If one sleeps too long, another carrier continues the loop,
 * as if the call had failed with EAGAIN; when the call ends, the sleeping thread reports its
 * result. Until then the process is stalled, and its memory is not accessed. Without carriers
 * (in-process mode, tests) the calls are made directly.
 */
#ifndef EMULATOR_BASE_CARRIER_H
#define EMULATOR_BASE_CARRIER_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include <sys/uio.h>

struct dma_space;
struct softhca;
struct softhca_process;

enum {
	SOFTHCA_REACH_SPANS = 64,         /**< maximum number of iovecs on either side of a call */
	SOFTHCA_REACH_BYTES = 256 * 1024, /**< maximum number of bytes of a call */
};

enum softhca_way {
	SOFTHCA_FROM_CLIENT,
	SOFTHCA_TO_CLIENT
};

/**
 * Run `loop` on other threads until it returns. Returns 0, or an errno value if it could not be
 * started: EOPNOTSUPP on processors without an implementation (stack.h).
 */
int softhca_carriers_run(struct softhca *hca, void (*loop)(void *arg), void *arg);
/** Are any threads still asleep in calls for clients? They end with the process. */
bool softhca_has_stalled_carriers(const struct softhca *hca);

/**
 * The buffer for our side of a call: SOFTHCA_REACH_BYTES bytes, valid until a call returns
 * -EINPROGRESS.
 */
void *softhca_reach_buffer(const struct dma_space *space);
/**
 * Call process_vm_readv or process_vm_writev; `local` must be in the buffer. Returns the number of
 * bytes moved, or a negative errno value. -EINPROGRESS: the process has stalled; the call
 * continues, and the upcall memory_accessible reports its end. -EAGAIN: nothing was started,
 * because the process is stalled or no thread is left to take over.
 */
ssize_t softhca_reach(const struct dma_space *space, enum softhca_way way,
		      const struct iovec *local, unsigned int locals, const struct iovec *remote,
		      unsigned int remotes);
/** Would softhca_reach fail with -EAGAIN? */
bool softhca_is_stalled(const struct dma_space *space);
/**
 * Close the descriptors that a message of this process carried. The call may stall the process, or
 * postpone the closing: while descriptors are unclosed (num_unclosed), its messages are not read.
 */
void softhca_close_passed(struct softhca_process *process, const int *fds, unsigned int count);

#endif
