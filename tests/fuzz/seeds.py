#!/usr/bin/python3
# SPDX-License-Identifier: BSD-2-Clause
"""Create seeds of the target `messages` from system calls of real programs on a real kernel.

Usage: seeds.py TRACE... FOLDER

Each recorded run (tests/kernel_trace/vectors) becomes an input of the same name. Numbers of actions are those of act()
in messages.c.
"""

import json
import struct
import sys
from pathlib import Path
from typing import Any

CONNECTIONS = 6
OPEN, COMMAND, IOCTL, MAP, MEMORY, SLEEP = 2, 6, 9, 14, 16, 18
RXE, MANAGER = 0, 7
MEMORY_BYTES = 1 << 20
PAGE = 4096
LONGEST = 1000


def verbatim(action: int, slot: int, request: bytes, fds: bytes = b"") -> bytes:
    # the last byte is the number of descriptors that are passed
    return bytes([action, slot]) + struct.pack("<H", len(request)) + request + (fds or b"\0")


def memory(address: int, content: bytes) -> bytes:
    out = b""
    for at in range(0, len(content), LONGEST):
        piece = content[at : at + LONGEST]
        out += bytes([MEMORY, 0]) + struct.pack("<IH", (address + at) % MEMORY_BYTES, len(piece)) + piece
    return out


def convert(trace: dict[str, Any]) -> bytes:
    slots: dict[int, int] = {}
    out = b""
    for event in trace["events"]:
        kind, fd = event.get("fd_kind"), event.get("fd")
        if kind not in ("uverbs", "rdma_cm") or event["syscall"] not in ("write", "ioctl", "mmap"):
            continue
        if fd not in slots:
            slots[fd] = len(slots) % CONNECTIONS
            out += bytes([OPEN, slots[fd], RXE if kind == "uverbs" else MANAGER])
        slot = slots[fd]
        if event["syscall"] == "mmap":
            out += bytes([MAP, slot]) + struct.pack("<HBB", event["offset"] // PAGE, event["length"] // PAGE, event["prot"])
            continue
        request = bytes.fromhex(event["request"])
        if event["syscall"] == "ioctl":
            for attr in event.get("attrs", []):
                if "memory_before" in attr:
                    out += memory(int(attr["data"], 16), bytes.fromhex(attr["memory_before"]))
            out += verbatim(IOCTL, slot, request)
        else:
            out += verbatim(COMMAND, slot, request)
            # time for the connection manager to work
            if kind == "rdma_cm":
                out += bytes([SLEEP, slot, 20])
    return out


def main() -> int:
    *traces, folder = (Path(arg) for arg in sys.argv[1:])
    for path in traces:
        seed = convert(json.loads(path.read_text()))
        if seed:
            (folder / path.stem).write_bytes(seed)
    return 0


if __name__ == "__main__":
    sys.exit(main())
