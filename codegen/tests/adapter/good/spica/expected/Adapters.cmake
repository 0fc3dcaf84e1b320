# SPDX-License-Identifier: BSD-2-Clause
# Generated from spec/adapters by `python3 -m codegen gen`. Edit the specs, not this file.
# The adapters, and which of them can do what.
set(INVERBS_ADAPTERS)
set(INVERBS_DRAFTS spica) # headers alone: nothing links or installs them
set(INVERBS_INFINIBAND_ADAPTERS) # queue pairs are connected by numbers and addresses
set(INVERBS_LID_ADAPTERS) # ports may be of InfiniBand and have LIDs
set(INVERBS_IWARP_ADAPTERS) # queue pairs are connected by the connection manager alone
set(INVERBS_RC_ADAPTERS) # reliable connections
set(INVERBS_UC_ADAPTERS) # unreliable connections
set(INVERBS_UD_ADAPTERS) # datagrams
set(INVERBS_SRQ_ADAPTERS) # shared receive queues
set(INVERBS_XRC_ADAPTERS) # extended reliable connections
set(INVERBS_ATOMICS_ADAPTERS) # atomic operations
set(INVERBS_EXTENDED_CQ_ADAPTERS) # completions may be read by ibv_start_poll
set(INVERBS_ARM_ADAPTERS) # completion queues are armed without the kernel
set(INVERBS_RINGS_BY_COMMAND_ADAPTERS) # send queues have the kernel for a doorbell
set(INVERBS_PORTS_ADAPTERS) # devices may have two ports
set(INVERBS_SYNDROMES_ADAPTERS) # failed completions tell more than their status
set(INVERBS_TIMESTAMPS_ADAPTERS) # completions tell their time on the adapter's clock
set(INVERBS_DRAFT_SPICA IWARP RC UD SRQ ATOMICS EXTENDED_CQ ARM TIMESTAMPS) # what this draft can do
