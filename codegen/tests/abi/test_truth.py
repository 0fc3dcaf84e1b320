"""Sizes and offsets of every record that names a kernel struct agree with those in the installed kernel headers."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from codegen.abi.build import SPEC_DIR, load_abi
from codegen.abi.model import Abi, Record
from codegen.core.write import ROOT


def leaves(abi: Abi, record: Record) -> list[tuple[str, str]]:
    """(our member path, kernel member path) of every scalar field, including those inside unions and records."""
    by_name = {r.name: r for r in abi.structs()}
    found: list[tuple[str, str]] = []
    for f in record.fields:
        if f.role == "reserved":
            continue  # padding may have no name there; the size of the struct is compared as well
        found.append((f.name, f.kernel))
        alternatives = f.one_of if f.type is None else {}
        for name, ref in alternatives.items():
            found.append((f"{f.name}.{name}", f"{f.kernel}.{name}"))
            if ref.name in by_name and not by_name[ref.name].kernel:
                found += [(f"{f.name}.{name}.{a}", f"{f.kernel}.{name}.{b}") for a, b in leaves(abi, by_name[ref.name])]
    return found


def program(abi: Abi) -> str:
    lines = ["#include <stddef.h>", "#include <rdma/ib_user_ioctl_verbs.h>", "#include <rdma/rdma_user_ioctl_cmds.h>", "#include <rdma/rdma_user_ioctl.h>",
             f"#include <{abi.truth}>", f"#include <inverbs/kernel/{abi.name}.h>"]
    for record in abi.structs():
        if not record.kernel:
            continue
        ours, kernel = f"struct {abi.prefix}_{record.name}", f"struct {record.kernel}"
        lines.append(f'_Static_assert(sizeof({ours}) == sizeof({kernel}), "size of {record.name}");')
        for a, b in leaves(abi, record):
            lines.append(f'_Static_assert(offsetof({ours}, {a}) == offsetof({kernel}, {b}), "{record.name}.{a}");')
            lines.append(f'_Static_assert(sizeof((({ours} *)0)->{a}) == sizeof((({kernel} *)0)->{b}), '
                         f'"bytes of {record.name}.{a}");')
    numbers = {"uverbs": "IB_USER_VERBS", "ucma": "RDMA_USER_CM", "umad": ""}[abi.name]
    for command in abi.commands:
        extended = "EX_" if command.extended else ""
        lines.append(f"_Static_assert({abi.prefix.upper()}_{extended}CMD_{command.name} == "
                     f'{numbers}_{extended}CMD_{command.name}, "number of {command.name}");')
    lines += [f"_Static_assert({ours} == {kernel}, \"{ours}\");" for ours, kernel in CONSTANTS.get(abi.name, ())]
    return "\n".join(lines) + "\n"


# Records for which the kernel has no struct.
CONSTANTS = {"umad": [(f"UMAD_{name}", f"IB_USER_MAD_{name}") for name in ("REGISTER_AGENT", "UNREGISTER_AGENT", "ENABLE_PKEY",
                      "REGISTER_AGENT2", "USER_RMPP")] + [("UMAD_VERSION", "IB_USER_MAD_ABI_VERSION"),
                                                           ("UMAD_KNOWN_FLAGS", "IB_USER_MAD_REG_FLAGS_CAP")]}


@pytest.mark.parametrize("name", ["uverbs", "ucma", "umad"])
def test_layouts_agree_with_the_kernel_headers(name: str, tmp_path: Path) -> None:
    abi = load_abi(SPEC_DIR / f"{name}.yaml")
    if not Path("/usr/include", abi.truth).exists():
        pytest.skip(f"{abi.truth} is not installed (linux-libc-dev)")
    source = tmp_path / "truth.c"
    source.write_text(program(abi), encoding="utf-8")
    done = subprocess.run(["cc", "-std=gnu11", f"-I{ROOT / 'include'}", "-fsyntax-only", str(source)],
                          capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr


def test_every_command_names_its_kernel_struct() -> None:
    abi = load_abi(SPEC_DIR / "uverbs.yaml")
    unnamed = [r.name for c in abi.commands for r in (c.request, c.response) if r is not None and not r.kernel]
    assert unnamed == []
