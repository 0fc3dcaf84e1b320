"""The imaginary adapters: each combines features that no other has, so that all of them together use every word of the
language."""

from __future__ import annotations

import functools
import subprocess
from collections.abc import Sequence
from pathlib import Path

from codegen.adapter.build import read
from codegen.adapter.lower.barriers import barrier_table
from codegen.adapter.render.adapter import adapter_outputs
from codegen.core.write import ROOT, Output

HERE = Path(__file__).parent
SPECS = {path.stem: path for path in sorted((HERE / "good").glob("*/*.yaml"))}

# Each breaks the spec that its folder is named for.
BAD = sorted((HERE / "bad").glob("*/*.case"))


def copied(name: str, folder: Path) -> Path:
    """A copy of one of them, to be changed; the others lie beside it, for what it may be like."""
    for other, path in SPECS.items():
        (folder / f"{other}.yaml").write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    return folder / f"{name}.yaml"


@functools.cache
def outputs(name: str) -> tuple[Output, ...]:
    """All that is generated of one of them."""
    spec = read(SPECS[name], f"{name}.yaml")
    return (*adapter_outputs(spec), Output("barriers.tsv", barrier_table([spec])))


def write_below(folder: Path, every: Sequence[Output]) -> None:
    for out in every:
        target = folder / out.path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(out.text, encoding="utf-8")


# clang compiles sanitized code in less than half of gcc's time, and without optimisation in a third of that. Checks of
# every access take as long again; the sanitized build of the project has them, for the same templates.
SANITIZED = ("-O0", "-fsanitize=address,undefined", "-fno-sanitize=alignment,null,pointer-overflow,object-size",
             "-fno-sanitize-recover=all")


def compile_and_run(source: Path, headers: Path, program: Path, *flags: str, sanitized: bool = False) -> None:
    compiler = ["clang", *SANITIZED] if sanitized else ["gcc"]
    # a large adapter's code takes a compiler seconds, and minutes on a machine that does much else besides
    subprocess.run([*compiler, "-std=gnu11", "-Wall", "-Wextra", "-Werror", *flags, f"-I{headers / 'include'}", f"-I{headers}",
                    f"-I{ROOT / 'include'}", str(source), "-lcmocka", "-o", str(program)], check=True, timeout=900)
    subprocess.run([str(program)], check=True, timeout=300, capture_output=True)
