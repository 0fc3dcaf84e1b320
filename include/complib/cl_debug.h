/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Component library: assertions and traces for programs. They are active if the program is compiled
 * with -D_DEBUG_. Otherwise they expand to nothing, so their arguments may refer to names that
 * exist only in debug builds. The access layer itself has none. A trace has a level; it is printed
 * if that is the error level or has a bit in common with the enabled levels. The text of a trace is
 * a format with its arguments, in parentheses. A trace expands to a block: programs write no
 * semicolon after it.
 */
#ifndef COMPLIB_CL_DEBUG_H
#define COMPLIB_CL_DEBUG_H

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Levels: none, errors, and all. Programs define the others. */
#define CL_DBG_DISABLE 0
#define CL_DBG_ERROR   0x80000000U
#define CL_DBG_ALL     0xFFFFFFFFU

/** Prints to standard error. */
__attribute__((format(printf, 1, 2))) static inline void cl_dbg_out(const char *format, ...)
{
	va_list values;

	va_start(values, format);
	vfprintf(stderr, format, values);
	va_end(values);
}

/** Prints to standard output. */
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
	{                                                                                          \
		if ((level) & ((enabled) | CL_DBG_ERROR))                                          \
			cl_dbg_out text;                                                           \
	}
#define CL_TRACE(level, enabled, text)                                                             \
	{                                                                                          \
		CL_PRINT(level, enabled, ("%s: ", __func__))                                       \
		CL_PRINT(level, enabled, text)                                                     \
	}
#else
#define CL_ASSERT(condition)
#define CL_PRINT(level, enabled, text)                                                             \
	{                                                                                          \
	}
#define CL_TRACE(level, enabled, text)                                                             \
	{                                                                                          \
	}
#endif

/* Trace entry to and exit from a function. */
#define CL_ENTER(level, enabled) CL_TRACE(level, enabled, ("[\n"))
#define CL_EXIT(level, enabled)  CL_TRACE(level, enabled, ("]\n"))
#define CL_TRACE_EXIT(level, enabled, text)                                                        \
	{                                                                                          \
		CL_TRACE(level, enabled, text)                                                     \
		CL_EXIT(level, enabled)                                                            \
	}

/** Whether the program was compiled with traces. */
static inline int cl_is_debug(void)
{
#ifdef _DEBUG_
	return 1;
#else
	return 0;
#endif
}

/** The component library needs no initialization or cleanup. */
static inline void complib_init(void)
{
}

static inline int complib_init_v2(void)
{
	return 0;
}

static inline void complib_exit(void)
{
}

#ifdef __cplusplus
}
#endif

#endif
