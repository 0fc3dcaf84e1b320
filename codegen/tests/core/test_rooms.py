"""The rooms of the generator have the same structure: a file or a folder for each stage. Apart from the exceptions
listed here, no stage imports from a later one, and a room imports only from the rooms below it."""

from __future__ import annotations

import re

import pytest

from codegen.core.write import ROOT

STAGES = ("model", "parse", "resolve", "check", "lower", "render")
# What a stage may import from its room besides itself. Checks call lowering to find out how something would be stored,
# and lowering uses results of checks.
ASKS = {"model": (), "parse": ("model",), "resolve": ("model",), "check": ("model", "resolve", "lower"),
        "lower": ("model", "resolve", "check"), "render": ("model", "resolve", "check", "lower")}

# What a room may import besides itself. Formats are part of two languages and have no files of their own, so nothing
# has to be resolved.
BELOW = {"core": (), "formats": ("core",), "abi": ("core",), "adapter": ("formats", "core"), "mad": ("formats", "core"),
         "api": ("abi", "adapter", "mad", "formats", "core"), "pictures": ("adapter", "formats", "core")}


def test_every_room_has_its_place() -> None:
    assert sorted(path.parent.name for path in (ROOT / "codegen").glob("*/__init__.py")) == sorted([*BELOW, "tests"])


@pytest.mark.parametrize("room", BELOW)
def test_a_room_imports_only_from_rooms_below_it(room: str) -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "codegen" / room).rglob("*.py"))
    asked = set(re.findall(r"(?:from|import) codegen\.(\w+)", text))
    assert asked <= {room, *BELOW[room]}, f"{room} imports {asked}"


@pytest.mark.parametrize("room", [room for room in BELOW if room != "core"])
def test_templates_use_those_of_rooms_below(room: str) -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "codegen" / "templates" / room).rglob("*.j2"))
    asked = set(re.findall(r"{%-? (?:include|import|from|extends) '(\w+)/", text))
    assert asked <= {room, *BELOW[room]}, f"templates of {room} use {asked}"


@pytest.mark.parametrize("room", ["abi", "api", "adapter", "mad"])
def test_a_room_has_its_stages(room: str) -> None:
    for stage in STAGES:
        place = ROOT / "codegen" / room / stage
        assert place.with_suffix(".py").is_file() != (place / "__init__.py").is_file(), f"{room} has no {stage}, or two"
        files = [place.with_suffix(".py")] if not place.is_dir() else sorted(place.glob("*.py"))
        text = "".join(path.read_text(encoding="utf-8") for path in files)
        asked = set(re.findall(rf"from codegen\.{room}\.(\w+)", text)) & set(STAGES)
        assert asked <= {stage, *ASKS[stage]}, f"{room}/{stage} imports {asked}"
