"""Runs all stages of the adapter language: from spec/adapters/*.yaml to C, tables and pages."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from codegen.adapter.abilities import cmake_lists
from codegen.adapter.check.adapter import check
from codegen.adapter.check.identity import check_together
from codegen.adapter.check.names import check_names
from codegen.adapter.lower.barriers import barrier_table
from codegen.adapter.model.adapter import Adapter
from codegen.adapter.parse.adapter import parse
from codegen.adapter.render.adapter import adapter_outputs, layout_lock, shared_outputs
from codegen.adapter.resolve import completed
from codegen.core.diag import Diagnostics
from codegen.core.load import Node, load
from codegen.core.schema import load_schema, validate
from codegen.core.write import ROOT, Output

SPEC_DIR = ROOT / "spec" / "adapters"


def read(path: Path, shown: str) -> Adapter:
    """Run all stages up to the checked model. Raises SpecError with all messages of the stage that failed."""
    diag = Diagnostics()
    doc = completed(load(path, diag, shown), path, diag)
    diag.stop_if_errors()
    return accepted(doc)


def accepted(doc: Node) -> Adapter:
    """Run the stages after load, up to the checked model."""
    diag = Diagnostics()
    validate(doc, adapter_schema(), diag)
    diag.stop_if_errors()
    adapter = parse(doc)
    check(adapter, diag)
    check_names(adapter, [out.text for out in adapter_outputs(adapter) if out.path.endswith(".h")], diag)
    return adapter


def adapter_schema() -> dict[str, Any]:
    return load_schema("adapter", "queues", "formats")


@cache
def described() -> list[Adapter]:
    """Every adapter with a spec, ordered by id, so that a new one is appended to each generated list."""
    diag = Diagnostics()
    every = [read(p, f"spec/adapters/{p.name}") for p in sorted(SPEC_DIR.glob("*.yaml"))]
    check_together(every, diag)
    diag.stop_if_errors()
    return sorted(every, key=lambda a: a.id)


def adapters() -> list[Adapter]:
    """The adapters that are built: all but drafts."""
    return [a for a in described() if not a.draft]


def outputs() -> list[Output]:
    every = adapters()
    own = [out for a in described() for out in adapter_outputs(a)]
    return [*own, *shared_outputs(every), Output("cmake/Adapters.cmake", cmake_lists(described())),
            Output("spec/adapters/layout.lock", layout_lock(described())),
            Output("tests/binding/barriers.tsv", barrier_table(described()))]
