# SPDX-License-Identifier: BSD-2-Clause
"""Check that the emulator notes every reason in the spec, and that an engine test expects each: reasons.py ROOT"""

from __future__ import annotations

import re
import sys
from pathlib import Path

NONE = "UNKNOWN"  # no reason was recorded


def named_in(folder: Path) -> set[str]:
    text = "".join(path.read_text() for path in sorted(folder.rglob("*.c")))
    return set(re.findall(r"\bSOFTHCA_REASON_(\w+)", text))


def main() -> int:
    root = Path(sys.argv[1])
    texts = (root / "spec/kernel/refusal.yaml").read_text().split("\n  texts:\n")[1]
    reasons = [name for name in re.findall(r"^    ([A-Z][A-Z_]*):$", texts, re.M) if name != NONE]
    found, expected = named_in(root / "emulator"), named_in(root / "tests/engine")
    complaints = [f"{name}: nothing in emulator/ finds this reason" for name in reasons if name not in found]
    complaints += [f"{name}: no test in tests/engine expects this reason" for name in reasons if name not in expected]
    print("\n".join(complaints) or f"{len(reasons)} reasons")
    return 1 if complaints or not reasons else 0


sys.exit(main())
