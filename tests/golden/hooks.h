/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Include before every other header in a file that replays fast paths: the recorder gets their
 * stores and barriers.
 */
#ifndef GOLDEN_HOOKS_H
#define GOLDEN_HOOKS_H

#include "recorder.h"

#define INVERBS_ADDRESSED_RDMA 1 /* drafts support it */

#define INVERBS_STORE_HOOK(addr, bytes)   recorder_store(addr, bytes)
#define INVERBS_PUBLISH_HOOK(addr, bytes) recorder_publish(addr, bytes)
#define INVERBS_OBSERVE_HOOK(addr, bytes) recorder_observe()
#define INVERBS_MMIO_HOOK(addr, bytes)    recorder_store(addr, bytes)
#define INVERBS_BARRIER_HOOK(kind)        recorder_barrier(kind)

#endif
