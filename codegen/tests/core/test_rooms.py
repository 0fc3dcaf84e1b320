"""The rooms of the generator are built alike: a file or a folder for each stage, and no stage asks a later one but what is said
here."""

from __future__ import annotations

import re

import pytest

from codegen.core.write import ROOT

STAGES = ("model", "parse", "resolve", "check", "lower", "render")
# What a stage may import of its room besides itself. Checks ask how something would be stored; lowering uses what checks found.
ASKS = {"model": (), "parse": ("model",), "resolve": ("model",), "check": ("model", "resolve", "lower"),
        "lower": ("model", "resolve", "check"), "render": ("model", "resolve", "check", "lower")}


@pytest.mark.parametrize("room", ["abi", "api", "adapter"])
def test_a_room_has_its_stages(room: str) -> None:
    for stage in STAGES:
        place = ROOT / "codegen" / room / stage
        assert place.with_suffix(".py").is_file() != (place / "__init__.py").is_file(), f"{room} has no {stage}, or two"
        files = [place.with_suffix(".py")] if not place.is_dir() else sorted(place.glob("*.py"))
        text = "".join(path.read_text(encoding="utf-8") for path in files)
        asked = set(re.findall(rf"from codegen\.{room}\.(\w+)", text)) & set(STAGES)
        assert asked <= {stage, *ASKS[stage]}, f"{room}/{stage} imports {asked}"
