"""Specs with random changes, the same in each run, and findings of longer searches (codegen/tests/fuzz.py)."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from codegen.tests.fuzz import FOUND, LANGUAGES, report, search
from codegen.tests.support import case_id

SPECS = {"abi": 150, "api": 60, "adapter": 25}
FOUND_BEFORE = sorted(FOUND.glob("*.yaml"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_random_specs_are_accepted_or_reported(language: str) -> None:
    broken: list[str] = []
    messages = search(language, random.Random(20261123), lambda tried: tried < SPECS[language],
                      lambda text, trace: broken.append(f"{text}\n{trace}"))
    assert not broken, broken[0]
    assert messages > SPECS[language] // 10, "most are refused in the same way: the search finds nothing new"


@pytest.mark.parametrize("path", FOUND_BEFORE, ids=case_id)
def test_earlier_findings_break_nothing(path: Path, tmp_path: Path) -> None:
    report(path.name.split("-", maxsplit=1)[0], path.read_text(encoding="utf-8"), tmp_path)  # must not raise another error
