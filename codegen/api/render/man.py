"""The manual: one mdoc(7) page per function or family of functions, overview pages, and links for the other names."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from codegen.api.lower.aix import words
from codegen.api.lower.comments import not_yet_effect, sentence
from codegen.api.model import Enum, EnumMember, Function, Manual, Page, Section
from codegen.api.render.man_states import state_lines
from codegen.api.render.man_types import enums_of, member_lines, shown, structs_of
from codegen.api.render.mdoc import Names, argument, escape, literal, paragraphs, sentence_lines
from codegen.api.resolve import Resolved
from codegen.core.diag import Diagnostics
from codegen.core.render import render
from codegen.core.write import Output

RETURNS = {
    "zero-or-errno": "0 on success. On failure the result is a positive errno value, and errno itself is left alone.",
    "zero-or-minus-one": "0 on success. On failure the result is -1, and errno is set.",
    "pointer": "the object on success. On failure the result is NULL, and errno is set.",
    "count": "the number of entries that it stored, which may be 0, or a negative value on failure.",
}
SOURCES = {
    "verbs7": "the manual page of the verbs in OFED",
    "rdmacm7": "the manual page of the connection manager in OFED",
    "xrc3": "the manual pages on XRC in OFED",
    "aix": "the AIX manual",
    "ofed": "the header of OFED 1.5",
    "rdma-core": "the libibverbs of rdma-core",
    "ibal": "the manual of the InfiniBand Access Layer",
    "ibal-full": "the later headers of the InfiniBand Access Layer",
}
PATHS = {
    "fast": "It makes no system call. In a program that is bound to an adapter it is inline code of that adapter.",
    "control": "It talks to the kernel, or to the emulator where one is used, and may sleep.",
    "cm": "It talks to the kernel, or to the emulator where one is used, and may sleep.",
    "pure": "It computes its result from its arguments and makes no system call.",
}
WRITTEN = {"out": "The function writes to it.", "inout": "The function reads it and writes to it."}
ANY_THREAD = "Any thread may call it at any time, also several at once on the same object."
SECTION_MATES = 16
TAG_WIDTH = 24
OVERVIEW = "7"
LINE = re.compile(r"^\.(?:Pf \S+ )?Xr (\S+) (\d)")


@dataclass(frozen=True)
class Prototype:
    returns: str
    name: str
    params: list[str]


@dataclass(frozen=True)
class FunctionPage:
    """Data for the template man3."""

    title: str
    names: list[str]
    headline: str
    library: list[str]
    header: str
    prototypes: list[Prototype]
    description: list[str]
    returns: list[str]
    example: list[str]
    errors: list[str]
    see: list[str]
    history: list[str]
    aix: list[str]
    remarks: list[str]


@dataclass(frozen=True)
class OverviewPage:
    """Data for the template man7."""

    title: str
    names: list[str]
    section: str
    headline: str
    parts: list[tuple[str, list[str]]]


class Writer:
    """Writes the pages of one resolved API. ``root`` contains the C files and the tables of state transitions that
    pages show."""

    def __init__(self, r: Resolved, manual: Manual, root: Path, diag: Diagnostics) -> None:
        self.r, self.manual, self.diag = r, manual, diag
        self.examples, self.tables = root / "tests" / "man" / "examples", root / "spec" / "kernel"
        self.headers = {s.name: plan.header.path for plan in r.plans for s in plan.sections}
        self.home = {f.name: s for s in r.api.sections for f in s.functions}
        self.pages = {f.name: f.page_name for f in r.api.functions()}
        constants = {m.name for e in r.api.enums() for m in e.members} | {m.name for m in r.api.macros()}
        self.constants = frozenset(constants)
        self.members = frozenset(path.rsplit(".", 1)[-1] for s in r.api.structs() for path, _ in member_lines(r, s.fields))

    def names(self, here: str = "", members: list[Function] | None = None) -> Names:
        """The parameter names of the page's functions or, for an overview, of all functions."""
        params = frozenset(p.name for f in members or self.r.api.functions() for p in f.params)
        return Names(self.pages, self.constants, self.members, here, params)

    def outputs(self) -> list[Output]:
        found = []
        for f in self.r.api.functions():
            if f.page:
                found.append(Output(f"man3/{f.name}.3", f".so man3/{f.page}.3\n"))
            else:
                family = [f, *(x for x in self.r.api.functions() if x.page == f.name)]
                found.append(Output(f"man3/{f.name}.3", self.text("api/man3.j2", self.function_page(family))))
        return found + [out for page in self.r.api.pages for out in self.overview(page)]

    def overview(self, page: Page) -> list[Output]:
        """A page that is not about one function, and links from its other names."""
        folder, kind = f"man{page.section}", page.section
        names = [page.name, *page.also]
        data = OverviewPage(page.name.upper(), names, kind, page.doc.rstrip("."), self.parts(page))
        links = [Output(f"{folder}/{name}.{kind}", f".so {folder}/{page.name}.{kind}\n") for name in page.also]
        return [Output(f"{folder}/{page.name}.{kind}", self.text("api/man7.j2", data)), *links]

    def text(self, template: str, page: object) -> str:
        return render(template, page=page, date=self.manual.date)

    # --- a function, or a family of them ------------------------------------------------------

    def function_page(self, family: list[Function]) -> FunctionPage:
        head = family[0]
        names = self.names(head.name, family)
        section = self.home[head.name]
        description = self.description(family, names)
        errors, returns = self.errors(family, names), self.returns(family, names)
        example = self.example(head)
        texts = [*description, *errors, *returns]
        return FunctionPage(
            head.name.upper(), [f.name for f in family], self.headline(head), paragraphs(self.manual.link, self.names()),
            self.headers[section.name], [self.prototype(f) for f in family], description, returns, example, errors,
            self.see(head, section, texts), self.history(family), self.aix(family, names), self.remarks(family, names))

    def headline(self, f: Function) -> str:
        first = re.split(r"(?<=[.!?]) ", f.doc)[0].rstrip(".")
        return escape(first if first[1:2].isupper() else first[:1].lower() + first[1:])

    def prototype(self, f: Function) -> Prototype:
        params = [argument(self.r.types[p.type].declare(p.name)) for p in f.params] or ["void"]
        storage = "static inline " if f.status == "inline" else ""
        return Prototype(storage + self.r.types[f.returns.type].declare(""), f.name, params)

    def description(self, family: list[Function], names: Names) -> list[str]:
        head = family[0]
        if len(family) == 1:
            lines = paragraphs(sentence(head.doc), names)
        else:
            lines = [".Bl -tag -width 2n"]
            for f in family:
                lines += [f".It Fn {f.name}", *sentence_lines(sentence(f.doc), names)]
            lines += [".El"]
        lines += paragraphs(head.about, names, follows=True) if head.about else []
        lines += self.arguments(family, names)
        lines += state_lines(self.r, head.states, self.tables, names) if head.states else []
        for struct in structs_of(self.r, family):
            lines += [f".Ss {struct.tag}", *paragraphs(sentence(struct.doc), names), *literal(shown(self.r, struct)),
                      ".Pp", *tagged("Va", member_lines(self.r, struct.fields), names)]
        for enum in enums_of(self.r, family):
            lines += [f".Ss {enum.spelled}", *paragraphs(sentence(enum.doc), names), ".Pp",
                      *tagged("Dv", [(m.name, meaning(m, explained(enum, family))) for m in enum.members], names)]
        return [*lines, *self.conduct(family, names)]

    def arguments(self, family: list[Function], names: Names) -> list[str]:
        """Each parameter once, with the longest description if several functions have it."""
        found: dict[str, list[str]] = {}
        for f in family:
            for p in f.params:
                notes = []
                if p.dir != "in":
                    notes.append(WRITTEN[p.dir])
                if p.null:
                    notes.append("It may be NULL.")
                texts, text = found.setdefault(p.name, []), " ".join([sentence(p.doc), *notes])
                texts[:] = [old for old in texts if not text.startswith(old.rstrip("."))]
                if not any(old.startswith(text.rstrip(".")) for old in texts):
                    texts.append(text)
        rows = [(name, text) for name, texts in found.items() for text in texts]
        return [".Ss Arguments", *tagged("Fa", rows, names)] if rows else []

    def conduct(self, family: list[Function], names: Names) -> list[str]:
        """Text about thread safety and cost."""
        head = family[0]
        rules = list(dict.fromkeys(f.threads for f in family if f.threads))
        lines = [".Ss Threads and cost"]
        if rules:
            who = [f for f in family if not f.threads]
            lines += sentence_lines(f"It may be called by {sentence(rules[0])}", names) if not who else sentence_lines(
                f"{', '.join(f'{f.name}()' for f in who)}: any thread. The others: {sentence(rules[0])}", names)
        else:
            lines += sentence_lines(ANY_THREAD, names)
        return [*lines, *sentence_lines(PATHS[head.path], names)]

    def returns(self, family: list[Function], names: Names) -> list[str]:
        groups: dict[str, list[Function]] = {}
        for f in family:
            groups.setdefault(self.result(f), []).append(f)
        lines: list[str] = []
        for text, members in groups.items():
            lines += [".Pp"] if lines else []
            if not text:
                text = "nothing."
            verb = "returns" if len(members) == 1 else "return"
            lines += sentence_lines(f"{listed(members)} {verb} {text}", names)
        return lines

    def result(self, f: Function) -> str:
        convention, doc = f.returns.convention, f.returns.doc
        status = self.r.status_of(f)
        if convention == "nothing":
            return ""
        if status:
            return f"{status.success}, or the status that says why it failed. {sentence(doc[:1].upper() + doc[1:])}".strip()
        if convention in RETURNS:
            return f"{RETURNS[convention]} {sentence(doc[:1].upper() + doc[1:])}".strip()
        if convention == "zero-or-negative":
            return f"0 on success. On failure the result is {sentence(doc)}"
        tail = " In that case errno is set." if convention == "value-or-minus-one" else ""
        return sentence(doc) + tail

    def errors(self, family: list[Function], names: Names) -> list[str]:
        groups: dict[tuple[str, str], list[Function]] = {}
        for f in family:
            for e in f.errors:
                groups.setdefault((e.name, self.condition(e.name, e.when)), []).append(f)
        if not groups:
            return []
        can_fail = [f for f in family if f.errors]
        lines = [".Bl -tag -width Er"]
        for (name, when), members in groups.items():
            who = "" if len(members) == len(can_fail) else f"{listed(members)}: "
            first = when.split()[0].strip(",;:")
            spelled = who or "_" in first or first in names.params | names.members
            text = who + (when if spelled else when[:1].upper() + when[1:])
            lines += [f".It Bq Er {name}", *sentence_lines(sentence(text), names)]
        return [*lines, ".El"]

    def condition(self, name: str, when: str) -> str:
        """The condition of an error. If the spec refers to another function's condition, that one."""
        match = re.match(r"^as (\w+)\(\)$", when)
        other = self.r.functions.get(match.group(1)) if match else None
        return next((self.condition(name, e.when) for e in other.errors if e.name == name), when) if other else when

    def example(self, f: Function) -> list[str]:
        if not f.example:
            return []
        path = self.examples / f"{f.example}.c"
        if not path.exists():
            self.diag.error(f.place.src, f"{f.place.path}.example", f"no file '{f.example}.c'",
                            f"a file of {self.examples.name}/")
            return []
        text = path.read_text(encoding="utf-8")
        return literal(re.sub(r"\A(/\*.*?\*/\s*)+", "", text, flags=re.S).rstrip("\n").split("\n"))

    def see(self, head: Function, section: Section, texts: list[str]) -> list[str]:
        """The pages that the text mentions, those of the same object, and the overview."""
        found = {(m.group(2), m.group(1)) for line in texts if (m := LINE.match(line))}
        mates = {("3", f.page_name) for f in section.functions}
        found |= mates if len(mates) <= SECTION_MATES else set()
        found |= {(page.section, page.name) for page in self.r.api.pages if page.section == OVERVIEW}
        rows = sorted((section, self.pages.get(name, name)) for section, name in found)
        rows = [row for row in dict.fromkeys(rows) if row[1] != head.name]
        return [f".Xr {name} {section}{' ,' if i + 1 < len(rows) else ''}" for i, (section, name) in enumerate(rows)]

    def history(self, family: list[Function]) -> list[str]:
        groups: dict[tuple[str, ...], list[Function]] = {}
        for f in family:
            groups.setdefault(f.sources, []).append(f)
        lines: list[str] = []
        for sources, members in groups.items():
            verb = "comes" if len(members) == 1 else "come"
            text = f"{listed(members)} {verb} from {joined([SOURCES[s] for s in sources])}."
            lines += sentence_lines(text, self.names(family[0].name, family))
        return lines

    def aix(self, family: list[Function], names: Names) -> list[str]:
        """Text about what INVERBS_AIX changes."""
        lines: list[str] = []
        for f in (f for f in family if f.aix):
            lines += [".Pp"] if lines else []
            lines += sentence_lines(f"In programs built with `-DINVERBS_AIX`, {f.name}():", names)
            lines += paragraphs("\n".join(f"- {sentence(text)}" for text in words(self.r, f)), names)
        return lines

    def remarks(self, family: list[Function], names: Names) -> list[str]:
        groups: dict[str, list[Function]] = {}
        for f in family:
            if not f.works:
                text = f.waits_for or f"{f.reason}; it {not_yet_effect(f, self.r.status_of(f))}"
                groups.setdefault(text, []).append(f)
        lines: list[str] = []
        for text, members in groups.items():
            verb = "is" if len(members) == 1 else "are"
            lines += sentence_lines(sentence(f"{listed(members)} {verb} not implemented yet: {text}"), names)
        return lines

    # --- pages of overview --------------------------------------------------------------------

    def parts(self, page: Page) -> list[tuple[str, list[str]]]:
        return [(part.title, [*paragraphs(part.text, self.names()), *(self.calls() if part.calls else [])])
                for part in page.parts]

    def calls(self) -> list[str]:
        """The table of all functions by object; functions that do not work yet are marked."""
        lines: list[str] = []
        for section in (s for plan in self.r.plans for s in plan.sections if s.functions):
            lines += [f".Ss {section.doc.rstrip('.')}", ".Bl -tag -width 4n -compact"]
            for f in section.functions:
                if f.page and f.name.startswith("_"):
                    continue
                mark = "" if f.works else " Not implemented yet."
                first = re.split(r"(?<=[.!?]) ", sentence(f.doc))[0]
                lines += [f".It Xr {f.name} 3", *sentence_lines(first + mark, self.names())]
            lines += [".El"]
        return lines


