"""Stage check: named rules, one function each. For each of them, ``codegen/tests/abi/bad`` has a spec that breaks
it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from codegen.abi.messages import Pieces, split
from codegen.abi.model import Abi, Attribute, Command, Field, Line, Method, Record
from codegen.abi.resolve import field_align, field_size
from codegen.core.diag import Diagnostics, Src
from codegen.core.words import KEYWORDS


class Placed(Protocol):
    """An item with a name, a number and a source position."""

    @property
    def src(self) -> Src: ...
    @property
    def path(self) -> str: ...
    @property
    def name(self) -> str: ...


def rule_aligned(abi: Abi, diag: Diagnostics) -> None:
    """[aligned] A field lies at a multiple of its natural alignment, so that C needs no packing."""
    for record in abi.structs():
        for f in record.fields:
            align = field_align(abi, f)
            if f.at % align:
                diag.error(f.src, f.path, f"offset {f.at} is not aligned [aligned]", f"a multiple of {align}")


def rule_disjoint(abi: Abi, diag: Diagnostics) -> None:
    """[disjoint] Fields do not overlap, and there are no gaps between them."""
    for record in abi.structs():
        end, last = 0, "the start"
        for f in record.fields:
            if f.at < end:
                diag.error(f.src, f.path, f"offset {f.at} lies inside '{last}' [disjoint]", f"offset {end}")
            elif f.at > end:
                diag.error(f.src, f.path, f"bytes {end} to {f.at - 1} belong to no field [disjoint]",
                           "a field for them, reserved if unused")
            end, last = f.at + field_size(abi, f), f.name


def rule_size(abi: Abi, diag: Diagnostics) -> None:
    """[size] The fields fill exactly the given size, and C adds no padding at the end."""
    for record in abi.structs():
        last = record.fields[-1]
        end = last.at + field_size(abi, last)
        if end != record.size:
            diag.error(record.src, f"{record.path}.size", f"{record.size} bytes but fields end at {end} [size]", str(end))
        elif record.size % abi.aligns[record.name]:
            diag.error(record.src, f"{record.path}.size", f"{record.size} bytes would be padded by C [size]",
                       f"a multiple of {abi.aligns[record.name]}")


def _unique(diag: Diagnostics, items: list[tuple[int, Placed]], what: str) -> None:
    seen: dict[int, str] = {}
    for number, item in items:
        if number in seen:
            diag.error(item.src, item.path, f"{what} {number} is already '{seen[number]}' [unique]", "another number")
        seen.setdefault(number, item.name)


def rule_unique(abi: Abi, diag: Diagnostics) -> None:
    """[unique] No number of a command, enumerator, state, type or attribute bit is used twice."""
    for extended in (False, True):
        commands: list[tuple[int, Placed]] = [(c.number, c) for c in abi.commands if c.extended is extended]
        _unique(diag, commands, "command number")
    for enum in abi.enums:
        _unique(diag, [(m.value, m) for m in enum.members], "value")
    if abi.state_table is not None:
        _unique(diag, [(s.value, s) for s in abi.state_table.states], "state number")
        _unique(diag, [(t.value, t) for t in abi.state_table.types], "type number")
        _unique(diag, [(a.value, a) for a in abi.state_table.attributes], "bit")


def rule_names(abi: Abi, diag: Diagnostics) -> None:
    """[names] C names do not clash and are not keywords of C or C++."""
    seen: dict[str, Src] = {}
    for record in abi.structs():
        if record.name in seen:
            diag.error(record.src, record.path, f"struct '{record.name}' exists already ({seen[record.name]}) [names]",
                       "another name")
        seen.setdefault(record.name, record.src)
        for f in record.fields:
            for name in (f.name, *f.one_of):
                if name in KEYWORDS:
                    diag.error(f.src, f.path, f"'{name}' is a reserved word of C or C++ [names]", "another name")


def rule_documented(abi: Abi, diag: Diagnostics) -> None:
    """[documented] Every record has a doc; requests and responses inherit their command's."""
    for record in abi.records:
        if not record.doc:
            diag.error(record.src, record.path, "key 'doc' is missing [documented]", "a sentence")


