"""The command line's view of the model: explain a field, decode captured bytes. Works before any C does."""

from __future__ import annotations

from codegen.adapter.build import adapters
from codegen.adapter.model import Adapter, AnyAdapter, Field, Format, SharedAdapter
from codegen.adapter.words import SEND_SOURCES
from codegen.core.diag import SpecError


def find_adapter(name: str) -> AnyAdapter:
    every = {a.name: a for a in adapters()}
    if name not in every:
        raise SpecError(f"no adapter '{name}'; expected one of {', '.join(every)}")
    return every[name]


def find_format(adapter: AnyAdapter, name: str) -> Format:
    for fmt in (*adapter.formats, *adapter.command_data):
        if fmt.name == name:
            return fmt
    names = ", ".join(f.name for f in (*adapter.formats, *adapter.command_data))
    raise SpecError(f"{adapter.name} has no format '{name}'; expected one of {names}")


def raw_value(fmt: Format, f: Field, data: bytes) -> int:
    """The field's bits as the manual counts them."""
    order = "big" if fmt.big_endian else "little"
    word = int.from_bytes(data[f.place.at : f.place.at + f.place.width // 8], order)  # type: ignore[arg-type]
    return (word & f.place.mask) >> f.place.lo


def _users(adapter: AnyAdapter, fmt: Format, f: Field) -> list[str]:
    if isinstance(adapter, SharedAdapter):
        work = adapter.work
        every = ["every entry"] if fmt.name in (work.head, work.repeat) else []
        return every + [f"op {op.name}" for op in work.ops if fmt.name in (op.body, op.empty)]
    assert isinstance(adapter, Adapter)
    out = [f"op {op.name}" for op in adapter.send.ops
           if any(s.ref.format == fmt.name and s.ref.field == f.name for s in op.settings)]
    for cls in adapter.send.classes:
        if any(s.ref.format == fmt.name and s.ref.field == f.name for s in cls.settings + cls.ethernet):
            out.append(f"class {cls.name}")
    return out


def explain(what: str) -> str:
    """``adapter.format.field``: word, mask, source, users and where it is written."""
    parts = what.split(".")
    if len(parts) != 3:
        raise SpecError(f"'{what}'; expected adapter.format.field")
    adapter = find_adapter(parts[0])
    fmt = find_format(adapter, parts[1])
    fields = {f.name: f for f in fmt.fields}
    if parts[2] not in fields:
        raise SpecError(f"{parts[1]} has no field '{parts[2]}'; expected one of {', '.join(fields)}")
    f = fields[parts[2]]
    lines = [f"{what}  ({f.src})"]
    if f.doc:
        lines.append(f"  {f.doc}")
    if f.is_bytes:
        lines.append(f"  place   byte 0x{f.place.at:x}, {f.length} bytes")
    else:
        lines.append(f"  place   byte 0x{f.place.at:x} of a {f.place.width}-bit word, bits {f.place.hi}-{f.place.lo},"
                     f" mask 0x{f.place.mask:x}")
    if f.source:
        lines.append(f"  source  {f.source} = {SEND_SOURCES[f.source]}")
    lines += [f"  set by  {user}" for user in _users(adapter, fmt, f)]
    if f.unit > 1:
        lines.append(f"  unit    {f.unit} bytes")
    if f.enum:
        lines.append(f"  enum    {', '.join(f'{n}=0x{v:x}' for n, v in adapter.enum(f.enum).values)}")
    return "\n".join(lines)


def decode(adapter_name: str, format_name: str, text: str) -> str:
    """Names and values of the fields in captured bytes, and which reserved bits are set."""
    adapter = find_adapter(adapter_name)
    fmt = find_format(adapter, format_name)
    try:
        data = bytes.fromhex(text)
    except ValueError:
        raise SpecError(f"'{text}'; expected hexadecimal bytes") from None
    if len(data) < fmt.size:
        raise SpecError(f"{len(data)} bytes; expected at least {fmt.size}")
    lines = [f"{fmt.name}: {fmt.doc}"]
    for f in fmt.fields:
        if f.is_bytes:
            lines.append(f"  {f.name:<16}{data[f.place.at : f.place.at + f.length].hex()}")
            continue
        value = raw_value(fmt, f, data) * f.unit
        names = {v: n for n, v in adapter.enum(f.enum).values} if f.enum else {}
        lines.append(f"  {f.name:<16}0x{value:x}" + (f" {names.get(value, '?')}" if f.enum else ""))
    for p in fmt.reserved:
        word = int.from_bytes(data[p.at : p.at + p.width // 8], "big" if fmt.big_endian else "little")
        if word & p.mask:
            lines.append(f"  reserved bits {p.hi}-{p.lo} of byte 0x{p.at:x} are set")
    return "\n".join(lines)
