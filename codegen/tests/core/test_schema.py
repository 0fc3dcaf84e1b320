"""Stage schema: errors in the shape of a spec give the line, what was found and what was expected."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from codegen.core.diag import Diagnostics, Src
from codegen.core.load import Node, load
from codegen.core.schema import SCHEMA_DIR, load_schema, validate

SCHEMA: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["name"],
    "properties": {
        "name": {"type": "string", "pattern": "^[a-z]+$", "x-expected": "a lower-case word"},
        "kind": {"enum": ["red", "green"]},
        "count": {"type": "string", "pattern": "^[0-9]+$", "description": "A decimal number."},
        "parts": {"type": "object", "additionalProperties": False, "patternProperties": {"^[a-z]+$": {"type": "string"}}},
        "list": {"type": "array", "items": {"type": "string"}, "minItems": 1, "x-expected": "at least one entry"},
        "byte": {"$ref": "#/$defs/number", "x-least": 1, "x-most": 255},
        "unit": {"$ref": "#/$defs/number", "x-least": 1, "x-most": 1 << 16, "x-power-of-two": True},
        "one": {"oneOf": [{"type": "string"}, {"type": "object", "required": ["a"]}]},
    },
    "$defs": {"number": {"type": "string", "pattern": "^(0x[0-9a-f]{1,16}|0|[1-9][0-9]{0,19})$", "x-expected": "a number"}},
}


def errors_of(tmp_path: Path, text: str) -> list[str]:
    path = tmp_path / "spec.yaml"
    path.write_text(text, encoding="utf-8")
    diag = Diagnostics()
    doc = load(path, diag, "spec.yaml")
    diag.stop_if_errors()
    validate(doc, SCHEMA, diag)
    return diag.lines()


@pytest.mark.parametrize("text,message", [
    ("name: x\nknd: red\n", "spec.yaml:2: knd: unknown key 'knd' (did you mean 'kind'?); "
                            "expected one of name, kind, count, parts, list, byte, unit, one"),
    ("name: x\nzzz: red\n", "spec.yaml:2: zzz: unknown key 'zzz'; expected one of name, kind, count, parts, list, byte, unit, one"),
    ("kind: red\n", "spec.yaml:1: key 'name' is missing; expected the keys name"),
    ("name: X\n", "spec.yaml:1: name: 'X'; expected a lower-case word"),
    ("name: x\nkind: gren\n", "spec.yaml:2: kind: 'gren' (did you mean 'green'?); expected one of red, green"),
    ("name: x\ncount: many\n", "spec.yaml:2: count: 'many'; expected A decimal number"),
    ("name: [x]\n", "spec.yaml:1: name: a list; expected a scalar"),
    ("name: x\nlist: y\n", "spec.yaml:2: list: a scalar; expected a list"),
    ("name: x\nlist: []\n", "spec.yaml:2: list: this list; expected at least one entry"),
    ("name: x\nparts: {A: y}\n", "spec.yaml:2: parts.A: unknown key 'A'; expected a key like ^[a-z]+$"),
    ("name: x\nparts:\n  a: {b: c}\n", "spec.yaml:3: parts.a: a mapping; expected a scalar"),
    ("name: x\none: {b: c}\n", "spec.yaml:2: one: key 'a' is missing; expected the keys a"),
    ("name: \"x\\n\"\n", "spec.yaml:1: name: 'x\n'; expected a lower-case word"),
    ("name: x\nbyte: 256\n", "spec.yaml:2: byte: '256'; expected a number from 1 to 255"),
    ("name: x\nbyte: 0\n", "spec.yaml:2: byte: '0'; expected a number from 1 to 255"),
    ("name: x\nbyte: 010\n", "spec.yaml:2: byte: '010'; expected a number"),
    ("name: x\nbyte: " + "9" * 5000 + "\n", f"spec.yaml:2: byte: '{'9' * 70}... (5000 characters)'; expected a number"),
    ("name: x\nunit: 12\n", "spec.yaml:2: unit: '12'; expected a power of two from 1 to 0x10000"),
])
def test_message(tmp_path: Path, text: str, message: str) -> None:
    assert errors_of(tmp_path, text) == [message]


def test_all_mistakes_are_reported_at_once(tmp_path: Path) -> None:
    assert len(errors_of(tmp_path, "name: X\nkind: blue\ncount: many\nzzz: 1\n")) == 4


def test_right_shape(tmp_path: Path) -> None:
    assert not errors_of(tmp_path, "name: x\nkind: green\ncount: 7\nparts: {a: b}\nlist: [c]\none: d\n")


SCHEMAS = sorted(p.stem for p in SCHEMA_DIR.glob("*.yaml"))


KEYWORDS = {"$schema", "title", "description", "type", "required", "properties", "patternProperties", "additionalProperties",
            "propertyNames", "minProperties", "dependentRequired", "items", "minItems", "maxItems", "uniqueItems", "enum", "pattern", "minLength",
            "oneOf", "anyOf", "$ref", "$defs", "x-expected", "x-least", "x-most", "x-power-of-two"}


def subschemas(schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The schema and all schemas inside it."""
    yield schema
    inner = [each for key in ("properties", "patternProperties", "$defs") for each in schema.get(key, {}).values()]
    inner += [schema[key] for key in ("items", "additionalProperties", "propertyNames") if isinstance(schema.get(key), dict)]
    inner += [each for key in ("oneOf", "anyOf") for each in schema.get(key, [])]
    for each in inner:
        yield from subschemas(each)


