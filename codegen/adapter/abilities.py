"""What an adapter can do, read off its spec: the lists by which the build and the tests choose adapters."""

from __future__ import annotations

from codegen.adapter.model import FirstAdapter, AnyAdapter
from codegen.adapter.queues.model import Adapter

# Name of the list, and what its adapters have in common.
ABILITIES = {
    "infiniband": "queue pairs are connected by numbers and addresses",
    "lid": "ports may be of InfiniBand and have LIDs",
    "iwarp": "queue pairs are connected by the connection manager alone",
    "uc": "unreliable connections",
    "ud": "datagrams",
    "srq": "shared receive queues",
    "xrc": "extended reliable connections",
    "atomics": "atomic operations",
    "arm": "completion queues are armed without the kernel",
    "rings-by-command": "send queues have the kernel for a bell",
    "ports": "devices may have two ports",
    "syndromes": "failed completions tell more than their status",
    "timestamps": "completions tell their time on the adapter's clock",
}


def abilities(a: AnyAdapter) -> set[str]:
    """The names of ``ABILITIES`` that hold here; one ring for sends and receives leaves reliable connections."""
    able = {"infiniband": {"infiniband", "lid"}, "roce": {"infiniband"}, "iwarp": {"iwarp"}}[a.identity.transport]
    if isinstance(a, FirstAdapter):
        able |= {"arm", "syndromes"}
        types = {t for cls in a.send.classes for t in cls.types}
        able |= {ability for ability, word in (("uc", "UC"), ("ud", "UD"), ("xrc", "XRC_SEND")) if word in types}
        able |= {"srq"} if a.recv.link else set()
        able |= {"timestamps"} if a.complete.time_high else set()
        able |= {"atomics"} if any(op.name.startswith("ATOMIC_") for op in a.send.ops) else set()
    if isinstance(a, Adapter):
        able |= _queues(a)
    if a.identity.max_ports > 1:
        able.add("ports")
    return able


def _queues(a: Adapter) -> set[str]:
    """What the features of the one language add up to."""
    types = {t for cls in a.send.classes for t in cls.types}
    able = {ability for ability, word in (("uc", "UC"), ("ud", "UD"), ("xrc", "XRC_SEND")) if word in types}
    able |= {"srq"} if a.recv.shared or a.recv.shared_rings else set()
    able |= {"rings-by-command"} if a.send.by_command else set()
    able |= {"atomics"} if any(op.name.startswith("ATOMIC_") for op in a.send.ops) else set()
    able |= set() if a.arms_by_command else {"arm"}
    able |= {"syndromes"} if a.complete.error_entry != a.complete.entry else set()
    able |= {"timestamps"} if a.complete.timestamp else set()
    return able


def cmake_lists(every: list[AnyAdapter]) -> str:
    """cmake/Adapters.cmake: a build needs no Python, so what the specs say about adapters stands there."""
    drafts = "".join(f" {a.name}" for a in every if a.draft)
    every = [a for a in every if not a.draft]
    lines = [
        "# SPDX-License-Identifier: BSD-2-Clause",
        "# Generated from spec/adapters by `python3 -m codegen gen`. Edit the specs, not this file.",
        "# The adapters, and which of them can do what.",
        f"set(INVERBS_ADAPTERS{''.join(f' {a.name}' for a in every)})",
        f"set(INVERBS_DRAFTS{drafts}) # headers alone: nothing links or installs them",
    ]
    for ability, doc in ABILITIES.items():
        names = "".join(f" {a.name}" for a in every if ability in abilities(a))
        lines.append(f"set(INVERBS_{ability.upper().replace('-', '_')}_ADAPTERS{names}) # {doc}")
    return "\n".join(lines) + "\n"
