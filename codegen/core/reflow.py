"""Comments of generated C: templates compose the text, and this module breaks the lines."""

from __future__ import annotations

import re
import textwrap

WIDTH = 100
# a comment on lines of its own; clang-format breaks trailing comments
COMMENT = re.compile(r"^([ \t]*)(/\*\*?)(?![*<])((?:(?!\*/).)*)\*/[ \t]*$", re.M | re.S)
# a line that begins a paragraph: "length: sum of ..."
LABEL = re.compile(r"\w+: ")
MARKER = re.compile(r"\s*\*(?!\*) ?")


def reflow(text: str) -> str:
    """The text with every paragraph of its comments filled. Comments with indented lines are kept as they are."""
    return COMMENT.sub(_block, text)


def _block(found: re.Match[str]) -> str:
    indent, opening, body = found.groups()
    first, *rest = body.split("\n")
    lines = [first.strip(), *(MARKER.sub("", line, count=1).rstrip() for line in rest)]
    if body.startswith(" Generated from ") or any(line.startswith((" ", "\t")) for line in lines):
        return found[0]
    filled = _fill(lines, WIDTH - len(indent.expandtabs(8)) - len(" * "))
    alone = f"{indent}{opening} {filled[0]} */" if len(filled) == 1 else ""
    if alone and len(alone.expandtabs(8)) <= WIDTH:
        return alone
    return "\n".join([f"{indent}{opening}", *(f"{indent} * {line}".rstrip() for line in filled), f"{indent} */"])


def _fill(lines: list[str], width: int) -> list[str]:
    paragraphs: list[str] = []
    fresh = True
    for line in lines:
        if not line:
            fresh = True
        elif fresh and paragraphs:
            paragraphs += ["", line]
            fresh = False
        elif fresh or LABEL.match(line):
            paragraphs.append(line)
            fresh = False
        else:
            paragraphs[-1] += f" {line}"
    return [line for each in paragraphs for line in _wrapped(each, width)]


def _wrapped(text: str, width: int) -> list[str]:
    if len(text) <= width:
        return [text]
    return textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False)
