"""Stage check: the bytes before the payload, which are its first bytes or the header of a segmented send."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegen.adapter.model.send import TypeClass

if TYPE_CHECKING:
    from codegen.adapter.check.checker import SpecChecker


def check_front(k: SpecChecker) -> None:
    """A347: a front ends the lead of its class, and has a count; too short payload is refused."""
    s = k.a.send
    fronts = [cls for cls in s.classes if cls.front]
    for cls in fronts:
        _place(k, cls)
    kinds = [r.kind for r in s.refusals]
    if bool(fronts) != ("front" in kinds):
        k.error(k.at("send.refuse"), "send.refuse",
                "only one of refuse: front and a class with a front is given [A347]",
                "both, or neither")
    elif fronts and "inline" in kinds and kinds.index("front") > kinds.index("inline"):
        k.error(k.at("send.refuse"), "send.refuse", "too short payload is refused after too long payload [A347]",
                "front before inline")
    types = {t for cls in fronts for t in cls.types}
    for op in s.ops:
        if op.name == "TSO" and (not op.types or set(op.types) - types):
            k.error(op.src, "send.ops.TSO.types", "TSO on a queue pair type without front [A347]",
                    f"types among {', '.join(sorted(types)) or 'those with a front'}")
    if fronts and (not s.ring.wraps or s.inline.chunk or not s.gather.skip_empty or k.formats[s.gather.format].publish is not None):
        k.error(fronts[0].src, "send.ring",
                "fronts in WQEs of one unit, or between chunks, or before SGEs of 0 bytes, are not generated yet [A307]",
                "wrap: inside, gather with empty: skip, and inline without chunk")


def _place(k: SpecChecker, cls: TypeClass) -> None:
    path, front = f"send.classes.{cls.name}.front", cls.front
    assert front
    k.need_ref(path, front)
    fmt = k.formats.get(front.format)
    f = next((f for f in fmt.fields if f.name == front.field), None) if fmt else None
    if fmt is None or f is None:
        return
    if not cls.lead or cls.lead[-1] != front.format or not f.is_bytes or f.source or f.place.at + f.length != fmt.size:
        k.error(front.src, path, f"'{front.field}' does not end the lead [A347]",
                "a field of bytes without 'from', at the end of its last segment")
    elif all(other.source != "front.bytes" for other in fmt.fields):
        k.error(front.src, path, "no field takes front.bytes [A347]", f"a field of {front.format} that takes it")
    elif fmt.size % k.a.size_unit:
        k.error(front.src, path, f"'{front.format}' ends inside a unit of the WQE's size [A347]",
                f"a multiple of {k.a.size_unit} bytes")
    for other in k.a.send.classes:
        if other.front and (other.front.format, other.front.field) != (front.format, front.field):
            k.error(other.front.src, path, "fronts in different fields are not generated yet [A307]", "one field")
