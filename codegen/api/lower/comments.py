"""The text of generated documentation: doc comments, sentences about results and states."""

from __future__ import annotations

import textwrap

from codegen.api.model import LACKING, CallbackType, Function, Param, Status

WIDTH = 100

RESULT = {
    "nothing": "",
    "zero-or-errno": "Returns 0, or a positive errno value; errno itself is left alone.",
    "zero-or-minus-one": "Returns 0, or -1 with errno set.",
    "zero-or-negative": "Returns 0, or a negative value: ",
    "pointer": "Returns the object, or NULL with errno set.",
    "count": "Returns the number of entries stored, or a negative value on failure.",
    "value": "Returns ",
    "value-or-minus-one": "Returns ",
    "status": "Returns {success}, or why it failed.",
}


def wrap(text: str, indent: str, hang: str = "") -> list[str]:
    """``text`` as comment lines, continuation lines indented by ``hang``."""
    return textwrap.wrap(text, WIDTH - len(indent.expandtabs(8)) - 3, subsequent_indent=hang, break_long_words=False,
                         break_on_hyphens=False)


def block(lines: list[str], indent: str = "") -> list[str]:
    """A doc comment with these lines; a single line if it fits."""
    lines = [line.replace("*/", "* /") for line in lines]
    if len(lines) == 1 and len(indent.expandtabs(8)) + len(lines[0]) + 7 <= WIDTH:
        return [f"{indent}/** {lines[0]} */"]
    return [f"{indent}/**", *(f"{indent} * {line}".rstrip() for line in lines), f"{indent} */"]


def sentence(text: str) -> str:
    return text if not text or text.endswith((".", "!", "?")) else f"{text}."


def result_line(function: Function, status: Status | None) -> str:
    convention, doc = function.returns.convention, function.returns.doc
    if convention in ("value", "value-or-minus-one", "zero-or-negative"):
        return sentence(RESULT[convention] + (doc[:1].lower() + doc[1:] if not doc[:2].isupper() else doc))
    if doc:
        return f"{RESULT[convention]} {sentence(doc[:1].upper() + doc[1:])}".strip()
    return RESULT[convention].format(success=status.success) if status else RESULT[convention]


def param_line(param: Param) -> str:
    notes = []
    if param.dir != "in":
        notes.append({"out": "written", "inout": "read and written"}[param.dir])
    if param.null:
        notes.append("may be NULL")
    extra = f" ({', '.join(notes)})" if notes else ""
    return f"{param.name}{extra}: {param.doc}"


def not_yet_effect(function: Function, status: Status | None) -> str:
    """The behaviour of a function that is not implemented yet. ``status``: that of the enum of its result, if there is
    one."""
    if status:
        return f"always fails with {status.lacking}"
    if function.reports(LACKING):
        return f"always fails with {LACKING}"
    return "does nothing" if function.returns.convention == "nothing" else "always returns 0"


def status_line(function: Function, status: Status | None) -> str:
    if function.waits_for:
        return f"Not usable yet: {sentence(function.waits_for)}"
    if function.works:
        return ""
    return f"Not implemented yet ({function.reason}): {not_yet_effect(function, status)}."


def callback_doc(callback: CallbackType) -> list[str]:
    """The comment above the type of a callback."""
    params = [line for p in callback.params for line in wrap(f"{p.name}: {p.doc}", "", "    ")]
    head = wrap(sentence(callback.doc), "")
    return block([*head, "", *params] if params else head)


def function_doc(function: Function, status: Status | None) -> list[str]:
    """The whole comment above a prototype."""
    paragraphs: list[list[str]] = [wrap(sentence(function.doc), "")]
    params = [line for p in function.params for line in wrap(param_line(p), "", "    ")]
    paragraphs.append(params)
    paragraphs.append(wrap(result_line(function, status), ""))
    paragraphs.append([line for e in function.errors for line in wrap(f"{e.name}: {e.when}", "", "    ")])
    paragraphs.append(wrap(f"Threads: {sentence(function.threads)}", "") if function.threads else [])
    paragraphs.append(wrap(status_line(function, status), ""))
    lines: list[str] = []
    for paragraph in paragraphs:
        if paragraph:
            lines += ([""] if lines else []) + paragraph
    return block(lines)
