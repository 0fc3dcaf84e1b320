"""Completion of command lines in bash: a file for each program, generated from its manual page."""

from __future__ import annotations

import re
from dataclasses import dataclass

from codegen.api.model import Page
from codegen.api.resolve import Resolved
from codegen.core.render import render
from codegen.core.write import Output

FOLDER = "contrib/bash-completion/gen"
PROGRAMS = ("1", "8")
ALWAYS = ("--help", "--version")
# The head of a list item: "- `-o`, `--odp`; `-O NAME`: text".
HEAD = re.compile(r"^- (`-.*?`): ", re.M)
# Placeholder of an argument in a page, or one of its values -> how bash finds candidates.
FOUND = {
    "FILES": "-f",
    "PROGRAMS": "-A command -f",
    "HOSTS": "-A hostname",
    "DEVICES": '-W "$(ibv_devinfo --list 2>/dev/null | sed -n \'s/^\\t//p\')"',
}
ARGUMENTS = {"PATH": "FILES", "FILE": "FILES", "HOST": "HOSTS", "ADDRESS": "HOSTS", "PROGRAM": "PROGRAMS"}
DEVICE_OPTION = "--ib-dev"


@dataclass(frozen=True)
class Option:
    names: tuple[str, ...]
    argument: str  # empty: no argument


@dataclass(frozen=True)
class Case:
    """What can follow a word."""

    words: str  # alternatives, in bash's pattern syntax
    candidates: str  # arguments of compgen; empty: no candidates are known


def options_of(page: Page) -> list[Option]:
    """The options of all lists in the page, in order."""
    found = []
    for group in (g for part in page.parts for head in HEAD.findall(part.text) for g in head.split("; ")):
        words = [re.split("[ =]", word, maxsplit=1) for word in re.findall("`(.*?)`", group)]
        found.append(Option(tuple(word[0] for word in words), next((word[1] for word in words if len(word) > 1), "")))
    return found


def candidates(words: tuple[str, ...]) -> str:
    """The arguments of compgen for these words, or for a placeholder."""
    if len(words) == 1 and words[0] in FOUND:
        return FOUND[words[0]]
    return f"-W '{' '.join(words)}'" if words else ""


def case_of(option: Option, values: dict[str, tuple[str, ...]]) -> Case:
    own = next((values[name] for name in option.names if name in values), None)
    if own is None:
        kind = "DEVICES" if DEVICE_OPTION in option.names else ARGUMENTS.get(option.argument, "")
        own = (kind,) if kind else ()
    return Case(" | ".join(option.names), candidates(own))


def completion(page: Page, program: str) -> str:
    """The completion file of one program."""
    values, lacking = dict(page.values), dict(page.lacks).get(program, ())
    options = [option for option in options_of(page) if not set(option.names) & set(lacking)]
    commands = values.get("COMMAND", ())
    cases = [case_of(option, values) for option in options if option.argument]
    cases += [Case(command, candidates(values[command])) for command in commands if command in values]
    synopsis = next((part.text for part in page.parts if part.title == "SYNOPSIS"), "")
    others = next((ARGUMENTS[word] for word in ("HOST", "PROGRAM") if re.search(rf"\b{word}\b", synopsis)), "")
    names = dict.fromkeys([*(name for option in options for name in option.names), *ALWAYS])
    return render("api/completion.bash.j2", spec=page.place.src.file, page=page, program=program,
                  function=f"_inverbs_{program.replace('-', '_')}", cases=cases, options=" ".join(names), commands=" ".join(commands),
                  others=FOUND[others] if others else "")


def completions(r: Resolved) -> list[Output]:
    """The files of all programs, with the names by which bash finds them."""
    return [Output(f"{FOLDER}/{program}", completion(page, program))
            for page in r.api.pages if page.section in PROGRAMS for program in (page.name, *page.also)]
