"""Stage render: the test that reads back what was stored in each format, and checks each bit against the spec."""

from __future__ import annotations

from codegen.adapter.model.adapter import Adapter
from codegen.core.cexpr import Assign, Do, Expr, Name, Number, Statement, call, cast_like
from codegen.core.render import render
from codegen.formats.model import Field, Format


def _formats(a: Adapter) -> list[dict[str, object]]:
    """For each format, how the generated test fills and compares each field. Overlays stay zero, so that no two fields
    share a bit and put need not store them."""
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
        out.append({"name": a.c_format(fmt.name), "size": fmt.size, "members": members, "reserved": _reserved(fmt),
                    "publish": fmt.publish, "bits": [_bits(fmt, f) for f in fmt.fields],
                    "whole": not any(f.overlays for f in fmt.fields),
                    "store": "put_pushed" if any(f.pushed for f in fmt.fields) else "put"})
    return out


def _reserved(fmt: Format) -> list[str]:
    """The bytes of a mask of all reserved bits; empty if there are none."""
    numbers = set().union(*(place.bit_numbers(fmt.big_endian) for place in fmt.reserved))
    return [f"{sum(1 << bit for bit in range(8) if 8 * byte + bit in numbers):#04x}"
            for byte in range(fmt.size)] if numbers else []


def _is_native(fmt: Format, f: Field) -> bool:
    """True if the member is stored in memory as it is."""
    return not f.is_bytes and (f.raw or fmt.byte_order == "native")


def _bits(fmt: Format, f: Field) -> Statement:
    """C that compares a member with the bits that the spec assigns to it, read one by one."""
    got, memory = Name("v").dot(f.name), Name("memory")
    if f.is_bytes:
        return Do(call("assert_memory_equal", got, memory + f.place.at, f.length))
    big = Name("host_is_big" if _is_native(fmt, f) else "true" if fmt.big_endian else "false")
    bits: Expr = call("bits_of", memory + f.place.at, f.place.width, f.place.lo, f.place.bits, big)
    if f.as_values:
        bits = bits.equals(f.as_values[1])
    return Do(call("assert_int_equal", got, bits * f.unit if f.unit > 1 else bits))


def render_roundtrip(a: Adapter, common: dict[str, object]) -> str:
    data: dict[str, object] = {**common, "formats": _formats(a),
                               "has_native": any(_is_native(fmt, f) for fmt in a.formats for f in fmt.fields),
                               "has_bytes": any(f.is_bytes and not f.overlays for fmt in a.formats for f in fmt.fields)}
    return render("adapter/roundtrip.c.j2", **data)
