"""What the fields of a format contain: their kind, their source word, and their tooltip."""

from __future__ import annotations

from dataclasses import dataclass

from codegen.adapter.address import WORDS
from codegen.adapter.model.adapter import Adapter
from codegen.adapter.model.refs import Setting
from codegen.adapter.sources import SOURCES, Known
from codegen.adapter.uses import written
from codegen.formats.model import Field, Format, Place
from codegen.pictures.style import Kind

_OWNERSHIP = ("sq.lap", "sq.generation", "rq.generation")
_QUEUES = ("qp", "sq", "rq", "srq", "cq", "queue")


@dataclass(frozen=True)
class Value:
    """A field, or reserved bits, in one use."""

    kind: Kind
    name: str  # empty: reserved
    what: Field | Place
    word: str = ""  # source word, which is a link
    shown: str = ""  # text below the name; default: the word
    doc: str = ""  # text about this use
    faint: bool = False


def kind_of_source(source: str) -> Kind:
    if source in _OWNERSHIP:
        return Kind.OWNER
    if source[:1].isdigit() or source == "op.code" or (source in SOURCES and SOURCES[source].known is Known.ENTRY):
        return Kind.CONSTANT
    family = source.partition(".")[0]
    if family in _QUEUES:
        return Kind.QUEUE
    return {"sge": Kind.SGE, "ah": Kind.ADDRESS}.get(family, Kind.REQUEST)


def _settings(a: Adapter) -> list[Setting]:
    """All settings of fields: of ops, classes and kinds of address."""
    bodies = [body for op in a.send.ops for body in (op.body, op.empty) if body]
    of_classes = [s for c in a.send.classes for s in (*c.settings, *c.ethernet)]
    of_address = [s for _, kind in (a.address.kinds if a.address else ()) for s in kind]
    return [*(s for body in bodies for s in body.settings), *of_classes, *of_address]


def sources_of(a: Adapter, fmt: Format, f: Field) -> list[str]:
    """Every source that the field has in any use."""
    set_here = [s.source for s in _settings(a) if (s.ref.format, s.ref.field) == (fmt.name, f.name)]
    return list(dict.fromkeys([*([f.source] if f.source else []), *set_here]))


def _is_of_adapter(a: Adapter, name: str) -> bool:
    c = a.complete
    return name in (c.entry, c.error_entry, c.extension.format if c.extension else "")


def _owner_fields(a: Adapter) -> set[tuple[str, str]]:
    """The ownership fields of CQEs."""
    c = a.complete
    ready = [c.ready, c.extension.ready if c.extension else None]
    found = {(ref.format, ref.field) for ref in ready if ref}
    return found | {(c.error_entry, ref.field) for ref in (c.ready,) if ref and c.error_entry}


def _is_address(a: Adapter, fmt: Format) -> bool:
    """True if the format is the content of an address handle."""
    held = {f.length for each in a.formats for f in each.fields if f.source == "ah.av"}
    return bool(a.address and a.address.format == fmt.name) or (fmt.name not in written(a) and fmt.size in held)


def kind_of(a: Adapter, fmt: Format, f: Field) -> Kind:
    if (fmt.name, f.name) in _owner_fields(a):
        return Kind.OWNER
    if _is_of_adapter(a, fmt.name):
        return Kind.ADAPTER
    if _is_address(a, fmt):
        return Kind.ADDRESS
    if f.const is not None:
        return Kind.CONSTANT
    if any(c.front and (c.front.format, c.front.field) == (fmt.name, f.name) for c in a.send.classes):
        return Kind.REQUEST
    sources = sources_of(a, fmt, f)
    if not sources:
        return Kind.SOFTWARE
    kinds = [kind_of_source(s) for s in sources]
    return next((k for k in kinds if k is not Kind.CONSTANT), kinds[0])


def format_values(a: Adapter, fmt: Format) -> list[Value]:
    """The fields of the format, and its reserved bits; overlays are last."""
    fields = sorted(fmt.fields, key=lambda f: bool(f.overlays))
    values = [_declared(a, fmt, f) for f in fields]
    plain = [v for v, f in zip(values, fields) if not f.overlays]
    return [*plain, *reserved_values(fmt), *values[len(plain):]]


def _declared(a: Adapter, fmt: Format, f: Field) -> Value:
    words = [s for s in sources_of(a, fmt, f) if not s[:1].isdigit()]
    shown = f"= {f.const:#x}" if f.const is not None else ""
    return Value(kind_of(a, fmt, f), f.name, f, words[0] if words else "", shown)


def reserved_values(fmt: Format) -> list[Value]:
    return [Value(Kind.RESERVED, "", place) for place in fmt.reserved]


def place_text(what: Field | Place) -> str:
    place = what if isinstance(what, Place) else what.place
    if isinstance(what, Field) and what.is_bytes:
        return f"byte {place.at:#x}, {what.length} bytes"
    bits = f"bit {place.lo}" if place.hi == place.lo else f"bits {place.hi}-{place.lo}"
    return f"byte {place.at:#x}, {bits} of a {place.width}-bit word"


def word_link(word: str) -> str:
    return f"../adapter-words/#word-{word}" if word in SOURCES or word in WORDS else ""


def word_doc(word: str) -> str:
    """The meaning of a source word; empty for numbers."""
    if word in SOURCES:
        return f"{SOURCES[word].doc}; known {SOURCES[word].known.value}"
    return WORDS[word].doc if word in WORDS else ""


def tip(a: Adapter, value: Value) -> str:
    """The tooltip: name, bits, source and meaning, each on a line."""
    if not isinstance(value.what, Field):
        what = {Kind.RESERVED: "reserved", Kind.ZERO: "0 in this WQE"}.get(value.kind, "not read here")
        return f"{what}: {place_text(value.what)}"
    f = value.what
    lines = [f"{value.name}: {place_text(f)}"]
    if f.const is not None:
        lines.append(f"always {f.const:#x}")
    if value.word:
        lines.append(f"from {value.word}: {word_doc(value.word)}")
    lines += [text for text in (f.doc, value.doc) if text]
    if f.pushed:
        lines.append("only in a WQE that is copied to the adapter (BlueFlame)")
    if f.unit > 1:
        lines.append(f"in units of {f.unit} bytes")
    if f.enum:
        names = ", ".join(f"{name} {number:#x}" for name, number in a.enum(f.enum).values)
        lines.append(f"{f.enum}: {names}")
    return "\n".join(lines)
