"""Deliberate mistakes: every number, every key and every choice of a good spec, one change at a time.

A change that the checker accepts must change the generated files; otherwise the spec has a key that is never read. The
tests try a sample; ``python3 -m codegen.tests.adapter.mutants`` tries all changes, and with ``--compile`` it also
compiles what is accepted.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Union

from codegen.adapter.abilities import cmake_lists
from codegen.adapter.build import SPEC_DIR, accepted, adapter_schema
from codegen.adapter.model.adapter import Adapter
from codegen.adapter.render.adapter import adapter_outputs, layout_lock, shared_outputs
from codegen.adapter.resolve import completed
from codegen.core.diag import Diagnostics, SpecError
from codegen.core.load import Node, load
from codegen.core.write import ROOT, Output

HERE = Path(__file__).parent
SPECS = [*sorted(SPEC_DIR.glob("*.yaml")), *sorted((HERE / "good").glob("*/*.yaml"))]
BIG = 1 << 33
_NUMBER = re.compile(r"(?<![\w.])(?:0x[0-9a-f]+|[0-9]+)(?![\w])|(?<=[.-])[0-9]+(?![\w])|(?<=/)[0-9]+$", re.IGNORECASE)
_NUMERIC = re.compile(r"^(?:0x[0-9a-f]+|[0-9]+)(?:\.[0-9]+(?:-[0-9]+)?)?(?:/[0-9]+)?$", re.IGNORECASE)
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
Keys = tuple[Union[str, int], ...]


@dataclass(frozen=True)
class Mutant:
    what: str  # what was changed, and where
    tree: Node
    words: bool  # the change affects texts: comments and pages count as output


def nodes_of(node: Node, keys: Keys = ()) -> Iterator[tuple[Keys, Node]]:
    """Every node below, with its path."""
    inner: list[tuple[Union[str, int], Node]] = []
    if isinstance(node.value, dict):
        inner = list(node.value.items())
    elif isinstance(node.value, list):
        inner = list(enumerate(node.value))
    for key, child in inner:
        yield (*keys, key), child
        yield from nodes_of(child, (*keys, key))


def _with(node: Node, keys: Keys, new: Node | None) -> Node:
    """The tree with the node at this path replaced or removed."""
    first, rest = keys[0], keys[1:]
    if isinstance(node.value, dict):
        members = dict(node.value)
        if rest:
            members[str(first)] = _with(members[str(first)], rest, new)
        elif new is None:
            del members[str(first)]
        else:
            members[str(first)] = new
        return replace(node, value=members)
    assert isinstance(node.value, list) and isinstance(first, int)
    items = list(node.value)
    if rest:
        items[first] = _with(items[first], rest, new)
    else:
        items[first : first + 1] = [] if new is None else [new]
    return replace(node, value=items)


def numbers(tree: Node) -> Iterator[Mutant]:
    """Each number plus one, doubled, and far beyond any field; in a place, each of its numbers."""
    for keys, node in nodes_of(tree):
        if not isinstance(node.value, str) or not _NUMERIC.match(node.value):
            continue
        for found in _NUMBER.finditer(node.value):
            value = int(found[0], 0) if not re.match(r"0[0-9]", found[0]) else int(found[0])
            for new in sorted({value + 1, value * 2, BIG} - {value}):
                shown = f"0x{new:x}" if found[0].startswith("0x") else str(new)
                text = node.value[: found.start()] + shown + node.value[found.end() :]
                yield Mutant(f"{node.path}: {node.value} -> {text}", _with(tree, keys, replace(node, value=text)), False)


def dropped(tree: Node) -> Iterator[Mutant]:
    """Each key and each list item removed."""
    for keys, node in nodes_of(tree):
        yield Mutant(f"{node.path}: dropped", _with(tree, keys, None), True)


def moved(tree: Node) -> Iterator[Mutant]:
    """Each key moved to the mapping around its own, and to one beside it."""
    for keys, node in nodes_of(tree):
        if isinstance(keys[-1], int):
            continue
        without = _with(tree, keys, None)
        around = tree.at(list(keys[:-2])) if len(keys) > 1 and isinstance(keys[-2], str) else None
        if around is not None and keys[-1] not in around:
            yield Mutant(f"{node.path}: moved out", _with(without, (*keys[:-2], keys[-1]), node), True)
        for key, beside in tree.at(list(keys[:-1])).items():
            if key != keys[-1] and isinstance(beside.value, dict) and keys[-1] not in beside:
                yield Mutant(f"{node.path}: moved into {key}", _with(without, (*keys[:-1], key, keys[-1]), node), True)
                break


def constant(tree: Node) -> Iterator[Mutant]:
    """Each field with a source set to 0 instead, so that the value is not stored."""
    for keys, node in nodes_of(tree):
        field = tree.at(list(keys[:-1]))
        if keys[0] != "formats" or keys[-1] != "from" or "bytes" in field:
            continue
        kept = {key: value for key, value in field.items() if key in ("at", "word", "enum", "doc", "overlays", "pushed")}
        zero = replace(field, value={**kept, "const": replace(node, value="0")})
        yield Mutant(f"{field.path}: from {node.text} -> const 0", _with(tree, keys[:-1], zero), True)


def _closed_lists() -> dict[str, set[str]]:
    """The words that a key may have as its value, by key, where the grammar lists them."""
    lists: dict[str, set[str]] = {}
    schema = adapter_schema()

    def look_at(part: dict[str, Any], key: str) -> None:
        part = schema["$defs"][part["$ref"].rpartition("/")[2]] if "$ref" in part else part
        if key:
            lists.setdefault(key, set()).update(part.get("enum", ()))
        for inner in (*part.get("oneOf", ()), *part.get("anyOf", ()), *([part["items"]] if "items" in part else [])):
            if inner.get("$ref") not in seen:
                look_at(inner, key)
        for name, inner in part.get("properties", {}).items():
            if "$ref" not in inner or (name, inner["$ref"]) not in seen:
                seen.add((name, inner.get("$ref")))
                look_at(inner, name)

    seen: set[Any] = set()
    for each in (schema, *schema["$defs"].values()):
        look_at(each, "")
    return {key: words for key, words in lists.items() if len(words) > 1}


def chosen(tree: Node) -> Iterator[Mutant]:
    """Each word of a closed list replaced by each of the others."""
    lists = _closed_lists()
    for keys, node in nodes_of(tree):
        name = next((key for key in reversed(keys) if isinstance(key, str)), "")
        if not isinstance(node.value, str) or node.value not in lists.get(name, ()):
            continue
        for word in sorted(lists[name] - {node.value}):
            yield Mutant(f"{node.path}: {node.value} -> {word}", _with(tree, keys, replace(node, value=word)), True)


def members_of(tree: Node) -> list[Node]:
    """The members of all mappings in the tree."""
    return [node for keys, node in nodes_of(tree) if isinstance(keys[-1], str)]


def doubled(node: Node, twice: Node) -> str:
    """The tree in YAML's flow style with one key written twice, which a tree cannot represent."""
    if isinstance(node.value, dict):
        parts = [f"{json.dumps(k)}: {doubled(v, twice)}" for k, v in node.value.items() for _ in range(1 + (v is twice))]
        return "{" + ",\n".join(parts) + "}"
    if isinstance(node.value, list):
        return "[" + ", ".join(doubled(v, twice) for v in node.value) + "]"
    return json.dumps(node.value)


