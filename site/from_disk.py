# SPDX-License-Identifier: BSD-2-Clause
"""Sphinx's extension: the theme without a server.

Debian's package of the theme has its script as a module with an import, which browsers refuse to load from the disk, and
its style sheet imports another package's by a path on a server.
"""

from __future__ import annotations

import re
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.errors import ExtensionError

IMPORT = re.compile(r"^import \w+ from \"\./(gumshoe-patched\.js)\";\n", re.M)
SHEET = re.compile(r"^@import url\(/javascript/(normalize\.css/normalize\.css)\);\n", re.M)


def joined(path: Path, pattern: re.Pattern[str], folder: Path) -> None:
    """The file that the first import names takes the import's place."""
    text = path.read_text(encoding="utf-8")
    match = pattern.search(text)
    if not match:
        raise ExtensionError(f"{path.name} imports nothing that matches {pattern.pattern}; another theme than Debian 12's?")
    path.write_text(f"{(folder / match[1]).read_text(encoding='utf-8')}\n{text[:match.start()]}{text[match.end():]}", encoding="utf-8")


def without_server(app: Sphinx, failed: Exception | None) -> None:
    if failed is None:
        static = Path(app.outdir) / "_static"
        joined(static / "scripts" / "furo.js", IMPORT, static / "scripts")
        joined(static / "styles" / "furo.css", SHEET, Path("/usr/share/javascript"))


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("build-finished", without_server)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
