"""The adapter language: the outputs of good specs, and the messages for bad ones.

A case file ``bad/<adapter>/<case>.case`` contains the line of that adapter's spec that it replaces (``-``), the new
lines (``+``) and the exact messages (``=``). ``pytest --update`` rewrites the messages; read the diff.
"""

from __future__ import annotations

import re
import subprocess
from dataclasses import replace
from fnmatch import fnmatch
from pathlib import Path

import pytest

from codegen.adapter.build import SPEC_DIR, adapters, described, read
from codegen.adapter.check.identity import check_together
from codegen.adapter.render.adapter import adapter_outputs, shared_outputs
from codegen.adapter.rules import GONE, RULES
from codegen.adapter.sources import SOURCES
from codegen.core.diag import Diagnostics, Src
from codegen.core.write import ROOT
from codegen.tests.adapter.imagined import BAD, HERE, SPECS, compile_and_run, copied, outputs, write_below
from codegen.tests.support import Expected, case_id, messages_of


# Fast paths, formats and decoders are run by machine.c, device.c and the round trips. These outputs are only compiled,
# or not even that.
ONLY_READ = ("barriers.tsv", "providers/gen/*_ops.c", "emulator/*", "include/inverbs/kernel/*", "docs/*")


@pytest.mark.parametrize("name", SPECS)
def test_outputs_that_no_test_runs_are_as_expected(name: str, expected: Expected) -> None:
    derived = SPECS[name].parent.name != name  # its page shows nothing that the page of the adapter it is `like` does not
    read_only = [out for out in outputs(name) if any(fnmatch(out.path, each) for each in ONLY_READ)
                 and not (derived and out.path.startswith("docs/"))]
    expected.check_outputs(HERE / "good" / name / "expected", read_only)


@pytest.mark.parametrize("name", SPECS)
def test_nothing_that_is_generated_depends_on_lines(name: str, tmp_path: Path) -> None:
    spec = copied(name, tmp_path)
    spec.write_text("# three\n# more\n# lines\n" + SPECS[name].read_text(encoding="utf-8"), encoding="utf-8")
    moved = [out for a in [read(spec, f"{name}.yaml")] for out in [*adapter_outputs(a), *shared_outputs([a])]]
    stays = [out for a in [read(SPECS[name], f"{name}.yaml")] for out in [*adapter_outputs(a), *shared_outputs([a])]]
    assert moved == stays


def test_ids_and_names_belong_to_one_adapter_each() -> None:
    altair, rigel = (read(SPECS[name], f"{name}.yaml") for name in ("altair", "rigel"))
    diag = Diagnostics()
    check_together([altair, replace(rigel, id=altair.id, src=Src("other.yaml", 1))], diag)
    assert diag.lines() == [
        "rigel.yaml:2: adapter: 'rigel' is in the file other.yaml [A134]; expected the name of the file",
        "rigel.yaml:3: id: 29 is already the id of altair [A133]; expected the lowest number that no adapter ever had"]
    diag = Diagnostics()
    check_together([altair, replace(rigel, name="altair_device", src=Src("altair_device.yaml", 1))], diag)
    assert diag.lines() == [
        "rigel.yaml:2: adapter: 'altair_device' and 'altair' begin alike, and so would their names in C [A139]; expected another name"]


def test_a_new_adapter_keeps_the_numbers_of_others() -> None:
    every = adapters()
    one_more = sorted([replace(read(SPECS["altair"], "altair.yaml"), name="aaa", id=29), *every], key=lambda a: a.id)
    numbers = [set(re.findall(r"INVERBS_ADAPTER_\w+ = \d+", shared_outputs(each)[0].text)) for each in (every, one_more)]
    assert numbers[0] < numbers[1] and len(numbers[1]) == len(numbers[0]) + 1


def test_numbers_of_removed_rules_are_not_reused() -> None:
    assert not set(GONE) & set(RULES)


def test_the_generator_contains_no_adapter_name() -> None:
    """Neither templates nor Python code contain the name of an adapter: everything that an adapter needs is in its
    spec."""
    names = [*SPECS, *(path.stem for path in SPEC_DIR.glob("*.yaml"))]
    sources = [path for path in (ROOT / "codegen").rglob("*.*") if "__pycache__" not in path.parts
               and HERE.parent not in path.parents and path.is_file()]
    assert len(sources) > 50
    found = [f"{path}: {name}" for path in sources for name in names
             if re.search(rf"\b{name}(?:_|\b)", path.read_text(encoding="utf-8"), re.IGNORECASE)]
    assert not found


def test_every_source_is_used() -> None:
    paths = [*SPECS.values(), *(SPEC_DIR / f"{a.name}.yaml" for a in described())]
    text = "".join(path.read_text(encoding="utf-8") for path in paths)
    missing = [word for word in SOURCES if word not in text]
    assert not missing, f"no spec uses {missing}"


@pytest.mark.parametrize("name", SPECS)
def test_operations_compile(name: str, tmp_path: Path) -> None:
    write_below(tmp_path, outputs(name))
    for operations in (tmp_path / "providers/gen").glob("*_ops.c"):
        subprocess.run(["gcc", "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", f"-I{tmp_path / 'include'}",
                        f"-I{ROOT / 'include'}", f"-I{ROOT}", str(operations)], check=True, timeout=120)


@pytest.mark.parametrize("name", [name for name in SPECS if any(out.path.startswith("emulator/") for out in outputs(name))])
def test_emulated_devices_compile(name: str, tmp_path: Path) -> None:
    write_below(tmp_path, outputs(name))
    driver = f'#include "adapters/gen/{name}.h"\nconst struct softhca_driver driver = {{{name.upper()}_DEVICE}};\n'
    subprocess.run(["gcc", "-std=gnu11", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-Werror", "-fsyntax-only",
                    f"-I{tmp_path / 'include'}", f"-I{tmp_path / 'emulator'}",
                    f"-I{ROOT / 'include'}", f"-I{ROOT / 'emulator'}", "-x", "c", "-"], input=driver, text=True, check=True,
                    timeout=120)


@pytest.mark.parametrize("name", SPECS)
def test_formats_round_trip(name: str, tmp_path: Path) -> None:
    write_below(tmp_path, outputs(name))
    compile_and_run(tmp_path / f"tests/roundtrip/{name}.c", tmp_path, tmp_path / name)


def broken(name: str, case: str) -> str:
    """The spec, with the line of the case replaced."""
    lines = case.splitlines()
    old = next(line[2:] for line in lines if line.startswith("- "))
    new = [line[2:] for line in lines if line.startswith("+ ")]
    text = SPECS[name].read_text(encoding="utf-8")
    assert text.count(old) == 1, f"'{old}' stands {text.count(old)} times in {name}.yaml"
    return text.replace(old, "\n".join(new))


@pytest.mark.parametrize("path", BAD, ids=case_id)
def test_bad_spec_is_refused_with_its_message(path: Path, tmp_path: Path, expected: Expected) -> None:
    name, case = path.parent.name, path.read_text(encoding="utf-8")
    spec = copied(name, tmp_path)
    spec.write_text(broken(name, case), encoding="utf-8")
    messages = messages_of(lambda: read(spec, f"{name}.yaml"))
    kept = [line for line in case.splitlines() if not line.startswith("= ")]
    text = "\n".join([*kept, *(f"= {line}" for line in messages.splitlines())]) + "\n"
    assert messages, "the broken spec was accepted"
    expected.check(path, text)
