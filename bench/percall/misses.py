# SPDX-License-Identifier: BSD-2-Clause
"""Writes docs/percall-misses.md: the figures that exceed their targets, with a reason each; and for each adapter a page
with the instructions."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from assembly import GROUPS, Instruction, executed, of_site
from counting import SITES, Figures, Key, Program
from figures import cases
from page import adapters_shown, markdown
from targets import NOT_BOUND, VARIANTS, Miss, over_target, read_targets

HERE = Path(__file__).resolve().parent
TEXT = HERE / "misses.md.in"
LISTINGS = HERE / "listings.md.in"
REASONS = HERE / "reasons.txt"
UPDATE = "bench/percall/run update"
# how far the sum of rounded counts may be from the figure
SLACK = 0.15
WHERE = "| where |"


@dataclass(frozen=True)
class Block:
    """The data for which a program must be run: the instructions and their groups."""

    groups: str
    listing: str


Blocks = dict[str, Block]
NO_BLOCK = Block("", "")


def find(figures: Figures) -> list[Miss]:
    """All misses, in the order of the page."""
    return sorted(over_target(figures), key=lambda m: adapters_shown().index(m.adapter))


def reasons() -> dict[str, str]:
    """Read the reasons: title of a miss -> why. In the file: a line with adapter, names and a colon; then the text,
    indented."""
    found: dict[str, str] = {}
    titles: list[str] = []
    for line in REASONS.read_text().splitlines():
        if line.startswith("#") or not line.strip():
            continue
        if line.startswith(" "):
            found.update({t: f"{found[t]}\n{line.strip()}".strip() for t in titles})
        else:
            adapter, *names = line.rstrip(":").split()
            titles = [f"{adapter} {name}" for name in names]
            found.update({t: "" for t in titles})
    return found


def groups(listing: list[Instruction], unit: str) -> str:
    """The number of instructions or bytes in each group."""
    sums = {g: sum(i.count for i in listing if i.group == g) for g in GROUPS}
    rows = [[g, f"{round(n, 1):g}"] for g, n in sums.items() if round(n, 1)]
    return markdown(["where", unit], [*rows, ["all", f"{round(sum(sums.values()), 1):g}"]], 1)


def listed(listing: list[Instruction]) -> str:
    """One line per instruction."""
    lines = []
    for i in listing:
        count = "" if 0.95 < i.count < 1.05 else f"{i.count:.2f}".rstrip("0").rstrip(".")
        lines.append(f"{count:>5}  {i.group:19}  {i.text:44}  {i.function}".rstrip())
    return "\n".join(lines)


def blocks(programs: list[Program], misses: list[Miss]) -> Blocks:
    """Get the data for which a program must be run."""
    wanted: dict[str, list[Key]] = {}
    for miss in misses:
        wanted.setdefault(miss.keys[0].column, []).append(miss.keys[0])
    with ThreadPoolExecutor(2) as pool:
        found = {key: listing for part in pool.map(lambda p: of_program(p, wanted.get(p.column, [])), programs)
                 for key, listing in part.items()}
    out: Blocks = {}
    seen: dict[str, Miss] = {}
    for miss in misses:
        key = miss.keys[0]
        if key not in found:
            continue
        text = listed(found[key])
        first = seen.setdefault(key.column + text, miss)
        body = f"```\n{text}\n```" if first is miss else f"The same as [{first.name}](#{first.anchor})."
        out[miss.title] = Block(groups(found[key], "bytes" if key.what == "bytes" else "instructions"), body)
    return out


def of_program(program: Program, keys: list[Key]) -> dict[Key, list[Instruction]]:
    """The listings of one program."""
    symbols = {word: symbol for symbol, word in SITES.items()}
    counted = [k for k in keys if k.what in (*VARIANTS, NOT_BOUND)]
    found = executed(program, counted) if counted else {}
    found.update({k: of_site(program, symbols[k.name]) for k in keys if k.what == "bytes"})
    return found


def sections(page: Path) -> dict[str, str]:
    """The text of each page, by title."""
    text = page.read_text() if page.exists() else ""
    return {title: body.strip() for title, body in re.findall(r"^## (\S+ \S+)$(.*?)(?=^## |\Z)", text, re.M | re.S)}


def committed_blocks(page: Path) -> Blocks:
    """The listings, as read from the pages."""
    found = {}
    listings = {title: body for adapter in adapters_shown() for title, body in sections(listing_page(page, adapter)).items()}
    for title, body in sections(page).items():
        table = re.search(rf"^{re.escape(WHERE)}.*?(?=\n\n|\Z)", body, re.M | re.S)
        found[title] = Block(table[0] if table else "", listings.get(title, "").partition("\n\n")[2])
    return found


def listing_page(page: Path, adapter: str) -> Path:
    """A link to the page with the instructions."""
    return page.with_name(f"{page.stem}-{adapter}.md")


def words(name: str) -> str:
    """The description of a case or a call site."""
    return cases("IP").get(name, name.replace("-", " "))


def section(page: Path, miss: Miss, figures: Figures, why: str, block: Block) -> str:
    """The section about one miss."""
    targets = read_targets(figures)
    rows = [[k.column, k.what.replace("-", " "), f"{figures[k]:g}", f"{targets[k]:g}"] for k in miss.keys]
    table = markdown(["program", "what", "figure", "target"], rows, 2)
    link = f"[The instructions]({listing_page(page, miss.adapter).name}#{miss.anchor})." if block.listing else ""
    return "\n\n".join(part for part in (f"## {miss.title}", words(miss.name), table, why, block.groups, link) if part)


def listings(miss_list: list[Miss], shown: Blocks) -> str:
    """The page of an adapter."""
    parts = [f"## {m.title}\n\n{words(m.name)}: {m.keys[0].column}, {m.keys[0].what.replace('-', ' ')}\n\n{shown[m.title].listing}"
             for m in miss_list if shown.get(m.title, NO_BLOCK).listing]
    return LISTINGS.read_text().replace("@adapter@", miss_list[0].adapter).replace("@sections@", "\n\n".join(parts))


def render(figures: Figures, page: Path, shown: Blocks) -> dict[Path, str]:
    """The pages."""
    misses, why, targets = find(figures), reasons(), read_targets(figures)
    rows = [[m.link, words(m.name), f"{figures[m.keys[0]]:g}", f"{targets[m.keys[0]]:g}"] for m in misses]
    parts = [section(page, m, figures, why.get(m.title, ""), shown.get(m.title, NO_BLOCK)) for m in misses]
    text = TEXT.read_text().replace("@index@", markdown(["section", "one operation", "figure", "target"], rows, 2))
    out = {page: text.replace("@sections@", "\n\n".join(parts))}
    for adapter in adapters_shown():
        mine = [m for m in misses if m.adapter == adapter]
        if mine:
            out[listing_page(page, adapter)] = listings(mine, shown)
    return out


def complaints(figures: Figures, page: Path) -> list[str]:
    """Errors in the pages and in the reasons."""
    misses, why, shown = find(figures), reasons(), committed_blocks(page)
    titles = {m.title for m in misses}
    wrong = [f"{m.title} is over its target and {page} has no section: {UPDATE}" for m in misses if m.title not in shown]
    wrong += [f"{t} has met its targets and {page} has a section: {UPDATE}" for t in shown if t not in titles]
    wrong += [f"{m.title} is over its target and {REASONS} does not say why" for m in misses if not why.get(m.title)]
    wrong += [f"{t} has met its targets and {REASONS} says why not" for t in why if t not in titles]
    for miss in misses:
        block, figure = shown.get(miss.title, NO_BLOCK), figures[miss.keys[0]]
        total = re.search(r"^\| all \| (\S+) \|$", block.groups, re.M)
        complete = block.listing and total and abs(float(total[1]) - figure) <= SLACK
        if miss.title in shown and miss.keys[0].what != "compile" and not complete:
            wrong.append(f"{miss.title}: no instructions that add up to {figure:g}: {UPDATE}")
    if not wrong:
        wrong = [f"{path} shows other figures or reasons: {UPDATE}" for path, text in render(figures, page, shown).items()
                 if path.read_text() != text]
    return wrong
