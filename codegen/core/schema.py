"""Stage 2, schema: the shape of a spec file, from ``spec/schema/*.yaml`` (JSON Schema written in YAML).

All scalars are strings here (see load), so schemas constrain them with ``pattern`` and ``enum``.
"""

from __future__ import annotations

import difflib
from pathlib import Path
from typing import Any

import yaml
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from codegen.core.diag import Diagnostics
from codegen.core.load import Node

SCHEMA_DIR = Path(__file__).resolve().parents[2] / "spec" / "schema"


def load_schema(name: str) -> dict[str, Any]:
    """The schema ``spec/schema/<name>.yaml`` as plain data."""
    with open(SCHEMA_DIR / f"{name}.yaml", encoding="utf-8") as f:
        data: dict[str, Any] = yaml.safe_load(f)
    return data


def validate(doc: Node, schema: dict[str, Any], diag: Diagnostics) -> None:
    """Report every place where ``doc`` does not have the shape that ``schema`` describes."""
    for err in Draft202012Validator(schema).iter_errors(doc.plain()):
        _report(doc, _deepest(err), diag)


def _deepest(err: ValidationError) -> ValidationError:
    """For anyOf/oneOf the most specific reason is more useful than 'matches none'."""
    while err.context:
        best = max(err.context, key=lambda e: (len(e.absolute_path), str(e.validator) != "type"))
        if len(best.absolute_path) == len(err.absolute_path) and "x-expected" in err.schema:
            break
        err = best
    return err


def _report(doc: Node, err: ValidationError, diag: Diagnostics) -> None:
    node = doc.at(list(err.absolute_path))
    kind = str(err.validator)
    if kind == "additionalProperties":
        _report_unknown_keys(node, err, diag)
    elif kind == "required":
        missing = [k for k in err.validator_value if k not in node]
        diag.error(node.src, node.path, f"key '{missing[0]}' is missing", f"the keys {_words(err.validator_value)}")
    elif kind == "enum":
        diag.error(node.src, node.path, f"'{err.instance}'{_nearest(str(err.instance), err.validator_value)}",
                   f"one of {_words(err.validator_value)}")
    elif kind == "type":
        diag.error(node.src, node.path, f"a {_kind(err.instance)}", f"a {_kind_word(err.validator_value)}")
    else:
        wanted = err.schema.get("x-expected") or err.schema.get("description") or f"{err.validator} {err.validator_value}"
        what = f"'{err.instance}'" if isinstance(err.instance, str) else f"this {_kind(err.instance)}"
        diag.error(node.src, node.path, what, " ".join(str(wanted).split()).rstrip("."))


def _report_unknown_keys(node: Node, err: ValidationError, diag: Diagnostics) -> None:
    known = list(err.schema.get("properties", {}))
    patterns = err.schema.get("patternProperties", {})
    for key, child in node.items():
        if key in known or any(_matches(p, key) for p in patterns):
            continue
        wanted = f"one of {_words(known)}" if known else f"a key like {_words(patterns)}"
        diag.error(child.src, child.path, f"unknown key '{key}'{_nearest(key, known)}", wanted)


def _matches(pattern: str, key: str) -> bool:
    import re

    return re.search(pattern, key) is not None


def _nearest(word: str, known: list[str]) -> str:
    near = difflib.get_close_matches(word, [str(k) for k in known], 1, 0.6)
    return f" (did you mean '{near[0]}'?)" if near else ""


def _words(words: Any) -> str:
    return ", ".join(str(w) for w in words)


def _kind(value: Any) -> str:
    names: dict[type, str] = {dict: "mapping", list: "list", str: "scalar"}
    return names.get(type(value), type(value).__name__)


def _kind_word(name: Any) -> str:
    return {"object": "mapping", "array": "list", "string": "scalar"}.get(str(name), str(name))
