# SPDX-License-Identifier: BSD-2-Clause
"""Pages of adapters with their pictures: inside the page, so that tooltips and links of fields work."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from codegen.adapter.build import described
from codegen.pictures.build import pictures
from codegen.pictures.picture import Picture
from codegen.pictures.style import STYLE

FOLDER = PurePosixPath("docs/adapters")
WORDS = "docs/adapter-words.md"
STYLED = re.compile(r"<style>.*?</style>", re.S)
ANOTHER_PAGE = re.compile(r'href="(\.\./[\w-]+)/#')
FIRST_CELL = re.compile(r"^\| `([^`]+)` \|", re.M)
FIELD = re.compile(r'href="#(format-\w+)(-[^"]+)"')
LISTING = re.compile(r"^```\n0x.*?^```\n", re.S | re.M)
TITLES = {"flow": "From post to completion", "ring": "Rings", "wqe": "WQEs", "cqe": "CQEs"}
FOLDED = ("wqe", "cqe")  # kinds of which there are many


def raw(html: str) -> str:
    return f"```````{{raw}} html\n{html}\n```````\n"


def svg(picture: Picture) -> str:
    """A picture as it stands in a page, which has the style of all of them, and names other pages by file."""
    return ANOTHER_PAGE.sub(r'href="\1.html#', STYLED.sub("", picture.svg))


def shown(picture: Picture) -> str:
    title = picture.title.partition(": ")[2]
    if picture.kind in FOLDED:
        return raw(f"<details><summary>{title}</summary>\n{svg(picture)}\n</details>")
    return raw(svg(picture)) if picture.kind == "flow" else f"### {title[:1].upper()}{title[1:]}\n\n{raw(svg(picture))}"


def opening(found: list[Picture]) -> Iterator[str]:
    """What stands before the formats."""
    yield raw(f"<style>{STYLE}</style>")
    for kind, title in TITLES.items():
        yield f"## {title}\n"
        yield from (shown(picture) for picture in found if picture.kind == kind)
    yield "## Formats\n"


def with_field_anchors(section: str, name: str) -> str:
    return FIRST_CELL.sub(rf'| <a id="format-{name}-\1"></a>`\1` |', section)


def drawn(name: str, text: str) -> str:
    """The page of an adapter with pictures instead of listings of bits, and anchors where these lead."""
    adapter = next((a for a in described() if a.name == name), None)
    if adapter is None:
        return text
    found = list(pictures(adapter))
    formats = {picture.name: picture for picture in found if picture.kind == "format"}
    head, *sections = re.split(r"^## ", text, flags=re.M)
    parts = [head, *opening(found)]
    for section in sections:
        title, _, body = section.partition("\n")
        picture = formats.get(title)
        if picture is not None:
            inside = raw(svg(picture))
            body = LISTING.sub(lambda _: inside, with_field_anchors(body, title), count=1)
            parts.append(f'<a id="format-{title}"></a>\n\n### {title}\n{body}')
        else:
            parts.append(f"## {title}\n{body}")
    return with_targets("\n".join(parts))


def with_targets(text: str) -> str:
    """Links to fields that have no row, because nothing is to be said of them, lead to their format."""
    there = set(re.findall(r'id="(format-[^"]+)"', text))
    return FIELD.sub(lambda match: match[0] if match[1] + match[2] in there else f'href="#{match[1]}"', text)


def with_pictures(path: str, text: str) -> str:
    """The page, changed if pictures concern it."""
    page = PurePosixPath(path)
    if path == WORDS:
        return FIRST_CELL.sub(r'| <a id="word-\1"></a>`\1` |', text)
    return drawn(page.stem, text) if page.parent == FOLDER else text
