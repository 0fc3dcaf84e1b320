"""Stage render: the fast path of an adapter, inline and in full."""

from __future__ import annotations

from codegen.adapter.model.adapter import Adapter
from codegen.adapter.model.queues import QUEUE
from codegen.adapter.render.builder import builder_data
from codegen.adapter.render.complete import complete_data
from codegen.adapter.render.hot import hot_data
from codegen.adapter.render.memory import head_data
from codegen.adapter.render.recv import recv_data
from codegen.adapter.render.send import send_data
from codegen.adapter.render.steps import PLACING
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
    for cls in a.send.classes:
        for op in a.send.posted:
            types = tuple(t for t in cls.types if not op.types or t in op.types)
            function = f"post_send_{op.name}_{cls.name}".lower()
            one = f"{function}_one" if op.body.payload else ""
            if types:
                out += [{"op": op.name, "function": one, "types": types, "gathers_one": True}] if one else []
                out.append({"op": op.name, "function": function, "types": types, "gathers_one": False, "one": one})
    return out


def render_full(a: Adapter, common: dict[str, object]) -> str:
    send = {key: value for key, value in send_data(a).items() if key in ("request_of", "total_first", "by_bytes", "image", "state", "command")}
    return render("adapter/full.c.j2", lone=_lone(a), order=a.complete.order, **send, **recv_data(a), **hot_data(a), **builder_data(a), **common)