@pytest.mark.parametrize("name", SCHEMAS)
def test_schemas_have_only_supported_keywords(name: str) -> None:
    assert {key for each in subschemas(load_schema(name)) for key in each} <= KEYWORDS


WORTHS = ["x", "7", "red", "", "a b", [], ["x"], ["x", "x"], ["1", ["2"]], {}, {"a": "b"}, {"name": "x"}, {"name": "x", "one": "y"}]


@pytest.mark.parametrize("key", sorted({*SCHEMA["properties"], "zzz"} - {"byte", "unit"}))
def test_the_library_that_knows_json_schema_agrees(key: str) -> None:
    """The library agrees on whether a document conforms; the messages are ours."""
    for value in WORTHS:
        doc: Any = {"name": "x", key: value}
        diag = Diagnostics()
        validate(node_of(doc), SCHEMA, diag)
        assert bool(diag.messages) != Draft202012Validator(SCHEMA).is_valid(doc), doc


def node_of(value: Any) -> Node:
    inner = ({k: node_of(v) for k, v in value.items()} if isinstance(value, dict)
             else [node_of(v) for v in value] if isinstance(value, list) else value)
    return Node(Src("spec.yaml", 1), "", inner)


@pytest.mark.parametrize("name", SCHEMAS)
def test_schema_is_a_schema(name: str) -> None:
    Draft202012Validator.check_schema(load_schema(name))


def undescribed(schema: Any, path: str) -> list[str]:
    """Keys of the language without a description, which all need one because the schema is the language's manual."""
    found = []
    if isinstance(schema, dict):
        for key, value in schema.get("properties", {}).items():
            at = f"{path}.{key}"
            if "description" not in value and "$ref" not in value:
                found.append(at)
            found += undescribed(value, at)
        for part in ("items", "additionalProperties", "patternProperties", "$defs", "oneOf", "anyOf", "allOf"):
            value = schema.get(part)
            inner = value.values() if isinstance(value, dict) and part in ("patternProperties", "$defs") else [value]
            for each in inner if not isinstance(value, list) else value:
                found += undescribed(each, f"{path}.{part}")
    return found


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_key_is_described(name: str) -> None:
    assert undescribed(load_schema(name), name) == []


@pytest.mark.parametrize("name", SCHEMAS)
def test_no_key_of_a_schema_is_given_twice(name: str) -> None:
    """The library that reads schemas would use the last one."""
    diag = Diagnostics()
    load(SCHEMA_DIR / f"{name}.yaml", diag)
    diag.stop_if_errors()


@pytest.mark.parametrize("together", [("adapter", "queues", "formats"), ("mad", "formats")])
def test_schemas_that_are_used_together_define_nothing_twice(together: tuple[str, ...]) -> None:
    names = [name for schema in together for name in load_schema(schema)["$defs"]]
    assert sorted(names) == sorted(set(names))


PAIRS: dict[str, Any] = {"type": "object", "dependentRequired": {"this": ["that"]}}


@pytest.mark.parametrize("keys,mistakes", [
    (["this", "that"], []), (["that"], []), (["this"], ["spec.yaml:1: 'this' without 'that'; expected 'that', too"]),
])
def test_keys_that_need_others(keys: list[str], mistakes: list[str]) -> None:
    doc, diag = dict.fromkeys(keys, "x"), Diagnostics()
    validate(node_of(doc), PAIRS, diag)
    assert diag.lines() == mistakes
    assert Draft202012Validator(PAIRS).is_valid(doc) != bool(mistakes)
