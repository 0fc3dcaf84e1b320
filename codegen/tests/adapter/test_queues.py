"""Queues: fast paths store and read what the specs say, and the device's side matches them."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from codegen.adapter.build import described, read
from codegen.adapter.render.adapter import adapter_outputs, shared_outputs
from codegen.core.write import ROOT
from codegen.tests.adapter.imagined import HERE, SPECS, compile_and_run, copied, outputs, write_below

IMAGINED = {name: read(path, path.name) for name, path in SPECS.items()}
EVERY = {**IMAGINED, **{a.name: a for a in described()}}
# Adapters whose CQEs have a valid bit and arrive in the order of the work requests: device.c supports only these.
PLAYED = [a.name for a in EVERY.values() if not a.complete.order and not a.queue_head]


@pytest.mark.parametrize("compiler", ["gcc", "g++", "clang"])
def test_what_is_generated_compiles(compiler: str, tmp_path: Path) -> None:
    for name in SPECS:
        write_below(tmp_path, outputs(name))
    headers = [each.format(name) for name in EVERY for each in ("adapters/{}", "kernel/{}_abi", "device/{}_device",
                                                                "print/{}_print")]
    source = "".join(f"#include <inverbs/{header}.h>\n" for header in headers)
    language = ["-x", "c++", "-std=c++17"] if compiler == "g++" else ["-x", "c", "-std=gnu11"]
    subprocess.run([compiler, *language, "-Wall", "-Wextra", "-Werror", "-fsyntax-only", f"-I{tmp_path / 'include'}",
                    f"-I{ROOT / 'include'}", "-"], input=source, text=True, check=True, timeout=120)


@pytest.mark.parametrize("name", SPECS)
def test_a_fast_path_stores_and_reads_what_the_spec_says(name: str, tmp_path: Path) -> None:
    """Compares with hand-written bytes, and checks how the device decodes them; see machine.c."""
    write_below(tmp_path, [*outputs(name), *shared_outputs([IMAGINED[name]])])
    compile_and_run(HERE / "good" / name / "machine.c", tmp_path, tmp_path / "machine", f"-DINVERBS_{name.upper()}",
                    "-DINVERBS_SINGLE_THREADED", sanitized=True)


@pytest.mark.parametrize("name", PLAYED)
def test_the_device_s_side_matches_the_poll_and_survives_noise(name: str, tmp_path: Path) -> None:
    """Runs device.c, which is the same for all adapters."""
    if name in SPECS:
        write_below(tmp_path, outputs(name))
    full = (tmp_path if name in SPECS else ROOT) / f"providers/gen/{name}_full.c"
    plain = ["-DROUTELESS"] if EVERY[name].complete.datagram_src else []  # CQEs of connected queue pairs do not contain the sender
    parts = [flag for part in (full, f"inverbs/device/{name}_device.h") for flag in ("-include", str(part))]
    compile_and_run(SPECS["vega"].parent / "device.c", tmp_path, tmp_path / "device", f"-DADAPTER={name}", *plain, "-include",
                    "infiniband/verbs.h",
                    *parts, "-DINVERBS_SINGLE_THREADED", sanitized=True)


@pytest.mark.parametrize("old,new", [("solicited: {at: 0x0.17, from: wr.solicited}", "solicited: {at: 0x0.17, from: sq.index}"),
                                     ("fields: {queue: {at: 0x0.19-0, from: qp.num}}",
                                      "fields: {queue: {at: 0x0.19-0, from: sq.posted}}")])
def test_receives_of_the_send_ring_that_need_its_index_are_not_inline(old: str, new: str, tmp_path: Path) -> None:
    spec = copied("rigel", tmp_path)
    text = spec.read_text(encoding="utf-8")
    assert text.count(old) == 1
    spec.write_text(text.replace(old, new), encoding="utf-8")
    fast = next(out.text for out in adapter_outputs(read(spec, "rigel.yaml")) if out.path.endswith("adapters/rigel.h"))
    assert "rigel_hot_recv(" not in fast and "rigel_recv_one(" in fast


def test_stores_that_use_little_of_a_request_compile(tmp_path: Path) -> None:
    """A SEND outside the hot path uses nothing of its work request except the SGE."""
    spec = copied("rigel", tmp_path)
    text = spec.read_text(encoding="utf-8")
    assert text.count("hot: [SEND, RDMA_WRITE]") == 1
    spec.write_text(text.replace("hot: [SEND, RDMA_WRITE]", "hot: [RDMA_WRITE]"), encoding="utf-8")
    a = read(spec, "rigel.yaml")
    write_below(tmp_path, [*adapter_outputs(a), *shared_outputs([a])])
    for compiler in ("gcc", "clang"):
        subprocess.run([compiler, "-std=gnu11", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-Wno-misleading-indentation", "-Werror",
                        "-fsyntax-only", f"-I{tmp_path / 'include'}", f"-I{ROOT / 'include'}", f"-I{ROOT}",
                        str(tmp_path / "providers/gen/rigel_full.c")], check=True, timeout=300)
