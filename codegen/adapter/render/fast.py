"""Stage render: the fast path of an adapter: its inline hot path and its full path."""

from __future__ import annotations

from codegen.adapter.lower.hot import addressed_inline_most, addressed_ops, hot_ops, hot_types, several_most, warm_ops
from codegen.adapter.model.adapter import Adapter
from codegen.adapter.model.queues import QUEUE
from codegen.adapter.render.builder import builder_data
from codegen.adapter.render.complete import complete_data
from codegen.adapter.render.hot import hot_data
from codegen.adapter.render.memory import head_data
from codegen.adapter.render.recv import recv_data
from codegen.adapter.render.send import send_data
from codegen.adapter.render.steps import PLACING
from codegen.adapter.verbs import wr_opcodes
from codegen.core.cexpr import Expr, Group, Name, cast
from codegen.core.cparse import expression_of
from codegen.core.render import render


def render_fast(a: Adapter, common: dict[str, object]) -> tuple[str, str]:
    """The header with the fast path, and the C file with the full paths."""
    send, recv, hot, complete, head = send_data(a), recv_data(a), hot_data(a), complete_data(a), head_data(a)
    parked = {key: complete[key] for key in ("index_poll", "parked_bytes")}
    return (_queues(a, {**send, **recv, **complete, **head, **hot, **common}),
            _full(a, send, {**recv, **hot, **head, **parked, **common}))


def _queues(a: Adapter, data: dict[str, object]) -> str:
    unit = a.send.ring.unit

    def unit_offset(index: str) -> Expr:
        wide = cast("size_t", expression_of(index))
        return Group(wide << Name("sq").to("shift")) if unit == QUEUE else wide * unit

    return render("adapter/fast.h.j2", **PLACING, unit_offset=unit_offset, **data)


def _lone(a: Adapter) -> list[dict[str, object]]:
    """The functions for single work requests: one for each op on the queue pair types of a class."""
    out: list[dict[str, object]] = []
    warm, several = warm_ops(a), [op for op in hot_ops(a) if several_most(a, op) > 1]
    addressed = addressed_ops(a)
    for cls in a.send.classes:
        for op in a.send.posted:
            types = tuple(t for t in cls.types if not op.types or t in op.types)
            function = f"post_send_{op.name}_{cls.name}".lower()
            one = f"{function}_one" if op.body.payload else ""
            if types:
                connected = set(types) <= set(hot_types(a))
                on_credit = f"post_warm_{op.name}_{cls.name}".lower() if op in warm and connected else ""
                with_address = f"post_addressed_{op.name}_{cls.name}".lower() if (op, cls) in addressed else ""
                has_inline = with_address and addressed_inline_most(a, op, cls) > 0
                inside = f"post_addressed_{op.name}_inline_{cls.name}".lower() if has_inline else ""
                several_of = f"post_several_{op.name}_{cls.name}".lower() if op in several and connected else ""
                out += [{"op": op.name, "function": one, "types": types, "gathers_one": True, "warm": on_credit,
                         "addressed": with_address}] if one else []
                out.append({"op": op.name, "function": function, "types": types, "gathers_one": False,
                            "one": on_credit or with_address or one, "several": several_of, "inline": inside,
                            "addressed": inside})
    return out


def _datagram_alone(lone: list[dict[str, object]]) -> dict[str, object]:
    """The functions for a single send of one SGE on a datagram queue pair, without and with inline payload. None if
    there are no such queue pairs."""
    for found in lone:
        types = found["types"]
        if found["op"] == "SEND" and not found["gathers_one"] and isinstance(types, tuple) and "UD" in types:
            return {"one": found["one"], "inline": found["inline"] or found["function"]}
    return {}


def _full(a: Adapter, send: dict[str, object], data: dict[str, object]) -> str:
    said = {key: send[key]
            for key in ("request_of", "total_first", "by_bytes", "image", "state", "command", "named_by")}
    lone_ops = max(wr_opcodes()[op.name] for op in a.send.posted) + 1
    lone = _lone(a)
    return render("adapter/full.c.j2", unused=PLACING["unused"], lone=lone, lone_ops=lone_ops,
                  datagram_alone=_datagram_alone(lone),
                  order=a.complete.order, **{**said, **data, **builder_data(a)})
