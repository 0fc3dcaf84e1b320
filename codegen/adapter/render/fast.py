"""Stage render: the fast path of an adapter, inline and in full."""

from __future__ import annotations

from codegen.adapter.lower.hot import hot_types, warm_ops
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
from codegen.core.render import render


def render_queues(a: Adapter, common: dict[str, object]) -> str:
    unit = a.send.ring.unit

    def unit_offset(index: str) -> str:
        return f"((size_t){index} << sq->shift)" if unit == QUEUE else f"(size_t){index} * {unit}"

    data: dict[str, object] = {**PLACING, **send_data(a), **recv_data(a), **complete_data(a), **head_data(a), **hot_data(a), **common}
    return render("adapter/fast.h.j2", unit_offset=unit_offset, **data)


def _lone(a: Adapter) -> list[dict[str, object]]:
    """Requests that have code of their own when they are alone: each op on the queue pair types of a class."""
    out: list[dict[str, object]] = []
    warm = warm_ops(a)
    for cls in a.send.classes:
        for op in a.send.posted:
            types = tuple(t for t in cls.types if not op.types or t in op.types)
            function = f"post_send_{op.name}_{cls.name}".lower()
            one = f"{function}_one" if op.body.payload else ""
            if types:
                on_credit = f"post_warm_{op.name}_{cls.name}".lower() if op in warm and set(types) <= set(hot_types(a)) else ""
                out += [{"op": op.name, "function": one, "types": types, "gathers_one": True, "warm": on_credit}] if one else []
                out.append({"op": op.name, "function": function, "types": types, "gathers_one": False, "one": on_credit or one})
    return out


def render_full(a: Adapter, common: dict[str, object]) -> str:
    send = {key: value for key, value in send_data(a).items() if key in ("request_of", "total_first", "by_bytes", "image", "state", "command", "named_by")}
    lone_ops = max(wr_opcodes()[op.name] for op in a.send.posted) + 1
    return render("adapter/full.c.j2", lone=_lone(a), lone_ops=lone_ops, order=a.complete.order, **send, **recv_data(a), **hot_data(a), **builder_data(a), **common)
