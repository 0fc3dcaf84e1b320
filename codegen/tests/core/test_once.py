"""Slow steps are done only once in a run: reading a file, compiling a template, starting clang-format."""

from __future__ import annotations

import subprocess
from collections import Counter
from pathlib import Path
from typing import Any

import jinja2
import pytest

from codegen.__main__ import all_outputs
from codegen.adapter import build
from codegen.adapter.render.adapter import adapter_outputs
from codegen.core import kept, load, render, schema, write


def test_a_run_does_nothing_twice(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    done: Counter[tuple[str, Any]] = Counter()

    def counted(what: str, function: Any, key: int) -> Any:
        def call(*args: Any, **kwargs: Any) -> Any:
            done[what, str(args[key])] += 1
            return function(*args, **kwargs)
        return call

    caches: tuple[Any, ...] = (build.described, adapter_outputs, load._parse, render.environment, render._template,
                               schema.load_schema)
    for each in caches:
        each.cache_clear()
    monkeypatch.setattr(write, "_formatted", {})
    monkeypatch.setattr(kept, "FOLDER", tmp_path)  # as if this were the first run
    monkeypatch.setattr(load, "events_of", counted("parse", load.events_of, 0))
    monkeypatch.setattr(jinja2.FileSystemLoader, "get_source", counted("template", jinja2.FileSystemLoader.get_source, 2))
    monkeypatch.setattr(subprocess, "run", counted("run", lambda args, **_: subprocess.CompletedProcess(args, 0), 0))
    write.drifted(all_outputs())
    assert sum(what == "run" for what, _ in done) == 1
    assert {kind: most for (kind, _), most in done.items() if most > 1} == {}
    assert {kind for kind, _ in done} == {"parse", "template", "run"}
