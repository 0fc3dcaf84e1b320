"""Stage check: payload in CQEs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegen.adapter.model.complete import Complete, Inside
from codegen.adapter.model.refs import Ref

if TYPE_CHECKING:
    from codegen.adapter.check.checker import SpecChecker


def check_inside(k: SpecChecker, c: Complete) -> None:
    """A371 and A372."""
    if c.inside:
        _places(k, c, c.inside)
        _copied(k, c)


def _needed(c: Complete) -> list[Ref]:
    """The fields that are read from a CQE with payload."""
    among = [x.ref for x in (c.unless, c.sends, c.failed, c.resize) if x]
    refs = [c.ready, c.number, c.key, c.shared_number, c.status_field, c.vendor, *c.retire_send, c.retire_recv,
            c.retire_shared,
            c.send_by, c.recv_by,
            dict(c.values).get("byte_len"), c.imm, c.imm_when, c.invalidated, c.invalidated_when, *c.timestamp, *among]
    refs += [ref for row in c.recv for ref in (row.imm, row.invalidated)]
    return [ref for ref in refs if ref and ref.format == c.entry]


def _places(k: SpecChecker, c: Complete, inside: Inside) -> None:
    """A371: payload lies where no other value is needed, and a value of a field announces it."""
    path, fmt = "complete.inside", k.formats[c.entry]
    if inside.field.format != c.entry:
        k.error(inside.field.src, f"{path}.field", f"'{inside.field.field}' is not in every CQE [A371]",
                f"a field of {c.entry}")
    for place in inside.places:
        k.need_value(inside.field.src, f"{path}.places", k.a.ref(inside.field).enum, place.value)
        if place.bytes > fmt.size or place.at is not None and place.at + place.bytes > fmt.size:
            k.error(inside.field.src, f"{path}.places.{place.value}", f"{place.bytes} bytes do not fit there [A371]",
                    f"a place inside the {fmt.size} bytes")
        for ref in [inside.field, *_needed(c)]:
            if place.covers(k.a.ref(ref), fmt.big_endian):
                k.error(inside.field.src, f"{path}.places.{place.value}",
                        f"'{ref.field}' lies there and is needed [A371]",
                        "bytes of members that can be 0")
                break


def _copied(k: SpecChecker, c: Complete) -> None:
    """A372: the poll finds the WQE in a ring that it can read, and its SGEs in it."""
    s, r, src, path = k.a.send, k.a.recv, k.at("complete"), "complete.inside"
    by_number = s.named_by == "index" and not (c.pointer or c.rings or c.order or c.all_fields)
    if not by_number or s.ring.device or s.ring.boundary or r.head or r.in_send:
        k.error(src, path,
                "payload in CQEs is generated only for queue pairs found by number, whose WQEs are named by index and "
                "begin with their head [A307]",
                "such queues")
    gathers = {s.gather.format, r.gather.format, *([r.shared.gather.format] if r.shared else [])}
    size = k.formats[r.gather.format].size
    if len(gathers) > 1 or size & (size - 1) or s.gather.empty_length or s.ring.unit and s.ring.unit % size:
        k.error(src, path, "SGEs of sends and receives differ, or their size does not divide the unit [A372]",
                "one format, of a power of two of bytes")
    if all(f.source != "wqe.bytes" for f in k.formats[s.head].fields):
        k.error(src, path, "no WQE says how many SGEs it has [A372]", "a field of the head that takes wqe.bytes")
    if k.a.ref(c.send_by).enum != s.code_enum:
        k.error(src, path, f"'{c.send_by.field}' does not tell the opcode of the request [A372]",
                f"a field with {s.code_enum}")
