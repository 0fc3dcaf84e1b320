"""Runs all stages of the API language: from spec/api/*.yaml to headers, tables, definitions of functions that are not
implemented yet, the status page and the manual."""

from __future__ import annotations

from pathlib import Path

from codegen.api.check.api import check
from codegen.api.check.wire import wire
from codegen.api.parse import parse
from codegen.api.render.api import generate
from codegen.api.render.status_page import ANY, Able, untested
from codegen.api.resolve import Resolved, resolve
from codegen.core import load as loading, schema
from codegen.core.diag import Diagnostics
from codegen.core.kept import remembered
from codegen.core.load import Node, load
from codegen.core.schema import SCHEMA_DIR, load_schema, validate
from codegen.core.write import ROOT, Output

SPEC_DIR = ROOT / "spec" / "api"


def read(paths: list[Path], root: Path = ROOT) -> Resolved:
    """Run the stages from load to check. Raises SpecError with all messages of the stage that failed."""
    diag = Diagnostics()
    docs = [load(p, diag, str(p.relative_to(root))) for p in paths]
    diag.stop_if_errors()
    if root != ROOT or not shaped(docs, paths):
        for doc in docs:
            validate(doc, load_schema("api"), diag)
    diag.stop_if_errors()
    resolved = resolve(parse(docs), diag)
    diag.stop_if_errors()
    check(resolved, diag)
    diag.stop_if_errors()
    return resolved


def shaped(docs: list[Node], paths: list[Path]) -> bool:
    """True if the files conform to the grammar. Files that did in an earlier run are not checked again."""
    def look() -> bool:
        diag = Diagnostics()
        for doc in docs:
            validate(doc, load_schema("api"), diag)
        return not diag.messages

    own = [Path(loading.__file__), Path(schema.__file__), SCHEMA_DIR / "api.yaml"]
    found: bool = remembered("shaped", [path.read_text(encoding="utf-8") for path in (*own, *paths)], look)
    return found


def outputs() -> list[Output]:
    """The generated files of the repository's own API."""
    from codegen.adapter.abilities import ABILITIES, abilities
    from codegen.adapter.build import adapters

    able = {ability: [a.name for a in adapters() if ability in abilities(a)] for ability in ABILITIES}
    able[ANY] = [a.name for a in adapters()]
    resolved = read(sorted(SPEC_DIR.glob("*.yaml")))
    refuse_untested(resolved, ROOT / "tests", able)
    refuse_disagreement(resolved)
    return generate(resolved, ROOT, able)


def refuse_disagreement(r: Resolved) -> None:
    """Raise SpecError unless structures of datagrams have their members where spec/mad has the fields."""
    from codegen.mad.build import mads

    diag = Diagnostics()
    for place, what, expected in wire(r, mads()):
        diag.error(place.src, place.path, what, expected)
    diag.stop_if_errors()


def refuse_untested(r: Resolved, tests: Path, able: Able) -> None:
    """Raise SpecError unless every function whose state is 'works' is called by a test."""
    diag = Diagnostics()
    for f in untested(r, tests, able):
        diag.error(f.place.src, f"functions.{f.name}", "works, but no test calls it", "a call in a test function in tests/")
    diag.stop_if_errors()
