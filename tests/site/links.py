#!/usr/bin/python3
# SPDX-License-Identifier: BSD-2-Clause
"""Check that every internal link of the site has a target, and that pages fetch nothing from other sites.

Usage: links.py SITE

Links with a fragment must lead to an existing element. Prints each fault, and exits with 1 if there are any. The size of
the site is limited, too, because people copy it.
"""
from __future__ import annotations

import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LARGEST = 25_000_000  # bytes
FETCHED = {"img": ("src", "srcset"), "script": ("src",), "link": ("href",), "iframe": ("src",), "source": ("src",),
           "object": ("data",), "image": ("href", "xlink:href"), "use": ("href", "xlink:href")}
OUTSIDE = re.compile(r"(?:[a-z]+:)?//", re.I)


class Page(HTMLParser):
    """The ids and links of a page, and the files that it fetches."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.twice: set[str] = set()
        self.links: set[str] = set()
        self.fetched: set[str] = set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value for name, value in attrs if value is not None}
        names = {values[name] for name in ("id", "name") if name in values and (name == "id" or tag == "a")}
        self.twice |= names & self.ids
        self.ids |= names
        if tag in ("a", "area"):
            self.links |= {values[name] for name in ("href", "xlink:href") if name in values}
        elif tag != "link" or values.get("rel") != "canonical":
            self.fetched |= {values[name] for name in FETCHED.get(tag, ()) if name in values}


def faults_of(site: Path, here: Path, page: Page, pages: dict[Path, Page]) -> list[str]:
    found = [f"the id {name} is there twice" for name in sorted(page.twice)]
    found += [f"fetches {uri} from elsewhere" for uri in sorted(page.fetched) if OUTSIDE.match(uri)]
    for uri in sorted(uri for uri in page.links | page.fetched if not OUTSIDE.match(uri)):
        parts = urlsplit(uri)
        if parts.scheme in ("mailto", "data"):
            continue
        there = (here.parent / unquote(parts.path)).resolve() if parts.path else here
        anchor = unquote(parts.fragment)
        if parts.scheme or not there.is_relative_to(site) or not there.is_file():
            found.append(f"no file for {uri}")
        elif anchor and there.suffix == ".html" and anchor not in pages[there].ids:
            found.append(f"no element for {uri}")
    return found


def styles(site: Path) -> list[str]:
    """Returns what style sheets fetch from other sites."""
    sheets = {path: path.read_text(encoding="utf-8") for path in site.rglob("*.css")}
    return [f"{path.relative_to(site)}: fetches {uri}" for path, text in sorted(sheets.items())
            for uri in re.findall(r"""(?:url\(|@import)\s*["']?((?:https?:)?//[^"')\s]+)""", text)]


def faults(site: Path) -> list[str]:
    pages = {path: Page(path) for path in sorted(site.rglob("*.html"))}
    found = [f"{path.relative_to(site)}: {fault}" for path, page in pages.items()
             for fault in faults_of(site, path, page, pages)]
    size = sum(path.stat().st_size for path in site.rglob("*") if path.is_file())
    found += [f"the site has {size} bytes, more than {LARGEST}"] if size > LARGEST else []
    return [*found, *styles(site)] if pages else [f"no pages in {site}"]


def main(site: Path) -> int:
    found = faults(site.resolve())
    print("\n".join(found) if found else "every link leads somewhere")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
