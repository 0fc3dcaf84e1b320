# SPDX-License-Identifier: BSD-2-Clause
"""activation.py PROGRAMS: socket activation of softhcad. This script acts as the service manager, which passes a listening socket
and is notified of readiness."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

PATIENCE = 60.0
FIRST_PASSED = 3


def start(program: Path, listening: socket.socket, *options: str, count: int = 1, **environment: str) -> subprocess.Popen[str]:
    """Start softhcad with `count` copies of the socket, as descriptors from 3."""
    # LISTEN_PID has to be set in the new process
    shell = 'export LISTEN_PID=$$; exec "$0" "$@"'

    def pass_sockets() -> None:
        fd = os.dup(listening.fileno())
        for at in range(FIRST_PASSED, FIRST_PASSED + count):
            os.dup2(fd, at)

    return subprocess.Popen(
        ["/bin/sh", "-c", shell, str(program / "softhcad"), "--device", "mlx4_0", *options],
        env={**os.environ, "LISTEN_FDS": str(count), **environment}, close_fds=False, preexec_fn=pass_sockets,
        stderr=subprocess.PIPE, text=True)


def listener(path: Path, kind: int = socket.SOCK_SEQPACKET) -> socket.socket:
    made = socket.socket(socket.AF_UNIX, kind)
    made.bind(str(path))
    if kind != socket.SOCK_DGRAM:
        made.listen(8)
    return made


def serves(program: Path, folder: Path, notify: str) -> None:
    """Once it has reported readiness, programs find it; and the socket remains when it ends."""
    path = folder / "passed"
    with listener(path) as passed, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as told:
        told.settimeout(PATIENCE)
        told.bind(notify.replace("@", "\0"))
        daemon = start(program, passed, NOTIFY_SOCKET=notify)
        try:
            assert told.recv(100) == b"READY=1"
            environment = {**os.environ, "INVERBS_EMULATOR": str(path)}
            devices = subprocess.run([program / "ibv_devices"], env=environment, capture_output=True, text=True,
                                     timeout=PATIENCE, check=True)
            assert "mlx4_0" in devices.stdout, devices.stdout
            subprocess.run([program / "softhcactl", "--socket", path, "stop"], timeout=PATIENCE, check=True)
            assert daemon.wait(PATIENCE) == 0
        finally:
            daemon.kill()
            daemon.communicate()
    assert path.exists() and not Path(f"{path}.lock").exists()


def refuses(program: Path, passed: socket.socket, message: str, *options: str, count: int = 1) -> None:
    with passed:
        daemon = start(program, passed, *options, count=count)
        try:
            _, said = daemon.communicate(timeout=PATIENCE)
        finally:
            daemon.kill()
    assert daemon.returncode == 1 and message in said, (daemon.returncode, said)


def of_another_process(program: Path, folder: Path) -> None:
    """If the variables are for another process, it ignores them and listens on its own socket."""
    own = folder / "own"
    environment = {**os.environ, "LISTEN_FDS": "1", "LISTEN_PID": str(os.getpid())}
    subprocess.run([program / "softhcad", "--socket", own, "--daemonize"], env=environment, timeout=PATIENCE, check=True)
    subprocess.run([program / "softhcactl", "--socket", own, "stop"], timeout=PATIENCE, check=True)


def main() -> None:
    program = Path(sys.argv[1])
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        serves(program, folder, str(folder / "notify"))
        (folder / "passed").unlink()
        serves(program, folder, f"@inverbs-{os.getpid()}")
        refuses(program, listener(folder / "stream", socket.SOCK_STREAM), "ListenSequentialPacket=")
        refuses(program, listener(folder / "datagrams", socket.SOCK_DGRAM), "ListenSequentialPacket=")
        refuses(program, listener(folder / "two"), "2 sockets; one is enough", count=2)
        refuses(program, listener(folder / "named"), "--socket names another", "--socket", str(folder / "other"))
        of_another_process(program, folder)


if __name__ == "__main__":
    main()