def explained(enum: Enum, family: list[Function]) -> bool:
    """True on the page of the function that returns the members' text, which also lists their causes."""
    return enum.strings is not None and enum.strings.function in (f.name for f in family)


def meaning(member: EnumMember, with_causes: bool) -> str:
    causes = [f"- {sentence(c.cause)} Look at: {sentence(c.look)}" for c in member.causes or ()] if with_causes else []
    return "\n".join([f"{sentence(member.doc)} Possible causes:\n", *causes]) if causes else member.doc


def tagged(macro: str, rows: list[tuple[str, str]], names: Names) -> list[str]:
    """A list of names and meanings. If the names are long, each meaning is below its name."""
    width = max(len(name) for name, _ in rows)
    lines = [f".Bl -tag -compact -width {width + 2 if width <= TAG_WIDTH else 4}n"]
    for name, text in rows:
        lines += [f".It {macro} {name}", *paragraphs(sentence(text), names)]
    return [*lines, ".El"]


def listed(members: list[Function]) -> str:
    names = [f"{f.name}()" for f in members]
    return joined(names)


def joined(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def man_pages(r: Resolved, root: Path) -> list[Output]:
    """Every page, by its path below the folder of a manual; raises SpecError when an example is missing."""
    diag = Diagnostics()
    found = [page for manual in r.api.manuals for page in Writer(r, manual, root, diag).outputs()]
    diag.stop_if_errors()
    return found
