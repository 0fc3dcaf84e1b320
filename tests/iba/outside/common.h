/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * For programs in the style of those that came with other implementations of the access layer:
 * complib for everything, statuses printed by name, most work done in callbacks. They use nothing
 * of the other tests.
 */
#ifndef TESTS_IBA_OUTSIDE_COMMON_H
#define TESTS_IBA_OUTSIDE_COMMON_H

#include <complib/cl_atomic.h>
#include <complib/cl_debug.h>
#include <complib/cl_event.h>
#include <complib/cl_memory.h>
#include <complib/cl_mutex.h>
#include <complib/cl_qlist.h>
#include <complib/cl_qmap.h>
#include <complib/cl_spinlock.h>
#include <complib/cl_thread.h>
#include <complib/cl_timer.h>
#include <iba/ib_al.h>

/** The call must succeed. */
#define MUST(call)                                                                                 \
	do {                                                                                       \
		ib_api_status_t must_status = (call);                                              \
		if (must_status != IB_SUCCESS) {                                                   \
			printf("%s, line %d: %s\n", __FILE__, __LINE__,                            \
			       ib_get_err_str(must_status));                                       \
			exit(1);                                                                   \
		}                                                                                  \
	} while (0)

/** The condition must hold. */
#define HOLDS(condition)                                                                           \
	do {                                                                                       \
		if (!(condition)) {                                                                \
			printf("%s, line %d: not %s\n", __FILE__, __LINE__, #condition);           \
			exit(1);                                                                   \
		}                                                                                  \
	} while (0)

/** Read a counter that other threads change. */
#define READ(counter) cl_atomic_add(&(counter), 0)

enum {
	PATIENCE_US = 60 * 1000 * 1000
};

#endif
