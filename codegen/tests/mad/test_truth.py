"""Fields that libibmad also has are the same bits there: both libraries read random datagrams."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from codegen.core.write import ROOT
from codegen.formats.model import Field, Format
from codegen.mad.build import SPEC_DIR, read
from codegen.mad.model import Mad

MADS = read(sorted(SPEC_DIR.glob("*.yaml")), "spec/mad/")


def comparison(f: Field) -> str:
    peer = f"IB_{f.peer}_F"
    if f.is_bytes:
        return (f"{{ uint8_t peer[{f.length}]; mad_get_array(bytes, 0, {peer}, peer); "
                f'differs += report("{f.name}", memcmp(v.{f.name}, peer, sizeof(peer))); }}')
    read_peer = "mad_get_field64" if f.place.bits > 32 else "mad_get_field"
    return f'differs += report("{f.name}", v.{f.name} != {read_peer}(bytes, 0, {peer}));'


def function(mad: Mad, fmt: Format) -> str:
    name = mad.c_format(fmt.name)
    lines = [f"static int {name}(uint8_t *bytes)", "{", "\tint differs = 0;",
             f"\tconst struct {name} v = {name}_get(bytes + {fmt.at});"]
    return "\n".join([*lines, *(f"\t{comparison(f)}" for f in fmt.fields if f.peer), "\treturn differs;", "}", ""])


def program() -> str:
    compared = [(m, f) for m in MADS for f in m.formats if any(x.peer for x in f.fields)]
    return "\n".join([
        "#include <infiniband/mad.h>", "#include <stdlib.h>", *(f"#include <inverbs/mad/{m.name}.h>" for m in MADS),
        "static int report(const char *field, int differs)", "{", "\tif (differs)", '\t\tfprintf(stderr, "%s\\n", field);',
        "\treturn !!differs;", "}", *(function(m, f) for m, f in compared),
        "int main(void)", "{", "\tuint8_t bytes[256];", "\tint differs = 0;", "\tfor (int round = 0; round < 100; round++) {",
        "\t\tfor (int i = 0; i < 256; i++)", "\t\t\tbytes[i] = (uint8_t)(random() >> 8);",
        *(f'\t\tif ({m.c_format(f.name)}(bytes))\n\t\t\treturn fprintf(stderr, "of {f.name}\\n"), 1;' for m, f in compared),
        "\t}", "\treturn differs;", "}", ""])


def test_fields_are_those_of_libibmad(tmp_path: Path) -> None:
    if not Path("/usr/include/infiniband/mad.h").exists():
        pytest.skip("libibmad's header is not installed (libibmad-dev)")
    source = tmp_path / "truth.c"
    source.write_text(program(), encoding="utf-8")
    # its headers before ours, because both have a folder infiniband/
    subprocess.run(["cc", "-std=gnu11", "-idirafter", str(ROOT / "include"), "-o", str(tmp_path / "truth"), str(source), "-libmad",
                    "-libumad"], check=True, timeout=120)
    done = subprocess.run([str(tmp_path / "truth")], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr


def test_most_fields_are_compared() -> None:
    """The removal of a `peer` is noticed."""
    assert sum(1 for m in MADS for f in m.formats for x in f.fields if x.peer) >= 190
