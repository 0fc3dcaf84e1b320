"""Stages render and write: undefined names are errors, C is formatted, and files are written only when they changed."""

from __future__ import annotations

import subprocess
from pathlib import Path

import jinja2
import pytest

from codegen.core import kept, write as stage
from codegen.core.render import TEMPLATE_DIR, banner, c_comment, environment
from codegen.core.write import Output, drifted, formatted, orphans, write


def test_undefined_names_are_errors() -> None:
    with pytest.raises(jinja2.UndefinedError):
        environment().from_string("{{ wqee }}").render()


def test_banner_names_spec_and_command() -> None:
    text = banner(["spec/a.yaml"])
    assert text.startswith("/* SPDX-License-Identifier: BSD-2-Clause */\n")
    assert "spec/a.yaml" in text and "python3 -m codegen gen" in text


@pytest.mark.parametrize("text,comment", [
    ("Short.", "/** Short. */"),
    ("a */ b", "/** a * / b */"),
    ("two\n lines", "/** two lines */"),
])
def test_comment(text: str, comment: str) -> None:
    assert c_comment(text) == comment


def test_long_comment_is_wrapped() -> None:
    lines = c_comment("word " * 40, indent="\t").splitlines()
    assert lines[0] == "\t/**" and lines[-1] == "\t */"
    assert all(len(line) <= 100 for line in lines)


def test_c_is_formatted_and_text_is_not() -> None:
    assert formatted(Output("a.c", "int   x ;\n")) == "int x;\n"
    assert formatted(Output("a.md", "int   x ;\n")) == "int   x ;\n"


def test_written_only_when_changed(tmp_path: Path) -> None:
    out = Output("deep/a.txt", "one\n")
    assert write([out], tmp_path) == ["deep/a.txt"]
    before = (tmp_path / "deep/a.txt").stat().st_mtime_ns
    assert write([out], tmp_path) == []
    assert (tmp_path / "deep/a.txt").stat().st_mtime_ns == before
    assert write([Output("deep/a.txt", "two\n")], tmp_path) == ["deep/a.txt"]


def test_drift(tmp_path: Path) -> None:
    out = Output("a.txt", "one\n")
    assert drifted([out], tmp_path) == ["a.txt"]
    write([out], tmp_path)
    assert drifted([out], tmp_path) == []
    (tmp_path / "a.txt").write_text("edited\n")
    assert drifted([out], tmp_path) == ["a.txt"]


def test_files_that_are_no_longer_generated_are_orphans(tmp_path: Path) -> None:
    outs = [Output("room/gen/a.c", ""), Output("room/gen/deep/b.c", ""), Output("room/c.c", "")]
    for name in ("room/gen/a.c", "room/gen/deep/b.c", "room/gen/old.c", "room/gen/deep/old.c", "room/c.c", "room/by_hand.c"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    assert orphans(outs, tmp_path) == ["room/gen/deep/old.c", "room/gen/old.c"]


def test_formatted_text_is_not_formatted_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """This tests separate runs; within a run, every result is kept anyway."""
    out, starts, run = Output("a.c", "int   x ;\n"), [0], subprocess.run

    def counted(*args: object, **kwargs: object) -> object:
        starts[0] += 1
        return run(*args, **kwargs)  # type: ignore[call-overload]

    def runs_on(text: str, stale: bool) -> int:
        """The number of times that a run starts clang-format for this text."""
        monkeypatch.setattr(stage, "_formatted", {})
        (tmp_path / "a.c").write_text(text)
        starts[0] = 0
        assert drifted([out], tmp_path) == (["a.c"] if stale else [])
        return starts[0]

    monkeypatch.setattr(kept, "FOLDER", tmp_path / "kept")
    monkeypatch.setattr(subprocess, "run", counted)
    assert runs_on("int x;\n", False) == 1
    assert runs_on("int x;\n", False) == 0
    assert runs_on("int x ;\n", True) == 1
    monkeypatch.setattr(kept, "_formatter", lambda: "another style")
    assert runs_on("int x;\n", False) == 1
    (tmp_path / "kept/formatted/sums").write_bytes(b"\xff nonsense\n\0")
    assert runs_on("int x;\n", False) == 1


def test_without_a_writable_folder_nothing_is_cached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(kept, "FOLDER", tmp_path / "file" / "below")
    (tmp_path / "a.c").write_text("int x;\n")
    assert drifted([Output("a.c", "int   x;\n")], tmp_path) == []


MOST_LINES = 100  # in a template: a longer one has several functions, or makes decisions that belong in lowering


def test_templates_are_short() -> None:
    long = {str(path.relative_to(TEMPLATE_DIR)): lines for path in TEMPLATE_DIR.rglob("*.j2")
            if (lines := len(path.read_text(encoding="utf-8").splitlines())) > MOST_LINES}
    assert not long, "split them by function; what they decide belongs to lowering"
