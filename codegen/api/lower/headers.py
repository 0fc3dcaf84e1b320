"""Stage lower: turns the resolved API into finished lines of C. Names, spelling and order are decided here, not in
templates."""

from __future__ import annotations

from dataclasses import dataclass

from codegen.api.lower.comments import WIDTH, block, callback_doc, function_doc, wrap
from codegen.api.lower.bits import bits_body
from codegen.api.lower.contracts import is_checked
from codegen.api.lower.numbers import value_of
from codegen.api.model import (
    LACKING, CallbackType, Constants, Enum, EnumMember, Field, FieldKind, Function, Handle, Header, Macro, Section, Struct,
    Typedef, ValueMap,
)
from codegen.api.resolve import HeaderPlan, Resolved

NOT_YET_RESULT: dict[str, list[str]] = {
    "nothing": [],
    "value": ["return 0;"],
    "zero-or-errno": ["return {error};"],
    "zero-or-minus-one": ["errno = {error};", "return -1;"],
    "zero-or-negative": ["errno = {error};", "return -1;"],
    "value-or-minus-one": ["errno = {error};", "return -1;"],
    "pointer": ["errno = {error};", "return NULL;"],
    "count": ["return -{error};"],
    "status": ["return {error};"],
}


@dataclass(frozen=True)
class CSection:
    title: list[str]
    blocks: list[list[str]]


@dataclass(frozen=True)
class CHeader:
    path: str
    guard: str
    intro: list[str]
    includes: list[str]
    forward: list[str]
    sections: list[CSection]
    last: str
    checked: str
    aix: str


@dataclass(frozen=True)
class CBody:
    """An out-of-line or inline definition."""

    head: str
    lines: list[str]


@dataclass(frozen=True)
class CTable:
    """A lookup table and the function around it."""

    head: str
    argument: str
    cases: list[tuple[str, str]]
    default: str


def c_value(text: str) -> str:
    """How an enumerator's value is spelled in C."""
    if text.startswith("1<<"):
        bit = text[3:]
        return f"1U << {bit}" if bit == "31" else f"1 << {bit}"
    return text


def with_comment(line: str, doc: str, indent: str, column: int) -> list[str]:
    """``line`` with its doc after it, aligned at ``column``, or above it if the line would be too long."""
    if not doc:
        return [f"{indent}{line}"]
    start = len(indent.expandtabs(8)) + max(column, len(line))
    if start + len(f" /**< {doc} */") <= WIDTH:
        return [f"{indent}{line} /**< {doc} */"]
    return [*block(wrap(doc, indent), indent), f"{indent}{line}"]


def lower_enum(enum: Enum) -> list[str]:
    wide = any(value_of(m.value) > 0x7FFFFFFF for m in enum.members)
    tag = f"enum {enum.tag} {{" if enum.tagged else "enum {"
    tag = f"typedef {tag}" if enum.typedef else tag
    head = block(wrap(enum.doc, "")) if enum.doc else []
    lines = [*head, f"__extension__ {tag}" if wide else tag]
    members = [(f"{m.name} = {c_value(m.value)},", m.doc) for m in enum.members]
    column = max(len(text) for text, _ in members)
    for text, doc in members:
        lines += with_comment(text, doc, "\t", column)
    return [*lines, f"}} {enum.name};" if enum.typedef else "};"]


def forward(r: Resolved, tag: str) -> str:
    """The forward declaration of a structure."""
    struct = r.structs[tag]
    return f"typedef {struct.c_tag} {struct.name};" if struct.typedef else f"{struct.c_tag};"


def lower_struct(r: Resolved, struct: Struct, known: bool) -> list[str]:
    """The definition of a structure. ``known``: it has a forward declaration."""
    head = block(wrap(struct.doc, "")) if struct.doc else []
    if struct.opaque:
        return [*head, forward(r, struct.tag)]
    name = [forward(r, struct.tag)] if struct.typedef and not known else []
    body = [f"{struct.c_tag} {{", *lower_fields(r, struct.fields, "\t"), "};"]
    if struct.packed:
        return [*head, *name, "#pragma pack(push, 1)", *body, "#pragma pack(pop)"]
    return [*head, *name, *body]


def lower_typedef(r: Resolved, typedef: Typedef) -> list[str]:
    return [*block(wrap(typedef.doc, "")), f"typedef {r.types[typedef.type].declare(typedef.name)};"]


def lower_handle(handle: Handle) -> list[str]:
    return [*block(wrap(handle.doc, "")), f"typedef struct {handle.tag} *{handle.name};"]


