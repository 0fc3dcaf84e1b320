/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Which adapters this program is built for. -DINVERBS_<ADAPTER> names one; none means any. Each
 * object file compiled with a restriction leaves its mask in the section inverbs_bindings; the
 * archive takes the intersection of all masks of the program, so one bound object file keeps other
 * adapters' devices from being opened, also through rdma_cm.
 */
#ifndef INVERBS_BINDING_H
#define INVERBS_BINDING_H

#include <inverbs/adapters/list.h> /* generated: enum inverbs_adapter, INVERBS_BINDING_MASK */
#include <inverbs/api/layout.h>    /* generated: a stale object file does not link */
#include <stdint.h>

#if INVERBS_BINDING_MASK != 0
static const uint32_t inverbs_binding_of_this_file
	__attribute__((section("inverbs_bindings"), used, aligned(4))) = INVERBS_BINDING_MASK;
#endif

#endif
