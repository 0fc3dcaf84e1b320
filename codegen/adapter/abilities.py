"""Abilities of an adapter, derived from its spec. The build and the tests select adapters by these lists."""

from __future__ import annotations

from codegen.adapter.model.adapter import Adapter

# Name of each list, and what its adapters have in common.
ABILITIES = {
    "infiniband": "queue pairs are connected by numbers and addresses",
    "lid": "ports can be InfiniBand ports, with LIDs",
    "iwarp": "queue pairs are connected only by the connection manager",
    "rc": "reliable connections",
    "uc": "unreliable connections",
    "ud": "datagrams",
    "srq": "shared receive queues",
    "xrc": "extended reliable connections",
    "atomics": "atomic operations",
    "atomic-write": "atomic writes",
    "immediates": "immediate data",
    "invalidation": "work requests of both sides can invalidate keys",
    "windows": "memory windows",
    "resize-cq": "completion queues can be resized",
    "query-qp": "the kernel reports attributes of queue pairs",
    "rereg-mr": "memory regions can be changed",
    "extended-commands": "the kernel's driver supports extended commands",
    "extended-cq": "completions can be read by ibv_start_poll",
    "arm": "completion queues are armed without the kernel",
    "rings-by-command": "the doorbell of send queues is a system call",
    "ports": "devices can have two ports",
    "syndromes": "failed completions have a syndrome in addition to their status",
    "timestamps": "completions have timestamps from the adapter's clock",
}

_BY_TRANSPORT = {"infiniband": {"infiniband", "lid"}, "roce": {"infiniband"}, "iwarp": {"iwarp"}}


def _takes(a: Adapter, command: str) -> bool:
    """True if the kernel driver accepts the command. For a draft, no command is known to be accepted."""
    return not a.draft and (a.identity.commands is None or command in a.identity.commands)


def abilities(a: Adapter) -> set[str]:
    """The names of the ``ABILITIES`` that this adapter has."""
    types = {t for cls in a.send.classes for t in cls.types}
    ops = {op.name for op in a.send.ops}
    there = {
        "rc": "RC" in types, "uc": "UC" in types, "ud": "UD" in types, "xrc": "XRC_SEND" in types,
        "srq": a.recv.shared or a.recv.shared_rings,
        "atomics": "ATOMIC_FETCH_AND_ADD" in ops, "arm": not a.arms_by_command,
        "atomic-write": "ATOMIC_WRITE" in ops, "immediates": {"SEND_WITH_IMM", "RDMA_WRITE_WITH_IMM"} <= ops,
        "invalidation": {"LOCAL_INV", "SEND_WITH_INV"} <= ops,
        "windows": _takes(a, "ALLOC_MW"), "resize-cq": _takes(a, "RESIZE_CQ"), "query-qp": _takes(a, "QUERY_QP"),
        "rereg-mr": _takes(a, "REREG_MR"), "extended-commands": not a.draft and a.identity.commands is None,
        "extended-cq": not a.complete.order,
        "rings-by-command": a.send.by_command, "ports": a.identity.max_ports > 1,
        "syndromes": a.complete.error_entry != a.complete.entry, "timestamps": a.complete.timestamp,
    }
    return {ability for ability, able in there.items() if able} | _BY_TRANSPORT[a.identity.transport]


def _cmake_name(ability: str) -> str:
    return ability.upper().replace("-", "_")


def cmake_lists(every: list[Adapter]) -> str:
    """The text of cmake/Adapters.cmake: the abilities of the adapters, for the build, which does not need Python."""
    drafts = [a for a in every if a.draft]
    every = [a for a in every if not a.draft]
    lines = [
        "# SPDX-License-Identifier: BSD-2-Clause",
        "# Generated from spec/adapters by `python3 -m codegen gen`. Edit the specs, not this file.",
        "# The adapters, and which of them can do what.",
        f"set(INVERBS_ADAPTERS{''.join(f' {a.name}' for a in every)})",
        f"set(INVERBS_DRAFTS{''.join(f' {a.name}' for a in drafts)}) # headers alone: nothing links or installs them",
    ]
    for ability, doc in ABILITIES.items():
        names = "".join(f" {a.name}" for a in every if ability in abilities(a))
        lines.append(f"set(INVERBS_{_cmake_name(ability)}_ADAPTERS{names}) # {doc}")
    for a in drafts:
        words = "".join(f" {_cmake_name(ability)}" for ability in ABILITIES if ability in abilities(a))
        lines.append(f"set(INVERBS_DRAFT_{a.name.upper()}{words}) # what this draft can do")
    return "\n".join(lines) + "\n"