def lower_callback(r: Resolved, callback: CallbackType) -> list[str]:
    params = ", ".join(r.types[p.type].declare(p.name) for p in callback.params) or "void"
    returns = r.types[callback.returns].declare("")
    space = "" if returns.endswith("*") else " "
    return [*callback_doc(callback), f"typedef {returns}{space}(*{callback.name})({params});"]


def lower_fields(r: Resolved, fields: tuple[Field, ...], indent: str, nameless: bool = False) -> list[str]:
    """Lines of the members. Anonymous structs, and types without a tag in them, are extensions in C++."""
    lines: list[str] = []
    plain = {f.name: declaration(r, f) for f in fields if f.kind in (FieldKind.PLAIN, FieldKind.CALLBACK)}
    column = max((len(text) for text in plain.values() if len(text) < WIDTH // 2), default=0)
    for f in fields:
        if f.kind in (FieldKind.STRUCT, FieldKind.UNION):
            name = "" if f.anonymous else f" {f.name}"
            if f.doc:
                lines += block(wrap(f.doc, indent), indent)
            mark = "__extension__ " if nameless or (f.anonymous and f.kind is FieldKind.STRUCT) else ""
            inner = lower_fields(r, f.fields, indent + "\t", f.anonymous)
            lines += [f"{indent}{mark}{f.kind.value} {{", *inner, f"{indent}}}{name};"]
            continue
        lines += with_comment(plain[f.name], f.doc, indent, column)
    return lines


def declaration(r: Resolved, f: Field) -> str:
    if f.kind is FieldKind.CALLBACK:
        return f"{r.callbacks[f.type].declare(f.name)};"
    return f"{r.types[f.type].declare(f.name)};"


def prototype(r: Resolved, f: Function, unused: frozenset[str] = frozenset(), name: str = "",
              mark: str = "UNUSED") -> str:
    """The function's declarator. Parameters in ``unused`` are marked as unused, in definitions only. ``name`` replaces
    the function's name."""
    named = [r.types[p.type].declare(p.name) + (f" {mark}" if p.name in unused else "") for p in f.params]
    params = ", ".join(named) or "void"
    returns = r.types[f.returns.type].declare("")
    space = "" if returns.endswith("*") else " "
    return f"{returns}{space}{name or f.name}({params})"


def lower_function(r: Resolved, f: Function) -> list[str]:
    if f.inline and f.inline.member_path:
        head = f"static inline {prototype(r, f)}"
        return [*function_doc(f, r.status_of(f)), head, "{", *(f"\t{line}" for line in bits_body(r, f)), "}"]
    storage = "static inline " if f.status == "inline" else "INVERBS_CHECKABLE " if is_checked(r, f) else ""
    return [*function_doc(f, r.status_of(f)), f"{storage}{prototype(r, f)};"]


def macro_value(m: Macro) -> str:
    if m.number:
        return m.number if m.order == "host" else f"INVERBS_{m.order.upper()}({m.number})"
    return m.alias or (f'"{m.text}"' if m.text else f"(({m.type or 'void *'}){m.pointer})")


def lower_constants(group: Constants) -> list[str]:
    """The constants, below the doc of their group."""
    column = max(len(m.name) for m in group.values)
    lines = block(wrap(group.doc, ""))
    for m in group.values:
        lines += with_comment(f"#define {m.name:{column}} {macro_value(m)}", m.doc, "", 0)
    return lines


def lower_macro(m: Macro) -> list[str]:
    define = [f"#define {m.name} {macro_value(m)}"]
    if m.shared:
        define = [f"#ifndef {m.name}", *define, "#endif"]
    return [*block(wrap(m.doc, "")), *define] if m.doc else define


def lower_section(r: Resolved, section: Section, known: tuple[str, ...]) -> CSection:
    blocks = [lower_macro(m) for m in section.macros]
    blocks += [lower_constants(c) for c in section.constants]
    blocks += [lower_enum(e) for e in section.enums]
    blocks += [lower_typedef(r, t) for t in r.in_front(section)]
    blocks += [lower_handle(h) for h in section.handles]
    blocks += [lower_callback(r, c) for c in section.callbacks]
    for struct in section.structs:
        blocks.append(lower_struct(r, struct, struct.tag in known))
        blocks += [lower_typedef(r, t) for t in r.behind(section, struct)]
    blocks += [lower_function(r, f) for f in section.functions]
    return CSection(["/*", *(f" * {line}" for line in wrap(section.doc, "")), " */"], blocks)


def lower_header(r: Resolved, plan: HeaderPlan) -> CHeader:
    header: Header = plan.header
    words = "\n\n".join("\n".join(wrap(paragraph, "")) for paragraph in header.doc.split("\n") if paragraph)
    intro = ["/*", *(f" * {line}".rstrip() for line in words.split("\n")), " */"]
    checkable = any(is_checked(r, f) for s in plan.sections for f in s.functions)
    ordered = any(m.order != "host" for s in plan.sections for m in s.all_macros())
    ordered |= any(f.inline and f.inline.member_path for s in plan.sections for f in s.functions)
    includes = [i.path for i in header.includes] + (["inverbs/api/checkable.h"] if checkable else [])
    includes += ["inverbs/api/net_order.h"] if ordered else []
    return CHeader(header.path, header.guard, intro, includes, [forward(r, t) for t in plan.forward],
                   [lower_section(r, s, plan.forward) for s in plan.sections], header.last, header.checked, header.aix)


def lacking(r: Resolved, f: Function) -> str:
    """The error by which the function reports that the adapter, its driver or the library does not support it."""
    status = r.status_of(f)
    return status.lacking if status else LACKING


def not_yet_body(r: Resolved, f: Function) -> CBody:
    """The definition of a function that is declared but not implemented."""
    refused: list[str] = []
    for p in (p for p in f.params if p.refused):
        refused += [f"if ({p.name})", f"\t*{p.name} = {p.refused};"] if p.null else [f"*{p.name} = {p.refused};"]
    used = {p.refused for p in f.params} | {p.name for p in f.params if p.refused}
    result = [line.format(error=lacking(r, f)) for line in NOT_YET_RESULT[f.returns.convention]]
    return CBody(prototype(r, f, frozenset(p.name for p in f.params) - used), [*refused, *result])


def inline_body(r: Resolved, f: Function) -> CBody:
    """An inline definition that calls through a member or another function."""
    assert f.inline is not None
    given = ", ".join(p.name for p in f.params)
    give = "" if f.returns.type == "void" else "return "
    if f.inline.through:
        lines = [f"{give}{f.inline.through}->{f.inline.member}({given});"]
        if f.inline.bound:
            lines = ["#if INVERBS_BINDING_MASK", f"{give}inverbs_{f.inline.member}({given});", "#else", *lines, "#endif"]
    else:
        lines = [f"(void){p.name};" for p in f.params if p.name not in f.inline.args]
        lines.append(f"{give}{f.inline.forward}({', '.join(f.inline.args)});")
    name = f"INVERBS_PLAIN({f.name})" if is_checked(r, f) else ""
    return CBody(f"static inline {prototype(r, f, name=name)}", lines)


def string_table(r: Resolved, enum: Enum) -> CTable:
    assert enum.strings is not None
    f = r.functions[enum.strings.function]
    return CTable(prototype(r, f), f.params[0].name, [(m.name, f'"{m.text}"') for m in enum.members if m.text],
                  f'"{enum.strings.fallback}"')


@dataclass(frozen=True)
class CCauses:
    """The causes of an enum's members, and the function that lists them."""

    function: str
    prefix: str
    rows: list[tuple[str, list[str]]]  # enumerator, initialisers of its causes


def name_table(enum: Enum) -> CTable:
    cases = [(m.name, f'"{m.name}"') for m in enum.members if not m.same_as]
    return CTable(f"const char *{enum.names}(enum {enum.name} value)", "value", cases, "NULL")


def cause_table(enum: Enum) -> CCauses:
    rows = [(m.name, [f'{{INVERBS_{c.side.upper()}, INVERBS_OF_{(c.of or "any").upper()}, "{c.cause}", "{c.look}"}}'
                      for c in m.causes]) for m in enum.members if m.causes]
    return CCauses(enum.causes, enum.name, rows)


def mapped(enum: Enum, table: ValueMap) -> list[tuple[EnumMember, str]]:
    return [(m, m.maps[table.name]) for m in enum.members if table.name in m.maps]


@dataclass(frozen=True)
class CMap:
    """A map from enumerators to numbers, as pairs."""

    enum: str
    name: str
    pairs: tuple[tuple[str, str], ...]


def map_pairs(enum: Enum, table: ValueMap) -> CMap:
    return CMap(enum.name, table.name, tuple((m.name, n) for m, n in mapped(enum, table)))


def map_tables(r: Resolved, enum: Enum, table: ValueMap) -> list[CTable]:
    forward, backward = r.functions[table.forward], r.functions[table.backward]
    pairs = mapped(enum, table)
    return [
        CTable(prototype(r, forward), forward.params[0].name, [(m.name, n) for m, n in pairs], table.unknown),
        CTable(prototype(r, backward), backward.params[0].name, [(n, m.name) for m, n in pairs], table.otherwise),
    ]
