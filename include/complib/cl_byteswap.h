/* SPDX-License-Identifier: BSD-2-Clause */
/* Component library: byte order. The macros in capitals are constant expressions if their argument
 * is one. */
#ifndef COMPLIB_CL_BYTESWAP_H
#define COMPLIB_CL_BYTESWAP_H

#include <complib/cl_types.h>
#include <inverbs/api/net_order.h>

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

#endif
