"""Stage resolve, on the tree that load returns, before its shape is checked: completes a spec that says only how its
adapter differs from another one."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from codegen.core.diag import Diagnostics
from codegen.core.load import Node, load

# Given instead of a value: the other adapter has this key, this one does not.
NOTHING = "~"
# Keys that no adapter inherits from another.
OWN = ("adapter", "id", "doc")


def completed(doc: Node, path: Path, diag: Diagnostics) -> Node:
    """The spec, completed from the one named by `like`. A spec without `like` stays as it is."""
    like = doc.get("like")
    if like is None or not isinstance(like.value, str) or not re.fullmatch("[a-z][a-z0-9_]*", like.value):
        return doc
    base = path.with_name(f"{like.value}.yaml")
    if not base.is_file() or base == path:
        diag.error(like.src, "like", f"there is no spec '{like.value}' beside this one [A391]",
                   "the name of an adapter with a complete spec")
        return doc
    other = load(base, diag, doc.src.file.rpartition("/")[0] + "/" * ("/" in doc.src.file) + base.name)
    diag.stop_if_errors()
    if "like" in other:
        diag.error(like.src, "like", f"'{like.value}' has 'like' itself [A391]",
                   "the name of an adapter with a complete spec")
    return _merged(_without(other, OWN), doc, diag)


def _without(node: Node, keys: tuple[str, ...]) -> Node:
    return replace(node, value={k: v for k, v in node.items() if k not in keys})


def _merged(other: Node, own: Node, diag: Diagnostics) -> Node:
    """A391: every value differs from that of the other spec, and every key that is removed exists there."""
    if own.plain() == other.plain():
        diag.error(own.src, own.path, "equals the value of the other adapter [A391]", "only what differs")
    if not isinstance(own.value, dict) or not isinstance(other.value, dict):
        return own
    value: dict[str, Node] = {}
    for key, theirs in other.items():
        mine = own.get(key)
        if mine is None or mine.value != NOTHING:
            value[key] = theirs if mine is None else _merged(theirs, mine, diag)
    for key, mine in own.items():
        if mine.value == NOTHING and key not in other:
            diag.error(mine.src, mine.path, "the other adapter has no such key [A391]", "a key of the other adapter")
        elif key not in other:
            value[key] = mine
    return replace(own, value=value)
