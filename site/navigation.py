# SPDX-License-Identifier: BSD-2-Clause
"""Sphinx's extension: the tree of pages beside each page.

Sphinx resolves it again for every page, with all headings of all pages, which takes most of the time of a site with many
pages. Titles and links are all that is shown.
"""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx


class Navigation:
    """The trees of the front page, read once."""

    def __init__(self, app: Sphinx) -> None:
        trees = app.env.get_doctree(app.config.root_doc).findall(addnodes.toctree)
        self.app = app
        self.groups: list[tuple[str, list[str]]] = []
        self.titles: dict[str, str] = {}
        for tree in trees:
            self.groups.append((tree["caption"], tree["includefiles"]))
            self.titles.update({page: title for title, page in tree["entries"] if title})

    def below(self, page: str) -> list[str]:
        found: list[str] = self.app.env.toctree_includes.get(page, [])
        return found

    def item(self, page: str, here: str, level: int) -> str:
        current = " current" if page == here or here in self.below(page) else ""
        inner = self.tree(self.below(page), here, level + 1) if current and self.below(page) else ""
        title = escape(self.titles.get(page) or self.app.env.titles[page].astext())
        uri = escape(self.app.builder.get_relative_uri(self.page, page) or "#")
        return f'<li class="toctree-l{level}{current}"><a class="reference internal" href="{uri}">{title}</a>{inner}</li>'

    def tree(self, pages: list[str], here: str, level: int) -> str:
        return f"<ul>{''.join(self.item(page, here, level) for page in pages)}</ul>"

    def html(self, page: str, here: str) -> str:
        """Beside a page, with ``here`` as the one that is marked."""
        self.page = page
        return "".join(f'<p class="caption" role="heading"><span class="caption-text">{escape(caption)}</span></p>'
                       f"{self.tree(pages, here, 1)}" for caption, pages in self.groups)


def setup(app: Sphinx) -> dict[str, bool]:
    made: list[Navigation] = []

    def beside(app: Sphinx, page: str, template: str, context: dict[str, object], doctree: nodes.document | None) -> None:
        if not made:
            made.append(Navigation(app))
        home = app.env.metadata.get(page, {}).get("home", page)
        tree: Callable[..., str] = lambda **_: made[0].html(page, home)
        context["toctree"] = tree

    app.connect("html-page-context", beside, priority=100)  # before the theme's
    return {"parallel_read_safe": True, "parallel_write_safe": True}
