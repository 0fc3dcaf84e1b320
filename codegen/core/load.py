"""Stage load: YAML text to :class:`Node` trees that remember file and line.

Scalars stay strings; the schema determines their meaning. That avoids the surprises of YAML 1.1 (``no`` is false,
``31:8`` is a number in base 60). Duplicate keys are errors. So is everything that no spec needs and that may result
from a mistake or an attack: tags, several documents, deep nesting, aliases that multiply, control characters, names of
unlimited length.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Union

import yaml

from codegen.core.diag import Diagnostics, Src

Plain = Union[str, list["Plain"], dict[str, "Plain"]]

# Limits far above what specs need. Without them a small file could keep the generator busy for hours.
MOST_BYTES = 1 << 20
MOST_DEPTH = 24
MOST_VALUES = 100_000
LONGEST_KEY = 80
LONGEST_VALUE = 8_000


@dataclass(frozen=True)
class Node:
    """One value of a spec file: a scalar (str), a list of nodes or a mapping from key to node."""

    src: Src
    path: str
    value: Union[str, list["Node"], dict[str, "Node"]]

    def plain(self) -> Plain:
        """The same tree without source positions."""
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

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts of a list of scalars."""
        return tuple(each.text for each in self)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The values of a list of numbers."""
        return tuple(each.number for each in self)

    def get(self, key: str) -> "Node | None":
        assert isinstance(self.value, dict), f"{self.src}: {self.path} is not a mapping"
        return self.value.get(key)

    def text_of(self, key: str, default: str = "") -> str:
        node = self.get(key)
        return default if node is None else node.text

    def number_of(self, key: str, default: int = 0) -> int:
        node = self.get(key)
        return default if node is None else node.number

    def texts_of(self, key: str) -> tuple[str, ...]:
        """The texts of the list under a key, which may be missing."""
        node = self.get(key)
        return () if node is None else node.texts

    def numbers_of(self, key: str) -> tuple[int, ...]:
        node = self.get(key)
        return () if node is None else node.numbers

    def items_of(self, key: str) -> list[tuple[str, "Node"]]:
        """The items of the mapping under a key, which may be missing."""
        node = self.get(key)
        return [] if node is None else node.items()

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
        """Follow keys and indexes as far as they exist: schema errors can name a missing key."""
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
        data = path.read_bytes()
        if len(data) > MOST_BYTES:
            raise ValueError(f"{len(data)} bytes")
        text = data.decode("utf-8")
    except (OSError, ValueError) as exc:
        diag.error(Src(name, 1), "", f"cannot be read ({exc})",
                   f"a readable UTF-8 file of at most {MOST_BYTES >> 20} MiB")
        return Node(Src(name, 1), "", {})
    tree, messages = _parse(text, name)
    diag.messages += messages
    return tree


def events_of(text: str) -> Iterator[Any]:
    return iter(yaml.CSafeLoader(text).get_event, None)


@cache
def _parse(text: str, name: str) -> tuple[Node, list[tuple[Src, str]]]:
    """The same text is parsed only once, even if several languages read it."""
    diag = Diagnostics()
    nothing = Node(Src(name, 1), "", {})
    builder = _Builder(name, diag)
    try:
        tree = builder.document(events_of(text))
    except yaml.MarkedYAMLError as exc:
        line = exc.problem_mark.line + 1 if exc.problem_mark else 1
        diag.error(Src(name, line), "", f"not YAML ({exc.problem})", "well-formed YAML")
        return nothing, diag.messages
    except yaml.reader.ReaderError as exc:
        line = text.count("\n", 0, exc.position if isinstance(exc.position, int) else 0) + 1
        diag.error(Src(name, line), "", f"not YAML ({exc.reason})", "text without control characters")
        return nothing, diag.messages
    except _Refused:
        return nothing, diag.messages
    if tree is None:
        diag.error(Src(name, 1), "", "the file is empty", "a mapping")
        return nothing, diag.messages
    if not isinstance(tree.value, dict):
        diag.error(tree.src, "", "not a mapping", "a mapping")
        return nothing, diag.messages
    return tree, diag.messages


class _Refused(Exception):
    """Raised for a mistake after which the rest of the file is not read."""


class _Builder:
    """Builds nodes from YAML events, without recursion, and with a limit on the expansion of aliases."""

    def __init__(self, name: str, diag: Diagnostics) -> None:
        self.name, self.diag = name, diag
        self.values = 0
        self.depth = 0
        self.anchors: dict[str, list[Any]] = {}

    def refuse(self, event: Any, path: str, what: str, expected: str) -> None:
        self.diag.error(self.src(event), path, what, expected)
        raise _Refused

    def src(self, event: Any) -> Src:
        return Src(self.name, event.start_mark.line + 1)

    def document(self, events: Iterator[Any]) -> Node | None:
        tree: Node | None = None
        for event in events:
            if isinstance(event, yaml.DocumentStartEvent):
                if tree is not None:
                    self.refuse(event, "", "a second document", "one document in a file")
                tree = self.value(next(events), events, "")
        return tree

    def value(self, event: Any, events: Iterator[Any], path: str, src: Src | None = None) -> Node:
        """The node that begins with this event. The position of a member of a mapping is that of its key."""
        src = src or self.src(event)
        self.values += 1
        if self.values > MOST_VALUES:
            self.refuse(event, "", "the file is too large, or its aliases multiply", f"at most {MOST_VALUES} values")
        if isinstance(event, yaml.AliasEvent):
            return self.alias(event, path, src)
        if event.tag is not None:
            self.refuse(event, path, f"the tag '{event.tag[:LONGEST_KEY]}'", "a value without a tag")
        if event.anchor is not None:
            return self.anchored(event, events, path, src)
        if isinstance(event, yaml.ScalarEvent):
            return Node(src, path, self.scalar(event, path))
        self.depth += 1
        if self.depth > MOST_DEPTH:
            self.refuse(event, "", f"nested more than {MOST_DEPTH} deep", f"at most {MOST_DEPTH} levels")
        inner: list[Node] | dict[str, Node]
        if isinstance(event, yaml.MappingStartEvent):
            inner = self.mapping(events, path)
        else:
            inner = self.sequence(events, path)
        self.depth -= 1
        return Node(src, path, inner)

    def scalar(self, event: Any, path: str) -> str:
        text = str(event.value)
        if len(text) > LONGEST_VALUE:
            self.refuse(event, path, f"{len(text)} characters", f"at most {LONGEST_VALUE}")
        if not text.isprintable() and not text.replace("\n", "").isprintable():
            self.refuse(event, path, "a character that does not print", "text without tabs and control characters")
        return text

    def sequence(self, events: Iterator[Any], path: str) -> list[Node]:
        out: list[Node] = []
        for event in events:
            if isinstance(event, yaml.SequenceEndEvent):
                break
            out.append(self.value(event, events, f"{path}[{len(out)}]"))
        return out

    def mapping(self, events: Iterator[Any], path: str) -> dict[str, Node]:
        seen: dict[str, Node] = {}
        for event in events:
            if isinstance(event, yaml.MappingEndEvent):
                break
            src, key = self.src(event), self.key(event, path)
            below = f"{path}.{key}" if path else key
            child = self.value(next(events), events, below, src)
            if key in seen:
                self.diag.error(src, path, f"key '{key}' is given twice",
                                f"the key once (first on line {seen[key].src.line})")
            else:
                seen[key] = child
        return seen

    def key(self, event: Any, path: str) -> str:
        plain = isinstance(event, yaml.ScalarEvent) and event.anchor is None and event.tag is None
        if not plain or not event.value.isprintable():
            self.refuse(event, path, "a key that is not a plain word", "a plain word")
        if len(event.value) > LONGEST_KEY:
            self.refuse(event, path, f"a key of {len(event.value)} characters", f"at most {LONGEST_KEY}")
        return str(event.value)

    def anchored(self, event: Any, events: Iterator[Any], path: str, src: Src) -> Node:
        """Record the events of an anchored value, which are replayed for every alias."""
        taken, open_parts = [event], 0
        while True:
            open_parts += isinstance(taken[-1], yaml.CollectionStartEvent)
            open_parts -= isinstance(taken[-1], yaml.CollectionEndEvent)
            if not open_parts:
                break
            taken.append(next(events))
        anchor, event.anchor = event.anchor, None
        node = self.value(event, iter(taken[1:]), path, src)
        self.anchors[anchor] = taken
        return node

    def alias(self, event: Any, path: str, src: Src) -> Node:
        if event.anchor not in self.anchors:
            self.refuse(event, path, f"no value before this has the anchor '{event.anchor[:LONGEST_KEY]}'",
                        "an anchor earlier in the file")
        first, *rest = self.anchors[event.anchor]
        return self.value(first, iter(rest), path, src)
