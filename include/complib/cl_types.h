/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Component library: types, markers and statuses that programs of the InfiniBand Access Layer use.
 * The headers in this folder are inline code on POSIX threads; only the wait object (cl_waitobj.h)
 * is in the archive.
 */
#ifndef COMPLIB_CL_TYPES_H
#define COMPLIB_CL_TYPES_H

#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <wchar.h>

#include <complib/cl_debug.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Markers of parameters. */
#ifndef IN
#define IN
#endif
#ifndef OUT
#define OUT
#endif
#ifndef OPTIONAL
#define OPTIONAL
#endif

/* Words of other compilers that mean nothing here. */
#ifndef __ptr64
#define __ptr64
#endif
#ifndef __cdecl
#define __cdecl
#endif

#ifndef TRUE
#define TRUE 1
#endif
#ifndef FALSE
#define FALSE 0
#endif

/** TRUE or FALSE. */
typedef int boolean_t;

/** Numbers in network byte order. */
typedef uint16_t net16_t;
typedef uint32_t net32_t;
typedef uint64_t net64_t;

/** Integers as wide as a pointer. */
typedef intptr_t intn_t;
typedef uintptr_t uintn_t;

/** For printf(), with a per cent sign before it: a size_t. */
#define PRIdSIZE_T "zd"

/** As a time to wait: for ever. */
#define EVENT_NO_TIMEOUT 0xFFFFFFFFU

/** Says that a parameter is not used. */
#define UNUSED_PARAM(p) ((void)(p))

/** The structure whose member a pointer points to. */
#define PARENT_STRUCT(pointer, type, member) ((type *)((uint8_t *)(pointer)-offsetof(type, member)))

/** Results of the component library. */
typedef enum _cl_status {
	CL_SUCCESS = 0,
	CL_ERROR,
	CL_INVALID_STATE,
	CL_INVALID_OPERATION,
	CL_INVALID_SETTING,
	CL_INVALID_PARAMETER,
	CL_INSUFFICIENT_RESOURCES,
	CL_INSUFFICIENT_MEMORY,
	CL_INVALID_PERMISSION,
	CL_COMPLETED,
	CL_NOT_DONE,
	CL_PENDING,
	CL_TIMEOUT,
	CL_CANCELED,
	CL_REJECT,
	CL_OVERRUN,
	CL_NOT_FOUND,
	CL_UNAVAILABLE,
	CL_BUSY,
	CL_DISCONNECT,
	CL_DUPLICATE,
	CL_INVALID_REQUEST,
	CL_STATUS_COUNT /**< the first number that is no status */
} cl_status_t;

/** Text of a status, never NULL. */
static inline const char *cl_status_text_of(int status)
{
	static const char *const text[] = {"CL_SUCCESS",
					   "CL_ERROR",
					   "CL_INVALID_STATE",
					   "CL_INVALID_OPERATION",
					   "CL_INVALID_SETTING",
					   "CL_INVALID_PARAMETER",
					   "CL_INSUFFICIENT_RESOURCES",
					   "CL_INSUFFICIENT_MEMORY",
					   "CL_INVALID_PERMISSION",
					   "CL_COMPLETED",
					   "CL_NOT_DONE",
					   "CL_PENDING",
					   "CL_TIMEOUT",
					   "CL_CANCELED",
					   "CL_REJECT",
					   "CL_OVERRUN",
					   "CL_NOT_FOUND",
					   "CL_UNAVAILABLE",
					   "CL_BUSY",
					   "CL_DISCONNECT",
					   "CL_DUPLICATE",
					   "CL_INVALID_REQUEST"};

	return status >= 0 && status < CL_STATUS_COUNT ? text[status] : "unknown status";
}

#define CL_STATUS_MSG(status) cl_status_text_of((int)(status))

#ifdef __cplusplus
}
#endif

#endif
