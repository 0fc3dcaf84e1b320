"""The commands explain and decode for every field of every adapter, and the pages of rules and source words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from codegen.adapter.build import described
from codegen.adapter.explain import decode, explain
from codegen.adapter.model.adapter import Adapter
from codegen.adapter.rules import RULES
from codegen.adapter.sources import SOURCES
from codegen.core.diag import SpecError
from codegen.rules_page import adapter_cases, rules_page, words_page

EVERY = {a.name: a for a in described()}
ROOM = Path(__file__).parents[2] / "adapter"
CHECKERS = [ROOM / "resolve.py", *sorted((ROOM / "check").glob("*.py")), ROOM.parent / "formats" / "check.py"]
TOGETHER = {"A133", "A134"}  # rules about all adapters together; see test_adapter


@pytest.mark.parametrize("a", EVERY.values(), ids=EVERY)
def test_every_field_is_explained(a: Adapter) -> None:
    for fmt in (*a.formats, *a.command_data):
        assert explain(f"{a.name}.{fmt.name}").startswith(f"{a.name}.{fmt.name}  ({fmt.src})")
        for f in fmt.fields:
            text = explain(f"{a.name}.{fmt.name}.{f.name}")
            assert f"({f.src})" in text and "  place   byte" in text
            assert not f.source or SOURCES[f.source].doc in text and "\n  set by  " in text


@pytest.mark.parametrize("a", EVERY.values(), ids=EVERY)
def test_what_reads_a_field_is_named(a: Adapter) -> None:
    for ref in (a.complete.number, a.complete.status_field, a.complete.send_by, a.complete.recv_by, a.complete.sends.ref):
        assert f"  read by complete  ({ref.src})" in explain(f"{a.name}.{ref.format}.{ref.field}")


@pytest.mark.parametrize("a", EVERY.values(), ids=EVERY)
def test_every_part_that_comments_cite_is_found(a: Adapter) -> None:
    for part, src in a.where.items():
        assert explain(f"{a.name}.{part}") == f"{a.name}.{part}  ({src})"


@pytest.mark.parametrize("a", EVERY.values(), ids=EVERY)
def test_every_format_is_decoded(a: Adapter) -> None:
    for fmt in (*a.formats, *a.command_data):
        for byte in ("00", "ff", "a5"):
            lines = decode(a.name, fmt.name, byte * fmt.size).splitlines()
            assert [line.split()[0] for line in lines[1 : 1 + len(fmt.fields)]] == [f.name for f in fmt.fields]
            assert any("reserved bits" in line for line in lines) == (bool(fmt.reserved) and byte != "00")


@pytest.mark.parametrize("what", ["nobody.ctrl", "mlx4", "mlx4.nothing", "mlx4.ctrl.nothing", ""])
def test_unknown_names_are_refused(what: str) -> None:
    with pytest.raises(SpecError, match="expected"):
        explain(what)


def test_every_rule_is_described_and_broken_by_a_case() -> None:
    used = {rule for path in CHECKERS for rule in re.findall(r"\[(A\d+)\]", path.read_text(encoding="utf-8"))}
    assert used == set(RULES)
    assert set(RULES) - set(adapter_cases()) == TOGETHER


def test_the_pages_list_all_rules_and_words() -> None:
    page = words_page().text
    assert [word for word in SOURCES if f"| `{word}` |" not in page] == []
    rules = rules_page().text
    assert [rule for rule in RULES if f"### {rule}\n" not in rules] == []
