#!/usr/bin/python3
# SPDX-License-Identifier: BSD-2-Clause
"""build.py FOLDER: the web site, into this folder. A warning of Sphinx's is an error.

What it writes is all that is in the folder afterwards, so it refuses one that holds anything else.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from sphinx.cmd.build import main as sphinx_build

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))

from stage import stage  # noqa: E402

MADE_BY_SPHINX = ".buildinfo"


def main(folder: Path) -> int:
    if folder.exists() and any(folder.iterdir()):
        if not (folder / MADE_BY_SPHINX).exists():
            sys.exit(f"site: {folder} has other files than a site's; name an empty folder")
        shutil.rmtree(folder)
    with tempfile.TemporaryDirectory() as name:
        pages, kept = Path(name, "pages"), Path(name, "kept")
        stage(pages)
        return sphinx_build(["-b", "html", "-W", "--keep-going", "-q", "-c", str(Path(__file__).resolve().parent),
                             "-d", str(kept), str(pages), str(folder)])


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
