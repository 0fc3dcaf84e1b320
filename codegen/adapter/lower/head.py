"""Stage lower, heads: the fields of the control segment that depend on the op and the queue pair type."""

from __future__ import annotations

from dataclasses import dataclass, replace

from codegen.adapter.lower import words
from codegen.adapter.lower.form import Segment, Term, Word
from codegen.adapter.lower.segments import lower_segment, lower_term, op_format, plain_format, use_of
from codegen.adapter.model.adapter import Adapter
from codegen.adapter.model.refs import Setting
from codegen.adapter.model.send import Op, TypeClass
from codegen.adapter.sources import Known
from codegen.core.cexpr import Assign, Expr, Name, Statement, number, set_bits
from codegen.formats.lower import Units
from codegen.formats.model import Field, Format


@dataclass(frozen=True)
class OpWord:
    """A word of the head that depends on the op: its C variable, and its value for each group of ops."""

    name: Name
    ctype: str
    cases: tuple[tuple[tuple[str, ...], Expr], ...]


@dataclass(frozen=True)
class TypeWords:
    """Statements that change those variables by queue pair type, and those for Ethernet only."""

    types: tuple[str, ...]
    always: tuple[Statement, ...]
    ethernet: tuple[Statement, ...]


@dataclass(frozen=True)
class Head:
    segment: Segment
    variables: tuple[OpWord, ...]
    types: tuple[TypeWords, ...]


class VariedWords:
    """The words of a segment that every WQE has, each with the bits that ops fill."""

    def __init__(self, a: Adapter, name: str) -> None:
        self.a, self.whole = a, a.format(name)
        self.fmt = plain_format(self.whole)
        self.units = Units(self.fmt, self.fmt.fields)
        self.cases: dict[tuple[int, int], dict[Expr, list[str]]] = {}
        self.of_ops: dict[tuple[int, int], int] = {}
        for op in a.send.ops:
            self._op(op)

    def _terms(self, settings: dict[str, str], op: str) -> dict[tuple[int, int], tuple[Term, ...]]:
        out: dict[tuple[int, int], tuple[Term, ...]] = {}
        for f in self.fmt.fields:
            if f.name in settings:
                at, width, shift = self.units.locate(f.place)
                out[at, width] = (*out.get((at, width), ()), lower_term(f, settings[f.name], op, width, shift))
        return out

    def _word(self, key: tuple[int, int], terms: tuple[Term, ...]) -> Expr:
        return words.value(Word(key[0], key[1], self.fmt.order, terms))

    def _op(self, op: Op) -> None:
        for key, terms in self._terms(op.body.of(self.fmt.name), use_of(self.a, op)).items():
            self.cases.setdefault(key, {}).setdefault(self._word(key, terms), []).append(op.name)
            for t in terms:
                self.of_ops[key] = self.of_ops.get(key, 0) | t.mask

    def _statements(self, settings: tuple[Setting, ...], filled: dict[tuple[int, int], int]) -> tuple[Statement, ...]:
        """Statements that store the fields of a class in the variables, replacing other values of the same bits."""
        out: list[Statement] = []
        own = {s.ref.field: s.source for s in settings if s.ref.format == self.fmt.name}
        for key, terms in self._terms(own, "").items():
            self.cases.setdefault(key, {})
            mask, name, text = 0, variable(key), self._word(key, terms)
            for t in terms:
                mask |= t.mask
            rest = (1 << key[1]) - 1 & ~mask
            kept = self._word(key, (Term("", number(rest, key[1]), None),))
            if not filled.get(key, 0) & mask:
                out.append(set_bits(name, text))
            else:
                out.append(Assign(name, (name & kept) | text if rest else text))
            filled[key] = filled.get(key, 0) | mask
        return tuple(out)

    def types(self) -> tuple[TypeWords, ...]:
        out = []
        for cls in self.a.send.classes:
            filled = dict(self.of_ops)
            words = TypeWords(cls.types, self._statements(cls.settings, filled), self._statements(cls.ethernet, filled))
            out += [words] if words.always or words.ethernet else []
        return tuple(out)

    def segment(self) -> tuple[Segment, tuple[OpWord, ...]]:
        """The head with the constant fields, and variables for words that differ."""
        base = lower_segment(self.whole, {})
        variables = tuple(OpWord(variable(key), f"uint{key[1]}_t",
                                 tuple((tuple(names), text) for text, names in by.items()))
                          for key, by in self.cases.items())
        extra = {key[0]: Term("set", variable(key), Known.REQUEST, raw=True) for key in self.cases}

        def with_own(word: Word) -> Word:
            return replace(word, terms=(*word.terms, extra[word.at])) if word.at in extra else word

        words = tuple(with_own(w) for w in base.words)
        return replace(base, words=words, publish=with_own(base.publish) if base.publish else None), variables


def variable(key: tuple[int, int]) -> Name:
    return Name(f"op_0x{key[0]:x}")


def varied_segment(a: Adapter, name: str) -> tuple[Segment, tuple[OpWord, ...]]:
    """A segment that every WQE has and that depends only on the op."""
    return VariedWords(a, name).segment()


def lower_head(a: Adapter) -> Head:
    """The head, which also depends on the queue pair type."""
    words = VariedWords(a, a.send.head)
    types = words.types()
    return Head(*words.segment(), types)


def head_of(a: Adapter, op: Op, cls: TypeClass, ethernet: bool) -> Segment:
    """The head of an op's WQEs on the queue pairs of a class."""
    fmt = op_format(a.format(a.send.head), op)
    given = (*cls.settings, *(cls.ethernet if ethernet else ()))
    own = {s.ref.field: s.source for s in given if s.ref.format == fmt.name}
    big = fmt.big_endian
    taken = {bit for name in own for bit in fmt.field(name).bit_numbers(big)}
    settings = {name: source for name, source in op.body.of(fmt.name).items()
                if not taken & fmt.field(name).bit_numbers(big)}
    return lower_segment(fmt, {**settings, **own}, use_of(a, op))

