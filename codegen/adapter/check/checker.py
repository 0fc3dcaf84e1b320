"""Common base of the rules about an adapter's sections: source positions, and rules about rings, refusals, settings and
steps."""

from __future__ import annotations

from codegen.adapter.check.places import HEAD, SEGMENT, SEND, TAIL, Place
from codegen.adapter.check.references import References
from codegen.adapter.check.use import check_step
from codegen.adapter.model.queues import QUEUE, Gather, Refusal, Ring, Step
from codegen.adapter.model.refs import Ref, Setting
from codegen.adapter.model.send import Op
from codegen.adapter.sources import SOURCES, bits_of
from codegen.core.diag import Src
from codegen.formats.check import plural
from codegen.formats.model import Field, Format

# Reasons to refuse that only sends or only receives have.
SEND_REFUSALS = ("failed", "opcode", "full", "sges", "no-sges", "long-sge", "closed", "unsignaled", "front", "inline",
                 "long",
                 "room", "needs", "flags")
RECV_REFUSALS = ("failed", "full", "sges", "no-sges", "long-sge", "closed")


class SpecChecker(References):
    """The rules that several sections share. The rules of a single section are in a file of their own."""

    def at(self, path: str) -> Src:
        """Source line of the innermost enclosing section whose position is known."""
        while path and path not in self.a.where:
            path = path.rpartition(".")[0]
        return self.a.where.get(path, self.a.src)

    def ring(self, path: str, ring: Ring, sends: bool) -> None:
        """A301: the properties of a ring are consistent."""
        src = self.at(path)
        if ring.unit != QUEUE and (ring.unit & (ring.unit - 1) or not 8 <= ring.unit <= 4096):
            self.error(src, f"{path}.unit", f"{ring.unit} is not a power of two from 8 to 4096 [A301]",
                       "such a number, or 'queue'")
        if ring.entry == "many-units" and ring.unit == QUEUE:
            self.error(src, f"{path}.unit", "'queue' is not possible for WQEs of several units [A301]",
                       "a number of bytes")
        if (ring.wraps or bool(ring.boundary)) != (ring.entry == "many-units") or ring.wraps and ring.boundary:
            self.error(src, f"{path}.wrap",
                       "WQEs of many units need 'wrap' or a boundary, and other WQEs have neither [A301]",
                       "wrap: inside or a boundary with entry: many-units")
        if ring.boundary and ring.boundary.clear & (ring.boundary.clear - 1):
            self.error(src, f"{path}.boundary.clear", f"{ring.boundary.clear} is not a power of two [A301]",
                       "such a number of units")
        if (ring.device or ring.zeroed) and not (sends and ring.entry == "one-unit" and ring.unit == QUEUE):
            self.error(src, path, "only sends of one unit whose size depends on the queue can be written whole [A301]",
                       "entry: one-unit and unit: queue")
        if ring.device != ring.zeroed:
            self.error(src, path, "where: device needs fill: zero, and fill: zero needs where: device [A301]",
                       "where: device with fill: zero")
        if not sends and ring.entry == "many-units":
            self.error(src, f"{path}.entry", "a receive cannot take many units [A301]", "one-unit or unit-per-sge")
        if sends and ring.entry == "unit-per-sge":
            self.error(src, f"{path}.entry", "a send cannot take a unit for each SGE [A301]", "one-unit or many-units")

    def refusals(self, path: str, refusals: tuple[Refusal, ...], kinds: tuple[str, ...]) -> None:
        """A302: each reason is listed once, and the reasons that keep a queue consistent are among them."""
        seen: set[str] = set()
        for r in refusals:
            if r.only_built:
                if r.kind != "closed" or kinds is not SEND_REFUSALS:
                    self.error(r.src, path, f"'{r.kind}' cannot depend on how a request was posted [A302]",
                               "only: built with closed of sends alone")
                continue
            if r.kind in seen:
                self.error(r.src, path, f"'{r.kind}' is listed twice [A302]", "each reason once")
            if r.kind not in kinds:
                self.error(r.src, path, f"'{r.kind}' is not a reason to refuse a request here [A302]",
                           f"one of {', '.join(kinds)}")
            if r.unless_inline and r.kind != "sges":
                self.error(r.src, path, f"'{r.kind}' cannot depend on IBV_SEND_INLINE [A302]",
                           "unless: inline with sges alone")
            seen.add(r.kind)
        must = ("opcode", "full", "sges", "inline") if kinds is SEND_REFUSALS else ("full", "sges")
        for kind in must:
            if kind not in seen:
                self.error(self.at(path), path, f"'{kind}' is missing [A302]", f"an entry for {', '.join(must)}")

    def sources(self, path: str, name: str, place: Place) -> None:
        """A303: the values of a format are known when it is stored."""
        if name in self.formats:
            self.stored(path, self.formats[name], place)

    def stored(self, path: str, fmt: Format, place: Place) -> None:
        for f in fmt.fields:
            for word in (f.source, f.inline):
                self._at_hand(f.src, path, f"{fmt.name}.{f.name}", word, place)

    def _at_hand(self, src: Src, path: str, field: str, word: str, place: Place) -> None:
        if word in SOURCES and not place.begins(word):
            self.error(src, path, f"{field} cannot take {word} here [A303]",
                       f"a source that begins with {', '.join(place.words)}")
        elif not place.knows(word):
            self.error(src, path, f"{field} takes {word}, which is not known yet when {place.spoken} is stored [A303]",
                       "a source that is known then")

    def value_fits(self, path: str, src: Src, f: Field, source: str) -> None:
        """A304: a number fits its field, and a byte array takes bytes."""
        if source[:1].isdigit() and bits_of(source) > f.place.bits:
            self.error(src, path, f"{source} does not fit in {plural(f.place.bits)} [A304]", "a smaller number")
        if source in SOURCES and SOURCES[source].memory != f.is_bytes:
            kind = "bytes" if SOURCES[source].memory else "a number"
            self.error(src, path, f"{source} is {kind} and '{f.name}' is not [A304]", "a field of that kind")

    def settings(self, path: str, op: Op | None, settings: tuple[Setting, ...], segments: tuple[str, ...]) -> None:
        """A306: `set` fills a field of the head or of a segment of this op that has no other value."""
        for s in settings:
            self.need_ref(path, s.ref)
            self.need_source(s.ref.src, path, s.source)
            written = (self.a.send.head, *([self.a.send.tail.format] if op and self.a.send.tail else []), *segments)
            if s.ref.format not in written:
                self.error(s.ref.src, path, f"'{s.ref.format}' is not written here [A306]",
                           f"a field of {', '.join(written)}")
                continue
            if s.ref.format not in self.formats:
                continue
            f = next((f for f in self.formats[s.ref.format].fields if f.name == s.ref.field), None)
            if f and (f.const is not None or f.source) and (op or s.ref.format != self.a.send.head):
                self.error(s.ref.src, path, f"'{f.name}' already has a value [A306]", "a field without from and const")
            if f:
                self.value_fits(path, s.ref.src, f, s.source)
                self.source_fits(s.ref.src, path, f, s.source)
            if op and s.source in SOURCES and s.source.split(".")[0] not in SEND:
                self.error(s.ref.src, path, f"{s.source} does not exist when a request is posted [A306]",
                           f"one of {', '.join(SEND)}")
            else:
                place = HEAD if s.ref.format == self.a.send.head else SEGMENT if s.ref.format in segments else TAIL
                self._at_hand(s.ref.src, path, f"{s.ref.format}.{s.ref.field}", s.source, place)

    def gather(self, path: str, g: Gather, place: Place) -> None:
        """A312: a segment for an SGE has its address, length and key."""
        self.need_format(self.at(path), path, g.format)
        self.sources(path, g.format, place)
        have = {f.source for f in self.formats[g.format].fields} if g.format in self.formats else set()
        for need in ("sge.addr", "sge.length", "sge.lkey"):
            if have and need not in have:
                self.error(self.at(path), path, f"no field takes {need} [A312]",
                           "a field of the segment that takes it")
        self.carried(path, g.format, "sge.length", g.empty_length)
        if g.empty_length and path != "send.payload.gather":
            self.error(self.at(path), f"{path}.empty", "a special length for 0 bytes is not generated yet [A307]",
                       "'skip', or no 'empty'")

    def long_sges(self, path: str, g: Gather, refusals: tuple[Refusal, ...]) -> None:
        """A360: an SGE whose length does not fit its segment is refused, after lists with too many SGEs; where every
        length fits, none is refused."""
        kinds = [r.kind for r in refusals]
        fields = self.formats[g.format].fields if g.format in self.formats else ()
        low = any(f.source == "sge.length" and f.low for f in fields)
        if low != ("long-sge" in kinds):
            self.error(self.at(path), path, f"'{g.format}' drops the high bits of a length [A360]" if low
                       else f"'{g.format}' has room for every length [A360]",
                       "long-sge exactly where the length has takes: low-bits")
        elif low and ("sges" not in kinds or kinds.index("sges") > kinds.index("long-sge")):
            self.error(self.at(path), path,
                       "'long-sge' precedes 'sges', so SGEs are read before their number is checked [A360]",
                       "sges before long-sge")

    def carried(self, path: str, fmt: str, source: str, value: int) -> None:
        """A122: a value that replaces this source fits the fields that use it."""
        for f in self.formats[fmt].fields if fmt in self.formats else ():
            if f.source == source:
                self.fits_in(self.at(path), path, value, Ref(f.src, fmt, f.name))

    def step(self, path: str, step: Step, place: Place) -> None:
        """A313: doorbell records and registers have 4 or 8 bytes; the sources of their format are known there."""
        src = self.at(path)
        check_step(self, path, step)
        if step.kind in ("index", "command"):
            return  # covered by the rules about shared memory
        if step.kind == "image":
            if path != "send.doorbell":
                self.error(src, path, "an image outside the doorbell of sends [A313]", "a record or a register")
            if step.block & (step.block - 1) or not 8 <= step.block <= 256:
                self.error(src, f"{path}.image.block", f"{step.block} is not a power of two from 8 to 256 [A313]",
                           "such a number of bytes")
            return
        self.need_format(src, path, step.format)
        self.sources(path, step.format, place)
        fmt = self.formats.get(step.format)
        if fmt and fmt.size not in (4, 8):
            self.error(fmt.src, path, f"a {step.kind} of {fmt.size} bytes [A313]", "4 or 8 bytes")
        elif fmt and step.kind == "record" and (step.word > 15 or step.word * 4 % fmt.size):
            self.error(src, path, f"the record has no word {step.word} of this size [A313]",
                       "0 to 15, even for words of 8 bytes")
        if step.place:
            self.constant(src, path, step.place)
