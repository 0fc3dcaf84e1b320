# SPDX-License-Identifier: BSD-2-Clause
"""Check that every check in the specs refuses a call in these tests: coverage.py PROGRAM

PROGRAM prints the messages about misuse that it provoked; each check's message must be among them.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from codegen.api.build import SPEC_DIR, read  # noqa: E402
from codegen.api.lower.contracts import is_checked, lower_check  # noqa: E402
from codegen.api.model import Check, Function  # noqa: E402
from codegen.api.resolve import Resolved  # noqa: E402


def provoked(program: str) -> str:
    return subprocess.run([program], capture_output=True, text=True, timeout=240, check=True).stdout


def line_of(r: Resolved, f: Function, check: Check) -> str:
    """Return the message of a check, as a regular expression."""
    said = re.escape(lower_check(r, f, check).format)
    each = r"request \d+: " if check in f.each else ""
    return f"misuse of {f.name}: {each}{re.sub(r'%(lld|llx|d|s)', r'.+', said)} \\({check.error}\\)"


def silent(r: Resolved, heard: str) -> list[str]:
    found = []
    for f in (f for f in r.api.functions() if is_checked(r, f)):
        for check in (*f.checks, *f.each):
            if not re.search(line_of(r, f, check), heard):
                found.append(f"{check.place.src}: no test provokes '{f.name}: {lower_check(r, f, check).format}'")
    return found


def main() -> int:
    problems = silent(read(sorted(SPEC_DIR.glob("*.yaml"))), provoked(sys.argv[1]))
    print("\n".join(problems) or "every check has refused something")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
