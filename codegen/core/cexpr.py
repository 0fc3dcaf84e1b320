"""C expressions and statements as typed nodes. All of their text is produced here.

Lowering builds and inspects nodes; templates print them. Parentheses follow one rule: an operand that is itself an
operation has them, unless every reader knows the precedence (comparisons in conditions, sums in comparisons, chains of
one operator).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from operator import is_not
from typing import TypeVar, Union


@dataclass(frozen=True, eq=False)
class Node:
    """Anything that has C text. Nodes with the same text are equal, because the text contains everything in them."""

    @cached_property
    def text(self) -> str:
        return text_of(self)

    def __str__(self) -> str:
        return self.text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Node) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def parts(self) -> Iterator["Node"]:
        """This node and all nodes in it."""
        yield self
        for value in _values(self):
            for each in value if isinstance(value, tuple) else (value,):
                if isinstance(each, Node):
                    yield from each.parts()

    @cached_property
    def names(self) -> frozenset[str]:
        """The variables and macros that the node uses, but not members or functions."""
        return frozenset(part.name for part in self.parts() if isinstance(part, Name))


def _values(node: Node) -> list[object]:
    """The values of its members, in the order of the constructor's arguments."""
    members: tuple[str, ...] = getattr(type(node), "__match_args__")
    return [getattr(node, name) for name in members]


Value = Union["Expr", int]


@dataclass(frozen=True, eq=False)
class Expr(Node):
    """An expression. Python operators build C operations; a number becomes its decimal text."""

    def __and__(self, other: Value) -> Expr:
        return Binary("&", self, of(other))

    def __or__(self, other: Value) -> Expr:
        return Binary("|", self, of(other))

    def __xor__(self, other: Value) -> Expr:
        return Binary("^", self, of(other))

    def __add__(self, other: Value) -> Expr:
        return Binary("+", self, of(other))

    def __sub__(self, other: Value) -> Expr:
        return Binary("-", self, of(other))

    def __mul__(self, other: Value) -> Expr:
        return Binary("*", self, of(other))

    def __truediv__(self, other: Value) -> Expr:
        return Binary("/", self, of(other))

    def __lshift__(self, other: Value) -> Expr:
        return Binary("<<", self, of(other)) if other != 0 else self

    def __rshift__(self, other: Value) -> Expr:
        return Binary(">>", self, of(other)) if other != 0 else self

    def __invert__(self) -> Expr:
        return Unary("~", self)

    def __gt__(self, other: Value) -> Expr:
        return Binary(">", self, of(other))

    def __ge__(self, other: Value) -> Expr:
        return Binary(">=", self, of(other))

    def __lt__(self, other: Value) -> Expr:
        return Binary("<", self, of(other))

    def __le__(self, other: Value) -> Expr:
        return Binary("<=", self, of(other))

    def equals(self, other: Value) -> Expr:
        return Binary("==", self, of(other))

    def differs(self, other: Value) -> Expr:
        return Binary("!=", self, of(other))

    def to(self, member: str) -> Expr:
        """A member of the struct to which this expression points."""
        return Member(self, member, True)

    def dot(self, member: str) -> Expr:
        return Member(self, member, False)

    def at(self, index: Value) -> Expr:
        return Index(self, of(index))


@dataclass(frozen=True, eq=False)
class Name(Expr):
    name: str


@dataclass(frozen=True, eq=False)
class Number(Expr):
    value: int
    width: int = 0  # 0: decimal; -1: decimal and unsigned; else hexadecimal and unsigned, of that many bits


@dataclass(frozen=True, eq=False)
class Hole(Expr):
    """A hole, which `filled` replaces."""

    name: str


@dataclass(frozen=True, eq=False)
class String(Expr):
    value: str


@dataclass(frozen=True, eq=False)
class Member(Expr):
    base: Expr
    member: str
    pointer: bool


@dataclass(frozen=True, eq=False)
class Index(Expr):
    base: Expr
    index: Expr


@dataclass(frozen=True, eq=False)
class Call(Expr):
    function: str
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, eq=False)
class Cast(Expr):
    ctype: str
    value: Expr


@dataclass(frozen=True, eq=False)
class Unary(Expr):
    operator: str
    value: Expr


