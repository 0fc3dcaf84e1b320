"""The way of a request: what the program does in ibv_post_send(), the adapter, and ibv_poll_cq(), in order."""

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

_WIDTH, _SHIFT, _START = 264.0, 60.0, 16.0  # of a box, of the adapter's side, of the program's
_REASONS = {
    "failed": "the state word says that the queue pair failed", "opcode": "an opcode that the adapter or the queue pair has not",
    "full": "the queue is full", "sges": "too many SGEs", "no-sges": "no SGE", "long-sge": "an SGE that is too long",
    "closed": "a state that takes no request", "unsignaled": "not signaled", "front": "a message shorter than its front",
    "inline": "too much inline payload", "long": "more than 32 bits of payload", "room": "a WQE that is too long",
    "needs": "a need of the op or the class", "flags": "a flag that the adapter has not",
}


@dataclass(frozen=True)
class Stage:
    """One box."""

    who: str  # call | adapter | kernel
    title: str
    text: str
    format: str = ""


def _refusal(r: Refusal) -> str:
    return f"{_REASONS[r.kind]} ({'its own error' if r.error == 'own' else r.error})"


def _where(a: Adapter) -> str:
    ring = a.send.ring
    if ring.device:
        return "Build the WQE beside the ring, in zeros."
    if ring.boundary:
        return f"Fill up to a boundary with {ring.boundary.pad} WQEs if the WQE would cross one, then take the next units."
    return "Take the next units of the ring." if ring.entry == "many-units" else "Take the next unit of the ring."


def _order(a: Adapter) -> str:
    s = a.send
    text = "Segments of the queue pair's type, of the op, then SGEs or inline payload."
    if s.ring.chunk:
        text += (f" The first word of each later {s.ring.chunk} bytes is stored after the rest of them: SGEs from the last to"
                 " the first.")
    return text


def _published(a: Adapter) -> list[Stage]:
    """The control segment, and what follows it before the doorbell."""
    s = a.send
    fmt = a.format(s.head)
    owner, _ = owner_of(a, s.head)
    if fmt.publish is None:
        out = [Stage("call", "control segment", f"Store {s.head}, last of the WQE.", s.head)]
    else:
        last = f" with the owner bit {owner}" if owner else ""
        out = [Stage("call", "control segment", f"Store {s.head} but its word at byte {fmt.publish:#x}.", s.head),
               Stage("call", "ownership", f"After a barrier, store the word at byte {fmt.publish:#x}{last}, as a release. Now the"
                     " WQE is the adapter's.", s.head)]
    if s.repeat:
        out.append(Stage("call", "repeat", f"Store {s.repeat.format} at byte {s.repeat.at}: the bit once more.", s.repeat.format))
    if s.ring.device:
        out.append(Stage("call", "copy to the ring", "Copy the WQE to the ring in the adapter's memory, in blocks of 64 bytes."))
    elif s.ring.wraps:
        out.append(Stage("call", "copy to the ring", "A WQE that goes on at the start of the ring was built elsewhere: copy both parts."))
    return out


def _stamped_before(a: Adapter) -> list[Stage]:
    """Units that are made to look unwritten before a WQE is stored."""
    b = a.send.ring.boundary
    texts = ["After a WQE of one unit at an even place: mark the unit behind it as unwritten."] * bool(b and b.odd)
    if b and b.clear:
        texts.append(f"At a multiple of {b.clear} units: mark as many units, this far ahead, as unwritten for the next lap.")
    return [Stage("call", "stamping", " ".join(texts))] if texts else []


def _kept(a: Adapter) -> Stage:
    """What is recorded of a request until its completion."""
    by = {"index": "by the index of its first unit", "tag": "under a tag from a pool", "serial": "by its running number"}
    if a.send.named_by not in by:
        return Stage("call", "wr_id", "The WQE carries it; nothing else is recorded.")
    return Stage("call", "wr_id", f"Keep it {by[a.send.named_by]}, for the completion.")


def _post(a: Adapter) -> list[Stage]:
    s = a.send
    checks = "Nothing is stored if one applies: " + ", ".join(_refusal(r) for r in s.refusals) + "."
    out = [Stage("call", "check", checks), Stage("call", "place", _where(a)), *_stamped_before(a),
           Stage("call", "segments", _order(a)), _kept(a), *_published(a)]
    quiet = s.state.quiet if s.state else None
    skip = f" Left out while {quiet.format}.{quiet.field} is set: the kernel rings later." if quiet else ""
    for step in s.doorbell:
        what = said(a, step)
        before = barrier(a, "post_send", step)
        out.append(Stage("call", what.title, f"{before} {what.text}{skip}".strip(), what.format))
    if s.ring.guard is not None:
        out.append(Stage("call", "stamping", f"In a unit ahead that will be used later: store {s.ring.guard:#x} where chunks begin."))
    return out


def _device(a: Adapter) -> list[Stage]:
    """The adapter's half; where posting is a command, the kernel's."""
    who = "kernel" if a.send.by_command else "adapter"
    owner, _ = owner_of(a, a.send.head)
    fetch = "Reads indexes and WQEs from the ring." if a.send.ring.shared else "Reads WQEs from its own memory." \
        if a.send.ring.device else "Fetches the WQE from the ring."
    if a.send.image or a.send.copy:
        fetch += " What was copied to it need not be fetched."
    if owner:
        fetch += f" {owner} must have the polarity of this lap."
    c = a.complete
    entry = f"{c.entry}, or {c.error_entry} if the request failed" if c.error_entry != c.entry else c.entry
    last = f" {c.ready.field} is written last." if c.ready else " Then the producer index moves, with release order."
    return [Stage(who, "fetch", fetch, a.send.head), Stage(who, "transfer", "Moves the payload; with most transports, waits for"
            " the other side's acknowledgement."), Stage(who, "complete", f"Writes a CQE: {entry}.{last}", c.entry)]


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
    """Requests that have no CQE of their own."""
    every = any(r.kind == "unsignaled" for r in a.send.refusals)
    return "" if every else ", with those of earlier requests that were not signaled"


def _poll(a: Adapter) -> list[Stage]:
    c = a.complete
    if c.ready:
        new = f"Read {c.ready.format}.{c.ready.field}. Its polarity says whether the CQE is of this lap: if not, nothing is new."
        acquire = "Acquire: the rest of the CQE is read after the bit."
    else:
        new = "Read the producer index with acquire order. Equal to the consumer index: nothing is new."
        acquire = ""
    out = [Stage("call", "new CQE?", f"{new} {acquire}".strip(), c.ready.format if c.ready else "")]
    named = ", ".join(ref.field for ref in c.retire_send)
    if a.send.named_by != "wr-id":
        out.append(Stage("call", "queue pair", f"Find it {_found(a)}."))
        out.append(Stage("call", "retire", f"{named} names the work request{_by(a)}. Its wr_id is returned and its units are free"
                         f" again{_earlier(a)}."))
    else:
        out.append(Stage("call", "retire", f"{named} is in the CQE itself; nothing was kept of the request."))
    if c.order:
        out.append(Stage("call", "order", "Software delivers completions in the order of the requests; those that come early wait."))
    out.append(Stage("call", "struct ibv_wc", f"Opcode by {c.send_by.format}.{c.send_by.field}, status by {c.status_field.format}."
                     f"{c.status_field.field}, from tables.", c.entry))
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
