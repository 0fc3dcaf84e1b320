"""Stage render, hot path: the lowered stores as C, and other data for the templates."""

from __future__ import annotations

from codegen.adapter.lower import words
from codegen.adapter.lower.form import Word
from codegen.adapter.lower.hot import (
    BLOCK, COPIED, LANES, OF_INDEX, OF_RECEIVE, OPS, ROWS, SQ, Form, HotOp, Lane, Shape, addressed_inline_most,
    addressed_ops, grant_fits, hot_ops, hot_types, kept_lanes, kept_rows, list_shape, lower_hot,
    lower_register, lower_shape, of_lap, recv_shape, running_index, send_shape, several_most, several_shape, sge_shape,
    shape_sources, unit_bytes, warm_ops,
)
from codegen.adapter.lower.stores import Store, every_flag
from codegen.adapter.model.adapter import Adapter
from codegen.adapter.model.queues import QUEUE, Gather
from codegen.adapter.render.hot_poll import poll_data
from codegen.adapter.render.memory import full
from codegen.core.cexpr import Do, Expr, Name, Number, Statement, call, cast, constant, flags, number, replaced, size_of

UNLIMITED = 0x7fffffff  # bytes of a WQE
WQE, SGE, LENGTH = Name("wqe"), Name("sge"), Name("length")
_HANDLE = call("inverbs_ah_of", Name("wr").to("wr").dot("ud").dot("ah"))
_BY_LENGTH = {"length", "bytes"}  # values that depend on the length of inline payload


class HotText:
    """Turns stores into C. Numbers the tables of flags; queues keep rows of the first one. Values without a lane are
    computed at the store."""

    def __init__(self, a: Adapter) -> None:
        self.name = a.name
        self.lanes = kept_lanes(a)
        self.rows = kept_rows(a)
        self.tables: list[tuple[int, ...]] = [self.rows] if self.rows else []

    def lane(self, s: Store) -> list[Expr]:
        """C of the bits that are the same for all WQEs of a queue, including the constants."""
        for kept, rest in ((Lane(s.const, s.lanes), 0), (Lane(0, s.lanes), s.const)):
            if kept in self.lanes:
                return [SQ.to("lane").at(self.lanes.index(kept)), *([number(rest, 64)] if rest else [])]
        if of_lap(s.lanes):  # the lane of another op, with the bits toggled in which the two differ
            at, lane = next((i, lane) for i, lane in enumerate(self.lanes) if lane.texts == s.lanes)
            return [SQ.to("lane").at(at) ^ number(lane.const ^ s.const, 64)]
        return [*([number(s.const, 64)] if s.const else []), *s.lanes]

    def lane_value(self, lane: Lane) -> Expr:
        """C that computes the lanes of a queue."""
        return flags([*([number(lane.const, 64)] if lane.const else []), *lane.texts])

    def table(self, s: Store) -> Expr:
        if s.table == self.rows:
            return call("inverbs_row_of_flags", SQ, Name("row"))
        if s.table not in self.tables:
            self.tables.append(s.table)
        row: Expr = Name("flags")
        if s.signals:
            row = row | (SQ.to("flags") & Name("INVERBS_SQ_SIGNAL_ALL"))
        return Name(f"{self.name}_hot_flags_{self.tables.index(s.table)}").at(row)

    def value(self, s: Store) -> Expr:
        terms = [*self.lane(s), *([self.table(s)] if s.table else []), *s.exprs]
        return cast(f"uint{8 * s.size}_t", flags(terms)) if s.size < 8 and terms else flags(terms)

    def put(self, s: Store) -> Statement:
        at = words.address(WQE, s.at)
        if s.pair:
            return Do(call(f"inverbs_put_{s.pair}", at, SGE, Name("in_memory")))
        if s.table and s.table == self.rows and s.size == 8 and not (s.const or s.lanes or s.exprs):
            return Do(call("inverbs_put_row", at, SQ, Name("row")))
        return Do(call(f"inverbs_put{8 * s.size}", at, self.value(s)))

    def publish(self, s: Store, base: Expr = WQE) -> Statement:
        return Do(call(f"inverbs_publish{8 * s.size}", words.address(base, s.at), self.value(s)))

    def write(self, s: Store, base: Expr) -> Statement:
        return Do(call(f"inverbs_mmio_write{8 * s.size}", base, self.value(s)))


