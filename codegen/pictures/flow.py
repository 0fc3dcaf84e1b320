"""The stages of a work request: what ibv_post_send(), the adapter and ibv_poll_cq() do, in order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from codegen.adapter.model.adapter import Adapter
from codegen.adapter.model.queues import Refusal
from codegen.core.svg import Svg, wrapped
from codegen.pictures.picture import Picture, canvas, picture
from codegen.pictures.ring import owner_of
from codegen.pictures.rules import rules
from codegen.pictures.steps import barrier, said
from codegen.pictures.style import NAME, RIGHT, SMALL, Kind

_WIDTH, _SHIFT, _START = 264.0, 60.0, 16.0  # width of a box, offset of the adapter's side, of the program's
_REASONS = {
    "failed": "queue pair failed", "opcode": "unsupported opcode", "full": "queue full", "sges": "too many SGEs",
    "no-sges": "no SGE", "long-sge": "SGE too long", "closed": "state of the queue pair", "unsignaled": "not signaled",
    "front": "message shorter than its inline start", "inline": "too much inline payload", "long": "message of 4 GiB or more",
    "room": "WQE too long", "needs": "limits of the opcode and of the queue pair type", "flags": "unsupported send flag",
}


@dataclass(frozen=True)
class Stage:
    """A box in the picture."""

    who: str  # call | adapter | kernel
    title: str
    text: str
    format: str = ""


def _refusal(r: Refusal) -> str:
    built = ", of builder calls" if r.only_built else ""
    return _REASONS[r.kind] + ("" if r.error == "own" else f" ({r.error}{built})")


def _where(a: Adapter) -> str:
    ring = a.send.ring
    if ring.device:
        return "Build the WQE outside the ring, padded with zeros."
    if ring.boundary:
        return f"If the WQE would cross a boundary, fill the units before it with {ring.boundary.pad} WQEs. Take the next units."
    return "Take the next units of the ring." if ring.entry == "many-units" else "Take the next unit of the ring."


def _order(a: Adapter) -> str:
    s = a.send
    text = "Store the segments for the queue pair type and the opcode, then SGEs or inline payload."
    if s.ring.chunk:
        text += (f" In each {s.ring.chunk}-byte chunk except the first, the first word is stored last; SGEs are stored from the"
                 " last to the first.")
    return text


def _published(a: Adapter) -> list[Stage]:
    """The stages from the control segment to the doorbell."""
    s = a.send
    fmt = a.format(s.head)
    owner, _ = owner_of(a, s.head)
    if fmt.publish is None:
        out = [Stage("call", "control segment", f"Store {s.head}, after the rest of the WQE.", s.head)]
    else:
        last = f" with the owner bit {owner}" if owner else ""
        out = [Stage("call", "control segment", f"Store {s.head}, except its word at byte {fmt.publish:#x}.", s.head),
               Stage("call", "ownership", f"Barrier. Then store the word at byte {fmt.publish:#x}{last}. The WQE now"
                     " belongs to the adapter.", s.head)]
    if s.repeat:
        out.append(Stage("call", "repeat", f"Store {s.repeat.format} at byte {s.repeat.at}: a copy of the bit.", s.repeat.format))
    if s.ring.device:
        out.append(Stage("call", "copy to the ring", "Copy the WQE to the ring in adapter memory, in blocks of 64 bytes."))
    elif s.ring.wraps:
        out.append(Stage("call", "copy to the ring", "A WQE that wraps around the end of the ring was built elsewhere: copy both parts."))
    return out


def _stamped_before(a: Adapter) -> list[Stage]:
    """The stages that make units look unwritten before a WQE is stored."""
    b = a.send.ring.boundary
    texts = ["For a WQE of one unit at an even index: mark the next unit as unwritten."] * bool(b and b.odd)
    if b and b.clear:
        texts.append(f"At a multiple of {b.clear} units: mark {b.clear} units, that far ahead, as unwritten.")
    return [Stage("call", "stamping", " ".join(texts))] if texts else []


def _kept(a: Adapter) -> Stage:
    """What software records of a work request until its completion."""
    by = {"index": "by the index of its first unit", "tag": "under a tag from a pool", "serial": "by its running number"}
    if a.send.named_by not in by:
        return Stage("call", "wr_id", "The WQE contains it; nothing else is recorded.")
    return Stage("call", "wr_id", f"Record it {by[a.send.named_by]}, for the completion.")


def _post(a: Adapter) -> list[Stage]:
    s = a.send
    checks = "Refuse the request before anything is stored: " + ", ".join(_refusal(r) for r in s.refusals) + "."
    out = [Stage("call", "check", checks), Stage("call", "place", _where(a)), *_stamped_before(a),
           Stage("call", "segments", _order(a)), _kept(a), *_published(a)]
    quiet = s.state.quiet if s.state else None
    skip = f" Skipped while {quiet.format}.{quiet.field} is set: the kernel rings later." if quiet else ""
    for step in s.doorbell:
        what = said(a, step)
        before = barrier(a, "post_send", step)
        out.append(Stage("call", what.title, f"{before} {what.text}{skip}".strip(), what.format))
    if s.ring.guard is not None:
        out.append(Stage("call", "stamping", f"In a unit that will be used later, store {s.ring.guard:#x} at the start of each chunk that has been"
                         " written."))
    return out


def _device(a: Adapter) -> list[Stage]:
    """The stages of the adapter or, where posting is a command, of the kernel."""
    who = "kernel" if a.send.by_command else "adapter"
    owner, _ = owner_of(a, a.send.head)
    fetch = "Reads the indexes and the WQE from the ring." if a.send.ring.shared else "Reads the WQE from its own memory." \
        if a.send.ring.device else "Fetches the WQE from the ring."
    if a.send.image or a.send.copy:
        fetch += " A copied WQE need not be fetched."
    if owner:
        fetch += f" {owner} must have the polarity of the current lap."
    c = a.complete
    entry = f"{c.entry}, or {c.error_entry} if the request failed" if c.error_entry != c.entry else c.entry
    last = f" {c.ready.field} is written last." if c.ready else " Then it advances the producer index, with release order."
    return [Stage(who, "fetch", fetch, a.send.head), Stage(who, "transfer", "Moves the payload; reliable transports wait for the"
            " acknowledgement."), Stage(who, "complete", f"Writes a CQE, {entry}.{last}", c.entry)]


def _found(a: Adapter) -> str:
    c = a.complete
    if c.pointer:
        return f"by its address, {c.pointer.format}.{c.pointer.field}"
    if c.key:
        return f"by the key {c.key.format}.{c.key.field}"
    return f"by its number, {c.number.format}.{c.number.field}"


def _by(a: Adapter) -> str:
    return {"index": " by the index of its first unit", "tag": " by its tag", "serial": " by its running number"}[a.send.named_by]


def _earlier(a: Adapter) -> str:
    """The note about work requests that have no CQE of their own."""
    every = any(r.kind == "unsignaled" for r in a.send.refusals)
    return "" if every else ", with those of earlier requests that were not signaled"


def _poll(a: Adapter) -> list[Stage]:
    c = a.complete
    if c.ready:
        new = f"Read {c.ready.format}.{c.ready.field}. The CQE is new if its polarity is that of the current lap."
        acquire = "Barrier: the rest of the CQE is read after the bit."
    else:
        new = "Read the producer index with acquire order. If it equals the consumer index, nothing is new."
        acquire = ""
    out = [Stage("call", "new CQE?", f"{new} {acquire}".strip(), c.ready.format if c.ready else "")]
    named = ", ".join(ref.field for ref in c.retire_send)
    if a.send.named_by != "wr-id":
        out.append(Stage("call", "queue pair", f"Found {_found(a)}."))
        out.append(Stage("call", "retire", f"{named} names the work request{_by(a)}. Its wr_id is returned and its units are free"
                         f" again{_earlier(a)}."))
    else:
        out.append(Stage("call", "retire", f"The CQE contains {named}; nothing was recorded."))
    if c.order:
        out.append(Stage("call", "order", "Software delivers completions in the order of the requests; early ones are held back."))
    out.append(Stage("call", "struct ibv_wc", f"The opcode from {c.send_by.format}.{c.send_by.field}, the status from {c.status_field.format}."
                     f"{c.status_field.field}, by tables.", c.entry))
    for step in c.consumed:
        what = said(a, step)
        out.append(Stage("call", what.title, what.text, what.format))
    return out


def stages(a: Adapter) -> list[tuple[str, list[Stage]]]:
    other = "the kernel" if a.send.by_command else "the adapter"
    return [("ibv_post_send()", _post(a)), (other, _device(a)), ("ibv_poll_cq()", _poll(a))]


def _box(svg: Svg, number: int, stage: Stage, y: float) -> float:
    own = stage.who == "call"
    x = _START if own else _START + _SHIFT
    lines = wrapped(stage.text, SMALL, _WIDTH - 36)
    height = 20 + 12 * len(lines)
    href = f"#format-{stage.format}" if stage.format else ""
    kind = Kind.OWNER if stage.title == "ownership" else Kind.REQUEST if own else Kind.ADAPTER
    svg.begin(href, stage.text)
    svg.rect(x, y, _WIDTH, height, kind.value, 4)
    svg.text(x + 8, y + 14, str(number), NAME, "m b")
    svg.text(x + 28, y + 14, stage.title, NAME, "t b")
    for i, line in enumerate(lines):
        svg.text(x + 28, y + 27 + 12 * i, line, SMALL, "t")
    svg.end(href)
    return y + height


def _arrow(svg: Svg, x: float, y: float) -> float:
    svg.line(x, y, x, y + 5)
    svg.path(f"M{x:g} {y + 10:g}l-4 -6h8z", "head")
    return y + 10


def flow_picture(a: Adapter) -> Picture:
    spoken = ". ".join(f"{title}: " + "; ".join(f"{s.title}: {s.text}" for s in each) for title, each in stages(a))
    svg = canvas(f"{a.name}: from ibv_post_send() to ibv_poll_cq()", spoken)
    y, number = 0.0, 0
    for title, each in stages(a):
        own = each[0].who == "call"
        svg.text(_START if own else _START + _SHIFT + _WIDTH, y + 13, title, NAME + 1, "m b", "" if own else "end")
        y += 19
        for stage in each:
            number += 1
            y = _box(svg, number, stage, y)
            if number < sum(len(e) for _, e in stages(a)):
                y = _arrow(svg, (_START if own else _START + _SHIFT) + _WIDTH / 2, y)
    return picture("flow", "flow", svg, rules(svg, ("A302", "A313", "A322", "A325"), y + 6))


def flow_pictures(a: Adapter) -> Iterator[Picture]:
    yield flow_picture(a)


assert _START + _SHIFT + _WIDTH <= RIGHT
