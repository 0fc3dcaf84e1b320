# SPDX-License-Identifier: BSD-2-Clause
"""What the site is made of, as Sphinx wants it, in a folder of its own.

Pages keep their paths, so that their links hold. Beside the pages of nav.yaml there are those that they link, source
files among them, and the manual (manual.py). README.md is the front page.
"""

from __future__ import annotations

import posixpath
import re
import sys
from collections.abc import Callable, Iterator
from itertools import groupby
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from drawn import with_pictures  # noqa: E402
from manual import INDEX, manual_pages  # noqa: E402

FRONT = "README.md"
FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})")
LINK = re.compile(r"\[(?P<text>[^][]*)\]\((?P<uri>[^)\s]+)\)")
PICTURES = (".svg", ".png")
OUTSIDE = re.compile(r"[a-z]+:|#")
LANGUAGES = {".c": "c", ".h": "c", ".cc": "cpp", ".yaml": "yaml", ".json": "json", ".py": "python", ".service": "ini",
             ".socket": "ini", ".txt": "none"}


def prose(text: str) -> Iterator[tuple[str, bool]]:
    """(line, whether it is outside of listings) of a page."""
    fence = ""
    for line in text.split("\n"):
        match = FENCE.match(line)
        ends = bool(match and fence and match[1].startswith(fence) and line.strip() == match[1])
        if match and not fence:
            fence = match[1]
        yield line, not fence
        fence = "" if ends else fence


def in_prose(text: str, change: Callable[[str], str]) -> str:
    """The page with its text changed, and its listings as they are."""
    parts = [(outside, "\n".join(line for line, _ in lines)) for outside, lines in groupby(prose(text), lambda pair: pair[1])]
    return "\n".join(change(part) if outside else part for outside, part in parts)


class Stage:
    """The pages to write, by the path that Sphinx sees."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.waiting: list[str] = []
        self.known: set[str] = set()
        self.listed = {FRONT}

    def place(self, path: str) -> str:
        """Where the page of a file of the repository is."""
        if path == FRONT:
            return "index.md"
        return path if path.endswith(".md") else f"{path}.md"

    def want(self, path: str) -> str:
        """The page's place; it will be written."""
        if not (ROOT / path).exists():
            sys.exit(f"site: {path} is linked, and is not there")
        if (ROOT / path).is_dir() and (ROOT / path / "README.md").exists():
            path = posixpath.join(path, "README.md")
        if path not in self.known:
            self.known.add(path)
            self.waiting.append(path)
        return self.place(path)

    def linked(self, path: str, text: str) -> str:
        """The page with its links to files and folders turned into links to their pages."""
        base = posixpath.dirname(path)
        start = posixpath.dirname(self.place(path))

        def target(match: re.Match[str]) -> str:
            link, _, anchor = match["uri"].partition("#")
            there = ROOT / base / link
            if OUTSIDE.match(match["uri"]) or there.suffix in PICTURES:
                return match[0]
            if there.is_dir() and not (there / "README.md").exists():
                return match["text"]
            page = posixpath.relpath(self.want(posixpath.normpath(posixpath.join(base, link))), start or ".")
            return f"[{match['text']}]({page}{'#' + anchor if anchor else ''})"

        return in_prose(text, lambda part: LINK.sub(target, part))

    def text(self, path: str) -> str:
        text = (ROOT / path).read_text(encoding="utf-8")
        return with_pictures(path, self.linked(path, text)) if path.endswith(".md") else source_page(path, text)

    def write(self, place: str, text: str) -> None:
        there = self.folder / place
        there.parent.mkdir(parents=True, exist_ok=True)
        there.write_text(text, encoding="utf-8")

    def write_all(self) -> None:
        while self.waiting:
            path = self.waiting.pop()
            text = self.text(path)
            self.write(self.place(path), text if path in self.listed else f"---\norphan: true\n---\n\n{text}")
        for picture in (ROOT / "docs").glob("*.svg"):
            self.write(f"docs/{picture.name}", picture.read_text(encoding="utf-8"))

    def navigation(self, groups: list[dict[str, dict[str, str]]]) -> str:
        """The trees of contents of the front page; Sphinx makes the navigation of them."""
        lines: list[str] = []
        for caption, pages in (pair for group in groups for pair in group.items()):
            lines += ["", "```{toctree}", ":hidden:", f":caption: {caption}", ""]
            for pattern, title in pages.items():
                lines += [self.entry(path, title) for path in self.matching(pattern)]
            lines.append("```")
        return "\n".join([*lines, ""])

    def matching(self, pattern: str) -> list[str]:
        """The files of a line of nav.yaml that no line before it has."""
        found = [pattern] if pattern == INDEX else sorted(str(path.relative_to(ROOT)) for path in ROOT.glob(pattern))
        if not found:
            sys.exit(f"site/nav.yaml: there is no file {pattern}")
        found = [path for path in found if path not in self.listed]
        self.listed.update(found)
        return found

    def entry(self, path: str, title: str) -> str:
        page = path if path == INDEX else self.want(path)
        return f"{title.format(Path(path).stem)} </{page.removesuffix('.md')}>"


def source_page(path: str, text: str) -> str:
    fence = "`" * (3 + max((len(m) for m in re.findall(r"`{3,}", text)), default=0))
    language = LANGUAGES.get(posixpath.splitext(path)[1], "none")
    return "\n".join([f"# {path}", "", f"{fence}{language}", text.rstrip("\n"), fence, ""])


def stage(folder: Path) -> None:
    pages = Stage(folder)
    trees = pages.navigation(yaml.safe_load((ROOT / "site" / "nav.yaml").read_text(encoding="utf-8")))
    pages.want(FRONT)
    pages.write_all()
    front = folder / "index.md"
    front.write_text(front.read_text(encoding="utf-8") + trees, encoding="utf-8")
    for place, text in manual_pages(folder / ".man"):
        pages.write(place, text)
