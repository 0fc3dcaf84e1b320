"""Stage render: a header for each file, and a test of all formats."""

from __future__ import annotations

from codegen.core.render import banner, render
from codegen.core.write import Output
from codegen.formats.lower import lower_constants
from codegen.formats.model import Format
from codegen.mad.lower import lower_attributes, lower_components, lower_formats
from codegen.mad.model import Mad

HEADER_DIR = "include/inverbs/mad"


def header(mad: Mad) -> Output:
    text = render("mad/mad.h.j2", banner=banner([mad.src.file]), mad=mad, name=mad.prefix, upper=mad.prefix.upper(),
                  guard=f"INVERBS_MAD_{mad.name.upper()}_H", constants=lower_constants(mad.constants), enums=mad.enums,
                  formats=lower_formats(mad),
                  attributes=lower_attributes(mad), components=lower_components(mad))
    return Output(f"{HEADER_DIR}/{mad.name}.h", text)


def _mask(mad: Mad, fmt: Format) -> list[int]:
    """A mask of the bits that belong to fields, by byte."""
    mask = [0] * fmt.size
    for f in fmt.fields:
        owner, local = mad.owner(f.format)
        if f.format:
            assert owner is not None
            held = next(h for h in owner.formats if h.name == local)
            mask[f.place.at:f.place.at + f.length] = _mask(owner, held)
        else:
            for bit in f.bit_numbers(fmt.big_endian):
                mask[bit // 8] |= 1 << bit % 8
    return mask


def roundtrip(mads: list[Mad]) -> Output:
    formats = [{"name": mad.c_format(fmt.name), "mask": ", ".join(f"0x{byte:02x}" for byte in _mask(mad, fmt))}
               for mad in mads for fmt in mad.formats]
    return Output("tests/roundtrip/mad.c", render("mad/roundtrip.c.j2", banner=banner([m.src.file for m in mads]),
                                                  mads=mads,
                                                  formats=formats))
