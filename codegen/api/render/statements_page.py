"""The page of numbered statements. Each is worded as the names of its tests."""

from __future__ import annotations

from pathlib import Path

from codegen.api.tested import order, statements
from codegen.core.markdown import filled

# Letter, manual from which the statements are taken, and folder of their tests.
MANUALS = {
    "V": ("the manual page verbs(7)", "contract"),
    "X": ("the manual pages on extended reliable connections", "xrc"),
    "C": ("the manual page rdma_cm(7)", "cm"),
    "I": ("the manual of the InfiniBand Access Layer", "iba"),
}
PAGE = "statements.md"


def reference(label: str, known: frozenset[str]) -> str:
    """A label for a table in another page of docs/: a link if it is the number of a statement."""
    return f"[{label}]({PAGE}#{label.lower()})" if label in known else label


def statements_page(tests: Path) -> str:
    found = statements(tests)
    lines = ["# Numbered statements", "", "Generated from the names of tests by `python3 -m codegen gen`.", "",
             *filled("The statements of the manuals are numbered, and each test has the number of the statement that it tests. Below each "
                     "number are its tests, with their program in `tests`; [status.md](status.md) has the numbers by function."), ""]
    for letter, (manual, folder) in MANUALS.items():
        labels = sorted((label for label in found if label[0] == letter), key=order)
        if not labels:
            continue
        readme = tests / folder / "README.md"
        where = f"[tests/{folder}](../tests/{folder}/README.md)" if readme.exists() else f"`tests/{folder}`"
        lines += [f"## {letter}: {manual}", "", f"{where} has most of these tests.", ""]
        for label in labels:
            lines += [f"### {label}", "", *(f"- {sentence} (`{program}`)" for sentence, program in found[label]), ""]
    return "\n".join(lines)
