"""Messages of Linux's connection manager, captured from a network, have their fields where the spec says.

Each line of ``wire.jsonl`` has a datagram, without the zeros at its end, and its fields as another program has decoded
them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from codegen.formats.model import Field
from codegen.mad.build import SPEC_DIR, read
from codegen.mad.model import Mad

HERE = Path(__file__).parent
COMMUNICATION = next(m for m in read([SPEC_DIR / "common.yaml", SPEC_DIR / "communication.yaml"], "") if m.name == "communication")
MESSAGES: list[dict[str, object]] = [json.loads(line) for line in
                                     (HERE / "wire.jsonl").read_text(encoding="utf-8").splitlines()]
BYTES = 256

Value = int | str | Mapping[str, "Value"]


def value_of(mad: Mad, f: Field, data: bytes) -> Value:
    """The value as in the file: a number, bytes as hexadecimal digits without trailing zeros, or the fields of a
    format."""
    if f.format:
        return fields_of(mad, f.format, data[f.place.at:])
    if f.is_bytes:
        return data[f.place.at:f.place.at + f.length].hex()
    # the bits of a field are consecutive; the highest bit is in the byte with the lowest offset
    bits = sorted(f.bit_numbers(True), key=lambda n: (n // 8, -(n % 8)))
    return sum((data[n // 8] >> n % 8 & 1) << place for place, n in enumerate(reversed(bits)))


def fields_of(mad: Mad, name: str, data: bytes) -> dict[str, Value]:
    fmt = mad.format(name)
    assert fmt is not None
    return {f.name: value_of(mad, f, data) for f in fmt.fields}


def differences(seen: Mapping[str, Value], expected: Mapping[str, Value]) -> list[str]:
    wrong = []
    for name, value in expected.items():
        mine = seen[name]
        if isinstance(value, dict) and isinstance(mine, dict):
            wrong += [f"{name}.{w}" for w in differences(mine, value)]
        elif isinstance(value, str) and isinstance(mine, str):
            wrong += [] if mine.rstrip("0") == value.rstrip("0") else [name]
        elif mine != value:
            wrong.append(name)
    return wrong


@pytest.mark.parametrize("message", MESSAGES, ids=lambda m: str(m["message"]))
def test_fields_are_where_the_wire_has_them(message: dict[str, object]) -> None:
    name, mad, expected = message["message"], message["mad"], message["fields"]
    assert isinstance(name, str) and isinstance(mad, str) and isinstance(expected, dict)
    data = bytes.fromhex(mad.ljust(2 * BYTES, "0"))
    numbers = COMMUNICATION.enum("attribute")
    assert numbers is not None and dict(numbers.values)[name] == int.from_bytes(data[16:18], "big")
    fmt = COMMUNICATION.format(name.lower())
    assert fmt is not None
    assert differences(fields_of(COMMUNICATION, fmt.name, data[fmt.at:]), expected) == []


def test_no_message_is_missing() -> None:
    assert {m["message"] for m in MESSAGES} == {"REQ", "MRA", "REJ", "REP", "RTU", "DREQ", "DREP", "SIDR_REQ", "SIDR_REP"}
