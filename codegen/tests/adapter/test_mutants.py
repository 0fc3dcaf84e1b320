"""A sample of the mistakes of mutants.py, and unreasonable files."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from codegen.adapter.build import read
from codegen.core.diag import SpecError
from codegen.core.write import ROOT
from codegen.tests.adapter.mutants import (SPECS, before_of, compiler_refuses, doubled, judge, members_of, mutants_of, nodes_of,
                                           tree_of)
from codegen.tests.support import case_id

# One of this many, a different one for each spec. To try all of them: python3 -m codegen.tests.adapter.mutants
SAMPLE = 31
COMPILED = 900


@pytest.mark.parametrize("path", SPECS, ids=case_id)
def test_a_mistake_is_refused_or_changes_what_is_generated(path: Path) -> None:
    tree = tree_of(path)
    before = before_of(tree, path)
    every = mutants_of(tree)
    assert len(every) > 2 * sum(1 for _ in nodes_of(tree)), "each key and each item gives about three"
    holes = [f"{m.what}: {v.text}" for m in every[SPECS.index(path) :: SAMPLE] for v in [judge(m, before, path)] if not v.good]
    assert not holes, "\n".join(holes)


@pytest.mark.parametrize("path", SPECS, ids=case_id)
def test_what_is_accepted_compiles(path: Path) -> None:
    tree = tree_of(path)
    before = before_of(tree, path)
    for mutant in mutants_of(tree)[SPECS.index(path) :: COMPILED]:
        verdict = judge(mutant, before, path)
        assert verdict.made is None or not compiler_refuses(verdict.made), mutant.what


@pytest.mark.parametrize("path", SPECS, ids=case_id)
def test_a_key_twice_is_refused(path: Path, tmp_path: Path) -> None:
    tree = tree_of(path)
    spec = tmp_path / path.name
    for member in members_of(tree)[SPECS.index(path) :: 40]:
        spec.write_text(doubled(tree, member), encoding="utf-8")
        with pytest.raises(SpecError, match=rf"{path.name}:\d+: .*is given twice; expected the key once"):
            read(spec, path.name)


STRANGE = {
    "nothing": b"", "spaces": b"   \n\n", "tab": b"\tadapter: x\n", "latin": b"adapter: \xe9\n", "nul": b"adapter: \0\n",
    "bom": b"\xef\xbb\xbfadapter: x\n", "utf16": "adapter: x\n".encode("utf-16"), "scalar": b"adapter\n", "list": b"- adapter\n",
    "deep": b"adapter: " + b"[" * 200_000, "deep block": b"".join(b" " * i + b"a:\n" for i in range(900)), "braces": b"{" * 100_000,
    "long name": b"adapter: " + b"x" * 100_000 + b"\n", "long key": b"x" * 100_000 + b": 1\n",
    "long number": b"id: " + b"9" * 5_000 + b"\n",
    "laughs": b"a: &a [x]\n" + b"".join(b"%c: &%c [%s]\n" % (98 + i, 98 + i, b", ".join([b"*%c" % (97 + i)] * 20))
                                        for i in range(20)),
    "itself": b"a: &a\n  b: *a\n", "merge": b"adapter: x\n<<: {id: 1}\n", "tag": b"adapter: !!python/name:os.system\n",
    "many keys": b"".join(b"k%d: 1\n" % i for i in range(15_000)), "big": b"# comment\n" * 500_000,
    "two": b"adapter: x\n---\nadapter: y\n",
    "control": b"adapter: \"\\x07\"\n", "bidi": "adapter: \u202ex\n".encode(), "quote": b"adapter: 'x\n",
}


@pytest.mark.parametrize("what", STRANGE)
def test_unreasonable_files_are_refused(what: str, tmp_path: Path) -> None:
    """All three languages refuse the file with file and line. Each runs in a separate process with limited time and
    memory."""
    spec = tmp_path / "spec.yaml"
    spec.write_bytes(STRANGE[what])
    program = ("import resource, sys; from pathlib import Path; from codegen.adapter.build import read\n"
               "from codegen.abi.build import load_abi; from codegen.api.build import read as read_api\n"
               "from codegen.core.diag import SpecError\n"
               "resource.setrlimit(resource.RLIMIT_CPU, (20, 20)); resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))\n"
               "path = Path(sys.argv[1])\n"
               "for language in (lambda: read(path, path.name), lambda: load_abi(path, path.name), lambda: read_api([path], path.parent)):\n"
               "    try:\n        language()\n    except SpecError as exc:\n        print(exc)\n    else:\n        sys.exit('accepted')")
    done = subprocess.run([sys.executable, "-c", program, str(spec)], cwd=ROOT, capture_output=True, text=True, check=False,
                          timeout=300)
    assert done.returncode == 0 and not done.stderr, done.stderr[-500:]
    assert done.stdout and all(line.startswith("spec.yaml:") and len(line) < 900 for line in done.stdout.splitlines())
