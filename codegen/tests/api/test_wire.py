"""Compares structures of datagrams with spec/mad."""

from __future__ import annotations

from pathlib import Path

import pytest

from codegen.api.build import read
from codegen.api.check.wire import wire
from codegen.mad.build import mads

SPEC = """\
section: things
doc: Things.
headers:
  some/things.h:
    guard: THINGS_H
    doc: Things.
    includes: {stdint.h: [uint8_t, uint16_t, uint32_t, uint64_t]}
    sections: [things]
structs:
  thing_t:
    doc: A link.
    sources: [ibal]
    typedef: yes
    packed: yes
    size: SIZE
    format: administration.link_record
    fields:
"""
# The format has nothing after to_lid.
GOOD = [("from_lid", "uint16_t"), ("from_port", "uint8_t"), ("to_port", "uint8_t"), ("to_lid", "uint16_t"), ("pad", "uint16_t")]
BYTES = {"uint8_t": 1, "uint16_t": 2, "uint32_t": 4, "uint64_t": 8}


def findings(tmp_path: Path, members: list[tuple[str, str]], more: str = "") -> list[str]:
    lines, at = [], 0
    for name, ctype in members:
        lines.append(f"      {name}: {{type: {ctype}, at: {at}{more}}}\n")
        at += BYTES[ctype]
    spec = tmp_path / "things.yaml"
    spec.write_text(SPEC.replace("SIZE", str(at)) + "".join(lines), encoding="utf-8")
    return [f"{place.src.line}: {what}" for place, what, _ in wire(read([spec], root=tmp_path), mads())]


def test_structures_that_agree(tmp_path: Path) -> None:
    assert not findings(tmp_path, GOOD)


@pytest.mark.parametrize("members,said", [
    ([("from_lid", "uint16_t"), ("ports", "uint16_t"), ("to_lid_high", "uint8_t"), ("to_lid_low", "uint8_t")],
     ["20: 'to_lid_high' contains a part of 'to_lid' of link_record", "21: 'to_lid_low' contains a part of 'to_lid' of link_record"]),
    ([*GOOD[:3], ("resv", "uint16_t")], ["21: 'resv' is not reserved in link_record"]),
    ([*GOOD[:4], ("speed", "uint16_t")], ["22: 'speed' is reserved in link_record"]),
], ids=["divided", "not_reserved", "reserved"])
def test_structures_that_disagree(tmp_path: Path, members: list[tuple[str, str]], said: list[str]) -> None:
    assert findings(tmp_path, members) == said


def test_parts_by_name_and_docs(tmp_path: Path) -> None:
    assert not findings(tmp_path, [*GOOD[:3], ("to_lid_msb", "uint8_t"), ("to_lid_lsb", "uint8_t")])
    assert not findings(tmp_path, [*GOOD[:3], ("resv", "uint16_t")], ", doc: The other end.")


def test_unknown_format(tmp_path: Path) -> None:
    spec = tmp_path / "things.yaml"
    text = SPEC.replace("SIZE", "1").replace("link_record", "lnk_record") + "      resv: {type: uint8_t, at: 0}\n"
    spec.write_text(text, encoding="utf-8")
    assert [what for _, what, _ in wire(read([spec], root=tmp_path), mads())] == [
        "no format 'administration.lnk_record' (did you mean 'administration.link_record'?)"]
