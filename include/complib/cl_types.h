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

/* Around the declarations of headers that C++ includes as well. */
#ifdef __cplusplus
#define BEGIN_C_DECLS extern "C" {
#define END_C_DECLS   }
#else
#define BEGIN_C_DECLS
#define END_C_DECLS
#endif

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
#ifndef __stdcall
#define __stdcall
#endif

/* Marks of functions: how they are called and linked. */
#define CL_API
#define CL_EXPORT
#define CL_INLINE static inline

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

/** A pointer as a number. */
#define CAST_P2LONG(pointer) ((intptr_t)(pointer))

/* Conditions that mostly hold, and mostly do not. */
#define PT(condition) __builtin_expect(!!(condition), 1)
#define PF(condition) __builtin_expect(!!(condition), 0)

/** For printf(), with a per cent sign before it: a size_t. */
#define PRIdSIZE_T "zd"

/** As a time to wait: for ever. */
#define EVENT_NO_TIMEOUT 0xFFFFFFFFU

/** Says that a parameter is not used. */
#define UNUSED_PARAM(p) ((void)(p))

/** The structure whose member a pointer points to. */
#define PARENT_STRUCT(pointer, type, member) ((type *)((uint8_t *)(pointer)-offsetof(type, member)))

/** Where an object of the component library is between construct and destroy. */
typedef enum _cl_state {
	CL_UNINITIALIZED = 1,
	CL_INITIALIZED,
	CL_DESTROYING,
	CL_DESTROYED
} cl_state_t;

/** Whether it is one of these. */
static inline boolean_t cl_is_state_valid(cl_state_t state)
{
	return state >= CL_UNINITIALIZED && state <= CL_DESTROYED;
}

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
