"""Write headers in which the generator's imaginary adapter stands beside the shipped ones: mixed_headers.py FOLDER.

There is one shipped adapter, so a mixed build of the contract tests needs a second one from somewhere. It comes last:
the archive knows the others by the numbers that they have without it.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from codegen.adapter.build import adapter_outputs, adapters, read, shared_outputs  # noqa: E402

ACME = ROOT / "codegen/tests/adapter/good/acme/acme.yaml"


def main() -> None:
    folder = Path(sys.argv[1])
    acme = read(ACME, "acme.yaml")
    for out in [*adapter_outputs(acme), *shared_outputs([*adapters(), acme])]:
        target = folder / out.path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(out.text, encoding="utf-8")


if __name__ == "__main__":
    main()
