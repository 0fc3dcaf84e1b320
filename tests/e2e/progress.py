# SPDX-License-Identifier: BSD-2-Clause
"""progress.py PROGRAMS: a run of some seconds shows its progress if stderr is a terminal, and erases it at the end. A short run,
or one whose stderr is a pipe, shows nothing."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
import tempfile
from pathlib import Path

PATIENCE = 100
MESSAGES = 45
SLOW = "delay 30ms request"  # in both directions: at least 60 ms per message, but less than a timeout


def free_port() -> str:
    return str(20000 + os.getpid() % 12000)


def control(programs: Path, *words: str) -> str:
    return subprocess.run([programs / "softhcactl", *words], capture_output=True, text=True, timeout=PATIENCE, check=False).stdout


def read_terminal(fd: int) -> str:
    """Return all that is written to a terminal until its last writer closes it."""
    text = b""
    while True:
        try:
            part = os.read(fd, 4096)
        except OSError:  # how Linux reports that it was closed
            part = b""
        if not part:
            return text.decode()
        text += part


def pair(programs: Path, *command: str) -> tuple[str, str]:
    """Run a server with a terminal, and a client with a pipe; return what each prints to stderr."""
    port = ("-p", free_port())
    program = str(programs / command[0])
    ours, theirs = pty.openpty()
    server = subprocess.Popen([program, *command[1:], *port, "-d", "mlx4_0"], stdout=subprocess.DEVNULL, stderr=theirs)
    os.close(theirs)
    try:
        client = subprocess.run([program, *command[1:], *port, "-d", "mlx4_1", "localhost"], stdout=subprocess.DEVNULL,
                                stderr=subprocess.PIPE, text=True, timeout=PATIENCE, check=True)
        said = read_terminal(ours)
        assert server.wait(PATIENCE) == 0
    finally:
        server.kill()
        server.wait()
        os.close(ours)
    return said, client.stderr


def main() -> int:
    programs = Path(sys.argv[1])
    with tempfile.TemporaryDirectory() as work:
        os.environ["INVERBS_EMULATOR"] = f"{work}/softhca.sock"
        daemon = subprocess.Popen([programs / "softhcad", "--socket", os.environ["INVERBS_EMULATOR"], "--log", "error"])
        try:
            while not control(programs, "list"):
                assert daemon.poll() is None, "softhcad has ended"
            assert pair(programs, "ibv_rc_pingpong", "-n", "5") == ("", "")
            control(programs, "fault", "add", SLOW)
            for command in (("inverbs_perf", "-w", "0"), ("ibv_rc_pingpong",)):
                shown, piped = pair(programs, *command, "-n", str(MESSAGES))
                assert re.fullmatch(rf"(\r\d+ of {MESSAGES} (messages|round trips))+\r\x1b\[K", shown), repr(shown)
                assert piped == "", piped
            control(programs, "stop")
            assert daemon.wait(PATIENCE) == 0
        finally:
            daemon.kill()
            daemon.wait()
    print("shown on a terminal")
    return 0


sys.exit(main())
