"""The one language for queues: vega, altair, deneb and norma use what the shipped adapters do not combine; each bad case is one of them with a mistake."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from codegen.adapter.build import SPEC_DIR, adapter_outputs, described, layout_lock, read
from codegen.adapter.queues.barriers import barrier_table
from codegen.adapter.queues.model import Adapter
from codegen.adapter.queues.sources import SOURCES
from codegen.core.write import ROOT, Output
from codegen.tests.adapter.test_adapter import compile_and_run, write_below
from codegen.tests.support import Expected, case_id, messages_of

HERE = Path(__file__).parent
IMAGINED = {"vega": "bad_queues", "altair": "bad_chunks", "deneb": "bad_memory", "norma": "bad_boundary"}  # and the folder of their bad cases
SPECS = {name: HERE / "good" / name / f"{name}.yaml" for name in IMAGINED}
BAD = [(name, case) for name, folder in IMAGINED.items() for case in sorted((HERE / folder).glob("*.case"))]
IN_MEMORY = ("deneb", *(a.name for a in described() if isinstance(a, Adapter) and a.queue_head))  # no bit of a CQE says that it is new; see machine.c of deneb
DRAFTS = [a.name for a in described() if isinstance(a, Adapter)]
PLAIN = [a.name for a in described() if isinstance(a, Adapter) and not a.complete.order]


def outputs(name: str) -> list[Output]:
    spec = read(SPECS[name], f"{name}.yaml")
    assert isinstance(spec, Adapter)
    return [*adapter_outputs(spec), Output("layout.lock", layout_lock([spec])), Output("barriers.tsv", barrier_table([spec]))]


@pytest.mark.parametrize("name", SPECS)
def test_a_good_spec_gives_exactly_the_expected_files(name: str, expected: Expected) -> None:
    expected.check_outputs(SPECS[name].parent / "expected", outputs(name))


def test_every_source_is_used() -> None:
    texts = [*(path.read_text(encoding="utf-8") for path in (*SPECS.values(), HERE / "good" / "rigel" / "rigel.yaml")),
             *((SPEC_DIR / f"{name}.yaml").read_text(encoding="utf-8") for name in DRAFTS)]
    missing = [word for word in SOURCES if all(word not in text for text in texts)]
    assert not missing, f"no spec uses {missing}"


@pytest.mark.parametrize("compiler", ["gcc", "g++", "clang"])
def test_what_is_generated_compiles(compiler: str, tmp_path: Path) -> None:
    for name in SPECS:
        write_below(tmp_path, outputs(name))
    headers = [f"{name}{part}" for name in (*SPECS, *DRAFTS) for part in ("", "_device", "_print")]
    source = "".join(f"#include <inverbs/adapters/{header}.h>\n" for header in headers)
    language = ["-x", "c++", "-std=c++17"] if compiler == "g++" else ["-x", "c", "-std=gnu11"]
    subprocess.run([compiler, *language, "-Wall", "-Wextra", "-Werror", "-fsyntax-only", f"-I{tmp_path / 'include'}",
                    f"-I{ROOT / 'include'}", "-"], input=source, text=True, check=True, timeout=120)


@pytest.mark.parametrize("name", SPECS)
def test_a_fast_path_stores_and_reads_what_the_spec_says(name: str, tmp_path: Path) -> None:
    """Bytes written down by hand, and what the device makes of them; see machine.c."""
    write_below(tmp_path, outputs(name))
    compile_and_run(SPECS[name].parent / "machine.c", tmp_path, tmp_path / "machine", "-DINVERBS_SINGLE_THREADED", "-O1",
                    "-fsanitize=address,undefined", "-fno-sanitize-recover")


@pytest.mark.parametrize("name", [name for name in (*SPECS, *PLAIN) if name not in IN_MEMORY])
def test_the_device_s_side_suits_the_poll_and_stands_noise(name: str, tmp_path: Path) -> None:
    """See device.c, which is the same for all."""
    for imagined in SPECS:
        write_below(tmp_path, outputs(imagined))
    full = (tmp_path if name in SPECS else ROOT) / f"providers/gen/{name}_full.c"
    plain = ["-DROUTELESS"] if name in ("norma", "irdma") else []  # CQEs of connected queue pairs have no sender
    parts = [flag for part in (full, f"inverbs/adapters/{name}_device.h") for flag in ("-include", str(part))]
    compile_and_run(SPECS["vega"].parent / "device.c", tmp_path, tmp_path / "device", f"-DADAPTER={name}", *plain, "-include", "infiniband/verbs.h",
                    *parts, "-DINVERBS_SINGLE_THREADED", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover")


@pytest.mark.parametrize(("name", "path"), BAD, ids=[case_id(path) for _, path in BAD])
def test_bad_spec_is_refused_with_its_message(name: str, path: Path, tmp_path: Path, expected: Expected) -> None:
    case = path.read_text(encoding="utf-8")
    lines = case.splitlines()
    old = next(line[2:] for line in lines if line.startswith("- "))
    text = SPECS[name].read_text(encoding="utf-8")
    assert text.count(old) == 1, f"'{old}' stands {text.count(old)} times in {name}.yaml"
    spec = tmp_path / f"{name}.yaml"
    spec.write_text(text.replace(old, "\n".join(line[2:] for line in lines if line.startswith("+ "))), encoding="utf-8")
    messages = messages_of(lambda: read(spec, f"{name}.yaml"))
    assert messages, "the broken spec was accepted"
    kept = [line for line in lines if not line.startswith("= ")]
    expected.check(path, "\n".join([*kept, *(f"= {line}" for line in messages.splitlines())]) + "\n")
