"""The API language end to end: spec/api/*.yaml to headers, tables, not-yet definitions, the status page and the manual."""

from __future__ import annotations

from pathlib import Path

from codegen.api.check.api import check
from codegen.api.parse import parse
from codegen.api.render.api import generate
from codegen.api.render.status_page import Able, untested
from codegen.api.resolve import Resolved, resolve
from codegen.core.diag import Diagnostics
from codegen.core.load import load
from codegen.core.schema import load_schema, validate
from codegen.core.write import ROOT, Output

SPEC_DIR = ROOT / "spec" / "api"


def read(paths: list[Path], root: Path = ROOT) -> Resolved:
    """Stages load to check; raises SpecError with all messages of the first stage that fails."""
    diag = Diagnostics()
    docs = [load(p, diag, str(p.relative_to(root))) for p in paths]
    diag.stop_if_errors()
    schema = load_schema("api")
    for doc in docs:
        validate(doc, schema, diag)
    diag.stop_if_errors()
    resolved = resolve(parse(docs), diag)
    diag.stop_if_errors()
    check(resolved, diag)
    diag.stop_if_errors()
    return resolved


def outputs() -> list[Output]:
    """The repository's own API."""
    from codegen.adapter.abilities import ABILITIES, abilities
    from codegen.adapter.build import adapters

    able = {ability: [a.name for a in adapters() if ability in abilities(a)] for ability in ABILITIES}
    resolved = read(sorted(SPEC_DIR.glob("*.yaml")))
    refuse_untested(resolved, ROOT / "tests", able)
    return generate(resolved, ROOT, able)


def refuse_untested(r: Resolved, tests: Path, able: Able) -> None:
    """Every function whose state is 'works' is called by a test."""
    diag = Diagnostics()
    for f in untested(r, tests, able):
        diag.error(f.place.src, f"functions.{f.name}", "works, and no test calls it", "a test function that does, in tests/")
    diag.stop_if_errors()
