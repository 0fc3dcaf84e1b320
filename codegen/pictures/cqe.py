"""Pictures of CQEs: for each kind of completion, what the poll does with the fields. Unused fields are faint."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from codegen.adapter.model.adapter import Adapter
from codegen.adapter.model.complete import Among, WcRow
from codegen.adapter.model.refs import Ref
from codegen.formats.model import Format
from codegen.pictures.blocks import Block, draw
from codegen.pictures.picture import Picture, canvas, picture
from codegen.pictures.style import Kind
from codegen.pictures.used import nameless
from codegen.pictures.values import Value, kind_of, reserved_values

# Members of struct ibv_wc for which the spec has other names.
_WR_ID = "wr_id"


@dataclass(frozen=True)
class Use:
    """What a field means in one kind of completion."""

    ref: Ref
    shown: str  # text below the name
    doc: str


@dataclass(frozen=True)
class Completion:
    """A kind of CQE, or several kinds with the same fields."""

    name: str
    title: str
    format: str
    uses: tuple[Use, ...]
    notes: tuple[str, ...]


def _among(a: Adapter, among: Among | None, doc: str, others: bool = False) -> list[Use]:
    """A condition as text. ``others``: the field has none of these values."""
    if among is None:
        return []
    values = dict(a.enum(a.ref(among.ref).enum).values)
    number = {v: f"{n:#x} {v}" for v, n in values.items()}
    if len(among.values) == 1 and not others:
        return [Use(among.ref, number[among.values[0]], doc)]
    if others and len(values) == 2 and len(among.values) == 1:
        return [Use(among.ref, number[next(v for v in values if v not in among.values)], doc)]
    said = "none of" if others else "one of"
    return [Use(among.ref, "which kind", f"{doc}: {said} {', '.join(among.values)}")]


def _common(a: Adapter) -> list[Use]:
    c = a.complete
    out = []
    if c.ready:
        parity = "the parity of the lap" if c.ready_value == "lap" else "the opposite of the lap's parity: 1 in the first"
        out.append(Use(c.ready, "new?", f"a new CQE has {parity}"))
    if c.pointer:
        out.append(Use(c.pointer, "-> queue pair", "address of the queue pair"))
    if c.key:
        out.append(Use(c.key, "-> queue pair", "key by which the queue pair is found"))
        out.append(Use(c.number, "wc.qp_num", "number of the queue pair"))
    else:
        found = "wc.qp_num" if c.pointer else "-> queue pair, wc.qp_num"
        out.append(Use(c.number, found, "number of the queue pair"))
    return out


def _times(a: Adapter, others: list[Use]) -> list[Use]:
    """The fields of the time, unless they replace other fields."""
    entry = a.format(a.complete.entry)
    taken = {bit for u in others if u.ref.format == entry.name for bit in a.ref(u.ref).bit_numbers(entry.big_endian)}
    if any(a.ref(ref).bit_numbers(entry.big_endian) & taken for ref in a.complete.timestamp):
        return []
    return [Use(ref, "time", "time of the completion, if the queue was created with timestamps") for ref in a.complete.timestamp]


def _code(a: Adapter, by: Ref, row: WcRow) -> Use:
    values = dict(a.enum(a.ref(by).enum).values)
    shown = f"{values[row.code]:#x} {row.code}" if row.code in values else "any other"
    return Use(by, shown, f"wc.opcode is IBV_WC_{row.opcode}" if row.opcode != "noted" else "")


def _length(a: Adapter, row: WcRow, shown: str) -> list[Use]:
    if "." not in row.length:
        return []
    fmt, _, field = row.length.partition(".")
    high = [ref for code, ref in a.complete.high_length if code == row.code]
    return [Use(Ref(row.src, fmt, field), shown, "byte count"), *(Use(ref, "high bits", "of the byte count") for ref in high)]


def _send_uses(a: Adapter, row: WcRow) -> list[Use]:
    c = a.complete
    out = [_code(a, c.send_by, row), *_among(a, c.sends, "the CQE is of a send")]
    out += [Use(ref, f"-> wc.{_WR_ID}", "names the work request") for ref in c.retire_send]
    out += _length(a, row, "wc.byte_len") if c.send_counts else []
    out = [*_common(a), *out, *([Use(c.dropped, "copy dropped?", "a copied WQE was dropped")] if c.dropped else [])]
    return [*out, *_times(a, out)]


def _recv_uses(a: Adapter, row: WcRow) -> list[Use]:
    c = a.complete
    out = [_code(a, c.recv_by, row), *_among(a, c.sends, "the CQE is of a receive", True)]
    out += [Use(ref, shown, doc) for ref, shown, doc in (
        (c.retire_recv, f"-> wc.{_WR_ID}", "names the receive"),
        (c.retire_shared, f"SRQ: wc.{_WR_ID}", "names the slot of a shared receive queue")) if ref]
    out += _length(a, row, "wc.byte_len")
    out += [Use(ref, doc, doc) for ref, doc in ((row.imm, "wc.imm_data"), (row.invalidated, "wc.invalidated_rkey")) if ref]
    out += [Use(ref, f"wc.{member}", f"wc.{member}") for member, ref in c.values]
    out += [Use(ref, doc, doc) for ref, doc in (
        (c.imm, "wc.imm_data"), (c.imm_when, "immediate data?"), (c.invalidated, "wc.invalidated_rkey"),
        (c.invalidated_when, "a key?"), (c.retire_none, "no receive used?"), (c.datagram_src, "wc.src_qp"),
        (c.ethernet_sl, "wc.sl on Ethernet"), (c.inside.field if c.inside else None, "payload here?"),
        (c.extension.when if c.extension else None, "extension?"), (c.shared.flag if c.shared else None, "of an SRQ?")) if ref]
    out += [Use(ref, f"{flag.name}?", f"wc.wc_flags: IBV_WC_{flag.name}") for flag in c.flags for ref in flag.all_of]
    out += [Use(ref, f"{flag}: {value}?", f"wc.wc_flags: IBV_WC_{flag}") for flag, ref, value in c.equal]
    out = [*_common(a), *out]
    return [*out, *_times(a, out)]


def _failed_uses(a: Adapter) -> list[Use]:
    c = a.complete
    status = [Use(c.status_field, "wc.status", "how the request ended"), Use(c.vendor, "wc.vendor_err", "the adapter's reason")]
    out = [*_common(a), *_among(a, c.failed, "the request failed"), *status,
           Use(c.sends.ref, "which queue", "whether it is of a send or of a receive")]
    retired = [*c.retire_send, *(ref for ref in (c.retire_recv, c.retire_shared) if ref)]
    return [*out, *(Use(ref, f"-> wc.{_WR_ID}", "names the work request") for ref in retired)]


def _is_same(one: list[Use], other: list[Use], by: Ref) -> bool:
    """True if they differ only in the code."""
    def rest(uses: list[Use]) -> list[tuple[str, str, str]]:
        return [(u.ref.format, u.ref.field, u.shown) for u in uses if (u.ref.format, u.ref.field) != (by.format, by.field)]
    return rest(one) == rest(other)


def _grouped(a: Adapter, side: str, by: Ref, rows: Iterable[tuple[WcRow, list[Use]]]) -> Iterator[Completion]:
    groups: list[list[tuple[WcRow, list[Use]]]] = []
    for row, uses in rows:
        group = next((g for g in groups if _is_same(g[0][1], uses, by)), None)
        if group is None:
            groups.append([(row, uses)])
        else:
            group.append((row, uses))
    for group in groups:
        row, uses = group[0]
        notes = (*(_row_note(a, by, each) for each, _ in group), *(_recv_notes(a, uses) if side == "receive" else ()))
        title = f"CQE of a {side}: " + ", ".join("others" if each.code == "default" else each.code for each, _ in group)
        if len(group) > 1:
            uses = [replace(u, shown="wc.opcode") if u.doc.startswith("wc.opcode") or u.ref is by else u for u in uses]
        yield Completion(f"{side}-{row.code.lower()}", title, a.complete.entry, tuple(uses), notes)


def _row_note(a: Adapter, by: Ref, row: WcRow) -> str:
    values = dict(a.enum(a.ref(by).enum).values)
    code = f"{by.field} {values[row.code]:#04x} {row.code}" if row.code in values else f"any other {by.field}"
    opcode = "the opcode that was kept with the request" if row.opcode == "noted" else f"IBV_WC_{row.opcode}"
    parts = [f"{code}: {opcode}", *(f"IBV_WC_{flag}" for flag in row.flags)]
    if row.code in a.complete.only_with_imm:
        parts.append("only with immediate data")
    if row.length == "noted":
        parts.append("the length that was kept with the request")
    elif row.length and "." not in row.length:
        parts.append(f"{row.length} bytes")
    return ", ".join(parts)


def _recv_notes(a: Adapter, uses: list[Use]) -> list[str]:
    """Notes about values that some receives have in other fields."""
    c, out = a.complete, []
    if c.timestamp and not {(u.ref.format, u.ref.field) for u in uses} & {(ref.format, ref.field) for ref in c.timestamp}:
        names = ", ".join(ref.field for ref in c.timestamp)
        out.append(f"On queues with timestamps, {names} replace the fields at the same bits.")
    if c.retire_recv is None:
        out.append("A receive of a queue pair is the oldest one: no field names it.")
    for place in c.inside.places if c.inside else ():
        where = f"from byte {place.at:#x} of the CQE on" if place.at is not None else "in front of the CQE, where slots are larger"
        out.append(f"{c.inside.field.field if c.inside else ''} {place.value}: up to {place.bytes} bytes of payload are {where}.")
    if c.shared:
        out.append(f"With {c.shared.flag.field}, {c.shared.wr_id.format}.{c.shared.wr_id.field} is wr_id, and the queue pair's address is in"
                   f" {c.shared.pointer.format}.{c.shared.pointer.field}.")
    if c.shared_number:
        out.append(f"Receives of shared receive queues may name the SRQ in {c.shared_number.field}.")
    return out


def completions(a: Adapter) -> list[Completion]:
    c = a.complete
    sends = [*c.send, *([c.send_default] if c.send_default else [])]
    recvs = [*c.recv, *([c.recv_default] if c.recv_default else [])]
    out = [*_grouped(a, "send", c.send_by, ((row, _send_uses(a, row)) for row in sends)),
           *_grouped(a, "receive", c.recv_by, ((row, _recv_uses(a, row)) for row in recvs))]
    out.append(Completion("error", "CQE of a request that failed", c.error_entry, tuple(_failed_uses(a)),
                          (f"{c.status_field.field} becomes wc.status by the table of syndromes.",)))
    if c.resize:
        uses = (*_common(a)[:1], *_among(a, c.resize, "the ring was replaced"))
        out.append(Completion("resize", "CQE that ends a ring that was replaced", c.entry, uses, ()))
    return out


def _values(a: Adapter, fmt: Format, uses: tuple[Use, ...], failed: bool) -> tuple[Value, ...]:
    """Fields that are used, then other fields that do not share bits with used ones."""
    names = {f.name for f in fmt.fields}
    wanted = [u for u in uses if u.ref.field in names and (u.ref.format == fmt.name or failed)]
    given = [Value(kind_of(a, fmt, fmt.field(u.ref.field)), u.ref.field, fmt.field(u.ref.field), shown=u.shown, doc=u.doc)
             for u in wanted]
    rest = [f for f in fmt.fields if f.name not in {v.name for v in given} and not f.overlays]
    given += [Value(kind_of(a, fmt, f), f.name, f, faint=True) for f in rest]
    taken: set[int] = set()
    out: list[Value] = []
    for value in given:
        bits = value.what.bit_numbers(fmt.big_endian)
        if not bits & taken:
            out.append(value)
            taken |= bits
    out += [replace(v, faint=True) for v in reserved_values(fmt)]
    taken |= {bit for place in fmt.reserved for bit in place.bit_numbers(fmt.big_endian)}
    left = nameless(Kind.ADAPTER, set(range(fmt.size * 8)) - taken)
    return (*out, *(replace(v, faint=True) for v in left))


def _blocks(a: Adapter, completion: Completion) -> list[Block]:
    failed = completion.format != a.complete.entry
    fmt = a.format(completion.format)
    blocks = [Block(fmt.name, "", 0, fmt, _values(a, fmt, completion.uses, failed))]
    extension = a.complete.extension
    if extension and any(u.ref.format == extension.format for u in completion.uses):
        more = a.format(extension.format)
        uses = (*completion.uses, Use(extension.ready, "new?", "both halves are consumed together"))
        blocks.append(Block(more.name, f"Follows if {extension.when.field} is set.", None, more,
                            _values(a, more, uses, False), maybe=True))
    return blocks


def cqe_pictures(a: Adapter) -> Iterator[Picture]:
    for each in completions(a):
        blocks = _blocks(a, each)
        used = ", ".join(f"{u.ref.field} ({u.shown})" for u in each.uses)
        svg = canvas(f"{a.name}: {each.title}", f"What a poll reads: {used}.")
        yield picture("cqe", each.name, svg, draw(svg, a, blocks, list(each.notes), ("A320", "A322", "A325")))
