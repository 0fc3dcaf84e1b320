# SPDX-License-Identifier: BSD-2-Clause
"""Sphinx's extension: names of calls and of pages of the manual in a text are links to those pages."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx

CALL = re.compile(r"(\w+)(?:\(\))?\Z")
PAGE = re.compile(r"\b([a-z]\w+(?:-run)?)\(([1357-8])\)")


class Links:
    """The pages of the manual, by name and section."""

    def __init__(self) -> None:
        self.pages: dict[str, str] = {}

    def load(self, app: Sphinx) -> None:
        self.pages = json.loads((Path(app.srcdir) / "man" / "names.json").read_text(encoding="utf-8"))

    def reference(self, app: Sphinx, here: str, page: str, shown: nodes.Node) -> nodes.reference:
        uri = app.builder.get_relative_uri(here, f"man/{self.pages[page]}")
        return nodes.reference("", "", shown, internal=True, refuri=uri)

    def split(self, app: Sphinx, here: str, text: str) -> Iterator[nodes.Node]:
        """A text with its mentions of pages, such as verbs(7), as links."""
        end = 0
        for match in PAGE.finditer(text):
            page = f"{match[1]}.{match[2]}"
            if page in self.pages:
                yield nodes.Text(text[end:match.start()])
                yield self.reference(app, here, page, nodes.Text(match[0]))
                end = match.end()
        yield nodes.Text(text[end:])

    def resolve(self, app: Sphinx, doctree: nodes.document, here: str) -> None:
        for node in list(doctree.findall(nodes.literal)):
            match = CALL.match(node.astext())
            if match and f"{match[1]}.3" in self.pages and not linked(node):
                node.replace_self(self.reference(app, here, f"{match[1]}.3", node.deepcopy()))
        for text in list(doctree.findall(nodes.Text)):
            parent = text.parent
            if PAGE.search(text) and not linked(text) and isinstance(parent, nodes.TextElement) and not isinstance(parent, nodes.raw):
                parent.replace(text, list(self.split(app, here, str(text))))


def linked(node: nodes.Node) -> bool:
    """True where a link would be inside of another one, of a heading or of a listing."""
    while node.parent is not None:
        node = node.parent
        if isinstance(node, (nodes.reference, nodes.title, nodes.literal_block, nodes.comment)):
            return True
    return False


def setup(app: Sphinx) -> dict[str, bool]:
    links = Links()
    app.connect("builder-inited", links.load)
    app.connect("doctree-resolved", links.resolve)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
