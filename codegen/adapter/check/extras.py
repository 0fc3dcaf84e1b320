"""Stage check: parts that only some CQEs have, such as extensions, pointers and recorded lengths."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegen.adapter.model.complete import Among, Complete
from codegen.adapter.model.refs import Ref
from codegen.adapter.verbs import wc_flags, wc_statuses

if TYPE_CHECKING:
    from codegen.adapter.check.checker import SpecChecker


def extra_refs(c: Complete) -> list[Ref | None]:
    out: list[Ref | None] = [c.pointer, c.datagram_src, c.dropped]
    out += [c.extension.when, c.extension.ready] if c.extension else []
    out += [c.shared.flag, c.shared.pointer, c.shared.wr_id] if c.shared else []
    out += [c.translate.when.ref, c.translate.source] if c.translate else []
    return out + ([c.flush.when.ref] if c.flush else [])


def extra_values(c: Complete) -> list[tuple[str, Among | None]]:
    return [("status.translate.when", c.translate.when if c.translate else None),
            ("flush.when", c.flush.when if c.flush else None)]


def check_extras(k: SpecChecker, c: Complete) -> None:
    _extension(k, c)
    _pointer(k, c)
    _shared(k, c)
    _status(k, c)
    _lengths(k, c)
    _translate(k, c)
    _flush(k, c)
    _dropped(k, c)
    for flag in c.datagram_flags:
        k.need_verbs_word("complete.recv.datagram", flag, wc_flags())


def _extension(k: SpecChecker, c: Complete) -> None:
    """A354: an extension has the size and the valid bit of a CQE, and a bit of the CQE announces it."""
    src, path = k.a.where["complete"], "complete.extension"
    imm = c.imm.format if c.imm else c.entry
    if imm != c.entry and (c.extension is None or c.imm_when is None or c.imm_when.format != imm):
        k.error(src, "complete.recv.imm", "immediate data and its flag are not in the same part [A354]",
                "both in the CQE, or both in its extension")
    if c.extension is None:
        return
    if c.ready is None:
        return k.error(src, path, "CQEs have no valid bit [A354]", "ready.field")
    x, ready = c.extension, k.a.ref(c.ready).place
    if x.format not in k.formats or k.formats[x.format].size != k.formats[c.entry].size:
        k.error(src, path, f"'{x.format}' is not as large as a CQE [A354]",
                f"a format of {k.formats[c.entry].size} bytes")
    elif x.ready.format != x.format or k.a.ref(x.ready).place != ready:
        k.error(x.ready.src, f"{path}.ready", f"'{x.ready.field}' is not at the same place as '{c.ready.field}' [A354]",
                "the same place")
    if not c.entry_first:
        k.error(src, path, "CQEs with extensions must be at the start of their slots [A354]", "entry-at: start")
    when = k.a.ref(x.when).place
    if x.when.format != c.entry or (when.at, when.width, when.bits) != (ready.at, ready.width, 1):
        k.error(x.when.src, f"{path}.when", f"'{x.when.field}' is not a bit in the word of '{c.ready.field}' [A354]",
                "a bit of that word")
    if c.rings or c.unless or c.error_entry != c.entry or not c.pointer:
        k.error(src, path, "extensions are not generated yet for several rings, CQEs of two formats, or queue pairs found by number [A307]",
                "one ring, one format, and queue.pointer")


def _pointer(k: SpecChecker, c: Complete) -> None:
    """A355: a pointer has 64 bits and replaces other ways to find the queue pair."""
    src = k.a.where["complete"]
    if c.pointer is None:
        return
    if k.a.ref(c.pointer).place.bits != 64:
        k.error(c.pointer.src, "complete.queue.pointer",
                f"'{c.pointer.field}' has {k.a.ref(c.pointer).place.bits} bits [A355]",
                "64 bits")
    if c.key or k.a.send.named_by == "tag":
        k.error(src, "complete.queue", "a pointer replaces key and tags [A355]", "only number and pointer")
    if k.a.recv.shared:
        k.error(src, "complete.queue.pointer",
                "shared receive queues that are lists are not generated yet where a pointer names the queue pair [A307]",
                "no shared queues, or rings")


def _shared(k: SpecChecker, c: Complete) -> None:
    """A359: CQEs of shared rings whose receives have their own head have a flag, a pointer to the queue pair, and
    wr_id."""
    rings, src, path = k.a.recv.shared_rings, k.at("complete.queue"), "complete.queue.shared"
    if bool(c.shared) != bool(rings and rings.head):
        k.error(src, path, "'shared' and recv.shared.head go together [A359]",
                "flag, pointer and wr-id with recv.shared.head")
    if c.shared is None:
        return
    if c.extension is None or c.pointer is None or c.shared.pointer.format != c.extension.format:
        return k.error(c.shared.pointer.src, f"{path}.pointer",
                       f"'{c.shared.pointer.format}' is not the extension [A359]",
                       "a field of the extension, and queue.pointer")
    for key, ref, bits in (("flag", c.shared.flag, 1), ("pointer", c.shared.pointer, 64),
                           ("wr-id", c.shared.wr_id, 64)):
        if k.a.ref(ref).place.bits != bits:
            k.error(ref.src, f"{path}.{key}", f"'{ref.field}' has {k.a.ref(ref).place.bits} bits [A359]",
                    "1 bit" if bits == 1 else f"{bits} bits")


def _status(k: SpecChecker, c: Complete) -> None:
    """A356: where the status field is valid in some completions only, there is a status for the others."""
    src = k.a.where["complete"]
    if bool(c.only) != bool(c.otherwise):
        k.error(src, "complete.status", "only some CQEs have a status in the map [A356]", "'only' together with 'otherwise'")
    if c.only and not (c.failed and c.all_fields):
        k.error(src, "complete.status.only", "'only' needs a flag that tells failed requests [A356]",
                "failed, and on-failure: all-fields")
    if c.otherwise:
        k.need_verbs_word("complete.status", c.otherwise, wc_statuses())


def _translate(k: SpecChecker, c: Complete) -> None:
    """A357: `translate` reads a field at the position of the status field, and results in values of that field."""
    if c.translate is None:
        return
    t, status = c.translate, k.a.ref(c.status_field)
    if k.a.ref(t.source).place != status.place:
        k.error(t.source.src, "complete.status.translate.from",
                f"'{t.source.field}' is not at the same place as '{status.name}' [A357]", "the same place")
    for name, value in (*t.rows, ("", t.default)):
        if name:
            k.need_value(t.source.src, "complete.status.translate.map", k.a.ref(t.source).enum, name)
        k.need_value(t.source.src, "complete.status.translate.map", status.enum, value)
    if c.flush is None:
        k.error(t.source.src, "complete.status.translate", "only the codes of flushed requests can be translated [A357]",
                "flush")


def _flush(k: SpecChecker, c: Complete) -> None:
    """A357: a flush finds the queue pair through a pointer, has a status for other codes, and takes the opcode from the
    WQE."""
    if c.flush is None:
        return
    src = k.a.where["complete"]
    k.need_value(c.flush.when.ref.src, "complete.flush.rest", k.a.ref(c.status_field).enum, c.flush.rest)
    if not (c.pointer and c.failed and k.a.send.ring.boundary):
        k.error(src, "complete.flush", "'flush' is generated only where a pointer names the queue pair and WQEs stay within a boundary [A307]",
                "queue.pointer, failed, and a boundary")
    if k.a.ref(c.send_by).enum != k.a.send.code_enum:
        k.error(src, "complete.flush", f"'{c.send_by.field}' does not tell the opcode of the request [A357]",
                f"a field with {k.a.send.code_enum}")


def _dropped(k: SpecChecker, c: Complete) -> None:
    """A338: only adapters to which WQEs are copied can drop copies, and a flag of the CQE reports it."""
    if c.dropped is None:
        return
    if k.a.send.copy is None:
        k.error(c.dropped.src, "complete.dropped", "copies cannot be dropped: no WQE is copied [A338]",
                "a copy in send.doorbell")
    if k.a.ref(c.dropped).place.bits != 1:
        k.error(c.dropped.src, "complete.dropped",
                f"'{c.dropped.field}' has {k.a.ref(c.dropped).place.bits} bits [A338]",
                "a field of 1 bit")
    if c.pointer is None:
        k.error(c.dropped.src, "complete.dropped",
                "'dropped' is not generated yet for queue pairs found by number [A307]",
                "queue.pointer")


def _lengths(k: SpecChecker, c: Complete) -> None:
    """A309: a row uses `noted` only if work requests record their length. A325: completions identify receives by slots,
    or by the offsets of slots."""
    src, named = k.a.where["complete"], k.a.send.named_by
    for row in (*c.send, *((c.send_default,) if c.send_default else ())):
        if row.length == "noted" and not k.a.send.keep_length:
            k.error(row.src, f"complete.send.rows.{row.code}.length", "lengths are not kept with requests [A309]",
                    "length in send.requests.keep")
    for row in (*c.recv, *((c.recv_default,) if c.recv_default else ())):
        if row.length == "noted" or row.code in c.only_with_imm and not (c.imm_when and row.code != "default"):
            k.error(row.src, f"complete.recv.rows.{row.code}", "'noted' or 'only-with-imm' is not possible in this row [A309]",
                    "no 'noted', and 'only-with-imm' only with a flag for immediate data")
    if c.only_with_imm and c.recv_default is None:
        k.error(src, "complete.recv.rows", "messages without immediate data have no row [A309]", "a row 'default'")
    if (c.recv_unit or c.failed_oldest) and (named == "tag" or k.a.recv.ring.entry != "one-unit"):
        k.error(src, "complete.retire", "receives that are named by tag have no index in the ring [A325]",
                "named-by: index")
    if (c.recv_unit or c.failed_oldest) and not c.retire_recv:
        k.error(src, "complete.retire.recv", "receives complete in order, so 'recv' has no effect [A325]", "a field")
    if c.recv_unit & (c.recv_unit - 1):
        k.error(src, "complete.retire.recv-unit", f"{c.recv_unit} is not a power of two [A325]",
                "such a number of bytes")
