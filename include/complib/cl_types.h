/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Component library: types, macros and status codes used by programs for the InfiniBand Access
 * Layer. The headers in this folder are inline code on POSIX threads; only the wait object
 * (cl_waitobj.h) is in the archive.
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

/* Surround the declarations of headers that C++ includes, too. */
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

/* Markers for parameters. */
#ifndef IN
#define IN
#endif
#ifndef OUT
#define OUT
#endif
#ifndef OPTIONAL
#define OPTIONAL
#endif

/* Keywords of other compilers, which mean nothing here. */
#ifndef __ptr64
#define __ptr64
#endif
#ifndef __cdecl
#define __cdecl
#endif
#ifndef __stdcall
#define __stdcall
#endif

/* Markers for functions: calling convention and linkage. */
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

/* Conditions that are likely, and unlikely. */
#define PT(condition) __builtin_expect(!!(condition), 1)
#define PF(condition) __builtin_expect(!!(condition), 0)

/** For printf(), after a per cent sign: a size_t. */
#define PRIdSIZE_T "zd"

/** A timeout: wait forever. */
#define EVENT_NO_TIMEOUT 0xFFFFFFFFU

/** Marks a parameter as unused. */
#define UNUSED_PARAM(p) ((void)(p))

/** The structure that contains the member at a pointer. */
#define PARENT_STRUCT(pointer, type, member) ((type *)((uint8_t *)(pointer)-offsetof(type, member)))

/** The state of an object of the component library, between construct and destroy. */
typedef enum _cl_state {
	CL_UNINITIALIZED = 1,
	CL_INITIALIZED,
	CL_DESTROYING,
	CL_DESTROYED
} cl_state_t;

/** Whether a value is one of these states. */
static inline boolean_t cl_is_state_valid(cl_state_t state)
{
	return state >= CL_UNINITIALIZED && state <= CL_DESTROYED;
}

/** Status codes of the component library. */
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
	CL_STATUS_COUNT /**< first number that is not a status */
} cl_status_t;

/** The text for a status; never NULL. */
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