def outputs_of(a: Adapter) -> list[Output]:
    return [*adapter_outputs(a), *shared_outputs([a]), Output("layout.lock", layout_lock([a])),
            Output("Adapters.cmake", cmake_lists([a]))]


def look(a: Adapter, words: bool) -> list[str]:
    """The generated text, without comments and pages unless texts count."""
    return [out.text if words else _COMMENT.sub("", out.text) for out in outputs_of(a) if words or not out.path.endswith(".md")]


@dataclass(frozen=True)
class Verdict:
    good: bool
    text: str
    made: Adapter | None = None


def made_of(tree: Node, path: Path) -> Adapter:
    """The result of the stages after load."""
    diag = Diagnostics()
    whole = completed(tree, path, diag)
    diag.stop_if_errors()
    return accepted(whole)


def judge(mutant: Mutant, before: dict[bool, list[str]], path: Path) -> Verdict:
    """The verdict: a change must be refused with file and line, or accepted with different output. Anything else is a
    hole."""
    name = "|".join(re.escape(each.name) for each in path.parent.glob("*.yaml"))  # the spec that it is `like` is beside it
    try:
        made = made_of(mutant.tree, path)
        after = look(made, mutant.words)
    except SpecError as exc:
        lines = str(exc).splitlines()
        if all(re.match(rf"(?:{name}):\d+: .*; expected ", line) for line in lines):
            return Verdict(True, f"refused: {lines[0]}")
        return Verdict(False, f"a message without file and line: {lines[0]}")
    except Exception:  # noqa: BLE001 - any exception is a finding
        return Verdict(False, traceback.format_exc(limit=-3))
    finally:
        adapter_outputs.cache_clear()
    return Verdict(True, "changed", made) if after != before[mutant.words] else Verdict(False, "accepted, and nothing changes",
        made)


