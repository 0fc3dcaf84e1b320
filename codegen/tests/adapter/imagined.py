"""The imaginary adapters: each combines different features, so that together they use every word of the language."""

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

# Each case breaks the spec after which its folder is named.
BAD = sorted((HERE / "bad").glob("*/*.case"))


def copied(name: str, folder: Path) -> Path:
    """A copy of one of them that can be changed. The others are beside it, because it can be `like` them."""
    for other, path in SPECS.items():
        (folder / f"{other}.yaml").write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    return folder / f"{name}.yaml"


@functools.cache
def outputs(name: str) -> tuple[Output, ...]:
    """All outputs that are generated from one of them."""
    spec = read(SPECS[name], f"{name}.yaml")
    return (*adapter_outputs(spec), Output("barriers.tsv", barrier_table([spec])))


def write_below(folder: Path, every: Sequence[Output]) -> None:
    for out in every:
        target = folder / out.path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(out.text, encoding="utf-8")


# clang compiles sanitized code in less than half of gcc's time, and without optimisation in a third of that. Checks of
# every access would double that time; the project's sanitized build has them, for the same templates.
SANITIZED = ("-O0", "-fsanitize=address,undefined", "-fno-sanitize=alignment,null,pointer-overflow,object-size",
             "-fno-sanitize-recover=all")


def compile_and_run(source: Path, headers: Path, program: Path, *flags: str, sanitized: bool = False) -> None:
    compiler = ["clang", *SANITIZED] if sanitized else ["gcc"]
    # the code of a large adapter takes a compiler seconds, or minutes on a busy machine
    subprocess.run([*compiler, "-std=gnu11", "-Wall", "-Wextra", "-Werror", *flags, f"-I{headers / 'include'}", f"-I{headers}",
                    f"-I{ROOT / 'include'}", str(source), "-lcmocka", "-o", str(program)], check=True, timeout=900)
    subprocess.run([str(program)], check=True, timeout=300, capture_output=True)