def _doorbell(a: Adapter, text: HotText, pushed: bool) -> list[dict[str, object]]:
    """The steps of the doorbell for one WQE of the hot path."""
    out: list[dict[str, object]] = []
    for s in a.send.doorbell:
        if s.kind == "image":
            if s.when is not None and not pushed:
                continue
            out.append({"kind": "image", "or_first": s.otherwise, "alternate": s.alternate})
            if s.when is not None:
                break
        elif s.kind == "record":
            record = words.address(SQ.to("doorbell_record"), s.word)
            out.append({"kind": "record", "text": text.publish(lower_register(a.format(s.format)), record)})
        elif s.kind == "register":
            base = SQ.to("doorbell") + constant(a.name, s.place) if s.place else SQ.to("doorbell")
            flushed = any(x.kind == "record" for x in a.send.doorbell)
            out.append({"kind": "register", "text": text.write(lower_register(a.format(s.format)), base),
                        "flush": flushed})
        else:
            out.append({"kind": s.kind, "side": s.side})
    return out


def _by_length(put: Statement) -> bool:
    """True for a store that depends on the length of inline payload."""
    return bool(put.names & _BY_LENGTH)


def _pushes(steps: list[dict[str, object]]) -> bool:
    return any(step["kind"] == "image" for step in steps)


def _puts(text: HotText, form: Form) -> list[Statement]:
    return [text.put(s) for s in form.stores]


def _published(text: HotText, form: Form) -> list[Statement]:
    return [text.publish(s) for s in form.published]


def _posted(a: Adapter, text: HotText, shape: Shape, form: Form, puts: list[Statement]) -> dict[str, object]:
    """How a WQE of this shape is posted: its stores, the stores that pass ownership, and the steps of the doorbell."""
    steps = _doorbell(a, text, shape.pushed)
    return {"puts": puts, "published": _published(text, form), "steps": steps, "pushes": _pushes(steps)}


def _list_puts(text: HotText, a: Adapter, g: Gather, lkey: int | None) -> tuple[list[Statement], list[Statement]]:
    """Stores of the single SGE of a receive, and of the end of the list after it."""
    end = lower_shape(a, list_shape(a, g, lkey)) if lkey is not None else None
    return _puts(text, lower_shape(a, list_shape(a, g))), _puts(text, end) if end else []


def _hot_recv(a: Adapter) -> bool:
    """True if receives have a hot path: each takes one unit, is published by a store to memory, and needs no tag.
    Receives in the send ring share the credit of hot sends."""
    r, at_hand = a.recv, shape_sources(recv_shape(a)) <= set(OF_RECEIVE)
    if r.in_send:
        told = {f.source for s in a.send.doorbell if s.format for f in a.format(s.format).fields}
        return bool(a.send.hot) and at_hand and not told & set(OF_INDEX)
    kept = r.ring.entry == "one-unit" and r.named_by in ("index", "wr-id") and not r.head_at
    return kept and all(s.kind in ("record", "index") for s in r.doorbell) and at_hand


