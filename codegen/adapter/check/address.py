"""Stage check: address vectors, and the pages that contain registers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegen.adapter.address import WORDS
from codegen.adapter.model.refs import Setting
from codegen.formats.model import Field

if TYPE_CHECKING:
    from codegen.adapter.check.checker import SpecChecker

# Kinds that an address can have both at once.
_APART = ({"infiniband", "ethernet"}, {"infiniband", "multicast"}, {"infiniband", "tagged"})


def check_address(k: SpecChecker) -> None:
    """A146: fields of address vectors."""
    address = k.a.address
    if address is None:
        return
    k.need_format(address.src, "address.format", address.format)
    k.diag.stop_if_errors()
    given: dict[str, list[str]] = {}
    if address.rate_offset and not any(s.source == "rate" for _, settings in address.kinds for s in settings):
        k.error(address.src, "address.rate-offset", "no field takes the rate [A146]", "a field with the word rate")
    for kind, settings in address.kinds:
        for setting in settings:
            path = f"address.{kind}"
            k.need_ref(path, setting.ref)
            k.diag.stop_if_errors()
            if setting.ref.format != address.format:
                k.error(setting.ref.src, path, f"'{setting.ref.format}' is not the address vector [A146]",
                        f"a field of {address.format}")
                continue
            _value(k, path, setting, k.formats[address.format].field(setting.ref.field))
            for other in given.get(setting.ref.field, []):
                if {kind, other} not in _APART and not setting.source[:1].isdigit():
                    k.error(setting.ref.src, path, f"'{setting.ref.field}' already has a value in {other} [A146]",
                            "one word for each address")
            given.setdefault(setting.ref.field, []).append(kind)


def _value(k: SpecChecker, path: str, setting: Setting, f: Field) -> None:
    src, source = setting.ref.src, setting.source
    if source[:1].isdigit():
        if f.is_bytes or int(source, 0) >> f.place.bits:
            k.error(src, path, f"{source} does not fit '{f.name}' [A146]", "a number that fits")
        return
    word = WORDS.get(source)
    if word is None:
        k.error(src, path, f"unknown word '{source}' [A146]", f"one of {', '.join(WORDS)}")
    elif word.bytes != f.length or word.bits > f.place.bits and not f.is_bytes:
        k.error(src, path, f"'{source}' ({word.size}) does not fit '{f.name}' [A146]", "a field that holds it")


def check_registers(k: SpecChecker) -> None:
    """A147: register pages."""
    registers = k.a.registers
    if registers is None:
        return
    pages = [number for _, number in registers.pages]
    if len(set(pages)) < len(pages):
        k.error(registers.src, "registers", "two kinds of registers are in the same page [A147]", "a page for each")
    if (registers.index("images") >= 0) != bool(k.a.send.image):
        k.error(registers.src, "registers.images", "only one of images and their page is given [A147]",
                "both or neither")
    if registers.index("clock") >= 0 and not k.a.complete.timestamp:
        k.error(registers.src, "registers.clock", "completions have no time [A147]",
                "a clock beside complete.timestamp")
