/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The one function by which the runtime reaches an emulator inside its own process. Both sides talk
 * over the socket it returns in the protocol of spec/kernel/softhca.yaml, as they would with the
 * daemon.
 */
#ifndef INVERBS_SOFTHCA_H
#define INVERBS_SOFTHCA_H

/**
 * Connect to the in-process emulator, starting its thread on first use.
 *
 * devices: comma-separated names ("mlx4_0,mlx4_1"); only the first call of a process is honoured.
 * Returns a connected SOCK_SEQPACKET descriptor (close-on-exec, owned by the caller), or a negative
 * errno value. Thread-safe. After fork the child has no emulator thread: it gets -EPERM.
 */
int softhca_inprocess_connect(const char *devices);

#endif
