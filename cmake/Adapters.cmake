# SPDX-License-Identifier: BSD-2-Clause
# Generated from spec/adapters by `python3 -m codegen gen`. Edit the specs, not this file.
# The adapters, and which of them can do what.
set(INVERBS_ADAPTERS cxgb3 mlx4 rxe)
set(INVERBS_DRAFTS efa mlx5 irdma x722 connectib) # headers alone: nothing links or installs them
set(INVERBS_INFINIBAND_ADAPTERS mlx4 rxe) # queue pairs are connected by numbers and addresses
set(INVERBS_LID_ADAPTERS mlx4) # ports can be InfiniBand ports, with LIDs
set(INVERBS_IWARP_ADAPTERS cxgb3) # queue pairs are connected only by the connection manager
set(INVERBS_RC_ADAPTERS cxgb3 mlx4 rxe) # reliable connections
set(INVERBS_UC_ADAPTERS mlx4 rxe) # unreliable connections
set(INVERBS_UD_ADAPTERS mlx4 rxe) # datagrams
set(INVERBS_SRQ_ADAPTERS mlx4 rxe) # shared receive queues
set(INVERBS_XRC_ADAPTERS mlx4) # extended reliable connections
set(INVERBS_ATOMICS_ADAPTERS mlx4 rxe) # atomic operations
set(INVERBS_ATOMIC_WRITE_ADAPTERS rxe) # atomic writes
set(INVERBS_IMMEDIATES_ADAPTERS mlx4 rxe) # immediate data
set(INVERBS_INVALIDATION_ADAPTERS mlx4 rxe) # work requests of both sides can invalidate keys
set(INVERBS_WINDOWS_ADAPTERS mlx4 rxe) # memory windows
set(INVERBS_RESIZE_CQ_ADAPTERS mlx4 rxe) # completion queues can be resized
set(INVERBS_QUERY_QP_ADAPTERS mlx4 rxe) # the kernel reports attributes of queue pairs
set(INVERBS_REREG_MR_ADAPTERS mlx4 rxe) # memory regions can be changed
set(INVERBS_EXTENDED_COMMANDS_ADAPTERS mlx4 rxe) # the kernel's driver supports extended commands
set(INVERBS_EXTENDED_CQ_ADAPTERS mlx4 rxe) # completions can be read by ibv_start_poll
set(INVERBS_ARM_ADAPTERS mlx4) # completion queues are armed without the kernel
set(INVERBS_RINGS_BY_COMMAND_ADAPTERS rxe) # the doorbell of send queues is a system call
set(INVERBS_PORTS_ADAPTERS cxgb3 mlx4) # devices can have two ports
set(INVERBS_SYNDROMES_ADAPTERS mlx4) # failed completions have a syndrome in addition to their status
set(INVERBS_TIMESTAMPS_ADAPTERS mlx4) # completions have timestamps from the adapter's clock
set(INVERBS_DRAFT_EFA INFINIBAND UD IMMEDIATES EXTENDED_CQ ARM) # what this draft can do
set(INVERBS_DRAFT_MLX5 INFINIBAND LID RC UC UD SRQ XRC ATOMICS IMMEDIATES INVALIDATION EXTENDED_CQ ARM PORTS SYNDROMES TIMESTAMPS) # what this draft can do
set(INVERBS_DRAFT_IRDMA INFINIBAND RC UD SRQ ATOMICS IMMEDIATES INVALIDATION EXTENDED_CQ ARM TIMESTAMPS) # what this draft can do
set(INVERBS_DRAFT_X722 IWARP RC INVALIDATION EXTENDED_CQ ARM TIMESTAMPS) # what this draft can do
set(INVERBS_DRAFT_CONNECTIB INFINIBAND LID RC UC UD SRQ XRC ATOMICS IMMEDIATES INVALIDATION EXTENDED_CQ ARM PORTS SYNDROMES TIMESTAMPS) # what this draft can do
