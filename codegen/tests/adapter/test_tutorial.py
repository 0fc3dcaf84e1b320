"""The tutorial in docs/language-adapter.md is correct: its spec is accepted, its mistakes are reported, and its bytes
are produced."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from codegen.adapter.build import read
from codegen.adapter.explain import decode, explain
from codegen.adapter.render.adapter import adapter_outputs, shared_outputs
from codegen.core.write import ROOT
from codegen.tests.adapter.imagined import compile_and_run, write_below
from codegen.tests.support import messages_of

PAGE = (ROOT / "docs" / "language-adapter.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```", PAGE.partition("\n# Tutorial\n")[2].partition("\n# Reference\n")[0], re.M | re.S)
YAML = [text for kind, text in BLOCKS if kind == "yaml"]
SPEC = "\n".join(YAML)
MISTAKES = [(text, answer) for (kind, text), (_, answer) in zip(BLOCKS, BLOCKS[1:]) if kind == "diff"]


def written(folder: Path, text: str) -> Path:
    path = folder / "sirius.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def refused(folder: Path, text: str) -> str:
    return messages_of(lambda: read(written(folder, text), "sirius.yaml"))


def test_an_unfinished_spec_is_refused_with_the_next_step(tmp_path: Path) -> None:
    assert refused(tmp_path, YAML[0]) == next(text for kind, text in BLOCKS if not kind)


@pytest.mark.parametrize(("change", "answer"), MISTAKES)
def test_each_mistake_is_reported(change: str, answer: str, tmp_path: Path) -> None:
    old, new = (line[2:] for line in change.splitlines())
    assert SPEC.count(old) == 1
    assert refused(tmp_path, SPEC.replace(old, new)) == answer


def test_the_finished_spec_passes_its_vectors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sirius = read(written(tmp_path, SPEC), "sirius.yaml")
    write_below(tmp_path, [*adapter_outputs(sirius), *shared_outputs([sirius])])
    source = tmp_path / "vectors.c"
    source.write_text(next(text for kind, text in BLOCKS if kind == "c"), encoding="utf-8")
    compile_and_run(source, tmp_path, tmp_path / "vectors", "-DINVERBS_SINGLE_THREADED", sanitized=True)
    monkeypatch.setattr("codegen.adapter.explain.described", lambda: [sirius])
    commands = next(text for kind, text in BLOCKS if not kind and "codegen explain" in text)
    assert "owner" in explain(re.findall(r"explain (\S+)", commands)[0])
    assert "doorbell" in explain(re.findall(r"explain (\S+)", commands)[1])
    assert "status           0x2 DENIED" in decode("sirius", "cqe", re.findall(r"decode sirius cqe (\S+)", commands)[0])
