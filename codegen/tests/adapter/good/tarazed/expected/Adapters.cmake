# SPDX-License-Identifier: BSD-2-Clause
# Generated from spec/adapters by `python3 -m codegen gen`. Edit the specs, not this file.
# The adapters, and which of them can do what.
set(INVERBS_ADAPTERS tarazed)
set(INVERBS_DRAFTS) # headers alone: nothing links or installs them
set(INVERBS_INFINIBAND_ADAPTERS tarazed) # queue pairs are connected by numbers and addresses
set(INVERBS_LID_ADAPTERS tarazed) # ports may be of InfiniBand and have LIDs
set(INVERBS_IWARP_ADAPTERS) # queue pairs are connected by the connection manager alone
set(INVERBS_RC_ADAPTERS tarazed) # reliable connections
set(INVERBS_UC_ADAPTERS tarazed) # unreliable connections
set(INVERBS_UD_ADAPTERS tarazed) # datagrams
set(INVERBS_SRQ_ADAPTERS tarazed) # shared receive queues
set(INVERBS_XRC_ADAPTERS tarazed) # extended reliable connections
set(INVERBS_ATOMICS_ADAPTERS tarazed) # atomic operations
set(INVERBS_EXTENDED_CQ_ADAPTERS tarazed) # completions may be read by ibv_start_poll
set(INVERBS_ARM_ADAPTERS tarazed) # completion queues are armed without the kernel
set(INVERBS_RINGS_BY_COMMAND_ADAPTERS) # send queues have the kernel for a doorbell
set(INVERBS_PORTS_ADAPTERS) # devices may have two ports
set(INVERBS_SYNDROMES_ADAPTERS tarazed) # failed completions tell more than their status
set(INVERBS_TIMESTAMPS_ADAPTERS tarazed) # completions tell their time on the adapter's clock
