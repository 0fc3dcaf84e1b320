"""Stage schema: the shape of a spec file, from ``spec/schema/*.yaml`` (JSON Schema written in YAML).

All scalars are strings here (see load), so schemas constrain them with ``pattern`` and ``enum``. Keywords that are not
in JSON Schema begin with x-: ``x-expected`` says in plain English what would be right; ``x-least``, ``x-most`` and
``x-power-of-two`` limit numbers. Only the keywords below are supported; a test compares their effect with a JSON Schema
library.
"""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from codegen.core.diag import Diagnostics
from codegen.core.load import Node

SCHEMA_DIR = Path(__file__).resolve().parents[2] / "spec" / "schema"
_RANGE = frozenset(("x-least", "x-most", "x-power-of-two"))
_MEMBERS = frozenset(("properties", "patternProperties", "additionalProperties", "propertyNames"))
_KINDS: dict[type, tuple[str, str]] = {dict: ("object", "mapping"), list: ("array", "list"), str: ("string", "scalar")}


@cache
def load_schema(name: str, *others: str) -> dict[str, Any]:
    """The schema ``spec/schema/<name>.yaml`` as plain data, with the definitions of others to which it refers."""
    with open(SCHEMA_DIR / f"{name}.yaml", encoding="utf-8") as f:
        data: dict[str, Any] = yaml.load(f, Loader=yaml.CSafeLoader)
    for other in others:
        data["$defs"] |= load_schema(other)["$defs"]
    return data


def validate(doc: Node, schema: dict[str, Any], diag: Diagnostics) -> None:
    """Report every violation of ``schema`` in ``doc``."""
    for m in _Validator(schema).mistakes(doc, schema, 0):
        diag.error(m.node.src, m.node.path, m.what, m.expected)


@dataclass(frozen=True)
class _Mistake:
    node: Node
    depth: int
    keyword: str
    what: str
    expected: str


class _Validator:
    """Validates one schema. Each keyword, or group of related ones, has a method that yields the mistakes of one node.
    """

    def __init__(self, root: dict[str, Any]) -> None:
        self.root = root
        self.fine: set[tuple[int, str]] = set()  # schemas, by identity, and scalars that conform to them

    def mistakes(self, node: Node, schema: dict[str, Any], depth: int) -> list[_Mistake]:
        if not isinstance(node.value, str):
            return self.found(node, schema, depth)
        known = (id(schema), node.value)
        if known in self.fine:
            return []
        found = self.found(node, schema, depth)
        if not found:
            self.fine.add(known)
        return found

    def found(self, node: Node, schema: dict[str, Any], depth: int) -> list[_Mistake]:
        found: list[_Mistake] = []
        if "$ref" in schema:
            found += self.mistakes(node, self.root["$defs"][schema["$ref"].removeprefix("#/$defs/")], depth)
        if "type" in schema and _KINDS[type(node.value)][0] != schema["type"]:
            wanted = next(word for kind, word in _KINDS.values() if kind == schema["type"])
            return [*found, _Mistake(node, depth, "type", f"a {_kind(node)}", f"a {wanted}")]
        if "enum" in schema and not isinstance(node.value, str):
            return [*found, _Mistake(node, depth, "enum", f"a {_kind(node)}", f"one of {_words(schema['enum'])}")]
        if isinstance(node.value, str):
            found += [] if found else self.scalar(node, node.value, schema, depth)
        elif isinstance(node.value, list):
            found += self.sequence(node, node.value, schema, depth)
        else:
            found += self.mapping(node, node.value, schema, depth)
        for keyword in ("oneOf", "anyOf"):
            if keyword in schema:
                found += self.alternatives(node, schema, keyword, depth)
        return found

    def scalar(self, node: Node, text: str, schema: dict[str, Any], depth: int) -> list[_Mistake]:
        if "enum" in schema and text not in schema["enum"]:
            return [_Mistake(node, depth, "enum", f"'{_short(text)}'{_nearest(text, schema['enum'])}",
                             f"one of {_words(schema['enum'])}")]
        if "pattern" in schema and not _matches(schema["pattern"], text) or len(text) < schema.get("minLength", 0):
            return [_Mistake(node, depth, "pattern", f"'{_short(text)}'", _wanted(schema, "some text"))]
        if not _RANGE.isdisjoint(schema) and not _in_range(int(text, 0), schema):
            return [_Mistake(node, depth, "x-most", f"'{_short(text)}'", _range(schema))]
        return []

    def sequence(self, node: Node, items: list[Node], schema: dict[str, Any], depth: int) -> list[_Mistake]:
        found: list[_Mistake] = []
        least, most = schema.get("minItems", 0), schema.get("maxItems")
        if len(items) < least or most is not None and len(items) > most:
            bound = f"at least {least}" if len(items) < least else f"at most {most}"
            text = f"{least} of them" if least == most else bound
            found.append(_Mistake(node, depth, "minItems", "this list", schema.get("x-expected") or text))
        if "items" in schema:
            for item in items:
                found += self.mistakes(item, schema["items"], depth + 1)
        if schema.get("uniqueItems") and (twice := _twice(items)):
            found.append(_Mistake(twice, depth + 1, "uniqueItems", f"'{twice.text}' a second time", "each once"))
        return found

    def mapping(self, node: Node, members: dict[str, Node], schema: dict[str, Any], depth: int) -> list[_Mistake]:
        found: list[_Mistake] = []
        missing = [key for key in schema.get("required", ()) if key not in members]
        if missing:
            found.append(_Mistake(node, depth, "required", f"key '{missing[0]}' is missing",
                                  f"the keys {_words(schema['required'])}"))
        if len(members) < schema.get("minProperties", 0):
            found.append(_Mistake(node, depth, "minProperties", "this mapping",
                                  f"at least {schema['minProperties']} of them"))
        for key, others in schema.get("dependentRequired", {}).items():
            absent = [other for other in others if key in members and other not in members]
            if absent:
                found.append(_Mistake(members[key], depth + 1, "dependentRequired", f"'{key}' without '{absent[0]}'",
                                      f"'{absent[0]}', too"))
        known = schema.get("properties", {})
        for key, child in members.items() if not _MEMBERS.isdisjoint(schema) else ():
            if "propertyNames" in schema:
                found += self.mistakes(Node(child.src, child.path, key), schema["propertyNames"], depth)
            found += self.mistakes(child, known[key],
                                   depth + 1) if key in known else self.other(key, child, schema, depth + 1)
        return found

    def other(self, key: str, child: Node, schema: dict[str, Any], depth: int) -> list[_Mistake]:
        """Check a member that is not among the schema's properties."""
        patterns, more = schema.get("patternProperties", {}), schema.get("additionalProperties")
        inner = [each for pattern, each in patterns.items() if _matches(pattern, key)]
        if not inner and more is False:
            known = schema.get("properties", {})
            wanted = f"one of {_words(known)}" if known else f"a key like {_words(patterns)}"
            return [_Mistake(child, depth, "additionalProperties", f"unknown key '{key}'{_nearest(key, known)}",
                             wanted)]
        if not inner and isinstance(more, dict):
            inner = [more]
        return [mistake for each in inner for mistake in self.mistakes(child, each, depth)]

    def alternatives(self, node: Node, schema: dict[str, Any], keyword: str, depth: int) -> list[_Mistake]:
        """Report the most specific reason, which is more useful than 'matches none'."""
        tries: list[list[_Mistake]] = []
        for each in schema[keyword]:
            tries.append(self.mistakes(node, each, depth))
            if not tries[-1] and keyword == "anyOf":
                return []
        if sum(not mistakes for mistakes in tries) == 1:
            return []
        own = _Mistake(node, depth, keyword, f"this {_kind(node)}", _wanted(schema, "one of the alternatives alone"))
        best = max((m for mistakes in tries for m in mistakes),
                   key=lambda m: (m.depth, m.keyword != "type"), default=own)
        return [own if best.depth == depth and "x-expected" in schema else best]