def _recv_data(a: Adapter, text: HotText) -> dict[str, object]:
    r = a.recv
    if not _hot_recv(a):
        return {"hot_recv": False, "hot_shared": False}
    form = lower_shape(a, recv_shape(a))
    end = _list_puts(text, a, r.gather, r.end_lkey)[1]
    out: dict[str, object] = {"hot_recv": True, "hot_recv_puts": _puts(text, form),
                              "hot_recv_published": _published(text, form), "hot_recv_end": end,
                              "hot_recv_size": form.size, "hot_shared": bool(r.shared or r.shared_rings),
                              "hot_recv_kept": r.named_by != "wr-id"}
    if r.shared:
        shared, shared_end = _list_puts(text, a, r.shared.gather, r.shared.end_lkey)
        link = a.ref(r.shared.link).place
        word = Word(link.at, link.width, a.format(r.shared.head).order, ())
        out |= {"hot_shared_puts": shared, "hot_shared_end": shared_end,
                "hot_shared_size": a.format(r.shared.gather.format).size,
                "hot_link": words.load(word, Name("slot"))}
    elif r.shared_rings:
        out["hot_shared_full"] = full(a, "srq", "head")
    return out


def _step_of_id(a: Adapter) -> Expr | None:
    """C of the distance between the records of two work requests, in words of eight bytes; None if nothing is
    recorded."""
    if a.send.named_by == "index" and not (a.send.keep_count or a.send.keep_note):
        return Number(1)
    kept = {"index": "struct inverbs_posted", "serial": "struct inverbs_send_record"}.get(a.send.named_by, "")
    return size_of(kept) / size_of("uint64_t") if kept else None


def _warm(a: Adapter, text: HotText) -> list[dict[str, object]]:
    """Ops that the full path posts on credit."""
    out: list[dict[str, object]] = []
    for op in warm_ops(a):
        shape = send_shape(a, op, False)
        form = lower_shape(a, shape)
        out.append({"name": op.name, "size": form.size, **_posted(a, text, shape, form, _puts(text, form))})
    return out


def _several(a: Adapter, text: HotText) -> list[dict[str, object]]:
    """Hot ops with several SGEs that the full path posts on credit."""
    out: list[dict[str, object]] = []
    for op in hot_ops(a):
        shape, most = several_shape(a, op), several_most(a, op)
        if most > 1:
            form = lower_shape(a, shape)
            out.append({"name": op.name, "most": most, **_posted(a, text, shape, form, _puts(text, form)),
                        "sge": _puts(text, lower_shape(a, sge_shape(a, op))), "front": shape.size,
                        "fits": grant_fits(a, shape.size), "sge_size": a.format(a.send.gather.format).size})
    return out


def _closed(text: HotText, form: Form, payload: Statement | None = None) -> list[Statement]:
    """Stores of a WQE of several chunks, with the copies first: the store that completes a segment also makes its chunk
    valid. payload: copies the inline payload."""
    plain = len(form.stores) - form.closing
    puts = [words.copied(words.address(WQE, c.at), c.expr, c.size) for c in form.copies]
    puts += [text.put(s) for s in form.stores[:plain]]
    puts += [payload] if payload else []
    puts += [Do(call("inverbs_to_device"))] if form.closing else []
    return [replaced(put, _HANDLE, Name("ah")) for put in [*puts, *(text.put(s) for s in form.stores[plain:])]]


