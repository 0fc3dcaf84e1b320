"""Random specs: good and bad specs of each language, changed in a few lines, words and characters.

Whatever a file contains, the generator must either accept it and generate outputs, or report its mistakes as a
SpecError. The messages guide the search: a spec with a new message is changed further. ``python3 -m codegen.tests.fuzz
SECONDS [SEED]`` searches, and writes specs that break the generator to build-fuzz/found; the tests run a short search,
and repeat earlier findings (``found`` beside this file).
"""

from __future__ import annotations

import random
import re
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from pathlib import Path

from codegen.abi.build import load_abi
from codegen.abi.render import outputs_of
from codegen.adapter.build import read as read_adapter
from codegen.adapter.render.adapter import adapter_outputs
from codegen.api.build import read as read_api
from codegen.api.render.api import generate
from codegen.core.diag import SpecError
from codegen.core.write import ROOT

HERE = Path(__file__).parent
FOUND = HERE / "found"
MOST_CHANGES = 4
_DETAIL = re.compile(r"'[^']*'|\"[^\"]*\"|\b\d+\b|0x[0-9a-f]+|^[^:]*:\d+: [^ ]*: ", re.MULTILINE)
_WORD = re.compile(r"[\w.*/-]+")
_ODD = ["0", "-1", "1", "64", "65", "4294967296", "0x0", "''", "[]", "{}", "[x]", "{x: y}", "~", "true", "x", "a.b", "31-0", "&a x", "*a", "é"]


def _abi(path: Path) -> None:
    outputs_of(load_abi(path, path.name), path.name)


def _api(path: Path) -> None:
    generate(read_api([path], root=path.parent), path.parent)


def _adapter(path: Path) -> None:
    adapter_outputs(read_adapter(path, path.name))


LANGUAGES: dict[str, Callable[[Path], None]] = {"abi": _abi, "api": _api, "adapter": _adapter}


def seeds(language: str) -> list[str]:
    """The specs of the tests; the search finds out which of them are complete on their own."""
    paths = [*sorted((HERE / language / "good").glob("*/*.yaml")), *sorted((HERE / language / "bad").glob("*.yaml"))]
    return [path.read_text(encoding="utf-8") for path in paths]


def _changed_line(lines: list[str], at: int, other: list[str], rng: random.Random) -> list[str]:
    """The lines, with one of them changed, moved, repeated, removed, or taken from another spec."""
    line = lines[at]
    words = list(_WORD.finditer(line))
    donor = _WORD.findall(rng.choice(other)) or ["x"]
    new: list[str]
    kind = rng.randrange(8)
    if kind == 0:
        new = []
    elif kind == 1:
        new = [line, line]
    elif kind == 2:
        new = [line, rng.choice(other)]
    elif kind == 3:
        new = ["  " + line if rng.random() < 0.5 else line[2:]]
    elif kind == 4 and line:
        place = rng.randrange(len(line))
        new = [line[:place] + rng.choice(":{}[],-# '\"&*x0") + line[place + rng.randrange(2) :]]
    elif kind == 5:
        move = rng.randrange(len(lines))
        lines = [each for n, each in enumerate(lines) if n != at]
        return [*lines[:move], line, *lines[move:]]
    elif words:
        word = rng.choice(words)
        new = [line[: word.start()] + rng.choice([*_ODD, *donor, *donor]) + line[word.end() :]]
    else:
        new = [rng.choice(other)]
    return [*lines[:at], *new, *lines[at + 1 :]]


def changed(text: str, other: str, rng: random.Random) -> str:
    """A spec with a few changes."""
    lines = text.split("\n")
    for _ in range(rng.randint(1, MOST_CHANGES)):
        if lines:
            lines = _changed_line(lines, rng.randrange(len(lines)), other.split("\n"), rng)
    return "\n".join(lines)


def report(language: str, text: str, folder: Path) -> str:
    """The messages of the generator about a spec, without names and numbers; empty if it is accepted."""
    name = re.search(r"^(?:adapter|abi): *(\w+) *$", text, re.MULTILINE)
    path = folder / f"{name[1] if name else 'spec'}.yaml"
    path.write_text(text, encoding="utf-8", errors="surrogatepass")
    try:
        LANGUAGES[language](path)
    except SpecError as exc:
        return _DETAIL.sub("", str(exc).split("\n", maxsplit=1)[0])
    finally:
        path.unlink()
    return ""


def search(language: str, rng: random.Random, more: Callable[[int], bool], broken: Callable[[str, str], None]) -> int:
    """Change specs as long as `more` returns true. Returns the number of different messages."""
    pool = seeds(language)
    seen: set[str] = set()
    tried = 0
    with tempfile.TemporaryDirectory() as name:
        while more(tried):
            tried += 1
            text = changed(rng.choice(pool), rng.choice(pool), rng)
            try:
                said = report(language, text, Path(name))
            except Exception:  # pylint: disable=broad-except
                broken(text, traceback.format_exc())
                continue
            if said not in seen:
                seen.add(said)
                pool.append(text)
    return len(seen)


def main() -> int:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 60
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(1 << 32)
    folder = ROOT / "build-fuzz" / "found" / "specs"
    folder.mkdir(parents=True, exist_ok=True)
    failures: dict[str, Path] = {}

    def broken(text: str, trace: str) -> None:
        where = trace.strip().split("\n")[-3].strip() + trace.strip().split("\n")[-1][:80]
        if where not in failures:
            failures[where] = folder / f"{language}-{len(failures)}.yaml"
            failures[where].write_text(text, encoding="utf-8", errors="surrogatepass")
            print(f"{failures[where]}:\n{trace}")

    print(f"specs: seed {seed}")
    for language in LANGUAGES:
        end = time.monotonic() + seconds / len(LANGUAGES)
        tries = 0

        def more(tried: int) -> bool:
            nonlocal tries
            tries = tried
            return time.monotonic() < end  # pylint: disable=cell-var-from-loop

        messages = search(language, random.Random(seed), more, broken)
        print(f"specs: {language}: {tries} specs, {messages} messages")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
