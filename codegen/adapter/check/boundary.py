"""Stage check: SGEs and payload around the control segment of a WQE, and payload in units that end with a mark."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegen.adapter.check import places
from codegen.adapter.model.queues import Gather

if TYPE_CHECKING:
    from codegen.adapter.check.checker import SpecChecker


def check_send_boundary(k: SpecChecker) -> None:
    """A351, A352 and A353 for sends."""
    s, path = k.a.send, "send.head-at"
    if s.head_at:
        _head(k, path, s.head, s.head_at, s.ring.unit)
        for cls in s.classes:
            for op in s.ops:
                for body in (op.body, op.empty):
                    if body:
                        lead = cls.lead if op.lead else ()
                        _before(k, f"send.ops.{op.name}", [*lead, *body.segments], s.head_at, body.payload)
        _gathered(k, "send.payload.gather", s.gather, s.head_at)
    if s.head_at and s.inline.placed:
        _overlaid(k)
    _filled(k, "send.payload.gather", s.gather, s.head, bool(s.ring.boundary and s.head_at))
    _marked(k)
    if s.ring.boundary:
        k.need_value(k.at("send.ring"), "send.ring.boundary.pad", s.code_enum, s.ring.boundary.pad)
        if any(op.code == s.ring.boundary.pad for op in s.ops):
            k.error(k.at("send.ring"), "send.ring.boundary.pad",
                    f"'{s.ring.boundary.pad}' is also the opcode of an op [A353]",
                    "an opcode of no op")
        if s.head in k.formats and all(f.source != "sq.generation" for f in k.formats[s.head].fields):
            k.error(k.at("send.ring"), "send.ring.boundary", "no bit of the head takes sq.generation [A353]",
                    "a field that takes sq.generation")
        if s.ring.boundary.odd and (s.head not in k.formats or k.formats[s.head].publish is None):
            k.error(k.at("send.ring"), "send.ring.boundary.odd", "the head does not publish a word [A353]",
                    "publish in the format of the head")
        if not s.head_at:
            k.error(k.at("send.ring"), "send.ring.boundary",
                    "a head at the start of the WQE is not generated yet with a boundary [A307]", "head-at")


def check_recv_boundary(k: SpecChecker) -> None:
    """A351 for receives."""
    r, path = k.a.recv, "recv.head-at"
    if r.head_at and not r.head:
        k.error(k.at("recv"), path, "'head-at' without 'head' [A351]", "'head'")
    if not r.head or not r.head_at:
        if not r.doorbell and not r.in_send:
            k.error(k.at("recv"), "recv.doorbell", "receives have neither a doorbell nor an ownership bit [A351]",
                    "a doorbell, or a head with publish")
        return _filled(k, "recv.gather", r.gather, "", False)
    k.need_format(k.at("recv"), "recv.head", r.head)
    k.diag.stop_if_errors()
    k.sources("recv.head", r.head, places.RECV_HEAD_BETWEEN)
    if k.formats[r.head].publish is None:
        k.error(k.formats[r.head].src, "recv.head", "receives have neither a doorbell nor an ownership bit [A351]",
                "publish in the format of the head")
    _head(k, path, r.head, r.head_at, 0)
    if r.shared_rings and r.shared_rings.head:
        _shared_head(k, r.shared_rings.head, r.head)
    _gathered(k, "recv.gather", r.gather, r.head_at)
    _filled(k, "recv.gather", r.gather, r.head, True)


def _shared_head(k: SpecChecker, head: str, other: str) -> None:
    """A359: the head of a receive in a shared ring has the same offset and ownership bit as other heads, and contains
    wr_id."""
    path = "recv.shared.head"
    k.need_format(k.at("recv.shared"), path, head)
    k.diag.stop_if_errors()
    fmt = k.formats[head]
    k.sources(path, head, places.SHARED_HEAD_BETWEEN)
    if fmt.size != k.formats[other].size or fmt.publish != k.formats[other].publish:
        k.error(fmt.src, path, f"'{head}' and '{other}' differ in size or publish [A359]", "the same size and publish")
    for source in ("wr.id", "rq.generation"):
        if all(f.source != source for f in fmt.fields):
            k.error(fmt.src, path, f"no field takes {source} [A359]", "a field with it")


def _size(k: SpecChecker, name: str) -> int:
    return k.formats[name].size if name in k.formats else 0


def _head(k: SpecChecker, path: str, head: str, at: int, unit: int) -> None:
    """A351: the head lies in the first unit, at a multiple of 4."""
    if at % 4 or unit and at + _size(k, head) != unit:
        k.error(k.at(path), path, f"the head is at byte {at} [A351]",
                "a multiple of 4 such that the head ends the first unit")


def _before(k: SpecChecker, path: str, segments: list[str], head_at: int, payload: bool) -> None:
    """A351: the segments in front of the head end where it begins."""
    at = 0
    for name in segments:
        at += _size(k, name)
        if at >= head_at:
            break
    if at != head_at and (at or not payload):
        k.error(k.at(path), path, f"segments of {at} bytes precede the head [A351]",
                f"segments that fill {head_at} bytes")


def _overlaid(k: SpecChecker) -> None:
    """A353: inline payload of an op begins after its segments, or is refused."""
    s = k.a.send
    for op in s.ops:
        end = at = 0
        for name in op.body.segments if op.body.payload else ():
            if at < s.head_at and name in k.formats:
                end = max([end, *(at + f.place.at + (f.length or f.place.width // 8) for f in k.formats[name].fields if f.source
                                  or f.const is not None)])
            at += _size(k, name)
        if end > s.inline.at and not (op.no_inline or op.bars_inline):
            k.error(op.src, f"send.ops.{op.name}",
                    f"inline payload begins at byte {s.inline.at}, inside a segment [A353]",
                    "inline: refused")
        if end <= s.inline.at and op.bars_inline:
            k.error(op.src, f"send.ops.{op.name}.inline", "inline payload would fit [A353]", "no 'inline: refused'")


def _gathered(k: SpecChecker, path: str, g: Gather, head_at: int) -> None:
    if _size(k, g.format) and _size(k, g.format) != head_at:
        k.error(k.at(path), path, f"an SGE of {_size(k, g.format)} bytes precedes the head [A351]",
                f"one of {head_at} bytes")


def _filled(k: SpecChecker, path: str, g: Gather, head: str, allowed: bool) -> None:
    """A352: `fill` is for units with SGEs on both sides of the head; only there can SGEs after the head be counted."""
    if g.fill and not allowed:
        k.error(k.at(path), f"{path}.fill", "'fill' without SGEs before and after the head [A352]",
                "head-at, and a boundary for sends")
    if allowed and not g.fill:
        k.error(k.at(path), f"{path}.fill", "the rest of the last unit would keep old bytes [A352]", "fill")
    if g.fill and g.skip_empty:
        k.error(k.at(path), f"{path}.empty", "'empty' is not generated yet with 'fill' [A307]", "fill alone")
    if head in k.formats and not allowed and any(f.source == "payload.behind" for f in k.formats[head].fields):
        k.error(k.formats[head].src, path, "nothing follows this head [A352]", "head-at")


def _marked(k: SpecChecker) -> None:
    """A353: payload between marks begins before the head, and marks have one byte."""
    s, path = k.a.send, "send.payload.inline"
    i = s.inline
    if i.placed != bool(s.ring.boundary):
        k.error(k.at(path), path, "'at' and a boundary go together [A353]", "at with a boundary")
    if i.mark:
        k.need_format(k.at(path), f"{path}.mark", i.mark)
        k.sources(f"{path}.mark", i.mark, places.MARK)
        if _size(k, i.mark) > 1:
            k.error(k.formats[i.mark].src, f"{path}.mark", f"the mark has {_size(k, i.mark)} bytes [A353]", "1 byte")
    if i.mark and not i.placed:
        k.error(k.at(path), f"{path}.mark", "'mark' without 'at' [A353]", "at, too")
    if i.placed and (i.header or i.chunk):
        k.error(k.at(path), path, "payload around the head cannot have a header [A353]", "at, and mark if need be")
    if i.placed and s.head_at and i.at >= s.head_at:
        k.error(k.at(path), f"{path}.at", f"byte {i.at} is not before the head [A353]", f"less than {s.head_at}")
