/* SPDX-License-Identifier: BSD-2-Clause */
/* Component library: ends what cl_packon.h begins. */
#ifdef PACK_SUFFIX
#undef PACK_SUFFIX
#endif
