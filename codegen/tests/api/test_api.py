"""The API language: a spec that uses every feature, and one spec for each mistake that a stage reports."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from codegen.api.build import outputs, read
from codegen.api.check.api import RULES
from codegen.api.ctype import parse_callback, parse_type
from codegen.api.render.api import generate, manual
from codegen.core.write import ROOT, formatted
from codegen.tests.support import Expected, bad_cases, case_id, good_cases, messages_of, status_page

HERE = Path(__file__).parent


@pytest.mark.parametrize("case", good_cases(HERE), ids=case_id)
def test_good(case: Path, expected: Expected) -> None:
    resolved = read(sorted(case.glob("*.yaml")), root=case)
    expected.check_outputs(case / "expected", [*generate(resolved, case, {"srq": ["altair", "deneb"], "xrc": []}),
                                               *manual(resolved, case)])


@pytest.mark.parametrize("case", bad_cases(HERE), ids=case_id)
def test_bad(case: Path, expected: Expected) -> None:
    expected.check(case.with_suffix(".err"), messages_of(lambda: read([case], root=case.parent)))


@pytest.mark.parametrize("case", bad_cases(HERE), ids=case_id)
def test_bad_is_one_mistake(case: Path) -> None:
    assert len(case.with_suffix(".err").read_text().splitlines()) == 1


def test_the_page_of_the_language_is_right(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "language-api.md").read_text(encoding="utf-8")
    spec = tmp_path / "lamp.yaml"
    spec.write_text(block_of(page, "yaml"), encoding="utf-8")
    header = formatted(generate(read([spec], root=tmp_path))[0])
    assert block_of(page, "c") in header


def block_of(page: str, language: str) -> str:
    return page.split(f"```{language}\n", 1)[1].split("```", 1)[0]


def test_every_rule_has_a_bad_spec() -> None:
    missing = [rule.__name__ for rule in RULES if not list((HERE / "bad").glob(f"{rule.__name__}*.yaml"))]
    assert not missing


@pytest.mark.parametrize("flags", [[], ["-DINVERBS_AIX"]], ids=["plain", "aix"])
def test_generated_header_compiles(tmp_path: Path, flags: list[str]) -> None:
    compiler = shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        pytest.skip("no compiler")
    expected = HERE / "good" / "tiny" / "expected"
    (tmp_path / "tiny").mkdir()
    (tmp_path / "tiny" / "inline.h").write_text("")
    source = tmp_path / "alone.c"
    source.write_text("#include <tiny/tiny.h>\nint main(void) { return TINY_RED; }\n")
    subprocess.run(
        [compiler, "-std=gnu11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-Wno-unused-function", "-fsyntax-only",
         f"-I{expected / 'include'}", f"-I{ROOT / 'include'}", f"-I{tmp_path}", *flags, str(source)],
        check=True, timeout=60,
    )


@pytest.mark.parametrize("text", [
    "uint32_t", "const struct ibv_sge *", "struct ibv_cq **", "char[64]", "unsigned int", "uint8_t[2][3]", "void *",
])
def test_type_is_spelled_back(text: str) -> None:
    parsed = parse_type(text)
    assert parsed is not None
    assert parsed.declare("") == text


@pytest.mark.parametrize("text", ["", "int x", "int (*)(void)", "struct", "* int", "char[n]", "int;"])
def test_text_that_is_not_a_type(text: str) -> None:
    parsed = parse_type(text)
    assert parsed is None or parsed.base == "struct"


@pytest.mark.parametrize("text,declared", [
    ("int (struct a *, int)", "int (*f)(struct a *, int)"),
    ("void (void)", "void (*f)(void)"),
    ("struct a * (int)", "struct a *(*f)(int)"),
])
def test_callback_is_declared(text: str, declared: str) -> None:
    parsed = parse_callback(text)
    assert parsed is not None
    assert parsed.declare("f") == declared


def test_outputs_are_the_same_each_time() -> None:
    assert outputs() == outputs()


def test_status_page_counts() -> None:
    page = status_page()
    rows = [line for line in page.splitlines() if line.startswith("| `")]
    waiting = [line for line in rows if "| not yet |" in line]
    declared = int(page.split(" functions are declared")[0].splitlines()[-1])
    absent = [line for line in rows if line.count("|") == 3]
    assert declared == len(rows) - len(absent)
    assert f"{len(waiting)} do not yet" in page
