"""Numbers as the specs write them."""

from __future__ import annotations


def value_of(text: str) -> int:
    """The value of an enumerator."""
    if text.startswith("1<<"):
        return 1 << int(text[3:])
    return int(text, 0)
