"""The adapter language: acme and rigel use all of it; each bad case is one of them with one mistake.

A case file in ``bad/`` (acme) or ``bad_ring/`` (rigel) holds the line of the spec that it replaces (``-``), the lines it
puts there (``+``) and the exact messages (``=``). ``pytest --update`` rewrites the messages; read the diff.
"""

from __future__ import annotations

import re
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from codegen.adapter.abilities import cmake_lists
from codegen.adapter.build import SPEC_DIR, adapter_outputs, adapters, layout_lock, read, shared_outputs
from codegen.adapter.check_identity import check_together
from codegen.adapter.words import SEND_SOURCES
from codegen.core.diag import Diagnostics, Src
from codegen.core.write import ROOT, Output
from codegen.tests.support import Expected, case_id, messages_of

HERE = Path(__file__).parent
SPECS = {name: HERE / "good" / name / f"{name}.yaml" for name in ("acme", "rigel")}
QUEUES = {name: HERE / "good" / name / f"{name}.yaml" for name in ("vega", "deneb")}
BAD = [(name, case) for name, folder in (("acme", "bad"), ("rigel", "bad_ring"))
       for case in sorted((HERE / folder).glob("*.case"))]


def outputs_of(name: str) -> list[Output]:
    spec = read(SPECS[name], f"{name}.yaml")
    return [*adapter_outputs(spec), Output("layout.lock", layout_lock([spec])), Output("Adapters.cmake", cmake_lists([spec]))]


def write_below(folder: Path, outputs: list[Output]) -> None:
    for out in outputs:
        target = folder / out.path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(out.text, encoding="utf-8")


def compile_and_run(source: Path, headers: Path, program: Path, *flags: str) -> None:
    subprocess.run(["gcc", "-std=gnu11", "-Wall", "-Wextra", "-Werror", *flags, f"-I{headers / 'include'}", f"-I{headers}",
                    f"-I{ROOT / 'include'}", str(source), "-lcmocka", "-o", str(program)], check=True, timeout=120)
    subprocess.run([str(program)], check=True, timeout=60, capture_output=True)


@pytest.mark.parametrize("name", SPECS)
def test_a_good_spec_gives_exactly_the_expected_files(name: str, expected: Expected) -> None:
    expected.check_outputs(HERE / "good" / name / "expected", outputs_of(name))


@pytest.mark.parametrize("name", SPECS)
def test_nothing_that_is_generated_depends_on_lines(name: str, tmp_path: Path) -> None:
    spec = tmp_path / f"{name}.yaml"
    spec.write_text("# three\n# more\n# lines\n" + SPECS[name].read_text(encoding="utf-8"), encoding="utf-8")
    moved = [out for a in [read(spec, f"{name}.yaml")] for out in [*adapter_outputs(a), *shared_outputs([a])]]
    stays = [out for a in [read(SPECS[name], f"{name}.yaml")] for out in [*adapter_outputs(a), *shared_outputs([a])]]
    assert moved == stays


def test_ids_and_names_belong_to_one_adapter_each() -> None:
    acme, rigel = (read(SPECS[name], f"{name}.yaml") for name in ("acme", "rigel"))
    diag = Diagnostics()
    check_together([acme, replace(rigel, id=acme.id, src=Src("other.yaml", 1))], diag)
    assert diag.lines() == [
        "rigel.yaml:2: adapter: 'rigel' in the file other.yaml [A134]; expected the name of the file",
        "rigel.yaml:3: id: 20 is the id of acme [A133]; expected the next one that no adapter ever had"]


def test_another_adapter_renumbers_nobody() -> None:
    every = adapters()
    one_more = sorted([replace(read(SPECS["acme"], "acme.yaml"), name="aaa", id=29), *every], key=lambda a: a.id)
    numbers = [set(re.findall(r"INVERBS_ADAPTER_\w+ = \d+", shared_outputs(each)[0].text)) for each in (every, one_more)]
    assert numbers[0] < numbers[1] and len(numbers[1]) == len(numbers[0]) + 1


