"""Words of the lowered form as C: the values that are stored, and how the device loads them."""

from __future__ import annotations

from codegen.adapter.lower.form import Bytes, Term, Word
from codegen.core.cexpr import (
    Do, Expr, Name, Number, Statement, Unary, all_of, any_of, call, cast, choose, flags, is_digits, is_operation,
    number,
)

AT, CQE = Name("at"), Name("cqe")


def placed(expr: Expr, bits_of: int, place_bits: int, shift: int, width: int, fits: bool) -> Expr:
    """A value of so many bits, shifted to its position in a word."""
    if bits_of == 1 and (shift or is_operation(expr) or isinstance(expr, Unary)):
        return choose(expr, number(1 << shift, width), 0)
    if bits_of > place_bits and shift + place_bits < width and not fits:
        expr = expr & number((1 << place_bits) - 1, width)
    if not shift:
        return expr
    # values narrower than int would be shifted as signed numbers
    wide = "uint64_t" if width == 64 else "uint32_t" if bits_of <= 16 and width > 16 else ""
    return (cast(wide, expr) if wide else expr) << shift


def chosen(condition: Expr, yes: int, no: Expr | int, shift: int, width: int) -> Expr:
    return choose(condition, number(yes << shift, width), number(no << shift, width) if isinstance(no, int) else no)


def order_of(word: Word, expr: Expr) -> Expr:
    """Convert from processor to memory byte order, or back."""
    return call(f"INVERBS_{word.order}{word.width}", expr) if word.width > 8 else expr


def value(word: Word) -> Expr:
    """The value that is stored, in memory byte order."""
    every = [t.expr for t in word.terms if not t.raw]
    plain = [e for e in every if e != Number(0)] or every[:1]
    raw = [t.expr for t in word.terms if t.raw]
    if not plain and not raw:
        return Number(0)
    text = flags(plain)
    if plain and text != Number(0):
        text = order_of(word, text)
    text = flags(([text] if plain else []) + raw)
    return cast(f"uint{word.width}_t", text) if word.width < 32 and not is_digits(text) else text


def address(base: Expr, at: int) -> Expr:
    return base + at if at else base


def stored(function: str, word: Word, base: Expr) -> Statement:
    return Do(call(f"{function}{word.width}", address(base, word.at), value(word)))


def store(word: Word, base: Expr = AT) -> Statement:
    return stored("inverbs_put", word, base)


def publish(word: Word, base: Expr = AT) -> Statement:
    return stored("inverbs_publish", word, base)


def write(word: Word, base: Expr) -> Statement:
    return stored("inverbs_mmio_write", word, base)


def copy(array: Bytes, base: Expr = AT) -> Statement:
    return copied(address(base, array.at), array.expr, array.length)


def copied(to: Expr, what: Expr, length: int) -> Statement:
    return Do(call("inverbs_put_bytes", to, what, length))


# reading, on the device's side ------------------------------------------------------------------------------------


def get(width: int, base: Expr, at: int) -> Expr:
    """The word in memory byte order."""
    return call(f"inverbs_get{width}", address(base, at))


def load(word: Word, base: Expr = AT) -> Expr:
    """The word in processor byte order."""
    return order_of(word, get(word.width, base, word.at))


def variable(word: Word) -> Name:
    return Name(f"w{word.at}")


def field(term: Term, word: Word, base: Expr = AT, text: Expr | None = None) -> Expr:
    """The bits of a field in the word, whose C is w<byte> unless given. raw: in memory byte order."""
    if term.raw:
        return get(word.width, base, word.at)
    text = (text or variable(word)) >> term.shift
    return text & number((1 << term.bits) - 1, word.width) if term.shift + term.bits < word.width else text


def wrong(word: Word) -> Expr | None:
    """C condition that the word has bits that no work request sets; None: any value is possible."""
    tests: list[Expr | None] = []
    if word.fixed:
        whole = word.fixed == (1 << word.width) - 1
        kept = variable(word) if whole else variable(word) & number(word.fixed, word.width)
        tests.append(kept.differs(number(word.fixed_value, word.width)) if word.fixed_value else kept)
    for term in word.terms:
        if term.among and len(term.among) < 1 << term.bits:
            tests.append(all_of(*(field(term, word).differs(v) for v in term.among)))
    return any_of(*tests)
