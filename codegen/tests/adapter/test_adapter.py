"""The adapter language: acme uses all of it; each bad/ case is acme with one mistake.

A case file holds the line of acme.yaml that it replaces (``-``), the lines it puts there (``+``) and the exact messages
(``=``). ``pytest --update`` rewrites the messages; read the diff.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from codegen.adapter.build import adapter_outputs, layout_lock, read
from codegen.adapter.words import SEND_SOURCES
from codegen.core.write import ROOT, Output
from codegen.tests.support import Expected, case_id, messages_of

HERE = Path(__file__).parent
ACME = HERE / "good" / "acme" / "acme.yaml"
BAD = sorted((HERE / "bad").glob("*.case"))


def acme_outputs() -> list[Output]:
    acme = read(ACME, "acme.yaml")
    return [*adapter_outputs(acme), Output("layout.lock", layout_lock([acme]))]


def test_acme_gives_exactly_the_expected_files(expected: Expected) -> None:
    expected.check_outputs(HERE / "good" / "acme" / "expected", acme_outputs())


def test_acme_uses_every_source_word() -> None:
    text = ACME.read_text(encoding="utf-8")
    missing = [word for word in SEND_SOURCES if word not in text]
    assert not missing, f"acme.yaml does not use {missing}"


@pytest.mark.parametrize("compiler", ["gcc", "g++"])
def test_acme_compiles(compiler: str, tmp_path: Path) -> None:
    for out in acme_outputs():
        target = tmp_path / out.path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(out.text, encoding="utf-8")
    names = ("acme.h", "acme_abi.h", "acme_device.h", "acme_print.h")
    source = "".join(f"#include <inverbs/adapters/{n}>\n" for n in names)
    language = ["-x", "c", "-std=gnu11"] if compiler == "gcc" else ["-x", "c++", "-std=c++17"]
    subprocess.run([compiler, *language, "-Wall", "-Wextra", "-Werror", "-fsyntax-only", f"-I{tmp_path / 'include'}",
                    f"-I{ROOT / 'include'}", "-"], input=source, text=True, check=True, timeout=120)


def test_acme_round_trips(tmp_path: Path) -> None:
    for out in acme_outputs():
        target = tmp_path / out.path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(out.text, encoding="utf-8")
    program = tmp_path / "acme"
    subprocess.run(["gcc", "-std=gnu11", "-Wall", "-Wextra", "-Werror", f"-I{tmp_path / 'include'}",
                    f"-I{ROOT / 'include'}", str(tmp_path / "tests/roundtrip/acme.c"), "-lcmocka", "-o", str(program)],
                   check=True, timeout=120)
    subprocess.run([str(program)], check=True, timeout=60, capture_output=True)


def broken_acme(case: str) -> str:
    """acme.yaml with the case's line replaced."""
    lines = case.splitlines()
    old = next(line[2:] for line in lines if line.startswith("- "))
    new = [line[2:] for line in lines if line.startswith("+ ")]
    text = ACME.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"'{old}' stands {text.count(old)} times in acme.yaml"
    return text.replace(old, "\n".join(new))


@pytest.mark.parametrize("path", BAD, ids=case_id)
def test_bad_spec_is_refused_with_its_message(path: Path, tmp_path: Path, expected: Expected) -> None:
    case = path.read_text(encoding="utf-8")
    spec = tmp_path / "acme.yaml"
    spec.write_text(broken_acme(case), encoding="utf-8")
    messages = messages_of(lambda: read(spec, "acme.yaml"))
    kept = [line for line in case.splitlines() if not line.startswith("= ")]
    text = "\n".join([*kept, *(f"= {line}" for line in messages.splitlines())]) + "\n"
    assert messages, "the broken spec was accepted"
    expected.check(path, text)