@dataclass(frozen=True, eq=False)
class Binary(Expr):
    operator: str
    left: Expr
    right: Expr


@dataclass(frozen=True, eq=False)
class Choice(Expr):
    condition: Expr
    yes: Expr
    no: Expr


@dataclass(frozen=True, eq=False)
class Group(Expr):
    """An operation in parentheses, for templates that print an operator beside it: a node only adds parentheses to the
    nodes in it."""

    value: Expr


@dataclass(frozen=True, eq=False)
class Statement(Node):
    pass


@dataclass(frozen=True, eq=False)
class Do(Statement):
    value: Expr


@dataclass(frozen=True, eq=False)
class Assign(Statement):
    target: Expr
    value: Expr
    operator: str = "="


@dataclass(frozen=True, eq=False)
class Declare(Statement):
    """A declaration of a struct member. length: that of an array."""

    ctype: str
    name: str
    length: int = 0


@dataclass(frozen=True, eq=False)
class If(Statement):
    condition: Expr
    then: tuple[Statement, ...]
    otherwise: tuple[Statement, ...] = ()


# building nodes
# ----------------------------------------------------------------------------------------------------------


def of(value: Value) -> Expr:
    return value if isinstance(value, Expr) else Number(value)


def number(value: int, width: int = 32) -> Expr:
    """A constant as readers expect it: hexadecimal from ten upwards."""
    return Number(value) if value < 10 else Number(value, width)


def bits(value: int, width: int = 32) -> Expr:
    """A constant that is a pattern of bits."""
    return Number(value, width)


def constant(adapter: str, name: str) -> Expr:
    """A constant of a spec, as the name of its macro."""
    return Name(f"{adapter}_{name}".upper())


def call(function: str, *arguments: Value) -> Expr:
    return Call(function, tuple(of(each) for each in arguments))


def cast(ctype: str, value: Value) -> Expr:
    return of(value) if isinstance(value, Cast) and value.ctype == ctype else Cast(ctype, of(value))


def choose(condition: Expr, yes: Value, no: Value) -> Expr:
    return Choice(condition, of(yes), of(no))


def both(one: Expr, other: Expr) -> Expr:
    return Binary("&&", one, other)


def address_of(value: Expr) -> Expr:
    return Unary("&", value)


def cast_like(target: Expr, value: Value) -> Expr:
    """A cast to the type of another expression."""
    return Cast(f"__typeof__({target})", of(value))


def size_of(what: str) -> Expr:
    """The size of a type or a variable."""
    return call("sizeof", Name(what))


def joined(operator: str, terms: Iterable[Expr]) -> Expr | None:
    """A chain of terms with one operator; None without terms."""
    chain: Expr | None = None
    for term in terms:
        chain = term if chain is None else Binary(operator, chain, term)
    return chain


def any_of(*terms: Expr | None) -> Expr | None:
    return joined("||", (term for term in terms if term is not None))


def all_of(*terms: Expr | None) -> Expr | None:
    return joined("&&", (term for term in terms if term is not None))


def sum_of(terms: Iterable[Expr]) -> Expr:
    return joined("+", terms) or Number(0)


def bits_of_any(terms: Iterable[Expr]) -> Expr | None:
    """An OR of the terms; None without terms."""
    return joined("|", terms)


def flags(terms: Iterable[Expr]) -> Expr:
    """An OR of the terms; 0 without terms."""
    return bits_of_any(terms) or Number(0)


def set_bits(target: Expr, value: Expr) -> Statement:
    return Assign(target, value, "|=")


def advance(target: Expr, value: Expr) -> Statement:
    return Assign(target, value, "+=")


def negated(condition: Expr) -> Expr:
    """The negation of a condition, which may itself be a negation."""
    return condition.value if isinstance(condition, Unary) and condition.operator == "!" else Unary("!", condition)


def rounded(expr: Expr, unit: int) -> Expr:
    """A sum, rounded up to a multiple of a power of two."""
    return (expr + (unit - 1)) & ~Number(unit - 1, -1) if unit > 1 else expr


def one_bit(name: str) -> Expr:
    """The bit whose number is a constant."""
    return Number(1, -1) << Name(name)


