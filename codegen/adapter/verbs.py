"""Enumerators and values that the adapter language takes from the spec of the API."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from codegen.core.diag import Diagnostics
from codegen.core.load import load
from codegen.core.write import ROOT


def _number(text: str) -> int:
    """``7``, ``0x80`` or ``1<<3``."""
    base, _, shift = text.partition("<<")
    return int(base, 0) << int(shift or "0", 0)


@cache
def enumerators(file: str, enum: str, prefix: str) -> dict[str, int]:
    """Names without their prefix and values of an enum of spec/api, in order of the values."""
    diag = Diagnostics()
    path = ROOT / "spec" / "api" / file
    doc = load(path, diag, f"spec/api/{file}")
    diag.stop_if_errors()
    members = doc["enums"][enum]["members"].items()
    values = {name.removeprefix(prefix): _number(node["value"].text) for name, node in members}
    return dict(sorted(values.items(), key=lambda item: item[1]))


@cache
def kernel_commands() -> dict[str, int]:
    """Names and numbers of the plain verbs commands of spec/kernel."""
    diag = Diagnostics()
    doc = load(ROOT / "spec" / "kernel" / "uverbs.yaml", diag, "spec/kernel/uverbs.yaml")
    diag.stop_if_errors()
    return {name: node["number"].number for name, node in doc["commands"].items()}


@dataclass(frozen=True)
class PollReader:
    """A function pointer in struct ibv_cq_ex that reads the current completion."""

    member: str
    ctype: str
    asked_with: str  # the flag without which it is NULL; empty: none


@cache
def poll_readers() -> dict[str, PollReader]:
    """The readers by the member that they read: ``byte_len`` for read_byte_len()."""
    diag = Diagnostics()
    doc = load(ROOT / "spec" / "api" / "cq.yaml", diag, "spec/api/cq.yaml")
    diag.stop_if_errors()
    fields = doc["structs"]["ibv_cq_ex"]["fields"].items()
    return {name.removeprefix("read_"): PollReader(name, node["callback"].text.partition(" (")[0], node.text_of("asked-with"))
            for name, node in fields if name.startswith("read_")}


def wr_opcodes() -> dict[str, int]:
    return enumerators("wr.yaml", "ibv_wr_opcode", "IBV_WR_")


@cache
def device_capabilities() -> dict[str, int]:
    return enumerators("device.yaml", "ibv_device_cap_flags", "IBV_DEVICE_")


@cache
def create_flags() -> dict[str, int]:
    return enumerators("qp.yaml", "ibv_qp_create_flags", "IBV_QP_CREATE_")


@cache
def send_flags() -> dict[str, int]:
    return enumerators("wr.yaml", "ibv_send_flags", "IBV_SEND_")


# The operation that the completion of a work request reports.
WC_OF = {
    "SEND": "SEND", "SEND_WITH_IMM": "SEND", "SEND_WITH_INV": "SEND", "RDMA_WRITE": "RDMA_WRITE",
    "RDMA_WRITE_WITH_IMM": "RDMA_WRITE",
    "RDMA_READ": "RDMA_READ", "ATOMIC_CMP_AND_SWP": "COMP_SWAP", "ATOMIC_FETCH_AND_ADD": "FETCH_ADD",
    "LOCAL_INV": "LOCAL_INV",
    "BIND_MW": "BIND_MW", "TSO": "TSO", "ATOMIC_WRITE": "ATOMIC_WRITE", "FLUSH": "FLUSH",
}


@cache
def wc_opcodes() -> dict[str, int]:
    return enumerators("cq.yaml", "ibv_wc_opcode", "IBV_WC_")


@cache
def wc_statuses() -> dict[str, int]:
    return enumerators("cq.yaml", "ibv_wc_status", "IBV_WC_")


@cache
def wc_flags() -> dict[str, int]:
    return enumerators("cq.yaml", "ibv_wc_flags", "IBV_WC_")


_BYTES = {"uint64_t": 8, "uint32_t": 4, "__be32": 4, "unsigned int": 4, "uint16_t": 2, "uint8_t": 1}


@cache
def wc_members() -> dict[str, tuple[int, int]]:
    """Offset and size in bytes of each member of struct ibv_wc, in order."""
    diag = Diagnostics()
    doc = load(ROOT / "spec" / "api" / "cq.yaml", diag, "spec/api/cq.yaml")
    diag.stop_if_errors()
    out: dict[str, tuple[int, int]] = {}
    end = 0
    for name, node in doc["structs"]["ibv_wc"]["fields"].items():
        members = list(node["union"].items()) if "union" in node else [(name, node)]
        sizes = [_BYTES.get(m["type"].text, 4) for _, m in members]  # enums have 4
        at = -(-end // max(sizes)) * max(sizes)
        out |= {m: (at, size) for (m, _), size in zip(members, sizes)}
        end = at + max(sizes)
    return out
