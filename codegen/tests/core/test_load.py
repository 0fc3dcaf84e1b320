"""Stage load: scalars stay text, every value has its line, and mistakes in the file itself are reported."""

from __future__ import annotations

from pathlib import Path

import pytest

from codegen.core.diag import Diagnostics, SpecError, Src
from codegen.core.load import Node, load


def load_text(tmp_path: Path, text: str) -> tuple[Node, list[str]]:
    path = tmp_path / "spec.yaml"
    path.write_text(text, encoding="utf-8")
    diag = Diagnostics()
    node = load(path, diag, "spec.yaml")
    return node, diag.lines()


def test_scalars_stay_text(tmp_path: Path) -> None:
    node, errors = load_text(tmp_path, "a: no\nb: 31:8\nc: 0x10\nd: 1e3\ne:\n")
    assert not errors
    assert node.plain() == {"a": "no", "b": "31:8", "c": "0x10", "d": "1e3", "e": ""}
    assert node["c"].number == 16


def test_places(tmp_path: Path) -> None:
    node, _ = load_text(tmp_path, "top:\n  list:\n    - x\n    - {y: 1}\n")
    item = list(node["top"]["list"])[1]
    assert item["y"].src == Src("spec.yaml", 4)
    assert item["y"].path == "top.list[1].y"


def test_path_that_leads_nowhere_stops_at_the_last_known_place(tmp_path: Path) -> None:
    node, _ = load_text(tmp_path, "a:\n  b: 1\n")
    assert node.at(["a", "missing", 3]).path == "a"


@pytest.mark.parametrize("text,message", [
    ("a: 1\nb: 2\na: 3\n", "spec.yaml:3: key 'a' is given twice; expected the key once (first on line 1)"),
    ("o:\n  a: 1\n  a: 2\n", "spec.yaml:3: o: key 'a' is given twice; expected the key once (first on line 2)"),
    ("a: [1\n", "spec.yaml:2: not YAML (did not find expected ',' or ']'); expected well-formed YAML"),
    ("a: 'x\n", "spec.yaml:2: not YAML (found unexpected end of stream); expected well-formed YAML"),
    ("a:\n\tb: 1\n", "spec.yaml:2: not YAML (found character that cannot start any token); expected well-formed YAML"),
    ("", "spec.yaml:1: the file is empty; expected a mapping"),
    ("? [a]\n: 1\n", "spec.yaml:1: a key that is not a plain word; expected a plain word"),
    ("- a\n", "spec.yaml:1: not a mapping; expected a mapping"),
    ("a: 1\n---\nb: 2\n", "spec.yaml:2: a second document; expected one document in a file"),
    ("a: !!python/object:os.system x\n",
     "spec.yaml:1: a: the tag 'tag:yaml.org,2002:python/object:os.system'; expected a value without a tag"),
    ("a: *b\n", "spec.yaml:1: a: no value before this has the anchor 'b'; expected an anchor earlier in the file"),
    ("a: &b [1, *b]\n", "spec.yaml:1: a[1]: no value before this has the anchor 'b'; expected an anchor earlier in the file"),
    ("a: \"x\\ty\"\n", "spec.yaml:1: a: a character that does not print; expected text without tabs and control characters"),
    ("a: 1\nb: \x01\n", "spec.yaml:2: not YAML (control characters are not allowed); expected text without control characters"),
    ("a:\n  " + "[" * 30 + "]" * 30 + "\n", "spec.yaml:2: nested more than 24 deep; expected at most 24 levels"),
    ("a: " + "[" * 50_000 + "\n", "spec.yaml:1: nested more than 24 deep; expected at most 24 levels"),
    ("x" * 100_000 + ": 1\n", "spec.yaml:1: 100000 characters; expected at most 8000"),
    ("\"" + "x" * 500 + "\": 1\n", "spec.yaml:1: a key of 500 characters; expected at most 80"),
    ("a: " + "x" * 100_000 + "\n", "spec.yaml:1: a: 100000 characters; expected at most 8000"),
])
def test_mistakes_of_the_file(tmp_path: Path, text: str, message: str) -> None:
    _, errors = load_text(tmp_path, text)
    assert errors == [message]


def test_aliases_that_multiply_are_refused_at_once(tmp_path: Path) -> None:
    """Ten lines, each with ten times the values of the previous one: ten thousand million values."""
    lines = ["a0: &a0 [x]", *(f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]" for i in range(1, 11))]
    _, errors = load_text(tmp_path, "\n".join(lines) + "\n")
    assert errors == ["spec.yaml:2: the file is too large, or its aliases multiply; expected at most 100000 values"]


def test_an_alias_is_its_anchor_s_value(tmp_path: Path) -> None:
    node, errors = load_text(tmp_path, "a: &b {c: [1, 2]}\nd: *b\n")
    assert not errors and node["d"].plain() == {"c": ["1", "2"]}


def test_a_file_of_many_bytes_is_not_read(tmp_path: Path) -> None:
    _, errors = load_text(tmp_path, "# much\n" * 200_000)
    assert errors == ["spec.yaml:1: cannot be read (1400000 bytes); expected a readable UTF-8 file of at most 1 MiB"]


def test_a_key_three_times_is_reported_twice(tmp_path: Path) -> None:
    _, errors = load_text(tmp_path, "a: 1\na: 2\na: 3\n")
    assert [line.split(":")[1] for line in errors] == ["2", "3"]


def test_unreadable_file(tmp_path: Path) -> None:
    diag = Diagnostics()
    load(tmp_path / "missing.yaml", diag, "missing.yaml")
    assert diag.lines()[0].startswith("missing.yaml:1: cannot be read (")


def test_not_utf8(tmp_path: Path) -> None:
    path = tmp_path / "latin.yaml"
    path.write_bytes(b"a: \xe9\n")
    diag = Diagnostics()
    load(path, diag, "latin.yaml")
    assert diag.lines()[0].startswith("latin.yaml:1: cannot be read (")


def test_messages_come_in_order_and_once() -> None:
    diag = Diagnostics()
    for line, what in ((9, "late"), (2, "early"), (9, "late")):
        diag.error(Src("f", line), "p", what, "better")
    with pytest.raises(SpecError) as caught:
        diag.stop_if_errors()
    assert str(caught.value) == "f:2: p: early; expected better\nf:9: p: late; expected better"


def test_no_message_no_stop() -> None:
    Diagnostics().stop_if_errors()
