"""Text of generated Markdown pages: sentences stand in paragraphs and lists, whose lines are filled here."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

WIDTH = 120


def filled(text: str, first: str = "") -> list[str]:
    """The text in lines; ``first`` opens the first one, and the others are indented by as much."""
    return textwrap.wrap(text, WIDTH, initial_indent=first, subsequent_indent=" " * len(first), break_long_words=False,
                         break_on_hyphens=False)


def item(text: str) -> list[str]:
    """An item of a list."""
    return filled(text, "- ")


def nested(title: str, items: Sequence[str]) -> list[str]:
    """An item of a list, with a list of its own."""
    return [f"- {title}", *(line for text in items for line in filled(text, "  - "))]
