/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Numbers in network byte order as constant expressions, for case labels and initializers.
 * Generated code uses these macros for values that have `order` in the specs.
 */
#ifndef INVERBS_NET_ORDER_H
#define INVERBS_NET_ORDER_H

#include <stdint.h>

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define INVERBS_NET16(x) ((uint16_t)__builtin_bswap16((uint16_t)(x)))
#define INVERBS_NET32(x) ((uint32_t)__builtin_bswap32((uint32_t)(x)))
#define INVERBS_NET64(x) ((uint64_t)__builtin_bswap64((uint64_t)(x)))
#else
#define INVERBS_NET16(x) ((uint16_t)(x))
#define INVERBS_NET32(x) ((uint32_t)(x))
#define INVERBS_NET64(x) ((uint64_t)(x))
#endif

#endif
