"""C text of expressions: no parentheses and no operators that a reader would strike out."""

from __future__ import annotations

import pytest

from codegen.adapter.lower import cexpr


@pytest.mark.parametrize("condition,opposite", [
    ("a", "!a"), ("!a", "a"), ("!f(a, b)", "f(a, b)"), ("!(a & b)", "a & b"), ("a & b", "!(a & b)"), ("(a & b)", "!(a & b)"),
    ("!a && b", "!(!a && b)"), ("!(a) && (b)", "!(!(a) && (b))"), ("!f(a) || g(b)", "!(!f(a) || g(b))"),
])
def test_the_opposite_of_a_condition(condition: str, opposite: str) -> None:
    assert cexpr.negated(condition) == opposite


def test_whole_units() -> None:
    assert cexpr.rounded("length", 1) == "length"
    assert cexpr.rounded("4 + length", 16) == "(4 + length + 15) & ~15U"
