"""Stage resolve: names are resolved, types are parsed and ordered, inline bodies are bound to their targets."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass, field

from codegen.api.ctype import BUILTIN, Callback, CType, parse_callback, parse_type
from codegen.api.model import (
    Api, CallbackType, Enum, Field, FieldKind, Function, Handle, Header, Place, Section, Status, Struct, Typedef,
)
from codegen.core.diag import Diagnostics


@dataclass(frozen=True)
class HeaderPlan:
    """One header with its sections in order, and the tags that need a forward declaration."""

    header: Header
    sections: tuple[Section, ...]
    forward: tuple[str, ...]


@dataclass
class Resolved:
    api: Api
    plans: list[HeaderPlan]
    types: dict[str, CType] = field(default_factory=dict)
    callbacks: dict[str, Callback] = field(default_factory=dict)
    functions: dict[str, Function] = field(default_factory=dict)
    structs: dict[str, Struct] = field(default_factory=dict)
    enums: dict[str, Enum] = field(default_factory=dict)
    typedefs: dict[str, Typedef] = field(default_factory=dict)
    handles: dict[str, Handle] = field(default_factory=dict)
    callback_types: dict[str, CallbackType] = field(default_factory=dict)
    unchecked: set[str] = field(default_factory=set)  # functions
    units: dict[str, str] = field(default_factory=dict)  # section -> suffix of the names of the archive's files

    def status_of(self, f: Function) -> Status | None:
        """The status of its result's enum, if the function has the convention `status`."""
        enum = self.enums.get(f.returns.type) if f.returns.convention == "status" else None
        return enum.status if enum else None

    def behind(self, section: Section, struct: Struct) -> list[Typedef]:
        """The typedefs that need the complete structure, and so follow it."""
        return [t for t in section.typedefs if self.types[t.type].by_value and self.types[t.type].base == struct.tag]

    def in_front(self, section: Section) -> list[Typedef]:
        """All other typedefs."""
        tags = {s.tag for s in section.structs}
        return [t for t in section.typedefs if not (self.types[t.type].by_value and self.types[t.type].base in tags)]


