/* SPDX-License-Identifier: BSD-2-Clause */
/* Component library: byte order. The macros in capitals are constant expressions if their
 * argument is. */
#ifndef COMPLIB_CL_BYTESWAP_H
#define COMPLIB_CL_BYTESWAP_H

#include <complib/cl_types.h>
#include <inverbs/api/net_order.h>

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define CPU_LE 1
#define CPU_BE 0
#else
#define CPU_LE 0
#define CPU_BE 1
#endif

#define CL_HTON16(x) INVERBS_NET16(x)
#define CL_HTON32(x) INVERBS_NET32(x)
#define CL_HTON64(x) INVERBS_NET64(x)
#define CL_NTOH16(x) INVERBS_NET16(x)
#define CL_NTOH32(x) INVERBS_NET32(x)
#define CL_NTOH64(x) INVERBS_NET64(x)

#define cl_hton16(x) CL_HTON16(x)
#define cl_hton32(x) CL_HTON32(x)
#define cl_hton64(x) CL_HTON64(x)
#define cl_ntoh16(x) CL_NTOH16(x)
#define cl_ntoh32(x) CL_NTOH32(x)
#define cl_ntoh64(x) CL_NTOH64(x)

/**
 * Converts a number of ``size`` bytes to network byte order. Source and destination may be the
 * same.
 */
static inline void cl_ntoh(char *p_dest, const char *p_src, uint8_t size)
{
	for (size_t i = 0; i < (size + 1U) / 2U; i++) {
		const size_t last = size - 1U - i;
		const char first = p_src[i], other = p_src[last];

		p_dest[i] = CPU_LE ? other : first;
		p_dest[last] = CPU_LE ? first : other;
	}
}

#endif