def _addressed(a: Adapter, text: HotText) -> list[dict[str, object]]:
    """Hot ops on queue pairs whose WQEs contain a destination."""
    out: list[dict[str, object]] = []
    for op, cls in addressed_ops(a):
        most = addressed_inline_most(a, op, cls)
        for inline in (False, True)[:1 + (most > 0)]:
            shape = send_shape(a, op, inline, cls)
            form = lower_shape(a, shape)
            at_sge = cast("const uint8_t *", cast("uintptr_t", SGE.to("addr")))
            payload = Do(call("inverbs_copy_few", WQE + form.size, at_sge, LENGTH)) if inline else None
            puts = _closed(text, form, payload)
            end = form.size + most
            out.append({"name": op.name, "cls": cls.name, "types": cls.types, "size": form.size,
                        "most": most if inline else 0,
                        **_posted(a, text, shape, form, puts),
                        "fits": not most or a.send.ring.unit != QUEUE or 1 << (form.size - 1).bit_length() >= end,
                        "blocks": -(-end // BLOCK), "handle": any("ah" in put.names for put in puts)})
    return out


def _running(a: Adapter) -> dict[str, object] | None:
    """The increment of a queue's running index, the highest value of its field, and C of the credit in the same
    unit."""
    place = running_index(a)
    if place is None:
        return None
    room = call("inverbs_sq_room_shifted", SQ) if place.lo else SQ.to("room")
    return {"step": 1 << place.lo, "mask": (1 << place.bits) - 1, "room": room}


def _hot_op(text: HotText, op: HotOp) -> dict[str, object]:
    """A hot op with one SGE, and with inline payload; the stores that depend on the payload's length come last."""
    gather, gather_published = _puts(text, op.gather), _published(text, op.gather)
    inline = _puts(text, op.inline)
    return {"name": op.name, "gather": gather, "gather_published": gather_published, "gather_size": op.gather.size,
            "inline": [put for put in inline if not _by_length(put)],
            "payload": [put for put in inline if _by_length(put)], "inline_published": _published(text, op.inline),
            "inline_at": op.inline.size, "inline_most": op.inline_most}


def _doorbells(a: Adapter, text: HotText) -> dict[str, object]:
    gather, inline = _doorbell(a, text, False), _doorbell(a, text, True)
    return {"hot_doorbells": {"gather": gather, "inline": inline},
            "hot_or_first": any(d.get("or_first") for d in inline),
            "pushes": _pushes(inline), "pushes_all": _pushes(gather)}


def _ring_data(a: Adapter) -> dict[str, object]:
    """What the hot path needs to know of the send ring and of the work requests in it."""
    ring, gather = a.send.ring, a.send.gather
    strided, long = ring.unit == QUEUE, any(r.kind == "long" for r in a.send.refusals)
    return {"hot_types": hot_types(a), "hot_running": _running(a), "hot_guard": ring.guard is not None,
            "hot_unit": max((f.unit for f in a.format(a.send.head).fields if f.source == "wqe.bytes"), default=1),
            "hot_unit_bytes": unit_bytes(a) or UNLIMITED, "hot_strided": strided,
            "hot_stride": SQ.to("stride") if strided else ring.unit, "hot_block": BLOCK,
            "hot_command": a.send.by_command,
            "hot_long": long, "hot_skip_empty": gather.skip_empty, "hot_checks_lengths": long or gather.skip_empty,
            "hot_id_step": _step_of_id(a), "skips_empty": gather.skip_empty or bool(gather.empty_length)}


def hot_data(a: Adapter) -> dict[str, object]:
    """Data for templates/adapter/hot."""
    ops, text = hot_ops(a), HotText(a)
    if not ops:
        return {"hot_ops": [], "hot_warm": [], "hot_several": [], "hot_addressed": [], **_recv_data(a, text),
                **poll_data(a)}
    # the tables of flags are numbered in the order in which stores use them
    made: dict[str, object] = {
        "hot_ops": [_hot_op(text, lower_hot(a, op)) for op in ops], **_doorbells(a, text), "hot_warm": _warm(a, text),
        "hot_addressed": _addressed(a, text), **_recv_data(a, text), "hot_several": _several(a, text)}
    provided = {"INVERBS_LANES": LANES, "INVERBS_HOT_OPS": OPS, "INVERBS_HOT_ROWS": ROWS, "INVERBS_COPY_FEW": COPIED,
                "INVERBS_WC_BLOCK": BLOCK}
    return {**made, **_ring_data(a), "hot_lanes": [text.lane_value(lane) for lane in text.lanes],
            "hot_tables": text.tables,
            "hot_rows": bool(text.rows), "hot_flag_rows": every_flag(), "hot_provided": provided,
            "hot_addressed_types": tuple(sorted({t for _, cls in addressed_ops(a) for t in cls.types})), **poll_data(a)}
