"""Stage lower: names, declarations and table rows in C. Templates only print them."""

from __future__ import annotations

from dataclasses import dataclass

from codegen.abi.model import Abi, Attribute, Command, Field, Method, NameRef, Record, StateTable, TypeRef
from codegen.abi.resolve import SCALARS, field_size, places

FORMATS = {"response": "HEX", "address": "HEX", "flags": "HEX", "key": "HEX", "reserved": "NOTHING"}


@dataclass(frozen=True)
class CMember:
    """One member of a C struct: its declaration and its trailing comment."""

    declaration: str
    comment: str


@dataclass(frozen=True)
class CStruct:
    name: str
    doc: str
    size: int
    members: list[CMember]
    last: str  # the last member; its offset is asserted together with the size
    last_at: int


@dataclass(frozen=True)
class CField:
    """One row of a trace table."""

    name: str
    offset: int
    size: int
    kind: str


@dataclass(frozen=True)
class CCommand:
    """Template data for one command."""

    name: str  # such as REG_MR or EX_CREATE_CQ
    constant: str
    in_head: str  # the number as it is in the command header
    number: int
    doc: str
    lower: str  # such as reg_mr or ex_create_cq
    request: str  # C struct, empty if there is none
    response: str
    request_list: bool
    response_list: bool
    driver_in: bool
    driver_out: bool
    never: bool
    response_at: int  # offset of the response address in the request; -1 if there is none
    row: str  # initialiser of struct uverbs_command_info
    fields: list[CField]


def struct_name(abi: Abi, record: Record) -> str:
    return f"{abi.prefix}_{record.name}"


def c_type(abi: Abi, ref: TypeRef) -> str:
    return SCALARS[ref.name][0] if ref.name in SCALARS else f"struct {abi.owners()[ref.name].prefix}_{ref.name}"


def declare(abi: Abi, ref: TypeRef, name: str) -> str:
    return f"{c_type(abi, ref)} {name}" + (f"[{ref.count}]" if ref.array else "")


def _member(abi: Abi, f: Field) -> CMember:
    words = [str(f.at)]
    refs = [f.type] if f.type is not None else list(f.one_of.values())
    if any(r.name.startswith("be") for r in refs):
        words.append("big endian")
    if f.role == "handle":
        words.append(f"handle of a {f.of}")
    elif f.role == "fd":
        words.append("file descriptor")
    elif f.role == "response":
        words.append("address of the response")
    elif f.role == "reserved":
        words.append("zero")
    comment = ": ".join([words[0], ", ".join(words[1:])]) if len(words) > 1 else words[0]
    if f.doc:
        comment += f": {f.doc.rstrip('.')}" if len(words) == 1 else f"; {f.doc.rstrip('.')}"
    if f.type is not None:
        return CMember(declare(abi, f.type, f.name), comment)
    inner = " ".join(f"{declare(abi, ref, name)};" for name, ref in f.one_of.items())
    return CMember(f"union {{ {inner} }} {f.name}", comment)


def lower_struct(abi: Abi, record: Record) -> CStruct:
    last = record.fields[-1]
    doc = record.doc + (f" A list of {record.list_of} follows." if record.list_of else "")
    members = [_member(abi, f) for f in record.fields]
    return CStruct(struct_name(abi, record), doc, record.size, members, last.name, last.at)


def lower_structs(abi: Abi) -> list[CStruct]:
    """All structs, each after the structs that it contains."""
    by_name = {r.name: r for r in abi.structs()}
    done: dict[str, CStruct] = {}

    def visit(record: Record) -> None:
        if record.name in done:
            return
        for f in record.fields:
            for ref in [f.type] if f.type is not None else list(f.one_of.values()):
                if ref.name in by_name:
                    visit(by_name[ref.name])
        done[record.name] = lower_struct(abi, record)

    for record in abi.structs():
        visit(record)
    return list(done.values())


def flatten(abi: Abi, record: Record, base: int = 0, prefix: str = "") -> list[CField]:
    """The scalars of a structure, including those of nested structures ("dest.dlid"). Of a union, only the first
    alternative counts."""
    by_name = abi.by_name()
    rows: list[CField] = []
    for f in record.fields:
        ref = f.type if f.type is not None else next(iter(f.one_of.values()))
        name, at = prefix + f.name, base + f.at
        if ref.name in by_name and not ref.array:
            rows += flatten(abi, by_name[ref.name], at, f"{name}.")
        else:
            rows.append(CField(name, at, field_size(abi, f), _kind(f, ref)))
    return rows


def _kind(f: Field, ref: TypeRef) -> str:
    if f.role in FORMATS:
        return f"UVERBS_FIELD_{FORMATS[f.role]}"
    if ref.array or ref.name.startswith("be"):
        return "UVERBS_FIELD_BYTES"
    return "UVERBS_FIELD_SIGNED" if ref.name.startswith("s") or f.role == "fd" else "UVERBS_FIELD_NUMBER"


def _fd_offset(record: Record | None) -> int:
    return next((f.at for f in record.fields if f.role == "fd"), -1) if record is not None else -1


def _response_at(record: Record | None) -> int:
    return next((f.at for f in record.fields if f.role == "response"), -1) if record is not None else -1


def _flags(c: Command) -> str:
    words = [
        ("UVERBS_HAS_RESPONSE", c.response is not None),
        ("UVERBS_DRIVER_IN", c.driver_in),
        ("UVERBS_DRIVER_OUT", c.driver_out),
        ("UVERBS_OPTIONAL", c.optional),
        ("UVERBS_NEVER", c.never),
        ("UVERBS_REQUEST_LIST", c.request is not None and bool(c.request.list_of)),
        ("UVERBS_RESPONSE_LIST", c.response is not None and bool(c.response.list_of)),
    ]
    return " | ".join(word for word, is_set in words if is_set) or "0"