def is_operation(expr: Expr) -> bool:
    return isinstance(expr, (Binary, Choice))


def is_digits(expr: Expr) -> bool:
    return isinstance(expr, Number) and expr.width == 0


# changing nodes
# --------------------------------------------------------------------------------------------------------

N = TypeVar("N", bound=Node)


def replaced(node: N, old: Expr, new: Expr) -> N:
    """The same node with one expression replaced by another."""
    return _mapped(node, {old: new})


def filled(node: N, **values: Value) -> N:
    """The same node with values in its holes."""
    return _mapped(node, {Hole(name): of(value) for name, value in values.items()})


def _mapped(node: N, by: dict[Expr, Expr]) -> N:
    """Map the nodes in a node; returns the node itself if nothing in it changes."""
    if any(type(node) is type(old) and node == old for old in by):
        return by[node]  # type: ignore[return-value,index]
    values = _values(node)
    new = [_mapped_value(value, by) for value in values]
    return type(node)(*new) if any(map(is_not, new, values)) else node


def _mapped_value(value: object, by: dict[Expr, Expr]) -> object:
    if isinstance(value, Node):
        return _mapped(value, by)
    if not isinstance(value, tuple):
        return value
    new = tuple(_mapped(each, by) for each in value)
    return new if any(map(is_not, new, value)) else value


# text -----------------------------------------------------------------------------------------------------------------

_COMPARISONS = ("==", "!=", "<", ">", "<=", ">=")
# The operators whose operations need no parentheses as operands, by the operator around them.
_BARE: dict[str, tuple[str, ...]] = {
    "||": ("||", *_COMPARISONS), "&&": ("&&", *_COMPARISONS), "+": ("+", "*"), "-": ("*",), "|": ("|",), "&": (),
    "*": (),
    **{each: ("+", "-", ">>") for each in _COMPARISONS},
}


def text_of(node: Node) -> str:
    return _expression(node) if isinstance(node, Expr) else "\n".join(_lines(node))


def _expression(e: Expr) -> str:
    match e:  # frequent nodes first
        case Number(value, width):
            return _number(value, width)
        case Binary(operator, left, right):
            return f"{_inside(operator, left)} {operator} {_inside(operator, right)}"
        case Call(function, arguments):
            return f"{function}({', '.join(map(str, arguments))})"
        case Member(base, member, pointer):
            return f"{_operand(base)}{'->' if pointer else '.'}{member}"
        case Hole(name):
            return f"{{{name}}}"
        case Name(name):
            return name
        case Cast(ctype, value):
            return f"({ctype}){_operand(value)}"
        case Choice(condition, yes, no):
            return f"{_condition(condition)} ? {yes} : {no}"
        case Unary(operator, value):
            return f"{operator}{_operand(value)}"
        case Index(base, index):
            return f"{_operand(base)}[{index}]"
        case String(value):
            return f'"{value}"'
        case Group(value):
            return f"({value})"
    raise AssertionError(f"no text for {e!r}")


def _number(value: int, width: int) -> str:
    if width <= 0:
        return f"{value}U" if width else str(value)
    return f"0x{value:x}{'ULL' if width == 64 else 'U'}"


def _operand(e: Expr) -> str:
    return f"({e})" if is_operation(e) else str(e)


def _inside(operator: str, e: Expr) -> str:
    bare = isinstance(e, Binary) and e.operator in _BARE.get(operator, ())
    return str(e) if bare or not is_operation(e) else f"({e})"


def _condition(e: Expr) -> str:
    return f"({e})" if isinstance(e, Choice) or isinstance(e, Binary) and e.operator not in _COMPARISONS else str(e)


def _lines(node: Node) -> list[str]:
    match node:
        case Do(value):
            return [f"{value};"]
        case Assign(target, value, operator):
            return [f"{target} {operator} {value};"]
        case Declare(ctype, name, length):
            return [f"{ctype} {name}{f'[{length}]' if length else ''};"]
        case If(condition, then, otherwise):
            lines = [f"if ({condition})", *(f"\t{line}" for each in then for line in _lines(each))]
            lines += ["else", *(f"\t{line}" for each in otherwise for line in _lines(each))] if otherwise else []
            return lines
    raise AssertionError(f"no text for {node!r}")
