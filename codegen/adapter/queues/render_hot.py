"""Stage render, hot path: the lowered stores as C, and what the templates beside them ask for."""

from __future__ import annotations

import re

from codegen.adapter.queues import cexpr
from codegen.adapter.queues.lower_hot import CHUNK, Store, hot_ops, hot_types, lower_hot, lower_list, lower_register, unit_bytes
from codegen.adapter.queues.model import QUEUE, Gather, Adapter
from codegen.adapter.queues.render_hot_poll import poll_data


class HotText:
    """C of stores; gives each lane and each table of flags its number."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.lanes: list[str] = []
        self.tables: list[tuple[int, ...]] = []

    def lane(self, text: str) -> str:
        if text not in self.lanes:
            self.lanes.append(text)
        return f"sq->lane[{self.lanes.index(text)}]"

    def table(self, rows: tuple[int, ...]) -> str:
        if rows not in self.tables:
            self.tables.append(rows)
        return f"{self.name}_hot_flags_{self.tables.index(rows)}[flags]"

    def value(self, s: Store) -> str:
        terms = [cexpr.number(s.const, 64)] if s.const else []
        terms += [self.lane(text) for text in s.lanes]
        terms += [self.table(s.table)] if s.table else []
        terms += s.exprs
        text = " | ".join(cexpr.primary(t) for t in terms) if len(terms) > 1 else terms[0] if terms else "0"
        return f"(uint{8 * s.size}_t)({text})" if s.size < 8 and terms else text

    def put(self, s: Store) -> str:
        return f"inverbs_put{8 * s.size}({cexpr.address('wqe', s.at)}, {self.value(s)});"

    def publish(self, s: Store, base: str = "wqe") -> str:
        return f"inverbs_publish{8 * s.size}({cexpr.address(base, s.at)}, {self.value(s)});"

    def write(self, s: Store, base: str) -> str:
        return f"inverbs_mmio_write{8 * s.size}({base}, {self.value(s)});"


def _literal(a: Adapter, value: str) -> str:
    return f"{a.name}_{value}".upper()


def _doorbell(a: Adapter, text: HotText, inline: bool) -> list[dict[str, object]]:
    """Steps for one WQE of the hot path."""
    out: list[dict[str, object]] = []
    for s in a.send.doorbell:
        if s.kind == "image":
            if s.when is not None and not inline:
                continue
            out.append({"kind": "image", "or_first": s.otherwise, "alternate": s.alternate})
            if s.when is not None:
                break
            continue
        store = lower_register(a, a.format(s.format), hot_ops(a)[0])
        if s.kind == "record":
            out.append({"kind": "record", "text": text.publish(store, cexpr.address("sq->record", s.word))})
        else:
            flushed = any(x.kind == "record" for x in a.send.doorbell)
            base = f"sq->bell + {_literal(a, s.place)}" if s.place else "sq->bell"
            out.append({"kind": "register", "text": text.write(store, base), "flush": flushed})
    return out


def _list_puts(text: HotText, a: Adapter, g: Gather, lkey: int | None) -> tuple[list[str], list[str]]:
    """Stores of the one SGE of a receive, and of the end behind it."""
    fmt = a.format(g.format)
    end = {f.name: str(lkey if f.source == "sge.lkey" else 0) for f in fmt.fields if f.source}
    return [text.put(s) for s in lower_list(a, fmt, {})], [text.put(s) for s in lower_list(a, fmt, end)] if lkey is not None else []


def _recv_data(a: Adapter) -> dict[str, object]:
    """Receives are hot where one takes one unit, a record hands it over and completions name it by its place."""
    text, r = HotText(a.name), a.recv
    hot = r.ring.entry == "one-unit" and r.named_by == "index" and not r.head_at and all(s.kind == "record" for s in r.doorbell)
    if not hot:
        return {"hot_recv": False, "hot_shared": False}
    puts, end = _list_puts(text, a, r.gather, r.end_lkey)
    out: dict[str, object] = {"hot_recv": True, "hot_recv_puts": puts, "hot_recv_end": end, "hot_recv_size": a.format(r.gather.format).size, "hot_shared": r.shared is not None}
    if r.shared:
        shared, shared_end = _list_puts(text, a, r.shared.gather, r.shared.end_lkey)
        link = a.ref(r.shared.link).place
        out |= {"hot_shared_puts": shared, "hot_shared_end": shared_end, "hot_shared_size": a.format(r.shared.gather.format).size,
                "hot_link": f"INVERBS_{'BE' if a.format(r.shared.head).big_endian else 'LE'}{link.width}(inverbs_get{link.width}(slot + {link.at}))"}
    return out


def hot_data(a: Adapter) -> dict[str, object]:
    """What adapter/queues/hot_*.j2 ask for."""
    ops = hot_ops(a)
    if not ops:
        return {"hot_ops": [], **_recv_data(a), **poll_data(a)}
    text = HotText(a.name)
    lowered = [lower_hot(a, op) for op in ops]
    hot = [{"name": h.name, "gather": [text.put(s) for s in h.gather],
            "gather_publish": text.publish(h.gather_publish) if h.gather_publish else "", "gather_size": h.gather_size,
            "inline": [text.put(s) for s in h.inline], "inline_publish": text.publish(h.inline_publish) if h.inline_publish else "",
            "inline_at": h.inline_at, "inline_most": h.inline_most} for h in lowered]
    doorbells = {"gather": _doorbell(a, text, False), "inline": _doorbell(a, text, True)}
    every = str(hot) + str(doorbells)
    units = max((f.unit for f in a.format(a.send.head).fields if f.source == "wqe.bytes"), default=1)
    return {"hot_ops": hot, "hot_doorbells": doorbells, "hot_lanes": text.lanes, "hot_tables": text.tables,
            "hot_types": hot_types(a), "hot_inline_most": max(h.inline_most for h in lowered), "hot_unit": units,
            "hot_index": bool(re.search(r"\bindex\b", every)),
            "hot_gather_index": any(re.search(r"\bindex\b", f"{h['gather']}{h['gather_publish']}") for h in hot),
            "hot_inline_index": any(re.search(r"\bindex\b", f"{h['inline']}{h['inline_publish']}") for h in hot), "hot_chunk": CHUNK, "hot_stride": "sq->stride" if a.send.ring.unit == QUEUE else a.send.ring.unit,
            "hot_unit_bytes": unit_bytes(a),
            "skips_empty": a.send.gather.skip_empty or bool(a.send.gather.empty_length),
            "hot_or_first": any(d.get("or_first") for d in doorbells["inline"]), "pushes": any(d["kind"] == "image" for d in doorbells["inline"]), "pushes_all": any(d["kind"] == "image" for d in doorbells["gather"]), **_recv_data(a), **poll_data(a)}