def lower_command(abi: Abi, c: Command) -> CCommand:
    name = ("EX_" if c.extended else "") + c.name
    constant = f"{abi.prefix.upper()}_{'EX_' if c.extended else ''}CMD_{c.name}"
    request_bytes = c.request.size if c.request else 0
    response_bytes = c.response.size if c.response else 0
    return CCommand(
        name=name,
        constant=constant,
        in_head=f"{constant} | UVERBS_EXTENDED" if c.extended else constant,
        number=c.number,
        doc=c.doc,
        lower=c.c_name,
        request=struct_name(abi, c.request) if c.request else "",
        response=struct_name(abi, c.response) if c.response else "",
        request_list=c.request is not None and bool(c.request.list_of),
        response_list=c.response is not None and bool(c.response.list_of),
        driver_in=c.driver_in,
        driver_out=c.driver_out,
        never=c.never,
        response_at=_response_at(c.request),
        row=f'"{name}", {request_bytes}, {response_bytes}, {_flags(c)}, {_fd_offset(c.request)}, '
            f"{_fd_offset(c.response)}, {c.request.least if c.request else 0}, {c.response.least if c.response else 0}, "
            f"{_response_at(c.request)}",
        fields=flatten(abi, c.request) if c.request else [],
    )


def command_rows(commands: list[CCommand]) -> list[str]:
    """Rows of a table indexed by command number. Numbers without a command have gaps."""
    by_number = {c.number: c for c in commands}
    empty = "NULL, 0, 0, 0, -1, -1, 0, 0, -1"
    return [by_number[i].row if i in by_number else empty for i in range(max(by_number, default=0) + 1)]


@dataclass(frozen=True)
class CAttribute:
    constant: str
    id: int
    doc: str
    row: str  # initialiser of struct uverbs_attribute_info


@dataclass(frozen=True)
class CMethod:
    object: str
    constant: str
    number: int
    doc: str
    lower: str
    attributes: list[CAttribute]
    row: str  # initialiser of struct uverbs_method_info, except for the attributes


@dataclass(frozen=True)
class CMethodObject:
    constant: str
    number: int


def _attribute(abi: Abi, m: Method, a: Attribute) -> CAttribute:
    command, by_name = abi.command_named(m.command), abi.by_name()
    record = None if command is None else command.response if a.answers else command.request
    place = places(record, by_name).get(a.field)
    sets = places(command.request if command else None, by_name).get(a.sets)
    width = 0 if place is None else a.bytes or field_size(abi, place.field)
    flags = [word for word, is_set in (("UVERBS_ATTR_OPTIONAL", a.optional), ("UVERBS_ATTR_GROWS", a.grows),
                                       ("UVERBS_ATTR_ANY", a.any)) if is_set]
    kind = f"UVERBS_KIND_{a.kind.replace('-', '_').upper()}"
    doc = a.doc or f"{a.kind.capitalize()}{f' of a {a.of}' if a.of else ''}{f', {a.bytes} bytes' if a.bytes else ''}."
    return CAttribute(f"{abi.prefix.upper()}_ATTR_{m.object}_{m.name}_{a.name}", a.id, doc,
                      f"{a.id}, {a.bytes}, {kind}, {' | '.join(flags) or '0'}, {place.at if place else -1}, {width}, "
                      f"{sets.at if sets else -1}")


def lower_method(abi: Abi, m: Method) -> CMethod:
    prefix, command = abi.prefix.upper(), abi.command_named(m.command)
    number = "UVERBS_NO_COMMAND" if command is None else lower_command(abi, command).in_head
    driver = [word for word, is_set in (("UVERBS_DRIVER_IN", m.driver_in), ("UVERBS_DRIVER_OUT", m.driver_out)) if is_set]
    constant = f"{prefix}_METHOD_{m.object}_{m.name}"
    return CMethod(m.object, constant, m.number, m.doc, f"{m.object}_{m.name}".lower(),
                   [_attribute(abi, m, a) for a in m.attributes],
                   f'"{m.object} {m.name}", {prefix}_OBJECT_{m.object}, {constant}, {number}, {" | ".join(driver) or "0"}')


def lower_method_objects(abi: Abi) -> list[CMethodObject]:
    return [CMethodObject(f"{abi.prefix.upper()}_OBJECT_{o.name}", o.number) for o in abi.method_objects]


@dataclass(frozen=True)
class CTransition:
    type: str
    start: str
    end: str
    required: str
    optional: str


def _mask(prefix: str, refs: list[NameRef]) -> str:
    return " | ".join(f"{prefix}_ATTR_{r.name}" for r in refs) or "0"


def lower_transitions(prefix: str, table: StateTable) -> list[CTransition]:
    """One row per queue pair type and transition. ANY is expanded to the types that the transition does not name."""
    named = {(t.start, t.end, t.type) for t in table.transitions}
    rows = []
    for t in table.transitions:
        types = [t.type]
        if t.type == "ANY":
            types = [x.name for x in table.types if (t.start, t.end, x.name) not in named]
        rows += [CTransition(f"{prefix}_QPT_{x}", f"{prefix}_QPS_{t.start}", f"{prefix}_QPS_{t.end}",
                             _mask(prefix, t.required), _mask(prefix, t.optional)) for x in types]
    return rows