def tree_of(path: Path) -> Node:
    diag = Diagnostics()
    tree = load(path, diag, path.name)
    diag.stop_if_errors()
    return tree


def mutants_of(tree: Node) -> list[Mutant]:
    return [*numbers(tree), *dropped(tree), *moved(tree), *constant(tree), *chosen(tree)]


def before_of(tree: Node, path: Path) -> dict[bool, list[str]]:
    good = made_of(tree, path)
    return {words: look(good, words) for words in (False, True)}


def compiler_refuses(a: Adapter) -> str:
    """The first compiler error in the generated code, if any."""
    with tempfile.TemporaryDirectory() as folder:
        for out in [*adapter_outputs(a), *shared_outputs([a])]:
            target = Path(folder, out.path)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(out.text, encoding="utf-8")
        headers = sorted(Path(folder, "include").glob(f"inverbs/*/{a.name}*.h"))
        sources = "".join(f"#include <{path.relative_to(Path(folder, 'include'))}>\n" for path in headers)
        sources += "".join(path.read_text(encoding="utf-8") for path in Path(folder).glob("providers/gen/*_ops.c"))
        done = subprocess.run(["gcc", "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", f"-I{folder}/include",
                               f"-I{ROOT / 'include'}", f"-I{ROOT}", f"-I{folder}/providers/gen", "-x", "c", "-"], input=sources,
                               capture_output=True,
                              text=True, check=False, timeout=120)
    adapter_outputs.cache_clear()
    errors = [line for line in done.stderr.splitlines() if "error:" in line]
    return errors[0] if errors else ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--compile", action="store_true", help="show what is accepted to a compiler")
    parser.add_argument("--every", type=int, default=1, help="look at one of so many")
    parser.add_argument("spec", nargs="*", help="names of adapters; all unless given")
    args = parser.parse_args()
    holes = tried = 0
    for path in (p for p in SPECS if not args.spec or p.stem in args.spec):
        tree = tree_of(path)
        before = before_of(tree, path)
        for mutant in mutants_of(tree)[:: args.every]:
            tried += 1
            verdict = judge(mutant, before, path)
            error = compiler_refuses(verdict.made) if args.compile and verdict.good and verdict.made else ""
            if error or not verdict.good:
                holes += 1
                print(f"{path.stem}: {mutant.what}: {error or verdict.text}", flush=True)
    print(f"{tried} mutants, {holes} holes")
    return 1 if holes else 0


if __name__ == "__main__":
    sys.exit(main())
