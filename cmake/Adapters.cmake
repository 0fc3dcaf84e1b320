# SPDX-License-Identifier: BSD-2-Clause
# Generated from spec/adapters by `python3 -m codegen gen`. Edit the specs, not this file.
# The adapters, and which of them can do what.
set(INVERBS_ADAPTERS cxgb3 mlx4)
set(INVERBS_INFINIBAND_ADAPTERS mlx4) # queue pairs are connected by numbers and addresses
set(INVERBS_IWARP_ADAPTERS cxgb3) # queue pairs are connected by the connection manager alone
set(INVERBS_UC_ADAPTERS mlx4) # unreliable connections
set(INVERBS_UD_ADAPTERS mlx4) # datagrams
set(INVERBS_SRQ_ADAPTERS mlx4) # shared receive queues
set(INVERBS_XRC_ADAPTERS mlx4) # extended reliable connections
set(INVERBS_ATOMICS_ADAPTERS mlx4) # atomic operations
set(INVERBS_ARM_ADAPTERS mlx4) # completion queues are armed without the kernel
