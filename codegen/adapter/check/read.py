"""Stage check: fields that are read from a CQE are in its format, and their values fit tables of reasonable size."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegen.adapter.model.complete import Complete
from codegen.adapter.model.refs import Ref

if TYPE_CHECKING:
    from codegen.adapter.check.checker import SpecChecker

LARGEST = 255  # value that selects a row


def check_read(k: SpecChecker, c: Complete) -> None:
    """Check the fields that are read from CQEs. Runs after references have been checked, and before values are used."""
    first = _read_first(c)
    _in_entry(k, c, first)
    _agree(k, c, first)
    for path, ref in (("complete.send.by", c.send_by), ("complete.recv.by", c.recv_by),
                      ("complete.status.field", c.status_field),
                      *((path, ref) for path, ref in first.items() if path in _CODED)):
        if not k.a.ref(ref).enum:
            k.error(ref.src, path, f"'{ref.field}' has no enum [A232]", "enum at the field")
        k.narrow(path, ref, 32)
    for path, ref in first.items():
        if path not in _CODED:
            k.narrow(path, ref, 64)
    k.diag.stop_if_errors()
    _sends(k, c)
    for _, ref, value in c.equal:
        k.fits_in(ref.src, "complete.recv.flags", value, ref)
    for path, ref, rows in (("complete.send", c.send_by, [r.code for r in c.send]),
                            ("complete.recv", c.recv_by, [r.code for r in c.recv]),
                            ("complete.status", c.status_field, [name for name, _ in c.status])):
        _table(k, path, ref, rows)


# Paths of _read_first whose fields are compared with values.
_CODED = ("complete.ready.unless", "complete.sends", "complete.failed", "complete.resize")


def _read_first(c: Complete) -> dict[str, Ref]:
    """Fields that are read before it is known whether the work request failed."""
    among = {"complete.ready.unless": c.unless, "complete.sends": c.sends, "complete.failed": c.failed,
             "complete.resize": c.resize}
    plain = {"complete.ready.field": c.ready, "complete.queue.number": c.number, "complete.queue.key": c.key,
             "complete.queue.pointer": c.pointer,
             "complete.queue.shared": c.shared_number,
             "complete.queue.shared.flag": c.shared.flag if c.shared else None,
             "complete.queue.shared.wr-id": c.shared.wr_id if c.shared else None, "complete.dropped": c.dropped,
             "complete.retire.recv": c.retire_recv, "complete.retire.shared": c.retire_shared,
             "complete.retire.none": c.retire_none,
             **{f"complete.retire.send[{i}]": ref for i, ref in enumerate(c.retire_send)}}
    return {**{path: a.ref for path, a in among.items() if a}, **{path: ref for path, ref in plain.items() if ref}}


def _in_entry(k: SpecChecker, c: Complete, first: dict[str, Ref]) -> None:
    """A241: a field that is read from a CQE is in its format; status and vendor error are in the format of failed
    CQEs."""
    good: dict[str, Ref | None] = {**first, "complete.send.by": c.send_by, "complete.recv.by": c.recv_by,
                                   "complete.recv.sl": c.ethernet_sl,
                                   "complete.recv.datagram": c.datagram_src,
                                   "complete.timestamp": c.timestamp[0] if c.timestamp else None,
                                   **{f"complete.recv.{name}": ref for name, ref in c.values}}
    refs = [(path, ref, c.entry) for path, ref in good.items() if ref]
    refs += [("complete.recv.flags", ref, c.entry) for flag in c.flags
             for ref in flag.all_of] + [("complete.recv.flags", ref, c.entry) for _, ref, _ in c.equal]
    refs += [("complete.recv.rows", ref, c.entry) for row in c.recv for ref in (row.imm, row.invalidated) if ref]
    refs += [("complete.timestamp", ref, c.entry) for ref in c.timestamp[1:]]
    for path, ref, fmt in (*refs, ("complete.status.field", c.status_field, c.error_entry),
                           ("complete.status.vendor", c.vendor, c.error_entry)):
        if ref.format != fmt:
            k.error(ref.src, path, f"'{ref.format}' is not read here [A241]", f"a field of {fmt}")


def _agree(k: SpecChecker, c: Complete, first: dict[str, Ref]) -> None:
    """A231: fields that are read before the kind of a CQE is known are at the same place in both kinds."""
    good, bad = k.formats[c.entry], k.formats[c.error_entry]
    if good.size != bad.size:
        k.error(bad.src, f"formats.{bad.name}", f"has a different size than {good.name} [A231]", "one size")
    places = {f.name: f.place for f in bad.fields}
    for ref in first.values():
        if ref.format == good.name and places.get(ref.field) != good.field(ref.field).place:
            k.error(bad.src, f"formats.{bad.name}", f"'{ref.field}' is at a different place than in {good.name} [A231]",
                    "the same field at the same place")


def _sends(k: SpecChecker, c: Complete) -> None:
    """A381: some completion of a send means success."""
    same = c.failed and (c.failed.ref.format, c.failed.ref.field) == (c.sends.ref.format, c.sends.ref.field)
    if c.failed and same and not set(c.sends.values) - set(c.failed.values):
        k.error(c.sends.ref.src, "complete.sends", "every value is also used for failed requests [A381]",
                "a value of sends that succeeded")


def _table(k: SpecChecker, path: str, by: Ref, rows: list[str]) -> None:
    """A220: a table has rows. A235: they are selected by values of at most 255."""
    enum = k.a.ref(by).enum
    if not rows:
        k.error(by.src, path, "the table is empty [A220]", "at least one row")
    for name in rows:
        if dict(k.enums[enum].values).get(name, 0) > LARGEST:
            k.error(k.enums[enum].src, f"enums.{enum}.{name}", "the value is too large for a table [A235]", f"at most {LARGEST}")