@cache
def _regex(pattern: str) -> re.Pattern[str]:
    """``$`` matches only at the end, not before a final newline."""
    return re.compile(re.sub(r"\$$", r"\\Z", pattern).replace("$)", r"\Z)"))


def _matches(pattern: str, text: str) -> bool:
    return _regex(pattern).search(text) is not None


def _in_range(value: int, schema: dict[str, Any]) -> bool:
    fits = schema.get("x-least", 0) <= value <= schema.get("x-most", value)
    return fits and (not schema.get("x-power-of-two") or value > 0 and not value & (value - 1))


def _range(schema: dict[str, Any]) -> str:
    kind = "a power of two" if schema.get("x-power-of-two") else "a number"
    least, most = schema.get("x-least", 0), schema.get("x-most")
    return f"{kind} of at least {least}" if most is None else f"{kind} from {least} to {_number(most)}"


def _number(value: int) -> str:
    return str(value) if value < 1 << 16 else f"0x{value:x}"


def _twice(items: list[Node]) -> Node | None:
    """The first scalar that occurs twice in the list."""
    seen: set[str] = set()
    for item in items:
        if isinstance(item.value, str) and item.value in seen:
            return item
        seen.add(item.value if isinstance(item.value, str) else "")
    return None


def _wanted(schema: dict[str, Any], otherwise: str) -> str:
    return " ".join(str(schema.get("x-expected") or schema.get("description") or otherwise).split()).rstrip(".")


def _nearest(word: str, known: Any) -> str:
    near = difflib.get_close_matches(word[:80], [str(k) for k in known], 1, 0.6)
    return f" (did you mean '{near[0]}'?)" if near else ""


def _short(text: str) -> str:
    return text if len(text) <= 80 else f"{text[:70]}... ({len(text)} characters)"


def _words(words: Any) -> str:
    return ", ".join(str(w) for w in words)


def _kind(node: Node) -> str:
    return _KINDS[type(node.value)][1]
