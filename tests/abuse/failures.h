/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * System calls that fail on purpose, in programs linked with --wrap for each of them. A file that
 * all these programs map says which call fails, and in which process.
 */
#ifndef TESTS_ABUSE_FAILURES_H
#define TESTS_ABUSE_FAILURES_H

#include <stdbool.h>
#include <stdint.h>

/** The system calls; CMakeLists.txt has the same list. */
#define FAILURES_EACH(call)                                                                        \
	call(accept4) call(connect) call(epoll_ctl) call(epoll_wait) call(fcntl) call(fstat)       \
		call(fstatfs) call(ftruncate) call(getsockopt) call(memfd_create) call(mmap)       \
			call(pipe2) call(poll) call(ppoll) call(process_vm_readv)                  \
				call(process_vm_writev) call(read) call(recvmsg) call(send)        \
					call(sendmsg) call(socket) call(syscall) call(write)

#define FAILURES_NUMBER(call) FAIL_##call,
/** The call that fails. */
enum failing_call {
	FAIL_NONE,
	FAILURES_EACH(FAILURES_NUMBER) FAILING_CALLS
};
#undef FAILURES_NUMBER

/** Contents of the file. Members are accessed atomically; `call` is written last. */
struct failures {
	uint32_t call;  /**< enum failing_call */
	int32_t pid;    /**< process in which it fails */
	int32_t error;  /**< errno value; 0: calls that transfer data transfer only a part */
	uint32_t first; /**< number of calls that succeed first */
	uint32_t many;  /**< number of calls that then fail */
	uint32_t seen;  /**< number of calls since `call` was written */
};

/**
 * Map the file that the environment variable FAILURES names. Returns NULL if it is not set. The
 * variable FAILURES_MISSING lists what an older kernel lacks: SO_PEERPIDFD, pidfd_open.
 */
struct failures *failures_open(void);

#endif
