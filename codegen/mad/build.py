"""Runs all stages from spec/mad/*.yaml to include/inverbs/mad/*.h."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from codegen.core.diag import Diagnostics
from codegen.core.load import load
from codegen.core.schema import load_schema, validate
from codegen.core.write import ROOT, Output
from codegen.mad.check import check
from codegen.mad.model import Mad
from codegen.mad.parse import parse
from codegen.mad.render import header, roundtrip
from codegen.mad.resolve import resolve

SPEC_DIR = ROOT / "spec" / "mad"


def read(paths: list[Path], shown: str) -> list[Mad]:
    """Read all files up to the checked model; each file comes after those that it uses. Raises SpecError."""
    diag = Diagnostics()
    docs = [load(p, diag, f"{shown}{p.name}") for p in paths]
    diag.stop_if_errors()
    for doc in docs:
        validate(doc, load_schema("mad", "formats"), diag)
    diag.stop_if_errors()
    known: dict[str, Mad] = {}
    waiting = [parse(doc) for doc in docs]
    while waiting:
        ready = [m for m in waiting if not {u.name for u in m.uses} & {w.name for w in waiting}]
        for mad in ready or waiting:
            known[mad.name] = resolve(mad, known, diag)
        waiting = [m for m in waiting if m not in ready] if ready else []
    diag.stop_if_errors()
    for mad in known.values():
        check(mad, diag)
    diag.stop_if_errors()
    return list(known.values())


@cache
def mads() -> list[Mad]:
    """The checked models of the repository's own files."""
    return read(sorted(SPEC_DIR.glob("*.yaml")), "spec/mad/")


def outputs() -> list[Output]:
    return [*(header(mad) for mad in mads()), roundtrip(mads())]
