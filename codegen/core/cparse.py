"""Parses C expressions and statements into nodes of cexpr.

Tables of source words (adapter/sources.py, adapter/address.py) define each word in C, because that is easy to read.
Lowering needs nodes, which it can join, simplify and inspect. The parser accepts the operators and statements that
occur in these tables; other text fails an assertion. ``{name}`` is a hole for cexpr.filled.
"""

from __future__ import annotations

import re
from functools import cache

from codegen.core.cexpr import (
    Assign, Binary, Call, Cast, Choice, Do, Expr, Hole, Index, Member, Name, Number, Statement, Unary,
)

_TOKEN = re.compile(r"\s*(\{\w+\}|0x[0-9a-fA-F]+U?|\d+|[A-Za-z_]\w*"
                    r"|->|<<|>>|&&|\|\||[=!<>|&]=|[-+*~!&|^<>=?:;()\[\],.])")
_CAST = re.compile(r"\s*\(((?:const )?(?:u?int\d+_t|size_t|bool)(?: \*)?)\)")
_LEVELS = (("||",), ("&&",), ("|",), ("^",), ("&",), ("==", "!="), ("<", ">", "<=", ">="), ("<<", ">>"), ("+", "-"),
           ("*",))


class _Reader:
    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0

    def peek(self) -> str:
        found = _TOKEN.match(self.text, self.at)
        return found[1] if found else ""

    def take(self, wanted: str = "") -> str:
        found = _TOKEN.match(self.text, self.at)
        assert found and wanted in ("", found[1]), f"{self.text!r}: {wanted or 'a word'} expected at {self.at}"
        self.at = found.end()
        return found[1]

    def has(self, word: str) -> bool:
        if self.peek() != word:
            return False
        self.take()
        return True

    @property
    def ended(self) -> bool:
        return not self.text[self.at:].strip()

    def expression(self) -> Expr:
        condition = self.operation(0)
        if not self.has("?"):
            return condition
        yes = self.expression()
        self.take(":")
        return Choice(condition, yes, self.expression())

    def operation(self, level: int) -> Expr:
        if level == len(_LEVELS):
            return self.unary()
        left = self.operation(level + 1)
        while self.peek() in _LEVELS[level]:
            left = Binary(self.take(), left, self.operation(level + 1))
        return left

    def unary(self) -> Expr:
        if found := _CAST.match(self.text, self.at):
            self.at = found.end()
            return Cast(found[1], self.unary())
        if self.peek() in ("!", "~", "&"):
            return Unary(self.take(), self.unary())
        return self.member(self.primary())

    def member(self, base: Expr) -> Expr:
        while self.peek() in ("->", ".", "["):
            if self.has("["):
                base = Index(base, self.expression())
                self.take("]")
            else:
                pointer = self.take() == "->"
                base = Member(base, self.take(), pointer)
        return base

    def primary(self) -> Expr:
        if self.has("("):
            inner = self.expression()
            self.take(")")
            return inner
        word = self.take()
        if word[0] == "{":
            return Hole(word[1:-1])
        if word[0].isdigit():
            return Number(int(word.rstrip("U"), 0), 32 if word.endswith("U") else 16 if word[:2] == "0x" else 0)
        return self.call(word) if self.has("(") else Name(word)

    def call(self, function: str) -> Expr:
        arguments: list[Expr] = []
        while not self.has(")"):
            if arguments:
                self.take(",")
            arguments.append(self.expression())
        return Call(function, tuple(arguments))

    def statement(self) -> Statement:
        target = self.expression()
        found: Statement = Do(target)
        if self.peek() in ("=", "|="):
            operator = self.take()
            found = Assign(target, self.expression(), operator)
        self.take(";")
        return found


@cache
def expression_of(text: str) -> Expr:
    reader = _Reader(text)
    found = reader.expression()
    assert reader.ended, f"{text!r}: more than an expression"
    return found


@cache
def statements_of(text: str) -> tuple[Statement, ...]:
    reader, found = _Reader(text), []
    while not reader.ended:
        found.append(reader.statement())
    return tuple(found)
