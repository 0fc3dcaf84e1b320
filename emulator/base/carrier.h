/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * System calls that may sleep for as long as a client likes: those that reach into its memory,
 * where a page may wait for userfaultfd or a FUSE file, and those that close a descriptor that it
 * has passed, perhaps of such a file. No signal but SIGKILL ends that, and for FUSE not even that.
 *
 * The daemon's loop therefore runs on a stack of its own, and a thread carries it: it enters that
 * stack, leaves it for each such call, and enters it again with the result. A supervisor watches
 * the calls. If one sleeps for long, another thread carries the loop on, where the call has failed
 * with EAGAIN; the thread that sleeps comes back later and reports the result. Meanwhile the
 * process is stalled, and its memory is not accessed. Without carriers (in-process mode, tests) the
 * calls are made directly.
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
 * Run `loop` until it returns, carried by other threads than this one. 0; or an errno value if it
 * could not begin, EOPNOTSUPP on processors without it.
 */
int softhca_carriers_run(struct softhca *hca, void (*loop)(void *arg), void *arg);
/** Are threads still asleep in a client's memory? They end with the process. */
bool softhca_carriers_asleep(const struct softhca *hca);

/**
 * The buffer for our side of a call: SOFTHCA_REACH_BYTES, valid until a call returns -EINPROGRESS.
 */
void *softhca_reach_buffer(const struct dma_space *space);
/**
 * process_vm_readv or process_vm_writev, whose `local` is in the buffer. Returns the bytes moved,
 * or a negative errno value. -EINPROGRESS: the process has stalled; the call goes on, upcall
 * memory_back reports its end. -EAGAIN: nothing was begun, because the process is stalled or no
 * thread is left to take over.
 */
ssize_t softhca_reach(const struct dma_space *space, enum softhca_way way,
		      const struct iovec *local, unsigned int locals, const struct iovec *remote,
		      unsigned int remotes);
/** Would softhca_reach fail with -EAGAIN? */
bool softhca_stalled(const struct dma_space *space);
/**
 * Close the descriptors of a message of this process. The process may be stalled afterwards, or the
 * descriptors may be closed later: while any is open (num_unclosed), its messages are not read.
 */
void softhca_close_passed(struct softhca_process *process, const int *fds, unsigned int count);

#endif