def rule_complete(abi: Abi, diag: Diagnostics) -> None:
    """[complete] A supported command has a request and says what the driver may append; an unsupported one has
    neither."""
    for c in abi.commands:
        if c.never and (c.request or c.response or c.driver_in or c.optional):
            diag.error(c.src, c.path, "a command that is never implemented has more than number and doc [complete]", "only these")
        if not c.never and c.request is None:
            diag.error(c.src, c.path, "key 'request' is missing [complete]", "a request, or 'never'")


def _response_fields(record: Record | None) -> list[Field]:
    return [] if record is None else [f for f in record.fields if f.role == "response"]


def rule_response(abi: Abi, diag: Diagnostics) -> None:
    """[response] An ordinary command with a response begins with the address of the response; no other request has
    one."""
    for c in abi.commands:
        if c.request is not None and not abi.byte_headers:
            _check_response(c, c.request, diag)
        elif c.request is not None:
            _check_response_anywhere(c, c.request, diag)


def _check_response(c: Command, request: Record, diag: Diagnostics) -> None:
    found = _response_fields(request)
    wanted = c.response is not None and not c.extended
    first = request.fields[0]
    if wanted and (first.role != "response" or first.type is None or first.type.name != "u64"):
        diag.error(first.src, first.path, "the request does not begin with the address of its response [response]",
                   "{at: 0, type: u64, is: response}")
    for f in found[1:] if wanted else found:
        diag.error(f.src, f.path, "an address of a response in the wrong place [response]",
                   "it only as the first field, in an ordinary command with a response")
    if c.driver_out and c.response is None:
        diag.error(c.src, f"{c.path}.driver", "driver bytes after a response that does not exist [response]", "'none' or 'in'")


def _check_response_anywhere(c: Command, request: Record, diag: Diagnostics) -> None:
    found = [f for f in _response_fields(request) if f.type is not None and f.type.name == "u64"]
    if len(found) != (c.response is not None) or len(found) != len(_response_fields(request)):
        diag.error(request.src, request.path, f"{len(found)} addresses for the response [response]",
                   "one u64 field with is: response if there is a response, none otherwise")


def rule_headers(abi: Abi, diag: Diagnostics) -> None:
    """[headers] In interfaces whose headers count bytes there are no extended commands and no driver-private data; only
    in these interfaces can requests be short."""
    for c in abi.commands:
        if abi.byte_headers and (c.extended or c.driver_in or c.optional):
            diag.error(c.src, c.path, "extended, optional or with driver bytes [headers]", "none of these where headers count bytes")
    for record in abi.structs():
        if record.least != record.size and not abi.byte_headers:
            diag.error(record.src, f"{record.path}.least", "a short form where headers count words [headers]", "headers: bytes")
        if record.least > record.size:
            diag.error(record.src, f"{record.path}.least", f"{record.least} bytes of {record.size} [headers]",
                       f"at most {record.size}")


def rule_words(abi: Abi, diag: Diagnostics) -> None:
    """[words] Sizes of requests and responses are multiples of a word: 4 bytes, or 8 in extended commands."""
    for c in abi.commands:
        if abi.byte_headers:
            continue
        unit = 8 if c.extended else 4
        for record in (c.request, c.response):
            if record is not None and record.size % unit:
                diag.error(record.src, f"{record.path}.size", f"{record.size} bytes are not whole words [words]",
                           f"a multiple of {unit}")


def rule_roles(abi: Abi, diag: Diagnostics) -> None:
    """[roles] A handle has 'of'; handles and descriptors have 32 bits; there is at most one descriptor in each
    direction."""
    for record in abi.structs():
        fds = 0
        for f in record.fields:
            fds += f.role == "fd"
            _check_role(abi, f, diag)
            if f.role == "fd" and fds > 1:
                diag.error(f.src, f.path, "a second descriptor in one structure [roles]", "one descriptor")


def _check_role(abi: Abi, f: Field, diag: Diagnostics) -> None:
    if (f.role == "handle") != bool(f.of):
        diag.error(f.src, f.path, "a handle without kind, or a kind without handle [roles]", "is: handle and of: kind")
    if f.role in ("handle", "fd") and field_size(abi, f) != 4:
        diag.error(f.src, f.path, f"a {f.role} of {field_size(abi, f)} bytes [roles]", "4 bytes")


