"""The three builds (any, bound, mixed), with vega, rigel and deneb added to the shipped adapters."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from codegen.adapter.build import adapters, read
from codegen.adapter.render.adapter import adapter_outputs, shared_outputs
from codegen.core.write import ROOT
from codegen.tests.adapter.imagined import SPECS, write_below

PROGRAM = """
#include <infiniband/verbs.h>
__attribute__((noinline)) int post(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad)
{
	return ibv_post_send(qp, wr, bad);
}
__attribute__((noinline)) int poll(struct ibv_cq *cq, int n, struct ibv_wc *wc)
{
	return ibv_poll_cq(cq, n, wc);
}
"""


@pytest.fixture(scope="module")
def headers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An include folder that also has the adapters vega, rigel and deneb."""
    folder = tmp_path_factory.mktemp("headers")
    mine = [read(SPECS[name], f"{name}.yaml") for name in ("vega", "rigel", "deneb")]
    write_below(folder, [*(out for a in mine for out in adapter_outputs(a)), *shared_outputs([*mine, *adapters()])])
    return folder / "include"


def code_of(headers: Path, flags: list[str], tmp_path: Path, program: str = PROGRAM) -> dict[str, str]:
    """Disassembly by function, including the part that the compiler moves away as unlikely."""
    obj = tmp_path / "program.o"
    subprocess.run(["gcc", "-std=gnu11", "-O2", "-Wall", "-Wextra", "-Werror", *flags, f"-I{headers}",
                    f"-I{ROOT / 'include'}", "-x", "c", "-c", "-", "-o", str(obj)], input=program, text=True,
                   check=True, timeout=120)
    text = subprocess.run(["objdump", "-dr", "--no-show-raw-insn", str(obj)], check=True, capture_output=True, text=True,
                          timeout=60).stdout
    parts = re.split(r"^[0-9a-f]+ <(\w+)(?:\.cold)?>:$", text, flags=re.MULTILINE)
    code: dict[str, str] = {}
    for function, lines in zip(parts[1::2], parts[2::2]):
        code[function] = code.get(function, "") + lines
    return code


def leaves_the_caller(code: str) -> list[str]:
    """Calls and indirect jumps, each with the name of its target."""
    return re.findall(r"\b(?:call|jmp +\*)\b.*(?:\n.*R_\w+\s+\S+)?", code)


@pytest.mark.parametrize("function", ["post", "poll"])
def test_any_build_is_one_indirect_call(headers: Path, tmp_path: Path, function: str) -> None:
    code = code_of(headers, [], tmp_path)[function]
    assert len(re.findall(r"(?:call|jmp) +\*", code)) == 1
    assert len(code.splitlines()) < 20


@pytest.mark.parametrize("function", ["post", "poll"])
@pytest.mark.parametrize("flags", [["-DINVERBS_VEGA"], ["-DINVERBS_RIGEL"],
                                   ["-DINVERBS_RIGEL", "-DINVERBS_VEGA", "-DINVERBS_MLX4"]],
                         ids=["hot", "full", "mixed"])
def test_bound_and_mixed_builds_leave_the_caller_for_the_full_path_only(headers: Path, tmp_path: Path, flags: list[str],
                                                                        function: str) -> None:
    code = code_of(headers, [*flags, "-DINVERBS_SINGLE_THREADED"], tmp_path)[function]
    away = [line for line in leaves_the_caller(code) if not re.search(r"(?:vega|rigel|mlx4)_\w+_full", line)]
    assert len(away) <= (len(flags) > 1)  # a device of another adapter is called through its table


@pytest.mark.parametrize("function", ["post", "poll"])
@pytest.mark.parametrize("flags", [["-DINVERBS_DENEB"], ["-DINVERBS_DENEB", "-DINVERBS_RIGEL"]], ids=["bound", "mixed"])
def test_a_doorbell_that_is_a_command_is_the_one_call(headers: Path, tmp_path: Path, flags: list[str], function: str) -> None:
    code = code_of(headers, [*flags, "-DINVERBS_SINGLE_THREADED"], tmp_path)[function]
    left = [line for line in leaves_the_caller(code) if not re.search(r"(deneb_hot_command|rigel_\w+_full)", line)]
    assert len(flags) > 1 or not left  # a device of another adapter is called through its table
    assert ("deneb_hot_command" in code) == (function == "post")
    assert len(re.findall({"post": "deneb_post_send_full", "poll": "deneb_poll_cq_full"}[function], code)) == 1


def test_arming_by_command_goes_through_the_operations_table(headers: Path, tmp_path: Path) -> None:
    program = PROGRAM + "__attribute__((noinline)) int arm(struct ibv_cq *cq) { return ibv_req_notify_cq(cq, 0); }"
    code = code_of(headers, ["-DINVERBS_RIGEL"], tmp_path, program)["arm"]
    assert len(re.findall(r"(?:call|jmp) +\*", code)) == 1


def test_mixed_build_holds_both_adapters(headers: Path, tmp_path: Path) -> None:
    bound = code_of(headers, ["-DINVERBS_VEGA", "-DINVERBS_SINGLE_THREADED"], tmp_path)["post"]
    mixed = code_of(headers, ["-DINVERBS_VEGA", "-DINVERBS_MLX4", "-DINVERBS_SINGLE_THREADED"], tmp_path)["post"]
    assert len(mixed.splitlines()) > len(bound.splitlines())
    assert "mlx4_post_send_full" in mixed and "mlx4_post_send_full" not in bound
