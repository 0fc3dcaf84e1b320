"""The command ``new``: the files that it writes pass every check and compile, and it refuses names that an adapter
cannot have."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from codegen.adapter import new
from codegen.adapter.build import SPEC_DIR, adapters, described, read
from codegen.adapter.check.identity import check_together
from codegen.adapter.model.adapter import Adapter
from codegen.adapter.render.adapter import adapter_outputs
from codegen.core.diag import Diagnostics, SpecError
from codegen.core.write import ROOT, Output, write
from codegen.tests.adapter.imagined import write_below
from codegen.tests.support import messages_of

WHOLE = [a.name for a in described() if not any(line.startswith("like:")
                                                for line in (ROOT / a.src.file).read_text(encoding="utf-8").splitlines())]


def begun(like: str, root: Path) -> Adapter:
    """The adapter of a new spec, which has been written beside the others."""
    specs = root / "spec" / "adapters"
    shutil.copytree(SPEC_DIR, specs)
    new.begin("sirius", like, root)
    return read(specs / "sirius.yaml", "spec/adapters/sirius.yaml")


@pytest.mark.parametrize("like", ["", *WHOLE])
def test_new_files_are_accepted(like: str, tmp_path: Path) -> None:
    adapter = begun(like, tmp_path)
    diag = Diagnostics()
    check_together([*described(), adapter], diag)
    assert diag.lines() == [] and adapter.draft
    assert not adapter.identity.pci_devices, "another adapter's devices are not its own"


@pytest.mark.parametrize("like", ["", adapters()[-1].name])
def test_new_files_compile(like: str, tmp_path: Path) -> None:
    adapter = begun(like, tmp_path)
    write_below(tmp_path, adapter_outputs(adapter))
    headers = tmp_path / "headers.c"
    headers.write_text("".join(f"#include <{path.relative_to(tmp_path / 'include')}>\n"
                               for path in sorted((tmp_path / "include").rglob("*.h"))), encoding="utf-8")
    sources = [headers, *sorted(tmp_path.rglob("sirius*.c"))]
    assert len(sources) == 5  # including the provider, the emulated driver, the full paths and the round trip of formats
    subprocess.run(["gcc", "-std=gnu11", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-Werror", "-fsyntax-only",
                    f"-I{tmp_path / 'include'}", f"-I{ROOT / 'include'}",
                    f"-I{ROOT}", f"-I{ROOT / 'emulator'}", *map(str, sources)], check=True, timeout=240)


@pytest.mark.parametrize(("name", "like", "message"), [
    ("Sirius", "", "'Sirius' is not a valid name; expected a lower-case C name of at most 40 characters"),
    ("4x", "", "'4x' is not a valid name"), ("a-b", "", "'a-b' is not a valid name"), ("s" * 41, "", "is not a valid name"),
    ("mlx4", "", "there is an adapter 'mlx4'; expected another name"),
    ("mlx4_vf", "", "'mlx4_vf' and 'mlx4' begin alike"),
    ("int", "", "'int' is a C/C++ keyword or macro"), ("linux", "", "'linux' is a C/C++ keyword or macro"),
    ("checked", "", "'checked' has a meaning in programs"),
    ("sirius", "nobody", "--like nobody: no such adapter; expected one of cxgb3, "),
    ("sirius", "connectib", "--like connectib: it is itself like mlx5; expected --like mlx5"),
])
def test_a_taken_name_is_refused(name: str, like: str, message: str, tmp_path: Path) -> None:
    assert message in messages_of(lambda: new.begin(name, like, tmp_path))
    assert list(tmp_path.iterdir()) == []


def test_existing_files_are_not_overwritten(tmp_path: Path) -> None:
    write([Output("providers/sirius/sirius.c", "mine")], tmp_path)
    assert "providers/sirius/sirius.c exists already" in messages_of(lambda: new.begin("sirius", "", tmp_path))
    assert not (tmp_path / "spec").exists()


def test_ids_of_imaginary_adapters_are_not_assigned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(new, "LAST_ID", max(a.id for a in described()))
    with pytest.raises(SpecError, match="every id was given"):
        new.skeleton("sirius")


@pytest.mark.parametrize(("room", "what"), [("providers", "provider"), ("emulator", "emulated driver")])
def test_configuring_reports_a_missing_part_of_an_adapter(room: str, what: str, tmp_path: Path) -> None:
    (tmp_path / "CMakeLists.txt").write_text(f"""cmake_minimum_required(VERSION 3.21)
        project(parts LANGUAGES NONE)
        include("{ROOT}/cmake/AdapterParts.cmake")
        set(INVERBS_ADAPTERS sirius)
        add_subdirectory("{ROOT}/{room}" room)
        """, encoding="utf-8")
    done = subprocess.run(["cmake", "-S", str(tmp_path), "-B", str(tmp_path / "build")], capture_output=True, text=True,
                          timeout=120)
    assert done.returncode != 0 and f"sirius has no {what}" in " ".join(done.stderr.split()) and "`status: draft`" in done.stderr
