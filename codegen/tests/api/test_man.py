"""The manual: how prose is converted to mdoc, what a page needs, and what counts as tested."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from codegen.adapter.abilities import abilities
from codegen.adapter.build import adapters
from codegen.api import tested as scan
from codegen.api.build import read
from codegen.api.render.api import manual
from codegen.api.render.mdoc import Names, paragraphs
from codegen.api.render.statements_page import reference, statements_page
from codegen.api.render.status_page import ANY
from codegen.core.write import ROOT
from codegen.tests.support import messages_of, status_page

TINY = Path(__file__).parent / "good" / "tiny"
NAMES = Names({"f": "f", "g": "g", "h": "f"}, frozenset({"RED"}), frozenset({"color", "qp_num"}), "f",
              frozenset({"box", "to_x"}))


@pytest.mark.parametrize("text,lines", [
    ("See g().", ["See", ".Xr g 3 ."]),
    ("See f() and h(), or close(2).", ["See", ".Fn f", "and", ".Fn h ,", "or", ".Xr close 2 ."]),
    ("(see g()) it", ["(see", ".Xr g 3 )", "it"]),
    ("A box is `box`. Then to_x.", ["A box is", ".Fa box .", "Then", ".Fa to_x ."]),
    ("RED or EINVAL or NULL, BLUE.", [".Dv RED", "or", ".Er EINVAL", "or", ".Dv NULL ,", "BLUE."]),
    ("`a.color` of `color`, qp_num; color.", [".Va a.color", "of", ".Va color ,", ".Va qp_num ;", "color."]),
    ("The struct ibv_x is `enum y`.", ["The", '.Vt "struct ibv_x"', "is", '.Vt "enum y" .']),
    ("`INVERBS_LOG` and `-O2 x`", [".Ev INVERBS_LOG", "and", '.Ql "-O2 x"']),
    (".dot \\ and 'quote'", ["\\&.dot \\e and 'quote'"]),
    ("One. Two.\n\nThree.", ["One.", "Two.", ".Pp", "Three."]),
    ("- a\n- b\n  c", [".Bl -bullet -width 1n", ".It", "a", ".It", "b c", ".El"]),
    ("x\n\n    .y\n\n    z\n", ["x", ".Bd -literal -offset indent", "\\&.y", "", "z", ".Ed"]),
])
def test_prose(text: str, lines: list[str]) -> None:
    assert paragraphs(text, NAMES) == lines


def test_missing_example(tmp_path: Path) -> None:
    resolved = read([TINY / "tiny.yaml"], root=TINY)
    shutil.copytree(TINY / "spec", tmp_path / "spec")
    assert "no file 'waves.c'; expected a file of" in messages_of(lambda: manual(resolved, tmp_path))


def test_manual_is_given_once(tmp_path: Path) -> None:
    text = "manual: {date: 'March 1, 2026', link: no}\n"
    for name in ("a.yaml", "b.yaml"):
        (tmp_path / name).write_text(text, encoding="utf-8")
    paths = sorted(tmp_path.glob("*.yaml"))
    assert messages_of(lambda: read(paths, root=tmp_path)) == "b.yaml:1: manual: 'manual' is given twice; expected 'manual' once\n"


def test_every_function_is_found() -> None:
    resolved = read(sorted((ROOT / "spec" / "api").glob("*.yaml")))
    pages = {out.path: out.text for out in manual(resolved)}
    for f in resolved.api.functions():
        text = pages[f"man3/{f.page_name}.3"]
        assert f".Nm {f.name}" in text and f".Fo {f.name}" in text
        assert pages[f"man3/{f.name}.3"] in (text, f".so man3/{f.page}.3\n")


def test_pages_do_not_depend_on_the_day() -> None:
    resolved = read([TINY / "tiny.yaml"], root=TINY)
    assert manual(resolved, TINY) == manual(resolved, TINY)


def test_what_counts_as_tested() -> None:
    names = {f"tiny_{name}" for name in ("open", "list", "weigh", "make", "color_str", "forget", "color_to_wave")}
    assert scan.tested(names, TINY / "tests") == {
        "tiny_open": ["V12", "X3"],
        "tiny_make": ["V2"],
        "tiny_color_str": ["contract/boxes"],
        "tiny_color_to_wave": ["alone"],
    }


def test_status_names_tests_and_pages() -> None:
    page = status_page()
    assert "| `ibv_poll_cq` |" in page and "[V37](statements.md#v37)" in page


def test_status_has_columns_of_adapters() -> None:
    """The columns are by the abilities that functions need."""
    rows = {line.split("`")[1]: line.split("|") for line in status_page().splitlines() if line.startswith("| `")}
    head = next(line for line in status_page().splitlines() if line.startswith("| function |")).split("|")
    for function, ability in (("ibv_poll_cq", ANY), ("ibv_open_xrcd", "xrc"), ("ibv_query_qp", "query-qp")):
        able = {a.name for a in adapters() if ability == ANY or ability in abilities(a)}
        told = {a.name for a in adapters() if rows[function][head.index(f" {a.name} ")].strip() == "yes"}
        assert told == able, function


def test_statements_are_the_names_of_tests() -> None:
    found = scan.statements(TINY / "tests")
    assert found["V12"] == found["X3"] and found["V12"][0][1].startswith("contract/")
    page = statements_page(TINY / "tests")
    assert "### V12" in page and f"- {found['V12'][0][0]} (`{found['V12'][0][1]}`)" in page
    assert reference("V12", frozenset(found)) == "[V12](statements.md#v12)" and reference("V13", frozenset(found)) == "V13"
