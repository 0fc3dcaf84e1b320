/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Component library: assertions and traces of programs. They work in programs that are compiled
 * with -D_DEBUG_ and cost nothing in others. The access layer itself has none. A trace has a level,
 * which is printed if it has a bit in common with the levels that are enabled; its text is a format
 * with its values, in parentheses.
 */
#ifndef COMPLIB_CL_DEBUG_H
#define COMPLIB_CL_DEBUG_H

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Levels: none, that of errors, and all. Programs number the others. */
#define CL_DBG_DISABLE 0
#define CL_DBG_ERROR   0x80000000U
#define CL_DBG_ALL     0xFFFFFFFFU

/** Prints to the standard error. */
__attribute__((format(printf, 1, 2))) static inline void cl_dbg_out(const char *format, ...)
{
	va_list values;

	va_start(values, format);
	vfprintf(stderr, format, values);
	va_end(values);
}

/** Prints to the standard output. */
__attribute__((format(printf, 1, 2))) static inline void cl_msg_out(const char *format, ...)
{
	va_list values;

	va_start(values, format);
	vfprintf(stdout, format, values);
	va_end(values);
}

#ifdef _DEBUG_
#define CL_ASSERT(condition) assert(condition)
#define CL_PRINT(level, enabled, text)                                                             \
	do {                                                                                       \
		if ((level) & (enabled))                                                           \
			cl_dbg_out text;                                                           \
	} while (0)
#define CL_TRACE(level, enabled, text)                                                             \
	do {                                                                                       \
		CL_PRINT(level, enabled, ("%s: ", __func__));                                      \
		CL_PRINT(level, enabled, text);                                                    \
	} while (0)
#else
#define CL_ASSERT(condition)           ((void)sizeof(!(condition)))
#define CL_PRINT(level, enabled, text) ((void)0)
#define CL_TRACE(level, enabled, text) ((void)0)
#endif

/* The beginning and the end of a function. */
#define CL_ENTER(level, enabled) CL_TRACE(level, enabled, ("[\n"))
#define CL_EXIT(level, enabled)  CL_TRACE(level, enabled, ("]\n"))
#define CL_TRACE_EXIT(level, enabled, text)                                                        \
	do {                                                                                       \
		CL_TRACE(level, enabled, text);                                                    \
		CL_EXIT(level, enabled);                                                           \
	} while (0)

#ifdef __cplusplus
}
#endif

#endif
