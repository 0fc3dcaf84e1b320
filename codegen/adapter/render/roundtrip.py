"""Stage render: the test that each format gives back what was put into it."""

from __future__ import annotations

from codegen.adapter.model.adapter import Adapter
from codegen.core.cexpr import Assign, Do, Name, Number, Statement, call, cast_like
from codegen.core.render import render


def _formats(a: Adapter) -> list[dict[str, object]]:
    """For each format, how the generated test fills and compares each field. Overlays stay zero, so that no two fields
    share a bit; put need not store them."""
    out: list[dict[str, object]] = []
    for fmt in a.formats:
        members: list[dict[str, Statement]] = []
        for f in fmt.fields:
            if f.overlays:
                continue
            put, got = Name("in").dot(f.name), Name("out").dot(f.name)
            if f.is_bytes:
                members.append({"fill": Do(call("random_bytes", put, f.length)),
                                "compare": Do(call("assert_memory_equal", put, got, f.length))})
                continue
            random = call("random_bits", 1 if f.as_values else f.place.bits)
            value = Number(f.const) if f.const is not None else random * f.unit if f.unit > 1 else random
            fill = Assign(put, value if f.as_values else cast_like(put, value))
            members.append({"fill": fill, "compare": Do(call("assert_int_equal", put, got))})
        out.append({"name": a.c_format(fmt.name), "size": fmt.size, "members": members, "reserved": bool(fmt.reserved),
                    "whole": not any(f.overlays for f in fmt.fields),
                    "store": "put_pushed" if any(f.pushed for f in fmt.fields) else "put"})
    return out


def render_roundtrip(a: Adapter, common: dict[str, object]) -> str:
    data: dict[str, object] = {**common, "formats": _formats(a),
                               "has_bytes": any(f.is_bytes and not f.overlays for fmt in a.formats for f in fmt.fields)}
    return render("adapter/roundtrip.c.j2", **data)
