/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Which adapters this program is compiled for. Each -DINVERBS_<ADAPTER> names one; without any, the
 * program runs on all. Each object file compiled with a restriction puts its mask into the section
 * inverbs_bindings. The archive uses the AND of all masks in the program; so a single bound object
 * file prevents devices of other adapters from being opened, also through rdma_cm.
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
