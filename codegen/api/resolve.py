"""Stage resolve: names are resolved, types are parsed and ordered, inline bodies are bound to their targets."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass, field

from codegen.api.ctype import BUILTIN, Callback, CType, parse_callback, parse_type
from codegen.api.model import Api, Enum, Field, FieldKind, Function, Header, Place, Section, Struct
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
    unchecked: set[str] = field(default_factory=set)  # functions


class Resolver:
    def __init__(self, api: Api, diag: Diagnostics) -> None:
        self.api = api
        self.diag = diag
        self.out = Resolved(api, [])
        self.out.functions = {f.name: f for f in api.functions()}
        self.out.structs = {s.tag: s for s in api.structs()}
        self.out.enums = {f"enum {e.name}": e for e in api.enums() if e.tagged}
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
                self.error(section.place, f"section '{section.name}' is in no header", "it in one header's sections")
        for function in self.api.functions():
            self.inline(function)
        unchecked = [plan for plan in self.out.plans if plan.header.unchecked]
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
        """Types must be complete where they are used by value; pointers only need their tag."""
        self.complete |= {f"enum {e.name}" for e in section.enums if e.tagged}
        for struct in section.structs:
            self.named.add(struct.tag)
            for f in struct.fields:
                self.field(f, wanted)
            if not struct.opaque:
                self.complete.add(struct.tag)
        for function in section.functions:
            self.use(function.returns.place, "type", function.returns.type, wanted)
            for param in function.params:
                self.use(param.place, "type", param.type, wanted)

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
        tags = {*self.out.structs, *self.out.enums}
        if base not in tags:
            self.error(place, f"unknown type '{base}'{near(base, tags, self.foreign)}",
                       "a struct, union or enum of the specs, or a name that an include provides")
        elif base.startswith("enum ") and base not in self.complete:
            self.error(place, f"'{base}' is not defined yet here", "its section earlier in the header")
        elif not base.startswith("enum ") and parsed.by_value and base not in self.complete:
            self.error(place, f"'{base}' is used by value before it is complete", "it earlier in the header, or a pointer")
        elif base not in self.named and not base.startswith("enum "):
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
