"""C text of nodes has no needless parentheses and operators. Expressions of tables keep their text."""

from __future__ import annotations

import pytest

from codegen.adapter.address import WORDS
from codegen.adapter.sources import OF_OP, SOURCES
from codegen.core.cexpr import (
    Assign, Binary, Declare, Do, Expr, Group, If, Name, Number, String, all_of, any_of, bits, call, cast, choose, filled, flags, is_digits,
    negated, number, one_bit, replaced, rounded,
)
from codegen.core.cparse import expression_of, statements_of

A, B, C = Name("a"), Name("b"), Name("c")


@pytest.mark.parametrize("expr,text", [
    (A & B | C, "(a & b) | c"), (A | B | C, "a | b | c"), ((A + 1) - 2, "(a + 1) - 2"), (A + 1 - (B - C), "(a + 1) - (b - c)"),
    ((A & B).equals(0), "(a & b) == 0"), (A - B >= C - 1, "a - b >= c - 1"), (A << 8 << 0, "a << 8"), (A >> 0, "a"),
    (choose(A & B, 1, 0), "(a & b) ? 1 : 0"), (choose(A.equals(1), B, C), "a == 1 ? b : c"),
    (choose(A, 1, 0) | B, "(a ? 1 : 0) | b"), (cast("uint8_t", A + 1), "(uint8_t)(a + 1)"),
    (cast("uint8_t", cast("uint8_t", A)), "(uint8_t)a"), (~cast("uint32_t", A | B), "~(uint32_t)(a | b)"),
    (A.to("b").dot("c").at(B - 1), "a->b.c[b - 1]"), (call("f", A + 1, 2), "f(a + 1, 2)"), (one_bit("N"), "1U << N"),
    (number(9), "9"), (number(10), "0xaU"), (number(255, 64), "0xffULL"), (bits(1), "0x1U"), (A & Group(B), "a & (b)"), (flags([]), "0"),
    (Binary("*", A, B) + C, "a * b + c"), ((A >> 1).equals(B), "a >> 1 == b"), (choose(choose(A, B, C), 1, 0), "(a ? b : c) ? 1 : 0"),
    (cast("uint8_t", cast("uint32_t", A)), "(uint8_t)(uint32_t)a"), (String("a b"), '"a b"'),
])
def test_text(expr: Expr, text: str) -> None:
    assert str(expr) == text


def test_conditions() -> None:
    assert str(all_of(A, None, any_of(B, C.equals(1)))) == "a && (b || c == 1)"
    assert str(any_of(all_of(A, B), C)) == "(a && b) || c"
    assert all_of() is None and any_of(None) is None


@pytest.mark.parametrize("condition,opposite", [
    (A, "!a"), (negated(A), "a"), (A & B, "!(a & b)"), (negated(A & B), "a & b"), (call("f", A, B), "!f(a, b)"),
    (all_of(negated(A), B), "!(!a && b)"),
])
def test_the_opposite_of_a_condition(condition: Expr, opposite: str) -> None:
    assert str(negated(condition)) == opposite


def test_whole_units() -> None:
    assert str(rounded(A, 1)) == "a"
    assert str(rounded(Number(4) + A, 16)) == "(4 + a + 15) & ~15U"


def test_statements() -> None:
    assert str(If(A & B, (Assign(A, B, "|="),), (Do(call("f")),))) == "if (a & b)\n\ta |= b;\nelse\n\tf();"
    assert str(If(A, (Do(call("f")),))) == "if (a)\n\tf();"
    assert [str(Declare("uint8_t", "x", length)) for length in (0, 4)] == ["uint8_t x;", "uint8_t x[4];"]


def test_nodes_are_changed_by_structure_not_by_text() -> None:
    length = Name("sge").to("length")
    assert str(replaced(length + Name("length"), length, choose(length, length, 8))) == "(sge->length ? sge->length : 8) + length"
    assert str(filled(statements_of("out->x |= {v} ? A : 0;")[0], v=A & 1)) == "out->x |= (a & 1) ? A : 0;"
    assert str(replaced(call("f", A, call("g", A)), A, B)) == "f(b, g(b))"
    assert (Name("e").to("length") + A).names == {"e", "a"}


def test_digits_are_what_a_reader_counts_with() -> None:
    assert [is_digits(each) for each in (Number(9), number(9), number(10), bits(1), A)] == [True, True, False, False, False]


EXPRESSIONS = [text for word in SOURCES.values() for text in (word.expr,)] + [w.expr for w in WORDS.values()]
EXPRESSIONS += [text for by_op in OF_OP.values() for text in by_op.values()]
STATEMENTS = [word.sink for word in SOURCES.values()] + [word.take for word in WORDS.values()]


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_expressions_of_tables_come_out_as_they_went_in(text: str) -> None:
    assert str(expression_of(text)) == text


@pytest.mark.parametrize("text", STATEMENTS)
def test_statements_of_tables_come_out_as_they_went_in(text: str) -> None:
    assert "\n".join(map(str, statements_of(text))) == text


@pytest.mark.parametrize("text", ["a +", "f(a", "a b", "(a", "a ? b", ""])
def test_text_that_is_not_an_expression_is_an_error(text: str) -> None:
    with pytest.raises(AssertionError):
        expression_of(text)
