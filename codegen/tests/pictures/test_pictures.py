"""Pictures of every adapter, including the imaginary ones: each file is XML, to scale, complete, and has no overlapping
labels."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

import pytest

from codegen.__main__ import main
from codegen.adapter.build import described, read
from codegen.adapter.lower.segments import SegmentFunctions, lower_segment, op_format, op_segments
from codegen.adapter.model.adapter import Adapter
from codegen.adapter.model.send import Op
from codegen.adapter.rules import RULES
from codegen.core.svg import width_of, wrapped
from codegen.core.write import ROOT
from codegen.formats.model import Field, Format
from codegen.pictures.build import outputs, pictures
from codegen.pictures.picture import Picture
from codegen.pictures.style import BIT, LEFT, ROW, WIDTH, Kind
from codegen.pictures.used import settings_of, used_values
from codegen.pictures.values import Value, word_doc
from codegen.pictures.wqe import op_types, send_blocks
from codegen.tests.adapter.imagined import SPECS

IMAGINARY = [read(path, path.name) for path in SPECS.values()]
EVERY = {a.name: a for a in (*described(), *IMAGINARY)}
PICTURES = {a.name: list(pictures(a)) for a in EVERY.values()}
NS = "{http://www.w3.org/2000/svg}"

each_adapter = pytest.mark.parametrize("a", EVERY.values(), ids=EVERY)


@dataclass(frozen=True)
class Box:
    x: float
    y: float
    width: float
    height: float
    text: str

    def meets(self, other: "Box") -> bool:
        return (self.x < other.x + other.width and other.x < self.x + self.width
                and self.y < other.y + other.height and other.y < self.y + self.height)


def number(element: ElementTree.Element, key: str) -> float:
    return float(element.attrib[key])


def labels(root: ElementTree.Element) -> list[Box]:
    """Boxes of all texts, computed with the maximum widths of the fonts."""
    out = []
    for each in root.iter(f"{NS}text"):
        size, mono = number(each, "font-size"), "m" in each.attrib["class"].split()
        width = width_of(each.text or "", size, mono)
        shift = {"middle": width / 2, "end": width}.get(each.attrib.get("text-anchor", ""), 0.0)
        out.append(Box(number(each, "x") - shift, number(each, "y") - size * 0.75, width, size * 0.9, each.text or ""))
    return out


def cells(picture: Picture) -> list[tuple[Box, str]]:
    """Rectangles of fields and reserved bits, each with its tooltip."""
    out = []
    for group in (*ElementTree.fromstring(picture.svg).iter(f"{NS}a"), *ElementTree.fromstring(picture.svg).iter(f"{NS}g")):
        title, rect = group.find(f"{NS}title"), group.find(f"{NS}rect")
        if title is not None and rect is not None and "rx" not in rect.attrib:
            box = Box(number(rect, "x"), number(rect, "y"), number(rect, "width"), number(rect, "height"), "")
            out.append((box, title.text or ""))
    return out


def rows(root: ElementTree.Element) -> dict[float, int]:
    """Maps the height of each row to its byte, from the offsets in the margin."""
    found = {}
    for each in root.iter(f"{NS}text"):
        if re.fullmatch("0x[0-9a-f]{2,}", each.text or "") and number(each, "x") < LEFT:
            found[number(each, "y") - 11] = int(each.text or "", 16)
    return found


@each_adapter
def test_files_are_xml_with_a_name_for_everybody(a: Adapter) -> None:
    for p in PICTURES[a.name]:
        root = ElementTree.fromstring(p.svg)
        title, description = root.find(f"{NS}title"), root.find(f"{NS}desc")
        assert root.attrib["role"] == "img" and root.attrib["viewBox"].startswith(f"0 0 {WIDTH:g} ")
        assert title is not None and title.text == p.title and p.title.startswith(a.name)
        assert description is not None and description.text == p.alt and len(p.alt) > 20


@each_adapter
def test_labels_do_not_overlap_and_are_inside(a: Adapter) -> None:
    for p in PICTURES[a.name]:
        root = ElementTree.fromstring(p.svg)
        height = float(root.attrib["viewBox"].split()[3])
        boxes = sorted(labels(root), key=lambda b: b.y)
        assert boxes
        for i, box in enumerate(boxes):
            assert box.x >= 0 and box.y >= 0 and box.x + box.width <= WIDTH and box.y + box.height <= height, (p.file, box)
            others = (o for o in boxes[i + 1 :] if o.y < box.y + box.height)
            assert not [o for o in others if box.meets(o)], (p.file, box)


@each_adapter
def test_labels_are_inside_their_cells(a: Adapter) -> None:
    for p in PICTURES[a.name]:
        root = ElementTree.fromstring(p.svg)
        for group in (*root.iter(f"{NS}a"), *root.iter(f"{NS}g")):
            rect = group.find(f"{NS}rect")
            if rect is not None and "rx" not in rect.attrib:
                left, right = number(rect, "x"), number(rect, "x") + number(rect, "width")
                assert all(left <= box.x and box.x + box.width <= right for box in labels(group)), p.file


def _bits_of(fmt: Format, box: Box, row: int) -> set[int]:
    """The absolute bits (byte * 8 + bit in byte) that a cell covers."""
    high = 31 - round((box.x - LEFT) / BIT)
    count, lines = round(box.width / BIT), max(1, round(box.height / ROW))
    out = set()
    for line in range(lines):
        for position in range(high - count + 1, high + 1):
            byte = 3 - position // 8 if fmt.big_endian else position // 8
            out.add((row + 4 * line + byte) * 8 + position % 8)
    return out


def drawn(fmt: Format, picture: Picture) -> dict[str, set[int]]:
    """Bits by the name in the tooltip. Bits that are drawn twice under one name are an error."""
    starts = rows(ElementTree.fromstring(picture.svg))
    found: dict[str, set[int]] = {}
    for box, tip in cells(picture):
        assert box.width % BIT == 0 and box.height % ROW == 0
        top = max(y for y in starts if y <= box.y)
        bits = _bits_of(fmt, box, starts[top])
        name = tip.partition(":")[0]
        assert not found.get(name, set()) & bits, (fmt.name, name)
        found.setdefault(name, set()).update(bits)
    return found


@each_adapter
def test_every_bit_of_every_format_is_drawn_once_to_scale(a: Adapter) -> None:
    files = {p.name: p for p in PICTURES[a.name] if p.kind == "format"}
    assert list(files) == [fmt.name for fmt in a.formats]
    for fmt in a.formats:
        found = drawn(fmt, files[fmt.name])
        reserved = {bit for place in fmt.reserved for bit in place.bit_numbers(fmt.big_endian)}
        expected = {f.name: f.bit_numbers(fmt.big_endian) for f in fmt.fields} | ({"reserved": reserved} if reserved else {})
        assert found == expected
        assert set().union(*found.values()) == set(range(fmt.size * 8))
        alone = [f.name for f in fmt.fields if not f.overlays]
        assert sum(len(found[name]) for name in alone) == len(set().union(*(found[name] for name in alone)))


@each_adapter
def test_every_field_has_its_tooltip_and_links(a: Adapter) -> None:
    files = {p.name: p.svg for p in PICTURES[a.name] if p.kind == "format"}
    for fmt in a.formats:
        tips = [tip for _, tip in cells(next(p for p in PICTURES[a.name] if p.file == f"format-{fmt.name}.svg"))]
        for f in fmt.fields:
            own = next(tip for tip in tips if tip.startswith(f"{f.name}: byte "))
            assert f.doc in own and (not f.source or f"from {f.source}: {word_doc(f.source)}" in own)
            assert f'href="#format-{fmt.name}-{f.name}"' in files[fmt.name]


def test_links_lead_to_rules_and_words_that_are_there() -> None:
    text = "".join(p.svg for found in PICTURES.values() for p in found)
    known = {rule.lower() for rule in RULES}
    assert set(re.findall(r'href="\.\./rules/#(\w+)"', text)) <= known
    words = set(re.findall(r'href="\.\./adapter-words/#word-([\w.]+)"', text))
    page = (ROOT / "docs" / "adapter-words.md").read_text(encoding="utf-8")
    assert words and all(f"| `{word}` |" in page for word in words)
    places = set(re.findall(r'href="([^"]*)"', text))
    assert all(re.match(r"#format-|\.\./rules/#|\.\./adapter-words/#word-", place) for place in places)


@each_adapter
def test_every_opcode_has_a_wqe_on_every_type_of_queue_pair(a: Adapter) -> None:
    titles = [p.title for p in PICTURES[a.name] if p.kind == "wqe"]
    for op in a.send.ops:
        types = [t for cls in a.send.classes for t in cls.types if not op.types or t in op.types]
        for qp_type in types:
            found = [t for t in titles if re.search(rf"IBV_WR_{op.name} on (\w+, )*{qp_type}\b", t)]
            assert len(found) == 1, (op.name, qp_type)
        assert sorted(t for _, of in op_types(a, op) for t in of) == sorted(types)


@each_adapter
def test_wqes_are_as_long_as_their_segments(a: Adapter) -> None:
    """The control segment and the segments of the op are in the picture, with their sizes."""
    files = {p.name: p for p in PICTURES[a.name] if p.kind == "wqe"}
    for op in a.send.ops:
        alt = files[op.name.lower()].alt
        for name in (a.send.head, *op.body.segments):
            assert f"{name} {a.format(name).size} bytes" in alt


def _filled(values: Iterable[Value]) -> set[str]:
    """The numbers that are stored according to the picture."""
    return {v.name for v in values if isinstance(v.what, Field) and not v.what.is_bytes and v.kind is not Kind.ZERO}


@each_adapter
def test_segments_hold_what_the_encoder_stores(a: Adapter) -> None:
    functions = SegmentFunctions(a)
    for op in a.send.ops:
        for body in (op.body, *([op.empty] if op.empty else [])):
            for name, stored in zip(body.segments, op_segments(a, op, body)):
                values = used_values(a, a.format(name), settings_of(a.format(name), body, None), op)
                assert _filled(values) == {t.field for word in stored.every for t in word.terms}, (op.name, name)
        head = op_format(a.format(a.send.head), op)
        stored = lower_segment(head, op.body.of(head.name), op.name)
        terms = {t.field for word in (*stored.every, *stored.image) for t in word.terms}
        assert _filled(used_values(a, head, settings_of(head, op.body, None), op)) >= terms - _overridden(head, op)
    for cls in a.send.classes:
        for name in cls.lead:
            values = used_values(a, a.format(name), settings_of(a.format(name), None, cls), None)
            assert _filled(values) == {t.field for word in functions.lead(cls, name).every for t in word.terms}


def _overridden(fmt: Format, op: Op) -> set[str]:
    """Fields whose bits have another value for this op."""
    own = [fmt.field(name).bit_numbers(fmt.big_endian) for name in op.body.of(fmt.name)]
    return {f.name for f in fmt.fields if f.name not in op.body.of(fmt.name)
            and any(f.bit_numbers(fmt.big_endian) & bits for bits in own)}


@each_adapter
def test_every_bit_of_a_segment_is_in_a_wqe_once(a: Adapter) -> None:
    for op in a.send.ops:
        for cls, _ in op_types(a, op):
            for block in send_blocks(a, op, cls, op.body):
                if block.fmt:
                    bits = [v.what.bit_numbers(block.fmt.big_endian) for v in block.values]
                    assert set().union(*bits) == set(range(block.fmt.size * 8)) and sum(map(len, bits)) == block.fmt.size * 8


@each_adapter
def test_each_kind_of_picture_is_there(a: Adapter) -> None:
    names = {(p.kind, p.name) for p in PICTURES[a.name]}
    assert ("flow", "flow") in names and ("wqe", "recv") in names and ("cqe", "error") in names
    assert {("ring", "sq"), ("ring", "cq")} <= names
    assert (("ring", "rq") in names) != bool(a.recv.in_send)
    assert (("ring", "srq") in names) == bool(a.recv.shared or a.recv.shared_rings)
    titles = " ".join(p.title for p in PICTURES[a.name] if p.kind == "cqe")
    assert all(row.code in titles for row in (*a.complete.send, *a.complete.recv))


@each_adapter
def test_the_flow_rings_the_doorbell_after_ownership(a: Adapter) -> None:
    alt = next(p.alt for p in PICTURES[a.name] if p.kind == "flow")
    order = ["check:", "segments:", "control segment:", *(["ownership:"] if a.format(a.send.head).publish is not None else []),
             "fetch:", "complete:", "new CQE?:", "struct ibv_wc:"]
    places = [alt.index(word) for word in order]
    assert places == sorted(places)
    rung = {"register": "doorbell register:", "record": "doorbell record:", "image": "BlueFlame:", "copy": "copy:",
            "index": "producer index:", "command": "system call:"}
    steps = [alt.index(rung[step.kind]) for step in a.send.doorbell]
    assert steps == sorted(steps) and alt.index("control segment:") < steps[0] and steps[-1] < alt.index("fetch:")


def test_the_index_lists_the_files() -> None:
    files = {out.path: out.text for out in outputs()}
    index = json.loads(files.pop("index.json"))
    listed = [f"{each['name']}/{p['file']}" for each in index["adapters"] for p in each["pictures"]]
    assert sorted(listed) == sorted(files) and len(set(listed)) == len(listed)
    assert [(each["name"], each["title"], each["draft"]) for each in index["adapters"]] == [
        (a.name, a.doc, a.draft) for a in described()]
    assert all(set(p) == {"file", "kind", "name", "title", "alt"} for each in index["adapters"] for p in each["pictures"])


def test_pictures_are_the_same_each_time() -> None:
    again = {a.name: [p.svg for p in pictures(a)] for a in EVERY.values()}
    assert again == {name: [p.svg for p in found] for name, found in PICTURES.items()}


def test_the_command_writes_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old, kept = tmp_path / "mlx4" / "ring-old.svg", tmp_path / "other" / "kept.svg"
    for path in (old, kept):
        path.parent.mkdir()
        path.write_text("")
    monkeypatch.setattr("sys.argv", ["codegen", "pictures", str(tmp_path)])
    assert main() == 0
    expected = {tmp_path / out.path for out in outputs()} | {kept}
    assert {path for path in tmp_path.rglob("*") if path.is_file()} == expected


def test_a_folder_that_is_a_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                            capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "file"
    path.write_text("")
    monkeypatch.setattr("sys.argv", ["codegen", "pictures", str(path)])
    assert main() == 1
    assert "expected a directory that can be written" in capsys.readouterr().err


def test_prose_is_wrapped() -> None:
    lines = wrapped("a few words that need two lines", 10, 120)
    assert len(lines) > 1 and all(width_of(line, 10, False) <= 120 for line in lines)
