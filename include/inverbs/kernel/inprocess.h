/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The one function through which the runtime starts an emulator in its own process. Both then
 * communicate through the socket that it returns, with the protocol of spec/kernel/softhca.yaml, as
 * with the daemon.
 */
#ifndef INVERBS_SOFTHCA_H
#define INVERBS_SOFTHCA_H

/**
 * Connect to the in-process emulator. The first call starts its thread.
 *
 * devices: comma-separated names ("mlx4_0,mlx4_1"); only those in the first call of a process
 * count. Returns a connected SOCK_SEQPACKET descriptor (close-on-exec, owned by the caller), or a
 * negative errno value. Thread-safe. A child after fork has no emulator thread: it gets -EPERM.
 */
int softhca_inprocess_connect(const char *devices);

#endif
