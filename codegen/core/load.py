"""Stage 1, load: YAML text to :class:`Node` trees that remember file and line.

Scalars stay strings; the schema decides what they mean. That avoids YAML 1.1's surprises (``no`` is false, ``31:8`` is
a number in base 60). A key that is given twice is an error.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Union

import yaml

from codegen.core.diag import Diagnostics, Src

Plain = Union[str, list["Plain"], dict[str, "Plain"]]


@dataclass(frozen=True)
class Node:
    """One value of a spec file: a scalar (str), a list of nodes or a mapping from key to node."""

    src: Src
    path: str
    value: Union[str, list["Node"], dict[str, "Node"]]

    def plain(self) -> Plain:
        """The same tree without places, as the schema validator wants it."""
        if isinstance(self.value, dict):
            return {k: v.plain() for k, v in self.value.items()}
        if isinstance(self.value, list):
            return [v.plain() for v in self.value]
        return self.value

    @property
    def text(self) -> str:
        assert isinstance(self.value, str), f"{self.src}: {self.path} is not a scalar"
        return self.value

    @property
    def number(self) -> int:
        return int(self.text, 0)

    def get(self, key: str) -> "Node | None":
        assert isinstance(self.value, dict), f"{self.src}: {self.path} is not a mapping"
        return self.value.get(key)

    def text_of(self, key: str, default: str = "") -> str:
        node = self.get(key)
        return default if node is None else node.text

    def __getitem__(self, key: str) -> "Node":
        node = self.get(key)
        assert node is not None, f"{self.src}: {self.path} has no {key}"
        return node

    def __contains__(self, key: str) -> bool:
        return self.get(key) is not None

    def items(self) -> list[tuple[str, "Node"]]:
        assert isinstance(self.value, dict), f"{self.src}: {self.path} is not a mapping"
        return list(self.value.items())

    def __iter__(self) -> Iterator["Node"]:
        assert isinstance(self.value, list), f"{self.src}: {self.path} is not a list"
        return iter(self.value)

    def at(self, keys: list[Union[str, int]]) -> "Node":
        """Follow keys and indexes as far as they lead (schema errors may name a missing key)."""
        node: Node = self
        for key in keys:
            if isinstance(node.value, dict) and str(key) in node.value:
                node = node.value[str(key)]
            elif isinstance(node.value, list) and isinstance(key, int) and key < len(node.value):
                node = node.value[key]
            else:
                break
        return node


def load(path: Path, diag: Diagnostics, shown: str = "") -> Node:
    """Read one YAML file. ``shown`` is the file name to print (default: the path as given)."""
    name = shown or str(path)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as exc:
        diag.error(Src(name, 1), "", f"cannot be read ({exc})", "a readable UTF-8 file")
        return Node(Src(name, 1), "", {})
    try:
        tree = yaml.compose(text, Loader=yaml.SafeLoader)  # type: ignore[no-untyped-call]
    except yaml.MarkedYAMLError as exc:
        line = exc.problem_mark.line + 1 if exc.problem_mark else 1
        diag.error(Src(name, line), "", f"not YAML ({exc.problem})", "well-formed YAML")
        return Node(Src(name, 1), "", {})
    if tree is None:
        diag.error(Src(name, 1), "", "the file is empty", "a mapping")
        return Node(Src(name, 1), "", {})
    return _walk(tree, name, "", diag)


def _walk(tree: yaml.Node, file: str, path: str, diag: Diagnostics) -> Node:
    src = Src(file, tree.start_mark.line + 1)
    if isinstance(tree, yaml.MappingNode):
        return Node(src, path, _walk_mapping(tree, file, path, diag))
    if isinstance(tree, yaml.SequenceNode):
        return Node(src, path, [_walk(v, file, f"{path}[{i}]", diag) for i, v in enumerate(tree.value)])
    return Node(src, path, str(tree.value))


def _walk_mapping(tree: yaml.MappingNode, file: str, path: str, diag: Diagnostics) -> dict[str, Node]:
    seen: dict[str, Node] = {}
    for key_node, value_node in tree.value:
        src = Src(file, key_node.start_mark.line + 1)
        if not isinstance(key_node, yaml.ScalarNode):
            diag.error(src, path, "a key that is not a plain word", "a plain word")
            continue
        key = str(key_node.value)
        below = f"{path}.{key}" if path else key
        if key in seen:
            diag.error(src, path, f"key '{key}' is given twice", f"it once (first on line {seen[key].src.line})")
            continue
        child = _walk(value_node, file, below, diag)
        seen[key] = Node(src, below, child.value)
    return seen
