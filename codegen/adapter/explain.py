"""The commands ``explain`` and ``decode``: explain a field, decode captured bytes. They need no C code."""

from __future__ import annotations

from codegen.adapter.build import described
from codegen.adapter.model.adapter import Adapter
from codegen.adapter.sources import SOURCES
from codegen.adapter.uses import readers, setters
from codegen.core.diag import SpecError
from codegen.formats.model import Field, Format


def find_adapter(name: str) -> Adapter:
    every = {a.name: a for a in described()}
    if name not in every:
        raise SpecError(f"no adapter '{name}'; expected one of {', '.join(every)}")
    return every[name]


def find_format(adapter: Adapter, name: str) -> Format:
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


def _part(adapter: Adapter, path: str) -> str:
    """File and line of a part that generated comments cite without its line."""
    if path not in adapter.where:
        formats = ", ".join(f.name for f in (*adapter.formats, *adapter.command_data))
        raise SpecError(f"{adapter.name} has no part '{path}'; expected one of {', '.join(p for p in adapter.where if p.count('.') < 2)}, or a format: {formats}")
    return f"{adapter.name}.{path}  ({adapter.where[path]})"


def _format(adapter: Adapter, fmt: Format) -> str:
    lines = [f"{adapter.name}.{fmt.name}  ({fmt.src})", f"  {fmt.doc}", f"  {fmt.size} bytes"]
    return "\n".join([*lines, *(f"  {f.name:<16} {f.doc}".rstrip() for f in fmt.fields)])


def explain(what: str) -> str:
    """``adapter.format.field``: word, mask, source, users and where it is written; also a format, or a part such as
    send.push."""
    name, _, rest = what.partition(".")
    adapter = find_adapter(name)
    formats = {f.name for f in (*adapter.formats, *adapter.command_data)}
    fmt_name, _, field = rest.partition(".")
    if fmt_name not in formats or rest in adapter.where:
        return _part(adapter, rest)
    fmt = find_format(adapter, fmt_name)
    return _field(adapter, fmt, field) if field else _format(adapter, fmt)


def _meaning(adapter: Adapter, source: str) -> str:
    return f"{SOURCES[source].doc}; known {SOURCES[source].known.value}"


def _field(adapter: Adapter, fmt: Format, name: str) -> str:
    fields = {f.name: f for f in fmt.fields}
    if name not in fields:
        raise SpecError(f"{fmt.name} has no field '{name}'; expected one of {', '.join(fields)}")
    f = fields[name]
    lines = [f"{adapter.name}.{fmt.name}.{name}  ({f.src})"]
    if f.doc:
        lines.append(f"  {f.doc}")
    if f.is_bytes:
        lines.append(f"  place   byte 0x{f.place.at:x}, {f.length} bytes")
    else:
        lines.append(f"  place   byte 0x{f.place.at:x} of a {f.place.width}-bit word, bits {f.place.hi}-{f.place.lo},"
                     f" mask 0x{f.place.mask:x}")
    if f.source:
        lines.append(f"  source  {f.source}: {_meaning(adapter, f.source)}")
    if f.const is not None:
        lines.append(f"  always  0x{f.const:x}")
    lines += [f"  set by  {user}" for user in setters(adapter, fmt, f)]
    lines += [f"  read by {part}" for part in readers(adapter, fmt, f)]
    if f.unit > 1:
        lines.append(f"  unit    {f.unit} bytes")
    if f.enum:
        lines.append(f"  enum    {', '.join(f'{n}=0x{v:x}' for n, v in adapter.enum(f.enum).values)}")
    return "\n".join(lines)


def decode(adapter_name: str, format_name: str, text: str) -> str:
    """Names and values of the fields in captured bytes, and the reserved bits that are set."""
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
            lines.append(f"  {f.name:<16} {data[f.place.at : f.place.at + f.length].hex()}")
            continue
        value = raw_value(fmt, f, data) * f.unit
        names = {v: n for n, v in adapter.enum(f.enum).values} if f.enum else {}
        lines.append(f"  {f.name:<16} 0x{value:x}" + (f" {names.get(value, '?')}" if f.enum else ""))
    for p in fmt.reserved:
        word = int.from_bytes(data[p.at : p.at + p.width // 8], "big" if fmt.big_endian else "little")
        if word & p.mask:
            lines.append(f"  reserved bits {p.hi}-{p.lo} of byte 0x{p.at:x} are set")
    return "\n".join(lines)
