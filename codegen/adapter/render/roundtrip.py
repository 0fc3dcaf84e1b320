"""Stage render: the test that each format gives back what was put into it."""

from __future__ import annotations

from codegen.adapter.lower.formats import lower_format
from codegen.adapter.model.adapter import Adapter
from codegen.core.render import render


def _formats(a: Adapter) -> list[dict[str, object]]:
    """For each format, how the generated test fills and compares each field. Overlays stay zero, so that no two fields share a
    bit."""
    out: list[dict[str, object]] = []
    for fmt in a.formats:
        members = []
        for f in fmt.fields:
            if f.overlays:
                continue
            if f.is_bytes:
                fill = f"for (int i = 0; i < {f.length}; i++)\n\tin.{f.name}[i] = (uint8_t)random_bits(8);"
                compare = f"assert_memory_equal(in.{f.name}, out.{f.name}, {f.length});"
            else:
                bits = 1 if f.as_values else f.place.bits
                value = f"random_bits({bits}) * {f.unit}" if f.const is None else str(f.const)
                fill = f"in.{f.name} = {'' if f.as_values else f'(__typeof__(in.{f.name}))'}({value});"
                compare = f"assert_int_equal(in.{f.name}, out.{f.name});"
            members.append({"fill": fill, "compare": compare})
        lowered = lower_format(a, fmt)
        out.append({"name": lowered.name, "size": fmt.size, "members": members, "reserved": bool(fmt.reserved),
                    "store": "put_pushed" if lowered.pushed_publish else "put"})
    return out


def render_roundtrip(a: Adapter, common: dict[str, object]) -> str:
    data: dict[str, object] = {**common, "formats": _formats(a)}
    return render("adapter/roundtrip.c.j2", **data)
