"""Stage check: the section ``complete``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegen.adapter.check import places
from codegen.adapter.check.extras import check_extras, extra_refs, extra_values
from codegen.adapter.check.inside import check_inside
from codegen.adapter.check.read import check_read
from codegen.adapter.check.use import check_row
from codegen.adapter.model.complete import Among, Complete, WcRow
from codegen.adapter.model.refs import Ref
from codegen.adapter.verbs import WC_OF, wc_flags, wc_opcodes, wc_statuses

if TYPE_CHECKING:
    from codegen.adapter.check.checker import SpecChecker


def check_complete(k: SpecChecker) -> None:
    c = k.a.complete
    for key, name in (("entry", c.entry), ("error-entry", c.error_entry)):
        k.need_format(k.a.where["complete"], f"complete.{key}", name)
    _refs(k, c)
    k.diag.stop_if_errors()
    check_read(k, c)
    k.diag.stop_if_errors()
    for key, among in (("ready.unless", c.unless), ("sends", c.sends), ("failed", c.failed), ("resize", c.resize),
                       ("status.only", c.only),
                       ("order.late", c.order.late if c.order else None), *extra_values(c)):
        if among:
            _values(k, f"complete.{key}", among)
    _ready(k, c)
    for key, by, rows, other in (("send", c.send_by, c.send, c.send_default),
                                 ("recv", c.recv_by, c.recv, c.recv_default)):
        _rows(k, f"complete.{key}", by, rows + ((other,) if other else ()))
    _reported(k, c)
    _statuses(k, c)
    check_extras(k, c)
    check_inside(k, c)
    _named(k, c)
    _shared(k, c)
    _time(k, c)
    registers = any(step.kind == "register" for step in c.consumed)
    for step in c.consumed:
        k.step("complete.consumed", step, places.CONSUMED_REGISTER if registers else places.CONSUMED)
    for flag in c.flags:
        k.need_verbs_word("complete.recv", flag.name, wc_flags())


def _refs(k: SpecChecker, c: Complete) -> None:
    refs: list[Ref | None] = [c.invalidated, c.invalidated_when, c.ready, c.number, c.key, c.status_field, c.vendor,
                              *c.retire_send, c.retire_recv, c.retire_shared,
                              c.shared_number, c.ethernet_sl, *extra_refs(c),
                              c.retire_none, c.send_by, c.recv_by, c.imm, c.imm_when, *c.timestamp]
    refs += [ref for _, ref in c.values] + [ref for flag in c.flags for ref in flag.all_of] + [ref for _, ref, _ in c.equal]
    refs += [r for row in c.recv for r in (row.imm, row.invalidated)] + [ref for _, ref in c.high_length]
    refs += [a.ref for a in (c.unless, c.sends, c.failed, c.resize, c.only, c.order.late if c.order else None) if a]
    refs += [c.inside.field] if c.inside else []
    refs += [c.order.foreign[0]] if c.order and c.order.foreign else []
    formats = [c.entry, c.error_entry, *([c.extension.format] if c.extension else [])]
    for ref in refs:
        k.need_ref("complete", ref)
        if ref and ref.format in k.formats and ref.format not in formats:
            k.error(ref.src, "complete", f"'{ref.format}' is not a format of CQEs [A320]",
                    f"a field of {' or '.join(dict.fromkeys(formats))}")


def _values(k: SpecChecker, path: str, among: Among) -> None:
    """A103: the values that a field is compared with are in its enum."""
    enum = k.a.ref(among.ref).enum
    for value in among.values:
        k.need_value(among.ref.src, path, enum, value)


def _ready(k: SpecChecker, c: Complete) -> None:
    """A322: one bit is the valid bit of a CQE, and `unless` reads the same word."""
    if c.ready is None:
        return
    f = k.a.ref(c.ready)
    if f.place.bits != 1:
        k.error(c.ready.src, "complete.ready.field", f"'{f.name}' has {f.place.bits} bits [A322]", "a field of 1 bit")
    if c.unless:
        other = k.a.ref(c.unless.ref).place
        if (other.at, other.width) != (f.place.at, f.place.width):
            k.error(c.unless.ref.src, "complete.ready.unless",
                    f"'{c.unless.ref.field}' is in another word than '{f.name}' [A322]",
                    "a field of the same word")
        _unseen(k, c, c.unless)


def _unseen(k: SpecChecker, c: Complete, unless: Among) -> None:
    """A386: a value of `unless` has no other meaning, because no poll returns such a CQE."""
    path, place = "complete.ready.unless", k.a.ref(unless.ref).place
    used: list[tuple[str, Ref, set[str]]] = [
        (f"complete.{key}", among.ref, set(among.values)) for key, among in
        (("sends", c.sends), ("failed", c.failed), ("resize", c.resize), ("status.only", c.only),
         ("order.late", c.order.late if c.order else None))
        if among]
    used += [("complete.send.rows", c.send_by, {row.code for row in c.send}),
             ("complete.recv.rows", c.recv_by, {row.code for row in c.recv})]
    for key, ref, values in used:
        for value in unless.values if k.a.ref(ref).place == place else ():
            if value in values:
                k.error(unless.ref.src, path, f"{key} also has '{value}', but no poll would return such a CQE [A386]",
                        "a value with no other use")
    if k.a.ref(c.status_field).place == place:
        k.error(unless.ref.src, path,
                f"'{unless.ref.field}' is the status, but no poll would return a CQE with such a status [A386]",
                "a field other than the status")


def _rows(k: SpecChecker, path: str, by: Ref, rows: tuple[WcRow, ...]) -> None:
    """A103, A309: each row is for a value of the field that selects it, and its opcodes and flags exist in verbs."""
    for row in rows:
        check_row(k, f"{path}.rows.{row.code}", row, path == "complete.send")
        if row.code != "default":
            k.need_value(by.src, f"{path}.rows.{row.code}", k.a.ref(by).enum, row.code)
        if row.opcode == "noted":
            if not k.a.send.keep_note:
                k.error(by.src, f"{path}.rows.{row.code}", "notes are not kept with requests [A309]",
                        "note in send.requests.keep")
        else:
            k.need_verbs_word("complete", row.opcode, wc_opcodes())
        for flag in row.flags:
            k.need_verbs_word("complete", flag, wc_flags())


def _reported(k: SpecChecker, c: Complete) -> None:
    """A220: each opcode of a send has a row, or there is a default. A326: where CQEs do not repeat the opcode of the
    WQE, each op has a row."""
    if k.a.ref(c.send_by).enum == k.a.send.code_enum:
        codes = {row.code for row in c.send}
        for op in k.a.send.ops:
            for code in (op.code, op.solicited or op.code):
                if code not in codes and not c.send_default:
                    k.error(op.src, f"send.ops.{op.name}", f"{code} has no row in complete.send [A220]",
                            "one, or a default")
        return
    rows = {row.opcode for row in c.send}
    for op in k.a.send.ops:
        if WC_OF.get(op.name) not in rows:
            k.error(op.src, f"send.ops.{op.name}", "its completion has no row [A326]",
                    f"a row of complete.send with opcode: {WC_OF.get(op.name)}")


def _statuses(k: SpecChecker, c: Complete) -> None:
    """A220: each error status of the adapter is in the map. A324: where a status field tells that a request failed, no
    field is of failed completions only."""
    enum = k.a.ref(c.status_field).enum
    for name, value in k.a.enum(enum).values:
        if value and name not in dict(c.status):
            k.error(k.enums[enum].src, f"enums.{enum}.{name}", "has no row in complete.status.map [A220]",
                    "a row in complete.status.map")
    for name, status in c.status:
        k.need_value(c.status_field.src, "complete.status.map", enum, name)
        k.need_verbs_word("complete", status, wc_statuses())
    k.need_verbs_word("complete", c.default_status, wc_statuses())
    if c.all_fields and (c.error_entry != c.entry or c.failed and not c.only):
        k.error(k.a.where["complete"], "complete.on-failure",
                "failed CQEs can have all fields only where a status field tells that they failed [A324]",
                "neither error-entry nor failed")


def _named(k: SpecChecker, c: Complete) -> None:
    """A325: the field that identifies a request fits `named-by` of the requests."""
    tagged = k.a.send.named_by == "tag"
    if c.unposted and not (c.pointer and k.a.send.named_by == "index"):
        k.error(k.a.where["complete.retire"], "complete.retire.unposted",
                "unposted units are generated only where a pointer names the queue pair [A307]",
                "queue.pointer, and named-by: index")
    if (len(c.retire_send) > 1 or c.retire_none) and not tagged:
        k.error(k.a.where["complete.retire"], "complete.retire",
                "requests that are not named by tag need exactly one field [A325]", "one field")
    if bool(c.retire_shared) != bool(k.a.recv.shared):  # with shared rings, there are no slots to identify
        k.error(k.a.where["complete.retire"], "complete.retire.shared", "'shared' and recv.shared go together [A325]",
                "shared, with recv.shared")
    if tagged and not c.retire_recv:
        k.error(k.a.where["complete.retire"], "complete.retire.recv",
                "receives that are named by tag may complete in any order [A325]", "the field with the tag")
    if tagged and k.a.recv.shared:
        k.error(k.a.where["complete.retire"], "recv.shared", "shared receives by tag are not generated yet [A307]",
                "no shared queues")


def _shared(k: SpecChecker, c: Complete) -> None:
    """A345: a CQE of a shared receive queue is recognised by bits of its queue pair number, or by a nonzero number of
    the shared receive queue."""
    if not c.shared_number:
        return
    src, path = k.at("complete.queue"), "complete.queue.shared"
    if c.shared_bit:
        k.constant(src, path, c.shared_bit)
    bit = next((v.value for v in k.a.constants if v.name == c.shared_bit), 1)
    if not k.a.recv.shared or c.key:
        k.error(src, path, "'shared' has no effect: there are no shared receive queues, or all queues have a key [A345]",
                "recv.shared, and no key")
    if not bit or bit >> k.a.ref(c.number).place.bits:
        k.error(src, path, f"'{c.shared_bit}' is not a bit of '{c.number.field}' [A345]", "a bit of the number")


def _time(k: SpecChecker, c: Complete) -> None:
    """A346: the time of a completion has at most 64 bits."""
    bits = sum(8 * f.length or f.place.bits for f in map(k.a.ref, c.timestamp))
    if bits > 64:
        k.error(c.timestamp[0].src, "complete.timestamp", f"the time has {bits} bits [A346]", "at most 64")
