"""Stage check: WQEs of one unit. Chunks and their guard, sizes, images, and heads that depend on the class."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegen.adapter.model.queues import Step
from codegen.adapter.model.refs import Setting
from codegen.adapter.model.send import TypeClass

if TYPE_CHECKING:
    from codegen.adapter.check.checker import SpecChecker


def check_units(k: SpecChecker) -> None:
    _chunks(k)
    _guard(k)
    _image(k)
    _copy(k)
    _sizes(k)
    for cls in k.a.send.classes:
        _class_head(k, cls)


def _sizes(k: SpecChecker) -> None:
    """A349: the size field of the head has room for the shortest WQE of each op, with one SGE if it has payload, and
    for a receive in the send ring."""
    s, field, own = k.a.send, k.a.size_field, k.a.recv.in_send
    if field is None:
        return
    path = f"formats.{s.head}.fields.{field.name}"
    for cls in s.classes:
        for op in s.ops:
            alone = cls.payload_only
            names = [s.head, *(cls.lead if op.lead or alone else ()), *(() if alone else op.body.segments),
                     *([s.gather.format] if op.body.payload else [])]
            size = sum(k.formats[n].size for n in names if n in k.formats)
            if size > k.a.most_wqe_bytes and (not op.types or set(op.types) & set(cls.types)):
                k.error(field.src, path,
                        f"a WQE of {op.name} on {cls.name} queue pairs has {size} bytes, more than the size field can "
                        "express [A349]", f"at most {k.a.most_wqe_bytes} bytes, or a wider field")
    if own and own.bytes > k.a.most_wqe_bytes:
        k.error(field.src, path, f"a receive has {own.bytes} bytes, more than the size field can express [A349]",
                f"at most {k.a.most_wqe_bytes} bytes, or a wider field")


def _chunks(k: SpecChecker) -> None:
    """A341: the first word of every chunk can be stored after the rest of the chunk."""
    s, src, path = k.a.send, k.at("send.ring"), "send.ring.chunk"
    chunk, gather = s.ring.chunk, k.formats.get(s.gather.format)
    header = k.formats.get(s.inline.header) if s.inline.header else None
    if s.inline.chunk != chunk:
        k.error(k.at("send.payload"), "send.payload.inline.chunk",
                f"inline runs end at multiples of {s.inline.chunk or 'no'} bytes, chunks at multiples of {chunk or 'no'} [A341]",
                "the chunk of send.ring for both, or for none")
    if gather is None or not chunk:
        return
    if chunk & (chunk - 1) or not 16 <= chunk <= 1024 or s.ring.entry != "one-unit" or s.ring.device:
        k.error(src, path, f"{chunk} is not a power of two from 16 to 1024, in units that take one WQE each [A341]",
                "such a number of bytes")
    elif gather.publish != 0 or chunk % gather.size or s.gather.skip_empty:
        k.error(src, path, f"'{gather.name}' does not publish its first word, or an SGE crosses the end of a chunk [A341]",
                "publish: 0, and SGEs whose size divides the chunk")
    elif header is None or header.size != 4:
        k.error(src, path, "the header of inline runs is not one word [A341]", "a header of 4 bytes")
    for cls in s.classes:
        for op in s.ops:
            names = (s.head, *(cls.lead if op.lead or cls.payload_only else ()),
                     *(() if cls.payload_only else op.body.segments))
            front = sum(k.formats[n].size for n in names if n in k.formats)
            if front > chunk and (not op.types or set(op.types) & set(cls.types)):
                k.error(op.src, f"send.ops.{op.name}",
                        f"{front} bytes precede the payload on {cls.name} queue pairs [A341]",
                        f"at most a chunk, {chunk}")


def _guard(k: SpecChecker) -> None:
    """A342: a guard needs chunks, and a size field in the head."""
    s = k.a.send
    if s.ring.guard is None:
        return
    if not s.ring.chunk or k.a.size_field is None or s.ring.unit:
        k.error(k.at("send.ring"), "send.ring.guard",
                "a guard has no effect: there are no chunks, or the size of WQEs is constant or unknown [A342]",
                "unit: queue, a chunk, and a field of the head that takes wqe.bytes")
    if s.ring.guard >> 32:
        k.error(k.at("send.ring"), "send.ring.guard.word", f"0x{s.ring.guard:x} does not fit in 32 bits [A342]",
                "a word")


def _image(k: SpecChecker) -> None:
    """A343: a doorbell has at most one image; the steps after it are for WQEs without one; fields for images are in the
    head."""
    s, src, path = k.a.send, k.at("send.doorbell"), "send.doorbell"
    images = [i for i, step in enumerate(s.doorbell) if step.kind == "image"]
    if len(images) > 1:
        k.error(src, path, "the doorbell has two images [A343]", "one")
    for i in images:
        last = i + 1 == len(s.doorbell)
        if last != bool(s.doorbell[i].otherwise):
            k.error(src, path, "WQEs that are not copied need either a step after the image or their first bytes stored [A343]",
                    "otherwise, or a step")
        _when(k, s.doorbell[i])
    for fmt in k.a.formats:
        for f in fmt.fields:
            if f.pushed and (fmt.name != s.head or not images):
                k.error(f.src, f"formats.{fmt.name}.fields.{f.name}", "is for images, but no image contains it [A343]",
                        "a field of the head, and a doorbell with an image")


def _copy(k: SpecChecker) -> None:
    """A338: copies of WQEs lie in one page; a register of 4 bytes announces them, and a later step announces all
    WQEs."""
    s, src, path = k.a.send, k.at("send.doorbell"), "send.doorbell.copy"
    copies = [step for step in s.doorbell if step.kind == "copy"]
    for fmt in k.a.formats if not copies else ():
        for f in fmt.fields:
            if f.source == "sq.copied":
                k.error(f.src, f"formats.{fmt.name}.fields.{f.name}",
                        "is for copied WQEs, but the doorbell has no copy [A338]",
                        "a doorbell with a copy")
    if not copies:
        return
    if len(copies) > 1 or s.doorbell[0] is not copies[0] or [step.kind for step in s.doorbell[1:]] != ["register"]:
        k.error(src, path, "the steps are not a copy followed by a register [A338]", "a copy and a register")
    if not s.ring.boundary:
        return k.error(src, path, "copies of WQEs that may cross the end of the page are not generated yet [A307]",
                       "a boundary")
    if s.ring.unit < 16 or copies[0].places * s.ring.unit > 4096:
        k.error(src, f"{path}.places", f"{copies[0].places} units of {s.ring.unit} bytes [A338]",
                "units of 16 bytes or more, in a page of 4096 bytes")
    if copies[0].format in k.formats and k.formats[copies[0].format].size != 4:
        k.error(src, f"{path}.format", f"a register of {k.formats[copies[0].format].size} bytes [A338]", "4 bytes")


def _when(k: SpecChecker, step: Step) -> None:
    if step.when is None:
        return
    classes, ops = {c.name for c in k.a.send.classes}, {op.name for op in k.a.send.ops}
    rows = (*step.when.ops, *step.when.without_sges)
    for name in (*step.when.inline, *(c for c, _ in rows)):
        if name not in classes:
            k.error(k.at("send.doorbell"), "send.doorbell.image.when", f"no class '{name}' [A343]",
                    f"one of {', '.join(sorted(classes))}")
    for op in (op for _, names in rows for op in names):
        if op not in ops:
            k.error(k.at("send.doorbell"), "send.doorbell.image.when", f"no op '{op}' [A343]",
                    f"one of {', '.join(sorted(ops))}")


def _class_head(k: SpecChecker, cls: TypeClass) -> None:
    """A344: a class sets fields of the head that have no value yet, or sets all bits of one that has."""
    path = f"send.classes.{cls.name}"
    for s in (*cls.settings, *cls.ethernet):
        if s.ref.format == k.a.send.head:
            _head_field(k, path, s)


def _head_field(k: SpecChecker, path: str, s: Setting) -> None:
    fmt = k.formats[k.a.send.head]
    field = next((f for f in fmt.fields if f.name == s.ref.field), None)
    if field is None:
        return
    bits = field.place.bit_numbers(fmt.big_endian)
    for f in fmt.fields:
        if not (f.source or f.const is not None) or f.is_bytes or not bits & f.place.bit_numbers(fmt.big_endian):
            continue
        if f is not field or s.source[:1] not in "0123456789" or int(s.source, 0) != (1 << f.place.bits) - 1:
            k.error(s.ref.src, f"{path}.set", f"'{f.name}' already has a value at these bits [A344]",
                    "all ones, or a field without from and const")