class Resolver:
    def __init__(self, api: Api, diag: Diagnostics) -> None:
        self.api = api
        self.diag = diag
        self.out = Resolved(api, [])
        self.out.functions = {f.name: f for f in api.functions()}
        self.out.structs = {s.tag: s for s in api.structs()}
        self.out.enums = {e.spelled: e for e in api.enums() if e.tagged or e.typedef}
        self.out.typedefs = {t.name: t for s in api.sections for t in s.typedefs}
        self.out.handles = {h.name: h for s in api.sections for h in s.handles}
        self.out.callback_types = {c.name: c for s in api.sections for c in s.callbacks}
        self.ordinary = {*self.out.enums, *self.out.typedefs, *self.out.handles, *self.out.callback_types}
        self.tags = {*self.ordinary, *self.out.structs}
        self.foreign = {name for h in api.headers for inc in h.includes for name in inc.provides}
        self.complete: set[str] = set()
        self.named: set[str] = set()

    def error(self, place: Place, what: str, expected: str) -> None:
        self.diag.error(place.src, place.path, what, expected)

    def run(self) -> Resolved:
        by_name = {s.name: s for s in self.api.sections}
        placed: dict[str, str] = {}
        for header in self.api.headers:
            self.plan(header, by_name, placed)
        for section in self.api.sections:
            if section.name not in placed:
                self.error(section.place, f"section '{section.name}' is in no header", "the section in one header")
        for function in self.api.functions():
            self.inline(function)
        unchecked = [plan for plan in self.out.plans if plan.header.unchecked]
        self.out.units = {s.name: plan.header.unit for plan in self.out.plans for s in plan.sections}
        self.out.unchecked = {f.name for plan in unchecked for s in plan.sections for f in s.functions}
        return self.out

    def plan(self, header: Header, by_name: dict[str, Section], placed: dict[str, str]) -> None:
        sections = []
        for node in header.sections:
            place = Place(node.src, node.path)
            section = by_name.get(node.text)
            if section is None:
                self.error(place, f"no section '{node.text}'{near(node.text, by_name)}", "the name of a section")
            elif node.text in placed:
                self.error(place, f"section '{node.text}' is already in {placed[node.text]}", "each section once")
            else:
                placed[node.text] = header.path
                sections.append(section)
        wanted: list[str] = []
        for section in sections:
            self.section(section, wanted)
        self.out.plans.append(HeaderPlan(header, tuple(sections), tuple(dict.fromkeys(wanted))))

    def section(self, section: Section, wanted: list[str]) -> None:
        """The types of a section in order: they must be complete where they are used by value, while pointers need only
        a tag."""
        self.complete |= {e.spelled for e in section.enums}
        self.complete |= {h.name for h in section.handles}
        own = {s.tag for s in section.structs if not s.opaque}
        late: list[Typedef] = []
        for typedef in section.typedefs:
            parsed = parse_type(typedef.type)
            if parsed and parsed.by_value and parsed.base in own:
                late.append(typedef)
            else:
                self.typedef(typedef, wanted)
        for callback in section.callbacks:
            self.callback(callback, wanted)
        for struct in section.structs:
            self.named.add(struct.tag)
            for f in struct.fields:
                self.field(f, wanted)
            if not struct.opaque:
                self.complete.add(struct.tag)
            for typedef in (t for t in late if self.base(t.type) == struct.tag):
                self.typedef(typedef, wanted)
        for function in section.functions:
            self.use(function.returns.place, "type", function.returns.type, wanted)
            for param in function.params:
                self.use(param.place, "type", param.type, wanted)

    def base(self, text: str) -> str:
        parsed = parse_type(text)
        return parsed.base if parsed else ""

    def typedef(self, typedef: Typedef, wanted: list[str]) -> None:
        self.use(typedef.place, "type", typedef.type, wanted)
        self.complete.add(typedef.name)

    def callback(self, callback: CallbackType, wanted: list[str]) -> None:
        self.use(callback.place, "returns", callback.returns, wanted)
        for param in callback.params:
            self.use(param.place, "type", param.type, wanted)
        self.complete.add(callback.name)

    def field(self, f: Field, wanted: list[str]) -> None:
        for inner in f.fields:
            self.field(inner, wanted)
        if f.kind is FieldKind.PLAIN:
            self.use(f.place, "type", f.type, wanted)
        elif f.kind is FieldKind.CALLBACK:
            parsed = parse_callback(f.type)
            if parsed is None:
                self.error(f.place, f"'{f.type}' is not a callback", "a type like 'int (struct ibv_cq *, int)'")
                return
            self.out.callbacks[f.type] = parsed
            for part in (parsed.returns, *parsed.params):
                self.known(f.place, part, wanted)

    def use(self, place: Place, key: str, text: str, wanted: list[str]) -> None:
        at = Place(place.src, f"{place.path}.{key}")
        parsed = parse_type(text)
        if parsed is None:
            self.error(at, f"'{text}' is not a type", "a type like 'uint32_t', 'const struct ibv_sge *' or 'char[64]'")
            return
        self.out.types[text] = parsed
        self.known(at, parsed, wanted)

    def known(self, place: Place, parsed: CType, wanted: list[str]) -> None:
        base = parsed.base
        if base in BUILTIN or base in self.foreign:
            return
        if base not in self.tags:
            self.error(place, f"unknown type '{base}'{near(base, self.tags, self.foreign)}",
                       "a struct, union or enum of the specs, or a name that an include provides")
        elif base in self.ordinary:
            if base not in self.complete:
                self.error(place, f"'{base}' is not defined yet here", "the section with its definition earlier in the header")
        elif parsed.by_value and base not in self.complete:
            self.error(place, f"'{base}' is used by value before it is complete", "its definition earlier in the header, or a pointer")
        elif base not in self.named:
            wanted.append(base)

    def inline(self, function: Function) -> None:
        body = function.inline
        if body is None:
            return
        params = {p.name: p for p in function.params}
        if body.through:
            self.through(function)
        for arg in body.args:
            if not arg.lstrip("-").isdigit() and arg not in params:
                self.error(body.place, f"no parameter '{arg}'{near(arg, params)}", "a parameter or a number")
        if body.forward and body.forward not in self.out.functions:
            self.error(body.place, f"no function '{body.forward}'{near(body.forward, self.out.functions)}",
                       "the name of a function")

    def through(self, function: Function) -> None:
        body = function.inline
        assert body is not None
        param = next((p for p in function.params if p.name == body.through), None)
        if param is None:
            self.error(body.place, f"no parameter '{body.through}'", "the parameter whose member is called")
            return
        parsed = parse_type(param.type)
        struct = self.out.structs.get(parsed.base) if parsed else None
        members = {f.name: f for f in struct.fields if f.kind is FieldKind.CALLBACK} if struct else {}
        if body.member not in members:
            self.error(body.place, f"no callback '{body.member}' in '{param.type}'{near(body.member, members)}",
                       "the name of a callback member")


def near(word: str, *known: Iterable[str]) -> str:
    names = [name for group in known for name in group]
    hit = difflib.get_close_matches(word, names, 1, 0.6)
    return f" (did you mean '{hit[0]}'?)" if hit else ""


def resolve(api: Api, diag: Diagnostics) -> Resolved:
    return Resolver(api, diag).run()
