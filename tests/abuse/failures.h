/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * System calls that fail on purpose, in programs that are linked with --wrap for each of them.
 * Which one fails, and in which process, is in a file that all of these programs map.
 */
#ifndef TESTS_ABUSE_FAILURES_H
#define TESTS_ABUSE_FAILURES_H

#include <stdbool.h>
#include <stdint.h>

/** The calls; CMakeLists.txt has the same list. */
#define FAILURES_EACH(call)                                                                        \
	call(accept4) call(connect) call(epoll_ctl) call(epoll_wait) call(fcntl) call(fstat)       \
		call(fstatfs) call(ftruncate) call(getsockopt) call(memfd_create) call(mmap)       \
			call(pipe2) call(poll) call(ppoll) call(process_vm_readv)                  \
				call(process_vm_writev) call(read) call(recvmsg) call(send)        \
					call(sendmsg) call(socket) call(syscall) call(write)

#define FAILURES_NUMBER(call) FAIL_##call,
/** Which one fails. */
enum failing_call {
	FAIL_NONE,
	FAILURES_EACH(FAILURES_NUMBER) FAILING_CALLS
};
#undef FAILURES_NUMBER

/** The file. Members are atomic; `call` is written last. */
struct failures {
	uint32_t call;  /**< enum failing_call */
	int32_t pid;    /**< in this process */
	int32_t error;  /**< errno value; 0: it transfers only a part, if it is such a call */
	uint32_t first; /**< calls before the first that fails */
	uint32_t many;  /**< calls that fail from then on */
	uint32_t seen;  /**< calls since `call` was written */
};

/**
 * Map the file that the environment variable FAILURES names; NULL if it is not set. Another
 * variable, FAILURES_MISSING, names what an older kernel lacks: SO_PEERPIDFD, pidfd_open.
 */
struct failures *failures_open(void);

#endif
