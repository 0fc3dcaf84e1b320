"""The language of management datagrams: files with one mistake, and the exact message for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from codegen.core.schema import load_schema
from codegen.core.write import ROOT
from codegen.mad.build import SPEC_DIR, read
from codegen.mad.check import RULES, rule_formats
from codegen.tests.support import Expected, bad_cases, case_id, messages_of

HERE = Path(__file__).parent


@pytest.mark.parametrize("path", bad_cases(HERE), ids=case_id)
def test_bad_file_is_refused_with_its_message(path: Path, expected: Expected) -> None:
    messages = messages_of(lambda: read([path], ""))
    assert messages, f"{path.name} was accepted"
    expected.check(path.with_suffix(".err"), messages)


def test_every_rule_has_a_file_that_breaks_it() -> None:
    seen = "".join(p.read_text(encoding="utf-8") for p in HERE.glob("bad/*.err"))
    names = [rule.__name__.removeprefix("rule_") for rule in RULES if rule is not rule_formats]
    assert [name for name in (*names, "A103", "A110", "A111") if f"[{name}]" not in seen] == []


def test_files_use_every_word() -> None:
    text = "".join(p.read_text(encoding="utf-8") for p in SPEC_DIR.glob("*.yaml"))
    schema = load_schema("mad")
    words = [*schema["properties"], *(w for d in schema["$defs"].values() for w in d.get("properties", ()))]
    assert [word for word in words if f"{word}:" not in text] == []


def test_the_page_shows_a_file_that_is_accepted(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "language-mad.md").read_text(encoding="utf-8")
    spec = tmp_path / "parcel.yaml"
    spec.write_text(page.split("```yaml\n", 1)[1].split("```", 1)[0], encoding="utf-8")
    assert [m.name for m in read([SPEC_DIR / "common.yaml", spec], "")] == ["common", "parcel"]
