"""Stage render, operations: the fast path behind function pointers, for programs that are not bound to the adapter."""

from __future__ import annotations

from codegen.adapter.hot_calls import BY_COMMAND, CALLS, inline_calls, readers
from codegen.adapter.model.adapter import Adapter
from codegen.adapter.render.builder import operations
from codegen.adapter.render.control import control_data
from codegen.adapter.verbs import poll_readers
from codegen.core.render import render
from codegen.core.write import Output


def _data(a: Adapter) -> dict[str, object]:
    inline = inline_calls(a)
    own = [call for call in CALLS if call.inline in inline and (call.of_context or call.of_cq)]
    known = [poll_readers()[name] for name in readers(a)]
    return {
        "calls": own, "readers": known, "extended": "start_poll" in inline,
        "context_ops": [(call.member, call.inline if call in own else BY_COMMAND[call.inline])
                        for call in CALLS if call.of_context and (call in own or call.inline in BY_COMMAND)],
        "by_command": any(call not in own and call.inline in BY_COMMAND for call in CALLS),
        "cq_ops": [(call.member, call.inline) for call in own if call.of_cq],
        "operations": operations(a),
        "asked": [reader for reader in known if reader.asked_with],
    }


def ops_outputs(a: Adapter, common: dict[str, object]) -> list[Output]:
    base = f"providers/gen/{a.name}_ops"
    data = {**common, **_data(a), **control_data(a)}
    return [Output(f"{base}.h", render("adapter/ops.h.j2", **data)),
            Output(f"{base}.c", render("adapter/ops.c.j2", **data))]
