"""C text is produced in one place: lowering and rendering build nodes of codegen/core/cexpr.py, and no text with
operators, calls or casts."""

from __future__ import annotations

import ast
import re

import pytest

from codegen.core.write import ROOT

STAGES = ("lower", "render")
MARKDOWN = "page.py"  # writes a page of documentation

C_TEXT = re.compile(
    r"->|&&|\|\||<<|>>|[=!<>]=|(?<=[\w)}] )[-+*/|&^]="  # operators that occur neither in English nor in names
    r"|(?:^ ?|[\w)}\]] )[|&^?+*/<>=](?: [\w({!~]| ?$)|[\w)}\]] - [\w({]"  # other operators, between operands or as separators
    r"|^[|&^~!](?=[\w({]|$)"  # before an operand
    r"|\b\w{3,}\(|\}\w*\(|\b(?:if|for|while|switch) \("  # calls, and what looks like calls
    r"|\((?:const )?\w+_t(?: \*)?\)|\((?:unsigned|bool|int)\)"  # casts
    r"|;$|;\n"  # statements
)
POINTER = re.compile(r"(?:const )?\w+ \*")  # a type, for a cast


def c_texts(source: str) -> list[tuple[int, str]]:
    """Line and text of strings that contain C: all strings with operators or calls, except docstrings."""
    tree = ast.parse(source)
    skipped, found = set(), []
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node) is not None:
            skipped.add(node.body[0].value)  # type: ignore[attr-defined]
        if isinstance(node, ast.JoinedStr):
            skipped |= set(node.values)
    for node in ast.walk(tree):
        text = ""
        if isinstance(node, ast.JoinedStr):
            text = "".join(part.value if isinstance(part, ast.Constant) else "{}" for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in skipped:
            text = node.value
        if C_TEXT.search(text) and not POINTER.fullmatch(text):
            found.append((node.lineno, text))
    return found


@pytest.mark.parametrize("source", [
    'f"{a} & {b}"', '" | ".join(x)', 'f"{a}->{b}"', '"wr->" + name', 'f"({a} << 3)"', 'f"inverbs_put32({a})"', 'f"{name}_get({a})"',
    'f"(uint64_t){a}"', 'a + ";"', 'x = "a == b"', 'f"{a} ? {b} : {c}"', 'f"!{a}"', '" && " + a', 'f"if ({a})"', 'x = "bytes > 8"', '" + ".join(x)',
    'f"{a} = {b};"', 'x = "length != 0"', 'x = "index + 1"', 'f"{a} += {b}"',
])
def test_c_is_recognised(source: str) -> None:
    assert c_texts(source)


@pytest.mark.parametrize("source", [
    'f"{a}_{b}"', 'x = "a name"', 'x = "const uint8_t *"', 'f"IBV_WC_{flag}"', '", ".join(words)', '"sq.index"', 'f"0x{value:02x}"', '"Log2 of the bytes."',
    '"{% macro %}"', '"needs a (rare) thing"', '"adapter/fast.h.j2"', '"a, b; c"', '"x-least"', 'f"post_{op}_{cls}"', '"send, and receive"',
])
def test_other_text_is_not_c(source: str) -> None:
    assert not c_texts(source)


def test_stages_contain_no_c_text() -> None:
    files = [path for stage in STAGES for path in sorted((ROOT / "codegen/adapter" / stage).glob("*.py")) if path.name != MARKDOWN]
    assert len(files) > 20
    found = [f"{path.relative_to(ROOT)}:{line}: {text!r}" for path in files for line, text in c_texts(path.read_text(encoding="utf-8"))]
    assert not found, "make nodes of codegen/core/cexpr.py instead:\n" + "\n".join(found)