def rule_constants(abi: Abi, diag: Diagnostics) -> None:
    """[constants] A constant is either a number or a text."""
    for c in abi.constants:
        if bool(c.value) == bool(c.text):
            diag.error(c.src, c.path, "neither or both of value and text [constants]", "exactly one of them")


def rule_transitions(abi: Abi, diag: Diagnostics) -> None:
    """[transitions] No attribute is both required and optional, or both required and in 'always'."""
    if abi.state_table is None:
        return
    always = {a.name for a in abi.state_table.always}
    for t in abi.state_table.transitions:
        required = [a.name for a in t.required]
        for a in t.optional:
            if a.name in required:
                diag.error(a.src, a.path, f"'{a.name}' is already required [transitions]", "one of 'required' and 'optional'")
        for a in [*t.required, *t.optional]:
            if a.name in always:
                diag.error(a.src, a.path, f"'{a.name}' is allowed in every transition [transitions]", "the attribute only in 'always'")


def rule_methods(abi: Abi, diag: Diagnostics) -> None:
    """[methods] No number of an object, method or attribute is used twice; attributes fit their kind and their
    method."""
    _unique(diag, [(o.number, o) for o in abi.method_objects], "object number")
    for o in abi.method_objects:
        _unique(diag, [(m.number, m) for m in o.methods], "method number")
    for m in abi.methods():
        _unique(diag, [(a.id, a) for a in m.attributes], "attribute number")
        for a in m.attributes:
            _check_attribute(m, a, diag)


def _check_attribute(m: Method, a: Attribute, diag: Diagnostics) -> None:
    if (a.kind in ("input", "output")) != bool(a.bytes):
        diag.error(a.src, a.path, f"{a.kind} {'without' if not a.bytes else 'with'} bytes [methods]",
                   "'bytes' for inputs and outputs only")
    if (a.kind in ("handle", "new-handle")) != bool(a.of):
        diag.error(a.src, a.path, "a handle without kind, or a kind without handle [methods]", "'of' for handles only")
    if (a.grows or a.any) and a.kind != "input":
        diag.error(a.src, a.path, f"a {a.kind} that can be longer [methods]", "an input")
    if (a.field or a.sets) and not m.command:
        diag.error(a.src, a.path, "a field in a method without a command [methods]", "'command' in the method")


def rule_messages(abi: Abi, diag: Diagnostics) -> None:
    """[messages] Every name in braces is a field of the record that the text describes, a phrase, or a list of names
    for a field."""
    m = abi.messages
    if m is None:
        return
    by_name = abi.by_name()
    record = by_name.get(m.record)
    if record is None or m.enum not in [f.name for f in record.fields]:
        diag.error(m.src, f"{m.path}.record", f"no record '{m.record}' with a field '{m.enum}' [messages]", "one of this interface")
        return
    pieces = Pieces(abi, m)
    for line in [*m.phrases, *(t.says for t in m.texts)]:
        _check_line(pieces, record, line, line not in m.phrases, diag)
    for line in m.elements:
        if line.name in by_name:
            _check_line(pieces, by_name[line.name], line, False, diag)
        else:
            diag.error(line.src, line.path, f"no record '{line.name}' [messages]", "a record of this interface")


def _check_line(pieces: Pieces, record: Record, line: Line, phrases: bool, diag: Diagnostics) -> None:
    for _, name, form in split(line.text):
        if name and not pieces.known(record, name, form, phrases):
            shown = "{" + name + (f":{form}" if form else "") + "}"
            diag.error(line.src, line.path, f"'{shown}' cannot be shown [messages]",
                       "a field of the record, with x, words or a count after a colon, or a phrase")


Rule = Callable[[Abi, Diagnostics], None]

RULES: list[Rule] = [
    rule_aligned, rule_disjoint, rule_size, rule_unique, rule_names, rule_documented, rule_complete, rule_response,
    rule_headers, rule_words, rule_roles, rule_constants, rule_transitions,
    rule_methods, rule_messages,
]


def check(abi: Abi, diag: Diagnostics) -> None:
    for rule in RULES:
        rule(abi, diag)
