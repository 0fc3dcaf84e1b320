# SPDX-License-Identifier: BSD-2-Clause
"""Compile time of call sites: the compiler's processor time, relative to that of a fixed source file."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from pathlib import Path

from counting import Figures, Key, Program
from device import drafts

SITES = 10
MANY_SITES = 50
UNBOUND_SITES = 100

RUN_TIME = """
int site_{i}(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad)
{{
	wr->wr_id = {i};
	return ibv_post_send(qp, wr, bad);
}}
"""
CONSTANT = """
int site_{i}(struct ibv_qp *qp, uint64_t addr, uint32_t lkey)
{{
	struct ibv_sge sge = {{.addr = addr, .length = {i} + 1, .lkey = lkey}};
	struct ibv_send_wr wr = {{.wr_id = {i}, .sg_list = &sge, .num_sge = 1, .opcode = IBV_WR_SEND}}, *bad;

	return ibv_post_send(qp, &wr, &bad);
}}
"""


def source(site: str, count: int) -> str:
    """Source text with this number of different call sites."""
    return "#include <infiniband/verbs.h>\n" + "".join(site.format(i=i) for i in range(count))


def compiler_in(build: Path) -> str:
    """The C compiler of a build folder."""
    found = re.search(r"^CMAKE_C_COMPILER:\w+=(.*)$", (build / "CMakeCache.txt").read_text(), re.M)
    return found[1] if found else "cc"


def processor_seconds(compiler: str, root: Path, text: str, flags: list[str]) -> float:
    """The processor time of one compilation."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "sites.c")
        file.write_text(text)
        command = [compiler, "-std=gnu11", "-O2", f"-I{root}/include", *flags, "-c", str(file), "-o", f"{folder}/o"]
        with subprocess.Popen(command) as process:
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            raise SystemExit(f"{compiler}: cannot compile call sites for {' '.join(flags)}")
    return float(usage.ru_utime + usage.ru_stime)


def draft_flags(root: Path, adapter: str) -> list[str]:
    """Flags that bind a file to an adapter without a provider."""
    headers = [f"{root}/include/inverbs/adapters/{adapter}.h", f"{root}/bench/percall/draft.h"]
    return [f"-DBENCH_DRAFT={adapter}", *(word for header in headers for word in ("-include", header))]


def compile_cost(build: Path, root: Path, programs: list[Program], tries: int, sites: int = SITES) -> Figures:
    """For the binding of each program: compile time of posts of run-time requests, relative to UNBOUND_SITES unbound
    posts. The figure for SITES has a budget."""
    compiler = compiler_in(build)
    figures: Figures = {}
    for program in programs:
        if program.column != program.adapter:
            continue
        flags = [f"-DINVERBS_{program.adapter.upper()}"]
        if program.adapter in drafts(root):
            flags = draft_flags(root, program.adapter)
        ratios = []
        for _ in range(tries):
            # back to back, so that other load on the machine slows down both
            unit = processor_seconds(compiler, root, source(CONSTANT, UNBOUND_SITES), [])
            ratios.append(processor_seconds(compiler, root, source(RUN_TIME, sites), flags) / unit)
        figures[Key(f"{sites}-posts", program.column, "compile" if sites == SITES else "compile/many")] = round(min(ratios), 2)
    return figures