def test_the_generator_knows_no_adapter_by_name() -> None:
    """Neither a template nor the code around it: what an adapter needs is a word of the language."""
    names = [*SPECS, *(path.stem for path in SPEC_DIR.glob("*.yaml"))]
    sources = [path for ending in ("py", "j2") for path in (ROOT / "codegen").rglob(f"*.{ending}") if HERE.parent not in path.parents]
    assert len(sources) > 50
    found = [f"{path}: {name}" for path in sources for name in names
             if re.search(rf"\b{name}(?:_|\b)", path.read_text(encoding="utf-8"), re.IGNORECASE)]
    assert not found


def test_every_source_word_is_used() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in (*SPECS.values(), *QUEUES.values()))
    missing = [word for word in SEND_SOURCES if word not in text]
    assert not missing, f"no imaginary adapter uses {missing}"


@pytest.mark.parametrize("name", SPECS)
@pytest.mark.parametrize("compiler", ["gcc", "g++"])
def test_what_is_generated_compiles(name: str, compiler: str, tmp_path: Path) -> None:
    write_below(tmp_path, outputs_of(name))
    headers = (f"{name}.h", f"{name}_abi.h", f"{name}_device.h", f"{name}_print.h")
    source = "".join(f"#include <inverbs/adapters/{n}>\n" for n in headers)
    language = ["-x", "c", "-std=gnu11"] if compiler == "gcc" else ["-x", "c++", "-std=c++17"]
    subprocess.run([compiler, *language, "-Wall", "-Wextra", "-Werror", "-fsyntax-only", f"-I{tmp_path / 'include'}",
                    f"-I{ROOT / 'include'}", "-"], input=source, text=True, check=True, timeout=120)


@pytest.mark.parametrize("name", SPECS)
def test_operations_compile(name: str, tmp_path: Path) -> None:
    write_below(tmp_path, outputs_of(name))
    subprocess.run(["gcc", "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", f"-I{tmp_path / 'include'}",
                    f"-I{ROOT / 'include'}", str(tmp_path / f"providers/gen/{name}_ops.c")], check=True, timeout=120)


@pytest.mark.parametrize("name", SPECS)
def test_formats_round_trip(name: str, tmp_path: Path) -> None:
    write_below(tmp_path, outputs_of(name))
    compile_and_run(tmp_path / f"tests/roundtrip/{name}.c", tmp_path, tmp_path / name)


@pytest.mark.parametrize("name", ["rigel"])
def test_a_fast_path_runs_against_its_own_device_side(name: str, tmp_path: Path) -> None:
    """The machines with a ring for both, from post to completion; see machine.c."""
    spec = read(SPECS[name], f"{name}.yaml")
    write_below(tmp_path, [*adapter_outputs(spec), *shared_outputs([spec])])
    compile_and_run(SPECS[name].parent / "machine.c", tmp_path, tmp_path / "machine", f"-DINVERBS_{name.upper()}", "-O1",
                    "-fsanitize=address,undefined", "-fno-sanitize-recover")


def broken(name: str, case: str) -> str:
    """The spec with the case's line replaced."""
    lines = case.splitlines()
    old = next(line[2:] for line in lines if line.startswith("- "))
    new = [line[2:] for line in lines if line.startswith("+ ")]
    text = SPECS[name].read_text(encoding="utf-8")
    assert text.count(old) == 1, f"'{old}' stands {text.count(old)} times in {name}.yaml"
    return text.replace(old, "\n".join(new))


@pytest.mark.parametrize(("name", "path"), BAD, ids=[case_id(path) for _, path in BAD])
def test_bad_spec_is_refused_with_its_message(name: str, path: Path, tmp_path: Path, expected: Expected) -> None:
    case = path.read_text(encoding="utf-8")
    spec = tmp_path / f"{name}.yaml"
    spec.write_text(broken(name, case), encoding="utf-8")
    messages = messages_of(lambda: read(spec, f"{name}.yaml"))
    kept = [line for line in case.splitlines() if not line.startswith("= ")]
    text = "\n".join([*kept, *(f"= {line}" for line in messages.splitlines())]) + "\n"
    assert messages, "the broken spec was accepted"
    expected.check(path, text)
