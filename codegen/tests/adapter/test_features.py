"""The imaginary adapters use the whole language: every key of the grammar, and every word that is listed for a key."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from codegen.adapter.build import adapter_schema
from codegen.adapter.resolve import completed
from codegen.core.diag import Diagnostics
from codegen.core.load import Node, load
from codegen.core.schema import _matches, _Validator
from codegen.tests.adapter.imagined import SPECS

Feature = tuple[str, str]  # position in the grammar, and the key or word


def _parts(schema: dict[str, Any], where: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The parts of which a part of the grammar consists: what it refers to, and its alternatives."""
    yield where, schema
    if "$ref" in schema:
        name = schema["$ref"].removeprefix("#/$defs/")
        yield from _parts(adapter_schema()["$defs"][name], name)
    for n, each in enumerate((*schema.get("oneOf", ()), *schema.get("anyOf", ()))):
        yield from _parts(each, f"{where}|{n}")


def _is_size(word: str) -> bool:
    """True for a number of bits or bytes among several: it is not a separate feature."""
    return word.isdigit() and word != "0"


def _offered(schema: dict[str, Any], where: str, seen: set[str]) -> Iterator[Feature]:
    """All keys and words of this part of the grammar, and of the parts below it."""
    for place, part in _parts(schema, where):
        if place in seen:
            continue
        seen.add(place)
        yield from ((place, word) for word in part.get("enum", ()) if not _is_size(word))
        inner = {**part.get("properties", {}), **part.get("patternProperties", {})}
        yield from ((place, key) for key in part.get("properties", ()))
        below = {**inner, "*": part.get("additionalProperties"), "[]": part.get("items"), "?": part.get("propertyNames")}
        for key, each in below.items():
            if isinstance(each, dict):
                yield from _offered(each, f"{place}.{key}", seen)


def _used(node: Node, schema: dict[str, Any], where: str) -> Iterator[Feature]:
    """The keys and words that a spec uses."""
    validator = _Validator(adapter_schema())
    for place, part in _parts(schema, where):
        if validator.mistakes(node, part, 0):
            continue  # another alternative
        if isinstance(node.value, str):
            yield from ((place, word) for word in part.get("enum", ()) if word == node.value)
        elif isinstance(node.value, list):
            for item in node.value if "items" in part else ():
                yield from _used(item, part["items"], f"{place}.[]")
        else:
            for key, child in node.value.items():
                yield from _member(key, child, part, place)


def _member(key: str, child: Node, part: dict[str, Any], place: str) -> Iterator[Feature]:
    if "propertyNames" in part:
        yield from _used(Node(child.src, child.path, key), part["propertyNames"], f"{place}.?")
    if key in part.get("properties", {}):
        yield place, key
        yield from _used(child, part["properties"][key], f"{place}.{key}")
        return
    for pattern, each in part.get("patternProperties", {}).items():
        if _matches(pattern, key):
            yield from _used(child, each, f"{place}.{pattern}")
    if isinstance(part.get("additionalProperties"), dict):
        yield from _used(child, part["additionalProperties"], f"{place}.*")


def _tree(path: Path) -> Node:
    diag = Diagnostics()
    tree = completed(load(path, diag, path.name), path, diag)
    diag.stop_if_errors()
    return tree


def test_together_they_use_every_word_of_the_language() -> None:
    schema = adapter_schema()
    offered = set(_offered(schema, "", set()))
    used = {feature for path in SPECS.values() for tree in [_tree(path)] for feature in _used(tree, schema, "")}
    assert len(offered) > 300
    missing = sorted(f"{where}: {word}" for where, word in offered - used)
    assert not missing, "\n".join(missing)
