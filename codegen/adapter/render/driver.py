"""Stage render: limits and identity of the emulated device."""

from __future__ import annotations

from codegen.adapter.model.adapter import Adapter
from codegen.adapter.model.device import Device, Kind
from codegen.adapter.render.emulated import emulated_data
from codegen.core.cexpr import Expr, Name, Number, bits
from codegen.core.render import render
from codegen.core.write import Output

_ATTR = (
    "max-mr-size", "page-size-cap", "vendor-id", "vendor-part-id", "hw-ver", "max-qp", "max-qp-wr", "max-sge",
    "max-sge-rd",
    "max-cq", "max-cqe",
    "max-mr", "max-pd", "max-qp-rd-atom", "max-res-rd-atom", "max-qp-init-rd-atom", "max-mw", "max-mcast-grp",
    "max-mcast-qp-attach",
    "max-total-mcast-qp-attach", "max-ah", "max-srq", "max-srq-wr", "max-srq-sge", "max-pkeys", "local-ca-ack-delay")
_LIMITS = (
    "device-cap-flags-ex", "hca-core-clock", "max-msg-sz", "port-cap-flags", "pkey-tbl-len", "gid-tbl-len",
    "active-width",
    "active-speed",
    "max-vl-num", "num-comp-vectors", "spare-cqes", "max-inline", "keys", "fresh-key", "qpn-base", "qpn-count")
_QUIRKS = ("no-cur-state", "keeps-regions",
           "rounds-silently")  # handled by the driver; others by the engine or by the code that drivers share
_DRIVER = ("guid-base", "guid-step")
_TEXTS = (("firmware-prefix", "firmware"), ("hca-type", "hca_type"), ("board-id", "board_id"), ("hw-rev", "hw_rev"))


def _member(key: str) -> str:
    return key.replace("-", "_")


def _literal(value: int) -> Expr:
    return bits(value, 64 if value >> 32 else 32) if value >> 31 else Number(value)


def _numbers(kind: Kind, keys: tuple[str, ...]) -> list[tuple[str, Expr]]:
    return [(_member(key), _literal(kind.number(key))) for key in keys if kind.number(key)]


def _kind(a: Adapter, d: Device, kind: Kind) -> dict[str, object]:
    name = f"{a.name}_{kind.name}" if kind.name else a.name
    limits = _numbers(kind, _LIMITS)
    if kind.number("timestamp-bits"):
        limits.append(("timestamp_mask", bits((1 << kind.number("timestamp-bits")) - 1, 64)))
    return {"name": name, "variant": kind.name, "attr": _numbers(kind, _ATTR), "limits": limits,
            "rate": kind.text("rate"),
            "numbers": [*_numbers(kind, _DRIVER), *([("device_id", Name(f"0x{kind.number('pci-device'):04x}"))]
                                                    if a.identity.pci_devices else [])],
            "texts": [(member, kind.text(key)) for key, member in _TEXTS if kind.text(key)]}


def driver_outputs(a: Adapter, common: dict[str, object]) -> list[Output]:
    d = a.device
    if d is None:
        return []
    major, minor, sub = d.firmware
    text = render("adapter/driver.h.j2", **common, kinds=[_kind(a, d, kind) for kind in d.kinds], mtu=d.mtu,
                  atomics=d.atomics,
                  capabilities=d.capabilities, quirks=[_member(q) for q in d.quirks if q in _QUIRKS],
                  fw=f"0x{major << 32 | minor << 16 | sub:x}",
                  xrc_bit=a.complete.shared_bit, first_mtu=d.first_mtu, queue_head=a.queue_head, **emulated_data(a, d))
    return [Output(f"emulator/adapters/gen/{a.name}.h", text)]
