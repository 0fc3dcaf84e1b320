"""The ABI language: specs that must be accepted with exactly the expected output, and specs with one mistake and the
exact message for it."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from codegen.abi.build import load_abi, outputs
from codegen.abi.check import RULES
from codegen.abi.render import outputs_of
from codegen.abi.resolve import SCALARS
from codegen.core.diag import Diagnostics
from codegen.core.load import load
from codegen.core.schema import load_schema
from codegen.core.write import ROOT, Output, formatted
from codegen.tests.support import Expected, bad_cases, case_id, good_cases, messages_of

HERE = Path(__file__).parent


def good_outputs(case: Path) -> list[Output]:
    spec = case / f"{case.name}.yaml"
    return outputs_of(load_abi(spec, spec.name), spec.name)


@pytest.mark.parametrize("case", good_cases(HERE), ids=case_id)
def test_good_spec_gives_exactly_this(case: Path, expected: Expected) -> None:
    expected.check_outputs(case / "expected", good_outputs(case))


@pytest.mark.parametrize("path", bad_cases(HERE), ids=case_id)
def test_bad_spec_is_refused_with_its_message(path: Path, expected: Expected) -> None:
    messages = messages_of(lambda: load_abi(path, path.name))
    assert messages, f"{path.name} was accepted"
    expected.check(path.with_suffix(".err"), messages)


def test_every_rule_has_a_spec_that_breaks_it() -> None:
    seen = "".join(p.read_text(encoding="utf-8") for p in HERE.glob("bad/*.err"))
    names = [rule.__name__.removeprefix("rule_") for rule in RULES]
    assert [name for name in names if f"[{name}]" not in seen] == []


def test_good_specs_use_every_word() -> None:
    text = "".join(p.read_text(encoding="utf-8") for p in HERE.glob("good/*/*.yaml"))
    schema = load_schema("abi")
    words = [*schema["properties"], *schema["$defs"]["field"]["properties"], *schema["$defs"]["command"]["properties"],
             *schema["$defs"]["record"]["properties"], *schema["$defs"]["field"]["properties"]["is"]["enum"]]
    assert [word for word in words if f"{word}:" not in text and f": {word}" not in text] == []


def test_every_scalar_is_described() -> None:
    described = load_schema("abi")["$defs"]["type"]["x-expected"]
    assert [name for name in SCALARS if name not in described] == []


@pytest.mark.parametrize("compiler", ["gcc", "g++"])
def test_generated_headers_compile_alone(compiler: str, tmp_path: Path) -> None:
    language = ["-x", "c", "-std=gnu11"] if compiler == "gcc" else ["-x", "c++", "-std=c++17"]
    headers = [out for case in good_cases(HERE) for out in good_outputs(case)]
    for out in headers:
        target = tmp_path / out.path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(formatted(out), encoding="utf-8")
    for out in headers:
        subprocess.run([compiler, *language, "-Wall", "-Wextra", "-Werror", "-fsyntax-only",
                        f"-I{tmp_path / 'include'}", f"-I{ROOT / 'include'}", "-"],
                       input=f"#include <{out.path.removeprefix('include/')}>\n", text=True, check=True, timeout=120)


def test_the_page_shows_a_spec_that_is_accepted(tmp_path: Path) -> None:
    """The first YAML block in docs/language-abi.md is a complete spec."""
    page = (ROOT / "docs" / "language-abi.md").read_text(encoding="utf-8")
    block = page.split("```yaml\n", 1)[1].split("```", 1)[0]
    spec = tmp_path / "parcel.yaml"
    spec.write_text(block, encoding="utf-8")
    assert [out.path for out in outputs_of(load_abi(spec, spec.name), spec.name)] == [
        f"include/inverbs/kernel/parcel{suffix}.h" for suffix in ("", "_call", "_parse", "_trace")]


def test_shipped_specs_are_found() -> None:
    assert {Path(out.path).name for out in outputs()} >= {
        "uverbs.h", "uverbs_call.h", "uverbs_parse.h", "uverbs_trace.h", "qp_states.h", "softhca.h"}


def test_spec_files_have_the_name_of_their_interface() -> None:
    for path in sorted((ROOT / "spec" / "kernel").glob("*.yaml")):
        assert load(path, Diagnostics())["abi"].text == path.stem
