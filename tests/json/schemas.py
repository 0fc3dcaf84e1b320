# SPDX-License-Identifier: BSD-2-Clause
"""Check that the programs' output with --json matches their schemas and is correct.

Usage: schemas.py BIN SCHEMAS
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema

BIN, SCHEMAS = Path(sys.argv[1]), Path(sys.argv[2])
DEVICES = {"mlx4_0": "mlx4", "mlx4_1": "mlx4", "cxgb3_0": "cxgb3"}
PATIENCE = 60
started: list[subprocess.Popen[bytes]] = []


def validator(program: str) -> Any:
    schema = json.loads((SCHEMAS / f"{program}.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def start(*command: str) -> subprocess.Popen[bytes]:
    process = subprocess.Popen([BIN / command[0], *command[1:]], stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT)
    started.append(process)
    return process


def run(*command: str) -> subprocess.CompletedProcess[str]:
    if command[0] == "softhcactl":
        command = ("softhcactl", "--socket", os.environ["INVERBS_EMULATOR"], *command[1:])
    return subprocess.run([BIN / command[0], *command[1:]], capture_output=True, text=True, timeout=PATIENCE, check=False)


def answer(*command: str) -> Any:
    """Run a command and return its document: one line that matches the schema. The schema must be strict."""
    done = run(*command)
    assert done.returncode == 0 and not done.stderr, f"{command}: {done.returncode} {done.stderr}"
    assert done.stdout.count("\n") == 1, f"{command}: not one line: {done.stdout}"
    return checked(command[0], done.stdout)


def checked(program: str, text: str) -> Any:
    document, check = json.loads(text), validator(program)
    problems = sorted(check.iter_errors(document), key=str)
    assert not problems, f"{problems[0]}\nin {text}"
    assert document["program"] == program
    assert f"{program} (Inverbs) {document['version']}\n" == run(program, "--version").stdout
    for member in document:
        assert not check.is_valid({k: v for k, v in document.items() if k != member}), f"{program}: {member} is not required"
    assert not check.is_valid({**document, "unknown": 1}), f"{program}: the schema admits anything"
    return document


def until(what: str, holds: Any) -> Any:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if result := holds():
            return result
        time.sleep(0.05)
    raise AssertionError(f"{what} did not happen")


def free_port() -> str:
    listening = [row.split()[1] for file in ("tcp", "tcp6") if Path(f"/proc/net/{file}").exists()
                 for row in Path(f"/proc/net/{file}").read_text().splitlines()[1:]]
    port = 20000 + os.getpid() % 12000
    while any(row.endswith(f":{port:04X}") for row in listening):
        port += 1
    return str(port)


def devices() -> None:
    found = answer("ibv_devinfo", "--json")["devices"]
    assert {d["name"]: d["adapter"] for d in found} == DEVICES
    assert all(d["emulated"] for d in found)
    assert "max_qp" not in found[0]
    whole, = answer("ibv_devinfo", "--json", "--verbose", "--ib-dev", "mlx4_1")["devices"]
    text = run("ibv_devinfo", "--verbose", "--ib-dev", "mlx4_1").stdout.split()
    for key in ("max_qp", "vendor_part_id", "node_guid", "max_mr_size"):
        assert str(whole[key]) == text[text.index(f"{key}:") + 1], key
    assert whole["ports"][0]["gids"][0]["gid"] in text
    assert [d["name"] for d in answer("ibv_devinfo", "--json", "--list")["devices"]] == list(DEVICES)
    refused = run("ibv_devinfo", "--json", "--ib-dev", "nothing")
    assert refused.returncode == 1 and not refused.stdout, "a failure prints a document"


def daemon() -> None:
    ports = answer("softhcactl", "--json", "list")["ports"]
    assert [p["device"] for p in ports] == list(DEVICES) and ports[0]["state"] == "ACTIVE"
    ports_in_use = [free_port() for _ in range(2)]  # of TCP, and of the emulated connection manager
    start("ibv_rc_pingpong", "-d", "mlx4_0", "-p", ports_in_use[0])
    start("rping", "-s", "-p", ports_in_use[1])
    busy = until("a program", lambda: [c for c in answer("softhcactl", "--json", "objects")["contexts"] if c["queue_pairs"]])
    qp = busy[0]["queue_pairs"][0]
    assert busy[0]["process"] == started[1].pid and busy[0]["objects"]["qp"] == 1 and qp["type"] == "RC"
    why = answer("softhcactl", "--json", "why", str(qp["qpn"]))["lines"]
    assert "\n".join(why).startswith(f"mlx4_0 process {started[1].pid}:"), why
    listening = until("a listener", lambda: answer("softhcactl", "--json", "connections")["connections"])
    assert (listening[0]["process"], listening[0]["state"]) == (started[2].pid, "listening") and "qpn" not in listening[0]
    client = start("rping", "-c", "-a", "127.0.0.1", "-p", ports_in_use[1], "-v")
    connected = until("a connection", lambda: [c for c in answer("softhcactl", "--json", "connections")["connections"]
                                               if "peer" in c and c["process"] == client.pid])[0]
    assert connected["device"] in DEVICES and connected["destination"] == f"127.0.0.1:{ports_in_use[1]}"
    numbers = {q["qpn"] for c in answer("softhcactl", "--json", "objects")["contexts"] for q in c["queue_pairs"]}
    assert {connected["qpn"], connected["peer"]} <= numbers, (connected, numbers)
    assert run("softhcactl", "fault", "add", "lose", "request", "3", "from", "mlx4_1").returncode == 0
    rules = answer("softhcactl", "--json", "fault", "list")["rules"]
    assert {"rule": "lose request 3 from mlx4_1", "matched": 0, "hit": 0} in rules, rules
    assert run("softhcactl", "fault", "clear").returncode == 0
    for process in started[1:]:
        process.kill()
        process.wait()
    until("cleaning", lambda: answer("softhcactl", "--json", "objects")["total"] == {"contexts": 0, "objects": 0})
    assert run("softhcactl", "--json", "stop").returncode == 2


def measurements() -> None:
    for arguments in (["-t", "lat", "-s", "16"], ["-t", "bw", "-o", "read", "-s", "100"]):
        port = free_port()
        server = start("inverbs_perf", "-d", "mlx4_0", "-p", port)
        result = answer("inverbs_perf", "--json", "-n", "30", "-w", "2", *arguments, "-d", "mlx4_1", "-p", port, "127.0.0.1")
        assert result["device"] == {"name": "mlx4_1", "adapter": "mlx4", "emulated": True}
        assert (result["test"], result["size"], result["iters"]) == (arguments[1], int(arguments[-1]), 30)
        assert server.wait(PATIENCE) == 0
    counted = {(p["device"], p["port"]): p["counters"] for p in answer("softhcactl", "--json", "counters")["ports"]}
    assert counted["mlx4_1", 1]["messages_sent"] >= 64 and counted["cxgb3_0", 1]["messages_sent"] == 0


def calls() -> None:
    """Check that every installed library has results for all calls, and that the plot is well-formed SVG."""
    if not (BIN / "inverbs_call_any").exists():
        return  # built for a sanitizer
    with tempfile.TemporaryDirectory() as work:
        plot = Path(work) / "plot.svg"
        result = answer("inverbs_perf", "--json", "-t", "call", "-d", "mlx4_0", "-n", "40", "-w", "2", "-P", str(plot))
        curves = ElementTree.parse(plot).getroot().findall("{http://www.w3.org/2000/svg}polyline")
    assert (result["device"]["name"], result["size"]) == ("mlx4_0", 8)
    measured = [library for library in result["libraries"] if "missing" not in library]
    assert [library["name"] for library in measured][:2] == ["Inverbs, inlined", "Inverbs, any"]
    assert len(curves) == sum(len(library["calls"]) for library in measured)
    for library in measured:
        found = {call["call"]: call for call in library["calls"]}
        assert {"post_recv", "post_send", "poll_empty"} <= set(found), library  # a poll may have come too early each time
        assert all(c["min"] <= c["p50"] <= c["p90"] <= c["p99"] <= c["p99.9"] <= c["max"] for c in found.values()), library
        assert found["post_send"]["samples"] == 40
    text = run("inverbs_perf", "-t", "call", "-d", "mlx4_0", "-D", "0.01", "-w", "0", "-H")
    assert text.returncode == 0 and "post_send   Inverbs, inlined" in text.stdout and "emulated" in text.stdout
    for wrong in (["-t", "call", "HOST"], ["-t", "call", "-s", "4097"], ["-t", "lat", "-H"], ["-t", "call", "-D", "0"]):
        assert run("inverbs_perf", *wrong).returncode == 2, wrong
    assert run("inverbs_perf", "-t", "call", "-d", "cxgb3_0").returncode == 1, "iWARP has no queue pair connected to itself"


def explanations() -> None:
    assert answer("inverbs_explain", "--json", "status", "12")["status"]["name"] == "IBV_WC_RETRY_EXC_ERR"
    syndrome = answer("inverbs_explain", "--json", "syndrome", "mlx4", "0x13")
    assert syndrome["syndrome"] == {"number": 0x13, "name": "REMOTE_ACCESS"}
    assert "mlx4" in [a["name"] for a in answer("inverbs_explain", "--json", "list")["adapters"]]
    cqe, = answer("inverbs_explain", "--json", "cqe", "mlx4", *["00"] * 24, "000000ff", *["00"] * 4)["entries"]
    assert cqe["format"] == "mlx4_cqe" and cqe["fields"]["byte_count"] == "0x0"
    assert answer("inverbs_explain", "--json", "wqe", "mlx4", "rc", *["00"] * 32)["entries"][0]["format"] == "mlx4_ctrl"
    for kind in ("recv", "srq_recv"):
        answer("inverbs_explain", "--json", kind, "mlx4", *["00"] * 32)
    refused = run("inverbs_explain", "--json", "status", "99")
    assert refused.returncode == 1 and not refused.stdout


def main() -> None:
    with tempfile.TemporaryDirectory() as work:
        os.environ["INVERBS_EMULATOR"] = f"{work}/s"
        server = start("softhcad", "--socket", f"{work}/s", *[a for d in DEVICES for a in ("--device", d)])
        try:
            until("softhcad", lambda: run("softhcactl", "list").returncode == 0 or server.poll() is not None)
            assert server.poll() is None, "softhcad did not start"
            for part in (explanations, devices, daemon, measurements, calls):
                part()
            assert run("softhcactl", "stop").returncode == 0
            assert server.wait(PATIENCE) == 0
        finally:
            for process in started:
                process.kill()
                process.wait()
    print("every document fits its schema")


main()
