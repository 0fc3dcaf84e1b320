/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Byte order of 64-bit numbers, and barriers, as in OFED's header of this name. Not generated,
 * because it contains no objects of the API.
 */
#ifndef INFINIBAND_ARCH_H
#define INFINIBAND_ARCH_H

#include <endian.h>
#include <inverbs/fast/barrier.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The macros with the functions' names tell other headers that these are defined. */
#ifndef htonll
static inline uint64_t htonll(uint64_t x)
{
	return htobe64(x);
}
#define htonll htonll
#endif

#ifndef ntohll
static inline uint64_t ntohll(uint64_t x)
{
	return be64toh(x);
}
#define ntohll ntohll
#endif

/* A program that defines its own barriers keeps them. */
#ifndef mb
/** All loads and stores before it happen before all loads and stores after it. */
#define mb() __sync_synchronize()
#endif
#ifndef rmb
/** Loads before it happen before loads after it. */
#define rmb() inverbs_from_device()
#endif
#ifndef wmb
/** Stores before it are visible before stores after it. */
#define wmb() inverbs_to_device()
#endif
#ifndef wc_wmb
/** Stores to write-combining memory before it leave before stores after it. */
#define wc_wmb() inverbs_wc_flush()
#endif

#ifdef __cplusplus
}
#endif

#endif
