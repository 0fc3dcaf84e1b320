"""Text of generated Markdown pages: fills the lines of paragraphs and lists."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

WIDTH = 120


def filled(text: str, first: str = "") -> list[str]:
    """The text in lines. The first one begins with ``first``; the others are indented by its length."""
    return textwrap.wrap(text, WIDTH, initial_indent=first, subsequent_indent=" " * len(first), break_long_words=False,
                         break_on_hyphens=False)


def item(text: str) -> list[str]:
    """A list item."""
    return filled(text, "- ")


def nested(title: str, items: Sequence[str]) -> list[str]:
    """A list item that contains a list."""
    return [f"- {title}", *(line for text in items for line in filled(text, "  - "))]
